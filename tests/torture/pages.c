/*
 * pages.c - runs `mitaines web` while a reader requests pages; in each run one call fails. For the
 * environment variable TORTURE see torture_each in torture.h.
 *
 * The process must exit by itself, with a message if it cannot serve or read its configuration.
 * Each answer must be the usual one, an error, or missing, and the same request must succeed later.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "bot/web/web_main.h"
#include "storage/home.h"
#include "tests/folder.h"
#include "tests/stage/stage.h"
#include "tests/stage/trials.h"
#include "tests/torture/torture.h"

/* SECONDS is the longest run, PATIENCE the time until an answer must be right, and SILENCE the
 * longest wait for one answer, all in seconds. SAMPLE is the number of ways to try (torture.h). */
enum { SAMPLE = 40, SECONDS = 120, PATIENCE = 60, SILENCE = 2, TEXT = 1 << 18, WHY = 200 };

#define RESULT "AAAAAAAAAAAAAAAAAAAAAA" /* key of a deal's result and of a challenge's link */

/* The requests that the reader sends. */
static const struct {
	const char *target, *header, *form; /* form: body of a POST; NULL: a GET */
} asked[] = {
	{ "/", "", NULL },
	{ "/.json", "", NULL },
	{ "/top/mitaines?lang=fr", "", NULL },
	{ "/top/mitaines.json", "", NULL },
	{ "/player/5", "Cookie: lang=fr\r\n", NULL },
	{ "/player/5.json", "", NULL },
	{ "/match/1.txt", "", NULL },
	{ "/match/2", "", NULL },
	{ "/match/2.json", "", NULL },
	{ "/match/1.png", "", NULL },
	{ "/match/1", "Accept-Encoding: gzip\r\n", NULL },
	{ "/table/1", "", NULL },
	{ "/table/2", "", NULL },
	{ "/table/2.json", "", NULL },
	{ "/table/2/events", "", NULL },
	{ "/rules/mate", "", NULL },
	{ "/fair", "", NULL },
	{ "/style.css", "", NULL },
	{ "/daily", "", NULL },
	{ "/daily.json", "", NULL },
	{ "/daily/2026-11-01", "", NULL },
	{ "/daily/2026-11-01.json", "", NULL },
	{ "/daily/2026-11-01/r/" RESULT, "", NULL },
	{ "/daily/top", "", NULL },
	{ "/daily/top.json", "", NULL },
	{ "/daily.atom", "", NULL },
	{ "/join/" RESULT, "", NULL },
	{ "/nowhere", "", NULL },
	{ "/language/fr?back=/", "", NULL },
	/* The bot does not run, so the answer to these is 503. */
	{ "/daily", "", "browser=word&lang=fr" },
	{ "/join/" RESULT, "", "browser=word" },
	{ "/play", "", "game=mitaines&level=easy" },
};

enum { ASKED = sizeof asked / sizeof asked[0] };

struct answer {
	int status; /* HTTP status; 0: no answer */
	size_t length;
	char text[TEXT]; /* the body */
};

/* Memory that the test shares with the reader, which is a process of its own. */
struct readers {
	struct answer usual[ASKED], now;
	bool known; /* `usual` has all answers of a run without a failure */
	char wrong[WHY];
};

struct site {
	char folder[PATH_MAX - 32];
	unsigned port;
	struct readers *readers;
	struct torture_run *run;
};

static const char *path_in(const struct site *site, const char *name)
{
	static char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/%s", site->folder, name);
	return path;
}

/* ---- the reader ---- */

static int connect_to_site(const struct site *site)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_port = htons((uint16_t)site->port),
		.sin_addr = { htonl(INADDR_LOOPBACK) } };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	torture_must(fd >= 0, "socket");
	if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
		return fd;
	close(fd);
	return -1;
}

/* Reads more bytes of an answer. Returns false at its end, or if none come in time. */
static bool read_more(int fd, struct answer *answer)
{
	struct pollfd ready = { .fd = fd, .events = POLLIN };
	size_t room = TEXT - 1 - answer->length;
	if (poll(&ready, 1, SILENCE * 1000) != 1 || room == 0)
		return false;
	ssize_t got = recv(fd, answer->text + answer->length, room, 0);
	answer->length += got > 0 ? (size_t)got : 0;
	answer->text[answer->length] = '\0';
	return got > 0;
}

