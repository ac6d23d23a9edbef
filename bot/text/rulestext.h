/* rulestext.h - writes the rules and options of games, for chat, terminal and pages. */
#ifndef BOT_TEXT_RULESTEXT_H
#define BOT_TEXT_RULESTEXT_H

#include "bot/text/catalog.h"
#include "engine/game.h"

/*
 * A game with its preset and options, the reader's locale, and the string to which the texts are
 * added.
 */
struct rulestext {
	struct string *out;
	const struct catalog *catalog;
	struct locale locale;
	const struct game *game;
	const char *preset;  /* name of the preset; "": the default preset */
	const char *options; /* options of a table, like "king=yes rated=no" */
};

/*
 * Returns the message with the rules of a game (preset ""), or of a preset that has its own text.
 * Returns -1 if not found.
 */
int rulestext_message(const struct game *game, const char *preset);
/* Returns the message of a preset that only adds a rule to its game. Returns -1 if not found. */
int rulestext_preset_message(const struct game *game, const char *preset);
/*
 * Returns the message that explains an option of a game, or an option of every table.
 * Returns -1 for an unknown option.
 */
int rulestext_option_message(const struct game *game, const char *name);
/* True for an option with yes or no that belongs to the table and not to its game. */
bool rulestext_is_table_option(const char *name);
/*
 * Gets the name and values of a game's option by its place from 0; `rated` is the last. Returns
 * false after the last.
 */
bool rulestext_next_option(
	const struct game *game, unsigned place, const char **name, const char **values);

/*
 * Opens a state with the options of a table, like "king=yes rated=no". Returns false if one of them
 * is refused; the others are set. An unknown preset counts as the default one.
 */
bool rulestext_open_state(
	const struct game *game, const char *preset, const char *options, union any_state *state);

/*
 * Adds a message. A placeholder with the name of an option becomes the option's value at this
 * table. Other placeholders become sentences that the options choose: see rule.GAME.OPTION.VALUE in
 * en.po.
 */
void rulestext_add(const struct rulestext *text, enum message message);
/* Adds the sentence for one placeholder of the rules, like `length`. Adds nothing if unknown. */
void rulestext_add_sentence(const struct rulestext *text, const char *place);
/* Adds the names of the game's options in the reader's language: "discard, king, suits, rated". */
void rulestext_add_option_names(const struct rulestext *text);
/* Adds a line that explains an option: "mate king=no|yes: …". */
void rulestext_add_option(const struct rulestext *text, const char *name, const char *values);
/* For each option in `options`, adds a line that explains it. */
void rulestext_add_set_options(const struct rulestext *text);
/* For each option of the game, adds a line that explains it. */
void rulestext_add_options(const struct rulestext *text);
/* Adds the rules of the game with its preset. */
void rulestext_add_rules(const struct rulestext *text);

#endif
