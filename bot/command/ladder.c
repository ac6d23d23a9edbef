/* command/ladder.c - the commands about ratings, ranks and statistics. */
#include <stdlib.h>
#include <string.h>

#include "bot/command/history.h"
#include "bot/text/nametext.h"
#include "storage/matches.h"
#include "storage/people.h"
#include "storage/ratings.h"
#include "storage/trials.h"

enum { TOP_DEFAULT = 10, TOP_MOST = 20, CURVE_POINTS = 20 };

/* A leaderboard that the words of `top` describe. */
struct board {
	const struct game *game; /* NULL until a word names a game */
	const char *preset;      /* name of the preset; empty: all presets */
	enum store_period period;
	bool robots; /* AI players are listed instead of people */
	bool daily;  /* the sums of thirty ladder days, see trials.h, instead of ratings */
	unsigned count;
};

/* Finds the first game that has a preset with this name. Returns NULL if not found. */
static const struct game *preset_game(const char *word)
{
	for (size_t i = 0; games[i] != NULL; i++)
		if (command_find_preset(games[i], word) >= 0)
			return games[i];
	return NULL;
}

/* Reads one word of `top`. Returns false if the word is unknown. */
static bool read_word(const struct catalog *catalog, const char *word, struct board *board)
{
	const struct game *game = command_find_game(word);
	unsigned number;
	int period = catalog_find_word(catalog, "period.", word);
	if (period >= 0)
		board->period = (enum store_period)(period - MSG_PERIOD_EVER);
	else if (command_read_number(word, &number))
		board->count = number < TOP_MOST ? number : TOP_MOST;
	else if (catalog_is_word(catalog, MSG_WORD_ROBOTS, word))
		board->robots = true;
	else if (catalog_is_word(catalog, MSG_COMMAND_DAILY, word))
		board->daily = true;
	else if (game != NULL)
		board->game = game;
	else if (preset_game(word) != NULL)
		board->preset = word;
	else
		return false;
	return true;
}

static void tell_boards(const struct request *request, const char *word)
{
	struct string names = STRING_EMPTY;
	struct string presets = STRING_EMPTY;
	for (size_t i = 0; games[i] != NULL; i++) {
		string_add(&names, i > 0 ? ", " : "");
		string_add(&names, games[i]->name);
		for (const char *const *preset = games[i]->presets; *preset != NULL; preset++) {
			string_add(&presets, presets.length > 0 && **preset != '\0' ? ", " : "");
			string_add(&presets, *preset);
		}
	}
	command_tell(request, MSG_TOP_USAGE,
		ARGS(arg_text("word", word), arg_text("games", names.bytes),
			arg_options("presets", presets.bytes), arg_number("most", TOP_MOST)));
	string_free(&names);
	string_free(&presets);
}

/*
 * Reads the words of `top`. If one is unknown, tells the caller the known words and returns false.
 */
static bool read_board(const struct request *request, struct board *board)
{
	*board = (struct board){ NULL, "", STORE_EVER, false, false, TOP_DEFAULT };
	for (unsigned i = 0; i < request->args; i++)
		if (!read_word(request->lobby->catalog, request->arg[i], board)) {
			tell_boards(request, request->arg[i]);
			return false;
		}
	if (board->game == NULL)
		board->game = *board->preset != '\0' ? preset_game(board->preset) : games[0];
	if (*board->preset == '\0')
		return true;
	int preset = command_find_preset(board->game, board->preset);
	if (preset < 0)
		tell_boards(request, board->preset);
	else
		board->preset = board->game->presets[preset];
	return preset >= 0;
}

/*
 * True if a board is sorted by rating: it is for all time and for all presets of a game. Other
 * boards are sorted by points won.
 */
static bool is_rated_board(const struct board *board)
{
	return board->period == STORE_EVER && *board->preset == '\0';
}

static enum store_error read_places(const struct lobby *lobby, const struct board *board,
	struct store_place rows[TOP_MOST], unsigned *count)
{
	struct store *store = lobby->batch.store;
	const struct store_span span = { board->game->name, board->preset, board->period,
		lobby_date(lobby) };
	if (!is_rated_board(board))
		return store_list_gains(store, &span, board->robots, rows, board->count, count);
	if (board->robots)
		return store_list_top(store, span.game, true, rows, board->count, count);
	return store_list_ladder(store, span.game, span.now, rows, board->count, count);
}

