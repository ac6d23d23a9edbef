/* mate.c - Mate: the course of a game. */
#include "engine/mate/view.h"
#include "engine/search.h"

static const char *const presets[] = { "", NULL };

#define RULE(name, values, rule) OPTION(name, values, struct mate, open.option[rule])

static const struct option options[] = {
	RULE("discard", "no|yes", MATE_DISCARD),
	RULE("king", "no|yes", MATE_KING),
	RULE("suits", "CHSD|CSHD", MATE_SUITS),
	RULE("rounds", "4|2", MATE_ROUNDS),
	OPTIONS_END,
};

static unsigned mate_length(const struct state *state, unsigned players)
{
	(void)players;
	return ((const struct mate *)state)->open.option[MATE_ROUNDS];
}

static void mate_open(struct state *state, unsigned preset)
{
	struct mate *mate = (struct mate *)state;
	(void)preset;
	mate->open.option[MATE_ROUNDS] = 4;
	memset(mate->fore, CARD_NONE, sizeof mate->fore);
	memset(mate->open.last, CARD_NONE, sizeof mate->open.last);
	mate->open.led = CARD_NONE;
}

/*
 * Draws a card for each player. The player with the higher card deals; two cards never have the
 * same height.
 */
static unsigned mate_draw(const struct state *state, unsigned players, const card *deck,
	uint8_t order[SEATS_MAX], struct events *events)
{
	const struct mate_open *open = &((const struct mate *)state)->open;
	for (unsigned i = 0; i < players; i++) {
		order[i] = (uint8_t)i;
		event_card(events_add(events, EVENT_DRAWN, i), deck[i]);
	}
	return mate_height(open, deck[1]) > mate_height(open, deck[0]);
}

static unsigned mate_deck(const struct state *state, card deck[DECK_MAX])
{
	unsigned count = 0;
	(void)state;
	for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
		for (cards left = MATE_CARDS & CARDS_OF_SUIT(suit); left != 0; left &= left - 1)
			deck[count++] = cards_first(left);
	return count;
}

/*
 * Begins a hand with the cards of the round, which the players exchange for the second hand. The
 * dealer leads the first hand, the other player the second.
 */
static void begin_hand(struct mate *mate)
{
	struct mate_open *open = &mate->open;
	for (unsigned seat = 0; seat < MATE_SEATS; seat++) {
		mate->hand[seat] = mate->dealt[seat ^ open->second];
		mate->fore[seat] = open->last[seat] = CARD_NONE;
		open->held[seat] = (uint8_t)cards_count(mate->hand[seat]);
		open->laid[seat] = 0;
		open->played[seat] = open->aside[seat] = open->denied[seat] = 0;
	}
	mate->head.turn = mate->head.dealer ^ open->second;
	open->trick = 1;
	open->led = CARD_NONE;
	open->king = open->again = open->laid_now = false;
	open->decided = open->option[MATE_DISCARD] ? MATE_SEATS : 0;
}

/*
 * Reports the beginning or end of a round (rules text 003: two hands with one deal); `number`
 * counts rounds.
 */
static void say_round(struct events *events, enum event_kind kind, unsigned seat,
	enum event_how how, unsigned number)
{
	struct event *event = events_add(events, kind, seat);
	event->how = (uint8_t)how;
	event->number = (int16_t)number;
}

static void mate_deal(struct state *state, const card *deck, struct events *events)
{
	struct mate *mate = (struct mate *)state;
	state->hand++;
	state->phase = PHASE_PLAY;
	memset(state->points, 0, sizeof state->points);
	memset(mate->dealt, 0, sizeof mate->dealt);
	for (unsigned i = 0; i < MATE_DECK; i += MATE_SEATS) {
		mate->dealt[state->dealer ^ 1] |= card_bit(deck[i]);
		mate->dealt[state->dealer] |= card_bit(deck[i + 1]);
	}
	mate->open.second = false;
	begin_hand(mate);
	if (events != NULL) {
		say_round(events, EVENT_HAND, state->dealer, HOW_ROUND, state->hand);
		events_add(events, EVENT_DEAL, SEAT_NONE)->number = 1;
	}
}

