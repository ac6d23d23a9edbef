-- channels.sql - settings of channels, and the channels that pages name.

-- name: channel_setting_put
INSERT OR REPLACE INTO channel_settings (network, channel, key, value, until, author, at)
 VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: channel_setting_drop
DELETE FROM channel_settings WHERE network = ? AND channel = ? AND key = ? RETURNING 1;

-- name: channel_setting_next
SELECT key, value, until, author, at FROM channel_settings
 WHERE network = ? AND channel = ? AND key > ? ORDER BY key LIMIT 1;

-- name: venue_put
INSERT OR REPLACE INTO venues (network, channel, link) VALUES (?, ?, ?);

-- name: venue_drop
DELETE FROM venues WHERE network = ? AND channel = ?;

-- name: venues_any
SELECT 1 FROM venues WHERE network > 0 LIMIT 1;

-- name: venues_clear
DELETE FROM venues WHERE network > 0;

-- name: venue
SELECT n.name, v.channel, v.link FROM venues v JOIN networks n ON n.id = v.network
 WHERE v.network = ? AND v.channel = ?;

-- name: venues
SELECT n.name, v.channel, v.link FROM venues v JOIN networks n ON n.id = v.network
 WHERE v.network > 0 ORDER BY v.network, v.channel LIMIT ?;
