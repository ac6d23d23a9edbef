/* cheat.c - steps (step.h) in which people try to take others' seats or to decide for others. */
#include "tests/simulate/cheat.h"

#include "tests/simulate/world.h"

static void lose(struct incident *incident)
{
	human_quit(incident->subject, "Ping timeout");
}

/* Makes a human say a command for a random table, at which they may not even sit. */
void cheat_meddle(struct chance *chance)
{
	static const char *const lines[] = { "!stop", "!leave", "!accept", "!decline", "!p",
		"!join" };
	struct human *human = human_of_irc(chance);
	const char *line = lines[chance_below(chance, sizeof lines / sizeof lines[0])];
	unsigned number = 1 + chance_below(chance, 3);
	world_tell("%s says %s #%u", human->name, line, number);
	human_say(human, true, "%s #%u", line, number);
}

static void give_seat(struct incident *incident)
{
	struct human *owner = incident->subject;
	struct human *heir = human_neighbour(owner);
	human_say(owner, true, "!sub %s", heir->nick);
	human_say(heir, true, "!accept");
}

static void want_seat(struct incident *incident)
{
	human_say(incident->subject, true, "!swap");
}

/* Makes an owner offer their seat to one human, and another human accept it. */
static void covet_seat(struct incident *incident)
{
	struct human *owner = incident->subject;
	struct human *other = human_neighbour(owner);
	human_say(owner, true, "!sub %s", other->nick);
	human_say(human_neighbour(other), true, "!accept");
}

void cheat_covet(struct chance *chance)
{
	struct human *owner = human_of_irc(chance);
	world_tell("%s opens a table and offers the seat to %s, and somebody else accepts",
		owner->name, human_neighbour(owner)->name);
	human_say(owner, true, "!new");
	world_later(5 * WORLD_SECOND, human_starts_table, owner, true, NULL, 0);
	world_later(20 * WORLD_SECOND, covet_seat, owner, 0, NULL, 0);
}

/* Makes an owner give their seat to another human, the heir, and ask for it back when the heir
 * loses the connection. */
void cheat_reclaim(struct chance *chance)
{
	struct human *owner = human_of_irc(chance);
	struct human *heir = human_neighbour(owner);
	unsigned seconds = 30 + chance_below(chance, 60);
	world_tell("%s opens a table, gives the seat to %s, who loses the connection for %u s, "
		   "and wants it back",
		owner->name, heir->name, seconds);
	human_say(owner, true, "!new");
	world_later(5 * WORLD_SECOND, human_starts_table, owner, true, NULL, 0);
	world_later(20 * WORLD_SECOND, give_seat, owner, 0, NULL, 0);
	world_later(40 * WORLD_SECOND, lose, heir, 0, NULL, 0);
	world_later(50 * WORLD_SECOND, want_seat, owner, 0, NULL, 0);
	world_later((40 + seconds) * WORLD_SECOND, human_comes_back, heir, 0, NULL, 0);
}
