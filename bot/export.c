/* export.c - `mitaines export` and `mitaines backup`: what leaves the database. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/string.h"
#include "bot/tools.h"
#include "config/config.h"
#include "engine/record.h"
#include "storage/store.h"

enum { BATCH = 64 };

/* What the command line asks for. */
struct request {
	const char *command;
	const char *conf; /* NULL: none */
	int64_t match;    /* 0: all */
	const char *copy; /* NULL: not named */
};

/* A match on its way from the journal to a record; every line written is read again at once. */
struct exported {
	struct store *store;
	struct store_match match;
	struct record record;
	struct store_hand hand; /* the last one begun */
	struct string moves;    /* of that hand: its proof goes above them */
	struct string out;
};

static const char no_replay[] = "the journal of this match does not replay";

/* All below return NULL, or what is wrong with the match. */

/* Adds the lines of text to `to` when they are what can follow in the record. */
static const char *add(struct exported *exported, struct string *to, const struct text *text)
{
	enum record_step step = text->cut ? RECORD_FAILED : RECORD_ON;
	const char *line = text->start;
	while (line < text->at && step != RECORD_FAILED) {
		size_t length = strcspn(line, "\n");
		step = record_line(&exported->record, line, length);
		line += length + 1;
	}
	string_bytes(to, text->start, text_length(text));
	return step == RECORD_FAILED ? no_replay : NULL;
}

