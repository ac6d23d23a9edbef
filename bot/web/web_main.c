#include "bot/web/web_main.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sysexits.h>
#include <unistd.h>

#include "bot/base/sandbox.h"
#include "bot/base/systemd_notify.h"
#include "bot/base/worker.h"
#include "bot/net/types.h"
#include "bot/web/canvas.h"
#include "bot/web/reviews.h"
#include "bot/web/server.h"
#include "config/config.h"
#include "storage/home.h"

/* Ms between two looks at the database, with and without viewers. */
enum { POLL_WATCHED_MS = 200, POLL_IDLE_MS = 1000 };

enum { ADDRESS = 128 }; /* room for the address of the pages */

enum { PORTS_TRIED = 20 }; /* ports after the configured one that -n may take */

struct serving {
	char database[PATH_MAX]; /* the file in the folder that pages may read */
	struct config config;
	bool next; /* try the next ports if the configured one is taken (option -n) */
	struct log log;
	struct loop *loop;
	struct catalog *catalog;
	struct web web;
	struct server *server;
	struct worker_pool *pool; /* worker threads for reviews */
	struct loop_timer *look;
	struct systemd_notify notify;
	struct web_metrics figures;
	int64_t version; /* last value of store_get_data_version; -1: unknown */
	/* number of failures in a row to open the database; the second one is logged */
	unsigned missed;
};

/* ---- the database ---- */

static void close_database(struct serving *serving)
{
	if (serving->web.store != NULL)
		store_close(serving->web.store);
	serving->web.store = NULL;
}

/* Opens the database. It can be missing or old for a moment while the bot starts. */
static void open_database(struct serving *serving)
{
	const char *path = serving->database;
	enum store_error error = store_open_read_only(path, false, &serving->web.store);
	if (error != STORE_OK)
		close_database(serving);
	serving->missed = error != STORE_OK ? serving->missed + 1 : 0;
	if (serving->missed == 2)
		log_line(&serving->log, LOG_WARN, "web", "cannot read %s: %s", path,
			store_error_text(error));
	serving->version = -1;
	if (error == STORE_OK)
		log_line(&serving->log, LOG_NOTE, "web", "reading the database %s", path);
}

/*
 * Looks at the database. Opens it again if the file was replaced. Tells the server if anything was
 * written.
 */
static void on_look(void *self)
{
	struct serving *serving = self;
	struct web *web = &serving->web;
	int64_t version = serving->version;
	if (web->store != NULL && store_is_stale(web->store, serving->database))
		close_database(serving);
	if (web->store == NULL)
		open_database(serving);
	if (web->store != NULL && store_get_data_version(web->store, &version) != STORE_OK)
		close_database(serving);
	if (web->store != NULL && version != serving->version) {
		serving->version = version;
		server_notify_viewers(serving->server);
	}
	loop_timer_set(serving->look,
		server_count_viewers(serving->server) > 0 ? POLL_WATCHED_MS : POLL_IDLE_MS);
}

/* ---- the process ---- */

/*
 * Finds the folder of the database, or creates it: the sandbox can allow only a folder that exists.
 * Returns false after a line on standard error.
 */
static bool find_database(struct serving *serving)
{
	const char *path = serving->config.database;
	if (!home_file(path, serving->database) || !home_create(path)) {
		fprintf(stderr,
			"mitaines web: cannot create the folder of the database, %s: start the bot "
			"first, which creates it\n",
			serving->database);
		return false;
	}
	if (home_has_newcomer(path))
		log_line(&serving->log, LOG_WARN, "web",
			"the pages read %s: start the bot, which moves %s there", serving->database,
			path);
	return true;
}

/* Also allows the system's files: libraries, fonts, and the time zone for the log. */
void web_allow_files(struct sandbox *confine, const char *database)
{
	static const char *const system[] = { "/usr", "/lib", "/lib64" };
	sandbox_allow_folder_of(confine, database, false);
	sandbox_allow_file(confine, "/etc/localtime");
	for (size_t i = 0; i < sizeof system / sizeof system[0]; i++)
		sandbox_allow_folder(confine, system[i], false);
}

/*
 * Enters the sandbox: from now on the process can read only the files of web_allow_files, and write
 * none. Returns false after a log line if the program must end.
 */
static bool give_up(const struct serving *serving)
{
	struct sandbox confine = { .read_only = true };
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	web_allow_files(&confine, serving->database);
	return sandbox_enter(&confine, &serving->log);
}

static void on_signal(void *self)
{
	struct serving *serving = self;
	loop_stop(serving->loop);
}

/* Serves pages until SIGTERM or SIGINT. Returns false if signals cannot be watched. */
static bool serve(struct serving *serving)
{
	struct loop_signal *quit = loop_signal_open(serving->loop, SIGTERM, on_signal, serving);
	struct loop_signal *stop = loop_signal_open(serving->loop, SIGINT, on_signal, serving);
	serving->look = loop_timer_open(serving->loop, on_look, serving);
	if (quit == NULL || stop == NULL) {
		log_line(&serving->log, LOG_ERROR, "web",
			"cannot handle signals; raise LimitNOFILE (ulimit -n)");
		return false;
	}
	const struct config_web *web = &serving->config.web;
	char address[ADDRESS];
	bool six = strchr(web->listen, ':') != NULL;
	snprintf(address, sizeof address, "http://%s%s%s:%u/", six ? "[" : "", web->listen,
		six ? "]" : "", web->port);
	log_line(&serving->log, LOG_NOTE, "web", "pages at %s", address);
	if (serving->next) {
		puts(address);
		fflush(stdout);
	}
	systemd_notify_send(&serving->notify, "READY=1");
	on_look(serving);
	loop_run(serving->loop);
	return true;
}

