/*
 * join.c - the pages on which a person without a chat client takes a seat (by an invitation, or by
 * an offer of the front page) and leaves the table.
 */
#include <string.h>

#include "bot/base/json.h"
#include "bot/web/form.h"
#include "bot/web/seat.h"
#include "bot/web/seat_page.h"
#include "engine/player.h"

/* Maximum number of bytes of a name, NUL included. The bot checks whether the name is allowed. */
enum { JOIN_NAME = 256 };

/* ---- forms ---- */

/* Marks the response as a page that has a form, or that answers one. */
static void mark_form(const struct page *page, struct web_response *response)
{
	response->language = page->locale.language;
	response->forms = response->shown = response->uncacheable = true;
}

/* Begins a page that has a form, or that answers one. */
static void begin_page(const struct page *page, struct web_response *response, enum message title,
	enum message about)
{
	page_begin_titled(page, title, NO_ARGS, about);
	mark_form(page, response);
}

static void add_notice(const struct page *page, const char *say)
{
	page_print(page, "<p id=\"notice\" role=\"alert\">%s</p>", say);
}

/* ---- exercises ---- */

/* Answers the form of an offer: redirects to the new seat, or shows why the bot refused it. */
static unsigned answer_offer(const struct page *page, struct web_response *response)
{
	const struct seats_reply *reply = page->request->reply;
	if (reply->status == 303)
		return seat_go(page, response, reply->key);
	if (reply->say[0] == '\0' || page->route->form == FORM_JSON)
		return reply->status;
	begin_page(page, response, MSG_WEB_PLAY, MSG_WEB_SEAT_ABOUT);
	add_notice(page, reply->say);
	page_html(page, "<p>");
	page_link(page, "/", MSG_WEB_SEAT_FRONT);
	page_html(page, "</p>");
	page_foot(page);
	return reply->status;
}

unsigned exercise_send(const struct page *page, struct web_response *response)
{
	const struct route *route = page->route;
	const char *name = route->place == PLACE_EXERCISE ? route->path + 1
		: route->place == PLACE_JOIN              ? "challenge"
							  : "daily";
	const char *about = route->place == PLACE_JOIN ? route->key : route->day;
	char browser[ROUTE_VALUE], result[ROUTE_VALUE];
	response->secret = true;
	if (page->request->reply != NULL)
		return answer_offer(page, response);
	form_text(page->request->body, "browser", 0, browser, sizeof browser);
	form_text(page->request->body, "result", 0, result, sizeof result);
	seat_begin_question(page, response, "exercise");
	json_text(&response->question, "name", name);
	json_text(&response->question, "browser", browser);
	json_text(&response->question, "about", *result != '\0' ? result : about);
	json_end(&response->question, '}');
	return 200;
}

/* ---- invitations ---- */

/* The words for an invitation or an offer: who invites, the game, its players and its length. */
struct words {
	struct arg arg[8];
	enum message by, length;
};

static struct words words_of(const struct page *page, const json_t *view)
{
	bool points = json_object_get(view, "target") != NULL;
	bool offered = page->route->place != PLACE_JOIN;
	return (struct words){
		{ arg_text("player", seat_text(view, "by")),
			arg_text("game", seat_text(view, "game")),
			arg_options("preset", seat_text(view, "preset")),
			arg_number("seated",
				(int64_t)json_array_size(json_object_get(view, "seated"))),
			arg_number("most", seat_number(view, "most")),
			arg_number(points ? "target" : "hands",
				seat_number(view, points ? "target" : "hands")),
			arg_number("minutes", seat_number(view, "minutes")) },
		offered ? MSG_WEB_JOIN_SIT : MSG_WEB_JOIN_BY,
		points ? MSG_LENGTH_POINTS : MSG_LENGTH_HANDS
	};
}

