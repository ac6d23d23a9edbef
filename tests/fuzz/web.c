/* web.c - any requests for pages: the lines are method, target, Accept-Language and cookie. The
 * database has a finished match and a running one. */
#include <sodium.h>

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
	web_open(&web, stage.catalog, "https://cards.test/m", 0);
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
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct web_response answer;
	char *method = fuzz_line(&data, &size);
	char *target = fuzz_line(&data, &size);
	char *language = fuzz_line(&data, &size);
	char *cookie = fuzz_line(&data, &size);
	if (target != NULL) {
		web_answer(site(),
			&(struct web_request){ .method = method,
				.target = target,
				.language = language,
				.cookie = cookie,
				.now = 2000 },
			&answer);
		check(&answer);
		string_free(&answer.body);
	}
	free(method);
	free(target);
	free(language);
	free(cookie);
	return 0;
}
