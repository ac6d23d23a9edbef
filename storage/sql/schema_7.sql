-- Who left matches: how many count, matches played to the end since, and when they left last.
ALTER TABLE people ADD COLUMN leaves INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN stays INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN deserted INTEGER;
