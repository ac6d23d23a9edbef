#include "bot/web/route.h"

#include <string.h>
#include <utf8proc.h>

#include "bot/base/string.h"
#include "bot/text/rulestext.h"

enum { PAGES = 20, HANDS = 4095 };

static const char *const periods[] = { "ever", "week", "month", "year", NULL };

const char *route_period_name(unsigned period)
{
	return periods[period];
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = text_upper(c);
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* True if a text is valid UTF-8 without control characters. */
static bool is_clean(const char *text)
{
	while (*text != '\0') {
		utf8proc_int32_t point;
		utf8proc_ssize_t length = utf8proc_iterate((const uint8_t *)text, -1, &point);
		if (length <= 0 || utf8proc_category(point) == UTF8PROC_CATEGORY_CC)
			return false;
		text += length;
	}
	return true;
}

bool route_decode(const char *from, size_t length, char *to, size_t size)
{
	size_t at = 0;
	for (size_t i = 0; i < length; i++) {
		char c = from[i];
		if (c == '%') {
			int high = i + 2 < length ? hex_digit(from[i + 1]) : -1;
			int low = high >= 0 ? hex_digit(from[i + 2]) : -1;
			if (low < 0 || (high | low) == 0)
				return false;
			c = (char)(high << 4 | low);
			i += 2;
		}
		if (at + 1 >= size)
			return false;
		to[at++] = c;
	}
	to[at] = '\0';
	return is_clean(to);
}

/* Reads a number from 1 to `most`, without leading zeros. Returns false for any other text. */
static bool read_number(const char *text, int64_t most, int64_t *number)
{
	*number = 0;
	if (*text < '1' || *text > '9')
		return false;
	for (; *text >= '0' && *text <= '9'; text++) {
		int digit = *text - '0';
		if (*number > (most - digit) / 10)
			return false;
		*number = *number * 10 + digit;
	}
	return *text == '\0';
}

/* ---- the query ---- */

static unsigned read_small(const char *value, int64_t most, unsigned *number)
{
	int64_t read;
	if (!read_number(value, most, &read))
		return 400;
	*number = (unsigned)read;
	return 200;
}

static unsigned read_period(const char *value, struct route *route)
{
	for (unsigned i = 0; periods[i] != NULL; i++)
		if (strcmp(periods[i], value) == 0) {
			route->period = (enum store_period)i;
			return 200;
		}
	return 400;
}

bool route_is_safe_path(const char *path)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
	return path[0] == '/' && path[1] != '/' && path[strspn(path, plain)] == '\0';
}

static unsigned read_text(const char *value, char *to, size_t size)
{
	struct text text = text_in(to, size);
	text_add(&text, value);
	return text.cut ? 400 : 200;
}

/* Reads one known parameter of the query. Returns the HTTP status 200 or 400. */
static unsigned read_value(
	const char *name, const char *value, char preset[ROUTE_VALUE], struct route *route)
{
	if (strcmp(name, "lang") == 0)
		return read_text(value, route->language, sizeof route->language);
	if (strcmp(name, "v") == 0)
		return read_text(value, route->version, sizeof route->version);
	if (strcmp(name, "preset") == 0)
		return read_text(value, preset, ROUTE_VALUE);
	if (strcmp(name, "options") == 0)
		return read_text(value, route->options, sizeof route->options);
	if (strcmp(name, "period") == 0)
		return read_period(value, route);
	if (strcmp(name, "page") == 0)
		return read_small(value, PAGES, &route->page);
	if (strcmp(name, "from") == 0)
		return read_small(value, HANDS, &route->from);
	return route_is_safe_path(value) ? read_text(value, route->back, sizeof route->back) : 400;
}

static unsigned read_question(const char *at, char preset[ROUTE_VALUE], struct route *route)
{
	unsigned status = 200;
	while (*at != '\0') {
		char name[ROUTE_VALUE] = "";
		char value[ROUTE_PATH];
		size_t length = strcspn(at, "&");
		size_t key = strcspn(at, "=&");
		size_t from = key < length ? key + 1 : length;
		/* Other sites add parameters of their own, which are ignored. */
		if (string_has_word("lang v preset options period page from back", ' ', at, key)) {
			memcpy(name, at, key);
			unsigned read = route_decode(at + from, length - from, value, sizeof value)
				? read_value(name, value, preset, route)
				: 400;
			status = status == 200 ? read : status;
		}
		at += length + (at[length] == '&');
	}
	return status;
}

/* ---- the path ---- */

/* Removes the extension from a path. Returns the form that the extension stands for. */
static enum form take_form(char *path)
{
	static const struct {
		const char *end;
		enum form form;
	} forms[] = { { ".json", FORM_JSON }, { ".txt", FORM_RECORD }, { ".png", FORM_PICTURE },
		{ ".atom", FORM_FEED } };
	size_t length = strlen(path);
	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		size_t end = strlen(forms[i].end);
		if (length > end && strcmp(path + length - end, forms[i].end) == 0) {
			path[length - end] = '\0';
			return forms[i].form;
		}
	}
	return FORM_PAGE;
}

