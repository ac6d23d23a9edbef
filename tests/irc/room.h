/* room.h - an IRC server, the bot and people on it. Every wait fails the test with all transcripts
 * on timeout. Every received line is checked: a public line must show no hand, and a private hand
 * must belong to its reader. */
#ifndef TESTS_IRC_ROOM_H
#define TESTS_IRC_ROOM_H

#include "tests/irc/bot.h"
#include "tests/irc/ircd.h"
#include "tests/irc/player.h"
#include "tests/irc/server.h"

enum { ROOM_PEOPLE = 10, ROOM_OWL = 0 };

struct room {
	struct ircd server; /* an ngircd; pid 0 if the test uses another server */
	struct bot bot;
	int port; /* the server's port for people */
	struct player people[ROOM_PEOPLE];
	unsigned count;
	unsigned next;   /* index of the person to read from first */
	unsigned played; /* moves that the owl saw */
	struct chance chance;
};

/* Test setup for cmocka; *state is the room. Starts an ngircd, connects people[ROOM_OWL], a silent
 * bystander with the nick `owl`, and starts the bot, which joins #t and #u. */
int room_open(void **state);
int room_close(void **state);
/* Kills the bot and quits with all people. Returns once the server, which other tests use too, has
 * closed their connections. */
void room_empty(struct room *room);
/* Creates a room with only the bot's folder: no server, owl or bot. */
struct room *room_new(void);
/* Connects the owl to a server's port, writes the bot's configuration and starts the bot. */
void room_fill(struct room *room, int port, const char *networks);

/* Starts the bot and waits until the owl sees it in #t. */
void room_start_bot(struct room *room);
/* Waits until everyone has seen the bot quit, and clears all turns. */
void room_see_bot_gone(struct room *room);
/* Kills the bot and waits until everyone has seen it quit. */
void room_kill_bot(struct room *room);
/* Connects a new person who joins #t and #u. The room owns the player. */
struct player *room_enter(struct room *room, const char *nick);
/* Connects a person again with this nick. */
void room_return(struct room *room, struct player *player, const char *nick);

/* Says a line in #t. */
void room_say(struct player *player, const char *text);
void room_whisper(struct player *player, const char *text);
/* Reads the next line of any person, and updates their hand and turn. */
struct player *room_hear(struct room *room, struct line *line);
/* Reads the next line like room_hear, but returns NULL after so many milliseconds. */
struct player *room_try(struct room *room, struct line *line, int milliseconds);
/* Waits for the next line to a person that contains `part`. Returns it, valid until their next
 * line. */
const char *room_expect(struct room *room, struct player *player, const char *part);
/* Says a line in #t and waits for the answer like room_expect. */
const char *room_ask(struct room *room, struct player *player, const char *text, const char *part);
/* Sends a private line to the bot, and waits for the answer like room_expect. */
const char *room_ask_alone(
	struct room *room, struct player *player, const char *text, const char *part);
/* Waits until the bot's log has `part`. */
void room_expect_log(struct room *room, const char *part);
/* Counts the lines with `part` that a person received after their transcript had this length. */
unsigned room_count(const struct player *player, size_t since, const char *part);

/* Waits until one of two players has the turn. Returns that player. */
struct player *room_mover(struct room *room, struct player *one, struct player *other);
/* Makes a random move for a player, with a random form of the command. */
void room_move(struct room *room, struct player *player);
/* Makes the moves of all players until this one gets a line with `part`. Returns that line. */
const char *room_play(struct room *room, struct player *player, const char *part);
/* Makes moves until the owl has seen so many more. */
void room_play_moves(struct room *room, unsigned moves);
/* Opens a table with `!new catalog` for the first player, lets the others join, and starts the
 * match. */
void room_table(
	struct room *room, struct player *const *players, unsigned count, const char *catalog);
/* Starts a match between two people, makes so many moves, then more until `one` has the turn. */
void room_begin(struct room *room, struct player *one, struct player *other, const char *target,
	unsigned moves);
/* Fails the test after writing all transcripts and the bot's log to standard error. */
void room_fail(const struct room *room, const char *why, const char *what);

#endif
