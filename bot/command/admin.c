/* command/admin.c - the orders of operators, after `admin` in chat or on the control socket. */
#include <stdint.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/command/correct.h"
#include "bot/command/order.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/people/identity.h"
#include "bot/people/mask.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"
#include "config/check.h"
#include "storage/credentials.h"
#include "storage/ignores.h"

/* ANY: greatest number of words of an order that takes any number of words. */
enum { ANY = 1000 };

/*
 * An order of operators: the message with its names, the least and the greatest number of words
 * that follow the name, and the answer to another number of words.
 */
struct order {
	enum message word;
	unsigned least, most;
	enum message usage;
	void (*run)(struct request *request);
};

/* Returns the text after the first `words` words, as the operator wrote it. */
static const char *after(const struct request *request, unsigned words)
{
	const char *at = request->rest;
	while (words-- > 0) {
		at += strcspn(at, " \t");
		at += strspn(at, " \t");
	}
	return at;
}

/* ---- status ---- */

static unsigned running(const struct lobby *lobby)
{
	unsigned count = 0;
	const struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		count += table->running;
	return count;
}

static size_t waiting(const struct lobby *lobby)
{
	size_t lines = 0;
	struct network *network;
	for (size_t n = 0; (network = lobby_next_network(lobby, &n)) != NULL;) {
		struct network_status status;
		network->driver->status(network, &status);
		lines += status.waiting;
	}
	return lines;
}

/*
 * True if the disk is nearly full: it has no room for a copy of the database, or less than
 * LEAST_BYTES.
 */
static bool is_nearly_full(const struct store_status *store)
{
	enum { LEAST_BYTES = 100 << 20 };
	return store->disk >= 0 && (store->disk < LEAST_BYTES || store->disk < store->bytes);
}

static void order_status(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct store_status store = { .bytes = 0 };
	int64_t minutes = (lobby_now(lobby) - lobby->opened) / 60000;
	enum store_error error = store_get_status(lobby->batch.store, &store);
	int64_t cost = (store.bytes - store.free) / (store.matches > 0 ? store.matches : 1);
	command_tell(request, MSG_ADMIN_STATUS,
		ARGS(arg_text("version", VERSION), arg_number("days", minutes / 1440),
			arg_number("hours", minutes / 60 % 24), arg_number("minutes", minutes % 60),
			arg_number("memory", (int64_t)(memory_resident() / 1024)),
			arg_number("tables", (int64_t)lobby->tables.count),
			arg_number("running", running(lobby)),
			arg_number("people", (int64_t)lobby->people.count),
			arg_number("lines", (int64_t)waiting(lobby)),
			arg_number("size", store.bytes / 1024),
			arg_number("free", store.free / 1024), arg_number("cost", cost),
			arg_number("commits", store.commits),
			arg_text("store", error == STORE_OK ? "" : store_error_text(error))));
	if (is_nearly_full(&store))
		command_tell(request, MSG_ADMIN_DISK, ARGS(arg_number("disk", store.disk >> 20)));
}

static void order_networks(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct network *network;
	for (size_t n = 0; (network = lobby_next_network(lobby, &n)) != NULL;) {
		struct network_status status;
		network->driver->status(network, &status);
		command_tell(request, status.connected ? MSG_ADMIN_NETWORK : MSG_ADMIN_NETWORK_OFF,
			ARGS(arg_text("network", network->name),
				arg_text("bot", network->driver->self(network)),
				arg_number("channels", status.channels),
				arg_number("people", (int64_t)status.people),
				arg_number("lines", (int64_t)status.waiting)));
	}
}

/* ---- channels and tables ---- */

static void order_join(struct request *request)
{
	struct network *network = order_network(request, 1);
	const char *channel = request->arg[0];
	if (network == NULL)
		return;
	const struct arg *args =
		ARGS(arg_text("channel", channel), arg_text("network", network->name));
	if (network->driver->join(network, channel))
		command_tell(request, MSG_ADMIN_JOINED, args);
	else
		order_refuse(request, MSG_ADMIN_NOT_JOINED, args);
}

