/* scene.c - a bot on a Synapse, and automatic players. */
#include "tests/matrix/scene.h"

#include <curl/curl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

int scene_start(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	assert_non_null(scene);
	*state = scene;
	curl_global_init(CURL_GLOBAL_DEFAULT);
	synapse_start(&scene->synapse);
	return 0;
}

int scene_end(void **state)
{
	struct scene *scene = *state;
	synapse_end(&scene->synapse);
	free(scene);
	curl_global_cleanup();
	return 0;
}

const char *scene_own(const struct scene *scene, const char *name, char out[64])
{
	snprintf(out, 64, "%s%u", name, scene->number);
	return out;
}

struct guest *scene_come(struct scene *scene, const char *name, const char *display)
{
	char whole[64];
	struct guest *guest = &scene->people[scene->count++];
	guest_open(guest, scene->synapse.port, scene_own(scene, name, whole), display);
	if (scene->room[0] == '\0')
		guest_make(guest, scene_own(scene, "t", whole), scene->room);
	else
		guest_join(guest, scene->room);
	return guest;
}

void scene_configure_rooms(struct scene *scene, const char *more)
{
	char entry[BOT_ENTRY];
	snprintf(entry, sizeof entry,
		"{ type = \"matrix\"; name = \"hs\"; homeserver = \"%s\"; user = \"%s\"; password "
		"= \"pw\";"
		" %s limits = { burst = 0; }; %s }",
		scene->homeserver, scene->mitaines.id, scene->pace, more);
	bot_configure_networks(&scene->bot, entry);
}

void scene_configure(struct scene *scene, const char *more)
{
	char keys[BOT_ENTRY / 2];
	snprintf(keys, sizeof keys, "channels = ( \"%s\" ); %s", scene->alias, more);
	scene_configure_rooms(scene, keys);
}

int scene_enter(void **state)
{
	struct scene *scene = *state;
	char name[64];
	scene->number++;
	scene->count = 0;
	scene->chance = (struct chance){ .seed = scene->number };
	snprintf(scene->homeserver, sizeof scene->homeserver, "http://127.0.0.1:%d",
		scene->synapse.port);
	bot_open(&scene->bot);
	guest_open(&scene->mitaines, scene->synapse.port, scene_own(scene, "mitaines", name), NULL);
	scene->room[0] = '\0';
	scene->pace = "pace = { burst = 0; };";
	snprintf(scene->alias, sizeof scene->alias, "#%s:" SYNAPSE_NAME,
		scene_own(scene, "t", name));
	scene_configure(scene, "");
	return 0;
}

int scene_leave(void **state)
{
	struct scene *scene = *state;
	for (unsigned i = 0; i < scene->count; i++)
		guest_close(&scene->people[i]);
	guest_close(&scene->mitaines);
	bot_close(&scene->bot);
	return 0;
}

void scene_run(struct scene *scene, struct guest *guest)
{
	bot_start(&scene->bot);
	bot_logged(&scene->bot, "hs: logged in as ", BOT_PATIENCE);
	/* Lines said before the bot has joined are lost. */
	scene_answers(guest, scene->room);
}

void scene_answers(struct guest *guest, const char *room)
{
	char said[64], answer[GUEST_ID + 64];
	static unsigned number;
	snprintf(said, sizeof said, "!ping room%u.", ++number);
	snprintf(answer, sizeof answer, "pong room%u.", number);
	long deadline = bot_clock() + BOT_PATIENCE;
	while (!guest_heard(guest, answer)) {
		if (bot_clock() > deadline)
			fail_msg("%s gets no answer in %s:\n%s", guest->id, room,
				guest->heard.bytes);
		guest_say(guest, room, said);
		guest_hear(guest, 3000);
	}
}

bool scene_play(struct scene *scene)
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

void scene_open_table(struct scene *scene, unsigned people, const char *game)
{
	static const char *const names[SCENE_PEOPLE] = { "anna", "luc", "zoe", "max" };
	char line[100];
	for (unsigned i = 0; i < people; i++)
		scene_come(scene, names[i], NULL);
	struct guest *anna = &scene->people[0];
	scene_run(scene, anna);
	snprintf(line, sizeof line, "!new %s", game);
	guest_say(anna, scene->room, line);
	guest_wait(anna, "!join to sit down");
	for (unsigned i = 1; i < people; i++) {
		guest_say(&scene->people[i], scene->room, "!join");
		snprintf(line, sizeof line, "%s%u sits down", names[i], scene->number);
		guest_wait(anna, line);
	}
	guest_say(anna, scene->room, "!start");
	guest_wait(anna, "Hand 1: ");
}

void scene_play_moves(
	struct scene *scene, unsigned moves, void (*between)(struct scene *scene, unsigned move))
{
	long deadline = bot_clock() + BOT_PATIENCE;
	for (unsigned made = 0; made < moves; hear_all(scene, 200)) {
		if (scene_play(scene)) {
			deadline = bot_clock() + BOT_PATIENCE;
			made++;
			if (between != NULL)
				between(scene, made);
		} else if (bot_clock() > deadline) {
			bot_tell(&scene->bot);
			fail_msg("the match stands:\n%s", scene->people[0].heard.bytes);
		}
	}
}

void scene_stop(struct scene *scene)
{
	bool turn = false;
	/* The bot may read a line of the room before an earlier move in a direct room. */
	while (!turn) {
		hear_all(scene, 200);
		for (unsigned i = 0; i < scene->count; i++)
			turn |= scene->people[i].player.turn;
	}
	for (unsigned i = 0; i < scene->count; i++)
		guest_say(&scene->people[i], scene->room, "!stop");
	for (unsigned i = 0; i < scene->count; i++)
		guest_wait(&scene->people[i], "This match is over.");
}

unsigned scene_told(const struct scene *scene, const struct guest *guest, const char *part)
{
	unsigned count = 0;
	for (size_t i = 0; i < guest->messages; i++) {
		const struct guest_message *message = &guest->message[i];
		count += strcmp(message->room, scene->room) == 0 &&
			strcmp(message->sender, scene->mitaines.id) == 0 &&
			strstr(message->first, part) != NULL;
	}
	return count;
}

unsigned scene_turns(const struct scene *scene, const struct guest *guest, unsigned *pings)
{
	unsigned turns = 0;
	for (size_t i = 0; i < guest->messages; i++) {
		const struct guest_message *message = &guest->message[i];
		bool turn = strstr(message->first, "Your turn") != NULL;
		bool ping = message->calls == 1 && strcmp(message->called, guest->id) == 0;
		if (strcmp(message->sender, scene->mitaines.id) != 0)
			continue;
		assert_string_equal(message->kind, ping ? "m.text" : "m.notice");
		assert_true(ping ? turn : message->calls == 0);
		turns += turn;
		*pings += ping;
	}
	return turns;
}

unsigned scene_moves_stored(struct scene *scene)
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
