/* solo.c - AI players, several tables, renames, and commands beside play: watching, the tutorial,
 * replays, statistics, and forgetting a person. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "storage/matches.h"
#include "tests/irc/audit.h"
#include "tests/irc/room.h"

/* Fails unless the lines about a table fit the journal. */
static void check_table(
	const struct room *room, int64_t match, unsigned table, struct player *const *players)
{
	struct audit audit;
	audit_read(&audit, room->bot.database, match);
	assert_int_equal(audit.state, STORE_FINISHED);
	audit_public(&audit, &room->people[ROOM_OWL].client, table);
	for (; *players != NULL; players++)
		audit_told(&audit, *players);
	audit_free(&audit);
}

static void one_person_plays_against_ai_players(void **state)
{
	struct room *room = *state;
	struct player *anna = room_enter(room, "anna");
	room_ask(
		room, anna, "!new target=150", "anna opens a table of mitaines classic target=150");
	room_ask(room, anna, "!bot", "Ovila sits down. Seated: anna, Ovila (normal).");
	room_ask(room, anna, "!bot",
		"Wilbrod sits down. Seated: anna, Ovila (normal), Wilbrod (normal).");
	room_ask(room, anna, "!start", "Hand 1: ");
	room_play(room, &room->people[ROOM_OWL], "This was match 1:");
	check_table(room, 1, 1, (struct player *[]){ anna, NULL });
	room_ask(room, anna, "!rank", "anna has no rating yet: it takes a rated match.");
	room_ask(room, anna, "!stats", "anna, mitaines: matches 1, ");
}

/* A rated match against the expert; then its rating and review. */
static void one_person_plays_a_rated_match_against_the_expert(void **state)
{
	struct room *room = *state;
	struct player *anna = room_enter(room, "anna");
	room_ask(room, anna, "!bot genius", "There is no level genius.");
	room_ask(room, anna, "!new target=100", "anna opens a table of mitaines classic");
	room_ask(room, anna, "!bot expert", "Philias sits down. Seated: anna, Philias (expert).");
	room_ask(room, anna, "!start", "Hand 1: ");
	room_ask(room, anna, "!review 1", "Match 1 isn’t over");
	room_play(room, &room->people[ROOM_OWL], "!review 1 shows where points were lost");
	check_table(room, 1, 1, (struct player *[]){ anna, NULL });
	room_ask(room, anna, "!rank expert", "expert, mitaines: rating ");
	room_ask(room, anna, "!review 1", "Going through match 1");
	room_expect(room, &room->people[ROOM_OWL], "Match 1, accuracy: anna ");
	room_expect(room, anna, "PRIVMSG anna :Match 1, ");
	room_expect(room, anna, "PRIVMSG anna :Match 1, ");
}

static void seats_change_players(void **state)
{
	struct room *room = *state;
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	struct player *rose = room_enter(room, "rose");
	room_table(room, (struct player *[]){ anna, luc }, 2, "");
	room_play_moves(room, 3);
	room_mover(room, anna, luc);
	room_ask(room, luc, "!leave", "luc leaves; the AI player Ovila plays on.");
	luc->turn = false;
	room_ask(room, luc, "!p 1", "You’re not at that table.");
	room_play_moves(room, 4);
	room_ask(room, rose, "!join 1", "That match has started.");
	room_ask(room, luc, "!join", "Your hand");
	room_expect(room, luc, "luc is back and plays again.");

	room_mover(room, anna, luc);
	room_ask(room, anna, "!sub rose", "anna offers their seat to rose: !accept takes it.");
	room_ask(room, rose, "!accept", "Your hand: ");
	room_expect(room, rose, "anna gives the seat to rose.");
	anna->turn = false;
	room_ask(room, anna, "!hand", "You hold no cards.");
	size_t told = anna->tellings;
	room_play_moves(room, 6);
	assert_int_equal(anna->tellings, told);
	room_ask(room, anna, "!stop", "You’re not at that table.");
	room_ask(room, luc, "!stop", "luc would like to end the match here");
	room_ask(room, rose, "!stop", "The match ends here, unrated: ");
	room_ask(room, anna, "!match 1", ", stopped: ");
	room_ask(room, anna, "!tables", "There are no tables now.");
}

