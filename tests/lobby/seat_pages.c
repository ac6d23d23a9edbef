/* Tests the pages that people play on: a seat, an invitation, and the offers on the front page. The
 * test writes the views that the bot would send. */
#include "bot/web/viewers.h"
#include "tests/stage/pages.h"

#define KEY    "AbCdEfGhIjKlMnOpQr-_19"
#define OTHER  "ZbCdEfGhIjKlMnOpQr-_19"
#define INVITE "InviteInviteInviteInvi"
#define MOVE   "/seat/" KEY "/move"

/* Pages to which the bot has sent a seat and an invitation. */
struct site {
	struct pages *pages;
	struct seats seats;
};

static void send_line(struct site *site, const char *kind, const char *key, const char *rest)
{
	char hash[SEAT_HASH];
	char line[4096];
	seat_key_hash_text(key, hash);
	int length = snprintf(line, sizeof line, "{\"%s\":\"%s\",%s}", kind, hash, rest);
	assert_true(seats_read_line(&site->seats, line, (size_t)length));
}

static const char seat_view[] =
	"\"view\":{\"lang\":\"en\",\"cards\":\"unicode\",\"name\":\"anna\",\"table\":3,\"match\":"
	"17,"
	"\"game\":\"mitaines\",\"preset\":\"classic\",\"place\":\"#<cards>\",\"state\":\"play\","
	"\"others\":true,\"n\":"
	"12,\"turn\":\"Your "
	"turn.\",\"your_turn\":true,\"deadline\":1165,\"confirm\":false,\"board\":["
	"{\"kind\":\"PILE\",\"cards\":[\"3S\",\"4C\"],\"text\":\"Pile of 2\"},"
	"{\"kind\":\"STOCK\",\"number\":0,\"text\":\"Stock: 0\"},"
	"{\"kind\":\"CONTRACT\",\"number\":2,\"points\":1,\"text\":\"mitten of Kings by "
	"luc\"}],\"hand\":[{\"card\":"
	"\"9C\",\"text\":\"9♣\",\"name\":\"nine of "
	"clubs\"},{\"card\":\"TD\",\"text\":\"10♦\",\"name\":"
	"\"ten of diamonds\"}],\"moves\":[{\"move\":\"9c\",\"card\":\"9C\",\"label\":\"play\"},{"
	"\"move\":\"9c m\",\"card\":\"9C\",\"label\":\"call a "
	"mitten\"},{\"move\":\"keep\",\"label\":"
	"\"keep "
	"all\"}],\"seats\":[{\"name\":\"anna\",\"points\":60,\"cards\":2,\"you\":true},{\"name\":"
	"\"<b>luc\",\"points\":90,\"away\":true},{\"name\":\"Ovila\",\"points\":1,\"level\":"
	"\"easy\"}],"
	"\"lines\":[\"luc plays 4♣.\"]}";

/* Opens a site, and connects its bot. */
static struct site *open_site(struct pages *pages)
{
	struct site *site = calloc(1, sizeof *site);
	assert_non_null(site);
	*site = (struct site){ .pages = pages,
		.seats = {
			.events = &silent_events, .out = STRING_EMPTY, .metrics = STRING_EMPTY } };
	pages->web.seats = &site->seats;
	send_line(site, "seat", KEY, seat_view);
	send_line(site, "join", INVITE,
		"\"view\":{\"game\":\"mitaines\",\"preset\":\"classic\",\"by\":\"<i>anna\","
		"\"target\":500,\"minutes\":40,\"most\":4,\"seated\":[\"<i>anna\"]}");
	assert_true(seats_read_line(&site->seats, "{\"ready\":true}", 14));
	return site;
}

static void close_site(struct site *site)
{
	seats_free(&site->seats);
	site->pages->web.seats = NULL;
	free(site);
}

/* Defines a test with the parameters `pages` and `site`. */
#define SITE_CASE(name) \
	static void name##_at(struct pages *pages, struct site *site); \
	PAGES_CASE(name) \
	{ \
		struct site *site = open_site(pages); \
		name##_at(pages, site); \
		close_site(site); \
	} \
	static void name##_at(struct pages *pages, __attribute__((unused)) struct site *site)

