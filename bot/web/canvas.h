/*
 * canvas.h - a picture that is drawn: felt, cards and words, as a file. Only for bot/web/. Places
 * and lengths are in pixels, colours as 0xrrggbb.
 */
#ifndef BOT_WEB_CANVAS_H
#define BOT_WEB_CANVAS_H

#include "bot/base/string.h"
#include "engine/card.h"

/* Which end of a text stands at its place. */
enum canvas_end { CANVAS_LEFT, CANVAS_RIGHT };

enum { CANVAS_WIDEST = 2048 };

struct canvas;

/* Looks for fonts, while everything may still be read; whatever there is, words are drawn. */
void canvas_prepare(void);
/* No wider than CANVAS_WIDEST. */
struct canvas *canvas_open(unsigned width, unsigned height);
void canvas_close(struct canvas *canvas);
/* A rectangle with round corners. */
void canvas_fill(struct canvas *canvas, unsigned colour, double x, double y, double width,
	double height, double radius);
/*
 * A line of text on y, no wider than most: of what is too long the end is left out. What is not
 * UTF-8 becomes U+FFFD; a character is from the first font that has it.
 */
void canvas_text(struct canvas *canvas, unsigned colour, double x, double y, double size,
	double most, enum canvas_end end, const char *text);
/* A card as on pages, its middle there, turned by so many degrees; rank: in the reader's letters.
 */
void canvas_card(struct canvas *canvas, double x, double y, double width, double degrees, card c,
	const char *rank);
/* Adds all of it as a PNG; false: it could not be made. */
bool canvas_png(const struct canvas *canvas, struct string *out);

#endif
