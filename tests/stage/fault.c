/* fault.c - finds contradictions in the state of a game. */
#include "tests/stage/fault.h"

#include "engine/mate/view.h"
#include "engine/mitaines.h"
#include "engine/mitaines/capture.h"
#include "engine/mitch/view.h"

/* ---- Mitaines ---- */

/* Checks that each card is in exactly one place, and that all counts agree. */
static const char *mitaines_fault_cards(const struct mitaines *table)
{
	const struct mitaines_open *open = &table->open;
	cards seen = open->gone, pile = 0;
	bool twice = false;
	if (open->shown_count > CARD_COUNT || open->pile_count > open->shown_count ||
		open->undealt > CARD_COUNT)
		return "more cards than a deck has";
	for (unsigned i = 0; i < open->pile_count; i++)
		pile |= card_bit(mitaines_pile(open)[i]);
	if (pile != open->pile_set || cards_count(pile) != open->pile_count)
		return "the pile and its set differ";
	twice |= (seen & pile) != 0;
	seen |= pile;
	for (unsigned seat = 0; seat < MITAINES_SEATS; seat++) {
		if (cards_count(table->hand[seat]) != open->held[seat])
			return "a hand and its number of cards differ";
		twice |= (seen & table->hand[seat]) != 0;
		seen |= table->hand[seat];
	}
	for (unsigned i = CARD_COUNT - open->undealt; i < CARD_COUNT; i++) {
		twice |= (seen & card_bit(table->deck[i])) != 0;
		seen |= card_bit(table->deck[i]);
	}
	if (twice)
		return "a card in two places";
	return seen == CARDS_ALL ? NULL : "a card is missing";
}

static const char *mitaines_fault_contract(const struct mitaines *table)
{
	const struct mitaines_open *open = &table->open;
	const struct mitaines_contract *live = &open->live;
	if (live->seat == SEAT_NONE) {
		if (live->kind != 0 || live->rank != MITAINES_NO_RANK || live->down != 0 ||
			open->below != 0)
			return "a contract that nobody called";
		return NULL;
	}
	if (live->seat >= table->head.players || live->rank >= RANK_COUNT ||
		live->kind < CALL_MITTEN || live->kind > CALL_SOCK)
		return "an impossible contract";
	if (live->down == 0 || live->down >= live->kind ||
		live->down > cards_count_of_rank(open->pile_set, live->rank))
		return "a contract with a wrong number of cards";
	if (live->down + cards_count_of_rank(table->hand[live->seat], live->rank) < live->kind)
		return "a contract that its caller cannot complete";
	return NULL;
}

/* Checks that no hand is more than one card ahead of another within a deal. */
static const char *mitaines_fault_turn(const struct mitaines *table)
{
	const struct mitaines_open *open = &table->open;
	const struct state *head = &table->head;
	if (open->held[head->turn] == 0)
		return "an empty hand is to play";
	for (unsigned seat = 0; seat < head->players && open->exchange == 0; seat++)
		if (open->held[seat] + 1 < open->held[head->turn] ||
			open->held[seat] > open->held[head->turn])
			return "hands out of step";
	return NULL;
}

static const char *mitaines_fault_scores(const struct state *head)
{
	for (unsigned seat = 0; seat < head->players; seat++)
		if (head->points[seat] < 0 || head->total[seat] < 0)
			return "negative points";
	return NULL;
}

static const char *mitaines_fault(const struct state *state)
{
	const struct mitaines *table = (const struct mitaines *)state;
	const char *fault;
	if ((fault = mitaines_fault_scores(state)) != NULL ||
		(fault = mitaines_fault_contract(table)) != NULL)
		return fault;
	if (state->hand > 0 && (fault = mitaines_fault_cards(table)) != NULL)
		return fault;
	return state->phase == PHASE_PLAY ? mitaines_fault_turn(table) : NULL;
}

/* ---- Mate ---- */

