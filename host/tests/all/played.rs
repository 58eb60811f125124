//! Tables from the code to registered decks.

use axum::http::StatusCode;
use catalog::store::journal::StreamKind;
use formats::check::check;
use formats::saved::deck::DeckSession;
use formats::saved::draft::SavedDraft;

use crate::table::{Device, Hosted, attribute, game};

/// Picks cards by their places until the draft is over; how many.
async fn draft_on(at: &str, devices: &[Device<'_>], most: usize) -> usize {
    let mut picks = 0;
    loop {
        let mut asked = false;
        for device in devices {
            let page = device.get(at).await.text;
            if page.contains("id=\"choice\"") && picks < most {
                let key = attribute(&page, "data-key").expect("a key");
                let answer = device.post(&format!("{at}/pick"), &format!("key={key}&words=%231")).await;
                assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
                (asked, picks) = (true, picks + 1);
            }
        }
        if !asked {
            return picks;
        }
    }
}

#[tokio::test]
async fn two_people_and_bots_draft_from_the_code_to_registered_decks() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/draft", 4, 1).await;
    let at = format!("/t/{}", keys.id.0);
    let (ada, bo) = (hosted.join(&keys, "Ada").await, hosted.join(&keys, "Ada").await);
    let lobby = bo.get(&at).await.text;
    assert!(lobby.contains("Ada 2"), "two of a name are told apart: {lobby}");
    let owner = hosted.owner(&keys).await;
    assert!(owner.get(&format!("{at}/owner")).await.text.contains(&keys.code));
    assert_eq!(owner.post(&format!("{at}/owner/begin"), "").await.status, StatusCode::SEE_OTHER);
    assert_eq!(draft_on(&at, &[ada.clone(), bo.clone()], usize::MAX).await, 90, "45 picks each");
    for device in [&ada, &bo] {
        let page = device.get(&at).await.text;
        let key = attribute(&page, "name=\"key\" value").expect("a key");
        let refused = device.post(&format!("{at}/deck"), &format!("key={key}&do=register")).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "an empty deck is not handed in");
        device.post(&format!("{at}/deck"), &format!("key={key}&do=suggest+0")).await;
        let page = device.get(&at).await.text;
        let key = attribute(&page, "name=\"key\" value").expect("a key");
        device.post(&format!("{at}/deck"), &format!("key={key}&do=register")).await;
        assert!(device.get(&at).await.text.contains("Your deck is registered"));
    }
    let (library, games) = (hosted.library(), game("chronx"));
    let decks = library.streams(StreamKind::Deck, "chronx").expect("decks");
    assert_eq!(decks.len(), 2);
    for heading in decks {
        let session = DeckSession::open(&library, &games.game, heading.id).expect("a deck");
        let format = games.format("draft").expect("a format");
        let report = check(&games.game, format, &session.deck, session.pool.as_ref());
        assert!(report.passes(), "{report:?}");
        assert!(heading.name.starts_with("Friday: Ada"), "{}", heading.name);
    }
    assert!(device_page_says(&ada, &at, "registered").await);
}

async fn device_page_says(device: &Device<'_>, at: &str, words: &str) -> bool {
    device.get(at).await.text.contains(words)
}

#[tokio::test]
async fn sealed_pools_are_opened_for_every_seat_and_built_from() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/sealed", 2, 5).await;
    let at = format!("/t/{}", keys.id.0);
    let ada = hosted.join(&keys, "Ada").await;
    hosted.owner(&keys).await.post(&format!("{at}/owner/begin"), "").await;
    let page = ada.get(&at).await.text;
    let key = attribute(&page, "name=\"key\" value").expect("a key").to_owned();
    assert!(page.contains("Suggested decks"), "{page}");
    ada.post(&format!("{at}/deck"), &format!("key={key}&do=suggest+0")).await;
    // The same request once more is late, and changes nothing.
    let before = ada.get(&at).await.text;
    ada.post(&format!("{at}/deck"), &format!("key={key}&do=clear")).await;
    assert_eq!(ada.get(&at).await.text, before);
    assert_eq!(hosted.library().streams(StreamKind::Pool, "chronx").expect("pools").len(), 2);
}

