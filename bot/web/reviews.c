#include "bot/web/reviews.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/base/string.h"
#include "bot/history/record.h"
#include "bot/history/review_job.h"

/*
 * Maximum numbers. REVIEWS_CACHED: matches in the cache. REVIEWS_WAITING: jobs at the same time.
 * REVIEWS_RECORD: bytes of a record. REVIEWS_LANGUAGES: languages in which best contracts are
 * cached.
 */
enum {
	REVIEWS_CACHED = 256,
	REVIEWS_WAITING = 16,
	REVIEWS_RECORD = 256 * 1024,
	REVIEWS_LANGUAGES = 4
};

struct entry {
	int64_t match; /* match, or the negative number of a try (trials.h); 0: free entry */
	/*
	 * when the match ended; part of the key, because a restored database may use match numbers
	 * again
	 */
	int64_t ended;
	uint64_t asked; /* value of reviews.asked when the entry was last used */
	bool done;      /* the review is ready; false: its job is running */
	struct match_review judged;
	struct best_contract best[REVIEWS_LANGUAGES];
};

struct reviews {
	struct worker_pool *pool;
	unsigned waiting;     /* number of unfinished jobs */
	uint64_t asked, done; /* number of uses so far; number of finished jobs so far */
	struct entry entry[REVIEWS_CACHED];
};

struct asked_review {
	struct review_job run; /* must be the first member */
	struct reviews *reviews;
	int64_t match, ended;
};

/* Frees what an entry holds. */
static void entry_clear(struct entry *entry)
{
	free(entry->judged.verdict);
	entry->judged = (struct match_review){ .count = 0 };
	for (unsigned i = 0; i < REVIEWS_LANGUAGES; i++) {
		if (entry->best[i].news.bytes != NULL)
			string_free(&entry->best[i].news);
		entry->best[i] = (struct best_contract){ .known = false };
	}
}

static struct entry *find(struct reviews *reviews, int64_t match, int64_t ended)
{
	for (unsigned i = 0; i < REVIEWS_CACHED; i++)
		if (reviews->entry[i].match == match && reviews->entry[i].ended == ended)
			return &reviews->entry[i];
	return NULL;
}

static void review_done(struct review_job *run)
{
	struct asked_review *asked = (struct asked_review *)run;
	struct reviews *reviews = asked->reviews;
	struct entry *entry = find(reviews, asked->match, asked->ended);
	reviews->waiting--;
	reviews->done++;
	if (entry == NULL)
		return;
	struct review *review = &run->review;
	const struct record *record = &review->record;
	struct match_review *judged = &entry->judged;
	entry->done = true;
	*judged = (struct match_review){ .seats = record->seats };
	for (unsigned seat = 0; seat < record->seats; seat++) {
		judged->side[seat] = (uint8_t)game_side(record->game, &record->state, seat);
		judged->accuracy[seat] = seat_review_accuracy(&review->seat[seat]);
	}
	if (review->failed)
		return;
	/* from here on the cache owns the verdicts */
	judged->verdict = review->verdict;
	judged->count = review->verdicts;
	review->verdict = NULL;
}

/*
 * Looks up a review. Returns false if the caller may start a job for it now. Sets *judged to the
 * review if it is ready, else to NULL.
 */
static bool is_known(
	struct reviews *reviews, int64_t match, int64_t ended, const struct match_review **judged)
{
	struct entry *entry = find(reviews, match, ended);
	*judged = entry != NULL && entry->done ? &entry->judged : NULL;
	if (entry != NULL)
		entry->asked = ++reviews->asked;
	return entry != NULL || reviews->waiting >= REVIEWS_WAITING;
}

/*
 * Starts a job that reviews a record, and takes over `text`. failed: the record is damaged, so that
 * the match has no review.
 */
static void begin(struct reviews *reviews, int64_t match, int64_t ended, const struct string *text,
	bool failed)
{
	struct asked_review *asked = memory_new(1, sizeof *asked);
	review_job_open(&asked->run, review_done);
	asked->reviews = reviews;
	asked->match = match;
	asked->ended = ended;
	asked->run.text = *text;
	asked->run.review.failed = failed || text->length > REVIEWS_RECORD;
	review_job_begin(&asked->run, reviews->pool);
	reviews->waiting++;
	/* Take a free entry, or else the one not used for longest whose job is done. */
	struct entry *oldest = NULL;
	for (unsigned i = 0; i < REVIEWS_CACHED; i++) {
		struct entry *entry = &reviews->entry[i];
		if ((entry->match == 0 || entry->done) &&
			(oldest == NULL || entry->asked < oldest->asked))
			oldest = entry;
	}
	if (oldest == NULL)
		return;
	entry_clear(oldest);
	*oldest = (struct entry){ .match = match, .ended = ended, .asked = ++reviews->asked };
}

const struct match_review *reviews_get(
	struct reviews *reviews, struct store *store, const struct store_match *match)
{
	const struct match_review *judged;
	struct string text = STRING_EMPTY;
	if (is_known(reviews, match->id, match->ended, &judged))
		return judged;
	enum store_error error = history_write_record(store, match, &text);
	/* After an error of the database, the next request tries again. */
	if (error == STORE_OK || error == STORE_BROKEN || error == STORE_DAMAGED)
		begin(reviews, match->id, match->ended, &text, error != STORE_OK);
	else
		string_free(&text);
	return NULL;
}

const struct match_review *reviews_get_try(
	struct reviews *reviews, const struct store_try *row, const char *record)
{
	const struct match_review *judged;
	struct string text = STRING_EMPTY;
	if (is_known(reviews, -row->id, row->ended, &judged))
		return judged;
	string_add(&text, record);
	begin(reviews, -row->id, row->ended, &text, false);
	return NULL;
}

struct reviews *reviews_open(struct worker_pool *pool)
{
	struct reviews *reviews = memory_new(1, sizeof *reviews);
	reviews->pool = pool;
	return reviews;
}

void reviews_close(struct reviews *reviews)
{
	for (unsigned i = 0; reviews != NULL && i < REVIEWS_CACHED; i++)
		entry_clear(&reviews->entry[i]);
	free(reviews);
}

struct best_contract *reviews_find_best(
	struct reviews *reviews, const struct store_match *match, uint8_t language)
{
	struct entry *entry = find(reviews, match->id, match->ended);
	if (entry == NULL || language >= REVIEWS_LANGUAGES)
		return NULL;
	struct best_contract *best = &entry->best[language];
	if (best->news.bytes == NULL)
		best->news = STRING_EMPTY;
	return best;
}

uint64_t reviews_count_done(const struct reviews *reviews)
{
	return reviews->done;
}

const struct verdict *judged_find_verdict(
	const struct match_review *judged, unsigned hand, unsigned move)
{
	unsigned low = 0;
	unsigned high = judged != NULL ? judged->count : 0;
	while (low < high) {
		unsigned middle = low + (high - low) / 2;
		const struct verdict *verdict = &judged->verdict[middle];
		if (verdict->hand == hand && verdict->move == move)
			return verdict;
		if (verdict->hand < hand || (verdict->hand == hand && verdict->move < move))
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}
