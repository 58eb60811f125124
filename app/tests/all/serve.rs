//! A table that is hosted from the command line: what it says, who comes in, and what goes on after it was killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::program::Program;
use serde_json::Value;

/// A host that runs, and what it said.
struct Host(Child, Value);

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(room: &Program, args: &[&str]) -> Host {
    let args = [&["serve", "--json", "--address", "127.0.0.1"], args].concat();
    let mut host = Host(room.command(&args).stdout(Stdio::piped()).spawn().expect("starts"), Value::Null);
    let mut out = BufReader::new(host.0.stdout.take().expect("its words"));
    let mut text = String::new();
    while out.read_line(&mut text).expect("reads") > 0 {
        if let Ok(told) = serde_json::from_str(&text) {
            host.1 = told;
            return host;
        }
    }
    panic!("the host ended: {text}");
}

/// The head and body of an answer to a request of a browser at this address.
fn ask(address: &str, request: &str, body: &str) -> String {
    let at = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(at).expect("somebody listens");
    let head = format!("Host: {at}\r\nOrigin: http://{at}\r\nConnection: close\r\nContent-Length: {}", body.len());
    write!(stream, "{request}\r\n{head}\r\n\r\n{body}").expect("writes");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("reads");
    answer
}

fn word<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} in {value}"))
}

#[test]
fn a_table_is_hosted_killed_and_hosted_again() {
    let room = Program::of("serve");
    assert!(room.refused(2, &[]).contains("no table was set up yet"));
    assert!(room.refused(2, &["chronx/constructed"]).contains("opens no packs"));
    assert!(room.refused(2, &["chronx/draft", "--address", "8.8.8.8"]).contains("is a public address"));
    assert!(room.refused(2, &["chronx/draft", "--address", "0.0.0.0"]).contains("every address"));
    let seats = ["chronx/draft", "--seats", "9", "--address", "127.0.0.1", "--port", "0"];
    assert!(room.refused(2, &seats).contains("Draft is for 2 to 8 players, not 9"));
    let host = serve(&room, &["chronx/draft", "--name", "Friday", "--seats", "2", "--port", "0"]);
    let (address, table) = (word(&host.1, "address").to_owned(), &host.1["tables"][0]);
    assert_eq!((word(table, "name"), word(table, "format")), ("Friday", "chronx/draft"));
    let code = word(table, "code").to_owned();
    let page = ask(&address, &format!("GET /?code={code} HTTP/1.1"), "");
    assert!(page.contains("200 OK") && page.contains(&code), "{page}");
    let joined = ask(&address, "POST / HTTP/1.1", &format!("code={code}&name=Ada"));
    let cookie = joined.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    assert!(joined.contains("HttpOnly; SameSite=Strict"), "{joined}");
    // A face is painted for a phone.
    let face = {
        let at = address.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(at).expect("somebody listens");
        let get = "GET /face/chronx/audit-drone/240.jpg HTTP/1.1";
        write!(stream, "{get}\r\nHost: {at}\r\nConnection: close\r\n\r\n").expect("writes");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("reads");
        bytes
    };
    let body = face.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
    let picture = image::load_from_memory(&face[body..]).expect("a picture");
    assert_eq!(picture.width(), 240);
    // The port is taken now; whoever kills the host can take it again, and everybody is where they were.
    let port = address.trim_end_matches('/').rsplit(':').next().expect("a port").to_owned();
    let again = ["chronx/draft", "--address", "127.0.0.1", "--port", &port];
    assert!(room.refused(4, &again).contains("is taken"));
    drop(host);
    let host = serve(&room, &["--port", &port]);
    let table = &host.1["tables"][0];
    assert_eq!((word(table, "code"), &table["players"]), (code.as_str(), &serde_json::json!(["Ada", null])));
    let page = ask(&address, &format!("GET /t/1 HTTP/1.1\r\nCookie: {cookie}\r\nAccept-Language: de"), "");
    assert!(page.contains("Ada") && page.contains("lang=\"de\""), "{page}");
    // Its owner has a new link.
    let secret = word(table, "owner").split('#').nth(1).expect("a secret");
    let entered = ask(&address, "POST /s HTTP/1.1", &format!("secret={secret}"));
    assert!(entered.contains("location: /t/1/owner"), "{entered}");
    drop(host);
    // Its players go on to an event once they have cards.
    room.run(0, &["event", "new", "Cup", "chronx/draft"]);
    let add = |table| room.run(2, &["event", "add", "Cup", "--hosted", table]).1;
    assert!(add("Monday").contains("there are `Friday`"));
    assert!(add("Friday").contains("has not drafted"));
}
