#include "bot/web/seat.h"

#include <stdio.h>
#include <string.h>

#include "bot/web/days.h"
#include "bot/web/seat_trial.h"
#include "bot/web/verdicts.h"

enum {
	SEAT_RELOAD = 4, /* seconds until the page reloads in a browser without scripts */
	SEAT_FAN = 7,    /* most cards of a pile that are drawn */
	SEAT_TAUGHT = 3  /* first hands of a match, in which the turn explains the moves */
};

/* ---- views ---- */

static bool is_in(const struct seat *seat, const char *state)
{
	return strcmp(seat_text(seat->view, "state"), state) == 0;
}

static bool is_kind(const json_t *item, const char *kind)
{
	return strcmp(seat_text(item, "kind"), kind) == 0;
}

/* ---- players ---- */

/* Adds the name of a player, or "You" for the reader of the page. */
static void add_name(const struct seat *seat, const json_t *player, bool with_level)
{
	const char *level = seat_text(player, "level");
	if (seat_flag(player, "you"))
		page_print(seat->page, "<bdi>%s</bdi>", page_word(seat->page, MSG_WEB_SEAT_YOU));
	else
		page_isolated(seat->page, seat_text(player, "name"),
			with_level && *level != '\0' ? level : NULL);
}

static void draw_player(const struct seat *seat, size_t i, size_t own, size_t count)
{
	const struct page *page = seat->page;
	const json_t *player = json_array_get(json_object_get(seat->view, "seats"), i);
	const json_t *side = json_object_get(player, "side");
	int64_t target = seat_number(seat->view, "target");
	page_print(page, "<li id=\"p%u\" class=\"at%u of%u%s%s", (unsigned)i,
		(unsigned)((i + count - own) % count), (unsigned)count,
		seat_flag(player, "you") ? " you" : "",
		seat_flag(player, "turn") && is_in(seat, "play") ? " turn" : "");
	if (side != NULL)
		page_print(page, " side%jd", seat_number(player, "side"));
	page_html(page, "\">");
	add_name(seat, player, true);
	page_print(
		page, " <span><b>%jd</b>", seat_number(player, side != NULL ? "team" : "points"));
	if (target > 0) {
		page_html(page, " <small>");
		page_message(page, MSG_WEB_SEAT_OF, ARGS(arg_number("target", target)));
		page_html(page, "</small>");
	}
	page_html(page, "</span>");
	if (json_object_get(player, "cards") != NULL) {
		page_html(page, "<span class=\"backs\">");
		for (int64_t n = seat_number(player, "cards"); n > 0; n--)
			page_html(page, "<u></u>");
		page_html(page, "<i>");
		page_message(page, MSG_WEB_SEAT_HELD,
			ARGS(arg_number("cards", seat_number(player, "cards"))));
		page_html(page, "</i></span>");
	}
	if (seat_flag(player, "dealer") && !is_in(seat, "over"))
		page_print(page, " <em>%s</em>", page_word(page, MSG_WEB_SEAT_DEALER));
	if (seat_flag(player, "away"))
		page_print(page, " <em>%s</em>", page_word(page, MSG_WEB_SEAT_ABSENT));
	page_html(page, "</li>");
}

static void draw_players(const struct seat *seat)
{
	const json_t *players = json_object_get(seat->view, "seats");
	size_t count = json_array_size(players);
	size_t own = 0;
	for (size_t i = 0; i < count; i++)
		if (seat_flag(json_array_get(players, i), "you"))
			own = i;
	for (size_t i = 0; i < count; i++)
		draw_player(seat, i, own, count);
}

/* ---- the table ---- */

/* Adds the last cards of a list, at most `most`. */
static void add_cards(const struct seat *seat, const json_t *list, size_t most)
{
	size_t count = json_array_size(list);
	for (size_t i = count > most ? count - most : 0; i < count; i++)
		page_card(seat->page, json_string_value(json_array_get(list, i)));
}

