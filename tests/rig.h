/* rig.h - a table with cards laid out by a test, and moves written as text. */
#ifndef TESTS_RIG_H
#define TESTS_RIG_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game.h"
#include "engine/playout.h"
#include "tests/at.h"
#include "tests/cases.h"
#include "tests/stage/fault.h"

enum { RIG_WORD = 32 };

struct rig {
	const struct game *game;
	union {
		struct state head;
		uint64_t block[GAME_BLOCK / 8];
	};
	union {
		struct view head;
		uint64_t block[GAME_BLOCK / 8];
	} view;
	struct events events; /* of the last move or deal */
};

static inline int rig_make(void **state)
{
	*state = calloc(1, sizeof(struct rig));
	return *state != NULL ? 0 : -1;
}

static inline int rig_end(void **state)
{
	free(*state);
	return 0;
}

/* Defines a test with the parameter `rig`. */
#define RIG_CASE(name) CASE_WITH(name, struct rig *rig, rig_make, rig_end)

/* Copies the next word of a text; words are separated by the characters of stops. Returns NULL
 * at the end, or if text is NULL. */
static inline const char *rig_word(const char *text, const char *stops, char word[RIG_WORD])
{
	size_t length;
	if (text == NULL)
		return NULL;
	text += strspn(text, stops);
	length = strcspn(text, stops);
	if (length == 0)
		return NULL;
	assert_true(length < RIG_WORD);
	memcpy(word, text, length);
	word[length] = '\0';
	return text + length;
}

/* Reads cards separated by blanks. Returns their number. */
static inline unsigned rig_cards(const char *text, card *list)
{
	char word[RIG_WORD];
	unsigned count = 0;
	while ((text = rig_word(text, " ", word)) != NULL) {
		const char *at = word;
		assert_true(card_read(&at, &record_words, &list[count++]));
	}
	return count;
}

static inline cards rig_set(const char *text)
{
	card list[DECK_MAX];
	cards set = 0;
	for (unsigned count = rig_cards(text, list); count > 0; count--)
		set |= card_bit(list[count - 1]);
	return set;
}

/* Opens a table with a preset and options, "name=value name=value", before the deal. */
static inline void rig_open_preset(struct rig *rig, const struct game *game, unsigned preset,
	const char *options, unsigned players, unsigned dealer)
{
	char word[RIG_WORD];
	memset(rig, 0, sizeof *rig);
	rig->game = game;
	assert_true(game->state_size <= GAME_BLOCK && game->view_size <= GAME_BLOCK);
	game_open(game, &rig->head, preset);
	while ((options = rig_word(options, " ", word)) != NULL) {
		char *value = strchr(word, '=');
		*value++ = '\0';
		assert_int_equal(game_set(game, &rig->head, word, value), REFUSE_NONE);
	}
	assert_int_equal(game_start(game, &rig->head, players, dealer), REFUSE_NONE);
	assert_null(game_fault(game, &rig->head));
}

/* Opens a table with the default preset. */
static inline void rig_open(struct rig *rig, const struct game *game, const char *options,
	unsigned players, unsigned dealer)
{
	rig_open_preset(rig, game, 0, options, players, dealer);
}

/* Deals these cards first, then the rest of the deck in order. */
static inline void rig_deal(struct rig *rig, const card *first, unsigned count)
{
	card deck[DECK_MAX], whole[DECK_MAX];
	unsigned size = game_deck(rig->game, &rig->head, whole), at = count;
	for (unsigned i = 0; i < count; i++) {
		unsigned k = 0;
		deck[i] = first[i];
		while (k < size && whole[k] != first[i])
			k++;
		assert_true(k < size);
		whole[k] = CARD_NONE;
	}
	for (unsigned i = 0; i < size; i++)
		if (whole[i] != CARD_NONE)
			deck[at++] = whole[i];
	rig->events.count = 0;
	rig->game->deal(&rig->head, deck, &rig->events);
	assert_null(game_fault(rig->game, &rig->head));
}

