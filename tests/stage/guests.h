/* guests.h - helpers for tests of identity: a match of two people, and checks of shown hands and of
 * the owners of seats. */
#ifndef TESTS_STAGE_GUESTS_H
#define TESTS_STAGE_GUESTS_H

#include <stdio.h>

#include "storage/matches.h"
#include "storage/people.h"
#include "storage/ratings.h"
#include "tests/stage/case.h"

/* Returns true if a line of `heard` shows a hand to the connection with this key. */
static inline bool showed_hand(const char *heard, const char *key)
{
	char start[80];
	int length = snprintf(start, sizeof start, "%s< ", key);
	for (const char *line = heard; *line != '\0'; line = strchr(line, '\n') + 1) {
		const char *hand = strstr(line, "(hand.cards)");
		if (strncmp(line, start, (size_t)length) == 0 && hand != NULL &&
			hand < strchr(line, '\n'))
			return true;
	}
	return false;
}

/* Lets a connection ask for its hand. Returns true if the bot shows it. */
static inline bool gets_hand(struct stage *stage, const char *key)
{
	stage_hear(stage);
	stage_whisper(stage, key, "hand");
	return showed_hand(stage_hear(stage), key);
}

static inline const struct person *turn_of(struct table *table)
{
	return table->seat[table_state(table)->turn].player;
}

/* Returns the seat of a player, or SEAT_NONE. */
static inline unsigned seat_of(const struct table *table, const char *nick)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (table->seat[i].player != NULL && strcmp(table->seat[i].player->name, nick) == 0)
			return i;
	return SEAT_NONE;
}

/* Connects A (anna) and L (luc), and seats both at table 1, which anna opens with the command
 * `new`. account: anna's account, or NULL. */
static inline void open_two(struct stage *stage, const char *account, const char *new)
{
	stage_meet(stage, "A", "anna", account, "a@a.home");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	stage_say(stage, "A", new);
	stage_say(stage, "L", "!join");
}

/* Begins a match of anna and luc with anna to move. account: anna's account, or NULL. */
static inline struct table *begin(struct stage *stage, const char *account)
{
	open_two(stage, account, "!new target=50");
	stage_say(stage, "A", "!start");
	struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	assert_true(table->running);
	if (turn_of(table) != table->seat[seat_of(table, "anna")].player)
		stage_say(stage, "L", "!p 1");
	assert_string_equal(turn_of(table)->name, "anna");
	stage_hear(stage);
	return table;
}

static inline void finish(struct stage *stage, unsigned number)
{
	stage_play(stage, number, 1000);
	assert_null(stage_table(stage, number));
}

/* Returns the number of rated matches of the person with this key, or 0 for an unknown person. */
static inline unsigned rated(struct stage *stage, const char *key)
{
	int64_t id = 0;
	struct store_rating rating;
	if (store_find_person(stage->store, stage->network.id, key, &id) != STORE_OK ||
		store_get_rating(stage->store, STORE_SHOWN, id, "mitaines", &rating) != STORE_OK)
		return 0;
	return rating.matches;
}

/* Fails unless the store has the keys `owner` and `player` for a seat. */
static inline void assert_stored(
	struct stage *stage, int64_t match, unsigned seat, const char *owner, const char *player)
{
	struct store_seat rows[STORE_SEATS];
	unsigned count;
	assert_int_equal(store_list_seats(stage->store, match, rows, &count), STORE_OK);
	assert_true(seat < count);
	assert_string_equal(rows[seat].person.key, owner);
	assert_string_equal(rows[seat].player.key, player);
}

/* Returns the key of the person whom the bot knows by this connection. */
static inline const char *key_of(struct stage *stage, const char *connection)
{
	const struct person *person =
		people_find_by_connection(&stage->lobby.people, &stage->network, connection);
	assert_non_null(person);
	return person->key;
}

#endif
