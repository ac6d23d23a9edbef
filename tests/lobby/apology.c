/* Tests that a failed batch brings one apology to each person with a request in it. */
#include "tests/stage/kept.h"

static const char sorry[] = "< (store.failed)";

/* Begins a match between anna and luc, with a log that drops storage errors. */
static struct table *begin_match(struct stage *stage)
{
	kept_hush(stage);
	return case_two(stage, "!new");
}

/* Commits the batch while another program locks the database. Returns all lines said. */
static const char *fail_commit(struct stage *stage, sqlite3 *other)
{
	lobby_commit(&stage->lobby);
	sqlite3_close(other);
	return stage_hear(stage);
}

/* Fails unless each of these people gets one apology, and no other line was said. */
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

static void a_failed_batch_apologizes_for_every_question_in_it(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin_match(stage));
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "rose", true, "!ping");
	stage_add(stage, mover, true, "!p 1");
	stage_add(stage, "yves", false, "tables");
	stage_add(stage, "jean", false, "nonsense");
	stage_add(stage, "eve", true, "hello all");
	stage_add(stage, "zoe", true, "!nonsense");
	assert_sorry(
		fail_commit(stage, other), (const char *[]){ mover, "rose", "yves", "jean" }, 4);
	stage_say(stage, "eve", "!ping");
	assert_heard(stage, "#table: (pong)\n");
}

static void a_hand_lost_in_a_failed_batch_is_shown_again(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin_match(stage));
	char hand[64];
	sqlite3 *other;
	stage_refuse(stage, mover);
	stage_wait(stage, 5000);
	stage_hear(stage);
	other = kept_lock(stage);
	stage_add(stage, mover, true, "!p 1");
	fail_commit(stage, other);
	snprintf(hand, sizeof hand, "%s< [1] (hand.turn ", mover);
	stage_say(stage, mover, "I am here");
	assert_said(stage, hand);
	/* The earlier line arrived, so a later failure does not bring it again. */
	other = kept_lock(stage);
	stage_add(stage, mover, true, "!set cards ascii");
	fail_commit(stage, other);
	stage_say(stage, mover, "I am here");
	assert_silence(stage);
}

static void a_person_with_several_questions_gets_one_apology(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin_match(stage));
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "rose", false, "set lang fr");
	stage_add(stage, mover, true, "!p 1");
	stage_add(stage, "rose", false, "tables");
	stage_add(stage, mover, false, "hand");
	stage_add(stage, "rose", true, "!ping");
	assert_sorry(fail_commit(stage, other), (const char *[]){ mover, "rose" }, 2);
}

/* A command that reads only, like score, writes no row for its person. */
static void score_is_answered_while_the_database_is_locked(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin_match(stage));
	sqlite3 *other = kept_lock(stage);
	assert_answer(stage, mover, "!score", "#table: [1] (score ");
	sqlite3_close(other);
}

/* The failed batch gave anna the id that luc has now. */
static void a_person_first_met_in_a_failed_batch_stays_unknown(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	stage_add(stage, "anna", true, "!new");
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	stage_say(stage, "luc", "!new");
	assert_answer(stage, "anna", "!stats", "anna< (nobody.you)");
}

static void a_language_chosen_in_a_failed_batch_is_not_used(void **state)
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

static void an_apology_uses_the_language_and_message_type_of_its_reader(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin_match(stage));
	stage_whisper(stage, "rose", "set lang fr");
	stage_whisper(stage, "rose", "set via notice");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "rose", true, "!ping");
	stage_add(stage, mover, true, "!p 1");
	const char *heard = fail_commit(stage, other);
	assert_int_equal(case_count(heard, "rose<< Je n’ai pas pu l’enregistrer"), 1);
	assert_int_equal(case_count(heard, sorry), 1);
}

/* An analysis ends in a later batch, and that batch may fail too. */
static void the_bot_apologizes_if_the_batch_of_an_analysis_fails(void **state)
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
	assert_true(lobby_add_network(&stage->lobby, &other->stage.network));
	return other;
}

static void say_on_other_network(struct other *other, const char *nick)
{
	struct network *network = &other->stage.network;
	struct sender sender = {
		.key = nick, .nick = nick, .first = nick, .mask = "x!@", .origin = "@"
	};
	network->events->message(network->above, network, &sender, NULL, "tables");
}

