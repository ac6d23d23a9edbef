/* Tests that after a failed batch the bot apologizes once to each person whose request was in the
 * batch. */
#include "tests/stage/kept.h"

static const char sorry[] = "< (store.failed)";

/* Begins a match between anna and luc, and turns off the log, because storage errors follow. */
static struct table *begin_match(struct stage *stage)
{
	kept_hush(stage);
	return case_two(stage, "!new");
}

/* Commits the batch while another program locks the database. Returns the bot's lines. */
static const char *fail_commit(struct stage *stage, sqlite3 *other)
{
	lobby_commit(&stage->lobby);
	sqlite3_close(other);
	return stage_hear(stage);
}

/* Fails unless the bot has sent one apology to each of these people, and no other line. */
static void assert_sorry(const char *heard, const char *const *names, unsigned people)
{
	for (unsigned i = 0; i < people; i++) {
		const char *line = case_text("%s%s", names[i], sorry);
		if (case_count(heard, line) != 1)
			fail_msg("wanted once: %s\nheard:\n%s", line, heard);
	}
	if (case_count(heard, "\n") != people)
		fail_msg("wanted %u lines, heard:\n%s", people, heard);
}

KEPT_CASE(the_bot_apologizes_for_every_request_in_a_failed_batch)
{
	const char *mover = mover_of(begin_match(stage));
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "rose", true, "!ping");
	stage_add(stage, mover, true, "!p 1");
	stage_add(stage, "yves", false, "tables");
	stage_add(stage, "rose", false, "set lang fr");
	stage_add(stage, mover, false, "hand");
	stage_add(stage, "jean", false, "nonsense");
	stage_add(stage, "eve", true, "hello all");
	stage_add(stage, "zoe", true, "!nonsense");
	assert_sorry(
		fail_commit(stage, other), (const char *[]){ mover, "rose", "yves", "jean" }, 4);
	stage_say(stage, "eve", "!ping");
	assert_heard(stage, "#table: (pong)\n");
}

KEPT_CASE(a_hand_lost_in_a_failed_batch_is_shown_again)
{
	const char *mover = mover_of(begin_match(stage));
	sqlite3 *other;
	stage_refuse(stage, mover);
	stage_wait(stage, 5000);
	stage_hear(stage);
	other = kept_lock(stage);
	stage_add(stage, mover, true, "!p 1");
	fail_commit(stage, other);
	assert_answer(stage, mover, "I am here", case_text("%s< [1] (hand.turn ", mover));
	/* The hand has arrived, so a later failure does not make the bot send it again. */
	other = kept_lock(stage);
	stage_add(stage, mover, true, "!set cards ascii");
	fail_commit(stage, other);
	stage_say(stage, mover, "I am here");
	assert_silence(stage);
}

/* The score command only reads, so it writes no row even for a new person. */
KEPT_CASE(the_score_command_is_answered_while_the_database_is_locked)
{
	const char *mover = mover_of(begin_match(stage));
	sqlite3 *other = kept_lock(stage);
	assert_answer(stage, mover, "!score", "#table: [1] (score ");
	sqlite3_close(other);
}

/* The failed batch gave anna an id in the database. Its rollback freed the id, and luc gets it;
 * anna must not get luc's data. */
KEPT_CASE(a_person_first_met_in_a_failed_batch_stays_unknown)
{
	kept_hush(stage);
	stage_add(stage, "anna", true, "!new");
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	stage_say(stage, "luc", "!new");
	assert_answer(stage, "anna", "!stats", "anna< (nobody.you)");
}

KEPT_CASE(a_choice_of_language_in_a_failed_batch_has_no_effect)
{
	kept_hush(stage);
	stage_whisper(stage, "anna", "ping");
	stage_add(stage, "anna", false, "set lang fr");
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	assert_reply_is(stage, "anna", "tables", "anna< (no.tables)\n");
}

KEPT_CASE(an_apology_uses_the_language_and_message_type_of_its_reader)
{
	const char *mover = mover_of(begin_match(stage));
	case_dialog(stage, "rose> set lang fr", "rose> set via notice");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_add(stage, "rose", true, "!ping");
	stage_add(stage, mover, true, "!p 1");
	const char *heard = fail_commit(stage, other);
	assert_int_equal(case_count(heard, "rose<< Je n’ai pas pu l’enregistrer"), 1);
	assert_int_equal(case_count(heard, sorry), 1);
}

/* An analysis ends in a later batch than its command, and that batch may fail too. */
KEPT_CASE(the_bot_apologizes_if_the_batch_with_an_analysis_fails)
{
	kept_hush(stage);
	case_dialog(stage, "anna: !new target=20", "luc: !join", "anna: !start");
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

static void set_account(struct stage *stage, const char *key, const char *nick, const char *account)
{
	struct sender sender = { key, nick, key, account, "x!x@x", "x@x", false, false };
	stage->network.events->identity_changed(&stage->network, &sender);
}

KEPT_CASE(an_apology_follows_the_connection_to_a_new_identity)
{
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
	assert_reply(stage, "R", "claim bastille", "R< (claim.done name=rose)");
}

KEPT_CASE(both_connections_get_an_apology_if_a_swap_fails)
{
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

KEPT_CASE(an_admin_gets_an_apology_too)
{
	static char boss[] = "account:boss";
	static char *admins[] = { boss };
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

KEPT_CASE(a_person_warned_of_flooding_gets_one_apology)
{
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

/* Returns true if the first card of the player to move ends the hand. */
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

/* The move ends the hand, and the failed batch does not deal the next hand. */
KEPT_CASE(commands_after_a_move_in_a_failed_batch_break_nothing)
{
	static const char *const more[] = { "!p 9", "!p x", "!p 1", "!hand", "!hint", "!table",
		"!score", "!leave" };
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
	assert_answer(stage, mover, "!p 1", "(event.hand number=2 ");
}

/* Lines that the player to move and the other player say in one batch. */
struct
try {
	const char *mover;
	const char *waiter;
};

/* Lets both players speak in a batch that fails. Fails unless the persistent bytes of the table and
 * the number of its owner's seats are as before. */
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

KEPT_CASE(a_failed_batch_restores_a_running_table_byte_by_byte)
{
	static const struct try tries[] = { { "!p 1", "!hand" }, { "!p 1", "!p 1" },
		{ "!leave", "!leave" }, { "!stop", "!stop" }, { "!hint", "!sub rose" } };
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

KEPT_CASE(a_failed_batch_restores_a_table_that_has_not_started)
{
	static const struct try tries[] = { { "!start", "!p 1" }, { "!leave", "!start" },
		{ "!bot hard", "!set target=20" }, { "!stop", "!stop" } };
	kept_hush(stage);
	case_dialog(stage, "anna: !new", "luc: !join");
	for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
		assert_undone(stage, stage_table(stage, 1), &tries[i]);
}
