/* matrix.c - fuzz target: the input is what a homeserver sends to a whole Matrix network. This file
 * replaces HTTP and the clock. Names must be clean text, people must come before they go, and
 * stored values must fit. Each line of the input is an answer or a trick. An answer is a letter of
 * `answers` and JSON; it is for the oldest request, or for the latest if the letter is a capital. A
 * trick is one of the letters below. If the first line is TRICK_LOGIN or TRICK_SEARCH, the bot
 * starts without a token and logs in; with TRICK_SEARCH it first discovers its server. */
#include <jansson.h>
#include <stdio.h>
#include <utf8proc.h>

#include "bot/base/log.h"
#include "bot/base/string.h"
#include "bot/net/http.h"
#include "bot/net/matrix/matrix.h"
#include "bot/net/matrix/name.h"
#include "bot/net/matrix/settings.h"
#include "storage/network_data.h"
#include "tests/fuzz/fuzz.h"

enum { TRICK_TIME = 't', TRICK_SAY = 's', TRICK_TELL = 'p', TRICK_FAIL = 'x', TRICK_PART = 'q' };
enum { TRICK_SHOW = 'w', TRICK_HAND = 'y', TRICK_BUSY = 'z', TRICK_EXPECT = 'u' };
enum { TRICK_AGAIN = 'r' };                     /* restarts the bot with its stored data */
enum { TRICK_LOGIN = 'i', TRICK_SEARCH = 'o' }; /* in the first line only */
enum { REQUESTS = 8, PEOPLE = 4096, KEPT = 1024, MINUTE = 60000 };

static const struct {
	char letter;
	long status;
} answers[] = { { 'a', 200 }, { 'b', 401 }, { 'c', 429 }, { 'd', 404 }, { 'e', 0 }, { 'f', 500 },
	{ 'g', 400 }, { 'h', 403 } };

struct loop_timer {
	void (*due)(void *context);
	void *context;
	uint64_t at; /* ms; when `due` is called; UINT64_MAX: the timer is not set */
};

struct loop {
	uint64_t now;
	struct loop_timer timer;
};

struct http_request {
	void (*done)(void *context, const struct http_answer *answer);
	void *context;
	uint64_t order; /* number of the request, from 1; 0: the slot is free */
};

struct http {
	struct http_request request[REQUESTS];
	uint64_t orders;
};

/* A value on the disk or in the open batch. `value` is NULL if the batch deletes it. */
struct kept {
	char *name, *value;
};

struct shelf {
	struct kept item[KEPT]; /* values, sorted by name */
	size_t count;
};

struct world {
	struct loop loop;
	struct http http;
	struct shelf disk, batch;
	bool failed;        /* the open batch will roll back */
	char *here[PEOPLE]; /* keys (struct sender) of the present people */
	size_t people;
};

/* This state is global, because the functions that this file replaces get no context. */
static struct world world;

/* ---- replaces bot/base/loop.c ---- */

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

/* ---- replaces bot/net/http.c ---- */

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

