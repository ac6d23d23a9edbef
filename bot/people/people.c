#include "bot/people/people.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/people/access.h"
#include "storage/credentials.h"
#include "storage/expiry.h"

enum {
	PEOPLE_CACHED = 1024, /* number of people in memory above which people_evict removes some */
	PEOPLE_NICKS = 4096,  /* maximum number of bytes of a person's `nicks` */
	DAY = 24 * 60 * 60
};

static void person_free(struct person *person)
{
	free(person->key);
	free(person->name);
	free(person->full_name);
	free(person->nicks);
	free(person->connection);
	free(person->address);
	free(person);
}

static void settle(struct participant *participant, bool kept);

static void join(struct people *people)
{
	people->participant.settle = settle;
	batch_join(people->batch, &people->participant);
}

static void forget_steps(struct people *people)
{
	while (people->undo_count > 0) {
		struct people_undo_step *step = &people->undo[--people->undo_count];
		free(step->connection);
		free(step->name);
		free(step->address);
	}
}

void people_free(struct people *people)
{
	forget_steps(people);
	for (size_t i = 0; i < people->count; i++)
		person_free(people->person[i]);
	free(people->person);
	free(people->connected);
	free(people->undo);
	while (people->undone_count > 0)
		free(people->undone[--people->undone_count].connection);
	free(people->undone);
	*people = (struct people){ .person = NULL };
}

/* The key by which a list is sorted. */
enum order { BY_KEY, BY_CONNECTION };

static int compare(const struct person *person, enum order order, const struct network *network,
	const char *string)
{
	if (person->network->id != network->id)
		return person->network->id < network->id ? -1 : 1;
	return strcmp(order == BY_KEY ? person->key : person->connection, string);
}

