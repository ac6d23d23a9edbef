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
-- "on" or "off": the link comes with the first hand of each match; a card is confirmed by a second tap.
ALTER TABLE people ADD COLUMN seat TEXT;
ALTER TABLE people ADD COLUMN confirm TEXT;
-- Matches with the same commitment share their seeds.
CREATE INDEX roots_commitment ON roots (commitment);
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
