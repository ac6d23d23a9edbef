/* record_add.c - writes a record */
#include "engine/record.h"

#include <string.h>

/* Returns false for characters that end a word, start a comment or are refused. */
static bool fits_name(char c)
{
	return (unsigned char)c > ' ' && c != '#' && c != 0x7f;
}

static void add_name(struct text *text, const char *name)
{
	if (*name == '\0')
		text_char(text, '_');
	for (; *name != '\0'; name++)
		text_char(text, fits_name(*name) ? *name : '_');
}

static void add_options(struct text *text, const char *options)
{
	for (options += strspn(options, " "); *options != '\0'; options += strspn(options, " ")) {
		size_t length = strcspn(options, " ");
		text_add(text, "option ");
		text_bytes(text, options, length);
		text_char(text, '\n');
		options += length;
	}
}

static void add_hex(struct text *text, const char *word, const uint8_t *bytes, size_t count)
{
	text_add(text, word);
	text_hex(text, bytes, count);
	text_char(text, '\n');
}

void record_add_head(struct text *text, const struct record_head *head)
{
	text_add(text, "mitaines-record 1\ngame ");
	text_add(text, head->game);
	if (*head->preset != '\0') {
		text_char(text, ' ');
		text_add(text, head->preset);
	}
	text_char(text, '\n');
	add_options(text, head->options);
	if (head->match != 0) {
		text_add(text, "match ");
		text_number(text, head->match);
		text_char(text, '\n');
	}
	if (head->commit != NULL) {
		text_add(text, "fair 2\n");
		add_hex(text, "commit ", head->commit, SHUFFLE_COMMIT);
	}
	if (head->root != NULL)
		add_hex(text, "root ", head->root, SHUFFLE_SEED);
	text_add(text, "seats");
	for (unsigned seat = 0; seat < head->seats; seat++) {
		text_char(text, ' ');
		add_name(text, head->names[seat]);
	}
	text_char(text, '\n');
}

void record_add_hand(struct text *text, unsigned dealer, const card *deck, unsigned size)
{
	text_add(text, "hand dealer=");
	text_number(text, dealer);
	text_add(text, " deck=");
	for (unsigned i = 0; i < size; i++) {
		if (i > 0)
			text_char(text, ',');
		card_write(text, deck[i]);
	}
	text_char(text, '\n');
}

void record_add_proof(struct text *text, const struct nonce *nonces, unsigned seats,
	const uint8_t seed[SHUFFLE_SEED])
{
	for (unsigned seat = 0; seat < seats; seat++) {
		if (nonces[seat].length == 0)
			continue;
		text_add(text, "nonce ");
		text_number(text, seat);
		text_char(text, ' ');
		text_bytes(text, nonces[seat].text, nonces[seat].length);
		text_char(text, '\n');
	}
	if (seed != NULL)
		add_hex(text, "reveal ", seed, SHUFFLE_SEED);
}

static void add_points(struct text *text, const char *word, const int32_t *points, unsigned seats)
{
	text_add(text, word);
	for (unsigned seat = 0; seat < seats; seat++) {
		text_char(text, ' ');
		text_number(text, points[seat]);
	}
	text_char(text, '\n');
}

void record_add_score(struct text *text, const int32_t *points, unsigned seats)
{
	add_points(text, "score", points, seats);
}

void record_add_result(struct text *text, const int32_t *totals, unsigned seats)
{
	add_points(text, "result", totals, seats);
}
