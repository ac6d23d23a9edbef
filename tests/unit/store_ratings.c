/* store_ratings.c - ratings, ranks, statistics and history, each with an index */
#include <math.h>

#include "storage/corrections.h"
#include "storage/expiry.h"
#include "storage/people.h"
#include "storage/ratings.h"
#include "tests/world.h"

WORLD_CASE(statistics_count_only_finished_matches)
{
	struct store_stats stats;
	const struct store_result results[] = { { .points = 50 }, { .points = 40 },
		{ .points = 30 } };
	struct store_match mitch = { .network = world->network,
		.number = 2,
		.channel = "#m",
		.game = "mitch",
		.preset = "",
		.options = "" };
	struct store_seat seat = seat_of(world->anna);
	int64_t id = 0;
	done(store_get_stats(world->store, world->anna, "mitaines", &stats));
	assert_int_equal(stats.matches, 0);
	finish_match(world, run_match(world), 2000);
	finish_match(world, run_match(world), 3000);
	done(store_end_match(world->store, run_match(world), STORE_STOPPED, 2, results, 3, 4000));
	done(store_add_match(world->store, &mitch, &id));
	done(store_set_seat(world->store, id, 0, &seat));
	done(store_start_match(world->store, id, false, 4100));
	done(store_end_match(world->store, id, STORE_FINISHED, 1, results, 1, 4200));
	done(store_get_stats(world->store, world->anna, "mitaines", &stats));
	assert_int_equal(stats.matches, 2);
	assert_int_equal(stats.wins, 2);
	assert_int_equal(stats.points, 1020);
	assert_int_equal(stats.hands, 14);
	done(store_get_stats(world->store, world->anna, "mitch", &stats));
	assert_int_equal(stats.matches, 1);
	assert_int_equal(stats.wins, 0);
	assert_int_equal(stats.points, 50);
	done(store_get_stats(world->store, world->greedy, "mitaines", &stats));
	assert_int_equal(stats.wins, 0);
	assert_int_equal(stats.points, -40);
	done(store_get_stats(world->store, world->anna, "mate", &stats));
	assert_int_equal(stats.matches, 0);
}

WORLD_CASE(the_history_lists_matches)
{
	struct store_past past[3];
	unsigned count = 9;
	int64_t first = run_match(world);
	int64_t second = run_match(world);
	int64_t third = run_match(world);
	const struct store_result results[] = { { .points = 50 }, { .points = 40, .won = true },
		{ .points = 30 } };
	done(store_list_history(world->store, world->anna, past, 3, &count));
	assert_int_equal(count, 0);
	finish_match(world, first, 2000);
	done(store_end_match(world->store, second, STORE_SET_ASIDE, 1, NULL, 0, 2500));
	done(store_end_match(world->store, third, STORE_STOPPED, 1, results, 3, 3000));
	done(store_list_history(world->store, world->luc, past, 3, &count));
	assert_int_equal(count, 2);
	assert_int_equal(past[0].match, third);
	assert_int_equal(past[0].state, STORE_STOPPED);
	assert_int_equal(past[0].points, 40);
	assert_true(past[0].won);
	assert_int_equal(past[1].match, first);
	assert_string_equal(past[1].game, "mitaines");
	assert_string_equal(past[1].preset, "classic");
	assert_int_equal(past[1].ended, 2000);
	assert_int_equal(past[1].count, 2);
	assert_string_equal(past[1].others[0].name, "anna");
	assert_int_equal(past[1].others[0].points, 510);
	assert_true(past[1].others[0].won);
	assert_string_equal(past[1].others[0].level, "");
	assert_string_equal(past[1].others[1].level, past[1].others[1].name);
	assert_int_equal(past[1].others[1].points, -20);
	done(store_list_history(world->store, world->luc, past, 1, &count));
	assert_int_equal(count, 1);
	assert_int_equal(past[0].match, third);
}

