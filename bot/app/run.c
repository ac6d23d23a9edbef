#include "bot/app/run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "bot/app/configuration.h"
#include "bot/app/service.h"
#include "bot/base/sandbox.h"
#include "bot/match/recount.h"
#include "bot/match/resume.h"
#include "bot/net/conn.h"
#include "bot/net/types.h"
#include "bot/surface/operator.h"
#include "bot/surface/page_seats.h"
#include "storage/ratings.h"

enum { LEAVE_MS = 2000 }; /* ms to send the last lines before the bot quits */

struct run {
	struct configuration configuration;
	struct app app;
	struct service service;
	struct operator_socket operator;
	struct page_seats page_seats;
	char backup[PATH_MAX], seats[PATH_MAX];
	bool quits; /* the networks were told to quit */
	/* ms on the loop's clock: latest time to tell the networks to quit */
	uint64_t deadline;
};

static void usage(FILE *out, const char *command, const char *does)
{
	fprintf(out, "usage: mitaines %s\n%s\n", command, does);
}

/*
 * Reads the options named by `letters`: -c FILE, -h and -r. Returns -1 to continue, else the exit
 * status.
 */
static int read_options(int argc, char **argv, const char *letters, const char **path, bool *root,
	const char *command, const char *does)
{
	int option;
	while ((option = getopt(argc, argv, letters)) != -1)
		switch (option) {
		case 'h': usage(stdout, command, does); return 0;
		case 'c': *path = optarg; break;
		case 'r': *root = true; break;
		default: usage(stderr, command, does); return 2;
		}
	if (optind == argc)
		return -1;
	usage(stderr, command, does);
	return 2;
}

/*
 * Ends a batch of a bot that is stopping. After the last line, or at the deadline, makes the
 * networks quit. Stops the loop once no network is connected.
 */
static void leave(void *context)
{
	struct run *run = context;
	uint64_t now = loop_now(run->app.loop);
	lobby_commit(&run->app.lobby);
	if (!run->quits &&
		(configuration_count_unsent(&run->configuration) == 0 || now >= run->deadline)) {
		run->quits = true;
		configuration_quit(&run->configuration);
	}
	if (configuration_is_offline(&run->configuration))
		loop_stop(run->app.loop);
}

/* Only wakes the loop, so that leave() sees that the deadline has passed. */
static void late(void *context)
{
	(void)context;
}

/* Logs each line of a report, which may be NULL. */
static void log_report(
	const struct log *log, enum log_level level, const char *part, const char *report)
{
	while (report != NULL && *report != '\0') {
		size_t length = strcspn(report, "\n");
		log_line(log, level, part, "%.*s", (int)length, report);
		report += length + (report[length] != '\0');
	}
}

static bool reload(void *self, struct string *report)
{
	struct run *run = self;
	systemd_notify_reloading(&run->service.notify);
	bool done = configuration_reload(&run->configuration, report);
	service_reloaded(&run->service);
	log_report(&run->app.log, done ? LOG_NOTE : LOG_ERROR, "reload", report->bytes);
	log_line(&run->app.log, done ? LOG_NOTE : LOG_ERROR, "reload",
		done ? "the new configuration was loaded"
		     : "the configuration was not changed; correct the errors above");
	return done;
}

static void on_hangup(void *context)
{
	struct string report = STRING_EMPTY;
	reload(context, &report);
	string_free(&report);
}

static void set_log(void *self, enum log_level level)
{
	struct run *run = self;
	run->app.log.level = level;
}

static void shut_down(void *self)
{
	struct run *run = self;
	loop_stop(run->app.loop);
}

static void serve(struct run *run)
{
	struct lobby *lobby = &run->app.lobby;
	struct loop_signal *hangup = loop_signal_open(run->app.loop, SIGHUP, on_hangup, run);
	run->app.commands.control = (struct control){
		.self = run,
		.reload = reload,
		.log = set_log,
		.shut_down = shut_down,
	};
	size_t tables = resume_tables(lobby);
	lobby_commit(lobby);
	log_line(&run->app.log, LOG_NOTE, "start", "resumed tables: %zu", tables);
	service_open(&run->service, &run->app);
	loop_run(run->app.loop);
	/* Say goodbye at the tables and stop. A second signal ends the bot at once. */
	log_line(&run->app.log, LOG_NOTE, "stop", "leaving all networks; then the bot ends");
	systemd_notify_send(&run->service.notify, "STOPPING=1");
	struct loop_timer *timer = loop_timer_open(run->app.loop, late, run);
	run->deadline = loop_now(run->app.loop) + LEAVE_MS;
	loop_timer_set(timer, LEAVE_MS);
	lobby_say_goodbye(lobby);
	loop_set_batch_end(run->app.loop, leave, run);
	leave(run);
	loop_run(run->app.loop);
	loop_timer_close(timer);
	service_close(&run->service);
	if (hangup != NULL)
		loop_signal_close(hangup);
}

/*
 * Returns the number of threads for AI players at tables. Leaves one processor to the event loop.
 * libuv has four threads, and one of them runs the slow jobs.
 */
static unsigned threads(void)
{
	enum { MOST = 3 };
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	return processors < 3 ? 1 : processors > MOST ? MOST : (unsigned)processors - 1;
}

static void allow_file(void *context, const char *path)
{
	sandbox_allow_folder_of(context, path, false);
}

/*
 * Enters the sandbox with the files that are needed from now on. These are the database, the files
 * that this or a later configuration names in the folders known now, and the files that libraries
 * read for host names, certificates and time zones. Returns false after a log line if the bot must
 * end.
 */
