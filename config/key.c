#include "config/key.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "config/check.h"
#include "engine/spelling.h"

enum { LIST_MOST = 256 };

/* Adds a line about a setting to a list of errors or warnings. */
__attribute__((format(printf, 5, 0))) static void add_line(const struct reader *reader,
	struct config_errors *list, const config_setting_t *setting, const char *word,
	const char *format, va_list arguments)
{
	char what[512];
	char name[128] = "";
	vsnprintf(what, sizeof(what), format, arguments);
	/* A setting is named by its key, an entry of a list by the list's key and its number. */
	const config_setting_t *group = setting ? config_setting_parent(setting) : NULL;
	if (setting && config_setting_name(setting))
		snprintf(name, sizeof(name), "%.100s: ", config_setting_name(setting));
	else if (group && config_setting_name(group))
		snprintf(name, sizeof(name), "%.100s: entry %d: ", config_setting_name(group),
			config_setting_index(setting) + 1);
	errors_add(list, reader->path, setting ? config_setting_source_line(setting) : 0, "%s%s%s",
		word, name, what);
}

void key_fault(
	const struct reader *reader, const config_setting_t *setting, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	add_line(reader, reader->errors, setting, "", format, arguments);
	va_end(arguments);
}

void key_warn(const struct reader *reader, const config_setting_t *setting, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	add_line(reader, reader->warnings, setting, "warning: ", format, arguments);
	va_end(arguments);
}

void key_wipe(char *text)
{
	if (text)
		explicit_bzero(text, strlen(text));
	free(text);
}

void key_put(char **field, const char *text)
{
	char *copy = memory_copy(text);
	free(*field);
	*field = copy;
}

const char *key_string(const struct reader *reader, const config_setting_t *setting)
{
	if (config_setting_type(setting) == CONFIG_TYPE_STRING)
		return config_setting_get_string(setting);
	key_fault(reader, setting, "has to be a text in quotes");
	return NULL;
}

/* Returns a setting's text if it passes the key's checks, else adds an error and returns NULL. */
static const char *sound_text(
	const struct reader *reader, const struct key *key, const config_setting_t *setting)
{
	const char *text = key_string(reader, setting);
	const char *wrong = text && key->check ? key->check(text) : NULL;
	if (text && !key->check && !check_choice(text, key->choices)) {
		key_fault(reader, setting, "has to be one of: %s", key->choices);
		return NULL;
	}
	if (wrong)
		key_fault(reader, setting, "%s", wrong);
	return wrong ? NULL : text;
}

static void read_text(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	const char *text = sound_text(reader, key, setting);
	if (text)
		key_put(field, text);
}

void key_put_path(const struct reader *reader, char **field, const char *path)
{
	const char *slash = strrchr(reader->path, '/');
	int folder = slash && path[0] != '/' ? (int)(slash - reader->path) + 1 : 0;
	size_t size = (size_t)folder + strlen(path) + 1;
	char *whole = memory_new(size, 1);
	snprintf(whole, size, "%.*s%s", folder, reader->path, path);
	free(*field);
	*field = whole;
}

static void read_path(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	const char *text = sound_text(reader, key, setting);
	if (text)
		key_put_path(reader, field, text);
}

static void read_socket(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	char **path = field;
	size_t room = sizeof((struct sockaddr_un){ .sun_family = AF_UNIX }).sun_path;
	read_path(reader, key, setting, field);
	if (*path && strlen(*path) >= room)
		key_fault(reader, setting,
			"is too long for a socket: at most %zu bytes, folder included", room - 1);
}

static void read_readable(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	char **path = field;
	read_path(reader, key, setting, field);
	if (*path && access(*path, R_OK) != 0)
		key_fault(reader, setting, "%s: %s", *path, strerror(errno));
}

static void read_number(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	int number = -1;
	if (config_setting_type(setting) == CONFIG_TYPE_INT)
		number = config_setting_get_int(setting);
	if (number < 0 || (unsigned)number < key->least || (unsigned)number > key->most)
		key_fault(reader, setting, "has to be a whole number from %u to %u", key->least,
			key->most);
	else
		*(unsigned *)field = (unsigned)number;
}

static void read_switch(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	(void)key;
	if (config_setting_type(setting) == CONFIG_TYPE_BOOL)
		*(bool *)field = config_setting_get_bool(setting) != 0;
	else
		key_fault(reader, setting, "has to be true or false");
}

static void read_choice(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	unsigned place = 0;
	if (config_setting_type(setting) == CONFIG_TYPE_BOOL) {
		*(unsigned *)field = config_setting_get_bool(setting) != 0;
		return;
	}
	const char *text = sound_text(reader, key, setting);
	if (!text)
		return;
	for (const char *at = key->choices; at < strstr(key->choices, text); at++)
		place += *at == ' ';
	*(unsigned *)field = place;
}

/* Returns the number of a setting, or -1 if the setting has another type. */
static double any_number(const config_setting_t *setting)
{
	if (config_setting_type(setting) == CONFIG_TYPE_INT)
		return config_setting_get_int(setting);
	if (config_setting_type(setting) == CONFIG_TYPE_FLOAT)
		return config_setting_get_float(setting);
	return -1;
}

static void read_seconds(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	double seconds = any_number(setting);
	if (seconds >= 0 && seconds <= key->most)
		*(double *)field = seconds;
	else
		key_fault(reader, setting, "has to be a number from 0 to %u", key->most);
}

static void read_rate(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	double rate = any_number(setting);
	(void)key;
	if (rate == 0 || (rate >= 0.05 && rate <= 1000))
		*(double *)field = rate;
	else
		key_fault(reader, setting, "has to be 0, or a number from 0.05 to 1000");
}

