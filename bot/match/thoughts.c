#include "bot/match/thoughts.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "engine/mitaines.h"
#include "engine/mitaines/reply.h"
#include "engine/shuffle.h"

/*
 * SLOTS: number of kept results, 1.3 MB. NEAR: slots of a bucket; the key of a result chooses its
 * bucket.
 */
enum { KEY = 16, SLOTS = 1 << 15, NEAR = 8 };

struct slot {
	uint8_t key[KEY];
	struct thought thought;
	uint64_t age; /* value of thoughts.asked when the slot was last used; 0: the slot is free */
};

/* A job that searches, or that only delays a kept result. */
struct search_job {
	struct job job;
	struct lobby *lobby;
	struct search_job *next; /* next in the list of searches that have not ended */
	uint64_t serial;
	uint8_t key[KEY];
	bool searches;
	const struct game *game;
	uint64_t seed;
	bool judges;
	bool canonical; /* the view has a text without suits */
	struct move judged;
	union any_view seen;
	struct thought thought;
	void (*done)(struct lobby *lobby, uint64_t serial, const struct thought *thought);
};

struct thoughts {
	struct search_job *first; /* the searches that have not ended */
	unsigned waiting;
	uint64_t searched, asked;
	struct slot slot[SLOTS];
};

/* ---- results that are kept ---- */

static struct slot *find_bucket(struct thoughts *thoughts, const uint8_t key[KEY])
{
	unsigned place = (unsigned)key[0] | (unsigned)key[1] << 8;
	return &thoughts->slot[place * NEAR % SLOTS];
}

static const struct thought *find_kept(struct thoughts *thoughts, const uint8_t key[KEY])
{
	struct slot *bucket = find_bucket(thoughts, key);
	for (unsigned i = 0; i < NEAR; i++)
		if (bucket[i].age > 0 && memcmp(bucket[i].key, key, KEY) == 0) {
			bucket[i].age = thoughts->asked;
			return &bucket[i].thought;
		}
	return NULL;
}

/* Keeps a result in the slot of its bucket that was unused for longest. */
static void keep(struct thoughts *thoughts, const struct search_job *search)
{
	struct slot *bucket = find_bucket(thoughts, search->key);
	unsigned oldest = 0;
	for (unsigned i = 1; i < NEAR; i++)
		if (bucket[i].age < bucket[oldest].age)
			oldest = i;
	bucket[oldest].thought = search->thought;
	bucket[oldest].age = thoughts->asked;
	memcpy(bucket[oldest].key, search->key, KEY);
}

/* ---- searches ---- */

static void work(struct job *job, void *memory)
{
	struct search_job *search = (struct search_job *)job;
	const struct view *view = &search->seen.view;
	struct thought *thought = &search->thought;
	struct opinions opinions;
	if (!search->searches)
		return;
	if (!search->judges && search->canonical) {
		thought->reply = reply_think(view, search->seed, memory);
		return;
	}
	if (!search->judges) {
		thought->move = player_move(search->game, LEVEL_EXPERT, view, search->seed, memory);
		return;
	}
	player_judge(search->game, view, search->seed, memory, &opinions);
	unsigned played = 0;
	while (played < opinions.count &&
		!move_equal(opinions.opinion[played].move, search->judged))
		played++;
	if (played == opinions.count)
		return;
	const struct opinion *best = &opinions.opinion[opinions.best];
	const struct opinion *own = &opinions.opinion[played];
	if (opinion_is_sure(best, own))
		thought->loss =
			(int32_t)((int64_t)(best->points - own->points) * 100 / OPINION_POINT);
	thought->move = best->move;
	if (search->canonical)
		thought->reply = reply_of_move(best->move);
}

static void done(struct job *job)
{
	struct search_job *search = (struct search_job *)job;
	struct lobby *lobby = search->lobby;
	struct thoughts *thoughts = lobby->exercises.thoughts;
	if (search->searches) {
		struct search_job **at = &thoughts->first;
		while (*at != search)
			at = &(*at)->next;
		*at = search->next;
		thoughts->waiting--;
		histogram_add(&lobby->activity.thinking, job->work_ns);
		keep(thoughts, search);
	}
	search->done(lobby, search->serial, &search->thought);
	free(search);
}

static void free_job(struct job *job)
{
	free(job);
}

