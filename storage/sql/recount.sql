-- recount.sql - recomputes all ratings, see recount.h.

-- name: rule
SELECT rule FROM settings WHERE rule = ?;

-- name: rule_put
UPDATE settings SET rule = ?;

-- name: recount_begin
INSERT INTO recount SELECT match, person FROM rating_history;

-- name: recount_history
DELETE FROM rating_history;

-- name: recount_ratings
DELETE FROM ratings;

-- name: recount_standings
DELETE FROM standings;

-- name: recount_tallies
DELETE FROM tallies;

-- name: recount_match
SELECT id, network, channel, number, game, preset, options, state, rated, opened, started, ended,
  hands, pruned, hidden
 FROM matches WHERE id = (SELECT match FROM recount WHERE match > ? ORDER BY match LIMIT 1);

-- name: recount_rated
SELECT 1 FROM recount WHERE match = ? AND person = ?;

-- name: recount_end
DELETE FROM recount;
