#include "bot/app/play.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/app/app.h"
#include "bot/app/panel.h"
#include "bot/command/command.h"
#include "bot/command/command_table.h"
#include "bot/net/console/console.h"
#include "bot/net/console/wrap.h"
#include "bot/surface/events.h"
#include "engine/playout.h"

/*
 * THINK_MS: average ms that an AI player takes for a move when a screen is shown. NAME: bytes of
 * the longest name, with the NUL.
 */
enum { THINK_MS = 600, NAME = 31 };

struct play {
	struct app app;
	struct console console;
	struct screen *screen; /* NULL: the output is not a terminal with a screen */
	struct loop_watch *input;
	struct chance chance; /* source of repeatable shuffles, if a seed is given */
	bool hurries;         /* AI players move at once */
	bool quits;
	bool deaf;     /* standard input has failed */
	size_t length; /* bytes of the incomplete line */
	bool skip;     /* the line is too long and is being skipped */
	char line[CONSOLE_LINE];
};

struct options {
	char line[CONSOLE_LINE]; /* the command "new" with the words that describe the table */
	struct text table;       /* writes to `line` */
	const char *level;
	unsigned players; /* number of players; 0: the fewest that the game allows */
	const char *seed; /* seed of repeatable shuffles; NULL: random shuffles */
	char name[NAME];  /* name of the person */
};

/* Prints an item of an indented list. Begins a new line if the item does not fit. */
static void print_item(FILE *out, size_t *column, const char *name, const char *values)
{
	static const char indent[] = "\n   ";
	enum { COLUMNS = 79 };
	size_t length = 1 + wrap_width(name, strlen(name)) + wrap_width(values, strlen(values));
	if (*column == 0 || *column + length > COLUMNS) {
		fputs(indent, out);
		*column = sizeof indent - 2;
	}
	fprintf(out, " %s%s", name, values);
	*column += length;
}

static void usage(FILE *out)
{
	fputs("usage: mitaines play [game] [preset] [option=value ...]\n"
	      "                     [-l level] [-n players] [-s seed] [-u name]\n"
	      "A table in this terminal against AI players, as in\n"
	      "  mitaines play mitaines classic target=300 -l hard\n"
	      "with the commands of chat, which help lists; quit or Ctrl-D ends it.\n"
	      "  -l LEVEL    the AI players' level: easy, normal, hard or expert\n"
	      "  -n PLAYERS  how many play, you included; by default as few as the game allows\n"
	      "  -s SEED     a number; the same number deals the same cards again\n"
	      "  -u NAME     your name at the table; by default your login name\n"
	      "Games, their presets and options:\n",
		out);
	for (size_t i = 0; games[i] != NULL; i++) {
		size_t column = 0;
		fprintf(out, "  %s", games[i]->name);
		for (const char *const *preset = games[i]->presets; *preset != NULL; preset++)
			fprintf(out, "%s%s", **preset != '\0' ? " " : "", *preset);
		const struct option *option = game_options(games[i]);
		for (; option->name != NULL; option++) {
			char values[64];
			snprintf(values, sizeof values, "=%s", option->values);
			print_item(out, &column, option->name, values);
		}
		fputs("\n", out);
	}
}

/* Sets the person's name. Replaces each character that a name cannot have by _. */
static void set_name(struct options *options, const char *name)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
	struct text text = text_in(options->name, sizeof options->name);
	for (; *name != '\0'; name++)
		if (((unsigned char)*name & 0xc0) != 0x80)
			text_char(&text, strchr(letters, *name) != NULL ? *name : '_');
}

/*
 * Reads the command line. Options may come between the words that describe the table. Returns -1 to
 * continue, else the exit status.
 */
static int read_options(int argc, char **argv, struct options *options)
{
	while (optind < argc) {
		int option = getopt(argc, argv, "hl:n:s:u:");
		switch (option) {
		case 'h': usage(stdout); return 0;
		case 'l': options->level = optarg; break;
		case 'n': options->players = (unsigned)strtoul(optarg, NULL, 10); break;
		case 's': options->seed = optarg; break;
		case 'u': set_name(options, optarg); break;
		case -1:
			if (optind == argc)
				break;
			text_char(&options->table, ' ');
			text_add(&options->table, argv[optind++]);
			break;
		default: usage(stderr); return 2;
		}
	}
	if (!options->table.cut)
		return -1;
	usage(stderr);
	return 2;
}

static void seeded(void *self, uint8_t bytes[32])
{
	struct play *play = self;
	for (size_t i = 0; i < 32; i++)
		bytes[i] = (uint8_t)chance_next(&play->chance);
}

/* Returns a time that never changes, so that a session with a seed can be repeated. */
static int64_t frozen_clock(void *self)
{
	(void)self;
	return 0;
}

static int64_t fixed_date(void *self)
{
	(void)self;
	return 1800000000;
}

