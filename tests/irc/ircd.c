/* ircd.c - a private server of each kind. */
#include "tests/irc/ircd.h"

#include <fcntl.h>
#include <pwd.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>

#include <cmocka.h>

#include "tests/irc/server.h"

enum { IRCD_TRIES = 5, IRCD_ARGUMENTS = 10, IRCD_WORD = PATH_MAX + 16, IRCD_ROW = 512 };

static const struct ircd_how {
	const char *name;
	const char *package; /* folder in SERVERS; NULL if the program is installed */
	const char *program;
	const char *template;
	const char *arguments; /* separated by blanks, with marks like the template */
	const char *fakelag;
	const char *modules; /* file in the package with the list of modules that its configuration
				loads */
} ircd_hows[IRCD_KINDS] = {
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

/* Returns the user for the server, or NULL if we are not root. Most servers refuse to run as
 * root. */
static const struct passwd *ircd_user(void)
{
	return geteuid() == 0 ? getpwnam("irc") : NULL;
}

/* Returns the text for a mark. */
static const char *ircd_meaning(const struct ircd *ircd, const char *mark, char number[16])
{
	if (strcmp(mark, "DIR") == 0)
		return ircd->folder;
	if (strcmp(mark, "FAKELAG") == 0)
		return ircd_hows[ircd->kind].fakelag;
	snprintf(number, 16, "%d", strcmp(mark, "PORT") == 0 ? ircd->port : ircd->bot_port);
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

/* Gives a file of the server's folder to the server's user. */
static void ircd_give(const struct ircd *ircd, const char *name)
{
	const struct passwd *user = ircd_user();
	char path[PATH_MAX];
	folder_file(ircd->folder, name, path);
	if (user != NULL)
		assert_int_equal(chown(path, user->pw_uid, user->pw_gid), 0);
}

static const char *ircd_servers(void)
{
	const char *servers = getenv("SERVERS");
	return servers != NULL ? servers : "build/servers";
}

/* Writes the list of modules for Hybrid 8.2.46; older versions load all modules without one. */
static void ircd_list_modules(const struct ircd *ircd)
{
	const struct ircd_how *how = &ircd_hows[ircd->kind];
	char list[PATH_MAX], path[PATH_MAX];
	if (how->modules == NULL)
		return;
	folder_file(ircd->folder, "modules", path);
	snprintf(list, sizeof list, "%s/%s%s", ircd_servers(), how->package, how->modules);
	if (access(list, R_OK) == 0)
		folder_copy(list, path);
	else
		folder_write(path, "", 0);
	ircd_give(ircd, "modules");
}

/* Writes `conf` and an empty message of the day. */
static void ircd_configure(const struct ircd *ircd)
{
	char path[PATH_MAX];
	char row[IRCD_ROW];
	folder_file(ircd->folder, "conf", path);
	FILE *template = fopen(ircd_hows[ircd->kind].template, "r");
	FILE *file = fopen(path, "w");
	assert_non_null(template);
	assert_non_null(file);
	while (fgets(row, sizeof row, template) != NULL)
		ircd_fill(ircd, row, file);
	fclose(template);
	assert_int_equal(fclose(file), 0);
	folder_file(ircd->folder, "motd", path);
	folder_write(path, "", 0);
	ircd_give(ircd, "conf");
	ircd_give(ircd, "motd");
	ircd_list_modules(ircd);
	ircd_give(ircd, ".");
}

/* ---- starting ---- */

/* Writes the path of a file in SERVERS by way of an open descriptor: the server's user may be
 * unable to read the folders above. */
static void ircd_place(const char *name, char path[PATH_MAX])
{
	int fd = open(ircd_servers(), O_RDONLY | O_DIRECTORY);
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

/* Executes the server; its output goes to its folder. */
static void ircd_become(const struct ircd *ircd, unsigned haste)
{
	const struct passwd *user = ircd_user();
	char *arguments[IRCD_ARGUMENTS];
	char bytes[IRCD_ROW * 4];
	char path[PATH_MAX];
	server_log_to(ircd->folder, "output");
	ircd_arguments(ircd, bytes, sizeof bytes, arguments);
	ircd_hasten(haste);
	ircd_program(&ircd_hows[ircd->kind], path);
	if (user != NULL && (setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0))
		_exit(126);
	/* setuid clears the death signal, so set it afterwards. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (chdir(ircd->folder) != 0)
		_exit(126);
	execv(path, arguments);
	_exit(127);
}

/* Starts it on new ports. Returns false if it does not listen. */
static bool ircd_try(struct ircd *ircd, unsigned haste)
{
	ircd->port = ircd->bot_port = server_free_port();
	if (ircd_hows[ircd->kind].fakelag[0] != '\0')
		ircd->bot_port = server_free_port();
	ircd_configure(ircd);
	fflush(NULL);
	ircd->pid = fork();
	if (ircd->pid == 0)
		ircd_become(ircd, haste);
	return server_await(&ircd->pid, ircd->port) && server_await(&ircd->pid, ircd->bot_port);
}

void ircd_start(struct ircd *ircd, enum ircd_kind kind, unsigned haste)
{
	*ircd = (struct ircd){ .kind = kind };
	folder_make(ircd->folder);
	/* Another program may take a port before the server does. */
	for (unsigned i = 0; i < IRCD_TRIES; i++)
		if (ircd_try(ircd, haste))
			return;
	server_explain(ircd->folder, "output");
	server_explain(ircd->folder, "log");
	fail_msg("%s does not start", ircd_name(kind));
}

void ircd_end(struct ircd *ircd)
{
	server_kill(&ircd->pid);
	folder_remove(ircd->folder);
}
