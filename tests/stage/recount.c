#include "tests/stage/recount.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned name_of(struct recount *recount, const char *name)
{
	for (unsigned i = 0; i < recount->names; i++)
		if (strcmp(recount->name[i], name) == 0)
			return i;
	assert_true(recount->names < RECOUNT_NAMES);
	snprintf(recount->name[recount->names], 32, "%s", name);
	for (unsigned game = 0; games[game] != NULL; game++) {
		assert_true(game < RECOUNT_GAMES);
		recount->tally[recount->names][game].rating = RATING_NEW;
	}
	return recount->names++;
}

/* ---- one record, line by line ---- */

enum { SEATS = 10, DAY = 24 * 3600 };

struct match {
	char game[16];
	char preset[16];
	bool alone; /* each seat is its own side (partners=no) */
	unsigned seats;
	char named[SEATS][32]; /* name at each seat; an AI player has the name of its level */
	unsigned robots;       /* a bit for each seat of an AI player */
	unsigned who[SEATS];   /* index in the names of the recount, for each seat */
	struct tally seat[SEATS];
	int32_t total[SEATS];
	bool over;
	bool stands;     /* the match ended early, and its points at that time count */
	unsigned absent; /* a bit for each seat without its owner or a substitute at the end */
	unsigned left;   /* if the match was broken off: a bit for each seat whose owner left */
};

/* Reads the number after a prefix. Returns false if the line does not begin with the prefix. */
static bool reads(const char *line, const char *prefix, unsigned *number)
{
	size_t length = strlen(prefix);
	if (strncmp(line, prefix, length) != 0)
		return false;
	*number = (unsigned)strtoul(line + length, NULL, 10);
	return true;
}

static void read_numbers(struct match *match, char *text, int32_t numbers[SEATS])
{
	for (unsigned i = 0; i < match->seats; i++)
		numbers[i] = (int32_t)strtol(text, &text, 10);
}

static void end_hand(struct match *match, char *text)
{
	int32_t points[SEATS];
	read_numbers(match, text, points);
	for (unsigned i = 0; i < match->seats; i++) {
		match->seat[i].hands++;
		match->seat[i].points += points[i];
		if (points[i] > match->seat[i].best)
			match->seat[i].best = points[i];
	}
}

/* Reads the result of a match that ended early. A seat keeps its points from the hand that was not
 * finished, but this hand cannot be the seat's best one. */
static void stand(struct match *match, char *text)
{
	match->over = match->stands = true;
	read_numbers(match, text, match->total);
	for (unsigned i = 0; i < match->seats; i++) {
		match->seat[i].hands++;
		match->seat[i].points = match->total[i];
	}
}

static void read_seats(struct match *match, const char *text)
{
	for (int length; sscanf(text, " %31s%n", match->named[match->seats], &length) == 1;
		text += length)
		match->seats++;
}

/* Reads the level of an AI player. text: the rest of a line "# ai seat 1 normal" after the seat's
 * number. */
static void read_level(struct match *match, unsigned seat, const char *text)
{
	assert_int_equal(sscanf(text, "%31s", match->named[seat]), 1);
	match->robots |= 1u << seat;
}

static void find_names(struct recount *recount, struct match *match)
{
	for (unsigned seat = 0; seat < match->seats; seat++) {
		match->who[seat] = name_of(recount, match->named[seat]);
		if (match->robots & 1u << seat)
			recount->robot[match->who[seat]] = true;
	}
}

static void read_line(struct match *match, char *line)
{
	char word[24] = "";
	unsigned seat = 0;
	sscanf(line, "%23s", word);
	char *rest = line + strlen(word) + (line[strlen(word)] == ' ');
	if (strcmp(word, "game") == 0)
		sscanf(rest, "%15s %15s", match->game, match->preset);
	else if (strcmp(word, "seats") == 0)
		read_seats(match, rest);
	else if (reads(line, "# ai seat ", &seat))
		read_level(match, seat, strrchr(line, ' '));
	else if (strncmp(line, "# as it stands ", 15) == 0)
		stand(match, line + 15);
	else if (strcmp(line, "option partners=no") == 0)
		match->alone = true;
	else if (strcmp(word, "score") == 0)
		end_hand(match, rest);
	else if (strcmp(word, "result") == 0) {
		match->over = true;
		read_numbers(match, rest, match->total);
	}
}

/* ---- results ---- */

static unsigned side_of(const struct match *match, unsigned seat)
{
	bool pairs = strcmp(match->game, "mitaines") == 0 && match->seats == 4 && !match->alone;
	return pairs ? seat % 2 : seat;
}

