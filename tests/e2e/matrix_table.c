/* matrix_table.c - a table on a real Synapse: edited in place, like hands; turns notify one person;
 * a reaction plays a card. Whole matches go through an nginx with TLS and HTTP/2, as on most
 * homeservers. */
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/net/matrix/shown.h"
#include "tests/matrix/gateway.h"
#include "tests/matrix/scene.h"

/* ---- matches behind a gateway ---- */

enum { MANY = 100000 }; /* requests on a connection, more than a match needs */

static struct gateway gateway;

/* Starts a match of two people; the bot uses a gateway that closes a connection after so many
 * requests. */
static void begin_match(struct scene *scene, unsigned requests)
{
	char more[PATH_MAX + 32];
	gateway_start(&gateway, scene->synapse.port, requests);
	snprintf(scene->homeserver, sizeof scene->homeserver, "https://127.0.0.1:%d", gateway.port);
	snprintf(more, sizeof more, "ca_file = \"%s\";", gateway.ca);
	scene_configure(scene, more);
	scene_open_table(scene, 2, "mitaines classic");
}

static int leave_gateway(void **state)
{
	scene_leave(state);
	gateway_end(&gateway);
	return 0;
}

#define SCENE_ENTER_CASE(name) CASE_WITH(name, struct scene *scene, scene_enter, leave_gateway)

/* Counts the connections in the gateway's log, and in *requests the requests with this method and
 * path. Fails if a request did not use HTTP/2. */
static unsigned connections(const char *method, const char *path, unsigned *requests)
{
	char *log = gateway_log(&gateway), name[64];
	unsigned count = 0;
	*requests = 0;
	for (const char *line = log; *line != '\0'; line = strchr(line, '\n') + 1) {
		int begin = 0, end = 0;
		assert_int_equal(sscanf(line, "HTTP/2.0 %*d%n %*s%n", &begin, &end), 0);
		assert_true(end > begin);
		snprintf(name, sizeof name, "%.*s ", end - begin, line + begin);
		count += strstr(log, name) == line + begin;
		const char *at = strstr(line, path);
		*requests += strncmp(line + end + 1, method, strlen(method)) == 0 && at != NULL &&
			at < strchr(line, '\n');
	}
	free(log);
	return count;
}

/* Returns the last message that contains `part`, once there is one. */
static const struct guest_message *shown(struct guest *guest, const char *part)
{
	const struct guest_message *message;
	while ((message = guest_shown(guest, part)) == NULL)
		guest_hear(guest, 1000);
	return message;
}

/* Stops the match. Fails unless all moves are stored, each turn was told once, a hand was shown to
 * its owner alone, and the table is one message in the room. Returns how many turns notified. */
static unsigned finish_match(struct scene *scene)
{
	char direct[GUEST_ID];
	unsigned turns = 0, pings = 0;
	scene_stop(scene);
	for (unsigned i = 0; i < scene->count; i++) {
		struct guest *guest = &scene->people[i];
		/* No hand asks for a move any more. */
		assert_string_equal(
			shown(guest, "] This match is over.")->room, guest_direct(guest, direct));
		const struct guest_message *table = shown(guest, "\nThis match is over.");
		assert_string_equal(table->room, scene->room);
		assert_non_null(strstr(table->first, " to play."));
		assert_true(table->edits > 1);
		assert_int_equal(scene_told(scene, guest, "\nPile of "), 1);
		assert_int_equal(scene_told(scene, guest, "Match 1, commitment"), 1);
		assert_int_equal(scene_told(scene, guest, " draws "), 1);
		assert_string_not_equal(direct, scene->room);
		assert_false(guest_heard(&scene->people[1 - i], direct));
		turns += scene_turns(scene, guest, &pings);
	}
	assert_int_equal(turns, scene_moves_stored(scene) + 1);
	assert_int_equal(bot_stop(&scene->bot), 0);
	return pings;
}

/* The bot sends messages on the connection on which its /sync waits. Its messages notify no player,
 * because each has just said something. */
SCENE_ENTER_CASE(a_match_needs_only_one_connection_to_send_its_messages)
{
	unsigned logins, syncs, sent;
	const struct guest_message *hand;
	begin_match(scene, MANY);
	while ((hand = guest_shown(&scene->people[0], "Your hand: ")) == NULL)
		guest_hear(&scene->people[0], 1000);
	assert_non_null(hand->html);
	assert_non_null(strstr(hand->html, "data-mx-color"));
	scene_play_moves(scene, 12, NULL);
	assert_int_equal(finish_match(scene), 0);
	assert_int_equal(connections("POST", "/login", &logins), 1);
	assert_int_equal(connections("GET", "/sync", &syncs), 1);
	assert_int_equal(connections("PUT", "/send/", &sent), 1);
	assert_int_equal(logins, 1);
	assert_true(syncs > scene_moves_stored(scene));
	assert_true(sent > scene_moves_stored(scene));
}

