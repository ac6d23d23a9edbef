/* matrix_limits.c - the bot on a Synapse with its default limits: 0.2 messages a second. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "tests/matrix/scene.h"

/* Two people may send so many messages at once; the bot may send fewer. */
enum { LIMITS_LINES = 8 };

/* The bot does not pace itself: the server answers 429. */
static void a_rate_limited_message_is_sent_once(void **state)
{
	struct scene *scene = *state;
	char line[32];
	struct guest *people[] = { scene_come(scene, "anna", NULL),
		scene_come(scene, "luc", NULL) };
	scene_run(scene, people[0]);
	for (unsigned i = 0; i < LIMITS_LINES; i++)
		for (unsigned k = 0; k < 2; k++) {
			snprintf(line, sizeof line, "!ping %c%u.", 'a' + (char)k, i);
			guest_say(people[k], scene->room, line);
			guest_hear(people[k], 0);
		}
	for (unsigned k = 0; k < 2; k++) {
		for (unsigned i = 0; i < LIMITS_LINES; i++) {
			snprintf(line, sizeof line, "pong %c%u.", 'a' + (char)k, i);
			while (!guest_heard(people[k], line))
				guest_hear(people[k], 1000);
			assert_int_equal(guest_count(people[k], line), 1);
		}
	}
}

/* ---- a whole match ---- */

enum { LIMITS_MOVES = 512 };

/* The moves of a match, and the times when the room saw them. */
struct limits {
	struct {
		char card[64];
		long at;    /* time of the move */
		long shown; /* time when the room saw it; 0 if not yet */
	} move[LIMITS_MOVES];
	unsigned moves;
	unsigned events; /* number of the bot's events in the room */
	size_t seen;     /* offset in anna's `heard` up to which limits_look has read */
};

/* Returns true if a line tells of this card being played. */
static bool limits_tells(const char *line, size_t length, const char *played)
{
	char part[32];
	snprintf(part, sizeof part, " plays %s", played);
	for (const char *at = line; (at = strstr(at, part)) != NULL && at < line + length; at++)
		return true;
	return false;
}

/* Reads the room's new lines, and notes the time of each move that they show. */
static void limits_look(struct limits *limits, const struct scene *scene)
{
	const struct guest *anna = &scene->people[0];
	long now = bot_clock();
	for (const char *line; *(line = anna->heard.bytes + limits->seen) != '\0';) {
		size_t length = strcspn(line, "\n");
		limits->seen += length + 1;
		size_t room = strlen(scene->room);
		if (strncmp(line, scene->room, room) != 0 ||
			strncmp(line + room + 1, scene->mitaines.id, strlen(scene->mitaines.id)) !=
				0 ||
			strstr(line, " m.typing ") == line + room + 1 + strlen(scene->mitaines.id))
			continue;
		limits->events++;
		for (unsigned i = 0; i < limits->moves; i++)
			if (limits->move[i].shown == 0 &&
				limits_tells(line, length, limits->move[i].card))
				limits->move[i].shown = now;
	}
}

static int limits_order(const void *one, const void *other)
{
	long a = *(const long *)one, b = *(const long *)other;
	return (a > b) - (a < b);
}

static void limits_tell(struct limits *limits, long began)
{
	long behind[LIMITS_MOVES] = { 0 };
	unsigned shown = 0;
	for (unsigned i = 0; i < limits->moves; i++)
		if (limits->move[i].shown != 0)
			behind[shown++] = limits->move[i].shown - limits->move[i].at;
	assert_true(shown > 0);
	size_t middle = shown / 2;
	qsort(behind, shown, sizeof behind[0], limits_order);
	printf("%u moves in %ld s; %.2f public events a move; the room saw %u of them after"
	       " %.1f s (median), at most %.1f s\n",
		limits->moves, (bot_clock() - began) / 1000, (double)limits->events / limits->moves,
		shown, (double)behind[middle] / 1000, (double)behind[shown - 1] / 1000);
}

