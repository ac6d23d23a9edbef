/*
 * homeserver.h - a simulated Matrix homeserver: rooms, their members and events, and the faults
 * that steps cause.
 *
 * Each wire carries one request and its answer, in the format of visit.c instead of HTTP.
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

/* HOME_PEOPLE: people with Matrix accounts. HOME_ID and HOME_TXN: size of an id and of a
 * transaction id. HOME_VISITS: most open wires. HOME_WISHES: most paths that are counted. */
enum { HOME_PEOPLE = 8, HOME_ID = 64, HOME_TXN = 64, HOME_VISITS = 64, HOME_WISHES = 32 };

#define HOME_NAME "matrix.test"
#define HOME_BOT  "@bot:" HOME_NAME

enum home_member { HOME_OUT, HOME_ASKED, HOME_IN };

struct home_event {
	uint64_t place; /* number of the event among all events of the homeserver */
	char type[32];
	char sender[HOME_ID];
	char key[HOME_ID]; /* state key */
	bool state;
	char *json; /* the whole event, in the form that a sync returns */
	char *text; /* text that people see, in an event of the bot, or NULL */
};

struct home_room {
	char id[HOME_ID];
	char alias[HOME_ID]; /* alias of the room, like #mitaines:matrix.test; empty: none */
	struct human *guest; /* the person in a direct room; NULL: a room open to all */
	bool mine;           /* the bot has made the room */
	bool closed;         /* the guest may not invite other people */
	bool sealed;         /* the room is encrypted */
	bool replaced;       /* the room was upgraded: another room has replaced it */
	enum home_member bot;
	uint64_t out;   /* ms; when the bot last left the room or was kicked */
	uint64_t moved; /* `place` of the event that last changed the bot's membership */
	enum home_member member[HOME_PEOPLE];
	uint64_t read[HOME_PEOPLE]; /* `place` of the last event that each person has read */
	struct home_event *event;
	size_t events, size;
};

/* A wire of the bot and the request on it. */
struct home_visit {
	struct wire *wire; /* NULL: the slot is free */
	struct string asked;
	bool polls; /* the request is a sync that waits for an event after `since`, or for `due`
		       (ms) */
	uint64_t since, due;
	char *query;
};

/* An event that the bot has sent, by its transaction id. */
struct home_sent {
	char name[HOME_TXN];
	char room[HOME_ID];
	uint64_t place;
};

/* A path that the bot has requested in the current minute, and the number of requests. */
struct home_wish {
	char path[4 * HOME_ID];
	unsigned count;
};

struct homeserver {
	struct server *server;
	struct chance chance;
	uint64_t place; /* `place` of the last event */
	struct home_room **room;
	size_t rooms;
	struct home_room *channel; /* the room that is open to all */
	struct home_visit visit[HOME_VISITS];
	struct home_sent *sent;
	size_t sents, sent_size;
	struct home_wish wish[HOME_WISHES];
	uint64_t wished; /* number of the minute that `wish` is for */
	char token[HOME_ID], renewal[HOME_ID], device[HOME_ID]; /* the bot's login; empty: none */
	char *direct; /* the bot's account data m.direct (its direct rooms) as JSON, or NULL */
	unsigned tokens;
	uint64_t cost; /* microseconds that an event of the bot costs in the rate limit */
	uint64_t credit;
	uint64_t heard;    /* ms; when the bot last got its syncs */
	uint64_t unheard;  /* ms; when the bot last failed to get its syncs */
	bool waking;       /* an answer to the waiting syncs is scheduled */
	bool muddled;      /* the bot may have lost its place in the sync */
	unsigned deaf;     /* number of next answers to lose, after their requests took effect */
	unsigned lying;    /* number of next answers to send malformed */
	uint64_t lied;     /* ms; when the last malformed answer was sent */
	uint64_t failing;  /* ms; the homeserver answers 502 until this time */
	uint64_t limiting; /* ms; it refuses all events of the bot (rate limit) until this time */
	uint64_t terse;    /* ms; its syncs leave out most events until this time */
	char *unsaid[HOME_PEOPLE]; /* line of each person for the bot once it joins, or NULL */
};

