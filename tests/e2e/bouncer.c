/* bouncer.c - the bot behind a ZNC that replays its whole buffer each time the bot connects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "tests/irc/room.h"

struct bouncer {
	struct room *room;
	char folder[FOLDER_PATH];
	int port;
	pid_t pid;
};

static void configure(const struct bouncer *bouncer)
{
	char path[PATH_MAX];
	folder_file(bouncer->folder, "configs", path);
	assert_int_equal(mkdir(path, 0755), 0);
	folder_file(bouncer->folder, "configs/znc.conf", path);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file,
		"Version = 1.8.2\n<Listener here>\nHost = 127.0.0.1\nIPv4 = true\nIPv6 = false\n"
		"Port = %d\nSSL = false\n</Listener>\n<User bouncer>\nNick = mitaines\n"
		"Ident = mitaines\nAutoClearChanBuffer = false\nAutoClearQueryBuffer = false\n"
		"ChanBufferSize = 500\nQueryBufferSize = 500\nCTCPReply = SYNC heard\n"
		"<Network local>\nFloodRate = 0.00\nServer = 127.0.0.1 %d\n"
		"<Chan #t>\n</Chan>\n</Network>\n<Pass password>\n"
		"Method = Plain\nHash = opensesame\n</Pass>\n</User>\n",
		bouncer->port, bouncer->room->server.port);
	assert_int_equal(fclose(file), 0);
}

static int start(void **state)
{
	struct bouncer *bouncer = calloc(1, sizeof *bouncer);
	char entry[BOT_ENTRY];
	assert_non_null(bouncer);
	*state = bouncer;
	bouncer->room = room_new();
	ircd_start(&bouncer->room->server, IRCD_PLAIN, 0);
	bouncer->room->port = bouncer->room->server.port;
	bouncer->port = server_free_port();
	folder_make(bouncer->folder);
	configure(bouncer);
	server_give(bouncer->folder);
	bouncer->pid = server_fork(bouncer->folder, "output");
	if (bouncer->pid == 0) {
		/* If root runs ZNC, it waits half a minute before it starts. */
		server_drop(bouncer->folder);
		execlp("znc", "znc", "--foreground", "--datadir", bouncer->folder, (char *)NULL);
		_exit(127);
	}
	assert_true(server_await(&bouncer->pid, bouncer->port));
	room_enter(bouncer->room, "owl");
	bot_network(entry, sizeof entry, "local", bouncer->port, "\"#t\"",
		"password = \"bouncer/local:opensesame\"; admins = ( \"owl!*@127.0.0.1\" );");
	bot_configure_networks(&bouncer->room->bot, entry);
	bot_start(&bouncer->room->bot);
	room_expect_log(bouncer->room, "joined #t");
	return 0;
}

static int end(void **state)
{
	struct bouncer *bouncer = *state;
	void *room = bouncer->room;
	server_kill(&bouncer->pid);
	folder_remove(bouncer->folder);
	free(bouncer);
	return room_close(&room);
}

CASE_WITH(the_bot_does_not_act_on_lines_that_a_bouncer_replays, struct bouncer *bouncer, start, end)
{
	struct room *room = bouncer->room;
	struct player *owl = &room->people[ROOM_OWL];
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	for (unsigned i = 0; i < 6; i++)
		room_move(room, room_mover(room, anna, luc));
	struct player *mover = room_mover(room, anna, luc);
	struct player *other = mover == anna ? luc : anna;
	cards hand = mover->hand;
	/* The other player has moved since the bot last showed them their hand. */
	room_ask(room, other, "!ping before", "pong before");
	room_ask_alone(room, other, "hand", "Your hand:");
	cards others = other->hand;
	bot_kill(&room->bot);
	room_whisper(mover, "p 1");
	room_say(mover, "!p 1");
	room_whisper(owl, "admin shutdown");
	room_say(owl, "!ping old");
	mover->turn = false;
	/* The server may forward lines late. ZNC itself answers this CTCP request, after all lines
	 * before it. */
	room_expect(room, other, " PRIVMSG #t :!p 1");
	room_expect(room, other, " PRIVMSG #t :!ping old");
	room_ask_alone(room, other, "\001SYNC\001", "\001SYNC heard");

	bot_start(&room->bot);
	room_expect(room, owl, "[1] Pile");
	room_expect_log(room, "ignoring replayed lines from before the bot joined");
	size_t since = owl->client.length;
	room_ask(room, owl, "!ping now", "pong now");
	room_ask_alone(room, mover, "hand", "Your hand:");
	assert_ptr_equal(room_mover(room, anna, luc), mover);
	assert_true(mover->hand == hand);
	room_ask_alone(room, other, "hand", "Your hand:");
	assert_true(other->hand == others);
	assert_int_equal(room_count(owl, since, "pong old"), 0);
	room_play_moves(room, 2);
}
