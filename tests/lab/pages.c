/* pages.c - measures pages among many people and matches: latency, size, delay of live moves, and
 * the cost of a crowd. If nginx is installed, it serves the same bytes for comparison. Environment:
 * PAGES_PEOPLE and PAGES_MATCHES are the numbers, PAGES_DB a database to keep and reuse,
 * PAGES_NGINX the program if not /usr/sbin/nginx. */
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "engine/playout.h"
#include "tests/irc/server.h"
#include "tests/lab/crowd.h"
#include "tests/lab/measure.h"
#include "tests/lab/visit.h"
#include "tests/stage/stage.h"

enum {
	ASKED = 400,
	PLAYED = 12,
	WATCHERS = 1000,
	MOVES = 20,
	CROWD = 10000,
	LINES = 16,
	SECONDS = 1,
	ROUNDS = 5
};

struct bench {
	char folder[FOLDER_PATH];
	char path[PATH_MAX]; /* path of the database */
	struct stage stage;
	struct chance chance;
	int64_t people;
	int64_t first; /* id of the first match to request */
	pid_t site, nginx;
	struct visit visit;
};

_Noreturn static void fail(const char *why)
{
	bench_fail("pages", why);
}

static int64_t number_of(const char *name, int64_t usual)
{
	const char *text = getenv(name);
	return text != NULL ? strtoll(text, NULL, 10) : usual;
}

/* ---- data ---- */

static void begin(struct stage *stage, const char *opening)
{
	stage_say(stage, "anna", opening);
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
}

/* Makes the simplest AI player's move for the seat to act. Returns false after the match. */
static bool move(struct stage *stage)
{
	const struct table *table = stage_table(stage, 1);
	char typed[MOVE_TEXT + 8];
	struct text text = text_in(typed, sizeof typed);
	union any_view view;
	if (table == NULL || !table->running)
		return false;
	struct state *state = table_state((struct table *)table);
	table->game->view(state, state->turn, &view.view);
	struct move made = game_greedy(table->game, &view.view);
	text_add(&text, made.act == ACT_PLAY ? "p " : "");
	move_write(&text, made);
	stage_whisper(stage, table->seat[state->turn].player->name, typed);
	return true;
}

static void make_database(struct bench *bench)
{
	static const char *const openings[] = { "!new mitaines classic", "!new mitch",
		"!new mate" };
	if (access(bench->path, F_OK) != 0 &&
		!crowd_make(bench->path, (unsigned)bench->people,
			(unsigned)number_of("PAGES_MATCHES", 100000)))
		fail("no database");
	stage_open_quietly(&bench->stage, catalogues, bench->path);
	if (store_get_newest_match(bench->stage.store, &bench->first) != STORE_OK)
		fail("no matches");
	for (unsigned i = 0; i < PLAYED; i++) {
		begin(&bench->stage, openings[i % 3]);
		while (move(&bench->stage))
			;
	}
	begin(&bench->stage, "!new mitaines classic target=1000");
	if (!move(&bench->stage))
		fail("no table");
}

/* ---- the pages ---- */

static void start_site(struct bench *bench)
{
	bench->visit.port = server_free_port();
	bench->site = bench_bot(bench->folder, "web", "database = \"%s\"; web = { port = %d; };\n",
		bench->path, bench->visit.port);
}

static void end(pid_t *pid)
{
	if (*pid > 0 && kill(*pid, SIGTERM) == 0)
		waitpid(*pid, NULL, 0);
	*pid = 0;
}

static long memory(const struct bench *bench)
{
	return (long)(bench_resident(bench->site) / 1024);
}

/* Returns milliseconds of processor time of the answering thread, independent of other load. */
static double work(const struct bench *bench)
{
	char path[64], line[128];
	snprintf(path, sizeof path, "/proc/%d/schedstat", (int)bench->site);
	FILE *file = fopen(path, "r");
	if (file == NULL || fgets(line, sizeof line, file) == NULL)
		fail("the pages have gone");
	fclose(file);
	return strtod(line, NULL) / 1e6;
}

/* ---- measurements ---- */

/* Prints p99 of a page's delay and of its processor time. Each request has a new address, so that
 * no answer is cached. */
static void measure_page(struct bench *bench, int fd, const char *name, const char *format,
	int64_t from, int64_t count)
{
	double took[ASKED];
	double worked[ASKED];
	char target[128];
	for (unsigned i = 0; i < ASKED; i++) {
		int64_t id = from + (int64_t)chance_below(&bench->chance, (uint32_t)count);
		int length = snprintf(target, sizeof target, format, (long long)id);
		snprintf(target + length, sizeof target - (size_t)length, "%sn=%u",
			strchr(format, '?') != NULL ? "&" : "?", i);
		double before = work(bench);
		took[i] = visit_get(&bench->visit, fd, target);
		worked[i] = work(bench) - before;
	}
	printf("pages.%s %.2f ms\npages.%s.work %.2f ms\n", name,
		timing_percentile(took, ASKED, 99), name, timing_percentile(worked, ASKED, 99));
}

