/* server.c - any IRC server: its lines go through libircclient and a whole IRC network that answers
 * all people. Connection and clock are the fuzzer's own. Only whole lines are sent, names are clean
 * text, people come before they go, and memory is bounded. The first byte of the input chooses the
 * settings and whether the bot has joined already. A line of the input is a line of the server,
 * unless it begins with a byte of enum trick. */
#include <stdio.h>
#include <sys/random.h>

#include "bot/net/irc/address.h"
#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/text.h"
#include "engine/text.h"
#include "tests/fuzz/fuzz.h"

enum trick {
	TRICK_TIME = 1, /* the next byte is the number of seconds that pass */
	TRICK_AHEAD,    /* the rest of the line comes while reading is held */
	TRICK_HANG_UP,
	TRICK_DEAF, /* stops or starts reading */
	TRICK_JOIN, /* the operator joins a channel */
	TRICK_PART,
	TRICK_CHANGE, /* changes the settings */
	TRICK_QUIT,
	TRICKS
};

enum { CHANNELS = 2, TIMERS = 2, SETTINGS = 8, ARRIVED = 8, LINE = 2050, KEYS = 65536 };

struct loop_timer {
	void (*due)(void *context);
	void *context;
	uint64_t at; /* UINT64_MAX if not set */
};

struct loop {
	uint64_t now;
	struct loop_timer timer[TIMERS];
	unsigned timers;
};

struct conn {
	const struct conn_events *events;
	void *context;
	bool open;    /* not closed by its owner */
	bool opening; /* the owner still has to be told that it is open */
	bool dead;
	bool deaf;
	bool held;
	uint64_t heard;
	size_t queued;
};

struct world {
	struct loop loop;
	struct conn conn;
	struct log log;
	struct irc *irc;
	uint32_t dice;
	bool here[KEYS]; /* present people, by key; strangers never come */
	size_t people;
};

/* Global, because the replaced functions get no context. */
static struct world world;

/* ---- replaces bot/base/loop.c and getrandom ---- */

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
	(void)flags;
	world.dice = world.dice * 1664525u + 1013904223u;
	memset(bytes, (int)(world.dice >> 24), size);
	return (ssize_t)size;
}

uint64_t loop_now(const struct loop *loop)
{
	return loop->now;
}

struct loop_timer *loop_timer_open(struct loop *loop, void (*due)(void *context), void *context)
{
	struct loop_timer *timer = &loop->timer[loop->timers++];
	fuzz_must(loop->timers <= TIMERS);
	*timer = (struct loop_timer){ due, context, UINT64_MAX };
	return timer;
}

void loop_timer_set(struct loop_timer *timer, uint64_t milliseconds)
{
	timer->at = world.loop.now + milliseconds;
}

void loop_timer_stop(struct loop_timer *timer)
{
	timer->at = UINT64_MAX;
}

void loop_timer_close(struct loop_timer *timer)
{
	timer->at = UINT64_MAX;
}

/* ---- replaces bot/net/conn.c ---- */

struct conn *conn_open(struct loop *loop, const struct conn_settings *settings,
	const struct conn_events *events, void *context)
{
	(void)settings;
	fuzz_must(!world.conn.open);
	world.conn = (struct conn){ .events = events,
		.context = context,
		.open = true,
		.opening = true,
		.heard = loop->now };
	return &world.conn;
}

void conn_close(struct conn *conn)
{
	fuzz_must(conn->open);
	conn->open = false;
}

size_t conn_send_room(const struct conn *conn)
{
	return conn->dead ? 0 : CONN_SEND_BUFFER - conn->queued;
}

/* Fails unless the bytes are exactly one line. */
bool conn_send(struct conn *conn, const char *bytes, size_t length)
{
	fuzz_must(conn->open);
	if (length > conn_send_room(conn))
		return false;
	fuzz_must(length > 2 && length <= LINE && memcmp(bytes + length - 2, "\r\n", 2) == 0);
	for (size_t i = 0; i < length - 2; i++)
		fuzz_must(bytes[i] != '\r' && bytes[i] != '\n' && bytes[i] != '\0');
	conn->queued += length;
	return true;
}

void conn_flush(struct conn *conn)
{
	if (!conn->deaf)
		conn->queued = 0;
}

void conn_pause_input(struct conn *conn)
{
	conn->held = true;
}

void conn_resume_input(struct conn *conn)
{
	conn->held = false;
}

void conn_drop(struct conn *conn, const char *reason)
{
	fuzz_must(reason[0] != '\0');
	conn->dead = true;
}

