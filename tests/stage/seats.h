/* seats.h - helpers for tests of players on pages: a stage, and the socket between the bot and the
 * pages. The test plays the part of the pages. */
#ifndef TESTS_STAGE_SEATS_H
#define TESTS_STAGE_SEATS_H

#include <sys/socket.h>

#include "bot/base/unix_socket.h"
#include "bot/surface/page_seats.h"
#include "engine/playout.h"
#include "tests/folder.h"
#include "tests/stage/case.h"

/* A stage, and the socket on which the test speaks to the bot as the pages do. */
struct seats {
	struct stage stage;
	struct loop *loop;
	struct page_seats surface;
	int listener, fd;
	int64_t asked; /* number of the last request */
	char folder[FOLDER_PATH];
	char path[PATH_MAX];
	struct string got; /* lines that the bot has sent to the pages since the last drop */
};

#define SEATS_CASE(name) \
	static void name##_on(struct stage *stage, struct seats *seats); \
	CASE_WITH(name, struct seats *seats, seats_open, seats_close) \
	{ \
		name##_on(&seats->stage, seats); \
	} \
	static void name##_on(__attribute__((unused)) struct stage *stage, \
		__attribute__((unused)) struct seats *seats)

/* Stops the loop after each round, while the batch is still open. */
static inline void on_batch(void *loop)
{
	loop_stop(loop);
}

