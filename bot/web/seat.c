#include "bot/web/seat.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/web/form.h"

enum {
	SEAT_MOVE = 65,  /* bytes of a move, NUL included */
	SEAT_RELOAD = 4, /* seconds until the page reloads in a browser without scripts */
	SEAT_ROW = 7     /* a hand with more cards shows them smaller */
};

/* A view that is being shown. */
struct seat {
	const struct page *page;
	const json_t *view;
	const char *say;       /* refusal of a move; may be empty */
	const json_t *pending; /* move that waits for a second tap, or NULL */
};

/* ---- views ---- */

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text != NULL ? text : "";
}

static int64_t number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static bool is_true(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

unsigned seat_find_view(
	const struct page *page, enum seats_kind kind, char hash[SEAT_HASH], const char **view)
{
	const struct seats *seats = page->web->seats;
	seat_key_hash_text(page->route->key, hash);
	*view = seats_find(seats, kind, hash);
	if (!seats->here)
		return 503;
	return *view != NULL ? 200 : 404;
}

static bool is_in(const struct seat *seat, const char *state)
{
	return strcmp(text_of(seat->view, "state"), state) == 0;
}

/* Returns an attribute for an element's tag. A script may show the element later. */
static const char *hidden_if(bool hidden)
{
	return hidden ? " hidden" : "";
}

/* ---- cards and moves ---- */

static void add_face(const struct seat *seat, const char *code, bool named)
{
	card c;
	if (card_read(&code, NOTATION_ENGLISH, &c))
		page_card(seat->page, c, named);
}

/*
 * Returns the move with this index among the moves of a card, or NULL. code "": among the moves
 * without a card.
 */
static const json_t *find_move(const struct seat *seat, const char *code, unsigned which)
{
	const json_t *moves = json_object_get(seat->view, "moves");
	for (size_t i = 0; i < json_array_size(moves); i++) {
		const json_t *move = json_array_get(moves, i);
		if (strcmp(text_of(move, "card"), code) == 0 && which-- == 0)
			return move;
	}
	return NULL;
}

/* Returns the card of the hand with this code, or NULL. */
static const json_t *find_held(const struct seat *seat, const char *code)
{
	const json_t *hand = json_object_get(seat->view, "hand");
	for (size_t i = 0; i < json_array_size(hand); i++)
		if (strcmp(text_of(json_array_get(hand, i), "card"), code) == 0)
			return json_array_get(hand, i);
	return NULL;
}

/* Adds text for screen readers. */
static void add_spoken(const struct seat *seat, const char *name, const char *label)
{
	page_print(seat->page, "<span class=\"spoken\">%s%s%s</span>", name,
		label != NULL ? ", " : "", label != NULL ? label : "");
}

static void begin_move(const struct seat *seat, const char *kind, const json_t *move)
{
	page_print(seat->page, "<button class=\"%s\" name=\"move\" value=\"%s\">", kind,
		text_of(move, "move"));
}

/* Adds a button with the label of a move. name: the card's name, or "". */
static void add_move(const struct seat *seat, const char *name, const json_t *move)
{
	begin_move(seat, "call", move);
	if (*name != '\0')
		add_spoken(seat, name, "");
	page_print(seat->page, "%s</button>", text_of(move, "label"));
}

/*
 * Adds a card whose tap makes its first move. more: the card has other moves too, so the label of
 * the first one is visible.
 */
static void add_playable(const struct seat *seat, const json_t *held, const json_t *move, bool more)
{
	const char *name = text_of(held, "name");
	begin_move(seat, "card", move);
	add_face(seat, text_of(held, "card"), false);
	add_spoken(seat, name, more ? "" : text_of(move, "label"));
	if (more)
		page_print(seat->page, "<span class=\"label\">%s</span>", text_of(move, "label"));
	page_html(seat->page, "</button>");
}

/* Adds a card that can be passed to another player. */
static void add_choice(const struct seat *seat, const json_t *held)
{
	page_print(seat->page,
		"<label class=\"card\"><input type=\"checkbox\" name=\"card\" value=\"%s\">",
		text_of(held, "card"));
	add_face(seat, text_of(held, "card"), false);
	add_spoken(seat, text_of(held, "name"), NULL);
	page_html(seat->page, "</label>");
}

/* Adds a card of the hand, with a button for each of its moves. */
static void add_held(const struct seat *seat, const json_t *held)
{
	const struct page *page = seat->page;
	const char *code = text_of(held, "card");
	const char *name = text_of(held, "name");
	const json_t *first = find_move(seat, code, 0);
	page_html(page, "<li>");
	if (number_of(seat->view, "exchange") > 0) {
		add_choice(seat, held);
	} else if (first == NULL) {
		page_html(page, "<button class=\"card\" type=\"button\" aria-disabled=\"true\">");
		add_face(seat, code, false);
		add_spoken(seat, name, NULL);
		page_html(page, "</button>");
	} else {
		add_playable(seat, held, first, find_move(seat, code, 1) != NULL);
	}
	for (unsigned i = 1; first != NULL && find_move(seat, code, i) != NULL; i++)
		add_move(seat, name, find_move(seat, code, i));
	page_html(page, "</li>");
}

/* Adds all cards of the hand, and the moves that belong to no single card. */
static void add_moves(const struct seat *seat)
{
	const struct page *page = seat->page;
	const json_t *hand = json_object_get(seat->view, "hand");
	page_html(page,
		json_array_size(hand) > SEAT_ROW ? "<ul class=\"cards many\">"
						 : "<ul class=\"cards\">");
	for (size_t i = 0; i < json_array_size(hand); i++)
		add_held(seat, json_array_get(hand, i));
	page_html(page, "</ul><p class=\"acts\">");
	for (unsigned i = 0; find_move(seat, "", i) != NULL; i++)
		add_move(seat, "", find_move(seat, "", i));
	if (number_of(seat->view, "exchange") > 0) {
		page_html(page, "<button class=\"call\" name=\"give\" value=\"1\">");
		page_message(page, MSG_WEB_SEAT_PASS,
			ARGS(arg_number("count", number_of(seat->view, "exchange"))));
		page_html(page, "</button>");
	}
	page_html(page, "</p>");
}

/* Adds only the move that waits for a second tap, and a link back to all moves. */
static void add_second_tap(const struct seat *seat)
{
	const struct page *page = seat->page;
	const json_t *held = find_held(seat, text_of(seat->pending, "card"));
	page_html(page,
		"<input type=\"hidden\" name=\"confirmed\" value=\"1\"><ul class=\"cards\"><li>");
	if (held != NULL)
		add_playable(seat, held, seat->pending, true);
	else
		add_move(seat, "", seat->pending);
	page_print(page, "</li></ul><p class=\"acts\"><a href=\"%s/seat/%s\">%s</a></p>",
		page->web->base, page->route->key, page_word(page, MSG_WEB_SEAT_BACK));
}

static void add_hand(const struct seat *seat)
{
	const struct page *page = seat->page;
	page_print(page,
		"<form id=\"hand\" method=\"post\" action=\"%s/seat/%s/move\" aria-label=\"%s\"%s>"
		"<input type=\"hidden\" name=\"n\" value=\"%jd\">",
		page->web->base, page->route->key, page_word(page, MSG_WEB_SEAT_HAND),
		hidden_if(is_in(seat, "over")), number_of(seat->view, "n"));
	if (seat->pending != NULL)
		add_second_tap(seat);
	else
		add_moves(seat);
	page_html(page, "</form>");
}

/* ---- the table ---- */

/* Adds a player: name and points, and if known the number of cards. */
static void add_player(const struct seat *seat, const json_t *player)
{
	const struct page *page = seat->page;
	const json_t *held = json_object_get(player, "cards");
	bool away = is_true(player, "away");
	page_html(page, is_true(player, "you") ? "<li class=\"you\">" : "<li>");
	page_isolated(
		page, text_of(player, "name"), json_string_value(json_object_get(player, "level")));
	page_print(page, " <b>%jd</b> <span>", number_of(player, "points"));
	if (held != NULL)
		page_message(page, MSG_WEB_SEAT_HELD,
			ARGS(arg_number("cards", json_integer_value(held))));
	page_print(page, "%s%s</span></li>", held != NULL && away ? " · " : "",
		away ? page_word(page, MSG_WEB_SEAT_ABSENT) : "");
}

/* Adds texts of a list as elements, with drawn or coloured cards. */
static void add_texts(const struct seat *seat, const char *key, const char *element,
	void (*add)(const struct page *page, const char *text))
{
	const json_t *list = json_object_get(seat->view, key);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *text = json_string_value(json_array_get(list, i));
		page_print(seat->page, "<%s>", element);
		add(seat->page, text != NULL ? text : "");
		page_print(seat->page, "</%s>", element);
	}
}

