#include "bot/web/seat_trial.h"

#include <string.h>

#include "bot/text/eventtext.h"
#include "bot/web/days.h"

/* ---- the other result ---- */

/*
 * Adds the next two moves of a text like "9D;4C mitten" as a table cell: a person's move and the
 * reply. Returns the rest of the text.
 */
static const char *add_pair(const struct page *page, const char *moves)
{
	page_html(page, "<td>");
	for (unsigned i = 0; i < 2 && *moves != '\0'; i++) {
		struct string words = STRING_EMPTY;
		char code[MOVE_TEXT];
		struct text text = text_in(code, sizeof code);
		struct move move;
		size_t length = strcspn(moves, ";");
		text_bytes(&text, moves, length);
		moves += length + (moves[length] == ';');
		if (move_read(code, &record_words, &move))
			eventtext_move(&words, page->web->catalog, page->locale, move);
		page_html(page, i > 0 ? " · " : "");
		page_text_coloured_cards(page, words.bytes);
		string_free(&words);
	}
	page_html(page, "</td>");
	return moves;
}

/* Adds the points and the moves of another person beside the player's own. */
static void add_against(const struct page *page, const json_t *trial, const json_t *other)
{
	const char *name = seat_text(other, "name");
	const char *own = seat_text(trial, "moves"), *theirs = seat_text(other, "moves");
	struct string shown = STRING_EMPTY;
	struct page aside = *page;
	aside.out = &shown;
	page_isolated(&aside, *name != '\0' ? name : page_word(page, MSG_WEB_DAILY_NAMELESS), NULL);
	page_html(page, "<p>");
	page_message_around(page, MSG_WEB_TRIAL_AGAINST,
		ARGS(arg_text("name", PAGE_PLACEHOLDER),
			arg_number("own", seat_number(other, "own")),
			arg_number("other", seat_number(other, "other"))),
		shown.bytes);
	page_print(page,
		"</p><details><summary>%s</summary><table><thead><tr><th scope=\"col\">%s</th>"
		"<th scope=\"col\">",
		page_word(page, MSG_WEB_TRIAL_COMPARE), page_word(page, MSG_WEB_SEAT_YOU));
	page_html(page, shown.bytes);
	page_html(page, "</th></tr></thead><tbody>");
	while (*own != '\0' || *theirs != '\0') {
		page_html(page, "<tr>");
		own = add_pair(page, own);
		theirs = add_pair(page, theirs);
		page_html(page, "</tr>");
	}
	page_html(page, "</tbody></table></details>");
	string_free(&shown);
}

/* ---- forms ---- */

/*
 * Begins a form that is posted to the address of the page it is on, because a stream does not know
 * the key in that address. act: what the bot shall do, like "sign".
 */
static void begin_form(const struct page *page, const char *id, const char *act)
{
	page_print(page,
		"<form class=\"ask\" method=\"post\" id=\"%s\"><input type=\"hidden\" name=\"do\" "
		"value=\"%s\">",
		id, act);
}

/* Adds what a script needs to pass a link on: sentences without and with the points. */
static void add_told(const struct seat *seat, const json_t *trial)
{
	const struct page *page = seat->page;
	struct string dare = STRING_EMPTY, points = STRING_EMPTY;
	if (*seat_text(trial, "link") != '\0')
		catalog_add(&dare, page->web->catalog, page->locale, MSG_WEB_CHALLENGE_DARE,
			ARGS(arg_text("game", seat_text(seat->view, "game"))));
	else
		days_add_message(page, MSG_WEB_DAILY_DARE, seat_text(trial, "day"), &dare);
	catalog_add(&points, page->web->catalog, page->locale, MSG_WEB_DAILY_MADE,
		ARGS(arg_number("own", seat_number(trial, "own")),
			arg_number("other", seat_number(trial, "other"))));
	page_print(page,
		" data-dare=\"%s\" data-points=\"%s\" data-copied=\"%s\" data-saved=\"%s\"",
		dare.bytes, points.bytes, page_word(page, MSG_WEB_TRIAL_COPIED),
		page_word(page, MSG_WEB_TRIAL_SAVED));
	string_free(&dare);
	string_free(&points);
}

