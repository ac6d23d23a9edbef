/* Tests that no byte of a forgotten person stays in the database files. */
#include <ctype.h>
#include <sys/stat.h>

#include "storage/credentials.h"
#include "storage/people.h"
#include "tests/stage/kept.h"

/* Returns true if the bytes contain text in small or capital letters. */
static bool is_among(const char *bytes, size_t size, const char *text)
{
	size_t length = strlen(text);
	for (size_t i = 0; i + length <= size; i++) {
		size_t n = 0;
		while (n < length &&
			tolower((unsigned char)bytes[i + n]) == tolower((unsigned char)text[n]))
			n++;
		if (n == length)
			return true;
	}
	return false;
}

static bool is_in_file(const char *path, const char *text)
{
	struct stat stat_;
	FILE *file = fopen(path, "rb");
	if (file == NULL)
		return false;
	assert_int_equal(fstat(fileno(file), &stat_), 0);
	size_t size = (size_t)stat_.st_size;
	char *bytes = malloc(size + 1);
	assert_non_null(bytes);
	assert_int_equal(fread(bytes, 1, size, file), size);
	fclose(file);
	bool found = is_among(bytes, size, text);
	free(bytes);
	return found;
}

/* Returns true if a file of the database contains text, even in free pages or in the WAL. */
static bool is_kept(const char *database, const char *text)
{
	static const char *const tails[] = { "", "-wal", "-shm" };
	bool kept = false;
	for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
		char path[PATH_MAX];
		snprintf(path, sizeof path, "%s%s", database, tails[i]);
		kept = kept || is_in_file(path, text);
	}
	return kept;
}

static void assert_kept(const struct stage *stage, const char *text, bool kept)
{
	if (is_kept(stage->database, text) != kept)
		fail_msg("%s is %s", text, kept ? "not kept" : "kept");
}

static const char nowhere[] = "SELECT count(*) FROM people WHERE key LIKE 'forgotten %' AND"
			      " coalesce(lang, cards, via, claim, address, home, deserted) IS NULL"
			      " AND notified = 0 AND leaves = 0 AND stays = 0 AND addressed = 0";

/* Stores the guest Zorglub with every kind of data that the bot keeps of guests, and a match with
 * anna. */
static void store_guest(struct stage *stage)
{
	stage_meet(stage, "Z", "Zorglub", NULL, "zident@zhost.example");
	case_dialog(stage, "Z: !new target=100", "anna: !join", "Z: !start");
	stage_play(stage, 1, 5000);
	assert_null(stage_table(stage, 1));
	case_dialog(stage, "Z> set lang fr", "Z> set cards plain", "Z> set via notice",
		"Z> notify on", "Z> claim zpassword", "Z: !new", "Z: !nonce zwordnevercounted",
		"Z: !leave");
	stage_hear(stage);
	assert_kept(stage, "zorglub", true);
	assert_kept(stage, "zident", true);
	assert_kept(stage, "zwordnevercounted", true);
}

static void assert_forgotten(const struct stage *stage)
{
	assert_kept(stage, "zorglub", false);
	assert_kept(stage, "zident", false);
	assert_kept(stage, "zhost", false);
	assert_kept(stage, "zwordnevercounted", false);
	assert_int_equal(kept_asked(stage, nowhere), 1);
}

KEPT_CASE(the_forget_command_erases_a_guest)
{
	store_guest(stage);
	assert_reply(stage, "Z", "forget anna yes", "Z<< Cela efface");
	assert_kept(stage, "zorglub", true);
	stage_whisper(stage, "Z", "forget me yes");
	stage_hear(stage);
	assert_forgotten(stage);
	/* anna's own matches stay, and the bot still shows them. */
	const char *heard = assert_answer(stage, "anna", "!history", "anna< (history match=1 ");
	assert_not_in(heard, "orglub");
	case_dialog(stage, "anna: !top", "anna: !match 1", "anna> replay 1", "anna: !verify 1");
	assert_unsaid(stage, "orglub");
	assert_answer(stage, "anna", "!stats Zorglub", "anna< (nobody.known name=Zorglub)");
	assert_forgotten(stage);
	kept_restart(stage, NULL);
	assert_forgotten(stage);
	/* After that, the nick Zorglub belongs to a new person. */
	stage_meet(stage, "Z", "Zorglub", NULL, "zident@zhost.example");
	assert_reply(stage, "Z", "stats", "Z< (nobody.you)");
	assert_reply(stage, "Z", "forget me yes", "Z< (forget.unknown)");
	stage_say(stage, "Z", "!new");
	assert_reply(stage, "Z", "rank", "Z< (rank.none name=Zorglub ");
}

KEPT_CASE(the_forget_command_erases_an_account)
{
	stage_meet(stage, "Z", "Zorglub", "zaccount", "zident@zhost.example");
	case_dialog(stage, "Z: !new", "Z: !leave");
	assert_kept(stage, "zaccount", true);
	stage_whisper(stage, "Z", "forget me yes");
	stage_hear(stage);
	assert_kept(stage, "zaccount", false);
	assert_forgotten(stage);
}

