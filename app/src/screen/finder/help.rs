//! The help of the search: what can be asked, with examples of this game that search when they are pressed.

use catalog::query::complete;
use catalog::tr;
use catalog::{Card, GameData};
use iced::widget::{Column, column, container, opaque, row, space as gap};
use iced::{Center, Fill};

use crate::language::in_sentence;
use crate::search_context::SearchContext;
use crate::theme::{self, size, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel};

/// Width of the panel.
const WIDTH: f32 = 520.0;
/// The most of it that is high.
const HEIGHT: f32 = 480.0;
/// Width of an example.
const EXAMPLE: f32 = 210.0;

/// The panel; `example` is what pressing an example says, `close` what closes it.
pub fn view<'a, M: Clone + 'a>(
    game: &'a GameData,
    context: &SearchContext,
    example: impl Fn(String) -> M,
    close: M,
) -> Element<'a, M> {
    let examples = examples(game).into_iter().map(|(text, about)| {
        let line = row![container(cut(text.clone()).font(theme::SEMIBOLD)).width(EXAMPLE), explanation(about)];
        let line = line.spacing(space::M).padding([4, 8]).align_y(Center);
        button::entry(line, false).width(Fill).on_press(example(text)).into()
    });
    let fields = complete("", 0, game, Some(context)).into_iter().map(|offer| {
        let name = container(label::line(offer.text).font(theme::SEMIBOLD)).width(EXAMPLE);
        row![name, explanation(offer.about)].spacing(space::M).padding([3, 8]).align_y(Center).into()
    });
    let close = button::square(icon(Icon::Close, 14.0, Ink::Muted), 26.0).on_press(close);
    let head = row![label::emphasis(tr!("How to search")), gap::horizontal(), close].align_y(Center);
    let group = |name: String| container(label::group(name).style(label::accent)).padding([0, 8]);
    let page = column![
        column![group(tr!("Click one to try it")), Column::with_children(examples)].spacing(space::XS),
        column![
            group(tr!("Combining terms")),
            syntax_line("a b", tr!("both")),
            syntax_line("a or b", tr!("either")),
            syntax_line("-a", tr!("not")),
            syntax_line("(a or b) c", tr!("brackets, nested as needed")),
            syntax_line("\"two words\"", tr!("exactly these words, in this order")),
            syntax_line("/regular ex.*/", tr!("a regular expression, over one text")),
        ]
        .spacing(0),
        column![
            group(tr!("Fields of this game and of all games")),
            Column::with_children(fields),
            container(label::caption(tr!(
                "After a field:  :  contains,  =  exactly,  !=  not,  < <= > >=  compare,  2..4  a range"
            )))
            .padding([6, 8]),
        ]
        .spacing(space::XS),
    ];
    let page = field::scrolled(page.spacing(space::L)).height(iced::Length::Shrink);
    let all = column![container(head).padding([0, 8]), container(page).max_height(HEIGHT)].spacing(space::M);
    opaque(container(all).width(WIDTH).padding(space::M).style(panel::framed))
}

fn syntax_line<'a, M: 'a>(text: &'static str, about: String) -> Element<'a, M> {
    let name = container(label::line(text).font(theme::SEMIBOLD)).width(EXAMPLE);
    row![name, explanation(about)].spacing(space::M).padding([3, 8]).align_y(Center).into()
}

fn explanation<'a, M: 'a>(about: String) -> Element<'a, M> {
    container(cut(about).size(size::CAPTION).style(label::muted)).width(Fill).into()
}

/// Searches that find something in any game that declares what they ask about.
fn examples(game: &GameData) -> Vec<(String, String)> {
    let (draws, first) = (|c: &Card| c.text.to_lowercase().contains("draw"), game.cards.first());
    let word = if game.cards.iter().any(draws) {
        "draw"
    } else {
        first.and_then(|c| c.name.split_whitespace().next()).unwrap_or("draw")
    };
    let mut examples = vec![(word.to_lowercase(), tr!("the word, in the name or the text"))];
    if let Some(kind) = game.types.first() {
        examples.push((format!("type:{}", kind.id), tr!("{}, by type", kind.plural)));
    }
    if let Some(cost) = game.cost_field() {
        let field = &game.fields[cost];
        examples.push((format!("{}<=2 sort:-{}", field.id, field.id), tr!("a number, sorted")));
    }
    if let [one, other, ..] = &game.factions[..] {
        let field = &game.faction_field;
        let about = tr!("{} of {} or {}", in_sentence(&game.faction_name), one.name, other.name);
        examples.push((format!("{field}:{},{}", one.id, other.id), about));
    }
    if let Some(keyword) = game.keywords.iter().find(|k| !k.id.contains('-')) {
        examples.push((format!("is:{}", keyword.id), tr!("the keyword {}", keyword.name)));
    }
    examples.push(("in:deck".to_owned(), tr!("cards of the open deck;  deck>=2  counts copies")));
    examples.push(("fits:deck".to_owned(), tr!("cards that the open deck can take")));
    examples.push((tr!("in:collection -in:deck"), tr!("owned, but not in the deck")));
    examples
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{Search, Source, load};

    #[test]
    fn every_example_makes_sense_in_every_game() {
        let source = Source::shipped();
        for id in source.games() {
            let game = std::sync::Arc::new(load::game(&source, &id).expect("a game without faults"));
            let game_library = formats::GameLibrary::load(&source, game).expect("a book without faults");
            let mut around = SearchContext::new(&game_library);
            let open = formats::Deck::new(&game_library.game, "Empty", &game_library.game.default_format);
            around.set_deck(Some(&open));
            for (text, _) in examples(&game_library.game).iter().filter(|(t, _)| !t.contains("in:")) {
                let search =
                    Search::parse_in(text, &game_library.game, &around).unwrap_or_else(|e| panic!("{id}: {text}: {e}"));
                assert!(!search.run_in(&game_library.game, &around).is_empty(), "{id}: {text} finds nothing");
            }
        }
    }
}
