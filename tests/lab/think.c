/* think.c - measures the bot's delay for !ping while eight experts think, compared with the same
 * bot while no table plays, on a private ngircd. Once with the default pause of AI players, and
 * once in a storm: without pauses, against players who move at once, so that the loop has more
 * moves to store and tell than any real channel. */
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/irc/client.h"
#include "tests/irc/server.h"
#include "tests/lab/measure.h"

/* TABLES with one expert each; PINGS in each of ROUNDS, one by one, BETWEEN_US apart. */
enum { TABLES = 8, ROUNDS = 10, PINGS = 200, BETWEEN_US = 2000 };

static const char configuration[] =
	"database = \"think.db\"; log = \"error\"; turn_seconds = 86400; %s\n"
	"networks = ( { name = \"bench\"; host = \"127.0.0.1\"; port = %d; pace = { burst = 0; };\n"
	"  channels = ( { name = \"#t\"; tables = 8; }, \"#p\" ); } );\n";

struct bench {
	struct server server;
	pid_t bot;
	pid_t crowd[TABLES];
	struct client asker;
	unsigned asked;
	double delay[2][ROUNDS * PINGS]; /* microseconds, idle and thinking */
};

static void expect(struct client *client, const char *part)
{
	if (client_wait(client, part, 10000) == NULL)
		bench_fail("think", part);
}

/* In a child process: sits at a table with an expert and always plays the first legal card at
 * once. A person may sit at two tables only, so each table has a player of its own. */
static void play(const struct bench *bench, unsigned number)
{
	struct client client;
	char nick[16], turn[48], line[32];
	unsigned card = 0;
	snprintf(nick, sizeof nick, "crowd%u", number);
	snprintf(turn, sizeof turn, "PRIVMSG %s :[", nick);
	bench_client(&client, bench->server.port, nick, "#t");
	client_say(&client, "#t", "!new mitaines classic target=10000");
	client_say(&client, "#t", "!bot expert");
	client_say(&client, "#t", "!start");
	expect(&client, turn);
	client_say(&client, "asker", "go");
	client.seen = 0;
	for (;;) {
		const char *told = client_wait(&client, turn, 1000000);
		if (told == NULL || strstr(told, " to play in #t.") != NULL)
			continue;
		/* Any answer other than a turn is a refusal: try the next card. */
		card = strstr(told, "] Your turn") != NULL ? 1 : card + 1;
		snprintf(line, sizeof line, "p %u", card);
		client_say(&client, "mitaines", line);
	}
}

static void ping(struct bench *bench, double *delay)
{
	struct timespec between = { .tv_nsec = BETWEEN_US * 1000L };
	char text[32], answer[32];
	double began;
	nanosleep(&between, NULL);
	snprintf(text, sizeof text, "!ping %u", ++bench->asked);
	snprintf(answer, sizeof answer, ":pong %u", bench->asked);
	began = timing_now();
	client_say(&bench->asker, "#p", text);
	expect(&bench->asker, answer);
	*delay = (timing_now() - began) * 1e6;
}

/* No table plays while the players' processes are stopped; when they continue, all experts think.
 */
static void measure(struct bench *bench)
{
	struct timespec settle = { .tv_nsec = 300 * 1000 * 1000L };
	for (unsigned round = 0; round < ROUNDS; round++)
		for (unsigned busy = 0; busy < 2; busy++) {
			for (unsigned i = 0; i < TABLES; i++)
				kill(bench->crowd[i], busy ? SIGCONT : SIGSTOP);
			nanosleep(&settle, NULL);
			for (unsigned i = 0; i < PINGS; i++)
				ping(bench, &bench->delay[busy][round * PINGS + i]);
		}
}

/* Returns the number of moves during the measurement, from the journal. */
static long moves_made(const struct bench *bench)
{
	char path[PATH_MAX];
	sqlite3 *db = NULL;
	sqlite3_stmt *statement = NULL;
	long moves = 0;
	folder_file(bench->server.folder, "think.db", path);
	if (sqlite3_open(path, &db) == SQLITE_OK &&
		sqlite3_prepare_v2(db, "SELECT count(*) FROM moves", -1, &statement, NULL) ==
			SQLITE_OK &&
		sqlite3_step(statement) == SQLITE_ROW)
		moves = (long)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return moves;
}

static void tell(struct bench *bench, const char *name)
{
	static const struct {
		const char *name;
		unsigned percent;
	} figures[] = { { "median", 50 }, { "p99", 99 } };

	for (unsigned i = 0; i < 2; i++) {
		double idle = timing_percentile(
			bench->delay[0], (size_t)ROUNDS * PINGS, figures[i].percent);
		double busy = timing_percentile(
			bench->delay[1], (size_t)ROUNDS * PINGS, figures[i].percent);
		printf("%s.idle.%s %.1f us\n", name, figures[i].name, idle);
		printf("%s.busy.%s %.1f us\n", name, figures[i].name, busy);
		printf("%s.%s.ratio %.2f times\n", name, figures[i].name, busy / idle);
	}
}

static void run(const char *name, const char *keys)
{
	struct bench *bench = calloc(1, sizeof *bench);
	if (bench == NULL || !server_start(&bench->server))
		bench_fail("think", "no server");
	bench->bot =
		bench_bot(bench->server.folder, "run", configuration, keys, bench->server.port);
	bench_client(&bench->asker, bench->server.port, "asker", "#p");
	bench_meet(&bench->asker, "#p");
	for (unsigned i = 0; i < TABLES; i++) {
		bench->crowd[i] = bench_begin();
		if (bench->crowd[i] == 0)
			play(bench, i);
		expect(&bench->asker, "PRIVMSG asker :go");
	}
	measure(bench);
	for (unsigned i = 0; i < TABLES; i++)
		bench_kill(bench->crowd[i]);
	bench_kill(bench->bot);
	tell(bench, name);
	printf("%s.moves %ld moves\n", name, moves_made(bench));
	client_close(&bench->asker);
	server_end(&bench->server);
	free(bench);
}

int main(void)
{
	run("think", "");
	run("think.storm", "think_seconds = 0;");
	return 0;
}
