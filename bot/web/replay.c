#include "bot/web/replay.h"

#include <string.h>

#include "bot/base/json.h"

struct telling {
	const struct page *page;
	const char *names[SEATS_MAX];
	struct string name[SEATS_MAX];
	unsigned taken;
	/* the scene passed to `tell`; its strings are reused for the next scene */
	struct scene_text told;
	void (*tell)(void *context, const struct scene_text *told);
	void *context;
};

static struct eventtext scene_words(
	const struct telling *telling, const struct scene *scene, struct string *out)
{
	return (struct eventtext){ .out = out,
		.catalog = telling->page->web->catalog,
		.locale = telling->page->locale,
		.head = &scene->head,
		.side = scene->side,
		.names = telling->names,
		.taken = telling->taken,
		.seat = SEAT_NONE };
}

static void tell_cards_on_table(struct telling *telling, const struct scene *scene)
{
	struct scene_text *told = &telling->told;
	const struct events *on_table = &scene->cards_on_table;
	told->lines = 0;
	for (unsigned i = 0; i < on_table->count; i++) {
		const struct event *event = &on_table->event[i];
		/* the event is part of the same list of cards as the event before it */
		bool more = i > 0 && told->lines > 0 && event_traits(event) & TRAIT_LISTED &&
			event[-1].kind == event->kind && event[-1].seat == event->seat;
		/* no words for the number of cards in a hand, because the board draws it */
		if (event->kind == EVENT_HELD || (!more && told->lines == REPLAY_LINES))
			continue;
		if (!more)
			string_clear(&told->cards_on_table[told->lines++]);
		struct eventtext words =
			scene_words(telling, scene, &told->cards_on_table[told->lines - 1]);
		if (more)
			eventtext_message(&words, ", ", MSG_EVENT_MORE,
				ARGS(arg_cards("cards", event->cards, event->count)));
		else
			eventtext_event(&words, "", event);
	}
}

static void tell_scene(void *context, const struct scene *scene)
{
	struct telling *telling = context;
	struct scene_text *told = &telling->told;
	told->scene = scene;
	told->words = scene_words(telling, scene, NULL);
	told->hand = scene->head.hand;
	told->move = scene->move;
	told->seat = scene->seat;
	told->seats = scene->seats;
	told->turn = scene->head.phase == PHASE_PLAY ? scene->head.turn : SEAT_NONE;
	told->open = scene->hands_shown;
	struct eventtext words = scene_words(telling, scene, &told->news);
	const struct events *news = &scene->news;
	string_clear(words.out);
	for (unsigned i = 0; i < news->count; i++) {
		const struct event *event = &news->event[i];
		eventtext_event(&words, " ", event);
		if (event_traits(event) & TRAIT_JOINS)
			i += eventtext_points(&words, event, news->count - i);
	}
	tell_cards_on_table(telling, scene);
	for (unsigned seat = 0; seat < scene->seats; seat++) {
		struct string *hand = &told->hands[seat];
		string_clear(hand);
		told->hand_sizes[seat] = scene->hand_sizes[seat];
		told->totals[seat] = state_score(&scene->head, seat);
		for (unsigned i = 0; scene->hands_shown && i < scene->hand_sizes[seat]; i++) {
			string_add(hand, i > 0 ? " " : "");
			catalog_add_card(hand, telling->page->web->catalog, telling->page->locale,
				scene->hand[seat][i]);
		}
	}
	telling->tell(telling->context, told);
}

static void scene_text_open(struct scene_text *told)
{
	told->news = STRING_EMPTY;
	for (unsigned i = 0; i < REPLAY_LINES; i++)
		told->cards_on_table[i] = STRING_EMPTY;
	for (unsigned i = 0; i < SEATS_MAX; i++)
		told->hands[i] = STRING_EMPTY;
}

void replay_free(struct scene_text *told)
{
	string_free(&told->news);
	for (unsigned i = 0; i < REPLAY_LINES; i++)
		string_free(&told->cards_on_table[i]);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		string_free(&told->hands[i]);
}

