/* Long answers are sent a page at a time. */
#include "bot/talk/pager.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/at.h"
#include "tests/cases.h"

/* The number of people with a waiting page. */
enum { PEOPLE = 50 };

static char *lines(unsigned count)
{
	struct string text = STRING_EMPTY;
	for (unsigned i = 1; i <= count; i++) {
		char line[16];
		snprintf(line, sizeof line, "%u\n", i);
		string_add(&text, line);
	}
	return text.bytes;
}

#define assert_page(...) assert_page_at(HERE, __VA_ARGS__)
static void assert_page_at(
	AT, struct pager *pager, const struct person *person, const char *page, unsigned left)
{
	struct string text = STRING_EMPTY;
	unsigned behind = 99;
	true_at(pager_next(pager, person, &text, &behind));
	string_at(text.bytes, page);
	equal_at(behind, left);
	string_free(&text);
}

static void assert_none(struct pager *pager, const struct person *person)
{
	struct string text = STRING_EMPTY;
	unsigned left = 0;
	assert_false(pager_next(pager, person, &text, &left));
	assert_int_equal(person->references, 0);
	string_free(&text);
}

static void add(struct pager *pager, struct person *person, unsigned count)
{
	char *text = lines(count);
	pager_add(pager, person, text);
	assert_int_equal(person->references, 1);
	free(text);
}

/* A single last line is shown at once, because the hint that it waits would be as long. */
CASE(a_last_page_of_one_line_is_joined_to_the_page_before)
{
	struct pager pager = { .count = 0 };
	struct person anna = { .references = 0 };
	add(&pager, &anna, 7);
	assert_page(&pager, &anna, "1\n2\n3\n4\n5\n6\n7", 0);
	add(&pager, &anna, 13);
	assert_page(&pager, &anna, "1\n2\n3\n4\n5\n6", 7);
	assert_page(&pager, &anna, "7\n8\n9\n10\n11\n12\n13", 0);
	assert_none(&pager, &anna);
	pager_close(&pager);
}

CASE(the_pages_of_a_new_answer_replace_the_old_ones)
{
	struct pager pager = { .count = 0 };
	struct person anna = { .references = 0 }, luc = { .references = 0 };
	add(&pager, &anna, 20);
	add(&pager, &luc, 9);
	assert_page(&pager, &anna, "1\n2\n3\n4\n5\n6", 14);
	add(&pager, &anna, 2);
	assert_page(&pager, &luc, "1\n2\n3\n4\n5\n6", 3);
	assert_page(&pager, &anna, "1\n2", 0);
	assert_page(&pager, &luc, "7\n8\n9", 0);
	assert_int_equal(pager.count, 0);
	pager_close(&pager);
}

CASE(the_pages_of_the_oldest_answer_are_dropped_first)
{
	struct pager pager = { .count = 0 };
	struct person people[PEOPLE + 1] = { { .references = 0 } };
	for (unsigned i = 0; i < PEOPLE; i++)
		add(&pager, &people[i], 2);
	assert_int_equal(people[0].references, 1);
	add(&pager, &people[PEOPLE], 2);
	assert_int_equal(pager.count, PEOPLE);
	assert_none(&pager, &people[0]);
	assert_page(&pager, &people[1], "1\n2", 0);
	assert_page(&pager, &people[PEOPLE], "1\n2", 0);
	pager_close(&pager);
	for (unsigned i = 0; i <= PEOPLE; i++)
		assert_int_equal(people[i].references, 0);
}
