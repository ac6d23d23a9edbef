-- matches.sql - matches and their seats.

-- name: match_add
INSERT INTO matches (network, channel, number, game, preset, options, opened, hidden, state, rated,
  hands)
 VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0);

-- name: match_start
UPDATE matches SET state = 1, rated = ?, started = ? WHERE id = ? AND state = 0 RETURNING 1;

-- name: match_unrate
UPDATE matches SET rated = 0 WHERE id = ? AND state < 2 RETURNING 1;

-- name: match_hide
UPDATE matches SET hidden = ? WHERE id = ? RETURNING 1;

-- name: match_end
UPDATE matches SET state = ?, hands = ?, ended = ? WHERE id = ? AND state < 2 RETURNING 1;

-- name: match
SELECT id, network, channel, number, game, preset, options, state, rated, opened, started, ended,
  hands, pruned, hidden
 FROM matches WHERE id = ?;

-- name: match_newest
SELECT max(id) FROM matches;

-- name: match_last
SELECT id, network, channel, number, game, preset, options, state, rated, opened, started, ended,
  hands, pruned, hidden
 FROM seats JOIN matches ON id = match
 WHERE person = ?1 AND won IS NOT NULL AND network = ?2 AND channel = ?3
  AND match > coalesce((SELECT match FROM seats WHERE person = ?1 AND won IS NOT NULL
   ORDER BY match DESC LIMIT 1 OFFSET 200), 0)
 ORDER BY match DESC LIMIT 1;

-- name: match_live
SELECT id, network, channel, number, game, preset, options, state, rated, opened, started, ended,
  hands, pruned, hidden
 FROM matches WHERE id > ? AND state < 2 ORDER BY id LIMIT 1;

-- name: match_started
SELECT id, network, channel, number, game, preset, options, state, rated, opened, started, ended,
  hands, pruned, hidden
 FROM matches WHERE id > ? AND started IS NOT NULL ORDER BY id LIMIT 1;

-- name: match_recent
-- Only among the newest 5000 matches of the database.
SELECT id, network, channel, number, game, preset, options, state, rated, opened, started, ended,
  hands, pruned, hidden
 FROM matches WHERE id < ? AND state IN (2, 3) AND started IS NOT NULL AND channel <> '' AND hidden = 0
  AND id > (SELECT max(id) FROM matches) - 5000
 ORDER BY id DESC LIMIT 1;

-- name: matches_of_robots
SELECT s.won, count(*), sum(o.won),
  sum(CASE o.person WHEN ?4 THEN 1 WHEN ?5 THEN 2 WHEN ?6 THEN 3 ELSE 0 END)
 FROM seats s JOIN matches m ON m.id = s.match JOIN seats o ON o.match = s.match
 WHERE s.person = ?1 AND s.won IS NOT NULL AND m.game = ?2 AND m.state = 2
  AND s.match > coalesce((SELECT match FROM seats WHERE person = ?1 AND won IS NOT NULL
   ORDER BY match DESC LIMIT 1 OFFSET 200), 0)
 GROUP BY s.match, s.seat
 HAVING sum(o.person IN (?3, ?4, ?5, ?6)) = count(*) - 1
  AND sum(o.won) BETWEEN 1 AND count(*) - 1
 ORDER BY s.match DESC LIMIT ?7;

-- name: seat_put
INSERT INTO seats (match, seat, person, player, away, misses, gone, robot, points)
 VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)
 ON CONFLICT DO UPDATE SET person = excluded.person, player = excluded.player,
  away = excluded.away, misses = excluded.misses, gone = excluded.gone,
  robot = excluded.robot;

-- name: seats_cut
DELETE FROM seats WHERE match = ? AND seat >= ?;

-- name: seats
-- An AI player has the name that it had at the table. A person of another network than the match's,
-- but no guest (whose key begins with a tilde), is shown with the name of that network.
SELECT s.person, p.network, p.key,
  CASE WHEN p.network IS NULL AND s.robot <> '' THEN s.robot ELSE p.name END,
  CASE WHEN p.network IS NULL AND s.robot <> '' THEN s.robot
   WHEN p.network <> m.network AND p.key NOT LIKE '~%' THEN p.name || ' (' || n.name || ')'
   ELSE p.name END,
  s.player, q.network, q.key,
  CASE WHEN q.network IS NULL AND s.robot <> '' THEN s.robot ELSE q.name END,
  s.robot, s.away, s.misses, s.gone, s.points, s.won
 FROM seats s JOIN matches m ON m.id = s.match JOIN people p ON p.id = s.person
  JOIN people q ON q.id = s.player LEFT JOIN networks n ON n.id = p.network
 WHERE s.match = ? ORDER BY s.seat LIMIT ?;

-- name: seat_result
UPDATE seats SET points = ?, won = ? WHERE match = ? AND seat = ? RETURNING 1;

-- name: figures_add
-- An AI player with several seats counts only with its first, here and in the statements below.
INSERT INTO figures (person, game, matches, wins, points, hands, streak, longest)
 SELECT s.person, m.game, 1, s.won, s.points, m.hands, s.won, s.won
 FROM seats s JOIN matches m ON m.id = s.match
 WHERE s.match = ? AND s.won IS NOT NULL AND NOT EXISTS
  (SELECT 1 FROM seats f WHERE f.match = s.match AND f.person = s.person AND f.seat < s.seat)
 ON CONFLICT DO UPDATE SET matches = matches + 1, wins = wins + excluded.wins,
  points = points + excluded.points, hands = hands + excluded.hands,
  streak = (streak + 1) * excluded.wins, longest = max(longest, (streak + 1) * excluded.wins);

-- name: best_add
UPDATE figures SET best = max(best, ?)
 WHERE person = (SELECT s.person FROM seats s WHERE s.match = ?2 AND s.seat = ?3
  AND NOT EXISTS
   (SELECT 1 FROM seats f WHERE f.match = s.match AND f.person = s.person AND f.seat < s.seat))
  AND game = (SELECT game FROM matches WHERE id = ?2);

-- name: count_add
INSERT INTO counts (person, game, name, times)
 SELECT s.person, m.game, ?, ?
 FROM seats s JOIN matches m ON m.id = s.match
 WHERE s.match = ? AND s.seat = ? AND NOT EXISTS
  (SELECT 1 FROM seats f WHERE f.match = s.match AND f.person = s.person AND f.seat < s.seat)
 ON CONFLICT DO UPDATE SET times = times + excluded.times;

-- name: versus_add
INSERT INTO versus (one, other, matches, wins, losses, points, against)
 SELECT a.person, b.person, 1, a.won, b.won, a.points, b.points
 FROM seats a JOIN seats b ON b.match = a.match AND b.person > a.person
 WHERE a.match = ? AND NOT EXISTS
  (SELECT 1 FROM seats f WHERE f.match = a.match AND f.person = a.person AND f.seat < a.seat)
  AND NOT EXISTS
  (SELECT 1 FROM seats f WHERE f.match = b.match AND f.person = b.person AND f.seat < b.seat)
 ON CONFLICT DO UPDATE SET matches = matches + 1, wins = wins + excluded.wins,
  losses = losses + excluded.losses, points = points + excluded.points,
  against = against + excluded.against;
