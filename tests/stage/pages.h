/* pages.h - pages over the database of a stage. */
#ifndef TESTS_STAGE_PAGES_H
#define TESTS_STAGE_PAGES_H

#include "bot/net/types.h"
#include "bot/web/reviews.h"
#include "bot/web/web.h"
#include "tests/stage/case.h"

/* Pages over the database of a stage, and the last answer of the pages. */
struct pages {
	struct stage *stage;
	struct web web;
	struct web_response answer;
	struct worker_pool *pool; /* runs reviews only when the test asks it to */
};

static inline void ignore_changed(void *context, const char *hash, const char *json)
{
	(void)context;
	(void)hash;
	(void)json;
}

static inline void ignore_linked(void *context, bool here)
{
	(void)context;
	(void)here;
}

/* Ignores all events, for tests without event streams. */
static const struct seats_events silent_events = { .changed = ignore_changed,
	.linked = ignore_linked };

static inline struct pages open_pages(struct stage *stage)
{
	struct pages pages = { .stage = stage, .answer = { .body = STRING_EMPTY } };
	web_open(&pages.web, catalog_open(catalogues, "!"), network_types, "https://cards.test/m",
		0);
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

/* Defines a test with the parameters `stage` and `pages`. */
#define PAGES_CASE(name) \
	static void name##_on(struct stage *stage, struct pages *pages); \
	CASE_WITH(name, struct pages *pages, pages_open, pages_close) \
	{ \
		name##_on(pages->stage, pages); \
	} \
	static void name##_on(__attribute__((unused)) struct stage *stage, struct pages *pages)

static inline int pages_open(void **state)
{
	void *stage = NULL;
	struct pages *pages = malloc(sizeof *pages);
	if (pages == NULL || case_open(&stage) != 0)
		return -1;
	*pages = open_pages(stage);
	*state = pages;
	return 0;
}

static inline int pages_close(void **state)
{
	struct pages *pages = *state;
	void *stage = pages->stage;
	close_pages(pages);
	free(pages);
	return case_close(&stage);
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

#define assert_get(pages, target, wanted) assert_get_at(HERE, pages, target, wanted)
#define assert_shows(pages, text)         assert_shown_at(HERE, pages, text, true)
#define assert_conceals(pages, text)      assert_shown_at(HERE, pages, text, false)
/* Fails unless the page at this address shows text. */
#define assert_page(pages, target, text) assert_page_at(HERE, pages, target, text)

static inline void assert_get_at(AT, struct pages *pages, const char *target, unsigned wanted)
{
	if (get(pages, target) != wanted)
		fail_at("%s: %u", target, pages->answer.status);
}

static inline void assert_shown_at(AT, const struct pages *pages, const char *text, bool shown)
{
	if ((strstr(pages->answer.body.bytes, text) != NULL) != shown)
		fail_at("%s %s in:\n%s", text, shown ? "is not" : "is", pages->answer.body.bytes);
}

static inline void assert_page_at(AT, struct pages *pages, const char *target, const char *text)
{
	assert_get_at(THERE, pages, target, 200);
	assert_shown_at(THERE, pages, text, true);
}

/* Begins a match of anna and luc, and plays so many moves. Returns the number of the match. */
static inline int64_t play_match(struct stage *stage, unsigned moves)
{
	case_dialog(stage, "anna: !new mitaines classic target=100 rated=no", "luc: !join",
		"anna: !nonce salt<&>", "anna: !start");
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
