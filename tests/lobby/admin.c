/* Tests the commands of admins, and that the bot hides them from other people. */
#include "bot/match/clock.h"
#include "bot/match/recount.h"
#include "storage/db.h"
#include "storage/matches.h"
#include "storage/ratings.h"
#include "storage/store.h"
#include "tests/stage/case.h"

struct admin_stage {
	struct stage stage; /* must be the first member: tests cast between both structs */
	bool sound;
	bool plain;
	unsigned reloads;
	unsigned farewells;
	enum log_level level;
};

static int64_t disk_bytes = -1; /* free bytes that db_disk_bytes reports */

__typeof__(db_disk_bytes) __wrap_db_disk_bytes;
int64_t __wrap_db_disk_bytes(struct database *database)
{
	(void)database;
	return disk_bytes;
}

static bool reload(void *self, struct string *report)
{
	struct admin_stage *admin_stage = self;
	admin_stage->reloads++;
	if (!admin_stage->sound)
		string_add(report, "test.conf:3: prefix: may not be empty\n");
	else if (!admin_stage->plain)
		string_add(report, "database: in force after a restart of the bot\n");
	return admin_stage->sound;
}

static void set_log(void *self, enum log_level level)
{
	((struct admin_stage *)self)->level = level;
}

static void shut_down(void *self)
{
	((struct admin_stage *)self)->farewells++;
}

static char boss[] = "account:boss", office[] = "*!*@office.example";
static char *admins[] = { boss, office };

static int open_stage(void **state)
{
	static struct admin_stage admin_stage;
	admin_stage = (struct admin_stage){ .sound = true };
	stage_open_quietly(&admin_stage.stage, stage_keys, NULL);
	admin_stage.stage.commands.control = (struct control){
		.self = &admin_stage, .reload = reload, .log = set_log, .shut_down = shut_down
	};
	admin_stage.stage.network.access->rules.admins = (struct masks){ admins, 2 };
	stage_hear(&admin_stage.stage);
	*state = &admin_stage;
	return 0;
}

static int close_stage(void **state)
{
	stage_close(*state);
	return 0;
}

#define ADMIN_CASE(name) CASE_WITH(name, struct stage *stage, open_stage, close_stage)

/* Lets the admin ann say a command in private. Returns the bot's lines. */
static const char *answer_admin(struct stage *stage, const char *text)
{
	stage_hear(stage);
	stage->account = "Boss";
	stage_whisper(stage, "ann", text);
	stage->account = NULL;
	return stage_hear(stage);
}

#define says(stage, text, answer) assert_in(answer_admin(stage, text), answer)

ADMIN_CASE(admin_commands_look_unknown_to_other_people)
{
	static const struct {
		const char *says, *word;   /* a line of an admin, and the admin's command in it */
		const char *other, *typed; /* the same line with a mistyped command */
	} tries[] = {
		{ "admin", "admin", "adnim", "adnim" },
		{ "admin status", "admin", "adnim status", "adnim" },
		{ "!admin shutdown", "admin", "!adnim shutdown", "adnim" },
		{ "ADMIN reload", "ADMIN", "ADNIM reload", "ADNIM" },
	};
	char heard[300];

	for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
		stage_whisper(stage, "eve", tries[i].says);
		struct text text = text_in(heard, sizeof heard);
		text_add(&text, stage_hear(stage));
		/* If the answer repeats the command, put the mistyped one in its place to compare
		 * the answers. */
		char *word = strstr(heard, tries[i].word);
		if (word != NULL)
			memcpy(word, tries[i].typed, strlen(tries[i].typed));
		stage_whisper(stage, "eve", tries[i].other);
		assert_string_equal(stage_hear(stage), heard);
	}
	stage_say(stage, "eve", "!admin status");
	assert_silence(stage);
	assert_reply(stage, "eve", "help admin", "(help.unknown word=admin)");
	assert_int_equal(((struct admin_stage *)stage)->farewells, 0);
	assert_int_equal(((struct admin_stage *)stage)->reloads, 0);
}

ADMIN_CASE(admins_are_recognized_by_account_or_host)
{
	says(stage, "admin", "ann< (help.admin)");
	says(stage, "help admin", "ann< (help.admin)");
	stage->host = "~x@office.example";
	assert_reply(stage, "luc", "admin status", "luc< (admin.status ");
	assert_answer(stage, "luc", "!admin status", "luc< ");
	stage->host = "~x@office.example.org";
	stage_whisper(stage, "luc", "admin status");
	assert_unsaid(stage, "(admin.");
}

