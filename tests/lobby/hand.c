/* Tests the private line that shows a player their hand. */
#include "bot/talk/hand.h"
#include "tests/stage/guests.h"

/* Lets all AI players think until they have all moved. */
static void let_all_think(struct stage *stage)
{
	while (stage_think(stage))
		;
}

static struct table *open_table(struct stage *stage)
{
	stage->pensive = true;
	stage_say(stage, "anna", "!new mitaines classic");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	return stage_table(stage, 1);
}

/* Plays until a new hand is dealt and an AI player is first to move; the last lines are unread. */
static void play_until_dealt(struct stage *stage, struct table *table)
{
	struct state *now = table_state(table);
	for (unsigned hand = now->hand;
		now->hand == hand || table->seat[now->turn].player != NULL;) {
		hand = now->hand;
		stage_hear(stage);
		if (!stage_think(stage))
			stage_play(stage, 1, 1);
	}
}

static void new_cards_are_shown_once_when_ai_players_have_moved(void **state)
{
	struct stage *stage = *state;
	struct table *table = open_table(stage);
	play_until_dealt(stage, table);
	assert_false(showed_hand(stage_hear(stage), "anna"));
	let_all_think(stage);
	const char *heard = assert_said(stage, "(event.play ");
	assert_true(showed_hand(heard, "anna"));
	assert_int_equal(case_count(heard, "(hand.cards)"), 1);
	stage_wait(stage, 5000);
	assert_false(showed_hand(stage_hear(stage), "anna"));
}

static void new_cards_wait_a_second_and_a_half_at_most(void **state)
{
	struct stage *stage = *state;
	play_until_dealt(stage, open_table(stage));
	stage_wait(stage, 1499);
	assert_false(showed_hand(stage_hear(stage), "anna"));
	stage_wait(stage, 1);
	assert_true(showed_hand(stage_hear(stage), "anna"));
	stage_wait(stage, 5000);
	assert_false(showed_hand(stage_hear(stage), "anna"));
	/* It is anna's turn now, so anna sees the hand again with the new state of the table. */
	let_all_think(stage);
	assert_true(showed_hand(stage_hear(stage), "anna"));
}

/* A player whose turn comes later has time to look at the cards. */
static void players_who_move_after_other_people_see_new_cards_at_once(void **state)
{
	struct stage *stage = *state;
	bool found[2] = { false };
	stage->pensive = true;
	stage_say(stage, "anna", "!new mitaines classic target=1000");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	struct table *table = stage_table(stage, 1);
	const struct state *now = table_state(table);
	for (unsigned i = 0; i < 3; i++) {
		play_until_dealt(stage, table);
		const char *soon = table_name(table, (now->turn + 1u) % 3);
		const char *late = table_name(table, (now->turn + 2u) % 3);
		const char *heard = stage_hear(stage);
		assert_false(showed_hand(heard, soon));
		assert_true(showed_hand(heard, late));
		stage_wait(stage, 1500);
		heard = stage_hear(stage);
		assert_true(showed_hand(heard, soon));
		assert_false(showed_hand(heard, late));
		found[strcmp(soon, "anna") == 0] = true;
	}
	assert_true(found[0] || found[1]);
}

/* AI players wait until the bot is in the channel, so the moment of their moves is unknown. */
static void new_cards_are_shown_at_once_while_the_bot_is_out_of_the_channel(void **state)
{
	struct stage *stage = *state;
	struct table *table = open_table(stage);
	struct state *now = table_state(table);
	for (;;) {
		let_all_think(stage);
		unsigned hand = now->hand;
		stage_kick(stage);
		stage_hear(stage);
		stage_whisper(stage, "anna", "p 1");
		if (now->hand > hand && table->seat[now->turn].player == NULL)
			break;
		stage_join(stage);
	}
	assert_true(showed_hand(stage_hear(stage), "anna"));
}

static void a_turn_shows_the_hand_only_to_the_player_to_move(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	const char *waiter = waiter_of(table), *mover = mover_of(table);
	stage_play(stage, 1, 1);
	const char *heard = stage_hear(stage);
	assert_true(showed_hand(heard, waiter));
	assert_false(showed_hand(heard, mover));
	assert_in(heard, "(hand.turn where=(table.where channel=#table))");
	/* A hand that a player asked for comes with the name of the player to move. */
	stage_whisper(stage, mover, "hand");
	heard = stage_hear(stage);
	assert_in(heard, "(hand.wait ");
	assert_true(showed_hand(heard, mover));
}

static void private_events_are_told_in_the_same_line_before_the_hand(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	unsigned number = table->number;
	unsigned seat = table_state(table)->turn;
	const char *nick = mover_of(table), *other = waiter_of(table);
	struct events events = { .count = 0 };
	struct event *drawn = events_add(&events, EVENT_PICK_UP, seat);
	event_card(drawn, CARD(0, SUIT_C));
	drawn->visible = (uint16_t)(1u << seat);
	for (unsigned i = 0; i < 2; i++) {
		char begin[80], hidden[16];
		table->number = i == 0 ? number : 0;
		snprintf(begin, sizeof begin, "\n%s< %s(event.pick.up seat=%s cards=2C) (hand.turn",
			nick, i == 0 ? "[1] " : "", nick);
		snprintf(hidden, sizeof hidden, "\n%s< ", other);
		speech_tell_events(&stage->lobby.speech, table, &events);
		hand_show_all(&stage->lobby.speech, table);
		lobby_commit(&stage->lobby);
		const char *heard = assert_said(stage, begin);
		assert_not_in(heard, hidden);
		/* The events are told once only. */
		hand_show_all(&stage->lobby.speech, table);
		lobby_commit(&stage->lobby);
		assert_unsaid(stage, "(event.pick.up ");
	}
	table->number = number;
}

