-- Whom somebody met most: of an AI player that is everybody, and only the first are asked for.
CREATE INDEX versus_one ON versus (one, matches DESC);
CREATE INDEX versus_other ON versus (other, matches DESC);
