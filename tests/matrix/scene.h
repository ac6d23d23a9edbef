/* scene.h - a bot on a Synapse, and automatic players. */
#ifndef TESTS_MATRIX_SCENE_H
#define TESTS_MATRIX_SCENE_H

#include "tests/irc/bot.h"
#include "tests/matrix/guest.h"
#include "tests/matrix/synapse.h"

enum { SCENE_PEOPLE = 4 };

/* One server for all tests; each test has its own bot, room and people. */
struct scene {
	struct synapse synapse;
	unsigned number; /* number of the test, part of all names */
	struct bot bot;
	struct guest mitaines; /* the bot's account */
	struct guest people[SCENE_PEOPLE];
	unsigned count;
	char room[GUEST_ID];
	char alias[GUEST_ID];
	struct chance chance;
	char homeserver[64]; /* homeserver URL for the bot */
	const char *pace;    /* the bot's key `pace`: no limit, unless a test sets another */
};

/* Group setup for cmocka; *state is the scene. */
int scene_start(void **state);
int scene_end(void **state);
/* Test setup for cmocka. Registers the bot's account; bot, people and room come later. */
int scene_enter(void **state);
int scene_leave(void **state);
#define SCENE_CASE(name) CASE_WITH(name, struct scene *scene, scene_enter, scene_leave)

/* Writes a name that no other test uses. Returns it. */
const char *scene_own(const struct scene *scene, const char *name, char out[64]);
/* Registers a person who joins the room; the first one creates it. `display` may be NULL. */
struct guest *scene_come(struct scene *scene, const char *name, const char *display);
/* Configures the bot for the test's room; `more` has further keys. */
void scene_configure(struct scene *scene, const char *more);
/* Configures the bot with these keys, which also name its rooms. */
void scene_configure_rooms(struct scene *scene, const char *more);
/* Starts the bot and waits until it answers in the room. */
void scene_run(struct scene *scene, struct guest *guest);
/* Pings in a room until the bot answers there. */
void scene_answers(struct guest *guest, const char *room);
/* Lets so many people come, anna first, and start a match. */
void scene_open_table(struct scene *scene, unsigned people, const char *game);
/* Makes a move for the player whose turn it is. Returns false if no player was told of their
 * turn. */
bool scene_play(struct scene *scene);
/* Makes so many moves. Calls `between`, which may be NULL, after each with its number. */
void scene_play_moves(
	struct scene *scene, unsigned moves, void (*between)(struct scene *scene, unsigned move));
/* Waits for a player's turn, and stops the match by agreement. */
void scene_stop(struct scene *scene);
/* Counts the bot's messages to the room that contained `part` before any edit. */
unsigned scene_told(const struct scene *scene, const struct guest *guest, const char *part);
/* Counts the turns that a person was told of, and adds to *pings how many notified them. Fails if
 * any other message mentions a user. */
unsigned scene_turns(const struct scene *scene, const struct guest *guest, unsigned *pings);
/* Returns the number of moves of the stored match. */
unsigned scene_moves_stored(struct scene *scene);

#endif
