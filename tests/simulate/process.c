/*
 * process.c - runs `mitaines run` in the simulated world. It replaces calls of libc and libsodium
 * whose results would differ between runs (see --wrap in the Makefile).
 *
 * A dead process still goes through its exit and frees its memory, but its connections and its disk
 * refuse every call.
 */
#include "tests/simulate/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bot/app/app.h"
#include "bot/app/play.h"
#include "bot/app/run.h"
#include "bot/base/sandbox.h"
#include "bot/base/unix_socket.h"
#include "bot/match/resume.h"
#include "bot/net/console/screen.h"
#include "storage/home.h"
#include "tests/simulate/machine.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/pages.h"
#include "tests/simulate/world.h"
#include "tests/stage/stage.h"

#define PROCESS_CONFIG DISK_FOLDER "mitaines.conf"
#define PROCESS_SECRET DISK_FOLDER "secret"

/*
 * PROCESS_SPINS: most callbacks of the bot in a millisecond. PROCESS_LATE: longest delay of a line
 * to the bot, in ms. PROCESS_AGAIN: ms in which the bot handles the lines of a failed batch again.
 */
enum { PROCESS_SPINS = 10000, PROCESS_LATE = SETTING_STORM, PROCESS_AGAIN = 60000 };

static size_t configure_matrix(char *text, size_t size)
{
	const struct server *server = &world()->server[WORLD_SERVERS];
	disk_put(PROCESS_SECRET, "secret\n", strlen("secret\n"));
	return (size_t)snprintf(text, size,
		",\n{ type = \"matrix\"; name = \"matrix\"; homeserver = \"https://%s\"; user = "
		"\"" HOME_BOT "\"; password_file = \"" PROCESS_SECRET "\"; channels = ( \"%s\" );"
		" invites = \"anyone\"; trusted_servers = ( \"%s\" ); pace = { burst = %u; "
		"per_second = %g; }; }",
		server->host, server->channel, strchr(HOME_BOT, ':') + 1,
		(unsigned)server->home->credit, 1e6 / (double)server->home->cost);
}

/* The bytes of an empty database and of its key. To create them for each run took an eighth of its
 * time. */
static struct string fresh_database = { .bytes = (char *)"" };
static struct string fresh_key = { .bytes = (char *)"" };

bool process_ready(void)
{
	return fresh_database.length > 0;
}

void process_prepare(void)
{
	struct store *store;
	size_t length;
	const void *bytes;
	if (store_open(PROCESS_DATABASE, &store) != STORE_OK)
		abort();
	store_close(store);
	bytes = disk_get(PROCESS_DATABASE, &length);
	string_add_bytes(&fresh_database, bytes, length);
	bytes = disk_get(PROCESS_KEY, &length);
	string_add_bytes(&fresh_key, bytes, length);
}

/* Returns settings with higher rate limits for a server that allows more lines, or "". */
static const char *pace_of(const struct server_kind *kind)
{
	return kind->allows > 1 ? " pace = { burst = 20; per_second = 4.0; };"
				  " limits = { burst = 40; per_second = 8.0; };"
				: "";
}

void process_configure(void)
{
	struct world *here = world();
	char text[4096];
	size_t length = (size_t)snprintf(text, sizeof text,
		"database = \"" PROCESS_DATABASE "\"; cards = \"ascii\"; log = \"info\";\n"
		"split_seconds = 120; minimum_matches = 1; tables_per_channel = 3;\nnetworks = "
		"(\n");
	for (unsigned i = 0; i < WORLD_SERVERS; i++)
		length += (size_t)snprintf(text + length, sizeof text - length,
			"%s{ name = \"%s\"; host = \"%s\"; nick = \"mitaines\"; channels = ( "
			"\"%s\" );%s%s }",
			i > 0 ? ",\n" : "", here->server[i].kind->name, here->server[i].host,
			here->server[i].channel,
			here->server[i].kind->services
				? " nickserv = { account = \"bot\"; password = \"secret\"; };"
				: "",
			pace_of(here->server[i].kind));
	if (here->servers > WORLD_SERVERS)
		length += configure_matrix(text + length, sizeof text - length);
	snprintf(text + length, sizeof text - length, " );\n%s",
		here->setting.pages ? "web = { url = \"" PAGES_URL
				      "\"; seats = true; guests = true; };\n"
				    : "");
	disk_put(PROCESS_CONFIG, text, strlen(text));
	disk_put(PROCESS_DATABASE, fresh_database.bytes, fresh_database.length);
	disk_put(PROCESS_KEY, fresh_key.bytes, fresh_key.length);
}

