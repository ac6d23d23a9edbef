-- Sealed values, see seal.h. While a value is sealed, its column is empty, or zeros in roots and hands,
-- and `box` has the sealed value.
ALTER TABLE roots ADD COLUMN box BLOB; -- sealed root
ALTER TABLE hands ADD COLUMN box BLOB; -- sealed seed
ALTER TABLE moves ADD COLUMN box BLOB; -- sealed text
ALTER TABLE people ADD COLUMN box BLOB; -- sealed claim
ALTER TABLE kept ADD COLUMN box BLOB; -- sealed value
CREATE INDEX roots_sealed ON roots (match) WHERE box IS NOT NULL;
-- A sealed word, by which a key is known to be the right one. NULL: nothing is sealed yet.
ALTER TABLE settings ADD COLUMN seal BLOB;
-- The key of a copy of the database, so that the copy needs no other file. NULL: the database is not a copy.
ALTER TABLE settings ADD COLUMN key BLOB;
