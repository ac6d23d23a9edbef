/* command/seat.c - the command that makes a link to the caller's seat on a page. */
#include "bot/command/table_argument.h"
#include "bot/match/exercise.h"
#include "bot/match/seating.h"

/*
 * Ends the caller's link to the seat at the table with the given number. Without a number, ends the
 * caller's links to all seats.
 */
static void end_links(struct request *request)
{
	struct lobby *lobby = request->lobby;
	const struct person *person = request->from.person;
	const struct table *table = table_argument_find_number(request);
	unsigned ended = 0;
	struct exercise *exercise = table_argument_find_exercise(request);
	if (exercise != NULL && exercise->has_page) {
		exercise_end_key(lobby, exercise);
		ended++;
	}
	if (person->id != 0 && (request->number == 0 || table != NULL))
		ended += seat_keys_end(
			&lobby->seat_keys, person->id, table != NULL ? table->match : 0);
	command_tell(request, ended > 0 ? MSG_SEAT_OFF : MSG_SEAT_OFF_NONE, NO_ARGS);
}

/* Makes a link to the page of an exercise, and tells it to the caller. */
static void tell_exercise_link(const struct request *request, struct exercise *exercise)
{
	struct lobby *lobby = request->lobby;
	char key[SEAT_KEY];
	struct string url = STRING_EMPTY;
	if (!people_store(&lobby->people, exercise->person))
		return;
	exercise_make_key(lobby, exercise, key);
	settings_add_seat_url(&lobby->settings, &url, key);
	command_tell(request, MSG_SEAT_LINK, ARGS(arg_text("url", url.bytes)));
	string_free(&url);
}

static void run_seat(struct request *request)
{
	if (command_read_switch(request) == 0) {
		end_links(request);
		return;
	}
	if (request->args > 0) {
		command_tell(request, MSG_HELP_SEAT, NO_ARGS);
		return;
	}
	struct exercise *exercise = table_argument_find_exercise(request);
	if (exercise != NULL) {
		tell_exercise_link(request, exercise);
		return;
	}
	struct table *table = table_argument_find(request, TABLE_SEATED);
	if (table != NULL)
		seating_tell_link(request->lobby, table, request->from.person);
}

const struct command seat_commands[] = {
	{ MSG_COMMAND_SEAT, IN_PRIVATE | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE | NEEDS_PAGES,
		TABLE_NONE, LIST_PLAY, MSG_HELP_SEAT, run_seat },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
