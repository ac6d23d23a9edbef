/* command/seating.c - the commands that open tables and decide who sits at them. */
#include <stdlib.h>
#include <string.h>

#include "bot/command/seating.h"
#include "bot/command/watching.h"
#include "bot/match/fair.h"
#include "bot/match/leaver.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"
#include "storage/matches.h"

static void refuse(const struct request *request, enum word why)
{
	speech_tell(&request->lobby->speech, request->who, why, NO_ARGS);
}

/* Somebody did something at the table: the time until it is idle begins anew. */
static void stir(const struct lobby *lobby, struct table *table)
{
	if (!table->running)
		table->since = lobby_now(lobby);
}

/* " (classic, quebec)", or nothing where there is only one without a name. */
static void add_presets(struct string *list, const char *const *presets)
{
	if (presets[0][0] == '\0')
		return;
	for (size_t i = 0; presets[i] != NULL; i++) {
		string_add(list, i > 0 ? ", " : " (");
		string_add(list, presets[i]);
	}
	string_char(list, ')');
}

/* What `new` can be given: games with their presets, or a game's options. */
static void tell_games(const struct request *request, const char *wrong)
{
	struct string list = STRING_EMPTY;
	for (size_t i = 0; games[i] != NULL; i++) {
		string_add(&list, i > 0 ? ", " : "");
		string_add(&list, games[i]->name);
		add_presets(&list, games[i]->presets);
	}
	speech_tell(&request->lobby->speech, request->who, WORD_NO_SUCH_GAME,
		ARGS(arg_text("word", wrong), arg_text("games", list.bytes)));
	string_free(&list);
}

static void tell_options(const struct request *request, const struct game *game, const char *wrong)
{
	struct string list = STRING_EMPTY;
	for (size_t i = 0; game->options[i].name != NULL; i++) {
		string_add(&list, game->options[i].name);
		string_char(&list, '=');
		string_add(&list, game->options[i].values);
		string_add(&list, ", ");
	}
	string_add(&list, "rated=yes|no");
	speech_tell(&request->lobby->speech, request->who, WORD_NO_SUCH_OPTION,
		ARGS(arg_text("word", wrong), arg_text("game", game->name),
			arg_text("options", list.bytes)));
	string_free(&list);
}

/* The game and preset that the first words name; returns how many those are, or -1 after saying
 * why. */
static int read_game(const struct request *request, const struct game **game, unsigned *preset)
{
	unsigned at = 0;
	*game = games[0];
	*preset = 0;
	if (at < request->args && command_game(request->arg[at]) != NULL)
		*game = command_game(request->arg[at++]);
	if (at < request->args && strchr(request->arg[at], '=') == NULL) {
		int named = command_preset(*game, request->arg[at]);
		if (named < 0) {
			tell_games(request, request->arg[at]);
			return -1;
		}
		*preset = (unsigned)named;
		at++;
	}
	return (int)at;
}

/* Sets an option written name=value; false after saying what is possible. */
static bool set_option(const struct request *request, struct table *table, char *word)
{
	char *value = strchr(word, '=');
	if (value != NULL) {
		char folded[16];
		fold_word(value + 1, folded, sizeof folded);
		const char *said = strcmp(folded, "oui") == 0 ? "yes"
			: strcmp(folded, "non") == 0          ? "no"
							      : value + 1;
		*value = '\0';
		enum refusal refusal = table_option(table, word, said);
		*value = '=';
		if (refusal == REFUSE_NONE)
			return true;
	}
	tell_options(request, table->game, word);
	return false;
}

/* A table as the words after `new` ask for it, or NULL after saying what is wrong. */
static struct table *read_table(struct request *request)
{
	const struct game *game;
	unsigned preset;
	int at = read_game(request, &game, &preset);
	struct table *table = at < 0 ? NULL : table_new(request->channel, game, preset);
	for (unsigned i = (unsigned)at; table != NULL && i < request->args; i++)
		if (!set_option(request, table, request->arg[i])) {
			table_free(table);
			return NULL;
		}
	return table;
}

