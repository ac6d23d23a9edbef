/* stories.c - random network faults for a bot, on each kind of server: resets, stalls, and bytes in
 * bunches. The bot is not disconnected by the server and is back afterwards; the lines that the
 * server has read arrive once and in order. Clocks of bots and server are fast. Environment:
 * STORIES is the number of stories on each kind of server, STORIES_SEED the seed, STORIES_STAGES
 * the number at a time, STORIES_HASTE the factor of clocks, STORIES_ONLY a pattern of tests, such
 * as *IRCU, STORIES_LOG the bots' log file. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include <cmocka.h>

#include "bot/net/conn.h"
#include "bot/net/irc/irc.h"
#include "engine/playout.h"
#include "tests/irc/ircd.h"
#include "tests/irc/relay.h"

enum { STORIES = 30, STAGES = 10, STAGES_MOST = 200, HASTE = 8, HASTE_STRICT = 2, SEED = 1 };
/* LINES: lines of a story; the last one is sent when all else is over. FAULTS: number of faults to
 * print. */
enum { LINES = 33, WORDS = 300, NAME = 16, HEARD = 4096, FAULTS = 20 };
/* Milliseconds: between looks; until a fault at most; timeout of a story. */
enum { LOOK = 100, LEISURE = 8000, PATIENCE = 1200000 };

enum twist { EVENT_RESET, EVENT_STALL, EVENT_BUNCH, EVENTS };

struct stage {
	struct stories *stories;
	struct irc_settings settings;
	struct irc *irc;
	struct relay relay;
	struct loop_timer *look;
	struct chance chance;
	char bot[NAME], ear[NAME], channel[NAME];
	const char *channels[1];
	char key[NETWORK_KEY]; /* the listener's key; empty while the bot does not see it */
	bool in;               /* the bot is in the channel */
	/* The listener: a person in the channel who only reads. */
	int fd;
	struct loop_watch *watch;
	char heard[HEARD];
	size_t length;
	/* Number of the present story, from 1; 0 between stories. */
	unsigned story;
	enum twist event;
	uint64_t since;        /* start of the story */
	uint64_t next;         /* time of the next step */
	unsigned steps;        /* number of remaining steps */
	unsigned lines;        /* number of lines before the last one */
	unsigned said;         /* number of lines said so far */
	uint64_t say[LINES];   /* time of each line, since the start */
	bool aside[LINES];     /* the line is said in private */
	bool lost[LINES];      /* the bot was not connected when the line was due */
	unsigned count[LINES]; /* number of times that the listener read the line */
	unsigned last[2]; /* number of the last line read in the channel and in private, from 1 */
};

struct stories {
	struct loop *loop;
	struct log log;
	struct ircd ircd;
	struct stage *stage;
	unsigned stages;
	unsigned begun, told, wanted;
	unsigned faults;
};

static unsigned wish(const char *name, unsigned otherwise)
{
	const char *value = getenv(name);
	return value != NULL ? (unsigned)strtoul(value, NULL, 10) : otherwise;
}

static void fault(struct stage *stage, const char *what, unsigned line)
{
	static const char *const events[EVENTS] = { "reset", "stall", "bunch" };
	if (stage->stories->faults++ < FAULTS)
		print_error("story %u of %s (%s): %s, line %u; %s\n", stage->story, stage->bot,
			events[stage->event], what, line, stage->relay.error);
}

/* ---- the listener ---- */

static void ear_say(const struct stage *stage, const char *line)
{
	char bytes[128];
	int length = snprintf(bytes, sizeof bytes, "%s\r\n", line);
	if (send(stage->fd, bytes, (size_t)length, MSG_NOSIGNAL) != length)
		fail_msg("%s cannot speak", stage->ear);
}

/* Records a line of the story. Each may come only once, and in its order within channel or private
 * lines. After a reset the server may still deliver lines of the old connection. */
static void ear_mark(struct stage *stage, unsigned story, unsigned number)
{
	unsigned *last;
	/* Lines of an earlier story may come at any time. */
	if (story != stage->story || number >= LINES)
		return;
	last = &stage->last[stage->aside[number]];
	if (stage->count[number]++ > 0)
		fault(stage, "heard twice", number);
	if (stage->event != EVENT_RESET && *last > number)
		fault(stage, "heard out of order", number);
	*last = number + 1;
}

