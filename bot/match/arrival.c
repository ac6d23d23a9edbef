#include "bot/match/arrival.h"

#include <stdlib.h>
#include <string.h>

#include "bot/match/presence.h"
#include "bot/match/seating.h"
#include "bot/match/trial.h"
#include "bot/people/identity.h"
#include "bot/talk/hand.h"

/* maximum number of a person's tables that arrival_handle_line remembers */
enum { ARRIVAL_TABLES = 16 };

struct person *arrival_handle_line(
	struct lobby *lobby, struct network *network, const struct sender *sender)
{
	const struct person *before =
		people_find_by_connection(&lobby->people, network, sender->key);
	/*
	 * Tables at which the person was already a player and so has seen the hand. An owner whose
	 * seat another person played has not seen it.
	 */
	const struct table *had[ARRIVAL_TABLES];
	size_t count = 0, n = 0;
	struct table *table;
	unsigned seat;
	while (before != NULL && !before->connection_lost && count < ARRIVAL_TABLES &&
		(table = tables_next_seat(&lobby->tables, before, &n, &seat)) != NULL)
		had[count++] = table;
	struct person *person = identity_peek(&lobby->people, network, sender);
	if (person == NULL)
		return NULL;
	presence_mark_back(lobby, person);
	n = 0;
	while ((table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL) {
		size_t i = 0;
		while (i < count && had[i] != table)
			i++;
		if (i == count && table->running && table_is_attended(table) &&
			table_state(table)->turn == seat && !table->seat[seat].has_stand_in)
			hand_show(&lobby->speech, table, seat);
	}
	return person;
}

void arrival_handle_connection(
	struct lobby *lobby, struct network *network, const struct sender *sender)
{
	const struct person *before =
		people_find_by_connection(&lobby->people, network, sender->key);
	bool second = before != NULL && before->is_second_connection;
	const struct person *person = arrival_handle_line(lobby, network, sender);
	if (person != NULL && person->is_second_connection && !second)
		seating_offer_swap(lobby, person, sender);
}

void arrival_retry(struct lobby *lobby)
{
	struct network *network;
	char *connection;
	while ((connection = people_undone_connection(&lobby->people, &network)) != NULL) {
		struct sender sender;
		const char *nick = network->driver->nick(network, connection);
		if (nick != NULL && network->driver->find_nick(network, nick, &sender) &&
			strcmp(sender.key, connection) == 0)
			arrival_handle_connection(lobby, network, &sender);
		free(connection);
	}
}

/* ---- changes of identity ---- */

static void merged(void *above, struct person *from, struct person *to, bool proved)
{
	struct lobby *lobby = above;
	recipients_move_watcher(&lobby->speech.recipients, from, to);
	seating_follow(lobby, from, to, proved);
	trial_follow(lobby, from, to);
}

static bool has_conflict(void *above, const struct person *from, const struct person *to)
{
	return seating_has_conflict(above, from, to);
}

static void reached(void *above, struct person *person)
{
	presence_mark_back(above, person);
	person->blocked = false;
}

/* Tells a person why the bot treats them as another person than they expect. */
static void stranger(void *above, const struct person *stranger, const struct person *other)
{
	struct lobby *lobby = above;
	enum message why = other->claimed     ? MSG_STRANGER_CLAIMED
		: identity_has_account(other) ? MSG_STRANGER_ACCOUNT
					      : MSG_STRANGER_SEATED;
	speech_tell(&lobby->speech, stranger, why, ARGS(arg_name("name", other->name)));
}

const struct people_events arrival_events = {
	.merged = merged,
	.has_conflict = has_conflict,
	.reached = reached,
	.stranger = stranger,
};
