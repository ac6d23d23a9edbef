/*
 * visit.c - handles the bot's requests to a simulated homeserver, and answers them.
 *
 * A request on the wire is four lines (method; path; token; length of the body), then the body. An
 * answer is one line (status, seconds to wait, length of the body), then the body.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/simulate/homeserver.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/wire.h"
#include "tests/simulate/world.h"

#define VISIT_ROOT "/_matrix/client/v3/"

/* VISIT_SOON: longest delay of an answer to a sync, in ms. VISIT_REST: ms for which a refused bot
 * may wait. VISIT_AGAIN: most requests of one path in a minute. */
enum { VISIT_PARTS = 6, VISIT_PART = 256, VISIT_SOON = 60, VISIT_REST = 150000, VISIT_AGAIN = 40 };

struct ask {
	struct homeserver *home;
	struct home_visit *visit;
	const char *method;
	char part[VISIT_PARTS][VISIT_PART]; /* parts of the path behind VISIT_ROOT */
	unsigned parts;
	const char *query;
	json_t *body;
};

/* ---- answers ---- */

static void visit_forget(struct home_visit *visit)
{
	free(visit->query);
	visit->query = NULL;
	visit->polls = false;
	string_clear(&visit->asked);
}

static const char *lie(struct homeserver *home)
{
	static const char *const lies[] = { "", "{", "[]", "null", "{}", "\"\"", "<html>502</html>",
		"{\"next_batch\":7}", "{\"next_batch\":\"\",\"rooms\":[]}",
		("{\"room_id\":\"nowhere\",\"event_id\":1,\"user_id\":\"@you:" HOME_NAME "\"}"),
		"{\"chunk\":{},\"joined\":[],\"end\":3}", "{\"errcode\":17,\"error\":[]}",
		("{\"next_batch\":\"s999999999\",\"rooms\":{\"join\":{\"!a:b\":{\"timeline\":{"
		 "\"events\":"
		 "[{},7,{\"type\":\"m.room.message\"},{\"type\":\"m.room.member\",\"state_key\":"
		 "\"\","
		 "\"content\":{\"membership\":\"join\"}}]}}}}}") };
	return lies[chance_below(&home->chance, sizeof lies / sizeof lies[0])];
}

/* Notes that the bot may give up its sync token after a wrong answer, and so miss lines. */
static void muddle(struct homeserver *home)
{
	home->muddled = true;
	hearing_excuse();
}

static void answer(const struct ask *ask, long status, uint64_t wait, const char *body)
{
	struct homeserver *home = ask->home;
	struct wire *wire = ask->visit->wire;
	char head[64];
	bool heard = !ask->visit->polls && strcmp(ask->part[0], "sync") != 0;
	visit_forget(ask->visit);
	if ((heard && home->deaf > 0 && status == 200) || home->lying > 0)
		server_disturb(home->server, 0);
	if (heard && home->deaf > 0 && status == 200) {
		home->deaf--;
		world_tell("matrix: what the bot asked for was done, and the answer is lost");
		wire_reset(wire);
		return;
	}
	if (home->lying > 0) {
		home->lying--;
		home->lied = world()->now;
		muddle(home);
		body = lie(home);
		world_tell("matrix says %s", body);
	}
	world_mutter("matrix -> %ld %.600s", status, body);
	snprintf(head, sizeof head, "%ld %llu %zu\n", status, (unsigned long long)wait,
		strlen(body));
	wire_say(wire, head, strlen(head));
	wire_say(wire, body, strlen(body));
}

static void answer_error(const struct ask *ask, long status, const char *code)
{
	char body[128];
	snprintf(body, sizeof body, "{\"errcode\":\"%s\",\"error\":\"no\"}", code);
	answer(ask, status, 0, body);
}

static void answer_wait(const struct ask *ask, uint64_t milliseconds)
{
	char body[128];
	bool header = chance_below(&ask->home->chance, 2) == 0;
	snprintf(body, sizeof body,
		"{\"errcode\":\"M_LIMIT_EXCEEDED\",\"error\":\"no\",\"retry_after_ms\":%llu}",
		(unsigned long long)milliseconds);
	answer(ask, 429, header ? (milliseconds + 999) / 1000 : 0, body);
}

/* ---- calls ---- */

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text != NULL ? text : "";
}

/* Returns the number behind `key` in the query, or 0. Sets `there` to true if the query has the
 * key. */
