/*
 * simulate.c - plays runs of the simulated world, and prints each failure as a short story. Without
 * arguments it is a test: it plays the stories of seeds.txt and a few fresh hours.
 */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/simulate/shrink.h"

#define SIMULATE_KEPT "tests/simulate/seeds.txt"
enum { SIMULATE_LINE = 20000, SIMULATE_NOTE = 1000, SIMULATE_TEST = 6, SIMULATE_BENCH = 50 };
/* SIMULATE_EACH: plays one kept story in so many. Under sanitizers, which take eight times as long,
 * every fourth is enough. */
#ifdef __SANITIZE_ADDRESS__
enum { SIMULATE_EACH = 4 };
#else
enum { SIMULATE_EACH = 1 };
#endif

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct tally {
	double begun;
	uint64_t hours, played, deals, lives, batches, lines, failed;
};

static void tally_add(struct tally *tally, const struct world *world)
{
	tally->hours += world->setting.rhythm->run / 3600000;
	tally->played += world->played;
	tally->deals += world->deals;
	tally->lives += world->lives;
	tally->batches += world->batches;
	tally->lines += world->lines;
}

static void tally_tell(const struct tally *tally)
{
	double took = seconds() - tally->begun;
	printf("%llu simulated hours, somebody played in %llu of them, in %.0f s: %.0f an hour; "
	       "%llu lives, %llu batches, %llu lines said, %llu deals played; failed: %llu\n",
		(unsigned long long)tally->hours, (unsigned long long)tally->played, took,
		(double)tally->hours * 3600 / took, (unsigned long long)tally->lives,
		(unsigned long long)tally->batches, (unsigned long long)tally->lines,
		(unsigned long long)tally->deals, (unsigned long long)tally->failed);
}

/* Cuts a failed run to a short story. Prints that story, and the command that shows it again. */
static void tell_failure(struct story *story, struct tally *tally)
{
	double begun = seconds();
	size_t count = story->count;
	char name[STORY_NAME];
	tally->failed++;
	printf("seed %s: %s\nagain: make simulate SEED=%s\n", story_name(story, name), story->fault,
		name);
	fflush(stdout);
	story_shrink(story);
	printf("the story, %zu of %zu steps, found after %.0f s, cut to that in %.0f s:\n",
		story->count, count, begun - tally->begun, seconds() - begun);
	story_play(story, stdout, false);
	printf("again: make simulate SEED=%s KEEP=", name);
	story_write(story, stdout);
	printf("\n");
	fflush(stdout);
}

static bool play(struct story *story, struct tally *tally)
{
	bool passed = story_play(story, NULL, false);
	tally_add(tally, story_world());
	if (!passed)
		tell_failure(story, tally);
	return passed;
}

/* Plays one seed after another, until so many simulated hours or real seconds (`limit`) are over,
 * or until a run fails. */
static void play_fresh(struct tally *tally, struct setting setting, uint64_t hours, double limit)
{
	static struct story story;
	uint64_t noted = tally->hours;
	for (; tally->failed == 0 && tally->hours < hours && seconds() - tally->begun < limit;
		setting.seed++) {
		story_draw(&story, &setting);
		play(&story, tally);
		if (tally->hours >= noted + SIMULATE_NOTE) {
			noted = tally->hours;
			printf("%llu hours …\n", (unsigned long long)noted);
			fflush(stdout);
		}
	}
}

/* Plays the stories of a file, one in SIMULATE_EACH. Returns false if the file cannot be read. */
static bool play_kept(struct tally *tally, const char *path)
{
	static struct story story;
	static char line[SIMULATE_LINE];
	FILE *file = fopen(path, "r");
	if (file == NULL) {
		perror(path);
		return false;
	}
	unsigned stories = 0;
	while (fgets(line, sizeof line, file) != NULL)
		if (story_open(&story, line) && stories++ % SIMULATE_EACH == 0)
			play(&story, tally);
	fclose(file);
	return true;
}

/* Plays one story and prints it. Its steps are `keep`, or all steps of the setting if NULL or
 * empty. Returns true if no check failed. */
static bool show(const struct setting *setting, const char *keep, bool wordy)
{
	static struct story story;
	char name[STORY_NAME];
	bool passed;
	story_draw(&story, setting);
	if (keep != NULL && keep[0] != '\0')
		story_read(&story, keep);
	passed = story_play(&story, stdout, wordy);
	printf("seed %s: %s\n", story_name(&story, name), passed ? "all is well" : story.fault);
	return passed;
}

static void the_same_seed_gives_the_same_run(void **state)
{
	static struct story story;
	uint64_t digest;
	(void)state;
	story_open(&story, "1m");
	digest = story_digest(&story);
	assert_true(story_world()->lines > 100);
	assert_int_equal(story_digest(&story), digest);
	story_open(&story, "2m");
	assert_int_not_equal(story_digest(&story), digest);
}