/* Otherwise the clock would wait for a line that was never sent, as after a restart. */
static void an_absent_player_is_not_shown_a_hand(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	for (unsigned shows = 0; shows < 2; shows++) {
		unsigned seat = table_state(table)->turn;
		struct person *person = table->seat[seat].player;
		stage_shows(stage, shows != 0);
		people_set_connection(&stage->lobby.people, person, NULL);
		table->transient.hand_wait_until = 0;
		hand_show(&stage->lobby.speech, table, seat);
		assert_int_equal(table->transient.hand_wait_until, 0);
		lobby_commit(&stage->lobby);
		assert_silence(stage);
		people_set_connection(&stage->lobby.people, person, person->name);
		hand_show(&stage->lobby.speech, table, seat);
		/* two turns at most */
		assert_int_equal(table->transient.hand_wait_until, stage->now + 2 * 90 * 1000);
		lobby_commit(&stage->lobby);
		assert_said(stage, "(hand.cards)");
	}
}

/* A failed batch can leave a match without hands, and players may ask for theirs. */
static void a_hand_is_not_shown_before_the_deal(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_hear(stage);
	struct table *table = stage_table(stage, 1);
	for (unsigned seat = 0; seat < 2; seat++) {
		hand_show(&stage->lobby.speech, table, seat);
		hand_show_requested(&stage->lobby.speech, table, seat);
	}
	lobby_commit(&stage->lobby);
	assert_silence(stage);
}

/* The bot learns later that the player is present, for example after a reconnection. */
static void a_player_present_only_after_the_deal_sees_their_hand_once(void **state)
{
	struct stage *stage = *state;
	struct people *people = &stage->lobby.people;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "rose", "!join");
	struct table *table = stage_table(stage, 1);
	for (unsigned i = 1; i < 3; i++)
		people_set_connection(people, table->seat[i].player, NULL);
	stage_say(stage, "anna", "!start");
	unsigned turn = table_state(table)->turn;
	struct person *late = table->seat[(turn + 1) % 3].player;
	if (strcmp(late->name, "anna") == 0)
		late = table->seat[(turn + 2) % 3].player;
	stage_wait(stage, 5000);
	assert_false(showed_hand(stage_hear(stage), late->name));
	people_set_connection(people, late, late->name);
	stage_wait(stage, 1500);
	assert_true(showed_hand(stage_hear(stage), late->name));
	stage_wait(stage, 5000);
	assert_false(showed_hand(stage_hear(stage), late->name));
}

static void a_drawn_card_is_told_only_to_its_player_among_ten(void **state)
{
	struct stage *stage = *state;
	char nick[] = "p0", told[64];
	for (; nick[1] <= '9'; nick[1]++)
		stage_say(stage, nick,
			nick[1] == '0' ? "!new mitch decks=2 hand=0 draw=either" : "!join");
	stage_say(stage, "p0", "!start");
	struct table *table = stage_table(stage, 1);
	assert_int_equal(table->seats_taken, SEATS_MAX);
	const char *player = turn_of(table)->name;
	stage_hear(stage);
	stage_say(stage, player, "!draw");
	snprintf(told, sizeof told, "%s< [1] (event.pick.up seat=%s cards=", player, player);
	const char *heard = assert_said(stage, told);
	assert_int_equal(case_count(heard, "(event.pick.up seat="), 1);
}

static void captured_privately_tells_players_their_captured_cards(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	struct captured captured = { .up = 0 };
	unsigned seat = 0;
	for (unsigned moves = 0; captured.up == 0 && moves < 200; moves++) {
		union any_view seen;
		stage_play(stage, 1, 1);
		seat = moves % 2;
		table->game->view(table_state(table), seat, &seen.view);
		game_captured(table->game, &seen.view, &captured);
	}
	assert_true(captured.up != 0);
	const char *nick = case_name(table, seat);
	stage_hear(stage);
	stage_say(stage, nick, "!captured");
	const char *heard = stage_hear(stage);
	assert_in(heard, nick);
	assert_in(heard, "< [1] (captured.");
	assert_in(heard, "cards=");
	assert_not_in(heard, "#table: ");
	stage_say(stage, "rose", "!ramassées");
	assert_refused(stage, "rose", "(no.hand)");
	stage_say(stage, "rose", "!solo mate");
	stage_hear(stage);
	stage_whisper(stage, "rose", "captured");
	assert_said(stage, "(captured.never game=mate preset=)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(new_cards_are_shown_once_when_ai_players_have_moved),
		STAGE_CASE(new_cards_wait_a_second_and_a_half_at_most),
		STAGE_CASE(players_who_move_after_other_people_see_new_cards_at_once),
		STAGE_CASE(new_cards_are_shown_at_once_while_the_bot_is_out_of_the_channel),
		STAGE_CASE(a_turn_shows_the_hand_only_to_the_player_to_move),
		STAGE_CASE(private_events_are_told_in_the_same_line_before_the_hand),
		STAGE_CASE(an_absent_player_is_not_shown_a_hand),
		STAGE_CASE(a_hand_is_not_shown_before_the_deal),
		STAGE_CASE(a_player_present_only_after_the_deal_sees_their_hand_once),
		STAGE_CASE(a_drawn_card_is_told_only_to_its_player_among_ten),
		STAGE_CASE(captured_privately_tells_players_their_captured_cards),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
