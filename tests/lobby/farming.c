/* Attacks on the ladder: what somebody tries who wants a rating and not a game. */
#include "bot/match/rate.h"
#include "engine/rating.h"
#include "storage/ratings.h"
#include "tests/stage/guests.h"

enum { TRIES = 40, NEW = 1000, GAIN_MOST = 49 };

/* A stage where matches have to be as long as they usually have. */
static int farm_open(void **state)
{
	if (case_open(state) != 0)
		return -1;
	struct stage *stage = *state;
	stage->settings.rated_length = 50;
	lobby_configure(&stage->lobby, &stage->settings);
	return 0;
}

#define FARM_CASE(name) cmocka_unit_test_setup_teardown(name, farm_open, case_close)

static struct store_rating rating_of(struct stage *stage, const char *key, const char *game)
{
	int64_t id = 0;
	struct store_rating rating = { .shown = NEW };
	if (store_person_known(stage->store, stage->network.id, key, &id) == STORE_OK)
		store_rating(stage->store, id, game, &rating);
	return rating;
}

static int shown(struct stage *stage, const char *key)
{
	return rating_of(stage, key, "mitaines").shown;
}

#define assert_farmed(stage, key) assert_farmed_at(HERE, stage, key)
static void assert_farmed_at(AT, struct stage *stage, const char *key)
{
	int rating = shown(stage, key);
	if (rating - NEW > GAIN_MOST)
		fail_at("%s has %d", key, rating);
}

/* The connections A (anna) and E (eve), of one person. */
static void meet(struct stage *stage, const char *const accounts[2], const char *const hosts[2])
{
	stage_meet(stage, "A", "anna", accounts[0], hosts[0]);
	stage_meet(stage, "E", "eve", accounts[1], hosts[1]);
}

static struct table *deal_with(struct stage *stage, const char *other, const char *new)
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

static struct table *deal(struct stage *stage, const char *new)
{
	return deal_with(stage, "E", new);
}

static int lead_of(struct table *table, unsigned seat)
{
	return state_score(table_state(table), seat) - state_score(table_state(table), !seat);
}

/* Whoever is to move does as an AI player would if the seat is to win, else what comes first. */
static void play(struct stage *stage, struct table *table, unsigned winner)
{
	struct state *game = table_state(table);
	const struct person *mover = turn_of(table);
	union any_view seen;
	struct moves moves;
	char line[16 + MOVE_TEXT] = "play ";
	struct text text = text_in(line + strlen(line), MOVE_TEXT);
	if (mover == NULL) {
		stage_wait(stage, 2000);
		return;
	}
	table->game->view(game, game->turn, &seen.view);
	table->game->legal(game, &moves);
	move_write(
		&text, game->turn == winner ? game_greedy(table->game, &seen.view) : moves.move[0]);
	stage_whisper(stage, mover->connection, line);
	stage_hear(stage);
}

/* Plays on until a seat leads, the other one doing nothing for it; false: it did not. */
static bool play_until_ahead(struct stage *stage, unsigned winner)
{
	struct table *table;
	while ((table = stage_table(stage, 1)) != NULL && lead_of(table, winner) <= 0)
		play(stage, table, winner);
	return table != NULL;
}

/* Plays on until a seat leads and the match counts as it stands. */
static bool play_until_half(struct stage *stage, unsigned winner)
{
	struct table *table;
	while ((table = stage_table(stage, 1)) != NULL &&
		(lead_of(table, winner) <= 0 || !game_half(table->game, table_state(table))))
		play(stage, table, winner);
	return table != NULL;
}

/* Stores five finished rated matches of a person with two others; the rating stays new. */
static void establish(struct stage *stage, const char *key)
{
	const struct store_result results[2] = { { .points = 0 } };
	const char *const names[3] = { key, "gus", "kim" };
	int64_t people[3], match;
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(store_person(stage->store, stage->network.id, names[i], names[i],
					 1, &people[i]),
			STORE_OK);
	for (unsigned i = 0; i < 5; i++) {
		const int64_t other = people[1 + i % 2];
		const struct store_match row = {
			.network = stage->network.id, .game = "mitaines", .preset = "classic"
		};
		const struct store_seat seats[2] = {
			{ .person = { .id = people[0] }, .player = { .id = people[0] } },
			{ .person = { .id = other }, .player = { .id = other } },
		};
		const struct store_change change = { .person = people[0],
			.game = "mitaines",
			.preset = "classic",
			.mu = RATING_NEW.mu,
			.sigma = RATING_NEW.sigma,
			.shown = NEW };
		struct store_change rated = change;
		assert_int_equal(store_match_open(stage->store, &row, &match), STORE_OK);
		assert_int_equal(store_seats(stage->store, match, seats, 2), STORE_OK);
		assert_int_equal(store_match_start(stage->store, match, true, 1), STORE_OK);
		assert_int_equal(
			store_match_end(stage->store, match, STORE_FINISHED, 1, results, 2, 1),
			STORE_OK);
		rated.match = match;
		assert_int_equal(store_rate(stage->store, &rated), STORE_OK);
	}
	assert_int_equal(store_commit(stage->store), STORE_OK);
}

