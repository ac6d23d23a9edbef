-- seat_keys.sql - links to seats on pages.

-- name: seat_key_put
INSERT OR REPLACE INTO seat_keys (hash, person, match, created) VALUES (?, ?, ?, ?);

-- name: seat_key_next
SELECT hash, person, match, ends FROM seat_keys WHERE hash > ? ORDER BY hash LIMIT 1;

-- name: seat_key_end
UPDATE seat_keys SET ends = ? WHERE hash = ?;

-- name: seat_key_drop
DELETE FROM seat_keys WHERE hash = ?;

-- name: seat_keys_forget
DELETE FROM seat_keys WHERE person = ?;

-- name: seat_keys_prune
DELETE FROM seat_keys WHERE match = ?;
