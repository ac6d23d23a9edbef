/* command/seating.c - the commands that open tables and seat players. */
#include <stdlib.h>
#include <string.h>

#include "bot/command/seating.h"
#include "bot/command/table_argument.h"
#include "bot/command/watching.h"
#include "bot/match/announce.h"
#include "bot/match/fit.h"
#include "bot/match/guest.h"
#include "bot/match/leaver.h"
#include "bot/match/presence.h"
#include "bot/match/seating.h"
#include "bot/match/start.h"
#include "bot/table/channel_key.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"
#include "bot/text/rulestext.h"
#include "engine/spelling.h"

/* Adds the names of presets, " (classic, quebec)". Adds nothing if the only preset has no name. */
static void add_presets(struct string *list, const char *const *presets)
{
	if (presets[0][0] == '\0')
		return;
	for (size_t i = 0; presets[i] != NULL; i++) {
		string_add(list, i > 0 ? ", " : " (");
		string_add(list, presets[i]);
	}
	string_add_char(list, ')');
}

/*
 * Adds a suggestion of the known name nearest to a mistyped one. Keeps the value of "name=value".
 * Adds nothing if no name is near.
 */
static void add_suggestion(const struct request *request, const struct spelling *spelling,
	const char *word, struct string *out)
{
	struct string meant = STRING_EMPTY;
	if (spelling->meant == NULL)
		return;
	string_add_bytes(&meant, spelling->meant, spelling->length);
	string_add(&meant, word + strcspn(word, "="));
	catalog_add(out, request->lobby->catalog, person_locale(request->from.person),
		MSG_MEANT_NAME, ARGS(arg_text("meant", meant.bytes)));
	string_free(&meant);
}

/* Adds the names of all games with their presets: "mitaines (classic, quebec), mate". */
static void add_games(struct string *list)
{
	for (size_t i = 0; games[i] != NULL; i++) {
		string_add(list, i > 0 ? ", " : "");
		string_add(list, games[i]->name);
		add_presets(list, games[i]->presets);
	}
}

static void tell_games(const struct request *request, const char *wrong)
{
	struct string list = STRING_EMPTY;
	struct string meant = STRING_EMPTY;
	char folded[32];
	fold_word(wrong, folded, sizeof folded);
	struct spelling spelling = spelling_of(folded);
	for (size_t i = 0; games[i] != NULL; i++) {
		spelling_try(&spelling, games[i]->name, strlen(games[i]->name));
		for (const char *const *preset = games[i]->presets; *preset != NULL; preset++)
			spelling_try(&spelling, *preset, strlen(*preset));
	}
	add_games(&list);
	add_suggestion(request, &spelling, "", &meant);
	command_tell(request, MSG_NO_SUCH_GAME,
		ARGS(arg_text("word", wrong), arg_text("meant", meant.bytes),
			arg_options("games", list.bytes)));
	string_free(&meant);
	string_free(&list);
}

void command_add_options(const struct game *game, struct string *out)
{
	for (const struct option *option = game_options(game); option->name != NULL; option++) {
		string_add(out, option->name);
		string_add_char(out, '=');
		string_add(out, option->values);
		string_add(out, ", ");
	}
	string_add(out, "rated=yes|no");
}

static void try_option(struct spelling *spelling, const struct request *request, const char *name)
{
	int word = catalog_find_in_group("option.", name, strlen(name));
	spelling_try(spelling, name, strlen(name));
	if (word < 0)
		return;
	const char *said = catalog_text(request->lobby->catalog,
		person_locale(request->from.person).language, (enum message)word);
	spelling_try(spelling, said, strlen(said));
}

