/* scram.c - fuzz target: a SCRAM server sends the input. Line 1 is the account, line 2 the server's
 * first message after the nonce, line 3 its last message. The bot must send only valid messages,
 * and must accept only the right proof. */
#include "bot/net/irc/scram.h"

#include <sodium.h>
#include <stdio.h>

#include "tests/fuzz/fuzz.h"

/* Largest number of hash iterations to compute: more would take too long. */
enum { ROUNDS = 4200 };

static const struct binding bindings[] = { { .kind = NULL },
	{ .kind = "tls-server-end-point", .length = BINDING_BYTES } };

static void check(struct irc_scram *scram, const char *last)
{
	char message[IRC_SCRAM_MESSAGE], right[200];
	irc_scram_write_proof(scram, message);
	fuzz_must(strncmp(message, "c=", 2) == 0 && strstr(message, ",r=abc") != NULL &&
		strstr(message, ",p=") != NULL);
	sodium_bin2base64(right, sizeof right, scram->expected,
		scram->hash == IRC_SCRAM_SHA_256 ? 32 : 64, sodium_base64_VARIANT_ORIGINAL);
	if (irc_scram_verify_server(scram, last))
		fuzz_must(strncmp(last, "v=", 2) == 0 &&
			strncmp(last + 2, right, strlen(right)) == 0);
	snprintf(message, sizeof message, "v=%s", right);
	fuzz_must(irc_scram_verify_server(scram, message));
}

static void answer(const char *account, const char *first, const char *last)
{
	struct irc_scram scram = { 0 };
	char message[IRC_SCRAM_MESSAGE], salt[2 * IRC_SCRAM_MESSAGE];
	enum irc_scram_hash hash = last[0] & 1 ? IRC_SCRAM_SHA_256 : IRC_SCRAM_SHA_512;
	irc_scram_set_binding(&scram, &bindings[last[0] >> 1 & 1], (last[0] & 4) != 0);
	if (!irc_scram_begin(&scram, hash, account, "sesame", "abc", message))
		return;
	snprintf(salt, sizeof salt, "r=abc%s", first);
	if (irc_scram_read_first(&scram, salt) == IRC_SCRAM_OK) {
		fuzz_must(scram.left >= IRC_SCRAM_ROUNDS_MIN - 1 &&
			scram.left < IRC_SCRAM_ROUNDS_MAX);
		if (scram.left > ROUNDS)
			return;
		while (!irc_scram_compute(&scram))
			continue;
		check(&scram, last);
	}
	sodium_memzero(&scram, sizeof scram);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *account = fuzz_line(&data, &size), *first = fuzz_line(&data, &size);
	char *last = fuzz_line(&data, &size);
	if (last != NULL)
		answer(account, first, last);
	free(account);
	free(first);
	free(last);
	return 0;
}
