#include "bot/web/steps.h"

#include "bot/base/json.h"
#include "bot/web/verdicts.h"

enum { STEPS_HANDS = 40 }; /* most hands on one page */

/* Copies a page. The copy writes to another string. */
static struct page aside(const struct page *page, struct string *out)
{
	struct page other = *page;
	other.out = out;
	return other;
}

static void gather(void *context, const struct scene_text *told)
{
	struct steps *steps = context;
	steps->hands = told->hand;
	unsigned from = steps->page->route->from;
	if (told->hand < from || told->hand >= from + STEPS_HANDS)
		return;
	struct page moves = aside(steps->page, &steps->moves);
	struct page scenes = aside(steps->page, &steps->scenes);
	if (told->hand != steps->hand) {
		const struct game *game = game_named(steps->listed->match.game);
		page_html(&moves, steps->hand > 0 ? "</ol><h3>" : "<h3>");
		page_message(&moves, game != NULL && game->rounds ? MSG_WEB_ROUND : MSG_WEB_HAND,
			ARGS(arg_number("number", told->hand)));
		page_html(&moves, "</h3><ol class=\"moves\">");
		steps->hand = told->hand;
	}
	page_print(&moves, "<li id=\"h%u.%u\"><a class=\"at\" href=\"#h%u.%u\">%u</a>", told->hand,
		told->move, told->hand, told->move, told->move);
	page_text_coloured_cards(&moves, told->news.bytes);
	const struct verdict *verdict = judged_find_verdict(steps->judged, told->hand, told->move);
	struct string better = STRING_EMPTY;
	if (verdict != NULL && verdict->slip) {
		struct verdict shown = *verdict;
		/*
		 * A try at a daily deal or a challenge is not part of a match, so no move can lower
		 * a chance of winning the match. Show only lost points.
		 */
		shown.lost = steps->listed->record != NULL ? 0 : shown.lost;
		verdicts_add_text(steps->page, &shown, &better);
		page_html(&moves, " <span class=\"better\">");
		page_text_coloured_cards(&moves, better.bytes);
		page_html(&moves, "</span>");
	}
	page_html(&moves, "</li>");
	replay_json(&scenes, told, better.length > 0 ? better.bytes : NULL);
	string_free(&better);
	if (steps->first.seats == 0)
		replay_copy(&steps->first, told);
}

bool steps_gather(const struct page *page, const struct listed_match *listed,
	const struct match_review *judged, struct steps *steps)
{
	*steps = (struct steps){ .page = page,
		.listed = listed,
		.judged = judged,
		.moves = STRING_EMPTY,
		.scenes = STRING_EMPTY };
	string_add_char(&steps->scenes, '[');
	bool good = listed->match.started == 0 || listed->match.state == STORE_SET_ASIDE ||
		listed->match.pruned != 0 || replay(page, listed, gather, steps) == STORE_OK;
	string_add_char(&steps->scenes, ']');
	string_add(&steps->moves, steps->hand > 0 ? "</ol>" : "");
	return good;
}

void steps_free(struct steps *steps)
{
	string_free(&steps->moves);
	string_free(&steps->scenes);
	replay_free(&steps->first);
}

static void add_button(
	const struct page *page, const char *id, const char *path, enum message message)
{
	page_print(page,
		"<button type=\"button\" id=\"%s\" aria-label=\"%s\">"
		"<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"%s\"/></svg></button>",
		id, page_word(page, message), path);
}

void steps_add(const struct page *page, const struct steps *steps)
{
	if (steps->hand == 0)
		return;
	page_html(page, "<div class=\"replay\"><section>");
	page_heading(page, 2, MSG_WEB_REPLAY, NO_ARGS);
	if (steps->hands > STEPS_HANDS) {
		page_html(page, "<ul class=\"choice\">");
		for (unsigned from = 1; from <= steps->hands; from += STEPS_HANDS) {
			unsigned to = from + STEPS_HANDS - 1;
			page_print(page, "<li><a href=\"?from=%u", from);
			page_html(page,
				from == page->route->from ? "\" aria-current=\"true\">" : "\">");
			page_message(page, MSG_WEB_HANDS_TO,
				ARGS(arg_number("from", from),
					arg_number("to", to < steps->hands ? to : steps->hands)));
			page_html(page, "</a></li>");
		}
		page_html(page, "</ul>");
	}
	replay_board(page, steps->listed, &steps->first);
	page_html(page, "<div class=\"buttons\" role=\"toolbar\" hidden>");
	add_button(page, "first", "M6 5h2.5v14H6zM19 5v14L9.5 12z", MSG_WEB_FIRST);
	add_button(page, "prev", "M17 5v14L6.5 12z", MSG_WEB_PREV);
	page_html(page, "<output id=\"where\"></output>");
	add_button(page, "next", "M7 5v14L17.5 12z", MSG_WEB_NEXT);
	add_button(page, "last", "M15.5 5H18v14h-2.5zM5 5v14l9.5-7z", MSG_WEB_LAST);
	page_html(page, "</div></section><section id=\"moves\">");
	page_heading(page, 2, MSG_WEB_MOVES, NO_ARGS);
	page_print(page, "<div class=\"list\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">",
		page_word(page, MSG_WEB_MOVES));
	string_add(page->out, steps->moves.bytes);
	page_html(page, "</div></section></div>");
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
		{ "not", MSG_WEB_CHECK_NOT },
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
	bool match = page->route->place == PLACE_MATCH;
	json_begin_object(out, "words");
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		json_text(out, words[i].name, page_word(page, words[i].message));
	json_text(out, "ok", page_word(page, match ? MSG_WEB_CHECK_OK : MSG_WEB_DAILY_OK));
	json_text(out, "wrong", page_word(page, match ? MSG_WEB_CHECK_WRONG : MSG_WEB_DAILY_WRONG));
	json_end(out, '}');
}

void steps_embed(const struct page *page, const char *scenes)
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