static void tell_options(const struct request *request, const struct game *game, const char *wrong)
{
	struct string list = STRING_EMPTY;
	struct string meant = STRING_EMPTY;
	char name[32];
	char folded[32];
	struct text text = text_in(name, sizeof name);
	text_bytes(&text, wrong, strcspn(wrong, "="));
	fold_word(name, folded, sizeof folded);
	struct spelling spelling = spelling_of(folded);
	for (const struct option *option = game_options(game); option->name != NULL; option++)
		try_option(&spelling, request, option->name);
	try_option(&spelling, request, "rated");
	add_suggestion(request, &spelling, wrong, &meant);
	command_add_options(game, &list);
	command_tell(request, MSG_NO_SUCH_OPTION,
		ARGS(arg_text("word", wrong), arg_text("meant", meant.bytes),
			arg_text("game", game->name), arg_options("options", list.bytes)));
	string_free(&meant);
	string_free(&list);
}

/*
 * Reads the game and the preset from the words. Returns the number of words used, or -1 after
 * telling the caller which word is unknown.
 */
static int read_game(const struct request *request, const struct game **game, unsigned *preset)
{
	unsigned at = 0;
	*game = games[0];
	*preset = 0;
	if (at < request->args && command_find_game(request->arg[at]) != NULL)
		*game = command_find_game(request->arg[at++]);
	if (at < request->args && strpbrk(request->arg[at], "=?") == NULL) {
		int named = command_find_preset(*game, request->arg[at]);
		if (named < 0) {
			tell_games(request, request->arg[at]);
			return -1;
		}
		*preset = (unsigned)named;
		at++;
	}
	return (int)at;
}

bool command_answer_question(const struct request *request)
{
	struct string out = STRING_EMPTY;
	struct rulestext text = { .out = &out,
		.catalog = request->lobby->catalog,
		.locale = person_locale(request->from.person) };
	unsigned preset;
	if (request->args == 0 || strcmp(request->arg[request->args - 1], "?") != 0)
		return false;
	if (request->args == 1) {
		add_games(&out);
		command_tell(request, MSG_NEW_GAMES, ARGS(arg_text("games", out.bytes)));
	} else if (read_game(request, &text.game, &preset) >= 0) {
		rulestext_add_options(&text);
		command_tell_pages(request, &out);
	}
	string_free(&out);
	return true;
}

/*
 * Returns the English word for the name or value of an option in any language. Returns other words
 * as they are.
 */
static const char *english_option_word(
	const struct request *request, const char *group, const char *word)
{
	int found = catalog_find_word(request->lobby->catalog, group, word);
	return found >= 0 ? catalog_key((enum message)found) + strlen(group) : word;
}

/*
 * Sets an option written "name=value". If that fails, tells the caller the options and returns
 * false.
 */
static bool set_option(const struct request *request, struct table *table, char *word)
{
	char *value = strchr(word, '=');
	if (value != NULL) {
		*value = '\0';
		enum refusal refusal =
			table_set_option(table, english_option_word(request, "option.", word),
				english_option_word(request, "value.", value + 1));
		*value = '=';
		if (table->takes_guests &&
			(table_is_private(table) ||
				!guest_may_open(request->lobby, table->channel))) {
			command_refuse_seat(request, MSG_NEW_GUESTS, "");
			return false;
		}
		if (refusal == REFUSE_NONE)
			return true;
	}
	tell_options(request, table->game, word);
	return false;
}

struct table *command_read_table(struct request *request)
{
	const struct game *game;
	unsigned preset;
	int at = read_game(request, &game, &preset);
	bool known = at >= 0 && command_can_play_game(request, game);
	struct table *table = known ? command_new_table(request, game, preset) : NULL;
	for (unsigned i = (unsigned)at; table != NULL && i < request->args; i++)
		if (!set_option(request, table, request->arg[i])) {
			table_free(table);
			return NULL;
		}
	return table;
}

struct channel_settings command_settings(const struct request *request)
{
	return request->from.channel != NULL
		? request->from.channel->settings
		: settings_of_network(&request->lobby->settings, request->from.person->network);
}

