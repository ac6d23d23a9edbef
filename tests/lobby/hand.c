/* Tests the private line that shows players their hand. */
#include "bot/talk/hand.h"
#include "tests/stage/guests.h"

static struct table *open_table(struct stage *stage)
{
	stage->pensive = true;
	case_dialog(
		stage, "anna: !new mitaines classic", "anna: !bot", "anna: !bot", "anna: !start");
	return stage_table(stage, 1);
}

/* Plays until a new hand is dealt and an AI player moves first. Leaves the bot's lines since then
 * unread. */
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

STAGE_CASE(new_cards_are_shown_only_once_after_the_moves_of_ai_players)
{
	struct table *table = open_table(stage);
	play_until_dealt(stage, table);
	assert_false(showed_hand(stage_hear(stage), "anna"));
	case_think(stage);
	const char *heard = assert_said(stage, "(event.play ");
	assert_true(showed_hand(heard, "anna"));
	assert_int_equal(case_count(heard, "(hand.cards)"), 1);
	stage_wait(stage, 5000);
	assert_false(showed_hand(stage_hear(stage), "anna"));
}

STAGE_CASE(new_cards_are_shown_after_at_most_a_second_and_a_half)
{
	play_until_dealt(stage, open_table(stage));
	stage_wait(stage, 1499);
	assert_false(showed_hand(stage_hear(stage), "anna"));
	stage_wait(stage, 1);
	assert_true(showed_hand(stage_hear(stage), "anna"));
	stage_wait(stage, 5000);
	assert_false(showed_hand(stage_hear(stage), "anna"));
	/* AI players have moved and it is anna's turn, so the bot shows anna's hand again. */
	case_think(stage);
	assert_true(showed_hand(stage_hear(stage), "anna"));
}

/* Players who move after other people have time to look at new cards, so the bot shows these at
 * once. */
STAGE_CASE(a_player_who_moves_after_other_people_sees_new_cards_at_once)
{
	bool found[2] = { false };
	stage->pensive = true;
	case_dialog(stage, "anna: !new mitaines classic target=1000", "luc: !join", "anna: !bot",
		"anna: !start");
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

/* The bot cannot tell how soon AI players move, because they wait until the match goes on in
 * private. */
STAGE_CASE(new_cards_are_shown_at_once_while_the_bot_is_out_of_the_channel)
{
	struct table *table = open_table(stage);
	struct state *now = table_state(table);
	for (;;) {
		case_think(stage);
		stage_say(stage, "anna", "!p 1");
		case_think(stage);
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

MATCH_CASE(only_the_player_to_move_is_shown_their_hand_at_a_turn, "!new")
{
	const char *waiter = waiter_of(table), *mover = mover_of(table);
	stage_play(stage, 1, 1);
	const char *heard = stage_hear(stage);
	assert_true(showed_hand(heard, waiter));
	assert_false(showed_hand(heard, mover));
	assert_in(heard, "(hand.turn where=(table.where channel=#table))");
	/* If a waiting player asks for their hand, the bot also names the player to move. */
	heard = assert_reply(stage, mover, "hand", "(hand.wait ");
	assert_true(showed_hand(heard, mover));
}

MATCH_CASE(private_events_are_told_before_the_hand_in_the_same_line, "!new")
{
	unsigned number = table->number;
	unsigned seat = table_state(table)->turn;
	const char *nick = mover_of(table), *other = waiter_of(table);
	struct events events = { .count = 0 };
	struct event *drawn = events_add(&events, EVENT_PICK_UP, seat);
	event_card(drawn, CARD(0, SUIT_C));
	drawn->visible = (uint16_t)(1u << seat);
	for (unsigned i = 0; i < 2; i++) {
		table->number = i == 0 ? number : 0;
		const char *begin = case_text("\n%s< %s(event.pick.up seat=%s cards=2C) (hand.turn",
			nick, i == 0 ? "[1] " : "", nick);
		const char *hidden = case_text("\n%s< ", other);
		speech_tell_events(&stage->lobby.speech, table, &events);
		hand_show_all(&stage->lobby.speech, table);
		lobby_commit(&stage->lobby);
		const char *heard = assert_said(stage, begin);
		assert_not_in(heard, hidden);
		/* The bot does not tell the picked up card again. */
		hand_show_all(&stage->lobby.speech, table);
		lobby_commit(&stage->lobby);
		assert_unsaid(stage, "(event.pick.up ");
	}
	table->number = number;
}

/* If the bot showed a hand to an absent player, the turn clock would wait for a line that is never
 * sent. After a restart, the player to move may still be absent. */
MATCH_CASE(an_absent_player_is_not_shown_a_hand, "!new")
{
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
		/* the turn clock waits two turns at most */
		assert_int_equal(table->transient.hand_wait_until, stage->now + 2 * 90 * 1000);
		lobby_commit(&stage->lobby);
		assert_said(stage, "(hand.cards)");
	}
}

/* A failed batch can leave a match with no hand dealt, and players may still ask for their hand. */
STAGE_CASE(no_hand_is_shown_before_the_deal)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	stage_hear(stage);
	struct table *table = stage_table(stage, 1);
	for (unsigned seat = 0; seat < 2; seat++) {
		hand_show(&stage->lobby.speech, table, seat);
		hand_show_requested(&stage->lobby.speech, table, seat);
	}
	lobby_commit(&stage->lobby);
	assert_silence(stage);
}

/* The bot learns only after the deal that a player is present, for example after a reconnection. */
STAGE_CASE(a_player_present_only_after_the_deal_sees_their_hand_once)
{
	struct people *people = &stage->lobby.people;
	case_dialog(stage, "anna: !new", "luc: !join", "rose: !join");
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

STAGE_CASE(a_drawn_card_is_told_only_to_its_player_at_a_table_of_ten)
{
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

MATCH_CASE(the_captured_command_tells_players_their_captured_cards, "!new")
{
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
	const char *heard = assert_answer(stage, nick, "!captured", nick);
	assert_in(heard, "< [1] (captured.");
	assert_in(heard, "cards=");
	assert_not_in(heard, "#table: ");
	assert_refusal(stage, "rose", "!ramassées", "(no.hand)");
	stage_say(stage, "rose", "!solo mate");
	assert_reply(stage, "rose", "captured", "(captured.never game=mate preset=)");
}
