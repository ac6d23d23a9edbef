/* Tests the daily deals: the bot makes them ahead, publishes them, counts their results and deletes
 * them. */
#include "bot/match/daily.h"
#include "bot/history/trial_walk.h"
#include "bot/match/trial.h"
#include "engine/shuffle.h"
#include "tests/stage/kept.h"

enum { MOVES = 24, MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS, DAY_MS = 24 * HOUR_MS };

/* Makes the deals of today and tomorrow. hands: the number of hands that `expert` plays of each
 * deal. The stage starts at 8:00 UTC. */
static void open_days(struct stage *stage, unsigned hands)
{
	stage->lobby.settings.daily_hands = hands;
	for (unsigned i = 0; i < 4 * hands + 1; i++)
		stage_wait(stage, 1000);
}

/* Returns the deal of this kind and day. */
static struct store_trial deal_of(struct stage *stage, enum store_trial_kind kind, const char *day)
{
	struct store_trial trial;
	assert_int_equal(store_find_trial_of_day(stage->store, kind, day, &trial), STORE_OK);
	return trial;
}

static struct person *person_of(struct stage *stage, const char *nick)
{
	return people_find_by_connection(&stage->lobby.people, &stage->network, nick);
}

/* Lets nick begin today's deal of this kind. */
static void begin(struct stage *stage, const char *nick, enum store_trial_kind kind)
{
	struct store_trial trial;
	stage_whisper(stage, nick, "ping");
	assert_true(daily_find_today(&stage->lobby, kind, &trial));
	assert_int_equal(trial_begin(&stage->lobby, &trial, person_of(stage, nick), NULL), MSG_OK);
	lobby_commit(&stage->lobby);
}

/* Lets nick play so many moves, each the first legal one. */
static void play(struct stage *stage, const char *nick, unsigned moves)
{
	for (; moves > 0; moves--) {
		struct table *table = exercise_find(&stage->lobby, person_of(stage, nick))->table;
		struct moves legal;
		char move[MOVE_TEXT];
		struct text text = text_in(move, sizeof move);
		table->game->legal(table_state(table), &legal);
		move_write(&text, legal.move[0]);
		stage_whisper(stage, nick, move);
	}
}

CASE(days_begin_at_a_time_of_a_zone)
{
	struct settings settings = { .daily_start = 18 * 3600, .daily_zone = "America/Toronto" };
	/* In Toronto, 2026-03-08 has 23 hours, and 2026-11-01 has 25 hours. */
	struct daily_day day = daily_day_at(&settings, 1772924399);
	assert_string_equal(day.date, "2026-03-06");
	assert_int_equal(day.ends, 1772924400);
	day = daily_day_at(&settings, day.ends);
	assert_string_equal(day.date, "2026-03-07");
	assert_int_equal(day.ends - day.starts, 23 * 3600);
	day = daily_day_at(&settings, 1793491200);
	assert_string_equal(day.date, "2026-10-31");
	assert_int_equal(day.ends - day.starts, 25 * 3600);
	settings = (struct settings){ .daily_start = 0 };
	day = daily_day_at(&settings, 1772924399);
	assert_string_equal(day.date, "2026-03-07");
	assert_int_equal(day.starts, 1772841600);
	assert_int_equal(day.ends, 1772928000);
}

STAGE_CASE(the_deals_of_days_rest_for_a_minute_unless_a_try_ends)
{
	const int64_t *due = &stage->lobby.calendar.due[JOB_DAILY];
	open_days(stage, 1);
	stage_wait(stage, 1000);
	assert_in_range(*due, stage->now + 1, stage->now + MINUTE_MS);
	begin(stage, "anna", STORE_OPEN_DEAL);
	play(stage, "anna", MOVES - 1);
	assert_in_range(*due, stage->now + 1, stage->now + MINUTE_MS);
	play(stage, "anna", 1);
	assert_int_equal(*due, 0);
}

KEPT_CASE(the_deals_of_tomorrow_are_made_and_played_today)
{
	open_days(stage, 2);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM trials"), 4);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM trials WHERE pars = 2"), 4);
	assert_int_equal(
		kept_asked(stage, "SELECT count(*) FROM trials WHERE seed <> zeroblob(32)"), 0);
	assert_int_equal(kept_asked(stage, "SELECT count(DISTINCT commitment) FROM trials"), 4);
	const struct store_trial trial = deal_of(stage, STORE_OPEN_DEAL, "2027-01-16");
	assert_int_equal(trial.starts, 1800057600);
	assert_int_equal(trial.ends, trial.starts + 24 * 3600);
	uint8_t commitment[SHUFFLE_COMMIT];
	shuffle_commit_trial("daily 2027-01-16 open", trial.seed, commitment);
	assert_memory_equal(commitment, trial.commitment, sizeof commitment);
	/* Anna plays the deal whose par `expert` has computed from the same seed. */
	int64_t par = trial.par;
	assert_in_range(par + 1000, 1000, 2000);
	begin(stage, "anna", STORE_OPEN_DEAL);
	play(stage, "anna", MOVES);
	assert_said(stage, "(trial.mean mean=");
}

