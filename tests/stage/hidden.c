#include "tests/stage/hidden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/string.h"
#include "engine/mate.h"
#include "engine/mitaines.h"
#include "engine/mitch.h"

static cards hidden_mitaines(const struct mitaines *state, unsigned seat)
{
	cards hidden = 0;
	for (unsigned i = 0; i < state->head.players; i++)
		hidden |= i == seat ? 0 : state->hand[i];
	for (unsigned i = 0; i < state->open.undealt; i++)
		hidden |= card_bit(state->deck[CARD_COUNT - 1 - i]);
	if (seat < state->head.players && state->open.rules.exchange)
		hidden &= ~state->passed[seat];
	return hidden;
}

static cards hidden_mitch(const struct mitch *state, unsigned seat)
{
	const struct mitch_open *open = &state->open;
	cards hidden = 0;
	cards known = 0;
	for (unsigned i = 0; i < state->head.players; i++) {
		*(i == seat ? &known : &hidden) |= state->hand[i].all;
		known |= open->placed[i] | open->taken[i];
	}
	for (unsigned i = 0; i < open->stock; i++)
		hidden |= card_bit(state->deck[DECK_MAX - 1 - i]);
	for (unsigned i = 0; i < open->pile_count; i++)
		known |= card_bit(open->pile[i]);
	for (unsigned i = 0; i < open->aces; i++)
		known |= card_bit(open->ace[i]);
	return hidden & ~known;
}

static cards hidden_mate(const struct mate *state, unsigned seat)
{
	cards hidden = 0;
	cards known = 0;
	for (unsigned i = 0; i < MATE_SEATS; i++) {
		*(i == seat ? &known : &hidden) |= state->hand[i];
		if (state->fore[i] != CARD_NONE)
			*(i == seat ? &known : &hidden) |= card_bit(state->fore[i]);
		known |= state->open.played[i] | state->open.aside[i];
	}
	return hidden & ~known;
}

cards held_by(const struct game *game, const struct state *state, unsigned seat)
{
	union any_view view;
	card hand[HAND_MAX];
	cards set = 0;
	game->view(state, seat, &view.view);
	for (unsigned count = game->hand(&view.view, hand); count > 0; count--)
		set |= card_bit(hand[count - 1]);
	return set;
}

/* Returns the hands of all seats but one, for a game without a reader of its own in this file. */
static cards hidden_hands(const struct game *game, const struct state *state, unsigned seat)
{
	cards hidden = 0;
	for (unsigned i = 0; i < state->players; i++)
		hidden |= i == seat ? 0 : held_by(game, state, i);
	return seat < state->players ? hidden & ~held_by(game, state, seat) : hidden;
}

cards hidden_from(struct table *table, unsigned seat)
{
	const void *state = table_state(table);
	if (table->game == &mitaines_game)
		return hidden_mitaines(state, seat);
	if (table->game == &mitch_game)
		return hidden_mitch(state, seat);
	if (table->game == &mate_game)
		return hidden_mate(state, seat);
	return hidden_hands(table->game, state, seat);
}

cards hidden_down(struct table *table)
{
	const struct mate *state = (const void *)table_state(table);
	cards set = 0;
	for (unsigned i = 0; table->game == &mate_game && i < MATE_SEATS; i++)
		set |= state->fore[i] != CARD_NONE ? card_bit(state->fore[i]) : 0;
	return set;
}

bool hidden_second(struct table *table)
{
	const struct mate *state = (const void *)table_state(table);
	return table->game == &mate_game && state->open.second;
}

struct reader reader_open(const struct catalog *catalog)
{
	struct reader reader = { .catalog = catalog };
	while (catalog_language_code(reader.languages) != NULL)
		reader.languages++;
	if (reader.languages > READER_LANGUAGES)
		abort();
	struct string name = STRING_EMPTY;
	for (unsigned language = 0; language < reader.languages; language++)
		for (unsigned c = 0; c < CARD_COUNT; c++) {
			struct locale locale = { .language = (uint8_t)language,
				.style = STYLE_PLAIN };
			string_clear(&name);
			catalog_add_card(&name, catalog, locale, (card)c);
			if (name.length == 0 || name.length >= READER_NAME)
				abort();
			memcpy(reader.name[language][c], name.bytes, name.length + 1);
		}
	string_free(&name);
	return reader;
}

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		(unsigned char)c >= 0x80;
}

static cards read_cards(const char *text, const struct move_words *words, bool small)
{
	cards set = 0;
	for (const char *at = text; *at != '\0';) {
		const char *end = at;
		card c;
		if ((at == text || !is_word(at[-1])) && card_read(&end, words, &c) &&
			(small || !(end[-1] >= 'a' && end[-1] <= 'z')))
			set |= card_bit(c);
		at = end > at ? end : at + 1;
	}
	return set;
}

cards reader_written(const char *text, const struct move_words *words)
{
	return read_cards(text, words, false);
}

cards reader_typed(const char *text)
{
	return read_cards(text, &english_words, true) | read_cards(text, &french_words, true);
}

cards reader_spelled(const struct reader *reader, const char *text)
{
	cards set = 0;
	for (unsigned language = 0; language < reader->languages; language++)
		for (unsigned c = 0; c < CARD_COUNT; c++) {
			const char *at = strstr(text, reader->name[language][c]);
			if (at != NULL && (at == text || !is_word(at[-1])))
				set |= card_bit((card)c);
		}
	return set;
}
