#include "bot/net/char_visible.h"

#include <utf8proc.h>

bool char_is_visible(int32_t point)
{
	switch (utf8proc_category(point)) {
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_CF:
	case UTF8PROC_CATEGORY_CS:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP: return false;
	default: return true;
	}
}

bool char_is_countable(int32_t point)
{
	static const int32_t blank_braille = 0x2800;
	utf8proc_category_t category = utf8proc_category(point);

	return char_is_visible(point) && category != UTF8PROC_CATEGORY_ZS &&
		category != UTF8PROC_CATEGORY_CO && !utf8proc_get_property(point)->ignorable &&
		point != blank_braille;
}