/* Once half is played and anna leads the other leaves: the quickest way to a win that counts. */
static void throw_by(struct stage *stage, const char *other, const char *new)
{
	struct table *table = deal_with(stage, other, new);
	if (play_until_half(stage, seat_of(table, "anna"))) {
		stage_say(stage, other, "!leave");
		stage_say(stage, "A", "!stop");
	}
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
}

static void throw_match(struct stage *stage, const char *new)
{
	throw_by(stage, "E", new);
}

/* ---- who is one person ---- */

static void two_nicks_on_one_machine(void **state)
{
	struct stage *stage = *state;
	static const char *accounts[][2] = { { NULL, NULL }, { "anna", NULL }, { NULL, "eve" } };
	static const char *hosts[][2] = { { "a@inn", "e@inn" }, { "a@inn", "e@INN" } };
	for (size_t i = 0; i < sizeof accounts / sizeof accounts[0]; i++) {
		meet(stage, accounts[i], hosts[i % 2]);
		struct table *table = deal(stage, "!new");
		assert_int_equal(rate_casual(&stage->lobby, table), CASUAL_HOST);
		stage_say(stage, "A", "!stop");
		stage_say(stage, "E", "!stop");
		for (unsigned n = 0; n < TRIES / 10; n++)
			throw_match(stage, "!new");
	}
	assert_int_equal(rating_of(stage, "anna", "mitaines").matches, 0);
	assert_int_equal(rating_of(stage, "account anna", "mitaines").matches, 0);
	assert_int_equal(rating_of(stage, "eve", "mitaines").matches, 0);
}

/* A host is a /64 of IPv6, or an address of IPv4 however it is written. */
static void two_nicks_on_one_line_of_ipv6(void **state)
{
	static const struct {
		const char *hosts[2];
		enum casual casual;
	} cases[] = {
		{ { "a@2001:db8:0:7::1", "e@2001:db8:0:7:9::2" }, CASUAL_HOST },
		{ { "a@2001:db8:0:7::1", "e@2001:0DB8::7:FFFF:0:0:2" }, CASUAL_HOST },
		{ { "a@2001:db8:0:7::1", "e@2001:db8:0:8::1" }, CASUAL_NOT },
		{ { "a@::ffff:192.0.2.1", "e@192.0.2.1" }, CASUAL_HOST },
		{ { "a@::ffff:192.0.2.1", "e@::ffff:c000:201" }, CASUAL_HOST },
		{ { "a@::ffff:192.0.2.1", "e@::ffff:192.0.2.2" }, CASUAL_NOT },
		{ { "a@", "e@" }, CASUAL_NOT },
	};
	struct stage *stage = *state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		meet(stage, (const char *[]){ NULL, NULL }, cases[i].hosts);
		enum casual casual = rate_casual(&stage->lobby, deal(stage, "!new"));
		if (casual != cases[i].casual)
			fail_msg("%s %s: %d", cases[i].hosts[0], cases[i].hosts[1], casual);
		stage_say(stage, "A", "!stop");
		stage_say(stage, "E", "!stop");
	}
}

/* One person can run a server with as many accounts as they like. */
static void two_accounts_of_one_matrix_server(void **state)
{
	static char *servers[] = { "alps.test", "INN.test" };
	static const struct {
		const char *hosts[2];
		size_t trusted;
		enum casual casual;
	} cases[] = {
		{ { "a@inn.test", "e@inn.test" }, 0, CASUAL_SERVER },
		{ { "a@inn.test", "e@inn.test" }, 1, CASUAL_SERVER },
		{ { "a@inn.test", "e@inn.test" }, 2, CASUAL_NOT },
		{ { "a@inn.test", "e@elba.test" }, 0, CASUAL_NOT },
		{ { "a@inn.test:8448", "e@inn.test:8448" }, 2, CASUAL_SERVER },
	};
	struct stage *stage = *state;
	struct masks *trusted = &stage->network.access->rules.trusted_servers;
	stage->network.federated = true;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		*trusted = (struct masks){ .mask = servers, .count = cases[i].trusted };
		meet(stage, (const char *[]){ "@a:s", "@e:s" }, cases[i].hosts);
		enum casual casual = rate_casual(&stage->lobby, deal(stage, "!new"));
		if (casual != cases[i].casual)
			fail_msg("%s %s: %d", cases[i].hosts[0], cases[i].hosts[1], casual);
		stage_say(stage, "A", "!stop");
		stage_say(stage, "E", "!stop");
	}
}

