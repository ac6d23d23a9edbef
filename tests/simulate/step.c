/* step.c - the list of all kinds of steps, and the steps of people and of IRC servers. It also
 * begins and ends storms. */
#include "tests/simulate/step.h"

#include <stdlib.h>
#include <string.h>

#include "tests/simulate/bouncer.h"
#include "tests/simulate/cheat.h"
#include "tests/simulate/deals.h"
#include "tests/simulate/farewell.h"
#include "tests/simulate/guests.h"
#include "tests/simulate/machine.h"
#include "tests/simulate/nick.h"
#include "tests/simulate/onlooker.h"
#include "tests/simulate/pages.h"
#include "tests/simulate/password.h"
#include "tests/simulate/services.h"
#include "tests/simulate/trouble.h"
#include "tests/simulate/world.h"

enum { STEP_MINUTE = 60 * WORLD_SECOND };

/* ---- chance ---- */

static unsigned below(struct chance *chance, unsigned limit)
{
	return chance_below(chance, limit);
}

static struct server *some_server(struct chance *chance)
{
	return &world()->server[below(chance, WORLD_SERVERS)];
}

/* ---- people ---- */

static void open_table(struct human *human, const char *game, bool robot)
{
	world_tell("%s opens a table of %s", human->name, game[0] != '\0' ? game : "mitaines");
	human_say(human, true, "!new %s", game);
	world_later(15 * WORLD_SECOND, human_starts_table, human, robot, NULL, 0);
	world_later(40 * WORLD_SECOND, human_starts_table, human, true, NULL, 0);
}

static void step_table(struct chance *chance)
{
	static const char *const kinds_of_game[] = { "", "", "target=50", "mitaines target=30",
		"quebec", "mitch", "mate", "gamerules target=50" };
	struct human *human = human_any(chance);
	const char *game = kinds_of_game[below(chance, 8)];
	open_table(human, game, below(chance, 2) == 0);
}

/* Opens a table of Mitch Revolution. This step is a kind of its own, because one more game in
 * step_table would change what kept stories do. */
static void step_revolution(struct chance *chance)
{
	struct human *human = human_any(chance);
	open_table(human, "mitch revolution", below(chance, 2) == 0);
}

static void step_command(struct chance *chance)
{
	static const char *const lines[] = { "!hand", "!table", "!score", "!tables", "!hint",
		"!top", "!rank", "!stats", "!history", "!replay 1", "!verify 1", "!match 1",
		"!help", "!set via notice", "!set via msg", "!nonce abc", "!watch 1", "!unwatch",
		"!sub -", "!stop", "!accept", "!decline", "!join", "!again", "!p 1", "!p #1 9d",
		"!p #1 kc m", "give 1 2 3", "!leave", "!more", "hello", "!solo easy", "!seek",
		"!bot easy", "!start", "!review 1", "!export 1", "!about", "!rules", "!notify on" };
	struct human *human = human_any(chance);
	const char *line = lines[below(chance, sizeof lines / sizeof lines[0])];
	bool channel = below(chance, 2) == 0;
	world_tell("%s says %s%s", human->name, line, channel ? "" : " in private");
	human_say(human, channel, "%s", line);
}

static void step_sub(struct chance *chance)
{
	struct human *human = human_any(chance), *other = human_any(chance);
	world_tell("%s offers their seat to %s, who accepts", human->name, other->nick);
	human_say(human, true, "!sub %s", other->nick);
	human_say(other, true, "!accept");
}

/* Makes all people of a server ask to end a table. At times one of them leaves it instead. */
static void step_end(struct chance *chance)
{
	struct server *server = &world()->server[below(chance, world()->servers)];
	unsigned number = 1 + below(chance, 2);
	bool leaves = below(chance, 2) == 0;
	world_tell("%s: all would end table %u%s", server->kind->name, number,
		leaves ? ", and one leaves it" : "");
	for (unsigned i = 0; i < world()->humans; i++) {
		struct human *human = &world()->human[i];
		if (human->server != server)
			continue;
		human_say(human, true, leaves ? "!leave #%u" : "!stop #%u", number);
		leaves = false;
	}
}

/* Makes all people of a server ask to end a table that a player has left: its match is rated all
 * the same. */
