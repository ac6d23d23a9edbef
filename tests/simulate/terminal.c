/* terminal.c - the terminal of `mitaines play`: a person types commands and reads the output. */
#include "tests/simulate/terminal.h"

#include <stdio.h>
#include <string.h>

#include "tests/simulate/world.h"

/* TERMINAL_KEYS: longest delay of a key, in ms. TERMINAL_LONG: length of an overlong line, in
 * bytes. */
enum { TERMINAL_KEYS = 40, TERMINAL_LONG = 1500 };

static struct terminal *terminal(void)
{
	return &world()->terminal;
}

static struct human *person(void)
{
	return &world()->human[0];
}

/* ---- a process ---- */

void terminal_open(struct terminal *terminal)
{
	*terminal = (struct terminal){ .chance = { chance_part(world()->setting.seed, 60) },
		.in = STRING_EMPTY,
		.out = STRING_EMPTY };
}

void terminal_clear(struct terminal *terminal)
{
	string_free(&terminal->in);
	string_free(&terminal->out);
}

void terminal_begin(struct terminal *terminal)
{
	struct world *here = world();
	string_clear(&terminal->in);
	string_clear(&terminal->out);
	terminal->taken = 0;
	terminal->ended = false;
	journal_clear(&here->journal);
	here->promises = 0;
	here->server[0].joined = true;
	here->server[0].sample = 0;
	memset(here->scene, 0, sizeof here->scene);
	memset(person()->table, 0, sizeof person()->table);
}

int terminal_words(struct terminal *terminal, char *words[8])
{
	static char *const tables[][2] = { { "mitaines", "target=30" }, { "mitaines", "quebec" },
		{ "mitaines", "gamerules" }, { "mitch", NULL }, { "mate", NULL } };
	char *const *table = tables[chance_below(&terminal->chance, 5)];
	int count = 0;
	words[count++] = "play";
	words[count++] = "-u";
	words[count++] = person()->name;
	words[count++] = "-l";
	words[count++] = chance_below(&terminal->chance, 2) == 0 ? "easy" : "hard";
	for (unsigned i = 0; i < 2 && table[i] != NULL; i++)
		words[count++] = table[i];
	return count;
}

/* ---- input ---- */

/* Delivers typed bytes, unless they were for an earlier process. */
static void arrive(struct incident *incident)
{
	if (incident->number == world()->lives)
		string_add_bytes(&terminal()->in, incident->bytes, incident->length);
}

/* Types bytes, which arrive together a little later, behind all earlier ones. */
static void press(const char *bytes, size_t length)
{
	struct terminal *here = terminal();
	uint64_t now = world()->now, at = now + chance_below(&here->chance, TERMINAL_KEYS);
	at = at > here->last ? at : here->last;
	at = at > here->held ? at : here->held;
	here->last = at;
	world_later(at - now, arrive, NULL, world()->lives, bytes, length);
}

/* Types bytes, which arrive in pieces of random length. */
static void press_all(const char *bytes, size_t length)
{
	while (length > 0) {
		size_t some = 1 + chance_below(&terminal()->chance, 40);
		some = some < length ? some : length;
		press(bytes, some);
		bytes += some;
		length -= some;
	}
}

void terminal_type(const char *line)
{
	world_mutter("%s types %s", person()->name, line);
	press_all(line, strlen(line));
	press("\n", 1);
}

bool terminal_ready(void)
{
	const struct terminal *here = terminal();
	return here->ended || here->in.length > here->taken;
}

long terminal_read(void *bytes, size_t room)
{
	struct terminal *here = terminal();
	size_t count = here->in.length - here->taken;
	count = count < room ? count : room;
	if (world_ended())
		return 0;
	memcpy(bytes, here->in.bytes + here->taken, count);
	here->taken += count;
	if (here->taken == here->in.length) {
		string_clear(&here->in);
		here->taken = 0;
	}
	return (long)count;
}

/* ---- output ---- */

