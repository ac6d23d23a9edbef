/* panel.h - texts of the terminal window: the player's table, the greeting, completions for Tab. */
#ifndef BOT_APP_PANEL_H
#define BOT_APP_PANEL_H

#include "bot/lobby/lobby.h"

/* The words that end the program, folded, separated by spaces. */
extern const char panel_quit[];

/* Adds lines in the person's language: the table they play at, and the greeting at a new one. */
void panel_add_table(struct lobby *lobby, const struct person *person, struct string *out);
void panel_add_greeting(
	struct lobby *lobby, const struct person *person, struct table *table, struct string *out);
/* Adds what Tab completes, one a line: commands, topics of help and legal moves. */
void panel_add_completions(struct lobby *lobby, const struct person *person, struct string *out);

#endif
