//! Addresses of pictures on the network, as lists of cards carry them. Nothing here connects.

/// How long an address may be, in bytes.
const LONGEST: usize = 2048;

/// An address of a picture: `http` or `https`, with a host, and without a name or password in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureAddress(String);

impl PictureAddress {
    /// Reads an address; `None` for anything else, such as the name of a file.
    pub fn parse(text: &str) -> Option<PictureAddress> {
        let text = text.trim();
        let (scheme, rest) = text.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        let plain = text.len() <= LONGEST && text.bytes().all(|b| b.is_ascii_graphic() && b != b'"' && b != b'\\');
        if !plain || !["http", "https"].contains(&scheme.as_str()) {
            return None;
        }
        // What stands behind `#` is for whoever shows a page.
        let rest = rest.split('#').next().unwrap_or_default();
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        let usual = if scheme == "https" { ":443" } else { ":80" };
        let host = authority.to_ascii_lowercase();
        let host = host.strip_suffix(usual).unwrap_or(&host);
        is_host(host).then(|| PictureAddress(format!("{scheme}://{host}{path}")))
    }

    /// The whole address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether what is sent is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.0.starts_with("https:")
    }

    /// The host, with its port unless that is the usual one.
    pub fn host(&self) -> &str {
        self.parts().0
    }

    /// The address that another one, found at this one, leads to; it may leave out what both have.
    pub fn join(&self, location: &str) -> Option<PictureAddress> {
        let location = location.trim();
        let scheme = if self.is_encrypted() { "https" } else { "http" };
        let (host, path) = self.parts();
        let colon = location.find(':').unwrap_or(location.len());
        let whole = if location.find(['/', '?', '#']).is_some_and(|end| colon < end) {
            location.to_owned()
        } else if let Some(other) = location.strip_prefix("//") {
            format!("{scheme}://{other}")
        } else if location.starts_with('/') {
            format!("{scheme}://{host}{location}")
        } else {
            let path = path.split('?').next().unwrap_or_default();
            let folder = if location.starts_with('?') { path } else { &path[..=path.rfind('/')?] };
            format!("{scheme}://{host}{folder}{location}")
        };
        PictureAddress::parse(&whole)
    }

    fn parts(&self) -> (&str, &str) {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        rest.split_at(rest.find('/').unwrap_or(rest.len()))
    }
}

/// Whether this is a host with or without a port.
fn is_host(text: &str) -> bool {
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (text, None),
    };
    let number = |port: &str| port.bytes().all(|b| b.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|n| n > 0);
    let word = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    let name_fits = match name.strip_prefix('[').and_then(|n| n.strip_suffix(']')) {
        Some(inner) => inner.bytes().all(|b| b.is_ascii_hexdigit() || b == b':' || b == b'.') && inner.contains(':'),
        None => name.bytes().all(word),
    };
    !name.is_empty() && name_fits && port.is_none_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<String> {
        PictureAddress::parse(text).map(|address| address.0)
    }

    #[test]
    fn only_http_and_https_with_a_host_are_addresses() {
        for (text, read) in [
            (" https://Pics.Test/A/b.jpg?x=1#top ", Some("https://pics.test/A/b.jpg?x=1")),
            ("HTTP://pics.test:80", Some("http://pics.test/")),
            ("https://pics.test:8443/a", Some("https://pics.test:8443/a")),
            ("http://[::1]:8080/a", Some("http://[::1]:8080/a")),
            ("https://pics.test?card=1", Some("https://pics.test/?card=1")),
            ("file:///etc/passwd", None),
            ("ftp://pics.test/a", None),
            ("pics/a.jpg", None),
            ("https:///a", None),
            ("https://me:secret@pics.test/a", None),
            ("https://pics.test:0/a", None),
            ("https://pics.test/a b", None),
            ("https://pics.test/a\nHost: other", None),
        ] {
            assert_eq!(parse(text).as_deref(), read, "{text}");
        }
        assert_eq!(parse(&format!("https://pics.test/{}", "a".repeat(LONGEST))), None);
    }

    #[test]
    fn addresses_that_leave_something_out_lead_where_a_browser_goes() {
        let from = PictureAddress::parse("https://pics.test:8443/sets/ab/1.jpg?v=2").expect("an address");
        for (location, to) in [
            ("https://other.test/x", Some("https://other.test/x")),
            ("//other.test/x", Some("https://other.test/x")),
            ("/x?y", Some("https://pics.test:8443/x?y")),
            ("2.jpg", Some("https://pics.test:8443/sets/ab/2.jpg")),
            ("?v=3", Some("https://pics.test:8443/sets/ab/1.jpg?v=3")),
            ("file:///etc/passwd", None),
            ("javascript:alert(1)/", None),
        ] {
            assert_eq!(from.join(location).map(|a| a.0).as_deref(), to, "{location}");
        }
        assert_eq!((from.host(), from.is_encrypted()), ("pics.test:8443", true));
    }
}
