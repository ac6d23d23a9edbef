-- Who wants to be told when a table wants players.
ALTER TABLE people ADD COLUMN notified INTEGER NOT NULL DEFAULT 0 CHECK (notified IN (0, 1));
CREATE INDEX people_notified ON people (network, id) WHERE notified = 1;
