/* Tests private tables, where one person plays against AI players. */
#include "bot/match/resume.h"
#include "tests/stage/kept.h"

/* Returns the bot's lines since the last stage_hear. Fails unless all of them are private lines to
 * anna. */
static const char *hear_only_anna(AT, struct stage *stage)
{
	const char *heard = stage_hear(stage);
	for (const char *at = heard; *at != '\0'; at = strchr(at, '\n') + 1)
		if (strncmp(at, "anna< ", 6) != 0)
			fail_at("not for anna alone: %s", at);
	return heard;
}

#define hear_only_anna(stage) hear_only_anna(HERE, stage)

/* Lets anna play their first card so many times, or until the match ends. Returns the bot's last
 * lines. */
static const char *play_first_cards(struct stage *stage, unsigned moves)
{
	const char *heard = "";
	while (moves-- > 0 && tables_next(&stage->lobby.tables, &(size_t){ 0 }) != NULL) {
		stage_whisper(stage, "anna", "1");
		heard = hear_only_anna(stage);
	}
	return heard;
}

STAGE_CASE(the_solo_command_starts_a_match_at_once)
{
	stage_whisper(stage, "anna", "solo");
	const char *heard = hear_only_anna(stage);
	assert_in(heard,
		"anna< [1] (alone.solo game=mitaines preset=classic "
		"options= names=anna, ");
	assert_not_in(heard, "(fair.commitment ");
	assert_in(heard, "anna< [1] (hand.turn where=) ");
	assert_not_in(heard, "(turn.next ");
	assert_in(play_first_cards(stage, 1), "anna< [1] (event.play");
	assert_int_equal(table_count_people(stage_table(stage, 1)), 1);
}

/* A line for bystanders says only that the card is hidden. anna gets another line, which names
 * it. */
STAGE_CASE(a_hidden_card_is_told_once_to_a_solo_player)
{
	stage_whisper(stage, "anna", "solo mate");
	hear_only_anna(stage);
	stage_whisper(stage, "anna", "foreplace 1");
	const char *heard = hear_only_anna(stage);
	assert_in(heard, "anna< [1] (event.foreplace seat=anna cards=");
	assert_not_in(heard, "(event.foreplace.hidden seat=anna)");
	assert_int_equal(case_count(heard, "(event.foreplace seat=anna "), 1);
}