static void tables_in_two_channels_run_at_once(void **state)
{
	struct room *room = *state;
	struct player *owl = &room->people[ROOM_OWL];
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	struct player *rose = room_enter(room, "rose");
	struct player *marc = room_enter(room, "marc");
	struct player *zoe = room_enter(room, "zoe");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=100");
	room_table(room, (struct player *[]){ rose, marc }, 2, "target=200 ranks=standard");
	client_say(&zoe->client, "#u", "!new target=50");
	client_say(&zoe->client, "#u", "!bot");
	client_say(&zoe->client, "#u", "!start");
	room_expect(room, zoe, "#u :[3] Hand 1: ");
	room_whisper(anna, "tables");
	room_expect(room, anna, "[1] #t: mitaines classic target=100, hand 1. Playing: ");
	room_expect(room, anna, "[2] #t: mitaines classic target=200 ranks=standard, hand 1.");
	room_expect(room, anna, "[3] #u: mitaines classic target=50, hand 1. Playing: ");
	for (unsigned match = 1; match <= 3; match++) {
		char end[64];
		snprintf(end, sizeof end, "#%c :[%u] This was match %u:", match == 3 ? 'u' : 't',
			match, match);
		owl->found = 0;
		room_play(room, owl, end);
	}
	check_table(room, 1, 1, (struct player *[]){ anna, luc, NULL });
	check_table(room, 2, 2, (struct player *[]){ rose, marc, NULL });
	check_table(room, 3, 3, (struct player *[]){ zoe, NULL });
}

static void two_people_play_at_two_tables(void **state)
{
	struct room *room = *state;
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	for (unsigned i = 1; i <= 2; i++) {
		char part[32];
		snprintf(part, sizeof part, "[%u] Hand 1: ", i);
		room_ask(room, anna, "!new", "anna opens a table");
		room_ask(room, luc, "!join", "luc sits down");
		room_say(anna, i == 1 ? "!start" : "!start #2");
		room_expect(room, anna, part);
	}
	/* The leader of the first table leads the second too, or gets the turn there. */
	struct player *first =
		strstr(room_ask(room, anna, "!table #1", "to play."), "anna to") ? anna : luc;
	struct player *second =
		strstr(room_ask(room, anna, "!table #2", "to play."), "anna to") ? anna : luc;
	if (first != second)
		room_ask(room, second, "!p 1", " plays ");
	room_ask(room, first, "!p 1", "Which table? #1, #2: name it, as in !p #1.");
	room_ask(room, first, "!p #2 1", "#t :[2] ");
	room_ask(room, first, "!p 1", "#t :[1] ");
	room_ask(room, first, "!hand", " to play in #t.");
	room_expect(room, first, " to play in #t.");
	room_ask(room, first, "!p #2 1", "[2] It’s ");
	room_ask(room, first, "!p #3 1", "There is no table 3.");
}

/* Every command has a French name, with or without accents and capitals. */
static void commands_are_french_too(void **state)
{
	static const struct {
		const char *says;
		const char *answer;
	} cases[] = {
		{ "!nouvelle", "anna opens a table" },
		{ "!robot", "Ovila sits down" },
		{ "!commencer", "Hand 1: " },
		{ "!main", "Your hand: " },
		{ "!pointage", "Hand 1 of match 1: " },
		{ "!règles", "Mitaines: 2 or 3 players" },
		{ "!REGLES", "Mitaines: 2 or 3 players" },
		{ "!Aide jouer", "!play CARD" },
		{ "!palmarès", "Nobody has played enough" },
		{ "!rang", "anna has no rating yet" },
		{ "!historique", "No matches of anna yet" },
		{ "!remplacer", "Who gets your seat?" },
		{ "!quitter", "anna leaves and nobody is left" },
		{ "!joindre", "No table here is waiting" },
		{ "!nouvelle", "anna opens a table" },
		{ "!arrêter", "anna closes the table" },
	};
	struct room *room = *state;
	struct player *anna = room_enter(room, "anna");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		room_ask(room, anna, cases[i].says, cases[i].answer);
}

/* A watcher reads in private, in their own language and card style, the lines that the channel gets
 * in its own. */
static void a_watcher_reads_in_their_own_language_and_style(void **state)
{
	struct room *room = *state;
	struct player *owl = &room->people[ROOM_OWL];
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	struct player *eve = room_enter(room, "eve");
	room_ask(room, eve, "!notify", "I’ll tell you when a table needs players");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=50");
	room_expect(room, eve, "PRIVMSG eve :anna opens table 1 in #t: mitaines classic");
	room_ask(room, eve, "!notify off", "I’ll no longer tell you");
	room_ask(room, eve, "!set lang fr", "C’est fait");
	room_ask(room, eve, "!set cards plain", "C’est fait");
	room_ask(room, eve, "!watch 1", "PRIVMSG eve :[1] Vous suivez désormais cette table");
	room_play_moves(room, 1);
	const char *told = room_expect(room, eve, "PRIVMSG eve :[1] ");
	while (strstr(told, " joue ") == NULL)
		told = room_expect(room, eve, "PRIVMSG eve :[1] ");
	assert_non_null(strstr(told, " de "));
	room_ask(room, eve, "!unwatch", "Vous ne suivez plus");
	size_t since = eve->client.length;
	room_play(room, owl, " won the match!");
	room_expect(room, eve, "PRIVMSG #t :[1] This was match 1: ");
	assert_int_equal(room_count(eve, since, "PRIVMSG eve :"), 0);
}

