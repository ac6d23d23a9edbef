#include "bot/match/ladder.h"

#include "engine/rating.h"
#include "storage/journal.h"
#include "storage/ratings.h"

enum { DAY = 24 * 60 * 60 };

static bool is_person(const struct store_seat *seat)
{
	return seat->person.network != 0;
}

/* True if a seat belongs to a person, and at the end neither they nor a substitute played it. */
static bool is_absent(const struct store_seat *seat)
{
	return is_person(seat) && (seat->player.network == 0 || seat->away);
}

/* True if another person owns a seat. */
static bool has_other_owner(const struct ladder_match *match, unsigned seat)
{
	bool any = false;
	for (unsigned i = 0; i < match->state->players; i++)
		any = any ||
			(is_person(&match->seat[i]) &&
				match->seat[i].person.id != match->seat[seat].person.id);
	return any;
}

/* True if an AI player owns a seat. */
static bool has_robot_owner(const struct ladder_match *match)
{
	bool any = false;
	for (unsigned i = 0; i < match->state->players; i++)
		any = any || !is_person(&match->seat[i]);
	return any;
}

/* True if a person was playing when the match ended. */
static bool has_present_player(const struct ladder_match *match)
{
	bool any = false;
	for (unsigned i = 0; i < match->state->players; i++)
		any = any || (match->seat[i].player.network != 0 && !match->seat[i].away);
	return any;
}

/*
 * True if the owner of a seat counts as having left a match that was broken off. At a table with AI
 * players, this is true for every person. If all people were absent, it is true only after the
 * command `leave`.
 */
static bool has_left(const struct ladder_match *match, unsigned seat)
{
	const struct store_seat *row = &match->seat[seat];
	if (!is_person(row))
		return false;
	return has_robot_owner(match) || row->left != 0 ||
		(is_absent(row) && has_present_player(match));
}

static bool is_first_seat_of_owner(const struct ladder_match *match, unsigned seat)
{
	for (unsigned i = 0; i < seat; i++)
		if (match->seat[i].person.id == match->seat[seat].person.id)
			return false;
	return true;
}

/*
 * True if a match may raise the rating of a seat's owner. It may not if an AI player played for
 * them at the end, or if it ended early at a table without other people.
 */
static bool can_gain_rating(const struct ladder_match *match, unsigned seat)
{
	const struct store_seat *row = &match->seat[seat];
	if (match->broken_off)
		return false;
	return !is_person(row) ||
		(!is_absent(row) && (match->played_to_end || has_other_owner(match, seat)));
}

/*
 * Reads how much a result of one seat against another counts. An AI player counts as an opponent
 * with an established rating.
 */
static enum store_error read_weight(struct store *store, const struct ladder_match *match,
	unsigned own, unsigned other, double *weight)
{
	const char *game = match->game->name;
	int64_t self = match->seat[own].person.id;
	int64_t opponent = match->seat[other].person.id;
	bool established = true;
	unsigned met = 0;
	enum store_error error = STORE_OK;
	if (is_person(&match->seat[other]))
		error = store_is_rating_established(
			store, opponent, game, RATING_ESTABLISHED, &established);
	if (!error && established)
		error = store_count_shared_matches(
			store, self, opponent, game, match->ended - DAY, &met);
	else if (!error)
		error = store_count_shared_matches(store, opponent, self, game, 0, &met);
	*weight = rating_weight(established, met);
	return error;
}

/*
 * Fills in the weight, side and rank of each seat, as they count for the seat `own`. If the match
 * was broken off, the side of that seat is last.
 */
static enum store_error fill_rated_seats(struct store *store, const struct ladder_match *match,
	unsigned own, struct rated_seat seats[SEATS_MAX])
{
	enum store_error error = STORE_OK;
	for (unsigned i = 0; !error && i < match->state->players; i++) {
		seats[i].weight = 1;
		if (match->seat[i].person.id != match->seat[own].person.id)
			error = read_weight(store, match, own, i, &seats[i].weight);
		seats[i].side = game_side(match->game, match->state, i);
		seats[i].rank = match->broken_off ? game_partners(match->game, match->state, i, own)
						  : game_rank(match->game, match->state, i);
	}
	return error;
}

static enum store_error read_rating(
	struct store *store, const struct ladder_match *match, unsigned seat, struct rating *rating)
{
	struct store_rating row;
	enum store_error error =
		store_get_rating(store, match->seat[seat].person.id, match->game->name, &row);
	*rating = error ? RATING_NEW : (struct rating){ row.mu, row.sigma };
	return error == STORE_NONE ? STORE_OK : error;
}

static enum store_error write_rating(struct store *store, const struct ladder_match *match,
	unsigned seat, struct rating before, struct rating after)
{
	return store_set_rating(store,
		&(struct store_change){
			.match = match->id,
			.person = match->seat[seat].person.id,
			.game = match->game->name,
			.preset = match->preset,
			.mu_before = before.mu,
			.sigma_before = before.sigma,
			.mu = after.mu,
			.sigma = after.sigma,
			.shown_before = rating_shown(before),
			.shown = rating_shown(after),
			.won = match->seat[seat].won,
			.at = match->ended,
		});
}

/* Computes the new ratings of all seats from their ratings before the match. */
static enum store_error rate(struct store *store, const struct ladder_match *match,
	struct rating before[SEATS_MAX], struct rating after[SEATS_MAX])
{
	struct rated_seat seats[SEATS_MAX];
	enum store_error error = STORE_OK;
	for (unsigned i = 0; !error && i < match->state->players; i++)
		error = read_rating(store, match, i, &before[i]);
	for (unsigned i = 0; !error && i < match->state->players; i++) {
		error = fill_rated_seats(store, match, i, seats);
		after[i] = rating_capped(before, seats, match->state->players, i);
		if (rating_shown(after[i]) > rating_shown(before[i]) && !can_gain_rating(match, i))
			after[i] = before[i];
	}
	return error;
}

enum store_error ladder_store_ratings(
	struct store *store, const struct ladder_match *match, struct rate_changes *changes)
{
	struct rating before[SEATS_MAX] = { 0 };
	struct rating after[SEATS_MAX] = { 0 };
	bool played = true;
	enum store_error error = STORE_OK;
	if (match->broken_off && !match->pruned)
		error = store_has_human_move(store, match->id, &played);
	if (error || !played)
		return error;
	error = rate(store, match, before, after);
	for (unsigned i = 0; !error && i < match->state->players; i++) {
		bool moves = match->rated_seats >> i & 1 && is_first_seat_of_owner(match, i) &&
			(!match->broken_off || has_left(match, i));
		if (!moves)
			continue;
		error = write_rating(store, match, i, before[i], after[i]);
		if (is_person(&match->seat[i]))
			changes->change[changes->count++] = (struct rate_change){ i,
				rating_shown(before[i]), rating_shown(after[i]) };
	}
	return error;
}
