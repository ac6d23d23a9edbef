/*
 * Any homeserver: what it answers goes the whole way into a network that asks it for all it does.
 * Requests and clock are the fuzzer's own. People are named in clean text, they come before they
 * go, and what is kept fits.
 *
 * A line of the input is an answer, the JSON in it behind one of the letters of `answers`, to the
 * request that has waited longest, or one of the tricks below.
 */
#include <stdio.h>
#include <utf8proc.h>

#include "bot/net/matrix/name.h"
#include "bot/net/matrix/state.h"
#include "config/config.h"
#include "storage/kept.h"
#include "tests/fuzz/fuzz.h"

enum { TRICK_TIME = 't', TRICK_SAY = 's', TRICK_TELL = 'p', TRICK_FAIL = 'x', TRICK_PART = 'q' };
enum { TRICK_SHOW = 'w', TRICK_HAND = 'y', TRICK_BUSY = 'z', TRICK_EXPECT = 'u' };
enum { REQUESTS = 8, PEOPLE = 4096, MINUTE = 60000 };

static const struct {
	char letter;
	long status;
} answers[] = { { 'a', 200 }, { 'b', 401 }, { 'c', 429 }, { 'd', 404 }, { 'e', 0 }, { 'f', 500 },
	{ 'g', 400 }, { 'h', 403 } };

struct loop_timer {
	void (*due)(void *context);
	void *context;
	uint64_t at; /* UINT64_MAX: not set */
};

struct loop {
	uint64_t now;
	struct loop_timer timer;
};

struct http_request {
	void (*done)(void *context, const struct http_answer *answer);
	void *context;
	uint64_t order; /* 0: the place is free */
};

struct http {
	struct http_request request[REQUESTS];
	uint64_t orders;
};

struct world {
	struct loop loop;
	struct http http;
	bool failed;        /* this batch is not kept */
	char *here[PEOPLE]; /* who have come and not gone, by key */
	size_t people;
};

/* One for all: the parts that are replaced know nothing else of each other. */
static struct world world;

/* ---- in place of bot/base/loop.c ---- */

uint64_t loop_now(const struct loop *loop)
{
	return loop->now;
}

struct loop_timer *loop_timer_open(struct loop *loop, void (*due)(void *context), void *context)
{
	loop->timer = (struct loop_timer){ due, context, UINT64_MAX };
	return &loop->timer;
}

void loop_timer_set(struct loop_timer *timer, uint64_t milliseconds)
{
	timer->at = world.loop.now + milliseconds;
}

void loop_timer_close(struct loop_timer *timer)
{
	timer->at = UINT64_MAX;
}

/* ---- in place of bot/net/http.c ---- */

struct http *http_open(struct loop *loop, const struct conn_settings *settings)
{
	(void)loop;
	(void)settings;
	world.http = (struct http){ .orders = 0 };
	return &world.http;
}

void http_close(struct http *http)
{
	for (size_t i = 0; i < REQUESTS; i++)
		fuzz_must(http->request[i].order == 0);
}

struct http_request *http_begin(struct http *http, const struct http_order *order,
	void (*done)(void *context, const struct http_answer *answer), void *context)
{
	size_t at = 0;
	while (at < REQUESTS && http->request[at].order != 0)
		at++;
	fuzz_must(at < REQUESTS && order->path[0] == '/' && order->deadline > 0);
	for (const char *c = order->path; *c != '\0'; c++)
		fuzz_must(*c > ' ' && *c < 0x7f);
	if (order->body != NULL) {
		json_t *body = json_loads(order->body, 0, NULL);
		fuzz_must(json_is_object(body));
		json_decref(body);
	}
	http->request[at] = (struct http_request){ done, context, ++http->orders };
	return &http->request[at];
}

bool http_move(struct http *http, const char *base)
{
	(void)http;
	return strncmp(base, "https://", 8) == 0;
}

void http_cancel(struct http_request *request)
{
	fuzz_must(request->order != 0);
	request->order = 0;
}

void http_part(struct string *path, const char *text)
{
	size_t start = path->length;
	string_add(path, text);
	for (size_t i = start; i < path->length; i++)
		if (path->bytes[i] <= ' ' || path->bytes[i] >= 0x7f)
			path->bytes[i] = '_';
}

/* The server answers what has waited longest; nothing may wait. */
static void answer(long status, const char *body)
{
	struct http_request *first = NULL;
	for (size_t i = 0; i < REQUESTS; i++) {
		struct http_request *request = &world.http.request[i];
		if (request->order != 0 && (first == NULL || request->order < first->order))
			first = request;
	}
	if (first == NULL)
		return;
	first->order = 0;
	first->done(first->context,
		&(struct http_answer){ .status = status,
			.error = "no answer",
			.body = status != 0 ? body : "",
			.length = status != 0 ? strlen(body) : 0,
			.wait = status == 429 ? 5000 : 0 });
}

/* ---- above ---- */

/* Clean, in one line, and if it is a name without blanks. */
static void clean(const char *text, bool name)
{
	utf8proc_int32_t point;
	fuzz_must(*text != '\0');
	for (utf8proc_ssize_t length; *text != '\0'; text += length) {
		length = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &point);
		fuzz_must(length > 0 && point >= ' ' && point != 0x7f && (!name || point != ' '));
	}
}

static size_t place_of(const char *key)
{
	size_t at = 0;
	while (at < world.people && strcmp(world.here[at], key) != 0)
		at++;
	return at;
}

