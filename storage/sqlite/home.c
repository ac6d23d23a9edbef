#include "storage/home.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/query.h"
#include "storage/sqlite/home_path.h"
#include "storage/sqlite/sqlite.h"

/* Renames one path to another, each followed by tail. A file that is absent is not an error. */
static bool rename_part(const char *old, const char *new, const char *tail)
{
	char from[PATH_MAX], to[PATH_MAX];
	return home_join(from, old, tail) && home_join(to, new, tail) &&
		(rename(from, to) == 0 || errno == ENOENT);
}

/*
 * Renames the database in the folder to BASE.replaced, to make room for the newcomer, the database
 * at base. Leaves it there if it is the newcomer itself: a crash came between the last two steps of
 * the move.
 */
static enum store_error keep_replaced(const struct home *home, const struct generation *newcomer)
{
	struct generation there;
	char aside[PATH_MAX];
	int claim = -1;
	if (access(home->file, F_OK) != 0 ||
		(sqlite_read_generation(home->file, &there) && there.lineage == newcomer->lineage &&
			there.number == newcomer->number))
		return STORE_OK;
	enum store_error error = sqlite_claim(home->file, &claim);
	if (!error &&
		(!home_join(aside, home->base, ".replaced") ||
			!rename_part(home->file, aside, "-wal") ||
			!rename_part(home->file, aside, "")))
		error = STORE_UNOPENED;
	if (claim >= 0)
		close(claim);
	return error;
}

/* Puts the link at base. Replaces an older file there. */
static void put_link(const struct home *home)
{
	char link[PATH_MAX], old[PATH_MAX];
	if (home_read_link(home->base, old))
		return;
	/* Without symbolic links, only remove the file: the folder has the database. */
	if (!home_join(link, home->base, ".link") || (unlink(link) != 0 && errno != ENOENT) ||
		symlink(home->target, link) != 0 || rename(link, home->base) != 0)
		unlink(home->base);
}

/*
 * Opens the newcomer, which upgrades it and seals its values, and writes it into the folder with
 * its generation. Holds the newcomer's lock until the link has replaced it.
 */
static enum store_error move_in(const struct home *home, struct store_findings *found)
{
	static const char *const tails[] = { "-wal", "-shm", "-generation" };
	struct store *store;
	char part[PATH_MAX], path[PATH_MAX];
	enum store_error error = store_open(home->base, &store);
	if (error)
		return error;
	*found = store_get_findings(store);
	found->moved = true;
	if (!home_make_folder(home) || !home_join(part, home->base, ".part"))
		error = STORE_UNOPENED;
	if (!error) {
		error = sqlite_write_clean(store->database, part);
		if (!error)
			error = keep_replaced(home, &store->generation);
		if (!error)
			error = sqlite_write_generation(
				store->database, home->file, &store->generation);
		if (!error && rename(part, home->file) != 0)
			error = STORE_UNOPENED;
		if (error)
			unlink(part);
		else
			sqlite_sync_folder(home->file);
	}
	int claim = dup(store->database->claim);
	store_close(store);
	if (!error)
		put_link(home);
	/* Remove what an older version left beside the name. */
	for (size_t i = 0; !error && i < sizeof(tails) / sizeof(*tails); i++)
		if (home_join(path, home->base, tails[i]))
			unlink(path);
	if (claim >= 0)
		close(claim);
	return error;
}

enum store_error home_open(const char *path, struct store **store)
{
	struct home home;
	struct store_findings moved = { .moved = false };
	*store = NULL;
	if (!home_find(path, &home))
		return STORE_UNOPENED;
	enum store_error error = home_is_newcomer(&home) ? move_in(&home, &moved) : STORE_OK;
	if (!error && !home_make_folder(&home))
		error = STORE_UNOPENED;
	if (!error)
		error = store_open(home.file, store);
	if (error)
		return error;
	put_link(&home);
	if (moved.moved)
		(*store)->found = moved;
	return STORE_OK;
}
