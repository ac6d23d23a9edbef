-- expiry.sql - deletes people without a started match, and guests, whose keys begin with a tilde.

-- name: person_heard
-- The person expires in a month, or in a year if they set a preference.
UPDATE people
 SET expires = ?1 + CASE WHEN coalesce(lang, cards, via, seat, confirm, claim) IS NULL AND notified = 0
  THEN 2592000 ELSE 31536000 END
 WHERE id = ?2 AND expires IS NOT NULL;

-- name: person_remove
DELETE FROM people WHERE id = ?;

-- name: expired
SELECT id, claim IS NOT NULL OR notified = 1 OR EXISTS
  (SELECT 1 FROM matches m INDEXED BY matches_live CROSS JOIN seats s ON s.match = m.id
   WHERE m.id > 0 AND m.state < 2 AND p.id IN (s.person, s.player))
 FROM people p WHERE expires < ? AND id < (SELECT max(id) FROM people)
 ORDER BY expires LIMIT ?;

-- name: guest_old
-- A guest without a live match, and without one that ended lately.
SELECT id, network, key, name FROM people p
 WHERE network = (SELECT id FROM networks WHERE name = ?1) AND key >= '~' AND created < ?2
  AND NOT EXISTS
  (SELECT 1 FROM seats s JOIN matches m ON m.id = s.match
   WHERE s.person = p.id AND s.won IS NOT NULL AND m.ended >= ?2)
  AND NOT EXISTS
  (SELECT 1 FROM matches m INDEXED BY matches_live CROSS JOIN seats s ON s.match = m.id
   WHERE m.id > 0 AND m.state < 2 AND p.id IN (s.person, s.player))
 LIMIT 1;

-- name: guest_figures
DELETE FROM figures WHERE person = ?;

-- name: guest_counts
DELETE FROM counts WHERE person = ?;

-- name: guest_versus
DELETE FROM versus WHERE one = ?1 OR other = ?1;
