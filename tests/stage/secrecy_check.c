#include "tests/stage/secrecy_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bot/command/watching.h"
#include "bot/history/deal.h"
#include "bot/history/record.h"
#include "bot/match/guest.h"
#include "bot/talk/render.h"
#include "engine/mitch.h"
#include "engine/record.h"
#include "engine/shuffle.h"
#include "storage/journal.h"

const char *const secrecy_check_key[LISTENERS] = { "anna", "luc", "rose", "yves", "zoe", "paul",
	"eve", "luc2", "thief", "all", "the guest" };

/* Returns the listener with this name, or ALL. */
static unsigned listener_of(const char *name, size_t length)
{
	for (unsigned i = 0; i < PEOPLE; i++)
		if (strlen(secrecy_check_key[i]) == length &&
			strncmp(secrecy_check_key[i], name, length) == 0)
			return i;
	return ALL;
}

void secrecy_check_open(struct censor *censor, struct stage *stage)
{
	*censor = (struct censor){
		.stage = stage, .reader = reader_open(stage->catalog), .shown = STRING_EMPTY
	};
}

void secrecy_check_close(struct censor *censor)
{
	string_free(&censor->shown);
}

void secrecy_check_note(struct censor *censor, const char *who, const char *text)
{
	size_t length = strlen(censor->said);
	unsigned speaker = listener_of(who, strlen(who));
	snprintf(censor->said + length, sizeof censor->said - length, " %s: %s;", who, text);
	if (speaker < PEOPLE)
		censor->typed[speaker] |= reader_typed(text);
}

struct channel *secrecy_check_channel(struct censor *censor)
{
	return lobby_channel(&censor->stage->lobby, &censor->stage->network, "#table");
}

struct locale secrecy_check_locale(struct censor *censor, unsigned listener)
{
	const struct person *person = listener == ALL
		? NULL
		: people_find_by_connection(&censor->stage->lobby.people, &censor->stage->network,
			  secrecy_check_key[listener]);
	if (listener == ALL)
		return secrecy_check_channel(censor)->settings.locale;
	return person != NULL ? person_locale(person) : censor->stage->settings.usual.locale;
}

unsigned secrecy_check_seat(const struct table *table, unsigned listener)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct person *player = table->seat[i].player;
		if (listener == GUEST && player != NULL && person_is_guest(player))
			return i;
		if (listener < THIEF && player != NULL && player->connection != NULL &&
			strcmp(player->connection, secrecy_check_key[listener]) == 0)
			return i;
	}
	return SEAT_NONE;
}

static void look(struct table *table, cards hidden[LISTENERS])
{
	for (unsigned i = 0; i < LISTENERS; i++)
		hidden[i] = hidden_from(table, secrecy_check_seat(table, i));
}

static void fill(cards set[LISTENERS], cards value)
{
	for (unsigned i = 0; i < LISTENERS; i++)
		set[i] = value;
}

static void write_digits(char digits[2 * STORE_SEED + 1], const uint8_t seed[STORE_SEED])
{
	struct text text = text_in(digits, 2 * STORE_SEED + 1);
	text_hex(&text, seed, STORE_SEED);
}

/* Reads the root into digits[0], and the seeds of the current and the next hand into digits[1] and
 * digits[2]. */
static void read_seeds(struct censor *censor, struct table *table, struct seeds *seeds)
{
	struct store_hand rows[CENSOR_SEEDS - 1];
	struct store_root root;
	unsigned count = 0;
	unsigned hand = table_state(table)->hand;
	if (seeds->match == table->match && seeds->hand == hand)
		return;
	assert_int_equal(store_get_root(censor->stage->store, table->match, &root), STORE_OK);
	assert_int_equal(store_list_hands(censor->stage->store, table->match, hand, rows,
				 CENSOR_SEEDS - 1, &count),
		STORE_OK);
	assert_int_equal(count, CENSOR_SEEDS - 1);
	seeds->match = table->match;
	seeds->hand = hand;
	write_digits(seeds->digits[0], root.root);
	for (unsigned i = 1; i < CENSOR_SEEDS; i++)
		write_digits(seeds->digits[i], rows[i - 1].seed);
}