static void ear_line(struct stage *stage, char *line)
{
	const char *text = line;
	unsigned story, number;
	char words[128];
	if (strncmp(line, "PING", 4) == 0) {
		snprintf(words, sizeof words, "PONG%s", line + 4);
		ear_say(stage, words);
	} else if (strstr(line, " 376 ") != NULL || strstr(line, " 422 ") != NULL) {
		snprintf(words, sizeof words, "JOIN %s", stage->channel);
		ear_say(stage, words);
	}
	if (strstr(line, " PRIVMSG ") == NULL)
		return;
	while (relay_mark(&text, &story, &number))
		ear_mark(stage, story, number);
}

static void ear_ready(void *context, unsigned events)
{
	struct stage *stage = context;
	char *end, *line = stage->heard;
	ssize_t count = recv(
		stage->fd, stage->heard + stage->length, HEARD - 1 - stage->length, MSG_DONTWAIT);
	(void)events;
	if (count == 0)
		fail_msg("%s is thrown out: %s", stage->ear, stage->heard);
	if (count < 0)
		return;
	stage->length += (size_t)count;
	stage->heard[stage->length] = '\0';
	for (; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		*end = '\0';
		line[strcspn(line, "\r")] = '\0';
		ear_line(stage, line);
	}
	stage->length = strlen(line);
	memmove(stage->heard, line, stage->length + 1);
}

static void ear_open(struct stage *stage, int port)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)port) };
	char words[128];
	stage->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(connect(stage->fd, (struct sockaddr *)&address, sizeof address), 0);
	stage->watch = loop_watch_open(stage->stories->loop, stage->fd, ear_ready, stage);
	loop_watch_set_events(stage->watch, LOOP_READ);
	snprintf(words, sizeof words, "NICK %s\r\nUSER ear 0 * :ear", stage->ear);
	ear_say(stage, words);
}

/* ---- the bot ---- */

static void bot_came(void *above, struct network *network, const struct sender *sender)
{
	struct stage *stage = above;
	(void)network;
	if (strcmp(sender->nick, stage->ear) == 0)
		snprintf(stage->key, sizeof stage->key, "%s", sender->key);
}

static void bot_went(
	void *above, struct network *network, const struct sender *sender, enum departure how)
{
	struct stage *stage = above;
	(void)network;
	(void)how;
	if (strcmp(sender->nick, stage->ear) == 0)
		stage->key[0] = '\0';
}

static void bot_joined(void *above, struct network *network, const char *channel)
{
	(void)network;
	(void)channel;
	((struct stage *)above)->in = true;
}

static void bot_left(void *above, struct network *network, const char *channel)
{
	(void)network;
	(void)channel;
	((struct stage *)above)->in = false;
}

static void bot_lost(void *above, struct network *network)
{
	struct stage *stage = above;
	(void)network;
	stage->in = false;
	stage->key[0] = '\0';
}

static void bot_message(void *above, struct network *network, const struct sender *sender,
	const char *channel, const char *text)
{
	(void)above;
	(void)network;
	(void)sender;
	(void)channel;
	(void)text;
}

static void bot_minds_not(void *above, struct network *network, const struct sender *sender)
{
	(void)above;
	(void)network;
	(void)sender;
}

static void bot_secure(void *above, const char *host, unsigned port, int64_t seconds)
{
	(void)above;
	(void)host;
	(void)port;
	(void)seconds;
}

static unsigned bot_secured(void *above, const char *host)
{
	(void)above;
	(void)host;
	return 0;
}

static const struct network_events bot_events = {
	.message = bot_message,
	.joined = bot_joined,
	.arrived = bot_came,
	.departed = bot_went,
	.renamed = bot_minds_not,
	.identity_changed = bot_minds_not,
	.private_refused = bot_minds_not,
	.channel_lost = bot_left,
	.set_sts_policy = bot_secure,
	.get_sts_port = bot_secured,
	.lost = bot_lost,
};

static bool bot_ready(const struct stage *stage)
{
	return stage->in && stage->key[0] != '\0';
}

static void bot_say(struct stage *stage, unsigned number)
{
	struct network *network = irc_network(stage->irc);
	char words[WORDS];
	int length = snprintf(words, sizeof words, "~%u.%u~ ", stage->story, number);
	size_t more = chance_below(&stage->chance, WORDS - 40);
	memset(words + length, 'x', more);
	words[(size_t)length + more] = '\0';
	stage->lost[number] = !bot_ready(stage);
	if (stage->lost[number])
		return;
	if (stage->aside[number])
		network->driver->tell(network, stage->key, VIA_MESSAGE, SAYING(words));
	else
		network->driver->say(network, stage->channel, SAYING(words));
}

/* ---- stories ---- */

