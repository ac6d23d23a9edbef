/*
 * panel.h - texts of the terminal: the player's table, the greeting, and what Tab completes.
 */
#ifndef BOT_APP_PANEL_H
#define BOT_APP_PANEL_H

#include "bot/command/command.h"

/* The words that end the program: folded, separated by spaces. */
extern const char panel_quit[];

/* Adds the person's tutorial, or the table at which they play, in lines in their language. */
void panel_add_table(struct commands *commands, const struct person *person, struct string *out);
/* Adds the greeting at a new table, in lines in a person's language. */
void panel_add_greeting(
	struct lobby *lobby, const struct person *person, struct table *table, struct string *out);
/* Adds the words that Tab completes, one a line: commands, topics of help, and legal moves. */
void panel_add_completions(
	struct commands *commands, const struct person *person, struct string *out);

#endif