/* MATRIX_LIMITS=50 plays a match to 50 points with players who move at once; takes minutes. */
static void a_match_is_played_at_the_pace_of_a_stock_server(void **state)
{
	static struct limits limits;
	struct scene *scene = *state;
	char game[64];
	if (getenv("MATRIX_LIMITS") == NULL)
		skip();
	snprintf(game, sizeof game, "mitaines classic target=%s", getenv("MATRIX_LIMITS"));
	scene->pace = "burst = 10; per_second = 0.2;";
	scene_configure(scene, "");
	scene_open_table(scene, 2, game);
	limits.seen = scene->people[0].heard.length;
	long began = bot_clock();
	while (!guest_heard(&scene->people[0], " won the match!")) {
		if (limits.moves < LIMITS_MOVES && scene_play(scene)) {
			snprintf(limits.move[limits.moves].card, sizeof limits.move[0].card, "%s",
				scene->played);
			for (char *c = limits.move[limits.moves].card; *c != '\0'; c++)
				*c = (char)toupper((unsigned char)*c);
			limits.move[limits.moves++].at = bot_clock();
		}
		for (unsigned i = 0; i < scene->count; i++)
			guest_hear(&scene->people[i], 50);
		limits_look(&limits, scene);
	}
	guest_wait(&scene->people[0], "This match is over.");
	limits_tell(&limits, began);
	assert_int_equal(
		scene_turns(scene, &scene->people[0]) + scene_turns(scene, &scene->people[1]),
		scene_moves_stored(scene));
}

/* ---- the example configuration ---- */

/* Appends the Matrix entry of the example configuration, uncommented, for this server. */
static void example_add(struct string *entry, const struct scene *scene)
{
	static const char host[] = "https://matrix.example.org", domain[] = "example.org";
	char *example = folder_read("config/mitaines.conf.example", NULL);
	char *line = strstr(example, "#   {\n#     name = \"matrix\"");
	assert_non_null(line);
	for (bool last = false; !last; line += strcspn(line, "\n") + 1) {
		last = strncmp(line, "#   }\n", 6) == 0;
		for (const char *at = line + 1; *at != '\n';) {
			if (strncmp(at, host, sizeof host - 1) == 0) {
				string_add(entry, "http://127.0.0.1:");
				string_add_number(entry, scene->synapse.port);
				at += sizeof host - 1;
			} else if (strncmp(at, domain, sizeof domain - 1) == 0) {
				string_add(entry, SYNAPSE_NAME);
				at += sizeof domain - 1;
			} else {
				string_add_char(entry, *at++);
			}
		}
		string_add_char(entry, '\n');
	}
	free(example);
}

/* The steps of mitaines.conf(5), from an account to a game. */
static void the_example_leads_to_a_game(void **state)
{
	struct scene *scene = *state;
	char path[PATH_MAX], room[GUEST_ID], direct[GUEST_ID];
	struct string entry = STRING_EMPTY;
	struct guest mitaines, *anna = &scene->people[scene->count++];
	/* An account for the bot, with its password in a file. */
	guest_open(&mitaines, scene->synapse.port, "mitaines", NULL);
	folder_file(scene->bot.folder, "matrix_password", path);
	folder_write(path, "pw\n", 3);
	assert_int_equal(chmod(path, 0600), 0);
	example_add(&entry, scene);
	bot_configure(&scene->bot, "database = \"test.db\"; networks = ( %s );", entry.bytes);
	string_free(&entry);
	assert_int_equal(bot_command(&scene->bot,
				 (const char *[]){ "check", "-c", scene->bot.configuration, NULL }),
		0);
	/* The operator makes a private room and invites the bot. */
	guest_open(anna, scene->synapse.port, "anna", NULL);
	json_t *made = guest_must(anna, "POST", "/createRoom",
		"{\"preset\":\"private_chat\",\"room_alias_name\":\"cards\"}");
	snprintf(room, sizeof room, "%s", json_string_value(json_object_get(made, "room_id")));
	json_decref(made);
	guest_treat(anna, room, "invite", mitaines.id);
	bot_start(&scene->bot);
	assert_true(bot_logged(&scene->bot, "in, as @mitaines:" SYNAPSE_NAME, BOT_PATIENCE));
	while (!guest_heard(anna, "pong")) {
		guest_say(anna, room, "!ping");
		guest_hear(anna, 2000);
	}
	guest_say(anna, room, "!new");
	guest_wait(anna, "!bot for an AI player");
	guest_say(anna, room, "!bot");
	guest_wait(anna, " sits down");
	guest_say(anna, room, "!start");
	/* An AI player may have the first turn. */
	guest_wait(anna, "Your turn");
	guest_direct(anna, direct);
	assert_string_not_equal(direct, room);
	guest_say(anna, direct, "p 1");
	guest_wait(anna, "anna plays ");
	/* The person is an operator. */
	guest_say(anna, direct, "admin status");
	guest_wait(anna, "kB of memory");
	guest_close(&mitaines);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_rate_limited_message_is_sent_once, scene_enter, scene_leave),
		cmocka_unit_test_setup_teardown(
			a_match_is_played_at_the_pace_of_a_stock_server, scene_enter, scene_leave),
		cmocka_unit_test_setup_teardown(
			the_example_leads_to_a_game, scene_enter, scene_leave),
	};
	return cmocka_run_group_tests(tests, scene_start_stock, scene_end);
}