/* A form that a browser sends from a page of the site. */
static const struct web_request form = { .method = "POST",
	.target = MOVE,
	.body = "n=12&move=9c+m",
	.host = "localhost",
	.origin = "https://cards.test",
	.type = "application/x-www-form-urlencoded",
	.address = "192.0.2.7",
	.now = 1100 };

static unsigned send_form(
	struct pages *pages, const char *target, const char *body, const struct seats_reply *reply)
{
	struct web_request request = form;
	request.target = target;
	request.body = body;
	request.reply = reply;
	string_free(&pages->answer.question);
	return ask(pages, &request);
}

#define REPLY(code, text) (&(struct seats_reply){ .status = (code), .say = (text) })

#define assert_question(pages, expected) \
	(assert_string_equal((pages)->answer.question.bytes, expected), \
		string_free(&(pages)->answer.question))

/* ---- a seat ---- */

SITE_CASE(the_page_of_a_seat_has_a_button_for_each_move)
{
	assert_page(pages, "/seat/" KEY, "name=\"n\" value=\"12\"");
	assert_shows(
		pages, "<b class=\"k c\">9</b><i>nine of clubs, </i><span>play</span></button>");
	assert_shows(pages, "value=\"9c m\"><i>nine of clubs, </i>call a mitten<");
	assert_shows(pages, "aria-disabled=\"true\"><b class=\"k d\">10</b><i>ten of diamonds</i>");
	assert_shows(
		pages, "aria-label=\"Pile of 2\"><b class=\"k s\">3</b><b class=\"k c\">4</b>");
	assert_shows(pages, "aria-label=\"Stock: 0\"></div>");
	assert_shows(pages,
		"<p class=\"badge\">mitten of Kings by luc <span><u "
		"class=\"down\"></u><u></u></span></p>");
	assert_shows(pages, "value=\"keep\">keep all<");
	assert_shows(pages, "<title>Your turn · mitaines</title>");
	assert_shows(pages, "1:05 left");
	assert_shows(pages, "<bdi>Ovila (easy AI)</bdi> <span><b>1</b>");
	assert_shows(pages, "action=\"/m" MOVE "\"");
	assert_conceals(pages, "<b>luc");
	assert_conceals(pages, "<cards>");
	assert_conceals(pages, "http-equiv");
	assert_true(pages->answer.secret);
}

SITE_CASE(the_link_preview_of_a_seat_shows_neither_key_nor_game)
{
	assert_page(pages, "/seat/" KEY, "og:title\" content=\"A seat at a card table\"");
	assert_shows(pages, "og:url\" content=\"https://cards.test/m/seat\"");
	assert_int_equal(case_count(pages->answer.body.bytes, KEY), 3);
	assert_page(pages, "/join/" INVITE, "og:url\" content=\"https://cards.test/m/join\"");
	assert_int_equal(case_count(pages->answer.body.bytes, INVITE), 1);
}

SITE_CASE(no_error_page_contains_a_seat_key)
{
	static const char *const targets[] = { "/seat/" OTHER, "/seat/" OTHER ".json",
		"/seat/" OTHER ".png", "/seat/" OTHER "/events", "/seat/" OTHER "/x",
		"/x/seat/" OTHER, "/join/" OTHER, "/seat/" KEY ".txt", "//seat/" OTHER,
		"/seat/" OTHER "x", "/join/" OTHER "/move", "/seat/" OTHER "/" OTHER,
		"/Seat/" OTHER, "/" OTHER "x", "/seat/" OTHER "/leave" };
	for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
		assert_get(pages, targets[i], 404);
		assert_conceals(pages, KEY);
		assert_conceals(pages, OTHER);
	}
}

