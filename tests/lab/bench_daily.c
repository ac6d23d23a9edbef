/* bench_daily.c - measurements of the deals of the day: an evening of play, and their
 * preparation. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot/base/memory.h"
#include "bot/match/daily.h"
#include "bot/match/thoughts.h"
#include "bot/match/trial.h"
#include "engine/playout.h"
#include "tests/lab/bench.h"
#include "tests/lab/measure.h"
#include "tests/stage/stage.h"

/* PEOPLE begin within EVENING_MS milliseconds; the environment variable DAILY_EVENING overrides
 * EVENING_MS. THINK_MS: mean time that a person thinks about a move, in milliseconds. */
enum { PEOPLE = 1000, EVENING_MS = 3 * 60 * 60 * 1000, THINK_MS = 5000, MOVES = 24, HANDS = 64 };

/* One of the people of the evening. */
struct guest {
	uint8_t seat[STORE_KEY_HASH];
	int64_t due;      /* ms: time of their begin or next move; INT64_MAX: not their turn */
	int64_t asked_us; /* time of their last move, in microseconds */
	enum level level;
	unsigned address;
	bool begun;
};

/* An evening on a simulated clock. One thread searches. Each search takes as long on this clock as
 * it really took. */
struct evening {
	struct stage stage;
	struct guest guest[PEOPLE];
	struct chance chance;
	void *memory;
	int64_t free_us;                   /* time of the end of the last job, in microseconds */
	double wait[PEOPLE * MOVES];       /* times that people waited for replies, in ms */
	double search[PEOPLE * 2 * MOVES]; /* times that searches took, in ms */
	size_t waits, searches;
};

/* Returns a time to think in milliseconds: many moves are quick, some take long. */
static int64_t thinking(struct evening *evening)
{
	return THINK_MS / 4 + (int64_t)chance_below(&evening->chance, THINK_MS / 2) +
		(int64_t)chance_below(&evening->chance, THINK_MS);
}

static void begin(struct evening *evening, struct guest *guest)
{
	char key[SEAT_KEY], address[32], browser[16];
	snprintf(
		address, sizeof address, "192.0.%u.%u", guest->address / 250, guest->address % 250);
	snprintf(browser, sizeof browser, "b%u", guest->address);
	const struct guest_client client = { .lang = "en", .address = address };
	const struct exercise_visit visit = { .client = &client, .browser = browser, .about = "" };
	if (trial_visit_daily(&evening->stage.lobby, &visit, key) != MSG_OK) {
		bench_fail("daily.evening", "a deal did not begin");
	}
	seat_key_hash(key, guest->seat);
	guest->begun = true;
	guest->due = evening->stage.now + thinking(evening);
}

/* Makes a move for a person, as an AI player of their level would. */
static void move(struct evening *evening, struct guest *guest)
{
	struct lobby *lobby = &evening->stage.lobby;
	struct exercise *exercise = exercise_find_key(lobby, guest->seat);
	struct table *table = exercise->table;
	union any_view seen;
	table->game->view(table_state(table), EXERCISE_SEAT, &seen.view);
	struct move made = player_move(table->game, guest->level, &seen.view,
		chance_next(&evening->chance), evening->memory);
	guest->asked_us = evening->stage.now * 1000;
	guest->due = INT64_MAX;
	exercise_move(lobby, exercise, made);
}

/* Notes how long people have waited for replies that have come. now_us: the end of the job that
 * found them, in microseconds. */
static void note_replies(struct evening *evening, int64_t now_us)
{
	for (unsigned i = 0; i < PEOPLE; i++) {
		struct guest *guest = &evening->guest[i];
		struct exercise *exercise =
			guest->begun && guest->due == INT64_MAX && guest->asked_us != 0
			? exercise_find_key(&evening->stage.lobby, guest->seat)
			: NULL;
		if (exercise == NULL || exercise->awaited != 0)
			continue;
		evening->wait[evening->waits++] = (double)(now_us - guest->asked_us) / 1000;
		guest->asked_us = 0;
		if (exercise->table->running && !exercise->kind->is_over(exercise))
			guest->due = now_us / 1000 + thinking(evening);
	}
}