static void observe_table(struct censor *censor, unsigned n)
{
	struct scene *scene = &censor->scene[n];
	struct table *table = stage_table(censor->stage, n + 1);
	*scene = (struct scene){ .seeds = scene->seeds };
	if (table == NULL)
		return;
	scene->match = table->match;
	scene->game = table->game;
	scene->running = table->running;
	if (!table->running)
		return;
	scene->hand = table_state(table)->hand;
	scene->moves = table->moves;
	scene->down = hidden_down(table);
	scene->second = hidden_second(table);
	look(table, scene->before);
	for (unsigned i = 0; i < LISTENERS; i++)
		scene->seat[i] = secrecy_check_seat(table, i);
	read_seeds(censor, table, &scene->seeds);
}

void secrecy_check_begin(struct censor *censor)
{
	stage_hear(censor->stage);
	censor->said[0] = '\0';
	string_clear(&censor->shown);
	censor->tapped[0] = '\0';
	memset(censor->typed, 0, sizeof censor->typed);
	for (unsigned n = 0; n < CENSOR_TABLES; n++)
		observe_table(censor, n);
}

/* Returns the card that a move shows to all people, at once or, with `over`, when its hand has
 * ended. */
static cards shown_by(struct move move, bool over)
{
	bool open = move.act == ACT_PLAY || move.act == ACT_PLACE || move.act == ACT_DISCARD ||
		(move.act == ACT_FOREPLACE && over);
	return open && move.card < CARD_COUNT ? card_bit(move.card) : 0;
}

/* Adds to the scene the cards that moves since its beginning have shown to all people. over: the
 * hand of the scene has ended. */
static void find_shown(struct censor *censor, struct scene *scene, bool over)
{
	struct store_move rows[16];
	unsigned moves = scene->moves;
	unsigned count;
	do {
		assert_int_equal(store_list_moves(censor->stage->store, scene->match, moves + 1,
					 rows, 16, &count),
			STORE_OK);
		for (unsigned i = 0; i < count; i++) {
			struct move move;
			assert_true(move_read(rows[i].text, &english_words, &move));
			scene->shown |= shown_by(move, over);
			scene->shown_anew |= rows[i].hand > scene->hand ? shown_by(move, true) : 0;
		}
		moves += count;
	} while (count == 16);
	/* The end of a hand shows the cards that lay face down. In Mitch, Aces are laid out as soon
	 * as they are drawn. */
	if (over)
		scene->shown |=
			scene->down | (scene->game == &mitch_game ? CARDS_OF_RANK(RANK_A) : 0);
}

/* Adds to each listener's own cards the hand of their seat in a record. */
static void add_own(struct scene *scene, struct record *record, const struct table *table)
{
	for (unsigned i = 0; i < LISTENERS; i++) {
		unsigned seat = table != NULL ? secrecy_check_seat(table, i) : scene->seat[i];
		if (seat < record->seats)
			scene->own[i] |= held_by(record->game, &record->state, seat);
	}
}

/* Finds the cards that each listener held in hands that were both dealt and ended since the scene
 * began. */
static void find_own(struct censor *censor, struct scene *scene, const struct table *table)
{
	static struct record record;
	struct store_match row;
	struct string text = STRING_EMPTY;
	assert_int_equal(store_get_match(censor->stage->store, scene->match, &row), STORE_OK);
	assert_int_equal(history_write_record(censor->stage->store, &row, &text), STORE_OK);
	record_open(&record, true);
	for (const char *line = text.bytes; *line != '\0';) {
		size_t length = strcspn(line, "\n");
		assert_int_not_equal(record_line(&record, line, length), RECORD_FAILED);
		if (record.seats > 0 && record.state.hand > scene->hand)
			add_own(scene, &record, table);
		line += length + (line[length] == '\n');
	}
	string_free(&text);
}

/* Returns the cards drawn for the first dealer. They come from a deck of their own, which is never
 * dealt. */
static cards drawn(struct censor *censor, struct table *table)
{
	struct events events = { .count = 0 };
	uint8_t order[SEATS_MAX];
	struct deal deal;
	cards set = 0;
	assert_int_equal(deal_reshuffle(censor->stage->store, table->match, table->deck.chain, 0,
				 table->game, table_state(table), table->seats_taken, &deal),
		STORE_OK);
	game_draw(table->game, table_state(table), table->seats_taken, deal.deck, order, &events);
	for (unsigned i = 0; i < events.count; i++)
		for (unsigned k = 0; k < events.event[i].count; k++)
			set |= card_bit(events.event[i].cards[k]);
	return set;
}