/* Runs the bot, or `mitaines play` in a run with a terminal. Returns its exit status. */
static int live(void)
{
	struct world *here = world();
	char *run[] = { "run", "-c", PROCESS_CONFIG, NULL }, *play[8] = { NULL };
	optind = 1;
	if (!here->setting.console)
		return run_main(3, run);
	terminal_begin(&here->terminal);
	setenv("LC_ALL", "C", 1);
	return play_main(terminal_words(&here->terminal, play), play);
}

void process_live(void)
{
	struct world *here = world();
	int status;
	here->dead = false;
	here->down = 1000;
	here->stalled = 0;
	here->lives++;
	here->awake = here->now;
	machine_put_back();
	world_tell("the bot starts");
	status = live();
	here->app = NULL;
	world_tell("the bot has ended, with %d%s", status, here->dead ? ", by dying" : "");
	journal_died(&here->journal);
	if (status != 0 && here->disk.errors == 0)
		world_fault("the bot does not start, and nothing was wrong with the disk");
}

/* Counts the callbacks since time last passed. Time passes only while the bot's loop waits, so a
 * high count shows a loop that never waits. */
void process_spin(void)
{
	struct world *here = world();
	here->spins = here->now == here->spun ? here->spins + 1 : 0;
	here->spun = here->now;
	if (here->spins > PROCESS_SPINS)
		world_fault("the bot never waits");
}

void process_batch(void)
{
	struct world *here = world();
	here->batches++;
	process_spin();
	if (!world_ended() && here->app != NULL)
		oracle_look();
}

