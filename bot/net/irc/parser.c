/* irc/feed.c - passes lines through libircclient's parser without a network. */
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
 * IRC_PARSER_ROOM: bytes that the library reads at once. IRC_PARSER_TIMEOUT: milliseconds to wait
 * for local sockets. IRC_PARSER_LINES: lines in a batch.
 */
enum { IRC_PARSER_ROOM = 1020, IRC_PARSER_TIMEOUT = 1000, IRC_PARSER_LINES = 64 };

/* The tags of a line; the library drops them. */
struct irc_parser_mark {
	int64_t time;
	bool bot;
	char account[NETWORK_ACCOUNT]; /* empty: not given */
};

struct irc_parser {
	irc_session_t *session;
	void (*take)(void *context, struct irc_line *line);
	void *context;
	int inside;  /* the library's socket; its session closes it */
	int outside; /* the driver's socket */
	fd_set readable;
	fd_set writable;
	size_t length; /* bytes in the batch */
	size_t lines;  /* lines in the batch */
	size_t taken;  /* lines of the batch that have had their event */
	struct irc_parser_mark mark[IRC_PARSER_LINES];
	char batch[IRC_PARSER_ROOM];
};

/* ---- events ---- */

/* Handles the event of the next line. An event without a line would be a fault of the library. */
static void irc_parser_report(struct irc_parser *feed, struct irc_line *line, const char **params)
{
	const struct irc_parser_mark *mark = &feed->mark[feed->taken];
	if (feed->taken == feed->lines)
		return;
	feed->taken++;
	line->tags.account = mark->account[0] != '\0' ? mark->account : NULL;
	line->tags.time = mark->time;
	line->tags.bot = mark->bot;
	for (size_t i = 0; i < line->params; i++)
		line->param[i] = params[i];
	feed->take(feed->context, line);
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

/* Looks at the target itself: the library may be wrong about the bot's nick. */
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

/* ---- opening ---- */

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

/* True if the next descriptor is small enough for select; the library would abort otherwise. */
static bool irc_parser_has_room(int listener)
{
	int next = fcntl(listener, F_DUPFD_CLOEXEC, 0);
	if (next >= 0)
		close(next);
	return next >= 0 && next < FD_SETSIZE - 32;
}

/* Lets the session connect to the listener and learns its descriptor. */
static bool irc_parser_connect(struct irc_parser *feed, const struct sockaddr_in *address)
{
	int last = -1;
	/* These names are never sent: nothing reads the other end. */
	if (irc_connect(feed->session, "127.0.0.1", ntohs(address->sin_port), NULL, "bot", "bot",
		    "bot") != 0)
		return false;
	FD_ZERO(&feed->readable);
	FD_ZERO(&feed->writable);
	if (irc_add_select_descriptors(feed->session, &feed->readable, &feed->writable, &last) != 0)
		return false;
	feed->inside = last;
	return true;
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
 * Lets the library see that it is connected, then replaces its socket by one end of a local socket
 * pair. Other processes cannot reach that, and unlike TCP it has all bytes ready as soon as they
 * are sent. The listener never accepts the connection.
 */
static bool irc_parser_replace_socket(struct irc_parser *feed)
{
	int pair[2];
	bool swapped;
	if (!irc_parser_wait(feed->inside, POLLOUT) ||
		irc_process_select_descriptors(feed->session, &feed->readable, &feed->writable) !=
			0 ||
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	swapped = dup2(pair[0], feed->inside) == feed->inside;
	close(pair[0]);
	feed->outside = pair[1];
	/* From now on the library only reads. */
	FD_ZERO(&feed->writable);
	FD_SET(feed->inside, &feed->readable);
	return swapped && fcntl(feed->inside, F_SETFD, FD_CLOEXEC) == 0;
}

/* Connects the library to this process. Returns the reason for a failure, or NULL. */
static const char *irc_parser_connect_library(struct irc_parser *feed)
{
	struct sockaddr_in address;
	int listener = irc_parser_listen(&address);
	const char *reason = NULL;
	if (listener < 0)
		return "cannot listen on 127.0.0.1 for libircclient";
	if (!irc_parser_has_room(listener))
		reason = "too many files are open; raise LimitNOFILE (ulimit -n)";
	else if (!irc_parser_connect(feed, &address) || !irc_parser_replace_socket(feed))
		reason = "libircclient cannot connect to 127.0.0.1";
	close(listener);
	return reason;
}

struct irc_parser *irc_parser_open(
	void (*take)(void *context, struct irc_line *line), void *context, const char **reason)
{
	/* The library would answer CTCP without a callback, and open sockets for DCC with one. */
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
	struct irc_parser *feed = memory_new(1, sizeof *feed);

	*reason = "libircclient opens no session";
	feed->take = take;
	feed->context = context;
	feed->inside = feed->outside = -1;
	feed->session = irc_create_session(&callbacks);
	if (feed->session != NULL) {
		irc_set_ctx(feed->session, feed);
		*reason = irc_parser_connect_library(feed);
	}
	if (*reason == NULL)
		return feed;
	irc_parser_close(feed);
	return NULL;
}

void irc_parser_close(struct irc_parser *feed)
{
	if (feed->session != NULL)
		irc_destroy_session(feed->session);
	if (feed->outside >= 0)
		close(feed->outside);
	free(feed);
}

/* ---- feeding ---- */

/* Stores the tags of the line added last. */
static void irc_parser_mark(struct irc_parser *feed, const struct irc_tags *tags)
{
	struct irc_parser_mark *mark = &feed->mark[feed->lines];
	struct text account = text_in(mark->account, sizeof mark->account);
	text_add(&account, tags->account != NULL ? tags->account : "");
	/* A cut name could be another person's. */
	if (account.cut)
		mark->account[0] = '\0';
	mark->time = tags->time;
	mark->bot = tags->bot;
}

bool irc_parser_add(struct irc_parser *feed, const struct irc_line *line)
{
	size_t length;
	if (feed->lines == IRC_PARSER_LINES && !irc_parser_flush(feed))
		return false;
	length = irc_line_write(line, feed->batch + feed->length, IRC_PARSER_ROOM - feed->length);
	if (length == 0 && feed->length > 0) {
		if (!irc_parser_flush(feed))
			return false;
		length = irc_line_write(line, feed->batch, IRC_PARSER_ROOM);
	}
	if (length == 0)
		return true;
	irc_parser_mark(feed, &line->tags);
	feed->length += length;
	feed->lines++;
	return true;
}

/* Lets the library read until every line has had its event. */
static bool irc_parser_drain(struct irc_parser *feed)
{
	/*
	 * The library's read blocks in a loop until bytes are there, so it must not be called
	 * without any. All bytes are ready at once, so one call is enough as a rule.
	 */
	if (irc_process_select_descriptors(feed->session, &feed->readable, &feed->writable) != 0)
		return false;
	while (feed->taken < feed->lines)
		if (!irc_parser_wait(feed->inside, POLLIN) ||
			irc_process_select_descriptors(
				feed->session, &feed->readable, &feed->writable) != 0)
			return false;
	return true;
}

bool irc_parser_flush(struct irc_parser *feed)
{
	size_t length = feed->length;
	bool drained;
	feed->length = 0;
	if (length == 0)
		return true;
	drained = send(feed->outside, feed->batch, length, MSG_NOSIGNAL) == (ssize_t)length &&
		irc_parser_drain(feed);
	feed->lines = feed->taken = 0;
	return drained;
}
