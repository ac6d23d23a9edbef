/* machine.c - steps (step.h) in which the bot's process, its machine or its disk fails. */
#include "tests/simulate/machine.h"

#include <signal.h>
#include <sqlite3.h>
#include <string.h>

#include "bot/app/app.h"
#include "storage/query.h"
#include "storage/sqlite/sqlite.h"
#include "tests/simulate/file.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/process.h"
#include "tests/simulate/world.h"

void machine_die(struct chance *chance)
{
	unsigned seconds = 1 + chance_below(chance, 60);
	world_tell("the bot is killed, for %u s", seconds);
	world_kill(false, seconds * WORLD_SECOND);
}

void machine_power(struct chance *chance)
{
	unsigned seconds = 1 + chance_below(chance, 60);
	world_tell("a power cut, for %u s", seconds);
	world_kill(true, seconds * WORLD_SECOND);
}

void machine_stop(struct chance *chance)
{
	(void)chance;
	world_tell("the bot is told to stop, and started again");
	process_signal(SIGTERM);
}

void machine_freeze(struct chance *chance)
{
	unsigned seconds = 1 + chance_below(chance, 30);
	world_tell("the bot gets no processor for %u s", seconds);
	world()->stalled = world()->awake = world()->now + seconds * WORLD_SECOND;
}

/* ---- an older copy of the database ---- */

/* MACHINE_NOTE: index of the generation file in `copied`. It is copied for a comparison and never
 * put back. MACHINE_LINEAGE: bytes of the lineage at the start of that file (storage/copy.h). */
enum { MACHINE_NOTE = DISK_COPIED - 1, MACHINE_LINEAGE = 16 };
static const char *const copied[DISK_COPIED] = { PROCESS_DATABASE, PROCESS_DATABASE "-wal",
	PROCESS_DATABASE "-generation" };

/* Returns true if the bot can see from the generation file that the copy of its database is older.
 * It cannot if a power cut has undone the changes of that file since the copy. */
static bool is_noted(const struct disk *disk)
{
	const struct string *then = &disk->copy[MACHINE_NOTE];
	size_t length;
	const void *now = disk_get(copied[MACHINE_NOTE], &length);
	return length > MACHINE_LINEAGE && length == then->length &&
		(memcmp(now, then->bytes, MACHINE_LINEAGE) != 0 ||
			memcmp(now, then->bytes, length) > 0);
}

static void stop_for_copy(struct incident *incident)
{
	(void)incident;
	if (world()->calm != UINT64_MAX)
		return;
	world_tell("the bot is told to stop, for the copy of its database");
	world()->disk.copy_due = true;
	process_signal(SIGTERM);
}

void machine_restore(struct chance *chance)
{
	unsigned seconds = 5 + chance_below(chance, 240);
	struct disk *disk = &world()->disk;
	world_tell("the database is copied, to be put back %u s later", seconds);
	for (size_t i = 0; i < DISK_COPIED; i++) {
		size_t length;
		const void *bytes = disk_get(copied[i], &length);
		string_free(&disk->copy[i]);
		if (length > 0)
			string_add_bytes(&disk->copy[i], bytes, length);
	}
	world_later(seconds * WORLD_SECOND, stop_for_copy, NULL, 0, NULL, 0);
}

void machine_put_back(void)
{
	struct disk *disk = &world()->disk;
	bool due = disk->copy_due && is_noted(disk);
	disk->copy_due = false;
	if (!due)
		return;
	world_tell("the copy of the database is put back");
	for (size_t i = 0; i < MACHINE_NOTE; i++) {
		struct disk_file *file = file_find(copied[i]);
		if (file != NULL)
			file_remove(file);
		if (disk->copy[i].length > 0)
			disk_put(copied[i], disk->copy[i].bytes, disk->copy[i].length);
	}
	oracle_restore();
}

/* ---- the disk ---- */

void machine_disk_write(struct chance *chance)
{
	struct disk_mood *mood = &world()->disk.mood;
	unsigned count = 1 + chance_below(chance, 4);
	bool halves = chance_below(chance, 2) == 0;
	world_tell("the disk: the next %u writes %s", count, halves ? "end half-way" : "fail");
	*(halves ? &mood->halving : &mood->failing) = count;
}

/* Makes the next reads fail. Frees SQLite's page cache, so that SQLite must read pages again. */
void machine_disk_read(struct chance *chance)
{
	struct world *here = world();
	unsigned count = 1 + chance_below(chance, 4);
	world_tell("the disk: the next %u reads fail", count);
	here->disk.mood.unread = count;
	if (here->app != NULL)
		sqlite3_db_release_memory(here->app->store->database->db);
}

void machine_disk_sync(struct chance *chance)
{
	unsigned count = 1 + chance_below(chance, 4);
	world_tell("the disk: the next %u syncs fail", count);
	world()->disk.mood.unsynced = count;
}

void machine_disk_lie(struct chance *chance)
{
	unsigned count = 1 + chance_below(chance, 40);
	world_tell("the disk: the next %u syncs do nothing, and say they did", count);
	world()->disk.mood.lying = count;
}

static void disk_recovers(struct incident *incident)
{
	struct disk_mood *mood = &world()->disk.mood;
	(void)incident;
	mood->full = mood->read_only = false;
	mood->slow = 0;
}

void machine_disk_full(struct chance *chance)
{
	struct disk_mood *mood = &world()->disk.mood;
	unsigned seconds = 1 + chance_below(chance, 60);
	bool full = chance_below(chance, 2) == 0;
	world_tell("the disk is %s for %u s", full ? "full" : "read-only", seconds);
	*(full ? &mood->full : &mood->read_only) = true;
	world_later(seconds * WORLD_SECOND, disk_recovers, NULL, 0, NULL, 0);
}

void machine_disk_slow(struct chance *chance)
{
	unsigned seconds = 1 + chance_below(chance, 60);
	world_tell("the disk is slow for %u s", seconds);
	world()->disk.mood.slow = 1 + chance_below(chance, 400);
	world_later(seconds * WORLD_SECOND, disk_recovers, NULL, 0, NULL, 0);
}
