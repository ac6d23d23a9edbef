/* Tests tables in chat: seats, moves, refusals, clocks and private lines. */
#include "tests/stage/kept.h"

static void a_table_is_opened_joined_and_dealt(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	assert_said(
		stage, "#table: [1] (table.new name=anna game=mitaines preset=classic options=)");
	stage_say(stage, "luc", "!join");
	assert_said(stage, "#table: [1] (table.joined name=luc names=anna, luc)");
	stage_say(stage, "luc", "!start");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (match.rated) (event.drawn seat=anna ");
	assert_in(heard, "#table: [1] (event.hand number=1 ");
	assert_in(heard, "anna< [1] ");
	assert_in(heard, "luc< [1] ");
	assert_in(heard, "(hand.turn where=(table.where channel=#table))");
}

static void hands_are_never_shown_in_the_channel(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "luc", "!start");
	for (unsigned i = 0; i < 200; i++) {
		stage_play(stage, 1, 1);
		for (const char *line = stage_hear(stage); *line != '\0';) {
			const char *end = strchr(line, '\n');
			const char *hand = strstr(line, "(hand.cards)");
			if (strncmp(line, "#table: ", 8) == 0)
				assert_true(hand == NULL || hand > end);
			line = end + 1;
		}
	}
}

static void french_commands_and_short_forms_are_understood(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!Nouvelle");
	assert_said(stage, "(table.new name=anna ");
	stage_say(stage, "luc", "mitaines: JOINDRE");
	assert_said(stage, "(table.joined name=luc ");
	stage_say(stage, "luc", "mitaines, commencer");
	assert_said(stage, "(event.hand number=1 ");
	struct table *table = stage_table(stage, 1);
	const char *first = mover_of(table);
	stage_say(stage, first, "!j 1");
	assert_said(stage, "(event.play ");
	stage_whisper(stage, mover_of(table), "p 1");
	assert_said(stage, "(event.play ");
	stage_say(stage, "anna", "!Règles");
	assert_said(stage, "anna< (rules.mitaines ");
	stage_whisper(stage, "anna", "PALMARÈS");
	assert_said(stage, "(top.empty game=mitaines)");
}

static void the_bot_is_addressed_by_its_nick_the_prefix_or_both(void **state)
{
	static const char *const lines[] = { "!ping", "! ping", "mitaines: ping", "mitaines, ping",
		"mitaines: !ping", "Mitaines:!ping", "@mitaines ping", "@mitaines: ! ping" };
	static const char *const others[] = { "mitaines ping", "@mitainesping", "@luc ping", "! ",
		"mitaines:", "mitaines: ! what a match", "ping" };
	struct stage *stage = *state;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		assert_answer(stage, "anna", lines[i], "#table: (pong)");
		stage_wait(stage, 60000);
	}
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		stage_say(stage, "anna", others[i]);
		assert_silence(stage);
	}
	stage_whisper(stage, "anna", "@mitaines ! ping");
	assert_said(stage, "anna< (pong)");
}

static void a_card_alone_in_private_is_a_move(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	struct seat_transient *seat = &table->transient.seat[table_state(table)->turn];
	char name[4];
	struct text text = text_in(name, sizeof name);
	card_write(&text, seat->hand[0]);
	stage_whisper(stage, mover_of(table), name);
	assert_said(stage, "(event.play ");
	assert_int_equal(table->moves, 1);
}

static void refused_commands_change_no_byte_of_the_table(void **state)
{
	static const struct {
		const char *says;
		const char *answer;
	} cases[] = {
		{ "!play", "(refuse.unreadable)" },
		{ "!play 1z", "(refuse.unreadable)" },
		{ "!play 99999999999999999999", "(refuse.unreadable)" },
		{ "!play 14", "(hand.numbers held=6)" },
		{ "!play 9d 9d 9d", "(refuse.unreadable)" },
		{ "!play \xf0\x9f\x82\xa1", "(refuse.unreadable)" },
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
		{ "!bot genius",
			"(no.such.level word=genius levels=(level.easy), (level.normal), "
			"(level.hard), (level.expert))" },
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
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	size_t size = sizeof *table + table->game->state_size;
	char *before = malloc(size);
	assert_non_null(before);
	memcpy(before, table, size);
	const char *nick = mover_of(table);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_say(stage, nick, cases[i].says);
		assert_refused(stage, nick, cases[i].answer);
		assert_memory_equal(table, before, size);
		assert_int_equal(stage->lobby.tables.count, 1);
	}
	free(before);
}