ADMIN_CASE(admins_can_see_tables_status_and_networks)
{
	says(stage, "admin tables", "(admin.no.tables)");
	case_dialog(stage, "eve: !new mitch", "bob: !join");
	says(stage, "admin tables",
		"(admin.table.open table=1 network=stage channel=#table game=mitch names=eve, "
		"bob)");
	stage_say(stage, "eve", "!start");
	says(stage, "admin tables",
		"(admin.table table=1 network=stage channel=#table game=mitch match=1 hand=1 ");
	stage_wait(stage, 90060000);
	stage->owed = 7;
	says(stage, "admin status", "days=1 hours=1 minutes=1 ");
	says(stage, "admin status", "lines=7 ");
	assert_null(strstr(stage->said.bytes, "admin.disk"));
	disk_bytes = 99 << 20;
	says(stage, "admin status", "ann< (admin.disk disk=99)");
	disk_bytes = -1;
	says(stage, "admin networks",
		"(admin.network network=stage bot=mitaines channels=1 people=3 ");
	says(stage, "admin help", "ann< (help.admin)");
	says(stage, "admin unheard-of", "ann< (admin.unknown word=unheard-of)");
}

ADMIN_CASE(admins_can_make_the_bot_join_and_leave_channels)
{
	says(stage, "admin join #other", "JOIN #other\n");
	says(stage, "admin join other", "(admin.not.joined channel=other ");
	says(stage, "admin join", "(admin.usage.channel)");
	says(stage, "admin part #other STAGE", "PART #other\n");
	says(stage, "admin part #other elsewhere", "(admin.no.network network=elsewhere)");
}

ADMIN_CASE(admins_can_stop_a_table)
{
	case_dialog(stage, "eve: !new", "bob: !join", "eve: !start");
	says(stage, "admin stop 2", "(admin.no.such.table table=2)");
	says(stage, "admin stop", "ann< (admin.usage.stop)\nann< (admin.table table=1 ");
	says(stage, "admin stop one", "(admin.usage.stop)\nann< (admin.table table=1 ");
	assert_non_null(stage_table(stage, 1));
	says(stage, "admin stop #1", "#table: [1] (admin.stopped)");
	assert_null(stage_table(stage, 1));
	stage_say(stage, "eve", "!new");
	says(stage, "admin stop 1 stage", "#table: [1] (admin.closed)");
	assert_null(stage_table(stage, 1));
	assert_string_equal(answer_admin(stage, "admin stop"), "ann< (admin.no.tables)\n");
}

ADMIN_CASE(admins_can_announce_to_channels_with_tables_or_to_all_channels)
{
	says(stage, "admin announce  tea  at four", "ann< (admin.announced count=0)");
	assert_not_in(answer_admin(stage, "admin announce tea"), "#table: ");
	says(stage, "admin announce * tea  at four",
		"#table: (admin.announce text=tea  at four)\n");
	says(stage, "admin announce *", "(admin.usage.announce)");
	stage_say(stage, "eve", "!new");
	says(stage, "admin announce tea", "#table: (admin.announce text=tea)\n");
	says(stage, "admin announce tea", "ann< (admin.announced count=1)");
}

ADMIN_CASE(admins_can_add_and_remove_masks_of_ignored_people)
{
	stage->host = "~x@host";
	says(stage, "admin ignore list", "(admin.ignore.none)");
	says(stage, "admin ignore add Eve!*@*", "(admin.ignored mask=Eve!*@*)");
	assert_false(case_answers(stage, "eve"));
	assert_true(case_answers(stage, "anna"));
	says(stage, "admin ignore list", "(admin.ignore mask=Eve!*@* name=ann)");
	/* A new entry of the list leaves the older entries in force. */
	says(stage, "admin ignore add bob!*@*", "(admin.ignored ");
	says(stage, "admin ignore add zed!*@*", "(admin.ignored ");
	assert_false(case_answers(stage, "eve"));
	assert_false(case_answers(stage, "bob"));
	assert_false(case_answers(stage, "zed"));
	says(stage, "admin ignore del bob!*@*", "(admin.heard ");
	says(stage, "admin ignore del zed!*@*", "(admin.heard ");
	says(stage, "admin ignore add eve", "(admin.usage.ignore)");
	says(stage, "admin ignore del bob!*@*", "(admin.ignore.unknown ");
	says(stage, "admin ignore add eve!*@*", "(admin.ignored ");
	says(stage, "admin ignore del EVE!*@*", "(admin.heard ");
	assert_true(case_answers(stage, "eve"));
	/* An ignore list never stops the bot from hearing an admin. */
	says(stage, "admin ignore add *!*@host", "(admin.ignored ");
	assert_false(case_answers(stage, "anna"));
	says(stage, "admin ignore del *!*@host", "(admin.heard ");
	assert_true(case_answers(stage, "anna"));
}

