#include "engine/playout.h"

static void swap(card *deck, unsigned i, unsigned j)
{
	card c = deck[i];
	deck[i] = deck[j];
	deck[j] = c;
}

/* Shuffles a deck. Each random number serves two swaps. */
void chance_shuffle(struct chance *chance, card *deck, unsigned count)
{
	for (unsigned i = count; i > 1; i -= 2) {
		uint64_t random = chance_next(chance);
		swap(deck, i - 1, (unsigned)((random >> 32) * i >> 32));
		swap(deck, i - 2, (unsigned)((uint32_t)random * (uint64_t)(i - 1) >> 32));
	}
}