static void moves_out_of_turn_are_refused(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	stage_say(stage, waiter_of(table), "!p 1");
	assert_refused(stage, waiter_of(table), "(not.your.turn ");
	stage_say(stage, "rose", "!p 1");
	assert_refused(stage, "rose", "(not.seated)");
	assert_int_equal(table->moves, 0);
}

static void the_bot_ignores_talk_in_the_channel(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "anna", "hello all");
	stage_say(stage, "anna", "!nonsense");
	stage_say(stage, "anna", "9d");
	stage_say(stage, "anna", "!");
	assert_silence(stage);
	stage_whisper(stage, "anna", "nonsense");
	assert_refused(stage, "anna", "(unknown.command ");
}

static void long_input_is_refused(void **state)
{
	struct stage *stage = *state;
	char text[900] = "!new ";
	memset(text + 5, 'x', 800);
	stage_say(stage, "anna", text);
	assert_refused(stage, "anna", "(no.such.game ");
	assert_in_range(strlen(stage->heard.bytes), 100, 400);
	memcpy(text, "!play ", 6);
	struct table *table = case_two(stage, "!new");
	stage_say(stage, mover_of(table), text);
	assert_refused(stage, mover_of(table), "(refuse.unreadable)");
	memcpy(text, "!xxxxx", 6);
	stage_say(stage, "anna", text);
	assert_silence(stage);
	for (size_t i = 1; i + 1 < 600; i += 2)
		memcpy(text + i, "p ", 2);
	stage_say(stage, mover_of(table), text);
	assert_refused(stage, mover_of(table), "(refuse.unreadable)");
}

static void a_player_with_a_nick_like_a_card_can_play(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "9D", "!new");
	stage_say(stage, "TD", "!join");
	stage_say(stage, "9D", "!start");
	stage_hear(stage);
	stage_play(stage, 1, 3);
	assert_said(stage, "(event.play ");
	assert_int_equal(stage_table(stage, 1)->moves, 3);
}

static void too_many_tables_are_refused(void **state)
{
	struct stage *stage = *state;
	static const char *const openers[] = { "anna", "luc", "rose", "kim" };
	assert_int_equal(stage->settings.tables_per_channel, 4);
	for (unsigned i = 0; i < 4; i++)
		stage_say(stage, openers[i], "!new");
	stage_hear(stage);
	stage_say(stage, "zoe", "!new");
	assert_refused(stage, "zoe", "(too.many.tables)");
	stage->lobby.settings.tables_per_channel = 5;
	stage->lobby.settings.tables_per_network = 4;
	stage_say(stage, "zoe", "!new");
	assert_refused(stage, "zoe", "(too.many.tables)");
	stage->lobby.settings.tables_per_network = 5;
	stage_say(stage, "zoe", "!new");
	assert_int_equal(stage->lobby.tables.count, 5);
}

