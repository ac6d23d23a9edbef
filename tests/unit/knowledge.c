/*
 * A view and the events never depend on hidden cards, and show everything that the rules allow:
 * proved for small decks by exhaustive search, see tests/knowledge.h. This file derives the
 * knowledge of each seat from the rules. KNOWLEDGE="mate mitch" tries larger decks of these games
 * too.
 */
#include "tests/knowledge.h"
#include "engine/mate.h"
#include "engine/mitaines.h"
#include "engine/mitch.h"
#include "tests/cases.h"
#include "tests/stage/fault.h"

/* Kinds of facts that a seat can know. Of a hidden event it knows only that it happened. */
enum {
	FACT_DEALT = 2,
	FACT_UP,
	FACT_ACT,
	FACT_CARD,
	FACT_CALL,
	FACT_ACE,
	FACT_DRAWN,
	FACT_OVER,
	FACT_STOCK
};

/* Lists the cards of the full deck that the small deck lacks. */
static unsigned fill(const struct walk *walk, const struct state *state, card *rest)
{
	card whole[DECK_MAX];
	unsigned size = game_deck(walk->reduction->game, state, whole), count = 0;
	for (unsigned i = 0; i < walk->cards; i++)
		for (unsigned k = 0; k < size; k++)
			if (whole[k] == walk->deck[i]) {
				whole[k] = CARD_NONE;
				break;
			}
	for (unsigned k = 0; k < size; k++)
		if (whole[k] != CARD_NONE)
			rest[count++] = whole[k];
	assert_int_equal(count + walk->cards, size);
	return count;
}

static unsigned behind(const struct walk *walk, unsigned seat)
{
	return seat % walk->reduction->players;
}

/*
 * Mitaines is dealt in packets of one card, from the dealer's left. Cards are turned up before the
 * dealer's packet in the first deal only. All other cards count as captured.
 */

static unsigned mitaines_first(const struct reduction *reduction)
{
	return reduction->hand * (reduction->players + reduction->up);
}

static unsigned mitaines_place(const struct walk *walk, unsigned i)
{
	const struct reduction *reduction = walk->reduction;
	unsigned first = mitaines_first(reduction), round = reduction->players + reduction->up;
	if (i >= first)
		return PLACE_NEXT + behind(walk, (i - first) % reduction->players + 1);
	if (i % round == round - 1)
		return 0;
	return i % round < reduction->players - 1 ? i % round + 1 : PLACE_SINGLE + i;
}

static void mitaines_open(const struct walk *walk, struct state *state)
{
	const struct reduction *reduction = walk->reduction;
	struct mitaines_rules *rules = &((struct mitaines *)state)->open.rules;
	rules->packet[reduction->players] = 1;
	rules->rounds[0] = (uint8_t)reduction->hand;
	rules->rounds[1] = (uint8_t)reduction->next;
	rules->face_up = (uint8_t)reduction->up;
	/* Partners exchange three cards or none, and a small hand has fewer than three. */
	if (reduction->hand < 3)
		rules->exchange = 0;
}

static void mitaines_lay_out(struct walk *walk, struct state *state)
{
	struct mitaines *table = (struct mitaines *)state;
	card deck[DECK_MAX];
	unsigned first = mitaines_first(walk->reduction), later = walk->cards - first;
	unsigned rest = fill(walk, state, deck + first);
	memcpy(deck, walk->deck, first);
	memcpy(deck + first + rest, walk->deck + first, later);
	mitaines_game.deal(state, deck, &walk->events);
	for (unsigned i = 0; i < rest; i++)
		table->open.gone |= card_bit(deck[first + i]);
	table->open.undealt = (uint8_t)later;
	assert_null(game_fault(&mitaines_game, state));
}

static void mitaines_begin(const struct walk *walk, const struct state *state, uint64_t *mind)
{
	(void)state;
	for (unsigned i = 0; i < walk->cards; i++)
		if (mitaines_place(walk, i) >= PLACE_SINGLE)
			mind_learn(mind, FACT_UP, walk->deck[i]);
}

