/* env.h - functions for the clock, the date and random bytes; tests replace all three. */
#ifndef BOT_BASE_ENV_H
#define BOT_BASE_ENV_H

#include <stdint.h>

struct env {
	void *self;
	/* Returns the time of a monotonic clock, in ms. */
	int64_t (*now)(void *self);
	/* Returns the date in Unix seconds. */
	int64_t (*date)(void *self);
	/* Writes 32 unpredictable bytes, the seed of a shuffle. */
	void (*entropy)(void *self, uint8_t bytes[32]);
};

static inline int64_t env_now(const struct env *env)
{
	return env->now(env->self);
}

static inline int64_t env_date(const struct env *env)
{
	return env->date(env->self);
}

static inline void env_entropy(const struct env *env, uint8_t bytes[32])
{
	env->entropy(env->self, bytes);
}

#endif