/* Lets the AI players that move at once make their moves, then commits the batch. */
static void turn(struct play *play)
{
	while (play->hurries && lobby_run_job(&play->app.lobby))
		;
	lobby_commit(&play->app.lobby);
}

/* Returns the player, or NULL before the first table. */
static const struct person *person_of(const struct play *play)
{
	return people_find(&play->app.lobby.people, &play->console.network, play->console.name);
}

/* Gives the channel the locale of its only reader. */
static void follow(struct play *play)
{
	struct lobby *lobby = &play->app.lobby;
	const struct person *person = person_of(play);
	if (person != NULL && lobby->channels.count > 0)
		lobby->channels.channel[0]->settings.locale = person_locale(person);
}

/* True if a line is a word to quit, with or without blanks around it. */
static bool is_quit(const struct catalog *catalog, const char *line, size_t length)
{
	/* in chat, commands begin with !, and some people also type it here */
	static const char blanks[] = " \t\r!";
	char word[32];
	while (length > 0 && strchr(blanks, line[length - 1]) != NULL)
		length--;
	for (; length > 0 && strchr(blanks, *line) != NULL; line++)
		length--;
	struct text text = text_in(word, sizeof word);
	text_bytes(&text, line, length);
	return !text.cut && catalog_is_word(catalog, MSG_WORD_QUIT, word);
}

/*
 * Reads some input and hands whole lines to the console. Drops lines that are too long. Returns
 * false at the end of the input, on an error, and after a line to quit.
 */
static bool read_some(struct play *play)
{
	char bytes[4096];
	ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
	for (ssize_t i = 0; i < count; i++) {
		if (bytes[i] != '\n') {
			play->skip = play->skip || play->length == sizeof play->line;
			if (!play->skip)
				play->line[play->length++] = bytes[i];
			continue;
		}
		play->quits = !play->skip && is_quit(play->app.catalog, play->line, play->length);
		if (play->quits)
			break;
		if (!play->skip)
			console_line(&play->console, play->line, play->length);
		follow(play);
		turn(play);
		console_flush(&play->console);
		play->skip = false;
		play->length = 0;
	}
	play->deaf = count < 0 && errno != EINTR && errno != EAGAIN;
	if (count < 0)
		return !play->deaf;
	return count > 0 && !play->quits && !play->console.broken;
}

static void ready(void *context, unsigned events)
{
	struct play *play = context;
	(void)events;
	if (!read_some(play))
		loop_stop(play->app.loop);
}

/* ---- in a window ---- */

static void on_line(void *above, const char *line, size_t length)
{
	struct play *play = above;
	if (is_quit(play->app.catalog, line, length)) {
		loop_stop(play->app.loop);
		return;
	}
	console_line(&play->console, line, length);
	follow(play);
}

static void on_end(void *above)
{
	struct play *play = above;
	loop_stop(play->app.loop);
}

static void on_candidates(void *above, struct string *out)
{
	struct play *play = above;
	const struct person *person = person_of(play);
	if (person != NULL)
		panel_add_completions(&play->app.lobby, person, out);
}

static void on_advice(void *above, struct string *out)
{
	struct play *play = above;
	const struct person *person = person_of(play);
	if (person != NULL)
		panel_add_advice(&play->app.lobby, person, out);
}

/* Adds the largest panel for which the window has room, or a line that says it is too small. */
static void add_panel(struct play *play, const struct person *person, struct string *panel)
{
	if (screen_is_small(play->screen)) {
		catalog_add(panel, play->app.catalog, person_locale(person), MSG_PANEL_SMALL,
			ARGS(arg_number("columns", SCREEN_COLUMNS),
				arg_number("rows", SCREEN_ROWS)));
		return;
	}
	for (unsigned size = PANEL_ALL; size < PANEL_SIZES; size++) {
		string_clear(panel);
		panel_add_table(&play->app.lobby, person, size, panel);
		if (screen_has_room(play->screen, panel->bytes, size >= PANEL_UNSCORED))
			break;
	}
}

/* Ends a batch, and shows its lines. */
static void show(void *context)
{
	struct play *play = context;
	turn(play);
	console_flush(&play->console);
	if (play->screen == NULL)
		return;
	const struct person *person = person_of(play);
	struct string panel = STRING_EMPTY, more = STRING_EMPTY;
	if (person != NULL) {
		add_panel(play, person, &panel);
		catalog_add(
			&more, play->app.catalog, person_locale(person), MSG_PANEL_MORE, NO_ARGS);
	}
	screen_set_panel(play->screen, panel.bytes, more.bytes);
	screen_paint(play->screen);
	string_free(&panel);
	string_free(&more);
}

