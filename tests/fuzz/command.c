/*
 * Anybody says anything, as tests/stage/script.h tells. Tables stay sound, everything said is one
 * line of clean text, and every input plays on a stage of its own, so that it alone makes a finding
 * again.
 *
 * What takes long and is not at stake has a double: AI players think little of their moves
 * (tests/stage/thought.c), and words are kept as they are.
 */
#include <sodium.h>

#include "tests/fuzz/fuzz.h"
#include "tests/stage/script.h"

/* NOLINTBEGIN(bugprone-reserved-identifier): as the linker and the sanitizer name them */
const char *__asan_default_options(void);

/* ---- in place of libsodium: no work, no salt, no chance ---- */

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

/* What is freed comes back late enough: an input takes less than that. */
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
