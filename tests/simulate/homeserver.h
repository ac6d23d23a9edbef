/*
 * homeserver.h - a Matrix homeserver with the people on it, as bad as steps make it: rooms, who is
 * in them, and all that happened there in the order it did.
 *
 * It talks to the bot by wires, each of which carries one request and its answer: what libcurl
 * makes of a connection is not at stake here (see curl.c).
 */
#ifndef TESTS_SIMULATE_HOMESERVER_H
#define TESTS_SIMULATE_HOMESERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/string.h"
#include "engine/playout.h"

struct human;
struct server;
struct wire;

/* HOME_VISITS: wires that may be open. HOME_TXN: bytes of what a request calls itself. */
enum { HOME_PEOPLE = 8, HOME_ID = 64, HOME_TXN = 64, HOME_VISITS = 64, HOME_WISHES = 32 };

#define HOME_NAME "matrix.test"
#define HOME_BOT  "@bot:" HOME_NAME

enum home_member { HOME_OUT, HOME_ASKED, HOME_IN };

struct home_event {
	uint64_t place; /* in the order of all events */
	char type[32];
	char sender[HOME_ID];
	char key[HOME_ID]; /* of what it is the state */
	bool state;
	char *json; /* all of it, as the bot is told */
	char *text; /* what the bot says in it, for people; or NULL */
};

struct home_room {
	char id[HOME_ID];
	char alias[HOME_ID]; /* empty: none */
	struct human *guest; /* of whose direct room this is the other one; NULL: all come here */
	bool mine;           /* the bot has made it */
	bool closed;         /* nobody there may ask others in */
	bool sealed;         /* it is encrypted */
	bool replaced;       /* another is there in its stead: nothing more is said here */
	enum home_member bot;
	uint64_t out;   /* when the bot last went, or was made to */
	uint64_t moved; /* the place where it became what it is */
	enum home_member member[HOME_PEOPLE];
	uint64_t read[HOME_PEOPLE]; /* up to where they have read */
	struct home_event *event;
	size_t events, size;
};

/* A wire, and what was asked by it. */
struct home_visit {
	struct wire *wire; /* NULL: free */
	struct string asked;
	bool polls; /* an answer is due when something happens behind `since`, or then */
	uint64_t since, due;
	char *query;
};

/* What the bot has sent, by the name it gave it. */
struct home_sent {
	char name[HOME_TXN];
	char room[HOME_ID];
	uint64_t place;
};

/* What was asked for within a minute, and how often. */
struct home_wish {
	char path[4 * HOME_ID];
	unsigned count;
};

struct homeserver {
	struct server *server;
	struct chance chance;
	uint64_t place; /* of the last event */
	struct home_room **room;
	size_t rooms;
	struct home_room *channel; /* where all come */
	struct home_visit visit[HOME_VISITS];
	struct home_sent *sent;
	size_t sents, sent_size;
	struct home_wish wish[HOME_WISHES];
	uint64_t wished;                                        /* the minute */
	char token[HOME_ID], renewal[HOME_ID], device[HOME_ID]; /* the bot's; empty: none */
	unsigned tokens;
	uint64_t cost; /* microseconds that a message of the bot's costs; … */
	uint64_t credit;
	uint64_t heard;    /* when the bot was last known to hear, … */
	uint64_t unheard;  /* … and when it was last known not to */
	bool waking;       /* who polls will be told */
	bool muddled;      /* by a lie or a restore the bot may have lost its place */
	unsigned deaf;     /* so many answers are lost once what they are about was done, … */
	unsigned lying;    /* … or are not what they should be */
	uint64_t lied;     /* when the last such was given */
	uint64_t failing;  /* until then it fails, … */
	uint64_t limiting; /* … takes nothing more of the bot's, … */
	uint64_t terse;    /* … leaves out nearly all that happened, … */
	uint64_t sealing;  /* … and encrypts all new rooms */
	char *unsaid[HOME_PEOPLE]; /* what they will say in private once the bot is there */
};

struct homeserver *homeserver_open(struct server *server);
void homeserver_close(struct homeserver *home);
/* Bytes that it has. */
size_t homeserver_bytes(const struct homeserver *home);

/* ---- people, as human.h knows them ---- */

void homeserver_say(struct human *human, bool in_channel, const char *text);
void homeserver_join(struct human *human);
void homeserver_part(struct human *human);
/* They are called otherwise now. */
void homeserver_rename(struct human *human);
/* They leave where the bot tells them things, and come into no such room any more. */
void homeserver_desert(struct human *human);
/* A room the bot has for them is none: it waits before it makes another, longer each time. */
void homeserver_spurn(struct human *human);
/* They ask the bot into a room of their own, encrypted or not. */
void homeserver_ask(struct human *human, bool sealed);
/* Who has that id, or NULL. */
struct human *homeserver_human(const char *id);

/* ---- what steps do to the bot ---- */

void homeserver_kick(struct homeserver *home);
/* All who are in the channel go on in a new room by its name, and so should the bot. */
void homeserver_upgrade(struct homeserver *home);
/* All its wires: reset, lost, or held for so many ms. */
void homeserver_reset(struct homeserver *home);
void homeserver_drop(struct homeserver *home);
void homeserver_hold(struct homeserver *home, uint64_t milliseconds);
/* The bot has lost its place, and the rooms of their own that people asked it into. */
void homeserver_restore(struct homeserver *home);
void homeserver_calm(struct homeserver *home);
void homeserver_process_died(struct homeserver *home, bool power);
/* True if a wire is lost that the bot still waits for. */
bool homeserver_is_lost(const struct homeserver *home);

/* ---- rooms, for the files of the homeserver ---- */

struct home_room *home_room(const struct homeserver *home, const char *id);
/* The room where all come. */
struct home_room *home_channel(const struct homeserver *home);
struct home_room *home_room_make(struct homeserver *home, const char *maker, const char *content);
/* Something happens in a room; key NULL: it is no state. Returns its place. */
uint64_t home_happen(struct homeserver *home, struct home_room *room, const char *type,
	const char *sender, const char *key, const char *content);
/* Somebody, the bot or another, is a member of another kind now, by somebody's doing. */
void home_move(struct homeserver *home, struct home_room *room, const char *who,
	enum home_member member, const char *by);
/* The bot says something in a room: people hear it. */
void home_speak(struct homeserver *home, struct home_room *room, const char *type,
	const char *content, const char *text);
/* Who polls is told soon. */
void home_wake(struct homeserver *home);

/* ---- stream.c: what happened, as the bot is told ---- */

/* True if anything did behind a place. */
bool stream_news(const struct homeserver *home, uint64_t since);
void stream_sync(
	struct string *out, struct homeserver *home, bool whole, uint64_t since, const char *query);
void stream_messages(struct string *out, const struct home_room *room, uint64_t from, uint64_t to);
void stream_members(struct string *out, const struct home_room *room);

/* ---- visit.c: requests and answers ---- */

void visit_meet(struct homeserver *home, struct wire *wire);
void visit_hear(struct homeserver *home, struct wire *wire, const char *bytes, size_t length);
void visit_lose(struct homeserver *home, const struct wire *wire);
/* Answers those who poll. */
void visit_wake(struct homeserver *home);

#endif
