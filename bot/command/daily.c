/* command/daily.c - the deals of the day: play them, see the places, pass on a result. */
#include "bot/command/daily.h"

#include <string.h>
#include <time.h>

#include "bot/command/history.h"
#include "bot/command/order.h"
#include "bot/match/daily.h"
#include "bot/match/ladder_entry.h"
#include "bot/match/places.h"
#include "bot/match/result.h"
#include "bot/match/trial.h"
#include "bot/table/channel_key.h"
#include "bot/text/nametext.h"

enum { LISTED = 20 }; /* maximum number of a deal's results in the list for operators */

const char *daily_write_time(int64_t date, char text[DAILY_TIME])
{
	time_t when = (time_t)date;
	struct tm tm;
	text[0] = '\0';
	if (gmtime_r(&when, &tm) != NULL)
		strftime(text, DAILY_TIME, "%Y-%m-%d %H:%M UTC", &tm);
	return text;
}

/* ---- places ---- */

/* Tells the places of a deal. public: in the channel, if the command was given there. */
static void tell_places(const struct request *request, const struct store_trial *deal, bool public)
{
	struct lobby *lobby = request->lobby;
	struct places places;
	struct string list = STRING_EMPTY, page = STRING_EMPTY;
	bool ladder = deal->kind == STORE_LADDER_DEAL;
	if (!history_check_read(request, places_read(lobby, deal->id, PLACES_MOST, true, &places)))
		return;
	enum message message = ladder ? MSG_DAILY_TOP_LADDER : MSG_DAILY_TOP_OPEN;
	if (places.count == 0)
		message = ladder ? MSG_DAILY_TOP_LADDER_NONE : MSG_DAILY_TOP_OPEN_NONE;
	places_add(&places, lobby, command_locale(request), &list);
	places_add_page(&lobby->settings, deal->day, &page);
	const struct arg *args = ARGS(arg_text("day", deal->day), arg_text("list", list.bytes),
		arg_text("page", page.bytes));
	if (public)
		command_answer(request, message, args);
	else
		command_tell(request, message, args);
	string_free(&page);
	string_free(&list);
}

/*
 * Tells the places of yesterday's deal and of today's. Tells the places of today's ladder deal only
 * to callers that have a result of it.
 */
static void tell_top(const struct request *request, enum store_trial_kind kind)
{
	struct lobby *lobby = request->lobby;
	struct store *store = lobby->batch.store;
	const struct daily_day today = daily_day_at(&lobby->settings, lobby_date(lobby));
	const struct daily_day before = daily_day_at(&lobby->settings, today.starts - 1);
	struct store_trial deal;
	struct store_try own;
	bool over = store_find_trial_of_day(store, kind, before.date, &deal) == STORE_OK;
	if (over)
		tell_places(request, &deal, true);
	bool runs = store_find_trial_of_day(store, kind, today.date, &deal) == STORE_OK;
	if (runs && kind == STORE_OPEN_DEAL)
		tell_places(request, &deal, true);
	else if (runs && request->from.person->id != 0 &&
		store_find_try(store, deal.id, request->from.person->id, &own) == STORE_OK &&
		own.ended != 0)
		tell_places(request, &deal, false);
	else if (!over)
		command_tell(request, MSG_DAILY_TOP_EARLY, ARGS(arg_text("day", today.date)));
}

/* ---- playing ---- */

/* Explains the deal that the caller begins or continues, and shows their hand. */
static void show(const struct request *request)
{
	static const enum message messages[] = { [STORE_OPEN_DEAL] = MSG_DAILY_BEGIN_OPEN,
		[STORE_LADDER_DEAL] = MSG_DAILY_BEGIN_LADDER,
		[STORE_CHALLENGE] = MSG_DAILY_BEGIN_CHALLENGE };
	struct exercise *exercise = exercise_find(request->lobby, request->from.person);
	const struct trial_data *data = trial_of(exercise);
	enum message message = messages[data->trial.kind];
	char until[DAILY_TIME];
	if (data->moves[0] != '\0')
		message = MSG_DAILY_RESUME;
	else if (request->from.person->network->single)
		message = MSG_DAILY_BEGIN_HERE;
	command_tell(request, message,
		ARGS(arg_text("day", data->trial.day), arg_text("game", data->trial.game),
			arg_number("number", data->trial.id),
			arg_text("until", daily_write_time(data->trial.ends, until))));
	exercise_show(request->lobby, exercise);
}

