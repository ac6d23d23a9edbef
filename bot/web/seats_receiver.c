#include "bot/web/seats_receiver.h"

#include <string.h>

/*
 * SEATS_RECEIVER_LINE: bytes of the longest line. SEATS_RECEIVER_UNREAD: while the bot has more
 * unread bytes than this, it gets no more questions. SEATS_RECEIVER_SILENCE_MS: ms without a line
 * after which the bot's metrics are too old, a few times the interval at which it sends them.
 */
enum {
	SEATS_RECEIVER_LINE = 1024 * 1024,
	SEATS_RECEIVER_UNREAD = 256 * 1024,
	SEATS_RECEIVER_CHECK_MS = 500,
	SEATS_RECEIVER_SILENCE_MS = 12000
};

static void set_timer(struct seats_receiver *receiver)
{
	if (!receiver->timed)
		loop_timer_set(receiver->timer, SEATS_RECEIVER_CHECK_MS);
	receiver->timed = true;
}

static void on_due(void *context)
{
	struct seats_receiver *receiver = context;
	uint64_t now = loop_now(receiver->loop);
	receiver->timed = false;
	if (now - receiver->heard > SEATS_RECEIVER_SILENCE_MS)
		string_clear(&receiver->seats.metrics);
	if (seats_expire(&receiver->seats, now) > 0 || receiver->seats.metrics.length > 0)
		set_timer(receiver);
}

static bool take_line(struct line_peer *peer, char *line)
{
	struct seats_receiver *receiver = peer->context;
	receiver->heard = loop_now(receiver->loop);
	set_timer(receiver);
	return seats_read_line(&receiver->seats, line, strlen(line));
}

static void on_end(struct line_peer *peer, const char *fault)
{
	struct seats_receiver *receiver = peer->context;
	if (fault != NULL && !receiver->fault_logged)
		log_line(receiver->log, LOG_ERROR, "web",
			"the bot %s; check that the bot and `mitaines web` have the same version",
			fault);
	receiver->fault_logged |= fault != NULL;
	seats_disconnect(&receiver->seats);
}

bool seats_receiver_open(struct seats_receiver *receiver, struct loop *loop, const struct log *log,
	const char *path, const struct seats_events *events, void *context)
{
	static const struct line_peer_type the_bot = { .longest = SEATS_RECEIVER_LINE,
		.unread = SIZE_MAX,
		.line = take_line,
		.ended = on_end };
	*receiver = (struct seats_receiver){ .loop = loop,
		.log = log,
		.server = { .log = log, .part = "web" },
		.seats = { .events = events,
			.context = context,
			.out = STRING_EMPTY,
			.metrics = STRING_EMPTY } };
	receiver->timer = loop_timer_open(loop, on_due, receiver);
	return line_server_open(
		&receiver->server, loop, path, &receiver->bot, 1, &the_bot, receiver);
}

unsigned seats_receiver_ask(struct seats_receiver *receiver, const char *question, void *asker)
{
	struct seats *seats = &receiver->seats;
	if (line_peer_count_unsent(&receiver->bot) > SEATS_RECEIVER_UNREAD)
		return 503;
	unsigned status = seats_ask(seats, question, asker, loop_now(receiver->loop));
	line_peer_send(&receiver->bot, &seats->out);
	string_clear(&seats->out);
	if (status == 0)
		set_timer(receiver);
	return status;
}

void seats_receiver_close(struct seats_receiver *receiver)
{
	if (receiver->timer == NULL)
		return;
	line_server_close(&receiver->server);
	seats_disconnect(&receiver->seats);
	loop_timer_close(receiver->timer);
	seats_free(&receiver->seats);
}
