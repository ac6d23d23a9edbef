-- recount.sql - recomputes all ratings, see recount.h.

-- name: recount_state
SELECT recount, rule, counted_at, counted FROM settings;

-- name: recount_begin
-- Stage 1 first deletes an old draft.
UPDATE settings SET recount = 1, counted_at = 0, counted = 0;

-- name: recount_cleared
UPDATE settings SET recount = CASE recount WHEN 1 THEN 2 ELSE 0 END;

-- name: recount_counted
UPDATE settings SET counted_at = ?, counted = ?;

-- name: recount_swap
UPDATE settings SET edition = 1 - edition, rule = ?, recount = 3;

-- name: recount_match
-- The rated matches in the order of their ends, the order in which they were rated at first.
SELECT id, network, channel, number, game, preset, options, state, rated, opened, started, ended,
  hands, pruned, hidden
 FROM matches INDEXED BY matches_rated
 WHERE rated = 1 AND ended IS NOT NULL AND (ended, id) > (?, ?) ORDER BY ended, id LIMIT 1;

-- name: recount_rated
SELECT EXISTS (SELECT 1 FROM rating_history WHERE edition = (SELECT edition FROM settings WHERE id = 1)
  AND person = ?2 AND match = ?1)
 OR EXISTS (SELECT 1 FROM recount WHERE match = ?1 AND person = ?2);

-- name: recount_add
INSERT INTO recount (match, person) VALUES (?, ?) ON CONFLICT DO NOTHING;

-- name: recount_late
-- Starts over if a match in the queue ended before the last one counted: the clock was set back.
UPDATE settings SET recount = 1, counted_at = 0, counted = 0
 WHERE recount = 2 AND (counted_at, counted) >= (?, ?);

-- name: recount_taken
DELETE FROM recount;

-- name: clear_ratings
DELETE FROM ratings WHERE (edition, person, game) IN (SELECT edition, person, game FROM ratings
  WHERE edition = (SELECT 1 - edition FROM settings WHERE id = 1) LIMIT ?) RETURNING 1;

-- name: clear_meetings
DELETE FROM meetings WHERE (edition, person, game, other) IN
 (SELECT edition, person, game, other FROM meetings
  WHERE edition = (SELECT 1 - edition FROM settings WHERE id = 1) LIMIT ?) RETURNING 1;

-- name: clear_history
DELETE FROM rating_history WHERE (edition, person, match) IN
 (SELECT edition, person, match FROM rating_history
  WHERE edition = (SELECT 1 - edition FROM settings WHERE id = 1) LIMIT ?) RETURNING 1;

-- name: clear_tallies
DELETE FROM tallies WHERE (edition, period, game, preset, person) IN
 (SELECT edition, period, game, preset, person FROM tallies
  WHERE edition = (SELECT 1 - edition FROM settings WHERE id = 1) LIMIT ?) RETURNING 1;
