/* Tests the pages, and that no page names a hidden card: the test requests all addresses during
 * random hands of all games. PAGES_HANDS sets the number of hands; the default is small. */
#include <ctype.h>

#include "bot/web/viewers.h"
#include "engine/record.h"
#include "storage/journal.h"
#include "storage/people.h"
#include "storage/prune.h"
#include "tests/options.h"
#include "tests/stage/hidden.h"
#include "tests/stage/pages.h"

enum { HANDS = 25, STAGE_HANDS = 1500, PLAYERS = 10 };

static const char *const nicks[PLAYERS] = { "anna", "luc", "rose", "yves", "zoe", "paul", "lea",
	"max", "eva", "tom" };

/* ---- requests ---- */

PAGES_CASE(the_page_of_a_match_without_journal_shows_players_and_result)
{
	int64_t match = play_match(stage, 4);
	struct store_pruning pruning = { .before = INT64_MAX };
	case_dialog(stage, "anna: !stop", "luc: !stop");
	stage_wait(stage, 5000); /* long enough for the root to be delivered */
	assert_int_equal(store_prune_journals(stage->store, &pruning, 1, 10), STORE_NONE);
	assert_int_equal(pruning.removed, 1);
	assert_page(pages, address("/match/%lld", match), "The moves of that match were removed");
	assert_shows(pages, "anna");
	assert_conceals(pages, "id=\"board\"");
	assert_conceals(pages, "id=\"verdict\"");
	assert_page(
		pages, address("/match/%lld.json", match), "\"pruned\":1,\"from\":1,\"scenes\":[]");
	assert_get(pages, address("/match/%lld.txt", match), 404);
	assert_page(pages, "/", " · stopped</span>");
}

PAGES_CASE(every_address_is_answered_with_the_right_status)
{
	static const char *const there[] = { "/", "/.json", "/index.json", "/top", "/top/mitch",
		"/top/mitaines?preset=quebec&period=week", "/top/mate.json?period=year", "/rules",
		"/rules/mate", "/rules/mitaines?lang=fr", "/fair", "/api", "/style.css",
		"/script.js?v=1", "/icon.svg", "/robots.txt", "/?who=cares", "/%74op",
		"/?utm_term=100%", "/?q=%E9", "/top?fbclid=%%&page=1&%=%&&=&=%" };
	static const char *const missing[] = { "/nowhere", "/match", "/match/", "/match/0",
		"/match/01", "/match/-1", "/match/1x", "/match/1", "/match/9223372036854775807",
		"/match/99999999999999999999999", "/match/1.txt", "/player/1.txt", "/player/77",
		"/table/1", "/table/1/events", "/top/whist", "/top/mitaines?preset=whist",
		"/top/mitaines?page=2", "/fair.json", "//", "/nowhere/", "/top/whist.",
		"/../etc/passwd", "/language/xx", "/TOP" };
	static const char *const unread[] = { "/%", "/%0", "/%00", "/%zz", "/%ff", "/\x7f",
		"nowhere", "/top?page=0", "/top?page=21", "/top?page=x", "/top?period=day",
		"/?lang=%ff", "/match/1?from=0", "/language/fr?back=https://evil.test",
		"/language/fr?back=//evil.test", "/language/fr?back=/%5cevil.test" };
	for (size_t i = 0; i < sizeof there / sizeof there[0]; i++)
		assert_get(pages, there[i], 200);
	for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++)
		assert_get(pages, missing[i], 404);
	for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++)
		if (get(pages, unread[i]) != 400 && pages->answer.status != 404)
			fail_msg("%s: %u", unread[i], pages->answer.status);
	assert_get(pages, "/daily", 404);
	assert_shows(pages, "There is no deal yet");
	assert_get(pages, case_text("/?fbclid=%0300d", 1), 200);
	assert_get(pages, "/%ff", 400);
	assert_get(pages, "/top?page=0", 400);
	assert_shows(pages, "I can’t read this address");
}

