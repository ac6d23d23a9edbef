/* shell.c - commands as typed in a shell: exit status and output of each. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>

#include "tests/cases.h"
#include "tests/folder.h"

#define USAGE(name) "usage: mitaines " name " "
#define PERFT       "mitaines perft --game mitaines --dealer 0 --depth 2 "
#define DECK \
	"4D JH 8S QH 7S JS QS 4C AC 7C 8C 3S 9S AH JD 2S 8D 7H QC KD QD AD AS 6H 6C KS JC 2D KH " \
	"5H 9H 6S 4S TD 3D 5S 4H 9D 8H 3C KC 7D 3H 2H 6D TS 5C 9C TC 2C 5D"
/* A record of a whole match: line 4 is the hand, 5 to 52 are moves, 53 is the score. */
#define RECORD "tests/vectors/classic2-0.rec"
/* A record with a proof, made from the check value: line 6 is the root, 8 the hand, 9 a nonce. */
#define PROVED \
	"mitaines-record 1\ngame mitaines classic\nmatch 7\nfair 2\n" \
	"commit 1a5a37a6e0bcd3db3589a96b4fe9e8ae5d2b1c34d24bdc742119acd597b98a52\n" \
	"root 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n" \
	"seats anna luc\n" \
	"hand dealer=0 deck=5H,8C,KD,JC,AC,TD,KS,4C,6S,5D,2S,AD,JH,3D,8S,6D,8H,4S,7H,7D,5C,6H,4H," \
	"7C,2H,4D,AH,AS,3S,8D,2D,QS,TC,9S,KH,9H,TH,9D,2C,QH,TS,5S,JD,QD,7S,JS,QC,3H,6C,3C,9C,KC\n" \
	"nonce 0 anna\n"
#define FIVES \
	"mitaines-record 1\ngame mitaines gamerules\nseats a b\nhand dealer=1 deck=" \
	"9H,2C,5S,3H,2D,8C,JC,JH,7C,3C,4C,9C,9D,5C,6C,TC,QC,KC,AC,3D,4D,5D,6D,7D,8D,TD,JD,QD,KD," \
	"AD,2H,4H,5H,6H,7H,8H,TH,QH,KH,AH,2S,3S,4S,6S,7S,8S,9S,TS,JS,QS,KS,AS\n9H glove\n"

/* A shell command. Its output must begin with the text, or be equal if the text ends with a
 * newline. */
struct command {
	const char *line;
	int status;
	const char *text;
};

static const struct command usages[] = {
	{ "mitaines juggle", 2, "usage: mitaines COMMAND [ARGUMENT ...]\n  run " },
	{ "mitaines backup", 2, USAGE("backup") },
	{ "mitaines ctl", 2, USAGE("ctl") },
	{ "mitaines export --match none", 2, USAGE("export") },
	{ "mitaines perft --game mitaines --players 2", 2, USAGE("perft") },
	{ "mitaines replay", 2, USAGE("replay") },
	{ "mitaines restore", 2, USAGE("restore") },
	{ "mitaines review", 2, USAGE("review") },
	{ "mitaines verify", 2, USAGE("verify") },
	{ "mitaines play -h | sed -n '/^Games/,$p'", 0,
		"Games, their presets and options:\n"
		"  mitaines classic gamerules quebec\n"
		"    target=10…10000 ranks=mitaines|standard jackpair=10|20|50 jacksingle=0|10\n"
		"    partners=yes|no\n"
		"  mitch banilower revolution\n"
		"    draw=stock|either|place ties=high|low double=no|shortest fifth=no|yes\n"
		"    decks=1|2 hand=0…9 highlow=no|yes hands=1…100\n"
		"  mate\n"
		"    discard=no|yes king=no|yes suits=CHSD|CSHD rounds=4|2\n" },
};

static const struct command absent[] = {
	{ "mitaines backup copy.db", 1,
		"mitaines backup: mitaines.db: No such file or directory\n" },
	{ "mitaines restore copy.db", 1, "mitaines restore: copy.db: No such file or directory\n" },
	{ "mitaines export", 1, "mitaines export: mitaines.db: No such file or directory\n" },
	{ "mitaines ctl status", 1,
		"mitaines ctl: mitaines.db-control: no bot listens there; -c FILE or -s SOCKET "
		"names "
		"another place\n" },
	/* ctl needs no password */
	{ "printf 'networks = ( { password_file = \"none\"; } );' >ctl.conf; "
	  "mitaines ctl -c ctl.conf status",
		1, "mitaines ctl: mitaines.db-control: no bot listens there\n" },
	{ "mitaines review no.rec", 1, "no.rec: No such file or directory\n" },
	{ "mitaines replay no.rec fives.rec", 1,
		"no.rec:\nno.rec: No such file or directory\nfives.rec:\nhand 1: 100 0, "
		"unfinished\n"
		"total: 100 0\n" },
	{ "mitaines replay tests/vectors", 1, "tests/vectors: Is a directory\n" },
};

