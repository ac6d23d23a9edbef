/* mitaines/reply.c - views without suits, and the expert's replies */
#include "engine/mitaines/reply.h"

#include "engine/mitaines/expert.h"
#include "engine/mitaines/moves.h"
#include "engine/mitaines/past.h"
#include "engine/mitaines/view.h"

/* Writes the rank of a card, a D after the ten of diamonds, and the card's call. */
static void write_card(struct text *text, struct move move)
{
	char ranks[] = "23456789TJQKA", calls[] = "mgs";
	text_char(text, ' ');
	text_char(text, ranks[card_rank(move.card)]);
	text_add(text, move.card == TEN_OF_DIAMONDS ? "D" : "");
	if (move.call != CALL_NONE)
		text_char(text, calls[move.call - CALL_MITTEN]);
}

/* Returns true if the rules differ from a preset only in options. */
static bool is_like(unsigned preset, const struct mitaines *table)
{
	struct mitaines like;
	game_open(&mitaines_game, &like.head, preset);
	for (const struct option *option = mitaines_game.options; option->name != NULL; option++)
		option_put(option, &like, option_get(option, table));
	return memcmp(&like.open.rules, &table->open.rules, sizeof like.open.rules) == 0;
}

/* Writes the preset, and the options that differ from it. Returns false for any other rules. */
static bool write_rules(struct text *text, const struct mitaines_rules *rules)
{
	struct mitaines table = { .open.rules = *rules }, usual;
	unsigned preset = 0;
	while (mitaines_presets[preset] != NULL && !is_like(preset, &table))
		preset++;
	if (mitaines_presets[preset] == NULL)
		return false;
	game_open(&mitaines_game, &usual.head, preset);
	text_add(text, mitaines_game.name);
	text_char(text, ' ');
	text_add(text, mitaines_presets[preset]);
	for (const struct option *option = mitaines_game.options; option->name != NULL; option++) {
		int32_t number = option_get(option, &table);
		if (number == option_get(option, &usual))
			continue;
		text_char(text, ' ');
		text_add(text, option->name);
		text_char(text, '=');
		text_number(text, number);
	}
	return true;
}

bool reply_write_view(const struct view *view, struct text *text)
{
	const struct mitaines_view *known = (const struct mitaines_view *)view;
	const struct mitaines_open *open = &known->open;
	if (!expert_plays(view) || !mitaines_has_past(open, view->open.players) ||
		!write_rules(text, &open->rules))
		return false;
	text_add(text, "\nseat ");
	text_number(text, view->seat);
	text_add(text, " dealer ");
	text_number(text, view->open.dealer);
	text_add(text, "\nscore ");
	text_number(text, view->open.total[0]);
	text_char(text, ' ');
	text_number(text, view->open.total[1]);
	text_add(text, "\nshown");
	for (unsigned i = 0; i < open->shown_count; i++)
		write_card(text, mitaines_shown_move(open, i));
	text_add(text, "\nhand");
	for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
		cards equal = known->hand & CARDS_OF_RANK(rank);
		for (cards left = equal & ~card_bit(TEN_OF_DIAMONDS); left != 0; left &= left - 1)
			write_card(text, move_play(cards_first(left), CALL_NONE));
		if ((equal & card_bit(TEN_OF_DIAMONDS)) != 0)
			write_card(text, move_play(TEN_OF_DIAMONDS, CALL_NONE));
	}
	text_char(text, '\n');
	return true;
}

unsigned reply_think(const struct view *view, uint64_t seed, void *memory)
{
	struct opinions opinions;
	expert_think(view, &effort_expert, seed, memory, &opinions);
	struct move best = opinions.opinion[opinions.best].move;
	return reply_of_move(best);
}

unsigned reply_of_move(struct move move)
{
	return duel_action(move.card, move.call);
}

bool reply_find_move(const struct view *view, unsigned reply, struct move *move)
{
	const struct mitaines_view *known = (const struct mitaines_view *)view;
	struct moves moves;
	mitaines_list(&known->open, view->seat, known->hand, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (reply_of_move(moves.move[i]) == reply) {
			*move = moves.move[i];
			return true;
		}
	return false;
}