PAGES_CASE(a_copied_slash_or_punctuation_leads_to_the_address)
{
	static const char *const cases[][2] = { { "/top/", "/m/top" }, { "/fair).", "/m/fair" },
		{ "/rules/mate/?preset=&lang=fr", "/m/rules/mate?preset=&lang=fr" },
		{ "/top.json,?page=1", "/m/top.json?page=1" }, { "/top%29", "/m/top" },
		{ "/top»?x=<b>", "/m/top" }, { "/top%e2%80%a6", "/m/top" },
		{ "/join/AAAAAAAAAAAAAAAAAAAAAA).", "/m/join/AAAAAAAAAAAAAAAAAAAAAA" },
		{ "/seat/AAAAAAAAAAAAAAAAAAAAA_/", "/m/seat/AAAAAAAAAAAAAAAAAAAAA_" } };
	pages->web.base = "/m";
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_get(pages, cases[i][0], 301);
		assert_string_equal(pages->answer.place, cases[i][1]);
		assert_int_equal(pages->answer.secret, strstr(cases[i][0], "/AA") != NULL);
	}
	pages->web.play_now = CONFIG_PLAY_LOCAL;
	assert_get(pages, "/top/", 403);
	assert_string_equal(pages->answer.place, "");
}

PAGES_CASE(the_rules_of_each_game_have_examples_with_drawn_cards)
{
	for (unsigned i = 0; games[i] != NULL; i++) {
		assert_page(pages, case_text("/rules/%s?lang=fr", games[i]->name),
			"<p class=\"example\">");
		assert_shows(pages, "<svg class=\"k ");
		assert_conceals(pages, "{pile}");
	}
	assert_page(pages, "/rules/mate?lang=fr", "aria-label=\"dame de cœur\"");
}

PAGES_CASE(the_rules_page_shows_the_options_of_a_match)
{
	int64_t match = play_match(stage, 1);
	assert_page(pages, address("/table/%lld", match),
		"/rules/mitaines?preset=classic&amp;options=target=100%20rated=no\">Rules</a>");
	assert_page(pages, "/rules/mitaines?preset=classic&options=target=100%20rated=no",
		"This match: Mitaines classic target=100 rated=no.");
	assert_shows(pages, "reaches 100 points");
	assert_page(pages, "/rules/mitaines?preset=quebec", "reaches 1000 points");
	assert_page(pages, "/rules/mate?lang=fr", "Mate roi=non|oui");
	assert_get(pages, "/rules/mate?options=king=mine", 404);
	assert_get(pages, "/rules/mate?options=call%20555-1234", 404);
	assert_get(pages, "/rules/mate?preset=quebec", 404);
}

PAGES_CASE(long_addresses_and_methods_other_than_get_or_head_are_refused)
{
	char target[2 * ROUTE_TARGET];
	memset(target, 'a', sizeof target);
	target[0] = '/';
	target[ROUTE_PATH + 1] = '\0';
	assert_get(pages, target, 414);
	target[ROUTE_PATH + 1] = 'a';
	target[sizeof target - 1] = '\0';
	assert_get(pages, target, 414);
	assert_int_equal(ask(pages, &(struct web_request){ .method = "POST", .target = "/" }), 405);
	assert_int_equal(
		ask(pages, &(struct web_request){ .method = "BREW", .target = "/x" }), 405);
	assert_int_equal(ask(pages, &(struct web_request){ .method = "HEAD", .target = "/" }), 200);
}

PAGES_CASE(pages_answer_503_without_a_database)
{
	pages->web.store = NULL;
	assert_get(pages, "/", 503);
	assert_get(pages, "/match/1.json", 503);
	assert_get(pages, "/rules", 200);
}

