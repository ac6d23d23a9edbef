/* fuzz.h - shared by the fuzz targets. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts unless the condition holds, even without assertions. */
static inline void fuzz_must(bool holds)
{
	if (!holds)
		abort();
}

/* Returns the bytes with a NUL, in memory of exactly this size, so that reading beyond is found.
 * The caller frees it. */
static inline char *fuzz_string(const uint8_t *data, size_t size)
{
	char *string = calloc(size + 1, 1);
	fuzz_must(string != NULL);
	if (size > 0)
		memcpy(string, data, size);
	return string;
}

/* Returns the next line of the input in the same way, and moves *data and *size behind it. Returns
 * NULL at the end. */
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
