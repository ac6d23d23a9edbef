/* mitch/view.c - the view of one seat, legal moves, refusals and the greedy player */
#include "engine/mitch/view.h"

#include <string.h>

static const struct mitch_view *view_in(const struct view *view)
{
	return (const struct mitch_view *)view;
}

void mitch_view(const struct state *state, unsigned seat, struct view *view)
{
	const struct mitch *mitch = (const struct mitch *)state;
	struct mitch_view *known = (struct mitch_view *)view;
	/* Clears the padding too: tests compare views byte by byte. */
	memset(known, 0, sizeof *known);
	known->head.seat = (uint8_t)seat;
	memcpy(&known->head.open, state, sizeof *state);
	memcpy(&known->open, &mitch->open, sizeof mitch->open);
	if (seat < state->players)
		known->hand = mitch->hand[seat];
}

/* Lists the legal moves of the seat to act. States and views share this path. */
static inline void list_moves(unsigned seat, const struct mitch_open *open,
	const struct mitch_hand *hand, struct moves *moves)
{
	struct move *at = moves->move;
	cards fits = open->fits[seat];
	if (open->to_draw) {
		*at++ = move_of(ACT_DRAW, CARD_NONE);
		if (open->pile_count > 0)
			*at++ = move_of(ACT_TAKE, CARD_NONE);
	} else {
		for (cards left = hand->all; left != 0; left &= left - 1) {
			card c = cards_first(left);
			move_put(at++, move_of(ACT_DISCARD, 0), c);
			/*
			 * Always write the move, but count it only if the card fits: a branch would
			 * often be mispredicted.
			 */
			move_put(at, move_of(ACT_PLACE, 0), c);
			at += fits >> c & 1;
		}
	}
	moves->count = (unsigned)(at - moves->move);
}

void mitch_legal(const struct state *state, struct moves *moves)
{
	const struct mitch *mitch = (const struct mitch *)state;
	list_moves(state->turn, &mitch->open, &mitch->hand[state->turn], moves);
}

/*
 * Checks a draw or a take. After an automatic draw, the reason says why the player could not take
 * the top discard.
 */
static enum refusal check_draw(const struct mitch_view *view, struct move move)
{
	const struct mitch_open *open = &view->open;
	unsigned seat = view->head.seat;
	if (move.card != CARD_NONE)
		return REFUSE_UNREADABLE;
	if (open->to_draw && (move.act == ACT_DRAW || open->pile_count > 0))
		return REFUSE_NONE;
	if (move.act == ACT_DRAW || open->option[MITCH_DRAW] == DRAW_STOCK || open->second)
		return REFUSE_NOT_NOW;
	if (open->pile_count == 0)
		return REFUSE_EMPTY_PILE;
	if (open->option[MITCH_DRAW] == DRAW_PLACE &&
		(open->fits[seat] & card_bit(open->pile[open->pile_count - 1])) == 0)
		return REFUSE_PLACE_TAKEN;
	return REFUSE_NOT_NOW;
}

static enum refusal check_card(const struct mitch_view *view, struct move move)
{
	if (view->open.to_draw)
		return REFUSE_DRAW_FIRST;
	if (move.card < CARD_COUNT && card_rank(move.card) == RANK_A)
		return REFUSE_ACE;
	if (move.card >= CARD_COUNT || (view->hand.all & card_bit(move.card)) == 0)
		return REFUSE_NOT_HELD;
	if (move.act == ACT_PLACE && (view->open.fits[view->head.seat] & card_bit(move.card)) == 0)
		return view->open.option[MITCH_HIGHLOW] ? REFUSE_COLUMN_RISES : REFUSE_COLUMN;
	return REFUSE_NONE;
}