static const struct command perft[] = {
	{ PERFT "--preset quebec --players 4 --deck 'TH " DECK "'", 0, "1 35\n2 1225\n" },
	{ "mitaines perft --game mate --players 2 --dealer 0 --depth 4 --deck "
	  "QS,KC,QH,TH,AC,7C,TD,AH,KD,QD,AD,7H,AS,TC,KS,7D,KH,7S,TS,QC",
		0, "1 11\n2 121\n3 1100\n4 2180\n" },
	{ PERFT "--players 2 --deck 9C", 1, "mitaines perft: deck: not enough cards\n" },
	{ PERFT "--players 2 --deck '4D " DECK "'", 1,
		"mitaines perft: deck: a card twice, or not of this game\n" },
	{ PERFT "--preset quebec --players 2 --deck 'TH " DECK "'", 1,
		"mitaines perft: players or dealer: not with this game\n" },
	{ PERFT "--game bridge --players 2 --deck 'TH " DECK "'", 1,
		"mitaines perft: no such game: bridge\n" },
};

static const struct command replay[] = {
	{ "mitaines replay " RECORD " tests/vectors/quebec4-3.rec tests/vectors/mitch-3.rec", 0,
		RECORD
		":\nhand 1: 100 30\ntotal: 100 30\n"
		"tests/vectors/quebec4-3.rec:\nhand 1: 10 10 50 90\ntotal: 10 10 50 90\n"
		"tests/vectors/mitch-3.rec:\nhand 1: -4 8 7 -2 -12\ntotal: -4 8 7 -2 -12\n" },
	{ "cat " RECORD " tests/vectors/mate-0.rec | mitaines replay -", 0,
		"hand 1: 100 30\ntotal: 100 30\nhand 1: 0 137\ntotal: 0 137\n" },
	{ "head -n 19 " RECORD " | mitaines replay -", 0,
		"hand 1: 80 0, unfinished\ntotal: 80 0\n" },
	{ "mitaines replay - </dev/null", 1, "-:1: a record begins with: mitaines-record 1\n" },
	{ "sed 4s/,JD/,5D/ " RECORD " | mitaines replay -", 1, "-:4: a card twice\n" },
	{ "sed 5s/.*/AC/ " RECORD " | mitaines replay -", 1, "-:5: an illegal move: not held\n" },
	{ "sed 53s/30/40/ " RECORD " | mitaines replay -", 1,
		"hand 1: 100 30\n-:53: not the points of this hand, which are 100 30\n" },
	{ "sed '54s/.*/result 30 100/' " RECORD " | mitaines replay -", 1,
		"hand 1: 100 30\n-:54: not the totals, which are 100 30\n" },
	{ "{ head -n 53 " RECORD "; sed -n 4p " RECORD "; } | mitaines replay -", 1,
		"hand 1: 100 30\n-:54: another seat deals this hand: seat 1 does\n" },
	{ "sed 5s/.*/9C/ " RECORD " | mitaines review -", 1, "-:5: an illegal move\n" },
	{ "head -n 4 " RECORD " | mitaines review -", 1, "-: no moves to review\n" },
};

