/* matrix/person.c - the people the bot knows on Matrix, and what they are called. */
#include <stdlib.h>
#include <string.h>

#include "bot/net/matrix/name.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

static size_t matrix_person_place(const struct matrix *matrix, const char *id)
{
	size_t low = 0, high = matrix->people;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (strcmp(matrix->person[middle]->id, id) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct matrix_person *matrix_person_find(const struct matrix *matrix, const char *id)
{
	size_t at = matrix_person_place(matrix, id);
	bool there = at < matrix->people && strcmp(matrix->person[at]->id, id) == 0;
	return there ? matrix->person[at] : NULL;
}

/* Adds somebody who is not there yet, at their place. */
static struct matrix_person *matrix_person_add(struct matrix *matrix, size_t at, const char *id)
{
	struct matrix_person **grown =
		matrix_grown(matrix, matrix->person, (matrix->people + 1) * sizeof *grown);
	if (grown == NULL)
		return NULL;
	matrix->person = grown;
	struct matrix_person *person = matrix_grown(matrix, NULL, sizeof *person);
	if (person == NULL)
		return NULL;
	*person = (struct matrix_person){ .id = matrix_copy(matrix, id),
		.name = matrix_copy(matrix, "") };
	if (person->id == NULL || person->name == NULL) {
		free(person->id);
		free(person->name);
		free(person);
		return NULL;
	}
	memmove(grown + at + 1, grown + at, (matrix->people - at) * sizeof *grown);
	grown[at] = person;
	matrix->people++;
	return person;
}

struct matrix_person *matrix_person_get(struct matrix *matrix, const char *id)
{
	size_t at = matrix_person_place(matrix, id);
	if (at < matrix->people && strcmp(matrix->person[at]->id, id) == 0)
		return matrix->person[at];
	if (!name_is_id(id, '@'))
		return NULL;
	struct matrix_person *person = matrix_person_add(matrix, at, id);
	if (person != NULL)
		matrix_person_display(matrix, person, NULL);
	return person;
}

/* ---- names ---- */

/* Somebody else, or the bot, who has that name. */
static struct matrix_person *matrix_person_alike(
	const struct matrix *matrix, const struct matrix_person *person, const char *name)
{
	for (size_t i = 0; i < matrix->people; i++)
		if (matrix->person[i] != person && text_same(matrix->person[i]->name, name))
			return matrix->person[i];
	return NULL;
}

/* Shows somebody by another nick; those above hear of it who know them. */
static void matrix_person_show(struct matrix *matrix, struct matrix_person *person, bool alone)
{
	char nick[NETWORK_NICK];
	struct matrix_sender into;
	struct text text = text_in(nick, sizeof nick);
	if (alone)
		text_add(&text, person->name);
	else
		name_distinct(person->name, person->id, nick, sizeof nick);
	if (person->nick != NULL && strcmp(person->nick, nick) == 0)
		return;
	char *copy = matrix_copy(matrix, nick);
	if (copy == NULL)
		return;
	bool known = person->nick != NULL && person->rooms > 0;
	free(person->nick);
	person->nick = copy;
	if (known)
		matrix->network.events->renamed(matrix->network.above, &matrix->network,
			matrix_person_sender(person, &into));
}

static bool matrix_person_is_self(const struct matrix *matrix, const char *name)
{
	return matrix->nick != NULL && text_same(matrix->nick, name);
}

void matrix_person_display(struct matrix *matrix, struct matrix_person *person, const char *display)
{
	char name[NAME_SIZE], local[MATRIX_ID];
	name_local(person->id, local, sizeof local);
	/* Who has no display name, or none that could be shown, is known by what is theirs. */
	if (display == NULL || !name_clean(display, name))
		if (!name_clean(local, name))
			*name = '\0';
	if (person->nick != NULL && strcmp(person->name, name) == 0)
		return;
	char *copy = matrix_copy(matrix, name);
	if (copy == NULL)
		return;
	char *before = person->name;
	person->name = copy;
	struct matrix_person *other =
		*name != '\0' ? matrix_person_alike(matrix, person, name) : NULL;
	bool alone = *name != '\0' && other == NULL && !matrix_person_is_self(matrix, name);
	matrix_person_show(matrix, person, alone);
	/* Both are shown with their ids; who is left alone with a name has it for themselves. */
	if (other != NULL)
		matrix_person_show(matrix, other, false);
	other = *before != '\0' ? matrix_person_alike(matrix, person, before) : NULL;
	if (other != NULL)
		matrix_person_show(matrix, other,
			matrix_person_alike(matrix, other, before) == NULL &&
				!matrix_person_is_self(matrix, before));
	free(before);
}

struct matrix_person *matrix_person_named(const struct matrix *matrix, const char *nick)
{
	struct matrix_person *found = NULL;
	char local[MATRIX_ID];
	unsigned count = 0;
	for (size_t i = 0; i < matrix->people; i++) {
		struct matrix_person *person = matrix->person[i];
		if (text_same(person->nick, nick) || strcmp(person->id, nick) == 0)
			return person;
		name_local(person->id, local, sizeof local);
		if (text_same(local, nick + (*nick == '@'))) {
			found = person;
			count++;
		}
	}
	return count == 1 ? found : NULL;
}

const struct sender *matrix_person_sender(
	const struct matrix_person *person, struct matrix_sender *into)
{
	char local[MATRIX_ID];
	const char *colon = strchr(person->id, ':');
	struct text text = text_in(into->origin, sizeof into->origin);
	name_local(person->id, local, sizeof local);
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
