/* Tests the pages of the daily deals: results, deals, the feed, and that they keep secrets. */
#include "bot/web/viewers.h"
#include "tests/stage/pages.h"
#include "tests/stage/trials.h"

#define KEY   "AbCdEfGhIjKlMnOpQr-_19"
#define OTHER "ZbCdEfGhIjKlMnOpQr-_19"
#define LATER "YbCdEfGhIjKlMnOpQr-_19"

/* Times in seconds: it is 1100 now, and the deal of 2026-12-01 runs from 1000 to 2000. */
#define TODAY     "2026-12-01"
#define YESTERDAY "2026-11-30"
#define RESULT    "/daily/" TODAY "/r/" KEY
#define PAST      "/daily/" YESTERDAY "/r/" OTHER

/* The deals of two days with the result of a guest for each. The first day is over, and its seed is
 * revealed. */
struct days {
	struct store_trial today, yesterday;
	struct store_try now, past;
};

static struct days add_days(struct stage *stage)
{
	struct days days;
	days.yesterday = add_deal(stage->store, STORE_OPEN_DEAL, YESTERDAY, 0, 3);
	days.past = add_result(stage->store, &days.yesterday, 0, "Rose", OTHER);
	reveal_deal(stage->store, &days.yesterday);
	days.today = add_deal(stage->store, STORE_OPEN_DEAL, TODAY, 1000, 4);
	days.now = add_result(stage->store, &days.today, 0, "Zoé <b>", KEY);
	return days;
}

/* Lets the pages offer the deal of today, as they do while the bot is connected. */
static void offer(struct pages *pages, struct seats *seats)
{
	*seats = (struct seats){ .events = &silent_events, .here = true, .out = STRING_EMPTY };
	pages->web.seats = seats;
	pages->web.play_now = CONFIG_PLAY_PUBLIC;
}

PAGES_CASE(the_front_page_begins_with_the_deal_of_the_day)
{
	struct seats seats;
	add_days(stage);
	assert_get(pages, "/", 200);
	assert_conceals(pages, "id=\"daily\"");
	offer(pages, &seats);
	assert_page(pages, "/", "<section id=\"daily\">");
	assert_shows(pages, "method=\"post\" action=\"/m/daily\"");
	assert_true(strstr(pages->answer.body.bytes, "id=\"daily\"") <
		strstr(pages->answer.body.bytes, "id=\"play\""));
}

PAGES_CASE(the_page_of_today_has_the_results_so_far_and_the_commitment)
{
	struct days days = add_days(stage);
	char hex[2 * STORE_SEED + 1];
	struct text text = text_in(hex, sizeof hex);
	text_hex(&text, days.today.commitment, STORE_SEED);
	assert_page(pages, "/daily", "<bdi>Zoé &lt;b&gt; (guest)</bdi>");
	assert_shows(pages, address("<td class=\"n\">%lld</td>", days.now.own));
	assert_shows(pages, hex);
	assert_shows(pages, "Deal of 1 December");
	assert_shows(pages, "Deal of 30 November");
	assert_shows(pages, "href=\"/m/daily/" YESTERDAY "\"");
	assert_true(pages->answer.unlisted);
	assert_page(pages, "/daily?lang=fr", "Donne du 1er décembre");
	assert_page(pages, "/daily.json",
		"\"players\":1,\"places\":[{\"place\":1,\"name\":\"~Zoé <b>\"");
	assert_conceals(pages, "\"seed\"");
	assert_page(pages, "/top", "href=\"/m/daily/top\"");
	assert_page(pages, "/daily/top", "Nobody has finished a ladder deal");
	assert_conceals(pages, "<table>");
}

PAGES_CASE(equal_results_share_a_place)
{
	struct days days = add_days(stage);
	const char *const names[] = { "Max", "Lea" };
	for (size_t i = 0; i < 2; i++) {
		const struct store_new_try begun = {
			.trial = days.today.id, .lang = "en", .begun = 1001
		};
		struct store_try row = { .own = 1000, .other = 3 };
		uint8_t hash[STORE_KEY_HASH] = { (uint8_t)i };
		store_add_try(stage->store, &begun, 1001, &row.id);
		store_end_try(stage->store, &row, true, 9, hash, 1002);
		store_sign_try(stage->store, row.id, names[i], false);
	}
	assert_page(pages, "/daily.json", "{\"place\":1,\"name\":\"~Max\",\"own\":1000,");
	assert_shows(pages, "{\"place\":1,\"name\":\"~Lea\",");
	assert_shows(pages, "{\"place\":3,\"name\":\"~Zoé <b>\",");
}

