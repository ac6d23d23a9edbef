/*
 * command/service.c - the commands for settings and data deletion, and the commands ping and about.
 */
#include "bot/command/service.h"

#include <string.h>

#include "bot/match/exercise.h"
#include "bot/text/fold.h"
#include "storage/people.h"

static void run_ping(struct request *request)
{
	command_answer(request, *request->rest != '\0' ? MSG_PONG_TEXT : MSG_PONG,
		ARGS(arg_text("text", request->rest)));
}

static void run_about(struct request *request)
{
	command_tell(request, MSG_ABOUT, ARGS(arg_text("version", VERSION)));
}

/*
 * Returns the number of settings that a person has. On a network of one person, `via` and the
 * settings after it have no effect and are left out. The settings of pages are left out if pages
 * have no seats.
 */
static unsigned settings_of(const struct request *request)
{
	if (request->from.person->network->single)
		return STORE_VIA;
	return request->lobby->settings.seats ? STORE_CONFIRM + 1 : STORE_SEAT;
}

/* Adds a setting with its values, "!set lang en|fr". */
static void add_setting(struct request *request, struct string *out, unsigned what)
{
	const char *choice;
	struct string values = STRING_EMPTY;
	for (unsigned n = 0; (choice = person_preference_word(what, n)) != NULL; n++) {
		string_add(&values, n > 0 ? "|" : "");
		string_add(&values, choice);
	}
	catalog_add(out, request->lobby->catalog, person_locale(request->from.person), MSG_SETTING,
		ARGS(arg_message("name", MSG_SETTING_LANG + what),
			arg_options("values", values.bytes)));
	string_free(&values);
}

/* Adds the settings from index `first` to `last` - 1. */
static void list_settings(
	struct request *request, unsigned first, unsigned last, struct string *list)
{
	for (unsigned what = first; what < last; what++) {
		string_add(list, what > first ? ", " : "");
		add_setting(request, list, what);
	}
}

void service_add_settings(struct request *request, struct string *list)
{
	list_settings(request, 0, settings_of(request), list);
}

/* Returns a person's value of a setting, as an index for person_preference_word. */
static unsigned chosen(const struct person *who, unsigned what)
{
	struct locale locale = person_locale(who);
	switch (what) {
	case STORE_LANG: return locale.language;
	case STORE_CARDS: return locale.style;
	case STORE_ADVICE: return who->advice;
	case STORE_VIA: return who->via;
	case STORE_SEAT: return who->seat_link;
	default: return who->confirm;
	}
}

/*
 * Tells the caller the settings from index `first` to `last` - 1, with the possible and present
 * values.
 */
static void tell_settings(struct request *request, unsigned first, unsigned last)
{
	struct lobby *lobby = request->lobby;
	struct string now = STRING_EMPTY;
	for (unsigned what = first; what < last; what++) {
		string_add(&now, what > first ? ", " : "");
		catalog_add(&now, lobby->catalog, person_locale(request->from.person),
			MSG_SETTING_LANG + what, NO_ARGS);
		string_add_char(&now, ' ');
		string_add(&now, person_preference_word(what, chosen(request->from.person, what)));
	}
	struct string list = STRING_EMPTY;
	list_settings(request, first, last, &list);
	command_tell(request, MSG_SET_USAGE,
		ARGS(arg_text("list", list.bytes), arg_options("now", now.bytes)));
	string_free(&list);
	string_free(&now);
}

/* Returns the English word for a value of a setting, in any language: on for yes, off for no. */
static const char *english_value(const struct catalog *catalog, unsigned what, const char *value)
{
	int language = what == STORE_LANG ? catalog_find_language(catalog, value) : -1;
	int found = catalog_find_word(catalog, "value.", value);
	if (language >= 0)
		return catalog_language_code((unsigned)language);
	if (found == MSG_VALUE_YES || found == MSG_VALUE_NO)
		found = found == MSG_VALUE_YES ? MSG_VALUE_ON : MSG_VALUE_OFF;
	return found >= 0 ? catalog_key((enum message)found) + strlen("value.") : value;
}

