/* irc/dispatch.c - finds the handler of each line and checks the conditions for calling it. */
#include <string.h>

#include "bot/base/string.h"
#include "bot/net/irc/backlog.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/link.h"
#include "bot/net/irc/member.h"
#include "bot/net/irc/state.h"

enum {
	/* Phases in which the rule applies. */
	REGISTERING = 1u << IRC_REGISTERING,
	ON = 1u << IRC_CONNECTED,
	EARLY = REGISTERING | ON,
	EVER = EARLY | 1u << IRC_LEAVING,
	/* The rule applies only to lines from people, not from servers. */
	PERSON = 1u << 8,
	/* The line is dropped if irc_backlog_is_old. */
	FRESH = 1u << 13,
	/*
	 * The line bypasses libircclient, which has no event for it, drops parts of it, or delays
	 * the answer.
	 */
	RAW = 1u << 9,
	/* The line is handled even while input is paused. */
	NOW = 1u << 10,
	/* The line is dropped while input is paused and the input buffer is half full. */
	TALK = 1u << 11,
	/* The command is an event name of libircclient, not a command of the protocol. */
	MADE = 1u << 12
};

struct irc_rule {
	const char *commands; /* separated by blanks */
	size_t params;        /* smallest number of parameters */
	unsigned how;         /* flags: REGISTERING to MADE */
	void (*take)(struct irc *irc, const struct irc_line *line);
};

static const struct irc_rule irc_rules[] = {
	/* Handlers of lines about the connection. */
	{ "PING", 0, EVER | RAW | NOW, irc_on_ping },
	{ "PONG", 1, ON | RAW | NOW, irc_on_pong },
	{ "ERROR", 0, EVER | RAW | NOW, irc_on_error },
	{ "001", 1, REGISTERING, irc_on_welcome },
	{ "004", 3, EARLY, irc_on_version },
	{ "005", 1, EARLY | RAW,
		irc_on_isupport }, /* libircclient would not read all parameters of 005 */
	{ "376 422", 1, ON, irc_on_motd_end },
	{ "396", 2, EARLY, irc_on_own_host },
	{ "421 451", 1, EARLY, irc_on_unknown_command },
	{ "463 464", 1, REGISTERING, irc_on_banned },
	{ "465 466", 1, EARLY, irc_on_banned },
	{ "432 433 436", 1, REGISTERING, irc_on_nick_refused },
	{ "437", 1, EARLY, irc_on_name_unavailable },
	/* Handlers of lines about the bot's login. */
	{ "CAP", 0, EARLY | RAW, irc_on_cap },
	{ "AUTHENTICATE", 0, EARLY | RAW, irc_on_authenticate },
	{ "NOTICE", 2, EARLY | RAW | FRESH, irc_on_notice },
	{ "900", 1, EARLY, irc_on_logged_in },
	{ "901", 1, EARLY, irc_on_logged_out },
	{ "902 904 905 906", 1, EARLY, irc_on_sasl_refused },
	{ "903 907", 1, EARLY, irc_on_sasl_done },
	{ "FAIL", 2, EARLY | RAW, irc_on_fail },
	/* The handler of batches. */
	{ "BATCH", 1, EARLY | RAW, irc_on_batch },
	/* Handlers of lines about channels and their members. */
	{ "JOIN", 1, ON | PERSON, irc_on_join },
	{ "INVITE", 2, ON | RAW | PERSON | FRESH, irc_on_invite },
	{ "PART", 1, ON | PERSON, irc_on_part },
	{ "KICK", 2, ON, irc_on_kick },
	{ "QUIT", 0, ON | PERSON, irc_on_quit },
	{ "NICK", 1, ON | PERSON, irc_on_nick },
	{ "MODE", 2, ON | RAW, irc_on_mode },
	{ "731", 2, ON, irc_on_monitor_offline },
	{ "324", 3, ON, irc_on_channel_modes },
	{ "353", 3, ON, irc_on_names },
	{ "366", 2, ON, irc_on_names_end },
	/* Handlers of lines about people's accounts and hosts. */
	{ "ACCOUNT", 1, ON | PERSON, irc_on_account },
	{ "CHGHOST", 2, ON | PERSON, irc_on_chghost },
	{ "352", 6, ON, irc_on_who_reply },
	{ "354", 8, ON, irc_on_whox_reply },
	{ "315", 2, ON, irc_on_who_end },
	/* Handlers of people's messages. */
	{ "PRIVMSG", 2, ON | PERSON | TALK | FRESH, irc_on_message },
	{ "CTCP", 1, ON | PERSON | MADE | FRESH, irc_on_ctcp },
	/* Handlers of numerics that refuse a line of the bot. */
	{ "439 707", 2, ON | NOW, irc_on_target_too_fast },
	{ "404", 2, ON | NOW, irc_on_cannot_send },
	{ "441", 3, ON, irc_on_user_not_in_channel },
	{ "442 489", 2, ON, irc_on_not_in_channel },
	{ "401 415 477 486 493 531 716", 1, ON, irc_on_message_refused },
	/* The handler of server messages for the operator. */
	{ "WARN NOTE", 2, EARLY | RAW, irc_on_server_text },
};

