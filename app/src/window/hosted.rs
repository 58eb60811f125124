//! Tables for phones: the window hosts them while it is open.

use std::net::{IpAddr, Ipv4Addr};

use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use host::address::AddressError;
use iced::Task;

use super::state::{Message, Window};
use crate::hosting::{self, HostAct, HostError, HostPlace, Hosting};
use crate::notice::Notice;
use crate::screen::limited::hosted::{HostedPage, WantedTable};

impl Window {
    /// Hosts a table for phones; the first one starts the host.
    pub(super) fn host(&mut self, wanted: WantedTable, address: Option<IpAddr>) -> Task<Message> {
        let hosting = match &mut self.hosting {
            Some(hosting) => hosting,
            None => {
                let place = |port| HostPlace { address, port, names: Vec::new() };
                let kept = self.session.saved_streams(StreamKind::Table, None).unwrap_or_default();
                let games: Vec<_> =
                    kept.iter().filter_map(|(game, _)| self.session.game_library(game).cloned()).collect();
                let started = match Hosting::start(&self.session, &games, &place(hosting::PORT)) {
                    // Another host runs on this computer: any port will do.
                    Err(HostError::Taken(_)) => Hosting::start(&self.session, &games, &place(0)),
                    started => started,
                };
                match started {
                    Ok(hosting) => self.hosting.insert(hosting),
                    // Browsers of this computer always find it, if only to try.
                    Err(HostError::Address(AddressError::None)) => return self.ask_address(wanted, Vec::new()),
                    Err(HostError::Address(AddressError::Several(all))) => return self.ask_address(wanted, all),
                    Err(e) => return self.say(Notice::wrong(e)),
                }
            }
        };
        let found = match &wanted {
            WantedTable::New(new) => hosting.create(self.game_library.clone(), (**new).clone()),
            WantedTable::Kept(id) => Ok(*id),
        };
        // Those that stay closed are told of once, when hosting begins.
        let closed: Vec<String> = std::mem::take(&mut hosting.left)
            .into_iter()
            .map(|(name, why)| tr!("{name} cannot be opened: {why}", name, why))
            .collect();
        match found.map(|id| hosting.table(id)) {
            Ok(Some(table)) => {
                self.limited.show_hosted(HostedPage::open(wanted, table));
                if closed.is_empty() { Task::none() } else { self.say(Notice::wrong(closed.join("\n"))) }
            }
            Ok(None) => self.say(Notice::wrong(tr!("This table cannot be opened with the data of its game."))),
            Err(e) => self.say(Notice::wrong(e)),
        }
    }

    fn ask_address(&mut self, wanted: WantedTable, mut addresses: Vec<IpAddr>) -> Task<Message> {
        addresses.push(IpAddr::V4(Ipv4Addr::LOCALHOST));
        self.limited.show_hosted(HostedPage::choose(wanted, addresses));
        Task::none()
    }

    /// Does something with a hosted table, and looks at it again.
    pub(super) fn act_at_hosted(&mut self, id: StreamId, act: Option<HostAct>) -> Task<Message> {
        let Some(hosting) = &self.hosting else { return Task::none() };
        let done = act.map_or(Ok(()), |act| hosting.act(id, act));
        if let Some(table) = hosting.table(id) {
            self.limited.renew_hosted(table);
        }
        match done {
            Ok(()) => Task::none(),
            Err(e) => self.say(Notice::wrong(e)),
        }
    }
}
