-- Deals that can be checked: a hand's row is there from its commitment on, dealt or not, and told
-- once its seed was said in the channel. Hands of older programs have no commitment; what they
-- would still have to say is the seed of the hand in play.
ALTER TABLE hands ADD COLUMN commitment BLOB CHECK (length(commitment) = 32);
ALTER TABLE hands ADD COLUMN dealt INTEGER NOT NULL DEFAULT 1 CHECK (dealt IN (0, 1));
ALTER TABLE hands ADD COLUMN told INTEGER NOT NULL DEFAULT 1 CHECK (told IN (0, 1));
UPDATE hands SET told = 0 WHERE match IN (SELECT id FROM matches WHERE state = 1)
 AND hand = (SELECT max(hand) FROM hands h WHERE h.match = hands.match);
CREATE INDEX hands_untold ON hands (match, hand) WHERE told = 0;

-- What people gave for a hand; seat: where it counted, NULL until the deal or for ever.
CREATE TABLE nonces (
 match INTEGER NOT NULL,
 hand INTEGER NOT NULL,
 person INTEGER NOT NULL REFERENCES people,
 seat INTEGER CHECK (seat BETWEEN 0 AND 15),
 text TEXT NOT NULL,
 PRIMARY KEY (match, hand, person),
 FOREIGN KEY (match, hand) REFERENCES hands
) STRICT, WITHOUT ROWID;
