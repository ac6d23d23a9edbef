/* env.h - clock, date and entropy; tests replace them. */
#ifndef BOT_BASE_ENV_H
#define BOT_BASE_ENV_H

#include <stdint.h>

struct env {
	void *self;
	/* Returns ms of a monotonic clock. */
	int64_t (*now)(void *self);
	/* Returns Unix seconds. */
	int64_t (*date)(void *self);
	/* Fills in 32 unpredictable bytes for a shuffle. */
	void (*entropy)(void *self, uint8_t bytes[32]);
};

int64_t env_now(const struct env *env);
int64_t env_date(const struct env *env);
void env_entropy(const struct env *env, uint8_t bytes[32]);

#endif