static void people_on_another_network_get_their_apology_there(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin_match(stage));
	struct other *elsewhere = add_network(stage);
	sqlite3 *other = kept_lock(stage);
	say_on_other_network(elsewhere, mover);
	say_on_other_network(elsewhere, "rose");
	stage_add(stage, mover, true, "!p 1");
	assert_sorry(fail_commit(stage, other), (const char *[]){ mover }, 1);
	assert_sorry(elsewhere->stage.said.bytes, (const char *[]){ mover, "rose" }, 2);
	string_free(&elsewhere->stage.said);
	string_free(&elsewhere->stage.staged);
	/* The lobby goes on with one network less. */
	stage->lobby.networks.count = 1;
	access_close(elsewhere->stage.network.access);
	free(elsewhere);
}

static void one_name_on_two_networks_is_two_people(void **state)
{
	static const char *const names[] = { "anna", "luc", "rose" };
	struct stage *stage = *state;
	struct people *people = &stage->lobby.people;
	struct network other = stage->network;
	struct person *met[3][2];
	other.id = stage->network.id + 1;
	for (size_t i = 0; i < 3; i++) {
		met[i][0] =
			people_load(people, i % 2 ? &other : &stage->network, names[i], names[i]);
		met[i][1] =
			people_load(people, i % 2 ? &stage->network : &other, names[i], names[i]);
	}
	for (size_t i = 0; i < 3; i++) {
		assert_ptr_not_equal(met[i][0], met[i][1]);
		assert_ptr_equal(
			people_find(people, i % 2 ? &other : &stage->network, names[i]), met[i][0]);
		assert_ptr_equal(
			people_find(people, i % 2 ? &stage->network : &other, names[i]), met[i][1]);
	}
}

static void set_account(struct stage *stage, const char *key, const char *nick, const char *account)
{
	struct sender sender = { key, nick, key, account, "x!x@x", "x@x", false, false };
	stage->network.events->identity_changed(stage->network.above, &stage->network, &sender);
}

static void an_apology_follows_the_connection_to_a_new_identity(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin_match(stage));
	stage_whisper(stage, "rose", "claim bastille");
	stage_went(stage, "rose", DEPARTED_NETWORK);
	stage_meet(stage, "R", "rose", NULL, "r@office");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "R", false, "tables");
	stage_add(stage, "R", false, "claim bastille");
	stage_add(stage, "yves", false, "tables");
	set_account(stage, "yves", "yves", "Yves");
	stage_add(stage, "jean", false, "tables");
	set_account(stage, "jean", "jeannot", NULL);
	stage_add(stage, mover, true, "!p 1");
	assert_sorry(fail_commit(stage, other), (const char *[]){ mover, "R", "yves", "jean" }, 4);
	stage_whisper(stage, "R", "claim bastille");
	assert_said(stage, "R< (claim.done name=rose)");
}

static void both_connections_get_an_apology_if_a_swap_fails(void **state)
{
	struct stage *stage = *state;
	begin_match(stage);
	stage_meet(stage, "A", "bea", "bea", "b@b.home");
	stage_meet(stage, "B", "bee", "bea", "b@office");
	stage_say(stage, "A", "!new");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "A", true, "!score");
	stage_add(stage, "B", true, "!swap");
	assert_sorry(fail_commit(stage, other), (const char *[]){ "A", "B" }, 2);
}

static void an_admin_gets_an_apology_too(void **state)
{
	static char boss[] = "account:boss";
	static char *admins[] = { boss };
	struct stage *stage = *state;
	const char *mover = mover_of(begin_match(stage));
	stage->network.access->rules.admins = (struct masks){ admins, 1 };
	stage_meet(stage, "B", "boss", "boss", "b@b.home");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, mover, true, "!p 1");
	stage_add(stage, "B", false, "admin tables");
	stage_add(stage, "B", false, "admin networks");
	assert_sorry(fail_commit(stage, other), (const char *[]){ mover, "B" }, 2);
}

