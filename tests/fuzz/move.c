/* move.c - any text as a move: a move that was read can be written, and reads back the same. */
#include "engine/move.h"

#include "tests/fuzz/fuzz.h"

/* A move is written in English, whatever notation it was read in. */
static void check(struct move move)
{
	char buffer[MOVE_TEXT];
	struct text text = text_in(buffer, sizeof buffer);
	struct move again;
	move_write(&text, move);
	if (text.cut || !move_read(buffer, NOTATION_ENGLISH, &again) || !move_equal(move, again))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *string = fuzz_string(data, size);
	for (enum notation notation = NOTATION_ENGLISH; notation <= NOTATION_FRENCH; notation++) {
		const struct move before = move_of(ACT_KEEP, 0xee);
		struct move move = before;
		if (move_read(string, notation, &move))
			check(move);
		else if (!move_equal(move, before))
			abort();
	}
	free(string);
	return 0;
}
