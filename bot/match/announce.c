#include "bot/match/announce.h"

#include <string.h>

#include "bot/history/deal.h"
#include "bot/talk/speech.h"
#include "storage/journal.h"
#include "storage/matches.h"

/* Holds the arguments of a message: the number of a match, and bytes as hexadecimal digits. */
struct told {
	char digits[2 * STORE_SEED + 1];
	struct arg args[3];
};

static const struct arg *message_args(
	struct told *told, int64_t match, const uint8_t bytes[STORE_SEED], size_t length)
{
	struct text text = text_in(told->digits, sizeof told->digits);
	text_hex(&text, bytes, length);
	told->args[0] = arg_number("match", match);
	told->args[1] = arg_text("digits", told->digits);
	told->args[2] = (struct arg){ .name = NULL };
	return told->args;
}

/*
 * True if proofs are said at a table. At a private table proofs would only be in the way: there
 * `verify` tells them from the opening on. In the terminal proofs would prove nothing, because the
 * only player runs the program that shuffles.
 */
static bool has_proofs(const struct table *table)
{
	return !table->channel->network->single && !table_is_private(table);
}

/*
 * Notes that an announcement to a channel is queued, or is pending because the bot is not in the
 * channel.
 */
static void note_queued(struct channel *channel)
{
	if (!channel->joined) {
		channel->announcements_pending = true;
		return;
	}
	channel->delivery = DELIVERY_QUEUED;
}

/* True if the network stores lines to a channel together with the batch, so that none is lost. */
static bool keeps(const struct channel *channel)
{
	return channel->joined && channel->network->driver->is_durable;
}

/*
 * Notes that an announcement was made at a table. At a private table the announcement counts as
 * made at once, because the person can ask for it.
 */
static void mark_sent(struct lobby *lobby, const struct table *table, enum store_announced told)
{
	if (table_is_private(table) || keeps(table->channel))
		lobby_check_write(
			lobby, store_set_root_announced(lobby->batch.store, table->match, told));
	else
		note_queued(table->channel);
}

bool announce_read_root(struct lobby *lobby, int64_t match, struct store_root *root)
{
	return lobby_check_write(lobby, store_get_root(lobby->batch.store, match, root));
}

/* True if the root of a match would reveal the decks of a live match, and so must be held back. */
static bool is_withheld(struct lobby *lobby, int64_t match)
{
	bool busy;
	return !lobby_check_write(lobby, store_is_root_shared(lobby->batch.store, match, &busy)) ||
		busy;
}

/* Announces the commitment of a table. */
static void announce_commitment(struct lobby *lobby, struct table *table)
{
	struct store_root root;
	struct told told;
	if (!announce_read_root(lobby, table->match, &root))
		return;
	lobby_snapshot_table(lobby, table);
	table->commitment_pending = true;
	if (has_proofs(table))
		speech_say(&lobby->speech, table, MSG_FAIR_COMMITMENT,
			message_args(&told, table->match, root.commitment, ANNOUNCE_COMMITMENT));
	mark_sent(lobby, table, STORE_COMMITMENT_ANNOUNCED);
}

void announce_opening(
	struct lobby *lobby, struct table *table, enum message message, const struct arg *args)
{
	speech_say(&lobby->speech, table, message, args);
	announce_commitment(lobby, table);
}

/* ---- nonces ---- */

static enum message nonces_message(unsigned hand)
{
	return hand == 0 ? MSG_FAIR_NONCES_DRAW : MSG_FAIR_NONCES;
}

void announce_nonces(
	struct lobby *lobby, struct table *table, unsigned hand, const struct nonce *nonces)
{
	struct string list = STRING_EMPTY;
	bool any = false;
	for (unsigned i = 0; i < table->seats_taken; i++) {
		char word[STORE_NONCE];
		struct text text = text_in(word, sizeof word);
		text_bytes(&text, nonces[i].text, nonces[i].length);
		string_add(&list, i > 0 ? ", " : "");
		catalog_add(&list, lobby->catalog, table_locale(table), MSG_FAIR_NONCE,
			ARGS(arg_name("seat", table_name(table, i)), arg_text("nonce", word)));
		any = any || nonces[i].length > 0;
	}
	if (any)
		speech_say(&lobby->speech, table, nonces_message(hand),
			ARGS(arg_number("match", table->match), arg_number("hand", hand),
				arg_text("list", list.bytes)));
	string_free(&list);
}

