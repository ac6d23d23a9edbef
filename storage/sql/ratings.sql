-- ratings.sql - ratings, rankings, statistics and history.
--
-- "edition <> ?" is the edition that people see if the parameter is 0, and the one that a recount
-- writes if it is 1, see recount.h.

-- name: minimum
SELECT minimum FROM settings WHERE minimum = ?;

-- name: minimum_put
UPDATE settings SET minimum = ?;

-- name: minimum_apply
UPDATE ratings SET ranked = (matches >= ?1 AND peers >= 3)
 WHERE ranked <> (matches >= ?1 AND peers >= 3);

-- name: rating
SELECT mu, sigma, points, shown, matches, wins, peers, met, known, day FROM ratings
 WHERE edition = (SELECT edition <> ?1 FROM settings WHERE id = 1) AND person = ?2 AND game = ?3;

-- name: rating_put
INSERT INTO ratings (edition, person, game, mu, sigma, points, shown, wins, updated, met, known,
  day, matches, peers, ranked)
 SELECT edition <> ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, 0 FROM settings WHERE id = 1
 ON CONFLICT DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, points = excluded.points,
  shown = excluded.shown, wins = wins + excluded.wins, updated = excluded.updated,
  met = excluded.met, known = excluded.known, day = excluded.day,
  matches = matches + 1;

-- name: rating_history_add
INSERT INTO rating_history (edition, person, match, shown)
 SELECT edition <> ?, ?, ?, ? FROM settings WHERE id = 1;

-- name: meeting
SELECT matches, won FROM meetings WHERE edition = (SELECT edition <> ?1 FROM settings WHERE id = 1)
 AND person = ?2 AND game = ?3 AND other = ?4;

-- name: meeting_put
INSERT INTO meetings (edition, person, game, other, matches, won)
 SELECT edition <> ?, ?, ?, ?, ?, ? FROM settings WHERE id = 1
 ON CONFLICT DO UPDATE SET matches = excluded.matches, won = excluded.won;

-- name: peers
-- Counts the established opponents. A person is established after five rated matches, if they have met
-- three other people in finished ones.
SELECT count(*) FROM meetings m
 JOIN ratings r ON r.edition = m.edition AND r.person = m.other AND r.game = m.game
 WHERE m.edition = (SELECT edition <> ?1 FROM settings WHERE id = 1) AND m.person = ?2 AND m.game = ?3
  AND m.matches > 0 AND r.matches >= 5 AND r.met >= 3;

-- name: peers_put
-- AI players need no opponents for a place.
UPDATE ratings SET peers = ?4, ranked = ((?4 >= 3 OR EXISTS
   (SELECT 1 FROM people WHERE id = ?2 AND network IS NULL))
  AND matches >= (SELECT minimum FROM settings WHERE id = 1))
 WHERE edition = (SELECT edition <> ?1 FROM settings WHERE id = 1) AND person = ?2 AND game = ?3;

-- name: rank
-- Standings include AI players, but their ranking is separate: their counts are subtracted in C.
-- CROSS JOIN makes SQLite begin with the few AI players instead of all ratings.
SELECT r.mu, r.sigma, r.points, r.shown, r.matches, r.wins, r.peers, r.ranked, p.network IS NULL,
  (SELECT sum(people) FROM standings s
   WHERE s.edition = r.edition AND s.game = r.game AND s.shown > r.shown),
  (SELECT sum(people) FROM standings s WHERE s.edition = r.edition AND s.game = r.game),
  (SELECT count(*) FROM people q
   CROSS JOIN ratings o ON o.edition = r.edition AND o.person = q.id AND o.game = r.game
   WHERE q.network IS NULL AND o.ranked = 1 AND o.shown > r.shown),
  (SELECT count(*) FROM people q
   CROSS JOIN ratings o ON o.edition = r.edition AND o.person = q.id AND o.game = r.game
   WHERE q.network IS NULL AND o.ranked = 1)
 FROM ratings r JOIN people p ON p.id = r.person
 WHERE r.edition = (SELECT edition FROM settings WHERE id = 1) AND r.person = ? AND r.game = ?;

