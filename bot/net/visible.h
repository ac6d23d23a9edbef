/* visible.h - tells visible Unicode characters from invisible ones. Pure. */
#ifndef BOT_NET_VISIBLE_H
#define BOT_NET_VISIBLE_H

#include <stdbool.h>
#include <stdint.h>

/* False for control and format characters, line separators and lone surrogates. */
bool visible(int32_t point);
/*
 * True for visible characters other than blanks, fillers and private use: a reader cannot count
 * those, so two different names would look alike.
 */
bool visible_solid(int32_t point);

#endif
