#include "config/secret.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "config/check.h"

/* Maximum number of bytes of a secret, and of a file with one. */
enum { SECRET_MOST = 1000, SECRET_FILE_MOST = 1024 };

/* Returns the word for a secret in error messages: "token" or "password". */
static const char *secret_word(const config_setting_t *setting)
{
	const char *name = config_setting_name(setting);
	return name && strncmp(name, "token", 5) == 0 ? "token" : "password";
}

static void secret_put(const struct reader *reader, const struct key *key,
	const config_setting_t *setting, char **field, const char *password)
{
	const char *wrong = check_text(password, SECRET_MOST), *word = secret_word(setting);
	if (!wrong && key->check_secret)
		wrong = key->check_secret(password);
	if (*field)
		key_fault(reader, setting, "%s and %s_file exclude each other", word, word);
	else if (wrong)
		key_fault(reader, setting, "the %s %s", word, wrong);
	else
		key_put(field, password);
}

/* Adds an error at a secret if all users can read the configuration file. */
static void secret_seen(const struct reader *reader, const config_setting_t *setting)
{
	if (reader->source->exposed)
		key_fault(reader, setting,
			"everybody on this machine may read this file: chmod o-r it,"
			" or use %s_file",
			secret_word(setting));
}

/* Wipes libconfig's copy of a setting. */
static void secret_wipe(const char *text)
{
	explicit_bzero((char *)text, strlen(text));
}

static void read_text(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	const char *text = key_string(reader, setting);
	if (!text)
		return;
	secret_seen(reader, setting);
	secret_put(reader, key, setting, field, text);
	secret_wipe(text);
}

static void secret_open(
	const struct reader *reader, const config_setting_t *setting, const char *path)
{
	key_fault(reader, setting, "%s: everybody on this machine may read it: chmod o-r it", path);
}

static void read_file(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct source source = { .text = NULL };
	const char *name = config_setting_get_string(setting),
		   *folder = getenv("CREDENTIALS_DIRECTORY");
	char *path = NULL;
	/* mitaines.service gets a copy of this folder when it starts. */
	static const char copies[] = "passwords/";
	bool copied = name && strncmp(name, copies, sizeof(copies) - 1) == 0;
	*reader->handed_over = *reader->handed_over || copied;
	/* In systemd's folder of credentials a file has the name of its path, with _ for /. */
	if (folder && name && name[0] != '/') {
		size_t room = strlen(folder) + strlen(name) + 2;
		path = memory_new(room, 1);
		snprintf(path, room, "%s/%s", folder, name);
		for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL;)
			*slash = '_';
		if (access(path, F_OK) != 0) {
			free(path);
			path = NULL;
		}
	}
	if (!path)
		key_path.read(reader, key, setting, &path);
	if (!path)
		return;
	const char *wrong = source_read(&source, path, SECRET_FILE_MOST);
	if (wrong) {
		bool denied = folder && access(path, R_OK) != 0 && errno == EACCES;
		key_fault(reader, setting, "%s: %s%s", path, wrong,
			!denied ? ""
				: copied && access(folder, X_OK) != 0
				? "; systemd could not hand it over: see CONTAINERS in mitaines(1)"
				: copied
				? "; systemd hands it over when the service starts: restart the "
				  "service"
				: "; the service gets the files in the folder passwords beside the "
				  "configuration: move it there, write \"passwords/NAME\" and "
				  "restart the service");
	} else {
		/* A line end after the secret is not part of it. */
		for (; source.length > 0; source.text[--source.length] = '\0')
			if (source.text[source.length - 1] != '\n' &&
				source.text[source.length - 1] != '\r')
				break;
		if (source.exposed)
			secret_open(reader, setting, path);
		if (strlen(source.text) < source.length)
			key_fault(reader, setting, "the %s holds NUL", secret_word(setting));
		else
			secret_put(reader, key, setting, field, source.text);
	}
	source_free(&source);
	free(path);
}

bool secret_exposed(const char *path)
{
	struct stat file;
	return stat(path, &file) == 0 && (file.st_mode & S_IROTH) != 0;
}

static void read_path(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	char **path = field;
	key_readable.read(reader, key, setting, field);
	if (*path && secret_exposed(*path))
		secret_open(reader, setting, *path);
}

static void read_address(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	const char *text = key_string(reader, setting);
	if (!text)
		return;
	if (strchr(text, '@'))
		secret_seen(reader, setting);
	key_text.read(reader, key, setting, field);
	secret_wipe(text);
}

static void read_list(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	const char *text;
	key_list.read(reader, key, setting, field);
	if (((struct config_list *)field)->count > 0)
		secret_seen(reader, setting);
	for (int i = 0; i < config_setting_length(setting); i++)
		if ((text = config_setting_get_string_elem(setting, i)) != NULL)
			secret_wipe(text);
}

const struct key_kind secret_text = { read_text, KEY_TEXT };
const struct key_kind secret_file = { read_file, KEY_TEXT };
const struct key_kind secret_path = { read_path, KEY_FILE };
const struct key_kind secret_list = { read_list, KEY_LIST };
const struct key_kind secret_address = { read_address, KEY_TEXT };
