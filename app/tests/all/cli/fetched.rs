//! Pictures over the network: whom the program asks, what it refuses, and that it goes on where it was ended. The only
//! other machine is a small server of these tests, on this one.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Shop, text};

/// A server that counts what it is asked for.
struct Server {
    port: u16,
    asked: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Server {
    /// Answers after `wait`; what begins with `/to/` leads to the address behind it.
    fn start(wait: Duration) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let asked = Arc::new(Mutex::new(BTreeMap::new()));
        let counts = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let counts = counts.clone();
                std::thread::spawn(move || answer(stream, &counts, wait));
            }
        });
        Server { port, asked }
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn requests_for(&self, path: &str) -> usize {
        self.asked.lock().expect("counts").get(path).copied().unwrap_or(0)
    }

    fn all_requests(&self) -> usize {
        self.asked.lock().expect("counts").values().sum()
    }
}

/// Answers one question; whoever asked may be gone meanwhile.
fn answer(stream: TcpStream, counts: &Mutex<BTreeMap<String, usize>>, wait: Duration) {
    let mut reader = BufReader::new(stream.try_clone().expect("a handle"));
    let mut first = String::new();
    if reader.read_line(&mut first).is_err() || first.is_empty() {
        return;
    }
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        line.clear();
    }
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    *counts.lock().expect("counts").entry(path.clone()).or_default() += 1;
    std::thread::sleep(wait);
    let mut stream = stream;
    let whole = |status: &str, head: &str, body: &[u8]| {
        let length = body.len();
        let head = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{head}\r\n");
        [head.as_bytes(), body].concat()
    };
    let bytes = match path.as_str() {
        "/missing.png" => whole("404 Not Found", "", b"nothing"),
        "/busy.png" => whole("429 Too Many Requests", "Retry-After: 60\r\n", b""),
        "/none.png" => whole("200 OK", "", b"<html>not a picture</html>"),
        "/broken.png" => whole("200 OK", "", &picture()[..60]),
        "/cut.png" => [&b"HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n"[..], &picture()[..40]].concat(),
        "/huge.png" => b"HTTP/1.1 200 OK\r\nContent-Length: 9000000000\r\n\r\n".to_vec(),
        "/endless.png" => {
            let head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
            let mut ended = stream.write_all(head).is_err();
            while !ended {
                ended = stream.write_all(&[0; 1 << 16]).is_err();
            }
            return;
        }
        "/slow.png" => {
            std::thread::sleep(Duration::from_secs(6));
            whole("200 OK", "", &picture())
        }
        path => match path.strip_prefix("/to/") {
            Some(to) => whole("302 Found", &format!("Location: {to}\r\n"), b""),
            None => whole("200 OK", "", &picture()),
        },
    };
    // The one who asked may have hung up.
    let _ = stream.write_all(&bytes);
}

fn picture() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(63, 88, image::Rgb([20, 200, 20]));
    picture.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

/// Imports a card for each address; the cards are called by their numbers, as `c00`.
fn import(shop: &Shop, addresses: &[String]) -> Value {
    let (table, data) = (shop.path("cards.csv"), shop.path("data"));
    let row = |(at, address): (usize, &String)| format!("C{at:02},Event,{address}\n");
    let rows: String = addresses.iter().enumerate().map(row).collect();
    std::fs::write(&table, format!("Name,Type,Image URL\n{rows}")).expect("written");
    shop.json(0, &["data", "import", text(&table), "--game", "mine", "--into", text(&data)])
}

fn fetch<'a>(data: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["data", "pictures", "mine", "--fetch", "--into", data][..], more].concat()
}

