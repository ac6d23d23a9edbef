/* irc/login.c - registration, SASL before the welcome, and NickServ after it. */
#include <sodium.h>
#include <string.h>

#include "bot/net/irc/address.h"
#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/link.h"
#include "bot/net/irc/login.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/text.h"
#include "engine/text.h"

enum { IRC_LOGIN_TEXT = 2 * IRC_LINE_TEXT + 1, IRC_LOGIN_REASON = 400 };
/*
 * IRC_LOGIN_REFUSED_TIMES: first delay after NickServ refused a login, as a multiple of
 * times.regain. IRC_LOGIN_DOUBLINGS: how many times this delay doubles.
 */
enum { IRC_LOGIN_REFUSED_TIMES = 5, IRC_LOGIN_DOUBLINGS = 4 };

/* Ends any login in progress. */
static void irc_login_cancel(struct irc *irc)
{
	irc_sasl_wipe(&irc->login->sasl);
	irc->login->step = IRC_LOGIN_DONE;
	irc->login->due = UINT64_MAX;
	irc_clock_set_timer(irc);
}

static void irc_login_start_step(struct irc *irc, enum irc_login_step step)
{
	irc->login->step = step;
	irc->login->due = loop_now(irc->loop) + irc->times.login;
	irc_clock_set_timer(irc);
}

/* Ends CAP negotiation; the server then sends the welcome. */
static void irc_login_end_cap(struct irc *irc)
{
	irc_login_cancel(irc);
	if (irc->link->phase == IRC_REGISTERING)
		irc_send(irc, "CAP", "END", NULL);
}

/* Handles a failed SASL login: disconnects if SASL is required, else continues. */
static void irc_login_handle_failure(struct irc *irc, const char *why)
{
	char reason[IRC_LOGIN_REASON];
	struct text text = text_in(reason, sizeof reason);
	if (!irc->settings->require_sasl || irc->link->phase != IRC_REGISTERING) {
		irc_log(irc, LOG_WARN, "not logged in by SASL: %s; going on without an account",
			why);
		irc_login_end_cap(irc);
		return;
	}
	irc_login_cancel(irc);
	irc->address->long_delay = true;
	text_add(&text, "SASL is required, and the login failed: ");
	text_add(&text, why);
	conn_drop(irc->link->conn, reason);
}

/*
 * True if the bot is logged in as configured. If SASL is required, a login by NickServ does not
 * count.
 */
static bool irc_login_is_complete(const struct irc *irc)
{
	return irc->login->logged_in && (irc->login->sasl_done || !irc->settings->require_sasl);
}

/* Starts SASL if needed, with channel binding if both sides support it. */
static void irc_login_try_sasl(struct irc *irc)
{
	const struct irc_settings_sasl *settings = &irc->settings->sasl;
	const struct irc_caps *caps = &irc->login->caps;
	struct irc_sasl *sasl = &irc->login->sasl;
	enum irc_sasl_kind mechanism = settings->mechanism != NULL
		? irc_sasl_find_mechanism(settings->mechanism)
		: IRC_SASL_NONE;
	if (mechanism == IRC_SASL_NONE || irc_login_is_complete(irc)) {
		irc_login_end_cap(irc);
		return;
	}
	if (!irc_caps_can_use_mechanism(caps, irc_sasl_name(mechanism))) {
		irc_login_handle_failure(irc,
			(caps->on & IRC_CAP_SASL) != 0
				? "the server does not support this mechanism"
				: "the server offers no SASL, or its services are down");
		return;
	}
	const char *bound = irc_sasl_bound_name(mechanism);
	bool offered = bound != NULL && irc_caps_has_mechanism(caps, bound);
	struct binding binding = { .kind = NULL };
	/* Without a list of mechanisms, the bot does not know if the server supports binding. */
	if (bound != NULL && caps->mechanisms[0] != '\0')
		binding = conn_binding(irc->link->conn);
	irc_login_start_step(irc, IRC_LOGIN_SASL);
	irc_sasl_begin(sasl, mechanism, settings->account, settings->password, settings->key);
	sasl->binding = binding;
	sasl->binds = offered;
	irc_send(irc, "AUTHENTICATE",
		offered && binding.kind != NULL ? bound : irc_sasl_name(mechanism), NULL);
}

