/* mitaines/deal.c - the first dealer, deals, exchanges, the end of a hand and of the match */
#include "engine/mitaines/deal.h"

#include <assert.h>
#include <string.h>

#include "engine/mitaines/capture.h"
#include "engine/mitaines/moves.h"

static unsigned drawn_height(const struct mitaines_rules *rules, card c)
{
	return mitaines_height(rules, card_rank(c)) * SUIT_COUNT + card_suit(c);
}

/*
 * Returns one bit for each player who draws again: players in `drawing` whose rank equals the rank
 * of another player (rules text 000). Our reading: a card that a redraw has replaced is not
 * compared. In `quebec`, all players draw again if no spade was drawn (rules text 004).
 */
static unsigned draws_again(
	const struct mitaines_rules *rules, const card *drawn, unsigned count, unsigned drawing)
{
	unsigned spades = 0, equal = 0;
	for (unsigned a = 0; a < count; a++) {
		spades += card_suit(drawn[a]) == SUIT_S;
		for (unsigned b = 0; b < count; b++)
			if (a != b && card_rank(drawn[a]) == card_rank(drawn[b]))
				equal |= 1u << a;
	}
	if (rules->spade_deals)
		return spades > 0 ? 0 : (1u << count) - 1;
	return equal & drawing;
}

/* Lists the players by their cards, the highest first. */
static void seat_by_height(const struct mitaines_rules *rules, const card *drawn, unsigned count,
	uint8_t order[SEATS_MAX])
{
	for (unsigned player = 0; player < count; player++) {
		unsigned seat = player;
		for (; seat > 0 &&
			drawn_height(rules, drawn[order[seat - 1]]) <
				drawn_height(rules, drawn[player]);
			seat--)
			order[seat] = order[seat - 1];
		order[seat] = (uint8_t)player;
	}
}

static unsigned highest_spade(const struct mitaines_rules *rules, const card *drawn, unsigned count)
{
	unsigned dealer = 0, best = 0;
	for (unsigned player = 0; player < count; player++)
		if (card_suit(drawn[player]) == SUIT_S &&
			drawn_height(rules, drawn[player]) >= best) {
			best = drawn_height(rules, drawn[player]);
			dealer = player;
		}
	return dealer;
}

/*
 * Draws for the first dealer. If redraws use up the deck, which no real shuffle does, rank and then
 * suit decide.
 */
unsigned mitaines_draw(const struct state *state, unsigned players, const card *deck,
	uint8_t order[SEATS_MAX], struct events *events)
{
	const struct mitaines_rules *rules = &((const struct mitaines *)state)->open.rules;
	card drawn[MITAINES_SEATS] = { 0 };
	unsigned next = 0, drawing = (1u << players) - 1;
	assert(players <= MITAINES_SEATS);
	while (drawing != 0 && next + players <= CARD_COUNT) {
		for (unsigned player = 0; player < players; player++) {
			if ((drawing >> player & 1) == 0)
				continue;
			drawn[player] = deck[next++];
			event_card(events_add(events, EVENT_DRAWN, player), drawn[player]);
		}
		drawing = draws_again(rules, drawn, players, drawing);
		if (drawing != 0 && next + players <= CARD_COUNT)
			events_add(events, EVENT_REDRAW, SEAT_NONE)->how =
				rules->spade_deals ? HOW_NO_SPADE : HOW_NONE;
	}
	if (!rules->spade_deals) {
		seat_by_height(rules, drawn, players, order);
		return 0;
	}
	for (unsigned player = 0; player < players; player++)
		order[player] = (uint8_t)player;
	return highest_spade(rules, drawn, players);
}

/* Collects one seat's packets: the first at `from`, each next one `step` cards later. */
static cards deal_hand(const card *from, unsigned step, unsigned rounds, unsigned packet)
{
	cards hand = 0;
	for (; rounds > 0; rounds--, from += step)
		for (unsigned i = 0; i < packet; i++)
			hand |= card_bit(from[i]);
	return hand;
}

/*
 * Deals to all seats. In the first deal, turns cards up before the dealer's packet (rules text
 * 000).
 */
static void deal_cards(struct mitaines *table, bool first)
{
	struct mitaines_open *open = &table->open;
	const card *next = table->deck + CARD_COUNT - open->undealt;
	unsigned packet = open->rules.packet[table->head.players];
	unsigned rounds = open->rules.rounds[!first];
	unsigned face_up = first ? open->rules.face_up : 0;
	unsigned step = packet * table->head.players + face_up;
	unsigned seat = table->head.dealer;
	open->undealt = (uint8_t)(open->undealt - rounds * step);
	for (unsigned i = 1; i < table->head.players; i++, next += packet) {
		seat = mitaines_after(table, seat);
		table->hand[seat] = deal_hand(next, step, rounds, packet);
		open->held[seat] = (uint8_t)(rounds * packet);
	}
	for (unsigned up = 0; up < rounds * face_up; up++)
		mitaines_pile_add(open, next[up / face_up * step + up % face_up]);
	seat = table->head.dealer;
	table->hand[seat] = deal_hand(next + face_up, step, rounds, packet);
	open->held[seat] = (uint8_t)(rounds * packet);
}

