-- seal.sql - the key's mark, and values that are sealed or revealed, see seal.h and secrecy.h.

-- name: seal
SELECT seal, key FROM settings;

-- name: seal_put
UPDATE settings SET seal = ?, key = NULL;

-- name: sealed_hand
-- The next sealed hand that is over, or any hand of a match that has ended.
SELECT hand, box FROM hands WHERE match = ?1 AND box IS NOT NULL
  AND (hand < (SELECT max(hand) FROM hands WHERE match = ?1 AND dealt = 1)
   OR (SELECT state FROM matches WHERE id = ?1) >= 2)
 ORDER BY hand LIMIT 1;

-- name: hand_reveal
UPDATE hands SET seed = ?, box = NULL WHERE match = ? AND hand = ?;

-- name: sealed_move
SELECT n, box FROM moves WHERE match = ? AND hand = ? AND n > ? AND box IS NOT NULL
 ORDER BY n LIMIT 1;

-- name: move_reveal
UPDATE moves SET text = ?, box = NULL WHERE match = ? AND n = ?;

-- name: sealed_root
SELECT box FROM roots JOIN matches ON id = match
 WHERE match = ? AND box IS NOT NULL AND state >= 2;

-- name: root_reveal
UPDATE roots SET root = ?, box = NULL WHERE match = ?;

-- name: sealed_ended
SELECT match FROM roots INDEXED BY roots_sealed CROSS JOIN matches ON id = match
 WHERE match > ? AND box IS NOT NULL AND state >= 2 ORDER BY match LIMIT 1;

-- name: sibling
-- The next other match with the same commitment.
SELECT o.match FROM roots r CROSS JOIN roots o ON o.commitment = r.commitment
 WHERE r.match = ?1 AND o.match > ?2 AND o.match <> ?1 ORDER BY o.match LIMIT 1;

-- name: clear_root
SELECT root FROM roots WHERE match = ? AND box IS NULL;

-- name: root_seal
UPDATE roots SET root = zeroblob(32), box = ? WHERE match = ?;

-- name: clear_hand
SELECT hand, seed FROM hands WHERE match = ? AND hand >= ? AND box IS NULL ORDER BY hand LIMIT 1;

-- name: hand_seal
UPDATE hands SET seed = zeroblob(32), box = ? WHERE match = ? AND hand = ?;

-- name: clear_move
SELECT n, text FROM moves WHERE match = ? AND hand >= ? AND n > ? AND box IS NULL
 ORDER BY n LIMIT 1;

-- name: move_seal
UPDATE moves SET text = '', box = ? WHERE match = ? AND n = ?;

-- name: clear_claim
SELECT id, claim FROM people WHERE id > ? AND claim IS NOT NULL AND box IS NULL
 ORDER BY id LIMIT 1;

-- name: clear_kept
SELECT network, name, value FROM kept WHERE (network, name) > (?, ?) AND value <> ''
 ORDER BY network, name LIMIT 1;

-- name: lost_matches
-- Matches with values that nobody can open any more.
UPDATE matches SET pruned = ? WHERE id IN (SELECT match FROM roots WHERE box IS NOT NULL)
 RETURNING id;

-- name: lost_moves
DELETE FROM moves WHERE match IN (SELECT match FROM roots WHERE box IS NOT NULL);

-- name: lost_nonces
DELETE FROM nonces WHERE match IN (SELECT match FROM roots WHERE box IS NOT NULL);

-- name: lost_hands
DELETE FROM hands WHERE match IN (SELECT match FROM roots WHERE box IS NOT NULL);

-- name: lost_roots
DELETE FROM roots WHERE box IS NOT NULL;

-- name: lost_claims
UPDATE people SET claim = NULL, box = NULL, addressed = ? WHERE claim IS NOT NULL RETURNING 1;

-- name: lost_kept
DELETE FROM kept;
