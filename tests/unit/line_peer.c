/* line_peer.c - lines over a Unix socket: a server with two peers, and clients */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/base/line_peer.h"
#include "bot/base/unix_socket.h"
#include "tests/at.h"
#include "tests/cases.h"
#include "tests/folder.h"

enum { LONGEST = 8, PEERS = 2, MUCH = 4 * 1024 * 1024 };

struct scene {
	struct loop *loop;
	struct log log;
	struct line_server server;
	struct line_peer peer[PEERS];
	struct string heard; /* lines and ends that the server noticed, each with a line break */
	char folder[FOLDER_PATH];
	char path[PATH_MAX];
};

/* Records a line. Obeys three of them: "bad" is malformed, "end" and "close" end the connection. */
static bool on_line(struct line_peer *peer, char *line)
{
	struct scene *scene = peer->context;
	bool good = strcmp(line, "bad") != 0;
	string_add(&scene->heard, line);
	string_add_char(&scene->heard, '\n');
	if (strcmp(line, "end") == 0) {
		line_peer_send(peer, &scene->heard);
		line_peer_end(peer);
	} else if (strcmp(line, "close") == 0) {
		line_peer_close(peer);
	}
	return good;
}

static void on_end(struct line_peer *peer, const char *fault)
{
	struct scene *scene = peer->context;
	string_add(&scene->heard, fault != NULL ? fault : "ended");
	string_add_char(&scene->heard, '\n');
}

static const struct line_peer_type type = {
	.longest = LONGEST, .unread = MUCH, .line = on_line, .ended = on_end
};

static void on_batch(void *loop)
{
	loop_stop(loop);
}

static int make(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	scene->loop = loop_open();
	loop_set_batch_end(scene->loop, on_batch, scene->loop);
	scene->heard = STRING_EMPTY;
	scene->server = (struct line_server){ .log = &scene->log, .part = "test" };
	folder_make(scene->folder);
	folder_file(scene->folder, "socket", scene->path);
	assert_true(line_server_open(
		&scene->server, scene->loop, scene->path, scene->peer, PEERS, &type, scene));
	*state = scene;
	return 0;
}

static int destroy(void **state)
{
	struct scene *scene = *state;
	line_server_close(&scene->server);
	loop_close(scene->loop);
	string_free(&scene->heard);
	folder_remove(scene->folder);
	free(scene);
	return 0;
}

#define PEER_CASE(name) CASE_WITH(name, struct scene *scene, make, destroy)

/* Connects a plain socket to the server. Returns it. */
static int come(struct scene *scene)
{
	unsigned before = scene->server.next;
	int fd = unix_socket_connect(scene->path);
	assert_true(fd >= 0);
	while (scene->server.next == before)
		loop_run(scene->loop);
	return fd;
}

static void say(int fd, const char *bytes, size_t length)
{
	assert_int_equal(send(fd, bytes, length, MSG_NOSIGNAL), length);
}

/* Runs the loop until the server has noticed exactly this, then forgets it. */
static void expect(struct scene *scene, const char *heard)
{
	while (scene->heard.length < strlen(heard))
		loop_run(scene->loop);
	assert_string_equal(scene->heard.bytes, heard);
	string_clear(&scene->heard);
}

PEER_CASE(lines_are_found_in_any_pieces)
{
	int fd = come(scene);
	say(fd, "one\n\nexactly8\nth", 16);
	expect(scene, "one\n\nexactly8\n");
	say(fd, "re", 2);
	say(fd, "e\nfour", 6);
	expect(scene, "three\n");
	close(fd);
	expect(scene, "ended\n");
}

PEER_CASE(a_faulty_line_ends_the_connection)
{
	static const struct {
		const char *bytes;
		size_t length;
		const char *heard;
	} faults[] = {
		{ "ninechars\nx\n", 12, "sent a line that is too long\n" },
		{ "ninechars", 9, "sent a line that is too long\n" },
		{ "a\nbad\nx\n", 8, "a\nbad\nsent a malformed line\n" },
		{ "a\0b\nx\n", 6, "sent a malformed line\n" },
		{ "close\nx\n", 8, "close\n" },
	};
	for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
		char byte;
		int fd = come(scene);
		say(fd, faults[i].bytes, faults[i].length);
		expect(scene, faults[i].heard);
		assert_true(recv(fd, &byte, 1, 0) == 0 || errno == ECONNRESET);
		close(fd);
	}
}

PEER_CASE(a_new_connection_replaces_the_oldest)
{
	int first = come(scene), second = come(scene), third = come(scene);
	expect(scene, "ended\n");
	say(second, "two\n", 4);
	expect(scene, "two\n");
	say(third, "three\n", 6);
	expect(scene, "three\n");
	close(first);
	close(second);
	close(third);
}

