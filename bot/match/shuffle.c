#include "bot/match/shuffle.h"

#include <sodium.h>
#include <string.h>

#include "bot/history/deal.h"
#include "bot/talk/speech.h"
#include "storage/journal.h"
#include "storage/matches.h"

/* So long after the last seed was told, in ms, all have arrived. */
enum { ARRIVED_MS = 10 * 1000 };

/* 32 bytes as digits, and room for their end. */
struct digits {
	char text[2 * STORE_SEED + 1];
};

static const char *digits_of(const uint8_t bytes[STORE_SEED], struct digits *digits)
{
	struct text text = text_in(digits->text, sizeof digits->text);
	text_hex(&text, bytes, STORE_SEED);
	return digits->text;
}

static void say_promise(struct lobby *lobby, struct table *table, const struct store_hand *row)
{
	struct digits digits;
	if (!lobby_touch(lobby, table))
		return;
	table->promising = true;
	if (deal_promised(row))
		speech_suffix(&lobby->speech, table,
			row->hand == 0 ? WORD_FAIR_DRAW : WORD_FAIR_HAND,
			ARGS(arg_number("hand", row->hand),
				arg_text("digits", digits_of(row->commitment, &digits))));
}

/* Draws a seed for a hand, journals it, and says its commitment. */
static void promise(struct lobby *lobby, struct table *table, unsigned hand)
{
	struct store_hand row = { .hand = hand };
	env_entropy(&lobby->env, row.seed);
	shuffle_commit(table->match, hand, row.seed, row.commitment);
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

void shuffle_open(struct lobby *lobby, struct table *table)
{
	speech_suffix(
		&lobby->speech, table, WORD_FAIR_MATCH, ARGS(arg_number("match", table->match)));
	promise(lobby, table, 0);
	promise(lobby, table, 1);
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

/* Says what every seat gave, unless all are silent. */
static void say_nonces(struct lobby *lobby, struct table *table, const struct nonce *nonces)
{
	struct string list = STRING_EMPTY;
	bool any = false;
	for (unsigned i = 0; i < table->taken; i++) {
		char word[STORE_NONCE];
		struct text text = text_in(word, sizeof word);
		text_bytes(&text, nonces[i].text, nonces[i].length);
		string_add(&list, i > 0 ? ", " : "");
		catalog_add(&list, lobby->catalog, table->channel->settings.locale, WORD_FAIR_NONCE,
			ARGS(arg_text("seat", table_name(table, i)), arg_text("nonce", word)));
		any = any || nonces[i].length > 0;
	}
	if (any)
		speech_suffix(&lobby->speech, table, WORD_FAIR_NONCES,
			ARGS(arg_text("list", list.bytes)));
	string_free(&list);
}

void shuffle_deal(struct lobby *lobby, struct table *table, unsigned hand, card deck[DECK_MAX])
{
	const struct state *state = table_state(table);
	struct store_hand row = read_hand(lobby, table, hand);
	struct nonce nonces[SEATS_MAX] = { { .length = 0 } };
	for (unsigned i = 0; i < table->taken; i++)
		nonces[i] = use_nonce(lobby, table, hand, i);
	unsigned size = game_deck(table->game, state, deck);
	shuffle_deck(table->match, hand, row.seed, nonces, table->taken, deck, size);
	table->thinking = shuffle_thinking(table->match, hand, row.seed);
	sodium_memzero(&row, sizeof row);
	lobby_wrote(lobby, store_hand_dealt(lobby->batch.store, table->match, hand, state->dealer));
	say_nonces(lobby, table, nonces);
	if (hand > 0)
		promise(lobby, table, hand + 1);
}

void shuffle_add_nonces(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct nonce *nonces, unsigned seats)
{
	for (unsigned i = 0; i < seats; i++) {
		char word[STORE_NONCE];
		struct text text = text_in(word, sizeof word);
		text_bytes(&text, nonces[i].text, nonces[i].length);
		string_add(out, i > 0 ? " " : "");
		catalog_add(out, catalog, locale, WORD_VERIFY_NONCE, ARGS(arg_text("nonce", word)));
	}
}

/* Adds what was given for a stored hand; false: nothing, or it cannot be read. */
static bool list_nonces(struct lobby *lobby, const struct channel *channel, int64_t match,
	unsigned hand, struct string *list)
{
	struct nonce nonces[SEATS_MAX];
	struct store_seat seats[STORE_SEATS];
	unsigned count = 0;
	bool any = false;
	if (deal_nonces(lobby->batch.store, match, hand, nonces) != STORE_OK ||
		store_seats_of(lobby->batch.store, match, seats, &count) != STORE_OK)
		return false;
	for (unsigned i = 0; i < count && i < SEATS_MAX; i++)
		any = any || nonces[i].length > 0;
	shuffle_add_nonces(list, lobby->catalog, channel->settings.locale, nonces,
		count < SEATS_MAX ? count : SEATS_MAX);
	return any;
}

/* The seeds told to a channel in this batch are on their way. */
static void send(const struct lobby *lobby, struct channel *channel)
{
	channel->unsure_at = lobby_now(lobby);
	channel->unsure = true;
}

static void reveal(struct lobby *lobby, struct table *table, const struct store_hand *row)
{
	struct digits digits;
	speech_suffix(&lobby->speech, table,
		row->hand == 0 ? WORD_FAIR_DRAW_SEED : WORD_FAIR_HAND_SEED,
		ARGS(arg_number("hand", row->hand),
			arg_text("digits", digits_of(row->seed, &digits))));
	if (table->channel->here)
		send(lobby, table->channel);
	else
		table->channel->owed = true;
}

void shuffle_reveal(struct lobby *lobby, struct table *table, unsigned hand)
{
	struct store_hand row = read_hand(lobby, table, hand);
	reveal(lobby, table, &row);
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

void shuffle_close(struct lobby *lobby, struct table *table)
{
	const struct state *state = table_state(table);
	struct store_hand rows[2];
	unsigned told = state->phase == PHASE_OVER ? 1 : 0; /* by shuffle_reveal */
	unsigned count = read_hands(lobby, table, state->hand + told, rows, 2);
	for (unsigned i = 0; i < count; i++)
		reveal(lobby, table, &rows[i]);
}

static void repeat_nonces(struct lobby *lobby, struct table *table, unsigned hand)
{
	struct string list = STRING_EMPTY;
	if (list_nonces(lobby, table->channel, table->match, hand, &list))
		speech_suffix(&lobby->speech, table, WORD_FAIR_NONCES,
			ARGS(arg_text("list", list.bytes)));
	string_free(&list);
}

void shuffle_repeat(struct lobby *lobby, struct table *table)
{
	struct store_hand rows[3];
	unsigned hand = table_state(table)->hand;
	unsigned next = hand;
	unsigned count = read_hands(lobby, table, hand > 0 ? hand - 1 : 0, rows, 3);
	speech_suffix(
		&lobby->speech, table, WORD_FAIR_MATCH, ARGS(arg_number("match", table->match)));
	for (unsigned i = 0; i < count; i++) {
		if (rows[i].hand >= hand)
			say_promise(lobby, table, &rows[i]);
		if (rows[i].dealt)
			repeat_nonces(lobby, table, rows[i].hand);
		if (rows[i].hand < hand)
			reveal(lobby, table, &rows[i]);
		next = rows[i].hand + 1;
	}
	/* A database of an older program has none for what is to come. */
	for (; next <= hand + 1; next++)
		promise(lobby, table, next);
}

void shuffle_note_owed(struct lobby *lobby)
{
	struct store_match match;
	enum store_error error;
	int64_t id = 0;
	unsigned hand = 0;
	while ((error = store_hand_untold(lobby->batch.store, &id, &hand)) == STORE_OK &&
		(error = store_match(lobby->batch.store, id, &match)) == STORE_OK) {
		struct network *network = lobby_network(lobby, match.network);
		struct channel *channel =
			network != NULL ? lobby_channel(lobby, network, match.channel) : NULL;
		if (channel != NULL)
			channel->owed = true;
	}
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
static bool is_repeated(const struct lobby *lobby, int64_t match, unsigned hand)
{
	struct table *table = tables_of_match(&lobby->tables, match);
	return table != NULL && table_state(table)->hand == hand + 1;
}

/* Tells one seed, and what was given for that shuffle. */
static void pay(struct lobby *lobby, struct channel *channel, int64_t match, unsigned hand)
{
	struct store_hand row;
	struct digits digits;
	struct string list = STRING_EMPTY;
	unsigned count = 0;
	if (!lobby_wrote(lobby, store_hands_of(lobby->batch.store, match, hand, &row, 1, &count)) ||
		count != 1)
		return;
	if (row.dealt && list_nonces(lobby, channel, match, hand, &list))
		speech_channel(&lobby->speech, channel,
			hand == 0 ? WORD_FAIR_LATE_DRAW_NONCES : WORD_FAIR_LATE_NONCES,
			ARGS(arg_number("match", match), arg_number("hand", hand),
				arg_text("list", list.bytes)));
	speech_channel(&lobby->speech, channel, hand == 0 ? WORD_FAIR_LATE_DRAW : WORD_FAIR_LATE,
		ARGS(arg_number("match", match), arg_number("hand", hand),
			arg_text("digits", digits_of(row.seed, &digits))));
	string_free(&list);
	send(lobby, channel);
}

void shuffle_pay(struct lobby *lobby, struct channel *channel)
{
	enum store_error error = STORE_OK;
	int64_t match = 0;
	unsigned hand = 0;
	if (!channel->owed)
		return;
	while ((error = store_hand_untold(lobby->batch.store, &match, &hand)) == STORE_OK)
		if (is_of(lobby, channel, match) && !is_repeated(lobby, match, hand))
			pay(lobby, channel, match, hand);
	channel->owed = error != STORE_NONE;
}

void shuffle_doubt(struct channel *channel)
{
	channel->owed = channel->owed || channel->unsure;
	channel->unsure = false;
}

void shuffle_settle(struct lobby *lobby, struct channel *channel)
{
	enum store_error error = STORE_OK;
	int64_t match = 0;
	unsigned hand = 0;
	if (channel->owed || !channel->unsure || lobby_now(lobby) - channel->unsure_at < ARRIVED_MS)
		return;
	while ((error = store_hand_untold(lobby->batch.store, &match, &hand)) == STORE_OK)
		if (is_of(lobby, channel, match))
			lobby_wrote(lobby, store_hand_told(lobby->batch.store, match, hand));
	channel->unsure = error != STORE_NONE;
}