void announce_add_nonces(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct nonce *nonces, unsigned seats)
{
	for (unsigned i = 0; i < seats; i++) {
		char word[STORE_NONCE];
		struct text text = text_in(word, sizeof word);
		text_bytes(&text, nonces[i].text, nonces[i].length);
		string_add(out, i > 0 ? ", " : "");
		catalog_add(out, catalog, locale, MSG_VERIFY_NONCE, ARGS(arg_text("nonce", word)));
	}
}

/* Adds the nonces of a stored hand to a text. Returns false if all are empty, or on an error. */
static bool list_nonces(struct lobby *lobby, struct locale locale, int64_t match, unsigned hand,
	struct string *list)
{
	struct nonce nonces[SEATS_MAX];
	struct store_seat seats[STORE_SEATS];
	unsigned count = 0;
	bool any = false;
	if (deal_load_nonces(lobby->batch.store, match, hand, nonces) != STORE_OK ||
		store_list_seats(lobby->batch.store, match, seats, &count) != STORE_OK)
		return false;
	count = count < SEATS_MAX ? count : SEATS_MAX;
	for (unsigned i = 0; i < count; i++)
		any = any || nonces[i].length > 0;
	announce_add_nonces(list, lobby->catalog, locale, nonces, count);
	return any;
}

/*
 * Returns the first hand shuffled together with this one: hand 1 is shuffled together with the
 * draw, which is hand 0.
 */
static unsigned first_hand_of_deal(unsigned hand)
{
	return hand == 1 ? 0 : hand;
}

void announce_nonces_again(struct lobby *lobby, struct table *table)
{
	unsigned hand = table_state(table)->hand;
	if (keeps(table->channel))
		return;
	for (unsigned i = first_hand_of_deal(hand); i <= hand; i++) {
		struct string list = STRING_EMPTY;
		if (list_nonces(lobby, table_locale(table), table->match, i, &list))
			speech_say(&lobby->speech, table, nonces_message(i),
				ARGS(arg_number("match", table->match), arg_number("hand", i),
					arg_text("list", list.bytes)));
		string_free(&list);
	}
}

/* ---- roots and pending lines ---- */

/* A match that still has a commitment or a root to announce. */
struct untold {
	int64_t match;
	enum store_announced next; /* the next part to announce */
	enum store_error error;    /* error of the last read; STORE_NONE: all matches were read */
};

/* Steps to the next match; begin with all zeros. Returns false at the end, or on an error. */
static bool next_unannounced(struct store *store, struct untold *untold)
{
	untold->error = store_next_unannounced_root(store, &untold->match, &untold->next);
	return untold->error == STORE_OK;
}

/* Reads all pending announcements. Returns STORE_NONE if all of them can be read. */
static enum store_error check_pending_readable(struct store *store)
{
	struct untold untold = { .match = 0 };
	struct store_match row;
	while (next_unannounced(store, &untold)) {
		enum store_error error = store_get_match(store, untold.match, &row);
		if (error)
			return error;
	}
	return untold.error;
}

void announce_check(struct lobby *lobby)
{
	enum store_error error = check_pending_readable(lobby->batch.store);
	if (error != STORE_NONE)
		log_line(lobby->log, LOG_ERROR, "store",
			"cannot read the seeds to announce, so none is announced: %s",
			store_error_text(error));
}

/* True if the next announcement of a match can be made in a channel now. */
static bool is_due(struct lobby *lobby, struct channel *channel, const struct untold *untold)
{
	struct store_match row;
	return store_get_match(lobby->batch.store, untold->match, &row) == STORE_OK &&
		row.network == channel->network->id &&
		lobby_channel(lobby, channel->network, row.channel) == channel &&
		!(untold->next == STORE_ROOT_ANNOUNCED && is_withheld(lobby, untold->match));
}

static void tell_root(struct lobby *lobby, struct channel *channel, int64_t match)
{
	struct store_root root;
	struct store_match row;
	if (!announce_read_root(lobby, match, &root) ||
		!lobby_check_write(lobby, store_get_match(lobby->batch.store, match, &row)))
		return;
	for (unsigned hand = first_hand_of_deal(row.hands); hand <= row.hands; hand++) {
		struct string list = STRING_EMPTY;
		if (list_nonces(lobby, channel->settings.locale, match, hand, &list))
			speech_say_channel(&lobby->speech, channel, nonces_message(hand),
				ARGS(arg_number("match", match), arg_number("hand", hand),
					arg_text("list", list.bytes)));
		string_free(&list);
	}
	struct told told;
	speech_say_channel(&lobby->speech, channel, MSG_FAIR_ROOT,
		message_args(&told, match, root.root, sizeof root.root));
	note_queued(channel);
	if (keeps(channel))
		lobby_check_write(lobby,
			store_set_root_announced(lobby->batch.store, match, STORE_ROOT_ANNOUNCED));
}