static uint64_t place_in(const char *query, const char *key, bool *there)
{
	const char *at = strstr(query, key);
	*there = at != NULL;
	return at != NULL ? strtoull(at + strlen(key), NULL, 10) : 0;
}

/* Returns the room that a request is about, or NULL if the bot is not in the room. */
static struct home_room *room_of(const struct ask *ask)
{
	struct home_room *room = home_room(ask->home, ask->part[1]);
	return room != NULL && room->bot == HOME_IN ? room : NULL;
}

static void let_in(const struct ask *ask)
{
	struct homeserver *home = ask->home;
	char body[400];
	home->tokens++;
	snprintf(home->token, sizeof home->token, "t%u", home->tokens);
	snprintf(home->renewal, sizeof home->renewal, "r%u", home->tokens);
	snprintf(body, sizeof body,
		"{\"access_token\":\"%s\",\"refresh_token\":\"%s\",\"device_id\":\"%s\","
		"\"user_id\":\"" HOME_BOT "\"}",
		home->token, home->renewal, home->device);
	answer(ask, 200, 0, body);
}

static void on_login(const struct ask *ask)
{
	struct homeserver *home = ask->home;
	const char *device = text_of(ask->body, "device_id");
	if (strcmp(text_of(ask->body, "password"), "secret") != 0) {
		answer_error(ask, 403, "M_FORBIDDEN");
		return;
	}
	if (device[0] != '\0')
		snprintf(home->device, sizeof home->device, "%.60s", device);
	else
		snprintf(home->device, sizeof home->device, "D%u", home->tokens);
	/* Transaction ids belong to a device, so forget them if the bot logs in as a new device. */
	home->sents = device[0] != '\0' ? home->sents : 0;
	let_in(ask);
}

static void on_refresh(const struct ask *ask)
{
	if (ask->home->renewal[0] == '\0' ||
		strcmp(text_of(ask->body, "refresh_token"), ask->home->renewal) != 0)
		answer_error(ask, 401, "M_UNKNOWN_TOKEN");
	else
		let_in(ask);
}

static void on_whoami(const struct ask *ask)
{
	answer(ask, 200, 0, "{\"user_id\":\"" HOME_BOT "\"}");
}

static void sync_now(const struct ask *ask, uint64_t since, const char *query)
{
	struct string out = STRING_EMPTY;
	bool whole = since == 0 || strstr(query, "full_state=true") != NULL;
	stream_sync(&out, ask->home, whole, since, query);
	answer(ask, 200, 0, out.bytes);
	string_free(&out);
}

static void wake(struct incident *incident);

static void on_sync(const struct ask *ask)
{
	struct home_visit *visit = ask->visit;
	bool there, timed;
	uint64_t since = place_in(ask->query, "since=s", &there);
	uint64_t timeout = place_in(ask->query, "timeout=", &timed);
	if (ask->home->muddled && !there)
		hearing_excuse();
	ask->home->muddled &= !there;
	if (there && since > ask->home->place) {
		muddle(ask->home);
		answer_error(ask, 400, "M_UNKNOWN");
	} else if (timeout == 0 || stream_news(ask->home, since)) {
		sync_now(ask, since, ask->query);
	} else {
		visit->polls = true;
		visit->since = since;
		visit->due = world()->now + timeout;
		visit->query = strdup(ask->query);
		world_later(timeout, wake, ask->home, 0, NULL, 0);
	}
}

static void on_messages(const struct ask *ask)
{
	const struct home_room *room = room_of(ask);
	struct string out = STRING_EMPTY;
	bool there;
	uint64_t from = place_in(ask->query, "from=s", &there);
	uint64_t to = place_in(ask->query, "&to=s", &there);
	if (room == NULL) {
		answer_error(ask, 403, "M_FORBIDDEN");
		return;
	}
	stream_messages(&out, room, from, to);
	answer(ask, 200, 0, out.bytes);
	string_free(&out);
}

static void on_members(const struct ask *ask)
{
	const struct home_room *room = room_of(ask);
	struct string out = STRING_EMPTY;
	if (room == NULL) {
		answer_error(ask, 403, "M_FORBIDDEN");
		return;
	}
	stream_members(&out, room);
	answer(ask, 200, 0, out.bytes);
	string_free(&out);
}

static void on_member_events(const struct ask *ask)
{
	const struct home_room *room = room_of(ask);
	struct string out = STRING_EMPTY;
	if (room == NULL) {
		answer_error(ask, 403, "M_FORBIDDEN");
		return;
	}
	stream_member_events(&out, room);
	answer(ask, 200, 0, out.bytes);
	string_free(&out);
}

