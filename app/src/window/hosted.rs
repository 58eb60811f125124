//! Tables for phones: the window hosts them while it is open.

use std::net::IpAddr;

use catalog::store::journal::StreamId;
use host::address::AddressError;
use host::tables::NewTable;
use iced::Task;

use super::state::{Message, Window};
use crate::hosting::{self, HostAct, HostError, HostPlace, Hosting};
use crate::notice::Notice;
use crate::screen::limited::hosted::HostedPage;

impl Window {
    /// Hosts a table for phones; the first one starts the host.
    pub(super) fn host(&mut self, new: NewTable, address: Option<IpAddr>) -> Task<Message> {
        let hosting = match &self.hosting {
            Some(hosting) => hosting,
            None => {
                let place = HostPlace { address, port: hosting::PORT, names: Vec::new() };
                match Hosting::start(&self.session, Vec::new(), &place) {
                    Ok(hosting) => self.hosting.insert(hosting),
                    Err(HostError::Address(AddressError::Several(addresses))) => {
                        self.limited.show_hosted(HostedPage::choose(new, addresses));
                        return Task::none();
                    }
                    Err(e) => return self.say(Notice::wrong(e)),
                }
            }
        };
        let made = hosting.create(self.game_library.clone(), new.clone());
        match made.map(|id| hosting.table(id)) {
            Ok(Some(table)) => {
                self.limited.show_hosted(HostedPage::open(new, table));
                Task::none()
            }
            Ok(None) => Task::none(),
            Err(e) => self.say(Notice::wrong(e)),
        }
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
