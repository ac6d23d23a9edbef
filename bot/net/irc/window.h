/*
 * irc/window.h - flow control: limits the sent lines that the server has not confirmed. Pure; the
 * caller passes the time.
 *
 * After a network stall, lines sent over a long time arrive all at once, and a server disconnects
 * clients with too many waiting lines. So the bot limits unconfirmed lines and bytes, and sends
 * PINGs; a PONG confirms all lines before its PING.
 */
#ifndef BOT_NET_IRC_WINDOW_H
#define BOT_NET_IRC_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Limit of unconfirmed bytes for a server of unknown kind. One more line of 512 bytes and a PING
 * still fit in the 1,000 bytes that the strictest servers accept.
 */
enum { IRC_WINDOW_BYTES_MIN = 440 };

struct irc_window_load {
	size_t lines;
	size_t bytes; /* bytes of the lines, CR LF included */
};

struct irc_window {
	struct irc_window_load most; /* limits of unconfirmed lines and bytes; 0 lines: no limits */
	size_t bytes_limit; /* bytes that `most.bytes` may grow to for this kind of server */
	bool counts_pings; /* the server disconnects for too many lines and counts PINGs as lines */
	struct irc_window_load sent;       /* unconfirmed lines */
	struct irc_window_load after_ping; /* lines of `sent` that were sent after the last PING */
	struct irc_window_load confirmed;  /* lines confirmed by the last PONG */
	uint64_t ping_number;              /* number of the last PING, from 1 */
	uint64_t ping_time;                /* time of the last PING, in milliseconds */
	bool pong_awaited;                 /* the last PING is not answered yet */
};

/* Returns the window of a new connection. The rate limit must be the same as the outbox's. */
struct irc_window irc_window_new(unsigned burst, double per_second);
/* Changes the rate limit. */
void irc_window_set_rate(struct irc_window *window, unsigned burst, double per_second);
/* Adjusts the limits to the kind of server, by its version from 004. */
void irc_window_kind(struct irc_window *window, const char *version);

/* True if another line may be sent. */
bool irc_window_has_room(const struct irc_window *window);
/* True if the server has confirmed all lines, or the window has no limits. */
bool irc_window_is_clear(const struct irc_window *window);
/*
 * True if a PING should be sent: the window is full, or it is half full and the outbox is empty
 * (idle). A PING after each line would cost as much as the lines.
 */
bool irc_window_needs_ping(const struct irc_window *window, bool idle);
/* Counts sent lines. */
void irc_window_count_lines(struct irc_window *window, size_t lines, size_t bytes);
/* Counts a PING, which the caller sends. Returns its number. */
uint64_t irc_window_count_ping(struct irc_window *window, uint64_t now);
/* Handles a PONG. Returns false if the PONG does not answer the last PING. */
bool irc_window_handle_pong(struct irc_window *window, const char *number, uint64_t now);

#endif