/* Returns the index of a person in a sorted list, or the index at which to insert them. */
static size_t place_of(struct person *const *list, size_t count, enum order order,
	const struct network *network, const char *string)
{
	size_t low = 0;
	size_t high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (compare(list[middle], order, network, string) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct person *find(struct person *const *list, size_t count, enum order order,
	const struct network *network, const char *string)
{
	size_t place = place_of(list, count, order, network, string);
	if (place == count || compare(list[place], order, network, string) != 0)
		return NULL;
	return list[place];
}

struct person *people_find(
	const struct people *people, const struct network *network, const char *key)
{
	return find(people->person, people->count, BY_KEY, network, key);
}

struct person *people_find_by_connection(
	const struct people *people, const struct network *network, const char *connection)
{
	return find(people->connected, people->connected_count, BY_CONNECTION, network, connection);
}

/* Inserts a person into a list that has room. */
static void insert(struct person **list, size_t *count, enum order order, struct person *person)
{
	const char *string = order == BY_KEY ? person->key : person->connection;
	size_t place = place_of(list, *count, order, person->network, string);
	memmove(list + place + 1, list + place, (*count - place) * sizeof *list);
	list[place] = person;
	++*count;
}

static void replace(char **string, const char *by)
{
	if (*string != NULL && strcmp(*string, by) == 0)
		return;
	char *copy = memory_copy(by);
	free(*string);
	*string = copy;
}

void person_rename(struct person *person, const char *name)
{
	struct string full = STRING_EMPTY;
	replace(&person->name, name);
	string_add(&full, name);
	string_add(&full, " (");
	string_add(&full, person->network->name);
	string_add_char(&full, ')');
	replace(&person->full_name, full.bytes);
	string_free(&full);
}

/* True if a nick is in a list of nicks like " anna luc ". */
static bool has_nick(const char *nicks, const char *nick)
{
	size_t length = strlen(nick);
	for (const char *at = nicks; at != NULL && (at = strstr(at, nick)) != NULL; at++)
		if (at[-1] == ' ' && at[length] == ' ')
			return true;
	return false;
}

void person_note_nick(struct person *person)
{
	char nick[NETWORK_CHANNEL];
	person->network->driver->fold(person->network, person->name, nick);
	if (!person_is_seated(person)) {
		free(person->nicks);
		person->nicks = NULL;
		return;
	}
	if (has_nick(person->nicks, nick))
		return;
	const char *before = person->nicks != NULL ? person->nicks : " ";
	/* Drop the oldest nicks to make room. */
	while (strlen(before) + strlen(nick) + 2 > PEOPLE_NICKS)
		before = strchr(before + 1, ' ');
	size_t size = strlen(before) + strlen(nick) + 2;
	char *nicks = memory_new(size, 1);
	struct text text = text_in(nicks, size);
	text_add(&text, before);
	text_add(&text, nick);
	text_char(&text, ' ');
	free(person->nicks);
	person->nicks = nicks;
}

/* True if a seated person has used a nick since sitting down. nick: folded. */
static bool is_called(const struct person *person, const char *nick)
{
	char name[NETWORK_CHANNEL];
	if (strcmp(person->key, nick) == 0 || has_nick(person->nicks, nick))
		return true;
	person->network->driver->fold(person->network, person->name, name);
	return strcmp(name, nick) == 0;
}

struct person *people_next_by_nick(
	const struct people *people, const struct network *network, const char *nick, size_t *n)
{
	while (*n < people->count) {
		struct person *person = people->person[(*n)++];
		if (person_is_seated(person) && person->network == network &&
			is_called(person, nick))
			return person;
	}
	return NULL;
}

void person_set_address(struct person *person, const char *address)
{
	replace(&person->address, address);
}

/*
 * Sets the connection of a person; connection NULL: none. No other person may have the connection.
 * Takes ownership of the string.
 */
static void put(struct people *people, struct person *person, char *connection)
{
	if (person->connection != NULL) {
		size_t place = place_of(people->connected, people->connected_count, BY_CONNECTION,
			person->network, person->connection);
		people->connected_count--;
		memmove(people->connected + place, people->connected + place + 1,
			(people->connected_count - place) * sizeof *people->connected);
	}
	free(person->connection);
	person->connection = connection;
	if (connection != NULL)
		insert(people->connected, &people->connected_count, BY_CONNECTION, person);
}

/* Saves the connection, name and address of a person, for a rollback. */
static void mind(struct people *people, struct person *person)
{
	people->undo = memory_grow(people->undo, people->undo_count + 1, sizeof *people->undo);
	people->undo[people->undo_count++] = (struct people_undo_step){
		.person = person,
		.connection = memory_copy(person->connection),
		.name = memory_copy(person->name),
		.address = memory_copy(person->address),
	};
	join(people);
}

void people_set_connection(struct people *people, struct person *person, const char *connection)
{
	struct person *other = connection != NULL
		? people_find_by_connection(people, person->network, connection)
		: NULL;
	if (other == person)
		return;
	/*
	 * Save `other` first. A rollback goes backwards: the person gives the connection up before
	 * `other` gets the connection back.
	 */
	if (other != NULL)
		mind(people, other);
	mind(people, person);
	char *copy = memory_copy(connection);
	if (other != NULL)
		put(people, other, NULL);
	put(people, person, copy);
}

struct locale person_locale(const struct person *person)
{
	struct locale locale = *person->channel_locale;
	if (person->choices & 1u << STORE_LANG)
		locale.language = person->chosen.language;
	else if (person->typed > 0)
		locale.language = (uint8_t)(person->typed - 1);
	if (person->choices & 1u << STORE_CARDS)
		locale.style = person->chosen.style;
	if (person->spoken > 0)
		locale.language = (uint8_t)(person->spoken - 1);
	return locale;
}

const char *person_preference_word(enum store_preference what, unsigned n)
{
	static const char *const vias[] = { [VIA_MESSAGE] = "msg", [VIA_NOTICE] = "notice", NULL };
	static const char *const switches[] = { "off", "on", NULL };
	switch (what) {
	case STORE_LANG: return catalog_language_code(n);
	case STORE_CARDS: return catalog_style_name(n);
	case STORE_VIA: return vias[n];
	case STORE_ADVICE:
	case STORE_SEAT:
	case STORE_CONFIRM: return switches[n];
	}
	return NULL;
}

/*
 * Returns the member that holds a preference's value, which is an index for person_preference_word.
 */
static uint8_t *place_of_preference(struct person *person, enum store_preference what)
{
	switch (what) {
	case STORE_LANG: return &person->chosen.language;
	case STORE_CARDS: return &person->chosen.style;
	case STORE_ADVICE: return &person->advice;
	case STORE_VIA: return &person->via;
	case STORE_SEAT: return &person->seat_link;
	case STORE_CONFIRM: break;
	}
	return &person->confirm;
}

bool person_set_preference(struct person *person, enum store_preference what, const char *value)
{
	uint8_t *place = place_of_preference(person, what);
	const char *choice;
	for (unsigned n = 0; (choice = person_preference_word(what, n)) != NULL; n++)
		if (text_same(choice, value)) {
			*place = (uint8_t)n;
			person->choices |= (uint8_t)(1u << what);
			return true;
		}
	return false;
}

/* Reads the id, preferences and password proof of a person, if they are stored. */
static enum store_error read_kept(struct people *people, struct person *person,
	struct store_preferences *kept, struct store_proof *proof)
{
	enum store_error error = store_find_person(
		people->batch->store, person->network->id, person->key, &person->id);
	if (error == STORE_OK)
		error = store_get_preferences(people->batch->store, person->id, kept);
	if (error == STORE_OK)
		error = store_get_credentials(people->batch->store, person->id, proof);
	return error;
}

void people_reload(struct people *people, struct person *person)
{
	struct store_preferences kept;
	struct store_proof proof;
	person->choices = 0;
	person->advice = 1;
	person->via = people->via;
	person->seat_link = person->confirm = 0;
	person->id = 0;
	person->claimed = false;
	enum store_error error = read_kept(people, person, &kept, &proof);
	person->unread = error != STORE_OK && error != STORE_NONE;
	if (person->unread)
		join(people);
	if (error != STORE_OK)
		return;
	person_set_preference(person, STORE_LANG, kept.lang);
	person_set_preference(person, STORE_CARDS, kept.cards);
	person_set_preference(person, STORE_ADVICE, kept.advice);
	person_set_preference(person, STORE_VIA, kept.via);
	person_set_preference(person, STORE_SEAT, kept.seat);
	person_set_preference(person, STORE_CONFIRM, kept.confirm);
	person->claimed = proof.claim[0] != '\0';
	if (proof.address[0] != '\0')
		person_set_address(person, proof.address);
}

struct person *people_load(
	struct people *people, struct network *network, const char *key, const char *name)
{
	struct person *person = people_find(people, network, key);
	if (person != NULL)
		return person;
	if (people->count == people->capacity) {
		people->capacity = people->capacity > 0 ? people->capacity * 2 : 64;
		people->person =
			memory_grow(people->person, people->capacity, sizeof *people->person);
		people->connected =
			memory_grow(people->connected, people->capacity, sizeof *people->connected);
	}
	person = memory_new(1, sizeof *person);
	person->network = network;
	person->key = memory_copy(key);
	person->address = memory_copy("@");
	person_rename(person, name);
	insert(people->person, &people->count, BY_KEY, person);
	person->channel_locale = &network->access->locale;
	people_reload(people, person);
	/*
	 * The store knows the person from an earlier visit: channels need no hint that the bot
	 * answers this person in private.
	 */
	person->next_hint_at = person->id != 0 ? INT64_MAX : 0;
	return person;
}

void people_mark_changed(struct people *people, struct person *person)
{
	person->changed = true;
	join(people);
}

bool people_store(struct people *people, struct person *person)
{
	struct store *store = people->batch->store;
	int64_t now = env_date(people->env);
	people_mark_changed(people, person);
	enum store_error error = store_find_or_add_person(
		store, person->network->id, person->key, person->name, now, &person->id);
	if (error == STORE_OK)
		error = store_set_address(
			store, person->id, person->address, now, PEOPLE_ADDRESS_SECONDS);
	return batch_check_write(people->batch, error);
}

bool person_is_guest(const struct person *person)
{
	return person != NULL && person->network->guests;
}

bool person_is_seated(const struct person *person)
{
	return person->seats > 0;
}

bool person_is_reachable(const struct person *person)
{
	struct network *network = person->network;
	return person->connection != NULL &&
		network->driver->nick(network, person->connection) != NULL;
}

bool person_is_in_channel(const struct person *person, const char *channel)
{
	return person_is_reachable(person) &&
		person->network->driver->in(person->network, person->connection, channel);
}

void people_evict(struct people *people)
{
	if (people->count <= people->evict_above || people->count <= PEOPLE_CACHED)
		return;
	size_t kept = 0;
	for (size_t i = 0; i < people->count; i++) {
		struct person *person = people->person[i];
		if (person->seats > 0 || person->references > 0 ||
			(person->claimed && person_is_reachable(person))) {
			people->person[kept++] = person;
			continue;
		}
		put(people, person, NULL);
		person_free(person);
	}
	people->count = kept;
	people->evict_above = kept + PEOPLE_CACHED;
}

enum store_error people_store_last_seen(struct people *people, int64_t now)
{
	for (size_t i = 0; i < people->count; i++) {
		struct person *person = people->person[i];
		bool due =
			person->spoke && person->id != 0 && now - person->last_seen_stored >= DAY;
		person->spoke = false;
		if (!due)
			continue;
		store_set_last_seen(people->batch->store, person->id, now);
		person->last_seen_stored = now;
	}
	return store_commit(people->batch->store);
}

enum store_error people_delete_expired(struct people *people, int64_t now, bool *more)
{
	struct store_expired expired;
	enum store_error error = store_delete_expired(people->batch->store, now, &expired);
	/* Read the rows of deleted people again, so that people in memory lose their ids. */
	for (size_t i = 0; i < people->count; i++)
		for (unsigned k = 0; k < expired.count; k++)
			if (people->person[i]->id == expired.person[k]) {
				people_reload(people, people->person[i]);
				break;
			}
	*more = expired.more;
	return error;
}

char *people_undone_connection(struct people *people, struct network **network)
{
	if (people->undone_count == 0)
		return NULL;
	struct people_undone_connection last = people->undone[--people->undone_count];
	*network = last.network;
	return last.connection;
}

/*
 * Restores the connections, names and addresses that this batch has changed. Remembers the
 * connections for people_undone_connection, because the network does not report them twice.
 */
static void undo_steps(struct people *people)
{
	while (people->undo_count > 0) {
		struct people_undo_step last = people->undo[--people->undo_count];
		struct person *person = last.person;
		if (person->connection != NULL) {
			people->undone = memory_grow(
				people->undone, people->undone_count + 1, sizeof *people->undone);
			people->undone[people->undone_count++] =
				(struct people_undone_connection){ person->network,
					memory_copy(person->connection) };
		}
		put(people, person, last.connection);
		free(person->address);
		person_rename(person, last.name);
		free(last.name);
		person->address = last.address;
	}
}

void people_retry_private(struct people *people, struct person *person)
{
	join(people);
	person->blocked = false;
	person->private_retried = true;
}

void people_note_blocked_told(struct people *people, struct person *person)
{
	join(people);
	person->blocked_told_now = true;
}

/* Ends a batch. Reads again the rows that were rolled back or could not be read before. */
static void settle(struct participant *participant, bool kept)
{
	struct people *people = (struct people *)participant;
	if (!kept)
		undo_steps(people);
	forget_steps(people);
	for (size_t i = 0; i < people->count; i++) {
		struct person *person = people->person[i];
		if (person->unread || (person->changed && !kept))
			people_reload(people, person);
		person->changed = false;
		person->blocked = person->blocked || (person->private_retried && !kept);
		if (person->blocked_told_now && kept)
			person->blocked_announced_at = env_date(people->env);
		person->private_retried = person->blocked_told_now = false;
	}
}
