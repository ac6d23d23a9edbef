/*
 * thought.h - a question to an AI player on its way to him and back: which move the view's seat
 * makes. It owns all it needs, and knows the table only by number.
 */
#ifndef BOT_MATCH_THOUGHT_H
#define BOT_MATCH_THOUGHT_H

#include "bot/base/mind.h"
#include "engine/player.h"

struct lobby;

struct thought {
	struct job job;
	struct lobby *lobby;
	int64_t match;
	uint64_t serial; /* whoever asked knows it again by this */
	const struct game *game;
	enum level level;
	uint64_t seed;
	struct move move; /* the answer */
	union any_view seen;
};

/* A thought that begins as *like, with the view of the seat to act; NULL without memory. */
struct thought *thought_new(
	const struct thought *like, const struct state *state, void (*done)(struct job *job));

#endif
