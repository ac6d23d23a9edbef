/* shrink.c - plays stories, and cuts them to the steps that a failure needs. */
#include "tests/simulate/shrink.h"

#include <stdlib.h>
#include <string.h>

/* SHRINK_LONGER: ms for which a shorter story may run after the time at which the whole one
 * failed. */
enum { SHRINK_LONGER = 5 * 60000 };

static struct world the_world;

const struct world *story_world(void)
{
	return &the_world;
}

void story_draw(struct story *story, const struct setting *setting)
{
	*story = (struct story){ .setting = *setting };
	story->count = step_draw(setting, story->step);
}

bool story_open(struct story *story, const char *line)
{
	struct setting setting;
	const char *rest = setting_read(&setting, line);
	if (line[0] < '0' || line[0] > '9')
		return false;
	story_draw(story, &setting);
	if (*rest == ' ')
		story_read(story, rest + 1);
	return true;
}

const char *story_name(const struct story *story, char name[STORY_NAME])
{
	const struct setting *setting = &story->setting;
	snprintf(name, STORY_NAME, "%llu%s%s%s%s", (unsigned long long)setting->seed,
		setting->rhythm->letter, setting->matrix ? "m" : "", setting->pages ? "p" : "",
		setting->console ? "c" : "");
	return name;
}

/* Returns the story without `count` of its steps, the first of them at index `from`. */
static struct story without(const struct story *story, size_t from, size_t count)
{
	struct story less = *story;
	size_t behind = story->count - from - count;
	memmove(less.step + from, less.step + from + count, behind * sizeof *less.step);
	less.count -= count;
	return less;
}

void story_read(struct story *story, const char *steps)
{
	story->count = 0;
	for (const char *at = steps; *at != '\0' && story->count < STEP_MOST;) {
		struct step *step = &story->step[story->count];
		char *end;
		const char *name;
		step->at = strtoull(at, &end, 10);
		name = end + (*end == '/');
		step->kind = step_named(name, strcspn(name, "/"));
		at = name + strcspn(name, "/");
		step->seed = strtoull(at + (*at == '/'), &end, 16);
		story->count += step->kind != STEP_NONE;
		at = end + strcspn(end, ",");
		at += *at == ',';
	}
}

void story_write(const struct story *story, FILE *out)
{
	for (size_t i = 0; i < story->count; i++)
		fprintf(out, "%s%llu/%s/%llx", i > 0 ? "," : "",
			(unsigned long long)story->step[i].at, step_name(story->step[i].kind),
			(unsigned long long)story->step[i].seed);
}

static bool play(struct story *story, FILE *out, bool wordy, uint64_t until)
{
	the_world.story = out;
	the_world.wordy = wordy;
	world_run(&the_world, &story->setting, story->step, story->count, until);
	world_clear(&the_world);
	memcpy(story->fault, the_world.fault, sizeof story->fault);
	story->kind = the_world.kind;
	story->ended = the_world.now;
	return story->fault[0] == '\0';
}

bool story_play(struct story *story, FILE *out, bool wordy)
{
	return play(story, out, wordy, story->setting.rhythm->run);
}

uint64_t story_digest(struct story *story)
{
	the_world.digests = true;
	story_play(story, NULL, false);
	the_world.digests = false;
	return the_world.digest;
}

/* Plays the shorter story `less` until the time `until`. If `less` fails in the same way, it
 * replaces the story, and the function returns true. */
static bool takes(struct story *story, struct story *less, uint64_t until)
{
	const char *kind = story->kind;
	if (play(less, NULL, false, until) || less->kind != kind)
		return false;
	*story = *less;
	return true;
}

void story_shrink(struct story *story)
{
	struct story less = *story;
	uint64_t until = story->ended + SHRINK_LONGER;
	uint64_t whole = story->setting.rhythm->run;
	until = until < whole ? until : whole;
	while (less.count > 0 && less.step[less.count - 1].at > story->ended)
		less.count--;
	takes(story, &less, until);
	for (size_t part = story->count / 2; part > 0;) {
		bool taken = false;
		for (size_t from = 0; from + part <= story->count;) {
			less = without(story, from, part);
			if (takes(story, &less, until))
				taken = true;
			else
				from += part;
		}
		part = taken && part == 1 ? 1 : part / 2;
	}
}
