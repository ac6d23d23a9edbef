#include "bot/match/seating.h"

#include "bot/match/announce.h"
#include "bot/match/deck.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/match/rate.h"
#include "bot/people/identity.h"
#include "bot/table/channel_key.h"
#include "bot/talk/hand.h"
#include "storage/matches.h"

/*
 * GONE_MS: before the match starts, ms for which an absent person keeps a seat, because a
 * connection can be lost for a moment. OPENER_MS: ms from the departure of a table's opener until
 * the table closes.
 */
enum { GONE_MS = 30 * 1000, OPENER_MS = 2 * 60 * 1000 };

/* ---- tables ---- */

/* Restarts the time after which a table that has not started is closed. */
static void stir(const struct lobby *lobby, struct table *table)
{
	table->transient.clock_start = lobby_now(lobby);
	table->transient.opener_gone_at = 0;
}

bool seating_can_add_table(
	const struct lobby *lobby, const struct network *network, const struct channel *channel)
{
	const struct table *table;
	unsigned here = 0;
	unsigned all = 0;
	unsigned most = lobby->settings.tables_per_channel;
	if (channel != NULL)
		most = channel_tables(&channel->settings, lobby_most_tables(lobby, channel));
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;) {
		here += channel != NULL && table->channel == channel;
		all += table->channel->network == network;
	}
	return here < most && all < lobby->settings.tables_per_network;
}

struct table *seating_find_idlest(
	const struct lobby *lobby, const struct network *network, const struct channel *channel)
{
	struct table *table;
	struct table *idlest = NULL;
	int64_t since = lobby_now(lobby) - SEATING_IDLE_MS;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;) {
		bool wanted = channel != NULL ? table->channel == channel
					      : table->channel->network == network;
		if (!wanted || !table_has_one_person(table) || table->transient.clock_start > since)
			continue;
		since = table->transient.clock_start;
		idlest = table;
	}
	return idlest;
}

bool seating_has_room(
	const struct lobby *lobby, const struct network *network, const struct channel *channel)
{
	return seating_can_add_table(lobby, network, channel) ||
		(channel != NULL && seating_find_idlest(lobby, network, channel) != NULL);
}

/* Gives a new table its number, and stores it. */
static void register_table(struct lobby *lobby, struct table *table)
{
	struct network *network = table->channel->network;
	table->openness =
		table_is_private(table) ? OPENNESS_OPEN : channel_openness(table->channel);
	table->number = 1;
	while (tables_find_number(&lobby->tables, network, table->number) != NULL)
		table->number++;
	table->opened_now = true;
	tables_add(&lobby->tables, table);
	struct store_match row = {
		.network = network->id,
		.number = table->number,
		.opened = lobby_date(lobby),
		.hidden = table->openness != OPENNESS_OPEN,
	};
	text_copy(row.channel, sizeof row.channel, table->channel->name);
	text_copy(row.game, sizeof row.game, table->game->name);
	text_copy(row.preset, sizeof row.preset, table->game->presets[table->preset]);
	text_copy(row.options, sizeof row.options, table->options);
	lobby_check_write(lobby, store_add_match(lobby->batch.store, &row, &table->match));
}

void seating_open(struct lobby *lobby, struct table *table, struct person *opener)
{
	struct channel *channel = table_is_private(table) ? NULL : table->channel;
	struct network *network = table->channel->network;
	announce_pending(lobby, table->channel);
	if (channel != NULL && !seating_can_add_table(lobby, network, channel)) {
		struct table *idlest = seating_find_idlest(lobby, network, channel);
		if (idlest != NULL)
			match_close_idle(lobby, idlest);
	}
	register_table(lobby, table);
	people_store(&lobby->people, opener);
	table_take_seat(table, opener, LEVEL_NORMAL);
	listener_prepare(opener);
	match_write_seats(lobby, table);
	deck_open(lobby, table);
	stir(lobby, table);
}

/* ---- taking seats ---- */

void seating_add_player_counts(struct table *table, struct string *out)
{
	uint16_t players = game_players(table->game, table_state(table));
	unsigned first = 0;
	unsigned last = 0;
	for (unsigned n = 1; n <= SEATS_MAX; n++)
		if (players & 1u << n) {
			first = first == 0 ? n : first;
			last = n;
		}
	string_add_number(out, first);
	if (last > first) {
		string_add(out, "–");
		string_add_number(out, last);
	}
}

