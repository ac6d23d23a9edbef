/* panel.h - texts of the terminal: table, greeting, completions, and advice on what to do. */
#ifndef BOT_APP_PANEL_H
#define BOT_APP_PANEL_H

#include "bot/lobby/lobby.h"
#include "bot/talk/board.h"

/* Adds the person's exercise, or the table at which they play, in lines in their language. */
void panel_add_table(const struct lobby *lobby, const struct person *person, enum board_panel size,
	struct string *out);
/* Adds the greeting at a new table, in lines in a person's language. */
void panel_add_greeting(
	struct lobby *lobby, const struct person *person, struct table *table, struct string *out);
/* Adds the words that Tab completes, one a line: commands, topics of help, and legal moves. */
void panel_add_completions(
	const struct lobby *lobby, const struct person *person, struct string *out);
/* Adds advice in lines: the legal moves of the person by number, and commands. */
void panel_add_advice(const struct lobby *lobby, const struct person *person, struct string *out);

#endif
