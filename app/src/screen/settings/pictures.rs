//! Pictures that imports know the addresses of: how many are not here yet, at which hosts they lie, and whether these may be
//! asked. Nothing connects before a person agreed here.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use catalog::art::{ADDRESSES, PictureAddresses, SCANS};
use catalog::tr;
use engine::kernel::parallel::Progress;
use iced::widget::{Column, Space, column, container, row};
use iced::{Center, Fill};

use crate::notice::{BackgroundWork, WorkResult};
use crate::pictures::{FetchConsent, FetchHost, FetchLimits, FetchPlan, FetchReport};
use crate::session::Session;
use crate::theme::space;
use crate::widget::{Element, button, cut, field, label, panel};

/// How many pictures that did not come are named.
const NAMED: usize = 20;

/// The state of this part.
#[derive(Default)]
pub struct Pictures {
    offers: Vec<PictureOffer>,
    /// The game whose hosts are shown.
    asked: Option<String>,
    /// The game whose pictures are being fetched, and what came of it so far.
    fetching: Option<(String, Arc<Mutex<Option<FetchPlan>>>)>,
    /// The game whose fetch was led to hosts that nobody had agreed to, and what lies there.
    led: Option<(String, FetchPlan)>,
    /// A host of one's own network that a person typed.
    typed: String,
    /// What is wrong with a list of addresses.
    faults: Vec<String>,
}

/// A game with pictures that are not here.
struct PictureOffer {
    id: String,
    name: String,
    plan: FetchPlan,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// The hosts of this game's pictures are to be shown.
    Wanted(String),
    /// A host of one's own network is typed, so that it may be asked, too.
    HostTyped(String),
    /// They are not to be asked.
    Cancelled,
    /// They may be asked.
    Agreed,
    /// A fetch is over.
    Ended,
}

/// What only the parent can do.
pub enum Request {
    /// Fetch in the background, and say so with [`Message::Ended`].
    Fetch(BackgroundWork),
    /// Show the pictures that are there now, and look again which are not.
    Show,
}

impl Pictures {
    /// Looks which pictures are not here. Nothing connects.
    pub fn reload(&mut self, session: &Session) {
        (self.offers, self.faults) = (Vec::new(), Vec::new());
        for game_library in session.game_libraries() {
            let game = &game_library.game;
            for folder in session.source.added().iter().map(|added| added.join(&game.id)) {
                let file = folder.join(ADDRESSES);
                match PictureAddresses::open(&file) {
                    Ok(addresses) => {
                        let plan = FetchPlan::new(game, &addresses, &folder.join(SCANS), false);
                        if !plan.wanted.is_empty() {
                            self.offers.push(PictureOffer { id: game.id.clone(), name: game.name.clone(), plan });
                        }
                    }
                    Err(fault) => self.faults.push(format!("{}: {fault}", file.display())),
                }
            }
        }
        if let Some((game, plan)) = &self.led
            && let Some(offer) = self.offers.iter_mut().find(|offer| offer.id == *game)
        {
            offer.plan = plan.clone();
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message) -> Option<Request> {
        match message {
            Message::Wanted(game) => (self.asked, self.typed) = (Some(game), String::new()),
            Message::HostTyped(host) => self.typed = host,
            Message::Cancelled => {
                self.asked = None;
                return self.led.take().map(|_| Request::Show);
            }
            Message::Agreed => return self.fetch(),
            Message::Ended => {
                let (game, left) = self.fetching.take()?;
                // Where redirects led is shown, and asked about like any other host.
                let plan = left.lock().ok().and_then(|mut plan| plan.take()).filter(|plan| !plan.wanted.is_empty());
                self.led = plan.map(|plan| (game, plan));
                self.asked = self.led.as_ref().map(|(game, _)| game.clone());
                return Some(Request::Show);
            }
        }
        None
    }

    fn fetch(&mut self) -> Option<Request> {
        let id = self.asked.take()?;
        self.led = None;
        let offer = self.offers.iter().find(|offer| offer.id == id).filter(|_| self.fetching.is_none())?;
        let (plan, mut consent) = (offer.plan.clone(), FetchConsent::default());
        for host in plan.hosts() {
            if is_typed(&host, &self.typed) {
                consent.agree_to_typed(&host.name);
            } else {
                consent.agree(&host.name);
            }
        }
        let left = Arc::new(Mutex::new(None));
        self.fetching = Some((id, left.clone()));
        let (name, pieces) = (tr!("Fetching pictures of {}", offer.name), plan.wanted.len() as u64);
        let run = move |progress: Arc<Progress>| -> WorkResult {
            let report = plan.run(&consent, FetchLimits::default(), &progress);
            let words = describe(&report);
            if let Ok(mut left) = left.lock() {
                *left = Some(plan.after(&report));
            }
            Ok(words)
        };
        let stopped = tr!("Stopped. Pictures already fetched are kept; the next fetch continues.");
        Some(Request::Fetch(BackgroundWork { name, pieces, stopped, run: Box::new(run) }))
    }

    /// This part of the page; nothing if there is nothing to fetch.
    pub fn view(&self) -> Option<Element<'_, Message>> {
        let mut lines = Column::new().spacing(space::S);
        for offer in &self.offers {
            let n = offer.plan.wanted.len();
            let words = tr!(
                "{game}: 1 picture not fetched yet" | "{game}: {n} pictures not fetched yet" % n,
                game = offer.name
            );
            let is_asked = self.asked.as_ref() == Some(&offer.id);
            let act = (!is_asked && self.fetching.is_none())
                .then(|| button::plain(tr!("Fetch pictures…")).on_press(Message::Wanted(offer.id.clone())));
            lines = lines.push(row![container(cut(words)).width(Fill)].push(act).spacing(space::M).align_y(Center));
            lines = lines.push(is_asked.then(|| question(&offer.plan, &self.typed)));
        }
        for fault in &self.faults {
            lines = lines.push(label::body(fault.as_str()));
        }
        (!self.offers.is_empty() || !self.faults.is_empty()).then(|| lines.into())
    }
}