void irc_login_register(struct irc *irc)
{
	const struct irc_settings *settings = irc->settings;
	char names[NETWORK_NICK + 8];
	struct text text = text_in(names, sizeof names);
	if (irc->login->registered || irc->link->phase != IRC_REGISTERING)
		return;
	irc->login->registered = true;
	irc->login->due = UINT64_MAX;
	text_add(&text, settings->user);
	text_add(&text, " 0 *");
	if (settings->password != NULL)
		irc_send(irc, "PASS", NULL, settings->password);
	irc_send(irc, "NICK", irc->self->wire, NULL);
	irc_send(irc, "USER", names, settings->realname);
	irc_clock_set_timer(irc);
}

/*
 * Starts registration. Without TLS, the server password is sent only after CAP LS, because the
 * server may announce STS there. A server without CAP may not answer, so there is a deadline.
 */
void irc_login_begin(void *context)
{
	struct irc *irc = context;
	irc_send(irc, "CAP", "LS 302", NULL);
	if (irc->settings->password == NULL || irc->address->secure)
		irc_login_register(irc);
	else
		irc_login_start_step(irc, IRC_LOGIN_NEGOTIATING);
	conn_flush(irc->link->conn);
}

/*
 * Requests capabilities and starts the SASL login: before the welcome, or later when the server
 * offers SASL again.
 */
void irc_on_cap(struct irc *irc, const struct irc_line *line)
{
	struct irc_login *login = irc->login;
	unsigned before = login->caps.on;
	char names[IRC_CAPS_NAMES];
	irc_caps_read(&login->caps, line);
	if (irc_address_apply_sts(irc))
		return;
	if (login->caps.listed)
		irc_login_register(irc);
	if (irc_caps_next_request(&login->caps, names))
		irc_send(irc, "CAP", "REQ", names);
	else if (irc->link->phase == IRC_REGISTERING
			? login->step == IRC_LOGIN_NEGOTIATING && login->caps.listed &&
				login->caps.asked == 0
			: login->step == IRC_LOGIN_DONE && irc->settings->sasl.mechanism != NULL &&
				(login->caps.on & ~before & IRC_CAP_SASL) != 0)
		irc_login_try_sasl(irc);
}

static void irc_login_send_response(struct irc *irc)
{
	char piece[IRC_SASL_PIECE + 1];
	while (irc_sasl_next_piece(&irc->login->sasl, piece))
		irc_send(irc, "AUTHENTICATE", piece, NULL);
	sodium_memzero(piece, sizeof piece);
}

/* Computes a part of the response per loop turn. Sends the response once it is complete. */
static void irc_login_compute_response(struct irc *irc)
{
	if (!irc_sasl_compute(&irc->login->sasl)) {
		/* With a delay of 0, the timer would run before waiting input is read. */
		irc->login->due = loop_now(irc->loop) + 1;
		irc_clock_set_timer(irc);
		return;
	}
	irc_login_start_step(irc, IRC_LOGIN_SASL);
	irc_login_send_response(irc);
	conn_flush(irc->link->conn);
}

void irc_on_authenticate(struct irc *irc, const struct irc_line *line)
{
	if (irc->login->step != IRC_LOGIN_SASL)
		return;
	enum irc_sasl_outcome turn = line->params > 0
		? irc_sasl_handle_challenge(&irc->login->sasl, line->param[0])
		: IRC_SASL_BAD_CHALLENGE;
	irc->login->server_unverified = turn == IRC_SASL_SERVER_UNVERIFIED;
	if (irc_sasl_fault(turn) != NULL) {
		irc_send(irc, "AUTHENTICATE", "*", NULL);
		irc_login_handle_failure(irc, irc_sasl_fault(turn));
	} else if (turn == IRC_SASL_COMPUTE) {
		irc_login_compute_response(irc);
	} else {
		irc_login_send_response(irc);
	}
}

/* ---- NickServ ---- */

/* True if the bot may send NickServ the password. False if SCRAM failed to verify the server. */
static bool irc_login_can_identify(const struct irc *irc)
{
	return irc->settings->nickserv.account != NULL && !irc->login->server_unverified;
}

