-- store.sql - transactions and sizes.

-- name: begin
BEGIN IMMEDIATE;

-- name: freeze
BEGIN;

-- name: commit
COMMIT;

-- name: rollback
ROLLBACK;

-- name: version
PRAGMA data_version;

-- name: size
SELECT page_count * page_size, freelist_count * page_size, (SELECT max(id) FROM matches)
 FROM pragma_page_count, pragma_freelist_count, pragma_page_size;

-- name: rows
SELECT (SELECT count(*) FROM matches WHERE started IS NOT NULL),
  (SELECT count(*) FROM people WHERE network IS NOT NULL AND key NOT LIKE 'forgotten %');