static void end_all(struct incident *incident)
{
	for (unsigned i = 0; i < world()->humans; i++)
		if (world()->human[i].server == incident->subject)
			human_say(
				&world()->human[i], true, "!stop #%u", (unsigned)incident->number);
}

static void step_desert(struct chance *chance)
{
	struct human *human = human_any(chance);
	unsigned number = 1 + below(chance, 2), seconds = 5 + below(chance, 100);
	world_tell("%s leaves table %u, and %u s later all would end it", human->name, number,
		seconds);
	human_say(human, true, "!leave #%u", number);
	world_later(seconds * WORLD_SECOND, end_all, human->server, number, NULL, 0);
}

static void step_flood(struct chance *chance)
{
	struct human *human = human_any(chance);
	unsigned count = 10 + below(chance, 60);
	world_tell("%s floods the bot with %u lines", human->name, count);
	human->flooded = world()->now;
	for (unsigned i = 0; i < count; i++)
		human_say(human, false, i % 2 == 0 ? "help" : "top");
}

static void beg(struct incident *incident)
{
	struct human *human = incident->subject;
	if (world()->calm != UINT64_MAX)
		return;
	human->flooded = world()->now;
	human_say(human, false, "help");
	if (incident->number > 1)
		world_later(WORLD_SECOND, beg, human, incident->number - 1, NULL, 0);
}

static void step_quit(struct chance *chance)
{
	struct human *human = human_any(chance);
	unsigned seconds = 1 + below(chance, 200);
	world_tell("%s loses the connection for %u s", human->name, seconds);
	human_quit(human, "Ping timeout");
	world_later(seconds * WORLD_SECOND, human_comes_back, human, 0, NULL, 0);
}

/* Floods the bot: all people of a server become strangers and ask for help, each as often as the
 * bot allows. */
static void step_crowd(struct chance *chance)
{
	struct server *server = some_server(chance);
	unsigned seconds = 20 + below(chance, 80);
	world_tell("%s: all leave the channel and ask for help every second for %u s",
		server->kind->name, seconds);
	for (unsigned i = 0; i < WORLD_HUMANS; i++) {
		struct human *human = &world()->human[i];
		if (human->server != server)
			continue;
		human_part(human);
		for (unsigned k = 0; k < 8; k++)
			beg(&(struct incident){ .subject = human, .number = 1 });
		beg(&(struct incident){ .subject = human, .number = seconds });
		world_later((seconds + 5) * WORLD_SECOND, human_comes_back, human, 0, NULL, 0);
	}
}

static void chat(struct incident *incident)
{
	struct human *human = incident->subject;
	if (world()->calm != UINT64_MAX)
		return;
	human->flooded = world()->now;
	human_say(human, true, "!ping %0250llu", (unsigned long long)incident->number);
	if (incident->number > 1)
		world_later(WORLD_SECOND / human->server->kind->allows + 50, chat, human,
			incident->number - 1, NULL, 0);
}

static void ask(struct human *human)
{
	if (!human->server->welcomed || !human->online || human->split)
		return;
	human->ping_at = world()->now;
	human_say(human, false, "ping %llu", (unsigned long long)++human->ping);
}

static void wonder(struct incident *incident)
{
	if (world()->calm != UINT64_MAX)
		return;
	ask(incident->subject);
	if (incident->number > 1)
		world_later(15 * WORLD_SECOND, wonder, incident->subject, incident->number - 1,
			NULL, 0);
}

/* Floods the bot: all people of a server but one become strangers and ask for help. The bot must
 * still answer the one who stays. */
static void step_strangers(struct chance *chance)
{
	const struct human *one = human_any(chance);
	unsigned seconds = 40 + below(chance, 60);
	world_tell("%s: all but %s leave the channel and ask for help every second for %u s",
		one->server->kind->name, one->name, seconds);
	for (unsigned i = 0; i < WORLD_HUMANS; i++) {
		struct human *human = &world()->human[i];
		if (human->server != one->server)
			continue;
		if (human == one) {
			wonder(&(struct incident){ .subject = human, .number = seconds / 15 });
			continue;
		}
		human_part(human);
		beg(&(struct incident){ .subject = human, .number = seconds });
		world_later((seconds + 5) * WORLD_SECOND, human_comes_back, human, 0, NULL, 0);
	}
}

/* Makes all people of a server ask for long lines, each as often as the bot allows. Together that
 * is more than the server's rate limit. */
