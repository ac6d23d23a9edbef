/* bench.c - measures the engine, the journal and the resuming of tables. Prints lines "name value
 * unit". */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bot/app/app.h"
#include "bot/base/memory.h"
#include "bot/command/command.h"
#include "bot/command/command_table.h"
#include "bot/match/resume.h"
#include "bot/net/conn.h"
#include "bot/net/console/console.h"
#include "bot/surface/events.h"
#include "engine/playout.h"
#include "storage/journal.h"
#include "tests/folder.h"
#include "tests/lab/bench.h"
#include "tests/lab/measure.h"

enum { ROUNDS = 7, TABLES = 1000, TABLES_A_CHANNEL = 10, MOVES_A_TABLE = 12 };

/* Starts a match, unless one is running. */
static void begin_match(
	const struct game *game, struct state *state, const char *preset, unsigned players)
{
	if (state->phase == PHASE_DEAL)
		return;
	game_open(game, state, (unsigned)game_preset(game, preset));
	game_start(game, state, players, 0);
}

/* Plays uniformly random legal moves to the end of a hand. In PHASE_DEAL it shuffles and deals
 * first. Returns the number of moves. */
static unsigned playout_hand(const struct game *game, struct state *state, struct chance *chance)
{
	struct moves moves;
	unsigned count = 0;
	if (state->phase == PHASE_DEAL) {
		card deck[DECK_MAX];
		unsigned size = game_deck(game, state, deck);
		chance_shuffle(chance, deck, size);
		game->deal(state, deck, NULL);
	}
	for (; state->phase == PHASE_PLAY; count++) {
		game->legal(state, &moves);
		game->apply(state, moves.move[chance_below(chance, moves.count)], NULL);
	}
	return count;
}

static double playout_round(const struct game *game, struct state *state, const char *preset,
	unsigned players, struct chance *chance)
{
	uint64_t moves = 0;
	double begin = timing_work();
	double end = begin;
	while (end - begin < 0.2) {
		for (unsigned i = 0; i < 200; i++) {
			begin_match(game, state, preset, players);
			moves += playout_hand(game, state, chance);
		}
		end = timing_work();
	}
	return (end - begin) * 1e9 / (double)moves;
}

static int playout(const char *name)
{
	static const struct {
		const char *name, *game, *preset;
		unsigned players;
	} setups[] = {
		{ "playout.mitaines2", "mitaines", "classic", 2 },
		{ "playout.mitaines3", "mitaines", "classic", 3 },
		{ "playout.quebec", "mitaines", "quebec", 4 },
		{ "playout.mitch3", "mitch", "banilower", 3 },
		{ "playout.mate", "mate", "", 2 },
	};
	double rounds[ROUNDS];
	struct chance chance = { 1 };
	size_t n = 0;
	while (strcmp(setups[n].name, name) != 0)
		n++;
	const struct game *game = game_named(setups[n].game);
	struct state *state = memory_new(1, game->state_size);
	state->phase = PHASE_OVER;
	for (unsigned i = 0; i < ROUNDS; i++)
		rounds[i] =
			playout_round(game, state, setups[n].preset, setups[n].players, &chance);
	printf("%s %.1f ns/move\n", name, timing_percentile(rounds, ROUNDS, 50));
	free(state);
	return 0;
}

/* A bot with its own database. Its network is a terminal on which all people are present. */
struct place {
	struct app app;
	struct console console;
	struct network_driver driver;
	char folder[FOLDER_PATH];
	char database[PATH_MAX];
};

/* Returns the key as the nick, because a terminal has only one person with a nick. */
static const char *nick_of(struct network *network, const char *key)
{
	(void)network;
	return key;
}

static bool is_in(struct network *network, const char *key, const char *channel)
{
	(void)network;
	(void)key;
	(void)channel;
	return true;
}

