/* Tests the commands about the deals of the day in chat, and attempts to play one deal twice. */
#include <fcntl.h>
#include <unistd.h>

#include "bot/match/daily.h"
#include "bot/match/trial.h"
#include "storage/query.h"
#include "storage/sqlite/sqlite.h"
#include "tests/stage/kept.h"

static const int64_t DAY_MS = 24 * 3600 * INT64_C(1000);

/* Lets nick play their first card until their deal ends. Returns the bot's last lines. */
static const char *play_out(struct stage *stage, const char *nick)
{
	size_t before = stage->lobby.exercises.count;
	assert_true(before > 0);
	for (unsigned i = 0; i < 60 && stage->lobby.exercises.count >= before; i++) {
		case_think(stage);
		stage_hear(stage);
		stage_wait(stage, 1000);
		stage_whisper(stage, nick, "p 1");
	}
	case_think(stage);
	assert_true(stage->lobby.exercises.count < before);
	return stage_hear(stage);
}

/* Lets nick play the deal that a command begins, like "daily ladder". Returns the bot's last
 * lines. */
static const char *play(struct stage *stage, const char *nick, const char *line)
{
	assert_reply(stage, nick, line, "(daily.begin.");
	return play_out(stage, nick);
}

/* Connects a person with an account and five rated matches. */
static void meet_rated(struct stage *stage, const char *key, const char *account)
{
	stage_meet(stage, key, key, account, case_text("%s@%s.home", key, key));
	stage_whisper(stage, key, "set cards ascii");
	sql_run(stage->store->database->db,
		case_text("INSERT INTO ratings (edition, person, game, mu, sigma, points, shown, "
			  "matches, wins, met, known, day, peers, ranked, updated) SELECT edition, "
			  "p.id, 'mitaines', 25, 8, 0, 1000, 5, 0, 0, 0, 0, 0, 0, 0 "
			  "FROM people p, settings s WHERE p.name = '%s' AND s.id = 1",
			key));
	stage_hear(stage);
}

/* Copies the cards of a hand that a line shows. */
static void copy_hand(const char *heard, char hand[128])
{
	const char *at = strstr(heard, "(hand.cards)");
	assert_non_null(at);
	snprintf(hand, 128, "%.*s", (int)strcspn(at, "\n"), at);
}

/* Lets the day end, and gives the calendar five seconds to publish its deals. */
static void end_day(struct stage *stage)
{
	stage_wait(stage, DAY_MS);
	case_seconds(stage, 5);
}

/* ---- playing ---- */

STAGE_CASE(the_deal_of_the_day_is_played_in_private_and_has_a_place)
{
	const char *heard = assert_answer_without(stage, "anna", "!daily", "#table: (daily.begin");
	assert_in(heard, "anna< (daily.begin.open day=");
	assert_in(heard, "(hand.cards)");
	assert_in(play_out(stage, "anna"), "anna< (trial.told.open words=(trial.points ");
	heard = assert_reply(stage, "anna", "daily", "(trial.points ");
	assert_in(heard, "(trial.place place=1 all=1)");
	assert_reply(stage, "anna", "daily share", "(trial.share day=");
	assert_reply(stage, "luc", "daily share", "luc< (daily.share.none)");
	assert_reply(stage, "luc", "daily top open", "(daily.top.open day=");
	assert_answer(stage, "luc", "!quotidienne palmarès ouverte", "list=1. anna ");
}

STAGE_CASE(a_deal_of_the_day_goes_on_after_a_pause)
{
	char hand[2][128];
	stage_whisper(stage, "anna", "daily");
	stage_whisper(stage, "anna", "p 1");
	case_think(stage);
	stage_hear(stage);
	stage_whisper(stage, "anna", "hand");
	copy_hand(stage_hear(stage), hand[0]);
	assert_reply(stage, "anna", "daily stop", "anna< (trial.stopped)");
	assert_reply(stage, "anna", "p 1", "(no.table)");
	assert_reply(stage, "anna", "daily stop", "(daily.usage)");
	copy_hand(assert_reply(stage, "anna", "daily", "(daily.resume)"), hand[1]);
	assert_string_equal(hand[0], hand[1]);
}

