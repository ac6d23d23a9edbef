#include "bot/talk/render.h"

#include <assert.h>

/* In the engine's lists, in place of a message: none is needed here. */
#define WORD_SILENT WORD_OK
#define WORD_HOW    WORD_OK

/* Nobody is to be told of an event that all may see as one that they may not. */
#define WORD_OPEN WORD_COUNT

static const enum word how_parts[HOW_KINDS] = {
#define X(name, message, part) WORD_##part,
	HOWS(X)
#undef X
};

/* The words of an event whose cards the listener may see; WORD_OK: it goes without saying. */
static enum word seen_word(const struct event *event)
{
	static const enum word catalog[EVENT_KINDS] = {
#define X(name, message, hidden, traits) WORD_##message,
		EVENTS(X)
#undef X
	};
	static const enum word hows[HOW_KINDS] = {
#define X(name, message, part) WORD_##message,
		HOWS(X)
#undef X
	};
	bool varies = !(event_traits(event) & TRAIT_PART) && hows[event->how] != WORD_OK;
	return varies ? hows[event->how] : catalog[event->kind];
}

static enum word hidden_word(const struct event *event)
{
	static const enum word catalog[EVENT_KINDS] = {
#define X(name, message, hidden, traits) WORD_##hidden,
		EVENTS(X)
#undef X
	};
	assert(catalog[event->kind] != WORD_OPEN);
	return catalog[event->kind];
}

enum word render_call(unsigned call)
{
	static const enum word catalog[CALL_COUNT] = {
#define X(name, number, names, message) [CALL_##name] = WORD_##message,
		CALLS(X)
#undef X
	};
	return call < CALL_COUNT ? catalog[call] : WORD_OK;
}

void render_word(
	const struct render *render, const char *separator, enum word word, const struct arg *args)
{
	if (render->out->length > 0)
		string_add(render->out, separator);
	catalog_add(render->out, render->catalog, render->locale, word, args);
}

/* The names of the seats of one side: "anna & rose". */
static void add_side(const struct render *render, unsigned side)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	const char *and = "";
	for (unsigned i = 0; i < state->players; i++)
		if (game_side(table->game, state, i) == side) {
			string_add(render->out, and);
			string_add(render->out, table_name(table, i));
			and = " & ";
		}
}

static void add_total(const struct render *render, unsigned side, bool hand)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	int32_t total = 0;
	int32_t points = 0;
	for (unsigned i = 0; i < state->players; i++)
		if (game_side(table->game, state, i) == side) {
			total += state_score(state, i);
			points += state->points[i];
		}
	string_char(render->out, ' ');
	string_number(render->out, total);
	if (hand && points != 0) {
		string_add(render->out, points > 0 ? " (+" : " (");
		string_number(render->out, points);
		string_char(render->out, ')');
	}
}

/* True if a seat is the first of its side. */
static bool leads_side(const struct table *table, const struct state *state, unsigned seat)
{
	for (unsigned i = 0; i < seat; i++)
		if (game_side(table->game, state, i) == game_side(table->game, state, seat))
			return false;
	return true;
}

void render_scores(const struct render *render, bool hand)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	for (unsigned i = 0; i < state->players; i++) {
		if (!leads_side(table, state, i))
			continue;
		string_add(render->out, i > 0 ? ", " : "");
		add_side(render, game_side(table->game, state, i));
		add_total(render, game_side(table->game, state, i), hand);
	}
}

/* Who plays together, "Partners: anna & rose, luc & yves."; nothing where everybody is alone. */
static void add_partners(const struct render *render)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	struct string list = STRING_EMPTY;
	struct render sides = *render;
	bool alone = true;
	sides.out = &list;
	for (unsigned i = 0; i < state->players; i++) {
		if (!leads_side(table, state, i)) {
			alone = false;
			continue;
		}
		string_add(&list, i > 0 ? ", " : "");
		add_side(&sides, game_side(table->game, state, i));
	}
	if (!alone)
		render_word(render, "", WORD_PARTNERS, ARGS(arg_text("list", list.bytes)));
	string_free(&list);
}