bool conn_is_input_full(const struct conn *conn)
{
	(void)conn;
	return false;
}

bool conn_is_send_blocked(const struct conn *conn)
{
	(void)conn;
	return false;
}

bool conn_is_input_half_full(const struct conn *conn)
{
	(void)conn;
	return false;
}

struct binding conn_binding(const struct conn *conn)
{
	fuzz_must(conn->open);
	return (struct binding){ .kind = "tls-exporter", .length = BINDING_BYTES };
}

uint64_t conn_last_line_time(const struct conn *conn)
{
	return conn->heard;
}

unsigned long conn_count_bad_lines(const struct conn *conn)
{
	(void)conn;
	return 1;
}

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
	return &world.here[strtoul(sender->key, NULL, 10) % KEYS];
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
	world.people++;
}

static void on_departed(struct network *network, const struct sender *sender, enum departure how)
{
	(void)how;
	check_sender(sender);
	world.people -= *here(sender);
	*here(sender) = false;
	network->driver->tell(network, sender->key, VIA_MESSAGE, SAYING("gone"));
}

static void on_person(struct network *network, const struct sender *sender)
{
	struct sender found;
	check_sender(sender);
	fuzz_must(network->driver->nick(network, sender->key) != NULL);
	/* No two people are shown with the same nick. */
	fuzz_must(network->driver->find_nick(network, sender->nick, &found) &&
		strcmp(found.key, sender->key) == 0);
}

