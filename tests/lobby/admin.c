/* admin.c - what operators may do and others may not, on a stage. */
#include "storage/store.h"
#include "tests/stage/case.h"

struct play {
	struct stage stage; /* first */
	bool sound;         /* the configuration it reloads */
	unsigned reloads;
	unsigned farewells;
};

static bool reload(void *self, struct string *report)
{
	struct play *play = self;

	play->reloads++;
	string_add(report,
		play->sound ? "database: in force after a restart of the bot\n"
			    : "test.conf:3: prefix: may not be empty\n");
	return play->sound;
}

static void shut_down(void *self)
{
	((struct play *)self)->farewells++;
}

static char boss[] = "account:boss", office[] = "*!*@office.example";
static char *admins[] = { boss, office };

static int open_stage(void **state)
{
	static struct play play;

	play = (struct play){ .sound = true };
	stage_open_quietly(&play.stage, NULL);
	play.stage.commands.control =
		(struct control){ .self = &play, .reload = reload, .shut_down = shut_down };
	play.stage.network.guard->rules.admins = (struct masks){ admins, 2 };
	stage_hear(&play.stage);
	*state = &play;
	return 0;
}

static int close_stage(void **state)
{
	stage_close(*state);
	return 0;
}

/* What the operator is answered, and what else is said because of it. */
static const char *order(struct stage *stage, const char *text)
{
	stage_hear(stage);
	stage->account = "Boss";
	stage_whisper(stage, "ann", text);
	stage->account = NULL;
	return stage_hear(stage);
}

static void says(struct stage *stage, const char *text, const char *answer)
{
	const char *said = order(stage, text);

	if (strstr(said, answer) == NULL)
		fail_msg("%s: %sinstead of %s", text, said, answer);
}

