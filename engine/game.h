/*
 * game.h - the functions that every game provides, and the list of games.
 *
 * A game is a constant table of functions over one state block. The block is flat and free of
 * pointers: memcpy clones it, and replaying its moves rebuilds it. The caller owns every block. The
 * rules never allocate memory, never read a clock and keep no global variables. Where a comment
 * says that an argument must meet a condition, the function checks it only by assert: the caller
 * has to check it first.
 */
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include <stddef.h>

#include "engine/event.h"
#include "engine/move.h"
#include "engine/option.h"

enum { MOVES_MAX = 128, HAND_MAX = 16, PRESETS_MAX = 8 };

/* Reasons to refuse a move or an option; the message catalogue has one text for each. */
#define REFUSALS(X) \
	X(NONE) \
	X(UNREADABLE) \
	X(NOT_HELD) \
	X(NOT_NOW) \
	X(BOUND) \
	X(CALL_NONE) \
	X(CALL_CARDS) \
	X(CALL_LOW) \
	X(CALL_BOUND) \
	X(GIVE_COUNT) \
	X(GIVE_TWICE) \
	X(COLUMN) \
	X(COLUMN_RISES) \
	X(ACE) \
	X(FOLLOW_SUIT) \
	X(FOLLOW_RANK) \
	X(FOLLOW_ACE) \
	X(KING) \
	X(LAID_ALREADY) \
	X(LAST_CARD) \
	X(FOREPLACE_FIRST) \
	X(DRAW_FIRST) \
	X(EMPTY_PILE) \
	X(PLACE_TAKEN) \
	X(OPTION_UNKNOWN) \
	X(OPTION_VALUE) \
	X(PLAYERS)
enum refusal {
#define X(name) REFUSE_##name,
	REFUSALS(X)
#undef X
		REFUSAL_COUNT
};

enum phase {
	PHASE_NEW,  /* options can be set */
	PHASE_DEAL, /* the next step is `deal` with a shuffled deck */
	PHASE_PLAY, /* the seat `turn` is to move */
	PHASE_OVER  /* the match has ended */
};

/* The first member of every game's state block: what all games share. All of it is public. */
struct state {
	uint8_t phase; /* enum phase */
	uint8_t players;
	uint8_t dealer; /* seat that deals this hand; in PHASE_DEAL, the next hand */
	uint8_t turn;
	uint16_t hand;    /* from 1; one shuffled deck serves one hand */
	uint16_t winners; /* PHASE_OVER: one bit for each winning seat; tied sides all win */
	int32_t total[SEATS_MAX];  /* points of the finished hands */
	int32_t points[SEATS_MAX]; /* points of this hand; they stay until the next deal */
};

/*
 * The first member of every game's view block: the knowledge of one seat, or of a bystander
 * (SEAT_NONE). A view has a type of its own, so the compiler refuses a state in its place.
 */
struct view {
	uint8_t seat;
	struct state open;
};

/* Size of the largest state or view of any game, in bytes; a test checks it. */
enum { GAME_BLOCK = 1024 };

union any_view {
	struct view view;
	uint64_t block[GAME_BLOCK / 8];
};
union any_state {
	struct state state;
	uint64_t block[GAME_BLOCK / 8];
};

struct moves {
	unsigned count;
	struct move move[MOVES_MAX];
};

/* The cards that a seat keeps from its captures: the face-up cards, and how many face-down ones. */
struct captured {
	cards up;
	unsigned down;
};

struct opinions; /* declared in engine/player.h */
struct chance;   /* declared in engine/playout.h */

/*
 * The rules of one game. The members from `options` on may be NULL: then the function game_… of the
 * same name below supplies the usual rule. Call that function, never the member.
 */