bool seating_has_enough_players(struct table *table)
{
	return game_players(table->game, table_state(table)) & 1u << table->seats_taken;
}

/*
 * Returns the message about a new player. The message also names the next commands. inviter: the
 * name of the person who invited an outsider, or "".
 */
static enum message joined_message(struct table *table, const char *inviter)
{
	bool enough = seating_has_enough_players(table);
	if (*inviter != '\0')
		return enough ? MSG_TABLE_GUEST : MSG_TABLE_GUEST_FEW;
	if (table->rematch_of > 0 || (table->starts_when_full && enough))
		return MSG_TABLE_JOINED_AGAIN;
	return enough ? MSG_TABLE_JOINED : MSG_TABLE_JOINED_FEW;
}

void seating_sit(struct lobby *lobby, struct table *table, struct person *person, enum level level,
	const char *inviter)
{
	lobby_snapshot_table(lobby, table);
	unsigned seat = table_take_seat(table, person, level);
	if (person != NULL) {
		listener_prepare(person);
		recipients_remove_watcher(&lobby->speech.recipients, person, table->number);
	}
	match_write_seats(lobby, table);
	stir(lobby, table);
	struct string players = STRING_EMPTY;
	struct string names = STRING_EMPTY;
	seating_add_player_counts(table, &players);
	speech_add_names(&lobby->speech, table, &names);
	speech_say(&lobby->speech, table,
		channel_message(table->channel, joined_message(table, inviter)),
		ARGS(arg_name("name", table_name(table, seat)), arg_name("other", inviter),
			arg_text("names", names.bytes), arg_text("players", players.bytes)));
	string_free(&players);
	string_free(&names);
}

void seating_tell_link(struct lobby *lobby, struct table *table, const struct person *person)
{
	char key[SEAT_KEY];
	struct string url = STRING_EMPTY;
	seat_keys_make(&lobby->seat_keys, person->id, table->match, key);
	settings_add_seat_url(&lobby->settings, &url, key);
	speech_tell_about(
		&lobby->speech, table, person, MSG_SEAT_LINK, ARGS(arg_text("url", url.bytes)));
	string_free(&url);
}

/* ---- giving up seats ---- */

/* Continues the match if it is the turn of a seat that has just got another player. */
static void go_on(struct lobby *lobby, struct table *table, unsigned seat)
{
	if (table_state(table)->turn == seat)
		match_continue(lobby, table);
}

/* True if the player of another seat is a person, present or absent. Outsiders do not count. */
static bool has_other_people(const struct table *table, unsigned seat)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (i != seat && table->seat[i].player != NULL &&
			!table_is_outsider(table, table->seat[i].player))
			return true;
	return false;
}

/*
 * Lets a player leave a running match. If another person plays, an AI player takes the seat.
 * Otherwise the match ends, like after `stop`. other: the name that fills {other} in the message.
 */
static void desert(struct lobby *lobby, struct table *table, unsigned seat, enum message message,
	const char *other)
{
	const struct person *player = table->seat[seat].player;
	if (table_has_other_people(table, seat)) {
		table_set_player(table, seat, NULL);
		table->seat[seat].left_at = lobby_date(lobby);
		match_write_seat(lobby, table, seat);
		speech_say(&lobby->speech, table, message,
			ARGS(arg_name("name", table_person_name(table, player)),
				arg_name("other", other),
				arg_name("seat", table_name(table, seat))));
		go_on(lobby, table, seat);
	} else if (table_has_absent_player(table, seat) || rate_is_binding(lobby, table)) {
		match_end_early(lobby, table, "the last person left");
	} else {
		match_cancel(lobby, table, "the last person left", MSG_MATCH_ABANDONED,
			table_person_name(table, player));
	}
}

/*
 * Frees a seat before the start and says a message. other: the name that fills {other} in the
 * message.
 */
static void rise(struct lobby *lobby, struct table *table, unsigned seat, enum message message,
	const char *other)
{
	const char *name = table_name(table, seat);
	bool others = has_other_people(table, seat);
	table_free_seat(table, seat);
	match_write_seats(lobby, table);
	stir(lobby, table);
	if (!others) {
		match_cancel(lobby, table, NULL, MSG_TABLE_CLOSED, name);
		return;
	}
	struct string names = STRING_EMPTY;
	speech_add_names(&lobby->speech, table, &names);
	speech_say(&lobby->speech, table, message,
		ARGS(arg_name("name", name), arg_name("other", other),
			arg_text("names", names.bytes)));
	string_free(&names);
}

