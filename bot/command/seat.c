/* command/seat.c - the command for a link to one's seat on a page. */
#include "bot/command/table_argument.h"
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
	if (person->id != 0 && (request->number == 0 || table != NULL))
		ended = seat_keys_end(
			&lobby->seat_keys, person->id, table != NULL ? table->match : 0);
	command_tell(request, ended > 0 ? MSG_SEAT_OFF : MSG_SEAT_OFF_NONE, NO_ARGS);
}

static void run_seat(struct request *request)
{
	if (command_read_switch(request, 0) == 0) {
		end_links(request);
		return;
	}
	if (request->args > 0) {
		command_tell(request, MSG_HELP_SEAT, NO_ARGS);
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
