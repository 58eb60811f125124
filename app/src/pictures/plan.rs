//! What a fetch would ask whom for, told before anything connects, and what a person agrees to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use catalog::GameData;
use catalog::art::{self, PictureAddress, PictureAddresses};

use super::connection::is_private_host;
use super::fetch::FetchReport;

/// What a picture of a card takes that nobody has weighed yet, in bytes: that of a JPEG of 488 × 680.
const USUAL_BYTES: u64 = 150_000;
/// A fetch ends at so many times of what is expected, or at [`FLOOR_BYTES`] if that is more.
const MOST_TIMES: u64 = 8;
/// What a fetch of few pictures may bring.
const FLOOR_BYTES: u64 = 64 << 20;

/// A picture that is not there yet, with the cards that it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedPicture {
    /// Where it lies.
    pub address: PictureAddress,
    /// Ids of the cards.
    pub cards: Vec<String>,
}

/// A host that would be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchHost {
    /// Its name, with its port unless that is the usual one.
    pub name: String,
    /// Pictures that lie there.
    pub pictures: usize,
    /// Whether all of them come encrypted.
    pub encrypted: bool,
    /// Whether it is one of one's own network, which only counts as agreed to if it was typed.
    pub private: bool,
}

/// What is to be fetched.
#[derive(Debug, Clone)]
pub struct FetchPlan {
    /// Where the pictures are put.
    pub folder: PathBuf,
    /// The pictures, each once, in order of their first cards.
    pub wanted: Vec<WantedPicture>,
    /// Ids of cards that have a picture there.
    pub present: Vec<String>,
    /// Ids with an address that no card has.
    pub strays: Vec<String>,
    /// What a picture is expected to take, in bytes.
    usual: u64,
}

/// What a person agreed to.
#[derive(Debug, Clone, Default)]
pub struct FetchConsent {
    agreed: BTreeSet<String>,
    typed: BTreeSet<String>,
}

impl FetchConsent {
    /// Agrees to a host that was shown. One of one's own network has to be typed.
    pub fn agree(&mut self, host: &str) {
        if !is_private_host(host) {
            self.agreed.insert(host.to_owned());
        }
    }

    /// Agrees to a host that a person wrote, of whatever network; `false` if that is no host.
    pub fn agree_to_typed(&mut self, host: &str) -> bool {
        let host = host.trim();
        let host = host.strip_suffix(":443").unwrap_or(host);
        let address = PictureAddress::parse(&format!("http://{host}"));
        let Some(address) = address.filter(|a| a.as_str() == format!("http://{}/", a.host())) else { return false };
        self.typed.insert(address.host().to_owned());
        self.agreed.insert(address.host().to_owned());
        true
    }

    /// Whether this host may be asked.
    pub fn has(&self, host: &str) -> bool {
        self.agreed.contains(host)
    }

    /// Whether nothing may be asked.
    pub fn is_empty(&self) -> bool {
        self.agreed.is_empty()
    }

    /// Hosts that a person wrote.
    pub fn typed(&self) -> &BTreeSet<String> {
        &self.typed
    }
}

impl FetchPlan {
    /// Plans for the cards of a game that have an address and, unless `replace`, no picture in the folder.
    pub fn new(game: &GameData, addresses: &PictureAddresses, folder: &Path, replace: bool) -> FetchPlan {
        let mut wanted: Vec<WantedPicture> = Vec::new();
        let mut by_address: BTreeMap<&PictureAddress, usize> = BTreeMap::new();
        let there = art::names_in(folder);
        let (mut present, mut strays) = (Vec::new(), Vec::new());
        for (card, address) in addresses.iter() {
            if game.side_by_id(card).is_none() {
                strays.push(card.to_owned());
            } else if !replace && there.contains(card) {
                present.push(card.to_owned());
            } else {
                let at = *by_address.entry(address).or_insert_with(|| {
                    wanted.push(WantedPicture { address: address.clone(), cards: Vec::new() });
                    wanted.len() - 1
                });
                wanted[at].cards.push(card.to_owned());
            }
        }
        FetchPlan { folder: folder.to_owned(), wanted, present, strays, usual: usual_bytes(folder) }
    }

