#include "bot/match/deck.h"

#include <sodium.h>
#include <string.h>

#include "bot/history/deal.h"
#include "bot/match/announce.h"
#include "storage/journal.h"

/* Adds a hand with its seed to the journal. From now on nonces for the hand are accepted. */
static void add_hand(struct lobby *lobby, const struct table *table,
	const struct shuffle_chain *chain, unsigned hand)
{
	struct store_hand row = { .hand = hand };
	shuffle_chain_seed(chain, hand, row.seed);
	lobby_check_write(lobby, store_add_hand(lobby->batch.store, table->match, &row));
	sodium_memzero(&row, sizeof row);
}

/* Computes the commitment of a root. number: number of the chain. */
static void commit(struct store_root *root, int64_t number)
{
	struct shuffle_chain chain;
	shuffle_chain_open(&chain, number, root->root);
	shuffle_chain_commit(&chain, root->commitment);
	sodium_memzero(&chain, sizeof chain);
}

/* Stores the root of a table's chain of seeds. Adds the draw and the first hand to the journal. */
static void take(struct lobby *lobby, struct table *table, struct store_root *root)
{
	struct shuffle_chain chain;
	shuffle_chain_open(&chain, table->deck.chain, root->root);
	lobby_check_write(lobby, store_add_root(lobby->batch.store, table->match, root));
	add_hand(lobby, table, &chain, 0);
	add_hand(lobby, table, &chain, 1);
	sodium_memzero(root, sizeof *root);
	sodium_memzero(&chain, sizeof chain);
}

static void open_own(struct lobby *lobby, struct table *table)
{
	struct store_root root;
	env_entropy(&lobby->env, root.root);
	table->deck.chain = table->match;
	commit(&root, table->deck.chain);
	take(lobby, table, &root);
}

static void open_shared(struct lobby *lobby, struct table *table)
{
	struct store_root root;
	if (table->deck.first == 0)
		env_entropy(&lobby->env, root.root);
	else if (!announce_read_root(lobby, table->deck.first, &root))
		return;
	table->deck.chain = deal_shared_chain(root.root);
	commit(&root, table->deck.chain);
	take(lobby, table, &root);
}

/* Reads the stored row of a hand, which must exist. An error fails the batch. */
static struct store_hand read_hand(struct lobby *lobby, const struct table *table, unsigned hand)
{
	struct store_hand row = { .hand = hand };
	unsigned count = 0;
	enum store_error error =
		store_list_hands(lobby->batch.store, table->match, hand, &row, 1, &count);
	if (error == STORE_OK && (count != 1 || row.hand != hand))
		error = STORE_NONE;
	lobby_check_write(lobby, error);
	return row;
}

uint64_t deck_chance(struct lobby *lobby, const struct table *table)
{
	struct store_hand row = read_hand(lobby, table, 0);
	uint64_t chance = shuffle_thinking(table->deck.chain, 0, row.seed);
	sodium_memzero(&row, sizeof row);
	return chance;
}

unsigned deck_store_nonce(struct lobby *lobby, struct table *table, const struct person *person,
	const struct nonce *nonce)
{
	char word[STORE_NONCE];
	struct text text = text_in(word, sizeof word);
	text_bytes(&text, nonce->text, nonce->length);
	unsigned hand = table->running ? table_state(table)->hand + 1u : 0;
	lobby_check_write(
		lobby, store_set_nonce(lobby->batch.store, table->match, hand, person->id, word));
	if (hand == 0)
		lobby_check_write(lobby,
			store_set_nonce(lobby->batch.store, table->match, 1, person->id, word));
	return hand;
}

/*
 * Returns the nonce that a seat's player gave for a hand, and marks it as used. Returns an empty
 * nonce if they gave none.
 */
static struct nonce use_nonce(
	struct lobby *lobby, const struct table *table, unsigned hand, unsigned seat)
{
	const struct person *player = table->seat[seat].player;
	struct nonce nonce = { .length = 0 };
	char word[STORE_NONCE] = "";
	enum store_error error = player == NULL
		? STORE_NONE
		: store_get_nonce(lobby->batch.store, table->match, hand, player->id, word);
	if (error == STORE_OK)
		error = store_mark_nonce_used(
			lobby->batch.store, table->match, hand, player->id, seat);
	if (error != STORE_NONE && lobby_check_write(lobby, error) &&
		!deal_read_nonce(word, &nonce))
		lobby_check_write(lobby, STORE_DAMAGED);
	return nonce;
}

/*
 * Adds a later hand to the journal, so that nonces for it are accepted. Does nothing after the last
 * hand.
 */
static void prepare(struct lobby *lobby, struct table *table, unsigned hand)
{
	struct store_root root;
	struct shuffle_chain chain;
	if (hand >= SHUFFLE_HANDS || !announce_read_root(lobby, table->match, &root))
		return;
	shuffle_chain_open(&chain, table->deck.chain, root.root);
	add_hand(lobby, table, &chain, hand);
	sodium_memzero(&root, sizeof root);
	sodium_memzero(&chain, sizeof chain);
}

static void next_of_chain(
	struct lobby *lobby, struct table *table, unsigned hand, card deck[DECK_MAX], unsigned size)
{
	struct store_hand row = read_hand(lobby, table, hand);
	struct shuffle shuffle = { .match = table->deck.chain, .hand = hand };
	struct nonce nonces[SEATS_MAX] = { { .length = 0 } };
	/*
	 * Use nonces only with DECK_OWN: with a nonce, a shared deck would differ from the other
	 * tables'.
	 */
	for (unsigned i = 0; i < table->seats_taken && table->deck.source == DECK_OWN; i++)
		nonces[i] = use_nonce(lobby, table, hand, i);
	shuffle_deck(shuffle, row.seed, nonces, table->seats_taken, deck, size);
	table->robot_seed = shuffle_thinking(shuffle.match, hand, row.seed);
	sodium_memzero(&row, sizeof row);
	lobby_check_write(lobby,
		store_deal_hand(
			lobby->batch.store, table->match, hand, table_state(table)->dealer));
	announce_nonces(lobby, table, hand, nonces);
	if (hand > 0)
		prepare(lobby, table, hand + 1);
}

/* The functions that make decks, by enum deck_source. */
static const struct maker {
	/* Prepares the decks of a new table. */
	void (*open)(struct lobby *lobby, struct table *table);
	/* Shuffles the deck of a hand. */
	void (*next)(struct lobby *lobby, struct table *table, unsigned hand, card deck[DECK_MAX],
		unsigned size);
} makers[] = {
	[DECK_OWN] = { open_own, next_of_chain },
	[DECK_SHARED] = { open_shared, next_of_chain },
};

void deck_open(struct lobby *lobby, struct table *table)
{
	makers[table->deck.source].open(lobby, table);
}

void deck_next(struct lobby *lobby, struct table *table, unsigned hand, card deck[DECK_MAX])
{
	unsigned size = game_deck(table->game, table_state(table), deck);
	makers[table->deck.source].next(lobby, table, hand, deck, size);
}

bool deck_resume(const struct lobby *lobby, struct table *table)
{
	struct table_deck *deck = &table->deck;
	if (deal_find_chain(lobby->batch.store, table->match, &deck->chain) != STORE_OK)
		return false;
	deck->source = deck->chain == table->match ? DECK_OWN : DECK_SHARED;
	return true;
}
