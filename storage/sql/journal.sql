-- journal.sql - roots, hands, nonces and moves.

-- name: root_add
INSERT INTO roots (match, root, box, commitment, told) VALUES (?, zeroblob(32), ?, ?, 0);

-- name: root
SELECT root, box, commitment, told FROM roots WHERE match = ?;

-- name: root_tell
UPDATE roots SET told = ? WHERE match = ? RETURNING 1;

-- name: root_untold
SELECT match, 1 + (state >= 2) AS next FROM roots CROSS JOIN matches ON id = match
 WHERE match > ? AND told < 2 AND told < next ORDER BY match LIMIT 1;

-- name: root_busy
SELECT 1 FROM roots r CROSS JOIN roots o ON o.commitment = r.commitment AND o.match <> r.match
 CROSS JOIN matches m ON m.id = o.match AND m.state < 2
 WHERE r.match = ? LIMIT 1;

-- name: hand_add
INSERT INTO hands (match, hand, dealer, seed, box, dealt) VALUES (?, ?, ?, zeroblob(32), ?, ?);

-- name: hand_deal
UPDATE hands SET dealt = 1, dealer = ? WHERE match = ? AND hand = ? AND dealt = 0 RETURNING 1;

-- name: hands
SELECT hand, dealer, seed, h.box, r.commitment, dealt
 FROM hands h JOIN roots r ON r.match = h.match
 WHERE h.match = ? AND hand >= ? ORDER BY hand LIMIT ?;

-- name: hand_in_play
SELECT coalesce(max(hand), 0) FROM hands WHERE match = ? AND dealt = 1;

-- name: nonce_put
INSERT INTO nonces (match, hand, person, text) VALUES (?, ?, ?, ?)
 ON CONFLICT DO UPDATE SET text = excluded.text;

-- name: nonce
SELECT text FROM nonces WHERE match = ? AND hand = ? AND person = ?;

-- name: nonce_seat
UPDATE nonces SET seat = ? WHERE match = ? AND hand = ? AND person = ? RETURNING 1;

-- name: nonces
SELECT seat, text FROM nonces WHERE match = ? AND hand = ? AND seat IS NOT NULL LIMIT ?;

-- name: move_add
INSERT INTO moves (match, n, hand, seat, player, at, text, box) VALUES (?, ?, ?, ?, ?, ?, '', ?);

-- name: moves
SELECT n, hand, seat, player, at, text, box FROM moves
 WHERE match = ? AND n >= ? ORDER BY n LIMIT ?;

-- name: played
SELECT 1 FROM moves m JOIN people p ON p.id = m.player
 WHERE m.match = ? AND p.network IS NOT NULL LIMIT 1;

-- name: moved
SELECT 1 FROM moves WHERE match = ? AND seat = ? AND player = ? LIMIT 1;

-- name: moved_by_others
SELECT 1 FROM moves WHERE match = ? AND seat = ? AND player <> ? LIMIT 1;

-- name: scene_add
INSERT OR IGNORE INTO scenes (match, n, scene) VALUES (?, ?, ?);

-- name: scene_next
SELECT n, length(scene), scene FROM scenes WHERE match = ? AND n > ? ORDER BY n LIMIT 1;

-- name: scenes_drop
DELETE FROM scenes WHERE match = ?;