/* Adds what lies on the table in one place: cards, their number, and words for screen readers. */
static void add_item(const struct seat *seat, const json_t *item)
{
	const struct page *page = seat->page;
	const json_t *lie = json_object_get(item, "cards");
	int64_t count = (int64_t)json_array_size(lie);
	int64_t number = seat_number(item, "number");
	bool pile = is_kind(item, "PILE");
	bool stock = is_kind(item, "STOCK");
	bool column = is_kind(item, "COLUMN");
	page_print(page, "<div class=\"lie %s\" role=\"img\" aria-label=\"%s\">",
		seat_text(item, "kind"), seat_text(item, "text"));
	add_cards(seat, lie, column ? (size_t)count : SEAT_FAN);
	int64_t backs = stock ? number > 0 : is_kind(item, "COVERED") ? number - count : 0;
	for (int64_t i = 0; i < backs && i < SEAT_FAN; i++)
		page_html(page, "<b class=\"k back\"></b>");
	if (pile || (stock && number > 0) || is_kind(item, "TOP"))
		page_print(page, "<u>%jd</u>", pile ? count : number);
	page_html(page, "</div>");
}

/* Adds what each player has laid out: columns and cards set aside, under the player's name. */
static void add_tableau(const struct seat *seat, int64_t player)
{
	static const char *const kinds[] = { "COLUMN", "LAID", "COVERED" };
	const struct page *page = seat->page;
	const json_t *board = json_object_get(seat->view, "board");
	const json_t *players = json_object_get(seat->view, "seats");
	bool any = false;
	for (size_t i = 0; i < json_array_size(board); i++) {
		const json_t *item = json_array_get(board, i);
		bool own = false;
		for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
			own = own || is_kind(item, kinds[k]);
		if (!own || seat_number(item, "seat") != player)
			continue;
		if (!any) {
			const json_t *owner = json_array_get(players, (size_t)player);
			page_html(page,
				seat_flag(owner, "you") ? "<div class=\"tableau own\"><span>"
							: "<div class=\"tableau\"><span>");
			add_name(seat, owner, false);
			page_html(page, "</span>");
		}
		any = true;
		add_item(seat, item);
	}
	page_html(page, any ? "</div>" : "");
}

static void draw_felt(const struct seat *seat)
{
	static const char *const kinds[] = { "PILE", "LED", "TOP", "STOCK", "ACES" };
	const struct page *page = seat->page;
	const json_t *board = json_object_get(seat->view, "board");
	const json_t *taken = json_object_get(seat->view, "taken");
	if (is_in(seat, "open")) {
		/*
		 * While the table waits for players, the script shows the exercise in a frame of
		 * this name.
		 */
		const struct web *web = page->web;
		bool begins = web->play_now != CONFIG_PLAY_NO || web->guests != CONFIG_GUESTS_NO;
		if (begins && json_object_get(seat->view, "hand") != NULL)
			page_form_learn(page, seat_text(seat->view, "game"), "exercise");
		return;
	}
	page_html(page, "<div>");
	for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
		for (size_t i = 0; i < json_array_size(board); i++)
			if (is_kind(json_array_get(board, i), kinds[k]))
				add_item(seat, json_array_get(board, i));
	page_html(page, "</div>");
	for (size_t i = 0; i < json_array_size(board); i++) {
		const json_t *item = json_array_get(board, i);
		if (!is_kind(item, "CONTRACT"))
			continue;
		/* a badge with a mark for each card of the contract, filled once the card is down
		 */
		page_print(page, "<p class=\"badge\">%s <span>", seat_text(item, "text"));
		for (int64_t n = 0; n < seat_number(item, "number"); n++)
			page_html(page,
				n < seat_number(item, "points") ? "<u class=\"down\"></u>"
								: "<u></u>");
		page_html(page, "</span></p>");
	}
	if (taken != NULL) {
		/* the tile of the last capture stays until the next move */
		page_print(page, "<p id=\"taken\" data-to=\"p%jd\"><span>",
			seat_number(taken, "seat"));
		add_cards(seat, json_object_get(taken, "cards"), SEAT_FAN);
		page_html(page, "</span><span>");
		page_text_coloured_cards(page, seat_text(taken, "text"));
		page_html(page, "</span></p>");
	}
	bool ended = seat_flag(json_object_get(seat->view, "trial"), "ended");
	if (json_array_size(board) == 0 && taken == NULL && !ended) {
		/*
		 * The last line of talk says what happens at an empty table. Once a deal has ended,
		 * draw_turn tells its points.
		 */
		page_html(page, "<ul class=\"note\">");
		seat_draw_lines(seat, 1);
		page_html(page, "</ul>");
	}
	for (size_t i = 0; i < json_array_size(json_object_get(seat->view, "seats")); i++)
		add_tableau(seat, (int64_t)i);
}

/*
 * Draws whose turn it is. For the player, adds what their cards can do, and explains a kind of move
 * that they see for the first time.
 */
