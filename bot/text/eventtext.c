#include "bot/text/eventtext.h"

#include <assert.h>
#include <string.h>

#include "bot/text/nametext.h"

/* Marks an entry without a message, in the tables that list a message for each event or act. */
#define MSG_SILENT MSG_OK
#define MSG_HOW    MSG_OK

/* Marks an event whose cards are always public, so that no message without cards is needed. */
#define MSG_OPEN MSG_COUNT

/* The message of each kind of event, with its cards and without them. */
static const struct {
	enum message seen, hidden;
} kinds[EVENT_KINDS] = {
#define X(name, message, hidden, traits) { MSG_##message, MSG_##hidden },
	EVENTS(X)
#undef X
};

/*
 * The message of each way (HOWS) in which an event happens, which replaces the message of the
 * event's kind; and the word for that way in a list of points.
 */
static const struct {
	enum message message, part;
} hows[HOW_KINDS] = {
#define X(name, message, part) { MSG_##message, MSG_##part },
	HOWS(X)
#undef X
};

enum message eventtext_call(unsigned call)
{
	static const enum message catalog[CALL_COUNT] = {
#define X(name, number, word, message) [CALL_##name] = MSG_##message,
		CALLS(X)
#undef X
	};
	return call < CALL_COUNT ? catalog[call] : MSG_OK;
}

void eventtext_message(const struct eventtext *text, const char *separator, enum message message,
	const struct arg *args)
{
	if (text->out->length > 0)
		string_add(text->out, separator);
	catalog_add(text->out, text->catalog, text->locale, message, args);
}

/* Adds the names of the players of a side, "anna & rose". */
static void add_side(const struct eventtext *text, unsigned side)
{
	const struct state *state = text->head;
	const char *and = "";
	for (unsigned i = 0; i < state->players; i++)
		if (text->side[i] == side) {
			string_add(text->out, and);
			nametext_add(text->out, text->names[i]);
			and = " & ";
		}
}

static bool is_first_of_side(const struct eventtext *text, unsigned seat)
{
	for (unsigned i = 0; i < seat; i++)
		if (text->side[i] == text->side[seat])
			return false;
	return true;
}

void eventtext_scores(const struct eventtext *text, bool hand)
{
	const struct state *state = text->head;
	for (unsigned i = 0; i < state->players; i++) {
		if (!is_first_of_side(text, i))
			continue;
		int32_t total = 0, points = 0;
		for (unsigned k = i; k < state->players; k++)
			if (text->side[k] == text->side[i]) {
				total += state_score(state, k);
				points += state->points[k];
			}
		string_add(text->out, i > 0 ? ", " : "");
		add_side(text, text->side[i]);
		string_add_char(text->out, ' ');
		string_add_number(text->out, total);
		if (hand && points != 0) {
			string_add(text->out, points > 0 ? " (+" : " (");
			string_add_number(text->out, points);
			string_add_char(text->out, ')');
		}
	}
}

/* Adds "Partners: anna & rose, luc & yves.", or nothing if the game has no partners. */
static void add_partners(const struct eventtext *text)
{
	const struct state *state = text->head;
	struct string list = STRING_EMPTY;
	struct eventtext sides = *text;
	bool alone = true;
	sides.out = &list;
	for (unsigned i = 0; i < state->players; i++) {
		if (!is_first_of_side(text, i)) {
			alone = false;
			continue;
		}
		string_add(&list, i > 0 ? ", " : "");
		add_side(&sides, text->side[i]);
	}
	if (!alone)
		eventtext_message(text, "", MSG_PARTNERS, ARGS(arg_text("list", list.bytes)));
	string_free(&list);
}

static const char *seat_name(const struct eventtext *text, unsigned seat)
{
	return seat < text->taken ? text->names[seat] : "";
}

static unsigned call_of(const struct event *event)
{
	return event_traits(event) & TRAIT_CALL ? (unsigned)event->number : CALL_NONE;
}

/* Returns 1 for a glove, 2 for a sock, and 0 for a mitten or if the event has no contract. */
static unsigned contract_of(const struct event *event)
{
	unsigned call = call_of(event);
	return call == CALL_GLOVE || call == CALL_SOCK ? call - CALL_MITTEN : 0;
}