static void place_open(struct place *place)
{
	static const struct settings settings = {
		.prefix = "!",
		.usual = { .turn_seconds = 3600 },
		.tables_per_channel = TABLES,
		.tables_per_network = TABLES,
	};
	if (app_open(&place->app, log_open(STDERR_FILENO, LOG_WARN), &settings, place->database,
		    1) != 0)
		bench_fail(place->database, "no database");
	console_open(&place->console, -1, "nobody", command_table_is_public);
	place->console.network.single = false;
	place->driver = *place->console.network.driver;
	place->driver.nick = nick_of;
	place->driver.in = is_in;
	place->driver.send_staged = place->driver.discard_staged;
	place->console.network.driver = &place->driver;
	place->console.network.events = &events_of_networks;
	place->console.network.above = &place->app.commands;
	if (!lobby_add_network(&place->app.lobby, &place->console.network))
		bench_fail(place->database, "no network");
}

static void place_shut(struct place *place)
{
	app_close(&place->app);
	console_close(&place->console);
}

static void place_close(struct place *place)
{
	place_shut(place);
	folder_remove(place->folder);
}

static void message(struct place *place, const char *nick, const char *channel, const char *text)
{
	struct network *network = &place->console.network;
	struct sender sender = {
		.key = nick, .nick = nick, .first = nick, .mask = "!@", .origin = "@"
	};
	network->events->message(network, &sender, channel, text);
}

/* Lets two people open a table and play some cards. */
static void play_table(struct place *place, unsigned n)
{
	char nick[2][16];
	char channel[16];
	snprintf(nick[0], sizeof nick[0], "anna%u", n);
	snprintf(nick[1], sizeof nick[1], "luc%u", n);
	snprintf(channel, sizeof channel, "#t%u", n / TABLES_A_CHANNEL);
	struct network *network = &place->console.network;
	network->events->joined(network, channel);
	message(place, nick[0], channel, "!new");
	struct lobby *lobby = &place->app.lobby;
	struct table *table = lobby->tables.table[lobby->tables.count - 1];
	char join[24];
	snprintf(join, sizeof join, "!join %u", table->number);
	message(place, nick[1], channel, join);
	message(place, nick[0], channel, "!start");
	for (unsigned i = 0; i < MOVES_A_TABLE; i++)
		message(place, table->seat[table_state(table)->turn].player->name, channel, "!p 1");
}

/* Opens a bot whose new database has `tables` live tables. A child process fills the database, so
 * that its memory does not count in the measurement. */
