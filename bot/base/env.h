/* env.h - what differs from run to run; tests put their own in its place. */
#ifndef BOT_BASE_ENV_H
#define BOT_BASE_ENV_H

#include <stdint.h>

struct env {
	void *self;
	/* ms on a clock that never goes back. */
	int64_t (*now)(void *self);
	/* Unix seconds. */
	int64_t (*date)(void *self);
	/* 32 bytes nobody can foresee, for a shuffle. */
	void (*entropy)(void *self, uint8_t bytes[32]);
};

int64_t env_now(const struct env *env);
int64_t env_date(const struct env *env);
void env_entropy(const struct env *env, uint8_t bytes[32]);

#endif
