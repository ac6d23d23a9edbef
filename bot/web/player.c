/* player.c - the page of a person or AI player: ratings, statistics, rivals and last matches. */
#include <assert.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/web/listing.h"

enum { PLAYER_GAMES = 16, PLAYER_CURVE = 200, PLAYER_PAST = 20, PLAYER_RIVALS = 8 };

/* A person's results in one game. */
struct skill {
	const struct game *game;
	struct store_rank rank;
	bool rated;
	struct store_stats stats;
	unsigned counts[STORE_COUNTS];
	int32_t curve[PLAYER_CURVE]; /* ratings as people see them, oldest first */
	unsigned points;             /* number of entries in `curve` */
};

struct player {
	struct store_person person;
	struct skill skill[PLAYER_GAMES];
	unsigned skills;
	struct store_past past[PLAYER_PAST];
	bool open[PLAYER_PAST]; /* pages may show the match at this index of `past` */
	unsigned pasts;
	struct store_rival rival[PLAYER_RIVALS];
	unsigned rivals;
};

/* ---- reading ---- */

/* Reads a person's results in a game. Returns STORE_NONE if they finished no match of it. */
static enum store_error read_skill(
	const struct page *page, int64_t id, const struct game *game, struct skill *skill)
{
	struct store *store = page->web->store;
	*skill = (struct skill){ .game = game };
	enum store_error error = store_get_stats(store, id, game->name, &skill->stats);
	if (error != STORE_OK)
		return error;
	error = store_get_rank(store, id, game->name, &skill->rank);
	skill->rated = error == STORE_OK;
	if (error == STORE_NONE)
		error = skill->stats.matches > 0 ? STORE_OK : STORE_NONE;
	if (error == STORE_OK)
		error = store_get_counts(store, id, game->name, game->stats, skill->counts);
	int32_t newest[PLAYER_CURVE];
	if (error == STORE_OK)
		error = store_list_rating_history(
			store, id, game->name, newest, PLAYER_CURVE, &skill->points);
	for (unsigned i = 0; error == STORE_OK && i < skill->points; i++)
		skill->curve[skill->points - 1 - i] = newest[i];
	return error;
}

static enum store_error read_player(const struct page *page, struct player *player)
{
	struct store *store = page->web->store;
	*player = (struct player){ .skills = 0 };
	enum store_error error = store_get_person(store, page->route->id, &player->person);
	for (unsigned i = 0; error == STORE_OK && games[i] != NULL && i < PLAYER_GAMES; i++) {
		error = read_skill(
			page, player->person.id, games[i], &player->skill[player->skills]);
		player->skills += error == STORE_OK;
		error = error == STORE_NONE ? STORE_OK : error;
	}
	if (error == STORE_OK)
		error = store_list_history(
			store, player->person.id, player->past, PLAYER_PAST, &player->pasts);
	if (error == STORE_OK)
		error = store_list_rivals(
			store, player->person.id, player->rival, PLAYER_RIVALS, &player->rivals);
	if (error != STORE_OK)
		return error;
	/* Remove hidden matches, and rivals whom the person met only in hidden matches. */
	unsigned rivals = 0, pasts = 0;
	for (unsigned i = 0; i < player->rivals; i++) {
		const struct store_person *rival = &player->rival[i].person;
		if (rival->network == 0 || listing_can_name(page, player->person.id, rival->id))
			player->rival[rivals++] = player->rival[i];
	}
	for (unsigned i = 0; i < player->pasts; i++)
		if (!player->past[i].hidden)
			player->past[pasts++] = player->past[i];
	player->rivals = rivals;
	player->pasts = pasts;
	for (unsigned i = 0; error == STORE_OK && i < pasts; i++) {
		struct store_match match;
		error = store_get_match(store, player->past[i].match, &match);
		player->open[i] = error == STORE_OK && listing_is_public(&match);
		error = error == STORE_NONE ? STORE_OK : error;
	}
	/* A person without a public match has no page. */
	bool known = player->person.network == 0 || listing_can_name(page, player->person.id, 0);
	if (error == STORE_OK && (!known || (player->skills == 0 && player->pasts == 0)))
		error = STORE_NONE;
	return error;
}

/* ---- the page ---- */

static void add_figure(const struct page *page, enum message message, int64_t number)
{
	page_print(page, "<div><dt>%s</dt><dd>%jd</dd></div>", page_word(page, message), number);
}

/*
 * Adds the curve of at least two ratings, 600 by 160 pixels, with the lowest and the highest rating
 * beside it.
 */