/* Sets the scene for a match that has begun: before it, all cards but those drawn for the first
 * dealer were hidden from all listeners. */
static void compare_start(struct censor *censor, struct scene *scene, struct table *table)
{
	*scene = (struct scene){ .match = table->match, .game = table->game, .checked = true };
	find_shown(censor, scene, table_state(table)->hand > 1 || hidden_second(table));
	fill(scene->before, CARDS_ALL & ~drawn(censor, table));
	look(table, scene->after);
	if (table_state(table)->hand > 1)
		find_own(censor, scene, table);
}

static void compare_end(struct censor *censor, struct scene *scene)
{
	scene->checked = true;
	censor->hands++;

	fill(scene->after, CARDS_ALL);
	find_shown(censor, scene, true);
	find_own(censor, scene, NULL);
}

static void compare_middle(struct censor *censor, struct scene *scene, struct table *table)
{
	unsigned hands = (unsigned)(table_state(table)->hand - scene->hand);
	scene->checked = true;
	look(table, scene->after);
	if (table->moves != scene->moves)
		find_shown(censor, scene, hands > 0 || hidden_second(table) != scene->second);
	if (hands > 1)
		find_own(censor, scene, table);
	scene->dealt = hands == 1;
	censor->hands += hands;
}

/* Computes the cards that the bot may name to each listener at a table now. Fails if the lines tell
 * a seed or root too early, or lack the root of an ended match. */
static void compare_table(struct censor *censor, unsigned n, const char *heard)
{
	struct scene *scene = &censor->scene[n];
	struct table *table = stage_table(censor->stage, n + 1);
	bool same = table != NULL && table->match == scene->match;
	if (scene->running && !same) {
		compare_end(censor, scene);
		assert_non_null(strstr(heard, scene->seeds.digits[0]));
	}
	if (table == NULL || !table->running)
		return;
	struct seeds seeds = scene->seeds;
	read_seeds(censor, table, &seeds);
	for (unsigned i = 0; i < CENSOR_SEEDS; i++)
		if (strstr(heard, seeds.digits[i]) != NULL)
			fail_msg("a seed or root is told too early after %s:\n%s", censor->said,
				heard);
	if (scene->running && same)
		compare_middle(censor, scene, table);
	else
		compare_start(censor, scene, table);
}

/* Copies a line without colour codes. */
static void strip(const char *line, size_t length, char *plain)
{
	for (size_t i = 0; i < length; i++)
		if (line[i] == '\003')
			i += 2;
		else if (line[i] != '\017')
			*plain++ = line[i];
	*plain = '\0';
}

/* Returns the number of the table that a line is about, or 0. */
static unsigned table_named(const char *plain)
{
	return plain[0] == '[' && plain[1] > '0' && plain[1] <= '0' + CENSOR_TABLES &&
			plain[2] == ']'
		? (unsigned)(plain[1] - '0')
		: 0;
}

/* Returns the cards in `told` that a listener must not learn about a table. */
static cards leaked(struct censor *censor, struct scene *scene, unsigned listener, cards told)
{
	cards hidden = scene->after[listener];
	if (scene->over[listener])
		hidden &= ~scene->shown_anew;
	else
		hidden &= scene->before[listener] & ~scene->shown;
	hidden &= ~scene->own[listener];
	return told & hidden & ~(listener < PEOPLE ? censor->typed[listener] : 0);
}

/* Returns true if a line contains a message's text in this language, up to the first
 * placeholder. */
static bool says(struct censor *censor, uint8_t language, const char *plain, enum message message)
{
	const char *text = catalog_text(censor->stage->catalog, language, message);
	char words[64];
	struct text begin = text_in(words, sizeof words);
	text_bytes(&begin, text, strcspn(text, "{"));
	assert_true(*words != '\0' && !begin.cut);
	return strstr(plain, words) != NULL;
}

/* Returns true if a line tells the end of a hand in this language. */
static bool ends_hand(struct censor *censor, uint8_t language, const char *plain)
{
	return says(censor, language, plain, MSG_EVENT_HAND_END) ||
		says(censor, language, plain, MSG_EVENT_ROUND_END);
}

