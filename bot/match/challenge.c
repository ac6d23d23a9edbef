#include "bot/match/challenge.h"

#include <sodium.h>
#include <string.h>

#include "bot/match/daily.h"
#include "bot/match/result.h"

/*
 * HANDS: hands of a challenge. TOLD: seconds for which a result waits for an absent person.
 * AT_ONCE: maximum number of challenges that one call ends, and of people that it looks for,
 * because strangers can leave thousands of challenges.
 */
enum { HANDS = 2, DAY = 24 * 60 * 60, TOLD = 14 * DAY, AT_ONCE = 20 };

/* ---- the beginning ---- */

static unsigned count_open(const struct lobby *lobby, const struct person *person)
{
	struct store_try row = { .id = 0 };
	unsigned count = 0;
	while (person->id != 0 && count < CHALLENGES_MOST &&
		store_next_challenge(lobby->batch.store, person->id, &row) == STORE_OK)
		count++;
	return count;
}

/*
 * Adds the trial of a challenge. link: the trial gets a link. Returns false if the database fails.
 */
static bool add_trial(
	struct lobby *lobby, const struct game *game, bool link, struct store_trial *trial)
{
	int64_t now = lobby_date(lobby);
	struct daily_day day = daily_day_at(&lobby->settings, now);
	char key[SEAT_KEY];
	uint8_t hash[STORE_KEY_HASH];
	*trial = (struct store_trial){ .kind = STORE_CHALLENGE,
		.hands = HANDS,
		.starts = now,
		.ends = now + CHALLENGE_DAYS * DAY };
	text_copy(trial->day, sizeof trial->day, day.date);
	if (!daily_add(lobby, game, trial))
		return false;
	result_write_link(lobby, trial->id, key);
	seat_key_hash(key, hash);
	return !link ||
		lobby_check_write(lobby, store_set_trial_link(lobby->batch.store, trial->id, hash));
}

/* Adds a person's try, which they begin later. Returns false if the database fails. */
static bool add_person(struct lobby *lobby, const struct store_trial *trial, struct person *person)
{
	int64_t id;
	if (person->id == 0 && !people_store(&lobby->people, person))
		return false;
	const struct store_new_try row = { .trial = trial->id, .person = person->id, .lang = "" };
	return lobby_check_write(
		lobby, store_add_try(lobby->batch.store, &row, lobby_date(lobby), &id));
}

enum message challenge_make(struct lobby *lobby, const struct game *game, struct person *person,
	struct person *other, struct store_trial *trial)
{
	if (count_open(lobby, person) == CHALLENGES_MOST)
		return MSG_CHALLENGE_MANY;
	if (other != NULL && count_open(lobby, other) == CHALLENGES_MOST)
		return MSG_CHALLENGE_THEIRS;
	bool added = add_trial(lobby, game, other == NULL, trial) &&
		add_person(lobby, trial, person) &&
		(other == NULL || add_person(lobby, trial, other));
	return added ? MSG_OK : MSG_STORE_FAILED;
}

/* Finds the challenge of an unused link. key: the link's key. */
static bool find_link(struct lobby *lobby, const char *key, struct store_trial *trial)
{
	uint8_t hash[STORE_KEY_HASH];
	if (!seat_key_is_valid(key))
		return false;
	seat_key_hash(key, hash);
	return store_find_trial_by_link(lobby->batch.store, hash, trial) == STORE_OK &&
		trial->ends > lobby_date(lobby);
}

enum message challenge_take(
	struct lobby *lobby, const char *key, struct person *person, struct store_trial *trial)
{
	struct store *store = lobby->batch.store;
	struct store_try row;
	if (!find_link(lobby, key, trial))
		return MSG_CHALLENGE_UNKNOWN;
	if (person->id != 0 && store_find_try(store, trial->id, person->id, &row) == STORE_OK)
		return MSG_CHALLENGE_OWN;
	if (count_open(lobby, person) == CHALLENGES_MOST)
		return MSG_CHALLENGE_MANY;
	return add_person(lobby, trial, person) &&
			lobby_check_write(lobby, store_delete_trial_link(store, trial->id))
		? MSG_OK
		: MSG_STORE_FAILED;
}

enum message challenge_begin(struct lobby *lobby, struct person *person, int64_t number)
{
	struct store *store = lobby->batch.store;
	struct store_try row = { .id = 0 };
	struct store_trial trial;
	while (person->id != 0 && store_next_challenge(store, person->id, &row) == STORE_OK)
		if (number == 0 ? row.ended == 0 : row.trial == number) {
			if (store_get_trial(store, row.trial, &trial) != STORE_OK)
				return MSG_STORE_FAILED;
			return trial_begin(lobby, &trial, person, NULL);
		}
	return MSG_CHALLENGE_NONE;
}

