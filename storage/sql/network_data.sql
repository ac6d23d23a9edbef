-- network_data.sql - network data and STS policies.

-- name: keep
INSERT OR REPLACE INTO kept (network, name, value, box) VALUES (?, ?, '', ?);

-- name: keep_restored
INSERT OR REPLACE INTO kept (network, name, value) SELECT DISTINCT network, ?, '' FROM kept;

-- name: keep_no_more
DELETE FROM kept WHERE network = ? AND name = ?;

-- name: kept
SELECT name, value, box FROM kept WHERE network = ? AND name > ? ORDER BY name LIMIT 1;

-- name: secure
INSERT OR REPLACE INTO secured (host, port, until) VALUES (?, ?, ?);

-- name: secured
SELECT port FROM secured WHERE host = ? AND until > ?;
