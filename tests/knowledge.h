/* knowledge.h - checks on small decks that a seat is shown nothing that it must not know. It
 * plays every deal and every legal sequence of moves. A referee computes from the rules, with
 * open cards, what a seat knows. Views, events and legal moves of the game must be the same
 * whenever this knowledge is the same. */
#ifndef TESTS_KNOWLEDGE_H
#define TESTS_KNOWLEDGE_H

#include <stdlib.h>

#include "tests/rig.h"

/* Maximum number of cards in a small deck, and of moves in a hand. */
enum { DEAL_MAX = 16, PATH_MAX = 48 };

/* Places of a card in the deck: below PLACE_NEXT, the first hand of the seat with this number; then
 * PLACE_NEXT plus a seat, the next hand of that seat; from PLACE_SINGLE, a place for one card, for
 * example in the stock. The order within a hand does not matter. */
enum { PLACE_NEXT = 16, PLACE_SINGLE = 32 };

struct walk;

struct referee {
	/* Returns the place of card i of the small deck. */
	unsigned (*place)(const struct walk *walk, unsigned i);
	/* Changes the rules of the table before the deal, so that the small deck is enough; may be
	 * NULL. */
	void (*open)(const struct walk *walk, struct state *state);
	/* Deals walk->deck to the state, and reports it in walk->events. */
	void (*deal)(struct walk *walk, struct state *state);
	/* Adds the knowledge of walk->seat after the deal, besides its own hand; may be NULL. */
	void (*begin)(const struct walk *walk, const struct state *state, uint64_t *mind);
	/* Adds the knowledge of walk->seat from a move. */
	void (*learn)(struct walk *walk, const struct state *before, struct move move,
		const struct state *after, uint64_t *mind);
};

/* A small variant of a game. */
struct reduction {
	const struct game *game;
	const struct referee *referee;
	unsigned preset;
	const char *options; /* "name=value name=value" */
	unsigned players;    /* the dealer is seat 0 */
	unsigned hand,
		next; /* cards to each seat in the first deal and, in Mitaines, a later one */
	unsigned up;  /* Mitaines: cards turned up before each card of the dealer */
	const char *deck;
	/* The first `given` positions of walk->order get the same card in every deal. */
	unsigned given;
	unsigned depth; /* maximum number of moves in a hand, or 0 for all */
	bool larger;    /* too slow for a normal run */
};

/* A hash table. `value` belongs to the first occurrence of a key, and `count` counts
 * occurrences. */
struct entry {
	uint64_t key, value;
	uint32_t count, age;
};
struct ledger {
	struct entry *entry;
	size_t size, used;
	uint32_t age; /* an entry with another age counts as empty */
};

/* Hashes of all that a seat is shown at one position. */
enum { SHOWN_VIEW, SHOWN_MOVES, SHOWN_TABLE, SHOWN_EVENTS, SHOWN_PARTS };
struct glimpse {
	uint64_t part[SHOWN_PARTS];
};

struct walk {
	const struct reduction *reduction;
	struct rig rig; /* the table before the deal */
	unsigned seat;  /* the observer, or SEAT_NONE for a bystander */
	unsigned cards;
	card sorted[DEAL_MAX]; /* the small deck as listed */
	card deck[DEAL_MAX];   /* the small deck as dealt */
	unsigned chosen[DEAL_MAX];
	bool used[DEAL_MAX];
	unsigned order[DEAL_MAX]; /* positions of the deck, the seat's own first */
	unsigned own;             /* number of the seat's own positions */
	struct events events;
	struct move path[PATH_MAX];
	unsigned length;
	/* key: hash of a seat's knowledge; value: hash of what the seat is shown */
	struct ledger minds;
	/* key: hash of the events told to a seat; value: hash of the seat's knowledge */
	struct ledger told;
	uint64_t deals, positions, pairs;
	struct walk *first; /* in a search for a leak: the walk that found it, or NULL */
	uint64_t sought;
	bool found;
	struct glimpse glimpse;
};

/* Hashes. */

static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 32;
}

static inline uint64_t hash_bytes(uint64_t hash, const void *from, size_t size)
{
	const unsigned char *at = from;
	uint64_t word = 0;
	for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
		memcpy(&word, at, sizeof word);
		hash = hash_word(hash, word);
	}
	word = size;
	memcpy((unsigned char *)&word + 1, at, size);
	return hash_word(hash, word);
}

