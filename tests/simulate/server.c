/* server.c - a simulated IRC server: takes the bot's lines and answers them. */
#include "tests/simulate/server.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/simulate/homeserver.h"
#include "tests/simulate/human.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/services.h"
#include "tests/simulate/world.h"

/*
 * ms: SERVER_GHOST, time until the server drops a dead connection; SERVER_REST, longest wait of a
 * refused bot; SERVER_TARGET, time after which a human counts as a new target of the bot (439).
 */
enum { SERVER_GHOST = 150000, SERVER_REST = 150000, SERVER_TARGET = 8000, SERVER_WORDS = 16 };

static const struct server_kind kinds[WORLD_SERVERS + 2] = {
	{ .name = "ngircd",
		.version = "ngircd-26.1",
		.queue = 2048,
		.line_ms = 200,
		.credit_ms = 2000,
		.allows = 8,
		.support = "CASEMAPPING=ascii NICKLEN=9 CHANTYPES=# PREFIX=(ov)@+" },
	{ .name = "inspircd",
		.version = "InspIRCd-3",
		.queue = 8192,
		.line_ms = 1000,
		.credit_ms = 10000,
		.caps = true,
		.whox = true,
		.services = true,
		.allows = 1,
		.support = "CASEMAPPING=rfc1459 NICKLEN=30 CHANTYPES=# WHOX PREFIX=(ov)@+" },
	{ .name = "ircu",
		.version = "u2.10.12.19",
		.queue = 1024,
		.line_ms = 2000,
		.byte_us = 1000000 / 120,
		.credit_ms = 10000,
		.allows = 1,
		.whox = true,
		.support = "CASEMAPPING=rfc1459 NICKLEN=15 CHANTYPES=#& WHOX PREFIX=(ov)@+" },
	{ .name = "hybrid",
		.version = "hybrid-8.2",
		.queue = 2560,
		.line_ms = 1000,
		.credit_ms = 5000,
		.allows = 1,
		.support = "CASEMAPPING=rfc1459 NICKLEN=9 CHANTYPES=# PREFIX=(ov)@+" },
	{ .name = "matrix" },
	{ .name = TERMINAL_NAME, .terminal = true, .allows = 1 },
};

void server_open(struct server *server, unsigned number)
{
	*server = (struct server){ .kind = &kinds[number] };
	snprintf(server->host, sizeof server->host, "%s.test", server->kind->name);
	snprintf(server->channel, sizeof server->channel, "#%s%s",
		server->kind->terminal ? "table" : server->kind->name,
		number == WORLD_SERVERS ? ":" HOME_NAME : "");
	server->welcomed = server->kind->terminal;
	if (number == WORLD_SERVERS)
		homeserver_open(server);
}

void server_close(struct server *server)
{
	if (server->home != NULL)
		homeserver_close(server->home);
}

struct server *server_of_host(const char *host)
{
	struct world *here = world();
	for (unsigned i = 0; i < here->servers; i++)
		if (strcmp(here->server[i].host, host) == 0)
			return &here->server[i];
	abort();
}

bool server_nick_free(const struct server *server, const char *nick)
{
	const struct world *here = world();
	if (server->wire != NULL && server->nick_given && strcasecmp(server->bot, nick) == 0)
		return false;
	if (here->now < server->ghost_until && strcasecmp(server->ghost, nick) == 0)
		return false;
	for (unsigned i = 0; i < WORLD_HUMANS; i++)
		if (here->human[i].server == server && here->human[i].online &&
			strcasecmp(here->human[i].nick, nick) == 0)
			return false;
	return true;
}

void server_disturb(struct server *server, uint64_t milliseconds)
{
	uint64_t until = world()->now + milliseconds;
	if (server->disturbed < until)
		server->disturbed = until;
}

/* ---- lines to the bot ---- */