/* Returns the value of a placeholder in a command to NickServ, or NULL if unknown. */
static const char *irc_login_find_placeholder(
	const struct irc *irc, const char *nick, const char *place, size_t length)
{
	const struct irc_settings *settings = irc->settings;
	const struct {
		const char *name, *value;
	} places[] = { { "{account}", settings->nickserv.account },
		{ "{password}", settings->nickserv.password }, { "{nick}", nick } };
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
		if (strlen(places[i].name) == length && memcmp(places[i].name, place, length) == 0)
			return places[i].value;
	return NULL;
}

/* Sends NickServ a command. Bypasses the outbox, which would keep the password in memory. */
static void irc_login_send_command(struct irc *irc, const char *pattern, const char *nick)
{
	char line[2 * IRC_LOGIN_REASON + NETWORK_NICK];
	struct text text = text_in(line, sizeof line);
	while (*pattern != '\0') {
		size_t place = strcspn(pattern, "}") + 1;
		const char *value = irc_login_find_placeholder(irc, nick, pattern, place);
		if (value != NULL)
			text_add(&text, value);
		else
			text_char(&text, *pattern);
		pattern += value != NULL ? place : 1;
	}
	irc_send(irc, "PRIVMSG", irc->settings->nickserv.service, line);
	sodium_memzero(line, sizeof line);
}

/* Sets the time at which the bot joins channels and asks for the configured nick. */
static void irc_login_schedule_joins(struct irc *irc, uint64_t when)
{
	for (size_t i = 0; i < irc->channels->count; i++)
		if (!irc->channels->channel[i].in)
			irc->channels->channel[i].due = when;
	irc->self->regain = when;
	irc_clock_set_timer(irc);
}

bool irc_login_handle_welcome(struct irc *irc)
{
	bool wanted = irc->settings->sasl.mechanism != NULL;
	/* The server accepts the bot, so an earlier refusal no longer delays the next attempt. */
	irc->address->long_delay = false;
	if (wanted && irc->login->step != IRC_LOGIN_DONE)
		irc_login_handle_failure(irc, "the server ended registration too early");
	else if (wanted && irc->settings->require_sasl && !irc_login_is_complete(irc))
		irc_login_handle_failure(irc, "the server has logged the bot out again");
	if (irc->address->long_delay)
		return false;
	irc->link->phase = IRC_CONNECTED;
	irc_login_cancel(irc);
	irc_login_start_step(irc, IRC_LOGIN_AWAITING_LIMITS);
	irc_login_schedule_joins(irc, irc->login->due);
	return true;
}

static void irc_login_identify(struct irc *irc)
{
	irc_login_send_command(irc, irc->settings->nickserv.identify, irc->self->wire);
	irc_login_start_step(irc, IRC_LOGIN_IDENTIFYING);
	irc->login->notice_received = false;
}

/* Schedules the next IDENTIFY in `delay` ms. */
static void irc_login_schedule_identify(struct irc *irc, uint64_t delay)
{
	irc_login_cancel(irc);
	irc->login->due = loop_now(irc->loop) + delay;
	irc_clock_set_timer(irc);
}

/*
 * Handles an IDENTIFY without a confirmed login: logs what to do and schedules the next IDENTIFY.
 * After an answer of NickServ the delay doubles each time, because NickServ would refuse the same
 * password again.
 */
static void irc_login_handle_unconfirmed(struct irc *irc)
{
	struct irc_login *login = irc->login;
	const char *service = irc->settings->nickserv.service;
	if (login->notice_received) {
		unsigned times = (unsigned)IRC_LOGIN_REFUSED_TIMES << login->refusals;
		irc_log(irc, LOG_WARN,
			"%s has not confirmed the login; check account and password in nickserv; "
			"going on without an account, next try in %u minutes",
			service, times);
		if (login->refusals < IRC_LOGIN_DOUBLINGS)
			login->refusals++;
		irc_login_schedule_identify(irc, irc->times.regain * times);
		return;
	}
	if (!login->nickserv_silent)
		irc_log(irc, LOG_WARN,
			"%s does not answer the login; going on without an account, trying again "
			"each minute",
			service);
	login->nickserv_silent = true;
	irc_login_schedule_identify(irc, irc->times.regain);
}

