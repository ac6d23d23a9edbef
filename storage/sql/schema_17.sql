-- Settings that operators of a channel made in chat, and the people whom it mutes.
CREATE TABLE channel_settings (
 network INTEGER NOT NULL,
 channel TEXT NOT NULL, -- as the network compares it
 key TEXT NOT NULL,
 value TEXT NOT NULL,
 until INTEGER NOT NULL DEFAULT 0 CHECK (until >= 0), -- 0: for good
 author TEXT NOT NULL,
 at INTEGER NOT NULL,
 PRIMARY KEY (network, channel, key),
 FOREIGN KEY (network) REFERENCES networks (id)
) STRICT, WITHOUT ROWID;