static void a_player_at_two_tables_must_name_the_table(void **state)
{
	struct stage *stage = *state;
	for (unsigned i = 1; i <= 2; i++) {
		char join[16];
		snprintf(join, sizeof join, "!join %u", i);
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
	stage_say(stage, nick, "!p 1");
	assert_refused(stage, nick, "(which.table tables=#1, #2 word=p table=1)");
	stage_say(stage, nick, "!p #2 1");
	assert_said(stage, "#table: [2] ");
	assert_int_equal(second->moves, 1);
	stage_say(stage, nick, "!p 1");
	assert_said(stage, "#table: [1] ");
}

static void start_needs_enough_players(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	stage_say(stage, "anna", "!start");
	assert_refused(stage, "anna", "(wrong.players taken=1 players=2, 3, 4)");
	stage_say(stage, "anna", "!bot");
	assert_said(stage, "(table.joined name=Ovila names=anna, Ovila ((level.normal)))");
	stage_say(stage, "anna", "!bot -");
	assert_said(stage, "(table.left name=Ovila ");
	stage_say(stage, "anna", "!bot -");
	assert_refused(stage, "anna", "(no.robot)");
	for (unsigned i = 0; i < 3; i++)
		stage_say(stage, "anna", "!bot");
	stage_hear(stage);
	stage_say(stage, "anna", "!bot");
	assert_refused(stage, "anna", "(table.full)");
	stage_say(stage, "luc", "!join");
	assert_refused(stage, "luc", "(table.full)");
}

static void a_player_can_leave_and_come_back(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	stage_say(stage, "anna", "!leave");
	assert_said(stage, "(seat.left name=anna seat=Ovila)");
	assert_true(table->running);
	assert_string_equal(mover_of(table), "luc");
	stage_say(stage, "rose", "!join 1");
	assert_refused(stage, "rose", "(match.running)");
	stage_say(stage, "anna", "!join");
	assert_said(stage, "(seat.back seat=anna)");
	stage_say(stage, "anna", "!leave");
	stage_hear(stage);
	stage_say(stage, "luc", "!leave");
	const char *heard = stage_hear(stage);
	const char *end = "#table: [1] (match.stopped ";
	assert_memory_equal(heard, end, strlen(end));
	assert_null(stage_table(stage, 1));
}

static void a_seat_can_be_handed_to_a_substitute(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	stage_say(stage, "anna", "!sub luc");
	assert_refused(stage, "anna", "(sub.seated name=luc)");
	stage_say(stage, "anna", "!sub rose");
	stage_say(stage, "rose", "!accept");
	assert_said(stage, "(sub.done name=anna other=rose)");
	stage_play(stage, 1, 4);
	assert_int_equal(table->moves, 4);
	stage_hear(stage);
	stage_say(stage, "anna", "!p 1");
	assert_refused(stage, "anna", "(not.seated)");
}

static void all_people_must_agree_to_stop(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "anna", "!stop");
	assert_said(stage, "(stop.asked name=anna others=luc)");
	assert_non_null(stage_table(stage, 1));
	stage_say(stage, "luc", "!arrêter");
	assert_said(stage, "(match.stopped ");
	assert_null(stage_table(stage, 1));
}

static void the_clock_warns_moves_and_keeps_the_seat(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	struct table *table = stage_table(stage, 1);
	stage_hear(stage);
	for (unsigned i = 1; i <= 2; i++) {
		uint32_t moves = table->moves;
		stage_wait(stage, 59 * 1000);
		assert_silence(stage);
		stage_wait(stage, 1000);
		assert_refused(stage, "anna", "(clock.warn seconds=30)");
		stage_wait(stage, 29 * 1000);
		assert_silence(stage);
		stage_wait(stage, 1000);
		assert_said(stage, i < 2 ? "(clock.move seat=anna)" : "(clock.away seat=anna)");
		assert_true(table->moves > moves);
	}
	uint32_t moves = table->moves;
	stage_wait(stage, 3600 * 1000);
	assert_int_equal(table->moves, moves);
	stage_hear(stage);
	stage_say(stage, "anna", "sorry, was away");
	assert_said(stage, "(seat.back seat=anna)");
	stage_play(stage, 1, 1);
	assert_true(table->moves > moves);
}

/* The player to move plays the first of their cards that is legal. */
static void play_legal_card(struct stage *stage, struct table *table)
{
	static const char *const plays[] = { "!p 1", "!p 2", "!p 3", "!p 4", "!p 5", "!p 6" };
	const char *who = mover_of(table);
	uint32_t moves = table->moves;
	for (unsigned i = 0; i < 6 && table->moves == moves; i++)
		stage_say(stage, who, plays[i]);
	assert_int_equal(table->moves, moves + 1);
}

static void an_own_move_resets_the_count_of_missed_turns(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	for (unsigned i = 0; i < 6; i++) {
		stage_wait(stage, 60 * 1000);
		stage_wait(stage, 30 * 1000);
		play_legal_card(stage, table);
		play_legal_card(stage, table);
	}
	assert_false(table->seat[0].has_stand_in || table->seat[1].has_stand_in);
}

static void the_last_person_to_leave_a_full_table_closes_it(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new mitch decks=2");
	for (unsigned i = 1; i < SEATS_MAX; i++)
		stage_say(stage, "anna", "!bot");
	assert_int_equal(stage_table(stage, 1)->seats_taken, SEATS_MAX);
	stage_hear(stage);
	stage_say(stage, "anna", "!leave");
	assert_said(stage, "(table.closed name=anna)");
	assert_null(stage_table(stage, 1));
}

static void unused_tables_close(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_wait(stage, 3601 * 1000);
	assert_said(stage, "(table.idle)");
	assert_null(stage_table(stage, 1));
}