bool route_is_secret(const struct route *route)
{
	return route->place >= PLACE_SEAT && route->place <= PLACE_JOIN;
}

static unsigned read_key(const char *text, struct route *route)
{
	if (!seat_key_is_valid(text))
		return 404;
	memcpy(route->key, text, SEAT_KEY);
	return 200;
}

/* Reads the date of a deal, "2026-12-01", or "2026-12-01/r/KEY" with the key of a result. */
static unsigned read_day(const char *text, struct route *route)
{
	static const char shape[] = "0000-00-00", result[] = "/r/";
	for (size_t i = 0; i < sizeof shape - 1; i++)
		if (shape[i] == '-' ? text[i] != '-' : text[i] < '0' || text[i] > '9')
			return 404;
	memcpy(route->day, text, sizeof shape - 1);
	text += sizeof shape - 1;
	if (*text == '\0')
		return 200;
	if (strncmp(text, result, sizeof result - 1) != 0)
		return 404;
	route->place = PLACE_RESULT;
	return read_key(text + sizeof result - 1, route);
}

enum {
	IN_JSON = 1 << FORM_JSON,
	IN_RECORD = 1 << FORM_RECORD,
	IN_PAGE = 1 << FORM_PAGE,
	IN_PICTURE = 1 << FORM_PICTURE,
	IN_FEED = 1 << FORM_FEED
};
enum tail { TAIL_NONE, TAIL_GAME, TAIL_ID, TAIL_LANGUAGE, TAIL_KEY, TAIL_DAY };

/*
 * All addresses: the path, the end of the address or "", its allowed forms, and the kind of text
 * between path and end. Addresses with an end come before the same path without one.
 */
static const struct address {
	const char *path, *end;
	enum place place;
	unsigned forms;
	enum tail tail;
} places[] = {
	{ "/", "", PLACE_FRONT, IN_PAGE | IN_JSON, TAIL_NONE },
	{ "/index", "", PLACE_FRONT, IN_JSON, TAIL_NONE },
	{ "/top", "", PLACE_LADDER, IN_PAGE | IN_JSON, TAIL_GAME },
	{ "/player", "", PLACE_PLAYER, IN_PAGE | IN_JSON, TAIL_ID },
	{ "/match", "", PLACE_MATCH, IN_PAGE | IN_JSON | IN_RECORD | IN_PICTURE, TAIL_ID },
	{ "/table", "/events", PLACE_EVENTS, IN_PAGE, TAIL_ID },
	{ "/table", "/join", PLACE_SIT, IN_PAGE, TAIL_ID },
	{ "/table", "", PLACE_TABLE, IN_PAGE | IN_JSON, TAIL_ID },
	{ "/daily", "", PLACE_DAILY, IN_PAGE | IN_JSON, TAIL_NONE },
	{ "/daily", "", PLACE_FEED, IN_FEED, TAIL_NONE },
	{ "/daily/top", "", PLACE_SUMS, IN_PAGE | IN_JSON, TAIL_NONE },
	{ "/daily", "", PLACE_DAY, IN_PAGE | IN_JSON, TAIL_DAY },
	{ "/rules", "", PLACE_RULES, IN_PAGE, TAIL_GAME },
	{ "/fair", "", PLACE_FAIR, IN_PAGE, TAIL_NONE },
	{ "/api", "", PLACE_API, IN_PAGE, TAIL_NONE },
	{ "/language", "", PLACE_LANGUAGE, IN_PAGE, TAIL_LANGUAGE },
	{ "/style.css", "", PLACE_STYLE, IN_PAGE, TAIL_NONE },
	{ "/script.js", "", PLACE_SCRIPT, IN_PAGE, TAIL_NONE },
	{ "/seat.css", "", PLACE_SEAT_STYLE, IN_PAGE, TAIL_NONE },
	{ "/seat.js", "", PLACE_SEAT_SCRIPT, IN_PAGE, TAIL_NONE },
	{ "/icon.svg", "", PLACE_ICON, IN_PAGE, TAIL_NONE },
	{ "/preview.jpg", "", PLACE_PREVIEW, IN_PAGE, TAIL_NONE },
	{ "/picture", "", PLACE_PICTURE, IN_PICTURE, TAIL_NONE },
	{ "/robots", "", PLACE_ROBOTS, IN_RECORD, TAIL_NONE },
	{ "/metrics", "", PLACE_METRICS, IN_PAGE, TAIL_NONE },
	{ "/seat", "/events", PLACE_SEAT_EVENTS, IN_PAGE, TAIL_KEY },
	{ "/seat", "/move", PLACE_SEAT_MOVE, IN_PAGE, TAIL_KEY },
	{ "/seat", "/leave", PLACE_SEAT_LEAVE, IN_PAGE, TAIL_KEY },
	{ "/seat", "", PLACE_SEAT, IN_PAGE | IN_JSON, TAIL_KEY },
	{ "/join", "", PLACE_JOIN, IN_PAGE, TAIL_KEY },
	{ "/play", "", PLACE_PLAY, IN_PAGE, TAIL_NONE },
};

