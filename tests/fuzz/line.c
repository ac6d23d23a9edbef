/* line.c - any line of a server: parsed in place; the line for libircclient parses back the same;
 * text is clean UTF-8. */
#include "bot/net/irc/line.h"

#include <utf8proc.h>

#include "bot/net/irc/text.h"
#include "tests/fuzz/fuzz.h"

enum { ROOM = 1020 };

static void check_text(const char *bytes)
{
	char clean[200], again[200];
	bool same;
	same = irc_text_clean(bytes, clean, sizeof clean);
	fuzz_must(strlen(clean) < sizeof clean && (!same || strcmp(bytes, clean) == 0));
	fuzz_must(irc_text_clean(clean, again, sizeof again) && strcmp(clean, again) == 0);
	for (const char *at = clean; *at != '\0';) {
		utf8proc_int32_t point;
		utf8proc_ssize_t length =
			utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &point);

		fuzz_must(length > 0 && point >= ' ' && point != 0x7f);
		at += length;
	}
	(void)irc_text_is_netsplit(bytes);
}

/* Fails unless the shown form of any bytes is clean text and converts back to them. */
static void check_shown(const char *bytes)
{
	char shown[3 * ROOM], clean[3 * ROOM], back[ROOM];
	if (!irc_text_format_name(bytes, shown, sizeof shown))
		return;
	fuzz_must(irc_text_clean(shown, clean, sizeof clean));
	fuzz_must(irc_text_parse_name(shown, back, sizeof back) || strlen(bytes) >= sizeof back);
	fuzz_must(strlen(bytes) >= sizeof back || strcmp(bytes, back) == 0);
}

static void check_written(const struct irc_line *line)
{
	char bytes[ROOM], nick[32];
	size_t length = irc_line_write(line, bytes, sizeof bytes);
	struct irc_line again;
	if (length == 0)
		return;
	fuzz_must(length < ROOM && strcmp(bytes + length - 2, "\r\n") == 0);
	fuzz_must(strcspn(bytes, "\r\n") == length - 2);
	bytes[length - 2] = '\0';
	fuzz_must(irc_line_read(bytes, &again) && strcmp(again.command, line->command) == 0);
	fuzz_must(again.code == line->code && (again.source == NULL) == (line->source == NULL));
	fuzz_must(line->source == NULL || strcmp(line->source, again.source) == 0);
	for (size_t i = 0; i < line->params && i < 10; i++)
		fuzz_must(strcmp(again.param[i], line->param[i]) == 0);
	if (line->source != NULL && irc_line_nick(line->source, nick, sizeof nick))
		fuzz_must(nick[0] != '\0' && strpbrk(nick, "!@ ") == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *line;
	while ((line = fuzz_line(&data, &size)) != NULL) {
		struct irc_line parts;
		line[strcspn(line, "\r")] = '\0';
		check_text(line);
		if (irc_line_read(line, &parts)) {
			fuzz_must(parts.params <= IRC_LINE_PARAMS && parts.code >= 0 &&
				parts.code < 1000);
			for (size_t i = 0; i < parts.params; i++) {
				check_text(parts.param[i]);
				check_shown(parts.param[i]);
			}
			if (irc_line_is_parser_safe(&parts))
				check_written(&parts);
		}
		free(line);
	}
	return 0;
}