enum refusal mitch_check(const struct view *view, struct move move)
{
	const struct mitch_view *known = view_in(view);
	if (view->open.phase != PHASE_PLAY || view->seat >= view->open.players)
		return REFUSE_NOT_NOW;
	if (move.second != CARD_NONE || move.third != CARD_NONE)
		return move.act == ACT_PLAY || move.act == ACT_GIVE ? REFUSE_NOT_NOW
								    : REFUSE_UNREADABLE;
	switch (move.act) {
	case ACT_DRAW:
	case ACT_TAKE: return check_draw(known, move);
	case ACT_PLACE:
	case ACT_DISCARD: return check_card(known, move);
	default: return REFUSE_NOT_NOW;
	}
}

unsigned mitch_hand(const struct view *view, card hand[HAND_MAX])
{
	const struct mitch_view *known = view_in(view);
	unsigned count = 0;
	for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
		for (cards left = known->hand.all & CARDS_OF_SUIT(suit); left != 0;
			left &= left - 1) {
			card c = cards_first(left);
			hand[count++] = c;
			if ((known->hand.twice & card_bit(c)) != 0)
				hand[count++] = c;
		}
	return count;
}

static void describe_column(
	const struct mitch_open *open, unsigned seat, unsigned suit, struct events *events)
{
	struct mitch_column column = mitch_column(open, seat, suit);
	if (column.ranks == 0)
		return;
	struct event *event = events_add(events, EVENT_COLUMN, seat);
	for (unsigned i = 0; i < RANK_COUNT; i++) {
		unsigned rank = column.rising ? i : RANK_COUNT - 1 - i;
		if ((column.ranks >> rank * SUIT_COUNT & 1) != 0)
			event_card(event, CARD(rank, suit));
	}
}

void mitch_describe(const struct view *view, struct events *events)
{
	const struct mitch_open *open = &view_in(view)->open;
	struct event *event;
	for (unsigned seat = 0; seat < view->open.players; seat++) {
		events_add(events, EVENT_HELD, seat)->number = open->held[seat];
		for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
			describe_column(open, seat, suit, events);
	}
	if (open->aces > 0) {
		event = events_add(events, EVENT_ACES, SEAT_NONE);
		for (unsigned i = 0; i < open->aces; i++)
			event_card(event, open->ace[i]);
	}
	events_add(events, EVENT_STOCK, SEAT_NONE)->number = open->stock;
	if (open->pile_count > 0) {
		event = events_add(events, EVENT_TOP, SEAT_NONE);
		event->number = open->pile_count;
		event_card(event, open->pile[open->pile_count - 1]);
	}
}

enum { SKIP_MAX = 2 };

/* Returns the ranks skipped by placing c; a first card skips none. */
static unsigned skipped(const struct mitch_open *open, unsigned seat, card c)
{
	struct mitch_column column = mitch_column(open, seat, card_suit(c));
	unsigned rank = card_rank(c);
	if (column.ranks == 0)
		return 0;
	return (rank > column.last ? rank - column.last : column.last - rank) - 1;
}

/* Returns the highest card that skips few ranks, or CARD_NONE. */
static card worth_placing(const struct mitch_view *view, cards among)
{
	card found = CARD_NONE;
	among &= view->open.fits[view->head.seat];
	for (; among != 0; among &= among - 1) {
		card c = cards_first(among);
		if (skipped(&view->open, view->head.seat, c) <= SKIP_MAX &&
			(found == CARD_NONE || card_rank(c) > card_rank(found)))
			found = c;
	}
	return found;
}

struct move mitch_greedy(const struct view *view)
{
	const struct mitch_view *known = view_in(view);
	const struct mitch_open *open = &known->open;
	card found;
	if (open->to_draw) {
		found = open->pile_count == 0
			? CARD_NONE
			: worth_placing(known, card_bit(open->pile[open->pile_count - 1]));
		return move_of(found == CARD_NONE ? ACT_DRAW : ACT_TAKE, CARD_NONE);
	}
	found = worth_placing(known, known->hand.all);
	if (found != CARD_NONE)
		return move_of(ACT_PLACE, found);
	return move_of(ACT_DISCARD, cards_first(known->hand.all));
}
