-- settings.rule: the number of the rule that ratings follow, see recount.h. recount: the rated people
-- of each match, while the ratings are recomputed.
ALTER TABLE settings ADD COLUMN rule INTEGER NOT NULL DEFAULT 0;
CREATE TABLE recount (
 match INTEGER NOT NULL,
 person INTEGER NOT NULL,
 PRIMARY KEY (match, person)
) STRICT, WITHOUT ROWID;
-- True if no page shows the match, because its channel was secret, keyed or closed to pages.
ALTER TABLE matches ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));
