#include "bot/command/analysis.h"

#include <string.h>

static bool is_his(const struct analysis_job *analysis, const struct person *person)
{
	return analysis->network == person->network->id && strcmp(analysis->key, person->key) == 0;
}

bool analysis_can_begin(const struct request *request)
{
	unsigned count = 0;
	bool busy = false;
	for (const struct analysis_job *analysis = request->commands->analyses; analysis != NULL;
		analysis = analysis->next) {
		busy = busy || is_his(analysis, request->from.person);
		count++;
	}
	if (busy || count >= ANALYSES_MOST)
		command_tell(request, busy ? MSG_ERRAND_WAIT : MSG_ERRANDS_FULL, NO_ARGS);
	return !busy && count < ANALYSES_MOST;
}

void analysis_begin(const struct request *request, struct analysis_job *analysis)
{
	struct lobby *lobby = request->lobby;
	text_copy(analysis->key, sizeof analysis->key, request->from.person->key);
	analysis->commands = request->commands;
	analysis->lobby = lobby;
	analysis->network = request->from.person->network->id;
	analysis_continue(analysis);
	analysis->next = analysis->commands->analyses;
	analysis->commands->analyses = analysis;
}

void analysis_continue(struct analysis_job *analysis)
{
	worker_pool_add(analysis->lobby->robots.pool, &analysis->job, 0);
}

struct person *analysis_end(struct analysis_job *analysis)
{
	struct lobby *lobby = analysis->lobby;
	struct network *network = lobby_network(lobby, analysis->network);
	struct analysis_job **at = &analysis->commands->analyses;
	while (*at != analysis)
		at = &(*at)->next;
	*at = analysis->next;
	struct person *person =
		network != NULL ? people_find(&lobby->people, network, analysis->key) : NULL;
	if (person != NULL)
		lobby_note_requester(lobby, person);
	return person;
}
