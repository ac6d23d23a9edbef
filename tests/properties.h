/* properties.h - checks properties of every game on random hands, through the game interface. A
 * test adds the one thing that only it knows: how to change the part of a state that a seat cannot
 * know. */
#ifndef TESTS_PROPERTIES_H
#define TESTS_PROPERTIES_H

#include "engine/playout.h"
#include "tests/rig.h"

enum { HAND_MOVES = 4096 }; /* more than any random hand has */

/* Every hand is replayed, self-checked at its end, and its views are compared at one of its first
 * GLANCES moves. Every CHECK_EVERY-th hand is self-checked after each move, every LOOK_EVERY-th
 * checked completely. */
enum { CHECK_EVERY = 16, LOOK_EVERY = 256, GLANCES = 16 };

struct family {
	const struct game *game;
	const char *preset;
	unsigned players;
	const char *options; /* "name=value name=value" */
	unsigned hands;
	/* Changes the part of a state that `seat` (SEAT_NONE: a bystander) cannot know; the state
	 * stays sound. NULL: only determinize is checked. */
	void (*scramble)(struct state *state, unsigned seat, struct chance *chance);
};

struct trial {
	const struct family *family;
	struct chance chance;
	struct rig rig;
	struct rig start; /* state after the deal */
	unsigned count;
	struct move played[HAND_MOVES];
	unsigned scrambled; /* number of states that scramble changed */
	unsigned deceived;  /* number of scrambled states that were compared for a seat */
	unsigned imagined;  /* number of determinized states other than the true one */
};

static inline void assert_in_order(const struct game *game, const struct state *state)
{
	const char *fault = game_fault(game, state);
	if (fault != NULL)
		fail_msg("%s", fault);
}

static inline void assert_same_state(const struct rig *a, const struct rig *b)
{
	assert_memory_equal(&a->head, &b->head, a->game->state_size);
}

/* Fails unless a move is equal after writing and reading it. */
static inline void assert_printable(struct move move)
{
	char written[MOVE_TEXT];
	struct text text = text_in(written, sizeof written);
	struct move back;
	move_write(&text, move);
	assert_false(text.cut);
	assert_true(move_read(written, NOTATION_ENGLISH, &back));
	assert_true(move_equal(move, back));
}

static inline bool among(const struct moves *moves, struct move move)
{
	for (unsigned i = 0; i < moves->count; i++)
		if (move_equal(moves->move[i], move))
			return true;
	return false;
}

/* Fails unless game_check refuses exactly the moves that are not legal. */
static inline void assert_agrees(const struct game *game, const struct view *view,
	const struct moves *legal, struct move move)
{
	bool allowed = game_check(game, view, move) == REFUSE_NONE;
	if (allowed != among(legal, move))
		fail_msg("move %u %u %u %u: check says %d", move.act, move.card, move.second,
			move.third, allowed);
}

/* Tries every move of one card or no card with every call, and random bytes. */
static inline void assert_check_agrees(
	struct trial *trial, const struct view *view, const struct moves *legal)
{
	const struct game *game = trial->family->game;
	for (unsigned act = ACT_PLAY; act <= ACT_TAKE + 1; act++)
		for (unsigned c = 0; c <= CARD_COUNT; c++) {
			struct move move = move_of(act, c < CARD_COUNT ? (card)c : CARD_NONE);
			for (unsigned call = 0; call <= CALL_KING + 1 && act == ACT_PLAY; call++) {
				move.call = (uint8_t)call;
				assert_agrees(game, view, legal, move);
			}
			if (act != ACT_PLAY)
				assert_agrees(game, view, legal, move);
		}
	for (unsigned i = 0; i < 64; i++) {
		uint32_t bytes = (uint32_t)chance_next(&trial->chance);
		struct move move;
		memcpy(&move, &bytes, sizeof move);
		assert_agrees(game, view, legal, move);
	}
}

