-- When the moves, hands and nonces of a match were removed for good; NULL: they are there.
ALTER TABLE matches ADD COLUMN pruned INTEGER;