STAGE_CASE(questions_during_a_deal_of_the_day_are_about_the_deal)
{
	static const char *const cases[][2] = {
		{ "am I winning?", "(answer.winning.playing scores=" },
		{ "score", "(score.exercise scores=" },
		{ "captured", "(captured." },
		{ "what is a pile?", "(hand.cards)" },
		{ "why can't I play this?", "(answer.cannot.turn " },
		{ "whose turn is it", "(answer.turn.turn)" },
		{ "how do I stop?", "(answer.stop.exercise)" },
		{ "how do I leave", "(answer.stop.exercise)" },
		{ "can I add an AI player?", "(answer.now.exercise)" },
		{ "how long is a match?", "(answer.length.exercise)" },
		{ "can I play this on a page?", "(answer.web)" },
	};
	stage_whisper(stage, "anna", "daily");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_wait(stage, 5000);
		assert_reply(stage, "anna", cases[i][0], cases[i][1]);
	}
	stage_whisper(stage, "anna", "stop");
	assert_reply_is(stage, "anna", "what is my hand", "anna< (answer.now.paused)\n");
	assert_reply_is(stage, "anna", "am I winning?", "anna< (answer.now.paused)\n");
	assert_reply(stage, "luc", "am I winning?", "luc< (answer.winning)");
}

/* Lets anna, known by nick only, begin a deal and play a card. */
static void begin_as_nick(struct stage *stage)
{
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	case_dialog(stage, "A> daily", "A> p 1");
	case_think(stage);
	stage_hear(stage);
}

STAGE_CASE(a_login_takes_the_hand_in_play_along)
{
	begin_as_nick(stage);
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_silence(stage);
	assert_in(play_out(stage, "A"), "(trial.place place=1 all=1)");
	assert_reply(stage, "A", "daily", "A< (trial.told.open words=(trial.points ");
	/* Without the account, the connection belongs to the person of the nick anna again. This
	 * person has not played the deal. */
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	assert_reply(stage, "A", "daily", "A< (daily.begin.open ");
}

STAGE_CASE(a_login_takes_a_paused_hand_along_and_a_logout_does_not)
{
	begin_as_nick(stage);
	stage_whisper(stage, "A", "stop");
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_reply(stage, "A", "daily", "A< (daily.resume)");
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	assert_reply(stage, "A", "p 1", "A< (no.table)");
	assert_reply(stage, "A", "daily", "A< (daily.begin.open ");
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_said(stage, "A< (trial.played)");
	assert_reply(stage, "A", "p 1", "A< (event.play seat=anna ");
}

STAGE_CASE(a_login_that_fails_leaves_the_hand_where_it_was)
{
	begin_as_nick(stage);
	struct exercise *exercise = stage->lobby.exercises.exercise[0];
	stage_add(stage, "A", false, "ping");
	case_fail(stage);
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_string_equal(exercise->person->key, "anna");
	assert_reply(stage, "A", "p 1", "A< (event.play seat=anna ");
	assert_string_equal(exercise->person->key, "account anna");
}

STAGE_CASE(a_login_takes_the_tutorial_along)
{
	stage_meet(stage, "A", "anna", NULL, "a@a.home");
	stage_whisper(stage, "A", "tutorial");
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	assert_reply(stage, "A", "hand", "A< (hand.turn");
}

STAGE_CASE(the_tutorial_pauses_a_deal_of_the_day)
{
	case_dialog(stage, "anna> daily", "anna> p 1");
	case_think(stage);
	assert_reply(stage, "anna", "tutorial", "(tutorial.begin)");
	assert_int_equal(stage->lobby.exercises.count, 1);
	assert_reply(stage, "anna", "daily", "(daily.resume)");
	assert_reply(stage, "anna", "tutorial stop", "anna< (trial.stopped)");
	assert_reply(stage, "anna", "tutorial stop", "anna< (tutorial.stopped)");
}

STAGE_CASE(a_deal_of_the_day_gives_no_hints)
{
	stage_whisper(stage, "anna", "daily");
	assert_reply_is(stage, "anna", "hint", "anna< (trial.no.hint)\n");
	assert_reply(stage, "anna", "table", "(hand.turn");
	assert_reply(stage, "anna", "what now?", "(answer.now.exercise)");
}

STAGE_CASE(a_player_at_a_table_cannot_begin_a_deal_of_the_day)
{
	case_dialog(stage, "anna> daily", "anna: !new", "anna: !bot", "anna: !start");
	assert_reply(stage, "anna", "p 1", "#table: [1] (event.play seat=anna ");
	assert_reply(stage, "anna", "daily", "anna< (daily.seated)");
	assert_int_equal(stage->lobby.exercises.count, 0);
}

