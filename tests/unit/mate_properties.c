/* Properties of every hand of Mate, with every variation. */
#include "engine/mate.h"
#include "tests/properties.h"

enum { HANDS = 25000 };

/* Exchanges a foreplaced card with a card of the same hand. */
static void exchange(struct mate *mate, unsigned seat, struct chance *chance)
{
	unsigned skip;
	cards left = mate->hand[seat];
	if (mate->fore[seat] == CARD_NONE || mate->open.held[seat] == 0)
		return;
	for (skip = chance_below(chance, mate->open.held[seat]); skip > 0; skip--)
		left &= left - 1;
	mate->hand[seat] &= ~(left & -left);
	mate->hand[seat] |= card_bit(mate->fore[seat]);
	mate->fore[seat] = cards_first(left);
}

/* Exchanges two hidden cards of the hands, for a bystander. */
static void swap_hands(struct mate *mate)
{
	card c = cards_first(mate->hand[0]), d = cards_first(mate->hand[1]);
	cards both = card_bit(c) | card_bit(d);
	for (unsigned seat = 0; seat < MATE_SEATS; seat++) {
		mate->hand[seat] ^= both;
		mate->dealt[seat] ^= both;
	}
}

static void scramble(struct state *state, unsigned seat, struct chance *chance)
{
	struct mate *mate = (struct mate *)state;
	const struct mate_open *open = &mate->open;
	unsigned turn = state->turn;
	card led = open->led;
	struct mate before = *mate;
	for (unsigned other = 0; other < MATE_SEATS; other++)
		if (other != seat)
			exchange(mate, other, chance);
	if (seat == SEAT_NONE && open->held[0] > 0 && open->held[1] > 0)
		swap_hands(mate);
	/* Everyone knows that a card led can be answered. */
	if (led != CARD_NONE && mate_answers(led, open->king, mate->hand[turn]) == 0)
		*mate = before;
}

#define FAMILY(options) \
	{ \
		&mate_game, "", 2, options, HANDS, scramble \
	}

static void hold(const char *options)
{
	const struct family family = FAMILY(options);
	family_holds(&family);
}

static void foreplacing_keeps_the_properties(void **state)
{
	(void)state;
	hold("");
	hold("suits=CSHD");
}

static void kings_privilege_keeps_the_properties(void **state)
{
	(void)state;
	hold("king=yes");
}

/* Returns the points of a mate by seed 003; fore: seats that foreplaced. */
static int32_t points_by_seed(const struct event *mated, const bool fore[MATE_SEATS])
{
	static const uint8_t values[RANK_COUNT] = {
		[RANK_7] = 7, [RANK_Q] = 3, [RANK_K] = 4, [RANK_T] = 10, [RANK_A] = 11
	};
	bool over = fore[mated->seat] && !fore[mated->other] && mated->number == 10;
	int32_t length = mated->number + fore[mated->seat];
	return values[card_rank(mated->cards[0])] * length * (over ? 2 : 1);
}

/* Makes a random move. Returns true, and adds its points, if it mated. */
static bool mates(struct rig *rig, struct chance *chance, int32_t points[MATE_SEATS])
{
	const struct mate *mate = (const struct mate *)&rig->head;
	const bool fore[MATE_SEATS] = { mate->open.laid[0] > 0, mate->open.laid[1] > 0 };
	const struct event *mated;
	struct moves moves;
	mate_game.legal(&rig->head, &moves);
	rig->events.count = 0;
	mate_game.apply(&rig->head, moves.move[chance_below(chance, moves.count)], &rig->events);
	if (rig_told(rig, EVENT_MATED) == 0)
		return false;
	mated = rig_event(rig, EVENT_MATED);
	assert_int_equal(mated->points, points_by_seed(mated, fore));
	points[mated->seat] += mated->points;
	return true;
}

static void mates_add_up_to_the_score(void **state)
{
	struct chance chance = { 7 };
	struct rig rig;
	unsigned count = 0;
	(void)state;
	for (unsigned round = 0; round < HANDS / 10; round++) {
		card deck[DECK_MAX];
		int32_t points[MATE_SEATS] = { 0 };
		if (round % MATE_ROUNDS == 0)
			rig_open(&rig, &mate_game, "", MATE_SEATS, 0);
		chance_shuffle(&chance, deck, game_deck(&mate_game, &rig.head, deck));
		mate_game.deal(&rig.head, deck, NULL);
		while (rig.head.phase == PHASE_PLAY)
			count += mates(&rig, &chance, points);
		assert_memory_equal(rig.head.points, points, sizeof points);
	}
	assert_true(count > HANDS / 10);
}

static void discarding_keeps_the_properties(void **state)
{
	(void)state;
	hold("discard=yes");
	hold("discard=yes king=yes suits=CSHD");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(foreplacing_keeps_the_properties),
		cmocka_unit_test(kings_privilege_keeps_the_properties),
		cmocka_unit_test(discarding_keeps_the_properties),
		cmocka_unit_test(mates_add_up_to_the_score),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