/* ---- a short rate limit ---- */

/* Counts the bot's messages, edits included, in the room or elsewhere. */
static unsigned count_messages(const struct scene *scene, const struct guest *guest, bool public)
{
	unsigned count = 0;
	for (size_t i = 0; i < guest->messages; i++) {
		const struct guest_message *message = &guest->message[i];
		bool here = strcmp(message->room, scene->room) == 0;
		if (strcmp(message->sender, scene->mitaines.id) == 0 && here == public)
			count += 1 + message->edits;
	}
	return count;
}

SCENE_CASE(hands_go_before_news_to_the_room_while_the_rate_limit_is_short)
{
	enum { MOVES = 20 };
	unsigned hands = 0;
	scene->pace = "pace = { burst = 6; per_second = 2.0; };";
	scene_configure(scene, "");
	scene_open_table(scene, 2, "mitaines classic");
	unsigned before = count_messages(scene, &scene->people[0], true);
	scene_play_moves(scene, MOVES, NULL);
	unsigned news = count_messages(scene, &scene->people[0], true) - before;
	for (unsigned i = 0; i < 2; i++)
		hands += count_messages(scene, &scene->people[i], false);
	assert_in_range(hands, MOVES, MOVES + 4);
	assert_in_range(news, 2, MOVES / 2);
	/* This server keeps no files, so the record comes as text. */
	scene_stop(scene);
	guest_say(&scene->people[0], scene->room, "!export 1");
	guest_wait(&scene->people[0], " m.notice mitaines-record 1|game mitaines classic|");
}

/* ---- reactions ---- */

/* Returns the player whose turn it is, once they have been told. */
static struct guest *mover(struct scene *scene)
{
	for (;;)
		for (unsigned i = 0; i < scene->count; i++) {
			struct guest *guest = &scene->people[i];
			if (guest->player.turn && guest_shown(guest, "Your turn") != NULL)
				return guest;
			guest_hear(guest, 100);
		}
}

static void tap(struct guest *guest, const char *room, const char *event, const char *key)
{
	char content[600];
	snprintf(content, sizeof content,
		"{\"m.relates_to\":{\"rel_type\":\"m.annotation\",\"event_id\":\"%s\","
		"\"key\":\"%s\"}}",
		event, key);
	guest_send(guest, room, "m.reaction", content, NULL);
}

static void wait_for(struct guest *guest, const char *part)
{
	while (!guest_heard(guest, part))
		guest_hear(guest, 1000);
}

/* Fails unless the table has shown a pile of so many cards, and not more. */
static void assert_pile(struct scene *scene, unsigned count)
{
	char part[32];
	struct guest *anna = &scene->people[0];
	snprintf(part, sizeof part, "Pile of %u", count);
	guest_say(anna, scene->room, "!ping now");
	wait_for(anna, "pong now");
	assert_non_null(guest_shown(anna, part));
	snprintf(part, sizeof part, "Pile of %u", count + 1);
	assert_null(guest_shown(anna, part));
}

SCENE_CASE(a_player_plays_a_card_with_a_reaction)
{
	char event[GUEST_ID], room[GUEST_ID], offered[400];
	/* Cards leave the pile only when a player matches the last one. */
	scene_open_table(scene, 2, "mitaines classic");
	struct guest *first = mover(scene);
	struct guest *other = first == &scene->people[0] ? &scene->people[1] : &scene->people[0];
	const struct guest_message *turn = guest_shown(first, "Your turn");
	snprintf(event, sizeof event, "%s", turn->id);
	snprintf(room, sizeof room, "%s", turn->room);
	unsigned held = cards_count(first->player.hand);
	assert_int_equal(held, 6);
	/* The bot offers a reaction for each card. */
	for (unsigned i = 0; i < held; i++) {
		snprintf(offered, sizeof offered, "m.reaction %s %s\n", shown_choice_key(i), event);
		wait_for(first, offered);
		assert_int_equal(guest_count(first, offered), 1);
	}
	snprintf(offered, sizeof offered, "m.reaction %s %s\n", shown_choice_key(held), event);
	assert_false(guest_heard(first, offered));
	const struct guest_message *table = guest_shown(other, " to play.");
	while (table == NULL || strcmp(table->room, scene->room) != 0) {
		guest_hear(other, 1000);
		table = guest_shown(other, " to play.");
	}
	/* The bot ignores other reactions, and reactions to other messages. */
	tap(first, room, event, "\xf0\x9f\x91\x8d");
	tap(first, room, event, shown_choice_key(8));
	tap(other, scene->room, table->id, shown_choice_key(0));
	assert_pile(scene, 4);
	tap(first, room, event, shown_choice_key(2));
	guest_wait(other, "Your turn");
	assert_true(other->player.turn);
	wait_for(&scene->people[0], " plays ");
	/* A second reaction comes too late. */
	tap(first, room, event, shown_choice_key(1));
	guest_say(first, scene->room, "!ping late");
	wait_for(first, "pong late");
	assert_false(guest_heard(first, "not your turn"));
	bot_kill(&scene->bot);
	assert_int_equal(scene_moves_stored(scene), 1);
}

