#include "bot/command/suggestion.h"

#include <string.h>

#include "bot/command/command_table.h"
#include "bot/command/help.h"
#include "bot/text/fold.h"
#include "engine/spelling.h"

enum { WORD_ROOM = 32 }; /* bytes of a folded word */
/* Minimum number of bytes of a corrected word; a shorter word resembles too many commands. */
enum { LEAST_CORRECTED = 4 };

/* Commands of other bots, which are never corrected. */
static const char of_others[] = "seen";

/* Steps through names that are separated by spaces. Returns NULL after the last. */
static const char *next_name(const char **at, size_t *length)
{
	const char *name = *at + (**at == ' ');
	*length = strcspn(name, " ");
	*at = name + *length;
	return *length > 0 ? name : NULL;
}

/*
 * Splits a move typed as one word, "p8d", after the longest name of a move: adds "p 8d". Returns
 * false for any other word.
 */
static bool add_split_move(const struct lobby *lobby, const struct person *person,
	const char *folded, struct text *out)
{
	const struct command *command;
	size_t longest = 0;
	for (size_t n = 0; (command = command_table_next(&n)) != NULL;) {
		const char *at = catalog_words(lobby->catalog, command->word);
		const char *name;
		size_t length;
		while (command->flags & A_MOVE && (name = next_name(&at, &length)) != NULL)
			if (length > longest && strncmp(folded, name, length) == 0 &&
				command_is_card(lobby, person, folded + length))
				longest = length;
	}
	if (longest == 0)
		return false;
	text_bytes(out, folded, longest);
	text_char(out, ' ');
	text_add(out, folded + longest);
	return true;
}

bool suggestion_is_card_word(const struct catalog *catalog, const char *folded)
{
	return catalog_find_listed(catalog, MSG_CARD_RANKS_SPELLED, folded) >= 0 ||
		catalog_find_listed(catalog, MSG_CARD_SUITS_SPELLED, folded) >= 0;
}

bool suggestion_add_command(const struct lobby *lobby, const struct person *person,
	const char *word, unsigned hidden, struct text *out)
{
	char folded[WORD_ROOM];
	const struct command *command;
	fold_word(word, folded, sizeof folded);
	if (add_split_move(lobby, person, folded, out))
		return true;
	if (fold_has_word(of_others, folded) || suggestion_is_card_word(lobby->catalog, folded))
		return false;
	struct spelling spelling = spelling_of(folded);
	const struct command *found = NULL;
	for (size_t n = 0; (command = command_table_next(&n)) != NULL;) {
		const char *before = spelling.meant, *name;
		const char *words = catalog_words(lobby->catalog, command->word);
		size_t length;
		while (!(command->flags & hidden) && (name = next_name(&words, &length)) != NULL)
			spelling_try(&spelling, name, length);
		found = spelling.meant != before ? command : found;
	}
	if (found == NULL)
		return false;
	/* A command that `help` does not list has no usual name in the person's language. */
	if (!help_add_name(lobby->catalog, person_locale(person).language, found, out))
		text_bytes(out, spelling.meant, spelling.length);
	return true;
}

static bool has_near_name(const char *at, const char *folded)
{
	const char *name;
	size_t length;
	while ((name = next_name(&at, &length)) != NULL)
		if (length >= LEAST_CORRECTED && *name == *folded &&
			spelling_is_one_edit(folded, strlen(folded), name, length))
			return true;
	return false;
}

const struct command *suggestion_find_mistyped(
	const struct lobby *lobby, const char *word, unsigned hidden)
{
	char folded[WORD_ROOM];
	const struct command *command;
	const struct command *found = NULL;
	fold_word(word, folded, sizeof folded);
	/* A word with punctuation may be a question: "leave?" must not leave. */
	if (strlen(folded) < LEAST_CORRECTED || strpbrk(folded, "?!.,;:") != NULL ||
		fold_has_word(of_others, folded) || command_find_game(word) != NULL ||
		suggestion_is_card_word(lobby->catalog, folded))
		return NULL;
	for (size_t n = 0; (command = command_table_next(&n)) != NULL;) {
		const char *names = catalog_words(lobby->catalog, command->word);
		if (fold_has_word(names, folded))
			return NULL;
		if ((command->flags & hidden) || !has_near_name(names, folded))
			continue;
		if (found != NULL || (command->flags & (A_MOVE | FOR_ADMINS | CANNOT_BE_UNDONE)))
			return NULL;
		found = command;
	}
	return found;
}
