#include "bot/command/table_argument.h"

#include "bot/command/invitation.h"
#include "bot/match/exercise.h"
#include "bot/match/presence.h"

enum { SAID_SIZE = 64 }; /* bytes of the text that an answer repeats, NUL included */

/* The kinds of tables: by their place, and by the caller's part at them. */
enum kind {
	KIND_TURN,
	KIND_SEATED_OPEN,
	KIND_SEATED_HERE,
	KIND_SEATED,
	KIND_OFFERED,
	KIND_DESERTED,
	KIND_OPEN,
	KIND_LEFT,
	KIND_HERE,
	KIND_NONE
};

/*
 * For each table_for: the kinds of tables to try in turn, the answer if no table fits, and the
 * answer if the first word is not the number of a table.
 */
static const struct purpose {
	uint8_t kinds[4];
	enum message none;
	enum message number; /* MSG_OK: the first word need not be a number */
} purposes[] = {
	[TABLE_TURN] = { { KIND_TURN, KIND_SEATED_HERE, KIND_SEATED, KIND_NONE }, MSG_NOT_SEATED,
		MSG_OK },
	[TABLE_SEATED_OPEN] = { { KIND_SEATED_OPEN, KIND_SEATED_HERE, KIND_SEATED, KIND_NONE },
		MSG_NOT_SEATED, MSG_OK },
	[TABLE_SEATED] = { { KIND_SEATED_HERE, KIND_SEATED, KIND_NONE }, MSG_NOT_SEATED, MSG_OK },
	[TABLE_OFFERED] = { { KIND_OFFERED, KIND_NONE }, MSG_NO_OFFER, MSG_OK },
	[TABLE_STOPPED] = { { KIND_SEATED_HERE, KIND_SEATED, KIND_DESERTED, KIND_NONE },
		MSG_NOT_SEATED, MSG_OK },
	[TABLE_OPEN] = { { KIND_OPEN, KIND_LEFT, KIND_NONE }, MSG_NO_OPEN_TABLE, MSG_OK },
	[TABLE_SHOWN] = { { KIND_SEATED_HERE, KIND_HERE, KIND_NONE }, MSG_NO_TABLE, MSG_OK },
	[TABLE_WATCHED] = { { KIND_SEATED_HERE, KIND_HERE, KIND_NONE }, MSG_NO_TABLE,
		MSG_WATCH_NUMBER },
};

static bool is_used_in_private(const struct request *request)
{
	return request->from.channel == NULL && !(request->command->flags & IN_PRIVATE);
}

/*
 * True if the caller may give the command in private at a table, because they have a seat there,
 * and the channel bars the bot or is on another network.
 */
static bool is_barred(const struct request *request, const struct table *table)
{
	return (request->command->flags & IN_BARRED_CHANNEL) &&
		(table->channel->barred || table_is_outsider(table, request->from.person)) &&
		table_find_seat(table, request->from.person) != SEAT_NONE;
}

bool table_argument_works_private(const struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table;
	unsigned seat;
	if (!is_used_in_private(request))
		return false;
	if ((request->command->flags & IN_EXERCISE) &&
		exercise_find(lobby, request->from.person) != NULL)
		return true;
	if ((request->command->flags & AT_PRIVATE_TABLE) &&
		tables_find_private(&lobby->tables, request->from.person) != NULL)
		return true;
	for (size_t n = 0; (table = tables_next_seat(
				    &lobby->tables, request->from.person, &n, &seat)) != NULL;)
		if (is_barred(request, table))
			return true;
	return false;
}

/* True if a person plays at a table, or owns a seat there that an AI player has taken over. */
static bool has_part_in(const struct table *table, const struct person *person)
{
	return table_find_seat(table, person) != SEAT_NONE ||
		table_find_left_seat(table, person) != SEAT_NONE;
}

/* True if the caller may know of a table, and may give the command there. */
static bool can_refer_to(const struct request *request, const struct table *table)
{
	return (table->channel->network == request->from.person->network ||
		       has_part_in(table, request->from.person)) &&
		table_is_visible_to(table, request->from.person, request->from.channel) &&
		(table_is_private(table) || !is_used_in_private(request) ||
			is_barred(request, table));
}

static bool is_kind(const struct request *request, struct table *table, enum kind kind)
{
	if (!can_refer_to(request, table))
		return false;
	unsigned seat = table_find_seat(table, request->from.person);
	bool here = request->from.channel == NULL || table->channel == request->from.channel;
	switch (kind) {
	case KIND_TURN:
		return seat != SEAT_NONE && table->running && table_state(table)->turn == seat;
	case KIND_SEATED_OPEN: return seat != SEAT_NONE && here && !table->running;
	case KIND_SEATED_HERE: return seat != SEAT_NONE && here;
	case KIND_SEATED: return seat != SEAT_NONE;
	case KIND_OFFERED:
		return table_find_offered_seat(table, request->from.person,
			       lobby_now(request->lobby)) != SEAT_NONE ||
			invitation_find(request, table) != NULL;
	case KIND_DESERTED: return here && presence_is_deserted(table);
	case KIND_OPEN: return here && !table->running;
	case KIND_LEFT:
		return table->running &&
			table_find_left_seat(table, request->from.person) != SEAT_NONE;
	case KIND_HERE: return here;
	case KIND_NONE: break;
	}
	return false;
}

/* Counts the tables of one kind. Sets *first to the first of them, if there are any. */
static unsigned find(const struct request *request, enum kind kind, struct table **first)
{
	unsigned count = 0;
	struct table *table;
	for (size_t n = 0; (table = tables_next(&request->lobby->tables, &n)) != NULL;)
		if (is_kind(request, table, kind) && count++ == 0)
			*first = table;
	return count;
}