ADMIN_CASE(a_mask_is_not_ignored_if_it_could_not_be_stored)
{
	stage->host = "~x@host";
	stage->account = "Boss";
	stage_add(stage, "ann", false, "admin ignore add eve!*@*");
	stage->account = NULL;
	assert_int_equal(stage->network.access->count, 1);
	case_fail(stage);
	stage_wait(stage, 0);
	assert_int_equal(stage->network.access->count, 0);
	stage_wait(stage, 5000);
	assert_true(case_answers(stage, "eve"));
}

ADMIN_CASE(a_mask_that_matches_all_people_is_refused)
{
	static const char *const masks[] = { "*!*@*", "*", "*@*", "?*!*@*", "account:*",
		"Account:?*" };
	for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
		char answer[64];
		const char *says = case_text("admin ignore add %s", masks[i]);
		snprintf(
			answer, sizeof answer, "ann< (admin.ignore.everybody mask=%s)\n", masks[i]);
		assert_string_equal(answer_admin(stage, says), answer);
		assert_null(access_find_ignore(stage->network.access, masks[i]));
	}
	assert_true(case_answers(stage, "anna"));
}

ADMIN_CASE(ignored_masks_outlive_a_restart)
{
	struct access *again;
	says(stage, "admin ignore add eve!*@*", "(admin.ignored ");
	again = access_open(&stage->lobby.batch, stage->network.id);
	assert_non_null(again);
	assert_non_null(access_find_ignore(again, "EVE!*@*"));
	assert_null(access_find_ignore(again, "bob!*@*"));
	access_close(again);
}

ADMIN_CASE(the_unclaim_command_removes_the_password_of_a_nick)
{
	stage_whisper(stage, "eve", "claim bastille");
	says(stage, "admin unclaim", "ann< (admin.usage.unclaim)");
	says(stage, "admin unclaim nobody", "ann< (admin.nobody name=nobody network=stage)");
	says(stage, "admin unclaim eve elsewhere", "(admin.no.network network=elsewhere)");
	says(stage, "admin unclaim EVE", "ann< (admin.unclaimed name=eve)");
	says(stage, "admin unclaim eve stage", "ann< (claim.none name=eve)");
	assert_reply(stage, "eve", "claim bastion", "eve< (claim.set name=eve)");
	answer_admin(stage, "set lang fr");
	says(stage, "admin libérer eve", "ann< eve n’a plus de mot de passe.");
	/* The bot knows zoe by an account, so the store has no person with the nick zoe. */
	stage_meet(stage, "Z", "zoe", "zoe", "z@z.home");
	stage_whisper(stage, "Z", "set cards plain");
	says(stage, "admin libérer zoe", "ann< Je ne connais pas zoe");
	assert_reply(stage, "eve", "admin unclaim eve", "(unknown.sentence.new)");
}

ADMIN_CASE(admins_can_reload_settings_set_the_log_level_and_shut_down)
{
	struct admin_stage *admin_stage = (struct admin_stage *)stage;
	says(&admin_stage->stage, "admin reload",
		"ann< database: in force after a restart of the bot\n");
	says(&admin_stage->stage, "admin reload", "(admin.reloaded.part)");
	admin_stage->plain = true;
	says(&admin_stage->stage, "admin reload", "ann< (admin.reloaded)\n");
	admin_stage->sound = false;
	says(&admin_stage->stage, "admin reload", "ann< test.conf:3: prefix: may not be empty\n");
	says(&admin_stage->stage, "admin reload", "(admin.not.reloaded)");
	assert_int_equal(admin_stage->reloads, 5);
	says(&admin_stage->stage, "admin log DEBUG", "(admin.log level=debug)");
	assert_int_equal(admin_stage->level, LOG_DEBUG);
	says(&admin_stage->stage, "admin log loud", "(admin.usage.log)");
	says(&admin_stage->stage, "admin log", "(admin.usage.log)");
	assert_int_equal(admin_stage->level, LOG_DEBUG);
	says(&admin_stage->stage, "admin shutdown", "(admin.leaving)");
	assert_int_equal(admin_stage->farewells, 1);
	admin_stage->stage.commands.control = (struct control){ .self = NULL };
	says(&admin_stage->stage, "admin reload", "(admin.not.here)");
	says(&admin_stage->stage, "admin log info", "(admin.not.here)");
	says(&admin_stage->stage, "admin shutdown", "(admin.not.here)");
}

