//! What must hold in every position of every game of Chronicles of Afrika: random players, shipped decks, random
//! decks with every card, random rulings.

mod afrika {
    mod conserved;
    mod hidden;
    mod played;
    mod table;
    mod walk;
}
