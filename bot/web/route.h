/* route.h - parses the address of a request. */
#ifndef BOT_WEB_ROUTE_H
#define BOT_WEB_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "storage/ratings.h"

enum place {
	PLACE_FRONT,
	PLACE_LADDER,
	PLACE_PLAYER,
	PLACE_MATCH,
	PLACE_TABLE,
	PLACE_EVENTS, /* server-sent events of a table */
	PLACE_RULES,
	PLACE_FAIR,
	PLACE_API,
	PLACE_LANGUAGE, /* sets the language cookie */
	PLACE_STYLE,
	PLACE_SCRIPT,
	PLACE_ICON,
	PLACE_PICTURE, /* the general preview picture */
	PLACE_ROBOTS,
	PLACE_METRICS
};

enum form { FORM_PAGE, FORM_JSON, FORM_RECORD, FORM_PICTURE };

/* Bytes, NUL included, of a whole target, of a value in its query, and of a path. */
enum { ROUTE_TARGET = 1024, ROUTE_VALUE = 64, ROUTE_PATH = 256 };

struct route {
	enum place place;
	enum form form;
	const struct game *game;    /* ladder, rules: never NULL there */
	int preset;                 /* ladder, rules: -1 if absent */
	int64_t id;                 /* player, match, table */
	enum store_period period;   /* ladder */
	unsigned page;              /* ladder: page number from 1 */
	unsigned from;              /* match: the first hand shown, from 1 */
	char options[ROUTE_PATH];   /* rules: a table's options, "king=yes rated=no" */
	char language[ROUTE_VALUE]; /* the parameter lang; may be empty */
	char version[ROUTE_VALUE];  /* the parameter v of style and script; may be empty */
	char path[ROUTE_PATH];      /* the decoded path without the query */
	char back[ROUTE_PATH];      /* language switch: the plain path to redirect to */
};

/*
 * Parses the target of a request, "/match/7?lang=fr". Returns 200, 400, 404 or 414; after an error
 * route->language is set as far as possible, for the error page.
 */
unsigned route_read(const char *target, struct route *route);
/*
 * Returns true for an absolute path of safe characters. Refuses //host and /\host, which browsers
 * take for another host.
 */
bool route_is_safe_path(const char *path);
/* Returns the name of a period in addresses; NULL after the last. */
const char *route_period_name(unsigned period);

#endif