static unsigned read_tail(enum tail tail, const char *text, struct route *route)
{
	switch (tail) {
	case TAIL_GAME:
		route->game = *text == '\0' ? games[0] : game_named(text);
		return route->game != NULL &&
				(*text == '\0' || strcmp(route->game->name, text) == 0)
			? 200
			: 404;
	case TAIL_ID: return read_number(text, INT64_MAX, &route->id) ? 200 : 404;
	case TAIL_LANGUAGE:
		if (route->back[0] == '\0')
			memcpy(route->back, "/", 2);
		return read_text(text, route->language, sizeof route->language) == 200 ? 200 : 404;
	case TAIL_KEY: return read_key(text, route);
	case TAIL_DAY: return read_day(text, route);
	default: return 200;
	}
}

/*
 * Returns the part of `path` after the path of an address, without the slash between them; it still
 * has the end of the address, and may be empty. Returns NULL if `path` is not at this address.
 */
static char *find_tail(const struct address *address, char *path)
{
	char *tail = path + strlen(address->path);
	const char *end = strrchr(path, '/');
	if (strncmp(path, address->path, strlen(address->path)) != 0 ||
		(*address->end != '\0' && (end <= tail || strcmp(end, address->end) != 0)))
		return NULL;
	if (*tail == '\0')
		return tail;
	return *tail == '/' && tail[1] != '\0' && address->tail != TAIL_NONE ? tail + 1 : NULL;
}

static unsigned read_path(char *path, struct route *route)
{
	route->form = take_form(path);
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		char *tail = find_tail(&places[i], path);
		if (tail == NULL)
			continue;
		route->place = places[i].place;
		if (!(places[i].forms & 1u << route->form))
			continue;
		tail[strlen(tail) - strlen(places[i].end)] = '\0';
		return read_tail(places[i].tail, tail, route);
	}
	/* Exercises are not in this list. The address of an exercise is its name, "/NAME". */
	if (route->form != FORM_PAGE ||
		catalog_find_in_group(ROUTE_EXERCISES, path + 1, strlen(path + 1)) < 0)
		return 404;
	route->place = PLACE_EXERCISE;
	return 200;
}

unsigned route_read(const char *target, struct route *route)
{
	char path[ROUTE_PATH];
	char preset[ROUTE_VALUE] = "";
	static const char *const secret[] = { "/seat/", "/join/" };
	*route = (struct route){ .page = 1, .from = 1, .preset = -1 };
	if (strlen(target) >= ROUTE_TARGET)
		return 414;
	size_t length = strcspn(target, "?");
	unsigned asked =
		target[length] == '?' ? read_question(target + length + 1, preset, route) : 200;
	if (target[0] != '/' || !route_decode(target, length, path, sizeof path))
		return length >= ROUTE_PATH ? 414 : 400;
	memcpy(route->path, path, sizeof path);
	/* Pages show the path, but the key after /seat or /join is secret. */
	for (size_t i = 0; i < sizeof secret / sizeof secret[0]; i++) {
		char *at = strstr(route->path, secret[i]);
		if (at != NULL)
			at[strlen("/seat")] = '\0';
	}
	unsigned status = read_path(path, route);
	if (status == 200)
		status = asked;
	if (status == 200 && *preset != '\0' &&
		(route->place == PLACE_LADDER || route->place == PLACE_RULES)) {
		route->preset = game_preset(route->game, preset);
		status = route->preset >= 0 ? 200 : 404;
	}
	union any_state state;
	/*
	 * The page of rules shows the options of its address, so refuse options that no table can
	 * have.
	 */
	if (status == 200 && route->place == PLACE_RULES &&
		!rulestext_open_state(route->game, preset, route->options, &state))
		status = 404;
	return status;
}

/* ---- copied addresses ---- */

/* Returns the length of a text without a slash and punctuation at its end. */
static size_t trim(const char *text)
{
	static const char *const marks[] = { "/", ".", ",", ";", ":", "!", "?", "*", "(", ")", "[",
		"]", "{", "}", "<", ">", "'", "\"", "`", " ", "\u00a0", "\u2019", "\u201d",
		"\u00bb", "\u203a", "\u2026" };
	size_t length = strlen(text);
	for (size_t i = 0; i < sizeof marks / sizeof marks[0];) {
		size_t mark = strlen(marks[i]);
		bool ends = length >= mark && memcmp(text + length - mark, marks[i], mark) == 0;
		length -= ends ? mark : 0;
		i = ends ? 0 : i + 1;
	}
	return length;
}

bool route_find_copied(const char *target, char found[ROUTE_TARGET])
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%&=+?";
	char path[ROUTE_PATH];
	struct route route;
	struct text text = text_in(found, ROUTE_TARGET);
	size_t length = strcspn(target, "?");
	const char *query = target + length;
	if (!route_decode(target, length, path, sizeof path) || trim(path) == strlen(path))
		return false;
	path[trim(path)] = '\0';
	if (!route_is_safe_path(path))
		return false;
	text_add(&text, path);
	text_add(&text, query[strspn(query, plain)] == '\0' ? query : "");
	return !text.cut && route_read(found, &route) == 200;
}
