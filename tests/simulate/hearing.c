/* hearing.c - checks that the bot handles each line that people say in its Matrix rooms once, and
 * no line that an IRC server replays. */
#include <stdio.h>
#include <string.h>

#include "bot/surface/chat.h"
#include "tests/simulate/world.h"

/* Returns the record of a text that the human has said, or NULL. */
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
	/* If the disk has lost data, the bot may have lost its sync token, and lines with it. */
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
		/* If the disk has lost data, the bot may have lost its sync token, and gets lines
		 * again. */
		if (utterance->kept > utterance->said && !here->forgotten && !world_ended())
			world_fault("matrix: of %s is heard more often than it was said: %s",
				here->human[utterance->human].name, utterance->text);
	}
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */
__typeof__(chat_line) __real_chat_line, __wrap_chat_line;
void __wrap_chat_line(struct commands *commands, struct network *network,
	const struct sender *sender, const char *channel, const char *text)
{
	const struct human *human = homeserver_human(sender->key);
	struct utterance *utterance =
		human != NULL && human->id[0] != '\0' ? find(human, text) : NULL;
	if (utterance != NULL)
		utterance->heard++;
	if (strstr(text, bouncer_mark) != NULL)
		world_fault("%s: a replayed line is heard: %s", network->name, text);
	__real_chat_line(commands, network, sender, channel, text);
}
/* NOLINTEND(bugprone-reserved-identifier) */