void seating_leave(struct lobby *lobby, struct table *table, unsigned seat)
{
	presence_update_running(lobby, table);
	if (table->running)
		desert(lobby, table, seat, MSG_SEAT_LEFT, "");
	else
		rise(lobby, table, seat, MSG_TABLE_LEFT, "");
}

void seating_send_away(
	struct lobby *lobby, struct table *table, unsigned seat, const struct person *by)
{
	presence_update_running(lobby, table);
	if (table->running)
		desert(lobby, table, seat, MSG_SEAT_KICKED, table_person_name(table, by));
	else
		rise(lobby, table, seat, MSG_TABLE_KICKED, table_person_name(table, by));
}

/*
 * Returns the first seat whose player cannot be reached, or has left the table's channel, for at
 * least `wait` ms. Returns SEAT_NONE without such a seat.
 */
static unsigned find_gone(struct lobby *lobby, struct table *table, int64_t wait)
{
	int64_t now = lobby_now(lobby);
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct person *player = table->seat[i].player;
		struct seat_transient *transient = &table->transient.seat[i];
		int64_t *missed = &transient->absent_since;
		bool inside = player != NULL && channel_has_person(table->channel, player);
		bool left = transient->inside && !inside;
		transient->inside |= inside;
		if (player == NULL || (!left && presence_is_here(player))) {
			*missed = 0;
			continue;
		}
		if (*missed == 0)
			*missed = now;
		if (now - *missed >= wait)
			return i;
	}
	return SEAT_NONE;
}

/*
 * The opener has the first seat that a person owns: other people sit down later, and when a seat
 * becomes free the later seats move up.
 */
const struct person *seating_find_opener(const struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (table->seat[i].player != NULL &&
			!table_is_outsider(table, table->seat[i].player))
			return table->seat[i].player;
	return NULL;
}

static void free_gone_seat(struct lobby *lobby, struct table *table, unsigned seat)
{
	struct table_transient *transient = &table->transient;
	const struct person *player = table->seat[seat].player;
	bool opener = player != NULL && player == seating_find_opener(table) &&
		transient->opener_gone_at == 0;
	int64_t gone = opener ? transient->seat[seat].absent_since : transient->opener_gone_at;
	if (opener)
		transient->opener = player->id;
	lobby_snapshot_table(lobby, table);
	seating_leave(lobby, table, seat);
	transient->opener_gone_at = gone;
}

bool seating_has_lost_opener(const struct lobby *lobby, struct table *table)
{
	struct table_transient *transient = &table->transient;
	if (table->running || transient->opener_gone_at == 0 ||
		lobby_now(lobby) - transient->opener_gone_at < OPENER_MS)
		return false;
	for (size_t i = 0; i < lobby->people.count; i++) {
		const struct person *person = lobby->people.person[i];
		if (person->id == transient->opener && presence_is_here(person) &&
			channel_has_person(table->channel, person))
			transient->opener_gone_at = 0;
	}
	return transient->opener_gone_at != 0;
}

void seating_free_gone(struct lobby *lobby, struct table *table)
{
	unsigned seat;
	while (!table->closed && (seat = find_gone(lobby, table, GONE_MS)) != SEAT_NONE)
		free_gone_seat(lobby, table, seat);
}

void seating_free_absent(struct lobby *lobby, struct table *table)
{
	unsigned seat;
	while (!table->closed && (seat = find_gone(lobby, table, 0)) != SEAT_NONE) {
		lobby_snapshot_table(lobby, table);
		seating_leave(lobby, table, seat);
	}
}

bool seating_free_seat(
	struct lobby *lobby, struct table *table, unsigned seat, const struct person *other)
{
	if (!has_other_people(table, seat))
		return false;
	rise(lobby, table, seat, MSG_SUB_FREE, table_person_name(table, other));
	return true;
}

void seating_hand_over(struct lobby *lobby, struct table *table, unsigned seat,
	struct person *player, enum message message, const struct arg *args)
{
	bool had_clock = table_has_clock(table);
	table_set_player(table, seat, player);
	if (!had_clock && table_state(table)->turn == seat)
		table_start_turn_clock(table, lobby_now(lobby));
	else if (!had_clock)
		table_restart_turn_clock(table, lobby_now(lobby));
	table->seat[seat].left_at = 0;
	recipients_remove_watcher(&lobby->speech.recipients, player, table->number);
	table->seat[seat].handed_over = player != table->seat[seat].owner;
	match_write_seat(lobby, table, seat);
	speech_say(&lobby->speech, table, message, args);
	go_on(lobby, table, seat);
	if (table_state(table)->turn != seat)
		hand_show(&lobby->speech, table, seat);
}

