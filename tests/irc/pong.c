/* pong.c - a minimal bot on an IRC network. */
#include "tests/irc/pong.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void pong_note(struct pong *pong, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void pong_note(struct pong *pong, const char *format, ...)
{
	size_t room = sizeof pong->diary - pong->length;
	va_list rest;
	int length;
	if (pong->full)
		return;
	va_start(rest, format);
	length = vsnprintf(pong->diary + pong->length, room, format, rest);
	va_end(rest);
	if (length > 0 && (size_t)length < room)
		pong->length += (size_t)length;
	else
		pong->full = true;
	pong->diary[pong->length] = '\0';
}

static void pong_message(
	struct network *network, const struct sender *sender, const char *channel, const char *text)
{
	struct pong *pong = network->above;
	char answer[2100];
	pong_note(pong, "message %s %s %s %s\n", sender->first, sender->nick,
		channel ? channel : "-", text);
	if (strcmp(text, "!owed") == 0)
		pong_note(pong, "owed %s %zu\n", sender->mask,
			network->driver->private_queue_length(network, sender->key));
	if (strncmp(text, "!ping", 5) != 0)
		return;
	snprintf(answer, sizeof answer, "pong%s", text + 5);
	if (channel != NULL)
		network->driver->say(network, channel, SAYING(answer));
	else
		network->driver->tell(network, sender->key, VIA_MESSAGE, SAYING(answer));
}

static void pong_joined(struct network *network, const char *channel)
{
	pong_note(network->above, "joined %s\n", channel);
}

static void pong_came(struct network *network, const struct sender *sender)
{
	pong_note(network->above, "came %s %s\n", sender->first, sender->nick);
}

static void pong_went(struct network *network, const struct sender *sender, enum departure how)
{
	static const char *const hows[] = {
		[DEPARTED_CHANNEL] = "went", [DEPARTED_NETWORK] = "quit", [DEPARTED_SPLIT] = "split"
	};
	pong_note(network->above, "%s %s %s\n", hows[how], sender->first, sender->nick);
}

static void pong_unheard(struct network *network, const struct sender *sender)
{
	pong_note(network->above, "unheard %s %s\n", sender->key, sender->nick);
}

static void pong_left(struct network *network, const char *channel)
{
	pong_note(network->above, "left %s\n", channel);
}

static void pong_renamed(struct network *network, const struct sender *sender)
{
	pong_note(network->above, "renamed %s %s\n", sender->first, sender->nick);
}

static void pong_known(struct network *network, const struct sender *sender)
{
	pong_note(network->above, "known %s %s %s\n", sender->first, sender->mask,
		sender->account != NULL ? sender->account : "-");
}

static void pong_lost(struct network *network)
{
	pong_note(network->above, "lost\n");
}

static void pong_secure(
	const struct network *network, const char *host, unsigned port, int64_t seconds)
{
	struct pong *pong = network->above;
	pong->secured = seconds > 0 ? port : 0;
	pong_note(pong, "secure %s %u %lld\n", host, port, (long long)seconds);
}

static unsigned pong_secured(const struct network *network, const char *host)
{
	(void)host;
	return ((struct pong *)network->above)->secured;
}

static const struct network_events pong_events = {
	.message = pong_message,
	.joined = pong_joined,
	.arrived = pong_came,
	.departed = pong_went,
	.renamed = pong_renamed,
	.identity_changed = pong_known,
	.private_refused = pong_unheard,
	.channel_lost = pong_left,
	.set_sts_policy = pong_secure,
	.get_sts_port = pong_secured,
	.lost = pong_lost,
};

static void pong_turn(void *context)
{
	struct pong *pong = context;
	struct network *network = pong->network;
	if (pong->forgetful)
		network->driver->discard_staged(network);
	else
		network->driver->send_staged(network);
}

bool pong_open(
	struct pong *pong, struct loop *loop, const struct irc_settings *settings, int log_fd)
{
	*pong = (struct pong){ .log = log_open(log_fd, LOG_DEBUG), .loop = loop };
	pong->settings[0] = *settings;
	pong->network =
		irc_type.open(&pong->settings[0].common, loop, &pong->log, &pong_events, pong);
	pong->irc = (struct irc *)pong->network;
	loop_set_batch_end(loop, pong_turn, pong);
	return pong->network != NULL;
}

void pong_close(struct pong *pong)
{
	if (pong->network == NULL)
		return;
	loop_set_batch_end(pong->loop, NULL, NULL);
	pong->network->driver->close(pong->network);
}

void pong_change(struct pong *pong, const struct irc_settings *settings)
{
	struct irc_settings *fresh = &pong->settings[++pong->changes % 2];
	*fresh = *settings;
	pong->network->driver->change(pong->network, &fresh->common, "changed");
}

void pong_quit(struct pong *pong, const char *reason)
{
	pong->network->driver->quit(pong->network, reason);
}

bool pong_is_gone(struct pong *pong)
{
	return pong->network->driver->gone(pong->network);
}