PAGES_CASE(the_language_comes_from_the_address_the_cookie_or_the_browser)
{
	struct web_request request = { .method = "GET", .target = "/" };
	assert_int_equal(ask(pages, &request), 200);
	assert_shows(pages, "<html lang=\"en\">");
	request.language = "de, fr-CA;q=0.8, en;q=0.3";
	ask(pages, &request);
	assert_shows(pages, "<html lang=\"fr\">");
	request.cookie = "en";
	ask(pages, &request);
	assert_shows(pages, "<html lang=\"en\">");
	request.target = "/?lang=fr";
	ask(pages, &request);
	assert_shows(pages, "<html lang=\"fr\">");
	assert_string_equal(pages->answer.cookie, "");
	assert_get(pages, "/language/fr?back=/match/7", 303);
	assert_string_equal(pages->answer.place, "/m/match/7");
	assert_non_null(strstr(pages->answer.cookie, "lang=fr; Path=/m/;"));
	assert_int_equal(web_language("fr;q=0, en;q=0.1"), 0);
	assert_int_equal(web_language("xx"), -1);
	assert_int_equal(web_language(";;q=,,-"), -1);
}

PAGES_CASE(style_and_script_addresses_contain_a_hash_of_the_file)
{
	const char *target = case_text("/style.css?v=%s", pages->web.style_version);
	assert_get(pages, target, 200);
	assert_true(pages->answer.immutable);
	assert_get(pages, "/style.css?v=0", 200);
	assert_false(pages->answer.immutable);
	assert_page(pages, "/", target);
	assert_shows(pages, "href=\"/m/top\"");
}

PAGES_CASE(a_finished_match_is_shown_and_its_record_is_valid)
{
	struct record record;
	int64_t match = play_match(stage, 100000);
	assert_null(stage_table(stage, 1));
	assert_page(pages, address("/match/%lld", match), "id=\"h1.0\"");
	assert_shows(pages, "id=\"board\"");
	assert_shows(pages, "salt&lt;&amp;&gt;");
	assert_conceals(pages, "salt<");
	assert_page(pages, address("/match/%lld.json", match), "\"state\":\"finished\"");
	assert_shows(pages, "\"hands\":[\"");
	assert_get(pages, address("/table/%lld", match), 303);
	assert_get(pages, address("/player/%lld", stage->lobby.robots.id[0]), 404);
	assert_get(pages, address("/match/%lld.txt", match), 200);
	record_open(&record, true);
	for (const char *at = pages->answer.body.bytes; *at != '\0';) {
		size_t length = strcspn(at, "\n");
		assert_int_not_equal(record_line(&record, at, length), RECORD_FAILED);
		at += length + 1;
	}
	assert_int_not_equal(record_close(&record), RECORD_FAILED);
	assert_true(record.proved > 0);
	assert_int_equal(record.proved, record.hands);
}

PAGES_CASE(the_title_of_a_match_has_names_and_points_and_its_date_the_language_of_the_page)
{
	int64_t match = play_match(stage, 3);
	assert_page(pages, address("/match/%lld", match), "<title>anna, luc");
	assert_shows(pages, address("<a href=\"/m/table/%lld\">", match));
	assert_page(pages, address("/table/%lld", match), "<small>of 100</small>");
	case_dialog(stage, "anna: !stop", "luc: !stop");
	match = play_match(stage, 100000);
	assert_page(pages, address("/match/%lld", match), "<title>luc 100, anna 10 ");
	assert_shows(pages, "<time datetime=\"2027-01-15\">Jan 15, 2027</time>");
	assert_page(pages, address("/match/%lld?lang=fr", match), ">15 janv. 2027</time>");
}

PAGES_CASE(names_are_escaped_in_html_and_json)
{
	stage_say(stage, "</script><b>", "!new rated=no");
	stage_say(stage, "</script><b>", "!bot");
	stage_say(stage, "</script><b>", "!start");
	int64_t match = stage_table(stage, 1)->match;
	stage_play(stage, 1, 3);
	assert_get(pages, "/", 200);
	assert_conceals(pages, "<b>");
	assert_get(pages, address("/table/%lld", match), 200);
	assert_conceals(pages, "t><b>");
	assert_get(pages, address("/match/%lld", match), 200);
	assert_conceals(pages, "t><b>");
}

