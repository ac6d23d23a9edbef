#include "bot/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/host.h"
#include "bot/irc.h"
#include "bot/link.h"
#include "bot/reception.h"
#include "bot/resume.h"
#include "config/config.h"

/* The bot and its networks. */
struct run {
	struct config config;
	struct host host;
	struct irc **irc;
	size_t count;
};

static const char goodbye[] = "the tables wait until I am back";

static void usage(FILE *out, const char *command, const char *does)
{
	fprintf(out, "usage: mitaines %s\n%s\n", command, does);
}

/* Reads `-c FILE` and `-h`; -1: go on, else an exit status. */
static int read_options(
	int argc, char **argv, const char **path, const char *command, const char *does)
{
	int option;
	while ((option = getopt(argc, argv, "hc:")) != -1)
		switch (option) {
		case 'h': usage(stdout, command, does); return 0;
		case 'c': *path = optarg; break;
		default: usage(stderr, command, does); return 2;
		}
	if (optind == argc)
		return -1;
	usage(stderr, command, does);
	return 2;
}

/* Fills the configuration from a file, or without one with the defaults. */
static bool load(const char *path, struct config *config)
{
	struct config_errors errors = { .count = 0 };
	bool loaded = path != NULL ? config_load(path, config, &errors) : config_defaults(config);
	if (!loaded)
		fputs(errors.text != NULL ? errors.text : "mitaines: out of memory\n", stderr);
	config_errors_free(&errors);
	return loaded;
}

static enum log_level level_of(const struct config *config)
{
	static const struct {
		const char *name;
		enum log_level level;
	} levels[] = { { "error", LOG_ERROR }, { "warn", LOG_WARN }, { "note", LOG_NOTE },
		{ "info", LOG_INFO }, { "debug", LOG_DEBUG } };
	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
		if (strcmp(levels[i].name, config->log) == 0)
			return levels[i].level;
	return LOG_NOTE;
}

/* English where this build lacks the language. */
static uint8_t language_of(const struct config *config)
{
	int language = words_language(config->language);
	return language < 0 ? 0 : (uint8_t)language;
}

static struct house house_of(const struct config *config)
{
	return (struct house){
		.prefix = config->prefix,
		.terms = {
			.turn_seconds = config->turn_seconds,
			.grace_seconds = 120,
			.split_seconds = 600,
			.voice = {
				.language = language_of(config),
				.style = (uint8_t)words_style(config->cards),
			},
		},
		.tables_per_channel = config->tables_per_channel,
		.tables_per_network = config->tables_per_network,
		.rate_robots = config->rate_robots,
		.via = strcmp(config->via, "notice") == 0 ? VIA_NOTICE : VIA_MESSAGE,
	};
}

static enum irc_sasl_choice sasl_of(const struct config_network *network)
{
	const char *mechanism = network->sasl.mechanism;
	if (mechanism == NULL)
		return IRC_SASL_NONE;
	return strcmp(mechanism, "plain") == 0 ? IRC_SASL_PLAIN : IRC_SASL_EXTERNAL;
}

static struct irc_settings settings_of(const struct config_network *network)
{
	return (struct irc_settings){
		.name = network->name,
		.host = network->host,
		.port = network->port,
		.tls = network->tls,
		.ca_file = network->ca_file,
		.fingerprint = network->tls_fingerprint,
		.certificate = network->client_certificate,
		.key = network->client_key,
		.proxy = network->proxy,
		.nick = network->nick,
		.user = network->user,
		.realname = network->realname,
		.password = network->password,
		.sasl = sasl_of(network),
		.sasl_account = network->sasl.account,
		.sasl_password = network->sasl.password,
		.require_sasl = network->require_sasl,
		.nickserv = network->nickserv.service,
		.nickserv_account = network->nickserv.account,
		.nickserv_password = network->nickserv.password,
		.channel = (const char *const *)network->channels.item,
		.channels = network->channels.count,
		.burst = network->pace.burst,
		.per_second = network->pace.per_second,
	};
}

/* Opens every network; they connect once the loop runs. */
static bool open_networks(struct run *run)
{
	run->irc = calloc(run->config.network_count, sizeof(struct irc *));
	for (size_t i = 0; run->irc != NULL && i < run->config.network_count; i++) {
		struct irc_settings settings = settings_of(&run->config.networks[i]);
		struct irc *irc = irc_open(run->host.loop, &run->host.log, &settings,
			&reception_events, &run->host.lobby);
		if (irc == NULL)
			return false;
		run->irc[run->count++] = irc;
		if (!lobby_add(&run->host.lobby, irc_network(irc), &reception_events))
			return false;
	}
	return run->irc != NULL;
}

/* While the bot takes leave: done once every server has let it go. */
static void leave(void *context)
{
	struct run *run = context;
	lobby_turn(&run->host.lobby);
	for (size_t i = 0; i < run->count; i++)
		if (!irc_gone(run->irc[i]))
			return;
	loop_stop(run->host.loop);
}

static void serve(struct run *run)
{
	size_t tables = resume_tables(&run->host.lobby);
	log_line(&run->host.log, LOG_NOTE, "start", "tables that go on: %zu", tables);
	host_run(&run->host);
	log_line(&run->host.log, LOG_NOTE, "stop", "leaving");
	for (size_t i = 0; i < run->count; i++)
		irc_quit(run->irc[i], goodbye);
	loop_turn(run->host.loop, leave, run);
	host_run(&run->host);
}

static int run_configured(struct run *run)
{
	struct house house = house_of(&run->config);
	struct log log = log_open(STDERR_FILENO, level_of(&run->config));
	if (host_open(&run->host, log, &house, run->config.database) != 0)
		return 1;
	bool opened = store_minimum(run->host.store, run->config.minimum_matches) == STORE_OK &&
		store_commit(run->host.store) == STORE_OK && open_networks(run);
	if (opened)
		serve(run);
	else
		log_line(&run->host.log, LOG_ERROR, "start",
			"out of memory, or the database refuses");
	for (size_t i = 0; i < run->count; i++)
		irc_close(run->irc[i]);
	free(run->irc);
	host_close(&run->host);
	return opened ? 0 : 1;
}

static bool any_tls(const struct config *config)
{
	for (size_t i = 0; i < config->network_count; i++)
		if (config->networks[i].tls)
			return true;
	return false;
}

int run_main(int argc, char **argv)
{
	const char *path = NULL;
	struct run run = { .count = 0 };
	int status = read_options(argc, argv, &path, "run [-c FILE]",
		"The bot, in the foreground. Without a configuration: 127.0.0.1, port 6667, "
		"#mitaines.");
	if (status >= 0)
		return status;
	if (!load(path, &run.config))
		return 1;
	if (link_start(any_tls(&run.config))) {
		status = run_configured(&run);
		link_stop();
	} else {
		fputs("mitaines run: connections are not possible: libcurl does not start\n",
			stderr);
		status = 1;
	}
	config_free(&run.config);
	return status;
}

int check_main(int argc, char **argv)
{
	const char *path = NULL;
	struct config config;
	int status = read_options(argc, argv, &path, "check -c FILE",
		"Reads a configuration and prints every error in it with its line; connects "
		"nowhere.");
	if (status >= 0)
		return status;
	if (path == NULL) {
		fputs("mitaines check: name the file: check -c FILE\n", stderr);
		return 2;
	}
	if (!load(path, &config))
		return 1;
	printf("%s: no errors\n", path);
	config_free(&config);
	return 0;
}
