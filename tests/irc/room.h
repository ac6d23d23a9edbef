/*
 * room.h - a server, the bot and people on it: the whole thing, as it meets its users.
 *
 * Whatever is waited for fails the test with all transcripts when it does not come in time. Every
 * line anybody gets is looked at: none that everybody sees may show a hand, and private ones must
 * be the listener's own.
 */
#ifndef TESTS_IRC_ROOM_H
#define TESTS_IRC_ROOM_H

#include "tests/irc/bot.h"
#include "tests/irc/player.h"
#include "tests/irc/server.h"

enum { ROOM_PEOPLE = 10, ROOM_OWL = 0 };

struct room {
	struct server server; /* an ngircd, unless its pid is 0 */
	struct bot bot;
	int port;      /* of the server, for people */
	char self[64]; /* the bot's nick, as far as the owl has seen */
	struct player people[ROOM_PEOPLE];
	unsigned count;
	bool apart;      /* who comes does so from an address of their own */
	unsigned next;   /* whose line is looked for first */
	unsigned played; /* moves that the owl saw */
	struct chance chance;
};

/*
 * Opens a room: an ngircd, `owl`, a silent bystander, as the first of the people, and the bot,
 * which is in #t and #u. For cmocka: *state is the room.
 */
int room_open(void **state);
int room_close(void **state);
/* A room without a server, owl and bot: only the bot's folder is there. */
struct room *room_new(void);
/* Lets owl in on a server of that port, writes the bot's configuration and starts it. */
void room_fill(struct room *room, int port, const char *networks);

/* Starts the bot and waits until owl sees it in #t. */
void room_start_bot(struct room *room);
/* Waits until everybody has seen the bot gone; then it is nobody's turn any more. */
void room_see_bot_gone(struct room *room);
/* Kills the bot and waits likewise. */
void room_kill_bot(struct room *room);
/* The bot comes by another nick; when it changes that is noticed. */
void room_call_bot(struct room *room, const char *nick);
/* Somebody connects and joins #t and #u; lives as long as the room. */
struct player *room_enter(struct room *room, const char *nick);
/* Somebody goes by another nick from now on. */
void room_rename(struct room *room, struct player *player, const char *nick);
/* Somebody leaves the server. */
void room_quit(struct room *room, struct player *player);
/* They are there again, by that nick. */
void room_return(struct room *room, struct player *player, const char *nick);
/* The same by another user name than the nick. */
void room_return_as(struct room *room, struct player *player, const char *nick, const char *user);

/* Somebody says something in #t, or to the bot in private. */
void room_say(struct player *player, const char *text);
void room_whisper(struct player *player, const char *text);
/* Hears the next line anybody gets, and lets them learn from it. */
struct player *room_hear(struct room *room, struct line *line);
/* The same, but returns NULL when none comes within so many milliseconds. */
struct player *room_try(struct room *room, struct line *line, int milliseconds);
/*
 * Waits until somebody gets a line with part, after the one this gave for them last; lives until
 * their next line.
 */
const char *room_expect(struct room *room, struct player *player, const char *part);
/* Says something and waits for the answer, likewise. */
const char *room_ask(struct room *room, struct player *player, const char *text, const char *part);
/* The same in private. */
const char *room_ask_alone(
	struct room *room, struct player *player, const char *text, const char *part);
/* The bot's log has a line with part, or gets one in time. */
void room_expect_log(struct room *room, const char *part);
/* How many lines with part somebody got since their transcript had this length. */
unsigned room_count(const struct player *player, size_t since, const char *part);

/* Waits until it is the turn of one of two players, and returns them. */
struct player *room_mover(struct room *room, struct player *one, struct player *other);
/* Makes the move of somebody whose turn it is, in one of the ways there are. */
void room_move(struct room *room, struct player *player);
/* Makes one move in private, whether they may speak in the channel or not. */
void room_whisper_move(struct room *room, struct player *player);
/* Whoever is to move does so, until somebody gets a line with part. */
const char *room_play(struct room *room, struct player *player, const char *part);
/* The same until the owl has seen so many moves. */
void room_play_moves(struct room *room, unsigned moves);
/* The first of players opens a table with these words behind `!new`, the others join, and the first
 * starts it. */
void room_table(
	struct room *room, struct player *const *players, unsigned count, const char *catalog);
/* Two people play so many moves of a match with that target, and go on until it is the first's
 * turn. */
void room_begin(struct room *room, struct player *one, struct player *other, const char *target,
	unsigned moves);
/* Writes all transcripts and the bot's log to standard error, and fails the test. */
void room_fail(const struct room *room, const char *why, const char *what);

#endif
