/* move.c - reading and writing moves. */
#include "engine/move.h"

#include <string.h>

/* What a word stands for, English first: the first word of a value is the one that is written. */
struct word {
	const char *word;
	uint8_t value;
};

static const struct word acts[] = {
	{ "give", ACT_GIVE },
	{ "donner", ACT_GIVE },
	{ "place", ACT_PLACE },
	{ "placer", ACT_PLACE },
	{ "discard", ACT_DISCARD },
	{ "écarter", ACT_DISCARD },
	{ "ecarter", ACT_DISCARD },
	{ "foreplace", ACT_FOREPLACE },
	{ "réserver", ACT_FOREPLACE },
	{ "reserver", ACT_FOREPLACE },
	{ "keep", ACT_KEEP },
	{ "garder", ACT_KEEP },
	{ "draw", ACT_DRAW },
	{ "piger", ACT_DRAW },
	{ "take", ACT_TAKE },
	{ "prendre", ACT_TAKE },
	{ NULL, 0 },
};

static const struct word calls[] = {
	{ "mitten", CALL_MITTEN },
	{ "mitaine", CALL_MITTEN },
	{ "m", CALL_MITTEN },
	{ "glove", CALL_GLOVE },
	{ "gant", CALL_GLOVE },
	{ "g", CALL_GLOVE },
	{ "sock", CALL_SOCK },
	{ "chausson", CALL_SOCK },
	{ "s", CALL_SOCK },
	{ "c", CALL_SOCK },
	{ "king", CALL_KING },
	{ "roi", CALL_KING },
	{ NULL, 0 },
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static const char *skip_blanks(const char *at)
{
	while (is_blank(*at))
		at++;
	return at;
}

/* The capital of a byte that follows the byte `before`: of ASCII letters, and of é in UTF-8. */
static char capital(char before, char c)
{
	return before == '\xc3' && c == '\xa9' ? '\x89' : text_upper(c);
}

/* Reads one of the words at *at in any case and moves behind it; -1 leaves *at unchanged. */
static int read_word(const char **at, const struct word *words)
{
	for (; words->word != NULL; words++) {
		const char *word = words->word, *here = *at;
		char before = '\0';

		while (*word != '\0' && capital(before, *here) == capital(before, *word)) {
			before = *here++;
			word++;
		}
		if (*word == '\0' && (*here == '\0' || is_blank(*here))) {
			*at = here;
			return words->value;
		}
	}
	return -1;
}

/* The first word for a value that is in the list. */
static const char *written(const struct word *words, unsigned value)
{
	while (words->word != NULL && words->value != value)
		words++;
	return words->word != NULL ? words->word : "?";
}

bool move_equal(struct move a, struct move b)
{
	return a.act == b.act && a.card == b.card && a.second == b.second && a.third == b.third;
}

static bool read_cards(const char **at, enum notation notation, card given[3])
{
	unsigned count = 0;

	do {
		unsigned i = count;
		card c;

		if (count == 3 || !card_read(at, notation, &c))
			return false;
		for (; i > 0 && given[i - 1] > c; i--)
			given[i] = given[i - 1];
		given[i] = c;
		count++;
		*at = skip_blanks(*at);
		if (**at == ',')
			*at = skip_blanks(*at + 1);
	} while (**at != '\0');
	return true;
}

static bool read_play(const char **at, enum notation notation, struct move *move)
{
	int call;

	if (!card_read(at, notation, &move->card))
		return false;
	move->call = CALL_NONE;
	if (!is_blank(**at))
		return true;
	*at = skip_blanks(*at);
	if (**at == '\0')
		return true;
	call = read_word(at, calls);
	if (call < 0)
		return false;
	move->call = (uint8_t)call;
	return true;
}

static bool read_act(const char **at, enum notation notation, struct move *move)
{
	int act = read_word(at, acts);

	if (act < 0)
		return read_play(at, notation, move);
	move->act = (uint8_t)act;
	*at = skip_blanks(*at);
	switch (act) {
	case ACT_GIVE: {
		card given[3] = { CARD_NONE, CARD_NONE, CARD_NONE };

		if (!read_cards(at, notation, given))
			return false;
		move->card = given[0];
		move->second = given[1];
		move->third = given[2];
		return true;
	}
	case ACT_PLACE:
	case ACT_DISCARD:
	case ACT_FOREPLACE: return card_read(at, notation, &move->card);
	default: return true;
	}
}

bool move_read(const char *string, enum notation notation, struct move *move)
{
	struct move found = { ACT_PLAY, CARD_NONE, { CARD_NONE }, CARD_NONE };
	const char *at = skip_blanks(string);

	if (!read_act(&at, notation, &found) || *skip_blanks(at) != '\0')
		return false;
	*move = found;
	return true;
}

static void write_given(struct text *text, struct move move)
{
	const card given[3] = { move.card, move.second, move.third };

	for (unsigned i = 0; i < 3 && given[i] != CARD_NONE; i++) {
		text_char(text, i == 0 ? ' ' : ',');
		card_write(text, given[i]);
	}
}

void move_write(struct text *text, struct move move)
{
	if (move.act == ACT_PLAY) {
		card_write(text, move.card);
		if (move.call != CALL_NONE) {
			text_char(text, ' ');
			text_add(text, written(calls, move.call));
		}
		return;
	}
	text_add(text, written(acts, move.act));
	if (move.act == ACT_GIVE) {
		write_given(text, move);
	} else if (move.card != CARD_NONE) {
		text_char(text, ' ');
		card_write(text, move.card);
	}
}
