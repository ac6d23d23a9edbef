/*
 * chain.c - caches the seed chains (engine/shuffle.h) of recent matches. To compute the chain anew
 * for each hand took a fifth of a run's time.
 */
#include <string.h>

#include "engine/shuffle.h"

enum { CHAIN_KEPT = 64 };

static struct {
	struct shuffle_chain chain;
	uint8_t root[SHUFFLE_SEED];
	bool known;
} kept[CHAIN_KEPT];

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */
__typeof__(shuffle_chain_open) __real_shuffle_chain_open, __wrap_shuffle_chain_open;
void __wrap_shuffle_chain_open(
	struct shuffle_chain *chain, int64_t match, const uint8_t root[SHUFFLE_SEED])
{
	size_t i = (size_t)match % CHAIN_KEPT;
	if (!kept[i].known || kept[i].chain.match != match ||
		memcmp(kept[i].root, root, SHUFFLE_SEED) != 0) {
		__real_shuffle_chain_open(&kept[i].chain, match, root);
		memcpy(kept[i].root, root, SHUFFLE_SEED);
		kept[i].known = true;
	}
	*chain = kept[i].chain;
}
/* NOLINTEND(bugprone-reserved-identifier) */
