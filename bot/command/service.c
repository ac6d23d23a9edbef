/*
 * command/service.c - the commands for settings and data deletion, and the commands ping and about.
 */
#include "bot/command/service.h"
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

/* The words for each setting, by enum store_preference: English, then French, folded. */
static const char *const settings[] = {
	[STORE_LANG] = "lang langue",
	[STORE_CARDS] = "cards cartes",
	[STORE_VIA] = "via",
	[STORE_SEAT] = "seat siege",
	[STORE_CONFIRM] = "confirm confirmer confirmation",
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

/*
 * Returns the number of settings that a person has. On a network of one person, `via` and the
 * settings after it have no effect and are left out. The settings of pages are left out if pages
 * have no seats.
 */
static unsigned settings_of(const struct request *request)
{
	if (request->from.person->network->single)
		return STORE_VIA;
	return request->lobby->settings.seats ? SETTINGS : STORE_SEAT;
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

/* Other words for a value of a setting, folded. */
static const struct {
	const char *words, *choice;
} spelled[] = {
	{ "color couleur", "colour" },
	{ "text texte", "plain" },
	{ "english anglais", "en" },
	{ "french francais", "fr" },
	{ "yes oui", "on" },
	{ "no non", "off" },
};

static void set(struct request *request, const char *name, const char *value)
{
	struct lobby *lobby = request->lobby;
	struct person *who = request->from.person;
	unsigned what = 0;
	unsigned known = settings_of(request);
	for (size_t i = 0; i < sizeof spelled / sizeof spelled[0]; i++)
		if (fold_has_word(spelled[i].words, value))
			value = spelled[i].choice;
	while (what < known && !fold_has_word(settings[what], name))
		what++;
	lobby_tell_pending_news(lobby);
	if (what == known || !person_set_preference(who, what, value)) {
		tell_settings(request, what < known ? what : 0, what < known ? what + 1 : known);
		return;
	}
	people_store(&lobby->people, who);
	lobby_check_write(lobby, store_set_preference(lobby->batch.store, who->id, what, value));
	/* Let the next maintenance store last_seen again: people with settings are kept longer. */
	who->last_seen_stored = 0;
	command_tell(request, MSG_SET_DONE,
		ARGS(arg_message("name", MSG_SETTING_LANG + what), arg_options("value", value)));
}

static void run_set(struct request *request)
{
	char name[16] = "";
	char value[STORE_WORD] = "";
	if (request->args > 0)
		fold_word(request->arg[0], name, sizeof name);
	if (request->args > 1)
		fold_word(request->arg[1], value, sizeof value);
	set(request, name, value);
}

/*
 * Sets the language: by a code ("lang fr"), or by a command that is itself the name of a language
 * ("french").
 */
static void run_lang(struct request *request)
{
	char value[STORE_WORD];
	fold_word(request->args > 0 ? request->arg[0] : request->word, value, sizeof value);
	set(request, "lang", value);
}

/*
 * True if the caller typed `forget me yes` or `forget yes`. No other name is accepted, because
 * people can only delete themselves.
 */
static bool has_confirmed(const struct request *request)
{
	bool me = command_has_word(request, 0, "me moi");
	return request->args == 1 + (unsigned)me && command_has_word(request, me, "yes oui");
}

/*
 * Tells the caller if their name is still stored, for another person: an account and a nick of the
 * same name are two people.
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
	{ "set regler", ANYWHERE | TAKES_ANY_WORDS | FIRST_CONNECTION, TABLE_NONE, LIST_YOURS,
		MSG_HELP_SET, run_set },
	{ "lang langue language english anglais french francais", ANYWHERE | FIRST_CONNECTION,
		TABLE_NONE, UNLISTED, MSG_HELP_LANG, run_lang },
	{ "forget oublier oublie-moi oubliez-moi",
		ANYWHERE | TAKES_ANY_WORDS | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE |
			CANNOT_BE_UNDONE,
		TABLE_NONE, LIST_YOURS, MSG_HELP_FORGET, run_forget },
	{ "ping", ANYWHERE | TAKES_ANY_WORDS | THROUGH_BRIDGE, TABLE_NONE, LIST_BOT, MSG_HELP_PING,
		run_ping },
	{ "about apropos", ANYWHERE | THROUGH_BRIDGE, TABLE_NONE, LIST_BOT, MSG_HELP_ABOUT,
		run_about },
	{ NULL, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
