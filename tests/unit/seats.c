/* Tests the pages' list of seats: views and replies that come from the bot, and questions to it. */
#include <stdio.h>
#include <string.h>

#include "bot/web/seats.h"
#include "tests/at.h"
#include "tests/cases.h"

#define FIRST  "{\"seat\":\"1111111111111111111111111111111111111111111111111111111111111111\","
#define SECOND "{\"seat\":\"2222222222222222222222222222222222222222222222222222222222222222\","

static const char first[] = "1111111111111111111111111111111111111111111111111111111111111111";
static const char second[] = "2222222222222222222222222222222222222222222222222222222222222222";

/* The events that the list has reported. */
struct told {
	struct string text; /* one line for each event */
};

static void on_changed(void *context, const char *hash, const char *change)
{
	struct told *told = context;
	string_add_char(&told->text, hash[0]);
	string_add_char(&told->text, ' ');
	string_add(&told->text, change != NULL ? change : "closed");
	string_add_char(&told->text, '\n');
}

static void on_linked(void *context, bool here)
{
	string_add(&((struct told *)context)->text, here ? "here\n" : "away\n");
}

static void on_replied(void *context, void *asker, const struct seats_reply *reply)
{
	struct told *told = context;
	string_add(&told->text, asker);
	string_add_char(&told->text, ' ');
	string_add_number(&told->text, reply->status);
	string_add_char(&told->text, ' ');
	string_add(&told->text, reply->say);
	string_add(&told->text, reply->key);
	string_add_char(&told->text, '\n');
}

static const struct seats_events events = { on_changed, on_linked, on_replied };

static void begin(struct seats *seats, struct told *told)
{
	*told = (struct told){ .text = STRING_EMPTY };
	*seats = (struct seats){
		.events = &events, .context = told, .out = STRING_EMPTY, .metrics = STRING_EMPTY
	};
}

static void end(struct seats *seats, struct told *told)
{
	seats_free(seats);
	string_free(&told->text);
}

#define read_line(seats, text)      read_line_at(HERE, seats, text)
#define expect_told(told, expected) expect_told_at(HERE, told, expected)

static void read_line_at(AT, struct seats *seats, const char *text)
{
	if (!seats_read_line(seats, text, strlen(text)))
		fail_at("refused: %s", text);
}

/* Fails unless exactly this was told since the last call. */
static void expect_told_at(AT, struct told *told, const char *expected)
{
	string_at(told->text.bytes, expected);
	string_clear(&told->text);
}

CASE(only_a_view_that_differs_is_a_change)
{
	struct seats seats;
	struct told told;
	begin(&seats, &told);
	read_line(&seats, FIRST "\"view\":{\"n\":1,\"turn\":\"a\"}}");
	read_line(&seats, "{\"ready\":true}");
	expect_told(&told, "here\n");
	read_line(&seats, FIRST "\"view\":{\"n\":2,\"turn\":\"a\"}}");
	expect_told(&told, "1 {\"n\":2,\"turn\":\"a\"}\n");
	read_line(&seats, FIRST "\"view\":{\"n\": 2, \"turn\":\"a\"}}");
	expect_told(&told, "");
	assert_string_equal(seats_find(&seats, SEATS_SEAT, first), "{\"n\":2,\"turn\":\"a\"}");
	assert_null(seats_find(&seats, SEATS_JOIN, first));
	assert_null(seats_find(&seats, SEATS_SEAT, second));
	end(&seats, &told);
}

CASE(seats_that_are_not_sent_again_end)
{
	struct seats seats;
	struct told told;
	begin(&seats, &told);
	read_line(&seats, SECOND "\"view\":{\"n\":2}}");
	read_line(&seats, FIRST "\"view\":{\"n\":1}}");
	read_line(&seats, "{\"ready\":true}");
	seats_disconnect(&seats);
	expect_told(&told, "here\naway\n");
	assert_non_null(seats_find(&seats, SEATS_SEAT, first));
	read_line(&seats, SECOND "\"view\":{\"n\":3}}");
	assert_false(seats.here);
	read_line(&seats, "{\"ready\":true}");
	expect_told(&told, "2 {\"n\":3}\n1 closed\nhere\n");
	assert_null(seats_find(&seats, SEATS_SEAT, first));
	read_line(&seats, SECOND "\"closed\":true}");
	read_line(&seats, SECOND "\"closed\":true}");
	expect_told(&told, "2 closed\n");
	end(&seats, &told);
}

