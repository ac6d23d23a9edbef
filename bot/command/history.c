/* command/history.c - the commands about single matches. */
#include "bot/command/history.h"

#include <string.h>
#include <time.h>

#include "bot/history/record.h"
#include "bot/talk/speech.h"
#include "bot/text/nametext.h"
#include "storage/journal.h"
#include "storage/people.h"
#include "storage/ratings.h"

/*
 * HISTORY_LINES: maximum number of matches in a history. REPLAY_LINE: bytes after which a line of
 * moves ends.
 */
enum { HISTORY_LINES = 5, REPLAY_LINE = 300 };

bool history_check_read(const struct request *request, enum store_error error)
{
	if (error == STORE_OK)
		return true;
	if (error != STORE_PRUNED)
		log_line(request->lobby->log, LOG_ERROR, "store",
			"cannot read a match for a command: %s", store_error_text(error));
	command_tell(request, error == STORE_PRUNED ? MSG_MATCH_PRUNED : MSG_STORE_UNREAD, NO_ARGS);
	return false;
}

/*
 * Finds the level of an AI player by the level's name, or by the AI player's name at a table.
 * Returns -1 if no AI player has it.
 */
static int read_robot(const struct request *request, const char *word)
{
	int level = command_find_level(request->lobby->catalog, word);
	struct table *table;
	for (size_t n = 0; level < 0 && (table = tables_next(&request->lobby->tables, &n)) != NULL;)
		if (table_is_visible_to(table, request->from.person, request->from.channel))
			level = table_robot_level(table, word);
	return level >= 0 ? level : table_robot_level(NULL, word);
}

/*
 * Finds a person by name, or else an AI player. Writes the name. Returns the id in the store, or 0
 * after telling the caller why not.
 */
static int64_t find_named(const struct request *request, const char *nick, char name[STORE_NAME])
{
	const struct lobby *lobby = request->lobby;
	const struct network *network = request->from.person->network;
	int64_t id = 0;
	enum store_error error =
		store_find_person_by_name(lobby->batch.store, network->id, nick, &id);
	int level = error == STORE_NONE ? read_robot(request, nick) : -1;
	if (level >= 0) {
		id = lobby->robots.id[level];
		error = STORE_OK;
	}
	if (error == STORE_NONE) {
		command_tell(request, network->single ? MSG_NOBODY_KNOWN_HERE : MSG_NOBODY_KNOWN,
			ARGS(arg_name("name", nick)));
		return 0;
	}
	return history_check_read(request, error) &&
			history_check_read(
				request, store_get_person_name(lobby->batch.store, id, name))
		? id
		: 0;
}

int64_t history_find_person(const struct request *request, unsigned arg, char name[STORE_NAME])
{
	/* Do not look up the caller by nick, which may have belonged to another person before. */
	const struct person *caller = request->from.person;
	if (request->args > arg)
		return find_named(request, request->arg[arg], name);
	text_copy(name, STORE_NAME, caller->name);
	if (caller->id == 0)
		command_tell(request, MSG_NOBODY_YOU, ARGS(arg_name("name", name)));
	return caller->id;
}

/* Writes a date as a day in UTC, like 2026-11-21. */
static const char *day_of(int64_t date, char buffer[16])
{
	time_t when = (time_t)date;
	struct tm tm;
	buffer[0] = '\0';
	if (gmtime_r(&when, &tm) != NULL)
		strftime(buffer, 16, "%Y-%m-%d", &tm);
	return buffer;
}

static enum message outcome(const struct store_past *past)
{
	bool drawn = true;
	if (past->state != STORE_FINISHED)
		return MSG_OUTCOME_STOPPED;
	if (past->won)
		return MSG_OUTCOME_WON;
	for (unsigned i = 0; i < past->count; i++)
		drawn = drawn && !past->others[i].won;
	return drawn ? MSG_OUTCOME_DRAWN : MSG_OUTCOME_LOST;
}

void history_add_name(struct string *out, const struct catalog *catalog, struct locale locale,
	const char *name, const char *level)
{
	int known = level != NULL ? level_named(level) : -1;
	if (known < 0) {
		nametext_add(out, name);
		return;
	}
	catalog_add(out, catalog, locale,
		strcmp(name, level) == 0 ? MSG_ROBOT_LEVEL : MSG_ROBOT_NAMED,
		ARGS(arg_name("name", name),
			arg_message("level", MSG_LEVEL_EASY + (enum message)known)));
}

