#include "bot/web/table.h"

#include <jansson.h>

#include "bot/base/json.h"
#include "bot/text/rulestext.h"
#include "bot/text/tableview.h"
#include "bot/web/replay.h"
#include "bot/web/seat.h"
#include "bot/web/seat_page.h"
#include "bot/web/venue.h"

enum { TABLE_RELOAD = 15 }; /* seconds until the page reloads in a browser without scripts */

/* A spectator's view of a match, which is built while the match is replayed. */
struct watching {
	const struct page *page;
	const struct listed_match *listed;
	struct string line[SEATS_LINES]; /* the last scenes in words; a ring buffer */
	unsigned count;                  /* number of scenes so far */
	struct string table;             /* the last scene: members of the view */
	struct string scene;             /* the last scene as JSON, like on the page of a match */
};

static void watch_scene(void *context, const struct scene_text *told)
{
	struct watching *watching = context;
	struct string turn = STRING_EMPTY;
	struct eventtext words = told->words;
	struct page page = *watching->page;
	page.out = &watching->scene;
	string_clear(page.out);
	replay_json(&page, told, NULL);
	string_set(&watching->line[watching->count++ % SEATS_LINES], told->news.bytes);
	string_clear(&watching->table);
	json_begin_object(&watching->table, NULL);
	struct string *out = &watching->table;
	json_begin_list(out, "seats");
	for (unsigned i = 0; i < told->seats && i < watching->listed->count; i++) {
		const struct store_seat *seat = &watching->listed->seats[i];
		json_begin_object(out, NULL);
		json_text(out, "name", seat->shown);
		tableview_add_seat(&told->words, i, out);
		json_number(out, "cards", told->hand_sizes[i]);
		if (store_robot_level(&seat->person) != NULL)
			json_text(out, "level", store_robot_level(&seat->person));
		json_end(out, '}');
	}
	json_end(out, ']');
	tableview_add_board(&told->words, &told->scene->cards_on_table, &watching->table);
	tableview_add_taken(
		&told->words, told->scene->news.event, told->scene->news.count, &watching->table);
	words.out = &turn;
	if (told->turn < words.taken)
		eventtext_message(
			&words, "", MSG_TURN_NEXT, ARGS(arg_name("seat", words.names[told->turn])));
	json_text(&watching->table, "turn", turn.bytes);
	string_free(&turn);
}

/*
 * Adds the players of a match that has not started. If its table offers a seat to everyone, also
 * adds the offer and its words.
 */
static void write_waiting(const struct watching *watching, struct string *out)
{
	const struct page *page = watching->page;
	const struct listed_match *listed = watching->listed;
	const struct seats *seats = page->web->seats;
	char hash[SEAT_HASH];
	struct string words = STRING_EMPTY;
	json_begin_object(out, NULL);
	json_begin_list(out, "seats");
	for (unsigned i = 0; i < listed->count; i++) {
		json_begin_object(out, NULL);
		json_text(out, "name", listed->seats[i].shown);
		json_end(out, '}');
	}
	json_end(out, ']');
	seat_key_write_match(listed->match.id, hash);
	const char *offer = seats != NULL && page->web->guests == CONFIG_GUESTS_OPEN && seats->here
		? seats_find(seats, SEATS_JOIN, hash)
		: NULL;
	json_t *view = offer != NULL ? json_loads(offer, 0, NULL) : NULL;
	if (view != NULL) {
		join_tell(page, view, &words);
		json_text(out, "turn", words.bytes);
		json_number(out, "offer", listed->match.id);
	}
	json_decref(view);
	string_free(&words);
}

