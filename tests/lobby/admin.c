/* Tests the commands of admins, and that other people do not learn of them. */
#include "bot/match/clock.h"
#include "storage/matches.h"
#include "storage/store.h"
#include "tests/stage/case.h"

struct admin_stage {
	struct stage stage; /* first */
	bool sound;
	bool plain;
	unsigned reloads;
	unsigned farewells;
	enum log_level level;
};

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

/* Returns all lines said in answer to an admin command of ann. */
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
		const char *says, *word;   /* a line that an admin can use */
		const char *other, *typed; /* the same line with a typing error, for comparison */
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
		char *word = strstr(heard, tries[i].word);
		assert_non_null(word);
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

ADMIN_CASE(admins_see_tables_status_and_networks)
{
	says(stage, "admin tables", "(no.tables)");
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
	says(stage, "admin networks",
		"(admin.network network=stage bot=mitaines channels=1 people=3 ");
	says(stage, "admin help", "ann< (help.admin)");
	says(stage, "admin unheard-of", "ann< (admin.unknown word=unheard-of)");
}

ADMIN_CASE(admins_make_the_bot_join_and_leave_channels)
{
	says(stage, "admin join #other", "JOIN #other\n");
	says(stage, "admin join other", "(admin.not.joined channel=other ");
	says(stage, "admin join", "(admin.usage.channel)");
	says(stage, "admin part #other STAGE", "PART #other\n");
	says(stage, "admin part #other elsewhere", "(admin.no.network network=elsewhere)");
}

ADMIN_CASE(admins_stop_a_table)
{
	case_dialog(stage, "eve: !new", "bob: !join", "eve: !start");
	says(stage, "admin stop 2", "(no.such.table table=2)");
	says(stage, "admin stop", "ann< (admin.usage.stop)\nann< (admin.table table=1 ");
	says(stage, "admin stop one", "(admin.usage.stop)\nann< (admin.table table=1 ");
	assert_non_null(stage_table(stage, 1));
	says(stage, "admin stop #1", "#table: [1] (admin.stopped ");
	assert_null(stage_table(stage, 1));
	stage_say(stage, "eve", "!new");
	says(stage, "admin stop 1 stage", "#table: [1] (admin.closed)");
	assert_null(stage_table(stage, 1));
	assert_string_equal(answer_admin(stage, "admin stop"), "ann< (no.tables)\n");
}

ADMIN_CASE(announcements_reach_channels_with_tables_or_all_channels)
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

ADMIN_CASE(admins_add_and_remove_ignored_masks)
{
	stage->host = "~x@host";
	says(stage, "admin ignore list", "(admin.ignore.none)");
	says(stage, "admin ignore add Eve!*@*", "(admin.ignored mask=Eve!*@*)");
	assert_false(case_answers(stage, "eve"));
	assert_true(case_answers(stage, "anna"));
	says(stage, "admin ignore list", "(admin.ignore mask=Eve!*@* name=ann)");
	/* A new entry leaves the older ones in force. */
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
	/* An ignore list never shuts out an admin. */
	says(stage, "admin ignore add *!*@host", "(admin.ignored ");
	assert_false(case_answers(stage, "anna"));
	says(stage, "admin ignore del *!*@host", "(admin.heard ");
	assert_true(case_answers(stage, "anna"));
}

ADMIN_CASE(a_mask_that_could_not_be_stored_is_not_ignored)
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
	says(stage, "admin unclaim nobody", "ann< (nobody.known name=nobody)");
	says(stage, "admin unclaim eve elsewhere", "(admin.no.network network=elsewhere)");
	says(stage, "admin unclaim EVE", "ann< (admin.unclaimed name=eve)");
	says(stage, "admin unclaim eve stage", "ann< (claim.none name=eve)");
	assert_reply(stage, "eve", "claim bastion", "eve< (claim.set name=eve)");
	answer_admin(stage, "set lang fr");
	says(stage, "admin libérer eve", "ann< eve n’a plus de mot de passe.");
	/* zoe is known by an account, so no stored person has the nick zoe. */
	stage_meet(stage, "Z", "zoe", "zoe", "z@z.home");
	stage_whisper(stage, "Z", "set cards plain");
	says(stage, "admin libérer zoe", "ann< Je ne connais pas zoe");
	assert_reply(stage, "eve", "admin unclaim eve", "(unknown.command.new word=admin)");
}

ADMIN_CASE(admins_reload_the_configuration_set_the_log_level_and_shut_down)
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
	assert_reply(stage, "eve", "match 1", "eve< (match match=1 ");
}

ADMIN_CASE(pruning_never_commits_half_of_a_failed_batch)
{
	int64_t newest;
	stage_say(stage, "eve", "!new mitch");
	answer_admin(stage, "admin stop 1");
	stage_wait(stage, (int64_t)2 * 86400 * 1000);
	says(stage, "admin prune 1", "(admin.pruning days=1)");
	stage_add(stage, "eve", true, "!new mitch");
	clock_tick(&stage->lobby);
	lobby_check_write(&stage->lobby, STORE_IO);
	lobby_commit(&stage->lobby);
	assert_said(stage, "eve< (store.failed)");
	assert_int_equal(store_get_newest_match(stage->store, &newest), STORE_OK);
	assert_int_equal(newest, 1);
}

ADMIN_CASE(admin_commands_with_extra_words_do_nothing)
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
		{ "admin stop 1 stage now", "ann< (no.tables)\n" },
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
