/* loop.c - the event loop: turns, timers, descriptors, and closed handles */
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/base/loop.h"
#include "tests/cases.h"

/* A loop, and a diary with one letter for each callback that has run. */
struct scene {
	struct loop *loop;
	char diary[64];
	size_t length;
	int pair[2];
	struct loop_watch *watch[2];
	struct loop_timer *timer[2];
	struct loop_signal *signal;
	pthread_t thread;
};

static void note(struct scene *scene, char letter)
{
	if (scene->length + 1 < sizeof scene->diary)
		scene->diary[scene->length++] = letter;
}

static void on_turn(void *context)
{
	note(context, '.');
}

static int make(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	*state = scene;
	scene->loop = loop_open();
	loop_set_batch_end(scene->loop, on_turn, scene);
	return socketpair(AF_UNIX, SOCK_STREAM, 0, scene->pair);
}

static int end(void **state)
{
	struct scene *scene = *state;
	loop_close(scene->loop);
	close(scene->pair[0]);
	close(scene->pair[1]);
	free(scene);
	return 0;
}

#define SCENE_CASE(name) CASE_WITH(name, struct scene *scene, make, end)

static void on_timer(void *context)
{
	note(context, 't');
}

/* Sets the second timer only now, so that the two are never due at once. */
static void on_first_timer(void *context)
{
	struct scene *scene = context;
	note(scene, 't');
	loop_timer_set(scene->timer[1], 5);
}

static void on_stop(void *context)
{
	struct scene *scene = context;
	note(scene, 's');
	loop_stop(scene->loop);
}

SCENE_CASE(timers_fire_when_due)
{
	uint64_t began = loop_now(scene->loop);
	scene->timer[0] = loop_timer_open(scene->loop, on_first_timer, scene);
	scene->timer[1] = loop_timer_open(scene->loop, on_stop, scene);
	loop_timer_set(scene->timer[0], 100000);
	loop_timer_set(scene->timer[0], 5);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "t.s.");
	assert_true(loop_now(scene->loop) - began >= 10);
	loop_timer_set(scene->timer[0], 1);
	loop_timer_stop(scene->timer[0]);
	loop_timer_set(scene->timer[1], 5);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "t.s.s.");
}

SCENE_CASE(the_loop_ends_when_no_handle_is_open)
{
	scene->timer[0] = loop_timer_open(scene->loop, on_timer, scene);
	loop_timer_set(scene->timer[0], 1);
	loop_run(scene->loop);
	loop_timer_close(scene->timer[0]);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "t.");
}

static void on_ready(void *context, unsigned events)
{
	struct scene *scene = context;
	char byte;
	note(scene, (char)('0' + events));
	if ((events & LOOP_READ) != 0 && read(scene->pair[0], &byte, 1) == 0)
		loop_stop(scene->loop);
}

SCENE_CASE(a_descriptor_with_input_is_reported)
{
	scene->watch[0] = loop_watch_open(scene->loop, scene->pair[0], on_ready, scene);
	assert_int_equal(write(scene->pair[1], "xy", 2), 2);
	loop_watch_set_events(scene->watch[0], LOOP_READ);
	shutdown(scene->pair[1], SHUT_WR);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "1.1.1.");
	loop_watch_set_events(scene->watch[0], 0);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "1.1.1.");
	loop_watch_close(scene->watch[0]);
}

/* Reads one byte in each turn of the loop. */
static void on_byte(void *context, unsigned events)
{
	struct scene *scene = context;
	char byte;
	(void)events;
	note(scene, 'r');
	loop_watch_set_events(scene->watch[0], LOOP_READ);
	if (read(scene->pair[0], &byte, 1) <= 0)
		loop_stop(scene->loop);
}

