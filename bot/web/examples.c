#include "bot/web/examples.h"

const struct example examples[] = {
	{ "mitaines", MSG_WEB_EXAMPLE_SWEEP, "9C 9D 4H 2S", "2D" },
	{ "mitaines", MSG_WEB_EXAMPLE_SINGLE, "JS", "JD" },
	{ "mitaines", MSG_WEB_EXAMPLE_MITTEN, "7C", "7D" },
	{ "mitch", MSG_WEB_EXAMPLE_COLUMN, "KC 9C 4C", "3C" },
	{ "mitch", MSG_WEB_EXAMPLE_SUIT, "QC 9C 7C 5C 3C", "KC JC 8C 4C 2C" },
	{ "mate", MSG_WEB_EXAMPLE_RANK, "KD", "KC" },
	{ "mate", MSG_WEB_EXAMPLE_SUITS, "KH", "QH KC" },
	{ "mate", MSG_WEB_EXAMPLE_MATE, "QH", "7D KC 7S" },
	{ NULL, MSG_WEB_EXAMPLES, NULL, NULL },
};
