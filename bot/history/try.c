#include "bot/history/try.h"

#include <string.h>

#include "bot/history/trial_walk.h"
#include "engine/player.h"
#include "engine/record.h"

enum { TRY_SEATS = 2 }; /* seat 0 is the person's and plays first, seat 1 the AI player's */

/* Reads the lines of a text, and adds them to *out. Returns false if one breaks the rules. */
static bool add(struct record *record, const struct text *text, struct string *out)
{
	bool good = !text->cut;
	for (const char *line = text->start; good && line < text->at;) {
		size_t length = strcspn(line, "\n");
		good = record_line(record, line, length) != RECORD_FAILED;
		line += length + 1;
	}
	string_add_bytes(out, text->start, text_length(text));
	return good;
}

/* Adds hands until a seat has the turn. The dealer of the first one is the AI player. */
static bool add_hands(struct record *record, const struct store_trial *trial, struct string *out)
{
	const struct state *state = &record->state;
	bool good = true;
	while (good && (state->phase == PHASE_NEW || state->phase == PHASE_DEAL) &&
		state->hand < trial->hands) {
		char buffer[RECORD_LINE];
		struct text text = text_in(buffer, sizeof buffer);
		card deck[DECK_MAX];
		unsigned size = trial_deck(trial, record->game, state, state->hand + 1u, deck);
		record_add_hand(&text, state->phase == PHASE_NEW ? TRY_SEATS - 1 : state->dealer,
			deck, size);
		good = add(record, &text, out);
	}
	return good;
}

/* Adds the moves of a try. moves: separated by semicolons. */
static bool add_moves(struct record *record, const struct store_trial *trial, const char *moves,
	struct string *out)
{
	bool good = add_hands(record, trial, out);
	while (good && *moves != '\0') {
		char buffer[STORE_MOVE + 1];
		struct text text = text_in(buffer, sizeof buffer);
		size_t length = strcspn(moves, ";");
		unsigned made = record->moves;
		text_bytes(&text, moves, length);
		text_char(&text, '\n');
		good = add(record, &text, out) && record->moves == made + 1 &&
			add_hands(record, trial, out);
		moves += length + (moves[length] == ';');
	}
	return good;
}

enum store_error history_write_try(const struct store_trial *trial, const struct store_try *row,
	const char *name, struct string *out)
{
	const char *const names[TRY_SEATS] = { name, level_name(LEVEL_EXPERT) };
	struct record record;
	char buffer[2 * RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	size_t before = out->length;
	if (trial->revealed == 0)
		return STORE_NONE;
	record_open(&record, false);
	record_add_head(&text,
		&(struct record_head){ .game = trial->game,
			.preset = trial->preset,
			.options = "",
			.seats = TRY_SEATS,
			.names = names });
	if (add(&record, &text, out) && add_moves(&record, trial, row->moves, out))
		return STORE_OK;
	string_keep_range(out, 0, before);
	return STORE_BROKEN;
}

void history_write_deal(const struct store_trial *trial, struct string *out)
{
	const struct game *game = game_named(trial->game);
	int preset = game != NULL ? game_preset(game, trial->preset) : -1;
	union any_state state;
	char label[TRIAL_LABEL], buffer[2 * RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	if (preset < 0 || trial->revealed == 0)
		return;
	game_open(game, &state.state, (unsigned)preset);
	trial_write_label(trial, label);
	text_add(&text, "fair 2\nmatch ");
	text_add(&text, label);
	text_add(&text, "\nseats 0 1\ncommit ");
	text_hex(&text, trial->commitment, sizeof trial->commitment);
	text_char(&text, '\n');
	for (unsigned hand = 1; hand <= trial->hands; hand++) {
		card deck[DECK_MAX];
		unsigned size = trial_deck(trial, game, &state.state, hand, deck);
		record_add_hand(&text, hand % TRY_SEATS, deck, size);
		record_add_proof(&text, NULL, 0, trial->seed);
	}
	string_add_bytes(out, text.start, text_length(&text));
}
