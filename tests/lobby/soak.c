/* Simulates a day of 200 people at 50 tables. They join, leave, rename, split, flood and play,
 * while the bot is kicked, disconnected and killed. Tests that memory stays flat, that no table
 * is stuck, and that the journal has exactly the announced moves. SOAK_HOURS sets the length;
 * the default is a quarter of an hour, and `make soak` runs a day. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "bot/match/presence.h"
#include "storage/journal.h"
#include "storage/matches.h"
#include "tests/folder.h"
#include "tests/stage/case.h"

enum {
	PEOPLE = 200,
	TABLES = 50,
	MATCHES = 20000,
	SECOND = 1000,
	HOUR = 3600,
	LIFE = 97 * 60, /* seconds from one kill to the next */
	SHORT_LIFE = 4 * 60,
	TURN = 90,
	SLACK = 30, /* one second for each arrival and departure */
	/* the grace of a turn, the split grace of four seats, and the turn itself */
	LONG = 120 + 4 * 600 + TURN + SLACK,
	FLOOD = 60,
	ROWS = 256
};

struct guest {
	unsigned connection; /* number of the current connection; each has its own key */
	unsigned name;       /* number of the current nick */
	bool here;
	int64_t back; /* second of the return */
};

/* The last state seen of a running table. */
struct watched {
	int64_t match;
	uint32_t moves;
	unsigned still;   /* seconds without a move and without a reason */
	unsigned waiting; /* seconds without a move */
};

/* A hash of the cards of a match in their order. */
struct told {
	uint64_t cards;
	unsigned moves;
};

struct soak {
	struct stage stage;
	struct chance chance;
	char folder[FOLDER_PATH];
	char path[PATH_MAX];
	struct guest guest[PEOPLE];
	struct watched watched[TABLES + 1]; /* by table number */
	int64_t match[TABLES + 1];          /* match of each table, as announced */
	struct told told[MATCHES];
	int64_t second;
	int64_t away; /* the second of the bot's return, or 0 while it is in the channel */
	unsigned kills, opened, splits, longest;
	uint64_t moves, played; /* moves, and seconds of running tables */
};

static unsigned draw_below(struct soak *soak, unsigned limit)
{
	return chance_below(&soak->chance, limit);
}

static bool one_in(struct soak *soak, unsigned count)
{
	return draw_below(soak, count) == 0;
}

/* ---- people ---- */

static const char *key_of(const struct soak *soak, unsigned i, char key[STAGE_NAME])
{
	snprintf(key, STAGE_NAME, "%u.%u", i, soak->guest[i].connection);
	return key;
}

/* Every second person has an account. */
static void meet(struct soak *soak, unsigned i)
{
	char key[STAGE_NAME], nick[STAGE_NAME], account[STAGE_NAME], address[STAGE_NAME];
	snprintf(nick, sizeof nick, "guest%u_%u", i, soak->guest[i].name);
	snprintf(account, sizeof account, "account%u", i);
	snprintf(address, sizeof address, "u%u@host%u", i, i);
	stage_meet(&soak->stage, key_of(soak, i, key), nick, i % 2 == 0 ? account : NULL, address);
	soak->guest[i].here = true;
}

static void leave(struct soak *soak, unsigned i, enum departure how, unsigned seconds)
{
	char key[STAGE_NAME];
	if (!soak->guest[i].here)
		return;
	stage_went(&soak->stage, key_of(soak, i, key), how);
	soak->guest[i].here = false;
	soak->guest[i].connection += how == DEPARTED_NETWORK;
	soak->guest[i].back = soak->second + seconds;
}

static void say(struct soak *soak, unsigned i, bool private, const char *text)
{
	char key[STAGE_NAME];
	if (!soak->guest[i].here)
		return;
	if (private)
		stage_whisper(&soak->stage, key_of(soak, i, key), text);
	else
		stage_say(&soak->stage, key_of(soak, i, key), text);
}

static void say_of(struct soak *soak, unsigned i, const char *command, unsigned table)
{
	char text[100];
	snprintf(text, sizeof text, "%s #%u", command, table);
	say(soak, i, false, text);
}

static void come_back(struct soak *soak)
{
	for (unsigned i = 0; i < PEOPLE; i++)
		if (!soak->guest[i].here && soak->guest[i].back <= soak->second)
			meet(soak, i);
}

/* ---- announced and stored moves ---- */

