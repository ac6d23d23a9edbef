#include "bot/talk/turn.h"

static const enum message refusals[] = {
#define X(name) MSG_REFUSE_##name,
	REFUSALS(X)
#undef X
};

enum message turn_refusal_message(enum refusal refusal)
{
	return refusals[refusal];
}

/* Returns the first act, in the order of enum act, that the player to move may do. */
static enum act requested_act(const struct game *game, const struct view *view)
{
	struct moves moves;
	unsigned first = ACT_COUNT - 1;
	game_view_legal(game, view, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.move[i].act < first)
			first = moves.move[i].act;
	return (enum act)first;
}

/*
 * The messages about each act: the request to everyone, to the player and on pages; the advice; the
 * button.
 */
static const struct {
	enum message everyone, player, page, advice, button;
} messages[ACT_COUNT] = {
#define X(name, verb, cards, secret, turn) \
	[ACT_##name] = { MSG_TURN_##turn, MSG_HAND_TURN_##turn, MSG_SEAT_TURN_##turn, \
		MSG_TRY_##turn, MSG_SEAT_MOVE_##name },
	VERBS(X)
#undef X
		[ACT_PLAY] = { MSG_TURN_NEXT, MSG_HAND_TURN_PLAY, MSG_SEAT_TURN_PLAY, MSG_TRY_PLAY,
			MSG_SEAT_MOVE_PLAY },
};

enum message turn_public_message(const struct game *game, const struct view *view)
{
	enum message message = messages[requested_act(game, view)].everyone;
	struct events events = { .count = 0 };
	if (message == MSG_TURN_NEXT)
		game_describe(game, view, &events);
	/* If a card was led, ask the player to answer it. */
	for (unsigned i = 0; i < events.count; i++)
		if (events.event[i].kind == EVENT_LED)
			return MSG_TURN_ANSWER;
	return message;
}

enum message turn_private_message(const struct game *game, const struct view *view)
{
	return messages[requested_act(game, view)].player;
}

enum message turn_page_message(const struct game *game, const struct view *view)
{
	return messages[requested_act(game, view)].page;
}

enum message turn_move_message(struct move move)
{
	static const enum message calls[CALL_COUNT] = {
#define X(name, number, word, message) [CALL_##name] = MSG_SEAT_CALL_##name,
		CALLS(X)
#undef X
	};
	bool called = move.act == ACT_PLAY && move.call != CALL_NONE;
	return called ? calls[move.call] : messages[move.act].button;
}

void turn_read_cards(const struct game *game, const struct view *view, struct turn_cards *turn)
{
	struct moves moves;
	cards may = 0;
	game_view_legal(game, view, &moves);
	turn->act = requested_act(game, view);
	turn->count = game->hand(view, turn->hand);
	turn->places = 0;
	for (unsigned i = 0; i < moves.count; i++) {
		card named[3];
		if (moves.move[i].act == turn->act)
			for (unsigned n = move_cards(moves.move[i], named); n-- > 0;)
				may |= card_bit(named[n]);
	}
	for (unsigned i = 0; i < turn->count; i++)
		turn->places |= (may & card_bit(turn->hand[i])) != 0 ? 1u << i : 0;
}

bool turn_is_limited(const struct turn_cards *turn)
{
	return turn->places != 0 && turn->places != (1u << turn->count) - 1;
}

unsigned turn_find_number(const struct turn_cards *turn, unsigned places, card c)
{
	unsigned first = 0;
	for (unsigned i = 0; i < turn->count; i++) {
		if (!(places >> i & 1))
			continue;
		if (turn->hand[i] == c)
			return i + 1;
		first = first > 0 ? first : i + 1;
	}
	return first > 0 ? first : 1;
}

enum message turn_advice_message(const struct turn_cards *turn)
{
	if (turn->act == ACT_DISCARD)
		return MSG_TRY_DISCARD;
	if (!turn_is_limited(turn))
		return messages[turn->act].advice;
	return turn->act == ACT_PLACE ? MSG_TRY_PLACE_ONLY : MSG_TRY_PLAY_ONLY;
}
