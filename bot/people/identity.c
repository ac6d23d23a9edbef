#include "bot/people/identity.h"

#include <string.h>

/*
 * The first is the prefix of an account's key, the second of a stranger's. No nick begins like
 * them, because nicks have no blanks.
 */
static const char account_mark[] = "account ";
static const char stranger_mark[] = "guest ";

enum { STRANGERS_MOST = 1000 }; /* maximum number of strangers that have the same nick */

/* The store must hold whole keys and names: a key cut short could be another person's. */
_Static_assert((int)STORE_NAME >= (int)NETWORK_NICK, "a nick does not fit the store");
_Static_assert(STORE_KEY >= NETWORK_NICK + sizeof stranger_mark + sizeof "999" &&
		STORE_KEY >= NETWORK_ACCOUNT + sizeof account_mark,
	"a key does not fit the store");

/* The kinds of people: the prefix by which operators name each, and the prefix of its keys. */
static const struct {
	const char *word, *mark;
} kinds[] = { { "account:", account_mark }, { "guest:", stranger_mark }, { "nick:", "" } };
enum { KINDS = sizeof kinds / sizeof kinds[0] };

void identity_write_key(struct text *out, const char *key)
{
	unsigned i = 0;
	while (i + 1 < KINDS && strncmp(key, kinds[i].mark, strlen(kinds[i].mark)) != 0)
		i++;
	text_add(out, kinds[i].word);
	text_add(out, key + strlen(kinds[i].mark));
}

bool identity_read_key(struct network *network, const char *word, char key[STORE_KEY])
{
	char folded[NETWORK_CHANNEL];
	struct text text = text_in(key, STORE_KEY);
	for (unsigned i = 0; i < KINDS; i++) {
		size_t length = strlen(kinds[i].word);
		if (strncmp(word, kinds[i].word, length) != 0 || word[length] == '\0')
			continue;
		network->driver->fold(network, word + length, folded);
		text_add(&text, kinds[i].mark);
		text_add(&text, folded);
		return !text.cut;
	}
	return false;
}

bool identity_has_account(const struct person *person)
{
	return strncmp(person->key, account_mark, strlen(account_mark)) == 0;
}

static bool is_stranger(const struct person *person)
{
	return strncmp(person->key, stranger_mark, strlen(stranger_mark)) == 0;
}

static void account_key(struct network *network, const char *account, char key[STORE_KEY])
{
	char folded[NETWORK_CHANNEL];
	struct text text = text_in(key, STORE_KEY);
	network->driver->fold(network, account, folded);
	text_add(&text, account_mark);
	text_add(&text, folded);
}

struct person *identity_find_by_account(
	struct people *people, struct network *network, const struct sender *sender)
{
	char key[STORE_KEY];
	if (sender->account == NULL)
		return NULL;
	account_key(network, sender->account, key);
	return people_load(people, network, key, sender->nick);
}

struct person *identity_find_by_nick(
	struct people *people, struct network *network, const char *nick)
{
	char folded[NETWORK_CHANNEL];
	network->driver->fold(network, nick, folded);
	return people_load(people, network, folded, nick);
}

/* Gives a person a connection, and reports that the person can be reached. */
static void connect_to(struct people *people, struct person *person, const char *connection)
{
	people_set_connection(people, person, connection);
	people->events->reached(people->above, person);
}

/* True if a person has another connection than the sender's. */
static bool has_other_connection(const struct person *person, const struct sender *sender)
{
	return person_is_reachable(person) && strcmp(person->connection, sender->key) != 0;
}

/* True if a sender without account or password may speak for this person, whose nick they have. */
static bool can_be_person(const struct person *person, const struct sender *sender)
{
	if (has_other_connection(person, sender) || person->claimed)
		return false;
	return text_same(person->address, sender->origin) || !person_is_seated(person);
}

static struct person *find_seated(
	const struct people *people, const struct network *network, const char *key)
{
	struct person *person = people_find(people, network, key);
	return person != NULL && person_is_seated(person) ? person : NULL;
}

