/* web.c - any requests for pages: the lines are method, target, Accept-Language, cookie, a line of
 * the bot about seats, and a form. The database has a finished match and a running one, and there
 * are a seat and an invitation. */
#include <sodium.h>

#include "bot/net/types.h"
#include "bot/web/web.h"
#include "tests/fuzz/fuzz.h"
#include "tests/stage/stage.h"

/* Fontconfig stores offsets instead of pointers, which look like leaks. */
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

static const struct seats_events events = { .changed = on_changed, .linked = on_linked };

/* The hash of a key of 22 letters A. */
#define HASH "\"8a5bdb4cc15164126c6ef2668de9dd240d299ce6397a42c95a9411b93d080ed8\""

/* Returns seats as the bot sends them, and then a line of the input. */
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

/* Returns the site, which is created once. */
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
	web_open(&web, stage.catalog, network_types, "https://cards.test/m", 0);
	web.store = stage.store;
	return &web;
}

static void check(const struct web_response *answer)
{
	fuzz_must(answer->status >= 200 && answer->status <= 503);
	fuzz_must(answer->compressed || strlen(answer->body.bytes) == answer->body.length);
	fuzz_must(!answer->compressed || memcmp(answer->body.bytes, "\x89PNG", 4) == 0);
	fuzz_must(strpbrk(answer->place, "\r\n") == NULL);
	fuzz_must(strpbrk(answer->cookie, "\r\n") == NULL);
	fuzz_must(strpbrk(answer->question.bytes, "\r\n") == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct web_response answer;
	char *method = fuzz_line(&data, &size);
	char *target = fuzz_line(&data, &size);
	char *language = fuzz_line(&data, &size);
	char *cookie = fuzz_line(&data, &size);
	char *line = fuzz_line(&data, &size);
	char *form = fuzz_line(&data, &size);
	if (target != NULL) {
		struct seats seats = seats_with(line);
		struct web web = *site();
		web.seats = &seats;
		web.guests = CONFIG_GUESTS_INVITED;
		web_answer(&web,
			&(struct web_request){ .method = method,
				.target = target,
				.language = language,
				.cookie = cookie,
				.type = "application/x-www-form-urlencoded",
				.address = "192.0.2.7",
				.body = form,
				.now = 2000 },
			&answer);
		check(&answer);
		string_free(&answer.body);
		string_free(&answer.question);
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
