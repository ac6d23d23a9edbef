/* crash.c - ends the bot during matches in ways that only a real process and file system know: no
 * acknowledged move is lost. */
#define _GNU_SOURCE /* prlimit */
#include <sys/resource.h>

#include "bot/base/memory.h"
#include "tests/cases.h"
#include "tests/irc/room.h"
#include "tests/sql.h"

/* Makes moves and waits for the next turn, so that all lines have arrived. */
static void play_one_by_one(struct room *room, struct player *anna, struct player *luc)
{
	for (unsigned i = 0; i < 4; i++)
		room_move(room, room_mover(room, anna, luc));
	room_mover(room, anna, luc);
}

/* Goes on with the match. Fails unless the journal has the moves that people were told. Ends the
 * bot. */
static void finish(struct room *room)
{
	const char *database = room->bot.database;
	room_play_moves(room, 3);
	assert_int_equal(bot_stop(&room->bot), 0);
	assert_true(sql_number_in(database, "SELECT count(*) FROM moves") >= room->played);
	assert_int_equal(sql_number_in(database,
				 "SELECT count(*) FROM pragma_integrity_check"
				 " WHERE integrity_check <> 'ok'"),
		0);
}

/* The bot can play on in the memory it has; a hint allocates more. */
CASE_WITH(a_bot_out_of_memory_ends_and_the_next_start_resumes_the_match, struct room *room,
	room_open, room_close)
{
	const struct rlimit none = { 0, RLIM_INFINITY };
#ifdef __SANITIZE_ADDRESS__
	skip(); /* the sanitizer ends the program first */
#endif
	struct player *anna = room_enter(room, "anna"), *luc = room_enter(room, "luc");
	room_begin(room, anna, luc, "target=500", 4);
	assert_int_equal(prlimit(room->bot.pid, RLIMIT_AS, &none, NULL), 0);
	room_whisper(anna, "hint");
	assert_int_equal(bot_wait(&room->bot), MEMORY_EXIT_STATUS);
	assert_true(bot_logged(&room->bot, "memory: cannot allocate ", 0));
	room_see_bot_gone(room);
	room_start_bot(room);
	room_mover(room, anna, luc);
	finish(room);
}

/* A person deletes the -wal file during play, and then the bot is killed. */
CASE_WITH(no_move_is_lost_when_the_wal_file_is_deleted, struct room *room, room_open, room_close)
{
	char path[PATH_MAX];
	struct player *anna = room_enter(room, "anna"), *luc = room_enter(room, "luc");
	struct player *rose = room_enter(room, "rose");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=500");
	folder_file(room->bot.folder, "test.db-data/test.db-wal", path);
	for (unsigned times = 0; times < 3; times++) {
		play_one_by_one(room, anna, luc);
		assert_int_equal(unlink(path), 0);
		room_whisper(rose, "set cards unicode");
		/* The change of rose's settings is either refused, or committed after a batch of
		 * the turn clock has found the file missing. */
		room_expect(room, rose, "PRIVMSG rose :");
		assert_true(
			bot_logged(&room->bot, "-wal file was deleted or replaced", BOT_PATIENCE));
		room_play_moves(room, 4);
		room_kill_bot(room);
		room_start_bot(room);
		room_mover(room, anna, luc);
	}
	finish(room);
}
