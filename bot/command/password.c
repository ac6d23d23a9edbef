/* password.c - the commands that prove an identity: claim, swap. */
#include <sodium.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/command/command.h"
#include "bot/match/seating.h"
#include "bot/people/identity.h"
#include "storage/credentials.h"

/*
 * The hash is set to take only 10 ms, because it blocks the loop. Guessing is stopped by the pause
 * after wrong passwords instead.
 */
enum { CLAIM_LEAST = 6, CLAIM_MOST = 64, CLAIM_OPERATIONS = 1, CLAIM_BYTES = 8 * 1024 * 1024 };

_Static_assert(STORE_PASSWORD >= crypto_pwhash_STRBYTES, "a hash does not fit the store");

static void answer(const struct request *request, enum message message, const char *name)
{
	command_tell(request, message, ARGS(arg_name("name", name)));
}

/*
 * Returns true if `word` is the person's password. Otherwise tells the caller that it is wrong, or
 * that they must wait.
 */
static bool is_word(const struct request *request, const struct person *target, const char *word)
{
	struct lobby *lobby = request->lobby;
	struct access *access = request->from.person->network->access;
	struct store_proof proof;
	if (!access_count_guess(access, request->from.sender, target->address, lobby_now(lobby))) {
		command_tell(request, MSG_CLAIM_PAUSE,
			ARGS(arg_number("seconds", ACCESS_GUESS_SECONDS)));
		return false;
	}
	if (store_get_credentials(lobby->batch.store, target->id, &proof) == STORE_OK &&
		crypto_pwhash_str_verify(proof.claim, word, strlen(word)) == 0) {
		access_return_guess(access, request->from.sender, target->address);
		return true;
	}
	answer(request, MSG_CLAIM_WRONG, target->name);
	return false;
}

/*
 * A person may set the first password of a nick that has played, or delete its data, only from the
 * nick's home address, or from an address that the nick has had for a day. Otherwise a stranger
 * could take the nick and another person's results.
 */
bool password_can_change(const struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct person *who = request->from.person;
	struct store_proof proof;
	if (who->claimed || identity_has_account(who))
		return true;
	/* Store the person, so that the store knows since when they have this address. */
	if (!people_store(&lobby->people, who) ||
		!lobby_check_write(
			lobby, store_get_credentials(lobby->batch.store, who->id, &proof)))
		return false;
	int64_t wait = proof.addressed + PEOPLE_ADDRESS_SECONDS - lobby_date(lobby);
	if (!proof.played || wait <= 0 || text_same(proof.address, proof.home))
		return true;
	command_tell(request, MSG_CLAIM_EARLY,
		ARGS(arg_name("name", who->name), arg_number("hours", (wait + 3599) / 3600)));
	return false;
}

/* Sets the caller's password. word NULL: removes it. */
static void set_password(struct request *request, const char *word)
{
	struct lobby *lobby = request->lobby;
	struct person *who = request->from.person;
	char hash[crypto_pwhash_STRBYTES];
	if (word != NULL &&
		crypto_pwhash_str(hash, word, strlen(word), CLAIM_OPERATIONS, CLAIM_BYTES) != 0)
		memory_exit(CLAIM_BYTES);
	if (!people_store(&lobby->people, who) ||
		!lobby_check_write(lobby,
			store_set_password(
				lobby->batch.store, who->id, word != NULL ? hash : NULL)))
		return;
	who->claimed = word != NULL;
	answer(request, word != NULL ? MSG_CLAIM_SET : MSG_CLAIM_DROPPED, who->name);
}

/* Makes the caller `target`, because they gave that person's password. */
static void become(struct request *request, struct person *target)
{
	if (!identity_merge(&request->lobby->people, request->from.person, target))
		return;
	seating_take_over(request->lobby, target);
	request->from.person = target;
	answer(request, MSG_CLAIM_DONE, target->name);
}

/*
 * Sets or removes the caller's password; if their nick belongs to another person, logs them in as
 * that person.
 */
static void claim(struct request *request, struct person *target, const char *word)
{
	bool own = target == request->from.person;
	bool drop = strcmp(word, "-") == 0;
	bool seated = person_is_seated(target);
	if (!own && !target->claimed && seated)
		answer(request, MSG_STRANGER_SEATED, target->name);
	else if (!own && !target->claimed)
		answer(request, MSG_CLAIM_OTHER, request->from.sender->first);
	else if (own && drop)
		set_password(request, NULL);
	else if (strlen(word) < CLAIM_LEAST || strlen(word) > CLAIM_MOST)
		answer(request, MSG_CLAIM_USAGE, target->name);
	else if (own && password_can_change(request))
		set_password(request, word);
	else if (!own && is_word(request, target, word))
		become(request, target);
}

static void run_claim(struct request *request)
{
	struct person *who = request->from.person;
	if (request->from.channel != NULL) {
		bool told = request->args > 0;
		answer(request, told ? MSG_CLAIM_PUBLIC : MSG_HELP_CLAIM, who->name);
		return;
	}
	if (identity_has_account(who) || who->is_second_connection) {
		answer(request, MSG_CLAIM_ACCOUNT, who->name);
		return;
	}
	if (request->args != 1) {
		answer(request, MSG_CLAIM_USAGE, who->name);
		return;
	}
	struct person *target =
		identity_find_by_nick(&request->lobby->people, who->network, who->name);
	claim(request, target, request->arg[0]);
}

/* Makes the caller the person of another nick, if they give its password. */
static void swap_by_password(struct request *request)
{
	struct person *target = identity_find_by_nick(
		&request->lobby->people, request->from.person->network, request->arg[0]);
	if (target == request->from.person)
		answer(request, MSG_SWAP_NOTHING, target->name);
	else if (!target->claimed)
		answer(request, MSG_CLAIM_NONE, request->arg[0]);
	else if (is_word(request, target, request->arg[1]))
		become(request, target);
}

/* Gives the caller the seats of the account with which they are logged in. */
static void swap_by_account(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct person *account = identity_find_by_account(
		&lobby->people, request->from.person->network, request->from.sender);
	if (account == NULL) {
		answer(request, MSG_SWAP_USAGE, "");
	} else if (!person_is_seated(account)) {
		answer(request, MSG_SWAP_NOTHING, "");
	} else if (identity_merge(&lobby->people, request->from.person, account)) {
		seating_take_over(lobby, account);
		request->from.person = account;
	}
}

static void run_swap(struct request *request)
{
	if (request->args == 0)
		swap_by_account(request);
	else if (request->from.channel != NULL)
		answer(request, MSG_CLAIM_PUBLIC, "");
	else if (request->args != 2)
		answer(request, MSG_SWAP_USAGE, "");
	else
		swap_by_password(request);
}

const struct command password_commands[] = {
	{ MSG_COMMAND_SWAP, ANYWHERE | TAKES_ANY_WORDS | NEEDS_OTHER_PEOPLE, TABLE_NONE, LIST_YOURS,
		MSG_HELP_SWAP, run_swap },
	{ MSG_COMMAND_CLAIM, ANYWHERE | TAKES_ANY_WORDS | NEEDS_OTHER_PEOPLE, TABLE_NONE,
		LIST_YOURS, MSG_HELP_CLAIM, run_claim },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