static void on_lost(struct network *network)
{
	(void)network;
	memset(world.here, 0, sizeof world.here);
	world.people = 0;
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

static struct config_network settings_of(unsigned number)
{
	struct config_network settings = { .name = "fuzz",
		.host = "irc.test",
		.port = 6667,
		.nick = "mitaines",
		.user = "mitaines",
		.realname = "mitaines",
		.channels = { .item = (char **)channels, .count = number == 3 ? 1 : CHANNELS },
		.rejoin_after_kick = true,
		.pace = { .burst = 8, .per_second = number == 0 ? 0 : 1 } };
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
	return settings;
}

/* ---- steps ---- */

/* Ends a batch. */
static void turn(struct irc *irc)
{
	struct conn *conn = &world.conn;
	struct network *network = &irc->network;
	if (irc->link->conn != NULL && conn->opening)
		conn->events->opened(conn->context);
	conn->opening = false;
	if (irc->link->conn != NULL && !conn->dead)
		conn->events->lines_done(conn->context);
	network->driver->send_staged(network);
	if (irc->link->conn != NULL && conn->dead)
		conn->events->closed(conn->context, "dropped");
	fuzz_must(world.people == roster_count(irc->members->roster) &&
		world.people <= ROSTER_MEMBERS_MAX);
	fuzz_must(irc->channels->count <= ROSTER_CHANNELS);
	fuzz_must(irc->link->phase != IRC_CONNECTED || irc->link->conn != NULL);
}

static void wait_for(struct irc *irc, uint64_t milliseconds)
{
	uint64_t until = world.loop.now + milliseconds;
	for (unsigned rounds = 0; rounds < 64; rounds++) {
		struct loop_timer *next = &world.loop.timer[0];
		if (world.loop.timer[1].at < next->at)
			next = &world.loop.timer[1];
		if (next->at > until)
			break;
		if (next->at > world.loop.now)
			world.loop.now = next->at;
		next->at = UINT64_MAX;
		next->due(next->context);
		turn(irc);
	}
	world.loop.now = until;
}

static void say(struct irc *irc, char *line)
{
	struct conn *conn = &world.conn;
	if (irc->link->conn == NULL || conn->dead || line[0] == '\0')
		return;
	conn->heard = world.loop.now;
	conn->events->line(conn->context, line, strlen(line));
	if (irc->network.input_paused)
		turn(irc);
}

static void hear_canned(struct irc *irc)
{
	static const char *const canned[] = { ":irc.test 001 mitaines :Welcome",
		":irc.test 005 mitaines NICKLEN=30 WHOX CHANTYPES=#& PREFIX=(ov)@+ BOT=B :are",
		":mitaines!~m@host JOIN :#mitaines",
		":irc.test 353 mitaines = #mitaines :mitaines @anna +luc",
		":irc.test 366 mitaines #mitaines :End", ":mitaines!~m@host JOIN :#[Two]",
		":irc.test 353 mitaines = #[Two] :mitaines anna eve",
		":irc.test 366 mitaines #[Two] :End" };
	for (size_t i = 0; i < sizeof canned / sizeof canned[0]; i++) {
		char line[200];
		snprintf(line, sizeof line, "%s", canned[i]);
		say(irc, line);
	}
	turn(irc);
}

static void play_trick(struct irc *irc, const char *line)
{
	struct conn *conn = &world.conn;
	struct config_network settings = settings_of((unsigned char)line[1] % SETTINGS);
	bool linked = irc->link->conn != NULL && !conn->dead;
	switch ((enum trick)line[0]) {
	case TRICK_TIME: wait_for(irc, (uint64_t)(unsigned char)line[1] * 1000); break;
	case TRICK_AHEAD:
		if (linked)
			conn->events->urgent(conn->context, line + 1, strlen(line + 1));
		break;
	case TRICK_HANG_UP:
		if (linked)
			conn_drop(conn, "the server closed the connection");
		break;
	case TRICK_DEAF:
		if (linked && conn->deaf) {
			conn->deaf = false;
			conn_flush(conn);
			conn->events->drained(conn->context);
		}
		conn->deaf = linked && line[1] != '\0';
		break;
	case TRICK_JOIN: irc->network.driver->join(&irc->network, line + 1); break;
	case TRICK_PART: irc->network.driver->part(&irc->network, line + 1, "bye"); break;
	case TRICK_CHANGE: irc->network.driver->change(&irc->network, &settings, "changed"); break;
	case TRICK_QUIT: irc->network.driver->quit(&irc->network, line + 1); break;
	case TRICKS: break;
	}
	turn(irc);
}

/* Connects with the feed of the last connection, because creating one is slow. */
static void connect_by(struct irc *irc, struct irc_parser *feed)
{
	const char *reason;
	irc_set_own_nick(irc, irc->settings.nick);
	irc->address->tries = 0;
	irc->address->long_delay = irc->link->reconnects = false;
	irc->link->phase = IRC_REGISTERING;
	irc->link->deadline = world.loop.now + irc->times.registration;
	irc->link->parser = feed != NULL ? feed : irc_parser_open(irc_dispatch_event, irc, &reason);
	irc->link->conn = conn_open(&world.loop, NULL, world.conn.events, irc);
	fuzz_must(irc->link->parser != NULL);
	irc_clock_set_timer(irc);
	turn(irc);
}

/* Opens the network; its first connection gives the event functions. */
static void open_world(void)
{
	struct config_network settings = settings_of(0);
	world.log = (struct log){ .fd = -1, .level = LOG_DEBUG };
	world.irc = (struct irc *)irc_type.open(&settings, &world.loop, &world.log, &events, NULL);
	fuzz_must(world.irc != NULL);
	wait_for(world.irc, 0);
	fuzz_must(world.irc->link->conn != NULL);
}

/* Closes the connection. Returns the feed, if it still exists. */
static struct irc_parser *leave(struct irc *irc)
{
	struct irc_parser *feed = irc->link->parser;
	for (size_t i = 0; i < irc->channels->count; i++)
		irc->channels->channel[i].leaving = true;
	irc->link->parser = NULL;
	if (irc->link->conn != NULL) {
		world.conn.dead = true;
		world.conn.events->closed(irc, "the end");
	}
	irc_channel_reset(irc);
	irc->channels->count = 0;
	irc->self->regain = UINT64_MAX;
	irc->outgoing->replies = 0;
	return feed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct irc_parser *feed;
	unsigned choice = size > 0 ? data[0] : 0;
	struct irc *irc;
	char *line;
	if (world.irc == NULL)
		open_world();
	irc = world.irc;
	if (irc->link->conn != NULL)
		feed = leave(irc);
	irc->settings = settings_of(choice % SETTINGS);
	irc->address->secure = choice % SETTINGS == 7;
	irc->address->sts = 0;
	irc->address->same_server = false;
	outbox_set_rate(
		irc->outgoing->outbox, irc->settings.pace.burst, irc->settings.pace.per_second);
	for (size_t i = 0; i < CHANNELS && i < irc->settings.channels.count; i++)
		irc_channel_join(irc, channels[i]);
	world.dice = 1;
	connect_by(irc, feed);
	if ((choice & ARRIVED) != 0)
		hear_canned(irc);
	data += size > 0;
	size -= size > 0;
	while ((line = fuzz_line(&data, &size)) != NULL) {
		line[strcspn(line, "\r")] = '\0';
		if (line[0] > 0 && line[0] < TRICKS)
			play_trick(irc, line);
		else
			say(irc, line);
		free(line);
	}
	turn(irc);
	feed = leave(irc);
	return 0;
}
