/* Any text as a move: what is read can be written, and that is read as the same move. */
#include "engine/move.h"

#include "tests/fuzz/fuzz.h"

/* The text form is in English, whatever the move was read as. */
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
