/* irc/server_text.c - logs messages of the server. */
#include <string.h>

#include "bot/net/irc/clock.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/link.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/text.h"
#include "engine/text.h"

/* Rate limit of server text in the log, in milliseconds: the cost of one message, and the burst. */
enum { IRC_SERVER_TEXT_COST = 1000, IRC_SERVER_TEXT_BURST = 30000 };

void irc_server_text_format(const struct irc_line *line, size_t from, char out[IRC_SERVER_TEXT])
{
	char words[IRC_LINE_TEXT + 1];
	struct text text = text_in(words, sizeof words);
	for (size_t i = from; i < line->params; i++) {
		text_add(&text, i > from ? " " : "");
		text_add(&text, line->param[i]);
	}
	irc_text_clean(words, out, IRC_SERVER_TEXT);
}

bool irc_server_text_can_log(struct irc *irc)
{
	if (!irc_clock_is_within_rate(
		    &irc->link->server_text_limit, loop_now(irc->loop), IRC_SERVER_TEXT_BURST))
		return false;
	irc->link->server_text_limit += IRC_SERVER_TEXT_COST;
	return true;
}

/*
 * Logs a standard reply like `FAIL JOIN NO_SUCH_CHANNEL :…`, a notice before the welcome, or a
 * numeric. The first parameter of a notice or numeric is the bot's nick, which is left out.
 */
void irc_on_server_text(struct irc *irc, const struct irc_line *line)
{
	bool mild = strcmp(line->command, "NOTE") == 0 || strcmp(line->command, "NOTICE") == 0;
	bool ours = line->code > 0 || strcmp(line->command, "NOTICE") == 0;
	char words[IRC_SERVER_TEXT];
	if (!irc_server_text_can_log(irc))
		return;
	irc_server_text_format(line, ours && line->params > 1 ? 1 : 0, words);
	irc_log(irc, mild ? LOG_INFO : LOG_WARN, "the server says %s: %s", line->command, words);
}