/* Tells the caller what the channel's operators allow. */
static void refuse_here(const struct request *request, enum message why)
{
	const struct channel_settings *settings = &request->from.channel->settings;
	struct string allowed = STRING_EMPTY, hours = STRING_EMPTY, zone = STRING_EMPTY;
	enum message who = settings->opener == RANK_VOICED ? MSG_CHANNEL_OPENERS_VOICED
							   : MSG_CHANNEL_OPENERS_OPERATORS;
	channel_add_games(settings, ", ", &allowed);
	channel_key_add_value(settings, CHANNEL_HOURS, 0, &hours);
	channel_key_add_value(settings, CHANNEL_ZONE, 0, &zone);
	command_refuse(request, REFUSED_SEAT);
	command_tell(request, why,
		ARGS(arg_text("channel", channel_title(request->from.channel)),
			arg_text("games", allowed.bytes), arg_text("hours", hours.bytes),
			arg_text("zone", zone.bytes), arg_message("who", who)));
	string_free(&allowed);
	string_free(&hours);
	string_free(&zone);
}

bool command_can_play_game(const struct request *request, const struct game *game)
{
	if (request->from.channel == NULL ||
		channel_allows_game(&request->from.channel->settings, game))
		return true;
	refuse_here(request, MSG_CHANNEL_GAMES_ONLY);
	return false;
}

/* True if the settings of the channel let the caller open a table now; else tells them why not. */
static bool can_open_here(const struct request *request)
{
	const struct channel *channel = request->from.channel;
	int64_t date = lobby_date(request->lobby);
	enum message why = MSG_OK;
	if (channel == NULL)
		return true;
	if (channel_is_off(&channel->settings, date))
		why = MSG_CHANNEL_IS_OFF;
	else if (channel->settings.opener > channel_rank(channel, request->from.sender))
		why = MSG_CHANNEL_OPENERS_ONLY;
	else if (!channel_is_open_hour(&channel->settings, date))
		why = MSG_CHANNEL_HOURS_ONLY;
	if (why != MSG_OK)
		refuse_here(request, why);
	return why == MSG_OK;
}

struct table *command_new_table(
	const struct request *request, const struct game *game, unsigned preset)
{
	struct channel_settings settings = command_settings(request);
	return request->from.channel != NULL
		? table_new(request->from.channel, game, preset)
		: table_new_private(request->from.person->network, &settings, game, preset);
}

/* True if the caller sits at TABLES_PER_PERSON tables, and so may not open another. */
static bool is_busy(const struct request *request)
{
	enum { TABLES_PER_PERSON = 2 };
	unsigned seat;
	unsigned tables = 0;
	for (size_t n = 0;
		tables_next_seat(&request->lobby->tables, request->from.person, &n, &seat) != NULL;)
		tables++;
	return tables >= TABLES_PER_PERSON;
}

bool command_can_open_table(const struct request *request)
{
	const struct lobby *lobby = request->lobby;
	bool alone = request->from.channel == NULL;
	enum message why = MSG_OK;
	if (alone && request->from.sender->is_passing)
		why = MSG_ALONE_OUTSIDE;
	else if (alone && tables_find_private(&lobby->tables, request->from.person) != NULL)
		why = MSG_ALONE_ALREADY;
	else if (is_busy(request))
		why = MSG_TOO_MANY_YOURS;
	else if (request->from.person->network->single && lobby->tables.count > 0)
		why = MSG_TOO_MANY_HERE;
	else if (!seating_has_room(lobby, request->from.person->network, request->from.channel))
		why = MSG_TOO_MANY_TABLES;
	if (why != MSG_OK)
		command_refuse_seat(request, why, "");
	return why == MSG_OK && can_open_here(request);
}

bool command_can_sit(const struct request *request, const struct channel_settings *settings)
{
	/*
	 * People that play at a table of another network may play nowhere else, so that a table's
	 * number in their commands means that table.
	 */
	if (tables_find_elsewhere(&request->lobby->tables, request->from.person) != NULL) {
		command_refuse_seat(request, MSG_SEATED_ELSEWHERE, "");
		return false;
	}
	int64_t seconds = leaver_remaining_wait(request->lobby, request->from.person, settings);
	char wait[PRESENCE_WAIT_SIZE];
	if (seconds == 0)
		return true;
	presence_write_wait(seconds * 1000, wait);
	command_tell(request, MSG_LEAVER_WAIT, ARGS(arg_text("wait", wait)));
	return false;
}