/* Adds the sentences of an invitation or an offer to a page. */
static void add_words(const struct page *page, const json_t *view)
{
	const struct words words = words_of(page, view);
	page_message(page, words.by, words.arg);
	page_html(page, " ");
	page_message(page, MSG_WAITING_HERE, words.arg);
	page_html(page, " ");
	page_message(page, words.length, words.arg);
}

void join_tell(const struct page *page, const json_t *view, struct string *out)
{
	const struct words words = words_of(page, view);
	const enum message told[] = { words.by, MSG_WAITING_HERE, words.length };
	for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
		string_add(out, i > 0 ? " " : "");
		catalog_add(out, page->web->catalog, page->locale, told[i], words.arg);
	}
}

static void add_invitation(const struct page *page, const json_t *view, const char *say)
{
	char name[JOIN_NAME] = "", match[ROUTE_VALUE];
	const char *game = seat_text(view, "game");
	const json_t *seated = json_object_get(view, "seated");
	int what = catalog_find_in_group("web.what.", game, strlen(game));
	struct text number = text_in(match, sizeof match);
	bool offered = page->route->place == PLACE_SIT;
	page_html(page, "<p class=\"lead\">");
	add_words(page, view);
	page_html(page, "</p>");
	if (what >= 0) /* the game in three sentences */
		page_print(page, "<p>%s <a href=\"%s/rules/%s\">%s</a></p>",
			page_word(page, (enum message)what), page->web->base, game,
			page_word(page, MSG_WEB_NAV_RULES));
	page_print(page, "<p>%s", page_word(page, MSG_WEB_JOIN_SEATED));
	for (size_t i = 0; i < json_array_size(seated); i++) {
		const char *player = json_string_value(json_array_get(seated, i));
		page_html(page, i > 0 ? ", " : " ");
		page_isolated(page, player != NULL ? player : "", NULL);
	}
	page_html(page, "</p>");
	add_notice(page, say);
	if (page->request->body != NULL)
		form_text(page->request->body, "name", 0, name, sizeof name);
	text_number(&number, page->route->id);
	if (offered)
		page_form_begin(page, "/table/", match, "/join");
	else
		page_form_begin(page, "/join/", page->route->key, "");
	page_print(page,
		"<label for=\"name\">%s</label><input id=\"name\" name=\"name\" maxlength=\"40\" "
		"value=\"%s\" required autocomplete=\"nickname\" "
		"autocapitalize=\"words\" spellcheck=\"false\">",
		page_word(page, MSG_WEB_JOIN_NAME), name);
	page_form_end(page, MSG_WEB_JOIN_SEND);
	page_form_learn(page, game, "");
	page_print(page, "<p class=\"facts\">%s</p><p class=\"facts\">%s</p>",
		offered ? "" : page_word(page, MSG_WEB_JOIN_CHAT),
		page_word(page, MSG_WEB_JOIN_KEPT));
}

static unsigned show(const struct page *page, struct web_response *response, const json_t *view,
	const char *say, unsigned status)
{
	struct string about = STRING_EMPTY;
	join_tell(page, view, &about);
	page_head(page, page_word(page, MSG_WEB_JOIN), about.bytes, PAGE_PICTURE);
	page_heading(page, 1, MSG_WEB_JOIN, NO_ARGS);
	mark_form(page, response);
	add_invitation(page, view, say);
	string_free(&about);
	page_foot(page);
	return status;
}

/*
 * Finds the view that the address names. Returns 200 and sets *view, which the caller frees, or
 * returns 404 or 503.
 */
static unsigned find(
	const struct page *page, enum seats_kind kind, char hash[SEAT_HASH], json_t **view)
{
	const char *json;
	unsigned status = seat_find_view(page, kind, hash, &json);
	*view = status == 200 ? json_loads(json, 0, NULL) : NULL;
	return status;
}

unsigned join_page(const struct page *page, struct web_response *response)
{
	char hash[SEAT_HASH];
	json_t *view;
	unsigned status = find(page, SEATS_JOIN, hash, &view);
	if (status == 200)
		show(page, response, view, "", 200);
	json_decref(view);
	return status;
}