struct game {
	const char *name;           /* such as "mitaines": lower case, no blanks */
	const char *const *presets; /* names, default first, then NULL; { "", NULL }: just one */
	size_t state_size;
	size_t view_size;
	bool sets; /* equal ranks in a hand score more together, so messages and pages mark them */
	bool rounds; /* one deal serves several hands, so messages say "round" instead of "hand" */
	bool points; /* a match ends at a number of points: `length` counts points, not hands */
	/*
	 * Begins a hand with a shuffled deck of the cards that game_deck lists: PHASE_DEAL becomes
	 * PHASE_PLAY. The cards alone may end the hand before its first turn: then the phase is
	 * PHASE_DEAL again, or PHASE_OVER.
	 */
	void (*deal)(struct state *state, const card *deck, struct events *events);
	/* Lists the legal moves of the seat to act, each once; at least one. Needs PHASE_PLAY. */
	void (*legal)(const struct state *state, struct moves *moves);
	/* Applies a legal move and its consequences: deals, scores, the end. events may be NULL. */
	void (*apply)(struct state *state, struct move move, struct events *events);
	/* Fills a view block (view_size bytes) for a seat or SEAT_NONE. */
	void (*view)(const struct state *state, unsigned seat, struct view *view);
	/* Lists the cards in hand, sorted with the highest last. Returns their number. */
	unsigned (*hand)(const struct view *view, card hand[HAND_MAX]);
	/*
	 * Fills a state block with a random deal that agrees with everything the view's seat knows:
	 * the view of that state equals the given one. Needs PHASE_PLAY and a seat in play.
	 */
	void (*determinize)(const struct view *view, struct chance *chance, struct state *state);

	const struct option *options;
	void (*open)(struct state *state, unsigned preset);
	uint16_t (*players)(const struct state *state);
	/* Returns the points or hands that a match takes; usually one hand. */
	unsigned (*length)(const struct state *state, unsigned players);
	/* Draws for the first dealer like game_draw, but events is never NULL. */
	unsigned (*draw)(const struct state *state, unsigned players, const card *deck,
		uint8_t order[SEATS_MAX], struct events *events);
	unsigned (*deck)(const struct state *state, card deck[DECK_MAX]);
	unsigned (*side)(const struct state *state, unsigned seat);
	struct move (*canonical)(const struct view *view, struct move move);
	enum refusal (*check)(const struct view *view, struct move move);
	void (*describe)(const struct view *view, struct events *events);
	bool (*captured)(
		const struct game *game, const struct view *view, struct captured *captured);
	struct move (*greedy)(const struct view *view);
	/*
	 * Computes the opinions of LEVEL_HARD or LEVEL_EXPERT about all legal moves of the view's
	 * seat, whose turn it must be. The same view, level and seed always give the same result.
	 * memory: think_memory bytes, aligned for every type, with any content. The member is NULL
	 * in a game without a player stronger than `greedy`.
	 */
	void (*think)(const struct game *game, const struct view *view, unsigned level,
		uint64_t seed, void *memory, struct opinions *opinions);
	size_t think_memory;
	/*
	 * The achievements that !stats counts, ending with NULL. "stat.NAME" is the message key;
	 * the database stores counts by name, so a name never changes. tally returns the index of
	 * the achievement that an event adds to its seat, or -1. Both are NULL in a game without
	 * achievements.
	 */
	const char *const *stats;
	int (*tally)(const struct event *event);
};

/* All games, ending with NULL; the first is the default. Defined in games.c. */
extern const struct game *const games[];

/*
 * Finds a game, or the index of a preset, by name, in upper or lower case. Returns NULL or -1 if it
 * is unknown.
 */
const struct game *game_named(const char *name);
int game_preset(const struct game *game, const char *name);
/* Returns the list of options that a table may set; usually empty. */
const struct option *game_options(const struct game *game);
/* Initializes a state block: PHASE_NEW, with the preset of this index. */
void game_open(const struct game *game, struct state *state, unsigned preset);
/*
 * Sets one option by its name and value, in upper or lower case. Needs PHASE_NEW. Refuses an
 * unknown name with OPTION_UNKNOWN. Refuses an unknown value, or one that contradicts the preset,
 * with OPTION_VALUE. A refusal changes nothing.
 */
enum refusal game_set(
	const struct game *game, struct state *state, const char *name, const char *value);
