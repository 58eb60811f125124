//! What must hold in every position of every game of Chronicles of Afrika: random players, shipped decks, random
//! decks with every card, random rulings.

mod conserved;
mod hidden;
mod mulligans;
mod played;
mod several;
mod table;
mod twin;
mod walk;
mod warm;
mod windows;
