/* mitaines/rules.c - the presets of Mitaines. */
#include "engine/mitaines/rules.h"

const char *const mitaines_presets[] = { "classic", "gamerules", "quebec", NULL };

/* The common part of `classic` and `gamerules`. */
#define TRADITIONAL \
	.target = 500, .plain = { 10, 100, 200 }, .jacks = { 50, 150, 300 }, .ten = 50, \
	.pair = 10, .jack_pair = 50, .players = 1 << 2 | 1 << 3 | 1 << 4, \
	.packet = { [2] = 3, [3] = 4, [4] = 3 }, .rounds = { 2, 2 }, .face_up = 2, \
	.partners = true, .below = true, .doubles = true

static const struct mitaines_rules presets[] = {
	{ TRADITIONAL, .kept = KEPT_COVERED },
	{ TRADITIONAL, .kept = KEPT_OPEN, .groups = true },
	{
		.target = 1000,
		.plain = { 10, 50, 100 },
		.jacks = { 20, 100, 200 },
		.ten = 50,
		.pair = 10,
		.jack_pair = 20,
		.jack_single = 10,
		.players = 1 << 4,
		.packet = { [4] = 1 },
		.rounds = { 7, 6 },
		.exchange = 3,
		.spade_deals = true,
		.partners = true,
		.steal_at_once = true,
		.raises = true,
		.left_ten = true,
	},
};

const struct mitaines_rules *mitaines_preset(unsigned index)
{
	return &presets[index];
}