static const char *add_head(struct exported *exported)
{
	const struct store_match *match = &exported->match;
	struct store_seat seats[STORE_SEATS];
	const char *names[STORE_SEATS];
	char buffer[2 * RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	unsigned count;
	enum store_error error = store_seats_of(exported->store, match->id, seats, &count);
	if (error != STORE_OK)
		return store_error_text(error);
	for (unsigned i = 0; i < count; i++)
		names[i] = seats[i].person.name;
	record_add_head(&text,
		&(struct record_head){
			match->game, match->preset, match->options, match->id, count, names });
	return add(exported, &exported->out, &text);
}

/* The next hand, shuffled as it was for the table: no nonces. */
static const char *add_hand(struct exported *exported)
{
	const struct nonce silent[SEATS_MAX] = { { .length = 0 } };
	const struct record *record = &exported->record;
	const struct store_hand *hand = &exported->hand;
	unsigned number = record->state.hand + 1u;
	char buffer[RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	card deck[DECK_MAX];
	unsigned count;
	enum store_error error = store_hands_of(
		exported->store, exported->match.id, number, &exported->hand, 1, &count);
	if (error != STORE_OK)
		return store_error_text(error);
	if (count != 1 || hand->hand != number)
		return no_replay;
	unsigned size = record->game->deck(&record->state, deck);
	fairness_shuffle(exported->match.id, number, hand->seed, silent, record->seats, deck, size);
	record_add_hand(&text, hand->dealer, deck, size);
	return add(exported, &exported->out, &text);
}

/* Puts the proof of the last hand above its moves; the seed only when nobody will play on. */
static void add_proof(struct exported *exported, bool over)
{
	const struct nonce silent[SEATS_MAX] = { { .length = 0 } };
	const struct store_hand *hand = &exported->hand;
	char buffer[RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	uint8_t commit[FAIRNESS_COMMIT];
	fairness_commit(exported->match.id, hand->hand, hand->seed, commit);
	record_add_proof(&text, commit, silent, exported->record.seats, over ? hand->seed : NULL);
	string_bytes(&exported->out, text.start, text_length(&text));
	string_bytes(&exported->out, exported->moves.bytes, exported->moves.length);
	string_clear(&exported->moves);
}

/* Points by seat: of the hand that has just ended, or of the match. */
static const char *add_points(struct exported *exported, bool of_match)
{
	const struct state *state = &exported->record.state;
	char buffer[RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	if (of_match)
		record_add_result(&text, state->total, exported->record.seats);
	else
		record_add_score(&text, state->points, exported->record.seats);
	return add(exported, of_match ? &exported->out : &exported->moves, &text);
}

static const char *add_move(struct exported *exported, const struct store_move *row)
{
	const struct record *record = &exported->record;
	char buffer[STORE_MOVE + 1];
	struct text text = text_in(buffer, sizeof buffer);
	const char *wrong = record->state.phase != PHASE_PLAY ? add_hand(exported) : NULL;
	if (wrong != NULL)
		return wrong;
	unsigned moves = record->moves;
	if (row->n != moves + 1 || row->hand != record->state.hand ||
		row->seat != record->state.turn)
		return no_replay;
	text_add(&text, row->text);
	text_char(&text, '\n');
	wrong = add(exported, &exported->moves, &text);
	if (wrong != NULL || record->moves != moves + 1)
		return no_replay;
	if (record->state.phase == PHASE_PLAY)
		return NULL;
	wrong = add_points(exported, false);
	add_proof(exported, true);
	return wrong;
}

static const char *add_moves(struct exported *exported)
{
	struct store_move rows[BATCH];
	unsigned count;
	do {
		enum store_error error = store_moves_of(exported->store, exported->match.id,
			exported->record.moves + 1, rows, BATCH, &count);
		if (error != STORE_OK)
			return store_error_text(error);
		for (unsigned i = 0; i < count; i++) {
			const char *wrong = add_move(exported, &rows[i]);
			if (wrong != NULL)
				return wrong;
		}
	} while (count == BATCH);
	return NULL;
}

/* The hand that no move has been made in yet, the proof of one in play, the totals. */
static const char *add_end(struct exported *exported)
{
	const struct state *state = &exported->record.state;
	bool ended = exported->match.ended != 0;
	if (state->phase == PHASE_NEW || state->phase == PHASE_DEAL) {
		const char *wrong = add_hand(exported);
		if (wrong != NULL)
			return wrong;
	}
	if (state->phase == PHASE_PLAY)
		add_proof(exported, ended);
	return state->phase == PHASE_OVER ? add_points(exported, true) : NULL;
}

/* Prints the record of a match, or the one line that says why not. */
static bool print_match(struct store *store, const struct store_match *match)
{
	struct exported exported = {
		.store = store, .match = *match, .moves = STRING_EMPTY, .out = STRING_EMPTY
	};
	record_open(&exported.record, false);
	const char *wrong = add_head(&exported);
	if (wrong == NULL)
		wrong = add_moves(&exported);
	if (wrong == NULL)
		wrong = add_end(&exported);
	if (wrong == NULL)
		fwrite(exported.out.bytes, 1, exported.out.length, stdout);
	else
		fprintf(stderr, "mitaines export: match %lld: %s\n", (long long)match->id, wrong);
	string_free(&exported.moves);
	string_free(&exported.out);
	return wrong == NULL;
}

/* One line on standard error; the exit status. */
static int fail(const struct request *request, const char *where, const char *why)
{
	fprintf(stderr, "mitaines %s: %s: %s\n", request->command, where, why);
	return 1;
}

static int export_one(struct store *store, const struct request *request)
{
	struct store_match match;
	char name[32];
	snprintf(name, sizeof name, "match %lld", (long long)request->match);
	enum store_error error = store_match(store, request->match, &match);
	if (error != STORE_OK)
		return fail(request, name, store_error_text(error));
	if (match.started == 0)
		return fail(request, name, "it has not started");
	return print_match(store, &match) ? 0 : 1;
}

static int export_all(struct store *store, const struct request *request)
{
	struct store_match match = { .id = 0 };
	enum store_error error;
	bool good = true;
	while ((error = store_started(store, &match)) == STORE_OK)
		good &= print_match(store, &match);
	if (error != STORE_NONE)
		return fail(request, "matches", store_error_text(error));
	return good ? 0 : 1;
}

static int export(struct store *store, const struct request *request)
{
	int status = request->match != 0 ? export_one(store, request) : export_all(store, request);
	if (fflush(stdout) != 0 || ferror(stdout))
		return fail(request, "standard output", strerror(errno));
	return status;
}

static int backup(struct store *store, const struct request *request)
{
	enum store_error error = store_backup(store, request->copy);
	return error == STORE_OK ? 0 : fail(request, request->copy, store_error_text(error));
}

/* Opens the database, which must be there, for one of the two. */
static int with_store(const struct request *request, const char *database,
	int (*run)(struct store *store, const struct request *request))
{
	struct store *store;
	if (access(database, F_OK) != 0)
		return fail(request, database, strerror(errno));
	enum store_error error = store_open(database, &store);
	if (error != STORE_OK)
		return fail(request, database, store_error_text(error));
	int status = run(store, request);
	store_close(store);
	return status;
}

/* Finds the database as `run` does: by the configuration, or without one by its default. */
static int with_database(const struct request *request,
	int (*run)(struct store *store, const struct request *request))
{
	struct config config;
	struct config_errors errors = { .count = 0 };
	bool loaded = request->conf != NULL ? config_load(request->conf, &config, &errors)
					    : config_defaults(&config);
	int status = 1;
	if (loaded)
		status = with_store(request, config.database, run);
	else
		fputs(errors.text != NULL ? errors.text : "mitaines: out of memory\n", stderr);
	config_errors_free(&errors);
	config_free(&config);
	return status;
}

static bool read_id(const char *text, int64_t *id)
{
	char *end;
	errno = 0;
	*id = strtoll(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *id > 0;
}

/* Reads what may follow the command; false: wrong usage. */
static bool read_request(int argc, char **argv, struct request *request)
{
	for (int i = 1; i < argc; i++) {
		bool more = i + 1 < argc;
		if (strcmp(argv[i], "-c") == 0 && more)
			request->conf = argv[++i];
		else if (strcmp(argv[i], "--match") == 0 && more) {
			if (!read_id(argv[++i], &request->match))
				return false;
		} else if (*argv[i] != '-' && *argv[i] != '\0' && request->copy == NULL)
			request->copy = argv[i];
		else
			return false;
	}
	return true;
}

/* Whether help is asked for, and nothing else. */
static bool asks_help(int argc, char **argv)
{
	return argc == 2 && (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0);
}

static int usage(bool asked, const char *text)
{
	fputs(text, asked ? stdout : stderr);
	return asked ? 0 : 2;
}

int export_main(int argc, char **argv)
{
	static const char help[] =
		"usage: mitaines export [-c FILE] [--match N]\n"
		"Prints the records of all matches that were started, or of one, also while the\n"
		"bot runs. Of a hand in play the seed is left out, but its cards are in the "
		"record:\n"
		"keep that to yourself.\n"
		"  -c FILE    the configuration that names the database; by default mitaines.db\n"
		"  --match N  only that match\n";
	struct request request = { .command = "export" };
	if (asks_help(argc, argv))
		return usage(true, help);
	if (!read_request(argc, argv, &request) || request.copy != NULL)
		return usage(false, help);
	return with_database(&request, export);
}

int backup_main(int argc, char **argv)
{
	static const char help[] =
		"usage: mitaines backup [-c FILE] COPY\n"
		"Writes a consistent copy of the database to the file COPY, also while the bot\n"
		"runs. A file that is there is replaced once the copy is whole.\n"
		"  -c FILE  the configuration that names the database; by default mitaines.db\n";
	struct request request = { .command = "backup" };
	if (asks_help(argc, argv))
		return usage(true, help);
	if (!read_request(argc, argv, &request) || request.copy == NULL || request.match != 0)
		return usage(false, help);
	return with_database(&request, backup);
}
