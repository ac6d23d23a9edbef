/* support.c - any tokens of ISUPPORT, one a line: all limits of the server stay in range. */
#include "bot/net/irc/support.h"

#include "tests/fuzz/fuzz.h"

static bool has_end(const char *field, size_t size)
{
	return memchr(field, '\0', size) != NULL;
}

static void check(const struct irc_support *support)
{
	fuzz_must(support->mapping <= IRC_CASE_UNICODE);
	fuzz_must(support->nick_length <= 90 && support->joins <= 1000 && support->modes <= 1000);
	fuzz_must(support->line_length >= 512 && support->line_length <= 2048);
	fuzz_must((support->bot_mode >= 'a' && support->bot_mode <= 'z') ||
		(support->bot_mode >= 'A' && support->bot_mode <= 'Z') ||
		support->bot_mode == '\0');
	fuzz_must(has_end(support->channel_types, sizeof support->channel_types));
	fuzz_must(has_end(support->prefixes, sizeof support->prefixes));
	fuzz_must(has_end(support->ranks, sizeof support->ranks));
	fuzz_must(has_end(support->given, sizeof support->given));
	fuzz_must(has_end(support->set, sizeof support->set));
	fuzz_must(has_end(support->status, sizeof support->status));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct irc_support support = irc_support_default();
	char *token;
	while ((token = fuzz_line(&data, &size)) != NULL) {
		irc_support_read_token(&support, token);
		check(&support);
		fuzz_must(!irc_support_is_channel(&support, ""));
		(void)irc_support_is_channel(&support, token);
		fuzz_must(irc_support_mode_bit(&support, token[0]) < 1u << 15);
		fuzz_must(irc_support_prefix_bit(&support, token[0]) < 1u << 15);
		(void)irc_support_has_parameter(&support, token[0], true);
		free(token);
	}
	return 0;
}
