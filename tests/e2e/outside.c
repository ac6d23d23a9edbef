/* outside.c - strangers who share no channel with the bot, or join and part, ask as fast as they
 * can. At the default pace and limits people in a channel are answered as if the strangers were not
 * there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/irc/room.h"

/* PINGS: number of pings from the channel while each stranger asks QUESTIONS times. */
enum { STRANGERS = 3, QUESTIONS = 24, PINGS = 5 };

struct scene {
	struct room *room;
	struct player *anna;
	struct client stranger[STRANGERS];
	unsigned strangers;
};

static int enter(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	char networks[BOT_ENTRY];
	assert_non_null(scene);
	*state = scene;
	scene->room = room_new();
	assert_true(server_start(&scene->room->server, NULL));
	snprintf(networks, sizeof networks,
		"{ name = \"local\"; host = \"127.0.0.1\"; port = %d; channels = ( \"#t\", "
		"\"#u\" ); }",
		scene->room->server.port);
	room_fill(scene->room, scene->room->server.port, networks);
	scene->anna = room_enter(scene->room, "anna");
	room_ask(scene->room, scene->anna, "!ping first", " #t :pong first");
	return 0;
}

static int leave(void **state)
{
	struct scene *scene = *state;
	void *room = scene->room;
	for (unsigned i = 0; i < scene->strangers; i++)
		client_close(&scene->stranger[i]);
	room_close(&room);
	free(scene);
	return 0;
}

static struct client *meet(struct scene *scene, const char *nick)
{
	struct client *stranger = &scene->stranger[scene->strangers++];
	assert_true(client_open(stranger, scene->room->port, nick));
	return stranger;
}

static void ask(struct client *stranger, unsigned number)
{
	client_say(stranger, "mitaines", number % 2 == 0 ? "help" : "rules");
}

/* Counts the bot's lines to a stranger so far. */
static unsigned heard(struct client *stranger)
{
	unsigned count = 0;
	client_saw(stranger, "");
	for (const char *at = stranger->transcript; (at = strstr(at, "\n:mitaines!")) != NULL; at++)
		count++;
	return count;
}

/* Waits until the bot has begun to answer every stranger. */
static void begins(struct scene *scene)
{
	for (unsigned i = 0; i < scene->strangers; i++)
		if (client_wait(&scene->stranger[i], ":mitaines!", BOT_PATIENCE) == NULL)
			room_fail(scene->room, "hears nothing", scene->stranger[i].nick);
}

static void ping(struct scene *scene)
{
	for (unsigned i = 0; i < PINGS; i++) {
		char text[32];
		char pong[32];
		snprintf(text, sizeof text, "!ping anna%u", i);
		snprintf(pong, sizeof pong, "pong anna%u", i);
		room_ask(scene->room, scene->anna, text, pong);
	}
}

static void strangers_ask(struct scene *scene, unsigned strangers)
{
	unsigned before[STRANGERS];
	for (unsigned i = 0; i < strangers; i++) {
		char nick[16];
		snprintf(nick, sizeof nick, "eve%u", i);
		meet(scene, nick);
	}
	for (unsigned number = 0; number < QUESTIONS; number++)
		for (unsigned i = 0; i < strangers; i++)
			ask(&scene->stranger[i], number);
	begins(scene);
	ping(scene);
	/* Each stranger was due at least ten lines; most of them still wait. */
	for (unsigned i = 0; i < strangers; i++) {
		before[i] = heard(&scene->stranger[i]);
		assert_in_range(before[i], 1, 9);
	}
	for (unsigned i = 0; i < strangers; i++)
		while (heard(&scene->stranger[i]) == before[i])
			if (client_wait(&scene->stranger[i], ":mitaines!", BOT_PATIENCE) == NULL)
				room_fail(scene->room, "hears no more", scene->stranger[i].nick);
	assert_false(bot_logged(&scene->room->bot, "a line is lost", 0));
}

