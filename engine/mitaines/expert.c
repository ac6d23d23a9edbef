/* mitaines/expert.c - combines the belief, the bandit and the exact solver */
#include "engine/mitaines/expert.h"

#include <string.h>

#include "engine/mitaines/moves.h"
#include "engine/mitaines/view.h"
#include "engine/odds.h"

const struct effort effort_hard = { .tries = 16 };
const struct effort effort_expert = { .tries = 4000, .samples = EXPERT_SAMPLES };

bool expert_plays(const struct view *view)
{
	return duel_covers(&((const struct mitaines_view *)view)->open, view->open.players);
}

/*
 * If the leading seat is within this many points of the target, the last deal is played to win the
 * match instead of for points. A larger NEAR did not make the player stronger.
 */
enum { NEAR = 250 };

static bool is_near(const struct mitaines_view *view)
{
	int32_t own = state_score(&view->head.open, view->head.seat);
	int32_t other = state_score(&view->head.open, view->head.seat ^ 1);
	return (own > other ? own : other) + NEAR >= view->open.rules.target;
}

static void look_ahead(const struct mitaines_view *view, struct prospect *prospect)
{
	struct mitaines *table = &prospect->table;
	memset(table, 0, sizeof *table);
	table->head = view->head.open;
	table->open = view->open;
	for (unsigned seat = 0; seat < DUEL_SEATS; seat++) {
		prospect->score[seat] = state_score(&view->head.open, seat);
		table->head.points[seat] = 0;
	}
	if (view->open.undealt == 0)
		table->head.phase = PHASE_DEAL;
}

/*
 * Returns the odds that seat 0 wins the match, in parts of ODDS_SURE, if the deal brings the two
 * seats `first` and `second` points.
 */
static int32_t odds_after(struct prospect *prospect, int first, int second)
{
	struct state *head = &prospect->table.head;
	int32_t odds[SEATS_MAX];
	head->total[0] = prospect->score[0] + first;
	head->total[1] = prospect->score[1] + second;
	mitaines_rate(head, odds);
	return odds[0];
}

/*
 * Returns the odds that a seat wins the match if it leads this deal by `lead` points, in parts of
 * ODDS_SURE.
 */
static int32_t win_by(struct prospect *prospect, unsigned seat, int lead)
{
	int own = lead > 0 ? lead : 0, other = own - lead;
	return seat == 0 ? odds_after(prospect, own, other)
			 : ODDS_SURE - odds_after(prospect, other, own);
}

/*
 * Values the end of the last deal near the end of a match: first by the odds of winning the match,
 * then by points.
 */
static int match_value(void *context, const int16_t points[DUEL_SEATS])
{
	struct prospect *prospect = context;
	int odds = 2 * odds_after(prospect, points[0], points[1]) - ODDS_SURE;
	int lead = prospect->score[0] + points[0] - prospect->score[1] - points[1];
	return odds / 4 + lead / 4;
}

/*
 * Returns true if move a is to be preferred to an equally good move b that is listed before it: the
 * ten of diamonds comes after other tens. So suits that play alike never decide.
 */
static bool precedes(struct move a, struct move b)
{
	return b.card == TEN_OF_DIAMONDS && card_rank(a.card) == RANK_T && a.call == b.call;
}

static void solve_for(struct expert *expert, const struct duel *duel, struct opinions *opinions,
	int value[MOVES_MAX])
{
	opinions->best = 0;
	for (unsigned i = 0; i < opinions->count; i++) {
		struct move move = opinions->opinion[i].move;
		value[i] = solver_action(&expert->solver, duel, duel_action(move.card, move.call));
		int better = value[i] - value[opinions->best];
		if (better > 0 ||
			(better == 0 && precedes(move, opinions->opinion[opinions->best].move)))
			opinions->best = i;
	}
}

