/* move.c - fuzz target: the input is the text of a move. If the parser accepts it, the move is
 * written as text and must read back the same. */
#include "engine/move.h"

#include "tests/fuzz/fuzz.h"
#include "tests/words.h"

/* Writes a move in English, whatever language it was read in, and checks that it reads back. */
static void check(struct move move)
{
	char buffer[MOVE_TEXT];
	struct text text = text_in(buffer, sizeof buffer);
	struct move again;
	move_write(&text, move);
	if (text.cut || !move_read(buffer, &english_words, &again) || !move_equal(move, again))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *string = fuzz_string(data, size);
	const struct move_words *const languages[] = { &english_words, &french_words };
	for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
		const struct move before = move_of(ACT_KEEP, 0xee);
		struct move move = before;
		if (move_read(string, languages[i], &move))
			check(move);
		else if (!move_equal(move, before))
			abort();
	}
	free(string);
	return 0;
}
