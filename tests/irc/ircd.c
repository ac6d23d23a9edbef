/* ircd.c - a private IRC server of each kind. */
#include "tests/irc/ircd.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "tests/irc/server.h"

enum { IRCD_TRIES = 5, IRCD_ARGUMENTS = 10, IRCD_ROW = 512, IRCD_PRIORITY = -20 };

static const struct ircd_how {
	const char *name;
	const char *package; /* folder in SERVERS; NULL if the program is installed */
	const char *program;
	const char *template;
	const char *arguments; /* separated by blanks, with %NAME% marks like the template */
	const char *fakelag;
	const char *modules; /* file in the package with the list of modules that its configuration
				loads */
} ircd_hows[IRCD_KINDS] = {
	[IRCD_PLAIN] = { "plain ngircd", NULL, "/usr/sbin/ngircd", "tests/irc/ngircd.conf",
		"-n -f %DIR%/conf", "", NULL },
	[IRCD_SECURE] = { "inspircd with TLS", NULL, "/usr/sbin/inspircd",
		"tests/irc/inspircd.conf", "--nofork --config=%DIR%/conf", "", NULL },
	[IRCD_NGIRCD] = { "ngircd", NULL, "/usr/sbin/ngircd", "tests/irc/stock/ngircd.conf",
		"-n -f %DIR%/conf", "", NULL },
	[IRCD_INSPIRCD] = { "inspircd", NULL, "/usr/sbin/inspircd", "tests/irc/stock/inspircd.conf",
		"--nofork --config=%DIR%/conf", "yes", NULL },
	[IRCD_INSPIRCD_STRICT] = { "inspircd without fakelag", NULL, "/usr/sbin/inspircd",
		"tests/irc/stock/inspircd.conf", "--nofork --config=%DIR%/conf", "no", NULL },
	[IRCD_IRCU] = { "ircu", "ircd-ircu", "/usr/sbin/ircd-ircu", "tests/irc/stock/ircu.conf",
		"-n -d %DIR% -f conf", "", NULL },
	[IRCD_HYBRID] = { "hybrid", "ircd-hybrid", "/usr/sbin/ircd-hybrid",
		"tests/irc/stock/hybrid.conf",
		"-foreground -configfile %DIR%/conf -logfile %DIR%/log -pidfile %DIR%/pid", "",
		"/etc/ircd-hybrid/modules.conf" },
};

const char *ircd_name(enum ircd_kind kind)
{
	return ircd_hows[kind].name;
}

/* Returns the text that replaces a mark such as %DIR%. */
static const char *ircd_meaning(const struct ircd *ircd, const char *mark, char number[16])
{
	const struct {
		const char *mark;
		int port;
	} ports[] = { { "PORT", ircd->port }, { "BOT_PORT", ircd->bot_port },
		{ "TLS_PORT", ircd->tls_port }, { "LINK_PORT", ircd->link_port } };
	if (strcmp(mark, "DIR") == 0)
		return ircd->folder;
	if (strcmp(mark, "FAKELAG") == 0)
		return ircd_hows[ircd->kind].fakelag;
	for (size_t i = 0; i < sizeof ports / sizeof ports[0]; i++)
		if (strcmp(mark, ports[i].mark) == 0)
			snprintf(number, 16, "%d", ports[i].port);
	return number;
}

/* Writes text with its marks, %NAME%, filled in. */
static void ircd_fill(const struct ircd *ircd, char *text, FILE *file)
{
	char number[16];
	bool mark = false;
	for (char *part; (part = strsep(&text, "%")) != NULL; mark = !mark)
		fputs(mark ? ircd_meaning(ircd, part, number) : part, file);
}

void ircd_configure(const struct ircd *ircd, const char *template, const char *name)
{
	char path[PATH_MAX];
	char row[IRCD_ROW];
	folder_file(ircd->folder, name, path);
	FILE *source = fopen(template, "r");
	FILE *file = fopen(path, "w");
	assert_non_null(source);
	assert_non_null(file);
	while (fgets(row, sizeof row, source) != NULL)
		ircd_fill(ircd, row, file);
	fclose(source);
	assert_int_equal(fclose(file), 0);
}

/* Writes the list of modules for Hybrid 8.2.46; older versions load all modules without one. */
static void ircd_list_modules(const struct ircd *ircd)
{
	const struct ircd_how *how = &ircd_hows[ircd->kind];
	char list[PATH_MAX], path[PATH_MAX];
	if (how->modules == NULL)
		return;
	folder_file(ircd->folder, "modules", path);
	snprintf(list, sizeof list, "%s/%s%s", server_unpacked(), how->package, how->modules);
	if (access(list, R_OK) == 0)
		folder_copy(list, path);
	else
		folder_write(path, "", 0);
}

/* ---- starting ---- */

