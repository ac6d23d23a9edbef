/* world.c - runs the simulated world: its time, its events, and the story that it prints. */
#include "tests/simulate/world.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tests/simulate/oracle.h"
#include "tests/simulate/process.h"
#include "tests/simulate/wire.h"

static struct world *the_world;

struct world *world(void)
{
	return the_world;
}

int64_t world_date(void)
{
	return the_world->date + the_world->jump + (int64_t)(the_world->now / WORLD_SECOND);
}

unsigned world_below(unsigned limit)
{
	return chance_below(&the_world->chance, limit);
}

bool world_one_in(unsigned n)
{
	return world_below(n) == 0;
}

bool world_ended(void)
{
	return the_world->dead || the_world->over;
}

/* ---- events ---- */

static bool event_before(const struct incident *a, const struct incident *b)
{
	return a->at != b->at ? a->at < b->at : a->serial < b->serial;
}

static void event_swap(struct incident *a, struct incident *b)
{
	struct incident c = *a;
	*a = *b;
	*b = c;
}

static void event_rise(struct incident *heap, size_t at)
{
	for (; at > 0 && event_before(&heap[at], &heap[(at - 1) / 2]); at = (at - 1) / 2)
		event_swap(&heap[at], &heap[(at - 1) / 2]);
}

static void event_sink(struct incident *heap, size_t count)
{
	size_t at = 0;
	for (size_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count && event_before(&heap[child + 1], &heap[child]))
			child++;
		if (!event_before(&heap[child], &heap[at]))
			return;
		event_swap(&heap[child], &heap[at]);
	}
}

void world_later(uint64_t delay, void (*run)(struct incident *incident), void *subject,
	uint64_t number, const char *bytes, size_t length)
{
	struct world *world = the_world;
	struct incident event = { .at = world->now + delay,
		.serial = world->serial++,
		.run = run,
		.subject = subject,
		.number = number,
		.length = length };
	if (world->events == world->room) {
		world->room = world->room == 0 ? 256 : 2 * world->room;
		world->event = realloc(world->event, world->room * sizeof event);
		if (world->event == NULL)
			abort();
	}
	if (bytes != NULL) {
		event.bytes = malloc(length + 1);
		if (event.bytes == NULL)
			abort();
		memcpy(event.bytes, bytes, length);
		event.bytes[length] = '\0';
	}
	world->event[world->events] = event;
	event_rise(world->event, world->events++);
}

bool world_step(uint64_t then)
{
	struct world *world = the_world;
	struct incident event;
	if (world->over || world->events == 0 || world->event[0].at > then)
		return false;
	event = world->event[0];
	world->event[0] = world->event[--world->events];
	event_sink(world->event, world->events);
	if (event.at > world->now)
		world->now = event.at;
	world->acting = true;
	event.run(&event);
	world->acting = false;
	free(event.bytes);
	return true;
}

/* ---- the story ---- */

uint64_t world_digest(uint64_t digest, const void *bytes, size_t length)
{
	const uint8_t *byte = bytes;
	for (size_t i = 0; i < length; i++)
		digest = (digest ^ byte[i]) * UINT64_C(1099511628211);
	return digest;
}

static void tell(struct world *world, const char *format, va_list rest)
{
	if (world->story == NULL && !world->digests)
		return;
	char line[1400];
	uint64_t seconds = world->now / 1000;
	int length = snprintf(line, sizeof line, "%02u:%02u:%02u.%03u ", (unsigned)(seconds / 3600),
		(unsigned)(seconds / 60 % 60), (unsigned)(seconds % 60),
		(unsigned)(world->now % 1000));
	vsnprintf(line + length, sizeof line - (size_t)length, format, rest);
	world->digest = world_digest(world->digest, line, strlen(line));
	if (world->story != NULL)
		fprintf(world->story, "%s\n", line);
}

void world_tell(const char *format, ...)
{
	va_list rest;
	va_start(rest, format);
	tell(the_world, format, rest);
	va_end(rest);
}

