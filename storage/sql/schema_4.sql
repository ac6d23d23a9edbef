-- How people without an account show that it is them.
ALTER TABLE people ADD COLUMN claim TEXT; -- a word's hash
ALTER TABLE people ADD COLUMN address TEXT; -- user@host

-- Deals that can be checked: a hand's row is there from its commitment on, dealt or not, and told once its seed was said in the channel. Hands of older programs have no commitment; what they would still have to say is the seed of the hand in play.