static void add_curve(const struct page *page, const struct skill *skill)
{
	int32_t low = INT32_MAX;
	int32_t high = INT32_MIN;
	assert(skill->points >= 2);
	for (unsigned i = 0; i < skill->points; i++) {
		low = skill->curve[i] < low ? skill->curve[i] : low;
		high = skill->curve[i] > high ? skill->curve[i] : high;
	}
	int32_t span = high > low ? high - low : 1;
	const struct arg *args = ARGS(arg_number("from", skill->curve[0]),
		arg_number("to", skill->curve[skill->points - 1]), arg_number("low", low),
		arg_number("high", high), arg_number("count", skill->points));
	page_html(page,
		"<figure><svg class=\"curve\" viewBox=\"0 0 640 180\" role=\"img\" "
		"aria-label=\"");
	page_message(page, MSG_WEB_CURVE, args);
	page_html(page,
		"\"><path class=\"grid\" d=\"M0 10H600M0 90H600M0 170H600\"/>"
		"<polyline points=\"");
	for (unsigned i = 0; i < skill->points; i++)
		page_print(page, "%u,%jd ", i * 600 / (skill->points - 1),
			170 - (int64_t)(skill->curve[i] - low) * 160 / span);
	page_print(page,
		"\"/><text x=\"606\" y=\"15\">%d</text><text x=\"606\" y=\"175\">%d</text></svg>"
		"<figcaption>",
		high, low);
	page_message(page, MSG_WEB_CURVE, args);
	page_html(page, "</figcaption></figure>");
}

static void add_skill(const struct page *page, const struct skill *skill)
{
	const char *between = "";
	page_html(page, "<section>");
	page_heading(page, 2, MSG_WEB_GAME, ARGS(arg_text("game", skill->game->name)));
	page_html(page, "<dl class=\"figures\">");
	if (skill->rated)
		add_figure(page, MSG_WEB_COLUMN_RATING, skill->rank.rating.shown);
	if (skill->rated && skill->rank.place > 0)
		add_figure(page, MSG_WEB_COLUMN_PLACE, skill->rank.place);
	add_figure(page, MSG_WEB_COLUMN_MATCHES, skill->stats.matches);
	add_figure(page, MSG_WEB_COLUMN_WINS, skill->stats.wins);
	add_figure(page, MSG_WEB_HANDS, skill->stats.hands);
	add_figure(page, MSG_WEB_POINTS, skill->stats.points);
	add_figure(page, MSG_WEB_BEST, skill->stats.best);
	add_figure(page, MSG_WEB_STREAK, skill->stats.streak);
	add_figure(page, MSG_WEB_LONGEST, skill->stats.longest);
	page_html(page, "</dl><p class=\"counts\">");
	for (unsigned i = 0; skill->game->stats != NULL && skill->game->stats[i] != NULL; i++) {
		const char *name = skill->game->stats[i];
		int word = catalog_find_in_group("stat.", name, strlen(name));
		if (word < 0 || skill->counts[i] == 0)
			continue;
		page_html(page, between);
		page_message(page, (enum message)word, ARGS(arg_number("count", skill->counts[i])));
		between = " · ";
	}
	page_html(page, "</p>");
	if (skill->points > 1)
		add_curve(page, skill);
	page_html(page, "</section>");
}

static void add_past(const struct page *page, const struct store_past *past, bool open)
{
	enum message outcome = past->won ? MSG_OUTCOME_WON : MSG_OUTCOME_DRAWN;
	for (unsigned i = 0; i < past->count && !past->won; i++)
		if (past->others[i].won)
			outcome = MSG_OUTCOME_LOST;
	if (past->state != STORE_FINISHED)
		outcome = MSG_OUTCOME_STOPPED;
	page_html(page, "<li>");
	if (open)
		page_print(page, "<a href=\"%s/match/%jd\">", page->web->base, past->match);
	page_message(page, MSG_WEB_MATCH, ARGS(arg_number("match", past->match)));
	page_html(page, open ? "</a> <span class=\"game\">" : " <span class=\"game\">");
	page_preset(page, past->game, past->preset);
	page_print(page, "</span> <span class=\"who\">%s %d — ", page_word(page, outcome),
		past->points);
	for (unsigned i = 0; i < past->count; i++) {
		page_html(page, i > 0 ? ", " : "");
		const char *level = past->others[i].level;
		page_isolated(page, past->others[i].name, *level != '\0' ? level : NULL);
		page_print(page, " %d", past->others[i].points);
	}
	page_html(page, "</span> <span class=\"when\">");
	page_day(page, past->ended);
	page_html(page, "</span></li>");
}

