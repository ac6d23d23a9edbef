/* archive.c - the commands that answer from what the store remembers. */
#include <string.h>
#include <time.h>

#include "bot/command.h"
#include "bot/speech.h"

enum { TOP_DEFAULT = 10, TOP_MOST = 20, HISTORY_LINES = 5 };

/* A read that failed: the caller hears so, the operator why. True when there is an answer. */
static bool was_read(const struct request *request, enum store_error error)
{
	if (error == STORE_OK)
		return true;
	log_line(request->lobby->log, LOG_ERROR, "store", "%s", store_error_text(error));
	speech_tell(request->lobby, request->who, WORD_STORE_UNREAD, NO_ARGS);
	return false;
}

/* Somebody the store knows: the one named, else the caller; 0 after saying that it knows nobody. */
static int64_t whom(const struct request *request, char name[STORE_NAME])
{
	struct lobby *lobby = request->lobby;
	const char *nick = request->args > 0 ? request->arg[0] : request->who->name;
	struct text text = text_in(name, STORE_NAME);
	text_add(&text, nick);
	if (request->args == 0 && request->who->id > 0)
		return request->who->id;
	int64_t id = 0;
	enum store_error error =
		store_person_named(lobby->store, request->who->network->id, nick, &id);
	if (error == STORE_NONE) {
		speech_tell(lobby, request->who, WORD_NOBODY_KNOWN, ARGS(arg_text("name", name)));
		return 0;
	}
	if (!was_read(request, error) ||
		!was_read(request, store_person_name(lobby->store, id, name)))
		return 0;
	return id;
}

/* The game and number among the words; false after saying what is possible. */
static bool read_top(const struct request *request, const struct game **game, unsigned *count)
{
	*game = games[0];
	*count = TOP_DEFAULT;
	for (unsigned i = 0; i < request->args; i++) {
		const struct game *named = game_named(request->arg[i]);
		unsigned number;
		if (named != NULL) {
			*game = named;
		} else if (command_number(request->arg[i], &number)) {
			*count = number < TOP_MOST ? number : TOP_MOST;
		} else {
			speech_tell(request->lobby, request->who, WORD_TOP_USAGE,
				ARGS(arg_text("word", request->arg[i])));
			return false;
		}
	}
	return true;
}

/* Says a line where the command was given: the channel, or its giver. */
static void answer(const struct request *request, enum word word, const struct arg *args)
{
	if (request->channel != NULL)
		speech_channel(request->lobby, request->channel, word, args);
	else
		speech_tell(request->lobby, request->who, word, args);
}

void command_top(struct request *request)
{
	struct store_place rows[TOP_MOST];
	struct string list = STRING_EMPTY;
	const struct game *game;
	unsigned limit;
	unsigned count;
	if (!read_top(request, &game, &limit) ||
		!was_read(
			request, store_top(request->lobby->store, game->name, rows, limit, &count)))
		return;
	for (unsigned i = 0; i < count; i++) {
		string_add(&list, i > 0 ? ", " : "");
		string_number(&list, rows[i].place);
		string_add(&list, ". ");
		string_add(&list, rows[i].name);
		string_char(&list, ' ');
		string_number(&list, rows[i].shown);
	}
	answer(request, count > 0 ? WORD_TOP : WORD_TOP_EMPTY,
		ARGS(arg_text("game", game->name), arg_text("list", list.bytes)));
	string_free(&list);
}

void command_rank(struct request *request)
{
	char name[STORE_NAME];
	int64_t id = whom(request, name);
	struct store_rank rank;
	bool any = false;
	for (size_t i = 0; id > 0 && games[i] != NULL; i++) {
		enum store_error error =
			store_rank(request->lobby->store, id, games[i]->name, &rank);
		if (error == STORE_NONE)
			continue;
		if (!was_read(request, error))
			return;
		any = true;
		answer(request, rank.place > 0 ? WORD_RANK : WORD_RANK_UNPLACED,
			ARGS(arg_text("name", name), arg_text("game", games[i]->name),
				arg_number("rating", rank.rating.shown),
				arg_number("place", rank.place), arg_number("ranked", rank.ranked),
				arg_number("matches", rank.rating.matches),
				arg_number("wins", rank.rating.wins)));
	}
	if (id > 0 && !any)
		answer(request, WORD_RANK_NONE, ARGS(arg_text("name", name)));
}

