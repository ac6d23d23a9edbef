/* operators.c - reload, shutdown during a match, and the modes of files. */
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/cases.h"
#include "tests/irc/room.h"

static const char anna_only[] = "admins = ( \"anna!*@127.0.0.1\" );";

/* Writes a configuration with these keys of the file and of the network. */
static void configure(struct room *room, const char *keys, const char *channels, const char *rest)
{
	char network[BOT_ENTRY];
	bot_network(network, sizeof network, "local", room->server.port, channels, rest);
	bot_configure(&room->bot,
		"database = \"test.db\";\ncards = \"ascii\";\nturn_seconds = 3600;\n"
		"minimum_matches = 1; rated_length = 0;\nthink_seconds = 0;\n%s\nnetworks = ( %s "
		");\n",
		keys, network);
}

/* Restarts the bot with anna as operator, by her address. */
static void open_room(struct room *room)
{
	assert_int_equal(bot_stop(&room->bot), 0);
	room_expect(room, &room->people[ROOM_OWL], " QUIT ");
	configure(room, "", "\"#t\", \"#u\"", anna_only);
	room_start_bot(room);
}

CASE_WITH(a_reload_applies_a_valid_file_and_refuses_a_file_with_errors, struct room *room,
	room_open, room_close)
{
	open_room(room);
	struct player *anna = room_enter(room, "anna");
	struct player *owl = &room->people[ROOM_OWL];
	client_join(&anna->client, "#v");

	/* An error in the file is reported with its line, and nothing changes. */
	configure(room, "prefix = \"no\";", "\"#v\"", "");
	room_whisper(anna, "admin reload");
	room_expect(room, anna, "test.conf:6: prefix: may hold only signs");
	room_expect(room, anna, "Nothing has changed");
	kill(room->bot.pid, SIGHUP);
	room_expect_log(room, "reload: the configuration was not changed");
	room_expect_log(room, "test.conf:6: prefix: may hold only signs");
	room_ask(room, anna, "!ping one", "pong one");

	/* A valid file is in force at once, except for the keys that the log names. */
	char more[BOT_ENTRY / 2];
	snprintf(more, sizeof more, "user = \"other\"; %s ignore = ( \"owl!*@*\" );", anna_only);
	configure(room, "prefix = \"?\"; language = \"fr\";", "\"#t\", \"#v\"", more);
	kill(room->bot.pid, SIGHUP);
	room_expect(room, owl, ":mitaines!~mitaines@127.0.0.1 PART #u :no longer");
	room_expect(room, anna, ":mitaines!~mitaines@127.0.0.1 JOIN :#v");
	room_expect_log(room, "reload: local: user: in force from the next connection on");
	room_expect_log(room, "reload: the new configuration was loaded");
	room_ask(room, anna, "?ping two", "pong two");
	room_say(anna, "!ping three");
	room_say(owl, "?ping four");
	room_expect(room, anna, "?ping four");
	room_ask(room, anna, "?tables", "Il n’y a aucune table");
	assert_int_equal(room_count(anna, 0, "pong three"), 0);
	assert_int_equal(room_count(anna, 0, "pong four"), 0);

	/* The QUIT message is in the new language. */
	assert_int_equal(bot_stop(&room->bot), 0);
	room_expect(room, anna, " QUIT :\"les tables attendent mon retour\"");
	room_expect(room, owl, " QUIT ");
	room_start_bot(room);

	/* A new database needs a restart; `admin` is unknown to a former operator. */
	bot_configure(&room->bot,
		"database = \"other.db\"; networks = ( { name = \"local\";"
		" channels = ( \"#t\" ); pace = { burst = 0; }; } );");
	room_whisper(anna, "admin reload");
	room_expect(room, anna, "local: port: in force from the next connection on");
	room_expect(room, anna, "database: in force after a restart of the bot");
	room_whisper(anna, "admin status");
	room_expect(room, anna, "I didn’t get that.");
}

CASE_WITH(a_reload_adds_and_removes_networks, struct room *room, room_open, room_close)
{
	struct ircd other;
	char networks[2 * BOT_ENTRY];
	open_room(room);
	struct player *anna = room_enter(room, "anna");
	ircd_start(&other, IRCD_PLAIN, 0);
	room->port = other.port;
	struct player *luc = room_enter(room, "luc");
	bot_network(networks, BOT_ENTRY, "local", room->server.port, "\"#t\", \"#u\"", anna_only);
	strncat(networks, ", ", sizeof networks - strlen(networks) - 1);
	bot_network(networks + strlen(networks), BOT_ENTRY, "new", other.port, "\"#t\"", "");
	bot_configure_networks(&room->bot, networks);
	kill(room->bot.pid, SIGHUP);
	room_expect(room, luc, ":mitaines!~mitaines@127.0.0.1 JOIN :#t");
	room_ask(room, luc, "!ping one", "pong one");

	open_room(room);
	room_expect(room, luc, " QUIT ");
	bot_configure_networks(&room->bot, networks);
	room_whisper(anna, "admin reload");
	room_expect(room, luc, ":mitaines!~mitaines@127.0.0.1 JOIN :#t");
	configure(room, "", "\"#t\", \"#u\"", anna_only);
	room_whisper(anna, "admin reload");
	room_expect(room, anna, "new: leaving this network; its tables wait");
	room_expect(room, luc, " QUIT ");
	bot_configure_networks(&room->bot, networks);
	room_whisper(anna, "admin reload");
	room_expect(room, luc, ":mitaines!~mitaines@127.0.0.1 JOIN :#t");
	room_ask(room, luc, "!ping two", "pong two");
	ircd_end(&other);
}

