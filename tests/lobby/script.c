/* Plays the corpus of the fuzz target `command` on one stage again and again. Tests that a
 * rewound stage behaves like a new one. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>

#include "tests/stage/case.h"
#include "tests/stage/script.h"

#define CORPUS "tests/fuzz/corpus/command"

enum { SCRIPTS = 100, SCRIPT = 4096 };

struct script {
	uint8_t data[SCRIPT];
	size_t size;
	char *lines; /* the bot's lines on a new stage */
};

struct scripts {
	struct script script[SCRIPTS];
	unsigned count;
	struct stage stage; /* plays all scripts */
};

static void read_script(struct script *script, const char *name)
{
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/%s", CORPUS, name);
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	script->size = fread(script->data, 1, SCRIPT, file);
	assert_true(script->size > 0 && script->size < SCRIPT);
	fclose(file);
}

/* Removes the amount of memory; it is the only part that may differ. */
static void hide_memory(char *lines)
{
	static const char place[] = " memory=";
	for (char *at = lines; (at = strstr(at, place)) != NULL;) {
		at += strlen(place);
		const char *behind = at + strspn(at, "0123456789");
		memmove(at, behind, strlen(behind) + 1);
	}
}

/* Plays a script. Returns the bot's lines; the caller frees them. */
static char *play_script(struct stage *stage, const struct script *script)
{
	script_play(stage, script->data, script->size);
	char *lines = strdup(stage_hear(stage));
	assert_non_null(lines);
	hide_memory(lines);
	return lines;
}

static int open_scripts(void **state)
{
	struct scripts *scripts = calloc(1, sizeof *scripts);
	DIR *folder = opendir(CORPUS);
	assert_non_null(scripts);
	assert_non_null(folder);
	for (struct dirent *file = readdir(folder); file != NULL; file = readdir(folder)) {
		if (file->d_name[0] == '.')
			continue;
		assert_true(scripts->count < SCRIPTS);
		read_script(&scripts->script[scripts->count++], file->d_name);
	}
	closedir(folder);
	script_open(&scripts->stage, stage_keys);
	*state = scripts;
	return 0;
}

static int close_scripts(void **state)
{
	struct scripts *scripts = *state;
	stage_close(&scripts->stage);
	for (unsigned i = 0; i < scripts->count; i++)
		free(scripts->script[i].lines);
	free(scripts);
	return 0;
}

static void each_script_plays_on_a_new_stage(void **state)
{
	struct scripts *scripts = *state;
	for (unsigned i = 0; i < scripts->count; i++) {
		struct stage stage;
		script_open(&stage, stage_keys);
		scripts->script[i].lines = play_script(&stage, &scripts->script[i]);
		stage_close(&stage);
	}
}

static void a_rewound_stage_gives_the_same_lines_as_a_new_one(void **state)
{
	struct scripts *scripts = *state;
	for (unsigned i = 0; i < scripts->count * scripts->count; i++) {
		const struct script *other = &scripts->script[i / scripts->count];
		const struct script *script = &scripts->script[i % scripts->count];
		free(play_script(&scripts->stage, other));
		stage_rewind(&scripts->stage);
		char *lines = play_script(&scripts->stage, script);
		stage_rewind(&scripts->stage);
		assert_string_equal(lines, script->lines);
		free(lines);
	}
}

static void finished_matches_are_in_history(void **state)
{
	struct scripts *scripts = *state;
	struct stage *stage = &scripts->stage;
	struct script script = { .data = "\1!history" };
	script.size = strlen((const char *)script.data);
	char *lines = play_script(stage, &script);
	stage_rewind(stage);
	for (unsigned i = 0; games[i] != NULL; i++)
		assert_in(lines, games[i]->name);
	free(lines);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_script_plays_on_a_new_stage),
		cmocka_unit_test(a_rewound_stage_gives_the_same_lines_as_a_new_one),
		cmocka_unit_test(finished_matches_are_in_history),
	};
	return cmocka_run_group_tests(tests, open_scripts, close_scripts);
}