static void add_name(
	const struct request *request, const char *name, const char *level, struct string *out)
{
	history_add_name(
		out, request->lobby->catalog, person_locale(request->from.person), name, level);
}

static void tell_past(const struct request *request, const struct store_past *past)
{
	char when[16];
	struct string others = STRING_EMPTY;
	for (unsigned i = 0; i < past->count; i++) {
		string_add(&others, i > 0 ? ", " : "");
		const char *level = past->others[i].level;
		add_name(request, past->others[i].name, *level != '\0' ? level : NULL, &others);
		string_add_char(&others, ' ');
		string_add_number(&others, past->others[i].points);
	}
	command_tell(request, MSG_HISTORY,
		ARGS(arg_number("match", past->match), arg_text("day", day_of(past->ended, when)),
			arg_text("game", past->game), arg_options("preset", past->preset),
			arg_message("outcome", outcome(past)), arg_number("points", past->points),
			arg_text("others", others.bytes)));
	string_free(&others);
}

static void run_history(struct request *request)
{
	char name[STORE_NAME];
	int64_t id = history_find_person(request, 0, name);
	struct store_past rows[HISTORY_LINES];
	unsigned count;
	if (id == 0 ||
		!history_check_read(request,
			store_list_history(
				request->lobby->batch.store, id, rows, HISTORY_LINES, &count)))
		return;
	for (unsigned i = 0; i < count; i++)
		tell_past(request, &rows[i]);
	if (count == 0)
		command_tell(request, MSG_HISTORY_NONE, ARGS(arg_name("name", name)));
}

/* Adds the players of a match, "anna 510 (won), luc 340"; for a live match only the names. */
static void add_seats(const struct request *request, const struct store_match *match,
	const struct store_seat *seats, unsigned count, struct string *out)
{
	for (unsigned i = 0; i < count; i++) {
		string_add(out, i > 0 ? ", " : "");
		add_name(request, seats[i].shown, store_robot_level(&seats[i].person), out);
		if (match->ended == 0 || match->hands == 0)
			continue;
		string_add_char(out, ' ');
		string_add_number(out, seats[i].points);
		if (seats[i].won) {
			string_add(out, " (");
			catalog_add(out, request->lobby->catalog,
				person_locale(request->from.person), MSG_OUTCOME_SEAT_WON, NO_ARGS);
			string_add_char(out, ')');
		}
	}
}

/*
 * Returns the number of the caller's last finished match. Returns 0 after telling them that they
 * have not played.
 */
static int64_t last_match(const struct request *request)
{
	const struct person *who = request->from.person;
	struct store_past past;
	unsigned count = 0;
	if (who->id > 0 &&
		!history_check_read(request,
			store_list_history(request->lobby->batch.store, who->id, &past, 1, &count)))
		return 0;
	if (count == 0)
		command_tell(request, MSG_HISTORY_NONE, ARGS(arg_name("name", who->name)));
	return count > 0 ? past.match : 0;
}

/*
 * Reads the number of a match from the first argument. Returns 0 after telling the caller the
 * error.
 */
static int64_t read_match(const struct request *request, enum message usage)
{
	unsigned number;
	if (command_has_word(request, 0, MSG_VALUE_LAST))
		return last_match(request);
	if (request->args > 0 && command_read_number(request->arg[0], &number))
		return number;
	command_tell(request, usage, NO_ARGS);
	return 0;
}

static void tell_no_match(const struct request *request, int64_t number)
{
	int64_t last;
	if (history_check_read(request, store_get_newest_match(request->lobby->batch.store, &last)))
		command_tell(request, last > 0 ? MSG_NO_SUCH_MATCH : MSG_NO_MATCH_YET,
			ARGS(arg_number("match", number), arg_number("last", last)));
}

static bool is_private(const struct store_match *match)
{
	return match->channel[0] == '\0';
}

/*
 * True if the caller may know of a match. Only its players and operators may know of a private
 * match.
 */
