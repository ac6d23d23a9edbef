/* command/review.c - the commands for hints and reviews by the strongest AI player. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/command/history.h"
#include "bot/history/record.h"
#include "bot/history/review_job.h"
#include "bot/match/exercise.h"
#include "bot/match/rate.h"
#include "bot/talk/speech.h"
#include "engine/playout.h"
#include "storage/matches.h"

/* Maximum number of running analyses. A person has at most one. */
enum { ANALYSES_MOST = 8 };

/*
 * A hint or review that an AI player computes for a person. Knows that person by network and key,
 * because they may leave or be deleted before the job ends.
 */
struct analysis {
	struct lobby *lobby;
	struct commands *commands;
	struct analysis *next; /* next in the list of all analyses */
	int64_t network;
	char key[STORE_KEY];
};

/* Returns true if the caller may ask for another analysis. Otherwise tells them why not. */
static bool can_begin(const struct request *request)
{
	const struct person *person = request->from.person;
	unsigned count = 0;
	bool busy = false;
	for (const struct analysis *analysis = request->commands->analyses; analysis != NULL;
		analysis = analysis->next) {
		busy = busy ||
			(analysis->network == person->network->id &&
				strcmp(analysis->key, person->key) == 0);
		count++;
	}
	if (busy || count >= ANALYSES_MOST)
		command_tell(request, busy ? MSG_ERRAND_WAIT : MSG_ERRANDS_FULL, NO_ARGS);
	return !busy && count < ANALYSES_MOST;
}

/* Adds an analysis to the list. */
static void analysis_begin(const struct request *request, struct analysis *analysis)
{
	struct lobby *lobby = request->lobby;
	text_copy(analysis->key, sizeof analysis->key, request->from.person->key);
	analysis->commands = request->commands;
	analysis->lobby = lobby;
	analysis->network = request->from.person->network->id;
	analysis->next = analysis->commands->analyses;
	analysis->commands->analyses = analysis;
}

/* Removes a finished analysis from the list. Returns the requester, or NULL if they are gone. */
static struct person *analysis_end(struct analysis *analysis)
{
	struct lobby *lobby = analysis->lobby;
	struct network *network = lobby_network(lobby, analysis->network);
	struct analysis **at = &analysis->commands->analyses;
	while (*at != analysis)
		at = &(*at)->next;
	*at = analysis->next;
	struct person *person =
		network != NULL ? people_find(&lobby->people, network, analysis->key) : NULL;
	if (person != NULL)
		lobby_note_requester(lobby, person);
	return person;
}

/* ---- reviews ---- */

/* A review of a finished match. */
struct asked_review {
	struct review_job run; /* must be the first member */
	struct analysis analysis;
	int64_t match;
	const struct channel *channel;  /* channel where the command was given; NULL: in private */
	unsigned own;                   /* bit set: seats of the requester */
	const char *level[STORE_SEATS]; /* level of each seat's AI player; NULL: a person */
};

/* Adds a mistake and the better move: "hand 2: 9♦, better 4♠ mitten (−6 % to win, −14 points)". */
static void add_mistake(const struct asked_review *asked, struct locale locale,
	const struct mistake *mistake, struct string *out)
{
	const struct catalog *catalog = asked->analysis.lobby->catalog;
	struct string played = STRING_EMPTY;
	struct string better = STRING_EMPTY;
	struct string costs = STRING_EMPTY;
	review_add_costs(&costs, catalog, locale, mistake->win, mistake->points);
	eventtext_move(&played, catalog, locale, mistake->played);
	eventtext_move(&better, catalog, locale, mistake->better);
	catalog_add(out, catalog, locale,
		asked->run.review.record.game->rounds ? MSG_REVIEW_SLIP_ROUND : MSG_REVIEW_SLIP,
		ARGS(arg_number("hand", mistake->hand), arg_text("played", played.bytes),
			arg_text("better", better.bytes), arg_text("costs", costs.bytes)));
	string_free(&played);
	string_free(&better);
	string_free(&costs);
}

