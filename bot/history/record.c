#include "bot/history/record.h"

#include <string.h>

#include "bot/history/deal.h"
#include "bot/text/rulestext.h"
#include "engine/record.h"
#include "storage/journal.h"

enum { BATCH = 64 };

/* A match that is being written as a record. Each line is read back at once as a check. */
struct transcript {
	struct store *store;
	struct store_match match;
	struct record record;
	int64_t chain;       /* number of the match's chain */
	struct deal deal;    /* the last hand that was dealt */
	struct string moves; /* moves of the last hand, added to `out` after the hand's proof */
	struct string *out;
	unsigned hidden; /* number of the hand in play, which is not written; 0: all hands are
			    written */
	/* another live match has the same decks: only the head is written, no hands */
	bool withheld;
};

/* Adds lines of text to `to`, if they can come next in the record. Otherwise returns an error. */
static enum store_error add(
	struct transcript *transcript, struct string *to, const struct text *text)
{
	enum record_step step = text->cut ? RECORD_FAILED : RECORD_ON;
	const char *line = text->start;
	while (line < text->at && step != RECORD_FAILED) {
		size_t length = strcspn(line, "\n");
		step = record_line(&transcript->record, line, length);
		line += length + 1;
	}
	string_add_bytes(to, text->start, text_length(text));
	return step == RECORD_FAILED ? STORE_BROKEN : STORE_OK;
}

/* Adds the options of a match that belong to the game and not to the table. */
static void add_options(struct text *out, const char *options)
{
	char name[STORE_OPTIONS];
	while (*options != '\0') {
		size_t length = strcspn(options, " ");
		struct text named = text_in(name, sizeof name);
		text_bytes(&named, options, strcspn(options, "= "));
		if (!rulestext_is_table_option(name)) {
			if (text_length(out) > 0)
				text_char(out, ' ');
			text_bytes(out, options, length);
		}
		options += length;
		options += strspn(options, " ");
	}
}

/* Adds a comment for each AI player, with its seat and level. */
static void add_robots(struct text *text, const struct store_seat *seats, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (seats[i].person.network != 0)
			continue;
		text_add(text, "# ai seat ");
		text_number(text, i);
		text_char(text, ' ');
		text_add(text, seats[i].person.key);
		text_char(text, '\n');
	}
}

