/* Properties of every hand of every game, with any preset, players and options. */
#include "tests/cases.h"
#include "tests/options.h"
#include "tests/rig.h"

enum { HAND_MOVES = 4096 }; /* more than any random hand has */

/* Every hand is replayed and self-checked at its end. After one of its first GLANCES moves, a state
 * is determinized: replaced by a random one that fits what a seat knows. Every CHECK_EVERY-th hand
 * is also self-checked before each move, and every LOOK_EVERY-th hand is checked completely before
 * each move. */
enum { ROUNDS = 24, HANDS = 200, CHECK_EVERY = 8, LOOK_EVERY = 50, GLANCES = 16 };

struct trial {
	const struct game *game;
	unsigned players;
	struct chance chance;
	struct rig rig;
	struct rig start; /* state after the deal */
	unsigned count;
	struct move played[HAND_MOVES];
	unsigned imagined; /* number of determinized states other than the true one */
};

static void assert_in_order(const struct game *game, const struct state *state)
{
	const char *fault = game_fault(game, state);
	if (fault != NULL)
		fail_msg("%s", fault);
}

static void assert_same_state(const struct rig *a, const struct rig *b)
{
	assert_memory_equal(&a->head, &b->head, a->game->state_size);
}

/* Fails unless a move is equal after writing and reading it. */
static void assert_printable(struct move move)
{
	char written[MOVE_TEXT];
	struct text text = text_in(written, sizeof written);
	struct move back;
	move_write(&text, move);
	assert_false(text.cut);
	assert_true(move_read(written, &record_words, &back));
	assert_true(move_equal(move, back));
}

static bool among(const struct moves *moves, struct move move)
{
	for (unsigned i = 0; i < moves->count; i++)
		if (move_equal(moves->move[i], move))
			return true;
	return false;
}

/* Fails unless game_check refuses exactly the moves that are not legal. */
static void assert_agrees(const struct game *game, const struct view *view,
	const struct moves *legal, struct move move)
{
	bool allowed = game_check(game, view, move) == REFUSE_NONE;
	if (allowed != among(legal, move))
		fail_msg("move %u %u %u %u: check says %d", move.act, move.card, move.second,
			move.third, allowed);
}

/* Tries every move of one card or no card with every call, and random bytes. */
static void assert_check_agrees(
	struct trial *trial, const struct view *view, const struct moves *legal)
{
	const struct game *game = trial->game;
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

static void assert_legal_moves(struct trial *trial)
{
	const struct game *game = trial->game;
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

/* Fails unless a determinized state is sound and has the same view for the seat. */
static void assert_determinizes(struct trial *trial, unsigned seat)
{
	const struct game *game = trial->game;
	struct rig other = trial->rig;
	memset(&other.view, 0xaa, sizeof other.view);
	game->determinize(rig_view(&trial->rig, seat), &trial->chance, &other.head);
	assert_in_order(game, &other.head);
	assert_memory_equal(rig_view(&trial->rig, seat), rig_view(&other, seat), game->view_size);
	trial->imagined += memcmp(&other.head, &trial->rig.head, game->state_size) != 0;
}

/* Fails unless an event has a text, and one with hidden cards also a text for other readers. */
static void assert_told(const struct event *event)
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
static void assert_events(const struct trial *trial)
{
	for (unsigned i = 0; i < trial->rig.events.count; i++) {
		const struct event *event = &trial->rig.events.event[i];
		assert_true(event->kind < EVENT_KINDS && event->how < HOW_KINDS);
		assert_told(event);
		assert_true(event->seat < trial->players || event->seat == SEAT_NONE);
		assert_true(event->visible == VISIBLE_ALL || event->visible >> trial->players == 0);
		for (unsigned k = 0; k < event->count; k++)
			assert_true(event->cards[k] < CARD_COUNT);
	}
}

static void look_closely(struct trial *trial)
{
	const struct game *game = trial->game;
	struct move move;
	struct rig told = trial->rig;
	assert_legal_moves(trial);
	for (unsigned seat = 0; seat < trial->players; seat++)
		assert_determinizes(trial, seat);
	/* A move makes the same state whether events are reported or not. */
	move = game_greedy(game, rig_view(&trial->rig, trial->rig.head.turn));
	trial->rig.events.count = 0;
	game->apply(&told.head, move, &trial->rig.events);
	assert_events(trial);
	struct rig quiet = trial->rig;

	game->apply(&quiet.head, move, NULL);
	assert_same_state(&told, &quiet);
}

static void play_move(struct trial *trial)
{
	const struct game *game = trial->game;
	struct state *state = &trial->rig.head;
	struct moves moves;
	game->legal(state, &moves);
	if (moves.count == 0 || moves.count > MOVES_MAX || trial->count == HAND_MOVES)
		fail_msg("%u moves in a hand, %u legal", trial->count, moves.count);
	trial->played[trial->count] = moves.move[chance_below(&trial->chance, moves.count)];
	game->apply(state, trial->played[trial->count++], NULL);
}

/* Fails unless the same moves from the same deal make the same state, byte by byte. */
static void assert_replays(struct trial *trial)
{
	const struct game *game = trial->game;
	for (unsigned i = 0; i < trial->count; i++)
		game->apply(&trial->start.head, trial->played[i], NULL);
	assert_same_state(&trial->start, &trial->rig);
}

static void play_hand(struct trial *trial, unsigned hand)
{
	const struct game *game = trial->game;
	struct state *state = &trial->rig.head;
	rig_deal_any(&trial->rig, &trial->chance);
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
			assert_determinizes(trial, chance_below(&trial->chance, trial->players));
	}
	assert_replays(trial);
	assert_in_order(game, state);
}

/* Plays hands with random options that allow this number of players. Returns how many determinized
 * states were other than the true one. */
static unsigned play_family(
	const struct game *game, unsigned preset, unsigned players, struct chance *chance)
{
	static struct trial trial;
	union any_state table;
	char options[256];
	struct text text = text_in(options, sizeof options);
	game_open(game, &table.state, preset);
	options_choose(game, &table.state, chance, &text);
	if ((game_players(game, &table.state) >> players & 1) == 0)
		return 0;
	memset(&trial, 0, sizeof trial);
	trial.game = game;
	trial.players = players;
	trial.chance.seed = players;
	trial.rig.head.phase = PHASE_OVER;
	for (unsigned hand = 0; hand < HANDS; hand++) {
		if (trial.rig.head.phase == PHASE_OVER)
			rig_open_preset(&trial.rig, game, preset, options, players,
				chance_below(&trial.chance, players));
		trial.start.game = trial.rig.game;
		play_hand(&trial, hand);
	}
	return trial.imagined;
}

CASE(every_hand_keeps_the_invariants_of_games)
{
	struct chance chance = { 1 };
	for (unsigned i = 0; games[i] != NULL; i++) {
		unsigned imagined = 0;
		for (unsigned preset = 0; games[i]->presets[preset] != NULL; preset++)
			for (unsigned n = 0; n < (SEATS_MAX + 1) * ROUNDS; n++)
				imagined +=
					play_family(games[i], preset, n % (SEATS_MAX + 1), &chance);
		assert_true(imagined > 0);
	}
}
