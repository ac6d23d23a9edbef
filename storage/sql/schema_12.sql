-- Matches whose hands' seeds are a chain: what it begins with, the one commitment that it leads down
-- to, and what of these the channel has surely heard: 1 the commitment, 2 the root. Their hands have
-- no commitment of their own, and each seed is the hash of the next. Matches of older programs have
-- no row here.
CREATE TABLE roots (
 match INTEGER PRIMARY KEY REFERENCES matches,
 root BLOB NOT NULL CHECK (length(root) = 32),
 commitment BLOB NOT NULL CHECK (length(commitment) = 32),
 told INTEGER NOT NULL CHECK (told BETWEEN 0 AND 2)
) STRICT;
CREATE INDEX roots_untold ON roots (match) WHERE told < 2;
