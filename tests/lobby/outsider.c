/* Tests invitation links that seat outsiders at a table: people of another network. */
#include "bot/history/record.h"
#include "bot/match/resume.h"
#include "tests/stage/guests.h"

/* A stage with a second network. `other` keeps the bot's lines on that network. */
struct pair {
	struct stage stage;
	struct stage other; /* only the network, people and lines of this stage are used */
};

#define PAIR_CASE(name) CASE_WITH(name, struct pair *pair, pair_open, pair_close)

static void add_other(struct pair *pair)
{
	pair->other.network = (struct network){ .name = "other",
		.driver = pair->stage.network.driver,
		.events = pair->stage.network.events,
		.above = &pair->stage.commands };
	assert_true(lobby_add_network(&pair->stage.lobby, &pair->other.network));
	pair->other.network.events->joined(&pair->other.network, "#table");
	lobby_commit(&pair->stage.lobby);
}

static int pair_open(void **state)
{
	struct pair *pair = calloc(1, sizeof *pair);
	assert_non_null(pair);
	stage_open(&pair->stage, stage_keys, NULL);
	stage_visit(&pair->stage);
	pair->other.staged = pair->other.said = pair->other.heard = STRING_EMPTY;
	pair->other.strict = true;
	pair->other.guest = calloc(STAGE_GUESTS, sizeof *pair->other.guest);
	add_other(pair);
	*state = pair;
	return 0;
}

static int pair_close(void **state)
{
	struct pair *pair = *state;
	stage_close(&pair->stage);
	string_free(&pair->other.staged);
	string_free(&pair->other.said);
	string_free(&pair->other.heard);
	free(pair->other.guest);
	free(pair);
	return 0;
}

/* Lets a person of the other network say a line in private. Returns the bot's lines on that
 * network. */
static const char *whisper(struct pair *pair, const char *nick, const char *text)
{
	stage_hear(&pair->other);
	stage_add(&pair->other, nick, false, text);
	lobby_commit(&pair->stage.lobby);
	return stage_hear(&pair->other);
}

/* Lets anna, who opened table 1, ask for a link. Returns the command that uses the link. */
static const char *get_link(struct pair *pair)
{
	static const char url[] = "https://cards.test/join/";
	static char join[2][80];
	static unsigned next;
	const char *heard = assert_answer(&pair->stage, "anna", "!guest", url);
	char *to = join[next++ % 2];
	snprintf(to, sizeof join[0], "join %.*s", (int)strlen(url) + SEAT_KEY - 1,
		strstr(heard, url));
	return to;
}

/* Lets anna open a table, and seats luc of the other network at it. Returns the table. */
static struct table *seat_luc(struct pair *pair, const char *new)
{
	stage_say(&pair->stage, "anna", new);
	whisper(pair, "luc", get_link(pair));
	struct table *table = stage_table(&pair->stage, 1);
	assert_int_equal(table->seats_taken, 2);
	stage_hear(&pair->stage);
	return table;
}

static bool is_turn_of(struct table *table, const char *nick)
{
	return strcmp(turn_of(table)->name, nick) == 0;
}

/* Lets the player to move, anna or luc, play a card. */
static void play(struct pair *pair, struct table *table)
{
	if (is_turn_of(table, "luc"))
		whisper(pair, "luc", "p 1");
	else
		stage_say(&pair->stage, "anna", "!p 1");
}

/* Begins a match of anna and luc, and plays until luc is to move. Returns the table. */
static struct table *begin_match(struct pair *pair)
{
	struct table *table = seat_luc(pair, "!new");
	stage_say(&pair->stage, "anna", "!start");
	if (!is_turn_of(table, "luc"))
		play(pair, table);
	assert_true(is_turn_of(table, "luc"));
	stage_hear(&pair->stage);
	return table;
}

