/* irc/support.c - a server's limits and features. */
#include "bot/net/irc/support.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text.h"

enum { IRC_SUPPORT_LINE = 512, IRC_SUPPORT_NICK_MAX = 90 };
/* A CHANLIMIT or TARGMAX above this counts as no limit. */
enum { IRC_SUPPORT_MANY = 1000 };

struct irc_support irc_support_default(void)
{
	return (struct irc_support){ .mapping = IRC_CASE_RFC1459,
		.line_length = IRC_SUPPORT_LINE,
		.channel_types = "#&",
		.prefixes = "~&@%+",
		.ranks = "qaohv",
		.given = "bk",
		.set = "l" };
}

/* Reads a number between `low` and `high`. Returns 0 for anything else. */
static size_t irc_support_number(const char *value, size_t low, size_t high)
{
	char *end;
	unsigned long number = strtoul(value, &end, 10);
	return *end == '\0' && number >= low && number <= high ? number : 0;
}

static void irc_support_bot(struct irc_support *support, const char *value)
{
	if (value[0] == '\0' || (isalpha((unsigned char)value[0]) && value[1] == '\0'))
		support->bot_mode = value[0];
}

static void irc_support_mapping(struct irc_support *support, const char *value)
{
	support->mapping = irc_case_find_mapping(value);
}