PAGES_CASE(a_past_day_shows_its_deal_and_the_mean_of_the_ai_player)
{
	struct seats seats;
	struct days days = add_days(stage);
	assert_int_equal(store_add_par(stage->store, days.yesterday.id, 70), STORE_OK);
	assert_int_equal(store_add_par(stage->store, days.yesterday.id, 50), STORE_OK);
	offer(pages, &seats);
	assert_page(pages, "/daily/" YESTERDAY, "makes 60 points on average (hands played: 2)");
	assert_shows(pages, "match daily " YESTERDAY " open\n");
	assert_shows(pages, "reveal 0303030303");
	assert_shows(pages, "id=\"verdict\"");
	assert_shows(pages, "action=\"/m/daily/" YESTERDAY "\"");
	assert_shows(pages, "gets no place");
	assert_page(pages, "/daily/" YESTERDAY ".json", "\"seed\":\"0303");
	assert_get(pages, "/daily/2026-11-29", 404);
	assert_shows(pages, "I have no deal of that day.");
}

PAGES_CASE(a_deal_of_tomorrow_is_unknown_until_it_begins)
{
	add_days(stage);
	add_deal(stage->store, STORE_OPEN_DEAL, "2026-12-02", 2000, 5);
	assert_page(pages, "/daily.json", "\"day\":\"" TODAY "\"");
	assert_get(pages, "/daily/2026-12-02", 404);
	assert_page(pages, "/daily.atom", "daily/" TODAY);
	assert_conceals(pages, "2026-12-02");
	struct web_request later = { .method = "GET", .target = "/daily.json", .now = 2000 };
	assert_int_equal(ask(pages, &later), 200);
	assert_shows(pages, "\"day\":\"2026-12-02\"");
}

/* In a test the pages use a store that can read sealed seeds and moves. They must still not show
 * them. */
PAGES_CASE(no_page_tells_the_seed_or_the_moves_of_a_running_day)
{
	static const char *const targets[] = { "/daily", "/daily.json", "/daily/" TODAY,
		"/daily/" TODAY ".json", RESULT, RESULT ".json", "/daily.atom", "/daily/top",
		"/daily/top.json", "/", "/.json" };
	struct days days = add_days(stage);
	struct store_trial ladder = add_deal(stage->store, STORE_LADDER_DEAL, TODAY, 1000, 9);
	int64_t anna;
	play_match(stage, 100000);
	assert_int_equal(store_find_person_by_name(stage->store, stage->network.id, "anna", &anna),
		STORE_OK);
	struct store_try secret = add_result(stage->store, &ladder, anna, "", LATER);
	char points[64];
	snprintf(points, sizeof points, "\"own\":%d,\"other\":%d", secret.own, secret.other);
	for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
		assert_get(pages, targets[i], 200);
		assert_conceals(pages, "04040404");
		assert_conceals(pages, "09090909");
		assert_conceals(pages, "id=\"board\"");
		assert_conceals(pages, days.now.moves);
		assert_conceals(pages, points);
		if (strncmp(targets[i], "/daily", 6) == 0)
			assert_conceals(pages, "anna");
	}
	assert_get(pages, "/daily/" TODAY "/r/" LATER, 404);
}