PAGES_CASE(every_address_of_a_seat_is_answered_with_the_right_status)
{
	static const char *const missing[] = { "/seat", "/seat/", "/seat.json", "/join", "/seat/x",
		"/seat/" KEY "A", "/join/" KEY, "/seat/" INVITE, "/seat/" KEY ".txt",
		"/seat/" KEY ".png", "/join/" INVITE ".json" };
	struct site *site = open_site(pages);
	for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
		assert_get(pages, missing[i], 404);
		assert_true(pages->answer.secret || strchr(missing[i] + 1, '/') == NULL ||
			strcmp(missing[i], "/seat/") == 0);
	}
	assert_get(pages, "/seat/" OTHER, 404);
	assert_shows(pages, "say seat to me in private");
	assert_page(pages, "/seat/" KEY ".json", "{\"lang\":\"en\"");
	assert_false(pages->answer.cross_origin);
	assert_get(pages, "/seat/" KEY "/events", 200);
	assert_true(pages->answer.event_stream);
	assert_page(pages, "/api", "POST /seat/KEY/move");
	assert_shows(pages, "?lang=en|fr");
	assert_get(pages, MOVE, 303);
	assert_string_equal(pages->answer.place, "/m/seat/" KEY);
	send_line(site, "seat", KEY, "\"closed\":true");
	assert_get(pages, "/seat/" KEY, 404);
	seats_disconnect(&site->seats);
	assert_get(pages, "/seat/" KEY, 503);
	assert_shows(pages, "http-equiv=\"refresh\" content=\"3\"");
	close_site(site);
	assert_get(pages, "/seat/" KEY, 404);
	assert_int_equal(send_form(pages, MOVE, form.body, NULL), 405);
}

SITE_CASE(the_page_of_a_seat_is_in_the_language_of_its_person)
{
	send_line(site, "seat", KEY,
		"\"view\":{\"lang\":\"fr\",\"table\":3,\"state\":\"over\",\"match\":9,\"n\":3,"
		"\"hand\":[],\"board\":[{\"kind\":\"PILE\",\"cards\":[\"JS\"]}],"
		"\"result\":\"anna gagne.\"}");
	assert_page(pages, "/seat/" KEY, "<html lang=\"fr\">");
	assert_shows(pages, "anna gagne.");
	assert_shows(pages, "<b class=\"k s\">V</b>");
	assert_shows(pages, "href=\"/m/match/9\"");
	assert_shows(
		pages, "<noscript><meta http-equiv=\"refresh\" content=\"4;url=/m/seat/" KEY "\">");
	send_line(site, "seat", KEY, "\"view\":{\"state\":\"over\",\"match\":0,\"n\":3}");
	assert_page(pages, "/seat/" KEY, "<div id=\"end\"><p><a href=\"/m/\">");
}

SITE_CASE(the_web_process_sends_a_form_to_the_bot_as_a_request)
{
	char hash[SEAT_HASH];
	seat_key_hash_text(KEY, hash);
	assert_int_equal(send_form(pages, MOVE, form.body, NULL), 200);
	assert_question(pages,
		case_text("{\"do\":\"move\",\"lang\":\"en\",\"address\":\"192.0.2.7\","
			  "\"seat\":\"%s\",\"n\":12,"
			  "\"say\":\"9c m\"}",
			hash));
	assert_int_equal(send_form(pages, MOVE, "card=9C&n=1&card=TD&give=1&card=4%43", NULL), 200);
	assert_question(pages,
		case_text("{\"do\":\"move\",\"lang\":\"en\",\"address\":\"192.0.2.7\","
			  "\"seat\":\"%s\",\"n\":1,"
			  "\"say\":\"give 9C TD 4C\"}",
			hash));
	static const char *const unread[] = { "", "n=12", "n=12&card=9C", "move=9c", "n=-1&move=9c",
		"n=x&move=9c", "n=12&move=", "n=12&move=%0a", "n=12&move=%ff", "n=12&move=%2",
		"n=999999999999&move=9c",
		"n=12&move=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" };
	for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++)
		if (send_form(pages, MOVE, unread[i], NULL) != 400)
			fail_msg("%s: %u", unread[i], pages->answer.status);
}

SITE_CASE(a_second_tap_confirms_a_move_on_a_page_without_scripts)
{
	static const char *const second[] = { "n=12&confirmed=1&move=9c+m", "n=11&move=9c",
		"n=12&move=4c", "n=12&give=1&card=9C" };
	char view[sizeof seat_view];
	struct web_request request = form;
	memcpy(view, seat_view, sizeof view);
	memcpy(strstr(view, "\"confirm\":false"), "\"confirm\": true", 15);
	send_line(site, "seat", KEY, view);
	assert_int_equal(send_form(pages, MOVE, "n=12&move=9c+m", NULL), 200);
	assert_int_equal(pages->answer.question.length, 0);
	assert_shows(pages, "name=\"confirmed\" value=\"1\"");
	assert_shows(pages, "role=\"alert\">Tap again: call a mitten.<");
	assert_shows(pages, "</i><span>call a mitten</span>");
	assert_shows(pages, "<a href=\"/m/seat/" KEY "\">Back</a>");
	assert_int_equal(case_count(pages->answer.body.bytes, "name=\"move\""), 1);
	assert_int_equal(send_form(pages, MOVE, "n=12&move=keep", NULL), 200);
	assert_shows(pages, "value=\"keep\" data-sure>keep all<");
	assert_int_equal(pages->answer.question.length, 0);
	/* The pages pass to the bot the second tap of a move, and forms that the bot will
	 * refuse. */
	for (size_t i = 0; i < sizeof second / sizeof second[0]; i++)
		if (send_form(pages, MOVE, second[i], NULL) != 200 ||
			pages->answer.question.length == 0)
			fail_msg("%s: %s", second[i], pages->answer.body.bytes);
	/* A script has asked the player to confirm, so the first request makes the move. */
	request.accepted = "application/json";
	string_free(&pages->answer.question);
	assert_int_equal(ask(pages, &request), 200);
	assert_true(pages->answer.question.length > 0);
	string_free(&pages->answer.question);
}

