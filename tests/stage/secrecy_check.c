#include "tests/stage/secrecy_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/command/watching.h"
#include "bot/history/deal.h"
#include "bot/history/record.h"
#include "engine/mitch.h"
#include "engine/record.h"
#include "engine/shuffle.h"
#include "storage/journal.h"

const char *const secrecy_check_key[PEOPLE] = { "anna", "luc", "rose", "yves", "zoe", "paul", "eve",
	"luc2", "thief" };

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
	*censor = (struct censor){ .stage = stage, .reader = reader_open(stage->catalog) };
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
	for (unsigned i = 0; listener < THIEF && i < table->seats_taken; i++) {
		const struct person *player = table->seat[i].player;
		if (player != NULL && player->connection != NULL &&
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

/* Reads the root into digits[0], and the seeds of the current and the next hand. */
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
	memset(censor->typed, 0, sizeof censor->typed);
	for (unsigned n = 0; n < CENSOR_TABLES; n++)
		observe_table(censor, n);
}

/* Returns the card that all people see by a move, at once or when its hand is over. */
static cards shown_by(struct move move, bool over)
{
	bool open = move.act == ACT_PLAY || move.act == ACT_PLACE || move.act == ACT_DISCARD ||
		(move.act == ACT_FOREPLACE && over);
	return open && move.card < CARD_COUNT ? card_bit(move.card) : 0;
}

/* Finds the cards shown by moves since the scene began. */
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
			assert_true(move_read(rows[i].text, NOTATION_ENGLISH, &move));
			scene->shown |= shown_by(move, over);
			scene->shown_anew |= rows[i].hand > scene->hand ? shown_by(move, true) : 0;
		}
		moves += count;
	} while (count == 16);
	/* Cards that lay face down are shown now. Aces are laid out when drawn. */
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

/* Finds the cards players held in hands dealt and ended since the scene began. */
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

/* Returns the cards drawn for the first deal; no hand was dealt from that deck. */
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

/* A new match: no listener knew any of its cards. */
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

/* Computes the cards that may be named of a table now. Fails if a seed is told too early, or if
 * a finished match has no root. */
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

/* Copies a line without colours. */
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

/* Returns the cards among these that a listener must not be told about a table. */
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

/* Returns true if a line to the channel contains the beginning of this message. */
static bool says(struct censor *censor, const char *plain, enum message message)
{
	const char *text = catalog_text(
		censor->stage->catalog, secrecy_check_locale(censor, ALL).language, message);
	char words[64];
	struct text begin = text_in(words, sizeof words);
	text_bytes(&begin, text, strcspn(text, "{"));
	assert_true(*words != '\0' && !begin.cut);
	return strstr(plain, words) != NULL;
}

/* Returns true if a line to the channel tells the end of a hand. */
static bool ends_hand(struct censor *censor, const char *plain)
{
	return says(censor, plain, MSG_EVENT_HAND_END) || says(censor, plain, MSG_EVENT_ROUND_END);
}

/* Notes that the listeners have heard the end of a hand. Watchers hear it after the channel, and
 * luc may watch with the other connection. */
static void end_hand(struct censor *censor, unsigned n)
{
	struct scene *scene = &censor->scene[n];
	const struct table *table = stage_table(censor->stage, n + 1);
	const struct watchers *watchers = &censor->stage->lobby.speech.watchers;
	const struct watcher *watcher;
	for (unsigned i = 0; i < LISTENERS; i++)
		scene->over[i] = i != LUC && i != SECOND;
	for (size_t at = 0; (watcher = watchers_next(watchers, table, &at)) != NULL;) {
		const char *key = watcher->person->connection;
		if (key != NULL)
			scene->over[listener_of(key, strlen(key))] = false;
	}
}

/* Returns the cards that a line names. The two connections of luc can have different styles,
 * because they swap. */
static cards cards_in(struct censor *censor, const char *plain, unsigned listener)
{
	struct locale locale = secrecy_check_locale(censor, listener);
	cards told = reader_written(plain, catalog_notation(censor->stage->catalog, locale));
	if (listener == LUC || listener == SECOND)
		told = reader_written(plain, NOTATION_ENGLISH) &
			reader_written(plain, NOTATION_FRENCH);
	if (locale.style == STYLE_PLAIN || censor->lines++ % 64 == 0)
		told |= reader_spelled(&censor->reader, plain);
	return told;
}

static void check_line(struct censor *censor, const char *line, size_t length)
{
	static char plain[1 << 16];
	size_t to = strcspn(line, ":<");
	unsigned listener = listener_of(line, to);
	const char *text = line + to + strspn(line + to, ":<") + 1;
	length -= (size_t)(text - line);
	assert_true(length < sizeof plain);
	strip(text, length, plain);
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
				listener == ALL ? "all" : secrecy_check_key[listener], censor->said,
				(int)length, text);
		if (scene->dealt && about == n + 1 && listener == ALL && ends_hand(censor, plain))
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
}
