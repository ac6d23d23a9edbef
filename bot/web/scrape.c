#include "bot/web/scrape.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/base/local.h"

/* SCRAPE_AGE: ms after which a bot that tells nothing is silent, which is a few times its pause. */
enum { SCRAPE_MOST = 1024 * 1024, SCRAPE_AGE = 12000, SCRAPE_WAITING = 4 };

static void hang_up(struct scrape *scrape)
{
	if (scrape->guest == NULL)
		return;
	loop_watch_close(scrape->guest);
	close(scrape->guest_fd);
	scrape->guest = NULL;
}

/* All has come that will: it counts if it is whole. */
static void finish(struct scrape *scrape)
{
	static const char end[] = "# EOF\n";
	struct string *coming = &scrape->coming;
	size_t length = sizeof end - 1;
	hang_up(scrape);
	if (string_lost(coming) || coming->length < length ||
		strcmp(coming->bytes + coming->length - length, end) != 0)
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

/* Comes in the place of whoever is still there. */
static void arrived(void *context, unsigned events)
{
	struct scrape *scrape = context;
	(void)events;
	int fd = local_accept(scrape->door_fd);
	if (fd < 0)
		return;
	hang_up(scrape);
	string_clear(&scrape->coming);
	scrape->guest_fd = fd;
	scrape->guest = loop_watch_open(scrape->loop, fd, readable, scrape);
	if (scrape->guest == NULL)
		close(fd);
	else
		loop_watch_for(scrape->guest, LOOP_READ);
}

bool scrape_open(struct scrape *scrape, struct loop *loop, const char *path)
{
	*scrape = (struct scrape){ .loop = loop, .coming = STRING_EMPTY, .text = STRING_EMPTY };
	scrape->door_fd = local_listen(path, SCRAPE_WAITING);
	if (scrape->door_fd < 0)
		return false;
	scrape->door = loop_watch_open(loop, scrape->door_fd, arrived, scrape);
	if (scrape->door != NULL) {
		loop_watch_for(scrape->door, LOOP_READ);
		return true;
	}
	close(scrape->door_fd);
	errno = ENOMEM;
	return false;
}

void scrape_age(struct scrape *scrape)
{
	if (loop_now(scrape->loop) - scrape->heard > SCRAPE_AGE)
		string_clear(&scrape->text);
}

void scrape_close(struct scrape *scrape)
{
	hang_up(scrape);
	if (scrape->door != NULL) {
		loop_watch_close(scrape->door);
		close(scrape->door_fd);
	}
	string_free(&scrape->coming);
	string_free(&scrape->text);
}