static void draw_turn(const struct seat *seat)
{
	const struct page *page = seat->page;
	const char *const more[] = { seat_text(seat->view, "teach"),
		seat_text(seat->view, "about") };
	const char *result = seat_text(seat->view, "result");
	const char *guide = seat_text(seat->view, "guide");
	const json_t *trial = json_object_get(seat->view, "trial");
	int64_t hand = seat_number(seat->view, "hand_number");
	if (*guide != '\0') {
		page_html(page, "<span class=\"guide\">");
		page_text_coloured_cards(page, guide);
		page_html(page, "</span>");
	}
	/* Once a deal of a day or a challenge has ended, the guide above tells the result. */
	if (!seat_flag(trial, "ended"))
		page_text_coloured_cards(
			page, *result != '\0' ? result : seat_text(seat->view, "turn"));
	if (seat_flag(trial, "busy"))
		page_print(page, " <span class=\"teach now\">%s</span>",
			page_word(page, MSG_TRIAL_BUSY));
	for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
		if (*more[i] == '\0')
			continue;
		page_html(page,
			hand <= (i == 0 ? SEAT_TAUGHT : 1) ? " <span class=\"teach now\">"
							   : " <span class=\"teach\">");
		page_text_coloured_cards(page, more[i]);
		page_html(page, "</span>");
	}
}

/* ---- the hand ---- */

/*
 * Returns move number `which`, from 0, among the legal moves of a card, or NULL. code: the card;
 * "": moves without a card. If a move waits for a second tap, finds only that move.
 */
static const json_t *find_move(const struct seat *seat, const char *code, unsigned which)
{
	const json_t *moves = json_object_get(seat->view, "moves");
	for (size_t i = 0; i < json_array_size(moves); i++) {
		const json_t *move = json_array_get(moves, i);
		if (strcmp(seat_text(move, "card"), code) == 0 && !seat_flag(move, "same") &&
			(seat->pending == NULL || seat->pending == move) && which-- == 0)
			return move;
	}
	return NULL;
}

static void begin_move(const struct seat *seat, const char *kind, const json_t *move)
{
	bool sure = seat_flag(seat->view, "confirm") || seat_flag(move, "sure");
	page_print(seat->page, "<button class=\"%s%s\" name=\"move\" value=\"%s\"%s>", kind,
		seat_flag(move, "asked") ? " asked" : "", seat_text(move, "move"),
		sure ? " data-sure" : "");
}

/* Adds a button with the label of a move. name: the card's name, or "". */
static void add_move(const struct seat *seat, const char *name, const json_t *move)
{
	begin_move(seat, "call", move);
	page_print(seat->page, *name != '\0' ? "<i>%s, </i>%s</button>" : "%s%s</button>", name,
		seat_text(move, "label"));
}

/* Adds a card of the hand, with a button for each of its moves. A tap on it makes its first move.
 */
static void add_held(const struct seat *seat, const json_t *held)
{
	const struct page *page = seat->page;
	const char *code = seat_text(held, "card");
	const char *name = seat_text(held, "name");
	const json_t *first = find_move(seat, code, 0);
	bool choice = seat_number(seat->view, "exchange") > 0;
	bool labelled = find_move(seat, code, 1) != NULL || seat->pending != NULL;
	page_print(page, "<li data-k=\"%s\">", code);
	if (choice)
		page_print(page,
			"<label class=\"card\"><input type=\"checkbox\" name=\"card\" "
			"value=\"%s\">",
			code);
	else if (first != NULL)
		begin_move(seat, "card", first);
	else if (json_object_get(held, "why") != NULL)
		page_print(page,
			"<button class=\"card\" type=\"button\" aria-disabled=\"true\" "
			"aria-describedby=\"why%jd\">",
			seat_number(held, "why"));
	else
		page_html(page, "<button class=\"card\" type=\"button\" aria-disabled=\"true\">");
	page_card(page, code);
	if (first == NULL)
		page_print(page, "<i>%s</i>", name);
	else
		page_print(page, labelled ? "<i>%s, </i><span>%s</span>" : "<i>%s, %s</i>", name,
			seat_text(first, "label"));
	page_html(page, choice ? "</label>" : "</button>");
	for (unsigned i = 1; find_move(seat, code, i) != NULL; i++)
		add_move(seat, name, find_move(seat, code, i));
	page_html(page, "</li>");
}

