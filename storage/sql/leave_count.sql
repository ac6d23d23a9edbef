-- leave_count.sql - counts of matches left before the end.

-- name: leave
UPDATE people SET leaves = leaves + 1, stays = 0, deserted = ? WHERE id = ?;

-- name: stay
UPDATE people SET leaves = leaves - (stays + 1 >= ?1), stays = (stays + 1) % ?1
 WHERE id = ?2 AND leaves > 0;

-- name: leaver
SELECT leaves, max(coalesce(deserted, 0),
  coalesce((SELECT max(gone) FROM seats WHERE person = ?1 AND gone IS NOT NULL), 0))
 FROM people WHERE id = ?1;
