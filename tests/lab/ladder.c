/*
 * ladder.c - plays simulated people and cheaters by the rule of ratings, and compares the
 * results with the aims of the rule. `ladder [RUNS]`: number of simulated months, default 10.
 * Returns 1 if an aim is missed.
 *
 * An honest person has a strength in Elo points (Glicko's logistic scale: 400 points are odds of
 * ten to one); their performance in a match is the strength and a Gumbel noise, so that two people
 * win as that scale says, and the order of a table of more follows Plackett and Luce.
 */
#include <math.h>
#include <stdlib.h>

#include "bot/match/recount.h"
#include "engine/playout.h"
#include "storage/recount.h"
#include "tests/folder.h"
#include "tests/lab/measure.h"
#include "tests/town.h"

enum { FAMILIES = 200, CROWD = 48, CROWDS = 12, ROUNDS = 80, HONEST = 50, NICKS = 10, DAYS = 30 };
#define SPREAD 200.0 /* standard deviation of the strength of honest people */

struct lab {
	struct chance chance;
	struct town town;
	unsigned missed;
};

/* People of one simulation. */
struct cast {
	int64_t id[64];
	double strength[64];
};

static double fraction(struct lab *lab)
{
	return ((double)(chance_next(&lab->chance) >> 11) + 0.5) / (double)(UINT64_C(1) << 53);
}

static double normal(struct lab *lab)
{
	return sqrt(-2 * log(fraction(lab))) * cos(2 * acos(-1) * fraction(lab));
}

static void begin(struct lab *lab)
{
	store_close(lab->town.store);
	lab->town = town_open(NULL);
}

/* An honest match of the people whose numbers in the cast are given. */
static void play(struct lab *lab, const struct cast *cast, const unsigned *who, unsigned count)
{
	double form[16];
	int64_t people[16];
	int32_t points[16];
	for (unsigned i = 0; i < count; i++)
		form[i] = cast->strength[who[i]] * log(10) / 400 - log(-log(fraction(lab)));
	for (unsigned i = 0; i < count; i++) {
		people[i] = cast->id[who[i]];
		points[i] = TOWN_TARGET;
		for (unsigned j = 0; j < count; j++)
			points[i] -= form[j] > form[i] ? 40 : 0;
	}
	town_play(&lab->town, people, points, count, 0);
}

static void report(struct lab *lab, const char *aim, double value, bool most, double limit)
{
	bool kept = most ? value <= limit : value >= limit;
	lab->missed += !kept;
	printf("%-66s %7.1f %s %5.0f  %s\n", aim, value, most ? "<=" : ">=", limit,
		kept ? "pass" : "FAIL");
}

static void note(const char *trick, double value)
{
	printf("%-66s %7.1f\n", trick, value);
}

/* ---- two people, a family ---- */

static void two_new_people(struct lab *lab)
{
	double least = 1000, first = 0;
	for (unsigned order = 0; order < 1u << 10; order++) {
		if (__builtin_popcount(order) != 7)
			continue;
		begin(lab);
		int64_t one = town_person(&lab->town, "p", 1),
			two = town_person(&lab->town, "p", 2);
		for (unsigned i = 0; i < 10; i++) {
			bool won = order >> i & 1;
			town_beat(&lab->town, won ? one : two, won ? two : one);
			if (i == 0)
				first = abs(town_shown(&lab->town, one) - 1000);
		}
		least = fmin(least, town_shown(&lab->town, one) - town_shown(&lab->town, two));
	}
	report(lab, "two new people: the first match moves each by", first, false, 8);
	report(lab, "ten matches at 7:3, in the worst order: apart", least, false, 60);
}

