/* What people hear of a turn that could not be kept: whoever was answered in it, once. */
#include "tests/stage/kept.h"

static const char sorry[] = "< (store.failed)";

/* A match between anna and luc on a file whose troubles are not logged. */
static struct table *begin(struct stage *stage)
{
	kept_hush(stage);
	return case_two(stage, "!new");
}

/* The turn ends while another program holds the database. */
static const char *end_failing(struct stage *stage, sqlite3 *other)
{
	lobby_commit(&stage->lobby);
	sqlite3_close(other);
	return stage_hear(stage);
}

/* Each of the names is told once that nothing happened, and nothing else is said. */
static void assert_sorry(const char *heard, const char *const *names, unsigned people)
{
	char line[64];
	for (unsigned i = 0; i < people; i++) {
		snprintf(line, sizeof line, "%s%s", names[i], sorry);
		if (case_count(heard, line) != 1)
			fail_msg("wanted once: %s\nheard:\n%s", line, heard);
	}
	if (case_count(heard, "\n") != people)
		fail_msg("wanted %u lines, heard:\n%s", people, heard);
}

/* A move that is not kept takes the answers of others with it; who said nothing hears nothing. */
static void those_who_only_asked_are_told_too(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin(stage));
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "rose", true, "!ping");
	stage_add(stage, mover, true, "!p 1");
	stage_add(stage, "yves", false, "tables");
	stage_add(stage, "jean", false, "nonsense");
	stage_add(stage, "eve", true, "hello all");
	stage_add(stage, "zoe", true, "!nonsense");
	assert_sorry(
		end_failing(stage, other), (const char *[]){ mover, "rose", "yves", "jean" }, 4);
	stage_say(stage, "eve", "!ping");
	assert_heard(stage, "#table: (pong)\n");
}

/* What they were to see of the turn that failed, nobody has seen. */
static void who_could_not_be_reached_is_tried_anew_after_a_failed_turn(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin(stage));
	char hand[64];
	sqlite3 *other;
	stage_refuse(stage, mover);
	stage_wait(stage, 5000);
	stage_hear(stage);
	other = kept_lock(stage);
	stage_add(stage, mover, true, "!p 1");
	end_failing(stage, other);
	snprintf(hand, sizeof hand, "%s< [1] (hand.turn ", mover);
	stage_say(stage, mover, "I am here");
	assert_said(stage, hand);
	/* That reached them, whatever fails later. */
	other = kept_lock(stage);
	stage_add(stage, mover, true, "!set cards ascii");
	end_failing(stage, other);
	stage_say(stage, mover, "I am here");
	assert_silence(stage);
}

static void those_who_ask_twice_are_told_once(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin(stage));
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "rose", false, "set lang fr");
	stage_add(stage, mover, true, "!p 1");
	stage_add(stage, "rose", false, "tables");
	stage_add(stage, mover, false, "hand");
	stage_add(stage, "rose", true, "!ping");
	assert_sorry(end_failing(stage, other), (const char *[]){ mover, "rose" }, 2);
}

/* Who plays is written down when something of them changes, not whenever they speak. */
static void who_only_asks_is_answered_where_nothing_can_be_kept(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin(stage));
	sqlite3 *other = kept_lock(stage);
	assert_answer(stage, mover, "!score", "#table: [1] (score ");
	sqlite3_close(other);
}

/* Their number was of that turn, and is somebody else's. */
static void who_was_new_in_a_failed_turn_is_new_again(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	stage_add(stage, "anna", true, "!new");
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	stage_say(stage, "luc", "!new");
	assert_answer(stage, "anna", "!stats", "anna< (nobody.you)");
}

/* What they chose in it is not chosen. */
static void who_chose_something_in_a_failed_turn_reads_as_before(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	stage_whisper(stage, "anna", "ping");
	stage_add(stage, "anna", false, "set lang fr");
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	stage_hear(stage);
	stage_whisper(stage, "anna", "tables");
	assert_heard(stage, "anna< (no.tables)\n");
}

