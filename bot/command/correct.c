#include "bot/command/correct.h"

#include <inttypes.h>
#include <string.h>

#include "bot/command/history.h"
#include "bot/command/order.h"
#include "bot/match/correction.h"
#include "bot/match/exercise.h"
#include "bot/match/match.h"
#include "bot/match/recount.h"
#include "bot/people/identity.h"
#include "bot/talk/speech.h"
#include "bot/text/nametext.h"
#include "storage/corrections.h"

/* Removes the last word if it is --yes. Returns true if it was removed. */
static bool take_yes(struct request *request)
{
	const char *last = request->args > 0 ? request->arg[request->args - 1] : "";
	bool yes = strncmp(last, "--", 2) == 0 &&
		catalog_is_word(request->lobby->catalog, MSG_VALUE_YES, last + 2);
	request->args -= yes;
	return yes;
}

/* Returns the log fields of a correction. match 0: it concerns several matches. */
static struct log_about about(int64_t match)
{
	return (struct log_about){ .part = "control", .match = match };
}

/* ---- matches ---- */

/* Adds the owners of a match's seats: "anna, luc, hard". */
static bool add_owners(struct request *request, const struct store_match *match, struct string *out)
{
	struct lobby *lobby = request->lobby;
	struct store_seat seats[STORE_SEATS];
	unsigned count = 0;
	if (!history_check_read(
		    request, store_list_seats(lobby->batch.store, match->id, seats, &count)))
		return false;
	for (unsigned i = 0; i < count; i++) {
		string_add(out, i > 0 ? ", " : "");
		history_add_name(out, lobby->catalog, command_locale(request), seats[i].shown,
			store_robot_level(&seats[i].person));
	}
	return true;
}

static void void_match(struct request *request, const struct store_match *match, const char *names)
{
	struct lobby *lobby = request->lobby;
	if (lobby_check_write(lobby, correction_void_match(lobby->batch.store, match)))
		recount_begin(lobby);
	pending_log_add(&lobby->pending_log, LOG_NOTE, about(match->id),
		"voided match %" PRId64 ": %s", match->id, names);
	command_tell(request, MSG_ADMIN_VOID_DONE,
		ARGS(arg_number("match", match->id), arg_text("names", names)));
}

/* Finds the match of an order. Returns false after telling the operator why not. */
static bool find_match(struct request *request, struct store_match *match)
{
	struct store *store = request->lobby->batch.store;
	unsigned number = request->number;
	int64_t last = 0;
	if (request->args > (number > 0 ? 0 : 1) ||
		(number == 0 &&
			(request->args == 0 || !command_read_number(request->arg[0], &number)))) {
		order_refuse(request, MSG_ADMIN_USAGE_VOID, NO_ARGS);
		return false;
	}
	enum store_error error = store_get_match(store, number, match);
	if (error != STORE_NONE)
		return history_check_read(request, error);
	if (history_check_read(request, store_get_newest_match(store, &last)))
		order_refuse(request, MSG_ADMIN_NO_SUCH_MATCH,
			ARGS(arg_number("match", number), arg_number("last", last)));
	return false;
}

void correct_void(struct request *request)
{
	bool yes = take_yes(request);
	struct store_match match;
	struct string names = STRING_EMPTY;
	bool counted = false;
	if (!find_match(request, &match) ||
		!history_check_read(request,
			store_is_match_counted(request->lobby->batch.store, match.id, &counted)) ||
		!add_owners(request, &match, &names)) {
		string_free(&names);
		return;
	}
	const struct arg *args = ARGS(arg_number("match", match.id), arg_text("names", names.bytes),
		arg_message("kind", match.rated ? MSG_ADMIN_RATED : MSG_ADMIN_CASUAL));
	if (match.ended == 0)
		order_refuse(request, MSG_ADMIN_VOID_LIVE, args);
	else if (!counted)
		order_refuse(request, MSG_ADMIN_VOID_ALREADY, args);
	else if (!yes)
		command_tell(request, MSG_ADMIN_VOID_SURE, args);
	else
		void_match(request, &match, names.bytes);
	string_free(&names);
}

