#include "bot/web/viewers.h"

#include <string.h>
#include <time.h>

#include "bot/base/json.h"
#include "bot/web/seat.h"
#include "bot/web/table.h"

/*
 * VIEWERS_MOST: maximum number of unsent bytes of a viewer; the stream of a slower viewer ends.
 * VIEWERS_SEAT: maximum number of streams of a seat; a new one ends the oldest, so that one key
 * cannot take all streams of the server.
 */
enum { VIEWERS_MOST = 256 * 1024, VIEWERS_SEAT = 16 };

/*
 * A view, drawn once for all its viewers. sum: a checksum of each part, and last one of the number
 * of moves and the deadline.
 */
struct drawing {
	struct seat seat;
	struct string part[SEAT_PARTS];
	uint64_t sum[VIEWER_SUMS];
};
_Static_assert(VIEWER_SUMS == SEAT_PARTS + 1, "one for each part, and one");

static bool has_begun(const struct viewer *viewer)
{
	return viewer->sum[0] != 0;
}

static bool is_same_stream(const struct viewer *viewer, const struct viewer *other)
{
	return viewer->match == other->match && strcmp(viewer->seat, other->seat) == 0 &&
		(viewer->seat[0] != '\0' || viewer->language == other->language);
}

void viewers_add(struct viewers *viewers, struct viewer *viewer)
{
	unsigned count = 0;
	/* End the oldest streams of the viewer's seat, to make room for one more. */
	for (struct viewer *at = viewers->first; at != NULL && viewer->seat[0] != '\0';
		at = at->next)
		if (strcmp(at->seat, viewer->seat) == 0 && ++count >= VIEWERS_SEAT)
			at->ended = true;
	viewer->next = viewers->first;
	viewers->first = viewer;
	viewers->count++;
}

void viewers_remove(struct viewers *viewers, struct viewer *viewer)
{
	for (struct viewer **at = &viewers->first; *at != NULL; at = &(*at)->next)
		if (*at == viewer) {
			*at = viewer->next;
			viewers->count--;
			return;
		}
}

/* Adds an event, or ends the stream of a viewer that is too slow. */
static void give(struct viewer *viewer, const char *event, const char *data)
{
	if (viewer->waiting.length > VIEWERS_MOST) {
		viewer->ended = true;
		return;
	}
	string_add(&viewer->waiting, "event: ");
	string_add(&viewer->waiting, event);
	string_add(&viewer->waiting, "\ndata: ");
	string_add(&viewer->waiting, data);
	string_add(&viewer->waiting, "\n\n");
}

/* Returns a checksum of a text by FNV-1a; never 0. */
static uint64_t checksum(const struct string *text)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < text->length; i++)
		sum = (sum ^ (uint8_t)text->bytes[i]) * UINT64_C(0x100000001b3);
	return sum | 1;
}

/* Adds the lines of talk. If the viewer lacks only the last lines, adds only those, as "more". */
static void add_lines(
	const struct viewer *viewer, const struct drawing *drawing, struct string *out)
{
	int64_t added = seat_number(drawing->seat.view, "said") - viewer->said;
	struct string more = STRING_EMPTY;
	struct page page = *drawing->seat.page;
	if (!has_begun(viewer) || added <= 0 || added >= SEATS_LINES) {
		json_text(out, seat_part_id(SEAT_LINES), drawing->part[SEAT_LINES].bytes);
		return;
	}
	page.out = &more;
	seat_draw_lines(&(struct seat){ .page = &page, .view = drawing->seat.view }, (size_t)added);
	json_text(out, "more", more.bytes);
	string_free(&more);
}

/* Gives a viewer the parts of a view that differ from the last view that it got. */
static void give_parts(struct viewer *viewer, const struct drawing *drawing)
{
	const json_t *view = drawing->seat.view;
	int64_t deadline = seat_number(view, "deadline");
	struct string event = STRING_EMPTY;
	if (memcmp(viewer->sum, drawing->sum, sizeof viewer->sum) == 0)
		return;
	json_begin_object(&event, NULL);
	json_number(&event, "n", seat_number(view, "n"));
	if (deadline > 0)
		json_number(&event, "left", deadline - (int64_t)time(NULL));
	json_bool(&event, "yours", seat_flag(view, "your_turn"));
	json_begin_object(&event, "parts");
	for (unsigned i = 0; i < SEAT_PARTS; i++)
		if (i == SEAT_LINES && viewer->sum[i] != drawing->sum[i])
			add_lines(viewer, drawing, &event);
		else if (viewer->sum[i] != drawing->sum[i])
			json_text(&event, seat_part_id(i), drawing->part[i].bytes);
	json_end(&event, '}');
	json_end(&event, '}');
	string_add(&viewer->waiting, has_begun(viewer) ? "" : "retry: 500\n\n");
	give(viewer, "parts", event.bytes);
	memcpy(viewer->sum, drawing->sum, sizeof viewer->sum);
	viewer->said = seat_number(view, "said");
	string_free(&event);
}