static void next_deal(struct mitaines *table, struct events *events)
{
	struct mitaines_open *open = &table->open;
	bool first = open->deals++ == 0;
	deal_cards(table, first);
	table->head.turn = (uint8_t)mitaines_after(table, table->head.dealer);
	if (open->rules.exchange > 0) {
		open->exchange = table->head.players;
		memset(table->passed, 0, sizeof table->passed);
	}
	if (events != NULL) {
		struct event *event = events_add(events, EVENT_DEAL, SEAT_NONE);
		event->number = open->deals;
		for (unsigned i = 0; first && i < open->pile_count; i++)
			event_card(event, mitaines_pile(open)[i]);
		if (!first || event->count > 0)
			event->how = first ? HOW_FACE_UP : HOW_AGAIN;
	}
}

void mitaines_deal(struct state *state, const card *deck, struct events *events)
{
	struct mitaines *table = (struct mitaines *)state;
	struct mitaines_open *open = &table->open;
	assert(state->phase == PHASE_DEAL);
	memcpy(table->deck, deck, sizeof table->deck);
	memset(state->points, 0, sizeof state->points);
	state->phase = PHASE_PLAY;
	state->hand++;
	open->undealt = CARD_COUNT;
	open->deals = 0;
	open->pile_count = open->shown_count = 0;
	memset(open->called, 0, sizeof open->called);
	open->pile_set = open->gone = 0;
	open->maker = SEAT_NONE;
	if (events != NULL)
		events_add(events, EVENT_HAND, state->dealer)->number = (int16_t)state->hand;
	next_deal(table, events);
	open->four = open->pile_set;
}

static uint32_t move_word(struct move move)
{
	uint32_t word;
	memcpy(&word, &move, sizeof word);
	return word;
}

/*
 * Lists the moves of an exchange, at most 120. Writes them in blocks of four, each move in one
 * store as in move_put. The last moves of a block can be surplus: the next block overwrites them,
 * but up to three surplus moves stay after the end.
 */
void mitaines_list_gives(cards hand, struct moves *moves)
{
	enum { BLOCK = 4 };
	const uint32_t first = move_word((struct move){ .card = 1 });
	const uint32_t second = move_word((struct move){ .second = 1 });
	const uint32_t third = move_word((struct move){ .third = 1 });
	const uint32_t give = move_word((struct move){ .act = ACT_GIVE });
	uint32_t held[HAND_MAX], firsts[HAND_MAX + BLOCK] = { 0 }, catalog[BLOCK];
	struct move *move = moves->move;
	unsigned count = 0;
	for (; hand != 0; hand &= hand - 1, count++) {
		held[count] = cards_first(hand);
		firsts[count] = held[count] * first;
	}
	for (unsigned c = 2; c < count; c++)
		for (unsigned b = 1; b < c; b++) {
			uint32_t two = give + held[b] * second + held[c] * third;
			for (unsigned a = 0; a < b; a += BLOCK) {
				for (unsigned i = 0; i < BLOCK; i++)
					catalog[i] = two + firsts[a + i];
				memcpy(move + a, catalog, sizeof catalog);
			}
			move += b;
		}
	moves->count = (unsigned)(move - moves->move);
}

void mitaines_give(struct mitaines *table, struct move move, struct events *events)
{
	unsigned seat = table->head.turn, partner = mitaines_partner(seat);
	cards given = card_bit(move.card) | card_bit(move.second) | card_bit(move.third);
	table->hand[seat] ^= given;
	table->hand[partner] |= given;
	table->passed[seat] = given;
	table->open.held[seat] = (uint8_t)(table->open.held[seat] - table->open.rules.exchange);
	table->open.held[partner] =
		(uint8_t)(table->open.held[partner] + table->open.rules.exchange);
	table->open.exchange--;
	table->head.turn = (uint8_t)mitaines_after(table, seat);
	if (events != NULL) {
		struct event *event = events_add(events, EVENT_GIVE, seat);
		event->other = (uint8_t)partner;
		event->visible = (uint16_t)(1u << seat | 1u << partner);
		event_card(event, move.card);
		event_card(event, move.second);
		event_card(event, move.third);
	}
}