static const struct command verify[] = {
	{ "mitaines verify proved.rec", 0,
		"match 7\nhand 1: 0 0, unfinished, proved\ntotal: 0 0\n" },
	{ "sed /^root/d proved.rec | mitaines verify -", 0,
		"match 7\nhand 1: 0 0, unfinished, not revealed yet\ntotal: 0 0\n" },
	{ "{ sed /^root/d proved.rec; echo reveal "
	  "fc7e96bc9aaaeaba9dc5781e629d11cdf970faf7f55103c16ee1db84daabbc64; } | mitaines verify -",
		0, "match 7\nhand 1: 0 0, unfinished, proved\ntotal: 0 0\n" },
	{ "{ sed /^root/d proved.rec; echo reveal "
	  "010102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f; } | mitaines verify -",
		1, "match 7\n-:9: the revealed seed does not match the commitment\n" },
	{ "sed '6s/ 00/ 01/' proved.rec | mitaines verify -", 1,
		"-:6: the root does not match the commitment\n" },
	{ "sed 8s/5H,8C/8C,5H/ proved.rec | mitaines verify -", 1,
		"match 7\n-:8: the deck is not the one that seed and nonces give\n" },
	{ "sed '/^fair/d;/^commit/d;/^root/d;/^nonce/d' proved.rec | mitaines verify -", 1,
		"match 7\nhand 1: 0 0, unfinished, not proved\ntotal: 0 0\n"
		"-:5: nothing proves the deck of this hand\n" },
	{ "mitaines verify " RECORD, 1,
		"hand 1: 100 30, not proved\ntotal: 100 30\n" RECORD
		":4: nothing proves the deck of this hand\n" },
};

static const struct command play[] = {
	{ "mitaines play mitaines classic colour=3", 1,
		"“colour=3” is not possible. Options of Mitaines: target=10…10000, "
		"ranks=mitaines|standard, jackpair=10|20|50, jacksingle=0|10, partners=yes|no, "
		"rated=yes|no. new mitaines ? explains them.\nmitaines play: cannot start a "
		"match\n" },
	{ "printf 'QUITTER \\ntable\\n' | mitaines play -s 5 -u anna | grep -c ^", 0, "6\n" },
	{ "printf '!j 1\\n' | LC_ALL=fr_CA.UTF-8 USER=jean.tremblé mitaines play -s 5 | "
	  "sed -n '1,3p;7,$p'",
		0,
		"Mitaines classic : jean_trembl_, Ovila (moyen).\n"
		"Tapez une carte ou son numéro pour la jouer.\n"
		"aide donne les commandes, règles explique le jeu, quitter termine.\n"
		"jean_trembl_ joue 2♥. Ovila joue V♥. La mitaine de valets est faite! Ovila +50. "
		"Pointage : jean_trembl_ 0, Ovila 50.\n"
		"À vous de jouer. Pile vide · Votre main : [1:6♣ 2:6♦] 3:9♦ 4:10♦ 5:A♥\n" },
};

static void assert_answer(const struct command *command)
{
	char line[2048], text[4096];
	snprintf(line, sizeof line, "{ %s; } 2>&1", command->line);
	FILE *pipe = popen(line, "r"); /* NOLINT(cert-env33-c): the commands are ours */
	assert_non_null(pipe);
	text[fread(text, 1, sizeof text - 1, pipe)] = '\0';
	int status = pclose(pipe);
	size_t length = strlen(command->text);
	bool whole = command->text[length - 1] == '\n';
	if (!WIFEXITED(status) || WEXITSTATUS(status) != command->status ||
		strncmp(text, command->text, whole ? sizeof text : length) != 0)
		fail_msg("$ %s\nwanted %d: %s\nstatus %#x: %s", command->line, command->status,
			command->text, (unsigned)status, text);
}

#define TEST(name, table) \
	CASE(name) \
	{ \
		for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) \
			assert_answer(&table[i]); \
	}

TEST(wrong_arguments_are_answered_with_the_usage, usages)
TEST(a_file_that_is_absent_is_named, absent)
TEST(perft_counts_moves_and_refuses_impossible_decks, perft)
TEST(replay_and_review_refuse_a_record_at_its_first_wrong_line, replay)
TEST(verify_says_how_each_deck_is_proved, verify)
TEST(play_refuses_unknown_options_and_stops_at_quit, play)

static int enter(void **state)
{
	static char folder[FOLDER_PATH];
	char path[PATH_MAX * 2], tests[PATH_MAX], *program = getenv("MITAINES");
	*state = folder;
	if (program == NULL || realpath("tests", tests) == NULL)
		return -1;
	snprintf(path, sizeof path, "%.*s:%s", (int)(strrchr(program, '/') - program), program,
		getenv("PATH"));
	folder_make(folder);
	if (setenv("PATH", path, 1) != 0 || setenv("LC_ALL", "C.UTF-8", 1) != 0 ||
		chdir(folder) != 0 || symlink(tests, "tests") != 0)
		return -1;
	folder_write("proved.rec", PROVED, strlen(PROVED));
	folder_write("fives.rec", FIVES, strlen(FIVES));
	return 0;
}

static int leave(void **state)
{
	folder_remove(*state);
	return chdir("/");
}

CASES_AROUND(enter, leave)
