/*
 * web.h - turns a request into a response, without a network and read-only.
 *
 * bot/history decides which cards of a live match may be shown.
 */
#ifndef BOT_WEB_WEB_H
#define BOT_WEB_WEB_H

#include <stdbool.h>

#include "bot/base/string.h"
#include "bot/text/catalog.h"
#include "bot/web/route.h"
#include "storage/store.h"

/* Bytes, NUL included, of a hash in an address (v=) and of one in a Content-Security-Policy. */
enum { WEB_VERSION = 17, WEB_HASH = 64 };

/* The metrics of the pages. */
struct web_metrics {
	uint64_t answered[6];             /* responses by the first digit of their status */
	unsigned viewers;                 /* browsers that watch tables */
	const struct string *bot_metrics; /* the bot's own metrics, see metrics_receiver.h */
};

struct web {
	struct store *store; /* NULL: the database cannot be read now */
	struct catalog *catalog;
	struct reviews *reviews;     /* NULL: no reviews */
	const char *url;             /* public address of the pages, or NULL */
	const char *base;            /* path of url, "" or "/cards" */
	uint8_t language;            /* default language */
	struct web_metrics *metrics; /* NULL: metrics are not served */
	char style_version[WEB_VERSION], script_version[WEB_VERSION];
	char style_hash[WEB_HASH], script_hash[WEB_HASH]; /* "sha256-…" */
};

/* Absent headers are NULL. */
struct web_request {
	const char *method;
	const char *target;   /* undecoded, "/match/7?lang=fr" */
	const char *language; /* Accept-Language */
	const char *cookie;   /* value of the cookie lang */
	const char *accepted; /* Accept */
	int64_t now;          /* Unix seconds */
};

struct web_response {
	unsigned status;
	const char *type; /* Content-Type, a constant */
	struct string body;
	bool immutable;              /* immutable: the address has the content's hash */
	bool scripts;                /* style and script are inline */
	bool cross_origin;           /* scripts of other origins may read it */
	bool compressed;             /* compressed already */
	bool uncacheable;            /* not cacheable: differs without a write */
	bool event_stream;           /* the body is a stream of events of `match` */
	int64_t match;               /* set if watches */
	uint8_t language;            /* index into the catalogues */
	char place[ROUTE_PATH + 64]; /* Location, or empty */
	char cookie[ROUTE_VALUE + ROUTE_PATH + 64]; /* Set-Cookie, or empty */
};

/* Initializes *web. url may be NULL. The caller owns catalog and url and has called sodium_init. */
void web_open(struct web *web, struct catalog *catalog, const char *url, uint8_t language);
/* Fills *response. The caller frees its body. */
void web_answer(
	const struct web *web, const struct web_request *request, struct web_response *response);
/* Chooses a language by Accept-Language, "fr-CA,fr;q=0.9,en;q=0.5". Returns -1 if none fits. */
int web_language(const char *accepted);

#endif
