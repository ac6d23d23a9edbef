/* Tests the settings that operators of a channel make in chat. */
#include "tests/stage/guests.h"

#include "bot/table/channel_key.h"
#include "config/check.h"
#include "storage/query.h"
#include "storage/sqlite/sqlite.h"

enum { MINUTE = 60 * 1000, HOUR = 60 * MINUTE };

/* Opens a stage on which anna operates the channel, and luc has voice there. */
static int open_channel(void **state)
{
	if (case_open(state) != 0)
		return -1;
	struct stage *stage = *state;
	case_dialog(stage, "anna: !ping", "luc: !ping", "rose: !ping");
	stage->operator= "anna";
	stage->voiced = "luc";
	stage_hear(stage);
	return 0;
}

#define CHANNEL_CASE(name) CASE_WITH(name, struct stage *stage, open_channel, case_close)

#define SHOWN \
	"(channel.show channel=#table list=detail full, lang en, cards ascii, games all, tables " \
	"4, " \
	"open all, hours always, zone UTC, bots yes, pages yes, guests no, " \
	"daily off)\n"

CHANNEL_CASE(anyone_may_see_the_settings_of_a_channel)
{
	assert_answer_is(stage, "rose", "!channel", "rose< " SHOWN);
	assert_answer_is(stage, "rose", "!canal", "rose< " SHOWN);
}

CHANNEL_CASE(only_channel_operators_can_change_a_setting)
{
	assert_refusal(stage, "rose", "!channel detail quiet",
		"(channel.operators.only channel=#table operators=(operators.irc))");
	assert_refusal(stage, "luc", "!channel off",
		"(channel.operators.only channel=#table operators=(operators.irc))");
	assert_answer_is(stage, "anna", "!channel detail quiet",
		"#table: (channel.set name=anna setting=detail quiet)\n");
}

