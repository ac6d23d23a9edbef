#include "tests/stage/stage.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "bot/command/command_table.h"
#include "bot/command/dispatch.h"
#include "bot/match/arrival.h"
#include "bot/match/clock.h"
#include "bot/match/resume.h"
#include "bot/match/upkeep.h"
#include "bot/net/irc/text.h"
#include "bot/net/irc/venue.h"
#include "bot/net/matrix/venue.h"
#include "bot/surface/events.h"
#include "storage/store.h"

static const char channel[] = "#table";

bool stage_may_say(const char *text)
{
	const char *key = strchr(text, '(');
	if (key == NULL)
		return true;
	size_t length = strcspn(++key, " )");
	for (enum message message = 0; message < MSG_COUNT; message++)
		if (strncmp(catalog_key(message), key, length) == 0)
			return true;
	return false;
}

static struct stage *of(struct network *network)
{
	return (struct stage *)network;
}

static void add(struct stage *stage, const char *to, const char *mark, const struct saying *saying)
{
	string_add(&stage->staged, to);
	string_add(&stage->staged, mark);
	string_add(&stage->staged, saying->text);
	if (saying->transient != NULL)
		string_add(&stage->staged, saying->transient);
	string_add_char(&stage->staged, '\n');
}

static void say(struct network *network, const char *name, const struct saying *saying)
{
	add(of(network), name, ": ", saying);
	of(network)->last[0] = (struct saying){ .topic = saying->topic, .about = saying->about };
}

static uint64_t tell(
	struct network *network, const char *key, enum via via, const struct saying *saying)
{
	if (*saying->text == '\0' && saying->topic != 0 && *saying->transient == '\0')
		return 0;
	add(of(network), key, via == VIA_NOTICE ? "<< " : "< ", saying);
	of(network)->last[1] = (struct saying){ .topic = saying->topic, .about = saying->about };
	return ++of(network)->lines;
}

/* Appends several lines as one line, with | between them. */
static void add_lines(struct string *line, const char *lines)
{
	for (; *lines != '\0'; lines++)
		string_add_char(line, *lines == '\n' ? '|' : *lines);
}

/* Stages a showing as one line: its text, its place, "[loud]" if it notifies, and its buttons. */
static uint64_t show(
	struct network *network, const char *target, bool private, const struct showing *showing)
{
	static const char *const places[] = { "", " [near]", " [below]" };
	struct stage *stage = of(network);
	struct string line = STRING_EMPTY;
	stage->shown[private] =
		(struct showing){ .topic = showing->topic, .edition = showing->edition };
	if (showing->text == NULL) {
		add(stage, target, private ? "<: " : ":: ", SAYING("[past]"));
		return 0;
	}
	add_lines(&line, showing->text);
	string_add(&line, places[showing->place]);
	string_add(&line, showing->notifies ? " [loud]" : "");
	if (showing->choices != NULL) {
		string_add(&line, " [");
		add_lines(&line, showing->choices);
		string_add_char(&line, ']');
	}
	add(stage, target, private ? "<: " : ":: ", SAYING(line.bytes));
	string_free(&line);
	return ++stage->lines;
}

static void expect(struct network *network, const char *key)
{
	add(of(network), key, "<: ", SAYING("[expected]"));
}

static void busy(struct network *network, const char *target, bool private)
{
	add(of(network), target, private ? "<: " : ":: ", SAYING("[busy]"));
}

static void erase(struct network *network, const char *key)
{
	add(of(network), key, "<: ", SAYING("[erased]"));
}

/* Returns true if a private line may still be unsent. While the stage is slow, line 0 counts as
 * unsent too, as on IRC. */
static bool waits(struct network *network, uint64_t line)
{
	const struct stage *stage = of(network);
	return stage->slow && (line == 0 || line > stage->sent);
}

static void set(char name[STAGE_NAME], const char *text)
{
	snprintf(name, STAGE_NAME, "%s", text);
}

static struct stage_guest *find(struct stage *stage, const char *key)
{
	for (unsigned i = 0; i < stage->guests; i++)
		if (strcmp(stage->guest[i].key, key) == 0)
			return &stage->guest[i];
	return NULL;
}

