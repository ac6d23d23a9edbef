-- The name that the channel saw for the AI player of a seat; empty: none, or from before version 18.
ALTER TABLE seats ADD COLUMN robot TEXT NOT NULL DEFAULT '';
-- The channels in which people play and which pages may show, with a link to each.
CREATE TABLE venues (
 network INTEGER NOT NULL REFERENCES networks,
 channel TEXT NOT NULL, -- as people write it
 link TEXT NOT NULL,
 PRIMARY KEY (network, channel)
) STRICT, WITHOUT ROWID;
