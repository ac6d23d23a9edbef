/* Mitaines: scores follow the capture pile, and frozen piles resolve, in random hands. */
#include "engine/playout.h"
#include "tests/cases.h"
#include "tests/mitaines.h"
#include "tests/options.h"

/* The table and the captured cards, as the events report them. */
struct tally {
	cards pile;
	cards four;
	struct {
		unsigned kind;
		unsigned rank;
	} called[CARD_COUNT];
	unsigned calls;
	int32_t points[MITAINES_SEATS];
	int32_t unshown[MITAINES_SEATS]; /* points for which no card of the pile can stand */
};

/* Returns the points of the traditional cards kept for a contract, pair or group. */
static int32_t kept(unsigned kind, unsigned rank)
{
	enum { UP = 10, JACK_UP = 50, DOWN = 100 };
	unsigned up, down;
	if (rank == RANK_J) {
		up = kind == CALL_SOCK ? 2 : 1;
		down = kind - CALL_MITTEN;
		return (int32_t)(up * JACK_UP + down * DOWN);
	}
	up = kind == CALL_MITTEN ? 1 : 0;
	down = kind - CALL_MITTEN;
	return (int32_t)(up * UP + down * DOWN);
}

static int32_t kept_of_four(const struct tally *tally, const struct event *capture)
{
	int32_t points = 0;
	for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
		unsigned count = cards_count_of_rank(tally->four, rank);
		if (count >= 2 &&
			!(capture->how == HOW_GROUP && card_rank(capture->cards[0]) == rank))
			points += kept(count, rank);
	}
	return points;
}

/* Returns the points of sweeping one card. Adds them to tally->unshown if no card of the pile can
 * stand for them. */
static int32_t swept(
	struct tally *tally, const struct mitaines_rules *rules, const struct event *event)
{
	unsigned rank = card_rank(event->cards[0]);
	bool ten = (tally->pile & card_bit(TEN_OF_DIAMONDS)) != 0;
	if (event->how == HOW_PAIR && rank != RANK_J)
		return kept(CALL_MITTEN, rank);
	if (event->how == HOW_PAIR) {
		tally->unshown[event->seat] += rules->jack_pair < 50 ? rules->jack_pair : 0;
		return rules->jack_pair;
	}
	if (event->how != HOW_JACK || cards_count(tally->pile) != 2)
		return 0;
	tally->unshown[event->seat] += ten ? rules->jack_single : 0;
	return rules->jack_single;
}

static void tally_capture(
	struct tally *tally, const struct mitaines_rules *rules, const struct event *event)
{
	unsigned rank = card_rank(event->cards[0]);
	int32_t points = kept_of_four(tally, event) + swept(tally, rules, event);
	for (unsigned i = 0; i < tally->calls; i++)
		points += kept(tally->called[i].kind, tally->called[i].rank);
	if (event->how == HOW_DOUBLE || event->how == HOW_GROUP)
		points += kept((unsigned)event->number, rank);
	if ((tally->pile & card_bit(TEN_OF_DIAMONDS)) != 0)
		points += 50;
	assert_int_equal(event->points, points);
	tally->points[event->seat] += points;
	tally->pile = tally->four = 0;
	tally->calls = 0;
}

static void tally_event(
	struct tally *tally, const struct mitaines_rules *rules, const struct event *event)
{
	switch (event->kind) {
	case EVENT_DEAL:
		for (unsigned i = 0; i < event->count; i++)
			tally->four |= card_bit(event->cards[i]);
		tally->pile |= tally->four;
		break;
	case EVENT_PLAY:
		tally->pile |= card_bit(event->cards[0]);
		if (event->number != CALL_NONE) {
			tally->called[tally->calls].kind = (unsigned)event->number;
			tally->called[tally->calls++].rank = card_rank(event->cards[0]);
		}
		break;
	case EVENT_CAPTURE: tally_capture(tally, rules, event); break;
	default: break;
	}
}

static void tally_events(struct tally *tally, struct rig *rig)
{
	int32_t parts = 0, captured = 0;
	for (unsigned i = 0; i < rig->events.count; i++) {
		const struct event *event = &rig->events.event[i];
		tally_event(tally, &mitaines_in(rig)->open.rules, event);
		captured += event->kind == EVENT_CAPTURE ? event->points : 0;
		parts += event->kind == EVENT_SCORE ? event->points : 0;
	}
	assert_int_equal(parts, captured);
}