static void write_page(const struct page *page, const struct player *player)
{
	struct string name = STRING_EMPTY;
	struct string about = STRING_EMPTY;
	page_name(&name, page, player->person.name, store_robot_level(&player->person));
	catalog_add(&about, page->web->catalog, page->locale, MSG_WEB_PLAYER_ABOUT,
		ARGS(arg_text("name", name.bytes)));
	page_head(page, name.bytes, about.bytes, PAGE_PICTURE);
	page_print(page, "<h1><bdi>%s</bdi></h1>", name.bytes);
	for (unsigned i = 0; i < player->skills; i++)
		add_skill(page, &player->skill[i]);
	if (player->rivals > 0) {
		page_html(page, "<section>");
		page_heading(page, 2, MSG_WEB_VERSUS, NO_ARGS);
		page_html(page, "<ul class=\"versus\">");
	}
	for (unsigned i = 0; i < player->rivals; i++) {
		const struct store_rival *rival = &player->rival[i];
		page_html(page, "<li>");
		page_person(page, rival->person.id, rival->person.name,
			store_robot_level(&rival->person));
		page_print(page, " <b class=\"n\">%u : %u</b></li>", rival->versus.wins[0],
			rival->versus.wins[1]);
	}
	if (player->rivals > 0)
		page_html(page, "</ul></section>");
	page_html(page, "<section>");
	page_heading(page, 2, MSG_WEB_RECENT, NO_ARGS);
	page_html(page, "<ul class=\"matches\">");
	for (unsigned i = 0; i < player->pasts; i++)
		add_past(page, &player->past[i], player->open[i]);
	page_html(page, "</ul></section>");
	page_foot(page);
	string_free(&name);
	string_free(&about);
}

/* ---- JSON ---- */

static void write_skill(const struct page *page, const struct skill *skill)
{
	struct string *out = page->out;
	json_begin_object(out, NULL);
	json_text(out, "game", skill->game->name);
	if (skill->rated) {
		json_number(out, "rating", skill->rank.rating.shown);
		json_number(out, "place", skill->rank.place);
		json_number(out, "ranked", skill->rank.ranked);
	}
	json_number(out, "matches", skill->stats.matches);
	json_number(out, "wins", skill->stats.wins);
	json_number(out, "points", skill->stats.points);
	json_number(out, "hands", skill->stats.hands);
	json_number(out, "best", skill->stats.best);
	json_number(out, "streak", skill->stats.streak);
	json_number(out, "longest", skill->stats.longest);
	json_begin_object(out, "counts");
	for (unsigned i = 0; skill->game->stats != NULL && skill->game->stats[i] != NULL; i++)
		json_number(out, skill->game->stats[i], skill->counts[i]);
	json_end(out, '}');
	json_begin_list(out, "curve");
	for (unsigned i = 0; i < skill->points; i++)
		json_number(out, NULL, skill->curve[i]);
	json_end(out, ']');
	json_end(out, '}');
}

static void write_json(const struct page *page, const struct player *player)
{
	struct string *out = page->out;
	json_begin_object(out, NULL);
	json_number(out, "player", player->person.id);
	json_text(out, "name", player->person.name);
	json_bool(out, "robot", player->person.network == 0);
	json_begin_list(out, "games");
	for (unsigned i = 0; i < player->skills; i++)
		write_skill(page, &player->skill[i]);
	json_end(out, ']');
	json_begin_list(out, "versus");
	for (unsigned i = 0; i < player->rivals; i++) {
		const struct store_rival *rival = &player->rival[i];
		json_begin_object(out, NULL);
		json_text(out, "name", rival->person.name);
		json_number(out, "player", rival->person.id);
		json_number(out, "matches", rival->versus.matches);
		json_number(out, "won", rival->versus.wins[0]);
		json_number(out, "lost", rival->versus.wins[1]);
		json_end(out, '}');
	}
	json_end(out, ']');
	json_begin_list(out, "matches");
	for (unsigned i = 0; i < player->pasts; i++) {
		const struct store_past *past = &player->past[i];
		json_begin_object(out, NULL);
		json_number(out, "match", past->match);
		json_text(out, "game", past->game);
		json_text(out, "preset", past->preset);
		json_number(out, "ended", past->ended);
		json_bool(out, "stopped", past->state != STORE_FINISHED);
		json_number(out, "points", past->points);
		json_bool(out, "won", past->won);
		json_end(out, '}');
	}
	json_end(out, ']');
	json_end(out, '}');
}

unsigned player_page(const struct page *page)
{
	struct player player;
	enum store_error error = read_player(page, &player);
	if (error != STORE_OK)
		return page_status(error);
	if (store_is_person_deleted(&player.person))
		return 410;
	if (page->route->form == FORM_JSON)
		write_json(page, &player);
	else
		write_page(page, &player);
	return 200;
}
