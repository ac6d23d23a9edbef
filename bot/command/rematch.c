/* command/rematch.c - the command `again`, which repeats the last match with the same players. */
#include "bot/command/seating.h"
#include "bot/match/announce.h"
#include "bot/match/fit.h"
#include "bot/match/match.h"
#include "bot/match/seating.h"
#include "bot/match/start.h"
#include "bot/text/nametext.h"
#include "storage/matches.h"
#include "storage/people.h"
#include "storage/ratings.h"

/* The stored seats of the match that is repeated. */
struct seated {
	struct store_seat seat[STORE_SEATS];
	unsigned count;
};

static bool was_seated(const struct seated *seated, const struct person *person)
{
	for (unsigned i = 0; i < seated->count; i++)
		if (seated->seat[i].person.id == person->id)
			return true;
	return false;
}

static bool read_seated(struct lobby *lobby, int64_t match, struct seated *seated)
{
	return store_list_seats(lobby->batch.store, match, seated->seat, &seated->count) ==
		STORE_OK;
}

/*
 * True if a table is in the channel of the command; in private, if it is the caller's private
 * table. In the terminal, where both look like one place, either will do.
 */
static bool stands_here(const struct request *request, const struct table *table)
{
	const struct person *caller = request->from.person;
	return (request->from.channel != NULL && table->channel == request->from.channel) ||
		((request->from.channel == NULL || caller->network->single) &&
			table->private_person == caller);
}

/*
 * Finds a table that has not started and repeats a match of the caller. Returns NULL if not found.
 */
static struct table *find_open(const struct request *request, struct seated *seated)
{
	struct lobby *lobby = request->lobby;
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;) {
		if (stands_here(request, table) && table->rematch_of > 0 && !table->running &&
			read_seated(lobby, table->rematch_of, seated) &&
			was_seated(seated, request->from.person))
			return table;
	}
	return NULL;
}

/* Finds a running match of the caller in this channel, or in private. Returns NULL if not found. */
static struct table *find_running(const struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;) {
		if (stands_here(request, table) && table->running &&
			table_find_seat(table, request->from.person) != SEAT_NONE)
			return table;
	}
	return NULL;
}

static void start_when_full(struct request *request, struct table *table, unsigned players)
{
	if (table->seats_taken == players)
		start_match(request->lobby, table);
}

static void sit_again(struct request *request, struct table *table, const struct seated *seated)
{
	enum message wrong = MSG_OK;
	if (table_find_seat(table, request->from.person) != SEAT_NONE)
		wrong = command_seated_message(table);
	else if (table->seats_taken >= table_most_players(table))
		wrong = MSG_TABLE_FULL;
	if (wrong != MSG_OK) {
		command_tell(request, wrong, NO_ARGS);
		return;
	}
	seating_sit(request->lobby, table, request->from.person, LEVEL_NORMAL, "");
	start_when_full(request, table, seated->count);
}

/* Creates a table with the game and options of a match. Returns NULL if they no longer exist. */
static struct table *repeat(const struct request *request, const struct store_match *match)
{
	const struct game *game = game_named(match->game);
	int preset = game != NULL ? game_preset(game, match->preset) : -1;
	struct table *table =
		preset < 0 ? NULL : command_new_table(request, game, (unsigned)preset);
	if (table == NULL)
		return NULL;
	table->rematch_of = match->id;
	if (table_set_options(table, match->options))
		return table;
	table_free(table);
	return NULL;
}

/* The names of the other people at a match that is repeated. */
struct gathered {
	struct string others;
	struct string guests; /* guests, and people of another network */
};

/*
 * Seats the match's AI players: at a private table with the level that fits the caller, unless they
 * have named one. Adds the names of the other people at the match.
 */
static void gather(struct request *request, struct table *table, const struct seated *seated,
	struct gathered *gathered)
{
	const struct person *caller = request->from.person;
	int64_t network = caller->network->id;
	bool fits = table_is_private(table) && !caller->named_level;
	enum level fitting = fits ? fit_level(request->lobby, table, caller) : LEVEL_NORMAL;
	for (unsigned i = 0; i < seated->count; i++) {
		const struct store_person *person = &seated->seat[i].person;
		int level = person->network == 0 ? level_named(person->key) : -1;
		if (level >= 0 && table->channel->settings.no_robots)
			continue;
		if (level >= 0 && table->seats_taken < table_most_players(table)) {
			table_take_seat(table, NULL, fits ? fitting : (enum level)level);
		} else if (level < 0 && person->id != caller->id) {
			struct string *names =
				person->network == network ? &gathered->others : &gathered->guests;
			string_add(names, names->length > 0 ? ", " : "");
			nametext_add(names, seated->seat[i].shown);
		}
	}
	match_write_seats(request->lobby, table);
}

