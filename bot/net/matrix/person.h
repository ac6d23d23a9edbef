/* matrix/person.h - people on the network, found by id, display name and nick. */
#ifndef BOT_NET_MATRIX_PERSON_H
#define BOT_NET_MATRIX_PERSON_H

#include "bot/net/matrix/index.h"
#include "bot/net/matrix/request.h"
#include "bot/net/network.h"

struct matrix_room;

struct matrix_person {
	char *id;
	char *name; /* the display name cleaned by name_clean, or empty */
	char *nick; /* the nick in chat: the name, or the name with the id if others share it */
	struct index_entry by_id, by_name, by_local;
	struct matrix_room **room; /* rooms shared with the bot, direct ones included */
	unsigned rooms;
	char *direct; /* the bot's direct room for them, or NULL */
	struct matrix_person *next_wanted;
	bool listed;      /* in matrix_people.wanting */
	bool wanted;      /* private lines wait for a direct room */
	uint64_t due;     /* when to make the direct room */
	unsigned refused; /* direct rooms refused or left since the person last joined one */
};

/* A sender and its strings. */
struct matrix_sender {
	struct sender sender;
	char mask[2 * MATRIX_ID];
	char origin[MATRIX_ID];
};

struct matrix_people {
	struct matrix_person **person; /* unordered */
	size_t count, size;
	struct index by_id, by_name, by_local;
	struct matrix_person *wanting; /* people to make direct rooms for, in order */
	size_t present;                /* count of people in a room with the bot */
	size_t idle;                   /* arrivals and departures since the last sweep */
	char *nick;                    /* the bot's own nick */
	struct matrix_sender found;    /* the result of network_driver.find_nick */
};

void matrix_person_open(struct matrix *matrix);
void matrix_person_close(struct matrix *matrix);
struct matrix_person *matrix_person_find(const struct matrix *matrix, const char *id);
/* Finds or adds a person. Returns NULL if the id is bad. */
struct matrix_person *matrix_person_find_or_add(struct matrix *matrix, const char *id);
/* Requests a direct room for a person. */
void matrix_person_request_room(struct matrix *matrix, struct matrix_person *person);
/* Frees people without a room in common with the bot, unless lines wait for them. */
void matrix_person_free_idle(struct matrix *matrix);
/* Finds a person by nick, by id, or by the id's local part if only one has it. */
struct matrix_person *matrix_person_find_nick(const struct matrix *matrix, const char *nick);
/* Sets a display name, or NULL for none, and reports the nicks that change by it. */
void matrix_person_set_display(
	struct matrix *matrix, struct matrix_person *person, const char *display);
/* Sets the bot's own display name, unless it is NULL or unusable. */
void matrix_person_set_own_name(struct matrix *matrix, const char *display);
/* Fills in a sender for network_events; valid as long as `into`. */
const struct sender *matrix_person_fill_sender(
	const struct matrix_person *person, struct matrix_sender *into);

#endif
