/* matrix/person.c - people on the network, their display names and nicks. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/memory.h"
#include "bot/net/matrix/name.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

/* Minimum number of arrivals and departures between two runs of matrix_person_free_idle. */
enum { PERSON_SWEEP_AFTER = 64 };

void matrix_person_open(struct matrix *matrix)
{
	uint8_t key[INDEX_KEY];
	randombytes_buf(key, sizeof key);
	index_open(&matrix->people->by_id, key);
	index_open(&matrix->people->by_name, key);
	index_open(&matrix->people->by_local, key);
}

static void person_free(struct matrix_person *person)
{
	free(person->id);
	free(person->name);
	free(person->nick);
	free(person->room);
	free(person->direct);
	free(person);
}

void matrix_person_close(struct matrix *matrix)
{
	for (size_t i = 0; i < matrix->people->count; i++)
		person_free(matrix->people->person[i]);
	free(matrix->people->person);
	index_close(&matrix->people->by_id);
	index_close(&matrix->people->by_name);
	index_close(&matrix->people->by_local);
}

struct matrix_person *matrix_person_find(const struct matrix *matrix, const char *id)
{
	const struct index_entry *entry =
		id != NULL ? index_first(&matrix->people->by_id, id) : NULL;
	for (; entry != NULL; entry = index_next(entry)) {
		struct matrix_person *person = entry->owner;
		if (strcmp(person->id, id) == 0)
			return person;
	}
	return NULL;
}

struct matrix_person *matrix_person_find_or_add(struct matrix *matrix, const char *id)
{
	struct matrix_people *people = matrix->people;
	struct matrix_person *person = matrix_person_find(matrix, id);
	char local[MATRIX_ID];
	if (person != NULL || id == NULL || !name_is_id(id, '@'))
		return person;
	if (people->count == people->size) {
		people->size = people->size > 0 ? 2 * people->size : 64;
		people->person = memory_grow(people->person, people->size, sizeof *people->person);
	}
	person = memory_new(1, sizeof *person);
	person->id = memory_copy(id);
	person->name = memory_copy("");
	people->person[people->count++] = person;
	people->idle++;
	name_local_part(id, local, sizeof local);
	index_add(&people->by_id, &person->by_id, id, person);
	index_add(&people->by_local, &person->by_local, local, person);
	matrix_person_set_display(matrix, person, NULL);
	return person;
}

/* Finds another person with this name, or returns NULL. */
static struct matrix_person *person_find_same_name(
	const struct matrix *matrix, const struct matrix_person *person, const char *name)
{
	const struct index_entry *entry = index_first(&matrix->people->by_name, name);
	for (; entry != NULL; entry = index_next(entry)) {
		struct matrix_person *other = entry->owner;
		if (other != person && text_same(other->name, name))
			return other;
	}
	return NULL;
}

/*
 * Sets a person's nick to their name; adds the id unless `alone` is true (no other person has the
 * name). Reports the change if the person shares a room with the bot.
 */
static void person_set_nick(struct matrix *matrix, struct matrix_person *person, bool alone)
{
	char nick[NETWORK_NICK];
	struct matrix_sender into;
	if (alone)
		text_copy(nick, sizeof nick, person->name);
	else
		name_with_id(person->name, person->id, nick, sizeof nick);
	if (person->nick != NULL && strcmp(person->nick, nick) == 0)
		return;
	bool known = person->nick != NULL && person->rooms > 0;
	free(person->nick);
	person->nick = memory_copy(nick);
	if (known)
		matrix->network.events->renamed(
			&matrix->network, matrix_person_fill_sender(person, &into));
}

static bool person_is_self(const struct matrix *matrix, const char *name)
{
	return matrix->people->nick != NULL && text_same(matrix->people->nick, name);
}

/*
 * Updates a nick after a person gave up a name: if only one other person has the name now, that
 * person's nick no longer needs the id.
 */
static void person_update_nicks(
	struct matrix *matrix, const struct matrix_person *person, const char *name)
{
	struct matrix_person *other =
		*name != '\0' ? person_find_same_name(matrix, person, name) : NULL;
	if (other != NULL)
		person_set_nick(matrix, other,
			person_find_same_name(matrix, other, name) == NULL &&
				!person_is_self(matrix, name));
}

void matrix_person_set_display(
	struct matrix *matrix, struct matrix_person *person, const char *display)
{
	char name[NAME_SIZE], local[MATRIX_ID];
	name_local_part(person->id, local, sizeof local);
	/* If the display name is unusable, the local part of the id is the name. */
	if (display == NULL || !name_clean(display, name))
		if (!name_clean(local, name))
			*name = '\0';
	if (person->nick != NULL && strcmp(person->name, name) == 0)
		return;
	char *before = person->name;
	person->name = memory_copy(name);
	index_remove(&matrix->people->by_name, &person->by_name);
	index_add(&matrix->people->by_name, &person->by_name, name, person);
	struct matrix_person *other =
		*name != '\0' ? person_find_same_name(matrix, person, name) : NULL;
	bool alone = *name != '\0' && other == NULL && !person_is_self(matrix, name);
	person_set_nick(matrix, person, alone);
	/* If two people have the same name, both nicks contain the id. */
	if (other != NULL)
		person_set_nick(matrix, other, false);
	person_update_nicks(matrix, person, before);
	free(before);
}

