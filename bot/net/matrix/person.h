/* matrix/person.h - people on the network, found by id, display name and nick. */
#ifndef BOT_NET_MATRIX_PERSON_H
#define BOT_NET_MATRIX_PERSON_H

#include "bot/net/matrix/index.h"
#include "bot/net/matrix/request.h"
#include "bot/net/network.h"

struct matrix_room;

struct matrix_person {
	char *id;
	char *name; /* display name cleaned by name_clean, or empty */
	char *nick; /* nick: `name`, or "name(id)" if others have the same name */
	struct index_entry by_id, by_name, by_local;
	struct matrix_room **room; /* rooms shared with the bot, direct rooms included */
	unsigned rooms;
	char *direct; /* id of the direct room for the person's private lines, or NULL */
	struct matrix_person *next_wanted;
	bool listed;  /* the person is in the list matrix_people.wanting */
	bool wanted;  /* private lines wait: a direct room is to be created */
	uint64_t due; /* when to create the direct room */
	/* how often a direct room was refused or left since the person last joined one */
	unsigned refused;
	/* when the person last wrote or reacted to a message; 0: not since the start */
	uint64_t spoke;
};

/* A struct sender and the strings it points to. */
struct matrix_sender {
	struct sender sender;
	char mask[2 * MATRIX_ID];
	char origin[MATRIX_ID];
};

struct matrix_people {
	struct matrix_person **person; /* the known people, unordered */
	size_t count, size;
	struct index by_id, by_name, by_local;
	struct matrix_person *wanting; /* list of people to create direct rooms for, in order */
	size_t present;                /* number of people in a room with the bot */
	size_t idle; /* people added or departed since the last matrix_person_free_idle */
	char *nick;  /* the bot's own nick */
	struct matrix_sender found; /* the result of network_driver.find_nick */
};

void matrix_person_open(struct matrix *matrix);
void matrix_person_close(struct matrix *matrix);
/* Finds a person by id. Returns NULL if unknown, or if id is NULL. */
struct matrix_person *matrix_person_find(const struct matrix *matrix, const char *id);
/* Finds or adds a person. Returns NULL if the id is invalid or NULL. */
struct matrix_person *matrix_person_find_or_add(struct matrix *matrix, const char *id);
/* Requests the creation of a direct room for a person. */
void matrix_person_request_room(struct matrix *matrix, struct matrix_person *person);
/* Makes the bot try soon to create a direct room for a person who writes to it or invites it. */
void matrix_person_retry_room(const struct matrix *matrix, struct matrix_person *person);
/* Frees people who share no room with the bot, unless lines wait for them. */
void matrix_person_free_idle(struct matrix *matrix);
/* Finds a person by id, by nick, or by the local part of the id if only one person has it. */
struct matrix_person *matrix_person_find_nick(const struct matrix *matrix, const char *nick);
/* Implements network_driver.read_name: also finds the only person with a first name. */
size_t matrix_person_read_name(struct network *network, const char *text, char nick[NETWORK_NICK]);
/* Sets a person's display name (NULL: no name), and reports all nicks that change as a result. */
void matrix_person_set_display(
	struct matrix *matrix, struct matrix_person *person, const char *display);
/* Sets the bot's own nick from its display name. Ignores NULL and unusable names. */
void matrix_person_set_own_name(struct matrix *matrix, const char *display);
/* Fills in a sender for network_events; the result is valid as long as `into`. */
const struct sender *matrix_person_fill_sender(
	const struct matrix_person *person, struct matrix_sender *into);

#endif