static void mitaines_learn(struct walk *walk, const struct state *before, struct move move,
	const struct state *after, uint64_t *mind)
{
	const struct mitaines *table = (const struct mitaines *)after;
	mind_learn(mind, FACT_ACT, move.act);
	if (move.act == ACT_PLAY) {
		mind_learn(mind, FACT_CARD, move.card);
		mind_learn(mind, FACT_CALL, move.call);
	} else if (walk->seat == before->turn || walk->seat == (before->turn + 2) % 4u) {
		mind_learn(mind, FACT_CARD, move.card);
		mind_learn(mind, FACT_CARD, move.second);
		mind_learn(mind, FACT_CARD, move.third);
	}
	if (table->open.deals == ((const struct mitaines *)before)->open.deals)
		return;
	for (unsigned i = 0; i < walk->cards; i++)
		if (mitaines_place(walk, i) == PLACE_NEXT + walk->seat)
			mind_learn(mind, FACT_DEALT, walk->deck[i]);
}

static const struct referee mitaines_referee = { mitaines_place, mitaines_open, mitaines_lay_out,
	mitaines_begin, mitaines_learn };

/* Mitch is dealt one card at a time, from the dealer's left. The rest of the cards is the stock. */

enum { BANILOWER, REVOLUTION };

static unsigned mitch_place(const struct walk *walk, unsigned i)
{
	const struct reduction *reduction = walk->reduction;
	if (i < reduction->players * reduction->hand)
		return behind(walk, i % reduction->players + 1);
	return PLACE_SINGLE + i;
}

static void mitch_lay_out(struct walk *walk, struct state *state)
{
	struct mitch *mitch = (struct mitch *)state;
	card deck[DECK_MAX];
	unsigned rest = fill(walk, state, deck + walk->cards);
	memcpy(deck, walk->deck, walk->cards);
	mitch_game.deal(state, deck, &walk->events);
	assert_true(mitch->open.stock >= rest);
	mitch->open.stock = (uint8_t)(mitch->open.stock - rest);
	memcpy(mitch->deck + DECK_MAX - mitch->open.stock,
		walk->deck + walk->cards - mitch->open.stock, mitch->open.stock);
}

/*
 * Adds that a seat draws the cards `from` to `to` - 1 of the deck. Aces are public; other cards are
 * seen by the seat alone.
 */
static void mitch_draws(
	const struct walk *walk, unsigned seat, unsigned from, unsigned to, uint64_t *mind)
{
	for (; from < to; from++) {
		bool ace = card_rank(walk->deck[from]) == RANK_A;
		mind_learn(mind, ace ? FACT_ACE : FACT_DRAWN, seat);
		if (ace || walk->seat == seat)
			mind_learn(mind, FACT_CARD, walk->deck[from]);
	}
}

/*
 * Adds what a seat knows after the deal. Dealt Aces are laid out and replaced until no hand has
 * one; then the first seat draws. In Revolution the fourth Ace is the last event. How many cards
 * the stock has left is public, but a replacement is public only if it is an Ace.
 */
static void mitch_begin(const struct walk *walk, const struct state *state, uint64_t *mind)
{
	const struct reduction *reduction = walk->reduction;
	unsigned hands = reduction->players * reduction->hand, next = hands;
	unsigned aces = reduction->preset == REVOLUTION ? 4 : MITCH_ACES;
	uint64_t own = 0;
	for (unsigned i = 1; i <= reduction->players; i++) {
		unsigned seat = behind(walk, i), missing = 0;
		for (unsigned k = 0; k < hands; k++)
			if (mitch_place(walk, k) == seat && card_rank(walk->deck[k]) == RANK_A) {
				mitch_draws(walk, seat, k, k + 1, mind);
				missing++;
				aces--;
			}
		for (; missing > 0 && aces > 0; next++)
			if (card_rank(walk->deck[next]) == RANK_A) {
				mitch_draws(walk, seat, next, next + 1, mind);
				aces--;
			} else {
				own += walk->seat == seat ? hash_word(1, walk->deck[next]) : 0;
				missing--;
			}
	}
	unsigned stock = ((const struct mitch *)state)->open.stock;
	mitch_draws(walk, 1, next, walk->cards - stock, mind);
	mind_learn(mind, FACT_STOCK, stock);
	*mind = hash_word(*mind, own);
}

static void mitch_learn(struct walk *walk, const struct state *before, struct move move,
	const struct state *after, uint64_t *mind)
{
	unsigned from = walk->cards - ((const struct mitch *)before)->open.stock;
	unsigned to = walk->cards - ((const struct mitch *)after)->open.stock;
	mind_learn(mind, FACT_ACT, move.act);
	mind_learn(mind, FACT_CARD, move.card);
	/* Public knowledge tells if the next player has drawn already or must first choose. */
	mind_foresees(walk, *mind, to > from);
	mitch_draws(walk, after->turn, from, to, mind);
}

