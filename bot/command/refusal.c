#include "bot/command/refusal.h"

#include <string.h>

#include "bot/talk/board.h"
#include "bot/talk/turn.h"
#include "bot/text/fold.h"
#include "engine/mitaines.h"

/*
 * Returns an event with the live contract or the led card, as the seat sees it. The event has no
 * cards if there is neither a contract nor a led card.
 */
static struct event live_card(const struct table *table, const struct view *view)
{
	struct events events = { .count = 0 };
	game_describe(table->game, view, &events);
	for (unsigned i = 0; i < events.count; i++)
		if ((event_traits(&events.event[i]) & TRAIT_CALL) ||
			events.event[i].kind == EVENT_LED)
			return events.event[i];
	return (struct event){ .count = 0 };
}

/*
 * Computes the arguments of a refusal of `move` by the seat of `render`, and passes them to `use`.
 * They are valid during that call only.
 */
static void with_arguments(const struct render *render, struct move move,
	void (*use)(void *context, const struct arg *args), void *context)
{
	struct table *table = render->table;
	union any_view seen;
	struct turn_cards turn;
	struct string advice = STRING_EMPTY;
	struct render list = *render;
	list.out = &advice;
	table->game->view(table_state(table), render->seat, &seen.view);
	turn_read_cards(table->game, &seen.view, &turn);
	struct event live = live_card(table, &seen.view);
	card c = move.card < CARD_COUNT ? move.card : 0;
	unsigned wanted = move.act == ACT_PLAY ? move.call : 0;
	board_add_advice(&list, move.card);
	use(context,
		ARGS(arg_cards("card", &c, move.card < CARD_COUNT),
			arg_cards("live", live.cards, live.count > 0), arg_number("number", wanted),
			arg_text("try", advice.bytes), arg_number("held", turn.count),
			arg_number("own", turn_find_number(&turn, ~0u, move.card)),
			arg_number("first", turn_find_number(&turn, turn.places, CARD_NONE)),
			arg_message("call", eventtext_call(wanted)),
			arg_message("rank", MSG_RANK_2 + card_rank(c)),
			arg_message("live_call", eventtext_call((unsigned)live.number)),
			arg_message("live_rank",
				live.count > 0 ? MSG_RANK_2 + card_rank(live.cards[0]) : MSG_OK)));
	string_free(&advice);
}

/* A refusal that is told to the sender of a request, or added to a text. */
struct refusing {
	struct request *request;
	struct table *table;
	const struct render *render;
	enum message why;
};

static void tell(void *context, const struct arg *args)
{
	const struct refusing *refusing = context;
	command_tell_about(refusing->request, refusing->table, refusing->why, args);
}

static void add(void *context, const struct arg *args)
{
	const struct refusing *refusing = context;
	render_message(refusing->render, " ", refusing->why, args);
}

void refusal_add(const struct render *render, struct move move, enum message why)
{
	with_arguments(render, move, add, &(struct refusing){ .render = render, .why = why });
}

void refusal_tell(struct request *request, struct table *table, unsigned seat, struct move move,
	enum message why)
{
	const struct render render = { .catalog = request->lobby->catalog,
		.locale = request->from.surface == SURFACE_SEAT
			? render_page_locale(request->from.person)
			: person_locale(request->from.person),
		.table = table,
		.seat = seat };
	/* Other games have no contracts to call. */
	if (why == MSG_REFUSE_UNREADABLE && table->game != &mitaines_game)
		why = MSG_REFUSE_UNREADABLE_OTHER;
	with_arguments(&render, move, tell,
		&(struct refusing){ .request = request, .table = table, .why = why });
}

/* Returns the cards that a word names: "9d", "king", or the number of a card in the hand. */
static cards find_cards(
	const struct request *request, const struct turn_cards *turn, const char *said)
{
	const struct catalog *catalog = request->lobby->catalog;
	char word[COMMAND_WORD], folded[COMMAND_WORD];
	struct text text = text_in(word, sizeof word);
	text_bytes(&text, said, strcspn(said, "?!.,;:"));
	fold_word(word, folded, sizeof folded);
	const char *at = folded;
	unsigned number;
	card c;
	if (command_read_number(word, &number))
		return number <= turn->count ? card_bit(turn->hand[number - 1]) : 0;
	const struct move_words *words =
		catalog_move_words(catalog, person_locale(request->from.person));
	if (card_read(&at, words, &c) && *at == '\0')
		return card_bit(c);
	int rank = catalog_find_listed(catalog, MSG_CARD_RANKS_SPELLED, folded);
	cards found = 0;
	for (c = 0; rank >= 0 && c < CARD_COUNT; c++)
		if ((int)card_rank(c) == rank)
			found |= card_bit(c);
	return found;
}

bool refusal_explain(struct request *request, struct table *table, unsigned seat)
{
	union any_view seen;
	struct turn_cards turn;
	cards named = 0;
	cards held = 0;
	table->game->view(table_state(table), seat, &seen.view);
	turn_read_cards(table->game, &seen.view, &turn);
	for (unsigned i = 0; i < request->args; i++)
		named |= find_cards(request, &turn, request->arg[i]);
	for (unsigned i = 0; i < turn.count; i++) {
		held |= card_bit(turn.hand[i]);
		if (named != 0 && !(named & card_bit(turn.hand[i])))
			continue;
		struct move move = turn.act == ACT_PLAY ? move_play(turn.hand[i], CALL_NONE)
							: move_of(turn.act, turn.hand[i]);
		move = game_canonical(table->game, &seen.view, move);
		enum refusal refusal = game_check(table->game, &seen.view, move);
		if (refusal == REFUSE_NONE)
			continue;
		refusal_tell(request, table, seat, move, turn_refusal_message(refusal));
		return true;
	}
	if (named == 0 || (named & held) != 0)
		return false;
	refusal_tell(request, table, seat, move_of(turn.act, cards_first(named)),
		named & (named - 1) ? MSG_ANSWER_CANNOT_HELD : MSG_REFUSE_NOT_HELD);
	return true;
}
