/* mitaines/duel.c - converts a table of Mitaines to a duel */
#include "engine/mitaines/duel.h"

#include <assert.h>
#include <string.h>

#include "engine/mitaines/capture.h"

/* Copies the rules that a duel implements; duel_knows refuses a table with any other rule. */
static void take_known(struct mitaines_rules *known, const struct mitaines_rules *from)
{
	memset(known, 0, sizeof *known);
	known->below = known->doubles = true;
	known->target = from->target;
	memcpy(known->plain, from->plain, sizeof known->plain);
	memcpy(known->jacks, from->jacks, sizeof known->jacks);
	known->ten = from->ten;
	known->pair = from->pair;
	known->jack_pair = from->jack_pair;
	known->jack_single = from->jack_single;
	known->standard = from->standard == 1;
	known->groups = from->groups == 1;
	/* Kept cards affect neither moves nor points. */
	known->kept = from->kept;
	/*
	 * The table, not the duel, seats players and deals, so a duel accepts any value of these
	 * rules.
	 */
	known->players = from->players;
	memcpy(known->packet, from->packet, sizeof known->packet);
	memcpy(known->rounds, from->rounds, sizeof known->rounds);
	known->face_up = from->face_up;
	known->spade_deals = from->spade_deals == 1;
	known->partners = from->partners == 1;
}

bool duel_knows(const struct mitaines_rules *rules)
{
	struct mitaines_rules known;
	take_known(&known, rules);
	return memcmp(&known, rules, sizeof known) == 0;
}

bool duel_covers(const struct mitaines_open *open, unsigned players)
{
	return players == DUEL_SEATS && duel_knows(&open->rules);
}

/* Returns the actions that call a contract of one kind, for all ranks in a set. */
static uint64_t calls_of(cards ranks, unsigned kind)
{
	uint64_t actions = 0;
	for (unsigned rank = 0; rank < RANK_COUNT; rank++)
		if ((ranks & CARDS_OF_RANK(rank)) != 0)
			actions |= UINT64_C(2) << (rank * 4 + kind);
	if ((ranks & CARDS_OF_RANK(RANK_T)) != 0)
		actions |= UINT64_C(2) << (DUEL_TEN * 4 + kind);
	return actions;
}

void duel_set_rules(struct duel_rules *rules, const struct mitaines_rules *of)
{
	assert(duel_knows(of));
	memset(rules, 0, sizeof *rules);
	for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
		for (unsigned kind = 0; kind < 3; kind++) {
			uint64_t *higher = &rules->higher[kind][rank];
			*higher = DUEL_PLAIN | calls_of(mitaines_above(of, rank), kind);
			for (unsigned more = kind + 1; more < 3; more++)
				*higher |= calls_of(CARDS_ALL, more);
			rules->value[kind][rank] =
				(int16_t)mitaines_value(of, kind + CALL_MITTEN, rank);
		}
		rules->height[rank] = (uint8_t)mitaines_height(of, rank);
		rules->own[rank] = DUEL_PLAIN & DUEL_LANE(rank);
		rules->single[rank][true] = of->pair;
	}
	rules->own[RANK_T] |= DUEL_PLAIN & DUEL_LANE(DUEL_TEN);
	rules->single[RANK_J][true] = of->jack_pair;
	rules->single[RANK_J][false] = of->jack_single;
	rules->ten = of->ten;
}

uint64_t duel_pack(cards hand)
{
	uint64_t packed = 0;
	for (; hand != 0; hand &= hand - 1)
		packed = duel_more(packed, duel_lane(duel_action(cards_first(hand), CALL_NONE)));
	return packed;
}

unsigned duel_action(card c, unsigned call)
{
	unsigned lane = c == TEN_OF_DIAMONDS ? DUEL_TEN : card_rank(c);
	return lane * 4 + (call == CALL_NONE ? 0 : call - 1);
}

/*
 * Returns the points that a group with the top cards adds to the stake. The stake counts all of the
 * first four cards.
 */
static int group_points(const struct mitaines_open *open)
{
	struct mitaines_capture capture = { .how = HOW_NONE };
	if (open->pile_count > 0 && open->live.seat == SEAT_NONE)
		mitaines_capture(open, SEAT_NONE, mitaines_top(open), &capture);
	return capture.how == HOW_GROUP ? mitaines_points(&capture) - mitaines_stake(open) : 0;
}

void duel_set(struct duel *duel, const struct mitaines_open *open, unsigned turn)
{
	const struct mitaines_contract *live = &open->live;
	struct duel_pile *pile = &duel->pile;
	memset(duel, 0, sizeof *duel);
	duel->turn = (uint8_t)turn;
	duel->left = (uint8_t)(open->held[0] + open->held[1]);
	duel->group = (int16_t)group_points(open);
	pile->caller = DUEL_NOBODY;
	if (live->seat != SEAT_NONE) {
		pile->caller = live->seat;
		pile->kind = (uint8_t)(live->kind - CALL_MITTEN);
		pile->rank = live->rank;
		pile->down = live->down;
	}
	if (open->pile_count > 0)
		pile->top = (uint8_t)card_rank(mitaines_top(open));
	pile->count = open->pile_count < 2 ? open->pile_count : 2;
	pile->stake = (int16_t)mitaines_stake(open);
}
