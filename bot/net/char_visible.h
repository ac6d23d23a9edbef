/* char_visible.h - tells visible Unicode characters from invisible ones. Pure. */
#ifndef BOT_NET_CHAR_VISIBLE_H
#define BOT_NET_CHAR_VISIBLE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * True for a code point that people see: not a control or format character, line separator or lone
 * surrogate.
 */
bool char_is_visible(int32_t point);
/*
 * True for a visible character that a reader can count: not a blank, a filler or a private-use
 * character.
 */
bool char_is_countable(int32_t point);

#endif
