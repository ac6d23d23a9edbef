/* record.c - fuzz target: the input is a file of records, which is replayed or refused. The game's
 * state must stay sound. */
#include "engine/record.h"

#include <sodium.h>

#include "tests/fuzz/fuzz.h"
#include "tests/stage/fault.h"

/* Reads one line from a block of exactly its size, so that AddressSanitizer finds a read beyond
 * its end. */
static enum record_step read_line(struct record *record, const uint8_t *data, size_t length)
{
	char *line = malloc(length > 0 ? length : 1);
	enum record_step step;
	if (line == NULL)
		abort();
	memcpy(line, data, length);
	step = record_line(record, line, length);
	free(line);
	return step;
}

static void check(const struct record *record, enum record_step step)
{
	if ((step == RECORD_FAILED) != (record->error != RECORD_ERROR_NONE))
		abort();
	if (*record_error_words(record->error) == '\0' || record->refusal >= REFUSAL_COUNT)
		abort();
	if (record->seats > 0 && game_fault(record->game, &record->state) != NULL)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct record record;
	enum record_step step = RECORD_ON;
	if (sodium_init() < 0)
		abort();
	record_open(&record, true);
	while (size > 0 && step != RECORD_FAILED) {
		const uint8_t *end = memchr(data, '\n', size);
		size_t length = end != NULL ? (size_t)(end - data) : size;
		step = read_line(&record, data, length);
		check(&record, step);
		length += end != NULL;
		data += length;
		size -= length;
	}
	check(&record, record_close(&record));
	return 0;
}
