/* pacing.c - the bot under the flood limits of each kind of server. Four tables play as fast as
 * they can, the server stalls, then five people ask for the rules: the bot is never disconnected,
 * no line is lost, every hand comes. The delays of hands are printed. Environment: PACING_MOVES is
 * the number of moves, PACING_THINK a player's time for a move in ms, PACING_HASTE how many times
 * as fast the clocks of server and bot run, PACING_ONLY a pattern of tests, such as *HYBRID. */
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/ircd.h"
#include "tests/irc/room.h"
#include "tests/sql.h"

enum { TABLES = 4, SEATS = 2, MOVES = 12, MOVES_MOST = 10000, ASKERS = 5 };
/* STALL: milliseconds for which the server reads nothing. */
enum { HASTE = 8, STALL = 1500 };

struct scene {
	struct room *room;
	struct ircd ircd;
	unsigned haste;
	long moved[TABLES + 1]; /* time of the last move, by the table's number */
	long due[ROOM_PEOPLE];  /* time of a player's next move; 0 if it is not their turn */
	long delay[MOVES_MOST]; /* from a move to the next player's hand, in ms */
	unsigned delays;
};

static unsigned wish(const char *name, unsigned otherwise)
{
	const char *value = getenv(name);
	unsigned number = value != NULL ? (unsigned)strtoul(value, NULL, 10) : otherwise;
	return number < MOVES_MOST ? number : MOVES_MOST - 1;
}

static int make_scene(void **state)
{
	const enum ircd_kind *kind = *state;
	struct scene *scene = calloc(1, sizeof *scene);
	assert_non_null(scene);
	scene->room = room_new();
	/* This server disconnects a client that is a second too early, which fast clocks cause on a
	 * busy machine. */
	scene->haste = wish("PACING_HASTE", *kind == IRCD_INSPIRCD_STRICT ? 1 : HASTE);
	scene->room->bot.haste = scene->haste;
	*state = scene;
	ircd_start(&scene->ircd, *kind, scene->haste);
	return 0;
}

static int end_scene(void **state)
{
	struct scene *scene = *state;
	void *room = scene->room;
	room_close(&room);
	ircd_end(&scene->ircd);
	free(scene);
	return 0;
}

/* Seats people at four tables of two. */
static void sit_down(struct room *room)
{
	static const char *const names[TABLES][SEATS] = { { "anna", "luc" }, { "rose", "yves" },
		{ "eve", "jean" }, { "zoe", "max" } };
	for (unsigned i = 0; i < TABLES; i++) {
		struct player *players[SEATS];
		for (unsigned k = 0; k < SEATS; k++)
			players[k] = room_enter(room, names[i][k]);
		room_table(room, players, SEATS, "target=1000");
	}
}

/* Sets the time of the next move for each player whose turn has begun. */
static void note_turns(struct scene *scene, unsigned think)
{
	struct room *room = scene->room;
	for (unsigned i = 0; i < room->count; i++) {
		const struct player *player = &room->people[i];
		if (!player->turn || scene->due[i] != 0)
			continue;
		scene->due[i] = bot_clock() + think;
		if (scene->moved[player->table] != 0)
			scene->delay[scene->delays++] =
				(bot_clock() - scene->moved[player->table]) * scene->haste;
	}
}

static unsigned move_due(struct scene *scene)
{
	struct room *room = scene->room;
	unsigned moves = 0;
	for (unsigned i = 0; i < room->count; i++)
		if (scene->due[i] != 0 && bot_clock() >= scene->due[i]) {
			scene->moved[room->people[i].table] = bot_clock();
			scene->due[i] = 0;
			room_move(room, &room->people[i]);
			moves++;
		}
	return moves;
}

/* Stops the server while the bot has lines for it. */
static void stall(const struct scene *scene)
{
	kill(scene->ircd.pid, SIGSTOP);
	poll(NULL, 0, STALL);
	kill(scene->ircd.pid, SIGCONT);
}

