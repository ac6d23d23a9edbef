-- Since when an address is somebody's, and the one that was before, see store_address. When they
-- last left a match is asked of the seats they left. Which of several copies of a database is the
-- one that goes on, see copy.h: a number drawn by chance, how often seeds became public, and
-- whether this is a backup.
--
-- When people are removed unless they are heard of; NULL: never. Playing a match makes it so, by
-- triggers, as nothing finds all rows that refer to somebody. A table that closes before it starts
-- leaves no seats behind. Nobody knows when those of older programs were last heard of: now.
ALTER TABLE people ADD COLUMN addressed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN home TEXT;
CREATE INDEX seats_gone ON seats (person, gone) WHERE gone IS NOT NULL;
ALTER TABLE settings ADD COLUMN lineage INTEGER NOT NULL DEFAULT 0;
ALTER TABLE settings ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE settings ADD COLUMN copied INTEGER NOT NULL DEFAULT 0 CHECK (copied IN (0, 1));
UPDATE settings SET lineage = random() & 9223372036854775807;

ALTER TABLE people ADD COLUMN expires INTEGER;
DELETE FROM nonces WHERE match IN
 (SELECT id FROM matches WHERE state > 1 AND started IS NULL);
DELETE FROM seats WHERE match IN
 (SELECT id FROM matches WHERE state > 1 AND started IS NULL);
UPDATE people SET expires = unixepoch() + CASE WHEN coalesce(lang, cards, via) IS NULL
 THEN 30 ELSE 365 END * 86400 WHERE network IS NOT NULL AND id NOT IN
 (SELECT person FROM seats JOIN matches ON id = match WHERE started IS NOT NULL
  UNION SELECT player FROM seats JOIN matches ON id = match WHERE started IS NOT NULL
  UNION SELECT player FROM moves UNION SELECT person FROM nonces WHERE seat IS NOT NULL
  UNION SELECT person FROM ratings UNION SELECT person FROM rating_history
  UNION SELECT person FROM figures UNION SELECT person FROM tallies
  UNION SELECT one FROM versus UNION SELECT other FROM versus);
CREATE INDEX people_expires ON people (expires) WHERE expires IS NOT NULL;
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
