#include "bot/web/scrape.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/base/local.h"

enum { SCRAPE_MOST = 1024 * 1024 };

static void hang_up(struct scrape *scrape)
{
	if (scrape->watch == NULL)
		return;
	loop_watch_close(scrape->watch);
	close(scrape->fd);
	scrape->watch = NULL;
}

/* All has come that will: it counts if it is whole. */
static void finish(struct scrape *scrape)
{
	static const char end[] = "# EOF\n";
	struct string *coming = &scrape->coming;
	size_t length = sizeof end - 1;
	hang_up(scrape);
	string_clear(&scrape->text);
	if (!string_lost(coming) && coming->length >= length &&
		strcmp(coming->bytes + coming->length - length, end) == 0)
		string_bytes(&scrape->text, coming->bytes, coming->length - length);
}

static void readable(void *context, unsigned events)
{
	struct scrape *scrape = context;
	char bytes[4096];
	(void)events;
	ssize_t count = recv(scrape->fd, bytes, sizeof bytes, MSG_DONTWAIT);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count > 0)
		string_bytes(&scrape->coming, bytes, (size_t)count);
	if (count <= 0 || scrape->coming.length > SCRAPE_MOST)
		finish(scrape);
}

void scrape_ask(struct scrape *scrape)
{
	if (scrape->watch != NULL)
		finish(scrape);
	string_clear(&scrape->coming);
	scrape->fd = local_join(scrape->path);
	if (scrape->fd >= 0)
		scrape->watch = loop_watch_open(scrape->loop, scrape->fd, readable, scrape);
	if (scrape->watch != NULL) {
		loop_watch_for(scrape->watch, LOOP_READ);
		return;
	}
	if (scrape->fd >= 0)
		close(scrape->fd);
	finish(scrape);
}

void scrape_close(struct scrape *scrape)
{
	hang_up(scrape);
	string_free(&scrape->coming);
	string_free(&scrape->text);
}
