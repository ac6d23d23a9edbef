#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): struct ucred */
#include "bot/surface/operator.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/base/json.h"
#include "bot/command/dispatch.h"
#include "bot/surface/prometheus.h"
#include "engine/text.h"

enum { PEER_GROUPS = 64, PEER_NAME = 32 };

/*
 * True if the peer is root, the bot's user or in the bot's group. Writes the peer's user id to
 * `name`.
 */
static bool can_order(int fd, char name[PEER_NAME])
{
	struct ucred peer;
	socklen_t size = sizeof peer;
	struct text text = text_in(name, PEER_NAME);
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
		return false;
	text_add(&text, "uid ");
	text_number(&text, (int64_t)peer.uid);
	if (peer.uid == 0 || peer.uid == geteuid() || peer.gid == getegid())
		return true;
	gid_t groups[PEER_GROUPS];
	size = sizeof groups;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) != 0)
		return false;
	for (size_t i = 0; i < size / sizeof groups[0]; i++)
		if (groups[i] == getegid())
			return true;
	return false;
}

/* Sends an answer and closes the connection. */
static void reply(struct line_peer *client, const struct string *text)
{
	line_peer_send(client, text);
	line_peer_end(client);
}

/* The answer to an order: lines of text, or JSON objects separated by commas. */
struct answer {
	struct lobby *lobby;
	bool json;
	bool refused;
	struct string out;
};

/*
 * Adds a message to the answer: its text, or a JSON object with its key, arguments and text. Its
 * arguments are texts, numbers and messages only, because no order names cards or options. The
 * value of an argument that is a message is that message's key.
 */
static void tell(const struct origin *origin, struct table *table, enum message message,
	const struct arg *args)
{
	struct answer *answer = origin->reply_context;
	const struct lobby *lobby = answer->lobby;
	static const char word[] = "admin ";
	struct string *out = &answer->out;
	struct string said = STRING_EMPTY, text = STRING_EMPTY;
	(void)table;
	catalog_add(&said, lobby->catalog, lobby->settings.usual.locale, message, args);
	/*
	 * Replace `admin`, which operators type in chat, by `mitaines ctl`, which they type on this
	 * machine.
	 */
	const char *rest = said.bytes, *next;
	for (; (next = strstr(rest, word)) != NULL; rest = next + sizeof word - 1) {
		string_add_bytes(&text, rest, (size_t)(next - rest));
		string_add(&text, "mitaines ctl ");
	}
	string_add(&text, rest);
	if (answer->json) {
		json_begin_object(out, NULL);
		json_text(out, "key", catalog_key(message));
		for (; args != NULL && args->name != NULL; args++)
			if (args->type == ARG_NUMBER)
				json_number(out, args->name, args->number);
			else
				json_text(out, args->name,
					args->type == ARG_MESSAGE ? catalog_key(args->message)
								  : args->text);
		json_text(out, "text", text.bytes);
		json_end(out, '}');
	} else {
		string_add(out, text.bytes);
		string_add_char(out, '\n');
	}
	string_free(&said);
	string_free(&text);
}

static void note_refusal(const struct origin *origin)
{
	struct answer *answer = origin->reply_context;
	answer->refused = true;
}

static const struct reply by_socket = { .tell = tell, .refuse = note_refusal, .most = SIZE_MAX };

/*
 * Runs an order in a batch of its own. Answers after the commit, even if the order is to shut down.
 */
static void order(struct line_peer *client, const char *name, const char *line, bool json)
{
	const struct operator_socket *operator= client->context;
	struct commands *commands = operator->commands;
	struct lobby *lobby = commands->lobby;
	struct answer answer = { .lobby = lobby, .json = json, .out = STRING_EMPTY };
	struct string text = STRING_EMPTY;
	lobby_commit(lobby);
	if (!json && strcmp(line, "metrics") == 0) {
		prometheus_write(commands, operator->backup, &answer.out);
	} else {
		/* Run the order as if the operator had typed it after `admin` in chat. */
		char asked[sizeof "admin " + OPERATOR_LINE];
		struct text admin = text_in(asked, sizeof asked);
		text_add(&admin, "admin ");
		text_add(&admin, line);
		const struct sender sender = { .mask = name };
		const struct origin origin = { .surface = SURFACE_OPERATOR,
			.sender = &sender,
			.admin = true,
			.reply = &by_socket,
			.reply_context = &answer };
		struct request request;
		dispatch_find(&request, commands, NULL, &origin, asked);
		dispatch_read(&request);
		dispatch_run(&request);
	}
	bool kept = lobby_commit(lobby);
	string_add(&text, kept && !answer.refused ? "done\n" : "refused\n");
	string_add(&text, json ? "[" : "");
	if (kept)
		string_add(&text, answer.out.bytes);
	else if (!json)
		string_add(&text, "the database could not be written: nothing has happened\n");
	string_add(&text, json ? "]\n" : "");
	reply(client, &text);
	string_free(&text);
	string_free(&answer.out);
}

static void refuse(struct line_peer *client, const char *why)
{
	struct string text = STRING_EMPTY;
	string_add(&text, "refused\n");
	string_add(&text, why);
	reply(client, &text);
	string_free(&text);
}

static bool take_line(struct line_peer *client, char *line)
{
	char name[PEER_NAME];
	bool json = strncmp(line, "json ", 5) == 0;
	if (!can_order(client->fd, name))
		refuse(client, "only the bot's user and group may give orders\n");
	else if (!json && strncmp(line, "text ", 5) != 0)
		refuse(client, "an order begins with text or json\n");
	else
		order(client, name, line + 5, json);
	return true;
}

bool operator_open(struct operator_socket *operator, struct commands * commands, struct loop *loop,
	const char *path, const char *backup)
{
	static const struct line_peer_type type = {
		.longest = OPERATOR_LINE, .unread = SIZE_MAX, .line = take_line
	};
	const struct log *log = commands->lobby->log;
	*operator=(struct operator_socket){
		.commands = commands, .backup = backup, .server = { .log = log, .part = "control" }
	};
	struct text text = text_in(operator->path, sizeof operator->path);
	text_add(&text, path);
	if (line_server_open(&operator->server, loop, path, operator->client, OPERATOR_CLIENTS,
		    &type, operator))
		return true;
	log_line(log, LOG_ERROR, "control", "cannot open the socket %s: %s", path, strerror(errno));
	return false;
}

void operator_close(struct operator_socket *operator)
{
	if (operator->server.watch == NULL)
		return;
	line_server_close(&operator->server);
	unlink(operator->path);
}
