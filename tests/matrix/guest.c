/* guest.c - a small blocking Matrix client for tests. */
#include "tests/matrix/guest.h"

#include <curl/curl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/net/http.h"
#include "bot/net/matrix/json_repair.h"
#include "tests/irc/bot.h"

#define API "/_matrix/client/v3"

/* ---- requests ---- */

static size_t guest_write(char *bytes, size_t size, size_t count, void *context)
{
	string_add_bytes(context, bytes, size * count);
	return size * count;
}

/* Makes a request with a JSON body or NULL. Returns the answer, which the caller frees. *status is
 * the HTTP status, or 0 without an answer. */
static json_t *guest_ask(
	struct guest *guest, const char *method, const char *path, const char *body, long *status)
{
	char url[4096], header[600];
	struct string answer = STRING_EMPTY;
	CURL *easy = curl_easy_init();
	snprintf(url, sizeof url, "http://127.0.0.1:%d" API "%s", guest->port, path);
	snprintf(header, sizeof header, "Authorization: Bearer %s", guest->token);
	struct curl_slist *headers =
		guest->token[0] != '\0' ? curl_slist_append(NULL, header) : NULL;
	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)BOT_PATIENCE * 2);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, guest_write);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, &answer);
	if (strcmp(method, "GET") != 0)
		curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body != NULL ? body : "{}");
	*status = 0;
	if (curl_easy_perform(easy) == CURLE_OK)
		curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, status);
	struct string sound = STRING_EMPTY;
	json_repair(&sound, answer.bytes, answer.length);
	json_t *json = json_loadb(sound.bytes, sound.length, JSON_ALLOW_NUL, NULL);
	string_free(&sound);
	curl_slist_free_all(headers);
	curl_easy_cleanup(easy);
	string_free(&answer);
	return json;
}

json_t *guest_must(struct guest *guest, const char *method, const char *path, const char *body)
{
	long status;
	json_t *answer = guest_ask(guest, method, path, body, &status);
	while (status == 429) {
		int wait = (int)json_integer_value(json_object_get(answer, "retry_after_ms"));
		json_decref(answer);
		poll(NULL, 0, wait > 0 ? wait : 100);
		answer = guest_ask(guest, method, path, body, &status);
	}
	if (status != 200) {
		char *text = json_dumps(answer, 0);
		fail_msg("%s: %s %s: %ld %s", guest->id, method, path, status,
			text != NULL ? text : "");
	}
	return answer;
}

static const char *guest_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text != NULL ? text : "";
}

/* Builds a path; every second part is a name and is percent-encoded. */
static void guest_path(struct string *path, const char *const *part, size_t parts)
{
	string_clear(path);
	for (size_t i = 0; i < parts; i++)
		if (i % 2 == 0)
			string_add(path, part[i]);
		else
			http_append_path(path, part[i]);
}