fn scans(shop: &Shop) -> Vec<String> {
    let files = std::fs::read_dir(shop.path("data/mine/scans")).into_iter().flatten().flatten();
    let mut names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

fn list<'v>(result: &'v Value, key: &str) -> Vec<&'v str> {
    result[key].as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn nothing_connects_before_a_person_agreed_to_the_hosts() {
    let shop = Shop::new();
    let server = Server::start(Duration::ZERO);
    // A host whose name does not say that it is this machine.
    let host = format!("127.1:{}", server.port);
    let imported = import(&shop, &[format!("http://{host}/a.png"), format!("http://{}/b.png", server.host())]);
    assert_eq!((&imported["pictures"], &imported["left_out"]), (&json!(2), &json!([])));
    let data = shop.path("data");
    let data = text(&data);
    let shown = shop.json(0, &fetch(data, &["--preview"]));
    let names: Vec<&Value> = shown["hosts"].as_array().expect("hosts").iter().map(|host| &host["host"]).collect();
    assert_eq!(names, [&json!(server.host()), &json!(host)]);
    assert_eq!((&shown["hosts"][0]["private"], &shown["hosts"][0]["agreed"]), (&json!(true), &json!(false)));
    let asked = shop.error(2, &fetch(data, &[]));
    assert!(asked.contains(&host) && asked.contains("MB") && asked.contains("nobody agreed"), "{asked}");
    assert!(shop.talk(&fetch(data, &[]), "no\n").contains("0 pictures fetched"));
    assert!(shop.error(2, &fetch(data, &["--agree", "http://pics.test/a"])).contains("a host alone"));
    // Whoever says yes agrees to hosts out there: where the name leads is looked at before anything connects.
    for said in [shop.talk(&fetch(data, &[]), "yes\n"), shop.run(0, &fetch(data, &["--agree", &host]))] {
        assert!(said.contains("c00 (http://127.1") && said.contains("leads into your own network"), "{said}");
        assert!(said.contains("1 picture was not fetched"), "{said}");
    }
    assert_eq!((server.all_requests(), scans(&shop)), (0, Vec::new()));
    // A host of one's own network is asked if it was typed.
    let taken = shop.json(0, &fetch(data, &["--agree", &server.host()]));
    assert_eq!((taken["taken"].as_array().map(Vec::len), server.all_requests()), (Some(1), 1), "{taken}");
}

#[test]
fn what_is_no_picture_is_named_and_the_rest_comes_and_nothing_comes_twice() {
    let shop = Shop::new();
    let (server, other) = (Server::start(Duration::ZERO), Server::start(Duration::ZERO));
    let (here, there) = (format!("http://{}", server.host()), format!("http://{}", other.host()));
    let paths = [
        "good.png",
        "good.png",
        "missing.png",
        "none.png",
        "broken.png",
        "cut.png",
        "huge.png",
        "endless.png",
        "slow.png",
    ];
    let mut addresses: Vec<String> = paths.iter().map(|path| format!("{here}/{path}")).collect();
    addresses.push(format!("{here}/to//moved.png"));
    addresses.push(format!("{here}/to/{there}/inner.png"));
    addresses.push(format!("{here}/to/https://pics.invalid/far.png"));
    addresses.push(format!("{here}/to/file:///etc/passwd"));
    import(&shop, &addresses);
    let data = shop.path("data");
    let data = text(&data);
    let args = fetch(data, &["--agree", &here[7..], "--patience", "3"]);
    let result = shop.json(0, &args);
    assert_eq!(scans(&shop), ["c00.png", "c01.png", "c09.png"]);
    let faults = list(&result, "faults");
    for (card, reason) in [
        ("c02", "404"),
        ("c03", "no PNG, JPEG or WebP"),
        ("c04", "damaged"),
        ("c05", "cut"),
        ("c06", "too large"),
        ("c07", "too large"),
        ("c08", "too long"),
        ("c10", "own network"),
        ("c12", "invalid address"),
    ] {
        let named = faults.iter().any(|fault| fault.starts_with(&format!("{card} (")) && fault.contains(reason));
        assert!(named, "{card} {reason}: {faults:#?}");
    }
    assert_eq!(faults.len(), 9, "{faults:#?}");
    // Where a redirect leads is shown, and not followed before somebody agrees.
    let hosts = result["hosts"].as_array().expect("hosts");
    let far = hosts.iter().find(|host| host["host"] == "pics.invalid").expect("it is shown");
    assert_eq!((&far["agreed"], list(&result, "left")), (&json!(false), vec!["https://pics.invalid/far.png"]));
    assert_eq!((server.requests_for("/good.png"), server.requests_for("/moved.png"), other.all_requests()), (1, 1, 0));
    // The next fetch asks for what is missing only.
    let again = shop.json(0, &args);
    assert_eq!((again["taken"].as_array().map(Vec::len), list(&again, "kept").len()), (Some(0), 3));
    assert_eq!(
        (server.requests_for("/good.png"), server.requests_for("/moved.png"), server.requests_for("/missing.png")),
        (1, 1, 2)
    );
    // What was typed is followed, and what is there is replaced only on demand.
    let both = fetch(data, &["--agree", &here[7..], "--agree", &there[7..], "--patience", "3", "--replace"]);
    shop.run(0, &both);
    assert_eq!((server.requests_for("/good.png"), other.requests_for("/inner.png")), (2, 1));
    assert!(scans(&shop).contains(&"c10.png".to_owned()));
    // The face is the picture now.
    let face = shop.path("face.png");
    shop.run(0, &["card", "C00", "--game", "mine", "--face", text(&face), "--data", data]);
    let face = image::open(&face).expect("a picture").into_rgb8();
    let middle = face.get_pixel(face.width() / 2, face.height() / 2);
    assert!(middle[1] > 180 && middle[0] < 40, "{middle:?}");
}