static void sound(const struct sender *sender)
{
	fuzz_must(sender->key[0] == '@' && strlen(sender->key) < NETWORK_KEY);
	fuzz_must(strlen(sender->nick) < NETWORK_NICK && *sender->nick != '\0');
	fuzz_must(strcmp(sender->key, "@m:test") != 0);
}

static void message(void *above, struct network *network, const struct sender *sender,
	const char *channel, const char *text)
{
	(void)above;
	sound(sender);
	clean(text, false);
	if (channel != NULL)
		network->driver->say(network, channel, SAYING(text));
	else
		network->driver->tell(network, sender->key, VIA_MESSAGE, SAYING(text));
}

static void joined(void *above, struct network *network, const char *channel)
{
	(void)above;
	(void)network;
	fuzz_must(*channel != '\0' && strlen(channel) < NETWORK_CHANNEL);
}

static void came(void *above, struct network *network, const struct sender *sender)
{
	(void)above;
	(void)network;
	sound(sender);
	fuzz_must(place_of(sender->key) == world.people && world.people < PEOPLE);
	world.here[world.people++] = strdup(sender->key);
}

static void went(
	void *above, struct network *network, const struct sender *sender, enum departure how)
{
	(void)above;
	(void)network;
	(void)how;
	size_t at = place_of(sender->key);
	fuzz_must(at < world.people);
	free(world.here[at]);
	world.here[at] = world.here[--world.people];
}

static void known(void *above, struct network *network, const struct sender *sender)
{
	(void)above;
	(void)network;
	sound(sender);
}

static void lost(void *above, struct network *network)
{
	(void)above;
	(void)network;
}

static bool trusts(void *above, struct network *network, const struct sender *sender)
{
	(void)above;
	(void)network;
	return strstr(sender->key, "admin") != NULL;
}

static const char *sealed(void *above, struct network *network)
{
	(void)above;
	(void)network;
	return "sealed";
}

static void keep(void *above, struct network *network, const char *name, const char *value)
{
	(void)above;
	(void)network;
	fuzz_must(*name != '\0' && strlen(name) < STORE_KEPT_NAME);
	fuzz_must(value == NULL || strlen(value) < STORE_KEPT);
}

static bool kept(void *above, struct network *network, const char *after, struct string *name,
	struct string *value)
{
	(void)above;
	(void)network;
	(void)after;
	(void)name;
	(void)value;
	return false;
}

static const struct network_events events = {
	.message = message,
	.joined = joined,
	.came = came,
	.went = went,
	.renamed = known,
	.known = known,
	.unheard = known,
	.left = joined,
	.lost = lost,
	.trusts = trusts,
	.sealed = sealed,
	.keep = keep,
	.kept = kept,
};

/* ---- the input ---- */

/* What is due is done, and the batch ends, until nothing is due any more. */
static void settle(struct network *network)
{
	for (unsigned i = 0; i < 16; i++) {
		if (world.failed)
			network->driver->forget(network);
		world.failed = false;
		network->driver->release(network);
		if (world.loop.timer.at > world.loop.now)
			return;
		world.loop.timer.at = UINT64_MAX;
		world.loop.timer.due(world.loop.timer.context);
	}
	/* It never waits for anything. */
	fuzz_must(false);
}

/* Something of that edition is shown; nothing in the text: no more. */
static void show(struct network *network, const char *text, bool hand)
{
	const struct showing showing = { .topic = 7,
		.edition = (uint64_t)strlen(text),
		.text = text,
		.choices = hand && *text != '\0' ? "p 1\np 2" : NULL,
		.place = *text % 3,
		.loud = hand };
	network->driver->show(network, hand ? "@a:test" : "#t:test", hand, &showing);
}

static void step(struct network *network, const char *line)
{
	const char *rest = line + 1;
	switch (*line) {
	case TRICK_TIME: world.loop.now += MINUTE; break;
	case TRICK_SAY: network->driver->say(network, "#t:test", SAYING(rest)); break;
	case TRICK_TELL:
		network->driver->tell(network, "@a:test", VIA_MESSAGE, SAYING(rest));
		break;
	case TRICK_SHOW: show(network, rest, false); break;
	case TRICK_HAND: show(network, rest, true); break;
	case TRICK_BUSY: network->driver->busy(network, "#t:test", false); break;
	case TRICK_EXPECT: network->driver->expect(network, "@a:test"); break;
	case TRICK_PART: network->driver->part(network, "#t:test", "leaving"); break;
	case TRICK_FAIL: world.failed = true; break;
	default:
		for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
			if (answers[i].letter == *line)
				answer(answers[i].status, rest);
	}
	settle(network);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char room[] = "#t:test";
	char *rooms[] = { room, NULL };
	char name[] = "fuzz", host[] = "test", user[] = "@m:test", token[] = "t",
	     invites[] = "admins";
	const struct config_network config = { .name = name,
		.host = host,
		.port = 1,
		.user = user,
		.token = token,
		.invites = invites,
		.channels = { .item = rooms, .count = 1 } };
	const struct log log = { .fd = -1, .level = LOG_ERROR };
	char *line;
	world = (struct world){ .loop = { .now = 1 } };
	struct network *network = matrix_type.open(&config, &world.loop, &log, &events, NULL);
	fuzz_must(network != NULL);
	settle(network);
	answer(200, "{\"user_id\":\"@m:test\"}");
	settle(network);
	while ((line = fuzz_line(&data, &size)) != NULL) {
		step(network, line);
		free(line);
	}
	network->driver->quit(network, "done");
	network->driver->close(network);
	while (world.people > 0)
		free(world.here[--world.people]);
	return 0;
}
