/* mitch.c - Mitch: options, deals, turns and the end of a match */
#include "engine/mitch/view.h"
#include "engine/search.h"

#include <assert.h>
#include <string.h>

enum { HAND_DEFAULT = 5, REVOLUTION_HANDS = 4 };

enum { BANILOWER, REVOLUTION };
static const char *const presets[] = {
	[BANILOWER] = "banilower", [REVOLUTION] = "revolution", NULL
};

#define RULE(name, values, rule) OPTION(name, values, struct mitch, open.option[rule])

static const struct option options[] = {
	RULE("draw", "stock|either|place", MITCH_DRAW),
	RULE("ties", "high|low", MITCH_TIES),
	RULE("double", "no|shortest", MITCH_DOUBLE),
	RULE("fifth", "no|yes", MITCH_DOUBLE),
	RULE("decks", "1|2", MITCH_DECKS),
	RULE("hand", "0…9", MITCH_HAND),
	RULE("highlow", "no|yes", MITCH_HIGHLOW),
	RULE("hands", "1…100", MITCH_HANDS),
	OPTIONS_END,
};

static unsigned mitch_length(const struct state *state, unsigned players)
{
	return mitch_hands(&((const struct mitch *)state)->open, players);
}

static void mitch_open(struct state *state, unsigned preset)
{
	struct mitch *mitch = (struct mitch *)state;
	memset(mitch->deck, CARD_NONE, sizeof mitch->deck);
	memset(mitch->open.pile, CARD_NONE, sizeof mitch->open.pile);
	memset(mitch->open.ace, CARD_NONE, sizeof mitch->open.ace);
	memset(mitch->open.last, CARD_NONE, sizeof mitch->open.last);
	mitch->open.option[MITCH_DECKS] = 1;
	mitch->open.option[MITCH_HAND] = HAND_DEFAULT;
	if (preset != REVOLUTION)
		return;
	mitch->open.revolution = true;
	mitch->open.option[MITCH_TIES] = TIES_LOW;
	mitch->open.option[MITCH_DOUBLE] = DOUBLE_FOR_TWO;
	mitch->open.option[MITCH_HANDS] = REVOLUTION_HANDS;
}

static uint16_t mitch_players(const struct state *state)
{
	const struct mitch *mitch = (const struct mitch *)state;
	const unsigned one = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5;
	const unsigned two = 1 << 6 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 10;
	if (mitch->open.option[MITCH_DECKS] == 1)
		return (uint16_t)one;
	return mitch->open.revolution ? 0 : (uint16_t)two;
}

static unsigned mitch_draw(const struct state *state, unsigned players, const card *deck,
	uint8_t order[SEATS_MAX], struct events *events)
{
	unsigned in = (1u << players) - 1, at = 0;
	(void)state;
	for (unsigned i = 0; i < players; i++)
		order[i] = (uint8_t)i;
	/* If redraws use up the deck, which is very unlikely, the lowest seat deals. */
	while ((in & (in - 1)) != 0 && at + players <= CARD_COUNT) {
		unsigned best = 0, highest = 0;
		for (unsigned i = 0; i < players; i++) {
			if (!(in & 1u << i))
				continue;
			/* Aces are lowest. */
			unsigned height = (card_rank(deck[at]) + 1) % RANK_COUNT;
			event_card(events_add(events, EVENT_DRAWN, i), deck[at++]);
			if (best == 0 || height > highest) {
				best = 0;
				highest = height;
			}
			if (height == highest)
				best |= 1u << i;
		}
		in = best;
		if ((in & (in - 1)) != 0)
			events_add(events, EVENT_REDRAW, SEAT_NONE);
	}
	return (unsigned)__builtin_ctz(in);
}

static unsigned mitch_deck(const struct state *state, card deck[DECK_MAX])
{
	unsigned size = cards_in_order(deck);
	if (size < mitch_deck_size(&((const struct mitch *)state)->open))
		size += cards_in_order(deck + size);
	return size;
}

static unsigned next_seat(const struct mitch *mitch, unsigned seat)
{
	return seat + 1 == mitch->head.players ? 0 : seat + 1;
}

static void report_number(
	struct events *events, enum event_kind kind, unsigned seat, unsigned number)
{
	if (events != NULL)
		events_add(events, kind, seat)->number = (int16_t)number;
}

static void hold(struct mitch *mitch, unsigned seat, card c)
{
	struct mitch_hand *hand = &mitch->hand[seat];
	hand->twice |= hand->all & card_bit(c);
	hand->all |= card_bit(c);
	mitch->open.held[seat]++;
}