SITE_CASE(the_reply_of_the_bot_is_shown_as_the_answer_to_a_form)
{
	struct web_request request = form;
	assert_int_equal(send_form(pages, MOVE, form.body, REPLY(200, "")), 303);
	assert_string_equal(pages->answer.place, "/m/seat/" KEY);
	assert_int_equal(send_form(pages, MOVE, form.body, REPLY(409, "<Look> again.")), 409);
	assert_shows(pages, "role=\"alert\">&lt;Look&gt; again.</p>");
	assert_shows(pages, "name=\"n\" value=\"12\"");
	assert_int_equal(send_form(pages, MOVE, form.body, REPLY(422, "No such card.")), 422);
	assert_shows(pages, "No such card.");
	assert_int_equal(send_form(pages, MOVE, form.body, REPLY(429, "")), 429);
	assert_shows(pages, "Too many at once.");
	assert_int_equal(send_form(pages, MOVE, form.body, REPLY(503, "")), 503);
	assert_int_equal(send_form(pages, MOVE, form.body, REPLY(404, "")), 404);
	request.accepted = "application/json";
	request.reply = REPLY(422, "No such card.");
	assert_int_equal(ask(pages, &request), 422);
	assert_string_equal(pages->answer.body.bytes, "{\"status\":422,\"say\":\"No such card.\"}");
	request.reply = REPLY(409, "");
	assert_int_equal(ask(pages, &request), 409);
	assert_shows(pages, ",\"view\":{\"lang\":\"en\"");
	request.reply = REPLY(200, "");
	assert_int_equal(ask(pages, &request), 200);
	assert_string_equal(pages->answer.body.bytes, "{\"status\":200,\"say\":\"\"}");
}

