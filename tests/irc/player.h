/* player.h - an automatic player of Mitaines on IRC. It knows only what the bot tells it: its hand,
 * its turn, and the live contract. */
#ifndef TESTS_IRC_PLAYER_H
#define TESTS_IRC_PLAYER_H

#include "engine/playout.h"
#include "tests/irc/client.h"

enum { PLAYER_HAND = 16, PLAYER_LINE = 640 };

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
	char bot[64];           /* the bot's nick, updated from its NICK lines */
	const char *sits;       /* last name of the seat that they play, or NULL without a seat */
	unsigned table;         /* number of the table that the bot last told them of */
	bool turn;              /* it is their turn at this table */
	card hand[PLAYER_HAND]; /* as last told, in the bot's order */
	unsigned held;
	struct {
		bool mine;     /* they called it */
		unsigned kind; /* 0 if no contract is live */
		unsigned rank;
	} live;
	char *heard; /* all lines of the bot, on any connection, each ended by LF; NULL at first */
	size_t heard_length;
	cards *told; /* all hands told so far, in order */
	size_t tellings;
	size_t found; /* offset in the transcript up to which room_expect has searched */
	char answer[PLAYER_LINE]; /* the line that room_expect found */
};

/* Parses a line. Returns false if it is empty or too long. */
bool line_read(struct line *line, const char *whole);
/* Returns true for a PRIVMSG or NOTICE from this nick. */
bool line_said_by(const struct line *line, const char *nick);

/* Appends a line of the bot to `heard`. */
void player_note(struct player *player, const char *whole);
/* Updates hand, turn and contract from a private line of the bot. */
void player_learn(struct player *player, const struct line *line);
cards player_cards(const struct player *player);
/* Chooses a random legal move and writes it as an argument of `!play`: `3`, `9D` or `9d mitten`.
 * Calls contracts often. */
void player_choose(const struct player *player, struct chance *chance, char *move, size_t size);
void player_close(struct player *player);

#endif
