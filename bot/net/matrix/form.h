/* matrix/form.h - the forms a message has on Matrix. Pure. */
#ifndef BOT_NET_MATRIX_FORM_H
#define BOT_NET_MATRIX_FORM_H

#include "bot/base/string.h"

/* A message to be; each may be NULL but the text. */
struct form {
	const char *text;
	const char *mention; /* somebody's id: they are told of it, as of somebody's words */
	const char *changes; /* the event in whose place it stands from now on */
	const char *thread;  /* the event it belongs below */
};

/*
 * Adds the content of m.room.message, JSON. Colours of IRC become those of HTML; where there are
 * none there is a plain body alone.
 */
void form_message(struct string *out, const struct form *form);
/* Adds the content of m.reaction: a key below an event. */
void form_reaction(struct string *out, const char *event, const char *key);

#endif
