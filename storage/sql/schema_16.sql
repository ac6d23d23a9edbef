-- The rule that ratings follow, see recount.h; and while they are counted anew, the people who were
-- rated in each match.
ALTER TABLE settings ADD COLUMN rule INTEGER NOT NULL DEFAULT 0;
CREATE TABLE recount (
 match INTEGER NOT NULL,
 person INTEGER NOT NULL,
 PRIMARY KEY (match, person)
) STRICT, WITHOUT ROWID;
-- True if no page shows a match: its channel was secret, keyed or closed to pages.
ALTER TABLE matches ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));