static void order_part(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct network *network = order_network(request, 1);
	const char *channel = request->arg[0];
	struct string reason = STRING_EMPTY;
	if (network == NULL)
		return;
	catalog_add(&reason, lobby->catalog, lobby->settings.usual.locale, MSG_ADMIN_PART, NO_ARGS);
	const struct arg *args =
		ARGS(arg_text("channel", channel), arg_text("network", network->name));
	if (network->driver->part(network, channel, reason.bytes))
		command_tell(request, MSG_ADMIN_PARTED, args);
	else
		order_refuse(request, MSG_ADMIN_NOT_THERE, args);
	string_free(&reason);
}

static void order_stop(struct request *request)
{
	struct table *table = order_find_table(request, MSG_ADMIN_USAGE_STOP);
	if (table == NULL)
		return;
	presence_update_running(request->lobby, table);
	match_close(request->lobby, table, request->from.person, "stopped by an operator",
		table->running ? MSG_ADMIN_STOPPED : MSG_ADMIN_CLOSED, "");
	command_tell(request, MSG_ADMIN_DONE, NO_ARGS);
}

static void order_announce(struct request *request)
{
	bool all = strcmp(request->arg[0], "*") == 0;
	const char *text = after(request, all ? 1 : 0);
	if (*text == '\0') {
		order_refuse(request, MSG_ADMIN_USAGE_ANNOUNCE, NO_ARGS);
		return;
	}
	unsigned told = lobby_announce(
		request->lobby, all, MSG_ADMIN_ANNOUNCE, ARGS(arg_text("text", text)));
	command_tell(request, MSG_ADMIN_ANNOUNCED, ARGS(arg_number("count", told)));
}

/* ---- people ---- */

static void ignore_list(struct request *request, const struct access *access)
{
	const struct masks *fixed = &access->rules.ignore;
	size_t count = fixed->count + access->count;
	size_t most = request->from.reply->most;
	for (size_t i = 0; i < count && i < most; i++) {
		const struct store_ignore *row =
			i < fixed->count ? NULL : &access->ignored[i - fixed->count];
		command_tell(request, row != NULL ? MSG_ADMIN_IGNORE : MSG_ADMIN_IGNORE_FIXED,
			ARGS(arg_text("mask", row != NULL ? row->mask : fixed->mask[i]),
				arg_name("name", row != NULL ? row->author : "")));
	}
	if (count == 0)
		command_tell(request, MSG_ADMIN_IGNORE_NONE, NO_ARGS);
	else if (count > most)
		command_tell(request, MSG_ADMIN_MORE,
			ARGS(arg_number("count", (int64_t)(count - most))));
}

static enum store_error ignore_add(
	const struct request *request, const struct network *network, const char *mask)
{
	struct lobby *lobby = request->lobby;
	struct store_ignore row = { .at = lobby_date(lobby) };
	text_copy(row.mask, sizeof row.mask, mask);
	text_copy(row.author, sizeof row.author,
		request->from.person != NULL ? request->from.person->name
					     : request->from.sender->mask);
	return store_add_ignore(lobby->batch.store, network->id, &row);
}

static void ignore_change(
	struct request *request, struct network *network, const char *mask, bool adds)
{
	struct lobby *lobby = request->lobby;
	struct access *access = network->access;
	bool ignored = access_find_ignore(access, mask) != NULL;
	if (!adds && !ignored) {
		order_refuse(request, MSG_ADMIN_IGNORE_UNKNOWN, ARGS(arg_text("mask", mask)));
		return;
	}
	if (adds && !ignored && access->count >= ACCESS_MOST_IGNORES) {
		order_refuse(request, MSG_ADMIN_IGNORE_FULL, NO_ARGS);
		return;
	}
	if (adds != ignored &&
		lobby_check_write(lobby,
			adds ? ignore_add(request, network, mask)
			     : store_delete_ignore(lobby->batch.store, network->id, mask)))
		access_reload_ignores(access);
	command_tell(
		request, adds ? MSG_ADMIN_IGNORED : MSG_ADMIN_HEARD, ARGS(arg_text("mask", mask)));
}