#[tokio::test]
async fn a_repeated_or_late_pick_changes_nothing_and_shows_what_is_there_now() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("afrika/cosmic-draft", 4, 2).await;
    let at = format!("/t/{}", keys.id.0);
    let ada = hosted.join(&keys, "Ada").await;
    hosted.owner(&keys).await.post(&format!("{at}/owner/begin"), "").await;
    let first = ada.get(&at).await.text;
    // All that stands on a card is there as text: numbers, keywords, rules.
    let games = game("afrika");
    let view = hosted.tables.get(keys.id.0).expect("the table").room.lock().await.view(0).expect("a view");
    for card in view.piles[0].cards.iter().map(|card| games.game.card(*card)) {
        assert!(card.keywords.iter().all(|has| first.contains(&games.game.keyword_text(has))), "{}", card.name);
    }
    assert!(first.contains("Power ") && first.contains("Health "), "{first}");
    let key = attribute(&first, "data-key").expect("a key").to_owned();
    ada.post(&format!("{at}/pick"), &format!("key={key}&words=%233")).await;
    let after = ada.get(&at).await.text;
    for words in ["%233", "%231", "pass"] {
        let again = ada.post(&format!("{at}/pick"), &format!("key={key}&words={words}")).await;
        assert_eq!(again.status, StatusCode::SEE_OTHER);
        assert_eq!(ada.get(&at).await.text, after);
    }
    // What is no choice is refused in words.
    let key = attribute(&after, "data-key").expect("a key");
    let refused = ada.post(&format!("{at}/pick"), &format!("key={key}&words=%2399")).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.text.contains("There is no card #99"), "{}", refused.text);
}

#[tokio::test]
async fn a_host_that_is_killed_goes_on_where_everybody_was() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/draft", 3, 3).await;
    let at = format!("/t/{}", keys.id.0);
    let ada = hosted.join(&keys, "Ada").await;
    let cookie = ada.cookie().to_owned();
    hosted.owner(&keys).await.post(&format!("{at}/owner/begin"), "").await;
    draft_on(&at, std::slice::from_ref(&ada), 20).await;
    let before = ada.get(&at).await;
    let hosted = hosted.again().await;
    let mut ada = hosted.device();
    ada.show(&cookie);
    assert_eq!(ada.get(&at).await, before);
    // A second device gets the seat by a link, and has the same page.
    let page = ada.post(&format!("{at}/device"), "").await.text;
    let secret = page.split("/s#").nth(1).and_then(|rest| rest.get(..32)).expect("a secret").to_owned();
    let mut second = hosted.device();
    let entered = second.post("/s", &format!("secret={secret}")).await;
    second.keep(&entered);
    let main = |page: &str| page.split_once("<main").expect("a main part").1.to_owned();
    assert_eq!(main(&second.get(&at).await.text), main(&before.text));
    // The owner gives the seat a new link: neither of the two has it any more.
    let owner = hosted.owner(&keys).await;
    owner.post(&format!("{at}/owner/link/0"), "").await;
    assert_eq!(ada.get(&at).await.status, StatusCode::FORBIDDEN);
    assert_eq!(second.get(&at).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_bot_takes_a_seat_and_the_person_comes_back() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/draft", 3, 3).await;
    let at = format!("/t/{}", keys.id.0);
    let (ada, bo) = (hosted.join(&keys, "Ada").await, hosted.join(&keys, "Bo").await);
    let owner = hosted.owner(&keys).await;
    owner.post(&format!("{at}/owner/begin"), "").await;
    owner.post(&format!("{at}/owner/bot/1"), "").await;
    assert!(device_page_says(&bo, &at, "A bot picks for you").await);
    draft_on(&at, std::slice::from_ref(&ada), 10).await;
    bo.post(&format!("{at}/back"), "").await;
    let page = bo.get(&at).await.text;
    assert!(page.contains("pick 1") && !page.contains("A bot picks for you"), "{page}");
    // Paused, nobody picks.
    owner.post(&format!("{at}/owner/pause"), "").await;
    let page = ada.get(&at).await.text;
    assert!(page.contains("Paused"), "{page}");
    let key = attribute(&page, "data-key").expect("a key").to_owned();
    let refused = ada.post(&format!("{at}/pick"), &format!("key={key}&words=%231")).await;
    assert!(refused.status == StatusCode::CONFLICT || !page.contains("id=\"choice\""), "{}", refused.text);
    owner.post(&format!("{at}/owner/resume"), "").await;
    assert!(!device_page_says(&ada, &at, "Paused").await);
    // The draft is one of the library like any other.
    let (library, games) = (hosted.library(), game("chronx"));
    let heading = library.streams(StreamKind::Draft, "chronx").expect("drafts").remove(0);
    let saved = SavedDraft::open(&library, &games, heading.id).expect("opens");
    assert!(saved.pod.draft.picks(0).len() >= 10);
}
