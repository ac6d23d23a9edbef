/* services.c - steps (step.h) on a server with services: logins, logouts and nick protection. */
#include "tests/simulate/services.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "tests/simulate/world.h"

enum { SERVICES_LATE = 20 };

/* Draws a human with an account. `another` draws a different human on the same server. */
static struct human *somebody(struct chance *chance)
{
	struct human *human;
	do
		human = human_of_irc(chance);
	while (human->account[0] == '\0');
	return human;
}

static struct human *another(struct chance *chance, const struct human *than)
{
	struct human *human;
	do
		human = human_of_irc(chance);
	while (human == than || human->server != than->server);
	return human;
}

static void log_in(struct incident *incident)
{
	struct human *human = incident->subject;
	if (world()->now >= human->server->unserved)
		human_log(human, true);
}

void services_log_out(struct chance *chance)
{
	struct human *human = somebody(chance);
	unsigned seconds = 1 + chance_below(chance, 200);
	world_tell("%s logs out for %u s", human->name, seconds);
	human_log(human, false);
	world_later(seconds * WORLD_SECOND, log_in, human, 0, NULL, 0);
}

void services_return(struct server *server)
{
	server->unserved = 0;
	for (unsigned i = 0; i < WORLD_HUMANS; i++) {
		struct human *human = &world()->human[i];
		if (human->server == server && !human->logged)
			world_later(i * WORLD_SECOND, log_in, human, 0, NULL, 0);
	}
}

/* Brings services back. The server then offers account-notify, even if it did not before. */
static void come_back(struct incident *incident)
{
	struct server *server = incident->subject;
	if (server->unserved == 0 || world()->now < server->unserved)
		return;
	server->notifies = true;
	if (server->account_tag && !server->account_notify)
		server_send(server, ":%s CAP %s NEW :account-notify", server->host, server->bot);
	services_return(server);
}

void services_split(struct chance *chance)
{
	struct server *server = somebody(chance)->server;
	unsigned seconds = 5 + chance_below(chance, 200);
	world_tell("%s has no services for %u s", server->kind->name, seconds);
	server->unserved = world()->now + seconds * WORLD_SECOND;
	world_later(seconds * WORLD_SECOND, come_back, server, 0, NULL, 0);
}

/* Renames a human who uses the nick of an account that is not theirs, as NickServ does. */
static void enforce(struct incident *incident)
{
	struct human *human = incident->subject;
	char nick[SERVER_NICK];
	snprintf(nick, sizeof nick, "Guest%u", 1000 + (unsigned)incident->number);
	if (strcasecmp(human->nick, human->name) == 0 || world()->now < human->server->unserved)
		return;
	world_tell("services call %s %s", human->name, nick);
	human_rename(human, nick);
}

static void undo(struct incident *incident)
{
	struct human *human = incident->subject;
	if (!human->online)
		human_come(human);
	human_rename(human, human->name);
}

void services_enforce(struct chance *chance)
{
	struct human *owner = somebody(chance), *other = another(chance, owner);
	unsigned seconds = 1 + chance_below(chance, 100);
	world_tell("%s loses the connection for %u s, and %s takes their nick", owner->name,
		seconds, other->name);
	human_quit(owner, "Ping timeout");
	human_rename(other, owner->account);
	world_later(chance_below(chance, SERVICES_LATE) * WORLD_SECOND, enforce, other,
		chance_below(chance, 1000), NULL, 0);
	world_later(seconds * WORLD_SECOND, undo, owner, 0, NULL, 0);
	world_later((seconds + 5) * WORLD_SECOND, undo, other, 0, NULL, 0);
}
