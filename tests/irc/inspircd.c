/* inspircd.c - a private inspircd for tests. */
#include "tests/irc/inspircd.h"

#include <poll.h>
#include <pwd.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "tests/irc/bot.h"
#include "tests/irc/ircd.h"
#include "tests/irc/server.h"

#define INSPIRCD_TEMPLATE     "tests/irc/inspircd.conf.in"
#define INSPIRCD_FIRST        "irc.test"
#define INSPIRCD_SECOND       "other.test"
#define INSPIRCD_CERTIFICATES "tests/irc/certificates.sh"

/* INSPIRCD_LOOK: milliseconds between looks at the links. INSPIRCD_HASTE: factor of its clock,
 * because it welcomes clients only once a second. */
enum { INSPIRCD_LOOK = 10, INSPIRCD_TRIES = 5, INSPIRCD_LINE = 512, INSPIRCD_HASTE = 8 };

/* Returns the user for the server, which refuses to run as root, or NULL if we are not root. */
static const struct passwd *somebody(void)
{
	return geteuid() == 0 ? getpwnam("irc") : NULL;
}

/* Returns the text for a mark of the template, or NULL. */
static const char *meaning(const struct inspircd *inspircd, const char *mark, char number[16])
{
	bool first = inspircd->peer == NULL;
	const struct {
		const char *mark;
		const char *text;
	} texts[] = { { "DIR", inspircd->folder },
		{ "NAME", first ? INSPIRCD_FIRST : INSPIRCD_SECOND },
		{ "PEER", first ? INSPIRCD_SECOND : INSPIRCD_FIRST },
		{ "ID", first ? "1AA" : "2AA" } };
	const struct {
		const char *mark;
		int port;
	} ports[] = { { "PORT", inspircd->port }, { "TLS_PORT", inspircd->tls_port },
		{ "LINK_PORT", inspircd->conn_port },
		{ "PEER_PORT", first ? 0 : inspircd->peer->conn_port } };
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (strcmp(mark, texts[i].mark) == 0)
			return texts[i].text;
	for (size_t i = 0; i < sizeof ports / sizeof ports[0]; i++)
		if (strcmp(mark, ports[i].mark) == 0) {
			snprintf(number, 16, "%d", ports[i].port);
			return number;
		}
	return NULL;
}

void inspircd_configure(const struct inspircd *inspircd, const char *template, const char *name)
{
	char path[PATH_MAX];
	char line[INSPIRCD_LINE];
	char number[16];
	folder_file(inspircd->folder, name, path);
	FILE *source = fopen(template, "r");
	FILE *file = fopen(path, "w");
	assert_non_null(source);
	assert_non_null(file);
	while (fgets(line, sizeof line, source) != NULL) {
		char *rest = line;
		bool mark = false;
		for (char *part = strsep(&rest, "@"); part != NULL; part = strsep(&rest, "@")) {
			const char *means = mark ? meaning(inspircd, part, number) : NULL;
			fputs(means != NULL ? means : part, file);
			mark = !mark;
		}
	}
	fclose(source);
	assert_int_equal(fclose(file), 0);
}

/* Gives the folder and its files to the server's user. */
static void give(const struct inspircd *inspircd, const struct passwd *to)
{
	static const char *const files[] = { "inspircd.conf", "motd", "server.pem", "server.key",
		"ca.pem", "other.pem" };
	char path[PATH_MAX];
	for (size_t i = 0; to != NULL && i < sizeof files / sizeof files[0]; i++) {
		folder_file(inspircd->folder, files[i], path);
		assert_int_equal(chown(path, to->pw_uid, to->pw_gid), 0);
	}
	if (to != NULL)
		assert_int_equal(chown(inspircd->folder, to->pw_uid, to->pw_gid), 0);
	assert_int_equal(chmod(inspircd->folder, 0755), 0);
}

void inspircd_become(const struct inspircd *inspircd, const char *output)
{
	const struct passwd *who = somebody();
	server_log_to(inspircd->folder, output);
	if (who != NULL && (setgid(who->pw_gid) != 0 || setuid(who->pw_uid) != 0))
		_exit(126);
	/* setuid clears the death signal, so set it afterwards. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* The server's user may be unable to read the project's folder. */
	if (chdir(inspircd->folder) != 0)
		_exit(126);
}

