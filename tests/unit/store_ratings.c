/* store_ratings.c - ratings, ranks, statistics and history, each with an index */
#include <math.h>

#include "storage/corrections.h"
#include "storage/expiry.h"
#include "storage/people.h"
#include "storage/ratings.h"
#include "storage/recount.h"
#include "tests/world.h"

/* Returns a person's statistics as text: matches, wins, points, hands, best, streak, longest. */
static const char *stats_of(struct world *world, int64_t person, const char *game)
{
	static char text[100];
	struct store_stats stats;
	done(store_get_stats(world->store, person, game, &stats));
	snprintf(text, sizeof text, "%u %u %d %d %d %u %u", stats.matches, stats.wins,
		(int)stats.points, (int)stats.hands, stats.best, stats.streak, stats.longest);
	return text;
}

/* Returns a ranking as "1 luc 300, ". */
static const char *top_of(struct world *world, bool robots, unsigned limit)
{
	static char list[200];
	struct store_place rows[8];
	unsigned count;
	int length = 0;
	done(store_list_top(world->store, "mitaines", robots, rows, limit, &count));
	list[0] = '\0';
	for (unsigned i = 0; i < count; i++) {
		assert_int_equal(rows[i].robot, robots);
		length += snprintf(list + length, sizeof list - (size_t)length, "%u %s %d, ",
			rows[i].place, rows[i].name, rows[i].shown);
	}
	return list;
}

/* Returns a person's place as "2 of 3". */
static const char *rank_of(struct world *world, int64_t person)
{
	static char text[40];
	struct store_rank rank;
	done(store_get_rank(world->store, person, "mitaines", &rank));
	snprintf(text, sizeof text, "%u of %u", rank.place, rank.ranked);
	return text;
}

static void rate(struct world *world, int64_t match, int64_t person, int32_t shown, bool won)
{
	world_rate(world, STORE_SHOWN, match, person, shown, won);
}

WORLD_CASE(statistics_count_finished_matches)
{
	const struct store_result lost[] = { { .points = 90, .stats = { { 0 }, 80 } },
		{ .points = 500, .won = true }, { .points = 0 } };
	static const char *const some[] = { "tens", "rubbers", "mittens", NULL };
	unsigned count[STORE_COUNTS];
	finish_match(world, run_match(world), 2000);
	finish_match(world, run_match(world), 3000);
	done(store_end_match(world->store, run_match(world), STORE_STOPPED, 2, lost, 3, 3500));
	assert_string_equal(stats_of(world, world->anna, "mitaines"), "2 2 1020 14 150 2 2");
	assert_string_equal(stats_of(world, world->greedy, "mitaines"), "2 0 -40 14 0 0 0");
	assert_string_equal(stats_of(world, world->anna, "mate"), "0 0 0 0 0 0 0");
	done(store_get_counts(world->store, world->anna, "mitaines", some, count));
	assert_int_equal(count[0], 2);
	assert_int_equal(count[1], 0);
	assert_int_equal(count[2], 6);
	assert_int_equal(asked(world, "SELECT count(*) FROM counts"), 2);
	done(store_end_match(world->store, run_match(world), STORE_FINISHED, 5, lost, 3, 4000));
	assert_string_equal(stats_of(world, world->anna, "mitaines"), "3 2 1110 19 150 0 2");
	assert_string_equal(stats_of(world, world->luc, "mitaines"), "3 1 1140 19 0 1 1");
}

WORLD_CASE(the_history_lists_matches)
{
	struct store_past past[3];
	unsigned count;
	bool listed;
	int64_t first = run_match(world), second = run_match(world), third = run_match(world);
	const struct store_result results[] = { { .points = 50 }, { .points = 40, .won = true },
		{ .points = 30 } };
	finish_match(world, first, 2000);
	done(store_end_match(world->store, second, STORE_SET_ASIDE, 1, NULL, 0, 2500));
	done(store_end_match(world->store, third, STORE_STOPPED, 1, results, 3, 3000));
	done(store_list_history(world->store, world->luc, past, 3, &count));
	assert_int_equal(count, 2);
	assert_int_equal(past[0].match, third);
	assert_int_equal(past[0].state, STORE_STOPPED);
	assert_true(past[0].won);
	assert_int_equal(past[1].ended, 2000);
	assert_int_equal(past[1].count, 2);
	assert_string_equal(past[1].others[0].name, "anna");
	assert_int_equal(past[1].others[0].points, 510);
	assert_string_equal(past[1].others[0].level, "");
	assert_string_equal(past[1].others[1].level, past[1].others[1].name);
	done(store_has_public_match(world->store, world->anna, world->luc, &listed));
	assert_true(listed);
	done(store_has_public_match(world->store, world->anna, world->luc - 1000, &listed));
	assert_false(listed);
}

