/*
 * matrix.c - the bot on a real Synapse: whole matches through plain HTTP, kills in mid-match, and
 * what it minds, and what it does not.
 */
#include <curl/curl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/net/http.h"
#include "tests/irc/bot.h"
#include "tests/matrix/guest.h"
#include "tests/matrix/synapse.h"

enum { PEOPLE = 3 };

/* A server for all tests, and for each a bot, a room and people of its own. */
struct scene {
	struct synapse synapse;
	unsigned number; /* of the test: names begin with it */
	struct bot bot;
	struct guest mitaines; /* the bot's account, and its owner */
	struct guest people[PEOPLE];
	unsigned count;
	char room[GUEST_ID];
	char alias[GUEST_ID];
	struct chance chance;
};

static int start(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	assert_non_null(scene);
	*state = scene;
	curl_global_init(CURL_GLOBAL_DEFAULT);
	synapse_start(&scene->synapse, false);
	return 0;
}

static int end(void **state)
{
	struct scene *scene = *state;
	synapse_end(&scene->synapse);
	free(scene);
	curl_global_cleanup();
	return 0;
}

/* A name of this test's own. */
static const char *own(const struct scene *scene, const char *name, char out[64])
{
	snprintf(out, 64, "%s%u", name, scene->number);
	return out;
}

/* Somebody registers and comes into the room; the first makes it. */
static struct guest *come(struct scene *scene, const char *name, const char *display)
{
	char whole[64];
	struct guest *guest = &scene->people[scene->count++];
	guest_open(guest, scene->synapse.port, own(scene, name, whole), display);
	if (scene->room[0] == '\0')
		guest_make(guest, own(scene, "t", whole), scene->room);
	else
		guest_join(guest, scene->room);
	return guest;
}

/* The bot is to be in the room of the test; more: further keys. */
static void configure(struct scene *scene, const char *more)
{
	char entry[BOT_ENTRY];
	snprintf(entry, sizeof entry,
		"{ type = \"matrix\"; name = \"hs\"; homeserver = \"http://127.0.0.1:%d\";"
		" user = \"%s\"; password = \"pw\"; channels = ( \"%s\" );"
		" pace = { burst = 0; }; limits = { burst = 0; }; %s }",
		scene->synapse.port, scene->mitaines.id, scene->alias, more);
	bot_configure_networks(&scene->bot, entry);
}

static int enter(void **state)
{
	struct scene *scene = *state;
	char name[64];
	scene->number++;
	scene->count = 0;
	scene->chance = (struct chance){ .seed = scene->number };
	bot_open(&scene->bot);
	guest_open(&scene->mitaines, scene->synapse.port, own(scene, "mitaines", name), NULL);
	scene->room[0] = '\0';
	snprintf(scene->alias, sizeof scene->alias, "#%s:" SYNAPSE_NAME, own(scene, "t", name));
	configure(scene, "");
	return 0;
}

static int leave(void **state)
{
	struct scene *scene = *state;
	for (unsigned i = 0; i < scene->count; i++)
		guest_close(&scene->people[i]);
	guest_close(&scene->mitaines);
	bot_close(&scene->bot);
	return 0;
}

/* The bot runs, and is heard in the room. */
static void run(struct scene *scene, struct guest *guest)
{
	char text[64];
	bot_start(&scene->bot);
	snprintf(text, sizeof text, "ready %u", guest_count(guest, "pong ready"));
	struct string said = STRING_EMPTY;
	string_add(&said, "!ping ");
	string_add(&said, text);
	bot_logged(&scene->bot, "hs: in, as ", BOT_PATIENCE);
	/* What was said before it came is not for it. */
	while (!guest_heard(guest, text)) {
		guest_say(guest, scene->room, said.bytes);
		guest_hear(guest, 2000);
	}
	string_free(&said);
}

/* Whoever's turn it is plays, by the direct room; false: nobody knows that it is theirs. */
static bool play_one(struct scene *scene)
{
	char room[GUEST_ID], move[64], line[96];
	for (unsigned i = 0; i < scene->count; i++) {
		struct guest *guest = &scene->people[i];
		if (!guest->player.turn)
			continue;
		player_choose(&guest->player, &scene->chance, move, sizeof move);
		snprintf(line, sizeof line, "play %s", move);
		guest->player.turn = false;
		guest_say(guest, guest_direct(guest, room), line);
		return true;
	}
	return false;
}

static void hear_all(struct scene *scene, int milliseconds)
{
	for (unsigned i = 0; i < scene->count; i++)
		guest_hear(&scene->people[i], milliseconds);
}

