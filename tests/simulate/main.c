/* main.c - runs of the simulated world, one after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/simulate/world.h"

int main(int argc, char **argv)
{
	static struct world world;
	static struct step steps[STEP_MOST];
	uint64_t seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	size_t count = step_draw(seed, steps);
	disk_register();
	world.story = stdout;
	world.wordy = argc > 2;
	world_run(&world, seed, steps, count);
	printf("seed %llu: %zu steps, %u lives, %llu batches, %llu lines, digest %016llx %s\n",
		(unsigned long long)seed, count, world.lives, (unsigned long long)world.batches,
		(unsigned long long)world.lines, (unsigned long long)world.digest, world.fault);
	world_clear(&world);
	return world.fault[0] != '\0';
}
