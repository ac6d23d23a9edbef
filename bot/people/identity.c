#include "bot/people/identity.h"

#include <string.h>

#include "bot/command/seating.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/talk/speech.h"
#include "storage/store.h"

/* Behind a nick no blank can be: no nick is taken for one of these. */
static const char account_mark[] = "account ";
static const char stranger_mark[] = "guest ";

enum { STRANGERS_MOST = 1000 }; /* of one nick at a time */

/* What is cut could be somebody else's. */
_Static_assert((int)STORE_NAME >= (int)NETWORK_NICK, "a nick does not fit the store");
_Static_assert(STORE_KEY >= NETWORK_NICK + sizeof stranger_mark + sizeof "999" &&
		STORE_KEY >= NETWORK_ACCOUNT + sizeof account_mark,
	"a key does not fit the store");

static bool is_at(const struct table *table, unsigned seat, const struct person *person)
{
	return table->seat[seat].owner == person || table->seat[seat].player == person;
}

/* Whether he owns or plays a seat of a table that goes on. */
static bool has_place(const struct table *table, const struct person *person)
{
	for (unsigned seat = 0; seat < table->taken && !table->closed; seat++)
		if (is_at(table, seat, person))
			return true;
	return false;
}

bool identity_seated(const struct lobby *lobby, const struct person *person)
{
	for (size_t i = 0; i < lobby->tables && person->seats > 0; i++)
		if (has_place(lobby->table[i], person))
			return true;
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

struct person *identity_account(
	struct lobby *lobby, struct network *network, const struct sender *sender)
{
	char key[STORE_KEY];
	if (sender->account == NULL)
		return NULL;
	account_key(network, sender->account, key);
	return people_meet(&lobby->people, network, key, sender->nick);
}

struct person *identity_nick(struct lobby *lobby, struct network *network, const char *nick)
{
	char folded[NETWORK_CHANNEL];
	network->driver->fold(network, nick, folded);
	return people_meet(&lobby->people, network, folded, nick);
}

/* He is spoken to through that connection, and can be reached. */
static bool connect_to(struct lobby *lobby, struct person *person, const char *connection)
{
	if (!people_connect(&lobby->people, person, connection))
		return false;
	presence_back(lobby, person);
	person->blocked = false;
	return true;
}

/* ---- what speaks for and against somebody ---- */

static const char *address_of(const struct sender *sender)
{
	const char *mark = strchr(sender->mask, '!');
	return mark != NULL ? mark + 1 : "@";
}

/* Whether another connection speaks for him. */
static bool is_held(const struct person *person, const struct sender *sender)
{
	return person_is_here(person) && strcmp(person->connection, sender->key) != 0;
}

/* Whether the sender may be this person of his nick, without any proof. */
static bool may_be(
	const struct lobby *lobby, const struct person *person, const struct sender *sender)
{
	if (is_held(person, sender) || person->claimed)
		return false;
	return text_same(person->address, address_of(sender)) || !identity_seated(lobby, person);
}

static struct person *find_seated(
	const struct lobby *lobby, const struct network *network, const char *key)
{
	struct person *person = people_find(&lobby->people, network, key);
	return person != NULL && identity_seated(lobby, person) ? person : NULL;
}

/*
 * Who came by another nick because his own was not free yet, and has it now: the person of that
 * nick, if it has a seat and he may be that person; or NULL.
 */
static struct person *find_regained(
	const struct lobby *lobby, struct network *network, const struct sender *sender)
{
	char folded[NETWORK_CHANNEL];
	network->driver->fold(network, sender->nick, folded);
	struct person *person = find_seated(lobby, network, folded);
	return person != NULL && may_be(lobby, person, sender) ? person : NULL;
}

/* The key of a nick's person, or of its strangers from 1 on. */
static void guest_key(const struct sender *sender, unsigned stranger, char key[STORE_KEY])
{
	struct text text = text_in(key, STORE_KEY);
	text_add(&text, stranger > 0 ? stranger_mark : "");
	text_add(&text, sender->first);
	if (stranger > 1) {
		text_char(&text, ' ');
		text_number(&text, stranger);
	}
}

/* Says to a stranger why he is one. */
static void tell_stranger(struct lobby *lobby, const struct person *stranger,
	const struct person *other, const struct sender *sender)
{
	if (sender->account == NULL)
		speech_tell(&lobby->speech, stranger,
			other->claimed ? WORD_STRANGER_CLAIMED : WORD_STRANGER_SEATED,
			ARGS(arg_text("name", other->name)));
}

/* The person somebody without an account is. */
static struct person *meet_guest(
	struct lobby *lobby, struct network *network, const struct sender *sender)
{
	struct person *first = NULL;
	for (unsigned stranger = 0; stranger < STRANGERS_MOST; stranger++) {
		char key[STORE_KEY];
		guest_key(sender, stranger, key);
		struct person *person = people_meet(&lobby->people, network, key, sender->nick);
		if (person == NULL)
			return NULL;
		if (stranger == 0)
			first = person;
		if (!may_be(lobby, person, sender))
			continue;
		bool known = person == people_at(&lobby->people, network, sender->key);
		if (!connect_to(lobby, person, sender->key))
			return NULL;
		person_rename(person, sender->nick);
		if (stranger > 0 && !known)
			tell_stranger(lobby, person, first, sender);
		return person;
	}
	return NULL;
}

/* ---- seats follow ---- */

/* Whether somebody has a seat at the table beside those of another. */
static bool sits_beside(
	const struct table *table, const struct person *person, const struct person *other)
{
	for (unsigned seat = 0; seat < table->taken; seat++)
		if (is_at(table, seat, person) && !is_at(table, seat, other))
			return true;
	return false;
}

/* Nobody plays two seats: the one he has as `from` is given up. */
static void give_up(struct lobby *lobby, struct table *table, const struct person *from)
{
	unsigned seat = table_seat(table, from);
	if (seat != SEAT_NONE)
		seating_leave(lobby, table, seat);
}

/* What `from` has at a table is `to`'s; who goes on only plays leaves the owners as they are. */
static void follow_at(
	struct lobby *lobby, struct table *table, struct person *from, struct person *to, bool owns)
{
	if (sits_beside(table, to, from)) {
		give_up(lobby, table, from);
		return;
	}
	for (unsigned seat = 0; seat < table->taken; seat++) {
		if (!is_at(table, seat, from))
			continue;
		if (owns && table->running && table->seat[seat].owner == from)
			speech_tell(&lobby->speech, to, WORD_SEAT_COUNTS, NO_ARGS);
		table_become(table, seat, from, to, owns);
		match_write_seat(lobby, table, seat);
	}
}

static void follow(struct lobby *lobby, struct person *from, struct person *to, bool owns)
{
	to->around = from->around;
	watchers_follow(&lobby->speech.watchers, from, to);
	if (!identity_seated(lobby, from) || !lobby_enlist(lobby, to))
		return;
	for (size_t i = 0; i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		if (has_place(table, from) && lobby_touch(lobby, table))
			follow_at(lobby, table, from, to, owns);
	}
}

/* ---- coming and going ---- */

/* He is his account's person from now on, unless that one has a seat and another connection. */
static struct person *log_in(struct lobby *lobby, struct network *network,
	const struct sender *sender, struct person *person)
{
	struct person *account = identity_account(lobby, network, sender);
	if (account == NULL || account == person ||
		(is_held(account, sender) && identity_seated(lobby, account)) ||
		!connect_to(lobby, account, sender->key))
		return account == person ? account : person;
	person_rename(account, sender->nick);
	if (person != NULL)
		follow(lobby, person, account, true);
	return account;
}

/* He plays on as a guest; the seats and what they bring stay his account's. */
static struct person *log_out(struct lobby *lobby, struct network *network,
	const struct sender *sender, struct person *account)
{
	if (!people_connect(&lobby->people, account, NULL))
		return NULL;
	struct person *guest = meet_guest(lobby, network, sender);
	if (guest != NULL)
		follow(lobby, account, guest, false);
	return guest;
}

/* He has his nick again, and with it his seat. */
static struct person *regain(struct lobby *lobby, struct network *network,
	const struct sender *sender, struct person *person)
{
	struct person *regained = find_regained(lobby, network, sender);
	if (regained == NULL || !connect_to(lobby, regained, sender->key))
		return person;
	if (person != NULL) {
		regained->around = person->around;
		watchers_follow(&lobby->speech.watchers, person, regained);
	}
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

/* A guest's user@host; the seats he has by it hang on that. */
static void move(struct lobby *lobby, struct person *person, const char *address)
{
	if (strcmp(person->address, address) == 0)
		return;
	person_move(person, address);
	if (identity_seated(lobby, person))
		lobby_enlist(lobby, person);
}

void identity_offer(struct lobby *lobby, const struct person *person)
{
	struct network *network = person->network;
	struct sender sender;
	if (!network->driver->who(network, person->name, &sender))
		return;
	const struct person *account = identity_account(lobby, network, &sender);
	if (account != NULL)
		speech_tell(&lobby->speech, person, WORD_SWAP_OFFER,
			ARGS(arg_text("name", account->name)));
}

struct person *identity_meet(
	struct lobby *lobby, struct network *network, const struct sender *sender)
{
	struct person *person = people_at(&lobby->people, network, sender->key);
	if (person != NULL && identity_has_account(person) &&
		!is_of_account(network, person, sender))
		person = log_out(lobby, network, sender, person);
	if (sender->account != NULL)
		person = log_in(lobby, network, sender, person);
	if (sender->account == NULL && (person == NULL || !identity_seated(lobby, person)))
		person = regain(lobby, network, sender, person);
	if (person == NULL || (is_stranger(person) && !identity_seated(lobby, person)))
		person = meet_guest(lobby, network, sender);
	if (person == NULL)
		return NULL;
	person_rename(person, sender->nick);
	if (!identity_has_account(person))
		move(lobby, person, address_of(sender));
	person->second = sender->account != NULL && !identity_has_account(person);
	return person;
}

/* Whether he may be somebody who has a seat, as far as can be told by now. */
static bool matters(const struct lobby *lobby, struct network *network, const struct sender *sender)
{
	char key[STORE_KEY];
	if (sender->account != NULL) {
		account_key(network, sender->account, key);
		if (find_seated(lobby, network, key) != NULL)
			return true;
	}
	const struct person *person = find_seated(lobby, network, sender->first);
	if (person == NULL)
		person = find_regained(lobby, network, sender);
	return person != NULL &&
		(strcmp(address_of(sender), "@") != 0 || strcmp(person->address, "@") == 0);
}

struct person *identity_notice(
	struct lobby *lobby, struct network *network, const struct sender *sender)
{
	if (people_at(&lobby->people, network, sender->key) == NULL &&
		!matters(lobby, network, sender))
		return NULL;
	return identity_meet(lobby, network, sender);
}

/* ---- taking over ---- */

/* A seat somebody owns and another plays who can no longer be spoken to is his to play again. */
static void take_back(struct lobby *lobby, struct table *table, struct person *person)
{
	for (unsigned seat = 0; seat < table->taken; seat++) {
		const struct person *player = table->seat[seat].player;
		if (table->seat[seat].owner != person || player == NULL || player == person ||
			person_is_here(player) || table_seat(table, person) != SEAT_NONE)
			continue;
		table_hand_over(table, seat, person);
		match_write_seat(lobby, table, seat);
	}
}

bool identity_take(struct lobby *lobby, struct person *from, struct person *to)
{
	if (from != to && !connect_to(lobby, to, from->connection))
		return lobby_wrote(lobby, STORE_MEMORY);
	person_rename(to, from->name);
	if (!identity_has_account(to))
		person_move(to, from->address);
	if (!lobby_enlist(lobby, to))
		return false;
	if (from != to)
		follow(lobby, from, to, true);
	for (size_t i = 0; i < lobby->tables; i++) {
		struct table *table = lobby->table[i];
		if (!has_place(table, to) || !lobby_touch(lobby, table))
			continue;
		take_back(lobby, table, to);
		if (table_seat(table, to) == SEAT_NONE)
			continue;
		speech_say(&lobby->speech, table, WORD_SWAP_DONE, ARGS(arg_text("seat", to->name)));
		if (table->running)
			speech_hand(&lobby->speech, table, table_seat(table, to));
	}
	return true;
}
