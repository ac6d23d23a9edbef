/* caps.c - any lines of CAP: only granted capabilities are on, a request fits in a line, and a
 * server that refuses all gets a bounded number of requests. */
#include "bot/net/irc/caps.h"

#include "tests/fuzz/fuzz.h"

enum { ALL = (1 << 10) - 1, MOST_ASKED = 12 };

static void check(const struct irc_caps *caps)
{
	fuzz_must(((caps->offered | caps->on | caps->asked | caps->refused) & ~(unsigned)ALL) == 0);
	fuzz_must(memchr(caps->mechanisms, '\0', sizeof caps->mechanisms) != NULL);
	fuzz_must(!irc_caps_can_use_mechanism(caps, "PLAIN") || (caps->on & IRC_CAP_SASL) != 0);
	fuzz_must(!irc_caps_is_complete(caps) || caps->asked == 0);
}

static void take(struct irc_caps *caps, char *bytes)
{
	struct irc_line line;
	if (irc_line_read(bytes, &line))
		irc_caps_read(caps, &line);
	check(caps);
}

static bool ask(struct irc_caps *caps)
{
	char names[IRC_CAPS_NAMES];
	if (!irc_caps_next_request(caps, names))
		return false;
	fuzz_must(names[0] != '\0' && strlen(names) < sizeof names - 1 && caps->asked != 0);
	fuzz_must(strstr(names, "  ") == NULL && names[strlen(names) - 1] != ' ');
	return true;
}

/* Ends the list and refuses every request, as a server. */
static void refuse(struct irc_caps *caps)
{
	char end[] = "CAP * LS :", no[] = "CAP * NAK :";
	unsigned asked = 0;
	take(caps, end);
	if (caps->asked != 0)
		take(caps, no);
	while (ask(caps)) {
		char again[] = "CAP * NAK :";
		fuzz_must(++asked <= MOST_ASKED);
		take(caps, again);
	}
	fuzz_must(irc_caps_is_complete(caps));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct irc_caps caps = { 0 };
	char *line;
	while ((line = fuzz_line(&data, &size)) != NULL) {
		take(&caps, line);
		ask(&caps);
		check(&caps);
		free(line);
	}
	refuse(&caps);
	return 0;
}