void replay_copy(struct scene_text *to, const struct scene_text *from)
{
	replay_free(to);
	*to = *from;
	scene_text_open(to);
	string_add(&to->news, from->news.bytes);
	for (unsigned i = 0; i < from->lines; i++)
		string_add(&to->cards_on_table[i], from->cards_on_table[i].bytes);
	for (unsigned i = 0; i < from->seats; i++)
		string_add(&to->hands[i], from->hands[i].bytes);
}

enum store_error replay(const struct page *page, const struct listed_match *listed,
	void (*tell)(void *context, const struct scene_text *told), void *context)
{
	struct telling telling = { .page = page, .tell = tell, .context = context };
	scene_text_open(&telling.told);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		telling.names[i] = ""; /* keep "" for a seat taken after *listed was read */
	for (unsigned i = 0; i < listed->count && i < SEATS_MAX; i++) {
		const struct store_seat *seat = &listed->seats[i];
		telling.name[i] = STRING_EMPTY;
		page_name(&telling.name[i], page, seat->shown, store_nameless_level(&seat->person));
		telling.names[i] = telling.name[i].bytes;
		telling.taken = i + 1;
	}
	enum store_error error = listed->record != NULL
		? history_show_record(listed->record, tell_scene, &telling)
		: history_show_scenes(page->web->store, &listed->match, tell_scene, &telling);
	for (unsigned i = 0; i < telling.taken; i++)
		string_free(&telling.name[i]);
	replay_free(&telling.told);
	return error;
}

/* ---- JSON ---- */

void replay_json(const struct page *page, const struct scene_text *told, const char *better)
{
	struct string *out = page->out;
	json_begin_object(out, NULL);
	json_number(out, "hand", told->hand);
	json_number(out, "move", told->move);
	if (told->seat != SEAT_NONE)
		json_number(out, "seat", told->seat);
	if (told->turn != SEAT_NONE)
		json_number(out, "turn", told->turn);
	json_text(out, "news", told->news.bytes);
	if (better != NULL)
		json_text(out, "better", better);
	json_begin_list(out, "table");
	for (unsigned i = 0; i < told->lines; i++)
		json_text(out, NULL, told->cards_on_table[i].bytes);
	json_end(out, ']');
	json_begin_list(out, told->open ? "hands" : "held");
	for (unsigned i = 0; i < told->seats; i++)
		if (told->open)
			json_text(out, NULL, told->hands[i].bytes);
		else
			json_number(out, NULL, told->hand_sizes[i]);
	json_end(out, ']');
	json_begin_list(out, "totals");
	for (unsigned i = 0; i < told->seats; i++)
		json_number(out, NULL, told->totals[i]);
	json_end(out, ']');
	json_end(out, '}');
}

/* ---- the board ---- */

void replay_board(
	const struct page *page, const struct listed_match *listed, const struct scene_text *told)
{
	page_print(page,
		"<div id=\"board\" tabindex=\"0\" role=\"group\" aria-label=\"%s\">"
		"<ol class=\"seats\">",
		page_word(page, MSG_WEB_BOARD));
	for (unsigned seat = 0; seat < told->seats && seat < listed->count; seat++) {
		const struct store_seat *sitter = &listed->seats[seat];
		const char *level = store_robot_level(&sitter->person);
		page_html(page,
			told->turn == seat ? "<li class=\"turn\"><div class=\"seat\">"
					   : "<li><div class=\"seat\">");
		if (listed->record != NULL)
			page_isolated(page, sitter->shown, level);
		else
			page_person(page, sitter->person.id, sitter->shown, level);
		page_print(page, " <b>%d</b></div><p>", told->totals[seat]);
		if (told->open)
			page_text_drawn_cards(page, told->hands[seat].bytes);
		else
			page_card_backs(page, told->hand_sizes[seat]);
		page_html(page, "</p></li>");
	}
	page_html(page, "</ol><div class=\"lies\">");
	for (unsigned i = 0; i < told->lines; i++) {
		page_html(page, "<p>");
		page_text_drawn_cards(page, told->cards_on_table[i].bytes);
		page_html(page, "</p>");
	}
	page_html(page, "</div></div><p id=\"news\" aria-live=\"polite\">");
	page_text_coloured_cards(page, told->news.bytes);
	page_html(page, "</p>");
}