static void joining_or_leaving_keeps_a_table_open(void **state)
{
	enum { FIFTY = 50 * 60 * 1000 };
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_wait(stage, FIFTY);
	stage_say(stage, "luc", "!join");
	stage_wait(stage, FIFTY);
	stage_say(stage, "luc", "!leave");
	stage_wait(stage, FIFTY);
	assert_non_null(stage_table(stage, 1));
	stage_wait(stage, FIFTY);
	assert_null(stage_table(stage, 1));
}

static void a_hand_is_not_shown_again_when_others_come_and_go(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	const char *mover = mover_of(table);
	const char *waiter = waiter_of(table);
	char line[64];
	snprintf(line, sizeof line, "%s< ", mover);
	stage_say(stage, waiter, "!leave");
	assert_unsaid(stage, line);
	stage_say(stage, waiter, "!join");
	assert_unsaid(stage, line);
	stage_say(stage, mover, "!leave");
	stage_say(stage, mover, "!join");
	assert_said(stage, line);
}

static void a_finished_match_is_in_history_stats_and_rankings(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new target=50");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	for (unsigned i = 0; i < 5000 && stage_table(stage, 1) != NULL; i++)
		stage_play(stage, 1, 1);
	assert_said(stage, "(event.match.end ");
	stage_say(stage, "anna", "!match 1");
	assert_said(stage, "anna< (match match=1 ");
	stage_say(stage, "anna", "!history");
	assert_said(stage, "anna< (history match=1 ");
	stage_say(stage, "anna", "!stats");
	assert_said(stage, "(stats name=anna game=mitaines matches=1 ");
	stage_say(stage, "anna", "!rank luc");
	assert_said(stage, "(rank name=luc game=mitaines ");
	stage_say(stage, "anna", "!top");
	assert_said(stage, "(top game=mitaines list=1. ");
}

static void preferences_are_used_later(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!set cards unicode");
	stage_say(stage, "anna", "!set via notice");
	assert_said(stage, "anna<< (set.done name=(setting.via) value=notice)");
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	assert_said(stage, "anna<< [1] ");
	stage_say(stage, "anna", "!hand");
	const char *heard = stage_hear(stage);
	assert_true(strstr(heard, "♣") != NULL || strstr(heard, "♦") != NULL ||
		strstr(heard, "♥") != NULL || strstr(heard, "♠") != NULL);
}

/* In French letters 9C is the nine of hearts (cœur). */
static void french_hands_and_cards_are_shown_and_understood(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!set lang fr");
	assert_said(stage, "anna< C’est fait");
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!robot");
	stage_say(stage, "anna", "!start");
	assert_said(stage, "Votre main : ");
	struct table *table = stage_table(stage, 1);
	static const char ranks[RANK_COUNT][3] = { "2", "3", "4", "5", "6", "7", "8", "9", "10",
		"v", "d", "r", "a" };
	unsigned seat = table->seat[0].player != NULL ? 0 : 1;
	for (unsigned i = 0; i < 6; i++) {
		card c = table->transient.seat[seat].hand[0];
		char says[16];
		snprintf(says, sizeof says, "%s%c", ranks[card_rank(c)], "tkcp"[card_suit(c)]);
		uint32_t moves = table->moves;
		stage_whisper(stage, "anna", says);
		assert_true(table->moves > moves);
	}
	stage_say(stage, "luc", "!hand");
	assert_said(stage, "luc< (no.hand)");
	stage_say(stage, "anna", "!hand");
	assert_said(stage, "Votre main : ");
}

static void an_sts_policy_outlives_a_restart_until_it_expires(void **state)
{
	struct stage *stage = *state;
	stage->network.events->set_sts_policy(stage->network.above, "irc.test", 6697, 300);
	stage_say(stage, "anna", "!tables");
	kept_restart(stage, NULL);
	assert_int_equal(
		stage->network.events->get_sts_port(stage->network.above, "irc.test"), 6697);
	assert_int_equal(stage->network.events->get_sts_port(stage->network.above, "irc2.test"), 0);
	stage_wait(stage, 301000);
	assert_int_equal(stage->network.events->get_sts_port(stage->network.above, "irc.test"), 0);
}

static void stage_event(struct stage *stage, const char *nick, const char *text)
{
	char mask[80];
	snprintf(mask, sizeof mask, "%s!@", nick);
	struct sender sender = {
		.key = nick, .nick = nick, .first = nick, .mask = mask, .origin = "@"
	};
	stage->network.events->message(
		stage->network.above, &stage->network, &sender, "#table", text);
}

