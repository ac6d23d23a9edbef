/*
 * guest.h - somebody on a homeserver, by plain HTTP: a small blocking client for tests, who plays
 * Mitaines by what the bot tells them.
 */
#ifndef TESTS_MATRIX_GUEST_H
#define TESTS_MATRIX_GUEST_H

#include <jansson.h>

#include "bot/base/string.h"
#include "tests/irc/player.h"

enum { GUEST_ID = 256 };

/* A message of somebody else, as a client shows it: with its edits. */
struct guest_message {
	char room[GUEST_ID];
	char id[GUEST_ID];
	char sender[GUEST_ID];
	char kind[32];         /* m.notice, m.text */
	char called[GUEST_ID]; /* the only one it mentions, or "" */
	size_t calls;          /* how many it mentions */
	char thread[GUEST_ID]; /* the message it belongs below, or "" */
	char *first;           /* its text, … */
	char *text;            /* … and as it is now */
	char *html;            /* likewise, or NULL */
	unsigned edits;
};

struct guest {
	struct player player; /* what they know of a match */
	int port;
	char id[GUEST_ID];
	char token[512];
	struct string since;
	unsigned long sent; /* of their own transactions */
	/*
	 * All messages of others so far, a line each: "ROOM SENDER MSGTYPE text", LF in it as |;
	 * edits as "ROOM SENDER m.replace text"; reactions as "ROOM SENDER m.reaction KEY EVENT";
	 * who is typing as "ROOM ID m.typing"; where they are asked in as "ROOM ID m.invite".
	 */
	struct string heard;
	struct guest_message *message; /* the messages, the first one first */
	size_t messages;
	size_t seen; /* up to where guest_wait has looked */
};

/* Registers, by that name and display name (NULL: none). Fails the test if it cannot. */
void guest_open(struct guest *guest, int port, const char *name, const char *display);
void guest_close(struct guest *guest);

/*
 * One request, JSON in and out; body may be NULL. The answer, to be freed by json_decref; *status
 * is that of HTTP, 0: there was none.
 */
json_t *guest_ask(
	struct guest *guest, const char *method, const char *path, const char *body, long *status);
/* The same, which must succeed, when the server takes it. */
json_t *guest_must(struct guest *guest, const char *method, const char *path, const char *body);

/* Makes a public room of that alias (before the colon); its id is written to id. */
void guest_make(struct guest *guest, const char *alias, char id[GUEST_ID]);
/* Comes into a room by its id or alias. */
void guest_join(struct guest *guest, const char *room);
/* What one does with a room: "invite", "kick", "ban", "upgrade"; the answer as above. */
json_t *guest_act(struct guest *guest, const char *room, const char *action, const char *content);
/* Does it with the person of that id. */
void guest_treat(struct guest *guest, const char *room, const char *action, const char *id);
/* Sends an event of a type, with content as JSON; its id is written to id (may be NULL). */
void guest_send(struct guest *guest, const char *room, const char *type, const char *content,
	char id[GUEST_ID]);
/* Says a line. */
void guest_say(struct guest *guest, const char *room, const char *text);
/* Sets state; key may be "". */
void guest_set(struct guest *guest, const char *room, const char *type, const char *key,
	const char *content);

/*
 * Hears what is new, for at most so many milliseconds; joins all rooms they are asked into; minds
 * hands. Lines of own hands are taken from rooms other than `room` only.
 */
void guest_hear(struct guest *guest, int milliseconds);
/*
 * The first message, behind the one this gave last, that contains part; lives until the next call.
 * Fails the test with all that was heard when none comes in a minute.
 */
const char *guest_wait(struct guest *guest, const char *part);
/* True if any message heard so far contains part. */
bool guest_heard(const struct guest *guest, const char *part);
/* How many messages heard so far contain part. */
unsigned guest_count(const struct guest *guest, const char *part);
/* The last message that shows part; or NULL. Lives until more is heard. */
const struct guest_message *guest_shown(const struct guest *guest, const char *part);
/* The direct room in which the bot tells them things; "": none yet. */
const char *guest_direct(const struct guest *guest, char id[GUEST_ID]);

#endif
