//! Notices when a data file changes, so that what a person writes shows in the window at once.
//!
//! It looks at names, times and sizes a few times a second. That costs next to nothing for the few files of a data
//! folder, needs no service of the system, and works for folders that come later and on drives that tell of no changes.

use std::hash::{Hash, Hasher};
use std::time::Duration;

use catalog::source::{Stamps, stamps};
use iced::Subscription;
use iced::futures::{SinkExt, Stream};

use crate::session::Places;

/// From one look to the next. A change is told when two looks in a row are the same, because an editor may be in the
/// middle of writing.
const PACE: Duration = Duration::from_millis(200);

/// Where to look.
struct Watched(Places);

impl Hash for Watched {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.data.hash(state);
    }
}

/// Tells when data files of these places have changed.
pub fn changes(places: &Places) -> Subscription<()> {
    Subscription::run_with(Watched(places.clone()), watch)
}

fn read_stamps(places: &Places) -> Stamps {
    places.folders().iter().flat_map(|folder| stamps(folder)).collect()
}

fn watch(watched: &Watched) -> impl Stream<Item = ()> + use<> {
    let places = watched.0.clone();
    iced::stream::channel(1, async move |mut changed| {
        let mut told = read_stamps(&places);
        let mut last = told.clone();
        loop {
            tokio::time::sleep(PACE).await;
            let places = places.clone();
            let Ok(now) = tokio::task::spawn_blocking(move || read_stamps(&places)).await else { return };
            if now == last && now != told {
                told = now.clone();
                if changed.send(()).await.is_err() {
                    return;
                }
            }
            last = now;
        }
    })
}