/* ---- people ---- */

/* Maximum bytes of a person's id as operators write it, followed by the name of a network. */
enum { NAMED = STORE_KEY + NETWORK_NICK };

/* A stored person whom an operator named. */
struct named {
	struct store_person row;
	struct person *person; /* the same person in memory */
	char id[NAMED];        /* the id as operators write it, like "account:anna" */
};

/*
 * Finds the person with this name. Sets *count to the number of people with it, and lists their
 * ids.
 */
static enum store_error find_namesakes(struct store *store, const char *name,
	struct store_person *found, unsigned *count, struct string *list)
{
	struct store_person row = *found;
	enum store_error error;
	while ((error = store_next_namesake(store, name, &row)) == STORE_OK) {
		char id[NAMED];
		struct text text = text_in(id, sizeof id);
		if (store_is_person_deleted(&row))
			continue;
		identity_write_key(&text, row.key);
		string_add(list, (*count)++ > 0 ? ", " : "");
		nametext_add(list, id);
		*found = row;
	}
	return error == STORE_NONE && *count > 0 ? STORE_OK : error;
}

/* Finds a person by id or by name. Returns false after telling the operator why not. */
static bool find_row(struct request *request, const char *word, struct network *network,
	struct store_person *row)
{
	struct store *store = request->lobby->batch.store;
	struct string list = STRING_EMPTY;
	char key[STORE_KEY];
	unsigned count = 0;
	enum store_error error;
	*row = (struct store_person){ .network = network->id };
	if (!identity_read_key(network, word, key))
		error = find_namesakes(store, word, row, &count, &list);
	else if ((error = store_find_person(store, network->id, key, &row->id)) == STORE_OK)
		error = store_get_person(store, row->id, row);
	const struct arg *args = ARGS(arg_name("name", word), arg_text("network", network->name),
		arg_text("list", list.bytes));
	bool found = error == STORE_OK && count <= 1;
	if (error == STORE_NONE)
		order_refuse(request, MSG_ADMIN_NOBODY, args);
	else if (!found && history_check_read(request, error))
		order_refuse(request, MSG_ADMIN_NAMESAKES, args);
	string_free(&list);
	return found;
}

/* Returns a table at which a person owns or plays a seat, or NULL. */
static const struct table *table_of(const struct lobby *lobby, const struct person *person)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		for (unsigned i = 0; i < table->seats_taken; i++)
			if (table->seat[i].owner == person || table->seat[i].player == person)
				return table;
	return NULL;
}

/*
 * Finds a stored person without a seat in a live match. Returns false after telling the operator
 * why not.
 */
static bool find_person(
	struct request *request, const char *word, struct network *network, struct named *named)
{
	struct lobby *lobby = request->lobby;
	struct text text = text_in(named->id, sizeof named->id);
	if (!find_row(request, word, network, &named->row))
		return false;
	identity_write_key(&text, named->row.key);
	named->person = people_load(&lobby->people, network, named->row.key, named->row.name);
	const struct table *table = table_of(lobby, named->person);
	if (table == NULL)
		return true;
	order_refuse(request, MSG_ADMIN_SEATED,
		ARGS(arg_name("name", named->id), arg_number("table", table->number),
			arg_text("network", table->channel->network->name)));
	return false;
}

/* Reads a person's row again now, and once more if the batch is rolled back. */
static void refresh(struct lobby *lobby, struct person *person)
{
	people_mark_changed(&lobby->people, person);
	people_reload(&lobby->people, person);
}

/* The merge of two people, with the numbers to tell the operator. */
struct merge {
	struct named from, to;
	unsigned matches, others; /* number of ended matches of `from` and of `to` */
	unsigned shared;          /* number of counted matches in which both had seats */
};

