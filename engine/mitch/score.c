/* mitch/score.c - columns, the winners of suits, and the points of a hand */
#include "engine/mitch.h"

enum { SUIT_POINTS = 4, IDLE_POINTS = 10 };

struct mitch_column mitch_column(const struct mitch_open *open, unsigned seat, unsigned suit)
{
	struct mitch_column column = { .ranks =
					       (open->placed[seat] & CARDS_OF_SUIT(suit)) >> suit };
	if (column.ranks == 0)
		return column;
	column.rising = (open->rising[seat] >> suit & 1) != 0;
	column.last = column.rising ? (63u - (unsigned)__builtin_clzll(column.ranks)) / 4
				    : (unsigned)__builtin_ctzll(column.ranks) / 4;
	return column;
}

/* Reverses the order of ranks: rank r becomes bit 4 * (15 - r). */
static cards mirrored(cards ranks)
{
	const cards low = UINT64_C(0x0f0f0f0f0f0f0f0f);
	ranks = __builtin_bswap64(ranks);
	return (ranks & low) << 4 | (ranks >> 4 & low);
}

/*
 * Returns the claim of a column to its suit, as a number. The highest claim wins the suit; only
 * equal columns have equal claims. The claim compares, in this order: the length; the room between
 * the last card and the end of the column's direction; the direction, descending before ascending;
 * the room of the earlier cards. ties=low reverses the room.
 */
static uint64_t claim(const struct mitch_open *open, unsigned seat, unsigned suit)
{
	const cards ends = UINT64_C(0xffffffffffff);
	struct mitch_column column = mitch_column(open, seat, suit);
	/* In `near` a higher top bit means a last card nearer to the end of its direction. */
	cards near = column.rising ? column.ranks : mirrored(column.ranks) >> 16;
	unsigned room = column.rising ? RANK_K - column.last : column.last;
	bool low = open->option[MITCH_TIES] == TIES_LOW;

	return (uint64_t)open->length[seat][suit] << 56 |
		(uint64_t)(low ? RANK_K - room : room) << 52 | (uint64_t)!column.rising << 48 |
		(low ? near : ends - near);
}

/*
 * The winners of a suit, one bit for each seat, and their points. No bit is set if no seat placed a
 * card.
 */
struct won {
	uint16_t seats;
	int16_t points;
};

/* Returns the seats with the best claim among seats with equally long columns. */
static unsigned best_claims(const struct mitch_open *open, unsigned seats, unsigned suit)
{
	uint64_t best = 0;
	unsigned found = 0;
	for (; seats != 0; seats &= seats - 1) {
		unsigned seat = (unsigned)__builtin_ctz(seats);
		uint64_t here = claim(open, seat, suit);
		if (here > best) {
			best = here;
			found = 0;
		}
		if (here == best)
			found |= 1u << seat;
	}
	return found;
}

static struct won find_winners(
	const struct state *head, const struct mitch_open *open, unsigned suit)
{
	unsigned longest = 1, seats = 0;
	for (unsigned seat = 0; seat < head->players; seat++) {
		unsigned length = open->length[seat][suit];
		seats = length > longest ? 0 : seats;
		longest = length > longest ? length : longest;
		seats |= (unsigned)(length == longest) << seat;
	}
	if ((seats & (seats - 1)) != 0)
		seats = best_claims(open, seats, suit);
	return (struct won){ (uint16_t)seats,
		(int16_t)(open->revolution ? 1 + head->players : SUIT_POINTS) };
}

/* Doubles the shortest winning suit, or several with the same ranks. */
static void double_shortest(const struct mitch_open *open, struct won won[SUIT_COUNT])
{
	uint64_t claims[SUIT_COUNT] = { 0 }, best = 0;
	for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
		if (won[suit].seats == 0)
			continue;
		unsigned seat = (unsigned)__builtin_ctz(won[suit].seats);
		claims[suit] = (uint64_t)(RANK_COUNT - open->length[seat][suit]) << 56 |
			mirrored(mitch_column(open, seat, suit).ranks) >> 16;
		if (claims[suit] > best)
			best = claims[suit];
	}
	for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
		if (claims[suit] == best)
			won[suit].points = (int16_t)(2 * won[suit].points);
}

static bool doubles(const struct state *head, const struct mitch_open *open)
{
	unsigned option = open->option[MITCH_DOUBLE];
	return option == DOUBLE_SHORTEST || (option == DOUBLE_FOR_TWO && head->players == 2);
}

static bool is_idle(const struct mitch_open *open, unsigned seat)
{
	return !open->revolution && ((open->acted & ~open->built) >> seat & 1) != 0;
}

static void report_penalty(struct events *events, unsigned seat, enum event_how how, int points)
{
	if (points == 0)
		return;
	struct event *event = events_add(events, EVENT_PENALTY, seat);
	event->how = (uint8_t)how;
	event->points = (int16_t)-points;
}

static void report_seat(const struct mitch_open *open, const struct won won[SUIT_COUNT],
	unsigned seat, struct events *events)
{
	int unwon = 0;
	for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
		if ((won[suit].seats >> seat & 1) != 0) {
			struct event *event = events_add(events, EVENT_SUIT, seat);
			event->points = won[suit].points;
			event_card(event, CARD(mitch_column(open, seat, suit).last, suit));
		} else {
			unwon += open->length[seat][suit];
		}
	}
	report_penalty(events, seat, HOW_UNWON, unwon);
	report_penalty(events, seat, HOW_IDLE, is_idle(open, seat) ? IDLE_POINTS : 0);
}

void mitch_score(const struct state *head, const struct mitch_open *open, int32_t *points,
	struct events *events)
{
	struct won won[SUIT_COUNT];
	for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
		won[suit] = find_winners(head, open, suit);
	if (doubles(head, open))
		double_shortest(open, won);
	for (unsigned seat = 0; seat < head->players; seat++) {
		/* Compute without branches, because the winners are hard to predict. */
		points[seat] = -IDLE_POINTS * is_idle(open, seat);
		for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
			int32_t length = open->length[seat][suit];
			int32_t wins = won[suit].seats >> seat & 1;
			points[seat] += wins * (won[suit].points + length) - length;
		}
		if (events != NULL)
			report_seat(open, won, seat, events);
	}
}
