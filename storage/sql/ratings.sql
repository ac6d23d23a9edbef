-- ratings.sql - ratings, rankings, statistics and history.

-- name: minimum
SELECT minimum FROM settings WHERE minimum = ?;

-- name: minimum_put
UPDATE settings SET minimum = ?;

-- name: minimum_apply
UPDATE ratings SET ranked = (matches >= ?1) WHERE ranked <> (matches >= ?1);

-- name: rating
SELECT mu, sigma, shown, matches, wins FROM ratings WHERE person = ? AND game = ?;

-- name: rating_put
INSERT INTO ratings (person, game, mu, sigma, shown, wins, updated, matches, ranked)
 SELECT ?, ?, ?, ?, ?, ?, ?, 1, minimum <= 1 FROM settings WHERE true
 ON CONFLICT DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, shown = excluded.shown,
  wins = wins + excluded.wins, updated = excluded.updated, matches = matches + 1,
  ranked = matches + 1 >= (SELECT minimum FROM settings);

-- name: rating_history_add
INSERT INTO rating_history (person, match, mu_before, sigma_before, mu, sigma)
 VALUES (?, ?, ?, ?, ?, ?);

-- name: met
SELECT count(*) FROM rating_history h JOIN matches m ON m.id = h.match
 WHERE h.person = ?1 AND m.game = ?3 AND m.ended >= ?4
  AND EXISTS (SELECT 1 FROM rating_history o WHERE o.person = ?2 AND o.match = h.match)
  AND h.match > coalesce((SELECT match FROM rating_history WHERE person = ?1
   ORDER BY match DESC LIMIT 1 OFFSET 500), 0);

-- name: established
-- True if the person has finished at least ?3 matches and no other person was in all of the last 500.
SELECT EXISTS (SELECT 1 FROM rating_history h JOIN matches m ON m.id = h.match
  WHERE h.person = ?1 AND m.game = ?2 AND m.state = 2
  ORDER BY h.match DESC LIMIT 1 OFFSET ?3 - 1)
 AND NOT EXISTS (SELECT 1 FROM seats c WHERE c.person <> ?1 AND c.match =
   (SELECT h.match FROM rating_history h JOIN matches m ON m.id = h.match
    WHERE h.person = ?1 AND m.game = ?2 AND m.state = 2 ORDER BY h.match DESC LIMIT 1)
  AND NOT EXISTS (SELECT 1 FROM rating_history h JOIN matches m ON m.id = h.match
   WHERE h.person = ?1 AND m.game = ?2 AND m.state = 2
    AND h.match > coalesce((SELECT match FROM rating_history WHERE person = ?1
     ORDER BY match DESC LIMIT 1 OFFSET 500), 0)
    AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.match = h.match AND o.person = c.person)));

-- name: rank
-- Standings include AI players, but their ranking is separate: their counts are subtracted in C.
-- CROSS JOIN makes SQLite begin with the few AI players instead of all ratings.
SELECT r.mu, r.sigma, r.shown, r.matches, r.wins, r.ranked, p.network IS NULL,
  (SELECT sum(people) FROM standings s WHERE s.game = r.game AND s.shown > r.shown),
  (SELECT sum(people) FROM standings s WHERE s.game = r.game),
  (SELECT count(*) FROM people q CROSS JOIN ratings o ON o.person = q.id AND o.game = r.game
   WHERE q.network IS NULL AND o.ranked = 1 AND o.shown > r.shown),
  (SELECT count(*) FROM people q CROSS JOIN ratings o ON o.person = q.id AND o.game = r.game
   WHERE q.network IS NULL AND o.ranked = 1)
 FROM ratings r JOIN people p ON p.id = r.person WHERE r.person = ? AND r.game = ?;

-- name: top
SELECT r.person, p.name, p.network IS NULL, 0, r.shown, r.matches, r.wins
 FROM ratings r JOIN people p ON p.id = r.person
 WHERE r.game = ? AND r.ranked = 1 AND p.network IS NOT NULL
 ORDER BY r.shown DESC, r.person LIMIT ?;

-- name: top_robots
SELECT r.person, p.name, 1, r.ranked = 0, r.shown, r.matches, r.wins
 FROM people p CROSS JOIN ratings r ON r.person = p.id
 WHERE p.network IS NULL AND r.game = ? LIMIT ?;

