/* player.h - an automatic player of Mitaines. It knows only what the bot tells it: its hand and its
 * turn. */
#ifndef TESTS_IRC_PLAYER_H
#define TESTS_IRC_PLAYER_H

#include "engine/card.h"
#include "engine/playout.h"
#include "tests/irc/client.h"

enum { PLAYER_LINE = 640 };

/* A line from the server, parsed. */
struct line {
	char bytes[PLAYER_LINE];
	const char *whole; /* the line as received */
	const char *from;  /* nick or server */
	const char *verb;  /* PRIVMSG, JOIN, 001 */
	const char *to;    /* first parameter */
	const char *text;  /* last parameter, or "" if there is only one */
};

struct player {
	struct client client;
	unsigned table;  /* number of the table that the bot last told them of */
	bool turn;       /* it is their turn at this table */
	cards hand;      /* their hand as the bot last showed it */
	size_t tellings; /* number of times that the bot has shown a hand */
	size_t found;    /* offset in the transcript up to which room_expect has searched */
	char answer[PLAYER_LINE]; /* the line that room_expect found */
};

/* Parses a line. Returns false if it is empty or too long. */
bool line_read(struct line *line, const char *whole);
/* Returns true for a PRIVMSG or NOTICE from this nick. */
bool line_said_by(const struct line *line, const char *nick);

/* Updates hand and turn from a private text of the bot. */
void player_learn(struct player *player, const char *text);
/* Chooses a random card of the hand and writes it as an argument of `!play`. The move is always
 * legal, because these players call no contracts. */
void player_choose(const struct player *player, struct chance *chance, char *move, size_t size);

#endif
