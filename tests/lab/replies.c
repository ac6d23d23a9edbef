/* replies.c - the program `replies`: prints the hash of all replies of the expert in the deals of
 * 200 days, and fails if it differs from the expected hash. `make replies` builds the program with
 * each compiler. */
#include "tests/replies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/player.h"

int main(void)
{
	void *memory = malloc(player_memory());
	int status = memory == NULL;
	for (size_t i = 0; i < sizeof replies_known / sizeof replies_known[0] && status == 0; i++) {
		unsigned days = replies_known[i].days;
		uint64_t hash = replies_of_days(days, memory);
		printf("%u days %016" PRIx64 "\n", days, hash);
		status = hash != replies_known[i].hash;
	}
	free(memory);
	return status;
}