/* Adds a fact to the knowledge: its kind, and a card or another number. */
static inline void mind_learn(uint64_t *mind, unsigned what, unsigned value)
{
	*mind = hash_word(*mind, (uint64_t)what << 32 | value);
}

/* Ledgers. */

static inline struct entry *ledger_slot(struct ledger *ledger, uint64_t key)
{
	size_t at = (size_t)key & (ledger->size - 1);
	while (ledger->entry[at].age == ledger->age && ledger->entry[at].key != key)
		at = (at + 1) & (ledger->size - 1);
	return &ledger->entry[at];
}

static inline void ledger_grow(struct ledger *ledger)
{
	struct ledger larger = { .size = ledger->size == 0 ? 1 << 12 : ledger->size * 2, .age = 1 };
	larger.entry = calloc(larger.size, sizeof *larger.entry);
	assert_non_null(larger.entry);
	for (size_t i = 0; i < ledger->size; i++)
		if (ledger->entry[i].age == ledger->age) {
			struct entry *slot = ledger_slot(&larger, ledger->entry[i].key);
			*slot = ledger->entry[i];
			slot->age = 1;
		}
	larger.used = ledger->used;
	free(ledger->entry);
	*ledger = larger;
}

/* Returns the entry of a key; a new one has count 0. */
static inline struct entry *ledger_at(struct ledger *ledger, uint64_t key)
{
	if (ledger->used * 2 >= ledger->size)
		ledger_grow(ledger);
	struct entry *slot = ledger_slot(ledger, key);
	if (slot->age != ledger->age) {
		*slot = (struct entry){ .key = key, .age = ledger->age };
		ledger->used++;
	}
	return slot;
}

static inline void ledger_clear(struct ledger *ledger)
{
	ledger->age++;
	ledger->used = 0;
}

/* Glimpses: everything that a seat is shown. */

static inline uint64_t hash_events(uint64_t hash, const struct events *events, unsigned seat)
{
	for (unsigned i = 0; i < events->count; i++) {
		struct event event = events->event[i];
		bool seen = event.visible == VISIBLE_ALL ||
			(seat != SEAT_NONE && (event.visible >> seat & 1) != 0);
		event.visible = seen;
		hash = hash_bytes(hash, &event, offsetof(struct event, cards));
		hash = hash_bytes(hash, event.cards, seen ? event.count : 0);
	}
	return hash;
}

/* Hashes the legal moves, as bytes and as text. */
static inline uint64_t hash_moves(const struct game *game, const struct state *state)
{
	struct moves moves;
	uint64_t hash = 0;
	game->legal(state, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		char written[MOVE_TEXT] = "";
		struct text text = text_in(written, sizeof written);
		move_write(&text, moves.move[i]);
		hash = hash_bytes(hash, &moves.move[i], sizeof moves.move[i]);
		hash = hash_bytes(hash, written, sizeof written);
	}
	return hash;
}

/* Hashes all that a seat is shown now. Adds the events since the last look to the hash `told`, and
 * after a deal the seat's hand. */
static inline struct glimpse look(struct walk *walk, const struct state *state, uint64_t *told)
{
	const struct game *game = walk->reduction->game;
	struct glimpse glimpse = { { 0 } };
	struct events *events = &walk->events;
	union any_view view;
	card hand[HAND_MAX];
	/* Fills the view with other bytes at every call, so that bytes that the game does not write
	 * show as a difference. */
	memset(&view, walk->positions % 2 == 0 ? 0x55 : 0xaa, game->view_size);
	game->view(state, walk->seat, &view.view);
	unsigned held = game->hand(&view.view, hand);
	*told = hash_events(*told, events, walk->seat);
	for (unsigned i = 0; i < events->count; i++)
		if ((event_traits(&events->event[i]) & TRAIT_DEALS) != 0)
			*told = hash_bytes(*told, hand, held);
	glimpse.part[SHOWN_EVENTS] = *told;
	glimpse.part[SHOWN_VIEW] = hash_bytes(0, &view, game->view_size);
	events->count = 0;
	game_describe(game, &view.view, events);
	glimpse.part[SHOWN_TABLE] = hash_bytes(hash_events(0, events, walk->seat), hand, held);
	if (state->phase == PHASE_PLAY && state->turn == walk->seat)
		glimpse.part[SHOWN_MOVES] = hash_moves(game, state);
	return glimpse;
}

