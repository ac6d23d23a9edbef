/* mitaines/capture.c - captures and their points */
#include "engine/mitaines/capture.h"

/* Returns how a card of the live contract's rank captures; HOW_NONE: it does not. */
static enum event_how on_contract(const struct mitaines_open *open, unsigned seat)
{
	const struct mitaines_contract *live = &open->live;
	bool completes = live->down + 1 == live->kind;
	if (live->seat == seat)
		return completes ? HOW_COMPLETE : HOW_NONE;
	/*
	 * If a pile under a contract has one card, this card was called on an empty pile one play
	 * ago, and the next card makes a double contract.
	 */
	if (open->rules.doubles && open->pile_count == 1)
		return HOW_DOUBLE;
	return completes || open->rules.steal_at_once ? HOW_STEAL : HOW_NONE;
}

static unsigned equal_on_top(const struct mitaines_open *open, unsigned rank)
{
	unsigned count = 0;
	while (count < open->pile_count &&
		card_rank(open->shown[open->shown_count - 1 - count]) == rank)
		count++;
	return count;
}

/* Returns how a Jack or a card of the top rank captures a pile that is neither frozen nor empty. */
static enum event_how on_pile(const struct mitaines_open *open, unsigned rank)
{
	unsigned equal = equal_on_top(open, rank);
	if (equal == 0)
		return HOW_JACK;
	if (open->pile_count == 1)
		return HOW_PAIR;
	return equal > 1 && open->rules.groups ? HOW_GROUP : HOW_SWEEP;
}

/* Returns the points of the capture itself, without the bonus for cards in the pile. */
static int basic_points(const struct mitaines_open *open, const struct mitaines_capture *capture)
{
	const struct mitaines_rules *rules = &open->rules;
	if (capture->kind > 0)
		return mitaines_value(rules, capture->kind, capture->rank) *
			(capture->how == HOW_DOUBLE ? 2 : 1);
	if (open->pile_count > 1)
		return 0;
	if (capture->how == HOW_JACK)
		return rules->jack_single;
	return capture->rank == RANK_J ? rules->jack_pair : rules->pair;
}

/*
 * Returns the points of equal cards among the first four. The cards of a group score as the group
 * only.
 */
static int four_points(const struct mitaines_open *open, const struct mitaines_capture *capture)
{
	int points = 0;
	for (cards left = open->four; left != 0;) {
		unsigned rank = card_rank(cards_first(left));
		unsigned count = cards_count_of_rank(left, rank);
		if (count > 1 && !(capture->how == HOW_GROUP && capture->rank == rank))
			points += mitaines_value(&open->rules, count, rank);
		left &= ~CARDS_OF_RANK(rank);
	}
	return points;
}

int mitaines_stake(const struct mitaines_open *open)
{
	static const struct mitaines_capture none = { .how = HOW_NONE };
	int ten = (open->pile_set & card_bit(TEN_OF_DIAMONDS)) != 0 ? open->rules.ten : 0;
	return open->below + ten + four_points(open, &none);
}

bool mitaines_capture(
	const struct mitaines_open *open, unsigned seat, card c, struct mitaines_capture *capture)
{
	unsigned rank = card_rank(c);
	if (mitaines_lies(open, rank))
		return false;
	enum event_how how =
		open->live.seat != SEAT_NONE ? on_contract(open, seat) : on_pile(open, rank);
	if (how == HOW_NONE)
		return false;
	capture->how = (uint8_t)how;
	capture->rank = (uint8_t)rank;
	capture->kind = open->live.kind;
	if (how == HOW_GROUP)
		capture->kind = (uint8_t)(equal_on_top(open, rank) + 1);
	capture->points = (int16_t)basic_points(open, capture);
	capture->overcalled = open->below;
	capture->ten = 0;
	if (((open->pile_set | card_bit(c)) & card_bit(TEN_OF_DIAMONDS)) != 0)
		capture->ten = open->rules.ten;
	capture->four = (int16_t)four_points(open, capture);
	return true;
}

int mitaines_points(const struct mitaines_capture *capture)
{
	return capture->points + capture->overcalled + capture->ten + capture->four;
}

static void report_score(struct events *events, unsigned seat, enum event_how how, int points)
{
	if (points == 0)
		return;
	struct event *event = events_add(events, EVENT_SCORE, seat);
	event->how = (uint8_t)how;
	event->points = (int16_t)points;
}

/* Reports a capture and its parts as events. pile: the captured cards, including c. */
static void report_capture(struct events *events, unsigned seat, unsigned caller, card c,
	cards pile, const struct mitaines_capture *capture)
{
	struct event *event = events_add(events, EVENT_CAPTURE, seat);
	event->other = (uint8_t)caller;
	event->how = capture->how;
	event->number = capture->kind;
	event->points = (int16_t)mitaines_points(capture);
	event_card(event, c);
	for (cards left = pile & ~card_bit(c); left != 0; left &= left - 1)
		event_card(event, cards_first(left));
	report_score(events, seat, capture->how, capture->points);
	report_score(events, seat, HOW_OVERCALLED, capture->overcalled);
	report_score(events, seat, HOW_TEN, capture->ten);
	report_score(events, seat, HOW_FOUR, capture->four);
}

void mitaines_lay(struct mitaines *table, unsigned seat, card c, struct events *events)
{
	struct mitaines_open *open = &table->open;
	struct mitaines_capture capture;
	bool captures = mitaines_capture(open, seat, c, &capture);
	unsigned caller = open->live.seat;
	mitaines_pile_add(open, c);
	if (!captures) {
		if (open->live.rank == card_rank(c))
			open->live.down++;
		return;
	}
	table->head.points[seat] += mitaines_points(&capture);
	if (open->live.seat != SEAT_NONE)
		open->maker = (uint8_t)seat;
	cards pile = open->pile_set;
	open->gone |= pile;
	open->pile_set = open->four = 0;
	open->pile_count = 0;
	open->live = mitaines_no_contract;
	open->below = 0;
	if (events != NULL)
		report_capture(events, seat, caller, c, pile, &capture);
}