/* In their own language. */
static void they_are_told_as_they_read(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin(stage));
	stage_whisper(stage, "rose", "set lang fr");
	stage_whisper(stage, "rose", "set via notice");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "rose", true, "!ping");
	stage_add(stage, mover, true, "!p 1");
	const char *heard = end_failing(stage, other);
	assert_int_equal(case_count(heard, "rose<< Je n’ai pas pu l’enregistrer"), 1);
	assert_int_equal(case_count(heard, sorry), 1);
}

/* What is thought about for a while is answered in another batch, which may fail too. */
static void those_who_asked_long_ago_are_told_too(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	stage_say(stage, "anna", "!new target=20");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	stage_play(stage, 1, 1000);
	const char *mover = mover_of(case_two(stage, "!new"));
	stage->pensive = true;
	stage_whisper(stage, "rose", "review 1");
	stage_hear(stage);
	while (stage->commands.analyses != NULL) {
		sqlite3 *other = kept_lock(stage);
		stage_add(stage, mover, true, "!p 1");
		assert_true(stage_think(stage));
		sqlite3_close(other);
	}
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "rose< (store.failed)"), 1);
	assert_int_equal(case_count(heard, "rose< "), 1);
}

/* A network of its own, with the same people and channel names. */
struct other {
	struct stage stage;
	struct stage_guest guest[STAGE_GUESTS];
};

static struct other *add_network(struct stage *stage)
{
	struct other *other = calloc(1, sizeof *other);
	assert_non_null(other);
	other->stage.network.name = "other";
	other->stage.network.driver = stage->network.driver;
	other->stage.network.events = stage->network.events;
	other->stage.network.above = stage->network.above;
	other->stage.guest = other->guest;
	other->stage.staged = other->stage.said = STRING_EMPTY;
	assert_true(lobby_add(&stage->lobby, &other->stage.network));
	return other;
}

static void say_elsewhere(struct other *other, const char *nick)
{
	struct network *network = &other->stage.network;
	struct sender sender = {
		.key = nick, .nick = nick, .first = nick, .mask = "x!@", .origin = "@"
	};
	network->events->message(network->above, network, &sender, NULL, "tables");
}

/* Whoever shares no more than the turn, and even the nick, with whom it failed for. */
static void those_on_another_network_are_told_there(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin(stage));
	struct other *elsewhere = add_network(stage);
	sqlite3 *other = kept_lock(stage);
	say_elsewhere(elsewhere, mover);
	say_elsewhere(elsewhere, "rose");
	stage_add(stage, mover, true, "!p 1");
	assert_sorry(end_failing(stage, other), (const char *[]){ mover }, 1);
	assert_sorry(elsewhere->stage.said.bytes, (const char *[]){ mover, "rose" }, 2);
	string_free(&elsewhere->stage.said);
	string_free(&elsewhere->stage.staged);
	/* The lobby goes on with one network less. */
	stage->lobby.networks.count = 1;
	access_close(elsewhere->stage.network.access);
	free(elsewhere);
}

/* They are of one name, and other people. */
static void those_on_two_networks_are_told_apart(void **state)
{
	static const char *const names[] = { "anna", "luc", "rose" };
	struct stage *stage = *state;
	struct people *people = &stage->lobby.people;
	struct network other = stage->network;
	struct person *met[3][2];
	other.id = stage->network.id + 1;
	for (size_t i = 0; i < 3; i++) {
		met[i][0] =
			people_meet(people, i % 2 ? &other : &stage->network, names[i], names[i]);
		met[i][1] =
			people_meet(people, i % 2 ? &stage->network : &other, names[i], names[i]);
	}
	for (size_t i = 0; i < 3; i++) {
		assert_ptr_not_equal(met[i][0], met[i][1]);
		assert_ptr_equal(
			people_find(people, i % 2 ? &other : &stage->network, names[i]), met[i][0]);
		assert_ptr_equal(
			people_find(people, i % 2 ? &stage->network : &other, names[i]), met[i][1]);
	}
}

