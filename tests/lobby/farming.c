/* Tests that people cannot gain rating by cheating. */
#include "bot/match/rate.h"
#include "engine/rating.h"
#include "storage/ratings.h"
#include "tests/stage/guests.h"

enum { TRIES = 40, NEW = 1000, GAIN_MOST = 49 };

/* Opens a stage that rates only matches of at least half the usual length. */
static int farm_open(void **state)
{
	if (case_open(state) != 0)
		return -1;
	struct stage *stage = *state;
	stage->settings.rated_length = 50;
	lobby_configure(&stage->lobby, &stage->settings);
	return 0;
}

#define FARM_CASE(name) CASE_WITH(name, struct stage *stage, farm_open, case_close)

static struct store_rating load_rating(struct stage *stage, const char *key, const char *game)
{
	int64_t id = 0;
	struct store_rating rating = { .shown = NEW };
	if (store_find_person(stage->store, stage->network.id, key, &id) == STORE_OK)
		store_get_rating(stage->store, STORE_SHOWN, id, game, &rating);
	return rating;
}

static int shown_rating(struct stage *stage, const char *key)
{
	return load_rating(stage, key, "mitaines").shown;
}

#define assert_farmed(stage, key) assert_farmed_at(HERE, stage, key)
static void assert_farmed_at(AT, struct stage *stage, const char *key)
{
	int rating = shown_rating(stage, key);
	if (rating - NEW > GAIN_MOST)
		fail_at("%s has %d", key, rating);
}

/* Connects A (anna) and E (eve), two nicks of one person who cheats. */
static void connect_both(
	struct stage *stage, const char *const accounts[2], const char *const hosts[2])
{
	stage_meet(stage, "A", "anna", accounts[0], hosts[0]);
	stage_meet(stage, "E", "eve", accounts[1], hosts[1]);
}

