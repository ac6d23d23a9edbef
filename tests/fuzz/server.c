/* server.c - fuzz target: an IRC server sends the lines of the input, over a simulated wire, to a
 * whole IRC network that answers all people. The bot must send only whole lines, names must be
 * clean text, people must come before they go, and memory must be bounded. The first byte of the
 * input chooses the settings and whether the bot has joined already. A line that begins with a byte
 * of enum trick is a trick instead. */
#include <stdio.h>

#include "bot/net/conn.h"
#include "bot/net/irc/channel.h"
#include "bot/net/irc/irc.h"
#include "bot/net/irc/link.h"
#include "bot/net/irc/member.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/text.h"
#include "tests/fuzz/fuzz.h"
#include "tests/irc/fake.h"

enum trick {
	TRICK_TIME = 1, /* lets as many seconds pass as the next byte says */
	TRICK_AHEAD,    /* the server sends the rest of the line while the bot's input is paused */
	TRICK_HANG_UP,
	TRICK_DEAF, /* the server stops reading, or reads again */
	TRICK_JOIN, /* the operator joins a channel */
	TRICK_PART,
	TRICK_CHANGE, /* changes the settings to those that the next byte chooses */
	TRICK_QUIT,
	TRICKS
};

/* SOON: milliseconds until the bot has received and answered a line. */
enum { CHANNELS = 2, SETTINGS = 8, ARRIVED = 8, LINE = 2050, KEYS = 65536, SOON = 2 };

/* This state is global, because the functions in `events` get no context. */
static struct {
	struct fake fake;
	struct log log;
	struct network *network;
	bool here[KEYS]; /* by key: the person shares a channel with the bot */
	size_t people;
	size_t checked; /* bytes checked of those that the bot sent on this connection */
} fuzz;

/* ---- events ---- */

static void check_text(const char *text, size_t most)
{
	char clean[2 * IRC_LINE_TEXT + 1];
	fuzz_must(strlen(text) < most && irc_text_clean(text, clean, sizeof clean));
}

static void check_sender(const struct sender *sender)
{
	check_text(sender->key, NETWORK_KEY);
	check_text(sender->nick, NETWORK_NICK);
	check_text(sender->first, NETWORK_NICK);
	check_text(sender->mask, 2 * IRC_LINE_TEXT);
	check_text(sender->origin, 2 * IRC_LINE_TEXT);
	fuzz_must(strchr(sender->origin, '@') != NULL);
	fuzz_must(sender->key[0] != '\0' && sender->nick[0] != '\0');
	if (sender->account != NULL)
		check_text(sender->account, NETWORK_ACCOUNT);
}

static bool *here(const struct sender *sender)
{
	return &fuzz.here[strtoul(sender->key, NULL, 10) % KEYS];
}

static void on_message(
	struct network *network, const struct sender *sender, const char *channel, const char *text)
{
	check_sender(sender);
	check_text(text, 2 * IRC_LINE_TEXT + 1);
	network->driver->tell(network, sender->key, text[0] & 1, SAYING(text));
	if (channel != NULL)
		network->driver->say(network, channel, SAYING(text));
	network->driver->private_queue_length(network, sender->key);
}

static void on_channel(struct network *network, const char *channel)
{
	check_text(channel, NETWORK_CHANNEL);
	network->driver->say(network, channel, SAYING("here we go"));
}

static void on_came(struct network *network, const struct sender *sender)
{
	(void)network;
	check_sender(sender);
	fuzz_must(!*here(sender));
	*here(sender) = true;
	fuzz.people++;
}

static void on_departed(struct network *network, const struct sender *sender, enum departure how)
{
	(void)how;
	check_sender(sender);
	fuzz.people -= *here(sender);
	*here(sender) = false;
	network->driver->tell(network, sender->key, VIA_MESSAGE, SAYING("gone"));
}