/*
 * Opens the socket on which the bot sends seats and its metrics. On an error logs it; the pages
 * work without both.
 */
static void open_socket(struct serving *serving)
{
	const struct config *config = &serving->config;
	const struct seats *seats = NULL;
	const bool plays = config->web.seats || config->web.guests || config->web.play_now;
	char path[PATH_MAX];
	if (config->web.metrics)
		serving->web.metrics = &serving->figures;
	else if (!plays)
		return;
	if (!config_seats(config, path, sizeof path))
		errno = ENAMETOOLONG;
	else
		seats = server_open_seats(serving->server, path);
	if (seats == NULL)
		log_line(&serving->log, LOG_WARN, "web",
			"cannot open the socket %s: %s; without it nobody can play on pages, and "
			"the bot's metrics are missing",
			path, strerror(errno));
	serving->figures.bot = seats;
	serving->web.seats = plays ? seats : NULL;
}

/*
 * Opens the server at the configured port. With option -n, tries the next ports while a port is
 * taken, and changes the configuration to the port that worked. Returns NULL on an error.
 */
static struct server *open_server(struct serving *serving)
{
	struct config_web *web = &serving->config.web;
	const char *wrong = NULL;
	const unsigned last = web->port + (serving->next ? PORTS_TRIED : 0);
	for (;; web->port++) {
		struct server *server = server_open(serving->loop, &serving->log, &serving->web,
			web->listen, web->port, &wrong);
		if (server != NULL)
			return server;
		if (errno != EADDRINUSE || web->port >= last || web->port >= UINT16_MAX)
			break;
		log_line(&serving->log, LOG_WARN, "web",
			"port %u is taken by another program; trying port %u", web->port,
			web->port + 1);
	}
	fprintf(stderr, "mitaines web: cannot listen on %s port %u: %s\n", web->listen, web->port,
		wrong);
	return NULL;
}

static int open_and_serve(struct serving *serving)
{
	const struct config *config = &serving->config;
	if (!find_database(serving))
		return 1;
	int language = catalog_language(config->settings.language);
	web_open(&serving->web, serving->catalog, network_types, config->web.url,
		language >= 0 ? (uint8_t)language : 0);
	serving->web.play_now = config->web.play_now;
	serving->web.guests = config->web.guests;
	serving->web.chat = config->web.chat;
	serving->web.proxies = (struct asker_proxies){ config->web.trusted_proxies.item,
		config->web.trusted_proxies.count };
	serving->server = open_server(serving);
	if (serving->server == NULL)
		return 1;
	open_socket(serving);
	serving->notify = systemd_notify_open();
	canvas_prepare();
	if (serving->notify.fault != NULL)
		log_line(&serving->log, LOG_WARN, "web", "%s", serving->notify.fault);
	bool served = give_up(serving);
	if (served) {
		/* Start the thread after give_up, so that the sandbox applies to it too. */
		serving->pool = worker_pool_open(serving->loop, 1);
		serving->web.reviews = reviews_open(serving->pool);
		served = serve(serving);
	}
	systemd_notify_close(&serving->notify);
	close_database(serving);
	server_close(serving->server);
	return served ? 0 : 1;
}

static int usage(FILE *out, int status)
{
	fputs("usage: mitaines web [-n] [-c FILE]\n"
	      "Serves pages of the ladder, players, matches and live tables, also while no bot\n"
	      "runs. With `seats` or `guests` in the configuration, people play on these pages\n"
	      "while the bot runs. The key `web` sets the address, by default\n"
	      "http://127.0.0.1:8080/. With -n they take one of the next 20 ports if theirs is\n"
	      "taken, and print their address.\n",
		out);
	return status;
}

int web_main(int argc, char **argv)
{
	const char *path = NULL;
	struct serving serving = { .next = false };
	int option;
	while ((option = getopt(argc, argv, "hnc:")) != -1)
		switch (option) {
		case 'h': return usage(stdout, 0);
		case 'n': serving.next = true; break;
		case 'c': path = optarg; break;
		default: return usage(stderr, 2);
		}
	if (optind != argc)
		return usage(stderr, 2);
	if (!config_load_or_print(path, NULL, &serving.config))
		return EX_CONFIG;
	signal(SIGPIPE, SIG_IGN);
	serving.log = log_open(STDERR_FILENO, LOG_INFO);
	log_connect_journal(&serving.log, LOG_JOURNAL);
	sandbox_refuse_io_uring();
	serving.loop = loop_open();
	serving.catalog = catalog_open(catalogues, serving.config.settings.prefix);
	int status = 1;
	if (serving.loop != NULL)
		status = open_and_serve(&serving);
	else
		fputs("mitaines web: cannot create an event loop; raise LimitNOFILE (ulimit -n)\n",
			stderr);
	catalog_free(serving.catalog);
	if (serving.loop != NULL)
		loop_close(serving.loop);
	worker_pool_close(serving.pool);
	reviews_close(serving.web.reviews);
	config_free(&serving.config);
	return status;
}