bool seating_space(const struct request *request)
{
	const struct lobby *lobby = request->lobby;
	unsigned here = 0;
	unsigned all = 0;
	for (size_t i = 0; i < lobby->tables; i++) {
		here += !lobby->table[i]->closed && lobby->table[i]->channel == request->channel;
		all += !lobby->table[i]->closed &&
			lobby->table[i]->channel->network == request->channel->network;
	}
	if (here < lobby->house.tables_per_channel && all < lobby->house.tables_per_network)
		return true;
	refuse(request, WORD_TOO_MANY_TABLES);
	return false;
}

bool seating_may_sit(const struct request *request, const struct terms *terms)
{
	int64_t seconds = leaver_wait(request->lobby, request->who, terms);
	char wait[PRESENCE_WAIT];
	if (seconds == 0)
		return true;
	presence_wait(seconds * 1000, wait);
	speech_tell(&request->lobby->speech, request->who, WORD_LEAVER_WAIT,
		ARGS(arg_text("wait", wait)));
	return false;
}

/* Gives a new table its number and its place in the store. */
static bool register_table(struct request *request, struct table *table)
{
	struct lobby *lobby = request->lobby;
	table->number = lobby_free_number(lobby, request->channel->network);
	table->fresh = true;
	if (!lobby_add_table(lobby, table))
		return false;
	struct store_match row = {
		.network = request->channel->network->id,
		.number = table->number,
		.opened = lobby_date(lobby),
	};
	struct text channel = text_in(row.channel, sizeof row.channel);
	struct text game = text_in(row.game, sizeof row.game);
	struct text preset = text_in(row.preset, sizeof row.preset);
	struct text options = text_in(row.options, sizeof row.options);
	text_add(&channel, request->channel->name);
	text_add(&game, table->game->name);
	text_add(&preset, table->game->presets[table->preset]);
	text_add(&options, table->options);
	lobby_wrote(lobby, store_match_open(lobby->store, &row, &table->match));
	return true;
}

bool seating_open(struct request *request, struct table *table)
{
	if (!register_table(request, table))
		return false;
	lobby_enlist(request->lobby, request->who);
	table_sit(table, request->who, LEVEL_NORMAL);
	match_write_seats(request->lobby, table);
	fair_open(request->lobby, table);
	stir(request->lobby, table);
	return true;
}

void command_new(struct request *request)
{
	if (!seating_space(request) || !seating_may_sit(request, &request->channel->terms))
		return;
	struct table *table = read_table(request);
	if (table == NULL)
		return;
	if (!seating_open(request, table)) {
		table_free(table);
		return;
	}
	speech_say(&request->lobby->speech, table, WORD_TABLE_NEW,
		ARGS(arg_text("name", request->who->name), arg_text("game", table->game->name),
			arg_text("preset", table->game->presets[table->preset]),
			arg_text("options", table->options)));
	watching_call(request->commands, table, request->who);
}

/* Somebody else plays a seat: what is to be done where it has the turn. */
static void go_on(struct lobby *lobby, struct table *table, unsigned seat)
{
	if (table_state(table)->turn == seat)
		match_go(lobby, table);
}

void seating_hand_over(struct lobby *lobby, struct table *table, unsigned seat,
	struct person *player, enum word word, const struct arg *args)
{
	table_hand_over(table, seat, player);
	table->seat[seat].left = 0;
	match_write_seat(lobby, table, seat);
	speech_say(&lobby->speech, table, word, args);
	go_on(lobby, table, seat);
	if (table_state(table)->turn != seat)
		speech_hand(&lobby->speech, table, seat);
}

/* Who owns a seat of a running match that an AI player has takes it again. */
static void take_back(struct request *request, struct table *table, unsigned seat)
{
	struct person *who = request->who;
	if (lobby_touch(request->lobby, table))
		seating_hand_over(request->lobby, table, seat, who, WORD_SEAT_BACK,
			ARGS(arg_text("seat", who->name)));
}

