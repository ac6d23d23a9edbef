/* The self-checks of states find each fault. */
#include "engine/mate.h"
#include "engine/mitch.h"
#include "tests/mitaines.h"

/* Checks the fault of a state that differs from a good one in one way. */
static void wrong_at(AT, const struct rig *good, const struct rig *bad, const char *fault)
{
	const char *found = game_fault(bad->game, &bad->head);
	true_at(game_fault(good->game, &good->head) == NULL);
	if (found == NULL)
		fail_at("nothing wrong, yet %s", fault);
	else
		string_at(found, fault);
}
#define WRONG(game, good, change, fault) \
	do { \
		struct rig bad = *(good); \
		struct game *table = (struct game *)&bad.head; \
		change; \
		wrong_at(HERE, good, &bad, fault); \
	} while (0)

static void deal(struct rig *rig, const struct game *game, const char *options, const char *first)
{
	card deck[DECK_MAX];
	rig_open(rig, game, options, 2, 1);
	rig_deal(rig, deck, rig_cards(first, deck));
}

#define HEAD(change, fault) WRONG(state, &rig, change, fault)

static void faults_of_the_head_are_found(void **state)
{
	static const char phase[] = "an impossible phase or number of players";
	static const char seat[] = "a number of players not allowed, or a seat that nobody has";
	static const char points[] = "points of a seat that nobody has";
	static const char winners[] = "winners that cannot be";
	struct rig rig;
	(void)state;
	deal(&rig, &mate_game, "", "");
	HEAD(table->phase = PHASE_OVER + 1, phase);
	HEAD(table->players = SEATS_MAX + 1, phase);
	HEAD(table->players = 3, seat);
	HEAD(table->dealer = 2, seat);
	HEAD(table->turn = 2, seat);
	HEAD(table->points[2] = 1, points);
	HEAD(table->total[2] = 1, points);
	HEAD(table->winners = 1, winners);
	HEAD(table->winners = 1 << 2; table->phase = PHASE_OVER, winners);
	HEAD(table->phase = PHASE_OVER, winners);
	HEAD(table->points[1] = -1, "negative points");
	HEAD(table->total[0] = -1, "negative points");
}

#undef HEAD

#define MATE(change, fault) WRONG(mate, &rig, change, fault)

/* Seat 0 has AC KC TC, AS KS TS and AD KD TD QD; seat 1 leads. */
static void deal_mate(struct rig *rig)
{
	deal(rig, &mate_game, "", "AC QC KC 7C TC QS AS 7S KS 7D TS AH AD KH KD TH TD QH QD 7H");
}

static void mate_finds_wrong_cards(void **state)
{
	static const char dealt[] = "other cards than were dealt";
	static const char wrong[] = "a card missing or in the wrong hands";
	static const char last[] = "out of cards without the last one played";
	const card ace = CARD(RANK_A, SUIT_C), queen = CARD(RANK_Q, SUIT_C);
	struct rig rig;
	(void)state;
	deal_mate(&rig);
	MATE(table->dealt[0] ^= card_bit(CARD(0, SUIT_C)), dealt);
	MATE(table->dealt[0] |= card_bit(queen); table->dealt[1] ^= card_bit(queen), dealt);
	MATE(table->open.played[0] = card_bit(ace), "a card in two places");
	MATE(table->hand[0] ^= card_bit(ace), wrong);
	MATE(table->fore[0] = queen, wrong);
	MATE(table->open.held[0] = 9, "a hand and its number of cards differ");
	MATE(table->open.laid[0] = 1, "cards laid aside and their number differ");
	MATE(table->open.held[0] = 0; table->open.played[0] = table->hand[0];
		table->hand[0] = card_bit(ace), last);
	MATE(table->open.held[0] = 0; table->open.played[0] = table->hand[0];
		table->hand[0] = card_bit(ace); table->open.last[0] = queen, last);
}

/* Makes a seat play all its cards. */
static void spend(struct mate *mate, unsigned seat, card last)
{
	mate->open.played[seat] = mate->dealt[seat];
	mate->open.last[seat] = last;
	mate->open.held[seat] = 0;
	mate->hand[seat] = 0;
}