static void on_person(struct network *network, const struct sender *sender)
{
	struct sender found;
	check_sender(sender);
	fuzz_must(network->driver->nick(network, sender->key) != NULL);
	/* The nick shown for this person must lead back to them: no other person has it. */
	fuzz_must(network->driver->find_nick(network, sender->nick, &found) &&
		strcmp(found.key, sender->key) == 0);
}

static void on_lost(struct network *network)
{
	(void)network;
	memset(fuzz.here, 0, sizeof fuzz.here);
	fuzz.people = 0;
}

static void on_store_sts_policy(
	const struct network *network, const char *host, unsigned port, int64_t seconds)
{
	(void)network;
	(void)host;
	fuzz_must(port > 0 && seconds >= 0);
}

static unsigned on_find_sts_policy(const struct network *network, const char *host)
{
	(void)network;
	(void)host;
	return 0;
}

static const struct network_events events = {
	.message = on_message,
	.joined = on_channel,
	.arrived = on_came,
	.departed = on_departed,
	.renamed = on_person,
	.identity_changed = on_person,
	.private_refused = on_person,
	.channel_lost = on_channel,
	.set_sts_policy = on_store_sts_policy,
	.get_sts_port = on_find_sts_policy,
	.lost = on_lost,
};

/* ---- settings ---- */

static const char *const channels[CHANNELS] = { "#mitaines", "#[Two]" };

static const struct irc_settings *settings_of(unsigned number)
{
	static struct irc_settings all[SETTINGS];
	struct irc_settings settings = {
		.common = { .name = "fake",
			.channels = { .item = (char **)channels,
				.count = number == 3 ? 1 : CHANNELS },
			.pace = { .burst = 8, .per_second = number == 0 ? 0 : 1 } },
		.server = { .host = FAKE_HOST, .port = 6667 },
		.nick = "mitaines",
		.user = "mitaines",
		.realname = "mitaines",
		.rejoin_after_kick = true
	};
	if (number == 1 || number == 2) {
		settings.sasl.mechanism = number == 1 ? "plain" : "external";
		settings.sasl.account = "mitaines";
		settings.sasl.password = "secret";
		settings.require_sasl = number == 2;
	}
	if (number == 3) {
		settings.nickserv.service = "NickServ";
		settings.nickserv.account = "mitaines";
		settings.nickserv.password = "secret";
		settings.nickserv.identify = "IDENTIFY {account} {password}";
		settings.nickserv.regain = "REGAIN {nick} {password}";
		settings.nickserv.ghost = "GHOST {nick} {password}";
		settings.nickserv.modes = "r";
		settings.nickserv.answer = "yes";
		settings.password = "secret";
	}
	if (number >= 4) {
		settings.sasl.mechanism = number < 6 ? "scram-sha-256" : "scram-sha-512";
		settings.sasl.account = "mitaines";
		settings.sasl.password = "secret";
		settings.require_sasl = number == 4;
		settings.password = number == 5 ? "secret" : NULL;
	}
	all[number] = settings;
	return &all[number];
}

/* ---- steps ---- */

static void end_batch(void *context)
{
	const struct irc *irc = context;
	fuzz.network->driver->send_staged(fuzz.network);
	fuzz_must(fuzz.people == roster_count(irc->members->roster) &&
		fuzz.people <= ROSTER_MEMBERS_MAX);
	fuzz_must(irc->channels->count <= ROSTER_CHANNELS);
	fuzz_must(irc->link->phase != IRC_CONNECTED || irc->link->conn != NULL);
}

/* Lets simulated time pass. Fails unless the bot sends whole lines. */
static void pass(int milliseconds)
{
	struct fake *fake = &fuzz.fake;
	fake_waits(fake, milliseconds);
	if (fake->heard.length < fuzz.checked)
		fuzz.checked = 0;
	for (const char *end, *line;
		line = fake->heard.bytes + fuzz.checked,
		(end = memchr(line, '\n', fake->heard.length - fuzz.checked)) != NULL;) {
		size_t length = (size_t)(end + 1 - line);
		fuzz_must(length > 2 && length <= LINE && end[-1] == '\r');
		fuzz_must(memchr(line, '\0', length) == NULL);
		fuzz_must(memchr(line, '\r', length - 2) == NULL);
		fuzz.checked += length;
	}
}

