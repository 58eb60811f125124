-- What people make, version 2 of the library file; the cards are in cards.sql.
-- Everything a person does: a start and the actions that followed. Rows are added, never changed.
CREATE TABLE stream (
    id        INTEGER PRIMARY KEY,
    kind      TEXT NOT NULL,        -- deck | pool | draft | collection | event | match | companion
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