/* Adds the places of a board: "1. anna 1210, 2. luc? +34, rose? 1012"; ? means provisional. */
static void add_places(
	struct string *out, const struct store_place *rows, unsigned count, bool rating)
{
	for (unsigned i = 0; i < count; i++) {
		string_add(out, i > 0 ? ", " : "");
		if (rows[i].place > 0) {
			string_add_number(out, rows[i].place);
			string_add(out, ". ");
		}
		nametext_add(out, rows[i].name);
		string_add(out, rows[i].provisional ? "? " : " ");
		string_add(out, !rating && rows[i].shown > 0 ? "+" : "");
		string_add_number(out, rows[i].shown);
	}
}

/* Adds the address of the board's page, if the bot has pages. */
static void add_page(const struct lobby *lobby, const struct board *board, struct string *out)
{
	static const char *const periods[] = {
		[STORE_WEEK] = "period=week",
		[STORE_MONTH] = "period=month",
		[STORE_YEAR] = "period=year",
	};
	bool preset = *board->preset != '\0';
	if (lobby->settings.pages == NULL)
		return;
	string_add(out, lobby->settings.pages);
	if (board->daily) {
		string_add(out, "/daily/top");
		return;
	}
	string_add(out, "/top/");
	string_add(out, board->game->name);
	string_add(out, preset ? "?preset=" : "");
	string_add(out, board->preset);
	if (board->period != STORE_EVER) {
		string_add_char(out, preset ? '&' : '?');
		string_add(out, periods[board->period]);
	}
}

/*
 * Tells the sums of thirty ladder days, with the number of days played: "1. anna 4210 (25), 2. luc
 * 3980 (30)".
 */
static void tell_sums(const struct request *request, const struct board *board)
{
	struct store_sum rows[TOP_MOST];
	struct string list = STRING_EMPTY, page = STRING_EMPTY;
	unsigned count = 0, place = 0;
	if (!history_check_read(request,
		    store_list_sums(request->lobby->batch.store, rows, board->count, &count)))
		return;
	for (unsigned i = 0; i < count; i++) {
		if (i == 0 || rows[i].points < rows[i - 1].points)
			place = i + 1;
		string_add(&list, i > 0 ? ", " : "");
		string_add_number(&list, place);
		string_add(&list, ". ");
		nametext_add(&list, rows[i].person.name);
		string_add_char(&list, ' ');
		string_add_number(&list, rows[i].points);
		string_add(&list, " (");
		string_add_number(&list, rows[i].days);
		string_add_char(&list, ')');
	}
	add_page(request->lobby, board, &page);
	command_answer(request, count > 0 ? MSG_TOP_DAILY : MSG_TOP_DAILY_NONE,
		ARGS(arg_text("list", list.bytes), arg_text("page", page.bytes)));
	string_free(&page);
	string_free(&list);
}

static void run_top(struct request *request)
{
	static const enum message periods[] = {
		[STORE_EVER] = MSG_TOP_EVER,
		[STORE_WEEK] = MSG_TOP_WEEK,
		[STORE_MONTH] = MSG_TOP_MONTH,
		[STORE_YEAR] = MSG_TOP_YEAR,
	};
	struct store_place rows[TOP_MOST];
	struct string list = STRING_EMPTY;
	struct string page = STRING_EMPTY;
	struct board board;
	unsigned count;
	if (!read_board(request, &board))
		return;
	if (board.daily) {
		tell_sums(request, &board);
		return;
	}
	if (!history_check_read(request, read_places(request->lobby, &board, rows, &count)))
		return;
	add_places(&list, rows, count, is_rated_board(&board));
	add_page(request->lobby, &board, &page);
	enum message some = is_rated_board(&board) ? MSG_TOP : MSG_TOP_GAINED;
	enum message none = is_rated_board(&board) ? MSG_TOP_EMPTY : MSG_TOP_GAINED_NONE;
	/* On an empty board of all time, do not name the period. */
	bool ever = count == 0 && board.period == STORE_EVER;
	command_answer(request, count > 0 ? some : none,
		ARGS(arg_text("game", board.game->name), arg_options("preset", board.preset),
			ever ? arg_text("period", "")
			     : arg_message("period", periods[board.period]),
			arg_text("list", list.bytes), arg_text("page", page.bytes)));
	string_free(&page);
	string_free(&list);
}

static void draw_curve(struct string *out, const int32_t *shown, unsigned count)
{
	static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	int32_t least = shown[0];
	int32_t most = shown[0];
	for (unsigned i = 1; i < count; i++) {
		least = shown[i] < least ? shown[i] : least;
		most = shown[i] > most ? shown[i] : most;
	}
	int32_t range = most > least ? most - least : 1;
	for (unsigned i = 0; i < count; i++)
		string_add(out, blocks[(shown[i] - least) * 7 / range]);
}

/*
 * Adds a curve of a person's last ratings, if there are at least two. In a style without symbols,
 * adds the first and the last of them in words.
 */
