/* mitaines_rules.c - the presets of Mitaines and the options of a table. */
#include "engine/mitaines_rules.h"

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

enum { TARGET_MIN = 10, TARGET_MAX = 10000 };

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

/* A number in digits up to TARGET_MAX; -1 for anything else. */
static int number(const char *value)
{
	int found = 0;

	if (*value == '\0')
		return -1;
	for (; *value != '\0'; value++) {
		if (*value < '0' || *value > '9')
			return -1;
		found = found * 10 + (*value - '0');
		if (found > TARGET_MAX)
			return -1;
	}
	return found;
}

static enum refusal set_target(struct mitaines_rules *rules, int points)
{
	if (points < TARGET_MIN)
		return REFUSE_OPTION_VALUE;
	rules->target = points;
	return REFUSE_NONE;
}

static enum refusal set_jack_pair(struct mitaines_rules *rules, int points)
{
	if (points != 10 && points != 20 && points != 50)
		return REFUSE_OPTION_VALUE;
	rules->jack_pair = (int16_t)points;
	return REFUSE_NONE;
}

static enum refusal set_jack_single(struct mitaines_rules *rules, int points)
{
	if (points != 0 && points != 10)
		return REFUSE_OPTION_VALUE;
	rules->jack_single = (int16_t)points;
	return REFUSE_NONE;
}

static enum refusal set_flag(bool *flag, const char *value, const char *on, const char *off)
{
	if (!text_same(value, on) && !text_same(value, off))
		return REFUSE_OPTION_VALUE;
	*flag = text_same(value, on);
	return REFUSE_NONE;
}

/* Without partners nobody is there to exchange cards with. */
static enum refusal set_partners(struct mitaines_rules *rules, const char *value)
{
	if (rules->exchange > 0 && text_same(value, "no"))
		return REFUSE_OPTION_VALUE;
	return set_flag(&rules->partners, value, "yes", "no");
}

enum refusal mitaines_option(struct mitaines_rules *rules, const char *name, const char *value)
{
	if (text_same(name, "target"))
		return set_target(rules, number(value));
	if (text_same(name, "ranks"))
		return set_flag(&rules->standard, value, "standard", "mitaines");
	if (text_same(name, "jackpair"))
		return set_jack_pair(rules, number(value));
	if (text_same(name, "jacksingle"))
		return set_jack_single(rules, number(value));
	if (text_same(name, "partners"))
		return set_partners(rules, value);
	return REFUSE_OPTION_UNKNOWN;
}
