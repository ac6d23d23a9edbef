/*
 * matrix/outgoing_store.c - stores the outgoing queue and the shown messages in the database, and
 * changes both together.
 */
#include <string.h>

#include "bot/base/json.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/show.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"
#include "engine/text.h"

uint64_t matrix_outgoing_store(struct matrix *matrix, const struct queue_event *event)
{
	struct string value = STRING_EMPTY;
	if (event == NULL) {
		matrix_log(matrix, LOG_ERROR, "the send queue is full: dropped a line");
		return 0;
	}
	const struct queue_content *words = &event->words;
	if (queue_is_empty(event)) {
		matrix_store_put_kind(matrix, "out ", event->name, NULL);
		return 0;
	}
	json_begin_object(&value, NULL);
	json_text(&value, "to", event->target);
	json_text(&value, "text", words->text.bytes);
	if (words->file.length > 0)
		json_text(&value, "file", words->file.bytes);
	if (words->passing > 0)
		json_number(&value, "passing", (int64_t)words->passing);
	json_number(&value, "about", (int64_t)words->about);
	if (words->thread.event[0] != '\0') {
		json_text(&value, "thread", words->thread.event);
		json_text(&value, "in", words->thread.room);
		json_bool(&value, "reply", words->thread.is_reply);
	}
	json_bool(&value, "urgent", words->urgent);
	if (words->topic != 0) {
		json_number(&value, "topic", (int64_t)words->topic);
		json_number(&value, "edition", (int64_t)words->edition);
		json_text(&value, "shown", words->shown.bytes);
		json_text(&value, "choices", words->choices.bytes);
		json_bool(&value, "loud", words->notifies);
		json_bool(&value, "anew", words->new_message);
	}
	json_bool(&value, "last", words->last);
	json_end(&value, '}');
	matrix_store_put_kind(matrix, "out ", event->name, value.bytes);
	string_free(&value);
	return event->number;
}

static uint64_t outgoing_count(const json_t *stored, const char *key)
{
	return (uint64_t)json_integer_value(json_object_get(stored, key));
}

void matrix_outgoing_load(struct matrix *matrix, const char *name, const char *value)
{
	/*
	 * After a read error all values are read again, so the event may already be in the queue.
	 */
	if (queue_find(matrix->outgoing->queue, name) != NULL)
		return;
	json_t *stored = json_loads(value, 0, NULL);
	const char *target = matrix_get_string(stored, "to"),
		   *text = matrix_get_string(stored, "text");
	const char *shown = matrix_get_string(stored, "shown"),
		   *choices = matrix_get_string(stored, "choices");
	const char *answered = matrix_get_string(stored, "thread"),
		   *in = matrix_get_string(stored, "in");
	size_t length = text != NULL ? strlen(text) : 0;
	/* Drop the transient end of the text: it was true only before the restart. */
	uint64_t passing = outgoing_count(stored, "passing");
	if (passing > 0 && passing <= length) {
		length -= (size_t)passing;
		length -= length > 0 && text[length - 1] == '\n';
	}
	bool valid = target != NULL && (length > 0 || shown != NULL) &&
		!queue_full(matrix->outgoing->queue);
	struct queue_event *event =
		valid ? queue_restore(matrix->outgoing->queue, name, target) : NULL;
	if (event != NULL) {
		struct queue_content *words = &event->words;
		if (length > 0)
			string_add_bytes(&words->text, text, length);
		string_set(&words->file, matrix_get_string(stored, "file"));
		string_set(&words->shown, shown);
		string_set(&words->choices, choices);
		words->about = outgoing_count(stored, "about");
		text_copy(
			words->thread.event, sizeof words->thread.event, answered ? answered : "");
		text_copy(words->thread.room, sizeof words->thread.room, in ? in : "");
		words->thread.is_reply = json_is_true(json_object_get(stored, "reply"));
		words->topic = outgoing_count(stored, "topic");
		words->edition = outgoing_count(stored, "edition");
		words->urgent = json_is_true(json_object_get(stored, "urgent"));
		words->notifies = json_is_true(json_object_get(stored, "loud"));
		words->new_message = json_is_true(json_object_get(stored, "anew"));
		words->last = json_is_true(json_object_get(stored, "last"));
	}
	if (event == NULL)
		matrix_store_put_kind(matrix, "out ", name, NULL);
	json_decref(stored);
}

uint64_t matrix_outgoing_add(struct matrix *matrix, const char *target, const struct saying *saying,
	const struct queue_thread *thread)
{
	return matrix_outgoing_store(
		matrix, queue_say(matrix->outgoing->queue, target, saying, thread));
}

bool matrix_outgoing_mark_last(struct matrix *matrix, const char *target)
{
	const struct queue_event *event = queue_mark_last(matrix->outgoing->queue, target);
	if (event != NULL)
		matrix_outgoing_store(matrix, event);
	return event != NULL;
}

void matrix_outgoing_remove(struct matrix *matrix, struct queue_event *event)
{
	char target[NETWORK_CHANNEL];
	memcpy(target, event->target, sizeof target);
	matrix_store_put_kind(matrix, "out ", event->name, NULL);
	queue_drop(matrix->outgoing->queue, event);
	matrix_shown_drop_all(matrix, target, false);
}

void matrix_outgoing_redirect(struct matrix *matrix, const char *room, const char *next)
{
	struct queue_event *event;
	while ((event = queue_first_unsent(matrix->outgoing->queue, room)) != NULL) {
		text_copy(event->target, sizeof event->target, next);
		matrix_outgoing_store(matrix, event);
	}
	matrix_shown_drop_all(matrix, room, true);
}

void matrix_outgoing_drop(struct matrix *matrix, const char *room)
{
	struct queue_event *event;
	while ((event = queue_first_to(matrix->outgoing->queue, room)) != NULL)
		matrix_outgoing_remove(matrix, event);
	matrix_shown_drop_all(matrix, room, true);
}

/* ---- shown messages ---- */

void matrix_shown_store(struct matrix *matrix, const struct shown *shown)
{
	struct string name = STRING_EMPTY, value = STRING_EMPTY;
	shown_write_name(shown, &name);
	shown_write_value(shown, &value);
	matrix_store_put_kind(matrix, "shown ", name.bytes, value.bytes);
	string_free(&name);
	string_free(&value);
}

void matrix_shown_drop(struct matrix *matrix, struct shown *shown)
{
	struct string name = STRING_EMPTY;
	shown_write_name(shown, &name);
	matrix_store_put_kind(matrix, "shown ", name.bytes, NULL);
	string_free(&name);
	shown_drop(&matrix->shows->shown, shown);
}

void matrix_shown_load(struct matrix *matrix, const char *name, const char *value)
{
	json_t *stored = json_loads(value, 0, NULL);
	shown_read(&matrix->shows->shown, name, stored);
	json_decref(stored);
}

void matrix_shown_drop_all(struct matrix *matrix, const char *target, bool all)
{
	struct shown *next;
	if (!all && queue_first_to(matrix->outgoing->queue, target) != NULL)
		return;
	for (struct shown *shown = matrix->shows->shown; shown != NULL; shown = next) {
		next = shown->next;
		if ((all || shown->over) && strcmp(shown->target, target) == 0)
			matrix_shown_drop(matrix, shown);
	}
}