/* Removes the headers of an answer. A partial answer counts as missing. */
static void remove_headers(struct answer *answer, bool streams)
{
	char *body = strstr(answer->text, "\r\n\r\n");
	const char *size = strstr(answer->text, "Content-Length: ");
	if (body == NULL || strncmp(answer->text, "HTTP/1.1 ", 9) != 0) {
		answer->status = 0;
		return;
	}
	body += 4;
	answer->status = (int)strtol(answer->text + 9, NULL, 10);
	size_t left = answer->length - (size_t)(body - answer->text);
	bool whole = streams ? strstr(body, "event: parts") != NULL
			     : size != NULL && strtoul(size + 16, NULL, 10) == left;
	if (!whole)
		answer->status = 0;
	answer->length = streams ? 0 : left;
	memmove(answer->text, body, left);
}

static void get(const struct site *site, unsigned which, struct answer *answer)
{
	char request[256];
	bool streams = strstr(asked[which].target, "/events") != NULL;
	int fd = connect_to_site(site);
	answer->length = 0;
	answer->text[0] = '\0';
	answer->status = 0;
	if (fd < 0)
		return;
	const char *form = asked[which].form;
	int length = snprintf(request, sizeof request,
		"%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s"
		"Content-Type: application/x-www-form-urlencoded\r\n"
		"Content-Length: %zu\r\n\r\n%s",
		form != NULL ? "POST" : "GET", asked[which].target, asked[which].header,
		form != NULL ? strlen(form) : 0, form != NULL ? form : "");
	if (send(fd, request, (size_t)length, MSG_NOSIGNAL) == length)
		while (read_more(fd, answer) && !(streams && strstr(answer->text, "event: parts")))
			;
	close(fd);
	remove_headers(answer, streams);
}

static bool is_usual(const struct site *site, unsigned which)
{
	const struct answer *usual = &site->readers->usual[which];
	const struct answer *now = &site->readers->now;
	if (now->status != usual->status)
		return false;
	/* The request with Accept-Encoding may have another body: uncompressed after a failure, or
	 * with more of the review that the process computes meanwhile. */
	return asked[which].header[0] == 'A' ||
		(now->length == usual->length && memcmp(now->text, usual->text, now->length) == 0);
}

/* Returns true if the process said that it works without the bot's socket: pages then differ. */
static bool lacks_socket(const struct site *site)
{
	char *out = folder_read(path_in(site, "out"), NULL);
	bool lacks = strstr(out, "cannot open the socket") != NULL;
	free(out);
	return lacks;
}

/* Repeats a request until the answer is the usual one. Notes a fault if another answer comes that
 * is not an error, or if the usual answer does not come within PATIENCE. */
static void read_one(const struct site *site, unsigned which, pid_t process)
{
	struct readers *readers = site->readers;
	time_t until = time(NULL) + PATIENCE;
	while (getppid() == process && readers->wrong[0] == '\0') {
		get(site, which, &readers->now);
		if (!readers->known && readers->now.status != 0)
			readers->usual[which] = readers->now;
		if (readers->now.status != 0 && is_usual(site, which))
			return;
		if (readers->now.status != 0 && readers->now.status < 500 && lacks_socket(site))
			return;
		if (readers->now.status != 0 && readers->now.status < 500)
			snprintf(readers->wrong, WHY, "%s: another answer, %d", asked[which].target,
				readers->now.status);
		else if (time(NULL) >= until)
			snprintf(readers->wrong, WHY, "%s: no answer in the end",
				asked[which].target);
		usleep(2000);
	}
}

/* ---- the process ---- */

