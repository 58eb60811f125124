//! What the deck needs beyond the collection.

use catalog::tr;
use formats::deck::Deck;
use formats::missing::{self, CopySharing, MissingCard};
use iced::widget::{Column, column, container, row};
use iced::{Center, Fill};

use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, label};

/// Lines that are shown of what is lacking.
const SHOWN: usize = 8;

/// What the deck needs beyond the collection; nothing for people who keep none. `wanted` asks for all of it.
pub fn view<'a, M: Clone + 'a>(context: ScreenContext<'a>, deck: &'a Deck, wanted: M) -> Option<Element<'a, M>> {
    if context.collection.is_empty() {
        return None;
    }
    let lacks = missing::missing_cards(context.collection, [deck], CopySharing::Own);
    let mut page = column![label::group(tr!("Collection"))].spacing(space::S);
    let missing: u32 = lacks.iter().map(MissingCard::missing).sum();
    if missing == 0 {
        let all = row![icon(Icon::Check, 14.0, Ink::Good), label::body(tr!("You own every card")).style(label::muted)];
        return Some(page.push(all.spacing(space::S).align_y(Center)).into());
    }
    page = page.push(label::body(tr!("Missing 1 card" | "Missing {n} cards" % missing)));
    let lines = lacks.iter().take(SHOWN).map(|lack| {
        let of = match lack.owned {
            0 => String::new(),
            n => tr!("{n} of {} owned", lack.needed, n),
        };
        row![
            container(label::line(format!("{}×", lack.missing())).font(theme::SEMIBOLD)).width(28),
            container(cut(lack.card.name(context.game()).to_owned()).style(label::muted)).width(Fill),
            label::caption(of),
        ]
        .spacing(space::XS)
        .align_y(Center)
        .into()
    });
    page = page.push(Column::with_children(lines).spacing(3));
    if let Some(more) = lacks.len().checked_sub(SHOWN).filter(|n| *n > 0) {
        page = page.push(label::caption(tr!("and {more} more", more)));
    }
    page = if missing::wanted_edits(context.collection, &lacks).is_empty() {
        page.push(label::caption(tr!("All are on your want list.")))
    } else {
        page.push(button::plain(tr!("Add to want list")).on_press(wanted))
    };
    Some(page.into())
}
