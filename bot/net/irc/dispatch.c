/* irc/dispatch.c - which lines of a server are taken, in which shape and when, and what by. */
#include <string.h>

#include "bot/net/irc/age.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/link.h"
#include "bot/net/irc/member.h"
#include "bot/net/irc/state.h"

enum {
	/* When: in these phases of the connection. */
	REGISTERING = 1u << IRC_REGISTERING,
	ON = 1u << IRC_ON,
	EARLY = REGISTERING | ON,
	EVER = EARLY | 1u << IRC_LEAVING,
	/* From whom: from people, not from servers. */
	PERSON = 1u << 8,
	/* When it was said: not before the bot was there to hear it. */
	FRESH = 1u << 13,
	/* How: past libircclient, which has no event for the line or cannot bear it; … */
	RAW = 1u << 9,
	/* … and even while what came before it is held back; … */
	NOW = 1u << 10,
	/* … or not at all, where too much waits already; … */
	TALK = 1u << 11,
	/* … or made by libircclient, under a name that is no line's. */
	MADE = 1u << 12
};

struct irc_rule {
	const char *commands; /* parted by blanks */
	size_t params;        /* at least */
	unsigned how;         /* of the bits above */
	void (*take)(struct irc *irc, const struct irc_line *line);
};

static const struct irc_rule irc_rules[] = {
	/* The connection. */
	{ "PING", 0, EVER | RAW | NOW, irc_on_ping },
	{ "PONG", 1, ON | RAW | NOW, irc_on_pong },
	{ "ERROR", 0, EVER | RAW | NOW, irc_on_error },
	{ "001", 1, REGISTERING, irc_on_welcome },
	{ "004", 3, EARLY, irc_on_version },
	{ "005", 1, EARLY | RAW, irc_on_support }, /* more parameters than libircclient reads */
	{ "376 422", 1, ON, irc_on_told },
	{ "396", 2, EARLY, irc_on_host },
	{ "421 451", 1, EARLY, irc_on_unknown },
	{ "463 464", 1, REGISTERING, irc_on_banned },
	{ "465 466", 1, EARLY, irc_on_banned },
	{ "432 433 436", 1, REGISTERING, irc_on_nick_refused },
	{ "437", 1, EARLY, irc_on_unavailable },
	/* The bot's account. */
	{ "CAP", 0, EARLY | RAW, irc_on_caps },
	{ "AUTHENTICATE", 0, EARLY | RAW, irc_on_challenge },
	{ "NOTICE", 2, EARLY | RAW | FRESH, irc_on_notice },
	{ "900", 1, EARLY, irc_on_logged_in },
	{ "901", 1, EARLY, irc_on_logged_out },
	{ "902 904 905 906", 1, EARLY, irc_on_sasl_refused },
	{ "903 907", 1, EARLY, irc_on_sasl_done },
	{ "FAIL", 2, EARLY | RAW, irc_on_failure },
	/* Batches. */
	{ "BATCH", 1, EARLY | RAW, irc_on_batch },
	/* Who is where. */
	{ "JOIN", 1, ON | PERSON, irc_on_join },
	{ "INVITE", 2, ON | RAW | PERSON | FRESH, irc_on_invite },
	{ "PART", 1, ON | PERSON, irc_on_part },
	{ "KICK", 2, ON, irc_on_kick },
	{ "QUIT", 0, ON | PERSON, irc_on_quit },
	{ "NICK", 1, ON | PERSON, irc_on_nick },
	{ "MODE", 2, ON | RAW, irc_on_mode },
	{ "731", 2, ON, irc_on_offline },
	{ "324", 3, ON, irc_on_modes },
	{ "353", 3, ON, irc_on_names },
	{ "366", 2, ON, irc_on_names_end },
	/* Who somebody is. */
	{ "ACCOUNT", 1, ON | PERSON, irc_on_account },
	{ "CHGHOST", 2, ON | PERSON, irc_on_host_changed },
	{ "352", 6, ON, irc_on_who_plain },
	{ "354", 8, ON, irc_on_who },
	{ "315", 2, ON, irc_on_who_end },
	/* What people say. */
	{ "PRIVMSG", 2, ON | PERSON | TALK | FRESH, irc_on_speech },
	{ "CTCP", 1, ON | PERSON | MADE | FRESH, irc_on_request },
	/* What does not reach a channel or a person, now or at all. */
	{ "439 707", 2, ON | NOW, irc_on_target_too_fast },
	{ "404", 2, ON | NOW, irc_on_cannot_send },
	{ "441", 3, ON, irc_on_user_not_in_channel },
	{ "442 489", 2, ON, irc_on_not_in_channel },
	{ "401 415 477 486 493 531 716", 1, ON, irc_on_refused },
	/* What is for the operator to know. */
	{ "WARN NOTE", 2, EARLY | RAW, irc_on_said },
};

