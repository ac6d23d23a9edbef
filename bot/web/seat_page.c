#include "bot/web/seat_page.h"

#include <string.h>

#include "bot/base/json.h"
#include "bot/web/form.h"
#include "bot/web/seat.h"

enum { SEAT_MOVE = 65, SEAT_NAME = 256 }; /* bytes of a move and of a name, NUL included */

unsigned seat_find_view(
	const struct page *page, enum seats_kind kind, char hash[SEAT_HASH], const char **view)
{
	const struct seats *seats = page->web->seats;
	if (page->route->place == PLACE_SIT)
		seat_key_write_match(page->route->id, hash);
	else
		seat_key_hash_text(page->route->key, hash);
	*view = seats_find(seats, kind, hash);
	if (!seats->here)
		return 503;
	return *view != NULL ? 200 : 404;
}

static void show(
	const struct page *page, struct web_response *response, const char *json, const char *say)
{
	json_t *view = json_loads(json, 0, NULL);
	seat_show(page, response, view, say, NULL);
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

/* Reads the move in a form: one move, or the cards to pass. Returns false if the form has none. */
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

/*
 * Returns the legal move that a form names. Returns NULL if it names none, or if it was sent from
 * an older view of the table.
 */
static const json_t *find_formed(const struct page *page, const json_t *view)
{
	const json_t *moves = json_object_get(view, "moves");
	char move[SEAT_MOVE];
	if (form_number(page->request->body, "n") != seat_number(view, "n") ||
		!form_text(page->request->body, "move", 0, move, sizeof move))
		return NULL;
	for (size_t i = 0; i < json_array_size(moves); i++)
		if (strcmp(seat_text(json_array_get(moves, i), "move"), move) == 0)
			return json_array_get(moves, i);
	return NULL;
}

/*
 * Answers the first tap of a player with `set confirm on`, on a page without scripts: shows only
 * the tapped move, to be tapped again. Returns false if the form goes to the bot at once.
 */
static bool ask_again(const struct page *page, struct web_response *response, const char *json)
{
	if (page->route->form == FORM_JSON || form_number(page->request->body, "confirmed") == 1)
		return false;
	json_t *view = json_loads(json, 0, NULL);
	const json_t *pending = find_formed(page, view);
	if (!seat_flag(view, "confirm") && !seat_flag(pending, "sure"))
		pending = NULL;
	if (pending != NULL)
		seat_show(page, response, view, "", pending);
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

/*
 * Answers with the bot's reply: to a script as JSON; to a form with the seat's page, which tells
 * why a move was refused.
 */
static unsigned answer(const struct page *page, struct web_response *response, const char *view)
{
	unsigned status = page->request->reply->status;
	if (page->route->form == FORM_JSON)
		return seat_answer_script(page, response, view);
	if (status == 200)
		return seat_go(page, response, page->route->key);
	show(page, response, view, said(page));
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
	return answer(page, response, view);
}

unsigned seat_again(const struct page *page, struct web_response *response)
{
	const struct seats_reply *reply = page->request->reply;
	char hash[SEAT_HASH];
	const char *view;
	unsigned status = seat_find_view(page, SEATS_SEAT, hash, &view);
	if (status != 200)
		return status;
	if (reply == NULL) {
		seat_begin_question(page, response, "again");
		json_text(&response->question, "seat", hash);
		json_end(&response->question, '}');
		return 200;
	}
	if (reply->status == 303)
		return seat_go(page, response, reply->key);
	show(page, response, view, said(page));
	return reply->status;
}

/* ---- results of deals ---- */

unsigned seat_sign(const struct page *page, struct web_response *response)
{
	const struct seats_reply *reply = page->request->reply;
	char name[SEAT_NAME], tells[8], hash[SEAT_HASH];
	const char *view;
	unsigned status = seat_find_view(page, SEATS_SEAT, hash, &view);
	if (status != 200)
		return status;
	if (reply == NULL) {
		form_text(page->request->body, "name", 0, name, sizeof name);
		response->takes_seat = false;
		seat_begin_question(page, response, "sign");
		json_text(&response->question, "seat", hash);
		json_text(&response->question, "name", name);
		json_bool(&response->question, "tells",
			form_text(page->request->body, "tells", 0, tells, sizeof tells));
		json_end(&response->question, '}');
		return 200;
	}
	return answer(page, response, view);
}

unsigned seat_delete(const struct page *page, struct web_response *response)
{
	const struct seats_reply *reply = page->request->reply;
	char hash[SEAT_HASH];
	if (reply == NULL) {
		seat_key_hash_text(page->route->key, hash);
		response->takes_seat = false;
		seat_begin_question(page, response, "delete");
		json_text(&response->question, "seat", hash);
		json_end(&response->question, '}');
		return 200;
	}
	if (reply->status != 200)
		return reply->status;
	page_begin_titled(page, MSG_WEB_TRIAL_DELETED, NO_ARGS, MSG_WEB_SEAT_ABOUT);
	/* On this page the script also deletes its stored copy of the result. */
	page_print(page, "<p id=\"deleted\" data-seat=\"%s\">", page->route->key);
	page_link(page, "/daily", MSG_WEB_DAILY);
	page_html(page, "</p>");
	page_foot(page);
	response->forms = response->shown = response->uncacheable = true;
	return 200;
}