STAGE_CASE(forgetting_a_person_ends_the_deal_that_they_play)
{
	stage_whisper(stage, "anna", "daily");
	assert_reply(stage, "anna", "forget me yes", "(forget.done");
	assert_int_equal(stage->lobby.exercises.count, 0);
	assert_reply(stage, "anna", "p 1", "anna< (no.table)");
}

STAGE_CASE(six_nicks_of_one_host_have_five_places)
{
	for (unsigned i = 0; i < 6; i++) {
		const char *nick = case_text("p%u", i);
		stage_meet(stage, nick, nick, NULL, "x@one.host");
		const char *heard = play(stage, nick, "daily");
		assert_in(heard, i < 5 ? "(trial.place " : "(trial.again)");
	}
}

STAGE_CASE(a_person_is_told_how_many_days_in_a_row_they_have_played)
{
	assert_not_in(play(stage, "anna", "daily"), "(trial.row");
	stage_wait(stage, DAY_MS);
	assert_in(play(stage, "anna", "daily"), "(trial.row count=2)");
	/* A row of days survives one missed day in seven, but not two. */
	stage_wait(stage, 2 * DAY_MS);
	assert_in(play(stage, "anna", "daily"), "(trial.row count=3)");
	stage_wait(stage, 3 * DAY_MS);
	assert_not_in(play(stage, "anna", "daily"), "(trial.row");
}

/* ---- the ladder deal ---- */

STAGE_CASE(the_ladder_deal_is_for_accounts_with_five_rated_matches)
{
	stage_meet(stage, "luc", "luc", NULL, "l@home");
	assert_reply(stage, "luc", "daily ladder", "luc< (ladder.account)");
	stage_meet(stage, "eve", "eve", "eve", "e@home");
	assert_reply(stage, "eve", "daily ladder", "eve< (ladder.matches)");
	meet_rated(stage, "anna", "anna");
	assert_in(play(stage, "anna", "daily ladder"), "(trial.points ");
}

STAGE_CASE(the_ladder_deal_has_other_cards_than_the_open_deal)
{
	char open[128], ladder[128];
	meet_rated(stage, "anna", "anna");
	copy_hand(assert_reply(stage, "anna", "daily", "(hand.cards)"), open);
	stage_whisper(stage, "anna", "daily stop");
	copy_hand(assert_reply(stage, "anna", "daily ladder", "(hand.cards)"), ladder);
	assert_string_not_equal(open, ladder);
}

STAGE_CASE(neither_another_nick_nor_forget_gives_a_second_try_at_the_ladder_deal)
{
	meet_rated(stage, "anna", "home");
	play(stage, "anna", "daily ladder");
	stage_meet(stage, "anna", "zoe", "home", "z@elsewhere");
	assert_reply(stage, "anna", "daily ladder", "(trial.points ");
	assert_reply(stage, "anna", "forget me yes", "(forget.done");
	assert_reply(stage, "anna", "daily ladder", "anna< (trial.played)");
	assert_int_equal(stage->lobby.exercises.count, 0);
}

STAGE_CASE(the_places_of_todays_ladder_deal_are_hidden_until_a_person_has_finished)
{
	meet_rated(stage, "anna", "anna");
	meet_rated(stage, "luc", "luc");
	play(stage, "anna", "daily ladder");
	assert_reply(stage, "luc", "daily top", "luc< (daily.top.early day=");
	stage_whisper(stage, "luc", "daily ladder");
	assert_not_in(assert_reply(stage, "luc", "daily top", "luc< "), "anna");
	assert_answer_is(stage, "anna", "!ping", "#table: (pong)\n");
	const char *heard = assert_answer(stage, "anna", "!daily top", "anna< (daily.top.ladder ");
	assert_not_in(heard, "#table: (daily.top.ladder");
	play_out(stage, "luc");
	stage_wait(stage, DAY_MS);
	assert_answer(stage, "rose", "!daily top", "#table: (daily.top.ladder day=");
}

/* ---- secrets ---- */

/* Fails if a log file has this text. */
static void assert_log_without(const char *path, const char *text)
{
	char *log = folder_read(path, NULL);
	if (strstr(log, text) != NULL)
		fail_msg("the log has %s:\n%s", text, log);
	free(log);
}

