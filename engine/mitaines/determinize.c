/* mitaines/determinize.c - random deals that agree with the view of one seat */
#include "engine/mitaines/view.h"
#include "engine/playout.h"

/* Moves `count` random cards from one set to another. */
static void draw_cards(struct chance *chance, cards *from, cards *to, unsigned count)
{
	for (; count > 0; count--) {
		cards one = chance_card(chance, *from);
		*to |= one;
		*from ^= one;
	}
}

/* Gives the caller of the live contract the cards that the contract still needs. */
static void deal_contract(struct mitaines *table, struct chance *chance, cards *hidden)
{
	const struct mitaines_contract *live = &table->open.live;
	cards rank, rest;
	unsigned needed, held;
	if (live->seat == SEAT_NONE)
		return;
	rank = *hidden & CARDS_OF_RANK(live->rank);
	rest = rank;
	needed = (unsigned)(live->kind - live->down);
	held = cards_count_of_rank(table->hand[live->seat], live->rank);
	if (held < needed)
		draw_cards(chance, &rest, &table->hand[live->seat], needed - held);
	*hidden ^= rank ^ rest;
}

void mitaines_determinize(const struct view *view, struct chance *chance, struct state *state)
{
	const struct mitaines_view *known = (const struct mitaines_view *)view;
	struct mitaines *table = (struct mitaines *)state;
	cards hidden = CARDS_ALL & ~(known->open.gone | known->open.pile_set);
	card list[CARD_COUNT];
	unsigned count = 0;
	memset(table, 0, sizeof *table);
	table->head = view->open;
	table->open = known->open;
	table->hand[view->seat] = known->hand;
	if (known->partner != 0) {
		table->passed[view->seat] = known->partner;
		table->hand[mitaines_partner(view->seat)] = known->partner;
	}
	hidden &= ~(known->hand | known->partner);
	deal_contract(table, chance, &hidden);
	for (; hidden != 0; hidden &= hidden - 1)
		list[count++] = cards_first(hidden);
	chance_shuffle(chance, list, count);
	for (unsigned seat = 0; seat < state->players; seat++)
		for (unsigned i = cards_count(table->hand[seat]); i < table->open.held[seat]; i++)
			table->hand[seat] |= card_bit(list[--count]);
	memcpy(table->deck + CARD_COUNT - count, list, count);
}
