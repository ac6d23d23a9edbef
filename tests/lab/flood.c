/* flood.c - measures the delay of answers to a bystander while a flooder sends 1,000 lines a
 * second, compared with a quiet channel, with and without pacing, on a private ngircd. */
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "tests/irc/client.h"
#include "tests/irc/server.h"
#include "tests/lab/measure.h"

/* PINGS: most pings of the bystander. RATE: lines a second of the flooder. */
enum { PINGS = 200, RATE = 1000 };

/* The bystander pings often, so it is an operator, without rate limit. */
static const char configuration[] =
	"database = \"flood.db\";\n"
	"networks = ( { name = \"bench\"; host = \"127.0.0.1\"; port = %d; %s\n"
	"  channels = ( \"#t\", \"#b\" );\n"
	"  admins = ( \"bystander!*@127.0.0.1\" ); } );\n";

struct bench {
	struct server server;
	pid_t bot;
	struct client bystander;
	struct client flooder;
	unsigned pings;      /* number of the bystander's pings */
	double interval;     /* milliseconds between pings */
	double delay[PINGS]; /* milliseconds to each answer */
	unsigned long sent;  /* number of the flooder's lines */
};

static double milliseconds(void)
{
	return timing_now() * 1e3;
}

/* Sends the flooder's lines that are due, and discards the answers. */
static void flood(struct bench *bench, double since)
{
	static const char *const lines[] = { "PRIVMSG #t :!ping flood\r\n",
		"PRIVMSG mitaines :help\r\n", "PRIVMSG #t :!tables\r\n" };
	unsigned long due = (unsigned long)((milliseconds() - since) / 1e3 * RATE);
	char bytes[65536];
	while (recv(bench->flooder.fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
		continue;
	for (; bench->sent < due; bench->sent++) {
		const char *line = lines[bench->sent % 3];
		if (send(bench->flooder.fd, line, strlen(line), MSG_NOSIGNAL) <= 0)
			bench_fail("flood", "the server has gone");
	}
}

/* Reads the bystander's lines. Returns true if the answer to the last ping is among them. */
static bool answered(struct bench *bench, unsigned number)
{
	static char bytes[65536];
	char pong[32];
	ssize_t count = recv(bench->bystander.fd, bytes, sizeof bytes - 1, MSG_DONTWAIT);
	if (count <= 0)
		return false;
	bytes[count] = '\0';
	snprintf(pong, sizeof pong, " :pong %u\r\n", number);
	return strstr(bytes, pong) != NULL;
}

static void ping(struct bench *bench, unsigned number, bool flooded, double since)
{
	struct pollfd ready = { .fd = bench->bystander.fd, .events = POLLIN };
	double asked = milliseconds();
	bool heard = false;
	char line[64];
	snprintf(line, sizeof line, "PRIVMSG #b :!ping %u\r\n", number);
	if (send(bench->bystander.fd, line, strlen(line), MSG_NOSIGNAL) <= 0)
		bench_fail("flood", "the server has gone");
	while (!heard || milliseconds() - asked < bench->interval) {
		if (flooded)
			flood(bench, since);
		poll(&ready, 1, 1);
		if (!heard && answered(bench, number)) {
			heard = true;
			bench->delay[number - 1] = milliseconds() - asked;
		}
		if (!heard && milliseconds() - asked > 60e3)
			bench_fail("flood", "the bystander gets no answer within a minute");
	}
}

static void measure(struct bench *bench, const char *name, const char *how, bool flooded)
{
	double since = milliseconds();
	bench->sent = 0;
	for (unsigned number = 1; number <= bench->pings; number++)
		ping(bench, number, flooded, since);
	printf("flood.%s.%s.median %.2f ms\n", name, how,
		timing_percentile(bench->delay, bench->pings, 50));
	printf("flood.%s.%s.p99 %.2f ms\n", name, how, bench->delay[bench->pings * 99 / 100]);
	printf("flood.%s.%s.worst %.2f ms\n", name, how, bench->delay[bench->pings - 1]);
}

/* Measures one bot, in quiet and under a flood. */
static void run(struct bench *bench, const char *name, const char *keys)
{
	double before;
	bench->bot =
		bench_bot(bench->server.folder, "run", configuration, bench->server.port, keys);
	bench_client(&bench->bystander, bench->server.port, "bystander", "#b");
	bench_client(&bench->flooder, bench->server.port, "flooder", "#t");
	bench_meet(&bench->bystander, "#b");
	measure(bench, name, "quiet", false);
	before = bench_resident(bench->bot);
	measure(bench, name, "flooded", true);
	printf("flood.%s.flooded.lines %lu lines\n", name, bench->sent);
	printf("flood.%s.flooded.memory %+.0f kB\n", name,
		(bench_resident(bench->bot) - before) / 1024);
	client_close(&bench->bystander);
	client_close(&bench->flooder);
	bench_kill(bench->bot);
}

int main(void)
{
	static struct bench bench = { .pings = PINGS, .interval = 50 };
	if (!server_start(&bench.server))
		return 1;
	run(&bench, "paced", "pace = { burst = 100; per_second = 500; };");
	run(&bench, "unpaced", "pace = { burst = 0; };");
	/* At the default pace of a line a second the pings wait behind other lines. */
	bench.pings = 10;
	bench.interval = 2500;
	run(&bench, "usual", "");
	server_end(&bench.server);
	return 0;
}
