/* The bot is killed again and again in the middle of matches, and nothing it said is lost. */
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

/* CRASHES: at least so many in a test. LIFE: most milliseconds of play between two. */
enum { CRASHES = 60, LIFE = 20, PLAYERS = 2 };

/* Where a match begins in what people were told. */
struct beginning {
	size_t owl;
	size_t told[PLAYERS];
};

/* ---- what must be true afterwards ---- */

/*
 * How many moves of the journal may be what has been told so far. As the same card may be played
 * again soon, there may be several answers: reached[n] says whether n is one.
 */
struct account {
	const struct audit *audit;
	bool *reached;
};

/* At a crash the moves of one turn may be lost: a person's, and those of the robots behind them. */
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

/* The move that `told` begins with, in the text of a line, is the next; false: it cannot be. */
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

/* All moves the owl saw are in the journal, once and in order, and hardly more. */
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

/* Every hand somebody was told was theirs at that time, and time never went back. */
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

/* Lets people play for a time that ends at no particular point. */
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

/* Kills the bot, starts it again, and returns whether there still is a table. */
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

/* Opens the next table. */
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

static void killed_while_two_play(void **state)
{
	crash_matches(*state, false);
}

static void killed_while_a_robot_plays_too(void **state)
{
	crash_matches(*state, true);
}

/* Ends with every move answered and none on its way. */
static void play_one_by_one(struct room *room, struct player *const *players, unsigned moves)
{
	while (moves-- > 0)
		room_move(room, room_mover(room, players[0], players[1]));
	room_mover(room, players[0], players[1]);
}

/* The bot can play on in the memory it has; a hint needs more. */
static void without_memory_the_bot_ends_and_the_next_start_resumes(void **state)
{
	struct room *room = *state;
	const struct rlimit none = { 0, RLIM_INFINITY };
	struct player *players[PLAYERS] = { room_enter(room, "anna"), room_enter(room, "luc") };
	struct beginning since = begin(room, players);
#ifdef __SANITIZE_ADDRESS__
	skip(); /* the sanitizer ends the program instead */
#endif
	open_table(room, players, false);
	play_one_by_one(room, players, 4);
	assert_int_equal(prlimit(room->bot.pid, RLIMIT_AS, &none, NULL), 0);
	room_whisper(room_mover(room, players[0], players[1]), "hint");
	assert_int_equal(bot_wait(&room->bot), MEMORY_STATUS);
	assert_true(bot_logged(&room->bot, "memory: none left for ", 0));
	room_see_bot_gone(room);
	room_start_bot(room);
	room_play(room, &room->people[ROOM_OWL], "This was match ");
	check(room, players, since);
	assert_int_equal(bot_stop(&room->bot), 0);
}

/* A table that waits for players does so after a crash. */
static void open_tables_stay(void **state)
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

/* Somebody tidies up beside the database while people play, and then the bot crashes. */
static void a_log_deleted_under_the_bot_loses_no_move(void **state)
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
		/* Refused, or kept after a turn of the clock's was. */
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

/* The operator puts a backup in the place of a database that went on: its hands are known by now.
 */
static void a_backup_put_back_deals_no_hand_again(void **state)
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
	/* A restart later the next table goes on. */
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
		CASE(killed_while_two_play),
		CASE(killed_while_a_robot_plays_too),
		CASE(without_memory_the_bot_ends_and_the_next_start_resumes),
		CASE(open_tables_stay),
		CASE(a_log_deleted_under_the_bot_loses_no_move),
		CASE(a_backup_put_back_deals_no_hand_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
