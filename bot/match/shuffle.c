#include "bot/match/shuffle.h"

#include <sodium.h>
#include <string.h>

#include "bot/history/deal.h"
#include "bot/talk/speech.h"
#include "storage/journal.h"
#include "storage/matches.h"

/* Places of a word that tells 32 bytes as digits of a match or one of its hands; gone with them. */
struct told {
	char digits[2 * STORE_SEED + 1];
	struct arg args[4];
};

static const struct arg *told_of(
	struct told *told, int64_t match, unsigned hand, const uint8_t bytes[STORE_SEED])
{
	struct text text = text_in(told->digits, sizeof told->digits);
	text_hex(&text, bytes, STORE_SEED);
	told->args[0] = arg_number("match", match);
	told->args[1] = arg_number("hand", hand);
	told->args[2] = arg_text("digits", told->digits);
	told->args[3] = (struct arg){ .name = NULL };
	return told->args;
}

static void say(struct lobby *lobby, struct table *table, enum word word, unsigned hand,
	const uint8_t bytes[STORE_SEED])
{
	struct told told;
	/* Nobody proves their deals to themselves. */
	if (!table->channel->network->single)
		speech_say(&lobby->speech, table, word, told_of(&told, table->match, hand, bytes));
}

/* What is told to a channel in this batch is on its way, or owed where the bot is not there. */
static void send(struct channel *channel)
{
	if (!channel->here) {
		channel->owed = true;
		return;
	}
	channel->doubt = DOUBT_SAID;
}

/* True if what a channel is told in this batch is not lost. */
static bool keeps(const struct channel *channel)
{
	return channel->here && channel->network->driver->keeps;
}

/* The same of a table's root; what one person is told in private they can ask for again. */
static void send_of(struct lobby *lobby, const struct table *table, enum store_told told)
{
	if (table_is_private(table) || keeps(table->channel))
		lobby_wrote(lobby, store_root_told(lobby->batch.store, table->match, told));
	else
		send(table->channel);
}

/* ---- matches with a root ---- */

/* Reads the root of a match; false: it has none. What cannot be read fails the batch. */
static bool read_root(struct lobby *lobby, int64_t match, struct store_root *root)
{
	enum store_error error = store_root_of(lobby->batch.store, match, root);
	return error != STORE_NONE && lobby_wrote(lobby, error);
}

/* Adds a hand to the journal, with its seed: nonces for it are taken from now on. */
static void add_chained(struct lobby *lobby, const struct table *table,
	const struct shuffle_chain *chain, unsigned hand)
{
	struct store_hand row = { .hand = hand, .chained = true, .told = true };
	shuffle_chain_seed(chain, hand, row.seed);
	lobby_wrote(lobby, store_hand(lobby->batch.store, table->match, &row));
	sodium_memzero(&row, sizeof row);
}

void shuffle_open(struct lobby *lobby, struct table *table)
{
	struct store_root root;
	struct shuffle_chain chain;
	env_entropy(&lobby->env, root.root);
	shuffle_chain_open(&chain, table->match, root.root);
	shuffle_chain_commit(&chain, root.commitment);
	lobby_wrote(lobby, store_root(lobby->batch.store, table->match, &root));
	add_chained(lobby, table, &chain, 0);
	add_chained(lobby, table, &chain, 1);
	sodium_memzero(&root, sizeof root);
	sodium_memzero(&chain, sizeof chain);
}

void shuffle_say(struct lobby *lobby, struct table *table)
{
	struct store_root root;
	if (!read_root(lobby, table->match, &root) || !lobby_touch(lobby, table))
		return;
	table->promising = true;
	say(lobby, table, WORD_FAIR_COMMITMENT, 0, root.commitment);
	send_of(lobby, table, STORE_TOLD_COMMITMENT);
}

/* ---- matches of older programs: each hand is promised and told ---- */

static void say_promise(struct lobby *lobby, struct table *table, const struct store_hand *row)
{
	if (!deal_promised(row) || !lobby_touch(lobby, table))
		return;
	table->promising = true;
	say(lobby, table, WORD_FAIR_HAND, row->hand, row->commitment);
}

