/* irc_server.c - the IRC client on a real server, ngircd, with and without TLS. The bot is a
 * process of its own. */
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/net/conn.h"
#include "tests/irc/client.h"
#include "tests/irc/pong.h"
#include "tests/irc/server.h"

enum { PATIENCE = 60000, LOOK = 5 };

static const char *const channels[] = { "#mitaines", "#Second[1]" };

static const struct irc_times times = {
	.ping = 45000,
	.dead = 90000,
	.registration = 60000,
	.retry_least = 20,
	.retry_most = 100,
	.stable = 60000,
	.rejoin = 20,
	.regain = 100,
	.leave = 1000,
	.login = 60000,
};

struct scene {
	struct server server;
	struct client anna;
	struct irc_settings settings;
	struct irc_times times;
	pid_t bot; /* 0 if it does not run */
	char ca[PATH_MAX];
};

/* ---- the bot ---- */

static void log_path(const struct scene *scene, char path[PATH_MAX])
{
	folder_file(scene->server.folder, "bot.log", path);
}

static void bot_run(const struct scene *scene)
{
	struct loop *loop = loop_open();
	struct pong pong;
	char path[PATH_MAX];
	int log;
	log_path(scene, path);
	log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (conn_start_library(scene->settings.tls) &&
		pong_open(&pong, loop, &scene->settings, log))
		loop_run(loop);
	_exit(1);
}

static void bot_start(struct scene *scene)
{
	assert_null(irc_settings_fault(&scene->settings));
	fflush(NULL);
	scene->bot = fork();
	if (scene->bot == 0)
		bot_run(scene);
}

static void bot_stop(struct scene *scene)
{
	if (scene->bot == 0)
		return;
	kill(scene->bot, SIGKILL);
	waitpid(scene->bot, NULL, 0);
	scene->bot = 0;
}

static bool log_has(const struct scene *scene, const char *part)
{
	char path[PATH_MAX], line[1100];
	bool has = false;
	FILE *file;
	log_path(scene, path);
	file = fopen(path, "r");
	while (!has && file != NULL && fgets(line, sizeof line, file) != NULL)
		has = strstr(line, part) != NULL;
	if (file != NULL)
		fclose(file);
	return has;
}

static void logged(const struct scene *scene, const char *part)
{
	for (int i = 0; i < PATIENCE / LOOK; i++) {
		if (log_has(scene, part))
			return;
		poll(NULL, 0, LOOK);
	}
	fail_msg("not logged: %s", part);
}

/* ---- scenes ---- */

static int make(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	*state = scene;
	scene->times = times;
	if (!server_start(&scene->server, NULL))
		return -1;
	scene->settings = (struct irc_settings){ .name = "real",
		.host = "127.0.0.1",
		.port = (unsigned)scene->server.port,
		.nick = "mitaines",
		.channel = channels,
		.channels = 2,
		.burst = 8,
		.times = &scene->times };
	if (!client_open(&scene->anna, scene->server.port, "anna") ||
		!client_join(&scene->anna, "#mitaines"))
		return -1;
	return 0;
}

static int end(void **state)
{
	struct scene *scene = *state;
	bot_stop(scene);
	client_close(&scene->anna);
	server_end(&scene->server);
	free(scene);
	return 0;
}

static const char *await(struct client *client, const char *part)
{
	const char *line = client_wait(client, part, PATIENCE);
	if (line == NULL) {
		client_tell(client);
		fail_msg("never came: %s", part);
	}
	return line;
}

static void ping_in(struct client *client, const char *target, const char *text)
{
	char ping[600], pong[600];
	snprintf(ping, sizeof ping, "!ping %s", text);
	snprintf(pong, sizeof pong, ":pong %s", text);
	client_say(client, target, ping);
	await(client, pong);
}

static void arrive(struct scene *scene)
{
	await(&scene->anna, ":mitaines!");
	ping_in(&scene->anna, "#mitaines", "hello");
}

static int make_with_bot(void **state)
{
	if (make(state) != 0)
		return -1;
	bot_start(*state);
	arrive(*state);
	return 0;
}

/* ---- tests ---- */

static void the_bot_answers_in_several_channels_and_in_private(void **state)
{
	struct scene *scene = *state;
	assert_true(client_join(&scene->anna, "#Second[1]"));
	ping_in(&scene->anna, "#SECOND[1]", "in the second");
	ping_in(&scene->anna, "mitaines", "in private");
	assert_true(client_saw(&scene->anna, "PRIVMSG anna :pong in private"));
}