/* Fails unless the bot's line has the address of a page, and the page is answered with 200. */
static void assert_addressed_at(AT, struct pages *pages, const char *said)
{
	const char *from = strstr(said, "page=https://cards.test/m/");
	char target[ROUTE_PATH];
	if (from == NULL) {
		fail_at("no address in: %s", said);
		return;
	}
	from += strlen("page=https://cards.test/m");
	struct text text = text_in(target, sizeof target);
	text_bytes(&text, from, strcspn(from, ") \n"));
	if (get(pages, target) != 200)
		fail_at("%s: %u", target, pages->answer.status);
}

#define assert_addressed(pages, said) assert_addressed_at(HERE, pages, said)

PAGES_CASE(addresses_told_in_chat_lead_to_existing_pages)
{
	play_match(stage, 100000);
	assert_said(stage, "(match.stored match=1 page=)");
	assert_answer(stage, "anna", "!match 1", "(match page= ");
	stage->lobby.settings.pages = pages->web.url;
	stage->lobby.settings.rate_robots = true;
	play_match(stage, 100000);
	assert_addressed(pages, assert_said(stage, "page=https://cards.test/m/match/2)"));
	case_two(stage, "!new mitaines gamerules target=100");
	stage_play(stage, 1, 100000);
	assert_addressed(pages, strstr(stage_hear(stage), "match.stored.rated"));
	static const char *const asked[] = { "!match 1", "!top", "!top gamerules week",
		"!top month", "!top gamerules", "!rank", "!rank luc" };
	for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
		stage_say(stage, "anna", asked[i]);
		assert_addressed(pages, stage_hear(stage));
	}
}

STAGE_CASE(the_bot_tells_no_address_of_a_private_match)
{
	stage->lobby.settings.pages = "https://cards.test";
	stage_whisper(stage, "anna", "solo easy target=50");
	for (unsigned n = 0; n < 400 && tables_find_match(&stage->lobby.tables, 1) != NULL; n++)
		stage_whisper(stage, "anna", "1");
	assert_said(stage, "(match.stored.rated match=1 ratings= page=)");
	assert_reply(stage, "anna", "match 1", "(match page= ");
}

PAGES_CASE(a_private_match_has_no_page)
{
	stage_whisper(stage, "anna", "solo");
	int64_t match;
	assert_int_equal(store_get_newest_match(stage->store, &match), STORE_OK);
	assert_true(match > 0);
	assert_get(pages, address("/match/%lld", match), 404);
	assert_get(pages, address("/match/%lld.txt", match), 404);
	assert_get(pages, address("/table/%lld", match), 404);
	assert_get(pages, address("/table/%lld.json", match), 404);
	assert_get(pages, address("/table/%lld/events", match), 404);
	assert_page(pages, "/", "Nobody is playing in a channel right now.");
}

PAGES_CASE(a_forgotten_person_disappears_from_all_pages_at_once)
{
	int64_t match = play_match(stage, 100000);
	int64_t anna;
	assert_int_equal(store_find_person_by_name(stage->store, stage->network.id, "anna", &anna),
		STORE_OK);
	assert_page(pages, address("/player/%lld", anna), "anna");
	stage_whisper(stage, "anna", "forget me yes");
	assert_get(pages, address("/player/%lld", anna), 410);
	assert_get(pages, address("/player/%lld.json", anna), 410);
	const char *const there[] = { "/match/%lld", "/match/%lld.json", "/match/%lld.txt" };
	for (size_t i = 0; i < sizeof there / sizeof there[0]; i++) {
		assert_get(pages, address(there[i], match), 200);
		assert_conceals(pages, "anna");
	}
	assert_get(pages, "/", 200);
	assert_conceals(pages, "anna");
	assert_get(pages, "/top", 200);
	assert_conceals(pages, "anna");
}

