/* Tests that pages tell the channels where people play, and that they show a match as its channel
 * saw it. */
#include "tests/stage/kept.h"
#include "tests/stage/pages.h"

/* Lets a second pass, so that the bot stores which channels are open to the public. */
static void note(struct stage *stage)
{
	stage_wait(stage, 1000);
}

static void show_channel(struct stage *stage, const char *link)
{
	stage->site = link;
	lobby_configure(&stage->lobby, &stage->settings);
	note(stage);
}

PAGES_CASE(the_front_page_links_to_the_open_channels_of_the_bot)
{
	assert_get(pages, "/", 200);
	assert_conceals(pages, "Where to play");
	show_channel(stage, "ircs://irc.test:6697");
	assert_page(pages, "/", "<h2>Where to play</h2>");
	assert_shows(pages,
		"<a href=\"ircs://irc.test:6697/table\"><bdi>#table</bdi></a> on IRC, server "
		"irc.test:6697 with TLS");
	assert_page(pages, "/?lang=fr", "sur IRC, serveur irc.test:6697 avec TLS");
	assert_page(pages, "/.json",
		"\"venues\":[{\"network\":\"stage\",\"channel\":\"#table\",\"server\":"
		"\"irc.test:6697\",\"link\":\"ircs://irc.test:6697/table\"}]");
	show_channel(stage, "irc://[::1]:6667");
	assert_page(pages, "/", "server [::1]:6667</span>");
	show_channel(stage, "https://matrix.to/#/");
	assert_page(pages, "/",
		"<a href=\"https://matrix.to/#/%23table\"><bdi>#table</bdi></a> on Matrix");
	show_channel(stage, NULL);
	assert_get(pages, "/", 200);
	assert_conceals(pages, "#table");
}

PAGES_CASE(pages_do_not_name_a_channel_that_they_may_not_show)
{
	int64_t match = play_match(stage, 4);
	show_channel(stage, "irc://irc.test:6667");
	assert_page(pages, address("/table/%lld", match), "irc://irc.test:6667/table");
	assert_page(pages, address("/match/%lld", match), "irc://irc.test:6667/table");
	assert_page(pages, address("/match/%lld.json", match), "\"venue\":{\"network\":\"stage\"");
	stage_lose(stage);
	note(stage);
	assert_page(pages, "/", "#table");
	stage_kick(stage);
	note(stage);
	assert_get(pages, "/", 200);
	assert_conceals(pages, "#table");
	stage_join(stage);
	note(stage);
	assert_page(pages, "/", "#table");
	case_dialog(stage, "anna: !stop", "luc: !stop");
	stage->openness = OPENNESS_CLOSED;
	note(stage);
	assert_get(pages, "/", 200);
	assert_conceals(pages, "#table");
	assert_get(pages, address("/match/%lld", match), 200);
	assert_conceals(pages, "#table");
	assert_get(pages, address("/match/%lld.json", match), 200);
	assert_conceals(pages, "venue");
	stage->openness = OPENNESS_OPEN;
	note(stage);
	assert_page(pages, "/", "#table");
	stage->settings.usual.hidden = true;
	show_channel(stage, "irc://irc.test:6667");
	assert_get(pages, "/", 200);
	assert_conceals(pages, "#table");
}

PAGES_CASE(names_of_channels_are_encoded_in_links_and_escaped_on_pages)
{
	stage->site = "irc://irc.test:6667";
	stage->network.events->joined(&stage->network, "##<b>\"é");
	note(stage);
	assert_page(pages, "/",
		"irc://irc.test:6667/%23%23%3Cb%3E%22%C3%A9\"><bdi>##&lt;b&gt;&quot;é</bdi>");
	stage->network.events->joined(&stage->network, "#\xff");
	note(stage);
	assert_get(pages, "/", 200);
	assert_conceals(pages, "\xff");
	show_channel(stage, "https://matrix.to/#/");
	stage->network.events->joined(&stage->network, "!room:inn.test");
	note(stage);
	assert_page(pages, "/", "\"https://matrix.to/#/%21room%3Ainn.test?via=inn.test\"");
}

