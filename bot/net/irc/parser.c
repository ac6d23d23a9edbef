/* irc/parser.c - passes lines through libircclient's parser without a network. */
#include "bot/net/irc/parser.h"

#include <errno.h>
#include <fcntl.h>
#include <libircclient.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "bot/net/network.h"
#include "engine/text.h"

/*
 * IRC_PARSER_ROOM: bytes of a batch, which libircclient reads at once. IRC_PARSER_TIMEOUT: maximum
 * milliseconds to wait for local sockets. IRC_PARSER_LINES: maximum number of lines in a batch.
 */
enum { IRC_PARSER_ROOM = 1020, IRC_PARSER_TIMEOUT = 1000, IRC_PARSER_LINES = 64 };

/* The tags of a line, stored here because libircclient drops them. */
struct irc_parser_mark {
	int64_t time;
	bool bot;
	/* the sender's account; empty: the line has no account tag */
	char account[NETWORK_ACCOUNT];
};

struct irc_parser {
	irc_session_t *session;
	void (*take)(void *context, struct irc_line *line);
	void *context;
	int inside;  /* libircclient's socket; closed by the session */
	int outside; /* the driver's end of the socket pair */
	fd_set readable;
	fd_set writable;
	size_t length; /* bytes in the batch */
	size_t lines;  /* lines in the batch */
	size_t taken;  /* lines of the batch that were reported */
	struct irc_parser_mark mark[IRC_PARSER_LINES];
	char batch[IRC_PARSER_ROOM];
};

/*
 * Reports an event as the next line of the batch, with the line's tags. Ignores an event that
 * belongs to no line, which would be a bug of libircclient.
 */
static void irc_parser_report(struct irc_parser *parser, struct irc_line *line, const char **params)
{
	const struct irc_parser_mark *mark = &parser->mark[parser->taken];
	if (parser->taken == parser->lines)
		return;
	parser->taken++;
	line->tags.account = mark->account[0] != '\0' ? mark->account : NULL;
	line->tags.time = mark->time;
	line->tags.bot = mark->bot;
	for (size_t i = 0; i < line->params; i++)
		line->param[i] = params[i];
	parser->take(parser->context, line);
}

static size_t irc_parser_params(unsigned count)
{
	return count < IRC_LINE_PARAMS ? count : IRC_LINE_PARAMS;
}

static void irc_parser_on_event(irc_session_t *session, const char *name, const char *source,
	const char **params, unsigned count)
{
	struct irc_line line = {
		.command = name, .source = source, .params = irc_parser_params(count)
	};
	irc_parser_report(irc_get_ctx(session), &line, params);
}

/*
 * Reports channel and private messages alike as PRIVMSG; libircclient tells them apart by the bot's
 * nick, but may not know that nick.
 */
static void irc_parser_on_message(irc_session_t *session, const char *name, const char *source,
	const char **params, unsigned count)
{
	(void)name;
	irc_parser_on_event(session, "PRIVMSG", source, params, count);
}

static void irc_parser_on_numeric(irc_session_t *session, unsigned code, const char *source,
	const char **params, unsigned count)
{
	char digits[] = { (char)('0' + code / 100 % 10), (char)('0' + code / 10 % 10),
		(char)('0' + code % 10), '\0' };
	struct irc_line line = { .command = digits,
		.code = (int)code,
		.source = source,
		.params = irc_parser_params(count) };
	irc_parser_report(irc_get_ctx(session), &line, params);
}