static void a_person_warned_of_flooding_gets_one_apology(void **state)
{
	struct stage *stage = *state;
	const char *mover = mover_of(begin_match(stage));
	stage->network.access->rules.limit = (struct ratelimit_rate){ 1, 0.1, 60 };
	stage_say(stage, "rose", "!ping");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "rose", true, "!ping");
	stage_add(stage, "rose", true, "!ping");
	stage_add(stage, mover, true, "!p 1");
	assert_sorry(fail_commit(stage, other), (const char *[]){ mover, "rose" }, 2);
}

/* Returns true if the next card of the player to move ends the hand. */
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

/* The move ends the hand, but the failed batch does not deal the next one. */
static void commands_after_a_failed_move_break_nothing(void **state)
{
	static const char *const more[] = { "!p 9", "!p x", "!p 1", "!hand", "!hint", "!table",
		"!score", "!leave" };
	struct stage *stage = *state;
	struct table *table = begin_match(stage);
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
	assert_sorry(fail_commit(stage, other), (const char *[]){ "anna", "luc" }, 2);
	assert_string_equal(mover_of(table), mover);
	stage_say(stage, mover, "!p 1");
	assert_said(stage, "(event.hand number=2 ");
}

/* The lines of the player to move and of the other player in one batch. */
struct
try {
	const char *mover;
	const char *waiter;
};

/* Fails the batch and checks that the table's lasting bytes and its owner's seats are unchanged. */
static void assert_undone(struct stage *stage, struct table *table, const struct try *try)
{
	size_t size = table_persistent_size(table);
	void *before = malloc(size);
	const char *mover = mover_of(table);
	const char *waiter = waiter_of(table);
	const struct person *owner = table->seat[0].owner;
	unsigned seats = owner->seats;
	unsigned held = owner->references;
	assert_non_null(before);
	memcpy(before, table_persistent(table), size);
	stage_add(stage, mover, true, try->mover);
	stage_add(stage, waiter, true, try->waiter);
	assert_non_null(table->persistent_saved);
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	assert_memory_equal(table_persistent(table), before, size);
	assert_null(table->persistent_saved);
	assert_int_equal(owner->seats, seats);
	assert_int_equal(owner->references, held);
	free(before);
}

static void a_failed_batch_restores_every_lasting_byte_of_a_table(void **state)
{
	static const struct try tries[] = { { "!p 1", "!hand" }, { "!p 1", "!p 1" },
		{ "!leave", "!leave" }, { "!stop", "!stop" }, { "!hint", "!sub rose" } };
	struct stage *stage = *state;
	struct table *table = begin_match(stage);
	for (unsigned moves = 0; moves < 12; moves++) {
		for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
			assert_undone(stage, table, &tries[i]);
		stage_play(stage, 1, 1);
	}
	while (!ends_hand(table))
		stage_play(stage, 1, 1);
	assert_undone(stage, table, &tries[0]);
}

static void a_failed_batch_restores_a_table_before_the_start(void **state)
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
		KEPT_CASE(a_failed_batch_apologizes_for_every_question_in_it),
		KEPT_CASE(a_hand_lost_in_a_failed_batch_is_shown_again),
		KEPT_CASE(a_person_with_several_questions_gets_one_apology),
		KEPT_CASE(score_is_answered_while_the_database_is_locked),
		KEPT_CASE(a_person_first_met_in_a_failed_batch_stays_unknown),
		KEPT_CASE(a_language_chosen_in_a_failed_batch_is_not_used),
		KEPT_CASE(an_apology_uses_the_language_and_message_type_of_its_reader),
		KEPT_CASE(the_bot_apologizes_if_the_batch_of_an_analysis_fails),
		KEPT_CASE(people_on_another_network_get_their_apology_there),
		KEPT_CASE(one_name_on_two_networks_is_two_people),
		KEPT_CASE(an_apology_follows_the_connection_to_a_new_identity),
		KEPT_CASE(both_connections_get_an_apology_if_a_swap_fails),
		KEPT_CASE(an_admin_gets_an_apology_too),
		KEPT_CASE(a_person_warned_of_flooding_gets_one_apology),
		KEPT_CASE(commands_after_a_failed_move_break_nothing),
		KEPT_CASE(a_failed_batch_restores_every_lasting_byte_of_a_table),
		KEPT_CASE(a_failed_batch_restores_a_table_before_the_start),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
