/* visit.c - the bot as a process, and a homeserver scripted by the test. */
#include "tests/matrix/visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

void visit_configure(struct visit *visit, const char *keys)
{
	char entry[BOT_ENTRY];
	snprintf(entry, sizeof entry,
		"{ type = \"matrix\"; name = \"hs\"; user = \"@m:test\"; channels = ( "
		"\"#t:test\" ); pace = { burst = 0; }; limits = { burst = 0; }; %s }",
		keys);
	bot_configure_networks(&visit->bot, entry);
}

void visit_plainly(struct visit *visit, const char *keys)
{
	char all[512];
	snprintf(all, sizeof all, "homeserver = \"http://127.0.0.1:%d\"; %s",
		visit->homeserver.port, keys);
	visit_configure(visit, all);
}

int visit_make(void **state)
{
	struct visit *visit = calloc(1, sizeof *visit);
	assert_non_null(visit);
	*state = visit;
	bot_open(&visit->bot);
	visit->bot.haste = 10;
	return 0;
}

int visit_enter(void **state)
{
	visit_make(state);
	struct visit *visit = *state;
	homeserver_open(&visit->homeserver);
	visit_plainly(visit, "password = \"pw\";");
	return 0;
}

int visit_leave(void **state)
{
	struct visit *visit = *state;
	bot_close(&visit->bot);
	homeserver_close(&visit->homeserver);
	free(visit);
	return 0;
}

struct homeserver *visit_run(struct visit *visit)
{
	bot_start(&visit->bot);
	homeserver_rooms(&visit->homeserver, "");
	homeserver_wait(&visit->homeserver, "/join/");
	homeserver_events(&visit->homeserver, "");
	return &visit->homeserver;
}

void visit_goes_on(struct homeserver *homeserver, const char *word)
{
	char text[64];
	snprintf(text, sizeof text, "!ping %s", word);
	homeserver_says(homeserver, text);
	snprintf(text, sizeof text, "pong %s", word);
	homeserver_wait(homeserver, text);
}