/* Executes the server; its output goes to its folder. */
static void become(const struct inspircd *inspircd)
{
	char option[PATH_MAX + 16];
	snprintf(option, sizeof option, "--config=%s/inspircd.conf", inspircd->folder);
	ircd_hasten(inspircd->haste);
	inspircd_become(inspircd, "output");
	execl("/usr/sbin/inspircd", "inspircd", "--nofork", option, (char *)NULL);
	execlp("inspircd", "inspircd", "--nofork", option, (char *)NULL);
	_exit(127);
}

void inspircd_stop(struct inspircd *inspircd)
{
	server_kill(&inspircd->pid);
}

/* Starts it on new ports. Returns false if it does not listen. */
static bool try(struct inspircd *inspircd)
{
	inspircd->port = server_free_port();
	inspircd->tls_port = server_free_port();
	inspircd->conn_port = server_free_port();
	inspircd_configure(inspircd, INSPIRCD_TEMPLATE, "inspircd.conf");
	give(inspircd, somebody());
	fflush(NULL);
	inspircd->pid = fork();
	if (inspircd->pid == 0)
		become(inspircd);
	return server_await(&inspircd->pid, inspircd->port) &&
		server_await(&inspircd->pid, inspircd->tls_port);
}

void inspircd_explain(const struct inspircd *inspircd, const char *name)
{
	server_explain(inspircd->folder, name);
}

const char *inspircd_line(const struct inspircd *inspircd, const char *name, char line[128])
{
	char path[PATH_MAX];
	folder_file(inspircd->folder, name, path);
	char *bytes = folder_read(path, NULL);
	snprintf(line, 128, "%.*s", (int)strcspn(bytes, "\n"), bytes);
	free(bytes);
	return line;
}

void certificates_make(const char *folder)
{
	char command[FOLDER_PATH + 64];
	snprintf(command, sizeof command, INSPIRCD_CERTIFICATES " '%s'", folder);
	if (system(command) != 0) { /* NOLINT(cert-env33-c): the command is ours */
		server_explain(folder, "certificates.log");
		fail_msg("no certificates");
	}
}

static void start(struct inspircd *inspircd, const struct inspircd *peer, unsigned haste)
{
	char motd[PATH_MAX];
	*inspircd = (struct inspircd){ .peer = peer, .haste = haste };
	folder_make(inspircd->folder);
	folder_file(inspircd->folder, "ca.pem", inspircd->ca);
	folder_file(inspircd->folder, "motd", motd);
	folder_write(motd, "", 0);
	certificates_make(inspircd->folder);
	/* Another program may take a port before the server does. */
	for (unsigned i = 0; i < INSPIRCD_TRIES; i++)
		if (try(inspircd))
			return;
	inspircd_explain(inspircd, "output");
	inspircd_explain(inspircd, "log");
	fail_msg("inspircd does not start");
}

void inspircd_start(struct inspircd *inspircd)
{
	start(inspircd, NULL, INSPIRCD_HASTE);
}

void inspircd_start_two(struct inspircd *first, struct inspircd *second)
{
	start(first, NULL, 1);
	start(second, first, 1);
}

static void expect(struct client *client, const char *part)
{
	if (client_wait(client, part, BOT_PATIENCE) != NULL)
		return;
	client_tell(client);
	fail_msg("never came: %s", part);
}

void inspircd_oper(struct client *client)
{
	client_send(client, "OPER root root");
	expect(client, " 381 ");
}

/* Returns true if the two servers are linked. */
static bool is_linked(struct client *oper)
{
	client_send(oper, "LINKS");
	for (const char *line; (line = client_wait(oper, " 36", BOT_PATIENCE)) != NULL;) {
		if (strstr(line, " 364 ") != NULL && strstr(line, INSPIRCD_FIRST) != NULL &&
			strstr(line, INSPIRCD_SECOND) != NULL)
			return true;
		if (strstr(line, " 365 ") != NULL)
			return false;
	}
	client_tell(oper);
	fail_msg("no answer to LINKS");
	return false;
}

void inspircd_link(struct client *oper)
{
	long deadline = bot_clock() + BOT_PATIENCE;
	client_send(oper, "CONNECT " INSPIRCD_FIRST);
	while (!is_linked(oper)) {
		if (bot_clock() > deadline) {
			client_tell(oper);
			fail_msg("the servers do not link");
		}
		poll(NULL, 0, INSPIRCD_LOOK);
	}
}

void inspircd_split(struct client *oper)
{
	client_send(oper, "SQUIT " INSPIRCD_SECOND " :apart");
}

void inspircd_end(struct inspircd *inspircd)
{
	inspircd_stop(inspircd);
	folder_remove(inspircd->folder);
}
