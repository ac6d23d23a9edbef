/* matrix/person.h - people the bot knows, by id, display name and nick. */
#ifndef BOT_NET_MATRIX_PERSON_H
#define BOT_NET_MATRIX_PERSON_H

#include "bot/net/matrix/index.h"
#include "bot/net/matrix/request.h"
#include "bot/net/network.h"

struct matrix_room;

struct matrix_person {
	char *id;
	char *name; /* the display name, by name_clean, or empty */
	char *nick; /* the nick that people are shown */
	struct index_entry by_id, by_name, by_local;
	struct matrix_room **room; /* rooms shared with the bot, direct ones included */
	unsigned rooms;
	char *direct; /* the bot's direct room for them, or NULL */
	struct matrix_person *next_wanted;
	bool listed;      /* in the list of people who may need a direct room */
	bool wanted;      /* private lines wait, and there is no direct room */
	uint64_t due;     /* when to make one */
	unsigned refused; /* direct rooms refused or left since they last came into one */
};

/* A sender, with room for its strings. */
struct matrix_sender {
	struct sender sender;
	char mask[2 * MATRIX_ID];
	char origin[MATRIX_ID];
};

struct matrix_people {
	struct matrix_person **person; /* in no order */
	size_t count, size;
	struct index by_id, by_name, by_local;
	struct matrix_person *wanting; /* people who may need a direct room, oldest first */
	size_t present;                /* people who share a room with the bot */
	size_t idle;                   /* people who came or left since the last sweep */
	char *nick;                    /* the bot's own */
	struct matrix_sender found;    /* the result of network_driver.find_nick */
};

void matrix_person_open(struct matrix *matrix);
void matrix_person_close(struct matrix *matrix);
struct matrix_person *matrix_person_find(const struct matrix *matrix, const char *id);
/* Finds or adds a person. Returns NULL if the id is bad. */
struct matrix_person *matrix_person_get(struct matrix *matrix, const char *id);
/* Asks for a direct room for a person. */
void matrix_person_want(struct matrix *matrix, struct matrix_person *person);
/* Forgets people without a room in common with the bot, unless lines wait for them. */
void matrix_person_sweep(struct matrix *matrix);
/* Finds a person by nick, by id, or by the id's local part if only one has it. */
struct matrix_person *matrix_person_named(const struct matrix *matrix, const char *nick);
/* Sets a display name, or NULL for none, and reports the nicks that change by it. */
void matrix_person_display(
	struct matrix *matrix, struct matrix_person *person, const char *display);
/* Sets the bot's own display name, unless NULL. */
void matrix_person_own_name(struct matrix *matrix, const char *display);
/* Describes a person as network.h does; valid as long as `into`. */
const struct sender *matrix_person_sender(
	const struct matrix_person *person, struct matrix_sender *into);

#endif
