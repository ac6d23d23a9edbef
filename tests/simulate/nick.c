/* nick.c - people who go by the nick of another, or by another of their own. */
#include "tests/simulate/nick.h"

#include <stdio.h>

#include "tests/simulate/world.h"

enum { NICK_SECOND = 1000 };

static struct human *somebody(struct chance *chance)
{
	return &world()->human[chance_below(chance, world()->humans)];
}

/* Another on the same server of IRC, always the same one. */
static struct human *neighbour(const struct human *human)
{
	return &world()->human[(human->number + WORLD_SERVERS) % WORLD_HUMANS];
}

static void come_back(struct incident *incident)
{
	human_return(incident->subject);
}

static void rename_back(struct incident *incident)
{
	struct human *human = incident->subject;
	human_rename(human, human->name);
}

void nick_rename(struct chance *chance)
{
	struct human *human = somebody(chance), *other = somebody(chance);
	unsigned seconds = 5 + chance_below(chance, 120);
	char nick[SERVER_NICK + 4];
	if (chance_below(chance, 2) == 0 && other->server == human->server)
		snprintf(nick, sizeof nick, "%s", other->name);
	else
		snprintf(nick, sizeof nick, "%s_", human->name);
	world_tell("%s goes by %s for %u s", human->name, nick, seconds);
	human_rename(human, nick);
	world_later(seconds * NICK_SECOND, rename_back, human, 0, NULL, 0);
}

/* Of two on one server the other comes by the nick of the one that has gone. */
void nick_pose(struct chance *chance)
{
	struct human *one = somebody(chance);
	struct human *other = neighbour(one);
	unsigned seconds = 20 + chance_below(chance, 100);
	world_tell("%s loses the connection, and for %u s %s comes by their nick", one->name,
		seconds, other->name);
	human_quit(one, "Ping timeout");
	human_quit(other, "Quit");
	snprintf(other->nick, sizeof other->nick, "%s", one->nick);
	human_come(other);
	world_later(seconds * NICK_SECOND, rename_back, other, 0, NULL, 0);
	world_later((seconds + 5) * NICK_SECOND, come_back, one, 0, NULL, 0);
}

/* They take the nick of who has gone, where the bot sees that. */
static void take_over(struct incident *incident)
{
	const struct human *one = incident->subject;
	if (neighbour(one)->here)
		human_rename(neighbour(one), one->nick);
}

/*
 * As in an auditorium, where nobody is told who comes and goes but for those who have a rank: one
 * has spoken, is gone, and then the other, who has one, is called as they were.
 */
void nick_unseen(struct chance *chance)
{
	struct human *one = &world()->human[chance_below(chance, WORLD_HUMANS)];
	unsigned later = chance_below(chance, 20), seconds = 20 + chance_below(chance, 100);
	world_tell("%s loses the connection, which the bot is not told, and %u s later %s is "
		   "called so for %u s",
		one->name, later, neighbour(one)->name, seconds);
	human_vanish(one);
	world_later(later * NICK_SECOND, take_over, one, 0, NULL, 0);
	seconds += later;
	world_later(seconds * NICK_SECOND, rename_back, neighbour(one), 0, NULL, 0);
	world_later((seconds + 5) * NICK_SECOND, come_back, one, 0, NULL, 0);
}