static void mate_finds_wrong_turns(void **state)
{
	static const char unanswered[] = "a card led that nobody can answer";
	static const char privileged[] = "no card led, yet with privileges";
	const card ace = CARD(RANK_A, SUIT_C), queen = CARD(RANK_Q, SUIT_C);
	const card seven = CARD(RANK_7, SUIT_H);
	struct rig rig;
	(void)state;
	deal_mate(&rig);
	rig_play(&rig, "keep, keep");
	MATE(spend(table, 0, ace), "nothing to play");
	MATE(spend(table, 1, queen), "nothing to play");
	MATE(spend(table, 1, queen);
		table->open.led = table->open.last[0] = ace, "nothing to play");
	MATE(table->open.king = true, privileged);
	MATE(table->open.again = true, privileged);
	MATE(table->open.trick = 0, "a trick that cannot be");
	MATE(table->open.trick = MATE_HAND + 1, "a trick that cannot be");
	rig_play(&rig, "QC");
	MATE(table->open.last[1] = seven, unanswered);
	MATE(table->open.led = table->open.last[1] = seven, unanswered);
}

#undef MATE

#define MITCH(change, fault) WRONG(mitch, &rig, change, fault)

/*
 * Seat 0 has 3C 5C 7C 9C JC and draws KC. Seat 1 has the diamonds of those ranks. KD and AC are
 * next.
 */
static void deal_mitch(struct rig *rig, const char *options)
{
	deal(rig, &mitch_game, options, "3C 3D 5C 5D 7C 7D 9C 9D JC JD KC KD AC");
}

static const struct mitch *mitch_of(const struct rig *rig)
{
	return (const struct mitch *)&rig->head;
}

/* Returns the n-th next card of the stock. */
static card *stock(struct mitch *mitch, unsigned n)
{
	return &mitch->deck[DECK_MAX - mitch->open.stock + n];
}

static void swap(card *a, card *b)
{
	card c = *a;
	*a = *b;
	*b = c;
}

static void swap_held(struct mitch *mitch, card held, card *other)
{
	mitch->hand[1].all ^= card_bit(held) | card_bit(*other);
	*other = held;
}

static void discard(struct mitch *mitch, unsigned seat)
{
	card c = cards_first(mitch->hand[seat].all);
	mitch->hand[seat].all ^= card_bit(c);
	mitch->open.held[seat]--;
	mitch->open.pile[mitch->open.pile_count++] = c;
}

static void mitch_finds_wrong_cards(void **state)
{
	static const char many[] = "more cards than the deck has";
	static const char none[] = "something that is no card";
	static const char twice[] = "a card missing or in two places";
	const card three = CARD(1, SUIT_C), ace = CARD(RANK_A, SUIT_C);
	struct rig rig;
	(void)state;
	deal_mitch(&rig, "");
	rig_play(&rig, "discard 3C");
	MITCH(table->open.stock = CARD_COUNT + 1, many);
	MITCH(table->open.pile_count = CARD_COUNT + 1, many);
	MITCH(table->open.aces = MITCH_ACES + 1, many);
	MITCH(*stock(table, 3) = CARD_COUNT, none);
	MITCH(table->open.pile[0] = CARD_COUNT, none);
	MITCH(table->open.ace[table->open.aces++] = CARD_COUNT, none);
	MITCH(table->open.pile[1] = three, "a card above the discard pile");
	MITCH(table->hand[1].all |= card_bit(three), twice);
	MITCH(table->hand[0].all &= table->hand[0].all - 1, twice);
	MITCH(swap(&table->open.pile[0], stock(table, 0)), "an Ace in the discard pile");
	MITCH(swap_held(table, CARD(1, SUIT_D), stock(table, 0)), "an Ace held or placed");
	MITCH(table->open.second = true, "a phase too early or late");
	rig_play(&rig, "discard 3D");
	assert_int_equal(mitch_of(&rig)->open.ace[0], ace);
	MITCH(swap(&table->open.ace[0], &table->open.pile[0]), "no Ace among the Aces");
}

static void mitch_finds_wrong_seats(void **state)
{
	static const char held[] = "a hand and its number of cards differ";
	struct rig rig;
	(void)state;
	deal_mitch(&rig, "highlow=yes");
	rig_play(&rig, "place 3C");
	MITCH(table->open.held[1]--, held);
	MITCH(table->hand[1].twice = table->hand[1].all & -table->hand[1].all;
		table->hand[1].all &= table->hand[1].all - 1, "a second copy without the first");
	MITCH(table->open.length[0][SUIT_C] = 2, "a column and its length differ");
	MITCH(table->open.rising[0] = 1 << SUIT_C, "a column that ascends with one card");
	MITCH(table->open.fits[0] = 0, "a column takes wrong cards");
	MITCH(table->open.fits[1] = 0, "a column takes wrong cards");
}