static void irc_support_types(struct irc_support *support, const char *value)
{
	text_copy(support->channel_types, sizeof support->channel_types, value);
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

/* Reads the value of PREFIX: `(modes)prefixes`. */
static void irc_support_prefixes(struct irc_support *support, const char *value)
{
	const char *marks = strchr(value, ')');
	struct text ranks = text_in(support->ranks, sizeof support->ranks);
	if (marks == NULL)
		return;
	text_copy(support->prefixes, sizeof support->prefixes, marks + 1);
	if (value[0] == '(')
		text_bytes(&ranks, value + 1, (size_t)(marks - value) - 1);
}

/* Reads the value of CHANMODES: `lists,always,set,never`. */
static void irc_support_parameters(struct irc_support *support, const char *value)
{
	struct text given = text_in(support->given, sizeof support->given);
	struct text set = text_in(support->set, sizeof support->set);
	for (unsigned kind = 0; *value != '\0'; value++) {
		kind += *value == ',';
		if (*value != ',' && kind < 3)
			text_char(kind < 2 ? &given : &set, *value);
	}
}

static void irc_support_status(struct irc_support *support, const char *value)
{
	text_copy(support->status, sizeof support->status, value);
}

/* Reads the value of CHANLIMIT, like `#&:120,+:`. */
static void irc_support_limits(struct irc_support *support, const char *value)
{
	const size_t most = sizeof support->limit / sizeof support->limit[0];
	memset(support->limit, 0, sizeof support->limit);
	for (size_t i = 0; value[0] != '\0' && i < most; value += value[0] == ',', i++) {
		struct text types =
			text_in(support->limit[i].types, sizeof support->limit[i].types);
		size_t length = strcspn(value, ","), colon = strcspn(value, ":,");
		char number[8];
		struct text digits = text_in(number, sizeof number);
		text_bytes(&types, value, colon);
		if (colon < length)
			text_bytes(&digits, value + colon + 1, length - colon - 1);
		support->limit[i].most = irc_support_number(number, 1, IRC_SUPPORT_MANY);
		value += length;
	}
}

/* Reads the value of TARGMAX, like `PRIVMSG:4,JOIN:,KICK:1`. */
static void irc_support_targets(struct irc_support *support, const char *value)
{
	char number[8];
	for (; value[0] != '\0'; value += value[0] == ',') {
		size_t length = strcspn(value, ",");
		if (length > 5 && strncmp(value, "JOIN:", 5) == 0) {
			struct text text = text_in(number, sizeof number);
			text_bytes(&text, value + 5, length - 5);
			support->joins = irc_support_number(number, 1, IRC_SUPPORT_MANY);
		}
		value += length;
	}
}

struct irc_support_rule {
	const char *name;
	/* reads the value; NULL: the token sets a flag and needs no value */
	void (*take)(struct irc_support *support, const char *value);
	size_t offset, size; /* the members of irc_support that the token sets */
};

#define IRC_SUPPORT_FIELD(field) \
	offsetof(struct irc_support, field), sizeof((struct irc_support *)NULL)->field

/* Initializes `offset` and `size` for the members from `first` to `last`. */
#define IRC_SUPPORT_FIELDS(first, last) \
	offsetof(struct irc_support, first), \
		offsetof(struct irc_support, last) - offsetof(struct irc_support, first) + \
		sizeof((struct irc_support *)NULL)->last

static const struct irc_support_rule irc_support_rules[] = {
	{ "BOT", irc_support_bot, IRC_SUPPORT_FIELD(bot_mode) },
	{ "CASEMAPPING", irc_support_mapping, IRC_SUPPORT_FIELD(mapping) },
	{ "CHANTYPES", irc_support_types, IRC_SUPPORT_FIELD(channel_types) },
	{ "CHANMODES", irc_support_parameters, IRC_SUPPORT_FIELDS(given, set) },
	{ "CHANLIMIT", irc_support_limits, IRC_SUPPORT_FIELD(limit) },
	{ "CNOTICE", NULL, IRC_SUPPORT_FIELD(cnotice) },
	{ "CPRIVMSG", NULL, IRC_SUPPORT_FIELD(cprivmsg) },
	{ "LINELEN", irc_support_line, IRC_SUPPORT_FIELD(line_length) },
	{ "MONITOR", NULL, IRC_SUPPORT_FIELD(monitor) },
	{ "NICKLEN", irc_support_nick, IRC_SUPPORT_FIELD(nick_length) },
	{ "PREFIX", irc_support_prefixes, IRC_SUPPORT_FIELDS(prefixes, ranks) },
	{ "STATUSMSG", irc_support_status, IRC_SUPPORT_FIELD(status) },
	{ "TARGMAX", irc_support_targets, IRC_SUPPORT_FIELD(joins) },
	{ "WHOX", NULL, IRC_SUPPORT_FIELD(whox) },
};

void irc_support_read_token(struct irc_support *support, const char *token)
{
	const struct irc_support usual = irc_support_default();
	bool gone = token[0] == '-';
	const char *name = token + gone;
	size_t length = strcspn(name, "=");
	const char *value = name + length + (name[length] == '=');
	for (size_t i = 0; i < sizeof irc_support_rules / sizeof irc_support_rules[0]; i++) {
		const struct irc_support_rule *rule = &irc_support_rules[i];
		if (strlen(rule->name) != length || strncmp(rule->name, name, length) != 0)
			continue;
		char *field = (char *)support + rule->offset;
		if (gone)
			memcpy(field, (const char *)&usual + rule->offset, rule->size);
		else if (rule->take != NULL)
			rule->take(support, value);
		else
			*(bool *)field = true;
	}
}

unsigned irc_support_bit(const char *letters, char letter)
{
	const char *at = letter != '\0' ? strchr(letters, letter) : NULL;
	return at != NULL ? 1u << (at - letters) : 0;
}

unsigned irc_support_mode_bit(const struct irc_support *support, char letter)
{
	return irc_support_bit(support->ranks, letter);
}

bool irc_support_has_parameter(const struct irc_support *support, char letter, bool plus)
{
	return strchr(support->given, letter) != NULL ||
		(plus && strchr(support->set, letter) != NULL);
}

bool irc_support_is_channel(const struct irc_support *support, const char *target)
{
	target += strspn(target, support->status);
	return target[0] != '\0' && strchr(support->channel_types, target[0]) != NULL;
}

const struct irc_support_limit *irc_support_limit(
	const struct irc_support *support, const char *channel)
{
	for (size_t i = 0; i < sizeof support->limit / sizeof support->limit[0]; i++)
		if (channel[0] != '\0' && strchr(support->limit[i].types, channel[0]) != NULL)
			return &support->limit[i];
	return NULL;
}
