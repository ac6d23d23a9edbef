/* server.c - a private ngircd for tests, and helpers to start, await and kill servers. */
#include "tests/irc/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/irc/bot.h"

#define SERVER_TEMPLATE "tests/irc/ngircd.conf.in"

/* Milliseconds: SERVER_LOOK between polls of a port, SERVER_PATIENCE until timeout. */
enum { SERVER_LOOK = 5, SERVER_PATIENCE = 240000, SERVER_TRIES = 5 };

/* ---- any server ---- */

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

bool server_listens(int port)
{
	struct sockaddr_in address = loopback(port);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	bool listens = connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
	close(fd);
	return listens;
}

void server_log_to(const char *folder, const char *name)
{
	char path[PATH_MAX];
	folder_file(folder, name, path);
	int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	dup2(log, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
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

/* ---- ngircd ---- */

static void server_configure(const struct server *server)
{
	char path[PATH_MAX], *template = folder_read(SERVER_TEMPLATE, NULL);
	char *mark = strstr(template, "@PORT@\n");
	assert_non_null(mark);
	folder_file(server->folder, "ngircd.conf", path);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "%.*s%d%s", (int)(mark - template), template, server->port,
		mark + strlen("@PORT@"));
	assert_int_equal(fclose(file), 0);
	free(template);
}

/* Executes the server; its log goes to its folder. */
static void server_become(const struct server *server)
{
	char configuration[PATH_MAX];
	folder_file(server->folder, "ngircd.conf", configuration);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	server_log_to(server->folder, "log");
	if (chdir(server->folder) != 0)
		_exit(126);
	/* Debian's path; /usr/sbin is not in every PATH. */
	execl("/usr/sbin/ngircd", "ngircd", "-n", "-f", configuration, (char *)NULL);
	execlp("ngircd", "ngircd", "-n", "-f", configuration, (char *)NULL);
	_exit(127);
}

bool server_again(struct server *server)
{
	fflush(NULL);
	server->pid = fork();
	if (server->pid == 0)
		server_become(server);
	return server_await(&server->pid, server->port);
}

bool server_start(struct server *server)
{
	*server = (struct server){ 0 };
	folder_make(server->folder);
	/* ngircd drops root and must still read the folder. */
	chmod(server->folder, 0755);
	/* Another program may take the port before the server does. */
	for (int i = 0; i < SERVER_TRIES; i++) {
		server->port = server_free_port();
		server_configure(server);
		if (server_again(server))
			return true;
	}
	server_explain(server->folder, "log");
	server_end(server);
	return false;
}

void server_stop(struct server *server)
{
	server_kill(&server->pid);
}

void server_end(struct server *server)
{
	server_stop(server);
	folder_remove(server->folder);
}