ADMIN_CASE(the_prune_command_removes_old_journals_and_keeps_results)
{
	static const char *const asks[] = { "verify 1", "verify 1 1", "replay 1", "export 1",
		"review 1", "match 1" };
	case_dialog(stage, "eve: !new mitch", "bob: !join", "eve: !start");
	stage_play(stage, 1, 3);
	answer_admin(stage, "admin stop 1");
	says(stage, "admin prune", "(admin.usage.prune)");
	says(stage, "admin prune 0", "(admin.usage.prune)");
	says(stage, "admin prune 1000000", "(admin.usage.prune)");
	says(stage, "admin prune 1", "(admin.pruning days=1)");
	stage_wait(stage, 2000);
	assert_reply(stage, "eve", "verify 1", "eve< (verify.done match=1 ");
	stage_wait(stage, (int64_t)2 * 86400 * 1000);
	says(stage, "admin prune 1", "(admin.pruning days=1)");
	stage_wait(stage, 2000);
	for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
		assert_reply(stage, "eve", asks[i], "eve< (match.pruned)");
	}
	assert_reply(stage, "eve", "match 1", "eve< (match page= match=1 ");
}

ADMIN_CASE(pruning_never_commits_half_of_a_failed_batch)
{
	int64_t newest;
	stage_say(stage, "eve", "!new mitch");
	answer_admin(stage, "admin stop 1");
	stage_wait(stage, (int64_t)2 * 86400 * 1000);
	says(stage, "admin prune 1", "(admin.pruning days=1)");
	stage_add(stage, "eve", true, "!new mitch");
	calendar_run(&stage->lobby);
	lobby_check_write(&stage->lobby, STORE_IO);
	lobby_commit(&stage->lobby);
	assert_said(stage, "eve< (store.failed)");
	assert_int_equal(store_get_newest_match(stage->store, &newest), STORE_OK);
	assert_int_equal(newest, 1);
}

/* ---- corrections ---- */

/* Plays a match of two people to its end. */
static void play_match(struct stage *stage, const char *one, const char *other)
{
	stage_say(stage, one, "!new mitaines target=250");
	stage_say(stage, other, "!join");
	stage_say(stage, one, "!start");
	stage_play(stage, 1, 5000);
	assert_null(stage_table(stage, 1));
}

static int64_t find_id(struct stage *stage, const char *name)
{
	int64_t id = 0;
	assert_int_equal(
		store_find_person_by_name(stage->store, stage->network.id, name, &id), STORE_OK);
	return id;
}

static unsigned matches_of(struct stage *stage, int64_t person)
{
	struct store_stats stats;
	assert_int_equal(store_get_stats(stage->store, person, "mitaines", &stats), STORE_OK);
	return stats.matches;
}

static unsigned rated_matches_of(struct stage *stage, int64_t person)
{
	struct store_rating rating = { .matches = 0 };
	store_get_rating(stage->store, STORE_SHOWN, person, "mitaines", &rating);
	return rating.matches;
}

static void finish_recount(struct stage *stage)
{
	while (recount_run_slice(&stage->lobby) == JOB_MORE)
		continue;
}

