//! What the screens ask of the window: changes of the collection, other screens, something to say.

use std::sync::Arc;

use catalog::collection::{Amount, Change, Edit, Pile};
use catalog::store::journal::{Kind, StreamId};
use catalog::store::{self, Library};
use catalog::tr;
use catalog::{CardIx, Query, Source};
use formats::lacks::{self, Copies};
use formats::limited::Pool;
use formats::{Book, Deck};
use iced::Task;

use super::palette::{self, Goal, Palette};
use super::tour::{self, Tour};
use super::{Message, Notice, Window, Work, log};
use crate::desk::Desk;
use crate::printout::Press;
use crate::printout::job::{self, Job};
use crate::screen::Name;
use crate::screen::cards;
use crate::screen::companion::{self, Table};
use crate::screen::decks::{self, Decks};
use crate::screen::events::{self, Events};
use crate::screen::finder;
use crate::screen::lab::{self, Lab};
use crate::screen::limited::{self, Limited};
use crate::screen::play::{self, Play, Shelf};
use crate::screen::settings;
use crate::surroundings::Held;

impl Window {
    pub(super) fn cards_asked(&mut self, action: cards::Action) -> Task<Message> {
        match action {
            cards::Action::None => Task::none(),
            cards::Action::Run(task) => task.map(Message::Cards),
            cards::Action::ShowDecks => self.show(Name::Decks),
            cards::Action::OpenDeck(id) => self.go_to_kept(Kind::Deck, id),
            cards::Action::Keep(card, pile, by) => {
                self.keep_copies(card, pile, by);
                Task::none()
            }
            cards::Action::Undo | cards::Action::Redo => {
                let (undo, library) = (matches!(action, cards::Action::Undo), &mut self.desk.library);
                let done = if undo { self.collection.undo(library) } else { self.collection.redo(library) };
                self.collection_changed();
                let word = if undo { tr!("Undone") } else { tr!("Done again") };
                match done {
                    Ok(Some(change)) => self.log.say(Notice::done(format!("{word}: {}", self.told(&change, undo)))),
                    Ok(None) => {}
                    Err(e) => self.log.say(Notice::wrong(e)),
                }
                Task::none()
            }
            cards::Action::Enter(_) | cards::Action::Copies(..) if self.decks.deck().is_none() => {
                self.log.say(Notice::wrong(tr!("Open or make a deck first; then cards are added to it.")));
                Task::none()
            }
            cards::Action::Enter(card) => self.with_decks(|decks, library, book| decks.enter(library, book, card)),
            cards::Action::Copies(card, by) => {
                self.with_decks(|decks, library, book| decks.add(library, book, card, by))
            }
        }
    }

    pub(super) fn keep_copies(&mut self, card: CardIx, pile: Pile, by: i64) {
        let id = self.book().game.card(card).id.clone();
        let edit = Edit { card: id, pile, amount: Amount::By(by) };
        let kept = self.collection.change(&mut self.desk.library, &[edit], None);
        self.say_kept(kept);
    }

    /// Puts what the open deck lacks among what is wanted.
    pub(super) fn want_lacks(&mut self) {
        let Some(deck) = self.decks.deck() else { return };
        let wishes = lacks::wishes(&self.collection, &lacks::of(&self.collection, [deck], Copies::Own));
        let kept = self.collection.change(&mut self.desk.library, &wishes, Some(&deck.name));
        self.say_kept(kept);
    }

    /// Lets the searches know what is owned and wanted now.
    pub(super) fn collection_changed(&mut self) {
        let held = Arc::new(Held::of(&self.collection));
        self.cards.set_collection(&held, &self.book);
        self.decks.set_collection(&held);
    }

    pub(super) fn say_kept(&mut self, kept: Result<Change, store::Error>) {
        self.collection_changed();
        match kept {
            Ok(change) if change.steps.is_empty() => {}
            Ok(change) => self.log.say(Notice::done(format!("{}, saved", self.told(&change, false)))),
            Err(e) => self.log.say(Notice::wrong(e)),
        }
    }

