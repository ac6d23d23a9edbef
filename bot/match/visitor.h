/*
 * visitor.h - visitors, whom the people at a table invite by a link: they sit down, can be sent
 * away, and are deleted a day after their last match. Players read "guest" instead of "visitor".
 */
#ifndef BOT_MATCH_VISITOR_H
#define BOT_MATCH_VISITOR_H

#include "bot/lobby/lobby.h"

/* VISITORS_MOST: most visitors and links of a table. VISITOR_NAME: most letters of a name. */
enum { VISITORS_MOST = 3, VISITOR_NAME = 16 };

/* Most tables of their own that visitors from one address may have. */
enum { VISITOR_TABLES = 3 };

enum visitor_result {
	VISITOR_SEATED,
	VISITOR_NO_LINK, /* the link is unknown, or its table has started or closed */
	VISITOR_BAD_NAME,
	VISITOR_CONFLICT, /* the link, the name or the last seat is taken */
	VISITOR_TOO_MANY, /* too many tables exist, or too many of this address */
	VISITOR_FAILED    /* the database failed; the batch will roll back */
};

/* The browser of a visitor. */
struct visitor_client {
	const char *lang;    /* code of a language; an unknown code is ignored */
	const char *address; /* IP address, of IPv6 the network; "": unknown */
};

/* The answer to a visitor. Its pointers live until the batch ends. */
struct visitor_answer {
	enum visitor_result result;
	enum message why;                /* the refusal to tell the visitor, unless seated */
	struct table *table;             /* the visitor's table, if seated */
	struct person *person;           /* the visitor, if seated */
	const struct visitor_link *link; /* the link that visitor_find_table found */
};

/* True if a link can be used: it was not used yet, and its table has not started or closed. */
bool visitor_is_link_open(const struct lobby *lobby, const struct visitor_link *link);
/* Makes a link to one seat of an open table. key: gets the link's key. */
void visitor_make_link(struct lobby *lobby, const struct table *table, const struct person *inviter,
	char key[SEAT_KEY]);
/* Deletes all unused links to a table. */
void visitor_delete_links(struct lobby *lobby, const struct table *table);
/*
 * Finds an unused link and its table. Otherwise the answer says why not. hash: of the link's
 * key, in hexadecimal.
 */
struct visitor_answer visitor_find_table(const struct lobby *lobby, const char *hash);
/* True if a player has this name, apart from the mark of visitors and the case of letters. */
bool visitor_is_name_taken(const struct table *table, const char *name);
/*
 * Seats a visitor by a link, which cannot be used again. hash: of the link's key, in hexadecimal.
 * name: as the visitor typed it.
 */
struct visitor_answer visitor_join(struct lobby *lobby, const char *hash, const char *name,
	const struct visitor_client *client);
/*
 * Opens a private table for a new visitor, with AI players of a level, and starts the match. If the
 * visitors have too many tables, ends the match of one of them that was idle longest, unless that
 * is less than ten minutes.
 */
struct visitor_answer visitor_play(struct lobby *lobby, const struct game *game, enum level level,
	const struct visitor_client *client);
/* Adds a visitor of whom nothing is stored. */
struct person *visitor_add(struct lobby *lobby, const struct visitor_client *client);
/* True if a person is a visitor from this address. False for an unknown address. */
bool visitor_is_from(const struct person *person, const char *address);
/* Makes a stored visitor reachable again. Call it when their table is resumed. */
void visitor_connect(struct lobby *lobby, const struct table *table, struct person *person);
/* Writes the name of a link's inviter, or "?" if it cannot be read. */
void visitor_name_inviter(const struct lobby *lobby, const struct table *table, int64_t inviter,
	char name[STORE_NAME]);
/* True if a person invited this visitor. */
bool visitor_is_invited_by(const struct person *visitor, const struct person *person);
/*
 * Deletes links to tables that have started or closed. Deletes old visitors, also while the bot has
 * no network of visitors. Call it once a minute.
 */
void visitor_run_maintenance(struct lobby *lobby);

#endif