static void family(struct lab *lab, unsigned size, double step, double aim)
{
	static const unsigned tables[6][4] = { { 0, 1, 2, 3 }, { 2, 3 }, { 0, 2 }, { 1, 3 },
		{ 0, 3 }, { 1, 2 } };
	unsigned right = 0;
	double spread = 0;
	char text[80];
	for (unsigned run = 0; run < FAMILIES; run++) {
		struct cast cast;
		int shown[4];
		begin(lab);
		for (unsigned i = 0; i < 4; i++) {
			cast.id[i] = town_person(&lab->town, "p", i);
			cast.strength[i] = -step * i;
		}
		for (unsigned n = 0; n < 40; n++) {
			play(lab, &cast, tables[size == 4 ? 0 : n % 6], size);
			lab->town.now += TOWN_DAY / 2;
		}
		for (unsigned i = 0; i < 4; i++)
			shown[i] = town_shown(&lab->town, cast.id[i]);
		right += shown[0] > shown[1] && shown[1] > shown[2] && shown[2] > shown[3];
		spread += (double)(shown[0] - shown[3]) / FAMILIES;
	}
	snprintf(text, sizeof text,
		"family of four, %g Elo apart, 40 matches of %u: right order, %%", step, size);
	report(lab, text, 100.0 * right / FAMILIES, false, aim);
	report(lab, "  from first to last", spread, false, 100);
}

/* ---- a person alone with nicks ---- */

/* Forty throwaway names lose to one person. prepared: before, all of them play each other. */
static double throw_away(struct lab *lab, bool prepared, int64_t later)
{
	int64_t nick[40];
	begin(lab);
	int64_t farmer = town_person(&lab->town, "farmer", 0);
	for (unsigned i = 0; i < 40; i++)
		nick[i] = town_person(&lab->town, "nick", i);
	for (unsigned i = 0; prepared && i < 40; i++)
		for (unsigned j = 0; j < i; j++) {
			town_beat(&lab->town, nick[i], nick[j]);
			lab->town.now -= 58;
		}
	lab->town.now += later;
	for (unsigned n = 0; n < 400; n++) {
		town_beat(&lab->town, farmer, nick[n % 40]);
		lab->town.now -= 58;
	}
	return town_shown(&lab->town, farmer) - 1000;
}

static double three_nicks(struct lab *lab)
{
	int64_t nick[3];
	begin(lab);
	int64_t farmer = town_person(&lab->town, "farmer", 0);
	for (unsigned i = 0; i < 3; i++)
		nick[i] = town_person(&lab->town, "nick", i);
	for (unsigned n = 0; n < 60; n++)
		for (unsigned i = 0; i < 3; i++) {
			town_beat(&lab->town, nick[i], nick[(i + 1) % 3]);
			town_beat(&lab->town, farmer, nick[i]);
			lab->town.now -= 110;
		}
	return town_shown(&lab->town, farmer) - 1000;
}

/* A nick leaves each match, before its half or in a tie; the other stays. */
static double broken_off(struct lab *lab)
{
	begin(lab);
	int64_t farmer = town_person(&lab->town, "farmer", 0);
	for (unsigned n = 0; n < 40; n++) {
		const int64_t pair[2] = { farmer, town_person(&lab->town, "nick", n) };
		town_play(&lab->town, pair, (const int32_t[]){ 240, 10 }, 2, 2);
		town_play(&lab->town, pair, (const int32_t[]){ 300, 300 }, 2, 0);
	}
	return town_shown(&lab->town, farmer) - 1000;
}

/* ---- a channel ---- */

static double rank_correlation(const struct cast *cast, const int *shown, unsigned count)
{
	double sum = 0;
	for (unsigned i = 0; i < count; i++) {
		double away = 0;
		for (unsigned j = 0; j < count; j++)
			away += (cast->strength[j] > cast->strength[i]) - (shown[j] > shown[i]) -
				0.5 * (j != i && shown[j] == shown[i]);
		sum += away * away;
	}
	return 1 - 6 * sum / ((double)count * (count * count - 1.0));
}

