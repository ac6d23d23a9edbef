/* unlisted.c - servers that hide people or their hosts: ircu with delayed joins, ngircd with +x. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/ircd.h"
#include "tests/irc/room.h"

enum { HASTE = 8 };

struct scene {
	struct room *room;
	struct ircd ircd;
};

static int make_scene(void **state)
{
	const enum ircd_kind *kind = *state;
	struct scene *scene = calloc(1, sizeof *scene);
	char network[BOT_ENTRY];
	assert_non_null(scene);
	scene->room = room_new();
	scene->room->bot.haste = HASTE;
	*state = scene;
	ircd_start(&scene->ircd, *kind, HASTE);
	snprintf(network, sizeof network,
		"{ name = \"test\"; host = \"127.0.0.1\"; port = %d; channels = ( \"#t\", \"#u\" "
		"); }",
		scene->ircd.bot_port);
	room_fill(scene->room, scene->ircd.port, network);
	return 0;
}

static int end_scene(void **state)
{
	struct scene *scene = *state;
	void *room = scene->room;
	room_close(&room);
	ircd_end(&scene->ircd);
	free(scene);
	return 0;
}

/* Sets channel modes in both channels and waits until the bot has seen them. */
static void set_modes(struct room *room, const char *modes)
{
	struct player *owl = &room->people[ROOM_OWL];
	client_send(&owl->client, "MODE #t %s", modes);
	client_send(&owl->client, "MODE #u %s", modes);
	room_expect(room, owl, " MODE #u ");
	room_ask(room, owl, "!ping", "pong");
}

static void people_with_delayed_joins_can_play(void **state)
{
	struct room *room = ((struct scene *)*state)->room;
	set_modes(room, "+ntD");
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=200");
	room_play_moves(room, 8);
	assert_true(anna->tellings > 0 && luc->tellings > 0);
}

/* ngircd does not announce the host that +x gives; after -x the player has the known host again. */
static void an_unannounced_new_host_is_another_person(void **state)
{
	struct room *room = ((struct scene *)*state)->room;
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_begin(room, anna, luc, "target=200", 2);
	client_send(&anna->client, "MODE anna +x");
	room_expect(room, anna, "+x");
	size_t told = anna->tellings;
	room_ask_alone(room, anna, "hand", "You are a guest until anna’s match ends");
	room_ask_alone(room, anna, "p 1", "not at that table");
	assert_int_equal(anna->tellings, told);
	client_send(&anna->client, "MODE anna -x");
	room_expect(room, anna, "-x");
	room_ask_alone(room, anna, "hand", "Your hand");
	room_play_moves(room, 4);
}

int main(void)
{
	static enum ircd_kind kinds[] = { IRCD_NGIRCD, IRCD_INSPIRCD, IRCD_INSPIRCD_STRICT,
		IRCD_IRCU, IRCD_HYBRID };
#define CASE(kind, test) \
	{ \
#test "@" #kind, test, make_scene, end_scene, &kinds[kind] \
	}
	const struct CMUnitTest tests[] = {
		CASE(IRCD_IRCU, people_with_delayed_joins_can_play),
		CASE(IRCD_NGIRCD, an_unannounced_new_host_is_another_person),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