static void order_ignore(struct request *request)
{
	const char *mask = request->args > 1 ? request->arg[1] : NULL;
	bool lists = command_has_word(request, 0, MSG_VALUE_LIST);
	bool adds = command_has_word(request, 0, MSG_VALUE_ADD);
	if (adds && mask != NULL && mask_matches_everyone(mask)) {
		order_refuse(request, MSG_ADMIN_IGNORE_EVERYBODY, ARGS(arg_text("mask", mask)));
		return;
	}
	if (!lists &&
		(mask == NULL || (!adds && !command_has_word(request, 0, MSG_VALUE_DEL)) ||
			check_mask(mask) != NULL)) {
		order_refuse(request, MSG_ADMIN_USAGE_IGNORE, NO_ARGS);
		return;
	}
	struct network *network = order_network(request, lists ? 1 : 2);
	if (network == NULL)
		return;
	if (lists)
		ignore_list(request, network->access);
	else
		ignore_change(request, network, mask, adds);
}

/* Removes the password of a nick, so that another person may claim the nick. */
static void order_unclaim(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct network *network = order_network(request, 1);
	struct person *person = network != NULL
		? identity_find_by_nick(&lobby->people, network, request->arg[0])
		: NULL;
	if (person == NULL)
		return;
	enum message answer = MSG_ADMIN_UNCLAIMED;
	if (person->id == 0)
		answer = MSG_ADMIN_NOBODY;
	else if (!person->claimed)
		answer = MSG_CLAIM_NONE;
	else {
		people_mark_changed(&lobby->people, person);
		person->claimed = false;
		lobby_check_write(lobby,
			store_clear_password(lobby->batch.store, person->id, lobby_date(lobby)));
	}
	if (answer == MSG_ADMIN_UNCLAIMED)
		command_tell(request, answer, ARGS(arg_name("name", person->name)));
	else
		order_refuse(request, answer,
			ARGS(arg_name("name", person->name), arg_text("network", network->name)));
}

/* ---- the bot ---- */

static void order_reload(struct request *request)
{
	const struct control *control = &request->commands->control;
	struct string report = STRING_EMPTY;
	char *save = NULL;
	if (control->reload == NULL) {
		order_refuse(request, MSG_ADMIN_NOT_HERE, NO_ARGS);
		return;
	}
	bool done = control->reload(control->self, &report);
	bool all = string_is_empty(&report);
	for (char *line = strtok_r(report.bytes, "\n", &save); line != NULL;
		line = strtok_r(NULL, "\n", &save))
		command_tell(request, MSG_ADMIN_LINE, ARGS(arg_text("text", line)));
	if (done)
		command_tell(request, all ? MSG_ADMIN_RELOADED : MSG_ADMIN_RELOADED_PART, NO_ARGS);
	else
		order_refuse(request, MSG_ADMIN_NOT_RELOADED, NO_ARGS);
	string_free(&report);
}

static void order_log(struct request *request)
{
	const struct control *control = &request->commands->control;
	enum log_level level;
	char name[16];
	fold_word(request->arg[0], name, sizeof name);
	if (control->log == NULL) {
		order_refuse(request, MSG_ADMIN_NOT_HERE, NO_ARGS);
	} else if (!log_find_level(name, &level)) {
		order_refuse(request, MSG_ADMIN_USAGE_LOG, NO_ARGS);
	} else {
		control->log(control->self, level);
		command_tell(request, MSG_ADMIN_LOG, ARGS(arg_text("level", name)));
	}
}

enum { DAYS_MOST = 100000, DAY = 86400 };

/*
 * Requests the removal of old journals. A job of the calendar (match/upkeep.c) removes them, a few
 * at a time.
 */
static void order_prune(struct request *request)
{
	struct lobby *lobby = request->lobby;
	unsigned days;
	if (!command_read_number(request->arg[0], &days) || days > DAYS_MOST) {
		order_refuse(request, MSG_ADMIN_USAGE_PRUNE, NO_ARGS);
		return;
	}
	lobby->pruning =
		(struct store_pruning){ .before = lobby_date(lobby) - (int64_t)days * DAY };
	calendar_request(&lobby->calendar, JOB_PRUNING);
	command_tell(request, MSG_ADMIN_PRUNING, ARGS(arg_number("days", days)));
}

static void order_shutdown(struct request *request)
{
	const struct control *control = &request->commands->control;
	if (control->shut_down == NULL) {
		order_refuse(request, MSG_ADMIN_NOT_HERE, NO_ARGS);
		return;
	}
	command_tell(request, MSG_ADMIN_LEAVING, NO_ARGS);
	control->shut_down(control->self);
}

static void order_help(struct request *request)
{
	command_tell(request, MSG_HELP_ADMIN, NO_ARGS);
}