/* Checks that the kept cards of a seat equal its points. A pile can lack the card for a mitten. */
static unsigned assert_keeps_its_points(struct rig *rig, const struct tally *tally)
{
	const cards tens = card_bit(TEN_OF_DIAMONDS);
	unsigned lacking = 0;
	for (unsigned seat = 0; seat < rig->head.players; seat++) {
		struct captured captured;
		assert_true(game_captured(&mitaines_game, rig_view(rig, seat), &captured));
		unsigned dear = cards_count(captured.up & (CARDS_OF_RANK(RANK_J) | tens));
		unsigned plain = cards_count(captured.up) - dear;
		int32_t worth = (int32_t)(dear * 50 + plain * 10 + captured.down * 100);
		int32_t points = tally->points[seat] - tally->unshown[seat];
		if (worth != points) {
			assert_int_equal(points - worth, 10);
			lacking++;
		}
	}
	return lacking;
}

/* Opens a table with random options, or with none if `plain`. */
static void open_table(
	struct rig *rig, unsigned preset, unsigned players, bool plain, struct chance *chance)
{
	char options[256];
	struct text text = text_in(options, sizeof options);
	union any_state table;
	game_open(&mitaines_game, &table.state, preset);
	if (!plain)
		options_choose(&mitaines_game, &table.state, chance, &text);
	rig_open_preset(rig, &mitaines_game, preset, options, players, 0);
}

static void score_is_the_capture_pile(unsigned preset, unsigned players, unsigned hands)
{
	struct chance chance = { players };
	struct tally tally;
	struct rig rig;
	unsigned lacking = 0;
	rig.head.phase = PHASE_OVER;
	for (unsigned hand = 0; hand < hands; hand++) {
		if (rig.head.phase == PHASE_OVER)
			open_table(&rig, preset, players, hand % 2 == 0, &chance);
		memset(&tally, 0, sizeof tally);
		rig_deal_any(&rig, &chance);
		tally_events(&tally, &rig);
		while (rig.head.phase == PHASE_PLAY) {
			rig_play_any(&rig, &chance);
			tally_events(&tally, &rig);
			assert_int_equal(tally.pile, mitaines_in(&rig)->open.pile_set);
			if (preset == CLASSIC && hand % 50 == 0 && rig.head.phase == PHASE_PLAY)
				lacking += assert_keeps_its_points(&rig, &tally);
		}
		assert_memory_equal(rig.head.points, tally.points, sizeof tally.points);
	}
	assert_true(lacking < hands / 200);
}

CASE(the_points_of_the_capture_pile_equal_the_score)
{
	for (unsigned preset = CLASSIC; preset <= GAMERULES; preset++)
		for (unsigned players = 2; players <= 4; players++)
			score_is_the_capture_pile(preset, players, 8500);
}

/* Fails unless every contract is completed, stolen or overcalled before the hands are empty. */
static void frozen_resolves(unsigned preset, unsigned players)
{
	struct chance chance = { players };
	struct rig rig;
	unsigned frozen = 0;
	rig.head.phase = PHASE_OVER;
	for (unsigned hand = 0; hand < 8500; hand++) {
		const struct mitaines_open *open = &mitaines_in(&rig)->open;
		if (rig.head.phase == PHASE_OVER)
			rig_open_preset(&rig, &mitaines_game, preset, "", players, 0);
		rig_deal_any(&rig, &chance);
		for (unsigned deals = 1; rig.head.phase == PHASE_PLAY; deals = open->deals) {
			rig_play_any(&rig, &chance);
			frozen += open->live.seat != SEAT_NONE;
			if (open->deals != deals || rig.head.phase != PHASE_PLAY)
				assert_int_equal(open->live.seat, SEAT_NONE);
		}
	}
	assert_true(frozen > 750);
}

CASE(a_contract_on_a_frozen_pile_ends_in_the_same_deal)
{
	frozen_resolves(QUEBEC, 4);
	for (unsigned preset = CLASSIC; preset <= GAMERULES; preset++)
		for (unsigned players = 2; players <= 4; players++)
			frozen_resolves(preset, players);
}