    /// A change of the collection in a sentence.
    pub(super) fn told(&self, change: &Change, undone: bool) -> String {
        match &change.steps[..] {
            [step] => {
                let game = &self.book().game;
                let name = game.find(&step.card).map_or(step.card.as_str(), |ix| &game.card(ix).name);
                let count = if undone { step.before } else { step.after };
                let word = if step.pile == Pile::Owned { tr!("owned") } else { tr!("wanted") };
                format!("{count} × {name} {word}")
            }
            steps => {
                let from = change.from.as_ref().map_or(String::new(), |f| tr!(" out of “{f}”", f));
                tr!("{} counts of the collection changed{from}", steps.len(), from)
            }
        }
    }

    pub(super) fn with_decks(
        &mut self,
        act: impl FnOnce(&mut Decks, &mut Library, &Book) -> decks::Action,
    ) -> Task<Message> {
        match act(&mut self.decks, &mut self.desk.library, &self.book) {
            decks::Action::None => Task::none(),
            decks::Action::Run(task) => task.map(Message::Decks),
            decks::Action::Say(notice) => {
                self.log.say(notice);
                Task::none()
            }
            decks::Action::SayAndRun(notice, task) => {
                self.log.say(notice);
                task.map(Message::Decks)
            }
            decks::Action::WantLacks => {
                self.want_lacks();
                Task::none()
            }
            decks::Action::Print(job) => self.print(*job),
            decks::Action::Play(deck) => self.play_decks(&[*deck]),
        }
    }

    /// Paints a deck and writes it.
    fn print(&mut self, job: Job) -> Task<Message> {
        let (source, game) = (self.desk.source.clone(), self.book().game.clone());
        let (name, pieces) = (tr!("Painting “{}”", job.deck.name), job.faces());
        let run = move |progress| {
            let mut press = Press::open(&source, &game).map_err(|e| e.to_string())?.watched(progress);
            for (file, bytes) in job.files(&mut press).map_err(|e| e.to_string())? {
                job::put(&file, bytes)?;
            }
            Ok(tr!("Printed to {}", job.file.display()))
        };
        self.work(Work { name, pieces, run: Box::new(run) })
    }

    /// Does something in the background.
    fn work(&mut self, work: Work) -> Task<Message> {
        let (number, progress) = self.log.begin(work.name, work.pieces);
        Task::future(async move {
            let done = tokio::task::spawn_blocking(move || (work.run)(progress));
            Message::Ended(number, done.await.unwrap_or_else(|e| Err(e.to_string())))
        })
    }

    pub(super) fn log_asked(&mut self, message: log::Message) -> Task<Message> {
        match message {
            log::Message::Toggled => self.log.shown = !self.log.shown,
            log::Message::Copied(at) => {
                return self.log.text(at).map_or_else(Task::none, |text| iced::clipboard::write(text.to_owned()));
            }
            log::Message::Stopped(number) => {
                self.log.end(number);
                self.log.say(Notice::done(tr!("Stopped; nothing was written")));
            }
            log::Message::LabStopped => return self.read(Message::Lab(lab::Message::Stopped)),
            log::Message::Ticked => {}
        }
        Task::none()
    }

    pub(super) fn with_events(
        &mut self,
        act: impl FnOnce(&mut Events, &mut Library, &Book) -> events::Action,
    ) -> Task<Message> {
        match act(&mut self.events, &mut self.desk.library, &self.book) {
            events::Action::None => Task::none(),
            events::Action::Run(task) => task.map(Message::Events),
            events::Action::Work(work) => self.work(work),
            events::Action::Say(notice) => {
                self.log.say(notice);
                Task::none()
            }
            events::Action::ShowLimited(notice) => {
                let shown = self.show(Name::Limited);
                self.log.say(notice);
                shown
            }
        }
    }