static int32_t side_total(const struct match *match, unsigned seat)
{
	int32_t total = 0;
	for (unsigned i = 0; i < match->seats; i++)
		if (side_of(match, i) == side_of(match, seat))
			total += match->total[i];
	return total;
}

/* Returns true if no side has more points than this seat's, and another side has fewer. If all
 * sides are equal, the match is a draw. */
static bool has_won(const struct match *match, unsigned seat)
{
	unsigned less = 0;
	for (unsigned i = 0; i < match->seats; i++) {
		if (side_total(match, i) > side_total(match, seat))
			return false;
		less += side_total(match, i) < side_total(match, seat);
	}
	return less > 0;
}

/* Returns true if an earlier seat has the same AI player. An AI player with several seats counts
 * once. */
static bool sits_before(const struct match *match, unsigned seat)
{
	for (unsigned i = 0; i < seat; i++)
		if (match->who[i] == match->who[seat])
			return true;
	return false;
}

static void add_figures(struct tally *tally, const struct tally *more, bool won)
{
	tally->matches++;
	tally->wins += won;
	tally->streak = won ? tally->streak + 1 : 0;
	tally->longest = tally->streak > tally->longest ? tally->streak : tally->longest;
	tally->points += more->points;
	tally->hands += more->hands;
	tally->best = more->best > tally->best ? more->best : tally->best;
}

static unsigned game_of(const struct match *match)
{
	for (unsigned game = 0; games[game] != NULL; game++)
		if (strcmp(games[game]->name, match->game) == 0)
			return game;
	fail();
	return 0;
}

static void add_versus(struct recount *recount, const struct match *match, unsigned seat)
{
	for (unsigned i = 0; i < match->seats; i++) {
		if (sits_before(match, i) || match->who[i] == match->who[seat])
			continue;
		struct versus *versus = &recount->versus[match->who[seat]][match->who[i]];
		versus->matches++;
		versus->wins += has_won(match, seat);
		versus->points += match->total[seat];
	}
}

static bool has_met(const struct recount *recount, unsigned one, unsigned other, unsigned game)
{
	bool met = false;
	for (unsigned i = 0; i < recount->meetings; i++)
		met |= recount->meeting[i].one == one && recount->meeting[i].other == other &&
			recount->meeting[i].game == game;
	return met;
}

/* Counts the people whom the person `name` has met in rated matches of a game. */
static unsigned count_met(const struct recount *recount, unsigned name, unsigned game)
{
	unsigned count = 0;
	for (unsigned i = 0; i < recount->names; i++)
		count += has_met(recount, name, i, game);
	return count;
}

/* Returns the number of met people that counts for the person `name` in a match on this day. It
 * grows by at most two a day. */
static unsigned count_known(
	const struct recount *recount, unsigned name, unsigned game, int64_t day)
{
	const struct tally *tally = &recount->tally[name][game];
	unsigned met = count_met(recount, name, game);
	if (tally->day == day)
		return tally->known;
	return tally->known + 2 < met ? tally->known + 2 : met;
}

/* Returns true if the person `name` has at least five rated matches, and has met at least three
 * people in them. */
static bool is_established(const struct recount *recount, unsigned name, unsigned game)
{
	return recount->tally[name][game].rated >= 5 && count_met(recount, name, game) >= 3;
}

static unsigned count_peers(const struct recount *recount, unsigned name, unsigned game)
{
	unsigned peers = 0;
	for (unsigned i = 0; i < recount->names; i++)
		peers += has_met(recount, name, i, game) && is_established(recount, i, game);
	return peers < 3 ? peers : 3;
}

/* Records that the owner of a seat has met the owners of the other seats in a finished match. */
static void meet(struct recount *recount, const struct match *match, unsigned seat)
{
	unsigned game = game_of(match);
	for (unsigned i = 0; i < match->seats; i++) {
		unsigned one = match->who[seat], other = match->who[i];
		if (one == other || has_met(recount, one, other, game))
			continue;
		assert_true(recount->meetings < RECOUNT_MEETINGS);
		recount->meeting[recount->meetings++] = (struct meeting){ one, other, game };
	}
}

