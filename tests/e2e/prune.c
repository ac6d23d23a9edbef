/* prune.c - `prune` removes the journals of old matches, with the bot stopped or running; commands
 * about such a match say so. */
#include <sqlite3.h>

#include "tests/cases.h"
#include "tests/irc/room.h"

/* Runs a command with the bot's configuration and up to two words. Returns its exit status. */
static int command(struct bot *bot, const char *name, const char *word, const char *other)
{
	const char *words[] = { name, "-c", bot->configuration, word, other, NULL };
	return bot_command(bot, words);
}

static void assert_says(const struct bot *bot, const char *part)
{
	if (strstr(bot->output, part) == NULL)
		fail_msg("no \"%s\" in: %s", part, bot->output);
}

/* Makes all ended matches old, and their roots told. */
static void make_old(const struct bot *bot)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(bot->database, &db), SQLITE_OK);
	sqlite3_busy_timeout(db, BOT_PATIENCE);
	assert_int_equal(sqlite3_exec(db,
				 "UPDATE matches SET opened = 1, ended = 2 WHERE ended > 0;"
				 "UPDATE roots SET told = 2",
				 NULL, NULL, NULL),
		SQLITE_OK);
	sqlite3_close(db);
}

/* Plays a match that both players stop. */
static void play_match(struct room *room, struct player *anna, struct player *luc)
{
	room_begin(room, anna, luc, "target=500", 4);
	room_say(anna, "!stop");
	room_say(luc, "!stop");
	room_expect(room, anna, ", root: ");
}

CASE_WITH(old_journals_are_pruned_by_command_and_by_order, struct room *room, room_open, room_close)
{
	struct bot *bot = &room->bot;
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	play_match(room, anna, luc);
	assert_int_equal(command(bot, "prune", "7", NULL), 1);
	assert_says(bot, "test.db: a bot is running on it; use mitaines ctl prune DAYS\n");
	assert_int_equal(bot_stop(bot), 0);
	room_see_bot_gone(room);
	make_old(bot);
	assert_int_equal(command(bot, "prune", "0", NULL), 2);
	assert_int_equal(command(bot, "prune", "7", "8"), 2);
	assert_int_equal(command(bot, "prune", "7", NULL), 0);
	assert_says(bot, "test.db: pruned matches: 1\n");
	assert_int_equal(command(bot, "export", NULL, NULL), 0);
	assert_string_equal(bot->output, "mitaines export: left out pruned matches: 1\n");
	assert_int_equal(command(bot, "export", "--match", "1"), 1);
	assert_string_equal(bot->output,
		"mitaines export: match 1: the moves of this match were pruned; only its result "
		"and ratings are stored\n");
	room_start_bot(room);
	room_ask_alone(room, anna, "!verify 1", "The moves of that match were removed");
	play_match(room, anna, luc);
	room_ask_alone(room, anna, "!verify 2", "2");
	make_old(bot);
	assert_int_equal(command(bot, "ctl", "prune", "7"), 0);
	room_expect_log(room, "deleted journals of old matches: 1");
	room_ask_alone(room, anna, "!verify 2", "The moves of that match were removed");
}