/* Begins a new challenge on a page. Stores nothing for a stranger without permission to play. */
static enum message visit_new(
	struct lobby *lobby, const struct exercise_visit *visit, char key[SEAT_KEY])
{
	struct store_trial trial;
	if (!lobby->settings.play_now)
		return MSG_GUEST_NO_LINK;
	enum message why = exercise_make_room(lobby, &challenge_exercise, visit->client->address);
	if (why != MSG_OK)
		return why;
	return add_trial(lobby, game_named("mitaines"), true, &trial)
		? trial_visit(lobby, &trial, visit, 0, key)
		: MSG_STORE_FAILED;
}

/* True if both people of a challenge have a try. */
static bool has_both(struct lobby *lobby, const struct store_trial *trial)
{
	struct store_try row = { .id = 0 };
	unsigned tries = 0;
	while (store_next_try(lobby->batch.store, trial->id, &row) == STORE_OK)
		tries++;
	return tries > 1;
}

/*
 * Takes the challenge of a link on a page. If this browser already plays the challenge, continues
 * that try, and leaves the link to another person.
 */
static enum message visit_link(
	struct lobby *lobby, const struct exercise_visit *visit, char key[SEAT_KEY])
{
	struct store_trial trial;
	if (!find_link(lobby, visit->about, &trial))
		return MSG_CHALLENGE_UNKNOWN;
	enum message why = trial_visit(lobby, &trial, visit, 0, key);
	if (why != MSG_OK || !has_both(lobby, &trial))
		return why;
	return lobby_check_write(lobby, store_delete_trial_link(lobby->batch.store, trial.id))
		? MSG_OK
		: MSG_STORE_FAILED;
}

enum message challenge_visit(
	struct lobby *lobby, const struct exercise_visit *visit, char key[SEAT_KEY])
{
	return visit->about[0] == '\0' ? visit_new(lobby, visit, key)
				       : visit_link(lobby, visit, key);
}

/* ---- the end ---- */

/* Shows the results of both people on the pages where they played the challenge. */
static void show_on_pages(struct lobby *lobby, const struct store_trial *trial)
{
	struct store_try row = { .id = 0 }, other;
	while (store_next_try(lobby->batch.store, trial->id, &row) == STORE_OK) {
		struct exercise *exercise = trial_find_exercise(lobby, row.id);
		if (exercise == NULL)
			continue;
		store_find_other_try(lobby->batch.store, &row, &other);
		trial_set_against(lobby, exercise, other.id);
		/* Show the result again: so far it said that the other person has not finished. */
		if (row.ended != 0 && !exercise->table->running)
			result_show(lobby, exercise);
	}
}

bool challenge_is_declined(const struct store_try *row)
{
	return row->ended != 0 && row->begun == 0;
}

void challenge_decline(struct lobby *lobby, const struct store_try *row)
{
	struct store *store = lobby->batch.store;
	struct store_try own = *row;
	uint8_t result[STORE_KEY_HASH];
	env_entropy(&lobby->env, result); /* random bytes, so that no key has this hash */
	if (lobby_check_write(
		    lobby, store_end_try(store, &own, false, 0, result, lobby_date(lobby))))
		lobby_check_write(lobby, store_owe_result(store, row->trial));
	calendar_request(&lobby->calendar, JOB_DAILY);
}

/* True if one of the two people has declined the challenge. The other one was told at once. */
static bool is_declined(struct lobby *lobby, const struct store_trial *trial)
{
	struct store_try row = { .id = 0 };
	while (store_next_try(lobby->batch.store, trial->id, &row) == STORE_OK)
		if (challenge_is_declined(&row))
			return true;
	return false;
}

/* Publishes a challenge. Its people are told once they can be reached. */
static void end(struct lobby *lobby, const struct store_trial *trial)
{
	struct store *store = lobby->batch.store;
	enum store_error error;
	while ((error = store_reveal_try(store, trial->id)) == STORE_OK)
		;
	if (lobby_check_write(lobby, error == STORE_NONE ? STORE_OK : error) &&
		(is_declined(lobby, trial) ||
			lobby_check_write(lobby, store_owe_result(store, trial->id))))
		lobby_check_write(lobby, store_reveal_trial(store, trial, lobby_date(lobby)));
	show_on_pages(lobby, trial);
}

