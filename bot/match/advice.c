#include "bot/match/advice.h"

#include "bot/base/memory.h"
#include "bot/history/record.h"
#include "bot/history/review_job.h"
#include "bot/talk/render.h"
#include "bot/text/eventtext.h"
#include "storage/journal.h"
#include "storage/matches.h"

/* No review begins while at least this many slow jobs wait. */
enum { WAITING_MOST = 8 };

/*
 * The review of a match, for some of its players. It finds them by network and key, because they
 * may leave or be deleted before the review ends.
 */
struct advice {
	struct review_job run; /* must be the first member */
	struct lobby *lobby;
	struct advice *next; /* next in the list of all running reviews */
	int64_t match;
	int64_t network[SEATS_MAX];
	char key[SEATS_MAX][STORE_KEY]; /* key of the player of each seat; "": gets no advice */
};

/* The result of a match for one seat. */
struct outcome {
	enum message message; /* the seat won, lost or drew the match */
	int32_t own, other;   /* points of the seat's side; most points of another side */
};

/* Returns the points of a seat's side. */
static int32_t count_points(
	const struct record *record, const struct store_seat *seats, unsigned seat)
{
	int32_t points = 0;
	for (unsigned i = 0; i < record->seats; i++)
		if (game_partners(record->game, &record->state, i, seat))
			points += seats[i].points;
	return points;
}

/* Returns the stored result, which a match has also if it ended before its last hand. */
static struct outcome find_outcome(
	const struct record *record, const struct store_seat *seats, unsigned seat)
{
	struct outcome outcome = { .message = MSG_ENDED_DRAWN, .other = INT32_MIN };
	outcome.own = count_points(record, seats, seat);
	for (unsigned i = 0; i < record->seats; i++) {
		int32_t points = count_points(record, seats, i);
		if (seats[i].won)
			outcome.message = MSG_ENDED_LOST;
		if (points > outcome.other && !game_partners(record->game, &record->state, i, seat))
			outcome.other = points;
	}
	if (seats[seat].won)
		outcome.message = MSG_ENDED_WON;
	return outcome;
}

/*
 * Tells a person the result and their costliest move in private. A guest has no chat, and sees the
 * move in the last view of their page.
 */
static void tell(const struct advice *advice, const struct person *person,
	const struct verdict *verdict, struct outcome outcome)
{
	struct lobby *lobby = advice->lobby;
	struct locale locale = render_told_locale(person);
	struct string played = STRING_EMPTY, better = STRING_EMPTY;
	int64_t points = (int64_t)(verdict->points + 0.5f);
	int64_t percent = (int64_t)(verdict->lost * 100 + 0.5f);
	const struct arg *result = ARGS(arg_number("match", advice->match),
		arg_number("own", outcome.own), arg_number("other", outcome.other));
	const struct arg *cost = ARGS(arg_number("points", points), arg_number("win", percent));
	eventtext_move(&played, lobby->catalog, locale, verdict->played);
	eventtext_move(&better, lobby->catalog, locale, verdict->better);
	enum message message =
		advice->run.review.record.game->rounds ? MSG_ADVICE_ROUND : MSG_ADVICE;
	const struct arg *args = ARGS(arg_number("match", advice->match),
		arg_number("hand", verdict->hand), arg_text("played", played.bytes),
		arg_filled("costs", points > 1 ? MSG_COST_POINTS : MSG_COST_WIN, cost),
		arg_text("better", better.bytes), arg_filled("result", outcome.message, result));
	if (person_is_guest(person)) {
		struct string page = STRING_EMPTY;
		catalog_add(&page, lobby->catalog, locale, message, args);
		seat_keys_add_advice(&lobby->seat_keys, person->id, advice->match, page.bytes);
		string_free(&page);
	} else if (person_is_reachable(person)) {
		speech_tell(&lobby->speech, person, message, args);
	}
	string_free(&played);
	string_free(&better);
}

/* Tells the players, unless the batch that ended the match was rolled back. */
static void review_done(struct review_job *run)
{
	struct advice *advice = (struct advice *)run;
	struct lobby *lobby = advice->lobby;
	const struct review *review = &run->review;
	struct store_match match;
	struct store_seat seats[STORE_SEATS];
	unsigned count = 0;
	struct advice **at = &lobby->robots.advice;
	while (*at != advice)
		at = &(*at)->next;
	*at = advice->next;
	if (review->failed ||
		store_get_match(lobby->batch.store, advice->match, &match) != STORE_OK ||
		match.state != STORE_FINISHED ||
		store_list_seats(lobby->batch.store, match.id, seats, &count) != STORE_OK ||
		count != review->record.seats)
		return;
	for (unsigned seat = 0; seat < review->record.seats; seat++) {
		struct network *network = lobby_network(lobby, advice->network[seat]);
		const struct person *person = advice->key[seat][0] != '\0' && network != NULL
			? people_find(&lobby->people, network, advice->key[seat])
			: NULL;
		const struct verdict *verdict =
			review_costliest(review->verdict, review->verdicts, seat);
		if (person != NULL && person->advice && verdict != NULL)
			tell(advice, person, verdict, find_outcome(&review->record, seats, seat));
	}
}

/* True if the review of another match of a person is running. */
static bool is_busy(const struct lobby *lobby, const struct person *person)
{
	for (const struct advice *at = lobby->robots.advice; at != NULL; at = at->next)
		for (unsigned seat = 0; seat < SEATS_MAX; seat++)
			if (at->network[seat] == person->network->id &&
				strcmp(at->key[seat], person->key) == 0)
				return true;
	return false;
}

/*
 * True if the player of a seat made all of its moves, can be reached, and wants advice. Guests at
 * other people's tables get none: the page of the match shows them what cost most.
 */
static bool is_wanted(struct lobby *lobby, const struct table *table, unsigned seat)
{
	const struct seat *place = &table->seat[seat];
	const struct person *player = place->player;
	bool others = false;
	if (player == NULL || player != place->owner || place->has_stand_in || !player->advice ||
		(person_is_guest(player) && !table_is_private(table)) ||
		!person_is_reachable(player) || is_busy(lobby, player))
		return false;
	lobby_check_write(lobby,
		store_has_other_moved(lobby->batch.store, table->match, seat, player->id, &others));
	return !others;
}

void advice_begin(struct lobby *lobby, const struct table *table)
{
	struct store_match match;
	struct advice *advice;
	if (!lobby->settings.advice || table->game->think == NULL ||
		worker_pool_count_queued(lobby->robots.slow_pool) >= WAITING_MOST)
		return;
	advice = memory_new(1, sizeof *advice);
	review_job_open(&advice->run, review_done);
	advice->lobby = lobby;
	advice->match = table->match;
	advice->run.review.seats = 0;
	for (unsigned seat = 0; seat < table->seats_taken; seat++) {
		const struct person *player = table->seat[seat].player;
		if (!is_wanted(lobby, table, seat))
			continue;
		advice->run.review.seats |= 1u << seat;
		advice->network[seat] = player->network->id;
		text_copy(advice->key[seat], STORE_KEY, player->key);
	}
	if (advice->run.review.seats == 0 || lobby->batch.error != STORE_OK ||
		store_get_match(lobby->batch.store, table->match, &match) != STORE_OK ||
		history_write_record(lobby->batch.store, &match, &advice->run.text) != STORE_OK) {
		review_job_drop(&advice->run);
		return;
	}
	advice->next = lobby->robots.advice;
	lobby->robots.advice = advice;
	review_job_begin(&advice->run, lobby->robots.slow_pool);
}