PAGES_CASE(a_ladder_deal_is_shown_once_it_is_revealed_with_names_from_public_channels)
{
	int64_t anna, rose;
	add_days(stage);
	play_match(stage, 100000);
	stage_whisper(stage, "rose", "solo");
	struct store_trial ladder = add_deal(stage->store, STORE_LADDER_DEAL, YESTERDAY, 0, 9);
	store_find_person_by_name(stage->store, stage->network.id, "anna", &anna);
	store_find_person_by_name(stage->store, stage->network.id, "rose", &rose);
	add_result(stage->store, &ladder, anna, "", LATER);
	add_result(stage->store, &ladder, rose, "", "XbCdEfGhIjKlMnOpQr-_19");
	assert_get(pages, "/daily/" YESTERDAY ".json", 200);
	assert_conceals(pages, "\"ladder\"");
	reveal_deal(stage->store, &ladder);
	assert_int_equal(store_count_sums(stage->store, "2026-11-01"), STORE_OK);
	assert_page(pages, "/daily/" YESTERDAY ".json", "\"name\":\"anna\"");
	assert_shows(pages, "\"ladder\":{");
	assert_shows(pages, "\"name\":\"\"");
	assert_conceals(pages, "\"rose\"");
	assert_page(pages, "/daily/" YESTERDAY, "<i>somebody</i>");
	assert_page(pages, "/daily/top", "anna</bdi></a></th>");
	assert_conceals(pages, "rose");
	assert_page(pages, "/daily/top.json", "\"days\":1}");
}

PAGES_CASE(a_shared_result_tells_its_points_only_if_its_sender_wants)
{
	struct seats seats;
	struct days days = add_days(stage);
	char points[64];
	snprintf(points, sizeof points, "Points: %d. The AI player made %d.", days.now.own,
		days.now.other);
	offer(pages, &seats);
	assert_page(pages, RESULT,
		"og:title\" content=\"Deal of 1 December. Can you do better than Zoé &lt;b&gt; "
		"(guest)");
	assert_shows(pages, "og:url\" content=\"https://cards.test/m" RESULT "\"");
	assert_shows(pages, "name=\"result\" value=\"" KEY "\"");
	assert_shows(pages, "action=\"/m/daily/" TODAY "\"");
	assert_conceals(pages, points);
	assert_conceals(pages, "/language/");
	assert_true(pages->answer.secret);
	assert_page(pages, RESULT ".json", "\"name\":\"~Zoé <b>\"}");
	assert_int_equal(store_sign_try(stage->store, days.now.id, "", true), STORE_OK);
	assert_page(pages, RESULT, "og:title\" content=\"Deal of 1 December. Can you do better?\"");
	assert_shows(pages, points);
	assert_page(pages, RESULT ".json", "\"place\":1,\"players\":1}");
}

PAGES_CASE(a_result_of_a_past_day_is_shown_move_by_move)
{
	struct days days = add_days(stage);
	assert_page(pages, PAST, "id=\"board\"");
	assert_shows(pages, "<bdi>Rose (guest)</bdi>");
	assert_shows(pages, "id=\"h1.1\"");
	assert_shows(pages, "id=\"soon\"");
	assert_conceals(pages, "/player/");
	assert_conceals(pages, "Points: "); /* the player hides them in link previews */
	assert_page(pages, PAST ".json", "\"reviewed\":false");
	while (worker_pool_run_one(pages->pool))
		continue;
	assert_page(pages, PAST ".json", "\"verdicts\":[{\"hand\":1,");
	assert_page(pages, PAST, "class=\"better\"");
	assert_int_equal(store_hide_try(stage->store, days.past.id, true), STORE_OK);
	assert_get(pages, PAST, 404);
}

PAGES_CASE(an_unknown_or_deleted_result_leads_to_the_deal_of_the_day)
{
	struct days days = add_days(stage);
	assert_get(pages, "/daily/" TODAY "/r/" LATER, 404);
	assert_shows(pages, "There is a new deal every day.");
	assert_shows(pages, "href=\"/m/daily\"");
	assert_get(pages, "/daily/" YESTERDAY "/r/" KEY, 404);
	assert_int_equal(store_delete_try(stage->store, days.now.id), STORE_OK);
	assert_get(pages, RESULT, 404);
	assert_get(pages, "/daily/2026-13", 404);
	assert_get(pages, "/daily/" TODAY "/r/short", 404);
}

PAGES_CASE(the_feed_has_the_result_of_yesterday_and_the_link_of_today)
{
	struct days days = add_days(stage);
	assert_page(pages, "/daily.atom", "<title>Deal of 1 December</title>");
	assert_string_equal(pages->answer.type, "application/atom+xml");
	assert_shows(pages, "<link href=\"https://cards.test/m/daily/" TODAY "\"/>");
	assert_shows(pages, "<title>Results of 30 November</title>");
	assert_shows(pages, address(" · 1. Rose (guest) %lld<", days.past.own));
	assert_conceals(pages, "Zoé");
}