/* To everybody else there is no such command. */
static void test_strangers_learn_nothing(void **state)
{
	struct stage *stage = *state;
	static const struct {
		const char *says, *word;   /* what an operator would be understood by, … */
		const char *other, *typed; /* … and what nobody is */
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
	assert_in(stage_hear(stage), "I know no command “admin”");
	assert_int_equal(((struct play *)stage)->farewells, 0);
	assert_int_equal(((struct play *)stage)->reloads, 0);
}

static void test_who_is_one(void **state)
{
	struct stage *stage = *state;

	says(stage, "admin", "ann< admin status");
	says(stage, "help admin", "ann< admin status");
	stage->host = "~x@office.example";
	stage_whisper(stage, "luc", "admin status");
	assert_in(stage_hear(stage), "luc< mitaines ");
	stage_say(stage, "luc", "!admin status");
	assert_in(stage_hear(stage), "luc< ");
	stage->host = "~x@office.example.org";
	stage_whisper(stage, "luc", "admin status");
	assert_unsaid(stage, "mitaines ");
}

static void test_looking(void **state)
{
	struct stage *stage = *state;

	says(stage, "admin tables", "There are no tables");
	stage_say(stage, "eve", "!new mitch");
	stage_say(stage, "bob", "!join");
	says(stage, "admin tables", "#1 stage #table: mitch, open. Seated: eve, bob.");
	stage_say(stage, "eve", "!start");
	says(stage, "admin tables", "#1 stage #table: mitch, match 1, hand 1. Playing: ");
	stage_wait(stage, 90060000);
	stage->owed = 7;
	says(stage, "admin status", "up 1 d 1 h 1 min");
	says(stage, "admin status", "lines waiting: 7.");
	says(stage, "admin networks", "stage: connected as mitaines, channels: 1, people: 3");
	says(stage, "admin unheard-of", "ann< admin status");
}

static void test_channels(void **state)
{
	struct stage *stage = *state;

	says(stage, "admin join #other", "JOIN #other\n");
	says(stage, "admin join other", "I cannot go to other");
	says(stage, "admin join", "admin join CHANNEL");
	says(stage, "admin part #other STAGE", "PART #other\n");
	says(stage, "admin part #other elsewhere", "I know no network elsewhere");
}

static void test_stopping_a_table(void **state)
{
	struct stage *stage = *state;

	stage_say(stage, "eve", "!new");
	stage_say(stage, "bob", "!join");
	stage_say(stage, "eve", "!start");
	says(stage, "admin stop 2", "There is no table 2");
	says(stage, "admin stop", "There is no table");
	says(stage, "admin stop #1", "#table: [1] The operator ends the match here, unrated: ");
	assert_null(stage_table(stage, 1));
	stage_say(stage, "eve", "!new");
	says(stage, "admin stop 1 stage", "#table: [1] The operator closes the table.");
	assert_null(stage_table(stage, 1));
}

static void test_announcing(void **state)
{
	struct stage *stage = *state;

	says(stage, "admin announce  tea  at four", "ann< Done.");
	assert_not_in(order(stage, "admin announce tea"), "#table: ");
	says(stage, "admin announce * tea  at four", "#table: From the operator: tea  at four\n");
	says(stage, "admin announce *", "admin announce TEXT");
	stage_say(stage, "eve", "!new");
	says(stage, "admin announce tea", "#table: From the operator: tea\n");
}

static bool is_heard(struct stage *stage, const char *nick)
{
	stage_hear(stage);
	stage_say(stage, nick, "!ping");
	return strstr(stage_hear(stage), "pong") != NULL;
}

static void test_ignoring(void **state)
{
	struct stage *stage = *state;

	stage->host = "~x@host";
	says(stage, "admin ignore list", "I ignore nobody.");
	says(stage, "admin ignore add Eve!*@*", "I ignore Eve!*@*.");
	assert_false(is_heard(stage, "eve"));
	assert_true(is_heard(stage, "anna"));
	says(stage, "admin ignore list", "Eve!*@* (by ann)");
	says(stage, "admin ignore add eve", "admin ignore add MASK");
	says(stage, "admin ignore del bob!*@*", "is not on the list");
	says(stage, "admin ignore add eve!*@*", "I ignore");
	says(stage, "admin ignore del EVE!*@*", "I no longer ignore");
	assert_true(is_heard(stage, "eve"));
	/* Operators cannot shut themselves out. */
	says(stage, "admin ignore add *!*@*", "I ignore");
	assert_false(is_heard(stage, "anna"));
	says(stage, "admin ignore del *!*@*", "I no longer ignore");
	assert_true(is_heard(stage, "anna"));
}

static void test_ignoring_outlives_the_bot(void **state)
{
	struct stage *stage = *state;
	struct guard *again;

	says(stage, "admin ignore add eve!*@*", "I ignore");
	again = guard_open(&stage->lobby.turn, stage->network.id);
	assert_non_null(again);
	assert_non_null(guard_ignored(again, "EVE!*@*"));
	assert_null(guard_ignored(again, "bob!*@*"));
	guard_close(again);
}

static void test_giving_a_nick_back(void **state)
{
	struct stage *stage = *state;

	stage_whisper(stage, "eve", "claim bastille");
	says(stage, "admin unclaim", "ann< admin unclaim NICK");
	says(stage, "admin unclaim nobody", "ann< I don't know anybody called nobody");
	says(stage, "admin unclaim eve elsewhere", "I know no network elsewhere");
	says(stage, "admin unclaim EVE", "ann< eve no longer has a password.");
	says(stage, "admin unclaim eve stage", "ann< No word is set for eve.");
	stage_whisper(stage, "eve", "claim bastion");
	assert_in(stage_hear(stage), "eve< eve is yours now");
	order(stage, "set lang fr");
	says(stage, "admin libérer eve", "ann< eve n’a plus de mot de passe.");
	/* By an account nobody has one: the nick is somebody else's. */
	stage_meet(stage, "Z", "zoe", "zoe", "z@home");
	stage_whisper(stage, "Z", "set cards plain");
	says(stage, "admin libérer zoe", "ann< Je ne connais pas zoe");
	stage_whisper(stage, "eve", "admin unclaim eve");
	assert_in(stage_hear(stage), "“admin”");
}

static void test_the_bot(void **state)
{
	struct play *play = *state;

	says(&play->stage, "admin reload", "ann< database: in force after a restart of the bot\n");
	says(&play->stage, "admin reload", "is read again");
	play->sound = false;
	says(&play->stage, "admin reload", "ann< test.conf:3: prefix: may not be empty\n");
	says(&play->stage, "admin reload", "All stays as it was");
	assert_int_equal(play->reloads, 4);
	says(&play->stage, "admin shutdown", "I say goodbye");
	assert_int_equal(play->farewells, 1);
	play->stage.commands.control = (struct control){ .self = NULL };
	says(&play->stage, "admin reload", "not possible here");
	says(&play->stage, "admin shutdown", "not possible here");
}

static void test_in_french(void **state)
{
	struct stage *stage = *state;

	order(stage, "set lang fr");
	says(stage, "admin état", "en marche depuis");
	says(stage, "admin arrêter 3", "Il n’y a pas de table 3");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_stage, close_stage)
	const struct CMUnitTest tests[] = {
		TEST(test_strangers_learn_nothing),
		TEST(test_who_is_one),
		TEST(test_looking),
		TEST(test_channels),
		TEST(test_stopping_a_table),
		TEST(test_announcing),
		TEST(test_ignoring),
		TEST(test_ignoring_outlives_the_bot),
		TEST(test_giving_a_nick_back),
		TEST(test_the_bot),
		TEST(test_in_french),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
