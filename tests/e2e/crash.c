/* crash.c - kills the bot again and again during matches: no acknowledged move is lost. */
#define _GNU_SOURCE /* prlimit */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

#include <cmocka.h>

#include "bot/base/memory.h"
#include "tests/irc/audit.h"
#include "tests/irc/room.h"

/* CRASHES: number of crashes in a test. LIFE: most milliseconds of play between two. */
enum { CRASHES = 40, LIFE = 20, PLAYERS = 2 };

static void move_all(struct room *room)
{
	for (unsigned i = 0; i < room->count; i++)
		if (room->people[i].turn)
			room_move(room, &room->people[i]);
}

/* Returns true once the match has ended. The bot repeats this line if a crash has lost it. */
static bool is_over(const struct room *room)
{
	return room_count(&room->people[ROOM_OWL], 0, "Match 1, root: ") > 0;
}

/* Plays to the end. Fails unless all moves and hands that people were told are in the journal, in
 * order. Ends the bot. */
static void finish(struct room *room)
{
	for (struct line line; !is_over(room);) {
		move_all(room);
		room_hear(room, &line);
	}
	audit_room(room, 1);
	assert_int_equal(bot_stop(&room->bot), 0);
	assert_int_equal(audit_number(room->bot.database,
				 "SELECT count(*) FROM pragma_integrity_check"
				 " WHERE integrity_check <> 'ok'"),
		0);
}

/* ---- crashes ---- */

/* Lets people play for a random time, so that the crash comes at any point. */
static void play_a_while(struct room *room)
{
	long end = bot_clock() + chance_below(&room->chance, LIFE);
	struct timespec rest = { .tv_nsec = chance_below(&room->chance, 1000 * 1000) };
	struct line line;
	for (long left = 0; left >= 0; left = end - bot_clock()) {
		move_all(room);
		room_try(room, &line, (int)left);
	}
	nanosleep(&rest, NULL);
}

/* Lets people enter and start a match, one with an AI player if `robot`. */
static void open_table(struct room *room, struct player *players[PLAYERS], bool robot)
{
	players[0] = room_enter(room, "anna");
	players[1] = room_enter(room, "luc");
	room_ask(room, players[0], "!new target=500", " opens a table");
	room_ask(room, players[1], "!join", " luc sits down");
	if (robot)
		room_ask(room, players[0], "!bot", " Ovila sits down");
	room_ask(room, players[0], "!start", " Hand 1: ");
	players[0]->sits = players[0]->client.nick;
	players[1]->sits = players[1]->client.nick;
}

static void no_move_is_lost_in_a_crash(void **state)
{
	struct room *room = *state;
	struct player *players[PLAYERS];
	open_table(room, players, true);
	for (unsigned i = 0; i < CRASHES && !is_over(room); i++) {
		play_a_while(room);
		room_kill_bot(room);
		room_start_bot(room);
	}
	finish(room);
}

/* Makes moves and waits for the next turn, so that all lines have arrived. */
static void play_one_by_one(struct room *room, struct player *const *players, unsigned moves)
{
	while (moves-- > 0)
		room_move(room, room_mover(room, players[0], players[1]));
	room_mover(room, players[0], players[1]);
}

/* The bot can play on in the memory it has; a hint allocates more. */
static void a_bot_out_of_memory_ends_and_the_next_start_resumes_the_match(void **state)
{
	struct room *room = *state;
	const struct rlimit none = { 0, RLIM_INFINITY };
	struct player *players[PLAYERS];
#ifdef __SANITIZE_ADDRESS__
	skip(); /* the sanitizer ends the program first */
#endif
	open_table(room, players, false);
	play_one_by_one(room, players, 4);
	assert_int_equal(prlimit(room->bot.pid, RLIMIT_AS, &none, NULL), 0);
	room_whisper(room_mover(room, players[0], players[1]), "hint");
	assert_int_equal(bot_wait(&room->bot), MEMORY_EXIT_STATUS);
	assert_true(bot_logged(&room->bot, "memory: cannot allocate ", 0));
	room_see_bot_gone(room);
	room_start_bot(room);
	finish(room);
}

/* A person deletes the -wal file during play, and then the bot crashes. */
static void no_move_is_lost_when_the_wal_file_is_deleted(void **state)
{
	struct room *room = *state;
	char path[PATH_MAX];
	struct player *players[PLAYERS];
	open_table(room, players, false);
	struct player *rose = room_enter(room, "rose");
	folder_file(room->bot.folder, "test.db-data/test.db-wal", path);
	for (unsigned times = 0; times < 3; times++) {
		play_one_by_one(room, players, 4);
		assert_int_equal(unlink(path), 0);
		room_whisper(rose, "set cards unicode");
		/* Refused, or committed after the turn clock's batch has found the file missing. */
		room_expect(room, rose, "PRIVMSG rose :");
		assert_true(
			bot_logged(&room->bot, "-wal file was deleted or replaced", BOT_PATIENCE));
		room_play_moves(room, 4);
		room_kill_bot(room);
		room_start_bot(room);
		room_mover(room, players[0], players[1]);
	}
	finish(room);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)
	const struct CMUnitTest tests[] = {
		CASE(no_move_is_lost_in_a_crash),
		CASE(a_bot_out_of_memory_ends_and_the_next_start_resumes_the_match),
		CASE(no_move_is_lost_when_the_wal_file_is_deleted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