static void two_accounts_on_one_machine(void **state)
{
	struct stage *stage = *state;
	meet(stage, (const char *[]){ "anna", "eve" }, (const char *[]){ "a@inn", "e@inn" });
	for (unsigned n = 0; n < TRIES; n++)
		throw_match(stage, "!new");
	assert_int_equal(rating_of(stage, "account anna", "mitaines").matches, TRIES);
	assert_farmed(stage, "account anna");
	assert_farmed(stage, "account eve");
}

/* A third nick beside them is none the less from there. */
static void a_nick_among_others(void **state)
{
	struct stage *stage = *state;
	meet(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@inn", "e@elba" });
	stage_meet(stage, "R", "rose", NULL, "r@inn");
	stage_say(stage, "A", "!new");
	assert_int_equal(rate_casual(&stage->lobby, stage_table(stage, 1)), CASUAL_NOT);
	stage_say(stage, "E", "!join");
	assert_int_equal(rate_casual(&stage->lobby, stage_table(stage, 1)), CASUAL_NOT);
	stage_say(stage, "R", "!join");
	assert_int_equal(rate_casual(&stage->lobby, stage_table(stage, 1)), CASUAL_HOST);
	stage_say(stage, "R", "!leave");
	assert_int_equal(rate_casual(&stage->lobby, stage_table(stage, 1)), CASUAL_NOT);
}

/* ---- many matches ---- */

static void short_matches(void **state)
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
		{ "!new mitch hands=1", true }, /* of two that two people usually play */
		{ "!new mate", true },
		{ "!new rated=no", false },
	};
	struct stage *stage = *state;
	meet(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@alps", "e@elba" });
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct table *table = deal(stage, cases[i].new);
		enum casual casual = rate_casual(&stage->lobby, table);
		if ((casual == CASUAL_NOT) != cases[i].counts || table->rated != cases[i].counts)
			fail_msg("%s: %d", cases[i].new, casual);
		stage_say(stage, "A", "!stop");
		stage_say(stage, "E", "!stop");
	}
	for (unsigned n = 0; n < TRIES; n++)
		throw_match(stage, "!new target=50");
	assert_int_equal(rating_of(stage, "anna", "mitaines").matches, 0);
}

