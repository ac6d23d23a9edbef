/* card.c - any text as cards, in both notations: a card that was read can be written in letters and
 * as a symbol, and reads back the same; a refused text leaves the pointer in place. */
#include "engine/card.h"

#include "tests/fuzz/fuzz.h"

static void check(card c, enum notation notation)
{
	char letters[8], symbol[8];
	struct text plain = text_in(letters, sizeof letters);
	struct text drawn = text_in(symbol, sizeof symbol);
	const char *at = letters;
	card again = CARD_NONE;
	card_write(&plain, c);
	card_write_symbol(&drawn, c);
	fuzz_must(!plain.cut && !drawn.cut && c < CARD_COUNT);
	fuzz_must(card_read(&at, NOTATION_ENGLISH, &again) && again == c && *at == '\0');
	at = symbol;
	again = CARD_NONE;
	fuzz_must(card_read(&at, notation, &again) && again == c && *at == '\0');
}

static void read_all(const char *at, enum notation notation)
{
	while (*at != '\0') {
		const char *before = at;
		card c = CARD_NONE;
		if (card_read(&at, notation, &c)) {
			fuzz_must(at > before && (size_t)(at - before) <= strlen(before));
			check(c, notation);
		} else {
			fuzz_must(at == before && c == CARD_NONE);
			at++;
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *string = fuzz_string(data, size);
	read_all(string, NOTATION_ENGLISH);
	read_all(string, NOTATION_FRENCH);
	free(string);
	return 0;
}
