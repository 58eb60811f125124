//! Requests that nobody makes by hand: refused in words, and nothing changes.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};

use crate::table::{HOST, Hosted};

#[tokio::test]
async fn what_comes_from_elsewhere_is_refused_and_changes_nothing() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/draft", 2, 1).await;
    let at = format!("/t/{}", keys.id.0);
    let ada = hosted.join(&keys, "Ada").await;
    let before = ada.get(&at).await.text;
    let request = |host: &str, origin: Option<&str>| {
        let mut request =
            Request::post(format!("{at}/leave")).header(header::HOST, host).header(header::COOKIE, ada.cookie());
        if let Some(origin) = origin {
            request = request.header(header::ORIGIN, origin);
        }
        request.body(Body::empty()).expect("a request")
    };
    let own = format!("http://{HOST}");
    for (host, origin) in [
        (HOST, None),
        (HOST, Some("http://evil.example")),
        (HOST, Some("null")),
        (HOST, Some("https://127.0.0.1:7100")),
        ("evil.example:7100", Some("http://evil.example:7100")),
        ("evil.example:7100", Some(own.as_str())),
        ("127.0.0.1", Some("http://127.0.0.1")),
    ] {
        let answer = hosted.send(request(host, origin)).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{host} {origin:?}");
        assert!(answer.text.contains("another site"), "{}", answer.text);
    }
    assert_eq!(ada.get(&at).await.text, before);
    assert_eq!(hosted.send(request(HOST, Some(&own))).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn strangers_wrong_codes_and_other_seats_get_nothing() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/draft", 2, 1).await;
    let at = format!("/t/{}", keys.id.0);
    hosted.join(&keys, "Ada").await;
    let mut stranger = hosted.device();
    for cookie in
        ["", "deckloom-1=", "deckloom-1=ffffffffffffffffffffffffffffffff", "deckloom-1=x; deckloom-1=y", "=;;="]
    {
        stranger.show(cookie);
        for path in [
            at.clone(),
            format!("{at}/view"),
            format!("{at}/stream"),
            format!("{at}/owner"),
            format!("{at}/owner/stream"),
        ] {
            let answer = stranger.get(&path).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} {cookie}");
            assert!(answer.text.contains("no seat here"), "{}", answer.text);
        }
        for path in [format!("{at}/pick"), format!("{at}/owner/begin"), format!("{at}/owner/link/0")] {
            assert_eq!(stranger.post(&path, "key=a&words=%231").await.status, StatusCode::FORBIDDEN, "{path}");
        }
    }
    let answer = stranger.post("/", "code=WRONG1&name=Eve").await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert!(answer.text.contains("No table has this code"), "{}", answer.text);
    assert!(answer.text.contains("value=\"Eve\""), "what was typed is still there");
    assert_eq!(stranger.post("/s", "secret=nonsense").await.status, StatusCode::FORBIDDEN);
    assert_eq!(stranger.get("/t/999").await.status, StatusCode::FORBIDDEN);
    assert_eq!(stranger.get("/nothing/here").await.status, StatusCode::NOT_FOUND);
    assert_eq!(stranger.get("/face/chronx/nobody/240.jpg").await.status, StatusCode::NOT_FOUND);
    assert_eq!(stranger.get("/face/chronx/nobody/999999.jpg").await.status, StatusCode::NOT_FOUND);
    // A third person finds no seat.
    hosted.join(&keys, "Bo").await;
    let full = hosted.device().post("/", &format!("code={}&name=Eve", keys.code)).await;
    assert_eq!(full.status, StatusCode::CONFLICT);
    assert!(full.text.contains("Every seat is taken"), "{}", full.text);
}

#[tokio::test]
async fn names_are_shown_and_never_run() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/draft", 2, 1).await;
    let at = format!("/t/{}", keys.id.0);
    let ada = hosted.join(&keys, "%3Cscript%3Ealert(1)%3C%2Fscript%3E%0A%22onload%3D%22x").await;
    let page = ada.get(&at).await.text;
    assert!(!page.contains("<script>alert") && page.contains("&lt;script&gt;"), "{page}");
    let long = format!("code={}&name={}", keys.code, "x".repeat(5000));
    let bo = hosted.device().post("/", &long).await;
    assert_eq!(bo.status, StatusCode::SEE_OTHER);
    assert!(!ada.get(&at).await.text.contains(&"x".repeat(41)), "a name has at most 40 letters");
}

#[tokio::test]
async fn what_is_too_much_is_refused() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/draft", 2, 1).await;
    let at = format!("/t/{}", keys.id.0);
    let ada = hosted.join(&keys, "Ada").await;
    let large = ada.post(&format!("{at}/pick"), &format!("key={}", "x".repeat(9 << 10))).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", large.text);
    hosted.owner(&keys).await.post(&format!("{at}/owner/begin"), "").await;
    let mut refused = 0;
    for _ in 0..200 {
        let answer = ada.post(&format!("{at}/pick"), "key=x&words=%231").await;
        refused += usize::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!((100..=140).contains(&refused), "{refused} of 200 at once");
    // Others are not kept waiting for that.
    let owner = hosted.owner(&keys).await;
    assert_eq!(owner.post(&format!("{at}/owner/pause"), "").await.status, StatusCode::SEE_OTHER);
    let garbage = ada.post(&format!("{at}/pick"), "%FF%FE=&&&=%00").await;
    assert!(garbage.status.is_client_error() || garbage.status.is_redirection());
}
