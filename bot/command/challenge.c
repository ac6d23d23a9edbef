/* command/challenge.c - challenges: send one, list them, play one, accept or decline. */
#include "bot/command/challenge.h"

#include <string.h>

#include "bot/command/daily.h"
#include "bot/command/history.h"
#include "bot/match/announce.h"
#include "bot/match/challenge.h"
#include "bot/people/access.h"
#include "bot/people/identity.h"
#include "bot/talk/speech.h"

/* A challenge of the caller that is not over. */
struct challenge {
	struct store_trial trial;
	struct store_try own, other; /* other.id 0: no person has used the link yet */
	/* the caller sent the challenge; their try is then its first one */
	bool sent;
};

/* Steps through the caller's challenges. Begin with row->own.id 0. */
static bool next_challenge(const struct request *request, struct challenge *row)
{
	struct store *store = request->lobby->batch.store;
	struct store_try next = { .id = 0 };
	const int64_t person = request->from.person->id;
	enum store_error error =
		person != 0 ? store_next_challenge(store, person, &row->own) : STORE_NONE;
	if (error == STORE_NONE || !history_check_read(request, error) ||
		!history_check_read(request, store_get_trial(store, row->own.trial, &row->trial)))
		return false;
	row->other = (struct store_try){ .id = 0 };
	row->sent = true;
	while ((error = store_next_try(store, row->own.trial, &next)) == STORE_OK)
		if (next.id != row->own.id) {
			row->sent = next.id > row->own.id;
			row->other = next;
		}
	return error == STORE_NONE || history_check_read(request, error);
}

/* ---- sending ---- */

/*
 * Finds the person to challenge. Returns NULL after telling the caller why that person cannot be
 * challenged.
 */
static struct person *find_rival(const struct request *request, const char *nick)
{
	struct lobby *lobby = request->lobby;
	struct network *network = request->from.person->network;
	struct sender sender;
	struct person *rival = NULL;
	enum message why = MSG_NOBODY;
	if (*nick == '~')
		why = MSG_CHALLENGE_GUEST;
	else if (network->driver->find_nick(network, nick, &sender))
		rival = identity_resolve(&lobby->people, network, &sender);
	else if (command_names_robot(request, nick))
		why = MSG_CHALLENGE_ROBOT;
	if (rival != NULL && rival != request->from.person &&
		access_is_allowed(network->access, &sender))
		return rival;
	if (rival != NULL)
		why = rival == request->from.person ? MSG_CHALLENGE_SELF : MSG_CHALLENGE_NOT;
	command_refuse_seat(request, why, nick);
	return NULL;
}

/* True if the caller and a person have a challenge that is not over. */
static bool has_challenge_with(const struct request *request, const struct person *rival)
{
	struct challenge row = { .own = { .id = 0 } };
	while (rival->id != 0 && next_challenge(request, &row))
		if (row.other.person == rival->id)
			return true;
	return false;
}

static void send(const struct request *request, const char *nick, const struct game *game)
{
	struct lobby *lobby = request->lobby;
	struct person *caller = request->from.person, *rival = find_rival(request, nick);
	struct store_trial trial;
	char until[DAILY_TIME], digits[2 * STORE_SEED + 1];
	struct text commitment = text_in(digits, sizeof digits);
	if (rival == NULL)
		return;
	enum message why = has_challenge_with(request, rival)
		? MSG_CHALLENGE_TWICE
		: challenge_make(lobby, game, caller, rival, &trial);
	if (why != MSG_OK) {
		command_refuse_seat(request, why, rival->name);
		return;
	}
	daily_write_time(trial.ends, until);
	text_hex(&commitment, trial.commitment, ANNOUNCE_COMMITMENT);
	speech_tell(&lobby->speech, rival, MSG_CHALLENGE_ASKED,
		ARGS(arg_name("name", caller->name), arg_text("game", game->name),
			arg_number("number", trial.id), arg_text("until", until),
			arg_text("commitment", digits)));
	command_tell(request, MSG_CHALLENGE_SENT,
		ARGS(arg_name("name", rival->name), arg_text("game", game->name),
			arg_number("number", trial.id), arg_text("until", until),
			arg_text("commitment", digits)));
}

