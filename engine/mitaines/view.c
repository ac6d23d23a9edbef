/* mitaines/view.c - the view of one seat, refusals and the greedy player */
#include "engine/mitaines/view.h"

#include <string.h>

#include "engine/mitaines/capture.h"
#include "engine/mitaines/moves.h"

static const struct mitaines_view *view_in(const struct view *view)
{
	return (const struct mitaines_view *)view;
}

void mitaines_view(const struct state *state, unsigned seat, struct view *view)
{
	const struct mitaines *table = (const struct mitaines *)state;
	struct mitaines_view *known = (struct mitaines_view *)view;
	/* Clears the padding too: tests compare views byte by byte. */
	memset(known, 0, sizeof *known);
	known->head.seat = (uint8_t)seat;
	memcpy(&known->head.open, state, sizeof *state);
	memcpy(&known->open, &table->open, sizeof table->open);
	if (seat >= state->players)
		return;
	known->hand = table->hand[seat];
	if (table->open.rules.exchange > 0)
		known->partner = table->passed[seat] & table->hand[mitaines_partner(seat)];
}

/*
 * Removes a call that names a group. Such a call cannot be a contract: the player lacks the cards
 * for one.
 */
struct move mitaines_canonical(const struct view *view, struct move move)
{
	struct mitaines_capture capture;
	if (move.act == ACT_PLAY && move.call != CALL_NONE && move.card < CARD_COUNT &&
		mitaines_capture(&view_in(view)->open, view->seat, move.card, &capture) &&
		capture.how == HOW_GROUP && capture.kind == move.call)
		move.call = CALL_NONE;
	return move;
}

static enum refusal check_give(const struct mitaines_view *view, struct move move)
{
	const card given[3] = { move.card, move.second, move.third };
	for (unsigned i = 0; i < 3; i++)
		if (given[i] == CARD_NONE)
			return REFUSE_GIVE_COUNT;
	for (unsigned i = 0; i < 3; i++)
		if (given[i] >= CARD_COUNT || (view->hand & card_bit(given[i])) == 0)
			return REFUSE_NOT_HELD;
	if (given[0] == given[1] || given[1] == given[2])
		return REFUSE_GIVE_TWICE;
	return given[0] < given[1] && given[1] < given[2] ? REFUSE_NONE : REFUSE_UNREADABLE;
}

/* Returns the reason to refuse a call. The player holds the card and may play it uncalled. */
static enum refusal check_call(const struct mitaines_view *view, struct move move)
{
	const struct mitaines_contract *live = &view->open.live;
	unsigned rank = card_rank(move.card);
	unsigned count = cards_count_of_rank(view->hand, rank);
	if (live->seat == view->head.seat) {
		if (!view->open.rules.raises)
			return REFUSE_CALL_BOUND;
		return move.call <= live->kind ? REFUSE_CALL_LOW : REFUSE_CALL_CARDS;
	}
	return count < move.call ? REFUSE_CALL_CARDS : REFUSE_CALL_LOW;
}

static enum refusal check_play(const struct mitaines_view *view, struct move move)
{
	if (move.card >= CARD_COUNT || (view->hand & card_bit(move.card)) == 0)
		return REFUSE_NOT_HELD;
	if (move.call == CALL_KING)
		return REFUSE_NOT_NOW;
	if (move.call > CALL_SOCK || move.third != CARD_NONE)
		return REFUSE_UNREADABLE;
	struct mitaines_choices choices = mitaines_choose(&view->open, view->head.seat, view->hand);
	if ((choices.set[move.call] & card_bit(move.card)) != 0)
		return REFUSE_NONE;
	if ((choices.set[CALL_NONE] & card_bit(move.card)) == 0)
		return REFUSE_BOUND;
	return move.call < CALL_MITTEN ? REFUSE_UNREADABLE : check_call(view, move);
}

enum refusal mitaines_check(const struct view *view, struct move move)
{
	const struct mitaines_view *known = view_in(view);
	bool exchange = known->open.exchange > 0;
	if (view->open.phase != PHASE_PLAY || move.act != (exchange ? ACT_GIVE : ACT_PLAY))
		return REFUSE_NOT_NOW;
	return exchange ? check_give(known, move) : check_play(known, move);
}

static unsigned height(const struct mitaines_view *view, card c)
{
	return mitaines_height(&view->open.rules, card_rank(c)) * SUIT_COUNT + card_suit(c);
}