/*
 * Opens the table that the words describe. Returns NULL after telling the caller why it was not
 * opened.
 */
static struct table *open_table(struct request *request)
{
	struct channel_settings settings = command_settings(request);
	if (!command_can_open_table(request) || !command_can_sit(request, &settings))
		return NULL;
	struct table *table = command_read_table(request);
	if (table != NULL)
		seating_open(request->lobby, table, request->from.person);
	return table;
}

static void say_opened(struct request *request, struct table *table, enum message message)
{
	struct lobby *lobby = request->lobby;
	struct string names = STRING_EMPTY;
	speech_add_names(&lobby->speech, table, &names);
	announce_opening(lobby, table, channel_message(table->channel, message),
		ARGS(arg_name("name", request->from.person->name), ARGS_OF_GAME(table),
			arg_text("names", names.bytes)));
	string_free(&names);
}

static void run_new(struct request *request)
{
	struct table *table = command_answer_question(request) ? NULL : open_table(request);
	if (table == NULL)
		return;
	bool private = table_is_private(table);
	bool alone = private || table->channel->network->single;
	say_opened(request, table, alone ? MSG_ALONE_NEW : MSG_TABLE_NEW);
	if (!private)
		watching_announce_table(request->commands, table, request->from.person);
}

/* Removes the first word that names a level. Returns that level, or -1 without one. */
static int take_level(struct request *request)
{
	for (unsigned i = 0; i < request->args; i++) {
		int level = command_find_level(request->lobby->catalog, request->arg[i]);
		if (level < 0)
			continue;
		request->args--;
		for (unsigned k = i; k < request->args; k++)
			request->arg[k] = request->arg[k + 1];
		return level;
	}
	return -1;
}

/*
 * Returns the level that the caller has named; level -1: the one that fits them. At a private
 * table, notes for `again` whether they have named one.
 */
static enum level fitting_level(const struct request *request, const struct table *table, int level)
{
	struct person *caller = request->from.person;
	if (table_is_private(table))
		caller->named_level = level >= 0 || (table->seats_taken > 1 && caller->named_level);
	return level >= 0 ? (enum level)level : fit_level(request->lobby, table, caller);
}

/* Fills the caller's waiting private table with AI players, and starts the match. */
static void fill_table(struct request *request, struct table *table, int level)
{
	while (!seating_has_enough_players(table))
		seating_sit(request->lobby, table, NULL, fitting_level(request, table, level), "");
	start_match(request->lobby, table);
}

/*
 * Starts a match with as few AI players as the game allows, at the private table that the caller
 * has opened, or else at a new one.
 */
static void run_solo(struct request *request)
{
	int level = take_level(request);
	struct table *waiting = tables_find_private(&request->lobby->tables, request->from.person);
	request->from.channel = NULL;
	if (request->args == 0 && waiting != NULL && !waiting->running) {
		fill_table(request, waiting, level);
		return;
	}
	struct table *table = command_answer_question(request) ? NULL : open_table(request);
	if (table != NULL)
		start_solo(request->lobby, table, fitting_level(request, table, level));
}

/* Makes the caller the player of the seat that they own in a running match. */
static void take_back(struct request *request, struct table *table, unsigned seat)
{
	struct person *who = request->from.person;
	if (table_is_outsider(table, who) && tables_has_player(&request->lobby->tables, who)) {
		command_refuse_seat(request, MSG_SEATED_ELSEWHERE, "");
		return;
	}
	lobby_snapshot_table(request->lobby, table);
	seating_hand_over(request->lobby, table, seat, who, MSG_SEAT_BACK,
		ARGS(arg_name("seat", table_person_name(table, who))));
}

enum message command_seated_message(struct table *table)
{
	if (table->running)
		return MSG_SEATED_PLAYING;
	return seating_has_enough_players(table) ? MSG_SEATED_ALREADY
						 : channel_message(table->channel, MSG_SEATED_FEW);
}

