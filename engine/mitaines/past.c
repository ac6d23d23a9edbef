#include "engine/mitaines/past.h"

#include <assert.h>

#include "engine/mitaines/view.h"

/* Each play that the greedy player would have made multiplies the weight by this. */
enum { LIKELIER = 10 };
#define MOST UINT64_C(1000000000000000)

struct move mitaines_shown_move(const struct mitaines_open *open, unsigned i)
{
	card c = open->shown[i];
	for (unsigned kind = CALL_MITTEN; kind <= CALL_SOCK; kind++)
		if ((open->called[kind - CALL_MITTEN] & card_bit(c)) != 0)
			return move_play(c, kind);
	return move_play(c, CALL_NONE);
}

bool mitaines_has_past(const struct mitaines_open *open, unsigned players)
{
	const struct mitaines_rules *rules = &open->rules;
	unsigned rounds = rules->rounds[0] + (open->deals - 1u) * rules->rounds[1];
	unsigned dealt =
		rules->rounds[0] * rules->face_up + rounds * players * rules->packet[players];
	for (unsigned seat = 0; seat < players; seat++)
		dealt -= open->held[seat];
	return dealt == open->shown_count;
}

void mitaines_begin_again(
	const struct game *game, struct mitaines *table, const struct mitaines_view *view)
{
	card deck[DECK_MAX];
	memset(table, 0, sizeof *table);
	table->head = view->head.open;
	table->head.phase = PHASE_DEAL;
	table->open.rules = view->open.rules;
	table->open.live = mitaines_no_contract;
	cards_in_order(deck);
	game->deal(&table->head, deck, NULL);
	table->open.pile_count = table->open.shown_count = 0;
	table->open.pile_set = 0;
	for (unsigned i = 0; i < 2u * view->open.rules.face_up; i++)
		mitaines_pile_add(&table->open, view->open.shown[i]);
	table->open.four = table->open.pile_set;
}

/* Replays the public part of the hand. Exchanges are skipped: they are hidden. */
void mitaines_recall(
	const struct game *game, struct mitaines_past *past, const struct mitaines_view *view)
{
	struct mitaines table;
	past->count = 0;
	mitaines_begin_again(game, &table, view);
	for (unsigned i = table.open.shown_count; i < view->open.shown_count; i++) {
		struct move move = mitaines_shown_move(&view->open, i);
		table.open.exchange = 0;
		if (table.open.deals == view->open.deals && table.head.turn != view->head.seat) {
			assert(past->count < MITAINES_PAST);
			past->view[past->count].head.seat = table.head.turn;
			past->view[past->count].open = table.open;
			past->move[past->count++] = move;
		}
		game->apply(&table.head, move, NULL);
	}
}

uint64_t mitaines_past_fits(const struct mitaines_past *past, const struct mitaines *table)
{
	cards hand[MITAINES_SEATS];
	uint64_t weight = 1;
	memcpy(hand, table->hand, sizeof hand);
	for (unsigned i = past->count; i-- > 0;) {
		struct mitaines_view known = past->view[i];
		struct move shown = past->move[i], move;
		hand[known.head.seat] |= card_bit(shown.card);
		known.hand = hand[known.head.seat];
		move = mitaines_greedy(&known.head);
		if (weight < MOST && move.call == shown.call &&
			card_rank(move.card) == card_rank(shown.card))
			weight *= LIKELIER;
	}
	return weight;
}
