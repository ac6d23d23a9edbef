/* Tests that memory stays flat in a simulated day of 200 people at 50 tables. They join, leave,
 * rename, split, flood and play, while the bot is kicked, disconnected and killed. tests/simulate
 * checks everything else. SOAK_HOURS sets the length; the default is a quarter of an hour, and
 * `make soak` runs a day. */
#include <stdio.h>

#include "bot/base/memory.h"
#include "tests/folder.h"
#include "tests/stage/case.h"

enum {
	PEOPLE = 200,
	TABLES = 50,
	SECOND = 1000,
	HOUR = 3600,
	LIFE = 97 * 60, /* seconds between two kills of the bot */
	SHORT_LIFE = 4 * 60,
	FLOOD = 60
};

struct guest {
	unsigned connection; /* number of the person's connection; each new one has its own key */
	unsigned name;       /* number in the person's nick */
	bool here;
	int64_t back; /* second of the simulation when the person returns */
};

struct soak {
	struct stage stage;
	struct chance chance;
	char folder[FOLDER_PATH];
	char path[PATH_MAX];
	struct guest guest[PEOPLE];
	int64_t second;
	int64_t away; /* second when the bot returns to the channel; 0: it is there */
	unsigned kills, splits;
	uint64_t moves;
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

/* Connects a person. People with an even number have an account. */
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

/* ---- the bot ---- */

static void configure(struct soak *soak)
{
	struct settings settings = soak->stage.lobby.settings;
	settings.tables_per_channel = settings.tables_per_network = TABLES;
	lobby_configure(&soak->stage.lobby, &settings);
	soak->stage.strict = true;
	soak->stage.elsewhere = "*"; /* outside #table, watchers get news in private */
	soak->stage.network.access->rules.limit = (struct ratelimit_rate){ 10, 2, 60 };
}

/* Kills the bot and starts it again. The network then lists the members before it tells the bot
 * that it has joined. */
static void kill_bot(struct soak *soak)
{
	int64_t now = soak->stage.now;
	struct chance chance = soak->stage.chance;
	soak->moves += soak->stage.lobby.activity.moves;
	soak->kills++;
	stage_close(&soak->stage);
	stage_open_again(&soak->stage, stage_keys, soak->path, now, chance);
	configure(soak);
	for (unsigned i = 0; i < PEOPLE; i++)
		if (soak->guest[i].here)
			meet(soak, i);
	soak->away = 0;
}

/* ---- a second ---- */

static unsigned find_index(const struct person *person)
{
	return person->connection != NULL ? (unsigned)strtoul(person->connection, NULL, 10)
					  : PEOPLE;
}

/* Lets the player to move make a random legal move. */
static void make_move(struct soak *soak, struct table *table)
{
	struct state *state = table_state(table);
	const struct person *person = table->seat[state->turn].player;
	struct moves moves;
	if (person == NULL || find_index(person) >= PEOPLE || !soak->guest[find_index(person)].here)
		return;
	table->game->legal(state, &moves);
	case_move(&soak->stage, table, moves.move[draw_below(soak, moves.count)]);
}

/* Lets a person sit down at an open table, or lets a player add an AI player or start the match. */
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

/* Kicks or disconnects the bot, or lets it return after a while. */
static void move_bot(struct soak *soak)
{
	if (soak->away == soak->second) {
		stage_join(&soak->stage);
		soak->away = 0;
	}
	if (soak->away != 0 || !one_in(soak, 1800))
		return;
	if (one_in(soak, 2))
		stage_kick(&soak->stage);
	else
		stage_lose(&soak->stage);
	soak->away = soak->second + 1 + draw_below(soak, 30);
}

static void live_one_second(struct soak *soak, int64_t life)
{
	soak->second++;
	stage_wait(&soak->stage, SECOND);
	move_bot(soak);
	move_people(soak);
	chat(soak);
	play(soak);
	stage_hear(&soak->stage);
	if (soak->second % life == 0)
		kill_bot(soak);
}

static int open_soak(void **state)
{
	static struct soak soak;
	/* Touches all memory of `soak` at once, because pages touched later would look like a
	 * leak. */
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

CASE_WITH(memory_stays_flat_in_a_day_of_play, struct soak *soak, open_soak, close_soak)
{
	const char *hours = getenv("SOAK_HOURS");
	int64_t end = hours != NULL ? (int64_t)(strtod(hours, NULL) * HOUR) : HOUR / 4;
	int64_t life = end > HOUR ? LIFE : SHORT_LIFE;
	double early = 0, late;
	for (unsigned i = 0; i < PEOPLE; i++)
		meet(soak, i);
	while (soak->second < end) {
		live_one_second(soak, life);
		if (soak->second == HOUR || (end <= HOUR && soak->second == end / 3))
			early = memory_resident();
	}
	late = memory_resident();
	kill_bot(soak);
	assert_true(soak->moves > (uint64_t)end / 4);
	printf("%lld simulated seconds: %llu moves, %u kills, %u splits; resident %.1f MB early, "
	       "%.1f MB late\n",
		(long long)end, (unsigned long long)soak->moves, soak->kills, soak->splits,
		early / 1e6, late / 1e6);
#ifndef __SANITIZE_ADDRESS__
	assert_true(late < early + 4e6);
#endif
}