static void answer_room(const struct ask *ask, const struct home_room *room)
{
	char body[200];
	snprintf(body, sizeof body, "{\"room_id\":\"%s\",\"servers\":[\"" HOME_NAME "\"]}",
		room->id);
	answer(ask, 200, 0, body);
}

static void on_alias(const struct ask *ask)
{
	const struct home_room *room = home_room(ask->home, ask->part[2]);
	if (room == NULL)
		answer_error(ask, 404, "M_NOT_FOUND");
	else
		answer_room(ask, room);
}

static void on_join(const struct ask *ask)
{
	struct server *server = ask->home->server;
	struct home_room *room = home_room(ask->home, ask->part[1]);
	bool open = room != NULL && room == home_channel(ask->home);
	if (room == NULL || (!open && room->bot == HOME_OUT) ||
		(open && world()->now < server->barred)) {
		server->patience = world()->now + VISIT_REST;
		answer_error(ask, 403, "M_FORBIDDEN");
		return;
	}
	if (room->bot != HOME_IN)
		home_move(ask->home, room, HOME_BOT, HOME_IN, HOME_BOT);
	answer_room(ask, room);
}

static void on_leave(const struct ask *ask)
{
	struct home_room *room = home_room(ask->home, ask->part[1]);
	if (room == NULL || room->bot == HOME_OUT) {
		answer_error(ask, 403, "M_FORBIDDEN");
		return;
	}
	home_move(ask->home, room, HOME_BOT, HOME_OUT, HOME_BOT);
	answer(ask, 200, 0, "{}");
}

static void on_make(const struct ask *ask)
{
	struct homeserver *home = ask->home;
	const char *guest =
		json_string_value(json_array_get(json_object_get(ask->body, "invite"), 0));
	struct human *human = homeserver_human(guest != NULL ? guest : "");
	const json_t *powers = json_object_get(ask->body, "power_level_content_override");
	char *content = json_dumps(json_object_get(ask->body, "creation_content"), JSON_COMPACT);
	struct home_room *room;
	if (human == NULL || content == NULL) {
		answer_error(ask, 400, "M_BAD_JSON");
		free(content);
		return;
	}
	room = home_room_make(home, HOME_BOT, content);
	room->guest = human;
	room->mine = true;
	room->closed = json_integer_value(json_object_get(powers, "invite")) > 50;
	home_move(home, room, human->id, HOME_ASKED, HOME_BOT);
	answer_room(ask, room);
	free(content);
}

static void on_direct(const struct ask *ask)
{
	free(ask->home->direct);
	ask->home->direct = json_dumps(ask->body, JSON_COMPACT);
	answer(ask, 200, 0, "{}");
}

static void on_typing(const struct ask *ask)
{
	answer(ask, 200, 0, "{}");
}

/* ---- events of the bot ---- */

static const struct home_sent *find_sent(const struct ask *ask, const char *name)
{
	for (size_t i = ask->home->sents; i-- > 0;)
		if (strcmp(ask->home->sent[i].name, name) == 0 &&
			strcmp(ask->home->sent[i].room, ask->part[1]) == 0)
			return &ask->home->sent[i];
	return NULL;
}

static void keep_sent(const struct ask *ask, const char *name, uint64_t place)
{
	struct homeserver *home = ask->home;
	struct home_sent *sent;
	if (home->sents == home->sent_size) {
		home->sent_size = 2 * home->sent_size + 64;
		home->sent = realloc(home->sent, home->sent_size * sizeof *home->sent);
		if (home->sent == NULL)
			abort();
	}
	sent = &home->sent[home->sents++];
	*sent = (struct home_sent){ .place = place };
	snprintf(sent->name, sizeof sent->name, "%.63s", name);
	snprintf(sent->room, sizeof sent->room, "%.63s", ask->part[1]);
}

static void answer_event(const struct ask *ask, uint64_t place)
{
	char body[64];
	snprintf(body, sizeof body, "{\"event_id\":\"$%llu\"}", (unsigned long long)place);
	answer(ask, 200, 0, body);
}

/* Returns the text of a message that people see, or NULL. In an edit it is the new text. */
static const char *shown(const json_t *body)
{
	const json_t *now = json_object_get(body, "m.new_content");
	const char *text = json_string_value(json_object_get(now != NULL ? now : body, "body"));
	return text;
}

/* Counts an event of the bot for its rate limit and returns 0. If the limit is used up, returns the
 * time until the next event is allowed, in ms. */