/* The numbers of players a table can start with: "2, 3, 4". */
static void add_players(struct string *list, struct table *table)
{
	uint16_t players = table->game->players(table_state(table));
	for (unsigned n = 1; n <= SEATS_MAX; n++)
		if (players & 1u << n) {
			string_add(list, list->length > 0 ? ", " : "");
			string_number(list, n);
		}
}

/* What is said of who sits down: what the others do next. */
static enum word joined_word(struct table *table)
{
	if (table->again > 0)
		return WORD_TABLE_JOINED_AGAIN;
	bool enough = table->game->players(table_state(table)) & 1u << table->taken;
	return enough ? WORD_TABLE_JOINED : WORD_TABLE_JOINED_FEW;
}

void seating_sit(
	struct request *request, struct table *table, struct person *person, enum level level)
{
	if (!lobby_touch(request->lobby, table))
		return;
	unsigned seat = table_sit(table, person, level);
	if (person != NULL)
		person->around = &table->channel->terms.voice;
	match_write_seats(request->lobby, table);
	stir(request->lobby, table);
	char name[NETWORK_NICK];
	struct string players = STRING_EMPTY;
	struct string names = STRING_EMPTY;
	add_players(&players, table);
	speech_names(&request->lobby->speech, table, &names);
	speech_say(&request->lobby->speech, table, joined_word(table),
		ARGS(arg_text("name", table_name(table, seat, name)),
			arg_text("names", names.bytes), arg_text("players", players.bytes)));
	string_free(&players);
	string_free(&names);
}

void command_join(struct request *request)
{
	if (request->number == 0 && request->args > 0 &&
		!command_number(request->arg[0], &request->number)) {
		refuse(request, WORD_JOIN_NUMBER);
		return;
	}
	struct table *table = command_table(request, TABLE_OPEN);
	if (table == NULL)
		return;
	if (table_seat(table, request->who) != SEAT_NONE)
		refuse(request, table->running ? WORD_SEATED_PLAYING : WORD_SEATED_ALREADY);
	else if (table->running && table_left(table, request->who) != SEAT_NONE)
		take_back(request, table, table_left(table, request->who));
	else if (table->running)
		refuse(request, WORD_MATCH_RUNNING);
	else if (table->taken >= table_room(table))
		refuse(request, WORD_TABLE_FULL);
	else if (seating_may_sit(request, &table->channel->terms) &&
		lobby_enlist(request->lobby, request->who))
		seating_sit(request, table, request->who, LEVEL_NORMAL);
}

/* A table before its start where the caller sits; NULL after saying why not. */
static struct table *own_open_table(struct request *request)
{
	struct table *table = command_table(request, TABLE_SEATED_OPEN);
	if (table == NULL || !table->running)
		return table;
	refuse(request, WORD_MATCH_RUNNING);
	return NULL;
}

/* Somebody has given up a seat before the start; word may have the place {other}. */
static void say_risen(struct lobby *lobby, struct table *table, enum word word, const char *name,
	const char *other)
{
	struct string names = STRING_EMPTY;
	speech_names(&lobby->speech, table, &names);
	speech_say(&lobby->speech, table, word,
		ARGS(arg_text("name", name), arg_text("other", other),
			arg_text("names", names.bytes)));
	string_free(&names);
}

static void remove_robot(struct request *request, struct table *table)
{
	unsigned seat = table->taken;
	while (seat > 0 && table->seat[seat - 1].player != NULL)
		seat--;
	if (seat == 0) {
		refuse(request, WORD_NO_ROBOT);
		return;
	}
	if (!lobby_touch(request->lobby, table))
		return;
	char name[NETWORK_NICK];
	table_name(table, seat - 1, name);
	table_rise(table, seat - 1);
	match_write_seats(request->lobby, table);
	stir(request->lobby, table);
	say_risen(request->lobby, table, WORD_TABLE_LEFT, name, "");
}

