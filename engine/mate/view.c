/* mate/view.c - the view of one seat, legal moves, refusals and the greedy player */
#include "engine/mate/view.h"

static const struct mate_view *view_in(const struct view *view)
{
	return (const struct mate_view *)view;
}

static cards foreplaced(const struct mate *mate, unsigned seat)
{
	return mate->fore[seat] == CARD_NONE ? 0 : card_bit(mate->fore[seat]);
}

void mate_view(const struct state *state, unsigned seat, struct view *view)
{
	const struct mate *mate = (const struct mate *)state;
	struct mate_view *known = (struct mate_view *)view;
	/* Clears the padding too: tests compare views byte by byte. */
	memset(known, 0, sizeof *known);
	known->head.seat = (uint8_t)seat;
	memcpy(&known->head.open, state, sizeof *state);
	memcpy(&known->open, &mate->open, sizeof mate->open);
	known->fore = CARD_NONE;
	if (seat >= state->players)
		return;
	known->hand = mate->hand[seat];
	known->fore = mate->fore[seat];
	/* All twenty cards are dealt: the opponent has every card that the seat does not see. */
	known->theirs = mate->hand[seat ^ 1];
	if (mate->open.held[seat ^ 1] > 0)
		known->theirs |= foreplaced(mate, seat ^ 1);
}

/* Returns true if a card may be laid aside when these cards remain in hand. */
static inline bool leaves_play(const struct mate_open *open, cards rest)
{
	return (open->led == CARD_NONE ? rest : mate_answers(open->led, open->king, rest)) != 0;
}

static inline struct move *add(struct move *at, struct move like, cards set)
{
	for (; set != 0; set &= set - 1)
		move_put(at++, like, cards_first(set));
	return at;
}

/* Lists the legal moves of the seat to act. States and views share this path. */
static inline void list_moves(
	unsigned seat, const struct mate_open *open, cards hand, struct moves *moves)
{
	struct move *at = moves->move;
	bool leads = open->led == CARD_NONE;
	if (open->decided < MATE_SEATS) {
		at = add(at, move_of(ACT_FOREPLACE, 0), hand);
		*at++ = move_of(ACT_KEEP, CARD_NONE);
	} else {
		at = add(at, move_play(0, CALL_NONE),
			leads ? hand : mate_answers(open->led, open->king, hand));
		if (leads && open->option[MATE_KING])
			at = add(at, move_play(0, CALL_KING), hand & CARDS_OF_RANK(RANK_A));
	}
	if (open->option[MATE_DISCARD] && !open->laid_now && open->held[seat] > 1)
		for (cards left = hand; left != 0; left &= left - 1)
			if (leaves_play(open, hand & ~(left & -left)))
				*at++ = move_of(ACT_DISCARD, cards_first(left));
	moves->count = (unsigned)(at - moves->move);
}

void mate_legal(const struct state *state, struct moves *moves)
{
	const struct mate *mate = (const struct mate *)state;
	list_moves(state->turn, &mate->open, mate->hand[state->turn], moves);
}

static bool holds(const struct mate_view *view, card c)
{
	return c < CARD_COUNT && (view->hand & card_bit(c)) != 0;
}

/* Returns the reason why a card does not answer the card led. */
static enum refusal must_follow(const struct mate_view *view)
{
	const struct mate_open *open = &view->open;
	if (open->king && (view->hand & CARDS_OF_RANK(RANK_A)) != 0)
		return REFUSE_FOLLOW_ACE;
	if ((view->hand & CARDS_OF_SUIT(card_suit(open->led))) != 0)
		return REFUSE_FOLLOW_SUIT;
	return REFUSE_FOLLOW_RANK;
}

static enum refusal check_play(const struct mate_view *view, struct move move)
{
	const struct mate_open *open = &view->open;
	if (move.third != CARD_NONE || (move.call != CALL_NONE && move.call < CALL_MITTEN) ||
		move.call > CALL_KING)
		return REFUSE_UNREADABLE;
	if (open->decided < MATE_SEATS)
		return REFUSE_FOREPLACE_FIRST;
	if (!holds(view, move.card))
		return REFUSE_NOT_HELD;
	if (move.call != CALL_NONE && move.call != CALL_KING)
		return REFUSE_CALL_NONE;
	if (move.call == CALL_KING &&
		(!open->option[MATE_KING] || open->led != CARD_NONE ||
			card_rank(move.card) != RANK_A))
		return REFUSE_KING;
	if (open->led == CARD_NONE ||
		(mate_answers(open->led, open->king, view->hand) & card_bit(move.card)) != 0)
		return REFUSE_NONE;
	return must_follow(view);
}

static enum refusal check_discard(const struct mate_view *view, card c)
{
	const struct mate_open *open = &view->open;
	if (!open->option[MATE_DISCARD])
		return REFUSE_NOT_NOW;
	if (open->laid_now)
		return REFUSE_LAID_ALREADY;
	if (!holds(view, c))
		return REFUSE_NOT_HELD;
	if (open->held[view->head.seat] < 2)
		return REFUSE_LAST_CARD;
	return leaves_play(open, view->hand & ~card_bit(c)) ? REFUSE_NONE : must_follow(view);
}

