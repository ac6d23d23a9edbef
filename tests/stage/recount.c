#include "tests/stage/recount.h"

#include <math.h>
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

enum { SEATS = 10 };

struct match {
	char game[16];
	char preset[16];
	bool alone; /* partners=no */
	unsigned seats;
	char named[SEATS][32]; /* by seat; an AI player by its level */
	unsigned robots;       /* bit set of seats of AI players */
	unsigned who[SEATS];   /* names by seat */
	struct tally seat[SEATS];
	int32_t total[SEATS];
	bool over;
	bool stands;     /* it ended early, and counts as it stands */
	unsigned absent; /* seats that neither their owner nor a substitute played at the end */
	unsigned left;   /* seats whose owners left, if the match is broken off */
};

/* Reads the number after a prefix. Returns false if the line begins otherwise. */
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

/* Points of an unfinished hand count, but not for the best hand. */
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

/* Reads "# ai seat 1 normal" behind the seat's number. */
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

/* Returns true if this side has most points and another side has less. All sides equal is a
 * draw. */
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

/* Returns true if an earlier seat has the same AI player, which counts once. */
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

/* Counts the rated matches of two people within a day. */
static unsigned meetings(
	const struct recount *recount, unsigned one, unsigned other, unsigned game, int64_t at)
{
	unsigned count = 0;
	for (unsigned i = 0; i < recount->meetings; i++) {
		const struct meeting *meeting = &recount->meeting[i];
		count += meeting->one == one && meeting->other == other && meeting->game == game &&
			meeting->at >= at - 24 * 3600;
	}
	return count;
}

/* Returns true after five finished matches, unless one other person took part in all of them. */
static bool is_established(const struct recount *recount, unsigned name, unsigned game)
{
	uint64_t others = UINT64_MAX;
	unsigned count = 0;
	for (unsigned i = 0; i < recount->attendances; i++) {
		const struct attendance *match = &recount->attendance[i];
		if (match->name != name || match->game != game)
			continue;
		count++;
		others &= match->others;
	}
	return count >= 5 && others == 0;
}

/*
 * Returns the weight of a result against a name: half for each match of the two within a day.
 * Against a name that is not established only the first match counts, by a twentieth.
 */
static double weigh(const struct recount *recount, const struct match *match, unsigned own,
	unsigned other, int64_t at)
{
	unsigned game = game_of(match);
	if (own == other)
		return 1;
	if (recount->robot[other] || is_established(recount, other, game))
		return 1 / pow(2, meetings(recount, own, other, game, at));
	return meetings(recount, own, other, game, 0) > 0 ? 0 : 0.05;
}

/* Limits a change to 24 points times the largest weight of an opponent. */
static struct rating cap(struct rating before, struct rating after, double weight)
{
	double mu = after.mu - before.mu;
	double sigma = after.sigma - before.sigma;
	double step = fabs(40 * mu - 120 * sigma);
	double share = step > 24 * weight ? 24 * weight / step : 1;
	return (struct rating){ before.mu + share * mu, before.sigma + share * sigma };
}

/* Records the meetings of all seats with a changed rating. */
static void meet(struct recount *recount, const struct match *match, unsigned rated, int64_t at)
{
	for (unsigned i = 0; i < match->seats; i++)
		for (unsigned j = 0; j < match->seats; j++) {
			if (i == j || !(rated >> i & rated >> j & 1))
				continue;
			assert_true(recount->meetings < RECOUNT_MEETINGS);
			recount->meeting[recount->meetings++] = (struct meeting){ match->who[i],
				match->who[j], game_of(match), at };
		}
}

/* Records the finished match of a name. */
static void attend(struct recount *recount, const struct match *match, unsigned seat)
{
	struct attendance attendance = { .name = match->who[seat], .game = game_of(match) };
	assert_true(recount->attendances < RECOUNT_GAINS);
	for (unsigned i = 0; i < match->seats; i++)
		if (match->who[i] != attendance.name)
			attendance.others |= UINT64_C(1) << match->who[i];
	recount->attendance[recount->attendances++] = attendance;
}

static struct rating rate_seat(
	const struct recount *recount, const struct match *match, unsigned own, int64_t at)
{
	struct rating before[SEATS] = { { .mu = 0 } };
	struct rated_seat seats[SEATS];
	double most = 0;
	for (unsigned i = 0; i < match->seats; i++) {
		bool foe = side_of(match, i) != side_of(match, own);
		before[i] = recount->tally[match->who[i]][game_of(match)].rating;
		seats[i] = (struct rated_seat){ side_of(match, i), !match->over && !foe,
			weigh(recount, match, match->who[own], match->who[i], at) };
		for (unsigned j = 0; match->over && j < match->seats; j++)
			seats[i].rank += side_total(match, j) > side_total(match, i);
		most = foe && seats[i].weight > most ? seats[i].weight : most;
	}
	struct rating after =
		cap(before[own], rating_after(before, seats, match->seats, own), most);
	bool gains = rating_shown(after) > rating_shown(before[own]);
	return gains && (!match->over || match->absent & 1u << own) ? before[own] : after;
}

static void rate(struct recount *recount, const struct match *match, int64_t at)
{
	struct rating after[SEATS] = { { .mu = 0 } };
	unsigned game = game_of(match);
	unsigned rated = 0;
	bool robots = false;
	for (unsigned i = 0; i < match->seats; i++) {
		after[i] = rate_seat(recount, match, i, at);
		robots |= recount->robot[match->who[i]];
	}
	for (unsigned i = 0; i < match->seats; i++) {
		struct tally *tally = &recount->tally[match->who[i]][game];
		if (sits_before(match, i) || (robots && !recount->robot[match->who[i]]) ||
			(!match->over && !(match->left & 1u << i)))
			continue;
		rated |= 1u << i;
		assert_true(recount->gains < sizeof recount->gain / sizeof *recount->gain);
		struct gain *gain = &recount->gain[recount->gains++];
		*gain = (struct gain){ match->who[i], game, "",
			rating_shown(after[i]) - rating_shown(tally->rating), at };
		snprintf(gain->preset, sizeof gain->preset, "%s", match->preset);
		tally->rating = after[i];
		tally->rated++;
		tally->rated_wins += match->over && has_won(match, i);
		if (match->over)
			attend(recount, match, i);
	}
	meet(recount, match, rated, at);
}

/* Reads which owners were absent at the end, and which had left. */
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