    pub(super) fn with_lab(&mut self, act: impl FnOnce(&mut Lab, &Desk, &Book) -> lab::Action) -> Task<Message> {
        match act(&mut self.lab, &self.desk, &self.book) {
            lab::Action::None => Task::none(),
            lab::Action::Run(task) => task.map(Message::Lab),
            lab::Action::Say(notice) => {
                self.log.say(notice);
                Task::none()
            }
            lab::Action::SayAndRun(notice, task) => {
                self.log.say(notice);
                task.map(Message::Lab)
            }
            lab::Action::Watch(decks) => {
                let shown = self.come_to(Name::Play);
                Task::batch([shown, self.with_play(|play, shelf| play.watch(shelf, &decks))])
            }
        }
    }

    pub(super) fn with_companion(
        &mut self,
        act: impl FnOnce(&mut Table, &mut Library, &Source, Option<&Book>) -> companion::Action,
    ) -> Task<Message> {
        let desk = &mut self.desk;
        let book = desk.book(engine::games::COMPANION).cloned();
        match act(&mut self.companion, &mut desk.library, &desk.source, book.as_deref()) {
            companion::Action::None => Task::none(),
            companion::Action::Run(task) => task.map(Message::Companion),
            companion::Action::Say(notice) => {
                self.log.say(notice);
                Task::none()
            }
        }
    }

    pub(super) fn settings_asked(&mut self, action: settings::Action) -> Task<Message> {
        match action {
            settings::Action::None => {}
            settings::Action::Run(task) => return task.map(Message::Settings),
            settings::Action::Mode(mode) => self.set_mode(mode),
            settings::Action::Scale(scale) => {
                self.keep("window.scale", &scale);
                self.rescale(scale);
            }
            settings::Action::Language(language) => {
                self.keep("window.language", &language);
                language.speak();
                self.play.tell_anew();
                self.companion.tell_anew(&self.desk.library);
            }
            settings::Action::Motion(moves) => {
                if let Err(e) = self.limited.set_moves(moves, &mut self.desk.library) {
                    self.log.say(Notice::wrong(e));
                }
            }
            settings::Action::Say(notice) => self.log.say(notice),
        }
        Task::none()
    }

    /// Whether no window was closed here before, nothing was made, and the tour was not left yet.
    pub(super) fn is_first(&self) -> bool {
        let library = &self.desk.library;
        let closed: Option<(f32, f32)> = library.setting("window.size").ok().flatten();
        let toured: Option<bool> = library.setting("window.toured").ok().flatten();
        let made = || self.desk.kept(Kind::Deck, None).is_ok_and(|decks| !decks.is_empty());
        !library.is_read_only() && closed.is_none() && toured.is_none() && !made()
    }

    pub(super) fn seen(&self) -> tour::Seen {
        tour::Seen { screen: self.screen, edits: self.decks.moment(), tab: self.decks.tab() }
    }

    pub(super) fn on_tour(&mut self, message: tour::Message) -> Task<Message> {
        let Some(tour) = self.tour else {
            self.tour = Some(Tour::begin());
            return Task::none();
        };
        let mut task = Task::none();
        self.tour = match message {
            tour::Message::Left => None,
            tour::Message::Next => tour.next(self.seen()),
            tour::Message::Game(game) => {
                task = Task::batch([self.choose_game(game), self.show(Name::Decks)]);
                tour.next(self.seen())
            }
        };
        if self.tour.is_none() {
            self.keep("window.toured", &true);
        }
        task
    }

    pub(super) fn open_palette(&mut self) -> Task<Message> {
        self.keys_shown = false;
        let (palette, task) = Palette::open(&self.desk, self.book(), &self.play.playable());
        self.palette = Some(palette);
        task
    }

    pub(super) fn palette_asked(&mut self, action: Option<palette::Action>) -> Task<Message> {
        match action {
            None | Some(palette::Action::None) => Task::none(),
            Some(palette::Action::Close) => {
                self.palette = None;
                Task::none()
            }
            Some(palette::Action::Go(goal)) => {
                self.palette = None;
                self.go(goal)
            }
        }
    }

