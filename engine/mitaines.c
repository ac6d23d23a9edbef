/* mitaines.c - how a table of Mitaines goes on: dealing, legal moves, play, scores, ends. */
#include "engine/mitaines.h"

#include <assert.h>
#include <string.h>

#include "engine/mitaines_view.h"

/* One bit for every rank, at its lowest card. */
#define RANK_BITS (CARDS_ALL / 15)

static struct mitaines *table_of(struct state *state)
{
	return (struct mitaines *)state;
}

static const struct mitaines *table_in(const struct state *state)
{
	return (const struct mitaines *)state;
}

static unsigned after(const struct mitaines *table, unsigned seat)
{
	return seat + 1 == table->head.players ? 0 : seat + 1;
}

/* Before the first hand */

static void open_table(struct state *state, unsigned preset)
{
	struct mitaines *table = table_of(state);

	memset(table, 0, sizeof *table);
	table->open.rules = *mitaines_preset(preset);
	table->open.live.seat = SEAT_NONE;
	table->open.maker = SEAT_NONE;
}

static enum refusal set(struct state *state, const char *name, const char *value)
{
	assert(state->phase == PHASE_NEW);
	return mitaines_option(&table_of(state)->open.rules, name, value);
}

static uint16_t players(const struct state *state)
{
	return table_in(state)->open.rules.players;
}

static enum refusal start(struct state *state, unsigned count, unsigned dealer)
{
	if (count > MITAINES_SEATS || (players(state) >> count & 1) == 0 || dealer >= count)
		return REFUSE_PLAYERS;
	state->phase = PHASE_DEAL;
	state->players = (uint8_t)count;
	state->dealer = state->turn = (uint8_t)dealer;
	return REFUSE_NONE;
}

static unsigned side(const struct state *state, unsigned seat)
{
	bool partners = state->players == MITAINES_SEATS && table_in(state)->open.rules.partners;

	return partners ? seat % 2 : seat;
}

static unsigned deck(const struct state *state, card cards_in_order[DECK_MAX])
{
	unsigned count = 0;

	(void)state;
	for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
		for (unsigned rank = 0; rank < RANK_COUNT; rank++)
			cards_in_order[count++] = CARD(rank, suit);
	return count;
}

/* The draw for the first dealer */

static unsigned drawn_height(const struct mitaines_rules *rules, card c)
{
	return mitaines_height(rules, card_rank(c)) * SUIT_COUNT + card_suit(c);
}

/* A bit for every player who has to draw again; in `quebec` that is everybody or nobody. */
static unsigned draws_again(const struct mitaines_rules *rules, const card *drawn, unsigned count)
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
	return equal;
}

/* Players in the order of their cards, the highest first. */
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

/* A deck that runs out in redraws, as no shuffled one does, is decided by rank, then suit. */
static unsigned draw(const struct state *state, unsigned count, const card *shuffled,
	uint8_t order[SEATS_MAX], struct facts *facts)
{
	const struct mitaines_rules *rules = &table_in(state)->open.rules;
	card drawn[MITAINES_SEATS];
	unsigned next = 0, drawing = (1u << count) - 1;

	assert(count <= MITAINES_SEATS);
	while (drawing != 0 && next + count <= CARD_COUNT) {
		for (unsigned player = 0; player < count; player++) {
			if ((drawing >> player & 1) == 0)
				continue;
			drawn[player] = shuffled[next++];
			if (facts != NULL)
				fact_card(facts_add(facts, FACT_DRAWN, player), drawn[player]);
		}
		drawing = draws_again(rules, drawn, count);
	}
	if (!rules->spade_deals) {
		seat_by_height(rules, drawn, count, order);
		return 0;
	}
	for (unsigned player = 0; player < count; player++)
		order[player] = (uint8_t)player;
	return highest_spade(rules, drawn, count);
}

/* Dealing */

static void pile_add(struct mitaines_open *open, card c)
{
	open->pile[open->pile_count++] = c;
	open->pile_set |= card_bit(c);
}

