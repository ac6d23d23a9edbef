#include "bot/history/review.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "engine/playout.h"

enum {
	JUDGE_SEED = 5, /* fixed, so that every review of a match gives the same judgement */
	PIECE = 8       /* moves that one call of review_text judges */
};

/*
 * A mistake lowers the chance of winning, 0 to 1, by at least win_least, or costs at least
 * points_least points of the hand. The judge's error in the chance is about as large as win_least.
 */
static const float win_least = 0.005f;
static const float points_least = 1;

void review_open(struct review *review)
{
	*review = (struct review){ .seats = ~0u };
	record_open(&review->record, false);
}

void review_close(struct review *review)
{
	free(review->verdict);
}

/* Adds a mistake, sorted by the lost chance of winning, then by points. */
static void add_mistake(struct seat_review *seat_review, const struct mistake *mistake)
{
	unsigned at = seat_review->mistakes;
	for (; at > 0; at--) {
		const struct mistake *before = &seat_review->mistake[at - 1];
		if (before->win > mistake->win ||
			(before->win == mistake->win && before->points >= mistake->points))
			break;
	}
	if (at == REVIEW_MISTAKES)
		return;
	if (seat_review->mistakes < REVIEW_MISTAKES)
		seat_review->mistakes++;
	for (unsigned i = seat_review->mistakes - 1; i > at; i--)
		seat_review->mistake[i] = seat_review->mistake[i - 1];
	seat_review->mistake[at] = *mistake;
}

/* Returns (a - b) / one, but at least 0. */
static float above(int32_t a, int32_t b, int32_t one)
{
	return a > b ? (float)(a - b) / (float)one : 0;
}

/*
 * Compares the move that was played with the best move the judge knows. played: the judge's opinion
 * of the move that was played.
 */
static void weigh(struct review *review, const struct opinion *played)
{
	const struct opinions *opinions = &review->opinions;
	const struct opinion *best = &opinions->opinion[opinions->best];
	struct seat_review *seat_review = &review->seat[review->record.state.turn];
	struct mistake mistake = {
		.hand = review->record.state.hand,
		.played = played->move,
		.better = best->move,
		.win = above(best->win, played->win, ODDS_SURE),
		.points = above(best->points, played->points, OPINION_POINT),
	};
	float sum = 0;
	for (unsigned i = 0; i < opinions->count; i++)
		sum += above(best->points, opinions->opinion[i].points, OPINION_POINT);
	seat_review->choices++;
	seat_review->stake += sum / (float)opinions->count;
	seat_review->lost += mistake.points;
	bool slip = played != best && (mistake.win >= win_least || mistake.points >= points_least);
	if (slip)
		add_mistake(seat_review, &mistake);
	if (review->verdicts == review->room) {
		review->room = review->room > 0 ? 2 * review->room : 64;
		review->verdict =
			memory_grow(review->verdict, review->room, sizeof *review->verdict);
	}
	review->verdict[review->verdicts++] = (struct verdict){ .hand = review->hand,
		.move = review->move,
		.seat = review->record.state.turn,
		.win = (float)best->win / ODDS_SURE,
		.lost = mistake.win,
		.points = mistake.points,
		.slip = slip,
		.sure = slip && opinion_is_sure(best, played),
		.played = played->move,
		.better = best->move };
}

static void judge(struct review *review, struct move move, void *memory)
{
	const struct record *record = &review->record;
	struct opinions *opinions = &review->opinions;
	union any_view seen;
	review->move = record->state.hand == review->hand ? review->move + 1 : 1;
	review->hand = record->state.hand;
	if (!(review->seats & 1u << record->state.turn))
		return;
	record->game->view(&record->state, record->state.turn, &seen.view);
	move = game_canonical(record->game, &seen.view, move);
	player_judge(
		record->game, &seen.view, chance_part(JUDGE_SEED, record->moves), memory, opinions);
	review->judged += opinions->count > 0;
	for (unsigned i = 0; i < opinions->count && opinions->count > 1; i++)
		if (move_equal(opinions->opinion[i].move, move))
			weigh(review, &opinions->opinion[i]);
}

/* Reads the move in a line of a record, and skips its comment. Returns false for other lines. */
static bool read_move(const char *line, size_t length, struct move *move)
{
	char buffer[RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	const char *comment = memchr(line, '#', length);
	text_bytes(&text, line, comment != NULL ? (size_t)(comment - line) : length);
	buffer[strcspn(buffer, "\r")] = '\0';
	return !text.cut && move_read(buffer, &record_words, move);
}

enum record_step review_line(struct review *review, const char *line, size_t length, void *memory)
{
	struct move move;
	if (review->record.seats > 0 && review->record.state.phase == PHASE_PLAY &&
		read_move(line, length, &move))
		judge(review, move, memory);
	return record_line(&review->record, line, length);
}

void review_text(struct review *review, const struct string *text, void *memory)
{
	unsigned until = review->judged + PIECE;
	while (!review_is_done(review, text) && review->judged < until) {
		const char *line = text->bytes + review->at;
		size_t length = strcspn(line, "\n");
		review->failed = review_line(review, line, length, memory) == RECORD_FAILED;
		review->at += length + 1;
	}
}

bool review_is_done(const struct review *review, const struct string *text)
{
	return review->failed || review->at >= text->length;
}

const struct verdict *review_costliest(
	const struct verdict *verdicts, unsigned count, unsigned seat)
{
	const struct verdict *costliest = NULL;
	for (unsigned i = 0; i < count; i++) {
		const struct verdict *verdict = &verdicts[i];
		if (!verdict->sure || (seat != SEAT_NONE && verdict->seat != seat))
			continue;
		if (costliest == NULL || verdict->lost > costliest->lost ||
			(verdict->lost == costliest->lost && verdict->points > costliest->points))
			costliest = verdict;
	}
	return costliest;
}

int seat_review_accuracy(const struct seat_review *seat_review)
{
	if (seat_review->choices == 0 || seat_review->stake <= 0)
		return seat_review->choices == 0 ? -1 : 100;
	double kept = 1 - seat_review->lost / seat_review->stake;
	return kept < 0 ? 0 : (int)(kept * 100 + 0.5);
}

void review_add_costs(struct string *out, const struct catalog *catalog, struct locale locale,
	float win, float points)
{
	int64_t percent = (int64_t)(win * 100 + 0.5f);
	int64_t whole = (int64_t)(points + 0.5f);
	if (percent > 0)
		catalog_add(out, catalog, locale, MSG_REVIEW_WIN, ARGS(arg_number("win", percent)));
	string_add(out, percent > 0 && whole > 0 ? ", " : "");
	if (whole > 0)
		catalog_add(
			out, catalog, locale, MSG_REVIEW_POINTS, ARGS(arg_number("points", whole)));
}
