/* server.c - helpers to start, await and kill any server of a test. */
#include "tests/irc/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pwd.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/irc/bot.h"

/* Milliseconds: SERVER_LOOK between polls of a port, SERVER_PATIENCE until timeout. */
enum { SERVER_LOOK = 5, SERVER_PATIENCE = 240000 };

static struct sockaddr_in loopback(int port)
{
	return (struct sockaddr_in){ .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)port) };
}

int server_listener(int *port)
{
	struct sockaddr_in address = loopback(0);
	socklen_t size = sizeof address;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&address, size) != 0 || listen(fd, 16) != 0 ||
		getsockname(fd, (struct sockaddr *)&address, &size) != 0)
		abort();
	*port = ntohs(address.sin_port);
	return fd;
}

int server_free_port(void)
{
	int port;
	close(server_listener(&port));
	return port;
}

int server_connect(int port)
{
	struct sockaddr_in address = loopback(port);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
		return fd;
	close(fd);
	return -1;
}

int server_reach(int port, uint32_t from)
{
	const struct sockaddr_in address = loopback(port);
	const struct sockaddr_in home = { .sin_family = AF_INET, .sin_addr = { htonl(from) } };
	int on = 1;
	for (long until = bot_clock() + BOT_PATIENCE; bot_clock() < until;) {
		int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		assert_true(fd >= 0);
		/* connect chooses the port, so that connections to other ports can share it. */
		setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
		if (bind(fd, (const struct sockaddr *)&home, sizeof home) == 0 &&
			connect(fd, (const struct sockaddr *)&address, sizeof address) == 0)
			return fd;
		close(fd);
		poll(NULL, 0, SERVER_LOOK);
	}
	fail_msg("no program listens at port %d", port);
	return -1;
}

bool server_listens(int port)
{
	int fd = server_connect(port);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

pid_t server_fork(const char *folder, const char *output)
{
	char path[PATH_MAX];
	fflush(NULL);
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid > 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (output == NULL)
		return 0;
	folder_file(folder, output, path);
	int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	dup2(log, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
	return 0;
}

void server_drop(const char *folder)
{
	const struct passwd *user = geteuid() == 0 ? getpwnam("irc") : NULL;
	if (user != NULL && (setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0))
		_exit(126);
	/* setuid clears the death signal, so set it again. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (chdir(folder) != 0)
		_exit(126);
}

void server_give(const char *folder)
{
	char command[FOLDER_PATH + 64];
	if (geteuid() != 0)
		return;
	snprintf(command, sizeof command, "chown -R irc '%s' && chmod 755 '%s'", folder, folder);
	assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the command is ours */
}

const char *server_unpacked(void)
{
	const char *servers = getenv("SERVERS");
	return servers != NULL ? servers : "build/servers";
}

bool server_await(pid_t *pid, int port)
{
	long deadline = bot_clock() + SERVER_PATIENCE;
	assert_true(*pid > 0);
	while (!server_listens(port)) {
		if (waitpid(*pid, NULL, WNOHANG) == *pid) {
			*pid = 0;
			return false;
		}
		if (bot_clock() > deadline) {
			server_kill(pid);
			return false;
		}
		poll(NULL, 0, SERVER_LOOK);
	}
	return true;
}

void server_kill(pid_t *pid)
{
	if (*pid == 0)
		return;
	kill(*pid, SIGKILL);
	waitpid(*pid, NULL, 0);
	*pid = 0;
}

void server_explain(const char *folder, const char *name)
{
	char path[PATH_MAX];
	folder_file(folder, name, path);
	if (access(path, R_OK) != 0)
		return;
	char *bytes = folder_read(path, NULL);
	fprintf(stderr, "%s:\n%s", path, bytes);
	free(bytes);
}

/* ---- certificates ---- */

void certificates_make(const char *folder)
{
	char command[FOLDER_PATH + 64];
	snprintf(command, sizeof command, "tests/irc/certificates.sh '%s'", folder);
	if (system(command) != 0) { /* NOLINT(cert-env33-c): the command is ours */
		server_explain(folder, "certificates.log");
		fail_msg("no certificates");
	}
}

const char *certificates_line(const char *folder, const char *name, char line[128])
{
	char path[PATH_MAX];
	folder_file(folder, name, path);
	char *bytes = folder_read(path, NULL);
	snprintf(line, 128, "%.*s", (int)strcspn(bytes, "\n"), bytes);
	free(bytes);
	return line;
}