static void end_round(struct mate *mate, struct events *events)
{
	struct state *head = &mate->head;
	for (unsigned seat = 0; seat < MATE_SEATS; seat++)
		head->total[seat] += head->points[seat];
	head->dealer ^= 1;
	head->phase = PHASE_DEAL;
	if (events != NULL)
		say_round(events, EVENT_HAND_END, SEAT_NONE, HOW_ROUND_END, head->hand);
	if (head->hand < mate->open.option[MATE_ROUNDS])
		return;
	head->phase = PHASE_OVER;
	head->winners = (uint16_t)((head->total[0] >= head->total[1]) |
		(head->total[1] >= head->total[0]) << 1);
	if (events != NULL)
		events_add(events, EVENT_MATCH_END, SEAT_NONE);
}

static void end_hand(struct mate *mate, struct events *events)
{
	for (unsigned seat = 0; seat < MATE_SEATS && events != NULL; seat++)
		if (mate->fore[seat] != CARD_NONE)
			event_card(events_add(events, EVENT_UNCOVER, seat), mate->fore[seat]);
	if (mate->open.second) {
		end_round(mate, events);
		return;
	}
	mate->open.second = true;
	begin_hand(mate);
	if (events != NULL)
		events_add(events, EVENT_SWAP, mate->head.turn)->number = (int16_t)mate->head.hand;
}

/* Returns the number of the trick, plus one for each card that the winner laid aside. */
static unsigned count_tricks(const struct mate_open *open, unsigned winner)
{
	return open->trick + open->laid[winner];
}

static void end_in_mate(struct mate *mate, unsigned winner, struct events *events)
{
	const struct mate_open *open = &mate->open;
	unsigned tricks = count_tricks(open, winner), times = open->again ? tricks - 9 : 1;
	unsigned points = mate_value(open->led) * tricks * times;
	mate->head.points[winner] += (int32_t)points;
	if (events != NULL) {
		struct event *event = events_add(events, EVENT_MATED, winner);
		event->other = (uint8_t)(winner ^ 1);
		event->number = open->trick;
		event->points = (int16_t)points;
		event->how = open->again ? HOW_OVERMATE : HOW_NONE;
		event->times = (uint8_t)times;
		event_card(event, open->led);
	}
	end_hand(mate, events);
}

/* Ends a trick. If only one player is out of cards, this player gets their last card back. */
static void end_trick(struct mate *mate, unsigned winner, struct events *events)
{
	struct mate_open *open = &mate->open;
	if (events != NULL)
		events_add(events, EVENT_TRICK, winner)->number = open->trick;
	if (open->held[0] == 0 && open->held[1] == 0) {
		if (events != NULL)
			events_add(events, EVENT_DRAW, SEAT_NONE);
		end_hand(mate, events);
		return;
	}
	for (unsigned seat = 0; seat < MATE_SEATS; seat++)
		if (open->held[seat] == 0)
			mate->hand[seat] = card_bit(open->last[seat]);
	open->led = CARD_NONE;
	open->king = open->again = false;
	open->trick++;
	mate->head.turn = (uint8_t)winner;
}

static void spend(struct mate *mate, unsigned seat, card c)
{
	mate->hand[seat] &= ~card_bit(c);
	mate->open.held[seat]--;
}

/*
 * Returns the cards that the player cannot have held when they gave this answer: the rules would
 * have made them play an Ace (King's Privilege) or a card of the suit instead.
 */
