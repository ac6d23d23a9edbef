/* roster.c - the people of a network: keys survive renames and cannot be taken over */
#include <stdio.h>
#include <string.h>

#include "bot/net/irc/roster.h"
#include "tests/cases.h"

static int make(void **state)
{
	*state = roster_open();
	return *state == NULL;
}

static int end(void **state)
{
	roster_close(*state);
	return 0;
}

#define ROSTER_CASE(name) CASE_WITH(name, struct roster *roster, make, end)

static struct member *enter(struct roster *roster, const char *nick, unsigned channel, bool comes)
{
	bool came = !comes;
	struct member *member = roster_add_to_channel(roster, nick, channel, &came);
	assert_non_null(member);
	assert_int_equal(came, comes);
	return member;
}

static void leave(struct roster *roster, const char *nick, unsigned channel)
{
	struct member *member = roster_find(roster, nick);
	assert_non_null(member);
	if (roster_leave(roster, member, channel))
		roster_remove(roster, member);
}

ROSTER_CASE(people_can_join_and_leave_channels)
{
	struct member *anna = enter(roster, "Anna", 0, true);
	assert_string_equal(anna->first, "anna");
	assert_string_equal(anna->nick, "Anna");
	assert_ptr_equal(enter(roster, "anna", 200, false), anna);
	assert_ptr_equal(roster_find(roster, "ANNA"), anna);
	assert_ptr_equal(roster_find_key(roster, anna->key), anna);
	assert_true(roster_is_in_channel(anna, 0) && roster_is_in_channel(anna, 200) &&
		!roster_is_in_channel(anna, 1));
	assert_false(roster_leave(roster, anna, 1));
	assert_false(roster_leave(roster, anna, 0));
	assert_true(roster_leave(roster, anna, 200));
	assert_true(roster_is_passing(anna));
	roster_remove(roster, anna);
	assert_null(roster_find(roster, "anna"));
	assert_null(roster_find_key(roster, "1"));
	assert_int_equal(roster_count(roster), 0);
}

ROSTER_CASE(the_address_and_account_of_a_person_are_stored_in_the_roster)
{
	char longer[1000];
	struct member *anna = enter(roster, "Anna", 0, true);
	assert_null(anna->account);
	assert_string_equal(anna->mask, "Anna!@");
	assert_true(roster_set_host(anna, "ann", "some.host"));
	assert_false(roster_set_host(anna, "ann", "some.host"));
	assert_true(roster_has_host(anna, "ann", "some.host"));
	assert_false(roster_has_host(anna, "ann", "other.host"));
	assert_false(roster_has_host(anna, "luc", "some.host"));
	assert_string_equal(anna->mask, "Anna!ann@some.host");
	assert_true(roster_set_account(anna, "anna"));
	assert_string_equal(anna->account, "anna");
	assert_false(roster_set_account(anna, "anna"));
	/* A name with an invisible character is not an account. */
	assert_true(roster_set_account(anna, "an\xe2\x80\x8bna"));
	assert_null(anna->account);
	assert_true(roster_set_account(anna, "anna"));
	anna = roster_rename(roster, anna, "luc");
	assert_string_equal(anna->mask, "luc!ann@some.host");
	assert_string_equal(anna->account, "anna");
	assert_true(roster_set_account(anna, NULL));
	assert_false(roster_set_account(anna, ""));
	assert_null(anna->account);
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	assert_false(roster_set_account(anna, longer));
	assert_true(roster_set_host(anna, longer, longer));
	assert_true(strlen(anna->mask) < 400);
	assert_true(roster_set_host(anna, NULL, NULL));
	assert_string_equal(anna->mask, "luc!@");
}

ROSTER_CASE(a_person_keeps_the_same_key_after_renames)
{
	struct member *member = enter(roster, "anna", 3, true);
	char key[32];
	snprintf(key, sizeof key, "%s", member->key);
	member = roster_rename(roster, member, "Luc");
	assert_non_null(member);
	assert_string_equal(member->key, key);
	assert_string_equal(member->first, "anna");
	assert_string_equal(member->nick, "Luc");
	assert_true(roster_is_in_channel(member, 3));
	assert_null(roster_find(roster, "anna"));
	assert_ptr_equal(roster_find(roster, "luc"), member);
	assert_ptr_equal(roster_find_key(roster, key), member);
	member = roster_rename(roster, member, "LUC");
	assert_string_equal(member->nick, "LUC");
	assert_string_equal(member->key, key);
	assert_int_equal(roster_count(roster), 1);
}