static void release(struct mitch *mitch, unsigned seat, card c)
{
	struct mitch_hand *hand = &mitch->hand[seat];
	if ((hand->twice & card_bit(c)) != 0)
		hand->twice &= ~card_bit(c);
	else
		hand->all &= ~card_bit(c);
	mitch->open.held[seat]--;
}

static card next_card(struct mitch *mitch)
{
	assert(mitch->open.stock > 0);
	return mitch->deck[DECK_MAX - mitch->open.stock--];
}

static void lay_out(struct mitch *mitch, unsigned seat, card ace, struct events *events)
{
	mitch->open.ace[mitch->open.aces++] = ace;
	if (events != NULL) {
		struct event *event = events_add(events, EVENT_ACE, seat);
		event->number = mitch->open.aces;
		event_card(event, ace);
	}
}

/* Returns one bit for each seat with the highest total. */
static uint16_t leaders(const struct state *head)
{
	int32_t best = head->total[0];
	unsigned found = 0;
	for (unsigned i = 0; i < head->players; i++) {
		if (head->total[i] > best)
			found = 0;
		if (head->total[i] >= best) {
			best = head->total[i];
			found |= 1u << i;
		}
	}
	return (uint16_t)found;
}

/* Ends the match, unless two players tie for the lead in Revolution: that means another hand. */
static void end_match(struct mitch *mitch, struct events *events)
{
	struct state *head = &mitch->head;
	unsigned lead = leaders(head);
	bool tied = mitch->open.revolution && (lead & (lead - 1)) != 0;
	if (!tied) {
		head->winners = (uint16_t)lead;
		head->phase = PHASE_OVER;
	}
	if (events != NULL)
		events_add(events, tied ? EVENT_TIE : EVENT_MATCH_END, SEAT_NONE);
}

static void end_hand(struct mitch *mitch, struct events *events)
{
	struct state *head = &mitch->head;
	mitch_score(head, &mitch->open, head->points, events);
	for (unsigned i = 0; i < head->players; i++)
		head->total[i] += head->points[i];
	report_number(events, EVENT_HAND_END, SEAT_NONE, head->hand);
	head->phase = PHASE_DEAL;
	if (head->hand >= mitch_hands(&mitch->open, head->players))
		end_match(mitch, events);
	if (head->phase == PHASE_DEAL)
		head->dealer = (uint8_t)next_seat(mitch, head->dealer);
}

/* Handles the last Ace: the second phase begins, or in Revolution the hand ends. */
static void end_drawing(struct mitch *mitch, struct events *events)
{
	if (!mitch->open.revolution) {
		mitch->open.second = true;
		if (events != NULL)
			events_add(events, EVENT_PHASE, mitch->head.turn)->number = 2;
		if (mitch->open.held[mitch->head.turn] == 0)
			end_hand(mitch, events);
		return;
	}
	if (events != NULL) {
		struct event *event = events_add(events, EVENT_PHASE, mitch->head.turn);
		event->how = HOW_LAST_ACE;
		event->number = mitch->open.stock;
	}
	end_hand(mitch, events);
}

/* Lays out the Ace *c of the seat to act and draws again. Returns false if it was the last Ace. */
static bool replace_ace(struct mitch *mitch, card *c, struct events *events)
{
	do {
		lay_out(mitch, mitch->head.turn, *c, events);
		if (mitch->open.aces == mitch_last_ace(&mitch->open)) {
			end_drawing(mitch, events);
			return false;
		}
		*c = next_card(mitch);
	} while (card_rank(*c) == RANK_A);
	return true;
}

/* Draws a card for the seat with the turn and reports it as `kind`; the last Ace ends drawing. */
static void draw_card(struct mitch *mitch, enum event_kind kind, struct events *events)
{
	unsigned seat = mitch->head.turn;
	card c = next_card(mitch);
	mitch->open.to_draw = false;
	if (card_rank(c) == RANK_A && !replace_ace(mitch, &c, events))
		return;
	hold(mitch, seat, c);
	if (events != NULL) {
		struct event *event = events_add(events, kind, seat);
		event->visible = (uint16_t)(1u << seat);
		event_card(event, c);
	}
}

static card top_card(const struct mitch_open *open)
{
	return open->pile[open->pile_count - 1];
}

