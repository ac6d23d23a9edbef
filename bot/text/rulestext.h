/* rulestext.h - texts of rules and options, for chat, terminal and pages. */
#ifndef BOT_TEXT_RULESTEXT_H
#define BOT_TEXT_RULESTEXT_H

#include "bot/text/catalog.h"
#include "engine/game.h"

/* A table's game and the reader. */
struct rulestext {
	struct string *out;
	const struct catalog *catalog;
	struct locale locale;
	const struct game *game;
	const char *preset;  /* "" is the default */
	const char *options; /* options of a table, "king=yes rated=no" */
};

/*
 * Return the message with the rules of a game (preset "") or of a preset with its own text, and the
 * message of a preset that adds one rule to its game. Return -1 if the message is missing.
 */
int rulestext_message(const struct game *game, const char *preset);
int rulestext_preset_message(const struct game *game, const char *preset);
/* Returns the message that explains an option; every game has `rated`. Returns -1 if unknown. */
int rulestext_option_message(const struct game *game, const char *name);
/* Gives a game's option by its place from 0, `rated` last. Returns false after the last. */
bool rulestext_next_option(
	const struct game *game, unsigned place, const char **name, const char **values);

/* Returns true if a table of that game and preset can have these options. */
bool rulestext_can_have_options(const struct game *game, const char *preset, const char *options);

/* Adds a message; {NAME} in it becomes the value of that option at this table. */
void rulestext_add(const struct rulestext *text, enum message message);
/* Adds the names of the game's options in the reader's words: "discard, king, suits, rated". */
void rulestext_add_option_names(const struct rulestext *text);
/* Adds a line that explains an option: "mate king=no|yes: …". */
void rulestext_add_option(const struct rulestext *text, const char *name, const char *values);
/* Adds a line for each option in text->options. */
void rulestext_add_set_options(const struct rulestext *text);
/* Adds a line for each option of the game. */
void rulestext_add_options(const struct rulestext *text);
/* Adds the rules of the table's preset. */
void rulestext_add_rules(const struct rulestext *text);

#endif
