#include "bot/net/matrix/queue.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "engine/text.h"

struct queue {
	struct queue_event *first;
	size_t count;
	uint64_t number; /* number of the last event */
	uint32_t salt;
};

static struct queue_content content_is_empty(void)
{
	return (struct queue_content){ .text = STRING_EMPTY,
		.file = STRING_EMPTY,
		.shown = STRING_EMPTY,
		.choices = STRING_EMPTY };
}

struct queue *queue_open(uint64_t first, uint32_t salt)
{
	struct queue *queue = memory_new(1, sizeof *queue);
	*queue = (struct queue){ .number = first, .salt = salt };
	return queue;
}

static void content_free(struct queue_content *words)
{
	string_free(&words->text);
	string_free(&words->file);
	string_free(&words->shown);
	string_free(&words->choices);
	*words = content_is_empty();
}

void queue_close(struct queue *queue)
{
	while (queue != NULL && queue->first != NULL)
		queue_drop(queue, queue->first);
	free(queue);
}

/* Appends an event; the caller sets its name. Returns NULL if the queue is full. */
static struct queue_event *queue_add(struct queue *queue, const char *target)
{
	struct queue_event **end = &queue->first;
	if (queue_full(queue))
		return NULL;
	struct queue_event *event = memory_new(1, sizeof *event);
	while (*end != NULL)
		end = &(*end)->next;
	*event = (struct queue_event){
		.number = ++queue->number, .words = content_is_empty(), .before = content_is_empty()
	};
	text_copy(event->target, sizeof event->target, target);
	*end = event;
	queue->count++;
	return event;
}

