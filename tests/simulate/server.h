/* server.h - a simulated IRC server: people, rate limit, and the faults that steps cause. */
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

/* A kind of server. Its rate limit: lines cost time, and credit_ms may be spent in advance. */
struct server_kind {
	const char *name; /* in the configuration; the host is NAME.test */
	const char *version;
	size_t queue;     /* bytes that may wait; more is Excess Flood */
	unsigned line_ms; /* cost of a line */
	unsigned byte_us; /* cost of a byte of it */
	unsigned credit_ms;
	bool caps, whox;
	bool services;       /* has NickServ and accounts */
	bool terminal;       /* not a server: the bot's own terminal */
	unsigned allows;     /* lines a second that a person may send the bot */
	const char *support; /* text of numeric 005 */
};

/* Congestion: more lines wait than the bot may send. */
struct strain {
	uint64_t eased; /* when the server was last idle, or the bot had nothing to send */
	uint64_t until;
};

struct server {
	const struct server_kind *kind;
	char host[32];
	char channel[32];
	struct homeserver *home; /* NULL: an IRC server */
	struct wire *wire;       /* of the bot, or NULL */
	struct wire *dialled;    /* last one that the bot opened, or NULL */
	bool welcomed, joined;
	bool nick_given, user_given, negotiating;
	bool account_tag, account_notify;
	bool notifies;        /* it offers account-notify */
	bool identified;      /* the bot is logged in to services */
	enum bouncer replays; /* how it replays old lines at each connection */
	uint64_t unserved;    /* services are gone until this time */
	char bot[SERVER_NICK];
	char ghost[SERVER_NICK]; /* nick of a dead connection of the bot */
	uint64_t ghost_until;
	uint64_t since; /* microseconds: the rate limit is used up to then */
	char queue[SERVER_ROOM];
	size_t queued;
	bool taking;       /* a callback that reads the queue again is scheduled */
	uint64_t down;     /* refuses connections until this time */
	uint64_t silent;   /* leaves connections unanswered until this time */
	uint64_t throttle; /* throws the bot out at each connection until this time */
	uint64_t moderated;
	uint64_t hidden;      /* the channel is +u (hides its members) until this time */
	uint64_t barred;      /* JOIN is refused until this time */
	uint64_t passed;      /* the channel is -n (strangers may speak) until this time */
	uint64_t patience;    /* the bot may wait until this time before it tries again */
	uint64_t disturbed;   /* a fault lasts, or lasted, until this time */
	struct strain strain; /* by lines for people in the channel */
	struct strain load;   /* by all lines */
	uint64_t glut;        /* when so many lines waited that the bot may have stopped reading */
	uint64_t sample, sampled; /* serial of a waiting line (0: none), and since when it waits */
	uint64_t asked, answered; /* times of the last PING and of the bot's PONG */
	uint64_t spoken;          /* when the bot last wrote to people */
	struct order order;
};

void server_open(struct server *server, unsigned number);
void server_close(struct server *server);
/* Returns the server of that host. Aborts if the host is unknown. */
struct server *server_of_host(const char *host);

/* For the wire: a connection of the bot begins, sends bytes, and ends. */
bool server_answers(const struct server *server);
bool server_is_silent(const struct server *server);
void server_meet(struct server *server, struct wire *wire);
void server_hear(struct server *server, struct wire *wire, const char *bytes, size_t length);
void server_lose(struct server *server, struct wire *wire, const char *why);
/* Ends the connection of a dead process. If its machine died too, the wire is just lost. */
void server_process_died(struct server *server, bool power);

/* Sends the bot a formatted line, if it is connected. */
void server_send(struct server *server, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Sends the bot a line with the prefix `:nick!user@host`, if the bot may see it. */
void server_send_from(struct server *server, struct human *human, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Sends the bot a human's JOIN, in the form that the bot's capabilities ask for. */
void server_send_join(struct server *server, struct human *human);
/* Closes the bot's connection with an ERROR line. */
void server_throw_out(struct server *server, const char *why);
/* Sets +u on the channel for so many ms: the bot sees no members, JOIN, PART or NICK. */
void server_hide(struct server *server, uint64_t milliseconds);
bool server_hides(const struct server *server);
/* Lifts +u. */
void server_reveal(struct server *server);
/* Sets -n on the channel for so many ms. */
void server_let_pass(struct server *server, uint64_t milliseconds);
/* Sets +m on the channel until this time. */
void server_moderate(struct server *server, uint64_t until);
/* Notes a fault of so many ms. It excuses what the bot fails to do meanwhile. */
void server_disturb(struct server *server, uint64_t milliseconds);
/* Ends all faults that steps have caused. */
void server_calm(struct server *server);
void server_kick(struct server *server);
bool server_nick_free(const struct server *server, const char *nick);

#endif