/* Finds a person by nick, ignoring the case of letters. */
static struct matrix_person *person_find_shown(const struct matrix *matrix, const char *nick)
{
	char id[NETWORK_NICK];
	const char *open = strstr(nick, "(@");
	const struct index_entry *entry = index_first(&matrix->people->by_name, nick);
	for (; entry != NULL; entry = index_next(entry)) {
		struct matrix_person *person = entry->owner;
		if (text_same(person->nick, nick))
			return person;
	}
	if (open == NULL)
		return NULL;
	struct text text = text_in(id, sizeof id);
	text_bytes(&text, open + 1, strlen(open + 1) - (open[1] != '\0'));
	struct matrix_person *person = matrix_person_find(matrix, id);
	return person != NULL && text_same(person->nick, nick) ? person : NULL;
}

struct matrix_person *matrix_person_find_nick(const struct matrix *matrix, const char *nick)
{
	struct matrix_person *found = matrix_person_find(matrix, nick);
	char local[MATRIX_ID];
	unsigned count = 0;
	if (found == NULL)
		found = person_find_shown(matrix, nick);
	if (found != NULL)
		return found;
	nick += *nick == '@';
	const struct index_entry *entry = index_first(&matrix->people->by_local, nick);
	for (; entry != NULL && count < 2; entry = index_next(entry)) {
		struct matrix_person *person = entry->owner;
		name_local_part(person->id, local, sizeof local);
		if (text_same(local, nick)) {
			found = person;
			count++;
		}
	}
	return count == 1 ? found : NULL;
}

/* Finds the only present person with this first name. Returns NULL unless exactly one has it. */
static const struct matrix_person *person_find_first_name(
	const struct matrix *matrix, const char *first)
{
	const struct matrix_person *found = NULL;
	size_t length = strlen(first);
	for (size_t i = 0; i < matrix->people->count; i++) {
		const struct matrix_person *person = matrix->people->person[i];
		if (person->rooms == 0 || strncasecmp(person->name, first, length) != 0 ||
			person->name[length] != ' ')
			continue;
		if (found != NULL)
			return NULL;
		found = person;
	}
	return found;
}

size_t matrix_person_read_name(struct network *network, const char *text, char nick[NETWORK_NICK])
{
	const struct matrix *matrix = (struct matrix *)network;
	char words[NETWORK_NICK];
	size_t length = strlen(text), first = strcspn(text, " ");
	if (length >= sizeof words)
		length = first;
	/* Try the longest name first: "Anna Müller" before "Anna". */
	while (length > 0 && length < sizeof words) {
		text_copy(words, sizeof words, text);
		words[length] = '\0';
		const struct matrix_person *person = matrix_person_find_nick(matrix, words);
		if (person == NULL && length == first)
			person = person_find_first_name(matrix, words);
		if (person != NULL) {
			text_copy(nick, NETWORK_NICK, person->nick);
			return length;
		}
		while (length > 0 && text[--length] != ' ')
			;
	}
	return 0;
}

void matrix_person_set_own_name(struct matrix *matrix, const char *display)
{
	char name[NAME_SIZE];
	if (display == NULL || !name_clean(display, name))
		return;
	free(matrix->people->nick);
	matrix->people->nick = memory_copy(name);
}

void matrix_person_request_room(struct matrix *matrix, struct matrix_person *person)
{
	person->wanted = true;
	if (person->listed)
		return;
	struct matrix_person **end = &matrix->people->wanting;
	while (*end != NULL)
		end = &(*end)->next_wanted;
	person->listed = true;
	person->next_wanted = NULL;
	*end = person;
}

void matrix_person_retry_room(const struct matrix *matrix, struct matrix_person *person)
{
	uint64_t soon = matrix_now(matrix) + (person->refused > 0 ? matrix_retry_delay(3) : 0);
	if (person->due > soon)
		person->due = soon;
}

void matrix_person_free_idle(struct matrix *matrix)
{
	if (matrix->people->idle <= PERSON_SWEEP_AFTER + matrix->people->count / 8)
		return;
	matrix->people->idle = 0;
	for (size_t i = matrix->people->count; i-- > 0;) {
		struct matrix_person *person = matrix->people->person[i];
		if (person->rooms > 0 || person->direct != NULL || person->listed ||
			person->refused > 0 ||
			queue_first_to(matrix->outgoing->queue, person->id) != NULL)
			continue;
		matrix->people->person[i] = matrix->people->person[--matrix->people->count];
		index_remove(&matrix->people->by_id, &person->by_id);
		index_remove(&matrix->people->by_local, &person->by_local);
		index_remove(&matrix->people->by_name, &person->by_name);
		person_update_nicks(matrix, person, person->name);
		person_free(person);
	}
}

const struct sender *matrix_person_fill_sender(
	const struct matrix_person *person, struct matrix_sender *into)
{
	char local[MATRIX_ID];
	const char *colon = strchr(person->id, ':');
	struct text text = text_in(into->origin, sizeof into->origin);
	name_local_part(person->id, local, sizeof local);
	text_add(&text, local);
	text_char(&text, '@');
	text_add(&text, colon != NULL ? colon + 1 : "");
	text = text_in(into->mask, sizeof into->mask);
	text_add(&text, person->nick);
	text_char(&text, '!');
	text_add(&text, into->origin);
	into->sender = (struct sender){ .key = person->id,
		.nick = person->nick,
		.first = person->id,
		.account = person->id,
		.mask = into->mask,
		.origin = into->origin };
	return &into->sender;
}
