/* tools/ctl.c - `mitaines ctl`: gives the running bot an order through the control socket. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "bot/base/line_peer.h"
#include "bot/tools/tools.h"
#include "config/config.h"

struct options {
	const char *conf;   /* configuration file; NULL: the defaults */
	const char *socket; /* path of the control socket; NULL: the configured one */
	bool json;
	char **words;       /* words of the order */
	int count;          /* number of words, at least 1 */
	struct string line; /* line that is sent to the bot */
};

static bool is(const struct options *options, const char *word)
{
	return strcmp(options->words[0], word) == 0;
}

/* The answer of the bot, while its lines arrive. */
struct answer {
	struct loop *loop;
	const struct options *options;
	bool begun; /* the first line has come, which is "done" or "refused" */
	bool done;
};

/* Prints a line of the answer, except the first. */
static bool print(struct line_peer *bot, char *line)
{
	struct answer *answer = bot->context;
	FILE *out = answer->done || answer->options->json ? stdout : stderr;
	if (answer->begun)
		fprintf(out, "%s\n", line);
	else
		answer->done = strcmp(line, "done") == 0;
	answer->begun = true;
	return true;
}

static void stop(struct line_peer *bot, const char *fault)
{
	const struct answer *answer = bot->context;
	(void)fault;
	loop_stop(answer->loop);
}

/* Gives the order to the bot that listens at a path. Returns the exit status. */
static int order(const struct options *options, const char *path)
{
	static const struct line_peer_type type = {
		.longest = SIZE_MAX, .unread = SIZE_MAX, .line = print, .ended = stop
	};
	struct answer answer = { .loop = loop_open(), .options = options };
	struct line_peer bot = { .type = &type, .context = &answer };
	const char *wrong = NULL;
	if (answer.loop == NULL)
		return tools_fail("ctl", path, "cannot create an event loop");
	if (line_peer_connect(&bot, answer.loop, path)) {
		line_peer_send(&bot, &options->line);
		loop_run(answer.loop);
		if (!answer.begun)
			wrong = "the bot closed the connection without an answer";
	} else if (errno != ENOENT && errno != ECONNREFUSED)
		wrong = strerror(errno);
	else
		wrong = options->conf != NULL || options->socket != NULL
			? "no bot listens there"
			: "no bot listens there; -c FILE or -s SOCKET names another place";
	loop_close(answer.loop);
	if (wrong != NULL)
		return tools_fail("ctl", path, wrong);
	return answer.done ? 0 : 1;
}

/* Reads the options and the order. Returns false if the command line is wrong. */
static bool read_options(int argc, char **argv, struct options *options)
{
	int i = 1;
	for (; i < argc && *argv[i] == '-'; i++) {
		bool more = i + 1 < argc;
		if (strcmp(argv[i], "-c") == 0 && more)
			options->conf = argv[++i];
		else if (strcmp(argv[i], "-s") == 0 && more)
			options->socket = argv[++i];
		else if (strcmp(argv[i], "--json") == 0)
			options->json = true;
		else
			return false;
	}
	if (i < argc && strcmp(argv[argc - 1], "--json") == 0) {
		options->json = true;
		argc--;
	}
	string_add(&options->line, options->json ? "json" : "text");
	bool given = i < argc;
	options->words = argv + i;
	options->count = argc - i;
	for (; i < argc; i++) {
		string_add_char(&options->line, ' ');
		string_add(&options->line, argv[i]);
		/* An order is one line. */
		if (strpbrk(argv[i], "\r\n") != NULL)
			return false;
	}
	string_add_char(&options->line, '\n');
	return given;
}

/* Copies the database in this process, like `mitaines backup`, so that the bot is not held up. */
static int backup(const struct options *options)
{
	enum { WORDS = 8 };
	char *list[2 * WORDS] = { options->words[0] };
	int length = 1;
	if (options->conf != NULL) {
		list[length++] = (char *)"-c";
		list[length++] = (char *)options->conf;
	}
	if (options->json)
		list[length++] = (char *)"--json";
	for (int i = 1; i < options->count && i < WORDS; i++)
		list[length++] = options->words[i];
	return backup_main(length, list);
}

static const char usage[] =
	"usage: mitaines ctl [-c FILE | -s SOCKET] ORDER ... [--json]\n"
	"Gives the running bot an order, and prints its answer:\n"
	"  status                    how the bot is doing\n"
	"  networks                  its networks, connected or not\n"
	"  tables                    all tables\n"
	"  metrics                   metrics for programs, as Prometheus reads them\n"
	"  join #CHANNEL [NETWORK]   joins a channel until the next restart\n"
	"  part #CHANNEL [NETWORK]   leaves a channel; its matches go on in private\n"
	"  announce TEXT             tells channels with tables; announce \\* TEXT all channels\n"
	"  stop N [NETWORK]          ends table N; a rated match counts from halfway on\n"
	"  close N [NETWORK]         closes table N, which has not started\n"
	"  void MATCH                makes an ended match uncounted\n"
	"  merge A B [NETWORK [NETWORK]]  gives all that person A has played to person B\n"
	"  rename A B [NETWORK]      makes B the nick (or account) of person A\n"
	"  ignore add MASK [NETWORK] ignores these people\n"
	"  ignore del MASK [NETWORK] answers them again\n"
	"  ignore list [NETWORK]     lists the masks\n"
	"  unclaim NICK [NETWORK]    drops the password of a nick\n"
	"  log LEVEL                 error, warn, note, info, debug; until a reload\n"
	"  prune DAYS                removes the moves of matches that ended DAYS days ago\n"
	"  daily                     lists the best results of today's deals\n"
	"  daily hide N, show N      hides a result, by number or address, or shows it\n"
	"  reload                    reads the configuration again\n"
	"  shutdown                  says goodbye and leaves\n"
	"  backup [--keep N] COPY    copies the database, as `mitaines backup` does\n"
	"  help                      prints this\n"
	"close, void, merge and rename only say what they would do, unless --yes follows. A and\n"
	"B are nicks, or account:NAME, nick:NICK or guest:NICK. A refused order exits with 1.\n"
	"  -c FILE    the configuration that names the socket or the database\n"
	"  -s SOCKET  the socket itself\n"
	"  --json     answers as an array of objects\n";

int ctl_main(int argc, char **argv)
{
	struct options options = { .line = STRING_EMPTY };
	struct config config;
	char path[PATH_MAX];
	int status = 0;
	if (!read_options(argc, argv, &options) ||
		(options.socket != NULL && is(&options, "backup")))
		status = tools_usage(argc, argv, usage);
	else if (is(&options, "help") && !options.json)
		fputs(usage, stdout);
	else if (is(&options, "backup"))
		status = backup(&options);
	else if (is(&options, "metrics") && (options.json || options.count > 1))
		status = tools_fail("ctl", "metrics", "takes no words and no --json");
	else if (options.socket != NULL)
		status = order(&options, options.socket);
	else if (!config_load_or_print(options.conf, NULL, &config))
		status = 1;
	else {
		status = config_control(&config, path, sizeof path)
			? order(&options, path)
			: tools_fail("ctl", config.database, "the path is too long");
		config_free(&config);
	}
	string_free(&options.line);
	return status;
}
