#include "bot/web/canvas.h"

#include <assert.h>
#include <cairo.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>
#include <zlib.h>

#include "bot/base/memory.h"
#include "bot/web/page.h"

/* Maximum number of bytes of a line of text, NUL included. */
enum { CANVAS_LINE = 256 };

struct canvas {
	cairo_surface_t *surface;
	cairo_t *pen;
};

/* ---- fonts ---- */

/* The font of the pages on Debian, then fonts for characters that the first one lacks. */
static const char *const families[] = { "DejaVu Serif", "DejaVu Sans", "Noto Sans CJK JP",
	"Noto Sans Symbols", "Unifont" };

enum { FAMILIES = sizeof families / sizeof families[0] };

static void choose(cairo_t *pen, unsigned family)
{
	cairo_select_font_face(
		pen, families[family], CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

static bool has(cairo_t *pen, const char *bytes, int length)
{
	cairo_glyph_t *glyphs = NULL;
	int count = 0;
	cairo_status_t status = cairo_scaled_font_text_to_glyphs(
		cairo_get_scaled_font(pen), 0, 0, bytes, length, &glyphs, &count, NULL, NULL, NULL);
	bool found = status == CAIRO_STATUS_SUCCESS && count > 0 && glyphs[0].index != 0;
	cairo_glyph_free(glyphs);
	return found;
}

/*
 * Finds the first font family that has a character, and selects it. Returns its index; 0 if no
 * family has the character.
 */
static unsigned family_of(cairo_t *pen, const char *bytes, int length)
{
	for (unsigned i = 0; i < FAMILIES; i++) {
		choose(pen, i);
		if (has(pen, bytes, length))
			return i;
	}
	return 0;
}

/* ---- lines ---- */

/* A part of a line, from byte `from` up to `to`, that is drawn in one font. */
struct piece {
	size_t from, to;
	unsigned family;
};

static int character(const char *line)
{
	int length = 1;
	while (((unsigned char)line[length] & 0xc0) == 0x80)
		length++;
	return length;
}

/* Returns the longest piece that one font can draw, starting at byte `from` of the line. */
static struct piece piece_at(cairo_t *pen, const char *line, size_t from)
{
	int length = character(line + from);
	struct piece piece = { from, from + (size_t)length, family_of(pen, line + from, length) };
	while (line[piece.to] != '\0') {
		length = character(line + piece.to);
		if (family_of(pen, line + piece.to, length) != piece.family)
			break;
		piece.to += (size_t)length;
	}
	return piece;
}

/* Returns the width of a line in pixels. drawn: also draws the line at the current point. */
static double layout_line(cairo_t *pen, const char *line, bool drawn)
{
	double width = 0;
	for (size_t from = 0; line[from] != '\0';) {
		char bytes[CANVAS_LINE];
		struct text text = text_in(bytes, sizeof bytes);
		cairo_text_extents_t extents;
		struct piece piece = piece_at(pen, line, from);
		text_bytes(&text, line + piece.from, piece.to - piece.from);
		choose(pen, piece.family);
		cairo_text_extents(pen, bytes, &extents);
		if (drawn)
			/* cairo_show_text also moves the current point past the text */
			cairo_show_text(pen, bytes);
		width += extents.x_advance;
		from = piece.to;
	}
	return width;
}

/* Shortens a line that is wider than `most` pixels, and ends it in "…". Returns its new width. */
static double fit(cairo_t *pen, char line[CANVAS_LINE], double most)
{
	static const char more[] = "…";
	double width = layout_line(pen, line, false);
	for (size_t length = strlen(line); width > most && length > 0;) {
		do
			length--;
		while (length > 0 && ((unsigned char)line[length] & 0xc0) == 0x80);
		memcpy(line + length, more, sizeof more);
		width = layout_line(pen, line, false);
	}
	return width;
}

/* ---- shapes ---- */

static void ink(cairo_t *pen, unsigned colour)
{
	cairo_set_source_rgb(pen, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
		(colour & 0xff) / 255.0);
}

/* Reads a number in an SVG path, like "10.09", after blanks. */
static double read_number(const char **at)
{
	double number = 0;
	double step = 1;
	*at += strspn(*at, " ");
	for (bool whole = true; (**at >= '0' && **at <= '9') || (**at == '.' && whole); (*at)++) {
		if (**at == '.') {
			whole = false;
			continue;
		}
		number = number * 10 + (**at - '0');
		step *= whole ? 1 : 10;
	}
	return number / step;
}

/*
 * Makes the path of a suit from suits.svg, 24 units wide. Knows only the SVG commands M, L, C and
 * Z.
 */
static void suit_path(cairo_t *pen, unsigned suit)
{
	static const char *const marks[] = { "id=\"c\"", "id=\"d\"", "id=\"h\"", "id=\"s\"" };
	const char *at = strstr(asset_suits, marks[suit]);
	at = at != NULL ? strstr(at, " d=\"") : NULL;
	if (at == NULL)
		return;
	cairo_new_path(pen);
	char command = 'M';
	for (at += strlen(" d=\""); *at != '"' && *at != 'Z' && *at != '\0';) {
		double numbers[6] = { 0 };
		if (*at >= 'A' && *at <= 'Y')
			command = *at++;
		for (unsigned i = 0; i < (command == 'C' ? 6 : 2); i++)
			numbers[i] = read_number(&at);
		if (command == 'M')
			cairo_move_to(pen, numbers[0], numbers[1]);
		else if (command == 'L')
			cairo_line_to(pen, numbers[0], numbers[1]);
		else if (command == 'C')
			cairo_curve_to(pen, numbers[0], numbers[1], numbers[2], numbers[3],
				numbers[4], numbers[5]);
		at += strspn(at, " ");
	}
	cairo_close_path(pen);
}

/* ---- the canvas ---- */

void canvas_prepare(void)
{
	struct canvas *canvas = canvas_open(8, 8);
	canvas_text(canvas, 0, 0, 8, 8, 8, CANVAS_LEFT, "m");
	canvas_close(canvas);
}

struct canvas *canvas_open(unsigned width, unsigned height)
{
	assert(width <= CANVAS_WIDEST);
	struct canvas *canvas = memory_new(1, sizeof *canvas);
	canvas->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
	canvas->pen = cairo_create(canvas->surface);
	return canvas;
}

void canvas_close(struct canvas *canvas)
{
	cairo_destroy(canvas->pen);
	cairo_surface_destroy(canvas->surface);
	free(canvas);
}

void canvas_fill(struct canvas *canvas, unsigned colour, double x, double y, double width,
	double height, double radius)
{
	static const double quarter = 1.57079632679489661923;
	double right = x + width - radius, bottom = y + height - radius;
	cairo_t *pen = canvas->pen;
	ink(pen, colour);
	cairo_new_path(pen);
	cairo_arc(pen, right, y + radius, radius, -quarter, 0);
	cairo_arc(pen, right, bottom, radius, 0, quarter);
	cairo_arc(pen, x + radius, bottom, radius, quarter, 2 * quarter);
	cairo_arc(pen, x + radius, y + radius, radius, 2 * quarter, 3 * quarter);
	cairo_close_path(pen);
	cairo_fill(pen);
}

void canvas_text(struct canvas *canvas, unsigned colour, double x, double y, double size,
	double most, enum canvas_end end, const char *text)
{
	char line[CANVAS_LINE];
	struct text cleaned = text_in(line, sizeof line - sizeof "…");
	/* The copy in `line` is valid UTF-8 without control characters. */
	while (*text != '\0') {
		utf8proc_int32_t point;
		utf8proc_ssize_t length = utf8proc_iterate((const uint8_t *)text, -1, &point);
		if (length <= 0)
			text_add(&cleaned, "\xef\xbf\xbd");
		else if (utf8proc_category(point) != UTF8PROC_CATEGORY_CC)
			text_bytes(&cleaned, text, (size_t)length);
		text += length > 0 ? length : 1;
	}
	cairo_set_font_size(canvas->pen, size);
	double width = fit(canvas->pen, line, most);
	ink(canvas->pen, colour);
	cairo_move_to(canvas->pen, end == CANVAS_RIGHT ? x - width : x, y);
	layout_line(canvas->pen, line, true);
}

void canvas_card(struct canvas *canvas, double x, double y, double width, double degrees, card c,
	const char *rank)
{
	static const unsigned inks[] = { 0x0b625a, 0xa34a00, 0xb01030, 0x22211e };
	cairo_t *pen = canvas->pen;
	cairo_save(pen);
	cairo_translate(pen, x, y);
	cairo_rotate(pen, degrees * 3.14159265358979323846 / 180);
	cairo_scale(pen, width / 50, width / 50);
	cairo_translate(pen, -25, -35);
	canvas_fill(canvas, 0x1d4734, 1, 2, 50, 70, 6);
	canvas_fill(canvas, 0xc9c2b3, 0, 0, 50, 70, 6);
	canvas_fill(canvas, 0xfffdf8, 1, 1, 48, 68, 5);
	canvas_text(canvas, inks[card_suit(c)], 6, 26, 25, 40, CANVAS_LEFT, rank);
	cairo_translate(pen, 14, 33);
	cairo_scale(pen, 30 / 24.0, 30 / 24.0);
	suit_path(pen, card_suit(c));
	cairo_fill(pen);
	cairo_restore(pen);
}

/* ---- PNG ---- */

static void add_four(struct string *out, uint32_t number)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		string_add_char(out, (char)(number >> shift & 0xff));
}

/* Adds a PNG chunk: its length, name, bytes and CRC. */
static void add_chunk(struct string *out, const char *name, const char *bytes, size_t length)
{
	add_four(out, (uint32_t)length);
	size_t from = out->length;
	string_add_bytes(out, name, 4);
	string_add_bytes(out, bytes, length);
	add_four(out,
		(uint32_t)crc32(0, (const unsigned char *)out->bytes + from,
			(unsigned)(out->length - from)));
}

/* Compresses all rows into `room`. Returns the number of bytes, or 0 if zlib fails. */
/* NOLINTNEXTLINE(readability-non-const-parameter): the library writes there */
static size_t pack(const struct canvas *canvas, unsigned char *room, size_t size)
{
	enum { QUICK = 3 };
	int width = cairo_image_surface_get_width(canvas->surface);
	int height = cairo_image_surface_get_height(canvas->surface);
	int stride = cairo_image_surface_get_stride(canvas->surface);
	const unsigned char *pixels = cairo_image_surface_get_data(canvas->surface);
	unsigned char row[3 * CANVAS_WIDEST + 1];
	z_stream stream = { .next_out = room, .avail_out = (unsigned)size };
	if (deflateInit(&stream, QUICK) != Z_OK)
		return 0;
	int status = Z_OK;
	for (int y = 0; y < height && status == Z_OK; y++) {
		/* a row of PNG: filter type 0, then three bytes for each pixel */
		unsigned char *to = row;
		*to++ = 0;
		for (int x = 0; x < width; x++) {
			uint32_t pixel;
			memcpy(&pixel, pixels + (size_t)y * (size_t)stride + 4 * x, sizeof pixel);
			*to++ = pixel >> 16 & 0xff;
			*to++ = pixel >> 8 & 0xff;
			*to++ = pixel & 0xff;
		}
		stream.next_in = row;
		stream.avail_in = 3 * (unsigned)width + 1;
		status = deflate(&stream, y + 1 < height ? Z_NO_FLUSH : Z_FINISH);
	}
	size_t taken = status == Z_STREAM_END ? stream.total_out : 0;
	deflateEnd(&stream);
	return taken;
}

/*
 * Writes the PNG itself, because the row filters of cairo_surface_write_to_png take four times as
 * long and save only a tenth of the bytes.
 */
bool canvas_png(const struct canvas *canvas, struct string *out)
{
	static const char rest[] = { 8, 2, 0, 0, 0 }; /* 8 bits a channel, RGB, then defaults */
	struct string head = STRING_EMPTY;
	int width = cairo_image_surface_get_width(canvas->surface);
	int height = cairo_image_surface_get_height(canvas->surface);
	size_t size = compressBound((unsigned long)(3 * width + 1) * (unsigned long)height);
	if (cairo_status(canvas->pen) != CAIRO_STATUS_SUCCESS)
		return false;
	cairo_surface_flush(canvas->surface);
	unsigned char *room = memory_new(size, 1);
	size_t taken = pack(canvas, room, size);
	string_add_bytes(out, "\x89PNG\r\n\x1a\n", 8);
	add_four(&head, (uint32_t)width);
	add_four(&head, (uint32_t)height);
	string_add_bytes(&head, rest, sizeof rest);
	add_chunk(out, "IHDR", head.bytes, head.length);
	string_free(&head);
	if (taken > 0)
		add_chunk(out, "IDAT", (const char *)room, taken);
	add_chunk(out, "IEND", "", 0);
	free(room);
	return taken > 0;
}