static void begin(struct stage *stage, uint64_t now)
{
	struct chance *chance = &stage->chance;
	bool all = chance_below(chance, 2) == 0;
	stage->story = ++stage->stories->begun;
	stage->event = (enum twist)chance_below(chance, EVENTS);
	stage->steps = stage->event == EVENT_BUNCH ? 2 * (1 + chance_below(chance, 5)) : 2;
	stage->since = now;
	stage->next = now + chance_below(chance, LEISURE);
	stage->lines = 1 + chance_below(chance, LINES - 1);
	stage->said = 0;
	memset(stage->count, 0, sizeof stage->count);
	memset(stage->last, 0, sizeof stage->last);
	for (unsigned i = 0; i < stage->lines; i++) {
		stage->say[i] = all ? 0 : i * (LEISURE / LINES);
		stage->aside[i] = chance_below(chance, 2) == 0;
	}
	stage->aside[stage->lines] = chance_below(chance, 2) == 0;
	relay_begin(&stage->relay, stage->story);
}

/* Begins or ends a fault. */
static void happen(struct stage *stage, uint64_t now)
{
	struct chance *chance = &stage->chance;
	bool begins = stage->steps-- % 2 == 0;
	switch (stage->event) {
	case EVENT_RESET:
		if (begins)
			relay_cut(&stage->relay, chance_below(chance, 3) > 0);
		else
			relay_bury(&stage->relay);
		stage->next = now + chance_below(chance, LEISURE);
		return;
	case EVENT_STALL:
		relay_hold(&stage->relay, begins);
		stage->next = now + 5000 + chance_below(chance, 25000);
		return;
	default:
		relay_hold(&stage->relay, begins);
		stage->next = now + 500 + chance_below(chance, 5000);
	}
}

/* Reports lines that were not heard: those that the server has read, and without a reset all
 * others. */
static void judge(struct stage *stage)
{
	const struct relay *relay = &stage->relay;
	for (size_t i = 0; i < relay->taken; i++)
		if (relay->passed[i] < LINES && stage->count[relay->passed[i]] == 0)
			fault(stage, "taken and not heard", relay->passed[i]);
	for (unsigned i = 0; stage->event != EVENT_RESET && i < stage->lines; i++)
		if (stage->count[i] == 0)
			fault(stage, "not heard", i);
}

/* Returns true once the last line was heard. Without a reset all lines must have been: only lines
 * to one target come in order. */
static bool is_over(const struct stage *stage)
{
	if (stage->said <= stage->lines || stage->count[stage->lines] == 0)
		return false;
	for (unsigned i = 0; stage->event != EVENT_RESET && i < stage->lines; i++)
		if (stage->count[i] == 0)
			return false;
	return true;
}

static void end(struct stage *stage)
{
	stage->story = 0;
	relay_hold(&stage->relay, false);
	if (++stage->stories->told == stage->stories->wanted)
		loop_stop(stage->stories->loop);
}

static void go_on(struct stage *stage, uint64_t now)
{
	while (stage->said < stage->lines && now >= stage->since + stage->say[stage->said])
		bot_say(stage, stage->said++);
	if (stage->steps > 0 && now >= stage->next)
		happen(stage, now);
	if (stage->said == stage->lines && stage->steps == 0 && bot_ready(stage))
		bot_say(stage, stage->said++);
	if (stage->relay.thrown) {
		fault(stage, "thrown out", stage->said);
		stage->relay.thrown = false;
		end(stage);
	} else if (is_over(stage)) {
		judge(stage);
		end(stage);
	} else if (now > stage->since + PATIENCE) {
		fault(stage, "has no end", stage->said);
		judge(stage);
		end(stage);
	}
}

static void look(void *context)
{
	struct stage *stage = context;
	struct stories *stories = stage->stories;
	uint64_t now = loop_now(stories->loop);
	relay_flush(&stage->relay);
	if (stage->story != 0)
		go_on(stage, now);
	else if (bot_ready(stage) && stories->begun < stories->wanted)
		begin(stage, now);
	loop_timer_set(stage->look, LOOK);
}

static void speak(void *context)
{
	const struct stories *stories = context;
	for (unsigned i = 0; i < stories->stages; i++) {
		struct network *network = irc_network(stories->stage[i].irc);
		network->driver->send_staged(network);
	}
}

/* ---- stages ---- */

static const struct irc_times times = {
	.ping = 45000,
	.dead = 90000,
	.registration = 60000,
	.retry_least = 1000,
	.retry_most = 4000,
	.stable = 1000,
	.rejoin = 5000,
	.regain = 60000,
	.leave = 2000,
	.login = 15000,
	.settle = 1000,
	.hurry = 15000,
	.ask = 5000,
};