PEER_CASE(a_new_connection_ends_no_other_while_there_is_room)
{
	int first = come(scene);
	for (unsigned i = 0; i < PEERS + 1; i++) {
		close(come(scene));
		expect(scene, "ended\n");
	}
	say(first, "one\n", 4);
	expect(scene, "one\n");
	close(first);
}

PEER_CASE(a_connection_that_is_ending_is_replaced_in_silence)
{
	int first = come(scene);
	for (unsigned i = 0; i < MUCH / 16; i++)
		string_add(&scene->heard, "1234567\n");
	say(first, "end\n", 4);
	while (!scene->peer[0].ending)
		loop_run(scene->loop);
	string_clear(&scene->heard);
	int second = come(scene),
	    third = come(scene); /* the third client makes the server drop the first */
	say(third, "three\n", 6);
	expect(scene, "three\n");
	close(first);
	close(second);
	close(third);
}

/* ---- the client ---- */

/* The lines that a client has received. */
struct reader {
	size_t lines;
	bool ended;
};

static bool count_line(struct line_peer *peer, char *line)
{
	struct reader *reader = peer->context;
	(void)line;
	reader->lines++;
	return true;
}

static void note_end(struct line_peer *peer, const char *fault)
{
	struct reader *reader = peer->context;
	assert_null(fault);
	reader->ended = true;
}

static const struct line_peer_type reading = {
	.longest = LONGEST, .unread = MUCH, .line = count_line, .ended = note_end
};

/* More is sent than the socket holds, and all of it arrives before the end. */
PEER_CASE(everything_is_sent_before_a_connection_ends)
{
	struct reader reader = { .lines = 0 };
	struct line_peer client = { .type = &reading, .context = &reader };
	struct string order = STRING_EMPTY;
	assert_true(line_peer_connect(&client, scene->loop, scene->path));
	for (unsigned i = 0; i + 1 < MUCH / 8; i++)
		string_add(&scene->heard, "1234567\n");
	string_add(&order, "end\nnever heard\n");
	line_peer_send(&client, &order);
	while (!reader.ended)
		loop_run(scene->loop);
	assert_false(line_peer_is_open(&client));
	assert_int_equal(reader.lines, MUCH / 8);
	string_free(&order);
}

PEER_CASE(a_peer_that_reads_nothing_is_dropped)
{
	int fd = come(scene);
	struct string lines = STRING_EMPTY;
	for (unsigned i = 0; i < MUCH / 16; i++)
		string_add(&lines, "123456789012345\n");
	line_peer_send(&scene->peer[0], &lines);
	assert_in_range(line_peer_count_unsent(&scene->peer[0]), 1, MUCH - 1);
	line_peer_send(&scene->peer[0], &lines);
	assert_true(line_peer_is_open(&scene->peer[0])); /* not ended during the call */
	expect(scene, "does not read the lines that it gets\n");
	assert_false(line_peer_is_open(&scene->peer[0]));
	line_peer_send(&scene->peer[0], &lines); /* does nothing */
	string_free(&lines);
	close(fd);
}

/* Bytes that a slow peer has read must not stay in memory. */
PEER_CASE(sent_bytes_are_not_kept)
{
	static char bytes[MUCH / 64];
	int fd = come(scene);
	struct line_peer *peer = &scene->peer[0];
	struct string lines = STRING_EMPTY;
	for (unsigned i = 0; i < sizeof bytes / 8; i++)
		string_add(&lines, "1234567\n");
	while (line_peer_count_unsent(peer) < 2 * sizeof bytes)
		line_peer_send(peer, &lines);
	for (unsigned i = 0; i < 64; i++) {
		assert_true(recv(fd, bytes, sizeof bytes, 0) > 0);
		line_peer_send(peer, &lines);
	}
	assert_in_range(peer->out.length, 1, MUCH / 4);
	line_peer_close(peer);
	assert_int_equal(line_peer_count_unsent(peer), 0);
	string_free(&lines);
	close(fd);
}

/* If the connection went on, the peer would get the end of a line without its beginning. */
PEER_CASE(a_connection_that_cannot_be_written_ends)
{
	int fd = come(scene);
	struct string lines = STRING_EMPTY;
	string_add(&lines, "1234567\n");
	assert_int_equal(shutdown(scene->peer[0].fd, SHUT_WR), 0);
	line_peer_send(&scene->peer[0], &lines);
	expect(scene, "ended\n");
	string_free(&lines);
	close(fd);
}

PEER_CASE(connecting_needs_a_server)
{
	struct line_peer client = { .type = &reading };
	line_server_close(&scene->server);
	assert_false(line_peer_connect(&client, scene->loop, scene->path));
	assert_int_equal(errno, ECONNREFUSED);
	unlink(scene->path);
	assert_false(line_peer_connect(&client, scene->loop, scene->path));
	assert_int_equal(errno, ENOENT);
}
