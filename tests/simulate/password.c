/* password.c - a step (step.h): people set a password for their nick, and others try to guess
 * it. */
#include "tests/simulate/password.h"

#include <string.h>
#include <strings.h>

#include "tests/simulate/world.h"

/* ms: longest time until a person claims again, and longest time that a line is under way. */
enum { PASSWORD_READ = 5 * WORLD_SECOND, PASSWORD_TAKEN = 60 * WORLD_SECOND };

/* Returns true for humans who set passwords. The others only guess, and always wrong. */
static bool sets(const struct human *human)
{
	return human->number / WORLD_SERVERS % 2 == 0;
}

static void tell(struct human *human, const char *before)
{
	if (sets(human))
		human_say(human, false, "%s word-%s", before, human->name);
	else
		human_say(human, false, "%s guess-%u", before, world_below(10));
}

/* Makes a human claim the nick that they have, by password. Guessers skip their own nick, because
 * the guess would become its password. */
static void claim(struct incident *incident)
{
	struct human *human = incident->subject;
	bool own = strcasecmp(human->nick, human->name) == 0;
	if (own == sets(human))
		tell(human, "claim");
}

static void swap(struct incident *incident)
{
	char before[SERVER_NICK + 8];
	snprintf(before, sizeof before, "swap %s", incident->bytes);
	tell(incident->subject, before);
}

/* Makes a human take another nick, and show by password that they are the person of their own
 * nick. */
static void show(struct human *human)
{
	char nick[SERVER_NICK + 4];
	snprintf(nick, sizeof nick, "%s_", human->name);
	world_tell("%s goes by %s, and shows who they are", human->name, nick);
	human_rename(human, nick);
	world_later(2 * WORLD_SECOND, swap, human, 0, human->name, strlen(human->name));
	world_later(30 * WORLD_SECOND, human_renames_back, human, 0, NULL, 0);
}

/* Draws a human without an account who sets passwords. */
static struct human *somebody(struct chance *chance)
{
	struct human *human;
	do
		human = human_of_irc(chance);
	while (human->server->kind->services || !sets(human));
	return human;
}

void password_say(struct chance *chance)
{
	struct human *owner = somebody(chance);
	struct human *other = human_neighbour(owner);
	bool guesses = chance_below(chance, 2) == 0;
	if (!owner->secured) {
		world_tell("%s sets a password", owner->name);
		claim(&(struct incident){ .subject = owner });
	} else if (guesses) {
		world_tell("%s guesses the password of %s", other->name, owner->name);
		swap(&(struct incident){ .subject = other, .bytes = owner->name });
	} else {
		show(owner);
	}
}

void password_hear(struct human *human, const char *text)
{
	human->secured |= strstr(text, "(claim.set ") != NULL && sets(human);
	/* A line that arrives soon after a change of nick may be for the nick's previous user. */
	if (strstr(text, "(claim.done ") != NULL && !sets(human) &&
		world()->now > human->changed + PASSWORD_TAKEN)
		world_fault("%s shows by a wrong password to be another: %s", human->name, text);
	if (strstr(text, "(stranger.claimed ") != NULL)
		world_later(WORLD_SECOND + world_below(PASSWORD_READ), claim, human, 0, NULL, 0);
}