/* Returns the argument {worth} of a pile, like "worth 50". points: the argument {points}. */
static struct arg worth_of(const struct event *pile, const struct arg *points)
{
	return pile->points != 0 ? arg_filled("worth", MSG_PILE_WORTH, points)
				 : arg_text("worth", "");
}

void eventtext_pile(const struct eventtext *text, const char *separator, const struct event *pile)
{
	const struct arg *points = ARGS(arg_number("points", pile->points));
	eventtext_message(text, separator, MSG_PILE_TOP,
		ARGS(arg_cards("cards", &pile->cards[pile->count - 1], 1),
			arg_number("count", pile->count), worth_of(pile, points)));
}

/*
 * Returns the message that says "you" about an act of the listener, or one done to them, if there
 * is one; otherwise `message`. Only pages have these texts: in a channel all people read the same
 * line.
 */
static enum message own_message(
	const struct eventtext *text, unsigned seat, unsigned other, enum message message)
{
	const char *key = catalog_key(message);
	int own = -1;
	if (!text->locale.browser || text->seat == SEAT_NONE)
		return message;
	if (seat == text->seat)
		own = catalog_find_in_group("you.", key, strlen(key));
	else if (other == text->seat)
		own = catalog_find_in_group("toyou.", key, strlen(key));
	return own >= 0 ? (enum message)own : message;
}

void eventtext_take(const struct eventtext *text, const struct event *capture)
{
	eventtext_message(text, " ", own_message(text, capture->seat, SEAT_NONE, MSG_CAPTURE_TAKE),
		ARGS(arg_name("seat", seat_name(text, capture->seat)),
			arg_cards("card", capture->cards, 1),
			arg_number("count", capture->count - 1),
			capture->points != 0 ? arg_signed("points", capture->points)
					     : arg_message("points", MSG_CAPTURE_NOTHING)));
}

bool eventtext_sees(const struct eventtext *text, const struct event *event)
{
	return event->visible == VISIBLE_ALL ||
		(text->seat != SEAT_NONE && (event->visible & 1u << text->seat));
}

/* Returns the message about the end of a match. It says "you" to a winner. */
static enum message end_message(const struct eventtext *text, enum message message)
{
	const struct state *state = text->head;
	bool won = text->seat != SEAT_NONE && state_won(state, text->seat);
	bool drawn = true;
	for (unsigned i = 0; i < state->players; i++)
		drawn = drawn && !state_won(state, i);
	return own_message(text, won ? text->seat : SEAT_NONE, SEAT_NONE,
		drawn ? MSG_EVENT_MATCH_DRAWN : message);
}

/*
 * Returns the message about an event, or MSG_OK for an event without one. seen: the listener may
 * see its cards.
 */
static enum message find_message(const struct eventtext *text, const struct event *event, bool seen)
{
	bool varies = !(event_traits(event) & TRAIT_PART) && hows[event->how].message != MSG_OK;
	enum message message = !seen ? kinds[event->kind].hidden
		: varies             ? hows[event->how].message
				     : kinds[event->kind].seen;
	assert(message != MSG_OPEN);
	if (message == MSG_OK || event->kind == EVENT_HAND_END)
		return message;
	if (event->kind == EVENT_MATCH_END)
		return end_message(text, message);
	if (event->kind == EVENT_CAPTURE && event->how == HOW_COMPLETE)
		message = MSG_CAPTURE_COMPLETE + contract_of(event);
	return own_message(text, event->seat, event->other, message);
}

/* Adds the sides that have won a match. */
static void add_winners(const struct eventtext *text)
{
	const struct state *state = text->head;
	unsigned named = 0;
	for (unsigned i = 0; i < state->players; i++) {
		unsigned side = 1u << text->side[i];
		if (!(state->winners & 1u << i) || (named & side))
			continue;
		string_add(text->out, named != 0 ? ", " : "");
		add_side(text, text->side[i]);
		named |= side;
	}
}