static void simulated_stories_that_failed_once_pass_now(void **state)
{
	struct tally tally = { .begun = seconds() };
	(void)state;
	assert_true(play_kept(&tally, SIMULATE_KEPT));
	assert_int_equal(tally.failed, 0);
}

/* Plays so many simulated hours from a seed on. Fails unless all of them pass. */
static struct tally play_well(const char *seed, uint64_t hours)
{
	struct tally tally = { .begun = seconds() };
	struct setting setting;
	setting_read(&setting, seed);
	play_fresh(&tally, setting, hours, 1e9);
	assert_int_equal(tally.failed, 0);
	return tally;
}

static void no_rule_is_broken_in_simulated_hours_of_faults(void **state)
{
	(void)state;
	play_well("1", SIMULATE_TEST);
}

static void no_rule_is_broken_in_a_simulated_day_of_faults(void **state)
{
	(void)state;
	struct tally tally = play_well("1dm", 1);
	assert_int_equal(tally.hours, 24);
	assert_in_range(tally.played, 1, 23);
}

static void no_rule_is_broken_in_simulated_hours_at_a_terminal(void **state)
{
	(void)state;
	struct tally tally = play_well("1c", SIMULATE_TEST);
	assert_int_equal(tally.played, SIMULATE_TEST);
}

static void no_rule_is_broken_in_simulated_hours_of_taps_on_pages(void **state)
{
	(void)state;
	play_well("1mp", SIMULATE_TEST);
	assert_true(story_world()->pages.played > 0);
	assert_true(story_world()->pages.guests > 0);
}

static int test(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_gives_the_same_run),
		cmocka_unit_test(simulated_stories_that_failed_once_pass_now),
		cmocka_unit_test(no_rule_is_broken_in_simulated_hours_of_faults),
		cmocka_unit_test(no_rule_is_broken_in_a_simulated_day_of_faults),
		cmocka_unit_test(no_rule_is_broken_in_simulated_hours_at_a_terminal),
		cmocka_unit_test(no_rule_is_broken_in_simulated_hours_of_taps_on_pages),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

static int bench(void)
{
	struct tally tally = { .begun = seconds() };
	struct setting setting;
	static struct story story;
	for (setting_read(&setting, "1"); tally.hours < SIMULATE_BENCH; setting.seed++) {
		story_draw(&story, &setting);
		story_play(&story, NULL, false);
		tally_add(&tally, story_world());
	}
	printf("simulate.speed %.0f hours/hour\n",
		(double)tally.hours * 3600 / (seconds() - tally.begun));
	return 0;
}

static int usage(void)
{
	fputs("usage: simulate [-b] [-s SEED] [-n HOURS] [-t SECONDS] [-v] [-w] [-k STEPS]\n"
	      "Plays runs of an hour each from SEED on, for so many hours or seconds, until one\n"
	      "fails; with -v one run, told as it goes, with -w word for word, with -k of these\n"
	      "steps only; -b measures. Without SEED the kept stories come first. Behind SEED: d\n"
	      "for runs of a day; m for a homeserver, p for pages, c for a terminal.\n",
		stderr);
	return 2;
}

int main(int argc, char **argv)
{
	struct tally tally = { .begun = seconds() };
	struct setting setting;
	uint64_t hours = UINT64_MAX;
	double limit = 1e9;
	const char *keep = NULL;
	bool single = false, wordy = false, measures = false, seeded = false;
	int option;
	setting_read(&setting, "1");
	while ((option = getopt(argc, argv, "bs:n:t:k:vw")) != -1)
		switch (option) {
		case 'b': measures = true; break;
		case 's':
			setting_read(&setting, optarg);
			seeded = true;
			break;
		case 'n': hours = strtoull(optarg, NULL, 10); break;
		case 't': limit = strtod(optarg, NULL); break;
		case 'k': keep = optarg; break;
		case 'v': single = true; break;
		case 'w': single = wordy = true; break;
		default: return usage();
		}
	disk_register();
	/* Makes the allocator keep freed memory for the next run, which saves time. */
	mallopt(M_MMAP_THRESHOLD, INT32_MAX);
	mallopt(M_TRIM_THRESHOLD, INT32_MAX);
	if (argc == 1 || measures)
		return measures ? bench() : test();
	if (single || keep != NULL)
		return show(&setting, keep, wordy) ? 0 : 1;
	if (!seeded && !play_kept(&tally, SIMULATE_KEPT))
		return 1;
	play_fresh(&tally, setting, hours, limit);
	tally_tell(&tally);
	return tally.failed == 0 ? 0 : 1;
}
