/* Mitaines: refusals, draws, ends, events and the AI player greedy. */
#include "tests/cases.h"
#include "tests/mitaines.h"

/* Refusals */

RIG_CASE(a_refused_move_in_mitaines_gets_its_reason)
{
	spot_lay(rig, TWO("3H", "6C 6D 7C 7D 7H", "2C 6H 9C 9D AS"));
	rig_refused(rig, "2C", REFUSE_NOT_HELD);
	rig_refused(rig, "2C mitten", REFUSE_NOT_HELD);
	rig_refused(rig, "6C glove", REFUSE_CALL_CARDS);
	rig_refused(rig, "7C sock", REFUSE_CALL_CARDS);
	rig_refused(rig, "6C king", REFUSE_NOT_NOW);
	rig_refused(rig, "place 6C", REFUSE_NOT_NOW);
	rig_refused(rig, "keep", REFUSE_NOT_NOW);
	rig_refused(rig, "give 6C 6D 7C", REFUSE_NOT_NOW);
	rig_play(rig, "7C mitten");
	rig_refused(rig, "6H mitten", REFUSE_CALL_CARDS);
	rig_play(rig, "2C");
	rig_refused(rig, "6C", REFUSE_BOUND);
	rig_refused(rig, "6C mitten", REFUSE_BOUND);
	rig_refused(rig, "7D mitten", REFUSE_CALL_BOUND);
	rig_refused(rig, "7D glove", REFUSE_CALL_BOUND);
	rig_refused(rig, "2C", REFUSE_NOT_HELD);
	spot_lay(rig, TWO("3H", "6C 6D 7C 7D 7H", "5C 5D 5H 9C 9D"));
	rig_play(rig, "6C mitten");
	rig_refused(rig, "5C mitten", REFUSE_CALL_LOW);
	rig_play(rig, "5C glove");
	rig_refused(rig, "6D mitten", REFUSE_CALL_CARDS);
	rig_refused(rig, "7C mitten", REFUSE_CALL_LOW);
	rig_play(rig, "7C glove");
	assert_int_equal(mitaines_in(rig)->open.below, 110);
	/* A move that no text can express: a third card. */
	struct move move = rig_move("5D");
	move.third = rig_move("5H").card;
	assert_int_equal(
		game_check(&mitaines_game, rig_view(rig, rig->head.turn), move), REFUSE_UNREADABLE);
	rig->head.phase = PHASE_OVER;
	assert_int_equal(game_check(&mitaines_game, rig_view(rig, rig->head.turn), rig_move("7D")),
		REFUSE_NOT_NOW);
}

RIG_CASE(a_raise_needs_a_larger_contract_and_its_cards)
{
	spot_lay(rig,
		&(struct spot){ .preset = QUEBEC,
			.options = "",
			.pile = "2C",
			.hands = { "8C 8D 8H 8S", "3C 3D 3H 3S", "4C 4D 4H 4S", "5C 5D 5H 5S" } });
	rig_play(rig, "8C glove");
	rig_refused(rig, "3C glove", REFUSE_CALL_LOW);
	rig_play(rig, "3C,4C,5C");
	rig_refused(rig, "8D mitten", REFUSE_CALL_LOW);
	rig_refused(rig, "8D glove", REFUSE_CALL_LOW);
	rig_play(rig, "8D sock");
	assert_int_equal(rig_told(rig, EVENT_RAISE), 1);
	assert_int_equal(rig_told(rig, EVENT_PLAY), 0);
	spot_lay(rig,
		&(struct spot){ .preset = QUEBEC,
			.options = "",
			.pile = "2C",
			.hands = { "8C 8D 8H 9S", "3C 3D 3H 3S", "4C 4D 4H 4S", "5C 5D 5H 5S" } });
	rig_play(rig, "8C mitten,3C,4C,5C");
	rig_refused(rig, "8D sock", REFUSE_CALL_CARDS);
	rig_refused(rig, "9S", REFUSE_BOUND);
	rig_play(rig, "8D");
	assert_points(rig, 10, 0, 0, 0);
}

