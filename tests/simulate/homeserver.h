/*
 * homeserver.h - a simulated Matrix homeserver: rooms, their members and events, and the faults
 * that steps cause.
 *
 * Each wire carries one request and its answer; the protocol of libcurl itself is not simulated
 * (curl.c).
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

/* HOME_VISITS is the number of open wires. HOME_TXN is the size of a transaction id. */
enum { HOME_PEOPLE = 8, HOME_ID = 64, HOME_TXN = 64, HOME_VISITS = 64, HOME_WISHES = 32 };

#define HOME_NAME "matrix.test"
#define HOME_BOT  "@bot:" HOME_NAME

enum home_member { HOME_OUT, HOME_ASKED, HOME_IN };

struct home_event {
	uint64_t place; /* its number among all events */
	char type[32];
	char sender[HOME_ID];
	char key[HOME_ID]; /* its state key */
	bool state;
	char *json; /* the whole event, as a sync has it */
	char *text; /* text that people read in an event of the bot, or NULL */
};

struct home_room {
	char id[HOME_ID];
	char alias[HOME_ID]; /* empty: none */
	struct human *guest; /* the person of a direct room; NULL: open to all */
	bool mine;           /* the bot has made it */
	bool closed;         /* its guest may not invite others */
	bool sealed;         /* it is encrypted */
	bool replaced;       /* it was upgraded: another room has replaced it */
	enum home_member bot;
	uint64_t out;   /* when the bot last left it or was kicked */
	uint64_t moved; /* place of the bot's last change of membership */
	enum home_member member[HOME_PEOPLE];
	uint64_t read[HOME_PEOPLE]; /* place up to which each person has read */
	struct home_event *event;
	size_t events, size;
};

/* A wire and the request on it. */
struct home_visit {
	struct wire *wire; /* NULL: free */
	struct string asked;
	bool polls; /* a sync waits for an event after `since`, or for `due` */
	uint64_t since, due;
	char *query;
};

/* An event of the bot by its transaction id. */
struct home_sent {
	char name[HOME_TXN];
	char room[HOME_ID];
	uint64_t place;
};

/* A path that was requested within a minute, and how often. */
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
	struct home_room *channel; /* the room that is open to all */
	struct home_visit visit[HOME_VISITS];
	struct home_sent *sent;
	size_t sents, sent_size;
	struct home_wish wish[HOME_WISHES];
	uint64_t wished;                                        /* number of the current minute */
	char token[HOME_ID], renewal[HOME_ID], device[HOME_ID]; /* of the bot; empty: none */
	char *direct; /* m.direct of the bot as JSON, or NULL */
	unsigned tokens;
	uint64_t cost; /* microseconds that an event of the bot costs */
	uint64_t credit;
	uint64_t heard;            /* when the bot last got its syncs */
	uint64_t unheard;          /* when the bot last failed to get its syncs */
	bool waking;               /* an answer to the syncs is scheduled */
	bool muddled;              /* the bot may have lost its place in the sync */
	unsigned deaf;             /* so many answers are lost after their requests took effect */
	unsigned lying;            /* so many answers are malformed */
	uint64_t lied;             /* when the last malformed answer was sent */
	uint64_t failing;          /* it answers 502 until this time */
	uint64_t limiting;         /* it rate limits all events of the bot until this time */
	uint64_t terse;            /* its syncs leave out most events until this time */
	char *unsaid[HOME_PEOPLE]; /* lines to say in private once the bot has come */
};

struct homeserver *homeserver_open(struct server *server);
void homeserver_close(struct homeserver *home);
size_t homeserver_bytes(const struct homeserver *home);

/* ---- people, as human.h knows them ---- */

void homeserver_say(struct human *human, bool in_channel, const char *text);
void homeserver_join(struct human *human);
void homeserver_part(struct human *human);
/* Tells its rooms that the human has a new display name. */
void homeserver_rename(struct human *human);
/* Makes the human leave their direct rooms with the bot. */
void homeserver_desert(struct human *human);
/* Excuses the bot for its wait after a useless direct room: it waits longer each time. */
void homeserver_spurn(struct human *human);
/* Makes the human invite the bot into a new direct room. */
void homeserver_ask(struct human *human, bool sealed);
/* Returns the human with that user id, or NULL. */
struct human *homeserver_human(const char *id);

/* ---- what steps do to the bot ---- */

void homeserver_kick(struct homeserver *home);
/* Upgrades the channel: its members go on in a new room of the same alias. */
void homeserver_upgrade(struct homeserver *home);
/* Resets, loses or delays all wires of the bot. */
void homeserver_reset(struct homeserver *home);
void homeserver_drop(struct homeserver *home);
void homeserver_hold(struct homeserver *home, uint64_t milliseconds);
/* Expects an older database: the bot has lost its sync token and rooms that people made. */
void homeserver_restore(struct homeserver *home);
void homeserver_calm(struct homeserver *home);
void homeserver_process_died(struct homeserver *home, bool power);
/* Returns true if the bot still waits on a wire that is lost. */
bool homeserver_is_lost(const struct homeserver *home);

/* ---- rooms, for the files of the homeserver ---- */

struct home_room *home_room(const struct homeserver *home, const char *id);
struct home_room *home_channel(const struct homeserver *home);
struct home_room *home_room_make(struct homeserver *home, const char *maker, const char *content);
/* Adds an event to a room; `key` NULL makes it a message. Returns its place. */
uint64_t home_happen(struct homeserver *home, struct home_room *room, const char *type,
	const char *sender, const char *key, const char *content);
/* Changes the membership of the bot or a person; `by` is the sender. */
void home_move(struct homeserver *home, struct home_room *room, const char *who,
	enum home_member member, const char *by);
/* Adds an event of the bot and shows its text, or NULL, to the people in the room. */
void home_speak(struct homeserver *home, struct home_room *room, const char *type,
	const char *content, const char *text);
/* Schedules answers to the waiting syncs. */
void home_wake(struct homeserver *home);

/* ---- stream.c: answers to sync and to requests for messages and members ---- */

/* Returns true if there are events after a place. */
bool stream_news(const struct homeserver *home, uint64_t since);
void stream_sync(
	struct string *out, struct homeserver *home, bool whole, uint64_t since, const char *query);
void stream_messages(struct string *out, const struct home_room *room, uint64_t from, uint64_t to);
void stream_members(struct string *out, const struct home_room *room);
/* Adds the membership events of a room, invitations included. */
void stream_member_events(struct string *out, const struct home_room *room);

/* ---- visit.c: requests and answers ---- */

void visit_meet(struct homeserver *home, struct wire *wire);
void visit_hear(struct homeserver *home, struct wire *wire, const char *bytes, size_t length);
void visit_lose(struct homeserver *home, const struct wire *wire);
/* Answers the waiting syncs. */
void visit_wake(struct homeserver *home);

#endif
