-- The cards of games, as they were read from data files: made anew whenever their form changes.
DROP TABLE IF EXISTS card;              -- of version 1
DROP TABLE IF EXISTS card_set;
DROP TABLE IF EXISTS game;

CREATE TABLE game (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    hash    TEXT NOT NULL           -- SHA-256 of the data that the rows below were made from
) STRICT;

CREATE TABLE card_set (
    id       INTEGER PRIMARY KEY,
    game     TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    body     BLOB NOT NULL,         -- 32 bytes: SHA-256 of what it was read from; catalog::card::Set and its cards in order of print, by postcard
    UNIQUE (game, position)
) STRICT;