static void write_view(const struct watching *watching, struct string *out)
{
	const struct store_match *match = &watching->listed->match;
	unsigned count = watching->count;
	if (count > 0)
		string_add(out, watching->table.bytes);
	else
		write_waiting(watching, out);
	json_text(out, "state", count > 0 ? "play" : "open");
	json_text(out, "game", match->game);
	const struct game *game = game_named(match->game);
	if (game != NULL && game->points && game->length != NULL &&
		game_preset(game, match->preset) >= 0) {
		union any_state block;
		rulestext_open_state(game, match->preset, match->options, &block);
		/* number of points that end the match */
		json_number(out, "target", game->length(&block.state, watching->listed->count));
	}
	json_number(out, "n", count);
	json_number(out, "said", count);
	json_begin_list(out, "lines");
	for (unsigned i = count > SEATS_LINES ? count - SEATS_LINES : 0; i < count; i++)
		json_text(out, NULL, watching->line[i % SEATS_LINES].bytes);
	json_end(out, ']');
	json_end(out, '}');
}

/* Replays a match, and calls `write` to add its table to `out`. */
static enum store_error write_table(const struct page *page, const struct listed_match *listed,
	void (*write)(const struct watching *watching, struct string *out), struct string *out)
{
	struct watching watching = {
		.page = page, .listed = listed, .table = STRING_EMPTY, .scene = STRING_EMPTY
	};
	enum store_error error = STORE_OK;
	for (unsigned i = 0; i < SEATS_LINES; i++)
		watching.line[i] = STRING_EMPTY;
	if (listed->match.started != 0 && listed->match.state != STORE_SET_ASIDE)
		error = replay(page, listed, watch_scene, &watching);
	if (error == STORE_OK)
		write(&watching, out);
	for (unsigned i = 0; i < SEATS_LINES; i++)
		string_free(&watching.line[i]);
	string_free(&watching.table);
	string_free(&watching.scene);
	return error;
}

enum store_error table_view(
	const struct page *page, const struct listed_match *listed, struct string *out)
{
	return write_table(page, listed, write_view, out);
}

static void write_json(const struct watching *watching, struct string *out)
{
	json_begin_object(out, NULL);
	listing_match_json(watching->page, watching->listed);
	venue_of_match_json(watching->page, &watching->listed->match);
	json_begin_list(out, "scenes");
	string_add(out, watching->scene.bytes);
	json_end(out, ']');
	json_end(out, '}');
}

static void write_page(
	const struct page *asked, const struct listed_match *listed, const char *view)
{
	const struct arg *args = ARGS(arg_number("match", listed->match.id));
	struct page page = *asked;
	struct string title = STRING_EMPTY;
	struct string about = STRING_EMPTY;
	char key[ROUTE_VALUE];
	struct text number = text_in(key, sizeof key);
	json_t *table = json_loads(view, 0, NULL);
	page.seat = true;
	page.reload = TABLE_RELOAD;
	text_number(&number, listed->match.id);
	catalog_add(&title, page.web->catalog, page.locale, MSG_WEB_TABLE, args);
	listing_seats(&page, listed, &about);
	page_begin(&page, title.bytes, about.bytes, PAGE_PICTURE);
	page_html(&page, "<main id=\"content\" class=\"play watch\">");
	page_heading(&page, 1, MSG_WEB_TABLE, args);
	seat_add_table(&(struct seat){ .page = &page, .view = table, .say = "" }, "/table/", key);
	listing_facts(&page, listed);
	page_print(&page, "<p><a href=\"%s/match/%s\">%s</a> · ", page.web->base, key,
		page_word(&page, MSG_WEB_WATCH_PAST));
	page_link(&page, "/", MSG_WEB_SEAT_FRONT);
	page_html(&page, "</p></main>");
	page_end(&page);
	string_free(&title);
	string_free(&about);
	json_decref(table);
}

unsigned table_page(const struct page *page)
{
	struct listed_match listed;
	struct string view = STRING_EMPTY;
	enum store_error error = listing_read(page, page->route->id, &listed);
	if (error != STORE_OK)
		return page_status(error);
	if (page->route->form == FORM_JSON)
		return page_status(write_table(page, &listed, write_json, page->out));
	if (listed.match.ended != 0)
		return 303;
	error = table_view(page, &listed, &view);
	if (error == STORE_OK)
		write_page(page, &listed, view.bytes);
	string_free(&view);
	return page_status(error);
}