/* The reaction no longer plays a card, but shows that the player is present. */
SCENE_CASE(a_player_takes_a_seat_back_from_an_ai_player_with_a_reaction)
{
	char event[GUEST_ID], room[GUEST_ID], kept[80], back[80];
	scene_configure(scene, "turn_seconds = 20;");
	scene->bot.haste = 10;
	scene_open_table(scene, 2, "mitaines classic");
	struct guest *first = mover(scene), *anna = &scene->people[0];
	const char *name = first == anna ? "anna" : "luc";
	snprintf(kept, sizeof kept, "Time is up for %s%u again", name, scene->number);
	snprintf(back, sizeof back, "%s%u is back", name, scene->number);
	wait_for(anna, kept);
	guest_hear(first, 1000);
	const struct guest_message *turn = guest_shown(first, "Your turn");
	snprintf(event, sizeof event, "%s", turn->id);
	snprintf(room, sizeof room, "%s", turn->room);
	assert_false(guest_heard(anna, back));
	tap(first, room, event, shown_choice_key(0));
	wait_for(anna, back);
	guest_say(first, room, "ping on");
	wait_for(first, "pong on");
	assert_false(guest_heard(first, "not your turn"));
	assert_false(guest_heard(first, "To play, just name a card"));
}

/* ---- other rooms and threads ---- */

/* A person's direct room is ready before their first hand. */
SCENE_CASE(hands_go_to_direct_rooms_and_public_lines_to_the_thread_of_a_table)
{
	struct guest *anna = scene_come(scene, "anna", NULL), *luc = scene_come(scene, "luc", NULL);
	scene_configure(scene, "tables_in = \"thread\";");
	scene_run(scene, anna);
	assert_false(guest_heard(anna, "m.invite"));
	guest_say(anna, scene->room, "!new mitaines classic");
	wait_for(anna, "m.invite");
	guest_say(luc, scene->room, "!join");
	wait_for(luc, "m.invite");
	assert_false(guest_heard(luc, "Your hand: "));
	guest_say(anna, scene->room, "!start");
	wait_for(luc, "Your hand: ");
	assert_int_equal(guest_count(luc, "m.invite"), 1);
	wait_for(anna, " to play.");
	guest_say(anna, scene->room, "!stop");
	guest_say(luc, scene->room, "!stop");
	wait_for(anna, "This match is over.");
	const struct guest_message *table = guest_shown(anna, "This match is over.");
	wait_for(anna, "Match 1, root");
	const struct guest_message *line = guest_shown(anna, "Match 1, root");
	assert_string_equal(table->thread, "");
	assert_string_equal(line->thread, table->id);
	/* Lines before the table have no thread. */
	assert_string_equal(guest_shown(anna, "Match 1, commitment")->thread, "");
}

SCENE_CASE(the_bot_shows_typing_while_an_ai_player_thinks)
{
	char typing[2 * GUEST_ID + 16];
	struct guest *anna = scene_come(scene, "anna", NULL);
	/* The AI player thinks long enough for a typing notice. */
	FILE *file = fopen(scene->bot.configuration, "r+");
	char text[4096];
	assert_non_null(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	char *seconds = strstr(text, "think_seconds = 0;");
	assert_non_null(seconds);
	seconds[strlen("think_seconds = ")] = '3';
	rewind(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	scene_run(scene, anna);
	guest_say(anna, scene->room, "!new mitaines classic");
	guest_say(anna, scene->room, "!bot");
	guest_say(anna, scene->room, "!start");
	snprintf(typing, sizeof typing, "%s %s m.typing", scene->room, scene->mitaines.id);
	while (!guest_heard(anna, typing)) {
		guest_hear(anna, 200);
		scene_play(scene);
	}
}

CASES_AROUND(scene_start, scene_end)