/* Draws a seed for a hand, journals it, and says its commitment. */
static void promise(struct lobby *lobby, struct table *table, unsigned hand)
{
	struct store_hand row = { .hand = hand };
	env_entropy(&lobby->env, row.seed);
	shuffle_commit(deal_shuffle(table->match, &row), row.seed, row.commitment);
	lobby_wrote(lobby, store_hand(lobby->batch.store, table->match, &row));
	say_promise(lobby, table, &row);
	sodium_memzero(&row, sizeof row);
}

/* Reads a hand that must be there; what cannot be read fails the batch. */
static struct store_hand read_hand(struct lobby *lobby, const struct table *table, unsigned hand)
{
	struct store_hand row = { .hand = hand };
	unsigned count = 0;
	enum store_error error =
		store_hands_of(lobby->batch.store, table->match, hand, &row, 1, &count);
	if (error == STORE_OK && (count != 1 || row.hand != hand))
		error = STORE_NONE;
	lobby_wrote(lobby, error);
	return row;
}

/* Reads the hands from one on: the one in play and the next, before the start draw and first. */
static unsigned read_hands(struct lobby *lobby, const struct table *table, unsigned from,
	struct store_hand *rows, unsigned limit)
{
	unsigned count = 0;
	lobby_wrote(
		lobby, store_hands_of(lobby->batch.store, table->match, from, rows, limit, &count));
	return count;
}

static void reveal(struct lobby *lobby, struct table *table, const struct store_hand *row)
{
	say(lobby, table, WORD_FAIR_HAND_SEED, row->hand, row->seed);
	send(table->channel);
}

/* Says again what was promised, and the seed of the hand before the one in play. */
static void repeat_hands(struct lobby *lobby, struct table *table)
{
	struct store_hand rows[3];
	unsigned hand = table_state(table)->hand;
	unsigned next = hand;
	unsigned count = read_hands(lobby, table, hand > 0 ? hand - 1 : 0, rows, 3);
	for (unsigned i = 0; i < count; i++) {
		if (rows[i].hand >= hand)
			say_promise(lobby, table, &rows[i]);
		else
			reveal(lobby, table, &rows[i]);
		next = rows[i].hand + 1;
	}
	/* A database of a still older program has none for what is to come. */
	for (; next <= hand + 1; next++)
		promise(lobby, table, next);
}

static void close_hands(struct lobby *lobby, struct table *table)
{
	const struct state *state = table_state(table);
	struct store_hand rows[2];
	unsigned told = state->phase == PHASE_OVER ? 1 : 0; /* by shuffle_reveal */
	unsigned count = read_hands(lobby, table, state->hand + told, rows, 2);
	for (unsigned i = 0; i < count; i++)
		reveal(lobby, table, &rows[i]);
}

/* ---- nonces ---- */

static enum word nonces_word(unsigned hand)
{
	return hand == 0 ? WORD_FAIR_NONCES_DRAW : WORD_FAIR_NONCES;
}

unsigned shuffle_give(struct lobby *lobby, struct table *table, const struct person *person,
	const struct nonce *nonce)
{
	char word[STORE_NONCE];
	struct text text = text_in(word, sizeof word);
	text_bytes(&text, nonce->text, nonce->length);
	unsigned hand = table->running ? table_state(table)->hand + 1u : 0;
	lobby_wrote(lobby, store_nonce(lobby->batch.store, table->match, hand, person->id, word));
	if (hand == 0)
		lobby_wrote(
			lobby, store_nonce(lobby->batch.store, table->match, 1, person->id, word));
	return hand;
}

/* What the player of a seat gave for a hand, from now on used; a silent one's is empty. */
static struct nonce use_nonce(
	struct lobby *lobby, const struct table *table, unsigned hand, unsigned seat)
{
	const struct person *player = table->seat[seat].player;
	struct nonce nonce = { .length = 0 };
	char word[STORE_NONCE] = "";
	enum store_error error = player == NULL
		? STORE_NONE
		: store_nonce_of(lobby->batch.store, table->match, hand, player->id, word);
	if (error == STORE_OK)
		error = store_nonce_used(lobby->batch.store, table->match, hand, player->id, seat);
	if (error != STORE_NONE && lobby_wrote(lobby, error) && !deal_read_nonce(word, &nonce))
		lobby_wrote(lobby, STORE_DAMAGED);
	return nonce;
}