/* Returns true for "9D" and false for "draw". */
static bool is_card(const char *text)
{
	return *text != '\0' && strchr("23456789TJQKA", *text) != NULL &&
		strchr("CDHS", text[1]) != NULL;
}

static void hash_card(struct told *told, const char *text)
{
	for (size_t i = 0; i < 2; i++)
		told->cards = (told->cards ^ (uint8_t)text[i]) * UINT64_C(1099511628211);
	told->moves++;
}

/* Returns the card of the next announced move, or NULL. */
static const char *next_played(const char *line)
{
	static const char place[] = " cards=";
	for (; (line = strstr(line, "(event.")) != NULL; line++)
		if (strncmp(line, "(event.play", 10) == 0 ||
			strncmp(line, "(event.raise ", 12) == 0)
			return strstr(line, place) + strlen(place);
	return NULL;
}

static void hear_table(struct soak *soak, unsigned number, const char *line)
{
	static const char match[] = "(fair.commitment match=";
	const char *found = strstr(line, match);
	assert_true(number >= 1 && number <= TABLES);
	if (found != NULL) {
		soak->match[number] = strtol(found + sizeof match - 1, NULL, 10);
		soak->opened++;
	}
	while ((line = next_played(line)) != NULL) {
		assert_true(soak->match[number] > 0 && soak->match[number] < MATCHES);
		hash_card(&soak->told[soak->match[number]], line);
		soak->moves++;
	}
}

static void hear(struct soak *soak)
{
	static const char start[] = "#table: [";
	const char *said = stage_hear(&soak->stage);
	while (*said != '\0') {
		char line[8192];
		size_t length = strcspn(said, "\n");
		assert_true(length < sizeof line);
		memcpy(line, said, length);
		line[length] = '\0';
		if (strncmp(line, start, sizeof start - 1) == 0)
			hear_table(
				soak, (unsigned)strtoul(line + sizeof start - 1, NULL, 10), line);
		said += length + 1;
	}
}

/* Hashes the cards that the journal has of a match. */
static struct told hash_journal(struct soak *soak, int64_t match)
{
	struct told all = { 0 };
	struct store_move rows[ROWS];
	unsigned count = ROWS;
	for (unsigned from = 1; count == ROWS; from += count) {
		assert_int_equal(
			store_list_moves(soak->stage.store, match, from, rows, ROWS, &count),
			STORE_OK);
		for (unsigned i = 0; i < count; i++)
			if (is_card(rows[i].text))
				hash_card(&all, rows[i].text);
	}
	return all;
}

static void check_journal(struct soak *soak)
{
	struct store_match match;
	for (int64_t id = 1;
		id < MATCHES && store_get_match(soak->stage.store, id, &match) == STORE_OK; id++) {
		struct told journal = hash_journal(soak, id);
		if (journal.moves != soak->told[id].moves || journal.cards != soak->told[id].cards)
			fail_msg("match %lld: %u cards told, %u written", (long long)id,
				soak->told[id].moves, journal.moves);
	}
}

/* ---- the bot ---- */

/* Copies the database with its WAL as a killed bot leaves it. */
static void copy_remains(struct soak *soak, char path[PATH_MAX])
{
	static const char *const tails[] = { "", "-wal", "-generation" };
	char from[PATH_MAX + 16], to[PATH_MAX + 16], name[32];
	snprintf(name, sizeof name, "soak%u.db", soak->kills);
	folder_file(soak->folder, name, path);
	for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
		snprintf(from, sizeof from, "%s%s", soak->path, tails[i]);
		snprintf(to, sizeof to, "%s%s", path, tails[i]);
		if (access(from, R_OK) == 0)
			folder_copy(from, to);
	}
}

static void configure(struct soak *soak)
{
	struct settings settings = soak->stage.lobby.settings;
	settings.tables_per_channel = settings.tables_per_network = TABLES;
	lobby_configure(&soak->stage.lobby, &settings);
	soak->stage.strict = true;
	soak->stage.elsewhere = "*"; /* watchers then get private lines */
	soak->stage.network.access->rules.limit = (struct ratelimit_rate){ 10, 2, 60 };
}

/* The bot was away, so turn clocks begin anew, and after a kill the grace periods too. */
static void begin_turns(struct soak *soak)
{
	memset(soak->watched, 0, sizeof soak->watched);
}

/* Kills the bot and starts it again. The network lists the members before the bot knows that it
 * has joined. */
