/* command.c - fuzz target: the input is a script of people and the lines they say to the bot
 * (tests/stage/script.h). Tables must stay sound, and every answer must be one line of clean text.
 * Each input gets a stage in its first state, so that it alone reproduces a finding.
 * Slow parts are replaced: AI players hardly think (tests/stage/thought.c), and passwords are
 * stored unhashed. */
#include <sodium.h>

#include "tests/fuzz/fuzz.h"
#include "tests/stage/script.h"

/* NOLINTBEGIN(bugprone-reserved-identifier): AddressSanitizer demands this name */
const char *__asan_default_options(void);

/* ---- replaces libsodium: no hashing, no salt, no randomness ---- */

int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *word, unsigned long long length,
	unsigned long long operations, size_t memory)
{
	(void)operations;
	(void)memory;
	memset(out, 0, crypto_pwhash_STRBYTES);
	memcpy(out, word, length < crypto_pwhash_STRBYTES ? length : crypto_pwhash_STRBYTES - 1);
	return 0;
}

int crypto_pwhash_str_verify(
	const char kept[crypto_pwhash_STRBYTES], const char *word, unsigned long long length)
{
	return strlen(kept) == length && memcmp(kept, word, length) == 0 ? 0 : -1;
}

void randombytes_buf(void *bytes, size_t size)
{
	memset(bytes, 1, size);
}

/* Saves memory: AddressSanitizer holds back at most 16 MB of freed memory, and an input frees
 * less. */
const char *__asan_default_options(void)
{
	return "quarantine_size_mb=16";
}
/* NOLINTEND(bugprone-reserved-identifier) */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct stage stage;
	if (stage.store == NULL)
		script_open(&stage, catalogues);
	script_play(&stage, data, size);
	stage_rewind(&stage);
	return 0;
}
