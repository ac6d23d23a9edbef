-- Ratings have two editions: people see the one that settings.edition names, and a recount writes the
-- other one, see recount.h. recount: what the recount does now, enum recount_stage. counted_at and
-- counted: the end and the id of the last match that it has counted. rule: the number of the rule that
-- `edition` follows.
ALTER TABLE settings ADD COLUMN edition INTEGER NOT NULL DEFAULT 0 CHECK (edition IN (0, 1));
ALTER TABLE settings ADD COLUMN recount INTEGER NOT NULL DEFAULT 0 CHECK (recount BETWEEN 0 AND 3);
ALTER TABLE settings ADD COLUMN counted_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE settings ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX matches_rated ON matches (ended, id) WHERE rated = 1 AND ended IS NOT NULL;
ALTER TABLE ratings RENAME TO old_ratings;
CREATE TABLE ratings (
 edition INTEGER NOT NULL CHECK (edition IN (0, 1)),
 person INTEGER NOT NULL REFERENCES people,
 game TEXT NOT NULL,
 mu REAL NOT NULL,
 sigma REAL NOT NULL,
 points REAL NOT NULL, -- points from known opponents, see engine/rating.h
 shown INTEGER NOT NULL,
 matches INTEGER NOT NULL,
 wins INTEGER NOT NULL,
 met INTEGER NOT NULL, -- other people in finished rated matches
 known INTEGER NOT NULL, -- of `met`, the people that count as known; a day of play adds two
 day INTEGER NOT NULL, -- the day of the last finished rated match, in days since 1970-01-01
 peers INTEGER NOT NULL, -- established opponents met, at most three
 ranked INTEGER NOT NULL CHECK (ranked IN (0, 1)), -- peers = 3 and matches >= settings.minimum
 updated INTEGER NOT NULL,
 PRIMARY KEY (edition, person, game)
) STRICT, WITHOUT ROWID;
INSERT INTO ratings SELECT 0, person, game, mu, sigma, 0, shown, matches, wins, 0, 0, 0, 3, ranked,
 updated FROM old_ratings;
DROP TABLE old_ratings;
CREATE INDEX ratings_top ON ratings (edition, game, shown DESC, person, matches, wins, ranked)
 WHERE ranked = 1;
DROP TABLE standings;
CREATE TABLE standings (
 edition INTEGER NOT NULL,
 game TEXT NOT NULL,
 shown INTEGER NOT NULL,
 people INTEGER NOT NULL,
 PRIMARY KEY (edition, game, shown)
) STRICT, WITHOUT ROWID;
INSERT INTO standings SELECT 0, game, shown, count(*) FROM ratings WHERE ranked = 1
 GROUP BY game, shown;
CREATE TRIGGER ratings_insert AFTER INSERT ON ratings WHEN new.ranked = 1 BEGIN
 INSERT INTO standings VALUES (new.edition, new.game, new.shown, 1)
  ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER ratings_update_old AFTER UPDATE ON ratings WHEN old.ranked = 1 BEGIN
 UPDATE standings SET people = people - 1
  WHERE edition = old.edition AND game = old.game AND shown = old.shown;
 DELETE FROM standings
  WHERE edition = old.edition AND game = old.game AND shown = old.shown AND people = 0;
END;
CREATE TRIGGER ratings_update_new AFTER UPDATE ON ratings WHEN new.ranked = 1 BEGIN
 INSERT INTO standings VALUES (new.edition, new.game, new.shown, 1)
  ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER ratings_delete AFTER DELETE ON ratings WHEN old.ranked = 1 BEGIN
 UPDATE standings SET people = people - 1
  WHERE edition = old.edition AND game = old.game AND shown = old.shown;
 DELETE FROM standings
  WHERE edition = old.edition AND game = old.game AND shown = old.shown AND people = 0;
END;
-- The rated matches of a person with another one, and the points that moved between them.
CREATE TABLE meetings (
 edition INTEGER NOT NULL,
 person INTEGER NOT NULL REFERENCES people,
 game TEXT NOT NULL,
 other INTEGER NOT NULL REFERENCES people,
 matches INTEGER NOT NULL, -- number of finished matches
 won REAL NOT NULL, -- points won from the other person, minus points lost to them
 PRIMARY KEY (edition, person, game, other)
) STRICT, WITHOUT ROWID;
ALTER TABLE rating_history RENAME TO old_history;
CREATE TABLE rating_history (
 edition INTEGER NOT NULL,
 person INTEGER NOT NULL REFERENCES people,
 match INTEGER NOT NULL REFERENCES matches,
 shown INTEGER NOT NULL,
 PRIMARY KEY (edition, person, match)
) STRICT, WITHOUT ROWID;
INSERT INTO rating_history SELECT 0, person, match,
 CAST(round(1000 + 40 * (mu - 3 * sigma)) AS INTEGER) FROM old_history;
DROP TABLE old_history;
ALTER TABLE tallies RENAME TO old_tallies;
CREATE TABLE tallies (
 edition INTEGER NOT NULL,
 period TEXT NOT NULL,
 game TEXT NOT NULL,
 preset TEXT NOT NULL, -- empty: all presets
 person INTEGER NOT NULL REFERENCES people,
 matches INTEGER NOT NULL,
 wins INTEGER NOT NULL,
 gained INTEGER NOT NULL,
 PRIMARY KEY (edition, period, game, preset, person)
) STRICT, WITHOUT ROWID;
INSERT INTO tallies SELECT 0, period, game, preset, person, matches, wins, gained FROM old_tallies;
DROP TABLE old_tallies;
CREATE INDEX tallies_top ON tallies (edition, period, game, preset, gained DESC, person);