static enum refusal check_foreplace(const struct mate_view *view, struct move move)
{
	if (view->open.decided == MATE_SEATS)
		return REFUSE_NOT_NOW;
	if (move.act == ACT_KEEP)
		return move.card == CARD_NONE ? REFUSE_NONE : REFUSE_UNREADABLE;
	return holds(view, move.card) ? REFUSE_NONE : REFUSE_NOT_HELD;
}

enum refusal mate_check(const struct view *view, struct move move)
{
	const struct mate_view *known = view_in(view);
	if (view->open.phase != PHASE_PLAY || view->seat >= view->open.players)
		return REFUSE_NOT_NOW;
	if (move.act == ACT_PLAY)
		return check_play(known, move);
	if (move.act != ACT_DISCARD && move.act != ACT_FOREPLACE && move.act != ACT_KEEP)
		return REFUSE_NOT_NOW;
	if (move.second != CARD_NONE || move.third != CARD_NONE)
		return REFUSE_UNREADABLE;
	return move.act == ACT_DISCARD ? check_discard(known, move.card)
				       : check_foreplace(known, move);
}

unsigned mate_hand(const struct view *view, card hand[HAND_MAX])
{
	static const uint8_t suits[2][SUIT_COUNT] = {
		{ SUIT_D, SUIT_S, SUIT_H, SUIT_C },
		{ SUIT_D, SUIT_H, SUIT_S, SUIT_C },
	};
	static const uint8_t ranks[] = { RANK_7, RANK_Q, RANK_K, RANK_T, RANK_A };
	const struct mate_view *known = view_in(view);
	unsigned count = 0;
	for (unsigned i = 0; i < SUIT_COUNT; i++)
		for (unsigned k = 0; k < sizeof ranks; k++) {
			card c = CARD(ranks[k], suits[known->open.option[MATE_SUITS]][i]);
			if (holds(known, c))
				hand[count++] = c;
		}
	return count;
}

/*
 * Describes the cards that a seat laid aside. They are public; a foreplaced card is known only to
 * its owner.
 */
static void describe_laid(const struct mate_view *view, unsigned seat, struct events *events)
{
	const struct mate_open *open = &view->open;
	if (open->laid[seat] == 0)
		return;
	struct event *event =
		events_add(events, open->aside[seat] != 0 ? EVENT_LAID : EVENT_COVERED, seat);
	event->number = open->laid[seat];
	for (cards left = open->aside[seat]; left != 0; left &= left - 1)
		event_card(event, cards_first(left));
	if (open->aside[seat] != 0)
		return;
	event->visible = (uint16_t)(1u << seat);
	if (seat == view->head.seat)
		event_card(event, view->fore);
}

void mate_describe(const struct view *view, struct events *events)
{
	const struct mate_view *known = view_in(view);
	const struct mate_open *open = &known->open;
	for (unsigned seat = 0; seat < view->open.players; seat++) {
		events_add(events, EVENT_HELD, seat)->number = open->held[seat];
		describe_laid(known, seat, events);
	}
	if (open->led != CARD_NONE) {
		struct event *event = events_add(events, EVENT_LED, view->open.turn ^ 1u);
		event->number = open->trick;
		event_card(event, open->led);
	}
}

/*
 * Returns the value of leading c: higher for fewer answers; among equals, for more points if c
 * mates, and for a lower card if it does not.
 */
static unsigned lead_value(const struct mate_view *view, card c, bool king)
{
	unsigned answers = cards_count(mate_answers(c, king, view->theirs));
	unsigned low = MATE_DECK - mate_height(&view->open, c);
	return (MATE_DECK - answers) * 256 + (answers == 0 ? mate_value(c) : low);
}

/* Leads the card with the fewest answers. */
static struct move greedy_lead(const struct mate_view *view)
{
	struct move found = move_play(CARD_NONE, CALL_NONE);
	unsigned best = 0;
	for (cards left = view->hand; left != 0; left &= left - 1) {
		card c = cards_first(left);
		bool may = view->open.option[MATE_KING] && card_rank(c) == RANK_A;
		for (unsigned king = 0; king < (may ? 2 : 1); king++) {
			unsigned worth = lead_value(view, c, king != 0);
			if (worth > best) {
				best = worth;
				found = move_play(c, king != 0 ? CALL_KING : CALL_NONE);
			}
		}
	}
	return found;
}

/* Answers with the lowest card that takes the trick, otherwise with the lowest card. */
static struct move greedy_answer(const struct mate_view *view)
{
	const struct mate_open *open = &view->open;
	card found = CARD_NONE;
	unsigned best = UINT32_MAX;
	for (cards left = mate_answers(open->led, open->king, view->hand); left != 0;
		left &= left - 1) {
		unsigned height = mate_height(open, cards_first(left));
		unsigned cost = height + (height < mate_height(open, open->led) ? 256 : 0);
		if (cost < best) {
			best = cost;
			found = cards_first(left);
		}
	}
	return move_play(found, CALL_NONE);
}

struct move mate_greedy(const struct view *view)
{
	const struct mate_view *known = view_in(view);
	if (known->open.decided < MATE_SEATS)
		return move_of(ACT_KEEP, CARD_NONE);
	return known->open.led == CARD_NONE ? greedy_lead(known) : greedy_answer(known);
}
