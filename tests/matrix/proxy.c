#define _GNU_SOURCE /* strcasestr */
/* proxy.c - a proxy that hides messages in encrypted rooms; a process for each connection. */
#include "tests/matrix/proxy.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <cmocka.h>
#include <jansson.h>

#include "bot/base/string.h"
#include "tests/irc/server.h"

enum { PROXY_CHUNK = 16384 };

/* ---- rooms ---- */

/* Builds the path of the file for a room, whose id may be percent-encoded. */
static void room_file(const struct proxy *proxy, const char *id, size_t length, char *path)
{
	char name[600];
	size_t at = 0;
	for (size_t i = 0; i < length && at + 3 < sizeof name; i++) {
		unsigned byte = (unsigned char)id[i];
		if (id[i] == '%' && sscanf(id + i, "%%%2x", &byte) == 1)
			i += 2;
		at += (size_t)snprintf(name + at, sizeof name - at, "%02x", byte);
	}
	name[at < 250 ? at : 250] = '\0';
	folder_file(proxy->folder, name, path);
}

/* Records that a sync has shown a room, and whether it is encrypted. */
static void room_learn(const struct proxy *proxy, const char *id, bool encrypted)
{
	char path[PATH_MAX];
	room_file(proxy, id, strlen(id), path);
	if (encrypted || access(path, F_OK) != 0)
		folder_write(path, encrypted ? "E" : "", encrypted ? 1 : 0);
}

/* ---- hiding and showing ---- */

/* Returns the encrypted form of a message, as the homeserver may see it. The caller frees it. */
static char *hide(const char *body)
{
	json_t *content = json_loads(body, 0, NULL), *relates;
	struct string hex = STRING_EMPTY;
	static const char digits[] = "0123456789abcdef";
	for (const char *at = body; *at != '\0'; at++) {
		string_add_char(&hex, digits[(unsigned char)*at >> 4]);
		string_add_char(&hex, digits[*at & 15]);
	}
	json_t *hidden = json_pack(
		"{s:s,s:s}", "algorithm", "m.megolm.v1.aes-sha2", "ciphertext", hex.bytes);
	relates = json_object_get(content, "m.relates_to");
	if (relates != NULL)
		json_object_set(hidden, "m.relates_to", relates);
	char *text = json_dumps(hidden, 0);
	json_decref(hidden);
	json_decref(content);
	string_free(&hex);
	return text;
}

static void show(json_t *event)
{
	const char *hex =
		json_string_value(json_object_get(json_object_get(event, "content"), "ciphertext"));
	struct string body = STRING_EMPTY;
	unsigned byte;
	for (; hex != NULL && sscanf(hex, "%2x", &byte) == 1; hex += 2)
		string_add_char(&body, (char)byte);
	json_object_set_new(event, "type", json_string("m.room.message"));
	json_object_set_new(event, "content", json_loads(body.bytes, 0, NULL));
	json_object_set_new(event, "decrypted", json_true());
	string_free(&body);
}

/* Shows the hidden events of a list. Records that the room is encrypted if an event says so. */
static void show_list(const struct proxy *proxy, const char *room, const json_t *events)
{
	for (size_t i = 0; i < json_array_size(events); i++) {
		json_t *event = json_array_get(events, i);
		const char *type = json_string_value(json_object_get(event, "type"));
		if (type != NULL && room != NULL && strcmp(type, "m.room.encryption") == 0)
			room_learn(proxy, room, true);
		/* show() replaces the event's type, so this check comes last. */
		if (type != NULL && strcmp(type, "m.room.encrypted") == 0)
			show(event);
	}
}

/* Decrypts the hidden events in an answer to /sync or /messages. The caller frees the result. */
static char *show_answer(const struct proxy *proxy, const char *body)
{
	json_t *answer = json_loads(body, 0, NULL);
	json_t *joined = json_object_get(json_object_get(answer, "rooms"), "join");
	for (void *at = json_object_iter(joined); at != NULL;
		at = json_object_iter_next(joined, at)) {
		const char *room = json_object_iter_key(at);
		const json_t *part = json_object_iter_value(at);
		room_learn(proxy, room, false);
		show_list(proxy, room, json_object_get(json_object_get(part, "state"), "events"));
		show_list(
			proxy, room, json_object_get(json_object_get(part, "timeline"), "events"));
	}
	show_list(proxy, NULL, json_object_get(answer, "chunk"));
	char *text = json_dumps(answer, 0);
	json_decref(answer);
	return text != NULL ? text : strdup(body);
}

/* ---- requests ---- */

/* Reads until an empty line and the body that Content-Length tells, or to the end. */
static bool read_message(int fd, struct string *text, bool to_end)
{
	char bytes[PROXY_CHUNK];
	for (;;) {
		const char *end = strstr(text->bytes, "\r\n\r\n");
		const char *told = strcasestr(text->bytes, "\r\nContent-Length:");
		size_t body = told != NULL && told < end ? strtoul(told + 17, NULL, 10) : 0;
		if (!to_end && end != NULL &&
			text->length >= (size_t)(end + 4 - text->bytes) + body)
			return true;
		ssize_t count = recv(fd, bytes, sizeof bytes, 0);
		if (count <= 0)
			return to_end && end != NULL;
		string_add_bytes(text, bytes, (size_t)count);
	}
}