static void connect_apart(struct stage *stage)
{
	connect_both(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@alps", "e@elba" });
}

static struct table *begin_with(struct stage *stage, const char *other, const char *new)
{
	stage_say(stage, "A", new);
	if (stage_table(stage, 1) == NULL)
		fail_msg("%s:\n%s", new, stage_hear(stage));
	stage_say(stage, other, strcmp(new, "!again") == 0 ? new : "!join");
	if (!stage_table(stage, 1)->running)
		stage_say(stage, "A", "!start");
	struct table *table = stage_table(stage, 1);
	assert_true(table->running);
	return table;
}

static struct table *begin_match(struct stage *stage, const char *new)
{
	return begin_with(stage, "E", new);
}

static int count_lead(struct table *table, unsigned seat)
{
	return state_score(table_state(table), seat) - state_score(table_state(table), !seat);
}

/* Makes one move. The seat `winner`, which shall win, moves like the level `greedy`; the other
 * player makes their first legal move. */
static void play_one_move(struct stage *stage, struct table *table, unsigned winner)
{
	struct state *game = table_state(table);
	const struct person *mover = turn_of(table);
	union any_view seen;
	struct moves moves;
	if (mover == NULL) {
		stage_wait(stage, 2000);
		return;
	}
	table->game->view(game, game->turn, &seen.view);
	table->game->legal(game, &moves);
	case_move(stage, table,
		game->turn == winner ? game_greedy(table->game, &seen.view) : moves.move[0]);
	stage_hear(stage);
}

/* Plays until `winner` leads and, with `half`, the match is long enough to count if it stops.
 * Returns false if the match ends before that. */
static bool play_until(struct stage *stage, unsigned winner, bool half)
{
	struct table *table;
	while ((table = stage_table(stage, 1)) != NULL &&
		(count_lead(table, winner) <= 0 ||
			(half && !game_half(table->game, table_state(table)))))
		play_one_move(stage, table, winner);
	return table != NULL;
}

/* Stores a person that has met twenty people and still has the rating of a new person. */
static void store_known_person(struct stage *stage, const char *key)
{
	const struct store_match row = {
		.network = stage->network.id, .game = "mitaines", .preset = "classic"
	};
	struct store_change change = {
		.game = row.game,
		.preset = row.preset,
		.after = { .mu = 25, .sigma = 8, .shown = NEW, .met = 20, .known = 20 },
	};
	assert_int_equal(store_find_or_add_person(
				 stage->store, stage->network.id, key, key, 1, &change.person),
		STORE_OK);
	assert_int_equal(store_add_match(stage->store, &row, &change.match), STORE_OK);
	assert_int_equal(store_set_rating(stage->store, STORE_SHOWN, &change), STORE_OK);
	assert_int_equal(store_commit(stage->store), STORE_OK);
}

/* Plays half of a match until anna leads, then lets the other player leave. This is the shortest
 * win that counts. */
static void win_by_departure(struct stage *stage, const char *other, const char *new)
{
	struct table *table = begin_with(stage, other, new);
	if (play_until(stage, seat_of(table, "anna"), true)) {
		stage_say(stage, other, "!leave");
		stage_say(stage, "A", "!stop");
	}
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
}

static void win_thrown_match(struct stage *stage, const char *new)
{
	win_by_departure(stage, "E", new);
}

/* ---- nicks of one person ---- */

/* A host is one IPv4 address, or one /64 of IPv6. Accounts of one untrusted Matrix server are
 * suspect too, because one person can run a server with any number of accounts. */
FARM_CASE(matches_between_two_nicks_of_one_host_or_server_are_casual)
{
	static const struct {
		const char *accounts[2], *hosts[2];
		const char *trusted; /* NULL: the network has one server */
		enum casual casual;
	} cases[] = {
		{ { NULL, NULL }, { "a@inn", "e@inn" }, NULL, CASUAL_HOST },
		{ { "anna", NULL }, { "a@inn", "e@INN" }, NULL, CASUAL_HOST },
		{ { NULL, "eve" }, { "a@inn", "e@inn" }, NULL, CASUAL_HOST },
		{ { "anna", "eve" }, { "a@inn", "e@inn" }, NULL, CASUAL_NOT },
		{ { NULL }, { "a@2001:db8:0:7::1", "e@2001:db8:0:7:9::2" }, NULL, CASUAL_HOST },
		{ { NULL }, { "a@2001:db8:0:7::1", "e@2001:0DB8::7:FFFF:0:0:2" }, NULL,
			CASUAL_HOST },
		{ { NULL }, { "a@2001:db8:0:7::1", "e@2001:db8:0:8::1" }, NULL, CASUAL_NOT },
		{ { NULL }, { "a@::ffff:192.0.2.1", "e@192.0.2.1" }, NULL, CASUAL_HOST },
		{ { NULL }, { "a@::ffff:192.0.2.1", "e@::ffff:c000:201" }, NULL, CASUAL_HOST },
		{ { NULL }, { "a@::ffff:192.0.2.1", "e@::ffff:192.0.2.2" }, NULL, CASUAL_NOT },
		{ { NULL }, { "a@", "e@" }, NULL, CASUAL_NOT },
		{ { "@a:s", "@e:s" }, { "a@inn.test", "e@inn.test" }, "", CASUAL_SERVER },
		{ { "@a:s", "@e:s" }, { "a@inn.test", "e@inn.test" }, "alps.test", CASUAL_SERVER },
		{ { "@a:s", "@e:s" }, { "a@inn.test", "e@inn.test" }, "INN.test", CASUAL_NOT },
		{ { "@a:s", "@e:s" }, { "a@inn.test", "e@elba.test" }, "", CASUAL_NOT },
		{ { "@a:s", "@e:s" }, { "a@inn.test:8448", "e@inn.test:8448" }, "INN.test",
			CASUAL_SERVER },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_federate(stage, cases[i].trusted);
		connect_both(stage, cases[i].accounts, cases[i].hosts);
		enum casual casual = rate_casual_reason(&stage->lobby, begin_match(stage, "!new"));
		if (casual != cases[i].casual)
			fail_msg("%s %s: %d", cases[i].hosts[0], cases[i].hosts[1], casual);
		case_dialog(stage, "A: !stop", "E: !stop");
	}
}

FARM_CASE(a_setting_of_a_network_allows_rated_matches_between_one_host)
{
	connect_both(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@inn", "e@inn" });
	stage->network.access->rules.same_host_rated = true;
	struct table *table = begin_match(stage, "!new");
	assert_int_equal(rate_casual_reason(&stage->lobby, table), CASUAL_NOT);
	case_dialog(stage, "A: !stop", "E: !stop");
	stage->network.access->rules.same_host_rated = false;
	table = begin_match(stage, "!new");
	assert_int_equal(rate_casual_reason(&stage->lobby, table), CASUAL_HOST);
}

FARM_CASE(a_table_is_casual_while_two_of_its_players_share_a_host)
{
	connect_both(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@inn", "e@elba" });
	stage_meet(stage, "R", "rose", NULL, "r@inn");
	stage_say(stage, "A", "!new");
	assert_int_equal(rate_casual_reason(&stage->lobby, stage_table(stage, 1)), CASUAL_NOT);
	stage_say(stage, "E", "!join");
	assert_int_equal(rate_casual_reason(&stage->lobby, stage_table(stage, 1)), CASUAL_NOT);
	stage_say(stage, "R", "!join");
	assert_int_equal(rate_casual_reason(&stage->lobby, stage_table(stage, 1)), CASUAL_HOST);
	stage_say(stage, "R", "!leave");
	assert_int_equal(rate_casual_reason(&stage->lobby, stage_table(stage, 1)), CASUAL_NOT);
}

/* ---- many matches ---- */

FARM_CASE(matches_shorter_than_half_the_usual_length_are_casual)
{
	static const struct {
		const char *new;
		bool counts;
	} cases[] = {
		{ "!new", true },
		{ "!new target=250", true },
		{ "!new target=249", false },
		{ "!new target=10", false },
		{ "!new gamerules target=250", true },
		{ "!new gamerules target=249", false },
		{ "!new mitch", true },
		{ "!new mitch hands=1", true }, /* the usual length for two people is two hands */
		{ "!new mate", true },
		{ "!new rated=no", false },
	};
	connect_apart(stage);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct table *table = begin_match(stage, cases[i].new);
		enum casual casual = rate_casual_reason(&stage->lobby, table);
		if ((casual == CASUAL_NOT) != cases[i].counts || table->rated != cases[i].counts)
			fail_msg("%s: %d", cases[i].new, casual);
		case_dialog(stage, "A: !stop", "E: !stop");
	}
	win_thrown_match(stage, "!new target=50");
	assert_int_equal(load_rating(stage, "anna", "mitaines").matches, 0);
}

/* Against one opponent, a new person can gain at most 45 points and lose at most 90. */
FARM_CASE(winning_many_rematches_with_one_opponent_gains_little)
{
	connect_apart(stage);
	for (unsigned n = 0; n < TRIES; n++) {
		win_thrown_match(stage, n == 0 ? "!new" : "!again");
		assert_farmed(stage, "anna");
		assert_farmed(stage, "eve");
	}
	assert_int_equal(load_rating(stage, "anna", "mitaines").matches, TRIES);
	assert_in_range(shown_rating(stage, "anna"), NEW + 30, NEW + 45);
	assert_in_range(shown_rating(stage, "eve"), NEW - 90, NEW - 30);
}

FARM_CASE(the_first_match_of_two_new_people_moves_both)
{
	connect_apart(stage);
	win_thrown_match(stage, "!new");
	assert_int_equal(shown_rating(stage, "anna"), NEW + 12);
	assert_int_equal(shown_rating(stage, "eve"), NEW - 12);
	win_thrown_match(stage, "!again");
	assert_in_range(shown_rating(stage, "anna"), NEW + 13, NEW + 24);
}

/* An opponent with twenty met people gives at most 28 points. The lift of a new person, at most 45
 * points, comes on top (bot/match/README.md). */
FARM_CASE(one_known_opponent_gives_points_up_to_their_limit)
{
	connect_apart(stage);
	stage_meet(stage, "L", "luc", NULL, "l@lyon");
	store_known_person(stage, "eve");
	store_known_person(stage, "luc");
	for (unsigned n = 0; n < TRIES / 4; n++)
		win_thrown_match(stage, "!new");
	int before = shown_rating(stage, "anna");
	assert_in_range(before, NEW + 28 + 30, NEW + 28 + 45);
	for (unsigned n = 0; n < TRIES / 4; n++)
		win_by_departure(stage, "L", "!new");
	assert_in_range(shown_rating(stage, "anna"), before + 24, NEW + 28 + 28 + 45);
	/* From the next day on, one more person counts as met by eve. */
	stage->now += 25 * 3600 * INT64_C(1000);
	before = shown_rating(stage, "anna");
	win_thrown_match(stage, "!new");
	assert_in_range(shown_rating(stage, "anna"), before, NEW + 30 + 28 + 45);
}

/* ---- ends ---- */

FARM_CASE(leaving_a_match_before_its_first_card_changes_no_rating)
{
	connect_apart(stage);
	begin_match(stage, "!new");
	stage_say(stage, "E", "!leave");
	assert_answer(stage, "A", "!stop", "(match.stopped ");
	assert_int_equal(load_rating(stage, "anna", "mitaines").matches, 0);
	assert_int_equal(load_rating(stage, "eve", "mitaines").matches, 0);
}

FARM_CASE(leaving_before_half_of_a_match_loses_even_in_the_lead)
{
	static const struct {
		bool anna_leads;
		bool anna_leaves;
	} cases[] = { { true, true }, { true, false }, { false, true }, { false, false } };
	connect_apart(stage);
	store_known_person(stage, "anna");
	store_known_person(stage, "eve");
	for (unsigned i = 0; i < 4; i++) {
		int anna = shown_rating(stage, "anna"), eve = shown_rating(stage, "eve");
		struct table *table = begin_match(stage, "!new target=5000");
		assert_true(play_until(
			stage, seat_of(table, cases[i].anna_leads ? "anna" : "eve"), false));
		stage_say(stage, cases[i].anna_leaves ? "A" : "E", "!leave");
		assert_answer(
			stage, cases[i].anna_leaves ? "E" : "A", "!stop", "(match.broken.off ");
		assert_in_range(anna - shown_rating(stage, "anna"), 5 * cases[i].anna_leaves,
			24 * cases[i].anna_leaves);
		assert_in_range(eve - shown_rating(stage, "eve"), 5 * !cases[i].anna_leaves,
			24 * !cases[i].anna_leaves);
		assert_int_equal(load_rating(stage, "eve", "mitaines").wins, 0);
	}
}

FARM_CASE(stopping_a_match_by_agreement_changes_no_rating)
{
	connect_apart(stage);
	struct table *table = begin_match(stage, "!new");
	assert_true(play_until(stage, seat_of(table, "anna"), false));
	case_dialog(stage, "A: !stop", "E: !stop");
	assert_null(stage_table(stage, 1));
	assert_int_equal(load_rating(stage, "anna", "mitaines").matches, 0);
}

FARM_CASE(a_leaver_gains_nothing_from_a_win_by_their_stand_in)
{
	connect_apart(stage);
	for (unsigned n = 0; n < TRIES / 10; n++) {
		struct table *table = begin_match(stage, "!new target=250");
		unsigned seat = seat_of(table, "anna");
		assert_true(play_until(stage, !seat, true));
		stage_say(stage, "A", "!leave");
		if (play_until(stage, seat, true)) /* an AI player moves for anna */
			stage_say(stage, "E", "!stop");
		stage_hear(stage);
	}
	assert_int_equal(load_rating(stage, "anna", "mitaines").matches, TRIES / 10);
	assert_true(load_rating(stage, "anna", "mitaines").wins > 0);
	assert_true(shown_rating(stage, "anna") <= NEW);
}

/* ---- seats handed over ---- */

FARM_CASE(a_player_gains_little_from_a_win_by_a_substitute)
{
	connect_apart(stage);
	stage_meet(stage, "R", "rose", NULL, "r@rome");
	for (unsigned n = 0; n < TRIES / 4; n++) {
		struct table *table = begin_match(stage, "!new");
		case_dialog(stage, "A: !sub rose", "R: !accept");
		assert_true(play_until(stage, seat_of(table, "rose"), true));
		case_dialog(stage, "E: !leave", "R: !stop");
		assert_null(stage_table(stage, 1));
		stage_hear(stage);
	}
	assert_int_equal(load_rating(stage, "anna", "mitaines").matches, TRIES / 4);
	assert_farmed(stage, "anna");
	assert_int_equal(load_rating(stage, "rose", "mitaines").matches, 0);
}

/* ---- operators ---- */

/* A match of anna and eve. Both `acts` happen, then the operator `closer` closes the match. Rose
 * operates another channel, and ruth is from anna's host. */
struct closing {
	const char *acts[2], *closer;
	bool anna_leads;
	int change[2]; /* sign of the change of anna's rating, and of eve's */
};

static void check_closing(struct stage *stage, const struct closing *closing, bool half)
{
	const char *const keys[] = { "anna", "eve" };
	int before[] = { shown_rating(stage, "anna"), shown_rating(stage, "eve") };
	struct table *table = begin_match(stage, half ? "!new" : "!new target=5000");
	assert_true(play_until(stage, seat_of(table, closing->anna_leads ? "anna" : "eve"), half));
	for (unsigned i = 0; i < 2 && closing->acts[i] != NULL; i++)
		case_dialog(stage, closing->acts[i]);
	stage->operator= closing->closer;
	stage_hear(stage);
	stage_say(stage, closing->closer, "!channel close 1");
	const char *heard = assert_said(stage, "#table: [1] (channel.close.match name=");
	assert_null(stage_table(stage, 1));
	assert_in(heard,
		half                           ? "(match.stands "
			: *closing->change < 0 ? "(match.broken.off "
					       : "(match.stopped ");
	for (unsigned i = 0; i < 2; i++) {
		int change = shown_rating(stage, keys[i]) - before[i];
		if ((change > 0) - (change < 0) != closing->change[i])
			fail_msg("closed by %s, %s: %d", closing->closer, keys[i], change);
	}
}

static void store_established_pair(struct stage *stage)
{
	connect_apart(stage);
	stage_meet(stage, "R", "rose", NULL, "r@rome");
	stage_meet(stage, "U", "ruth", NULL, "u@alps");
	stage_say(stage, "U", "!ping");
	store_known_person(stage, "anna");
	store_known_person(stage, "eve");
}

FARM_CASE(a_match_that_is_closed_after_half_counts_as_it_stands)
{
	static const struct closing cases[] = {
		{ { "A: !leave" }, "A", false, { -1, 1 } },
		{ { "A: !sub rose", "R: !accept" }, "A", false, { -1, 1 } },
		{ { "A: !leave" }, "R", false, { -1, 1 } },
		{ { NULL }, "U", false, { -1, 1 } },
		{ { NULL }, "R", false, { -1, 1 } },
		{ { NULL }, "R", true, { 1, -1 } },
		{ { NULL }, "U", true, { 0, -1 } },
		{ { "A: !sub rose", "R: !accept" }, "A", true, { 0, -1 } },
	};
	store_established_pair(stage);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		check_closing(stage, &cases[i], true);
		stage->now += 25 * 3600 * INT64_C(1000);
	}
}

FARM_CASE(a_match_that_is_closed_before_half_counts_only_against_its_closer)
{
	static const struct closing cases[] = {
		{ { NULL }, "R", false, { 0, 0 } },
		{ { NULL }, "U", true, { -1, 0 } },
		{ { "A: !sub rose", "R: !accept" }, "A", true, { -1, 0 } },
		{ { "A: !leave" }, "R", true, { -1, 0 } },
	};
	store_established_pair(stage);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		check_closing(stage, &cases[i], false);
		stage->now += 25 * 3600 * INT64_C(1000);
	}
}

