/* scene.h - a bot on a Synapse, and people who play with it by what they are told. */
#ifndef TESTS_MATRIX_SCENE_H
#define TESTS_MATRIX_SCENE_H

#include "tests/irc/bot.h"
#include "tests/matrix/guest.h"
#include "tests/matrix/synapse.h"

enum { SCENE_PEOPLE = 4 };

/* A server for all tests, and for each a bot, a room and people of its own. */
struct scene {
	struct synapse synapse;
	unsigned number; /* of the test: names begin with it */
	struct bot bot;
	struct guest mitaines; /* the bot's account, and its owner */
	struct guest people[SCENE_PEOPLE];
	unsigned count;
	char room[GUEST_ID];
	char alias[GUEST_ID];
	struct chance chance;
	const char *pace;    /* of the bot, as configured */
	char homeserver[64]; /* where the bot reaches it */
	char played[64];     /* the move made last, as it was typed, or its card */
};

/*
 * Around a group of tests: a server, without limits on what is said, or with those it is shipped
 * with. For cmocka: *state is the scene.
 */
int scene_start(void **state);
int scene_start_stock(void **state);
int scene_end(void **state);
/* Around a test: the bot's account, not running yet; people and the room come later. */
int scene_enter(void **state);
int scene_leave(void **state);

/* A name of this test's own. */
const char *scene_own(const struct scene *scene, const char *name, char out[64]);
/* Somebody registers and comes into the room; the first makes it. display may be NULL. */
struct guest *scene_come(struct scene *scene, const char *name, const char *display);
/* The bot is to be in the room of the test; more: further keys. */
void scene_configure(struct scene *scene, const char *more);
/* The same, but where it is to be is among these keys. */
void scene_configure_rooms(struct scene *scene, const char *more);
/* Starts the bot, and waits until it is heard in the room. */
void scene_run(struct scene *scene, struct guest *guest);
/* Says things in a room until the bot answers there. */
void scene_answers(struct guest *guest, const char *room);
/* So many people come, anna first, and sit down at a table; the hand is dealt. */
void scene_open_table(struct scene *scene, unsigned people, const char *game);
/* Whoever's turn it is plays, as they were told; false: nobody knows that it is theirs. */
bool scene_play(struct scene *scene);
/* Plays on until the match has ended; now and then what is done in between, after move n. */
void scene_play_match(struct scene *scene, void (*between)(struct scene *scene, unsigned move));
/* Messages of the bot to the room that contained part when they came. */
unsigned scene_told(const struct scene *scene, const struct guest *guest, const char *part);
/* Turns somebody was told of; fails the test where anything else calls anybody. */
unsigned scene_turns(const struct scene *scene, const struct guest *guest);
/* Moves of the stored match. */
unsigned scene_moves_stored(struct scene *scene);

#endif