/* Says what every seat gave for a hand, unless all are silent. */
static void say_nonces(
	struct lobby *lobby, struct table *table, unsigned hand, const struct nonce *nonces)
{
	struct string list = STRING_EMPTY;
	bool any = false;
	for (unsigned i = 0; i < table->taken; i++) {
		char word[STORE_NONCE];
		struct text text = text_in(word, sizeof word);
		text_bytes(&text, nonces[i].text, nonces[i].length);
		string_add(&list, i > 0 ? ", " : "");
		catalog_add(&list, lobby->catalog, table_locale(table), WORD_FAIR_NONCE,
			ARGS(arg_text("seat", table_name(table, i)), arg_text("nonce", word)));
		any = any || nonces[i].length > 0;
	}
	if (any)
		speech_say(&lobby->speech, table, nonces_word(hand),
			ARGS(arg_number("match", table->match), arg_number("hand", hand),
				arg_text("list", list.bytes)));
	string_free(&list);
}

void shuffle_add_nonces(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct nonce *nonces, unsigned seats)
{
	for (unsigned i = 0; i < seats; i++) {
		char word[STORE_NONCE];
		struct text text = text_in(word, sizeof word);
		text_bytes(&text, nonces[i].text, nonces[i].length);
		string_add(out, i > 0 ? ", " : "");
		catalog_add(out, catalog, locale, WORD_VERIFY_NONCE, ARGS(arg_text("nonce", word)));
	}
}

/* Adds what was given for a stored hand; false: nothing, or it cannot be read. */
static bool list_nonces(struct lobby *lobby, struct locale locale, int64_t match, unsigned hand,
	struct string *list)
{
	struct nonce nonces[SEATS_MAX];
	struct store_seat seats[STORE_SEATS];
	unsigned count = 0;
	bool any = false;
	if (deal_nonces(lobby->batch.store, match, hand, nonces) != STORE_OK ||
		store_seats_of(lobby->batch.store, match, seats, &count) != STORE_OK)
		return false;
	count = count < SEATS_MAX ? count : SEATS_MAX;
	for (unsigned i = 0; i < count; i++)
		any = any || nonces[i].length > 0;
	shuffle_add_nonces(list, lobby->catalog, locale, nonces, count);
	return any;
}

/* The first hand dealt together with the one that is in play: the draw, or itself. */
static unsigned dealt_with(unsigned hand)
{
	return hand == 1 ? 0 : hand;
}

static void repeat_nonces(struct lobby *lobby, struct table *table, unsigned hand)
{
	struct string list = STRING_EMPTY;
	if (list_nonces(lobby, table_locale(table), table->match, hand, &list))
		speech_say(&lobby->speech, table, nonces_word(hand),
			ARGS(arg_number("match", table->match), arg_number("hand", hand),
				arg_text("list", list.bytes)));
	string_free(&list);
}

/* ---- a match ---- */

void shuffle_repeat(struct lobby *lobby, struct table *table)
{
	struct store_root root;
	unsigned hand = table_state(table)->hand;
	if (keeps(table->channel))
		return;
	if (!read_root(lobby, table->match, &root))
		repeat_hands(lobby, table);
	for (unsigned i = dealt_with(hand); i <= hand; i++)
		repeat_nonces(lobby, table, i);
}

/* Makes ready for the nonces of a hand to come, unless the match ends before. */
static void prepare(struct lobby *lobby, struct table *table, unsigned hand)
{
	struct store_root root;
	struct shuffle_chain chain;
	if (!read_root(lobby, table->match, &root)) {
		promise(lobby, table, hand);
		return;
	}
	if (hand < SHUFFLE_HANDS) {
		shuffle_chain_open(&chain, table->match, root.root);
		add_chained(lobby, table, &chain, hand);
	}
	sodium_memzero(&root, sizeof root);
	sodium_memzero(&chain, sizeof chain);
}