bool command_seat_caller(struct request *request, struct table *table, const char *inviter)
{
	struct lobby *lobby = request->lobby;
	if (table_find_seat(table, request->from.person) != SEAT_NONE)
		command_refuse_seat(request, command_seated_message(table), "");
	else if (table->running)
		command_refuse_seat(request, MSG_MATCH_RUNNING, "");
	else if (table->seats_taken >= table_most_players(table))
		command_refuse_seat(request, MSG_TABLE_FULL, "");
	else if (command_can_sit(request, &table->channel->settings) &&
		people_store(&lobby->people, request->from.person)) {
		seating_sit(lobby, table, request->from.person, LEVEL_NORMAL, inviter);
		if (table->starts_when_full && seating_has_enough_players(table))
			start_match(lobby, table);
		return true;
	}
	return false;
}

/* Returns the key in an invitation link, or a key alone. Returns NULL for other words. */
static const char *find_key(const char *word)
{
	static const char mark[] = "/join/";
	const char *at = strstr(word, mark);
	const char *key = at != NULL ? at + strlen(mark) : word;
	return seat_key_is_valid(key) ? key : NULL;
}

/*
 * Returns the message that says why the caller cannot come to a table from another network, or
 * MSG_OK if they can.
 */
static enum message find_obstacle(const struct request *request, const struct table *table)
{
	const struct person *who = request->from.person;
	if (request->from.sender->is_passing)
		return MSG_JOIN_OUTSIDE;
	if (tables_has_player(&request->lobby->tables, who))
		return MSG_SEATED_ELSEWHERE;
	return guest_is_name_taken(table, who->name) ? MSG_JOIN_NAME : MSG_OK;
}

/*
 * Seats the caller by an invitation link, which cannot be used again. A caller from another network
 * gets the table's lines in private.
 */
static void join_by_link(struct request *request, const char *key)
{
	struct lobby *lobby = request->lobby;
	char hash[SEAT_HASH], inviter[STORE_NAME] = "";
	seat_key_hash_text(key, hash);
	struct guest_answer found = guest_find_table(lobby, hash);
	struct table *table = found.table;
	bool outsider = table != NULL && table_is_outsider(table, request->from.person);
	enum message why = outsider ? find_obstacle(request, table) : found.why;
	if (table == NULL || why != MSG_OK) {
		command_refuse_seat(request, why, "");
		return;
	}
	if (outsider)
		guest_name_inviter(lobby, table, found.link->inviter, inviter);
	if (!command_seat_caller(request, table, inviter))
		return;
	guests_use_link(&lobby->guests, found.link);
	/* The start of the match closes a table whose opener is gone. */
	if (outsider && !table->closed)
		command_tell(request, MSG_JOIN_ELSEWHERE,
			ARGS(arg_number("table", table->number),
				arg_text("channel", channel_title(table->channel))));
}

static void run_join(struct request *request)
{
	const char *key = request->args > 0 ? find_key(request->arg[0]) : NULL;
	if (key != NULL) {
		join_by_link(request, key);
		return;
	}
	if (request->args > 0 && strchr(request->arg[0], '/') != NULL) {
		command_refuse_seat(request, MSG_GUEST_NO_LINK, "");
		return;
	}
	struct table *table = table_argument_read_number(request, MSG_JOIN_NUMBER)
		? table_argument_find(request, TABLE_OPEN)
		: NULL;
	if (table == NULL) {
		command_refuse(request, REFUSED_TABLE);
		return;
	}
	unsigned left =
		table->running ? table_find_left_seat(table, request->from.person) : SEAT_NONE;
	if (left != SEAT_NONE && table_find_seat(table, request->from.person) == SEAT_NONE)
		take_back(request, table, left);
	else
		command_seat_caller(request, table, "");
}

/* Returns true if the match of a table has not started. Otherwise tells the caller. */
static bool is_open(const struct request *request, const struct table *table)
{
	bool yours = table_find_seat(table, request->from.person) != SEAT_NONE;
	bool alone = table_is_private(table) || table->channel->network->single;
	enum message running = alone ? MSG_MATCH_RUNNING_ALONE
		: yours              ? MSG_MATCH_RUNNING_YOURS
				     : MSG_MATCH_RUNNING;
	if (table->running)
		command_refuse_seat(request, running, "");
	return !table->running;
}