static void set(struct request *request, int found, const char *typed)
{
	struct lobby *lobby = request->lobby;
	struct person *who = request->from.person;
	unsigned known = settings_of(request);
	unsigned what = found >= 0 && (unsigned)(found - MSG_SETTING_LANG) < known
		? (unsigned)(found - MSG_SETTING_LANG)
		: known;
	const char *value = english_value(lobby->catalog, what, typed);
	lobby_tell_pending_news(lobby);
	if (what == known || !person_set_preference(who, what, value)) {
		tell_settings(request, what < known ? what : 0, what < known ? what + 1 : known);
		return;
	}
	people_store(&lobby->people, who);
	lobby_check_write(lobby, store_set_preference(lobby->batch.store, who->id, what, value));
	/*
	 * Let the next maintenance store last_seen again, because people with settings are kept
	 * longer.
	 */
	who->last_seen_stored = 0;
	command_tell(request, MSG_SET_DONE,
		ARGS(arg_message("name", MSG_SETTING_LANG + what), arg_options("value", value)));
}

static void run_set(struct request *request)
{
	char value[STORE_WORD] = "";
	const char *name = request->args > 0 ? request->arg[0] : "";
	if (request->args > 1)
		fold_word(request->arg[1], value, sizeof value);
	set(request, catalog_find_word(request->lobby->catalog, "setting.", name), value);
}

/*
 * Sets the language: by a code ("lang fr"), or by a command that is itself the name of a language
 * ("french").
 */
static void run_lang(struct request *request)
{
	char value[STORE_WORD];
	fold_word(request->args > 0 ? request->arg[0] : request->word, value, sizeof value);
	set(request, MSG_SETTING_LANG, value);
}

/*
 * True if the caller typed `forget me yes` or `forget yes`. No other name is accepted, because
 * people can only delete themselves.
 */
static bool has_confirmed(const struct request *request)
{
	bool me = command_has_word(request, 0, MSG_VALUE_ME);
	return request->args == 1 + (unsigned)me && command_has_word(request, me, MSG_VALUE_YES);
}

/*
 * Tells the caller if their name is still stored for another person, because an account and a nick
 * of the same name are two people.
 */
static void tell_other(const struct request *request)
{
	const struct person *who = request->from.person;
	int64_t other;
	if (store_find_person_by_name(
		    request->lobby->batch.store, who->network->id, who->name, &other) == STORE_OK)
		command_tell(request, MSG_FORGET_OTHER, ARGS(arg_name("name", who->name)));
}

/*
 * Deletes the caller's data. This cannot be undone, so the caller must confirm it by a further
 * word.
 */
static void run_forget(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct person *who = request->from.person;
	enum message answer = MSG_FORGET_SURE;
	if (who->id == 0)
		answer = MSG_FORGET_UNKNOWN;
	else if (person_is_seated(who))
		answer = MSG_FORGET_SEATED;
	if (answer != MSG_FORGET_SURE || !has_confirmed(request)) {
		command_tell(request, answer, NO_ARGS);
		return;
	}
	if (!password_can_change(request))
		return;
	seat_keys_end(&lobby->seat_keys, who->id, 0);
	struct exercise *playing = exercise_find(lobby, who);
	if (playing != NULL)
		exercise_end(lobby, playing); /* the person's data includes the moves of a deal */
	lobby_check_write(lobby, store_delete_person(lobby->batch.store, who->id));
	people_mark_changed(&lobby->people, who);
	/* The ignore masks contain the names of their authors, and the caller may be one. */
	access_reload_ignores(who->network->access);
	command_tell(request, MSG_FORGET_DONE, NO_ARGS);
	tell_other(request);
	if (who->network->driver->erase != NULL)
		who->network->driver->erase(who->network, request->from.person->connection);
	people_reload(&lobby->people, who);
}

const struct command service_commands[] = {
	{ MSG_COMMAND_SET, ANYWHERE | TAKES_ANY_WORDS | FIRST_CONNECTION, TABLE_NONE, LIST_YOURS,
		MSG_HELP_SET, run_set },
	{ MSG_COMMAND_LANG, ANYWHERE | FIRST_CONNECTION, TABLE_NONE, UNLISTED, MSG_HELP_LANG,
		run_lang },
	{ MSG_COMMAND_FORGET,
		ANYWHERE | TAKES_ANY_WORDS | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE |
			CANNOT_BE_UNDONE,
		TABLE_NONE, LIST_YOURS, MSG_HELP_FORGET, run_forget },
	{ MSG_COMMAND_PING, ANYWHERE | TAKES_ANY_WORDS | THROUGH_BRIDGE, TABLE_NONE, LIST_BOT,
		MSG_HELP_PING, run_ping },
	{ MSG_COMMAND_ABOUT, ANYWHERE | THROUGH_BRIDGE, TABLE_NONE, LIST_BOT, MSG_HELP_ABOUT,
		run_about },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
