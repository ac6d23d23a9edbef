/* matrix/form.h - writes the JSON content of messages and reactions. Pure. */
#ifndef BOT_NET_MATRIX_MESSAGE_JSON_H
#define BOT_NET_MATRIX_MESSAGE_JSON_H

#include "bot/base/string.h"

/* A message to write. All but the text may be NULL. */
struct message_content {
	const char *text;
	const char *mention; /* the id of a person to notify; NULL: an m.notice */
	const char *changes; /* the event that this message edits */
	const char *thread;  /* the first event of the thread it goes in */
};

/* Adds the content of m.room.message as JSON. IRC colours become an HTML body. */
void message_json_add(struct string *out, const struct message_content *form);
/* Adds the content of m.reaction: a key that annotates an event. */
void message_json_add_reaction(struct string *out, const char *event, const char *key);

#endif