/// The hosts, about how much would come, and whether it may.
fn question<'a>(plan: &FetchPlan, typed: &str) -> Element<'a, Message> {
    let hosts = plan.hosts();
    let open = hosts.iter().any(|host| !host.private || is_typed(host, typed));
    let mut lines = Column::new().spacing(space::XS);
    for host in &hosts {
        lines = lines.push(label::body(host_line(host)));
    }
    if hosts.iter().any(|host| host.private) {
        let words = tr!("To ask a host in your own network, type its name or address as it stands above.");
        lines = lines.push(label::caption(words).style(label::muted));
        lines = lines.push(field::line(tr!("Host in your own network"), typed).on_input(Message::HostTyped));
    }
    let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
    let (about, most) = (megabytes(plan.expected_bytes()), megabytes(plan.most_bytes()));
    let size = tr!("About {about} MB, estimated from typical pictures, and never more than {most} MB.", about, most);
    let words =
        tr!("These hosts will see your network address and what you ask for. Nothing connects before you agree.");
    let agree = open.then(|| button::primary(tr!("Agree and fetch")).on_press(Message::Agreed));
    let cancel = button::plain(tr!("Cancel")).on_press(Message::Cancelled);
    let acts = row![Space::new().width(Fill)].push(agree).push(cancel).spacing(space::S);
    let page = column![lines, label::body(size).style(label::muted), label::body(words).style(label::muted), acts];
    container(page.spacing(space::M)).padding(space::L).width(Fill).style(panel::framed).into()
}

/// Whether a person typed this host of their own network.
fn is_typed(host: &FetchHost, typed: &str) -> bool {
    host.private && typed.split([',', ' ']).any(|word| word.eq_ignore_ascii_case(&host.name))
}

fn host_line(host: &FetchHost) -> String {
    let n = host.pictures;
    let mut line = tr!("{host}: 1 picture" | "{host}: {n} pictures" % n, host = host.name);
    if !host.encrypted {
        line.push_str(&tr!(" · not encrypted"));
    }
    if host.private {
        line.push_str(&tr!(" · in your own network"));
    }
    line
}

/// What came of a fetch.
fn describe(report: &FetchReport) -> String {
    let n = report.taken.len();
    let mut text = tr!("1 card has its picture now" | "{n} cards have their pictures now" % n);
    let more: Vec<String> = [
        (report.left.len(), tr!("not asked for yet")),
        (report.elsewhere.len(), tr!("at other hosts")),
        (report.refused.len(), tr!("skipped")),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, words)| format!("{n} {words}"))
    .collect();
    if !more.is_empty() {
        let _ = write!(text, " · {}", more.join(" · "));
    }
    for host in &report.skipped_hosts {
        let _ = write!(text, "\n{}", tr!("{host} does not answer, or asks to slow down", host));
    }
    for refused in report.refused.iter().take(NAMED) {
        let _ = write!(text, "\n{}: {}", refused.picture.cards.join(", "), refused.reason);
    }
    if report.refused.len() > NAMED {
        text.push_str("\n…");
    }
    text
}
