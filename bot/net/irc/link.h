/* irc/link.h - the connection: its phase, lines from and to the server, and its log. */
#ifndef BOT_NET_IRC_LINK_H
#define BOT_NET_IRC_LINK_H

#include "bot/base/loop.h"
#include "bot/net/conn.h"
#include "bot/net/irc/parser.h"

struct irc;

/* IRC_LINE_SENT_MAX: bytes of the longest line that the bot sends. */
enum { IRC_LINE_SENT_MAX = 2048 };
/* IRC_SERVER_TEXT: bytes of a server's text as UTF-8. */
enum { IRC_SERVER_TEXT = 2 * IRC_LINE_TEXT + 1 };

enum irc_phase {
	IRC_WAITING,     /* until the next attempt to connect */
	IRC_REGISTERING, /* from connecting to the server's welcome */
	IRC_CONNECTED,
	IRC_LEAVING, /* QUIT is sent */
	IRC_GONE
};

struct irc_link {
	struct conn *conn;         /* NULL between connections */
	struct irc_parser *parser; /* NULL between connections */
	struct loop_timer *clock;  /* timer for the next deadline */
	enum irc_phase phase;
	uint64_t deadline;          /* end of the phase; unused in IRC_CONNECTED */
	uint64_t welcomed;          /* when the phase became IRC_CONNECTED */
	uint64_t connects;          /* times the phase became IRC_CONNECTED */
	uint64_t asked;             /* conn_last_line_time at the last PING */
	uint64_t server_text_limit; /* rate limit for the server's text in the log, see
			    irc_clock_is_within_rate */
	bool discarding_input; /* messages are being dropped unread because network.unread is set */
	bool reconnects;       /* connect again after IRC_LEAVING */
};

/* ---- send.c ---- */

/*
 * Sends `command middle :last` without the outbox; middle and last may be NULL. The line goes out
 * with the next conn_flush.
 */
void irc_send(struct irc *irc, const char *command, const char *middle, const char *last);
/* Sends a PING; its answer confirms all lines before it. */
void irc_send_ping(struct irc *irc);

/* ---- server_text.c ---- */

/* Rate limit for server text in the log. Returns false if the log had too much of it lately. */
bool irc_server_text_can_log(struct irc *irc);
/* Writes the parameters from an index on as clean text, with blanks between them. */
void irc_server_text_format(const struct irc_line *line, size_t from, char out[IRC_SERVER_TEXT]);

/* ---- dispatch.c ---- */

/* Handles a line of the server. */
void irc_dispatch_line(struct irc *irc, char *bytes);
/* Handles a line while input is paused. Returns false if the line has to wait. */
bool irc_dispatch_urgent(struct irc *irc, char *bytes);
/* True if a line goes through libircclient. */
bool irc_dispatch_needs_parser(const struct irc_line *line);
/* Handles an event of libircclient (see irc_parser_open); context is the network. */
void irc_dispatch_event(void *context, struct irc_line *line);

/* ---- server.c ---- */

/* Handles the lines added to libircclient so far. */
void irc_handle_parsed_lines(struct irc *irc);

/* ---- due_tasks.c ---- */

/* Does everything that is due in IRC_CONNECTED. */
void irc_run_due_tasks(struct irc *irc);

#endif