static uint64_t pay(struct homeserver *home)
{
	uint64_t now = world()->now * 1000, slack = (home->credit - 1) * home->cost;
	uint64_t *since = &home->server->since;
	if (world()->now < home->limiting)
		return home->limiting - world()->now;
	*since = *since > now ? *since : now;
	if (*since > now + slack)
		return (*since - now - slack) / 1000 + 1;
	*since += home->cost;
	return 0;
}

static void on_send(const struct ask *ask)
{
	struct homeserver *home = ask->home;
	struct home_room *room = room_of(ask);
	const struct home_room *old = home_room(ask->home, ask->part[1]);
	const char *name = ask->part[4];
	const struct home_sent *sent = find_sent(ask, name);
	uint64_t wait;
	char *content;
	if (sent != NULL) {
		answer_event(ask, sent->place);
		return;
	}
	if (room == NULL || room->replaced) {
		/* If another room has replaced this one, the bot must send the event there. */
		if (old == NULL || !old->replaced)
			ledger_refuse(name);
		server_disturb(home->server, 0);
		answer_error(ask, 403, "M_FORBIDDEN");
		return;
	}
	wait = pay(home);
	if (wait > 0) {
		server_disturb(home->server, wait);
		answer_wait(ask, wait);
		return;
	}
	content = json_dumps(ask->body, JSON_COMPACT);
	if (strcmp(ask->part[3], "m.room.message") == 0)
		ledger_take(room, name, shown(ask->body) != NULL ? shown(ask->body) : "");
	home_speak(home, room, ask->part[3], content, shown(ask->body));
	free(content);
	keep_sent(ask, name, home->place);
	answer_event(ask, home->place);
}

/* ---- requests ---- */

static const struct {
	const char *method, *path; /* in `path` a star stands for any part */
	void (*take)(const struct ask *ask);
	bool open; /* the request needs no token */
} calls[] = {
	{ "POST", "login", on_login, true },
	{ "POST", "refresh", on_refresh, true },
	{ "GET", "account/whoami", on_whoami, false },
	{ "GET", "sync", on_sync, false },
	{ "GET", "rooms/*/messages", on_messages, false },
	{ "GET", "rooms/*/joined_members", on_members, false },
	{ "GET", "rooms/*/members", on_member_events, false },
	{ "GET", "directory/room/*", on_alias, false },
	{ "POST", "join/*", on_join, false },
	{ "POST", "rooms/*/leave", on_leave, false },
	{ "POST", "createRoom", on_make, false },
	{ "PUT", "user/*/account_data/m.direct", on_direct, false },
	{ "PUT", "rooms/*/send/*/*", on_send, false },
	{ "PUT", "rooms/*/typing/*", on_typing, false },
};

/* Copies text up to the first character of `end`, and decodes its %XX. Returns the rest of the
 * text. */
static const char *undo(const char *at, const char *end, char *out, size_t size)
{
	size_t length = 0;
	while (strchr(end, *at) == NULL) {
		char hex[3] = "";
		char c = *at++;
		if (c == '%' && at[0] != '\0' && at[1] != '\0') {
			memcpy(hex, at, 2);
			c = (char)strtoul(hex, NULL, 16);
			at += 2;
		}
		if (length + 1 < size)
			out[length++] = c;
	}
	out[length] = '\0';
	return at;
}

static bool fits(const struct ask *ask, const char *path)
{
	for (unsigned i = 0; i < ask->parts; i++) {
		size_t length = strcspn(path, "/");
		if (strncmp(path, "*", length) != 0 &&
			(strncmp(path, ask->part[i], length) != 0 || ask->part[i][length] != '\0'))
			return false;
		path += length;
		if (*path == '\0')
			return i + 1 == ask->parts;
		path++;
	}
	return false;
}

static void dispatch(const struct ask *ask, const char *token)
{
	struct homeserver *home = ask->home;
	bool known = home->token[0] != '\0' && strcmp(token, home->token) == 0;
	if (world()->now < home->failing) {
		answer(ask, 502, 0, "<html>bad gateway</html>");
		return;
	}
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		if (strcmp(calls[i].method, ask->method) != 0 || !fits(ask, calls[i].path))
			continue;
		if (known || calls[i].open)
			calls[i].take(ask);
		else
			answer(ask, 401, 0,
				"{\"errcode\":\"M_UNKNOWN_TOKEN\",\"error\":\"no\","
				"\"soft_logout\":true}");
		return;
	}
	answer_error(ask, 404, "M_UNRECOGNIZED");
}