static const struct referee mitch_referee = { mitch_place, NULL, mitch_lay_out, mitch_begin,
	mitch_learn };

/* Mate is dealt one card at a time, the dealer's opponent first. Cards outside the small deck are
 * then taken from the hands. */

static unsigned mate_place(const struct walk *walk, unsigned i)
{
	return behind(walk, i + 1);
}

static void mate_lay_out(struct walk *walk, struct state *state)
{
	struct mate *mate = (struct mate *)state;
	card deck[DECK_MAX];
	cards small = 0;
	fill(walk, state, deck + walk->cards);
	memcpy(deck, walk->deck, walk->cards);
	mate_game.deal(state, deck, &walk->events);
	for (unsigned i = 0; i < walk->cards; i++)
		small |= card_bit(walk->deck[i]);
	for (unsigned seat = 0; seat < MATE_SEATS; seat++) {
		mate->dealt[seat] &= small;
		mate->hand[seat] &= small;
		mate->open.held[seat] = (uint8_t)walk->reduction->hand;
	}
}

/*
 * Adds what a seat learns from a move. Every card is public, except that a card laid face down is
 * hidden until the hand ends. If a led card ends the hand, all know that the opponent has no card
 * to answer it.
 */
static void mate_learn(struct walk *walk, const struct state *before, struct move move,
	const struct state *after, uint64_t *mind)
{
	const struct mate *mate = (const struct mate *)before;
	bool over = mate->open.second != ((const struct mate *)after)->open.second ||
		after->phase != PHASE_PLAY;
	mind_learn(mind, FACT_ACT, move.act);
	if (move.act != ACT_FOREPLACE || walk->seat == before->turn)
		mind_learn(mind, FACT_CARD, move.card);
	if (move.act == ACT_PLAY)
		mind_learn(mind, FACT_CALL, move.call);
	mind_learn(mind, FACT_OVER, over);
	for (unsigned seat = 0; seat < MATE_SEATS && over; seat++)
		mind_learn(mind, FACT_CARD, mate->fore[seat]);
}

static const struct referee mate_referee = { mate_place, NULL, mate_lay_out, NULL, mate_learn };

/* The tested decks */

static void try_all(const struct reduction *list, size_t count)
{
	const char *named = getenv("KNOWLEDGE");
	bool larger = named != NULL && strstr(named, list->game->name) != NULL;
	for (size_t i = 0; i < count; i++)
		if (!list[i].larger || larger)
			knowledge_holds(&list[i]);
}
#define TRY(list) try_all(list, sizeof(list) / sizeof(list)[0])

enum { CLASSIC, GAMERULES, QUEBEC };

#define MITAINES(rules, set, seats, first, later, turned, ...) \
	{ \
		.game = &mitaines_game, .referee = &mitaines_referee, .preset = (rules), \
		.options = (set), .players = (seats), .hand = (first), .next = (later), \
		.up = (turned), .deck = __VA_ARGS__ \
	}