/* Draws the hand, and the moves that belong to no single card. */
static void draw_hand(const struct seat *seat)
{
	const struct page *page = seat->page;
	const json_t *hand = json_object_get(seat->view, "hand");
	const json_t *why = json_object_get(seat->view, "why");
	int64_t exchange = seat_number(seat->view, "exchange");
	if (hand == NULL || is_in(seat, "over"))
		return;
	page_print(page, "<input type=\"hidden\" name=\"n\" value=\"%jd\">",
		seat_number(seat->view, "n"));
	if (seat->pending != NULL)
		page_html(page, "<input type=\"hidden\" name=\"confirmed\" value=\"1\">");
	page_html(page, "<ul class=\"cards\">");
	for (size_t i = 0; i < json_array_size(hand); i++)
		add_held(seat, json_array_get(hand, i));
	page_html(page, "</ul>");
	for (size_t i = 0; i < json_array_size(why); i++) {
		page_print(page, "<p class=\"why\" id=\"why%u\">", (unsigned)i);
		page_text_coloured_cards(page, json_string_value(json_array_get(why, i)));
		page_html(page, "</p>");
	}
	page_html(page, "<p class=\"acts\">");
	for (unsigned i = 0; find_move(seat, "", i) != NULL; i++)
		add_move(seat, "", find_move(seat, "", i));
	if (exchange > 0) {
		page_html(page, "<button class=\"call\" name=\"give\" value=\"1\">");
		page_message(page, MSG_WEB_SEAT_PASS, ARGS(arg_number("count", exchange)));
		page_html(page, "</button>");
	}
	if (seat->pending != NULL)
		page_print(page, "<a href=\"%s/seat/%s\">%s</a>", page->web->base, page->route->key,
			page_word(page, MSG_WEB_SEAT_BACK));
	page_html(page, "</p>");
}

/* ---- talk, and the end ---- */

void seat_draw_lines(const struct seat *seat, size_t count)
{
	const json_t *lines = json_object_get(seat->view, "lines");
	size_t all = json_array_size(lines);
	for (size_t i = count < all ? all - count : 0; i < all; i++) {
		const char *text = json_string_value(json_array_get(lines, i));
		page_html(seat->page, "<li>");
		page_text_coloured_cards(seat->page, text != NULL ? text : "");
		page_html(seat->page, "</li>");
	}
}

static void draw_lines(const struct seat *seat)
{
	seat_draw_lines(seat, SEATS_LINES);
}

/*
 * Draws links at the end: to a seat that a waiting table offers, or after a match to its page if it
 * has one, to another match of the same kind, and to the front page.
 */
static void draw_end(const struct seat *seat)
{
	const struct page *page = seat->page;
	const json_t *trial = json_object_get(seat->view, "trial");
	int64_t match = seat_number(seat->view, "match");
	int64_t offer = seat_number(seat->view, "offer");
	const char *again = seat_text(seat->view, "again");
	if (offer > 0)
		page_print(page, "<a class=\"button\" href=\"%s/table/%jd/join\">%s</a>",
			page->web->base, offer, page_word(page, MSG_WEB_JOIN_SEND));
	if (!is_in(seat, "over"))
		return;
	if (seat_flag(trial, "ended"))
		seat_trial_draw_end(seat, trial);
	if (match > 0)
		verdicts_decided(page, match);
	if (*seat_text(seat->view, "advice") != '\0') {
		page_html(page, "<p>");
		page_text_coloured_cards(page, seat_text(seat->view, "advice"));
		page_html(page, "</p>");
	}
	/*
	 * Begin another match with the same players; the form is posted to the address of the page.
	 */
	if (strcmp(again, "wait") == 0)
		page_paragraph(page, MSG_WEB_SEAT_WAIT);
	else if (*again != '\0')
		page_print(page, "<form class=\"ask\" method=\"post\"><button>%s</button></form>",
			page_word(page,
				strcmp(again, "sit") == 0 ? MSG_WEB_SEAT_NEXT
							  : MSG_WEB_PLAY_AGAIN));
	if (match > 0 && seat_text(seat->view, "name")[0] == '~')
		page_paragraph(page, MSG_WEB_SEAT_STAY);
	if (match == 0 && *again == '\0' && page->web->play_now) {
		page_form_play(page, seat_text(seat->view, "game"), seat_flag(seat->view, "brief"),
			json_object_get(seat->view, "exercise") != NULL ? MSG_WEB_PLAY_NEXT
									: MSG_WEB_PLAY_AGAIN);
		page_form_exercise(page, MSG_WEB_BEGIN_CHALLENGE, "");
	}
	seat_trial_draw_delete(seat, trial);
	page_html(page, "<p>");
	if (match > 0)
		page_print(page, "<a href=\"%s/match/%jd\">%s</a> · ", page->web->base, match,
			page_word(page, MSG_WEB_SEAT_MATCH));
	page_link(page, "/", MSG_WEB_SEAT_FRONT);
	page_html(page, "</p>");
}

