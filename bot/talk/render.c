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

static const struct eventtext *fill_parts(const struct render *render, struct parts *parts)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	/* On a page, say "You" for the reader, and "Zoé (guest)" for ~Zoé. */
	bool browser = render->locale.browser;
	for (unsigned i = 0; i < table->seats_taken; i++) {
		struct string shown = STRING_EMPTY;
		const char *name = parts->names[i] = table_name(table, i);
		if (browser && i == render->seat) {
			parts->names[i] =
				catalog_text(render->catalog, render->locale.language, MSG_YOU);
		} else if (browser && name[0] == '~') {
			catalog_add(&shown, render->catalog, render->locale, MSG_GUEST_NAME,
				ARGS(arg_text("name", name + 1)));
			text_copy(parts->guest[i], RENDER_GUEST, shown.bytes);
			parts->names[i] = parts->guest[i];
		}
		string_free(&shown);
	}
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
	return eventtext_event(fill_parts(render, &parts), separator, event);
}

void render_board(const struct render *render, const struct events *on_table, struct string *json)
{
	struct parts parts;
	tableview_add_board(fill_parts(render, &parts), on_table, json);
}

void render_player(const struct render *render, unsigned seat, struct string *json)
{
	struct parts parts;
	tableview_add_seat(fill_parts(render, &parts), seat, json);
}

void render_taken(const struct render *render, const struct event *events, unsigned count,
	struct string *json)
{
	struct parts parts;
	tableview_add_taken(fill_parts(render, &parts), events, count, json);
}

void render_pile(const struct render *render, const char *separator, const struct event *pile)
{
	struct parts parts;
	eventtext_pile(fill_parts(render, &parts), separator, pile);
}

unsigned render_points(const struct render *render, const struct event *events, unsigned count)
{
	struct parts parts;
	return eventtext_points(fill_parts(render, &parts), events, count);
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

struct locale render_told_locale(const struct person *person)
{
	return person_is_guest(person) ? render_page_locale(person) : person_locale(person);
}

void render_scores(const struct render *render)
{
	struct parts parts;
	eventtext_scores(fill_parts(render, &parts), false);
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

void render_name(const struct render *render, unsigned seat)
{
	const struct seat *taken = &render->table->seat[seat];
	nametext_add(render->out, table_name(render->table, seat));
	if (taken->player != NULL)
		return;
	/* Add the AI player's level after the name. */
	string_add(render->out, " (");
	catalog_add(render->out, render->catalog, render->locale, MSG_LEVEL_EASY + taken->level,
		NO_ARGS);
	string_add_char(render->out, ')');
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
 * Adds a card with its number: "4:QD", or in words "4 Queen of diamonds". On a page, adds no
 * number.
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

void render_hand(const struct render *render, const card *hand, unsigned count)
{
	/*
	 * With words, adds a sentence: "1 four of clubs, 2 seven of clubs and 3 seven of hearts".
	 */
	bool words = render->locale.style == STYLE_PLAIN;
	const char *separator = words ? catalog_card_separator(render->locale) : " ";
	for (unsigned i = 0; i < count; i++) {
		bool first = !is_set_pair(render, hand, count, i);
		bool last = !is_set_pair(render, hand, count, i + 1);
		if (words && !first)
			catalog_add(render->out, render->catalog, render->locale, MSG_HAND_AND,
				NO_ARGS);
		else
			string_add(render->out, i > 0 ? separator : "");
		string_add(render->out, !words && first && !last ? "[" : "");
		add_numbered(render, i, hand[i]);
		string_add(render->out, !words && last && !first ? "]" : "");
	}
}
