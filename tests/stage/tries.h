/* tries.h - helpers for tests of tries: people play a deal of the day with their first legal moves,
 * in chat and on pages. */
#ifndef TESTS_STAGE_TRIES_H
#define TESTS_STAGE_TRIES_H

#include "bot/match/daily.h"
#include "bot/match/trial.h"
#include "tests/stage/seats.h"

enum { MOVES = 24, DAY_MS = 24 * 60 * 60 * 1000 };

/* Returns the person with this connection. Fails for an unknown connection. */
static inline struct person *person_of(struct stage *stage, const char *nick)
{
	struct person *person =
		people_find_by_connection(&stage->lobby.people, &stage->network, nick);
	assert_non_null(person);
	return person;
}

static inline struct exercise *exercise_of(struct stage *stage, const char *nick)
{
	struct exercise *exercise = exercise_find(&stage->lobby, person_of(stage, nick));
	assert_non_null(exercise);
	return exercise;
}

static inline struct store_trial today(struct stage *stage, enum store_trial_kind kind)
{
	struct store_trial trial;
	assert_true(daily_find_today(&stage->lobby, kind, &trial));
	return trial;
}

/* Lets a person begin today's open deal in private, or continue it. */
static inline void begin(struct stage *stage, const char *nick)
{
	stage_whisper(stage, nick, "ping");
	stage_hear(stage);
	const struct store_trial trial = today(stage, STORE_OPEN_DEAL);
	assert_int_equal(trial_begin(&stage->lobby, &trial, person_of(stage, nick), NULL), MSG_OK);
	exercise_show(&stage->lobby, exercise_find(&stage->lobby, person_of(stage, nick)));
	lobby_commit(&stage->lobby);
}

/* Lets a person play so many moves in private, each the first legal one. */
static inline void play(struct stage *stage, const char *nick, unsigned moves)
{
	while (moves-- > 0)
		stage_whisper(stage, nick, first_move(exercise_of(stage, nick)->table));
}

/* Plays so many moves on the page with this key, each the first legal one. */
static inline void play_on_page(struct seats *seats, const char *key, unsigned moves)
{
	uint8_t hash[STORE_KEY_HASH];
	seat_key_hash(key, hash);
	while (moves-- > 0) {
		struct table *table = exercise_find_key(&seats->stage.lobby, hash)->table;
		assert_tap(seats, key, table->moves, first_move(table), 200, "\"trial\":{");
		stage_wait(&seats->stage, 0);
	}
	read_lines(seats);
}

/* Copies the text of a JSON member of the last view. */
static inline void copy_member(struct seats *seats, const char *member, char out[128])
{
	const char *mark = case_text("\"%s\":\"", member);
	const char *at = strstr(seats->got.bytes, mark);
	assert_non_null(at);
	at += strlen(mark);
	struct text text = text_in(out, 128);
	text_bytes(&text, at, strcspn(at, "\""));
}

#endif