static void open_again(
	struct request *request, const struct store_match *match, const struct seated *seated)
{
	struct lobby *lobby = request->lobby;
	const struct game *game = game_named(match->game);
	if (!command_can_open_table(request) ||
		(game != NULL && !command_can_play_game(request, game)))
		return;
	struct table *table = repeat(request, match);
	if (table == NULL) {
		command_tell(request, MSG_AGAIN_NONE, NO_ARGS);
		return;
	}
	seating_open(request->lobby, table, request->from.person);
	struct gathered gathered = { STRING_EMPTY, STRING_EMPTY };
	gather(request, table, seated, &gathered);
	bool by_link = !string_is_empty(&gathered.guests);
	struct string names = STRING_EMPTY;
	speech_add_names(&lobby->speech, table, &names);
	announce_opening(lobby, table,
		!string_is_empty(&gathered.others) ? MSG_AGAIN_CALL
			: by_link                  ? channel_message(table->channel, MSG_TABLE_NEW)
			: table_is_private(table)  ? MSG_ALONE_SOLO
						   : MSG_AGAIN_ALONE,
		ARGS(arg_name("name", request->from.person->name), arg_text("game", match->game),
			arg_options("preset", match->preset),
			arg_options("options", match->options),
			arg_text("others", gathered.others.bytes), arg_text("names", names.bytes)));
	if (by_link)
		command_tell(
			request, MSG_AGAIN_GUEST, ARGS(arg_text("others", gathered.guests.bytes)));
	string_free(&gathered.others);
	string_free(&gathered.guests);
	string_free(&names);
	start_when_full(request, table, seated->count);
}

/*
 * Finds the caller's last match in the channel of the command, or in private. In the terminal finds
 * the last match in either place, and treats the command as given in that place.
 */
static bool find_last(struct request *request, struct store_match *match)
{
	const struct person *caller = request->from.person;
	struct store *store = request->lobby->batch.store;
	const char *channel = request->from.channel != NULL ? request->from.channel->name : "";
	struct store_match last;
	bool found = store_find_last_match(
			     store, caller->id, caller->network->id, channel, match) == STORE_OK;
	if (caller->network->single && *channel != '\0' &&
		store_find_last_match(store, caller->id, caller->network->id, "", &last) ==
			STORE_OK &&
		(!found || last.id > match->id)) {
		request->from.channel = NULL;
		*match = last;
		found = true;
	}
	return found;
}

/* Tells the caller where their last match was, or that they have finished none. */
static void tell_none(const struct request *request)
{
	struct lobby *lobby = request->lobby;
	const struct person *caller = request->from.person;
	struct store_past past;
	struct store_match match;
	unsigned count = 0;
	struct channel *channel = NULL;
	if (caller->id != 0 &&
		store_list_history(lobby->batch.store, caller->id, &past, 1, &count) == STORE_OK &&
		count > 0 && store_get_match(lobby->batch.store, past.match, &match) == STORE_OK &&
		match.network == caller->network->id)
		channel = channels_find(&lobby->channels, caller->network, match.channel);
	if (channel != NULL && channel != request->from.channel)
		command_tell(request, MSG_AGAIN_THERE,
			ARGS(arg_text("channel", channel_title(channel))));
	else
		command_tell(request, MSG_AGAIN_NONE, NO_ARGS);
}

static void run_again(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct seated seated;
	struct store_match match;
	struct table *running = find_running(request);
	if (running != NULL) {
		command_tell_about(request, running, MSG_AGAIN_RUNNING, NO_ARGS);
		return;
	}
	struct channel_settings settings = command_settings(request);
	if (!command_can_sit(request, &settings))
		return;
	struct table *table = find_open(request, &seated);
	if (table != NULL)
		sit_again(request, table, &seated);
	else if (find_last(request, &match) && read_seated(lobby, match.id, &seated))
		open_again(request, &match, &seated);
	else
		tell_none(request);
}

const struct command rematch_commands[] = {
	{ MSG_COMMAND_AGAIN, ANYWHERE | FIRST_CONNECTION, TABLE_NONE, LIST_TABLES, MSG_HELP_AGAIN,
		run_again },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