/* Returns an unused slot, or else the slot of a connection that is gone. Aborts without such a
 * slot. */
static struct stage_guest *place(struct stage *stage)
{
	if (stage->guests < STAGE_GUESTS)
		return &stage->guest[stage->guests++];
	for (unsigned i = 0; i < STAGE_GUESTS; i++)
		if (stage->guest[i].gone)
			return &stage->guest[i];
	abort();
}

/* Returns the connection with this key. Adds it if it is new, with the key as its nick. */
static struct stage_guest *guest_of(struct stage *stage, const char *key)
{
	struct stage_guest *guest = find(stage, key);
	if (guest != NULL)
		return guest;
	guest = place(stage);
	*guest = (struct stage_guest){ .gone = false };
	set(guest->key, key);
	set(guest->nick, key);
	set(guest->first, key);
	set(guest->address, "@");
	return guest;
}

/* Returns the sender of lines from a connection. The next call overwrites its texts. */
static struct sender sender_of(struct stage *stage, const struct stage_guest *guest)
{
	bool unknown = stage->host != NULL && strcmp(guest->address, "@") == 0;
	const char *origin = unknown ? stage->host : guest->address;
	snprintf(stage->mask, sizeof stage->mask, "%s!%s", guest->nick, origin);
	return (struct sender){ guest->key, guest->nick, guest->first,
		guest->account[0] != '\0' ? guest->account : stage->account, stage->mask, origin,
		stage->outside, stage->relayed };
}

static bool is_here(const struct stage *stage, const struct stage_guest *guest)
{
	return !guest->gone && (stage->hidden == NULL || strcmp(stage->hidden, guest->key) != 0);
}

static const char *nick_of(struct network *network, const char *key)
{
	const struct stage_guest *guest = find(of(network), key);
	return guest != NULL && is_here(of(network), guest) ? guest->nick : NULL;
}

static bool in(struct network *network, const char *key, const char *name)
{
	const struct stage *stage = of(network);
	const struct stage_guest *guest = find(of(network), key);
	bool elsewhere = stage->outside ||
		(stage->elsewhere != NULL &&
			(strcmp(stage->elsewhere, "*") == 0 || strcmp(stage->elsewhere, key) == 0));
	return guest != NULL && is_here(stage, guest) && !elsewhere && strcmp(name, channel) == 0;
}

static bool who(struct network *network, const char *nick, struct sender *sender)
{
	struct stage *stage = of(network);
	for (unsigned i = 0; i < stage->guests; i++)
		if (is_here(stage, &stage->guest[i]) &&
			strcasecmp(stage->guest[i].nick, nick) == 0) {
			*sender = sender_of(stage, &stage->guest[i]);
			return true;
		}
	if (stage->strict || find(stage, nick) != NULL)
		return false;
	*sender = sender_of(stage, guest_of(stage, nick));
	return true;
}

static const char *self(struct network *network)
{
	(void)network;
	return "mitaines";
}

static void fold(struct network *network, const char *name, char out[NETWORK_CHANNEL])
{
	(void)network;
	struct text text = text_in(out, NETWORK_CHANNEL);
	for (; *name != '\0'; name++)
		text_char(&text, (char)tolower((unsigned char)*name));
}

static void release(struct network *network)
{
	string_add(&of(network)->said, of(network)->staged.bytes);
	string_clear(&of(network)->staged);
}

static void forget(struct network *network)
{
	string_clear(&of(network)->staged);
}

/* Aborts if key is NULL, because the bot must not ask about an unknown connection. */
static size_t owed(struct network *network, const char *key)
{
	if (key == NULL)
		abort();
	return of(network)->owed;
}

static bool join(struct network *network, const char *name)
{
	if (name[0] != '#')
		return false;
	add(of(network), "JOIN", " ", SAYING(name));
	return true;
}

static bool part(struct network *network, const char *name, const char *reason)
{
	(void)reason;
	if (name[0] != '#')
		return false;
	add(of(network), "PART", " ", SAYING(name));
	return true;
}