static void kill_bot(struct soak *soak)
{
	int64_t now = soak->stage.now;
	struct chance chance = soak->stage.chance;
	char path[PATH_MAX];
	hear(soak);
	soak->kills++;
	copy_remains(soak, path);
	stage_close(&soak->stage);
	assert_int_equal(unlink(soak->path), 0);
	memcpy(soak->path, path, sizeof path);
	stage_open_again(&soak->stage, stage_keys, soak->path, now, chance);
	configure(soak);
	for (unsigned i = 0; i < PEOPLE; i++)
		if (soak->guest[i].here)
			meet(soak, i);
	soak->away = 0;
	begin_turns(soak);
}

/* ---- a second ---- */

static unsigned find_index(const struct person *person)
{
	return person->connection != NULL ? (unsigned)strtoul(person->connection, NULL, 10)
					  : PEOPLE;
}

/* The player to move makes a random legal move. */
static void make_move(struct soak *soak, struct table *table)
{
	struct state *state = table_state(table);
	const struct person *person = table->seat[state->turn].player;
	struct moves moves;
	char move[MOVE_TEXT], text[100];
	struct text out = text_in(move, sizeof move);
	if (person == NULL || find_index(person) >= PEOPLE)
		return;
	table->game->legal(state, &moves);
	move_write(&out, moves.move[draw_below(soak, moves.count)]);
	snprintf(text, sizeof text, "%s%s #%u", is_card(move) ? "play " : "", move, table->number);
	say(soak, find_index(person), true, text);
}

/* A person sits down at an open table, or a player adds an AI player or starts. */
static void fill(struct soak *soak, const struct table *table)
{
	const struct person *seated = table->seats_taken > 0
		? table->seat[draw_below(soak, table->seats_taken)].player
		: NULL;
	unsigned i = seated != NULL ? find_index(seated) % PEOPLE : draw_below(soak, PEOPLE);
	switch (draw_below(soak, 12)) {
	case 0:
	case 1: say_of(soak, draw_below(soak, PEOPLE), "!join", table->number); break;
	case 2: say_of(soak, i, "!bot", table->number); break;
	case 3: say_of(soak, i, "!start", table->number); break;
	default: break;
	}
}

static void play(struct soak *soak)
{
	for (unsigned number = 1; number <= TABLES; number++) {
		struct table *table = stage_table(&soak->stage, number);
		if (table != NULL && !table->running)
			fill(soak, table);
		else if (table != NULL && one_in(soak, 6))
			make_move(soak, table);
	}
}

static void chat(struct soak *soak)
{
	static const char *const often[] = { "!new target=60", "!new classic target=100",
		"!new gamerules target=50", "!new quebec target=50", "!new mitch target=50",
		"!new mate", "!tables", "!table", "!score", "!hand", "!top", "!rank", "!stats",
		"!history", "!match 1", "!help", "!stop", "!again", "!seek", "!notify", "!nonce x",
		"!watch 1", "!unwatch", "!set lang fr", "!set lang en", "!bot", "!start",
		"!verify 1", "!replay 1", "hello there" };
	for (unsigned i = 0; i < 2; i++)
		say(soak, draw_below(soak, PEOPLE), false,
			often[draw_below(soak, sizeof often / sizeof often[0])]);
	if (one_in(soak, 3))
		say(soak, draw_below(soak, PEOPLE), false, often[draw_below(soak, 6)]);
	if (one_in(soak, 60))
		say(soak, draw_below(soak, PEOPLE), false, "!leave");
}

static void move_people(struct soak *soak)
{
	unsigned i = draw_below(soak, PEOPLE);
	if (one_in(soak, 20))
		leave(soak, i, DEPARTED_CHANNEL, 1 + draw_below(soak, 300));
	if (one_in(soak, 20))
		leave(soak, draw_below(soak, PEOPLE), DEPARTED_NETWORK, 1 + draw_below(soak, 900));
	if (one_in(soak, 20) && soak->guest[i].here) {
		soak->guest[i].name = draw_below(soak, 1000);
		meet(soak, i);
	}
	if (one_in(soak, 900)) {
		unsigned seconds = 30 + draw_below(soak, 600);
		soak->splits++;
		for (unsigned j = draw_below(soak, 4); j < PEOPLE; j += 4)
			leave(soak, j, DEPARTED_SPLIT, seconds);
	}
	if (one_in(soak, 120))
		for (unsigned j = 0; j < FLOOD; j++)
			say(soak, i, one_in(soak, 2), "!table #1");
	come_back(soak);
}

