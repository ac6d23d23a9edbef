-- secured.sql - the hosts that want to be reached by TLS alone.

-- name: secure
INSERT OR REPLACE INTO secured (host, port, until) VALUES (?, ?, ?);

-- name: secured
SELECT port FROM secured WHERE host = ? AND until > ?;