static void measure_pages(struct bench *bench)
{
	int fd = visit_come(bench->visit.port);
	measure_page(bench, fd, "front", "/", 0, 1);
	measure_page(bench, fd, "ladder", "/top", 0, 1);
	measure_page(bench, fd, "ladder.last", "/top?page=20", 0, 1);
	measure_page(bench, fd, "ladder.period", "/top?period=week", 0, 1);
	measure_page(bench, fd, "player", "/player/%lld", 1, bench->people);
	measure_page(bench, fd, "match", "/match/%lld", bench->first + 1, PLAYED);
	measure_page(bench, fd, "match.png", "/match/%lld.png", bench->first + 1, PLAYED);
	measure_page(bench, fd, "match.json", "/match/%lld.json", bench->first + 1, PLAYED);
	measure_page(bench, fd, "table", "/table/%lld", bench->first + PLAYED + 1, 1);
	measure_page(bench, fd, "rules", "/rules", 0, 1);
	close(fd);
}

/* Prints the bytes of a first visit with all files of a page, for the largest page. */
static void measure_weight(struct bench *bench)
{
	static const char *const files[] = { "/style.css", "/script.js", "/icon.svg" };
	size_t shared = 0;
	size_t most = 0;
	char target[64];
	int fd = visit_come(bench->visit.port);
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		visit_get(&bench->visit, fd, files[i]);
		shared += bench->visit.length;
	}
	for (unsigned i = 0; i <= PLAYED; i++) {
		snprintf(target, sizeof target, i == 0 ? "/" : "/match/%lld",
			(long long)bench->first + i);
		visit_get(&bench->visit, fd, target);
		size_t weight = bench->visit.length + shared;
		most = weight > most ? weight : most;
	}
	printf("pages.weight %zu bytes\n", most);
	close(fd);
}

/* Returns answers a second for one page, requested on many connections at once. */
static double rate_of(int port, const char *target, size_t size)
{
	static char bytes[1 << 16];
	int fd[LINES];
	size_t got[LINES] = { 0 };
	unsigned long done = 0;
	int events = epoll_create1(EPOLL_CLOEXEC);
	for (unsigned i = 0; i < LINES; i++) {
		struct epoll_event event = { .events = EPOLLIN, .data.u32 = i };
		fd[i] = visit_come(port);
		epoll_ctl(events, EPOLL_CTL_ADD, fd[i], &event);
		visit_ask(fd[i], target);
	}
	double since = timing_now();
	while (timing_now() - since < SECONDS) {
		struct epoll_event ready[LINES];
		int count = epoll_wait(events, ready, LINES, 1000);
		for (int k = 0; k < count; k++) {
			unsigned i = ready[k].data.u32;
			ssize_t more = recv(fd[i], bytes, sizeof bytes, 0);
			if (more <= 0)
				fail("an answer breaks off");
			got[i] += (size_t)more;
			if (got[i] < size)
				continue;
			got[i] = 0;
			done++;
			visit_ask(fd[i], target);
		}
	}
	double took = timing_now() - since;
	for (unsigned i = 0; i < LINES; i++)
		close(fd[i]);
	close(events);
	return (double)done / took;
}

/* Starts nginx with one process and the same bytes in a file. Returns false if it is not
 * installed. */
static bool start_nginx(struct bench *bench, int port)
{
	char path[PATH_MAX], page[PATH_MAX], prefix[PATH_MAX];
	const char *program = getenv("PAGES_NGINX");
	if (program == NULL)
		program = "/usr/sbin/nginx";
	if (access(program, X_OK) != 0)
		return false;
	folder_file(bench->folder, "nginx.conf", path);
	folder_file(bench->folder, "page", page);
	folder_write(page, bench->visit.reply + bench->visit.head,
		bench->visit.length - bench->visit.head);
	snprintf(prefix, sizeof prefix, "%s/", bench->folder);
	FILE *file = fopen(path, "w");
	if (file == NULL)
		fail("no configuration can be written");
	fprintf(file,
		"daemon off; master_process off; worker_processes 1; pid %s/nginx.pid;\n"
		"error_log /dev/null;\nevents { worker_connections 256; }\n"
		"http { access_log off; keepalive_requests 100000000; default_type text/html;\n"
		"client_body_temp_path %s/b; proxy_temp_path %s/p; fastcgi_temp_path %s/f;\n"
		"uwsgi_temp_path %s/u; scgi_temp_path %s/s; sendfile on; tcp_nopush on;\n"
		"open_file_cache max=16;\n"
		"server { listen 127.0.0.1:%d; root %s; } }\n",
		bench->folder, bench->folder, bench->folder, bench->folder, bench->folder,
		bench->folder, port, bench->folder);
	fclose(file);
	bench->nginx = bench_begin();
	if (bench->nginx == 0) {
		execl(program, "nginx", "-p", prefix, "-c", path, (char *)NULL);
		_exit(127);
	}
	return true;
}