/* Appends a new event, staged in this batch. Returns NULL if the queue is full. */
static struct queue_event *queue_begin(struct queue *queue, const char *target)
{
	struct queue_event *event = queue_add(queue, target);
	if (event == NULL)
		return NULL;
	/*
	 * The number and the salt are in hexadecimal of fixed width, so that sorted names are in
	 * the order of the numbers.
	 */
	uint8_t bytes[12];
	for (size_t i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(event->number >> (56 - 8 * i));
	for (size_t i = 0; i < 4; i++)
		bytes[8 + i] = (uint8_t)(queue->salt >> (24 - 8 * i));
	struct text text = text_in(event->name, sizeof event->name);
	text_hex(&text, bytes, sizeof bytes);
	event->staged = event->fresh = true;
	return event;
}

/* Saves the content of an event before its first change in a batch, for a rollback. */
static void queue_stage(struct queue_event *event)
{
	if (event->staged)
		return;
	event->staged = true;
	content_free(&event->before);
	event->before = event->words;
	event->words.text = event->words.file = event->words.shown = event->words.choices =
		STRING_EMPTY;
	string_set(&event->words.file, event->before.file.bytes);
	string_set(&event->words.text, event->before.text.bytes);
	string_set(&event->words.shown, event->before.shown.bytes);
	string_set(&event->words.choices, event->before.choices.bytes);
}

/*
 * Returns the last event for a target if a line of `length` bytes can be added to it: the event is
 * unsent, belongs to the same topic `about` and thread, and has room. Otherwise returns NULL.
 */
static struct queue_event *queue_find_open(const struct queue *queue, const char *target,
	uint64_t about, const char *thread, size_t length)
{
	struct queue_event *last = NULL;
	for (struct queue_event *event = queue->first; event != NULL; event = event->next) {
		const struct queue_content *words = &event->words;
		/*
		 * Skip an event that only edits a shown message: later lines may be sent before it.
		 */
		bool edits = words->topic != 0 && !words->notifies && !words->new_message &&
			words->text.length == 0;
		if (!edits && strcmp(event->target, target) == 0)
			last = event;
	}
	if (last == NULL || last->was_sent || last->words.file.length > 0 ||
		last->words.about != about || strcmp(last->words.thread.event, thread) != 0)
		return NULL;
	return last->words.text.length + last->words.shown.length + length < QUEUE_TEXT ? last
											: NULL;
}

struct queue_event *queue_say(struct queue *queue, const char *target, const struct saying *saying,
	const struct queue_thread *thread)
{
	static const struct queue_thread none;
	const char *passing = saying->transient != NULL ? saying->transient : "";
	size_t length = strlen(saying->text) + strlen(passing);
	thread = thread != NULL ? thread : &none;
	struct queue_event *event = saying->file != NULL
		? NULL
		: queue_find_open(queue, target, saying->about, thread->event, length);
	if (event == NULL)
		event = queue_begin(queue, target);
	if (event == NULL)
		return NULL;
	queue_stage(event);
	struct string *text = &event->words.text;
	if (text->length > 0 && text->bytes[text->length - 1] != '\n' && length > 0)
		string_add_char(text, '\n');
	string_add(text, saying->text);
	string_add(text, passing);
	string_set(&event->words.file, saying->file);
	event->words.passing = strlen(passing);
	event->words.about = saying->about;
	event->words.thread = *thread;
	event->words.urgent = event->words.urgent || saying->urgent;
	event->words.lines++;
	return event;
}

struct queue_event *queue_find_shown(const struct queue *queue, const char *target, uint64_t topic)
{
	struct queue_event *last = NULL;
	for (struct queue_event *event = queue->first; event != NULL; event = event->next)
		if (event->words.topic == topic && strcmp(event->target, target) == 0)
			last = event;
	return last;
}

struct queue_event *queue_show(
	struct queue *queue, const char *target, const struct showing *showing, bool anew)
{
	struct queue_event *event = queue_find_shown(queue, target, showing->topic);
	bool notifies = showing->notifies;
	if (event != NULL && event->was_sent)
		event = NULL;
	if (event != NULL) {
		/*
		 * Replacing an unsent event of the same edition must not cancel its notification.
		 */
		notifies = notifies ||
			(event->words.notifies && event->words.edition == showing->edition);
		anew = anew || event->words.new_message;
	} else if (notifies) {
		event = queue_find_open(queue, target, 0, "", strlen(showing->text));
		event = event != NULL && event->words.topic == 0 ? event : NULL;
	}
	if (event == NULL)
		event = queue_begin(queue, target);
	if (event == NULL)
		return NULL;
	queue_stage(event);
	struct queue_content *words = &event->words;
	words->topic = showing->topic;
	words->edition = showing->edition;
	string_set(&words->shown, showing->text);
	string_set(&words->choices, showing->choices);
	words->lines += words->lines == 0;
	words->notifies = notifies;
	words->new_message = anew;
	return event;
}

struct queue_event *queue_cancel_shown(struct queue *queue, const char *target, uint64_t topic)
{
	struct queue_event *event = queue_find_shown(queue, target, topic);
	if (event == NULL || event->was_sent || !event->words.notifies)
		return NULL;
	queue_stage(event);
	struct queue_content *words = &event->words;
	string_clear(&words->shown);
	string_clear(&words->choices);
	words->topic = words->edition = 0;
	words->notifies = words->new_message = false;
	words->lines -= words->text.length == 0;
	return event;
}

bool queue_is_empty(const struct queue_event *event)
{
	return event->words.topic == 0 && event->words.text.length == 0 && !event->words.last;
}

struct queue_event *queue_mark_last(struct queue *queue, const char *target)
{
	struct queue_event *last = NULL;
	for (struct queue_event *event = queue->first; event != NULL; event = event->next)
		if (strcmp(event->target, target) == 0)
			last = event;
	if (last == NULL)
		return NULL;
	queue_stage(last);
	last->words.last = true;
	return last;
}

bool queue_has_last(const struct queue *queue, const char *target)
{
	const struct queue_event *event = queue->first;
	while (event != NULL && !(event->words.last && strcmp(event->target, target) == 0))
		event = event->next;
	return event != NULL;
}

struct queue_event *queue_restore(struct queue *queue, const char *name, const char *target)
{
	struct queue_event *event = queue_add(queue, target);
	if (event == NULL)
		return NULL;
	text_copy(event->name, sizeof event->name, name);
	event->words.lines = 1;
	/* The server may have the event already, so the event must not change. */
	event->was_sent = true;
	return event;
}

bool queue_commit(struct queue *queue)
{
	bool any = false;
	struct queue_event *next;
	for (struct queue_event *event = queue->first; event != NULL; event = next) {
		next = event->next;
		any = any || event->staged;
		event->staged = event->fresh = false;
		content_free(&event->before);
		if (queue_is_empty(event))
			queue_drop(queue, event);
	}
	return any;
}

void queue_roll_back(struct queue *queue)
{
	struct queue_event *next;
	for (struct queue_event *event = queue->first; event != NULL; event = next) {
		next = event->next;
		if (event->fresh) {
			queue_drop(queue, event);
		} else if (event->staged) {
			content_free(&event->words);
			event->words = event->before;
			event->before = content_is_empty();
			event->staged = false;
		}
	}
}

struct queue_event *queue_next_ready(const struct queue *queue,
	bool (*goes)(void *context, const struct queue_event *event), void *context)
{
	for (struct queue_event *event = queue->first; event != NULL; event = event->next)
		if (!event->staged && queue_first_to(queue, event->target) == event &&
			goes(context, event))
			return event;
	return NULL;
}

struct queue_event *queue_find(const struct queue *queue, const char *name)
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
	content_free(&event->words);
	content_free(&event->before);
	free(event);
}

bool queue_full(const struct queue *queue)
{
	return queue->count == QUEUE_EVENTS;
}

bool queue_holds(const struct queue *queue, uint64_t number)
{
	for (const struct queue_event *event = queue->first; event != NULL; event = event->next)
		if (event->number == number)
			return true;
	return false;
}

struct queue_event *queue_first_to(const struct queue *queue, const char *target)
{
	struct queue_event *event = queue->first;
	while (event != NULL && strcmp(event->target, target) != 0)
		event = event->next;
	return event;
}

struct queue_event *queue_first_unsent(const struct queue *queue, const char *target)
{
	struct queue_event *event = queue->first;
	while (event != NULL && (event->was_sent || strcmp(event->target, target) != 0))
		event = event->next;
	return event;
}

size_t queue_lines(const struct queue *queue, const char *target)
{
	size_t lines = 0;
	for (const struct queue_event *event = queue->first; event != NULL; event = event->next)
		if (target == NULL || strcmp(event->target, target) == 0)
			lines += event->words.lines;
	return lines;
}