PAGES_CASE(the_button_asks_the_bot_for_the_deal)
{
	struct seats seats;
	struct web_request form = { .method = "POST",
		.target = "/daily/" TODAY,
		.body = "browser=word&lang=fr&result=" KEY,
		.host = "localhost",
		.origin = "https://cards.test",
		.type = "application/x-www-form-urlencoded",
		.address = "192.0.2.7",
		.now = 1100 };
	add_days(stage);
	assert_int_equal(ask(pages, &form), 405);
	offer(pages, &seats);
	assert_int_equal(ask(pages, &form), 200);
	assert_string_equal(pages->answer.question.bytes,
		"{\"do\":\"exercise\",\"lang\":\"fr\",\"address\":\"192.0.2.7\","
		"\"name\":\"daily\",\"browser\":\"word\",\"about\":\"" KEY "\"}");
	assert_true(pages->answer.takes_seat);
	string_free(&pages->answer.question);
	form.reply = &(struct seats_reply){ .status = 303, .say = "", .key = OTHER };
	assert_int_equal(ask(pages, &form), 303);
	assert_string_equal(pages->answer.place, "/m/seat/" OTHER);
	form.reply = &(struct seats_reply){ .status = 429, .say = "Too many <deals>." };
	assert_int_equal(ask(pages, &form), 429);
	assert_shows(pages, "Too many &lt;deals&gt;.");
	form.reply = &(struct seats_reply){ .status = 503, .say = "" };
	form.body = "";
	assert_int_equal(ask(pages, &form), 503);
	assert_shows(pages, "I’m away for a moment");
}

PAGES_CASE(a_form_at_an_unknown_address_asks_the_bot_nothing)
{
	static const char *const targets[] = { "/daily/2026-12-01x", "/daily.png",
		"/daily/2026-12-01.atom", "/play.json" };
	struct seats seats;
	struct web_request form = { .method = "POST",
		.body = "browser=word",
		.type = "application/x-www-form-urlencoded",
		.address = "192.0.2.7",
		.now = 1100 };
	add_days(stage);
	offer(pages, &seats);
	for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
		form.target = targets[i];
		assert_int_equal(ask(pages, &form), 404);
		assert_int_equal(pages->answer.question.length, 0);
	}
}

/* ---- the end of a deal on the page of its seat ---- */

static const char ended_view[] =
	"\"view\":{\"lang\":\"en\",\"name\":\"~a\",\"game\":\"mitaines\",\"state\":\"over\","
	"\"exercise\":\"daily\",\"n\":4,\"board\":[],\"hand\":[],\"moves\":[],"
	"\"lines\":[\"End of hand 1.\"],"
	"\"seats\":[{\"name\":\"~a\",\"points\":60,\"you\":true},{\"name\":\"expert\","
	"\"points\":40,\"level\":\"expert\"}],\"guide\":\"The hand is "
	"over.\",\"result\":\"Never\","
	"\"trial\":{\"kind\":\"open\",\"day\":\"" TODAY "\",\"ended\":true,\"key\":\"" KEY
	"\",\"own\":60,\"other\":40,\"counted\":true,\"name\":\"Zoé\",\"tells\":true,"
	"\"moves\":\"9D;4C mitten;8H;2S\","
	"\"against\":{\"name\":\"<b>\",\"own\":90,\"other\":0,\"moves\":\"QH;3S\"}}}";

static void send_seat(struct seats *seats, const char *key, const char *view)
{
	char hash[SEAT_HASH], line[4096];
	seat_key_hash_text(key, hash);
	int length = snprintf(line, sizeof line, "{\"seat\":\"%s\",%s}", hash, view);
	assert_true(seats_read_line(seats, line, (size_t)length));
	assert_true(seats_read_line(seats, "{\"ready\":true}", 14));
}

/* Sends a form from the page of a seat. reply: the bot's reply, or NULL if the bot has not replied
 * yet. Returns the HTTP status. */
