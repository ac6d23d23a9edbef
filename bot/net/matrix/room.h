/*
 * matrix/room.h - the bot's rooms (channels and direct rooms), and the rooms that the bot wants to
 * join.
 */
#ifndef BOT_NET_MATRIX_ROOM_H
#define BOT_NET_MATRIX_ROOM_H

#include "bot/base/string.h"
#include "bot/net/matrix/request.h"
#include "bot/net/network.h"

struct matrix_person;

enum { MATRIX_ROOMS = 4096 };

/*
 * Key in the m.room.create of a direct room that the bot creates, with the id of its person. If the
 * answer to the creation was lost, a sync shows the bot this key.
 */
#define MATRIX_DIRECT "org.mitaines.direct"

struct matrix_room {
	char *id;
	/* name of the channel: the alias by which the bot joined, or else the id; NULL until a sync
	 * has shown the room, and for a direct room */
	char *name;
	char *title; /* the room's m.room.name, without invisible characters, or NULL */
	/*
	 * canonical alias that the directory has confirmed after the room was named by its id, or
	 * NULL
	 */
	char *alias;
	char *direct; /* id of the person of a direct room; NULL for a channel */
	/* id of the room's successor (tombstone), or NULL; the chain of successors has no cycle */
	char *next;
	/* canonical alias that the directory has not confirmed yet, or NULL */
	char *unconfirmed_alias;
	unsigned tombstones;  /* number of tombstones followed in a row to get to this room */
	uint64_t followed_at; /* when the bot followed the last tombstone */
	/* the bot left after too many tombstones in a row, and does not rejoin */
	bool ended;
	bool refused; /* the server refused to let the bot join */
	bool idle;    /* used within matrix_room_free_unused: free this room */
	bool created; /* the bot created this direct room */
	/*
	 * A sync has shown the whole of this room, which the bot created: the server sends the
	 * invitations last, after the encryption. In a direct room, the person is joined or
	 * invited.
	 */
	bool shown;
	/*
	 * born_encrypted: a sync has shown that the server encrypted this room, although the bot
	 * created it without encryption. sealed: the bot therefore sends no private lines to this
	 * direct room.
	 */
	bool born_encrypted, sealed;
	/*
	 * The server's member list of this direct room, which a person created, had only the bot
	 * and the person; all later changes of members came by sync.
	 */
	bool counted;
	uint64_t encrypted_at; /* when a sync of this run first showed the encryption */
	/* id of the person who invited the bot, or who encrypted the room; or NULL */
	char *host;
	/* id of the room that the bot opened beside this encrypted one, or NULL */
	char *beside;
	char *beside_by;    /* id of the person for whom the bot opens `beside`, or NULL */
	int64_t beside_day; /* day on which the bot decided to open `beside`, in days since 1970 */
	bool beside_wanted; /* the bot still has to open a room beside this one */
	bool beside_told;   /* the people of this encrypted room were told of `beside` */
	struct string leave_reason; /* reason for leaving, told to the server; may be empty */
	bool in;                    /* the bot is in the room */
	bool send_refused;          /* sending was refused (403); cleared by the next sync */
	bool joined_reported;       /* network_events.joined was called */
	bool mute;                  /* the room's power levels keep the bot from writing there */
	enum openness openness;
	json_t *levels;       /* content of m.room.power_levels, or NULL */
	char *maker;          /* id of the room's creator, or NULL */
	json_t *creators;     /* ids of the room's creators, see power_read_creators, or NULL */
	bool encrypted;       /* the room is encrypted */
	bool leaving;         /* the bot is to leave the room as soon as possible */
	uint64_t due;         /* when to leave the room */
	uint64_t said;        /* number of messages (not edits) seen since the bot started */
	uint64_t busy;        /* end of the bot's typing notice; 0: no notice */
	bool typing_changed;  /* the server has not been told the current typing notice */
	bool members_unknown; /* the member list is not known yet */
	bool large; /* more than MATRIX_LARGE_ROOM members: syncs do not wait for the member list */
	/*
	 * ids of people whose membership changed since the member list was requested; may be NULL
	 */
	json_t *moved;
	size_t count; /* number of members, without the bot */
};

/* A room that the bot wants to join. */
struct matrix_wanted {
	char name[MATRIX_ID]; /* alias or id of the room */
	char via[MATRIX_ID];  /* a server with members in the room, or empty */
	uint64_t due;         /* when to join the room */
	unsigned tries;
	/*
	 * added by an invitation; the entry is removed once the bot has joined, or if joining is
	 * refused
	 */
	bool invited;
	/* the directory has answered since the bot started, or the bot is in the room */
	bool resolved;
	/* joining was refused: look up the alias again before the next attempt */
	bool resolve_again;
};

struct matrix_rooms {
	struct matrix_room **room; /* the known rooms, sorted by id */
	size_t count;
	size_t unused; /* rooms left or unwanted since the last matrix_room_free_unused */
	struct matrix_wanted *wanted;
	size_t wanteds;
	bool named; /* a room's name became known: matrix_apply_room_names is to report the room */
	/* when a room that was encrypted a moment ago may get private lines; 0: no such room */
	uint64_t settles;
	/* in this run the server has encrypted a room that the bot created without encryption */
	bool forced;
};

