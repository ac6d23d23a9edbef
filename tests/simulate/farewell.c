/* farewell.c - a step (step.h) in which a person asks to be forgotten, and then plays again. */
#include "tests/simulate/farewell.h"

#include "tests/simulate/world.h"

/* ms: FAREWELL_PAUSE, between two requests; FAREWELL_SURE, before the first "yes"; FAREWELL_NEW,
 * before the new table. FAREWELL_ASKS: most requests. One may not be enough, because the bot
 * refuses them while the person has a seat. */
enum { FAREWELL_PAUSE = 45000, FAREWELL_SURE = 4000, FAREWELL_NEW = 20000, FAREWELL_ASKS = 12 };

static const char *const words[] = { "!forget me yes", "!oublie-moi oui", "!forget yes" };
enum { WORDS = sizeof words / sizeof words[0] };

static void begin_anew(struct incident *incident)
{
	struct human *human = incident->subject;
	human_say(human, true, "!new mitaines target=30");
	human_say(human, true, "!bot easy");
	human_say(human, true, "!start");
}

/* Repeats the request to be forgotten until the bot confirms it. */
static void ask(struct incident *incident)
{
	struct human *human = incident->subject;
	uint64_t left = incident->number;
	if (!human->leaving) {
		world_later(FAREWELL_NEW, begin_anew, human, 0, NULL, 0);
		return;
	}
	human_say(human, left % 2 == 0, "%s", words[left % WORDS]);
	if (left > 1)
		world_later(FAREWELL_PAUSE, ask, human, left - 1, NULL, 0);
	else
		human->leaving = false;
}

/* Makes the human give a nonce and leave their tables. The nonce must then not enter a shuffle. */
static void leave(struct human *human)
{
	human_say(human, true, "!nonce salt%u", human->number);
	human_say(human, false, "leave #1");
	human_say(human, false, "leave #2");
}

void farewell_say(struct chance *chance)
{
	struct human *human = human_any(chance);
	bool stands_up = chance_below(chance, 2) == 0;
	bool channel = chance_below(chance, 2) == 0;
	uint64_t asks = FAREWELL_ASKS - chance_below(chance, 2);
	world_tell("%s %sasks to be forgotten", human->name,
		stands_up ? "leaves their tables and " : "");
	if (stands_up)
		leave(human);
	if (human->leaving)
		return;
	human->leaving = true;
	human_say(human, channel, "!forget me");
	world_later(FAREWELL_SURE, ask, human, asks, NULL, 0);
}