static void a_stranger_outside_all_channels_delays_no_answer(void **state)
{
	strangers_ask(*state, 1);
}

static void three_strangers_outside_all_channels_delay_no_answer(void **state)
{
	strangers_ask(*state, STRANGERS);
}

static void a_stranger_with_many_nicks_delays_no_answer(void **state)
{
	struct scene *scene = *state;
	struct client *eve = meet(scene, "eve");
	ask(eve, 0);
	begins(scene);
	for (unsigned number = 0; number < QUESTIONS; number++) {
		client_send(eve, "NICK eve%u", number);
		ask(eve, number);
	}
	assert_non_null(client_wait(eve, " NICK :eve23", BOT_PATIENCE));
	ping(scene);
}

static void a_stranger_who_joins_and_parts_delays_no_answer(void **state)
{
	struct scene *scene = *state;
	struct client *eve = meet(scene, "eve");
	ask(eve, 0);
	begins(scene);
	for (unsigned number = 0; number < QUESTIONS; number++) {
		client_send(eve, "JOIN #t");
		client_send(eve, "PART #t");
		ask(eve, number);
	}
	client_send(eve, "PING :done");
	assert_non_null(client_wait(eve, "PONG irc.test :done", BOT_PATIENCE));
	ping(scene);
}

/* In a channel without +n outsiders can speak, and an answer there would be seen by all members. */
static void an_outsider_who_speaks_in_a_channel_delays_no_answer(void **state)
{
	struct scene *scene = *state;
	struct client *eve = meet(scene, "eve");
	client_say(eve, "#t", "!ping eve");
	assert_non_null(client_wait(eve, "You’re not in #t: ", BOT_PATIENCE));
	for (unsigned number = 0; number < QUESTIONS; number++) {
		client_send(eve, "NICK eve%u", number);
		client_say(eve, "#t", "!ping eve");
	}
	assert_non_null(client_wait(eve, " NICK :eve23", BOT_PATIENCE));
	ping(scene);
	assert_int_equal(room_count(scene->anna, 0, "pong eve"), 0);
}

/* A stranger's answers come last, but complete. */
static void a_stranger_gets_complete_answers(void **state)
{
	struct scene *scene = *state;
	struct client *eve = meet(scene, "eve");
	client_say(eve, "mitaines", "help");
	client_say(eve, "mitaines", "!ping all of it");
	assert_non_null(client_wait(eve, " eve :pong all of it", BOT_PATIENCE));
	assert_int_equal(heard(eve), 6);
}

static void being_ignored_survives_leaving_and_coming_back(void **state)
{
	struct scene *scene = *state;
	struct client *eve = meet(scene, "eve");
	assert_true(client_join(eve, "#t"));
	for (unsigned number = 0; number < QUESTIONS; number++)
		client_say(eve, "#t", "!ping flood");
	/* The stranger goes on after having had time to read the warning. */
	while (!bot_logged(&scene->room->bot, "asks for too much: ignored", 100))
		client_say(eve, "#t", "!ping on");
	client_send(eve, "PART #t");
	client_say(eve, "mitaines", "!ping gone");
	assert_true(client_join(eve, "#t"));
	client_say(eve, "mitaines", "!ping back");
	client_say(eve, "#t", "!ping there");
	ping(scene);
	assert_false(client_saw(eve, "pong gone"));
	assert_false(client_saw(eve, "pong back"));
	assert_false(client_saw(eve, "pong there"));
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, enter, leave)
	const struct CMUnitTest tests[] = {
		CASE(a_stranger_outside_all_channels_delays_no_answer),
		CASE(three_strangers_outside_all_channels_delay_no_answer),
		CASE(a_stranger_with_many_nicks_delays_no_answer),
		CASE(a_stranger_who_joins_and_parts_delays_no_answer),
		CASE(an_outsider_who_speaks_in_a_channel_delays_no_answer),
		CASE(a_stranger_gets_complete_answers),
		CASE(being_ignored_survives_leaving_and_coming_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
