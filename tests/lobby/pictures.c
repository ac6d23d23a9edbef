/* Tests the pictures of results in link previews. */
#include <cairo.h>

#include "bot/web/canvas.h"
#include "bot/web/picture.h"
#include "tests/stage/pages.h"

/* The part of a file that is not read yet. */
struct rest {
	const char *at;
	size_t left;
};

static cairo_status_t read_rest(void *self, unsigned char *bytes, unsigned length)
{
	struct rest *rest = self;
	if (rest->left < length)
		return CAIRO_STATUS_READ_ERROR;
	memcpy(bytes, rest->at, length);
	rest->at += length;
	rest->left -= length;
	return CAIRO_STATUS_SUCCESS;
}

/* Decodes a PNG file. Fails if it is invalid. */
static cairo_surface_t *read_picture_at(AT, const struct string *bytes)
{
	struct rest rest = { bytes->bytes, bytes->length };
	cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_rest, &rest);
	if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS)
		fail_at("no picture: %s", cairo_status_to_string(cairo_surface_status(surface)));
	return surface;
}

#define read_picture(bytes) read_picture_at(HERE, bytes)

/* Counts the pixels that differ between two pictures. */
static unsigned long count_differences(const struct string *one, const struct string *other)
{
	cairo_surface_t *a = read_picture(one);
	cairo_surface_t *b = read_picture(other);
	int width = cairo_image_surface_get_width(a);
	int height = cairo_image_surface_get_height(a);
	unsigned long count = 0;
	assert_int_equal(width, cairo_image_surface_get_width(b));
	assert_int_equal(height, cairo_image_surface_get_height(b));
	for (int y = 0; y < height; y++) {
		size_t row = (size_t)y * (size_t)cairo_image_surface_get_stride(a);
		for (int x = 0; x < width; x++)
			count += memcmp(cairo_image_surface_get_data(a) + row + 4 * x,
					 cairo_image_surface_get_data(b) + row + 4 * x, 4) != 0;
	}
	cairo_surface_destroy(a);
	cairo_surface_destroy(b);
	return count;
}

static struct string get_picture_at(AT, struct pages *pages, const char *target)
{
	struct string bytes = STRING_EMPTY;
	if (get(pages, target) != 200)
		fail_at("%s: %u", target, pages->answer.status);
	string_add_bytes(&bytes, pages->answer.body.bytes, pages->answer.body.length);
	return bytes;
}

#define get_picture(pages, target) get_picture_at(HERE, pages, target)

PAGES_CASE(the_page_of_a_finished_match_has_a_picture_of_the_result)
{
	int64_t match = play_match(stage, 100000);
	struct string bytes = get_picture(pages, address("/match/%lld.png", match));
	assert_string_equal(pages->answer.type, "image/png");
	assert_true(pages->answer.compressed);
	cairo_surface_t *drawn = read_picture(&bytes);
	assert_int_equal(cairo_image_surface_get_width(drawn), PICTURE_WIDTH);
	assert_int_equal(cairo_image_surface_get_height(drawn), PICTURE_HEIGHT);
	cairo_surface_destroy(drawn);
	struct string again = get_picture(pages, address("/match/%lld.png", match));
	assert_int_equal(count_differences(&bytes, &again), 0);
	string_free(&again);
	struct string other = get_picture(pages, address("/match/%lld.png?lang=fr", match));
	assert_true(count_differences(&bytes, &other) > 0);
	string_free(&other);
	other = get_picture(pages, address("/match/%lld.png", play_match(stage, 100000)));
	assert_true(count_differences(&bytes, &other) > 100);
	string_free(&other);
	string_free(&bytes);
}

PAGES_CASE(only_a_public_finished_match_has_a_picture)
{
	int64_t match = play_match(stage, 3);
	assert_get(pages, address("/match/%lld.png", match), 404);
	assert_string_equal(pages->answer.type, "text/html; charset=utf-8");
	assert_get(pages, "/match/77.png", 404);
	assert_get(pages, "/top.png", 404);
	assert_get(pages, "/picture", 404);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	assert_get(pages, address("/match/%lld.png", match), 200);
	stage_whisper(stage, "anna", "solo");
	assert_int_equal(store_get_newest_match(stage->store, &match), STORE_OK);
	assert_get(pages, address("/match/%lld.png", match), 404);
}