static void know(struct stage *stage, const char *key, const char *nick, const char *account)
{
	struct sender sender = { key, nick, key, account, "x!x@x", "x@x", false, false };
	stage->network.events->known(stage->network.above, &stage->network, &sender);
}

/* They are found by their connection, whoever they have become by the end of the turn. */
static void those_who_become_somebody_else_in_the_turn_are_told(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin(stage));
	stage_whisper(stage, "rose", "claim bastille");
	stage_went(stage, "rose", DEPARTED_NETWORK);
	stage_meet(stage, "R", "rose", NULL, "r@office");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "R", false, "tables");
	stage_add(stage, "R", false, "claim bastille");
	stage_add(stage, "yves", false, "tables");
	know(stage, "yves", "yves", "Yves");
	stage_add(stage, "jean", false, "tables");
	know(stage, "jean", "jeannot", NULL);
	stage_add(stage, mover, true, "!p 1");
	assert_sorry(end_failing(stage, other), (const char *[]){ mover, "R", "yves", "jean" }, 4);
	stage_whisper(stage, "R", "claim bastille");
	assert_said(stage, "R< (claim.done name=rose)");
}

/* The connection that has somebody's seat no longer is told as well as the one that has it now. */
static void both_connections_of_who_swaps_are_told(void **state)
{
	struct stage *stage = *state;
	begin(stage);
	stage_meet(stage, "A", "bea", "bea", "b@b.home");
	stage_meet(stage, "B", "bee", "bea", "b@office");
	stage_say(stage, "A", "!new");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "A", true, "!score");
	stage_add(stage, "B", true, "!swap");
	assert_sorry(end_failing(stage, other), (const char *[]){ "A", "B" }, 2);
}

static void an_operator_is_told_too(void **state)
{
	static char boss[] = "account:boss";
	static char *admins[] = { boss };
	struct stage *stage = *state;
	const char *mover = mover_of(begin(stage));
	stage->network.access->rules.admins = (struct masks){ admins, 1 };
	stage_meet(stage, "B", "boss", "boss", "b@b.home");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, mover, true, "!p 1");
	stage_add(stage, "B", false, "admin tables");
	stage_add(stage, "B", false, "admin networks");
	assert_sorry(end_failing(stage, other), (const char *[]){ mover, "B" }, 2);
}

/* Those who asked for too much hear why they get no answer, or that it was lost. */
static void those_who_are_warned_are_told(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin(stage));
	stage->network.access->rules.limit = (struct ratelimit_rate){ 1, 0.1, 60 };
	stage_say(stage, "rose", "!ping");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "rose", true, "!ping");
	stage_add(stage, "rose", true, "!ping");
	stage_add(stage, mover, true, "!p 1");
	assert_sorry(end_failing(stage, other), (const char *[]){ mover, "rose" }, 2);
}

/* True if the move of whoever plays their first card now is the last of its hand. */
static bool ends_hand(struct table *table)
{
	union any_state copy;
	struct events events = { .count = 0 };
	memcpy(copy.block, table->state, table->game->state_size);
	unsigned hand = copy.state.hand;
	struct moves moves;
	table->game->legal(&copy.state, &moves);
	table->game->apply(&copy.state, moves.move[0], &events);
	return copy.state.phase != PHASE_PLAY || copy.state.hand != hand;
}