void process_signal(int number)
{
	struct app *app = world()->app;
	/* The first member of the bot's struct loop is its uv_loop_t. */
	if (app != NULL && app->loop != NULL)
		process_raise((uv_loop_t *)app->loop, number);
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */

/* ---- functions of the bot ---- */

__typeof__(app_open) __real_app_open, __wrap_app_open;
int __wrap_app_open(struct app *app, struct log log, const struct settings *settings,
	const char *database, unsigned threads)
{
	int result = __real_app_open(app, log, settings, database, threads);
	if (result == 0) {
		world()->app = app;
		if (database != NULL)
			oracle_start(app->store);
	}
	return result;
}

/* Opens the database at its path, without moving it: the simulated disk has no folders. */
__typeof__(home_open) __wrap_home_open;
enum store_error __wrap_home_open(const char *path, struct store **store)
{
	return store_open(path, store);
}

__typeof__(resume_tables) __real_resume_tables, __wrap_resume_tables;
size_t __wrap_resume_tables(struct lobby *lobby)
{
	lobby->settings.daily_hands = 2; /* a simulated hour has no time for more */
	size_t count = __real_resume_tables(lobby);
	if (!world()->dead)
		oracle_resume();
	return count;
}

__typeof__(app_close) __real_app_close, __wrap_app_close;
void __wrap_app_close(struct app *app)
{
	world()->app = NULL;
	__real_app_close(app);
}

/* Makes the bot speak in message keys like "(pong.text text=17)", which simulated people read. */
__typeof__(catalog_open) __real_catalog_open, __wrap_catalog_open;
struct catalog *__wrap_catalog_open(const struct catalogue *list, const char *prefix)
{
	(void)list;
	return __real_catalog_open(stage_keys, prefix);
}

/* ---- time and randomness ---- */

time_t __wrap_time(time_t *out);
time_t __wrap_time(time_t *out)
{
	time_t now = (time_t)world_date();
	if (out != NULL)
		*out = now;
	return now;
}

ssize_t __wrap_getrandom(void *bytes, size_t length, unsigned flags);
ssize_t __wrap_getrandom(void *bytes, size_t length, unsigned flags)
{
	unsigned char *at = bytes;
	(void)flags;
	for (size_t i = 0; i < length; i++)
		at[i] = (unsigned char)world_below(256);
	return (ssize_t)length;
}

void __wrap_randombytes_buf(void *bytes, size_t length);
void __wrap_randombytes_buf(void *bytes, size_t length)
{
	__wrap_getrandom(bytes, length, 0);
}

uint32_t __wrap_randombytes_uniform(uint32_t limit);
uint32_t __wrap_randombytes_uniform(uint32_t limit)
{
	return world_below(limit);
}

uint32_t __wrap_randombytes_random(void);
uint32_t __wrap_randombytes_random(void)
{
	return world_below(UINT32_MAX);
}

/* ---- calls that would change this process, in which the simulation runs too ---- */

int __wrap_prctl(int option, ...);
int __wrap_prctl(int option, ...)
{
	(void)option;
	return 0;
}

int __wrap_setrlimit(int resource, const struct rlimit *limit);
int __wrap_setrlimit(int resource, const struct rlimit *limit)
{
	(void)resource;
	(void)limit;
	return 0;
}

int __wrap_setpriority(int which, id_t who, int nice);
int __wrap_setpriority(int which, id_t who, int nice)
{
	(void)which;
	(void)who;
	(void)nice;
	return 0;
}

/* Ignores the bot's sandbox, which would also confine the simulation and the next bot. */
__typeof__(sandbox_allow_folder) __wrap_sandbox_allow_folder;
void __wrap_sandbox_allow_folder(struct sandbox *confine, const char *folder, bool writable)
{
	(void)confine, (void)folder, (void)writable;
}

__typeof__(sandbox_allow_folder_of) __wrap_sandbox_allow_folder_of;
void __wrap_sandbox_allow_folder_of(struct sandbox *confine, const char *file, bool writable)
{
	(void)confine, (void)file, (void)writable;
}

__typeof__(sandbox_refuse_io_uring) __wrap_sandbox_refuse_io_uring;
void __wrap_sandbox_refuse_io_uring(void)
{
}

__typeof__(sandbox_enter) __wrap_sandbox_enter;
bool __wrap_sandbox_enter(struct sandbox *confine, const struct log *log)
{
	(void)confine, (void)log;
	return true;
}

/* The simulated terminal shows only lines, no full screen. */
__typeof__(screen_is_possible) __wrap_screen_is_possible;
bool __wrap_screen_is_possible(void)
{
	return false;
}

/* Connects the bot to pages.c, which replaces `mitaines web`, the only other program on the bot's
 * machine. */
__typeof__(unix_socket_connect) __wrap_unix_socket_connect;
int __wrap_unix_socket_connect(const char *path)
{
	return pages_connect(path);
}

ssize_t __real_send(int fd, const void *bytes, size_t length, int flags);
ssize_t __wrap_send(int fd, const void *bytes, size_t length, int flags);
ssize_t __wrap_send(int fd, const void *bytes, size_t length, int flags)
{
	return pages_owns(fd) ? pages_send(fd, bytes, length)
			      : __real_send(fd, bytes, length, flags);
}

ssize_t __real_recv(int fd, void *bytes, size_t room, int flags);
ssize_t __wrap_recv(int fd, void *bytes, size_t room, int flags);
ssize_t __wrap_recv(int fd, void *bytes, size_t room, int flags)
{
	return pages_owns(fd) ? pages_recv(fd, bytes, room) : __real_recv(fd, bytes, room, flags);
}

uid_t __wrap_geteuid(void);
uid_t __wrap_geteuid(void)
{
	return 1000;
}

long __wrap_sysconf(int name);
long __real_sysconf(int name);
long __wrap_sysconf(int name)
{
	return name == _SC_NPROCESSORS_ONLN ? 4 : __real_sysconf(name);
}

/* Reads a log line `… ngircd: not connected: …; trying again in 2.5 s`. The bot may then wait for
 * so long. */
static void mind_rest(const char *line)
{
	static const char again[] = "; trying again in ";
	const char *at = strstr(line, again);
	for (unsigned i = 0; at != NULL && i < WORLD_SERVERS; i++) {
		struct server *server = &world()->server[i];
		size_t length = strlen(server->kind->name);
		const char *name = strstr(line, server->kind->name);
		if (name != NULL && name[length] == ':')
			server->patience = world()->now +
				(uint64_t)(1000 * strtod(at + sizeof again - 1, NULL));
	}
}

/*
 * Reads a log line `… matrix: sam!sam@matrix.test sends too many commands: ignored for 300 s`, and
 * notes that the bot ignores sam from now on. The flood may be minutes old, or the bot may handle
 * it once more after a failed batch.
 */
static void mind_ignored(const char *line)
{
	struct world *here = world();
	bool again = here->failed > 0 && here->now < here->failed + PROCESS_AGAIN;
	for (unsigned i = 0; strstr(line, " sends too many commands") != NULL && i < here->humans;
		i++) {
		struct human *human = &here->human[i];
		char who[SERVER_NICK + 40];
		snprintf(who, sizeof who, " %s: %s!", human->server->kind->name, human->nick);
		if (strstr(line, who) != NULL &&
			(again ||
				(human->flooded > 0 && here->now < human->flooded + PROCESS_LATE)))
			human->flooded = here->now;
	}
}

/* Adds the bot's log to the wordy story, and gives the simulated terminal the bot's output. */
ssize_t __real_write(int fd, const void *bytes, size_t length);
ssize_t __wrap_write(int fd, const void *bytes, size_t length);
ssize_t __wrap_write(int fd, const void *bytes, size_t length)
{
	if (fd == STDOUT_FILENO && world() != NULL && world()->setting.console)
		return terminal_write(bytes, length);
	if (fd != STDERR_FILENO || world() == NULL)
		return __real_write(fd, bytes, length);
	char line[1100];
	snprintf(line, sizeof line, "%.*s", (int)length - 1, (const char *)bytes);
	if (!world()->dead) {
		world_mutter("log: %s", line);
		mind_rest(line);
		mind_ignored(line);
	}
	return (ssize_t)length;
}

/* ---- files ---- */

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list rest;
	va_start(rest, flags);
	if ((flags & O_CREAT) != 0)
		mode = va_arg(rest, mode_t);
	va_end(rest);
	return disk_owns(path) ? disk_open(path, flags) : __real_open(path, flags, mode);
}