struct http_request *http_start_request(struct http *http, const struct http_call *order,
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

bool http_set_base_url(struct http *http, const char *base)
{
	(void)http;
	return strncmp(base, "https://", 8) == 0;
}

void http_cancel_request(struct http_request *request)
{
	fuzz_must(request->order != 0);
	request->order = 0;
}

void http_append_path(struct string *path, const char *text)
{
	size_t start = path->length;
	string_add(path, text);
	for (size_t i = start; i < path->length; i++)
		if (path->bytes[i] <= ' ' || path->bytes[i] >= 0x7f)
			path->bytes[i] = '_';
}

/* Answers the latest request (`latest`) or the oldest one, if any request waits. */
static void answer(long status, bool latest, const char *body)
{
	struct http_request *found = NULL;
	for (size_t i = 0; i < REQUESTS; i++) {
		struct http_request *request = &world.http.request[i];
		if (request->order != 0 &&
			(found == NULL || latest == (request->order > found->order)))
			found = request;
	}
	if (found == NULL)
		return;
	found->order = 0;
	found->done(found->context,
		&(struct http_answer){ .status = status,
			.error = "no answer",
			.body = status != 0 ? body : "",
			.length = status != 0 ? strlen(body) : 0,
			.wait = status == 429 ? 5000 : 0 });
}

/* ---- events ---- */

/* Fails unless a text is one line of clean UTF-8; a name must have no blanks. */
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

static void message(
	struct network *network, const struct sender *sender, const char *channel, const char *text)
{
	sound(sender);
	clean(text, false);
	if (channel != NULL)
		network->driver->say(network, channel, SAYING(text));
	else
		network->driver->tell(network, sender->key, VIA_MESSAGE, SAYING(text));
}

static void joined(struct network *network, const char *channel)
{
	(void)network;
	fuzz_must(*channel != '\0' && strlen(channel) < NETWORK_CHANNEL);
}

static void came(struct network *network, const struct sender *sender)
{
	(void)network;
	sound(sender);
	fuzz_must(place_of(sender->key) == world.people && world.people < PEOPLE);
	world.here[world.people++] = strdup(sender->key);
}

static void went(struct network *network, const struct sender *sender, enum departure how)
{
	(void)network;
	(void)how;
	size_t at = place_of(sender->key);
	fuzz_must(at < world.people);
	free(world.here[at]);
	world.here[at] = world.here[--world.people];
}

static void known(struct network *network, const struct sender *sender)
{
	(void)network;
	sound(sender);
}

static void lost(struct network *network)
{
	(void)network;
}

static void scrub(const struct network *network)
{
	(void)network;
}

static bool trusts(struct network *network, const struct sender *sender)
{
	(void)network;
	return strstr(sender->key, "admin") != NULL;
}

static void noticed(
	struct network *network, const struct network_notice_content *notice, struct string *out)
{
	(void)network;
	string_add(out, notice->kind < NOTICES ? "notice" : "");
}

static size_t shelf_place(const struct shelf *shelf, const char *name)
{
	size_t at = 0;
	while (at < shelf->count && strcmp(shelf->item[at].name, name) < 0)
		at++;
	return at;
}

static bool shelf_has(const struct shelf *shelf, size_t at, const char *name)
{
	return at < shelf->count && strcmp(shelf->item[at].name, name) == 0;
}

static void shelf_drop(struct shelf *shelf, size_t at)
{
	free(shelf->item[at].name);
	free(shelf->item[at].value);
	memmove(shelf->item + at, shelf->item + at + 1,
		(--shelf->count - at) * sizeof shelf->item[0]);
}

static void shelf_put(struct shelf *shelf, const char *name, const char *value)
{
	size_t at = shelf_place(shelf, name);
	if (shelf_has(shelf, at, name))
		shelf_drop(shelf, at);
	fuzz_must(shelf->count < KEPT);
	memmove(shelf->item + at + 1, shelf->item + at,
		(shelf->count++ - at) * sizeof shelf->item[0]);
	shelf->item[at] = (struct kept){ strdup(name), value != NULL ? strdup(value) : NULL };
}

static void shelf_clear(struct shelf *shelf)
{
	while (shelf->count > 0)
		shelf_drop(shelf, shelf->count - 1);
}

static void keep(struct network *network, const char *name, const char *value)
{
	(void)network;
	fuzz_must(*name != '\0' && strlen(name) < STORE_DATA_NAME);
	fuzz_must(value == NULL || strlen(value) < STORE_DATA_VALUE);
	shelf_put(&world.batch, name, value);
}

static bool kept(
	struct network *network, const char *after, struct string *name, struct string *value)
{
	const struct shelf *disk = &world.disk;
	size_t at = shelf_place(disk, after);
	(void)network;
	at += shelf_has(disk, at, after);
	string_clear(name);
	string_clear(value);
	if (at == disk->count)
		return false;
	string_add(name, disk->item[at].name);
	string_add(value, disk->item[at].value);
	return true;
}

/* Commits the open batch: applies its values to the disk. */
static void commit(void)
{
	for (size_t i = 0; i < world.batch.count; i++) {
		const struct kept *item = &world.batch.item[i];
		size_t at = shelf_place(&world.disk, item->name);
		if (item->value != NULL)
			shelf_put(&world.disk, item->name, item->value);
		else if (shelf_has(&world.disk, at, item->name))
			shelf_drop(&world.disk, at);
	}
	shelf_clear(&world.batch);
}

static const struct network_events events = {
	.message = message,
	.joined = joined,
	.arrived = came,
	.departed = went,
	.renamed = known,
	.identity_changed = known,
	.private_refused = known,
	.private_restored = known,
	.channel_lost = joined,
	.lost = lost,
	.is_operator = trusts,
	.add_notice = noticed,
	.store_value = keep,
	.load_next_value = kept,
	.erase_deleted = scrub,
};

/* ---- the input ---- */

/* Runs the timer and ends batches until no timer is due. */
static void settle(struct network *network)
{
	for (unsigned i = 0; i < 16; i++) {
		if (world.failed) {
			shelf_clear(&world.batch);
			network->driver->discard_staged(network);
		}
		world.failed = false;
		commit();
		network->driver->send_staged(network);
		if (world.loop.timer.at > world.loop.now)
			return;
		world.loop.timer.at = UINT64_MAX;
		world.loop.timer.due(world.loop.timer.context);
	}
	/* The timer was due 16 times in a row, so the bot is in a busy loop. */
	fuzz_must(false);
}

/* Shows a text in the channel, or to a person as their hand. An empty text removes it. */
static void show(struct network *network, const char *text, bool hand)
{
	const struct showing showing = { .topic = 7,
		.edition = (uint64_t)strlen(text),
		.text = text,
		.choices = hand && *text != '\0' ? "p 1\np 2" : NULL,
		.place = (enum showing_place)((unsigned char)*text % 3),
		.notifies = hand };
	network->driver->show(network, hand ? "@a:test" : "#t:test", hand, &showing);
}

/* Makes the text valid UTF-8, as all texts are that the bot gives to a network. */
static void mend_text(char *text)
{
	utf8proc_int32_t point;
	for (utf8proc_ssize_t length; *text != '\0'; text += length) {
		length = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &point);
		if (length <= 0)
			*text = '?';
		length = length > 0 ? length : 1;
	}
}