static void status(struct network *network, struct network_status *status)
{
	*status = (struct network_status){
		.connected = true,
		.channels = 1,
		.people = 3,
		.waiting = of(network)->owed,
		.sent = of(network)->stalled,
	};
}

static enum openness openness(struct network *network, const char *name)
{
	(void)name;
	return of(network)->openness;
}

static bool is_restricted(struct network *network, const char *name)
{
	return strcmp(name, channel) == 0 && of(network)->restricted;
}

static enum network_rank rank(struct network *network, const char *key, const char *name)
{
	const struct stage *stage = of(network);
	if (strcmp(name, channel) != 0)
		return RANK_NONE;
	if (stage->operator!= NULL && strcmp(stage->operator, key) == 0)
		return RANK_OPERATOR;
	return stage->voiced != NULL && strcmp(stage->voiced, key) == 0 ? RANK_VOICED : RANK_NONE;
}

static bool allows(struct network *network, const char *name)
{
	(void)network;
	return irc_text_is_nick(name, 0);
}

static bool add_link(struct network *network, const char *name, bool local, struct string *link)
{
	char *site = (char *)of(network)->site;
	if (site == NULL || strncmp(site, "https", 5) == 0)
		return site != NULL && matrix_venue_add_link(network, name, local, link);
	return irc_venue_add_link(&(struct irc_settings){ .public = site }, name, local, link);
}

#define DRIVER \
	.operators = "irc", .private_queue_length = owed, .join = join, .part = part, \
	.status = status, .say = say, .tell = tell, .waits = waits, .nick = nick_of, .in = in, \
	.find_nick = who, .self = self, .openness = openness, .add_link = add_link, .rank = rank, \
	.is_restricted = is_restricted, .fold = fold, .allows_name = allows, \
	.send_staged = release, .discard_staged = forget

static const struct network_driver driver = { DRIVER };

static bool trusts(const struct network *network, const char *server)
{
	return strcasecmp(((const struct stage *)network)->trusted, server) == 0;
}

static const struct network_driver federated = { DRIVER, .trusts = trusts };

void stage_federate(struct stage *stage, const char *trusted)
{
	stage->trusted = trusted;
	stage->network.driver = trusted != NULL ? &federated : &driver;
}

/* Driver of a network that can edit messages. */
static const struct network_driver shower = { DRIVER, .is_durable = true, .show = show,
	.prepare_private = expect, .show_typing = busy, .erase = erase };

void stage_shows(struct stage *stage, bool shows)
{
	stage->network.driver = shows ? &shower : &driver;
}

static int64_t now(void *context)
{
	const struct stage *stage = context;
	return stage->now;
}

static int64_t date(void *context)
{
	const struct stage *stage = context;
	return 1800000000 + stage->now / 1000;
}

static void entropy(void *context, uint8_t bytes[32])
{
	struct stage *stage = context;
	for (size_t i = 0; i < 32; i++)
		bytes[i] = (uint8_t)chance_next(&stage->chance);
}

bool stage_think(struct stage *stage)
{
	if (!lobby_run_job(&stage->lobby))
		return false;
	lobby_commit(&stage->lobby);
	return true;
}

/* Ends the batch. Jobs of AI players run first, unless the stage is pensive. */
static void turn(struct stage *stage)
{
	while (!stage->pensive && lobby_run_job(&stage->lobby))
		;
	lobby_commit(&stage->lobby);
}

/* Sets all members of a stage that has no people yet. */
static void clear(struct stage *stage, int64_t clock, struct chance chance)
{
	*stage = (struct stage){
		.now = clock,
		.chance = chance,
		.network = { .name = "stage", .driver = &driver },
		.settings = {
			.prefix = "!",
			.usual = {
				.turn_seconds = 90,
				.grace_seconds = 120,
				.split_seconds = 600,
				.locale = { .style = STYLE_ASCII },
			},
			.tables_per_channel = 4,
			.tables_per_network = 8,
			.exercises = 8,
		},
		.log = { .fd = STDERR_FILENO },
		.staged = STRING_EMPTY,
		.said = STRING_EMPTY,
		.heard = STRING_EMPTY,
	};
}