static void send_line(struct server *server, const char *line)
{
	char bytes[SERVER_LINE + 200];
	int length = snprintf(bytes, sizeof bytes - 2, "%s", line);
	if (length > (int)sizeof bytes - 3)
		length = (int)sizeof bytes - 3;
	memcpy(bytes + length, "\r\n", 2);
	world_mutter("%s -> %s", server->kind->name, line);
	wire_say(server->wire, bytes, (size_t)length + 2);
}

void server_send(struct server *server, const char *format, ...)
{
	char line[SERVER_LINE + 100];
	va_list rest;
	if (server->wire == NULL)
		return;
	va_start(rest, format);
	vsnprintf(line, sizeof line, format, rest);
	va_end(rest);
	send_line(server, line);
}

void server_send_from(struct server *server, struct human *human, const char *format, ...)
{
	char line[SERVER_LINE + 100];
	const char *account = server->account_tag ? human_account(human) : "";
	int length;
	va_list rest;
	bool speaks = strncmp(format, "PRIVMSG ", 8) == 0;
	if (server_hides(server))
		human->unseen = speaks ? 0 : UINT64_MAX;
	if (server->wire == NULL || !server->welcomed || (server_hides(server) && !speaks))
		return;
	length = snprintf(line, sizeof line, "%s%s%s:%s!%s ", account[0] != '\0' ? "@account=" : "",
		account, account[0] != '\0' ? " " : "", human->nick, human->address);
	va_start(rest, format);
	vsnprintf(line + length, sizeof line - (size_t)length, format, rest);
	va_end(rest);
	send_line(server, line);
}

void server_send_join(struct server *server, struct human *human)
{
	const char *account = human_account(human);
	if (server->account_tag)
		server_send_from(server, human, "JOIN %s %s :%s", server->channel,
			account[0] != '\0' ? account : "*", human->name);
	else
		server_send_from(server, human, "JOIN %s", server->channel);
}

static void forget(struct server *server)
{
	server->wire = NULL;
	server->welcomed = server->joined = server->nick_given = server->user_given = false;
	server->negotiating = server->account_tag = server->account_notify = false;
	server->identified = false;
	server->bot[0] = '\0';
	server->queued = 0;
	server_disturb(server, 0);
}

void server_throw_out(struct server *server, const char *why)
{
	struct wire *wire = server->wire;
	if (wire == NULL)
		return;
	world_tell("%s throws the bot out: %s", server->kind->name, why);
	server_send(server, "ERROR :Closing Link: %s[bot@bot.test] (%s)", server->bot, why);
	wire_hang_up(wire);
	forget(server);
}

/* ---- connections ---- */

bool server_answers(const struct server *server)
{
	return world()->now >= server->down;
}

bool server_is_silent(const struct server *server)
{
	return world()->now < server->silent;
}

/* Sends the bot a PING every 90 seconds. Closes the connection if the last PING had no answer. */
static void ask(struct incident *incident)
{
	struct server *server = incident->subject;
	struct wire *wire = server->wire;
	if (wire == NULL || (uint64_t)wire->fd != incident->number)
		return;
	if (server->asked > 0 && server->answered < server->asked) {
		server_throw_out(server, "Ping timeout: 90 seconds");
		return;
	}
	server->asked = world()->now;
	server_send(server, "PING :%s", server->host);
	world_later(90000, ask, server, incident->number, NULL, 0);
}

void server_meet(struct server *server, struct wire *wire)
{
	struct world *here = world();
	if (server->home != NULL) {
		visit_meet(server->home, wire);
		return;
	}
	if (server->wire != NULL && server->nick_given) {
		/* The bot has a new connection, but the server has not noticed that the old one is
		 * dead: it still has the nick. */
		snprintf(server->ghost, sizeof server->ghost, "%s", server->bot);
		server->ghost_until = here->now + SERVER_GHOST;
		server->wire->hung_up = true;
	}
	forget(server);
	server->wire = wire;
	server->since = here->now * 1000;
	server->asked = 0;
	order_begin(server);
	world_mutter("%s is connected to", server->kind->name);
	if (here->now < server->throttle) {
		server_throw_out(server, "Throttled: Reconnecting too fast");
		return;
	}
	world_later(90000, ask, server, (uint64_t)wire->fd, NULL, 0);
}