PAGES_CASE(a_viewer_of_a_page_gets_each_move_once)
{
	struct viewers viewers = { .first = NULL };
	struct viewer viewer = { .match = play_match(stage, 3), .waiting = STRING_EMPTY };
	viewers_add(&viewers, &viewer);
	viewers_send_tables(&viewers, &pages->web, true);
	assert_non_null(strstr(viewer.waiting.bytes, "data: {\"n\":4,"));
	assert_non_null(strstr(viewer.waiting.bytes, "\"players\":\"<li id="));
	string_clear(&viewer.waiting);
	viewers_send_tables(&viewers, &pages->web, false);
	assert_string_equal(viewer.waiting.bytes, "");
	stage_play(stage, 1, 2);
	viewers_send_tables(&viewers, &pages->web, true);
	assert_string_equal(viewer.waiting.bytes, "");
	viewers_send_tables(&viewers, &pages->web, false);
	assert_non_null(strstr(viewer.waiting.bytes, "event: parts\ndata: {\"n\":6,"));
	const char *more = strstr(viewer.waiting.bytes, "\"more\":");
	assert_non_null(more);
	assert_int_equal(case_count(more, "<li>"), 2);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	string_clear(&viewer.waiting);
	viewers_send_tables(&viewers, &pages->web, false);
	assert_non_null(strstr(viewer.waiting.bytes, "event: end\ndata: /m/match/"));
	assert_true(viewer.ended);
	viewers_remove(&viewers, &viewer);
	assert_null(viewers.first);
	string_free(&viewer.waiting);
}

/* ---- secrets ---- */

struct play {
	struct stage stage;
	struct pages pages;
	struct viewers viewers;
	struct viewer viewer;
	struct chance chance;
	struct reader reader;
	unsigned players;
	uint64_t hands;
	uint64_t named; /* number of cards that pages named while the hand was being played */
};

/* Returns the cards that the HTML of a table has, like <b class="k h">9</b>. */
static cards find_drawn_cards(const char *text)
{
	cards found = 0;
	while ((text = strstr(text, "\"k ")) != NULL) {
		static const char letters[] = "cdhs";
		static const char *const suits[] = { "♣", "♦", "♥", "♠" };
		const char *suit = strchr(letters, text[3]);
		const char *rank = strchr(text, '>');
		char name[16];
		text += 3;
		if (suit == NULL || rank == NULL)
			continue;
		snprintf(name, sizeof name, "%.*s%s", (int)strcspn(rank + 1, "<"), rank + 1,
			suits[suit - letters]);
		const char *at = name;
		card c;
		if (card_read(&at, &english_words, &c))
			found |= card_bit(c);
	}
	return found;
}

static cards find_named_cards(struct play *play, const char *text)
{
	return reader_written(text, &english_words) | reader_written(text, &french_words) |
		reader_spelled(&play->reader, text) | find_drawn_cards(text);
}

static void check_part(
	struct play *play, const char *where, const char *from, const char *to, cards hidden)
{
	char *part = strndup(from, (size_t)(to - from));
	cards named = find_named_cards(play, part);
	play->named += cards_count(named);
	if (named & hidden)
		fail_msg("%s names what is hidden (seed of hands %llu):\n%s", where,
			(unsigned long long)play->hands, part);
	free(part);
}

/* Checks the scenes of one hand in the JSON of a match. */
static void check_scenes(
	struct play *play, const char *where, const char *text, unsigned hand, cards hidden)
{
	static const char mark[] = "{\"hand\":";
	for (const char *at = strstr(text, mark); at != NULL;) {
		const char *next = strstr(at + 1, mark);
		if (strtoul(at + strlen(mark), NULL, 10) == hand)
			check_part(play, where, at, next != NULL ? next : at + strlen(at), hidden);
		at = next;
	}
}

/* Fails if an answer contains the secret root, or a seed of this hand or of a later one. */
static void check_seeds(
	struct play *play, const char *where, const char *text, int64_t match, unsigned hand)
{
	struct store_root root;
	struct store_hand rows[2];
	unsigned count = 0;
	char digits[3][2 * STORE_SEED + 1] = { "" };
	assert_int_equal(store_get_root(play->stage.store, match, &root), STORE_OK);
	assert_int_equal(
		store_list_hands(play->stage.store, match, hand, rows, 2, &count), STORE_OK);
	for (unsigned i = 0; i <= count; i++) {
		const uint8_t *bytes = i == 0 ? root.root : rows[i - 1].seed;
		struct text hex = text_in(digits[i], sizeof digits[i]);
		text_hex(&hex, bytes, STORE_SEED);
		if (strstr(text, digits[i]) != NULL)
			fail_msg("%s tells %s:\n%s", where, i == 0 ? "the root" : "a seed", text);
	}
}

