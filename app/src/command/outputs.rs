//! What each verb prints with `--json`, and the file of docs/json that has its schema: a result that is not listed here cannot be
//! printed.

use schemars::JsonSchema;
use serde::Serialize;

/// A result that a schema describes.
pub(super) trait JsonOutput: Serialize + JsonSchema {}

macro_rules! outputs {
    ($($file:literal => $output:ty,)*) => {
        $(impl JsonOutput for $output {})*

        /// The JSON schema of every verb's result, by the name of its file in `docs/json`.
        pub fn schemas() -> Vec<(&'static str, schemars::Schema)> {
            vec![$(($file, schemars::schema_for!($output))),*]
        }
    };
}

outputs! {
    "error" => super::failed::ErrorOutput,
    "games" => super::games::GamesOutput,
    "cards" => super::cards::CardsOutput,
    "cards-complete" => super::cards::CompletionsOutput,
    "card" => super::card::CardOutput,
    "deck-build" => super::deck::build::DeckBuildOutput,
    "deck-check" => super::deck::verdict::Verdict,
    "deck-show" => super::deck::show::DeckShowOutput,
    "deck-stats" => super::deck::stats::DeckStatsOutput,
    "deck-convert" => super::deck::convert::DeckConvertOutput,
    "deck-import" => super::deck::import::DeckImportOutput,
    "deck-print" => super::deck::print::DeckPrintOutput,
    "deck-list" => super::deck::list::DeckListOutput,
    "deck-edit" => super::deck::edited::DeckEditedOutput,
    "deck-history" => super::deck::history::DeckHistoryOutput,
    "deck-diff" => super::deck::diff::DeckDiffOutput,
    "deck-plan" => super::deck::plan::DeckPlanOutput,
    "deck-put-away" => super::deck::put_away::DeckPutAwayOutput,
    "collection-change" => super::collection::change::CollectionChangeOutput,
    "collection-list" => super::collection::list::CollectionListOutput,
    "collection-import" => super::collection::import::CollectionImportOutput,
    "collection-export" => super::collection::export::CollectionExportOutput,
    "collection-lacks" => super::collection::lacks::CollectionMissingOutput,
    "companion" => super::companion::CompanionStateOutput,
    "companion-list" => super::companion::CompanionListOutput,
    "companion-simulate" => super::companion::Simulated,
    "pack" => super::pack::PackOutput,
    "serve" => super::serve::ServeOutput,
    "sealed" => super::sealed::SealedOutput,
    "draft" => super::draft::DraftOutput,
    "draft-call" => super::draft::Calls,
    "draft-list" => super::draft::DraftListOutput,
    "draft-rate" => super::draft::Ratings,
    "draft-replay" => super::draft::Replayed,
    "draft-save" => super::draft::Saved,
    "draft-show" => super::draft::DraftStateOutput,
    "draft-slip" => super::draft::DraftSlipsOutput,
    "event-change" => super::event::EventChangeOutput,
    "event-file" => super::event::EventFileOutput,
    "event-league" => super::event::EventLeagueOutput,
    "event-list" => super::event::EventListOutput,
    "event-log" => super::event::EventLogOutput,
    "event-show" => super::event::EventStateOutput,
    "event-standings" => super::event::EventStandingsOutput,
    "hands" => super::hands::HandsOutput,
    "odds" => super::odds::OddsOutput,
    "goldfish" => super::goldfish::GoldfishOutput,
    "goldfish-passes" => super::passes::PassesOutput,
    "match" => super::matches::MatchesOutput,
    "replay" => super::replay::ReplayOutput,
    "coach" => super::coach::CoachOutput,
    "scenario" => super::scenario::ScenarioOutput,
    "rules" => super::rules::RulesOutput,
    "data-check" => super::data::check::DataCheckOutput,
    "data-export" => super::data::export::DataExportOutput,
    "data-import" => super::data::import::DataImportOutput,
    "data-model" => super::data::model::DataModelOutput,
    "data-new" => super::data::new::DataNewOutput,
    "data-pictures" => super::data::pictures::DataPicturesOutput,
    "data-report" => super::data::report::DataReportOutput,
    "tournament-list" => super::tournament::TournamentListOutput,
    "tournament-show" => super::tournament::TournamentStateOutput,
    "lab" => super::lab::LabOutput,
    "lab-compare" => super::lab::LabCompareOutput,
    "lab-chance" => super::lab::chance::LabChanceOutput,
    "lab-coach" => super::lab::coach::LabCoachOutput,
    "lab-status" => super::lab::status::LabStatusOutput,
    "lab-weights" => super::lab::weights::LabWeightsOutput,
    "library-back-up" => super::library::back_up::LibraryBackUpOutput,
    "library-check" => super::library::check::LibraryCheckOutput,
    "library-rescue" => super::library::rescue::LibraryRescueOutput,
    "library-where" => super::library::contents::LibraryContentsOutput,
}