static const struct order orders[] = {
	{ MSG_ORDER_HELP, 0, 0, MSG_ADMIN_USAGE_ALONE, order_help },
	{ MSG_ORDER_STATUS, 0, 0, MSG_ADMIN_USAGE_ALONE, order_status },
	{ MSG_ORDER_NETWORKS, 0, 0, MSG_ADMIN_USAGE_ALONE, order_networks },
	{ MSG_ORDER_TABLES, 0, 0, MSG_ADMIN_USAGE_ALONE, order_list_tables },
	{ MSG_ORDER_JOIN, 1, 2, MSG_ADMIN_USAGE_CHANNEL, order_join },
	{ MSG_ORDER_PART, 1, 2, MSG_ADMIN_USAGE_CHANNEL, order_part },
	{ MSG_ORDER_STOP, 0, ANY, MSG_ADMIN_USAGE_STOP, order_stop },
	{ MSG_ORDER_CLOSE, 0, ANY, MSG_ADMIN_USAGE_CLOSE, correct_close },
	{ MSG_ORDER_ANNOUNCE, 1, ANY, MSG_ADMIN_USAGE_ANNOUNCE, order_announce },
	{ MSG_ORDER_IGNORE, 1, 3, MSG_ADMIN_USAGE_IGNORE, order_ignore },
	{ MSG_ORDER_UNCLAIM, 1, 2, MSG_ADMIN_USAGE_UNCLAIM, order_unclaim },
	{ MSG_ORDER_VOID, 0, ANY, MSG_ADMIN_USAGE_VOID, correct_void },
	{ MSG_ORDER_MERGE, 0, ANY, MSG_ADMIN_USAGE_MERGE, correct_merge },
	{ MSG_ORDER_RENAME, 0, ANY, MSG_ADMIN_USAGE_RENAME, correct_rename },
	{ MSG_ORDER_RELOAD, 0, 0, MSG_ADMIN_USAGE_ALONE, order_reload },
	{ MSG_ORDER_LOG, 1, 1, MSG_ADMIN_USAGE_LOG, order_log },
	{ MSG_ORDER_PRUNE, 1, 1, MSG_ADMIN_USAGE_PRUNE, order_prune },
	{ MSG_ORDER_DAILY, 0, 2, MSG_ADMIN_USAGE_DAILY, order_daily },
	{ MSG_ORDER_SHUTDOWN, 0, 0, MSG_ADMIN_USAGE_ALONE, order_shutdown },
	{ MSG_OK, 0, 0, MSG_OK, NULL },
};

static void run_admin(struct request *request)
{
	const struct order *order = orders;
	char word[32] = "";
	if (!string_is_utf8(request->rest)) {
		order_refuse(request, MSG_ADMIN_NOT_UTF8, NO_ARGS);
		return;
	}
	if (request->args > 0)
		fold_word(request->arg[0], word, sizeof word);
	int found = catalog_find_word(request->lobby->catalog, "order.", word);
	while (order->run != NULL && (int)order->word != found)
		order++;
	if (order->run == NULL) {
		order_refuse(request, request->args > 0 ? MSG_ADMIN_UNKNOWN : MSG_HELP_ADMIN,
			ARGS(arg_text("word", request->args > 0 ? request->arg[0] : "")));
		return;
	}
	log_about(request->lobby->log, LOG_NOTE,
		(struct log_about){ .part = request->from.person != NULL ? NULL : "control",
			.network = request->from.person != NULL
				? request->from.person->network->name
				: NULL },
		"%s gave the order: %s %s", request->from.sender->mask,
		request->from.person != NULL ? "admin" : "mitaines ctl", request->rest);
	request->rest = after(request, 1);
	request->args--;
	memmove(request->arg, request->arg + 1, request->args * sizeof request->arg[0]);
	/* A word #N was taken out of request->arg, but it counts as a word of the order. */
	unsigned words = request->args + (request->number > 0 ? 1 : 0);
	if (request->args < order->least || words > order->most)
		order_refuse(request, order->usage, ARGS(arg_text("word", word)));
	else
		order->run(request);
}

const struct command admin_commands[] = {
	{ MSG_COMMAND_ADMIN, IN_PRIVATE | FOR_ADMINS, TABLE_NONE, UNLISTED, MSG_HELP_ADMIN,
		run_admin },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