static void step_chat(struct chance *chance)
{
	struct server *server = some_server(chance);
	unsigned seconds = 20 + below(chance, 60);
	world_tell(
		"%s: all make the bot say long lines to all for %u s", server->kind->name, seconds);
	for (unsigned i = 0; i < WORLD_HUMANS; i++)
		if (world()->human[i].server == server)
			chat(&(struct incident){ .subject = &world()->human[i],
				.number = seconds * server->kind->allows });
}

static void step_part(struct chance *chance)
{
	struct human *human = human_any(chance);
	unsigned seconds = 1 + below(chance, 100);
	world_tell("%s leaves the channel for %u s", human->name, seconds);
	human_part(human);
	world_later(seconds * WORLD_SECOND, human_comes_back, human, 0, NULL, 0);
}

/* Brings a human back online under their original nick. */
static void wake(struct incident *incident)
{
	struct human *human = incident->subject;
	if (human->online)
		return;
	if (human->server->home == NULL)
		snprintf(human->nick, sizeof human->nick, "%s", human->name);
	human_come(human);
}

static void step_sleep(struct chance *chance)
{
	struct human *human = human_any(chance);
	unsigned minutes = 20 + below(chance, 12 * 60);
	world_tell("%s goes for %u min", human->name, minutes);
	human_quit(human, "Good night");
	human->asleep = world()->now + (uint64_t)minutes * STEP_MINUTE;
	world_later((uint64_t)minutes * STEP_MINUTE, wake, human, 0, NULL, 0);
}

static void heal(struct incident *incident)
{
	struct human *human = incident->subject;
	if (!human->split)
		return;
	human->split = human->here = false;
	human_join(human);
}

static void step_split(struct chance *chance)
{
	struct server *server = some_server(chance);
	unsigned seconds = 2 + below(chance, 180);
	world_tell("%s splits for %u s", server->kind->name, seconds);
	for (unsigned i = 0; i < WORLD_HUMANS; i++) {
		struct human *human = &world()->human[i];
		if (human->server != server || below(chance, 2) == 0 || !human->online ||
			human->split)
			continue;
		if (human->here && server->joined)
			server_send_from(server, human, "QUIT :hub.test leaf.test");
		human->split = true;
		world_later(seconds * WORLD_SECOND, heal, human, 0, NULL, 0);
	}
}

/* Makes a human speak now and incident->number times more, because a failed batch undoes the effect
 * of a line. */
static void speak(struct incident *incident)
{
	human_say(incident->subject, true, "I am here");
	if (incident->number > 0)
		world_later(
			25 * WORLD_SECOND, speak, incident->subject, incident->number - 1, NULL, 0);
}

static void step_close(struct chance *chance)
{
	struct human *human = human_any(chance);
	unsigned seconds = 5 + below(chance, 100);
	world_tell("%s takes no private lines for %u s (477)", human->name, seconds);
	human->closed = world()->now + seconds * WORLD_SECOND;
	if (human->server->home != NULL)
		homeserver_desert(human);
	world_later((seconds + 4) * WORLD_SECOND, speak, human, 5, NULL, 0);
}

/* ---- network ---- */

static void step_hurry(struct chance *chance)
{
	struct human *human = human_any(chance);
	unsigned seconds = 2 + below(chance, 40);
	world_tell("%s lets the bot say nothing to %s for %u s (439)", human->server->kind->name,
		human->name, seconds);
	human->hurried = world()->now + seconds * WORLD_SECOND;
}

static void step_reset(struct chance *chance)
{
	struct server *server = some_server(chance);
	struct wire *wire = server->wire;
	unsigned lines = below(chance, 4);
	if (wire == NULL)
		return;
	world_tell("%s resets the bot's connection with %u lines in flight", server->kind->name,
		lines);
	for (unsigned i = 0; i < lines; i++)
		server_send(server, ":%s NOTICE %s :goodbye", server->host, server->bot);
	wire_reset(wire);
	server_lose(server, wire, "reset");
}

static void step_drop(struct chance *chance)
{
	struct server *server = some_server(chance);
	if (server->wire == NULL)
		return;
	world_tell("the connection to %s is lost, and nobody tells", server->kind->name);
	server->wire->lost = true;
}

