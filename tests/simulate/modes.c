/* modes.c - modes of a simulated channel: +u hides its members, -n lets outsiders speak. */
#include "tests/simulate/human.h"
#include "tests/simulate/server.h"
#include "tests/simulate/world.h"

/* LISTS_MS: ms in which the bot learns all members after mode +u has ended. */
enum { LISTS_MS = 60000 };

bool server_hides(const struct server *server)
{
	return world()->now < server->hidden;
}

static void list(struct incident *incident)
{
	struct server *server = incident->subject;
	uint64_t soon = world()->now + LISTS_MS;
	if (server_hides(server))
		return;
	for (unsigned i = 0; i < WORLD_HUMANS; i++)
		if (world()->human[i].server == server && world()->human[i].unseen != 0)
			world()->human[i].unseen = soon;
	if (server->joined)
		server_send(server, ":op!op@op.test MODE %s -u", server->channel);
}

void server_reveal(struct server *server)
{
	server->hidden = world()->now;
	world_later(0, list, server, 0, NULL, 0);
}

void server_hide(struct server *server, uint64_t milliseconds)
{
	uint64_t until = world()->now + milliseconds;
	bool hides = server_hides(server);
	server->hidden = until > server->hidden ? until : server->hidden;
	server_disturb(server, milliseconds);
	if (server->joined && !hides)
		server_send(server, ":op!op@op.test MODE %s +u", server->channel);
	world_later(milliseconds, list, server, 0, NULL, 0);
}

static void shut_out(struct incident *incident)
{
	struct server *server = incident->subject;
	if (server->joined)
		server_send(server, ":op!op@op.test MODE %s +n", server->channel);
}

void server_let_pass(struct server *server, uint64_t milliseconds)
{
	server->passed = world()->now + milliseconds;
	if (server->joined)
		server_send(server, ":op!op@op.test MODE %s -n", server->channel);
	world_later(milliseconds, shut_out, server, 0, NULL, 0);
}