void announce_pending(struct lobby *lobby, struct channel *channel)
{
	struct store *store = lobby->batch.store;
	struct untold untold = { .match = 0 };
	/*
	 * If any announcement cannot be read, make none now, because a later call would repeat the
	 * others.
	 */
	if (!channel->joined || !channel->announcements_pending ||
		check_pending_readable(store) != STORE_NONE)
		return;
	while (next_unannounced(store, &untold)) {
		struct table *table = tables_find_match(&lobby->tables, untold.match);
		if (!is_due(lobby, channel, &untold))
			continue;
		if (untold.next == STORE_ROOT_ANNOUNCED)
			tell_root(lobby, channel, untold.match);
		/*
		 * Announce a commitment only for a live table: once the root is known, it proves
		 * nothing.
		 */
		else if (table != NULL)
			announce_commitment(lobby, table);
	}
	channel->announcements_pending = untold.error != STORE_NONE;
	channel->announcements_told = true;
}

/*
 * Announces the root of an ended match in its channel. For a private match, stores the root as
 * announced, because the person can ask for it.
 */
static void tell_other(struct lobby *lobby, int64_t match)
{
	struct store_match row;
	if (!lobby_check_write(lobby, store_get_match(lobby->batch.store, match, &row)))
		return;
	struct network *network = lobby_network(lobby, row.network);
	struct channel *channel =
		network != NULL ? lobby_channel(lobby, network, row.channel) : NULL;
	if (channel != NULL && channel->joined)
		tell_root(lobby, channel, match);
	else if (channel != NULL)
		channel->announcements_pending = true;
	else if (row.channel[0] == '\0')
		lobby_check_write(lobby,
			store_set_root_announced(lobby->batch.store, match, STORE_ROOT_ANNOUNCED));
}

/*
 * Announces the root of a match in the channels of the other matches with the same root, which have
 * all ended.
 */
static void tell_shared_roots(
	struct lobby *lobby, const struct table *table, const struct store_root *root)
{
	struct untold untold = { .match = 0 };
	struct store_root other;
	while (next_unannounced(lobby->batch.store, &untold))
		if (untold.match != table->match && untold.next == STORE_ROOT_ANNOUNCED &&
			announce_read_root(lobby, untold.match, &other) &&
			memcmp(other.root, root->root, sizeof other.root) == 0)
			tell_other(lobby, untold.match);
}

void announce_root(struct lobby *lobby, struct table *table)
{
	struct store_root root;
	struct told told;
	if (!announce_read_root(lobby, table->match, &root) || is_withheld(lobby, table->match))
		return;
	if (has_proofs(table))
		speech_say(&lobby->speech, table, MSG_FAIR_ROOT,
			message_args(&told, table->match, root.root, sizeof root.root));
	mark_sent(lobby, table, STORE_ROOT_ANNOUNCED);
	if (table->deck.source == DECK_SHARED)
		tell_shared_roots(lobby, table, &root);
}

void announce_mark_unconfirmed(struct channel *channel)
{
	channel->announcements_pending =
		channel->announcements_pending || channel->delivery != DELIVERY_CONFIRMED;
	channel->delivery = DELIVERY_CONFIRMED;
}

/*
 * True if the network has confirmed the announcements. Once the queue is empty, notes how many
 * lines were sent; the network must confirm as many.
 */
static bool is_confirmed(struct channel *channel)
{
	struct network_status status;
	channel->network->driver->status(channel->network, &status);
	if (channel->delivery == DELIVERY_QUEUED && status.waiting == 0) {
		channel->delivery = DELIVERY_SENT;
		channel->delivery_lines = status.sent;
	}
	return channel->delivery == DELIVERY_SENT && status.confirmed >= channel->delivery_lines;
}

void announce_mark_announced(struct lobby *lobby, struct channel *channel)
{
	struct store *store = lobby->batch.store;
	struct untold untold = { .match = 0 };
	bool noted = false;
	if (!channel->joined || channel->announcements_pending || !is_confirmed(channel))
		return;
	while (next_unannounced(store, &untold))
		if (is_due(lobby, channel, &untold)) {
			lobby_check_write(
				lobby, store_set_root_announced(store, untold.match, untold.next));
			noted = true;
		}
	/* After a write, confirm in a later batch, because this one may be rolled back. */
	if (!noted && untold.error == STORE_NONE)
		channel->delivery = DELIVERY_CONFIRMED;
}