void server_lose(struct server *server, struct wire *wire, const char *why)
{
	if (server->home != NULL)
		visit_lose(server->home, wire);
	if (server->wire != wire)
		return;
	world_mutter("%s has lost the bot: %s", server->kind->name, why);
	wire->hung_up = true;
	forget(server);
}

void server_process_died(struct server *server, bool power)
{
	if (server->home != NULL)
		homeserver_process_died(server->home, power);
	if (server->wire == NULL)
		return;
	/* If only the process died, its machine still delivers the bytes sent and closes the
	 * socket. */
	if (power)
		server->wire->lost = true;
	else
		wire_close(server->wire);
}

/* ---- lines of the bot ---- */

struct words {
	char line[SERVER_LINE + 1];
	char *word[SERVER_WORDS];
	unsigned count;
};

static void words_cut(struct words *words, const char *line, size_t length)
{
	char *at = words->line;
	memcpy(words->line, line, length);
	words->line[length] = '\0';
	words->count = 0;
	while (*at != '\0' && words->count < SERVER_WORDS) {
		if (*at == ':') {
			words->word[words->count++] = at + 1;
			break;
		}
		words->word[words->count++] = at;
		at += strcspn(at, " ");
		while (*at == ' ')
			*at++ = '\0';
	}
	for (unsigned i = words->count; i < SERVER_WORDS; i++)
		words->word[i] = words->line + length;
}

static void welcome(struct server *server)
{
	char time[64];
	if (server->welcomed || !server->nick_given || !server->user_given || server->negotiating)
		return;
	server->welcomed = true;
	server_send(server, "%s:%s 001 %s :Welcome", bouncer_time(server, 0, time), server->host,
		server->bot);
	server_send(server, ":%s 004 %s %s %s iosw biklmnopstv", server->host, server->bot,
		server->host, server->kind->version);
	server_send(server, ":%s 005 %s %s :are supported", server->host, server->bot,
		server->kind->support);
	server_send(server, ":%s 376 %s :End of MOTD", server->host, server->bot);
	bouncer_tells(server, server->bot);
}

static void on_cap(struct server *server, const struct words *words)
{
	const char *verb = words->word[1];
	if (!server->kind->caps) {
		server_send(server, ":%s 421 * CAP :Unknown command", server->host);
		return;
	}
	if (strcmp(verb, "LS") == 0) {
		server->negotiating = true;
		server_send(server, ":%s CAP * LS :account-tag extended-join server-time%s%s",
			server->host, server->notifies ? " account-notify" : "",
			server->replays == BOUNCER_BATCHES ? " batch" : "");
	} else if (strcmp(verb, "REQ") == 0) {
		server->account_tag |= strstr(words->word[2], "account-tag") != NULL;
		server->account_notify |= strstr(words->word[2], "account-notify") != NULL;
		server_send(server, ":%s CAP * ACK :%s", server->host, words->word[2]);
	} else if (strcmp(verb, "END") == 0) {
		server->negotiating = false;
		welcome(server);
	}
}

static void on_nick(struct server *server, const struct words *words)
{
	const char *nick = words->word[1], *me = server->nick_given ? server->bot : "*";
	if (strcasecmp(nick, server->bot) != 0 && !server_nick_free(server, nick)) {
		server_send(server, ":%s 433 %s %s :Nickname is already in use", server->host, me,
			nick);
		return;
	}
	if (server->welcomed)
		server_send(server, ":%s!bot@bot.test NICK :%s", server->bot, nick);
	snprintf(server->bot, sizeof server->bot, "%s", nick);
	server->nick_given = true;
	welcome(server);
}