static void step_close_connection(struct chance *chance)
{
	struct server *server = some_server(chance);
	struct wire *wire = server->wire;
	if (wire == NULL)
		return;
	world_tell("%s closes the bot's connection", server->kind->name);
	wire_hang_up(wire);
	server_lose(server, wire, "closed");
}

static void step_stall(struct chance *chance)
{
	struct server *server = some_server(chance);
	unsigned seconds = 2 + below(chance, 40);
	if (server->wire == NULL)
		return;
	world_tell("nothing gets to or from %s for %u s", server->kind->name, seconds);
	wire_hold(server->wire, seconds * WORLD_SECOND);
}

static void step_kick(struct chance *chance)
{
	struct server *server = some_server(chance);
	world_tell("%s: the bot is kicked", server->kind->name);
	server_kick(server);
}

static void step_kill(struct chance *chance)
{
	struct server *server = some_server(chance);
	if (server->wire != NULL)
		server_throw_out(server, "Killed (op (no reason))");
}

static void step_throttle(struct chance *chance)
{
	struct server *server = some_server(chance);
	unsigned seconds = 5 + below(chance, 60);
	world_tell("%s throttles for %u s", server->kind->name, seconds);
	server->throttle = world()->now + seconds * WORLD_SECOND;
	if (server->wire != NULL)
		server_throw_out(server, "Killed (op (and stay away))");
}

static void step_down(struct chance *chance)
{
	struct server *server = some_server(chance);
	unsigned seconds = 5 + below(chance, 100);
	struct wire *wire = server->wire;
	world_tell("%s is down for %u s", server->kind->name, seconds);
	if (below(chance, 2) == 0)
		server->down = world()->now + seconds * WORLD_SECOND;
	else
		server->silent = world()->now + seconds * WORLD_SECOND;
	if (wire == NULL)
		return;
	wire_hang_up(wire);
	server_lose(server, wire, "down");
}

static void step_moderate(struct chance *chance)
{
	struct server *server = some_server(chance);
	unsigned seconds = 5 + below(chance, 100);
	world_tell("%s: the channel is moderated for %u s", server->kind->name, seconds);
	server_moderate(server, world()->now + seconds * WORLD_SECOND);
}

static void step_bar(struct chance *chance)
{
	struct server *server = some_server(chance);
	unsigned seconds = 5 + below(chance, 60);
	world_tell("%s: the bot is kicked and cannot join for %u s", server->kind->name, seconds);
	server->barred = world()->now + seconds * WORLD_SECOND;
	server_kick(server);
}

static void step_lie(struct chance *chance)
{
	static const char *const lies[] = { ":x 001 mitaines :Welcome again",
		":x 433 * mitaines :Nickname is already in use", ":x 366 mitaines #nowhere :End",
		":x 353 mitaines = #nowhere :anna luc", "PRIVMSG", ":x PRIVMSG #nowhere :!new",
		":mitaines!bot@bot.test PRIVMSG mitaines :!new", ":x 999 mitaines", ":",
		": :", ":x 005 mitaines :are supported", ":x PONG x :99999", "ERROR",
		":x 401 mitaines", ":x CAP * NEW :sasl", ":x 439 mitaines",
		":x 437 mitaines #nowhere :no", ":x 404 mitaines #nowhere :no", ":x NICK",
		":a!b@c JOIN", "AUTHENTICATE +" };
	struct server *server = some_server(chance);
	const char *lie = lies[below(chance, sizeof lies / sizeof lies[0])];
	world_tell("%s says %s", server->kind->name, lie);
	server_send(server, "%s", lie);
}

/* ---- calms ---- */

static void ask_again(struct incident *incident)
{
	const struct world *here = world();
	uint64_t pause = incident->number, longest = here->setting.rhythm->asks;
	/* Stop if a storm has begun, or if this call was scheduled in an earlier calm. */
	if (here->calm == UINT64_MAX || here->now < here->calm + pause)
		return;
	ask(incident->subject);
	pause = pause == 0 ? STEP_MINUTE : 2 * pause < longest ? 2 * pause : longest;
	world_later(pause, ask_again, incident->subject, pause, NULL, 0);
}

/* Begins a calm: ends all faults. People return under their original nicks, and ping the bot now
 * and then. */
