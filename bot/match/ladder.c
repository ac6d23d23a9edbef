#include "bot/match/ladder.h"

#include <string.h>

#include "engine/rating.h"
#include "storage/journal.h"

/*
 * KNOWN_DAILY: on each day of play, at most so many more of the people that a person has met count
 * (ladder.h).
 */
enum { DAY = 24 * 60 * 60, KNOWN_DAILY = 2 };

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

/*
 * True if the owner of a seat counts as having left a match that was broken off. At a table with AI
 * players, this is true for every person. If all people were absent, it is true only after the
 * command `leave`.
 */
static bool has_left(const struct ladder_match *match, unsigned seat)
{
	const struct store_seat *row = &match->seat[seat];
	bool robots = false, present = false;
	for (unsigned i = 0; i < match->state->players; i++) {
		robots = robots || !is_person(&match->seat[i]);
		present = present || (match->seat[i].player.network != 0 && !match->seat[i].away);
	}
	return is_person(row) && (robots || row->left != 0 || (is_absent(row) && present));
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

/* The rating of a seat's owner before and after the match. */
struct standing {
	struct store_rating row;
	struct rating before, after;
	/* matches so far with the owner of each other seat */
	struct store_meeting meeting[SEATS_MAX];
	/* points won in this match from the owner of each seat */
	double moved[SEATS_MAX];
};

static int64_t day_of(const struct ladder_match *match)
{
	return match->ended / DAY;
}

/* Returns how many of the people that a person has met count in a match of this day. */
static unsigned known_on(const struct store_rating *row, int64_t day)
{
	if (row->day >= day)
		return row->known;
	return row->known + KNOWN_DAILY < row->met ? row->known + KNOWN_DAILY : row->met;
}

static bool is_same_owner(const struct ladder_match *match, unsigned seat, unsigned other)
{
	return match->seat[seat].person.id == match->seat[other].person.id;
}

static enum store_error read_standing(struct store *store, const struct ladder_match *match,
	unsigned seat, struct standing *standing)
{
	const char *game = match->game->name;
	int64_t person = match->seat[seat].person.id;
	enum store_error error =
		store_get_rating(store, match->edition, person, game, &standing->row);
	standing->before = error == STORE_OK
		? (struct rating){ standing->row.mu, standing->row.sigma, standing->row.points }
		: RATING_NEW;
	if (error == STORE_NONE)
		error = STORE_OK;
	for (unsigned i = 0; !error && i < match->state->players; i++)
		if (!is_same_owner(match, seat, i))
			error = store_get_meeting(store, match->edition, person,
				match->seat[i].person.id, game, &standing->meeting[i]);
	return error;
}

/*
 * Computes the new rating of a seat's owner. If the match was broken off, ranks the side of that
 * seat last.
 */
static void rate(
	const struct ladder_match *match, struct standing standings[SEATS_MAX], unsigned own)
{
	struct standing *standing = &standings[own];
	struct rating before[SEATS_MAX];
	struct rated_seat seats[SEATS_MAX];
	for (unsigned i = 0; i < match->state->players; i++) {
		before[i] = standings[i].before;
		seats[i].side = game_side(match->game, match->state, i);
		seats[i].rank = match->broken_off ? game_partners(match->game, match->state, i, own)
						  : game_rank(match->game, match->state, i);
		seats[i].limit = is_same_owner(match, own, i)
			? 0
			: rating_limit(known_on(&standings[i].row, day_of(match)));
		seats[i].won = standing->meeting[i].won;
	}
	standing->after = rating_move(before, seats, match->state->players, own, standing->moved);
}

/*
 * Stores the number of matches and the points won between a seat's owner and each other person in
 * the match.
 */
static enum store_error write_meetings(struct store *store, const struct ladder_match *match,
	unsigned own, const struct standing *standing)
{
	enum store_error error = STORE_OK;
	for (unsigned i = 0; !error && i < match->state->players; i++) {
		struct store_meeting meeting = standing->meeting[i];
		if (!is_first_seat_of_owner(match, i) || is_same_owner(match, own, i))
			continue;
		meeting.matches += !match->broken_off;
		for (unsigned j = i; j < match->state->players; j++)
			meeting.won += is_same_owner(match, i, j) ? standing->moved[j] : 0;
		error = store_set_meeting(store, match->edition, match->seat[own].person.id,
			match->seat[i].person.id, match->game->name, &meeting);
	}
	return error;
}

static enum store_error write_rating(struct store *store, const struct ladder_match *match,
	unsigned seat, struct standing *standing)
{
	struct store_rating *row = &standing->row;
	if (!match->broken_off) {
		row->known = known_on(row, day_of(match));
		row->day = row->day > day_of(match) ? row->day : day_of(match);
		for (unsigned i = 0; i < match->state->players; i++)
			row->met += is_first_seat_of_owner(match, i) &&
				!is_same_owner(match, seat, i) && standing->meeting[i].matches == 0;
	}
	struct store_change change = {
		.match = match->id,
		.person = match->seat[seat].person.id,
		.game = match->game->name,
		.preset = match->preset,
		.after = standing->row,
		.shown_before = rating_shown(standing->before),
		.won = match->seat[seat].won,
		.at = match->ended,
	};
	change.after.mu = standing->after.mu;
	change.after.sigma = standing->after.sigma;
	change.after.points = standing->after.points;
	change.after.shown = rating_shown(standing->after);
	enum store_error error = store_set_rating(store, match->edition, &change);
	return error ? error : write_meetings(store, match, seat, standing);
}

enum store_error ladder_store_ratings(
	struct store *store, const struct ladder_match *match, struct rate_changes *changes)
{
	struct standing standings[SEATS_MAX] = { { .row = { .matches = 0 } } };
	unsigned players = match->state->players;
	uint16_t moving = 0;
	bool played = true;
	enum store_error error = STORE_OK;
	if (match->broken_off && !match->pruned)
		error = store_has_human_move(store, match->id, &played);
	if (error || !played)
		return error;
	for (unsigned i = 0; !error && i < players; i++) {
		error = read_standing(store, match, i, &standings[i]);
		if (match->rated_seats >> i & 1 && is_first_seat_of_owner(match, i) &&
			(!match->broken_off || has_left(match, i)))
			moving |= (uint16_t)(1u << i);
	}
	for (unsigned i = 0; !error && i < players; i++) {
		struct standing *standing = &standings[i];
		if (!(moving >> i & 1))
			continue;
		rate(match, standings, i);
		if (!can_gain_rating(match, i) &&
			rating_shown(standing->after) >= rating_shown(standing->before)) {
			standing->after = standing->before;
			memset(standing->moved, 0, sizeof standing->moved);
		}
	}
	for (unsigned i = 0; !error && i < players; i++) {
		struct standing *standing = &standings[i];
		if (!(moving >> i & 1))
			continue;
		error = write_rating(store, match, i, standing);
		if (is_person(&match->seat[i]))
			changes->change[changes->count++] = (struct rate_change){ i,
				rating_shown(standing->before), rating_shown(standing->after) };
	}
	for (unsigned i = 0; !error && i < players; i++)
		if (moving >> i & 1)
			error = store_set_peers(
				store, match->edition, match->seat[i].person.id, match->game->name);
	return error;
}