PAIR_CASE(a_link_seats_a_person_of_another_network_as_themselves)
{
	stage_say(&pair->stage, "anna", "!new mitch");
	const char *join = get_link(pair);
	const char *said =
		"[1] (table.guest name=luc (other) other=anna names=anna, luc (other))\n";
	assert_string_equal(whisper(pair, "luc", join),
		case_text("luc< %sluc< (join.elsewhere table=1 channel=#table)\n", said));
	assert_heard(&pair->stage, case_text("#table: %s", said));
	assert_in(whisper(pair, "rose", join), "rose< (guest.used)");
	/* The command also works in French, and with the key alone instead of the link. */
	join = strrchr(get_link(pair), '/') + 1;
	assert_in(whisper(pair, "rose", case_text("joindre %s", join)),
		"names=anna, luc (other), rose (other))");
}

/* A person of the table's own channel with the nick luc can sit at it too. */
PAIR_CASE(people_of_another_network_carry_its_name_where_they_play)
{
	struct string record = STRING_EMPTY;
	struct store_match row;
	struct table *table = seat_luc(pair, "!new target=50");
	const int64_t match = table->match;
	assert_answer(&pair->stage, "luc", "!join",
		"#table: [1] (table.joined name=luc names=anna, luc (other), luc)");
	stage_say(&pair->stage, "anna", "!start");
	assert_in(stage_hear(&pair->stage), "luc (other)");
	assert_answer(&pair->stage, "anna", "!kick luc (other)", "(kick.running name=luc (other))");
	assert_int_equal(store_get_match(pair->stage.store, match, &row), STORE_OK);
	assert_int_equal(history_write_record(pair->stage.store, &row, &record), STORE_OK);
	assert_in(record.bytes, "luc_(other)");
	string_free(&record);
	stage_say(&pair->stage, "anna", "!stop");
	stage_say(&pair->stage, "luc", "!stop");
	whisper(pair, "luc", "stop");
	assert_answer(
		&pair->stage, "anna", case_text("!match %lld", (long long)match), "luc (other)");
}

PAIR_CASE(a_match_over_two_networks_is_casual_and_shows_each_hand_to_its_owner)
{
	struct table *table = seat_luc(pair, "!new target=50");
	stage_hear(&pair->other);
	stage_say(&pair->stage, "anna", "!start");
	const char *here = stage_hear(&pair->stage), *there = stage_hear(&pair->other);
	assert_in(here, "(match.casual.guest)");
	assert_in(there, "luc< [1] (match.casual.guest)");
	assert_false(showed_hand(here, "luc"));
	assert_false(showed_hand(there, "anna"));
	assert_int_equal(showed_hand(there, "luc"), is_turn_of(table, "luc"));
	for (unsigned i = 0; i < 2000 && stage_table(&pair->stage, 1) != NULL; i++)
		play(pair, table);
	assert_null(stage_table(&pair->stage, 1));
	assert_in(stage_hear(&pair->other), "luc< [1] (match.stored ");
	assert_in(stage_hear(&pair->stage), "#table: [1] (match.stored ");
	assert_silence(&pair->other);
}

PAIR_CASE(an_outsider_gives_up_the_seat_in_private_and_gets_no_more_lines)
{
	begin_match(pair);
	assert_in(whisper(pair, "luc", "unwatch"), "luc< (watch.none)");
	assert_in(whisper(pair, "luc", "start"), "luc< (only.there channel=#table word=start)");
	assert_in(
		whisper(pair, "luc", "stop"), "luc< [1] (stop.asked name=luc (other) others=anna)");
	const char *heard = whisper(pair, "luc", "leave");
	assert_in(heard, "luc< [1] (seat.left name=luc (other) seat=");
	stage_hear(&pair->other);
	stage_say(&pair->stage, "anna", "!p 1");
	assert_silence(&pair->other);
	assert_in(whisper(pair, "luc", "join #1"), "luc< [1] (seat.back seat=luc (other))");
	assert_in(whisper(pair, "luc", "hand"), "(hand.cards)");
}

