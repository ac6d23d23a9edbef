/* tools/ctl.c - `mitaines ctl`: an order to the bot that runs, by its socket. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "bot/base/string.h"
#include "bot/tools/tools.h"
#include "config/config.h"
#include "engine/text.h"

/* What the command line asks for. */
struct options {
	const char *conf;   /* NULL: none */
	const char *socket; /* NULL: the configuration's */
	bool json;
	struct string line; /* what the bot is told */
};

static int fail(const char *where, const char *why)
{
	fprintf(stderr, "mitaines ctl: %s: %s\n", where, why);
	return 1;
}

/* A connection, or -1 and errno says why not. */
static int join(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct text text = text_in(address.sun_path, sizeof address.sun_path);
	text_add(&text, path);
	errno = ENAMETOOLONG;
	int fd = text.cut ? -1 : socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
		int error = errno;
		close(fd);
		errno = error;
		return -1;
	}
	return fd;
}

/* Prints the answer, whose first line is whether it is done; the exit status. */
static int print_answer(int fd, const char *path, bool json)
{
	char head[16] = "";
	FILE *file = fdopen(fd, "r");
	if (file == NULL)
		return fail(path, strerror(errno));
	if (fgets(head, sizeof head, file) == NULL) {
		fclose(file);
		return fail(path, "the bot hung up without an answer");
	}
	bool done = strcmp(head, "done\n") == 0;
	for (int c; (c = getc(file)) != EOF;)
		putc(c, done || json ? stdout : stderr);
	fclose(file);
	return done ? 0 : 1;
}

static int order(const struct options *options, const char *path)
{
	int fd = join(path);
	if (fd < 0)
		return fail(path,
			errno == ENOENT || errno == ECONNREFUSED ? "no bot listens there"
								 : strerror(errno));
	if (send(fd, options->line.bytes, options->line.length, MSG_NOSIGNAL) < 0) {
		close(fd);
		return fail(path, strerror(errno));
	}
	return print_answer(fd, path, options->json);
}

/* By the socket that the configuration names, as `run` does. */
static int order_configured(const struct options *options)
{
	struct config config;
	struct config_errors errors = { .count = 0 };
	bool loaded = options->conf != NULL ? config_load(options->conf, &config, &errors)
					    : config_defaults(&config);
	int status = 1;
	if (loaded) {
		char path[PATH_MAX];
		if (config_control(&config, path, sizeof path))
			status = order(options, path);
		else
			fail(config.database, "too long a path");
	} else {
		fputs(errors.text != NULL ? errors.text : "mitaines: out of memory\n", stderr);
	}
	config_errors_free(&errors);
	config_free(&config);
	return status;
}

/* Adds a word of the order, which is one line; false: it holds a line break. */
static bool add_word(struct options *options, const char *word)
{
	string_char(&options->line, ' ');
	string_add(&options->line, word);
	return strpbrk(word, "\r\n") == NULL;
}

/* Reads options, and behind them the order; false: wrong usage. */
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
	for (; i < argc; i++)
		if (!add_word(options, argv[i]))
			return false;
	string_char(&options->line, '\n');
	return given;
}

int ctl_main(int argc, char **argv)
{
	static const char usage[] =
		"usage: mitaines ctl [-c FILE | -s SOCKET] ORDER ... [--json]\n"
		"Gives the bot that runs an order, as operators do in chat with `admin`:\n"
		"  status, networks, tables         how it is doing\n"
		"  join #CHANNEL [NETWORK], part #CHANNEL [NETWORK], stop N [NETWORK]\n"
		"  announce TEXT, announce \\* TEXT  to channels with tables, or to all\n"
		"  ignore add MASK [NETWORK]        also del, list\n"
		"  unclaim NICK [NETWORK]           drops the password of a nick\n"
		"  log LEVEL                        error, warn, note, info, debug; until a "
		"reload\n"
		"  reload, shutdown\n"
		"Exits with 1 where it is refused.\n"
		"  -c FILE    the configuration that names the socket or the database\n"
		"  -s SOCKET  the socket itself\n"
		"  --json     answers as an array of objects\n";
	struct options options = { .line = STRING_EMPTY };
	int status;
	if (!read_options(argc, argv, &options))
		status = tools_usage(argc, argv, usage);
	else if (options.socket != NULL)
		status = order(&options, options.socket);
	else
		status = order_configured(&options);
	string_free(&options.line);
	return status;
}