KEPT_CASE(the_log_and_the_database_of_a_running_deal_tell_neither_seed_nor_cards)
{
	char path[PATH_MAX], hex[2 * STORE_SEED + 1];
	struct kept *kept = (struct kept *)stage;
	struct store_trial trial;
	struct text seed = text_in(hex, sizeof hex);
	folder_file(kept->folder, "log", path);
	int fd = open(path, O_CREAT | O_RDWR, 0600);
	assert_true(fd >= 0);
	stage->log = log_open(fd, LOG_DEBUG);
	meet_rated(stage, "anna", "anna");
	play(stage, "anna", "daily ladder");
	assert_true(daily_find_today(&stage->lobby, STORE_LADDER_DEAL, &trial));
	text_hex(&seed, trial.seed, STORE_SEED);
	assert_log_without(path, hex);
	assert_log_without(path, "play ");
	assert_int_equal(
		kept_asked(stage, "SELECT count(*) FROM trials WHERE seed <> zeroblob(32)"), 0);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM tries WHERE moves <> ''"), 0);
	assert_reply(stage, "anna", case_text("verify %s ladder", trial.day),
		"(verify.deal.early label=daily ");
	stage->log = log_open(STDERR_FILENO, LOG_ERROR);
	close(fd);
}

/* ---- channels and operators ---- */

STAGE_CASE(an_operator_hides_a_result)
{
	char *admins[] = { "boss!*@*" };
	stage->network.access->rules.admins = (struct masks){ admins, 1 };
	stage_meet(stage, "B", "boss", NULL, "b@home");
	assert_reply(stage, "B", "admin daily", "(admin.daily.none)");
	play(stage, "anna", "daily");
	assert_reply(stage, "B", "admin daily", "(admin.daily.list list=1 anna ");
	assert_reply(stage, "B", "admin daily hide 99", "(admin.daily.unknown word=99)");
	assert_reply(stage, "B", "admin daily hide", "(admin.usage.daily)");
	assert_reply(stage, "B", "admin daily hide 1", "(admin.daily.hidden number=1)");
	assert_reply(stage, "luc", "daily top open", "(daily.top.open.none ");
	assert_reply(stage, "B", "admin quotidienne montrer 1", "(admin.daily.shown number=1)");
}

/* ---- the end of a day ---- */

STAGE_CASE(a_past_deal_can_be_checked_by_its_date)
{
	struct store_trial trial;
	stage->lobby.settings.daily_hands = 1;
	assert_true(daily_find_today(&stage->lobby, STORE_OPEN_DEAL, &trial));
	stage_wait(stage, 0);
	const char *line = case_text("verify %s", trial.day);
	assert_reply(stage, "anna", line, "(verify.deal.early ");
	end_day(stage);
	assert_in(assert_reply(stage, "anna", line, "(verify.deal label=daily "),
		"(verify.deal.deck hand=1 deck=");
	assert_reply(stage, "anna", "verify 1999-01-01", "(verify.deal.none)");
	assert_reply(stage, "anna", "verify challenge 1", "(verify.deal.none)");
}

STAGE_CASE(a_channel_that_asked_for_it_is_told_the_best_three_each_day)
{
	stage->lobby.settings.daily_hands = 1;
	case_dialog(stage, "anna: !ping", "luc> daily");
	play_out(stage, "luc");
	assert_refusal(stage, "anna", "!daily here on", "(channel.operators.only ");
	assert_reply(stage, "anna", "daily here on", "(only.channel word=daily here)");
	stage->operator= "anna";
	assert_answer_is(stage, "anna", "!daily here on",
		"#table: (channel.set name=anna setting=daily on)\n");
	end_day(stage);
	/* No page shows a match of luc, so the channel is not told luc's name. */
	const char *heard = assert_said(stage, "#table: (daily.best deals=(daily.best.open day=");
	assert_in(heard, "list=1. (daily.somebody) ");
	assert_int_equal(case_count(heard, "(daily.best deals="), 1);
	stage_say(stage, "anna", "!channel daily off");
	stage_hear(stage);
	end_day(stage);
	assert_silence(stage);
}

STAGE_CASE(top_daily_lists_the_sums_of_thirty_days)
{
	assert_answer(stage, "anna", "!top daily", "#table: (top.daily.none)");
	stage->lobby.settings.daily_hands = 1;
	meet_rated(stage, "anna", "anna");
	play(stage, "anna", "daily ladder");
	assert_answer(stage, "anna", "!top daily", "(top.daily.none)");
	end_day(stage);
	stage_hear(stage);
	assert_answer(stage, "luc", "!palmarès quotidienne", "(top.daily list=1. anna ");
}