static const char *mate_fault_seat(const struct mate *mate, unsigned seat)
{
	const struct mate_open *open = &mate->open;
	bool out = open->held[seat] == 0 && mate->hand[seat] != 0;
	cards hand = out ? 0 : mate->hand[seat],
	      fore = mate->fore[seat] == CARD_NONE ? 0 : card_bit(mate->fore[seat]);
	cards places[] = { hand, open->played[seat], open->aside[seat], fore };
	cards seen = 0;
	for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
		if ((seen & places[i]) != 0)
			return "a card in two places";
		seen |= places[i];
	}
	if (seen != mate->dealt[seat ^ open->second])
		return "a card missing or in the wrong hands";
	if (out &&
		(open->last[seat] == CARD_NONE || mate->hand[seat] != card_bit(open->last[seat])))
		return "out of cards without the last one played";
	if (cards_count(hand) != open->held[seat])
		return "a hand and its number of cards differ";
	if (cards_count(open->aside[seat]) + (fore != 0) != open->laid[seat])
		return "cards laid aside and their number differ";
	return NULL;
}

static const char *mate_fault_turn(const struct mate *mate)
{
	const struct mate_open *open = &mate->open;
	unsigned turn = mate->head.turn;
	if (mate->hand[0] == 0 || mate->hand[1] == 0) {
		if (open->led == CARD_NONE || mate->hand[turn] == 0)
			return "nothing to play";
	}
	if (open->led != CARD_NONE &&
		(open->last[turn ^ 1] != open->led ||
			mate_answers(open->led, open->king, mate->hand[turn]) == 0))
		return "a card led that nobody can answer";
	if (open->led == CARD_NONE && (open->king || open->again))
		return "no card led, yet with privileges";
	if (open->trick == 0 || open->trick > MATE_HAND)
		return "a trick that cannot be";
	return NULL;
}

static const char *mate_fault_scores(const struct state *head)
{
	for (unsigned seat = 0; seat < MATE_SEATS; seat++)
		if (head->points[seat] < 0 || head->total[seat] < 0)
			return "negative points";
	return NULL;
}

static const char *mate_fault(const struct state *state)
{
	const struct mate *mate = (const struct mate *)state;
	const char *fault;
	if ((fault = mate_fault_scores(state)) != NULL || state->hand == 0)
		return fault;
	if ((mate->dealt[0] ^ mate->dealt[1]) != MATE_CARDS ||
		cards_count(mate->dealt[0]) != MATE_HAND)
		return "other cards than were dealt";
	for (unsigned seat = 0; seat < MATE_SEATS; seat++)
		if ((fault = mate_fault_seat(mate, seat)) != NULL)
			return fault;
	return state->phase == PHASE_PLAY ? mate_fault_turn(mate) : NULL;
}

/* ---- Mitch ---- */

static void count_set(uint8_t count[CARD_COUNT], cards set)
{
	for (; set != 0; set &= set - 1)
		count[cards_first(set)]++;
}

/* Counts a list of cards. Returns false if an entry is not a card. */
static bool count_list(uint8_t count[CARD_COUNT], const card *list, unsigned length)
{
	for (unsigned i = 0; i < length; i++) {
		if (list[i] >= CARD_COUNT)
			return false;
		count[list[i]]++;
	}
	return true;
}

static const char *mitch_fault_cards(const struct mitch *mitch)
{
	const struct mitch_open *open = &mitch->open;
	unsigned size = mitch_deck_size(open);
	uint8_t count[CARD_COUNT] = { 0 };
	if (open->stock > size || open->pile_count > size || open->aces > MITCH_ACES)
		return "more cards than the deck has";
	if (!count_list(count, mitch->deck + DECK_MAX - open->stock, open->stock) ||
		!count_list(count, open->pile, open->pile_count) ||
		!count_list(count, open->ace, open->aces))
		return "something that is no card";
	for (unsigned i = open->pile_count; i < DECK_MAX; i++)
		if (open->pile[i] != CARD_NONE)
			return "a card above the discard pile";
	for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
		count_set(count, mitch->hand[seat].all);
		count_set(count, mitch->hand[seat].twice);
		count_set(count, open->placed[seat]);
	}
	for (unsigned c = 0; c < CARD_COUNT; c++)
		if (count[c] != size / CARD_COUNT)
			return "a card missing or in two places";
	return NULL;
}

static const char *mitch_fault_aces(const struct mitch *mitch)
{
	const struct mitch_open *open = &mitch->open;
	cards aces = CARDS_OF_RANK(RANK_A);
	for (unsigned i = 0; i < open->aces; i++)
		if (card_rank(open->ace[i]) != RANK_A)
			return "no Ace among the Aces";
	for (unsigned i = 0; i < open->pile_count; i++)
		if (card_rank(open->pile[i]) == RANK_A)
			return "an Ace in the discard pile";
	for (unsigned seat = 0; seat < SEATS_MAX; seat++)
		if (((mitch->hand[seat].all | open->placed[seat]) & aces) != 0)
			return "an Ace held or placed";
	bool over = open->revolution ? mitch->head.phase != PHASE_PLAY : open->second != 0;
	return (open->aces >= mitch_last_ace(open)) == over && !(open->revolution && open->second)
		? NULL
		: "a phase too early or late";
}

