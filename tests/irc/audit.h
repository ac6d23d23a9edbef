/* audit.h - what really happened in a match: its journal in the database, played by the engine. */
#ifndef TESTS_IRC_AUDIT_H
#define TESTS_IRC_AUDIT_H

#include "bot/table/table.h"
#include <stdbool.h>

#include "tests/irc/room.h"

enum { AUDIT_WORDS = 96 };

/* The state of a match before a move, and the move. */
struct audit_move {
	cards hand[SEATS_MAX];
	bool dealt; /* the cards were dealt just before */
	unsigned seat;
	card card;
	char said[AUDIT_WORDS]; /* in what the bot tells: `anna plays 9C and calls a mitten!` */
};

struct audit {
	unsigned seats;
	char name[SEATS_MAX][NETWORK_NICK]; /* of who plays there now; "": an AI player */
	int64_t state;                      /* enum store_state */
	struct audit_move *move;
	unsigned moves;
};

/*
 * Reads the match of that id from a database, in which a bot may be at work, and plays it. Fails
 * the test when that cannot be done. To be freed with audit_free.
 */
void audit_read(struct audit *audit, const char *database, int64_t match);
void audit_free(struct audit *audit);
/* The seat of that name; fails the test when there is none. */
unsigned audit_seat(const struct audit *audit, const char *name);
/*
 * Fails unless a player, who sat there through the whole match and asked for no hand, was told
 * their own in each of their turns, and after each deal unless AI players alone lead up to their
 * turn, and no other.
 */
void audit_told(const struct audit *audit, const struct player *player);
/* True if " plays " at plays in a text tells of that move. */
bool audit_said(const struct audit *audit, unsigned move, const char *text, const char *plays);
/*
 * Fails unless all that the bot ever said to somebody, on any connection, fits the match: moves are
 * told in their order, hands are those of their seat at that time, and no card that they may not
 * know is named. seat: SEAT_NONE when they have none. There is no other match in what they heard.
 */
void audit_heard(const struct audit *audit, const struct player *player, unsigned seat);
/*
 * Fails unless the bot told all moves of the match in that transcript as they are in the journal,
 * and at no time a card that was in a hand. The transcript has no other match at that table.
 */
void audit_public(const struct audit *audit, const struct client *owl, unsigned table);
/*
 * Fails unless that match of the room is finished and all that anybody in it, who sits where they
 * say, ever heard fits it.
 */
void audit_room(const struct room *room, int64_t match);
/* The number that a query of one number gives. */
int64_t audit_number(const char *database, const char *query);

#endif
