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

/* True if a card was led, and the view's owner must answer it. */
static bool has_led_card(const struct game *game, const struct view *view)
{
	struct events events = { .count = 0 };
	game_describe(game, view, &events);
	for (unsigned i = 0; i < events.count; i++)
		if (events.event[i].kind == EVENT_LED)
			return true;
	return false;
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

enum message turn_public_message(const struct game *game, const struct view *view)
{
	static const enum message words[ACT_COUNT] = {
#define X(name, names, cards, secret, turn) [ACT_##name] = MSG_TURN_##turn,
		VERBS(X)
#undef X
			[ACT_PLAY] = MSG_TURN_NEXT,
	};
	enum message message = words[requested_act(game, view)];
	return message == MSG_TURN_NEXT && has_led_card(game, view) ? MSG_TURN_ANSWER : message;
}

enum message turn_private_message(const struct game *game, const struct view *view)
{
	static const enum message words[ACT_COUNT] = {
#define X(name, names, cards, secret, turn) [ACT_##name] = MSG_HAND_TURN_##turn,
		VERBS(X)
#undef X
			[ACT_PLAY] = MSG_HAND_TURN_PLAY,
	};
	return words[requested_act(game, view)];
}

enum message turn_page_message(const struct game *game, const struct view *view)
{
	static const enum message words[ACT_COUNT] = {
#define X(name, names, cards, secret, turn) [ACT_##name] = MSG_SEAT_TURN_##turn,
		VERBS(X)
#undef X
			[ACT_PLAY] = MSG_SEAT_TURN_PLAY,
	};
	return words[requested_act(game, view)];
}

enum message turn_move_message(struct move move)
{
	static const enum message acts[ACT_COUNT] = {
#define X(name, names, cards, secret, turn) [ACT_##name] = MSG_SEAT_MOVE_##name,
		VERBS(X)
#undef X
			[ACT_PLAY] = MSG_SEAT_MOVE_PLAY,
	};
	static const enum message calls[CALL_COUNT] = {
#define X(name, number, names, message) [CALL_##name] = MSG_SEAT_CALL_##name,
		CALLS(X)
#undef X
	};
	bool called = move.act == ACT_PLAY && move.call != CALL_NONE;
	return called ? calls[move.call] : acts[move.act];
}

/* Returns the number of a card in the view's hand, from 1. */
static unsigned place_of(const struct game *game, const struct view *view, card c)
{
	card hand[HAND_MAX];
	unsigned count = game->hand(view, hand);
	unsigned place = 0;
	while (place < count && hand[place] != c)
		place++;
	return place + 1;
}

void turn_add_offers(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct game *game, const struct view *view)
{
	struct moves moves;
	bool play = false;
	bool discard = false;
	card king = CARD_NONE;
	game_view_legal(game, view, &moves);
	for (unsigned i = moves.count; i-- > 0;) {
		struct move move = moves.move[i];
		play |= move.act == ACT_PLAY;
		discard |= move.act == ACT_DISCARD;
		if (move.act == ACT_PLAY && move.call == CALL_KING)
			king = move.card;
	}
	if (king != CARD_NONE) {
		string_add_char(out, ' ');
		catalog_add(out, catalog, locale, MSG_HAND_OFFER_KING,
			ARGS(arg_number("number", place_of(game, view, king))));
	}
	if (play && discard) {
		string_add_char(out, ' ');
		catalog_add(out, catalog, locale, MSG_HAND_OFFER_DISCARD, NO_ARGS);
	}
}