/* Checks that `fits` has exactly the cards that a column still takes. */
static const char *mitch_fault_column(const struct mitch_open *open, unsigned seat, unsigned suit)
{
	struct mitch_column column = mitch_column(open, seat, suit);
	cards takes = CARDS_OF_SUIT(suit) & ~CARDS_OF_RANK(RANK_A);
	cards last = card_bit(CARD(column.last, suit));
	unsigned count = cards_count(column.ranks);
	if (open->length[seat][suit] != count)
		return "a column and its length differ";
	if (count < 2 && (open->rising[seat] >> suit & 1) != 0)
		return "a column that ascends with one card";
	if (count == 1 && open->option[MITCH_HIGHLOW])
		takes &= ~last;
	else if (count > 0)
		takes &= column.rising ? ~(last | (last - 1)) : last - 1;
	return (open->fits[seat] & CARDS_OF_SUIT(suit)) == takes ? NULL
								 : "a column takes wrong cards";
}

static const char *mitch_fault_seat(const struct mitch *mitch, unsigned seat)
{
	const struct mitch_hand *hand = &mitch->hand[seat];
	const char *fault = NULL;
	if (cards_count(hand->all) + cards_count(hand->twice) != mitch->open.held[seat])
		return "a hand and its number of cards differ";
	if ((hand->twice & ~hand->all) != 0)
		return "a second copy without the first";
	for (unsigned suit = 0; suit < SUIT_COUNT && fault == NULL; suit++)
		fault = mitch_fault_column(&mitch->open, seat, suit);
	return fault;
}

/*
 * Checks the numbers of cards in the hands: one more after a draw, and in the second phase one less
 * after each turn.
 */
static const char *mitch_fault_turn(const struct mitch *mitch)
{
	const struct mitch_open *open = &mitch->open;
	const struct state *head = &mitch->head;
	unsigned full = open->option[MITCH_HAND], held = open->held[head->turn];
	if (!open->second && held != full + !open->to_draw)
		return "a wrong number of cards before a turn";
	if (open->second && (held == 0 || open->to_draw))
		return "nothing to play in the second phase";
	for (unsigned seat = 0; seat < head->players; seat++)
		if (seat != head->turn && open->held[seat] != (open->second ? held : full) &&
			(!open->second || open->held[seat] + 1u != held))
			return "hands out of step";
	return NULL;
}

static const char *mitch_fault(const struct state *state)
{
	const struct mitch *mitch = (const struct mitch *)state;
	const char *fault;
	if (state->hand == 0)
		return NULL;
	if ((fault = mitch_fault_cards(mitch)) != NULL || (fault = mitch_fault_aces(mitch)) != NULL)
		return fault;
	for (unsigned seat = 0; seat < state->players; seat++)
		if ((fault = mitch_fault_seat(mitch, seat)) != NULL)
			return fault;
	return state->phase == PHASE_PLAY ? mitch_fault_turn(mitch) : NULL;
}

/* ---- any game ---- */

static const char *fault_head(const struct game *game, const struct state *head)
{
	if (head->phase > PHASE_OVER || head->players > SEATS_MAX)
		return "an impossible phase or number of players";
	if (head->players > 0 &&
		((game_players(game, head) >> head->players & 1) == 0 ||
			head->dealer >= head->players || head->turn >= head->players))
		return "a number of players not allowed, or a seat that nobody has";
	for (unsigned seat = head->players; seat < SEATS_MAX; seat++)
		if (head->points[seat] != 0 || head->total[seat] != 0)
			return "points of a seat that nobody has";
	if (head->winners >> head->players != 0 ||
		(head->winners != 0) != (head->phase == PHASE_OVER))
		return "winners that cannot be";
	return NULL;
}

const char *game_fault(const struct game *game, const struct state *state)
{
	const char *fault = fault_head(game, state);
	if (fault == NULL && game == &mitaines_game)
		fault = mitaines_fault(state);
	if (fault == NULL && game == &mate_game)
		fault = mate_fault(state);
	if (fault == NULL && game == &mitch_game)
		fault = mitch_fault(state);
	return fault;
}
