-- prune.sql - deletes journals of old matches; results and ratings stay.

-- name: prune_next
-- Columns: the next match, true if it is to be pruned, true if later matches may be old enough.
SELECT id, state >= 2 AND started IS NOT NULL AND pruned IS NULL AND ended < ?2
  AND NOT EXISTS (SELECT 1 FROM roots WHERE match = id AND told < 2), opened < ?2
 FROM matches WHERE id > ?1 ORDER BY id LIMIT 1;

-- name: prune_moves
DELETE FROM moves WHERE match = ?;

-- name: prune_nonces
DELETE FROM nonces WHERE match = ?;

-- name: prune_hands
DELETE FROM hands WHERE match = ?;

-- name: prune_mark
UPDATE matches SET pruned = ? WHERE id = ? RETURNING 1;