PAIR_CASE(a_person_of_another_network_is_refused_with_the_reason)
{
	stage_say(&pair->stage, "anna", "!new");
	const char *join = get_link(pair);
	assert_in(whisper(pair, "luc", "join AAAAAAAAAAAAAAAAAAAAAA"), "(guest.no.link)");
	assert_in(whisper(pair, "luc", "join https://cards.test/join/A"), "(guest.no.link)");
	assert_in(whisper(pair, "ANNA", join), "ANNA< (join.name)");
	pair->other.outside = true;
	assert_in(whisper(pair, "luc", join), "luc< (join.outside)");
	pair->other.outside = false;
	whisper(pair, "luc", "new");
	assert_in(whisper(pair, "luc", join), "luc< (seated.elsewhere)");
	whisper(pair, "luc", "leave");
	assert_in(whisper(pair, "luc", join), "luc< (join.elsewhere ");
	assert_in(whisper(pair, "luc", "solo"), "luc< (seated.elsewhere)");
	assert_int_equal(pair->stage.lobby.tables.count, 1);
}

PAIR_CASE(a_rematch_calls_no_person_of_another_network)
{
	begin_match(pair);
	whisper(pair, "luc", "stop");
	stage_say(&pair->stage, "anna", "!stop");
	stage_hear(&pair->stage);
	const char *heard = assert_answer(&pair->stage, "anna", "!again", "(table.new name=anna ");
	assert_in(heard, "anna< (again.guest others=luc (other))");
}

PAIR_CASE(an_outsider_is_told_once_if_the_channel_bars_the_bot)
{
	begin_match(pair);
	stage_kick(&pair->stage);
	stage_wait(&pair->stage, 1000);
	assert_in(stage_hear(&pair->other), "luc< [1] (channel.barred ");
	const char *heard = whisper(pair, "luc", "stop");
	assert_int_equal(case_count(heard, "(stop.asked "), 1);
	heard = whisper(pair, "luc", "leave");
	assert_int_equal(case_count(heard, "(seat.left "), 1);
}

PAIR_CASE(a_table_number_means_first_the_table_where_an_outsider_plays)
{
	stage_add(&pair->other, "rose", true, "!new");
	lobby_commit(&pair->stage.lobby);
	struct table *table = begin_match(pair);
	unsigned moves = table->moves;
	whisper(pair, "luc", "p 1 #1");
	assert_int_equal(table->moves, moves + 1);
	assert_in(whisper(pair, "rose", "leave #1"), "(table.closed name=rose)");
}

PAIR_CASE(a_channel_of_the_same_name_is_not_the_channel_of_the_table)
{
	struct table *table = seat_luc(pair, "!new");
	assert_true(person_is_in_channel(table->seat[1].player, "#table"));
	stage_wait(&pair->stage, 1000);
	pair->other.elsewhere = "luc";
	stage_wait(&pair->stage, 1000);
	stage_wait(&pair->stage, 60000);
	assert_int_equal(table->seats_taken, 2);
	pair->other.elsewhere = NULL;
	stage_hear(&pair->other);
	stage_say(&pair->stage, "anna", "!bot");
	assert_in(stage_hear(&pair->other), "luc< [1] (table.joined");
}

PAIR_CASE(the_opener_can_send_an_outsider_away_before_the_start)
{
	struct table *table = seat_luc(pair, "!new");
	stage_hear(&pair->other);
	assert_answer(
		&pair->stage, "anna", "!kick LUC", "(table.kicked other=anna name=luc (other)");
	assert_in(stage_hear(&pair->other), "luc< [1] (table.kicked other=anna name=luc (other)");
	assert_int_equal(table->seats_taken, 1);
	whisper(pair, "luc", get_link(pair));
	stage_say(&pair->stage, "anna", "!start");
	assert_refusal(
		&pair->stage, "anna", "!kick luc (other)", "(kick.running name=luc (other))");
}

PAIR_CASE(a_table_closes_when_only_outsiders_are_left)
{
	seat_luc(pair, "!new");
	stage_hear(&pair->other);
	assert_answer(&pair->stage, "anna", "!leave", "#table: [1] (table.closed name=anna)");
	assert_in(stage_hear(&pair->other), "luc< [1] (table.closed name=anna)");
}

PAIR_CASE(a_person_of_the_same_network_may_use_a_link)
{
	stage_say(&pair->stage, "anna", "!new");
	const char *join = get_link(pair);
	stage_whisper(&pair->stage, "luc", join);
	assert_heard(&pair->stage, "#table: [1] (table.joined name=luc names=anna, luc)\n");
	assert_in(whisper(pair, "rose", join), "rose< (guest.used)");
}