struct homeserver *homeserver_open(struct server *server);
void homeserver_close(struct homeserver *home);
size_t homeserver_bytes(const struct homeserver *home);

/* ---- acts of people, called by human.c ---- */

void homeserver_say(struct human *human, bool in_channel, const char *text);
void homeserver_join(struct human *human);
void homeserver_part(struct human *human);
/* Tells all rooms of the human their new display name. */
void homeserver_rename(struct human *human);
/* Makes the human leave their direct rooms with the bot. */
void homeserver_desert(struct human *human);
/* Notes that the human refused or left a direct room with the bot. The bot then waits before it
 * makes another one, longer each time, and the checks excuse that. */
void homeserver_spurn(struct human *human);
/* Makes the human invite the bot into a new direct room, encrypted if `sealed`. */
void homeserver_ask(struct human *human, bool sealed);
/* Returns the human with that user id, or NULL. */
struct human *homeserver_human(const char *id);

/* ---- faults for steps (step.h), and deaths of the bot ---- */

void homeserver_kick(struct homeserver *home);
/* Upgrades the channel: its members go on in a new room with the same alias. */
void homeserver_upgrade(struct homeserver *home);
/* Resets all wires of the bot, loses them, or delays their bytes. */
void homeserver_reset(struct homeserver *home);
void homeserver_drop(struct homeserver *home);
void homeserver_hold(struct homeserver *home, uint64_t milliseconds);
/* Excuses the bot, which gets an older database, for its lost sync token and lost direct rooms. */
void homeserver_restore(struct homeserver *home);
void homeserver_calm(struct homeserver *home);
void homeserver_process_died(struct homeserver *home, bool power);
/* Returns true if the bot has a wire that is lost, and does not know that yet. */
bool homeserver_is_lost(const struct homeserver *home);

/* ---- rooms, for homeserver.c, stream.c, visit.c and trouble.c ---- */

struct home_room *home_room(const struct homeserver *home, const char *id);
struct home_room *home_channel(const struct homeserver *home);
struct home_room *home_room_make(struct homeserver *home, const char *maker, const char *content);
/* Adds an event to a room: a state event with that key, or a message if `key` is NULL. Returns its
 * `place`. */
uint64_t home_happen(struct homeserver *home, struct home_room *room, const char *type,
	const char *sender, const char *key, const char *content);
/* Changes the membership of the user `who`, the bot or a person. `by` is the event's sender. */
void home_move(struct homeserver *home, struct home_room *room, const char *who,
	enum home_member member, const char *by);
/* Adds an event of the bot. People in the room read its `text`; NULL: there is nothing to read. */
void home_speak(struct homeserver *home, struct home_room *room, const char *type,
	const char *content, const char *text);
/* Schedules answers to the syncs that wait for an event. */
void home_wake(struct homeserver *home);

/* ---- stream.c: answers to sync and to requests for messages and members ---- */

/* Returns true if the bot gets events whose `place` is after `since`. */
bool stream_news(const struct homeserver *home, uint64_t since);
void stream_sync(
	struct string *out, struct homeserver *home, bool whole, uint64_t since, const char *query);
void stream_messages(struct string *out, const struct home_room *room, uint64_t from, uint64_t to);
void stream_members(struct string *out, const struct home_room *room);
/* Adds the membership events of a room to the JSON `out`, including events of invited people. */
void stream_member_events(struct string *out, const struct home_room *room);

/* ---- visit.c: requests and answers ---- */

void visit_meet(struct homeserver *home, struct wire *wire);
void visit_hear(struct homeserver *home, struct wire *wire, const char *bytes, size_t length);
void visit_lose(struct homeserver *home, const struct wire *wire);
/* Answers the syncs that wait for an event, after a short delay. */
void visit_wake(struct homeserver *home);

#endif
