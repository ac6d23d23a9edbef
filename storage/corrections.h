/*
 * corrections.h - corrections of stored matches and people by operators. Each function writes in
 * the caller's batch. After store_void_match and store_merge_people the ratings must be recomputed,
 * see recount.h.
 */
#ifndef STORAGE_CORRECTIONS_H
#define STORAGE_CORRECTIONS_H

#include "storage/matches.h"

/* Sets *counted if a match counts in the statistics or in ratings. */
enum store_error store_is_match_counted(struct store *store, int64_t match, bool *counted);
/*
 * Makes an ended match STORE_STOPPED and unrated, without a winner. Points, moves and leaves stay.
 * Recomputes the statistics of its owners, except best hands and achievements.
 */
enum store_error store_void_match(struct store *store, int64_t match);
/* Subtracts achievements from the counts of a person. names: as in struct store_result. */
enum store_error store_subtract_counts(struct store *store, int64_t person, const char *game,
	const char *const *names, const struct store_counts *counts);
/* Sets the highest points of a person in one hand. */
enum store_error store_set_best_hand(
	struct store *store, int64_t person, const char *game, int32_t best);
/*
 * Steps to the ended match with the next higher id in which two people both had seats. Begin with
 * *match = 0. Returns STORE_NONE after the last match.
 */
enum store_error store_next_shared_match(
	struct store *store, int64_t one, int64_t other, int64_t *match);
/* Counts the ended matches in which a person had a seat. */
enum store_error store_count_matches(struct store *store, int64_t person, unsigned *count);
/*
 * Moves the seats, leaves and statistics of `from` to `to`. A placeholder row of `from` stays, as
 * after store_delete_person, because moves and nonces refer to it. Neither person may have a seat
 * in a live match. Before the call, each match with seats of both must be excluded from
 * statistics and ratings.
 */
enum store_error store_merge_people(struct store *store, int64_t from, int64_t to);
/* Changes a person's key and name. The key must not be another person's. */
enum store_error store_rename_person(
	struct store *store, int64_t person, const char *key, const char *name, int64_t now);

#endif