static bool give_up(const struct run *run)
{
	static const char *const system[] = { "/etc", "/usr", "/lib", "/lib64", "/run", "/proc",
		"/dev" };
	const struct config *config = &run->configuration.config;
	struct sandbox confine = { .count = 0 };
	sandbox_allow_folder_of(&confine, config->database, true);
	sandbox_allow_folder_of(&confine, config->control, true);
	sandbox_allow_folder_of(&confine, run->configuration.path, false);
	sandbox_allow_folder(&confine, getenv("CREDENTIALS_DIRECTORY"), false);
	for (size_t i = 0; i < sizeof system / sizeof system[0]; i++)
		sandbox_allow_folder(&confine, system[i], false);
	for (size_t i = 0; i < config->network_count; i++)
		config_network_files(config->networks[i], allow_file, &confine);
	return sandbox_enter(&confine, &run->app.log);
}

/*
 * Opens the sockets, enters the sandbox, and opens the networks. hidden: a crash writes no core
 * dump. Returns false after a log line if the bot must end.
 */
static bool open_parts(struct run *run, bool hidden)
{
	struct config *config = &run->configuration.config;
	const struct log *log = &run->app.log;
	char path[PATH_MAX];
	bool controlled = config_control(config, path, sizeof path) &&
		config_backup(config, run->backup, sizeof run->backup) &&
		operator_open(
			&run->operator, & run->app.commands, run->app.loop, path, run->backup);
	/*
	 * If the control socket cannot be opened, the bot ends only if the configuration names it.
	 */
	if (!controlled && config->control != NULL)
		return false;
	/* If the path of this socket is too long, people cannot play on pages. */
	if (config_seats(config, run->seats, sizeof run->seats))
		page_seats_open(&run->page_seats, &run->app.commands, run->app.loop, run->seats,
			config->web.metrics ? run->backup : NULL);
	log_report(log, LOG_WARN, "config", config->warnings.text);
	if (!hidden)
		log_line(log, LOG_WARN, "start",
			"cannot switch off core dumps; a crash may write hands and seeds to the "
			"disk");
	if (!give_up(run))
		return false;
	enum store_error error = store_set_rank_minimum(run->app.store, config->minimum_matches);
	if (error == STORE_OK)
		error = store_commit(run->app.store);
	if (error != STORE_OK) {
		log_line(log, LOG_ERROR, "store", "%s: cannot store minimum_matches: %s",
			config->database, store_error_text(error));
		return false;
	}
	error = recount_check_rule(run->app.store);
	if (error != STORE_OK) {
		log_line(log, LOG_ERROR, "store", "cannot compute the ratings again: %s",
			store_error_text(error));
		return false;
	}
	if (configuration_open(&run->configuration))
		return true;
	log_line(log, LOG_ERROR, "start", "cannot open a network; the line above says why");
	return false;
}

static int run_configured(struct run *run, bool hidden)
{
	const struct config *config = &run->configuration.config;
	struct settings settings = configuration_settings(config);
	struct log log = log_open(STDERR_FILENO, configuration_level(config));
	log_connect_journal(&log, LOG_JOURNAL);
	int fault = app_open(&run->app, log, &settings, config->database, threads());
	if (fault != 0)
		return fault == APP_REFUSED ? EX_CONFIG : 1;
	run->configuration.app = &run->app;
	bool opened = open_parts(run, hidden);
	if (opened)
		serve(run);
	page_seats_close(&run->page_seats);
	operator_close(&run->operator);
	configuration_close(&run->configuration);
	app_close(&run->app);
	return opened ? 0 : 1;
}

int run_main(int argc, char **argv)
{
	const char *path = NULL;
	bool root = false;
	struct run run = { .quits = false };
	int status = read_options(argc, argv, "hrc:", &path, &root, "run [-r] [-c FILE]",
		"Runs the bot in the foreground, by default in #mitaines on 127.0.0.1, port 6667.\n"
		"Prints a warning if root runs it, unless -r is given.");
	if (status >= 0)
		return status;
	if (geteuid() == 0 && !root)
		fputs("mitaines run: the bot never needs to be root: give it a user of its own, as "
		      "mitaines.service does\n",
			stderr);
	umask(S_IRWXG | S_IRWXO);
	run.configuration.path = path;
	run.configuration.types = network_types;
	/* Keep hands, seeds and passwords out of core dumps and away from debuggers. */
	const struct rlimit none = { .rlim_cur = 0, .rlim_max = 0 };
	bool hidden = setrlimit(RLIMIT_CORE, &none) == 0 && prctl(PR_SET_DUMPABLE, 0) == 0;
	if (!config_load_or_print(path, network_types, &run.configuration.config))
		return EX_CONFIG;
	if (conn_start_library()) {
		status = run_configured(&run, hidden);
		conn_stop_library();
	} else {
		fputs("mitaines run: cannot initialize libcurl, so no connection is possible\n",
			stderr);
		status = 1;
	}
	config_free(&run.configuration.config);
	return status;
}

int check_main(int argc, char **argv)
{
	const char *path = NULL;
	bool root = false;
	struct config config;
	int status = read_options(argc, argv, "hc:", &path, &root, "check -c FILE",
		"Reads a configuration and prints every error in it with its line; connects "
		"nowhere.");
	if (status >= 0)
		return status;
	if (path == NULL) {
		fputs("mitaines check: name the file: check -c FILE\n", stderr);
		return 2;
	}
	if (!config_load_or_print(path, network_types, &config))
		return 1;
	if (config.warnings.count > 0)
		fputs(config.warnings.text, stdout);
	if (config.handed_over)
		printf("%s: a systemd service reads the files in passwords/ only when it starts: "
		       "after a change of one, restart it (systemctl restart mitaines)\n",
			path);
	printf("%s: no errors\n", path);
	config_free(&config);
	return 0;
}