/*
 * Tells the caller to choose one of several tables by its number. instance: the table that the
 * example names.
 */
static void ask_which(const struct request *request, enum kind kind, const struct table *instance)
{
	struct string list = STRING_EMPTY;
	struct table *table;
	size_t n = 0;
	while (list.length < 100 && (table = tables_next(&request->lobby->tables, &n)) != NULL)
		if (is_kind(request, table, kind)) {
			string_add(&list, list.length > 0 ? ", #" : "#");
			string_add_number(&list, table->number);
		}
	/* A command that works only in private needs no prefix, and would be refused in a channel.
	 */
	command_tell(request,
		request->command->flags & IN_CHANNEL ? MSG_WHICH_TABLE : MSG_WHICH_TABLE_PRIVATE,
		ARGS(arg_text("tables", list.bytes), arg_text("word", request->word),
			arg_number("table", instance->number)));
	string_free(&list);
}

/*
 * True if the command is for a table of the caller, and would work at the caller's private table.
 */
static bool is_for_private_table(const struct request *request, enum table_for which)
{
	return request->from.channel != NULL && request->from.surface == SURFACE_CHAT &&
		(which <= TABLE_SEATED || which == TABLE_STOPPED || which == TABLE_SHOWN) &&
		(request->command->flags & (IN_PRIVATE | AT_PRIVATE_TABLE)) &&
		tables_find_private(&request->lobby->tables, request->from.person) != NULL;
}

/* Tells the caller to give the same command in private. */
static void tell_private(const struct request *request)
{
	char said[SAID_SIZE];
	text_copy(said, sizeof said, request->said);
	command_tell(request, MSG_TABLE_IS_PRIVATE, ARGS(arg_text("said", said)));
}

struct table *table_argument_find_number(const struct request *request)
{
	const struct person *person = request->from.person;
	const struct tables *tables = &request->lobby->tables;
	struct table *table;
	for (size_t n = 0;
		request->from.channel == NULL && (table = tables_next(tables, &n)) != NULL;)
		if (table->number == request->number && table_is_outsider(table, person) &&
			has_part_in(table, person))
			return table;
	return tables_find_number(tables, person->network, request->number);
}

/* Finds the table named by #N. Returns NULL after telling the caller why it does not fit. */
static struct table *named_table(const struct request *request, enum table_for which)
{
	struct table *table = table_argument_find_number(request);
	if (table != NULL && table->private_person == request->from.person &&
		is_for_private_table(request, which))
		tell_private(request);
	else if (table == NULL || !can_refer_to(request, table))
		command_tell(
			request, MSG_NO_SUCH_TABLE, ARGS(arg_number("table", request->number)));
	else if (which > TABLE_SEATED || table_find_seat(table, request->from.person) != SEAT_NONE)
		return table;
	else
		command_tell(request, MSG_NOT_SEATED, NO_ARGS);
	return NULL;
}

struct table *table_argument_find(struct request *request, enum table_for which)
{
	struct table *table = NULL;
	enum kind several = KIND_NONE;
	if (request->number > 0)
		return named_table(request, which);
	for (const uint8_t *kind = purposes[which].kinds; *kind != KIND_NONE; kind++) {
		unsigned count = find(request, *kind, &table);
		if (count == 1)
			return table;
		if (count > 1)
			several = *kind;
	}
	/* If no table is here, say so instead of saying that the caller has no seat. */
	enum message none = purposes[which].none;
	if (none == MSG_NOT_SEATED && find(request, KIND_HERE, &table) == 0)
		none = MSG_NO_TABLE;
	if (several != KIND_NONE)
		ask_which(request, several, table);
	else if (is_for_private_table(request, which))
		tell_private(request);
	else
		command_tell(request, none, NO_ARGS);
	return NULL;
}

bool table_argument_has_offer(const struct request *request)
{
	struct table *table;
	return find(request, KIND_OFFERED, &table) > 0;
}

struct table *table_argument_find_own(const struct request *request)
{
	struct table *table = NULL;
	if (request->number > 0) {
		table = table_argument_find_number(request);
		return table != NULL && can_refer_to(request, table) ? table : NULL;
	}
	if (find(request, KIND_SEATED_HERE, &table) > 0 || find(request, KIND_SEATED, &table) > 0)
		return table;
	return request->from.channel != NULL && find(request, KIND_HERE, &table) == 1 ? table
										      : NULL;
}

bool table_argument_read_number(struct request *request, enum message otherwise)
{
	if (request->number > 0 || request->args == 0 ||
		command_read_number(request->arg[0], &request->number))
		return true;
	command_tell(request, otherwise, NO_ARGS);
	return false;
}

struct exercise *table_argument_find_exercise(const struct request *request)
{
	struct person *person = request->from.person;
	struct exercise *exercise = exercise_find(request->lobby, person);
	if (exercise == NULL || request->from.channel != NULL || request->number > 0)
		return NULL;
	if (!exercise_must_wait(request->lobby, person))
		return exercise;
	exercise_end(request->lobby, exercise);
	return NULL;
}

bool table_argument_resolve(struct request *request)
{
	const struct command *command = request->command;
	if (request->table == NULL && (command->flags & (A_MOVE | IN_EXERCISE)))
		request->exercise = table_argument_find_exercise(request);
	if (request->exercise != NULL)
		request->table = request->exercise->table;
	if (request->table != NULL || command->table == TABLE_NONE)
		return true;
	enum message number = purposes[command->table].number;
	if (number == MSG_OK || table_argument_read_number(request, number))
		request->table = table_argument_find(request, command->table);
	return request->table != NULL;
}
