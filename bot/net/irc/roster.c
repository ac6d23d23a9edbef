/* roster.c - the people in the bot's channels on one network. */
#include "bot/net/irc/roster.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/net/irc/text.h"
#include "bot/net/network.h"
#include "engine/text.h"

enum {
	ROSTER_BUCKETS = 1024,
	ROSTER_USER = 64,
	ROSTER_HOST = 256,
	ROSTER_ADDRESS = ROSTER_USER + ROSTER_HOST
};

/* A byte that cannot be displayed becomes three bytes (%xx). */
_Static_assert(3 * ROSTER_NICK <= (int)NETWORK_NICK, "a nick as it is shown is too long");

struct roster {
	enum irc_case mapping;
	size_t count;
	size_t passing;
	int64_t newcomers; /* number of people ever added; also the key of the last one */
	struct member *by_nick[ROSTER_BUCKETS];
	struct member *by_key[ROSTER_BUCKETS];
};

struct roster *roster_open(void)
{
	struct roster *roster = memory_new(1, sizeof *roster);
	roster->mapping = IRC_CASE_RFC1459;
	return roster;
}

void roster_close(struct roster *roster)
{
	roster_clear(roster, roster->mapping);
	free(roster);
}

void roster_clear(struct roster *roster, enum irc_case mapping)
{
	struct member *member, *next;
	for (member = roster_next(roster, NULL); member != NULL; member = next) {
		next = roster_next(roster, member);
		roster_remove(roster, member);
	}
	roster->mapping = mapping;
}

size_t roster_count(const struct roster *roster)
{
	return roster->count;
}

/* Returns the hash bucket of a string (FNV-1a). */
static size_t roster_bucket(const char *string)
{
	uint32_t hash = 2166136261u;
	for (; *string != '\0'; string++)
		hash = (hash ^ (unsigned char)*string) * 16777619u;
	return (hash ^ hash >> 16) % ROSTER_BUCKETS;
}

struct member *roster_find(const struct roster *roster, const char *wire)
{
	char folded[NETWORK_NICK];
	if (!irc_case_fold(roster->mapping, wire, folded, sizeof folded))
		return NULL;
	struct member *member = roster->by_nick[roster_bucket(folded)];
	while (member != NULL && strcmp(member->folded, folded) != 0)
		member = member->next_by_nick;
	return member;
}

struct member *roster_find_key(const struct roster *roster, const char *key)
{
	struct member *member = roster->by_key[roster_bucket(key)];
	while (member != NULL && strcmp(member->key, key) != 0)
		member = member->next_by_key;
	return member;
}

static void roster_link(struct roster *roster, struct member *member)
{
	struct member **by_nick = &roster->by_nick[roster_bucket(member->folded)];
	struct member **by_key = &roster->by_key[roster_bucket(member->key)];
	member->next_by_nick = *by_nick;
	*by_nick = member;
	member->next_by_key = *by_key;
	*by_key = member;
	roster->count++;
	roster->passing += roster_is_passing(member);
}

void roster_remove(struct roster *roster, struct member *member)
{
	struct member **by_nick = &roster->by_nick[roster_bucket(member->folded)];
	struct member **by_key = &roster->by_key[roster_bucket(member->key)];
	while (*by_nick != member)
		by_nick = &(*by_nick)->next_by_nick;
	*by_nick = member->next_by_nick;
	while (*by_key != member)
		by_key = &(*by_key)->next_by_key;
	*by_key = member->next_by_key;
	roster->count--;
	roster->passing -= roster_is_passing(member);
	free(member->account);
	free(member->mask);
	free(member);
}

const char *roster_origin(const struct member *member)
{
	return strchr(member->mask, '!') + 1;
}

/* Copies a string to *at, moves *at to the end of the copy, and returns the copy. */
static const char *roster_copy_string(char **at, const char *string)
{
	size_t size = strlen(string) + 1;
	char *copy = memcpy(*at, string, size);
	*at += size;
	return copy;
}

static char *roster_mask(const char *nick, const char *address)
{
	size_t size = strlen(nick) + 1 + strlen(address) + 1;
	char *mask = memory_new(size, 1);
	struct text text = text_in(mask, size);
	text_add(&text, nick);
	text_char(&text, '!');
	text_add(&text, address);
	return mask;
}

/*
 * Makes a member with a nick. Key and first nick are copied from `known`, or new if `known` is
 * NULL. Returns NULL if the nick is invalid. The member is not in the hash tables yet.
 */
