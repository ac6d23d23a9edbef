/* match.c - the page of a match: moves, board, fairness check. */
#include <stdio.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/history/record.h"
#include "bot/web/replay.h"
#include "bot/web/venue.h"
#include "bot/web/verdicts.h"

/* Maximum number of hands on one page, and of bytes of a record that is embedded in a page. */
enum { MATCH_HANDS = 40, MATCH_RECORD = 256 * 1024 };

/*
 * The parts of a match page. They are collected by one replay of the match, before the page is
 * written.
 */
struct gathered {
	const struct page *page;
	const struct listed_match *listed;
	/* review of the match; NULL: impossible, or not ready */
	const struct match_review *judged;
	struct string moves;     /* lists of the moves in HTML, one for each hand */
	struct string scenes;    /* scenes of the page, as a JSON list */
	struct scene_text first; /* first scene of the page */
	unsigned hand;           /* number of the last hand on the page */
	unsigned hands;          /* number of hands dealt in the match */
};

/* Copies a page. The copy writes to another string. */
static struct page aside(const struct page *page, struct string *out)
{
	struct page other = *page;
	other.out = out;
	return other;
}

static bool is_shown(const struct gathered *gathered, unsigned hand)
{
	unsigned from = gathered->page->route->from;
	return hand >= from && hand < from + MATCH_HANDS;
}

static void begin_hand(const struct page *to, struct gathered *gathered, unsigned hand)
{
	page_html(to, gathered->hand > 0 ? "</ol>" : "");
	page_html(to, "<h3>");
	const struct game *game = game_named(gathered->listed->match.game);
	page_message(to, game != NULL && game->rounds ? MSG_WEB_ROUND : MSG_WEB_HAND,
		ARGS(arg_number("number", hand)));
	page_html(to, "</h3><ol class=\"moves\">");
	gathered->hand = hand;
}

static void gather(void *context, const struct scene_text *told)
{
	struct gathered *gathered = context;
	gathered->hands = told->hand;
	if (!is_shown(gathered, told->hand))
		return;
	struct page moves = aside(gathered->page, &gathered->moves);
	struct page scenes = aside(gathered->page, &gathered->scenes);
	if (told->hand != gathered->hand)
		begin_hand(&moves, gathered, told->hand);
	page_print(&moves, "<li id=\"h%u.%u\"><a class=\"at\" href=\"#h%u.%u\">%u</a>", told->hand,
		told->move, told->hand, told->move, told->move);
	page_text_coloured_cards(&moves, told->news.bytes);
	const struct verdict *verdict =
		judged_find_verdict(gathered->judged, told->hand, told->move);
	struct string better = STRING_EMPTY;
	if (verdict != NULL && verdict->slip) {
		verdicts_add_text(gathered->page, verdict, &better);
		page_html(&moves, " <span class=\"better\">");
		page_text_coloured_cards(&moves, better.bytes);
		page_html(&moves, "</span>");
	}
	page_html(&moves, "</li>");
	replay_json(&scenes, told, better.length > 0 ? better.bytes : NULL);
	string_free(&better);
	if (gathered->first.seats == 0)
		replay_copy(&gathered->first, told);
}

/*
 * Collects the parts of a match page. Returns false if the journal of the match cannot be replayed.
 */
static bool gather_match(
	const struct page *page, const struct listed_match *listed, struct gathered *gathered)
{
	*gathered = (struct gathered){
		.page = page, .listed = listed, .moves = STRING_EMPTY, .scenes = STRING_EMPTY
	};
	if (verdicts_can_review(page, &listed->match))
		gathered->judged =
			reviews_get(page->web->reviews, page->web->store, &listed->match);
	string_add_char(&gathered->scenes, '[');
	bool good = listed->match.started == 0 || listed->match.state == STORE_SET_ASIDE ||
		listed->match.pruned != 0 || replay(page, listed, gather, gathered) == STORE_OK;
	string_add_char(&gathered->scenes, ']');
	string_add(&gathered->moves, gathered->hand > 0 ? "</ol>" : "");
	return good;
}

static void gathered_free(struct gathered *gathered)
{
	string_free(&gathered->moves);
	string_free(&gathered->scenes);
	replay_free(&gathered->first);
}

/* ---- data for the script ---- */

