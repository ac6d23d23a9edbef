#include "bot/people.h"

#include <stdlib.h>
#include <string.h>

enum { PEOPLE_CACHED = 1024 }; /* without a seat, before they are forgotten */

static void person_free(struct person *person)
{
	free(person->key);
	free(person->name);
	free(person);
}

void people_free(struct people *people)
{
	for (size_t i = 0; i < people->count; i++)
		person_free(people->person[i]);
	free(people->person);
	people->person = NULL;
	people->count = people->room = 0;
}

static int compare(const struct person *person, const struct network *network, const char *key)
{
	if (person->network->id != network->id)
		return person->network->id < network->id ? -1 : 1;
	return strcmp(person->key, key);
}

/* Where somebody stands in the order, or would stand. */
static size_t place_of(const struct people *people, const struct network *network, const char *key)
{
	size_t low = 0;
	size_t high = people->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (compare(people->person[middle], network, key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct person *people_find(
	const struct people *people, const struct network *network, const char *key)
{
	size_t place = place_of(people, network, key);
	if (place == people->count || compare(people->person[place], network, key) != 0)
		return NULL;
	return people->person[place];
}

static bool make_room(struct people *people)
{
	if (people->count < people->room)
		return true;
	size_t room = people->room > 0 ? people->room * 2 : 64;
	struct person **person = realloc(people->person, room * sizeof *person);
	if (person == NULL)
		return false;
	people->person = person;
	people->room = room;
	return true;
}

static struct person *person_new(struct network *network, const struct sender *sender)
{
	struct person *person = calloc(1, sizeof *person);
	if (person == NULL)
		return NULL;
	person->network = network;
	person->key = strdup(sender->key);
	person->name = strdup(sender->nick);
	if (person->key != NULL && person->name != NULL)
		return person;
	person_free(person);
	return NULL;
}

const char *person_choice(enum store_preference what, unsigned n)
{
	static const char *const vias[] = { [VIA_MESSAGE] = "msg", [VIA_NOTICE] = "notice", NULL };
	switch (what) {
	case STORE_LANG: return words_language_code(n);
	case STORE_CARDS: return words_style_name(n);
	case STORE_VIA: return vias[n];
	}
	return NULL;
}

bool person_choose(struct person *person, enum store_preference what, const char *value)
{
	uint8_t *place = what == STORE_LANG ? &person->voice.language
		: what == STORE_CARDS       ? &person->voice.style
					    : &person->via;
	const char *choice;
	for (unsigned n = 0; (choice = person_choice(what, n)) != NULL; n++)
		if (strcmp(choice, value) == 0) {
			*place = (uint8_t)n;
			return true;
		}
	return false;
}

void people_recall(struct people *people, struct person *person)
{
	struct store_preferences kept;
	person->voice = people->voice;
	person->via = people->via;
	person->id = 0;
	if (store_person_known(people->store, person->network->id, person->key, &person->id) !=
			STORE_OK ||
		store_preferences(people->store, person->id, &kept) != STORE_OK)
		return;
	person_choose(person, STORE_LANG, kept.lang);
	person_choose(person, STORE_CARDS, kept.cards);
	person_choose(person, STORE_VIA, kept.via);
}

static struct person *add(
	struct people *people, struct network *network, const struct sender *sender)
{
	struct person *person = make_room(people) ? person_new(network, sender) : NULL;
	if (person == NULL)
		return NULL;
	size_t place = place_of(people, network, sender->key);
	memmove(people->person + place + 1, people->person + place,
		(people->count - place) * sizeof *people->person);
	people->person[place] = person;
	people->count++;
	people_recall(people, person);
	return person;
}

struct person *people_meet(
	struct people *people, struct network *network, const struct sender *sender)
{
	struct person *person = people_find(people, network, sender->key);
	if (person == NULL)
		return add(people, network, sender);
	if (strcmp(person->name, sender->nick) == 0)
		return person;
	char *name = strdup(sender->nick);
	if (name == NULL)
		return person;
	free(person->name);
	person->name = name;
	return person;
}

enum store_error people_enlist(struct people *people, struct person *person, int64_t now)
{
	person->changed = true;
	return store_person(
		people->store, person->network->id, person->key, person->name, now, &person->id);
}

void people_sweep(struct people *people)
{
	if (people->count <= people->limit)
		return;
	size_t kept = 0;
	for (size_t i = 0; i < people->count; i++) {
		if (people->person[i]->seats > 0)
			people->person[kept++] = people->person[i];
		else
			person_free(people->person[i]);
	}
	people->count = kept;
	people->limit = kept + PEOPLE_CACHED;
}

void people_settle(struct people *people, bool kept)
{
	for (size_t i = 0; i < people->count; i++) {
		struct person *person = people->person[i];
		if (person->changed && !kept)
			people_recall(people, person);
		person->changed = false;
	}
}