/* A key never passes to another person, during or after its use. */
ROSTER_CASE(a_key_is_never_given_to_another_person)
{
	struct member *anna = enter(roster, "anna", 0, true), *thief;
	char key[32];
	snprintf(key, sizeof key, "%s", anna->key);
	roster_rename(roster, anna, "away");
	thief = enter(roster, "anna", 0, true);
	assert_string_not_equal(thief->key, key);
	assert_string_equal(thief->first, "anna");
	leave(roster, "anna", 0);
	leave(roster, "away", 0);
	assert_string_not_equal(enter(roster, "anna", 0, true)->key, key);
	assert_null(roster_find_key(roster, key));
	roster_clear(roster, IRC_CASE_ASCII);
	assert_string_not_equal(enter(roster, "anna", 0, true)->key, key);
}

ROSTER_CASE(invalid_nicks_are_refused)
{
	bool came;
	char nick[49];
	memset(nick, 'x', sizeof nick);
	nick[48] = '\0';
	assert_null(roster_add_to_channel(roster, "", 0, &came));
	assert_null(roster_add_to_channel(roster, nick, 0, &came));
	assert_int_equal(roster_count(roster), 0);
	/* A rename to an invalid nick changes nothing. */
	assert_null(roster_rename(roster, enter(roster, "anna", 0, true), nick));
	assert_non_null(roster_find(roster, "anna"));
}

/* The network distinguishes these nicks, so the roster does too, as it shows them and
 * folded to small letters. */
ROSTER_CASE(similar_nicks_belong_to_different_people)
{
	static const struct {
		const char *wire;
		const char *nick;
		const char *first;
	} alike[] = {
		{ "Anna", "Anna", "anna" },
		{ "An\xe2\x80\x8bna", "An%e2%80%8bna", "an%e2%80%8bna" },
		{ "\xef\xbb\xbf"
		  "Anna",
			"%ef%bb%bfAnna", "%ef%bb%bfanna" },
		{ "Anna\xe3\x85\xa4", "Anna%e3%85%a4", "anna%e3%85%a4" },
		{ "An\x02na", "An%02na", "an%02na" },
		{ "An\xffna", "An%ffna", "an%ffna" },
		{ "An%ffna", "An%25ffna", "an%25ffna" },
		{ "An\xc3\xbfna", "An\xc3\xbfna", "an\xc3\xbfna" },
		{ "\xe2\x80\x8b", "%e2%80%8b", "%e2%80%8b" },
		{ "\xe2\x80\x8b\xe2\x80\x8b", "%e2%80%8b%e2%80%8b", "%e2%80%8b%e2%80%8b" },
	};
	enum { ALIKE = sizeof alike / sizeof alike[0] };
	const struct member *member[ALIKE];

	for (size_t i = 0; i < ALIKE; i++) {
		member[i] = enter(roster, alike[i].wire, 0, true);
		assert_string_equal(member[i]->wire, alike[i].wire);
		assert_string_equal(member[i]->nick, alike[i].nick);
		assert_string_equal(member[i]->first, alike[i].first);
	}
	for (size_t i = 0; i < ALIKE; i++)
		assert_ptr_equal(roster_find(roster, alike[i].wire), member[i]);
	assert_int_equal(roster_count(roster), ALIKE);
}

/* Long nicks that differ only at their end stay different. */
ROSTER_CASE(the_longest_nicks_are_not_cut)
{
	char nick[49];
	bool came;
	memset(nick, 0xff, sizeof nick);
	nick[47] = '\0';
	assert_int_equal(strlen(enter(roster, nick, 0, true)->first), 3 * 47);
	nick[46] = '\xfe';
	assert_int_equal(strlen(enter(roster, nick, 0, true)->first), 3 * 47);
	assert_int_equal(roster_count(roster), 2);
	nick[46] = nick[47] = '\xff';
	nick[48] = '\0';
	assert_null(roster_add_to_channel(roster, nick, 0, &came));
}