/* ---- changes of identity ---- */

static bool is_at(const struct table *table, unsigned seat, const struct person *person)
{
	return table->seat[seat].owner == person || table->seat[seat].player == person;
}

/* True if a person owns or plays a seat at the table. */
static bool has_seat_at(const struct table *table, const struct person *person)
{
	for (unsigned seat = 0; seat < table->seats_taken; seat++)
		if (is_at(table, seat, person))
			return true;
	return false;
}

/* True if `person` has a seat at the table that `other` does not have, or if both play there. */
static bool has_separate_seat(
	const struct table *table, const struct person *person, const struct person *other)
{
	if (table_find_seat(table, person) != SEAT_NONE &&
		table_find_seat(table, other) != SEAT_NONE)
		return true;
	for (unsigned seat = 0; seat < table->seats_taken; seat++)
		if (is_at(table, seat, person) && !is_at(table, seat, other))
			return true;
	return false;
}

/* Gives the seats of `from` at a table to `to`. In a running match `from` remains the owner. */
static void move_seats(struct lobby *lobby, struct table *table, struct person *from,
	struct person *to, bool proved)
{
	if (has_separate_seat(table, to, from)) {
		/* One person cannot play two seats. */
		unsigned seat = table_find_seat(table, from);
		if (seat != SEAT_NONE)
			seating_leave(lobby, table, seat);
		return;
	}
	for (unsigned seat = 0; seat < table->seats_taken; seat++) {
		if (!is_at(table, seat, from))
			continue;
		if (proved && table->running && table->seat[seat].owner == from)
			speech_tell(&lobby->speech, to, MSG_SEAT_COUNTS, NO_ARGS);
		table_replace_person(table, seat, from, to);
		match_write_seat(lobby, table, seat);
	}
}

void seating_follow(struct lobby *lobby, struct person *from, struct person *to, bool proved)
{
	struct table *table;
	if (!person_is_seated(from) || !people_store(&lobby->people, to))
		return;
	/* The connection stays the same, so private lines still do not reach the person. */
	if (from->blocked) {
		to->blocked = true;
		to->blocked_at = from->blocked_at;
	}
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (has_seat_at(table, from)) {
			lobby_snapshot_table(lobby, table);
			move_seats(lobby, table, from, to, proved);
		}
}

bool seating_has_conflict(
	const struct lobby *lobby, const struct person *from, const struct person *to)
{
	const struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (has_seat_at(table, from) && has_separate_seat(table, to, from))
			return true;
	return false;
}

/*
 * Makes a person the player of the seat that they own, if the seat's player cannot be reached. Does
 * nothing if the seat was handed over.
 */
static void take_back(struct lobby *lobby, struct table *table, struct person *person)
{
	for (unsigned seat = 0; seat < table->seats_taken; seat++) {
		const struct person *player = table->seat[seat].player;
		if (table->seat[seat].owner != person || table->seat[seat].handed_over ||
			player == NULL || player == person || person_is_reachable(player) ||
			table_find_seat(table, person) != SEAT_NONE)
			continue;
		table_set_player(table, seat, person);
		match_write_seat(lobby, table, seat);
	}
}

void seating_take_over(struct lobby *lobby, struct person *person)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;) {
		if (!has_seat_at(table, person))
			continue;
		lobby_snapshot_table(lobby, table);
		take_back(lobby, table, person);
		unsigned seat = table_find_seat(table, person);
		if (seat == SEAT_NONE)
			continue;
		speech_say(&lobby->speech, table, MSG_SWAP_DONE,
			ARGS(arg_name("seat", table_name(table, seat))));
		if (table->running)
			hand_show(&lobby->speech, table, seat);
	}
}

void seating_offer_swap(
	struct lobby *lobby, const struct person *person, const struct sender *sender)
{
	const struct person *account =
		identity_find_by_account(&lobby->people, person->network, sender);
	if (account != NULL)
		speech_tell(&lobby->speech, person, MSG_SWAP_OFFER,
			ARGS(arg_name("name", account->name)));
}
