/* Tests tables in chat: seats, moves, refusals, clocks and private lines. */
#include "tests/stage/kept.h"

STAGE_CASE(the_bot_is_addressed_by_its_nick_the_prefix_or_both)
{
	static const char *const lines[] = { "!ping", "! ping", "mitaines: ping", "mitaines, ping",
		"mitaines: !ping", "Mitaines:!ping", "@mitaines ping", "@mitaines: ! ping",
		"mitaines ping" };
	static const char *const others[] = { "mitaines play 1", "@mitainesping", "@luc ping", "! ",
		"mitaines: ! great match", "ping", "9d" };
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		assert_answer(stage, "anna", lines[i], "#table: (pong)");
		stage_wait(stage, 60000);
	}
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		stage_say(stage, "anna", others[i]);
		assert_silence(stage);
	}
	assert_reply(stage, "anna", "@mitaines ! ping", "anna< (pong)");
}

STAGE_CASE(a_refused_command_changes_no_byte_of_the_table)
{
	static const struct {
		const char *says;
		const char *answer;
	} cases[] = {
		{ "!play", "(refuse.unreadable first=1)" },
		{ "!play 1z", "(refuse.unreadable first=1)" },
		{ "!play 99999999999999999999", "(refuse.unreadable first=1)" },
		{ "!play 14", "(hand.numbers held=6)" },
		{ "!play 9d 9d 9d", "(refuse.unreadable first=1)" },
		{ "!play \xf0\x9f\x82\xa1", "(refuse.unreadable first=1)" },
		{ "!give 9d 8c 7h", "(only.private bot=mitaines word=give)" },
		{ "!foreplace 9d", "(only.private " },
		{ "!place 9d", "(refuse.not.now " },
		{ "!place 9d 9c", "(help.place)" },
		{ "!discard", "(help.discard)" },
		{ "!keep", "(refuse.not.now " },
		{ "!join", "(no.open.table)" },
		{ "!join 7", "(no.such.table table=7)" },
		{ "!join -1", "(join.number)" },
		{ "!join 1", "(seated.playing)" },
		{ "!start", "(match.running.yours)" },
		{ "!bot", "(match.running.yours)" },
		{ "!invite rose", "(match.running.yours)" },
		{ "!sub", "(sub.who)" },
		{ "!accept", "(no.offer)" },
		{ "!decline", "(no.offer)" },
		{ "!new chess", "(no.such.game " },
		{ "!new mitaines nonsense", "(no.such.game " },
		{ "!new target=", " game=mitaines options=" },
		{ "!new target=1000000000000", " game=mitaines options=" },
		{ "!new speed=9", " game=mitaines options=" },
		{ "!match", "(match.usage)" },
		{ "!match 0", "(match.usage)" },
		{ "!match 99999", "(no.such.match match=99999 last=1)" },
		{ "!rank nobody", "(nobody.known name=nobody)" },
		{ "!top chess", "(top.usage " },
		{ "!rules chess", "(rules.unknown " },
		{ "!help chess", "(help.unknown " },
		{ "!set", "(setting name=(setting.cards) " },
		{ "!set cards braille", "(setting name=(setting.cards) " },
		{ "!p #9 1", "(no.such.table table=9)" },
	};
	struct table *table = case_two(stage, "!new");
	size_t size = sizeof *table + table->game->state_size;
	char *before = malloc(size);
	assert_non_null(before);
	memcpy(before, table, size);
	const char *nick = mover_of(table);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_refusal(stage, nick, cases[i].says, cases[i].answer);
		assert_memory_equal(table, before, size);
		assert_int_equal(stage->lobby.tables.count, 1);
	}
	free(before);
}

MATCH_CASE(moves_out_of_turn_are_refused, "!new")
{
	assert_refusal(stage, waiter_of(table), "!p 1", "(not.your.turn ");
	assert_refusal(stage, "rose", "!p 1", "(not.seated)");
	assert_int_equal(table->moves, 0);
}

STAGE_CASE(long_input_is_refused)
{
	char text[900] = "!new ";
	memset(text + 5, 'x', 800);
	assert_refusal(stage, "anna", text, "(no.such.game ");
	assert_in_range(strlen(stage->heard.bytes), 100, 400);
	memcpy(text, "!play ", 6);
	struct table *table = case_two(stage, "!new");
	assert_refusal(stage, mover_of(table), text, "(refuse.unreadable first=1)");
	memcpy(text, "!xxxxx", 6);
	stage_say(stage, "anna", text);
	assert_silence(stage);
	for (size_t i = 1; i + 1 < 600; i += 2)
		memcpy(text + i, "p ", 2);
	assert_refusal(stage, mover_of(table), text, "(refuse.unreadable first=1)");
}