SITE_CASE(forms_from_other_sites_are_refused)
{
	static const struct {
		const char *origin, *type, *body;
		unsigned status;
	} cases[] = {
		{ NULL, "application/x-www-form-urlencoded", "n=1&move=9c", 200 },
		{ "https://CARDS.test", "application/x-www-form-urlencoded; charset=UTF-8",
			"n=1&move=9c", 200 },
		{ "https://evil.test", "application/x-www-form-urlencoded", "n=1&move=9c", 403 },
		{ "https://cards.test.evil.test", "application/x-www-form-urlencoded", "n=1", 403 },
		{ "https://cards.tes", "application/x-www-form-urlencoded", "n=1", 403 },
		{ "http://cards.test", "application/x-www-form-urlencoded", "n=1", 403 },
		{ "http://localhost", "application/x-www-form-urlencoded", "n=1", 403 },
		{ "null", "application/x-www-form-urlencoded", "n=1&move=9c", 403 },
		{ "", "application/x-www-form-urlencoded", "n=1&move=9c", 403 },
		{ NULL, "text/plain", "n=1&move=9c", 415 },
		{ NULL, "multipart/form-data; boundary=x", "n=1&move=9c", 415 },
		{ NULL, "application/x-www-form-urlencodedx", "n=1&move=9c", 415 },
		{ NULL, NULL, "n=1&move=9c", 415 },
		{ NULL, "application/x-www-form-urlencoded", NULL, 413 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct web_request request = form;
		request.origin = cases[i].origin;
		request.type = cases[i].type;
		request.body = cases[i].body;
		if (ask(pages, &request) != cases[i].status)
			fail_msg("case %zu: %u", i, pages->answer.status);
		assert_int_equal(pages->answer.question.length > 0, cases[i].status == 200);
		string_free(&pages->answer.question);
	}
	assert_int_equal(send_form(pages, "/seat/" OTHER "/move", form.body, NULL), 404);
	assert_int_equal(send_form(pages, "/seat/x/move", form.body, NULL), 404);
	assert_int_equal(send_form(pages, "/match/7", form.body, NULL), 405);
	assert_false(pages->answer.takes_forms);
	struct web_request bad = form;
	bad.malformed = true;
	assert_int_equal(ask(pages, &bad), 400);
	bad.method = "PUT";
	assert_int_equal(ask(pages, &bad), 405);
	assert_true(pages->answer.takes_forms);
	assert_int_equal(send_form(pages, "/play", form.body, NULL), 405);
	assert_int_equal(send_form(pages, "/", form.body, NULL), 405);
}

SITE_CASE(a_person_leaves_the_table_after_a_second_tap)
{
	char hash[SEAT_HASH];
	static const char leave[] = "/seat/" KEY "/leave";
	seat_key_hash_text(KEY, hash);
	assert_page(pages, "/seat/" KEY,
		"id=\"leave\"><a class=\"here\" href=\"/m/seat/" KEY "/leave\">");
	assert_page(
		pages, leave, "An AI player takes your seat, and the others play on without you.");
	assert_shows(pages, "action=\"/m/seat/" KEY "/leave\"");
	assert_conceals(pages, "seat.js");
	assert_int_equal(pages->answer.question.length, 0);
	assert_int_equal(send_form(pages, leave, "lang=fr", NULL), 200);
	assert_question(pages,
		case_text("{\"do\":\"leave\",\"lang\":\"fr\",\"address\":\"192.0.2.7\","
			  "\"seat\":\"%s\"}",
			hash));
	assert_int_equal(send_form(pages, leave, "lang=fr", REPLY(422, "<Not> now.")), 422);
	assert_shows(pages, "role=\"alert\">&lt;Not&gt; now.</p>");
	assert_int_equal(send_form(pages, leave, "lang=fr", REPLY(429, "")), 429);
	/* After the table has closed, the page of the seat still shows it. */
	assert_int_equal(send_form(pages, leave, "lang=fr", REPLY(200, "")), 303);
	assert_string_equal(pages->answer.place, "/m/seat/" KEY);
	send_line(site, "seat", KEY,
		"\"view\":{\"state\":\"play\",\"rated\":true,\"seats\":[{\"you\":true},"
		"{\"level\":\"easy\"}]}");
	assert_page(pages, leave, "nobody else plays.</p><p>This match is rated");
	send_line(site, "seat", KEY, "\"view\":{\"state\":\"over\"}");
	assert_get(pages, leave, 303);
	assert_get(pages, "/seat/" KEY, 200);
	assert_conceals(pages, "id=\"leave\"");
	send_line(site, "seat", KEY, "\"closed\":true");
	assert_int_equal(send_form(pages, leave, "lang=fr", REPLY(200, "")), 200);
	assert_shows(pages, "<h1>Vous avez quitté la table.</h1>");
	assert_int_equal(send_form(pages, leave, "lang=fr", NULL), 404);
}

SITE_CASE(the_page_of_an_ended_match_offers_another_match)
{
	pages->web.play_now = CONFIG_PLAY_LOCAL;
	struct web_request request = {
		.method = "GET", .target = "/seat/" KEY, .host = "localhost"
	};
	send_line(site, "seat", KEY,
		"\"view\":{\"state\":\"over\",\"match\":0,\"game\":\"mate\",\"seats\":[{\"you\":"
		"true},"
		"{\"level\":\"hard\"}]}");
	assert_int_equal(ask(pages, &request), 200);
	assert_shows(
		pages, "<div id=\"end\"><form class=\"ask\" method=\"post\" action=\"/m/play\">");
	assert_shows(pages,
		"name=\"game\" value=\"mate\"><input type=\"hidden\" name=\"level\" "
		"value=\"\"><input type=\"hidden\" name=\"length\" value=\"whole\">");
	assert_shows(pages, "<button>Play again</button>");
	send_line(site, "seat", KEY,
		"\"view\":{\"state\":\"over\",\"exercise\":\"tutorial\",\"game\":\"mitaines\"}");
	assert_int_equal(ask(pages, &request), 200);
	assert_shows(pages, "<button>Play a match</button>");
	assert_shows(pages, "<p><a href=\"/m/\">To the front page</a></p></div>");
}

/* ---- invitations and offers ---- */

SITE_CASE(only_sending_the_form_uses_up_an_invitation)
{
	char hash[SEAT_HASH];
	struct seats_reply seated = { .status = 303, .say = "", .key = KEY };
	seat_key_hash_text(INVITE, hash);
	assert_page(pages, "/join/" INVITE,
		"content=\"&lt;i&gt;anna invites you to a match of Mitaines classic. Seated: 1 of "
		"4. "
		"First to 500, about 40 minutes.\"");
	assert_shows(pages, "forget you a day after it");
	assert_shows(pages, "href=\"/m/rules/mitaines\"");
	assert_shows(pages, "href=\"?lang=fr\"");
	assert_conceals(pages, "<i>anna");
	assert_int_equal(pages->answer.question.length, 0);
	assert_int_equal(
		ask(pages, &(struct web_request){ .method = "HEAD", .target = "/join/" INVITE }),
		200);
	assert_int_equal(pages->answer.question.length, 0);
	assert_int_equal(send_form(pages, "/join/" INVITE, "lang=fr&name=l%C3%A9a", NULL), 200);
	assert_true(pages->answer.takes_seat);
	assert_question(pages,
		case_text("{\"do\":\"join\",\"lang\":\"fr\",\"address\":\"192.0.2.7\",\"join\":\"%"
			  "s\","
			  "\"name\":\"léa\"}",
			hash));
	assert_int_equal(send_form(pages, "/join/" INVITE, "lang=fr&name=luc",
				 REPLY(409, "Ce nom est pris.")),
		409);
	assert_shows(pages, "Ce nom est pris.");
	assert_shows(pages, "maxlength=\"40\" value=\"luc\"");
	assert_shows(pages, "S’asseoir");
	send_line(site, "join", INVITE, "\"closed\":true");
	assert_int_equal(send_form(pages, "/join/" INVITE, "name=lea", &seated), 303);
	assert_string_equal(pages->answer.place, "/m/seat/" KEY);
	assert_true(pages->answer.secret);
	assert_get(pages, "/join/" INVITE, 404);
	assert_shows(pages, "<h1>A seat for you</h1><p class=\"lead\">This invitation has ended,");
}

SITE_CASE(the_page_offers_an_immediate_match_only_on_the_same_machine)
{
	static const struct {
		const char *host, *origin;
		unsigned status;
	} cases[] = {
		{ "localhost:8080", "http://localhost:8080", 200 },
		{ "127.0.0.1:8080", NULL, 200 },
		{ "[::1]:8080", NULL, 200 },
		{ "LOCALHOST", NULL, 200 },
		{ "localhost:8080", "http://evil.test", 403 },
		{ "evil.test", "http://evil.test", 403 },
		{ "localhost.evil.test", NULL, 403 },
		{ "127.0.0.1.evil.test", NULL, 403 },
		{ "", NULL, 403 },
		{ NULL, NULL, 403 },
	};
	assert_get(pages, "/", 200);
	assert_conceals(pages, "action=\"/m/play\"");
	pages->web.play_now = CONFIG_PLAY_LOCAL;
	pages->web.url = NULL;
	assert_int_equal(get(pages, "/rules"), 403);
	assert_int_equal(ask(pages,
				 &(struct web_request){
					 .method = "GET", .target = "/", .host = "localhost" }),
		200);
	assert_shows(pages, "action=\"/m/play\"");
	assert_shows(pages, "<option value=\"mate\">");
	assert_int_equal(ask(pages,
				 &(struct web_request){ .method = "GET",
					 .target = "/",
					 .host = "localhost",
					 .forwarded = true }),
		403);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct web_request request = form;
		request.target = "/play";
		request.body = "lang=en&game=mate&level=hard&length=short";
		request.host = cases[i].host;
		request.origin = cases[i].origin;
		if (ask(pages, &request) != cases[i].status)
			fail_msg("case %zu: %u", i, pages->answer.status);
		if (cases[i].status == 200)
			assert_question(pages,
				"{\"do\":\"play\",\"lang\":\"en\",\"address\":\"192.0.2.7\","
				"\"game\":"
				"\"mate\",\"level\":\"hard\",\"short\":true}");
	}
}

