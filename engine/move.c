#include "engine/move.h"

#include <string.h>

static const char *const acts[ACT_COUNT] = {
#define X(name, verb, cards, secret, turn) [ACT_##name] = (verb),
	VERBS(X)
#undef X
};

static const char *const calls[CALL_COUNT] = {
#define X(name, number, word, message) [CALL_##name] = (word),
	CALLS(X)
#undef X
};

const struct move_words record_words = { "2 3 4 5 6 7 8 9 T J Q K A 2 3 4 5 6 7 8 9 10 J Q K A",
	"C D H S", acts, calls, NULL };

static const uint8_t cards_of[ACT_COUNT] = { [ACT_PLAY] = 1,
#define X(name, verb, cards, secret, turn) [ACT_##name] = (cards),
	VERBS(X)
#undef X
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

/*
 * Reads the first word of `list` at *at in any case and moves *at past it. Returns false, and
 * leaves *at unchanged, if another word is there.
 */
static bool read_first(const char **at, const char *list)
{
	const char *here = *at;
	while (*list != '\0' && *list != ' ')
		if (text_upper(*here++) != text_upper(*list++))
			return false;
	if (*here != '\0' && !is_blank(*here))
		return false;
	*at = here;
	return true;
}

/* Reads a word of one of the lists at *at. Returns the index of the list, or -1. */
static int read_word(const char **at, const char *const *lists, int count)
{
	for (int i = 0; i < count; i++)
		for (const char *list = lists[i]; list != NULL; list = strchr(list, ' ')) {
			list += *list == ' ';
			if (*list != '\0' && read_first(at, list))
				return i;
		}
	return -1;
}

/* Writes the word of an act or call in records. */
static void write_word(struct text *text, const char *const *list, unsigned count, unsigned value)
{
	text_add(text, value < count && list[value] != NULL ? list[value] : "?");
}

bool move_equal(struct move a, struct move b)
{
	return a.act == b.act && a.card == b.card && a.second == b.second && a.third == b.third;
}

unsigned move_cards(struct move move, card named[3])
{
	const card all[3] = { move.card, move.second, move.third };
	unsigned count = 0;
	/* GCOVR_EXCL_BR_START: no act takes more than three cards; linters do not know this. */
	for (; count < cards_of[move.act] && count < 3 && all[count] != CARD_NONE; count++)
		/* GCOVR_EXCL_BR_STOP */
		named[count] = all[count];
	return count;
}

static bool read_cards(const char **at, const struct move_words *words, card given[3])
{
	unsigned count = 0;
	do {
		unsigned i = count;
		card c;
		if (count == 3 || !card_read(at, words, &c))
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

static bool read_play(const char **at, const struct move_words *words, struct move *move)
{
	int call;
	if (!card_read(at, words, &move->card))
		return false;
	move->call = CALL_NONE;
	*at = skip_blanks(*at);
	if (**at == '\0')
		return true;
	call = read_word(at, words->calls, CALL_COUNT);
	if (call < 0)
		return false;
	move->call = (uint8_t)call;
	return true;
}

static bool read_given(const char **at, const struct move_words *words, struct move *move)
{
	card given[3] = { CARD_NONE, CARD_NONE, CARD_NONE };
	if (!read_cards(at, words, given))
		return false;
	move->card = given[0];
	move->second = given[1];
	move->third = given[2];
	return true;
}

static bool read_act(const char **at, const struct move_words *words, struct move *move)
{
	int act = read_word(at, words->acts, ACT_COUNT);
	if (act < 0)
		return read_play(at, words, move);
	move->act = (uint8_t)act;
	*at = skip_blanks(*at);
	if (cards_of[act] > 1)
		return read_given(at, words, move);
	return cards_of[act] == 0 || card_read(at, words, &move->card);
}

bool move_read(const char *string, const struct move_words *words, struct move *move)
{
	struct move found = { ACT_PLAY, CARD_NONE, { CARD_NONE }, CARD_NONE };
	const char *at = skip_blanks(string);
	if (!read_act(&at, words, &found) || *skip_blanks(at) != '\0')
		return false;
	*move = found;
	return true;
}

void move_write(struct text *text, struct move move)
{
	card named[3];
	unsigned count = move_cards(move, named);
	if (move.act != ACT_PLAY)
		write_word(text, acts, ACT_COUNT, move.act);
	for (unsigned i = 0; i < count; i++) {
		/* A play has one card and no verb. */
		if (move.act != ACT_PLAY)
			text_char(text, i == 0 ? ' ' : ',');
		card_write(text, named[i]);
	}
	if (move.act == ACT_PLAY && move.call != CALL_NONE) {
		text_char(text, ' ');
		write_word(text, calls, CALL_COUNT, move.call);
	}
}