/* Tells the caller the result of their try once more, with their present place. */
static void tell_again(const struct request *request, const struct store_trial *trial)
{
	struct lobby *lobby = request->lobby;
	const struct person *person = request->from.person;
	struct store_try row;
	struct string words = STRING_EMPTY;
	enum message message = result_message(person, trial);
	enum store_error error = store_find_try(lobby->batch.store, trial->id, person->id, &row);
	if (error == STORE_NONE)
		message = MSG_TRIAL_PLAYED; /* the same account played it before `forget me` */
	else if (!history_check_read(request, error))
		return;
	else if (row.begun == 0)
		message = MSG_CHALLENGE_NONE; /* the caller has declined the challenge */
	else
		result_add_words(lobby, person, trial, &row, &words);
	command_tell(request, message, ARGS(arg_text("words", words.bytes)));
	string_free(&words);
}

bool daily_can_play(const struct request *request)
{
	if (!exercise_must_wait(request->lobby, request->from.person))
		return true;
	command_refuse_seat(request, MSG_DAILY_SEATED, "");
	return false;
}

void daily_answer(const struct request *request, const struct store_trial *trial, enum message why)
{
	if (why == MSG_OK)
		show(request);
	else if (why == MSG_TRIAL_PLAYED)
		tell_again(request, trial);
	else
		command_refuse_seat(request, why, "");
}

/* Begins or continues today's deal of a kind. */
static void play_today(const struct request *request, enum store_trial_kind kind)
{
	struct lobby *lobby = request->lobby;
	struct person *person = request->from.person;
	struct store_trial trial;
	if (daily_can_play(request) && daily_find_today(lobby, kind, &trial))
		daily_answer(request, &trial,
			kind == STORE_LADDER_DEAL ? ladder_entry_begin(lobby, person)
						  : trial_begin(lobby, &trial, person, NULL));
}

/* ---- results ---- */

/*
 * Tells the line with which the caller passes on their result of today's open deal, and its
 * address. With the word `points` the line and the preview of that page tell the points.
 */
static void share(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct store *store = lobby->batch.store;
	const struct daily_day today = daily_day_at(&lobby->settings, lobby_date(lobby));
	struct store_trial trial;
	struct store_try row = { .ended = 0 };
	struct string line = STRING_EMPTY;
	enum store_error error =
		store_find_trial_of_day(store, STORE_OPEN_DEAL, today.date, &trial);
	if (error == STORE_OK)
		error = store_find_try(store, trial.id, request->from.person->id, &row);
	if (error != STORE_NONE && !history_check_read(request, error))
		return;
	row.tells = command_has_word(request, 1, MSG_DAY_POINTS);
	if (row.ended == 0)
		command_refuse_seat(request, MSG_DAILY_SHARE_NONE, "");
	else if (lobby_check_write(lobby, store_sign_try(store, row.id, "", row.tells)) &&
		result_add_share(lobby, person_locale(request->from.person), &trial, &row, &line))
		command_tell(request, MSG_TRIAL_TOLD, ARGS(arg_text("words", line.bytes)));
	string_free(&line);
}

/* ---- operators ---- */

/* Lists the best results of today's deals with their numbers: "17 anna 250, 21 luc 180". */
static void list_results(const struct request *request)
{
	struct lobby *lobby = request->lobby;
	const struct daily_day today = daily_day_at(&lobby->settings, lobby_date(lobby));
	struct string list = STRING_EMPTY;
	for (enum store_trial_kind kind = STORE_OPEN_DEAL; kind <= STORE_LADDER_DEAL; kind++) {
		struct store_try rows[LISTED];
		struct store_trial trial;
		unsigned count = 0;
		enum store_error error =
			store_find_trial_of_day(lobby->batch.store, kind, today.date, &trial);
		if (error == STORE_OK)
			error = store_list_places(
				lobby->batch.store, trial.id, rows, LISTED, &count);
		for (unsigned i = 0; error == STORE_OK && i < count; i++) {
			string_add(&list, string_is_empty(&list) ? "" : ", ");
			string_add_number(&list, rows[i].id);
			string_add_char(&list, ' ');
			nametext_add(&list, rows[i].name);
			string_add_char(&list, ' ');
			string_add_number(&list, rows[i].own);
		}
	}
	command_tell(request, string_is_empty(&list) ? MSG_ADMIN_DAILY_NONE : MSG_ADMIN_DAILY_LIST,
		ARGS(arg_text("list", list.bytes)));
	string_free(&list);
}

