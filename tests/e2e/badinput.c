/* badinput.c - wrong input in chat: each line gets one private answer that says how to do it, and
 * changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "tests/irc/audit.h"
#include "tests/irc/room.h"

enum { LONG_WORD = 400 };

/* A line that a person says, and the private answer it must get; part is NULL if it gets none. */
struct attempt {
	bool private;
	const char *says;
	const char *part;
};

/* Waits until this person and the owl have heard all earlier lines. */
static void settle(struct room *room, struct player *player)
{
	char text[32];
	char pong[32];
	unsigned mark = (unsigned)chance_below(&room->chance, 1u << 30);
	snprintf(text, sizeof text, "!ping %u", mark);
	snprintf(pong, sizeof pong, " #t :pong %u", mark);
	room_ask(room, player, text, pong);
	room_expect(room, &room->people[ROOM_OWL], pong);
}

static void try(struct room *room, struct player *player, struct attempt attempt)
{
	const struct player *owl = &room->people[ROOM_OWL];
	char private[96];
	settle(room, player);
	size_t heard = player->client.length;
	size_t seen = owl->client.length;
	if (attempt.private)
		room_whisper(player, attempt.says);
	else
		room_say(player, attempt.says);
	if (attempt.part != NULL)
		room_expect(room, player, attempt.part);
	settle(room, player);
	snprintf(private, sizeof private, " PRIVMSG %s :", player->client.nick);
	if (room_count(player, heard, private) != (attempt.part != NULL ? 1 : 0))
		room_fail(room, "not one private line", attempt.says);
	if (attempt.part != NULL && room_count(player, heard, attempt.part) != 1)
		room_fail(room, attempt.part, attempt.says);
	/* One line is the pong; the first private answer to a person is announced in the
	 * channel. */
	if (room_count(owl, seen, ":mitaines!") !=
		1 + room_count(owl, seen, "I answered you in private"))
		room_fail(room, "something for all to hear", attempt.says);
}

static void try_all(
	struct room *room, struct player *player, const struct attempt *attempts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		try(room, player, attempts[i]);
}

/* Starts a match of two people. Returns the player whose turn it is. */
static struct player *begin(struct room *room, struct player **other)
{
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_table(room, (struct player *[]){ anna, luc }, 2, "");
	struct player *mover = room_mover(room, anna, luc);
	*other = mover == anna ? luc : anna;
	return mover;
}

static int64_t moves(const struct room *room)
{
	return audit_number(room->bot.database, "SELECT count(*) FROM moves");
}

static void finish(struct room *room, struct player *mover)
{
	assert_int_equal(moves(room), 0);
	assert_true(mover->turn);
	room_play_moves(room, 4);
	assert_in_range(moves(room), 4, 5);
}

/* Returns a card that the player does not hold. */
static card missing(const struct player *player)
{
	return cards_first(~player_cards(player));
}

/* Returns the number of a card in the hand with which the player cannot call a sock. */
static unsigned alone(const struct player *player)
{
	unsigned place = 0;
	while (cards_count_of_rank(player_cards(player), card_rank(player->hand[place])) == 4)
		place++;
	return place + 1;
}

static void wrong_moves_are_refused(void **state)
{
	static const struct attempt attempts[] = {
		{ false, "!p", "That is not a move." },
		{ false, "!p zz", "That is not a move." },
		{ false, "!play 1d", "That is not a move." },
		{ false, "!play 9x", "That is not a move." },
		{ false, "!play 9d 9d 9d", "That is not a move." },
		{ false, "!play 9d mitten glove", "That is not a move." },
		{ false, "!play 9d boot", "That is not a move." },
		{ false, "!p 0", "That is not a move." },
		{ false, "!p -1", "That is not a move." },
		{ false, "!p 1.5", "That is not a move." },
		{ false, "!p 7", "pick a number from 1 to 6" },
		{ false, "!p 999999999", "pick a number from 1 to 6" },
		{ false, "!p 4294967297", "That is not a move." },
		{ false, "!p 99999999999999999999999999999999", "That is not a move." },
		{ false, "!give 9d 8c 7h", "tell me in private." },
		{ true, "give 9d 8c 7h", "do that right now" },
		{ true, "give 9d 9d 9d", "do that right now" },
		{ true, "give", "passes three cards to your partner" },
		{ false, "!foreplace 9d", "tell me in private." },
		{ true, "place 9d", "do that right now" },
		{ false, "!draw", "do that right now" },
		{ true, "zz", "I don’t know “zz”." },
		{ true, "!", NULL },
		{ false, "!", NULL },
		{ false, "!!p 1", NULL },
		{ false, "!unknown 1", NULL },
		{ false, "mitaines", NULL },
		{ false, "mitaines: what?", NULL },
		{ false, "9d", NULL },
	};
	struct room *room = *state;
	struct player *other;
	struct player *mover = begin(room, &other);
	char text[32] = "!p ";
	struct text rest = text_in(text + 3, sizeof text - 3);
	card_write(&rest, missing(mover));
	try(room, mover, (struct attempt){ false, text, "You don’t hold that card." });
	snprintf(text, sizeof text, "!p %u sock", alone(mover));
	try(room, mover, (struct attempt){ false, text, "A sock takes 4 cards of a rank" });
	try_all(room, mover, attempts, sizeof attempts / sizeof attempts[0]);
	try(room, other, (struct attempt){ false, "!p 1", "’s turn." });
	try(room, other, (struct attempt){ true, "9d m", "’s turn." });
	finish(room, mover);
}