FARM_CASE(operators_answer_for_a_seat_that_they_once_played)
{
	store_established_pair(stage);
	struct table *table = begin_match(stage, "!new target=5000");
	assert_true(play_until(stage, seat_of(table, "eve"), false));
	case_dialog(stage, "A: !sub rose", "R: !accept");
	while (turn_of(table) != table->seat[seat_of(table, "rose")].player)
		play_one_move(stage, table, SEAT_NONE);
	case_dialog(stage, "R: !p 1", "R: !sub ruth", "U: !accept");
	int before = shown_rating(stage, "anna");
	stage->operator= "R";
	assert_answer(stage, "R", "!channel close 1", "(match.broken.off ");
	assert_true(shown_rating(stage, "anna") < before);
}

FARM_CASE(an_admin_who_stops_a_match_that_they_lose_has_left_it)
{
	static char *admin = "account:anna";
	store_established_pair(stage);
	stage_meet(stage, "A", "anna", "anna", "a@alps");
	stage->network.access->rules.admins = (struct masks){ &admin, 1 };
	struct table *table = begin_match(stage, "!new");
	assert_true(play_until(stage, seat_of(table, "eve"), true));
	int before = shown_rating(stage, "eve");
	assert_reply(stage, "A", "admin stop 1", "#table: [1] (admin.stopped)\n");
	assert_null(stage_table(stage, 1));
	assert_true(shown_rating(stage, "eve") > before);
}

