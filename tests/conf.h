/* conf.h - a configuration file in its own folder for each test. */
#ifndef TESTS_CONF_H
#define TESTS_CONF_H

#include <sys/stat.h>

#include "bot/net/irc/settings.h"
#include "bot/net/types.h"
#include "tests/cases.h"
#include "tests/folder.h"

struct conf {
	char folder[FOLDER_PATH];
	char path[PATH_MAX]; /* path of the file */
	struct config config;
	struct config_errors errors;
};

/* Defines a test with the parameter `conf`. */
#define CONF_CASE(name) CASE_WITH(name, struct conf *conf, conf_make, conf_end)

static inline int conf_make(void **state)
{
	struct conf *conf = calloc(1, sizeof(*conf));
	assert_non_null(conf);
	folder_make(conf->folder);
	folder_file(conf->folder, "test.conf", conf->path);
	*state = conf;
	return 0;
}

static inline int conf_end(void **state)
{
	struct conf *conf = *state;
	config_free(&conf->config);
	config_errors_free(&conf->errors);
	folder_remove(conf->folder);
	free(conf);
	return 0;
}

static inline void conf_write(
	const struct conf *conf, const char *name, const void *bytes, size_t size, mode_t mode)
{
	char path[PATH_MAX];
	folder_file(conf->folder, name, path);
	folder_write(path, bytes, size);
	assert_int_equal(chmod(path, mode), 0);
}

static inline void conf_put(
	const struct conf *conf, const char *name, const char *text, mode_t mode)
{
	conf_write(conf, name, text, strlen(text), mode);
}

/* Loads the file again. Returns false if it has errors. */
static inline bool conf_read(struct conf *conf)
{
	config_free(&conf->config);
	config_errors_free(&conf->errors);
	return config_load(conf->path, network_types, &conf->config, &conf->errors);
}

/* Returns the settings of network `place`, counted from 0. Fails unless its type is "irc". */
static inline const struct irc_settings *conf_irc(const struct conf *conf, size_t place)
{
	assert_ptr_equal(conf->config.networks[place]->type, &irc_settings_type);
	return (const struct irc_settings *)conf->config.networks[place];
}

/* Writes this text to the file and loads it. Returns false if it has errors. */
static inline bool conf_load(struct conf *conf, const char *text)
{
	conf_put(conf, "test.conf", text, 0600);
	return conf_read(conf);
}

/* Fails unless this text is refused with exactly one error, "LINE: message". */
static inline void conf_refuse(struct conf *conf, const char *text, const char *error)
{
	char whole[PATH_MAX + 512];
	assert_false(conf_load(conf, text));
	snprintf(whole, sizeof(whole), "%s:%s\n", conf->path, error);
	assert_string_equal(conf->errors.text, whole);
	assert_int_equal(conf->errors.count, 1);
	assert_null(conf->config.database);
	assert_int_equal(conf->config.network_count, 0);
}

#endif
