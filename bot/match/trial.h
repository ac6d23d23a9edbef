/*
 * trial.h - trials: hands that several people play, each alone against `expert`. The open deal and
 * the ladder deal of each day are trials, and so are challenges.
 *
 * A person's play of a trial is a try. It is an exercise whose moves are stored before they are
 * shown, so that it goes on after a restart or a pause. The same moves always get the same replies.
 */
#ifndef BOT_MATCH_TRIAL_H
#define BOT_MATCH_TRIAL_H

#include "bot/history/trial_walk.h"
#include "bot/match/exercise.h"

/* The person's move that cost most. */
struct trial_cost {
	unsigned move; /* number among the moves of both seats, from 1; 0: no move cost much */
	struct move played, best;
	int32_t loss; /* points in hundredths */
};

/* The data of a try's exercise. */
struct trial_data {
	struct store_trial trial;
	int64_t id;      /* id of the try */
	int64_t version; /* REPLY_VERSION when the try began */
	char moves[STORE_TRY_MOVES];
	int64_t against; /* id of another person's try, for comparison at the end; 0: none */
	unsigned judged; /* number of moves of both seats, from the first on, that are judged */
	struct trial_cost cost;
	int32_t own, other; /* points of the person and of the AI player at the end */
	bool ended, counted;
	bool busy; /* the reply comes late, because many people play */
	bool busy_told;
};

extern const struct exercise_kind daily_exercise, ladder_exercise, challenge_exercise;

/* Returns the data of a try's exercise, or NULL if the exercise is not a try. */
const struct trial_data *trial_of(const struct exercise *exercise);
/*
 * Begins a person's try of a trial in private, or goes on with it. Does not show it yet. Ends
 * any other exercise of the person. account: keyed hash of their account in a ladder, or NULL.
 * Returns MSG_OK, or the message that says why not: MSG_TRIAL_PLAYED if their try has ended.
 */
enum message trial_begin(struct lobby *lobby, const struct store_trial *trial,
	struct person *person, const uint8_t *account);
/*
 * Begins a guest's try on a page, or goes on with the one of their browser. against: id of a try to
 * compare with, or 0. key: receives the page's key. Returns like trial_begin.
 */
enum message trial_visit(struct lobby *lobby, const struct store_trial *trial,
	const struct exercise_visit *visit, int64_t against, char key[SEAT_KEY]);
/*
 * Begins an open deal on a page. visit->about: a day, or the key of a result to compare with; "":
 * today. key: receives the page's key. Returns like trial_begin.
 */
enum message trial_visit_daily(
	struct lobby *lobby, const struct exercise_visit *visit, char key[SEAT_KEY]);
/*
 * Gives the tries of `from` that are not over to `to`, who turned out to be the same person, and
 * lets their exercise go on. The tries of a person with an account stay with the account.
 */
void trial_follow(struct lobby *lobby, struct person *from, struct person *to);
/*
 * Resumes tries whose last move was made in the last hour, up to the limit of running exercises.
 * Call it when the bot has started.
 */
void trial_resume(struct lobby *lobby);
/* Lets a page compare its try with another try from now on. against: id of the other try. */
void trial_set_against(struct lobby *lobby, struct exercise *exercise, int64_t against);
/* Finds the exercise of a try. Returns NULL if it is not played now. */
struct exercise *trial_find_exercise(const struct lobby *lobby, int64_t id);

#endif
