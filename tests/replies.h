/* replies.h - a hash of all replies of the expert when it plays daily deals against itself. */
#ifndef TESTS_REPLIES_H
#define TESTS_REPLIES_H

#include "engine/mitaines.h"
#include "engine/mitaines/duel.h"
#include "engine/mitaines/reply.h"
#include "engine/playout.h"

/*
 * The hashes of the replies of the first days. Every compiler and processor must get them. A change
 * of a hash needs a new REPLY_VERSION.
 */
static const struct {
	unsigned days;
	uint64_t hash;
} replies_known[] = { { 2, UINT64_C(0xb3e1ad1049e22306) }, { 200, UINT64_C(0x860732e8a1d5c235) } };

/* Adds bytes to an FNV-1a hash. Returns the new hash. */
static inline uint64_t replies_add(uint64_t hash, const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (uint8_t)bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

/*
 * Plays the deal of a day and adds each view's text and reply to the hash. The deck and the seeds
 * of the replies come from the number of the day. memory: player_memory() bytes.
 */
static inline uint64_t replies_of_day(unsigned day, uint64_t hash, void *memory)
{
	struct chance chance = { day };
	struct mitaines table;
	struct mitaines_view view;
	card deck[DECK_MAX];
	game_open(&mitaines_game, &table.head, 0);
	game_start(&mitaines_game, &table.head, DUEL_SEATS, day % DUEL_SEATS);
	chance_shuffle(&chance, deck, game_deck(&mitaines_game, &table.head, deck));
	mitaines_game.deal(&table.head, deck, NULL);
	while (table.head.phase == PHASE_PLAY) {
		char written[REPLY_TEXT];
		struct text text = text_in(written, sizeof written);
		struct move move = move_play(CARD_NONE, CALL_NONE);
		mitaines_game.view(&table.head, table.head.turn, &view.head);
		if (!reply_write_view(&view.head, &text))
			return 0;
		hash = replies_add(hash, written, text_length(&text));
		unsigned reply = reply_think(
			&view.head, replies_add(day, written, text_length(&text)), memory);
		hash = replies_add(hash, (const char[]){ (char)reply }, 1);
		if (!reply_find_move(&view.head, reply, &move))
			return 0;
		mitaines_game.apply(&table.head, move, NULL);
	}
	return hash;
}

static inline uint64_t replies_of_days(unsigned days, void *memory)
{
	uint64_t hash = 0;
	for (unsigned day = 0; day < days; day++)
		hash = replies_of_day(day, hash, memory);
	return hash;
}

#endif