    /// Goes where the palette points.
    fn go(&mut self, goal: Goal) -> Task<Message> {
        let (screen, message) = match goal {
            Goal::Screen(screen) => return self.show(screen),
            Goal::Game(at) => return self.choose_game(at),
            Goal::Do(wish) => return self.wish(wish),
            Goal::Begin(screen, at) => {
                let format = self.book().formats[at].id.clone();
                let shown = self.show(screen);
                let begun = match screen {
                    Name::Play => self.with_play(|play, shelf| play.open_format(shelf, &format, 0)),
                    _ => self.with_limited(|limited, library, book| limited.open_format(library, book, &format, 0)),
                };
                return Task::batch([shown, begun]);
            }
            Goal::Card(card) => {
                let query = Query::for_name(&self.book().game.card(card).name);
                (Name::Cards, Message::Cards(cards::Message::Search(finder::Message::Typed(query))))
            }
            Goal::Kept(game, kind, id) => {
                let settled = self.choose_game(game);
                return Task::batch([settled, self.go_to_kept(kind, id)]);
            }
        };
        let shown = self.show(screen);
        Task::batch([shown, self.read(message)])
    }

    pub(super) fn go_to_kept(&mut self, kind: Kind, id: StreamId) -> Task<Message> {
        let (screen, message) = match kind {
            Kind::Deck => (Name::Decks, Message::Decks(decks::Message::Shelf(decks::shelf::Message::Opened(id)))),
            Kind::Draft => {
                (Name::Limited, Message::Limited(limited::Message::Hall(limited::hall::Message::DraftOpened(id))))
            }
            Kind::Pool => {
                (Name::Limited, Message::Limited(limited::Message::Hall(limited::hall::Message::PoolOpened(id))))
            }
            Kind::Event => (Name::Events, Message::Events(events::Message::Hall(events::hall::Message::Opened(id)))),
            Kind::Match => (Name::Play, Message::Play(play::Message::Hall(play::hall::Message::Opened(id)))),
            Kind::Companion => (Name::Companion, Message::Companion(companion::Message::Opened(id))),
            Kind::Collection => return self.show(Name::Cards),
        };
        let shown = self.show(screen);
        Task::batch([shown, self.read(message)])
    }

    pub(super) fn with_limited(
        &mut self,
        act: impl FnOnce(&mut Limited, &mut Library, &Book) -> limited::Action,
    ) -> Task<Message> {
        match act(&mut self.limited, &mut self.desk.library, &self.book) {
            limited::Action::None => Task::none(),
            limited::Action::Run(task) => task.map(Message::Limited),
            limited::Action::Say(notice) => {
                self.log.say(notice);
                Task::none()
            }
            limited::Action::Play(decks) => self.play_decks(&decks),
            limited::Action::OpenDeck(id) => {
                self.screen = Name::Decks;
                self.keep("window.screen", &Name::Decks);
                self.with_decks(|decks, library, book| decks.open(library, book, id))
            }
        }
    }

    /// Sets a match up with these decks, and shows it.
    fn play_decks(&mut self, decks: &[(Deck, Option<Pool>)]) -> Task<Message> {
        let shown = self.come_to(Name::Play);
        self.play.bring(&self.desk.library, &self.book, decks);
        shown
    }

    pub(super) fn with_play(&mut self, act: impl FnOnce(&mut Play, &mut Shelf<'_>) -> play::Action) -> Task<Message> {
        let desk = &mut self.desk;
        let mut shelf = Shelf { library: &mut desk.library, source: &desk.source, book: &self.book };
        match act(&mut self.play, &mut shelf) {
            play::Action::None => Task::none(),
            play::Action::Run(task) => task.map(Message::Play),
            play::Action::Say(notice) => {
                self.log.say(notice);
                Task::none()
            }
            play::Action::SayAndRun(notice, task) => {
                self.log.say(notice);
                task.map(Message::Play)
            }
        }
    }
}
