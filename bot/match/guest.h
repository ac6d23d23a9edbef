/*
 * guest.h - guests, people without a chat client, invited to a table by a link: seats them, sends
 * them away, and deletes them a day after their last match.
 */
#ifndef BOT_MATCH_GUEST_H
#define BOT_MATCH_GUEST_H

#include "bot/lobby/lobby.h"
#include "storage/matches.h"

/* Maximum number of outsiders (guests and people of other networks) and unused links at a table. */
enum { GUESTS_MOST = 3 };

/* Maximum number of seats that guests from one address may take without a link. */
enum { GUEST_TABLES = 3 };

enum guest_result {
	GUEST_SEATED,
	GUEST_NO_LINK, /* the link is unknown, or its table has started or closed */
	GUEST_BAD_NAME,
	GUEST_CONFLICT, /* the link, the name or the last seat is taken */
	GUEST_TOO_MANY, /* too many tables, or too many seats of guests from this address */
	GUEST_FAILED    /* the database failed; the batch will roll back */
};

/* The browser of a guest. */
struct guest_client {
	const char *lang;    /* code of a language; an unknown code is ignored */
	const char *address; /* IP address, or the /64 prefix of an IPv6 address; "": unknown */
};

/* The answer to a guest. Its pointers live until the batch ends. */
struct guest_answer {
	enum guest_result result;
	enum message why;              /* if not seated: the reason to tell the guest */
	struct table *table;           /* the guest's table, if seated */
	struct person *person;         /* the guest, if seated */
	const struct guest_link *link; /* the link that guest_find_table found */
};

/* Makes a link to one seat of an open table. key: receives the link's key. */
void guest_make_link(struct lobby *lobby, const struct table *table, const struct person *inviter,
	char key[SEAT_KEY]);
/*
 * True if guests may sit down without a link at a channel's tables: the channel is public, and all
 * people may join it, speak there and open tables.
 */
bool guest_may_open(const struct lobby *lobby, const struct channel *channel);
/* True if a table offers a seat to guests without a link. */
bool guest_is_offered(const struct lobby *lobby, struct table *table);
/* Bars the address of a guest from a table: no guest from there can sit down at it any more. */
void guest_bar(struct lobby *lobby, const struct table *table, const struct person *guest);
/* Deletes all unused links to a table. */
void guest_delete_links(struct lobby *lobby, const struct table *table);
/*
 * Finds an unused link and its table, or a table that offers a seat; the answer's link is then
 * NULL. Otherwise the answer says why not. hash: the hash of the link's key as text, or what
 * seat_key_write_match writes for a table that offers a seat.
 */
struct guest_answer guest_find_table(const struct lobby *lobby, const char *hash);
/*
 * True if a player at a table has this name, ignoring the mark of guests and the case of letters.
 */
bool guest_is_name_taken(const struct table *table, const char *name);
/*
 * Seats a guest by a link, which cannot be used again, or at a table that offers a seat. hash: as
 * for guest_find_table. typed: the name as the guest typed it.
 */
struct guest_answer guest_take_seat(struct lobby *lobby, const char *hash, const char *typed,
	const struct guest_client *client);
/*
 * Opens a private table for a new guest, with AI players of a level, and starts the match. level
 * -1: the level that fits them. brief: a match of about two hands. If there are too many tables of
 * guests, ends the one idle longest, if it was idle for ten minutes.
 */
struct guest_answer guest_play(struct lobby *lobby, const struct game *game, int level, bool brief,
	const struct guest_client *client);
/*
 * Opens a private table again for a guest whose private match has ended, and starts the match: the
 * same game and options, with AI players of the level that they chose, or else of the level that
 * fits them now.
 */
struct guest_answer guest_play_again(
	struct lobby *lobby, struct person *guest, const struct store_match *match);
/* True if a table is the private table of a guest whose match is a brief one, see guest_play. */
bool guest_is_short(struct table *table);
/* Adds a guest without storing them. */
struct person *guest_add(struct lobby *lobby, const struct guest_client *client);
/* True if a person is a guest from this address. False for an unknown address. */
bool guest_is_from(const struct person *person, const char *address);
/* Makes a stored guest reachable again. Call it when their table is resumed. */
void guest_connect(struct lobby *lobby, const struct table *table, struct person *person);
/* Writes the name of a link's inviter, or "?" if it cannot be read. */
void guest_name_inviter(const struct lobby *lobby, const struct table *table, int64_t inviter,
	char name[STORE_NAME]);
/* True if a person invited this guest. */
bool guest_is_invited_by(const struct person *guest, const struct person *person);
/*
 * Deletes links to tables that have started or closed. Deletes old guests, also while the bot has
 * no network of guests. Call it once a minute.
 */
void guest_run_maintenance(struct lobby *lobby);

#endif