int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
	return disk_owns_fd(fd)  ? disk_close(fd)
		: pages_owns(fd) ? pages_close(fd)
				 : __real_close(fd);
}

ssize_t __real_read(int fd, void *bytes, size_t room);
ssize_t __wrap_read(int fd, void *bytes, size_t room);
ssize_t __wrap_read(int fd, void *bytes, size_t room)
{
	if (fd == STDIN_FILENO && world() != NULL && world()->setting.console)
		return terminal_read(bytes, room);
	return disk_owns_fd(fd) ? disk_read(fd, bytes, room) : __real_read(fd, bytes, room);
}

ssize_t __wrap_pwrite(int fd, const void *bytes, size_t length, off_t from);
ssize_t __wrap_pwrite(int fd, const void *bytes, size_t length, off_t from)
{
	return disk_pwrite(fd, bytes, length, (size_t)from);
}

int __wrap_fsync(int fd);
int __wrap_fsync(int fd)
{
	return disk_fsync(fd);
}

int __wrap_flock(int fd, int operation);
int __wrap_flock(int fd, int operation)
{
	(void)fd;
	(void)operation;
	return 0;
}

int __real_stat(const char *path, struct stat *status);
int __wrap_stat(const char *path, struct stat *status);
int __wrap_stat(const char *path, struct stat *status)
{
	return disk_owns(path) ? disk_stat(path, status) : __real_stat(path, status);
}

int __real_lstat(const char *path, struct stat *status);
int __wrap_lstat(const char *path, struct stat *status);
int __wrap_lstat(const char *path, struct stat *status)
{
	return disk_owns(path) ? disk_stat(path, status) : __real_lstat(path, status);
}

int __real_fstat(int fd, struct stat *status);
int __wrap_fstat(int fd, struct stat *status);
int __wrap_fstat(int fd, struct stat *status)
{
	return disk_owns_fd(fd) ? disk_fstat(fd, status) : __real_fstat(fd, status);
}

int __real_unlink(const char *path);
int __wrap_unlink(const char *path);
int __wrap_unlink(const char *path)
{
	return disk_owns(path) ? disk_unlink(path) : __real_unlink(path);
}

/* NOLINTEND(bugprone-reserved-identifier) */
