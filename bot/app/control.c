#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): struct ucred */
#include "bot/app/control.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/app/exposition.h"
#include "bot/command/dispatch.h"
#include "engine/text.h"

enum { PEER_GROUPS = 64, PEER_NAME = 32 };

/* ---- who asks ---- */

static bool in_group(int fd, gid_t group)
{
	gid_t groups[PEER_GROUPS];
	socklen_t size = sizeof groups;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) != 0)
		return false;
	for (size_t i = 0; i < size / sizeof groups[0]; i++)
		if (groups[i] == group)
			return true;
	return false;
}

/* Root, the bot's user and who is in its group; writes who it is. */
static bool may_order(int fd, char name[PEER_NAME])
{
	struct ucred peer;
	socklen_t size = sizeof peer;
	struct text text = text_in(name, PEER_NAME);
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
		return false;
	text_add(&text, "uid ");
	text_number(&text, (int64_t)peer.uid);
	return peer.uid == 0 || peer.uid == geteuid() || peer.gid == getegid() ||
		in_group(fd, getegid());
}

/* ---- an order ---- */

static void leave(struct control_guest *guest)
{
	loop_watch_close(guest->watch);
	close(guest->fd);
	guest->watch = NULL;
}

/* What does not fit in the socket's buffer is lost: nobody is waited for. */
static void reply(struct control_guest *guest, const struct string *text)
{
	send(guest->fd, text->bytes, text->length, MSG_NOSIGNAL | MSG_DONTWAIT);
	leave(guest);
}

/*
 * In a batch of its own, so that it is answered only when it is kept: shutting down and all.
 */
static void order(struct control_guest *guest, const char *name, const char *line, bool json)
{
	struct app *app = guest->socket->app;
	struct answers answers = { .json = json, .out = STRING_EMPTY };
	struct string text = STRING_EMPTY;
	lobby_commit(&app->lobby);
	if (!json && strcmp(line, "metrics") == 0)
		exposition_write(app, guest->socket->backup, &answers.out);
	else
		dispatch_order(&app->commands, name, line, &answers);
	bool kept = lobby_commit(&app->lobby);
	string_add(&text, kept && !answers.refused ? "done\n" : "refused\n");
	string_add(&text, json ? "[" : "");
	if (kept)
		string_add(&text, answers.out.bytes);
	else if (!json)
		string_add(&text, "the database could not be written: nothing has happened\n");
	string_add(&text, json ? "]\n" : "");
	reply(guest, &text);
	string_free(&text);
	string_free(&answers.out);
}

static void take_line(struct control_guest *guest)
{
	char name[PEER_NAME];
	struct string no = STRING_EMPTY;
	bool json = strncmp(guest->line, "json ", 5) == 0;
	if (!may_order(guest->fd, name))
		string_add(&no, "refused\nonly the bot's user and group may give orders\n");
	else if (!json && strncmp(guest->line, "text ", 5) != 0)
		string_add(&no, "refused\nan order begins with text or json\n");
	else
		order(guest, name, guest->line + 5, json);
	if (no.length > 0)
		reply(guest, &no);
	string_free(&no);
}

static void readable(void *context, unsigned events)
{
	struct control_guest *guest = context;
	(void)events;
	ssize_t count = recv(guest->fd, guest->line + guest->length,
		sizeof guest->line - guest->length, MSG_DONTWAIT);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	guest->length += count > 0 ? (size_t)count : 0;
	char *end = memchr(guest->line, '\n', guest->length);
	if (end != NULL) {
		*end = '\0';
		take_line(guest);
	} else if (count <= 0 || guest->length == sizeof guest->line) {
		leave(guest);
	}
}

/* ---- the socket ---- */

/* Comes in the place of whoever has been silent for longest. */
static void arrived(void *context, int fd)
{
	struct control_socket *control = context;
	struct control_guest *guest = &control->guest[control->next++ % CONTROL_GUESTS];
	if (guest->watch != NULL)
		leave(guest);
	*guest = (struct control_guest){ .socket = control, .fd = fd };
	guest->watch = loop_watch_open(control->app->loop, fd, readable, guest);
	if (guest->watch == NULL)
		close(fd);
	else
		loop_watch_for(guest->watch, LOOP_READ);
}

bool control_open(
	struct control_socket *control, struct app *app, const char *path, const char *backup)
{
	*control = (struct control_socket){ .app = app, .backup = backup };
	struct text text = text_in(control->path, sizeof control->path);
	text_add(&text, path);
	control->door = (struct door){
		.log = &app->log, .part = "control", .came = arrived, .context = control
	};
	if (door_open(&control->door, app->loop, path, CONTROL_GUESTS))
		return true;
	log_line(&app->log, LOG_ERROR, "control", "%s: %s", path, strerror(errno));
	return false;
}

void control_close(struct control_socket *control)
{
	if (control->door.watch == NULL)
		return;
	for (unsigned i = 0; i < CONTROL_GUESTS; i++)
		if (control->guest[i].watch != NULL)
			leave(&control->guest[i]);
	door_close(&control->door);
	unlink(control->path);
}