static void give_up(void)
{
	fputs("stage: out of memory, or the database refuses\n", stderr);
	exit(1);
}

void stage_visit(struct stage *stage)
{
	stage->visited = true;
	struct settings settings = stage->lobby.settings;
	settings.pages = "https://cards.test";
	settings.play_now = true;
	settings.usual.guests = CONFIG_GUESTS_OPEN;
	lobby_configure(&stage->lobby, &settings);
	page_open(&stage->page);
	if (!lobby_set_guests(&stage->lobby, &stage->page.network))
		give_up();
}

/* Opens the lobby with the stored data, resumes its tables, and lets the bot join #table. */
static void begin(struct stage *stage)
{
	stage->pool = worker_pool_open(NULL, 1);
	stage->slow_pool = worker_pool_open(NULL, 1);
	stage->lobby = (struct lobby){
		.settings = stage->settings,
		.env = { .self = stage, .now = now, .date = date, .entropy = entropy },
		.batch = { .store = stage->store },
		.catalog = stage->catalog,
		.log = &stage->log,
		.robots = { .pool = stage->pool, .slow_pool = stage->slow_pool },
		.calendar = { .job = upkeep_jobs },
	};
	stage->commands = (struct commands){
		.lobby = &stage->lobby, .next = command_table_next, .find = command_table_find
	};
	stage->network.events = &events_of_networks;
	stage->network.above = &stage->commands;
	if (stage->pool == NULL || !lobby_open(&stage->lobby, &arrival_events) ||
		!lobby_add_network(&stage->lobby, &stage->network))
		give_up();
	if (stage->visited)
		stage_visit(stage);
	resume_tables(&stage->lobby);
	lobby_commit(&stage->lobby);
	stage_join(stage);
}

static void end(struct stage *stage)
{
	dispatch_close(&stage->commands);
	lobby_close(&stage->lobby);
	worker_pool_close(stage->pool);
	worker_pool_close(stage->slow_pool);
	string_free(&stage->staged);
	string_free(&stage->said);
	string_free(&stage->heard);
}

static void open_at(struct stage *stage, const struct catalogue *texts, const char *database,
	enum log_level level, int64_t clock, struct chance chance)
{
	clear(stage, clock, chance);
	stage->texts = texts;
	stage->database = database;
	stage->log.level = level;
	if (store_open(database, &stage->store) != STORE_OK)
		give_up();
	stage->catalog = catalog_open(texts, stage->settings.prefix);
	stage->guest = malloc(STAGE_GUESTS * sizeof *stage->guest);
	if (stage->catalog == NULL || stage->guest == NULL)
		give_up();
	begin(stage);
}

void stage_open(struct stage *stage, const struct catalogue *texts, const char *database)
{
	open_at(stage, texts, database, LOG_ERROR, 0, (struct chance){ 0 });
}

void stage_open_quietly(struct stage *stage, const struct catalogue *texts, const char *database)
{
	open_at(stage, texts, database, 0, 0, (struct chance){ 0 });
}

void stage_open_again(struct stage *stage, const struct catalogue *texts, const char *database,
	int64_t clock, struct chance chance)
{
	open_at(stage, texts, database, 0, clock, chance);
}

void stage_close(struct stage *stage)
{
	end(stage);
	catalog_free(stage->catalog);
	store_close(stage->store);
	free(stage->guest);
	db_snapshot_free(&stage->mark.image);
}

void stage_mark(struct stage *stage)
{
	stage->mark =
		(struct stage_mark){ db_snapshot_take(stage->store), stage->now, stage->chance };
}

void stage_rewind(struct stage *stage)
{
	end(stage);
	db_snapshot_restore(&stage->mark.image, stage->store);
	struct stage old = *stage;
	clear(stage, old.mark.now, old.mark.chance);
	stage->mark = old.mark;
	stage->texts = old.texts;
	stage->store = old.store;
	stage->catalog = old.catalog;
	stage->guest = old.guest;
	stage->log = old.log;
	stage->strict = old.strict;
	stage->visited = old.visited;
	stage->pensive = old.pensive;
	begin(stage);
}

