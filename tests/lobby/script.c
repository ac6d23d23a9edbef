/* Tests that a rewound stage behaves like a new one: plays the corpus of the fuzz target `command`
 * on one stage again and again. */
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
	char *lines; /* the bot's lines when the script is played on a new stage */
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

/* Removes the numbers after " memory=" from the lines in place, because only these may differ. */
static void hide_memory(char *lines)
{
	static const char place[] = " memory=";
	for (char *at = lines; (at = strstr(at, place)) != NULL;) {
		at += strlen(place);
		const char *behind = at + strspn(at, "0123456789");
		memmove(at, behind, strlen(behind) + 1);
	}
}

/* Plays a script. Returns the bot's lines; free them with free(). */
static char *play_script(struct stage *stage, const struct script *script)
{
	script_play(stage, script->data, script->size);
	char *lines = strdup(stage_hear(stage));
	assert_non_null(lines);
	hide_memory(lines);
	return lines;
}

/* Reads all scripts of the corpus. Returns their number. */
static unsigned read_scripts(struct script scripts[SCRIPTS])
{
	unsigned count = 0;
	DIR *folder = opendir(CORPUS);
	assert_non_null(folder);
	for (struct dirent *file = readdir(folder); file != NULL; file = readdir(folder)) {
		if (file->d_name[0] == '.')
			continue;
		assert_true(count < SCRIPTS);
		read_script(&scripts[count++], file->d_name);
	}
	closedir(folder);
	return count;
}

CASE(a_rewound_stage_gives_the_same_lines_as_a_new_one)
{
	struct script *scripts = calloc(SCRIPTS, sizeof *scripts);
	struct stage stage;
	assert_non_null(scripts);
	unsigned count = read_scripts(scripts);
	for (unsigned i = 0; i < count; i++) {
		script_open(&stage, stage_keys);
		scripts[i].lines = play_script(&stage, &scripts[i]);
		stage_close(&stage);
	}
	script_open(&stage, stage_keys);
	for (unsigned i = 0; i < count * count; i++) {
		const struct script *script = &scripts[i % count];
		free(play_script(&stage, &scripts[i / count]));
		stage_rewind(&stage);
		char *lines = play_script(&stage, script);
		stage_rewind(&stage);
		assert_string_equal(lines, script->lines);
		free(lines);
	}
	stage_close(&stage);
	for (unsigned i = 0; i < count; i++)
		free(scripts[i].lines);
	free(scripts);
}

CASE(finished_matches_are_in_history)
{
	struct stage stage;
	struct script script = { .data = "\1!history" };
	script_open(&stage, stage_keys);
	script.size = strlen((const char *)script.data);
	char *lines = play_script(&stage, &script);
	for (unsigned i = 0; games[i] != NULL; i++)
		assert_in(lines, games[i]->name);
	free(lines);
	stage_close(&stage);
}
