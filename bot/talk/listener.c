#include "bot/talk/listener.h"

#include <string.h>

/* Turns on coloured cards if the network has colours that do not disturb the text. */
static struct locale coloured(const struct network *network, struct locale locale)
{
	locale.coloured = network->driver->colours;
	return locale;
}

struct listener listener_channel(const struct channel *channel)
{
	return (struct listener){
		.network = channel->network,
		.target = channel->name,
		.locale = coloured(channel->network, channel->settings.locale),
		.quiet = channel->settings.quiet,
		.is_answer = true,
	};
}

struct listener listener_person(const struct person *person)
{
	return (struct listener){
		.network = person->network,
		.target = person->connection,
		.locale = coloured(person->network, person_locale(person)),
		.via = person->via,
		.private = true,
		.is_answer = true,
	};
}

struct listener listener_table(const struct table *table)
{
	struct listener listener = table->private_person != NULL
		? listener_person(table->private_person)
		: listener_channel(table->channel);
	listener.is_answer = false;
	return listener;
}

/*
 * Sends a text to a person, line by line. The last line also has the other members of `last`, such
 * as its transient text. Returns the number of the last line for the network driver's `waits`.
 */
static uint64_t tell(const struct listener *listener, char *at, struct saying last)
{
	struct network *network = listener->network;
	struct saying line = { .answers = last.answers, .urgent = last.urgent };
	char *next;
	uint64_t told;
	do {
		next = at + strcspn(at, "\n");
		if (*next == '\n')
			*next++ = '\0';
		last.text = line.text = at;
		told = network->driver->tell(
			network, listener->target, listener->via, *next == '\0' ? &last : &line);
		at = next;
	} while (*next != '\0');
	return told;
}

uint64_t listener_send_droppable(const struct listener *listener, struct string *line,
	struct string *transient, uint64_t topic)
{
	struct network *network = listener->network;
	struct saying saying = {
		.text = line->bytes,
		.transient = transient->bytes,
		.topic = topic,
		.about = listener->thread_topic,
		.answers = listener->is_answer,
		.urgent = listener->urgent,
	};
	uint64_t told = 0;
	bool any = line->length + transient->length > 0 && listener->target != NULL;
	if (any && listener->private)
		told = tell(listener, line->bytes, saying);
	else if (any)
		network->driver->say(network, listener->target, &saying);
	string_clear(line);
	return told;
}

void listener_send(const struct listener *listener, struct string *line)
{
	struct string nothing = STRING_EMPTY;
	listener_send_droppable(listener, line, &nothing, 0);
}

void listener_prepare(const struct person *person)
{
	const struct network_driver *driver = person->network->driver;
	if (driver->prepare_private != NULL && person->connection != NULL)
		driver->prepare_private(person->network, person->connection);
}

void listener_show_typing(const struct table *table)
{
	const struct listener listener = listener_table(table);
	const struct network_driver *driver = listener.network->driver;
	if (driver->show_typing != NULL && listener.target != NULL)
		driver->show_typing(listener.network, listener.target, listener.private);
}

bool listener_can_edit(const struct listener *listener)
{
	return listener->network->driver->show != NULL;
}

uint64_t listener_show(
	const struct listener *listener, const struct string *text, const struct showing *showing)
{
	struct network *network = listener->network;
	struct showing now = *showing;
	now.text = text->bytes;
	return listener->target == NULL
		? 0
		: network->driver->show(network, listener->target, listener->private, &now);
}