static inline struct view *rig_view(struct rig *rig, unsigned seat)
{
	rig->game->view(&rig->head, seat, &rig->view.head);
	return &rig->view.head;
}

static inline struct move rig_move_at(AT, const char *text)
{
	struct move move;
	if (!move_read(text, &record_words, &move))
		fail_at("no move: %s", text);
	return move;
}
#define rig_move(text) rig_move_at(HERE, text)

/* Makes legal moves separated by commas. */
#define rig_play(rig, moves) rig_play_at(HERE, rig, moves)
static inline void rig_play_at(AT, struct rig *rig, const char *moves)
{
	char word[RIG_WORD];
	while ((moves = rig_word(moves, ",", word)) != NULL) {
		struct move move = rig_move_at(THERE, word);
		const char *fault;
		enum refusal refusal = game_check(rig->game, rig_view(rig, rig->head.turn), move);
		if (refusal != REFUSE_NONE || !game_allows(rig->game, &rig->head, move))
			fail_at("refused (%d): %s", refusal, word);
		rig->events.count = 0;
		rig->game->apply(&rig->head, move, &rig->events);
		fault = game_fault(rig->game, &rig->head);
		if (fault != NULL)
			fail_at("after %s: %s", word, fault);
	}
}

/* Fails unless this move of the seat to act is refused for this reason. */
#define rig_refused(rig, text, refusal) rig_refused_at(HERE, rig, text, refusal)
static inline void rig_refused_at(AT, struct rig *rig, const char *text, enum refusal refusal)
{
	struct move move = rig_move_at(THERE, text);
	equal_at(game_check(rig->game, rig_view(rig, rig->head.turn), move), refusal);
	true_at(!game_allows(rig->game, &rig->head, move));
}

/* Fails unless a seat is shown these cards as its hand. */
#define rig_holds(rig, seat, wanted) rig_holds_at(HERE, rig, seat, wanted)
static inline void rig_holds_at(AT, struct rig *rig, unsigned seat, const char *wanted)
{
	card hand[HAND_MAX];
	char shown[HAND_MAX * 4];
	struct text text = text_in(shown, sizeof shown);
	unsigned count = rig->game->hand(rig_view(rig, seat), hand);
	for (unsigned i = 0; i < count; i++) {
		text_add(&text, i > 0 ? " " : "");
		card_write(&text, hand[i]);
	}
	string_at(shown, wanted);
}

/* Deals a random deck. */
static inline void rig_deal_any(struct rig *rig, struct chance *chance)
{
	card deck[DECK_MAX];
	chance_shuffle(chance, deck, game_deck(rig->game, &rig->head, deck));
	rig->events.count = 0;
	rig->game->deal(&rig->head, deck, &rig->events);
}

/* Makes a random legal move. */
static inline struct move rig_play_any(struct rig *rig, struct chance *chance)
{
	struct moves moves;
	rig->game->legal(&rig->head, &moves);
	struct move move = moves.move[chance_below(chance, moves.count)];
	rig->events.count = 0;
	rig->game->apply(&rig->head, move, &rig->events);
	return move;
}

/* Counts the events of a kind in the last move or deal. */
static inline unsigned rig_told(const struct rig *rig, enum event_kind kind)
{
	unsigned count = 0;
	for (unsigned i = 0; i < rig->events.count; i++)
		count += rig->events.event[i].kind == kind;
	return count;
}

/* Returns the first event of a kind in the last move or deal. */
#define rig_event(rig, kind) rig_event_at(HERE, rig, kind)
static inline const struct event *rig_event_at(AT, const struct rig *rig, enum event_kind kind)
{
	for (unsigned i = 0; i < rig->events.count; i++)
		if (rig->events.event[i].kind == kind)
			return &rig->events.event[i];
	fail_at("no fact of kind %d", kind);
	return NULL;
}

#endif