/* Sends a line to the bot. It arrives once `pass` lets time pass. */
static void say(const char *line)
{
	fake_bytes(&fuzz.fake, line, strlen(line));
	fake_bytes(&fuzz.fake, "\r\n", 2);
}

static void say_canned(void)
{
	static const char *const canned[] = { ":irc.test 001 mitaines :Welcome",
		":irc.test 005 mitaines NICKLEN=30 WHOX CHANTYPES=#& PREFIX=(ov)@+ BOT=B :are",
		":mitaines!~m@host JOIN :#mitaines",
		":irc.test 353 mitaines = #mitaines :mitaines @anna +luc",
		":irc.test 366 mitaines #mitaines :End", ":mitaines!~m@host JOIN :#[Two]",
		":irc.test 353 mitaines = #[Two] :mitaines anna eve",
		":irc.test 366 mitaines #[Two] :End" };
	for (size_t i = 0; i < sizeof canned / sizeof canned[0]; i++)
		say(canned[i]);
	pass(SOON);
}

/* Sends a line while the bot's input is paused, so that it handles only urgent lines. */
static void say_ahead(const struct irc *irc, const char *line)
{
	if (irc->link->conn == NULL)
		return;
	conn_pause_input(irc->link->conn);
	say(line);
	pass(SOON);
	if (irc->link->conn != NULL)
		conn_resume_input(irc->link->conn);
}

static void play_trick(const char *line)
{
	const struct irc_settings *settings = settings_of((unsigned char)line[1] % SETTINGS);
	const struct network_driver *driver = fuzz.network->driver;
	pass(SOON);
	switch ((enum trick)line[0]) {
	case TRICK_TIME: pass((unsigned char)line[1] * 1000); break;
	case TRICK_AHEAD: say_ahead((struct irc *)fuzz.network, line + 1); break;
	case TRICK_HANG_UP: fake_hang_up(&fuzz.fake); break;
	case TRICK_DEAF: fake_deafen(&fuzz.fake, line[1] != '\0'); break;
	case TRICK_JOIN: driver->join(fuzz.network, line + 1); break;
	case TRICK_PART: driver->part(fuzz.network, line + 1, "bye"); break;
	case TRICK_CHANGE: driver->change(fuzz.network, &settings->common, "changed"); break;
	case TRICK_QUIT: driver->quit(fuzz.network, line + 1); break;
	case TRICKS: break;
	}
	pass(SOON);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned choice = size > 0 ? data[0] : 0;
	const struct irc_settings *settings = settings_of(choice % SETTINGS);
	char *line;
	memset(&fuzz, 0, sizeof fuzz);
	fake_open(&fuzz.fake);
	fuzz.log = (struct log){ .fd = -1, .level = LOG_DEBUG };
	fuzz.network = irc_type.open(&settings->common, fuzz.fake.loop, &fuzz.log, &events, NULL);
	fuzz_must(fuzz.network != NULL);
	loop_set_batch_end(fuzz.fake.loop, end_batch, fuzz.network);
	fuzz_must(fake_meets(&fuzz.fake, 1000));
	pass(SOON);
	if ((choice & ARRIVED) != 0)
		say_canned();
	data += size > 0;
	size -= size > 0;
	while ((line = fuzz_line(&data, &size)) != NULL) {
		line[strcspn(line, "\r")] = '\0';
		if (line[0] > 0 && line[0] < TRICKS)
			play_trick(line);
		else if (line[0] != '\0')
			say(line);
		free(line);
	}
	pass(SOON);
	loop_set_batch_end(fuzz.fake.loop, NULL, NULL);
	fuzz.network->driver->close(fuzz.network);
	fake_close(&fuzz.fake);
	return 0;
}