/* Marks the listeners that know of the end of a hand when the channel hears it. Watchers hear it in
 * a later line of their own, and luc may watch with either of two connections. */
static void end_hand(struct censor *censor, unsigned n)
{
	struct scene *scene = &censor->scene[n];
	const struct table *table = stage_table(censor->stage, n + 1);
	const struct recipients *recipients = &censor->stage->lobby.speech.recipients;
	const struct recipient *recipient;
	for (unsigned i = 0; i < LISTENERS; i++)
		scene->over[i] = i != LUC && i != SECOND;
	for (size_t at = 0; (recipient = recipients_next(recipients, table, &at)) != NULL;) {
		const char *key = recipient->person->connection;
		if (key != NULL)
			scene->over[listener_of(key, strlen(key))] = false;
	}
}

/* Returns the cards that a line names. luc may swap between two connections with different
 * languages, so for these a card counts only if English letters and French letters both name it. */
static cards cards_in(struct censor *censor, const char *plain, unsigned listener)
{
	struct locale locale = secrecy_check_locale(censor, listener);
	cards told = reader_written(plain, catalog_move_words(censor->stage->catalog, locale));
	if (listener == LUC || listener == SECOND)
		told = reader_written(plain, &english_words) & reader_written(plain, &french_words);
	if (locale.style == STYLE_PLAIN || censor->lines++ % 64 == 0)
		told |= reader_spelled(&censor->reader, plain);
	return told;
}

/* ---- pages of seats ---- */

/* Finds the table of a match, even if this batch has closed it. */
static struct table *find_match(const struct lobby *lobby, int64_t match)
{
	for (size_t i = 0; i < lobby->tables.count; i++)
		if (lobby->tables.table[i]->match == match)
			return lobby->tables.table[i];
	return NULL;
}

/* Returns true if a listener may have a key: it is for their own seat, or no longer for any
 * seat. */
static bool may_have(struct censor *censor, unsigned listener, const struct seat_key *key)
{
	struct table *table = find_match(&censor->stage->lobby, key->row.match);
	unsigned seat = table != NULL ? seat_keys_seat(table, key) : SEAT_NONE;
	bool luc = listener == LUC || listener == SECOND;
	return seat == SEAT_NONE || secrecy_check_seat(table, listener) == seat ||
		(luc &&
			(secrecy_check_seat(table, LUC) == seat ||
				secrecy_check_seat(table, SECOND) == seat));
}

void secrecy_check_add_link(struct censor *censor, unsigned listener, const char *text)
{
	struct seat_link *link = &censor->link[censor->links++ % CENSOR_LINKS];
	uint8_t hash[STORE_KEY_HASH];
	*link = (struct seat_link){ .listener = listener };
	memcpy(link->key, text, SEAT_KEY - 1);
	seat_key_hash(link->key, hash);
	const struct seat_key *key = seat_keys_find(&censor->stage->lobby.seat_keys, hash);
	if (key == NULL)
		return;
	link->match = key->row.match;
	if (!may_have(censor, listener, key))
		fail_msg("a link to another's seat is told to %s, after %s",
			secrecy_check_key[listener], censor->said);
}

const char *secrecy_check_link(
	const struct censor *censor, const struct table *table, unsigned listener)
{
	unsigned first = censor->links > CENSOR_LINKS ? censor->links - CENSOR_LINKS : 0;
	for (unsigned i = censor->links; i-- > first;) {
		const struct seat_link *link = &censor->link[i % CENSOR_LINKS];
		uint8_t hash[STORE_KEY_HASH];
		seat_key_hash(link->key, hash);
		if (link->match == table->match && link->listener == listener &&
			seat_keys_find(&censor->stage->lobby.seat_keys, hash) != NULL)
			return link->key;
	}
	return NULL;
}

/* Notes a link to a seat. Blanks the key in a link, because a key may look like a card. */
static void read_link(struct censor *censor, unsigned listener, char *plain)
{
	static const char *const marks[] = { "https://cards.test/seat/",
		"https://cards.test/join/" };
	for (unsigned i = 0; i < 2; i++) {
		char *key = strstr(plain, marks[i]);
		if (key == NULL)
			continue;
		key += strlen(marks[i]);
		if (i == 0)
			secrecy_check_add_link(censor, listener, key);
		memset(key, ' ', SEAT_KEY - 1);
	}
}