/* Finds a room by id. Returns NULL if unknown, or if id is NULL. */
struct matrix_room *matrix_room_find(const struct matrix *matrix, const char *id);
/* Finds a room by the channel's name, compared exactly. */
struct matrix_room *matrix_room_find_name(const struct matrix *matrix, const char *name);
/* Finds or adds a room. Returns NULL if the id is invalid or there are too many rooms. */
struct matrix_room *matrix_room_find_or_add(struct matrix *matrix, const char *id);
/* Sets the channel's name of a room, and stores the name. Not for a direct room. */
void matrix_room_set_name(struct matrix *matrix, struct matrix_room *room, const char *name);
/*
 * Marks a room as a direct room of a user, and stores the mark. created: the bot created the room.
 * Returns false if the user id is invalid.
 */
bool matrix_room_set_direct(
	struct matrix *matrix, struct matrix_room *room, const char *user, bool created);
/* Handles that the bot has joined a room. */
void matrix_room_handle_joined(struct matrix *matrix, struct matrix_room *room);
/* Reports a channel as lost, if it was reported as joined. */
void matrix_room_report_lost(struct matrix *matrix, struct matrix_room *room);
/*
 * Handles that the bot is no longer in a room: removes the members, and redirects or drops queued
 * lines unless the bot wants to rejoin.
 */
void matrix_room_handle_left(struct matrix *matrix, struct matrix_room *room);
/*
 * True if the bot can read and write in a room. Without an encrypting proxy, an encrypted room is
 * not fit. Through a proxy, every channel is fit, but a direct room only if it is encrypted.
 */
bool matrix_room_is_fit(const struct matrix *matrix, const struct matrix_room *room);
/*
 * True if private lines may be sent to a direct room: the bot is in it, a sync has shown it whole,
 * it is fit, and its person is the only other member, joined or invited. If the room was encrypted
 * a moment ago, returns false and sets rooms->settles to the time when a proxy knows of the
 * encryption.
 */
bool matrix_room_is_private(const struct matrix *matrix, const struct matrix_room *room);
/*
 * From now on sends the private lines of the person of a direct room to this room, and leaves the
 * room used before. The lines wait until matrix_room_is_private is true for this room. Does nothing
 * unless the room is fit and the person is its only other member.
 */
void matrix_room_adopt(struct matrix *matrix, struct matrix_room *room);
/*
 * Stops using a direct room for private lines. Returns the room's person, or NULL if the room was
 * not in use.
 */
struct matrix_person *matrix_room_clear_direct(
	struct matrix *matrix, const struct matrix_room *room);
/*
 * Leaves a direct room that is encrypted or that its person left. Queued lines wait for another
 * direct room.
 */
void matrix_room_leave_unsafe(struct matrix *matrix, struct matrix_room *room);
/*
 * Drops the lines queued for a person whose data is deleted. Returns false, and drops nothing, for
 * any other person.
 */
bool matrix_room_drop_lines(struct matrix *matrix, struct matrix_person *person);
/* Makes `successor` the successor of the room `old`, and redirects queued lines to it. */
void matrix_room_replace(
	struct matrix *matrix, struct matrix_room *old, struct matrix_room *successor);
/* Stores which room the bot opened beside an encrypted one, for whom and when. */
void matrix_room_store_beside(struct matrix *matrix, const struct matrix_room *room);
/* Leaves the direct room of a user without creating another one. */
void matrix_room_leave_user(struct matrix *matrix, const char *user);
/* Deletes all stored values about a user, and leaves the direct rooms that the user created. */
void matrix_room_delete_user(struct matrix *matrix, const char *user);
/* Schedules leaving a room once the lines queued for it are sent. */
void matrix_room_schedule_leave(struct matrix *matrix, struct matrix_room *room);
/* True if a person is a member of a room. */
bool matrix_room_has_member(const struct matrix_room *room, const struct matrix_person *person);
/* True if a direct room has a third member. */
bool matrix_room_is_shared(const struct matrix *matrix, const struct matrix_room *room);
/* Adds a member to a room, or changes the display name of a member. */
void matrix_room_add_member(
	struct matrix *matrix, struct matrix_room *room, const char *user, const char *display);
/* Removes a member from a room; leaves a direct room if its person is gone. */
void matrix_room_remove_member(struct matrix *matrix, struct matrix_room *room, const char *user);
/* Sets whether a room is large, and stores that. */
void matrix_room_set_large(struct matrix *matrix, struct matrix_room *room, bool large);
/* Frees the rooms that the bot is not in and does not want to join. */
void matrix_room_free_unused(struct matrix *matrix);
/* True if a room has a successor that did not refuse the bot. */
bool matrix_room_is_replaced(const struct matrix *matrix, const struct matrix_room *room);
void matrix_room_close(struct matrix *matrix);
/*
 * Adds a room that the bot joins, and rejoins if it is removed. Returns false if the name is
 * invalid or there are too many rooms.
 */
bool matrix_room_add_wanted(struct matrix *matrix, const char *name);
/*
 * Adds a room to which the bot is invited. via: a server with members in the room, or NULL. Returns
 * false if the id is invalid or there are too many rooms.
 */
bool matrix_room_add_invited(struct matrix *matrix, const char *id, const char *via);
/* Finds a room that the bot wants to join by the name with which it was added. */
struct matrix_wanted *matrix_room_find_wanted(const struct matrix *matrix, const char *name);
/*
 * Removes a room from those that the bot wants to join. Returns false if the room is not among
 * them.
 */
bool matrix_room_remove_wanted(struct matrix *matrix, const char *name);
/* True if the bot wants to be in a room. */
bool matrix_room_is_wanted(const struct matrix *matrix, const struct matrix_room *room);
/* Schedules joining a room after `wait` milliseconds, if the bot wants to be in the room. */
void matrix_room_schedule_join(
	struct matrix *matrix, const struct matrix_room *room, uint64_t wait);
/* Schedules joining all wanted rooms now. */
void matrix_room_schedule_all(struct matrix *matrix);

#endif