static void remove_robot(struct request *request, struct table *table)
{
	unsigned seat = table->seats_taken;
	while (seat > 0 && table->seat[seat - 1].player != NULL)
		seat--;
	if (seat == 0) {
		command_refuse_seat(request, MSG_NO_ROBOT, "");
		return;
	}
	lobby_snapshot_table(request->lobby, table);
	seating_leave(request->lobby, table, seat - 1);
}

static void tell_levels(const struct request *request, const char *wrong)
{
	struct string list = STRING_EMPTY;
	for (int i = 0; i < LEVEL_COUNT; i++) {
		string_add(&list, i > 0 ? ", " : "");
		catalog_add(&list, request->lobby->catalog, command_locale(request),
			MSG_LEVEL_EASY + (enum message)i, NO_ARGS);
	}
	command_tell(request, MSG_NO_SUCH_LEVEL,
		ARGS(arg_text("word", wrong), arg_text("levels", list.bytes)));
	string_free(&list);
}

static void run_bot(struct request *request)
{
	const char *word = request->args > 0 ? request->arg[0] : "";
	bool away = strcmp(word, "-") == 0;
	int level = command_find_level(request->lobby->catalog, word);
	struct table *table = table_argument_find(request, TABLE_SEATED_OPEN);
	if (table == NULL || !is_open(request, table))
		return;
	if (away)
		remove_robot(request, table);
	else if (table->channel->settings.no_robots)
		command_refuse_seat(request, MSG_CHANNEL_NO_ROBOTS, "");
	else if (level < 0 && request->args > 0)
		tell_levels(request, word);
	else if (table->seats_taken >= table_most_players(table))
		command_refuse_seat(request, MSG_TABLE_FULL, "");
	else
		seating_sit(request->lobby, table, NULL, fitting_level(request, table, level), "");
}

static void tell_players(const struct request *request, struct table *table)
{
	struct string list = STRING_EMPTY;
	seating_add_player_counts(table, &list);
	command_tell(request, channel_message(table->channel, MSG_WRONG_PLAYERS),
		ARGS(arg_text("players", list.bytes), arg_number("taken", table->seats_taken)));
	string_free(&list);
}

static void run_start(struct request *request)
{
	struct table *table = request->table;
	if (is_open(request, table) && start_match(request->lobby, table) != REFUSE_NONE)
		tell_players(request, table);
}

static void run_leave(struct request *request)
{
	struct table *table = request->table;
	if (command_stop_exercise(request))
		return;
	lobby_snapshot_table(request->lobby, table);
	seating_leave(request->lobby, table, table_find_seat(table, request->from.person));
}

const struct command seating_commands[] = {
	{ MSG_COMMAND_NEW, ANYWHERE | FIRST_CONNECTION, TABLE_NONE, LIST_TABLES, MSG_HELP_NEW,
		run_new },
	{ MSG_COMMAND_JOIN, ANYWHERE | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE, TABLE_NONE,
		LIST_TABLES, MSG_HELP_JOIN, run_join },
	{ MSG_COMMAND_SOLO, ANYWHERE | FIRST_CONNECTION, TABLE_NONE, LIST_TABLES, MSG_HELP_SOLO,
		run_solo },
	{ MSG_COMMAND_BOT, IN_CHANNEL | AT_PRIVATE_TABLE | FIRST_CONNECTION, TABLE_NONE,
		LIST_TABLES, MSG_HELP_BOT, run_bot },
	{ MSG_COMMAND_START, IN_CHANNEL | AT_PRIVATE_TABLE | FIRST_CONNECTION, TABLE_SEATED_OPEN,
		LIST_TABLES, MSG_HELP_START, run_start },
	{ MSG_COMMAND_LEAVE,
		ANYWHERE | FIRST_CONNECTION | IN_EXERCISE | WHILE_MUTED | CANNOT_BE_UNDONE,
		TABLE_SEATED, LIST_TABLES, MSG_HELP_LEAVE, run_leave },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
