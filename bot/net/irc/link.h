/* irc/link.h - the connection: its phase, lines from and to the server, and its log. */
#ifndef BOT_NET_IRC_LINK_H
#define BOT_NET_IRC_LINK_H

#include "bot/base/loop.h"
#include "bot/net/conn.h"
#include "bot/net/irc/parser.h"

struct irc;

/* Bytes of the longest line that the bot sends. */
enum { IRC_LINE_SENT_MAX = 2048 };
/* Bytes of a server's text as UTF-8, NUL included. */
enum { IRC_SERVER_TEXT = 2 * IRC_LINE_TEXT + 1 };

enum irc_phase {
	IRC_WAITING,     /* waits for the next attempt to connect */
	IRC_REGISTERING, /* from the start of the connection to the server's welcome */
	IRC_CONNECTED,
	IRC_LEAVING, /* QUIT was sent; the server is to close the connection */
	IRC_GONE
};

struct irc_link {
	struct conn *conn;         /* NULL between connections */
	struct irc_parser *parser; /* NULL between connections */
	struct loop_timer *clock;  /* timer for the next deadline */
	enum irc_phase phase;
	uint64_t deadline; /* when the phase times out; unused in IRC_CONNECTED */
	uint64_t welcomed; /* when the phase became IRC_CONNECTED */
	uint64_t connects; /* number of times that the phase became IRC_CONNECTED */
	uint64_t asked;    /* value of conn_last_line_time at the last PING because of silence */
	uint64_t server_text_limit; /* rate limit for the server's text in the log, see
			    irc_clock_is_within_rate */
	/* messages are dropped unread: network.input_paused is set and the input buffer fills up */
	bool discarding_input;
	bool reconnects; /* after IRC_LEAVING, connect again */
};

/* ---- send.c ---- */

/*
 * Adds the line `command middle :last` to the send buffer, bypassing the outbox. middle and last
 * may be NULL. The next conn_flush sends the line.
 */
void irc_send(struct irc *irc, const char *command, const char *middle, const char *last);
/* Sends a PING. The PONG will confirm all lines sent before the PING. */
void irc_send_ping(struct irc *irc);

/* ---- server_text.c ---- */

/*
 * Applies the rate limit for server text in the log. Returns false if too much was logged lately.
 */
bool irc_server_text_can_log(struct irc *irc);
/* Writes a line's parameters from index `from` on as clean text, separated by blanks. */
void irc_server_text_format(const struct irc_line *line, size_t from, char out[IRC_SERVER_TEXT]);

/* ---- dispatch.c ---- */

/* Implements conn_events.line: handles a line of the server. context: the struct irc. */
void irc_dispatch_line(void *context, char *bytes, size_t length);
/* Implements conn_events.urgent: handles a line while input is paused, unless it has to wait. */
bool irc_dispatch_urgent(void *context, const char *bytes, size_t length);
/* True if a line is parsed by libircclient. */
bool irc_dispatch_needs_parser(const struct irc_line *line);
/* Handles an event of libircclient (see irc_parser_open). context: the struct irc. */
void irc_dispatch_event(void *context, struct irc_line *line);

/* ---- server.c ---- */

/* Parses and handles the lines added to libircclient so far. context: the struct irc. */
void irc_handle_parsed_lines(void *context);

#endif
