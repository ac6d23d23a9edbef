/* A match on an inspircd, plain and with TLS, and certificates the bot must not trust. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/audit.h"
#include "tests/irc/inspircd.h"
#include "tests/irc/room.h"

struct scene {
	struct inspircd inspircd;
	struct room *room;
};

static int start(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	assert_non_null(scene);
	*state = scene;
	inspircd_start(&scene->inspircd);
	return 0;
}

static int end(void **state)
{
	struct scene *scene = *state;
	inspircd_end(&scene->inspircd);
	free(scene);
	return 0;
}

static int make_room(void **state)
{
	struct scene *scene = *state;
	scene->room = room_new();
	scene->room->port = scene->inspircd.port;
	return 0;
}

static int leave_room(void **state)
{
	struct scene *scene = *state;
	void *room = scene->room;
	return room_close(&room);
}

/* An entry of `networks` for the server, by TLS when there is an authority to trust. */
static void entry_for(const struct inspircd *inspircd, const char *ca, char entry[BOT_ENTRY])
{
	char tls[BOT_ENTRY / 2] = "";
	if (ca != NULL)
		snprintf(tls, sizeof tls, "tls = true; ca_file = \"%.400s\";", ca);
	bot_network(entry, BOT_ENTRY, "test", ca != NULL ? inspircd->tls_port : inspircd->port,
		"\"#t\", \"#u\"", tls);
}

static void play(struct scene *scene, const char *ca)
{
	struct room *room = scene->room;
	struct player *players[2];
	char entry[BOT_ENTRY];
	struct audit audit;
	entry_for(&scene->inspircd, ca, entry);
	room_fill(room, scene->inspircd.port, entry);
	players[0] = room_enter(room, "anna");
	players[1] = room_enter(room, "luc");
	room_table(room, players, 2, "target=100");
	room_play(room, &room->people[ROOM_OWL], "This was match 1:");
	audit_read(&audit, room->bot.database, 1);
	audit_public(&audit, &room->people[ROOM_OWL].client, 1);
	audit_told(&audit, players[0]);
	audit_told(&audit, players[1]);
	audit_free(&audit);
	assert_int_equal(bot_stop(&room->bot), 0);
}

static void a_match_without_tls(void **state)
{
	play(*state, NULL);
}

static void a_match_with_tls(void **state)
{
	struct scene *scene = *state;
	play(scene, scene->inspircd.ca);
}

/* How often the server has seen the bot so far. */
static unsigned visits(struct room *room, struct player *owl)
{
	size_t since = owl->client.length;
	client_send(&owl->client, "WHOIS mitaines");
	room_expect(room, owl, " 401 owl mitaines :");
	client_send(&owl->client, "WHOWAS mitaines");
	room_expect(room, owl, " 369 owl mitaines :");
	return room_count(owl, since, " 314 owl mitaines ");
}

/* Without trust there is no connection, and not one without TLS instead. */
static void a_certificate_by_somebody_else(void **state)
{
	struct scene *scene = *state;
	struct room *room = scene->room;
	char entry[BOT_ENTRY];
	struct player *owl = room_enter(room, "owl");
	unsigned before = visits(room, owl);
	entry_for(&scene->inspircd, scene->inspircd.other, entry);
	bot_configure_networks(&room->bot, entry);
	bot_start(&room->bot);
	if (!bot_logged(&room->bot, "test: not connected: SSL certificate problem", BOT_PATIENCE))
		room_fail(room, "the log", "nothing about the certificate");
	assert_int_equal(visits(room, owl), before);
	assert_int_equal(bot_stop(&room->bot), 0);
	assert_false(bot_logged(&room->bot, "connected as", 0));
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, make_room, leave_room)
	const struct CMUnitTest tests[] = {
		CASE(a_match_without_tls),
		CASE(a_match_with_tls),
		CASE(a_certificate_by_somebody_else),
	};
	return cmocka_run_group_tests(tests, start, end);
}