/* Returns after how many matches each the ranks of new people agree with strengths: 0.9. */
static double convergence(struct lab *lab, unsigned size)
{
	double mean[ROUNDS] = { 0 };
	for (unsigned run = 0; run < CROWDS; run++) {
		struct cast cast;
		int shown[CROWD];
		unsigned order[CROWD] = { 0 };
		begin(lab);
		for (unsigned i = 0; i < CROWD; i++) {
			cast.id[i] = town_person(&lab->town, "p", i);
			cast.strength[i] = SPREAD * normal(lab);
		}
		for (unsigned n = 0; n < ROUNDS; n++) {
			for (unsigned i = 0; i < CROWD; i++) {
				unsigned other = chance_below(&lab->chance, i + 1);
				order[i] = order[other];
				order[other] = i;
			}
			for (unsigned i = 0; i < CROWD; i += size)
				play(lab, &cast, order + i, size);
			lab->town.now += TOWN_DAY / 2;
			for (unsigned i = 0; i < CROWD; i++)
				shown[i] = town_shown(&lab->town, cast.id[i]);
			mean[n] += rank_correlation(&cast, shown, CROWD) / CROWDS;
			if (mean[n] * CROWDS / (run + 1) > 0.95)
				break;
		}
	}
	unsigned n = 0;
	while (n < ROUNDS - 1 && mean[n] < 0.9)
		n++;
	return n + 1;
}

/* The daily matches of a person of average strength. */
struct plan {
	const char *name;
	unsigned matches; /* own honest matches */
	unsigned nicks;   /* honest matches by nicks */
	bool farms;       /* nicks play each other and lose to the person */
};

/* The nicks play each other, one third of the pairs a day, and each loses four times. */
static void farm(struct lab *lab, const struct cast *cast, unsigned day)
{
	const int64_t *nick = cast->id + HONEST + 1;
	for (unsigned i = 0; i < NICKS; i++)
		for (unsigned j = 0; j < i; j++)
			if ((i + j + day) % 3 == 0) {
				bool turned = chance_below(&lab->chance, 2) > 0;
				town_beat(&lab->town, nick[turned ? j : i], nick[turned ? i : j]);
			}
	for (unsigned n = 0; n < 4 * NICKS; n++)
		town_beat(&lab->town, cast->id[HONEST], nick[n % NICKS]);
}

/* Returns the place of the person among fifty honest people after a month. */
static unsigned month(struct lab *lab, const struct plan *plan, double *rating, double *tenth)
{
	struct cast cast;
	int shown[HONEST + 1];
	unsigned place = 1;
	begin(lab);
	for (unsigned i = 0; i < HONEST + 1 + NICKS; i++) {
		cast.id[i] = town_person(&lab->town, "p", i);
		cast.strength[i] = i < HONEST ? SPREAD * normal(lab) : 0;
	}
	for (unsigned day = 0; day < DAYS; day++) {
		for (unsigned n = 0; n < HONEST; n++) {
			unsigned one = chance_below(&lab->chance, HONEST);
			unsigned other = chance_below(&lab->chance, HONEST - 1);
			play(lab, &cast, (const unsigned[]){ one, other + (other >= one) }, 2);
		}
		for (unsigned n = 0; n < plan->matches + plan->nicks; n++) {
			unsigned self = HONEST +
				(n < plan->matches ? 0 : 1 + (day * plan->nicks + n) % NICKS);
			play(lab, &cast,
				(const unsigned[]){ self, chance_below(&lab->chance, HONEST) }, 2);
		}
		if (plan->farms)
			farm(lab, &cast, day);
		lab->town.now = (lab->town.now / TOWN_DAY + 1) * TOWN_DAY;
	}
	for (unsigned i = 0; i <= HONEST; i++)
		shown[i] = town_shown(&lab->town, cast.id[i]);
	for (unsigned i = 0; i < HONEST; i++) {
		unsigned ahead = 0;
		for (unsigned j = 0; j < HONEST; j++)
			ahead += shown[j] > shown[i];
		place += shown[i] > shown[HONEST];
		*tenth = ahead == 9 ? shown[i] : *tenth;
	}
	*rating = shown[HONEST];
	return place;
}