/* Packets go round from the dealer's left; in the first deal cards are turned up before his own. */
static void deal_cards(struct mitaines *table, bool first)
{
	struct mitaines_open *open = &table->open;
	const struct mitaines_rules *rules = &open->rules;
	const card *next = table->deck + CARD_COUNT - open->undealt;
	unsigned count = table->head.players, packet = rules->packet[count];
	unsigned rounds = rules->rounds[!first];

	for (unsigned round = 0; round < rounds; round++) {
		unsigned seat = table->head.dealer;

		for (unsigned i = 1; i <= count; i++) {
			cards dealt = 0;

			seat = after(table, seat);
			if (first && i == count)
				for (unsigned up = 0; up < rules->face_up; up++)
					pile_add(open, *next++);
			for (unsigned c = 0; c < packet; c++)
				dealt |= card_bit(*next++);
			table->hand[seat] |= dealt;
		}
	}
	for (unsigned seat = 0; seat < count; seat++)
		open->held[seat] = (uint8_t)(rounds * packet);
	open->undealt = (uint8_t)(table->deck + CARD_COUNT - next);
}

static void next_deal(struct mitaines *table, struct facts *facts)
{
	struct mitaines_open *open = &table->open;
	bool first = open->deals++ == 0;

	deal_cards(table, first);
	table->head.turn = (uint8_t)after(table, table->head.dealer);
	if (open->rules.exchange > 0) {
		open->exchange = table->head.players;
		memset(table->passed, 0, sizeof table->passed);
	}
	if (facts != NULL) {
		struct fact *fact = facts_add(facts, FACT_DEAL, SEAT_NONE);

		fact->number = open->deals;
		for (unsigned i = 0; first && i < open->pile_count; i++)
			fact_card(fact, open->pile[i]);
	}
}

static void deal(struct state *state, const card *shuffled, struct facts *facts)
{
	struct mitaines *table = table_of(state);
	struct mitaines_open *open = &table->open;

	assert(state->phase == PHASE_DEAL);
	memcpy(table->deck, shuffled, sizeof table->deck);
	memset(state->points, 0, sizeof state->points);
	state->phase = PHASE_PLAY;
	state->hand++;
	open->undealt = CARD_COUNT;
	open->deals = 0;
	open->pile_count = 0;
	open->pile_set = open->gone = 0;
	open->maker = SEAT_NONE;
	if (facts != NULL)
		facts_add(facts, FACT_HAND, state->dealer)->number = (int16_t)state->hand;
	next_deal(table, facts);
	open->four = open->pile_set;
}

/* Legal moves */

/* Whole ranks from a set that has one bit for each of them. */
static cards ranks_of(cards bits)
{
	return bits * 15;
}

/* The cards of a hand of whose rank it holds at least 2, 3, 4: set[2], set[3], set[4]. */
static void find_groups(cards hand, cards set[CALL_SOCK + 1])
{
	/* Each rank's four bits become the number of cards it has, all ranks at once. */
	cards pairs = hand - (hand >> 1 & 5 * RANK_BITS);
	cards count = (pairs & 3 * RANK_BITS) + (pairs >> 2 & 3 * RANK_BITS);
	cards four = count >> 2 & RANK_BITS;
	cards two = count >> 1 & RANK_BITS;

	set[CALL_MITTEN] = hand & ranks_of(two | four);
	set[CALL_GLOVE] = hand & ranks_of((two & count) | four);
	set[CALL_SOCK] = hand & ranks_of(four);
}

/* A player bound by his own contract plays its rank; he may raise it when the rules allow. */
static void choose_bound(const struct mitaines_open *open, cards hand, cards set[CALL_SOCK + 1])
{
	const struct mitaines_contract *live = &open->live;
	cards own = hand & CARDS_OF_RANK(live->rank);

	set[CALL_NONE] = own;
	if (open->rules.raises)
		for (unsigned kind = live->kind + 1u; kind <= live->down + cards_count(own); kind++)
			set[kind] = own;
}

void mitaines_choose(const struct mitaines_open *open, unsigned seat, cards hand,
	struct mitaines_choices *choices)
{
	const struct mitaines_contract *live = &open->live;
	cards *set = choices->set;

	memset(choices, 0, sizeof *choices);
	if (live->seat == seat) {
		choose_bound(open, hand, set);
		return;
	}
	set[CALL_NONE] = hand;
	find_groups(hand, set);
	if (live->seat != SEAT_NONE) {
		set[live->kind] &= mitaines_above(&open->rules, live->rank);
		for (unsigned kind = CALL_MITTEN; kind < live->kind; kind++)
			set[kind] = 0;
	}
}

