/*
 * canvas.h - draws rectangles, texts and cards with Cairo and writes a PNG. Only for bot/web/.
 * Positions and lengths are in pixels, colours 0xrrggbb.
 */
#ifndef BOT_WEB_CANVAS_H
#define BOT_WEB_CANVAS_H

#include "bot/base/string.h"
#include "engine/card.h"

/* The end of a text that its x is for. */
enum canvas_end { CANVAS_LEFT, CANVAS_RIGHT };

enum { CANVAS_WIDEST = 2048 };

struct canvas;

/* Loads the fonts. Must be called before the sandbox, which may make their files unreadable. */
void canvas_prepare(void);
/* width: at most CANVAS_WIDEST. The caller frees the canvas with canvas_close. */
struct canvas *canvas_open(unsigned width, unsigned height);
void canvas_close(struct canvas *canvas);
void canvas_fill(struct canvas *canvas, unsigned colour, double x, double y, double width,
	double height, double radius);
/*
 * Draws a line of text with its baseline at y. A text wider than `most` is cut and ends in "…".
 * Invalid UTF-8 becomes U+FFFD. Each character comes from the first font that has it.
 */
void canvas_text(struct canvas *canvas, unsigned colour, double x, double y, double size,
	double most, enum canvas_end end, const char *text);
/* Draws a card with its centre at x, y; rank is its text in the reader's language. */
void canvas_card(struct canvas *canvas, double x, double y, double width, double degrees, card c,
	const char *rank);
/* Appends the picture as a PNG. Returns false if Cairo or zlib failed. */
bool canvas_png(const struct canvas *canvas, struct string *out);

#endif
