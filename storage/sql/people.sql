-- people.sql - networks, people, their preferences, and counts of matches left before the end.

-- name: network_find
SELECT id FROM networks WHERE name = ?;

-- name: network_add
INSERT INTO networks (name) VALUES (?);

-- name: person_find
SELECT id, name FROM people WHERE network = ? AND key = ?;

-- name: person_add
-- The person expires in a month (2592000 seconds); AI players never expire. See store_set_last_seen.
INSERT INTO people (network, key, name, named, created, expires)
 VALUES (?1, ?2, ?3, ?4, ?4, CASE WHEN ?1 IS NOT NULL THEN ?4 + 2592000 END);

-- name: person_rename
UPDATE people SET name = ?, named = ? WHERE id = ?;

-- name: person_named
SELECT id FROM people WHERE network = ? AND name = ? COLLATE NOCASE ORDER BY named DESC LIMIT 1;

-- name: person_name
SELECT name FROM people WHERE id = ?;

-- name: person_row
SELECT id, network, key, name FROM people WHERE id = ?;

-- name: robot_find
SELECT id FROM people WHERE network IS NULL AND key = ?;

-- name: forget_author
UPDATE ignores SET author = '?' || p.id FROM people p
 WHERE p.id = ? AND ignores.network = p.network AND ignores.author = p.name COLLATE NOCASE;

-- name: forget_channel_author
UPDATE channel_settings SET author = '?' || p.id FROM people p
 WHERE p.id = ? AND channel_settings.network = p.network
 AND channel_settings.author = p.name COLLATE NOCASE;

-- name: forget_nonces
DELETE FROM nonces WHERE person = ? AND seat IS NULL;

-- name: forget
UPDATE people
 SET key = 'forgotten ' || id, name = '?' || id, lang = NULL, cards = NULL, advice = NULL, via = NULL,
  seat = NULL, confirm = NULL,
  notified = 0, claim = NULL, box = NULL, address = NULL, addressed = 0, home = NULL,
  leaves = 0, stays = 0, deserted = NULL
 WHERE id = ? RETURNING 1;

-- name: notify
UPDATE people SET notified = ? WHERE id = ? RETURNING 1;

-- name: notified
SELECT id, network, key, name FROM people
 WHERE network = ? AND notified = 1 AND id > ? ORDER BY id LIMIT 1;

-- name: preferences
SELECT lang, cards, advice, via, seat, confirm, address, claim IS NOT NULL FROM people WHERE id = ?;

-- name: prefer_lang
UPDATE people SET lang = ? WHERE id = ? RETURNING 1;

-- name: prefer_cards
UPDATE people SET cards = ? WHERE id = ? RETURNING 1;

-- name: prefer_advice
UPDATE people SET advice = ? WHERE id = ? RETURNING 1;

-- name: prefer_via
UPDATE people SET via = ? WHERE id = ? RETURNING 1;

-- name: prefer_seat
UPDATE people SET seat = ? WHERE id = ? RETURNING 1;

-- name: prefer_confirm
UPDATE people SET confirm = ? WHERE id = ? RETURNING 1;

-- name: person_namesake
SELECT id, network, key, name FROM people
 WHERE network = ? AND name = ? COLLATE NOCASE AND id > ? ORDER BY id LIMIT 1;

-- name: leave
UPDATE people SET leaves = leaves + 1, stays = 0, deserted = ? WHERE id = ?;

-- name: stay
UPDATE people SET leaves = leaves - (stays + 1 >= ?1), stays = (stays + 1) % ?1
 WHERE id = ?2 AND leaves > 0;

-- name: leaver
SELECT leaves, max(coalesce(deserted, 0),
  coalesce((SELECT max(gone) FROM seats WHERE person = ?1 AND gone IS NOT NULL), 0))
 FROM people WHERE id = ?1;