static void irc_login_handle_motd_end(struct irc *irc)
{
	irc_login_cancel(irc);
	irc->login->nickserv_silent = false;
	irc->login->refusals = 0;
	if (irc_login_can_identify(irc) && !irc->login->logged_in) {
		irc_login_identify(irc);
		irc_login_schedule_joins(irc, irc->login->due);
	} else {
		irc_login_schedule_joins(irc, loop_now(irc->loop));
	}
}

/* Handles `376 bot :End of /MOTD command.`, the end of the server's greeting. */
void irc_on_motd_end(struct irc *irc, const struct irc_line *line)
{
	(void)line;
	if (irc->login->step == IRC_LOGIN_AWAITING_LIMITS)
		irc_login_handle_motd_end(irc);
}

static void irc_login_handle_success(struct irc *irc)
{
	irc->login->logged_in = true;
	if (irc->login->step != IRC_LOGIN_IDENTIFYING)
		return;
	irc_login_cancel(irc);
	irc_login_schedule_joins(irc, loop_now(irc->loop));
}

static bool irc_login_is_service(const struct irc *irc, const char *nick)
{
	char service[NETWORK_NICK];
	return irc->settings->nickserv.account != NULL &&
		irc_line_nick(irc->settings->nickserv.service, service, sizeof service) &&
		irc_is_same_name(irc, nick, service);
}

/* Handles `401 bot NickServ :No such nick`: joins channels without a login; identifies later. */
bool irc_login_handle_no_nickserv(struct irc *irc, const struct irc_line *line)
{
	bool before = irc->login->nickserv_silent;
	if (irc->login->step != IRC_LOGIN_IDENTIFYING || line->params < 2 ||
		!irc_login_is_service(irc, line->param[1]))
		return false;
	if (!before)
		irc_log(irc, LOG_WARN, "%s is not on the network; joining without an account",
			irc->settings->nickserv.service);
	irc->login->nickserv_silent = true;
	irc_login_schedule_identify(irc, irc->times.regain);
	if (!before)
		irc_login_schedule_joins(irc, loop_now(irc->loop));
	return true;
}

void irc_on_notice(struct irc *irc, const struct irc_line *line)
{
	const struct irc_settings_nickserv *nickserv = &irc->settings->nickserv;
	bool identifying = irc->login->step == IRC_LOGIN_IDENTIFYING;
	char text[IRC_LOGIN_TEXT];
	if (irc->link->phase == IRC_REGISTERING) {
		irc_on_server_text(irc, line);
		return;
	}
	if (line->nick == NULL || !irc_is_self(irc, line->param[0]) ||
		!irc_login_is_service(irc, line->nick))
		return;
	irc_text_clean(line->param[1], text, sizeof text);
	irc_log(irc, identifying ? LOG_INFO : LOG_DEBUG, "%s says: %s", nickserv->service, text);
	irc->login->notice_received = true;
	if (identifying && nickserv->answer[0] != '\0' &&
		strstr(line->param[1], nickserv->answer) != NULL)
		irc_login_handle_success(irc);
	/* After any notice from NickServ, the bot asks for the nick, which may be free now. */
	if (irc->login->regain_pending) {
		irc->login->regain_pending = false;
		irc->self->regain = loop_now(irc->loop);
		irc_clock_set_timer(irc);
	}
}

/* Reads the signs from left to right: `+ix-r+R` sets i, x and R, and clears r. */
void irc_login_check_mode(struct irc *irc, const struct irc_line *line)
{
	bool plus = false, accepted = false;
	if (irc->login->step != IRC_LOGIN_IDENTIFYING || !irc_is_self(irc, line->param[0]))
		return;
	for (const char *mode = line->param[1]; *mode != '\0'; mode++)
		if (*mode == '+' || *mode == '-')
			plus = *mode == '+';
		else if (plus && strchr(irc->settings->nickserv.modes, *mode) != NULL)
			accepted = true;
	if (accepted)
		irc_login_handle_success(irc);
}