    /// Plans for what a fetch was led to by hosts that nobody had agreed to.
    pub fn after(&self, report: &FetchReport) -> FetchPlan {
        let wanted = report.elsewhere.clone();
        FetchPlan { folder: self.folder.clone(), wanted, present: Vec::new(), strays: Vec::new(), usual: self.usual }
    }

    /// The hosts by name.
    pub fn hosts(&self) -> Vec<FetchHost> {
        hosts_of(&self.wanted)
    }

    /// What all pictures are expected to take, in bytes. Nobody was asked: it is what the pictures that are there take.
    pub fn expected_bytes(&self) -> u64 {
        self.usual * self.wanted.len() as u64
    }

    /// Bytes at which the fetch ends.
    pub fn most_bytes(&self) -> u64 {
        (self.expected_bytes() * MOST_TIMES).max(FLOOR_BYTES)
    }
}

/// The hosts where pictures lie, by name.
pub(super) fn hosts_of(wanted: &[WantedPicture]) -> Vec<FetchHost> {
    let mut hosts: BTreeMap<&str, FetchHost> = BTreeMap::new();
    for picture in wanted {
        let name = picture.address.host();
        let host = hosts.entry(name).or_insert_with(|| FetchHost {
            name: name.to_owned(),
            pictures: 0,
            encrypted: true,
            private: is_private_host(name),
        });
        host.pictures += 1;
        host.encrypted &= picture.address.is_encrypted();
    }
    hosts.into_values().collect()
}

/// What the pictures of a folder take on average; what is usual, if there are none.
fn usual_bytes(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes: Vec<u64> =
        files.filter_map(|file| file.metadata().ok()).filter(|f| f.is_file()).map(|f| f.len()).collect();
    let all: u64 = sizes.iter().sum();
    all.checked_div(sizes.len() as u64).filter(|usual| *usual > 0).unwrap_or(USUAL_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_of_ones_own_network_is_agreed_to_only_by_typing_it() {
        let mut consent = FetchConsent::default();
        for host in ["192.168.1.2", "localhost:8080", "pics.test"] {
            consent.agree(host);
        }
        assert!(consent.has("pics.test") && !consent.has("192.168.1.2") && !consent.has("localhost:8080"));
        assert!(consent.agree_to_typed("192.168.1.2") && consent.agree_to_typed("LocalHost:8080"));
        assert!(consent.has("192.168.1.2") && consent.has("localhost:8080"));
        assert!(
            !consent.agree_to_typed("https://pics.test/a")
                && !consent.agree_to_typed("")
                && !consent.agree_to_typed("a/b")
        );
    }

    #[test]
    fn an_address_is_asked_for_once_whatever_cards_it_shows() {
        let game = catalog::load::game(&catalog::Source::shipped(), "chronx").expect("a game");
        let (one, two) = (&game.cards[0].id, &game.cards[1].id);
        let mut list = PictureAddresses::default();
        for card in [one.as_str(), two, "nobody"] {
            list.insert(card, PictureAddress::parse("http://pics.test/a.jpg").expect("an address"));
        }
        let folder = tempfile::tempdir().expect("a folder");
        let plan = FetchPlan::new(&game, &list, folder.path(), false);
        assert_eq!((plan.wanted.len(), plan.wanted[0].cards.len(), plan.strays.len()), (1, 2, 1));
        let host = FetchHost { name: "pics.test".into(), pictures: 1, encrypted: false, private: false };
        assert_eq!(plan.hosts(), [host]);
        std::fs::write(folder.path().join(format!("{one}.webp")), [0; 1000]).expect("written");
        let plan = FetchPlan::new(&game, &list, folder.path(), false);
        assert_eq!(
            (&plan.wanted[0].cards[..], plan.present.len(), plan.expected_bytes()),
            (&[two.clone()][..], 1, 1000)
        );
        assert_eq!(FetchPlan::new(&game, &list, folder.path(), true).present.len(), 0);
    }
}
