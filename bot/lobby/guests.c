#include "bot/lobby/guests.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "engine/text.h"
#include "storage/network_data.h"

/*
 * Prefix of the name under which a link is stored; the hash of its key follows. The value is "MATCH
 * INVITER USED".
 */
static const char mark[] = "link ";

static void keep(struct guests *guests, const struct guest_link *link)
{
	guests->link = memory_grow(guests->link, guests->count + 1, sizeof *guests->link);
	guests->link[guests->count++] = *link;
}

/* Reads a link from a stored name and value. Returns false for other stored data. */
static bool read_link(const char *name, const char *value, struct guest_link *link)
{
	char *end;
	if (strncmp(name, mark, strlen(mark)) != 0)
		return false;
	*link = (struct guest_link){ .match = strtoll(value, &end, 10) };
	link->inviter = strtoll(end, &end, 10);
	link->used = strtoll(end, &end, 10) != 0;
	if (link->match <= 0 || *end != '\0')
		return false;
	return text_copy(link->hash, sizeof link->hash, name + strlen(mark));
}

static enum store_error recall(struct guests *guests)
{
	char name[STORE_DATA_NAME];
	char after[STORE_DATA_NAME] = "";
	char *value = memory_new(STORE_DATA_VALUE, 1);
	enum store_error error;
	struct guest_link link;
	guests->count = 0;
	while ((error = store_next_network_data(guests->batch->store, guests->network->id, after,
			name, value)) == STORE_OK) {
		if (read_link(name, value, &link))
			keep(guests, &link);
		text_copy(after, sizeof after, name);
	}
	free(value);
	return error == STORE_NONE ? STORE_OK : error;
}

/*
 * Ends a batch. After a rollback reads the links again; if that fails, the next batch tries again.
 */
static void settle(struct participant *participant, bool kept)
{
	struct guests *guests = (struct guests *)participant;
	guests->outdated = (guests->outdated || !kept) && recall(guests) != STORE_OK;
	if (guests->outdated)
		batch_join(guests->batch, participant);
}

bool guests_open(struct guests *guests, struct batch *batch, struct network *network)
{
	*guests = (struct guests){
		.participant = { .settle = settle }, .batch = batch, .network = network
	};
	return recall(guests) == STORE_OK;
}

void guests_close(struct guests *guests)
{
	free(guests->link);
	*guests = (struct guests){ .count = 0 };
}

/* Stores or deletes a link. value NULL: deletes it. */
static void put(struct guests *guests, const char *hash, const char *value)
{
	char name[sizeof mark + SEAT_HASH];
	struct text text = text_in(name, sizeof name);
	text_add(&text, mark);
	text_add(&text, hash);
	batch_join(guests->batch, &guests->participant);
	batch_check_write(guests->batch,
		store_set_network_data(guests->batch->store, guests->network->id, name, value));
}

static void store(struct guests *guests, const struct guest_link *link)
{
	char value[64];
	struct text text = text_in(value, sizeof value);
	text_number(&text, link->match);
	text_char(&text, ' ');
	text_number(&text, link->inviter);
	text_add(&text, link->used ? " 1" : " 0");
	put(guests, link->hash, value);
}

void guests_add_link(struct guests *guests, const struct guest_link *link)
{
	store(guests, link);
	keep(guests, link);
}

void guests_use_link(struct guests *guests, const struct guest_link *link)
{
	struct guest_link *mine = &guests->link[link - guests->link];
	mine->used = true;
	store(guests, mine);
}

void guests_delete_link(struct guests *guests, const struct guest_link *link)
{
	size_t place = (size_t)(link - guests->link);
	put(guests, link->hash, NULL);
	guests->link[place] = guests->link[--guests->count];
}

const struct guest_link *guests_find_link(const struct guests *guests, const char *hash)
{
	for (size_t i = 0; i < guests->count; i++)
		if (strcmp(guests->link[i].hash, hash) == 0)
			return &guests->link[i];
	return NULL;
}

unsigned guests_count_links(const struct guests *guests, int64_t match)
{
	unsigned count = 0;
	for (size_t i = 0; i < guests->count; i++)
		count += guests->link[i].match == match && !guests->link[i].used;
	return count;
}
