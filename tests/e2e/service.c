/* service.c - messages to a service manager (sd_notify), the watchdog, and the sandbox. */
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "tests/cases.h"
#include "tests/irc/room.h"

/* WATCHDOG_MS: the manager's watchdog timeout. */
enum { TOLD = 512, WATCHDOG_MS = 2000 };

/* Opens the manager's socket and names it to the bots started from now on. */
static int listen_as(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t length = strlen(name);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	assert_true(fd >= 0);
	assert_true(length < sizeof address.sun_path);
	memcpy(address.sun_path, name, length);
	if (*name == '@')
		address.sun_path[0] = '\0';
	assert_int_equal(bind(fd, (struct sockaddr *)&address,
				 (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)),
		0);
	setenv("NOTIFY_SOCKET", name, 1);
	return fd;
}

static int listen_in(const struct bot *bot)
{
	char path[PATH_MAX];
	folder_file(bot->folder, "notify", path);
	return listen_as(path);
}

/* Returns the next message within so many milliseconds, or "". */
static const char *hear(int fd, int milliseconds, char told[TOLD])
{
	struct pollfd ready = { .fd = fd, .events = POLLIN };
	ssize_t length = 0;
	if (poll(&ready, 1, milliseconds) == 1)
		length = recv(fd, told, TOLD - 1, 0);
	told[length > 0 ? length : 0] = '\0';
	return told;
}

/* Waits for a message that begins with `wanted`. Only WATCHDOG and STATUS messages may come before
 * it. */
static void expect(int fd, const char *wanted, char told[TOLD])
{
	do {
		if (*hear(fd, BOT_PATIENCE, told) == '\0')
			fail_msg("never told: %s", wanted);
		if (strncmp(told, wanted, strlen(wanted)) != 0 &&
			strncmp(told, "STATUS=", 7) != 0 && strcmp(told, "WATCHDOG=1") != 0)
			fail_msg("told %s before %s", told, wanted);
	} while (strncmp(told, wanted, strlen(wanted)) != 0);
}

static void restart(struct room *room)
{
	assert_int_equal(bot_stop(&room->bot), 0);
	room_see_bot_gone(room);
	room_start_bot(room);
}

static void forget_manager(int fd)
{
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	unsetenv("WATCHDOG_PID");
	close(fd);
}

CASE_WITH(the_bot_tells_the_service_manager_its_readiness_and_status, struct room *room, room_open,
	room_close)
{
	char told[TOLD], time[32];
	int fd = listen_in(&room->bot);
	snprintf(time, sizeof time, "%d", WATCHDOG_MS * 1000);
	setenv("WATCHDOG_USEC", time, 1);
	restart(room);
	expect(fd, "READY=1", told);
	expect(fd, "STATUS=tables: 0, networks: 1 of 1", told);
	struct player *anna = room_enter(room, "anna");
	room_ask(room, anna, "!new", "anna opens a table");
	expect(fd, "STATUS=tables: 1, networks: 1 of 1", told);
	expect(fd, "WATCHDOG=1", told);
	kill(room->bot.pid, SIGHUP);
	expect(fd, "RELOADING=1\nMONOTONIC_USEC=", told);
	expect(fd, "READY=1", told);
	kill(room->bot.pid, SIGTERM);
	expect(fd, "STOPPING=1", told);
	assert_int_equal(bot_wait(&room->bot), 0);
	forget_manager(fd);
}

/* The bot is ready once it has tried its network, even if the server does not answer. */
CASE_WITH(
	the_bot_is_ready_even_if_its_network_is_unreachable, struct bot *bot, bot_enter, bot_leave)
{
	char told[TOLD], name[64], network[BOT_ENTRY];
	snprintf(name, sizeof name, "@mitaines-test-%d", (int)getpid());
	int fd = listen_as(name);
	bot_network(network, sizeof network, "nowhere", 1, "\"#t\"", "");
	bot_configure_networks(bot, network);
	bot_start(bot);
	expect(fd, "STATUS=tables: 0, networks: 0 of 1", told);
	expect(fd, "READY=1", told);
	assert_true(bot_logged(bot, "nowhere: not connected: ", 0));
	assert_int_equal(bot_stop(bot), 0);
	forget_manager(fd);
}

/* Under systemd a reload keeps the passwords read at the start, and the log says so. */
CASE_WITH(a_reload_says_that_passwords_are_read_at_the_start, struct bot *bot, bot_enter, bot_leave)
{
	char path[PATH_MAX], network[BOT_ENTRY];
	folder_file(bot->folder, "passwords_a", path);
	folder_write(path, "sesame", 6);
	assert_int_equal(chmod(path, 0600), 0);
	setenv("CREDENTIALS_DIRECTORY", bot->folder, 1);
	bot_network(network, sizeof network, "nowhere", 1, "\"#t\"",
		"password_file = \"passwords/a\";");
	bot_configure_networks(bot, network);
	bot_start(bot);
	assert_true(bot_logged(bot, "nowhere: not connected: ", BOT_PATIENCE));
	kill(bot->pid, SIGHUP);
	assert_true(bot_logged(bot,
		"reload: passwords/: read as they were when the service started; after a change of "
		"one, restart the service",
		BOT_PATIENCE));
	assert_int_equal(bot_stop(bot), 0);
	const char *const check[] = { "check", "-c", bot->configuration, NULL };
	assert_int_equal(bot_command(bot, check), 0);
	assert_non_null(strstr(bot->output, "after a change of one, restart it"));
	unsetenv("CREDENTIALS_DIRECTORY");
}

