#include "storage/batch.h"

#include <stddef.h>

void batch_join(struct batch *batch, struct participant *participant)
{
	if (participant->joined)
		return;
	participant->joined = true;
	participant->next = batch->first;
	batch->first = participant;
}

bool batch_check_write(struct batch *batch, enum store_error error)
{
	batch->writes++;
	if (error != STORE_OK && batch->error == STORE_OK)
		batch->error = error;
	return error == STORE_OK;
}

enum store_error batch_end(struct batch *batch)
{
	enum store_error error = batch->error;
	if (!error)
		error = store_commit(batch->store);
	if (error)
		store_rollback(batch->store);
	batch->writes = 0;
	batch->error = STORE_OK;
	return error;
}

void batch_settle(struct batch *batch, bool kept)
{
	struct participant *participant = batch->first;
	batch->first = NULL;
	while (participant != NULL) {
		struct participant *next = participant->next;
		participant->joined = false;
		participant->settle(participant, kept);
		participant = next;
	}
}
