/*
 * game.h - the interface every game offers, and the registry of games.
 *
 * A game is a constant table of functions over a flat, pointer-free state block: memcpy clones it,
 * replaying its moves rebuilds it. The caller owns every block; rules never allocate, never read a
 * clock and keep no globals. A function's "must" is checked by assert only: callers ask first.
 */
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include <stddef.h>

#include "engine/event.h"
#include "engine/move.h"
#include "engine/option.h"

enum { MOVES_MAX = 128, HAND_MAX = 16, PRESETS_MAX = 8 };

/* Why something is not done; the words for each are in the message catalogue. */
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
	PHASE_NEW,  /* options may be set */
	PHASE_DEAL, /* waits for a shuffled deck */
	PHASE_PLAY, /* `turn` is to move */
	PHASE_OVER  /* the match has ended */
};

/* The head of every game's state block: what all games share, and everybody may see. */
struct state {
	uint8_t phase;    /* enum phase */
	uint8_t players;  /* seats in play */
	uint8_t dealer;   /* of the current hand; in PHASE_DEAL of the coming one */
	uint8_t turn;     /* seat to act */
	uint16_t hand;    /* hands begun, from 1; a hand is what one deck is dealt for */
	uint16_t winners; /* PHASE_OVER: a bit for each winning seat; several sides share a tie */
	int32_t total[SEATS_MAX];  /* points of finished hands */
	int32_t points[SEATS_MAX]; /* of the current hand; stays readable until the next deal */
};

/*
 * The head of every game's view block: what one seat, or with SEAT_NONE a bystander, may know.
 * A type of its own, so that a state can never be passed where a view is asked for.
 */
struct view {
	uint8_t seat;
	struct state open;
};

/* Bytes that any game's state or view fits in; a test sees to it. */
enum { GAME_BLOCK = 1024 };

/* A view or a state of any game, for the stack. */
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

/* Cards that a seat keeps of its captures: those face up, and the number of cards face down. */
struct captured {
	cards up;
	unsigned down;
};

struct opinions; /* engine/player.h */
struct chance;   /* engine/playout.h */

/*
 * The members in the second part may be NULL for the usual, which their game_… below tells of and
 * supplies: nobody else calls them.
 */
struct game {
	const char *name; /* "mitaines"; lower case, no blanks */
	const char *const
		*presets; /* NULL-terminated, the default first; { "", NULL } has only one */
	size_t state_size;
	size_t view_size;
	bool sets;   /* equal ranks in a hand are worth more together: players are shown them */
	bool rounds; /* what is dealt is called a round, as it is played as more than one hand */
	bool points; /* a match ends by points, and length counts points instead of hands */
	/*
	 * PHASE_DEAL to PHASE_PLAY: begins a hand with a shuffled deck of the right cards. The
	 * cards may end the hand before a turn: then it is PHASE_DEAL again, or PHASE_OVER.
	 */
	void (*deal)(struct state *state, const card *deck, struct events *events);
	/* PHASE_PLAY: all legal moves of the seat to act, never none; each once. */
	void (*legal)(const struct state *state, struct moves *moves);
	/* Applies a legal move, with all that follows from it: deals, scores, ends. events may be
	 * NULL. */
	void (*apply)(struct state *state, struct move move, struct events *events);
	/* Fills a view block of view_size bytes for a seat or SEAT_NONE. */
	void (*view)(const struct state *state, unsigned seat, struct view *view);
	/* The view's own cards as a player sorts them, the highest last; returns their number. */
	unsigned (*hand)(const struct view *view, card hand[HAND_MAX]);
	/*
	 * Fills a state block with cards as they may lie for all that the view's seat knows, which
	 * must be in play in PHASE_PLAY: its view of that state is the view given.
	 */
	void (*determinize)(const struct view *view, struct chance *chance, struct state *state);

	const struct option *options;
	void (*open)(struct state *state, unsigned preset);
	uint16_t (*players)(const struct state *state);
	/* The points or hands of a match; usually one hand. */
	unsigned (*length)(const struct state *state, unsigned players);
	/* events are not NULL here. */
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
	 * The strong AI players, LEVEL_HARD and LEVEL_EXPERT: what they think of all legal moves of
	 * the view's seat, whose turn it must be, and which one they make; always the same for a
	 * view, level and seed. memory: think_memory bytes, aligned for every type, need not be
	 * cleared. NULL: nobody plays this game better than greedy.
	 */
	void (*think)(const struct game *game, const struct view *view, unsigned level,
		uint64_t seed, void *memory, struct opinions *opinions);
	size_t think_memory;
	/*
	 * What is counted of people beside scoring, NULL-terminated, for their figures: "stat.NAME"
	 * in the message catalogue, and never renamed, as figures are kept by it. And which of them
	 * an event counts for its seat, or -1. NULL, both: nothing.
	 */
	const char *const *stats;
	int (*tally)(const struct event *event);
	const char *(*fault)(const struct state *state);
};

