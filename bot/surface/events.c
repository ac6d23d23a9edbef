#include "bot/surface/events.h"

#include <stdlib.h>

#include "bot/base/memory.h"
#include "bot/base/string.h"
#include "bot/match/announce.h"
#include "bot/match/arrival.h"
#include "bot/match/exclusion.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/match/resume.h"
#include "bot/surface/chat.h"
#include "bot/talk/speech.h"
#include "storage/network_data.h"

static struct lobby *lobby_of(const struct network *network)
{
	return ((struct commands *)network->above)->lobby;
}

static void on_message(
	struct network *network, const struct sender *sender, const char *channel, const char *text)
{
	struct lobby *lobby = lobby_of(network);
	if (!access_is_allowed(network->access, sender))
		return;
	struct person *before = arrival_handle_line(lobby, network, sender);
	if (before != NULL)
		presence_end_stand_ins(lobby, before);
	chat_line(network->above, network, sender, channel, text);
	/* The command may have shown that the sender is another person. */
	struct person *person = people_find_by_connection(&lobby->people, network, sender->key);
	if (person == NULL)
		return;
	if (person != before)
		presence_end_stand_ins(lobby, person);
	presence_retry_private(lobby, person);
	if (channel == NULL)
		exclusion_note_line(lobby, person);
	exclusion_tell_player(lobby, person);
}

static void on_private_failed(struct network *network, const struct sender *sender)
{
	struct lobby *lobby = lobby_of(network);
	struct person *person = people_find_by_connection(&lobby->people, network, sender->key);
	if (person != NULL)
		presence_mark_blocked(lobby, person);
}

static void on_reached(struct network *network, const struct sender *sender)
{
	struct lobby *lobby = lobby_of(network);
	struct person *person = people_find_by_connection(&lobby->people, network, sender->key);
	if (person != NULL)
		presence_retry_private(lobby, person);
}

static void on_joined(struct network *network, const char *name)
{
	struct lobby *lobby = lobby_of(network);
	struct channel *channel = lobby_channel(lobby, network, name);
	if (channel == NULL)
		return;
	channel->joined = true;
	channel->barred = false;
	announce_mark_unconfirmed(channel);
	resume_tell_called_off(lobby, channel);
	announce_pending(lobby, channel);
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;) {
		bool private = table_is_private(table) && table->channel->network == network &&
			!table->channel->joined;
		if (table->channel != channel && !private)
			continue;
		table->channel->joined = true;
		if (!table->transient.is_played_in_private)
			table_start_turn_clock(table, lobby_now(lobby));
		table->transient.is_played_in_private = false;
		presence_mark_unreachable(lobby, table);
		speech_show_all(&lobby->speech, table);
		announce_nonces_again(lobby, table);
		if (table->running)
			match_continue(lobby, table);
	}
}

static void on_present(struct network *network, const struct sender *sender)
{
	arrival_handle_connection(lobby_of(network), network, sender);
}

static void on_departed(struct network *network, const struct sender *sender, enum departure how)
{
	struct lobby *lobby = lobby_of(network);
	struct person *person = people_find_by_connection(&lobby->people, network, sender->key);
	if (person != NULL && how != DEPARTED_CHANNEL)
		presence_mark_lost(lobby, person, how == DEPARTED_SPLIT);
	else if (person != NULL)
		exclusion_note_departure(lobby, person);
}

static void on_left(struct network *network, const char *name)
{
	/* The lobby knows every channel with tables, so no other channel matters. */
	struct channel *channel = channels_find(&lobby_of(network)->channels, network, name);
	if (channel == NULL)
		return;
	channel->joined = false;
	channel_keep_title(channel);
	if (!channel->barred)
		exclusion_begin(lobby_of(network), channel);
}

static void on_lost(struct network *network)
{
	struct lobby *lobby = lobby_of(network);
	struct channel *channel;
	for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;)
		if (channel->network == network)
			channel->joined = channel->barred = false;
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (table->channel->network == network)
			table->channel->joined = false;
	presence_mark_network_lost(lobby, network);
}

static void on_store_sts_policy(
	const struct network *network, const char *host, unsigned port, int64_t seconds)
{
	struct lobby *lobby = lobby_of(network);
	int64_t until = lobby_date(lobby) + seconds;
	lobby_check_write(lobby, store_set_sts_policy(lobby->batch.store, host, port, until));
}