/*
 * Finds the seated person that the sender may be: the sender's nick is one of the person's nicks
 * since sitting down. Prefers the person whose key is the nick. Returns NULL if not found.
 */
static struct person *find_seated_by_nick(
	const struct people *people, struct network *network, const struct sender *sender)
{
	char folded[NETWORK_CHANNEL];
	network->driver->fold(network, sender->nick, folded);
	struct person *person = find_seated(people, network, folded);
	if (person != NULL && can_be_person(person, sender))
		return person;
	for (size_t n = 0; (person = people_next_by_nick(people, network, folded, &n)) != NULL;)
		if (!identity_has_account(person) && can_be_person(person, sender))
			return person;
	return NULL;
}

/*
 * Writes the key of the person of a sender's nick (stranger 0), or of the stranger with this number
 * that has the nick.
 */
static void stranger_key(const struct sender *sender, unsigned stranger, char key[STORE_KEY])
{
	struct text text = text_in(key, STORE_KEY);
	text_add(&text, stranger > 0 ? stranger_mark : "");
	text_add(&text, sender->first);
	if (stranger > 1) {
		text_char(&text, ' ');
		text_number(&text, stranger);
	}
}

/*
 * Finds the person for a sender without a login: the nick's person if the sender may be that
 * person, else a stranger. Returns NULL if STRANGERS_MOST strangers have the nick.
 */
static struct person *connect_stranger(
	struct people *people, struct network *network, const struct sender *sender)
{
	struct person *first = NULL;
	for (unsigned stranger = 0; stranger < STRANGERS_MOST; stranger++) {
		char key[STORE_KEY];
		stranger_key(sender, stranger, key);
		struct person *person = people_load(people, network, key, sender->nick);
		if (stranger == 0)
			first = person;
		if (!can_be_person(person, sender))
			continue;
		bool known = person == people_find_by_connection(people, network, sender->key);
		connect_to(people, person, sender->key);
		if (stranger > 0 && !known && sender->account == NULL)
			people->events->stranger(people->above, person, first);
		return person;
	}
	return NULL;
}

/* Reports that `from` turned out to be `to`. Copies the channel's locale from `from` to `to`. */
static void become(struct people *people, struct person *from, struct person *to, bool proved)
{
	to->channel_locale = from->channel_locale;
	people->events->merged(people->above, from, to, proved);
}

/*
 * Makes a sender the person of their account. Does nothing if the account's person has a seat and
 * another connection.
 */
static struct person *log_in(struct people *people, struct network *network,
	const struct sender *sender, struct person *person)
{
	struct person *account = identity_find_by_account(people, network, sender);
	if (account == NULL || account == person ||
		(has_other_connection(account, sender) && person_is_seated(account)))
		return person;
	connect_to(people, account, sender->key);
	if (person != NULL)
		become(people, person, account, true);
	return account;
}

/*
 * Makes a logged-out sender a stranger, so that they can play on. In a running match the account
 * still owns the seats.
 */
static struct person *log_out(struct people *people, struct network *network,
	const struct sender *sender, struct person *account)
{
	people_set_connection(people, account, NULL);
	struct person *stranger = connect_stranger(people, network, sender);
	if (stranger != NULL)
		become(people, account, stranger, false);
	return stranger;
}

/*
 * True if `person` may become `other` by a nick alone. False if `person` has a seat and one person
 * would then have two seats at a table. Also false if `person` has a seat and a password, and so an
 * identity to keep.
 */
static bool can_become_by_nick(
	const struct people *people, const struct person *person, const struct person *other)
{
	return person == NULL || !person_is_seated(person) ||
		(!person->claimed && !people->events->has_conflict(people->above, person, other));
}

/*
 * Finds the seated person that the sender may become by a nick. Gives that person the sender's
 * connection and the seats of `person`. Returns the person of the sender.
 */
static struct person *regain(struct people *people, struct network *network,
	const struct sender *sender, struct person *person)
{
	struct person *regained = find_seated_by_nick(people, network, sender);
	if (regained == NULL || regained == person || !can_become_by_nick(people, person, regained))
		return person;
	connect_to(people, regained, sender->key);
	if (person != NULL)
		become(people, person, regained, false);
	return regained;
}