CASE(a_view_in_mitaines_shows_all_that_the_rules_allow_and_no_more)
{
	static const struct reduction list[] = {
		MITAINES(CLASSIC, "", 2, 2, 1, 1, "9C 9D 9H JC JD TD 4S 4H"),
		MITAINES(CLASSIC, "jackpair=20 jacksingle=10", 2, 3, 1, 0,
			"9C 9D 9H JC JD 4D 4S 4H", .larger = true),
		MITAINES(CLASSIC, "ranks=standard target=10", 3, 2, 0, 1, "QC QD JH JC TD TC 4S 4H",
			.given = 1),
		MITAINES(CLASSIC, "", 3, 1, 1, 1, "9C 9D JC TD TC 4S 4H"),
		MITAINES(GAMERULES, "", 2, 2, 1, 1, "9C 9D 9H 9S JC TD 4S 4H", .given = 1),
		MITAINES(GAMERULES, "partners=no", 4, 2, 0, 0, "9C 9D 9H JC JD TD TS TH",
			.larger = true),
		MITAINES(QUEBEC, "", 4, 2, 0, 0, "9C 9D 9H JC JD TD TS 4H", .larger = true),
		MITAINES(QUEBEC, "ranks=standard", 4, 1, 1, 0, "9C 9D JC JD TD TS 4H 4C",
			.given = 1),
		MITAINES(QUEBEC, "", 4, 3, 0, 0, "9C 9D JC JD TD TS 4H 4C QC QD QH 9H", .given = 4,
			.depth = 4),
		MITAINES(QUEBEC, "", 4, 3, 0, 0, "9C 9D JC JD TD TS 4H 4C QC QD QH 9H", .given = 6,
			.depth = 6),
		MITAINES(CLASSIC, "", 4, 2, 0, 0, "9C 9D 9H JC JD TD 4S 4H", .larger = true),
		MITAINES(CLASSIC, "", 3, 2, 1, 0, "9C 9D 9H JC JD TD TS 4H 4C", .larger = true),
		MITAINES(CLASSIC, "", 2, 3, 2, 0, "9C 9D 9H JC JD JH TD TS 4H 4C", .larger = true),
		MITAINES(QUEBEC, "", 4, 3, 0, 0, "9C 9D JC JD TD TS 4H 4C QC QD QH 9H", .given = 3,
			.depth = 5, .larger = true),
		MITAINES(QUEBEC, "", 4, 3, 0, 0, "9C 9D JC JD TD TS 4H 4C QC QD QH 9H", .given = 6,
			.depth = 10, .larger = true),
	};
	TRY(list);
}

#define MITCH(rules, set, seats, first, ...) \
	{ \
		.game = &mitch_game, .referee = &mitch_referee, .preset = (rules), \
		.options = (set), .players = (seats), .hand = (first), .deck = __VA_ARGS__ \
	}

CASE(a_view_in_mitch_shows_all_that_the_rules_allow_and_no_more)
{
	static const struct reduction list[] = {
		MITCH(BANILOWER, "hand=1", 2, 1, "AC AD AH 3C 4C 5C 9D"),
		/* With draw=either a player can take and discard the top card forever. */
		MITCH(BANILOWER, "hand=1 draw=either ties=low", 2, 1, "AC AD AH 3C 4C 5C 9D",
			.given = 1, .depth = 5),
		MITCH(BANILOWER, "hand=1 draw=place double=shortest", 2, 1, "AC AD AH 3C 4C 5C 9D",
			.depth = 4),
		MITCH(BANILOWER, "hand=1 draw=either highlow=yes", 3, 1, "AC AD AH 3C 4C 5C 9D",
			.depth = 4),
		MITCH(BANILOWER, "hand=0 draw=either", 2, 0, "AC AD AH 3C 4C 5C 9D", .depth = 6),
		MITCH(BANILOWER, "hand=0 decks=2", 6, 0, "AC AC AD 3C 3C 4C 9D"),
		MITCH(BANILOWER, "hand=1 decks=2 draw=either", 6, 1,
			"3C 3C 4C 4C AC AC AD 5C 9D 9D", .given = 4, .depth = 6),
		MITCH(REVOLUTION, "hand=1", 2, 1, "AC AD AH AS 3C 4C 9D"),
		MITCH(REVOLUTION, "hand=1 draw=place", 3, 1, "AC AD AH AS 3C 4C 5C 9D", .depth = 4),
		MITCH(BANILOWER, "hand=2", 2, 2, "AC AD AH 3C 4C 5C 9D TD", .larger = true),
		MITCH(BANILOWER, "hand=1 draw=either", 2, 1, "AC AD AH 3C 4C 5C 9D TD", .depth = 6,
			.larger = true),
	};
	TRY(list);
}

#define MATE(set, first, ...) \
	{ \
		.game = &mate_game, .referee = &mate_referee, .options = (set), .players = 2, \
		.hand = (first), .deck = __VA_ARGS__ \
	}

CASE(a_view_in_mate_shows_all_that_the_rules_allow_and_no_more)
{
	static const struct reduction list[] = {
		MATE("", 3, "7C KC AC 7D KD AD", .given = 1),
		MATE("king=yes suits=CSHD", 3, "TC AC QS AS KH AH", .given = 1),
		MATE("discard=yes", 3, "7C KC AC 7D KD AD", .depth = 8),
		MATE("discard=yes king=yes", 3, "TC AC QD AD KH AH", .larger = true),
		MATE("", 4, "7C QC KC AC 7D QD KD AD", .depth = 8, .larger = true),
	};
	TRY(list);
}
