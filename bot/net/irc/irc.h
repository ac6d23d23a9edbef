/*
 * irc.h - one IRC network: keeps the bot connected and in its channels, reports people and their
 * messages, and sends lines.
 *
 * Names and text are reported as valid UTF-8 without control or format characters. A byte of text
 * that is not UTF-8 is read as Latin-1; nicks are written by irc_text_format_name. `arrived` is
 * reported when a person joins the first channel shared with the bot, `departed` when they leave
 * the last one. The bot remembers a person who writes in private without sharing a channel only
 * until the end of the batch.
 */
#ifndef BOT_NET_IRC_IRC_H
#define BOT_NET_IRC_IRC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/net/network.h"

/* Times of the protocol, in milliseconds. */
struct irc_times {
	uint64_t ping;         /* silence of the server after which the bot sends PING */
	uint64_t dead;         /* silence of the server after which the bot disconnects */
	uint64_t registration; /* maximum time from starting to connect to the server's welcome */
	uint64_t retry_least;  /* first delay before reconnecting; doubled after each failure */
	uint64_t retry_most;   /* longest delay before reconnecting or rejoining */
	uint64_t stable;       /* a connection that lasted this long counts as a success */
	uint64_t rejoin; /* first delay before rejoining a channel; doubled after each failure */
	uint64_t regain; /* delay between attempts to get the configured nick back */
	uint64_t leave;  /* time for the server to close the connection after QUIT */
	uint64_t login;  /* maximum time for each step of the login, like NickServ's answer */
	uint64_t settle; /* delay between the last 005 and the first JOIN */
	uint64_t hurry;  /* delay before resending a line that the server refused as too fast */
	/* delay before the bot resends a line that was refused because the person has a new nick */
	uint64_t follow;
	uint64_t ask; /* delay between two WHO about new members */
};

extern const struct network_type irc_type;

#endif
