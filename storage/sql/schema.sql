-- schema.sql - the tables of version 19, the oldest schema that this program upgrades.

CREATE TABLE settings (
 id INTEGER PRIMARY KEY CHECK (id = 1),
 minimum INTEGER NOT NULL, -- rated matches needed for a place in the ranking
 -- The next three columns tell a copy of the database from the original, see copy.h: a random
 -- number, a count of batches that reveal seeds or store network data, and whether this is a backup.
 lineage INTEGER NOT NULL DEFAULT 0,
 generation INTEGER NOT NULL DEFAULT 0,
 copied INTEGER NOT NULL DEFAULT 0 CHECK (copied IN (0, 1)),
 rule INTEGER NOT NULL DEFAULT 0 -- the number of the rule that ratings follow, see recount.h
) STRICT;
INSERT INTO settings (id, minimum, lineage) VALUES (1, 0, random() & 9223372036854775807);

CREATE TABLE networks (
 id INTEGER PRIMARY KEY,
 name TEXT NOT NULL UNIQUE
) STRICT;

-- Values that a network stores under its own names, such as its sync position and lines not sent yet.
CREATE TABLE kept (
 network INTEGER NOT NULL REFERENCES networks,
 name TEXT NOT NULL,
 value TEXT NOT NULL,
 PRIMARY KEY (network, name)
) STRICT, WITHOUT ROWID;

-- Masks of people whose lines the bot ignores.
CREATE TABLE ignores (
 network INTEGER NOT NULL REFERENCES networks,
 mask TEXT NOT NULL COLLATE NOCASE,
 author TEXT NOT NULL,
 at INTEGER NOT NULL,
 PRIMARY KEY (network, mask)
) STRICT, WITHOUT ROWID;

-- STS policies: the bot connects to these hosts only by TLS.
CREATE TABLE secured (
 host TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
 port INTEGER NOT NULL,
 until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
 id INTEGER PRIMARY KEY,
 network INTEGER REFERENCES networks, -- NULL: an AI player, whose key is its level
 key TEXT NOT NULL,
 name TEXT NOT NULL,
 named INTEGER NOT NULL, -- when the name was taken
 created INTEGER NOT NULL,
 lang TEXT,
 cards TEXT,
 via TEXT,
 -- True if the bot tells this person of tables that need players.
 notified INTEGER NOT NULL DEFAULT 0 CHECK (notified IN (0, 1)),
 claim TEXT, -- the hash of a password
 address TEXT, -- user@host
 leaves INTEGER NOT NULL DEFAULT 0, -- matches left before their end, and not forgiven
 stays INTEGER NOT NULL DEFAULT 0, -- matches played to the end since the last one left or forgiven
 deserted INTEGER, -- when the person last left a match
 addressed INTEGER NOT NULL DEFAULT 0, -- when the address became the person's
 home TEXT, -- home address, see store_set_address
 expires INTEGER, -- when an unused row is deleted; NULL: never
 -- seat "on": the link comes with the first hand of each match. confirm "on": a second tap confirms a card.
 seat TEXT,
 confirm TEXT,
 UNIQUE (network, key)
) STRICT;
CREATE UNIQUE INDEX people_robot ON people (key) WHERE network IS NULL;
CREATE INDEX people_name ON people (network, name COLLATE NOCASE, named);
CREATE INDEX people_notified ON people (network, id) WHERE notified = 1;
CREATE INDEX people_expires ON people (expires) WHERE expires IS NOT NULL;

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
 hands INTEGER NOT NULL,
 pruned INTEGER, -- when its moves, hands and nonces were deleted; NULL: never
 -- True if no page shows the match, because its channel was secret, keyed or closed to pages.
 hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1))
) STRICT;
CREATE INDEX matches_live ON matches (id) WHERE state < 2;