static cards denied_by(const struct mate_open *open, card answer)
{
	cards rank = CARDS_OF_RANK(card_rank(open->led));
	cards suit = CARDS_OF_SUIT(card_suit(open->led));
	if (open->king)
		return (rank & card_bit(answer)) != 0 ? 0 : rank;
	return (suit & card_bit(answer)) != 0 ? 0 : suit;
}

static void play(struct mate *mate, struct move move, struct events *events)
{
	struct mate_open *open = &mate->open;
	unsigned seat = mate->head.turn, other = seat ^ 1;
	bool again = open->held[seat] == 0;
	if (!again)
		spend(mate, seat, move.card);
	open->played[seat] |= card_bit(move.card);
	open->last[seat] = move.card;
	open->laid_now = false;
	if (open->led != CARD_NONE) {
		bool taken = mate_height(open, move.card) > mate_height(open, open->led);
		open->denied[seat] |= denied_by(open, move.card);
		end_trick(mate, taken ? seat : other, events);
		return;
	}
	open->led = move.card;
	open->king = move.call == CALL_KING;
	open->again = again;
	if (mate_answers(open->led, open->king, mate->hand[other]) == 0)
		end_in_mate(mate, seat, events);
	else
		mate->head.turn = (uint8_t)other;
}

/* Foreplaces a card or keeps all cards. After both players have decided, the leader is to move. */
static void foreplace_or_keep(struct mate *mate, struct move move)
{
	unsigned seat = mate->head.turn;
	if (move.act == ACT_FOREPLACE) {
		spend(mate, seat, move.card);
		mate->fore[seat] = move.card;
		mate->open.laid[seat] = 1;
	}
	mate->open.decided++;
	mate->head.turn ^= 1;
}

static void lay_aside(struct mate *mate, card c)
{
	unsigned seat = mate->head.turn;
	spend(mate, seat, c);
	mate->open.aside[seat] |= card_bit(c);
	mate->open.laid[seat]++;
	mate->open.laid_now = true;
}

static void say_move(struct events *events, unsigned seat, struct move move)
{
	static const uint8_t kinds[] = {
		[ACT_PLAY] = EVENT_PLAY,
		[ACT_DISCARD] = EVENT_DISCARD,
		[ACT_FOREPLACE] = EVENT_FOREPLACE,
		[ACT_KEEP] = EVENT_KEEP,
	};
	struct event *event = events_add(events, kinds[move.act], seat);
	if (move.act != ACT_KEEP)
		event_card(event, move.card);
	if (move.act == ACT_PLAY)
		event->number = move.call;
	if (move.act == ACT_PLAY && move.call == CALL_KING)
		event->how = HOW_KING;
	if (move.act == ACT_FOREPLACE)
		event->visible = (uint16_t)(1u << seat);
}

static void mate_apply(struct state *state, struct move move, struct events *events)
{
	struct mate *mate = (struct mate *)state;
	if (events != NULL)
		say_move(events, state->turn, move);
	switch (move.act) {
	case ACT_PLAY: play(mate, move, events); break;
	case ACT_DISCARD: lay_aside(mate, move.card); break;
	default: foreplace_or_keep(mate, move); break;
	}
}

static const char *const stats[] = { "mates", NULL };

static int tally(const struct event *event)
{
	return event->kind == EVENT_MATED ? 0 : -1;
}

const struct game mate_game = {
	.name = "mate",
	.presets = presets,
	.options = options,
	.rounds = true,
	.state_size = sizeof(struct mate),
	.view_size = sizeof(struct mate_view),
	.open = mate_open,
	.length = mate_length,
	.draw = mate_draw,
	.deck = mate_deck,
	.deal = mate_deal,
	.legal = mate_legal,
	.apply = mate_apply,
	.view = mate_view,
	.check = mate_check,
	.hand = mate_hand,
	.describe = mate_describe,
	.greedy = mate_greedy,
	.determinize = mate_determinize,
	.think = mate_think,
	.think_memory = SEARCH_MEMORY,
	.stats = stats,
	.tally = tally,
};
