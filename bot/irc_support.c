/* irc_support.c - what a server says of itself. */
#include "bot/irc_support.h"

#include <stdlib.h>
#include <string.h>

#include "engine/text.h"

enum { IRC_SUPPORT_LINE = 512, IRC_SUPPORT_LINE_MAX = 2048, IRC_SUPPORT_NICK_MAX = 90 };

struct irc_support irc_support_default(void)
{
	return (struct irc_support){ .mapping = IRC_CASE_RFC1459,
		.line_length = IRC_SUPPORT_LINE,
		.channel_types = "#&",
		.prefixes = "~&@%+" };
}

/* A whole number from low to high, or 0. */
static size_t irc_support_number(const char *value, size_t low, size_t high)
{
	char *end;
	unsigned long number = strtoul(value, &end, 10);

	return *end == '\0' && number >= low && number <= high ? number : 0;
}

static void irc_support_mapping(struct irc_support *support, const char *value)
{
	support->mapping = irc_case_named(value);
}

static void irc_support_types(struct irc_support *support, const char *value)
{
	struct text text = text_in(support->channel_types, sizeof support->channel_types);

	text_add(&text, value);
}

static void irc_support_line(struct irc_support *support, const char *value)
{
	size_t length = irc_support_number(value, IRC_SUPPORT_LINE, IRC_SUPPORT_LINE_MAX);

	if (length > 0)
		support->line_length = length;
}

static void irc_support_nick(struct irc_support *support, const char *value)
{
	support->nick_length = irc_support_number(value, 1, IRC_SUPPORT_NICK_MAX);
}

/* The value is (modes)marks. */
static void irc_support_prefixes(struct irc_support *support, const char *value)
{
	const char *marks = strchr(value, ')');
	struct text text;

	if (marks == NULL)
		return;
	text = text_in(support->prefixes, sizeof support->prefixes);
	text_add(&text, marks + 1);
}

void irc_support_take(struct irc_support *support, const char *token)
{
	static const struct {
		const char *name;
		void (*take)(struct irc_support *support, const char *value);
	} known[] = {
		{ "CASEMAPPING=", irc_support_mapping },
		{ "CHANTYPES=", irc_support_types },
		{ "LINELEN=", irc_support_line },
		{ "NICKLEN=", irc_support_nick },
		{ "PREFIX=", irc_support_prefixes },
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		size_t length = strlen(known[i].name);

		if (strncmp(known[i].name, token, length) == 0)
			known[i].take(support, token + length);
	}
}

bool irc_support_channel(const struct irc_support *support, const char *target)
{
	return target[0] != '\0' && strchr(support->channel_types, target[0]) != NULL;
}
