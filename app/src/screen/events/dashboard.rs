//! The dashboard of one event: players, pods, rounds with their results, standings, the report, and the clock over all of it.

mod clock;
mod log;
pub mod player_panel;
mod players;
mod report;
mod rounds;
mod standings;
mod state;
mod words;

use std::path::PathBuf;

use catalog::store::Library;
use catalog::store::journal::StreamId;
use catalog::tr;
use formats::GameLibrary;
use formats::event::clock::ClockAction;
use formats::event::log::{EventAction, MatchScore, ResultKind};
use formats::event::{EventKind, ORGANISER, Published, roster};
use iced::widget::{Row, column, container, row};
use iced::{Center, Fill, Subscription, Task};

use super::lobby;
use crate::key::Shortcut;
use crate::notice::Notice;
use crate::saved_event::{self, SavedEvent};
use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, label, panel};
use player_panel::PlayerPanel;
use state::NEWCOMER;
pub use state::{Action, EventDashboard, EventTab, Message, Request};
use words::{SCORES, clock_text};

/// Decks that are drawn at once to be looked at.
const CHECKS: u32 = 3;
/// Width from which on the head says how the event stands: below it, its name and what comes next need the room.
const STATED: f32 = 1050.0;

impl EventDashboard {
    /// The dashboard of an event, at what is to be done next.
    pub fn new(saved: SavedEvent) -> EventDashboard {
        let folder = directories::UserDirs::new();
        let folder = folder.and_then(|d| d.document_dir().map(|p| p.display().to_string())).unwrap_or_default();
        let tab = match (saved.event.round(), saved.event.is_over()) {
            (_, true) => EventTab::Report,
            (0, _) => EventTab::Players,
            _ => EventTab::Rounds,
        };
        let mut dashboard = EventDashboard {
            saved,
            tab,
            newcomer: String::new(),
            round: 0,
            table: 0,
            exchange_with: None,
            player_panel: None,
            pending_change: None,
            place: 0,
            prizes: String::new(),
            folder,
            clock: false,
            now: saved_event::now(),
        };
        dashboard.show_last_round();
        dashboard
    }

    /// Shows a part.
    pub fn show(&mut self, tab: EventTab) {
        self.tab = tab;
    }

    /// A new event waits for its players: their names can be typed at once.
    pub fn focus_newcomer<M>(&self) -> Task<M> {
        if self.event().players.is_empty() { iced::widget::operation::focus(NEWCOMER) } else { Task::none() }
    }

    /// What it is in the library.
    pub fn id(&self) -> StreamId {
        self.saved.id
    }

    /// Looks at the library again, where somebody else may have gone on.
    pub fn reload(&mut self, library: &Library) {
        if let Ok(saved) = SavedEvent::open(library, self.saved.id) {
            self.saved = saved;
            self.round = self.round.min(self.saved.event.rounds.len().saturating_sub(1));
        }
    }

    fn show_last_round(&mut self) {
        self.round = self.event().rounds.len().saturating_sub(1);
        self.table = self.next_open(0).unwrap_or(0);
        self.exchange_with = None;
    }

    /// The next table without a result in the round that is shown, from this one on and around.
    fn next_open(&self, from: usize) -> Option<usize> {
        let matches = &self.event().rounds.get(self.round)?.matches;
        (0..matches.len()).map(|step| (from + step) % matches.len()).find(|t| matches[*t].score.is_none())
    }

    /// Lets the clock run where it is seen.
    pub fn subscription(&self) -> Subscription<Message> {
        if self.event().rounds.last().is_some_and(|r| r.clock.since.is_some()) {
            iced::time::every(std::time::Duration::from_secs(1)).map(|_| Message::Second)
        } else {
            Subscription::none()
        }
    }

    fn act(&mut self, library: &mut Library, action: EventAction) -> Action {
        Action::from_result(self.saved.act(library, saved_event::now(), ORGANISER, action))
    }