int key_length(const struct reader *reader, const config_setting_t *setting, int least, int most)
{
	int length = config_setting_is_list(setting) || config_setting_is_array(setting)
		? config_setting_length(setting)
		: -1;
	if (length >= least && length <= most)
		return length;
	key_fault(reader, setting, "has to be a list of %d to %d, as in ( ... )", least, most);
	return -1;
}

void key_list_add(struct config_list *list, const char *text)
{
	list->item = memory_grow(list->item, list->count + 1, sizeof(*list->item));
	list->item[list->count++] = memory_copy(text);
}

void key_list_free(struct config_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		key_wipe(list->item[i]);
	free(list->item);
	*list = (struct config_list){ .count = 0 };
}

bool key_list_holds(char *const *item, size_t count, const char *text)
{
	while (count > 0 && strcasecmp(item[count - 1], text) != 0)
		count--;
	return count > 0;
}

static void read_list(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_list *list = field;
	int length = key_length(reader, setting, 0, key->most > 0 ? (int)key->most : LIST_MOST);
	if (length < 0)
		return;
	key_list_free(list);
	for (int i = 0; i < length; i++) {
		const config_setting_t *entry = config_setting_get_elem(setting, (unsigned)i);
		const char *text = sound_text(reader, key, entry);
		if (text && key_list_holds(list->item, list->count, text))
			key_fault(reader, entry, "%s is there twice", text);
		else if (text)
			key_list_add(list, text);
	}
}

static void read_nothing(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	(void)reader, (void)key, (void)setting, (void)field;
}

void key_group(const struct reader *reader, const config_setting_t *group, const struct key *keys,
	void *base)
{
	if (!config_setting_is_group(group)) {
		key_fault(reader, group, "has to be a group, as in { ... }");
		return;
	}
	for (int i = 0; i < config_setting_length(group); i++) {
		config_setting_t *setting =
			config_setting_get_elem((config_setting_t *)group, (unsigned)i);
		const struct key *key = keys;

		while (key->name && strcmp(key->name, config_setting_name(setting)) != 0)
			key++;
		if (key->gone)
			key_warn(reader, setting, "%s", key->gone);
		if (key->name)
			key->kind->read(reader, key, setting, (char *)base + key->offset);
		if (key->name)
			continue;
		struct spelling spelling = spelling_of(config_setting_name(setting));
		for (key = keys; key->name; key++)
			if (!key->gone)
				spelling_try(&spelling, key->name, strlen(key->name));
		if (spelling.meant)
			key_fault(reader, setting, "no such key here; did you mean %.*s?",
				(int)spelling.length, spelling.meant);
		else
			key_fault(reader, setting, "no such key here");
	}
}

void key_free(const struct key *keys, void *base)
{
	for (; keys->name; keys++) {
		void *field = (char *)base + keys->offset;
		if (keys->kind->type == KEY_TEXT || keys->kind->type == KEY_FILE) {
			key_wipe(*(char **)field);
			*(char **)field = NULL;
		} else if (keys->kind->type == KEY_LIST) {
			key_list_free(field);
		} else if (keys->kind->type == KEY_GROUP) {
			key_free(keys->group, field);
		}
	}
}

void key_files(const struct key *keys, const void *base,
	void (*each)(void *context, const char *path), void *context)
{
	for (; keys->name; keys++) {
		const void *field = (const char *)base + keys->offset;
		if (keys->kind->type == KEY_FILE && *(char *const *)field)
			each(context, *(char *const *)field);
		else if (keys->kind->type == KEY_GROUP)
			key_files(keys->group, field, each, context);
	}
}

static bool key_differs(const struct key *key, const void *old, const void *fresh)
{
	bool differs = false;
	old = (const char *)old + key->offset;
	fresh = (const char *)fresh + key->offset;
	const struct config_list *list = old, *other = fresh;
	const char *const *text = old, *const *now = fresh;
	switch (key->kind->type) {
	case KEY_TEXT:
	case KEY_FILE: return *text && *now ? strcmp(*text, *now) != 0 : *text != *now;
	case KEY_LIST:
		differs = list->count != other->count;
		for (size_t i = 0; !differs && i < list->count; i++)
			differs = strcmp(list->item[i], other->item[i]) != 0;
		return differs;
	case KEY_NUMBER: return *(const unsigned *)old != *(const unsigned *)fresh;
	case KEY_SWITCH: return *(const bool *)old != *(const bool *)fresh;
	case KEY_GROUP:
		for (const struct key *part = key->group; part->name; part++)
			differs |= key_differs(part, old, fresh);
		return differs;
	default: return false;
	}
}

void key_changes(const struct key *keys, const void *old, const void *fresh, const char *network,
	CONFIG_TELL((*tell)), void *context)
{
	for (; keys->name; keys++)
		if (keys->when != CONFIG_NOW && key_differs(keys, old, fresh))
			tell(context, network, keys->name, keys->when);
}

const struct key_kind key_text = { read_text, KEY_TEXT };
const struct key_kind key_path = { read_path, KEY_TEXT };
const struct key_kind key_socket = { read_socket, KEY_TEXT };
const struct key_kind key_readable = { read_readable, KEY_FILE };
const struct key_kind key_number = { read_number, KEY_NUMBER };
const struct key_kind key_switch = { read_switch, KEY_SWITCH };
const struct key_kind key_choice = { read_choice, KEY_NUMBER };
const struct key_kind key_list = { read_list, KEY_LIST };
const struct key_kind key_seconds = { read_seconds, KEY_OTHER };
const struct key_kind key_rate = { read_rate, KEY_OTHER };
const struct key_kind key_gone = { read_nothing, KEY_OTHER };
