#include "bot/web/scrape.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* SCRAPE_AGE: ms until metrics are too old, a few times the bot's interval. */
enum { SCRAPE_MOST = 1024 * 1024, SCRAPE_AGE = 12000, SCRAPE_WAITING = 4 };

static void hang_up(struct scrape *scrape)
{
	if (scrape->guest == NULL)
		return;
	loop_watch_close(scrape->guest);
	close(scrape->guest_fd);
	scrape->guest = NULL;
}

/* Handles the end of a connection: keeps the metrics if they are complete. */
static void finish(struct scrape *scrape)
{
	static const char end[] = "# EOF\n";
	struct string *coming = &scrape->coming;
	size_t length = sizeof end - 1;
	hang_up(scrape);
	if (coming->length < length || strcmp(coming->bytes + coming->length - length, end) != 0)
		return;
	string_clear(&scrape->text);
	string_bytes(&scrape->text, coming->bytes, coming->length - length);
	scrape->heard = loop_now(scrape->loop);
}

static void readable(void *context, unsigned events)
{
	struct scrape *scrape = context;
	char bytes[4096];
	(void)events;
	ssize_t count = recv(scrape->guest_fd, bytes, sizeof bytes, MSG_DONTWAIT);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count > 0)
		string_bytes(&scrape->coming, bytes, (size_t)count);
	if (scrape->coming.length > SCRAPE_MOST)
		hang_up(scrape);
	else if (count <= 0)
		finish(scrape);
}

/* Accepts a connection in place of the previous one. */
static void arrived(void *context, int fd)
{
	struct scrape *scrape = context;
	hang_up(scrape);
	string_clear(&scrape->coming);
	scrape->guest_fd = fd;
	scrape->guest = loop_watch_open(scrape->loop, fd, readable, scrape);
	if (scrape->guest == NULL)
		close(fd);
	else
		loop_watch_for(scrape->guest, LOOP_READ);
}

bool scrape_open(struct scrape *scrape, struct loop *loop, const struct log *log, const char *path)
{
	*scrape = (struct scrape){ .loop = loop, .coming = STRING_EMPTY, .text = STRING_EMPTY };
	scrape->door =
		(struct door){ .log = log, .part = "web", .came = arrived, .context = scrape };
	return door_open(&scrape->door, loop, path, SCRAPE_WAITING);
}

void scrape_age(struct scrape *scrape)
{
	if (loop_now(scrape->loop) - scrape->heard > SCRAPE_AGE)
		string_clear(&scrape->text);
}

void scrape_close(struct scrape *scrape)
{
	hang_up(scrape);
	door_close(&scrape->door);
	string_free(&scrape->coming);
	string_free(&scrape->text);
}
