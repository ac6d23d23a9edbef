/* web.c - fuzz target: the input is a request for a page. Its lines are method, target,
 * Accept-Language, cookie, a line of the bot, and a form. The bot sends its line before the
 * request, and again in reply to a question about it. The database has a finished match, a running
 * match, two days with deals and results, and a challenge. The bot offers a seat and an
 * invitation. */
#include <sodium.h>

#include "bot/net/types.h"
#include "bot/web/web.h"
#include "tests/fuzz/fuzz.h"
#include "tests/stage/stage.h"
#include "tests/stage/trials.h"

/* KEY opens the seat, the invitation and today's result. LINK opens the challenge. */
#define KEY  "AAAAAAAAAAAAAAAAAAAAAA"
#define LINK "BBBBBBBBBBBBBBBBBBBBBA"

enum { NOW = 2000 };

/* LeakSanitizer ignores fontconfig, which keeps offsets instead of pointers to its memory. */
const char *__lsan_default_suppressions(void); /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void)  /* NOLINT(bugprone-reserved-identifier) */
{
	return "leak:libfontconfig.so\n";
}

static void begin(struct stage *stage, const char *opening)
{
	stage_say(stage, "anna", opening);
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
}

/* A request for a page and the latest answer to it. */
struct asked {
	const struct web *web;
	struct web_request request;
	struct web_response answer;
};

static void on_changed(void *context, const char *hash, const char *change)
{
	(void)context;
	fuzz_must(strlen(hash) == SEAT_HASH - 1);
	fuzz_must(change == NULL || change[0] == '{');
}

static void on_linked(void *context, bool here)
{
	(void)context;
	(void)here;
}

static void check(const struct web_response *answer)
{
	fuzz_must(answer->status >= 200 && answer->status <= 503);
	fuzz_must(answer->compressed || strlen(answer->body.bytes) == answer->body.length);
	fuzz_must(!answer->compressed || answer->body.length == 0 ||
		memcmp(answer->body.bytes, "\x89PNG", 4) == 0);
	fuzz_must(strpbrk(answer->place, "\r\n") == NULL);
	fuzz_must(strpbrk(answer->cookie, "\r\n") == NULL);
	fuzz_must(strpbrk(answer->question.bytes, "\r\n") == NULL);
}

/* Answers the request. `reply` is the bot's reply to the question that the first answer raised;
 * NULL: this is the first answer. */
static void answer(struct asked *asked, const struct seats_reply *reply)
{
	string_free(&asked->answer.body);
	string_free(&asked->answer.question);
	asked->request.reply = reply;
	web_answer(asked->web, &asked->request, &asked->answer);
	check(&asked->answer);
	fuzz_must(reply == NULL || asked->answer.question.length == 0);
}

static void on_replied(void *context, void *asked, const struct seats_reply *reply)
{
	(void)context;
	answer(asked, reply);
}

static const struct seats_events events = {
	.changed = on_changed, .linked = on_linked, .replied = on_replied
};

/* The hash of KEY as a JSON string. */
#define HASH "\"8a5bdb4cc15164126c6ef2668de9dd240d299ce6397a42c95a9411b93d080ed8\""

/* Returns the seats known to the site after the bot's lines and `line`, a line of the input. */
static struct seats seats_with(const char *line)
{
	static const char *const lines[] = { "{\"seat\":" HASH ",\"view\":{}}",
		"{\"join\":" HASH ",\"view\":{}}", "{\"ready\":true}" };
	struct seats seats = { .events = &events, .out = STRING_EMPTY, .metrics = STRING_EMPTY };
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		fuzz_must(seats_read_line(&seats, lines[i], strlen(lines[i])));
	if (line != NULL)
		seats_read_line(&seats, line, strlen(line));
	return seats;
}

static void add_days(struct store *store)
{
	uint8_t hash[STORE_KEY_HASH];
	struct store_trial past = add_deal(store, STORE_OPEN_DEAL, "2026-11-30", NOW - 1500, 3);
	struct store_trial ladder = add_deal(store, STORE_LADDER_DEAL, "2026-11-30", NOW - 1500, 4);
	struct store_trial today = add_deal(store, STORE_OPEN_DEAL, "2026-12-01", NOW - 500, 5);
	struct store_trial challenge = add_deal(store, STORE_CHALLENGE, "2026-12-01", NOW - 500, 6);
	add_result(store, &past, 0, "Rose", LINK);
	add_result(store, &ladder, 5, "", "CCCCCCCCCCCCCCCCCCCCCA");
	reveal_deal(store, &past);
	reveal_deal(store, &ladder);
	fuzz_must(store_count_sums(store, "2026-11-01") == STORE_OK);
	add_result(store, &today, 0, "Zoé <b>", KEY);
	seat_key_hash(LINK, hash);
	fuzz_must(store_set_trial_link(store, challenge.id, hash) == STORE_OK);
}

/* Returns the site. The first call creates it. */
static const struct web *site(void)
{
	static struct stage stage;
	static struct web web;
	if (web.store != NULL)
		return &web;
	if (sodium_init() < 0)
		abort();
	stage_open_quietly(&stage, stage_keys, NULL);
	begin(&stage, "!new mitaines classic target=50 rated=no");
	stage_play(&stage, 1, 4000);
	begin(&stage, "!new mate");
	stage_play(&stage, 1, 9);
	stage_whisper(&stage, "anna", "solo");
	add_days(stage.store);
	web_open(&web, stage.catalog, network_types, "https://cards.test/m", 0);
	web.store = stage.store;
	web.guests = CONFIG_GUESTS_OPEN;
	web.play_now = CONFIG_PLAY_PUBLIC;
	return &web;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *method = fuzz_line(&data, &size);
	char *target = fuzz_line(&data, &size);
	char *language = fuzz_line(&data, &size);
	char *cookie = fuzz_line(&data, &size);
	char *line = fuzz_line(&data, &size);
	char *form = fuzz_line(&data, &size);
	if (target != NULL) {
		struct seats seats = seats_with(line);
		struct web web = *site();
		struct asked asked = { .web = &web,
			.request = { .method = method,
				.target = target,
				.language = language,
				.cookie = cookie,
				.type = "application/x-www-form-urlencoded",
				.address = "192.0.2.7",
				.body = form,
				.now = NOW },
			.answer = { .body = STRING_EMPTY, .question = STRING_EMPTY } };
		web.seats = &seats;
		answer(&asked, NULL);
		if (asked.answer.question.length > 0 &&
			seats_ask(&seats, asked.answer.question.bytes, &asked, 0) == 0)
			seats_read_line(&seats, line, strlen(line));
		seats_disconnect(&seats); /* ends a question that still waits for its reply */
		string_free(&asked.answer.body);
		string_free(&asked.answer.question);
		seats_free(&seats);
	}
	free(method);
	free(target);
	free(language);
	free(cookie);
	free(line);
	free(form);
	return 0;
}