-- name: newcomers
-- The rows are in the order of the gain in the period.
SELECT t.person, p.name, 0, 1, r.shown, r.matches, r.wins
 FROM tallies t CROSS JOIN people p ON p.id = t.person
 CROSS JOIN ratings r ON r.person = t.person AND r.game = t.game
 WHERE t.period = ? AND t.game = ? AND t.preset = ? AND p.network IS NOT NULL AND r.ranked = 0
 ORDER BY t.gained DESC, t.person LIMIT ?;

-- name: stats
SELECT matches, wins, points, hands, best, streak, longest
 FROM figures WHERE person = ? AND game = ?;

-- name: counts
SELECT name, times FROM counts WHERE person = ? AND game = ?;

-- name: tally_add
INSERT INTO tallies (period, game, preset, person, matches, wins, gained)
 VALUES (?, ?, ?, ?, 1, ?, ?)
 ON CONFLICT DO UPDATE SET matches = matches + 1, wins = wins + excluded.wins,
  gained = gained + excluded.gained;

-- name: tally
SELECT t.person, p.name, p.network IS NULL, r.ranked IS NOT 1, t.gained, t.matches, t.wins
 FROM tallies t JOIN people p ON p.id = t.person
 LEFT JOIN ratings r ON r.person = t.person AND r.game = t.game
 WHERE t.period = ? AND t.game = ? AND t.preset = ? AND t.gained > 0 AND p.network IS NOT NULL
 ORDER BY t.gained DESC, t.person LIMIT ?;

-- name: tally_robots
SELECT t.person, p.name, 1, 0, t.gained, t.matches, t.wins
 FROM people p CROSS JOIN tallies t ON t.person = p.id
 WHERE p.network IS NULL AND t.period = ? AND t.game = ? AND t.preset = ? AND t.gained > 0
 LIMIT ?;

-- name: versus
SELECT matches, wins, losses, points, against FROM versus WHERE one = ? AND other = ?;

-- name: rivals
SELECT p.id, p.network, p.key, p.name, v.matches, v.wins, v.losses, v.points, v.against
 FROM versus v CROSS JOIN people p ON p.id = v.other
 WHERE v.one = ? ORDER BY v.matches DESC, v.other LIMIT ?;

-- name: rivals_before
SELECT p.id, p.network, p.key, p.name, v.matches, v.wins, v.losses, v.points, v.against
 FROM versus v CROSS JOIN people p ON p.id = v.one
 WHERE v.other = ? ORDER BY v.matches DESC, v.one LIMIT ?;

-- name: curve
SELECT h.mu, h.sigma FROM rating_history h JOIN matches m ON m.id = h.match
 WHERE h.person = ?1 AND m.game = ?2
  AND h.match > coalesce((SELECT match FROM rating_history WHERE person = ?1
   ORDER BY match DESC LIMIT 1 OFFSET 500), 0)
 ORDER BY h.match DESC LIMIT ?3;

-- name: history
SELECT m.id, m.game, m.preset, m.state, m.ended, m.hidden, s.points, s.won, s.seat
 FROM seats s JOIN matches m ON m.id = s.match
 WHERE s.person = ? AND s.won IS NOT NULL ORDER BY s.match DESC LIMIT ?;

-- name: listed
-- True if one of the last 500 matches of ?1 is not hidden and includes person ?2 (0: any match).
SELECT 1 FROM seats s JOIN matches m ON m.id = s.match
 WHERE s.person = ?1 AND s.won IS NOT NULL AND m.hidden = 0
  AND s.match > coalesce((SELECT match FROM seats WHERE person = ?1 AND won IS NOT NULL
   ORDER BY match DESC LIMIT 1 OFFSET 500), 0)
  AND (?2 = 0 OR EXISTS (SELECT 1 FROM seats o WHERE o.match = m.id AND o.person = ?2)) LIMIT 1;

-- name: others
-- The names are those of the statement `seats`.
SELECT CASE WHEN p.network IS NULL AND s.robot <> '' THEN s.robot
   WHEN p.network <> m.network AND p.key NOT LIKE '~%' THEN p.name || ' (' || n.name || ')'
   ELSE p.name END,
  CASE WHEN p.network IS NULL THEN p.key ELSE '' END, s.points, s.won
 FROM seats s JOIN matches m ON m.id = s.match JOIN people p ON p.id = s.person
  LEFT JOIN networks n ON n.id = p.network
 WHERE s.match = ? AND s.seat <> ? ORDER BY s.seat LIMIT ?;