/* Solves the last deal: the opponent holds every card that was not shown. */
static void solve(struct expert *expert, const struct mitaines_view *view, struct duel *duel,
	struct opinions *opinions)
{
	struct solver_goal goal = { match_value, &expert->prospect };
	int value[MOVES_MAX];
	duel->hand[duel->turn ^ 1] =
		duel_pack(CARDS_ALL & ~(view->hand | view->open.gone | view->open.pile_set));
	solver_open(&expert->solver, &expert->rules, duel->left);
	solve_for(expert, duel, opinions, value);
	for (unsigned i = 0; i < opinions->count; i++) {
		opinions->opinion[i].points = value[i] * OPINION_POINT;
		opinions->opinion[i].win = win_by(&expert->prospect, view->head.seat, value[i]);
	}
	if (!is_near(view))
		return;
	solver_aim(&expert->solver, &goal);
	solve_for(expert, duel, opinions, value);
	for (unsigned i = 0; i < opinions->count; i++) {
		/* Invert match_value, and ignore the points in it. */
		int32_t win = ODDS_SURE / 2 + 2 * value[i];
		opinions->opinion[i].win = win < 0 ? 0 : win > ODDS_SURE ? ODDS_SURE : win;
	}
}

/*
 * Solves samples as if all cards were open: fills expert->verdict. Skips samples with a `greedy`
 * opponent, because `greedy` does not play perfectly.
 */
static void solve_samples(struct expert *expert, const struct duel *duel, unsigned count)
{
	struct verdict *verdict = &expert->verdict;
	struct duel sample = *duel;
	struct bandit *bandit = &expert->bandit;
	verdict->solved = 0;
	verdict->parts = count > 0 ? 2 * (int)count : 1;
	solver_open(&expert->solver, &expert->rules, duel->left);
	for (unsigned i = 0; i < count; i++) {
		bool greedy;
		uint64_t hand = belief_draw(&expert->belief, &bandit->chance, &greedy);
		if (greedy)
			continue;
		sample.hand[duel->turn ^ 1] = hand;
		solver_turn(&expert->solver, expert->samples.hidden - duel_counts(hand));
		for (unsigned arm = 0; arm < bandit->arms; arm++)
			verdict->lead[verdict->solved][arm] = (int16_t)solver_action(
				&expert->solver, &sample, bandit->arm[arm].action);
		verdict->solved++;
	}
}

/*
 * Returns the expected lead after the action of an arm, in parts of OPINION_POINT: the mean of
 * play-outs and solved samples. If all samples were solved, the samples have half of the weight.
 */
static int32_t expect(const struct expert *expert, unsigned number)
{
	const struct verdict *verdict = &expert->verdict;
	const struct bandit_arm *arm = &expert->bandit.arm[number];
	int64_t lead = (int64_t)arm->points * OPINION_POINT * (verdict->parts - verdict->solved) /
		(int64_t)arm->tried;
	for (int i = 0; i < verdict->solved; i++)
		lead += verdict->lead[i][number] * OPINION_POINT;
	return (int32_t)(lead / verdict->parts);
}

/* Variances are in squared parts of a point: a squared point has SQUARE of them. */
#define SQUARE ((int64_t)OPINION_POINT * OPINION_POINT)

/* Returns the sum of the squared deviations of an arm's results from their mean. */
static int64_t deviation(const struct bandit_arm *arm)
{
	int64_t sum = arm->points;
	return ((int64_t)arm->squares - sum * sum / (int64_t)arm->tried) * SQUARE;
}

/*
 * Returns the variance of the mean of an arm, as if it had PRIOR more results with the variance of
 * all arms. Bad actions have too few results of their own.
 */
static int64_t variance(const struct bandit *bandit, unsigned number)
{
	enum { PRIOR = 8 };
	const struct bandit_arm *arm = &bandit->arm[number];
	int64_t all = 0;
	for (unsigned i = 0; i < bandit->arms; i++)
		all += deviation(&bandit->arm[i]);
	return (deviation(arm) + PRIOR * (all / bandit->tried)) / (arm->tried + PRIOR) / arm->tried;
}

/*
 * Returns the standard error of the difference between two arms. Play-outs of different arms are
 * independent, but the solved samples are the same for all arms, so their differences vary less.
 */
