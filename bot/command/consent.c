/*
 * command/consent.c - the commands that need another player's consent: sub, accept, decline, stop.
 */
#include <string.h>

#include "bot/command/challenge.h"
#include "bot/command/invite.h"
#include "bot/command/seating.h"
#include "bot/command/table_argument.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/match/rate.h"
#include "bot/match/seating.h"
#include "bot/people/identity.h"
#include "bot/talk/speech.h"
#include "bot/text/nametext.h"

/* Finds a person by their nick. Returns NULL after telling the caller that the nick is unknown. */
static struct person *named(const struct request *request, const char *nick)
{
	struct network *network = request->from.person->network;
	struct sender sender;
	struct person *person = network->driver->find_nick(network, nick, &sender)
		? identity_resolve(&request->lobby->people, network, &sender)
		: NULL;
	if (person == NULL)
		command_refuse_seat(request, MSG_NOBODY, nick);
	return person;
}

/*
 * Withdraws the caller's offer of their seat and their request to stop, after `sub -` or `stop -`.
 */
static void withdraw(struct request *request, struct table *table)
{
	if (table_cancel_requests(table, table_find_seat(table, request->from.person)))
		speech_say(&request->lobby->speech, table, MSG_OFFER_WITHDRAWN,
			ARGS(arg_name("name", table_person_name(table, request->from.person))));
	else
		command_refuse_seat(request, MSG_OFFER_NOTHING, "");
}

static void offer(struct request *request, struct table *table, struct person *heir)
{
	struct lobby *lobby = request->lobby;
	unsigned seat = table_find_seat(table, request->from.person);
	if (table_find_seat(table, heir) != SEAT_NONE) {
		command_refuse_seat(request, MSG_SUB_SEATED, heir->name);
	} else if (table->running) {
		table_offer_seat(table, seat, heir, lobby_now(lobby));
		speech_say(&lobby->speech, table, MSG_SUB_OFFERED,
			ARGS(arg_name("name", table_person_name(table, request->from.person)),
				arg_name("other", table_person_name(table, heir))));
	} else if (!seating_free_seat(lobby, table, seat, heir)) {
		command_refuse_seat(request, MSG_SUB_ALONE, heir->name);
	}
}

static void run_sub(struct request *request)
{
	if (request->args == 0) {
		command_refuse_seat(request, MSG_SUB_WHO, "");
		return;
	}
	struct table *table = table_argument_find(request, TABLE_SEATED);
	if (table == NULL)
		return;
	lobby_snapshot_table(request->lobby, table);
	if (strcmp(request->arg[0], "-") == 0) {
		withdraw(request, table);
		return;
	}
	struct person *heir = named(request, request->arg[0]);
	if (heir != NULL)
		offer(request, table, heir);
}

/*
 * Finds the table with an offer for the caller. Without one, `answer` accepts or declines a
 * challenge. Returns NULL after answering the caller.
 */
static struct table *find_offer(
	struct request *request, bool (*answer)(const struct request *request))
{
	if (request->number == 0 && !table_argument_has_offer(request) && answer(request))
		return NULL;
	return request->table = table_argument_find(request, TABLE_OFFERED);
}

/* True if the caller is offered no seat at the table. Then `accept` may mean an invitation. */
static bool has_no_seat_offer(const struct request *request)
{
	return table_find_offered_seat(request->table, request->from.person,
		       lobby_now(request->lobby)) == SEAT_NONE;
}

/*
 * Returns the seat that is offered to the caller. Returns SEAT_NONE after telling them that the
 * offer is gone.
 */
static unsigned offered(struct request *request)
{
	struct table *table = request->table;
	unsigned seat =
		table_find_offered_seat(table, request->from.person, lobby_now(request->lobby));
	if (seat != SEAT_NONE) {
		lobby_snapshot_table(request->lobby, table);
		return seat;
	}
	command_refuse_seat(request, MSG_NO_OFFER, "");
	return SEAT_NONE;
}

