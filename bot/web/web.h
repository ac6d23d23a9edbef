/*
 * web.h - turns a request into a response. Has no network and only reads the database. bot/history
 * decides which cards of a live match may be shown.
 */
#ifndef BOT_WEB_WEB_H
#define BOT_WEB_WEB_H

#include <stdbool.h>

#include "bot/base/string.h"
#include "bot/text/catalog.h"
#include "bot/web/asker.h"
#include "bot/web/route.h"
#include "bot/web/seats.h"
#include "config/config.h"
#include "storage/store.h"

/*
 * Bytes, NUL included: of a content hash in an address (v=), and of a hash in a
 * Content-Security-Policy.
 */
enum { WEB_VERSION = 17, WEB_HASH = 64 };

struct config_type;

struct web_metrics {
	uint64_t answered[6];    /* number of responses by the first digit of their status */
	unsigned viewers;        /* number of browsers that watch matches */
	const struct seats *bot; /* source of the bot's metrics; NULL: the bot cannot send them */
};

struct web {
	struct store *store; /* NULL: the database cannot be read at present */
	struct catalog *catalog;
	/* types of networks, up to a NULL, whose links are in the database */
	const struct config_type *const *types;
	struct reviews *reviews;   /* NULL: matches are not reviewed */
	const struct seats *seats; /* NULL: people cannot play on pages */
	/*
	 * the matches that the front page offers; with CONFIG_PLAY_LOCAL, only requests from this
	 * machine are answered
	 */
	enum config_play play_now;
	enum config_guests guests;    /* the guests that may play */
	const char *chat;             /* address of a web client for chat; NULL: none */
	struct asker_proxies proxies; /* the caller owns the ranges */
	const char *url;              /* public address of the pages; NULL: unknown */
	const char *base;             /* path in `url`: "" or like "/cards" */
	uint8_t language;             /* language of readers whose language is unknown */
	struct web_metrics *metrics;  /* NULL: no metrics are served */
	char style_version[WEB_VERSION], script_version[WEB_VERSION];
	char seat_style_version[WEB_VERSION], seat_script_version[WEB_VERSION];
	/* hashes of style and script, like "sha256-…" */
	char style_hash[WEB_HASH], script_hash[WEB_HASH];
};

/* A request. A header that the client did not send is NULL. */
struct web_request {
	const char *method;
	const char *target;   /* target as received, not decoded, like "/match/7?lang=fr" */
	const char *language; /* header Accept-Language */
	const char *cookie;   /* value of the cookie `lang` */
	const char *accepted; /* header Accept */
	const char *host;     /* header Host */
	bool forwarded;       /* a header says that a proxy has passed the request on */
	const char *origin;   /* header Origin */
	const char *type;     /* header Content-Type */
	const char *address;  /* address of the client */
	const char *body;     /* body of a POST; NULL: too long */
	bool malformed;       /* the body is not a form, because it has a NUL byte */
	/*
	 * the bot's reply to the question in the first answer to this request; NULL: no question
	 * yet
	 */
	const struct seats_reply *reply;
	int64_t now; /* Unix seconds */
};

struct web_response {
	unsigned status;
	const char *type; /* Content-Type, a constant string */
	struct string body;
	bool immutable;    /* the response never changes: its address has the content's hash */
	bool scripts;      /* the page has its style and script inline */
	bool cross_origin; /* scripts from other origins may read the response */
	bool compressed;   /* the body is compressed already */
	/*
	 * caches may not keep the response: it can change although nothing was written to the
	 * database
	 */
	bool uncacheable;
	bool secret;      /* caches must not store the response, nor search engines index it */
	bool unlisted;    /* search engines must not index the response */
	bool forms;       /* the page has forms */
	bool takes_forms; /* the address takes forms */
	bool shown;       /* with an error status: the body is a page that shows the error */
	/*
	 * a question for the bot, a JSON object; not empty: ask the bot, then answer the request
	 * again with its reply
	 */
	struct string question;
	bool takes_seat;      /* the question asks for a new seat */
	bool event_stream;    /* the body is a stream of events about `match`, or about `seat` */
	int64_t match;        /* number of the match; set if event_stream */
	char seat[SEAT_HASH]; /* hash of a seat's key; empty: the stream is about `match` */
	uint8_t language;     /* index into the catalogues */
	char place[ROUTE_TARGET + ROUTE_PATH];      /* Location header, or empty */
	char cookie[ROUTE_VALUE + ROUTE_PATH + 64]; /* Set-Cookie header, or empty */
};

/*
 * Initializes *web. Call sodium_init before. url may be NULL. The caller owns catalog, types and
 * url.
 */
void web_open(struct web *web, struct catalog *catalog, const struct config_type *const *types,
	const char *url, uint8_t language);
/* True for the methods GET and HEAD. */
bool web_is_read(const char *method);
/*
 * True if a request may be answered. If matches are offered to this machine only, its Host header
 * must name this machine, and no proxy may have forwarded it.
 */
bool web_serves(const struct web *web, const struct web_request *request);
/* Answers a request: fills *response. The caller frees its body and its question. */
void web_answer(
	const struct web *web, const struct web_request *request, struct web_response *response);
/*
 * Chooses a language by an Accept-Language header, like "fr-CA,fr;q=0.9,en;q=0.5". Returns its
 * index, or -1 if no language fits.
 */
int web_language(const char *accepted);

#endif
