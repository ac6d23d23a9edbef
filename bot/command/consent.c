/* command/consent.c - the commands that need consent: hand over a seat, stop a match. */
#include <string.h>

#include "bot/command/invite.h"
#include "bot/command/locate.h"
#include "bot/command/seating.h"
#include "bot/match/leaver.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/match/rate.h"
#include "bot/match/seating.h"
#include "bot/people/identity.h"
#include "bot/talk/speech.h"
#include "bot/text/nametext.h"

static void refuse(const struct request *request, enum word why, const char *name)
{
	command_refused(request, REFUSED_SEAT);
	command_tell(request, why, ARGS(arg_name("name", name)));
}

/* Finds the person with a nick. Returns NULL after telling the caller that nothing was found. */
static struct person *named(const struct request *request, const char *nick)
{
	struct network *network = request->from.person->network;
	struct sender sender;
	struct person *person = network->driver->find_nick(network, nick, &sender)
		? identity_resolve(&request->lobby->people, network, &sender)
		: NULL;
	if (person == NULL)
		refuse(request, WORD_NOBODY, nick);
	return person;
}

/* Withdraws the caller's offers, after `sub -` or `stop -`. */
static void withdraw(struct request *request, struct table *table)
{
	if (table_withdraw(table, table_seat(table, request->from.person)))
		speech_say(&request->lobby->speech, table, WORD_OFFER_WITHDRAWN,
			ARGS(arg_name("name", request->from.person->name)));
	else
		refuse(request, WORD_OFFER_NOTHING, "");
}

static void offer(struct request *request, struct table *table, struct person *heir)
{
	struct lobby *lobby = request->lobby;
	unsigned seat = table_seat(table, request->from.person);
	if (table_seat(table, heir) != SEAT_NONE) {
		refuse(request, WORD_SUB_SEATED, heir->name);
	} else if (table->running) {
		table_offer(table, seat, heir, lobby_now(lobby));
		speech_say(&lobby->speech, table, WORD_SUB_OFFERED,
			ARGS(arg_name("name", request->from.person->name),
				arg_name("other", heir->name)));
	} else if (!seating_free(lobby, table, seat, heir)) {
		refuse(request, WORD_SUB_ALONE, heir->name);
	}
}

static void run_sub(struct request *request)
{
	if (request->args == 0) {
		refuse(request, WORD_SUB_WHO, "");
		return;
	}
	struct table *table = locate_table(request, TABLE_SEATED);
	if (table == NULL)
		return;
	lobby_touch(request->lobby, table);
	if (strcmp(request->arg[0], "-") == 0) {
		withdraw(request, table);
		return;
	}
	struct person *heir = named(request, request->arg[0]);
	if (heir != NULL)
		offer(request, table, heir);
}

/* True if no player offers the caller their seat: `accept` may mean an invitation. */
static bool is_asked(const struct request *request)
{
	return table_offered(request->table, request->from.person, lobby_now(request->lobby)) ==
		SEAT_NONE;
}

/* Returns the seat that the caller is offered, or SEAT_NONE after telling them that it is gone. */
static unsigned offered(struct request *request)
{
	struct table *table = request->table;
	unsigned seat = table_offered(table, request->from.person, lobby_now(request->lobby));
	if (seat != SEAT_NONE) {
		lobby_touch(request->lobby, table);
		return seat;
	}
	refuse(request, WORD_NO_OFFER, "");
	return SEAT_NONE;
}

static void run_accept(struct request *request)
{
	struct person *who = request->from.person;
	struct table *table = request->table;
	if (is_asked(request) && invite_accept(request, table))
		return;
	unsigned seat = offered(request);
	if (seat == SEAT_NONE)
		return;
	if (table_seat(table, who) != SEAT_NONE) {
		refuse(request, WORD_SEATED_PLAYING, "");
		return;
	}
	const struct person *giver = table->seat[seat].player;
	if (command_may_sit(request, &table->channel->settings) &&
		people_enlist(&request->lobby->people, who))
		seating_hand_over(request->lobby, table, seat, who, WORD_SUB_DONE,
			ARGS(arg_name("name", giver->name), arg_name("other", who->name)));
}

