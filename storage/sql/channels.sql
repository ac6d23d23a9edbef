-- channels.sql - settings of channels.

-- name: channel_setting_put
INSERT OR REPLACE INTO channel_settings (network, channel, key, value, until, author, at)
 VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: channel_setting_drop
DELETE FROM channel_settings WHERE network = ? AND channel = ? AND key = ? RETURNING 1;

-- name: channel_setting_next
SELECT key, value, until, author, at FROM channel_settings
 WHERE network = ? AND channel = ? AND key > ? ORDER BY key LIMIT 1;