static bool is_known(const struct request *request, const struct store_match *match)
{
	struct store_seat seats[STORE_SEATS];
	unsigned count = 0;
	if (!is_private(match) || !(request->hidden_flags & FOR_ADMINS))
		return true;
	store_list_seats(request->lobby->batch.store, match->id, seats, &count);
	for (unsigned i = 0; i < count; i++)
		if (request->from.person->id > 0 && seats[i].person.id == request->from.person->id)
			return true;
	return false;
}

bool history_find_match(
	const struct request *request, enum message usage, struct store_match *match)
{
	int64_t number = read_match(request, usage);
	if (number == 0)
		return false;
	enum store_error error = store_get_match(request->lobby->batch.store, number, match);
	if (error == STORE_OK && !is_known(request, match))
		error = STORE_NONE;
	if (error != STORE_NONE)
		return history_check_read(request, error);
	tell_no_match(request, number);
	return false;
}

static void run_match(struct request *request)
{
	static const enum message states[] = {
		[STORE_OPEN] = MSG_MATCH_IS_OPEN,
		[STORE_RUNNING] = MSG_MATCH_IS_RUNNING,
		[STORE_FINISHED] = MSG_MATCH_IS_FINISHED,
		[STORE_STOPPED] = MSG_MATCH_IS_STOPPED,
		[STORE_SET_ASIDE] = MSG_MATCH_IS_SET_ASIDE,
	};
	struct lobby *lobby = request->lobby;
	struct store_match match;
	struct store_seat seats[STORE_SEATS];
	unsigned count;
	if (!history_find_match(request, MSG_MATCH_USAGE, &match) ||
		!history_check_read(
			request, store_list_seats(lobby->batch.store, match.id, seats, &count)))
		return;
	char when[16];
	struct string list = STRING_EMPTY;
	struct string page = STRING_EMPTY;
	add_seats(request, &match, seats, count, &list);
	if (count == 0)
		string_add_char(&list, '-');
	if (!is_private(&match) && !match.hidden)
		settings_add_page_url(&lobby->settings, &page, "/match/", match.id);
	string_add(&page, page.length > 0 ? " " : "");
	/* While a match is live, the store does not have the number of its hands. */
	struct table *live = tables_find_match(&lobby->tables, match.id);
	unsigned hands = live != NULL && live->running ? table_state(live)->hand : match.hands;
	const struct arg *args = ARGS(arg_number("match", match.id), arg_text("game", match.game),
		arg_options("preset", match.preset), arg_options("options", match.options),
		arg_text("day", day_of(match.opened, when)),
		arg_message("state", states[match.state]), arg_text("seats", list.bytes),
		arg_number("hands", hands), arg_text("page", page.bytes));
	/*
	 * If asked in the channel, answer there: a person that may see a private match may also
	 * show it.
	 */
	if (is_private(&match))
		command_answer(request, MSG_MATCH, args);
	else
		command_tell(request, MSG_MATCH, args);
	string_free(&page);
	if (match.pruned != 0)
		history_check_read(request, STORE_PRUNED);
	string_free(&list);
}

/* The state while writing the moves of a match in words. */
struct telling {
	const struct request *request;
	struct string *text;
	struct store_seat seats[STORE_SEATS];
	unsigned seats_count;
	enum message begins; /* message that begins each hand */
	unsigned hand;       /* number of the hand of the last move */
	size_t line;         /* offset of the current line in `text` */
};

/* Begins a new line if the move begins a hand or the line is full; otherwise adds a comma. */
static void break_line(struct telling *telling, const struct store_move *move)
{
	const struct request *request = telling->request;
	bool fresh = move->hand != telling->hand;
	if (!fresh && telling->text->length - telling->line < REPLAY_LINE) {
		string_add(telling->text, ", ");
		return;
	}
	string_add(telling->text, telling->text->length > 0 ? "\n" : "");
	telling->line = telling->text->length;
	telling->hand = move->hand;
	catalog_add(telling->text, request->lobby->catalog, person_locale(request->from.person),
		fresh ? telling->begins : MSG_REPLAY_MORE, ARGS(arg_number("hand", move->hand)));
}

static void add_move(struct telling *telling, const struct store_move *row)
{
	const struct request *request = telling->request;
	struct move move;
	break_line(telling, row);
	const struct store_person *who = &telling->seats[row->seat].person;
	if (row->seat < telling->seats_count)
		add_name(request, who->name, store_nameless_level(who), telling->text);
	else
		string_add_char(telling->text, '?');
	string_add_char(telling->text, ' ');
	if (move_read(row->text, &record_words, &move))
		eventtext_move(telling->text, request->lobby->catalog,
			person_locale(request->from.person), move);
}

