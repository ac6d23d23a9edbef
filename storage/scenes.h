/*
 * scenes.h - the hand in play of a live match, move by move, as bystanders see it. Pages show these
 * scenes, because they cannot read the deck. The store does not know the contents of a scene.
 */
#ifndef STORAGE_SCENES_H
#define STORAGE_SCENES_H

#include <stddef.h>

#include "storage/store.h"

enum { STORE_SCENE = 8192 }; /* most bytes of a scene */

struct store_scene {
	unsigned n; /* number of moves of the match so far */
	size_t size;
	uint8_t bytes[STORE_SCENE];
};

/* Adds a scene, unless the match has a scene with this n already. */
enum store_error store_add_scene(
	struct store *store, int64_t match, const struct store_scene *scene);
/*
 * Deletes the scenes of a match, because another hand begins. The end of the match deletes them
 * too.
 */
enum store_error store_delete_scenes(struct store *store, int64_t match);
/*
 * Steps to the scene of a match with the next higher n. With `first`, finds the first scene.
 * Returns STORE_NONE after the last.
 */
enum store_error store_next_scene(
	struct store *store, int64_t match, bool first, struct store_scene *scene);

#endif
