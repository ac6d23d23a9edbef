/* loop.c - the event loop: turns end, timers come when they are due, closed handles keep silent. */
#include <netinet/in.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/base/loop.h"

/* What happened, a letter for each callback. */
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
	loop_batch(scene->loop, on_turn, scene);
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

static void on_timer(void *context)
{
	note(context, 't');
}

/* The other timer is set only now, so that both are never due at once. */
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

static void test_timers(void **state)
{
	struct scene *scene = *state;
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

static void test_it_ends_when_nothing_is_left(void **state)
{
	struct scene *scene = *state;
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

static void test_descriptors(void **state)
{
	struct scene *scene = *state;
	scene->watch[0] = loop_watch_open(scene->loop, scene->pair[0], on_ready, scene);
	assert_int_equal(write(scene->pair[1], "xy", 2), 2);
	loop_watch_for(scene->watch[0], LOOP_READ);
	shutdown(scene->pair[1], SHUT_WR);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "1.1.1.");
	loop_watch_for(scene->watch[0], 0);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "1.1.1.");
	loop_watch_close(scene->watch[0]);
}

/* Reads one byte a turn, and not to the end. */
static void on_byte(void *context, unsigned events)
{
	struct scene *scene = context;
	char byte;
	(void)events;
	note(scene, 'r');
	loop_watch_for(scene->watch[0], LOOP_READ);
	if (read(scene->pair[0], &byte, 1) <= 0)
		loop_stop(scene->loop);
}

/* Makes the pair one whose ends can be reset. */
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

/* The first byte comes with the error, after which libuv does not watch by itself. */
static void test_a_reset_behind_bytes(void **state)
{
	struct scene *scene = *state;
	struct linger none = { .l_onoff = 1 };
	pair_up(scene);
	scene->watch[0] = loop_watch_open(scene->loop, scene->pair[0], on_byte, scene);
	loop_watch_for(scene->watch[0], LOOP_READ);
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
	loop_watch_for(scene->watch[0], 0);
}

static void test_room_to_write(void **state)
{
	struct scene *scene = *state;
	scene->watch[0] = loop_watch_open(scene->loop, scene->pair[0], on_writable, scene);
	loop_watch_for(scene->watch[0], LOOP_READ | LOOP_WRITE);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "2.");
}

/* The first to be called closes both. */
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

static void test_closed_handles_keep_silent(void **state)
{
	struct scene *scene = *state;
	assert_int_equal(write(scene->pair[0], "x", 1), 1);
	assert_int_equal(write(scene->pair[1], "x", 1), 1);
	for (int i = 0; i < 2; i++) {
		scene->watch[i] = loop_watch_open(scene->loop, scene->pair[i], on_first, scene);
		loop_watch_for(scene->watch[i], LOOP_READ);
	}
	scene->timer[0] = loop_timer_open(scene->loop, on_timer, scene);
	loop_timer_set(scene->timer[0], 1000); /* not due before what is there already */
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

static void test_a_handle_may_close_itself(void **state)
{
	struct scene *scene = *state;
	scene->timer[0] = loop_timer_open(scene->loop, on_close_self, scene);
	loop_timer_set(scene->timer[0], 0);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "c.");
}

static void test_signals(void **state)
{
	struct scene *scene = *state;
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

static void test_work(void **state)
{
	struct scene *scene = *state;
	loop_work(scene->loop, on_work, on_worked, scene);
	loop_run(scene->loop);
	assert_string_equal(scene->diary, "w.");
	assert_false(pthread_equal(scene->thread, pthread_self()));
}

/* The work may have been done; nobody hears of it. */
static void test_work_ends_with_the_loop(void **state)
{
	struct scene *scene = *state;
	loop_work(scene->loop, on_work, on_worked, scene);
	loop_close(scene->loop);
	assert_string_equal(scene->diary, "");
	scene->loop = loop_open();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_timers, make, end),
		cmocka_unit_test_setup_teardown(test_it_ends_when_nothing_is_left, make, end),
		cmocka_unit_test_setup_teardown(test_descriptors, make, end),
		cmocka_unit_test_setup_teardown(test_a_reset_behind_bytes, make, end),
		cmocka_unit_test_setup_teardown(test_room_to_write, make, end),
		cmocka_unit_test_setup_teardown(test_closed_handles_keep_silent, make, end),
		cmocka_unit_test_setup_teardown(test_a_handle_may_close_itself, make, end),
		cmocka_unit_test_setup_teardown(test_signals, make, end),
		cmocka_unit_test_setup_teardown(test_work, make, end),
		cmocka_unit_test_setup_teardown(test_work_ends_with_the_loop, make, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