/* Adds all moves of a match. Returns false after a read error. */
static bool tell_moves(struct telling *telling, int64_t match)
{
	enum { BATCH = 64 };
	struct store_move rows[BATCH];
	unsigned next = 1;
	unsigned count;
	do {
		if (!history_check_read(telling->request,
			    store_list_moves(telling->request->lobby->batch.store, match, next,
				    rows, BATCH, &count)))
			return false;
		for (unsigned i = 0; i < count; i++)
			add_move(telling, &rows[i]);
		next += count;
	} while (count == BATCH);
	return true;
}

/*
 * Returns true if a match has ended and its moves are stored. Otherwise tells the caller why they
 * cannot see the moves.
 */
static bool is_told(const struct request *request, const struct store_match *match)
{
	if (match->pruned != 0)
		return history_check_read(request, STORE_PRUNED);
	if (match->state == STORE_FINISHED || match->state == STORE_STOPPED)
		return true;
	command_tell(request, MSG_REPLAY_NOT_YET, ARGS(arg_number("match", match->id)));
	return false;
}

static void tell_empty(const struct request *request, const struct store_match *match)
{
	command_tell(request, MSG_REPLAY_EMPTY, ARGS(arg_number("match", match->id)));
}

static void run_replay(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct string text = STRING_EMPTY;
	struct telling telling = { .request = request, .text = &text };
	struct store_match match;
	if (!history_find_match(request, MSG_REPLAY_USAGE, &match) || !is_told(request, &match))
		return;
	const struct game *game = game_named(match.game);
	if (!is_private(&match) && !match.hidden)
		settings_add_page_url(&lobby->settings, &text, "/match/", match.id);
	string_add(&text, text.length > 0 ? "\n" : "");
	telling.begins = game != NULL && game->rounds ? MSG_REPLAY_ROUND : MSG_REPLAY_HAND;
	if (history_check_read(request,
		    store_list_seats(
			    lobby->batch.store, match.id, telling.seats, &telling.seats_count)) &&
		tell_moves(&telling, match.id)) {
		if (telling.hand > 0)
			command_tell_pages(request, &text);
		else
			tell_empty(request, &match);
	}
	string_free(&text);
}

/* Sends the record of a match, in the format of record files. */
static void run_export(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct string text = STRING_EMPTY, name = STRING_EMPTY;
	struct store_match match;
	if (!history_find_match(request, MSG_EXPORT_USAGE, &match) || !is_told(request, &match))
		return;
	if (match.started == 0)
		tell_empty(request, &match);
	else if (history_check_read(
			 request, history_write_record(lobby->batch.store, &match, &text))) {
		string_add(&name, "match-");
		string_add_number(&name, match.id);
		string_add(&name, ".txt");
		command_send_file(request, name.bytes, &text);
	}
	string_free(&name);
	string_free(&text);
}

static void run_more(struct request *request)
{
	struct speech *speech = &request->lobby->speech;
	if (!speech_tell_next_page(speech, request->from.person))
		command_tell(request, MSG_PAGE_NONE, NO_ARGS);
}

const struct command history_commands[] = {
	{ MSG_COMMAND_HISTORY, ANYWHERE | TAKES_ONE_NAME, TABLE_NONE, LIST_RECORDS,
		MSG_HELP_HISTORY, run_history },
	{ MSG_COMMAND_MATCH, ANYWHERE | THROUGH_BRIDGE, TABLE_NONE, LIST_RECORDS, MSG_HELP_MATCH,
		run_match },
	{ MSG_COMMAND_REPLAY, ANYWHERE, TABLE_NONE, LIST_RECORDS, MSG_HELP_REPLAY, run_replay },
	{ MSG_COMMAND_EXPORT, ANYWHERE, TABLE_NONE, LIST_RECORDS, MSG_HELP_EXPORT, run_export },
	{ MSG_COMMAND_MORE, ANYWHERE | NEEDS_OTHER_PEOPLE, TABLE_NONE, LIST_RECORDS, MSG_HELP_MORE,
		run_more },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
