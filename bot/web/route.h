/* route.h - what a request asks for. */
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
	PLACE_EVENTS, /* of a table */
	PLACE_RULES,
	PLACE_FAIR,
	PLACE_API,
	PLACE_LANGUAGE, /* the switch */
	PLACE_STYLE,
	PLACE_SCRIPT,
	PLACE_ICON,
	PLACE_PICTURE, /* of no match */
	PLACE_ROBOTS,
	PLACE_METRICS
};

enum form { FORM_PAGE, FORM_JSON, FORM_RECORD, FORM_PICTURE };

/* Bytes of an address that is read, of a value in it, and of a path, each with its NUL. */
enum { ROUTE_TARGET = 1024, ROUTE_VALUE = 64, ROUTE_PATH = 256 };

struct route {
	enum place place;
	enum form form;
	const struct game *game;    /* of a ladder or rules, never NULL there */
	int preset;                 /* of a ladder or rules, -1: not said */
	int64_t id;                 /* of a player, match or table */
	enum store_period period;   /* of a ladder */
	unsigned page;              /* of a ladder, from 1 */
	unsigned from;              /* of a match: the first hand shown, from 1 */
	char options[ROUTE_PATH];   /* of rules, as a table has them: "king=yes rated=no" */
	char language[ROUTE_VALUE]; /* asked for; empty: not said */
	char version[ROUTE_VALUE];  /* of a file that never changes; empty: not said */
	char path[ROUTE_PATH];      /* the address without its question, as it came */
	char back[ROUTE_PATH];      /* of the switch: where to go on, a path of ours */
};

/*
 * Reads the target of a request, "/match/7?lang=fr". Returns 200, or the status that says why not:
 * 400, 404 or 414; route->language is read as far as possible even then.
 */
unsigned route_read(const char *target, struct route *route);
/*
 * True for a path of ours that needs no escaping in an address; a browser takes //host and /\host
 * for another host.
 */
bool route_plain(const char *path);
/* The name of a period as it stands in an address, NULL behind the last. */
const char *route_period(unsigned period);

#endif
