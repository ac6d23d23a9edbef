-- Trials: hands that several people play, each alone against the AI player `expert`, see trials.h.
CREATE TABLE trials (
 id INTEGER PRIMARY KEY,
 kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2), -- enum store_trial_kind
 day TEXT NOT NULL, -- the date on which it begins, 2026-12-01
 game TEXT NOT NULL,
 preset TEXT NOT NULL,
 hands INTEGER NOT NULL,
 version INTEGER NOT NULL, -- REPLY_VERSION (engine/mitaines/reply.h); 0: the cards may be known, no places
 starts INTEGER NOT NULL,
 ends INTEGER NOT NULL,
 seed BLOB NOT NULL CHECK (length(seed) = 32), -- zeros while it is sealed
 box BLOB, -- sealed seed
 commitment BLOB NOT NULL CHECK (length(commitment) = 32),
 par INTEGER, -- points of all hands that `expert` played from the person's seat; NULL: not known yet
 pars INTEGER NOT NULL DEFAULT 0, -- number of these hands
 link BLOB, -- of a challenge: the hash of a link for the second person; NULL: none
 revealed INTEGER -- when the seed was published; NULL: it is secret
) STRICT;
CREATE UNIQUE INDEX trials_day ON trials (kind, day) WHERE kind < 2;
CREATE UNIQUE INDEX trials_link ON trials (link) WHERE link IS NOT NULL;
CREATE INDEX trials_secret ON trials (ends) WHERE revealed IS NULL;

-- Tries: one person's play of a trial.
CREATE TABLE tries (
 id INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused, because the key of the result follows from it
 trial INTEGER NOT NULL REFERENCES trials,
 person INTEGER REFERENCES people, -- NULL: a guest on a page, or a person who was forgotten
 name TEXT NOT NULL DEFAULT '', -- the name that a guest typed for their result
 -- Hashes with the secret key of the database: of an account in a ladder, until the seed is published;
 -- of a browser and of an address, to count results.
 account BLOB,
 browser BLOB,
 address BLOB,
 seat BLOB, -- the hash of the key of its page, with which the guest may delete the try; NULL: played in chat
 result BLOB, -- the hash of the key in the address of its result; NULL: not ended
 lang TEXT NOT NULL DEFAULT '',
 version INTEGER NOT NULL, -- REPLY_VERSION when the try began
 begun INTEGER, -- NULL: the person, of a challenge, has not begun
 touched INTEGER NOT NULL, -- when the last move was made
 ended INTEGER,
 moves TEXT NOT NULL DEFAULT '', -- moves of both seats, "9D;4C mitten;"; empty while they are sealed
 box BLOB, -- sealed moves
 own INTEGER NOT NULL DEFAULT 0, -- points of the person
 other INTEGER NOT NULL DEFAULT 0, -- points of the AI player
 counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1)), -- it has a place in the list
 tells INTEGER NOT NULL DEFAULT 0 CHECK (tells IN (0, 1)), -- the preview of the result tells the points
 hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)), -- an operator hides its name and moves
 untold INTEGER NOT NULL DEFAULT 0 CHECK (untold IN (0, 1)) -- the person must be told how a challenge ended
) STRICT;
CREATE INDEX tries_trial ON tries (trial);
CREATE INDEX tries_places ON tries (trial, own DESC, other) WHERE counted = 1;
CREATE UNIQUE INDEX tries_person ON tries (trial, person) WHERE person IS NOT NULL;
CREATE UNIQUE INDEX tries_account ON tries (trial, account) WHERE account IS NOT NULL;
CREATE INDEX tries_browser ON tries (trial, browser) WHERE browser IS NOT NULL;
CREATE INDEX tries_address ON tries (trial, address) WHERE address IS NOT NULL;
CREATE UNIQUE INDEX tries_seat ON tries (seat) WHERE seat IS NOT NULL;
CREATE UNIQUE INDEX tries_result ON tries (result) WHERE result IS NOT NULL;
CREATE INDEX tries_played ON tries (touched) WHERE begun IS NOT NULL AND ended IS NULL;
CREATE INDEX tries_of_person ON tries (person) WHERE person IS NOT NULL;
CREATE INDEX tries_sealed ON tries (trial, id) WHERE box IS NOT NULL AND ended IS NOT NULL;
CREATE INDEX tries_untold ON tries (id) WHERE untold = 1;
CREATE INDEX tries_guests ON tries (touched) WHERE person IS NULL;

-- The sums of thirty ladder days, counted when a day ends.
CREATE TABLE trial_sums (
 person INTEGER PRIMARY KEY REFERENCES people,
 points INTEGER NOT NULL,
 days INTEGER NOT NULL
) STRICT;
CREATE INDEX trial_sums_places ON trial_sums (points DESC, days, person);
-- "off": the person is not told their costliest move after a match.
ALTER TABLE people ADD COLUMN advice TEXT;
