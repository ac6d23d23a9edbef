/* ping.c - measures the bot's speed with !ping against a bare client, one by one and pipelined, in
 * turns in the same run on a private server. Without TLS it is an ngircd, with TLS an inspircd,
 * because ngircd loses buffered data of long TLS records. Only the answering side has TLS: the
 * costs of asking are equal. */
#include <stdbool.h>

#include "tests/irc/client.h"
#include "tests/irc/inspircd.h"
#include "tests/irc/server.h"
#include "tests/lab/measure.h"
#include "tests/lab/ping_peer.h"

/* Each of ROUNDS has PINGS one by one, and FLOOD pipelined with WINDOW at a time. The server
 * buffers 64 KB for a slow reader, so WINDOW lines must be less. CHUNK lines are sent at once, so
 * that neither side waits for the other. */
enum { ROUNDS = 10, PINGS = 1000, FLOOD = 20000, WINDOW = 1000, CHUNK = 20 };

/* A client that answers, in its own channel, and its results. */
struct player {
	const char *name;
	const char *channel;
	pid_t pid;
	double *delay; /* microseconds, ROUNDS * PINGS of them */
	size_t delays;
	double rate; /* answers a second; finally the median of the rounds */
	double rates[ROUNDS];
	unsigned long lost;
};

/* The server of a measurement. */
struct site {
	const char *figures; /* prefix of the printed names */
	const char *folder;  /* folder of the server */
	int port;            /* port for the asker */
	int answers;         /* port for the answering clients */
	const char *ca;      /* NULL without TLS */
};

/* The asking client. */
struct asker {
	int fd;
	size_t have;
	char bytes[65536];
};

/* ---- answering clients ---- */

/* The server has no flood limit, so the bot is not paced. */
static const char configuration[] =
	"database = \"bench.db\";\n"
	"networks = ( { name = \"bench\"; host = \"127.0.0.1\"; port = %d; nick = \"%s\";\n"
	"  channels = ( \"%s\" ); pace = { burst = 8; per_second = 0.0; };\n"
	"  tls = %s; %s = \"%s\"; } );\n";

static void start(struct player *player, const struct site *site, bool bare)
{
	static struct ping_peer peer;
	player->delay = calloc(ROUNDS * PINGS, sizeof player->delay[0]);
	player->pid = bare
		? bench_begin()
		: bench_bot(site->folder, "run", configuration, site->answers, player->name,
			  player->channel, site->ca != NULL ? "true" : "false",
			  site->ca != NULL ? "ca_file" : "realname",
			  site->ca != NULL ? site->ca : "bench");
	if (player->pid != 0)
		return;
	ping_peer_run(&peer, site->answers, site->ca, player->name, player->channel);
	_exit(0);
}

static void stop(struct player *player)
{
	bench_kill(player->pid);
	free(player->delay);
}

/* ---- asker ---- */

static void ask(
	struct asker *asker, const struct player *player, unsigned long from, unsigned long to)
{
	char bytes[32768];
	size_t length = 0;
	for (unsigned long number = from; number < to; number++)
		length += (size_t)snprintf(bytes + length, sizeof bytes - length,
			"PRIVMSG %s :!ping %lu\r\n", player->channel, number);
	for (size_t sent = 0; sent < length;) {
		ssize_t count = send(asker->fd, bytes + sent, length - sent, MSG_NOSIGNAL);
		if (count <= 0)
			bench_fail("ping", "the server has gone");
		sent += (size_t)count;
	}
}

/* Returns the number in an answer, or 0 for another line. */
static unsigned long answer(const char *line)
{
	const char *pong = strstr(line, " :pong ");
	return pong != NULL && strstr(line, " PRIVMSG ") != NULL ? strtoul(pong + 7, NULL, 10) : 0;
}

/* Reads once. Returns the number of answers; the last one's number goes to *last. */
static unsigned long hear(struct asker *asker, unsigned long *last)
{
	ssize_t count = recv(
		asker->fd, asker->bytes + asker->have, sizeof asker->bytes - asker->have - 1, 0);
	char *line = asker->bytes, *newline;
	unsigned long answers = 0;
	if (count <= 0)
		bench_fail("ping", "the server has gone");
	asker->have += (size_t)count;
	while ((newline = memchr(line, '\n', asker->have)) != NULL) {
		unsigned long number;
		*newline = '\0';
		number = answer(line);
		if (number > 0) {
			answers++;
			*last = number;
		} else if (strncmp(line, "PING", 4) == 0 &&
			send(asker->fd, "PONG :x\r\n", 9, 0) != 9) {
			bench_fail("ping", "the server has gone");
		}
		asker->have -= (size_t)(newline + 1 - line);
		line = newline + 1;
	}
	memmove(asker->bytes, line, asker->have);
	return answers;
}

