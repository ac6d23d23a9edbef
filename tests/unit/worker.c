/* Worker threads: each job is done once, and its answer comes on the loop. After closing no answer
 * comes. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/worker.h"
#include "tests/cases.h"

enum { JOBS = 12 };

struct scene;

struct task {
	struct job job;
	struct scene *scene;
	pthread_t thread; /* thread that ran the job */
	bool worked;
	bool done;
	bool dropped;
};

struct scene {
	struct loop *loop;
	struct worker_pool *pool;
	struct task task[JOBS];
	char diary[4 * JOBS]; /* a letter for each finished job, a period for each batch */
	unsigned awaited;     /* jobs until the loop stops */
	atomic_uint busy;     /* jobs running now */
	atomic_uint most;     /* highest value of busy */
};

static void note(struct scene *scene, char letter)
{
	size_t length = strlen(scene->diary);
	if (length + 1 < sizeof scene->diary)
		scene->diary[length] = letter;
}

static void work(struct job *job, void *memory)
{
	struct task *task = (struct task *)job;
	unsigned busy = atomic_fetch_add(&task->scene->busy, 1) + 1;
	if (busy > atomic_load(&task->scene->most))
		atomic_store(&task->scene->most, busy);
	memset(memory, 1, 64);
	task->thread = pthread_self();
	task->worked = true;
	atomic_fetch_sub(&task->scene->busy, 1);
}

static void done(struct job *job)
{
	struct task *task = (struct task *)job;
	assert_true(task->worked);
	assert_false(task->done);
	task->done = true;
	note(task->scene, (char)('a' + (task - task->scene->task)));
	if (--task->scene->awaited == 0 && task->scene->loop != NULL)
		loop_stop(task->scene->loop);
}

static void drop(struct job *job)
{
	struct task *task = (struct task *)job;
	assert_false(task->done);
	assert_false(task->dropped);
	task->dropped = true;
}

static void on_turn(void *context)
{
	note(context, '.');
}

static struct scene *open_scene(bool looped, unsigned threads)
{
	struct scene *scene = calloc(1, sizeof *scene);
	assert_non_null(scene);
	scene->loop = looped ? loop_open() : NULL;
	if (looped)
		loop_set_batch_end(scene->loop, on_turn, scene);
	scene->pool = worker_pool_open(scene->loop, threads);
	assert_non_null(scene->pool);
	for (unsigned i = 0; i < JOBS; i++) {
		scene->task[i].job = (struct job){ .work = work, .done = done, .drop = drop };
		scene->task[i].scene = scene;
	}
	return scene;
}

static void close_scene(struct scene *scene)
{
	if (scene->loop != NULL)
		loop_close(scene->loop);
	worker_pool_close(scene->pool);
	for (unsigned i = 0; i < JOBS; i++)
		assert_false(scene->task[i].done && scene->task[i].dropped);
}

static void take(struct scene *scene, unsigned i, unsigned pause)
{
	scene->awaited++;
	worker_pool_add(scene->pool, &scene->task[i].job, pause);
}

CASE(jobs_run_on_other_threads)
{
	for (unsigned threads = 1; threads <= 3; threads++) {
		struct scene *scene = open_scene(true, threads);
		for (unsigned i = 0; i < JOBS; i++)
			take(scene, i, 0);
		loop_run(scene->loop);
		for (unsigned i = 0; i < JOBS; i++) {
			assert_true(scene->task[i].done);
			assert_false(pthread_equal(scene->task[i].thread, pthread_self()));
		}
		assert_in_range(atomic_load(&scene->most), 1, threads);
		close_scene(scene);
		free(scene);
	}
}

/* Answers come in the order of their delays; quick jobs wait too. */
CASE(the_answer_of_a_job_comes_after_the_delay_of_the_job)
{
	struct scene *scene = open_scene(true, 2);
	uint64_t began = loop_now(scene->loop);
	scene->task[1].job.quick = true;
	scene->task[2].job.quick = true;
	take(scene, 0, 60);
	take(scene, 1, 90);
	take(scene, 2, 0);
	take(scene, 3, 30);
	assert_string_equal(scene->diary, "");
	loop_run(scene->loop);
	char order[8] = "";
	for (const char *at = scene->diary; *at != '\0'; at++)
		if (*at != '.')
			order[strlen(order)] = *at;
	assert_string_equal(order, "cdab");
	assert_true(loop_now(scene->loop) - began >= 90);
	assert_true(pthread_equal(scene->task[1].thread, pthread_self()));
	close_scene(scene);
	free(scene);
}

/* Closing drops all jobs, running ones too. */
CASE(closing_the_pool_of_threads_drops_unfinished_jobs)
{
	struct scene *scene = open_scene(true, 1);
	scene->task[3].job.quick = true;
	for (unsigned i = 0; i < 4; i++)
		take(scene, i, i == 3 ? 100000 : 0);
	assert_int_equal(worker_pool_count_running(scene->pool), 1);
	assert_int_equal(worker_pool_count_queued(scene->pool), 2);
	close_scene(scene);
	for (unsigned i = 0; i < 4; i++)
		assert_true(scene->task[i].dropped);
	assert_string_equal(scene->diary, "");
	free(scene);
}

CASE(a_pool_of_threads_without_a_loop_runs_jobs_only_when_called)
{
	struct scene *scene = open_scene(false, 1);
	assert_false(worker_pool_run_one(scene->pool));
	take(scene, 0, 500);
	take(scene, 1, 0);
	take(scene, 2, 0);
	assert_false(scene->task[0].worked);
	assert_true(worker_pool_run_one(scene->pool));
	assert_true(worker_pool_run_one(scene->pool));
	assert_string_equal(scene->diary, "ab");
	close_scene(scene);
	assert_true(scene->task[2].dropped);
	free(scene);
}