/* The rule for any other numeric: a refused JOIN, or an error for the log. */
static const struct irc_rule irc_rule_numeric = { "", 1, EARLY, irc_on_other_numeric };

/* Returns the rule for a line's command, or NULL if the bot ignores the command. */
static const struct irc_rule *irc_rule_find(const struct irc_line *line)
{
	size_t length = strlen(line->command);
	for (size_t i = 0; i < sizeof irc_rules / sizeof irc_rules[0]; i++)
		if (string_has_word(irc_rules[i].commands, ' ', line->command, length))
			return &irc_rules[i];
	return line->code > 0 ? &irc_rule_numeric : NULL;
}

/*
 * Returns the rule for a received line, or NULL if the bot ignores the command or parameters are
 * missing.
 */
static const struct irc_rule *irc_rule_find_valid(const struct irc_line *line)
{
	const struct irc_rule *rule = irc_rule_find(line);
	return rule != NULL && line->params >= rule->params && (rule->how & MADE) == 0 ? rule
										       : NULL;
}

bool irc_dispatch_needs_parser(const struct irc_line *line)
{
	const struct irc_rule *rule = irc_rule_find_valid(line);
	return rule != NULL && (rule->how & RAW) == 0 && irc_line_is_parser_safe(line);
}

/*
 * Checks a rule's conditions and calls its handler. The handler gets a copy of the line with the
 * nick filled in.
 */
static void irc_rule_apply(
	const struct irc_rule *rule, struct irc *irc, const struct irc_line *line)
{
	char nick[NETWORK_NICK];
	struct irc_line named = *line;
	if ((rule->how & 1u << irc->link->phase) == 0)
		return;
	if (line->source != NULL && irc_line_nick(line->source, nick, sizeof nick))
		named.nick = nick;
	if ((named.nick == NULL && (rule->how & PERSON) != 0) ||
		((rule->how & FRESH) != 0 && irc_backlog_is_old(irc, &named)))
		return;
	irc_backlog_read_clock(irc, &named);
	if ((rule->how & PERSON) != 0) {
		irc_presence_end_chghost(irc, &named);
		irc_presence_check_sender(irc, &named);
	}
	rule->take(irc, &named);
}

void irc_dispatch_event(void *context, struct irc_line *line)
{
	const struct irc_rule *rule = irc_rule_find(line);
	if (rule != NULL)
		irc_rule_apply(rule, context, line);
}

void irc_dispatch_line(void *context, char *bytes, size_t length)
{
	struct irc *irc = context;
	struct irc_line line;
	(void)length;
	if (!irc_line_read(bytes, &line))
		return;
	/* A BATCH inside a replayed batch is handled: it starts a replayed batch too. */
	if (irc_backlog_is_replayed(irc, &line) && strcmp(line.command, "BATCH") != 0)
		return;
	if (irc_dispatch_needs_parser(&line)) {
		if (!irc_parser_add(irc->link->parser, &line))
			conn_drop(irc->link->conn, "libircclient reports an error");
		return;
	}
	const struct irc_rule *rule = irc_rule_find_valid(&line);
	if (rule == NULL || ((rule->how & RAW) == 0 && !irc_line_can_bypass(&line)))
		return;
	irc_handle_parsed_lines(irc);
	irc_rule_apply(rule, irc, &line);
}

/*
 * True if a message is dropped to make room in the input buffer: otherwise a PING behind people's
 * messages would go unanswered. Drops nothing while sending is blocked, because no answer could be
 * sent.
 */
static bool irc_discard_message(struct irc *irc, const struct irc_rule *rule)
{
	if ((rule->how & TALK) == 0 || !conn_is_input_half_full(irc->link->conn) ||
		conn_is_send_blocked(irc->link->conn))
		return false;
	if (!irc->link->discarding_input)
		irc_log(irc, LOG_WARN,
			"the send queue is full: ignoring people until it is shorter");
	irc->link->discarding_input = true;
	return true;
}

bool irc_dispatch_urgent(void *context, const char *bytes, size_t length)
{
	struct irc *irc = context;
	struct irc_line line;
	char copy[IRC_LINE_TEXT + 1];
	if (length >= sizeof copy || memchr(bytes, '\0', length) != NULL)
		return false;
	memcpy(copy, bytes, length);
	copy[length] = '\0';
	const struct irc_rule *rule =
		irc_line_read(copy, &line) ? irc_rule_find_valid(&line) : NULL;
	if (rule != NULL && (rule->how & NOW) != 0)
		irc_rule_apply(rule, irc, &line);
	return rule != NULL && ((rule->how & NOW) != 0 || irc_discard_message(irc, rule));
}
