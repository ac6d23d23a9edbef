#include "bot/history/critic.h"

#include <string.h>

#include "engine/playout.h"

enum { CRITIC_SEED = 5 }; /* any number: the same match is always judged alike */

/* Less than this is not told: so much the judge may err. */
static const float win_least = 0.005f;
static const float points_least = 1;

void critic_open(struct critic *critic)
{
	*critic = (struct critic){ .judged = 0 };
	record_open(&critic->record, false);
}

/* Whether a costs more: first in the match, then in the hand. */
static bool costs_more(const struct slip *a, const struct slip *b)
{
	return a->win != b->win ? a->win > b->win : a->points > b->points;
}

static void add_slip(struct critique *critique, const struct slip *slip)
{
	unsigned at = critique->slips;
	while (at > 0 && costs_more(slip, &critique->slip[at - 1]))
		at--;
	if (at == CRITIC_SLIPS)
		return;
	if (critique->slips < CRITIC_SLIPS)
		critique->slips++;
	for (unsigned i = critique->slips - 1; i > at; i--)
		critique->slip[i] = critique->slip[i - 1];
	critique->slip[at] = *slip;
}

static float above(float a, float b)
{
	return a > b ? a - b : 0;
}

/* Holds a move against the opinions of its moment; it is one of them. */
static void weigh(struct critic *critic, const struct opinion *played)
{
	const struct opinions *opinions = &critic->opinions;
	const struct opinion *best = &opinions->opinion[opinions->best];
	struct critique *critique = &critic->seat[critic->record.state.turn];
	struct slip slip = {
		.hand = critic->record.state.hand,
		.played = played->move,
		.better = best->move,
		.win = above(best->win, played->win),
		.points = above(best->points, played->points),
	};
	float sum = 0;
	for (unsigned i = 0; i < opinions->count; i++)
		sum += above(best->points, opinions->opinion[i].points);
	critique->choices++;
	critique->stake += sum / (float)opinions->count;
	critique->lost += slip.points;
	if (played != best && (slip.win >= win_least || slip.points >= points_least))
		add_slip(critique, &slip);
}

static void judge(struct critic *critic, struct move move, void *memory)
{
	const struct record *record = &critic->record;
	struct opinions *opinions = &critic->opinions;
	union any_view seen;
	record->game->view(&record->state, record->state.turn, &seen.view);
	player_judge(record->game, &seen.view, chance_part(CRITIC_SEED, record->moves), memory,
		opinions);
	critic->judged += opinions->count > 0;
	for (unsigned i = 0; i < opinions->count && opinions->count > 1; i++)
		if (move_equal(opinions->opinion[i].move, move))
			weigh(critic, &opinions->opinion[i]);
}

/* The move a line makes, without its comment; false: it is something else. */
static bool read_move(const char *line, size_t length, struct move *move)
{
	char buffer[RECORD_LINE];
	struct text text = text_in(buffer, sizeof buffer);
	const char *comment = memchr(line, '#', length);
	text_bytes(&text, line, comment != NULL ? (size_t)(comment - line) : length);
	buffer[strcspn(buffer, "\r")] = '\0';
	return !text.cut && move_read(buffer, NOTATION_ENGLISH, move);
}

enum record_step critic_line(struct critic *critic, const char *line, size_t length, void *memory)
{
	struct move move;
	if (critic->record.seats > 0 && critic->record.state.phase == PHASE_PLAY &&
		read_move(line, length, &move))
		judge(critic, move, memory);
	return record_line(&critic->record, line, length);
}

int critique_accuracy(const struct critique *critique)
{
	if (critique->choices == 0 || critique->stake <= 0)
		return critique->choices == 0 ? -1 : 100;
	double kept = 1 - critique->lost / critique->stake;
	return kept < 0 ? 0 : (int)(kept * 100 + 0.5);
}
