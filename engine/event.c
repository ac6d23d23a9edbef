#include "engine/event.h"

#include <assert.h>
#include <string.h>

struct event *events_add(struct events *events, enum event_kind kind, unsigned seat)
{
	struct event *event = &events->event[events->count];
	assert(events->count < EVENTS_MAX);
	events->count++;
	memset(event, 0, sizeof *event);
	event->kind = (uint8_t)kind;
	event->seat = (uint8_t)seat;
	event->visible = VISIBLE_ALL;
	return event;
}

void event_card(struct event *event, card c)
{
	assert(event->count < CARD_COUNT);
	event->cards[event->count++] = c;
}

unsigned event_traits(const struct event *event)
{
	static const uint16_t traits[EVENT_KINDS] = {
#define X(name, message, hidden, traits) traits,
		EVENTS(X)
#undef X
	};
	return traits[event->kind];
}