CASE(a_reply_reaches_its_asker_once)
{
	struct seats seats;
	struct told told;
	char anna[] = "anna";
	char luc[] = "luc";
	begin(&seats, &told);
	assert_int_equal(seats_ask(&seats, "{\"do\":\"move\"}", anna, 0), 503);
	read_line(&seats, "{\"ready\":true}");
	assert_int_equal(seats_ask(&seats, "{\"do\":\"move\"}", anna, 0), 0);
	assert_int_equal(seats_ask(&seats, "{\"do\":\"join\"}", luc, 0), 0);
	assert_string_equal(
		seats.out.bytes, "{\"ask\":1,\"do\":\"move\"}\n{\"ask\":2,\"do\":\"join\"}\n");
	expect_told(&told, "here\n");
	read_line(&seats, "{\"reply\":2,\"status\":303,\"key\":\"0123456789abcdefABCD-_\"}");
	read_line(&seats, "{\"reply\":1,\"status\":422,\"say\":\"That is not a move.\"}");
	read_line(&seats, "{\"reply\":1,\"status\":200}");
	read_line(&seats, "{\"reply\":99,\"status\":200}");
	expect_told(&told, "luc 303 0123456789abcdefABCD-_\nanna 422 That is not a move.\n");
	end(&seats, &told);
}

CASE(questions_without_a_reply_are_answered_503)
{
	struct seats seats;
	struct told told;
	char anna[] = "anna";
	char luc[] = "luc";
	begin(&seats, &told);
	read_line(&seats, "{\"ready\":true}");
	assert_int_equal(seats_ask(&seats, "{}", anna, 1000), 0);
	assert_int_equal(seats_ask(&seats, "{}", luc, 2000), 0);
	expect_told(&told, "here\n");
	assert_int_equal(seats_expire(&seats, 1000 + SEATS_WAIT_MS - 1), 2);
	assert_int_equal(seats_expire(&seats, 1000 + SEATS_WAIT_MS), 1);
	expect_told(&told, "anna 503 \n");
	seats_disconnect(&seats);
	expect_told(&told, "luc 503 \naway\n");
	end(&seats, &told);
}

CASE(only_64_questions_wait_at_once)
{
	struct seats seats;
	struct told told;
	char anna[] = "anna";
	begin(&seats, &told);
	read_line(&seats, "{\"ready\":true}");
	for (unsigned i = 0; i < SEATS_ASKS; i++)
		assert_int_equal(seats_ask(&seats, "{}", anna, 0), 0);
	assert_int_equal(seats_ask(&seats, "{}", anna, 0), 429);
	read_line(&seats, "{\"reply\":5,\"status\":200}");
	assert_int_equal(seats_ask(&seats, "{}", anna, 0), 0);
	end(&seats, &told);
}

CASE(malformed_lines_are_refused)
{
	static const char *const lines[] = {
		"",
		"[]",
		"{",
		"{}",
		"{\"ready\":false}",
		"{\"seat\":1,\"view\":{}}",
		"{\"seat\":\"11\",\"view\":{}}",
		FIRST "\"view\":[]}",
		FIRST "\"closed\":false}",
		FIRST "\"closed\":true,\"view\":{}}",
		FIRST "\"view\":{\"n\":1,\"n\":2}}",
		FIRST "\"view\":{\"text\":\"\xff\"}}",
		"{\"reply\":0,\"status\":200}",
		"{\"reply\":1}",
		"{\"reply\":1,\"status\":201}",
		"{\"reply\":1,\"status\":303}",
		"{\"reply\":1,\"status\":200,\"key\":\"0123456789abcdefABCD-_\"}",
		"{\"reply\":1,\"status\":303,\"key\":\"short\"}",
		"{\"reply\":1,\"status\":303,\"key\":\"0123456789abcdefABCD-\\n\"}",
	};
	struct seats seats;
	struct told told;
	begin(&seats, &told);
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if (seats_read_line(&seats, lines[i], strlen(lines[i])))
			fail_msg("taken: %s", lines[i]);
	expect_told(&told, "");
	end(&seats, &told);
}

CASE(many_seats_stay_in_order)
{
	enum { MANY = 200 };
	struct seats seats;
	struct told told;
	char key[SEAT_KEY];
	char hash[SEAT_HASH];
	char line[160];
	begin(&seats, &told);
	for (unsigned i = 0; i < MANY; i++) {
		snprintf(key, sizeof key, "%022u", i);
		assert_true(seat_key_is_valid(key));
		seat_key_hash_text(key, hash);
		snprintf(line, sizeof line, "{\"seat\":\"%s\",\"view\":{\"n\":%u}}", hash, i);
		read_line(&seats, line);
	}
	for (unsigned i = 0; i < MANY; i++) {
		snprintf(key, sizeof key, "%022u", i);
		seat_key_hash_text(key, hash);
		snprintf(line, sizeof line, "{\"n\":%u}", i);
		assert_string_equal(seats_find(&seats, SEATS_SEAT, hash), line);
	}
	end(&seats, &told);
}
