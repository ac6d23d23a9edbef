-- ignores.sql - masks of ignored people.

-- name: ignore_add
INSERT INTO ignores (network, mask, author, at) VALUES (?, ?, ?, ?);

-- name: ignore_drop
DELETE FROM ignores WHERE network = ? AND mask = ? RETURNING 1;

-- name: ignores
SELECT mask, author, at FROM ignores WHERE network = ? ORDER BY mask LIMIT ?;
