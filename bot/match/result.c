#include "bot/match/result.h"

#include <sodium.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/match/daily.h"
#include "bot/match/places.h"
#include "bot/people/guest_name.h"
#include "bot/text/eventtext.h"
#include "engine/mitaines/reply.h"

/* ---- keys ---- */

/*
 * Writes a key derived from the secret key of the database, a purpose like "result ", and a number.
 */
static void write_secret(
	struct lobby *lobby, const char *purpose, int64_t number, char key[SEAT_KEY])
{
	char text[32];
	uint8_t hash[STORE_HASH];
	struct text out = text_in(text, sizeof text);
	text_add(&out, purpose);
	text_number(&out, number);
	store_hash_secretly(lobby->batch.store, text, hash);
	seat_key_write(hash, key);
	sodium_memzero(hash, sizeof hash);
}

void result_write_key(struct lobby *lobby, int64_t try, char key[SEAT_KEY])
{
	write_secret(lobby, "result ", try, key);
}

void result_write_link(struct lobby *lobby, int64_t trial, char key[SEAT_KEY])
{
	write_secret(lobby, "challenge ", trial, key);
}

bool result_find(
	struct lobby *lobby, const char *key, struct store_try *row, struct store_trial *trial)
{
	struct store *store = lobby->batch.store;
	uint8_t hash[STORE_KEY_HASH];
	if (!seat_key_is_valid(key))
		return false;
	seat_key_hash(key, hash);
	return store_find_try_by_result(store, hash, row) == STORE_OK &&
		store_get_trial(store, row->trial, trial) == STORE_OK;
}

/* ---- words ---- */

static void add(struct lobby *lobby, struct locale locale, enum message message,
	const struct arg *args, struct string *out)
{
	if (out->length > 0)
		string_add_char(out, ' ');
	catalog_add(out, lobby->catalog, locale, message, args);
}

/* Returns why an ended try has no place. */
static enum message find_reason(const struct store_trial *trial, const struct store_try *row)
{
	if (trial->version == 0)
		return MSG_TRIAL_RESTORED;
	if (row->version != REPLY_VERSION)
		return MSG_TRIAL_UPGRADED;
	if (trial->revealed != 0 || row->ended >= trial->ends)
		return MSG_TRIAL_LATE;
	return MSG_TRIAL_AGAIN;
}

/* True if a person finished the open deal of a day in time. */
static bool has_played(struct lobby *lobby, int64_t person, const struct daily_day *day)
{
	struct store *store = lobby->batch.store;
	struct store_trial trial;
	struct store_try row;
	return store_find_trial_of_day(store, STORE_OPEN_DEAL, day->date, &trial) == STORE_OK &&
		store_find_try(store, trial.id, person, &row) == STORE_OK && row.ended != 0 &&
		row.ended < trial.ends;
}

/*
 * Counts the days in a row on which a person finished the open deal, back from the day of `starts`.
 * The day of `starts` may be missing; before it, one missed day in seven is forgiven. Pages use the
 * same rule (script.js).
 */
static unsigned count_row(struct lobby *lobby, int64_t person, int64_t starts)
{
	enum { FORGIVEN = 7, MOST = 400 };
	unsigned count = 0;
	int missed = -FORGIVEN;
	for (int i = 0; i < MOST; i++) {
		struct daily_day day = daily_day_at(&lobby->settings, starts);
		bool played = has_played(lobby, person, &day);
		if (!played && i - missed < FORGIVEN)
			break;
		count += played;
		if (!played && i > 0)
			missed = i;
		starts = day.starts - 1;
	}
	return count;
}

/*
 * True if `expert` has played all its hands of a deal. Until then its mean is not told, so that
 * everybody is told the same mean.
 */
static bool has_mean(const struct lobby *lobby, const struct store_trial *trial)
{
	return trial->pars > 0 && trial->pars >= lobby->settings.daily_hands;
}

