#include "bot/base/env.h"

int64_t env_now(const struct env *env)
{
	return env->now(env->self);
}

int64_t env_date(const struct env *env)
{
	return env->date(env->self);
}

void env_entropy(const struct env *env, uint8_t bytes[32])
{
	env->entropy(env->self, bytes);
}