STAGE_CASE(a_table_that_has_closed_in_the_same_batch_is_not_found)
{
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	stage_add(stage, "anna", true, "!leave");
	stage_add(stage, "luc", true, "!join 1");
	lobby_commit(&stage->lobby);
	assert_said(stage, "luc< (no.such.table table=1)\n");
}

STAGE_CASE(too_many_tables_are_refused)
{
	static const char *const openers[] = { "anna", "luc", "rose", "kim" };
	assert_int_equal(stage->settings.tables_per_channel, 4);
	for (unsigned i = 0; i < 4; i++)
		stage_say(stage, openers[i], "!new");
	assert_refusal(stage, "zoe", "!new", "(too.many.tables)");
	stage->lobby.settings.tables_per_channel = 5;
	stage->lobby.settings.tables_per_network = 4;
	assert_refusal(stage, "zoe", "!new", "(too.many.tables)");
	stage->lobby.settings.tables_per_network = 5;
	stage_say(stage, "zoe", "!new");
	assert_int_equal(stage->lobby.tables.count, 5);
	/* Each channel has a limit of its own for tables. */
	stage->lobby.settings.tables_per_network = 9;
	assert_refusal(stage, "max", "!new", "(too.many.tables)");
	stage_table(stage, 1)->channel = lobby_channel(&stage->lobby, &stage->network, "#other");
	stage_say(stage, "max", "!new");
	assert_int_equal(stage->lobby.tables.count, 6);
}

STAGE_CASE(a_player_at_two_tables_must_name_the_table)
{
	for (unsigned i = 1; i <= 2; i++) {
		const char *join = case_text("!join %u", i);
		stage_say(stage, "anna", "!new");
		stage_say(stage, "luc", join);
		stage_say(stage, "anna", "!start");
	}
	stage_hear(stage);
	struct table *first = stage_table(stage, 1);
	struct table *second = stage_table(stage, 2);
	assert_true(first->running && second->running);
	if (strcmp(mover_of(first), mover_of(second)) != 0)
		stage_play(stage, 1, 1);
	stage_hear(stage);
	const char *nick = mover_of(first);
	assert_refusal(stage, nick, "!p 1", "(which.table tables=#1, #2 word=p table=1)");
	assert_answer(stage, nick, "!p #2 1", "#table: [2] ");
	assert_int_equal(second->moves, 1);
	assert_answer(stage, nick, "!p 1", "#table: [1] ");
}

STAGE_CASE(the_start_command_needs_enough_players)
{
	stage_say(stage, "anna", "!new");
	assert_refusal(stage, "anna", "!start", "(wrong.players players=2–4 taken=1)");
	assert_answer(stage, "anna", "!bot",
		"(table.joined name=Donalda names=anna, Donalda ((level.easy)))");
	assert_answer(stage, "anna", "!bot -", "(table.left name=Donalda ");
	assert_refusal(stage, "anna", "!bot -", "(no.robot)");
	for (unsigned i = 0; i < 3; i++)
		stage_say(stage, "anna", "!bot");
	assert_refusal(stage, "anna", "!bot", "(table.full)");
	assert_refusal(stage, "luc", "!join", "(table.full)");
}

MATCH_CASE(a_move_by_the_player_resets_their_count_of_missed_turns, "!new")
{
	for (unsigned i = 0; i < 6; i++) {
		stage_wait(stage, 60 * 1000);
		stage_wait(stage, 30 * 1000);
		stage_play(stage, 1, 2);
	}
	assert_false(table->seat[0].has_stand_in || table->seat[1].has_stand_in);
}

