/* crash.c - kills the bot again and again during matches: no acknowledged move is lost. */
#define _GNU_SOURCE /* prlimit */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include <cmocka.h>

#include "bot/base/memory.h"
#include "storage/matches.h"
#include "tests/irc/audit.h"
#include "tests/irc/room.h"

/* CRASHES: least number of crashes in a test. LIFE: most milliseconds of play between two. */
enum { CRASHES = 60, LIFE = 20, PLAYERS = 2 };

/* Lengths of transcripts at the start of a match. */
struct beginning {
	size_t owl;
	size_t told[PLAYERS];
};

/* ---- checks after the match ---- */

/* The possible numbers of moves told so far. A card may be played again soon, so several numbers
 * may fit: reached[n] is true if n does. */
struct account {
	const struct audit *audit;
	bool *reached;
};

/* A crash may lose the lines of one batch: a person's move and the AI players' moves after it. */
static void account_crash(struct account *account)
{
	unsigned turn = 1 + account->audit->seats - PLAYERS;
	unsigned left = 0;
	for (unsigned n = 0; n <= account->audit->moves; n++) {
		left = account->reached[n] ? turn + 1 : left;
		account->reached[n] = left > 0;
		left -= left > 0;
	}
}

/* Accepts the move at `told` in a line as the next one. Returns false if it fits no number. */
static bool account_move(struct account *account, const char *text, const char *told)
{
	bool any = false;
	for (unsigned n = account->audit->moves; n > 0; n--) {
		account->reached[n] =
			account->reached[n - 1] && audit_said(account->audit, n - 1, text, told);
		any |= account->reached[n];
	}
	account->reached[0] = false;
	return any;
}

/* Fails unless all moves that the owl saw are in the journal, once and in order, and the journal
 * has hardly more. */
static void check_seen(const struct audit *audit, const char *transcript)
{
	char whole[PLAYER_LINE];
	struct line line;
	unsigned seen = 0;
	struct account account = { audit, calloc(audit->moves + 1, sizeof(bool)) };
	assert_non_null(account.reached);
	account.reached[0] = true;
	for (const char *at = transcript; *at != '\0'; at += strcspn(at, "\n") + 1) {
		snprintf(whole, sizeof whole, "%.*s", (int)strcspn(at, "\n"), at);
		if (!line_read(&line, whole) || strcmp(line.from, "mitaines") != 0)
			continue;
		if (strcmp(line.verb, "QUIT") == 0)
			account_crash(&account);
		for (const char *told = line.text; (told = strstr(told, " plays ")) != NULL;
			told++, seen++)
			if (!account_move(&account, line.text, told))
				fail_msg("not in the journal as a move after %u others: %s", seen,
					whole);
	}
	assert_true(account.reached[audit->moves]);
	free(account.reached);
	print_message(
		"%u moves, %u of them kept but not told\n", audit->moves, audit->moves - seen);
}

/* Fails unless every hand that a player was told was theirs at that time, in order. */
static void check_told(const struct audit *audit, const struct player *player, size_t told)
{
	unsigned seat = audit_seat(audit, player->client.nick);
	unsigned move = 0;
	for (; told < player->tellings; told++) {
		while (move < audit->moves && audit->move[move].hand[seat] != player->told[told])
			move++;
		assert_in_range(move, 0, audit->moves - 1);
	}
}

static struct beginning begin(const struct room *room, struct player *const *players)
{
	struct beginning now = { .owl = room->people[ROOM_OWL].client.length };
	for (unsigned i = 0; i < PLAYERS; i++)
		now.told[i] = players[i]->tellings;
	return now;
}

static void check(const struct room *room, struct player *const *players, struct beginning since)
{
	struct audit audit;
	int64_t match = audit_number(room->bot.database, "SELECT max(id) FROM matches");
	audit_read(&audit, room->bot.database, match);
	assert_int_equal(audit.state, STORE_FINISHED);
	check_seen(&audit, room->people[ROOM_OWL].client.transcript + since.owl);
	for (unsigned i = 0; i < PLAYERS; i++)
		check_told(&audit, players[i], since.told[i]);
	audit_free(&audit);
}

