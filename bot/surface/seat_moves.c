#include "bot/surface/seat_moves.h"

#include <string.h>

#include "bot/base/json.h"
#include "bot/command/refusal.h"
#include "bot/match/exercise.h"
#include "bot/surface/seat_view.h"
#include "bot/talk/board.h"
#include "bot/talk/turn.h"
#include "bot/text/tableview.h"
#include "engine/playout.h"

static bool is_turn(const struct render *render)
{
	const struct state *state = table_state(render->table);
	return render->table->running && state->phase == PHASE_PLAY && state->turn == render->seat;
}

/* ---- the hand ---- */

/* Adds why the seat cannot use a card now. Adds nothing for a card with a legal move. */
static void add_reason(const struct render *render, const struct view *view, card c)
{
	const struct game *game = render->table->game;
	struct turn_cards turn;
	if (!is_turn(render)) {
		render_message(render, "", MSG_SEAT_WAIT,
			ARGS(arg_name("seat",
				table_name(render->table, table_state(render->table)->turn))));
		return;
	}
	turn_read_cards(game, view, &turn);
	struct move move = turn.act == ACT_PLAY ? move_play(c, CALL_NONE) : move_of(turn.act, c);
	enum refusal refusal = game_check(game, view, game_canonical(game, view, move));
	if (turn.act == ACT_GIVE || refusal == REFUSE_NONE)
		return;
	refusal_add(render, move, turn_refusal_message(refusal));
}

void seat_moves_add_hand(const struct render *render, const struct view *view, struct string *out)
{
	struct string words = STRING_EMPTY;
	struct string whys[HAND_MAX];
	struct locale spelled = render->locale;
	struct render reason = *render;
	unsigned reasons = 0;
	card hand[HAND_MAX];
	unsigned count = view != NULL ? render->table->game->hand(view, hand) : 0;
	spelled.style = STYLE_PLAIN;
	json_begin_list(out, "hand");
	for (unsigned i = 0; i < count; i++) {
		json_begin_object(out, NULL);
		tableview_add_card(out, "card", hand[i]);
		catalog_add_card(&words, render->catalog, render->locale, hand[i]);
		json_text(out, "text", words.bytes);
		string_clear(&words);
		catalog_add_card(&words, render->catalog, spelled, hand[i]);
		json_text(out, "name", words.bytes);
		string_clear(&words);
		whys[reasons] = STRING_EMPTY;
		reason.out = &whys[reasons];
		add_reason(&reason, view, hand[i]);
		unsigned same = 0;
		while (same < reasons && strcmp(whys[same].bytes, whys[reasons].bytes) != 0)
			same++;
		if (whys[reasons].length > 0)
			json_number(out, "why", same);
		if (same == reasons && whys[reasons].length > 0)
			reasons++;
		else
			string_free(&whys[reasons]);
		json_end(out, '}');
	}
	json_end(out, ']');
	json_begin_list(out, "why");
	for (unsigned i = 0; i < reasons; i++) {
		json_text(out, NULL, whys[i].bytes);
		string_free(&whys[i]);
	}
	json_end(out, ']');
	string_free(&words);
}

/* ---- moves ---- */

/* True for a call that does the same with every card of its rank. */
static bool is_contract(struct move move)
{
	return move.act == ACT_PLAY && move.call != CALL_NONE && move.call != CALL_KING;
}

static bool is_same_contract(struct move one, struct move other)
{
	return is_contract(one) && is_contract(other) && one.call == other.call &&
		card_rank(one.card) == card_rank(other.card);
}