#[test]
fn a_host_that_asks_for_patience_is_left_alone() {
    let shop = Shop::new();
    let server = Server::start(Duration::from_millis(50));
    let mut addresses = vec![format!("http://{}/busy.png", server.host())];
    addresses.extend((0..30).map(|at| format!("http://{}/{at}.png", server.host())));
    import(&shop, &addresses);
    let data = shop.path("data");
    let result = shop.json(0, &fetch(text(&data), &["--agree", &server.host()]));
    assert!(server.all_requests() < 10, "{}", server.all_requests());
    let (taken, left) = (result["taken"].as_array().expect("pictures").len(), list(&result, "left").len());
    assert_eq!((taken + left, server.requests_for("/busy.png")), (31, 1), "{result}");
    assert!(list(&result, "faults")[0].contains("left alone"), "{result}");
}

#[test]
fn a_killed_fetch_goes_on() {
    let shop = Shop::new();
    let server = Server::start(Duration::from_millis(100));
    let addresses: Vec<String> = (0..24).map(|at| format!("http://{}/{at}.png", server.host())).collect();
    import(&shop, &addresses);
    let data = shop.path("data");
    let (host, library) = (server.host(), shop.path("library.db"));
    let args = fetch(text(&data), &["--agree", &host]);
    let mut running = std::process::Command::new(assert_cmd::cargo::cargo_bin("deckloom"))
        .args(["--library", text(&library)])
        .args(&args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("runs");
    let begun = Instant::now();
    while scans(&shop).len() < 6 {
        assert!(begun.elapsed() < Duration::from_secs(60) && running.try_wait().expect("a child").is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    running.kill().expect("killed");
    running.wait().expect("ended");
    let there: Vec<String> = scans(&shop).into_iter().filter(|name| name.ends_with(".png")).collect();
    assert!(there.len() < 24, "it was killed in its midst");
    for name in &there {
        image::open(shop.path("data/mine/scans").join(name)).expect("what is there is whole");
    }
    let result = shop.json(0, &args);
    assert_eq!(
        (result["taken"].as_array().map(Vec::len), list(&result, "kept").len()),
        (Some(24 - there.len()), there.len())
    );
    for name in &there {
        let number: usize = name[1..3].parse().expect("a number");
        assert_eq!(server.requests_for(&format!("/{number}.png")), 1, "{name}");
    }
    assert_eq!(scans(&shop).iter().filter(|name| name.ends_with(".png")).count(), 24);
}

#[test]
fn another_import_keeps_addresses_and_brings_the_new_ones() {
    let shop = Shop::new();
    let addresses = ["https://pics.test/a.png", "https://pics.test/b.png"].map(str::to_owned);
    import(&shop, &addresses);
    let file = shop.path("data/mine/pictures.csv");
    let written = std::fs::read_to_string(&file).expect("there");
    assert_eq!(written, "card,picture\nc00,https://pics.test/a.png\nc01,https://pics.test/b.png\n");
    std::fs::write(&file, format!("{written}mine,https://pics.test/mine.png\n")).expect("written");
    import(&shop, &["https://pics.test/new.png".to_owned(), String::new()]);
    let lines = ["c00,https://pics.test/new.png", "c01,https://pics.test/b.png", "mine,https://pics.test/mine.png"];
    assert_eq!(std::fs::read_to_string(&file).expect("there"), format!("card,picture\n{}\n", lines.join("\n")));
    let (data, out) = (shop.path("data"), shop.path("out.csv"));
    shop.run(0, &["data", "export", "mine", "-o", text(&out), "--data", text(&data)]);
    assert!(std::fs::read_to_string(&out).expect("there").contains("https://pics.test/new.png"));
    // What nobody can read is told with its line, and stays as it is.
    std::fs::write(&file, "card,picture\nc00,file:///etc/passwd\n").expect("written");
    let fault = shop.error(3, &fetch(text(&data), &["--agree", "pics.test"]));
    assert!(fault.contains("pictures.csv") && fault.contains("line 2"), "{fault}");
}
