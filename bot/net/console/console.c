#include "bot/net/console/console.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

#include "engine/text.h"

static const char table_channel[] = "#table";

static struct console *of(struct network *network)
{
	return (struct console *)network;
}

static struct sender player(const struct console *console)
{
	return (struct sender){ console->name, console->name, console->name, NULL, console->mask,
		"@", false, false };
}

static void say(struct network *network, const char *channel, const struct saying *saying)
{
	(void)channel;
	string_add(&of(network)->staged, saying->text);
	if (saying->transient != NULL)
		string_add(&of(network)->staged, saying->transient);
	string_add_char(&of(network)->staged, '\n');
	of(network)->answers = of(network)->answers || saying->answers;
}

static uint64_t tell(
	struct network *network, const char *key, enum via via, const struct saying *saying)
{
	(void)key;
	(void)via;
	say(network, table_channel, saying);
	return 0;
}

static const char *nick_of(struct network *network, const char *key)
{
	return strcmp(key, of(network)->name) == 0 ? key : NULL;
}

static bool in(struct network *network, const char *key, const char *channel)
{
	(void)channel;
	return nick_of(network, key) != NULL;
}

static bool who(struct network *network, const char *nick, struct sender *sender)
{
	*sender = player(of(network));
	return strcmp(nick, sender->nick) == 0;
}

static const char *self(struct network *network)
{
	(void)network;
	return "mitaines";
}

static void fold(struct network *network, const char *channel, char out[NETWORK_CHANNEL])
{
	(void)network;
	text_copy(out, NETWORK_CHANNEL, channel);
}

static void release(struct network *network)
{
	struct console *console = of(network);
	string_add(&console->ready, console->staged.bytes);
	string_clear(&console->staged);
}

static void forget(struct network *network)
{
	string_clear(&of(network)->staged);
}

static void status(struct network *network, struct network_status *status)
{
	(void)network;
	*status = (struct network_status){
		.connected = true, .tried = true, .channels = 1, .people = 1
	};
}

static const struct network_driver driver = {
	.status = status,
	.say = say,
	.tell = tell,
	.nick = nick_of,
	.in = in,
	.find_nick = who,
	.self = self,
	.fold = fold,
	.send_staged = release,
	.discard_staged = forget,
};

void console_open(struct console *console, int fd, const char *name,
	bool (*is_public)(const struct network *network, const char *word, unsigned table))
{
	*console = (struct console){
		.network = { .name = "terminal", .driver = &driver, .single = true },
		.fd = fd,
		.name = name,
		.is_public = is_public,
		.staged = STRING_EMPTY,
		.ready = STRING_EMPTY,
	};
	struct text mask = text_in(console->mask, sizeof console->mask);
	text_add(&mask, name);
	text_add(&mask, "!@");
}

void console_show(struct console *console, struct screen *screen)
{
	console->screen = screen;
	console->network.shows_table = screen != NULL;
}

void console_flush(struct console *console)
{
	const struct string *ready = &console->ready;
	size_t done = 0;
	if (console->screen != NULL && ready->length > 0)
		screen_add_lines(console->screen, ready->bytes, console->answers);
	while (console->screen == NULL && done < ready->length && !console->broken) {
		ssize_t written = write(console->fd, ready->bytes + done, ready->length - done);
		console->broken = written <= 0;
		done += written > 0 ? (size_t)written : 0;
	}
	console_replace(console, "");
}

void console_replace(struct console *console, const char *lines)
{
	string_set(&console->ready, lines);
	console->answers = false;
}

void console_close(struct console *console)
{
	string_free(&console->staged);
	string_free(&console->ready);
}

void console_report_joined(struct console *console)
{
	const struct network_events *events = console->network.events;
	struct sender sender = player(console);
	events->arrived(&console->network, &sender);
	events->joined(&console->network, table_channel);
}

void console_line(struct console *console, const char *line, size_t length)
{
	char buffer[CONSOLE_LINE], word[32];
	struct text text = text_in(buffer, sizeof buffer), first = text_in(word, sizeof word);
	struct sender sender = player(console);
	/* Drop control characters and invalid UTF-8. */
	for (const char *end = line + length; line < end;) {
		utf8proc_int32_t rune;
		utf8proc_ssize_t size =
			utf8proc_iterate((const utf8proc_uint8_t *)line, end - line, &rune);
		if (size > 0 && rune >= ' ' && rune != 0x7f)
			text_bytes(&text, line, (size_t)size);
		line += size > 0 ? size : 1;
	}
	if (text_length(&text) == 0)
		return;
	const char *said = buffer + (*buffer == '!'), *rest = said + strcspn(said, " ");
	text_bytes(&first, said, (size_t)(rest - said));
	/* The second word may name a table: #2. */
	rest += strspn(rest, " ");
	unsigned table = *rest == '#' ? (unsigned)strtoul(rest + 1, NULL, 10) : 0;
	bool is_public = console->is_public(&console->network, word, table);
	console->network.events->message(
		&console->network, &sender, is_public ? table_channel : NULL, said);
}