static void place_make(struct place *place, unsigned tables)
{
	int status = 1;
	folder_make(place->folder);
	folder_file(place->folder, "bench.db", place->database);
	pid_t child = fork();
	if (child == 0) {
		place_open(place);
		for (unsigned i = 0; i < tables; i++)
			play_table(place, i);
		lobby_commit(&place->app.lobby);
		place_shut(place);
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
		bench_fail(place->database, "no tables");
	place_open(place);
}

static void resume(struct place *place, unsigned tables)
{
	if (resume_tables(&place->app.lobby) != tables)
		bench_fail(place->database, "a table is lost");
}

static int resume_tables1000(const char *name)
{
	struct place place;
	double rounds[ROUNDS];
	place_make(&place, TABLES);
	for (unsigned i = 0; i < ROUNDS; i++) {
		place_shut(&place);
		double begin = timing_now();
		place_open(&place);
		resume(&place, TABLES);
		rounds[i] = (timing_now() - begin) * 1e3;
	}
	place_close(&place);
	printf("%s %.1f ms\n", name, timing_percentile(rounds, ROUNDS, 50));
	return 0;
}

static int table_memory(const char *name)
{
	struct place place;
	place_make(&place, TABLES);
	double before = memory_resident();
	resume(&place, TABLES);
	printf("%s %.0f bytes\n", name, (memory_resident() - before) / TABLES);
	place_close(&place);
	return 0;
}

/* Measures the whole process with 1,000 live tables. TLS is initialized, as for a real network. */
static int resident_tables1000(const char *name)
{
	struct place place;
	if (!conn_start_library())
		return 1;
	place_make(&place, TABLES);
	resume(&place, TABLES);
	printf("%s %.1f MB\n", name, memory_resident() / 1e6);
	place_close(&place);
	conn_stop_library();
	return 0;
}

static int journal_moves(const char *name)
{
	struct place place;
	double rounds[ROUNDS];
	enum { COUNT = 200 };
	place_make(&place, 1);
	resume(&place, 1);
	struct store *store = place.app.store;
	int64_t match = place.app.lobby.tables.table[0]->match;
	struct store_move move = { .n = MOVES_A_TABLE, .hand = 1, .text = "9C" };
	move.player = place.app.lobby.robots.id[LEVEL_NORMAL];
	for (unsigned i = 0; i < ROUNDS; i++) {
		double begin = timing_now();
		for (unsigned k = 0; k < COUNT; k++) {
			move.n++;
			if (store_add_move(store, match, &move) != STORE_OK ||
				store_commit(store) != STORE_OK)
				return 1;
		}
		rounds[i] = COUNT / (timing_now() - begin);
	}
	place_close(&place);
	printf("%s %.0f moves/s\n", name, timing_percentile(rounds, ROUNDS, 50));
	return 0;
}

static const struct {
	const char *name;
	int (*measure)(const char *name);
	const char *cost; /* time or disk of a bench that runs only by name, or NULL */
} benches[] = {
	{ "playout.mitaines2", playout, NULL },
	{ "playout.mitaines3", playout, NULL },
	{ "playout.quebec", playout, NULL },
	{ "playout.mitch3", playout, NULL },
	{ "playout.mate", playout, NULL },
	{ "exact.lastdeal", bench_exact_lastdeal, NULL },
	{ "expert.lastdeal", bench_expert_lastdeal, NULL },
	{ "ismcts.mitaines2", bench_ismcts_mitaines2, NULL },
	{ "signature", bench_signature, NULL },
	{ "journal.moves", journal_moves, NULL },
	{ "resume.tables1000", resume_tables1000, NULL },
	{ "table.memory", table_memory, NULL },
	{ "resident.tables1000", resident_tables1000, NULL },
	{ "daily.evening", bench_daily_evening, "a minute" },
	{ "daily.prepare", bench_daily_prepare, NULL },
	{ "levels.fit", bench_fit, "half an hour" },
	{ "daily.page", bench_pages, NULL },
	{ "leaderboard.top20", bench_leaderboard, "minutes, gigabytes" },
};

enum { BENCHES = sizeof benches / sizeof benches[0] };

/* Runs a measurement in a child process, so that each one starts with the same heap. */
static int measure(size_t bench)
{
	int status = 1;
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		status = benches[bench].measure(benches[bench].name);
		_exit(fflush(stdout) == 0 ? status : 1);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
		fprintf(stderr, "bench: %s could not be measured\n", benches[bench].name);
		return 1;
	}
	return 0;
}

static int measure_named(const char *name)
{
	for (size_t i = 0; i < BENCHES; i++)
		if (strcmp(benches[i].name, name) == 0)
			return measure(i);
	fprintf(stderr, "bench: no measurement %s\n", name);
	return 2;
}

int main(int argc, char **argv)
{
	if (sodium_init() < 0)
		return 1;
	if (argc > 1 && strcmp(argv[1], "-h") == 0) {
		puts("usage: bench [NAME ...]\nMeasures and prints a line each: name "
		     "value unit. Names:");
		for (size_t i = 0; i < BENCHES; i++)
			if (benches[i].cost == NULL)
				printf("  %s\n", benches[i].name);
			else
				printf("  %s (%s: only by name)\n", benches[i].name,
					benches[i].cost);
		return 0;
	}
	int status = 0;
	for (int i = 1; i < argc; i++)
		status |= measure_named(argv[i]);
	for (size_t i = 0; argc == 1 && i < BENCHES; i++)
		if (benches[i].cost == NULL)
			status |= measure(i);
	return status;
}