SITE_CASE(a_public_site_offers_matches_and_seats_to_everybody)
{
	static const char offer[] =
		"{\"join\":\"0000000000000000000000000000000000000000000000000000000000000017\","
		"\"view\":{\"match\":17,\"game\":\"mate\",\"preset\":\"\",\"by\":\"<i>luc\","
		"\"hands\":4,"
		"\"minutes\":15,\"most\":2,\"seated\":[\"<i>luc\"]}}";
	assert_true(seats_read_line(&site->seats, offer, strlen(offer)));
	assert_page(pages, "/", "<div class=\"front\">");
	assert_conceals(pages, "/table/17/join");
	assert_int_equal(send_form(pages, "/table/17/join", "name=zoe", NULL), 405);
	pages->web.guests = CONFIG_GUESTS_OPEN;
	pages->web.play_now = CONFIG_PLAY_PUBLIC;
	pages->web.chat = "https://chat.test/?a=b&c";
	assert_page(pages, "/",
		"&lt;i&gt;luc waits for players: Mate. Seated: 1 of 2. Hands: 4, about 15 "
		"minutes.");
	assert_shows(pages, "<a class=\"button\" href=\"/m/table/17/join\">Sit down</a>");
	assert_shows(pages, "action=\"/m/play\"");
	assert_shows(pages, "href=\"https://chat.test/?a=b&amp;c\"");
	assert_true(pages->answer.uncacheable);
	assert_page(pages, "/table/17/join", "action=\"/m/table/17/join\"");
	assert_shows(pages,
		"property=\"og:description\" content=\"&lt;i&gt;luc waits for players: Mate.");
	assert_get(pages, "/table/18/join", 404);
	assert_shows(pages, "This table doesn’t wait");
	assert_int_equal(send_form(pages, "/table/17/join", "lang=en&name=zoe", NULL), 200);
	assert_true(pages->answer.takes_seat);
	assert_question(pages,
		"{\"do\":\"join\",\"lang\":\"en\",\"address\":\"192.0.2.7\",\"join\":"
		"\"0000000000000000000000000000000000000000000000000000000000000017\",\"name\":"
		"\"zoe\"}");
	assert_int_equal(
		send_form(pages, "/table/17/join", "name=zoe", REPLY(429, "Three seats.")), 429);
	assert_shows(pages, "Three seats.");
	seats_disconnect(&site->seats);
	assert_page(pages, "/", "action=\"/m/play\"");
	assert_conceals(pages, "/table/17/join");
	assert_int_equal(send_form(pages, "/play", "game=mate&level=", REPLY(503, "")), 503);
	assert_shows(pages, "try again in a minute");
	assert_conceals(pages, "refresh"); /* a reload would lead to the front page */
}