/* Reads what the bot has sent on the socket. Returns all since the last drop. */
static inline const char *read_lines(struct seats *seats)
{
	char bytes[4096];
	ssize_t count;
	for (;;) {
		while ((count = recv(seats->fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
			string_add_bytes(&seats->got, bytes, (size_t)count);
		if (seats->surface.link.out.length == 0)
			break;
		loop_run(seats->loop); /* the socket has room again: let the bot send the rest */
	}
	return seats->got.bytes;
}

/* Commits the batch. Returns all that the bot has sent since the last drop. */
static inline const char *commit(struct seats *seats)
{
	lobby_commit(&seats->stage.lobby);
	return read_lines(seats);
}

/* Connects the pages to the bot, also after a disconnection. */
static inline void join(struct seats *seats)
{
	page_seats_open(&seats->surface, &seats->stage.commands, seats->loop, seats->path, NULL);
	loop_run(seats->loop);
	seats->fd = unix_socket_accept(seats->listener);
	assert_true(seats->fd >= 0);
	commit(seats);
}

static inline void set_up(struct seats *seats)
{
	seats->stage.lobby.settings.seats = true;
	seats->stage.lobby.settings.pages = "https://cards.test";
}

static inline int open_on(void **state, const struct catalogue *texts)
{
	struct seats *seats = calloc(1, sizeof *seats);
	assert_non_null(seats);
	stage_open(&seats->stage, texts, NULL);
	set_up(seats);
	seats->got = STRING_EMPTY;
	folder_make(seats->folder);
	folder_file(seats->folder, "seats", seats->path);
	seats->listener = unix_socket_listen(seats->path, 4);
	seats->loop = loop_open();
	loop_set_batch_end(seats->loop, on_batch, seats->loop);
	join(seats);
	*state = seats;
	return 0;
}

static inline int seats_open(void **state)
{
	return open_on(state, stage_keys);
}

static inline int seats_open_worded(void **state)
{
	return open_on(state, catalogues);
}

static inline int seats_close(void **state)
{
	struct seats *seats = *state;
	page_seats_close(&seats->surface);
	stage_close(&seats->stage);
	loop_close(seats->loop);
	close(seats->fd);
	close(seats->listener);
	string_free(&seats->got);
	folder_remove(seats->folder);
	free(seats);
	return 0;
}

/* Drops what the bot has sent so far. */
static inline void drop(struct seats *seats)
{
	read_lines(seats);
	string_clear(&seats->got);
}

/* Sends a line to the bot. The batch stays open. */
static inline void send_line(struct seats *seats, const char *line)
{
	assert_int_equal(send(seats->fd, line, strlen(line), 0), strlen(line));
	assert_int_equal(send(seats->fd, "\n", 1, 0), 1);
	loop_run(seats->loop);
}

static inline const char *hash_of(const char *key)
{
	static char hash[SEAT_HASH];
	uint8_t bytes[STORE_KEY_HASH];
	seat_key_hash(key, bytes);
	seat_key_write_hash(bytes, hash);
	return hash;
}

/* Sends a move from the page with this key. n: the number of moves that the page shows. The batch
 * stays open. */
static inline void add_tap(struct seats *seats, const char *key, int64_t n, const char *move)
{
	send_line(seats,
		case_text(
			"{\"ask\":%lld,\"do\":\"move\",\"seat\":\"%s\",\"n\":%lld,\"say\":\"%s\"}",
			(long long)++seats->asked, hash_of(key), (long long)n, move));
}

/* Fails unless the bot has answered the last request with this status, and has sent text since the
 * last drop. */
#define assert_status(seats, status, text) assert_status_at(HERE, seats, status, text)
static inline void assert_status_at(AT, struct seats *seats, unsigned status, const char *text)
{
	const char *got = read_lines(seats);
	assert_in_at(THERE, got,
		case_text("{\"reply\":%lld,\"status\":%u", (long long)seats->asked, status));
	assert_in_at(THERE, got, text);
}

/* Sends a move from the page with this key in a batch of its own. Fails unless the bot answers with
 * this status and text. */
#define assert_tap(seats, key, n, move, status, text) \
	(drop(seats), add_tap(seats, key, n, move), commit(seats), \
		assert_status(seats, status, text))

/* Leaves the table from the page with this key in a batch of its own. Fails unless the bot answers
 * with this status and text. */
#define assert_leave(seats, key, status, text) \
	(drop(seats), add_leave(seats, key), commit(seats), assert_status(seats, status, text))
static inline void add_leave(struct seats *seats, const char *key)
{
	send_line(seats,
		case_text("{\"ask\":%lld,\"do\":\"leave\",\"seat\":\"%s\"}",
			(long long)++seats->asked, hash_of(key)));
}

/* Sends a guest's request in a batch of its own. members: its JSON members. Fails unless the bot
 * answers with this status and text. */
#define assert_ask(seats, members, status, text) \
	(drop(seats), add_ask(seats, members), commit(seats), assert_status(seats, status, text))

static inline void add_ask(struct seats *seats, const char *members)
{
	send_line(seats, case_text("{\"ask\":%lld,%s}", (long long)++seats->asked, members));
}

/* Returns the key in `got`. The next call overwrites it. */
static inline const char *key_in(const char *got)
{
	static char key[SEAT_KEY];
	static const char mark[] = "\"key\":\"";
	const char *at = strstr(got, mark);
	assert_non_null(at);
	memcpy(key, at + strlen(mark), SEAT_KEY - 1);
	return key;
}

/* Lets nick ask for a link to their seat. Returns its key, which the tenth call after this one
 * overwrites. */
static inline const char *link_of(struct seats *seats, const char *nick)
{
	static char keys[10][SEAT_KEY];
	static unsigned next;
	static const char mark[] = "https://cards.test/seat/";
	char *key = keys[next++ % 10];
	const char *heard = assert_reply(&seats->stage, nick, "seat", mark);
	memcpy(key, strstr(heard, mark) + strlen(mark), SEAT_KEY - 1);
	key[SEAT_KEY - 1] = '\0';
	assert_int_equal(
		strspn(key, "0123456789-_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
		SEAT_KEY - 1);
	read_lines(seats);
	return key;
}

/* Returns the first legal move of the player to move, as text. The next call overwrites it. */
static inline const char *first_move(struct table *table)
{
	static char line[MOVE_TEXT];
	struct moves moves;
	struct text text = text_in(line, sizeof line);
	table->game->legal(table_state(table), &moves);
	move_write(&text, moves.move[0]);
	return line;
}

#endif