static void on_user(struct server *server, const struct words *words)
{
	(void)words;
	server->user_given = true;
	welcome(server);
}

static void on_ping(struct server *server, const struct words *words)
{
	server_send(server, ":%s PONG %s :%s", server->host, server->host, words->word[1]);
}

static void on_pong(struct server *server, const struct words *words)
{
	(void)words;
	server->answered = world()->now;
}

static void tell_names(struct server *server)
{
	char names[SERVER_LINE] = "";
	size_t length = 0;
	for (unsigned i = 0; i < WORLD_HUMANS && !server_hides(server); i++) {
		const struct human *human = &world()->human[i];
		if (human->server == server && human->online && human->here && !human->split)
			length += (size_t)snprintf(
				names + length, sizeof names - length, "%s ", human->nick);
	}
	server_send(server, ":%s 353 %s = %s :%s%s", server->host, server->bot, server->channel,
		names, server->bot);
	server_send(
		server, ":%s 366 %s %s :End of NAMES", server->host, server->bot, server->channel);
}

static void on_names(struct server *server, const struct words *words)
{
	(void)words;
	tell_names(server);
}

static void on_mode(struct server *server, const struct words *words)
{
	if (strcasecmp(words->word[1], server->channel) == 0 && words->count == 2)
		server_send(server, ":%s 324 %s %s +%st%s", server->host, server->bot,
			server->channel, world()->now < server->passed ? "" : "n",
			server_hides(server) ? "u" : "");
}

static void join(struct server *server)
{
	server->joined = true;
	server_disturb(server, 0);
	server_send(server,
		server->account_tag ? ":%s!bot@bot.test JOIN %s * :bot"
				    : ":%s!bot@bot.test JOIN %s",
		server->bot, server->channel);
	tell_names(server);
	bouncer_tells(server, server->channel);
	if (world()->now < server->moderated)
		server_send(server, ":%s MODE %s +m", server->host, server->channel);
}

static void on_join(struct server *server, const struct words *words)
{
	if (strcasecmp(words->word[1], server->channel) != 0) {
		server_send(server, ":%s 403 %s %s :No such channel", server->host, server->bot,
			words->word[1]);
	} else if (world()->now < server->barred) {
		server->patience = world()->now + SERVER_REST;
		server_send(server, ":%s 473 %s %s :Cannot join channel (+i)", server->host,
			server->bot, server->channel);
	} else if (!server->joined) {
		join(server);
	}
}

static void on_part(struct server *server, const struct words *words)
{
	if (!server->joined || strcasecmp(words->word[1], server->channel) != 0)
		return;
	server->joined = false;
	server_send(server, ":%s!bot@bot.test PART %s", server->bot, server->channel);
}

static void who(struct server *server, const struct human *human, bool extended)
{
	char user[64];
	char *host;
	snprintf(user, sizeof user, "%s", human->address);
	host = strchr(user, '@');
	*host++ = '\0';
	if (extended)
		server_send(server, ":%s 354 %s 152 %s %s %s %s H %s", server->host, server->bot,
			server->channel, user, host, human->nick,
			human_account(human)[0] != '\0' ? human_account(human) : "0");
	else
		server_send(server, ":%s 352 %s %s %s %s %s %s H :0 %s", server->host, server->bot,
			server->channel, user, host, server->host, human->nick, human->name);
}

static void on_who(struct server *server, const struct words *words)
{
	bool channel = strcasecmp(words->word[1], server->channel) == 0;
	for (unsigned i = 0; i < WORLD_HUMANS; i++) {
		const struct human *human = &world()->human[i];
		if (human->server == server && human->online && !human->split &&
			(channel ? human->here && !server_hides(server)
				 : strcasecmp(human->nick, words->word[1]) == 0))
			who(server, human, server->kind->whox && words->word[2][0] == '%');
	}
	server_send(server, ":%s 315 %s %s :End of WHO", server->host, server->bot, words->word[1]);
}

