-- trials.sql - trials and tries, see trials.h.

-- name: trial_add
INSERT INTO trials (kind, day, game, preset, hands, version, starts, ends, seed, box, commitment)
 VALUES (?, ?, ?, ?, ?, ?, ?, ?, zeroblob(32), ?, zeroblob(32));

-- name: trial_commit
UPDATE trials SET commitment = ? WHERE id = ? AND revealed IS NULL RETURNING 1;

-- name: trial
SELECT id, kind, day, game, preset, hands, version, starts, ends, seed, box, commitment, par, pars,
  revealed
 FROM trials WHERE id = ?;

-- name: trial_of_day
SELECT id, kind, day, game, preset, hands, version, starts, ends, seed, box, commitment, par, pars,
  revealed
 FROM trials WHERE kind = ? AND day = ? AND kind < 2;

-- name: trial_by_link
SELECT id, kind, day, game, preset, hands, version, starts, ends, seed, box, commitment, par, pars,
  revealed
 FROM trials WHERE link = ? AND link IS NOT NULL;

-- name: trial_last
SELECT id, kind, day, game, preset, hands, version, starts, ends, seed, box, commitment, par, pars,
  revealed
 FROM trials WHERE kind = ? AND day <= ? AND kind < 2 ORDER BY kind, day DESC LIMIT 1;

-- name: trial_over
SELECT id, kind, day, game, preset, hands, version, starts, ends, seed, box, commitment, par, pars,
  revealed
 FROM trials INDEXED BY trials_secret WHERE ends <= ?1 AND (ends, id) > (?2, ?3) AND revealed IS NULL
 ORDER BY ends, id LIMIT 1;

-- name: trial_played
-- Challenges that both people have played.
SELECT id, kind, day, game, preset, hands, version, starts, ends, seed, box, commitment, par, pars,
  revealed
 FROM trials d WHERE revealed IS NULL AND kind = 2 AND link IS NULL
  AND NOT EXISTS (SELECT 1 FROM tries WHERE trial = d.id AND ended IS NULL) LIMIT 1;

-- name: trial_par
UPDATE trials SET par = coalesce(par, 0) + ?, pars = pars + 1 WHERE id = ? RETURNING 1;

-- name: trial_link
UPDATE trials SET link = ? WHERE id = ? AND revealed IS NULL RETURNING 1;

-- name: trial_unlink
UPDATE trials SET link = NULL WHERE id = ? RETURNING 1;

-- name: trial_reveal
UPDATE trials SET seed = ?, box = NULL, link = NULL, revealed = ? WHERE id = ? AND revealed IS NULL
 RETURNING 1;

-- name: try_add
INSERT INTO tries (trial, person, account, browser, address, seat, lang, version, begun, touched, box)
 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: try
SELECT t.id, trial, t.person, CASE WHEN t.person IS NULL THEN t.name ELSE p.name END, t.seat, t.lang,
  begun, touched, ended, moves, t.box, own, other, counted, tells, hidden, t.version
 FROM tries t LEFT JOIN people p ON p.id = t.person WHERE t.id = ?;

-- name: try_of_person
SELECT t.id, trial, t.person, CASE WHEN t.person IS NULL THEN t.name ELSE p.name END, t.seat, t.lang,
  begun, touched, ended, moves, t.box, own, other, counted, tells, hidden, t.version
 FROM tries t LEFT JOIN people p ON p.id = t.person WHERE t.trial = ? AND t.person = ?;

-- name: try_of_browser
SELECT t.id, trial, t.person, t.name, seat, t.lang,
  begun, touched, ended, moves, t.box, own, other, counted, tells, hidden, t.version
 FROM tries t WHERE t.trial = ? AND t.browser = ? AND t.begun IS NOT NULL AND t.ended IS NULL
 ORDER BY t.id DESC LIMIT 1;