/* ---- the caller's challenges ---- */

static void list(const struct request *request)
{
	struct challenge row = { .own = { .id = 0 } };
	size_t count = 0;
	char until[DAILY_TIME];
	while (next_challenge(request, &row)) {
		if (challenge_is_declined(&row.own) || count++ >= request->from.reply->most)
			continue;
		const struct arg *args =
			ARGS(arg_number("number", row.trial.id), arg_number("points", row.own.own));
		enum message state = challenge_is_declined(&row.other)
			? MSG_CHALLENGE_STATE_DECLINED
			: row.own.ended == 0 ? MSG_CHALLENGE_STATE_YOURS
					     : MSG_CHALLENGE_STATE_THEIRS;
		command_tell(request, MSG_CHALLENGE_ONE,
			ARGS(row.other.name[0] != '\0'
					? arg_name("name", row.other.name)
					: arg_message("name", MSG_CHALLENGE_SOMEBODY),
				arg_text("game", row.trial.game),
				arg_number("number", row.trial.id),
				arg_text("until", daily_write_time(row.trial.ends, until)),
				arg_filled("state", state, args)));
	}
	if (count == 0)
		command_tell(request, MSG_CHALLENGE_NONE_OPEN, NO_ARGS);
}

/* Begins or continues a challenge of the caller. */
static void play(const struct request *request, int64_t number)
{
	struct lobby *lobby = request->lobby;
	struct store_trial trial = { .id = 0 };
	if (!daily_can_play(request))
		return;
	enum message why = challenge_begin(lobby, request->from.person, number);
	if (why == MSG_TRIAL_PLAYED &&
		!history_check_read(request, store_get_trial(lobby->batch.store, number, &trial)))
		return;
	daily_answer(request, &trial, why);
}

/* Takes the challenge of a link, and begins it. */
static void take(const struct request *request, const char *link)
{
	struct store_trial trial;
	if (!daily_can_play(request))
		return;
	enum message why = challenge_take(
		request->lobby, strrchr(link, '/') + 1, request->from.person, &trial);
	if (why == MSG_OK)
		play(request, trial.id);
	else
		command_refuse_seat(request, why, "");
}

/* Finds the newest challenge to the caller that they have neither begun nor declined. */
static bool find_offer(const struct request *request, struct challenge *offer)
{
	struct challenge row = { .own = { .id = 0 } };
	bool found = false;
	while (next_challenge(request, &row)) {
		if (row.sent || row.own.begun != 0 || row.own.ended != 0)
			continue;
		*offer = row;
		found = true;
	}
	return found;
}

bool challenge_accept(const struct request *request)
{
	struct challenge offer;
	if (!find_offer(request, &offer))
		return false;
	play(request, offer.trial.id);
	return true;
}

bool challenge_refuse(const struct request *request)
{
	struct challenge offer;
	if (!find_offer(request, &offer))
		return false;
	challenge_decline(request->lobby, &offer.own);
	command_tell(request, MSG_CHALLENGE_REFUSED, ARGS(arg_name("name", offer.other.name)));
	return true;
}

static void run_challenge(struct request *request)
{
	const char *word = request->args > 0 ? request->arg[0] : "";
	unsigned number = request->number;
	const struct game *game = request->args > 1 ? command_find_game(request->arg[1]) : games[0];
	if (number == 0 && request->args == 0)
		list(request);
	else if (number != 0 || command_read_number(word, &number))
		play(request, number);
	else if (strchr(word, '/') != NULL)
		take(request, word);
	else if (game != NULL && request->args <= 2)
		send(request, word, game);
	else
		command_refuse_seat(request, MSG_CHALLENGE_USAGE, "");
}

const struct command challenge_commands[] = {
	{ MSG_COMMAND_CHALLENGE, ANYWHERE | FIRST_CONNECTION | NEEDS_OTHER_PEOPLE | TAKES_NAMES,
		TABLE_NONE, LIST_PEOPLE, MSG_HELP_CHALLENGE, run_challenge },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