/* The digest of a run covers lines of world_mutter even if the story leaves them out. */
void world_mutter(const char *format, ...)
{
	struct world *world = the_world;
	FILE *story = world->story;
	va_list rest;
	va_start(rest, format);
	if (!world->wordy)
		world->story = NULL;
	tell(world, format, rest);
	world->story = story;
	va_end(rest);
}

void world_fault(const char *format, ...)
{
	struct world *world = the_world;
	va_list rest;
	if (world->fault[0] != '\0')
		return;
	world->kind = format;
	va_start(rest, format);
	vsnprintf(world->fault, sizeof world->fault, format, rest);
	va_end(rest);
	world_tell("WRONG: %s", world->fault);
	world->over = true;
}

void world_kill(bool power, uint64_t down)
{
	struct world *world = the_world;
	if (world->dead)
		return;
	world->dead = true;
	world->down = down;
	if (power)
		disk_power_cut(&world->disk);
	for (unsigned i = 0; i < world->servers; i++)
		server_process_died(&world->server[i], power);
}

/* ---- a run ---- */

static void world_over(struct incident *incident)
{
	(void)incident;
	oracle_end();
	the_world->over = true;
}

void world_begin(struct world *world, const struct setting *setting)
{
	FILE *story = world->story;
	bool wordy = world->wordy, digests = world->digests;
	*world = (struct world){ .setting = *setting,
		.chance = { chance_part(setting->seed, 1) },
		.date = setting_date(setting),
		.servers = setting->console ? 1 : WORLD_SERVERS + setting->matrix,
		.humans = setting->console ? 1 : WORLD_HUMANS + (setting->matrix ? HOME_PEOPLE : 0),
		.story = story,
		.wordy = wordy,
		.digests = digests,
		.calm = UINT64_MAX,
		.heap = mallinfo2().uordblks,
		.digest = WORLD_DIGEST };
	the_world = world;
	disk_begin();
}

static void world_open(struct world *world, const struct setting *setting)
{
	if (!process_ready()) {
		struct setting first;
		setting_read(&first, "0");
		world_begin(world, &first);
		world->disk.looking = true;
		process_prepare();
		world_clear(world);
	}
	world_begin(world, setting);
	terminal_open(&world->terminal);
	pages_open(&world->pages);
	for (unsigned i = 0; i < WORLD_SERVERS && !setting->console; i++)
		server_open(&world->server[i], i);
	if (setting->console)
		server_open(&world->server[0], WORLD_SERVERS + 1);
	for (unsigned i = 0; i < world->humans; i++)
		human_open(&world->human[i], i);
	/* Open the homeserver after the people, because they are in its rooms from the start. */
	if (setting->matrix)
		server_open(&world->server[WORLD_SERVERS], WORLD_SERVERS);
	if (!setting->console)
		process_configure();
}

void world_run(struct world *world, const struct setting *setting, const struct step *steps,
	size_t count, uint64_t until)
{
	world_open(world, setting);
	for (size_t i = 0; i < count; i++)
		step_plan(&steps[i]);
	step_plan_storms(setting);
	oracle_plan();
	world_later(until, world_over, NULL, 0, NULL, 0);
	while (!world->over) {
		uint64_t then;
		process_live();
		then = world->now + world->down;
		while (world_step(then))
			;
		if (world->now < then)
			world->now = then;
	}
}

void world_clear(struct world *world)
{
	for (size_t i = 0; i < world->events; i++)
		free(world->event[i].bytes);
	free(world->event);
	wire_clear(world);
	disk_clear(&world->disk);
	terminal_clear(&world->terminal);
	pages_clear(&world->pages);
	journal_clear(&world->journal);
	ledger_clear(&world->ledger);
	for (unsigned i = 0; i < world->servers; i++)
		server_close(&world->server[i]);
	world->event = NULL;
	world->events = world->room = 0;
}
