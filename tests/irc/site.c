#include "tests/irc/site.h"

#include <arpa/inet.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "tests/irc/ircd.h"

void site_start(struct site *site)
{
	const char *program = getenv("MITAINES");
	if (program == NULL) {
		fail_msg("MITAINES does not name the program");
		return;
	}
	site->pid = server_fork(NULL, NULL);
	if (site->pid == 0) {
		ircd_hasten(site->room->bot.haste);
		execl(program, "mitaines", "web", "-c", site->room->bot.configuration,
			(char *)NULL);
		_exit(127);
	}
}

void site_stop(struct site *site)
{
	int status = 0;
	assert_int_equal(kill(site->pid, SIGTERM), 0);
	assert_int_equal(waitpid(site->pid, &status, 0), site->pid);
	site->pid = 0;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

int site_come(const struct site *site)
{
	return server_reach(site->port, INADDR_LOOPBACK);
}

void site_put(int fd, const char *text)
{
	assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* Reads more of an answer. Returns false at its end. */
static bool hear(struct site *site, int fd)
{
	struct pollfd ready = { .fd = fd, .events = POLLIN };
	if (site->length >= SITE_REPLY - 1)
		return false;
	if (poll(&ready, 1, BOT_PATIENCE) != 1)
		fail_msg("nothing more comes after: %s", site->reply);
	ssize_t got = recv(fd, site->reply + site->length, SITE_REPLY - 1 - site->length, 0);
	site->length += got > 0 ? (size_t)got : 0;
	site->reply[site->length] = '\0';
	return got > 0;
}

int site_ask(struct site *site, const char *request)
{
	return site_ask_bytes(site, request, strlen(request));
}

int site_ask_bytes(struct site *site, const char *request, size_t length)
{
	int fd = site_come(site);
	site->length = 0;
	site->reply[0] = '\0';
	assert_int_equal(send(fd, request, length, MSG_NOSIGNAL), length);
	while (hear(site, fd))
		;
	close(fd);
	return strncmp(site->reply, "HTTP/1.1 ", 9) == 0 ? (int)strtol(site->reply + 9, NULL, 10)
							 : 0;
}

int site_get(struct site *site, const char *target, const char *headers)
{
	char request[1024];
	snprintf(request, sizeof request,
		"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n", target,
		headers);
	return site_ask(site, request);
}

void site_wait_for(struct site *site, int fd, const char *part)
{
	while (strstr(site->reply, part) == NULL)
		if (!hear(site, fd))
			fail_msg("no %s in: %s", part, site->reply);
}

static void configure(struct site *site, const char *keys)
{
	FILE *file = fopen(site->room->bot.configuration, "a");
	assert_non_null(file);
	site->port = server_free_port();
	fprintf(file, "web = { port = %d; %s%s };\n", site->port,
		strstr(keys, "play_now") != NULL ? "" : "url = \"https://cards.test\"; ", keys);
	assert_int_equal(fclose(file), 0);
}

int site_enter(void **state)
{
	struct site *site = calloc(1, sizeof *site);
	void *room;
	assert_non_null(site);
	*state = site;
	room_open(&room);
	site->room = room;
	return 0;
}

int site_leave(void **state)
{
	struct site *site = *state;
	void *room = site->room;
	if (site->pid != 0)
		site_stop(site);
	free(site);
	return room_close(&room);
}

void site_open(struct site *site, const char *keys)
{
	configure(site, keys);
	site_start(site);
	for (long until = bot_clock() + BOT_PATIENCE; site_get(site, "/", "") != 200;)
		assert_true(bot_clock() < until);
}
