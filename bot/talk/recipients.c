#include "bot/talk/recipients.h"

#include <stdlib.h>

#include "bot/base/memory.h"

/* A person with more unsent lines than this gets no news. */
enum { BACKLOG_MOST = 24 };

bool recipients_is_redundant(const struct table *table, const struct person *person)
{
	const struct channel_settings *settings = &table->channel->settings;
	struct locale locale = person_locale(person);
	return !settings->quiet && locale.language == settings->locale.language &&
		locale.style == settings->locale.style && !table->channel->barred &&
		channel_has_person(table->channel, person);
}

struct recipient *recipients_next(
	const struct recipients *recipients, const struct table *table, size_t *n)
{
	while (*n < recipients->count) {
		struct recipient *recipient = &recipients->recipient[(*n)++];
		const struct person *person = recipient->person;
		if (recipient->table != table || person == NULL)
			continue;
		struct network *network = person->network;
		bool late = person->connection != NULL &&
			network->driver->private_queue_length != NULL &&
			network->driver->private_queue_length(network, person->connection) >
				BACKLOG_MOST;
		if (!late && !recipients_is_redundant(table, person))
			return recipient;
		recipient_mark_told(recipient);
	}
	return NULL;
}

static void remove_at(struct recipients *recipients, size_t place)
{
	struct recipient *recipient = &recipients->recipient[place];
	if (recipient->person != NULL)
		recipient->person->references--;
	string_free(&recipient->news);
	*recipient = recipients->recipient[--recipients->count];
}

void recipients_close(struct recipients *recipients)
{
	while (recipients->count > 0)
		remove_at(recipients, recipients->count - 1);
	free(recipients->recipient);
	*recipients = (struct recipients){ .count = 0 };
}

void recipients_end_batch(struct recipients *recipients, bool kept)
{
	/* Remove the players without a seat, and those whom the channel reaches again. */
	for (size_t i = kept ? recipients->count : 0; i-- > 0;) {
		const struct recipient *recipient = &recipients->recipient[i];
		if (recipient->is_player &&
			(!table_needs_private_lines(recipient->table, recipient->person) ||
				table_find_seat(recipient->table, recipient->person) == SEAT_NONE))
			remove_at(recipients, i);
	}
	for (size_t i = 0; i < recipients->count; i++) {
		struct recipient *recipient = &recipients->recipient[i];
		string_keep_range(&recipient->news, kept ? recipient->told_length : 0,
			kept ? recipient->news.length : recipient->kept_length);
		recipient->kept_length = recipient->news.length;
		recipient->told_length = 0;
		if (!kept)
			recipient->updates = recipient->updates_saved;
		recipient->updates_saved = recipient->updates;
	}
}

const char *recipient_news(const struct recipient *recipient)
{
	return recipient->news.bytes + recipient->told_length;
}

void recipient_mark_told(struct recipient *recipient)
{
	recipient->told_length = recipient->news.length;
}

/* Adds a person to the listeners of a table. person NULL: adds the table's channel. */
static struct recipient *add(
	struct recipients *recipients, const struct table *table, struct person *person)
{
	recipients->recipient = memory_grow(
		recipients->recipient, recipients->count + 1, sizeof *recipients->recipient);
	struct recipient *recipient = &recipients->recipient[recipients->count++];
	*recipient = (struct recipient){ .person = person, .table = table, .news = STRING_EMPTY };
	return recipient;
}

/*
 * Finds a person's entry at a table. person NULL: finds the entry of the table's channel. Returns
 * NULL if not found.
 */
static struct recipient *find(
	const struct recipients *recipients, const struct table *table, const struct person *person)
{
	for (size_t i = 0; i < recipients->count; i++)
		if (recipients->recipient[i].table == table &&
			recipients->recipient[i].person == person)
			return &recipients->recipient[i];
	return NULL;
}

struct recipient *recipients_get_channel(struct recipients *recipients, const struct table *table)
{
	struct recipient *channel = find(recipients, table, NULL);
	return channel != NULL ? channel : add(recipients, table, NULL);
}

bool recipients_add_watcher(
	struct recipients *recipients, const struct table *table, struct person *person)
{
	unsigned watching = 0;
	if (find(recipients, table, person) != NULL)
		return true;
	for (size_t i = 0; i < recipients->count; i++) {
		const struct recipient *recipient = &recipients->recipient[i];
		watching += recipient->table == table && recipient->person != NULL &&
			!recipient->is_player;
	}
	if (watching >= WATCHERS_MOST)
		return false;
	add(recipients, table, person);
	person->references++;
	return true;
}

static void add_player(
	struct recipients *recipients, const struct table *table, struct person *player)
{
	if (find(recipients, table, player) != NULL)
		return;
	add(recipients, table, player)->is_player = true;
	player->references++;
}

void recipients_add_players(struct recipients *recipients, const struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		struct person *player = table->seat[i].player;
		if (player != NULL && !player->network->guests && !table_is_private(table) &&
			table_needs_private_lines(table, player))
			add_player(recipients, table, player);
	}
}

bool recipients_remove_watcher(
	struct recipients *recipients, const struct person *person, unsigned number)
{
	bool any = false;
	for (size_t i = recipients->count; i-- > 0;) {
		const struct recipient *recipient = &recipients->recipient[i];
		if (recipient->person != person ||
			(number > 0 && recipient->table->number != number) || recipient->is_player)
			continue;
		remove_at(recipients, i);
		any = true;
	}
	return any;
}

void recipients_move_watcher(struct recipients *recipients, struct person *from, struct person *to)
{
	for (size_t i = recipients->count; i-- > 0;) {
		const struct table *table = recipients->recipient[i].table;
		bool is_player = recipients->recipient[i].is_player;
		if (recipients->recipient[i].person != from)
			continue;
		remove_at(recipients, i);
		if (is_player)
			add_player(recipients, table, to);
		else
			recipients_add_watcher(recipients, table, to);
	}
}

void recipients_remove_table(struct recipients *recipients, const struct table *table)
{
	for (size_t i = recipients->count; i-- > 0;)
		if (recipients->recipient[i].table == table)
			remove_at(recipients, i);
}
