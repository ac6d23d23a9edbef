#include "bot/surface/rematch.h"

#include "storage/matches.h"
#include "storage/people.h"

bool rematch_exists(const struct lobby *lobby, int64_t match)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (table->rematch_of > 0 && !table->running && !table->closed &&
			(match == 0 || table->rematch_of == match))
			return true;
	return false;
}

enum rematch_offer rematch_find_offer(const struct lobby *lobby, const struct seat_key *key)
{
	if (key->can_sit && rematch_exists(lobby, key->row.match))
		return REMATCH_SIT;
	return key->can_open ? REMATCH_OPEN : key->can_sit ? REMATCH_WAIT : REMATCH_NONE;
}

static bool is_guest(const struct lobby *lobby, const struct store_person *person)
{
	const struct network *guests = lobby->guests.network;
	return guests != NULL && person->network == guests->id;
}

void rematch_note_rights(const struct lobby *lobby, struct seat_key *key)
{
	struct store *store = lobby->batch.store;
	struct store_match match;
	struct store_person person;
	if (store_get_match(store, key->row.match, &match) != STORE_OK ||
		store_get_person(store, key->row.person, &person) != STORE_OK)
		return;
	bool guest = is_guest(lobby, &person);
	bool private = match.channel[0] == '\0';
	key->can_open =
		guest ? private && lobby->settings.play_now : person.network == match.network;
	key->can_sit = !private || !guest;
}

struct person *rematch_find_person(struct lobby *lobby, const struct seat_key *key)
{
	struct store_person row;
	if (store_get_person(lobby->batch.store, key->row.person, &row) != STORE_OK)
		return NULL;
	bool guest = is_guest(lobby, &row);
	struct network *network = guest ? lobby->guests.network : lobby_network(lobby, row.network);
	if (network == NULL)
		return NULL;
	struct person *person = people_load(&lobby->people, network, row.key, row.name);
	if (guest)
		people_set_connection(&lobby->people, person, person->key);
	return person_is_reachable(person) ? person : NULL;
}

int64_t rematch_find_match(
	struct lobby *lobby, const struct person *person, const struct channel *channel)
{
	struct table *table;
	unsigned seat;
	for (size_t n = 0; (table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;)
		if (channel != NULL ? table->channel == channel : table->private_person == person)
			return table->match;
	return 0;
}