/* Writes the path of a file in SERVERS by way of an open descriptor: the server's user may be
 * unable to read the folders above. */
static void ircd_place(const char *name, char path[PATH_MAX])
{
	int fd = open(server_unpacked(), O_RDONLY | O_DIRECTORY);
	snprintf(path, PATH_MAX, "/proc/self/fd/%d/%s", fd, name);
}

void ircd_preload(const char *name)
{
	const char *others = getenv("LD_PRELOAD");
	char path[PATH_MAX];
	char list[2 * PATH_MAX];
	ircd_place(name, path);
	snprintf(list, sizeof list, "%s%s%s", path, others != NULL ? ":" : "",
		others != NULL ? others : "");
	setenv("LD_PRELOAD", list, 1);
}

void ircd_hasten(unsigned haste)
{
	char number[16];
	if (haste <= 1)
		return;
	snprintf(number, sizeof number, "%u", haste);
	setenv("HASTE", number, 1);
	ircd_preload("haste.so");
}

/* Writes the program's path, and lets an unpacked server find its files. */
static void ircd_program(const struct ircd_how *how, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s", how->program);
	if (how->package == NULL)
		return;
	ircd_preload("place.so");
	ircd_place(how->package, path);
	setenv("IRCD_PLACE", path, 1);
	strncat(path, how->program, PATH_MAX - strlen(path) - 1);
}

/* Splits the program's name and arguments; they point into `bytes`. */
static void ircd_arguments(const struct ircd *ircd, char *bytes, size_t size, char **arguments)
{
	char template[IRCD_ROW];
	char *rest = bytes;
	size_t count = 0;
	snprintf(template, sizeof template, "%s %s",
		strrchr(ircd_hows[ircd->kind].program, '/') + 1, ircd_hows[ircd->kind].arguments);
	FILE *file = fmemopen(bytes, size, "w");
	ircd_fill(ircd, template, file);
	fclose(file);
	while (count < IRCD_ARGUMENTS - 1 && (arguments[count] = strsep(&rest, " ")) != NULL)
		count++;
	arguments[count] = NULL;
}

bool ircd_again(struct ircd *ircd)
{
	char *arguments[IRCD_ARGUMENTS];
	char bytes[IRCD_ROW * 4];
	char path[PATH_MAX];
	ircd->pid = server_fork(ircd->folder, "output");
	if (ircd->pid == 0) {
		ircd_arguments(ircd, bytes, sizeof bytes, arguments);
		ircd_hasten(ircd->haste);
		/*
		 * InspIRCd counts one second each time that it wakes in a new one. On a busy
		 * machine it wakes too rarely, and takes lines for too fast. A higher priority
		 * prevents that; only root can set it.
		 */
		if (ircd->kind == IRCD_INSPIRCD_STRICT)
			setpriority(PRIO_PROCESS, 0, IRCD_PRIORITY);
		ircd_program(&ircd_hows[ircd->kind], path);
		server_drop(ircd->folder);
		execv(path, arguments);
		_exit(127);
	}
	return server_await(&ircd->pid, ircd->port) && server_await(&ircd->pid, ircd->bot_port) &&
		server_await(&ircd->pid, ircd->tls_port);
}

/* Starts the server on new ports. Returns false if it does not listen. */
static bool ircd_try(struct ircd *ircd)
{
	char path[PATH_MAX];
	ircd->port = ircd->bot_port = ircd->tls_port = server_free_port();
	if (ircd_hows[ircd->kind].fakelag[0] != '\0')
		ircd->bot_port = server_free_port();
	if (ircd->kind == IRCD_SECURE) {
		ircd->tls_port = server_free_port();
		ircd->link_port = server_free_port();
	}
	ircd_configure(ircd, ircd_hows[ircd->kind].template, "conf");
	folder_file(ircd->folder, "motd", path);
	folder_write(path, "", 0);
	ircd_list_modules(ircd);
	server_give(ircd->folder);
	return ircd_again(ircd);
}

void ircd_start(struct ircd *ircd, enum ircd_kind kind, unsigned haste)
{
	*ircd = (struct ircd){ .kind = kind, .haste = haste };
	folder_make(ircd->folder);
	if (kind == IRCD_SECURE)
		certificates_make(ircd->folder);
	/* Another program may take a port before the server does. */
	for (unsigned i = 0; i < IRCD_TRIES; i++)
		if (ircd_try(ircd))
			return;
	server_explain(ircd->folder, "output");
	server_explain(ircd->folder, "log");
	fail_msg("%s does not start", ircd_name(kind));
}

void ircd_stop(struct ircd *ircd)
{
	server_kill(&ircd->pid);
}

void ircd_end(struct ircd *ircd)
{
	ircd_stop(ircd);
	folder_remove(ircd->folder);
}

void ircd_oper(struct client *client)
{
	client_send(client, "OPER root root");
	client_must_hear(client, " 381 ");
}