/* Adds a move: the words that its player would type, and the words of its button. */
static void add_move(
	const struct render *render, const struct moves *moves, unsigned i, struct string *out)
{
	struct move move = moves->move[i];
	struct string words = STRING_EMPTY;
	struct render label = *render;
	struct locale typed = render->locale;
	card named[3];
	unsigned first = 0;
	label.out = &words;
	typed.style = STYLE_ASCII; /* people type cards in ASCII, not with suit symbols */
	json_begin_object(out, NULL);
	eventtext_move(&words, render->catalog, typed, move);
	json_text(out, "move", words.bytes);
	string_clear(&words);
	if (move_cards(move, named) == 1 && !is_contract(move))
		tableview_add_card(out, "card", named[0]);
	render_message(&label, "", turn_move_message(move),
		ARGS(arg_message("rank", MSG_RANK_2 + card_rank(move.card))));
	json_text(out, "label", words.bytes);
	while (first < i && !is_same_contract(moves->move[first], move))
		first++;
	if (first < i)
		json_bool(out, "same", true);
	/* A page asks before a move that cannot be taken back, if there are others. */
	bool only = true;
	for (unsigned k = 0; k < moves->count; k++)
		only = only && moves->move[k].act == move.act;
	if (!only && (move.act == ACT_DISCARD || move.act == ACT_FOREPLACE))
		json_bool(out, "sure", true);
	const struct exercise *exercise = render->table->exercise;
	if (exercise != NULL && exercise->kind->asked != NULL) {
		struct move asked = exercise->kind->asked(exercise);
		if (asked.card == move.card && asked.call == move.call)
			json_bool(out, "asked", true);
	}
	json_end(out, '}');
	string_free(&words);
}

void seat_moves_add_moves(const struct render *render, const struct view *view, struct string *out)
{
	const struct table *table = render->table;
	struct moves moves = { .count = 0 };
	card named[3];
	if (view != NULL && is_turn(render))
		game_view_legal(table->game, view, &moves);
	unsigned several = moves.count > 0 ? move_cards(moves.move[0], named) : 0;
	json_begin_list(out, "moves");
	/* A tap on a card makes its first move, so discards come last. */
	for (unsigned discards = 0; discards < 2 && several < 2; discards++)
		for (unsigned i = 0; i < moves.count; i++)
			if ((moves.move[i].act == ACT_DISCARD) == discards)
				add_move(render, &moves, i, out);
	/*
	 * A person on a page cannot type, so a button lets them take their seat back from a
	 * stand-in.
	 */
	if (view != NULL && table->seat[render->seat].has_stand_in) {
		json_begin_object(out, NULL);
		json_text(out, "move", SEAT_VIEW_RETURN);
		json_text(out, "label",
			catalog_text(render->catalog, render->locale.language, MSG_SEAT_TAKE_BACK));
		json_end(out, '}');
	}
	json_end(out, ']');
	if (several > 1)
		json_number(out, "exchange", several);
}

/* ---- teaching ---- */

/*
 * True if a move captures the pile. Tries it on a random deal that agrees with what the seat knows:
 * captures do not depend on hidden cards.
 */
static bool captures(const struct game *game, const struct view *view, struct move move)
{
	struct chance chance = { 1 };
	struct events events = { .count = 0 };
	union any_state state;
	game->determinize(view, &chance, &state.state);
	game->apply(&state.state, move, &events);
	for (unsigned i = 0; i < events.count; i++)
		if (events.event[i].kind == EVENT_CAPTURE)
			return true;
	return false;
}

void seat_moves_teach(const struct render *render, const struct view *view)
{
	struct moves moves;
	if (!is_turn(render))
		return;
	game_view_legal(render->table->game, view, &moves);
	board_add_offers(render, view);
	/* the cards that take the pile without a call */
	card taking[HAND_MAX];
	unsigned takes = 0;
	for (unsigned i = 0; i < moves.count && takes < HAND_MAX; i++)
		if (moves.move[i].act == ACT_PLAY && moves.move[i].call == CALL_NONE &&
			captures(render->table->game, view, moves.move[i]))
			taking[takes++] = moves.move[i].card;
	if (takes > 0)
		render_message(
			render, " ", MSG_SEAT_TEACH_TAKE, ARGS(arg_cards("cards", taking, takes)));
	for (unsigned i = 0; i < moves.count; i++) {
		const struct move *move = &moves.move[i];
		card calling[HAND_MAX];
		unsigned count = 0;
		bool first = is_contract(*move);
		for (unsigned n = 0; n < moves.count && count < HAND_MAX; n++)
			if (is_same_contract(moves.move[n], *move)) {
				first = first && n >= i;
				calling[count++] = moves.move[n].card;
			}
		if (first)
			render_message(render, " ", MSG_SEAT_TEACH_CALL,
				ARGS(arg_cards("cards", calling, count),
					arg_message("a_call",
						MSG_CONTRACT_A_MITTEN + move->call - CALL_MITTEN),
					arg_message("rank", MSG_RANK_2 + card_rank(move->card))));
	}
}