/* ---- parts ---- */

static const struct {
	const char *id;
	void (*draw)(const struct seat *seat);
} parts[SEAT_PARTS] = {
	[SEAT_PLAYERS] = { "players", draw_players },
	[SEAT_FELT] = { "felt", draw_felt },
	[SEAT_TURN] = { "turn", draw_turn },
	[SEAT_HAND] = { "hand", draw_hand },
	[SEAT_LINES] = { "lines", draw_lines },
	[SEAT_END] = { "end", draw_end },
};

const char *seat_part_id(enum seat_part part)
{
	return parts[part].id;
}

void seat_draw(const struct seat *seat, enum seat_part part)
{
	parts[part].draw(seat);
}

/* Adds a part with its element. tag: the element, with attributes but without the id. */
static void add_part(
	const struct seat *seat, enum seat_part part, const char *tag, enum message label)
{
	page_print(seat->page, "<%s id=\"%s\" aria-label=\"%s\">", tag, parts[part].id,
		page_word(seat->page, label));
	parts[part].draw(seat);
	page_print(seat->page, "</%s>", tag);
}

/* ---- the page ---- */

void seat_add_title(const struct seat *seat, struct string *out)
{
	const struct page *page = seat->page;
	const char *preset = seat_text(seat->view, "preset");
	const char *place = seat_text(seat->view, "place");
	const char *exercise = seat_text(seat->view, "exercise");
	int own = catalog_find_in_group("web.exercise.", exercise, strlen(exercise));
	catalog_add(out, page->web->catalog, page->locale,
		own >= 0 ? (enum message)own : MSG_WEB_SEAT_TABLE,
		ARGS(arg_number("table", seat_number(seat->view, "table"))));
	if (own >= 0)
		return;
	string_add(out, " · ");
	string_add(out, seat_text(seat->view, "game"));
	string_add(out, *preset != '\0' ? " " : "");
	string_add(out, preset);
	string_add(out, *place != '\0' ? " · " : "");
	string_add(out, place);
}

/*
 * Adds the rules, the switches of the script, the commitment of a challenge, and the way to leave,
 * if there is anything to leave. The script opens links of the class `here` in the page.
 */
static void add_foot(const struct seat *seat, const char *key)
{
	static const struct {
		const char *id;
		enum message message;
	} switches[] = { { "explain", MSG_WEB_SEAT_EXPLAIN }, { "sound", MSG_WEB_SEAT_SOUND },
		{ "notify", MSG_WEB_SEAT_NOTIFY } };
	const struct page *page = seat->page;
	const json_t *trial = json_object_get(seat->view, "trial");
	page_print(page,
		"<div id=\"foot\"><a class=\"here\" href=\"%s/rules/%s?preset=%s\">%s</a>"
		"<details id=\"switches\" hidden><summary>%s</summary>",
		page->web->base, seat_text(seat->view, "game"), seat_text(seat->view, "preset"),
		page_word(page, MSG_WEB_NAV_RULES), page_word(page, MSG_WEB_SEAT_MORE));
	for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
		page_print(page, "<label><input type=\"checkbox\" id=\"%s\"> %s</label>",
			switches[i].id, page_word(page, switches[i].message));
	page_html(page, "</details>");
	if (*seat_text(trial, "commitment") != '\0') {
		page_print(
			page, "<details><summary>%s</summary>", page_word(page, MSG_WEB_NAV_FAIR));
		days_add_commitment(
			page, seat_number(trial, "number"), seat_text(trial, "commitment"));
		page_html(page, "</details>");
	}
	if (json_object_get(seat->view, "exercise") == NULL && !is_in(seat, "over"))
		page_print(page,
			"<span id=\"leave\"><a class=\"here\" "
			"href=\"%s/seat/%s/leave\">%s</a></span>",
			page->web->base, key, page_word(page, MSG_WEB_LEAVE));
	page_html(page, "</div>");
}