static void add_players(const struct seat *seat)
{
	const json_t *players = json_object_get(seat->view, "seats");
	page_print(seat->page, "<ul id=\"players\" aria-label=\"%s\">",
		page_word(seat->page, MSG_WEB_SEAT_PLAYERS));
	for (size_t i = 0; i < json_array_size(players); i++)
		add_player(seat, json_array_get(players, i));
	page_html(seat->page, "</ul>");
}

static void add_board(const struct seat *seat)
{
	const struct page *page = seat->page;
	page_print(page, "<section id=\"board\" aria-label=\"%s\"%s><div id=\"top\">",
		page_word(page, MSG_WEB_SEAT_BOARD), hidden_if(!is_in(seat, "play")));
	add_face(seat, text_of(seat->view, "top"), true);
	page_html(page, "</div><div id=\"lies\">");
	add_texts(seat, "board", "p", page_text_drawn_cards);
	page_html(page, "</div><ul id=\"live\">");
	add_texts(seat, "live", "li", page_text_coloured_cards);
	page_html(page, "</ul></section>");
}

/* Writes minutes and seconds, like 1:05. */
static void write_clock(char clock[ROUTE_VALUE], int64_t seconds)
{
	seconds = seconds < 0 ? 0 : seconds > 5999 ? 5999 : seconds;
	snprintf(clock, ROUTE_VALUE, "%d:%02d", (int)seconds / 60, (int)seconds % 60);
}

