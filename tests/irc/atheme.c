/* atheme.c - services for a private inspircd. */
#include "tests/irc/atheme.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "tests/irc/bot.h"

#define ATHEME_TEMPLATE "tests/irc/atheme.conf.in"

/* Milliseconds between looks whether they have linked. */
enum { ATHEME_LOOK = 20 };

static void become(const struct inspircd *inspircd)
{
	char configuration[PATH_MAX], log[PATH_MAX], pid[PATH_MAX];
	const char *folder = inspircd->folder;
	folder_file(folder, "atheme.conf", configuration);
	folder_file(folder, "atheme.output", log);
	folder_file(folder, "atheme.pid", pid);
	inspircd_become(inspircd, "output");
	execl("/usr/bin/atheme-services", "atheme-services", "-n", "-c", configuration, "-l", log,
		"-p", pid, "-D", folder, (char *)NULL);
	execlp("atheme-services", "atheme-services", "-n", "-c", configuration, "-l", log, "-p",
		pid, "-D", folder, (char *)NULL);
	_exit(127);
}

/* Waits until NickServ, and with it SASL, is there; false when it does not come. */
static bool arrive(struct atheme *atheme, struct client *client)
{
	long deadline = bot_clock() + BOT_PATIENCE;
	do {
		if (waitpid(atheme->pid, NULL, WNOHANG) == atheme->pid) {
			atheme->pid = 0;
			return false;
		}
		poll(NULL, 0, ATHEME_LOOK);
		client_send(client, "WHOIS NickServ");
		const char *line = client_wait(client, " NickServ ", BOT_PATIENCE);
		if (line != NULL && strstr(line, " 311 ") != NULL)
			return true;
	} while (bot_clock() < deadline);
	return false;
}

void atheme_start(struct atheme *atheme, const struct inspircd *inspircd)
{
	struct client client;
	inspircd_configure(inspircd, ATHEME_TEMPLATE, "atheme.conf");
	*atheme = (struct atheme){ .inspircd = inspircd };
	fflush(NULL);
	atheme->pid = fork();
	if (atheme->pid == 0)
		become(inspircd);
	assert_true(client_open(&client, inspircd->port, "waits"));
	bool there = arrive(atheme, &client);
	client_close(&client);
	if (there)
		return;
	inspircd_explain(inspircd, "output");
	inspircd_explain(inspircd, "atheme.log");
	atheme_stop(atheme);
	fail_msg("atheme does not start");
}

void atheme_stop(struct atheme *atheme)
{
	if (atheme->pid == 0)
		return;
	long deadline = bot_clock() + BOT_PATIENCE;
	kill(atheme->pid, SIGTERM);
	while (waitpid(atheme->pid, NULL, WNOHANG) == 0) {
		if (bot_clock() > deadline)
			kill(atheme->pid, SIGKILL);
		poll(NULL, 0, ATHEME_LOOK);
	}
	atheme->pid = 0;
}

static void expect(struct client *client, const char *part)
{
	if (client_wait(client, part, BOT_PATIENCE) != NULL)
		return;
	client_tell(client);
	fail_msg("never came: %s", part);
}

void atheme_register(struct client *client, const char *password, const char *fingerprint)
{
	client_send(
		client, "PRIVMSG NickServ :REGISTER %s %s@example.test", password, client->nick);
	expect(client, " 900 ");
	if (fingerprint == NULL)
		return;
	client_send(client, "PRIVMSG NickServ :CERT ADD %s", fingerprint);
	expect(client, "Added fingerprint");
}