unsigned mitaines_hand(const struct view *view, card hand[HAND_MAX])
{
	const struct mitaines_view *known = view_in(view);
	unsigned count = 0;
	for (cards left = known->hand; left != 0; left &= left - 1) {
		card c = cards_first(left);
		unsigned at = count++;
		for (; at > 0 && height(known, hand[at - 1]) > height(known, c); at--)
			hand[at] = hand[at - 1];
		hand[at] = c;
	}
	return count;
}

void mitaines_describe(const struct view *view, struct events *events)
{
	const struct mitaines_open *open = &view_in(view)->open;
	const struct mitaines_contract *live = &open->live;
	struct event *event = events_add(events, EVENT_PILE, SEAT_NONE);
	event->how = open->pile_count > 0 ? HOW_NONE : HOW_EMPTY;
	event->points = (int16_t)mitaines_stake(open);
	for (unsigned i = 0; i < open->pile_count; i++)
		event_card(event, mitaines_pile(open)[i]);
	if (live->seat != SEAT_NONE) {
		event = events_add(events, EVENT_CONTRACT, live->seat);
		event->number = live->kind;
		event->points = live->down;
		event_card(event, cards_first(open->pile_set & CARDS_OF_RANK(live->rank)));
	}
	for (unsigned seat = 0; seat < view->open.players; seat++)
		events_add(events, EVENT_HELD, seat)->number = open->held[seat];
	events_add(events, EVENT_STOCK, SEAT_NONE)->number = open->undealt;
}

/*
 * Returns the value of keeping a card: lowest for a low card of a rank held once, highest for a
 * Jack or the ten of diamonds.
 */
static unsigned keep_value(const struct mitaines_view *view, cards hand, card c)
{
	bool dear = card_rank(c) == RANK_J || c == TEN_OF_DIAMONDS;
	bool several = cards_count_of_rank(hand, card_rank(c)) > 1;
	return (dear ? 512u : 0) + (several ? 256u : 0) + height(view, c);
}

static card least_valuable(const struct mitaines_view *view, cards hand, cards among)
{
	card found = cards_first(among);
	for (cards left = among; left != 0; left &= left - 1)
		if (keep_value(view, hand, cards_first(left)) < keep_value(view, hand, found))
			found = cards_first(left);
	return found;
}

/* Returns the exchange that passes the least valuable cards, one after the other. */
static struct move greedy_give(const struct mitaines_view *view)
{
	cards hand = view->hand, given = 0;
	for (unsigned i = 0; i < view->open.rules.exchange; i++) {
		cards one = card_bit(least_valuable(view, hand, hand));
		hand &= ~one;
		given |= one;
	}
	struct move move = { .act = ACT_GIVE, .card = cards_first(given) };

	given &= given - 1;
	move.second = cards_first(given);
	move.third = cards_first(given & (given - 1));
	return move;
}

/* Returns the card that scores most when played without a call, or CARD_NONE if no card scores. */
static card most_points(const struct mitaines_view *view, cards among)
{
	card found = CARD_NONE;
	int best = 0;
	for (cards left = among; left != 0; left &= left - 1) {
		card c = cards_first(left);
		struct mitaines_capture capture;
		if (mitaines_capture(&view->open, view->head.seat, c, &capture) &&
			mitaines_points(&capture) > best) {
			best = mitaines_points(&capture);
			found = c;
		}
	}
	return found;
}

/* Returns the first card of the highest rank in a set. */
static card highest(const struct mitaines_view *view, cards among)
{
	card found = cards_first(among);
	for (cards left = among; left != 0;
		left &= mitaines_above(&view->open.rules, card_rank(found)))
		found = cards_first(left);
	return found;
}

struct move mitaines_greedy(const struct view *view)
{
	const struct mitaines_view *known = view_in(view);
	if (known->open.exchange > 0)
		return greedy_give(known);
	struct mitaines_choices choices = mitaines_choose(&known->open, view->seat, known->hand);
	card scoring = most_points(known, choices.set[CALL_NONE]);
	if (scoring != CARD_NONE)
		return move_play(scoring, CALL_NONE);
	for (unsigned kind = CALL_SOCK; kind >= CALL_MITTEN; kind--)
		if (choices.set[kind] != 0)
			return move_play(highest(known, choices.set[kind]), kind);
	return move_play(least_valuable(known, known->hand, choices.set[CALL_NONE]), CALL_NONE);
}