static void calm(struct incident *incident)
{
	struct world *here = world();
	(void)incident;
	world_tell("all is calm");
	here->calm = here->now;
	here->disk.mood = (struct disk_mood){ .full = false };
	for (unsigned i = 0; i < here->servers; i++)
		server_calm(&here->server[i]);
	for (unsigned i = 0; i < here->humans; i++) {
		struct human *human = &here->human[i];
		if (!human->online && here->now < human->asleep)
			continue;
		if (here->now < human->closed)
			world_later(4 * WORLD_SECOND, speak, human, 0, NULL, 0);
		human->closed = here->now < human->closed ? here->now : human->closed;
		human->hurried = here->now < human->hurried ? here->now : human->hurried;
		if (human->split)
			human->split = human->here = false;
		human_return(human);
		human_rename(human, human->name);
		human->ping = human->pong;
		world_later(i * WORLD_SECOND, ask_again, human, 0, NULL, 0);
	}
}

static void begin_storm(struct incident *incident)
{
	(void)incident;
	audit_memory();
	world()->calm = UINT64_MAX;
}

void step_plan_storms(const struct setting *setting)
{
	for (uint64_t cycle = 0; cycle < setting->rhythm->run; cycle += setting->rhythm->cycle) {
		struct storm storm = setting_storm(setting, cycle);
		world_later(storm.at, begin_storm, NULL, 0, NULL, 0);
		world_later(storm.at + SETTING_STORM + 6 * WORLD_SECOND, calm, NULL, 0, NULL, 0);
	}
}

/* ---- the kinds of steps ---- */

