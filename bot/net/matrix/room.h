/* matrix/room.h - the bot's rooms, both channels and direct rooms, and the rooms it should join. */
#ifndef BOT_NET_MATRIX_ROOM_H
#define BOT_NET_MATRIX_ROOM_H

#include "bot/net/matrix/request.h"
#include "bot/net/network.h"

struct matrix_person;

enum { MATRIX_ROOMS = 4096 };

struct matrix_room {
	char *id;
	char *name;   /* the channel's name for people; NULL in a direct room */
	char *direct; /* the person of a direct room; NULL in a channel */
	char *next;   /* the id of its successor (tombstone), or NULL; the chain has no cycle */
	char *unconfirmed_alias; /* a canonical alias that the directory has not confirmed yet */
	unsigned tombstones;     /* tombstones followed in a row to this room */
	uint64_t followed_at;    /* when the bot followed the last of them */
	bool ended;           /* too many tombstones in a row: join only what the directory says */
	bool refused;         /* joining was refused */
	bool idle;            /* for matrix_room_free_unused: free this room */
	bool created;         /* a direct room that the bot created */
	bool in;              /* the bot has joined */
	bool send_refused;    /* sending was refused (403); cleared by the next sync */
	bool joined_reported; /* network_events.joined was called */
	enum openness openness;
	bool encrypted;       /* encrypted */
	bool leaving;         /* to leave as soon as possible */
	uint64_t due;         /* when to leave */
	uint64_t said;        /* messages seen in this run */
	uint64_t busy;        /* until when the bot shows "typing", or 0 */
	bool typing_changed;  /* the server does not know `busy` yet */
	bool members_unknown; /* the members are not known yet */
	bool large;           /* over MATRIX_LARGE_ROOM members: syncs do not wait for the list */
	json_t *moved;        /* ids whose membership changed since the members were asked for */
	size_t count;         /* members without the bot */
};

/* A room to join. */
struct matrix_wanted {
	char name[MATRIX_ID]; /* an alias or an id */
	char via[MATRIX_ID];  /* a server that is in the room, or empty */
	uint64_t due;         /* when to join */
	unsigned tries;
	bool invited;       /* from an invitation: removed once the bot has joined or is refused */
	bool resolved;      /* the directory has answered in this run */
	bool resolve_again; /* joining that room was refused: resolve the alias again */
};

struct matrix_rooms {
	struct matrix_room **room; /* sorted by id */
	size_t count;
	size_t unused; /* rooms left or unwanted since the last sweep */
	struct matrix_wanted *wanted;
	size_t wanteds;
	bool named; /* a name became known: matrix_apply_room_names has rooms to report */
};

struct matrix_room *matrix_room_find(const struct matrix *matrix, const char *id);
/* Finds a room by the channel's name, exactly as written. */
struct matrix_room *matrix_room_find_name(const struct matrix *matrix, const char *name);
/* Finds or adds a room. Returns NULL if the id is bad or there are too many. */
struct matrix_room *matrix_room_find_or_add(struct matrix *matrix, const char *id);
/* Names a channel, and stores it. */
void matrix_room_set_name(struct matrix *matrix, struct matrix_room *room, const char *name);
/* Makes a room the direct room of a user, and stores that. Returns false if the user id is bad. */
bool matrix_room_set_direct(
	struct matrix *matrix, struct matrix_room *room, const char *user, bool mine);
/* Notes that the bot has joined a room. */
void matrix_room_handle_joined(struct matrix *matrix, struct matrix_room *room);
/* Notes that the bot is not in a room any more, and removes its members. */
void matrix_room_handle_left(struct matrix *matrix, struct matrix_room *room);
/* True if a room may get private lines to its person: the bot's own, without a third member. */
bool matrix_room_is_private(const struct matrix *matrix, const struct matrix_room *room);
/* Leaves a direct room that became unsafe or lost its person; queued lines wait for another. */
void matrix_room_leave_unsafe(struct matrix *matrix, struct matrix_room *room);
/* Drops the lines for a forgotten person without a room. Returns false for other people. */
bool matrix_room_drop_lines(struct matrix *matrix, struct matrix_person *person);
/* Makes next the successor of a room and redirects queued lines to it. */
void matrix_room_replace(struct matrix *matrix, struct matrix_room *room, struct matrix_room *next);
/* Leaves the direct room of a user; no other one is made. */
void matrix_room_leave_user(struct matrix *matrix, const char *user);
/* Deletes all stored values about a user, and leaves direct rooms that the user created. */
void matrix_room_delete_user(struct matrix *matrix, const char *user);
/* Schedules leaving a room, behind the lines queued for it. */
void matrix_room_schedule_leave(struct matrix *matrix, struct matrix_room *room);
bool matrix_room_has_member(const struct matrix_room *room, const struct matrix_person *person);
/* True if a direct room has a third member. */
bool matrix_room_is_shared(const struct matrix *matrix, const struct matrix_room *room);
/* Adds a member, or changes the display name of one. */
void matrix_room_add_member(
	struct matrix *matrix, struct matrix_room *room, const char *user, const char *display);
void matrix_room_remove_member(struct matrix *matrix, struct matrix_room *room, const char *user);
/* Sets whether a room is a crowd, and stores that. */
void matrix_room_set_large(struct matrix *matrix, struct matrix_room *room, bool crowd);
/* Frees rooms that the bot is not in and does not want to join. */
void matrix_room_free_unused(struct matrix *matrix);
/* True if a room has a successor that has not refused the bot. */
bool matrix_room_is_replaced(const struct matrix *matrix, const struct matrix_room *room);
void matrix_room_close(struct matrix *matrix);

/* ---- rooms to join ---- */

/* True if a name can be a room's: an id or an alias. */
bool matrix_room_is_valid_name(const char *name);
/* Adds a room to join and to return to. Returns false if the name is bad or there are too many. */
bool matrix_room_add_wanted(struct matrix *matrix, const char *name);
/* Adds a room of an invitation; via: a server in it, or NULL. Returns false likewise. */
bool matrix_room_add_invited(struct matrix *matrix, const char *id, const char *via);
/* Removes a room to join. Returns false if it is not found. */
bool matrix_room_remove_wanted(struct matrix *matrix, const char *name);
bool matrix_room_is_wanted(const struct matrix *matrix, const struct matrix_room *room);
/* Schedules joining a room after so many milliseconds, if it is one to join. */
void matrix_room_schedule_join(
	struct matrix *matrix, const struct matrix_room *room, uint64_t wait);
/* Schedules joining all rooms now. */
void matrix_room_schedule_all(struct matrix *matrix);

#endif
