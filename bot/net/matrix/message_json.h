/* matrix/message_json.h - writes the JSON content of messages and reactions. Pure. */
#ifndef BOT_NET_MATRIX_MESSAGE_JSON_H
#define BOT_NET_MATRIX_MESSAGE_JSON_H

#include "bot/base/string.h"

/* A message to write. Members other than `text` may be NULL. */
struct message_content {
	const char *text;
	const char *file;    /* URL of the file that has the message; `text` is its name */
	const char *mention; /* id of the person to notify; NULL: the message is an m.notice */
	const char *changes; /* id of the event that this message edits */
	const char *thread;  /* id of the first event of the thread for the message */
	const char *reply;   /* id of the event that this message replies to */
};

/*
 * Adds the content of an m.room.message as JSON. If the text has mIRC colours, adds an HTML body.
 */
void message_json_add(struct string *out, const struct message_content *form);
/* Adds the content of an m.reaction as JSON: the emoji `key` for an event. */
void message_json_add_reaction(struct string *out, const char *event, const char *key);

#endif
