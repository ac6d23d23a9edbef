/* mitch/think.c - the strong AI players of Mitch */
#include "engine/mitch/view.h"
#include "engine/search.h"

/* The spread of one hand for odds_share, in points. */
enum { SWAY = 4 };
/*
 * MUCH: a placement that wastes this many ranks is wasteful. SENSE: each play that makes sense
 * multiplies a deal's weight by this.
 */
enum { MUCH = 3, SENSE = 4 };

static bool hand_over(const struct state *from, const struct state *state)
{
	(void)from;
	return state->phase != PHASE_PLAY;
}

static void rate(const struct state *state, int32_t odds[SEATS_MAX])
{
	unsigned hands = mitch_hands(&((const struct mitch *)state)->open, state->players);
	/* After a tie there are more hands than planned. */
	unsigned left = hands > state->hand ? hands - state->hand : 0;
	odds_share(state->total, state->players, (int32_t)(SWAY * odds_root(16 * left) / 4), odds);
}

/*
 * Returns a kind of its own for each move of the view's seat. Returns 0 for the moves of the other
 * seats: they are too many for the tree.
 */
static uint32_t kind(const struct search *search, const struct state *state, struct move move)
{
	return state->turn == search->view->seat ? search_every_kind(search, state, move) : 0;
}

/*
 * Returns the number of ranks that placing c wastes: the skipped ranks, or in an empty column the
 * ranks above c.
 */
static unsigned waste(const struct mitch_open *open, unsigned seat, card c)
{
	struct mitch_column column = mitch_column(open, seat, card_suit(c));
	unsigned rank = card_rank(c);
	if (column.ranks == 0)
		return RANK_K - rank;
	return (rank > column.last ? rank - column.last : column.last - rank) - 1;
}

/* Returns the card that wastes the fewest ranks, the highest such card, or CARD_NONE. */
static card least_wasteful(const struct mitch_open *open, unsigned seat, cards among)
{
	unsigned least = UINT32_MAX;
	card found = CARD_NONE;
	for (; among != 0; among &= among - 1) {
		card c = cards_first(among);
		unsigned cost = waste(open, seat, c) * RANK_COUNT + RANK_K - card_rank(c);
		if (cost < least) {
			least = cost;
			found = c;
		}
	}
	return found;
}

/*
 * Returns the move of the simple player, who places the least wasteful card, and takes a discard
 * that wastes nothing.
 */
static struct move simple_move(const struct state *state)
{
	const struct mitch *mitch = (const struct mitch *)state;
	const struct mitch_open *open = &mitch->open;
	unsigned seat = state->turn;
	cards hand = mitch->hand[seat].all;
	card found = least_wasteful(open, seat, hand & open->fits[seat]);
	if (open->to_draw) {
		card top = open->pile_count > 0 ? open->pile[open->pile_count - 1] : CARD_NONE;
		bool takes = top != CARD_NONE && (open->fits[seat] & card_bit(top)) != 0 &&
			waste(open, seat, top) == 0;
		return move_of(takes ? ACT_TAKE : ACT_DRAW, CARD_NONE);
	}
	if (found != CARD_NONE)
		return move_of(ACT_PLACE, found);
	return move_of(ACT_DISCARD, cards_first(hand));
}

/* Undoes a placement, except the direction of a column with one card left. */
static void take_back(struct mitch_open *open, unsigned seat, card c)
{
	const cards ranks = ~CARDS_OF_RANK(RANK_A), suit = CARDS_OF_SUIT(card_suit(c));
	open->placed[seat] &= ~card_bit(c);
	cards column = open->placed[seat] & suit;
	open->fits[seat] |= card_bit(c);
	if (column == 0)
		open->fits[seat] |= suit & ranks;
	else if (!open->option[MITCH_HIGHLOW])
		open->fits[seat] |= suit & ((column & -column) - 1);
}

/*
 * Returns true if a seat's last play makes sense with this hand: it placed the least wasteful card,
 * or discarded because every placement was wasteful.
 */
static bool makes_sense(const struct mitch *mitch, unsigned seat)
{
	struct mitch_open open = mitch->open;
	card c = open.last[seat], best;
	cards hand = mitch->hand[seat].all | card_bit(c);
	bool placed = (open.placed[seat] & card_bit(c)) != 0;
	if (placed)
		take_back(&open, seat, c);
	best = least_wasteful(&open, seat, hand & open.fits[seat]);
	if (placed)
		return best == c;
	return best == CARD_NONE || waste(&open, seat, best) >= MUCH;
}

/* Weighs a deal by how well it explains the last plays of the other seats. */
static uint64_t weigh(const struct search *search, const struct state *state)
{
	const struct mitch *mitch = (const struct mitch *)state;
	uint64_t weight = 1;
	for (unsigned seat = 0; seat < state->players; seat++)
		if (seat != search->view->seat && mitch->open.last[seat] != CARD_NONE &&
			makes_sense(mitch, seat))
			weight *= SENSE;
	return weight;
}

bool mitch_think_knows(const struct mitch_open *open)
{
	static const uint8_t most[MITCH_OPTIONS] = {
		[MITCH_DRAW] = DRAW_PLACE,
		[MITCH_TIES] = TIES_LOW,
		[MITCH_DOUBLE] = DOUBLE_FOR_TWO,
		[MITCH_DECKS] = 2,
		[MITCH_HAND] = 9,
		[MITCH_HIGHLOW] = 1,
		[MITCH_HANDS] = 100,
	};
	return options_known(open->option, most, MITCH_OPTIONS);
}

void mitch_think(const struct game *game, const struct view *view, unsigned level, uint64_t seed,
	void *memory, struct opinions *opinions)
{
	bool known = mitch_think_knows(&((const struct mitch_view *)view)->open);
	const struct search search = {
		.game = game,
		.view = view,
		.over = hand_over,
		.rate = rate,
		.kind = kind,
		.play = known ? simple_move : NULL,
		.weigh = known && level == LEVEL_EXPERT ? weigh : NULL,
		.playouts = level == LEVEL_EXPERT ? 4000 : 80,
	};
	search_think(&search, seed, memory, opinions);
}