/* Replaces the socket pair by a TCP connection, which can be reset. */
static void pair_up(struct scene *scene)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof address;
	int door = socket(AF_INET, SOCK_STREAM, 0);
	close(scene->pair[0]);
	close(scene->pair[1]);
	scene->pair[0] = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(bind(door, (struct sockaddr *)&address, size), 0);
	assert_int_equal(listen(door, 1), 0);
	assert_int_equal(getsockname(door, (struct sockaddr *)&address, &size), 0);
	assert_int_equal(connect(scene->pair[0], (struct sockaddr *)&address, size), 0);
	scene->pair[1] = accept(door, NULL, NULL);
	close(door);
}

/* The first byte comes with the error; libuv then stops watching. */
SCENE_CASE(a_connection_reset_is_reported_after_the_bytes_before_it)
{
	struct linger none = { .l_onoff = 1 };
	pair_up(scene);
	scene->watch[0] = loop_watch_open(scene->loop, scene->pair[0], on_byte, scene);
	loop_watch_set_events(scene->watch[0], LOOP_READ);
	assert_int_equal(write(scene->pair[1], "xy", 2), 2);
	setsockopt(scene->pair[1], SOL_SOCKET, SO_LINGER, &none, sizeof none);
	close(scene->pair[1]);
	scene->pair[1] = -1;
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "r.r.r.");
	loop_watch_close(scene->watch[0]);
}

static void on_writable(void *context, unsigned events)
{
	struct scene *scene = context;
	note(scene, (char)('0' + events));
	loop_watch_set_events(scene->watch[0], 0);
}

SCENE_CASE(a_descriptor_with_room_to_write_is_reported)
{
	scene->watch[0] = loop_watch_open(scene->loop, scene->pair[0], on_writable, scene);
	loop_watch_set_events(scene->watch[0], LOOP_READ | LOOP_WRITE);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "2.");
}

/* The first callback closes both handles. */
static void on_first(void *context, unsigned events)
{
	struct scene *scene = context;
	(void)events;
	note(scene, 'f');
	loop_watch_close(scene->watch[0]);
	loop_watch_close(scene->watch[1]);
	loop_timer_close(scene->timer[0]);
	loop_stop(scene->loop);
}

SCENE_CASE(closed_handles_get_no_callback)
{
	assert_int_equal(write(scene->pair[0], "x", 1), 1);
	assert_int_equal(write(scene->pair[1], "x", 1), 1);
	for (int i = 0; i < 2; i++) {
		scene->watch[i] = loop_watch_open(scene->loop, scene->pair[i], on_first, scene);
		loop_watch_set_events(scene->watch[i], LOOP_READ);
	}
	scene->timer[0] = loop_timer_open(scene->loop, on_timer, scene);
	loop_timer_set(scene->timer[0], 1000); /* the descriptor is ready first */
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "f.");
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "f.");
}

static void on_close_self(void *context)
{
	struct scene *scene = context;
	note(scene, 'c');
	loop_timer_close(scene->timer[0]);
}

SCENE_CASE(a_handle_may_close_itself)
{
	scene->timer[0] = loop_timer_open(scene->loop, on_close_self, scene);
	loop_timer_set(scene->timer[0], 0);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "c.");
}

SCENE_CASE(signals_are_reported)
{
	scene->signal = loop_signal_open(scene->loop, SIGUSR1, on_stop, scene);
	assert_non_null(scene->signal);
	raise(SIGUSR1);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "s.");
	loop_signal_close(scene->signal);
	loop_run(scene->loop);
	assert_null(loop_signal_open(scene->loop, 9999, on_stop, scene));
}

static void on_work(void *context)
{
	struct scene *scene = context;
	scene->thread = pthread_self();
}

static void on_worked(void *context)
{
	note(context, 'w');
}

SCENE_CASE(queued_work_runs_on_another_thread)
{
	loop_queue_work(scene->loop, on_work, on_worked, scene);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "w.");
	assert_false(pthread_equal(scene->thread, pthread_self()));
}

/* The work may be done, but no callback runs. */
SCENE_CASE(the_result_of_work_is_dropped_when_the_loop_closes)
{
	loop_queue_work(scene->loop, on_work, on_worked, scene);
	loop_close(scene->loop);
	assert_string_equal(scene->diary, "");
	scene->loop = loop_open();
}