unsigned mitaines_side(const struct state *state, unsigned seat)
{
	bool partners = state->players == MITAINES_SEATS &&
		((const struct mitaines *)state)->open.rules.partners;
	return partners ? seat % 2 : seat;
}

static int32_t side_total(const struct state *state, unsigned seat)
{
	int32_t total = 0;
	for (unsigned other = 0; other < state->players; other++)
		if (mitaines_side(state, other) == mitaines_side(state, seat))
			total += state->total[other];
	return total;
}

/* Sets the winners if one side alone has the highest total, and has reached the target. */
static void find_winners(struct mitaines *table, struct events *events)
{
	struct state *head = &table->head;
	int32_t best = 0;
	unsigned sides = 0;
	for (unsigned seat = 0; seat < head->players; seat++)
		if (side_total(head, seat) > best)
			best = side_total(head, seat);
	if (best < table->open.rules.target)
		return;
	for (unsigned seat = 0; seat < head->players; seat++)
		if (side_total(head, seat) == best) {
			head->winners |= (uint16_t)(1u << seat);
			sides |= 1u << mitaines_side(head, seat);
		}
	if ((sides & (sides - 1)) != 0) {
		head->winners = 0;
		if (events != NULL)
			events_add(events, EVENT_TIE, SEAT_NONE);
	}
}

static void score_left_ten(struct mitaines *table, struct events *events)
{
	const struct mitaines_open *open = &table->open;
	if (!open->rules.left_ten || open->maker == SEAT_NONE ||
		(open->pile_set & card_bit(TEN_OF_DIAMONDS)) == 0)
		return;
	table->head.points[open->maker] += open->rules.ten;
	if (events != NULL) {
		struct event *event = events_add(events, EVENT_SCORE, open->maker);
		event->how = HOW_LEFT_TEN;
		event->points = open->rules.ten;
	}
}

static void end_hand(struct mitaines *table, struct events *events)
{
	struct state *head = &table->head;
	score_left_ten(table, events);
	for (unsigned seat = 0; seat < head->players; seat++)
		head->total[seat] += head->points[seat];
	head->phase = PHASE_DEAL;
	head->dealer = (uint8_t)mitaines_after(table, head->dealer);
	if (events != NULL)
		events_add(events, EVENT_HAND_END, SEAT_NONE)->number = (int16_t)head->hand;
	find_winners(table, events);
	if (head->winners != 0) {
		head->phase = PHASE_OVER;
		if (events != NULL)
			events_add(events, EVENT_MATCH_END, SEAT_NONE);
	}
}

static void make_live(struct mitaines_open *open, unsigned seat, card c, unsigned kind)
{
	struct mitaines_contract *live = &open->live;
	mitaines_pile_add(open, c);
	open->called[kind - CALL_MITTEN] |= card_bit(c);
	if (live->seat == seat) {
		live->kind = (uint8_t)kind;
		live->down++;
		return;
	}
	if (live->seat != SEAT_NONE && open->rules.below)
		open->below = (int16_t)(open->below +
			mitaines_value(&open->rules, live->kind, live->rank));
	live->seat = (uint8_t)seat;
	live->kind = (uint8_t)kind;
	live->rank = (uint8_t)card_rank(c);
	live->down = 1;
}

/* Reports that a call overcalls the live contract, if another seat has one. */
static void report_overcall(const struct mitaines_open *open, unsigned seat, struct events *events)
{
	const struct mitaines_contract *live = &open->live;
	if (events == NULL || live->seat == SEAT_NONE || live->seat == seat)
		return;
	struct event *event = events_add(events, EVENT_OVERCALL, seat);
	event->other = live->seat;
	event->number = live->kind;
	event_card(event, cards_first(open->pile_set & CARDS_OF_RANK(live->rank)));
}

void mitaines_settle(struct mitaines *table, unsigned seat, struct move move, struct events *events)
{
	if (events != NULL) {
		bool raise = move.call != CALL_NONE && table->open.live.seat == seat;
		struct event *event = events_add(events, raise ? EVENT_RAISE : EVENT_PLAY, seat);
		event->how = !raise && move.call != CALL_NONE ? HOW_CALL : HOW_NONE;
		event->number = move.call;
		event_card(event, move.card);
	}
	if (move.call != CALL_NONE) {
		report_overcall(&table->open, seat, events);
		make_live(&table->open, seat, move.card, move.call);
	} else {
		mitaines_lay(table, seat, move.card, events);
	}
	if (table->open.held[seat] > 0 || seat != table->head.dealer)
		return;
	if (table->open.undealt > 0)
		next_deal(table, events);
	else
		end_hand(table, events);
}
