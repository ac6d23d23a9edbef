/* fake.c - an IRC server scripted by a test, on the wire of the simulation. */
#include "tests/irc/fake.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/simulate/wire.h"

/* Returns the test's fake server. Its first member is the simulated world. */
static struct fake *fake_here(void)
{
	return (struct fake *)world();
}

static void fake_flush(struct fake *fake)
{
	if (fake->wire != NULL && fake->said.length > 0)
		wire_say(fake->wire, fake->said.bytes, fake->said.length);
	string_clear(&fake->said);
}

static void fake_take_next(struct fake *fake)
{
	fake->wire = fake->next;
	fake->next = NULL;
	if (fake->wire == NULL)
		return;
	fake->wire->steady = true;
	wire_deafen(fake->wire, fake->deaf);
	fake->seen = fake->answered = 0;
	string_clear(&fake->heard);
}

/* Answers the PINGs received since the last call. */
static void fake_answer(struct fake *fake)
{
	const char *end, *line;
	while (line = fake->heard.bytes + fake->answered,
		(end = memchr(line, '\n', fake->heard.length - fake->answered)) != NULL) {
		int length = (int)(end - line) - 6;
		fake->answered += (size_t)(end - line) + 1;
		if (!fake->mute && length > 0 && strncmp(line, "PING :", 6) == 0)
			fake_says(fake, ":irc.test PONG irc.test :%.*s", length - 1, line + 6);
	}
	fake_flush(fake);
}

/* ---- events of the wire ---- */

/* NOLINTBEGIN(bugprone-reserved-identifier): names that the linker's option --wrap demands */

__typeof__(server_meet) __wrap_server_meet;
void __wrap_server_meet(struct server *server, struct wire *wire)
{
	struct fake *fake = fake_here();
	(void)server;
	fake->next = wire;
	if (fake->wire == NULL)
		fake_take_next(fake);
	loop_stop(fake->loop);
}

__typeof__(server_hear) __wrap_server_hear;
void __wrap_server_hear(struct server *server, struct wire *wire, const char *bytes, size_t length)
{
	struct fake *fake = fake_here();
	(void)server;
	if (wire != fake->wire)
		fake_take_next(fake);
	string_add_bytes(&fake->heard, bytes, length);
	fake_answer(fake);
	loop_stop(fake->loop);
}

__typeof__(server_lose) __wrap_server_lose;
void __wrap_server_lose(struct server *server, struct wire *wire, const char *why)
{
	struct fake *fake = fake_here();
	(void)server, (void)why;
	if (wire == fake->wire)
		fake_hang_up(fake);
	loop_stop(fake->loop);
}

/* NOLINTEND(bugprone-reserved-identifier) */

/* ---- functions for tests ---- */

static void fake_due(void *context)
{
	struct fake *fake = context;
	fake->late = true;
	loop_stop(fake->loop);
}

void fake_open(struct fake *fake)
{
	static const struct server_kind kind = { .name = "fake", .support = "" };
	struct setting setting;
	setting_read(&setting, "0");
	world_begin(&fake->world, &setting);
	for (unsigned i = 0; i < fake->world.servers; i++) {
		struct server *server = &fake->world.server[i];
		server->kind = &kind;
		snprintf(server->host, sizeof server->host, "127.0.0.%u", i == 0 ? 1 : 100 - i);
		server->down = i == 0 ? 0 : UINT64_MAX;
	}
	fake->said = fake->heard = STRING_EMPTY;
	fake->loop = loop_open();
	fake->timer = loop_timer_open(fake->loop, fake_due, fake);
	assert_non_null(fake->timer);
}

void fake_close(struct fake *fake)
{
	loop_timer_close(fake->timer);
	loop_close(fake->loop);
	fake->world.servers = fake->world.humans = 0;
	world_clear(&fake->world);
	string_free(&fake->said);
	string_free(&fake->heard);
}

void fake_hang_up(struct fake *fake)
{
	fake_flush(fake);
	if (fake->wire != NULL)
		wire_hang_up(fake->wire);
	fake_take_next(fake);
}

void fake_reset(struct fake *fake)
{
	fake_flush(fake);
	if (fake->wire != NULL)
		wire_reset(fake->wire);
	fake_take_next(fake);
}

static void fake_patience(struct fake *fake, int milliseconds)
{
	fake->late = false;
	loop_timer_set(fake->timer, (uint64_t)milliseconds);
}

static void fake_run(struct fake *fake)
{
	fake_flush(fake);
	loop_run(fake->loop);
	if (world_ended())
		fail_msg("%s", fake->world.fault);
}

bool fake_meets(struct fake *fake, int milliseconds)
{
	fake_patience(fake, milliseconds);
	while (fake->wire == NULL && !fake->late)
		fake_run(fake);
	return fake->wire != NULL;
}

bool fake_left(struct fake *fake, int milliseconds)
{
	const struct wire *wire = fake->wire;
	fake_patience(fake, milliseconds);
	while (wire != NULL && fake->wire == wire && !fake->late)
		fake_run(fake);
	return wire == NULL || fake->wire != wire;
}

void fake_waits(struct fake *fake, int milliseconds)
{
	fake_patience(fake, milliseconds);
	while (!fake->late)
		fake_run(fake);
}

void fake_bytes(struct fake *fake, const char *bytes, size_t length)
{
	string_add_bytes(&fake->said, bytes, length);
}

void fake_says(struct fake *fake, const char *format, ...)
{
	char line[20000];
	va_list rest;
	va_start(rest, format);
	int length = vsnprintf(line, sizeof line, format, rest);
	va_end(rest);
	assert_in_range(length, 0, sizeof line - 1);
	string_add_bytes(&fake->said, line, (size_t)length);
	string_add(&fake->said, "\r\n");
}

/* Returns the next whole line that was not searched yet, or NULL. */
static const char *fake_next(struct fake *fake)
{
	const char *start = fake->heard.bytes + fake->seen;
	const char *newline = memchr(start, '\n', fake->heard.length - fake->seen);
	if (newline == NULL)
		return NULL;
	fake->seen += (size_t)(newline - start) + 1;
	snprintf(fake->line, sizeof fake->line, "%.*s", (int)strcspn(start, "\r\n"), start);
	return fake->line;
}

const char *fake_hears(struct fake *fake, const char *part, int milliseconds)
{
	const char *line;
	fake_patience(fake, milliseconds);
	for (;;) {
		while ((line = fake_next(fake)) != NULL)
			if (strstr(line, part) != NULL)
				return line;
		if (fake->late || fake->wire == NULL)
			return NULL;
		fake_run(fake);
	}
}

size_t fake_count(const struct fake *fake, const char *part)
{
	size_t count = 0;
	for (const char *at = fake->heard.bytes; (at = strstr(at, part)) != NULL; at++)
		count++;
	return count;
}

void fake_deafen(struct fake *fake, bool deaf)
{
	fake->deaf = deaf;
	if (fake->wire != NULL)
		wire_deafen(fake->wire, deaf);
}
