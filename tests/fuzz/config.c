/* config.c - fuzz target: the input is a configuration file. The parser must accept it with every
 * value in range, or refuse it with errors that name the file, and must leak no memory. */
#define _GNU_SOURCE /* for memfd_create */
#include "bot/net/irc/settings.h"
#include "bot/net/types.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

/* LeakSanitizer ignores libconfig: version 1.5 leaks strings at a syntax error. */
const char *__lsan_default_suppressions(void); /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void)  /* NOLINT(bugprone-reserved-identifier) */
{
	return "leak:libconfig.so\n";
}

static void check_irc(const struct irc_settings *network)
{
	fuzz_must(network->server.host != NULL && network->nick != NULL);
	fuzz_must(network->server.port >= 1 && network->server.port <= 65535);
	if (network->sasl.mechanism != NULL && strcmp(network->sasl.mechanism, "plain") == 0)
		fuzz_must(network->sasl.account != NULL && network->sasl.password != NULL);
}

static void check_network(const struct config_network *network)
{
	fuzz_must(network->name != NULL && network->limits.burst <= 1000);
	fuzz_must(network->settings.turn_seconds > 0 && network->settings.language != NULL);
	for (size_t i = 0; i < network->channels.count; i++)
		fuzz_must(network->channels.item[i] != NULL &&
			network->channels.settings[i].cards != NULL);
	if (network->type == &irc_settings_type)
		check_irc((const struct irc_settings *)network);
}

static void check(const struct config *config)
{
	fuzz_must(
		config->database != NULL && config->settings.prefix != NULL && config->via != NULL);
	fuzz_must(config->log != NULL && config->settings.detail != NULL);
	for (size_t i = 0; i < config->network_count; i++)
		check_network(config->networks[i]);
}

/* Fails unless each error is a line that begins with the file's path. */
static void check_errors(const struct config_errors *errors, const char *path)
{
	const char *at = errors->text;
	unsigned lines = 0;
	fuzz_must(errors->count > 0 && at != NULL);
	for (; *at != '\0'; lines++) {
		fuzz_must(strncmp(at, "/proc/self/fd/", 14) == 0 || path == NULL);
		at += strcspn(at, "\n");
		fuzz_must(*at++ == '\n');
	}
	fuzz_must(lines == errors->count);
}

static void tell(void *context, const char *network, const char *key, enum config_when when)
{
	(void)network;
	(void)when;
	fuzz_must(key[0] != '\0');
	++*(unsigned *)context;
}

/* Compares the configuration with the defaults and with itself, which must show no change. */
static void compare(const struct config *config)
{
	struct config usual;
	unsigned changes = 0;
	config_defaults(&usual, network_types);
	config_changes(&usual, config, tell, &changes);
	config_free(&usual);
	changes = 0;
	config_changes(config, config, tell, &changes);
	fuzz_must(changes == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char path[32];
	static int file = -1;
	struct config config;
	struct config_errors errors = { 0 };
	if (file < 0) {
		file = memfd_create("fuzz.conf", MFD_CLOEXEC);
		fuzz_must(file >= 0);
		snprintf(path, sizeof path, "/proc/self/fd/%d", file);
		fuzz_must(fchmod(file, 0600) == 0);
	}
	fuzz_must(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size);
	if (config_load(path, network_types, &config, &errors)) {
		fuzz_must(errors.count == 0);
		check(&config);
		compare(&config);
	} else {
		check_errors(&errors, path);
		fuzz_must(config.networks == NULL && config.database == NULL);
	}
	config_free(&config);
	config_errors_free(&errors);
	return 0;
}