/* ---- crashes ---- */

/* Lets people play for a random time, so that the crash comes at any point. */
static void play_a_while(struct room *room)
{
	long end = bot_clock() + chance_below(&room->chance, LIFE);
	struct timespec rest = { .tv_nsec = chance_below(&room->chance, 1000 * 1000) };
	struct line line;
	for (long left = 0; left >= 0; left = end - bot_clock()) {
		for (unsigned i = 0; i < room->count; i++)
			if (room->people[i].turn)
				room_move(room, &room->people[i]);
		room_try(room, &line, (int)left);
	}
	nanosleep(&rest, NULL);
}

/* Kills and restarts the bot. Returns true if the table still exists. */
static bool crash(struct room *room, struct player *player)
{
	size_t since = player->client.length;
	room_kill_bot(room);
	room_start_bot(room);
	room_whisper(player, "tables");
	room_whisper(player, "ping done");
	room_expect(room, player, "pong done");
	return room_count(player, since, " Playing: ") > 0;
}

static void open_table(struct room *room, struct player *const *players, bool robot)
{
	room_ask(room, players[0], "!new target=500", " opens a table");
	room_ask(room, players[1], "!join", " luc sits down");
	if (robot)
		room_ask(room, players[0], "!bot", " Ovila sits down");
	room_ask(room, players[0], "!start", " Hand 1: ");
}

static void crash_matches(struct room *room, bool robot)
{
	struct player *players[PLAYERS] = { room_enter(room, "anna"), room_enter(room, "luc") };
	unsigned crashes = 0;
	bool running = false;
	while (crashes < CRASHES || !running) {
		struct beginning since = begin(room, players);
		open_table(room, players, robot);
		running = true;
		while (running && crashes < CRASHES) {
			play_a_while(room);
			running = crash(room, players[0]);
			crashes++;
		}
		if (running)
			room_play(room, &room->people[ROOM_OWL], "This was match ");
		check(room, players, since);
	}
	assert_int_equal(bot_stop(&room->bot), 0);
	assert_int_equal(audit_number(room->bot.database,
				 "SELECT count(*) FROM pragma_integrity_check"
				 " WHERE integrity_check <> 'ok'"),
		0);
}

static void no_move_is_lost_while_two_play(void **state)
{
	crash_matches(*state, false);
}

static void no_move_is_lost_while_an_ai_player_plays(void **state)
{
	crash_matches(*state, true);
}

/* Makes moves and waits for the next turn, so that all lines have arrived. */
static void play_one_by_one(struct room *room, struct player *const *players, unsigned moves)
{
	while (moves-- > 0)
		room_move(room, room_mover(room, players[0], players[1]));
	room_mover(room, players[0], players[1]);
}

/* The bot can play on in the memory it has; a hint allocates more. */
static void without_memory_the_bot_ends_and_the_next_start_resumes(void **state)
{
	struct room *room = *state;
	const struct rlimit none = { 0, RLIM_INFINITY };
	struct player *players[PLAYERS] = { room_enter(room, "anna"), room_enter(room, "luc") };
	struct beginning since = begin(room, players);
#ifdef __SANITIZE_ADDRESS__
	skip(); /* the sanitizer ends the program first */
#endif
	open_table(room, players, false);
	play_one_by_one(room, players, 4);
	assert_int_equal(prlimit(room->bot.pid, RLIMIT_AS, &none, NULL), 0);
	room_whisper(room_mover(room, players[0], players[1]), "hint");
	assert_int_equal(bot_wait(&room->bot), MEMORY_EXIT_STATUS);
	assert_true(bot_logged(&room->bot, "memory: none left for ", 0));
	room_see_bot_gone(room);
	room_start_bot(room);
	room_play(room, &room->people[ROOM_OWL], "This was match ");
	check(room, players, since);
	assert_int_equal(bot_stop(&room->bot), 0);
}