/* Returns the cards in a part of a view. name: the member that holds the part. Members `card` and
 * `cards` use English letters in every language. */
static cards cards_shown(
	const struct censor *censor, json_t *part, const char *name, struct locale locale)
{
	const char *key;
	json_t *value;
	cards set = 0;
	if (json_is_string(part)) {
		bool code = strcmp(name, "card") == 0 || strcmp(name, "cards") == 0;
		const char *text = json_string_value(part);
		set |= reader_written(text,
			code ? &english_words : catalog_move_words(censor->stage->catalog, locale));
		if (!code &&
			(locale.style == STYLE_PLAIN || strcmp(name, "name") == 0 ||
				strcmp(name, "text") == 0))
			set |= reader_spelled(&censor->reader, text);
	}
	for (size_t i = 0; i < json_array_size(part); i++)
		set |= cards_shown(censor, json_array_get(part, i), name, locale);
	json_object_foreach (part, key, value)
		if (strcmp(key, "lines") != 0)
			set |= cards_shown(censor, value, key, locale);
	return set;
}

/* Returns the first listener at a seat, or LISTENERS. */
static unsigned listener_at(const struct table *table, unsigned seat)
{
	unsigned listener = 0;
	while (listener < LISTENERS && secrecy_check_seat(table, listener) != seat)
		listener++;
	return listener;
}

static void begin_shown(
	char begin[3], const struct table *table, unsigned listener, const struct person *reader)
{
	begin[0] = (char)('A' + listener);
	begin[1] = (char)('A' + table->number - 1);
	begin[2] = (char)('A' + render_page_locale(reader).language);
}

void secrecy_check_tap(struct censor *censor, const struct table *table, unsigned listener)
{
	unsigned seat = secrecy_check_seat(table, listener);
	if (seat != SEAT_NONE)
		begin_shown(censor->tapped, table, listener, table->seat[seat].player);
}

static void add_shown(struct censor *censor, const char begin[3], const char *text)
{
	string_add_bytes(&censor->shown, begin, 3);
	string_add(&censor->shown, text);
	string_add_char(&censor->shown, '\n');
}

/* Keeps the new lines of a view for secrecy_check_lines. In the first view of a page, no line
 * counts as new. */
static void keep_lines(
	struct censor *censor, const json_t *view, struct table *table, unsigned seat)
{
	struct seat_page *page = &censor->page[table->number - 1][seat];
	struct page_lines *lines = &censor->stage->lobby.speech.page_lines;
	const json_t *list = json_object_get(view, "lines");
	uint64_t added = page_lines_get(lines, table, seat)->added;
	const struct person *person = table->seat[seat].player;
	unsigned listener = listener_at(table, seat);
	size_t count = json_array_size(list);
	bool known =
		page->match == table->match && page->person == person->id && page->added <= added;
	size_t fresh = known ? (size_t)(added - page->added) : 0;
	*page = (struct seat_page){ table->match, person->id, added };
	if (listener == LISTENERS)
		return;
	char begin[3];
	begin_shown(begin, table, listener, person);
	for (size_t i = count - (fresh < count ? fresh : count); i < count; i++)
		add_shown(censor, begin, json_string_value(json_array_get(list, i)));
}

static void check_view(struct censor *censor, json_t *view, const char *hash)
{
	struct lobby *lobby = &censor->stage->lobby;
	uint8_t bytes[STORE_KEY_HASH];
	assert_true(seat_key_read_hash(hash, bytes));
	const struct seat_key *key = seat_keys_find(&lobby->seat_keys, bytes);
	assert_non_null(key);
	struct table *table = find_match(lobby, key->row.match);
	if (table == NULL) {
		/* The match has ended, and its last view was checked then. Now that view comes
		 * again with a new offer. */
		assert_int_not_equal(key->row.ends, 0);
		return;
	}
	unsigned seat = seat_keys_seat(table, key);
	assert_int_not_equal(seat, SEAT_NONE);
	struct locale locale = render_page_locale(table->seat[seat].player);
	cards told = cards_shown(censor, view, "", locale);
	cards leak = table_state(table)->hand > 0 ? told & hidden_from(table, seat) : told;
	if (leak != 0) {
		char *text = json_dumps(view, 0);
		fail_msg("card %u is not for the page of %s, after %s:\n%s", cards_first(leak),
			table->seat[seat].player->name, censor->said, text);
	}
	censor->views++;
	censor->seen += cards_count(told);
	keep_lines(censor, view, table, seat);
}