/* Returns true if the seat to act may take the top discard instead of drawing. */
static bool has_choice(const struct mitch *mitch)
{
	const struct mitch_open *open = &mitch->open;
	if (open->option[MITCH_DRAW] == DRAW_STOCK || open->pile_count == 0)
		return false;
	return open->option[MITCH_DRAW] == DRAW_EITHER ||
		(open->fits[mitch->head.turn] & card_bit(top_card(open))) != 0;
}

static void begin_turn(struct mitch *mitch, struct events *events)
{
	if (mitch->open.second) {
		if (mitch->open.held[mitch->head.turn] == 0)
			end_hand(mitch, events);
	} else if (has_choice(mitch)) {
		mitch->open.to_draw = true;
	} else {
		draw_card(mitch, EVENT_REFILL, events);
	}
}

/* Returns true if the seat's column ascends after c is placed on it (highlow=yes). */
static bool ascends(const struct mitch_open *open, unsigned seat, card c)
{
	cards column = open->placed[seat] & CARDS_OF_SUIT(card_suit(c));
	bool second = column != 0 && (column & (column - 1)) == 0;
	return second ? column < card_bit(c) : (open->rising[seat] >> card_suit(c) & 1) != 0;
}

/* Returns the cards that the seat's column no longer takes after c. */
static cards outgrown(const struct mitch_open *open, unsigned seat, card c)
{
	cards suit = CARDS_OF_SUIT(card_suit(c)), below = card_bit(c) - 1;
	if (!open->option[MITCH_HIGHLOW])
		return suit & ~below;
	if ((open->placed[seat] & suit) == 0)
		return card_bit(c);
	return suit & (ascends(open, seat, c) ? below | card_bit(c) : ~below);
}

/*
 * Places or discards a card. Computes both effects without a branch, which would often be
 * mispredicted.
 */
static void lay(struct mitch *mitch, card c, bool placed)
{
	struct mitch_open *open = &mitch->open;
	unsigned seat = mitch->head.turn, suit = card_suit(c);
	cards mask = -(cards)placed;
	release(mitch, seat, c);
	open->taken[seat] &= ~card_bit(c);
	open->last[seat] = c;
	open->fits[seat] &= ~(outgrown(open, seat, c) & mask);
	if (open->option[MITCH_HIGHLOW] && placed && ascends(open, seat, c))
		open->rising[seat] |= (uint8_t)(1u << suit);
	open->placed[seat] |= card_bit(c) & mask;
	open->length[seat][suit] = (uint8_t)(open->length[seat][suit] + placed);
	open->built |= (uint16_t)((placed & !open->second) << seat);
	open->pile[open->pile_count] = (card)(c | mask);
	open->pile_count = (uint8_t)(open->pile_count + !placed);
}

static void take(struct mitch *mitch, card c)
{
	mitch->open.pile[--mitch->open.pile_count] = CARD_NONE;
	mitch->open.to_draw = false;
	mitch->open.taken[mitch->head.turn] |= card_bit(c);
	hold(mitch, mitch->head.turn, c);
}

/* Reports a move before it is made. draw_card reports drawn cards. */
static void report_move(const struct mitch *mitch, struct move move, struct events *events)
{
	const struct mitch_open *open = &mitch->open;
	unsigned seat = mitch->head.turn;
	switch (move.act) {
	case ACT_PLACE: event_card(events_add(events, EVENT_PLACE, seat), move.card); break;
	case ACT_DISCARD: event_card(events_add(events, EVENT_DISCARD, seat), move.card); break;
	case ACT_TAKE:
		event_card(events_add(events, EVENT_TAKE, seat), top_card(open));
		if (open->option[MITCH_DRAW] == DRAW_PLACE)
			event_card(events_add(events, EVENT_PLACE, seat), top_card(open));
		break;
	default: break;
	}
}

static void mitch_apply(struct state *state, struct move move, struct events *events)
{
	struct mitch *mitch = (struct mitch *)state;
	if (events != NULL)
		report_move(mitch, move, events);
	if (move.act == ACT_DRAW) {
		draw_card(mitch, EVENT_PICK_UP, events);
		return;
	}
	if (move.act == ACT_TAKE) {
		move.card = top_card(&mitch->open);
		take(mitch, move.card);
		if (mitch->open.option[MITCH_DRAW] == DRAW_EITHER)
			return;
	}
	lay(mitch, move.card, move.act != ACT_DISCARD);
	if (!mitch->open.second)
		mitch->open.acted |= (uint16_t)(1u << mitch->head.turn);
	mitch->head.turn = (uint8_t)next_seat(mitch, mitch->head.turn);
	begin_turn(mitch, events);
}

