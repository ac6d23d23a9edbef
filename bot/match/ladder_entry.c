#include "bot/match/ladder_entry.h"

#include "bot/match/daily.h"
#include "bot/match/rate.h"
#include "bot/people/identity.h"
#include "storage/ratings.h"

enum { MATCHES = 5 }; /* number of rated matches that a person needs for an entry */

/*
 * True if a person has an account on a server that is trusted to give each person one account only.
 */
static bool has_account(const struct person *person)
{
	const struct network *network = person->network;
	char host[STORE_ADDRESS];
	if (!identity_has_account(person))
		return false;
	if (network->driver->trusts == NULL)
		return true;
	rate_find_host(person, host);
	return network->driver->trusts(network, host);
}

/* Counts a person's rated matches of all games. */
static unsigned count_rated(const struct lobby *lobby, const struct person *person)
{
	unsigned count = 0;
	struct store_rating rating;
	for (unsigned i = 0; games[i] != NULL; i++)
		if (store_get_rating(lobby->batch.store, STORE_SHOWN, person->id, games[i]->name,
			    &rating) == STORE_OK)
			count += rating.matches;
	return count;
}

/* Computes the hash that stands for a person's account. */
static void hash_account(struct lobby *lobby, const struct person *person, uint8_t hash[STORE_HASH])
{
	char words[STORE_KEY + 64];
	struct text text = text_in(words, sizeof words);
	text_add(&text, "account ");
	text_number(&text, person->network->id);
	text_char(&text, ' ');
	text_add(&text, person->key);
	store_hash_secretly(lobby->batch.store, words, hash);
}

enum message ladder_entry_begin(struct lobby *lobby, struct person *person)
{
	struct store *store = lobby->batch.store;
	uint8_t account[STORE_HASH];
	struct store_trial trial;
	struct store_try row;
	bool entered = false;
	if (!has_account(person))
		return MSG_LADDER_ACCOUNT;
	if (!daily_find_today(lobby, STORE_LADDER_DEAL, &trial))
		return MSG_STORE_FAILED;
	hash_account(lobby, person, account);
	if (!lobby_check_write(lobby, store_has_entered(store, trial.id, account, &entered)))
		return MSG_STORE_FAILED;
	if (entered &&
		(person->id == 0 || store_find_try(store, trial.id, person->id, &row) != STORE_OK))
		return MSG_TRIAL_PLAYED;
	if (!entered && (person->id == 0 || count_rated(lobby, person) < MATCHES))
		return MSG_LADDER_MATCHES;
	return trial_begin(lobby, &trial, person, account);
}