static void run_decline(struct request *request)
{
	if (is_asked(request) && invite_decline(request, request->table))
		return;
	unsigned seat = offered(request);
	if (seat == SEAT_NONE)
		return;
	table_withdraw(request->table, seat);
	speech_say(&request->lobby->speech, request->table, WORD_SUB_DECLINED,
		ARGS(arg_name("name", request->from.person->name)));
}

/* Adds the players whose consent is missing: "anna, rose". */
static void add_unwilling(struct string *list, const struct table *table, int64_t now)
{
	for (unsigned i = 0; i < table->taken; i++) {
		if (table_automatic(table, i) || table_stops(table, i, now))
			continue;
		string_add(list, list->length > 0 ? ", " : "");
		nametext_add(list, table->seat[i].player->name);
	}
}

static void ask_others(struct request *request, struct table *table)
{
	struct lobby *lobby = request->lobby;
	struct string others = STRING_EMPTY;
	add_unwilling(&others, table, lobby_now(lobby));
	speech_say(&lobby->speech, table, WORD_STOP_ASKED,
		ARGS(arg_name("name", request->from.person->name),
			arg_text("others", others.bytes)));
	string_free(&others);
}

/*
 * Ends the match with the consent of all present players. It counts as it stands if an owner is
 * absent, or if undoing it would spare a player a loss to AI players.
 */
static void stop(struct request *request, struct table *table)
{
	struct lobby *lobby = request->lobby;
	if (table->running && (table_any_absent(table, SEAT_NONE) || rate_binds(lobby, table))) {
		match_stand(lobby, table);
		return;
	}
	struct string scores = STRING_EMPTY;
	if (table->running)
		speech_scores(&lobby->speech, table, &scores);
	match_stop(lobby, table, table->running ? WORD_MATCH_STOPPED : WORD_TABLE_CLOSED,
		ARGS(arg_name("name", request->from.person->name),
			arg_text("scores", scores.bytes)));
	string_free(&scores);
}

static void run_stop(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table = request->table;
	bool seated = table_seat(table, request->from.person) != SEAT_NONE;
	presence_settle(lobby, table);
	if (!seated && !presence_deserted(table)) {
		refuse(request, WORD_NOT_SEATED, "");
		return;
	}
	lobby_touch(lobby, table);
	if (!seated) {
		stop(request, table);
		return;
	}
	if (request->args > 0 && strcmp(request->arg[0], "-") == 0) {
		withdraw(request, table);
		return;
	}
	table_ask_stop(table, table_seat(table, request->from.person), lobby_now(lobby));
	if (table_all_stop(table, lobby_now(lobby)))
		stop(request, table);
	else
		ask_others(request, table);
}

const struct command consent_commands[] = {
	{ "sub remplacer", IN_CHANNEL | SEATED | AMONG_PEOPLE, TABLE_NONE, LIST_PEOPLE,
		WORD_HELP_SUB, run_sub },
	{ "accept accepter", ANYWHERE | SEATED | AMONG_PEOPLE, TABLE_OFFERED, LIST_PEOPLE,
		WORD_HELP_ACCEPT, run_accept },
	{ "decline refuser", ANYWHERE | SEATED | AMONG_PEOPLE, TABLE_OFFERED, LIST_PEOPLE,
		WORD_HELP_DECLINE, run_decline },
	{ "stop arreter", IN_CHANNEL | ALONE | BARRED | SEATED, TABLE_STOPPED, LIST_PEOPLE,
		WORD_HELP_STOP, run_stop },
	{ NULL, 0, TABLE_NONE, UNLISTED, WORD_OK, NULL },
};
