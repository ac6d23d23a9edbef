/* fuzz.h - helpers of all fuzz targets: the check fuzz_must, and bounded copies of the input. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts unless the condition holds, even in a build with NDEBUG, where assert does nothing. */
static inline void fuzz_must(bool holds)
{
	if (!holds)
		abort();
}

/* Returns a copy of the bytes with a NUL behind them, in a block of exactly that size, so that
 * AddressSanitizer finds a read beyond its end. The caller frees the copy. */
static inline char *fuzz_string(const uint8_t *data, size_t size)
{
	char *string = calloc(size + 1, 1);
	fuzz_must(string != NULL);
	if (size > 0)
		memcpy(string, data, size);
	return string;
}

/* Returns the next line of the input as fuzz_string does, and moves *data and *size behind it.
 * Returns NULL at the end of the input. */
static inline char *fuzz_line(const uint8_t **data, size_t *size)
{
	const uint8_t *start = *data, *end;
	size_t length;
	if (*size == 0)
		return NULL;
	end = memchr(start, '\n', *size);
	length = end != NULL ? (size_t)(end - start) : *size;
	*data += length + (end != NULL);
	*size -= length + (end != NULL);
	return fuzz_string(start, length);
}

#endif