#define PATH(path, ...) \
	guest_path(path, (const char *const[]){ __VA_ARGS__ }, \
		sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

/* ---- coming and going ---- */

void guest_open(struct guest *guest, int port, const char *name, const char *display)
{
	struct string body = STRING_EMPTY, path = STRING_EMPTY;
	*guest = (struct guest){ .port = port, .since = STRING_EMPTY, .heard = STRING_EMPTY };
	string_add(
		&body, "{\"auth\":{\"type\":\"m.login.dummy\"},\"password\":\"pw\",\"username\":");
	string_add_json(&body, name);
	string_add_char(&body, '}');
	json_t *answer = guest_must(guest, "POST", "/register", body.bytes);
	snprintf(guest->id, sizeof guest->id, "%s", guest_text(answer, "user_id"));
	snprintf(guest->token, sizeof guest->token, "%s", guest_text(answer, "access_token"));
	json_decref(answer);
	if (display != NULL) {
		string_clear(&body);
		string_add(&body, "{\"displayname\":");
		string_add_json(&body, display);
		string_add_char(&body, '}');
		PATH(&path, "/profile/", guest->id, "/displayname");
		json_decref(guest_must(guest, "PUT", path.bytes, body.bytes));
	}
	string_free(&body);
	string_free(&path);
}

void guest_close(struct guest *guest)
{
	string_free(&guest->since);
	string_free(&guest->heard);
	for (size_t i = 0; i < guest->messages; i++) {
		free(guest->message[i].first);
		free(guest->message[i].text);
		free(guest->message[i].html);
	}
	free(guest->message);
}

void guest_make(struct guest *guest, const char *alias, char id[GUEST_ID])
{
	char body[300];
	snprintf(body, sizeof body, "{\"preset\":\"public_chat\",\"room_alias_name\":\"%s\"}",
		alias);
	json_t *answer = guest_must(guest, "POST", "/createRoom", body);
	snprintf(id, GUEST_ID, "%s", guest_text(answer, "room_id"));
	json_decref(answer);
}

void guest_join(struct guest *guest, const char *room)
{
	struct string path = STRING_EMPTY;
	PATH(&path, "/join/", room);
	json_decref(guest_must(guest, "POST", path.bytes, NULL));
	string_free(&path);
}

json_t *guest_act(struct guest *guest, const char *room, const char *action, const char *content)
{
	struct string path = STRING_EMPTY;
	PATH(&path, "/rooms/", room, "/", action);
	json_t *answer = guest_must(guest, "POST", path.bytes, content);
	string_free(&path);
	return answer;
}

void guest_treat(struct guest *guest, const char *room, const char *action, const char *id)
{
	struct string content = STRING_EMPTY;
	string_add(&content, "{\"user_id\":");
	string_add_json(&content, id);
	string_add_char(&content, '}');
	json_decref(guest_act(guest, room, action, content.bytes));
	string_free(&content);
}

void guest_send(struct guest *guest, const char *room, const char *type, const char *content,
	char id[GUEST_ID])
{
	char number[32];
	struct string path = STRING_EMPTY;
	snprintf(number, sizeof number, "t%lu", ++guest->sent);
	PATH(&path, "/rooms/", room, "/send/", type, "/", number);
	json_t *answer = guest_must(guest, "PUT", path.bytes, content);
	if (id != NULL)
		snprintf(id, GUEST_ID, "%s", guest_text(answer, "event_id"));
	json_decref(answer);
	string_free(&path);
}

void guest_say(struct guest *guest, const char *room, const char *text)
{
	struct string content = STRING_EMPTY;
	string_add(&content, "{\"msgtype\":\"m.text\",\"body\":");
	string_add_json(&content, text);
	string_add_char(&content, '}');
	guest_send(guest, room, "m.room.message", content.bytes, NULL);
	string_free(&content);
}

void guest_set(struct guest *guest, const char *room, const char *type, const char *key,
	const char *content)
{
	struct string path = STRING_EMPTY;
	PATH(&path, "/rooms/", room, "/state/", type, "/", key);
	json_decref(guest_must(guest, "PUT", path.bytes, content));
	string_free(&path);
}

/* ---- reading ---- */

/* Learns hands and turns from a text in the same form as on IRC. */
static void guest_learn(struct guest *guest, char *text)
{
	char *save = NULL;
	for (char *at = strtok_r(text, "\n", &save); at != NULL; at = strtok_r(NULL, "\n", &save))
		player_learn(&guest->player, at);
}

static char *guest_copy(const char *text)
{
	char *copy = strdup(text);
	assert_non_null(copy);
	return copy;
}

/* Appends a line to `heard`. */
static void guest_add(struct guest *guest, const char *room, const char *sender, const char *kind,
	const char *text)
{
	const char *const part[] = { room, " ", sender, " ", kind, " " };
	for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
		string_add(&guest->heard, part[i]);
	for (const char *at = text; *at != '\0'; at++)
		string_add_char(&guest->heard, *at == '\n' ? '|' : *at);
	string_add_char(&guest->heard, '\n');
}

/* Sets the current text of a message. */
static void guest_say_now(struct guest_message *message, const json_t *content)
{
	const char *html = json_string_value(json_object_get(content, "formatted_body"));
	free(message->text);
	free(message->html);
	message->text = guest_copy(guest_text(content, "body"));
	message->html = html != NULL ? guest_copy(html) : NULL;
}

static void guest_edit(struct guest *guest, const char *id, const json_t *content)
{
	for (size_t i = 0; i < guest->messages; i++)
		if (strcmp(guest->message[i].id, id) == 0) {
			guest_say_now(
				&guest->message[i], json_object_get(content, "m.new_content"));
			guest->message[i].edits++;
			return;
		}
	fail_msg("%s: an edit of nothing: %s", guest->id, id);
}

static void guest_message(
	struct guest *guest, const char *room, const json_t *event, const json_t *relates)
{
	const json_t *content = json_object_get(event, "content");
	const json_t *called = json_object_get(json_object_get(content, "m.mentions"), "user_ids");
	const char *one = json_string_value(json_array_get(called, 0));
	struct guest_message *grown =
		realloc(guest->message, (guest->messages + 1) * sizeof *grown);
	assert_non_null(grown);
	guest->message = grown;
	struct guest_message *message = &grown[guest->messages++];
	*message = (struct guest_message){ .calls = json_array_size(called),
		.first = guest_copy(guest_text(content, "body")) };
	snprintf(message->room, GUEST_ID, "%s", room);
	snprintf(message->id, GUEST_ID, "%s", guest_text(event, "event_id"));
	snprintf(message->sender, GUEST_ID, "%s", guest_text(event, "sender"));
	snprintf(message->kind, sizeof message->kind, "%s", guest_text(content, "msgtype"));
	snprintf(message->called, GUEST_ID, "%s", one != NULL ? one : "");
	if (strcmp(guest_text(relates, "rel_type"), "m.thread") == 0)
		snprintf(message->thread, GUEST_ID, "%s", guest_text(relates, "event_id"));
	guest_say_now(message, content);
}

static void guest_note(struct guest *guest, const char *room, const json_t *event)
{
	const json_t *content = json_object_get(event, "content");
	const json_t *relates = json_object_get(content, "m.relates_to");
	const char *type = guest_text(event, "type"), *sender = guest_text(event, "sender");
	bool edit = strcmp(guest_text(relates, "rel_type"), "m.replace") == 0;
	if (strcmp(sender, guest->id) == 0)
		return;
	if (strcmp(type, "m.reaction") == 0) {
		struct string text = STRING_EMPTY;
		string_add(&text, guest_text(relates, "key"));
		string_add_char(&text, ' ');
		string_add(&text, guest_text(relates, "event_id"));
		guest_add(guest, room, sender, type, text.bytes);
		string_free(&text);
	}
	if (strcmp(type, "m.room.member") == 0 &&
		strcmp(guest_text(content, "membership"), "leave") == 0 &&
		*guest_text(content, "reason") != '\0')
		guest_add(guest, room, sender, "m.leave", guest_text(content, "reason"));
	if (strcmp(type, "m.room.message") != 0)
		return;
	const json_t *now = edit ? json_object_get(content, "m.new_content") : content;
	char *body = guest_copy(guest_text(now, "body"));
	guest_add(guest, room, sender, edit ? "m.replace" : guest_text(content, "msgtype"), body);
	if (edit)
		guest_edit(guest, guest_text(relates, "event_id"), content);
	else
		guest_message(guest, room, event, relates);
	guest_learn(guest, body);
	free(body);
}

/* Records typing users of a room. */
static void guest_see(struct guest *guest, const char *room, const json_t *event)
{
	const json_t *typing = json_object_get(json_object_get(event, "content"), "user_ids");
	if (strcmp(guest_text(event, "type"), "m.typing") == 0)
		for (size_t i = 0; i < json_array_size(typing); i++)
			guest_add(guest, room, json_string_value(json_array_get(typing, i)),
				"m.typing", "");
}

void guest_hear(struct guest *guest, int milliseconds)
{
	/* Synapse's default is 10 events: a slow test would miss some. */
	static const char much[] = "{\"room\":{\"timeline\":{\"limit\":100}}}";
	struct string path = STRING_EMPTY;
	string_add(&path, "/sync?filter=");
	http_append_path(&path, much);
	string_add(&path, "&timeout=");
	string_add_number(&path, milliseconds);
	string_add(&path, guest->since.length > 0 ? "&since=" : "");
	http_append_path(&path, guest->since.bytes);
	json_t *answer = guest_must(guest, "GET", path.bytes, NULL);
	string_clear(&guest->since);
	string_add(&guest->since, guest_text(answer, "next_batch"));
	json_t *rooms = json_object_get(answer, "rooms");
	for (void *at = json_object_iter(json_object_get(rooms, "invite")); at != NULL;
		at = json_object_iter_next(json_object_get(rooms, "invite"), at)) {
		guest_add(guest, json_object_iter_key(at), guest->id, "m.invite", "");
		guest_join(guest, json_object_iter_key(at));
	}
	for (void *at = json_object_iter(json_object_get(rooms, "join")); at != NULL;
		at = json_object_iter_next(json_object_get(rooms, "join"), at)) {
		const char *room = json_object_iter_key(at);
		json_t *value = json_object_iter_value(at);
		const json_t *events =
			json_object_get(json_object_get(value, "timeline"), "events");
		for (size_t i = 0; i < json_array_size(events); i++)
			guest_note(guest, room, json_array_get(events, i));
		events = json_object_get(json_object_get(value, "ephemeral"), "events");
		for (size_t i = 0; i < json_array_size(events); i++)
			guest_see(guest, room, json_array_get(events, i));
	}
	json_decref(answer);
	string_free(&path);
}

const char *guest_wait(struct guest *guest, const char *part)
{
	static const int pause = 1000;
	long deadline = bot_clock() + BOT_PATIENCE;
	for (;;) {
		char *at = strstr(guest->heard.bytes + guest->seen, part);
		if (at != NULL) {
			char *end = strchr(at, '\n');
			while (at > guest->heard.bytes && at[-1] != '\n')
				at--;
			guest->seen = (size_t)(end + 1 - guest->heard.bytes);
			return at;
		}
		if (bot_clock() > deadline)
			fail_msg("%s never heard: %s\nbut:\n%s", guest->id, part,
				guest->heard.bytes + guest->seen);
		guest_hear(guest, pause);
	}
}

bool guest_heard(const struct guest *guest, const char *part)
{
	return strstr(guest->heard.bytes, part) != NULL;
}

unsigned guest_count(const struct guest *guest, const char *part)
{
	unsigned count = 0;
	for (const char *at = guest->heard.bytes; (at = strstr(at, part)) != NULL; count++)
		at += strlen(part);
	return count;
}

const struct guest_message *guest_shown(const struct guest *guest, const char *part)
{
	for (size_t i = guest->messages; i > 0; i--)
		if (strstr(guest->message[i - 1].text, part) != NULL)
			return &guest->message[i - 1];
	return NULL;
}

const char *guest_direct(const struct guest *guest, char id[GUEST_ID])
{
	const char *at = strstr(guest->heard.bytes, "Your hand: ");
	*id = '\0';
	if (at == NULL)
		return id;
	while (at > guest->heard.bytes && at[-1] != '\n')
		at--;
	snprintf(id, GUEST_ID, "%.*s", (int)strcspn(at, " "), at);
	return id;
}