/* Finds a result by its number, or by its address, which ends with its key. */
static enum store_error find_result(
	const struct request *request, const char *word, struct store_try *row)
{
	struct store *store = request->lobby->batch.store;
	const char *slash = strrchr(word, '/');
	const char *key = slash != NULL ? slash + 1 : word;
	uint8_t hash[STORE_KEY_HASH];
	unsigned number = request->number;
	if (number != 0 || command_read_number(word, &number))
		return store_get_try(store, number, row);
	if (!seat_key_is_valid(key))
		return STORE_NONE;
	seat_key_hash(key, hash);
	return store_find_try_by_result(store, hash, row);
}

void order_daily(struct request *request)
{
	const char *word = request->args > 1 ? request->arg[1] : "";
	bool hides = command_has_word(request, 0, MSG_DAY_HIDE);
	struct store_try row;
	if (request->args == 0) {
		list_results(request);
		return;
	}
	if ((!hides && !command_has_word(request, 0, MSG_DAY_SHOW)) ||
		(*word == '\0' && request->number == 0)) {
		order_refuse(request, MSG_ADMIN_USAGE_DAILY, NO_ARGS);
		return;
	}
	enum store_error error = find_result(request, word, &row);
	if (error == STORE_NONE)
		order_refuse(request, MSG_ADMIN_DAILY_UNKNOWN, ARGS(arg_text("word", word)));
	else if (lobby_check_write(request->lobby, error) &&
		lobby_check_write(
			request->lobby, store_hide_try(request->lobby->batch.store, row.id, hides)))
		command_tell(request, hides ? MSG_ADMIN_DAILY_HIDDEN : MSG_ADMIN_DAILY_SHOWN,
			ARGS(arg_number("number", row.id)));
}

/* ---- the command ---- */

/* Sets whether the channel is told the best results each day. */
static void set_here(struct request *request)
{
	char word[COMMAND_TEXT];
	struct text text = text_in(word, sizeof word);
	if (request->from.channel != NULL) {
		command_set_channel(request, CHANNEL_DAILY);
		return;
	}
	text_add(&text, request->word);
	text_char(&text, ' ');
	text_add(&text, request->arg[0]);
	command_refuse(request, REFUSED_PLACE);
	command_tell(request, MSG_ONLY_CHANNEL, ARGS(arg_text("word", word)));
}

static void run_daily(struct request *request)
{
	struct exercise *playing = exercise_find(request->lobby, request->from.person);
	bool stops = command_has_word(request, 0, MSG_COMMAND_STOP);
	if (request->args == 0 || command_has_word(request, 0, MSG_DAY_OPEN)) {
		play_today(request, STORE_OPEN_DEAL);
	} else if (stops && playing != NULL && trial_of(playing) != NULL) {
		request->exercise = playing;
		command_stop_exercise(request);
	} else if (request->from.person->network->single) {
		command_tell(request, MSG_DAILY_USAGE_HERE, NO_ARGS);
	} else if (command_has_word(request, 0, MSG_DAY_LADDER)) {
		play_today(request, STORE_LADDER_DEAL);
	} else if (command_has_word(request, 0, MSG_COMMAND_TOP)) {
		bool open = command_has_word(request, 1, MSG_DAY_OPEN);
		tell_top(request, open ? STORE_OPEN_DEAL : STORE_LADDER_DEAL);
	} else if (command_has_word(request, 0, MSG_DAY_SHARE)) {
		share(request);
	} else if (command_has_word(request, 0, MSG_DAY_HERE)) {
		set_here(request);
	} else {
		command_tell(request, MSG_DAILY_USAGE, NO_ARGS);
	}
}

const struct command daily_commands[] = {
	{ MSG_COMMAND_DAILY, ANYWHERE, TABLE_NONE, LIST_TABLES, MSG_HELP_DAILY, run_daily },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
