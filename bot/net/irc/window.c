/* irc/window.c - flow control: limits the sent lines that the server has not confirmed. */
#include "bot/net/irc/window.h"

#include <string.h>

#include "engine/text.h"

/*
 * In milliseconds. A PONG within IRC_WINDOW_QUICK widens the window, one after IRC_WINDOW_LATE
 * resets it.
 */
enum { IRC_WINDOW_QUICK = 1000, IRC_WINDOW_LATE = 5000 };

/*
 * The limit in bytes that the window may grow to, for each kind of server, found by the beginning
 * of the server's version (004). The limit is the default size of the server's input buffer, less a
 * line, a PING and some reserve. No server announces the size in 005. ircu (CLIENT_FLOOD 1024) and
 * irc2 (CLIENT_FLOOD 1000) get IRC_WINDOW_BYTES_MIN.
 */
static const struct irc_window_kind {
	const char *version;
	size_t bytes;
	bool counts;
} irc_window_kinds[] = {
	{ "InspIRCd", 3500, true },     /* <connect:recvq>: 4096 by default; fakelag="no" */
	{ "UnrealIRCd", 4096, false },  /* class::recvq: 8000 */
	{ "ircd-hybrid", 1800, false }, /* class::recvq: 2560 */
	{ "solanum", 4096, false },     /* client_flood_max_lines: 20 lines of any length */
	{ "ngircd", 1400, false },      /* READBUFFER_LEN: 2048; if full, ngircd stops reading */
};

struct irc_window irc_window_new(unsigned burst, double per_second)
{
	struct irc_window window = { .bytes_limit = IRC_WINDOW_BYTES_MIN,
		.most.bytes = IRC_WINDOW_BYTES_MIN };
	irc_window_set_rate(&window, burst, per_second);
	return window;
}

void irc_window_set_rate(struct irc_window *window, unsigned burst, double per_second)
{
	/* Leave one line of the burst for the PING. */
	unsigned lines = burst > 1 ? burst - 1 : 1;
	window->most.lines = per_second > 0 ? lines : 0;
}

void irc_window_kind(struct irc_window *window, const char *version)
{
	for (size_t i = 0; i < sizeof irc_window_kinds / sizeof irc_window_kinds[0]; i++) {
		const struct irc_window_kind *kind = &irc_window_kinds[i];
		if (strncmp(version, kind->version, strlen(kind->version)) != 0)
			continue;
		window->bytes_limit = kind->bytes;
		window->counts_pings = kind->counts;
	}
}

bool irc_window_has_room(const struct irc_window *window)
{
	return window->most.lines == 0 ||
		(window->sent.lines < window->most.lines &&
			window->sent.bytes < window->most.bytes);
}

bool irc_window_is_clear(const struct irc_window *window)
{
	return window->most.lines == 0 || window->sent.lines == 0;
}

bool irc_window_needs_ping(const struct irc_window *window, bool idle)
{
	return !window->pong_awaited &&
		(!irc_window_has_room(window) ||
			(idle && window->most.lines > 0 &&
				2 * window->sent.lines >= window->most.lines));
}

void irc_window_count_lines(struct irc_window *window, size_t lines, size_t bytes)
{
	window->sent.lines += lines;
	window->sent.bytes += bytes;
	window->after_ping.lines += lines;
	window->after_ping.bytes += bytes;
}

uint64_t irc_window_count_ping(struct irc_window *window, uint64_t now)
{
	window->after_ping = (struct irc_window_load){ 0 };
	window->ping_time = now;
	window->pong_awaited = true;
	return ++window->ping_number;
}

bool irc_window_handle_pong(struct irc_window *window, const char *number, uint64_t now)
{
	char digits[24];
	struct text text = text_in(digits, sizeof digits);
	uint64_t took = now - window->ping_time;
	size_t twice = 2 * window->most.bytes;
	text_number(&text, (int64_t)window->ping_number);
	if (!window->pong_awaited || strcmp(number, digits) != 0)
		return false;
	window->pong_awaited = false;
	window->confirmed.lines = window->sent.lines - window->after_ping.lines;
	window->confirmed.bytes = window->sent.bytes - window->after_ping.bytes;
	window->sent = window->after_ping;
	if (took > IRC_WINDOW_LATE)
		window->most.bytes = IRC_WINDOW_BYTES_MIN;
	else if (took <= IRC_WINDOW_QUICK)
		window->most.bytes = twice < window->bytes_limit ? twice : window->bytes_limit;
	return true;
}