KEPT_CASE(the_forget_command_mentions_another_person_with_the_same_nick)
{
	stage_meet(stage, "Z", "Zorglub", NULL, "zident@zhost.example");
	case_dialog(stage, "Z: !new", "Z: !leave");
	stage_meet(stage, "Z", "Zorglub", "zaccount", "zident@zhost.example");
	case_dialog(stage, "Z: !new", "Z: !leave");
	assert_reply(stage, "Z", "forget me yes", "Z< (forget.other name=Zorglub)");
	assert_kept(stage, "zaccount", false);
	assert_kept(stage, "zorglub", true);
	stage_meet(stage, "Z", "Zorglub", NULL, "zident@zhost.example");
	stage_whisper(stage, "Z", "forget me yes");
	assert_unsaid(stage, "(forget.other ");
	assert_kept(stage, "zorglub", false);
	assert_kept(stage, "zident", false);
}

/* Until the match ends, the seat belongs to the leaver, even after a restart. */
KEPT_CASE(a_leaver_is_forgotten_only_after_the_match)
{
	stage_meet(stage, "Z", "Zorglub", NULL, "zident@zhost.example");
	case_dialog(stage, "Z: !new target=50", "anna: !join", "Z: !start", "Z: !leave");
	assert_reply(stage, "Z", "forget me yes", "Z< (forget.seated)");
	kept_restart(stage, NULL);
	stage_meet(stage, "Z", "Zorglub", NULL, "zident@zhost.example");
	assert_reply(stage, "Z", "forget me yes", "Z< (forget.seated)");
	stage_play(stage, 1, 5000);
	assert_null(stage_table(stage, 1));
	assert_reply(stage, "Z", "forget me yes", "Z< (forget.done)");
	assert_forgotten(stage);
}

/* The list of ignored masks stores the name of the admin who added an entry. */
KEPT_CASE(the_forget_command_erases_the_name_of_an_admin)
{
	static char boss[] = "account:zboss";
	static char *admins[] = { boss };
	stage->network.access->rules.admins = (struct masks){ admins, 1 };
	stage_meet(stage, "Z", "Zorglub", "zboss", "zident@zhost.example");
	case_dialog(
		stage, "Z: !new", "Z: !leave", "Z> admin ignore add eve!*@*", "Z> forget me yes");
	stage_hear(stage);
	assert_forgotten(stage);
	stage_whisper(stage, "Z", "admin ignore list");
	const char *list = stage_hear(stage);
	assert_in(list, "(admin.ignore mask=eve!*@* name=?");
	assert_not_in(list, "Zorglub");
	assert_kept(stage, "eve!*@*", true);
}

/* The network erases its data about a person last, because it needs the data to deliver the answer.
 */
KEPT_CASE(the_forget_command_erases_network_data_after_the_answer)
{
	stage_shows(stage, true);
	case_dialog(stage, "anna: !new", "anna: !leave", "anna> forget me");
	assert_unsaid(stage, "[erased]");
	assert_reply(stage, "anna", "forget me yes", "anna< (forget.done)\nanna<: [erased]");
}

/* While another program reads, SQLite cannot truncate the WAL. A later batch truncates it. */
KEPT_CASE(forgetting_a_person_waits_until_no_reader_uses_the_database)
{
	store_guest(stage);
	sqlite3 *reader = kept_database(stage);
	assert_int_equal(
		sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM people", NULL, NULL, NULL),
		SQLITE_OK);
	assert_reply(stage, "Z", "forget me yes", "Z<< ");
	assert_int_equal(sqlite3_exec(reader, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(reader);
	stage_whisper(stage, "anna", "set cards plain");
	assert_forgotten(stage);
}

/* With this many people, SQLite often splits pages. Sometimes a copy of a moved row then stays in
 * free space until this space is used again. */
KEPT_CASE(forgetting_a_person_among_thousands_leaves_few_traces)
{
	enum { MANY = 4000, FORGOTTEN = 400 };
	struct store *store = stage->store;
	struct chance chance = { 3 };
	int64_t network = stage->network.id;
	int64_t id[MANY];
	char name[32];
	unsigned traces = 0;
	for (unsigned i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "%08x.%u.", (unsigned)chance_next(&chance), i);
		assert_int_equal(
			store_find_or_add_person(store, network, name, name, 1, &id[i]), STORE_OK);
		if (i % 3 == 0)
			assert_int_equal(store_set_address(store, id[i], name, 1, 1), STORE_OK);
		if (i % 7 == 0)
			assert_int_equal(store_commit(store), STORE_OK);
	}
	/* Each person changes their name once, so that their first name may stay in free space. */
	chance = (struct chance){ 3 };
	for (unsigned i = 0; i < MANY; i++) {
		char key[32];
		snprintf(key, sizeof key, "%08x.%u.", (unsigned)chance_next(&chance), i);
		snprintf(name, sizeof name, "%08x:%u:", (unsigned)(i * 2654435761u), i);
		assert_int_equal(
			store_find_or_add_person(store, network, key, name, 2, &id[i]), STORE_OK);
	}
	for (unsigned i = 0; i < FORGOTTEN; i++)
		assert_int_equal(store_delete_person(store, id[i * (MANY / FORGOTTEN)]), STORE_OK);
	assert_int_equal(store_commit(store), STORE_OK);
	for (unsigned i = 0; i < FORGOTTEN; i++) {
		snprintf(name, sizeof name, ".%u.", i * (MANY / FORGOTTEN));
		traces += is_kept(stage->database, name);
		name[0] = name[strlen(name) - 1] = ':';
		traces += is_kept(stage->database, name);
	}
	assert_true(traces <= FORGOTTEN / 100);
	assert_kept(stage, ".1.", true);
	assert_kept(stage, ":1:", true);
}