static unsigned count_parts(const char *text, const char *part)
{
	unsigned count = 0;
	for (; (text = strstr(text, part)) != NULL; text++)
		count++;
	return count;
}

static const char *fetch(struct play *play, const char *format, int64_t match)
{
	char target[64];
	const char *mark = strchr(format, '?') != NULL ? "&" : "?";
	int length = snprintf(target, sizeof target, format, (long long)match);
	snprintf(target + length, sizeof target - (size_t)length, "%slang=%s", mark,
		chance_below(&play->chance, 2) ? "fr" : "en");
	assert_get(&play->pages, target, 200);
	return play->pages.answer.body.bytes;
}

/* Checks the parts of a table in an event stream. Leaves out the talk, which may name cards of
 * earlier hands. */
static void check_events(struct play *play, const char *text, cards hidden)
{
	static const char *const parts[] = { "\"players\":\"", "\"felt\":\"", "\"turn\":\"" };
	const char *last = text;
	for (const char *at = text; (at = strstr(at, "event: parts")) != NULL; at++)
		last = at;
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		const char *from = strstr(last, parts[i]);
		const char *to = from != NULL ? from + strlen(parts[i]) : NULL;
		while (to != NULL && *to != '"')
			to += 1 + (*to == '\\');
		if (from != NULL)
			check_part(play, "events", from, to, hidden);
	}
}

/* Checks the text of a page. Leaves out scripts, styles, images, and the talk at a table. */
static void check_page(struct play *play, const char *where, const char *text, cards hidden)
{
	const char *from = strstr(text, "<main");
	const char *to = strstr(text, "<div id=\"talk\"");
	to = to != NULL ? to : strstr(text, "<script type=");
	assert_non_null(from);
	check_part(play, where, from, to != NULL ? to : text + strlen(text), hidden);
}

/* Checks the moves of one hand in the list on the page of a match. */
static void check_moves(struct play *play, const char *text, unsigned hand, cards hidden)
{
	const char *from = strstr(text, case_text("<li id=\"h%u.0\">", hand));
	assert_non_null(from);
	const char *to = strstr(from, "</ol>");
	assert_non_null(to);
	check_part(play, "moves", from, to, hidden);
}

/* Checks all pages. turned: the last move showed cards that players have in their hands again. */
static void check_all(struct play *play, struct table *table, bool turned)
{
	static const char *const others[] = { "/", "/.json", "/top", "/top.json" };
	int64_t match = table->match;
	unsigned hand = table_state(table)->hand;
	cards hidden = turned ? 0 : hidden_from(table, SEAT_NONE) | hidden_down(table);
	bool second = hidden_second(table);
	const char *text = fetch(play, "/table/%lld", match);
	check_page(play, "table", text, hidden);
	check_seeds(play, "table", text, match, hand);
	text = fetch(play, "/table/%lld.json", match);
	check_part(play, "table.json", text, text + strlen(text), hidden);
	check_seeds(play, "table.json", text, match, hand);
	text = fetch(play, "/match/%lld", match);
	check_moves(play, text, hand, second ? 0 : hidden);
	check_scenes(play, "match", text, hand, second ? 0 : hidden);
	check_seeds(play, "match", text, match, hand);
	text = fetch(play, "/match/%lld.json", match);
	check_scenes(play, "match.json", text, hand, second ? 0 : hidden);
	check_seeds(play, "match.json", text, match, hand);
	assert_get(&play->pages, address("/match/%lld.png", match), 404);
	text = fetch(play, "/match/%lld.txt", match);
	assert_int_equal(count_parts(text, "\nhand dealer="), hand - 1);
	check_seeds(play, "match.txt", text, match, hand);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		text = fetch(play, others[i], 0);
		check_seeds(play, others[i], text, match, hand);
		check_part(play, others[i],
			strstr(text, "<main") != NULL ? strstr(text, "<main") : text,
			text + strlen(text), hidden);
	}
	viewers_send_tables(&play->viewers, &play->pages.web, false);
	check_events(play, play->viewer.waiting.bytes, hidden);
	check_seeds(play, "events", play->viewer.waiting.bytes, match, hand);
	string_clear(&play->viewer.waiting);
}