static void add_clock(const struct seat *seat)
{
	char clock[ROUTE_VALUE];
	int64_t deadline = number_of(seat->view, "deadline");
	page_html(seat->page, " <span id=\"clock\">");
	write_clock(clock, deadline - seat->page->request->now);
	if (deadline > 0)
		page_message(seat->page, MSG_WEB_SEAT_CLOCK, ARGS(arg_text("time", clock)));
	page_html(seat->page, "</span>");
}

static void add_turn(const struct seat *seat)
{
	const struct page *page = seat->page;
	const char *result = text_of(seat->view, "result");
	page_html(page,
		is_true(seat->view, "your_turn") ? "<p id=\"turn\" class=\"yours\"><span>"
						 : "<p id=\"turn\"><span>");
	page_text_coloured_cards(page, *result != '\0' ? result : text_of(seat->view, "turn"));
	page_html(page, "</span>");
	add_clock(seat);
	page_html(page, "</p><p id=\"notice\" role=\"alert\">");
	if (seat->pending != NULL)
		page_message(page, MSG_WEB_SEAT_AGAIN,
			ARGS(arg_text("move", text_of(seat->pending, "label"))));
	page_print(page, "%s</p>", seat->say);
}

static void add_lines(const struct seat *seat)
{
	page_print(seat->page, "<div id=\"lines\" tabindex=\"0\"><ol aria-label=\"%s\">",
		page_word(seat->page, MSG_WEB_SEAT_LINES));
	add_texts(seat, "lines", "li", page_text_coloured_cards);
	page_html(seat->page, "</ol></div>");
}