KEPT_CASE(an_open_deal_is_published_when_its_day_is_over)
{
	open_days(stage, 1);
	begin(stage, "anna", STORE_OPEN_DEAL);
	play(stage, "anna", MOVES);
	begin(stage, "luc", STORE_OPEN_DEAL);
	play(stage, "luc", 3);
	stage_wait(stage, 15 * HOUR_MS);
	assert_int_equal(deal_of(stage, STORE_OPEN_DEAL, "2027-01-15").revealed, 0);
	stage_wait(stage, HOUR_MS);
	stage_wait(stage, 1000);
	const struct store_trial trial = deal_of(stage, STORE_OPEN_DEAL, "2027-01-15");
	assert_int_not_equal(trial.revealed, 0);
	assert_int_equal(
		kept_asked(stage,
			"SELECT count(*) FROM tries WHERE ended IS NOT NULL AND moves <> '' AND "
			"box IS NULL"),
		1);
	/* A hand that ends after its day gets no place. It is published at once. */
	stage_hear(stage);
	play(stage, "luc", MOVES - 3);
	assert_said(stage, "(trial.late)");
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM tries WHERE box IS NULL"), 2);
	assert_int_equal(kept_asked(stage, "SELECT sum(counted) FROM tries"), 1);
}

KEPT_CASE(a_ladder_deal_is_published_after_its_last_hand)
{
	open_days(stage, 1);
	begin(stage, "anna", STORE_LADDER_DEAL);
	play(stage, "anna", MOVES);
	assert_not_in(stage_hear(stage), "(trial.cost");
	stage_wait(stage, 15 * HOUR_MS + 59 * MINUTE_MS - 10 * 1000);
	begin(stage, "luc", STORE_LADDER_DEAL);
	play(stage, "luc", 3);
	stage_wait(stage, 50 * MINUTE_MS);
	stage_wait(stage, 1000);
	assert_int_equal(deal_of(stage, STORE_LADDER_DEAL, "2027-01-15").revealed, 0);
	assert_int_not_equal(deal_of(stage, STORE_OPEN_DEAL, "2027-01-15").revealed, 0);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM tries WHERE moves <> ''"), 0);
	stage_hear(stage);
	play(stage, "luc", MOVES - 3);
	assert_said(stage, "(trial.place place=");
	stage_wait(stage, 1000);
	stage_wait(stage, 1000);
	assert_int_not_equal(deal_of(stage, STORE_LADDER_DEAL, "2027-01-15").revealed, 0);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM tries WHERE moves <> ''"), 2);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM trial_sums"), 2);
}

KEPT_CASE(a_ladder_deal_waits_a_day_at_most)
{
	open_days(stage, 1);
	stage_wait(stage, 15 * HOUR_MS + 50 * MINUTE_MS);
	begin(stage, "luc", STORE_LADDER_DEAL);
	for (unsigned i = 0; i < MOVES - 1; i++) {
		assert_int_equal(deal_of(stage, STORE_LADDER_DEAL, "2027-01-15").revealed, 0);
		play(stage, "luc", 1);
		stage_wait(stage, 59 * MINUTE_MS);
	}
	stage_wait(stage, 2 * HOUR_MS);
	stage_wait(stage, 1000);
	assert_int_not_equal(deal_of(stage, STORE_LADDER_DEAL, "2027-01-15").revealed, 0);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM trial_sums"), 0);
}

KEPT_CASE(no_deals_are_made_for_days_when_the_bot_was_down)
{
	open_days(stage, 1);
	stage_wait(stage, (int64_t)40 * DAY_MS);
	struct store_trial trial;
	assert_true(daily_find_today(&stage->lobby, STORE_OPEN_DEAL, &trial));
	assert_string_equal(trial.day, "2027-02-24");
	assert_int_equal(kept_asked(stage, "SELECT count(DISTINCT day) FROM trials"), 4);
	for (unsigned i = 0; i < 6; i++)
		stage_wait(stage, 1000);
	assert_int_equal(
		kept_asked(stage, "SELECT count(*) FROM trials WHERE revealed IS NOT NULL"), 4);
}

KEPT_CASE(results_without_a_person_are_deleted_after_sixty_days)
{
	struct store_trial trial;
	int64_t id;
	open_days(stage, 1);
	assert_true(daily_find_today(&stage->lobby, STORE_OPEN_DEAL, &trial));
	const struct store_new_try row = {
		.trial = trial.id, .lang = "", .version = 1, .begun = 1
	};
	assert_true(lobby_check_write(
		&stage->lobby, store_add_try(stage->store, &row, lobby_date(&stage->lobby), &id)));
	begin(stage, "anna", STORE_OPEN_DEAL);
	stage_wait(stage, (int64_t)60 * DAY_MS - HOUR_MS);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM tries"), 2);
	stage_wait(stage, 2 * HOUR_MS);
	for (unsigned i = 0; i < 9; i++)
		stage_wait(stage, 1000);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM tries"), 1);
}