static void begin_random_match(struct play *play)
{
	char opening[200];
	struct text text = text_in(opening, sizeof opening);
	union any_state state;
	unsigned count = 0;
	unsigned presets = 0;
	while (games[count] != NULL)
		count++;
	const struct game *game = games[chance_below(&play->chance, count)];
	if (game == NULL)
		abort();
	while (game->presets[presets] != NULL)
		presets++;
	unsigned preset = chance_below(&play->chance, presets);
	text_add(&text, "!new ");
	text_add(&text, game->name);
	text_char(&text, ' ');
	text_add(&text, game->presets[preset]);
	text_char(&text, ' ');
	game_open(game, &state.state, preset);
	options_choose(game, &state.state, &play->chance, &text);
	play->players = chance_below(&play->chance, SEATS_MAX);
	while ((game_players(game, &state.state) >> play->players & 1) == 0)
		play->players = (play->players + 1) % (SEATS_MAX + 1);
	stage_say(&play->stage, nicks[0], opening);
	for (unsigned i = 1; i < play->players; i++)
		stage_say(&play->stage, nicks[i], "!join");
	stage_say(&play->stage, nicks[0], "!start");
	struct table *table = stage_table(&play->stage, 1);
	if (table == NULL || !table->running) {
		fail_msg("%s: %s", opening, stage_hear(&play->stage));
		return;
	}
	play->viewer = (struct viewer){ .match = table->match, .waiting = STRING_EMPTY };
	viewers_add(&play->viewers, &play->viewer);
}

static void make_random_move(struct play *play, struct table *table)
{
	struct moves moves;
	table->game->legal(table_state(table), &moves);
	case_move(&play->stage, table, moves.move[chance_below(&play->chance, moves.count)]);
}

static void play_one(struct play *play)
{
	begin_random_match(play);
	bool second = false;
	for (unsigned n = 0; n < 100; n++) {
		struct table *table = stage_table(&play->stage, 1);
		if (table == NULL || !table->running)
			break;
		unsigned hand = table_state(table)->hand;
		if (n == 0 || chance_below(&play->chance, 3) == 0)
			check_all(play, table, hidden_second(table) && !second);
		second = hidden_second(table);
		make_random_move(play, table);
		table = stage_table(&play->stage, 1);
		play->hands += table == NULL || table_state(table)->hand != hand;
	}
	for (unsigned i = 0; i < play->players && stage_table(&play->stage, 1) != NULL; i++)
		stage_say(&play->stage, nicks[i], "!stop");
	assert_null(stage_table(&play->stage, 1));
	viewers_remove(&play->viewers, &play->viewer);
	string_free(&play->viewer.waiting);
	stage_hear(&play->stage);
}

CASE(no_page_names_a_hidden_card)
{
	const char *asked = getenv("PAGES_HANDS");
	uint64_t wanted = asked != NULL ? strtoull(asked, NULL, 10) : HANDS;
	struct play *play = calloc(1, sizeof *play);
	if (play == NULL)
		abort();
	const char *seed = getenv("PAGES_SEED");
	play->chance.seed = seed != NULL ? strtoull(seed, NULL, 10) : 3;
	while (play->hands < wanted) {
		uint64_t until = play->hands + STAGE_HANDS;
		stage_open_again(&play->stage, stage_keys, NULL, 1000000, play->chance);
		play->pages = open_pages(&play->stage);
		play->reader = reader_open(play->pages.web.catalog);
		while (play->hands < wanted && play->hands < until)
			play_one(play);
		close_pages(&play->pages);
		stage_close(&play->stage);
		chance_next(&play->chance);
	}
	assert_true(play->named > wanted);
	if (asked != NULL)
		printf("%llu hands, %llu cards named\n", (unsigned long long)play->hands,
			(unsigned long long)play->named);
	free(play);
}
