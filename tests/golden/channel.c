/*
 * channel.c - channel LANGUAGE/STYLE... <SCRIPT: plays a script of people in a channel, once for
 * each language and style.
 *
 * A line of the script is `anna: text` in the channel, `anna> text` to the bot alone, or an action:
 * `* comes anna`, `* quits anna`, `* parts anna`, `* wait SECONDS`, and `* shuffle SEED` for the
 * cards from then on. Each line is printed, followed by the bot's lines: `#table: text` in the
 * channel, `anna< text` to anna. Control characters are printed as ^C.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stage/stage.h"

enum { LINES = 500, LINE = 400 };

struct script {
	unsigned lines;
	char line[LINES][LINE];
};

/* Ends the program with status 2 and a message unless `holds`. The message shows `what`, a wrong
 * line or argument. */
static void must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "channel: not understood: %s\n", what);
	exit(2);
}

static void read_script(struct script *script)
{
	script->lines = 0;
	while (script->lines < LINES && fgets(script->line[script->lines], LINE, stdin) != NULL) {
		char *line = script->line[script->lines++];
		must(strchr(line, '\n') != NULL, line);
		*strchr(line, '\n') = '\0';
	}
	must(feof(stdin), "so many lines");
}

/* Sets the language and card style of all people, as the configuration would. */
static void speak_so(struct stage *stage, const char *locale)
{
	struct settings settings = stage->lobby.settings;
	char language[8];
	size_t length = strcspn(locale, "/");
	must(length < sizeof language && locale[length] == '/', locale);
	memcpy(language, locale, length);
	language[length] = '\0';
	int number = catalog_language(language);
	int style = catalog_style(locale + length + 1);
	must(number >= 0 && style >= 0, locale);
	settings.usual.locale =
		(struct locale){ .language = (uint8_t)number, .style = (uint8_t)style };
	lobby_configure(&stage->lobby, &settings);
}

static void happen(struct stage *stage, const char *line)
{
	char what[16];
	char whom[STAGE_NAME];
	must(sscanf(line, "* %15s %63s", what, whom) == 2, line);
	if (strcmp(what, "comes") == 0)
		stage_came(stage, whom);
	else if (strcmp(what, "quits") == 0)
		stage_went(stage, whom, DEPARTED_NETWORK);
	else if (strcmp(what, "parts") == 0)
		stage_went(stage, whom, DEPARTED_CHANNEL);
	else if (strcmp(what, "wait") == 0)
		stage_wait(stage, strtol(whom, NULL, 10) * 1000);
	else if (strcmp(what, "shuffle") == 0)
		stage->chance.seed = strtoull(whom, NULL, 10);
	else
		must(false, line);
}

static void speak(struct stage *stage, const char *line)
{
	char nick[STAGE_NAME];
	size_t length = strcspn(line, ":>");
	must(length < sizeof nick && line[length] != '\0' && line[length + 1] == ' ', line);
	memcpy(nick, line, length);
	nick[length] = '\0';
	(line[length] == ':' ? stage_say : stage_whisper)(stage, nick, line + length + 2);
}

static void print_heard(struct stage *stage)
{
	for (const char *at = stage_hear(stage); *at != '\0'; at++) {
		bool control = (unsigned char)*at < ' ' && *at != '\n';
		if (control)
			putchar('^');
		putchar(control ? *at + '@' : *at);
	}
}

static void play(const struct script *script, const char *locale)
{
	static struct stage stage;
	stage_open(&stage, catalogues, NULL);
	stage.strict = true;
	speak_so(&stage, locale);
	printf("== %s\n", locale);
	for (unsigned i = 0; i < script->lines; i++) {
		puts(script->line[i]);
		(script->line[i][0] == '*' ? happen : speak)(&stage, script->line[i]);
		print_heard(&stage);
	}
	stage_close(&stage);
}

int main(int argc, char **argv)
{
	static struct script script;
	read_script(&script);
	for (int i = 1; i < argc; i++)
		play(&script, argv[i]);
	return 0;
}