/*
 * Returns the message with the verdict for the person of a try, or MSG_OK if they know it already.
 */
static enum message judge(const struct store_try *row, const struct store_try *other)
{
	if (challenge_is_declined(row) || challenge_is_declined(other))
		return challenge_is_declined(row) ? MSG_OK : MSG_CHALLENGE_DECLINED;
	if (row->ended == 0 || other->ended == 0)
		return row->ended != 0      ? MSG_CHALLENGE_WON_ALONE
			: other->ended != 0 ? MSG_CHALLENGE_LOST_UNPLAYED
					    : MSG_CHALLENGE_UNPLAYED;
	if (row->own != other->own)
		return row->own > other->own ? MSG_CHALLENGE_WON : MSG_CHALLENGE_LOST;
	if (row->other != other->other)
		return row->other < other->other ? MSG_CHALLENGE_WON : MSG_CHALLENGE_LOST;
	return MSG_CHALLENGE_DRAWN;
}

static void tell(struct lobby *lobby, struct person *person, const struct store_try *row,
	const struct store_try *other)
{
	struct locale locale = person_locale(person);
	enum message verdict = judge(row, other);
	const char *name = other->name[0] != '\0'
		? other->name
		: catalog_text(lobby->catalog, locale.language, MSG_CHALLENGE_SOMEBODY);
	if (verdict == MSG_OK)
		return;
	speech_tell(&lobby->speech, person, verdict,
		ARGS(arg_number("number", row->trial), arg_name("name", name),
			arg_number("own", row->own), arg_number("other", row->other),
			arg_number("theirs", other->own), arg_number("theirother", other->other)));
}

/* Tells a person the seed of a challenge, if it is over. */
static void tell_seed(struct lobby *lobby, struct person *person, int64_t number)
{
	struct store_trial trial;
	char digits[2 * STORE_SEED + 1];
	struct text seed = text_in(digits, sizeof digits);
	if (store_get_trial(lobby->batch.store, number, &trial) != STORE_OK || trial.revealed == 0)
		return;
	text_hex(&seed, trial.seed, STORE_SEED);
	speech_tell(&lobby->speech, person, MSG_CHALLENGE_SEED,
		ARGS(arg_number("number", number), arg_text("seed", digits)));
}

/*
 * Tells reachable people how their challenges ended. Looks for AT_ONCE people; the next call goes
 * on with other people.
 */
static void tell_results(struct lobby *lobby)
{
	struct store *store = lobby->batch.store;
	struct store_try row = { .id = lobby->daily.untold }, other;
	for (unsigned i = 0; i < AT_ONCE; i++) {
		if (store_next_untold(store, &row) != STORE_OK) {
			row.id = 0;
			break;
		}
		struct store_person who;
		struct network *network = NULL;
		struct person *person = NULL;
		if (store_get_person(store, row.person, &who) == STORE_OK)
			network = lobby_network(lobby, who.network);
		if (network != NULL)
			person = people_find(&lobby->people, network, who.key);
		bool here = person != NULL && person_is_reachable(person);
		if (!here && row.touched > lobby_date(lobby) - TOLD)
			continue;
		store_find_other_try(lobby->batch.store, &row, &other);
		if (here) {
			tell(lobby, person, &row, &other);
			tell_seed(lobby, person, row.trial);
		}
		lobby_check_write(lobby, store_mark_told(store, row.id));
	}
	lobby->daily.untold = row.id;
}

/*
 * Ends challenges that both people have played, or whose time is up. Returns true if there may be
 * more.
 */
static bool end_some(struct lobby *lobby)
{
	struct store *store = lobby->batch.store;
	struct store_trial trial = { .id = 0 };
	unsigned ended = 0;
	for (; ended < AT_ONCE && store_find_played_challenge(store, &trial) == STORE_OK; ended++)
		end(lobby, &trial);
	trial = (struct store_trial){ .id = 0 };
	while (ended < AT_ONCE &&
		store_next_trial_over(store, lobby_date(lobby), &trial) == STORE_OK)
		if (trial.kind == STORE_CHALLENGE) {
			end(lobby, &trial);
			ended++;
		}
	sodium_memzero(&trial, sizeof trial);
	return ended == AT_ONCE;
}

bool challenge_end_due(struct lobby *lobby)
{
	if (lobby->daily.untold == 0 && end_some(lobby))
		return true;
	tell_results(lobby);
	return lobby->daily.untold != 0;
}