static inline void assert_legal_moves(struct trial *trial)
{
	const struct game *game = trial->family->game;
	const struct state *state = &trial->rig.head;
	const struct view *view = rig_view(&trial->rig, state->turn);
	struct moves legal, seen;
	game->legal(state, &legal);
	game_view_legal(game, view, &seen);
	assert_int_equal(legal.count, seen.count);
	assert_memory_equal(legal.move, seen.move, legal.count * sizeof legal.move[0]);
	for (unsigned i = 0; i < legal.count; i++) {
		assert_printable(legal.move[i]);
		assert_int_equal(game_check(game, view, legal.move[i]), REFUSE_NONE);
		for (unsigned k = 0; k < i; k++)
			assert_false(move_equal(legal.move[i], legal.move[k]));
	}
	assert_check_agrees(trial, view, &legal);
	assert_true(among(&legal, game_greedy(game, view)));
}

/* Fails if a seat's view depends on the hidden part of the state, or leaves bytes of its buffer
 * unset. */
static inline void assert_view_hides(struct trial *trial, unsigned seat)
{
	const struct game *game = trial->family->game;
	struct rig other = trial->rig;
	if (trial->family->scramble == NULL)
		return;
	memset(&trial->rig.view, 0x55, sizeof trial->rig.view);
	memset(&other.view, 0xaa, sizeof other.view);
	trial->family->scramble(&other.head, seat, &trial->chance);
	assert_in_order(game, &other.head);
	bool changed = memcmp(&other.head, &trial->rig.head, game->state_size) != 0;
	trial->scrambled += changed;
	trial->deceived += changed && seat != SEAT_NONE;
	assert_memory_equal(rig_view(&trial->rig, seat), rig_view(&other, seat), game->view_size);
	trial->rig.events.count = other.events.count = 0;
	game_describe(game, &trial->rig.view.head, &trial->rig.events);
	game_describe(game, &other.view.head, &other.events);
	assert_memory_equal(&trial->rig.events, &other.events,
		offsetof(struct events, event) + other.events.count * sizeof(struct event));
}

/* Fails unless a determinized state is sound and has the same view for the seat. */
static inline void assert_determinizes(struct trial *trial, unsigned seat)
{
	const struct game *game = trial->family->game;
	struct rig other = trial->rig;
	memset(&other.view, 0xaa, sizeof other.view);
	game->determinize(rig_view(&trial->rig, seat), &trial->chance, &other.head);
	assert_in_order(game, &other.head);
	assert_memory_equal(rig_view(&trial->rig, seat), rig_view(&other, seat), game->view_size);
	trial->imagined += memcmp(&other.head, &trial->rig.head, game->state_size) != 0;
}

/* Fails unless an event has its texts: one with hidden cards needs a text for other readers. */
static inline void assert_told(const struct event *event)
{
	static const char *const catalog[] = {
#define X(name, message, hidden, traits) #message,
		EVENTS(X)
#undef X
	};
	static const char *const hidden[] = {
#define X(name, message, hidden, traits) #hidden,
		EVENTS(X)
#undef X
	};
	static const char *const hows[] = {
#define X(name, message, part) #message,
		HOWS(X)
#undef X
	};
	if (strcmp(catalog[event->kind], "HOW") == 0)
		assert_string_not_equal(hows[event->how], "SILENT");
	if (event->visible != VISIBLE_ALL)
		assert_string_not_equal(hidden[event->kind], "OPEN");
}

/* Fails unless each event is valid and is visible to all or to seats of this table. */
static inline void assert_events(const struct trial *trial)
{
	for (unsigned i = 0; i < trial->rig.events.count; i++) {
		const struct event *event = &trial->rig.events.event[i];
		assert_true(event->kind < EVENT_KINDS && event->how < HOW_KINDS);
		assert_told(event);
		assert_true(event->seat < trial->family->players || event->seat == SEAT_NONE);
		assert_true(event->visible == VISIBLE_ALL ||
			event->visible >> trial->family->players == 0);
		for (unsigned k = 0; k < event->count; k++)
			assert_true(event->cards[k] < CARD_COUNT);
	}
}