WORLD_CASE(each_rated_person_has_a_rank)
{
	int64_t match = run_match(world), zoe;
	struct store_rating rating;
	assert_string_equal(top_of(world, false, 4), "");
	done(store_find_or_add_person(world->store, world->network, "zoe", "zoé", 1, &zoe));
	rate(world, match, world->anna, -50, false);
	rate(world, match, world->luc, 300, true);
	rate(world, match, world->greedy, 20, false);
	rate(world, match, zoe, 20, false);
	assert_string_equal(top_of(world, false, 4), "1 luc 300, 2 zoé 20, 3 anna -50, ");
	assert_string_equal(top_of(world, false, 1), "1 luc 300, ");
	assert_string_equal(top_of(world, true, 4), "1 greedy 20, ");
	assert_string_equal(rank_of(world, zoe), "2 of 3");
	assert_string_equal(rank_of(world, world->greedy), "1 of 1");
	rate(world, run_match(world), world->luc, 310, true);
	done(store_get_rating(world->store, STORE_SHOWN, world->luc, "mitaines", &rating));
	assert_int_equal(rating.matches, 2);
	assert_int_equal(rating.wins, 2);
}

WORLD_CASE(equal_ratings_share_a_rank)
{
	static const int32_t shown[] = { 50, 90, 70, 90, 70 };
	int64_t match = run_match(world), id;
	for (unsigned i = 0; i < 5; i++) {
		const char name[] = { 'p', (char)('0' + i), '\0' };
		done(store_find_or_add_person(world->store, world->network, name, name, 1, &id));
		rate(world, match, id, shown[i], true);
		done(store_find_or_add_robot(world->store, name, 1, &id));
		rate(world, match, id, shown[i], true);
	}
	for (unsigned robots = 0; robots < 2; robots++)
		assert_string_equal(
			top_of(world, robots, 5), "1 p1 90, 1 p3 90, 3 p2 70, 3 p4 70, 5 p0 50, ");
}

WORLD_CASE(a_person_is_ranked_only_after_a_minimum_of_matches)
{
	struct store_place rows[4];
	unsigned count;
	for (int i = 0; i < 3; i++)
		rate(world, run_match(world), world->anna, 10 * i, true);
	rate(world, run_match(world), world->luc, 500, false);
	rate(world, run_match(world), world->greedy, 900, true);
	done(store_set_rank_minimum(world->store, 2));
	assert_string_equal(rank_of(world, world->anna), "1 of 1");
	assert_string_equal(top_of(world, false, 4), "1 anna 20, ");
	assert_string_equal(rank_of(world, world->luc), "0 of 1");
	done(store_list_newcomers(world->store, "mitaines", 5000, rows, 4, &count));
	assert_int_equal(count, 1);
	assert_int_equal(rows[0].person, world->luc);
	assert_true(rows[0].provisional && rows[0].place == 0);
	done(store_list_ladder(world->store, "mitaines", 5000, rows, 4, &count));
	assert_int_equal(count, 2);
	assert_int_equal(rows[1].person, world->luc);
	rate(world, run_match(world), world->luc, 400, true);
	assert_string_equal(rank_of(world, world->anna), "2 of 2");
	done(store_set_rank_minimum(world->store, 3));
	assert_string_equal(rank_of(world, world->anna), "1 of 1");
	done(store_set_rank_minimum(world->store, 2));
	assert_string_equal(rank_of(world, world->anna), "2 of 2");
	sql_run(handle(world->store), "UPDATE ratings SET peers = 2 WHERE shown = 400");
	done(store_set_rank_minimum(world->store, 1));
	assert_string_equal(rank_of(world, world->anna), "1 of 1");
}