static enum store_error measure(struct store *store, struct merge *merge)
{
	int64_t from = merge->from.row.id, to = merge->to.row.id, match = 0;
	enum store_error error = store_count_matches(store, from, &merge->matches);
	if (!error)
		error = store_count_matches(store, to, &merge->others);
	while (!error && (error = store_next_shared_match(store, from, to, &match)) == STORE_OK) {
		bool counted = false;
		error = store_is_match_counted(store, match, &counted);
		merge->shared += counted;
	}
	return error == STORE_NONE ? STORE_OK : error;
}

static void merge_people(struct request *request, const struct merge *merge)
{
	struct lobby *lobby = request->lobby;
	struct exercise *playing = exercise_find(lobby, merge->from.person);
	seat_keys_end(&lobby->seat_keys, merge->from.row.id, 0);
	if (playing != NULL)
		exercise_end(lobby, playing); /* the person `to` can continue it if it is stored */
	if (lobby_check_write(lobby,
		    correction_merge_people(
			    lobby->batch.store, merge->from.row.id, merge->to.row.id)))
		recount_begin(lobby);
	refresh(lobby, merge->from.person);
	refresh(lobby, merge->to.person);
	pending_log_add(&lobby->pending_log, LOG_NOTE, about(0),
		"merged %s into %s; matches moved: %u, voided matches: %u", merge->from.id,
		merge->to.id, merge->matches, merge->shared);
	command_tell(request, MSG_ADMIN_MERGE_DONE,
		ARGS(arg_name("from", merge->from.id), arg_name("to", merge->to.id),
			arg_number("matches", merge->matches),
			arg_number("shared", merge->shared)));
}

/*
 * If two people are on different networks, adds the network to their ids: "account:anna (libera)".
 */
static void tell_networks_apart(struct merge *merge)
{
	struct named *named[] = { &merge->from, &merge->to };
	for (unsigned i = 0; i < 2 && merge->from.row.network != merge->to.row.network; i++) {
		size_t before = strlen(named[i]->id);
		struct text text = text_in(named[i]->id + before, sizeof named[i]->id - before);
		text_add(&text, " (");
		text_add(&text, named[i]->person->network->name);
		text_add(&text, ")");
	}
}

void correct_merge(struct request *request)
{
	bool yes = take_yes(request);
	struct merge merge = { .matches = 0 };
	if (request->args < 2 || request->args > 4 || request->number > 0) {
		order_refuse(request, MSG_ADMIN_USAGE_MERGE, NO_ARGS);
		return;
	}
	struct network *network = order_network(request, 2);
	struct network *other = request->args > 3 ? order_network(request, 3) : network;
	if (network == NULL || other == NULL ||
		!find_person(request, request->arg[0], network, &merge.from) ||
		!find_person(request, request->arg[1], other, &merge.to) ||
		!history_check_read(request, measure(request->lobby->batch.store, &merge)))
		return;
	tell_networks_apart(&merge);
	const struct arg *args = ARGS(arg_name("from", merge.from.id), arg_name("to", merge.to.id),
		arg_number("matches", merge.matches), arg_number("others", merge.others),
		arg_number("shared", merge.shared));
	if (merge.from.row.id == merge.to.row.id)
		order_refuse(request, MSG_ADMIN_MERGE_SAME, args);
	else if (!yes)
		command_tell(request, MSG_ADMIN_MERGE_SURE, args);
	else
		merge_people(request, &merge);
}

/*
 * Makes a person's new id, of the same kind, and its key from a new nick or account. Returns false
 * if the network does not allow such a nick or account.
 */
static bool make_new_id(
	const struct named *person, const char *name, char id[NAMED], char key[STORE_KEY])
{
	struct network *network = person->person->network;
	struct text text = text_in(id, NAMED);
	text_bytes(&text, person->id, strcspn(person->id, ":") + 1);
	text_add(&text, name);
	return network->driver->allows_name != NULL &&
		network->driver->allows_name(network, name) && !text.cut &&
		identity_read_key(network, id, key);
}

/*
 * Finds another person with this key or name, and writes their id. Returns STORE_NONE if not found.
 */