/* Listens on a free loopback port. Returns -1 on failure. */
static int irc_parser_listen(struct sockaddr_in *address)
{
	socklen_t size = sizeof *address;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	*address = (struct sockaddr_in){ .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	if (fd >= 0 && bind(fd, (struct sockaddr *)address, size) == 0 && listen(fd, 1) == 0 &&
		getsockname(fd, (struct sockaddr *)address, &size) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

static bool irc_parser_wait(int fd, short events)
{
	struct pollfd ready = { .fd = fd, .events = events };
	int count;
	do
		count = poll(&ready, 1, IRC_PARSER_TIMEOUT);
	while (count < 0 && errno == EINTR);
	return count == 1;
}

/*
 * Makes the session connect to the listener, lets libircclient notice that its TCP connection is
 * open, then replaces its socket by one end of a local socket pair. Other processes cannot connect
 * to the pair, and unlike TCP the pair delivers all bytes as soon as they are sent. The listener
 * never accepts the TCP connection.
 */
static bool irc_parser_connect(struct irc_parser *parser, const struct sockaddr_in *address)
{
	int pair[2];
	FD_ZERO(&parser->readable);
	FD_ZERO(&parser->writable);
	/* No server gets these names, because nothing reads the other end of the connection. */
	if (irc_connect(parser->session, "127.0.0.1", ntohs(address->sin_port), NULL, "bot", "bot",
		    "bot") != 0 ||
		irc_add_select_descriptors(parser->session, &parser->readable, &parser->writable,
			&parser->inside) != 0 ||
		!irc_parser_wait(parser->inside, POLLOUT) ||
		irc_process_select_descriptors(
			parser->session, &parser->readable, &parser->writable) != 0 ||
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	bool swapped = dup2(pair[0], parser->inside) == parser->inside;
	close(pair[0]);
	parser->outside = pair[1];
	/* From now on libircclient only reads. */
	FD_ZERO(&parser->writable);
	FD_SET(parser->inside, &parser->readable);
	return swapped && fcntl(parser->inside, F_SETFD, FD_CLOEXEC) == 0;
}

/* Connects libircclient to this process. Returns NULL, or the reason for a failure. */
static const char *irc_parser_connect_library(struct irc_parser *parser)
{
	struct sockaddr_in address;
	int listener = irc_parser_listen(&address);
	const char *reason = NULL;
	if (listener < 0)
		return "cannot listen on 127.0.0.1 for libircclient";
	/* libircclient aborts at a descriptor above select's limit: see which one is free next. */
	int next = fcntl(listener, F_DUPFD_CLOEXEC, 0);
	if (next >= 0)
		close(next);
	if (next < 0 || next >= FD_SETSIZE - 32)
		reason = "too many files are open; raise LimitNOFILE (ulimit -n)";
	else if (!irc_parser_connect(parser, &address))
		reason = "libircclient cannot connect to 127.0.0.1";
	close(listener);
	return reason;
}

struct irc_parser *irc_parser_open(
	void (*take)(void *context, struct irc_line *line), void *context, const char **reason)
{
	/*
	 * libircclient answers CTCP itself unless CTCP has a callback, and opens sockets for DCC
	 * only if DCC has one. So CTCP gets a callback, and DCC does not.
	 */
	irc_callbacks_t callbacks = { .event_nick = irc_parser_on_event,
		.event_quit = irc_parser_on_event,
		.event_join = irc_parser_on_event,
		.event_part = irc_parser_on_event,
		.event_kick = irc_parser_on_event,
		.event_channel = irc_parser_on_message,
		.event_privmsg = irc_parser_on_message,
		.event_ctcp_req = irc_parser_on_event,
		.event_ctcp_action = irc_parser_on_event,
		.event_unknown = irc_parser_on_event,
		.event_numeric = irc_parser_on_numeric };
	struct irc_parser *parser = memory_new(1, sizeof *parser);

	*reason = "libircclient opens no session";
	parser->take = take;
	parser->context = context;
	parser->inside = parser->outside = -1;
	parser->session = irc_create_session(&callbacks);
	if (parser->session != NULL) {
		irc_set_ctx(parser->session, parser);
		*reason = irc_parser_connect_library(parser);
	}
	if (*reason == NULL)
		return parser;
	irc_parser_close(parser);
	return NULL;
}

void irc_parser_close(struct irc_parser *parser)
{
	if (parser->session != NULL)
		irc_destroy_session(parser->session);
	if (parser->outside >= 0)
		close(parser->outside);
	free(parser);
}

bool irc_parser_add(struct irc_parser *parser, const struct irc_line *line)
{
	size_t length = line->length + 2;
	if ((parser->lines == IRC_PARSER_LINES || parser->length + length > IRC_PARSER_ROOM) &&
		!irc_parser_flush(parser))
		return false;
	char *out = parser->batch + parser->length;
	for (size_t i = 0; i < line->length; i++)
		out[i] = line->text[i] != '\0' ? line->text[i] : ' ';
	memcpy(out + line->length, "\r\n", 2);
	struct irc_parser_mark *mark = &parser->mark[parser->lines++];
	/* A cut name could be another person's account. */
	if (!text_copy(mark->account, sizeof mark->account,
		    line->tags.account != NULL ? line->tags.account : ""))
		mark->account[0] = '\0';
	mark->time = line->tags.time;
	mark->bot = line->tags.bot;
	parser->length += length;
	return true;
}

bool irc_parser_flush(struct irc_parser *parser)
{
	size_t length = parser->length;
	parser->length = 0;
	if (length == 0)
		return true;
	/*
	 * libircclient blocks until it can read bytes, so call it only when bytes are ready. All
	 * bytes are ready at once, so one call is usually enough.
	 */
	bool fine = send(parser->outside, parser->batch, length, MSG_NOSIGNAL) == (ssize_t)length &&
		irc_process_select_descriptors(
			parser->session, &parser->readable, &parser->writable) == 0;
	while (fine && parser->taken < parser->lines)
		fine = irc_parser_wait(parser->inside, POLLIN) &&
			irc_process_select_descriptors(
				parser->session, &parser->readable, &parser->writable) == 0;
	parser->lines = parser->taken = 0;
	return fine;
}
