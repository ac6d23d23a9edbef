#include "bot/reception.h"

#include "bot/command.h"
#include "bot/fair.h"
#include "bot/match.h"
#include "bot/presence.h"
#include "bot/speech.h"

/* Somebody an AI player stands in for speaks: the seat is his again. */
static void come_back(struct lobby *lobby, struct person *person)
{
	for (size_t i = 0; i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		unsigned seat = table->closed ? SEAT_NONE : table_seat(table, person);
		if (seat == SEAT_NONE || !table->seat[seat].away || !lobby_touch(lobby, table))
			continue;
		table->seat[seat].away = false;
		table->seat[seat].waited = false;
		table->seat[seat].misses = 0;
		match_write_seat(lobby, table, seat);
		speech_say(lobby, table, WORD_SEAT_BACK, ARGS(arg_text("seat", person->name)));
		presence_resume(lobby, table, (uint16_t)(1u << seat));
	}
}

static void on_message(void *above, struct network *network, const struct sender *sender,
	const char *channel, const char *text)
{
	struct lobby *lobby = above;
	if (!guard_hears(network->guard, sender))
		return;
	struct person *person = people_find(&lobby->people, network, sender->key);
	if (person != NULL && person->seats > 0) {
		presence_back(lobby, person);
		come_back(lobby, person);
	}
	command_obey(lobby, network, sender, channel, text);
}

static void on_joined(void *above, struct network *network, const char *name)
{
	struct lobby *lobby = above;
	struct channel *channel = lobby_channel(lobby, network, name);
	if (channel == NULL)
		return;
	channel->here = true;
	for (size_t i = 0; i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		if (table->channel != channel || table->closed)
			continue;
		table->since = lobby_now(lobby);
		table->warned = false;
		presence_check(lobby, table);
		fair_repeat(lobby, table);
		speech_show(lobby, table, NULL);
		if (table->running)
			match_go(lobby, table);
	}
	fair_pay(lobby, channel);
}

/* Brings the name up to date under which tables know somebody; NULL: they don't know him. */
static struct person *seated(
	struct lobby *lobby, struct network *network, const struct sender *sender)
{
	struct person *person = people_find(&lobby->people, network, sender->key);
	if (person == NULL || person->seats == 0)
		return NULL;
	return people_meet(&lobby->people, network, sender);
}

static void on_came(void *above, struct network *network, const struct sender *sender)
{
	struct lobby *lobby = above;
	struct person *person = seated(lobby, network, sender);
	if (person != NULL)
		presence_back(lobby, person);
	for (size_t i = 0; person != NULL && i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		unsigned seat = table_seat(table, person);
		if (seat != SEAT_NONE && table->running && table->channel->here &&
			table_state(table)->turn == seat && !table->seat[seat].away)
			speech_hand(lobby, table, seat);
	}
}

static void on_went(
	void *above, struct network *network, const struct sender *sender, enum departure how)
{
	struct person *person = seated(above, network, sender);
	if (person != NULL && how != DEPARTED_CHANNEL)
		presence_lost(above, person, how == DEPARTED_SPLIT);
}

static void on_renamed(void *above, struct network *network, const struct sender *sender)
{
	seated(above, network, sender);
}

static void on_known(void *above, struct network *network, const struct sender *sender)
{
	seated(above, network, sender);
}

static void on_left(void *above, struct network *network, const char *name)
{
	struct channel *channel = lobby_channel(above, network, name);
	if (channel != NULL)
		channel->here = false;
}

static void on_lost(void *above, struct network *network)
{
	struct lobby *lobby = above;
	for (size_t i = 0; i < lobby->channels; i++)
		if (lobby->channel[i]->network == network)
			lobby->channel[i]->here = false;
}

const struct network_events reception_events = {
	.message = on_message,
	.joined = on_joined,
	.came = on_came,
	.went = on_went,
	.renamed = on_renamed,
	.known = on_known,
	.left = on_left,
	.lost = on_lost,
};