/*
 * Returns the allowed numbers of players: bit n is set if n can play. Most games allow only two.
 * Returns 0 if options contradict each other.
 */
uint16_t game_players(const struct game *game, const struct state *state);
/*
 * Returns the length of a match with the options of the state, in percent of a match without
 * options; usually 100.
 */
unsigned game_length(
	const struct game *game, const struct state *state, unsigned preset, unsigned players);
/* Returns the number of hands that a started match takes, or 0 if points end it. */
unsigned game_hands(const struct game *game, const struct state *state);
/*
 * Returns true once a side has half of the points that end a match, or half of the hands are over.
 */
bool game_half(const struct game *game, const struct state *state);
/* Goes from PHASE_NEW to PHASE_DEAL. Refuses a wrong number of players or dealer with PLAYERS. */
enum refusal game_start(
	const struct game *game, struct state *state, unsigned players, unsigned dealer);
/*
 * Draws for the first dealer from a shuffled deck, before game_start. The number of players must be
 * allowed. Sets order[i] to the player who gets seat i and returns the seat of the dealer. Reports
 * EVENT_DRAWN for each card, and EVENT_REDRAW before players draw again. Usually the highest card
 * deals and players keep their places. events may be NULL.
 */
unsigned game_draw(const struct game *game, const struct state *state, unsigned players,
	const card *deck, uint8_t order[SEATS_MAX], struct events *events);
/* Lists the unshuffled deck, usually the 52 cards. Returns its size. */
unsigned game_deck(const struct game *game, const struct state *state, card deck[DECK_MAX]);
/*
 * Returns the side of a seat, usually the seat's own number. Seats of one side win and are rated
 * together.
 */
unsigned game_side(const struct game *game, const struct state *state, unsigned seat);
/*
 * Lists the legal moves of the seat to act, like `legal`, but from a view: they are the same in
 * every deal that agrees with the view.
 */
void game_view_legal(const struct game *game, const struct view *view, struct moves *moves);
/*
 * Returns the canonical form of a move of the view's seat: the form in which the legal moves list
 * it, usually the move itself. Call this for a move from outside before you check, apply or store
 * it.
 */
struct move game_canonical(const struct game *game, const struct view *view, struct move move);
/*
 * Returns the reason why the view's seat cannot make this move, or REFUSE_NONE if it is legal.
 * Assumes that it is the seat's turn. Usually NOT_HELD for a card outside the hand, NOT_NOW for
 * everything else.
 */
enum refusal game_check(const struct game *game, const struct view *view, struct move move);
/* Lists the cards on the table as events, from EVENT_PILE on; usually none. */
void game_describe(const struct game *game, const struct view *view, struct events *events);
/*
 * Finds the cards that the view's seat captured in this hand and keeps. Needs PHASE_PLAY. Returns
 * false if the rules let players keep no cards, which is usual.
 */
bool game_captured(const struct game *game, const struct view *view, struct captured *captured);
/*
 * Returns the move of the AI player `greedy` for the view's seat, whose turn it must be. The same
 * view always gives the same move; usually the first legal one.
 */
struct move game_greedy(const struct game *game, const struct view *view);
/* Returns true if the seat to act may make this move. */
bool game_allows(const struct game *game, const struct state *state, struct move move);
/* Returns the points of a seat: finished hands and, in PHASE_PLAY, this hand. */
int32_t state_score(const struct state *state, unsigned seat);
/* Returns true if a seat won a finished match. A win that all seats share is a draw. */
bool state_won(const struct state *state, unsigned seat);
/* Returns the number of seats whose side has more points than the side of this seat. */
unsigned game_rank(const struct game *game, const struct state *state, unsigned seat);
/*
 * Returns true if a seat won; during a match, if it would win with the points as they are. A win
 * that all seats share is a draw.
 */
bool game_won(const struct game *game, const struct state *state, unsigned seat);
/* Returns true if two seats of a started match play on the same side. */
bool game_partners(const struct game *game, const struct state *state, unsigned a, unsigned b);

#endif
