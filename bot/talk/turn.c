#include "bot/talk/turn.h"

static const enum word refusals[] = {
#define X(name) WORD_REFUSE_##name,
	REFUSALS(X)
#undef X
};

enum word turn_refusal(enum refusal refusal)
{
	return refusals[refusal];
}

/* True if a card is led that has to be answered. */
static bool is_led(const struct game *game, const struct view *view)
{
	struct events events = { .count = 0 };
	game_describe(game, view, &events);
	for (unsigned i = 0; i < events.count; i++)
		if (events.event[i].kind == EVENT_LED)
			return true;
	return false;
}

/* What the seat that has the turn may do: of several the one that comes first in enum act. */
static enum act act_asked(const struct game *game, const struct view *view)
{
	struct moves moves;
	unsigned first = ACT_COUNT - 1;
	game_view_legal(game, view, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.move[i].act < first)
			first = moves.move[i].act;
	return (enum act)first;
}

enum word turn_public(const struct game *game, const struct view *view)
{
	static const enum word words[ACT_COUNT] = {
#define X(name, names, cards, secret, turn) [ACT_##name] = WORD_TURN_##turn,
		VERBS(X)
#undef X
			[ACT_PLAY] = WORD_TURN_NEXT,
	};
	enum word word = words[act_asked(game, view)];
	return word == WORD_TURN_NEXT && is_led(game, view) ? WORD_TURN_ANSWER : word;
}

enum word turn_asked(const struct game *game, const struct view *view)
{
	static const enum word words[ACT_COUNT] = {
#define X(name, names, cards, secret, turn) [ACT_##name] = WORD_HAND_TURN_##turn,
		VERBS(X)
#undef X
			[ACT_PLAY] = WORD_HAND_TURN_PLAY,
	};
	return words[act_asked(game, view)];
}
