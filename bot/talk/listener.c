#include "bot/talk/listener.h"

#include <string.h>

struct listener listener_channel(const struct channel *channel)
{
	return (struct listener){
		.network = channel->network,
		.target = channel->name,
		.locale = channel->settings.locale,
		.quiet = channel->settings.quiet,
	};
}

struct listener listener_person(const struct person *person)
{
	return (struct listener){
		.network = person->network,
		.target = person->connection,
		.locale = person_locale(person),
		.via = person->via,
		.private = true,
	};
}

/* Line by line. */
static uint64_t tell(const struct listener *listener, char *at)
{
	struct network *network = listener->network;
	uint64_t told = 0;
	while (*at != '\0') {
		char *end = at + strcspn(at, "\n");
		char *next = *end == '\n' ? end + 1 : end;
		*end = '\0';
		told = network->driver->tell(network, listener->target, listener->via, SAYING(at));
		at = next;
	}
	return told;
}

uint64_t listener_hear(const struct listener *listener, struct string *line)
{
	struct network *network = listener->network;
	uint64_t told = 0;
	if (line->length > 0 && listener->target != NULL && listener->private)
		told = tell(listener, line->bytes);
	else if (line->length > 0 && listener->target != NULL)
		network->driver->say(network, listener->target, SAYING(line->bytes));
	string_clear(line);
	return told;
}
