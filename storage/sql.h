/* sql.h - every statement the store runs; parameters are bound in order. Only for storage/. */
#ifndef STORAGE_SQL_H
#define STORAGE_SQL_H

#define MATCH_COLUMNS \
	"id, network, channel, number, game, preset, options, state, rated, opened, started," \
	" ended, hands"

/* Whether a seat is the first its person has in the match: AI players of a level may have more. */
#define FIRST_SEAT(s) \
	"NOT EXISTS (SELECT 1 FROM seats f WHERE f.match = " s ".match AND f.person = " s \
	".person AND f.seat < " s ".seat)"

/* In seconds, how long people are kept of whom nothing else is: if they set something, or not. */
#define KEPT_YEAR  "31536000"
#define KEPT_MONTH "2592000"

#define STATEMENTS(X) \
	X(BEGIN, "BEGIN IMMEDIATE") \
	X(COMMIT, "COMMIT") \
	X(ROLLBACK, "ROLLBACK") \
\
	X(SIZE, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") \
\
	X(GENERATION, "SELECT lineage, generation, copied FROM settings") \
	X(GENERATION_NEXT, \
		"UPDATE settings SET generation = generation + 1 RETURNING lineage, generation") \
	X(GENERATION_FIRST, \
		"UPDATE settings SET lineage = random() & 9223372036854775807, generation = 0," \
		" copied = 0") \
	X(SET_ASIDE, \
		"UPDATE matches INDEXED BY matches_live SET state = 4, ended = unixepoch()" \
		" WHERE id > 0 AND state < 2 RETURNING 1") \
\
	X(NETWORK_FIND, "SELECT id FROM networks WHERE name = ?") \
	X(NETWORK_ADD, "INSERT INTO networks (name) VALUES (?)") \
\
	X(PERSON_FIND, "SELECT id, name FROM people WHERE network = ? AND key = ?") \
	X(PERSON_ADD, \
		"INSERT INTO people (network, key, name, named, created, expires)" \
		" VALUES (?1, ?2, ?3, ?4, ?4," \
		" CASE WHEN ?1 IS NOT NULL THEN ?4 + " KEPT_MONTH " END)") \
	X(PERSON_HEARD, \
		"UPDATE people SET expires = ?1 + CASE" \
		" WHEN coalesce(lang, cards, via, claim) IS NULL AND notified = 0" \
		" THEN " KEPT_MONTH " ELSE " KEPT_YEAR \
		" END WHERE id = ?2 AND expires IS NOT NULL") \
	X(PERSON_REMOVE, "DELETE FROM people WHERE id = ?") \
	X(EXPIRED, \
		"SELECT id, claim IS NOT NULL OR notified = 1 OR EXISTS" \
		" (SELECT 1 FROM matches m INDEXED BY matches_live JOIN seats s ON s.match = m.id" \
		" WHERE m.id > 0 AND m.state < 2 AND p.id IN (s.person, s.player))" \
		" FROM people p WHERE expires < ? AND id < (SELECT max(id) FROM people)" \
		" ORDER BY expires LIMIT ?") \
	X(PERSON_RENAME, "UPDATE people SET name = ?, named = ? WHERE id = ?") \
	X(PERSON_NAMED, \
		"SELECT id FROM people WHERE network = ? AND name = ? COLLATE NOCASE" \
		" ORDER BY named DESC LIMIT 1") \
	X(PERSON_NAME, "SELECT name FROM people WHERE id = ?") \
	X(ROBOT_FIND, "SELECT id FROM people WHERE network IS NULL AND key = ?") \
	X(FORGET_AUTHOR, \
		"UPDATE ignores SET author = '?' || p.id FROM people p" \
		" WHERE p.id = ? AND ignores.network = p.network" \
		" AND ignores.author = p.name COLLATE NOCASE") \
	X(FORGET_NONCES, "DELETE FROM nonces WHERE person = ? AND seat IS NULL") \
	X(FORGET, \
		"UPDATE people SET key = 'forgotten ' || id, name = '?' || id, lang = NULL," \
		" cards = NULL, via = NULL, notified = 0, claim = NULL, address = NULL," \
		" addressed = 0, home = NULL," \
		" leaves = 0, stays = 0, deserted = NULL WHERE id = ? RETURNING 1") \
	X(LEAVE, "UPDATE people SET leaves = leaves + 1, stays = 0, deserted = ? WHERE id = ?") \
	X(STAY, \
		"UPDATE people SET leaves = leaves - (stays + 1 >= ?1)," \
		" stays = (stays + 1) % ?1 WHERE id = ?2 AND leaves > 0") \
	X(LEAVER, \
		"SELECT leaves, max(coalesce(deserted, 0), coalesce((SELECT max(gone) FROM seats" \
		" WHERE person = ?1 AND gone IS NOT NULL), 0)) FROM people WHERE id = ?1") \
	X(NOTIFY, "UPDATE people SET notified = ? WHERE id = ? RETURNING 1") \
	X(NOTIFIED, \
		"SELECT id, key, name FROM people WHERE network = ? AND notified = 1 AND id > ?" \
		" ORDER BY id LIMIT 1") \
	X(PREFERENCES, \
		"SELECT lang, cards, via, address, claim IS NOT NULL FROM people WHERE id = ?") \
	X(PREFER_LANG, "UPDATE people SET lang = ? WHERE id = ? RETURNING 1") \
	X(PREFER_CARDS, "UPDATE people SET cards = ? WHERE id = ? RETURNING 1") \
	X(PREFER_VIA, "UPDATE people SET via = ? WHERE id = ? RETURNING 1") \
	X(PROOF, \
		"SELECT claim, address, home, addressed, EXISTS (SELECT 1 FROM seats" \
		" WHERE person = ?1 AND won IS NOT NULL) FROM people WHERE id = ?1") \
	X(CLAIM, "UPDATE people SET claim = ? WHERE id = ? RETURNING 1") \
	X(UNCLAIM, "UPDATE people SET claim = NULL, addressed = ? WHERE id = ? RETURNING 1") \
	X(ADDRESS, \
		"UPDATE people SET address = ?1, addressed = ?2, home = CASE" \
		" WHEN coalesce(home, '@') = '@' AND coalesce(address, '@') = '@' THEN ?1" \
		" WHEN claim IS NULL AND address <> '@' AND addressed <= ?2 - ?3 THEN address" \
		" ELSE home END" \
		" WHERE id = ?4 AND (address IS NOT ?1 OR addressed > ?2)") \
\
	X(IGNORE_ADD, "INSERT INTO ignores (network, mask, author, at) VALUES (?, ?, ?, ?)") \
	X(IGNORE_DROP, "DELETE FROM ignores WHERE network = ? AND mask = ? RETURNING 1") \
	X(IGNORES, "SELECT mask, author, at FROM ignores WHERE network = ? ORDER BY mask LIMIT ?") \
\
	X(MATCH_ADD, \
		"INSERT INTO matches (network, channel, number, game, preset, options, opened," \
		" state, rated, hands) VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0)") \
	X(MATCH_START, \
		"UPDATE matches SET state = 1, rated = ?, started = ? WHERE id = ? AND state = 0" \
		" RETURNING 1") \
	X(MATCH_UNRATE, "UPDATE matches SET rated = 0 WHERE id = ? AND state < 2 RETURNING 1") \
	X(MATCH_END, \
		"UPDATE matches SET state = ?, hands = ?, ended = ? WHERE id = ? AND state < 2" \
		" RETURNING 1") \
	X(MATCH, "SELECT " MATCH_COLUMNS " FROM matches WHERE id = ?") \
	X(MATCH_NEWEST, "SELECT max(id) FROM matches") \
	X(MATCH_LAST, \
		"SELECT " MATCH_COLUMNS " FROM seats JOIN matches ON id = match" \
		" WHERE person = ?1 AND won IS NOT NULL AND network = ?2 AND channel = ?3" \
		" AND match > coalesce((SELECT match FROM seats WHERE person = ?1" \
		" AND won IS NOT NULL ORDER BY match DESC LIMIT 1 OFFSET 200), 0)" \
		" ORDER BY match DESC LIMIT 1") \
	X(MATCH_LIVE, \
		"SELECT " MATCH_COLUMNS " FROM matches WHERE id > ? AND state < 2" \
		" ORDER BY id LIMIT 1") \
	X(MATCH_STARTED, \
		"SELECT " MATCH_COLUMNS " FROM matches WHERE id > ? AND started IS NOT NULL" \
		" ORDER BY id LIMIT 1") \
\
	X(SEAT_PUT, \
		"INSERT INTO seats (match, seat, person, player, away, misses, gone, points)" \
		" VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO UPDATE SET" \
		" person = excluded.person, player = excluded.player, away = excluded.away," \
		" misses = excluded.misses, gone = excluded.gone") \
	X(SEATS_CUT, "DELETE FROM seats WHERE match = ? AND seat >= ?") \
	X(SEATS, \
		"SELECT s.person, p.network, p.key, p.name, s.player, q.network, q.key, q.name," \
		" s.away, s.misses, s.gone, s.points, s.won FROM seats s" \
		" JOIN people p ON p.id = s.person JOIN people q ON q.id = s.player" \
		" WHERE s.match = ? ORDER BY s.seat LIMIT ?") \
	X(SEAT_RESULT, \
		"UPDATE seats SET points = ?, won = ? WHERE match = ? AND seat = ? RETURNING 1") \
	X(FIGURES_ADD, \
		"INSERT INTO figures (person, game, matches, wins, points, hands, streak, " \
		"longest)" \
		" SELECT s.person, m.game, 1, s.won, s.points, m.hands, s.won, s.won FROM seats s" \
		" JOIN matches m ON m.id = s.match WHERE s.match = ? AND s.won IS NOT NULL" \
		" AND " FIRST_SEAT( \
			"s") " ON CONFLICT DO UPDATE SET matches = matches + 1, wins = wins + " \
			     "excluded.wins," \
			     " points = points + excluded.points, hands = hands + excluded.hands," \
			     " streak = (streak + 1) * excluded.wins," \
			     " longest = max(longest, (streak + 1) * excluded.wins)") \
	X(FEATS_ADD, \
		"UPDATE figures SET mittens = mittens + ?, gloves = gloves + ?, socks = socks + " \
		"?," \
		" stolen_mittens = stolen_mittens + ?, stolen_gloves = stolen_gloves + ?," \
		" stolen_socks = stolen_socks + ?, tens = tens + ?, mates = mates + ?," \
		" best = max(best, ?)" \
		" WHERE person = (SELECT s.person FROM seats s WHERE s.match = ?10 AND s.seat = " \
		"?11" \
		" AND " FIRST_SEAT("s") ")" \
					" AND game = (SELECT game FROM matches WHERE id = ?10)") \
	X(VERSUS_ADD, \
		"INSERT INTO versus (one, other, matches, wins, losses, points, against)" \
		" SELECT a.person, b.person, 1, a.won, b.won, a.points, b.points FROM seats a" \
		" JOIN seats b ON b.match = a.match AND b.person > a.person WHERE a.match = ?" \
		" AND " FIRST_SEAT("a") " AND " FIRST_SEAT( \
			"b") " ON CONFLICT DO UPDATE SET matches = matches + 1, wins = wins + " \
			     "excluded.wins," \
			     " losses = losses + excluded.losses, points = points + " \
			     "excluded.points," \
			     " against = against + excluded.against") \
\
	X(HAND_ADD, \
		"INSERT INTO hands (match, hand, dealer, seed, commitment, dealt, told)" \
		" VALUES (?, ?, ?, ?, ?, ?, ?)") \
	X(HAND_DEAL, \
		"UPDATE hands SET dealt = 1, dealer = ? WHERE match = ? AND hand = ? AND dealt = " \
		"0" \
		" RETURNING 1") \
	X(HAND_TELL, "UPDATE hands SET told = 1 WHERE match = ? AND hand = ? RETURNING 1") \
	X(HANDS, \
		"SELECT hand, dealer, seed, commitment, dealt, told FROM hands" \
		" WHERE match = ? AND hand >= ? ORDER BY hand LIMIT ?") \
	X(HAND_UNTOLD, \
		"SELECT h.match, h.hand FROM hands h CROSS JOIN matches m ON m.id = h.match" \
		" WHERE h.told = 0 AND (h.match, h.hand) > (?, ?) AND (m.state >= 2 OR h.hand <" \
		" (SELECT max(d.hand) FROM hands d WHERE d.match = h.match AND d.dealt = 1))" \
		" ORDER BY h.match, h.hand LIMIT 1") \
	X(NONCE_PUT, \
		"INSERT INTO nonces (match, hand, person, text) VALUES (?, ?, ?, ?)" \
		" ON CONFLICT DO UPDATE SET text = excluded.text") \
	X(NONCE, "SELECT text FROM nonces WHERE match = ? AND hand = ? AND person = ?") \
	X(NONCE_SEAT, \
		"UPDATE nonces SET seat = ? WHERE match = ? AND hand = ? AND person = ? " \
		"RETURNING 1") \
	X(NONCES, \
		"SELECT seat, text FROM nonces WHERE match = ? AND hand = ? AND seat IS NOT NULL" \
		" LIMIT ?") \
	X(MOVE_ADD, \
		"INSERT INTO moves (match, n, hand, seat, player, at, text)" \
		" VALUES (?, ?, ?, ?, ?, ?, ?)") \
	X(MOVES, \
		"SELECT n, hand, seat, player, at, text FROM moves WHERE match = ? AND n >= ?" \
		" ORDER BY n LIMIT ?") \
\
	X(CROWD_PEOPLE, \
		"WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)" \
		" INSERT INTO people (id, network, key, name, named, created)" \
		" SELECT i, ?1, 'crowd ' || i, 'crowd' || i, 0, 0 FROM n") \
	X(CROWD_MATCHES, \
		"WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?4)" \
		" INSERT INTO matches (id, network, channel, number, game, preset, options, " \
		"state," \
		" rated, opened, started, ended, hands)" \
		" SELECT i, ?1, '#crowd', 1, ?2, ?3, '', 2, 1, i, i, i + 600, 8 FROM n") \
	X(CROWD_SEATS, \
		"WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < ?2 " \
		"- 1)" \
		" INSERT INTO seats (match, seat, person, player, away, misses, points, won)" \
		" SELECT i / 2 + 1, i % 2, p, p, 0, 0, 300 + i % 400, i % 2 FROM" \
		" (SELECT i, 1 + (i % ?1 + i % 2 * 2 * (i / ?1)) % ?1 AS p FROM n)") \
	X(CROWD_HISTORY, \
		"INSERT INTO rating_history" \
		" SELECT person, match, 25.0, 2.0, 25.0 + match % 7 / 10.0, 2.0 FROM seats") \
	X(CROWD_RATINGS, \
		"WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)" \
		" INSERT INTO ratings SELECT i, ?1, 25.0, 2.0, 1000 + i * 7919 % 100003 % 1400, " \
		"20," \
		" 10, 1, 0 FROM n") \
	X(CROWD_FIGURES, \
		"INSERT INTO figures (person, game, matches, wins, points, hands)" \
		" SELECT person, game, matches, wins, 10000, 160 FROM ratings") \
	X(CROWD_VERSUS, \
		"INSERT INTO versus SELECT min(a.person, b.person), max(a.person, b.person), 1, " \
		"0," \
		" 1, a.points, b.points FROM seats a JOIN seats b ON b.match = a.match AND " \
		"b.seat " \
		"= 1" \
		" WHERE a.seat = 0") \
	X(CROWD_TALLIES, \
		"INSERT INTO tallies SELECT ?1, game, '', person, 20, 10, shown - 1700 FROM " \
		"ratings") \
\
	X(MINIMUM, "SELECT minimum FROM settings WHERE minimum = ?") \
	X(MINIMUM_PUT, "UPDATE settings SET minimum = ?") \
	X(MINIMUM_APPLY, \
		"UPDATE ratings SET ranked = (matches >= ?1) WHERE ranked <> (matches >= ?1)") \
	X(RATING, \
		"SELECT mu, sigma, shown, matches, wins FROM ratings WHERE person = ? AND game = " \
		"?") \
	X(RATING_PUT, \
		"INSERT INTO ratings (person, game, mu, sigma, shown, wins, updated, matches, " \
		"ranked)" \
		" SELECT ?, ?, ?, ?, ?, ?, ?, 1, minimum <= 1 FROM settings WHERE true" \
		" ON CONFLICT DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma," \
		" shown = excluded.shown, wins = wins + excluded.wins, updated = " \
		"excluded.updated," \
		" matches = matches + 1, ranked = matches + 1 >= (SELECT minimum FROM settings)") \
	X(RATING_HISTORY_ADD, \
		"INSERT INTO rating_history (person, match, mu_before, sigma_before, mu, sigma)" \
		" VALUES (?, ?, ?, ?, ?, ?)") \
	X(RANK, \
		"SELECT mu, sigma, shown, matches, wins, ranked," \
		" (SELECT sum(people) FROM standings s WHERE s.game = r.game AND s.shown > " \
		"r.shown)," \
		" (SELECT sum(people) FROM standings s WHERE s.game = r.game)" \
		" FROM ratings r WHERE person = ? AND game = ?") \
	X(TOP, \
		"SELECT r.person, p.name, p.network IS NULL, 0, r.shown, r.matches, r.wins" \
		" FROM ratings r JOIN people p ON p.id = r.person" \
		" WHERE r.game = ? AND r.ranked = 1 ORDER BY r.shown DESC, r.person LIMIT ?") \
	X(STATS, \
		"SELECT matches, wins, points, hands, mittens, gloves, socks, stolen_mittens," \
		" stolen_gloves, stolen_socks, tens, mates, best, streak, longest" \
		" FROM figures WHERE person = ? AND game = ?") \
	X(TALLY_ADD, \
		"INSERT INTO tallies (period, game, preset, person, matches, wins, gained)" \
		" VALUES (?, ?, ?, ?, 1, ?, ?) ON CONFLICT DO UPDATE SET matches = matches + 1," \
		" wins = wins + excluded.wins, gained = gained + excluded.gained") \
	X(TALLY, \
		"SELECT t.person, p.name, p.network IS NULL, r.ranked IS NOT 1, t.gained," \
		" t.matches, t.wins FROM tallies t JOIN people p ON p.id = t.person" \
		" LEFT JOIN ratings r ON r.person = t.person AND r.game = t.game" \
		" WHERE t.period = ? AND t.game = ? AND t.preset = ?" \
		" ORDER BY t.gained DESC, t.person LIMIT ?") \
	X(VERSUS, \
		"SELECT matches, wins, losses, points, against FROM versus" \
		" WHERE one = ? AND other = ?") \
	X(CURVE, \
		"SELECT h.mu, h.sigma FROM rating_history h JOIN matches m ON m.id = h.match" \
		" WHERE h.person = ?1 AND m.game = ?2" \
		" AND h.match > coalesce((SELECT match FROM rating_history WHERE person = ?1" \
		" ORDER BY match DESC LIMIT 1 OFFSET 500), 0)" \
		" ORDER BY h.match DESC LIMIT ?3") \
	X(HISTORY, \
		"SELECT m.id, m.game, m.preset, m.state, m.ended, s.points, s.won, s.seat" \
		" FROM seats s JOIN matches m ON m.id = s.match" \
		" WHERE s.person = ? AND s.won IS NOT NULL ORDER BY s.match DESC LIMIT ?") \
	X(OTHERS, \
		"SELECT p.name, p.network IS NULL, s.points, s.won FROM seats s" \
		" JOIN people p ON p.id = s.person WHERE s.match = ? AND s.seat <> ?" \
		" ORDER BY s.seat LIMIT ?")

#endif
