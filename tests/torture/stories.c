/*
 * stories.c - stories 'SEED STEPS'... : plays simulated stories; in each run one call of the
 * program fails. Without arguments it tries some calls of some kept stories.
 *
 * TORTURE=ways, calls or n works as in golden.c, for all stories, and so does TORTURE_SHIFT. The
 * simulation's oracles judge each run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/simulate/shrink.h"
#include "tests/torture/torture.h"

#define KEPT "tests/simulate/seeds.txt"
enum { STORIES = 6, SAMPLE = 8, SECONDS = 120, TEXT = 1 << 18, LINES = 1024, WRONG = 3 };

/* Calls of the simulated world and of oracles do not fail. */
static bool looks(void)
{
	return world() != NULL && (world()->acting || world()->disk.looking);
}

/* Notes the failing call as a fault of the story, so that oracles excuse its effects. */
static void told(const char *name)
{
	struct world *here = world();
	world_tell("TORTURE: %s fails", name);
	here->disk.errors++;
	for (unsigned i = 0; i < here->servers; i++)
		server_disturb(&here->server[i], 0);
}

/* Runs in the process with the failing call. Returns 0, or WRONG after a line about the fault. */
static int play(void *context)
{
	struct story *story = context;
	bool wordy = getenv("TORTURE_TELL") != NULL;
	torture_tell(told);
	torture_spare(looks);
	if (story_play(story, wordy ? stdout : NULL, wordy))
		return 0;
	printf("%s\n", story->fault);
	return WRONG;
}

static bool fail_once(struct story *story, struct torture_run *run, uint64_t number, bool maps)
{
	run->fails = number;
	run->maps = maps;
	if (!torture_run(run, play, story, SECONDS)) {
		perror("fork");
		exit(2);
	}
	if (WIFEXITED(run->status) && WEXITSTATUS(run->status) == 0)
		return true;
	char name[STORY_NAME];
	printf("seed %s: call %llu, %s: ", story_name(story, name), (unsigned long long)number,
		run->failed);
	if (WIFSIGNALED(run->status))
		printf("ended by signal %d\n", WTERMSIG(run->status));
	else
		printf("ended with %d\n", WEXITSTATUS(run->status));
	return false;
}

struct tally {
	unsigned stories, runs, wrong;
};

/* Tries some ways of a story, or those selected by TORTURE. */
static void torture(struct story *story, struct torture_run *run, struct tally *tally)
{
	static uint64_t way[TORTURE_WAYS];
	const char *word = torture_word();
	uint64_t single = strtoull(word, NULL, 10);
	bool every = strcmp(word, "calls") == 0;
	unsigned before = tally->wrong;
	tally->stories++;
	if (single > 0) {
		tally->wrong += !fail_once(story, run, single, false);
		return;
	}
	tally->wrong += !fail_once(story, run, 0, true);
	uint64_t all = run->calls;
	size_t ways = run->ways;
	memcpy(way, run->way, ways * sizeof *way);
	size_t step = 1;
	size_t first = *word == '\0' ? torture_sample(ways, SAMPLE, &step) : 0;
	for (size_t i = first; i < (every ? all : ways); i += step, tally->runs++)
		tally->wrong += !fail_once(story, run, every ? i + 1 : way[i], false);
	char name[STORY_NAME];
	printf("seed %-8s %3zu steps %8llu calls, by %5zu new ways; wrong: %u\n",
		story_name(story, name), story->count, (unsigned long long)all, ways,
		tally->wrong - before);
	fflush(stdout);
}

/* Plays the story of a line of the file: a seed, and its remaining steps after a blank. */
static void torture_line(struct torture_run *run, struct tally *tally, const char *line)
{
	static struct story story;
	if (story_open(&story, line))
		torture(&story, run, tally);
}

/* Reads the stories of the file. The file is closed before a fork could share it. */
static size_t read_kept(char *line[static LINES])
{
	static char text[TEXT];
	static struct story story;
	char *save = NULL;
	size_t lines = 0;
	FILE *file = fopen(KEPT, "r");
	if (file == NULL) {
		perror(KEPT);
		exit(2);
	}
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	for (char *next = strtok_r(text, "\n", &save); next != NULL && lines < LINES;
		next = strtok_r(NULL, "\n", &save))
		if (story_open(&story, next))
			line[lines++] = next;
	return lines;
}

/* Plays some of the kept stories, or all if TORTURE is set. */
static void torture_kept(struct torture_run *run, struct tally *tally)
{
	static char *line[LINES];
	size_t lines = read_kept(line);
	size_t step = 1;
	size_t first = *torture_word() == '\0' ? torture_sample(lines, STORIES, &step) : 0;
	for (size_t i = first; i < lines; i += step)
		torture_line(run, tally, line[i]);
}

int main(int argc, char **argv)
{
	struct torture_run *run = torture_open();
	struct tally tally = { .runs = 0 };
	if (run == NULL) {
		perror("stories");
		return 2;
	}
	torture_libraries(disk_register);
	if (argc == 1)
		torture_kept(run, &tally);
	for (int i = 1; i < argc; i++)
		torture_line(run, &tally, argv[i]);
	printf("%u stories, %u runs, %u wrong\n", tally.stories, tally.runs, tally.wrong);
	printf("[  %s  ] 1 test(s).\n", tally.wrong == 0 ? "PASSED" : "FAILED");
	return tally.wrong == 0 ? 0 : 1;
}