/* True if the person of a try in a challenge must wait until the other person has finished. */
static bool is_waiting(
	struct lobby *lobby, const struct store_trial *trial, const struct store_try *row)
{
	struct store_try other;
	store_find_other_try(lobby->batch.store, row, &other);
	return trial->revealed == 0 && other.ended == 0;
}

void result_add_words(struct lobby *lobby, const struct person *person,
	const struct store_trial *trial, const struct store_try *row, struct string *out)
{
	struct locale locale = render_told_locale(person);
	struct store_standing standing = { .all = 0 };
	add(lobby, locale, trial->hands > 1 ? MSG_TRIAL_POINTS_BOTH : MSG_TRIAL_POINTS,
		ARGS(arg_number("own", row->own), arg_number("other", row->other)), out);
	if (trial->kind == STORE_CHALLENGE) {
		if (is_waiting(lobby, trial, row))
			add(lobby, locale, MSG_CHALLENGE_WAIT, NO_ARGS, out);
		return;
	}
	if (has_mean(lobby, trial))
		add(lobby, locale, MSG_TRIAL_MEAN, ARGS(arg_number("mean", trial_mean(trial))),
			out);
	if (!row->counted)
		add(lobby, locale, find_reason(trial, row), NO_ARGS, out);
	else if (!person->network->single &&
		store_get_standing(
			lobby->batch.store, trial->id, row->own, row->other, &standing) == STORE_OK)
		add(lobby, locale, MSG_TRIAL_PLACE,
			ARGS(arg_number("place", standing.better + 1),
				arg_number("all", standing.all)),
			out);
	unsigned days = trial->kind == STORE_OPEN_DEAL && row->person != 0
		? count_row(lobby, row->person, trial->starts)
		: 0;
	if (days > 1)
		add(lobby, locale, MSG_TRIAL_ROW, ARGS(arg_number("count", days)), out);
}

/* Adds the address of a result. Adds nothing without pages. */
static void add_address(struct lobby *lobby, const struct store_trial *trial,
	const struct store_try *row, struct string *out)
{
	char key[SEAT_KEY];
	if (lobby->settings.pages == NULL || trial->kind == STORE_CHALLENGE)
		return;
	result_write_key(lobby, row->id, key);
	places_add_page(&lobby->settings, trial->day, out);
	string_add(out, "/r/");
	string_add(out, key);
}

bool result_add_share(struct lobby *lobby, struct locale locale, const struct store_trial *trial,
	const struct store_try *row, struct string *out)
{
	struct string address = STRING_EMPTY;
	if (row->ended == 0)
		return false;
	add_address(lobby, trial, row, &address);
	add(lobby, locale, row->tells ? MSG_TRIAL_SHARE_POINTS : MSG_TRIAL_SHARE,
		ARGS(arg_text("day", trial->day), arg_number("own", row->own),
			arg_number("other", row->other), arg_text("address", address.bytes)),
		out);
	string_free(&address);
	return true;
}

static void add_move(
	struct lobby *lobby, struct locale locale, struct move move, struct string *out)
{
	eventtext_move(out, lobby->catalog, locale, move);
}

/* Adds a sentence about the person's costliest move. Adds nothing if moves are not judged yet. */
static void add_cost(struct lobby *lobby, struct locale locale, const struct trial_data *data,
	struct string *out)
{
	struct string played = STRING_EMPTY, best = STRING_EMPTY;
	if (data->trial.kind == STORE_LADDER_DEAL)
		return;
	add_move(lobby, locale, data->cost.played, &played);
	add_move(lobby, locale, data->cost.best, &best);
	if (data->cost.move == 0)
		add(lobby, locale, MSG_TRIAL_COST_NONE, NO_ARGS, out);
	else
		add(lobby, locale, MSG_TRIAL_COST,
			ARGS(arg_text("played", played.bytes), arg_text("best", best.bytes),
				arg_number("points", (data->cost.loss + 50) / 100)),
			out);
	string_free(&played);
	string_free(&best);
}

