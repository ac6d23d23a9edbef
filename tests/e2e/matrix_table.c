/* matrix_table.c - a table on a real Synapse: edited in place, like hands; turns notify one person;
 * a reaction plays a card. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/net/matrix/shown.h"
#include "tests/matrix/scene.h"

/* ---- a match ---- */

/* Returns the first table message. The message of a later hand may begin with the end of the
 * match. */
static const struct guest_message *first_table(const struct guest *guest)
{
	size_t i = 0;
	while (i < guest->messages && strstr(guest->message[i].first, "\nPile (") == NULL)
		i++;
	assert_true(i < guest->messages);
	return &guest->message[i];
}

/* Checks the room: the table is one message, with few others. */
static void check_room(struct scene *scene)
{
	const struct guest *anna = &scene->people[0];
	const struct guest_message *table = guest_shown(anna, "This match is over.");
	assert_non_null(table);
	assert_string_equal(table->room, scene->room);
	assert_non_null(strstr(table->first, "[1] Hand "));
	assert_non_null(strstr(first_table(anna)->first, " to play."));
	assert_true(first_table(anna)->edits > 1);
	/* One match in seven takes more than a hand; the table may then be posted again. */
	assert_in_range(
		scene_told(scene, anna, " to play."), 1, scene_told(scene, anna, " deals."));
	assert_int_equal(scene_told(scene, anna, " won the match!"), 1);
	assert_true(scene_told(scene, anna, "") < scene_moves_stored(scene));
}

static void a_table_is_one_message_and_a_turn_notifies_one_person(void **state)
{
	struct scene *scene = *state;
	scene_open_table(scene, 2, "mitaines classic target=50");
	const struct guest_message *hand;
	while ((hand = guest_shown(&scene->people[0], "Your hand: ")) == NULL)
		guest_hear(&scene->people[0], 1000);
	assert_non_null(hand->html);
	assert_non_null(strstr(hand->html, "data-mx-color"));
	scene_play_match(scene, NULL);
	guest_wait(&scene->people[0], "This match is over.");
	check_room(scene);
	assert_int_equal(
		scene_turns(scene, &scene->people[0]) + scene_turns(scene, &scene->people[1]),
		scene_moves_stored(scene));
	assert_int_equal(bot_stop(&scene->bot), 0);
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
	snprintf(part, sizeof part, "Pile (%u", count);
	guest_say(anna, scene->room, "!ping now");
	wait_for(anna, "pong now");
	assert_non_null(guest_shown(anna, part));
	snprintf(part, sizeof part, "Pile (%u", count + 1);
	assert_null(guest_shown(anna, part));
}

static void a_reaction_of_its_owner_plays_a_card(void **state)
{
	struct scene *scene = *state;
	char event[GUEST_ID], room[GUEST_ID], offered[400];
	/* Cards leave the pile only when a player matches the last one. */
	scene_open_table(scene, 2, "mitaines classic");
	struct guest *first = mover(scene);
	struct guest *other = first == &scene->people[0] ? &scene->people[1] : &scene->people[0];
	const struct guest_message *turn = guest_shown(first, "Your turn");
	snprintf(event, sizeof event, "%s", turn->id);
	snprintf(room, sizeof room, "%s", turn->room);
	unsigned held = first->player.held;
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
	/* Other reactions do nothing, nor does a reaction to another message. */
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
static void a_reaction_takes_a_seat_back_from_an_ai_player(void **state)
{
	struct scene *scene = *state;
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
static void sitting_down_brings_an_invitation_to_a_direct_room(void **state)
{
	struct scene *scene = *state;
	struct guest *anna = scene_come(scene, "anna", NULL), *luc = scene_come(scene, "luc", NULL);
	scene_run(scene, anna);
	assert_false(guest_heard(anna, "m.invite"));
	guest_say(anna, scene->room, "!new mitaines classic");
	wait_for(anna, "m.invite");
	guest_say(luc, scene->room, "!join");
	wait_for(luc, "m.invite");
	assert_false(guest_heard(luc, "Your hand: "));
	/* The hand is shown in the same room. */
	guest_say(anna, scene->room, "!start");
	wait_for(luc, "Your hand: ");
	assert_int_equal(guest_count(luc, "m.invite"), 1);
}

static void lines_about_a_table_are_in_its_thread(void **state)
{
	struct scene *scene = *state;
	scene_configure(scene, "tables_in = \"thread\";");
	scene_open_table(scene, 2, "mitaines classic");
	struct guest *anna = &scene->people[0];
	while (guest_shown(anna, "[1] Hand 1: ") == NULL || !guest_heard(anna, " to play."))
		guest_hear(anna, 1000);
	guest_say(&scene->people[0], scene->room, "!stop");
	guest_say(&scene->people[1], scene->room, "!stop");
	wait_for(anna, "This match is over.");
	const struct guest_message *table = guest_shown(anna, "This match is over.");
	wait_for(anna, "Match 1, root");
	const struct guest_message *line = guest_shown(anna, "Match 1, root");
	assert_string_equal(table->thread, "");
	assert_string_equal(line->thread, table->id);
	/* Lines before the table have no thread. */
	assert_string_equal(guest_shown(anna, "Match 1, commitment")->thread, "");
}

static void a_thinking_ai_player_is_seen_typing(void **state)
{
	struct scene *scene = *state;
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

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, scene_enter, scene_leave)
	const struct CMUnitTest tests[] = {
		CASE(a_table_is_one_message_and_a_turn_notifies_one_person),
		CASE(a_reaction_of_its_owner_plays_a_card),
		CASE(a_reaction_takes_a_seat_back_from_an_ai_player),
		CASE(sitting_down_brings_an_invitation_to_a_direct_room),
		CASE(lines_about_a_table_are_in_its_thread),
		CASE(a_thinking_ai_player_is_seen_typing),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
