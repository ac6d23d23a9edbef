/* Tests trials: the deals of a day and challenges, which many people play, each alone. */
#include "bot/match/daily.h"
#include "bot/match/result.h"
#include "bot/match/thoughts.h"
#include "tests/stage/kept.h"
#include "tests/stage/seats.h"

/* ---- in chat ---- */

/* Begins the open deal of a person in private. */
static void begin(struct stage *stage, const char *nick)
{
	struct store_trial trial;
	stage_whisper(stage, nick, "ping");
	struct person *person =
		people_find_by_connection(&stage->lobby.people, &stage->network, nick);
	assert_non_null(person);
	assert_true(daily_find_today(&stage->lobby, STORE_OPEN_DEAL, &trial));
	assert_int_equal(trial_begin(&stage->lobby, &trial, person, NULL), MSG_OK);
	stage_wait(stage, 0);
}

static struct exercise *exercise_of(struct stage *stage, const char *nick)
{
	return exercise_find(&stage->lobby,
		people_find_by_connection(&stage->lobby.people, &stage->network, nick));
}

/* The person plays their first legal move. */
static void play_first(struct stage *stage, const char *nick)
{
	stage_whisper(stage, nick, first_move(exercise_of(stage, nick)->table));
}

STAGE_CASE(a_person_plays_the_open_deal_in_private)
{
	begin(stage, "anna");
	assert_in(stage_hear(stage), "anna< (hand.turn where=) ");
	for (unsigned i = 0; i < 24; i++)
		play_first(stage, "anna");
	assert_in(stage_hear(stage), "(trial.told words=(trial.points own=");
	assert_int_equal(stage->lobby.exercises.count, 0);
}
