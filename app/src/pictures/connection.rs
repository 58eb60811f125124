//! The one place of the program that connects to other machines: it asks for one picture at a time, at hosts that a
//! person agreed to, and goes to no other by itself. A redirect is an answer here, not a way.
//!
//! The address that a name stands for is looked at before it is connected to, and that one is connected to: a name
//! that leads into one's own network is refused, also if it leads elsewhere a moment before. Nothing is kept between
//! two runs, no cookie and no certificate; what the environment says of proxies is left aside.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use catalog::art::PictureAddress;
use ureq::config::Config;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, http};

use super::PictureFault;
use super::fetch::Traffic;

/// Who asks.
const USER_AGENT: &str = concat!("Deckloom/", env!("CARGO_PKG_VERSION"));
/// What is taken.
const ACCEPT: &str = "image/png, image/jpeg, image/webp";

/// Codes of an answer that ask for patience.
const BUSY: [u16; 2] = [429, 503];

/// What a host answers.
pub(super) enum Answer {
    /// What lies there, which may be no picture.
    Bytes(Vec<u8>),
    /// It lies elsewhere.
    Elsewhere(String),
    /// The host has had enough for now.
    Busy,
}

/// Asks hosts for pictures, over connections that are used again.
pub(super) struct Connection {
    agent: Agent,
    most_bytes: u64,
}

impl Connection {
    /// A picture may take as long as `patience` and have so many bytes; `typed` are hosts that a person wrote.
    pub fn new(typed: &BTreeSet<String>, patience: Duration, most_bytes: u64) -> Connection {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .user_agent(USER_AGENT)
            .accept(ACCEPT)
            .timeout_connect(Some(patience.min(Duration::from_secs(15))))
            .timeout_global(Some(patience))
            .build();
        let typed = typed.iter().filter(|host| is_private_host(host)).cloned().collect();
        let resolver = CheckedResolver { names: DefaultResolver::default(), typed };
        Connection { agent: Agent::with_parts(config, DefaultConnector::default(), resolver), most_bytes }
    }

    /// Asks for what lies at an address.
    ///
    /// # Errors
    /// Why there is no answer, or one that is of no use.
    pub fn ask(&self, address: &PictureAddress, traffic: &Traffic<'_>) -> Result<Answer, PictureFault> {
        let response = self.agent.get(address.as_str()).call().map_err(fault)?;
        let status = response.status();
        if BUSY.contains(&status.as_u16()) {
            return Ok(Answer::Busy);
        }
        if status.is_redirection() {
            let location = response.headers().get(http::header::LOCATION).and_then(|to| to.to_str().ok());
            return location.map(|to| Answer::Elsewhere(to.to_owned())).ok_or(PictureFault::Status(status.as_u16()));
        }
        if status != http::StatusCode::OK {
            return Err(PictureFault::Status(status.as_u16()));
        }
        let body = response.into_body();
        if body.content_length().is_some_and(|length| length > self.most_bytes) {
            return Err(PictureFault::Long);
        }
        let mut reader = body.into_reader();
        let (mut bytes, mut part) = (Vec::new(), vec![0; 1 << 16]);
        loop {
            if traffic.progress.stopped() {
                return Err(PictureFault::Stopped);
            }
            let read = reader.read(&mut part).map_err(|e| fault(e.into()))?;
            if read == 0 {
                return Ok(Answer::Bytes(bytes));
            }
            bytes.extend_from_slice(&part[..read]);
            traffic.add(read as u64);
            if bytes.len() as u64 > self.most_bytes {
                return Err(PictureFault::Long);
            }
        }
    }
}

fn fault(error: ureq::Error) -> PictureFault {
    match error {
        ureq::Error::Io(e) if e.get_ref().is_some_and(|inner| inner.is::<PrivatePlace>()) => PictureFault::Private,
        ureq::Error::Io(e) if matches!(e.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset) => {
            PictureFault::Cut
        }
        ureq::Error::Io(e) if e.kind() == io::ErrorKind::TimedOut => PictureFault::Slow,
        ureq::Error::Timeout(_) => PictureFault::Slow,
        ureq::Error::Io(e) => PictureFault::Unreachable(e.to_string()),
        other => PictureFault::Unreachable(other.to_string()),
    }
}

/// Looks at where a name leads before anything connects to it.
#[derive(Debug)]
struct CheckedResolver {
    names: DefaultResolver,
    /// Hosts of a person's own network, as the person wrote them.
    typed: BTreeSet<String>,
}

impl Resolver for CheckedResolver {
    fn resolve(
        &self,
        uri: &http::Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let places = self.names.resolve(uri, config, timeout)?;
        let typed = PictureAddress::parse(&uri.to_string()).is_some_and(|address| self.typed.contains(address.host()));
        if !typed && places.iter().any(|place| is_private(place.ip())) {
            return Err(ureq::Error::Io(io::Error::other(PrivatePlace)));
        }
        Ok(places)
    }
}

/// A name leads into a network of one's own.
#[derive(Debug, thiserror::Error)]
#[error("a place in your own network")]
struct PrivatePlace;

/// Whether a host, written as people write it, is one of one's own network: a number of such a network, or a name
/// that means nothing elsewhere.
pub(super) fn is_private_host(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => name,
        _ => host,
    };
    let name = name.trim_matches(['[', ']']).trim_end_matches('.');
    match name.parse::<IpAddr>() {
        Ok(ip) => is_private(ip),
        Err(_) => !name.contains('.') || [".local", ".localhost", ".home.arpa"].iter().any(|own| name.ends_with(own)),
    }
}

/// Whether nobody else reaches this place, or nobody in particular is there.
fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_private_v4(ip),
        IpAddr::V6(ip) => is_private_v6(ip),
    }
}

fn is_private_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = matches!((a, b, c), (0, ..) | (100, 64..=127, _) | (192, 0, 0) | (198, 18..=19, _) | (240.., ..));
    special || ip.is_private() || ip.is_loopback() || ip.is_link_local() || ip.is_multicast() || ip.is_documentation()
}

fn is_private_v6(ip: Ipv6Addr) -> bool {
    let [first, second, third, .., seventh, eighth] = ip.segments();
    let within = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_private_v4(Ipv4Addr::new(a, b, c, d))
    };
    if let Some(ip) = ip.to_ipv4_mapped() {
        return is_private_v4(ip);
    }
    match first {
        // Addresses that hold one of the older kind: those of gateways, and 6to4.
        0x64 => second != 0xff9b || within(seventh, eighth),
        0x2002 => within(second, third),
        0x2001 => second == 0xdb8 || second == 0,
        // Only these are given out.
        0x2000..=0x3fff => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_ones_own_network_are_known_in_every_form() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::7f00:1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
        ] {
            assert!(is_private(private.parse().expect("an address")), "{private}");
        }
        for open in ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::101:101", "::ffff:1.1.1.1"] {
            assert!(!is_private(open.parse().expect("an address")), "{open}");
        }
    }

    #[test]
    fn hosts_of_ones_own_network_are_known_by_their_names() {
        for private in ["localhost", "LOCALHOST:80", "nas", "nas.local:8080", "127.0.0.1:1", "[::1]:8080", "[fd00::1]"]
        {
            assert!(is_private_host(&private.to_ascii_lowercase()), "{private}");
        }
        for open in ["pics.test", "pics.test:8080", "1.1.1.1", "[2606:4700::1111]:443"] {
            assert!(!is_private_host(open), "{open}");
        }
    }
}