static struct member *roster_make(
	struct roster *roster, const char *wire, const struct member *known)
{
	char nick[NETWORK_NICK], folded[NETWORK_NICK], new_first[NETWORK_NICK], new_key[ROSTER_KEY];
	const char *first = known != NULL ? known->first : new_first;
	const char *key = known != NULL ? known->key : new_key;
	struct text text = text_in(new_key, sizeof new_key);
	/* A longer nick would be cut, and the cut nick could be another person's. */
	if (wire[0] == '\0' || strlen(wire) >= ROSTER_NICK ||
		!irc_text_format_name(wire, nick, sizeof nick) ||
		!irc_case_fold(roster->mapping, wire, folded, sizeof folded) ||
		!irc_case_fold(roster->mapping, nick, new_first, sizeof new_first))
		return NULL;
	if (known == NULL)
		text_number(&text, ++roster->newcomers);
	size_t size =
		strlen(key) + strlen(nick) + strlen(first) + strlen(wire) + strlen(folded) + 5;
	struct member *member = memory_new(1, sizeof *member + size);
	char *at = member->strings;
	member->key = roster_copy_string(&at, key);
	member->nick = roster_copy_string(&at, nick);
	member->first = roster_copy_string(&at, first);
	member->wire = roster_copy_string(&at, wire);
	member->folded = roster_copy_string(&at, folded);
	member->mask = roster_mask(nick, known != NULL ? roster_origin(known) : "@");
	return member;
}

struct member *roster_add_passing(struct roster *roster, const char *wire)
{
	struct member *member = roster_find(roster, wire);
	if (member != NULL)
		return member;
	if (roster->count >= ROSTER_MEMBERS_MAX)
		return NULL;
	member = roster_make(roster, wire, NULL);
	if (member != NULL)
		roster_link(roster, member);
	return member;
}

struct member *roster_add_to_channel(
	struct roster *roster, const char *wire, unsigned channel, bool *came)
{
	struct member *member = roster_add_passing(roster, wire);
	*came = member != NULL && roster_is_passing(member);
	if (member == NULL)
		return NULL;
	roster->passing -= *came;
	member->channels[channel / 64] |= UINT64_C(1) << channel % 64;
	return member;
}

void roster_mark_listed(struct member *member, unsigned channel)
{
	member->listed[channel / 64] |= UINT64_C(1) << channel % 64;
}

void roster_clear_listed(struct roster *roster, unsigned channel)
{
	for (struct member *member = roster_next(roster, NULL); member != NULL;
		member = roster_next(roster, member))
		member->listed[channel / 64] &= ~(UINT64_C(1) << channel % 64);
}

bool roster_is_listed(const struct member *member, unsigned channel)
{
	return (member->listed[channel / 64] >> channel % 64 & 1) != 0;
}

void roster_set_rank(struct member *member, unsigned channel, enum roster_rank rank, bool has)
{
	uint64_t bit = UINT64_C(1) << channel % 64;
	uint64_t *bits = &member->ranks[rank][channel / 64];
	*bits = has ? *bits | bit : *bits & ~bit;
}

bool roster_has_rank(const struct member *member, unsigned channel, enum roster_rank rank)
{
	return (member->ranks[rank][channel / 64] >> channel % 64 & 1) != 0;
}

bool roster_set_kept(struct roster *roster, struct member *member, bool is_kept)
{
	bool passed = roster_is_passing(member);
	member->presence.may_be_hidden = is_kept;
	roster->passing -= passed;
	roster->passing += roster_is_passing(member);
	return passed && is_kept;
}

bool roster_leave(struct roster *roster, struct member *member, unsigned channel)
{
	bool was = roster_is_in_channel(member, channel);
	member->channels[channel / 64] &= ~(UINT64_C(1) << channel % 64);
	member->listed[channel / 64] &= ~(UINT64_C(1) << channel % 64);
	for (unsigned rank = 0; rank < ROSTER_RANKS; rank++)
		roster_set_rank(member, channel, rank, false);
	if (!was || !roster_is_passing(member))
		return false;
	roster->passing++;
	return true;
}

/*
 * Replaces the string *had by `text`, and frees the old one. If they are equal, frees `text`
 * instead and returns false.
 */
static bool roster_replace_string(char **had, char *text)
{
	char *old = *had;
	if (old == text || (old != NULL && text != NULL && strcmp(old, text) == 0)) {
		free(text);
		return false;
	}
	*had = text;
	free(old);
	return true;
}