static void add_plays(struct moves *moves, cards set, enum call call)
{
	unsigned count = moves->count;

	for (; set != 0; set &= set - 1)
		moves->move[count++] = move_play(cards_first(set), call);
	moves->count = count;
}

/* Every set of three cards of the hand. */
static void add_gives(struct moves *moves, cards hand)
{
	for (cards a = hand; a != 0; a &= a - 1)
		for (cards b = a & (a - 1); b != 0; b &= b - 1)
			for (cards c = b & (b - 1); c != 0; c &= c - 1) {
				struct move *move = &moves->move[moves->count++];

				move->act = ACT_GIVE;
				move->card = cards_first(a);
				move->second = cards_first(b);
				move->third = cards_first(c);
			}
}

void mitaines_moves(
	const struct mitaines_open *open, unsigned seat, cards hand, struct moves *moves)
{
	struct mitaines_choices choices;

	moves->count = 0;
	if (open->exchange > 0) {
		add_gives(moves, hand);
		return;
	}
	mitaines_choose(open, seat, hand, &choices);
	add_plays(moves, choices.set[CALL_NONE], CALL_NONE);
	for (unsigned kind = CALL_MITTEN; kind <= CALL_SOCK; kind++)
		add_plays(moves, choices.set[kind], kind);
}

static void legal(const struct state *state, struct moves *moves)
{
	const struct mitaines *table = table_in(state);

	assert(state->phase == PHASE_PLAY);
	mitaines_moves(&table->open, state->turn, table->hand[state->turn], moves);
}

/* Playing a card */

/* A card of the live contract's rank, played uncalled. */
static enum fact_how capture_contract(const struct mitaines_open *open, unsigned seat)
{
	const struct mitaines_contract *live = &open->live;
	bool completes = live->down + 1 == live->kind;

	if (live->seat == seat)
		return completes ? HOW_COMPLETE : HOW_NONE;
	/* Only a call on an empty pile leaves one card, and only until the next player's. */
	if (open->rules.doubles && open->pile_count == 1)
		return HOW_DOUBLE;
	return completes || open->rules.steal_at_once ? HOW_STEAL : HOW_NONE;
}

/* How many cards on top of the pile are of that rank. */
static unsigned equal_on_top(const struct mitaines_open *open, unsigned rank)
{
	unsigned count = 0;

	while (count < open->pile_count &&
		card_rank(open->pile[open->pile_count - 1 - count]) == rank)
		count++;
	return count;
}

/* An uncalled card on a pile that is neither frozen nor empty. */
static enum fact_how sweep(const struct mitaines_open *open, unsigned rank)
{
	if (card_rank(open->pile[open->pile_count - 1]) != rank)
		return rank == RANK_J ? HOW_JACK : HOW_NONE;
	if (open->pile_count == 1)
		return HOW_PAIR;
	return open->rules.groups && equal_on_top(open, rank) > 1 ? HOW_GROUP : HOW_SWEEP;
}

static enum fact_how outcome(const struct mitaines_open *open, unsigned seat, unsigned rank)
{
	if (open->live.seat != SEAT_NONE)
		return open->live.rank == rank ? capture_contract(open, seat) : HOW_NONE;
	return open->pile_count > 0 ? sweep(open, rank) : HOW_NONE;
}

/* What the capture itself is worth, without the cards that happen to lie in the pile. */
static int basic_points(const struct mitaines_open *open, const struct mitaines_capture *capture)
{
	const struct mitaines_rules *rules = &open->rules;

	switch (capture->how) {
	case HOW_JACK: return open->pile_count == 1 ? rules->jack_single : 0;
	case HOW_PAIR: return capture->rank == RANK_J ? rules->jack_pair : rules->pair;
	case HOW_COMPLETE:
	case HOW_STEAL:
	case HOW_GROUP: return mitaines_value(rules, capture->kind, capture->rank);
	case HOW_DOUBLE: return 2 * mitaines_value(rules, capture->kind, capture->rank);
	default: return 0;
	}
}