ADMIN_CASE(a_voided_match_no_longer_counts_in_ratings_and_statistics)
{
	play_match(stage, "eve", "bob");
	play_match(stage, "eve", "bob");
	int64_t eve = find_id(stage, "eve");
	assert_string_equal(answer_admin(stage, "admin void 1"),
		"ann< (admin.void.sure match=1 names=eve, bob kind=(admin.rated))\n");
	assert_int_equal(rated_matches_of(stage, eve), 2);
	assert_string_equal(answer_admin(stage, "admin void #1 --yes"),
		"ann< (admin.void.done match=1 names=eve, bob)\n");
	finish_recount(stage);
	assert_int_equal(rated_matches_of(stage, eve), 1);
	assert_int_equal(matches_of(stage, eve), 1);
	assert_reply(stage, "eve", "history", "match=1 ");
	assert_reply(stage, "eve", "match 1", "state=(match.is.stopped)");
	says(stage, "admin void 1 --yes", "ann< (admin.void.already match=1)");
	says(stage, "admin annuler 2 --oui", "ann< (admin.void.done match=2 ");
	finish_recount(stage);
	assert_int_equal(rated_matches_of(stage, eve), 0);
	assert_int_equal(matches_of(stage, eve), 0);
}

ADMIN_CASE(a_voided_match_no_longer_counts_in_achievements)
{
	const struct game *game = game_named("mitaines");
	unsigned before[STORE_COUNTS] = { 0 }, both[STORE_COUNTS] = { 0 },
		 after[STORE_COUNTS] = { 0 };
	play_match(stage, "eve", "bob");
	int64_t eve = find_id(stage, "eve");
	store_get_counts(stage->store, eve, game->name, game->stats, before);
	play_match(stage, "eve", "bob");
	store_get_counts(stage->store, eve, game->name, game->stats, both);
	assert_memory_not_equal(both, before, sizeof both);
	answer_admin(stage, "admin void 2 --yes");
	store_get_counts(stage->store, eve, game->name, game->stats, after);
	assert_memory_equal(after, before, sizeof after);
}

ADMIN_CASE(a_running_match_goes_on_after_a_recount_of_ratings)
{
	play_match(stage, "eve", "bob");
	case_dialog(stage, "eve: !new mitaines target=250", "bob: !join", "eve: !start");
	stage_play(stage, 1, 3);
	says(stage, "admin void 1 --yes", "ann< (admin.void.done match=1 ");
	stage_play(stage, 1, 5000);
	assert_null(stage_table(stage, 1));
	assert_int_equal(rated_matches_of(stage, find_id(stage, "eve")), 1);
	assert_int_equal(matches_of(stage, find_id(stage, "eve")), 1);
}

static int shown_of(struct stage *stage, const char *name)
{
	struct store_rating rating = { .shown = 0 };
	store_get_rating(stage->store, STORE_SHOWN, find_id(stage, name), "mitaines", &rating);
	return rating.shown;
}

ADMIN_CASE(a_match_that_ends_during_a_recount_is_counted_by_it)
{
	play_match(stage, "eve", "bob");
	int before = shown_of(stage, "eve");
	case_dialog(stage, "eve: !new mitaines target=250", "bob: !join", "eve: !start");
	says(stage, "admin void 1 --yes", "ann< (admin.void.done match=1 ");
	stage_play(stage, 1, 5000);
	assert_said(stage, " ratings=(match.ratings.later) ");
	/* Until the recount is done, the bot shows the old rating. */
	assert_int_equal(shown_of(stage, "eve"), before);
	finish_recount(stage);
	assert_int_equal(rated_matches_of(stage, find_id(stage, "eve")), 1);
	int eve = shown_of(stage, "eve"), bob = shown_of(stage, "bob");
	assert_int_equal(eve + bob, 2000);
	assert_int_equal(eve > bob ? eve : bob, 1012);
	play_match(stage, "eve", "bob");
	assert_true(shown_of(stage, "eve") != eve);
}

ADMIN_CASE(only_a_match_that_has_ended_can_be_voided)
{
	case_dialog(stage, "eve: !new mate", "bob: !join", "eve: !start");
	says(stage, "admin void 1 --yes", "ann< (admin.void.live match=1)");
	says(stage, "admin void 2", "ann< (admin.no.such.match match=2 last=1)");
	says(stage, "admin void", "ann< (admin.usage.void)");
	says(stage, "admin void 1 2", "ann< (admin.usage.void)");
	says(stage, "admin void one", "ann< (admin.usage.void)");
	assert_non_null(stage_table(stage, 1));
}

