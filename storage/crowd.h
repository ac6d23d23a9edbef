/* crowd.h - made-up people in great numbers, for measurements. */
#ifndef STORAGE_CROWD_H
#define STORAGE_CROWD_H

#include "storage/store.h"

/*
 * For measurements: fills a new database with made-up people of one network (people: even) who have
 * finished so many rated matches of `game` and `preset` with each other. Commits. Takes minutes for
 * millions, and about 250 bytes a match.
 */
enum store_error store_crowd(struct store *store, const char *game, const char *preset,
	unsigned people, unsigned matches);

#endif
