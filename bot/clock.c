#include "bot/clock.h"

#include "bot/match.h"
#include "bot/speech.h"

enum {
	OPEN_MS = 60 * 60 * 1000,      /* a table nobody starts */
	IDLE_MS = 24 * 60 * 60 * 1000, /* a match nobody plays any more */
};

/* How long a table may stay as it is, in ms. */
static int64_t patience(const struct lobby *lobby, const struct table *table)
{
	int64_t turn = (int64_t)lobby->house.turn_seconds * 1000;
	if (!table->running)
		return OPEN_MS;
	if (table_people(table) == 0)
		return IDLE_MS;
	return table->warned ? turn : turn * 2 / 3;
}

static void run_out(struct lobby *lobby, struct table *table)
{
	struct state *state = table_state(table);
	if (!table->running || table_people(table) == 0) {
		speech_say(lobby, table, WORD_TABLE_IDLE, NO_ARGS);
		match_stop(lobby, table);
	} else if (!table->warned) {
		table->warned = true;
		unsigned left = lobby->house.turn_seconds - lobby->house.turn_seconds * 2 / 3;
		speech_tell_of(lobby, table, table->seat[state->turn].player, WORD_CLOCK_WARN,
			ARGS(arg_number("seconds", left)));
	} else {
		match_time_up(lobby, table);
	}
}

void clock_tick(struct lobby *lobby)
{
	int64_t now = lobby_now(lobby);
	for (size_t i = 0; i < lobby->tables && now >= lobby->retry; i++) {
		struct table *table = lobby->table[i];
		if (!table->closed && table->channel->here &&
			now - table->since >= patience(lobby, table))
			run_out(lobby, table);
	}
}
