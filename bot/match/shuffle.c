#include "bot/match/shuffle.h"

#include <sodium.h>
#include <string.h>

#include "bot/history/deal.h"
#include "bot/talk/speech.h"
#include "storage/journal.h"
#include "storage/matches.h"

/* The arguments of a message that tells 32 bytes of a match as hexadecimal digits. */
struct told {
	char digits[2 * STORE_SEED + 1];
	struct arg args[3];
};

static const struct arg *told_of(struct told *told, int64_t match, const uint8_t bytes[STORE_SEED])
{
	struct text text = text_in(told->digits, sizeof told->digits);
	text_hex(&text, bytes, STORE_SEED);
	told->args[0] = arg_number("match", match);
	told->args[1] = arg_text("digits", told->digits);
	told->args[2] = (struct arg){ .name = NULL };
	return told->args;
}

static void say(
	struct lobby *lobby, struct table *table, enum word word, const uint8_t bytes[STORE_SEED])
{
	struct told told;
	/* The terminal's only player deals to themselves: a proof tells them nothing. */
	if (!table->channel->network->single)
		speech_say(&lobby->speech, table, word, told_of(&told, table->match, bytes));
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

/* ---- the root ---- */

/* Reads the root of a match, which must have one. A root that cannot be read fails the batch. */
static bool read_root(struct lobby *lobby, int64_t match, struct store_root *root)
{
	return lobby_wrote(lobby, store_root_of(lobby->batch.store, match, root));
}

/* Adds a hand to the journal, with its seed: nonces for it are taken from now on. */
static void add_hand(struct lobby *lobby, const struct table *table,
	const struct shuffle_chain *chain, unsigned hand)
{
	struct store_hand row = { .hand = hand };
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
	add_hand(lobby, table, &chain, 0);
	add_hand(lobby, table, &chain, 1);
	sodium_memzero(&root, sizeof root);
	sodium_memzero(&chain, sizeof chain);
}

void shuffle_say(struct lobby *lobby, struct table *table)
{
	struct store_root root;
	if (!read_root(lobby, table->match, &root) || !lobby_touch(lobby, table))
		return;
	table->promising = true;
	say(lobby, table, WORD_FAIR_COMMITMENT, root.commitment);
	send_of(lobby, table, STORE_TOLD_COMMITMENT);
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
			ARGS(arg_name("seat", table_name(table, i)), arg_text("nonce", word)));
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
	unsigned hand = table_state(table)->hand;
	if (keeps(table->channel))
		return;
	for (unsigned i = dealt_with(hand); i <= hand; i++)
		repeat_nonces(lobby, table, i);
}

/* Makes ready for the nonces of a hand to come, unless the match ends before. */
static void prepare(struct lobby *lobby, struct table *table, unsigned hand)
{
	struct store_root root;
	struct shuffle_chain chain;
	if (hand >= SHUFFLE_HANDS || !read_root(lobby, table->match, &root))
		return;
	shuffle_chain_open(&chain, table->match, root.root);
	add_hand(lobby, table, &chain, hand);
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
	shuffle_deck(
		(struct shuffle){ table->match, hand }, row.seed, nonces, table->taken, deck, size);
	table->thinking = shuffle_thinking(table->match, hand, row.seed);
	sodium_memzero(&row, sizeof row);
	lobby_wrote(lobby, store_hand_dealt(lobby->batch.store, table->match, hand, state->dealer));
	say_nonces(lobby, table, hand, nonces);
	if (hand > 0)
		prepare(lobby, table, hand + 1);
}

void shuffle_close(struct lobby *lobby, struct table *table)
{
	struct store_root root;
	if (!read_root(lobby, table->match, &root))
		return;
	say(lobby, table, WORD_FAIR_ROOT, root.root);
	send_of(lobby, table, STORE_TOLD_ROOT);
}

/* ---- what a channel may not have heard ---- */

/* A match whose commitment or root its channel may not have heard. */
struct untold {
	int64_t match;
	enum store_told next;   /* the part that the channel hears next */
	enum store_error error; /* STORE_NONE: no further match */
};

/* Steps to the next match; all zero begins. False at the end, or if the store cannot be read. */
static bool untold_next(struct store *store, struct untold *untold)
{
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

static void pay_root(struct lobby *lobby, struct channel *channel, int64_t match)
{
	struct store_root root;
	struct store_match row;
	if (!read_root(lobby, match, &root) ||
		!lobby_wrote(lobby, store_match(lobby->batch.store, match, &row)))
		return;
	for (unsigned hand = dealt_with(row.hands); hand <= row.hands; hand++)
		pay_nonces(lobby, channel, match, hand);
	struct told told;
	speech_channel(&lobby->speech, channel, WORD_FAIR_ROOT, told_of(&told, match, root.root));
	send(channel);
	if (keeps(channel))
		lobby_wrote(lobby, store_root_told(lobby->batch.store, match, STORE_TOLD_ROOT));
}

/* A root is told alone: once the cards are known, a commitment proves nothing. */
static void pay_one(struct lobby *lobby, struct channel *channel, const struct untold *untold)
{
	struct table *table = tables_of_match(&lobby->tables, untold->match);
	if (untold->next == STORE_TOLD_ROOT)
		pay_root(lobby, channel, untold->match);
	else if (table != NULL)
		shuffle_say(lobby, table);
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
			lobby_wrote(lobby, store_root_told(store, untold.match, untold.next));
			noted = true;
		}
	/* What is noted may not be kept: it is looked for once more. */
	if (!noted && untold.error == STORE_NONE)
		channel->doubt = DOUBT_NONE;
}
