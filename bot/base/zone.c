#include "bot/base/zone.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/string.h"
#include "bot/base/tzif.h"
#include "engine/spelling.h"
#include "engine/text.h"

static const char folder[] = "/usr/share/zoneinfo";

/* ZONE_FILE: bytes of the largest file that is read. ZONE_PARTS: most parts of a name. */
enum { ZONE_PATH = sizeof folder + ZONE_NAME, ZONE_FILE = 64 * 1024, ZONE_PARTS = 3 };

/* ---- fixed offsets ---- */

/* Reads a whole number of at most two digits and moves *at past it. Returns -1 for other text. */
static int read_number(const char **at)
{
	int number = -1;
	for (unsigned i = 0; i < 2 && isdigit((unsigned char)**at); i++)
		number = (number < 0 ? 0 : number * 10) + (*(*at)++ - '0');
	return number;
}

/* Reads a text like "utc-5" or "+5:30" as minutes. Returns false for other text. */
static bool read_fixed(const char *text, int *minutes)
{
	char start[4] = "";
	int rest = 0;
	text_copy(start, sizeof start, text);
	if (text_same(start, "UTC"))
		text += strlen("UTC");
	int sign = *text == '-' ? -1 : 1;
	*minutes = 0;
	if (*text == '\0')
		return *start != '\0';
	if (*text != '-' && *text != '+')
		return false;
	text++;
	int hours = read_number(&text);
	if (*text == ':') {
		text++;
		rest = read_number(&text);
	}
	*minutes = sign * (hours * 60 + rest);
	return *text == '\0' && hours >= 0 && hours <= 14 && rest >= 0 && rest <= 59;
}

static void write_fixed(int minutes, char name[ZONE_NAME])
{
	struct text text = text_in(name, ZONE_NAME);
	int size = abs(minutes);
	text_add(&text, "UTC");
	if (minutes == 0)
		return;
	text_char(&text, minutes < 0 ? '-' : '+');
	text_number(&text, size / 60);
	if (size % 60 == 0)
		return;
	text_add(&text, size % 60 < 10 ? ":0" : ":");
	text_number(&text, size % 60);
}

/* ---- files ---- */

/*
 * Returns true if an entry of the zone folder can be part of a name. Leaves out Etc, where GMT+5
 * lies west of Greenwich, and entries other than zones: their names have a dot or begin with a
 * small letter.
 */
static bool is_part(const char *entry)
{
	return isupper((unsigned char)*entry) && strchr(entry, '.') == NULL &&
		strcmp(entry, "Etc") != 0 && strcmp(entry, "Factory") != 0;
}

static void write_path(const char *name, char path[ZONE_PATH])
{
	struct text text = text_in(path, ZONE_PATH);
	text_add(&text, folder);
	text_add(&text, *name != '\0' ? "/" : "");
	text_add(&text, name);
}

/* Finds the next part of a name in the folder `name`, and adds it as it is spelled there. */
static bool add_part(struct text *name, const char *part, size_t length)
{
	char path[ZONE_PATH];
	char typed[ZONE_NAME];
	struct text copy = text_in(typed, sizeof typed);
	const struct dirent *entry;
	bool found = false;
	text_bytes(&copy, part, length);
	write_path(name->start, path);
	DIR *dir = opendir(path);
	while (dir != NULL && !found && (entry = readdir(dir)) != NULL)
		if (text_same(entry->d_name, typed) && is_part(entry->d_name)) {
			text_add(name, text_length(name) > 0 ? "/" : "");
			text_add(name, entry->d_name);
			found = true;
		}
	if (dir != NULL)
		closedir(dir);
	return found && !name->cut;
}

/* Finds the zone of this name, whatever its case. */
static bool find_listed(const char *typed, char name[ZONE_NAME])
{
	struct text text = text_in(name, ZONE_NAME);
	int32_t seconds;
	for (unsigned i = 0; i < ZONE_PARTS; i++) {
		size_t length = strcspn(typed, "/");
		if (!add_part(&text, typed, length))
			return false;
		typed += length;
		if (*typed == '\0')
			return zone_find_offset(name, 0, &seconds);
		typed++;
	}
	return false;
}

bool zone_read(const char *typed, char name[ZONE_NAME])
{
	int minutes;
	if (!read_fixed(typed, &minutes))
		return find_listed(typed, name);
	write_fixed(minutes, name);
	return true;
}