/* The bot is kicked or disconnected, and returns after a while. */
static void move_bot(struct soak *soak)
{
	if (soak->away == soak->second) {
		stage_join(&soak->stage);
		soak->away = 0;
		begin_turns(soak);
	}
	if (soak->away != 0 || !one_in(soak, 1800))
		return;
	if (one_in(soak, 2))
		stage_kick(&soak->stage);
	else
		stage_lose(&soak->stage);
	soak->away = soak->second + 1 + draw_below(soak, 30);
}

/* Returns true if the turn clock stands still. */
static bool may_wait(struct soak *soak, struct table *table)
{
	return soak->away != 0 || table_count_people(table) == 0 ||
		presence_is_clock_stopped(table);
}

/* Checks that each running table moves in time, or has a reason to wait, and never waits too
 * long. */
static void check_tables(struct soak *soak)
{
	for (unsigned number = 1; number <= TABLES; number++) {
		struct table *table = stage_table(&soak->stage, number);
		struct watched *watched = &soak->watched[number];
		if (table == NULL || !table->running || watched->match != table->match ||
			watched->moves != table->moves)
			*watched = (struct watched){ .match = table != NULL ? table->match : 0,
				.moves = table != NULL ? table->moves : 0 };
		if (table == NULL || !table->running)
			continue;
		soak->played++;
		assert_null(game_fault(table->game, table_state(table)));
		/* An AI player stands in for the last person, and has a full turn then. */
		if (table_count_people(table) == 0)
			watched->still = watched->waiting = 0;
		watched->waiting++;
		watched->still += !may_wait(soak, table);
		if (watched->waiting > soak->longest)
			soak->longest = watched->waiting;
		if (watched->still > TURN + SLACK || watched->waiting > LONG)
			fail_msg("table %u is stuck: no move for %u s, %u s of them for no "
				 "reason",
				number, watched->waiting, watched->still);
	}
}

static void live_one_second(struct soak *soak, int64_t life)
{
	soak->second++;
	stage_wait(&soak->stage, SECOND);
	move_bot(soak);
	move_people(soak);
	chat(soak);
	play(soak);
	check_tables(soak);
	hear(soak);
	if (soak->second % life == 0)
		kill_bot(soak);
}

/* ---- the day ---- */

static int64_t hours_in_seconds(void)
{
	const char *hours = getenv("SOAK_HOURS");
	return hours != NULL ? (int64_t)(strtod(hours, NULL) * HOUR) : HOUR / 4;
}

static void memory_stays_flat_and_no_table_is_stuck_in_a_day_of_play(void **state)
{
	struct soak *soak = *state;
	int64_t end = hours_in_seconds(), life = end > HOUR ? LIFE : SHORT_LIFE;
	double early = 0, late;
	time_t began = time(NULL);
	for (unsigned i = 0; i < PEOPLE; i++)
		meet(soak, i);
	while (soak->second < end) {
		live_one_second(soak, life);
		if (soak->second == HOUR || (end <= HOUR && soak->second == end / 3))
			early = memory_resident();
	}
	late = memory_resident();
	kill_bot(soak);
	check_journal(soak);
	assert_true(soak->moves > (uint64_t)end / 4 && soak->opened > 10);
	printf("%lld simulated seconds in %lld s: %llu moves told and written, %u tables opened, "
	       "%.1f of them running at a time, %u kills, %u splits, no move for at most %u s; "
	       "resident %.1f MB early, %.1f MB late\n",
		(long long)end, (long long)(time(NULL) - began), (unsigned long long)soak->moves,
		soak->opened, (double)soak->played / (double)end, soak->kills, soak->splits,
		soak->longest, early / 1e6, late / 1e6);
#ifndef __SANITIZE_ADDRESS__
	assert_true(late < early + 4e6);
#endif
}

static int open_soak(void **state)
{
	static struct soak soak;
	/* Touches all memory now; pages touched later would look like a leak. */
	memset(&soak, 1, sizeof soak);
	soak = (struct soak){ .chance = { 1 } };
	folder_make(soak.folder);
	folder_file(soak.folder, "soak.db", soak.path);
	stage_open_quietly(&soak.stage, stage_keys, soak.path);
	configure(&soak);
	*state = &soak;
	return 0;
}

static int close_soak(void **state)
{
	struct soak *soak = *state;
	stage_close(&soak->stage);
	folder_remove(soak->folder);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			memory_stays_flat_and_no_table_is_stuck_in_a_day_of_play, open_soak,
			close_soak),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
