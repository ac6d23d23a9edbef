-- What two people have with each other, in the order of their ids; tallies by the year; and what
-- was given for a shuffle and never counted, by who gave it.
CREATE TABLE versus (
 one INTEGER NOT NULL REFERENCES people,
 other INTEGER NOT NULL REFERENCES people,
 matches INTEGER NOT NULL,
 wins INTEGER NOT NULL, -- of one,
 losses INTEGER NOT NULL, -- of the other: both may win, as partners do
 points INTEGER NOT NULL,
 against INTEGER NOT NULL,
 PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;
INSERT INTO versus SELECT a.person, b.person, count(*), sum(a.won), sum(b.won),
 sum(a.points), sum(b.points) FROM matches m JOIN seats a ON a.match = m.id
 JOIN seats b ON b.match = m.id AND b.person > a.person WHERE m.state = 2
 AND NOT EXISTS (SELECT 1 FROM seats f WHERE f.match = m.id AND f.person = a.person
  AND f.seat < a.seat)
 AND NOT EXISTS (SELECT 1 FROM seats f WHERE f.match = m.id AND f.person = b.person
  AND f.seat < b.seat)
 AND a.won IS NOT NULL GROUP BY a.person, b.person;
INSERT INTO tallies SELECT 'year ' || (CAST(substr(period, 7) AS INTEGER) / 12), game,
 preset, person, sum(matches), sum(wins), sum(gained) FROM tallies
 WHERE period LIKE 'month %' GROUP BY 1, 2, 3, 4;
CREATE INDEX nonces_unused ON nonces (person) WHERE seat IS NULL;
