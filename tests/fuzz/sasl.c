/* sasl.c - any account and password, separated by a newline: the joined pieces are the answer in
 * base64, with valid piece sizes. With a second newline the mechanism is EXTERNAL. */
#include "bot/net/irc/sasl.h"

#include <sodium.h>

#include "tests/fuzz/fuzz.h"

static size_t collect(struct irc_sasl *sasl, char *answer, size_t size)
{
	char piece[IRC_SASL_PIECE + 1];
	size_t length = 0, last = IRC_SASL_PIECE;
	while (irc_sasl_next_piece(sasl, piece)) {
		fuzz_must(last == IRC_SASL_PIECE);
		last = strcmp(piece, "+") == 0 ? 0 : strlen(piece);
		fuzz_must(last <= IRC_SASL_PIECE && length + last < size);
		memcpy(answer + length, piece, last);
		length += last;
	}
	fuzz_must(last < IRC_SASL_PIECE);
	answer[length] = '\0';
	return length;
}

static void check(const char *answer, size_t length, const char *account, const char *password)
{
	unsigned char bytes[IRC_SASL_BASE64];
	size_t count, name = strlen(account);
	fuzz_must(sodium_base642bin(bytes, sizeof bytes, answer, length, NULL, &count, NULL,
			  sodium_base64_VARIANT_ORIGINAL) == 0);
	if (password == NULL) {
		fuzz_must(count == name && memcmp(bytes, account, name) == 0);
		return;
	}
	fuzz_must(count == 2 * name + 2 + strlen(password));
	fuzz_must(memcmp(bytes, account, name + 1) == 0);
	fuzz_must(memcmp(bytes + name + 1, account, name + 1) == 0);
	fuzz_must(memcmp(bytes + 2 * name + 2, password, strlen(password)) == 0);
}

static void answer(const char *account, const char *password)
{
	char text[2 * IRC_SASL_BASE64];
	struct irc_sasl sasl;
	irc_sasl_begin(&sasl, password != NULL ? IRC_SASL_PLAIN : IRC_SASL_EXTERNAL, account,
		password, NULL);
	fuzz_must(irc_sasl_handle_challenge(&sasl, "+") == IRC_SASL_RESPOND);
	check(text, collect(&sasl, text, sizeof text), account, password);
	irc_sasl_wipe(&sasl);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *account = fuzz_line(&data, &size), *password = fuzz_line(&data, &size);
	bool external = size > 0 || password == NULL;
	if (account != NULL && strlen(account) <= IRC_SASL_ACCOUNT &&
		(external || strlen(password) <= IRC_SASL_PASSWORD))
		answer(account, external ? NULL : password);
	free(account);
	free(password);
	return 0;
}
