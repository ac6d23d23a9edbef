/* render.h - describes events and cards at a table in the words of one listener. */
#ifndef BOT_TALK_RENDER_H
#define BOT_TALK_RENDER_H

#include "bot/base/string.h"
#include "bot/table/table.h"
#include "bot/text/eventtext.h"

/* A listener's language and style, and the string to which the words are added. */
struct render {
	struct string *out;
	const struct catalog *catalog;
	struct locale locale;
	struct table *table;
	unsigned seat; /* the listener's seat; SEAT_NONE: a bystander or a channel */
};

/* Returns a person's locale for a page: without the colour codes and the commands of chat. */
struct locale render_page_locale(const struct person *person);
/* Returns the locale of lines to a person: for the page of a guest, for the chat of others. */
struct locale render_told_locale(const struct person *person);
/*
 * Adds an event. Leaves out cards that the seat may not see. Begins with `separator` unless the
 * string is empty. Returns false if nothing was added.
 */
bool render_event(const struct render *render, const char *separator, const struct event *event);
/*
 * Add the table, a player or a capture as members of a JSON view, see tableview.h. on_table: the
 * last events of the hand.
 */
void render_board(const struct render *render, const struct events *on_table, struct string *json);
void render_player(const struct render *render, unsigned seat, struct string *json);
void render_taken(const struct render *render, const struct event *events, unsigned count,
	struct string *json);
/* Adds a short description of a pile: its top card, number of cards and worth. */
void render_pile(const struct render *render, const char *separator, const struct event *pile);
/*
 * Adds the points of a capture, events[0], and of the parts that follow it. Returns the number of
 * parts.
 */
unsigned render_points(const struct render *render, const struct event *events, unsigned count);
/* Adds a message. Begins with `separator` unless the string is empty. */
void render_message(const struct render *render, const char *separator, enum message message,
	const struct arg *args);
/*
 * Adds the number of the table. Adds nothing in a terminal, or for an exercise, which has no
 * number.
 */
void render_number(const struct render *render);
/* Adds the name of a seat's player. */
void render_name(const struct render *render, unsigned seat);
/* Adds the names of all players: "anna, Ovila (normal)". */
void render_names(const struct render *render);
/* Adds the total of each side: "anna & rose 120, luc & yves 90". */
void render_scores(const struct render *render);
/*
 * Adds the cards at some places of a hand, numbered as in the hand. places: a bit set of indices in
 * `hand`.
 */
void render_places(const struct render *render, const card *hand, unsigned count, unsigned places);
/* Adds a hand, with numbered cards, and with brackets around sets: "1:4D [2:7C 3:7H]". */
void render_hand(const struct render *render, const card *hand, unsigned count);

/* The arguments {game}, {preset} and {options} of a message about a table, for use inside ARGS. */
#define ARGS_OF_GAME(table) \
	arg_text("game", (table)->game->name), \
		arg_options("preset", (table)->game->presets[(table)->preset]), \
		arg_options("options", (table)->options)

#endif
