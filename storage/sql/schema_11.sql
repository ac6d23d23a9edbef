-- The hosts that want to be reached by TLS alone, on which port and until when: so that nobody in
-- between can make the bot speak to them in the clear.
CREATE TABLE secured (
 host TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
 port INTEGER NOT NULL,
 until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
