/* fact.c - lists of facts. */
#include "engine/fact.h"

#include <assert.h>
#include <string.h>

struct fact *facts_add(struct facts *facts, enum fact_kind kind, unsigned seat)
{
	struct fact *fact = &facts->fact[facts->count];

	assert(facts->count < FACTS_MAX);
	facts->count++;
	memset(fact, 0, sizeof *fact);
	fact->kind = (uint8_t)kind;
	fact->seat = (uint8_t)seat;
	fact->eyes = EYES_ALL;
	return fact;
}

void fact_card(struct fact *fact, card c)
{
	assert(fact->count < CARD_COUNT);
	fact->cards[fact->count++] = c;
}

unsigned fact_traits(const struct fact *fact)
{
	static const uint16_t traits[FACT_KINDS] = {
#define X(name, catalog, hidden, traits) traits,
		FACTS(X)
#undef X
	};

	return traits[fact->kind];
}