static bool is_drawn(const struct state *state)
{
	for (unsigned i = 0; i < state->players; i++)
		if (state_won(state, i))
			return false;
	return true;
}

static void add_winners(const struct render *render)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	unsigned said = 0;
	for (unsigned i = 0; i < state->players; i++) {
		unsigned side = game_side(table->game, state, i);
		if (!(state->winners & 1u << i) || (said & 1u << side))
			continue;
		string_add(render->out, said != 0 ? ", " : "");
		add_side(render, side);
		said |= 1u << side;
	}
}

/* " (expert)", behind the name of an AI player. */
static void add_level(const struct render *render, const struct seat *seat)
{
	if (seat->player != NULL)
		return;
	string_add(render->out, " (");
	catalog_add(render->out, render->catalog, render->locale, WORD_LEVEL_EASY + seat->level,
		NO_ARGS);
	string_char(render->out, ')');
}

void render_name(const struct render *render, unsigned seat)
{
	string_add(render->out, table_name(render->table, seat));
	add_level(render, &render->table->seat[seat]);
}

void render_names(const struct render *render)
{
	for (unsigned i = 0; i < render->table->taken; i++) {
		string_add(render->out, i > 0 ? ", " : "");
		render_name(render, i);
	}
}

static const char *seat_name(const struct render *render, unsigned seat)
{
	return seat < render->table->taken ? table_name(render->table, seat) : "";
}

static enum word call_of(const struct event *event)
{
	return event_traits(event) & TRAIT_CALL ? render_call((unsigned)event->number) : WORD_OK;
}

/* "worth 50", of a pile that brings something to whoever captures it. */
static void add_worth(struct string *out, const struct render *render, const struct event *pile)
{
	if (pile->points != 0)
		catalog_add(out, render->catalog, render->locale, WORD_PILE_WORTH,
			ARGS(arg_number("points", pile->points)));
}

void render_pile(const struct render *render, const char *separator, const struct event *pile)
{
	struct string worth = STRING_EMPTY;
	add_worth(&worth, render, pile);
	render_word(render, separator, WORD_PILE_TOP,
		ARGS(arg_cards("cards", &pile->cards[pile->count - 1], 1),
			arg_number("count", pile->count), arg_text("worth", worth.bytes)));
	string_free(&worth);
}

bool render_event(const struct render *render, const char *separator, const struct event *event)
{
	bool seen = event->visible == VISIBLE_ALL ||
		(render->seat != SEAT_NONE && (event->visible & 1u << render->seat));
	enum word word = seen ? seen_word(event) : hidden_word(event);
	if (word == WORD_OK)
		return false;
	if (event->kind == EVENT_MATCH_END && is_drawn(table_state(render->table)))
		word = WORD_EVENT_MATCH_DRAWN;
	unsigned count = seen ? event->count : 0;
	card first = count > 0 ? event->cards[0] : 0;
	struct string extra = STRING_EMPTY;
	struct string worth = STRING_EMPTY;
	struct render list = *render;
	list.out = &extra;
	if (event->kind == EVENT_MATCH_END)
		add_winners(&list);
	if (event->kind == EVENT_HAND_END)
		render_scores(&list, true);
	if (event->kind == EVENT_HAND && event->number == 1)
		add_partners(&list);
	add_worth(&worth, render, event);
	render_word(render, separator, word,
		ARGS(arg_text("seat", seat_name(render, event->seat)),
			arg_text("other", seat_name(render, event->other)),
			arg_cards("cards", event->cards, count), arg_number("count", event->count),
			arg_number("number", event->number), arg_signed("points", event->points),
			arg_number("down", event->points),
			arg_word("rank", WORD_RANK_2 + card_rank(first)),
			arg_word("suit", WORD_SUIT_C + card_suit(first)),
			arg_word("call", call_of(event)), arg_word("part", how_parts[event->how]),
			arg_text("list", extra.bytes), arg_text("worth", worth.bytes)));
	string_free(&extra);
	string_free(&worth);
	return true;
}