/* Two people at a table; the hand is dealt. */
static void open_table(struct scene *scene, const char *game)
{
	char line[100];
	struct guest *anna = come(scene, "anna", NULL);
	struct guest *luc = come(scene, "luc", NULL);
	run(scene, anna);
	snprintf(line, sizeof line, "!new %s", game);
	guest_say(anna, scene->room, line);
	guest_wait(anna, "!join to sit down");
	guest_say(luc, scene->room, "!join");
	guest_wait(luc, "Seated: ");
	guest_say(luc, scene->room, "!start");
	guest_wait(luc, "Hand 1: ");
}

/* Plays on until the match has ended; now and then what is done in between. */
static void play_match(struct scene *scene, void (*between)(struct scene *scene, unsigned move))
{
	long deadline = bot_clock() + 4 * BOT_PATIENCE;
	unsigned moves = 0;
	while (!guest_heard(&scene->people[0], " won the match!")) {
		if (play_one(scene) && between != NULL)
			between(scene, ++moves);
		hear_all(scene, 50);
		if (bot_clock() > deadline) {
			bot_tell(&scene->bot);
			fail_msg("the match does not end:\n%s", scene->people[0].heard.bytes);
		}
	}
}

/* Moves of the stored match. */
static unsigned moves_stored(struct scene *scene)
{
	static const char *const arguments[] = { "export", "-c", NULL, "--match", "1", NULL };
	const char *list[6];
	unsigned count = 0;
	memcpy(list, arguments, sizeof list);
	list[2] = scene->bot.configuration;
	assert_int_equal(bot_command(&scene->bot, list), 0);
	for (const char *line = scene->bot.output; line != NULL;
		line = strchr(line, '\n') != NULL ? strchr(line, '\n') + 1 : NULL)
		count += line[0] != '\0' && strchr("23456789TJQKA", line[0]) != NULL &&
			strchr("CDHS", line[1]) != NULL;
	return count;
}

/* ---- a match ---- */

static void two_people_play_a_whole_match(void **state)
{
	struct scene *scene = *state;
	char direct[GUEST_ID];
	open_table(scene, "mitaines classic target=100");
	play_match(scene, NULL);
	const struct guest *anna = &scene->people[0], *luc = &scene->people[1];
	assert_int_equal(guest_count(anna, " plays "), moves_stored(scene));
	/* A hand is told to its owner alone, in a room of theirs. */
	guest_direct(anna, direct);
	assert_string_not_equal(direct, scene->room);
	assert_false(guest_heard(luc, direct));
	assert_int_equal(bot_stop(&scene->bot), 0);
}

/* What is done after a move: at once, or when some of what follows is done. */
static void kill_now_and_then(struct scene *scene, unsigned move)
{
	static const int pauses[] = { 0, 2, 5, 10, 20, 40, 80 };
	if (move % 3 != 0)
		return;
	poll(NULL, 0, pauses[move / 3 % 7]);
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
}

static void kills_in_mid_match_lose_and_double_nothing(void **state)
{
	struct scene *scene = *state;
	open_table(scene, "mitaines classic target=100");
	play_match(scene, kill_now_and_then);
	unsigned stored = moves_stored(scene);
	assert_true(stored > 20);
	for (unsigned i = 0; i < scene->count; i++) {
		assert_int_equal(guest_count(&scene->people[i], " plays "), stored);
		assert_int_equal(guest_count(&scene->people[i], " won the match!"), 1);
	}
}

/* ---- what is heard ---- */

static void what_is_said_while_the_bot_is_away_is_heard_once(void **state)
{
	struct scene *scene = *state;
	char line[32];
	struct guest *anna = come(scene, "anna", NULL);
	run(scene, anna);
	bot_kill(&scene->bot);
	/* More than one answer of the server holds. */
	for (unsigned i = 0; i < 130; i++) {
		snprintf(line, sizeof line, "!ping away%u.", i);
		guest_say(anna, scene->room, line);
	}
	bot_start(&scene->bot);
	guest_wait(anna, "pong away129.");
	bot_kill(&scene->bot);
	run(scene, anna);
	for (unsigned i = 0; i < 130; i++) {
		snprintf(line, sizeof line, "pong away%u.", i);
		assert_int_equal(guest_count(anna, line), 1);
	}
}

