#include "engine/move.h"

#include <string.h>

/* A value and its words, separated by blanks; move_write uses the first. */
struct word {
	const char *names;
	uint8_t value;
};

static const struct word acts[] = {
#define X(name, names, cards, secret, turn) { names, ACT_##name },
	VERBS(X)
#undef X
		{ NULL, 0 },
};

static const struct word calls[] = {
#define X(name, number, names, message) { names, CALL_##name },
	CALLS(X)
#undef X
		{ NULL, 0 },
};

static const uint8_t cards_of[ACT_COUNT] = { [ACT_PLAY] = 1,
#define X(name, names, cards, secret, turn) [ACT_##name] = (cards),
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

/* Returns the letter at *at in upper case, é as E, and moves *at past it. */
static char capital(const char **at)
{
	if (strncmp(*at, "é", strlen("é")) == 0 || strncmp(*at, "É", strlen("É")) == 0) {
		*at += strlen("é");
		return 'E';
	}
	return text_upper(*(*at)++);
}

/*
 * Reads the first word of `name` at *at in any case and moves *at past it. Returns false, and
 * leaves *at unchanged, if another word is there.
 */
static bool read_name(const char **at, const char *name)
{
	const char *here = *at;
	while (*name != '\0' && *name != ' ')
		if (capital(&here) != text_upper(*name++))
			return false;
	if (*here != '\0' && !is_blank(*here))
		return false;
	*at = here;
	return true;
}

/* Reads any word of the catalog at *at. Returns its value, or -1. */
static int read_word(const char **at, const struct word *catalog)
{
	for (; catalog->names != NULL; catalog++)
		for (const char *name = catalog->names; name != NULL; name = strchr(name, ' ')) {
			name += *name == ' ';
			if (read_name(at, name))
				return catalog->value;
		}
	return -1;
}

/* Writes the first word of a value. */
static void write_word(struct text *text, const struct word *catalog, unsigned value)
{
	while (catalog->names != NULL && catalog->value != value)
		catalog++;
	if (catalog->names != NULL)
		text_bytes(text, catalog->names, strcspn(catalog->names, " "));
	else
		text_char(text, '?');
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
	*at = skip_blanks(*at);
	if (**at == '\0')
		return true;
	call = read_word(at, calls);
	if (call < 0)
		return false;
	move->call = (uint8_t)call;
	return true;
}

static bool read_given(const char **at, enum notation notation, struct move *move)
{
	card given[3] = { CARD_NONE, CARD_NONE, CARD_NONE };
	if (!read_cards(at, notation, given))
		return false;
	move->card = given[0];
	move->second = given[1];
	move->third = given[2];
	return true;
}

static bool read_act(const char **at, enum notation notation, struct move *move)
{
	int act = read_word(at, acts);
	if (act < 0)
		return read_play(at, notation, move);
	move->act = (uint8_t)act;
	*at = skip_blanks(*at);
	if (cards_of[act] > 1)
		return read_given(at, notation, move);
	return cards_of[act] == 0 || card_read(at, notation, &move->card);
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

void move_write(struct text *text, struct move move)
{
	card named[3];
	unsigned count = move_cards(move, named);
	if (move.act != ACT_PLAY)
		write_word(text, acts, move.act);
	for (unsigned i = 0; i < count; i++) {
		/* A play has one card and no verb. */
		if (move.act != ACT_PLAY)
			text_char(text, i == 0 ? ' ' : ',');
		card_write(text, named[i]);
	}
	if (move.act == ACT_PLAY && move.call != CALL_NONE) {
		text_char(text, ' ');
		write_word(text, calls, move.call);
	}
}