static void add_curve(
	const struct request *request, int64_t person, const struct game *game, struct string *out)
{
	int32_t newest[CURVE_POINTS];
	int32_t shown[CURVE_POINTS];
	unsigned count = 0;
	struct locale locale = command_locale(request);
	if (store_list_rating_history(request->lobby->batch.store, person, game->name, newest,
		    CURVE_POINTS, &count) != STORE_OK ||
		count < 2)
		return;
	for (unsigned i = 0; i < count; i++)
		shown[i] = newest[count - 1 - i];
	if (locale.style == STYLE_UNICODE || locale.style == STYLE_COLOUR)
		draw_curve(out, shown, count);
	else
		catalog_add(out, request->lobby->catalog, locale, MSG_RANK_CURVE,
			ARGS(arg_number("first", shown[0]), arg_number("last", shown[count - 1])));
}

static void tell_rank(const struct request *request, int64_t person, const char *name,
	const struct game *game, const struct store_rank *rank, const char *leaves,
	const char *page)
{
	struct string curve = STRING_EMPTY;
	unsigned matches = rank->rating.matches, needed = request->lobby->settings.ranked_matches;
	add_curve(request, person, game, &curve);
	command_answer(request, rank->place > 0 ? MSG_RANK : MSG_RANK_UNPLACED,
		ARGS(arg_name("name", name), arg_text("game", game->name),
			arg_number("rating", rank->rating.shown), arg_number("place", rank->place),
			arg_number("ranked", rank->ranked), arg_number("matches", matches),
			arg_number("wins", rank->rating.wins),
			arg_number("needed", needed > matches ? needed - matches : 0),
			arg_number("peers", STORE_PEERS - rank->rating.peers),
			arg_text("curve", curve.bytes), arg_text("leaves", leaves),
			arg_text("page", page)));
	string_free(&curve);
}

/* Returns how many rated matches, at least 1, a person without any needs for a rank. */
static unsigned count_all_needed(const struct request *request)
{
	unsigned needed = request->lobby->settings.ranked_matches;
	return needed > 0 ? needed : 1;
}

/* Adds the number of matches that a person quit, if there are any. */
static void add_leaves(struct string *out, const struct request *request, int64_t person)
{
	struct store_leaver leaver = { .leaves = 0 };
	if (store_get_leaves(request->lobby->batch.store, person, &leaver) == STORE_OK &&
		leaver.leaves > 0)
		catalog_add(out, request->lobby->catalog, command_locale(request), MSG_RANK_LEAVES,
			ARGS(arg_number("count", leaver.leaves)));
}

/*
 * Tells the ranks of the person that the words name, or else of the caller. only: the only game to
 * tell, or NULL.
 */
static void tell_ranks(const struct request *request, const struct game *only)
{
	char name[STORE_NAME];
	int64_t id = history_find_person(request, only != NULL ? request->args : 0, name);
	struct string leaves = STRING_EMPTY;
	struct string page = STRING_EMPTY;
	struct store_rank rank;
	bool any = false, listed = false;
	if (id == 0)
		return;
	add_leaves(&leaves, request, id);
	store_has_public_match(request->lobby->batch.store, id, 0, &listed);
	if (listed)
		settings_add_page_url(&request->lobby->settings, &page, "/player/", id);
	for (size_t i = 0; games[i] != NULL; i++) {
		if (only != NULL && games[i] != only)
			continue;
		enum store_error error =
			store_get_rank(request->lobby->batch.store, id, games[i]->name, &rank);
		if (error == STORE_NONE)
			continue;
		bool first = !any;
		any = true;
		if (!history_check_read(request, error))
			break;
		tell_rank(
			request, id, name, games[i], &rank, leaves.bytes, first ? page.bytes : "");
	}
	if (!any)
		command_answer(request,
			lobby_is_robot(request->lobby, id) ? MSG_RANK_NONE_ROBOT : MSG_RANK_NONE,
			ARGS(arg_name("name", name),
				arg_number("needed", count_all_needed(request)),
				arg_text("leaves", leaves.bytes)));
	string_free(&page);
	string_free(&leaves);
}

static void run_rank(struct request *request)
{
	const struct game *only = request->args > 0 ? command_find_game(request->arg[0]) : NULL;
	if ((request->args == 0 || only != NULL) && request->from.person->id == 0)
		command_tell(request, MSG_RANK_NONE_YOU,
			ARGS(arg_number("needed", count_all_needed(request))));
	else
		tell_ranks(request, only);
}