ADMIN_CASE(a_void_order_that_cannot_be_stored_changes_nothing)
{
	play_match(stage, "eve", "bob");
	stage->account = "Boss";
	stage_add(stage, "ann", false, "admin void 1 --yes");
	stage->account = NULL;
	case_fail(stage);
	stage_wait(stage, 5000);
	assert_unsaid(stage, "(admin.void.done");
	assert_int_equal(rated_matches_of(stage, find_id(stage, "eve")), 1);
	assert_int_equal(matches_of(stage, find_id(stage, "eve")), 1);
}

ADMIN_CASE(an_operator_can_merge_two_people)
{
	stage_meet(stage, "Z", "zoe", "zoe", "z@z.home");
	play_match(stage, "eve", "bob");
	play_match(stage, "Z", "bob");
	play_match(stage, "eve", "Z");
	int64_t eve = find_id(stage, "eve"), zoe = find_id(stage, "zoe");
	char key[SEAT_KEY];
	seat_keys_make(&stage->lobby.seat_keys, eve, 1, key);
	assert_string_equal(answer_admin(stage, "admin merge eve zoe"),
		"ann< (admin.merge.sure from=nick:eve matches=2 to=account:zoe others=2 "
		"shared=1)\n");
	assert_int_equal(matches_of(stage, zoe), 2);
	says(stage, "admin fusionner EVE Zoe stage stage", "ann< (admin.merge.sure from=nick:eve ");
	assert_string_equal(answer_admin(stage, "admin merge nick:EVE account:zoe --yes"),
		"ann< (admin.merge.done from=nick:eve to=account:zoe matches=2 "
		"shared=1)\n");
	finish_recount(stage);
	assert_false(seat_keys_has(&stage->lobby.seat_keys, eve, 1));
	assert_int_equal(matches_of(stage, zoe), 2);
	assert_int_equal(rated_matches_of(stage, zoe), 2);
	assert_reply(stage, "bob", "history", "others=zoe ");
	assert_reply(stage, "Z", "match 3", "state=(match.is.stopped)");
	says(stage, "admin merge eve zoe", "ann< (admin.nobody name=eve network=stage)");
	/* After that, eve is a new person. */
	assert_reply(stage, "eve", "stats", "(nobody.you");
	assert_reply(stage, "Z", "stats", "matches=2");
}

ADMIN_CASE(people_with_a_seat_are_not_merged_or_renamed)
{
	play_match(stage, "eve", "bob");
	stage_say(stage, "bob", "!new");
	says(stage, "admin merge bob eve --yes",
		"ann< (admin.seated name=nick:bob table=1 network=stage)");
	says(stage, "admin merge eve bob --yes", "(admin.seated name=nick:bob ");
	says(stage, "admin rename bob rob --yes", "(admin.seated name=nick:bob ");
	says(stage, "admin merge eve nick:eve --yes", "(admin.merge.same from=nick:eve)");
	says(stage, "admin merge eve", "(admin.usage.merge)");
	says(stage, "admin merge eve bob a b c", "(admin.usage.merge)");
	says(stage, "admin merge eve bob elsewhere", "(admin.no.network network=elsewhere)");
	says(stage, "admin merge eve luc", "(admin.nobody name=luc network=stage)");
}

ADMIN_CASE(an_operator_must_give_the_id_if_two_people_have_the_name)
{
	stage_meet(stage, "Z", "zoe", "zoe", "z@z.home");
	play_match(stage, "Z", "bob");
	stage_meet(stage, "Z", "zed", "zoe", "z@z.home");
	stage_say(stage, "Z", "!ping");
	play_match(stage, "zoe", "bob");
	stage_went(stage, "zoe", DEPARTED_NETWORK);
	stage_meet(stage, "Z", "zoe", "zoe", "z@z.home");
	play_match(stage, "Z", "bob");
	says(stage, "admin merge zoe bob",
		"ann< (admin.namesakes network=stage name=zoe list=account:zoe, nick:zoe)");
	says(stage, "admin merge nick:zoe account:zoe --yes", "(admin.merge.done ");
	assert_int_equal(matches_of(stage, find_id(stage, "zoe")), 3);
}