SITE_CASE(exercises_are_offered_to_guests)
{
	struct seats_reply begun = { .status = 303, .say = "", .key = KEY };
	assert_int_equal(send_form(pages, "/tutorial", "lang=fr", NULL), 405);
	pages->web.guests = CONFIG_GUESTS_INVITED;
	assert_page(pages, "/join/" INVITE, "action=\"/m/tutorial\"");
	assert_int_equal(send_form(pages, "/tutorial", "lang=fr", NULL), 200);
	assert_question(pages,
		"{\"do\":\"exercise\",\"lang\":\"fr\",\"address\":\"192.0.2.7\",\"name\":"
		"\"tutorial\",\"browser\":\"\",\"about\":\"\"}");
	assert_int_equal(send_form(pages, "/tutorial", "lang=fr", &begun), 303);
	assert_string_equal(pages->answer.place, "/m/seat/" KEY);
	assert_int_equal(send_form(pages, "/tutorial", "lang=fr", REPLY(429, "")), 429);
	assert_shows(pages, "C’est trop");
	assert_int_equal(send_form(pages, "/tutorial", "lang=en", REPLY(429, "Full.")), 429);
	assert_shows(pages, "role=\"alert\">Full.</p>");
	assert_get(pages, "/tutorial", 303);
	send_line(site, "seat", KEY, "\"view\":{\"exercise\":\"tutorial\",\"table\":0}");
	assert_page(pages, "/seat/" KEY, "<h1>Mitaines in ten moves</h1>");
}

/* ---- events ---- */