CREATE TABLE seats (
 match INTEGER NOT NULL REFERENCES matches,
 seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 15),
 person INTEGER NOT NULL REFERENCES people,
 player INTEGER NOT NULL REFERENCES people,
 away INTEGER NOT NULL CHECK (away IN (0, 1)),
 misses INTEGER NOT NULL,
 gone INTEGER, -- when the person left the match
 points INTEGER NOT NULL,
 won INTEGER CHECK (won IN (0, 1)), -- NULL: the match has no result
 robot TEXT NOT NULL DEFAULT '', -- the name that the channel saw for the AI player; empty: none
 PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_history ON seats (person, match) WHERE won IS NOT NULL;
CREATE INDEX seats_gone ON seats (person, gone) WHERE gone IS NOT NULL;

-- People do not expire any more once a match of theirs starts: SQLite could not find quickly which
-- rows refer to a person. A match that ends before its start leaves no seats and nonces behind.
CREATE TRIGGER matches_start AFTER UPDATE OF state ON matches WHEN new.state = 1 BEGIN
 UPDATE people SET expires = NULL WHERE expires IS NOT NULL AND id IN
  (SELECT person FROM seats WHERE match = new.id
   UNION SELECT player FROM seats WHERE match = new.id);
END;
CREATE TRIGGER seats_handed AFTER UPDATE OF person, player ON seats
 WHEN (SELECT state FROM matches WHERE id = new.match) = 1 BEGIN
 UPDATE people SET expires = NULL
  WHERE expires IS NOT NULL AND id IN (new.person, new.player);
END;
CREATE TRIGGER matches_unplayed AFTER UPDATE OF state ON matches
 WHEN new.state > 1 AND new.started IS NULL BEGIN
 DELETE FROM nonces WHERE match = new.id;
 DELETE FROM seats WHERE match = new.id;
END;

-- The chain of seeds of a match: its root and the commitment computed from the root. told: what was
-- announced to the channel, enum store_announced. A match of the first scheme of fair deals has no
-- row here, and nothing proves its hands.
CREATE TABLE roots (
 match INTEGER PRIMARY KEY REFERENCES matches,
 root BLOB NOT NULL CHECK (length(root) = 32),
 commitment BLOB NOT NULL CHECK (length(commitment) = 32),
 told INTEGER NOT NULL CHECK (told BETWEEN 0 AND 2)
) STRICT;
CREATE INDEX roots_untold ON roots (match) WHERE told < 2;
-- Matches with the same commitment share their seeds.
CREATE INDEX roots_commitment ON roots (commitment);

CREATE TABLE hands (
 match INTEGER NOT NULL REFERENCES matches,
 hand INTEGER NOT NULL,
 dealer INTEGER NOT NULL,
 seed BLOB NOT NULL CHECK (length(seed) = 32),
 dealt INTEGER NOT NULL DEFAULT 1 CHECK (dealt IN (0, 1)),
 PRIMARY KEY (match, hand)
) STRICT, WITHOUT ROWID;

-- Nonces that people gave for a hand. seat: the seat whose nonce it was in the shuffle; NULL: unused.
CREATE TABLE nonces (
 match INTEGER NOT NULL,
 hand INTEGER NOT NULL,
 person INTEGER NOT NULL REFERENCES people,
 seat INTEGER CHECK (seat BETWEEN 0 AND 15),
 text TEXT NOT NULL,
 PRIMARY KEY (match, hand, person),
 FOREIGN KEY (match, hand) REFERENCES hands
) STRICT, WITHOUT ROWID;
CREATE INDEX nonces_unused ON nonces (person) WHERE seat IS NULL;

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

-- The number of ranked people with each rating: a place is a sum over these few rows.
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

