/* cheat.c - people who want what is not theirs to have or to decide. */
#include "tests/simulate/cheat.h"

#include "tests/simulate/world.h"

enum { CHEAT_SECOND = 1000 };

static struct human *somebody(struct chance *chance)
{
	return &world()->human[chance_below(chance, WORLD_HUMANS)];
}

/* With an AI player. */
static void start_table(struct incident *incident)
{
	human_say(incident->subject, true, "!bot easy");
	human_say(incident->subject, true, "!start");
}

static void lose(struct incident *incident)
{
	human_quit(incident->subject, "Ping timeout");
}

static void come_back(struct incident *incident)
{
	human_return(incident->subject);
}

/* What others decide, or nobody can. */
void cheat_meddle(struct chance *chance)
{
	static const char *const lines[] = { "!stop", "!leave", "!accept", "!decline", "!p",
		"!join" };
	struct human *human = somebody(chance);
	const char *line = lines[chance_below(chance, sizeof lines / sizeof lines[0])];
	unsigned number = 1 + chance_below(chance, 3);
	world_tell("%s says %s #%u", human->name, line, number);
	human_say(human, true, "%s #%u", line, number);
}

static void give_seat(struct incident *incident)
{
	struct human *owner = incident->subject;
	struct human *heir = &world()->human[incident->number];
	human_say(owner, true, "!sub %s", heir->nick);
	human_say(heir, true, "!accept");
}

static void want_seat(struct incident *incident)
{
	human_say(incident->subject, true, "!swap");
}

/* What one is offered another takes. */
static void covet_seat(struct incident *incident)
{
	struct human *owner = incident->subject;
	unsigned other = (unsigned)incident->number;
	human_say(owner, true, "!sub %s", world()->human[other].nick);
	human_say(&world()->human[(other + WORLD_SERVERS) % WORLD_HUMANS], true, "!accept");
}

void cheat_covet(struct chance *chance)
{
	struct human *owner = somebody(chance);
	unsigned other = (owner->number + WORLD_SERVERS) % WORLD_HUMANS;
	world_tell("%s opens a table and offers the seat to %s, and somebody else accepts",
		owner->name, world()->human[other].name);
	human_say(owner, true, "!new");
	world_later(5 * CHEAT_SECOND, start_table, owner, 0, NULL, 0);
	world_later(20 * CHEAT_SECOND, covet_seat, owner, other, NULL, 0);
}

/* Whoever has an account wants a seat back as soon as who has it now is away. */
void cheat_reclaim(struct chance *chance)
{
	struct human *owner = somebody(chance);
	unsigned other = (owner->number + WORLD_SERVERS) % WORLD_HUMANS;
	struct human *heir = &world()->human[other];
	unsigned seconds = 30 + chance_below(chance, 60);
	world_tell("%s opens a table, gives the seat to %s, who loses the connection for %u s, "
		   "and wants it back",
		owner->name, heir->name, seconds);
	human_say(owner, true, "!new");
	world_later(5 * CHEAT_SECOND, start_table, owner, 0, NULL, 0);
	world_later(20 * CHEAT_SECOND, give_seat, owner, other, NULL, 0);
	world_later(40 * CHEAT_SECOND, lose, heir, 0, NULL, 0);
	world_later(50 * CHEAT_SECOND, want_seat, owner, 0, NULL, 0);
	world_later((40 + seconds) * CHEAT_SECOND, come_back, heir, 0, NULL, 0);
}