/* ---- AI players that move ratings ---- */

static void enable_robot_ratings(struct stage *stage)
{
	stage->settings.rate_robots = true;
	lobby_configure(&stage->lobby, &stage->settings);
	stage_meet(stage, "A", "anna", NULL, "a@alps");
}

static struct table *begin_with_robot(struct stage *stage)
{
	case_dialog(stage, "A: !new", "A: !bot easy", "A: !start");
	struct table *table = stage_table(stage, 1);
	assert_true(table->running);
	return table;
}

static int robot_rating(struct stage *stage)
{
	struct store_rating rating = { .shown = NEW };
	store_get_rating(
		stage->store, STORE_SHOWN, stage->lobby.robots.id[LEVEL_EASY], "mitaines", &rating);
	return rating.shown;
}

/* A stopped match counts, because ratings of AI players must be able to rise and to fall. */
FARM_CASE(a_stopped_match_with_ai_players_counts_as_it_stands)
{
	static const char *const ways[] = { "!stop", "!leave" };
	enable_robot_ratings(stage);
	for (unsigned i = 0; i < 2; i++) {
		int before = shown_rating(stage, "anna");
		struct table *table = begin_with_robot(stage);
		assert_true(play_until(stage, !seat_of(table, "anna"), true));
		assert_answer(stage, "A", ways[i], "(match.stands ");
		assert_true(shown_rating(stage, "anna") < before);
		assert_true(robot_rating(stage) > NEW || i > 0);
		before = shown_rating(stage, "anna");
		table = begin_with_robot(stage);
		assert_true(play_until(stage, seat_of(table, "anna"), true));
		assert_answer(stage, "A", ways[i], "(match.stands ");
		assert_int_equal(shown_rating(stage, "anna"), before);
	}
}

FARM_CASE(an_ai_player_at_the_table_keeps_two_nicks_of_one_host_casual)
{
	enable_robot_ratings(stage);
	stage_meet(stage, "A", "anna", "anna", "a@inn");
	stage_meet(stage, "E", "eve", NULL, "e@inn");
	stage_meet(stage, "L", "luc", "luc", "l@lyon");
	case_dialog(stage, "A: !new", "A: !bot easy", "L: !join");
	assert_int_equal(rate_casual_reason(&stage->lobby, stage_table(stage, 1)), CASUAL_NOT);
	stage_say(stage, "E", "!join");
	assert_int_equal(rate_casual_reason(&stage->lobby, stage_table(stage, 1)), CASUAL_HOST);
}

FARM_CASE(each_further_win_against_the_same_ai_player_gains_less)
{
	enable_robot_ratings(stage);
	for (unsigned n = 0; n < 30; n++) {
		struct table *table = begin_with_robot(stage);
		unsigned seat = seat_of(table, "anna");
		while ((table = stage_table(stage, 1)) != NULL)
			play_one_move(stage, table, seat);
	}
	assert_int_equal(load_rating(stage, "anna", "mitaines").matches, 30);
	assert_farmed(stage, "anna");
}
