/* setting.c - reads the parameters of a run, and has the lengths of runs and storms. */
#include "tests/simulate/setting.h"

#include <stdlib.h>
#include <string.h>

#include "engine/playout.h"

/* ms in a minute and an hour; SETTING_DATE: January 1, 2026, as a Unix time in seconds. */
enum { SETTING_MINUTE = 60000, SETTING_HOUR = 60 * SETTING_MINUTE, SETTING_DATE = 1767225600 };

static const struct rhythm rhythms[] = {
	{ .letter = "",
		.run = SETTING_HOUR,
		.cycle = SETTING_STORM + SETTING_LULL,
		.busy = 1,
		.hectic = 100,
		.asks = SETTING_MINUTE },
	{ .letter = "d",
		.run = UINT64_C(24) * SETTING_HOUR,
		.cycle = 2 * SETTING_HOUR,
		.busy = 8,
		.hectic = 100,
		.quiet = 8,
		.asks = SETTING_HOUR },
};

const char *setting_read(struct setting *setting, const char *text)
{
	char *end;
	*setting = (struct setting){ .seed = strtoull(text, &end, 10), .rhythm = &rhythms[0] };
	if (*end == 'd')
		setting->rhythm = &rhythms[1];
	end += strlen(setting->rhythm->letter);
	setting->matrix = *end == 'm';
	end += setting->matrix;
	setting->pages = *end == 'p';
	setting->console = *end == 'c' && !setting->matrix;
	return end + (setting->pages || setting->console);
}

struct storm setting_storm(const struct setting *setting, uint64_t cycle)
{
	const struct rhythm *rhythm = setting->rhythm;
	struct chance chance = { chance_part(chance_part(setting->seed, 3), cycle) };
	uint64_t slack = rhythm->cycle - SETTING_STORM - SETTING_LULL;
	unsigned most = chance_below(&chance, rhythm->busy) == 0 ? rhythm->hectic : rhythm->quiet;
	return (struct storm){ .at = cycle + chance_below(&chance, (unsigned)slack + 1),
		.least = most / 5,
		.most = most };
}

/* A run of an hour always begins at SETTING_DATE, a longer run on a random day of two years. */
int64_t setting_date(const struct setting *setting)
{
	struct chance chance = { chance_part(setting->seed, 4) };
	return setting->rhythm->letter[0] == '\0'
		? SETTING_DATE
		: SETTING_DATE + chance_below(&chance, 2 * 365 * 86400);
}