static void wrong_arguments_are_refused(void **state)
{
	static const struct attempt attempts[] = {
		{ false, "!new chess", "Games and their presets" },
		{ false, "!new mitaines nonsense", "Games and their presets" },
		{ false, "!new target=0", "Options of mitaines" },
		{ false, "!new target=-5", "Options of mitaines" },
		{ false, "!new target=99999999999999999999", "Options of mitaines" },
		{ false, "!new =", "Options of mitaines" },
		{ false, "!new speed=9", "Options of mitaines" },
		{ true, "bot", "in the channel" },
		{ true, "start", "in the channel" },
		{ false, "!join 0", "by its number" },
		{ false, "!join 4294967297", "by its number" },
		{ false, "!join 99", "There is no table 99." },
		{ false, "!p #9 1", "There is no table 9." },
		{ false, "!start", "Your match has started already." },
		{ false, "!bot", "Your match has started already." },
		{ false, "!bot -", "Your match has started already." },
		{ false, "!bot genius", "There is no level genius." },
		{ false, "!sub", "Who gets your seat?" },
		{ false, "!sub nobody", "I don’t see anybody called nobody" },
		{ false, "!match 0", "Which match?" },
		{ false, "!match -1", "Which match?" },
		{ false, "!match 99999999999999999999", "Which match?" },
		{ false, "!match 999999999", "There is no match 999999999." },
		{ false, "!top chess", "Games: mitaines, " },
		{ false, "!top -3", "Games: mitaines, " },
		{ false, "!nonce", "one word of 1 to 64 bytes" },
		{ false, "!nonce two words", "one word of 1 to 64 bytes" },
		{ true, "nonce #9 zebra", "There is no table 9." },
		{ false, "!nonce 12345678901234567890123456789012345678901234567890123456789012345",
			"one word of 1 to 64 bytes" },
		{ false, "!verify", "Which match?" },
		{ false, "!verify 0", "Which match?" },
		{ false, "!verify 1 -1", "Which match?" },
		{ false, "!verify 999999999", "There is no match 999999999." },
		{ true, "verify 1 1", "Hand 1 of match 1 is not over" },
		{ false, "!rank nobody", "I don’t know anybody called nobody" },
		{ false, "!rules chess", "I have no rules for" },
		{ false, "!help chess", "I don’t know a command" },
		{ false, "!set", "!set cards" },
		{ false, "!set cards braille", "!set cards" },
		{ false, "!set shoes 45", "!set cards" },
	};
	struct room *room = *state;
	struct player *other;
	struct player *mover = begin(room, &other);
	try_all(room, mover, attempts, sizeof attempts / sizeof attempts[0]);
	finish(room, mover);
}