WORLD_CASE(the_results_of_two_people_against_each_other_are_summed)
{
	int64_t anna = world->anna, luc = world->luc;
	struct store_meeting meeting = { 3, -7.5 };
	struct store_versus versus;
	int32_t curve[2];
	unsigned count;
	for (int i = 0; i < 3; i++) {
		int64_t match = run_match(world);
		rate(world, match, anna, 30 * i, true);
		finish_match(world, match, 2000 + i);
	}
	for (unsigned i = 0; i < 2; i++) {
		done(store_get_versus(world->store, i ? luc : anna, i ? anna : luc, &versus));
		assert_int_equal(versus.matches, 3);
		assert_int_equal(versus.wins[i], 3);
		assert_int_equal(versus.wins[1 - i], 0);
		assert_int_equal(versus.points[i], 1530);
		assert_int_equal(versus.points[1 - i], 960);
	}
	done(store_list_rating_history(world->store, anna, "mitaines", curve, 2, &count));
	assert_int_equal(count, 2);
	assert_true(curve[0] == 60 && curve[1] == 30);
	done(store_set_meeting(world->store, STORE_SHOWN, anna, luc, "mitaines", &meeting));
	done(store_get_meeting(world->store, STORE_SHOWN, luc, anna, "mitaines", &meeting));
	assert_int_equal(meeting.matches, 0);
	done(store_get_meeting(world->store, STORE_DRAFT, anna, luc, "mitaines", &meeting));
	assert_int_equal(meeting.matches, 0);
	done(store_get_meeting(world->store, STORE_SHOWN, anna, luc, "mitaines", &meeting));
	assert_int_equal(meeting.matches, 3);
}

WORLD_CASE(a_match_changes_each_rating_only_once)
{
	int64_t match = run_match(world);
	struct store_change change = {
		.match = match, .person = world->anna, .game = "mitaines", .preset = "classic"
	};
	struct store_rating rating;
	rate(world, match, world->anna, 100, true);
	done(store_commit(world->store));
	refuse(world, store_set_rating(world->store, STORE_SHOWN, &change));
	change.match = match + 1;
	refuse(world, store_set_rating(world->store, STORE_SHOWN, &change));
	change.match = match;
	change.person = world->luc;
	change.after.mu = NAN;
	refuse(world, store_set_rating(world->store, STORE_SHOWN, &change));
	done(store_get_rating(world->store, STORE_SHOWN, world->anna, "mitaines", &rating));
	assert_int_equal(rating.matches, 1);
}

/* Setting the same number again, as at each start, writes nothing. */
WORLD_CASE(setting_the_same_minimum_of_matches_again_writes_nothing)
{
	static const char written[] = "SELECT total_changes()";
	rate(world, run_match(world), world->anna, 400, true);
	done(store_set_rank_minimum(world->store, 3));
	int64_t before = asked(world, written);
	done(store_set_rank_minimum(world->store, 3));
	assert_int_equal(asked(world, written), before);
	done(store_set_rank_minimum(world->store, 1));
	assert_true(asked(world, written) > before);
}

WORLD_CASE(the_stored_standings_always_agree_with_the_ratings)
{
	int64_t people[40];
	unsigned seed = 1;
	done(store_set_rank_minimum(world->store, 3));
	for (int i = 0; i < 40; i++) {
		char key[16];
		snprintf(key, sizeof(key), "p%d", i);
		done(store_find_or_add_person(
			world->store, world->network, key, key, 1, &people[i]));
	}
	for (int i = 0; i < 300; i++) {
		seed = seed * 1103515245 + 12345;
		rate(world, run_match(world), people[seed >> 16 & 31], (int32_t)(seed >> 24 & 15),
			true);
		if (i % 50 == 0)
			done(store_set_rank_minimum(world->store, (unsigned)i / 40));
		assert_int_equal(asked(world,
					 "SELECT count(*) FROM (SELECT edition, game, shown, people"
					 " FROM standings EXCEPT"
					 " SELECT edition, game, shown, count(*)"
					 " FROM ratings WHERE ranked = 1 GROUP BY 1, 2, 3)"),
			0);
		assert_int_equal(asked(world, "SELECT sum(people) FROM standings"),
			asked(world, "SELECT count(*) FROM ratings WHERE ranked = 1"));
	}
}

/* 2026-11-16 is a Monday: weeks begin on Mondays, in UTC. The names of periods are stored, so they
 * must never change. */