static void tell_seat(const struct asked_review *asked, const struct person *person, unsigned seat)
{
	const struct seat_review *seat_review = &asked->run.review.seat[seat];
	int accuracy = seat_review_accuracy(seat_review);
	struct string mistakes = STRING_EMPTY;
	struct string name = STRING_EMPTY;
	if (accuracy < 0)
		return;
	history_add_name(&name, asked->analysis.lobby->catalog, person_locale(person),
		asked->run.review.record.name[seat], asked->level[seat]);
	for (unsigned i = 0; i < seat_review->mistakes; i++) {
		string_add(&mistakes, i > 0 ? catalog_part_separator(person_locale(person)) : "");
		add_mistake(asked, person_locale(person), &seat_review->mistake[i], &mistakes);
	}
	speech_tell(&asked->analysis.lobby->speech, person,
		seat_review->mistakes > 0 ? MSG_REVIEW_SEAT : MSG_REVIEW_CLEAN,
		ARGS(arg_number("match", asked->match), arg_text("name", name.bytes),
			arg_number("accuracy", accuracy), arg_text("slips", mistakes.bytes)));
	string_free(&mistakes);
	string_free(&name);
}

/* Tells the channel how accurate the requester's own moves were: "anna 93 %". */
static void say_review(const struct asked_review *asked)
{
	struct string list = STRING_EMPTY;
	for (unsigned seat = 0; seat < asked->run.review.record.seats; seat++) {
		int accuracy = seat_review_accuracy(&asked->run.review.seat[seat]);
		if (!(asked->own & 1u << seat) || accuracy < 0)
			continue;
		catalog_add(&list, asked->analysis.lobby->catalog, asked->channel->settings.locale,
			MSG_REVIEW_KEPT,
			ARGS(arg_name("name", asked->run.review.record.name[seat]),
				arg_number("accuracy", accuracy)));
	}
	if (!string_is_empty(&list))
		speech_say_channel(&asked->analysis.lobby->speech, asked->channel,
			MSG_REVIEW_PUBLIC,
			ARGS(arg_number("match", asked->match), arg_text("list", list.bytes)));
	string_free(&list);
}

static void tell_review(const struct asked_review *asked, const struct person *person)
{
	if (asked->run.review.failed || asked->run.review.judged == 0) {
		speech_tell(&asked->analysis.lobby->speech, person, MSG_REVIEW_NOTHING,
			ARGS(arg_number("match", asked->match)));
		return;
	}
	if (asked->channel != NULL && asked->channel->joined)
		say_review(asked);
	for (unsigned seat = 0; seat < asked->run.review.record.seats; seat++)
		tell_seat(asked, person, seat);
}

static void review_done(struct review_job *run)
{
	struct asked_review *asked = (struct asked_review *)run;
	const struct person *person = analysis_end(&asked->analysis);
	if (person != NULL)
		tell_review(asked, person);
}

static enum store_error read_seats(const struct request *request, struct asked_review *asked)
{
	struct store_seat rows[STORE_SEATS];
	unsigned count = 0;
	enum store_error error =
		store_list_seats(request->lobby->batch.store, asked->match, rows, &count);
	for (unsigned i = 0; error == STORE_OK && i < count; i++) {
		asked->own |= (unsigned)(rows[i].person.id == request->from.person->id) << i;
		int level = rows[i].person.network == 0 ? level_named(rows[i].person.key) : -1;
		asked->level[i] = level >= 0 ? level_name((enum level)level) : NULL;
	}
	return error;
}

/*
 * Reads the record of the match. Returns STORE_BROKEN if its journal breaks the rules of the game.
 */
static enum store_error fill_review(
	const struct request *request, const struct store_match *match, struct asked_review *asked)
{
	review_job_open(&asked->run, review_done);
	asked->match = match->id;
	asked->channel = request->from.channel;
	enum store_error error = read_seats(request, asked);
	return error != STORE_OK
		? error
		: history_write_record(request->lobby->batch.store, match, &asked->run.text);
}

static void begin_review(const struct request *request, const struct store_match *match)
{
	const struct arg *args = ARGS(arg_number("match", match->id));
	struct asked_review *asked = memory_new(1, sizeof *asked);
	enum store_error error = fill_review(request, match, asked);
	if (error == STORE_OK) {
		analysis_begin(request, &asked->analysis);
		review_job_begin(&asked->run, request->lobby->robots.slow_pool);
		command_tell(request, MSG_REVIEW_BEGUN, args);
		return;
	}
	if (error == STORE_BROKEN)
		command_tell(request, MSG_REVIEW_NOTHING, args);
	else
		history_check_read(request, error);
	review_job_drop(&asked->run);
}

/*
 * Reviews a match that has ended. Refuses a match that runs, because its players must not get an AI
 * player's opinion.
 */