/* Runs `mitaines web` in the process with the failing call. The reader ends it by SIGTERM. */
static int play(void *context)
{
	const struct site *site = context;
	pid_t process = getpid();
	char *argv[] = { (char *)"web", (char *)"-c", (char *)"pages.conf", NULL };
	torture_must(chdir(site->folder) == 0, site->folder);
	pid_t reader = fork();
	torture_must(reader >= 0, "fork");
	if (reader == 0) {
		alarm(SECONDS);
		for (unsigned i = 0; i < ASKED; i++)
			read_one(site, i, process);
		if (getppid() == process)
			kill(process, SIGTERM);
		_exit(0);
	}
	int out = open("out", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
	torture_must(dup2(out, 1) == 1 && dup2(out, 2) == 2, "out");
	close(out);
	return web_main(3, argv);
}

/* Returns the text of the run's fault, or NULL if all was well. */
static const char *judge(const struct site *site)
{
	struct stat said;
	int status = site->run->status;
	if (WIFSIGNALED(status))
		return WTERMSIG(status) == SIGALRM ? "hangs" : strsignal(WTERMSIG(status));
	if (WEXITSTATUS(status) == TORTURE_SANITIZED)
		return "is not clean, says a sanitizer";
	if (WEXITSTATUS(status) > 1 && WEXITSTATUS(status) != EX_CONFIG)
		return "ends with an odd status";
	if (site->readers->wrong[0] != '\0')
		return site->readers->wrong;
	if (WEXITSTATUS(status) != 0 &&
		(stat(path_in(site, "out"), &said) != 0 || said.st_size == 0))
		return "ends, and says not why";
	return NULL;
}

/* Runs once, with the call of that number failing. Returns true if all was well. */
static bool fail_once(void *context, uint64_t number, bool maps)
{
	struct site *site = context;
	struct torture_run *run = site->run;
	run->fails = number;
	run->maps = maps;
	site->readers->wrong[0] = '\0';
	torture_must(torture_run(run, play, site, SECONDS), "fork");
	const char *wrong = judge(site);
	if (wrong != NULL)
		printf("pages: %s: call %llu, %s\n", wrong, (unsigned long long)number,
			run->failed);
	return wrong == NULL;
}

/* Stores the two deals of a past day with a result in each, and a challenge with a link. */
static void add_day(struct store *store)
{
	const int64_t later = INT64_C(4102444800); /* January 1, 2100, as a Unix time */
	uint8_t hash[STORE_KEY_HASH];
	struct store_trial open = add_deal(store, STORE_OPEN_DEAL, "2026-11-01", 0, 1);
	struct store_trial ladder = add_deal(store, STORE_LADDER_DEAL, "2026-11-01", 0, 2);
	struct store_trial challenge = add_deal(store, STORE_CHALLENGE, "2026-11-01", later, 3);
	add_result(store, &open, 0, "Rose", RESULT);
	add_result(store, &ladder, 5, "", "BBBBBBBBBBBBBBBBBBBBBA");
	reveal_deal(store, &open);
	reveal_deal(store, &ladder);
	seat_key_hash(RESULT, hash);
	torture_must(store_count_sums(store, "2026-10-01") == STORE_OK &&
			store_set_trial_link(store, challenge.id, hash) == STORE_OK,
		"a day");
}

/* Stores a finished match, a running match and a day of deals, and configures the pages. */
static void open_site(struct site *site)
{
	static struct stage stage;
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t size = sizeof address;
	const char *place = getenv("TMPDIR");
	snprintf(site->folder, sizeof site->folder, "%s/pages.XXXXXX",
		place != NULL ? place : "/tmp");
	torture_must(mkdtemp(site->folder) != NULL, site->folder);
	char database[PATH_MAX];
	snprintf(database, sizeof database, "%s", path_in(site, "pages.db"));
	stage_open_quietly(&stage, catalogues, database);
	for (unsigned match = 1; match <= 2; match++) {
		stage_say(&stage, "anna",
			match == 1 ? "!new mitaines target=30" : "!new mitaines target=500");
		stage_say(&stage, "luc", "!join");
		stage_say(&stage, "anna", "!start");
		stage_play(&stage, 1, match == 1 ? 1000 : 60);
	}
	add_day(stage.store);
	stage_close(&stage);
	/* Move the database where the bot moves it when it starts: the pages look for it there. */
	struct store *store;
	torture_must(home_open(database, &store) == STORE_OK, database);
	store_close(store);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	torture_must(fd >= 0 && bind(fd, (struct sockaddr *)&address, size) == 0 &&
			getsockname(fd, (struct sockaddr *)&address, &size) == 0,
		"a port");
	close(fd);
	site->port = ntohs(address.sin_port);
	FILE *file = fopen(path_in(site, "pages.conf"), "w");
	torture_must(file != NULL, "pages.conf");
	fprintf(file,
		"database = \"pages.db\";\nweb = { port = %u; url = \"https://x\"; play_now = "
		"\"public\"; };\n",
		site->port);
	torture_must(fclose(file) == 0, "pages.conf");
}

int main(void)
{
	struct site site = { .run = torture_open() };
	unsigned runs = 0;
	void *readers = mmap(NULL, sizeof *site.readers, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	torture_must(site.run != NULL && readers != MAP_FAILED, "pages");
	site.readers = readers;
	signal(SIGPIPE, SIG_IGN);
	torture_libraries(NULL);
	open_site(&site);
	/* A run without a failure gives the usual answers. */
	unsigned wrong = !fail_once(&site, 0, false);
	site.readers->known = true;
	wrong += torture_each(
		&(struct torture_subject){ "pages", site.run, SAMPLE, fail_once, &site }, &runs);
	folder_remove(site.folder);
	return torture_end(runs, wrong);
}
