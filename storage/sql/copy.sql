-- copy.sql - the generation of a database, see copy.h.

-- name: generation
SELECT lineage, generation, copied FROM settings;

-- name: copied
UPDATE settings SET copied = 1;

-- name: copied_key
UPDATE settings SET copied = 1, key = ?;

-- name: generation_next
UPDATE settings SET generation = generation + 1 RETURNING lineage, generation;

-- name: generation_first
UPDATE settings SET lineage = random() & 9223372036854775807, generation = 0, copied = 0;

-- Results of a day that has begun may be missing in the copy, so its cards may be known.
-- name: spoil_trials
UPDATE trials SET version = 0 WHERE revealed IS NULL AND kind < 2 AND starts <= unixepoch();

-- name: set_aside
UPDATE matches INDEXED BY matches_live SET state = 4, ended = unixepoch()
 WHERE id > 0 AND state < 2 RETURNING 1;