/* Plays so many moves. In the middle the server stalls: afterwards it reads many lines at once. */
static void play_on(struct scene *scene)
{
	unsigned wanted = wish("PACING_MOVES", MOVES);
	unsigned think = wish("PACING_THINK", 0);
	struct line line;
	for (unsigned moves = 0; moves < wanted;) {
		bool first_half = moves < wanted / 2;
		note_turns(scene, think);
		moves += move_due(scene);
		if (first_half && moves >= wanted / 2)
			stall(scene);
		room_try(scene->room, &line, 10);
	}
}

static int compare(const void *one, const void *other)
{
	long a = *(const long *)one;
	long b = *(const long *)other;
	return (a > b) - (a < b);
}

static void print_delays(struct scene *scene)
{
	unsigned n = scene->delays;
	qsort(scene->delay, n, sizeof scene->delay[0], compare);
	if (n > 0)
		print_message("%s: %u hands, from the move before: median %ld ms, 95 %% %ld ms, "
			      "longest %ld ms\n",
			ircd_name(scene->ircd.kind), n, scene->delay[n / 2],
			scene->delay[n * 95 / 100], scene->delay[n - 1]);
}

/* Counts the players with a turn and a shown hand. */
static unsigned movers(const struct room *room)
{
	unsigned count = 0;
	for (unsigned i = 0; i < room->count; i++)
		count += room->people[i].turn;
	return count;
}

/* Fails unless all journal moves were told in public, and each player whose turn it is has seen
 * their hand. */
static void check_all_told(struct scene *scene)
{
	struct room *room = scene->room;
	struct player *owl = &room->people[ROOM_OWL];
	struct line line;
	/* The last moves may still be on their way. */
	while (movers(room) < TABLES ||
		room->played < sql_number_in(room->bot.database, "SELECT count(*) FROM moves")) {
		assert_false(bot_logged(&room->bot, "not connected", 0));
		room_hear(room, &line);
	}
	assert_int_equal(
		room->played, sql_number_in(room->bot.database, "SELECT count(*) FROM moves"));
	assert_int_equal(room_count(owl, 0, "mitaines@127.0.0.1 QUIT"), 0);
	assert_false(bot_logged(&room->bot, "not connected", 0));
	assert_false(bot_logged(&room->bot, "a line is lost", 0));
}

static void ask_for_rules(struct room *room)
{
	for (unsigned i = 1; i <= ASKERS; i++)
		room_whisper(&room->people[i], "rules mitaines");
}

/* Fails unless all ASKERS get the rules completely. */
static void hear_rules(struct room *room)
{
	for (unsigned i = 1; i <= ASKERS; i++) {
		room_expect(room, &room->people[i], "Ranks, low to high");
		room_expect(room, &room->people[i], " more: !more)");
	}
}

static void join_networks(struct scene *scene)
{
	char networks[BOT_ENTRY];
	snprintf(networks, sizeof networks,
		"{ name = \"local\"; host = \"127.0.0.1\"; port = %d; channels = ( { name = "
		"\"#t\"; tables = 4; }, "
		"{ name = \"#u\"; tables = 4; } ); }",
		scene->ircd.bot_port);
	room_fill(scene->room, scene->ircd.port, networks);
}

static void four_tables_play_and_five_people_ask_for_rules(void **state)
{
	struct scene *scene = *state;
	join_networks(scene);
	sit_down(scene->room);
	play_on(scene);
	print_delays(scene);
	ask_for_rules(scene->room);
	hear_rules(scene->room);
	check_all_told(scene);
}

int main(void)
{
	static enum ircd_kind kinds[] = { IRCD_NGIRCD, IRCD_INSPIRCD, IRCD_INSPIRCD_STRICT,
		IRCD_IRCU, IRCD_HYBRID };
#define ON(kind) \
	{ \
#kind, four_tables_play_and_five_people_ask_for_rules, make_scene, end_scene, \
			&kinds[kind] \
	}
	const struct CMUnitTest tests[] = {
		ON(IRCD_NGIRCD),
		ON(IRCD_INSPIRCD),
		ON(IRCD_INSPIRCD_STRICT),
		ON(IRCD_IRCU),
		ON(IRCD_HYBRID),
	};
	cmocka_set_test_filter(getenv("PACING_ONLY"));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