/* The hand ends, the next one is not dealt as the turn has failed, and both of them go on. */
static void those_who_play_on_in_a_failed_turn_break_nothing(void **state)
{
	static const char *const more[] = { "!p 9", "!p x", "!p 1", "!hand", "!hint", "!table",
		"!score", "!leave" };
	struct stage *stage = *state;
	struct table *table = begin(stage);
	while (!ends_hand(table))
		stage_play(stage, 1, 1);
	const char *mover = mover_of(table);
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, mover, true, "!p 1");
	for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
		stage_add(stage, "anna", true, more[i]);
		stage_add(stage, "luc", true, more[i]);
	}
	assert_sorry(end_failing(stage, other), (const char *[]){ "anna", "luc" }, 2);
	assert_string_equal(mover_of(table), mover);
	stage_say(stage, mover, "!p 1");
	assert_said(stage, "(event.hand number=2 ");
}

/* What somebody asks for at a table of two, the one to move first. */
struct
try {
	const char *mover;
	const char *waiter;
};

/* After a turn that fails every byte of what lasts is as before, and so are the seats of people. */
static void assert_undone(struct stage *stage, struct table *table, const struct try *try)
{
	size_t size = table_lasting_size(table);
	void *before = malloc(size);
	const char *mover = mover_of(table);
	const char *waiter = waiter_of(table);
	const struct person *owner = table->seat[0].owner;
	unsigned seats = owner->seats;
	unsigned held = owner->held;
	assert_non_null(before);
	memcpy(before, table_lasting(table), size);
	stage_add(stage, mover, true, try->mover);
	stage_add(stage, waiter, true, try->waiter);
	assert_non_null(table->saved);
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	assert_memory_equal(table_lasting(table), before, size);
	assert_null(table->saved);
	assert_int_equal(owner->seats, seats);
	assert_int_equal(owner->held, held);
	free(before);
}

static void every_byte_that_lasts_is_put_back(void **state)
{
	static const struct try tries[] = { { "!p 1", "!hand" }, { "!p 1", "!p 1" },
		{ "!leave", "!leave" }, { "!stop", "!stop" }, { "!hint", "!sub rose" } };
	struct stage *stage = *state;
	struct table *table = begin(stage);
	for (unsigned moves = 0; moves < 12; moves++) {
		for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
			assert_undone(stage, table, &tries[i]);
		stage_play(stage, 1, 1);
	}
	while (!ends_hand(table))
		stage_play(stage, 1, 1);
	assert_undone(stage, table, &tries[0]);
}

/* Seats are drawn anew, and the first hand is dealt. */
static void so_it_is_before_the_start(void **state)
{
	static const struct try tries[] = { { "!start", "!p 1" }, { "!leave", "!start" },
		{ "!bot hard", "!set target=20" }, { "!stop", "!stop" } };
	struct stage *stage = *state;
	kept_hush(stage);
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
		assert_undone(stage, stage_table(stage, 1), &tries[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_CASE(those_who_only_asked_are_told_too),
		KEPT_CASE(who_could_not_be_reached_is_tried_anew_after_a_failed_turn),
		KEPT_CASE(those_who_ask_twice_are_told_once),
		KEPT_CASE(who_only_asks_is_answered_where_nothing_can_be_kept),
		KEPT_CASE(who_was_new_in_a_failed_turn_is_new_again),
		KEPT_CASE(who_chose_something_in_a_failed_turn_reads_as_before),
		KEPT_CASE(they_are_told_as_they_read),
		KEPT_CASE(those_who_asked_long_ago_are_told_too),
		KEPT_CASE(those_on_another_network_are_told_there),
		KEPT_CASE(those_on_two_networks_are_told_apart),
		KEPT_CASE(those_who_become_somebody_else_in_the_turn_are_told),
		KEPT_CASE(both_connections_of_who_swaps_are_told),
		KEPT_CASE(an_operator_is_told_too),
		KEPT_CASE(those_who_are_warned_are_told),
		KEPT_CASE(those_who_play_on_in_a_failed_turn_break_nothing),
		KEPT_CASE(every_byte_that_lasts_is_put_back),
		KEPT_CASE(so_it_is_before_the_start),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