static void one_by_one(struct asker *asker, struct player *player)
{
	for (unsigned long number = 1; number <= PINGS; number++) {
		double began = timing_now();
		unsigned long last = 0;
		ask(asker, player, number, number + 1);
		while (last != number)
			hear(asker, &last);
		player->delay[player->delays++] = (timing_now() - began) * 1e6;
	}
}

static void pipelined(struct asker *asker, struct player *player, size_t round)
{
	double began = timing_now();
	unsigned long asked = 0, heard = 0, last = 0;
	int on = 1;
	while (last < FLOOD) {
		unsigned long more = FLOOD - asked, room = WINDOW - (asked - last);
		if (more > room)
			more = room;
		if (more >= CHUNK || (more > 0 && asked + more == FLOOD)) {
			ask(asker, player, asked + 1, asked + 1 + more);
			asked += more;
		}
		heard += hear(asker, &last);
		/* ngircd delays a small packet until the one before it is acknowledged. */
		setsockopt(asker->fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
	}
	player->rates[round] = FLOOD / (timing_now() - began);
	player->lost += FLOOD - heard;
}

/* ---- results ---- */

static void tell(const char *name, struct player *bare, struct player *bot)
{
	double bare_median = timing_percentile(bare->delay, bare->delays, 50);
	double bot_median = timing_percentile(bot->delay, bot->delays, 50);
	double bare_p99 = timing_percentile(bare->delay, bare->delays, 99);
	double bot_p99 = timing_percentile(bot->delay, bot->delays, 99);
	double bare_rate = timing_percentile(bare->rates, ROUNDS, 50);
	double bot_rate = timing_percentile(bot->rates, ROUNDS, 50);
	printf("%s.bare.median %.1f us\n", name, bare_median);
	printf("%s.bot.median %.1f us\n", name, bot_median);
	printf("%s.median.ratio %.2f times\n", name, bot_median / bare_median);
	printf("%s.bare.p99 %.1f us\n", name, bare_p99);
	printf("%s.bot.p99 %.1f us\n", name, bot_p99);
	printf("%s.p99.ratio %.2f times\n", name, bot_p99 / bare_p99);
	printf("%s.bare.rate %.0f replies/s\n", name, bare_rate);
	printf("%s.bot.rate %.0f replies/s\n", name, bot_rate);
	printf("%s.rate.ratio %.2f times\n", name, bot_rate / bare_rate);
	printf("%s.bare.lost %lu replies\n", name, bare->lost);
	printf("%s.bot.lost %lu replies\n", name, bot->lost);
}

/* Measures and prints. Returns the number of lost answers. */
static unsigned long measure(const struct site *site)
{
	static struct asker asker;
	struct player bare = { .name = "bare", .channel = "#bare" };
	struct player bot = { .name = "mitaines", .channel = "#bot" };
	struct client client;
	start(&bare, site, true);
	start(&bot, site, false);
	bench_client(&client, site->port, "asker", bare.channel);
	bench_meet(&client, bare.channel);
	client_join(&client, bot.channel);
	bench_meet(&client, bot.channel);
	asker = (struct asker){ .fd = client.fd };
	for (size_t round = 0; round < ROUNDS; round++) {
		one_by_one(&asker, round % 2 == 0 ? &bare : &bot);
		one_by_one(&asker, round % 2 == 0 ? &bot : &bare);
		pipelined(&asker, round % 2 == 0 ? &bare : &bot, round);
		pipelined(&asker, round % 2 == 0 ? &bot : &bare, round);
	}
	tell(site->figures, &bare, &bot);
	stop(&bare);
	stop(&bot);
	client_close(&client);
	return bare.lost + bot.lost;
}

int main(void)
{
	struct server server;
	struct inspircd inspircd;
	unsigned long lost;
	if (!server_start(&server))
		return 1;
	lost = measure(&(struct site){ .figures = "ping",
		.folder = server.folder,
		.port = server.port,
		.answers = server.port });
	server_end(&server);
	inspircd_start(&inspircd);
	lost += measure(&(struct site){ .figures = "ping.tls",
		.folder = inspircd.folder,
		.port = inspircd.port,
		.answers = inspircd.tls_port,
		.ca = inspircd.ca });
	inspircd_end(&inspircd);
	return lost > 0;
}
