/* bouncer.c - the bot behind a ZNC that replays its whole buffer each time the bot connects. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier): nftw needs it */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <pwd.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
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

static int give(const char *path, const struct stat *status, int type, struct FTW *at)
{
	const struct passwd *who = getpwnam("irc");
	(void)status, (void)type, (void)at;
	return who != NULL ? chown(path, who->pw_uid, who->pw_gid) : -1;
}

static int erase(const char *path, const struct stat *status, int type, struct FTW *at)
{
	(void)status, (void)type, (void)at;
	return remove(path);
}

/* Executes ZNC, as another user than root: as root it would wait half a minute first. */
static void become(const struct bouncer *bouncer)
{
	const struct passwd *who = geteuid() == 0 ? getpwnam("irc") : NULL;
	char output[PATH_MAX];
	folder_file(bouncer->folder, "output", output);
	if (freopen(output, "w", stdout) == NULL || dup2(STDOUT_FILENO, STDERR_FILENO) < 0 ||
		(who != NULL && (setgid(who->pw_gid) != 0 || setuid(who->pw_uid) != 0)) ||
		chdir(bouncer->folder) != 0)
		_exit(126);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	execlp("znc", "znc", "--foreground", "--datadir", bouncer->folder, (char *)NULL);
	_exit(127);
}

static int start(void **state)
{
	struct bouncer *bouncer = calloc(1, sizeof *bouncer);
	char entry[BOT_ENTRY];
	assert_non_null(bouncer);
	*state = bouncer;
	bouncer->room = room_new();
	assert_true(server_start(&bouncer->room->server));
	bouncer->room->port = bouncer->room->server.port;
	bouncer->port = server_free_port();
	folder_make(bouncer->folder);
	configure(bouncer);
	if (geteuid() == 0)
		assert_int_equal(nftw(bouncer->folder, give, 8, FTW_PHYS), 0);
	fflush(NULL);
	bouncer->pid = fork();
	if (bouncer->pid == 0)
		become(bouncer);
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
	nftw(bouncer->folder, erase, 8, FTW_DEPTH | FTW_PHYS);
	free(bouncer);
	return room_close(&room);
}

static void the_bot_does_not_act_on_lines_that_a_bouncer_replays(void **state)
{
	struct room *room = ((struct bouncer *)*state)->room;
	struct player *owl = &room->people[ROOM_OWL];
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	for (unsigned i = 0; i < 6; i++)
		room_whisper_move(room, room_mover(room, anna, luc));
	struct player *mover = room_mover(room, anna, luc);
	struct player *other = mover == anna ? luc : anna;
	cards hand = player_cards(mover);
	/* They have moved since they were last shown their hand. */
	room_ask(room, other, "!ping before", "pong before");
	room_ask_alone(room, other, "hand", "Your hand:");
	cards others = player_cards(other);
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
	assert_true(player_cards(mover) == hand);
	room_ask_alone(room, other, "hand", "Your hand:");
	assert_true(player_cards(other) == others);
	assert_int_equal(room_count(owl, since, "pong old"), 0);
	room_play_moves(room, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			the_bot_does_not_act_on_lines_that_a_bouncer_replays, start, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