/*
 * Writes a view as text without suits. Returns false if the view has no such text, see
 * engine/mitaines/reply.h.
 */
static bool has_text(const struct game *game, const struct view *view, struct text *text)
{
	return game == &mitaines_game && reply_write_view(view, text);
}

static struct thoughts *open_thoughts(struct lobby *lobby)
{
	if (lobby->exercises.thoughts == NULL)
		lobby->exercises.thoughts = memory_new(1, sizeof(struct thoughts));
	return lobby->exercises.thoughts;
}

/*
 * Computes the seed and the key of a question from its text. Returns true if the text is without
 * suits.
 */
static bool write_key(const struct thought_question *question, uint8_t key[KEY], uint64_t *seed)
{
	struct string words = STRING_EMPTY;
	char view[REPLY_TEXT];
	struct text text = text_in(view, sizeof view);
	bool canonical = has_text(question->game, question->view, &text);
	string_add(&words, canonical ? view : question->moves);
	*seed = shuffle_daily_thinking(question->seed, words.bytes);
	string_add_char(&words, '\n');
	string_add_number(&words, question->trial);
	if (question->judged != NULL) {
		char move[MOVE_TEXT];
		text = text_in(move, sizeof move);
		move_write(&text, *question->judged);
		string_add(&words, " judge ");
		if (canonical)
			string_add_number(&words, reply_of_move(*question->judged));
		else
			string_add(&words, move);
	}
	uint8_t hash[crypto_hash_sha256_BYTES];
	crypto_hash_sha256(hash, (const uint8_t *)words.bytes, words.length);
	memcpy(key, hash, KEY);
	string_free(&words);
	return canonical;
}

static struct search_job *find_waiting(const struct thoughts *thoughts, const uint8_t key[KEY])
{
	struct search_job *search = thoughts->first;
	while (search != NULL && memcmp(search->key, key, KEY) != 0)
		search = search->next;
	return search;
}

uint64_t thoughts_ask(struct lobby *lobby, const struct thought_question *question)
{
	struct thoughts *thoughts = open_thoughts(lobby);
	uint8_t key[KEY];
	uint64_t seed;
	bool canonical = write_key(question, key, &seed);
	const struct search_job *waiting = find_waiting(thoughts, key);
	thoughts->asked++;
	if (waiting != NULL)
		return waiting->serial;
	const struct thought *kept = find_kept(thoughts, key);
	struct search_job *search = memory_new(1, sizeof *search);
	*search = (struct search_job){
		.job = { .work = work, .done = done, .drop = free_job, .quick = kept != NULL },
		.lobby = lobby,
		.serial = ++lobby->robots.last_serial,
		.searches = kept == NULL,
		.game = question->game,
		.seed = seed,
		.judges = question->judged != NULL,
		.canonical = canonical,
		.done = question->done,
	};
	memcpy(search->key, key, KEY);
	memcpy(&search->seen, question->view, question->game->view_size);
	if (search->judges)
		search->judged = *question->judged;
	if (kept != NULL) {
		search->thought = *kept;
	} else {
		search->next = thoughts->first;
		thoughts->first = search;
		thoughts->waiting++;
		thoughts->searched++;
	}
	uint64_t serial = search->serial;
	worker_pool_add(lobby->robots.slow_pool, &search->job, question->pause);
	return serial;
}

bool thought_find_move(const struct thought *thought, const struct game *game,
	const struct view *view, struct move *move)
{
	char canonical[REPLY_TEXT];
	struct text text = text_in(canonical, sizeof canonical);
	if (has_text(game, view, &text))
		return reply_find_move(view, thought->reply, move);
	*move = thought->move;
	return game_check(game, view, *move) == REFUSE_NONE;
}

unsigned thoughts_count_waiting(const struct lobby *lobby)
{
	const struct thoughts *thoughts = lobby->exercises.thoughts;
	return thoughts != NULL ? thoughts->waiting : 0;
}

struct thought_counts thoughts_get_counts(const struct lobby *lobby)
{
	const struct thoughts *thoughts = lobby->exercises.thoughts;
	return thoughts != NULL ? (struct thought_counts){ thoughts->asked, thoughts->searched }
				: (struct thought_counts){ .asked = 0 };
}

void thoughts_close(struct lobby *lobby)
{
	free(lobby->exercises.thoughts);
	lobby->exercises.thoughts = NULL;
}
