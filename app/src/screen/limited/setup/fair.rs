//! A fair deal at one machine: the hash of a secret first, then a word of each player; nobody can have tried seeds.
use catalog::tr;

use formats::limited::fair::{DealTerms, FairDeal};
use formats::rng::Seed;

/// A deal with the words that are typed.
#[derive(Debug, Clone)]
pub(super) struct FairDealForm {
    announced: FairDeal,
    /// By player, from 0.
    pub(super) words: Vec<String>,
}

impl FairDealForm {
    /// Draws a secret for an event.
    pub(super) fn announce(terms: DealTerms) -> Result<FairDealForm, String> {
        let words = vec![String::new(); terms.players as usize];
        Ok(FairDealForm { announced: FairDeal::announce(terms, Seed::fresh().map_err(|e| e.to_string())?), words })
    }

    /// What is read out before the first word.
    pub(super) fn hash(&self) -> &str {
        &self.announced.hash
    }

    pub(super) fn is_for(&self, terms: &DealTerms) -> bool {
        self.announced.terms == *terms
    }

    pub(super) fn set_word(&mut self, player: usize, word: String) {
        if let Some(said) = self.words.get_mut(player) {
            *said = word;
        }
    }

    pub(super) fn is_complete(&self) -> bool {
        self.words.iter().all(|w| !w.trim().is_empty())
    }

    /// The deal with all words.
    pub(super) fn deal(&self) -> Result<FairDeal, String> {
        let mut deal = self.announced.clone();
        for (player, word) in (1..).zip(&self.words) {
            deal.add_word(player, word.trim()).map_err(|e| tr!("player {player}: {e}", player, e))?;
        }
        Ok(deal)
    }
}