static void months(struct lab *lab, unsigned runs)
{
	static const struct plan plans[] = {
		{ "a month, ten nicks", 0, 0, true },
		{ "a month, ten nicks, one honest match a day", 1, 0, true },
		{ "a month, ten nicks, and one honest match a day by one of them", 0, 1, true },
		{ "a month of two honest matches a day, no nicks", 2, 0, false },
	};
	for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
		double rating = 0, tenth = 0, ratings = 0, tenths = 0, most = 0;
		unsigned among = 0;
		for (unsigned run = 0; run < runs; run++) {
			among += month(lab, &plans[i], &rating, &tenth) <= 10;
			most = fmax(most, rating);
			ratings += rating / runs;
			tenths += tenth / runs;
		}
		char text[80];
		snprintf(text, sizeof text, "%s: among ten, %%", plans[i].name);
		if (i == 0)
			report(lab, text, 100.0 * among / runs, true, 0);
		else
			note(text, 100.0 * among / runs);
		printf("  mean %.0f, most %.0f; the tenth of the channel %.0f\n", ratings, most,
			tenths);
	}
}

/* ---- the recount ---- */

/* Recounts 20,000 matches of 200 people in a file. During a slice the bot does nothing else. */
static void recount(struct lab *lab)
{
	enum { MATCHES = 20000, PEOPLE = 200, SLICES = 50000 };
	struct lobby *lobby = calloc(1, sizeof *lobby);
	const struct log log = { .fd = -1 };
	char folder[FOLDER_PATH], path[PATH_MAX];
	int64_t id[PEOPLE];
	static double work[SLICES], took[SLICES];
	double all = 0;
	unsigned slices = 0;
	folder_make(folder);
	folder_file(folder, "recount.db", path);
	store_close(lab->town.store);
	lab->town = town_open(path);
	for (unsigned i = 0; i < PEOPLE; i++)
		id[i] = town_person(&lab->town, "p", i);
	for (unsigned n = 0; n < MATCHES; n++) {
		unsigned one = chance_below(&lab->chance, PEOPLE);
		unsigned other = chance_below(&lab->chance, PEOPLE - 1);
		town_beat(&lab->town, id[one], id[other + (other >= one)]);
		if (n % 1000 == 999)
			town_check(store_commit(lab->town.store));
	}
	lobby->log = &log;
	lobby->batch.store = lab->town.store;
	town_check(store_begin_recount(lab->town.store));
	town_check(store_commit(lab->town.store));
	for (bool more = true; more;) {
		double began = timing_now(), begin = timing_work();
		more = recount_run_slice(lobby);
		work[slices % SLICES] = (timing_work() - begin) * 1e3;
		took[slices++ % SLICES] = (timing_now() - began) * 1e3;
	}
	slices = slices < SLICES ? slices : SLICES;
	for (unsigned i = 0; i < slices; i++)
		all += work[i];
	report(lab, "a recount of 20,000 matches: work of the longest slice, ms",
		fmax(timing_percentile(work, slices, 99), work[slices - 1]), true, 20);
	printf("  slices %u, work %.0f ms; until a slice is done: median %.1f, 90 %% %.1f ms\n",
		slices, all, timing_percentile(took, slices, 50),
		timing_percentile(took, slices, 90));
	folder_remove(folder);
	free(lobby);
}

int main(int argc, char **argv)
{
	struct lab lab = { .chance = { 7 } };
	unsigned runs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 10;
	if (runs == 0) {
		recount(&lab);
		store_close(lab.town.store);
		return lab.missed > 0;
	}
	two_new_people(&lab);
	family(&lab, 4, 100, 80);
	family(&lab, 2, 200, 75);
	report(&lab, "forty throwaway opponents in an hour", throw_away(&lab, false, 0), true, 50);
	report(&lab, "  who have all played each other before, in the hour",
		throw_away(&lab, true, 0), true, 50);
	note("  who have all played each other the day before", throw_away(&lab, true, TOWN_DAY));
	report(&lab, "three nicks on three hosts, an hour", three_nicks(&lab), true, 60);
	report(&lab, "forty nicks who leave before half, or tie", broken_off(&lab), true, 0);
	report(&lab, "matches of two until ranks agree to 0.9 with strengths", convergence(&lab, 2),
		true, 34);
	report(&lab, "matches of four", convergence(&lab, 4), true, 24);
	months(&lab, runs);
	recount(&lab);
	store_close(lab.town.store);
	return lab.missed > 0;
}
