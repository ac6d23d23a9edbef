/* mitaines/expert.h - the strong players of Mitaines between two. */
#ifndef ENGINE_MITAINES_EXPERT_H
#define ENGINE_MITAINES_EXPERT_H

#include "engine/mitaines/bandit.h"
#include "engine/mitaines/belief.h"
#include "engine/mitaines/solver.h"
#include "engine/player.h"

/* The match as it will stand when this deal is over. */
struct prospect {
	struct mitaines table;
	int32_t score[DUEL_SEATS]; /* before what is still to be scored */
};

/* The memory it thinks in. */
struct expert {
	struct duel_rules rules;
	struct prospect prospect;
	struct samples samples;
	struct belief belief;
	struct bandit bandit;
	struct solver solver;
};

/* What is tried out and what is solved for one move. */
struct effort {
	unsigned tries, samples;
	bool blind; /* to how the other has played */
};

/* Those of the levels; and the strongest one without what it guesses, to measure that. */
extern const struct effort effort_hard, effort_expert, effort_uniform;

/* True if it can play for the view's seat. */
bool expert_plays(const struct view *view);
/* As mitaines_think. */
void expert_think(const struct view *view, const struct effort *effort, uint64_t seed,
	struct expert *expert, struct opinions *opinions);

#endif