static enum store_error add_head(struct transcript *transcript)
{
	const struct store_match *match = &transcript->match;
	struct store_seat seats[STORE_SEATS];
	const char *names[STORE_SEATS];
	char buffer[2 * RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	struct store_root root;
	unsigned count;
	enum store_error error = store_list_seats(transcript->store, match->id, seats, &count);
	if (error != STORE_OK)
		return error;
	error = store_get_root(transcript->store, match->id, &root);
	if (error == STORE_OK)
		error = deal_find_chain(transcript->store, match->id, &transcript->chain);
	if (error != STORE_OK)
		return error == STORE_NONE ? STORE_BROKEN : error;
	for (unsigned i = 0; i < count; i++)
		names[i] = seats[i].shown;
	char options[STORE_OPTIONS];
	struct text game = text_in(options, sizeof options);
	add_options(&game, match->options);
	record_add_head(&text,
		&(struct record_head){ .game = match->game,
			.preset = match->preset,
			.options = options,
			.match = transcript->chain,
			.commit = root.commitment,
			.root = match->ended != 0 && !transcript->withheld ? root.root : NULL,
			.seats = count,
			.names = names });
	add_robots(&text, seats, count);
	return add(transcript, transcript->out, &text);
}

/* Adds the next hand, which is shuffled again as it was at the table. */
static enum store_error add_hand(struct transcript *transcript)
{
	const struct record *record = &transcript->record;
	struct deal *deal = &transcript->deal;
	char buffer[RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	enum store_error error =
		deal_reshuffle(transcript->store, transcript->match.id, transcript->chain,
			record->state.hand + 1u, record->game, &record->state, record->seats, deal);
	if (error != STORE_OK)
		return error == STORE_NONE ? STORE_BROKEN : error;
	record_add_hand(&text, deal->hand.dealer, deal->deck, deal->size);
	return add(transcript, transcript->out, &text);
}

/* Adds a comment with the number from which the seeds of AI players in a hand are derived. */
static void add_thinking(struct text *text, const struct transcript *transcript)
{
	uint64_t thinking = shuffle_thinking(
		transcript->chain, transcript->deal.hand.hand, transcript->deal.hand.seed);
	uint8_t bytes[8];
	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(thinking >> (56 - 8 * i));
	text_add(text, "# ai seed ");
	text_hex(text, bytes, sizeof bytes);
	text_char(text, '\n');
}

/*
 * Adds the proof and the moves of the last hand. over: the hand has ended; its proof then contains
 * the seed, unless the head of the record has the root, from which the seed follows.
 */
static void add_proof(struct transcript *transcript, bool over)
{
	const struct store_hand *hand = &transcript->deal.hand;
	char buffer[RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	bool rooted = transcript->match.ended != 0;
	record_add_proof(&text, transcript->deal.nonces, transcript->record.seats,
		over && !rooted ? hand->seed : NULL);
	if (over)
		add_thinking(&text, transcript);
	string_add_bytes(transcript->out, text.start, text_length(&text));
	string_add(transcript->out, transcript->moves.bytes);
	string_clear(&transcript->moves);
}

/* Adds each seat's points in the hand that has just ended; of_match: in the whole match instead. */
static enum store_error add_points(struct transcript *transcript, bool of_match)
{
	const struct state *state = &transcript->record.state;
	char buffer[RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	if (of_match)
		record_add_result(&text, state->total, transcript->record.seats);
	else
		record_add_score(&text, state->points, transcript->record.seats);
	return add(transcript, of_match ? transcript->out : &transcript->moves, &text);
}

/* Adds the points and the proof of the hand that has just ended. */
static enum store_error end_hand(struct transcript *transcript)
{
	enum store_error error = add_points(transcript, false);
	add_proof(transcript, true);
	return error;
}

/* True if the next hand must be dealt now, and is not hidden. */
static bool is_hand_due(const struct transcript *transcript)
{
	const struct state *state = &transcript->record.state;
	return (state->phase == PHASE_NEW || state->phase == PHASE_DEAL) &&
		(transcript->hidden == 0 || state->hand + 1u < transcript->hidden);
}

/* Adds hands until a seat has the turn, because some hands end as soon as they are dealt. */
static enum store_error add_hands(struct transcript *transcript)
{
	enum store_error error = STORE_OK;
	while (error == STORE_OK && is_hand_due(transcript)) {
		error = add_hand(transcript);
		if (error == STORE_OK && transcript->record.state.phase != PHASE_PLAY)
			error = end_hand(transcript);
	}
	return error;
}

static enum store_error add_move(struct transcript *transcript, const struct store_move *row)
{
	const struct record *record = &transcript->record;
	char buffer[STORE_MOVE + 1];
	struct text text = text_in(buffer, sizeof buffer);
	enum store_error error = add_hands(transcript);
	if (error != STORE_OK)
		return error;
	unsigned moves = record->moves;
	if (row->n != moves + 1 || row->hand != record->state.hand ||
		row->seat != record->state.turn)
		return STORE_BROKEN;
	text_add(&text, row->text);
	text_char(&text, '\n');
	error = add(transcript, &transcript->moves, &text);
	if (error != STORE_OK || record->moves != moves + 1)
		return STORE_BROKEN;
	return record->state.phase == PHASE_PLAY ? STORE_OK : end_hand(transcript);
}

/* Adds the moves of all hands except the hidden one. */
static enum store_error add_moves(struct transcript *transcript)
{
	struct store_move rows[BATCH];
	unsigned count;
	do {
		enum store_error error = store_list_moves(transcript->store, transcript->match.id,
			transcript->record.moves + 1, rows, BATCH, &count);
		for (unsigned i = 0; error == STORE_OK && i < count; i++) {
			if (transcript->hidden != 0 && rows[i].hand >= transcript->hidden)
				return STORE_OK;
			error = add_move(transcript, &rows[i]);
		}
		if (error != STORE_OK)
			return error;
	} while (count == BATCH);
	return STORE_OK;
}

/* Adds a comment with the scores, for a match that was ended early but still counts. */
static enum store_error add_standing(struct transcript *transcript)
{
	const struct state *state = &transcript->record.state;
	char buffer[RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	text_add(&text, "# as it stands");
	for (unsigned i = 0; i < transcript->record.seats; i++) {
		text_char(&text, ' ');
		text_number(&text, state_score(state, i));
	}
	text_char(&text, '\n');
	return add(transcript, transcript->out, &text);
}

/* Adds the end of a record: a hand without moves, the proof of the hand in play, or the totals. */
static enum store_error add_end(struct transcript *transcript)
{
	const struct state *state = &transcript->record.state;
	bool ended = transcript->match.ended != 0;
	enum store_error error = add_hands(transcript);
	if (error != STORE_OK)
		return error;
	if (state->phase == PHASE_PLAY)
		add_proof(transcript, ended);
	if (state->phase == PHASE_PLAY && transcript->match.state == STORE_FINISHED)
		return add_standing(transcript);
	return state->phase == PHASE_OVER ? add_points(transcript, true) : STORE_OK;
}

/*
 * Writes a record. hidden: number of the hand in play, which is not written; 0: all hands are
 * written. Writes nothing on an error.
 */
static enum store_error transcribe(
	struct store *store, const struct store_match *match, unsigned hidden, struct string *out)
{
	struct transcript transcript = {
		.store = store, .match = *match, .moves = STRING_EMPTY, .out = out, .hidden = hidden
	};
	size_t before = out->length;
	if (match->pruned != 0)
		return STORE_PRUNED;
	record_open(&transcript.record, false);
	enum store_error error = store_is_root_shared(store, match->id, &transcript.withheld);
	if (error == STORE_OK)
		error = add_head(&transcript);
	if (error == STORE_OK && !transcript.withheld)
		error = add_moves(&transcript);
	if (error == STORE_OK && !transcript.withheld)
		error = add_end(&transcript);
	string_free(&transcript.moves);
	if (error != STORE_OK)
		string_keep_range(out, 0, before);
	return error;
}

enum store_error history_write_record(
	struct store *store, const struct store_match *match, struct string *out)
{
	unsigned hidden = 0;
	enum store_error error =
		match->ended == 0 ? store_get_hand_in_play(store, match->id, &hidden) : STORE_OK;
	return error != STORE_OK ? error : transcribe(store, match, hidden, out);
}

enum store_error history_write_dealt_record(
	struct store *store, const struct store_match *match, struct string *out)
{
	return transcribe(store, match, 0, out);
}
