/* irc/line.c - parses and checks one line of the IRC protocol. */
#include "bot/net/irc/line.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "engine/text.h"

/* Returns the word at *at, ended by a NUL, and moves *at to the next word. Notes wide gaps. */
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

static void irc_line_params(char *at, struct irc_line *line)
{
	while (*at != '\0' && line->params < IRC_LINE_PARAMS) {
		if (*at == ':') {
			line->param[line->params++] = at + 1;
			return;
		}
		line->param[line->params++] = irc_line_take_word(&at, line);
	}
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
	irc_line_params(at, line);
	return true;
}

/*
 * True for text that libircclient mishandles: it reads a lone 0x01 as a CTCP request of length -1,
 * and handles DCC requests itself.
 */
static bool irc_line_is_mishandled(const char *text)
{
	return text[0] == 1 && (text[1] == '\0' || strncasecmp(text + 1, "DCC", 3) == 0);
}

static bool irc_line_is_valid(const struct irc_line *line)
{
	if (line->code > 0)
		return line->params >= 1;
	if (strcmp(line->command, "PRIVMSG") == 0 &&
		(line->params < 2 || irc_line_is_mishandled(line->param[1])))
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
