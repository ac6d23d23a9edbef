/*
 * page_seats.h - seats on pages. After each commit that changed the view of a seat with a link, the
 * bot sends the view to the process that serves the pages. That process sends the players' moves.
 * Both write lines of JSON to a Unix socket, to which the bot connects; while the other process is
 * away, the bot tries again every second. The bot's metrics go the same way, so that a process that
 * strangers can reach needs no connection to the bot's own sockets.
 *
 * A request is handled in the batch in which it arrives, like a line of chat. Its answer is sent
 * after the commit, behind the new view of the seat. Nothing here holds or logs a key, only hashes;
 * an answer to a guest carries a new key once.
 */
#ifndef BOT_SURFACE_PAGE_SEATS_H
#define BOT_SURFACE_PAGE_SEATS_H

#include "bot/base/line_peer.h"
#include "bot/command/command.h"
#include "bot/surface/guest_links.h"

/*
 * PAGE_SEATS_REQUESTS: most requests that wait for their answer. The others are numbers of bytes:
 * PAGE_SEATS_SAY limits the text that a person types, PAGE_SEATS_LINE a line from the pages,
 * PAGE_SEATS_UNREAD all lines together that the pages have not read yet.
 */
enum {
	PAGE_SEATS_REQUESTS = 64,
	PAGE_SEATS_SAY = 64,
	PAGE_SEATS_LINE = 64 * 1024,
	PAGE_SEATS_UNREAD = 16 * 1024 * 1024
};

/* The answers to a request, as statuses of HTTP. */
enum page_status {
	PAGE_DONE = 200,
	PAGE_SEATED = 303, /* the guest has a seat; the answer has its key */
	PAGE_UNKNOWN = 404,
	PAGE_STALE = 409,
	PAGE_REFUSED = 422,
	PAGE_TOO_MUCH = 429,
	PAGE_FAILED = 503
};

/* An answer that waits for the commit. */
struct page_answer {
	int64_t request;
	enum page_status status;
	uint8_t language;
	struct string say;
	char key[SEAT_KEY]; /* empty: no key */
};

/* The surface. It must not move in memory while open. A closed one is all zeros. */
struct page_seats {
	struct commands *commands;
	struct loop *loop;
	const char *path;   /* path of the socket of the pages */
	const char *backup; /* newest copy of the database, for the metrics; NULL: send none */
	struct line_peer link;
	struct loop_timer *timer;
	struct guest_links guest_links;
	struct page_answer answer[PAGE_SEATS_REQUESTS];
	size_t answers;
	size_t most_unread; /* if more bytes are unread, the other seats of a new connection must
			       wait */
	unsigned looked;    /* seconds since the connection began */
	bool offers;        /* the configuration lets people play on pages */
	bool fault_logged;  /* a malformed line was logged already */
	bool fresh;         /* the connection is new: all seats must be sent */
	bool looks;         /* the end of this batch compares all views with those that were sent */
};

/*
 * Opens the surface, which connects to the socket at `path` as long as the configuration lets
 * people play on pages or `backup` is not NULL. commands, loop, path and backup must live as long
 * as the surface.
 */
void page_seats_open(struct page_seats *surface, struct commands *commands, struct loop *loop,
	const char *path, const char *backup);
/*
 * Connects if necessary, and makes the end of this batch compare all views: a new name, a new
 * language or a clock changes a view without a change of its table. Called once a second.
 */
void page_seats_look(struct page_seats *surface);
/* Disconnects. Does nothing if it was never opened. */
void page_seats_close(struct page_seats *surface);

#endif
