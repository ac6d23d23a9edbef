/*
 * challenge.h - challenges: two people play the same two hands against `expert`, each when it suits
 * them, within three days. The second person is named, or is the first one who opens a link.
 */
#ifndef BOT_MATCH_CHALLENGE_H
#define BOT_MATCH_CHALLENGE_H

#include "bot/match/trial.h"

/*
 * CHALLENGES_MOST: maximum number of a person's open challenges. CHALLENGE_DAYS: days until a
 * challenge ends.
 */
enum { CHALLENGES_MOST = 10, CHALLENGE_DAYS = 3 };

/*
 * Makes a challenge of a person to another person. other NULL: to the first person who opens the
 * link of result_write_link. trial: receives the challenge. Returns MSG_OK, or the message that
 * says why not: one of the two has too many challenges.
 */
enum message challenge_make(struct lobby *lobby, const struct game *game, struct person *person,
	struct person *other, struct store_trial *trial);
/*
 * Takes the challenge of a link in chat. trial: receives the challenge. Returns MSG_OK, or the
 * message that says why not: the link is unknown or taken, or it is the person's own.
 */
enum message challenge_take(
	struct lobby *lobby, const char *key, struct person *person, struct store_trial *trial);
/*
 * Begins a person's hands of a challenge, or goes on with them. Does not show them yet. number:
 * number of the trial; 0: their first challenge not played yet. Returns like trial_begin.
 */
enum message challenge_begin(struct lobby *lobby, struct person *person, int64_t number);
/*
 * Begins a challenge on a page: the one of the link in visit->about, or a new one, whose link the
 * view of the page shows. key: receives the page's key. Returns like trial_visit.
 */
enum message challenge_visit(
	struct lobby *lobby, const struct exercise_visit *visit, char key[SEAT_KEY]);
/* Declines a challenge that the person of this try has not begun, and tells the challenger. */
void challenge_decline(struct lobby *lobby, const struct store_try *row);
/* True if the person of a try has declined the challenge. */
bool challenge_is_declined(const struct store_try *row);
/*
 * Ends challenges that both people have played, or whose time is up, and tells their people.
 * Returns true if there may be more.
 */
bool challenge_end_due(struct lobby *lobby);

#endif