/* Failures. */

static inline void print_walk(const struct walk *walk)
{
	char written[8 * (DEAL_MAX + PATH_MAX * 3)];
	struct text text = text_in(written, sizeof written);
	for (unsigned i = 0; i < walk->cards; i++) {
		text_add(&text, i > 0 ? " " : "deck ");
		card_write(&text, walk->deck[i]);
	}
	for (unsigned i = 0; i < walk->length; i++) {
		text_add(&text, i > 0 ? ", " : ": ");
		move_write(&text, walk->path[i]);
	}
	print_error("  %s\n", written);
}

static inline void walk_deals(struct walk *walk, unsigned n);

/* Reports a leak: finds the first deal and moves that gave the same knowledge, and prints them with
 * the current ones. */
static inline void leak(struct walk *walk, uint64_t mind)
{
	static const char *const parts[] = { "the view", "legal moves", "what lies there",
		"what is told" };
	static struct walk first;
	first = *walk;
	first.sought = mind;
	first.first = walk;
	first.positions = first.length = 0;
	memset(first.used, 0, sizeof first.used);
	walk_deals(&first, 0);
	print_error("%s: seat %d knows as much, but not the same is shown\n",
		walk->reduction->game->name, walk->seat == SEAT_NONE ? -1 : (int)walk->seat);
	print_walk(&first);
	print_walk(walk);
	for (unsigned i = 0; i < SHOWN_PARTS; i++)
		if (first.glimpse.part[i] != walk->glimpse.part[i])
			print_error("  differs: %s\n", parts[i]);
	fail();
}

static inline void untold(struct walk *walk)
{
	print_error("%s: seat %d is not told what it may know\n", walk->reduction->game->name,
		walk->seat == SEAT_NONE ? -1 : (int)walk->seat);
	print_walk(walk);
	fail();
}

/* Fails unless the same knowledge always leads to the same value. */
static inline void mind_foresees(struct walk *walk, uint64_t mind, unsigned value)
{
	if (walk->first != NULL)
		return;
	struct entry *entry = ledger_at(&walk->minds, hash_word(mind, walk->cards));
	if (entry->count++ == 0)
		entry->value = value;
	if (entry->value == value)
		return;
	print_error(
		"%s: what comes of this depends on hidden cards\n", walk->reduction->game->name);
	print_walk(walk);
	fail();
}

/* The walk. */

/* Fails unless positions with the same knowledge are shown alike, and the same events give the same
 * knowledge. */
static inline void compare(struct walk *walk, uint64_t mind, uint64_t told)
{
	uint64_t shown = hash_bytes(0, &walk->glimpse, sizeof walk->glimpse);
	struct entry *entry = ledger_at(&walk->minds, mind);
	if (entry->count == 0)
		entry->value = shown;
	walk->pairs += entry->count++;
	if (entry->value != shown)
		leak(walk, mind);
	entry = ledger_at(&walk->told, told);
	if (entry->count++ == 0)
		entry->value = mind;
	if (entry->value != mind)
		untold(walk);
}

static inline void visit(struct walk *walk, const struct state *state, uint64_t mind, uint64_t told)
{
	const struct reduction *reduction = walk->reduction;
	const struct game *game = reduction->game;
	struct moves moves;
	union any_state next;
	walk->glimpse = look(walk, state, &told);
	walk->positions++;
	if (walk->first == NULL)
		compare(walk, mind, told);
	else
		walk->found = walk->found || mind == walk->sought;
	if (walk->found || state->phase != PHASE_PLAY ||
		(reduction->depth != 0 && walk->length == reduction->depth))
		return;
	game->legal(state, &moves);
	assert_true(moves.count > 0 && walk->length < PATH_MAX);
	for (unsigned i = 0; i < moves.count && !walk->found; i++) {
		uint64_t then = mind;
		walk->path[walk->length++] = moves.move[i];
		memcpy(&next, state, game->state_size);
		walk->events.count = 0;
		game->apply(&next.state, moves.move[i], &walk->events);
		reduction->referee->learn(walk, state, moves.move[i], &next.state, &then);
		visit(walk, &next.state, then, told);
		walk->length -= !walk->found;
	}
}

