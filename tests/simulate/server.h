/* server.h - a simulated IRC server with its rate limit, and the faults that steps (step.h) cause.
 * Times without a unit are in ms since the start of the run. */
#ifndef TESTS_SIMULATE_SERVER_H
#define TESTS_SIMULATE_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/simulate/bouncer.h"
#include "tests/simulate/order.h"
#include "tests/simulate/wire.h"

enum { SERVER_NICK = 32, SERVER_LINE = 512, SERVER_ROOM = 40000 };

struct homeserver;
struct human;

/* A kind of server. Its rate limit: each line of the bot costs time, and the sum of these costs may
 * run `credit_ms` ahead of the clock. */
struct server_kind {
	const char *name; /* name of the network in the configuration; its host is NAME.test */
	const char *version;
	size_t queue;     /* bytes of the bot that may wait; at more the server disconnects it */
	unsigned line_ms; /* cost of a line, in ms */
	unsigned byte_us; /* cost of each of its bytes, in microseconds */
	unsigned credit_ms;
	bool caps, whox;
	bool services;       /* the server has NickServ and accounts */
	bool terminal;       /* it is the terminal of `mitaines play`, not a server */
	unsigned allows;     /* lines that the bot takes from each person in a second */
	const char *support; /* text of numeric 005 */
};

/* Congestion of a server: the bot has more lines to send than the rate limit allows. */
struct strain {
	uint64_t eased; /* when the server was last idle, or the bot last had nothing to send */
	uint64_t until;
};

struct server {
	const struct server_kind *kind;
	char host[32];
	char channel[32];
	struct homeserver *home; /* the homeserver; NULL: an IRC server or a terminal */
	struct wire *wire;       /* the bot's connection, or NULL */
	struct wire *dialled;    /* the last connection that the bot opened, or NULL */
	bool welcomed, joined;
	bool nick_given, user_given, negotiating;
	bool account_tag, account_notify;
	bool notifies;        /* the server offers the capability account-notify */
	bool identified;      /* the bot is logged in to services */
	enum bouncer replays; /* kind of replay of old lines at each connection */
	uint64_t unserved;    /* the services are gone until this time */
	char bot[SERVER_NICK];
	char ghost[SERVER_NICK]; /* nick that a dead connection of the bot still has */
	uint64_t ghost_until;
	uint64_t since; /* microseconds; time up to which the bot has used its rate limit */
	char queue[SERVER_ROOM];
	size_t queued;
	bool taking;       /* an event that handles the queue again is scheduled */
	uint64_t down;     /* the server refuses connections until this time */
	uint64_t silent;   /* the server leaves connections unanswered until this time */
	uint64_t throttle; /* the server disconnects the bot at once (throttling) until this time */
	uint64_t moderated;
	uint64_t hidden;      /* the channel is +u, which hides its members, until this time */
	uint64_t barred;      /* the server refuses the bot's JOIN until this time */
	uint64_t passed;      /* the channel is -n, in which strangers may speak, until this time */
	uint64_t patience;    /* the bot may wait until this time before it tries again */
	uint64_t disturbed;   /* the last fault lasts, or lasted, until this time */
	struct strain strain; /* congestion by lines for people in the channel */
	struct strain load;   /* congestion by all lines */
	uint64_t glut; /* when last so many lines waited that the bot may have stopped reading */
	uint64_t sample, sampled; /* serial of a line that waits (0: none), and since when */
	uint64_t asked, answered; /* when the server last sent PING, and the bot last PONG */
	uint64_t spoken;          /* when the bot last wrote to the channel or to people */
	struct order order;
};

void server_open(struct server *server, unsigned number);
void server_close(struct server *server);
/* Returns the server of that host name. Aborts if the host is unknown. */
struct server *server_of_host(const char *host);

/* These are called by wire.c when a connection of the bot begins, sends bytes, and ends. */
bool server_answers(const struct server *server);
bool server_is_silent(const struct server *server);
void server_meet(struct server *server, struct wire *wire);
void server_hear(struct server *server, struct wire *wire, const char *bytes, size_t length);
void server_lose(struct server *server, struct wire *wire, const char *why);
/* Ends the connection of a dead process. With `power` its machine died too, so the server hears
 * nothing more. */
void server_process_died(struct server *server, bool power);

/* Sends the bot a formatted line, if the bot is connected. */
void server_send(struct server *server, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Sends the bot a line with the prefix `:nick!user@host`, if the bot may see it. */
void server_send_from(struct server *server, struct human *human, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Sends the bot a human's JOIN, in the form that the bot's capabilities ask for. */
void server_send_join(struct server *server, struct human *human);
/* Sends the bot an ERROR line with the reason `why`, and closes its connection. */
void server_throw_out(struct server *server, const char *why);
/* Sets mode +u on the channel for so many ms: the bot then sees no members, JOIN, PART or NICK. */
void server_hide(struct server *server, uint64_t milliseconds);
bool server_hides(const struct server *server);
/* Removes mode +u from the channel. */
void server_reveal(struct server *server);
/* Removes mode +n from the channel for so many ms, so that strangers may speak there. */
void server_let_pass(struct server *server, uint64_t milliseconds);
/* Sets mode +m on the channel until that time, so that the bot may not speak there. */
void server_moderate(struct server *server, uint64_t until);
/* Notes a fault that lasts so many ms. The checks excuse the bot for omissions meanwhile. */
void server_disturb(struct server *server, uint64_t milliseconds);
/* Ends all faults that steps have caused. */
void server_calm(struct server *server);
void server_kick(struct server *server);
bool server_nick_free(const struct server *server, const char *nick);

#endif