-- name: top
SELECT r.person, p.name, p.network IS NULL, 0, r.shown, r.matches, r.wins
 FROM ratings r JOIN people p ON p.id = r.person
 WHERE r.edition = (SELECT edition FROM settings WHERE id = 1) AND r.game = ? AND r.ranked = 1
  AND p.network IS NOT NULL
 ORDER BY r.shown DESC, r.person LIMIT ?;

-- name: top_robots
SELECT r.person, p.name, 1, r.ranked = 0, r.shown, r.matches, r.wins
 FROM people p CROSS JOIN ratings r ON r.person = p.id
 WHERE p.network IS NULL AND r.edition = (SELECT edition FROM settings WHERE id = 1) AND r.game = ? LIMIT ?;

-- name: newcomers
-- The rows are sorted by the gain in the period.
SELECT t.person, p.name, 0, 1, r.shown, r.matches, r.wins
 FROM tallies t CROSS JOIN people p ON p.id = t.person
 CROSS JOIN ratings r ON r.edition = t.edition AND r.person = t.person AND r.game = t.game
 WHERE t.edition = (SELECT edition FROM settings WHERE id = 1) AND t.period = ? AND t.game = ? AND t.preset = ?
  AND p.network IS NOT NULL AND r.ranked = 0
 ORDER BY t.gained DESC, t.person LIMIT ?;

-- name: stats
SELECT matches, wins, points, hands, best, streak, longest
 FROM figures WHERE person = ? AND game = ?;

-- name: counts
SELECT name, times FROM counts WHERE person = ? AND game = ?;

-- name: tally_add
INSERT INTO tallies (edition, period, game, preset, person, matches, wins, gained)
 SELECT edition <> ?, ?, ?, ?, ?, 1, ?, ? FROM settings WHERE id = 1
 ON CONFLICT DO UPDATE SET matches = matches + 1, wins = wins + excluded.wins,
  gained = gained + excluded.gained;

-- name: tally
SELECT t.person, p.name, p.network IS NULL, r.ranked IS NOT 1, t.gained, t.matches, t.wins
 FROM tallies t JOIN people p ON p.id = t.person
 LEFT JOIN ratings r ON r.edition = t.edition AND r.person = t.person AND r.game = t.game
 WHERE t.edition = (SELECT edition FROM settings WHERE id = 1) AND t.period = ? AND t.game = ? AND t.preset = ?
  AND t.gained > 0 AND p.network IS NOT NULL
 ORDER BY t.gained DESC, t.person LIMIT ?;

-- name: tally_robots
SELECT t.person, p.name, 1, 0, t.gained, t.matches, t.wins
 FROM people p CROSS JOIN tallies t ON t.person = p.id
 WHERE p.network IS NULL AND t.edition = (SELECT edition FROM settings WHERE id = 1) AND t.period = ? AND t.game = ? AND t.preset = ?
  AND t.gained > 0 LIMIT ?;

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
SELECT h.shown FROM rating_history h JOIN matches m ON m.id = h.match
 WHERE h.edition = (SELECT edition FROM settings WHERE id = 1) AND h.person = ?1 AND m.game = ?2
  AND h.match > coalesce((SELECT match FROM rating_history
   WHERE edition = h.edition AND person = ?1 ORDER BY match DESC LIMIT 1 OFFSET 500), 0)
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
-- The names are formed as in the statement `seats` of matches.sql.
SELECT CASE WHEN p.network IS NULL AND s.robot <> '' THEN s.robot
   WHEN p.network <> m.network AND p.key NOT LIKE '~%' THEN p.name || ' (' || n.name || ')'
   ELSE p.name END,
  CASE WHEN p.network IS NULL THEN p.key ELSE '' END, s.points, s.won
 FROM seats s JOIN matches m ON m.id = s.match JOIN people p ON p.id = s.person
  LEFT JOIN networks n ON n.id = p.network
 WHERE s.match = ? AND s.seat <> ? ORDER BY s.seat LIMIT ?;