/* Plays the hand that walk->deck deals. */
static inline void walk_hand(struct walk *walk)
{
	union any_state table;
	uint64_t mind = 1, told = 1;
	for (unsigned i = 0; i < walk->own; i++)
		mind_learn(&mind, 1, walk->deck[walk->order[i]]);
	memcpy(&table, &walk->rig.head, walk->reduction->game->state_size);
	walk->events.count = 0;
	walk->reduction->referee->deal(walk, &table.state);
	if (walk->reduction->referee->begin != NULL)
		walk->reduction->referee->begin(walk, &table.state, &mind);
	walk->deals++;
	visit(walk, &table.state, mind, told);
}

/* Deals the remaining cards of the small deck to position n and the following ones in all ways. */
static inline void walk_deals(struct walk *walk, unsigned n)
{
	const struct referee *referee = walk->reduction->referee;
	unsigned last = walk->cards;
	/* A seat's knowledge includes its own hand. The seat gets another hand now, so entries for
	 * the previous hand are of no more use. */
	if (n == walk->own && walk->first == NULL) {
		ledger_clear(&walk->minds);
		ledger_clear(&walk->told);
	}
	if (n == walk->cards) {
		walk_hand(walk);
		return;
	}
	unsigned at = walk->order[n];
	bool together =
		n > 0 && referee->place(walk, walk->order[n - 1]) == referee->place(walk, at);
	for (unsigned i = together ? walk->chosen[n - 1] + 1 : 0; i < walk->cards; i++) {
		if (walk->used[i] || (last < walk->cards && walk->sorted[last] == walk->sorted[i]))
			continue;
		last = walk->chosen[n] = i;
		walk->deck[at] = walk->sorted[i];
		walk->used[i] = true;
		walk_deals(walk, n + 1);
		walk->used[i] = false;
		if (walk->found || n < walk->reduction->given)
			return;
	}
}

/* Orders the positions: the seat's own hand, the next seats' hands, and then all other places. */
static inline void order_places(struct walk *walk)
{
	const struct reduction *reduction = walk->reduction;
	unsigned count = 0, start = walk->seat == SEAT_NONE ? 0 : walk->seat;
	walk->own = 0;
	for (unsigned next = 0; next < PLACE_SINGLE; next += PLACE_NEXT)
		for (unsigned i = 0; i < reduction->players; i++)
			for (unsigned k = 0; k < walk->cards; k++)
				if (reduction->referee->place(walk, k) ==
					next + (start + i) % reduction->players) {
					walk->order[count++] = k;
					walk->own += next == 0 && i == 0 && walk->seat != SEAT_NONE;
				}
	for (unsigned k = 0; k < walk->cards; k++)
		if (reduction->referee->place(walk, k) >= PLACE_SINGLE)
			walk->order[count++] = k;
	assert_int_equal(count, walk->cards);
}

/* Plays every sequence of moves of every deal, and checks the view of each seat and of a bystander.
 */
static inline void knowledge_holds(const struct reduction *reduction)
{
	static struct walk walk;
	memset(&walk, 0, sizeof walk);
	walk.reduction = reduction;
	rig_open_preset(&walk.rig, reduction->game, reduction->preset, reduction->options,
		reduction->players, 0);
	walk.cards = rig_cards(reduction->deck, walk.sorted);
	if (reduction->referee->open != NULL)
		reduction->referee->open(&walk, &walk.rig.head);
	for (unsigned i = 0; i <= reduction->players; i++) {
		walk.seat = i < reduction->players ? i : SEAT_NONE;
		walk.deals = 0;
		order_places(&walk);
		walk_deals(&walk, 0);
	}
	print_message("%s %s, %u players, %s: %u cards, %llu deals, %llu positions, %llu pairs\n",
		reduction->game->name, reduction->game->presets[reduction->preset],
		reduction->players,
		reduction->options[0] != '\0' ? reduction->options : "no options", walk.cards,
		(unsigned long long)walk.deals, (unsigned long long)walk.positions,
		(unsigned long long)walk.pairs);
	free(walk.minds.entry);
	free(walk.told.entry);
	assert_true(walk.pairs > 0);
}

#endif