/* Addresses identify the owners of seats. */
ROSTER_CASE(similar_addresses_are_told_apart)
{
	struct member *anna = enter(roster, "anna", 0, true);
	assert_true(roster_set_host(anna, "ann", "some.host"));
	assert_true(roster_set_host(anna, "an\xe2\x80\x8bn", "some.host"));
	assert_string_equal(anna->mask, "anna!an%e2%80%8bn@some.host");
}

ROSTER_CASE(people_without_a_channel_are_forgotten)
{
	struct member *member = roster_add_passing(roster, "anna");
	assert_true(roster_is_passing(member));
	assert_string_equal(member->first, "anna");
	assert_ptr_equal(roster_add_passing(roster, "Anna"), member);
	enter(roster, "luc", 0, true);
	roster_remove_passing(roster);
	assert_null(roster_find(roster, "anna"));
	assert_non_null(roster_find(roster, "luc"));
	/* A person who joins in the same batch stays in the roster. */
	roster_add_passing(roster, "anna");
	enter(roster, "anna", 0, true);
	roster_remove_passing(roster);
	assert_non_null(roster_find(roster, "anna"));
	assert_int_equal(roster_count(roster), 2);
}

ROSTER_CASE(the_case_mapping_decides_if_nicks_are_equal)
{
	enter(roster, "anna[", 0, true);
	assert_non_null(roster_find(roster, "ANNA{"));
	roster_clear(roster, IRC_CASE_ASCII);
	assert_int_equal(roster_count(roster), 0);
	enter(roster, "anna[", 0, true);
	assert_null(roster_find(roster, "ANNA{"));
	roster_clear(roster, IRC_CASE_UNICODE);
	enter(roster, "\xc3\x89mile", 0, true);
	assert_string_equal(roster_find(roster, "\xc3\xa9MILE")->first, "\xc3\xa9mile");
}

ROSTER_CASE(the_roster_refuses_people_beyond_its_limit)
{
	size_t seen = 0;
	bool came;
	for (int i = 0; i < ROSTER_MEMBERS_MAX + 100; i++) {
		char nick[32];
		snprintf(nick, sizeof nick, "user%d", i);
		assert_int_equal(roster_add_to_channel(roster, nick,
					 (unsigned)(i % ROSTER_CHANNELS), &came) != NULL,
			i < ROSTER_MEMBERS_MAX);
	}
	for (struct member *member = roster_next(roster, NULL); member != NULL;
		member = roster_next(roster, member))
		seen++;
	assert_int_equal(seen, ROSTER_MEMBERS_MAX);
	leave(roster, "user5", 5);
	assert_non_null(roster_add_to_channel(roster, "one more", 0, &came));
}

/* After any sequence of events, keys and nicks are unique, and find their person. */
ROSTER_CASE(any_events_keep_the_roster_consistent)
{
	static const char *const nicks[] = { "a", "A", "b", "c", "d", "e[", "E{", "f" };
	uint32_t dice = 5;
	for (int i = 0; i < 100000; i++) {
		const char *nick = nicks[dice >> 8 & 7], *other = nicks[dice >> 12 & 7];
		struct member *member = roster_find(roster, nick);
		unsigned channel = dice >> 16 & 3;
		bool came;
		dice = dice * 1664525 + 1013904223;
		switch (dice >> 28 & 3) {
		case 0: roster_add_to_channel(roster, nick, channel, &came); break;
		case 1:
			if (member != NULL && roster_leave(roster, member, channel))
				roster_remove(roster, member);
			break;
		case 2:
			if (member != NULL &&
				(roster_find(roster, other) == NULL ||
					roster_find(roster, other) == member))
				assert_non_null(roster_rename(roster, member, other));
			break;
		default: roster_add_passing(roster, nick); roster_remove_passing(roster);
		}
		for (member = roster_next(roster, NULL); member != NULL;
			member = roster_next(roster, member)) {
			assert_ptr_equal(roster_find(roster, member->wire), member);
			assert_ptr_equal(roster_find_key(roster, member->key), member);
			assert_false(roster_is_passing(member));
		}
	}
}