WORLD_CASE(gains_of_rating_are_summed_by_period)
{
	enum { MONDAY = 1794787200 };
	struct store_change change = { .person = world->anna,
		.game = "mitaines",
		.preset = "quebec",
		.after = { .mu = 25, .sigma = 8, .shown = 1010 } };
	for (int i = -1; i < 1; i++) {
		change.match = run_match(world);
		change.at = MONDAY + i;
		done(store_set_rating(world->store, STORE_SHOWN, &change));
	}
	assert_int_equal(asked(world,
				 "SELECT count(DISTINCT period) FROM tallies WHERE period IN "
				 "('ever', 'year 126', 'month 1522', 'week 2967', 'week 2968')"),
		5);
	assert_int_equal(asked(world, "SELECT count(DISTINCT period) FROM tallies"), 5);
	struct store_place row;
	unsigned count;
	done(store_list_gains(world->store,
		&(struct store_span){ "mitaines", "", STORE_WEEK, MONDAY }, true, &row, 1, &count));
	assert_int_equal(count, 0);
}

/* The most frequent opponent comes first. Among equals the lower id comes first, above or below the
 * person's own id. */
WORLD_CASE(opponents_are_ordered_by_matches)
{
	static const unsigned met[] = { 2, 5, 2, 0, 5, 9, 2 };
	static const unsigned order[] = { 5, 1, 4, 0, 2, 6 };
	enum { PEOPLE = sizeof(met) / sizeof(*met), OWN = 3, RIVALS = PEOPLE - 1 };
	int64_t person[PEOPLE];
	char sql[128];
	for (unsigned i = 0; i < PEOPLE; i++) {
		char key[8];
		snprintf(key, sizeof(key), "nick %c", (char)('a' + i));
		done(store_find_or_add_person(
			world->store, world->network, key, key + 5, 100, &person[i]));
	}
	for (unsigned i = 0; i < PEOPLE; i++) {
		unsigned low = i < OWN ? i : OWN, high = i < OWN ? OWN : i;
		snprintf(sql, sizeof(sql), "INSERT INTO versus VALUES (%d, %d, %u, 1, 0, 7, 3)",
			(int)person[low], (int)person[high], met[i]);
		if (i != OWN)
			sql_run(handle(world->store), sql);
	}
	for (unsigned limit = 1; limit <= PEOPLE; limit++) {
		struct store_rival rivals[PEOPLE + 1];
		unsigned count;
		memset(rivals, 0x55, sizeof(rivals));
		done(store_list_rivals(world->store, person[OWN], rivals, limit, &count));
		assert_int_equal(count, limit < RIVALS ? limit : RIVALS);
		for (unsigned i = 0; i < count; i++) {
			assert_int_equal(rivals[i].person.id, person[order[i]]);
			assert_int_equal(rivals[i].versus.matches, met[order[i]]);
			assert_int_equal(rivals[i].versus.wins[0], order[i] > OWN);
			assert_int_equal(rivals[i].versus.points[0], order[i] > OWN ? 7 : 3);
		}
		assert_int_equal(rivals[count].person.id, 0x5555555555555555);
	}
}

/* A guest has no statistics, and a correction of other matches adds none. */
WORLD_CASE(a_correction_adds_no_statistics_of_guests)
{
	struct store_stats stats;
	struct store_versus versus;
	int64_t match = run_match(world), voided = run_match(world);
	finish_match(world, match, 2000);
	finish_match(world, voided, 3000);
	done(store_delete_statistics(world->store, world->luc));
	done(store_void_match(world->store, voided));
	assert_int_equal(asked(world, "SELECT sum(won) FROM seats WHERE match = 2"), 0);
	done(store_get_versus(world->store, world->anna, world->greedy, &versus));
	assert_int_equal(versus.matches, 1);
	done(store_get_versus(world->store, world->anna, world->luc, &versus));
	assert_int_equal(versus.matches, 0);
	done(store_get_stats(world->store, world->anna, "mitaines", &stats));
	assert_int_equal(stats.matches, 1);
	done(store_get_stats(world->store, world->luc, "mitaines", &stats));
	assert_int_equal(stats.matches, 0);
}