/* Returns the language of the environment. Returns English if its catalogue is missing. */
static uint8_t language(void)
{
	static const char *const names[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
	const char *value = NULL;
	char code[3];
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (value == NULL || *value == '\0')
			value = getenv(names[i]);
	text_copy(code, sizeof code, value != NULL ? value : "");
	int found = catalog_language(code);
	return found > 0 ? (uint8_t)found : 0;
}

/* ---- the table ---- */

static void say(struct play *play, const char *line)
{
	console_line(&play->console, line, strlen(line));
	turn(play);
}

/* Opens the table, seats AI players and starts the match. */
static bool begin(struct play *play, const struct options *options)
{
	say(play, options->line);
	if (play->app.lobby.tables.count == 0)
		return false;
	struct table *table = play->app.lobby.tables.table[0];
	uint16_t allowed = game_players(table->game, table_state(table));
	char line[CONSOLE_LINE];
	struct text text = text_in(line, sizeof line);
	text_add(&text, "bot ");
	text_add(&text, options->level);
	for (unsigned n = 1; n < SEATS_MAX; n++) {
		if (options->players > 0 ? n >= options->players : (allowed & 1u << n) != 0)
			break;
		say(play, line);
	}
	const struct person *person = person_of(play);
	struct string greeting = STRING_EMPTY;
	if (person != NULL) {
		panel_add_greeting(&play->app.lobby, person, table, &greeting);
		/* show the greeting instead of the lines about a new table */
		console_replace(&play->console, greeting.bytes);
	}
	string_free(&greeting);
	say(play, "start");
	return table->running;
}

/* Plays until the match or the input ends. Returns an error text, or NULL. */
static const char *run(struct play *play, const struct options *options)
{
	bool begun = begin(play, options);
	console_flush(&play->console);
	if (!begun)
		return "cannot start a match";
	loop_set_batch_end(play->app.loop, show, play);
	if (play->screen != NULL) {
		show(play);
		loop_run(play->app.loop);
		return NULL;
	}
	play->input = loop_watch_open(play->app.loop, STDIN_FILENO, ready, play);
	if (play->input != NULL) {
		loop_watch_set_events(play->input, LOOP_READ);
		loop_run(play->app.loop);
	} else {
		/* epoll cannot watch a file */
		while (read_some(play))
			;
	}
	if (play->console.broken)
		return "cannot write to standard output";
	return play->deaf ? "cannot read standard input" : NULL;
}

/* Opens the console, with a screen if possible, and joins its channel. */
static bool open_table(struct play *play, const struct options *options, bool window)
{
	const struct screen_events events = { play, on_line, on_end, on_candidates, on_advice };
	console_open(&play->console, STDOUT_FILENO, options->name, command_table_is_public);
	play->console.network.events = &events_of_networks;
	play->console.network.above = &play->app.commands;
	if (window)
		play->screen = screen_open(play->app.loop, &events);
	console_show(&play->console, play->screen);
	if ((window && play->screen == NULL) ||
		!lobby_add_network(&play->app.lobby, &play->console.network))
		return false;
	console_report_joined(&play->console);
	const struct channels *channels = &play->app.lobby.channels;
	return channels->count > 0 && channels->channel[0]->joined;
}

int play_main(int argc, char **argv)
{
	struct options options = { .level = "normal" };
	options.table = text_in(options.line, sizeof options.line);
	text_add(&options.table, "new");
	int status = read_options(argc, argv, &options);
	if (status >= 0)
		return status;
	if (options.name[0] == '\0') {
		const char *name = getenv("USER");
		bool named = name != NULL && *name != '\0';
		const struct passwd *login = named ? NULL : getpwuid(getuid());
		if (!named)
			name = login != NULL && *login->pw_name != '\0' ? login->pw_name : "guest";
		set_name(&options, name);
	}
	bool window = screen_is_possible();
	struct settings settings = {
		.prefix = "",
		.usual = { .turn_seconds = 24 * 60 * 60, .locale = { .language = language() } },
		.tables_per_channel = 1,
		.tables_per_network = 1,
		.exercises = 1,
		.think_ms = THINK_MS,
		.matches_wait = true,
	};
	if (window && screen_has_colours())
		settings.usual.locale.style = STYLE_COLOUR;
	struct play play = { .hurries = !window || options.seed != NULL };
	settings.advice = !play.hurries;
	struct log log = log_open(STDERR_FILENO, LOG_WARN);
	if (app_open(&play.app, log, &settings, NULL, play.hurries ? 0 : 1) != 0)
		return 1;
	if (command_find_level(play.app.catalog, options.level) < 0) {
		fprintf(stderr, "mitaines play: no such level: %s\n", options.level);
		app_close(&play.app);
		return 2;
	}
	if (options.seed != NULL) {
		play.chance.seed = strtoull(options.seed, NULL, 10);
		play.app.lobby.env = (struct env){
			.self = &play, .now = frozen_clock, .date = fixed_date, .entropy = seeded
		};
	}
	const char *fault = open_table(&play, &options, window)
		? run(&play, &options)
		: "cannot open the terminal or the database in memory";
	screen_close(play.screen);
	if (fault != NULL)
		fprintf(stderr, "mitaines play: %s\n", fault);
	app_close(&play.app);
	console_close(&play.console);
	return fault == NULL ? 0 : 1;
}