-- name: try_by_result
SELECT t.id, trial, t.person, CASE WHEN t.person IS NULL THEN t.name ELSE p.name END, t.seat, t.lang,
  begun, touched, ended, moves, t.box, own, other, counted, tells, hidden, t.version
 FROM tries t LEFT JOIN people p ON p.id = t.person WHERE t.result = ?;

-- name: try_by_seat
SELECT t.id, trial, t.person, t.name, t.seat, t.lang,
  begun, touched, ended, moves, t.box, own, other, counted, tells, hidden, t.version
 FROM tries t WHERE t.seat = ?;

-- name: try_played
SELECT t.id, trial, t.person, CASE WHEN t.person IS NULL THEN t.name ELSE p.name END, t.seat, t.lang,
  begun, touched, ended, moves, t.box, own, other, counted, tells, hidden, t.version
 FROM tries t LEFT JOIN people p ON p.id = t.person
 WHERE t.begun IS NOT NULL AND t.ended IS NULL AND (t.touched, t.id) > (?1, ?2)
 ORDER BY t.touched, t.id LIMIT 1;

-- name: try_of_trial
SELECT t.id, trial, t.person, CASE WHEN t.person IS NULL THEN t.name ELSE p.name END, t.seat, t.lang,
  begun, touched, ended, moves, t.box, own, other, counted, tells, hidden, t.version
 FROM tries t LEFT JOIN people p ON p.id = t.person WHERE t.trial = ?1 AND t.id > ?2 ORDER BY t.id LIMIT 1;

-- name: try_best
SELECT t.id, trial, t.person, CASE WHEN t.person IS NULL THEN t.name ELSE p.name END, t.seat, t.lang,
  begun, touched, ended, moves, t.box, own, other, counted, tells, hidden, t.version
 FROM tries t LEFT JOIN people p ON p.id = t.person
 WHERE t.trial = ? AND counted = 1 ORDER BY own DESC, other, t.id LIMIT ?;

-- name: try_open_challenge
-- The tries of a person in challenges that are not over.
SELECT t.id, trial, t.person, p.name, t.seat, t.lang,
  begun, touched, ended, moves, t.box, own, other, counted, tells, hidden, t.version
 FROM tries t JOIN people p ON p.id = t.person JOIN trials d ON d.id = t.trial
 WHERE t.person = ?1 AND d.kind = 2 AND d.revealed IS NULL AND t.id > ?2 ORDER BY t.id LIMIT 1;

-- name: tries_open
SELECT 1 FROM tries t JOIN trials d ON d.id = t.trial
 WHERE t.person = ? AND (t.ended IS NULL OR t.untold = 1 OR (d.kind = 2 AND d.revealed IS NULL)) LIMIT 1;

-- name: tries_move
UPDATE OR IGNORE tries SET person = ?2 WHERE person = ?1 AND (ended IS NULL OR untold = 1
  OR trial IN (SELECT d.id FROM trials d WHERE d.kind = 2 AND d.revealed IS NULL));

-- name: try_untold
SELECT t.id, trial, t.person, p.name, t.seat, t.lang,
  begun, touched, ended, moves, t.box, own, other, counted, tells, hidden, t.version
 FROM tries t JOIN people p ON p.id = t.person WHERE t.untold = 1 AND t.id > ? ORDER BY t.id LIMIT 1;

-- name: tries_owe
UPDATE tries SET untold = 1 WHERE trial = ? AND person IS NOT NULL;

-- name: try_told
UPDATE tries SET untold = 0 WHERE id = ? RETURNING 1;

-- name: try_entered
SELECT 1 FROM tries WHERE trial = ? AND account = ?;

-- name: try_begin
UPDATE tries SET begun = ?1, touched = ?1, lang = ?2, version = ?3 WHERE id = ?4 AND begun IS NULL
 RETURNING 1;

-- name: try_move
UPDATE tries SET box = ?, touched = ? WHERE id = ? AND ended IS NULL RETURNING 1;