/*
 * Adds the form that signs a result, and the link to pass on: to the result, or in a challenge the
 * link that the other person opens to play.
 */
static void add_share(const struct seat *seat, const json_t *trial)
{
	const struct page *page = seat->page;
	const char *link = seat_text(trial, "link"), *site = page->web->url;
	char path[ROUTE_PATH];
	struct text text = text_in(path, sizeof path);
	bool challenge = *link != '\0';
	text_add(&text, challenge ? "/join/" : "/daily/");
	text_add(&text, challenge ? link : seat_text(trial, "day"));
	text_add(&text, challenge ? "" : "/r/");
	text_add(&text, challenge ? "" : seat_text(trial, "key"));
	begin_form(page, "share", "sign");
	page_print(page,
		"<label>%s <input name=\"name\" maxlength=\"40\" value=\"%s\" "
		"autocomplete=\"nickname\" spellcheck=\"false\"></label>"
		"<button name=\"save\" value=\"1\">%s</button>",
		page_word(page, challenge ? MSG_WEB_JOIN_NAME : MSG_WEB_TRIAL_NAME),
		seat_text(trial, "name"), page_word(page, MSG_WEB_TRIAL_SAVE));
	if (!challenge)
		page_print(page,
			"<label><input type=\"checkbox\" name=\"tells\" value=\"1\"%s> %s</label>",
			seat_flag(trial, "tells") ? " checked" : "",
			page_word(page, MSG_WEB_TRIAL_TELLS));
	page_form_end(page, MSG_WEB_TRIAL_SHARE);
	page_print(page, "<p>%s <a id=\"result\" href=\"%s%s\"",
		page_word(page, challenge ? MSG_WEB_CHALLENGE_LINK : MSG_WEB_TRIAL_LINK),
		page->web->base, path);
	if (!challenge)
		page_print(page, " data-day=\"%s\" data-key=\"%s\" data-late=\"%s\"",
			seat_text(trial, "day"), seat_text(trial, "key"),
			seat_flag(trial, "late") ? "1" : "");
	add_told(seat, trial);
	page_print(page, ">%s%s</a></p>", site != NULL ? site : page->web->base, path);
}

/* Adds the seed of a challenge that is over, and how to check its cards. */
static void add_seed(const struct page *page, const json_t *trial)
{
	page_html(page, "<p class=\"facts exactly\">");
	page_message(page, MSG_WEB_CHALLENGE_SEED,
		ARGS(arg_number("number", seat_number(trial, "number")),
			arg_text("seed", seat_text(trial, "seed"))));
	page_html(page, " ");
	page_link(page, "/fair", MSG_WEB_CHECK_HOW);
	page_html(page, "</p>");
}

void seat_trial_draw_end(const struct seat *seat, const json_t *trial)
{
	const struct page *page = seat->page;
	const json_t *other = json_object_get(trial, "against");
	bool open = strcmp(seat_text(trial, "kind"), "open") == 0 && !seat_flag(trial, "chats");
	if (other != NULL)
		add_against(page, trial, other);
	if (open || *seat_text(trial, "link") != '\0')
		add_share(seat, trial);
	if (*seat_text(trial, "seed") != '\0')
		add_seed(page, trial);
	if (!open)
		return;
	page_html(page, "<p>");
	page_link(page, "/daily", MSG_WEB_DAILY_RESULTS);
	page_html(page, "</p>");
}

void seat_trial_draw_delete(const struct seat *seat, const json_t *trial)
{
	if (!seat_flag(trial, "ended") || strcmp(seat_text(trial, "kind"), "open") != 0)
		return;
	begin_form(seat->page, "delete", "delete");
	page_form_end(seat->page, MSG_WEB_DAILY_DELETE);
}