/* Draws a view, and gives its changes to all viewers with the same stream as `like`. */
static void give_view(
	struct viewers *viewers, const struct web *web, const struct viewer *like, const char *json)
{
	json_t *view = json_loads(json, 0, NULL);
	int language = catalog_language(seat_text(view, "lang"));
	const struct route route = { .place = PLACE_SEAT };
	struct page page = { .web = web,
		.route = &route,
		.seat = true,
		.locale = { .language = language >= 0 ? (uint8_t)language : like->language,
			.style = STYLE_UNICODE } };
	struct drawing drawing = { .seat = { .page = &page, .view = view, .say = "" } };
	for (unsigned i = 0; i < SEAT_PARTS; i++) {
		page.out = &drawing.part[i];
		drawing.part[i] = STRING_EMPTY;
		seat_draw(&drawing.seat, i);
		drawing.sum[i] = checksum(&drawing.part[i]);
	}
	drawing.sum[SEAT_PARTS] =
		(uint64_t)(seat_number(view, "n") << 40 | seat_number(view, "deadline")) + 1;
	for (struct viewer *at = viewers->first; at != NULL; at = at->next)
		if (is_same_stream(at, like) && !at->ended)
			give_parts(at, &drawing);
	for (unsigned i = 0; i < SEAT_PARTS; i++)
		string_free(&drawing.part[i]);
	json_decref(view);
}

/*
 * Ends all streams that show the same as `like`. address: page that their browsers load next; "":
 * the same page again.
 */
static void end_streams(struct viewers *viewers, const struct viewer *like, const char *address)
{
	for (struct viewer *at = viewers->first; at != NULL; at = at->next)
		if (is_same_stream(at, like) && !at->ended) {
			give(at, "end", address);
			at->ended = true;
		}
}

static void send_table(struct viewers *viewers, const struct web *web, const struct viewer *like)
{
	const struct route route = { .id = like->match };
	struct page page = { .web = web,
		.route = &route,
		.locale = { .language = like->language, .style = STYLE_UNICODE } };
	struct listed_match listed;
	struct string text = STRING_EMPTY;
	if (listing_read(&page, like->match, &listed) != STORE_OK)
		return;
	if (listed.match.ended != 0) {
		string_add(&text, web->base);
		string_add(&text, "/match/");
		string_add_number(&text, like->match);
		end_streams(viewers, like, text.bytes);
	} else if (table_view(&page, &listed, &text) == STORE_OK) {
		give_view(viewers, web, like, text.bytes);
	}
	string_free(&text);
	for (struct viewer *at = viewers->first; at != NULL; at = at->next)
		if (is_same_stream(at, like))
			at->looked_up = true;
}

void viewers_send_tables(struct viewers *viewers, const struct web *web, bool fresh)
{
	for (struct viewer *at = viewers->first; at != NULL; at = at->next)
		at->looked_up = at->ended || at->seat[0] != '\0' || (fresh && has_begun(at));
	if (web->store == NULL || store_begin_snapshot(web->store) != STORE_OK)
		return;
	for (struct viewer *at = viewers->first; at != NULL; at = at->next)
		if (!at->looked_up)
			send_table(viewers, web, at);
	store_end_snapshot(web->store);
}

void viewers_send_seat(
	struct viewers *viewers, const struct web *web, const char *seat, const char *json)
{
	for (struct viewer *at = viewers->first; at != NULL; at = at->next) {
		if (at->ended || strcmp(at->seat, seat) != 0)
			continue;
		if (json == NULL)
			end_streams(viewers, at, "");
		else
			give_view(viewers, web, at, json);
		return;
	}
}

void viewers_send_link(struct viewers *viewers, bool here)
{
	for (struct viewer *at = viewers->first; at != NULL; at = at->next)
		if (at->seat[0] != '\0' && !at->ended)
			give(at, here ? "back" : "away", "0");
}

void viewers_keep_alive(struct viewers *viewers)
{
	for (struct viewer *at = viewers->first; at != NULL; at = at->next)
		if (at->waiting.length == 0 && !at->ended)
			give(at, "beat", "0");
}
