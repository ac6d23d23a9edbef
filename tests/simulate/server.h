/*
 * server.h - an IRC server of some kind, as bad as steps make it: who is there, what it takes of
 * what the bot says, and when.
 */
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

/* How a kind of server takes lines: each costs so much time, of which so much may be owed. */
struct server_kind {
	const char *name; /* of the network in the configuration; the host is NAME.test */
	const char *version;
	size_t queue;     /* bytes that may wait to be taken; more: Excess Flood */
	unsigned line_ms; /* what a line costs … */
	unsigned byte_us; /* … and a byte of it */
	unsigned credit_ms;
	bool caps, whox;
	bool services;       /* NickServ, and accounts */
	bool terminal;       /* it is none, but somebody at the bot's own terminal */
	unsigned allows;     /* lines a second that the bot answers anybody; it says half as many */
	const char *support; /* for 005 */
};

/* More is to be said than the pace allows. */
struct strain {
	uint64_t eased; /* the server had last nothing to do, or the bot nothing to say */
	uint64_t until;
};

struct server {
	const struct server_kind *kind;
	char host[32];
	char channel[32];
	struct homeserver *home; /* NULL: it takes IRC */
	struct wire *wire;       /* the bot's, or NULL */
	struct wire *dialled;    /* that the bot has opened last, or NULL */
	bool welcomed, joined;
	bool nick_given, user_given, negotiating;
	bool account_tag, account_notify;
	bool notifies;        /* it offers the latter */
	bool identified;      /* the bot, to services */
	enum bouncer replays; /* old lines, at each connection */
	uint64_t unserved;    /* no services until then */
	char bot[SERVER_NICK];
	char ghost[SERVER_NICK]; /* a connection of the bot's that the server takes for alive … */
	uint64_t ghost_until;
	uint64_t since; /* microseconds: up to when what was taken is paid */
	char queue[SERVER_ROOM];
	size_t queued;
	bool taking;       /* an event to go on is on its way */
	uint64_t down;     /* refuses connections until then */
	uint64_t silent;   /* does not answer attempts until then */
	uint64_t throttle; /* throws out who connects until then */
	uint64_t moderated;
	uint64_t hidden;          /* the channel lists nobody until then */
	uint64_t barred;          /* nobody may join until then */
	uint64_t passed;          /* the channel is -n, and strangers pass by, until then */
	uint64_t patience;        /* the bot has reason to rest until then */
	uint64_t disturbed;       /* something stood in the way until then */
	struct strain strain;     /* by all that waits to be said but what goes to strangers, … */
	struct strain load;       /* … and by that too */
	uint64_t glut;            /* so much was to be said that people may have gone unheard */
	uint64_t sample, sampled; /* a line that waits, and since when it does; 0: none does */
	uint64_t asked, answered; /* PING to the bot, and its answer: connection and time */
	unsigned long taken;      /* lines of the bot */
	uint64_t spoken;          /* when the bot last said anything to people */
	struct order order;
};

void server_open(struct server *server, unsigned number);
void server_close(struct server *server);
/* The server of that host; aborts: there is none. */
struct server *server_of_host(const char *host);

/* For the wire. */
bool server_answers(const struct server *server);
bool server_is_silent(const struct server *server);
void server_meet(struct server *server, struct wire *wire);
void server_hear(struct server *server, struct wire *wire, const char *bytes, size_t length);
void server_lose(struct server *server, struct wire *wire, const char *why);
/* The bot's process has died, and with power its machine, which then tells nobody. */
void server_process_died(struct server *server, bool power);

/* A line to the bot, as printf; nothing where it is not connected. */
void server_send(struct server *server, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* A line to the bot that a human caused: `:nick!user@host …`, if the bot is where it would see it.
 */
void server_send_from(struct server *server, struct human *human, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* They come into the channel, as the bot is told: with their account and name, if it asked for
 * that. */
void server_send_join(struct server *server, struct human *human);
/* Throws the bot out, saying so. */
void server_throw_out(struct server *server, const char *why);
/* The channel lists nobody for so many ms, and the bot is told nothing of people but their words.
 */
void server_hide(struct server *server, uint64_t milliseconds);
bool server_hides(const struct server *server);
/* Ends that at once. */
void server_reveal(struct server *server);
/* The channel is -n for so many ms: strangers may speak in it. */
void server_let_pass(struct server *server, uint64_t milliseconds);
/* Sets or lifts moderation, and tells. */
void server_moderate(struct server *server, uint64_t until);
/* Something stands in the way of what is said, for so many ms. */
void server_disturb(struct server *server, uint64_t milliseconds);
/* All that steps have done to it is over. */
void server_calm(struct server *server);
void server_kick(struct server *server);
/* The nick is free on this server. */
bool server_nick_free(const struct server *server, const char *nick);

#endif
