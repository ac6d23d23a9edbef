/* nick.c - steps (step.h) in which people change nicks, or take the nick of another person. */
#include "tests/simulate/nick.h"

#include <stdio.h>

#include "tests/simulate/world.h"

void nick_rename(struct chance *chance)
{
	struct human *human = human_any(chance), *other = human_any(chance);
	unsigned seconds = 5 + chance_below(chance, 120);
	char nick[SERVER_NICK + 4];
	if (chance_below(chance, 2) == 0 && other->server == human->server)
		snprintf(nick, sizeof nick, "%s", other->name);
	else
		snprintf(nick, sizeof nick, "%s_", human->name);
	world_tell("%s goes by %s for %u s", human->name, nick, seconds);
	human_rename(human, nick);
	world_later(seconds * WORLD_SECOND, human_renames_back, human, 0, NULL, 0);
}

/* Disconnects two people of a server, and lets the second return with the nick of the first. */
void nick_pose(struct chance *chance)
{
	struct human *one = human_any(chance);
	struct human *other = human_neighbour(one);
	unsigned seconds = 20 + chance_below(chance, 100);
	world_tell("%s loses the connection, and for %u s %s comes by their nick", one->name,
		seconds, other->name);
	human_quit(one, "Ping timeout");
	human_quit(other, "Quit");
	snprintf(other->nick, sizeof other->nick, "%s", one->nick);
	human_come(other);
	world_later(seconds * WORLD_SECOND, human_renames_back, other, 0, NULL, 0);
	world_later((seconds + 5) * WORLD_SECOND, human_comes_back, one, 0, NULL, 0);
}

/* Makes the neighbour of the vanished human take their nick, if the neighbour is in the channel, so
 * that the bot sees it. */
static void take_over(struct incident *incident)
{
	const struct human *one = incident->subject;
	if (human_neighbour(one)->here)
		human_rename(human_neighbour(one), one->nick);
}

/*
 * Disconnects a person without a QUIT to the bot. Then another person takes the nick. On real
 * servers this happens in an auditorium, a channel that shows only members with a rank.
 */
void nick_unseen(struct chance *chance)
{
	struct human *one = human_of_irc(chance);
	unsigned later = chance_below(chance, 20), seconds = 20 + chance_below(chance, 100);
	world_tell("%s loses the connection, which the bot is not told, and %u s later %s is "
		   "called so for %u s",
		one->name, later, human_neighbour(one)->name, seconds);
	human_vanish(one);
	world_later(later * WORLD_SECOND, take_over, one, 0, NULL, 0);
	seconds += later;
	world_later(seconds * WORLD_SECOND, human_renames_back, human_neighbour(one), 0, NULL, 0);
	world_later((seconds + 5) * WORLD_SECOND, human_comes_back, one, 0, NULL, 0);
}

static void take_nick(struct incident *incident)
{
	const struct human *one = incident->subject;
	human_rename(human_neighbour(one), one->nick);
}

/* Sets mode +u on a channel for a while: the bot then sees people only when they speak. */
void nick_hide(struct chance *chance)
{
	struct server *server = human_of_irc(chance)->server;
	unsigned seconds = 30 + chance_below(chance, 300);
	world_tell("%s: the channel lists nobody for %u s", server->kind->name, seconds);
	server_hide(server, seconds * WORLD_SECOND);
}

/* Makes a human with a stolen nick ask for the hand of that nick's seat, and play. Does
 * nothing if incident->number is 0. */
static void usurp(struct incident *incident)
{
	struct human *other = incident->subject;
	if (incident->number == 0)
		return;
	human_say(other, false, "hand");
	human_say(other, false, "p 1");
}

/* Disconnects a person, and lets another take their nick, while mode +u hides both from the bot. */
void nick_take(struct chance *chance)
{
	struct human *one = human_of_irc(chance), *other = human_neighbour(one);
	unsigned later = chance_below(chance, 30), seconds = 20 + chance_below(chance, 100);
	bool speaks = chance_below(chance, 2) == 0;
	world_tell("%s: the channel lists nobody, %s loses the connection, and %u s later %s has "
		   "their nick for %u s and says %s",
		one->server->kind->name, one->name, later, other->name, seconds,
		speaks ? "p 1" : "nothing");
	server_hide(one->server, (seconds + later + 60) * WORLD_SECOND);
	human_quit(one, "Ping timeout");
	world_later(later * WORLD_SECOND, take_nick, one, 0, NULL, 0);
	seconds += later;
	world_later((later + 1) * WORLD_SECOND, usurp, other, speaks, NULL, 0);
	world_later(seconds * WORLD_SECOND, human_renames_back, other, 0, NULL, 0);
	world_later((seconds + 5) * WORLD_SECOND, human_comes_back, one, 0, NULL, 0);
}
