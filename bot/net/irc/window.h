/*
 * irc/window.h - what a server was sent and has not said it has taken. Pure; the clock is told.
 *
 * Lines that were spaced out on their way come all at once after a stall, and a server that takes
 * them slowly throws out whoever has too many waiting. So only so much goes until the server has
 * answered a PING that was sent behind it.
 */
#ifndef BOT_NET_IRC_WINDOW_H
#define BOT_NET_IRC_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * IRC_WINDOW_LEAST: bytes after which no more goes to a server of unknown kind. With a last line of
 * 512 and the PING they stay below the 1,000 that the strictest servers let wait.
 */
enum { IRC_WINDOW_LEAST = 440 };

struct irc_load {
	size_t lines;
	size_t bytes; /* CR LF included */
};

struct irc_window {
	struct irc_load most;   /* from either on no more may go; lines 0: no limit */
	size_t kind;            /* bytes up to which `most` may grow */
	bool counts;            /* the server may throw out for too many lines, questions too */
	struct irc_load sent;   /* and not confirmed; */
	struct irc_load behind; /* of that, since the last question */
	struct irc_load taken;  /* what the last answer has confirmed */
	uint64_t question;      /* its number, from 1 */
	uint64_t asked;         /* when, in milliseconds */
	bool waits;             /* for its answer */
};

/* Of a new connection, paced as in outbox.h. */
struct irc_window irc_window_new(unsigned burst, double per_second);
/* Another pace from now on. */
void irc_window_pace(struct irc_window *window, unsigned burst, double per_second);
/* The server is of this version, as it says in 004. */
void irc_window_kind(struct irc_window *window, const char *version);

/* True if another line may go. */
bool irc_window_open(const struct irc_window *window);
/* True if the server has taken everything, or there is no limit. */
bool irc_window_clear(const struct irc_window *window);
/*
 * True if it is time to ask: no more may go, or there is nothing else to say and half of the lines
 * are gone. They are not asked about one by one, as a question costs as much as a line.
 */
bool irc_window_asks(const struct irc_window *window, bool idle);
/* So much went. */
void irc_window_sent(struct irc_window *window, size_t lines, size_t bytes);
/* Asks the server whether it has taken all that; returns the question's number. */
uint64_t irc_window_ask(struct irc_window *window, uint64_t now);
/* The server answers what it was asked last; anything else is no answer, and false. */
bool irc_window_answer(struct irc_window *window, const char *number, uint64_t now);

#endif