/* Runs the oldest waiting job of the thread. */
static void run_job(struct evening *evening)
{
	struct stage *stage = &evening->stage;
	uint64_t searched =
		thoughts_get_counts(&stage->lobby).searched - thoughts_count_waiting(&stage->lobby);
	int64_t from = evening->free_us > stage->now * 1000 ? evening->free_us : stage->now * 1000;
	double before = timing_work();
	lobby_run_job(&stage->lobby);
	double took = timing_work() - before;
	lobby_commit(&stage->lobby);
	evening->free_us = from + (int64_t)(took * 1e6);
	if (thoughts_get_counts(&stage->lobby).searched - thoughts_count_waiting(&stage->lobby) !=
		searched)
		evening->search[evening->searches++] = took * 1000;
	note_replies(evening, evening->free_us);
}

static struct guest *find_next(struct evening *evening)
{
	struct guest *first = NULL;
	for (unsigned i = 0; i < PEOPLE; i++)
		if (evening->guest[i].due != INT64_MAX &&
			(first == NULL || evening->guest[i].due < first->due))
			first = &evening->guest[i];
	return first;
}

/* Runs the simulated clock until all people have played. Jobs run whenever the thread is free. */
static void run(struct evening *evening)
{
	struct stage *stage = &evening->stage;
	while (true) {
		struct guest *next = find_next(evening);
		bool works = worker_pool_count_queued(stage->slow_pool) > 0;
		if (works && (next == NULL || evening->free_us <= next->due * 1000)) {
			run_job(evening);
			continue;
		}
		if (next == NULL)
			return;
		stage->now = next->due > stage->now ? next->due : stage->now;
		if (next->begun)
			move(evening, next);
		else
			begin(evening, next);
		lobby_commit(&stage->lobby);
	}
}

int bench_daily_evening(const char *name)
{
	struct evening *evening = memory_new(1, sizeof *evening);
	struct stage *stage = &evening->stage;
	const char *seconds = getenv("DAILY_EVENING");
	int64_t length = seconds != NULL ? strtol(seconds, NULL, 10) * 1000 : EVENING_MS;
	evening->memory = memory_grow(NULL, 1, player_memory());
	evening->chance = (struct chance){ 1 };
	stage_open_quietly(stage, catalogues, NULL);
	stage_visit(stage);
	stage->pensive = true;
	stage->lobby.settings.exercises = 500;
	for (unsigned i = 0; i < PEOPLE; i++)
		evening->guest[i] = (struct guest){
			.due = (int64_t)(chance_next(&evening->chance) % (uint64_t)length),
			.address = i,
			.level = (enum level)chance_below(&evening->chance, LEVEL_COUNT),
		};
	size_t before = mallinfo2().uordblks;
	run(evening);
	struct thought_counts counts = thoughts_get_counts(&stage->lobby);
	double mean = 0;
	for (size_t i = 0; i < evening->searches; i++)
		mean += evening->search[i] / (double)evening->searches;
	printf("%s.asked %llu questions\n", name, (unsigned long long)counts.asked);
	printf("%s.searches %llu searches\n", name, (unsigned long long)counts.searched);
	printf("%s.search %.2f ms (mean), %.2f ms (p99)\n", name, mean,
		timing_percentile(evening->search, evening->searches, 99));
	double p99 = timing_percentile(evening->wait, evening->waits, 99);
	double most = evening->wait[evening->waits - 1]; /* timing_percentile has sorted them */
	printf("%s.wait %.2f ms (p99), %.1f searches\n", name, p99, p99 / mean);
	printf("%s.longest %.2f ms, %.1f searches\n", name, most, most / mean);
	printf("%s.memory %zu bytes\n", name, (size_t)mallinfo2().uordblks - before);
	stage_close(stage);
	free(evening->memory);
	free(evening);
	return 0;
}

int bench_daily_prepare(const char *name)
{
	struct stage stage;
	stage_open_quietly(&stage, catalogues, NULL);
	stage.lobby.settings.daily_hands = HANDS;
	double before = timing_work();
	/* Lets the bot prepare the deals of today and tomorrow, two for each day, one hand a
	 * second. */
	for (unsigned i = 0; i < 4 * HANDS + 1; i++)
		stage_wait(&stage, 1000);
	printf("%s %.2f s\n", name, (timing_work() - before) / 2);
	stage_close(&stage);
	return 0;
}
