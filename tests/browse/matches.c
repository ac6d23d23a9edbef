/* matches.c - writes matches for the browser tests. With DATABASE alone it plays matches of all
 * games, one with odd names, and leaves one table running. SITE is the address of the IRC server;
 * the default is one so long that pages must break it. With DATABASE MOVES it plays so many more
 * moves at that table and then kills itself, as the bot; with MOVES 0 it plays to the end. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#include "storage/home.h"
#include "tests/stage/stage.h"

/* Each match: the command that opens it, its players, and the number of its moves; 0: to the
 * end. */
static const struct {
	const char *opening;
	const char *who[5];
	unsigned moves;
} matches[] = {
	/* Five rated matches for each of four people give them places in the ranking. */
	{ "!new mitaines quebec", { "anna", "luc", "rose", "yves" }, 0 },
	{ "!new mitaines quebec", { "anna", "luc", "rose", "yves" }, 0 },
	{ "!new mitaines quebec", { "anna", "luc", "rose", "yves" }, 0 },
	{ "!new mitaines quebec", { "anna", "luc", "rose", "yves" }, 0 },
	{ "!new mitaines quebec", { "anna", "luc", "rose", "yves" }, 0 },
	{ "!new mitaines classic target=200", { "anna", "luc" }, 0 },
	{ "!new mitch", { "anna", "luc", "rose" }, 0 },
	{ "!new mate", { "luc", "anna" }, 0 },
	{ "!new mitaines quebec target=300", { "anna", "luc", "rose", "</script><b>Éloïse" }, 0 },
	{ "!new mitaines gamerules", { "rose", "anna" }, 0 },
	{ "!new mitaines quebec", { "anna", "luc", "rose", "yves" }, 9 },
};

static bool goes_on(struct stage *stage)
{
	const struct table *table = stage_table(stage, 1);
	return table != NULL && table->running;
}

/* Lets the player to move play like the level `greedy`. */
static void make_move(struct stage *stage)
{
	struct table *table = stage_table(stage, 1);
	const struct state *state = table_state(table);
	char typed[MOVE_TEXT + 8];
	struct text text = text_in(typed, sizeof typed);
	union any_view view;
	table->game->view(state, state->turn, &view.view);
	struct move made = game_greedy(table->game, &view.view);
	text_add(&text, made.act == ACT_PLAY ? "p " : "");
	move_write(&text, made);
	stage_whisper(stage, table->seat[state->turn].player->name, typed);
	stage_wait(stage, 2000);
}

/* Plays so slowly that viewers can follow, with a pause after each move. */
static int play_on(const char *database, unsigned long moves)
{
	static struct stage stage;
	stage_open_quietly(&stage, catalogues, database);
	for (unsigned long n = 0; goes_on(&stage); n++) {
		if (moves > 0 && n == moves)
			raise(SIGKILL);
		make_move(&stage);
		usleep(moves > 0 ? 300000 : 20000);
	}
	stage_close(&stage);
	return 0;
}

int main(int argc, char **argv)
{
	static struct stage stage;
	char file[PATH_MAX];
	if (argc < 2 || sodium_init() < 0 || !home_create(argv[1]) || !home_file(argv[1], file))
		return 2;
	if (argc > 2)
		return play_on(file, strtoul(argv[2], NULL, 10));
	stage_open_quietly(&stage, catalogues, file);
	stage.site = getenv("SITE");
	if (stage.site == NULL)
		stage.site = "ircs://a-long-name-of-a-server-for-card-games.example.net:6697";
	for (size_t i = 0; i < sizeof matches / sizeof matches[0]; i++) {
		const char *const *who = matches[i].who;
		stage_say(&stage, who[0], matches[i].opening);
		for (unsigned k = 1; who[k] != NULL; k++)
			stage_say(&stage, who[k], "!join");
		stage_say(&stage, who[0], "!nonce salt<&>");
		stage_say(&stage, who[0], "!start");
		for (unsigned n = 0;
			goes_on(&stage) && (matches[i].moves == 0 || n < matches[i].moves); n++)
			make_move(&stage);
	}
	bool live = goes_on(&stage);
	if (!live)
		fputs(stage_hear(&stage), stderr);
	stage_close(&stage);
	return live ? 0 : 1;
}