void command_stats(struct request *request)
{
	char name[STORE_NAME];
	int64_t id = whom(request, name);
	struct store_stats stats;
	if (id == 0 || !was_read(request, store_stats(request->lobby->store, id, NULL, &stats)))
		return;
	int64_t share = stats.matches > 0 ? (int64_t)stats.wins * 100 / stats.matches : 0;
	int64_t each = stats.hands > 0 ? stats.points / stats.hands : 0;
	answer(request, stats.matches > 0 ? WORD_STATS : WORD_STATS_NONE,
		ARGS(arg_text("name", name), arg_number("matches", stats.matches),
			arg_number("wins", stats.wins), arg_number("share", share),
			arg_number("points", stats.points), arg_number("hands", stats.hands),
			arg_number("each", each)));
}

/* A day as 2026-11-21, in the time zone of nobody: UTC. */
static const char *day(int64_t date, char buffer[16])
{
	time_t when = (time_t)date;
	struct tm tm;
	buffer[0] = '\0';
	if (gmtime_r(&when, &tm) != NULL)
		strftime(buffer, 16, "%Y-%m-%d", &tm);
	return buffer;
}

static enum word outcome(enum store_state state, bool won)
{
	if (state != STORE_FINISHED)
		return WORD_OUTCOME_STOPPED;
	return won ? WORD_OUTCOME_WON : WORD_OUTCOME_LOST;
}

static void tell_past(const struct request *request, const struct store_past *past)
{
	char when[16];
	struct string others = STRING_EMPTY;
	for (unsigned i = 0; i < past->count; i++) {
		string_add(&others, i > 0 ? ", " : "");
		string_add(&others, past->others[i].name);
		string_char(&others, ' ');
		string_number(&others, past->others[i].points);
	}
	speech_tell(request->lobby, request->who, WORD_HISTORY,
		ARGS(arg_number("match", past->match), arg_text("day", day(past->ended, when)),
			arg_text("game", past->game), arg_text("preset", past->preset),
			arg_word("outcome", outcome(past->state, past->won)),
			arg_number("points", past->points), arg_text("others", others.bytes)));
	string_free(&others);
}

void command_history(struct request *request)
{
	char name[STORE_NAME];
	int64_t id = whom(request, name);
	struct store_past rows[HISTORY_LINES];
	unsigned count;
	if (id == 0 ||
		!was_read(request,
			store_history(request->lobby->store, id, rows, HISTORY_LINES, &count)))
		return;
	for (unsigned i = 0; i < count; i++)
		tell_past(request, &rows[i]);
	if (count == 0)
		speech_tell(request->lobby, request->who, WORD_HISTORY_NONE,
			ARGS(arg_text("name", name)));
}

/* "anna 510 (won), luc 340", or for a live match just the names. */
static void add_seats(const struct request *request, const struct store_match *match,
	const struct store_seat *seats, unsigned count, struct string *out)
{
	for (unsigned i = 0; i < count; i++) {
		string_add(out, i > 0 ? ", " : "");
		string_add(out, seats[i].person.name);
		if (match->ended == 0 || match->hands == 0)
			continue;
		string_char(out, ' ');
		string_number(out, seats[i].points);
		if (seats[i].won) {
			string_add(out, " (");
			words_add(out, request->lobby->words, request->who->voice, WORD_OUTCOME_WON,
				NO_ARGS);
			string_char(out, ')');
		}
	}
}

void command_match(struct request *request)
{
	static const enum word states[] = {
		[STORE_OPEN] = WORD_MATCH_IS_OPEN,
		[STORE_RUNNING] = WORD_MATCH_IS_RUNNING,
		[STORE_FINISHED] = WORD_MATCH_IS_FINISHED,
		[STORE_STOPPED] = WORD_MATCH_IS_STOPPED,
		[STORE_SET_ASIDE] = WORD_MATCH_IS_SET_ASIDE,
	};
	struct lobby *lobby = request->lobby;
	struct store_match match;
	struct store_seat seats[STORE_SEATS];
	unsigned count;
	unsigned number;
	if (request->args == 0 || !command_number(request->arg[0], &number)) {
		speech_tell(lobby, request->who, WORD_MATCH_USAGE, NO_ARGS);
		return;
	}
	enum store_error error = store_match(lobby->store, number, &match);
	if (error == STORE_NONE) {
		speech_tell(
			lobby, request->who, WORD_NO_SUCH_MATCH, ARGS(arg_number("match", number)));
		return;
	}
	if (!was_read(request, error) ||
		!was_read(request, store_seats_of(lobby->store, match.id, seats, &count)))
		return;
	char when[16];
	struct string list = STRING_EMPTY;
	add_seats(request, &match, seats, count, &list);
	speech_tell(lobby, request->who, WORD_MATCH,
		ARGS(arg_number("match", match.id), arg_text("game", match.game),
			arg_text("preset", match.preset), arg_text("options", match.options),
			arg_text("day", day(match.opened, when)),
			arg_word("state", states[match.state]), arg_text("seats", list.bytes),
			arg_number("hands", match.hands)));
	string_free(&list);
}
