/*
 * scene_bytes.h - the scenes of a hand in play as bytes, which the bot stores and the pages read.
 * They hold nothing that a bystander may not know.
 */
#ifndef BOT_HISTORY_SCENE_BYTES_H
#define BOT_HISTORY_SCENE_BYTES_H

#include "bot/history/scenes.h"
#include "storage/scenes.h"

/*
 * Writes a scene whose cards are hidden. Returns false if it is too long; no game makes one so
 * long.
 */
bool scene_bytes_write(const struct scene *scene, struct store_scene *out);
/* Reads a scene, except game and move. Returns false if the bytes are malformed. */
bool scene_bytes_read(const struct store_scene *stored, struct scene *scene);

#endif
