#include "bot/surface/lessons.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/command/tutorial.h"
#include "bot/match/visitor.h"
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

void lessons_begin(struct lessons *lessons, const char *lang, char key[SEAT_KEY])
{
	struct lobby *lobby = lessons->commands->lobby;
	struct lesson lesson = { .person = visitor_add_learner(lobby, lang) };
	/* End the oldest lesson; lessons_add_changes removes it, and tells the pages. */
	if (lessons->count >= LESSONS_MOST)
		tutorial_end(
			lessons->commands, lessons->lesson[lessons->count - LESSONS_MOST].person);
	seat_key_make(&lobby->env, key);
	seat_key_hash_text(key, lesson.hash);
	lesson.person->references++;
	tutorial_begin(lessons->commands, lesson.person);
	lessons->lesson = memory_grow(lessons->lesson, lessons->count + 1, sizeof *lessons->lesson);
	lessons->lesson[lessons->count++] = lesson;
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
