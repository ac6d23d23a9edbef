/* thought.c - remembers the choices of AI players across runs; the same view and seed always
 * give the same choice. For programs linked with --wrap for player_move and player_judge. */
#include <string.h>
#include <sys/mman.h>

#include "engine/player.h"
#include "tests/torture/torture.h"

enum { THOUGHTS = 1 << 16, BYTES = 1 << 26, JUDGED = LEVEL_COUNT };

/* A remembered choice, followed by its bytes. */
struct thought {
	uint64_t of;
	uint32_t size;
};

/* Shared by processes and threads without a lock: the bytes are written before their place. */
static struct {
	uint32_t place[THOUGHTS]; /* in bytes, or 0 */
	uint32_t count, used;
	_Alignas(struct thought) unsigned char bytes[BYTES];
} * thoughts;

bool torture_remember(void)
{
	void *shared = mmap(NULL, sizeof *thoughts, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (shared == MAP_FAILED)
		return false;
	thoughts = shared;
	thoughts->used = _Alignof(struct thought);
	return true;
}

static uint64_t hash_bytes(uint64_t sum, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	for (size_t i = 0; i < size; i++)
		sum = (sum ^ at[i]) * UINT64_C(1099511628211);
	return sum;
}

/* Hashes the question. */
static uint64_t hash_question(
	const struct game *game, unsigned level, const struct view *view, uint64_t seed)
{
	uint64_t sum = hash_bytes(UINT64_C(14695981039346656037), game->name, strlen(game->name));
	sum = hash_bytes(sum, &level, sizeof level);
	sum = hash_bytes(sum, &seed, sizeof seed);
	return hash_bytes(sum, view, game->view_size);
}

/* Returns the place of a choice, or the free place for it. */
static uint32_t *find(uint64_t of, const struct thought **thought)
{
	for (size_t at = of % THOUGHTS;; at = (at + 1) % THOUGHTS) {
		uint32_t place = __atomic_load_n(&thoughts->place[at], __ATOMIC_ACQUIRE);
		*thought = place > 0 ? (const void *)(thoughts->bytes + place) : NULL;
		if (place == 0 || (*thought)->of == of)
			return &thoughts->place[at];
	}
}

static bool recall(uint64_t of, void *out)
{
	const struct thought *thought;
	find(of, &thought);
	if (thought != NULL)
		memcpy(out, thought + 1, thought->size);
	return thought != NULL;
}

/* Stops when the memory is full. If two threads decide at the same time, one choice is stored. */
static void remember(uint64_t of, const void *bytes, size_t size)
{
	const struct thought head = { of, (uint32_t)size };
	const struct thought *thought;
	uint32_t none = 0;
	uint32_t all = (uint32_t)(sizeof head + size + sizeof head - 1) / sizeof head * sizeof head;
	if (__atomic_fetch_add(&thoughts->count, 1, __ATOMIC_RELAXED) >= THOUGHTS / 2)
		return;
	uint32_t place = __atomic_fetch_add(&thoughts->used, all, __ATOMIC_RELAXED);
	if (place > BYTES - all)
		return;
	memcpy(thoughts->bytes + place, &head, sizeof head);
	memcpy(thoughts->bytes + place + sizeof head, bytes, size);
	__atomic_compare_exchange_n(
		find(of, &thought), &none, place, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

/* NOLINTBEGIN(bugprone-reserved-identifier): as the linker names them */
__typeof__(player_move) __real_player_move, __wrap_player_move;
__typeof__(player_judge) __real_player_judge, __wrap_player_judge;

struct move __wrap_player_move(const struct game *game, enum level level, const struct view *view,
	uint64_t seed, void *memory)
{
	uint64_t of = hash_question(game, level, view, seed);
	struct move move;
	if (recall(of, &move))
		return move;
	move = __real_player_move(game, level, view, seed, memory);
	remember(of, &move, sizeof move);
	return move;
}

void __wrap_player_judge(const struct game *game, const struct view *view, uint64_t seed,
	void *memory, struct opinions *opinions)
{
	uint64_t of = hash_question(game, JUDGED, view, seed);
	if (recall(of, opinions))
		return;
	__real_player_judge(game, view, seed, memory, opinions);
	remember(of, opinions,
		offsetof(struct opinions, opinion) + opinions->count * sizeof opinions->opinion[0]);
}
/* NOLINTEND(bugprone-reserved-identifier) */
