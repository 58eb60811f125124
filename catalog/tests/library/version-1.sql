-- Version 1 of the library file.
CREATE TABLE game (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    hash    TEXT NOT NULL           -- SHA-256 of the data that the rows below were made from
) STRICT;

CREATE TABLE card_set (
    game     TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    body     TEXT NOT NULL,         -- JSON of catalog::card::Set
    PRIMARY KEY (game, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE card (
    game     TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,      -- index in the loaded game
    id       TEXT NOT NULL,
    name     TEXT NOT NULL,
    body     TEXT NOT NULL,         -- JSON of catalog::card::Card
    PRIMARY KEY (game, position),
    UNIQUE (game, id)
) STRICT, WITHOUT ROWID;

-- Everything a person does: a start and the actions that followed. Rows are added, never changed.
CREATE TABLE stream (
    id        INTEGER PRIMARY KEY,
    kind      TEXT NOT NULL,        -- deck | pool | draft
    game      TEXT NOT NULL,
    name      TEXT NOT NULL,
    data_hash TEXT NOT NULL,        -- SHA-256 of the game's data when it began
    start     TEXT NOT NULL,        -- JSON
    created   INTEGER NOT NULL,     -- seconds since 1970
    changed   INTEGER NOT NULL,
    put_away  INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX stream_by_kind ON stream (game, kind, put_away, changed);

CREATE TABLE action (
    stream INTEGER NOT NULL REFERENCES stream (id) ON DELETE CASCADE,
    seq    INTEGER NOT NULL,        -- from 0, without gaps
    at     INTEGER NOT NULL,
    body   TEXT NOT NULL,           -- JSON
    PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL             -- JSON
) STRICT, WITHOUT ROWID;
INSERT INTO game VALUES ('chronx', 'Chron X', '4:0');
INSERT INTO card_set VALUES ('chronx', 0, '{}');
INSERT INTO card VALUES ('chronx', 0, 'cairo', 'Cairo', '{}');
INSERT INTO stream VALUES (1, 'deck', 'chronx', 'Old', 'hash', '"start"', 1700000000, 1700000002, 0);
INSERT INTO action VALUES (1, 0, 1700000001, '"first"'), (1, 1, 1700000002, '"second"');
INSERT INTO setting VALUES ('window', '[800,600]');
PRAGMA user_version = 1;
