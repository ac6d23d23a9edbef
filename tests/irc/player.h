/*
 * player.h - somebody who plays Mitaines over IRC and knows only what the bot tells them: their
 * hand, whether it is their turn, and the live contract.
 */
#ifndef TESTS_IRC_PLAYER_H
#define TESTS_IRC_PLAYER_H

#include "engine/playout.h"
#include "tests/irc/client.h"

enum { PLAYER_HAND = 16, PLAYER_LINE = 640 };

/* A line from the server, in its parts. */
struct line {
	char bytes[PLAYER_LINE];
	const char *whole; /* as it came */
	const char *from;  /* nick or server */
	const char *verb;  /* PRIVMSG, JOIN, 001 */
	const char *to;    /* the first parameter */
	const char *text;  /* the last one, "" when there is only one */
};

struct player {
	struct client client;
	char bot[64];     /* its nick, as far as they have seen */
	const char *sits; /* the name that the seat they play has at last; NULL: they have none */
	unsigned table;   /* the number of the table last told of */
	bool turn;        /* it is their turn there */
	card hand[PLAYER_HAND]; /* as last told, in that order */
	unsigned held;
	struct {
		bool mine;     /* they called it themselves */
		unsigned kind; /* 0: none is live */
		unsigned rank;
	} live;
	char *heard; /* all lines of the bot, on any connection, LF-ended; NULL: none */
	size_t heard_length;
	cards *told; /* the hands told so far, one after the other */
	size_t tellings;
	size_t found;             /* in the transcript, up to where room_expect has looked */
	char answer[PLAYER_LINE]; /* what it found */
};

/* Parts a line; false: it is empty or too long. */
bool line_read(struct line *line, const char *whole);
/* True if somebody by that nick says something, to whomever. */
bool line_said_by(const struct line *line, const char *nick);

/* Remembers a line of the bot. */
void player_note(struct player *player, const char *whole);
/* Minds what the bot tells in private. */
void player_learn(struct player *player, const struct line *line);
cards player_cards(const struct player *player);
/*
 * Chooses a legal move, by chance, and writes it as `3`, `9D` or `9d mitten`: what may follow
 * `!play`. Contracts are called often.
 */
void player_choose(const struct player *player, struct chance *chance, char *move, size_t size);
void player_close(struct player *player);

#endif