bool eventtext_event(const struct eventtext *text, const char *separator, const struct event *event)
{
	bool seen = eventtext_sees(text, event);
	enum message message = find_message(text, event, seen);
	if (message == MSG_OK)
		return false;
	unsigned count = seen ? event->count : 0;
	card first = count > 0 ? event->cards[0] : 0;
	const struct arg *points = ARGS(arg_number("points", event->points));
	struct string extra = STRING_EMPTY;
	struct eventtext list = *text;
	list.out = &extra;
	if (event->kind == EVENT_MATCH_END)
		add_winners(&list);
	else if (event->kind == EVENT_HAND_END)
		eventtext_scores(&list, true);
	else if (event->kind == EVENT_HAND && event->number == 1)
		add_partners(&list);
	eventtext_message(text, separator, message,
		ARGS(arg_name("seat", seat_name(text, event->seat)),
			arg_name("other", seat_name(text, event->other)),
			arg_cards("cards", event->cards, count), arg_number("count", event->count),
			arg_number("number", event->number), arg_signed("points", event->points),
			arg_number("times", event->times), arg_number("down", event->points),
			arg_message("rank", MSG_RANK_2 + card_rank(first)),
			arg_message("suit", MSG_SUIT_C + card_suit(first)),
			arg_message("call", eventtext_call(call_of(event))),
			arg_message("a_call", MSG_CONTRACT_A_MITTEN + contract_of(event)),
			arg_message("the_call", MSG_CONTRACT_THE_MITTEN + contract_of(event)),
			arg_message("part", hows[event->how].part), arg_text("list", extra.bytes),
			worth_of(event, points)));
	string_free(&extra);
	return true;
}

unsigned eventtext_points(const struct eventtext *text, const struct event *events, unsigned count)
{
	unsigned parts = 0;
	struct string list = STRING_EMPTY;
	while (parts + 1 < count && event_traits(&events[parts + 1]) & TRAIT_PART) {
		const struct event *part = &events[++parts];
		string_add(&list, parts > 1 ? ", " : "");
		catalog_add(&list, text->catalog, text->locale, hows[part->how].part, NO_ARGS);
		if (events->points != part->points) {
			string_add_char(&list, ' ');
			string_add_number(&list, part->points);
		}
	}
	bool plain = parts == 1 && events[1].how == events->how;
	if (parts > 0)
		eventtext_message(text, " ",
			own_message(text, events->seat, SEAT_NONE,
				plain ? MSG_POINTS : MSG_POINTS_PARTS),
			ARGS(arg_name("seat", seat_name(text, events->seat)),
				arg_signed("points", events->points),
				arg_text("parts", list.bytes)));
	string_free(&list);
	return parts;
}

/*
 * Returns the message with the verb of a move. Returns MSG_OK if the move is written without a
 * verb.
 */
static enum message act_message(struct move move)
{
	static const enum message catalog[ACT_COUNT] = {
#define X(name, verb, cards, secret, turn) [ACT_##name] = MSG_ACT_##name,
		VERBS(X)
#undef X
	};
	return catalog[move.act];
}

void eventtext_move_with(struct string *out, const struct catalog *catalog, struct locale locale,
	struct move move, const char *words)
{
	enum message call = move.act == ACT_PLAY ? eventtext_call(move.call) : MSG_OK;
	if (act_message(move) != MSG_OK) {
		catalog_add(out, catalog, locale, act_message(move), NO_ARGS);
		string_add(out, *words != '\0' ? " " : "");
	}
	string_add(out, words);
	if (call != MSG_OK) {
		string_add_char(out, ' ');
		catalog_add(out, catalog, locale, call, NO_ARGS);
	}
}

void eventtext_move(
	struct string *out, const struct catalog *catalog, struct locale locale, struct move move)
{
	struct string words = STRING_EMPTY;
	card named[3];
	unsigned count = move_cards(move, named);
	for (unsigned i = 0; i < count; i++) {
		string_add(&words, i > 0 ? catalog_card_separator(locale) : "");
		catalog_add_card(&words, catalog, locale, named[i]);
	}
	eventtext_move_with(out, catalog, locale, move, words.bytes);
	string_free(&words);
}
