-- What networks keep for themselves, by names of their own: how far they have heard, and what is
-- still to be said there.
CREATE TABLE kept (
 network INTEGER NOT NULL REFERENCES networks,
 name TEXT NOT NULL,
 value TEXT NOT NULL,
 PRIMARY KEY (network, name)
) STRICT, WITHOUT ROWID;
