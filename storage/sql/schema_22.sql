-- When the daily jobs of the calendar last ran, in Unix seconds.
CREATE TABLE jobs (
 name TEXT PRIMARY KEY,
 ran INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
