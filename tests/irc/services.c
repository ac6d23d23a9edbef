/* services.c - services for a private server. */
#include "tests/irc/services.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "tests/irc/bot.h"
#include "tests/irc/server.h"

/* Milliseconds between polls for NickServ. */
enum { SERVICES_LOOK = 20 };

/* Returns true for InspIRCd 4: older versions have no module of this name. */
static bool is_inspircd_4(void)
{
	return access("/usr/lib/inspircd/modules/m_account.so", F_OK) == 0;
}

static void run_atheme(const char *folder, const char *configuration)
{
	char path[PATH_MAX], log[PATH_MAX], pid[PATH_MAX];
	folder_file(folder, configuration, path);
	folder_file(folder, "atheme.output", log);
	folder_file(folder, "atheme.pid", pid);
	execl("/usr/bin/atheme-services", "atheme-services", "-n", "-c", path, "-l", log, "-p", pid,
		"-D", folder, (char *)NULL);
	execlp("atheme-services", "atheme-services", "-n", "-c", path, "-l", log, "-p", pid, "-D",
		folder, (char *)NULL);
}

static void run_anope(const char *folder, const char *configuration)
{
	char confdir[PATH_MAX + 16], dbdir[PATH_MAX + 16], logdir[PATH_MAX + 16], config[100];
	snprintf(confdir, sizeof confdir, "--confdir=%s", folder);
	snprintf(dbdir, sizeof dbdir, "--dbdir=%s", folder);
	snprintf(logdir, sizeof logdir, "--logdir=%s", folder);
	snprintf(config, sizeof config, "--config=%s", configuration);
	execl("/usr/sbin/anope", "anope", "--nofork", confdir, dbdir, logdir,
		"--modulesdir=/usr/lib/anope", config, (char *)NULL);
}

static const struct {
	const char *template;
	const char *configuration; /* file name in the folder */
	const char *log;
	void (*run)(const char *folder, const char *configuration);
} services_kinds[] = {
	[SERVICES_ATHEME] = { "tests/irc/atheme.conf", "atheme.conf", "atheme.log", run_atheme },
	[SERVICES_ANOPE] = { "tests/irc/anope.conf", "anope.conf", "anope.log", run_anope },
};

/* Waits for NickServ; SASL is available from then on. Returns false if NickServ does not come. */
static bool arrive(struct services *services, struct client *client)
{
	long deadline = bot_clock() + BOT_PATIENCE;
	do {
		if (waitpid(services->pid, NULL, WNOHANG) == services->pid) {
			services->pid = 0;
			return false;
		}
		poll(NULL, 0, SERVICES_LOOK);
		client_send(client, "WHOIS NickServ");
		const char *line = client_wait(client, " NickServ ", BOT_PATIENCE);
		if (line != NULL && strstr(line, " 311 ") != NULL)
			return true;
	} while (bot_clock() < deadline);
	return false;
}

void services_start(struct services *services, const struct ircd *ircd, enum services_kind kind)
{
	struct client client;
	ircd_configure(ircd, services_kinds[kind].template, services_kinds[kind].configuration);
	services->pid = server_fork(ircd->folder, "output");
	if (services->pid == 0) {
		if (kind == SERVICES_ATHEME && is_inspircd_4())
			ircd_preload("protocol.so");
		server_drop(ircd->folder);
		services_kinds[kind].run(ircd->folder, services_kinds[kind].configuration);
		_exit(127);
	}
	assert_true(client_open(&client, ircd->port, "waits"));
	bool there = arrive(services, &client);
	client_close(&client);
	if (there)
		return;
	server_explain(ircd->folder, "output");
	server_explain(ircd->folder, services_kinds[kind].log);
	services_stop(services);
	fail_msg("services do not start");
}

void services_stop(struct services *services)
{
	if (services->pid == 0)
		return;
	long deadline = bot_clock() + BOT_PATIENCE;
	kill(services->pid, SIGTERM);
	while (waitpid(services->pid, NULL, WNOHANG) == 0) {
		if (bot_clock() > deadline)
			kill(services->pid, SIGKILL);
		poll(NULL, 0, SERVICES_LOOK);
	}
	services->pid = 0;
}

void services_register(struct client *client, const char *password, const char *fingerprint)
{
	client_send(
		client, "PRIVMSG NickServ :REGISTER %s %s@example.test", password, client->nick);
	client_must_hear(client, " 900 ");
	if (fingerprint == NULL)
		return;
	client_send(client, "PRIVMSG NickServ :CERT ADD %s", fingerprint);
	client_must_hear(client, "Added fingerprint");
}
