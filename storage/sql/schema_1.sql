-- The first schema; each further file upgrades its predecessor.
CREATE TABLE settings (
 id INTEGER PRIMARY KEY CHECK (id = 1),
 minimum INTEGER NOT NULL -- rated matches it takes to be ranked
) STRICT;
INSERT INTO settings VALUES (1, 0);

CREATE TABLE networks (
 id INTEGER PRIMARY KEY,
 name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE people (
 id INTEGER PRIMARY KEY,
 network INTEGER REFERENCES networks, -- NULL: an AI player, key is its level
 key TEXT NOT NULL,
 name TEXT NOT NULL,
 named INTEGER NOT NULL, -- when the name was taken
 created INTEGER NOT NULL,
 lang TEXT,
 cards TEXT,
 via TEXT,
 UNIQUE (network, key)
) STRICT;
CREATE UNIQUE INDEX people_robot ON people (key) WHERE network IS NULL;
CREATE INDEX people_name ON people (network, name COLLATE NOCASE, named);

CREATE TABLE matches (
 id INTEGER PRIMARY KEY AUTOINCREMENT,
 network INTEGER NOT NULL REFERENCES networks,
 channel TEXT NOT NULL,
 number INTEGER NOT NULL,
 game TEXT NOT NULL,
 preset TEXT NOT NULL,
 options TEXT NOT NULL,
 state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4), -- enum store_state
 rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
 opened INTEGER NOT NULL,
 started INTEGER,
 ended INTEGER,
 hands INTEGER NOT NULL
) STRICT;
CREATE INDEX matches_live ON matches (id) WHERE state < 2;

CREATE TABLE seats (
 match INTEGER NOT NULL REFERENCES matches,
 seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 15),
 person INTEGER NOT NULL REFERENCES people,
 player INTEGER NOT NULL REFERENCES people,
 away INTEGER NOT NULL CHECK (away IN (0, 1)),
 misses INTEGER NOT NULL,
 gone INTEGER, -- when its person left the match
 points INTEGER NOT NULL,
 won INTEGER CHECK (won IN (0, 1)), -- NULL: the match has no result
 PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_history ON seats (person, match) WHERE won IS NOT NULL;

CREATE TABLE hands (
 match INTEGER NOT NULL REFERENCES matches,
 hand INTEGER NOT NULL,
 dealer INTEGER NOT NULL,
 seed BLOB NOT NULL CHECK (length(seed) = 32),
 PRIMARY KEY (match, hand)
) STRICT, WITHOUT ROWID;

CREATE TABLE moves (
 match INTEGER NOT NULL,
 n INTEGER NOT NULL,
 hand INTEGER NOT NULL,
 seat INTEGER NOT NULL,
 player INTEGER NOT NULL REFERENCES people,
 at INTEGER NOT NULL,
 text TEXT NOT NULL,
 PRIMARY KEY (match, n),
 FOREIGN KEY (match, hand) REFERENCES hands,
 FOREIGN KEY (match, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
 person INTEGER NOT NULL REFERENCES people,
 game TEXT NOT NULL,
 mu REAL NOT NULL,
 sigma REAL NOT NULL,
 shown INTEGER NOT NULL,
 matches INTEGER NOT NULL,
 wins INTEGER NOT NULL,
 ranked INTEGER NOT NULL CHECK (ranked IN (0, 1)), -- matches >= settings.minimum
 updated INTEGER NOT NULL,
 PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_top ON ratings (game, shown DESC, person, matches, wins, ranked)
 WHERE ranked = 1;

-- How many ranked people have a rating: a place is a sum over these few rows.
CREATE TABLE standings (
 game TEXT NOT NULL,
 shown INTEGER NOT NULL,
 people INTEGER NOT NULL,
 PRIMARY KEY (game, shown)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER ratings_insert AFTER INSERT ON ratings WHEN new.ranked = 1 BEGIN
 INSERT INTO standings VALUES (new.game, new.shown, 1)
  ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER ratings_update_old AFTER UPDATE ON ratings WHEN old.ranked = 1 BEGIN
 UPDATE standings SET people = people - 1 WHERE game = old.game AND shown = old.shown;
 DELETE FROM standings WHERE game = old.game AND shown = old.shown AND people = 0;
END;
CREATE TRIGGER ratings_update_new AFTER UPDATE ON ratings WHEN new.ranked = 1 BEGIN
 INSERT INTO standings VALUES (new.game, new.shown, 1)
  ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TABLE rating_history (
 person INTEGER NOT NULL REFERENCES people,
 match INTEGER NOT NULL REFERENCES matches,
 mu_before REAL NOT NULL,
 sigma_before REAL NOT NULL,
 mu REAL NOT NULL,
 sigma REAL NOT NULL,
 PRIMARY KEY (person, match)
) STRICT, WITHOUT ROWID;

-- Sums over finished matches, kept as matches end.
CREATE TABLE figures (
 person INTEGER NOT NULL REFERENCES people,
 game TEXT NOT NULL,
 matches INTEGER NOT NULL,
 wins INTEGER NOT NULL,
 points INTEGER NOT NULL,
 hands INTEGER NOT NULL,
 PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
