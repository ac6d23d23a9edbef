/*
 * stories.c - plays simulated stories, each an argument `SEED STEPS`; in each run one call of the
 * program fails. Without arguments it tries some calls of some stories of seeds.txt.
 *
 * For the environment variable TORTURE see torture_each in torture.h. The simulation's oracles
 * (tests/simulate/oracle.h) check each run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/simulate/shrink.h"
#include "tests/torture/torture.h"

#define KEPT "tests/simulate/seeds.txt"
enum { STORIES = 6, SAMPLE = 4, SECONDS = 120, TEXT = 1 << 18, LINES = 1024, WRONG = 3 };

/* Returns true while code of the simulated world or of oracles runs: its calls must not fail. */
static bool looks(void)
{
	return world() != NULL && (world()->acting || world()->disk.looking);
}

/* Notes the failed call as a fault of disk and servers, so that oracles excuse its effects. */
static void told(const char *name)
{
	struct world *here = world();
	world_tell("TORTURE: %s fails", name);
	here->disk.errors++;
	for (unsigned i = 0; i < here->servers; i++)
		server_disturb(&here->server[i], 0);
}

/* Plays a story in the process with the failing call. Returns 0, or WRONG if an oracle found a
 * fault, which it prints. */
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

/* A story to play again and again, and its run with the failing call. */
struct trial {
	struct story story;
	struct torture_run *run;
	unsigned runs, wrong;
};

static bool fail_once(void *context, uint64_t number, bool maps)
{
	struct trial *trial = context;
	struct torture_run *run = trial->run;
	struct story *story = &trial->story;
	run->fails = number;
	run->maps = maps;
	torture_must(torture_run(run, play, story, SECONDS), "fork");
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

/* Plays the story of a line in the format of story_open: a seed, a blank, and its steps. */
static void torture_line(struct trial *trial, const char *line)
{
	char name[STORY_NAME];
	if (story_open(&trial->story, line))
		trial->wrong +=
			torture_each(&(struct torture_subject){ story_name(&trial->story, name),
					     trial->run, SAMPLE, fail_once, trial },
				&trial->runs);
}

/* Reads the lines of KEPT that are stories. Returns their number. Closes the file before a fork
 * could share it. */
static size_t read_kept(char *line[static LINES])
{
	static char text[TEXT];
	static struct story story;
	char *save = NULL;
	size_t lines = 0;
	FILE *file = fopen(KEPT, "r");
	torture_must(file != NULL, KEPT);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	for (char *next = strtok_r(text, "\n", &save); next != NULL && lines < LINES;
		next = strtok_r(NULL, "\n", &save))
		if (story_open(&story, next))
			line[lines++] = next;
	return lines;
}

/* Plays some of the stories of KEPT, or all if TORTURE is set. */
static void torture_kept(struct trial *trial)
{
	static char *line[LINES];
	size_t lines = read_kept(line);
	size_t step = 1;
	size_t first = *torture_word() == '\0' ? torture_sample(lines, STORIES, &step) : 0;
	for (size_t i = first; i < lines; i += step)
		torture_line(trial, line[i]);
}

int main(int argc, char **argv)
{
	static struct trial trial;
	trial.run = torture_open();
	torture_must(trial.run != NULL, "stories");
	torture_libraries(disk_register);
	if (argc == 1)
		torture_kept(&trial);
	for (int i = 1; i < argc; i++)
		torture_line(&trial, argv[i]);
	return torture_end(trial.runs, trial.wrong);
}
