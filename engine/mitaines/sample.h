/* mitaines/sample.h - samples a player imagines: what the other may hold, as far as they can tell.
 */
#ifndef ENGINE_MITAINES_SAMPLE_H
#define ENGINE_MITAINES_SAMPLE_H

#include "engine/mitaines/duel.h"
#include "engine/playout.h"

enum { SAMPLE_PLAYS = 24 }; /* at most, of one player in a hand */

/* A play of the other in this deal, and the table as they found it. */
struct sample_play {
	struct duel_pile pile;
	uint64_t hidden; /* then, as the other member below */
	uint8_t action;
};

struct samples {
	const struct duel_rules *rules;
	uint64_t hidden;          /* the number of cards of each lane that nobody has shown */
	uint8_t other;            /* seat */
	uint8_t held;             /* cards in their hand */
	uint8_t plays;            /* of this deal, the first one first */
	uint8_t unseen;           /* cards they may hold */
	uint8_t lane[CARD_COUNT]; /* of each of them; drawing shuffles them */
	uint8_t need[RANK_COUNT]; /* what their calls have shown to be in their hand */
	uint8_t dealt;            /* cards each player gets in a deal */
	uint8_t past;             /* plays of earlier deals, before these */
	struct sample_play play[SAMPLE_PLAYS];
};

void samples_open(
	struct samples *samples, const struct duel_rules *rules, const struct mitaines_view *view);
/* A hand the other may hold, packed: of those possible each is as likely as any. */
uint64_t samples_draw(struct samples *samples, struct chance *chance);

#endif