unsigned join_send(const struct page *page, struct web_response *response)
{
	const struct seats_reply *reply = page->request->reply;
	char hash[SEAT_HASH];
	json_t *view;
	/* do not look for the invitation: it ended when its seat was taken */
	if (reply != NULL && reply->status == 303)
		return seat_go(page, response, reply->key);
	unsigned status = find(page, SEATS_JOIN, hash, &view);
	if (status == 200 && reply == NULL) {
		char name[JOIN_NAME];
		if (form_text(page->request->body, "name", 0, name, sizeof name)) {
			seat_begin_question(page, response, "join");
			json_text(&response->question, "join", hash);
			json_text(&response->question, "name", name);
			json_end(&response->question, '}');
		} else {
			status = 400;
		}
	} else if (status == 200) {
		status = reply->status;
		if (reply->say[0] != '\0')
			show(page, response, view, reply->say, status);
	}
	json_decref(view);
	return status;
}

/* ---- leaving ---- */

/* Tells what happens if the person leaves the table, and asks them to confirm. */
static void ask_to_leave(const struct page *asked, struct web_response *response,
	const json_t *view, const char *say)
{
	struct page page = *asked;
	int language = catalog_language(seat_text(view, "lang"));
	bool plays = strcmp(seat_text(view, "state"), "play") == 0;
	if (language >= 0)
		page.locale.language = (uint8_t)language;
	begin_page(&page, response, MSG_WEB_LEAVE_SURE, MSG_WEB_SEAT_ABOUT);
	page_paragraph(&page,
		!plays                              ? MSG_WEB_LEAVE_SEAT
			: seat_flag(view, "others") ? MSG_WEB_LEAVE_OTHERS
						    : MSG_WEB_LEAVE_ALONE);
	if (plays && seat_flag(view, "rated"))
		page_paragraph(&page, MSG_WEB_LEAVE_RATED);
	add_notice(&page, say);
	page_form_begin(&page, "/seat/", page.route->key, "/leave");
	page_form_end(&page, MSG_WEB_LEAVE);
	page_print(&page, "<p><a href=\"%s/seat/%s\">%s</a></p>", page.web->base, page.route->key,
		page_word(&page, MSG_WEB_SEAT_BACK));
	page_foot(&page);
}

unsigned leave_page(const struct page *page, struct web_response *response)
{
	char hash[SEAT_HASH];
	json_t *view;
	unsigned status = find(page, SEATS_SEAT, hash, &view);
	if (status == 200 && strcmp(seat_text(view, "state"), "over") == 0)
		status = seat_go(page, response, page->route->key);
	else if (status == 200)
		ask_to_leave(page, response, view, "");
	json_decref(view);
	return status;
}

/* Answers the form that leaves the table with the bot's reply. view: NULL if the seat has ended. */
static unsigned answer_leaver(
	const struct page *page, struct web_response *response, const json_t *view)
{
	const struct seats_reply *reply = page->request->reply;
	if (page->route->form == FORM_JSON)
		return seat_answer_script(page, response, NULL);
	if (reply->status == 200 && view == NULL) {
		begin_page(page, response, MSG_WEB_LEAVE_DONE, MSG_WEB_SEAT_ABOUT);
		page_html(page, "<p>");
		page_link(page, "/", MSG_WEB_SEAT_FRONT);
		page_html(page, "</p>");
		page_foot(page);
	} else if (reply->status == 200 || reply->status == 409)
		return seat_go(page, response, page->route->key);
	else if (reply->status == 422)
		ask_to_leave(page, response, view, reply->say);
	return reply->status;
}

unsigned leave_send(const struct page *page, struct web_response *response)
{
	const struct seats_reply *reply = page->request->reply;
	char hash[SEAT_HASH];
	json_t *view;
	unsigned status = find(page, SEATS_SEAT, hash, &view);
	bool left = status == 404 && reply != NULL && reply->status == 200;
	if (reply == NULL && status == 200) {
		seat_begin_question(page, response, "leave");
		json_text(&response->question, "seat", hash);
		json_end(&response->question, '}');
	} else if (left || (reply != NULL && status == 200)) {
		status = answer_leaver(page, response, view);
	}
	json_decref(view);
	return status;
}

