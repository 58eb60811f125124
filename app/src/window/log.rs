//! What was said, to be read in full and copied, and what goes on in the background, to be watched and stopped.

use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::tr;
use engine::kernel::parallel::Progress;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill, Subscription};

use super::toast::Toast;
use crate::language::ago;
use crate::notice::{Notice, UndoTarget};
use crate::saved_event::now;
use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, chart, cut, field, label, panel};

/// How much is remembered.
const MAX_NOTICES: usize = 200;
/// Width of the panel.
const WIDTH: f32 = 560.0;

/// What was said and what goes on.
#[derive(Debug, Default)]
pub struct MessageLog {
    notices: Vec<LoggedNotice>,
    /// How much of it is settled.
    before: usize,
    running: Vec<RunningWork>,
    begun: u32,
    /// Whether the panel is shown.
    pub shown: bool,
    toast: Option<Toast>,
}

#[derive(Debug)]
struct LoggedNotice {
    notice: Notice,
    at: i64,
}

/// Something that goes on in the background.
#[derive(Debug)]
struct RunningWork {
    number: u32,
    name: String,
    progress: Arc<Progress>,
    of: u64,
    /// What is said if somebody stops it.
    stopped: String,
}

impl Drop for RunningWork {
    /// What nobody waits for any more ends.
    fn drop(&mut self) {
        self.progress.stop();
    }
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// The panel is to be shown, or not.
    Toggled,
    /// What was said there, counted from the oldest, goes to the clipboard.
    Copied(usize),
    /// This work is to be stopped.
    Stopped(u32),
    /// The run of the lab is to be stopped.
    LabStopped,
    /// Time goes by.
    Ticked,
    /// The last change is to be taken back.
    Undone(UndoTarget),
    /// What is said for a moment was read.
    ToastClosed,
}

impl MessageLog {
    /// Says something.
    pub fn add(&mut self, notice: Notice) {
        if self.notices.len() == MAX_NOTICES {
            self.notices.remove(0);
            self.before = self.before.saturating_sub(1);
        }
        self.toast = Some(Toast::new(&notice, Instant::now()));
        self.notices.push(LoggedNotice { notice, at: now() });
    }

    /// What is said for a moment.
    pub fn toast(&self) -> Option<&Toast> {
        self.toast.as_ref()
    }

    /// It is no longer said.
    pub fn close_toast(&mut self) {
        self.toast = None;
    }

    /// Time has gone by.
    pub fn tick(&mut self, now: Instant) {
        self.toast.take_if(|toast| toast.is_over(now));
    }

    /// It goes on, on another screen or with something that was done: what went wrong before is read in the panel only.
    pub fn settle(&mut self) {
        self.before = self.notices.len();
        self.toast.take_if(|toast| toast.is_bad());
    }

    /// What was said last, unless it is settled.
    pub fn last(&self) -> Option<&Notice> {
        let here = self.notices.len() > self.before;
        self.notices.last().filter(|_| here).map(|said| &said.notice)
    }

    /// What was said there, counted from the oldest.
    pub fn text(&self, at: usize) -> Option<&str> {
        self.notices.get(at).map(|said| said.notice.text.as_str())
    }

    /// Something begins that has so many pieces; `stopped` is said if somebody stops it. Its number, and what it tells its progress to.
    pub fn begin(&mut self, name: String, of: u64, stopped: String) -> (u32, Arc<Progress>) {
        self.begun += 1;
        let progress = Arc::new(Progress::default());
        self.running.push(RunningWork { number: self.begun, name, progress: progress.clone(), of, stopped });
        (self.begun, progress)
    }

    /// It is over, or is not waited for any more. What is said of it if it was stopped, unless nobody waited for it any more.
    pub fn end(&mut self, number: u32) -> Option<String> {
        let at = self.running.iter().position(|work| work.number == number)?;
        let mut work = self.running.remove(at);
        Some(std::mem::take(&mut work.stopped))
    }

    /// Lets time pass while something goes on.
    pub fn subscription(&self) -> Subscription<Message> {
        if self.running.is_empty() && self.toast.is_none() {
            Subscription::none()
        } else {
            iced::time::every(Duration::from_millis(200)).map(|_| Message::Ticked)
        }
    }

    /// What goes on, for the foot of the window; `lab` is how far a run of the lab has come.
    pub fn progress_line<'a>(&'a self, lab: Option<(u64, u64)>) -> Option<Element<'a, Message>> {
        let mut all = self.all(lab);
        let (name, done, of, _) = all.next()?;
        let more = all.count();
        let word = if more == 0 { name } else { tr!("{name} and {more} more", name, more) };
        Some(row![label::caption(word), bar(done, of, 90.0)].spacing(space::S).align_y(Center).into())
    }

    fn all(&self, lab: Option<(u64, u64)>) -> impl Iterator<Item = (String, u64, u64, Message)> {
        let works = self.running.iter();
        let works = works.map(|w| (w.name.clone(), w.progress.done(), w.of, Message::Stopped(w.number)));
        works.chain(lab.map(|(done, of)| (tr!("Running…"), done, of, Message::LabStopped)))
    }

    /// The panel.
    pub fn view<'a>(&'a self, lab: Option<(u64, u64)>, most_high: f32) -> Element<'a, Message> {
        let close = button::square(icon(Icon::Close, 16.0, Ink::Muted), 28.0).on_press(Message::Toggled);
        let head = row![label::section(tr!("Messages")), gap::horizontal(), close].align_y(Center);
        let works = self.all(lab).map(|(name, done, of, stop)| {
            let told = match of {
                0 => String::new(),
                of => tr!("{done} of {of}", done = done.min(of), of),
            };
            let stop = button::plain(tr!("Stop")).on_press(stop);
            Row::from_vec(vec![
                container(cut(name)).width(Fill).into(),
                label::caption(told).into(),
                bar(done, of, 120.0),
                stop.into(),
            ])
            .spacing(space::M)
            .align_y(Center)
            .into()
        });
        let works: Vec<Element<'a, Message>> = works.collect();
        let works = (!works.is_empty()).then(|| Column::with_children(works).spacing(space::S));
        let entries = self.notices.iter().enumerate().rev().map(|(at, said)| {
            let sign =
                if said.notice.bad { icon(Icon::Warn, 16.0, Ink::Bad) } else { icon(Icon::Check, 16.0, Ink::Good) };
            let text = label::body(said.notice.text.as_str()).width(Fill);
            let copy = button::square(icon(Icon::Copy, 16.0, Ink::Muted), 26.0).on_press(Message::Copied(at));
            let told = column![text, label::caption(ago(said.at))].spacing(2).width(Fill);
            row![container(sign).padding([2, 0]), told, copy].spacing(space::S).into()
        });
        let entries: Vec<Element<'a, Message>> = entries.collect();
        let entries: Element<'a, Message> = if entries.is_empty() {
            label::body(tr!("No messages yet.")).style(label::muted).into()
        } else {
            let list = Column::with_children(entries).spacing(space::M).padding(iced::padding::right(space::M));
            field::scrolled(list).width(Fill).into()
        };
        let page = column![head].push(works).push(entries).spacing(space::M);
        container(page).width(WIDTH).max_height(most_high).padding(space::L).style(panel::floating).into()
    }
}

/// How far it has come.
fn bar<'a>(done: u64, of: u64, width: f32) -> Element<'a, Message> {
    container(chart::meter(done as f32, of.max(1) as f32, 6.0)).width(width).into()
}