static void mitch_finds_wrong_turns(void **state)
{
	static const char before[] = "a wrong number of cards before a turn";
	static const char second[] = "nothing to play in the second phase";
	struct rig rig;
	(void)state;
	deal_mitch(&rig, "");
	MITCH(table->open.option[MITCH_HAND] = 4, before);
	MITCH(table->open.to_draw = true, before);
	MITCH(discard(table, 0), before);
	MITCH(discard(table, 1), "hands out of step");
	/* Two of three Aces are dealt: the third is drawn at once. */
	deal(&rig, &mitch_game, "hand=2", "AC AD 5C 5D 7C 7D AH");
	assert_true(mitch_of(&rig)->open.second);
	MITCH(table->open.to_draw = true, second);
	MITCH(discard(table, 0); discard(table, 0), second);
	MITCH(discard(table, 0), "hands out of step");
	MITCH(discard(table, 1); discard(table, 1), "hands out of step");
}

#undef MITCH

#define MITAINES(change, fault) WRONG(mitaines, &rig, change, fault)

static void mitaines_finds_faults(void **state)
{
	static const char many[] = "more cards than a deck has",
			  pile[] = "the pile and its set differ";
	static const char nobody[] = "a contract that nobody called";
	static const char step[] = "hands out of step";
	static const char number[] = "a contract with a wrong number of cards";
	struct rig rig;
	(void)state;
	deal(&rig, &mitaines_game, "", "");
	MITAINES(table->open.shown_count = CARD_COUNT + 1, many);
	MITAINES(table->open.pile_count = table->open.shown_count + 1, many);
	MITAINES(table->open.undealt = CARD_COUNT + 1, many);
	MITAINES(table->open.pile_set ^= 1, pile);
	MITAINES(table->open.shown[1] = table->open.shown[0]; table->open.pile_set = rig_set("") |
			 card_bit(table->open.shown[0]) | card_bit(table->open.shown[2]) |
			 card_bit(table->open.shown[3]),
		 pile);
	MITAINES(table->open.live.kind = CALL_MITTEN, nobody);
	MITAINES(table->open.live.rank = RANK_A, nobody);
	MITAINES(table->open.live.down = 1, nobody);
	MITAINES(table->open.below = 10, nobody);
	spot_lay(&rig, TWO("3H", "9C 9D 2H", "6C 6D KS"));
	MITAINES(table->open.gone |= table->hand[0]; table->hand[0] = 0;
		 table->open.held[0] = 0, "an empty hand is to play");
	MITAINES(table->open.gone |= rig_set("6C 6D"); table->hand[1] = rig_set("KS");
		 table->open.held[1] = 1, step);
	MITAINES(table->open.gone |= rig_set("9C"); table->hand[0] = rig_set("9D 2H");
		 table->open.held[0] = 2, step);
	rig_play(&rig, "9C mitten");
	MITAINES(table->open.live.kind = CALL_NONE + 1, "an impossible contract");
	MITAINES(table->open.live.kind = CALL_SOCK + 1, "an impossible contract");
	MITAINES(table->open.live.seat = 2, "an impossible contract");
	MITAINES(table->open.live.rank = RANK_COUNT, "an impossible contract");
	MITAINES(table->open.live.down = 0, number);
	MITAINES(table->open.live.down = 2; table->open.live.kind = CALL_GLOVE, number);
	MITAINES(table->open.live.down = 2; table->open.pile_set |= rig_set("9D"), number);
	MITAINES(table->hand[0] = rig_set("2H KC"), "a contract that its caller cannot complete");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(faults_of_the_head_are_found),
		cmocka_unit_test(mate_finds_wrong_cards),
		cmocka_unit_test(mate_finds_wrong_turns),
		cmocka_unit_test(mitch_finds_wrong_cards),
		cmocka_unit_test(mitch_finds_wrong_seats),
		cmocka_unit_test(mitch_finds_wrong_turns),
		cmocka_unit_test(mitaines_finds_faults),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