static void edits_notices_and_what_is_taken_back_are_no_commands(void **state)
{
	struct scene *scene = *state;
	char id[GUEST_ID], content[1024];
	struct guest *anna = come(scene, "anna", NULL);
	guest_say(anna, scene->room, "!ping before");
	run(scene, anna);
	guest_send(anna, scene->room, "m.room.message",
		"{\"msgtype\":\"m.notice\",\"body\":\"!ping notice\"}", NULL);
	guest_send(anna, scene->room, "m.room.message",
		"{\"msgtype\":\"m.text\",\"body\":\"!ping first\"}", id);
	snprintf(content, sizeof content,
		"{\"msgtype\":\"m.text\",\"body\":\"* !ping edited\",\"m.new_content\":"
		"{\"msgtype\":\"m.text\",\"body\":\"!ping edited\"},\"m.relates_to\":"
		"{\"rel_type\":\"m.replace\",\"event_id\":\"%s\"}}",
		id);
	guest_send(anna, scene->room, "m.room.message", content, NULL);
	snprintf(content, sizeof content,
		"{\"msgtype\":\"m.text\",\"body\":\"> <@x:y> !ping quoted\\n\\n!ping reply\","
		"\"m.relates_to\":{\"m.in_reply_to\":{\"event_id\":\"%s\"}}}",
		id);
	guest_send(anna, scene->room, "m.room.message", content, NULL);
	guest_say(anna, scene->room, "!ping zero");
	guest_send(anna, scene->room, "m.room.message", "{\"msgtype\":5,\"body\":[]}", NULL);
	guest_send(anna, scene->room, "m.room.message", "{}", NULL);
	guest_say(anna, scene->room, "!ping last");
	guest_wait(anna, "pong last");
	assert_true(guest_heard(anna, "pong first"));
	assert_true(guest_heard(anna, "pong reply"));
	assert_false(guest_heard(anna, "pong before"));
	assert_false(guest_heard(anna, "pong notice"));
	assert_false(guest_heard(anna, "pong edited"));
	assert_false(guest_heard(anna, "pong quoted"));
}

static void people_of_one_name_are_told_apart(void **state)
{
	struct scene *scene = *state;
	char name[GUEST_ID + 20];
	struct guest *anna = come(scene, "anna",
		"Sam \xe2\x80\xae"
		"B");
	struct guest *luc = come(scene, "luc", "Sam B");
	run(scene, anna);
	guest_say(anna, scene->room, "!new");
	snprintf(name, sizeof name, "Sam_B(%s) opens", anna->id);
	guest_wait(anna, name);
	guest_set(luc, scene->room, "m.room.member", luc->id,
		"{\"membership\":\"join\",\"displayname\":\"Luc\"}");
	guest_say(luc, scene->room, "!join");
	guest_wait(anna, "Luc sits down. Seated: Sam_B, Luc.");
}

/* ---- rooms ---- */

static void an_encrypted_room_is_left_with_one_sentence(void **state)
{
	struct scene *scene = *state;
	struct guest *anna = come(scene, "anna", NULL);
	run(scene, anna);
	guest_set(anna, scene->room, "m.room.encryption", "",
		"{\"algorithm\":\"m.megolm.v1.aes-sha2\"}");
	guest_wait(anna, "This room is encrypted");
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	guest_say(anna, scene->room, "!ping anybody");
	assert_true(bot_logged(&scene->bot, "hs: in, as ", BOT_PATIENCE));
	assert_int_equal(guest_count(anna, "This room is encrypted"), 1);
	assert_false(guest_heard(anna, "pong anybody"));
}

static void only_operators_may_ask_it_in(void **state)
{
	struct scene *scene = *state;
	char more[GUEST_ID + 64], room[GUEST_ID], other[GUEST_ID], content[GUEST_ID + 64], name[64];
	struct string path = STRING_EMPTY;
	struct guest *anna = come(scene, "anna", NULL), *luc = come(scene, "luc", NULL);
	snprintf(more, sizeof more, "admins = ( \"account:%s\" );", anna->id);
	configure(scene, more);
	run(scene, anna);
	guest_make(luc, own(scene, "no", name), other);
	guest_make(anna, own(scene, "yes", name), room);
	snprintf(content, sizeof content, "{\"user_id\":\"%s\"}", scene->mitaines.id);
	for (unsigned i = 0; i < 2; i++) {
		string_clear(&path);
		string_add(&path, "/rooms/");
		http_part(&path, i == 0 ? other : room);
		string_add(&path, "/invite");
		json_decref(guest_must(i == 0 ? luc : anna, "POST", path.bytes, content));
	}
	string_free(&path);
	while (!guest_heard(anna, "pong here")) {
		guest_say(anna, room, "!ping here");
		guest_hear(anna, 1000);
	}
	assert_true(bot_logged(&scene->bot, "declined", BOT_PATIENCE));
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, enter, leave)
	const struct CMUnitTest tests[] = {
		CASE(two_people_play_a_whole_match),
		CASE(kills_in_mid_match_lose_and_double_nothing),
		CASE(what_is_said_while_the_bot_is_away_is_heard_once),
		CASE(edits_notices_and_what_is_taken_back_are_no_commands),
		CASE(people_of_one_name_are_told_apart),
		CASE(an_encrypted_room_is_left_with_one_sentence),
		CASE(only_operators_may_ask_it_in),
	};
	return cmocka_run_group_tests(tests, start, end);
}