RIG_CASE(an_exchange_needs_three_different_cards_in_hand)
{
	rig_open_preset(rig, &mitaines_game, QUEBEC, "", 4, 0);
	rig_deal(rig, NULL, 0);
	rig_holds(rig, 1, "2C 5D 6C 9D TC KD AC");
	rig_refused(rig, "2C", REFUSE_NOT_NOW);
	rig_refused(rig, "give 2C 6C", REFUSE_GIVE_COUNT);
	rig_refused(rig, "give 2C 6C 6C", REFUSE_GIVE_TWICE);
	rig_refused(rig, "give 2C 2C 6C", REFUSE_GIVE_TWICE);
	rig_refused(rig, "give 2C 6C 7C", REFUSE_NOT_HELD);
	rig_refused(rig, "give 2C 7C TC", REFUSE_NOT_HELD);
	rig_refused(rig, "give 3C 6C TC", REFUSE_NOT_HELD);
	/* A move that no text can express: cards that do not ascend. */
	for (unsigned i = 0; i < 2; i++) {
		card given[3] = { rig_move("6C").card, rig_move("2C").card, rig_move("TC").card };
		if (i > 0)
			memcpy(given, (card[]){ given[1], given[2], given[0] }, sizeof given);
		struct move move = { ACT_GIVE, given[0], { .second = given[1] }, given[2] };
		assert_int_equal(
			game_check(&mitaines_game, rig_view(rig, 1), move), REFUSE_UNREADABLE);
	}
	rig_play(rig, "give 2C 6C TC");
}

/* A seat knows the cards that it passed, but only within the hand. */
RIG_CASE(a_seat_forgets_passed_cards_after_the_hand)
{
	rig_open_preset(rig, &mitaines_game, QUEBEC, "", 4, 0);
	/* Pretend that each seat passed all cards that its partner will be dealt next. */
	for (unsigned hand = 0; hand < 2; hand++) {
		rig_deal(rig, NULL, 0);
		for (unsigned seat = 0; seat < 4; seat++) {
			const struct view *view = rig_view(rig, seat);
			assert_int_equal(((const struct mitaines_view *)view)->partner, 0);
		}
		while (rig->head.phase == PHASE_PLAY) {
			struct move move =
				game_greedy(&mitaines_game, rig_view(rig, rig->head.turn));
			mitaines_game.apply(&rig->head, move, NULL);
		}
		for (unsigned seat = 0; seat < 4; seat++)
			((struct mitaines *)&rig->head)->passed[seat] = ~UINT64_C(0);
	}
}

/* The draw */

#define drawn(...) drawn_at(HERE, __VA_ARGS__)
static void drawn_at(AT, unsigned preset, unsigned players, const char *first, const uint8_t *order,
	unsigned dealer, unsigned draws)
{
	card deck[CARD_COUNT];
	uint8_t found[SEATS_MAX];
	struct rig rig;
	rig.events.count = 0;
	rig_cards(first, deck);
	game_open(&mitaines_game, &rig.head, preset);
	equal_at(game_draw(&mitaines_game, &rig.head, players, deck, found, &rig.events), dealer);
	memory_at(found, order, players);
	equal_at(rig_told(&rig, EVENT_DRAWN), draws);
	equal_at(rig.events.count, draws + rig_told(&rig, EVENT_REDRAW));
	equal_at(game_draw(&mitaines_game, &rig.head, players, deck, found, NULL), dealer);
}

RIG_CASE(players_are_told_why_they_draw_again)
{
	card deck[CARD_COUNT];
	uint8_t order[SEATS_MAX];
	rig->events.count = 0;
	rig_cards("AC AD AH 2C 4S JS 2D AS", deck);
	game_open(&mitaines_game, &rig->head, QUEBEC);
	game_draw(&mitaines_game, &rig->head, 4, deck, order, &rig->events);
	assert_int_equal(rig_told(rig, EVENT_REDRAW), 1);
	assert_int_equal(rig->events.event[4].how, HOW_NO_SPADE);
}

CASE(the_player_with_the_highest_card_or_spade_deals)
{
	drawn(CLASSIC, 2, "AC JC", (const uint8_t[]){ 1, 0 }, 0, 2);
	drawn(CLASSIC, 3, "5C KC 9D", (const uint8_t[]){ 1, 2, 0 }, 0, 3);
	/* Equal ranks draw again, here twice; a new card may equal a placed player's card. */
	drawn(CLASSIC, 2, "5C 5D 6C 6D 2C 3C", (const uint8_t[]){ 1, 0 }, 0, 6);
	drawn(CLASSIC, 3, "5C 5D 9C 9D 4C 3D TC", (const uint8_t[]){ 2, 1, 0 }, 0, 6);
	drawn(CLASSIC, 3, "5C 5D 9C 9D 9H 3D TC", (const uint8_t[]){ 1, 2, 0 }, 0, 7);
	drawn(CLASSIC, 4, "5C 5D 9C 4S 9D 8C 4C 9S 2C 3H", (const uint8_t[]){ 2, 1, 3, 0 }, 0, 9);
	/* In `quebec` players keep their seats and the highest spade deals. */
	drawn(QUEBEC, 4, "AC 2S JD 3S", (const uint8_t[]){ 0, 1, 2, 3 }, 3, 4);
	drawn(QUEBEC, 4, "AC AD AH 2C 4S JS 2D AS", (const uint8_t[]){ 0, 1, 2, 3 }, 1, 8);
}