static bool is_listed(struct world *world, int64_t person, int64_t other)
{
	bool listed;
	done(store_has_public_match(world->store, person, other, &listed));
	return listed;
}

WORLD_CASE(people_with_a_visible_match_are_listed)
{
	struct store_past past;
	unsigned count;
	int64_t first = run_match(world), second = run_match(world);
	done(store_hide_match(world->store, first, true));
	assert_false(is_listed(world, world->anna, 0));
	finish_match(world, first, 2000);
	assert_false(is_listed(world, world->anna, 0));
	done(store_list_history(world->store, world->anna, &past, 1, &count));
	assert_true(past.hidden);
	finish_match(world, second, 2000);
	assert_true(is_listed(world, world->anna, 0));
	assert_true(is_listed(world, world->anna, world->luc));
	assert_false(is_listed(world, world->anna, world->anna + 1000));
	done(store_list_history(world->store, world->anna, &past, 1, &count));
	assert_false(past.hidden);
}

static void rate(struct world *world, int64_t match, int64_t person, int32_t shown, bool won)
{
	world_rate(world, STORE_SHOWN, match, person, shown, won);
}

WORLD_CASE(ratings_are_read_back)
{
	struct store_rating rating;
	int64_t first = run_match(world);
	int64_t second = run_match(world);
	assert_int_equal(
		store_get_rating(world->store, STORE_SHOWN, world->anna, "mitaines", &rating),
		STORE_NONE);
	rate(world, first, world->anna, 100, true);
	rate(world, second, world->anna, 70, false);
	done(store_commit(world->store));
	world_restart(world);
	done(store_get_rating(world->store, STORE_SHOWN, world->anna, "mitaines", &rating));
	assert_true(rating.mu == 25 + 70 / 3.0);
	assert_true(rating.sigma == 8.065506316323548);
	assert_true(rating.points == 10);
	assert_int_equal(rating.shown, 70);
	assert_int_equal(rating.matches, 2);
	assert_int_equal(rating.wins, 1);
	assert_int_equal(rating.met, 3);
	assert_int_equal(rating.known, 2);
	assert_int_equal(rating.day, 77);
	assert_int_equal(store_get_rating(world->store, STORE_SHOWN, world->anna, "mitch", &rating),
		STORE_NONE);
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

WORLD_CASE(each_rated_person_has_a_rank)
{
	struct store_place top[4];
	struct store_rank rank;
	unsigned count = 9;
	int64_t zoe = 0;
	int64_t match = run_match(world);
	done(store_list_top(world->store, "mitaines", false, top, 4, &count));
	assert_int_equal(count, 0);
	done(store_find_or_add_person(world->store, world->network, "zoe", "zoé", 1, &zoe));
	rate(world, match, world->anna, -50, false);
	rate(world, match, world->luc, 300, true);
	rate(world, match, world->greedy, 20, false);
	rate(world, match, zoe, 20, false);
	done(store_list_top(world->store, "mitaines", false, top, 4, &count));
	assert_int_equal(count, 3);
	assert_string_equal(top[0].name, "luc");
	assert_int_equal(top[0].place, 1);
	assert_int_equal(top[0].shown, 300);
	assert_int_equal(top[0].wins, 1);
	assert_int_equal(top[1].place, 2);
	assert_int_equal(top[1].person, zoe);
	assert_int_equal(top[2].place, 3);
	assert_int_equal(top[2].person, world->anna);
	done(store_list_top(world->store, "mitaines", true, top, 4, &count));
	assert_int_equal(count, 1);
	assert_int_equal(top[0].person, world->greedy);
	assert_int_equal(top[0].place, 1);
	assert_true(top[0].robot);
	done(store_get_rank(world->store, zoe, "mitaines", &rank));
	assert_int_equal(rank.place, 2);
	assert_int_equal(rank.ranked, 3);
	assert_int_equal(rank.rating.shown, 20);
	done(store_get_rank(world->store, world->anna, "mitaines", &rank));
	assert_int_equal(rank.place, 3);
	done(store_get_rank(world->store, world->greedy, "mitaines", &rank));
	assert_int_equal(rank.place, 1);
	assert_int_equal(rank.ranked, 1);
	done(store_list_top(world->store, "mitaines", false, top, 2, &count));
	assert_int_equal(count, 2);
	done(store_list_top(world->store, "mate", false, top, 2, &count));
	assert_int_equal(count, 0);
	assert_int_equal(store_get_rank(world->store, zoe, "mate", &rank), STORE_NONE);
}

WORLD_CASE(equal_ratings_share_a_rank)
{
	static const int32_t shown[] = { 50, 90, 70, 90, 70 };
	static const unsigned places[] = { 1, 1, 3, 3, 5 };
	enum { PEOPLE = sizeof(shown) / sizeof(*shown) };
	struct store_place top[PEOPLE];
	unsigned count;
	int64_t match = run_match(world);
	for (unsigned i = 0; i < PEOPLE; i++) {
		char name[8];
		int64_t id;
		snprintf(name, sizeof(name), "p%u", i);
		done(store_find_or_add_person(world->store, world->network, name, name, 1, &id));
		rate(world, match, id, shown[i], true);
		done(store_find_or_add_robot(world->store, name, 1, &id));
		rate(world, match, id, shown[i], true);
	}
	for (unsigned robots = 0; robots < 2; robots++) {
		done(store_list_top(world->store, "mitaines", robots, top, PEOPLE, &count));
		assert_int_equal(count, PEOPLE);
		for (unsigned i = 0; i < PEOPLE; i++) {
			assert_int_equal(top[i].place, places[i]);
			assert_int_equal(top[i].shown,
				places[i] == 1           ? 90
					: places[i] == 3 ? 70
							 : 50);
			assert_int_equal(top[i].name[0], 'p');
			assert_int_equal(top[i].robot, robots);
		}
	}
}

WORLD_CASE(meetings_of_two_people_are_read_back_by_game_and_edition)
{
	struct store_meeting meeting = { 3, -7.5 };
	int64_t anna = world->anna, luc = world->luc;
	for (int times = 0; times < 2; times++, meeting.matches++)
		done(store_set_meeting(world->store, STORE_SHOWN, anna, luc, "mitaines", &meeting));
	done(store_get_meeting(world->store, STORE_SHOWN, anna, luc, "mitaines", &meeting));
	assert_int_equal(meeting.matches, 4);
	assert_true(meeting.won == -7.5);
	done(store_get_meeting(world->store, STORE_SHOWN, luc, anna, "mitaines", &meeting));
	assert_int_equal(meeting.matches, 0);
	done(store_get_meeting(world->store, STORE_SHOWN, anna, luc, "mitch", &meeting));
	assert_int_equal(meeting.matches, 0);
	done(store_get_meeting(world->store, STORE_DRAFT, anna, luc, "mitaines", &meeting));
	assert_true(meeting.won == 0);
}

WORLD_CASE(a_person_is_ranked_only_after_a_minimum_of_matches)
{
	struct store_place top[4];
	struct store_rank rank;
	unsigned count = 0;
	for (int i = 0; i < 3; i++) {
		int64_t match = run_match(world);
		rate(world, match, world->anna, 10 * i, true);
		if (i == 0)
			rate(world, match, world->luc, 500, false);
	}
	done(store_set_rank_minimum(world->store, 2));
	done(store_list_newcomers(world->store, "mitaines", 5000, top, 4, &count));
	assert_int_equal(count, 1);
	assert_int_equal(top[0].person, world->luc);
	assert_int_equal(top[0].place, 0);
	assert_true(top[0].provisional);
	done(store_list_top(world->store, "mitaines", false, top, 4, &count));
	assert_int_equal(count, 1);
	assert_int_equal(top[0].person, world->anna);
	done(store_list_ladder(world->store, "mitaines", 5000, top, 4, &count));
	assert_int_equal(count, 2);
	assert_int_equal(top[0].place, 1);
	assert_int_equal(top[1].person, world->luc);
	assert_int_equal(top[1].place, 0);
	done(store_get_rank(world->store, world->luc, "mitaines", &rank));
	assert_int_equal(rank.place, 0);
	assert_int_equal(rank.ranked, 1);
	rate(world, run_match(world), world->luc, 400, true);
	done(store_get_rank(world->store, world->anna, "mitaines", &rank));
	assert_int_equal(rank.place, 2);
	done(store_commit(world->store));
	world_restart(world);
	done(store_set_rank_minimum(world->store, 3));
	done(store_get_rank(world->store, world->anna, "mitaines", &rank));
	assert_int_equal(rank.place, 1);
	assert_int_equal(rank.ranked, 1);
	done(store_set_rank_minimum(world->store, 0));
	done(store_get_rank(world->store, world->anna, "mitaines", &rank));
	assert_int_equal(rank.place, 2);
	assert_int_equal(rank.ranked, 2);
	done(store_commit(world->store));
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

WORLD_CASE(achievements_and_streaks_are_counted_after_each_match)
{
	const struct store_result lost[] = { { .points = 90, .stats = { { 0 }, 80 } },
		{ .points = 500, .won = true }, { .points = 0 } };
	static const char *const some[] = { "tens", "rubbers", "mittens", NULL };
	unsigned count[STORE_COUNTS];
	struct store_stats stats;
	finish_match(world, run_match(world), 2000);
	finish_match(world, run_match(world), 3000);
	done(store_get_counts(world->store, world->anna, "mitaines", some, count));
	assert_int_equal(count[0], 2);
	assert_int_equal(count[1], 0);
	assert_int_equal(count[2], 6);
	done(store_get_counts(world->store, world->anna, "mate", some, count));
	assert_int_equal(count[2], 0);
	done(store_get_counts(world->store, world->luc, "mitaines", NULL, count));
	assert_int_equal(asked(world, "SELECT count(*) FROM counts"), 2);
	done(store_get_stats(world->store, world->anna, "mitaines", &stats));
	assert_int_equal(stats.best, 150);
	assert_int_equal(stats.streak, 2);
	done(store_end_match(world->store, run_match(world), STORE_FINISHED, 5, lost, 3, 4000));
	done(store_get_stats(world->store, world->anna, "mitaines", &stats));
	assert_int_equal(stats.best, 150);
	assert_int_equal(stats.streak, 0);
	assert_int_equal(stats.longest, 2);
	done(store_get_stats(world->store, world->luc, "mitaines", &stats));
	assert_int_equal(stats.streak, 1);
}

/* 2026-11-16 is a Monday: weeks begin there, in UTC. The next process uses the same names. */
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

WORLD_CASE(the_results_of_two_people_against_each_other_are_summed)
{
	struct store_versus versus;
	struct store_rival rivals[3];
	int32_t curve[2];
	unsigned count;
	for (int i = 0; i < 3; i++) {
		int64_t match = run_match(world);
		rate(world, match, world->anna, 30 * i, true);
		finish_match(world, match, 2000 + i);
	}
	done(store_get_versus(world->store, world->luc, world->anna, &versus));
	assert_int_equal(versus.matches, 3);
	assert_int_equal(versus.wins[0], 0);
	assert_int_equal(versus.wins[1], 3);
	assert_int_equal(versus.points[1], 1530);
	done(store_get_versus(world->store, world->anna, world->luc, &versus));
	assert_int_equal(versus.matches, 3);
	assert_int_equal(versus.wins[0], 3);
	assert_int_equal(versus.points[0], 1530);
	done(store_get_versus(world->store, world->luc, 999, &versus));
	assert_int_equal(versus.matches, 0);
	done(store_list_rivals(world->store, world->luc, rivals, 3, &count));
	assert_true(count > 0);
	assert_int_equal(rivals[0].person.id, world->anna);
	assert_string_equal(rivals[0].person.name, "anna");
	assert_int_equal(rivals[0].versus.matches, 3);
	assert_int_equal(rivals[0].versus.wins[1], 3);
	assert_int_equal(rivals[0].versus.points[1], 1530);
	done(store_list_rivals(world->store, world->anna, rivals, 1, &count));
	assert_int_equal(count, 1);
	assert_int_equal(rivals[0].person.id, world->luc);
	assert_int_equal(rivals[0].versus.wins[0], 3);
	done(store_list_rivals(world->store, 999, rivals, 3, &count));
	assert_int_equal(count, 0);
	done(store_list_rating_history(world->store, world->anna, "mitaines", curve, 2, &count));
	assert_int_equal(count, 2);
	assert_int_equal(curve[0], 60);
	assert_int_equal(curve[1], 30);
	done(store_list_rating_history(world->store, 999, "mitaines", curve, 2, &count));
	assert_int_equal(count, 0);
}

/* The most frequent opponent comes first; of equals the lower id, above or below one's own. */
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

/* A visitor has no statistics, and a correction of other matches adds none. */
WORLD_CASE(a_correction_adds_no_statistics_of_visitors)
{
	struct store_stats stats;
	struct store_versus versus;
	int64_t match = run_match(world), voided = run_match(world);
	finish_match(world, match, 2000);
	finish_match(world, voided, 3000);
	done(store_delete_statistics(world->store, world->luc));
	done(store_void_match(world->store, voided));
	done(store_get_versus(world->store, world->anna, world->greedy, &versus));
	assert_int_equal(versus.matches, 1);
	done(store_get_versus(world->store, world->anna, world->luc, &versus));
	assert_int_equal(versus.matches, 0);
	done(store_get_stats(world->store, world->anna, "mitaines", &stats));
	assert_int_equal(stats.matches, 1);
	done(store_get_stats(world->store, world->luc, "mitaines", &stats));
	assert_int_equal(stats.matches, 0);
}

WORLD_CASE(the_results_of_a_forgotten_person_stay)
{
	struct store_stats stats;
	char name[STORE_NAME];
	int64_t id = 0;
	finish_match(world, run_match(world), 2000);
	done(store_set_preference(world->store, world->anna, STORE_LANG, "fr"));
	done(store_delete_person(world->store, world->anna));
	done(store_commit(world->store));
	assert_int_equal(store_delete_person(world->store, 12345), STORE_NONE);
	store_rollback(world->store);
	assert_int_equal(
		store_find_person_by_name(world->store, world->network, "anna", &id), STORE_NONE);
	done(store_get_person_name(world->store, world->anna, name));
	assert_int_equal(name[0], '?');
	done(store_get_stats(world->store, world->anna, "mitaines", &stats));
	assert_int_equal(stats.wins, 1);
	assert_int_equal(asked(world,
				 "SELECT count(*) FROM people WHERE key LIKE '%anna%' OR name LIKE"
				 " '%anna%' OR lang IS NOT NULL"),
		0);
}

WORLD_CASE(no_frequent_sql_statement_scans_a_whole_table)
{
	for (int i = 0; i < SQL_COUNT; i++) {
		char question[2048];
		sqlite3_stmt *plan = NULL;
		if (i == SQL_MINIMUM || i == SQL_MINIMUM_PUT || i == SQL_MINIMUM_APPLY)
			continue; /* one row, one row, and once for a new configuration */
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
			continue; /* once for an upgrade, or for a lost key */
		if (i >= SQL_MATCH_COUNTED && i <= SQL_PERSON_NAMESAKE)
			continue; /* once for an order of the operator */
		/* As in store_expire: no row refers to them any more. */
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
				strcmp(step, "SCAN CONSTANT ROW") != 0)
				fail_msg("%s: %s", sql_statements[i], step);
			assert_null(strstr(step, "TEMP B-TREE"));
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
