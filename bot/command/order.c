#include "bot/command/order.h"

#include <strings.h>

#include "bot/talk/speech.h"

void order_refuse(const struct request *request, enum message message, const struct arg *args)
{
	command_refuse(request, REFUSED_ORDER);
	command_tell(request, message, args);
}

struct network *order_network(struct request *request, unsigned word)
{
	struct lobby *lobby = request->lobby;
	size_t n = 0;
	if (request->args <= word && request->from.person != NULL)
		return request->from.person->network;
	struct network *network = lobby_next_network(lobby, &n);
	if (request->args <= word && network != NULL && lobby_next_network(lobby, &n) == NULL)
		return network;
	if (request->args <= word) {
		order_refuse(request, MSG_ADMIN_WHICH_NETWORK, NO_ARGS);
		return NULL;
	}
	for (n = 0; (network = lobby_next_network(lobby, &n)) != NULL;)
		if (strcasecmp(network->name, request->arg[word]) == 0)
			return network;
	order_refuse(request, MSG_ADMIN_NO_NETWORK, ARGS(arg_text("network", request->arg[word])));
	return NULL;
}

static void tell_table(struct request *request, struct table *table)
{
	struct string names = STRING_EMPTY;
	struct string place = STRING_EMPTY;
	speech_add_names(&request->lobby->speech, table, &names);
	speech_add_place(request->lobby->catalog, command_locale(request), table, &place);
	command_tell(request, table->running ? MSG_ADMIN_TABLE : MSG_ADMIN_TABLE_OPEN,
		ARGS(arg_number("table", table->number),
			arg_text("network", table->channel->network->name),
			arg_text("channel", place.bytes), arg_text("game", table->game->name),
			arg_number("match", table->match),
			arg_number("hand", table_state(table)->hand),
			arg_text("names", names.bytes)));
	string_free(&place);
	string_free(&names);
}

void order_list_tables(struct request *request)
{
	struct lobby *lobby = request->lobby;
	size_t live = 0, most = request->from.reply->most;
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (live++ < most)
			tell_table(request, table);
	if (live == 0)
		command_tell(request, MSG_ADMIN_NO_TABLES, NO_ARGS);
	else if (live > most)
		command_tell(
			request, MSG_ADMIN_MORE, ARGS(arg_number("count", (int64_t)(live - most))));
}

struct table *order_find_table(struct request *request, enum message usage)
{
	const char *word = request->args > 0 ? request->arg[0] : "";
	unsigned number = request->number;
	bool more = request->args > (number > 0 ? 1 : 2);
	struct network *network = order_network(request, number > 0 ? 0 : 1);
	if (network == NULL)
		return NULL;
	if (more || (number == 0 && !command_read_number(word, &number))) {
		bool any = request->lobby->tables.count > 0;
		order_refuse(request, any ? usage : MSG_ADMIN_NO_TABLES, NO_ARGS);
		if (any)
			order_list_tables(request);
		return NULL;
	}
	struct table *table = tables_find_number(&request->lobby->tables, network, number);
	if (table == NULL)
		order_refuse(request, MSG_ADMIN_NO_SUCH_TABLE, ARGS(arg_number("table", number)));
	return table;
}
