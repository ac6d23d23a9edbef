/*
 * command/audience.h - who looks on: people who hear a table's public lines in private, and those
 * who want to be told when a table wants players.
 *
 * Watching is kept in memory only and ends with the table; watchers see what bystanders see.
 */
#ifndef BOT_COMMAND_AUDIENCE_H
#define BOT_COMMAND_AUDIENCE_H

#include "bot/lobby.h"

/* So many may watch one table. */
enum { AUDIENCE_MOST = 20 };

/* Somebody who watches a table. */
struct watch {
	struct person *person;
	const struct table *table;
	struct string coda; /* what the next line he is told of it ends with, see speech_coda */
};

/*
 * The next who watches the table after number *n, which counts from 0; NULL: no more. Who has much
 * to read still is passed over: they miss what would only come too late.
 */
struct person *audience_next(const struct lobby *lobby, const struct table *table, size_t *n);
/* The coda of somebody's watch of a table, or NULL: he does not watch it. */
struct string *audience_coda(
	const struct lobby *lobby, const struct table *table, const struct person *person);
/* Nobody watches any more: the lobby closes. */
void audience_close(struct lobby *lobby);
/* The turn was not kept: nobody has a coda. */
void audience_hush(struct lobby *lobby);
/* What somebody watched another watches from now on. */
void audience_follow(struct lobby *lobby, struct person *from, struct person *to);
/* The table is no more: nobody watches it. */
void audience_leave(struct lobby *lobby, const struct table *table);
/* Tells of a table that opened those who want to know; they can be reached and do not sit there. */
void audience_call(struct lobby *lobby, struct table *table, const struct person *opener);

#endif