/* A match is shown, verified and replayed; then one of its players is forgotten. */
static void finished_matches_are_shown_verified_and_replayed(void **state)
{
	struct room *room = *state;
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	struct player *eve = room_enter(room, "eve");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=1000");
	room_ask(room, eve, "!replay 1", "Match 1 isn’t over");
	room_play(room, &room->people[ROOM_OWL], " won the match!");
	room_ask(room, eve, "!verify 1", "PRIVMSG eve :Match 1 checks out. Hands proved: ");
	room_ask(room, eve, "!verify 1 1", "PRIVMSG eve :Match 1, hand 1: commitment ");
	room_ask(room, eve, "!set cards colour", "Done");
	room_ask(room, eve, "!replay 1", "PRIVMSG eve :Hand 1: ");
	assert_non_null(strstr(eve->answer, "\3"));
	room_expect(room, eve, " more lines: !more)");
	room_ask(room, eve, "!more", "PRIVMSG eve :");

	room_ask(room, anna, "!again", "luc: !again to take your seat");
	room_ask(room, luc, "!again", "#t :[1] Hand 1: ");
	room_ask(room, luc, "!forget me", "You still have a seat");
	room_ask(room, anna, "!stop", "anna would like to end the match here");
	room_ask(room, luc, "!stop", "The match ends here, unrated: ");
	room_ask(room, luc, "!forget me", "To do it: !forget me yes");
	room_ask(room, luc, "!forget me yes", "You’re forgotten.");
	room_ask(room, eve, "!match 1", "PRIVMSG eve :Match 1, ");
	assert_non_null(strstr(eve->answer, "anna"));
	assert_null(strstr(eve->answer, "luc"));
}

static void the_tutorial_takes_ten_moves(void **state)
{
	struct room *room = *state;
	struct player *anna = room_enter(room, "anna");
	room_whisper(anna, "tutorial");
	for (unsigned i = 0; i < 10; i++) {
		char move[32];
		const char *asked = strstr(room_expect(room, anna, "Say: "), "Say: ");
		snprintf(move, sizeof move, "%s", asked + strlen("Say: "));
		room_whisper(anna, move);
	}
	room_expect(room, anna, "That was Mitaines, and 180 points for you.");
	room_ask(room, &room->people[ROOM_OWL], "!ping", "pong");
	assert_int_equal(room_count(&room->people[ROOM_OWL], 0, ":[1]"), 0);
}

/* In a quiet channel ordinary moves appear only in private. */
static void a_quiet_channel_gets_no_ordinary_moves(void **state)
{
	struct room *room = *state;
	struct player *owl = &room->people[ROOM_OWL];
	char network[BOT_ENTRY];
	assert_int_equal(bot_stop(&room->bot), 0);
	room_see_bot_gone(room);
	bot_network(network, sizeof network, "local", room->server.port, "\"#t\"",
		"detail = \"quiet\";");
	bot_configure_networks(&room->bot, network);
	room_start_bot(room);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_table(room, (struct player *[]){ anna, luc }, 2, "target=200");
	room_play(room, owl, " won the match!");
	assert_true(room_count(owl, 0, " plays ") > 0);
	for (const char *at = owl->client.transcript; (at = strstr(at, " plays ")) != NULL;) {
		card c;
		at += strlen(" plays ");
		assert_true(card_read(&at, NOTATION_ENGLISH, &c));
		bool counts = strncmp(at, " and calls a ", 13) == 0 ||
			strncmp(at, ". The ", 6) == 0 || strncmp(at, ". A ", 4) == 0;
		if (!counts)
			room_fail(room, "a card that goes by", at);
	}
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)
	const struct CMUnitTest tests[] = {
		CASE(one_person_plays_against_ai_players),
		CASE(one_person_plays_a_rated_match_against_the_expert),
		CASE(seats_change_players),
		CASE(tables_in_two_channels_run_at_once),
		CASE(two_people_play_at_two_tables),
		CASE(commands_are_french_too),
		CASE(a_watcher_reads_in_their_own_language_and_style),
		CASE(finished_matches_are_shown_verified_and_replayed),
		CASE(the_tutorial_takes_ten_moves),
		CASE(a_quiet_channel_gets_no_ordinary_moves),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