static void rematches(void **state)
{
	struct stage *stage = *state;
	meet(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@alps", "e@elba" });
	for (unsigned n = 0; n < TRIES; n++) {
		throw_match(stage, n == 0 ? "!new" : "!again");
		assert_farmed(stage, "anna");
		assert_farmed(stage, "eve");
	}
	assert_int_equal(rating_of(stage, "anna", "mitaines").matches, TRIES);
	assert_int_equal(shown(stage, "anna"), NEW + 1);
}

/* Another pair of people is not kept from moving by that. */
static void whoever_meets_somebody_else_moves(void **state)
{
	struct stage *stage = *state;
	meet(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@alps", "e@elba" });
	stage_meet(stage, "L", "luc", NULL, "l@lyon");
	establish(stage, "eve");
	establish(stage, "luc");
	throw_match(stage, "!new");
	throw_match(stage, "!new");
	int before = shown(stage, "anna");
	assert_int_equal(before, NEW + 36);
	throw_by(stage, "L", "!new");
	assert_int_equal(shown(stage, "anna"), before + 24);
	/* Nor by what was yesterday. */
	stage->now += 25 * 3600 * INT64_C(1000);
	before = shown(stage, "anna");
	throw_match(stage, "!new");
	assert_int_equal(shown(stage, "anna"), before + 24);
}

/* ---- ends ---- */

static void before_the_first_card_nothing_is_lost_or_won(void **state)
{
	struct stage *stage = *state;
	meet(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@alps", "e@elba" });
	for (unsigned n = 0; n < TRIES; n++) {
		deal(stage, "!new");
		stage_say(stage, "E", "!leave");
		assert_answer(stage, "A", "!stop", "(match.stopped ");
	}
	assert_int_equal(rating_of(stage, "anna", "mitaines").matches, 0);
	assert_int_equal(rating_of(stage, "eve", "mitaines").matches, 0);
}

static void leaving_a_match_before_half_is_a_loss_even_in_the_lead(void **state)
{
	static const struct {
		bool anna_leads;
		bool anna_leaves;
	} cases[] = { { true, true }, { true, false }, { false, true }, { false, false } };
	struct stage *stage = *state;
	meet(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@alps", "e@elba" });
	establish(stage, "anna");
	establish(stage, "eve");
	for (unsigned i = 0; i < 4; i++) {
		int anna = shown(stage, "anna"), eve = shown(stage, "eve");
		struct table *table = deal(stage, "!new target=5000");
		assert_true(play_until_ahead(
			stage, seat_of(table, cases[i].anna_leads ? "anna" : "eve")));
		stage_say(stage, cases[i].anna_leaves ? "A" : "E", "!leave");
		assert_answer(
			stage, cases[i].anna_leaves ? "E" : "A", "!stop", "(match.broken.off ");
		assert_int_equal(shown(stage, "anna"), anna - 24 * cases[i].anna_leaves);
		assert_int_equal(shown(stage, "eve"), eve - 24 * !cases[i].anna_leaves);
		assert_int_equal(rating_of(stage, "eve", "mitaines").wins, 0);
	}
}

static void agreed_stops(void **state)
{
	struct stage *stage = *state;
	meet(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@alps", "e@elba" });
	for (unsigned n = 0; n < TRIES / 4; n++) {
		struct table *table = deal(stage, "!new");
		assert_true(play_until_ahead(stage, seat_of(table, "anna")));
		stage_say(stage, "A", "!stop");
		stage_say(stage, "E", "!stop");
		assert_null(stage_table(stage, 1));
	}
	assert_int_equal(rating_of(stage, "anna", "mitaines").matches, 0);
}

/* An AI player may win it for whoever left; it is a loss less, and no gain. */
static void leaving_when_behind(void **state)
{
	struct stage *stage = *state;
	meet(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@alps", "e@elba" });
	for (unsigned n = 0; n < TRIES / 10; n++) {
		struct table *table = deal(stage, "!new target=250");
		unsigned seat = seat_of(table, "anna");
		assert_true(play_until_half(stage, !seat));
		stage_say(stage, "A", "!leave");
		if (play_until_half(stage, seat)) /* the AI player does */
			stage_say(stage, "E", "!stop");
		stage_hear(stage);
	}
	assert_int_equal(rating_of(stage, "anna", "mitaines").matches, TRIES / 10);
	assert_true(rating_of(stage, "anna", "mitaines").wins > 0);
	assert_true(shown(stage, "anna") <= NEW);
}

/* ---- seats handed over ---- */

static void a_seat_that_wins_is_handed_over(void **state)
{
	struct stage *stage = *state;
	meet(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@alps", "e@elba" });
	stage_meet(stage, "R", "rose", NULL, "r@rome");
	for (unsigned n = 0; n < TRIES / 4; n++) {
		struct table *table = deal(stage, "!new");
		assert_true(play_until_half(stage, seat_of(table, "eve")));
		stage_say(stage, "A", "!leave");
		stage_say(stage, "E", "!sub rose");
		stage_say(stage, "R", "!accept");
		stage_say(stage, "R", "!stop");
		assert_null(stage_table(stage, 1));
		stage_hear(stage);
	}
	assert_int_equal(rating_of(stage, "rose", "mitaines").matches, 0);
	assert_farmed(stage, "eve");
}

/* Somebody else plays it for them, as often as they like. */
static void substitutes(void **state)
{
	struct stage *stage = *state;
	meet(stage, (const char *[]){ NULL, NULL }, (const char *[]){ "a@alps", "e@elba" });
	stage_meet(stage, "R", "rose", NULL, "r@rome");
	for (unsigned n = 0; n < TRIES / 4; n++) {
		struct table *table = deal(stage, "!new");
		stage_say(stage, "A", "!sub rose");
		stage_say(stage, "R", "!accept");
		assert_true(play_until_half(stage, seat_of(table, "rose")));
		stage_say(stage, "E", "!leave");
		stage_say(stage, "R", "!stop");
		assert_null(stage_table(stage, 1));
		stage_hear(stage);
	}
	assert_int_equal(rating_of(stage, "anna", "mitaines").matches, TRIES / 4);
	assert_farmed(stage, "anna");
	assert_int_equal(rating_of(stage, "rose", "mitaines").matches, 0);
}

/* ---- AI players that move ratings ---- */

static void rate_robots(struct stage *stage)
{
	stage->settings.rate_robots = true;
	lobby_configure(&stage->lobby, &stage->settings);
	stage_meet(stage, "A", "anna", NULL, "a@alps");
}

static struct table *deal_robot(struct stage *stage)
{
	stage_say(stage, "A", "!new");
	stage_say(stage, "A", "!bot easy");
	stage_say(stage, "A", "!start");
	struct table *table = stage_table(stage, 1);
	assert_true(table->running);
	return table;
}

/* Who is alone with them undoes no loss, and takes no early win. */
static void a_match_with_ai_players_is_not_broken_off(void **state)
{
	static const char *const ways[] = { "!stop", "!leave" };
	struct stage *stage = *state;
	rate_robots(stage);
	for (unsigned i = 0; i < 2; i++) {
		int before = shown(stage, "anna");
		struct table *table = deal_robot(stage);
		assert_true(play_until_half(stage, seat_of(table, "anna")));
		assert_answer(stage, "A", ways[i], "(match.stands ");
		assert_int_equal(shown(stage, "anna"), before);
		table = deal_robot(stage);
		assert_true(play_until_half(stage, !seat_of(table, "anna")));
		assert_answer(stage, "A", ways[i], "(match.stands ");
		assert_true(shown(stage, "anna") < before);
	}
}

/* Whoever sits in between. */
static void two_nicks_beside_an_ai_player(void **state)
{
	struct stage *stage = *state;
	rate_robots(stage);
	stage_meet(stage, "A", "anna", "anna", "a@inn");
	stage_meet(stage, "E", "eve", NULL, "e@inn");
	stage_meet(stage, "L", "luc", "luc", "l@lyon");
	stage_say(stage, "A", "!new");
	stage_say(stage, "A", "!bot easy");
	stage_say(stage, "L", "!join");
	assert_int_equal(rate_casual(&stage->lobby, stage_table(stage, 1)), CASUAL_NOT);
	stage_say(stage, "E", "!join");
	assert_int_equal(rate_casual(&stage->lobby, stage_table(stage, 1)), CASUAL_HOST);
}

/* Their rating is right only if it rises as well as it falls. */
static void an_ai_player_gains_what_it_wins(void **state)
{
	struct stage *stage = *state;
	struct store_rating rating;
	rate_robots(stage);
	struct table *table = deal_robot(stage);
	assert_true(play_until_half(stage, !seat_of(table, "anna")));
	assert_answer(stage, "A", "!leave", "(match.stands ");
	assert_int_equal(
		store_rating(stage->store, stage->lobby.robots.id[LEVEL_EASY], "mitaines", &rating),
		STORE_OK);
	assert_true(rating.shown > NEW);
}

static void ai_players_are_one_opponent_each(void **state)
{
	struct stage *stage = *state;
	rate_robots(stage);
	for (unsigned n = 0; n < 30; n++) {
		struct table *table = deal_robot(stage);
		unsigned seat = seat_of(table, "anna");
		while ((table = stage_table(stage, 1)) != NULL)
			play(stage, table, seat);
	}
	assert_int_equal(rating_of(stage, "anna", "mitaines").matches, 30);
	assert_farmed(stage, "anna");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FARM_CASE(two_nicks_on_one_machine),
		FARM_CASE(two_nicks_on_one_line_of_ipv6),
		FARM_CASE(two_accounts_of_one_matrix_server),
		FARM_CASE(two_accounts_on_one_machine),
		FARM_CASE(a_nick_among_others),
		FARM_CASE(short_matches),
		FARM_CASE(rematches),
		FARM_CASE(whoever_meets_somebody_else_moves),
		FARM_CASE(before_the_first_card_nothing_is_lost_or_won),
		FARM_CASE(leaving_a_match_before_half_is_a_loss_even_in_the_lead),
		FARM_CASE(agreed_stops),
		FARM_CASE(leaving_when_behind),
		FARM_CASE(a_seat_that_wins_is_handed_over),
		FARM_CASE(substitutes),
		FARM_CASE(a_match_with_ai_players_is_not_broken_off),
		FARM_CASE(two_nicks_beside_an_ai_player),
		FARM_CASE(an_ai_player_gains_what_it_wins),
		FARM_CASE(ai_players_are_one_opponent_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