static void run_review(struct request *request)
{
	struct store_match match;
	if (!history_find_match(request, MSG_REVIEW_USAGE, &match))
		return;
	const struct arg *args = ARGS(arg_number("match", match.id));
	if (match.ended == 0)
		command_tell(request, MSG_REVIEW_LIVE, args);
	else if (match.started == 0)
		command_tell(request, MSG_REVIEW_NOTHING, args);
	else if (can_begin(request))
		begin_review(request, &match);
}

/* ---- hints ---- */

/* A job that finds a hint: the move that the strongest AI player would make. */
struct hint {
	struct job job; /* must be the first member */
	struct analysis analysis;
	const struct game *game;
	int64_t match;
	uint32_t moves; /* number of moves made before the hint was asked for */
	uint64_t seed;
	struct opinions opinions;
	union any_view seen;
};

static void hint_work(struct job *job, void *memory)
{
	struct hint *hint = (struct hint *)job;
	player_judge(hint->game, &hint->seen.view, hint->seed, memory, &hint->opinions);
}

static void hint_drop(struct job *job)
{
	free(job);
}

static void tell_hint(const struct hint *hint, struct table *table, const struct person *person)
{
	const struct opinion *best = &hint->opinions.opinion[hint->opinions.best];
	struct lobby *lobby = hint->analysis.lobby;
	struct string move = STRING_EMPTY;
	eventtext_move(&move, lobby->catalog, person_locale(person), best->move);
	speech_tell_about(&lobby->speech, table, person, MSG_HINT,
		ARGS(arg_text("move", move.bytes),
			arg_number("win", ((int64_t)best->win * 100 + ODDS_SURE / 2) / ODDS_SURE)));
	string_free(&move);
}

/*
 * Tells the hint when its job is done. Drops it if a move was made since the player asked, or if
 * the match is still rated because the batch that made it unrated was rolled back.
 */
static void hint_done(struct job *job)
{
	struct hint *hint = (struct hint *)job;
	const struct person *person = analysis_end(&hint->analysis);
	struct table *table = tables_find_match(&hint->analysis.lobby->tables, hint->match);
	if (person != NULL && table != NULL && table->running && !table->rated &&
		table->moves == hint->moves && hint->opinions.count > 0 &&
		table->seat[table_state(table)->turn].player == person)
		tell_hint(hint, table, person);
	free(hint);
}

/* Makes the match unrated, because a player got a hint. */
static void unrate(struct lobby *lobby, struct table *table)
{
	if (!table->rated)
		return;
	lobby_snapshot_table(lobby, table);
	table->rated = false;
	lobby_check_write(lobby, store_unrate_match(lobby->batch.store, table->match));
}

static void begin_hint(const struct request *request, struct table *table)
{
	struct state *state = table_state(table);
	struct hint *hint = memory_new(1, sizeof *hint);
	hint->job = (struct job){ .work = hint_work, .done = hint_done, .drop = hint_drop };
	hint->game = table->game;
	hint->match = table->match;
	hint->moves = table->moves;
	hint->seed = chance_part(table->robot_seed, table->moves);
	table->game->view(state, state->turn, &hint->seen.view);
	analysis_begin(request, &hint->analysis);
	worker_pool_add(request->lobby->robots.pool, &hint->job, 0);
	unrate(request->lobby, table);
}

static void run_hint(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table = request->table;
	if (request->exercise != NULL)
		request->exercise->kind->explain(lobby, request->exercise, true);
	else if (!table->running)
		command_tell_about(request, table, MSG_NOT_STARTED, NO_ARGS);
	else if (rate_is_at_stake(lobby, table))
		command_tell_about(request, table, MSG_HINT_RATED, NO_ARGS);
	else if (table_state(table)->turn != table_find_seat(table, request->from.person))
		command_tell_about(request, table, MSG_NOT_YOUR_TURN,
			ARGS(arg_name("seat", table_name(table, table_state(table)->turn))));
	else if (can_begin(request))
		begin_hint(request, table);
}

const struct command review_commands[] = {
	{ MSG_COMMAND_REVIEW, ANYWHERE, TABLE_NONE, LIST_RECORDS, MSG_HELP_REVIEW, run_review },
	{ MSG_COMMAND_HINT, ANYWHERE | IN_EXERCISE, TABLE_TURN, LIST_LEARN, MSG_HELP_HINT,
		run_hint },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