/* Adds the texts that the page's script shows. The script itself fills their placeholders. */
static void add_words(const struct page *page, struct string *out)
{
	static const struct {
		const char *name;
		enum message message;
	} words[] = {
		{ "checking", MSG_WEB_CHECK_RUNS },
		{ "ok", MSG_WEB_CHECK_OK },
		{ "not", MSG_WEB_CHECK_NOT },
		{ "wrong", MSG_WEB_CHECK_WRONG },
		{ "early", MSG_WEB_CHECK_EARLY },
		{ "none", MSG_WEB_CHECK_NONE },
		{ "unable", MSG_WEB_CHECK_UNABLE },
		{ "chain", MSG_WEB_STEP_CHAIN },
		{ "hand", MSG_WEB_STEP_HAND },
		{ "commit", MSG_WEB_WHY_COMMIT },
		{ "deck", MSG_WEB_WHY_DECK },
		{ "record", MSG_WEB_WHY_RECORD },
		{ "ranks", MSG_CARD_RANKS },
		{ "rankNames", MSG_CARD_RANKS_SPELLED },
		{ "suitNames", MSG_CARD_SUITS_SPELLED },
		{ "spelled", MSG_CARD_SPELLED },
	};
	json_begin_object(out, "words");
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		json_text(out, words[i].name, page_word(page, words[i].message));
	json_end(out, '}');
}

static void embed_scenes(const struct page *page, const char *scenes)
{
	struct string out = STRING_EMPTY;
	json_begin_object(&out, NULL);
	add_words(page, &out);
	string_add(&out, ",\"scenes\":");
	string_add(&out, scenes);
	json_end(&out, '}');
	page_embed(page, "scenes", &out);
	string_free(&out);
}

/* ---- the page ---- */

static void add_seats(const struct page *page, const struct listed_match *listed)
{
	page_html(page, "<ul class=\"result\">");
	for (unsigned i = 0; i < listed->count; i++) {
		const struct store_seat *seat = &listed->seats[i];
		page_html(page, seat->won ? "<li class=\"won\">" : "<li>");
		page_person(page, seat->person.id, seat->shown, store_robot_level(&seat->person));
		if (listed->match.ended != 0 && listed->match.hands > 0)
			page_print(page, " <b>%d</b>", seat->points);
		if (seat->won)
			page_print(page, " %s", page_word(page, MSG_OUTCOME_SEAT_WON));
		page_html(page, "</li>");
	}
	page_html(page, "</ul>");
}

/* Begins the page of a match. picture: path of the preview picture. */
static void begin_page(
	const struct page *page, const struct listed_match *listed, const char *picture)
{
	struct string name = STRING_EMPTY;
	struct string about = STRING_EMPTY;
	listing_seats(page, listed, &name);
	catalog_add(&about, page->web->catalog, page->locale, MSG_WEB_MATCH_ABOUT,
		ARGS(arg_number("match", listed->match.id), arg_text("game", listed->match.game)));
	page_head(page, name.bytes, about.bytes, picture);
	page_html(page, "<h1>");
	listing_title(page, listed);
	page_html(page, "</h1>");
	listing_facts(page, listed);
	if (listed->match.state == STORE_RUNNING)
		page_print(page, "<p><a href=\"%s/table/%jd\">%s</a></p>", page->web->base,
			listed->match.id, page_word(page, MSG_WEB_WATCH));
	string_free(&name);
	string_free(&about);
}

static void add_button(
	const struct page *page, const char *id, const char *path, enum message message)
{
	page_print(page,
		"<button type=\"button\" id=\"%s\" aria-label=\"%s\">"
		"<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"%s\"/></svg></button>",
		id, page_word(page, message), path);
}

static void add_buttons(const struct page *page)
{
	page_html(page, "<div class=\"buttons\" role=\"toolbar\" hidden>");
	add_button(page, "first", "M6 5h2.5v14H6zM19 5v14L9.5 12z", MSG_WEB_FIRST);
	add_button(page, "prev", "M17 5v14L6.5 12z", MSG_WEB_PREV);
	page_html(page, "<output id=\"where\"></output>");
	add_button(page, "next", "M7 5v14L17.5 12z", MSG_WEB_NEXT);
	add_button(page, "last", "M15.5 5H18v14h-2.5zM5 5v14l9.5-7z", MSG_WEB_LAST);
	page_html(page, "</div>");
}

static void add_parts(const struct page *page, const struct gathered *gathered)
{
	if (gathered->hands <= MATCH_HANDS)
		return;
	page_html(page, "<ul class=\"choice\">");
	for (unsigned from = 1; from <= gathered->hands; from += MATCH_HANDS) {
		unsigned to = from + MATCH_HANDS - 1;
		page_print(page, "<li><a href=\"?from=%u", from);
		page_html(page, from == page->route->from ? "\" aria-current=\"true\">" : "\">");
		page_message(page, MSG_WEB_HANDS_TO,
			ARGS(arg_number("from", from),
				arg_number("to", to < gathered->hands ? to : gathered->hands)));
		page_html(page, "</a></li>");
	}
	page_html(page, "</ul>");
}