/* The unshuffled deck has equal ranks side by side, to its end. */
RIG_CASE(the_draw_for_the_dealer_ends_with_the_deck)
{
	card deck[CARD_COUNT];
	uint8_t order[SEATS_MAX];
	rig->events.count = 0;
	for (unsigned c = 0; c < CARD_COUNT; c++)
		deck[c] = (card)c;
	game_open(&mitaines_game, &rig->head, CLASSIC);
	game_draw(&mitaines_game, &rig->head, 4, deck, order, &rig->events);
	assert_int_equal(rig_told(rig, EVENT_DRAWN), CARD_COUNT);
	assert_int_equal(1u << order[0] | 1u << order[1] | 1u << order[2] | 1u << order[3], 15);
}

/* Sides and ends */

/* Ends a hand without points; winners 0 means that another hand follows. */
#define ends(...) ends_at(HERE, __VA_ARGS__)
static void ends_at(
	AT, unsigned preset, const char *options, const int32_t *totals, unsigned winners, bool tie)
{
	struct rig rig;
	spot_lay_at(THERE, &rig,
		&(struct spot){ .preset = preset,
			.options = options,
			.pile = "3H 4H",
			.hands = { "2C", "5C", "6C", "7C" } });
	memcpy(rig.head.total, totals, 4 * sizeof *totals);
	rig_play_at(THERE, &rig, "2C,5C,6C,7C");
	equal_at(rig.head.winners, winners);
	equal_at(rig.head.phase, winners != 0 ? PHASE_OVER : PHASE_DEAL);
	equal_at(rig_told(&rig, EVENT_TIE), tie);
	equal_at(rig_told(&rig, EVENT_MATCH_END), winners != 0);
	equal_at(rig_told(&rig, EVENT_HAND_END), 1);
	memory_at(rig.head.total, totals, 4 * sizeof *totals);
}

#define TOTALS(...) ((const int32_t[4]){ __VA_ARGS__ })

CASE(a_match_ends_when_one_side_leads_at_the_target)
{
	ends(CLASSIC, "", TOTALS(250, 490, 250, 0), 5, false);
	ends(CLASSIC, "", TOTALS(250, 490, 240, 0), 0, false);
	ends(CLASSIC, "", TOTALS(490, 300, 20, 300), 10, false);
	ends(CLASSIC, "", TOTALS(300, 250, 250, 300), 0, true);
	ends(CLASSIC, "partners=no", TOTALS(490, 300, 500, 300), 4, false);
	ends(CLASSIC, "partners=no", TOTALS(250, 490, 250, 0), 0, false);
	ends(CLASSIC, "partners=no", TOTALS(510, 300, 510, 300), 0, true);
	ends(CLASSIC, "partners=no target=300", TOTALS(310, 300, 300, 300), 1, false);
	ends(QUEBEC, "", TOTALS(500, 600, 500, 100), 5, false);
	ends(QUEBEC, "", TOTALS(500, 600, 490, 100), 0, false);
	ends(QUEBEC, "target=700", TOTALS(500, 600, 490, 100), 5, false);
}

/* Events */

#define assert_event(...) assert_event_at(HERE, __VA_ARGS__)
static void assert_event_at(AT, const struct rig *rig, unsigned index, enum event_kind kind,
	unsigned seat, enum event_how how, int number, int points)
{
	const struct event *event = &rig->events.event[index];
	true_at(index < rig->events.count);
	equal_at(event->kind, kind);
	equal_at(event->seat, seat);
	equal_at(event->how, how);
	equal_at(event->number, number);
	equal_at(event->points, points);
	equal_at(event->visible, VISIBLE_ALL);
}

RIG_CASE(the_events_of_a_capture_report_each_part_of_its_points)
{
	spot_lay(rig, FIRST("9C 9D TD 2S", "6C 6D 2C", "7C 7D 3C"));
	rig_play(rig, "6C mitten");
	assert_int_equal(rig->events.count, 1);
	assert_event(rig, 0, EVENT_PLAY, A, HOW_CALL, CALL_MITTEN, 0);
	assert_int_equal(rig->events.event[0].cards[0], rig_move("6C").card);
	rig_play(rig, "7C mitten,6D,7D");
	assert_int_equal(rig->events.count, 6);
	assert_event(rig, 0, EVENT_PLAY, B, HOW_NONE, CALL_NONE, 0);
	assert_event(rig, 1, EVENT_CAPTURE, B, HOW_COMPLETE, CALL_MITTEN, 80);
	assert_int_equal(rig->events.event[1].cards[0], rig_move("7D").card);
	assert_event(rig, 2, EVENT_SCORE, B, HOW_COMPLETE, 0, 10);
	assert_event(rig, 3, EVENT_SCORE, B, HOW_OVERCALLED, 0, 10);
	assert_event(rig, 4, EVENT_SCORE, B, HOW_TEN, 0, 50);
	assert_event(rig, 5, EVENT_SCORE, B, HOW_FOUR, 0, 10);
}

