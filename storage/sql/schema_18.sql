-- The name that the channel saw for the AI player of a seat; empty: none, or from before version 18.
ALTER TABLE seats ADD COLUMN robot TEXT NOT NULL DEFAULT '';