bool zone_find_offset(const char *name, int64_t date, int32_t *seconds)
{
	char path[ZONE_PATH];
	int minutes;
	*seconds = 0;
	if (*name == '\0')
		return true;
	if (read_fixed(name, &minutes)) {
		*seconds = minutes * 60;
		return true;
	}
	write_path(name, path);
	FILE *file = fopen(path, "rbe");
	if (file == NULL)
		return false;
	struct string bytes = STRING_EMPTY;
	char part[4096];
	size_t length;
	while (bytes.length <= ZONE_FILE && (length = fread(part, 1, sizeof part, file)) > 0)
		string_add_bytes(&bytes, part, length);
	fclose(file);
	bool read = bytes.length <= ZONE_FILE &&
		tzif_read_offset((const uint8_t *)bytes.bytes, bytes.length, date, seconds);
	*seconds = read ? *seconds : 0;
	string_free(&bytes);
	return read;
}

/* ---- suggestions ---- */

/*
 * Adds the names of all zones in a folder in small letters, each with a NUL behind it. parts: most
 * parts of these names. Returns false if the folder cannot be read.
 */
static bool list(const char *within, unsigned parts, struct string *names)
{
	char path[ZONE_PATH];
	const struct dirent *entry;
	write_path(within, path);
	DIR *dir = parts > 0 ? opendir(path) : NULL;
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		char name[ZONE_NAME];
		struct text text = text_in(name, sizeof name);
		text_add(&text, within);
		text_add(&text, *within != '\0' ? "/" : "");
		text_add(&text, entry->d_name);
		if (!is_part(entry->d_name) || text.cut || list(name, parts - 1, names))
			continue;
		for (char *at = name; *at != '\0'; at++)
			*at = (char)tolower((unsigned char)*at);
		string_add_bytes(names, name, strlen(name) + 1);
	}
	if (dir != NULL)
		closedir(dir);
	return dir != NULL;
}

static const char *city_of(const char *name)
{
	const char *slash = strrchr(name, '/');
	return slash != NULL ? slash + 1 : name;
}

/* Suggests the zone whose whole name, or whose city, is nearest to a name in small letters. */
static bool suggest_listed(const char *typed, char name[ZONE_NAME])
{
	struct string names = STRING_EMPTY;
	struct spelling whole = spelling_of(typed);
	struct spelling city = spelling_of(city_of(typed));
	const char *meant = NULL;
	list("", ZONE_PARTS, &names);
	for (size_t i = 0; i < names.length; i += strlen(names.bytes + i) + 1) {
		const char *known = names.bytes + i;
		if (strcmp(city_of(known), city_of(typed)) == 0)
			meant = known;
		spelling_try(&whole, known, strlen(known));
		spelling_try(&city, city_of(known), strlen(city_of(known)));
	}
	if (meant == NULL)
		meant = whole.meant;
	for (size_t i = 0; meant == NULL && city.meant != NULL && i < names.length;
		i += strlen(names.bytes + i) + 1)
		if (city_of(names.bytes + i) == city.meant)
			meant = names.bytes + i;
	bool found = meant != NULL && find_listed(meant, name);
	string_free(&names);
	return found;
}

bool zone_suggest(const char *typed, char name[ZONE_NAME])
{
	static const char etc[] = "etc/", gmt[] = "gmt";
	char folded[ZONE_NAME];
	const char *at = folded;
	int minutes;
	if (!text_copy(folded, sizeof folded, typed))
		return false;
	for (char *c = folded; *c != '\0'; c++)
		*c = *c == ' ' ? '_' : (char)tolower((unsigned char)*c);
	bool inverted = strncmp(at, etc, strlen(etc)) == 0;
	at += inverted ? strlen(etc) : 0;
	if (strncmp(at, gmt, strlen(gmt)) == 0 && read_fixed(at + strlen(gmt), &minutes)) {
		write_fixed(inverted ? -minutes : minutes, name);
		return true;
	}
	return suggest_listed(at, name);
}

int64_t zone_find_date(const char *name, int64_t local)
{
	int32_t offset, then;
	zone_find_offset(name, local, &offset);
	zone_find_offset(name, local - offset, &then);
	return local - then;
}