enum message result_message(const struct person *person, const struct store_trial *trial)
{
	static const enum message messages[] = { [STORE_OPEN_DEAL] = MSG_TRIAL_TOLD_OPEN,
		[STORE_LADDER_DEAL] = MSG_TRIAL_TOLD_LADDER,
		[STORE_CHALLENGE] = MSG_TRIAL_TOLD };
	return person->network->single || person_is_guest(person) ? MSG_TRIAL_TOLD
								  : messages[trial->kind];
}

/* Tells a result by exercise_tell or exercise_tell_page. */
static void tell_by(struct lobby *lobby, struct exercise *exercise,
	void (*tell)(struct lobby *lobby, struct exercise *exercise, enum message message,
		const struct arg *args))
{
	const struct trial_data *data = exercise->data;
	struct string words = STRING_EMPTY;
	struct store_trial trial;
	struct store_try row;
	struct locale locale = render_told_locale(exercise->person);
	if (!lobby_check_write(
		    lobby, store_get_trial(lobby->batch.store, data->trial.id, &trial)) ||
		!lobby_check_write(lobby, store_get_try(lobby->batch.store, data->id, &row)))
		return;
	result_add_words(lobby, exercise->person, &trial, &row, &words);
	if (exercise->person->advice)
		add_cost(lobby, locale, data, &words);
	tell(lobby, exercise, result_message(exercise->person, &trial),
		ARGS(arg_text("words", words.bytes)));
	string_free(&words);
}

void result_tell(struct lobby *lobby, struct exercise *exercise)
{
	tell_by(lobby, exercise, exercise_tell);
}

void result_show(struct lobby *lobby, struct exercise *exercise)
{
	tell_by(lobby, exercise, exercise_tell_page);
}

/* ---- pages ---- */

/* Adds the result of another person, for comparison with the person's own. */
static void add_against(struct lobby *lobby, const struct trial_data *data, struct string *out)
{
	struct store_try row;
	if (data->against == 0 ||
		store_get_try(lobby->batch.store, data->against, &row) != STORE_OK || row.hidden)
		return;
	json_begin_object(out, "against");
	json_text(out, "name", row.name);
	json_number(out, "own", row.own);
	json_number(out, "other", row.other);
	json_text(out, "moves", row.moves);
	json_end(out, '}');
}

static void add_cost_data(struct lobby *lobby, struct locale locale, const struct trial_data *data,
	struct string *out)
{
	struct string words = STRING_EMPTY;
	if (data->cost.move == 0)
		return;
	json_begin_object(out, "cost");
	json_number(out, "move", data->cost.move);
	add_move(lobby, locale, data->cost.played, &words);
	json_text(out, "played", words.bytes);
	string_clear(&words);
	add_move(lobby, locale, data->cost.best, &words);
	json_text(out, "best", words.bytes);
	json_number(out, "points", (data->cost.loss + 50) / 100);
	json_end(out, '}');
	string_free(&words);
}

/* Adds the data of an ended try. */
static void add_end(struct lobby *lobby, struct locale locale, const struct trial_data *data,
	struct string *out)
{
	struct store *store = lobby->batch.store;
	struct store_standing standing;
	struct store_trial trial;
	struct store_try row;
	struct string words = STRING_EMPTY;
	char key[SEAT_KEY];
	if (store_get_trial(store, data->trial.id, &trial) != STORE_OK ||
		store_get_try(store, data->id, &row) != STORE_OK ||
		store_get_standing(store, data->trial.id, data->own, data->other, &standing) !=
			STORE_OK)
		return;
	result_write_key(lobby, data->id, key);
	json_text(out, "key", key);
	json_number(out, "own", data->own);
	json_number(out, "other", data->other);
	if (has_mean(lobby, &trial))
		json_number(out, "mean", trial_mean(&trial));
	json_text(out, "name", row.name);
	json_bool(out, "tells", row.tells);
	json_bool(out, "late", row.ended >= trial.ends);
	json_bool(out, "counted", data->counted);
	if (data->counted) {
		json_number(out, "place", standing.better + 1);
		json_number(out, "equal", standing.equal);
	}
	json_number(out, "all", standing.all);
	result_add_share(lobby, locale, &trial, &row, &words);
	json_text(out, "share", words.bytes);
	json_text(out, "moves", data->moves);
	add_cost_data(lobby, locale, data, out);
	add_against(lobby, data, out);
	string_free(&words);
}