PAGES_CASE(a_stopped_match_is_marked_on_its_page_and_in_lists)
{
	int64_t match = play_match(stage, 4);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	assert_page(pages, "/", "</time> · stopped</span>");
	assert_page(pages, "/?lang=fr", "</time> · arrêtée</span>");
	assert_page(pages, "/.json", "\"state\":\"stopped\"");
	assert_page(
		pages, address("/match/%lld", match), "This match was stopped: it has no winner.");
	assert_page(pages, address("/match/%lld?lang=fr", match), "a été arrêtée");
	assert_page(pages, address("/match/%lld.json", match), "\"state\":\"stopped\"");
	match = play_match(stage, 100000);
	assert_get(pages, address("/match/%lld", match), 200);
	assert_conceals(pages, "stopped");
}

PAGES_CASE(pages_name_an_ai_player_as_the_channel_did)
{
	case_dialog(stage, "anna: !new mitaines classic target=10 rated=no", "anna: !bot normal",
		"anna: !bot normal", "anna: !start");
	int64_t match = stage_table(stage, 1)->match;
	stage_play(stage, 1, 1000);
	assert_page(pages, "/", "<bdi>Ovila (normal AI)</bdi>");
	assert_page(pages, address("/match/%lld?lang=fr", match), "<bdi>Ovila (robot moyen)</bdi>");
	assert_shows(pages, "<bdi>Wilbrod (robot moyen)</bdi>");
	assert_shows(pages, "Wilbrod joue ");
	assert_page(pages, address("/match/%lld.json", match), "\"name\":\"Wilbrod\",\"player\":");
	assert_shows(pages, "\"robot\":true,\"level\":\"normal\"");
	assert_page(pages, address("/match/%lld.txt", match), "Wilbrod");
	assert_page(pages, address("/player/%lld", stage->lobby.robots.id[LEVEL_NORMAL]),
		"<h1><bdi>normal (AI)</bdi></h1>");
}

KEPT_CASE(pages_forget_a_channel_that_the_bot_no_longer_joins)
{
	show_channel(stage, "irc://irc.test:6667");
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM venues"), 1);
	case_fail(stage);
	stage_kick(stage);
	note(stage);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM venues"), 1);
	stage_wait(stage, 5000);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM venues"), 0);
	kept_restart(stage,
		"INSERT INTO venues SELECT id, '#gone', 'irc://irc.test/gone' FROM networks");
	note(stage);
	assert_int_equal(kept_asked(stage, "SELECT count(*) FROM venues"), 0);
}

/* Fails unless the channel sees AI players with these names, in the order of their seats. */
static void assert_robots(struct stage *stage, const char *one, const char *other)
{
	const struct table *table = stage_table(stage, 1);
	const char *names[2] = { "", "" };
	unsigned count = 0;
	for (unsigned seat = 0; seat < table->seats_taken; seat++)
		if (table->seat[seat].owner == NULL && count < 2)
			names[count++] = table_name(table, seat);
	assert_string_equal(names[0], one);
	assert_string_equal(names[1], other);
}

KEPT_CASE(ai_players_keep_their_names_over_a_restart)
{
	case_dialog(stage, "anna: !new", "anna: !bot normal", "anna: !bot normal", "anna: !bot -",
		"anna: !bot normal", "Ovila: !ping");
	const struct table *table = stage_table(stage, 1);
	const char *one = case_text("%s", table_name(table, 1));
	const char *other = case_text("%s", table_name(table, 2));
	kept_restart(stage, NULL);
	assert_robots(stage, one, other);
	kept_restart(stage, "UPDATE seats SET robot = 'Elzéar' WHERE seat = 2");
	assert_robots(stage, one, "Elzéar");
}
