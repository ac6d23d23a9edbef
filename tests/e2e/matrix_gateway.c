/* matrix_gateway.c - a Synapse behind an nginx with TLS and HTTP/2, as most are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/matrix/gateway.h"
#include "tests/matrix/scene.h"

enum {
	MANY = 100000, /* requests on a connection, more than a match needs */
	FEW = 9
};

static struct gateway gateway;

static int enter(void **state)
{
	gateway = (struct gateway){ 0 };
	return scene_enter(state);
}

static int leave(void **state)
{
	scene_leave(state);
	gateway_end(&gateway);
	return 0;
}

/* Connects the bot to the server by a gateway with so many requests on a connection. */
static void go_by(struct scene *scene, unsigned requests)
{
	char more[PATH_MAX + 32];
	gateway_start(&gateway, scene->synapse.port, requests);
	snprintf(scene->homeserver, sizeof scene->homeserver, "https://127.0.0.1:%d", gateway.port);
	snprintf(more, sizeof more, "ca_file = \"%s\";", gateway.ca);
	scene_configure(scene, more);
}

/* Counts the connections in the gateway's log, and in *requests the requests with this method and
 * path. Fails if a request did not use HTTP/2. */
static unsigned connections(const char *method, const char *path, unsigned *requests)
{
	char *log = gateway_log(&gateway), name[64];
	unsigned count = 0;
	*requests = 0;
	for (const char *line = log; *line != '\0'; line = strchr(line, '\n') + 1) {
		int begin = 0, end = 0;
		assert_int_equal(sscanf(line, "HTTP/2.0 %*d%n %*s%n", &begin, &end), 0);
		assert_true(end > begin);
		snprintf(name, sizeof name, "%.*s ", end - begin, line + begin);
		count += strstr(log, name) == line + begin;
		const char *at = strstr(line, path);
		*requests += strncmp(line + end + 1, method, strlen(method)) == 0 && at != NULL &&
			at < strchr(line, '\n');
	}
	free(log);
	return count;
}

/* Fails unless all moves are stored, and each was told once. */
static void check_match(struct scene *scene)
{
	unsigned turns = 0;
	for (unsigned i = 0; i < scene->count; i++) {
		struct guest *guest = &scene->people[i];
		guest_wait(guest, "This match is over.");
		assert_int_equal(guest_count(guest, " won the match!"), 1);
		assert_int_equal(scene_told(scene, guest, "Match 1, commitment"), 1);
		assert_int_equal(scene_told(scene, guest, " draws "), 1);
		turns += scene_turns(scene, guest);
	}
	assert_int_equal(turns, scene_moves_stored(scene));
}

/* The bot sends messages on the connection on which its /sync waits. */
static void one_connection_carries_a_whole_match(void **state)
{
	struct scene *scene = *state;
	unsigned logins, syncs, sent;
	go_by(scene, MANY);
	scene_open_table(scene, 2, "mitaines classic target=10");
	scene_play_match(scene, NULL);
	check_match(scene);
	assert_int_equal(bot_stop(&scene->bot), 0);
	assert_int_equal(connections("POST", "/login", &logins), 1);
	assert_int_equal(connections("GET", "/sync", &syncs), 1);
	assert_int_equal(connections("PUT", "/send/", &sent), 1);
	assert_int_equal(logins, 1);
	assert_true(syncs > scene_moves_stored(scene));
	assert_true(sent > scene_moves_stored(scene));
}

/* Makes the gateway close connections after some moves, and restarts it after others. */
static void disturb(struct scene *scene, unsigned move)
{
	(void)scene;
	if (move % 3 == 1)
		gateway_renew(&gateway);
	if (move % 7 == 2) {
		gateway_stop(&gateway);
		gateway_again(&gateway);
	}
}

static void connections_that_end_in_mid_match_lose_and_double_nothing(void **state)
{
	struct scene *scene = *state;
	unsigned sent;
	go_by(scene, FEW);
	scene_open_table(scene, 2, "mitaines classic target=10");
	scene_play_match(scene, disturb);
	check_match(scene);
	assert_int_equal(bot_stop(&scene->bot), 0);
	assert_true(connections("PUT", "/send/", &sent) > scene_moves_stored(scene) / 3);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, enter, leave)
	const struct CMUnitTest tests[] = {
		CASE(one_connection_carries_a_whole_match),
		CASE(connections_that_end_in_mid_match_lose_and_double_nothing),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
