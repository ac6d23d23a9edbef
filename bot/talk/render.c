#include "bot/talk/render.h"

#include "bot/text/nametext.h"
#include "bot/text/tableview.h"

enum { RENDER_GUEST = STORE_NAME + 32 }; /* bytes of a guest's name on a page */

/* The parts of an eventtext for a table. `text` points to the other members. */
struct parts {
	struct eventtext text;
	const char *names[SEATS_MAX];
	char guest[SEATS_MAX][RENDER_GUEST];
	uint8_t side[SEATS_MAX];
};

/*
 * Returns the name of a seat's player for the listener. A page says "You", and "Zoé (guest)" for
 * ~Zoé. buffer: holds the name of a guest.
 */
static const char *name_of(const struct render *render, unsigned seat, char buffer[RENDER_GUEST])
{
	const char *name = table_name(render->table, seat);
	struct string shown = STRING_EMPTY;
	struct text text = text_in(buffer, RENDER_GUEST);
	if (!render->locale.browser)
		return name;
	if (seat == render->seat)
		return catalog_text(render->catalog, render->locale.language, MSG_YOU);
	if (name[0] != '~')
		return name;
	catalog_add(&shown, render->catalog, render->locale, MSG_GUEST_NAME,
		ARGS(arg_text("name", name + 1)));
	text_add(&text, shown.bytes);
	string_free(&shown);
	return buffer;
}

static const struct eventtext *count_event_parts(const struct render *render, struct parts *parts)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	for (unsigned i = 0; i < table->seats_taken; i++)
		parts->names[i] = name_of(render, i, parts->guest[i]);
	for (unsigned i = 0; i < state->players; i++)
		parts->side[i] = (uint8_t)game_side(table->game, state, i);
	parts->text = (struct eventtext){ .out = render->out,
		.catalog = render->catalog,
		.locale = render->locale,
		.head = state,
		.side = parts->side,
		.names = parts->names,
		.taken = table->seats_taken,
		.seat = render->seat };
	return &parts->text;
}

bool render_event(const struct render *render, const char *separator, const struct event *event)
{
	struct parts parts;
	return eventtext_event(count_event_parts(render, &parts), separator, event);
}

void render_board(const struct render *render, const struct events *on_table, struct string *json)
{
	struct parts parts;
	tableview_add_board(count_event_parts(render, &parts), on_table, json);
}

void render_player(const struct render *render, unsigned seat, struct string *json)
{
	struct parts parts;
	tableview_add_seat(count_event_parts(render, &parts), seat, json);
}

void render_taken(const struct render *render, const struct event *events, unsigned count,
	struct string *json)
{
	struct parts parts;
	tableview_add_taken(count_event_parts(render, &parts), events, count, json);
}

void render_pile(const struct render *render, const char *separator, const struct event *pile)
{
	struct parts parts;
	eventtext_pile(count_event_parts(render, &parts), separator, pile);
}

unsigned render_points(const struct render *render, const struct event *events, unsigned count)
{
	struct parts parts;
	return eventtext_points(count_event_parts(render, &parts), events, count);
}

struct locale render_page_locale(const struct person *person)
{
	struct locale locale = person_locale(person);
	locale.coloured = false;
	locale.browser = true;
	if (locale.style == STYLE_COLOUR)
		locale.style = STYLE_UNICODE;
	return locale;
}

void render_scores(const struct render *render)
{
	struct parts parts;
	eventtext_scores(count_event_parts(render, &parts), false);
}

void render_message(const struct render *render, const char *separator, enum message message,
	const struct arg *args)
{
	if (render->out->length > 0)
		string_add(render->out, separator);
	catalog_add(render->out, render->catalog, render->locale, message, args);
}

void render_number(const struct render *render)
{
	if (render->table->number > 0 && !render->table->channel->network->single)
		render_message(render, "", MSG_TABLE_PREFIX,
			ARGS(arg_number("table", render->table->number)));
}

/* Adds the level of an AI player, like " (expert)". */
static void add_level(const struct render *render, const struct seat *seat)
{
	if (seat->player != NULL)
		return;
	string_add(render->out, " (");
	catalog_add(render->out, render->catalog, render->locale, MSG_LEVEL_EASY + seat->level,
		NO_ARGS);
	string_add_char(render->out, ')');
}

void render_name(const struct render *render, unsigned seat)
{
	nametext_add(render->out, table_name(render->table, seat));
	add_level(render, &render->table->seat[seat]);
}

void render_names(const struct render *render)
{
	for (unsigned i = 0; i < render->table->seats_taken; i++) {
		string_add(render->out, i > 0 ? ", " : "");
		render_name(render, i);
	}
}

/* True if card i and the card before it are in one set. False at both ends of the hand. */
static bool is_set_pair(const struct render *render, const card *hand, unsigned count, unsigned i)
{
	return render->table->game->sets && i > 0 && i < count &&
		card_rank(hand[i]) == card_rank(hand[i - 1]);
}

/*
 * Adds a card with its number: "4:QD", or "4 Queen of diamonds" in words. On a page cards have no
 * numbers.
 */
static void add_numbered(const struct render *render, unsigned place, card c)
{
	if (!render->locale.browser) {
		string_add_number(render->out, place + 1);
		string_add_char(render->out, render->locale.style == STYLE_PLAIN ? ' ' : ':');
	}
	catalog_add_card(render->out, render->catalog, render->locale, c);
}

void render_places(const struct render *render, const card *hand, unsigned count, unsigned places)
{
	bool any = false;
	for (unsigned i = 0; i < count; i++) {
		if (!(places >> i & 1))
			continue;
		string_add(render->out, any ? catalog_card_separator(render->locale) : "");
		add_numbered(render, i, hand[i]);
		any = true;
	}
}

/*
 * Adds a hand in words, and joins the cards of a set: "1 four of clubs, 2 seven of clubs and 3
 * seven of hearts".
 */
static void spell_hand(const struct render *render, const card *hand, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (is_set_pair(render, hand, count, i))
			catalog_add(render->out, render->catalog, render->locale, MSG_HAND_AND,
				NO_ARGS);
		else if (i > 0)
			string_add(render->out, catalog_card_separator(render->locale));
		add_numbered(render, i, hand[i]);
	}
}

void render_hand(const struct render *render, const card *hand, unsigned count)
{
	if (render->locale.style == STYLE_PLAIN) {
		spell_hand(render, hand, count);
		return;
	}
	for (unsigned i = 0; i < count; i++) {
		bool first = !is_set_pair(render, hand, count, i);
		bool last = !is_set_pair(render, hand, count, i + 1);
		string_add(render->out, i > 0 ? " " : "");
		string_add(render->out, first && !last ? "[" : "");
		add_numbered(render, i, hand[i]);
		string_add(render->out, last && !first ? "]" : "");
	}
}
