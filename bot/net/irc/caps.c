/* irc/caps.c - capability negotiation. */
#include "bot/net/irc/caps.h"

#include <string.h>

#include "bot/base/string.h"
#include "engine/text.h"

static const struct {
	const char *name;
	enum irc_cap cap;
} irc_caps_known[] = {
	{ "account-notify", IRC_CAP_ACCOUNT_NOTIFY },
	{ "account-tag", IRC_CAP_ACCOUNT_TAG },
	{ "batch", IRC_CAP_BATCH },
	{ "cap-notify", IRC_CAP_CAP_NOTIFY },
	{ "chghost", IRC_CAP_CHGHOST },
	{ "extended-join", IRC_CAP_EXTENDED_JOIN },
	{ "message-tags", IRC_CAP_MESSAGE_TAGS },
	{ "multi-prefix", IRC_CAP_MULTI_PREFIX },
	{ "sasl", IRC_CAP_SASL },
	{ "server-time", IRC_CAP_SERVER_TIME },
	{ "setname", IRC_CAP_SETNAME },
};

enum { IRC_CAPS_KNOWN = sizeof irc_caps_known / sizeof irc_caps_known[0] };
/* Limit of numbers in an STS policy: 30 years in seconds. */
enum { IRC_CAPS_NUMBER = 1000000000 };

/* Returns the capability with that name, or 0 if the bot does not use it. */
static unsigned irc_caps_find(const char *name, size_t length)
{
	for (size_t i = 0; i < IRC_CAPS_KNOWN; i++)
		if (strlen(irc_caps_known[i].name) == length &&
			strncmp(irc_caps_known[i].name, name, length) == 0)
			return irc_caps_known[i].cap;
	return 0;
}

/* Returns the number after `name` in `=port=6697,duration=300`, or -1 if missing or malformed. */
static int64_t irc_caps_number(const char *value, size_t length, const char *name)
{
	const char *end = value + length;
	while (value < end) {
		const char *at = ++value;
		int64_t number = 0;
		while (value < end && *value != ',')
			value++;
		if ((size_t)(value - at) <= strlen(name) || strncmp(at, name, strlen(name)) != 0)
			continue;
		for (at += strlen(name); at < value; at++) {
			if (*at < '0' || *at > '9' || number > IRC_CAPS_NUMBER)
				return -1;
			number = 10 * number + *at - '0';
		}
		return number;
	}
	return -1;
}

/* Reads the value of a capability, like `sasl=PLAIN,EXTERNAL` or `sts=port=6697,duration=300`. */
static void irc_caps_read_value(struct irc_caps *caps, const char *word, size_t name, size_t length)
{
	const char *value = word + name;
	if (irc_caps_find(word, name) == IRC_CAP_SASL) {
		struct text text = text_in(caps->mechanisms, sizeof caps->mechanisms);
		if (length > name + 1)
			text_bytes(&text, value + 1, length - name - 1);
	}
	if (name == strlen("sts") && strncmp(word, "sts", name) == 0) {
		int64_t port = irc_caps_number(value, length - name, "port=");
		caps->policy = (struct irc_caps_policy){
			.received = true,
			.port = port > 0 && port <= 65535 ? (int)port : 0,
			.duration = irc_caps_number(value, length - name, "duration="),
		};
	}
}

void irc_caps_read(struct irc_caps *caps, const struct irc_line *line)
{
	if (line->params < 3)
		return;
	const char *command = line->param[1], *word = line->param[line->params - 1];
	bool listed = text_same(command, "LS"), offered = listed || text_same(command, "NEW");
	unsigned named = 0, off = 0;
	for (size_t length; *word != '\0'; word += length) {
		word += strspn(word, " ");
		length = strcspn(word, " ");
		/* In ACK, - turns a capability off; the marks ~ and = are obsolete. */
		size_t marks = strspn(word, "-~="), name = strcspn(word + marks, " =");
		unsigned cap = irc_caps_find(word + marks, name);
		named |= cap;
		off |= memchr(word, '-', marks) != NULL ? cap : 0;
		if (offered)
			irc_caps_read_value(caps, word, marks + name, length);
	}
	if (offered) {
		caps->offered |= named;
		caps->refused &= ~named;
	} else if (text_same(command, "DEL")) {
		caps->offered &= ~named;
		caps->on &= ~named;
		caps->asked &= ~named;
	} else if (text_same(command, "ACK")) {
		caps->on = (caps->on | named) & ~off;
		caps->asked &= ~named;
	} else if (text_same(command, "NAK")) {
		/* The whole request is refused, even if the server repeats only some of the names.
		 */
		if ((caps->asked & (caps->asked - 1)) != 0)
			caps->one_at_a_time = true;
		else
			caps->refused |= caps->asked;
		caps->asked = 0;
	}
	/* In `CAP * LS * :names` the second * means that more lines follow. */
	if (listed && (line->params == 3 || strcmp(line->param[2], "*") != 0))
		caps->listed = true;
}

bool irc_caps_next_request(struct irc_caps *caps, char names[IRC_CAPS_NAMES])
{
	unsigned wanted = caps->offered & ~caps->on & ~caps->refused;
	struct text text = text_in(names, IRC_CAPS_NAMES);
	if (!caps->listed || caps->asked != 0)
		return false;
	for (size_t i = 0; i < IRC_CAPS_KNOWN; i++) {
		if ((wanted & irc_caps_known[i].cap) == 0 ||
			(caps->one_at_a_time && caps->asked != 0))
			continue;
		text_add(&text, caps->asked != 0 ? " " : "");
		text_add(&text, irc_caps_known[i].name);
		caps->asked |= irc_caps_known[i].cap;
	}
	return caps->asked != 0;
}

bool irc_caps_has_mechanism(const struct irc_caps *caps, const char *mechanism)
{
	return (caps->on & IRC_CAP_SASL) != 0 &&
		string_has_word(caps->mechanisms, ',', mechanism, strlen(mechanism));
}

bool irc_caps_can_use_mechanism(const struct irc_caps *caps, const char *mechanism)
{
	return irc_caps_has_mechanism(caps, mechanism) ||
		((caps->on & IRC_CAP_SASL) != 0 && caps->mechanisms[0] == '\0');
}