static unsigned on_find_sts_policy(const struct network *network, const char *host)
{
	const struct lobby *lobby = lobby_of(network);
	unsigned port = 0;
	return store_get_sts_policy(lobby->batch.store, host, lobby_date(lobby), &port) == STORE_OK
		? port
		: 0;
}

static void on_store_data(struct network *network, const char *name, const char *value)
{
	struct lobby *lobby = lobby_of(network);
	lobby_check_write(
		lobby, store_set_network_data(lobby->batch.store, network->id, name, value));
}

static bool on_next_data(
	struct network *network, const char *after, struct string *name, struct string *value)
{
	struct lobby *lobby = lobby_of(network);
	char found[STORE_DATA_NAME];
	char *bytes = memory_new(STORE_DATA_VALUE, 1);
	enum store_error error =
		store_next_network_data(lobby->batch.store, network->id, after, found, bytes);
	bool more = error == STORE_OK;
	string_set(name, more ? found : NULL);
	string_set(value, more ? bytes : NULL);
	free(bytes);
	/* Roll the batch back: the value may exist although it cannot be read. */
	if (!more && error != STORE_NONE) {
		lobby_check_write(lobby, error);
		network->storage_failed = true;
	}
	return more;
}

static void on_erase(const struct network *network)
{
	store_request_scrub(lobby_of(network)->batch.store);
}

static bool on_is_admin(struct network *network, const struct sender *sender)
{
	return access_is_admin(network->access, sender);
}

static const enum message notices[NOTICES] = {
	[NOTICE_SEALED_CHANNEL] = MSG_ROOM_SEALED,
	[NOTICE_SEALED_BESIDE] = MSG_ROOM_SEALED_BESIDE,
	[NOTICE_BESIDE_TITLE] = MSG_ROOM_BESIDE_TITLE,
	[NOTICE_SEALED_DIRECT] = MSG_ROOM_SEALED_DIRECT,
	[NOTICE_PLAIN_DIRECT] = MSG_ROOM_PLAIN_DIRECT,
	[NOTICE_SEALED_SERVER] = MSG_ROOM_SEALED_SERVER,
	[NOTICE_OPEN_DIRECT] = MSG_ROOM_OPEN_DIRECT,
	[NOTICE_SHARED_DIRECT] = MSG_ROOM_SHARED_DIRECT,
	[NOTICE_ALONE_DIRECT] = MSG_ROOM_ALONE_DIRECT,
	[NOTICE_DECLINED_UNKNOWN] = MSG_REASON_INVITE_UNKNOWN,
	[NOTICE_DECLINED_ADMINS] = MSG_REASON_INVITE_ADMINS,
	[NOTICE_DECLINED_TWICE] = MSG_REASON_INVITE_TWICE,
	[NOTICE_REMOVED] = MSG_ADMIN_REMOVED,
};

static void on_notice(
	struct network *network, const struct network_notice_content *notice, struct string *out)
{
	struct lobby *lobby = lobby_of(network);
	const struct person *person = notice->key != NULL
		? people_find_by_connection(&lobby->people, network, notice->key)
		: NULL;
	catalog_add(out, lobby->catalog,
		person != NULL ? person_locale(person) : network->access->locale,
		notices[notice->kind],
		ARGS(arg_text("room", notice->room != NULL ? notice->room : ""),
			arg_text("name", notice->name != NULL ? notice->name : ""),
			arg_text("reason", notice->reason != NULL ? notice->reason : "")));
}

const struct network_events events_of_networks = {
	.message = on_message,
	.joined = on_joined,
	.arrived = on_present,
	.departed = on_departed,
	.renamed = on_present,
	.identity_changed = on_present,
	.private_refused = on_private_failed,
	.private_restored = on_reached,
	.channel_lost = on_left,
	.set_sts_policy = on_store_sts_policy,
	.get_sts_port = on_find_sts_policy,
	.is_operator = on_is_admin,
	.add_notice = on_notice,
	.store_value = on_store_data,
	.load_next_value = on_next_data,
	.erase_deleted = on_erase,
	.lost = on_lost,
};