bool irc_login_regain_nick(struct irc *irc, const char *nick)
{
	const char *const ways[] = { irc->settings->nickserv.regain,
		irc->settings->nickserv.ghost };
	const size_t count = sizeof ways / sizeof ways[0];
	struct irc_login *login = irc->login;
	if (!irc_login_can_identify(irc) || !login->logged_in)
		return false;
	while (login->regain_attempts < count && ways[login->regain_attempts][0] == '\0')
		login->regain_attempts++;
	if (login->regain_attempts == count)
		return false;
	login->regain_pending = true;
	irc_login_send_command(irc, ways[login->regain_attempts++], nick);
	return true;
}

/* ---- SASL results ---- */

void irc_on_logged_in(struct irc *irc, const struct irc_line *line)
{
	char account[IRC_LOGIN_TEXT];
	irc_text_clean(line->params >= 3 ? line->param[2] : "", account, sizeof account);
	irc_log(irc, LOG_NOTE, "logged in as %s", account);
	irc_login_handle_success(irc);
}

void irc_on_logged_out(struct irc *irc, const struct irc_line *line)
{
	(void)line;
	if (irc->login->logged_in)
		irc_log(irc, LOG_WARN, "the server logged the bot out of its account");
	irc->login->logged_in = irc->login->sasl_done = false;
}

void irc_on_sasl_done(struct irc *irc, const struct irc_line *line)
{
	(void)line;
	if (irc->login->step != IRC_LOGIN_SASL)
		return;
	if (!irc->login->sasl.proved) {
		irc->login->server_unverified = irc->login->sasl.rounds > 0;
		irc_login_handle_failure(irc,
			irc->login->sasl.rounds == 0 ? "the server reports success too early"
						     : irc_sasl_fault(IRC_SASL_SERVER_UNVERIFIED));
		return;
	}
	irc->login->logged_in = irc->login->sasl_done = true;
	irc_login_end_cap(irc);
}

/* Handles a refused SASL login. code: the numeric, or the code of a FAIL line. */
static void irc_login_handle_refusal(struct irc *irc, const char *code, const struct irc_line *line)
{
	char said[IRC_LOGIN_TEXT], why[IRC_LOGIN_REASON];
	struct text text = text_in(why, sizeof why);
	if (irc->login->step != IRC_LOGIN_SASL)
		return;
	text_add(&text, "the server says ");
	irc_text_clean(code, said, sizeof said);
	text_add(&text, said);
	text_add(&text, ", ");
	irc_text_clean(line->param[line->params - 1], said, sizeof said);
	text_add(&text, said);
	text_add(&text,
		irc->login->sasl.mechanism == IRC_SASL_ECDSA
			? "; check that the account has the public part of key in sasl"
			: irc->login->sasl.mechanism == IRC_SASL_EXTERNAL
			? "; check that the account has the fingerprint of client_certificate"
			: "; check account and password in sasl");
	irc_login_handle_failure(irc, why);
}

void irc_on_sasl_refused(struct irc *irc, const struct irc_line *line)
{
	irc_login_handle_refusal(irc, line->command, line);
}

/* Handles `FAIL COMMAND CODE … :text`. */
void irc_on_fail(struct irc *irc, const struct irc_line *line)
{
	if (strcmp(line->param[0], "AUTHENTICATE") == 0)
		irc_login_handle_refusal(irc, line->param[1], line);
	else
		irc_on_server_text(irc, line);
}

void irc_login_handle_timeout(struct irc *irc)
{
	switch (irc->login->step) {
	case IRC_LOGIN_NEGOTIATING:
		irc_login_register(irc);
		conn_flush(irc->link->conn);
		return;
	case IRC_LOGIN_AWAITING_LIMITS: irc_login_handle_motd_end(irc); return;
	case IRC_LOGIN_IDENTIFYING: irc_login_handle_unconfirmed(irc); return;
	case IRC_LOGIN_DONE:
		irc->login->due = UINT64_MAX;
		if (!irc->login->logged_in)
			irc_login_identify(irc);
		return;
	case IRC_LOGIN_SASL:
		if (irc->login->sasl.computing) {
			irc_login_compute_response(irc);
			return;
		}
		irc_send(irc, "AUTHENTICATE", "*", NULL);
		irc_login_handle_failure(irc, "the server did not answer in time");
		conn_flush(irc->link->conn);
		return;
	}
}