/* ---- the page ---- */

static void add_switch(const struct page *page, const char *id, enum message message)
{
	page_print(page, "<label><input type=\"checkbox\" id=\"%s\"> %s</label>", id,
		page_word(page, message));
}

/* Returns the name of the level of the first AI player at the table, or "". */
static const char *find_level(const struct seat *seat)
{
	const json_t *players = json_object_get(seat->view, "seats");
	for (size_t i = 0; i < json_array_size(players); i++)
		if (json_object_get(json_array_get(players, i), "level") != NULL)
			return text_of(json_array_get(players, i), "level");
	return "";
}

/*
 * Adds the way on, which is hidden until the match is over: to the match if pages show it, to
 * another match of the same kind, or to the front page.
 */
static void add_next(const struct seat *seat)
{
	const struct page *page = seat->page;
	int64_t match = number_of(seat->view, "match");
	page_print(page, "<div id=\"next\"%s>", hidden_if(!is_in(seat, "over")));
	if (match > 0)
		page_print(page, "<a href=\"%s/match/%jd\">%s</a>", page->web->base, match,
			page_word(page, MSG_WEB_SEAT_MATCH));
	else if (page->web->play_now)
		page_form_play(page, text_of(seat->view, "game"), find_level(seat),
			*text_of(seat->view, "exercise") != '\0' ? MSG_WEB_PLAY_NEXT
								 : MSG_WEB_PLAY_AGAIN);
	else
		page_link(page, "/", MSG_WEB_SEAT_FRONT);
	page_html(page, "</div>");
}

/*
 * Adds a link to the rules, the switches of the script (sound, notifications), and a link that
 * leaves the table, unless the person has nothing to leave.
 */
static void add_more(const struct seat *seat)
{
	const struct page *page = seat->page;
	page_print(page,
		"<div id=\"foot\"><details id=\"more\"><summary>%s</summary>"
		"<p><a href=\"%s/rules/%s\">%s</a></p><p id=\"switches\" hidden>",
		page_word(page, MSG_WEB_SEAT_MORE), page->web->base, text_of(seat->view, "game"),
		page_word(page, MSG_WEB_NAV_RULES));
	add_switch(page, "sound", MSG_WEB_SEAT_SOUND);
	add_switch(page, "notify", MSG_WEB_SEAT_NOTIFY);
	page_print(page,
		"</p></details><p id=\"leave\"%s><a href=\"%s/seat/%s/leave\">%s</a></p></div>",
		hidden_if(is_in(seat, "over") || *text_of(seat->view, "exercise") != '\0'),
		page->web->base, page->route->key, page_word(page, MSG_WEB_LEAVE));
}

/* Adds the texts that the script shows. */
static void add_words(const struct page *page, const char *title)
{
	static const struct {
		const char *name;
		enum message message;
	} words[] = {
		{ "yours", MSG_WEB_SEAT_YOURS },
		{ "again", MSG_WEB_SEAT_AGAIN },
		{ "lost", MSG_WEB_SEAT_LOST },
		{ "away", MSG_WEB_SEAT_AWAY },
		{ "choose", MSG_WEB_SEAT_CHOOSE },
		{ "clock", MSG_WEB_SEAT_CLOCK },
		{ "held", MSG_WEB_SEAT_HELD },
		{ "absent", MSG_WEB_SEAT_ABSENT },
		{ "pass", MSG_WEB_SEAT_PASS },
		{ "robot", MSG_ROBOT_NAMED },
		{ "easy", MSG_LEVEL_EASY },
		{ "normal", MSG_LEVEL_NORMAL },
		{ "hard", MSG_LEVEL_HARD },
		{ "expert", MSG_LEVEL_EXPERT },
	};
	struct string out = STRING_EMPTY;
	json_begin_object(&out, NULL);
	json_text(&out, "title", title);
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		json_text(&out, words[i].name, page_word(page, words[i].message));
	json_end(&out, '}');
	page_embed(page, "words", &out);
	string_free(&out);
}