static void speak_in_channel(struct server *server, const char *text)
{
	if (!server->joined || world()->now < server->moderated) {
		server_send(server, ":%s 404 %s %s :Cannot send to channel", server->host,
			server->bot, server->channel);
		/* Excuse the bot until this refusal arrives. */
		server_disturb(server, server->wire->to_bot - world()->now);
		return;
	}
	oracle_hear(server, NULL, text);
	for (unsigned i = 0; i < WORLD_HUMANS; i++) {
		struct human *human = &world()->human[i];
		if (human->server == server && human->online && human->here && !human->split)
			human_hear(human, true, text);
	}
}

static void speak_in_private(struct server *server, const char *nick, const char *text)
{
	struct human *human = human_called(server, nick);
	uint64_t now = world()->now;
	if (human == NULL) {
		server_send(server, ":%s 401 %s %s :No such nick/channel", server->host,
			server->bot, nick);
	} else if (now < human->hurried && now > human->reached + SERVER_TARGET) {
		server_send(server,
			":%s 439 %s %s :Target change too fast. Please wait %u seconds.",
			server->host, server->bot, nick,
			(unsigned)((human->hurried - now) / 1000 + 1));
		order_owe(server, human);
	} else if (now < human->closed) {
		server_send(server, ":%s 477 %s %s :You need to be identified to message %s",
			server->host, server->bot, nick, nick);
		human_miss(human);
	} else {
		human->reached = now;
		oracle_hear(server, human, text);
		human_hear(human, false, text);
		return;
	}
	order_note_refused(server);
}

static void on_privmsg(struct server *server, const struct words *words)
{
	const char *target = words->word[1];
	world()->lines++;
	if (server->kind->services && strcasecmp(target, "NickServ") == 0 &&
		world()->now >= server->unserved) {
		server->identified = true;
		server_send(server,
			":NickServ!NickServ@services.test NOTICE %s :You are now "
			"identified for bot.",
			server->bot);
		server_send(server, ":%s 900 %s %s!bot@bot.test bot :You are now logged in",
			server->host, server->bot, server->bot);
	} else if (strcasecmp(target, server->channel) == 0) {
		speak_in_channel(server, words->word[2]);
	} else {
		speak_in_private(server, target, words->word[2]);
	}
}

static void on_quit(struct server *server, const struct words *words)
{
	(void)words;
	server_throw_out(server, "Client Quit");
}

static const struct {
	const char *name;
	void (*take)(struct server *server, const struct words *words);
	bool early; /* the command is allowed before registration */
} commands[] = {
	{ "CAP", on_cap, true },
	{ "NICK", on_nick, true },
	{ "USER", on_user, true },
	{ "PING", on_ping, true },
	{ "PONG", on_pong, true },
	{ "QUIT", on_quit, true },
	{ "JOIN", on_join, false },
	{ "PART", on_part, false },
	{ "WHO", on_who, false },
	{ "MODE", on_mode, false },
	{ "NAMES", on_names, false },
	{ "PRIVMSG", on_privmsg, false },
	{ "NOTICE", on_privmsg, false },
};

static bool speaks(const struct words *words)
{
	const char *what = words->word[0];
	return (strcmp(what, "PRIVMSG") == 0 || strcmp(what, "NOTICE") == 0) &&
		strcasecmp(words->word[1], "NickServ") != 0;
}

/* Checks that the line with the bot's prefix fits in 512 bytes: a server cuts off the rest when it
 * relays the line. */
static void check_relay(const struct server *server, const struct words *words)
{
	int length = snprintf(NULL, 0, ":%s!bot@bot.test %s %s :%s\r\n", server->bot,
		words->word[0], words->word[1], words->word[2]);
	if (length > SERVER_LINE)
		world_fault("%s cuts %d bytes off what is said to %s", server->kind->name,
			length - SERVER_LINE, words->word[1]);
}