static void bytes_that_are_not_text_are_refused(void **state)
{
	static const struct attempt attempts[] = {
		{ false, "!p %s%n%s%n%x%1000000d", "That is not a move." },
		{ false, "!new %n%n%n%s", "I don’t know \u201c%n%n%n%s\u201d." },
		{ false, "!new %s=%n", "Options of mitaines" },
		{ false, "!rank %s%n", "I don’t know anybody called %s%n" },
		{ false, "!p \xff\xfe\xfd", "That is not a move." },
		{ false, "!p 9\xe2\x99", "That is not a move." },
		{ false, "!new \xc3", "Games and their presets" },
		{ false, "!new \xf4\x90\x80\x80", "Games and their presets" },
		{ false, "!new \xed\xa0\x80", "Games and their presets" },
		{ false,
			"!p \x02\x03"
			"04,05\x0f\x16",
			"That is not a move." },
		{ false, "!p \u202e\u200b\ufeff\u202c", "That is not a move." },
		{ false, "!nonce z\u00a0z", "one word of 1 to 64 bytes" },
		{ false, "!nonce z\u200bz", "\u201czz\u201d goes into the shuffle of hand 2" },
		{ true, "\x7f\x1b[2J", "I don’t know “" },
		{ false,
			"\x01"
			"ACTION !p 1\x01",
			NULL },
		{ true,
			"\x01"
			"DCC SEND x 2130706433 80\x01",
			NULL },
		{ false, "\xff\xff\xff", NULL },
	};
	struct room *room = *state;
	struct player *other;
	struct player *mover = begin(room, &other);
	try_all(room, mover, attempts, sizeof attempts / sizeof attempts[0]);
	room_ask(room, mover, "!ping %s%n", "#t :pong %s%n");
	room_ask(room, mover, "!ping \xe9t\xe9", "#t :pong \u00e9t\u00e9");
	finish(room, mover);
}

static void overlong_words_are_refused(void **state)
{
	static const struct {
		const char *before;
		const char *part;
	} cases[] = {
		{ "!p ", "That is not a move." },
		{ "!play 9d ", "That is not a move." },
		{ "!new ", "Games and their presets" },
		{ "!new target=", "Options of mitaines" },
		{ "!join ", "by its number" },
		{ "!sub ", "I don’t see anybody called " },
		{ "!match ", "Which match?" },
		{ "!rank ", "I don’t know anybody called " },
		{ "!top ", "Games: mitaines, " },
		{ "!rules ", "I have no rules for" },
		{ "!help ", "I don’t know a command" },
		{ "!set cards ", "!set cards" },
		{ "!p #", "That is not a move." },
		{ "!", NULL },
	};
	struct room *room = *state;
	struct player *other;
	struct player *mover = begin(room, &other);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char text[LONG_WORD + 32];
		int length = snprintf(text, sizeof text, "%s", cases[i].before);
		memset(text + length, 'x', LONG_WORD);
		text[length + LONG_WORD] = '\0';
		try(room, mover, (struct attempt){ false, text, cases[i].part });
	}
	finish(room, mover);
}

static void tables_are_limited(void **state)
{
	struct room *room = *state;
	static const char *const names[] = { "anna", "luc", "rose", "marc" };
	struct player *people[4];
	for (unsigned i = 0; i < 4; i++)
		people[i] = room_enter(room, names[i]);
	for (unsigned i = 0; i < 8; i++) {
		char part[24];
		snprintf(part, sizeof part, "[%u] %s opens", i + 1, names[i / 2]);
		room_ask(room, people[i / 2], "!new", part);
	}
	try(room, people[0], (struct attempt){ false, "!new", "You already sit at two tables" });
	struct player *eve = room_enter(room, "eve");
	try(room, eve, (struct attempt){ false, "!new", "No more tables here" });
	try(room, people[0], (struct attempt){ false, "!start", "Which table?" });
	assert_int_equal(audit_number(room->bot.database, "SELECT count(*) FROM matches"), 8);
}

/* Another process holds the database's write lock: every change is refused. */
static void a_locked_database_refuses_changes_and_answers_questions(void **state)
{
	struct room *room = *state;
	struct player *other;
	struct player *mover = begin(room, &other);
	sqlite3 *db = NULL;
	assert_int_equal(sqlite3_open(room->bot.database, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	try(room, mover, (struct attempt){ false, "!p 1", "I couldn’t save that" });
	try(room, mover, (struct attempt){ true, "p 1", "I couldn’t save that" });
	try(room, other, (struct attempt){ false, "!new", "I couldn’t save that" });
	try(room, other, (struct attempt){ false, "!leave", "I couldn’t save that" });
	try(room, other, (struct attempt){ false, "!set cards unicode", "I couldn’t save that" });
	room_ask(room, other, "!table", "to play.");
	room_ask(room, other, "!stats", " hasn’t finished a match yet");
	assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	finish(room, mover);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)
	const struct CMUnitTest tests[] = {
		CASE(wrong_moves_are_refused),
		CASE(wrong_arguments_are_refused),
		CASE(bytes_that_are_not_text_are_refused),
		CASE(overlong_words_are_refused),
		CASE(tables_are_limited),
		CASE(a_locked_database_refuses_changes_and_answers_questions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