/* Writes an account in the form used in struct member; "": logged out or unknown. */
static void roster_format_account(const char *account, char clean[NETWORK_ACCOUNT])
{
	clean[0] = '\0';
	/* A cut or changed name could be another person's account. */
	if (account != NULL && !irc_text_clean(account, clean, NETWORK_ACCOUNT))
		clean[0] = '\0';
}

bool roster_has_account(const struct member *member, const char *account)
{
	char clean[NETWORK_ACCOUNT];
	roster_format_account(account, clean);
	return strcmp(member->account != NULL ? member->account : "", clean) == 0;
}

bool roster_set_account(struct member *member, const char *account)
{
	char clean[NETWORK_ACCOUNT];
	roster_format_account(account, clean);
	return roster_replace_string(
		&member->account, clean[0] != '\0' ? memory_copy(clean) : NULL);
}

/* Writes user@host in the form used in masks; unknown parts are empty. */
static void roster_format_address(const char *user, const char *host, char address[ROSTER_ADDRESS])
{
	char shown_user[ROSTER_USER] = "", shown_host[ROSTER_HOST] = "";
	struct text text = text_in(address, ROSTER_ADDRESS);
	if (user != NULL)
		irc_text_format_name(user, shown_user, sizeof shown_user);
	if (host != NULL)
		irc_text_format_name(host, shown_host, sizeof shown_host);
	text_add(&text, shown_user);
	text_char(&text, '@');
	text_add(&text, shown_host);
}

bool roster_set_host(struct member *member, const char *user, const char *host)
{
	char address[ROSTER_ADDRESS];
	roster_format_address(user, host, address);
	return roster_replace_string(&member->mask, roster_mask(member->nick, address));
}

bool roster_has_host(const struct member *member, const char *user, const char *host)
{
	char address[ROSTER_ADDRESS];
	roster_format_address(user, host, address);
	return strcmp(roster_origin(member), address) == 0;
}

struct member *roster_rename(struct roster *roster, struct member *member, const char *wire)
{
	struct member *renamed = roster_make(roster, wire, member);
	if (renamed == NULL)
		return NULL;
	renamed->bot = member->bot;
	renamed->account = member->account;
	member->account = NULL;
	memcpy(renamed->channels, member->channels, sizeof renamed->channels);
	memcpy(renamed->listed, member->listed, sizeof renamed->listed);
	memcpy(renamed->ranks, member->ranks, sizeof renamed->ranks);
	renamed->presence = member->presence;
	/* Forget a pending WHO: its reply would be about the old nick. */
	renamed->presence.who_sent = 0;
	roster_remove(roster, member);
	roster_link(roster, renamed);
	return renamed;
}

struct member *roster_replace_person(struct roster *roster, struct member *member)
{
	struct member *other =
		roster_is_passing(member) ? NULL : roster_make(roster, member->wire, NULL);
	if (other != NULL) {
		memcpy(other->channels, member->channels, sizeof other->channels);
		other->presence.may_be_hidden = member->presence.may_be_hidden;
	}
	roster_remove(roster, member);
	if (other != NULL)
		roster_link(roster, other);
	return other;
}

void roster_remove_passing(struct roster *roster)
{
	struct member *member, *next;
	if (roster->passing == 0)
		return;
	for (member = roster_next(roster, NULL); member != NULL; member = next) {
		next = roster_next(roster, member);
		if (roster_is_passing(member))
			roster_remove(roster, member);
	}
}

bool roster_is_in_channel(const struct member *member, unsigned channel)
{
	return (member->channels[channel / 64] >> channel % 64 & 1) != 0;
}

bool roster_is_passing(const struct member *member)
{
	uint64_t any = 0;
	for (size_t i = 0; i < ROSTER_CHANNELS / 64; i++)
		any |= member->channels[i];
	return any == 0 && !member->presence.may_be_hidden;
}

struct member *roster_next(const struct roster *roster, const struct member *member)
{
	size_t bucket = 0;
	if (member != NULL) {
		if (member->next_by_nick != NULL)
			return member->next_by_nick;
		bucket = roster_bucket(member->folded) + 1;
	}
	while (bucket < ROSTER_BUCKETS && roster->by_nick[bucket] == NULL)
		bucket++;
	return bucket < ROSTER_BUCKETS ? roster->by_nick[bucket] : NULL;
}