-- name: try_end
UPDATE tries SET ended = ?1, touched = ?1, own = ?2, other = ?3, counted = ?4, result = ?5
 WHERE id = ?6 AND ended IS NULL RETURNING 1;

-- name: try_same
-- Counted tries of a trial from a browser, and from an address.
SELECT (SELECT count(*) FROM tries WHERE trial = ?1 AND browser = ?2 AND counted = 1),
  (SELECT count(*) FROM tries WHERE trial = ?1 AND address = ?3 AND counted = 1);

-- name: try_hashes
SELECT browser, address FROM tries WHERE id = ?;

-- name: try_place
-- The number of better tries, of equal ones, and of all.
SELECT (SELECT count(*) FROM tries WHERE trial = ?1 AND counted = 1 AND own > ?2)
  + (SELECT count(*) FROM tries WHERE trial = ?1 AND counted = 1 AND own = ?2 AND other < ?3),
  (SELECT count(*) FROM tries WHERE trial = ?1 AND counted = 1 AND own = ?2 AND other = ?3),
  (SELECT count(*) FROM tries WHERE trial = ?1 AND counted = 1);

-- name: try_sign
UPDATE tries SET name = ?, tells = ? WHERE id = ? AND ended IS NOT NULL RETURNING 1;

-- name: try_hide
UPDATE tries SET hidden = ?1, counted = CASE WHEN ?1 THEN 0 ELSE counted END WHERE id = ?2 RETURNING 1;

-- name: try_delete
DELETE FROM tries WHERE id = ?;

-- name: tries_disown
UPDATE tries SET account = NULL WHERE trial = ? AND account IS NOT NULL;

-- name: try_reveal
UPDATE tries SET moves = ?, box = NULL, account = NULL, browser = NULL, address = NULL
 WHERE id = ?;

-- name: try_set_seat
UPDATE tries SET seat = ? WHERE id = ? AND ended IS NULL RETURNING 1;

-- name: try_sealed
SELECT id, box FROM tries WHERE trial = ? AND box IS NOT NULL AND ended IS NOT NULL ORDER BY id LIMIT 1;

-- name: try_running
SELECT 1 FROM tries
 WHERE trial = ? AND touched > ? AND begun IS NOT NULL AND ended IS NULL LIMIT 1;

-- name: try_old
DELETE FROM tries WHERE id IN
 (SELECT id FROM tries WHERE person IS NULL AND touched < ? ORDER BY touched LIMIT ?) RETURNING trial;

-- name: trial_empty
DELETE FROM trials WHERE id = ? AND kind = 2 AND NOT EXISTS (SELECT 1 FROM tries WHERE trial = trials.id);

-- name: tries_forget
UPDATE tries SET person = NULL, name = '' WHERE person = ?;

-- name: sum_forget
DELETE FROM trial_sums WHERE person = ?;

-- name: sums_clear
DELETE FROM trial_sums;

-- name: sums_count
INSERT INTO trial_sums (person, points, days)
 SELECT t.person, sum(t.own), count(*) FROM trials d JOIN tries t ON t.trial = d.id
 WHERE d.kind = 1 AND d.day > ? AND d.revealed IS NOT NULL AND t.counted = 1 AND t.person IS NOT NULL
 GROUP BY t.person;

-- name: sums
SELECT s.person, p.network, p.key, p.name, points, days FROM trial_sums s JOIN people p ON p.id = s.person
 WHERE points >= 0 ORDER BY points DESC, days, s.person LIMIT ?;

-- name: lost_tries
DELETE FROM tries WHERE trial IN (SELECT id FROM trials WHERE box IS NOT NULL);

-- name: lost_trials
DELETE FROM trials WHERE box IS NOT NULL;

-- name: merge_tries
UPDATE OR IGNORE tries SET person = ?2 WHERE person = ?1;

-- name: merge_second_tries
-- The tries left over: the other person has a try of the same trial, and a person has one place.
UPDATE tries SET counted = 0 WHERE person = ?;