/* Equal cards among the first four; a group made of them is not counted twice. */
static int four_points(const struct mitaines_open *open, const struct mitaines_capture *capture)
{
	int points = 0;

	for (cards left = open->four; left != 0;) {
		unsigned rank = card_rank(cards_first(left));
		unsigned count = cards_count_of_rank(left, rank);

		if (count > 1 && !(capture->how == HOW_GROUP && capture->rank == rank))
			points += mitaines_value(&open->rules, count, rank);
		left &= ~CARDS_OF_RANK(rank);
	}
	return points;
}

static struct mitaines_capture weigh(const struct mitaines_open *open, enum fact_how how, card c)
{
	struct mitaines_capture capture = { .how = (uint8_t)how, .rank = (uint8_t)card_rank(c) };

	if (how == HOW_GROUP)
		capture.kind = (uint8_t)(equal_on_top(open, capture.rank) + 1);
	else
		capture.kind = open->live.kind;
	capture.points = (int16_t)basic_points(open, &capture);
	capture.overcalled = open->below;
	if (((open->pile_set | card_bit(c)) & card_bit(TEN_OF_DIAMONDS)) != 0)
		capture.ten = open->rules.ten;
	capture.four = (int16_t)four_points(open, &capture);
	return capture;
}

struct mitaines_capture mitaines_capture(const struct mitaines_open *open, unsigned seat, card c)
{
	enum fact_how how = outcome(open, seat, card_rank(c));

	return how != HOW_NONE ? weigh(open, how, c) : (struct mitaines_capture){ 0 };
}

int mitaines_points(const struct mitaines_capture *capture)
{
	return capture->points + capture->overcalled + capture->ten + capture->four;
}

static void tell_score(struct facts *facts, unsigned seat, enum fact_how how, int points)
{
	struct fact *fact;

	if (points == 0)
		return;
	fact = facts_add(facts, FACT_SCORE, seat);
	fact->how = (uint8_t)how;
	fact->points = (int16_t)points;
}

static void tell_capture(
	struct facts *facts, unsigned seat, card c, const struct mitaines_capture *capture)
{
	struct fact *fact = facts_add(facts, FACT_CAPTURE, seat);

	fact->how = capture->how;
	fact->number = capture->kind;
	fact->points = (int16_t)mitaines_points(capture);
	fact_card(fact, c);
	tell_score(facts, seat, capture->kind > 0 ? HOW_CONTRACT : capture->how, capture->points);
	tell_score(facts, seat, HOW_OVERCALLED, capture->overcalled);
	tell_score(facts, seat, HOW_TEN, capture->ten);
	tell_score(facts, seat, HOW_FOUR, capture->four);
}

/* The card has been put on the pile; now all of it goes. */
static void take_pile(struct mitaines *table, const struct mitaines_capture *capture)
{
	struct mitaines_open *open = &table->open;

	table->head.points[table->head.turn] += mitaines_points(capture);
	if (open->live.seat != SEAT_NONE)
		open->maker = table->head.turn;
	open->gone |= open->pile_set;
	open->pile_set = open->four = 0;
	open->pile_count = 0;
	open->live = (struct mitaines_contract){ .seat = SEAT_NONE };
	open->below = 0;
}

static void play(struct mitaines *table, card c, struct facts *facts)
{
	struct mitaines_open *open = &table->open;
	unsigned seat = table->head.turn;
	enum fact_how how = outcome(open, seat, card_rank(c));

	if (how != HOW_NONE) {
		struct mitaines_capture capture = weigh(open, how, c);

		pile_add(open, c);
		take_pile(table, &capture);
		if (facts != NULL)
			tell_capture(facts, seat, c, &capture);
		return;
	}
	pile_add(open, c);
	if (open->live.seat != SEAT_NONE && open->live.rank == card_rank(c))
		open->live.down++;
}

static void call(struct mitaines *table, card c, unsigned kind)
{
	struct mitaines_open *open = &table->open;
	struct mitaines_contract *live = &open->live;
	unsigned seat = table->head.turn, rank = card_rank(c);

	pile_add(open, c);
	if (live->seat == seat) {
		live->kind = (uint8_t)kind;
		live->down++;
		return;
	}
	if (live->seat != SEAT_NONE && open->rules.below)
		open->below = (int16_t)(open->below +
			mitaines_value(&open->rules, live->kind, live->rank));
	*live = (struct mitaines_contract){
		.seat = (uint8_t)seat, .kind = (uint8_t)kind, .rank = (uint8_t)rank, .down = 1
	};
}

