/* mitaines/expert.h - the strong AI players of Mitaines for two players */
#ifndef ENGINE_MITAINES_EXPERT_H
#define ENGINE_MITAINES_EXPERT_H

#include "engine/mitaines/bandit.h"
#include "engine/mitaines/belief.h"
#include "engine/mitaines/solver.h"
#include "engine/player.h"

/* The match at the end of this deal, to compute the odds of winning the match. */
struct prospect {
	struct mitaines table;
	int32_t score[DUEL_SEATS]; /* points of the match so far, before the rest of this deal */
};

/* Maximum number of samples that are solved exactly. */
enum { EXPERT_SAMPLES = 40 };

/* The results of the solved samples of a deal before the last. */
struct verdict {
	int solved; /* number of solved samples */
	int parts;  /* the solved samples have the weight solved / parts in the mean with play-outs
		     */
	/* lead in points of the seat to act, for each solved sample and each arm of the bandit */
	int16_t lead[EXPERT_SAMPLES][DUEL_ACTIONS];
};

/* The scratch memory of an expert. */
struct expert {
	struct duel_rules rules;
	struct prospect prospect;
	struct samples samples;
	struct belief belief;
	struct bandit bandit;
	struct verdict verdict;
	struct solver solver;
};

/* The effort for one move. */
struct effort {
	unsigned tries;   /* number of play-outs */
	unsigned samples; /* number of samples to solve exactly, 0…EXPERT_SAMPLES */
	bool blind;       /* true: ignores how the opponent played */
};

/* The efforts of LEVEL_HARD and LEVEL_EXPERT. */
extern const struct effort effort_hard, effort_expert;

/* Returns true if the expert knows the table's rules: two players, no unknown rule. */
bool expert_plays(const struct view *view);
/* Computes opinions as mitaines_think does. */
void expert_think(const struct view *view, const struct effort *effort, uint64_t seed,
	struct expert *expert, struct opinions *opinions);

#endif