PAGES_CASE(a_forgotten_person_disappears_from_pictures_at_once)
{
	int64_t match = play_match(stage, 100000);
	struct string before = get_picture(pages, address("/match/%lld.png", match));
	stage_whisper(stage, "anna", "forget me yes");
	struct string after = get_picture(pages, address("/match/%lld.png", match));
	assert_true(count_differences(&before, &after) > 0);
	string_free(&before);
	string_free(&after);
}

PAGES_CASE(pages_give_the_address_of_their_picture_for_link_previews)
{
	int64_t match = play_match(stage, 100000);
	char wanted[128];
	snprintf(wanted, sizeof wanted,
		"\"og:image\" content=\"https://cards.test/m/match/%lld.png?lang=en\"",
		(long long)match);
	assert_page(pages, address("/match/%lld", match), wanted);
	assert_shows(pages, "\"og:url\" content=\"https://cards.test/m/match/");
	assert_shows(pages, "\"og:title\" content=\"anna ");
	assert_shows(pages, "\"og:description\" content=\"Mitaines, match ");
	match = play_match(stage, 3);
	assert_page(pages, address("/match/%lld", match),
		"content=\"https://cards.test/m/picture.png?lang=en\"");
	assert_page(pages, "/top?lang=fr", "content=\"https://cards.test/m/picture.png?lang=fr\"");
	assert_get(pages, "/picture.png", 200);
	assert_string_equal(pages->answer.type, "image/png");
	pages->web.url = NULL;
	assert_get(pages, "/top", 200);
	assert_conceals(pages, "og:image");
}

/* Draws a line of text on an empty canvas. most: the largest width. Returns the PNG file. */
static struct string draw_line(const char *text, double most)
{
	struct string bytes = STRING_EMPTY;
	struct canvas *canvas = canvas_open(400, 60);
	assert_non_null(canvas);
	canvas_fill(canvas, 0xffffff, 0, 0, 400, 60, 0);
	canvas_text(canvas, 0, 10, 40, 30, most, CANVAS_LEFT, text);
	assert_true(canvas_png(canvas, &bytes));
	canvas_close(canvas);
	return bytes;
}

CASE(every_name_can_be_drawn)
{
	static const char *const names[] = { "anna", "Éloïse", "\xff\xfe", "\xc3", "a\xe2\x82",
		"\x01\x1f\x7f", "عنوان", "名前", "😀😀😀", "a\xcc\x81\xcc\x81\xcc\x81",
		"\xf4\x90\x80\x80", "\xed\xa0\x80", "\xe2\x80\x8b abc" };
	struct string empty = draw_line("", 380);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		struct string drawn = draw_line(names[i], 380);
		bool nothing = strcmp(names[i], "\x01\x1f\x7f") == 0;
		if ((count_differences(&empty, &drawn) == 0) != nothing)
			fail_msg("name %zu", i);
		string_free(&drawn);
	}
	string_free(&empty);
}

/* The cut text must end with "…" within the width. Each invalid byte must count as one
 * character. */
CASE(a_long_name_is_cut_to_its_width)
{
	char name[1024];
	for (size_t i = 0; i + 2 < sizeof name; i += 2)
		memcpy(name + i, "é", 3);
	struct string cut = draw_line(name, 100);
	struct string empty = draw_line("", 100);
	cairo_surface_t *drawn = read_picture(&cut);
	assert_true(count_differences(&cut, &empty) > 0);
	for (int y = 0; y < 60; y++)
		for (int x = 112; x < 400; x++) {
			uint32_t pixel;
			memcpy(&pixel,
				cairo_image_surface_get_data(drawn) +
					y * cairo_image_surface_get_stride(drawn) + 4 * x,
				sizeof pixel);
			assert_int_equal(pixel & 0xffffff, 0xffffff);
		}
	cairo_surface_destroy(drawn);
	string_free(&cut);
	string_free(&empty);
}

/* The pictures read the suits from the SVG file of the pages. A fault there could make all suits
 * look alike. */
CASE(each_suit_has_its_shape)
{
	struct string cards_drawn[SUIT_COUNT];
	for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
		struct canvas *canvas = canvas_open(100, 140);
		assert_non_null(canvas);
		cards_drawn[suit] = STRING_EMPTY;
		canvas_card(canvas, 50, 70, 90, 0, CARD(RANK_A, suit), "");
		assert_true(canvas_png(canvas, &cards_drawn[suit]));
		canvas_close(canvas);
		for (unsigned other = 0; other < suit; other++)
			assert_true(
				count_differences(&cards_drawn[suit], &cards_drawn[other]) > 300);
	}
	for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
		string_free(&cards_drawn[suit]);
}