static void add_replay(const struct page *page, const struct gathered *gathered)
{
	if (gathered->hand == 0)
		return;
	page_html(page, "<div class=\"replay\"><section>");
	page_heading(page, 2, MSG_WEB_REPLAY, NO_ARGS);
	add_parts(page, gathered);
	replay_board(page, gathered->listed, &gathered->first);
	add_buttons(page);
	page_html(page, "</section><section id=\"moves\">");
	page_heading(page, 2, MSG_WEB_MOVES, NO_ARGS);
	page_print(page, "<div class=\"list\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">",
		page_word(page, MSG_WEB_MOVES));
	string_add(page->out, gathered->moves.bytes);
	page_html(page, "</div></section></div>");
}

/*
 * Adds the fairness check, and the record that its script reads. If the journal breaks the rules,
 * the record is empty.
 */
static enum store_error add_check(const struct page *page, const struct listed_match *listed)
{
	struct string record = STRING_EMPTY;
	enum store_error error = history_write_record(page->web->store, &listed->match, &record);
	page_html(page, "<section>");
	page_heading(page, 2, MSG_WEB_CHECK, NO_ARGS);
	page_print(page,
		"<p id=\"verdict\" role=\"status\">%s</p><ol id=\"proof\" tabindex=\"0\"></ol><p>",
		page_word(page, MSG_WEB_CHECK_SCRIPT));
	page_link(page, "/fair", MSG_WEB_CHECK_HOW);
	page_print(page,
		"</p><details><summary>%s</summary><p><a href=\"%jd.txt\">%s</a></p>"
		"<pre id=\"record\" tabindex=\"0\">",
		page_word(page, MSG_WEB_RECORD), listed->match.id,
		page_word(page, MSG_WEB_RECORD_FILE));
	if (record.length <= MATCH_RECORD)
		page_text(page, record.bytes);
	page_html(page, "</pre></details></section>");
	string_free(&record);
	return error == STORE_BROKEN || error == STORE_DAMAGED ? STORE_OK : error;
}

static unsigned write_match(
	const struct page *page, const struct listed_match *listed, const struct gathered *gathered)
{
	char picture[ROUTE_VALUE] = PAGE_PICTURE;
	if (listed->match.ended != 0)
		snprintf(picture, sizeof picture, "/match/%lld.png", (long long)listed->match.id);
	begin_page(page, listed, picture);
	add_seats(page, listed);
	add_replay(page, gathered);
	if (verdicts_can_review(page, &listed->match))
		verdicts_section(page, listed, gathered->judged);
	enum store_error error = STORE_OK;
	if (listed->match.pruned != 0)
		page_paragraph(page, MSG_MATCH_PRUNED);
	else if (listed->match.started != 0)
		error = add_check(page, listed);
	embed_scenes(page, gathered->scenes.bytes);
	page_foot(page);
	return page_status(error);
}

static void write_json(
	const struct page *page, const struct listed_match *listed, const struct gathered *gathered)
{
	json_begin_object(page->out, NULL);
	listing_match_json(page, listed);
	venue_of_match_json(page, &listed->match);
	json_number(page->out, "hands", gathered->hands);
	if (listed->match.pruned != 0)
		json_number(page->out, "pruned", listed->match.pruned);
	json_number(page->out, "from", page->route->from);
	if (verdicts_can_review(page, &listed->match))
		verdicts_json(page, gathered->judged);
	string_add(page->out, ",\"scenes\":");
	string_add(page->out, gathered->scenes.bytes);
	json_end(page->out, '}');
}

static unsigned write_record(const struct page *page, const struct listed_match *listed)
{
	if (listed->match.started == 0)
		return 404;
	return page_status(history_write_record(page->web->store, &listed->match, page->out));
}

unsigned match_page(const struct page *page)
{
	struct listed_match listed;
	struct gathered gathered;
	enum store_error error = listing_read(page, page->route->id, &listed);
	if (error != STORE_OK)
		return page_status(error);
	if (page->route->form == FORM_RECORD)
		return write_record(page, &listed);
	unsigned status = gather_match(page, &listed, &gathered) ? 200 : 500;
	if (page->route->from > 1 && page->route->from > gathered.hands)
		status = 404;
	if (status == 200 && page->route->form == FORM_JSON)
		write_json(page, &listed, &gathered);
	else if (status == 200)
		status = write_match(page, &listed, &gathered);
	gathered_free(&gathered);
	return status;
}
