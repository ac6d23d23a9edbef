-- sts_policy.sql - STS policies.

-- name: secure
INSERT OR REPLACE INTO secured (host, port, until) VALUES (?, ?, ?);

-- name: secured
SELECT port FROM secured WHERE host = ? AND until > ?;
