//! What every part of the window is.

/// An element of the window.
pub type Element<'a, M> = iced::Element<'a, M>;
