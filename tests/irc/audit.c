/* audit.c - replays a match from the journal and compares it with what the bot said. */
#include "tests/irc/audit.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/shuffle.h"
#include "storage/matches.h"
#include "tests/stage/fault.h"

enum { AUDIT_BUSY = 10000 };

/* ---- the database ---- */

static sqlite3 *audit_open(const char *database)
{
	sqlite3 *db = NULL;
	assert_int_equal(sqlite3_open_v2(database, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	sqlite3_busy_timeout(db, AUDIT_BUSY);
	return db;
}

/* Prepares a query with the match id as its first parameter. */
static sqlite3_stmt *ask(sqlite3 *db, const char *query, int64_t match)
{
	sqlite3_stmt *rows = NULL;
	assert_int_equal(sqlite3_prepare_v2(db, query, -1, &rows, NULL), SQLITE_OK);
	sqlite3_bind_int64(rows, 1, match);
	return rows;
}

static bool next(sqlite3_stmt *rows)
{
	int code = sqlite3_step(rows);
	assert_true(code == SQLITE_ROW || code == SQLITE_DONE);
	if (code == SQLITE_DONE)
		sqlite3_finalize(rows);
	return code == SQLITE_ROW;
}

static const char *string_of(sqlite3_stmt *rows, int column)
{
	const char *string = (const char *)sqlite3_column_text(rows, column);
	return string != NULL ? string : "";
}

int64_t audit_number(const char *database, const char *query)
{
	sqlite3 *db = audit_open(database);
	sqlite3_stmt *rows = ask(db, query, 0);
	assert_true(next(rows));
	int64_t number = sqlite3_column_int64(rows, 0);
	sqlite3_finalize(rows);
	sqlite3_close(db);
	return number;
}

/* ---- the match ---- */

/* Creates a table with the match's game and options, before the deal. */
static struct table *audit_table(
	struct audit *audit, sqlite3 *db, struct channel *channel, int64_t match)
{
	sqlite3_stmt *rows =
		ask(db, "SELECT game, preset, options, state FROM matches WHERE id = ?", match);
	assert_true(next(rows));
	const struct game *game = game_named(string_of(rows, 0));
	assert_non_null(game);
	struct table *table =
		table_new(channel, game, (unsigned)game_preset(game, string_of(rows, 1)));
	assert_non_null(table);
	char *options = strdup(string_of(rows, 2));
	char *save = NULL;
	for (char *name = strtok_r(options, " ", &save); name != NULL;
		name = strtok_r(NULL, " ", &save)) {
		char *value = strchr(name, '=');
		*value++ = '\0';
		assert_int_equal(table_set_option(table, name, value), REFUSE_NONE);
	}
	free(options);
	audit->state = sqlite3_column_int64(rows, 3);
	sqlite3_finalize(rows);
	table->match = match;
	return table;
}

static void audit_names(struct audit *audit, sqlite3 *db, int64_t match)
{
	sqlite3_stmt *rows = ask(db,
		"SELECT iif(network IS NULL, '', name) FROM seats"
		" JOIN people ON people.id = player WHERE match = ? ORDER BY seats.seat",
		match);
	while (next(rows))
		snprintf(audit->name[audit->seats++], NETWORK_NICK, "%s", string_of(rows, 0));
}

/* Deals the next hand from its stored seed. */
static void audit_deal(const struct audit *audit, sqlite3 *db, struct table *table)
{
	const struct nonce silent[SEATS_MAX] = { { .length = 0 } };
	struct state *state = table_state(table);
	card deck[DECK_MAX];
	sqlite3_stmt *rows = ask(
		db, "SELECT dealer, seed FROM hands WHERE match = ? AND hand = ?", table->match);
	sqlite3_bind_int64(rows, 2, state->hand + 1);
	assert_true(next(rows));
	if (state->phase == PHASE_NEW)
		assert_int_equal(game_start(table->game, state, audit->seats,
					 (unsigned)sqlite3_column_int(rows, 0)),
			REFUSE_NONE);
	assert_int_equal(sqlite3_column_int(rows, 0), state->dealer);
	assert_int_equal(sqlite3_column_bytes(rows, 1), SHUFFLE_SEED);
	unsigned size = game_deck(table->game, state, deck);
	shuffle_deck((struct shuffle){ table->match, state->hand + 1U },
		sqlite3_column_blob(rows, 1), silent, audit->seats, deck, size);
	sqlite3_finalize(rows);
	table->game->deal(state, deck, NULL);
}

static cards hand_of(struct table *table, unsigned seat)
{
	_Alignas(max_align_t) unsigned char block[GAME_BLOCK];
	struct view *view = (struct view *)block;
	card hand[HAND_MAX];
	cards set = 0;
	table->game->view(table_state(table), seat, view);
	for (unsigned count = table->game->hand(view, hand); count > 0; count--)
		set |= card_bit(hand[count - 1]);
	return set;
}

static void write_words(struct audit_move *made, const char *name, struct move move)
{
	static const char *const calls[] = {
		[CALL_MITTEN] = "mitten", [CALL_GLOVE] = "glove", [CALL_SOCK] = "sock"
	};
	struct text text = text_in(made->said, sizeof made->said);
	text_add(&text, name);
	text_add(&text, " plays ");
	card_write(&text, move.card);
	if (move.call == CALL_NONE) {
		text_char(&text, '.');
		return;
	}
	text_add(&text, " and calls a ");
	text_add(&text, calls[move.call]);
	text_char(&text, '!');
}

static void audit_move(struct audit *audit, struct table *table, unsigned seat, const char *text)
{
	struct state *state = table_state(table);
	struct audit_move *made = &audit->move[audit->moves];
	struct move move;
	assert_true(move_read(text, NOTATION_ENGLISH, &move));
	assert_int_equal(state->turn, seat);
	assert_true(game_allows(table->game, state, move));
	made->seat = seat;
	made->card = move.card;
	write_words(made, audit->name[seat], move);
	for (unsigned i = 0; i < audit->seats; i++)
		made->hand[i] = hand_of(table, i);
	audit->moves++;
	table->game->apply(state, move, NULL);
	assert_null(game_fault(table->game, state));
}

static void audit_moves(struct audit *audit, sqlite3 *db, struct table *table)
{
	struct state *state = table_state(table);
	sqlite3_stmt *rows = ask(db,
		"SELECT n, hand, seat, text FROM moves WHERE match = ? ORDER BY n", table->match);
	while (next(rows)) {
		void *grown = realloc(audit->move, (audit->moves + 1) * sizeof audit->move[0]);
		assert_non_null(grown);
		audit->move = grown;
		if (state->phase != PHASE_PLAY)
			audit_deal(audit, db, table);
		assert_int_equal(sqlite3_column_int(rows, 0), audit->moves + 1);
		assert_int_equal(sqlite3_column_int(rows, 1), state->hand);
		audit_move(audit, table, (unsigned)sqlite3_column_int(rows, 2), string_of(rows, 3));
	}
}

void audit_read(struct audit *audit, const char *database, int64_t match)
{
	struct channel channel = { .joined = true, .name = "#t" };
	*audit = (struct audit){ .seats = 0 };
	sqlite3 *db = audit_open(database);
	struct table *table = audit_table(audit, db, &channel, match);
	audit_names(audit, db, match);
	audit_moves(audit, db, table);
	table_free(table);
	sqlite3_close(db);
}

void audit_free(struct audit *audit)
{
	free(audit->move);
	audit->move = NULL;
}

unsigned audit_seat(const struct audit *audit, const char *name)
{
	unsigned seat = 0;
	while (seat < audit->seats && strcmp(audit->name[seat], name) != 0)
		seat++;
	assert_in_range(seat, 0, audit->seats - 1);
	return seat;
}

/* Returns all cards in hands before a move, or no cards after the last move. */
static cards hidden(const struct audit *audit, unsigned move)
{
	cards set = 0;
	for (unsigned i = 0; move < audit->moves && i < audit->seats; i++)
		set |= audit->move[move].hand[i];
	return set;
}

/* Reads a card. The bot writes cards in capitals; "at" must not count as an ace. */
static bool card_at(const char *at, card *c)
{
	return card_read(&at, NOTATION_ENGLISH, c) && !(at[-1] >= 'a' && at[-1] <= 'z');
}

/* Returns the cards that a text names, except those drawn for the deal: they go back to the
 * deck. */
static cards named(const char *text)
{
	cards set = 0;
	if (strstr(text, " draws ") != NULL)
		return 0;
	for (text = strchr(text, ' '); text != NULL; text = strchr(text, ' ')) {
		card c;
		if (card_at(++text, &c))
			set |= card_bit(c);
	}
	return set;
}

static bool audit_said(
	const struct audit *audit, unsigned move, const char *text, const char *plays)
{
	if (move >= audit->moves)
		return false;
	const char *said = audit->move[move].said;
	size_t name = (size_t)(strstr(said, " plays ") - said);
	return (size_t)(plays - text) >= name && strncmp(plays - name, said, strlen(said)) == 0;
}

/* Parses a table's number `[2] `. Returns the text behind it, or NULL. */
static const char *table_at(const char *at, unsigned *number)
{
	char *end;
	if (at[0] != '[' || at[1] < '0' || at[1] > '9')
		return NULL;
	*number = (unsigned)strtoul(at + 1, &end, 10);
	return end[0] == ']' && end[1] == ' ' ? end + 2 : NULL;
}

/* Copies the next part of a line about this table. Returns the rest, or NULL at the end. */
static const char *next_part(const char *at, unsigned table, char part[PLAYER_LINE])
{
	unsigned number = 0;
	const char *begin = NULL;
	for (; *at != '\0' && begin == NULL; at++)
		if (table_at(at, &number) != NULL && number == table)
			begin = at;
	if (begin == NULL)
		return NULL;
	for (; *at != '\0'; at++)
		if (at[-1] == ' ' && table_at(at, &number) != NULL)
			break;
	snprintf(part, PLAYER_LINE, "%.*s", (int)(at - begin), begin);
	return at;
}

/* Checks the moves that a public line tells of a table. Returns the first move that it does not
 * tell. */
static unsigned check_line(
	const struct audit *audit, unsigned move, const char *text, unsigned table)
{
	char part[PLAYER_LINE];
	while ((text = next_part(text, table, part)) != NULL) {
		cards secret = hidden(audit, move);
		for (const char *told = part; (told = strstr(told, " plays ")) != NULL; told++) {
			if (!audit_said(audit, move, part, told))
				fail_msg("not in the journal: %s", part);
			secret &= ~card_bit(audit->move[move++].card);
		}
		if (named(part) & secret)
			fail_msg("a hidden card: %s", part);
	}
	return move;
}

/* Finds the move that a text tells at `plays`, at this one or later; the reader may have missed
 * others. Returns the move after it. */
static unsigned find_move(const struct audit *audit, unsigned move, const char *plays)
{
	card c;
	if (!card_at(plays + strlen(" plays "), &c))
		return move;
	while (move < audit->moves && audit->move[move].card != c)
		move++;
	if (move == audit->moves)
		fail_msg("not in the journal: %s", plays);
	return move + 1;
}

/* Parses the next line that a player heard from the bot. Returns the rest, or NULL at the end. */
static const char *heard_line(const char *at, struct line *line, char whole[PLAYER_LINE])
{
	if (at == NULL || *at == '\0')
		return NULL;
	size_t length = strcspn(at, "\n");
	snprintf(whole, PLAYER_LINE, "%.*s", (int)length, at);
	assert_true(line_read(line, whole));
	return at + length + 1;
}

/* Counts the moves that a public line tells. Returns the move after the last of them. */
static unsigned moves_told(
	const struct audit *audit, unsigned move, const struct line *line, unsigned *count)
{
	const char *told = line->to[0] == '#' ? line->text : "";
	for (*count = 0; (told = strstr(told, " plays ")) != NULL; ++*count)
		move = find_move(audit, move, told++);
	return move;
}

/* Returns the move up to which the match may have gone when the next lines were sent. Private lines
 * are sent before public ones, and a batch may hold moves of two people, told in a line each. */
static unsigned move_after(const struct audit *audit, unsigned move, const char *at)
{
	char whole[PLAYER_LINE];
	struct line line = { .whole = NULL };
	unsigned after = move, told = 0;
	unsigned lines = 0;
	while (lines != 2) {
		at = heard_line(at, &line, whole);
		if (at == NULL)
			return audit->moves;
		after = moves_told(audit, after, &line, &told);
		lines += told > 0;
	}
	return after;
}

/* Returns true if a private line, with this hand or NULL, may be sent to a seat before a move. */
static bool is_his(const struct audit *audit, unsigned move, const struct line *line, unsigned seat,
	const cards *hand)
{
	cards own = 0;
	if (seat != SEAT_NONE && move < audit->moves)
		own = audit->move[move].hand[seat];
	return (named(line->text) & hidden(audit, move) & ~own) == 0 &&
		(hand == NULL || (own != 0 && *hand == own));
}

/* Fails unless a private line fits the match between two moves. */
static void check_private(const struct audit *audit, unsigned move, unsigned until,
	const struct line *line, unsigned seat)
{
	struct player reader = { .client = { .fd = -1 } };
	player_learn(&reader, line);
	cards hand = player_cards(&reader);
	bool told = reader.tellings > 0;
	player_close(&reader);
	while (move <= until && !is_his(audit, move, line, seat, told ? &hand : NULL))
		move++;
	if (move > until)
		fail_msg("not his to know: %s", line->whole);
}

/* Fails unless a public line, which tells the last `told` moves, fits the match between two
 * moves. */
static void check_told(const struct audit *audit, unsigned move, unsigned until,
	const struct line *line, unsigned told)
{
	cards played = 0;
	unsigned last = move - (told > 0);
	if (named(line->text) == 0 && strstr(line->text, "Your hand: ") == NULL)
		return;
	for (; told > 0; told--)
		played |= card_bit(audit->move[move - told].card);
	/* A line may tell the last move of a hand after the next deal. */
	for (move = last; move <= until; move++)
		if ((named(line->text) & hidden(audit, move) & ~played) == 0)
			break;
	if (move > until || strstr(line->text, "Your hand: ") != NULL)
		fail_msg("not for all to know: %s", line->whole);
}

void audit_heard(const struct audit *audit, const struct player *player, unsigned seat)
{
	char whole[PLAYER_LINE];
	struct line line = { .whole = NULL };
	unsigned move = 0;
	const char *at = player->heard;
	while ((at = heard_line(at, &line, whole)) != NULL) {
		unsigned told;
		move = moves_told(audit, move, &line, &told);
		unsigned until = told > 0 ? move : move_after(audit, move, at);
		if (line.to[0] == '#')
			check_told(audit, move, until, &line, told);
		else
			check_private(audit, move, until, &line, seat);
	}
}

void audit_public(const struct audit *audit, const struct client *owl, unsigned table)
{
	char whole[PLAYER_LINE];
	struct line line;
	unsigned move = 0;
	for (const char *at = owl->transcript; *at != '\0'; at += strcspn(at, "\n") + 1) {
		snprintf(whole, sizeof whole, "%.*s", (int)strcspn(at, "\n"), at);
		if (line_read(&line, whole) && line_said_by(&line, "mitaines") && line.to[0] == '#')
			move = check_line(audit, move, line.text, table);
	}
	assert_int_equal(move, audit->moves);
}

void audit_room(const struct room *room, int64_t match)
{
	struct audit audit;
	audit_read(&audit, room->bot.database, match);
	assert_int_equal(audit.state, STORE_FINISHED);
	for (unsigned i = 0; i < room->count; i++) {
		const struct player *player = &room->people[i];
		audit_heard(&audit, player,
			player->sits != NULL ? audit_seat(&audit, player->sits) : SEAT_NONE);
	}
	audit_free(&audit);
}