static void give(struct mitaines *table, struct move move, struct facts *facts)
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
	if (facts != NULL) {
		struct fact *fact = facts_add(facts, FACT_GIVE, seat);

		fact->other = (uint8_t)partner;
		fact->eyes = (uint16_t)(1u << seat | 1u << partner);
		fact_card(fact, move.card);
		fact_card(fact, move.second);
		fact_card(fact, move.third);
	}
}

/* The end of a hand */

static int32_t side_total(const struct state *state, unsigned seat)
{
	int32_t total = 0;

	for (unsigned other = 0; other < state->players; other++)
		if (side(state, other) == side(state, seat))
			total += state->total[other];
	return total;
}

/* Sets the winners when somebody has reached the target and nobody equals him. */
static void find_winners(struct mitaines *table, struct facts *facts)
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
			sides |= 1u << side(head, seat);
		}
	if ((sides & (sides - 1)) != 0) {
		head->winners = 0;
		if (facts != NULL)
			facts_add(facts, FACT_TIE, SEAT_NONE);
	}
}

static void score_left_ten(struct mitaines *table, struct facts *facts)
{
	const struct mitaines_open *open = &table->open;

	if (!open->rules.left_ten || open->maker == SEAT_NONE ||
		(open->pile_set & card_bit(TEN_OF_DIAMONDS)) == 0)
		return;
	table->head.points[open->maker] += open->rules.ten;
	if (facts != NULL)
		tell_score(facts, open->maker, HOW_LEFT_TEN, open->rules.ten);
}

static void end_hand(struct mitaines *table, struct facts *facts)
{
	struct state *head = &table->head;

	score_left_ten(table, facts);
	for (unsigned seat = 0; seat < head->players; seat++)
		head->total[seat] += head->points[seat];
	head->phase = PHASE_DEAL;
	head->dealer = (uint8_t)after(table, head->dealer);
	if (facts != NULL)
		facts_add(facts, FACT_HAND_END, SEAT_NONE)->number = (int16_t)head->hand;
	find_winners(table, facts);
	if (head->winners != 0) {
		head->phase = PHASE_OVER;
		if (facts != NULL)
			facts_add(facts, FACT_MATCH_END, SEAT_NONE);
	}
}

static void tell_play(struct facts *facts, const struct mitaines *table, struct move move)
{
	bool raise = move.call != CALL_NONE && table->open.live.seat == table->head.turn;
	struct fact *fact = facts_add(facts, raise ? FACT_RAISE : FACT_PLAY, table->head.turn);

	fact->number = move.call;
	fact_card(fact, move.card);
}

static void apply(struct state *state, struct move move, struct facts *facts)
{
	struct mitaines *table = table_of(state);
	unsigned seat = state->turn;

	assert(state->phase == PHASE_PLAY);
	if (move.act == ACT_GIVE) {
		give(table, move, facts);
		state->turn = (uint8_t)after(table, seat);
		return;
	}
	if (facts != NULL)
		tell_play(facts, table, move);
	table->hand[seat] ^= card_bit(move.card);
	table->open.held[seat]--;
	if (move.call == CALL_NONE)
		play(table, move.card, facts);
	else
		call(table, move.card, move.call);
	state->turn = (uint8_t)after(table, seat);
	/* The dealer plays last in every deal. */
	if (seat == state->dealer && table->open.held[seat] == 0) {
		if (table->open.undealt > 0)
			next_deal(table, facts);
		else
			end_hand(table, facts);
	}
}

const struct game mitaines_game = {
	.name = "mitaines",
	.presets = mitaines_presets,
	.options = mitaines_options,
	.state_size = sizeof(struct mitaines),
	.view_size = sizeof(struct mitaines_view),
	.open = open_table,
	.set = set,
	.players = players,
	.start = start,
	.draw = draw,
	.deck = deck,
	.deal = deal,
	.legal = legal,
	.apply = apply,
	.side = side,
	.view = mitaines_view,
	.check = mitaines_check,
	.view_legal = mitaines_view_legal,
	.hand = mitaines_hand,
	.describe = mitaines_describe,
	.greedy = mitaines_greedy,
	.fault = mitaines_fault,
};
