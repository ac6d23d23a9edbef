/* audit.h - replays a match from the journal in the database and compares it with what the bot
 * said. */
#ifndef TESTS_IRC_AUDIT_H
#define TESTS_IRC_AUDIT_H

#include "bot/table/table.h"
#include <stdbool.h>

#include "tests/irc/room.h"

enum { AUDIT_WORDS = 96 };

/* A move, and the hands before it. */
struct audit_move {
	cards hand[SEATS_MAX];
	unsigned seat;
	card card;
	char said[AUDIT_WORDS]; /* in the bot's words: `anna plays 9C and calls a mitten!` */
};

struct audit {
	unsigned seats;
	char name[SEATS_MAX][NETWORK_NICK]; /* current player of each seat; "" for an AI player */
	int64_t state;                      /* enum store_state */
	struct audit_move *move;
	unsigned moves;
};

/* Reads a match by its id and replays it. A bot may have the database open. Fails the test if a
 * move is illegal. The caller frees the audit with audit_free. */
void audit_read(struct audit *audit, const char *database, int64_t match);
void audit_free(struct audit *audit);
/* Returns the seat of a player. Fails the test if the name has no seat. */
unsigned audit_seat(const struct audit *audit, const char *name);
/* Fails unless all lines that the bot sent to a player, on any connection, fit the match: moves
 * come in order, a hand is the present hand of their seat, and no other hidden card is named. A
 * bystander has seat SEAT_NONE. The player must have heard of no other match. */
void audit_heard(const struct audit *audit, const struct player *player, unsigned seat);
/* Fails unless the bot told all moves of the match in this transcript as the journal has them, and
 * never named a card that was in a hand. The transcript must have no other match at this table. */
void audit_public(const struct audit *audit, const struct client *owl, unsigned table);
/* Fails unless the match is finished and all lines that any player in the room heard fit it. */
void audit_room(const struct room *room, int64_t match);
/* Returns the one number that an SQL query gives. */
int64_t audit_number(const char *database, const char *query);

#endif
