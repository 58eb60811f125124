//! An event told afterwards: as a page for a browser, and as a table.

use catalog::GameData;

use super::log::RoundStage;
use super::standings::percent;
use super::{PlayerId, TournamentEvent};
use crate::localize::in_english;

impl TournamentEvent {
    /// What a player has won, by the prize list.
    pub fn prizes_of(&self, rank: u32) -> Vec<&str> {
        self.prizes.iter().filter(|p| (p.from..=p.to).contains(&rank)).map(|p| p.what.as_str()).collect()
    }

    /// The report as a table (CSV): a line a player, in the order of places.
    ///
    /// # Errors
    /// Of the writer.
    pub fn csv(&self) -> Result<String, csv::Error> {
        let standings = self.standings(self.rounds.len());
        let mut writer = csv::Writer::from_writer(Vec::new());
        let ties = self.start.rules.tiebreakers.iter().map(|t| t.id());
        let head = ["place", "name", "points", "won", "lost", "drawn", "byes"].into_iter().chain(ties);
        writer.write_record(head.chain(["left_after_round", "prize"]))?;
        for (place, id) in (1..).zip(self.ranking()) {
            let Some(s) = standings.iter().find(|s| s.player == id) else { continue };
            let r = &s.record;
            let mut row = vec![place.to_string(), self.name(id).to_owned()];
            row.extend([r.points, r.won, r.lost, r.drawn, r.byes].map(|n| n.to_string()));
            row.extend(s.ties.iter().map(ToString::to_string));
            row.push(self.players[id.at()].left.map_or(String::new(), |l| l.to_string()));
            row.push(self.prizes_of(place).join("; "));
            writer.write_record(&row)?;
        }
        let bytes = writer.into_inner().map_err(|e| e.into_error())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The report as a page (HTML) that needs nothing beside it. Decks and pools are in it if they are public.
    pub fn html(&self, title: &str, game: &GameData) -> String {
        in_english(|| self.page(title, game))
    }

    fn page(&self, title: &str, game: &GameData) -> String {
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{}</title>\n",
            escape_html(title)
        );
        page += STYLE;
        page += &format!(
            "<h1>{}</h1>\n<p>{} · {} players · {} rounds</p>\n",
            escape_html(title),
            escape_html(&game.name),
            self.players.len(),
            self.rounds.len()
        );
        page += &self.html_standings();
        for (at, round) in self.rounds.iter().enumerate() {
            let what = if round.stage == RoundStage::Bracket { " · bracket" } else { "" };
            page += &format!(
                "<h2>Round {}{what}</h2>\n<table><tr><th>Table<th>Player<th>Result<th>Player<th>Note</tr>\n",
                at + 1
            );
            for (table, m) in (1..).zip(&round.matches) {
                let b = m.pairing.b.map_or("—".into(), |b| escape_html(self.name(b)));
                let score = m.score.map_or("not reported".into(), |s| s.label());
                let note = escape_html(&m.pairing.reasons().collect::<Vec<_>>().join(" "));
                page += &format!(
                    "<tr><td>{table}<td>{}<td>{score}<td>{b}<td class=n>{note}</tr>\n",
                    escape_html(self.name(m.pairing.a))
                );
            }
            page += "</table>\n";
        }
        if self.published.decks {
            page += &self.html_decks(game);
        }
        if self.published.pools {
            page += &self.html_pools(game);
        }
        page +=
            &format!("<p class=n>Seats, pairings and lots were drawn from the seed {}.</p></html>\n", self.start.seed);
        page
    }

    fn html_standings(&self) -> String {
        let rules = &self.start.rules;
        let standings = self.standings(self.rounds.len());
        let heads: String = rules.tiebreakers.iter().map(|t| format!("<th>{}", t.short())).collect();
        let won = if self.prizes.is_empty() { "" } else { "<th>Prize" };
        let mut page =
            format!("<h2>Standings</h2>\n<table><tr><th>Place<th>Player<th>Points<th>Record{heads}{won}</tr>\n");
        for (place, id) in (1..).zip(self.ranking()) {
            let Some(s) = standings.iter().find(|s| s.player == id) else { continue };
            let ties = rules.tiebreakers.iter().zip(&s.ties);
            let ties: String =
                ties.map(|(t, v)| format!("<td>{}", if t.is_share() { percent(v) } else { v.to_string() })).collect();
            let (name, points, record) = (escape_html(self.name(id)), s.record.points, s.record.label());
            let prize = if self.prizes.is_empty() {
                String::new()
            } else {
                format!("<td>{}", escape_html(&self.prizes_of(place).join(", ")))
            };
            page += &format!("<tr><td>{place}<td>{name}<td>{points}<td>{record}{ties}{prize}</tr>\n");
        }
        page + "</table>\n"
    }

    fn html_decks(&self, game: &GameData) -> String {
        let mut page = String::from("<h2>Decks</h2>\n");
        for player in &self.players {
            let Some(deck) = &player.deck else { continue };
            page += &format!("<h3>{} · {}</h3>\n", escape_html(&player.name), escape_html(&deck.name));
            for (section, cards) in deck.sections.iter().filter(|(_, cards)| !cards.is_empty()) {
                let name = game.sections.iter().find(|s| s.id == *section).map_or(section.as_str(), |s| &s.name);
                let cards: Vec<String> =
                    cards.iter().map(|(count, id)| format!("{count} {}", card_name(game, id))).collect();
                page += &format!("<p><b>{}</b> {}</p>\n", escape_html(name), escape_html(&cards.join(", ")));
            }
        }
        page
    }

    fn html_pools(&self, game: &GameData) -> String {
        let mut page = String::from("<h2>Pools</h2>\n");
        for player in &self.players {
            let Some((cards, witness)) = &player.pool else { continue };
            let by = witness.map_or(String::new(), |w: PlayerId| format!(", written down by {}", self.name(w)));
            let cards: Vec<&str> = cards.iter().map(|id| card_name(game, id)).collect();
            page += &format!(
                "<h3>{}{}</h3>\n<p>{}</p>\n",
                escape_html(&player.name),
                escape_html(&by),
                escape_html(&cards.join(", "))
            );
        }
        page
    }
}

/// The name of a card, or its id if the game does not have it.
fn card_name<'g>(game: &'g GameData, id: &'g str) -> &'g str {
    game.find(id).map_or(id, |ix| game.card(ix).name.as_str())
}

/// A text that is no tag.
fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "<style>
body { font: 15px/1.5 Inter, system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d2430; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.2rem; } h3 { margin-bottom: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #dde2ea; vertical-align: top; }
th { font-weight: 600; color: #5b6575; } .n { color: #5b6575; font-size: 13px; }
</style>
";
