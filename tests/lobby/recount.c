/* Tests all statistics against a second count, made from the records of random matches by other
 * code. */
#include <time.h>

#include "bot/history/record.h"
#include "bot/match/correction.h"
#include "bot/match/ladder.h"
#include "bot/match/recount.h"
#include "storage/journal.h"
#include "storage/matches.h"
#include "storage/people.h"
#include "storage/query.h"
#include "storage/ratings.h"
#include "storage/recount.h"
#include "storage/sqlite/sqlite.h"
#include "tests/sql.h"
#include "tests/stage/case.h"
#include "tests/stage/recount.h"

enum { MATCHES = 240, DAY = 24 * 3600 };

/* The operator voids every match whose number is a multiple of this. */
enum { VOIDED = 7 };

/* Returns true if a person has two seats. This happens when two people are merged, and such a match
 * does not count. */
static bool has_person_twice(const struct store_seat *seats, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		for (unsigned j = 0; j < i; j++)
			if (seats[i].person.network != 0 &&
				seats[i].person.id == seats[j].person.id)
				return true;
	return false;
}

static struct recount *count_again(struct stage *stage, bool corrected)
{
	struct recount *recount = calloc(1, sizeof *recount);
	struct store_match row = { .id = 0 };
	assert_non_null(recount);
	while (store_next_started_match(stage->store, &row) == STORE_OK) {
		struct string text = STRING_EMPTY;
		struct store_seat seats[STORE_SEATS];
		unsigned count;
		bool played;
		assert_int_equal(store_has_human_move(stage->store, row.id, &played), STORE_OK);
		assert_int_equal(store_list_seats(stage->store, row.id, seats, &count), STORE_OK);
		if (corrected && (row.id % VOIDED == 0 || has_person_twice(seats, count)))
			continue;
		assert_int_equal(history_write_record(stage->store, &row, &text), STORE_OK);
		assert_null(strchr(text.bytes, '\r'));
		char *copy = strdup(text.bytes);
		assert_non_null(copy);
		assert_null(recount_add(recount, copy, &row, seats, played));
		free(copy);
		string_free(&text);
	}
	return recount;
}

/* ---- comparison with the store ---- */

static int64_t find_id(struct stage *stage, const struct recount *recount, unsigned name)
{
	int64_t id = 0;
	if (recount->robot[name])
		return stage->lobby.robots.id[level_named(recount->name[name])];
	assert_int_equal(store_find_person_by_name(
				 stage->store, stage->network.id, recount->name[name], &id),
		STORE_OK);
	return id;
}

static void compare_statistics(const struct store_stats *stats, const struct tally *tally)
{
	assert_int_equal(stats->matches, tally->matches);
	assert_int_equal(stats->wins, tally->wins);
	assert_int_equal(stats->points, tally->points);
	assert_int_equal(stats->hands, tally->hands);
	assert_int_equal(stats->best, tally->best);
	assert_int_equal(stats->streak, tally->streak);
	assert_int_equal(stats->longest, tally->longest);
}

static void compare_people(struct stage *stage, const struct recount *recount)
{
	for (unsigned i = 0; i < recount->names; i++) {
		int64_t id = find_id(stage, recount, i);
		for (unsigned game = 0; games[game] != NULL; game++) {
			const struct tally *tally = &recount->tally[i][game];
			struct store_stats stats;
			struct store_rating rating = { .matches = 0 };
			assert_int_equal(
				store_get_stats(stage->store, id, games[game]->name, &stats),
				STORE_OK);
			compare_statistics(&stats, tally);
			enum store_error error = store_get_rating(
				stage->store, STORE_SHOWN, id, games[game]->name, &rating);
			assert_int_equal(error, tally->rated > 0 ? STORE_OK : STORE_NONE);
			assert_int_equal(rating.matches, tally->rated);
			assert_int_equal(rating.wins, tally->rated_wins);
			if (tally->rated > 0)
				assert_int_equal(rating.shown, rating_shown(tally->rating));
		}
	}
}