/* The move and the change of its player are in one batch. */
static void a_move_is_announced_with_its_player_even_if_the_seat_changes(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	char told[64];
	const char *nick = mover_of(table);
	snprintf(told, sizeof told, "(event.play seat=%s ", nick);
	stage_say(stage, "rose", "!ping");
	stage_hear(stage);
	stage_event(stage, nick, "!p 1");
	stage_event(stage, nick, "!sub rose");
	stage_event(stage, "rose", "!accept");
	lobby_commit(&stage->lobby);
	assert_said(stage, told);
}

static void a_player_keeps_the_seat_after_the_database_was_unreadable(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	struct table *table = case_two(stage, "!new");
	const char *nick = mover_of(table);
	kept_hide(stage, "people");
	stage_say(stage, nick, "!set cards unicode");
	assert_refused(stage, nick, "(store.failed)");
	kept_show(stage, "people");
	stage_say(stage, "rose", "!set cards unicode");
	stage_hear(stage);
	stage_say(stage, nick, "!p 1");
	assert_said(stage, "(event.play ");
	assert_int_equal(table->moves, 1);
}

static void commands_that_cannot_be_stored_have_no_effect(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	struct table *table = case_two(stage, "!new");
	size_t size = table->game->state_size;
	void *before = malloc(size);
	assert_non_null(before);
	memcpy(before, table_state(table), size);
	const char *nick = mover_of(table);

	sqlite3 *other = kept_lock(stage);
	stage_say(stage, nick, "!p 1");
	assert_refused(stage, nick, "(store.failed)");
	assert_memory_equal(table_state(table), before, size);
	stage_say(stage, "rose", "!new");
	assert_refused(stage, "rose", "(store.failed)");
	assert_null(stage_table(stage, 2));
	stage_say(stage, "rose", "!set cards unicode");
	assert_refused(stage, "rose", "(store.failed)");
	stage_wait(stage, 95 * 1000);
	stage_hear(stage);
	assert_memory_equal(table_state(table), before, size);

	sqlite3_close(other);
	stage_say(stage, nick, "!p 1");
	assert_said(stage, "(event.play ");
	assert_int_equal(table->moves, 1);
	free(before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_table_is_opened_joined_and_dealt),
		STAGE_CASE(hands_are_never_shown_in_the_channel),
		STAGE_CASE(french_commands_and_short_forms_are_understood),
		STAGE_CASE(the_bot_is_addressed_by_its_nick_the_prefix_or_both),
		STAGE_CASE(a_card_alone_in_private_is_a_move),
		STAGE_CASE(refused_commands_change_no_byte_of_the_table),
		STAGE_CASE(moves_out_of_turn_are_refused),
		STAGE_CASE(the_bot_ignores_talk_in_the_channel),
		STAGE_CASE(long_input_is_refused),
		STAGE_CASE(a_player_with_a_nick_like_a_card_can_play),
		STAGE_CASE(a_move_is_announced_with_its_player_even_if_the_seat_changes),
		STAGE_CASE(too_many_tables_are_refused),
		STAGE_CASE(a_player_at_two_tables_must_name_the_table),
		STAGE_CASE(start_needs_enough_players),
		STAGE_CASE(a_player_can_leave_and_come_back),
		STAGE_CASE(a_seat_can_be_handed_to_a_substitute),
		STAGE_CASE(all_people_must_agree_to_stop),
		STAGE_CASE(the_clock_warns_moves_and_keeps_the_seat),
		STAGE_CASE(an_own_move_resets_the_count_of_missed_turns),
		STAGE_CASE(the_last_person_to_leave_a_full_table_closes_it),
		STAGE_CASE(unused_tables_close),
		STAGE_CASE(joining_or_leaving_keeps_a_table_open),
		STAGE_CASE(a_hand_is_not_shown_again_when_others_come_and_go),
		STAGE_CASE(a_finished_match_is_in_history_stats_and_rankings),
		STAGE_CASE(preferences_are_used_later),
		STAGE_CASE(french_hands_and_cards_are_shown_and_understood),
		KEPT_CASE(an_sts_policy_outlives_a_restart_until_it_expires),
		KEPT_CASE(commands_that_cannot_be_stored_have_no_effect),
		KEPT_CASE(a_player_keeps_the_seat_after_the_database_was_unreadable),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
