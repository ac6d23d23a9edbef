/* nick.h - steps (step.h) in which people change nicks or take the nick of another person. */
#ifndef TESTS_SIMULATE_NICK_H
#define TESTS_SIMULATE_NICK_H

struct chance;

void nick_rename(struct chance *chance);
void nick_pose(struct chance *chance);
void nick_unseen(struct chance *chance);
void nick_hide(struct chance *chance);
void nick_take(struct chance *chance);

#endif
