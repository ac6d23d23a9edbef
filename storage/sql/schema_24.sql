-- "off": the person is not told their costliest move after a match.
ALTER TABLE people ADD COLUMN advice TEXT;
