/* hearing.c - what people say on Matrix is heard once, and what they say where the bot is not,
 * never. */
#include <stdio.h>
#include <string.h>

#include "bot/command/dispatch.h"
#include "bot/people/access.h"
#include "tests/simulate/world.h"

enum { HEARING_FLOOD = 10 * 60 * 1000 }; /* ms; longer than anybody asks for too much */

/* What somebody has said in these words, or NULL: nothing. */
static struct utterance *find(const struct human *human, const char *text)
{
	struct world *here = world();
	for (unsigned i = 0; i < here->utterances; i++)
		if (here->utterance[i].human == human->number &&
			strncmp(here->utterance[i].text, text, HEARING_TEXT - 1) == 0)
			return &here->utterance[i];
	return NULL;
}

void hearing_say(const struct human *human, const char *text, bool there)
{
	struct world *here = world();
	struct utterance *utterance = find(human, text);
	if (utterance == NULL && here->utterances == HEARINGS)
		return;
	if (utterance == NULL) {
		utterance = &here->utterance[here->utterances++];
		*utterance = (struct utterance){ .human = human->number };
		snprintf(utterance->text, HEARING_TEXT, "%s", text);
	}
	utterance->said += there;
}

void hearing_owe(const struct human *human, const char *text)
{
	struct utterance *utterance = find(human, text);
	if (utterance == NULL || human->server->home->muddled)
		return;
	utterance->owed++;
	utterance->owed_at = world()->now;
}

void hearing_excuse(void)
{
	for (unsigned i = 0; i < world()->utterances; i++)
		world()->utterance[i].owed = 0;
}

void hearing_look(const struct server *server)
{
	const struct world *here = world();
	/* A disk that has lost some has lost how far was heard. */
	for (unsigned i = 0; i < here->utterances && !here->forgotten; i++)
		if (here->utterance[i].owed > 0 &&
			liveness_calm(server, here->utterance[i].owed_at))
			world_fault("matrix: of %s is never heard: %s",
				here->human[here->utterance[i].human].name,
				here->utterance[i].text);
}

void hearing_settle(bool kept)
{
	struct world *here = world();
	for (unsigned i = 0; i < here->utterances; i++) {
		struct utterance *utterance = &here->utterance[i];
		utterance->kept += kept ? utterance->heard : 0;
		if (kept)
			utterance->owed -= utterance->heard < utterance->owed ? utterance->heard
									      : utterance->owed;
		utterance->heard = 0;
		/* A disk that has lost some has lost how far was heard. */
		if (utterance->kept > utterance->said && !here->forgotten && !world_ended())
			world_fault("matrix: of %s is heard more often than it was said: %s",
				here->human[utterance->human].name, utterance->text);
	}
}

/* Whoever goes by a nick, on any network, or NULL. */
static struct human *by_nick(const char *nick)
{
	struct world *here = world();
	for (unsigned i = 0; i < here->humans; i++)
		if (strcmp(here->human[i].nick, nick) == 0)
			return &here->human[i];
	return NULL;
}

/* NOLINTBEGIN(bugprone-reserved-identifier): as the linker names them */
__typeof__(dispatch_line) __real_dispatch_line, __wrap_dispatch_line;
void __wrap_dispatch_line(struct commands *commands, struct network *network,
	const struct sender *sender, const char *channel, const char *text)
{
	const struct human *human = homeserver_human(sender->key);
	struct utterance *utterance =
		human != NULL && human->id[0] != '\0' ? find(human, text) : NULL;
	if (utterance != NULL)
		utterance->heard++;
	__real_dispatch_line(commands, network, sender, channel, text);
}

/* Nobody is ignored who was not warned before, in what they ask for too much now. */
__typeof__(access_ask) __real_access_ask, __wrap_access_ask;
enum ratelimit_verdict __wrap_access_ask(
	struct access *access, const struct sender *sender, size_t owed, int64_t now)
{
	enum ratelimit_verdict verdict = __real_access_ask(access, sender, owed, now);
	struct human *human = by_nick(sender->nick);
	if (human != NULL && verdict == RATELIMIT_WARN)
		human->warned = world()->now;
	if (human != NULL && verdict == RATELIMIT_IGNORE &&
		world()->now > human->warned + HEARING_FLOOD)
		world_fault("%s is ignored, and was not warned", human->name);
	return verdict;
}
/* NOLINTEND(bugprone-reserved-identifier) */
