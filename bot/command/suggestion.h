/* suggestion.h - suggests a command for an unknown word. */
#ifndef BOT_COMMAND_SUGGESTION_H
#define BOT_COMMAND_SUGGESTION_H

#include "bot/command/command.h"
#include "engine/text.h"

/*
 * Adds the command that is nearest to a mistyped word, in the person's language: "play" for "plya".
 * Splits a move typed as one word: "p 8d" for "p8d". hidden: does not suggest commands with one of
 * these flags, see command_table.h. Returns false if no command is near.
 */
bool suggestion_add_command(const struct lobby *lobby, const struct person *person,
	const char *word, unsigned hidden, struct text *out);
/*
 * Finds the command whose name differs by one letter, not the first, from a mistyped word ("hepl").
 * Returns NULL if several commands fit; if the command is a move, is for operators or cannot be
 * undone; or if the word is short or means a game, a card or a command of another bot.
 */
const struct command *suggestion_find_mistyped(
	const struct lobby *lobby, const char *word, unsigned hidden);
/*
 * True for a folded name of a rank or suit in any language. Many such names resemble a command,
 * like "sept".
 */
bool suggestion_is_card_word(const struct catalog *catalog, const char *folded);

#endif