/* Computes the rating of a seat after a match. Writes to moved[i] the points won from seat i. */
static struct rating rate_seat(const struct recount *recount, const struct match *match,
	unsigned own, int64_t day, double *moved)
{
	struct rating before[SEATS] = { { .mu = 0 } };
	struct rated_seat seats[SEATS];
	unsigned game = game_of(match);
	for (unsigned i = 0; i < match->seats; i++) {
		bool foe = side_of(match, i) != side_of(match, own);
		unsigned one = match->who[own], other = match->who[i];
		before[i] = recount->tally[other][game].rating;
		seats[i] = (struct rated_seat){ side_of(match, i), !match->over && !foe,
			one == other ? 0 : rating_limit(count_known(recount, other, game, day)),
			recount->won[one][other][game] };
		for (unsigned j = 0; match->over && j < match->seats; j++)
			seats[i].rank += side_total(match, j) > side_total(match, i);
	}
	struct rating after = rating_move(before, seats, match->seats, own, moved);
	bool falls = rating_shown(after) < rating_shown(before[own]);
	if (falls || (match->over && !(match->absent & 1u << own)))
		return after;
	memset(moved, 0, SEATS * sizeof *moved);
	return before[own];
}

/* Returns a bit for each seat whose rating a match changes. */
static unsigned rated_seats(const struct recount *recount, const struct match *match)
{
	unsigned rated = 0;
	bool robots = false;
	for (unsigned i = 0; i < match->seats; i++)
		robots |= recount->robot[match->who[i]];
	for (unsigned i = 0; i < match->seats; i++)
		if (!sits_before(match, i) && (!robots || recount->robot[match->who[i]]) &&
			(match->over || match->left & 1u << i))
			rated |= 1u << i;
	return rated;
}

static void rate(struct recount *recount, const struct match *match, int64_t at)
{
	struct rating after[SEATS] = { { .mu = 0 } };
	double moved[SEATS][SEATS] = { { 0 } };
	unsigned known[SEATS];
	unsigned game = game_of(match);
	unsigned rated = rated_seats(recount, match);
	for (unsigned i = 0; i < match->seats; i++) {
		after[i] = rate_seat(recount, match, i, at / DAY, moved[i]);
		known[i] = count_known(recount, match->who[i], game, at / DAY);
	}
	for (unsigned i = 0; i < match->seats; i++) {
		struct tally *tally = &recount->tally[match->who[i]][game];
		if (!(rated & 1u << i))
			continue;
		assert_true(recount->gains < sizeof recount->gain / sizeof *recount->gain);
		struct gain *gain = &recount->gain[recount->gains++];
		*gain = (struct gain){ match->who[i], game, "",
			rating_shown(after[i]) - rating_shown(tally->rating), at };
		snprintf(gain->preset, sizeof gain->preset, "%s", match->preset);
		tally->rating = after[i];
		tally->rated++;
		tally->rated_wins += match->over && has_won(match, i);
		for (unsigned j = 0; j < match->seats; j++)
			recount->won[match->who[i]][match->who[j]][game] += moved[i][j];
	}
	for (unsigned i = 0; match->over && i < match->seats; i++)
		if (rated & 1u << i) {
			struct tally *tally = &recount->tally[match->who[i]][game];
			tally->known = known[i];
			tally->day = at / DAY;
			meet(recount, match, i);
		}
	for (unsigned i = 0; i < match->seats; i++)
		if (rated & 1u << i)
			recount->tally[match->who[i]][game].peers =
				count_peers(recount, match->who[i], game);
}

/* Notes the seats whose owners were absent at the end, and the seats whose owners had left. */
static void read_absence(struct match *match, const struct store_seat *seats)
{
	unsigned present = 0;
	for (unsigned i = 0; i < match->seats; i++) {
		bool person = seats[i].person.network != 0;
		bool played = seats[i].player.network != 0 && !seats[i].away;
		present += played;
		match->absent |= (unsigned)(person && !played) << i;
		match->left |= (unsigned)(person && seats[i].left != 0) << i;
	}
	if (present > 0)
		match->left |= match->absent;
}

const char *recount_add(struct recount *recount, char *text, const struct store_match *row,
	const struct store_seat *seats, bool played)
{
	struct match match = { .seats = 0 };
	for (char *line = text; *line != '\0';) {
		size_t length = strcspn(line, "\n");
		char *next = line + length + (line[length] == '\n');
		line[length] = '\0';
		read_line(&match, line);
		line = next;
	}
	find_names(recount, &match);
	read_absence(&match, seats);
	if (!match.over) {
		if (row->rated && row->state == STORE_STOPPED && played)
			rate(recount, &match, row->ended);
		return NULL;
	}
	bool drawn = true;
	for (unsigned i = 0; i < match.seats; i++) {
		drawn &= !has_won(&match, i);
		if (sits_before(&match, i))
			continue;
		if (match.seat[i].points != match.total[i])
			return "its hands do not come to its result";
		add_figures(&recount->tally[match.who[i]][game_of(&match)], &match.seat[i],
			has_won(&match, i));
		add_versus(recount, &match, i);
	}
	recount->drawn += drawn && !match.stands;
	if (row->rated)
		rate(recount, &match, row->ended);
	return NULL;
}
