-- What people did in their finished matches beside scoring, by the names their games have for it: so
-- that a game may count something new without a new schema.
CREATE TABLE counts (
 person INTEGER NOT NULL REFERENCES people,
 game TEXT NOT NULL,
 name TEXT NOT NULL,
 times INTEGER NOT NULL,
 PRIMARY KEY (person, game, name)
) STRICT, WITHOUT ROWID;
INSERT INTO counts SELECT person, game, name, times FROM
 (SELECT person, game, 'mittens' AS name, mittens AS times FROM figures
  UNION ALL SELECT person, game, 'gloves', gloves FROM figures
  UNION ALL SELECT person, game, 'socks', socks FROM figures
  UNION ALL SELECT person, game, 'stolen.mittens', stolen_mittens FROM figures
  UNION ALL SELECT person, game, 'stolen.gloves', stolen_gloves FROM figures
  UNION ALL SELECT person, game, 'stolen.socks', stolen_socks FROM figures
  UNION ALL SELECT person, game, 'tens', tens FROM figures
  UNION ALL SELECT person, game, 'mates', mates FROM figures)
 WHERE times > 0;
ALTER TABLE figures DROP COLUMN mittens;
ALTER TABLE figures DROP COLUMN gloves;
ALTER TABLE figures DROP COLUMN socks;
ALTER TABLE figures DROP COLUMN stolen_mittens;
ALTER TABLE figures DROP COLUMN stolen_gloves;
ALTER TABLE figures DROP COLUMN stolen_socks;
ALTER TABLE figures DROP COLUMN tens;
ALTER TABLE figures DROP COLUMN mates;