static unsigned send_form(
	struct pages *pages, const char *key, const char *body, const struct seats_reply *reply)
{
	string_free(&pages->answer.question);
	return ask(pages,
		&(struct web_request){ .method = "POST",
			.target = case_text("/seat/%s", key),
			.body = body,
			.host = "localhost",
			.origin = "https://cards.test",
			.type = "application/x-www-form-urlencoded",
			.address = "192.0.2.7",
			.reply = reply,
			.now = 1100 });
}

PAGES_CASE(the_end_of_a_deal_offers_to_share_the_result_and_compares_it)
{
	struct seats seats;
	offer(pages, &seats);
	send_seat(&seats, LATER, ended_view);
	assert_page(pages, "/seat/" LATER, "<span class=\"guide\">The hand is over.</span>");
	assert_conceals(pages, "Never");
	assert_conceals(pages, "class=\"note\"");
	assert_shows(pages, ">Save the name</button>");
	assert_shows(pages, "name=\"name\" maxlength=\"40\" value=\"Zoé\"");
	assert_shows(pages, "name=\"tells\" value=\"1\" checked>");
	assert_shows(pages, ">https://cards.test/m" RESULT "</a>");
	assert_shows(pages, "data-points=\"Points: 60. The AI player made 40.\"");
	assert_shows(pages, "name=\"do\" value=\"delete\"");
	assert_shows(pages, "<bdi>&lt;b&gt;</bdi>, points: 90. The AI player: 0.");
	assert_shows(pages,
		"<td><b class=\"d\">9♦</b> · <b class=\"c\">4♣</b> mitten</td>"
		"<td><b class=\"h\">Q♥</b> · <b class=\"s\">3♠</b></td>");
	seats_free(&seats);
}

PAGES_CASE(a_seat_whose_deal_has_no_date_is_shown)
{
	struct seats seats;
	offer(pages, &seats);
	send_seat(&seats, LATER,
		"\"view\":{\"state\":\"over\",\"trial\":{\"kind\":\"open\",\"ended\":true}}");
	assert_page(pages, "/seat/" LATER, "id=\"share\"");
	seats_free(&seats);
}

PAGES_CASE(the_form_of_a_result_asks_the_bot_to_sign_it)
{
	struct seats seats;
	char hash[SEAT_HASH];
	const struct seats_reply bad = { .status = 422, .say = "Choose <another> name." };
	const struct seats_reply good = { .status = 200, .say = "" };
	offer(pages, &seats);
	send_seat(&seats, LATER, ended_view);
	seat_key_hash_text(LATER, hash);
	assert_int_equal(send_form(pages, LATER, "do=sign&name=Zo%C3%A9&tells=1", NULL), 200);
	assert_in(pages->answer.question.bytes, "{\"do\":\"sign\",");
	assert_in(pages->answer.question.bytes,
		case_text("\"seat\":\"%s\",\"name\":\"Zoé\",\"tells\":true}", hash));
	assert_int_equal(send_form(pages, LATER, "do=sign&name=9d", &bad), 422);
	assert_shows(pages, "Choose &lt;another&gt; name.");
	assert_int_equal(send_form(pages, LATER, "do=sign&name=", &good), 303);
	assert_string_equal(pages->answer.place, "/m/seat/" LATER);
	seats_free(&seats);
}

PAGES_CASE(a_result_is_deleted_with_the_key_of_its_seat_even_after_the_seat_has_ended)
{
	struct seats seats;
	const struct seats_reply done = { .status = 200, .say = "" };
	const struct seats_reply unknown = { .status = 404, .say = "" };
	offer(pages, &seats);
	assert_int_equal(send_form(pages, LATER, "do=delete", NULL), 200);
	assert_in(pages->answer.question.bytes, "{\"do\":\"delete\",");
	assert_int_equal(send_form(pages, LATER, "do=delete", &done), 200);
	assert_shows(pages, "Your result is deleted");
	assert_shows(pages, "id=\"deleted\"");
	assert_int_equal(send_form(pages, LATER, "do=delete", &unknown), 404);
	seats_free(&seats);
}

/* A page is drawn from a request and the key of the seat. The stream of a seat has to draw the same
 * without both. */
