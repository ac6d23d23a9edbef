#include "bot/match/first_act.h"

#include <string.h>

#include "bot/talk/speech.h"
#include "storage/ratings.h"

enum { PAST_MOST = 10 }; /* maximum number of a person's last matches to look at */

/*
 * The acts that a turn must allow, and the message that explains them. The first entry that fits
 * counts.
 */
static const struct explanation {
	unsigned acts; /* bit set of enum act; the turn must allow all of these acts */
	enum message message;
} explanations[] = {
	{ 1u << ACT_GIVE, MSG_FIRST_GIVE },
	{ 1u << ACT_FOREPLACE, MSG_FIRST_FOREPLACE },
	{ 1u << ACT_PLAY | 1u << ACT_DISCARD, MSG_FIRST_ASIDE },
	{ 1u << ACT_PLACE, MSG_FIRST_PLACE },
};

enum { EXPLANATIONS = sizeof explanations / sizeof explanations[0] };
_Static_assert(EXPLANATIONS <= 8, "one bit of `explained` for each");

/* Returns the index of the explanation for a turn, or EXPLANATIONS if it needs none. */
static unsigned find_explanation(struct table *table)
{
	const struct state *state = table_state(table);
	union any_view seen;
	struct moves moves;
	unsigned acts = 0;
	unsigned found = 0;
	table->game->view(state, state->turn, &seen.view);
	game_view_legal(table->game, &seen.view, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		acts |= 1u << moves.move[i].act;
	while (found < EXPLANATIONS && explanations[found].acts & ~acts)
		found++;
	return found;
}

enum message first_act_message(struct table *table)
{
	unsigned found = find_explanation(table);
	return found < EXPLANATIONS ? explanations[found].message : MSG_OK;
}

/* True if a person has finished a match of the table's game and preset lately. */
static bool has_finished(
	struct lobby *lobby, const struct person *person, const struct table *table)
{
	struct store_past past[PAST_MOST];
	unsigned count = 0;
	if (store_list_history(lobby->batch.store, person->id, past, PAST_MOST, &count) != STORE_OK)
		return false;
	for (unsigned i = 0; i < count; i++)
		if (past[i].state == STORE_FINISHED &&
			strcmp(past[i].game, table->game->name) == 0 &&
			strcmp(past[i].preset, table->game->presets[table->preset]) == 0)
			return true;
	return false;
}

void first_act_explain(struct lobby *lobby, struct table *table)
{
	const struct state *state = table_state(table);
	if (!table->running || state->phase != PHASE_PLAY ||
		table_is_robot_seat(table, state->turn))
		return;
	struct person *player = table->seat[state->turn].player;
	unsigned found = find_explanation(table);
	if (found == EXPLANATIONS || player->explained & 1u << found ||
		!person_is_reachable(player))
		return;
	player->explained |= (uint8_t)(1u << found);
	if (!has_finished(lobby, player, table))
		speech_tell_about(
			&lobby->speech, table, player, explanations[found].message, NO_ARGS);
}
