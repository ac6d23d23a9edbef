#include "bot/web/picture.h"

#include <string.h>
#include <time.h>

#include "bot/web/canvas.h"
#include "bot/web/listing.h"
#include "bot/web/page.h"

/* Colours of the board, the same as in style.css. */
enum { FELT = 0x2a6449, LINE = 0x4f8a6e, DARK = 0x1d4734, INK = 0xf4f1e6, TURN = 0xf0cf6a };

/* Positions and lengths in a picture, in pixels. */
enum { LEFT = 84, HEADING = 730, BROAD = 640, SEATS_TOP = 270, SEATS_HIGH = 280 };

struct picture {
	const struct page *page;
	struct canvas *canvas;
	struct string text; /* text that the next draw_text draws */
};

static void begin(struct picture *picture, const struct page *page)
{
	*picture = (struct picture){ .page = page,
		.canvas = canvas_open(PICTURE_WIDTH, PICTURE_HEIGHT),
		.text = STRING_EMPTY };
}

/* Writes the PNG and frees the picture. Returns the HTTP status. */
static unsigned finish(struct picture *picture)
{
	bool done = canvas_png(picture->canvas, picture->page->out);
	canvas_close(picture->canvas);
	string_free(&picture->text);
	return done ? 200 : 500;
}

struct spot {
	double x, y, size, most; /* `most` is the maximum width of the text */
	enum canvas_end end;
};

/* Draws picture->text, then empties it. */
static void draw_text(struct picture *picture, unsigned colour, struct spot spot)
{
	canvas_text(picture->canvas, colour, spot.x, spot.y, spot.size, spot.most, spot.end,
		picture->text.bytes);
	string_clear(&picture->text);
}

static void draw_heading(struct picture *picture, double y, double size)
{
	draw_text(picture, INK, (struct spot){ LEFT, y, size, HEADING, CANVAS_LEFT });
}

static void add_word(struct picture *picture, enum message message, const struct arg *args)
{
	const struct page *page = picture->page;
	catalog_add(&picture->text, page->web->catalog, page->locale, message, args);
}

static void draw_cards(struct picture *picture)
{
	static const struct {
		card c;
		double x, y, turn;
	} fan[] = {
		{ CARD(RANK_K, SUIT_C), 838, 336, -21 },
		{ CARD(RANK_Q, SUIT_H), 906, 302, -7 },
		{ CARD(RANK_A, SUIT_S), 980, 302, 7 },
		{ TEN_OF_DIAMONDS, 1048, 336, 21 },
	};
	const struct page *page = picture->page;
	struct string *name = &picture->text;
	for (size_t i = 0; i < sizeof fan / sizeof fan[0]; i++) {
		catalog_add_card(name, page->web->catalog, page->locale, fan[i].c);
		if (name->length > strlen("♦"))
			string_keep_range(name, 0, name->length - strlen("♦"));
		canvas_card(picture->canvas, fan[i].x, fan[i].y, 140, fan[i].turn, fan[i].c,
			name->bytes);
		string_clear(name);
	}
}

static void draw_felt(struct canvas *canvas)
{
	canvas_fill(canvas, FELT, 0, 0, PICTURE_WIDTH, PICTURE_HEIGHT, 0);
	canvas_fill(canvas, LINE, 28, 28, PICTURE_WIDTH - 56, PICTURE_HEIGHT - 56, 26);
	canvas_fill(canvas, FELT, 30, 30, PICTURE_WIDTH - 60, PICTURE_HEIGHT - 60, 24);
}

/*
 * Draws a seat with a bar for its points. most: points of the leading seat, at least 1, whose bar
 * is the longest.
 */
static void draw_seat(struct picture *picture, const struct listed_match *listed, unsigned i,
	double high, int32_t most)
{
	const struct store_seat *seat = &listed->seats[i];
	bool scored = listing_has_points(listed);
	double y = SEATS_TOP + i * high;
	if (scored) {
		double part = seat->points > 0 ? (double)seat->points / most : 0;
		canvas_fill(picture->canvas, DARK, LEFT, y, BROAD * (part > 0.03 ? part : 0.03),
			high * 0.86, 8);
		string_add_number(&picture->text, seat->points);
		draw_text(picture, seat->won ? TURN : INK,
			(struct spot){ LEFT + BROAD - 24, y + high * 0.62, high * 0.5, 180,
				CANVAS_RIGHT });
	}
	if (scored && seat->won)
		canvas_fill(picture->canvas, TURN, LEFT, y, 8, high * 0.86, 4);
	page_name(&picture->text, picture->page, seat->shown, store_robot_level(&seat->person));
	draw_text(picture, scored && seat->won ? TURN : INK,
		(struct spot){ LEFT + 28, y + high * 0.62, high * 0.5, BROAD - 240, CANVAS_LEFT });
}

unsigned picture_of_match(const struct page *page)
{
	struct listed_match listed;
	struct picture picture;
	enum store_error error = listing_read(page, page->route->id, &listed);
	if (error != STORE_OK)
		return page_status(error);
	if (listed.match.ended == 0)
		return 404;
	time_t when = (time_t)listed.match.ended;
	char day[16] = "";
	struct tm tm;
	if (gmtime_r(&when, &tm) != NULL)
		strftime(day, sizeof day, "%Y-%m-%d", &tm);
	begin(&picture, page);
	double high = SEATS_HIGH / (double)(listed.count > 3 ? listed.count : 3);
	draw_felt(picture.canvas);
	draw_cards(&picture);
	add_word(&picture, MSG_WEB_MATCH, ARGS(arg_number("match", listed.match.id)));
	draw_heading(&picture, 150, 80);
	/* the game, state and date: "mitaines classic · finished · 2026-11-22" */
	string_add(&picture.text, listed.match.game);
	string_add(&picture.text, listed.match.preset[0] != '\0' ? " " : "");
	string_add(&picture.text, listed.match.preset);
	string_add(&picture.text, " · ");
	add_word(&picture, listing_state(&listed.match), NO_ARGS);
	string_add(&picture.text, " · ");
	string_add(&picture.text, day);
	draw_heading(&picture, 212, 32);
	int32_t most = 1;
	for (unsigned i = 0; i < listed.count; i++)
		most = listed.seats[i].points > most ? listed.seats[i].points : most;
	for (unsigned i = 0; i < listed.count; i++)
		draw_seat(&picture, &listed, i, high, most);
	return finish(&picture);
}

unsigned picture_of_pages(const struct page *page)
{
	struct picture picture;
	begin(&picture, page);
	draw_felt(picture.canvas);
	draw_cards(&picture);
	add_word(&picture, MSG_WEB_FRONT, NO_ARGS);
	draw_heading(&picture, 330, 76);
	for (unsigned i = 0; games[i] != NULL; i++) {
		string_add(&picture.text, i > 0 ? " · " : "");
		string_add(&picture.text, games[i]->name);
	}
	draw_heading(&picture, 400, 40);
	return finish(&picture);
}
