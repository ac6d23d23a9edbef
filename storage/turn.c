/* turn.c - one turn of the loop, kept or undone. */
#include "storage/turn.h"

#include <stddef.h>

void turn_join(struct turn *turn, struct participant *participant)
{
	if (participant->joined)
		return;
	participant->joined = true;
	participant->next = turn->first;
	turn->first = participant;
}

bool turn_wrote(struct turn *turn, enum store_error error)
{
	turn->writes++;
	if (error != STORE_OK && turn->error == STORE_OK)
		turn->error = error;
	return error == STORE_OK;
}

enum store_error turn_end(struct turn *turn)
{
	enum store_error error = turn->error;

	if (!error && turn->writes > 0)
		error = store_commit(turn->store);
	if (error)
		store_rollback(turn->store);
	turn->writes = 0;
	turn->error = STORE_OK;
	return error;
}

void turn_settle(struct turn *turn, bool kept)
{
	struct participant *participant = turn->first;

	turn->first = NULL;
	while (participant != NULL) {
		struct participant *next = participant->next;

		participant->joined = false;
		participant->settle(participant, kept);
		participant = next;
	}
}