static void run_accept(struct request *request)
{
	struct person *who = request->from.person;
	struct table *table = find_offer(request, challenge_accept);
	if (table == NULL)
		return;
	if (has_no_seat_offer(request) && invite_accept(request, table))
		return;
	unsigned seat = offered(request);
	if (seat == SEAT_NONE)
		return;
	if (table_find_seat(table, who) != SEAT_NONE) {
		command_refuse_seat(request, MSG_SEATED_PLAYING, "");
		return;
	}
	const struct person *giver = table->seat[seat].player;
	if (command_can_sit(request, &table->channel->settings) &&
		people_store(&request->lobby->people, who))
		seating_hand_over(request->lobby, table, seat, who, MSG_SUB_DONE,
			ARGS(arg_name("name", table_person_name(table, giver)),
				arg_name("other", table_person_name(table, who))));
}

static void run_decline(struct request *request)
{
	if (find_offer(request, challenge_refuse) == NULL)
		return;
	if (has_no_seat_offer(request) && invite_decline(request, request->table))
		return;
	unsigned seat = offered(request);
	if (seat == SEAT_NONE)
		return;
	table_cancel_requests(request->table, seat);
	speech_say(&request->lobby->speech, request->table, MSG_SUB_DECLINED,
		ARGS(arg_name("name", table_person_name(request->table, request->from.person))));
}

/* Adds the names of the players whose consent is missing: "anna, rose". */
static void add_missing_consents(struct string *list, const struct table *table, int64_t now)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		if (!table_lacks_stop_request(table, i, now))
			continue;
		string_add(list, list->length > 0 ? ", " : "");
		nametext_add(list, table_name(table, i));
	}
}

/*
 * Ends the match, because all present players agreed. Its scores count as they stand if an owner is
 * absent, or if a player would otherwise be spared a loss to AI players.
 */
static void stop(struct request *request, struct table *table)
{
	static const char reason[] = "stopped by its players";
	struct lobby *lobby = request->lobby;
	if (table->running &&
		(table_has_absent_player(table, SEAT_NONE) || rate_is_binding(lobby, table))) {
		match_end_early(lobby, table, reason);
		return;
	}
	match_cancel(lobby, table, reason, table->running ? MSG_MATCH_STOPPED : MSG_TABLE_CLOSED,
		table_person_name(table, request->from.person));
}

/* Records a request to stop. Ends the match if all players agree, else asks the others. */
static void request_stop(struct request *request, struct table *table, unsigned seat)
{
	struct lobby *lobby = request->lobby;
	struct string others = STRING_EMPTY;
	table_request_stop(table, seat, lobby_now(lobby));
	add_missing_consents(&others, table, lobby_now(lobby));
	if (string_is_empty(&others))
		stop(request, table);
	else
		speech_say(&lobby->speech, table, MSG_STOP_ASKED,
			ARGS(arg_name("name", table_person_name(table, request->from.person)),
				arg_text("others", others.bytes)));
	string_free(&others);
}

static void run_stop(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table = request->table;
	unsigned seat = table_find_seat(table, request->from.person);
	if (command_stop_exercise(request))
		return;
	presence_update_running(lobby, table);
	if (seat == SEAT_NONE && !presence_is_deserted(table)) {
		command_refuse_seat(request, MSG_NOT_SEATED, "");
		return;
	}
	lobby_snapshot_table(lobby, table);
	if (seat == SEAT_NONE)
		stop(request, table);
	else if (request->args > 0 && strcmp(request->arg[0], "-") == 0)
		withdraw(request, table);
	else
		request_stop(request, table, seat);
}

const struct command consent_commands[] = {
	{ MSG_COMMAND_SUB, IN_CHANNEL | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE | TAKES_ONE_NAME,
		TABLE_NONE, LIST_PEOPLE, MSG_HELP_SUB, run_sub },
	{ MSG_COMMAND_ACCEPT, ANYWHERE | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE | WHILE_MUTED,
		TABLE_NONE, LIST_PEOPLE, MSG_HELP_ACCEPT, run_accept },
	{ MSG_COMMAND_DECLINE, ANYWHERE | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE, TABLE_NONE,
		LIST_PEOPLE, MSG_HELP_DECLINE, run_decline },
	{ MSG_COMMAND_STOP,
		IN_CHANNEL | AT_PRIVATE_TABLE | IN_BARRED_CHANNEL | FIRST_CONNECTION | IN_EXERCISE |
			WHILE_MUTED | CANNOT_BE_UNDONE,
		TABLE_STOPPED, LIST_PEOPLE, MSG_HELP_STOP, run_stop },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