static void compare_pairs(struct stage *stage, const struct recount *recount)
{
	for (unsigned i = 0; i < recount->names; i++)
		for (unsigned j = 0; j < recount->names; j++) {
			struct store_versus versus;
			if (i == j)
				continue;
			assert_int_equal(store_get_versus(stage->store, find_id(stage, recount, i),
						 find_id(stage, recount, j), &versus),
				STORE_OK);
			assert_int_equal(versus.matches, recount->versus[i][j].matches);
			assert_int_equal(versus.wins[0], recount->versus[i][j].wins);
			assert_int_equal(versus.wins[1], recount->versus[j][i].wins);
			assert_int_equal(versus.points[0], recount->versus[i][j].points);
			assert_int_equal(versus.points[1], recount->versus[j][i].points);
		}
}

/* Fails unless the ranks are sorted, equal values share a rank, and each value is right. */
static void compare_places(const struct recount *recount, const struct store_place *rows,
	unsigned count, const int64_t wanted[RECOUNT_NAMES], const bool there[RECOUNT_NAMES])
{
	unsigned expected = 0;
	for (unsigned i = 0; i < recount->names; i++)
		expected += there[i];
	assert_int_equal(count, expected);
	for (unsigned i = 0; i < count; i++) {
		unsigned ahead = 0;
		unsigned name = 0;
		while (strcmp(recount->name[name], rows[i].name) != 0)
			assert_true(++name < recount->names);
		assert_true(there[name]);
		assert_int_equal(rows[i].shown, wanted[name]);
		for (unsigned j = 0; j < recount->names; j++)
			ahead += there[j] && wanted[j] > wanted[name];
		assert_int_equal(rows[i].place, ahead + 1);
		assert_true(i == 0 || rows[i - 1].shown >= rows[i].shown);
	}
}

/* Returns the start of the week, month or year that contains the time `now`. Searches backwards day
 * by day. */
static int64_t find_begin(enum store_period period, int64_t now)
{
	int64_t day = now - now % DAY;
	for (;; day -= DAY) {
		time_t when = (time_t)day;
		struct tm tm;
		gmtime_r(&when, &tm);
		if (period == STORE_WEEK                ? tm.tm_wday == 1
				: period == STORE_MONTH ? tm.tm_mday == 1
							: tm.tm_yday == 0)
			return day;
	}
}

/* Compares the gains in a period with the store, for all people or for all AI players. */
static void compare_tallies(struct stage *stage, const struct recount *recount,
	const struct store_span *span, unsigned game, bool robots)
{
	int64_t begin = span->period == STORE_EVER ? 0 : find_begin(span->period, span->now);
	int64_t wanted[RECOUNT_NAMES] = { 0 };
	bool there[RECOUNT_NAMES] = { false };
	struct store_place rows[RECOUNT_NAMES];
	unsigned count;
	for (unsigned i = 0; i < recount->gains; i++) {
		const struct gain *gain = &recount->gain[i];
		if (gain->game != game || gain->at < begin ||
			(*span->preset != '\0' && strcmp(span->preset, gain->preset) != 0))
			continue;
		wanted[gain->name] += gain->points;
	}
	for (unsigned i = 0; i < recount->names; i++)
		there[i] = wanted[i] > 0 && recount->robot[i] == robots;
	assert_int_equal(store_list_gains(stage->store, span, robots, rows, RECOUNT_NAMES, &count),
		STORE_OK);
	compare_places(recount, rows, count, wanted, there);
}

static void compare_top(
	struct stage *stage, const struct recount *recount, unsigned game, bool robots)
{
	int64_t wanted[RECOUNT_NAMES] = { 0 };
	bool there[RECOUNT_NAMES] = { false };
	struct store_place rows[RECOUNT_NAMES];
	unsigned count;
	for (unsigned i = 0; i < recount->names; i++) {
		there[i] = recount->tally[i][game].rated > 0 && recount->robot[i] == robots &&
			(robots || recount->tally[i][game].peers == 3);
		wanted[i] = rating_shown(recount->tally[i][game].rating);
	}
	assert_int_equal(store_list_top(stage->store, games[game]->name, robots, rows,
				 RECOUNT_NAMES, &count),
		STORE_OK);
	compare_places(recount, rows, count, wanted, there);
}

/* Compares all leaderboards of a game or preset with the store, for people and for AI players. A
 * preset also has a leaderboard of all time. */
