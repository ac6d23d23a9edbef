/* pages.h - pages over the database of a stage. */
#ifndef TESTS_STAGE_PAGES_H
#define TESTS_STAGE_PAGES_H

#include "bot/web/reviews.h"
#include "bot/web/web.h"
#include "tests/stage/case.h"

/* Pages over the database of a stage, and the last answer. */
struct pages {
	struct stage *stage;
	struct web web;
	struct web_response answer;
	struct worker_pool *pool; /* computes reviews when the test asks it to */
};

static inline struct pages open_pages(struct stage *stage)
{
	struct pages pages = { .stage = stage, .answer = { .body = STRING_EMPTY } };
	web_open(&pages.web, catalog_open(catalogues, "!"), "https://cards.test/m", 0);
	pages.web.store = stage->store;
	pages.pool = worker_pool_open(NULL, 1);
	pages.web.reviews = reviews_open(pages.pool);
	return pages;
}

static inline void close_pages(struct pages *pages)
{
	string_free(&pages->answer.body);
	worker_pool_close(pages->pool);
	reviews_close(pages->web.reviews);
	catalog_free(pages->web.catalog);
}

static inline unsigned ask(struct pages *pages, const struct web_request *request)
{
	string_free(&pages->answer.body);
	web_answer(&pages->web, request, &pages->answer);
	return pages->answer.status;
}

static inline unsigned get(struct pages *pages, const char *target)
{
	return ask(pages, &(struct web_request){ .method = "GET", .target = target, .now = 1100 });
}

#define assert_get(pages, target, wanted) \
	do { \
		unsigned status_ = get(pages, target); \
		if (status_ != (wanted)) \
			fail_msg("%s: %u", target, status_); \
	} while (0)

#define assert_shows(pages, text)    assert_shown_at(HERE, pages, text, true)
#define assert_conceals(pages, text) assert_shown_at(HERE, pages, text, false)

static inline void assert_shown_at(AT, const struct pages *pages, const char *text, bool shown)
{
	if ((strstr(pages->answer.body.bytes, text) != NULL) != shown)
		fail_at("%s %s in:\n%s", text, shown ? "is not" : "is", pages->answer.body.bytes);
}

/* Begins a match of two and plays this many moves. Returns the match's number. */
static inline int64_t play_match(struct stage *stage, unsigned moves)
{
	stage_say(stage, "anna", "!new mitaines classic target=100 rated=no");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!nonce salt<&>");
	stage_say(stage, "anna", "!start");
	struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	int64_t match = table->match;
	stage_play(stage, 1, moves);
	return match;
}

static inline const char *address(const char *format, int64_t number)
{
	static char text[64];
	snprintf(text, sizeof text, format, (long long)number);
	return text;
}

#endif