void stage_add(struct stage *stage, const char *nick, bool in_channel, const char *text)
{
	struct sender sender = sender_of(stage, guest_of(stage, nick));
	stage->network.events->message(&stage->network, &sender, in_channel ? channel : NULL, text);
}

void stage_say(struct stage *stage, const char *nick, const char *text)
{
	stage_add(stage, nick, true, text);
	turn(stage);
}

void stage_whisper(struct stage *stage, const char *nick, const char *text)
{
	stage_add(stage, nick, false, text);
	turn(stage);
}

static void came(struct stage *stage, struct stage_guest *guest)
{
	struct sender sender = sender_of(stage, guest);
	guest->gone = false;
	stage->network.events->arrived(&stage->network, &sender);
}

void stage_meet(struct stage *stage, const char *key, const char *nick, const char *account,
	const char *address)
{
	struct stage_guest *guest = find(stage, key);
	bool newcomer = guest == NULL || guest->gone;
	guest = guest_of(stage, key);
	bool renamed = strcmp(guest->nick, nick) != 0;
	set(guest->nick, nick);
	set(guest->account, account != NULL ? account : "");
	set(guest->address, address);
	if (newcomer)
		set(guest->first, nick);
	struct sender sender = sender_of(stage, guest);
	if (newcomer)
		came(stage, guest);
	else if (renamed)
		stage->network.events->renamed(&stage->network, &sender);
	else
		stage->network.events->identity_changed(&stage->network, &sender);
	turn(stage);
}

void stage_went(struct stage *stage, const char *nick, enum departure how)
{
	struct stage_guest *guest = guest_of(stage, nick);
	struct sender sender = sender_of(stage, guest);
	guest->gone = true;
	stage->network.events->departed(&stage->network, &sender, how);
	turn(stage);
}

void stage_came(struct stage *stage, const char *nick)
{
	came(stage, guest_of(stage, nick));
	turn(stage);
}

void stage_refuse(struct stage *stage, const char *nick)
{
	struct sender sender = { .key = nick, .nick = nick };
	stage->network.events->private_refused(&stage->network, &sender);
	lobby_commit(&stage->lobby);
}

void stage_reach(struct stage *stage, const char *nick)
{
	struct sender sender = { .key = nick, .nick = nick };
	stage->network.events->private_restored(&stage->network, &sender);
	lobby_commit(&stage->lobby);
}

void stage_kick(struct stage *stage)
{
	stage->network.events->channel_lost(&stage->network, channel);
	turn(stage);
}

void stage_lose(struct stage *stage)
{
	stage->network.events->lost(&stage->network);
	turn(stage);
}

void stage_join(struct stage *stage)
{
	for (unsigned i = 0; i < stage->guests; i++)
		if (is_here(stage, &stage->guest[i]))
			came(stage, &stage->guest[i]);
	stage->network.events->joined(&stage->network, channel);
	turn(stage);
}

void stage_wait(struct stage *stage, int64_t milliseconds)
{
	stage->now += milliseconds;
	calendar_run(&stage->lobby);
	clock_tick(&stage->lobby);
	turn(stage);
}

const char *stage_hear(struct stage *stage)
{
	string_clear(&stage->heard);
	string_add(&stage->heard, stage->said.bytes);
	string_clear(&stage->said);
	return stage->heard.bytes;
}

struct table *stage_table(struct stage *stage, unsigned number)
{
	return tables_find_number(&stage->lobby.tables, &stage->network, number);
}

void stage_play(struct stage *stage, unsigned number, unsigned moves)
{
	while (moves-- > 0) {
		struct table *table = stage_table(stage, number);
		if (table == NULL || !table->running)
			return;
		const struct person *person = table->seat[table_state(table)->turn].player;
		if (person == NULL)
			return;
		stage_say(stage, person->connection != NULL ? person->connection : person->name,
			"!p 1");
	}
}