/*
 * Adds the number and the commitment of a challenge, its seed once it is over, and the key of its
 * link while the link is unused.
 */
static void add_challenge(struct lobby *lobby, int64_t number, struct string *out)
{
	char key[SEAT_KEY], digits[2 * STORE_SEED + 1];
	uint8_t hash[STORE_KEY_HASH];
	struct text commitment = text_in(digits, sizeof digits);
	struct store_trial row;
	if (store_get_trial(lobby->batch.store, number, &row) != STORE_OK)
		return;
	text_hex(&commitment, row.commitment, STORE_SEED);
	json_number(out, "number", number);
	json_text(out, "commitment", digits);
	if (row.revealed != 0) {
		struct text seed = text_in(digits, sizeof digits);
		text_hex(&seed, row.seed, STORE_SEED);
		json_text(out, "seed", digits);
	}
	result_write_link(lobby, number, key);
	seat_key_hash(key, hash);
	if (store_find_trial_by_link(lobby->batch.store, hash, &row) == STORE_OK)
		json_text(out, "link", key);
}

void result_add_view(struct lobby *lobby, const struct exercise *exercise, struct locale locale,
	struct string *out)
{
	static const char *const names[] = { [STORE_OPEN_DEAL] = "open",
		[STORE_LADDER_DEAL] = "ladder",
		[STORE_CHALLENGE] = "challenge" };
	const struct trial_data *data = exercise->data;
	json_begin_object(out, "trial");
	json_text(out, "kind", names[data->trial.kind]);
	json_text(out, "day", data->trial.day);
	json_number(out, "hands", data->trial.hands);
	json_bool(out, "busy", data->busy);
	/* guests sign and delete their results on the page; other people have commands for that */
	json_bool(out, "chats", !person_is_guest(exercise->person));
	json_bool(out, "ended", data->ended);
	if (data->trial.kind == STORE_CHALLENGE)
		add_challenge(lobby, data->trial.id, out);
	if (data->ended)
		add_end(lobby, locale, data, out);
	json_end(out, '}');
}

/* ---- what people do with results ---- */

/* Finds the ended try of a guest by the hash of the key of its page. */
static bool find_own(
	const struct lobby *lobby, const uint8_t seat[STORE_KEY_HASH], struct store_try *row)
{
	return store_find_try_by_seat(lobby->batch.store, seat, row) == STORE_OK && row->ended != 0;
}

enum message result_sign(
	struct lobby *lobby, const uint8_t seat[STORE_KEY_HASH], const char *typed, bool tells)
{
	char name[GUEST_NAME] = "";
	struct store_try row;
	if (!find_own(lobby, seat, &row))
		return MSG_TRIAL_UNKNOWN;
	if (*typed != '\0' && !guest_name_read(typed, name))
		return MSG_GUEST_NAME_BAD;
	return lobby_check_write(lobby, store_sign_try(lobby->batch.store, row.id, name, tells))
		? MSG_OK
		: MSG_STORE_FAILED;
}

bool result_delete(struct lobby *lobby, const uint8_t seat[STORE_KEY_HASH])
{
	struct store_try row;
	return find_own(lobby, seat, &row) &&
		lobby_check_write(lobby, store_delete_try(lobby->batch.store, row.id));
}
