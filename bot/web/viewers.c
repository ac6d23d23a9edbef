#include "bot/web/viewers.h"

#include <string.h>

#include "bot/web/page.h"
#include "bot/web/replay.h"

/*
 * VIEWERS_MOST: maximum number of unsent bytes of a viewer. The stream of a slower viewer ends.
 * VIEWERS_SEAT: maximum number of streams of a seat. A new one ends the oldest, so that one key
 * cannot take all streams of the server.
 */
enum { VIEWERS_MOST = 256 * 1024, VIEWERS_SEAT = 16 };

/* One replay of a match, for all its viewers who read the same language. */
struct feed {
	const struct page *page;
	struct viewers *viewers;
	const struct viewer *like; /* any one of the viewers that the replay is for */
	unsigned scenes;           /* number of scenes replayed so far */
};

static bool is_same_stream(const struct viewer *viewer, const struct viewer *other)
{
	return viewer->match == other->match && viewer->language == other->language;
}

/* Ends the oldest streams of a seat, so that there is room for one more. */
static void limit_seat(const struct viewers *viewers, const char *seat)
{
	unsigned count = 0;
	for (struct viewer *at = viewers->first; at != NULL && *seat != '\0'; at = at->next)
		if (strcmp(at->seat, seat) == 0 && ++count >= VIEWERS_SEAT)
			at->ended = true;
}

void viewers_add(struct viewers *viewers, struct viewer *viewer)
{
	limit_seat(viewers, viewer->seat);
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

/* Gives a scene to the viewers that lack it. For a new viewer, drops the scene given before. */
static void send_scene(void *context, const struct scene_text *told)
{
	struct feed *feed = context;
	struct string json = STRING_EMPTY;
	struct page page = *feed->page;
	page.out = &json;
	feed->scenes++;
	for (struct viewer *at = feed->viewers->first; at != NULL; at = at->next) {
		if (!is_same_stream(at, feed->like) || feed->scenes <= at->told || at->ended)
			continue;
		if (json.length == 0)
			replay_json(&page, told, NULL);
		if (!at->has_first_scene)
			string_clear(&at->waiting);
		give(at, "scene", json.bytes);
		at->told = feed->scenes;
	}
	string_free(&json);
}

/*
 * Ends the streams of a match that has ended. The last event has the address of the match's page.
 */
static void send_end(struct feed *feed)
{
	struct string address = STRING_EMPTY;
	string_add(&address, feed->page->web->base);
	string_add(&address, "/match/");
	string_add_number(&address, feed->like->match);
	for (struct viewer *at = feed->viewers->first; at != NULL; at = at->next)
		if (is_same_stream(at, feed->like) && !at->ended) {
			give(at, "end", address.bytes);
			at->ended = true;
		}
	string_free(&address);
}

static void send_match(struct viewers *viewers, const struct web *web, const struct viewer *like)
{
	const struct route route = { .id = like->match };
	struct page page = { .web = web,
		.route = &route,
		.locale = { .language = like->language, .style = STYLE_UNICODE } };
	struct feed feed = { .page = &page, .viewers = viewers, .like = like };
	struct listed_match listed;
	if (listing_read(&page, like->match, &listed) != STORE_OK)
		return;
	if (listed.match.started != 0 && listed.match.state != STORE_SET_ASIDE)
		replay(&page, &listed, send_scene, &feed);
	if (listed.match.ended != 0)
		send_end(&feed);
	for (struct viewer *at = viewers->first; at != NULL; at = at->next)
		if (is_same_stream(at, like))
			at->sent_now = at->has_first_scene = true;
}

void viewers_send_scenes(struct viewers *viewers, const struct web *web, bool fresh)
{
	for (struct viewer *at = viewers->first; at != NULL; at = at->next)
		at->sent_now = at->ended || at->seat[0] != '\0' || (fresh && at->has_first_scene);
	if (web->store == NULL || store_begin_snapshot(web->store) != STORE_OK)
		return;
	for (struct viewer *at = viewers->first; at != NULL; at = at->next)
		if (!at->sent_now)
			send_match(viewers, web, at);
	store_end_snapshot(web->store);
}

void viewers_begin_seat(struct viewer *viewer, const char *view)
{
	string_add(&viewer->waiting, "retry: 500\n\n");
	give(viewer, "view", view);
}

void viewers_send_seat(struct viewers *viewers, const char *seat, const char *change)
{
	for (struct viewer *at = viewers->first; at != NULL; at = at->next) {
		if (at->ended || strcmp(at->seat, seat) != 0)
			continue;
		give(at, change != NULL ? "change" : "end", change != NULL ? change : "0");
		at->ended = at->ended || change == NULL;
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
		if (at->waiting.length == 0)
			string_add(&at->waiting, ":\n\n");
}
