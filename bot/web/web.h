/*
 * web.h - pages of what was played: from what is asked for to what is answered, without a network.
 *
 * Nothing here writes. What may be shown of a match that goes on is decided in bot/history.
 */
#ifndef BOT_WEB_WEB_H
#define BOT_WEB_WEB_H

#include <stdbool.h>

#include "bot/base/string.h"
#include "bot/text/catalog.h"
#include "bot/web/route.h"
#include "storage/store.h"

/* Bytes of the hash that names a file, and of one that a policy allows, with their NUL. */
enum { WEB_VERSION = 17, WEB_HASH = 64 };

/* What is counted; of answers by the first digit of their status. */
struct web_figures {
	uint64_t answered[6];
	unsigned viewers;
	const struct string *bot; /* what the bot tells of itself, see scrape.h */
};

struct web {
	struct store *store; /* NULL: there is no database yet */
	struct catalog *catalog;
	struct reviews *reviews;     /* NULL: matches are not judged */
	const char *url;             /* where people find the pages, or NULL */
	const char *base;            /* the path of that, "" or "/cards" */
	uint8_t language;            /* of who asks for none that is known */
	struct web_figures *figures; /* NULL: they are not told */
	char style_version[WEB_VERSION], script_version[WEB_VERSION];
	char style_hash[WEB_HASH], script_hash[WEB_HASH]; /* "sha256-…" */
};

/* What the browser says; NULL: nothing. */
struct web_request {
	const char *method;
	const char *target;   /* as it came, "/match/7?lang=fr" */
	const char *language; /* Accept-Language */
	const char *cookie;   /* the one named lang */
	const char *accepted; /* Accept */
	int64_t now;          /* unix seconds */
};

struct web_response {
	unsigned status;
	const char *type; /* of the body, a constant */
	struct string body;
	bool fixed;    /* never changes: it is named by its hash */
	bool scripts;  /* style and script stand in the page itself */
	bool foreign;  /* other sites may read it */
	bool packed;   /* it would get no smaller */
	bool fleeting; /* another one the next time, though nothing was written */
	bool watches;  /* a stream of what happens follows, at the table of this match: */
	int64_t match;
	uint8_t language;
	char place[ROUTE_PATH + 64];                /* to go to; empty: none */
	char cookie[ROUTE_VALUE + ROUTE_PATH + 64]; /* to set; empty: none */
};

/* url: see config.h, or NULL; catalog and url live as long. main has called sodium_init. */
void web_open(struct web *web, struct catalog *catalog, const char *url, uint8_t language);
/* Fills a response, whose body is the caller's to free. */
void web_answer(
	const struct web *web, const struct web_request *request, struct web_response *response);
/* The language that fits best what a browser asks for, "fr-CA,fr;q=0.9,en;q=0.5", or -1. */
int web_language(const char *accepted);

#endif
