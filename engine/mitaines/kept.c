/* mitaines/kept.c - rebuilds a seat's capture pile by a replay of the hand */
#include "engine/mitaines/past.h"
#include "engine/mitaines/view.h"

struct pile {
	cards set;
	cards four;
	struct move called[CARD_COUNT];
	unsigned calls;
};

/*
 * Keeps one card face up: a card of the rank if there is one, else any card except Jacks and the
 * ten of diamonds, which count more.
 */
static void keep_up(struct captured *captured, unsigned rank, cards from)
{
	const cards dear = CARDS_OF_RANK(RANK_J) | card_bit(TEN_OF_DIAMONDS);
	cards left = from & ~captured->up;
	cards equal = left & CARDS_OF_RANK(rank) & ~card_bit(TEN_OF_DIAMONDS);
	cards other = equal != 0 ? equal : left & ~dear;
	captured->up |= other & -other;
}

/* Keeps the cards that stand for a contract, a pair or a group of `kind` cards. */
static void keep(struct captured *captured, const struct mitaines_rules *rules, unsigned kind,
	unsigned rank, cards from)
{
	unsigned up = kind - 1;
	if (rules->kept == KEPT_COVERED) {
		captured->down += kind - CALL_MITTEN;
		up = kind == CALL_MITTEN;
		if (rank == RANK_J)
			up = kind == CALL_SOCK ? 2 : 1;
	}
	while (up-- > 0)
		keep_up(captured, rank, from);
}

/*
 * Keeps cards that stand for equal cards among the first four. Skips the rank of a group, because
 * the group keeps cards of its own.
 */
static void keep_four(struct captured *captured, const struct mitaines_rules *rules,
	const struct pile *pile, const struct event *capture)
{
	for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
		unsigned count = cards_count_of_rank(pile->four, rank);
		bool group = capture->how == HOW_GROUP && card_rank(capture->cards[0]) == rank;
		if (count > 1 && !group)
			keep(captured, rules, count, rank, pile->four);
	}
}

/*
 * Keeps a card for the sweep of a single card. Keeps none for a pair of Jacks that scores less than
 * a mitten of Jacks, because a kept Jack would count as much as that mitten.
 */
static void keep_sweep(struct captured *captured, const struct mitaines_rules *rules,
	const struct pile *pile, const struct event *capture)
{
	cards swept = pile->set & ~card_bit(capture->cards[0]);
	unsigned rank = card_rank(cards_first(swept));
	if (cards_count(swept) != 1)
		return;
	if (capture->how == HOW_PAIR &&
		(rank != RANK_J || rules->jack_pair == mitaines_value(rules, CALL_MITTEN, rank)))
		keep(captured, rules, CALL_MITTEN, rank, pile->set);
	if (capture->how == HOW_JACK && rules->jack_single > 0)
		keep_up(captured, rank, swept);
}

static void keep_capture(struct captured *captured, const struct mitaines_rules *rules,
	const struct pile *pile, const struct event *capture)
{
	unsigned rank = card_rank(capture->cards[0]);
	unsigned times = capture->how == HOW_DOUBLE ? 2 : 1;
	if ((pile->set & card_bit(TEN_OF_DIAMONDS)) != 0)
		captured->up |= card_bit(TEN_OF_DIAMONDS);
	for (unsigned i = 0; i < pile->calls * times; i++) {
		struct move move = pile->called[i % pile->calls];
		keep(captured, rules, move.call, card_rank(move.card), pile->set);
	}
	if (capture->how == HOW_GROUP)
		keep(captured, rules, (unsigned)capture->number, rank, pile->set);
	keep_sweep(captured, rules, pile, capture);
	keep_four(captured, rules, pile, capture);
}

/* Replays one play, and keeps cards if the seat captures with it. */
static void replay(const struct game *game, struct mitaines *table, struct move move,
	struct pile *pile, unsigned seat, struct captured *captured)
{
	struct events events = { .count = 0 };
	pile->set = table->open.pile_set | card_bit(move.card);
	pile->four = table->open.four;
	if (move.call != CALL_NONE)
		pile->called[pile->calls++] = move;
	game->apply(&table->head, move, &events);
	for (unsigned i = 0; i < events.count; i++) {
		const struct event *event = &events.event[i];
		if (event->kind != EVENT_CAPTURE)
			continue;
		if (event->seat == seat)
			keep_capture(captured, &table->open.rules, pile, event);
		pile->calls = 0;
	}
}

bool mitaines_captured(const struct game *game, const struct view *view, struct captured *captured)
{
	const struct mitaines_view *known = (const struct mitaines_view *)view;
	struct pile pile = { .calls = 0 };
	struct mitaines table;
	if (known->open.rules.kept == KEPT_NONE)
		return false;
	mitaines_begin_again(game, &table, known);
	for (unsigned i = table.open.shown_count; i < known->open.shown_count; i++)
		replay(game, &table, mitaines_shown_move(&known->open, i), &pile, view->seat,
			captured);
	return true;
}
