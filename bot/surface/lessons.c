#include "bot/surface/lessons.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/command/tutorial.h"
#include "bot/surface/seat_view.h"
#include "bot/surface/web_link.h"

static struct table *table_of(const struct lessons *lessons, const struct lesson *lesson)
{
	return tutorial_table_of(lessons->commands, lesson->person);
}

void lessons_close(struct lessons *lessons)
{
	for (size_t i = 0; i < lessons->count; i++)
		lessons->lesson[i].person->references--;
	free(lessons->lesson);
	*lessons = (struct lessons){ .commands = NULL };
}

/*
 * True if an address may begin one more lesson. If it has too many, ends one that its learner has
 * finished; lessons_add_changes removes it, and tells the pages.
 */
static bool make_room(const struct lessons *lessons, const char *address)
{
	const struct person *finished = NULL;
	unsigned count = 0;
	for (size_t i = 0; i < lessons->count; i++) {
		const struct lesson *lesson = &lessons->lesson[i];
		const struct table *table = table_of(lessons, lesson);
		if (table == NULL || !visitor_is_from(lesson->person, address))
			continue;
		count++;
		if (table->closed)
			finished = lesson->person;
	}
	if (count < LESSONS_OF_ADDRESS)
		return true;
	if (finished != NULL)
		tutorial_end(lessons->commands, finished);
	return finished != NULL;
}

enum message lessons_begin(
	struct lessons *lessons, const struct visitor_client *client, char key[SEAT_KEY])
{
	struct lobby *lobby = lessons->commands->lobby;
	if (!make_room(lessons, client->address))
		return MSG_TUTORIAL_TWO;
	if (!tutorial_make_room(lessons->commands))
		return MSG_TUTORIAL_FULL;
	struct lesson lesson = { .person = visitor_add_learner(lobby, client) };
	seat_key_make(&lobby->env, key);
	seat_key_hash_text(key, lesson.hash);
	lesson.person->references++;
	tutorial_begin(lessons->commands, lesson.person);
	lessons->lesson = memory_grow(lessons->lesson, lessons->count + 1, sizeof *lessons->lesson);
	lessons->lesson[lessons->count++] = lesson;
	return MSG_OK;
}

void lessons_end_idle(struct lessons *lessons)
{
	enum { HOUR_MS = 60 * 60 * 1000 };
	struct commands *commands = lessons->commands;
	for (size_t i = 0; i < lessons->count; i++) {
		const struct person *person = lessons->lesson[i].person;
		if (lobby_now(commands->lobby) - tutorial_last_act(commands, person) >= HOUR_MS)
			tutorial_end(commands, person);
	}
}

struct table *lessons_find(const struct lessons *lessons, const char *hash)
{
	for (size_t i = 0; i < lessons->count; i++)
		if (strcmp(lessons->lesson[i].hash, hash) == 0)
			return table_of(lessons, &lessons->lesson[i]);
	return NULL;
}

void lessons_resend(struct lessons *lessons)
{
	for (size_t i = 0; i < lessons->count; i++)
		lessons->lesson[i].sent = false;
}

static void add_view(
	struct lobby *lobby, struct table *table, struct lesson *lesson, struct string *out)
{
	struct string view = STRING_EMPTY;
	uint64_t sum = seat_view_sum(lobby, table, 0);
	if (lesson->sent && sum == lesson->shown)
		return;
	seat_view_add(lobby, table, 0, &view);
	web_link_add_view(out, "seat", lesson->hash, view.bytes);
	string_free(&view);
	lesson->sent = true;
	lesson->shown = sum;
}

void lessons_add_changes(struct lessons *lessons, struct string *out)
{
	size_t kept = 0;
	for (size_t i = 0; i < lessons->count; i++) {
		struct lesson *lesson = &lessons->lesson[i];
		struct table *table = table_of(lessons, lesson);
		if (table != NULL) {
			add_view(lessons->commands->lobby, table, lesson, out);
			lessons->lesson[kept++] = *lesson;
			continue;
		}
		web_link_add_closed(out, "seat", lesson->hash);
		lesson->person->references--;
	}
	lessons->count = kept;
}