/* What `bot` can be given: "easy, normal, hard, expert". */
static void tell_levels(const struct request *request, const char *wrong)
{
	struct string list = STRING_EMPTY;
	for (int i = 0; i < LEVEL_COUNT; i++) {
		string_add(&list, i > 0 ? ", " : "");
		string_add(&list, level_name((enum level)i));
	}
	speech_tell(&request->lobby->speech, request->who, WORD_NO_SUCH_LEVEL,
		ARGS(arg_text("word", wrong), arg_text("levels", list.bytes)));
	string_free(&list);
}

void command_bot(struct request *request)
{
	const char *word = request->args > 0 ? request->arg[0] : level_name(LEVEL_NORMAL);
	bool away = strcmp(word, "-") == 0;
	int level = away ? LEVEL_NORMAL : level_named(word);
	if (level < 0) {
		tell_levels(request, word);
		return;
	}
	struct table *table = own_open_table(request);
	if (table == NULL)
		return;
	if (away)
		remove_robot(request, table);
	else if (table->taken >= table_room(table))
		refuse(request, WORD_TABLE_FULL);
	else
		seating_sit(request, table, NULL, (enum level)level);
}

static void tell_players(const struct request *request, struct table *table)
{
	struct string list = STRING_EMPTY;
	add_players(&list, table);
	speech_tell(&request->lobby->speech, request->who, WORD_WRONG_PLAYERS,
		ARGS(arg_text("players", list.bytes), arg_number("taken", table->taken)));
	string_free(&list);
}

void command_start(struct request *request)
{
	struct table *table = own_open_table(request);
	if (table != NULL && match_start(request->lobby, table) != REFUSE_NONE)
		tell_players(request, table);
}

/* Whether somebody else than the player of a seat plays at the table, away or not. */
static bool has_others(const struct table *table, unsigned seat)
{
	for (unsigned i = 0; i < table->taken; i++)
		if (i != seat && table->seat[i].player != NULL)
			return true;
	return false;
}

/* A running match loses a player: an AI player goes on, unless nobody else is left. */
static void desert(struct lobby *lobby, struct table *table, unsigned seat)
{
	const struct person *player = table->seat[seat].player;
	bool others = has_others(table, seat);
	table_hand_over(table, seat, NULL);
	table->seat[seat].left = others ? lobby_date(lobby) : 0;
	match_write_seat(lobby, table, seat);
	char name[NETWORK_NICK];
	const struct arg *args = ARGS(
		arg_text("name", player->name), arg_text("seat", table_name(table, seat, name)));
	if (!others) {
		match_stop(lobby, table, WORD_MATCH_ABANDONED, args);
		return;
	}
	speech_say(&lobby->speech, table, WORD_SEAT_LEFT, args);
	go_on(lobby, table, seat);
}

/* A seat is free before the start; who told where, with the place {other}, names somebody. */
static void rise(
	struct lobby *lobby, struct table *table, unsigned seat, enum word word, const char *other)
{
	const struct person *player = table->seat[seat].player;
	bool others = has_others(table, seat);
	table_rise(table, seat);
	match_write_seats(lobby, table);
	stir(lobby, table);
	if (others)
		say_risen(lobby, table, word, player->name, other);
	else
		match_stop(lobby, table, WORD_TABLE_CLOSED, ARGS(arg_text("name", player->name)));
}

void seating_leave(struct lobby *lobby, struct table *table, unsigned seat)
{
	if (table->running)
		desert(lobby, table, seat);
	else
		rise(lobby, table, seat, WORD_TABLE_LEFT, "");
}

bool seating_free(
	struct lobby *lobby, struct table *table, unsigned seat, const struct person *other)
{
	if (!has_others(table, seat))
		return false;
	rise(lobby, table, seat, WORD_SUB_FREE, other->name);
	return true;
}

void command_leave(struct request *request)
{
	struct table *table = command_table(request, TABLE_SEATED);
	if (table != NULL && lobby_touch(request->lobby, table))
		seating_leave(request->lobby, table, table_seat(table, request->who));
}