/* In games.c: NULL-terminated, the first is the default. */
extern const struct game *const games[];

/* The game or preset of that name in any case; NULL or -1 when there is none. */
const struct game *game_named(const char *name);
int game_preset(const struct game *game, const char *name);
/* The options a table may set; usually none. */
const struct option *game_options(const struct game *game);
/* Begins a state block in PHASE_NEW with the preset of that index; usually all zero. */
void game_open(const struct game *game, struct state *state, unsigned preset);
/*
 * PHASE_NEW: sets one option, both words in any case. Refuses OPTION_UNKNOWN, or OPTION_VALUE where
 * the value is none of the option's or contradicts the preset, and changes nothing then.
 */
enum refusal game_set(
	const struct game *game, struct state *state, const char *name, const char *value);
/*
 * A bit for each number of players the preset and options allow; 0: they contradict each other.
 * Usually two.
 */
uint16_t game_players(const struct game *game, const struct state *state);
/*
 * How long a match with the options and so many players is, in percent of one without options;
 * usually 100.
 */
unsigned game_length(
	const struct game *game, const struct state *state, unsigned preset, unsigned players);
/* Returns the hands of a started match that ends by their number; 0 where it ends by points. */
unsigned game_hands(const struct game *game, const struct state *state);
/* True if half of a started match is played: a side has half of the points, or half of its hands
 * are over. */
bool game_half(const struct game *game, const struct state *state);
/* PHASE_NEW to PHASE_DEAL; refuses PLAYERS, also a dealer who is none of them. */
enum refusal game_start(
	const struct game *game, struct state *state, unsigned players, unsigned dealer);
/*
 * The draw for the first dealer from a shuffled deck (before start; players fit): order[i] is the
 * player who gets seat i. Returns the dealer's seat. Reports EVENT_DRAWN, last draw last. Usually
 * the highest card deals, and players keep their places. events may be NULL.
 */
unsigned game_draw(const struct game *game, const struct state *state, unsigned players,
	const card *deck, uint8_t order[SEATS_MAX], struct events *events);
/* The deck in order, as shuffles start from it, usually the 52 cards; returns its size. */
unsigned game_deck(const struct game *game, const struct state *state, card deck[DECK_MAX]);
/* Which side a seat plays for, usually its own; those of one side win and are rated together. */
unsigned game_side(const struct game *game, const struct state *state, unsigned seat);
/* As legal, from the view of the seat to act: what it may do in any table it imagines. */
void game_view_legal(const struct game *game, const struct view *view, struct moves *moves);
/*
 * Returns the move that stands among the legal ones for this move of the view's seat, which may be
 * another way to write it. Usually the move itself. A move that comes from outside passes here
 * before it is checked, made or kept.
 */
struct move game_canonical(const struct game *game, const struct view *view, struct move move);
/*
 * Why the view's seat may not make this move now (its turn assumed): NONE when legal. Usually
 * NOT_HELD for a card that is not held and NOT_NOW for all else.
 */
enum refusal game_check(const struct game *game, const struct view *view, struct move move);
/* What lies on the table, as events of the second kind; usually nothing. */
void game_describe(const struct game *game, const struct view *view, struct events *events);
/*
 * Gives the cards of this hand that the view's seat has captured and keeps, in PHASE_PLAY. Returns
 * false, as usual, if the rules let players keep no cards.
 */
bool game_captured(const struct game *game, const struct view *view, struct captured *captured);
/*
 * The AI player `greedy`: a legal move of the view's seat, whose turn it must be, always the same
 * for a view; usually the first.
 */
struct move game_greedy(const struct game *game, const struct view *view);
/*
 * Self-check of a state, for assertions and tests: NULL, or what is wrong with it. What no game may
 * do to the head is checked here, the rest by the game.
 */
const char *game_fault(const struct game *game, const struct state *state);
/* True if move is among the legal ones of the seat to act. */
bool game_allows(const struct game *game, const struct state *state, struct move move);
/* What a seat has in all: finished hands and, while a hand is played, the current one. */
int32_t state_score(const struct state *state, unsigned seat);
/* True if a seat has won a match that is over; what all seats share nobody has won: a draw. */
bool state_won(const struct state *state, unsigned seat);
/*
 * How many seats belong to sides that have more than the seat's: after the match, or as it stands;
 * and whether the seat has won then. What all seats share nobody has won.
 */
unsigned game_rank(const struct game *game, const struct state *state, unsigned seat);
bool game_won(const struct game *game, const struct state *state, unsigned seat);
/* True if two seats of a started state play on one side. */
bool game_partners(const struct game *game, const struct state *state, unsigned a, unsigned b);

#endif