RIG_CASE(the_ten_left_over_is_reported)
{
	spot_lay(rig,
		&(struct spot){ .preset = QUEBEC,
			.options = "",
			.pile = "TD 4H",
			.hands = { "2C", "5C", "6C", "7C" } });
	mitaines_in(rig)->open.maker = 2;
	rig_play(rig, "2C,5C,6C,7C");
	assert_int_equal(rig->events.count, 3);
	assert_event(rig, 1, EVENT_SCORE, 2, HOW_LEFT_TEN, 0, 50);
	assert_event(rig, 2, EVENT_HAND_END, SEAT_NONE, HOW_NONE, 1, 0);
	assert_int_equal(rig->head.total[2], 50);
}

/* The AI player `greedy` */

/* Checks the move of the greedy player with a hand and a pile. */
#define greedy_plays(...) greedy_plays_at(HERE, __VA_ARGS__)
static void greedy_plays_at(AT, unsigned preset, const char *options, const char *pile,
	const char *hand, const char *wanted)
{
	static const char *const others[] = { "2H 5C", "2H 5C 5S 5H KH" };
	bool short_hand = strlen(hand) < 6;
	char move[MOVE_TEXT];
	struct text text = text_in(move, sizeof move);
	struct rig rig;
	spot_lay_at(THERE, &rig,
		&(struct spot){ .preset = preset,
			.options = options,
			.pile = pile,
			.hands = { hand, others[!short_hand] } });
	move_write(&text, game_greedy(&mitaines_game, rig_view(&rig, A)));
	string_at(move, wanted);
}

CASE(the_greedy_player_prefers_points_then_calls_then_low_cards)
{
	/* The greedy player plays the card that scores most. */
	greedy_plays(CLASSIC, "", "3H", "3C 6C 6D 7H 8H", "3C");
	greedy_plays(CLASSIC, "", "2C TD", "JC 6C 6D 7H 8H", "JC");
	greedy_plays(CLASSIC, "", "TC", "JC TD 6C 6D 8H", "TD");
	/* A sweep without points does not score. */
	greedy_plays(CLASSIC, "", "3H 4H", "4C 6C 6D 7H 8H", "6C mitten");
	/* Of several calls it prefers the largest kind, then the highest rank. */
	greedy_plays(CLASSIC, "", "3H", "6C 6D 6H 7C 7D", "6C glove");
	greedy_plays(CLASSIC, "", "3H", "6C 6D 7C 7D 9H", "7C mitten");
	greedy_plays(CLASSIC, "", "3H", "JC JD AC AD 9H", "JC mitten");
	greedy_plays(CLASSIC, "ranks=standard", "3H", "JC JD AC AD 9H", "AC mitten");
	/* Otherwise it plays a low card, clubs first, but rather no Jack, ten of diamonds or card
	 * of a pair. */
	greedy_plays(CLASSIC, "", "", "JC TD 9D 8H 2S", "2S");
	greedy_plays(CLASSIC, "", "", "JC TD", "TD");
	greedy_plays(CLASSIC, "", "", "TD AS", "AS");
}

/* The pile is frozen and the player has no higher call: the pair stays in hand, and the low card is
 * played. */
RIG_CASE(the_greedy_player_does_not_break_up_pairs)
{
	spot_lay(rig, TWO("3H", "9C 9D 2H", "6C 6D KS"));
	rig_play(rig, "9C mitten");
	assert_true(move_equal(game_greedy(&mitaines_game, rig_view(rig, B)), rig_move("KS")));
	spot_lay(rig, TWO("3H", "9C 9D 2H", "6C 9S KS"));
	rig_play(rig, "9C mitten");
	assert_true(move_equal(game_greedy(&mitaines_game, rig_view(rig, B)), rig_move("9S")));
}

RIG_CASE(the_greedy_player_passes_cards_that_split_no_group)
{
	static const char deck[] = "8C 2C 3C 4C 8D 2D 3D 4D 5H 2H 3H 4H JS 2S 3S 4S "
				   "9C 5C 6C 7C QH 5D 6D 7D KS 6H 7H 8S";
	card first[CARD_COUNT];
	unsigned count;

	rig_open_preset(rig, &mitaines_game, QUEBEC, "", 4, 0);
	count = rig_cards(deck, first);
	rig_deal(rig, first, count);
	rig_holds(rig, 1, "5H 8C 8D 9C QH KS JS");
	assert_true(move_equal(
		game_greedy(&mitaines_game, rig_view(rig, 1)), rig_move("give 5H 9C QH")));
}