static bool is_of_account(
	struct network *network, const struct person *person, const struct sender *sender)
{
	char key[STORE_KEY];
	if (sender->account == NULL)
		return false;
	account_key(network, sender->account, key);
	return strcmp(person->key, key) == 0;
}

/* Tells a new person that the seat of another person with the same nick is not theirs. */
static void tell_stranger_of_owner(
	struct people *people, struct network *network, const struct person *person)
{
	char folded[NETWORK_CHANNEL];
	const struct person *other;
	size_t n = 0;
	network->driver->fold(network, person->name, folded);
	/* connect_stranger has already told strangers that they are strangers. */
	if (is_stranger(person) || person_is_seated(person))
		return;
	while ((other = people_next_by_nick(people, network, folded, &n)) != NULL)
		if (text_same(other->name, person->name)) {
			people->events->stranger(people->above, person, other);
			return;
		}
}

struct person *identity_resolve(
	struct people *people, struct network *network, const struct sender *sender)
{
	struct person *person = people_find_by_connection(people, network, sender->key);
	bool known = person != NULL;
	if (!known && sender->account != NULL)
		person = regain(people, network, sender, NULL);
	if (person != NULL && identity_has_account(person) &&
		!is_of_account(network, person, sender))
		person = log_out(people, network, sender, person);
	person = log_in(people, network, sender, person);
	if (sender->account == NULL)
		person = regain(people, network, sender, person);
	if (person == NULL || (is_stranger(person) && !person_is_seated(person)))
		person = connect_stranger(people, network, sender);
	if (person == NULL)
		return NULL;
	/*
	 * Store the nick and the address: after a restart a seat is found by its owner's nicks and,
	 * without an account, by user@host.
	 */
	bool renamed = strcmp(person->name, sender->nick) != 0;
	bool moved = !identity_has_account(person) && strcmp(person->address, sender->origin) != 0;
	person_rename(person, sender->nick);
	person_note_nick(person);
	if (moved)
		person_set_address(person, sender->origin);
	if ((renamed || moved) && person_is_seated(person))
		people_store(people, person);
	if (!known)
		tell_stranger_of_owner(people, network, person);
	person->is_second_connection = sender->account != NULL && !identity_has_account(person);
	return person;
}

/* Finds a seated stranger with the sender's nick that may be the sender. Returns NULL if not found.
 */
static const struct person *find_seated_stranger(
	const struct people *people, const struct network *network, const struct sender *sender)
{
	for (unsigned stranger = 1; stranger < STRANGERS_MOST; stranger++) {
		char key[STORE_KEY];
		stranger_key(sender, stranger, key);
		const struct person *person = people_find(people, network, key);
		if (person == NULL || (person_is_seated(person) && can_be_person(person, sender)))
			return person;
	}
	return NULL;
}

/* True if the sender may have a seat. Judges by account and nick, before identity_resolve runs. */
static bool matters(
	const struct people *people, struct network *network, const struct sender *sender)
{
	char key[STORE_KEY];
	if (sender->account != NULL) {
		account_key(network, sender->account, key);
		if (find_seated(people, network, key) != NULL)
			return true;
	}
	const struct person *person = find_seated(people, network, sender->first);
	if (person == NULL)
		person = find_seated_by_nick(people, network, sender);
	if (person == NULL)
		person = find_seated_stranger(people, network, sender);
	return person != NULL &&
		(strcmp(sender->origin, "@") != 0 || strcmp(person->address, "@") == 0);
}

struct person *identity_peek(
	struct people *people, struct network *network, const struct sender *sender)
{
	if (people_find_by_connection(people, network, sender->key) == NULL &&
		!matters(people, network, sender))
		return NULL;
	return identity_resolve(people, network, sender);
}

bool identity_merge(struct people *people, struct person *from, struct person *to)
{
	if (from != to)
		connect_to(people, to, from->connection);
	person_rename(to, from->name);
	if (!identity_has_account(to))
		person_set_address(to, from->address);
	if (!people_store(people, to))
		return false;
	if (from != to)
		become(people, from, to, true);
	return true;
}