/* A server that does not answer delays the shutdown only until the bot's timeout. */
CASE_WITH(a_server_that_does_not_answer_delays_a_shutdown_only_briefly, struct room *room,
	room_open, room_close)
{
	kill(room->server.pid, SIGSTOP);
	int status = bot_stop(&room->bot);
	kill(room->server.pid, SIGCONT);
	assert_int_equal(status, 0);
	room_expect(room, &room->people[ROOM_OWL], " QUIT ");
}

/* A second signal ends the bot while lines still wait. */
CASE_WITH(a_second_signal_ends_the_bot_at_once, struct room *room, room_open, room_close)
{
	struct player *owl = &room->people[ROOM_OWL];
	assert_int_equal(bot_stop(&room->bot), 0);
	room_expect(room, owl, " QUIT ");
	bot_configure(&room->bot,
		"database = \"test.db\"; networks = ( { host = \"127.0.0.1\"; port = %d;"
		" channels = ( \"#t\" ); pace = { burst = 12; per_second = 0.05; };"
		" limits = { burst = 0; }; } );",
		room->server.port);
	room_start_bot(room);
	/* The lines are too long to be joined, and all different, because the bot answers repeats
	 * in private. */
	char text[320];
	for (unsigned i = 0; i < 20; i++) {
		memset(text, 'a' + (int)i, sizeof text);
		memcpy(text, "!ping ", 6);
		memcpy(text + sizeof text - 4, i < 19 ? "one" : "two", 4);
		room_say(owl, text);
	}
	room_expect(room, owl, "aone");
	kill(room->bot.pid, SIGTERM);
	room_expect_log(room, "stop: leaving all networks");
	assert_int_equal(bot_stop(&room->bot), 0);
	room_expect(room, owl, " QUIT ");
	assert_in_range(room_count(owl, 0, "PRIVMSG #t :pong "), 1, 18);
}

/* ---- file modes ---- */

static mode_t mode_of(const char *database, const char *tail)
{
	char path[PATH_MAX + 16];
	struct stat file;
	snprintf(path, sizeof path, "%s%s", database, tail);
	assert_int_equal(stat(path, &file), 0);
	return file.st_mode & 0777;
}

static void open_to_others(const char *database, const char *tail)
{
	char path[PATH_MAX + 16];
	snprintf(path, sizeof path, "%s%s", database, tail);
	assert_int_equal(chmod(path, 0666), 0);
}

/* The bot removes access for others from the database and the files beside it, and logs that. */
CASE_WITH(other_users_cannot_read_the_database, struct room *room, room_open, room_close)
{
	static const char *const tails[] = { "", "-wal", "-shm" };
	char database[PATH_MAX];
	assert_non_null(realpath(room->bot.database, database));
	room_ask(room, room_enter(room, "anna"), "!new", "anna opens a table");
	for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
		room_kill_bot(room);
		open_to_others(database, tails[i]);
		room_start_bot(room);
		room_expect_log(room, "other users could read this database");
		for (size_t k = 0; k < sizeof tails / sizeof tails[0]; k++)
			assert_int_equal(mode_of(database, tails[k]), 0600);
	}
	room_kill_bot(room);
	room_start_bot(room);
	assert_false(bot_logged(&room->bot, "other users could read", 0));
}

CASE_WITH(a_crash_leaves_no_core_file, struct room *room, room_open, room_close)
{
	struct rlimit cores;
	int status = 0;
	assert_int_equal(bot_stop(&room->bot), 0);
	room_see_bot_gone(room);
	assert_int_equal(getrlimit(RLIMIT_CORE, &cores), 0);
	cores.rlim_cur = cores.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_CORE, &cores), 0);
	room_start_bot(room);
	kill(room->bot.pid, SIGABRT);
	assert_int_equal(waitpid(room->bot.pid, &status, 0), room->bot.pid);
	room->bot.pid = 0;
	assert_true(WIFSIGNALED(status));
	assert_false(WCOREDUMP(status));
}