/* The recount would miss a queued match that ended before the last counted one, so it restarts. */
WORLD_CASE(a_recount_counts_matches_in_the_order_of_their_ends)
{
	struct store *store = world->store;
	struct store_match match = { .id = 0 };
	struct store_recount recount;
	int64_t first = run_match(world), second = run_match(world), late = run_match(world);
	finish_match(world, first, 3000);
	finish_match(world, second, 2000);
	done(store_begin_recount(store));
	while (store_clear_draft(store) == STORE_OK)
		;
	done(store_next_recount_match(store, &match));
	assert_int_equal(match.id, second);
	done(store_next_recount_match(store, &match));
	assert_int_equal(match.id, first);
	done(store_set_counted(store, &match));
	assert_int_equal(store_next_recount_match(store, &match), STORE_NONE);
	done(store_queue_rating(store, late, 3001, world->greedy));
	done(store_get_recount(store, &recount));
	assert_int_equal(recount.stage, RECOUNT_COUNT);
	done(store_queue_rating(store, late, 2999, world->anna));
	done(store_get_recount(store, &recount));
	assert_int_equal(recount.stage, RECOUNT_CLEAR);
	assert_int_equal(recount.counted, 0);
	done(store_commit(store));
}

WORLD_CASE(no_frequent_sql_statement_scans_a_whole_table)
{
	for (int i = 0; i < SQL_COUNT; i++) {
		char question[2048];
		sqlite3_stmt *plan = NULL;
		if (i == SQL_MINIMUM || i == SQL_MINIMUM_PUT || i == SQL_MINIMUM_APPLY)
			continue; /* tables of one row; APPLY runs once for a new configuration */
		if (i >= SQL_RECOUNT_STATE && i <= SQL_RECOUNT_SWAP)
			continue; /* one row */
		if (i == SQL_RECOUNT_LATE || i == SQL_RECOUNT_TAKEN)
			continue; /* one row, or the few rows of a queue */
		if (i == SQL_SIZE || i == SQL_KEEP_RESTORED || i == SQL_ROWS)
			/*
			 * SIZE reads two numbers from the head; the others run once after a
			 * restore, and in a backup
			 */
			continue;
		if (i >= SQL_CLEAR_CLAIM && i <= SQL_LOST_KEPT)
			continue; /* run once after an upgrade, or after the key was lost */
		if (i >= SQL_LOST_TRIES && i <= SQL_LOST_TRIALS)
			continue; /* run once after the key was lost */
		if (i == SQL_SUMS_CLEAR || i == SQL_SUMS_COUNT)
			continue; /* run once a day */
		if (i >= SQL_MATCH_COUNTED && i <= SQL_PERSON_NAMESAKE)
			continue; /* run once for an order of the operator */
		/* Foreign keys are off as in store_expire, because no row refers to expired people
		 * any more. */
		sqlite3_db_config(handle(world->store), SQLITE_DBCONFIG_ENABLE_FKEY,
			i != SQL_PERSON_REMOVE, NULL);
		assert_in_range(snprintf(question, sizeof(question), "EXPLAIN QUERY PLAN %s",
					sql_statements[i]),
			1, sizeof(question) - 1);
		assert_int_equal(
			sqlite3_prepare_v2(handle(world->store), question, -1, &plan, NULL),
			SQLITE_OK);
		while (sqlite3_step(plan) == SQLITE_ROW) {
			const char *step = (const char *)sqlite3_column_text(plan, 3);
			if (strncmp(step, "SCAN", 4) == 0 && strcmp(step, "SCAN settings") != 0 &&
				/* the few trials that are not over */
				strcmp(step, "SCAN d USING INDEX trials_secret") != 0 &&
				strcmp(step, "SCAN CONSTANT ROW") != 0)
				fail_msg("%s: %s", sql_statements[i], step);
			if (strstr(step, "TEMP B-TREE") != NULL)
				fail_msg("%s: %s", sql_statements[i], step);
			assert_null(strstr(step, "PRIMARY KEY (match>?)")); /* all matches */
			/*
			 * The rank is counted among AI players: counting all ranked people took
			 * half a minute.
			 */
			if (i == SQL_RANK && strncmp(step, "SEARCH o ", 9) == 0)
				assert_non_null(strstr(step, "PRIMARY KEY"));
		}
		sqlite3_finalize(plan);
	}
}
