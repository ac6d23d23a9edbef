/* route.h - parses the address that a client requests. */
#ifndef BOT_WEB_ROUTE_H
#define BOT_WEB_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/people/seat_key.h"
#include "engine/game.h"
#include "storage/ratings.h"
#include "storage/trials.h"

enum place {
	PLACE_FRONT,
	PLACE_LADDER,
	PLACE_PLAYER,
	PLACE_MATCH,
	PLACE_TABLE,
	PLACE_DAILY,  /* the deals of today, and the form that begins the open one */
	PLACE_DAY,    /* the deals of one day, and the form that begins the open one */
	PLACE_RESULT, /* a result of an open deal, and the form that begins that deal */
	PLACE_SUMS,   /* the ladder of thirty days */
	PLACE_FEED,   /* the deals of the last days, as a feed */
	PLACE_EVENTS, /* server-sent events about a table */
	PLACE_RULES,
	PLACE_FAIR,
	PLACE_API,
	PLACE_LANGUAGE, /* sets the language cookie */
	PLACE_STYLE,
	PLACE_SCRIPT,
	PLACE_SEAT_STYLE,
	PLACE_SEAT_SCRIPT,
	PLACE_ICON,
	PLACE_PREVIEW, /* the picture of a seat on the front page */
	PLACE_PICTURE, /* the preview picture of pages that have none of their own */
	PLACE_ROBOTS,
	PLACE_METRICS,
	PLACE_SEAT,        /* a person's seat; the places from here on have keys or forms */
	PLACE_SEAT_EVENTS, /* server-sent events about a seat */
	PLACE_SEAT_MOVE,   /* takes the form of a seat, with a move */
	PLACE_SEAT_LEAVE,  /* asks whether to leave the table, and takes the form that does */
	PLACE_JOIN,        /* an invitation to take a seat, and its form */
	PLACE_SIT,         /* the offer of a seat at a waiting table, and its form */
	PLACE_PLAY,        /* takes the form of the front page, which begins a match */
	PLACE_EXERCISE     /* takes the form that begins an exercise, whose name is the path */
};

enum form { FORM_PAGE, FORM_JSON, FORM_RECORD, FORM_PICTURE, FORM_FEED };

/* Bytes, NUL included, of a whole target, of a value in its query, and of a path. */
enum { ROUTE_TARGET = 1024, ROUTE_VALUE = 64, ROUTE_PATH = 256 };

/* Begins the keys of messages on buttons that begin exercises. The name of the exercise follows. */
#define ROUTE_EXERCISES "web.begin."

struct route {
	enum place place;
	enum form form;
	const struct game *game;    /* game of a ladder or rules page, never NULL there */
	int preset;                 /* preset of a ladder or rules page; -1: none */
	int64_t id;                 /* number of a player, match or table */
	enum store_period period;   /* period of a ladder page */
	unsigned page;              /* page of a ladder, from 1 */
	unsigned from;              /* first hand shown on a match page, from 1 */
	char options[ROUTE_PATH];   /* options of a table on a rules page, "king=yes rated=no" */
	char language[ROUTE_VALUE]; /* parameter lang; may be empty */
	char version[ROUTE_VALUE];  /* parameter v of the style or the script; may be empty */
	char key[SEAT_KEY];         /* key of a seat, an invitation or a result; else empty */
	char day[STORE_DAY];        /* date of a deal, "2026-12-01"; else empty */
	char path[ROUTE_PATH];      /* decoded path, without the query and without a key */
	char back[ROUTE_PATH];      /* PLACE_LANGUAGE: path to redirect to */
};

/*
 * Parses the target of a request, like "/match/7?lang=fr". Returns the HTTP status 200, 400, 404 or
 * 414. On an error, still sets route->language if possible, for the error page.
 */
unsigned route_read(const char *target, struct route *route);
/*
 * Finds the address that a link means if a slash or punctuation was copied with it: "/top/", or
 * "/join/KEY)." at the end of a sentence. found: gets the target without these. Returns false if
 * the target has no such character at its end, or is unknown without it.
 */
bool route_find_copied(const char *target, char found[ROUTE_TARGET]);
/* True for the address of a seat or an invitation. Such an address is secret. */
bool route_is_secret(const struct route *route);
/*
 * Decodes %XX in a text. Returns false if the result is too long, is not UTF-8 or has control
 * characters.
 */
bool route_decode(const char *from, size_t length, char *to, size_t size);
/*
 * True for an absolute path of safe characters. False for //host and /\\host: browsers read these
 * as addresses on another host.
 */
bool route_is_safe_path(const char *path);
/* Returns the name of a period as addresses have it, or NULL after the last. */
const char *route_period_name(unsigned period);

#endif