/* Measures both in turns, because an idle machine is faster. */
static void measure_rate(struct bench *bench)
{
	double own[ROUNDS], other[ROUNDS], share[ROUNDS];
	int port = server_free_port();
	int fd = visit_come(bench->visit.port);
	visit_get(&bench->visit, fd, "/");
	close(fd);
	size_t size = bench->visit.length;
	bool beside = start_nginx(bench, port);
	if (beside) {
		fd = visit_come(port);
		visit_get(&bench->visit, fd, "/page");
		close(fd);
	}
	for (unsigned i = 0; i < ROUNDS; i++) {
		own[i] = rate_of(bench->visit.port, "/", size);
		other[i] = beside ? rate_of(port, "/page", bench->visit.length) : 0;
		share[i] = own[i] / other[i];
	}
	printf("pages.rate %.0f requests/s\n", timing_percentile(own, ROUNDS, 50));
	if (!beside)
		return;
	printf("pages.nginx %.0f requests/s\npages.share %.2f times\n",
		timing_percentile(other, ROUNDS, 50), timing_percentile(share, ROUNDS, 50));
	end(&bench->nginx);
}

/* Reads a watcher's bytes. Returns true if a move is among them. */
static bool has_moved(int fd)
{
	char bytes[8192];
	ssize_t got = recv(fd, bytes, sizeof bytes - 1, MSG_DONTWAIT);
	if (got == 0)
		fail("a watcher is left alone");
	bytes[got > 0 ? got : 0] = '\0';
	return strstr(bytes, "event: scene") != NULL;
}

/* Prints the delay from a move to each of the watchers. */
static void measure_live(struct bench *bench)
{
	static struct pollfd watcher[WATCHERS];
	static double took[WATCHERS * MOVES];
	size_t count = 0;
	char target[64];
	snprintf(target, sizeof target, "/table/%lld/events", (long long)bench->first + PLAYED + 1);
	for (unsigned i = 0; i < WATCHERS; i++) {
		watcher[i] =
			(struct pollfd){ .fd = visit_come(bench->visit.port), .events = POLLIN };
		visit_ask(watcher[i].fd, target);
		while (poll(&watcher[i], 1, 10000) == 1 && !has_moved(watcher[i].fd))
			;
	}
	for (unsigned n = 0; n < MOVES; n++) {
		unsigned left = WATCHERS;
		bool seen[WATCHERS] = { false };
		usleep((useconds_t)chance_below(&bench->chance, 400000));
		double since = timing_now();
		if (!move(&bench->stage))
			break;
		while (left > 0 && poll(watcher, WATCHERS, 10000) > 0)
			for (unsigned i = 0; i < WATCHERS; i++) {
				if (!(watcher[i].revents & POLLIN) || !has_moved(watcher[i].fd))
					continue;
				if (!seen[i])
					took[count++] = (timing_now() - since) * 1e3;
				left -= !seen[i];
				seen[i] = true;
			}
		if (left > 0)
			fail("a watcher hears nothing");
	}
	printf("pages.live %.0f ms\n", timing_percentile(took, count, 99));
	for (unsigned i = 0; i < WATCHERS; i++)
		close(watcher[i].fd);
}

/* Opens many connections that send only half a request. */
static void measure_crowd(struct bench *bench)
{
	static int fd[CROWD];
	double took[100];
	for (unsigned i = 0; i < CROWD; i++) {
		fd[i] = visit_come(bench->visit.port);
		visit_put(fd[i], "GET / HTTP/1.1\r\nHost: ");
	}
	for (unsigned i = 0; i < 100; i++) {
		int own = visit_come(bench->visit.port);
		took[i] = visit_get(&bench->visit, own, "/");
		close(own);
	}
	printf("pages.crowd %.2f ms\npages.crowd.memory %ld kB\n", timing_percentile(took, 100, 99),
		memory(bench));
	for (unsigned i = 0; i < CROWD; i++)
		close(fd[i]);
}

int main(void)
{
	static struct bench bench = { .chance = { 1 } };
	const char *kept = getenv("PAGES_DB");
	struct rlimit files = { CROWD + 4096, CROWD + 4096 };
	bench.people = number_of("PAGES_PEOPLE", 10000);
	folder_make(bench.folder);
	folder_file(bench.folder, "pages.db", bench.path);
	if (kept != NULL)
		snprintf(bench.path, sizeof bench.path, "%s", kept);
	make_database(&bench);
	setrlimit(RLIMIT_NOFILE, &files);
	start_site(&bench);
	printf("pages.memory %ld kB\n", (close(visit_come(bench.visit.port)), memory(&bench)));
	measure_pages(&bench);
	measure_weight(&bench);
	measure_rate(&bench);
	measure_live(&bench);
	measure_crowd(&bench);
	end(&bench.site);
	stage_say(&bench.stage, "anna", "!stop");
	stage_say(&bench.stage, "luc", "!stop");
	stage_close(&bench.stage);
	folder_remove(bench.folder);
	return 0;
}
