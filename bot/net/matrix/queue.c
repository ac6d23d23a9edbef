#include "bot/net/matrix/queue.h"

#include <stdlib.h>
#include <string.h>

#include "engine/text.h"

struct queue {
	struct queue_event *first;
	size_t count;
	uint64_t number; /* of the last */
	uint32_t salt;
};

struct queue *queue_open(uint64_t first, uint32_t salt)
{
	struct queue *queue = calloc(1, sizeof *queue);
	if (queue != NULL)
		*queue = (struct queue){ .number = first, .salt = salt };
	return queue;
}

static void queue_free(struct queue_event *event)
{
	string_free(&event->text);
	string_free(&event->before);
	free(event);
}

void queue_close(struct queue *queue)
{
	while (queue != NULL && queue->first != NULL)
		queue_drop(queue, queue->first);
	free(queue);
}

static struct queue_event *queue_add(struct queue *queue, const char *target, bool loud)
{
	struct queue_event **end = &queue->first;
	struct queue_event *event = queue->count < QUEUE_EVENTS ? calloc(1, sizeof *event) : NULL;
	if (event == NULL)
		return NULL;
	while (*end != NULL)
		end = &(*end)->next;
	*event = (struct queue_event){ .number = ++queue->number,
		.text = STRING_EMPTY,
		.before = STRING_EMPTY,
		.loud = loud };
	struct text text = text_in(event->target, sizeof event->target);
	text_add(&text, target);
	*end = event;
	queue->count++;
	return event;
}

/* As text such numbers are in order. */
static void queue_name(const struct queue *queue, struct queue_event *event)
{
	uint8_t bytes[12];
	for (size_t i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(event->number >> (56 - 8 * i));
	for (size_t i = 0; i < 4; i++)
		bytes[8 + i] = (uint8_t)(queue->salt >> (24 - 8 * i));
	struct text text = text_in(event->name, sizeof event->name);
	text_hex(&text, bytes, sizeof bytes);
}

/* The event that a line to target may still go with, or NULL. */
static struct queue_event *queue_open_to(struct queue *queue, const char *target, size_t length)
{
	struct queue_event *last = NULL;
	for (struct queue_event *event = queue->first; event != NULL; event = event->next)
		if (strcmp(event->target, target) == 0)
			last = event;
	return last != NULL && !last->gone && last->text.length + length < QUEUE_TEXT ? last : NULL;
}

/* It is about to change: what it is now comes back should the batch fail. */
static void queue_stage(struct queue_event *event)
{
	if (event->staged)
		return;
	event->staged = true;
	string_clear(&event->before);
	string_add(&event->before, event->text.bytes);
	event->lines_before = event->lines;
}

struct queue_event *queue_say(
	struct queue *queue, const char *target, const struct saying *saying, bool loud)
{
	const char *passing = saying->passing != NULL ? saying->passing : "";
	struct queue_event *event =
		queue_open_to(queue, target, strlen(saying->text) + strlen(passing));
	if (event == NULL) {
		event = queue_add(queue, target, loud);
		if (event == NULL)
			return NULL;
		queue_name(queue, event);
		event->staged = event->fresh = true;
	}
	queue_stage(event);
	if (saying->topic != 0 && saying->topic == event->topic)
		string_keep(&event->text, 0, event->text.length - event->passing);
	if (event->text.length > 0 && event->text.bytes[event->text.length - 1] != '\n' &&
		(saying->text[0] != '\0' || passing[0] != '\0'))
		string_char(&event->text, '\n');
	string_add(&event->text, saying->text);
	string_add(&event->text, passing);
	event->passing = strlen(passing);
	event->topic = saying->topic;
	event->loud = event->loud || loud;
	event->lines++;
	return event;
}

struct queue_event *queue_restore(
	struct queue *queue, const char *name, const char *target, const char *text, bool loud)
{
	struct queue_event *event = queue_add(queue, target, loud);
	if (event == NULL)
		return NULL;
	struct text copy = text_in(event->name, sizeof event->name);
	text_add(&copy, name);
	string_add(&event->text, text);
	event->lines = 1;
	/* Whether the server has had it already nobody can tell. */
	event->gone = true;
	return event;
}

bool queue_release(struct queue *queue)
{
	bool any = false;
	for (struct queue_event *event = queue->first; event != NULL; event = event->next) {
		any = any || event->staged;
		event->staged = event->fresh = false;
	}
	return any;
}

void queue_forget(struct queue *queue)
{
	struct queue_event *next;
	for (struct queue_event *event = queue->first; event != NULL; event = next) {
		next = event->next;
		if (event->fresh) {
			queue_drop(queue, event);
		} else if (event->staged) {
			struct string text = event->text;
			event->text = event->before;
			event->before = text;
			event->lines = event->lines_before;
			event->passing = 0;
			event->topic = 0;
			event->staged = false;
		}
	}
}

struct queue_event *queue_first(
	const struct queue *queue, bool (*go_to)(void *context, const char *target), void *context)
{
	struct queue_event *public = NULL;
	for (struct queue_event *event = queue->first; event != NULL; event = event->next) {
		if (event->staged || (event->target[0] != '@' && public != NULL) ||
			queue_to(queue, event->target) != event || !go_to(context, event->target))
			continue;
		if (event->target[0] == '@')
			return event;
		public = event;
	}
	return public;
}

struct queue_event *queue_named(const struct queue *queue, const char *name)
{
	struct queue_event *event = queue->first;
	while (event != NULL && strcmp(event->name, name) != 0)
		event = event->next;
	return event;
}

void queue_drop(struct queue *queue, struct queue_event *event)
{
	struct queue_event **at = &queue->first;
	while (*at != event)
		at = &(*at)->next;
	*at = event->next;
	queue->count--;
	queue_free(event);
}

bool queue_holds(const struct queue *queue, uint64_t number)
{
	for (const struct queue_event *event = queue->first; event != NULL; event = event->next)
		if (event->number == number)
			return true;
	return false;
}

struct queue_event *queue_to(const struct queue *queue, const char *target)
{
	struct queue_event *event = queue->first;
	while (event != NULL && strcmp(event->target, target) != 0)
		event = event->next;
	return event;
}

size_t queue_lines(const struct queue *queue, const char *target)
{
	size_t lines = 0;
	for (const struct queue_event *event = queue->first; event != NULL; event = event->next)
		if (target == NULL || strcmp(event->target, target) == 0)
			lines += event->lines;
	return lines;
}