void shuffle_deal(struct lobby *lobby, struct table *table, unsigned hand, card deck[DECK_MAX])
{
	const struct state *state = table_state(table);
	struct store_hand row = read_hand(lobby, table, hand);
	struct nonce nonces[SEATS_MAX] = { { .length = 0 } };
	for (unsigned i = 0; i < table->taken; i++)
		nonces[i] = use_nonce(lobby, table, hand, i);
	unsigned size = game_deck(table->game, state, deck);
	shuffle_deck(deal_shuffle(table->match, &row), row.seed, nonces, table->taken, deck, size);
	table->thinking = shuffle_thinking(table->match, hand, row.seed);
	sodium_memzero(&row, sizeof row);
	lobby_wrote(lobby, store_hand_dealt(lobby->batch.store, table->match, hand, state->dealer));
	say_nonces(lobby, table, hand, nonces);
	if (hand > 0)
		prepare(lobby, table, hand + 1);
}

void shuffle_reveal(struct lobby *lobby, struct table *table, unsigned hand)
{
	struct store_hand row = read_hand(lobby, table, hand);
	if (!row.chained)
		reveal(lobby, table, &row);
}

void shuffle_close(struct lobby *lobby, struct table *table)
{
	struct store_root root;
	if (!read_root(lobby, table->match, &root)) {
		close_hands(lobby, table);
		return;
	}
	say(lobby, table, WORD_FAIR_ROOT, 0, root.root);
	send_of(lobby, table, STORE_TOLD_ROOT);
}

/* ---- what a channel may not have heard ---- */

/* A hand, or behind all of those a match by its root, that a channel may not have heard. */
struct untold {
	int64_t match;
	unsigned hand;
	bool roots;             /* it is a match, … */
	enum store_told next;   /* … of which this is told next */
	enum store_error error; /* STORE_NONE: there is nothing more */
};

/* Steps to the next one; all zero begins. False at the end, or where the store cannot be read. */
static bool untold_next(struct store *store, struct untold *untold)
{
	if (!untold->roots) {
		untold->error = store_hand_untold(store, &untold->match, &untold->hand);
		if (untold->error != STORE_NONE)
			return untold->error == STORE_OK;
		*untold = (struct untold){ .roots = true };
	}
	untold->error = store_root_untold(store, &untold->match, &untold->next);
	return untold->error == STORE_OK;
}

/* Looks through all that any channel may not have heard: STORE_NONE if it can be read. */
static enum store_error look_through(struct store *store)
{
	struct untold untold = { .match = 0 };
	struct store_match row;
	while (untold_next(store, &untold)) {
		enum store_error error = store_match(store, untold.match, &row);
		if (error)
			return error;
	}
	return untold.error;
}

void shuffle_check(struct lobby *lobby)
{
	enum store_error error = look_through(lobby->batch.store);
	if (error != STORE_NONE)
		log_line(lobby->log, LOG_ERROR, "store", "seeds to tell: %s",
			store_error_text(error));
}

/* True if a stored match was played in a channel. */
static bool is_of(struct lobby *lobby, struct channel *channel, int64_t match)
{
	struct store_match row;
	return store_match(lobby->batch.store, match, &row) == STORE_OK &&
		row.network == channel->network->id &&
		lobby_channel(lobby, channel->network, row.channel) == channel;
}

/* True if shuffle_repeat tells it: the seed of the last hand that is over at a live table. */
static bool is_repeated(struct table *table, unsigned hand)
{
	return table != NULL && table_state(table)->hand == hand + 1;
}

/* Tells a channel what was given for a hand of a match that is no more at a table. */
static void pay_nonces(struct lobby *lobby, struct channel *channel, int64_t match, unsigned hand)
{
	struct string list = STRING_EMPTY;
	if (list_nonces(lobby, channel->settings.locale, match, hand, &list))
		speech_channel(&lobby->speech, channel, nonces_word(hand),
			ARGS(arg_number("match", match), arg_number("hand", hand),
				arg_text("list", list.bytes)));
	string_free(&list);
}