PAGES_CASE(viewers_of_a_seat_get_only_the_parts_that_changed)
{
	static const char first[] =
		"{\"n\":1,\"board\":[{}],\"turn\":\"anna to play\",\"said\":2,\"lines\":["
		"\"a\",\"b\"]}";
	struct viewers viewers = { .first = NULL };
	struct viewer mine = { .seat = "1", .waiting = STRING_EMPTY };
	struct viewer other = { .seat = "2", .waiting = STRING_EMPTY };
	struct viewer watcher = { .match = play_match(stage, 1), .waiting = STRING_EMPTY };
	viewers_add(&viewers, &watcher);
	viewers_add(&viewers, &other);
	viewers_add(&viewers, &mine);
	viewers_send_seat(&viewers, &pages->web, "1", first);
	assert_non_null(strstr(mine.waiting.bytes, "retry: 500\n\nevent: parts\ndata: {\"n\":1,"));
	assert_non_null(strstr(mine.waiting.bytes, "\"lines\":\"<li>a</li><li>b</li>\""));
	string_clear(&mine.waiting);
	viewers_send_seat(&viewers, &pages->web, "1", first);
	viewers_send_seat(&viewers, &pages->web, "1",
		"{\"n\":2,\"board\":[{}],\"turn\":\"anna to "
		"play\",\"said\":3,\"lines\":[\"b\",\"c\"]}");
	viewers_send_link(&viewers, false);
	viewers_send_tables(&viewers, &pages->web, false);
	viewers_keep_alive(&viewers);
	viewers_send_seat(&viewers, &pages->web, "1", NULL);
	viewers_send_seat(&viewers, &pages->web, "1", first);
	assert_string_equal(mine.waiting.bytes,
		"event: parts\ndata: {\"n\":2,\"yours\":false,\"parts\":{"
		"\"more\":\"<li>c</li>\"}}"
		"\n\nevent: away\ndata: 0\n\nevent: end\ndata: \n\n");
	assert_true(mine.ended);
	assert_string_equal(other.waiting.bytes, "event: away\ndata: 0\n\n");
	assert_non_null(strstr(watcher.waiting.bytes, "event: parts"));
	assert_null(strstr(watcher.waiting.bytes, "event: away"));
	string_free(&mine.waiting);
	string_clear(&other.waiting);
	viewers_keep_alive(&viewers);
	assert_string_equal(other.waiting.bytes, "event: beat\ndata: 0\n\n");
	string_free(&other.waiting);
	string_free(&watcher.waiting);
}

PAGES_CASE(a_new_stream_of_a_seat_ends_the_oldest_of_many)
{
	struct viewers viewers = { .first = NULL };
	struct viewer other = { .seat = "2" };
	struct viewer mine[18] = { { .ended = false } };
	(void)pages;
	viewers_add(&viewers, &other);
	for (unsigned i = 0; i < 18; i++) {
		memcpy(mine[i].seat, "1", 2);
		viewers_add(&viewers, &mine[i]);
	}
	for (unsigned i = 0; i < 18; i++)
		assert_int_equal(mine[i].ended, i < 2);
	assert_false(other.ended);
}

SITE_CASE(the_end_of_a_match_tells_the_contract_that_scored_most)
{
	struct stage *stage = pages->stage;
	struct table *table = case_two(stage, "!new mitaines target=200 rated=no");
	int64_t match = table->match;
	while ((table = stage_table(stage, 1)) != NULL) {
		union any_view view;
		table->game->view(table_state(table), table_state(table)->turn, &view.view);
		case_move(stage, table, game_greedy(table->game, &view.view));
	}
	send_line(site, "seat", KEY,
		case_text(
			"\"view\":{\"state\":\"over\",\"match\":%lld,\"n\":3}", (long long)match));
	assert_page(pages, "/seat/" KEY, "Best contract, hand ");
	struct string first = STRING_EMPTY;
	string_add(&first, pages->answer.body.bytes);
	/* The second page comes with the finished review. Its link to the contract stays the
	 * same. */
	while (worker_pool_run_one(pages->pool))
		continue;
	assert_page(pages, "/seat/" KEY, "Best contract, hand ");
	const char *from = strstr(first.bytes, "#h"),
		   *again = strstr(pages->answer.body.bytes, "#h");
	assert_memory_equal(from, again, strcspn(from, "\n<"));
	string_free(&first);
}