STAGE_CASE(the_solo_command_accepts_level_game_and_options_in_any_order)
{
	stage_say(stage, "anna", "!seul mate difficile discard=yes");
	hear_only_anna(stage);
	const struct table *table = stage_table(stage, 1);
	assert_true(table->running);
	assert_string_equal(table->game->name, "mate");
	assert_string_equal(table->options, "discard=yes");
	assert_int_equal(table->seat[0].level + table->seat[1].level, LEVEL_HARD + LEVEL_NORMAL);
	stage_whisper(stage, "anna", "stop");
	assert_in(hear_only_anna(stage), "anna< [1] (match.stopped ");
	stage_whisper(stage, "anna", "solo nonsense");
	assert_in(hear_only_anna(stage), "anna< (no.such.game word=nonsense ");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(a_table_can_be_opened_and_filled_in_private)
{
	stage_whisper(stage, "anna", "new mitaines quebec");
	assert_in(hear_only_anna(stage), "anna< [1] (alone.new ");
	stage_whisper(stage, "anna", "new");
	assert_in(hear_only_anna(stage), "anna< (alone.already)");
	stage_whisper(stage, "anna", "start");
	assert_in(hear_only_anna(stage), "anna< (wrong.players ");
	for (unsigned i = 0; i < 3; i++)
		stage_whisper(stage, "anna", "bot easy");
	assert_in(hear_only_anna(stage), "anna< [1] (table.joined ");
	stage_whisper(stage, "anna", "start");
	hear_only_anna(stage);
	assert_true(stage_table(stage, 1)->running);
	stage_whisper(stage, "anna", "tables");
	assert_in(hear_only_anna(stage), "anna< [1] (tables.running channel=(alone.place) ");
	stage_whisper(stage, "anna", "table");
	assert_in(hear_only_anna(stage), "anna< [1] ");
	stage_whisper(stage, "anna", "invite luc");
	assert_heard(stage, "anna< (alone.only)\n");
	stage_whisper(stage, "anna", "leave");
	assert_in(hear_only_anna(stage), "anna< [1] (match.abandoned ");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(other_people_cannot_see_or_use_a_private_table)
{
	static const char *const asked[] = { "table 1", "watch 1", "join 1", "score #1", "watch",
		"join", "p #1 2", "leave #1" };
	stage_whisper(stage, "anna", "solo");
	hear_only_anna(stage);
	for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
		for (unsigned public = 0; public < 2; public ++) {
			stage_add(stage, "luc", public, case_text("!%s", asked[i]));
			lobby_commit(&stage->lobby);
			const char *heard = stage_hear(stage);
			if (strncmp(heard, "luc< (no", 8) != 0)
				fail_msg("%s: %s", asked[i], heard);
		}
	stage_whisper(stage, "luc", "tables");
	assert_heard(stage, "luc< (no.tables)\n");
	assert_answer_is(stage, "anna", "!stop", "anna< (table.is.private said=stop)\n");
	stage_say(stage, "anna", "!hand");
	assert_in(hear_only_anna(stage), "anna< [1] (hand.turn where=) ");
}

STAGE_CASE(players_of_a_private_table_are_told_to_say_moves_in_private)
{
	static const char *const cases[][2] = {
		{ "!p 1", "p 1" },
		{ "!1", "1" },
		{ "mitaines: 9d m", "9d m" },
		{ "!LEAVE", "LEAVE" },
		{ "!p #1 2", "p #1 2" },
		{ "!bot", "bot" },
		{ "!start", "start" },
		{ "!score", "score" },
		{ "!leave abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz 0123456789",
			"leave abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz 012" },
	};
	stage_whisper(stage, "anna", "solo");
	const unsigned moves = stage_table(stage, 1)->moves;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_answer_is(stage, "anna", cases[i][0],
			case_text("anna< (table.is.private said=%s)\n", cases[i][1]));
	assert_int_equal(stage_table(stage, 1)->moves, moves);
	assert_answer_is(stage, "luc", "!1", "");
	assert_answer_is(stage, "anna", "!join", "anna< (no.open.table)\n");
	/* Once anna has a seat in the channel, a move in the channel is for that table. */
	stage_say(stage, "anna", "!new");
	assert_answer_is(stage, "anna", "!1", "");
	assert_answer(stage, "anna", "!leave", "#table: [2] (table.closed ");
}

STAGE_CASE(commands_in_private_are_about_the_private_table_of_the_player)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	assert_reply_is(stage, "anna", "start", "anna< (only.channel word=start)\n");
	stage_whisper(stage, "anna", "solo");
	hear_only_anna(stage);
	stage_whisper(stage, "anna", "stop #1");
	assert_heard(stage, "anna< (no.such.table table=1)\n");
	stage_whisper(stage, "anna", "stop");
	assert_in(hear_only_anna(stage), "anna< [2] (match.stopped ");
	assert_non_null(stage_table(stage, 1));
}

STAGE_CASE(only_the_player_of_a_private_match_can_show_its_result_in_a_channel)
{
	stage_whisper(stage, "anna", "solo easy target=50");
	play_first_cards(stage, 1000);
	assert_null(stage_table(stage, 1));
	stage_say(stage, "luc", "!match 1");
	assert_heard(stage, "luc< (no.such.match match=1 last=1)\n");
	assert_reply_is(stage, "luc", "verify 1", "luc< (no.such.match match=1 last=1)\n");
	stage_whisper(stage, "anna", "match 1");
	assert_in(hear_only_anna(stage), "anna< (match page= match=1 ");
	stage_whisper(stage, "anna", "verify 1");
	assert_in(hear_only_anna(stage), "anna< (verify.done match=1 ");
	assert_answer(stage, "anna", "!match 1", "#table: (match page= match=1 ");
	stage_whisper(stage, "anna", "again");
	assert_in(hear_only_anna(stage), "anna< [1] (alone.solo ");
	assert_true(stage_table(stage, 1)->running);
}

KEPT_CASE(a_private_table_survives_a_crash)
{
	stage_whisper(stage, "anna", "solo");
	play_first_cards(stage, 5);
	uint32_t moves = stage_table(stage, 1)->moves;
	kept_restart(stage, NULL);
	const struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	assert_int_equal(table->moves, moves);
	stage_hear(stage);
	stage_whisper(stage, "anna", "hand");
	assert_in(hear_only_anna(stage), "anna< [1] (hand.turn where=) ");
	stage_say(stage, "luc", "!tables");
	assert_heard(stage, "luc< (no.tables)\n");
	assert_in(play_first_cards(stage, 1), "anna< [1] (event.play");
	assert_int_equal(stage->lobby.channels.count, 1);
}

STAGE_CASE(the_hour_of_a_private_table_stops_while_the_bot_is_offline)
{
	stage_whisper(stage, "anna", "solo");
	hear_only_anna(stage);
	stage_lose(stage);
	stage_wait(stage, 7200 * 1000);
	stage_join(stage);
	assert_in(hear_only_anna(stage), "anna< [1] (hand.turn where=) ");
	stage_wait(stage, 3599 * 1000);
	assert_silence(stage);
	stage_wait(stage, 2000);
	assert_in(hear_only_anna(stage), "anna< [1] (table.idle)");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(the_turn_clock_is_stopped_until_the_bot_is_on_the_network)
{
	stage_whisper(stage, "anna", "solo");
	uint32_t moves = stage_table(stage, 1)->moves;
	table_free(stage_table(stage, 1));
	stage->lobby.tables.count = 0;
	assert_int_equal(resume_tables(&stage->lobby), 1);
	lobby_commit(&stage->lobby);
	stage_hear(stage);
	stage_wait(stage, 300 * 1000);
	stage_wait(stage, 300 * 1000);
	assert_silence(stage);
	assert_int_equal(stage_table(stage, 1)->moves, moves);
}

STAGE_CASE(a_hand_in_a_refused_message_is_sent_again_when_the_player_speaks)
{
	stage_whisper(stage, "anna", "solo");
	hear_only_anna(stage);
	stage_refuse(stage, "anna");
	assert_silence(stage);
	stage->now += 5 * 1000;
	stage_say(stage, "anna", "I am here");
	assert_in(hear_only_anna(stage), "anna< [1] (hand.turn ");
}

STAGE_CASE(a_player_keeps_a_private_table_when_changing_nick_and_account)
{
	stage_whisper(stage, "anna", "solo");
	hear_only_anna(stage);
	stage_meet(stage, "anna", "anna", "annette", "a@home");
	stage_hear(stage);
	stage_whisper(stage, "anna", "1");
	assert_in(hear_only_anna(stage), "anna< [1] (event.play");
	assert_string_equal(stage_table(stage, 1)->private_person->key,
		stage_table(stage, 1)
			->seat[table_find_seat(
				stage_table(stage, 1), stage_table(stage, 1)->private_person)]
			.player->key);
}

STAGE_CASE(people_outside_all_channels_cannot_play_solo)
{
	stage->outside = true;
	stage_whisper(stage, "anna", "solo");
	assert_heard(stage, "anna< (alone.outside)\n");
	assert_null(stage_table(stage, 1));
}

KEPT_CASE(a_failed_batch_opens_no_table)
{
	kept_hush(stage);
	sqlite3 *other = kept_lock(stage);
	stage_whisper(stage, "anna", "solo");
	sqlite3_close(other);
	assert_heard(stage, "anna< (store.failed)\n");
	assert_null(stage_table(stage, 1));
	stage_whisper(stage, "anna", "solo");
	assert_in(hear_only_anna(stage), "anna< [1] (hand.turn where=) ");
}
