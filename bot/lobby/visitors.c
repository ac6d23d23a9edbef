#include "bot/lobby/visitors.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "engine/text.h"
#include "storage/network_data.h"

/* Begins the stored name of a link; the hash follows. The value is "MATCH INVITER USED". */
static const char mark[] = "link ";

static void keep(struct visitors *visitors, const struct visitor_link *link)
{
	visitors->link = memory_grow(visitors->link, visitors->count + 1, sizeof *visitors->link);
	visitors->link[visitors->count++] = *link;
}

/* Reads a stored link. Returns false for other data of the network. */
static bool read_link(const char *name, const char *value, struct visitor_link *link)
{
	char *end;
	if (strncmp(name, mark, strlen(mark)) != 0)
		return false;
	*link = (struct visitor_link){ .match = strtoll(value, &end, 10) };
	link->inviter = strtoll(end, &end, 10);
	link->used = strtoll(end, &end, 10) != 0;
	if (link->match <= 0 || *end != '\0')
		return false;
	return text_copy(link->hash, sizeof link->hash, name + strlen(mark));
}

static enum store_error recall(struct visitors *visitors)
{
	char name[STORE_DATA_NAME];
	char after[STORE_DATA_NAME] = "";
	char *value = memory_new(STORE_DATA_VALUE, 1);
	enum store_error error;
	struct visitor_link link;
	visitors->count = 0;
	while ((error = store_next_network_data(visitors->batch->store, visitors->network->id,
			after, name, value)) == STORE_OK) {
		if (read_link(name, value, &link))
			keep(visitors, &link);
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
	struct visitors *visitors = (struct visitors *)participant;
	visitors->outdated = (visitors->outdated || !kept) && recall(visitors) != STORE_OK;
	if (visitors->outdated)
		batch_join(visitors->batch, participant);
}

bool visitors_open(struct visitors *visitors, struct batch *batch, struct network *network)
{
	*visitors = (struct visitors){
		.participant = { .settle = settle }, .batch = batch, .network = network
	};
	return recall(visitors) == STORE_OK;
}

void visitors_close(struct visitors *visitors)
{
	free(visitors->link);
	*visitors = (struct visitors){ .count = 0 };
}

/* Stores or deletes a link. value NULL: deletes it. */
static void put(struct visitors *visitors, const char *hash, const char *value)
{
	char name[sizeof mark + SEAT_HASH];
	struct text text = text_in(name, sizeof name);
	text_add(&text, mark);
	text_add(&text, hash);
	batch_join(visitors->batch, &visitors->participant);
	batch_check_write(visitors->batch,
		store_set_network_data(visitors->batch->store, visitors->network->id, name, value));
}

static void store(struct visitors *visitors, const struct visitor_link *link)
{
	char value[64];
	struct text text = text_in(value, sizeof value);
	text_number(&text, link->match);
	text_char(&text, ' ');
	text_number(&text, link->inviter);
	text_add(&text, link->used ? " 1" : " 0");
	put(visitors, link->hash, value);
}

void visitors_add_link(struct visitors *visitors, const struct visitor_link *link)
{
	store(visitors, link);
	keep(visitors, link);
}

void visitors_use_link(struct visitors *visitors, const struct visitor_link *link)
{
	struct visitor_link *mine = &visitors->link[link - visitors->link];
	mine->used = true;
	store(visitors, mine);
}

void visitors_delete_link(struct visitors *visitors, const struct visitor_link *link)
{
	size_t place = (size_t)(link - visitors->link);
	put(visitors, link->hash, NULL);
	visitors->link[place] = visitors->link[--visitors->count];
}

const struct visitor_link *visitors_find_link(const struct visitors *visitors, const char *hash)
{
	for (size_t i = 0; i < visitors->count; i++)
		if (strcmp(visitors->link[i].hash, hash) == 0)
			return &visitors->link[i];
	return NULL;
}

unsigned visitors_count_links(const struct visitors *visitors, int64_t match)
{
	unsigned count = 0;
	for (size_t i = 0; i < visitors->count; i++)
		count += visitors->link[i].match == match && !visitors->link[i].used;
	return count;
}