    /// Does what was thought out, if it could be.
    fn try_act(&mut self, library: &mut Library, action: Result<EventAction, formats::event::EventError>) -> Action {
        match action {
            Ok(action) => self.act(library, action),
            Err(e) => Action::wrong(e),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, game_library: &GameLibrary) -> Action {
        self.now = saved_event::now();
        match message {
            Message::Closed => return Action::Ask(Request::Close),
            Message::Shown(tab) => (self.tab, self.pending_change) = (tab, None),
            Message::NewcomerTyped(text) => self.newcomer = text,
            Message::Entered => return self.enter(library),
            Message::LeftOrCame(player) => {
                let here = self.event().players[player.at()].left.is_none();
                let action = if here { EventAction::Drop { player } } else { EventAction::Return { player } };
                return self.act(library, action);
            }
            Message::PlayerChosen(id) => self.player_panel = Some(PlayerPanel::new(&self.saved.event, id)),
            Message::PlayerPanel(player_panel::Message::Closed) => self.player_panel = None,
            Message::PlayerPanel(message) => {
                let Some(person) = &mut self.player_panel else { return Action::None };
                return match person.update(message, &self.saved.event, library, game_library) {
                    Ok(Some(action)) => self.act(library, action),
                    Ok(None) => Action::None,
                    Err(e) => Action::wrong(e),
                };
            }
            Message::SeedCopied => {
                let seed = iced::clipboard::write(self.event().start.seed.clone());
                return Action::SayAndRun(Notice::done(tr!("Seed copied")), seed);
            }
            Message::ChecksDrawn => {
                let drawn = self.event().draw_checks(CHECKS);
                return self.try_act(library, drawn);
            }
            Message::Seated => {
                let seats = self.event().draw_seats();
                self.tab = EventTab::Pods;
                return self.try_act(library, seats);
            }
            Message::Unseated => return self.act(library, EventAction::Seat(Vec::new())),
            Message::Drafted(pod) => {
                let begun = self.saved.begin_draft(library, game_library, self.now, pod);
                return match begun {
                    Ok(saved) => {
                        let said = tr!("“{}” is under “Continue”: everyone picks on this computer in turn", saved.name);
                        Action::Ask(Request::ShowLimited(Notice::done(said)))
                    }
                    Err(e) => Action::wrong(e),
                };
            }
            Message::PoolsTaken => {
                return Action::Say(match self.saved.collect_pools(library, game_library, self.now) {
                    Ok(0) => Notice::wrong(tr!("No draft of this event has finished yet")),
                    Ok(n) => Notice::done(tr!("{n} pools imported", n)),
                    Err(e) => Notice::wrong(e),
                });
            }
            Message::Paired => {
                let done = self.saved.pair(library, self.now);
                self.show_last_round();
                self.tab = EventTab::Rounds;
                if let Err(e) = done {
                    return Action::wrong(e);
                }
            }
            Message::PairedAgain => {
                let again = self.event().pair_again();
                let done = self.try_act(library, again);
                self.show_last_round();
                return done;
            }
            Message::Cut(size, kind) => {
                let cut = self.event().cut(size, kind);
                return match self.try_act(library, cut) {
                    Action::None => self.update(Message::Paired, library, game_library),
                    refused => refused,
                };
            }
            Message::RoundChosen(round) => (self.round, self.table, self.pending_change) = (round, 0, None),
            Message::TableChosen(table) => (self.table, self.pending_change) = (table, None),
            Message::Scored(score) => return self.score(library, score),
            Message::Confirmed => {
                let Some((action, _)) = self.pending_change.take() else { return Action::None };
                return match self.act(library, action) {
                    Action::None => Action::done(tr!("Result changed (see log)")),
                    refused => refused,
                };
            }
            Message::Withdrawn => self.pending_change = None,
            Message::Exchanged(player) => match self.exchange_with.take() {
                Some(first) if first == player => {}
                Some(first) => {
                    let action = self.event().exchange(first, player);
                    return self.try_act(library, action);
                }
                None => self.exchange_with = Some(player),
            },
            Message::Punished(player, kind) => {
                let done = self.act(library, EventAction::Penalty { player, kind: kind.clone(), note: String::new() });
                return match done {
                    Action::None => {
                        let name = self.event().name(player);
                        Action::done(tr!("{name}: {kind}", name, kind))
                    }
                    refused => refused,
                };
            }
            Message::MoreTime => {
                let hand = ClockAction::Extra { table: self.table as u32 + 1, minutes: 5 };
                return self.act(library, EventAction::Clock(hand));
            }
            Message::PlaceChosen(place) => self.place = place,
            Message::ClockToggled => self.clock = !self.clock && !self.event().rounds.is_empty(),
            Message::ClockTurned => {
                let Some(round) = self.event().rounds.last() else { return Action::None };
                let hand = match (round.clock.seconds, round.clock.since) {
                    (None, _) => ClockAction::Start { minutes: self.event().start.rules.minutes },
                    (_, Some(_)) => ClockAction::Pause,
                    (_, None) => ClockAction::Resume,
                };
                return self.act(library, EventAction::Clock(hand));
            }
            Message::Second => {}
            Message::PrizesTyped(text) => self.prizes = text,
            Message::PrizesSet => {
                return match report::parse_prizes(&self.prizes) {
                    Ok(prizes) => self.act(library, EventAction::Prizes(prizes)),
                    Err(e) => Action::wrong(e),
                };
            }
            Message::DecksToggled => {
                let Published { decks, pools } = self.event().published;
                return self.act(library, EventAction::Publish { decks: !decks, pools });
            }
            Message::PoolsToggled => {
                let Published { decks, pools } = self.event().published;
                return self.act(library, EventAction::Publish { decks, pools: !pools });
            }
            Message::FolderTyped(text) => self.folder = text,
            Message::Exported => return self.export(game_library),
            Message::Printed(what) => return self.print(what, game_library),
        }
        Action::None
    }

    fn enter(&mut self, library: &mut Library) -> Action {
        let text = self.newcomer.trim();
        let path = PathBuf::from(text);
        let entrants = if path.is_file() {
            let read = catalog::source::bytes(&path, catalog::source::MOST_HANDED).map_err(|e| e.to_string());
            let read = read.and_then(|bytes| String::from_utf8(bytes).map_err(|e| tr!("Not UTF-8 text: {e}", e)));
            match read.and_then(|text| roster::parse(&text).map_err(|e| e.to_string())) {
                Ok(entrants) => entrants,
                Err(e) => return Action::wrong(format!("{}: {e}", path.display())),
            }
        } else {
            let names = text.split(',').map(str::trim).filter(|n| !n.is_empty());
            names.map(roster::parse_entrant).collect()
        };
        if entrants.is_empty() {
            return Action::None;
        }
        let count = entrants.len();
        match self.saved.register(library, self.now, entrants) {
            Ok(()) => {
                self.newcomer.clear();
                Action::done(tr!("1 player added" | "{n} players added" % count))
            }
            Err(e) => Action::wrong(e),
        }
    }

    /// Enters a result; one that changes another is asked about first.
    fn score(&mut self, library: &mut Library, score: MatchScore) -> Action {
        let (round, table) = (self.round as u32 + 1, self.table as u32 + 1);
        let Some(m) = self.event().rounds.get(self.round).and_then(|r| r.matches.get(self.table)) else {
            return Action::None;
        };
        let action = EventAction::Report { round, table, score };
        match m.score {
            Some(known) if known != score => match self.saved.preview(self.now, ORGANISER, action.clone()) {
                Ok(moves) => self.pending_change = Some((action, moves)),
                Err(e) => return Action::wrong(e),
            },
            Some(_) => {}
            None => {
                let done = self.act(library, action);
                if matches!(done, Action::None) {
                    self.table = self.next_open(self.table).unwrap_or(self.table);
                }
                return done;
            }
        }
        Action::None
    }

    /// What a shortcut does here.
    pub fn message_for(&self, shortcut: Shortcut) -> Option<Message> {
        if self.pending_change.is_some() {
            return match shortcut {
                Shortcut::Enter => Some(Message::Confirmed),
                Shortcut::Back => Some(Message::Withdrawn),
                _ => None,
            };
        }
        if self.clock {
            return match shortcut {
                Shortcut::Next | Shortcut::Enter => Some(Message::ClockTurned),
                Shortcut::Back | Shortcut::Clock => Some(Message::ClockToggled),
                _ => None,
            };
        }
        let beside =
            |step: usize| Some(Message::Shown(EventTab::ALL[(self.tab as usize + step) % EventTab::ALL.len()]));
        let count = self.event().rounds.get(self.round).map_or(0, |r| r.matches.len());
        match (shortcut, self.tab) {
            (Shortcut::Back, EventTab::Players) if self.player_panel.is_some() => {
                Some(Message::PlayerPanel(player_panel::Message::Closed))
            }
            (Shortcut::Back, _) => Some(Message::Closed),
            (Shortcut::Right, _) => beside(1),
            (Shortcut::Left, _) => beside(EventTab::ALL.len() - 1),
            (Shortcut::Clock, _) => Some(Message::ClockToggled),
            (Shortcut::Pair, _) => self.next_step().and_then(|(_, message)| message),
            (Shortcut::Up, EventTab::Rounds) => Some(Message::TableChosen(self.table.saturating_sub(1))),
            (Shortcut::Down, EventTab::Rounds) => {
                Some(Message::TableChosen((self.table + 1).min(count.saturating_sub(1))))
            }
            (Shortcut::Up, EventTab::Standings) => Some(Message::PlaceChosen(self.place.saturating_sub(1))),
            (Shortcut::Down, EventTab::Standings) => Some(Message::PlaceChosen(self.place + 1)),
            (Shortcut::Pick(at), EventTab::Rounds) => {
                let (_, wins, draws) = SCORES.get(at)?;
                Some(Message::Scored(MatchScore { wins: *wins, draws: *draws, how: ResultKind::Played }))
            }
            _ => None,
        }
    }

    /// What comes next, in words, and how it is done; nothing to press while results are missing.
    fn next_step(&self) -> Option<(String, Option<Message>)> {
        let event = self.event();
        let waiting = event.waiting().len();
        if event.present().count() < 2 || event.is_over() || event.start.is_league() {
            return None;
        }
        if event.start.kind == EventKind::Draft && event.pods.is_empty() {
            return Some((tr!("Draw seats  (P)"), Some(Message::Seated)));
        }
        if waiting > 0 {
            let tables = tr!("1 match in progress" | "{n} matches in progress" % waiting);
            return Some((tables, None));
        }
        Some((tr!("Pair round {}  (P)", event.round() + 1), Some(Message::Paired)))
    }

    /// The dashboard.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        if self.clock {
            return clock::view(self, context);
        }
        let event = self.event();
        let format = context.game_library.format(&event.start.format).map_or("", |f| f.name.as_str());
        let next = self.next_step().map(|(word, message)| button::primary(word).on_press_maybe(message));
        let left = event.rounds.last().and_then(|r| r.clock.left(self.now));
        let clock = match left {
            Some(left) => button::plain(clock_text(left)),
            None => button::quiet(tr!("Clock  (C)")),
        };
        let state = (context.bounds.width >= STATED)
            .then(|| label::body(format!("{format}  ·  {}", lobby::describe_state(event))).style(label::muted));
        let head = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            cut(self.saved.name.as_str()).font(theme::SEMIBOLD).size(theme::size::SECTION),
            state,
            clock.on_press_maybe((!event.rounds.is_empty()).then_some(Message::ClockToggled)),
            next,
        ];
        let head = container(head.spacing(space::M).align_y(Center)).height(56).center_y(56).padding([0, 12]);
        let tab = |tab: &EventTab| button::tab(tab.title(), *tab == self.tab).on_press(Message::Shown(*tab)).into();
        let tabs = EventTab::ALL.iter().map(tab);
        let tabs = container(Row::with_children(tabs).spacing(space::XS)).padding([6, 12]);
        let body = match self.tab {
            EventTab::Players => players::players_view(self, context),
            EventTab::Pods => players::pods_view(self),
            EventTab::Rounds => rounds::view(self, context.bounds.width),
            EventTab::Standings => standings::view(self),
            EventTab::Report => report::view(self),
            EventTab::Log => log::view(self),
        };
        let body = container(body).width(Fill).height(Fill).style(panel::ground);
        column![head.style(panel::surface), tabs.width(Fill).style(panel::surface), panel::flat(), body].into()
    }
}