/* Adds the counts of a person besides the score, without zeros: "; mittens 3, gloves 1". */
static void add_counts(const struct request *request, const struct game *game,
	const unsigned counts[STORE_COUNTS], struct string *out)
{
	struct locale locale = command_locale(request);
	for (unsigned i = 0; game->stats != NULL && game->stats[i] != NULL; i++) {
		if (counts[i] == 0)
			continue;
		catalog_add(out, request->lobby->catalog, locale,
			out->length > 0 ? MSG_STATS_AND : MSG_STATS_COUNTS, NO_ARGS);
		int word = catalog_find_in_group("stat.", game->stats[i], strlen(game->stats[i]));
		catalog_add(out, request->lobby->catalog, locale, (enum message)word,
			ARGS(arg_number("count", counts[i])));
	}
}

static void tell_stats(const struct request *request, const char *name, const struct game *game,
	const struct store_stats *stats, const unsigned count[STORE_COUNTS])
{
	struct string counts = STRING_EMPTY;
	/* points per hand, in tenths */
	int64_t tenths = stats->hands > 0 ? stats->points * 10 / stats->hands : 0;
	const struct arg *each = ARGS(arg_text("sign", tenths < 0 ? "-" : ""),
		arg_number("whole", llabs(tenths) / 10), arg_number("tenth", llabs(tenths) % 10));
	add_counts(request, game, count, &counts);
	command_answer(request, MSG_STATS,
		ARGS(arg_name("name", name), arg_text("game", game->name),
			arg_number("matches", stats->matches), arg_number("wins", stats->wins),
			arg_number("share", (int64_t)stats->wins * 100 / stats->matches),
			arg_number("hands", stats->hands), arg_filled("each", MSG_STATS_EACH, each),
			arg_number("best", stats->best), arg_number("streak", stats->streak),
			arg_number("longest", stats->longest), arg_text("counts", counts.bytes)));
	string_free(&counts);
}

static bool read_stats(const struct request *request, int64_t person, const struct game *game,
	struct store_stats *stats, unsigned count[STORE_COUNTS])
{
	struct store *store = request->lobby->batch.store;
	return history_check_read(request, store_get_stats(store, person, game->name, stats)) &&
		history_check_read(
			request, store_get_counts(store, person, game->name, game->stats, count));
}

/*
 * Tells the statistics of each game in a line of its own, because points of two games cannot be
 * compared.
 */
static void tell_all_stats(const struct request *request, int64_t person, const char *name)
{
	struct store_stats stats;
	unsigned count[STORE_COUNTS];
	bool any = false;
	for (size_t i = 0; games[i] != NULL; i++) {
		if (!read_stats(request, person, games[i], &stats, count))
			return;
		if (stats.matches > 0)
			tell_stats(request, name, games[i], &stats, count);
		any |= stats.matches > 0;
	}
	if (!any)
		command_answer(request, MSG_STATS_NONE, ARGS(arg_name("name", name)));
}

/* Compares two people. If both are the same person, tells that person's statistics. */
static void tell_versus(const struct request *request, int64_t one, const char *name)
{
	char other_name[STORE_NAME];
	struct store_versus versus;
	int64_t other = history_find_person(request, 1, other_name);
	if (other == one)
		tell_all_stats(request, one, name);
	if (other == 0 || other == one ||
		!history_check_read(request,
			store_get_versus(request->lobby->batch.store, one, other, &versus)))
		return;
	command_answer(request, versus.matches > 0 ? MSG_VERSUS : MSG_VERSUS_NONE,
		ARGS(arg_name("name", name), arg_name("other", other_name),
			arg_number("matches", versus.matches), arg_number("wins", versus.wins[0]),
			arg_number("losses", versus.wins[1]),
			arg_number("points", versus.points[0]),
			arg_number("against", versus.points[1])));
}

static void run_stats(struct request *request)
{
	char name[STORE_NAME];
	int64_t id = history_find_person(request, 0, name);
	if (id > 0 && request->args > 1)
		tell_versus(request, id, name);
	else if (id > 0)
		tell_all_stats(request, id, name);
}

const struct command ladder_commands[] = {
	{ MSG_COMMAND_TOP, ANYWHERE | THROUGH_BRIDGE | NEEDS_OTHER_PEOPLE, TABLE_NONE, LIST_RECORDS,
		MSG_HELP_TOP, run_top },
	{ MSG_COMMAND_RANK, ANYWHERE | THROUGH_BRIDGE | NEEDS_OTHER_PEOPLE | TAKES_ONE_NAME,
		TABLE_NONE, LIST_RECORDS, MSG_HELP_RANK, run_rank },
	{ MSG_COMMAND_STATS, ANYWHERE | THROUGH_BRIDGE | TAKES_NAMES, TABLE_NONE, LIST_RECORDS,
		MSG_HELP_STATS, run_stats },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
