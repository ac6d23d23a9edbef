-- Masks of people who are not heard.
CREATE TABLE ignores (
 network INTEGER NOT NULL REFERENCES networks,
 mask TEXT NOT NULL COLLATE NOCASE,
 author TEXT NOT NULL,
 at INTEGER NOT NULL,
 PRIMARY KEY (network, mask)
) STRICT, WITHOUT ROWID;