void secrecy_check_views(struct censor *censor, const char *sent)
{
	for (; *sent != '\0'; sent += strcspn(sent, "\n") + 1) {
		json_t *line = json_loadb(sent, strcspn(sent, "\n"), 0, NULL);
		const char *hash = json_string_value(json_object_get(line, "seat"));
		json_t *view = json_object_get(line, "view");
		const char *say = json_string_value(json_object_get(line, "say"));
		assert_non_null(line);
		if (say != NULL && censor->tapped[0] != '\0')
			add_shown(censor, censor->tapped, say);
		if (hash != NULL && view != NULL)
			check_view(censor, view, hash);
		else if (hash != NULL)
			memset(censor->page, 0, sizeof censor->page);
		json_decref(line);
	}
}

/* Checks a line that the page of a seat has shown. */
static void check_shown(struct censor *censor, const char *line)
{
	unsigned listener = (unsigned)(line[0] - 'A'), n = (unsigned)(line[1] - 'A');
	struct locale locale = { .language = (uint8_t)(line[2] - 'A') };
	struct scene *scene = &censor->scene[n];
	const char *text = line + 3;
	cards told = reader_written(text, catalog_move_words(censor->stage->catalog, locale)) |
		reader_spelled(&censor->reader, text);
	cards leak = scene->checked ? leaked(censor, scene, listener, told) : 0;
	censor->seen += cards_count(told);
	if (leak != 0)
		fail_msg("card %u is not for the page of %s, after %s:\n%s", cards_first(leak),
			secrecy_check_key[listener], censor->said, text);
	if (scene->dealt && ends_hand(censor, locale.language, text))
		scene->over[listener] = true;
}

/* Checks the lines that pages have shown. Clears `over` first, because each page tells the end of
 * the hand in its own lines. */
static void check_all_shown(struct censor *censor)
{
	char *line = censor->shown.bytes, *end;
	for (unsigned n = 0; n < CENSOR_TABLES; n++)
		memset(censor->scene[n].over, 0, sizeof censor->scene[n].over);
	for (; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		*end = '\0';
		check_shown(censor, line);
	}
	string_clear(&censor->shown);
}

/* ---- lines ---- */

static void check_line(struct censor *censor, const char *line, size_t length)
{
	static char plain[1 << 16];
	size_t to = strcspn(line, ":<");
	unsigned listener = listener_of(line, to);
	const char *text = line + to + strspn(line + to, ":<") + 1;
	length -= (size_t)(text - line);
	assert_true(length < sizeof plain);
	strip(text, length, plain);
	read_link(censor, listener, plain);
	unsigned about = table_named(plain);
	cards told = cards_in(censor, plain, listener);
	censor->seen += cards_count(told);
	for (unsigned n = 0; n < CENSOR_TABLES; n++) {
		struct scene *scene = &censor->scene[n];
		cards leak = 0;
		if (!scene->checked || (about != 0 && about != n + 1))
			continue;
		leak = leaked(censor, scene, listener, told);
		if (leak != 0)
			fail_msg("card %u is not for %s, after %s:\n%.*s", cards_first(leak),
				secrecy_check_key[listener], censor->said, (int)length, text);
		if (scene->dealt && about == n + 1 && listener == ALL &&
			ends_hand(censor, secrecy_check_locale(censor, ALL).language, plain))
			end_hand(censor, n);
	}
}

void secrecy_check_lines(struct censor *censor)
{
	const char *heard = stage_hear(censor->stage);
	for (unsigned n = 0; n < CENSOR_TABLES; n++)
		compare_table(censor, n, heard);
	for (; *heard != '\0'; heard += strcspn(heard, "\n") + 1)
		check_line(censor, heard, strcspn(heard, "\n"));
	check_all_shown(censor);
}
