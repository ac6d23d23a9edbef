-- corrections.sql - corrections by operators, see corrections.h.

-- name: match_counted
SELECT 1 FROM matches m WHERE id = ? AND (state = 2 OR state = 3 AND (EXISTS
  (SELECT 1 FROM seats s JOIN rating_history h ON h.person = s.person AND h.match = s.match
   WHERE s.match = m.id AND h.edition = (SELECT edition FROM settings WHERE id = 1)) OR EXISTS
  (SELECT 1 FROM recount WHERE match = m.id)));

-- name: void_match
UPDATE matches SET state = 3, rated = 0 WHERE id = ? AND state IN (2, 3) RETURNING 1;

-- name: void_seats
UPDATE seats SET won = 0 WHERE match = ?;

-- name: void_ratings
DELETE FROM rating_history
 WHERE edition IN (0, 1) AND match = ?1 AND person IN (SELECT person FROM seats WHERE match = ?1);

-- name: void_queue
DELETE FROM recount WHERE match = ?;

-- name: void_count
UPDATE counts SET times = times - ? WHERE person = ? AND game = ? AND name = ?;

-- name: best_put
UPDATE figures SET best = ? WHERE person = ? AND game = ?;

-- name: figures_recount
-- Counts the finished matches of a person again; the best hand stays. Adds no row, because guests
-- have none. A run is a lost match, or the beginning, and the matches won after it.
UPDATE figures SET (matches, wins, points, hands, streak, longest) =
 (r.matches, r.wins, r.points, r.hands, r.streak, r.longest)
 FROM (SELECT game, sum(matches) AS matches, sum(wins) AS wins, sum(points) AS points,
  sum(hands) AS hands, max(CASE WHEN last THEN wins END) AS streak, max(wins) AS longest
  FROM (SELECT game, count(*) AS matches, sum(won) AS wins, sum(points) AS points,
    sum(hands) AS hands, run = max(run) OVER (PARTITION BY game) AS last
   FROM (SELECT m.game, m.hands, s.won, s.points,
     count(*) FILTER (WHERE s.won = 0) OVER (PARTITION BY m.game ORDER BY m.ended, m.id) AS run
    FROM seats s JOIN matches m ON m.id = s.match
    WHERE s.person = ?1 AND s.won IS NOT NULL AND m.state = 2 AND NOT EXISTS
     (SELECT 1 FROM seats f WHERE f.match = s.match AND f.person = s.person AND f.seat < s.seat))
   GROUP BY game, run)
  GROUP BY game) r
 WHERE person = ?1 AND figures.game = r.game;

-- name: figures_drop
-- Deletes the sums of games of which the person has no finished match.
DELETE FROM figures WHERE person = ?1 AND NOT EXISTS
 (SELECT 1 FROM seats s JOIN matches m ON m.id = s.match
  WHERE s.person = ?1 AND s.won IS NOT NULL AND m.state = 2 AND m.game = figures.game);

-- name: counts_drop
DELETE FROM counts WHERE person = ? AND (times <= 0 OR NOT EXISTS
 (SELECT 1 FROM figures f WHERE f.person = counts.person AND f.game = counts.game));

-- name: versus_clear
DELETE FROM versus WHERE one = ?1 OR other = ?1;

-- name: versus_recount
-- Leaves out guests: they have no figures.
INSERT INTO versus (one, other, matches, wins, losses, points, against)
 SELECT min(a.person, b.person), max(a.person, b.person), count(*),
  sum(CASE WHEN a.person < b.person THEN a.won ELSE b.won END),
  sum(CASE WHEN a.person < b.person THEN b.won ELSE a.won END),
  sum(CASE WHEN a.person < b.person THEN a.points ELSE b.points END),
  sum(CASE WHEN a.person < b.person THEN b.points ELSE a.points END)
 FROM seats a JOIN matches m ON m.id = a.match
 JOIN seats b ON b.match = a.match AND b.person <> a.person
 WHERE a.person = ? AND a.won IS NOT NULL AND m.state = 2 AND NOT EXISTS
  (SELECT 1 FROM seats f WHERE f.match = a.match AND f.person = a.person AND f.seat < a.seat)
  AND NOT EXISTS
  (SELECT 1 FROM seats f WHERE f.match = b.match AND f.person = b.person AND f.seat < b.seat)
  AND (SELECT count(*) FROM figures WHERE person IN (a.person, b.person) AND game = m.game) = 2
 GROUP BY b.person;

-- name: match_finished
SELECT m.id, network, channel, number, game, preset, options, state, rated, opened, started, ended,
  hands, pruned, hidden
 FROM seats s JOIN matches m ON m.id = s.match
 WHERE s.match > ? AND s.person = ? AND s.won IS NOT NULL AND state = 2 AND game = ?
 ORDER BY s.match LIMIT 1;

-- name: match_shared
SELECT s.match FROM seats s JOIN seats o ON o.match = s.match
 WHERE s.match > ? AND s.person = ? AND s.won IS NOT NULL AND o.person = ?
 ORDER BY s.match LIMIT 1;

-- name: played_count
SELECT count(DISTINCT match) FROM seats WHERE person = ? AND won IS NOT NULL;

-- name: merge_seats
UPDATE seats SET person = CASE person WHEN ?1 THEN ?2 ELSE person END,
  player = CASE player WHEN ?1 THEN ?2 ELSE player END
 WHERE ?1 IN (person, player);

-- name: merge_ratings
UPDATE rating_history SET person = ?2
 WHERE edition = (SELECT edition FROM settings WHERE id = 1) AND person = ?1;

-- name: merge_queue
UPDATE recount SET person = ?2 WHERE person = ?1;

-- name: merge_places
-- The merged person loses their place. The recount gives the other person a place.
DELETE FROM ratings WHERE edition IN (0, 1) AND person = ?1;

-- name: merge_figures
INSERT INTO figures (person, game, matches, wins, points, hands, best)
 SELECT ?2, game, matches, wins, points, hands, best FROM figures WHERE person = ?1
 ON CONFLICT DO UPDATE SET best = max(best, excluded.best);

-- name: merge_counts
INSERT INTO counts (person, game, name, times)
 SELECT ?2, game, name, times FROM counts WHERE person = ?1
 ON CONFLICT DO UPDATE SET times = times + excluded.times;

-- name: merge_person
UPDATE people SET leaves = people.leaves + a.leaves, created = min(people.created, a.created),
  deserted = nullif(max(coalesce(people.deserted, 0), coalesce(a.deserted, 0)), 0),
  expires = CASE WHEN a.expires IS NOT NULL THEN people.expires END
 FROM people a WHERE a.id = ?1 AND people.id = ?2;

-- name: person_rekey
UPDATE people SET key = ?, name = ?, named = ? WHERE id = ? RETURNING 1;
