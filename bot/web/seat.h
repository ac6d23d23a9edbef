/*
 * seat.h - draws a table, part by part, for a player or for spectators. Each part is the content of
 * an element. The page has all parts, and a stream sends the parts that changed. Only for bot/web.
 *
 * A view is the whole table as JSON, so drawing needs no rules. The bot writes the views of seats
 * (bot/surface/seat_view.h), table.c the views of spectators.
 */
#ifndef BOT_WEB_SEAT_H
#define BOT_WEB_SEAT_H

#include <jansson.h>

#include "bot/web/page.h"

enum seat_part { SEAT_PLAYERS, SEAT_FELT, SEAT_TURN, SEAT_HAND, SEAT_LINES, SEAT_END, SEAT_PARTS };

/* A view that is shown on a page. */
struct seat {
	const struct page *page;
	const json_t *view;
	const char *say;       /* refusal of a move; may be empty */
	const json_t *pending; /* move that waits for a second tap, or NULL */
};

/* Returns a member of a view: "", 0 or false if it is missing. */
static inline const char *seat_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text != NULL ? text : "";
}

static inline int64_t seat_number(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static inline bool seat_flag(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

/* Returns the id of a part's element. */
const char *seat_part_id(enum seat_part part);
/* Adds the content of a part. For a spectator the hand is empty. */
void seat_draw(const struct seat *seat, enum seat_part part);
/* Adds the last lines of talk as list items. */
void seat_draw_lines(const struct seat *seat, size_t count);
/* Adds the title that a view gives to its page. */
void seat_add_title(const struct seat *seat, struct string *out);
/*
 * Adds the table with all its parts. path, key: "/seat/" and the key of a seat, or "/table/" and
 * the number of a match.
 */
void seat_add_table(const struct seat *seat, const char *path, const char *key);
/* Shows a seat as a page in the person's language. The arguments are members of struct seat. */
void seat_show(const struct page *asked, struct web_response *response, const json_t *view,
	const char *say, const json_t *pending);

#endif