/* Tells one seed or root. */
static void pay(struct lobby *lobby, struct channel *channel, enum word word, int64_t match,
	unsigned hand, const uint8_t bytes[STORE_SEED])
{
	struct told told;
	speech_channel(&lobby->speech, channel, word, told_of(&told, match, hand, bytes));
	send(channel);
}

static void pay_hand(struct lobby *lobby, struct channel *channel, int64_t match, unsigned hand)
{
	struct store_hand row;
	unsigned count = 0;
	if (!lobby_wrote(lobby, store_hands_of(lobby->batch.store, match, hand, &row, 1, &count)) ||
		count != 1)
		return;
	pay_nonces(lobby, channel, match, hand);
	pay(lobby, channel, WORD_FAIR_HAND_SEED, match, hand, row.seed);
}

static void pay_root(struct lobby *lobby, struct channel *channel, int64_t match)
{
	struct store_root root;
	struct store_match row;
	if (!read_root(lobby, match, &root) ||
		!lobby_wrote(lobby, store_match(lobby->batch.store, match, &row)))
		return;
	for (unsigned hand = dealt_with(row.hands); hand <= row.hands; hand++)
		pay_nonces(lobby, channel, match, hand);
	pay(lobby, channel, WORD_FAIR_ROOT, match, 0, root.root);
	if (keeps(channel))
		lobby_wrote(lobby, store_root_told(lobby->batch.store, match, STORE_TOLD_ROOT));
}

/* A root is told alone: behind the cards a commitment would promise nothing. */
static void pay_one(struct lobby *lobby, struct channel *channel, const struct untold *untold)
{
	struct table *table = tables_of_match(&lobby->tables, untold->match);
	if (untold->roots && untold->next == STORE_TOLD_ROOT)
		pay_root(lobby, channel, untold->match);
	else if (untold->roots && table != NULL)
		shuffle_say(lobby, table);
	else if (!untold->roots && !is_repeated(table, untold->hand))
		pay_hand(lobby, channel, untold->match, untold->hand);
}

void shuffle_pay(struct lobby *lobby, struct channel *channel)
{
	struct store *store = lobby->batch.store;
	struct untold untold = { .match = 0 };
	/* What cannot be read stays owed; and what can, told beside it, would be told again. */
	if (!channel->here || !channel->owed || look_through(store) != STORE_NONE)
		return;
	while (untold_next(store, &untold))
		if (is_of(lobby, channel, untold.match))
			pay_one(lobby, channel, &untold);
	channel->owed = untold.error != STORE_NONE;
	channel->paid = true;
}

void shuffle_doubt(struct channel *channel)
{
	channel->owed = channel->owed || channel->doubt != DOUBT_NONE;
	channel->doubt = DOUBT_NONE;
}

/* True if what a channel was told has arrived, once none of the network's lines had to wait. */
static bool has_arrived(struct channel *channel)
{
	struct network_status status;
	channel->network->driver->status(channel->network, &status);
	if (channel->doubt == DOUBT_SAID && status.waiting == 0) {
		channel->doubt = DOUBT_SENT;
		channel->last = status.sent;
	}
	return channel->doubt == DOUBT_SENT && status.taken >= channel->last;
}

void shuffle_settle(struct lobby *lobby, struct channel *channel)
{
	struct store *store = lobby->batch.store;
	struct untold untold = { .match = 0 };
	bool noted = false;
	if (!channel->here || channel->owed || !has_arrived(channel))
		return;
	while (untold_next(store, &untold))
		if (is_of(lobby, channel, untold.match)) {
			lobby_wrote(lobby,
				untold.roots ? store_root_told(store, untold.match, untold.next)
					     : store_hand_told(store, untold.match, untold.hand));
			noted = true;
		}
	/* What is noted may not be kept: it is looked for once more. */
	if (!noted && untold.error == STORE_NONE)
		channel->doubt = DOUBT_NONE;
}