ADMIN_CASE(an_operator_can_change_the_nick_or_account_of_a_person)
{
	play_match(stage, "eve", "bob");
	int64_t eve = find_id(stage, "eve");
	assert_string_equal(answer_admin(stage, "admin rename eve Eva"),
		"ann< (admin.rename.sure from=nick:eve to=nick:Eva)\n");
	assert_string_equal(answer_admin(stage, "admin rename eve Eva --yes"),
		"ann< (admin.rename.done from=nick:eve to=nick:Eva)\n");
	assert_int_equal(find_id(stage, "Eva"), eve);
	assert_reply(stage, "eve", "stats", "(nobody.you");
	assert_reply(stage, "eva", "stats", "matches=1");
	says(stage, "admin rename eva BOB --yes",
		"ann< (admin.rename.taken to=nick:bob from=nick:eva)");
	says(stage, "admin rename bob", "(admin.usage.rename)");
	stage_meet(stage, "E", "ed", "edgar", "e@e.home");
	play_match(stage, "E", "bob");
	says(stage, "admin rename account:edgar Edna --yes",
		"ann< (admin.rename.done from=account:edgar to=account:Edna)");
	stage_meet(stage, "E", "ed", "edna", "e@e.home");
	assert_reply(stage, "E", "stats", "matches=1");
}

ADMIN_CASE(a_person_gets_only_a_name_that_the_network_allows)
{
	static const char *const names[] = { "a\033[31mb", "a\u202eb", "~guest", "account:x",
		"nick:x", "<b>x</b>", "#m", "7up", "-x", "a,b", "a!b@c", "luc(matrix)",
		"a\u00a0b" };
	play_match(stage, "eve", "bob");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const char *line = case_text("admin rename eve %s --yes", names[i]);
		says(stage, line, "ann< (admin.rename.name network=stage from=nick:eve)");
	}
	says(stage, "admin rename eve [Zoé]^ --yes",
		"(admin.rename.done from=nick:eve to=nick:[Zoé]^)");
}

ADMIN_CASE(an_admin_can_close_only_an_open_table)
{
	stage_say(stage, "eve", "!new mate");
	says(stage, "admin close", "ann< (admin.usage.close)\nann< (admin.table.open table=1 ");
	says(stage, "admin close 1", "ann< (admin.close.sure table=1 channel=#table names=eve)");
	assert_non_null(stage_table(stage, 1));
	says(stage, "admin close 1 stage --yes", "#table: [1] (admin.closed)");
	assert_null(stage_table(stage, 1));
	case_dialog(stage, "eve: !new mate", "bob: !join", "eve: !start");
	says(stage, "admin close 1 --yes", "ann< (admin.close.running table=1 network=stage)");
	assert_non_null(stage_table(stage, 1));
	says(stage, "admin close 2 --yes", "ann< (admin.no.such.table table=2)");
}

ADMIN_CASE(admin_commands_followed_by_extra_words_do_nothing)
{
	static const struct {
		const char *says, *hears;
	} orders[] = {
		{ "admin help me", "ann< (admin.usage.alone word=help)\n" },
		{ "admin status now", "ann< (admin.usage.alone word=status)\n" },
		{ "admin networks stage", "ann< (admin.usage.alone word=networks)\n" },
		{ "admin tables #1", "ann< (admin.usage.alone word=tables)\n" },
		{ "admin reload all", "ann< (admin.usage.alone word=reload)\n" },
		{ "admin shutdown not", "ann< (admin.usage.alone word=shutdown)\n" },
		{ "admin shutdown #1", "ann< (admin.usage.alone word=shutdown)\n" },
		{ "admin join #a stage b", "ann< (admin.usage.channel)\n" },
		{ "admin part #a stage b", "ann< (admin.usage.channel)\n" },
		{ "admin stop 1 stage now", "ann< (admin.no.tables)\n" },
		{ "admin ignore add eve!*@* stage b", "ann< (admin.usage.ignore)\n" },
		{ "admin unclaim eve stage b", "ann< (admin.usage.unclaim)\n" },
		{ "admin log debug now", "ann< (admin.usage.log)\n" },
		{ "admin prune 5 6", "ann< (admin.usage.prune)\n" },
	};
	struct admin_stage *admin_stage = (struct admin_stage *)stage;
	for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
		assert_string_equal(
			answer_admin(&admin_stage->stage, orders[i].says), orders[i].hears);
	assert_int_equal(admin_stage->farewells, 0);
	assert_int_equal(admin_stage->reloads, 0);
}

ADMIN_CASE(admin_commands_work_in_french)
{
	answer_admin(stage, "set lang fr");
	says(stage, "admin état", "en marche depuis");
	says(stage, "admin arrêter 3", "Il n’y a pas de table 3");
}