static int32_t error_between(const struct expert *expert, unsigned one, unsigned other)
{
	const struct verdict *verdict = &expert->verdict;
	int64_t sum = 0, squares = 0, played = verdict->parts - verdict->solved;
	if (one == other)
		return 0;
	for (int i = 0; i < verdict->solved; i++) {
		int difference = verdict->lead[i][one] - verdict->lead[i][other];
		sum += difference;
		squares += difference * difference;
	}
	if (verdict->solved > 0)
		squares -= sum * sum / verdict->solved;
	int64_t parts = (variance(&expert->bandit, one) + variance(&expert->bandit, other)) *
			played * played +
		squares * SQUARE;
	parts /= verdict->parts * verdict->parts;
	if (verdict->solved > 0)
		parts += squares * SQUARE / verdict->solved / expert->belief.effective;
	return 1 + (int32_t)odds_root(parts < UINT32_MAX ? (uint32_t)parts : UINT32_MAX);
}

/* Forms the opinion of every move; equal cards share an arm. */
static void form_opinions(struct expert *expert, unsigned seat, struct opinions *opinions)
{
	unsigned number[MOVES_MAX];
	for (unsigned i = 0; i < opinions->count; i++) {
		struct opinion *opinion = &opinions->opinion[i];
		const struct opinion *best = &opinions->opinion[opinions->best];
		unsigned action = duel_action(opinion->move.card, opinion->move.call);
		number[i] = 0;
		while (expert->bandit.arm[number[i]].action != action)
			number[i]++;
		opinion->points = expect(expert, number[i]);
		opinion->win = win_by(&expert->prospect, seat, opinion->points / OPINION_POINT);
		if (opinion->points > best->points ||
			(opinion->points == best->points && precedes(opinion->move, best->move)))
			opinions->best = i;
	}
	for (unsigned i = 0; i < opinions->count; i++)
		opinions->opinion[i].error =
			error_between(expert, number[i], number[opinions->best]);
}

/*
 * Thinks about a deal before the last: play-outs and solved samples. Play-outs underrate good play
 * later on, and solved samples overrate the players' knowledge. The mean is better than either.
 */
static void think_early(struct expert *expert, const struct mitaines_view *view,
	const struct duel *duel, const struct effort *effort, struct opinions *opinions)
{
	struct samples *samples = &expert->samples;
	struct bandit *bandit = &expert->bandit;
	struct bandit_sample sample = { .duel = *duel };
	samples_open(samples, &expert->rules, view);
	belief_open(
		&expert->belief, samples, effort->blind ? NULL : bandit->policy, &bandit->chance);
	for (unsigned i = 0; i < effort->tries; i++) {
		uint64_t hand = belief_draw(&expert->belief, &bandit->chance, &sample.greedy);
		sample.duel.hand[samples->other] = hand;
		sample.undealt = samples->hidden - duel_counts(hand);
		bandit_run(bandit, &sample);
	}
	solve_samples(expert, duel, effort->samples);
	form_opinions(expert, view->head.seat, opinions);
}

void expert_think(const struct view *view, const struct effort *effort, uint64_t seed,
	struct expert *expert, struct opinions *opinions)
{
	const struct mitaines_view *known = (const struct mitaines_view *)view;
	struct moves moves;
	struct duel duel;
	duel_set_rules(&expert->rules, &known->open.rules);
	duel_set(&duel, &known->open, view->seat);
	duel.hand[view->seat] = duel_pack(known->hand);
	mitaines_list(&known->open, view->seat, known->hand, &moves);
	opinions->count = moves.count;
	opinions->best = 0;
	for (unsigned i = 0; i < moves.count; i++)
		opinions->opinion[i] = (struct opinion){ .move = moves.move[i] };
	look_ahead(known, &expert->prospect);
	if (known->open.undealt == 0) {
		solve(expert, known, &duel, opinions);
		return;
	}
	bandit_open(&expert->bandit, &expert->rules, &policy_trained, seed, &duel);
	think_early(expert, known, &duel, effort, opinions);
}
