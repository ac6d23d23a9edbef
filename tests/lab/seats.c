/* seats.c - measures play on pages: each of 1,000 people plays against an AI player on the page of
 * a seat, with its event stream open, and taps every ten seconds on average. The bot, the pages and
 * an IRC server (ngircd) are real processes. Each person has their own loopback address, because
 * the limits count by address. */
#include <arpa/inet.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/people/seat_key.h"
#include "engine/playout.h"
#include "tests/irc/ircd.h"
#include "tests/irc/site.h"
#include "tests/lab/measure.h"
#include "tests/lab/visit.h"

/* BETWEEN_US: longest time between one tap and the next tap of any person, in microseconds. The
 * times vary evenly from 0 to it. */
enum { SEATS = 1000, TAPS = 3 * SEATS, BETWEEN_US = 20000, DESCRIPTORS = 8192, REQUEST = 512 };

static const char configuration[] =
	"database = \"seats.db\"; log = \"error\"; turn_seconds = 86400;\n"
	"web = { port = %d; play_now = true; };\n"
	"networks = ( { name = \"bench\"; host = \"127.0.0.1\"; port = %d; } );\n";

struct seat {
	uint32_t home; /* IPv4 address of the person, in host byte order */
	char key[SEAT_KEY];
	int stream;
};

struct bench {
	struct ircd server;
	pid_t bot, site;
	struct visit visit;
	struct chance chance;
	struct seat seat[SEATS];
	double took[TAPS]; /* milliseconds from a tap to its event on the stream */
	double size[TAPS]; /* bytes of the event and of the answer to a tap */
};

_Noreturn static void stop_bench(const char *why)
{
	bench_fail("seats", why);
}

/* ---- requests ---- */

static int come(const struct bench *bench, const struct seat *seat)
{
	return server_reach(bench->visit.port, seat->home);
}

static const char *path_of(const struct seat *seat, const char *rest)
{
	static char path[64];
	snprintf(path, sizeof path, "/seat/%.*s%s", SEAT_KEY - 1, seat->key, rest);
	return path;
}

/* Sends a form, as the script of a page does. */
static void post(int fd, const char *path, const char *form)
{
	char request[REQUEST];
	snprintf(request, sizeof request,
		"POST %s HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %zu\r\n\r\n%s",
		path, strlen(form), form);
	site_put(fd, request);
}

/* Reads the stream of a seat until a whole event of this kind has come. Returns the bytes
 * received. */
static size_t read_event(const struct seat *seat, const char *kind)
{
	static const char end[] = "\n\n\r\n"; /* the end of an event and of its chunk */
	static char bytes[VISIT_REPLY];
	struct pollfd ready = { .fd = seat->stream, .events = POLLIN };
	size_t length = 0;
	do {
		if (poll(&ready, 1, 10000) != 1)
			stop_bench("an event does not come");
		ssize_t got = recv(seat->stream, bytes + length, sizeof bytes - 1 - length, 0);
		if (got <= 0)
			stop_bench("a stream ends");
		length += (size_t)got;
		bytes[length] = '\0';
	} while (length < strlen(end) || strcmp(bytes + length - strlen(end), end) != 0 ||
		strstr(bytes, kind) == NULL);
	return length;
}

static double memory(const struct bench *bench)
{
	return bench_resident(bench->bot) + bench_resident(bench->site);
}

/* ---- the measurement ---- */

/* Waits until the bot has connected to the pages. Before that, the page of every seat is answered
 * with 503. */
static void wait_for_bot(struct bench *bench)
{
	const struct seat unknown = { .home = INADDR_LOOPBACK, .key = "AAAAAAAAAAAAAAAAAAAAAA" };
	unsigned status = 503;
	for (unsigned tries = 0; status == 503 && tries < 3000; tries++) {
		int fd = come(bench, &unknown);
		visit_ask(fd, path_of(&unknown, ""));
		status = visit_read(&bench->visit, fd);
		close(fd);
		usleep(10000);
	}
	if (status != 404)
		stop_bench("the bot does not connect to the pages");
}

static void start(struct bench *bench)
{
	ircd_start(&bench->server, IRCD_PLAIN, 0);
	int port = bench->visit.port = server_free_port();
	bench->site =
		bench_bot(bench->server.folder, "web", configuration, port, bench->server.port);
	/* Pages that listen have read the configuration, so bench_bot may overwrite it. */
	close(server_reach(port, INADDR_LOOPBACK));
	bench->bot =
		bench_bot(bench->server.folder, "run", configuration, port, bench->server.port);
	wait_for_bot(bench);
}

/* Begins a match as the front page does, and opens the event stream of the seat. Returns the bytes
 * of the first event. */
