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

static void admin_commands_look_unknown_to_other_people(void **state)
{
	struct stage *stage = *state;
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
	stage_whisper(stage, "eve", "help admin");
	assert_in(stage_hear(stage), "(help.unknown word=admin)");
	assert_int_equal(((struct admin_stage *)stage)->farewells, 0);
	assert_int_equal(((struct admin_stage *)stage)->reloads, 0);
}

static void admins_are_recognized_by_account_or_host(void **state)
{
	struct stage *stage = *state;
	says(stage, "admin", "ann< (help.admin)");
	says(stage, "help admin", "ann< (help.admin)");
	stage->host = "~x@office.example";
	stage_whisper(stage, "luc", "admin status");
	assert_in(stage_hear(stage), "luc< (admin.status ");
	stage_say(stage, "luc", "!admin status");
	assert_in(stage_hear(stage), "luc< ");
	stage->host = "~x@office.example.org";
	stage_whisper(stage, "luc", "admin status");
	assert_unsaid(stage, "(admin.");
}

static void admins_see_tables_status_and_networks(void **state)
{
	struct stage *stage = *state;
	says(stage, "admin tables", "(no.tables)");
	stage_say(stage, "eve", "!new mitch");
	stage_say(stage, "bob", "!join");
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

static void admins_make_the_bot_join_and_leave_channels(void **state)
{
	struct stage *stage = *state;
	says(stage, "admin join #other", "JOIN #other\n");
	says(stage, "admin join other", "(admin.not.joined channel=other ");
	says(stage, "admin join", "(admin.usage.channel)");
	says(stage, "admin part #other STAGE", "PART #other\n");
	says(stage, "admin part #other elsewhere", "(admin.no.network network=elsewhere)");
}

static void admins_stop_a_table(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "eve", "!new");
	stage_say(stage, "bob", "!join");
	stage_say(stage, "eve", "!start");
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

static void announcements_reach_channels_with_tables_or_all_channels(void **state)
{
	struct stage *stage = *state;
	says(stage, "admin announce  tea  at four", "ann< (admin.announced count=0)");
	assert_not_in(answer_admin(stage, "admin announce tea"), "#table: ");
	says(stage, "admin announce * tea  at four",
		"#table: (admin.announce text=tea  at four)\n");
	says(stage, "admin announce *", "(admin.usage.announce)");
	stage_say(stage, "eve", "!new");
	says(stage, "admin announce tea", "#table: (admin.announce text=tea)\n");
	says(stage, "admin announce tea", "ann< (admin.announced count=1)");
}

static void admins_add_and_remove_ignored_masks(void **state)
{
	struct stage *stage = *state;
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

static void a_mask_that_could_not_be_stored_is_not_ignored(void **state)
{
	struct stage *stage = *state;
	stage->host = "~x@host";
	stage->account = "Boss";
	stage_add(stage, "ann", false, "admin ignore add eve!*@*");
	stage->account = NULL;
	assert_int_equal(stage->network.access->count, 1);
	stage->log.level = 0;
	stage->lobby.batch.error = STORE_FULL;
	stage_wait(stage, 0);
	assert_int_equal(stage->network.access->count, 0);
	stage_wait(stage, 5000);
	assert_true(case_answers(stage, "eve"));
}

static void a_mask_that_matches_all_people_is_refused(void **state)
{
	struct stage *stage = *state;
	static const char *const masks[] = { "*!*@*", "*", "*@*", "?*!*@*", "account:*",
		"Account:?*" };
	for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
		char says[64], answer[64];
		snprintf(says, sizeof says, "admin ignore add %s", masks[i]);
		snprintf(
			answer, sizeof answer, "ann< (admin.ignore.everybody mask=%s)\n", masks[i]);
		assert_string_equal(answer_admin(stage, says), answer);
		assert_null(access_find_ignore(stage->network.access, masks[i]));
	}
	assert_true(case_answers(stage, "anna"));
}

static void ignored_masks_outlive_a_restart(void **state)
{
	struct stage *stage = *state;
	struct access *again;
	says(stage, "admin ignore add eve!*@*", "(admin.ignored ");
	again = access_open(&stage->lobby.batch, stage->network.id);
	assert_non_null(again);
	assert_non_null(access_find_ignore(again, "EVE!*@*"));
	assert_null(access_find_ignore(again, "bob!*@*"));
	access_close(again);
}

static void unclaim_removes_the_password_of_a_nick(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "eve", "claim bastille");
	says(stage, "admin unclaim", "ann< (admin.usage.unclaim)");
	says(stage, "admin unclaim nobody", "ann< (nobody.known name=nobody)");
	says(stage, "admin unclaim eve elsewhere", "(admin.no.network network=elsewhere)");
	says(stage, "admin unclaim EVE", "ann< (admin.unclaimed name=eve)");
	says(stage, "admin unclaim eve stage", "ann< (claim.none name=eve)");
	stage_whisper(stage, "eve", "claim bastion");
	assert_in(stage_hear(stage), "eve< (claim.set name=eve)");
	answer_admin(stage, "set lang fr");
	says(stage, "admin libérer eve", "ann< eve n’a plus de mot de passe.");
	/* zoe is known by an account, so no stored person has the nick zoe. */
	stage_meet(stage, "Z", "zoe", "zoe", "z@z.home");
	stage_whisper(stage, "Z", "set cards plain");
	says(stage, "admin libérer zoe", "ann< Je ne connais pas zoe");
	stage_whisper(stage, "eve", "admin unclaim eve");
	assert_in(stage_hear(stage), "(unknown.command word=admin)");
}