static enum store_error find_other(struct store *store, const struct store_person *person,
	const char *key, const char *name, char id[NAMED])
{
	struct store_person row = { .network = person->network };
	struct text text = text_in(id, NAMED);
	enum store_error error = store_find_person(store, person->network, key, &row.id);
	if (error == STORE_OK && row.id != person->id) {
		identity_write_key(&text, key);
		return STORE_OK;
	}
	row.id = 0;
	while (error == STORE_OK || error == STORE_NONE) {
		error = store_next_namesake(store, name, &row);
		if (error != STORE_OK)
			break;
		if (row.id == person->id || store_is_person_deleted(&row))
			continue;
		identity_write_key(&text, row.key);
		break;
	}
	return error;
}

static void rename_person(struct request *request, struct named *named, const char *id,
	const char *key, const char *name)
{
	struct lobby *lobby = request->lobby;
	struct network *network = named->person->network;
	lobby_check_write(lobby,
		store_rename_person(
			lobby->batch.store, named->row.id, key, name, lobby_date(lobby)));
	refresh(lobby, named->person);
	refresh(lobby, people_load(&lobby->people, network, key, name));
	pending_log_add(&lobby->pending_log, LOG_NOTE, about(0), "renamed %s to %s on %s",
		named->id, id, network->name);
	command_tell(request, MSG_ADMIN_RENAME_DONE,
		ARGS(arg_name("from", named->id), arg_name("to", id)));
}

void correct_rename(struct request *request)
{
	bool yes = take_yes(request);
	struct named named;
	char id[NAMED], other[NAMED], key[STORE_KEY];
	bool whole = request->args >= 2 && request->args <= 3 && request->number == 0;
	struct network *network = whole ? order_network(request, 2) : NULL;
	if (!whole)
		order_refuse(request, MSG_ADMIN_USAGE_RENAME, NO_ARGS);
	if (network == NULL || !find_person(request, request->arg[0], network, &named))
		return;
	const char *name = request->arg[1];
	if (!make_new_id(&named, name, id, key)) {
		order_refuse(request, MSG_ADMIN_RENAME_NAME,
			ARGS(arg_text("network", network->name), arg_name("from", named.id)));
		return;
	}
	enum store_error error =
		find_other(request->lobby->batch.store, &named.row, key, name, other);
	if (error == STORE_OK)
		order_refuse(request, MSG_ADMIN_RENAME_TAKEN,
			ARGS(arg_name("from", named.id), arg_name("to", other)));
	else if (error != STORE_NONE)
		history_check_read(request, error);
	else if (!yes)
		command_tell(request, MSG_ADMIN_RENAME_SURE,
			ARGS(arg_name("from", named.id), arg_name("to", id)));
	else
		rename_person(request, &named, id, key, name);
}

/* ---- tables ---- */

static void close_table(struct request *request, struct table *table)
{
	struct lobby *lobby = request->lobby;
	pending_log_add(&lobby->pending_log, LOG_NOTE, about(table->match), "closed table %u of %s",
		table->number, table->channel->network->name);
	match_cancel(lobby, table, NULL, MSG_ADMIN_CLOSED, "");
	command_tell(request, MSG_ADMIN_DONE, NO_ARGS);
}

void correct_close(struct request *request)
{
	bool yes = take_yes(request);
	struct lobby *lobby = request->lobby;
	struct table *table = order_find_table(request, MSG_ADMIN_USAGE_CLOSE);
	struct string names = STRING_EMPTY, place = STRING_EMPTY;
	if (table == NULL)
		return;
	speech_add_names(&lobby->speech, table, &names);
	speech_add_place(lobby->catalog, command_locale(request), table, &place);
	const struct arg *args = ARGS(arg_number("table", table->number),
		arg_text("network", table->channel->network->name),
		arg_text("channel", place.bytes), arg_text("names", names.bytes));
	if (table->running)
		order_refuse(request, MSG_ADMIN_CLOSE_RUNNING, args);
	else if (!yes)
		command_tell(request, MSG_ADMIN_CLOSE_SURE, args);
	else
		close_table(request, table);
	string_free(&names);
	string_free(&place);
}