static void write_all(int fd, const char *bytes, size_t length)
{
	for (ssize_t count; length > 0 && (count = send(fd, bytes, length, MSG_NOSIGNAL)) > 0;
		bytes += count, length -= (size_t)count)
		;
}

static void answer(int fd, const char *status, const char *body)
{
	char head[200];
	int length = snprintf(head, sizeof head,
		"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
		status, strlen(body));
	write_all(fd, head, (size_t)length);
	write_all(fd, body, strlen(body));
}

/* Changes a message for an encrypted room. Returns false if no sync has shown the room. */
static bool rewrite(const struct proxy *proxy, struct string *line, struct string *body)
{
	static const char rooms[] = "/rooms/", send[] = "/send/m.room.message/";
	char *room = strstr(line->bytes, rooms), *type = strstr(line->bytes, send);
	char path[PATH_MAX];
	if (room == NULL || type == NULL)
		return true;
	room += strlen(rooms);
	room_file(proxy, room, (size_t)(type - room), path);
	if (access(path, F_OK) != 0)
		return false;
	char *known = folder_read(path, NULL);
	if (*known != '\0') {
		struct string changed = STRING_EMPTY;
		char *hidden = hide(body->bytes);
		string_add_bytes(&changed, line->bytes, (size_t)(type - line->bytes));
		string_add(&changed, "/send/m.room.encrypted/");
		string_add(&changed, type + strlen(send));
		string_free(line);
		*line = changed;
		string_set(body, hidden);
		free(hidden);
	}
	free(known);
	return true;
}

/* Adds the hidden type to the filter of a request, as pantalaimon does. */
static void widen(struct string *line)
{
	static const char type[] = "%22m.room.message%22%2c";
	struct string changed = STRING_EMPTY;
	const char *at = line->bytes, *found;
	while ((found = strstr(at, type)) != NULL) {
		string_add_bytes(&changed, at, (size_t)(found - at));
		string_add(&changed, type);
		string_add(&changed, "%22m.room.encrypted%22%2c");
		at = found + strlen(type);
	}
	string_add(&changed, at);
	string_free(line);
	*line = changed;
}

/* Asks the homeserver. Returns its whole answer. */
static void ask(
	int behind, const char *line, const char *token, const char *body, struct string *out)
{
	struct string request = STRING_EMPTY;
	int fd = server_connect(behind);
	string_add(&request, line);
	string_add(&request, " HTTP/1.0\r\nHost: hs\r\nContent-Type: application/json\r\n");
	string_add(&request, token);
	string_add(&request, "Content-Length: ");
	string_add_number(&request, (int64_t)strlen(body));
	string_add(&request, "\r\n\r\n");
	string_add(&request, body);
	if (fd >= 0) {
		write_all(fd, request.bytes, request.length);
		read_message(fd, out, true);
		close(fd);
	}
	string_free(&request);
}

/* Serves the next request of a connection. Returns false at its end. */
static bool serve(const struct proxy *proxy, int behind, int fd)
{
	struct string text = STRING_EMPTY, line = STRING_EMPTY, body = STRING_EMPTY;
	struct string token = STRING_EMPTY, got = STRING_EMPTY;
	bool more = read_message(fd, &text, false);
	if (more) {
		const char *given = strcasestr(text.bytes, "Authorization:");
		string_add_bytes(
			&line, text.bytes, strcspn(text.bytes, "\r") - strlen(" HTTP/1.1"));
		string_add(&body, strstr(text.bytes, "\r\n\r\n") + 4);
		if (given != NULL)
			string_add_bytes(&token, given, strcspn(given, "\n") + 1);
		bool reads = strstr(line.bytes, "/sync?") != NULL ||
			strstr(line.bytes, "/messages?") != NULL;
		widen(&line);
		if (!rewrite(proxy, &line, &body)) {
			answer(fd, "403 Forbidden", "{\"errcode\":\"M_FORBIDDEN\"}");
		} else {
			char status[64] = "502 Bad Gateway";
			ask(behind, line.bytes, token.bytes, body.bytes, &got);
			const char *content = strstr(got.bytes, "\r\n\r\n");
			if (content != NULL)
				snprintf(status, sizeof status, "%.*s",
					(int)strcspn(got.bytes + 9, "\r"), got.bytes + 9);
			content = content != NULL ? content + 4 : "{}";
			char *shown = reads ? show_answer(proxy, content) : strdup(content);
			answer(fd, status, shown);
			free(shown);
		}
	}
	string_free(&text);
	string_free(&line);
	string_free(&body);
	string_free(&token);
	string_free(&got);
	return more;
}

static void proxy_become(const struct proxy *proxy, int listener, int behind)
{
	signal(SIGCHLD, SIG_IGN);
	for (;;) {
		int fd = accept(listener, NULL, NULL);
		if (fd < 0)
			_exit(1);
		if (fork() == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			while (serve(proxy, behind, fd))
				;
			_exit(0);
		}
		close(fd);
	}
}

void proxy_start(struct proxy *proxy, int behind)
{
	int listener = server_listener(&proxy->port);
	folder_make(proxy->folder);
	proxy->pid = server_fork(NULL, NULL);
	if (proxy->pid == 0)
		proxy_become(proxy, listener, behind);
	close(listener);
}

void proxy_end(struct proxy *proxy)
{
	server_kill(&proxy->pid);
	folder_remove(proxy->folder);
}