static void the_bot_connects_from_the_configured_address(void **state)
{
	struct scene *scene = *state;
	scene->settings.source = "127.0.0.77";
	bot_start(scene);
	assert_non_null(strstr(await(&scene->anna, ":mitaines!"), "@127.0.0.77 "));
}

static void long_answers_arrive_whole(void **state)
{
	struct scene *scene = *state;
	char text[430], heard[600] = "";
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (size_t i = 50; i < sizeof text - 1; i += 50)
		text[i] = ' ';
	client_send(&scene->anna, "PRIVMSG #mitaines :!ping %s", text);
	while (strlen(heard) < strlen("pong ") + strlen(text)) {
		const char *line = await(&scene->anna, " PRIVMSG #mitaines :");
		if (heard[0] != '\0')
			strncat(heard, " ", 2);
		strncat(heard, strchr(line + 1, ':') + 1, sizeof heard - strlen(heard) - 1);
	}
	assert_memory_equal(heard, "pong ", 5);
	assert_string_equal(heard + 5, text);
}

static void private_messages_follow_renames(void **state)
{
	struct scene *scene = *state;
	for (int i = 0; i < 20; i++) {
		client_send(&scene->anna, "NICK anna%d", i);
		client_say(&scene->anna, "mitaines", "!ping follow");
		await(&scene->anna, "pong follow");
	}
}

static void the_bot_comes_back_after_a_server_restart(void **state)
{
	struct scene *scene = *state;
	for (int i = 0; i < 3; i++) {
		client_close(&scene->anna);
		server_stop(&scene->server);
		assert_true(server_again(&scene->server));
		assert_true(client_open(&scene->anna, scene->server.port, "anna"));
		assert_true(client_join(&scene->anna, "#mitaines"));
		if (!client_saw(&scene->anna, "mitaines!") &&
			!client_saw(&scene->anna, "@mitaines"))
			await(&scene->anna, ":mitaines!");
		ping_in(&scene->anna, "#mitaines", "after a restart");
	}
}

static void a_taken_nick_is_replaced_and_regained(void **state)
{
	struct scene *scene = *state;
	struct client thief;
	assert_true(client_open(&thief, scene->server.port, "Mitaines"));
	assert_true(client_join(&thief, "#mitaines"));
	bot_start(scene);
	await(&scene->anna, ":mitaines_!");
	ping_in(&scene->anna, "#mitaines", "under another name");
	ping_in(&scene->anna, "mitaines_", "in private");
	client_send(&thief, "QUIT :bye");
	await(&scene->anna, ":mitaines_!");
	ping_in(&scene->anna, "mitaines", "under its own name");
	client_close(&thief);
}

static void a_nick_freed_out_of_sight_is_regained(void **state)
{
	struct scene *scene = *state;
	struct client thief;
	assert_true(client_open(&thief, scene->server.port, "mitaines"));
	bot_start(scene);
	await(&scene->anna, ":mitaines_!");
	client_close(&thief);
	await(&scene->anna, " NICK :mitaines");
	ping_in(&scene->anna, "mitaines", "under its own name");
}

static void the_bot_rejoins_after_a_kick(void **state)
{
	struct scene *scene = *state;
	client_send(&scene->anna, "KICK #mitaines mitaines :out");
	await(&scene->anna, ":mitaines!");
	ping_in(&scene->anna, "#mitaines", "back again");
}

static void the_bot_rejoins_once_the_channel_is_open_again(void **state)
{
	struct scene *scene = *state;
	client_send(&scene->anna, "MODE #mitaines +i");
	client_send(&scene->anna, "KICK #mitaines mitaines :out");
	logged(scene, "cannot join #mitaines (473)");
	ping_in(&scene->anna, "mitaines", "still alive");
	client_send(&scene->anna, "MODE #mitaines -i");
	await(&scene->anna, ":mitaines!");
	ping_in(&scene->anna, "#mitaines", "back again");
}

/* ---- TLS ---- */

static void run(const struct scene *scene, const char *command)
{
	char line[2 * PATH_MAX];
	snprintf(line, sizeof line, "cd '%s' && ( %s ) >>openssl.log 2>&1", scene->server.folder,
		command);
	if (system(line) != 0) /* NOLINT(cert-env33-c): the command is ours */
		fail_msg("failed: %s", command);
}