CREATE TABLE tallies (
 period TEXT NOT NULL,
 game TEXT NOT NULL,
 preset TEXT NOT NULL, -- empty: all presets
 person INTEGER NOT NULL REFERENCES people,
 matches INTEGER NOT NULL,
 wins INTEGER NOT NULL,
 gained INTEGER NOT NULL,
 PRIMARY KEY (period, game, preset, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX tallies_top ON tallies (period, game, preset, gained DESC, person);

-- Sums over a person's finished matches, updated when a match ends.
CREATE TABLE figures (
 person INTEGER NOT NULL REFERENCES people,
 game TEXT NOT NULL,
 matches INTEGER NOT NULL,
 wins INTEGER NOT NULL,
 points INTEGER NOT NULL,
 hands INTEGER NOT NULL,
 best INTEGER NOT NULL DEFAULT 0,
 streak INTEGER NOT NULL DEFAULT 0,
 longest INTEGER NOT NULL DEFAULT 0,
 PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;

-- Achievements in finished matches, counted by the names that the game gives them. So a game can
-- count something new without a new schema.
CREATE TABLE counts (
 person INTEGER NOT NULL REFERENCES people,
 game TEXT NOT NULL,
 name TEXT NOT NULL,
 times INTEGER NOT NULL,
 PRIMARY KEY (person, game, name)
) STRICT, WITHOUT ROWID;

-- Sums over the finished matches that two people shared. `one` has the lower id.
CREATE TABLE versus (
 one INTEGER NOT NULL REFERENCES people,
 other INTEGER NOT NULL REFERENCES people,
 matches INTEGER NOT NULL,
 wins INTEGER NOT NULL, -- wins of `one`
 losses INTEGER NOT NULL, -- wins of `other`; partners both win
 points INTEGER NOT NULL,
 against INTEGER NOT NULL,
 PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX versus_one ON versus (one, matches DESC);
CREATE INDEX versus_other ON versus (other, matches DESC);

-- The rated people of each match, while the ratings are recomputed.
CREATE TABLE recount (
 match INTEGER NOT NULL,
 person INTEGER NOT NULL,
 PRIMARY KEY (match, person)
) STRICT, WITHOUT ROWID;

-- Settings that operators of a channel made in chat, and the people whom it mutes.
CREATE TABLE channel_settings (
 network INTEGER NOT NULL,
 channel TEXT NOT NULL, -- as the network compares it
 key TEXT NOT NULL,
 value TEXT NOT NULL,
 until INTEGER NOT NULL DEFAULT 0 CHECK (until >= 0), -- when the setting lapses; 0: never
 author TEXT NOT NULL,
 at INTEGER NOT NULL,
 PRIMARY KEY (network, channel, key),
 FOREIGN KEY (network) REFERENCES networks (id)
) STRICT, WITHOUT ROWID;

-- The channels in which people play and which pages may show, with a link to each.
CREATE TABLE venues (
 network INTEGER NOT NULL REFERENCES networks,
 channel TEXT NOT NULL, -- as people write it
 link TEXT NOT NULL,
 PRIMARY KEY (network, channel)
) STRICT, WITHOUT ROWID;

-- Links to a seat on a page. Only the hash of a link's key is stored. ends: when the link stops
-- working, an hour after the match; NULL: while the person plays the seat.
CREATE TABLE seat_keys (
 hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
 person INTEGER NOT NULL REFERENCES people,
 match INTEGER NOT NULL REFERENCES matches,
 created INTEGER NOT NULL,
 ends INTEGER,
 UNIQUE (person, match)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_keys_match ON seat_keys (match);
CREATE TRIGGER matches_set_aside AFTER UPDATE OF state ON matches WHEN new.state = 4 BEGIN
 DELETE FROM seat_keys WHERE match = new.id;
END;

-- The hand in play of a live match, move by move, as bystanders see it: pages cannot read its deck.
-- n: number of moves so far.
CREATE TABLE scenes (
 match INTEGER NOT NULL REFERENCES matches,
 n INTEGER NOT NULL,
 scene BLOB NOT NULL,
 PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER matches_scenes AFTER UPDATE OF state ON matches WHEN new.state > 1 BEGIN
 DELETE FROM scenes WHERE match = new.id;
END;