/* Any other numeric: joins that are refused, and what else goes wrong. */
static const struct irc_rule irc_rule_numeric = { "", 1, EARLY, irc_on_trouble };

static bool irc_rule_names(const struct irc_rule *rule, const char *command)
{
	size_t length = strlen(command);
	for (const char *at = rule->commands; *at != '\0'; at += strspn(at, " ")) {
		size_t word = strcspn(at, " ");
		if (word == length && memcmp(at, command, length) == 0)
			return true;
		at += word;
	}
	return false;
}

/* NULL: such lines are not for the bot. */
static const struct irc_rule *irc_rule_of(const struct irc_line *line)
{
	for (size_t i = 0; i < sizeof irc_rules / sizeof irc_rules[0]; i++)
		if (irc_rule_names(&irc_rules[i], line->command))
			return &irc_rules[i];
	return line->code > 0 ? &irc_rule_numeric : NULL;
}

/* The rule of a line as it came, if it has the shape for it. */
static const struct irc_rule *irc_rule_fit(const struct irc_line *line)
{
	const struct irc_rule *rule = irc_rule_of(line);
	return rule != NULL && line->params >= rule->params && (rule->how & MADE) == 0 ? rule
										       : NULL;
}

bool irc_dispatch_feeds(const struct irc_line *line)
{
	const struct irc_rule *rule = irc_rule_fit(line);
	return rule != NULL && (rule->how & RAW) == 0 && irc_line_fit(line);
}

/* Passes on a copy of the line, as the nick in it lives no longer than this call. */
static void irc_rule_take(const struct irc_rule *rule, struct irc *irc, const struct irc_line *line)
{
	char nick[NETWORK_NICK];
	struct irc_line named = *line;
	if ((rule->how & 1u << irc->link->phase) == 0)
		return;
	if (line->source != NULL && irc_line_nick(line->source, nick, sizeof nick))
		named.nick = nick;
	if ((named.nick == NULL && (rule->how & PERSON) != 0) ||
		((rule->how & FRESH) != 0 && irc_age_is_old(irc, &named)))
		return;
	irc_age_hear(irc, &named);
	if ((rule->how & PERSON) != 0) {
		irc_sight_settle(irc, &named);
		irc_sight_compare(irc, &named);
	}
	rule->take(irc, &named);
}

void irc_dispatch_event(void *context, struct irc_line *line)
{
	const struct irc_rule *rule = irc_rule_of(line);
	if (rule != NULL)
		irc_rule_take(rule, context, line);
}

void irc_dispatch_line(struct irc *irc, char *bytes)
{
	const struct irc_rule *rule;
	struct irc_line line;
	if (!irc_line_read(bytes, &line))
		return;
	/* A batch within a batch is told of, too. */
	if (irc_age_replays(irc, &line) && strcmp(line.command, "BATCH") != 0)
		return;
	if (irc_dispatch_feeds(&line)) {
		if (!irc_feed_add(irc->link->feed, &line))
			conn_drop(irc->link->conn, "libircclient failed");
		return;
	}
	rule = irc_rule_fit(&line);
	if (rule == NULL || ((rule->how & RAW) == 0 && !irc_line_is_long(&line)))
		return;
	irc_catch_up(irc);
	irc_rule_take(rule, irc, &line);
}

/*
 * True if a line goes unheard: people may say more than can wait, and what the server says would
 * wait behind it until the server takes the bot for dead. A server that reads nothing itself gets
 * no answer anyway.
 */
static bool irc_is_deaf_to(struct irc *irc, const struct irc_rule *rule)
{
	if ((rule->how & TALK) == 0 || !conn_crowded(irc->link->conn) ||
		conn_stuck(irc->link->conn))
		return false;
	if (!irc->link->discarding_input)
		log_network(irc->log, LOG_WARN, irc->settings.name,
			"too much to say: people are not heard for now");
	irc->link->discarding_input = true;
	return true;
}

bool irc_dispatch_now(struct irc *irc, char *bytes)
{
	struct irc_line line;
	const struct irc_rule *rule = irc_line_read(bytes, &line) ? irc_rule_fit(&line) : NULL;
	if (rule != NULL && (rule->how & NOW) != 0)
		irc_rule_take(rule, irc, &line);
	return rule != NULL && ((rule->how & NOW) != 0 || irc_is_deaf_to(irc, rule));
}