/* Adds a text in which cards are written in letters: `10♦` becomes TD. */
static void add_typed(struct string *out, const char *text)
{
	static const char *const suits[] = { "♣", "♦", "♥", "♠" };
	while (*text != '\0') {
		unsigned suit = 0;
		while (suit < 4 && strncmp(text, suits[suit], strlen(suits[suit])) != 0)
			suit++;
		bool ten = strncmp(text, "10", 2) == 0 && strncmp(text + 2, "\xe2\x99", 2) == 0;
		string_add_char(out, suit < 4 ? "CDHS"[suit] : ten ? 'T' : *text);
		text += suit < 4 ? strlen(suits[suit]) : ten ? 2 : 1;
	}
}

/* Returns true for a line about the table. At a terminal such lines have no table number. */
static bool is_about_table(const char *line)
{
	static const char *const words[] = { "(event.", "(hand.", "(turn.", "(match.stopped",
		"(table.closed" };
	bool found = false;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		found |= strncmp(line, words[i], strlen(words[i])) == 0;
	return found;
}

/* Makes the human read a line. The checks get it both as a private line and as one of the
 * channel. */
static void read_line(struct incident *incident)
{
	struct human *human = person();
	world()->lines++;
	oracle_hear(human->server, human, incident->bytes);
	oracle_hear(human->server, NULL, incident->bytes);
	human_hear(human, false, incident->bytes);
}

static void end_line(struct terminal *here)
{
	struct string line = STRING_EMPTY;
	struct network *network = oracle_network(person()->server);
	string_add(&line, is_about_table(here->out.bytes) ? "[1] " : "");
	add_typed(&line, here->out.bytes);
	string_clear(&here->out);
	world_mutter("%s reads %s", person()->name, line.bytes);
	if (network != NULL)
		oracle_say(network, person()->name, line.bytes);
	world_later(1, read_line, NULL, 0, line.bytes, line.length);
	string_free(&line);
}

/* Takes the bytes that the process writes, or at times only one half. Returns their number. */
long terminal_write(const void *bytes, size_t length)
{
	struct terminal *here = terminal();
	const char *text = bytes;
	if (world_ended())
		return (long)length;
	if (length > 1 && chance_below(&here->chance, 8) == 0)
		length /= 2;
	for (size_t i = 0; i < length; i++)
		if (text[i] == '\n')
			end_line(here);
		else
			string_add_char(&here->out, text[i]);
	return (long)length;
}

/* ---- steps ---- */

void terminal_hold(struct chance *chance)
{
	unsigned seconds = 1 + chance_below(chance, 40);
	world_tell("what %s types is not there for %u s", person()->name, seconds);
	terminal()->held = world()->now + seconds * WORLD_SECOND;
	server_disturb(person()->server, seconds * WORLD_SECOND);
}

void terminal_babble(struct chance *chance)
{
	static const char *const noise[] = { "\n\n\n", "\xff\xfe\xc3\n", "!p \xe2\x99", "   \n",
		"!p 1\r\n", "\x1b[A\x1b[B\n", "!\n", "->\n", "!new mitaines target=0\n", "\t\x7f\n",
		"p 9\xe2\x99\xa6\n" };
	enum { NOISES = sizeof noise / sizeof noise[0] };
	char much[TERMINAL_LONG];
	unsigned which = chance_below(chance, NOISES + 1);
	world_tell("%s leans on the keys (%u)", person()->name, which);
	memset(much, 'x', sizeof much);
	much[sizeof much - 1] = '\n';
	press_all(which < NOISES ? noise[which] : much,
		which < NOISES ? strlen(noise[which]) : sizeof much);
}

static void end(struct incident *incident)
{
	if (incident->number == world()->lives)
		terminal()->ended = true;
}

void terminal_end(struct chance *chance)
{
	bool says = chance_below(chance, 2) == 0;
	world_tell("%s %s, and begins again", person()->name, says ? "quits" : "closes the input");
	if (says)
		terminal_type("quit");
	else
		world_later(1, end, NULL, world()->lives, NULL, 0);
}