PAIR_CASE(nothing_is_said_on_either_network_if_the_batch_fails)
{
	stage_say(&pair->stage, "anna", "!new");
	const char *join = get_link(pair);
	stage_hear(&pair->stage);
	stage_add(&pair->other, "luc", false, join);
	case_fail(&pair->stage);
	lobby_commit(&pair->stage.lobby);
	assert_heard(&pair->other, "luc< (store.failed)\n");
	assert_silence(&pair->stage);
	stage_wait(&pair->stage, 5000);
	stage_say(&pair->stage, "anna", "!bot");
	assert_silence(&pair->other);
	assert_in(whisper(pair, "luc", join), "luc< (join.elsewhere ");
	stage_add(&pair->other, "luc", false, "leave");
	case_fail(&pair->stage);
	lobby_commit(&pair->stage.lobby);
	assert_heard(&pair->other, "luc< (store.failed)\n");
	stage_wait(&pair->stage, 5000);
	stage_say(&pair->stage, "anna", "!bot");
	assert_in(stage_hear(&pair->other), "luc< [1] (table.joined");
}

PAIR_CASE(a_match_over_two_networks_waits_for_both_after_a_restart)
{
	begin_match(pair);
	stage_mark(&pair->stage);
	pair->stage.log.level = 0;
	stage_rewind(&pair->stage);
	assert_null(stage_table(&pair->stage, 1));
	add_other(pair);
	assert_int_equal(resume_tables(&pair->stage.lobby), 1);
	stage_join(&pair->stage);
	struct table *table = stage_table(&pair->stage, 1);
	assert_string_equal(table_name(table, table_state(table)->turn), "luc (other)");
	unsigned moves = table->moves;
	assert_in(whisper(pair, "luc", "p 1"), "luc< [1] (event.");
	assert_int_equal(table->moves, moves + 1);
	stage_hear(&pair->other);
	play(pair, table);
	assert_in(stage_hear(&pair->other), "luc< [1] (event.");
}

static bool is_gone(const struct network *network)
{
	(void)network;
	return true;
}

static bool is_listed(const struct lobby *lobby, const struct network *wanted)
{
	const struct network *network;
	for (size_t n = 0; (network = lobby_next_network(lobby, &n)) != NULL;)
		if (network == wanted)
			return true;
	return false;
}

PAIR_CASE(a_removed_network_is_listed_until_its_last_table_has_ended)
{
	struct lobby *lobby = &pair->stage.lobby;
	struct network *other = &pair->other.network;
	struct network_driver driver = *other->driver;
	driver.gone = is_gone;
	other->driver = &driver;
	stage_add(&pair->other, "luc", true, "!new");
	lobby_commit(lobby);
	assert_int_equal(lobby->tables.count, 1);
	assert_true(is_listed(lobby, other));
	other->removed = true;
	assert_true(is_listed(lobby, other));
	stage_add(&pair->other, "luc", true, "!leave");
	lobby_commit(lobby);
	assert_int_equal(lobby->tables.count, 0);
	assert_false(is_listed(lobby, other));
	assert_true(is_listed(lobby, &pair->stage.network));
	other->removed = false;
	assert_true(is_listed(lobby, other));
	other->driver = pair->stage.network.driver;
}

PAIR_CASE(a_table_waits_for_an_outsider_whose_network_is_lost)
{
	struct table *table = begin_match(pair);
	const struct person *luc = turn_of(table);
	pair->other.hidden = "luc";
	pair->other.network.events->lost(&pair->other.network);
	stage_wait(&pair->stage, 1000);
	assert_heard(&pair->stage, "#table: [1] (seat.lost names=luc (other) wait=2 min)\n");
	assert_true(luc->connection_lost);
	pair->other.hidden = NULL;
	stage_add(&pair->other, "luc", false, "hand");
	stage_wait(&pair->stage, 1000);
	assert_heard(&pair->stage, "#table: [1] (seat.here names=luc (other))\n");
	pair->other.network.input_paused = true;
	stage_wait(&pair->stage, 200000);
	assert_silence(&pair->stage);
	assert_true(is_turn_of(table, "luc"));
}
