/*
 * panel.h - what the window of a terminal shows beside what is said: the table of the one person
 * there all the time, how it began, and what Tab offers them.
 */
#ifndef BOT_APP_PANEL_H
#define BOT_APP_PANEL_H

#include "bot/lobby/lobby.h"

/* What ends the program: folded words, parted by blanks. */
extern const char panel_quit[];

/* Each adds lines with \n between or behind them, in the words of the person. */
void panel_table(struct lobby *lobby, const struct person *person, struct string *out);
void panel_greeting(
	struct lobby *lobby, const struct person *person, struct table *table, struct string *out);
/* Commands, help about them, and legal moves, as they are typed. */
void panel_candidates(struct lobby *lobby, const struct person *person, struct string *out);

#endif
