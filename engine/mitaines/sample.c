/* mitaines/sample.c - replays a hand and draws samples */
#include "engine/mitaines/sample.h"

#include <string.h>

#include "engine/mitaines/past.h"

/* Sets up the table at the beginning of the hand, without cards in hands. */
static void begin_hand(struct duel *duel, const struct mitaines_view *view)
{
	const struct mitaines_open *now = &view->open;
	unsigned first = (view->head.open.dealer + 1u) % DUEL_SEATS;
	struct mitaines_open open;
	memset(&open, 0, sizeof open);
	open.rules = now->rules;
	open.live = mitaines_no_contract;
	for (unsigned i = 0; i < 2u * now->rules.face_up; i++)
		mitaines_pile_add(&open, now->shown[i]);
	open.four = open.pile_set;
	duel_set(duel, &open, first);
}

/* Notes the cards that a call promises and that are still to be played. */
static void note_call(struct samples *samples, unsigned from)
{
	unsigned action = samples->play[from].action, rank = duel_rank(action);
	int promised = duel_kind(action) + 2;
	for (unsigned i = from; i < samples->plays; i++)
		promised -= duel_rank(samples->play[i].action) == rank;
	if (duel_kind(action) >= 0 && promised > samples->need[rank])
		samples->need[rank] = (uint8_t)promised;
}

/* Replays the public part of the hand. */
static void recall(struct samples *samples, const struct mitaines_view *view)
{
	const struct mitaines_open *open = &view->open;
	unsigned up = 2u * open->rules.face_up;
	struct duel duel;
	if (!mitaines_has_past(open, DUEL_SEATS))
		return;
	begin_hand(&duel, view);
	uint64_t hidden = samples->hidden + duel_counts(duel_pack(view->hand));
	for (unsigned i = up; i < open->shown_count; i++)
		hidden += UINT64_C(1) << duel_lane(duel_action(open->shown[i], CALL_NONE)) * 4;
	for (unsigned i = up; i < open->shown_count; i++) {
		struct move move = mitaines_shown_move(open, i);
		unsigned action = duel_action(move.card, move.call);
		if (duel.turn == samples->other)
			samples->play[samples->plays++] = (struct sample_play){
				.pile = duel.pile, .action = (uint8_t)action, .hidden = hidden
			};
		duel_play(samples->rules, &duel, action);
		hidden -= UINT64_C(1) << duel_lane(action) * 4;
	}
	samples->past = (uint8_t)(samples->plays - (samples->dealt - samples->held));
	for (unsigned i = samples->past; i < samples->plays; i++)
		note_call(samples, i);
}

void samples_open(
	struct samples *samples, const struct duel_rules *rules, const struct mitaines_view *view)
{
	const struct mitaines_open *open = &view->open;
	uint64_t unseen = duel_pack(CARDS_ALL & ~(view->hand | open->gone | open->pile_set));
	memset(samples, 0, sizeof *samples);
	samples->rules = rules;
	samples->other = view->head.seat ^ 1;
	samples->held = open->held[samples->other];
	samples->dealt = (uint8_t)(open->rules.packet[DUEL_SEATS] * open->rules.rounds[0]);
	samples->hidden = duel_counts(unseen);
	/* List lanes instead of cards: suits that play alike must not change the samples. */
	for (; unseen != 0; unseen &= unseen - 1)
		samples->lane[samples->unseen++] = (uint8_t)((unsigned)__builtin_ctzll(unseen) / 4);
	recall(samples, view);
}

/* Moves the card at `at` to position `from`. Returns its lane. */
static unsigned take(struct samples *samples, unsigned from, unsigned at)
{
	uint8_t lane = samples->lane[at];
	samples->lane[at] = samples->lane[from];
	samples->lane[from] = lane;
	return lane;
}

/* Takes random cards of each promised rank. */
static unsigned take_needed(struct samples *samples, struct chance *chance, uint64_t *hand)
{
	unsigned taken = 0;
	for (unsigned rank = 0; rank < RANK_COUNT; rank++)
		for (unsigned need = samples->need[rank]; need > 0; need--) {
			unsigned at = chance_below(chance, samples->unseen - taken);
			while (duel_rank(samples->lane[taken + at] * 4u) != rank)
				at = (at + 1) % (samples->unseen - taken);
			*hand = duel_more(*hand, take(samples, taken, taken + at));
			taken++;
		}
	return taken;
}

/* Returns the number of ways to choose the promised cards from this hand. */
static unsigned ways(const struct samples *samples, uint64_t hand)
{
	/* A called rank has one card shown, so a hand holds three at most. */
	static const uint8_t choose[4][4] = { { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 } };
	unsigned count = 1;
	for (unsigned rank = 0; rank < RANK_COUNT; rank++)
		if (samples->need[rank] > 0) {
			unsigned held = duel_count(hand, rank) +
				(rank == RANK_T ? duel_count(hand, DUEL_TEN) : 0);
			count *= choose[held][samples->need[rank]];
		}
	return count;
}

uint64_t samples_draw(struct samples *samples, struct chance *chance)
{
	for (;;) {
		uint64_t hand = 0;
		unsigned needed = take_needed(samples, chance, &hand);
		for (unsigned i = needed; i < samples->held; i++)
			hand = duel_more(hand,
				take(samples, i, i + chance_below(chance, samples->unseen - i)));
		if (needed == 0 || chance_below(chance, ways(samples, hand)) == 0)
			return hand;
	}
}