static void take_line(struct server *server, const char *line, size_t length)
{
	struct words words = { .count = 0 };
	while (length > 0 && (line[length - 1] == '\r' || line[length - 1] == '\n'))
		length--;
	if (length + 2 > SERVER_LINE) {
		world_fault("the bot sends %s a line of %zu bytes", server->kind->name, length + 2);
		return;
	}
	words_cut(&words, line, length);
	world_mutter("%s <- %.*s", server->kind->name, (int)length, line);
	if (speaks(&words)) {
		order_take(server);
		check_relay(server, &words);
		server->spoken = world()->now;
	}
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		if (strcmp(commands[i].name, words.word[0]) == 0 &&
			(commands[i].early || server->welcomed)) {
			commands[i].take(server, &words);
			return;
		}
	server_send(server, ":%s %s %s %s :Unknown command", server->host,
		server->welcomed ? "421" : "451", server->nick_given ? server->bot : "*",
		words.word[0]);
}

static void take(struct server *server);

static void go_on(struct incident *incident)
{
	struct server *server = incident->subject;
	server->taking = false;
	if (server->wire != NULL)
		take(server);
}

/* Handles the bot's waiting lines as the rate limit allows. Closes the connection if too many bytes
 * wait. */
static void take(struct server *server)
{
	const struct server_kind *kind = server->kind;
	struct wire *wire = server->wire;
	uint64_t now = world()->now * 1000;
	const char *end;
	if (server->since < now)
		server->since = now;
	while (server->wire == wire && server->since < now + kind->credit_ms * UINT64_C(1000) &&
		(end = memchr(server->queue, '\n', server->queued)) != NULL) {
		char line[SERVER_ROOM];
		size_t length = (size_t)(end - server->queue) + 1;
		memcpy(line, server->queue, length);
		server->queued -= length;
		memmove(server->queue, server->queue + length, server->queued);
		if (server->welcomed)
			server->since += kind->line_ms * UINT64_C(1000) + length * kind->byte_us;
		take_line(server, line, length);
	}
	if (server->wire != wire)
		return;
	if (server->queued > kind->queue) {
		oracle_flooded(server);
		server_throw_out(server, "Excess Flood");
	} else if (!server->taking && memchr(server->queue, '\n', server->queued) != NULL) {
		server->taking = true;
		world_later((server->since - now) / 1000 - kind->credit_ms + 1, go_on, server, 0,
			NULL, 0);
	}
}

void server_hear(struct server *server, struct wire *wire, const char *bytes, size_t length)
{
	if (server->home != NULL)
		visit_hear(server->home, wire, bytes, length);
	if (server->wire != wire || server->queued + length > SERVER_ROOM)
		return;
	memcpy(server->queue + server->queued, bytes, length);
	server->queued += length;
	take(server);
}

/* ---- faults ---- */

static void lift(struct incident *incident)
{
	struct server *server = incident->subject;
	if (world()->now >= server->moderated && server->joined)
		server_send(server, ":op!op@op.test MODE %s -m", server->channel);
}

void server_moderate(struct server *server, uint64_t until)
{
	server->moderated = until;
	server_disturb(server, until - world()->now);
	if (server->joined)
		server_send(server, ":op!op@op.test MODE %s +m", server->channel);
	world_later(until - world()->now, lift, server, 0, NULL, 0);
}

void server_kick(struct server *server)
{
	if (!server->joined)
		return;
	server_disturb(server, 0);
	server->joined = false;
	server_send(
		server, ":op!op@op.test KICK %s %s :away with you", server->channel, server->bot);
}

void server_calm(struct server *server)
{
	uint64_t now = world()->now;
	server->down = server->silent = server->throttle = server->barred = 0;
	server->replays = BOUNCER_NONE;
	services_return(server);
	if (server->home != NULL)
		homeserver_calm(server->home);
	if (server_hides(server))
		server_reveal(server);
	if (now < server->moderated) {
		server->moderated = now;
		world_later(0, lift, server, 0, NULL, 0);
	}
}