static void compare_boards(
	struct stage *stage, const struct recount *recount, unsigned game, const char *preset)
{
	for (int robots = 0; robots < 2; robots++) {
		compare_top(stage, recount, game, robots);
		for (int period = *preset != '\0' ? STORE_EVER : STORE_WEEK; period <= STORE_YEAR;
			period++) {
			const struct store_span span = { games[game]->name, preset,
				(enum store_period)period, lobby_date(&stage->lobby) };
			compare_tallies(stage, recount, &span, game, robots);
		}
	}
}

static void compare(struct stage *stage, bool corrected, unsigned *drawn)
{
	static const char *const presets[] = { "classic", "gamerules", "quebec" };
	struct recount *recount = count_again(stage, corrected);
	compare_people(stage, recount);
	compare_pairs(stage, recount);
	for (unsigned i = 0; i < 3; i++)
		compare_boards(stage, recount, 0, presets[i]);
	for (unsigned game = 0; games[game] != NULL; game++)
		compare_boards(stage, recount, game, "");
	*drawn = recount->drawn;
	free(recount);
}

/* ---- random matches ---- */

static const char *const people[] = { "anna", "luc", "rose", "kim", "zoe", "max" };
enum { PEOPLE = sizeof people / sizeof people[0] };

static const struct kind {
	const char *opening;
	unsigned fewest, most;
} kinds[] = {
	{ "!new mitaines classic target=100", 2, 3 },
	{ "!new mitaines classic target=100", 4, 4 },
	{ "!new mitaines classic target=100 partners=no", 4, 4 },
	{ "!new mitaines gamerules target=100", 2, 3 },
	{ "!new mitaines quebec target=100", 4, 4 },
	{ "!new mitch", 2, 4 },
	{ "!new mitch hands=1", 2, 3 },
	{ "!new mate", 2, 2 },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void shuffle(struct chance *chance, unsigned order[PEOPLE])
{
	for (unsigned i = 0; i < PEOPLE; i++)
		order[i] = i;
	for (unsigned i = PEOPLE - 1; i > 0; i--) {
		unsigned j = chance_below(chance, i + 1);
		unsigned other = order[i];
		order[i] = order[j];
		order[j] = other;
	}
}

/* Opens a table of a random kind, fills it with people and AI players, and starts the match.
 * Returns the table. */
static struct table *open_match(struct stage *stage, struct chance *chance)
{
	const struct kind *kind = &kinds[chance_below(chance, KINDS)];
	unsigned order[PEOPLE];
	unsigned seats = kind->fewest + chance_below(chance, kind->most - kind->fewest + 1);
	unsigned robots = chance_below(chance, 4) == 0 ? 1 + chance_below(chance, seats - 1) : 0;
	shuffle(chance, order);
	const char *line =
		case_text("%s%s", kind->opening, chance_below(chance, 6) == 0 ? " rated=no" : "");
	stage_say(stage, people[order[0]], line);
	for (unsigned i = 1; i < seats; i++)
		if (i < seats - robots)
			stage_say(stage, people[order[i]], "!join");
		else
			stage_say(stage, people[order[0]],
				chance_below(chance, 3) > 0 ? "!bot easy" : "!bot normal");
	stage_say(stage, people[order[0]], "!start");
	struct table *table = stage_table(stage, 1);
	if (table == NULL || !table->running)
		fail_msg("%s, %u seats:\n%s", line, seats, stage_hear(stage));
	stage_hear(stage);
	return table;
}

static const char *find_key(const struct person *person)
{
	return person->connection != NULL ? person->connection : person->name;
}

/* Lets the player to move make a random legal move. */
static void move_at_random(struct stage *stage, struct chance *chance, struct table *table)
{
	const struct state *state = table_state(table);
	const struct person *mover = table->seat[state->turn].player;
	struct moves moves;
	if (mover == NULL)
		return;
	table->game->legal(state, &moves);
	case_move(stage, table, moves.move[chance_below(chance, moves.count)]);
}

/* Makes a player do something random other than a move. */
static void act_randomly(struct stage *stage, struct chance *chance, struct table *table)
{
	unsigned seat = chance_below(chance, table->seats_taken);
	const struct person *player = table->seat[seat].player;
	const char *somebody = people[chance_below(chance, PEOPLE)];
	const char *line = case_text("!sub %s", somebody);
	switch (chance_below(chance, 12)) {
	case 0:
		for (unsigned i = 0; i < PEOPLE; i++)
			stage_say(stage, people[i], "!stop");
		break;
	case 1:
	case 2: stage_say(stage, somebody, "!join"); break;
	case 3:
	case 4:
		if (player != NULL)
			stage_say(stage, find_key(player), line);
		stage_say(stage, somebody, "!accept");
		break;
	case 5:
		if (player != NULL)
			stage_say(stage, find_key(player), "!leave");
		break;
	case 6: stage_wait(stage, 100000); break;
	default: break;
	}
}

/* Plays a match of at most so many steps. Returns true if the bot announced a draw. */
static bool play_match(struct stage *stage, struct chance *chance, unsigned steps)
{
	bool drawn = false;
	struct table *table = open_match(stage, chance);
	uint32_t moves = table->moves;
	unsigned idle = 0;
	while (steps-- > 0 && (table = stage_table(stage, 1)) != NULL) {
		if (chance_below(chance, 60) == 0)
			act_randomly(stage, chance, table);
		if ((table = stage_table(stage, 1)) != NULL && table->running)
			move_at_random(stage, chance, table);
		if ((table = stage_table(stage, 1)) != NULL) {
			idle = table->moves == moves ? idle + 1 : 0;
			moves = table->moves;
			if (idle > 20)
				stage_wait(stage, 100000);
		}
		drawn = strstr(stage_hear(stage), "(event.match.drawn ") != NULL;
	}
	return drawn;
}

/* Runs a recount to its end, slice by slice. */
static void finish_recount(struct stage *stage)
{
	while (recount_run_slice(&stage->lobby) == JOB_MORE)
		continue;
	assert_int_equal(sql_number(stage->store->database->db, "SELECT recount FROM settings"), 0);
}

/* Recounts all ratings, as the bot does after an upgrade that changes the formula. */
static void count_ratings_anew(struct stage *stage)
{
	assert_int_equal(
		sql_number(stage->store->database->db, "UPDATE settings SET rule = 0 RETURNING 1"),
		1);
	assert_int_equal(recount_check_rule(stage->store), STORE_OK);
	finish_recount(stage);
	assert_int_equal(
		sql_number(stage->store->database->db, "SELECT rule FROM settings"), LADDER_RULE);
}

/* Voids some matches, and merges two people into one. */
static void correct(struct stage *stage)
{
	struct store_match row = { .id = 0 };
	int64_t max, kim;
	while (store_next_started_match(stage->store, &row) == STORE_OK)
		if (row.id % VOIDED == 0 && row.ended != 0)
			assert_int_equal(correction_void_match(stage->store, &row), STORE_OK);
	assert_int_equal(
		store_find_person_by_name(stage->store, stage->network.id, "max", &max), STORE_OK);
	assert_int_equal(
		store_find_person_by_name(stage->store, stage->network.id, "kim", &kim), STORE_OK);
	assert_int_equal(correction_merge_people(stage->store, max, kim), STORE_OK);
	assert_int_equal(store_begin_recount(stage->store), STORE_OK);
	assert_int_equal(store_commit(stage->store), STORE_OK);
	finish_recount(stage);
}

STAGE_CASE(statistics_counted_anew_from_records_equal_the_stored_ones)
{
	struct chance chance = { 6 };
	unsigned drawn = 0;
	unsigned said = 0;
	stage_meet(stage, "zoe", "zoe", "zed", "z@z.home");
	for (unsigned i = 0; i < MATCHES; i++) {
		said += play_match(stage, &chance, 4000);
		assert_null(stage_table(stage, 1));
		if (i == 130)
			stage_meet(stage, "zoe", "zoë2", "zed", "z@work");
		stage_wait(stage, (int64_t)chance_below(&chance, 5 * DAY) * 1000);
		if (i % 40 == 39)
			compare(stage, false, &drawn);
	}
	assert_true(drawn > 0);
	assert_int_equal(said, drawn);
	play_match(stage, &chance, 10); /* leaves a match running */
	compare(stage, false, &drawn);
	count_ratings_anew(stage);
	compare(stage, false, &drawn);
	stage_wait(stage, 1000000);
	correct(stage);
	compare(stage, true, &drawn);
}
