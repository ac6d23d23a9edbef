/* server.c - a private ngircd for tests. */
#include "tests/irc/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SERVER_TEMPLATE "tests/irc/ngircd.conf.in"

/* SERVER_LOOK: milliseconds between polls of its port. SERVER_PATIENCE: timeout in milliseconds. */
enum { SERVER_LOOK = 5, SERVER_PATIENCE = 60000, SERVER_TRIES = 5 };

static long milliseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct sockaddr_in loopback(int port)
{
	return (struct sockaddr_in){ .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)port) };
}

int server_free_port(void)
{
	struct sockaddr_in address = loopback(0);
	socklen_t size = sizeof address;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&address, size) != 0 ||
		getsockname(fd, (struct sockaddr *)&address, &size) != 0)
		abort();
	close(fd);
	return ntohs(address.sin_port);
}

bool server_listens(int port)
{
	struct sockaddr_in address = loopback(port);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	bool listens = connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
	close(fd);
	return listens;
}

/* Writes the configuration from the template. Returns false on an I/O error. */
static bool server_configure(const struct server *server, const char *more)
{
	char path[PATH_MAX], line[256];
	FILE *template = fopen(SERVER_TEMPLATE, "r"), *file;
	folder_file(server->folder, "ngircd.conf", path);
	file = fopen(path, "w");
	while (template != NULL && file != NULL && fgets(line, sizeof line, template) != NULL) {
		char *mark = strstr(line, "@PORT@");
		if (mark == NULL || line[0] == '#')
			fputs(line, file);
		else
			fprintf(file, "%.*s%d\n", (int)(mark - line), line, server->port);
	}
	if (file != NULL && more != NULL)
		fputs(more, file);
	if (template != NULL)
		fclose(template);
	return file != NULL && fclose(file) == 0 && template != NULL;
}

/* Executes the server; its log goes to its folder. */
static void server_become(const struct server *server)
{
	char configuration[PATH_MAX], path[PATH_MAX];
	int log;
	folder_file(server->folder, "ngircd.conf", configuration);
	folder_file(server->folder, "log", path);
	log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(log, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
	if (chdir(server->folder) != 0)
		_exit(126);
	/* Debian's path; /usr/sbin is not in every PATH. */
	execl("/usr/sbin/ngircd", "ngircd", "-n", "-f", configuration, (char *)NULL);
	execlp("ngircd", "ngircd", "-n", "-f", configuration, (char *)NULL);
	_exit(127);
}

/* Copies the server's log to standard error. */
static void server_explain(const struct server *server)
{
	char path[PATH_MAX], line[256];
	FILE *log;
	fprintf(stderr, "ngircd does not listen on port %d; its log:\n", server->port);
	folder_file(server->folder, "log", path);
	log = fopen(path, "r");
	while (log != NULL && fgets(line, sizeof line, log) != NULL)
		fputs(line, stderr);
	if (log != NULL)
		fclose(log);
}

bool server_again(struct server *server)
{
	long deadline = milliseconds() + SERVER_PATIENCE;
	fflush(NULL);
	server->pid = fork();
	if (server->pid < 0)
		return false;
	if (server->pid == 0)
		server_become(server);
	while (!server_listens(server->port)) {
		if (waitpid(server->pid, NULL, WNOHANG) == server->pid) {
			server->pid = 0;
			return false;
		}
		if (milliseconds() > deadline) {
			server_stop(server);
			return false;
		}
		poll(NULL, 0, SERVER_LOOK);
	}
	return true;
}

bool server_start(struct server *server, const char *more)
{
	*server = (struct server){ 0 };
	folder_make(server->folder);
	/* ngircd drops root and must still read the folder. */
	chmod(server->folder, 0755);
	/* Another program may take the port before the server does. */
	for (int i = 0; i < SERVER_TRIES; i++) {
		server->port = server_free_port();
		if (server_configure(server, more) && server_again(server))
			return true;
	}
	server_explain(server);
	server_end(server);
	return false;
}

void server_stop(struct server *server)
{
	if (server->pid == 0)
		return;
	kill(server->pid, SIGKILL);
	waitpid(server->pid, NULL, 0);
	server->pid = 0;
}

bool server_change(struct server *server, const char *more)
{
	server_stop(server);
	if (server_configure(server, more) && server_again(server))
		return true;
	server_explain(server);
	return false;
}

void server_end(struct server *server)
{
	server_stop(server);
	folder_remove(server->folder);
}