/* Checks the view of a random seat or of a bystander. */
static inline void glance_at_view(struct trial *trial)
{
	unsigned seat = chance_below(&trial->chance, trial->family->players + 1);
	assert_view_hides(trial, seat < trial->family->players ? seat : SEAT_NONE);
	if (seat < trial->family->players)
		assert_determinizes(trial, seat);
}

static inline void look_closely(struct trial *trial)
{
	const struct game *game = trial->family->game;
	struct move move;
	struct rig told = trial->rig;
	assert_legal_moves(trial);
	for (unsigned seat = 0; seat < trial->family->players; seat++) {
		assert_view_hides(trial, seat);
		assert_determinizes(trial, seat);
	}
	assert_view_hides(trial, SEAT_NONE);
	/* A move makes the same state whether events are reported or not. */
	move = game_greedy(game, rig_view(&trial->rig, trial->rig.head.turn));
	trial->rig.events.count = 0;
	game->apply(&told.head, move, &trial->rig.events);
	assert_events(trial);
	struct rig quiet = trial->rig;

	game->apply(&quiet.head, move, NULL);
	assert_same_state(&told, &quiet);
}

static inline void play_move(struct trial *trial)
{
	const struct game *game = trial->family->game;
	struct state *state = &trial->rig.head;
	struct moves moves;
	game->legal(state, &moves);
	if (moves.count == 0 || moves.count > MOVES_MAX || trial->count == HAND_MOVES)
		fail_msg("%u moves in a hand, %u legal", trial->count, moves.count);
	trial->played[trial->count] = moves.move[chance_below(&trial->chance, moves.count)];
	game->apply(state, trial->played[trial->count++], NULL);
}

/* Fails unless the same moves from the same deal make the same state, byte by byte. */
static inline void assert_replays(struct trial *trial)
{
	const struct game *game = trial->family->game;
	for (unsigned i = 0; i < trial->count; i++)
		game->apply(&trial->start.head, trial->played[i], NULL);
	assert_same_state(&trial->start, &trial->rig);
}

static inline void play_hand(struct trial *trial, unsigned hand)
{
	const struct game *game = trial->family->game;
	struct state *state = &trial->rig.head;
	card deck[DECK_MAX];
	chance_shuffle(&trial->chance, deck, game_deck(game, state, deck));
	trial->rig.events.count = 0;
	game->deal(state, deck, &trial->rig.events);
	/* The deal itself may end the hand. */
	assert_int_equal(state->phase != PHASE_PLAY, rig_told(&trial->rig, EVENT_HAND_END));
	memcpy(&trial->start.head, state, game->state_size);
	unsigned glance = chance_below(&trial->chance, GLANCES);
	for (trial->count = 0; state->phase == PHASE_PLAY; play_move(trial)) {
		if (hand % CHECK_EVERY == 0)
			assert_in_order(game, state);
		if (hand % LOOK_EVERY == 0)
			look_closely(trial);
		if (trial->count == glance)
			glance_at_view(trial);
	}
	assert_replays(trial);
	assert_in_order(game, state);
}

static inline void open_match(struct trial *trial)
{
	const struct family *family = trial->family;
	unsigned dealer = chance_below(&trial->chance, family->players);
	int preset = game_preset(family->game, family->preset);
	assert_true(preset >= 0);
	rig_open_preset(&trial->rig, family->game, (unsigned)preset, family->options,
		family->players, dealer);
}

/* Plays the family's number of random hands and checks them. */
static inline void family_holds(const struct family *family)
{
	static const struct trial empty;
	struct trial trial = empty;
	trial.family = family;
	trial.chance.seed = family->players;
	trial.rig.head.phase = PHASE_OVER;
	for (unsigned hand = 0; hand < family->hands; hand++) {
		if (trial.rig.head.phase == PHASE_OVER)
			open_match(&trial);
		trial.start.game = trial.rig.game;
		play_hand(&trial, hand);
	}
	if (family->scramble == NULL)
		return;
	assert_true(trial.scrambled > 0);
	/* If a scrambled state was found for a seat, determinize must have found another state
	 * too. */
	assert_int_equal(trial.imagined > 0, trial.deceived > 0);
}

#endif