static void step(struct network *network, char *line)
{
	char *rest = line + 1;
	if (strchr("spwyq", *line) != NULL)
		mend_text(line);
	switch (*line) {
	case TRICK_TIME: world.loop.now += MINUTE; break;
	case TRICK_SAY: network->driver->say(network, "#t:test", SAYING(rest)); break;
	case TRICK_TELL:
		network->driver->tell(network, "@a:test", VIA_MESSAGE, SAYING(rest));
		break;
	case TRICK_SHOW: show(network, rest, false); break;
	case TRICK_HAND: show(network, rest, true); break;
	case TRICK_BUSY: network->driver->show_typing(network, "#t:test", false); break;
	case TRICK_EXPECT: network->driver->prepare_private(network, "@a:test"); break;
	case TRICK_PART: network->driver->part(network, "#t:test", "leaving"); break;
	case TRICK_FAIL: world.failed = true; break;
	default:
		for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
			if (answers[i].letter == (*line | 0x20))
				answer(answers[i].status, *line < 'a', rest);
	}
	settle(network);
}

static struct network *begin(const struct matrix_settings *config)
{
	static const struct log log = { .fd = -1, .level = LOG_ERROR };
	struct network *network =
		matrix_type.open(&config->common, &world.loop, &log, &events, NULL);
	fuzz_must(network != NULL);
	settle(network);
	if (config->token != NULL)
		answer(200, false, "{\"user_id\":\"@m:test\"}");
	settle(network);
	return network;
}

/* Closes the network and discards the values of the open batch. */
static void end(struct network *network)
{
	network->driver->quit(network, "done");
	network->driver->close(network);
	shelf_clear(&world.batch);
	while (world.people > 0)
		free(world.here[--world.people]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char room[] = "#t:test";
	char *rooms[] = { room, NULL };
	char name[] = "fuzz", user[] = "@m:test", token[] = "t", password[] = "p",
	     known[] = "known", anyone[] = "anyone", none[] = "none", proxy[] = "proxy";
	bool search = size > 0 && *data == TRICK_SEARCH;
	bool login = search || (size > 0 && *data == TRICK_LOGIN);
	struct matrix_settings config = {
		.common = { .name = name,
			.pace = { .burst = search ? 5 : 0, .per_second = 0.2 },
			.channels = { .item = rooms, .count = 1 } },
		.server = { .host = "test", .port = 1 },
		.discover = search,
		.user = user,
		.token = login ? NULL : token,
		.password = login ? password : NULL,
		.invites = search ? anyone : known,
		.encryption = login ? proxy : none
	};
	char *line;
	memset(&world, 0, sizeof world);
	world.loop.now = 1;
	struct network *network = begin(&config);
	while ((line = fuzz_line(&data, &size)) != NULL) {
		if (*line == TRICK_AGAIN) {
			end(network);
			network = begin(&config);
		} else {
			step(network, line);
		}
		free(line);
	}
	end(network);
	shelf_clear(&world.disk);
	return 0;
}