/* Writes the line above the table, like "Table 3 · mitaines classic · #cards". */
static void write_title(const struct seat *seat, struct string *out)
{
	const char *preset = text_of(seat->view, "preset");
	const char *place = text_of(seat->view, "place");
	const char *exercise = text_of(seat->view, "exercise");
	int own = catalog_find_in_group("web.exercise.", exercise, strlen(exercise));
	if (own >= 0) {
		string_add(out, page_word(seat->page, (enum message)own));
		return;
	}
	catalog_add(out, seat->page->web->catalog, seat->page->locale, MSG_WEB_SEAT_TABLE,
		ARGS(arg_number("table", number_of(seat->view, "table"))));
	string_add(out, " · ");
	string_add(out, text_of(seat->view, "game"));
	if (*preset != '\0') {
		string_add_char(out, ' ');
		string_add(out, preset);
	}
	if (*place != '\0') {
		string_add(out, " · ");
		string_add(out, place);
	}
}

static void add_content(const struct seat *seat, const char *title)
{
	const struct page *page = seat->page;
	page_print(page, "<main id=\"content\" class=\"play\"><h1>%s</h1>", title);
	add_players(seat);
	add_board(seat);
	add_turn(seat);
	add_next(seat);
	add_lines(seat);
	add_more(seat);
	add_hand(seat);
	page_html(page, "<p id=\"told\" role=\"status\"></p>");
	add_words(page, title);
	page_html(page, "</main>");
}

static void write_page(const struct seat *seat)
{
	const struct page *page = seat->page;
	struct string title = STRING_EMPTY;
	write_title(seat, &title);
	page_begin(page,
		is_true(seat->view, "your_turn") ? page_word(page, MSG_WEB_SEAT_YOURS)
						 : title.bytes,
		page_word(page, MSG_WEB_SEAT_ABOUT), PAGE_PICTURE);
	add_content(seat, title.bytes);
	page_end(page);
	string_free(&title);
}

/*
 * Shows a view as a page in the person's language. pending: the move in the view that waits for a
 * second tap, or NULL.
 */
static void show_view(const struct page *asked, struct web_response *response, const json_t *view,
	const char *say, const json_t *pending)
{
	int language = catalog_language(text_of(view, "lang"));
	struct page page = *asked;
	page.seat = true;
	page.locale.language = language >= 0 ? (uint8_t)language : page.locale.language;
	page.reload = is_true(view, "your_turn") ? 0 : SEAT_RELOAD;
	response->language = page.locale.language;
	response->forms = response->shown = true;
	write_page(&(struct seat){ .page = &page, .view = view, .say = say, .pending = pending });
}

static void show(
	const struct page *page, struct web_response *response, const char *json, const char *say)
{
	json_t *view = json_loads(json, 0, NULL);
	show_view(page, response, view, say, NULL);
	json_decref(view);
}

unsigned seat_page(const struct page *page, struct web_response *response)
{
	char hash[SEAT_HASH];
	const char *view;
	unsigned status = seat_find_view(page, SEATS_SEAT, hash, &view);
	if (status != 200)
		return status;
	if (page->route->form == FORM_JSON)
		string_add(page->out, view);
	else
		show(page, response, view, "");
	return 200;
}

unsigned seat_watch(const struct page *page, struct web_response *response)
{
	const char *view;
	unsigned status = seat_find_view(page, SEATS_SEAT, response->seat, &view);
	if (status != 200)
		return status;
	response->event_stream = true;
	response->type = "text/event-stream";
	return 200;
}

unsigned seat_go(const struct page *page, struct web_response *response, const char *key)
{
	struct text place = text_in(response->place, sizeof response->place);
	text_add(&place, page->web->base);
	text_add(&place, "/seat/");
	text_add(&place, key);
	response->secret = true;
	return 303;
}

/* ---- moves ---- */