static void clear_table(struct mitch *mitch, const card *deck)
{
	struct mitch_open *open = &mitch->open;
	open->stock = (uint8_t)mitch_deck_size(open);
	memcpy(mitch->deck + DECK_MAX - open->stock, deck, open->stock);
	memset(mitch->head.points, 0, sizeof mitch->head.points);
	memset(open->pile, CARD_NONE, sizeof open->pile);
	memset(open->ace, CARD_NONE, sizeof open->ace);
	memset(open->last, CARD_NONE, sizeof open->last);
	memset(open->rising, 0, sizeof open->rising);
	memset(open->length, 0, sizeof open->length);
	memset(open->placed, 0, sizeof open->placed);
	memset(open->taken, 0, sizeof open->taken);
	for (unsigned i = 0; i < mitch->head.players; i++)
		open->fits[i] = CARDS_ALL & ~CARDS_OF_RANK(RANK_A);
	open->second = open->to_draw = open->aces = open->pile_count = 0;
	open->acted = open->built = 0;
}

/* Returns true if the last Ace came during the deal and ended the hand. */
static bool is_void(const struct mitch_open *open)
{
	return open->revolution && open->aces == mitch_last_ace(open);
}

/* Replaces the Aces of a newly dealt hand until it is complete without Aces. */
static void replace_aces(struct mitch *mitch, unsigned seat, struct events *events)
{
	cards aces;
	while ((aces = mitch->hand[seat].all & CARDS_OF_RANK(RANK_A)) != 0) {
		release(mitch, seat, cards_first(aces));
		lay_out(mitch, seat, cards_first(aces), events);
	}
	while (mitch->open.held[seat] < mitch->open.option[MITCH_HAND] && !is_void(&mitch->open)) {
		card c = next_card(mitch);
		if (card_rank(c) == RANK_A)
			lay_out(mitch, seat, c, events);
		else
			hold(mitch, seat, c);
	}
}

/* Deals cards one at a time, so the cards of a seat are `players` apart. */
static void deal_hands(struct mitch *mitch, struct events *events)
{
	unsigned players = mitch->head.players, seat = mitch->head.turn;
	unsigned size = mitch->open.option[MITCH_HAND];
	const card *first = mitch->deck + DECK_MAX - mitch->open.stock;
	for (unsigned i = 0; i < players; i++, seat = next_seat(mitch, seat)) {
		struct mitch_hand hand = { 0, 0 };
		for (unsigned k = i; k < players * size; k += players) {
			hand.twice |= hand.all & card_bit(first[k]);
			hand.all |= card_bit(first[k]);
		}
		mitch->hand[seat] = hand;
		mitch->open.held[seat] = (uint8_t)size;
	}
	mitch->open.stock = (uint8_t)(mitch->open.stock - players * size);
	report_number(events, EVENT_DEAL, SEAT_NONE, 1);
	for (unsigned i = 0; i < players; i++, seat = next_seat(mitch, seat))
		replace_aces(mitch, seat, events);
}

static void mitch_deal(struct state *state, const card *deck, struct events *events)
{
	struct mitch *mitch = (struct mitch *)state;
	clear_table(mitch, deck);
	state->hand++;
	state->phase = PHASE_PLAY;
	state->turn = (uint8_t)next_seat(mitch, state->dealer);
	report_number(events, EVENT_HAND, state->dealer, state->hand);
	deal_hands(mitch, events);
	/*
	 * With hand=0, three Aces could end the hand here, before any turn: leave the draw to a
	 * move.
	 */
	if (mitch->open.aces >= mitch_last_ace(&mitch->open))
		end_drawing(mitch, events);
	else if (mitch->open.option[MITCH_HAND] == 0)
		mitch->open.to_draw = true;
	else
		draw_card(mitch, EVENT_REFILL, events);
}

const struct game mitch_game = {
	.name = "mitch",
	.presets = presets,
	.options = options,
	.state_size = sizeof(struct mitch),
	.view_size = sizeof(struct mitch_view),
	.open = mitch_open,
	.players = mitch_players,
	.length = mitch_length,
	.draw = mitch_draw,
	.deck = mitch_deck,
	.deal = mitch_deal,
	.legal = mitch_legal,
	.apply = mitch_apply,
	.view = mitch_view,
	.check = mitch_check,
	.hand = mitch_hand,
	.describe = mitch_describe,
	.greedy = mitch_greedy,
	.determinize = mitch_determinize,
	.think = mitch_think,
	.think_memory = SEARCH_MEMORY,
};