static void admins_reload_the_configuration_set_the_log_level_and_shut_down(void **state)
{
	struct admin_stage *admin_stage = *state;
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

static void prune_removes_old_journals_and_keeps_results(void **state)
{
	struct stage *stage = *state;
	static const char *const asks[] = { "verify 1", "verify 1 1", "replay 1", "export 1",
		"review 1", "match 1" };
	stage_say(stage, "eve", "!new mitch");
	stage_say(stage, "bob", "!join");
	stage_say(stage, "eve", "!start");
	stage_play(stage, 1, 3);
	answer_admin(stage, "admin stop 1");
	says(stage, "admin prune", "(admin.usage.prune)");
	says(stage, "admin prune 0", "(admin.usage.prune)");
	says(stage, "admin prune 1000000", "(admin.usage.prune)");
	says(stage, "admin prune 1", "(admin.pruning days=1)");
	stage_wait(stage, 2000);
	stage_whisper(stage, "eve", "verify 1");
	assert_in(stage_hear(stage), "eve< (verify.done match=1 ");
	stage_wait(stage, (int64_t)2 * 86400 * 1000);
	says(stage, "admin prune 1", "(admin.pruning days=1)");
	stage_wait(stage, 2000);
	for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
		stage_whisper(stage, "eve", asks[i]);
		assert_in(stage_hear(stage), "eve< (match.pruned)");
	}
	stage_whisper(stage, "eve", "match 1");
	assert_in(stage_hear(stage), "eve< (match match=1 ");
}

static void removed_journals_are_logged_once_at_the_end(void **state)
{
	enum { MATCHES = 21 };
	struct stage *stage = *state;
	for (unsigned i = 0; i < MATCHES; i++) {
		stage_say(stage, "eve", "!new mitch");
		stage_say(stage, "bob", "!join");
		stage_say(stage, "eve", "!start");
		answer_admin(stage, "admin stop 1");
	}
	stage_wait(stage, (int64_t)2 * 86400 * 1000);
	says(stage, "admin prune 1", "(admin.pruning days=1)");
	FILE *file = tmpfile();
	assert_non_null(file);
	struct log before = stage->log;
	stage->log.fd = fileno(file);
	stage->log.level = LOG_NOTE;
	for (unsigned i = 0; i < 4; i++)
		stage_wait(stage, 2000);
	stage->log = before;
	char read[1024] = "";
	rewind(file);
	assert_true(fread(read, 1, sizeof read - 1, file) > 0);
	fclose(file);
	assert_int_equal(case_count(read, "journals removed"), 1);
	assert_in(read, "store: journals removed: 21\n");
}

static void pruning_never_commits_half_of_a_failed_batch(void **state)
{
	struct stage *stage = *state;
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

static void admin_commands_with_extra_words_do_nothing(void **state)
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
	struct admin_stage *admin_stage = *state;
	for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
		assert_string_equal(
			answer_admin(&admin_stage->stage, orders[i].says), orders[i].hears);
	assert_int_equal(admin_stage->farewells, 0);
	assert_int_equal(admin_stage->reloads, 0);
}

static void admin_commands_work_in_french(void **state)
{
	struct stage *stage = *state;
	answer_admin(stage, "set lang fr");
	says(stage, "admin état", "en marche depuis");
	says(stage, "admin arrêter 3", "Il n’y a pas de table 3");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_stage, close_stage)
	const struct CMUnitTest tests[] = {
		TEST(admin_commands_look_unknown_to_other_people),
		TEST(admins_are_recognized_by_account_or_host),
		TEST(admins_see_tables_status_and_networks),
		TEST(admins_make_the_bot_join_and_leave_channels),
		TEST(admins_stop_a_table),
		TEST(announcements_reach_channels_with_tables_or_all_channels),
		TEST(admins_add_and_remove_ignored_masks),
		TEST(a_mask_that_matches_all_people_is_refused),
		TEST(a_mask_that_could_not_be_stored_is_not_ignored),
		TEST(ignored_masks_outlive_a_restart),
		TEST(unclaim_removes_the_password_of_a_nick),
		TEST(admins_reload_the_configuration_set_the_log_level_and_shut_down),
		TEST(prune_removes_old_journals_and_keeps_results),
		TEST(removed_journals_are_logged_once_at_the_end),
		TEST(pruning_never_commits_half_of_a_failed_batch),
		TEST(admin_commands_with_extra_words_do_nothing),
		TEST(admin_commands_work_in_french),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