/* Reads the move of a form: one move, or the cards to pass. Returns false without one. */
static bool read_move(const char *form, char move[SEAT_MOVE])
{
	struct text text = text_in(move, SEAT_MOVE);
	char code[8];
	if (form_text(form, "move", 0, move, SEAT_MOVE))
		return move[0] != '\0';
	if (!form_text(form, "give", 0, code, sizeof code))
		return false;
	text_add(&text, "give");
	for (unsigned i = 0; form_text(form, "card", i, code, sizeof code); i++) {
		text_char(&text, ' ');
		text_add(&text, code);
	}
	return !text.cut;
}

void seat_begin_question(const struct page *page, struct web_response *response, const char *act)
{
	json_begin_object(&response->question, NULL);
	json_text(&response->question, "do", act);
	json_text(&response->question, "lang", catalog_language_code(page->locale.language));
	json_text(&response->question, "address", page->request->address);
}

static unsigned ask_move(
	const struct page *page, struct web_response *response, const char hash[SEAT_HASH])
{
	char move[SEAT_MOVE];
	int64_t number = form_number(page->request->body, "n");
	if (number < 0 || !read_move(page->request->body, move))
		return 400;
	seat_begin_question(page, response, "move");
	json_text(&response->question, "seat", hash);
	json_number(&response->question, "n", number);
	json_text(&response->question, "say", move);
	json_end(&response->question, '}');
	return 200;
}

/* Returns the legal move of a form. Returns NULL if it has none or if the form is stale. */
static const json_t *find_formed(const struct page *page, const json_t *view)
{
	const json_t *moves = json_object_get(view, "moves");
	char move[SEAT_MOVE];
	if (form_number(page->request->body, "n") != number_of(view, "n") ||
		!form_text(page->request->body, "move", 0, move, sizeof move))
		return NULL;
	for (size_t i = 0; i < json_array_size(moves); i++)
		if (strcmp(text_of(json_array_get(moves, i), "move"), move) == 0)
			return json_array_get(moves, i);
	return NULL;
}

/*
 * Answers the first tap of a player with `set confirm on`, on a page without scripts: shows only
 * the tapped move, to be tapped again. Returns false if the form goes to the bot.
 */
static bool ask_again(const struct page *page, struct web_response *response, const char *json)
{
	if (page->route->form == FORM_JSON || form_number(page->request->body, "confirmed") == 1)
		return false;
	json_t *view = json_loads(json, 0, NULL);
	const json_t *pending = is_true(view, "confirm") ? find_formed(page, view) : NULL;
	if (pending != NULL)
		show_view(page, response, view, "", pending);
	json_decref(view);
	return pending != NULL;
}

/* Returns the sentence of the bot's reply, or a message for the status if the reply has none. */
static const char *said(const struct page *page)
{
	const struct seats_reply *reply = page->request->reply;
	return reply->status == 200 || *reply->say != '\0'
		? reply->say
		: page_word(page, error_page_message(page, reply->status));
}

unsigned seat_answer_script(
	const struct page *page, struct web_response *response, const char *view)
{
	unsigned status = page->request->reply->status;
	json_begin_object(page->out, NULL);
	json_number(page->out, "status", status);
	json_text(page->out, "say", said(page));
	if (status == 409 && view != NULL) {
		string_add(page->out, ",\"view\":");
		string_add(page->out, view);
	}
	json_end(page->out, '}');
	response->shown = true;
	return status;
}

unsigned seat_move(const struct page *page, struct web_response *response)
{
	const struct seats_reply *reply = page->request->reply;
	char hash[SEAT_HASH];
	const char *view;
	unsigned status = seat_find_view(page, SEATS_SEAT, hash, &view);
	if (status != 200)
		return status;
	if (reply == NULL)
		return ask_again(page, response, view) ? 200 : ask_move(page, response, hash);
	if (reply->status == 404 || reply->status == 503)
		return reply->status;
	if (page->route->form == FORM_JSON)
		return seat_answer_script(page, response, view);
	if (reply->status == 200)
		return seat_go(page, response, page->route->key);
	show(page, response, view, said(page));
	return reply->status;
}
