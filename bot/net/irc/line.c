/* irc/line.c - parses and checks one line of the IRC protocol. */
#include "bot/net/irc/line.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "engine/text.h"

/* ---- tags ---- */

/* Unescapes the value of a tag in place. Drops a lone backslash at the end. */
static void irc_tags_unescape(char *value)
{
	static const char escaped[] = ":srn", plain[] = "; \r\n";
	char *to = value;
	for (; *value != '\0'; value++) {
		const char *at = NULL;
		if (*value == '\\') {
			if (*++value == '\0')
				break;
			at = strchr(escaped, *value);
		}
		*to++ = at != NULL ? plain[at - escaped] : *value;
	}
	*to = '\0';
}

/* Reads a number of exactly `count` digits at *at. Returns -1 if a digit is missing. */
static int irc_tags_digits(const char **at, size_t count)
{
	int number = 0;
	for (; count > 0; count--, ++*at) {
		if (**at < '0' || **at > '9')
			return -1;
		number = number * 10 + (**at - '0');
	}
	return number;
}

/* Reads a time like `2011-10-19T16:40:51.620Z`. Returns Unix milliseconds, or 0 if malformed. */
static int64_t irc_tags_time(const char *value)
{
	static const char marks[] = "--T::.Z";
	static const struct {
		size_t digits;
		int least, most;
	} parts[] = { { 4, 1970, 9999 }, { 2, 1, 12 }, { 2, 1, 31 }, { 2, 0, 23 }, { 2, 0, 59 },
		{ 2, 0, 60 }, { 3, 0, 999 } };
	int number[7];

	for (size_t i = 0; i < 7; i++) {
		number[i] = irc_tags_digits(&value, parts[i].digits);
		if (number[i] < parts[i].least || number[i] > parts[i].most || *value++ != marks[i])
			return 0;
	}
	if (*value != '\0')
		return 0;
	struct tm time = { .tm_year = number[0] - 1900,
		.tm_mon = number[1] - 1,
		.tm_mday = number[2],
		.tm_hour = number[3],
		.tm_min = number[4],
		.tm_sec = number[5] };
	return (int64_t)timegm(&time) * 1000 + number[6];
}

struct irc_tags irc_tags_read(char *bytes)
{
	struct irc_tags tags = { .account = NULL };
	char *rest = bytes;
	for (char *name = strsep(&rest, ";"); name != NULL; name = strsep(&rest, ";")) {
		char *value = strchr(name, '=');
		if (value != NULL)
			*value++ = '\0';
		if (strcmp(name, "bot") == 0 || strcmp(name, "draft/bot") == 0)
			tags.bot = true;
		if (value == NULL)
			continue;
		irc_tags_unescape(value);
		if (strcmp(name, "account") == 0)
			tags.account = value[0] != '\0' ? value : NULL;
		else if (strcmp(name, "batch") == 0)
			tags.batch = value[0] != '\0' ? value : NULL;
		else if (strcmp(name, "time") == 0)
			tags.time = irc_tags_time(value);
	}
	return tags;
}

/* ---- the line ---- */

/*
 * Returns the word at *at, ended by a NUL, and moves *at to the next word. Sets line->wide if more
 * than one blank is between them.
 */
static char *irc_line_take_word(char **at, struct irc_line *line)
{
	char *word = *at, *end = strchr(word, ' ');
	if (end == NULL) {
		*at = word + strlen(word);
		return word;
	}
	*end++ = '\0';
	line->wide = line->wide || *end == ' ';
	*at = end + strspn(end, " ");
	return word;
}

/* Reads the command. Returns false if the word is neither letters nor three digits. */
static bool irc_line_command(char *word, struct irc_line *line)
{
	size_t length = strlen(word);
	line->command = word;
	if (length == 3 && strspn(word, "0123456789") == 3) {
		line->code = (word[0] - '0') * 100 + (word[1] - '0') * 10 + (word[2] - '0');
		return line->code > 0;
	}
	for (char *c = word; *c != '\0'; c++) {
		if (!isascii((unsigned char)*c) || !isalpha((unsigned char)*c))
			return false;
		*c = (char)toupper((unsigned char)*c);
	}
	return length > 0;
}

bool irc_line_read(char *bytes, struct irc_line *line)
{
	char *at = bytes + strspn(bytes, " ");
	*line = (struct irc_line){ 0 };
	if (*at == '@') {
		char *tags = irc_line_take_word(&at, line);
		if (strlen(tags) > IRC_LINE_TAGS)
			return false;
		line->tags = irc_tags_read(tags + 1);
		line->wide = false;
	}
	line->text = at;
	line->length = strlen(at);
	if (line->length > IRC_LINE_TEXT)
		return false;
	if (*at == ':') {
		line->source = irc_line_take_word(&at, line) + 1;
		if (*line->source == '\0')
			return false;
	}
	if (!irc_line_command(irc_line_take_word(&at, line), line))
		return false;
	while (*at != '\0' && line->params < IRC_LINE_PARAMS) {
		bool last = *at == ':';
		line->param[line->params++] = last ? at + 1 : irc_line_take_word(&at, line);
		if (last)
			break;
	}
	return true;
}

static bool irc_line_is_valid(const struct irc_line *line)
{
	const char *text = line->params >= 2 ? line->param[1] : "";
	/* libircclient reads a lone 0x01 as a CTCP request of length -1, and handles DCC itself. */
	bool mishandled = text[0] == 1 && (text[1] == '\0' || strncasecmp(text + 1, "DCC", 3) == 0);
	if (line->code > 0)
		return line->params >= 1;
	if (strcmp(line->command, "PRIVMSG") == 0 && (line->params < 2 || mishandled))
		return false;
	return line->source != NULL;
}

bool irc_line_is_parser_safe(const struct irc_line *line)
{
	/* Without a parameter, libircclient would read beyond the end of the command. */
	return line->length <= IRC_LINE_PARSER_MAX && !line->wide && line->params > 0 &&
		irc_line_is_valid(line);
}

bool irc_line_can_bypass(const struct irc_line *line)
{
	return irc_line_is_valid(line) &&
		(strcmp(line->command, "PRIVMSG") != 0 || line->param[1][0] != 1);
}

bool irc_line_nick(const char *source, char *nick, size_t size)
{
	size_t length = strcspn(source, "!@");
	struct text text = text_in(nick, size);
	text_bytes(&text, source, length);
	/* Nicks never have a dot, and server names nearly always do. */
	return length > 0 && !text.cut && (source[length] != '\0' || strchr(nick, '.') == NULL);
}
