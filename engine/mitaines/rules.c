/* mitaines/rules.c - the presets of Mitaines and the options of a table. */
#include "engine/mitaines/rules.h"

#include "engine/option.h"

const char *const mitaines_presets[] = { "classic", "gamerules", "quebec", NULL };

/* What `classic` and `gamerules` share. */
#define TRADITIONAL \
	.target = 500, .plain = { 10, 100, 200 }, .jacks = { 50, 150, 300 }, .ten = 50, \
	.pair = 10, .jack_pair = 50, .players = 1 << 2 | 1 << 3 | 1 << 4, \
	.packet = { [2] = 3, [3] = 4, [4] = 3 }, .rounds = { 2, 2 }, .face_up = 2, \
	.partners = true, .below = true, .doubles = true

static const struct mitaines_rules presets[] = {
	{ TRADITIONAL },
	{ TRADITIONAL, .groups = true },
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

/* In the order of the list below. */
enum { TARGET, RANKS, JACK_PAIR, JACK_SINGLE, PARTNERS };

const struct option mitaines_options[] = {
	{ "target", "10…10000" },
	{ "ranks", "mitaines|standard" },
	{ "jackpair", "10|20|50" },
	{ "jacksingle", "0|10" },
	{ "partners", "yes|no" },
	{ NULL, NULL },
};

const struct mitaines_rules *mitaines_preset(unsigned index)
{
	return &presets[index];
}

enum refusal mitaines_option(struct mitaines_rules *rules, const char *name, const char *value)
{
	static const int16_t jack_pair[] = { 10, 20, 50 }, jack_single[] = { 0, 10 };
	unsigned index;
	int32_t number;
	enum refusal refusal = option_read(mitaines_options, name, value, &index, &number);

	if (refusal != REFUSE_NONE)
		return refusal;
	switch (index) {
	case TARGET: rules->target = number; break;
	case RANKS: rules->standard = number == 1; break;
	case JACK_PAIR: rules->jack_pair = jack_pair[number]; break;
	case JACK_SINGLE: rules->jack_single = jack_single[number]; break;
	case PARTNERS:
		/* Without partners nobody is there to exchange cards with. */
		if (number == 1 && rules->exchange > 0)
			return REFUSE_OPTION_VALUE;
		rules->partners = number == 0;
	}
	return REFUSE_NONE;
}
