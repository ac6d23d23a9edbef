/* matrix/room.h - the bot's rooms, channels and direct ones, and rooms it wants to be in. */
#ifndef BOT_NET_MATRIX_ROOM_H
#define BOT_NET_MATRIX_ROOM_H

#include "bot/net/matrix/request.h"
#include "bot/net/network.h"

struct matrix_person;

/* Rooms at most. */
enum { MATRIX_ROOMS = 4096 };

struct matrix_room {
	char *id;
	char *name;     /* the channel's name for people; NULL: a direct room */
	char *direct;   /* the person a direct room is for; NULL: a channel */
	char *next;     /* the room that replaces it (tombstone), or NULL; never in a circle */
	char *claim;    /* its canonical alias, while the directory is asked for it */
	unsigned steps; /* room upgrades that led the bot here in a row */
	uint64_t came;  /* when the last of them did */
	bool ended;     /* too many upgrades: only the directory leads on */
	bool shut;      /* it refused the bot */
	bool idle;      /* the sweep forgets it */
	bool mine;      /* the bot made it */
	bool in;        /* the bot is in it */
	bool mute;      /* the server let the bot say nothing there */
	bool told;      /* network_events.joined was called */
	enum openness openness;
	bool sealed;   /* it is encrypted */
	bool leaving;  /* the bot is about to leave */
	uint64_t due;  /* when to leave */
	uint64_t said; /* messages received in this run */
	uint64_t busy; /* until when the bot shows that it is typing */
	bool restless; /* the server has not been told of busy yet */
	bool unread;   /* the members are not known yet */
	bool crowd;    /* it has so many members that no sync waits for them */
	json_t *moved; /* ids whose membership changed since the members were asked for */
	size_t count;  /* of members, without the bot */
};

/* A room to be in. */
struct matrix_wanted {
	char name[MATRIX_ID]; /* an alias or an id */
	char via[MATRIX_ID];  /* a server in the room, or empty */
	uint64_t due;         /* when to try */
	unsigned tries;
	bool asked;    /* by an invitation: removed once the bot is in, or refused */
	bool resolved; /* the directory has answered in this run */
	bool anew;     /* the room of that alias refused the bot: resolves the alias again */
};

struct matrix_rooms {
	struct matrix_room **room; /* sorted by id */
	size_t count;
	size_t litter; /* rooms left since the last sweep */
	struct matrix_wanted *wanted;
	size_t wanteds;
	bool named; /* a name became known: a room may be ready */
};

struct matrix_room *matrix_room_find(const struct matrix *matrix, const char *id);
/* Finds a room by the channel's name, exactly as written. */
struct matrix_room *matrix_room_named(const struct matrix *matrix, const char *name);
/* Finds or adds a room. Returns NULL if the id is bad or there are too many. */
struct matrix_room *matrix_room_get(struct matrix *matrix, const char *id);
/* Names a channel, and stores it. */
void matrix_room_name(struct matrix *matrix, struct matrix_room *room, const char *name);
/* Makes a room the direct room of a user, and stores it. Returns false if the id is bad. */
bool matrix_room_direct(
	struct matrix *matrix, struct matrix_room *room, const char *user, bool mine);
/* Notes that the bot is in a room. */
void matrix_room_reached(struct matrix *matrix, struct matrix_room *room);
/* Notes that the bot is out of a room, and empties it. */
void matrix_room_left(struct matrix *matrix, struct matrix_room *room);
/* True if private lines to its person may be said in a room. */
bool matrix_room_is_private(const struct matrix *matrix, const struct matrix_room *room);
/* Leaves a direct room whose person left it or that became unsafe; lines wait for another one. */
void matrix_room_desert(struct matrix *matrix, struct matrix_room *room);
/*
 * Drops the lines that wait for a forgotten person and can no longer be told. Returns false if the
 * person is not forgotten.
 */
bool matrix_room_give_up(struct matrix *matrix, struct matrix_person *person);
/* Makes next the successor of a room, which gets the lines that wait. */
void matrix_room_replace(struct matrix *matrix, struct matrix_room *room, struct matrix_room *next);
/* Leaves the direct room of a user, who is told nothing more. */
void matrix_room_part(struct matrix *matrix, const char *user);
/* Deletes all stored values about a user, and leaves the direct rooms they made. */
void matrix_room_erase(struct matrix *matrix, const char *user);
/* Schedules leaving a room, once all is said there. */
void matrix_room_leave(struct matrix *matrix, struct matrix_room *room);
bool matrix_room_holds(const struct matrix_room *room, const struct matrix_person *person);
/* True if a direct room has members besides its person. */
bool matrix_room_is_shared(const struct matrix *matrix, const struct matrix_room *room);
/* Adds a member, or changes their display name. */
void matrix_room_enter(
	struct matrix *matrix, struct matrix_room *room, const char *user, const char *display);
/* Removes a member. */
void matrix_room_exit(struct matrix *matrix, struct matrix_room *room, const char *user);
/* Notes that a room is a crowd or not, and stores it. */
void matrix_room_crowd(struct matrix *matrix, struct matrix_room *room, bool crowd);
/* Forgets rooms that the bot is not in and does not want to be in. */
void matrix_room_sweep(struct matrix *matrix);
/* True if a room has a successor that did not refuse the bot. */
bool matrix_room_is_over(const struct matrix *matrix, const struct matrix_room *room);
void matrix_room_close(struct matrix *matrix);

/* ---- rooms to be in ---- */

/* True if a name is valid for a room. */
bool matrix_room_sound(const char *name);
/* Adds a room to be in for good. Returns false if the name is bad or there are too many. */
bool matrix_room_want(struct matrix *matrix, const char *name);
/* Adds a room of an invitation. Returns false likewise. */
bool matrix_room_asked(struct matrix *matrix, const char *id, const char *via);
/* Removes one. Returns false if it was not there. */
bool matrix_room_unwant(struct matrix *matrix, const char *name);
bool matrix_room_is_wanted(const struct matrix *matrix, const struct matrix_room *room);
/* Schedules an attempt to join a wanted room. */
void matrix_room_seek(struct matrix *matrix, const struct matrix_room *room, uint64_t wait);
/* Schedules an attempt to join each wanted room now. */
void matrix_room_try(struct matrix *matrix);

#endif
