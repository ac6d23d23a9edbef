#include "bot/net/matrix/shown.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/base/memory.h"
#include "engine/text.h"

static const char *const keys[] = { "1\ufe0f\u20e3", "2\ufe0f\u20e3", "3\ufe0f\u20e3",
	"4\ufe0f\u20e3", "5\ufe0f\u20e3", "6\ufe0f\u20e3", "7\ufe0f\u20e3", "8\ufe0f\u20e3",
	"9\ufe0f\u20e3", "\U0001f51f" };

enum { KEYS = sizeof keys / sizeof keys[0] };

static void shown_put(char out[SHOWN_ID], const char *text)
{
	text_copy(out, SHOWN_ID, text != NULL ? text : "");
}

void shown_close(struct shown **list)
{
	while (*list != NULL)
		shown_drop(list, *list);
}

struct shown *shown_find(struct shown *list, const char *target, uint64_t topic)
{
	while (list != NULL && (list->topic != topic || strcmp(list->target, target) != 0))
		list = list->next;
	return list;
}

struct shown *shown_find_event(struct shown *list, const char *event)
{
	while (list != NULL && strcmp(list->event, event) != 0)
		list = list->next;
	return list;
}

void shown_drop(struct shown **list, struct shown *shown)
{
	struct shown **at = list;
	while (*at != shown)
		at = &(*at)->next;
	*at = shown->next;
	string_free(&shown->head);
	string_free(&shown->text);
	string_free(&shown->choices);
	free(shown);
}

struct shown *shown_find_excess(struct shown *list, const char *target)
{
	struct shown *oldest = NULL;
	unsigned count = 0;
	/* New messages come first in the list, so the last one found is the oldest. */
	for (; list != NULL; list = list->next)
		if (*target == '@' && strcmp(list->target, target) == 0) {
			oldest = list;
			count++;
		}
	return count > SHOWN_PER_PERSON ? oldest : NULL;
}

struct shown *shown_find_or_add(struct shown **list, const char *target, uint64_t topic)
{
	struct shown *shown = shown_find(*list, target, topic);
	if (shown != NULL)
		return shown;
	shown = memory_new(1, sizeof *shown);
	*shown = (struct shown){ .next = *list,
		.topic = topic,
		.head = STRING_EMPTY,
		.text = STRING_EMPTY,
		.choices = STRING_EMPTY,
		.notified_edition = UINT64_MAX };
	shown_put(shown->target, target);
	*list = shown;
	return shown;
}

bool shown_needs_new_message(
	const struct shown *shown, const struct queue_content *words, const char *room)
{
	return words->notifies || words->new_message || words->text.length > 0 || shown == NULL ||
		shown->event[0] == '\0' || strcmp(shown->room, room) != 0;
}

void shown_record_event(
	struct shown *shown, const struct queue_event *event, const char *room, const char *id)
{
	const struct queue_content *words = &event->words;
	if (shown_needs_new_message(shown, words, room)) {
		shown_put(shown->room, room);
		shown_put(shown->event, id);
		text_copy(shown->name, sizeof shown->name, event->name);
		string_set(&shown->head, words->text.bytes);
		shown->offered = 0;
		shown->tapped = 0;
	}
	if (words->notifies)
		shown->notified_edition = words->edition;
	string_set(&shown->text, words->shown.bytes);
	string_set(&shown->choices, words->choices.bytes);
}

unsigned shown_count_choices(const struct shown *shown)
{
	unsigned count = 0;
	for (const char *at = shown->choices.bytes; *at != '\0' && count < KEYS; count++) {
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	return count;
}

const char *shown_choice_key(unsigned choice)
{
	return keys[choice];
}

/* True if two emoji are equal, with or without the variation selector U+FE0F. */
static bool shown_is_same_emoji(const char *key, const char *other)
{
	static const char picture[] = "\ufe0f";
	size_t length = sizeof picture - 1;
	while (*key != '\0' || *other != '\0') {
		if (strncmp(key, picture, length) == 0)
			key += length;
		else if (strncmp(other, picture, length) == 0)
			other += length;
		else if (*key++ != *other++)
			return false;
	}
	return true;
}

int shown_find_choice(const struct shown *shown, const char *key)
{
	unsigned count = shown_count_choices(shown);
	for (unsigned i = 0; i < count; i++)
		if (shown_is_same_emoji(keys[i], key))
			return (int)i;
	return -1;
}

void shown_add_choice_line(const struct shown *shown, unsigned choice, struct string *out)
{
	const char *at = shown->choices.bytes;
	while (choice-- > 0)
		at += strcspn(at, "\n") + 1;
	string_add_bytes(out, at, strcspn(at, "\n"));
}

void shown_write_name(const struct shown *shown, struct string *out)
{
	string_add(out, shown->target);
	string_add_char(out, ' ');
	string_add_number(out, (int64_t)shown->topic);
}

void shown_write_value(const struct shown *shown, struct string *out)
{
	json_begin_object(out, NULL);
	json_text(out, "room", shown->room);
	json_text(out, "event", shown->event);
	json_text(out, "name", shown->name);
	json_text(out, "head", shown->head.bytes);
	json_text(out, "text", shown->text.bytes);
	json_text(out, "choices", shown->choices.bytes);
	json_number(out, "told", (int64_t)shown->notified_edition);
	json_number(out, "offered", shown->offered);
	json_number(out, "tapped", (int64_t)shown->tapped);
	json_number(out, "over", shown->over);
	json_end(out, '}');
}

static const char *shown_text(const json_t *stored, const char *key)
{
	const char *text = json_string_value(json_object_get(stored, key));
	return text != NULL ? text : "";
}

static uint64_t shown_number(const json_t *stored, const char *key)
{
	return (uint64_t)json_integer_value(json_object_get(stored, key));
}

struct shown *shown_read(struct shown **list, const char *name, const json_t *stored)
{
	const char *topic = strrchr(name, ' ');
	char target[SHOWN_ID];
	if (topic == NULL || stored == NULL || (size_t)(topic - name) >= sizeof target)
		return NULL;
	memcpy(target, name, (size_t)(topic - name));
	target[topic - name] = '\0';
	struct shown *shown = shown_find_or_add(list, target, strtoull(topic, NULL, 10));
	shown_put(shown->room, shown_text(stored, "room"));
	shown_put(shown->event, shown_text(stored, "event"));
	text_copy(shown->name, sizeof shown->name, shown_text(stored, "name"));
	string_set(&shown->head, shown_text(stored, "head"));
	string_set(&shown->text, shown_text(stored, "text"));
	string_set(&shown->choices, shown_text(stored, "choices"));
	shown->notified_edition = shown_number(stored, "told");
	shown->offered = (unsigned)shown_number(stored, "offered");
	shown->tapped = shown_number(stored, "tapped");
	shown->over = shown_number(stored, "over") != 0;
	return shown;
}
