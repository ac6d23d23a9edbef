/* bouncer.c - an IRC server that replays old lines when the bot connects. */
#include "tests/simulate/bouncer.h"

#include <stdio.h>
#include <time.h>

#include "tests/simulate/world.h"

enum { BOUNCER_HOUR = 3600 * 1000 };

const char bouncer_mark[] = "#replayed";

void bouncer_replay(struct chance *chance)
{
	struct server *server = human_of_irc(chance)->server;
	bool batches = chance_below(chance, 2) == 0;
	if (!server->kind->caps)
		return;
	world_tell("%s replays old lines from now on, %s, and loses the bot", server->kind->name,
		batches ? "in batches" : "with their time");
	server->replays = batches ? BOUNCER_BATCHES : BOUNCER_TIMES;
	if (server->wire == NULL)
		return;
	struct wire *wire = server->wire;
	wire_reset(wire);
	server_lose(server, wire, "reset");
}

const char *bouncer_time(const struct server *server, unsigned ago, char tag[64])
{
	uint64_t now = (uint64_t)world_date() * 1000 + world()->now % 1000 - ago;
	time_t seconds = (time_t)(now / 1000);
	struct tm when;
	tag[0] = '\0';
	if (server->replays == BOUNCER_NONE || gmtime_r(&seconds, &when) == NULL)
		return tag;
	size_t length = strftime(tag, 64, "@time=%Y-%m-%dT%H:%M:%S", &when);
	snprintf(tag + length, 64 - length, ".%03uZ ", (unsigned)(now % 1000));
	return tag;
}

static void tell(struct server *server, const struct human *human, const char *what,
	const char *target, const char *text)
{
	char tag[64];
	const char *time = bouncer_time(server, 1 + world_below(BOUNCER_HOUR), tag);
	bool batch = server->replays == BOUNCER_BATCHES;
	server_send(server, "%s%s:%s!%s %s %s :%s %s", batch ? "@batch=old;" : "",
		time + (batch ? 1 : 0), human->nick, human->address, what, target, text,
		bouncer_mark);
}

void bouncer_tells(struct server *server, const char *target)
{
	static const char *const lines[] = { "!p 1", "p 1", "!new", "stop", "!leave", "forget me" };
	bool batch = server->replays == BOUNCER_BATCHES;
	if (server->replays == BOUNCER_NONE)
		return;
	if (batch)
		server_send(server, ":%s BATCH +old znc.in/playback %s", server->host, target);
	for (unsigned i = 0; i < WORLD_HUMANS; i++) {
		const struct human *human = &world()->human[i];
		if (human->server != server)
			continue;
		tell(server, human, "PRIVMSG", target, lines[world_below(6)]);
		if (batch)
			tell(server, human, "PART", server->channel, "");
	}
	if (batch)
		server_send(server, ":%s BATCH -old", server->host);
}