/* Makes a CA and a certificate for this name, and restarts the server with it. */
static void serve_tls(struct scene *scene, const char *name)
{
	char command[512], lines[3 * PATH_MAX];
	int port = server_free_port();
	run(scene,
		"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority "
		"-keyout ca.key -out ca.pem");
	run(scene,
		"openssl req -newkey rsa:2048 -nodes -subj /CN=server -keyout server.key -out "
		"server.csr");
	snprintf(command, sizeof command, "echo subjectAltName=%s >extensions", name);
	run(scene, command);
	run(scene,
		"openssl x509 -req -days 2 -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial "
		"-extfile extensions -out server.pem");
	run(scene, "chmod 644 server.key");
	snprintf(lines, sizeof lines,
		"[SSL]\nCertFile = %s/server.pem\nKeyFile = %s/server.key\nPorts = %d\n",
		scene->server.folder, scene->server.folder, port);
	client_close(&scene->anna);
	assert_true(server_change(&scene->server, lines));
	assert_true(client_open(&scene->anna, scene->server.port, "anna"));
	assert_true(client_join(&scene->anna, "#mitaines"));
	folder_file(scene->server.folder, "ca.pem", scene->ca);
	scene->settings.tls = true;
	scene->settings.port = (unsigned)port;
	scene->settings.ca_file = scene->ca;
}

static void tls_works(void **state)
{
	struct scene *scene = *state;
	char text[400];
	serve_tls(scene, "IP:127.0.0.1");
	bot_start(scene);
	arrive(scene);
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (int i = 0; i < 100; i++) {
		memcpy(text, "number", 6);
		text[6] = (char)('0' + i / 10);
		text[7] = (char)('0' + i % 10);
		client_send(&scene->anna, "PRIVMSG #mitaines :!ping %s", text);
	}
	for (int i = 0; i < 100; i++)
		await(&scene->anna, ":pong number");
}

static void a_certificate_for_another_name_is_refused(void **state)
{
	struct scene *scene = *state;
	serve_tls(scene, "DNS:irc.example");
	bot_start(scene);
	logged(scene, "not connected: SSL: no alternative certificate subject name matches");
	assert_false(client_saw(&scene->anna, ":mitaines!"));
}

static void a_certificate_of_an_unknown_ca_is_refused(void **state)
{
	struct scene *scene = *state;
	serve_tls(scene, "IP:127.0.0.1");
	scene->settings.ca_file = NULL;
	bot_start(scene);
	logged(scene, "not connected: SSL certificate problem: unable to get local issuer");
	assert_false(client_saw(&scene->anna, ":mitaines!"));
}

static void a_server_without_tls_times_out(void **state)
{
	struct scene *scene = *state;
	scene->times.registration = 200;
	scene->settings.tls = true;
	bot_start(scene);
	logged(scene, "not connected: the server did not welcome the bot in time; again in");
}

static void a_refused_connection_is_logged(void **state)
{
	struct scene *scene = *state;
	scene->settings.port = (unsigned)server_free_port();
	bot_start(scene);
	logged(scene, "not connected: Failed to connect to 127.0.0.1 port");
}

static void an_unknown_host_is_logged(void **state)
{
	struct scene *scene = *state;
	scene->settings.host = "nowhere.invalid";
	bot_start(scene);
	logged(scene, "not connected: Could not resolve host: nowhere.invalid");
}

#define alone(test)    cmocka_unit_test_setup_teardown(test, make, end)
#define with_bot(test) cmocka_unit_test_setup_teardown(test, make_with_bot, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_bot(the_bot_answers_in_several_channels_and_in_private),
		with_bot(long_answers_arrive_whole),
		alone(the_bot_connects_from_the_configured_address),
		with_bot(private_messages_follow_renames),
		with_bot(the_bot_comes_back_after_a_server_restart),
		alone(a_taken_nick_is_replaced_and_regained),
		alone(a_nick_freed_out_of_sight_is_regained),
		with_bot(the_bot_rejoins_after_a_kick),
		with_bot(the_bot_rejoins_once_the_channel_is_open_again),
		alone(tls_works),
		alone(a_certificate_for_another_name_is_refused),
		alone(a_certificate_of_an_unknown_ca_is_refused),
		alone(a_server_without_tls_times_out),
		alone(a_refused_connection_is_logged),
		alone(an_unknown_host_is_logged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