void seat_add_table(const struct seat *seat, const char *path, const char *key)
{
	const struct page *page = seat->page;
	bool plays = json_object_get(seat->view, "hand") != NULL;
	char clock[ROUTE_VALUE];
	page_print(page,
		"<div id=\"table\" data-events=\"%s%s%s/events?lang=%s\" data-yours=\"%s\" "
		"data-again=\"%s\" data-lost=\"%s\" data-away=\"%s\" data-unsent=\"%s\" "
		"data-unable=\"%s\" data-forgotten=\"%s\" data-back=\"%s\">",
		page->web->base, path, key, catalog_language_code(page->locale.language),
		page_word(page, MSG_WEB_SEAT_YOURS), page_word(page, MSG_WEB_SEAT_AGAIN),
		page_word(page, MSG_WEB_SEAT_LOST), page_word(page, MSG_WEB_SEAT_AWAY),
		page_word(page, MSG_WEB_SEAT_UNSENT), page_word(page, MSG_WEB_SEAT_UNABLE),
		page_word(page, MSG_WEB_SEAT_FORGOTTEN), page_word(page, MSG_WEB_SEAT_BACK));
	add_part(seat, SEAT_PLAYERS, "ul", MSG_WEB_SEAT_PLAYERS);
	/* The felt scrolls if it has many cards, so the keyboard must be able to focus it. */
	page_print(page, "<section id=\"felt\" tabindex=\"0\" aria-label=\"%s\">",
		page_word(page, MSG_WEB_SEAT_BOARD));
	draw_felt(seat);
	page_html(page, "</section>");
	page_html(page,
		seat_flag(seat->view, "your_turn") ? "</div><p id=\"say\" class=\"yours\">"
						   : "</div><p id=\"say\">");
	/*
	 * Write the time that is left now. The script counts down from the time in each later
	 * event.
	 */
	int64_t deadline = seat_number(seat->view, "deadline");
	int64_t left = deadline > 0 ? deadline - page->request->now : 0;
	left = left < 0 ? 0 : left > 5999 ? 5999 : left;
	snprintf(clock, sizeof clock, "%d:%02d", (int)left / 60, (int)left % 60);
	page_print(
		page, "<span id=\"clock\" data-text=\"%s\">", page_word(page, MSG_WEB_SEAT_CLOCK));
	if (deadline > 0)
		page_message(page, MSG_WEB_SEAT_CLOCK, ARGS(arg_text("time", clock)));
	page_html(page, "</span><span id=\"turn\">");
	draw_turn(seat);
	page_html(page, "</span></p><p id=\"notice\" role=\"alert\">");
	if (seat->pending != NULL)
		page_message(page, MSG_WEB_SEAT_AGAIN,
			ARGS(arg_text("move", seat_text(seat->pending, "label"))));
	page_print(page, "%s</p><div id=\"end\">", seat->say);
	draw_end(seat);
	page_html(page, "</div>");
	if (plays) {
		page_print(page,
			"<form method=\"post\" action=\"%s/seat/%s/move\" id=\"hand\" "
			"aria-label=\"%s\">",
			page->web->base, key, page_word(page, MSG_WEB_SEAT_HAND));
		draw_hand(seat);
		page_html(page, "</form>");
	}
	page_html(page, "<div id=\"talk\" tabindex=\"0\">");
	add_part(seat, SEAT_LINES, "ol", MSG_WEB_SEAT_LINES);
	page_html(page, "</div>");
	if (plays)
		add_foot(seat, key);
	page_html(page, "<p id=\"told\" role=\"status\"></p>");
}

void seat_show(const struct page *asked, struct web_response *response, const json_t *view,
	const char *say, const json_t *pending)
{
	int language = catalog_language(seat_text(view, "lang"));
	struct page page = *asked;
	struct string title = STRING_EMPTY;
	const struct seat seat = { .page = &page, .view = view, .say = say, .pending = pending };
	page.seat = true;
	page.locale.language = language >= 0 ? (uint8_t)language : page.locale.language;
	page.reload = seat_flag(view, "your_turn") ? 0 : SEAT_RELOAD;
	response->language = page.locale.language;
	response->forms = response->shown = true;
	seat_add_title(&seat, &title);
	page_begin(&page,
		seat_flag(view, "your_turn") ? page_word(&page, MSG_WEB_SEAT_YOURS) : title.bytes,
		page_word(&page, MSG_WEB_SEAT_ABOUT), PAGE_PICTURE);
	page_print(&page, "<main id=\"content\" class=\"play\"><h1>%s</h1>", title.bytes);
	seat_add_table(&seat, "/seat/", page.route->key);
	page_html(&page, "</main>");
	page_end(&page);
	string_free(&title);
}