PAGES_CASE(the_stream_of_a_seat_draws_the_end_of_a_deal)
{
	struct viewers viewers = { .first = NULL };
	struct viewer viewer = { .seat = "1", .waiting = STRING_EMPTY };
	viewers_add(&viewers, &viewer);
	char view[sizeof ended_view];
	snprintf(view, sizeof view, "%s", ended_view + strlen("\"view\":"));
	viewers_send_seat(&viewers, &pages->web, "1", view);
	assert_in(viewer.waiting.bytes, "id=\\\"share\\\"");
	viewers_remove(&viewers, &viewer);
	string_free(&viewer.waiting);
}

/* ---- challenges ---- */

PAGES_CASE(the_link_of_a_challenge_names_the_challenger_and_the_game_and_works_once)
{
	struct seats seats;
	struct store_trial trial = add_deal(stage->store, STORE_CHALLENGE, TODAY, 1000, 7);
	uint8_t hash[STORE_KEY_HASH];
	const struct seats_reply seated = { .status = 303, .say = "", .key = OTHER };
	struct web_request form = { .method = "POST",
		.target = "/join/" LATER,
		.body = "browser=word&lang=en",
		.host = "localhost",
		.origin = "https://cards.test",
		.type = "application/x-www-form-urlencoded",
		.address = "192.0.2.7",
		.now = 1100 };
	char digits[2 * STORE_SEED + 1];
	struct text commitment = text_in(digits, sizeof digits);
	text_hex(&commitment, trial.commitment, STORE_SEED);
	seat_key_hash(LATER, hash);
	assert_int_equal(store_set_trial_link(stage->store, trial.id, hash), STORE_OK);
	struct store_try row = add_result(stage->store, &trial, 0, "", KEY);
	offer(pages, &seats);
	assert_page(pages, "/join/" LATER, "Somebody challenges you to two hands of Mitaines");
	assert_int_equal(store_sign_try(stage->store, row.id, "Zoé", false), STORE_OK);
	assert_page(pages, "/join/" LATER, "og:description\" content=\"Zoé (guest) challenges you");
	assert_shows(pages, "og:url\" content=\"https://cards.test/m/join\"");
	assert_shows(pages, digits);
	assert_conceals(pages, row.moves);
	assert_true(pages->answer.secret);
	assert_int_equal(ask(pages, &form), 200);
	assert_in(pages->answer.question.bytes,
		"\"name\":\"challenge\",\"browser\":\"word\",\"about\":\"" LATER "\"}");
	string_free(&pages->answer.question);
	assert_int_equal(store_delete_trial_link(stage->store, trial.id), STORE_OK);
	form.reply = &seated;
	assert_int_equal(ask(pages, &form), 303);
	assert_get(pages, "/join/" LATER, 404);
}

PAGES_CASE(the_end_of_a_challenge_has_its_link_until_it_is_taken_and_then_its_seed)
{
	static const char view[] =
		"\"view\":{\"lang\":\"en\",\"game\":\"mitaines\",\"state\":\"over\",\"seats\":[],"
		"\"hand\":[],"
		"\"trial\":{\"kind\":\"challenge\",\"day\":\"" TODAY
		"\",\"ended\":true,\"key\":\"" KEY "\",\"own\":60,\"other\":40%s}}";
	struct seats seats;
	char line[sizeof view + 64];
	offer(pages, &seats);
	snprintf(line, sizeof line, view, ",\"link\":\"" OTHER "\"");
	send_seat(&seats, LATER, line);
	assert_page(pages, "/seat/" LATER, ">https://cards.test/m/join/" OTHER "</a>");
	assert_conceals(pages, "/r/" KEY);
	assert_conceals(pages, "name=\"tells\"");
	snprintf(line, sizeof line, view,
		",\"number\":7,\"commitment\":\"c0ffee\",\"seed\":\"5eed\"");
	send_seat(&seats, LATER, line);
	assert_page(pages, "/seat/" LATER, "challenge 7 were fixed before anybody played");
	assert_shows(pages, "when it is over: c0ffee</p>");
	assert_shows(pages, "The seed of challenge 7: 5eed <a href=\"/m/fair\">");
	assert_conceals(pages, "/join/");
	assert_conceals(pages, "/r/" KEY);
	seats_free(&seats);
}