/* Each case has a key, a value in people's words, and the value that the bot stores. */
CHANNEL_CASE(each_channel_setting_accepts_its_values_in_both_languages)
{
	static const char *const cases[][3] = {
		{ "detail", "discret", "quiet" },
		{ "detail", "full", "full" },
		{ "langue", "fr", "fr" },
		{ "lang", "English", "en" },
		{ "cartes", "couleur", "colour" },
		{ "games", "mate, mitaines", "mitaines,mate" },
		{ "jeux", "tous", "all" },
		{ "tables", "2", "2" },
		{ "open", "voiced", "voiced" },
		{ "hours", "18-23", "18-23" },
		{ "heures", "toujours", "always" },
		{ "zone", "utc+5:30", "UTC+5:30" },
		{ "zone", "-4", "UTC-4" },
		{ "fuseau", "america/north_dakota/new_salem", "America/North_Dakota/New_Salem" },
		{ "zone", "America/New York", "America/New_York" },
		{ "robots", "non", "no" },
		{ "pages", "no", "no" },
		{ "quotidienne", "on", "on" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *line = case_text("!channel %s %s", cases[i][0], cases[i][1]);
		assert_answer(stage, "anna", line, cases[i][2]);
		assert_answer(stage, "anna", "!channel", cases[i][2]);
	}
}

CHANNEL_CASE(a_french_channel_reads_french_keys_and_values)
{
	assert_answer(stage, "anna", "!channel lang fr", ": langue fr.");
	assert_answer(stage, "anna", "!canal ouvrir voix", ": ouvrir voix.");
	assert_answer(stage, "anna", "!canal games all", ": jeux tous.");
	stage_whisper(stage, "anna", "set lang fr");
	assert_answer(stage, "anna", "!canal robots", "!canal robots oui|non.");
	assert_answer(stage, "anna", "!canal invités", "!canal invités non|lien|libre.");
	assert_answer(stage, "anna", "!canal quotidienne oui", ": quotidienne on.");
	assert_answer(stage, "anna", "!canal parler", "!canal parler PSEUDO.");
	assert_answer(stage, "anna", "!canal", "ouvrir voix, heures toujours, fuseau UTC,");
}

CHANNEL_CASE(impossible_values_of_channel_settings_are_refused)
{
	static const char *const lines[] = { "detail loud", "lang xx", "games chess", "games",
		"tables 0", "tables x", "hours 18", "hours 5-5", "hours 24-3", "zone", "off soon",
		"off 99d", "close", "mute", "mute rose soon", "unmute" };
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		assert_refusal(
			stage, "anna", case_text("!channel %s", lines[i]), "(channel.usage ");
	assert_refusal(stage, "anna", "!channel games bridge", "setting=games mitaines,mitch,");
	assert_refusal(stage, "anna", "!channel colour red", "(channel.unknown word=colour)");
}

CHANNEL_CASE(channel_settings_survive_a_restart)
{
	stage_say(stage, "anna", "!channel tables 1");
	stage_mark(stage);
	stage_rewind(stage);
	assert_answer(stage, "rose", "!channel", "tables 1,");
}

CHANNEL_CASE(a_setting_has_no_effect_if_it_could_not_be_stored)
{
	stage_add(stage, "anna", true, "!channel detail quiet");
	case_fail(stage);
	stage_say(stage, "rose", "!ping");
	assert_unsaid(stage, "(channel.set");
	assert_answer(stage, "rose", "!channel", "detail full,");
}

CASE(the_configuration_can_lock_every_key_of_channel)
{
	for (unsigned key = 0; key < CHANNEL_KEYS; key++)
		if (check_locked(channel_key_name(key)) != NULL)
			fail_msg("locked refuses %s", channel_key_name(key));
}

CHANNEL_CASE(the_configuration_can_limit_and_lock_channel_settings)
{
	struct override override = {
		.network = "stage", .channel = "#table", .settings = stage->settings.usual
	};
	struct settings settings = stage->lobby.settings;
	override.settings.tables = 2;
	override.settings.locked = 1u << CHANNEL_GAMES | 1u << CHANNEL_MUTE;
	settings.override = &override;
	settings.overrides = 1;
	stage_say(stage, "anna", "!channel games mate");
	lobby_configure(&stage->lobby, &settings);
	assert_refusal(
		stage, "anna", "!channel tables 3", "(channel.tables.most channel=#table most=2)");
	assert_refusal(
		stage, "anna", "!channel games mate", "(channel.locked key=games channel=#table)");
	assert_refusal(
		stage, "anna", "!channel mute rose", "(channel.locked key=mute channel=#table)");
	/* A lock also suspends settings that were made before it. */
	assert_answer(stage, "rose", "!channel", "games all, tables 2,");
	assert_answer(stage, "rose", "!channel", "rose< (channel.locks list=games, mute)");
	settings = stage->settings;
	lobby_configure(&stage->lobby, &settings);
	assert_answer(stage, "rose", "!channel", "games mate, tables 4,");
}

CHANNEL_CASE(new_tables_obey_the_limits_of_the_channel)
{
	case_dialog(stage, "anna: !channel games mate", "anna: !channel tables 1");
	assert_refusal(stage, "rose", "!new", "(channel.games.only channel=#table games=mate");
	assert_refusal(stage, "rose", "!seek", "(channel.games.only ");
	assert_answer(stage, "rose", "!new mate", "(table.new ");
	assert_refusal(stage, "luc", "!new mate", "(too.many.tables)");
	assert_answer(stage, "luc", "!solo", "(alone.solo ");
}

CHANNEL_CASE(channel_operators_choose_the_people_allowed_to_open_tables)
{
	stage_say(stage, "anna", "!channel open voiced");
	assert_refusal(
		stage, "rose", "!new", "(channel.openers.only who=(channel.openers.voiced) ");
	assert_answer(stage, "luc", "!new", "(table.new ");
	stage_say(stage, "anna", "!channel open operators");
	assert_refusal(stage, "luc", "!new mate",
		"(channel.openers.only who=(channel.openers.operators) ");
	assert_answer(stage, "anna", "!new mate", "(table.new ");
}

CHANNEL_CASE(tables_can_be_opened_only_in_the_hours_of_the_channel)
{
	int64_t hour = lobby_date(&stage->lobby) / 3600 % 24;
	stage_say(stage, "anna",
		case_text("!channel hours %d-%d", (int)((hour + 1) % 24), (int)((hour + 3) % 24)));
	assert_refusal(stage, "rose", "!new", "(channel.hours.only channel=#table");
	stage_say(stage, "anna", "!channel zone +1");
	assert_answer(stage, "rose", "!new", "(table.new ");
}

/* The stage begins on 2027-01-15 at 08:00 UTC. In Paris that is 9:00; half a year later 08:00 UTC
 * is 10:00 there. */
CHANNEL_CASE(the_hours_of_a_channel_follow_the_summer_time_of_its_zone)
{
	const int64_t hour = 60 * 60 * INT64_C(1000), half_year = 181 * 24 * hour;
	assert_answer(stage, "anna", "!channel zone europe/PARIS", "Europe/Paris");
	assert_answer(stage, "anna", "!channel hours 9-10",
		"(channel.set name=anna setting=hours 9-10 (Europe/Paris))");
	assert_answer(stage, "rose", "!new", "(table.new ");
	stage_say(stage, "rose", "!leave");
	stage->now += half_year - hour;
	assert_answer(stage, "rose", "!new", "(table.new ");
	stage_say(stage, "rose", "!leave");
	stage->now += hour;
	assert_refusal(stage, "rose", "!new",
		"(channel.hours.only channel=#table hours=9-10 zone=Europe/Paris)");
}

CHANNEL_CASE(an_unknown_time_zone_is_refused_with_the_nearest_one)
{
	assert_refusal(stage, "anna", "!channel zone Tornto",
		"(channel.zone.near zone=Tornto meant=America/Toronto)");
	assert_refusal(stage, "anna", "!channel zone new york",
		"(channel.zone.near zone=new_york meant=America/New_York)");
	assert_refusal(stage, "anna", "!channel zone Etc/GMT+5",
		"(channel.zone.near zone=Etc/GMT+5 meant=UTC-5)");
	assert_refusal(stage, "anna", "!channel zone ../../../etc/passwd",
		"(channel.zone.unknown zone=../../../etc/passwd)");
	assert_answer(stage, "anna", "!channel", "zone UTC,");
}

CHANNEL_CASE(ai_players_cannot_be_seated_in_a_channel_that_forbids_them)
{
	stage_say(stage, "anna", "!channel bots no");
	assert_answer(stage, "rose", "!new quebec", "(people.table.new name=rose ");
	assert_answer(stage, "luc", "!join", "(people.table.joined.few name=luc ");
	assert_answer(stage, "luc", "!start", "(people.wrong.players players=4 taken=2)");
	assert_refusal(stage, "rose", "!bot", "(channel.no.robots)");
	assert_refusal(stage, "rose", "!bot genius", "(channel.no.robots)");
	assert_answer(stage, "rose", "mitaines: how do I add a bot?", "(answer.people)");
	assert_answer(stage, "rose", "mitaines: what now?", "(answer.people)");
}

CHANNEL_CASE(pages_hide_the_matches_of_a_channel_that_forbids_pages)
{
	case_dialog(stage, "anna: !channel pages no", "rose: !new");
	assert_int_equal(stage_table(stage, 1)->openness, OPENNESS_CLOSED);
}

CHANNEL_CASE(a_channel_allows_fewer_guests_than_the_configuration_and_no_more)
{
	assert_refusal(
		stage, "anna", "!channel guests invited", "(channel.guests.most channel=#table)");
	stage->settings.usual.guests = CONFIG_GUESTS_INVITED;
	stage_visit(stage);
	case_dialog(stage, "anna: !channel guests invited", "rose: !new");
	assert_answer(stage, "anna", "!channel", "guests invited, ");
	assert_answer(stage, "rose", "!guest", "(guest.link ");
	assert_answer_is(stage, "anna", "!canal invités non",
		"#table: (channel.set name=anna setting=guests no)\n");
	assert_refusal(stage, "rose", "!guest", "(guest.not.here)");
}

CHANNEL_CASE(a_channel_cannot_allow_pages_that_the_configuration_forbids)
{
	case_dialog(stage, "anna: !channel pages yes");
	stage->settings.usual.hidden = true;
	lobby_configure(&stage->lobby, &stage->settings);
	assert_answer(stage, "anna", "!channel", "pages no, ");
	assert_refusal(stage, "anna", "!channel pages yes", "(channel.pages.no channel=#table)");
	assert_answer_is(stage, "anna", "!channel pages no",
		"#table: (channel.set name=anna setting=pages no)\n");
	stage->settings.usual.hidden = false;
	lobby_configure(&stage->lobby, &stage->settings);
	assert_answer(stage, "anna", "!channel", "pages no, ");
	assert_answer(stage, "anna", "!channel pages yes", "pages yes)");
	assert_answer(stage, "anna", "!channel", "pages yes, ");
}

CHANNEL_CASE(a_switched_off_bot_accepts_commands_only_from_seated_people)
{
	case_two(stage, "!new");
	assert_answer_is(
		stage, "anna", "!channel off 2h", "#table: (channel.off.done name=anna time=2h)\n");
	assert_refusal(stage, "rose", "!tables", "(channel.is.off channel=#table)");
	assert_refusal(
		stage, "rose", "mitaines: how do I play?", "(channel.is.off channel=#table)");
	assert_refusal(stage, "luc", "!new mate", "(channel.is.off channel=#table");
	assert_answer(stage, "luc", "!score", "(score ");
	assert_answer_is(stage, "anna", "!channel on", "#table: (channel.on.done name=anna)\n");
	assert_answer(stage, "rose", "!tables", "(tables.running ");
}

CHANNEL_CASE(a_bot_switched_off_for_two_hours_answers_again_after_that_time)
{
	stage_say(stage, "anna", "!channel off 2h");
	stage_wait(stage, 2 * HOUR);
	assert_answer(stage, "rose", "!ping", "(pong)");
}

CHANNEL_CASE(a_muted_person_gets_no_answer_in_the_channel)
{
	stage_meet(stage, "rose", "rose", NULL, "r@home");
	assert_answer_is(stage, "anna", "!channel mute rose 30m",
		"#table: (channel.mute.done name=anna nick=rose time=30m)\n");
	assert_answer_is(stage, "rose", "!ping", "rose< (channel.muted channel=#table)\n");
	assert_answer_is(stage, "rose", "!ping", "");
	assert_reply(stage, "rose", "ping", "(pong)");
	assert_answer(stage, "luc", "!channel", "(channel.mutes names=rose)");
	/* The mute follows the person under another nick. */
	stage_meet(stage, "rose", "rosa", NULL, "r@home");
	assert_answer_is(stage, "rose", "!ping", "");
	stage_wait(stage, 30 * MINUTE);
	assert_answer(stage, "rose", "!ping", "(pong)");
}

CHANNEL_CASE(a_muted_person_is_told_so_once_a_day_with_other_ways)
{
	stage_say(stage, "anna", "!channel mute rose");
	stage->settings.seats = true;
	lobby_configure(&stage->lobby, &stage->settings);
	assert_answer_is(stage, "rose", "hello", "");
	assert_answer_is(stage, "rose", "!new", "rose< (channel.muted.seats channel=#table)\n");
	stage_wait(stage, 23 * HOUR);
	assert_answer_is(stage, "rose", "!new", "");
	stage_wait(stage, HOUR);
	assert_answer_is(stage, "rose", "!new", "rose< (channel.muted.seats channel=#table)\n");
}

CHANNEL_CASE(a_muted_player_goes_on_playing_in_the_channel)
{
	struct table *table = case_two(stage, "!new");
	if (strcmp(mover_of(table), "luc") != 0)
		stage_say(stage, "anna", "!p 1");
	stage_say(stage, "anna", "!channel mute luc 2h");
	assert_answer(stage, "luc", "!hand", "luc< [1] (hand");
	assert_answer(stage, "luc", "!p 1", "#table: [1] (event.play");
	assert_answer(stage, "luc", "!stop", "#table: [1] (stop.asked name=luc others=anna)");
	assert_answer_is(stage, "luc", "!table", "luc< (channel.muted channel=#table)\n");
	assert_answer_is(stage, "luc", "!score", "");
	assert_answer(stage, "luc", "!leave", "#table: [1] (seat.left name=luc ");
	assert_answer_is(stage, "luc", "!hand", "");
	assert_answer_is(stage, "luc", "!p 1", "");
}

CHANNEL_CASE(another_unchecked_user_name_does_not_evade_a_mute)
{
	stage_meet(stage, "rose", "rose", NULL, "~r@home.test");
	stage_meet(stage, "mia", "mia", NULL, "~mia@other.test");
	stage_say(stage, "anna", "!channel mute rose");
	stage_say(stage, "rose", "!ping");
	stage_meet(stage, "rose", "rosa", NULL, "~x@home.test");
	assert_answer_is(stage, "rose", "!ping", "");
	assert_answer(stage, "mia", "!ping", "(pong)");
	/* The server has checked these user names (no ~), so they tell two people of one host
	 * apart. */
	stage_meet(stage, "mia", "mia", NULL, "mia@other.test");
	stage_meet(stage, "kim", "kim", NULL, "kim@other.test");
	stage_say(stage, "anna", "!channel mute mia");
	assert_answer(stage, "kim", "!ping", "(pong)");
}

/* People of one host, such as a household or a gateway, share a mask if the server has not checked
 * their user names. */
CHANNEL_CASE(a_mute_does_not_silence_operators_of_the_same_host)
{
	stage_meet(stage, "anna", "anna", NULL, "~a@home.test");
	stage_meet(stage, "rose", "rose", NULL, "~r@home.test");
	stage_say(stage, "anna", "!channel mute rose");
	assert_answer(stage, "anna", "!ping", "(pong)");
	assert_answer(
		stage, "anna", "!channel unmute rose", "(channel.unmute.done name=anna nick=rose)");
	assert_refusal(stage, "anna", "!channel mute anna", "(channel.mute.operator name=anna)");
}

static int count_statement(unsigned event, void *context, void *statement, void *sql)
{
	(void)event, (void)statement, (void)sql;
	++*(unsigned *)context;
	return 0;
}

/* The bot drops lines of muted people before it counts them for the rate limit, so such a line must
 * be cheap. */
CHANNEL_CASE(lines_of_muted_people_run_no_sql)
{
	unsigned statements = 0;
	stage_say(stage, "anna", "!channel mute rose");
	stage_mark(stage);
	stage_rewind(stage);
	stage_say(stage, "rose", "!ping");
	sqlite3 *db = stage->store->database->db;
	sqlite3_trace_v2(db, SQLITE_TRACE_STMT, count_statement, &statements);
	assert_answer_is(stage, "rose", "!ping", "");
	assert_int_equal(statements, 0);
	assert_answer(stage, "luc", "!channel", "(channel.mutes names=rose)");
	assert_true(statements > 0);
}

CHANNEL_CASE(a_command_ends_a_mute)
{
	stage_say(stage, "anna", "!channel mute rose");
	assert_answer_is(stage, "anna", "!channel unmute Rose",
		"#table: (channel.unmute.done name=anna nick=Rose)\n");
	assert_answer(stage, "rose", "!ping", "(pong)");
	assert_refusal(stage, "anna", "!channel unmute rose", "(channel.mute.none name=rose)");
}

CHANNEL_CASE(channel_operators_can_close_tables)
{
	case_dialog(stage, "rose: !new", "luc: !new mate");
	assert_answer(
		stage, "anna", "!channel close 1", "#table: [1] (channel.close.table name=anna");
	assert_refusal(stage, "anna", "!channel close 1", "(no.such.table table=1)");
	assert_answer(
		stage, "anna", "!channel close all", "#table: [2] (channel.close.table name=anna");
	assert_refusal(stage, "anna", "!channel close all", "(no.tables)");
}

CHANNEL_CASE(channel_operators_cannot_close_a_match_that_they_play)
{
	case_two(stage, "!new");
	assert_refusal(stage, "anna", "!channel close 1", "(channel.close.own table=1)");
	stage->operator= "rose";
	assert_answer(stage, "rose", "!channel close 1", "(channel.close.match name=rose)");
	assert_null(stage_table(stage, 1));
}