static void stage_open(struct stories *stories, unsigned number, unsigned seed)
{
	struct stage *stage = &stories->stage[number];
	*stage = (struct stage){ .stories = stories };
	stage->chance.seed = ((uint64_t)seed << 32) + number;
	snprintf(stage->bot, NAME, "bot%u", number);
	snprintf(stage->ear, NAME, "ear%u", number);
	snprintf(stage->channel, NAME, "#s%u", number);
	stage->channels[0] = stage->channel;
	assert_true(relay_open(&stage->relay, stories->loop, stories->ircd.bot_port));
	ear_open(stage, stories->ircd.port);
	stage->settings = (struct irc_settings){ .name = stage->bot,
		.host = "127.0.0.1",
		.port = (unsigned)stage->relay.port,
		.nick = stage->bot,
		.user = "mitaines",
		.channel = stage->channels,
		.channels = 1,
		.burst = 8,
		.per_second = 1,
		.times = &times };
	stage->irc = irc_open(stories->loop, &stories->log, &stage->settings, &bot_events, stage);
	assert_non_null(stage->irc);
	stage->look = loop_timer_open(stories->loop, look, stage);
	loop_timer_set(stage->look, LOOK);
}

static void stage_close(struct stage *stage)
{
	irc_close(stage->irc);
	relay_close(&stage->relay);
	loop_timer_close(stage->look);
	loop_watch_close(stage->watch);
	close(stage->fd);
}

static void no_bot_is_disconnected_and_no_line_is_lost(void **state)
{
	const enum ircd_kind kind = *(const enum ircd_kind *)*state;
	unsigned seed = wish("STORIES_SEED", SEED);
	const char *path = getenv("STORIES_LOG");
	int log = open(path != NULL ? path : "/dev/null", O_WRONLY | O_CREAT | O_APPEND, 0600);
	struct stories stories = { .wanted = wish("STORIES", STORIES),
		.stages = wish("STORIES_STAGES", STAGES) };
	assert_in_range(stories.stages, 1, STAGES_MOST);
	stories.loop = loop_open();
	stories.log = log_open(log, LOG_DEBUG);
	stories.stage = calloc(stories.stages, sizeof *stories.stage);
	ircd_start(&stories.ircd, kind, wish("HASTE", 1));
	for (unsigned i = 0; i < stories.stages; i++)
		stage_open(&stories, i, seed);
	loop_set_batch_end(stories.loop, speak, &stories);
	loop_run(stories.loop);
	loop_set_batch_end(stories.loop, NULL, NULL);
	print_message("%s: %u stories of seed %u, %u faults\n", ircd_name(kind), stories.told, seed,
		stories.faults);
	for (unsigned i = 0; i < stories.stages; i++)
		stage_close(&stories.stage[i]);
	loop_close(stories.loop);
	ircd_end(&stories.ircd);
	free(stories.stage);
	close(log);
	assert_int_equal(stories.faults, 0);
}

static int begin_connections(void **state)
{
	(void)state;
	return conn_start_library(false) ? 0 : -1;
}

static int end_connections(void **state)
{
	(void)state;
	conn_stop_library();
	return 0;
}

int main(int count, char **arguments)
{
	static enum ircd_kind kinds[] = { IRCD_NGIRCD, IRCD_INSPIRCD, IRCD_INSPIRCD_STRICT,
		IRCD_IRCU, IRCD_HYBRID };
#define ON(kind) \
	{ \
#kind, no_bot_is_disconnected_and_no_line_is_lost, NULL, NULL, &kinds[kind] \
	}
	const struct CMUnitTest tests[] = {
		ON(IRCD_NGIRCD),
		ON(IRCD_INSPIRCD),
		ON(IRCD_INSPIRCD_STRICT),
		ON(IRCD_IRCU),
		ON(IRCD_HYBRID),
	};
	(void)count;
	/* haste.so reads HASTE at load time, so the program executes itself again with it. */
	if (getenv("HASTE") == NULL) {
		char number[16];
		snprintf(number, sizeof number, "%u", wish("STORIES_HASTE", HASTE));
		setenv("HASTE", number, 1);
		execv("/proc/self/exe", arguments);
		return 1;
	}
	/* This server disconnects a client that is a second too early; a busy machine soon is if
	 * clocks are fast. */
	if (wish("HASTE", 1) > HASTE_STRICT)
		cmocka_set_skip_filter("*STRICT");
	cmocka_set_test_filter(getenv("STORIES_ONLY"));
	return cmocka_run_group_tests(tests, begin_connections, end_connections);
}
