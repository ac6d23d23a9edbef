/* fuzz.h - what the fuzz targets share. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold of every input; also where nothing is asserted. */
static inline void fuzz_must(bool holds)
{
	if (!holds)
		abort();
}

/* Bytes with a NUL behind them, in memory of just that size; the caller frees it. */
static inline char *fuzz_string(const uint8_t *data, size_t size)
{
	char *string = calloc(size + 1, 1);
	fuzz_must(string != NULL);
	if (size > 0)
		memcpy(string, data, size);
	return string;
}

/*
 * The next piece of the input, up to a newline, likewise; *data and *size are moved behind it. NULL
 * after the last.
 */
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
