#include "bot/command/errand.h"

#include <string.h>

#include "bot/talk/speech.h"

static bool is_his(const struct errand *errand, const struct person *person)
{
	return errand->network == person->network->id && strcmp(errand->key, person->key) == 0;
}

bool errand_welcome(const struct request *request)
{
	unsigned count = 0;
	bool busy = false;
	for (const struct errand *errand = request->commands->errands; errand != NULL;
		errand = errand->next) {
		busy = busy || is_his(errand, request->who);
		count++;
	}
	if (busy || count >= ERRANDS_MOST)
		speech_tell(&request->lobby->speech, request->who,
			busy ? WORD_ERRAND_WAIT : WORD_ERRANDS_FULL, NO_ARGS);
	return !busy && count < ERRANDS_MOST;
}

bool errand_begin(const struct request *request, struct errand *errand)
{
	struct lobby *lobby = request->lobby;
	struct text key = text_in(errand->key, sizeof errand->key);
	text_add(&key, request->who->key);
	errand->commands = request->commands;
	errand->lobby = lobby;
	errand->network = request->who->network->id;
	if (!errand_go_on(errand))
		return false;
	errand->next = errand->commands->errands;
	errand->commands->errands = errand;
	return true;
}

bool errand_go_on(struct errand *errand)
{
	return worker_take(errand->lobby->robots.pool, &errand->job, 0);
}

struct person *errand_end(struct errand *errand)
{
	struct lobby *lobby = errand->lobby;
	struct network *network = lobby_network(lobby, errand->network);
	struct errand **at = &errand->commands->errands;
	while (*at != errand)
		at = &(*at)->next;
	*at = errand->next;
	struct person *person =
		network != NULL ? people_find(&lobby->people, network, errand->key) : NULL;
	if (person != NULL)
		lobby_asked(lobby, person);
	return person;
}