/* ---- the front page ---- */

void offers_section(const struct page *page)
{
	const struct web *web = page->web;
	const char *json;
	bool any = false;
	if (web->seats == NULL || web->guests != CONFIG_GUESTS_OPEN)
		return;
	for (size_t n = 0; (json = seats_next_offer(web->seats, &n)) != NULL; any = true) {
		json_t *view = json_loads(json, 0, NULL);
		if (!any) {
			page_html(page, "<section id=\"offers\">");
			page_heading(page, 2, MSG_WEB_OFFERS, NO_ARGS);
			page_paragraph(page, MSG_WEB_OFFERS_ABOUT);
			page_html(page, "<ul>");
		}
		page_html(page, "<li><p>");
		add_words(page, view);
		page_print(page,
			"</p><p><a class=\"button\" href=\"%s/table/%jd/join\">%s</a></p></li>",
			web->base, seat_number(view, "match"), page_word(page, MSG_WEB_JOIN_SEND));
		json_decref(view);
	}
	page_html(page, any ? "</ul></section>" : "");
}

static void add_option(const struct page *page, const char *value, const char *text)
{
	page_print(page, "<option value=\"%s\">%s</option>", value, text);
}

void play_form(const struct page *page)
{
	page_html(page, "<section id=\"play\">");
	page_heading(page, 2, MSG_WEB_PLAY, NO_ARGS);
	page_paragraph(page, MSG_WEB_PLAY_ABOUT);
	page_form_begin(page, "/play", "", "");
	page_print(page, "<label>%s <select name=\"game\">", page_word(page, MSG_WEB_PLAY_GAME));
	for (unsigned i = 0; games[i] != NULL; i++) {
		page_print(page, "<option value=\"%s\">", games[i]->name);
		page_game(page, games[i]->name);
		page_html(page, "</option>");
	}
	page_print(page, "</select></label><label>%s <select name=\"level\">",
		page_word(page, MSG_WEB_PLAY_LEVEL));
	add_option(page, "", page_word(page, MSG_WEB_PLAY_FITS));
	for (unsigned i = 0; i < LEVEL_COUNT; i++) {
		const char *name = level_name((enum level)i);
		int message = catalog_find_in_group("level.", name, strlen(name));
		add_option(page, name, message < 0 ? name : page_word(page, (enum message)message));
	}
	page_html(page, "</select></label>");
	page_print(page,
		"<button name=\"length\" value=\"short\">%s</button>"
		"<button name=\"length\" value=\"whole\">%s</button></form>",
		page_word(page, MSG_WEB_PLAY_SHORT), page_word(page, MSG_WEB_PLAY_WHOLE));
	page_form_learn(page, games[0]->name, "");
	page_form_exercise(page, MSG_WEB_BEGIN_CHALLENGE, "");
	page_print(page, "<p class=\"facts\">%s</p>", page_word(page, MSG_WEB_CHALLENGE_ABOUT));
	page_html(page, "</section>");
}

unsigned play_send(const struct page *page, struct web_response *response)
{
	char game[ROUTE_VALUE];
	char level[ROUTE_VALUE];
	char length[ROUTE_VALUE];
	response->secret = true;
	if (page->request->reply != NULL)
		return answer_offer(page, response);
	if (!form_text(page->request->body, "game", 0, game, sizeof game) ||
		!form_text(page->request->body, "level", 0, level, sizeof level))
		return 400;
	seat_begin_question(page, response, "play");
	json_text(&response->question, "game", game);
	json_text(&response->question, "level", level);
	form_text(page->request->body, "length", 0, length, sizeof length);
	json_bool(&response->question, "short", strcmp(length, "short") == 0);
	json_end(&response->question, '}');
	return 200;
}