static size_t begin(struct bench *bench, struct seat *seat)
{
	int fd = come(bench, seat);
	post(fd, "/play", "lang=en&game=mitaines&level=normal");
	unsigned status = visit_read(&bench->visit, fd);
	const char *address = strstr(bench->visit.reply, "/seat/");
	if (status != 303 || address == NULL)
		stop_bench(bench->visit.reply);
	memcpy(seat->key, address + strlen("/seat/"), SEAT_KEY - 1);
	close(fd);
	seat->stream = come(bench, seat);
	visit_ask(seat->stream, path_of(seat, "/events"));
	return read_event(seat, "event: parts");
}

/* Returns the bytes of a seat's page and of the files that it loads. */
static size_t weigh(struct bench *bench, const struct seat *seat)
{
	const char *const files[] = { path_of(seat, ""), "/style.css", "/seat.css", "/seat.js",
		"/icon.svg" };
	size_t bytes = 0;
	int fd = come(bench, seat);
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		visit_get(&bench->visit, fd, files[i]);
		bytes += bench->visit.length;
	}
	close(fd);
	return bytes;
}

/* Writes the form of the first move that a seat offers. Returns false if it is another player's
 * turn. */
static bool read_form(struct bench *bench, const struct seat *seat, int fd, char form[64])
{
	static const char moves[] = "\"moves\":[{\"move\":\"";
	char request[REQUEST];
	snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
		path_of(seat, ".json"));
	site_put(fd, request);
	if (visit_read(&bench->visit, fd) != 200)
		stop_bench(bench->visit.reply);
	const char *n = strstr(bench->visit.reply, "\"n\":");
	const char *move = strstr(bench->visit.reply, moves);
	if (n == NULL || move == NULL)
		return false;
	move += strlen(moves);
	snprintf(form, 64, "n=%ld&move=%.*s", strtol(n + strlen("\"n\":"), NULL, 10),
		(int)strcspn(move, "\""), move);
	for (char *at = form; *at != '\0'; at++)
		*at = *at == ' ' ? '+' : *at;
	return true;
}

/* Taps at the time `due`, and measures from `due`: if one answer is late, the taps behind it count
 * as late too. Returns false if it is another player's turn. */
static bool tap(struct bench *bench, const struct seat *seat, double due, unsigned n)
{
	char form[64], old[4096];
	int fd = come(bench, seat);
	bool moves = read_form(bench, seat, fd, form);
	if (moves) {
		while (recv(seat->stream, old, sizeof old, MSG_DONTWAIT) > 0)
			;
		double early = due - timing_now();
		usleep(early > 0 ? (useconds_t)(early * 1e6) : 0);
		post(fd, path_of(seat, "/move"), form);
		size_t event = read_event(seat, "event: parts");
		bench->took[n] = (timing_now() - due) * 1e3;
		if (visit_read(&bench->visit, fd) != 200)
			stop_bench(bench->visit.reply);
		bench->size[n] = (double)(event + bench->visit.length);
	}
	close(fd);
	return moves;
}

static void tap_all(struct bench *bench)
{
	double due = timing_now();
	unsigned at = 0;
	for (unsigned n = 0; n < TAPS; n++) {
		due += chance_below(&bench->chance, BETWEEN_US) / 1e6;
		for (unsigned tries = 0; !tap(bench, &bench->seat[at++ % SEATS], due, n);)
			if (++tries == 10 * SEATS)
				stop_bench("no seat has a turn");
	}
}

int main(void)
{
	static struct bench bench = { .chance = { 1 } };
	const struct rlimit files = { DESCRIPTORS, DESCRIPTORS };
	setrlimit(RLIMIT_NOFILE, &files);
	start(&bench);
	double empty = memory(&bench);
	size_t view = 0;
	for (unsigned i = 0; i < SEATS; i++) {
		bench.seat[i].home = INADDR_LOOPBACK + 1 + i;
		view = begin(&bench, &bench.seat[i]);
	}
	size_t weight = weigh(&bench, &bench.seat[0]);
	tap_all(&bench);
	double used = memory(&bench) - empty;
	printf("seats.tap.p50 %.2f ms (limit 60)\n", timing_percentile(bench.took, TAPS, 50));
	printf("seats.tap.p99 %.2f ms (limit 250)\n", timing_percentile(bench.took, TAPS, 99));
	printf("seats.visit %zu bytes (limit 25000)\n", weight + view);
	printf("seats.move %.0f bytes (limit 3000)\n", timing_percentile(bench.size, TAPS, 99));
	printf("seats.memory %.0f bytes a seat (limit 22000)\n", used / SEATS);
	bench_kill(bench.bot);
	bench_kill(bench.site);
	ircd_end(&bench.server);
	return 0;
}
