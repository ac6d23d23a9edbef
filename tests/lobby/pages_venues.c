/* Tests that pages show a match as its channel saw it. */
#include "tests/stage/kept.h"
#include "tests/stage/pages.h"

PAGES_CASE(a_stopped_match_is_marked_on_its_page_and_in_lists)
{
	int64_t match = play_match(stage, 4);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	assert_page(pages, "/", "</time> · stopped</span>");
	assert_page(pages, "/?lang=fr", "</time> · arrêtée</span>");
	assert_page(pages, "/.json", "\"state\":\"stopped\"");
	assert_page(pages, address("/match/%lld", match), "This match was stopped: it has no winner.");
	assert_page(pages, address("/match/%lld?lang=fr", match), "a été arrêtée");
	assert_page(pages, address("/match/%lld.json", match), "\"state\":\"stopped\"");
	match = play_match(stage, 100000);
	assert_get(pages, address("/match/%lld", match), 200);
	assert_conceals(pages, "stopped");
}

PAGES_CASE(an_ai_player_has_the_name_that_the_channel_saw)
{
	case_dialog(stage, "anna: !new mitaines classic target=10 rated=no", "anna: !bot",
		"anna: !bot", "anna: !start");
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

/* Fails unless the channel sees these AI players, in the order of the seats. */
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
	case_dialog(stage, "anna: !new", "anna: !bot", "anna: !bot", "anna: !bot -", "anna: !bot",
		"Ovila: !ping");
	const struct table *table = stage_table(stage, 1);
	const char *one = case_text("%s", table_name(table, 1));
	const char *other = case_text("%s", table_name(table, 2));
	kept_restart(stage, NULL);
	assert_robots(stage, one, other);
	kept_restart(stage, "UPDATE seats SET robot = 'Elzéar' WHERE seat = 2");
	assert_robots(stage, one, "Elzéar");
}
