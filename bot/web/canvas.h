/*
 * canvas.h - draws rectangles, texts and cards with Cairo, and writes a PNG. Used only in bot/web.
 * Positions and lengths are in pixels, colours are 0xrrggbb.
 */
#ifndef BOT_WEB_CANVAS_H
#define BOT_WEB_CANVAS_H

#include "bot/base/string.h"
#include "engine/card.h"

/* The end of a text that canvas_text places at x: its left or its right end. */
enum canvas_end { CANVAS_LEFT, CANVAS_RIGHT };

enum { CANVAS_WIDEST = 2048 };

struct canvas;

/* Loads the fonts. Call it before entering the sandbox, where the font files may be unreadable. */
void canvas_prepare(void);
/* Creates a canvas. width: at most CANVAS_WIDEST. The caller closes it with canvas_close. */
struct canvas *canvas_open(unsigned width, unsigned height);
void canvas_close(struct canvas *canvas);
void canvas_fill(struct canvas *canvas, unsigned colour, double x, double y, double width,
	double height, double radius);
/*
 * Draws a line of text with its baseline at y. A text wider than `most` is cut and ends in "…".
 * Invalid UTF-8 becomes U+FFFD. Each character is drawn in the first font that has it.
 */
void canvas_text(struct canvas *canvas, unsigned colour, double x, double y, double size,
	double most, enum canvas_end end, const char *text);
/*
 * Draws a card with its centre at x, y, turned by `degrees`. rank: the rank as text in the reader's
 * language.
 */
void canvas_card(struct canvas *canvas, double x, double y, double width, double degrees, card c,
	const char *rank);
/* Adds the picture to `out` as a PNG. Returns false if Cairo or zlib failed. */
bool canvas_png(const struct canvas *canvas, struct string *out);

#endif
