/* command/guest.c - the commands about guests: guest, kick. */
#include "bot/match/guest.h"

#include "bot/command/command.h"
#include "bot/match/seating.h"

/* ---- guest ---- */

/* True if the caller may invite guests to the table. Otherwise tells them why not. */
static bool can_invite(const struct request *request, struct table *table)
{
	const struct person *opener = seating_find_opener(table);
	if (table_is_private(table))
		command_refuse_seat(request, MSG_ALONE_ONLY, "");
	else if (table->running)
		command_refuse_seat(request, MSG_MATCH_RUNNING_YOURS, "");
	else if (table->channel->settings.guests == CONFIG_GUESTS_NO)
		command_refuse_seat(request, MSG_GUEST_NOT_HERE, "");
	else if (opener != request->from.person)
		command_refuse_seat(request, MSG_GUEST_OPENER, opener != NULL ? opener->name : "");
	else
		return true;
	return false;
}

static void tell_link(const struct request *request, const struct table *table)
{
	struct lobby *lobby = request->lobby;
	char key[SEAT_KEY];
	struct string url = STRING_EMPTY;
	guest_make_link(lobby, table, request->from.person, key);
	string_add(&url, lobby->settings.pages);
	string_add(&url, "/join/");
	string_add(&url, key);
	command_tell(request, MSG_GUEST_LINK,
		ARGS(arg_number("table", table->number), arg_text("url", url.bytes)));
	string_free(&url);
}

static void run_guest(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table = request->table;
	if (!can_invite(request, table))
		return;
	if (command_read_switch(request) == 0) {
		guest_delete_links(lobby, table);
		command_tell(request, MSG_GUEST_ENDED, ARGS(arg_number("table", table->number)));
	} else if (table->seats_taken >= table_most_players(table)) {
		command_refuse_seat(request, MSG_TABLE_FULL, "");
	} else if (table_count_outsiders(table) +
			guests_count_links(&lobby->guests, table->match) >=
		GUESTS_MOST) {
		command_refuse_seat(request, MSG_GUEST_MOST, "");
	} else {
		tell_link(request, table);
	}
}

/* ---- kick ---- */

/*
 * Returns the seat of an outsider (a guest or a person of another network), or SEAT_NONE. name: the
 * outsider's name, with or without "(network)", and for a guest with or without ~.
 */
static unsigned find_outsider(const struct table *table, const char *name)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct person *player = table->seat[i].player;
		if (player != NULL && table_is_outsider(table, player) &&
			(text_same(player->name, name) || text_same(player->full_name, name) ||
				(person_is_guest(player) && text_same(player->name + 1, name))))
			return i;
	}
	return SEAT_NONE;
}

/* Returns why the caller cannot send an outsider away, or MSG_OK if they can. */
static enum message find_obstacle(
	const struct table *table, const struct person *outsider, const struct person *caller)
{
	if (guest_is_invited_by(outsider, caller))
		return MSG_OK;
	if (!table->running)
		return seating_find_opener(table) == caller ? MSG_OK : MSG_KICK_OTHERS;
	return person_is_guest(outsider) ? MSG_KICK_OTHERS : MSG_KICK_RUNNING;
}

static void run_kick(struct request *request)
{
	struct table *table = request->table;
	const struct person *caller = request->from.person;
	if (request->args == 0) {
		command_refuse_seat(request, MSG_KICK_WHO, "");
		return;
	}
	/* first try the whole text, like "luc (matrix)", then only its first word */
	unsigned seat = find_outsider(table, request->rest);
	if (seat == SEAT_NONE)
		seat = find_outsider(table, request->arg[0]);
	const struct person *outsider = seat != SEAT_NONE ? table->seat[seat].player : NULL;
	enum message why = outsider != NULL ? find_obstacle(table, outsider, caller) : MSG_OK;
	if (outsider == NULL) {
		command_refuse_seat(request, MSG_KICK_UNKNOWN, request->arg[0]);
	} else if (why != MSG_OK) {
		command_refuse_seat(request, why, table_person_name(table, outsider));
	} else {
		lobby_snapshot_table(request->lobby, table);
		if (person_is_guest(outsider))
			guest_bar(request->lobby, table, outsider);
		seating_send_away(request->lobby, table, seat, caller);
	}
}

const struct command guest_commands[] = {
	{ MSG_COMMAND_GUEST, ANYWHERE | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE | NEEDS_GUESTS,
		TABLE_SEATED_OPEN, LIST_TABLES, MSG_HELP_GUEST, run_guest },
	{ MSG_COMMAND_KICK,
		ANYWHERE | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE | NEEDS_GUESTS | TAKES_ONE_NAME,
		TABLE_SEATED, LIST_TABLES, MSG_HELP_KICK, run_kick },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
