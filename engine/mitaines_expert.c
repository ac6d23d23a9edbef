/* mitaines_expert.c - thinking about a deal between two players. */
#include "engine/mitaines_expert.h"

#include "engine/mitaines_think.h"
#include "engine/odds.h"

enum { HARD_TRIALS = 16, EXPERT_TRIALS = 6000 };

bool expert_plays(const struct view *view)
{
	return duel_covers(&((const struct mitaines_view *)view)->open, view->open.players);
}

/* How likely the view's seat is to win once it has got so many points more, the other as many. */
static float win_after(const struct mitaines_view *view, int own, int other)
{
	struct mitaines table = { .head = view->head.open, .open = view->open };
	unsigned seat = view->head.seat;
	int32_t odds[SEATS_MAX];

	table.head.points[seat] += own;
	table.head.points[seat ^ 1] += other;
	/* With the last deal the hand ends. */
	if (table.open.undealt == 0)
		table.head.phase = PHASE_DEAL;
	mitaines_rate(&table.head, odds);
	return (float)odds[seat] / ODDS_SURE;
}

static float win_by(const struct mitaines_view *view, int lead)
{
	return win_after(view, lead > 0 ? lead : 0, lead < 0 ? -lead : 0);
}

/* Every legal move, with no opinion of it yet. */
static void list_moves(const struct mitaines_view *view, struct opinions *opinions)
{
	struct moves moves;

	mitaines_game.view_legal(&view->head, &moves);
	opinions->count = moves.count;
	opinions->best = 0;
	for (unsigned i = 0; i < moves.count; i++)
		opinions->opinion[i] = (struct opinion){ .move = moves.move[i] };
}

/* The last deal: what nobody has shown the other holds. */
static void solve(struct expert *expert, const struct mitaines_view *view, struct duel *duel,
	struct opinions *opinions)
{
	duel->hand[duel->turn ^ 1] =
		duel_pack(CARDS_ALL & ~(view->hand | view->open.gone | view->open.pile_set));
	exact_open(&expert->exact, &expert->rules, duel->left);
	for (unsigned i = 0; i < opinions->count; i++) {
		struct opinion *opinion = &opinions->opinion[i];
		int lead = exact_action(
			&expert->exact, duel, duel_action(opinion->move.card, opinion->move.call));

		opinion->points = (float)lead;
		opinion->win = win_by(view, lead);
		if (opinion->points > opinions->opinion[opinions->best].points)
			opinions->best = i;
	}
}

/* Fills in what has come out for every move; cards that are alike have one arm. */
static void conclude(
	const struct trial *trial, const struct mitaines_view *view, struct opinions *opinions)
{
	unsigned best = trial_best(trial)->action;

	for (unsigned i = opinions->count; i-- > 0;) {
		struct opinion *opinion = &opinions->opinion[i];
		unsigned action = duel_action(opinion->move.card, opinion->move.call);
		const struct trial_arm *arm = trial->arm;

		while (arm->action != action)
			arm++;
		opinion->points = arm->sum / (float)arm->tried;
		opinion->win = win_by(view, (int)opinion->points);
		if (action == best)
			opinions->best = i;
	}
}

/* An earlier deal: actions are tried out in worlds. */
static void ponder(struct expert *expert, const struct mitaines_view *view, const struct duel *duel,
	unsigned trials, struct opinions *opinions)
{
	struct worlds *worlds = &expert->worlds;
	struct trial *trial = &expert->trial;
	struct trial_world world = { .duel = *duel };

	worlds_open(worlds, &expert->rules, view);
	guess_open(&expert->guess, worlds, trial->habit, &trial->chance);
	for (; trials > 0; trials--) {
		uint64_t hand = guess_draw(&expert->guess, &trial->chance, &world.greedy);

		world.duel.hand[worlds->other] = hand;
		world.undealt = worlds->hidden - duel_counts(hand);
		trial_run(trial, &world);
	}
	conclude(trial, view, opinions);
}

void expert_think(const struct view *view, unsigned level, uint64_t seed, struct expert *expert,
	struct opinions *opinions)
{
	const struct mitaines_view *sight = (const struct mitaines_view *)view;
	struct duel duel;

	duel_set_rules(&expert->rules, &sight->open.rules);
	duel_set(&duel, &sight->open, view->seat);
	duel.hand[view->seat] = duel_pack(sight->hand);
	list_moves(sight, opinions);
	if (sight->open.undealt == 0) {
		solve(expert, sight, &duel, opinions);
		return;
	}
	trial_open(&expert->trial, &expert->rules, &habit_trained, seed, &duel);
	ponder(expert, sight, &duel, level == LEVEL_EXPERT ? EXPERT_TRIALS : HARD_TRIALS, opinions);
}