STAGE_CASE(the_last_person_to_leave_a_full_table_closes_it)
{
	stage_say(stage, "anna", "!new mitch decks=2");
	for (unsigned i = 1; i < SEATS_MAX; i++)
		stage_say(stage, "anna", "!bot");
	assert_int_equal(stage_table(stage, 1)->seats_taken, SEATS_MAX);
	assert_answer(stage, "anna", "!leave", "(table.closed name=anna)");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(each_join_or_leave_postpones_closing_an_idle_table)
{
	enum { TWENTY = 20 * 60 * 1000 };
	stage_say(stage, "anna", "!new");
	stage_wait(stage, TWENTY);
	stage_say(stage, "luc", "!join");
	stage_wait(stage, TWENTY);
	stage_say(stage, "luc", "!leave");
	stage_wait(stage, TWENTY);
	assert_non_null(stage_table(stage, 1));
	stage_wait(stage, TWENTY);
	assert_said(stage, "(table.idle)");
	assert_null(stage_table(stage, 1));
}

MATCH_CASE(a_hand_is_not_shown_again_when_others_come_and_go, "!new")
{
	const char *mover = mover_of(table);
	const char *waiter = waiter_of(table);
	const char *line = case_text("%s< ", mover);
	stage_say(stage, waiter, "!leave");
	assert_unsaid(stage, line);
	assert_answer_without(stage, waiter, "!join", line);
	stage_say(stage, mover, "!leave");
	assert_answer(stage, mover, "!join", line);
}

STAGE_CASE(stored_preferences_are_used_in_later_answers)
{
	stage_say(stage, "anna", "!set cards unicode");
	assert_answer(stage, "anna", "!set via notice",
		"anna<< (set.done name=(setting.via) value=notice)");
	case_dialog(stage, "anna: !new", "anna: !bot");
	assert_answer(stage, "anna", "!start", "anna<< [1] ");
	stage_say(stage, "anna", "!hand");
	const char *heard = stage_hear(stage);
	assert_true(strstr(heard, "♣") != NULL || strstr(heard, "♦") != NULL ||
		strstr(heard, "♥") != NULL || strstr(heard, "♠") != NULL);
}

/* In French, 9C is the nine of hearts (cœur). */
STAGE_CASE(french_hands_and_cards_are_shown_and_understood)
{
	assert_answer(stage, "anna", "!set lang fr", "anna< C’est fait");
	case_dialog(stage, "anna: !new", "anna: !robot");
	assert_answer(stage, "anna", "!start", "Votre main : ");
	struct table *table = stage_table(stage, 1);
	static const char ranks[RANK_COUNT][3] = { "2", "3", "4", "5", "6", "7", "8", "9", "10",
		"v", "d", "r", "a" };
	unsigned seat = table->seat[0].player != NULL ? 0 : 1;
	for (unsigned i = 0; i < 6; i++) {
		card c = table->transient.seat[seat].hand[0];
		const char *says = case_text("%s%c", ranks[card_rank(c)], "tkcp"[card_suit(c)]);
		uint32_t moves = table->moves;
		stage_whisper(stage, "anna", says);
		assert_true(table->moves > moves);
	}
	assert_answer(stage, "luc", "!hand", "luc< (no.hand)");
	assert_answer(stage, "anna", "!hand", "Votre main : ");
}

KEPT_CASE(an_sts_policy_outlives_a_restart_until_it_expires)
{
	stage->network.events->set_sts_policy(&stage->network, "irc.test", 6697, 300);
	stage_say(stage, "anna", "!tables");
	kept_restart(stage, NULL);
	assert_int_equal(stage->network.events->get_sts_port(&stage->network, "irc.test"), 6697);
	assert_int_equal(stage->network.events->get_sts_port(&stage->network, "irc2.test"), 0);
	stage_wait(stage, 301000);
	assert_int_equal(stage->network.events->get_sts_port(&stage->network, "irc.test"), 0);
}

/* The player moves and hands over the seat in the same batch. */
MATCH_CASE(a_move_is_told_with_its_player_even_if_the_seat_changes_hands, "!new")
{
	const char *nick = mover_of(table);
	const char *told = case_text("(event.play seat=%s ", nick);
	stage_say(stage, "rose", "!ping");
	stage_hear(stage);
	stage_add(stage, nick, true, "!p 1");
	stage_add(stage, nick, true, "!sub rose");
	stage_add(stage, "rose", true, "!accept");
	lobby_commit(&stage->lobby);
	assert_said(stage, told);
}

KEPT_CASE(a_player_keeps_the_seat_after_the_database_was_unreadable)
{
	kept_hush(stage);
	struct table *table = case_two(stage, "!new");
	const char *nick = mover_of(table);
	kept_hide(stage, "people");
	assert_refusal(stage, nick, "!set cards unicode", "(store.failed)");
	kept_show(stage, "people");
	stage_say(stage, "rose", "!set cards unicode");
	assert_answer(stage, nick, "!p 1", "(event.play ");
	assert_int_equal(table->moves, 1);
}

/* The batch with the first !start fails, so the bot does not log this start. */
STAGE_CASE(start_and_end_of_a_match_are_logged_after_the_commit)
{
	const struct log before = stage->log;
	FILE *file = tmpfile();
	char line[256];
	assert_non_null(file);
	stage->log = (struct log){ .fd = fileno(file), .level = LOG_INFO };
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!robot expert");
	stage_add(stage, "anna", true, "!start");
	lobby_check_write(&stage->lobby, STORE_IO);
	lobby_commit(&stage->lobby);
	stage_wait(stage, 5000);
	stage_say(stage, "anna", "!start");
	stage_say(stage, "anna", "!stop");
	stage->log = before;
	rewind(file);
	assert_non_null(fgets(line, sizeof line, file));
	assert_in(line, "cannot store the last moves and commands, so they were undone: ");
	assert_non_null(fgets(line, sizeof line, file));
	assert_in(line, "match 1 started: mitaines classic at table 1 in #table; casual; seats: ");
	assert_in(line, " (AI)");
	assert_non_null(fgets(line, sizeof line, file));
	assert_in(line,
		"match 1 ended: mitaines classic at table 1 in #table; stopped by its players; "
		"points: ");
	assert_in(line, "anna 0");
	assert_null(fgets(line, sizeof line, file));
	fclose(file);
}