static const struct {
	const char *name;
	void (*run)(struct chance *chance);
	unsigned weight;
} kinds[] = {
	{ "table", step_table, 12 },
	{ "revolution", step_revolution, 2 },
	{ "command", step_command, 30 },
	{ "deals", deals_type, 12 },
	{ "sub", step_sub, 2 },
	{ "meddle", cheat_meddle, 3 },
	{ "reclaim", cheat_reclaim, 1 },
	{ "covet", cheat_covet, 1 },
	{ "end", step_end, 3 },
	{ "desert", step_desert, 3 },
	{ "flood", step_flood, 2 },
	{ "crowd", step_crowd, 1 },
	{ "strangers", step_strangers, 1 },
	{ "chat", step_chat, 1 },
	{ "quit", step_quit, 5 },
	{ "part", step_part, 3 },
	{ "rename", nick_rename, 4 },
	{ "pose", nick_pose, 1 },
	{ "unseen", nick_unseen, 1 },
	{ "hide", nick_hide, 1 },
	{ "take", nick_take, 2 },
	{ "forget", farewell_say, 3 },
	{ "watch", onlooker_watch, 3 },
	{ "pass", onlooker_pass, 1 },
	{ "hub", onlooker_hub, 2 },
	{ "password", password_say, 2 },
	{ "split", step_split, 2 },
	{ "refuse", step_close, 2 },
	{ "hurry", step_hurry, 2 },
	{ "reset", step_reset, 4 },
	{ "drop", step_drop, 2 },
	{ "close", step_close_connection, 2 },
	{ "stall", step_stall, 4 },
	{ "replay", bouncer_replay, 3 },
	{ "kick", step_kick, 2 },
	{ "kill", step_kill, 2 },
	{ "throttle", step_throttle, 1 },
	{ "down", step_down, 2 },
	{ "moderate", step_moderate, 2 },
	{ "bar", step_bar, 1 },
	{ "lie", step_lie, 3 },
	{ "die", machine_die, 2 },
	{ "power", machine_power, 2 },
	{ "stop", machine_stop, 1 },
	{ "freeze", machine_freeze, 2 },
	{ "restore", machine_restore, 2 },
	{ "disk-write", machine_disk_write, 2 },
	{ "disk-read", machine_disk_read, 2 },
	{ "disk-sync", machine_disk_sync, 2 },
	{ "disk-lie", machine_disk_lie, 1 },
	{ "disk-full", machine_disk_full, 2 },
	{ "disk-slow", machine_disk_slow, 1 },
	{ "log-out", services_log_out, 3 },
	{ "services", services_split, 1 },
	{ "enforce", services_enforce, 2 },
	{ "day-sleep", step_sleep, 12 },
	{ "console-hold", terminal_hold, 4 },
	{ "console-babble", terminal_babble, 8 },
	{ "console-end", terminal_end, 2 },
	{ "page-link", pages_ask_link, 16 },
	{ "page-taps", pages_tap_all, 4 },
	{ "page-restart", pages_restart, 3 },
	{ "page-deaf", pages_deafen, 3 },
	{ "page-invite", guests_invite, 12 },
	{ "page-kick", guests_kick, 4 },
	{ "page-gone", guests_go, 4 },
	{ "matrix-kick", trouble_kick, 2 },
	{ "matrix-upgrade", trouble_upgrade, 1 },
	{ "matrix-bar", trouble_bar, 1 },
	{ "matrix-reset", trouble_reset, 4 },
	{ "matrix-drop", trouble_drop, 2 },
	{ "matrix-hold", trouble_hold, 4 },
	{ "matrix-down", trouble_down, 3 },
	{ "matrix-fail", trouble_fail, 3 },
	{ "matrix-deaf", trouble_deaf, 6 },
	{ "matrix-lie", trouble_lie, 4 },
	{ "matrix-limit", trouble_limit, 3 },
	{ "matrix-terse", trouble_terse, 4 },
	{ "matrix-expire", trouble_expire, 3 },
	{ "matrix-seal", trouble_seal, 1 },
	{ "matrix-desert", trouble_desert, 3 },
	{ "matrix-ask", trouble_ask, 2 },
	{ "matrix-edit", trouble_edit, 3 },
	{ "matrix-tap", trouble_tap, 8 },
	{ "matrix-trap", trouble_trap, 4 },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/* Returns true for a kind of step that also makes sense at a terminal. */
static bool is_of_terminal(const char *name)
{
	static const char *const names[] = { "table", "command", "end", "flood", "die", "stop",
		"freeze" };
	bool found = begins(name, "console-");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		found |= strcmp(name, names[i]) == 0;
	return found;
}

/* Returns the weight of a kind of step in a run. Returns 0 if the run is too short for it, or lacks
 * the homeserver, pages or terminal that it needs. */
static unsigned weight_of(unsigned kind, const struct setting *setting)
{
	const char *name = kinds[kind].name;
	bool fits = (setting->matrix || !begins(name, "matrix-")) &&
		(setting->pages || !begins(name, "page-")) &&
		(setting->console ? is_of_terminal(name) : !begins(name, "console-")) &&
		(setting->rhythm->letter[0] != '\0' || !begins(name, "day-"));
	return fits ? kinds[kind].weight : 0;
}

static unsigned draw_kind(struct chance *chance, const struct setting *setting)
{
	unsigned all = 0, at;
	for (unsigned i = 0; i < KINDS; i++)
		all += weight_of(i, setting);
	at = below(chance, all);
	for (unsigned i = 0;; i++) {
		if (at < weight_of(i, setting))
			return i;
		at -= weight_of(i, setting);
	}
}

const char *step_name(unsigned kind)
{
	return kinds[kind].name;
}

unsigned step_named(const char *name, size_t length)
{
	unsigned kind = 0;
	while (kind < KINDS &&
		(strncmp(kinds[kind].name, name, length) != 0 || kinds[kind].name[length] != '\0'))
		kind++;
	return kind < KINDS ? kind : STEP_NONE;
}

static int by_time(const void *one, const void *other)
{
	const struct step *a = one, *b = other;
	return a->at < b->at ? -1 : a->at > b->at;
}

size_t step_draw(const struct setting *setting, struct step steps[STEP_MOST])
{
	struct chance chance = { chance_part(setting->seed, 2) };
	size_t count = 0;
	for (uint64_t cycle = 0; cycle < setting->rhythm->run; cycle += setting->rhythm->cycle) {
		struct storm storm = setting_storm(setting, cycle);
		unsigned some = storm.least + below(&chance, storm.most - storm.least);
		for (unsigned i = 0; i < some && count < STEP_MOST; i++)
			steps[count++] = (struct step){ .at = storm.at + 5000 +
					below(&chance, SETTING_STORM),
				.kind = draw_kind(&chance, setting),
				.seed = chance_next(&chance) };
	}
	qsort(steps, count, sizeof *steps, by_time);
	return count;
}

static void happen(struct incident *incident)
{
	struct chance chance;
	memcpy(&chance.seed, incident->bytes, sizeof chance.seed);
	kinds[incident->number].run(&chance);
}

void step_plan(const struct step *step)
{
	world_later(
		step->at, happen, NULL, step->kind, (const char *)&step->seed, sizeof step->seed);
}