CASE_WITH(the_bot_sends_no_keepalive_to_a_watchdog_of_another_process, struct bot *bot, bot_enter,
	bot_leave)
{
	char told[TOLD], network[BOT_ENTRY];
	int fd = listen_in(bot);
	setenv("WATCHDOG_USEC", "1000", 1);
	setenv("WATCHDOG_PID", "1", 1);
	bot_network(network, sizeof network, "nowhere", 1, "\"#t\"", "");
	bot_configure_networks(bot, network);
	bot_start(bot);
	expect(fd, "READY=1", told);
	kill(bot->pid, SIGTERM);
	while (strcmp(hear(fd, BOT_PATIENCE, told), "STOPPING=1") != 0)
		assert_int_equal(strncmp(told, "STATUS=", 7), 0);
	assert_int_equal(bot_wait(bot), 0);
	forget_manager(fd);
}

/* A container or a mistake left wrong values in the environment: the bot runs and logs that. */
CASE_WITH(
	unusable_settings_of_the_service_manager_are_logged, struct bot *bot, bot_enter, bot_leave)
{
	static const struct {
		const char *name, *text, *says;
	} tries[] = {
		{ "NOTIFY_SOCKET", "/nowhere/notify", "NOTIFY_SOCKET cannot be reached" },
		{ "NOTIFY_SOCKET", "@", "NOTIFY_SOCKET cannot be reached" },
		{ "NOTIFY_SOCKET", "notify", "NOTIFY_SOCKET cannot be reached" },
		{ "NOTIFY_SOCKET", "", "NOTIFY_SOCKET cannot be reached" },
		{ "NOTIFY_SOCKET", NULL, "NOTIFY_SOCKET cannot be reached" }, /* too long */
		{ "WATCHDOG_USEC", "", "WATCHDOG_USEC is not a time" },
		{ "WATCHDOG_USEC", "soon", "WATCHDOG_USEC is not a time" },
		{ "WATCHDOG_USEC", "0", "WATCHDOG_USEC is not a time" },
		{ "WATCHDOG_USEC", "-20000000", "WATCHDOG_USEC is not a time" },
		{ "WATCHDOG_USEC", "99999999999999999999999", "WATCHDOG_USEC is not a time" },
		{ "WATCHDOG_PID", "1", "WATCHDOG_PID is not this process" },
		{ "WATCHDOG_PID", "me", "WATCHDOG_PID is not this process" },
	};
	char network[BOT_ENTRY], told[TOLD], longest[256], path[PATH_MAX];
	memset(longest, '/', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	bot_network(network, sizeof network, "nowhere", 1, "\"#t\"", "");
	bot_configure_networks(bot, network);
	folder_file(bot->folder, "notify", path);
	int fd = listen_as(path);
	for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
		setenv("NOTIFY_SOCKET", path, 1);
		setenv("WATCHDOG_USEC", "20000000", 1);
		unsetenv("WATCHDOG_PID");
		setenv(tries[i].name, tries[i].text != NULL ? tries[i].text : longest, 1);
		bot_start(bot);
		assert_true(bot_logged(bot, "nowhere: not connected: ", BOT_PATIENCE));
		if (!bot_logged(bot, tries[i].says, 0))
			fail_msg("not said: %s", tries[i].says);
		assert_int_equal(bot_stop(bot), 0);
		while (*hear(fd, 0, told) != '\0')
			assert_string_not_equal(told, "WATCHDOG=1");
	}
	forget_manager(fd);
}

/* Fails unless /proc/PID/status has a line. */
static void assert_status(pid_t pid, const char *line)
{
	char path[64], status[8192];
	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	status[fread(status, 1, sizeof status - 1, file)] = '\0';
	fclose(file);
	if (strstr(status, line) == NULL)
		fail_msg("not %s:\n%s", line, status);
}

/* The sandboxed bot still plays, reloads and shuts down. */
CASE_WITH(a_sandboxed_bot_plays_reloads_and_ends, struct room *room, room_open, room_close)
{
#ifdef __SANITIZE_ADDRESS__
	skip();
#endif
	room_expect_log(room, "sandbox: no new privileges, ");
	assert_status(room->bot.pid, "\nNoNewPrivs:\t1\n");
	if (bot_logged(&room->bot, "seccomp\n", 0))
		assert_status(room->bot.pid, "\nSeccomp:\t2\n");
	struct player *anna = room_enter(room, "anna");
	room_ask(room, anna, "!new classic target=50", "anna opens a table");
	room_ask(room, anna, "!bot expert", "sits down");
	room_say(anna, "!start");
	room_play(room, anna, "won the match!");
	kill(room->bot.pid, SIGHUP);
	room_expect_log(room, "reload: the new configuration was loaded");
	assert_int_equal(bot_stop(&room->bot), 0);
}
