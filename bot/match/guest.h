/*
 * guest.h - guests, whom the people at a table invite by a link: they sit down, can be sent
 * away, and are deleted a day after their last match.
 */
#ifndef BOT_MATCH_GUEST_H
#define BOT_MATCH_GUEST_H

#include "bot/lobby/lobby.h"

/* Most guests and links of a table. */
enum { GUESTS_MOST = 3 };

/* Most tables of their own that guests from one address may have. */
enum { GUEST_TABLES = 3 };

enum guest_result {
	GUEST_SEATED,
	GUEST_NO_LINK, /* the link is unknown, or its table has started or closed */
	GUEST_BAD_NAME,
	GUEST_CONFLICT, /* the link, the name or the last seat is taken */
	GUEST_TOO_MANY, /* too many tables exist, or too many of this address */
	GUEST_FAILED    /* the database failed; the batch will roll back */
};

/* The browser of a guest. */
struct guest_client {
	const char *lang;    /* code of a language; an unknown code is ignored */
	const char *address; /* IP address, of IPv6 the network; "": unknown */
};

/* The answer to a guest. Its pointers live until the batch ends. */
struct guest_answer {
	enum guest_result result;
	enum message why;              /* the refusal to tell the guest, unless seated */
	struct table *table;           /* the guest's table, if seated */
	struct person *person;         /* the guest, if seated */
	const struct guest_link *link; /* the link that guest_find_table found */
};

/* True if a link can be used: it was not used yet, and its table has not started or closed. */
bool guest_is_link_open(const struct lobby *lobby, const struct guest_link *link);
/* Makes a link to one seat of an open table. key: gets the link's key. */
void guest_make_link(struct lobby *lobby, const struct table *table, const struct person *inviter,
	char key[SEAT_KEY]);
/* Deletes all unused links to a table. */
void guest_delete_links(struct lobby *lobby, const struct table *table);
/*
 * Finds an unused link and its table. Otherwise the answer says why not. hash: of the link's
 * key, in hexadecimal.
 */
struct guest_answer guest_find_table(const struct lobby *lobby, const char *hash);
/* True if a player has this name, apart from the mark of guests and the case of letters. */
bool guest_is_name_taken(const struct table *table, const char *name);
/*
 * Seats a guest by a link, which cannot be used again. hash: of the link's key, in hexadecimal.
 * typed: the name as the guest typed it.
 */
struct guest_answer guest_take_seat(struct lobby *lobby, const char *hash, const char *typed,
	const struct guest_client *client);
/*
 * Opens a private table for a new guest, with AI players of a level, and starts the match. If the
 * guests have too many tables, ends the match of one of them that was idle longest, unless that
 * is less than ten minutes.
 */
struct guest_answer guest_play(struct lobby *lobby, const struct game *game, enum level level,
	const struct guest_client *client);
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