/* An open table survives a crash. */
static void open_tables_survive_a_crash(void **state)
{
	struct room *room = *state;
	struct player *owl = &room->people[ROOM_OWL];
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_ask(room, anna, "!new target=50", "anna opens a table");
	room_kill_bot(room);
	room_start_bot(room);
	room_expect(room, owl, "[1] mitaines classic target=50, not started. Seated: anna.");
	room_ask(room, luc, "!join", "luc sits down");
	room_ask(room, luc, "!bot", "Ovila sits down");
	room_kill_bot(room);
	room_start_bot(room);
	room_expect(room, owl, "not started. Seated: anna, luc, Ovila (normal).");
	room_say(luc, "!start");
	room_play(room, owl, "This was match 1:");
	assert_int_equal(bot_stop(&room->bot), 0);
}

/* A person deletes the -wal file during play, and then the bot crashes. */
static void deleting_the_wal_file_loses_no_move(void **state)
{
	struct room *room = *state;
	char path[PATH_MAX];
	struct player *players[PLAYERS] = { room_enter(room, "anna"), room_enter(room, "luc") };
	struct player *rose = room_enter(room, "rose");
	struct beginning since = begin(room, players);
	open_table(room, players, false);
	folder_file(room->bot.folder, "test.db-wal", path);
	for (unsigned times = 0; times < 3; times++) {
		play_one_by_one(room, players, 4);
		assert_int_equal(unlink(path), 0);
		room_whisper(rose, "set cards unicode");
		/* Refused, or committed after the turn clock's batch has found the file missing. */
		room_expect(room, rose, "PRIVMSG rose :");
		assert_true(bot_logged(
			&room->bot, "the -wal file was taken away or replaced", BOT_PATIENCE));
		room_play_moves(room, 4);
		room_kill_bot(room);
		room_start_bot(room);
		room_mover(room, players[0], players[1]);
	}
	room_play(room, &room->people[ROOM_OWL], "This was match ");
	check(room, players, since);
	assert_int_equal(bot_stop(&room->bot), 0);
}

/* Players know the hands dealt after the backup, so these must not be dealt again. */
static void a_restored_backup_repeats_no_hand(void **state)
{
	struct room *room = *state;
	char copy[PATH_MAX];
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	folder_file(room->bot.folder, "copy.db", copy);
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=500");
	room_play_moves(room, 3);
	assert_int_equal(
		bot_command(&room->bot,
			(const char *[]){ "backup", "-c", room->bot.configuration, copy, NULL }),
		0);
	room_play(room, &room->people[ROOM_OWL], "End of hand 1: ");
	assert_int_equal(bot_stop(&room->bot), 0);
	room_see_bot_gone(room);
	assert_int_equal(rename(copy, room->bot.database), 0);
	room_start_bot(room);
	assert_true(bot_logged(&room->bot, "whose seeds may be public now, are set aside: 1", 0));
	room_ask(room, anna, "!table", "There is no table");
	room_ask(room, anna, "!match 1", ", set aside: ");
	room_ask(room, anna, "!verify 1", "Match 1: commitment ");
	assert_non_null(strstr(room->people[ROOM_OWL].client.transcript, " #t :Match 1, root: "));
	/* After a restart the next table goes on. */
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	room_play_moves(room, 3);
	room_kill_bot(room);
	room_start_bot(room);
	room_play(room, &room->people[ROOM_OWL], "This was match 2:");
	assert_int_equal(bot_stop(&room->bot), 0);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)
	const struct CMUnitTest tests[] = {
		CASE(no_move_is_lost_while_two_play),
		CASE(no_move_is_lost_while_an_ai_player_plays),
		CASE(without_memory_the_bot_ends_and_the_next_start_resumes),
		CASE(open_tables_survive_a_crash),
		CASE(deleting_the_wal_file_loses_no_move),
		CASE(a_restored_backup_repeats_no_hand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
