/* trouble.h - steps (step.h) in which a homeserver fails or its people act. */
#ifndef TESTS_SIMULATE_TROUBLE_H
#define TESTS_SIMULATE_TROUBLE_H

struct chance;

void trouble_kick(struct chance *chance);
void trouble_upgrade(struct chance *chance);
void trouble_bar(struct chance *chance);
void trouble_reset(struct chance *chance);
void trouble_drop(struct chance *chance);
void trouble_hold(struct chance *chance);
void trouble_down(struct chance *chance);
void trouble_fail(struct chance *chance);
void trouble_deaf(struct chance *chance);
void trouble_lie(struct chance *chance);
void trouble_limit(struct chance *chance);
void trouble_terse(struct chance *chance);
void trouble_expire(struct chance *chance);
void trouble_seal(struct chance *chance);
void trouble_desert(struct chance *chance);
void trouble_ask(struct chance *chance);
void trouble_trap(struct chance *chance);
void trouble_edit(struct chance *chance);
void trouble_tap(struct chance *chance);

#endif
