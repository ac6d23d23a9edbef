/* guest.h - a small blocking Matrix client for tests. It plays Mitaines by what the bot tells
 * it. */
#ifndef TESTS_MATRIX_GUEST_H
#define TESTS_MATRIX_GUEST_H

#include <jansson.h>

#include "bot/base/string.h"
#include "tests/irc/player.h"

enum { GUEST_ID = 256 };

/* A message of another user with its edits applied. */
struct guest_message {
	char room[GUEST_ID];
	char id[GUEST_ID];
	char sender[GUEST_ID];
	char kind[32];         /* msgtype: m.notice, m.text */
	char called[GUEST_ID]; /* the user id in m.mentions if there is exactly one, or "" */
	size_t calls;          /* number of user ids in m.mentions */
	char thread[GUEST_ID]; /* event id of the thread's root, or "" */
	char *first;           /* text before any edit */
	char *text;            /* text after the last edit */
	char *html;            /* formatted_body after the last edit, or NULL */
	unsigned edits;
};

struct guest {
	struct player player; /* the user's knowledge of a match */
	int port;
	char id[GUEST_ID];
	char token[512];
	struct string since;
	unsigned long sent; /* number of transactions sent */
	/* All messages of others so far, a line each: "ROOM SENDER MSGTYPE text" with LF in the
	 * text as |. Edits are "ROOM SENDER m.replace text", reactions "ROOM SENDER m.reaction KEY
	 * EVENT", typing "ROOM ID m.typing", invitations "ROOM ID m.invite", leaving for a
	 * reason "ROOM ID m.leave REASON". */
	struct string heard;
	struct guest_message *message; /* all messages, oldest first */
	size_t messages;
	size_t seen; /* offset in `heard` up to which guest_wait has searched */
};

/* Registers a user with this name and display name, which may be NULL. Fails the test on an
 * error. */
void guest_open(struct guest *guest, int port, const char *name, const char *display);
void guest_close(struct guest *guest);

/* Makes a request that must succeed, and repeats it while the server is rate limiting. */
json_t *guest_must(struct guest *guest, const char *method, const char *path, const char *body);

/* Creates a public room with this alias (the part before the colon) and writes its id. */
void guest_make(struct guest *guest, const char *alias, char id[GUEST_ID]);
/* Joins a room by its id or alias. */
void guest_join(struct guest *guest, const char *room);
/* Requests an action on a room: "invite", "kick", "ban", "upgrade". Returns the answer like
 * guest_ask. */
json_t *guest_act(struct guest *guest, const char *room, const char *action, const char *content);
/* Invites, kicks or bans the user with this id. */
void guest_treat(struct guest *guest, const char *room, const char *action, const char *id);
/* Sends an event with JSON content. Writes its event id to `id`, which may be NULL. */
void guest_send(struct guest *guest, const char *room, const char *type, const char *content,
	char id[GUEST_ID]);
/* Sends a text message. */
void guest_say(struct guest *guest, const char *room, const char *text);
/* Sends a state event; the state key may be "". */
void guest_set(struct guest *guest, const char *room, const char *type, const char *key,
	const char *content);

/* Does one /sync with this timeout. Joins all rooms that invite the user, and learns hands from
 * private lines. */
void guest_hear(struct guest *guest, int milliseconds);
/* Returns the next line of `heard` that contains `part`, valid until the next call. Fails the test
 * with all lines after a minute. */
const char *guest_wait(struct guest *guest, const char *part);
/* Returns true if `heard` contains `part`. */
bool guest_heard(const struct guest *guest, const char *part);
/* Counts occurrences of `part` in `heard`. */
unsigned guest_count(const struct guest *guest, const char *part);
/* Returns the last message that now contains `part`, or NULL. Valid until the next sync. */
const struct guest_message *guest_shown(const struct guest *guest, const char *part);
/* Writes the id of the direct room in which the bot shows hands, or "". Returns it. */
const char *guest_direct(const struct guest *guest, char id[GUEST_ID]);

#endif
