#include "bot/surface/address.h"

#include <string.h>
#include <strings.h>

#include "bot/text/fold.h"
#include "engine/text.h"

enum { WORD_ROOM = 32 }; /* bytes of a folded word */

static const char blanks[] = " \t";

/* Folds the first word of a text, without punctuation. Returns the text after the word. */
static const char *read_word(const char *text, char folded[WORD_ROOM])
{
	char word[WORD_ROOM];
	struct text copy = text_in(word, sizeof word);
	size_t length = strcspn(text, " \t?!.,;:'");
	text_bytes(&copy, text, length);
	fold_word(copy.cut ? "" : word, folded, WORD_ROOM);
	return text + length;
}

/* Cuts ", name" off the end of a line, before its question mark. Returns false without them. */
static bool cut_name_at_end(char *line, const char *name)
{
	size_t length = strlen(line);
	size_t own = strlen(name);
	const char *mark = strrchr(line, '?');
	while (length > 0 && strchr("?! \t", line[length - 1]) != NULL)
		length--;
	if (mark == NULL || mark < line + length || length < own + 2 ||
		strncasecmp(line + length - own, name, own) != 0)
		return false;
	size_t before = length - own;
	while (before > 0 && strchr(blanks, line[before - 1]) != NULL)
		before--;
	if (before == 0 || line[before - 1] != ',')
		return false;
	/* The question mark stays. */
	memmove(line + before - 1, line + length, strlen(line + length) + 1);
	return true;
}

void address_read(
	struct address *address, const struct catalog *catalog, const char *name, const char *line)
{
	line += strspn(line, blanks);
	/* The line may begin with a greeting like "hey" and a comma. */
	char greeting[WORD_ROOM];
	const char *text = line, *end = read_word(line, greeting);
	if (catalog_find_listed(catalog, MSG_SPOKEN_GREETING, greeting) >= 0) {
		end += *end == ',';
		text = end + strspn(end, blanks);
	}
	bool at = *text == '@';
	end = text + at + strlen(name);
	address->kind = ADDRESS_NONE;
	text_copy(address->text, sizeof address->text, line);
	if (*name == '\0' || strncasecmp(text + at, name, strlen(name)) != 0) {
		if (*name != '\0' && cut_name_at_end(address->text, name))
			address->kind = ADDRESS_DIRECT;
		return;
	}
	/* "@mitaines!" only calls the bot. */
	if (at && end[strspn(end, " \t?!.")] == '\0')
		end += strlen(end);
	if (*end == ':' || *end == ',' || (at && *end == '\0'))
		address->kind = ADDRESS_DIRECT;
	else if (*end != '\0' && strchr(blanks, *end) != NULL)
		address->kind = at ? ADDRESS_DIRECT : ADDRESS_LOOSE;
	else
		return;
	end += *end == ':' || *end == ',';
	text_copy(address->text, sizeof address->text, end + strspn(end, blanks));
}

bool address_is_question(const struct catalog *catalog, const char *sentence)
{
	char word[WORD_ROOM];
	size_t length = strlen(sentence);
	while (length > 0 && strchr(" \t!", sentence[length - 1]) != NULL)
		length--;
	read_word(sentence, word);
	return (length > 0 && sentence[length - 1] == '?') ||
		catalog_find_listed(catalog, MSG_SPOKEN_ASKING, word) >= 0;
}