unsigned render_points(const struct render *render, const struct event *events, unsigned count)
{
	unsigned parts = 0;
	struct string list = STRING_EMPTY;
	while (parts + 1 < count && event_traits(&events[parts + 1]) & TRAIT_PART) {
		const struct event *part = &events[++parts];
		string_add(&list, parts > 1 ? ", " : "");
		catalog_add(&list, render->catalog, render->locale, how_parts[part->how], NO_ARGS);
		if (events->points != part->points) {
			string_char(&list, ' ');
			string_number(&list, part->points);
		}
	}
	bool plain = parts == 1 && events[1].how == events->how;
	if (parts > 0)
		render_word(render, " ", plain ? WORD_POINTS : WORD_POINTS_PARTS,
			ARGS(arg_text("seat", seat_name(render, events->seat)),
				arg_signed("points", events->points),
				arg_text("parts", list.bytes)));
	string_free(&list);
	return parts;
}

/* True if the card at i makes a set with the one before it; beyond the hand's ends none does. */
static bool are_set(const struct render *render, const card *hand, unsigned count, unsigned i)
{
	return render->table->game->sets && i > 0 && i < count &&
		card_rank(hand[i]) == card_rank(hand[i - 1]);
}

/* Spelled out, equal ranks are joined: "1 four of clubs, 2 seven of clubs and 3 seven of hearts".
 */
static void spell_hand(const struct render *render, const card *hand, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (are_set(render, hand, count, i))
			catalog_add(render->out, render->catalog, render->locale, WORD_HAND_AND,
				NO_ARGS);
		else if (i > 0)
			string_add(render->out, catalog_between_cards(render->locale));
		string_number(render->out, i + 1);
		string_char(render->out, ' ');
		catalog_card(render->out, render->catalog, render->locale, hand[i]);
	}
}

void render_hand(const struct render *render, const card *hand, unsigned count)
{
	if (render->locale.style == STYLE_PLAIN) {
		spell_hand(render, hand, count);
		return;
	}
	for (unsigned i = 0; i < count; i++) {
		bool first = !are_set(render, hand, count, i);
		bool last = !are_set(render, hand, count, i + 1);
		string_add(render->out, i > 0 ? " " : "");
		string_add(render->out, first && !last ? "[" : "");
		string_number(render->out, i + 1);
		string_char(render->out, ':');
		catalog_card(render->out, render->catalog, render->locale, hand[i]);
		string_add(render->out, last && !first ? "]" : "");
	}
}

/* The word that says what a move is, or WORD_OK: its card says enough. */
static enum word act_word(struct move move)
{
	static const enum word catalog[ACT_COUNT] = {
#define X(name, names, cards, secret, turn) [ACT_##name] = WORD_ACT_##name,
		VERBS(X)
#undef X
	};
	return catalog[move.act];
}

void render_move(
	struct string *out, const struct catalog *catalog, struct locale locale, struct move move)
{
	card named[3];
	unsigned count = move_cards(move, named);
	enum word call = move.act == ACT_PLAY ? render_call(move.call) : WORD_OK;
	if (act_word(move) != WORD_OK) {
		catalog_add(out, catalog, locale, act_word(move), NO_ARGS);
		string_add(out, count > 0 ? " " : "");
	}
	for (unsigned i = 0; i < count; i++) {
		string_add(out, i > 0 ? catalog_between_cards(locale) : "");
		catalog_card(out, catalog, locale, named[i]);
	}
	if (call != WORD_OK) {
		string_char(out, ' ');
		catalog_add(out, catalog, locale, call, NO_ARGS);
	}
}