/* Checks that the bot does not send the same request more than VISIT_AGAIN times in a minute. */
static void mind_wish(struct homeserver *home, const char *path)
{
	struct home_wish *wish = home->wish;
	if (home->wished != world()->now / 60000)
		memset(home->wish, 0, sizeof home->wish);
	home->wished = world()->now / 60000;
	while (wish < home->wish + HOME_WISHES && wish->count > 0 &&
		strncmp(wish->path, path, sizeof wish->path - 1) != 0)
		wish++;
	if (wish == home->wish + HOME_WISHES)
		return;
	snprintf(wish->path, sizeof wish->path, "%s", path);
	if (++wish->count > VISIT_AGAIN)
		world_fault("the bot asks matrix for the same %u times a minute: %s", wish->count,
			path);
}

static char *next_line(char **at)
{
	char *line = *at, *end = strchr(line, '\n');
	if (end == NULL)
		return NULL;
	*end = '\0';
	*at = end + 1;
	return line;
}

/* Handles the request on a wire if it is complete. */
static void take(struct homeserver *home, struct home_visit *visit)
{
	char *copy = strdup(visit->asked.bytes), *at = copy, query[4096];
	char *method = next_line(&at), *path = next_line(&at), *token = next_line(&at);
	char *length = next_line(&at);
	struct ask ask = { .home = home, .visit = visit, .method = method, .query = query };
	if (length == NULL || strlen(at) < strtoul(length, NULL, 10)) {
		free(copy);
		return;
	}
	world_mutter("matrix <- %s %s %s", method, path, at);
	if (strstr(path, "/sync?") == NULL)
		mind_wish(home, path);
	query[0] = '\0';
	if (strncmp(path, VISIT_ROOT, strlen(VISIT_ROOT)) == 0)
		path += strlen(VISIT_ROOT);
	while (ask.parts < VISIT_PARTS) {
		const char *end = undo(path, "/?", ask.part[ask.parts++], VISIT_PART);
		path += end - path;
		if (*path != '/')
			break;
		path++;
	}
	if (*path == '?')
		undo(path + 1, "", query, sizeof query);
	ask.body = json_loads(at, 0, NULL);
	dispatch(&ask, token);
	json_decref(ask.body);
	free(copy);
}

/* ---- wires ---- */

static struct home_visit *visit_by(struct homeserver *home, const struct wire *wire)
{
	for (unsigned i = 0; i < HOME_VISITS; i++)
		if (home->visit[i].wire == wire)
			return &home->visit[i];
	return NULL;
}

void visit_meet(struct homeserver *home, struct wire *wire)
{
	struct home_visit *visit;
	for (unsigned i = 0; i < HOME_VISITS; i++) {
		const struct wire *old = home->visit[i].wire;
		/* Free the slots of closed wires. Keep lost wires, which the bot still takes for
		 * open. */
		if (old != NULL && (old->closed || (old->hung_up && !old->lost)))
			visit_lose(home, old);
	}
	visit = visit_by(home, NULL);
	if (visit == NULL)
		world_fault("the bot opens more than %u connections to matrix", HOME_VISITS);
	else
		visit->wire = wire;
}

void visit_hear(struct homeserver *home, struct wire *wire, const char *bytes, size_t length)
{
	struct home_visit *visit = visit_by(home, wire);
	if (visit == NULL)
		return;
	string_add_bytes(&visit->asked, bytes, length);
	take(home, visit);
}

void visit_lose(struct homeserver *home, const struct wire *wire)
{
	struct home_visit *visit = visit_by(home, wire);
	if (visit == NULL)
		return;
	visit_forget(visit);
	visit->wire = NULL;
}

/* Answers each waiting sync for which there are events, or whose time is over. */
static void wake(struct incident *incident)
{
	struct homeserver *home = incident->subject;
	home->waking = false;
	for (unsigned i = 0; i < HOME_VISITS; i++) {
		struct home_visit *visit = &home->visit[i];
		struct ask ask = { .home = home, .visit = visit, .part = { "sync" } };
		char *query = visit->query;
		if (!visit->polls ||
			(world()->now < visit->due && !stream_news(home, visit->since)))
			continue;
		visit->query = NULL;
		sync_now(&ask, visit->since, query);
		free(query);
	}
}

void visit_wake(struct homeserver *home)
{
	world_later(1 + chance_below(&home->chance, VISIT_SOON), wake, home, 0, NULL, 0);
}
