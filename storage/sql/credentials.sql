-- credentials.sql - proofs of identity: password and address.

-- name: proof
SELECT claim, box, address, home, addressed,
  EXISTS (SELECT 1 FROM seats WHERE person = ?1 AND won IS NOT NULL)
 FROM people WHERE id = ?1;

-- name: claim
-- claim is empty, not NULL, while its value is sealed.
UPDATE people SET claim = CASE WHEN ?1 IS NOT NULL THEN '' END, box = ?1 WHERE id = ?2 RETURNING 1;

-- name: unclaim
UPDATE people SET claim = NULL, box = NULL, addressed = ? WHERE id = ? RETURNING 1;

-- name: address
UPDATE people
 SET address = ?1, addressed = ?2, home = CASE
  WHEN coalesce(home, '@') = '@' AND coalesce(address, '@') = '@' THEN ?1
  WHEN claim IS NULL AND address <> '@' AND addressed <= ?2 - ?3 THEN address
  ELSE home END
 WHERE id = ?4 AND (address IS NOT ?1 OR addressed > ?2);
