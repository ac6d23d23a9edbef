/* oracle.c - checks each line that the bot sends, and calls the other checks of oracle.h. */
#include "tests/simulate/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "bot/app/app.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/state.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/state.h"
#include "bot/people/identity.h"
#include "tests/simulate/guests.h"
#include "tests/simulate/onlooker.h"
#include "tests/simulate/pages.h"
#include "tests/simulate/world.h"
#include "tests/stage/hidden.h"

/* ms: shortest and longest pause between two checks, and longest time that a sent line is under
 * way. */
enum { ORACLE_PAUSE = 1000, ORACLE_LONGEST = 8000, ORACLE_CROSSES = 15000 };

/* Cards in the commands that steps type at random. If the bot refuses such a command and repeats
 * its cards, it does not leak them. */
#define ORACLE_TYPED "9D KC"

struct network *oracle_network(const struct server *server)
{
	const struct app *app = world()->app;
	for (size_t i = 0; app != NULL && i < app->lobby.networks.count; i++)
		if (strcmp(app->lobby.networks.network[i]->name, server->kind->name) == 0)
			return app->lobby.networks.network[i];
	return NULL;
}

struct server *oracle_server(const struct network *network)
{
	for (unsigned i = 0; i < world()->servers; i++)
		if (strcmp(world()->server[i].kind->name, network->name) == 0)
			return &world()->server[i];
	abort();
}

struct human *oracle_human(struct network *network, const char *key)
{
	struct server *server = oracle_server(network);
	const char *nick = server->home == NULL ? network->driver->nick(network, key) : NULL;
	if (server->home != NULL)
		return homeserver_human(key);
	return nick != NULL ? human_called(server, nick) : NULL;
}

struct scene *oracle_scene(const struct table *table)
{
	const struct server *server = oracle_server(table->channel->network);
	return &world()->scene[server - world()->server][table->number % ORACLE_TABLES];
}

/* ---- the state of tables ---- */

bool oracle_is_behind(const struct human *human, const struct network *network)
{
	const struct wire *wire = human->server->wire;
	uint64_t now = world()->now;
	if (human->server->home != NULL || human->server->kind->terminal)
		return false;
	return now < human->unseen || wire == NULL || wire->lost || wire->in.length > wire->taken ||
		human->news >= world()->woken ||
		(wire->batch == world()->batches && human->news >= wire->heard) ||
		world()->awake >= now || network->input_paused;
}

/* Checks that a human whom the bot takes for the person of an account has this account. */
static void look_at_account(struct network *network, const struct person *person)
{
	const struct human *human;
	if (oracle_server(network)->home != NULL || person->connection == NULL ||
		person->connection_lost || !identity_has_account(person))
		return;
	human = oracle_human(network, person->connection);
	if (human != NULL && !oracle_is_behind(human, network) &&
		strstr(person->key, human->account[0] != '\0' ? human->account : "!") == NULL)
		world_fault("%s is taken for %s", human->name, person->key);
}

const struct human *oracle_player(const struct table *table, const struct person *player)
{
	return player != NULL && player->connection != NULL
		? oracle_human(table->channel->network, player->connection)
		: NULL;
}

/* Returns true if the seat's player is the human to whom the bot last showed the seat's hand. A
 * login or logout makes the human another person, but not another holder. */
static bool is_holder(const struct scene *scene, unsigned seat, const struct table *table)
{
	const struct human *human = oracle_player(table, table->seat[seat].player);
	return human != NULL && scene->holder[seat] == human->number + 1;
}

/* Returns true if the human behind a new player of a seat has read the seat's hand in this turn.
 * The bot may have taken the human for another person then. */
static bool has_seen(const struct scene *scene, struct table *table, const struct person *player)
{
	const struct human *human = oracle_player(table, player);
	return human != NULL && table->number < HUMAN_TABLES &&
		human->table[table->number].told >= scene->since;
}

static void look_at_seats(struct scene *scene, struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct person *player = table->seat[i].player;
		int64_t id = player != NULL ? player->id : 0;
		if (player != NULL && id != scene->player[i])
			look_at_account(table->channel->network, player);
		bool other = id != scene->player[i] && !is_holder(scene, i, table);
		if (other && table->running)
			seats_changed(scene, i, table, oracle_player(table, player));
		/* If the seat to move has a new player, to whom the hand is still unknown, the turn
		 * begins now. */
		if (other && i == scene->turn && !has_seen(scene, table, player))
			scene->since = world()->now;
		if (other)
			scene->holder[i] = 0;
		if (other || scene->away[i])
			scene->seated[i] = world()->now;
		scene->player[i] = id;
		scene->away[i] = table->seat[i].has_stand_in;
		scene->misses[i] = table->seat[i].misses;
	}
}

/* Notes the cards that are hidden from each seat and from watchers. They change only with moves and
 * new hands. */
static void look_at_cards(struct scene *scene, struct table *table)
{
	for (unsigned i = 0; i <= table->seats_taken; i++)
		scene->hidden[i] = !table->running ? 0
			: i < table->seats_taken   ? hidden_from(table, i)
						   : hidden_from(table, SEAT_NONE);
	scene->down = hidden_down(table) != 0;
}

static void begin(struct scene *scene, int64_t match)
{
	struct scene fresh = { .match = match, .opened = world()->now, .since = world()->now };
	memcpy(fresh.before + 1, scene->before, sizeof fresh.before - sizeof fresh.before[0]);
	fresh.before[0] = scene->match;
	*scene = fresh;
}

/* Notes the people at the seats as holders: the batch that began the match may have shown hands. */
static void note_holders(struct scene *scene, const struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct human *human = oracle_player(table, table->seat[i].player);
		if (human != NULL)
			scene->holders[i] |= UINT32_C(1) << human->number;
	}
}

static void look_at(struct table *table)
{
	struct scene *scene = oracle_scene(table);
	const struct state *state = table_state(table);
	bool fresh = scene->match != table->match;
	if (fresh) {
		begin(scene, table->match);
		seats_begin(scene, table);
	} else if (table->running) {
		seats_missed(scene, table);
	}
	if (fresh || scene->moves != table->moves || scene->hand != state->hand ||
		scene->turn != state->turn || scene->running != table->running) {
		scene->since = world()->now;
		scene->digest = audit_digest(table);
		look_at_cards(scene, table);
	}
	/* A table that is new to this record may have been resumed: its hand was dealt earlier. */
	if (!fresh && (scene->hand != state->hand || scene->running != table->running))
		scene->dealt = world()->now;
	scene->seen = world()->batches;
	if (table->running && !scene->running)
		note_holders(scene, table);
	scene->running = table->running;
	scene->moves = table->moves;
	scene->hand = state->hand;
	scene->turn = state->turn;
	seats_look(scene, table);
	look_at_seats(scene, table);
}

void oracle_look(void)
{
	struct tables *tables = &world()->app->lobby.tables;
	struct table *table;
	for (size_t n = 0; (table = tables_next(tables, &n)) != NULL;)
		look_at(table);
	world()->looked = world()->batches;
}

void oracle_start(struct store *store)
{
	struct world *here = world();
	here->disk.looking = true;
	journal_compare(&here->journal, store, here->disk.lost || here->disk.restored);
	if (here->disk.restored)
		promise_restore(store);
	here->disk.restored = false;
	erasure_compare(store, here->disk.lost);
	here->disk.looking = false;
}

void oracle_resume(void)
{
	struct world *here = world();
	/* Do not compare tables after a disk error: the store may or may not have a failed
	 * batch. */
	if (here->disk.errors != here->errors)
		hearing_excuse();
	else if (!here->disk.lost)
		audit_tables();
	if (here->disk.lost)
		promise_forget();
	if (here->disk.lost)
		pages_restore();
	here->disk.lost = false;
	/* Forget the tables of IRC, where the bot shows hands again after a restart. On Matrix it
	 * shows again only text that its rooms no longer show, so those records stay. */
	memset(here->scene, 0, WORLD_SERVERS * sizeof *here->scene);
	for (unsigned i = 0; i < here->servers; i++)
		here->server[i].sample = 0;
}

void oracle_restore(void)
{
	struct world *here = world();
	here->disk.restored = true;
	here->erasures.count = here->erasures.kept = 0;
	memset(here->scene, 0, sizeof here->scene);
	for (unsigned i = 0; i < here->humans; i++)
		here->human[i].secured = false;
	/* The older database lacks the lines that wait now, so excuse the bot if it never sends
	 * them. */
	for (unsigned i = 0; i < here->servers; i++)
		server_disturb(&here->server[i], 0);
	hearing_excuse();
	ledger_restore();
	pages_restore();
	if (here->setting.matrix)
		homeserver_restore(here->server[WORLD_SERVERS].home);
}

/* ---- lines that the bot is about to send ---- */

/* Returns the cards that moves of the match in this batch show to all people. */
static cards shown(const struct journal *journal, int64_t match)
{
	cards set = 0;
	for (size_t i = 0; i < journal->steps; i++) {
		const struct journal_step *step = &journal->batch[i];
		struct move move;
		if (step->match == match && move_read(step->text, &english_words, &move) &&
			move.act != ACT_GIVE && move.act != ACT_FOREPLACE && move.card < CARD_COUNT)
			set |= card_bit(move.card);
	}
	return set;
}

/* Checks that the hand of a seat, or a link to its page, goes to one human only, as long as the
 * seat has the same player. */
static void check_holder(struct scene *scene, unsigned seat, struct network *network,
	const struct person *person, const char *text)
{
	const struct human *human = oracle_human(network, person->connection);
	/* Skip a new player of the seat, whom the record has only after this batch. */
	if (human == NULL || oracle_is_behind(human, network) ||
		person->id != scene->player[seat] ||
		(strstr(text, "(hand.cards)") == NULL && strstr(text, "(seat.link ") == NULL))
		return;
	if (scene->holder[seat] != 0 && scene->holder[seat] != human->number + 1)
		world_fault("%s is told the hand of %s: %s", human->name,
			world()->human[scene->holder[seat] - 1].name, text);
	scene->holder[seat] = human->number + 1;
	scene->holders[seat] |= UINT32_C(1) << human->number;
}

/* Returns the cards that a line names. Skips a link, because its key may look like a card. */
static cards cards_in(const char *text)
{
	const char *link = strstr(text, PAGES_URL);
	struct string words = STRING_EMPTY;
	string_add_bytes(&words, text, link != NULL ? (size_t)(link - text) : strlen(text));
	string_add(&words, link != NULL ? link + strcspn(link, " )") : "");
	cards named = reader_written(words.bytes, &english_words);
	string_free(&words);
	return named;
}

static void check_staged(struct network *network, const struct person *person, const char *text)
{
	struct lobby *lobby = &world()->app->lobby;
	unsigned number = text[0] == '[' ? (unsigned)strtoul(text + 1, NULL, 10) : 0;
	struct table *table =
		number > 0 ? tables_find_number(&lobby->tables, network, number) : NULL;
	struct scene *scene = table != NULL ? oracle_scene(table) : NULL;
	unsigned seat =
		table != NULL && person != NULL ? table_find_seat(table, person) : SEAT_NONE;
	cards leak;
	/* Skip lines of a batch with a store error, which are never sent. */
	if (table == NULL || !table->running || scene->match != table->match ||
		lobby->batch.error != STORE_OK)
		return;
	if (seat != SEAT_NONE && person->connection != NULL)
		check_holder(scene, seat, network, person, text);
	leak = cards_in(text) & hidden_from(table, seat) &
		scene->hidden[seat == SEAT_NONE ? table->seats_taken : seat] &
		~shown(&world()->journal, table->match);
	if (strstr(text, "(refuse") != NULL)
		leak &= ~reader_written(ORACLE_TYPED, &english_words);
	/* The end of a hand shows its cards, which may be hidden in the next hand. */
	if (scene->hand != table_state(table)->hand || scene->down)
		leak = 0;
	if (leak != 0)
		world_fault("card %u is not for %s: %s", cards_first(leak),
			person != NULL ? person->name : "all", text);
}

static void check_saying(struct network *network, bool channel, const struct person *person,
	const struct saying *saying)
{
	struct string line = STRING_EMPTY;
	string_add(&line, saying->text);
	string_add(&line, saying->transient != NULL ? saying->transient : "");
	check_staged(network, person, line.bytes);
	deals_stage(channel ? NULL : person, line.bytes, cards_in(line.bytes));
	apology_stage(network, person != NULL ? person->connection : NULL, line.bytes);
	erasure_stage(person, line.bytes);
	seats_stage(network, line.bytes);
	if (!channel)
		onlooker_stage(network, person, line.bytes);
	promise_stage(channel ? oracle_server(network) : NULL, line.bytes);
	string_free(&line);
}

void oracle_say(struct network *network, const char *connection, const char *text)
{
	const struct people *people = &world()->app->lobby.people;
	/* The bot may not know a person of a failed batch, so note an apology by its connection. */
	apology_stage(network, connection, text);
	check_saying(network, true, people_find_by_connection(people, network, connection),
		SAYING(text));
	promise_settle(oracle_server(network), true);
}

/*
 * Finds the person that a message is for. `target` is the key of a connection, or "host nick" for
 * OUTBOX_TO_STRANGER. Returns NULL for a channel, or if the bot does not know the person.
 */
static const struct person *addressee(
	struct app *app, struct network *network, enum outbox_target_kind whom, const char *target)
{
	struct sender sender = { .key = target };
	if (whom == OUTBOX_TO_CHANNEL ||
		(whom == OUTBOX_TO_STRANGER &&
			!network->driver->find_nick(network, strchr(target, ' ') + 1, &sender)))
		return NULL;
	return people_find_by_connection(&app->lobby.people, network, sender.key);
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */
__typeof__(outbox_stage) __real_outbox_stage, __wrap_outbox_stage;
bool __wrap_outbox_stage(struct outbox *outbox, enum outbox_target_kind whom, int way,
	const char *target, const struct saying *saying)
{
	struct app *app = world_ended() ? NULL : world()->app;
	for (size_t i = 0; app != NULL && i < app->lobby.networks.count; i++) {
		struct network *network = app->lobby.networks.network[i];
		if (oracle_server(network)->home != NULL ||
			((struct irc *)network)->outgoing->outbox != outbox)
			continue;
		if (whom == OUTBOX_TO_MEMBER)
			apology_stage(network, target, saying->text);
		check_saying(network, whom == OUTBOX_TO_CHANNEL,
			addressee(app, network, whom, target), saying);
		order_stage(oracle_server(network), outbox_last_serial(outbox) + 1);
	}
	return __real_outbox_stage(outbox, whom, way, target, saying);
}

/* Returns the IRC server of an outbox. Returns NULL if the process is dead or the run is over. */
static const struct server *server_of_outbox(const struct outbox *outbox)
{
	struct app *app = world_ended() ? NULL : world()->app;
	for (size_t i = 0; app != NULL && i < app->lobby.networks.count; i++)
		if (oracle_server(app->lobby.networks.network[i])->home == NULL &&
			((struct irc *)app->lobby.networks.network[i])->outgoing->outbox == outbox)
			return oracle_server(app->lobby.networks.network[i]);
	return NULL;
}

__typeof__(outbox_queue_staged) __real_outbox_queue_staged, __wrap_outbox_queue_staged;
void __wrap_outbox_queue_staged(struct outbox *outbox, uint64_t now)
{
	const struct server *server = world()->staged ? server_of_outbox(outbox) : NULL;
	if (server != NULL)
		promise_settle(server, true);
	__real_outbox_queue_staged(outbox, now);
}

__typeof__(outbox_discard_staged) __real_outbox_discard_staged, __wrap_outbox_discard_staged;
void __wrap_outbox_discard_staged(struct outbox *outbox)
{
	const struct server *server = world()->staged ? server_of_outbox(outbox) : NULL;
	if (server != NULL)
		promise_settle(server, false);
	__real_outbox_discard_staged(outbox);
}

/* Returns the Matrix network. Returns NULL if the run has none, if the process is dead, or if the
 * run is over. */
static struct network *network_of_queue(void)
{
	const struct world *here = world();
	return world_ended() || here->servers == WORLD_SERVERS
		? NULL
		: oracle_network(&here->server[WORLD_SERVERS]);
}

static void check_queued(const char *target, const struct saying *saying)
{
	struct network *network = network_of_queue();
	bool all = target[0] != '@';
	/* The bot may not know a person of a failed batch, so note an apology by its user id. */
	if (network != NULL && !all)
		apology_stage(network, target, saying->text);
	if (network != NULL)
		check_saying(network, all,
			all ? NULL
			    : people_find_by_connection(
				      &world()->app->lobby.people, network, target),
			saying);
}

__typeof__(queue_say) __real_queue_say, __wrap_queue_say;
struct queue_event *__wrap_queue_say(struct queue *queue, const char *target,
	const struct saying *saying, const struct queue_thread *thread)
{
	check_queued(target, saying);
	return __real_queue_say(queue, target, saying, thread);
}

__typeof__(queue_show) __real_queue_show, __wrap_queue_show;
struct queue_event *__wrap_queue_show(
	struct queue *queue, const char *target, const struct showing *showing, bool anew)
{
	if (showing->text != NULL)
		check_queued(target, SAYING(showing->text));
	return __real_queue_show(queue, target, showing, anew);
}

__typeof__(queue_commit) __real_queue_commit, __wrap_queue_commit;
bool __wrap_queue_commit(struct queue *queue)
{
	const struct network *network = world()->staged ? network_of_queue() : NULL;
	if (network != NULL)
		promise_settle(oracle_server(network), true);
	return __real_queue_commit(queue);
}

__typeof__(queue_roll_back) __real_queue_roll_back, __wrap_queue_roll_back;
void __wrap_queue_roll_back(struct queue *queue)
{
	const struct network *network = world()->staged ? network_of_queue() : NULL;
	if (network != NULL)
		promise_settle(oracle_server(network), false);
	__real_queue_roll_back(queue);
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* ---- lines that people read ---- */

/* Notes that the channel has read the next move with that card. Returns false if no move after the
 * last one read has the card. */
static bool tells(struct journal_match *match, const char *card_text)
{
	for (size_t i = match != NULL ? match->told : 0; match != NULL && i < match->moves; i++)
		if (strstr(match->move[i], card_text) != NULL) {
			match->told = i + 1;
			return true;
		}
	return false;
}

/* Checks that the journal has a move that the channel reads, like `(event.play seat=anna
 * cards=9C)`, and that the channel reads moves in order. */
static void check_told(struct server *server, unsigned number, const char *told)
{
	struct world *here = world();
	const struct scene *scene = &here->scene[server - here->server][number];
	const char *card_text = strstr(told, " cards=");
	char name[3] = "";
	if (card_text == NULL || scene->match == 0)
		return;
	memcpy(name, card_text + strlen(" cards="), 2);
	bool there = false;
	/* A line that arrives late may be about an earlier match. */
	for (size_t i = 1; !there && i <= SCENE_BEFORE; i++)
		there = tells(journal_find(&here->journal, scene->before[SCENE_BEFORE - i]), name);
	there = there || tells(journal_find(&here->journal, scene->match), name);
	/* At a terminal a match may begin and end between two calls of oracle_look. */
	for (size_t i = here->journal.matches; !there && server->kind->terminal && i-- > 0;)
		there = tells(&here->journal.match[i], name);
	if (!there)
		world_fault("what is said of table %u is not in the journal: %.80s", number, told);
}

/* Checks that a seat's hand is read only by the seat's present and former holders. Former holders
 * may read it, because the line may be late. */
static void check_reached(struct server *server, const struct human *human, const char *text)
{
	struct network *network = oracle_network(server);
	unsigned number = text[0] == '[' ? (unsigned)strtoul(text + 1, NULL, 10) : 0;
	const char *hand = strstr(text, "(hand.cards)");
	struct table *table = number > 0 && hand != NULL && network != NULL
		? tables_find_number(&world()->app->lobby.tables, network, number)
		: NULL;
	struct scene *scene = table != NULL ? oracle_scene(table) : NULL;
	uint64_t told = human->news > human->changed ? human->news : human->changed;
	/* Skip lines soon after a change of nick: a hand may have been under way to the nick's last
	 * user. */
	if (table == NULL || !table->running || scene->match != table->match ||
		world()->now < told + ORACLE_CROSSES)
		return;
	for (unsigned i = 0; i < table->seats_taken; i++) {
		cards held = held_by(table->game, table_state(table), i);
		if (held != 0 && (held & ~reader_written(hand, &english_words)) == 0 &&
			scene->holder[i] != 0 && (scene->holders[i] >> human->number & 1) == 0)
			world_fault("%s has heard the hand of %s: %s", human->name,
				world()->human[scene->holder[i] - 1].name, text);
	}
}

void oracle_hear(struct server *server, const struct human *human, const char *text)
{
	unsigned number = 0;
	promise_hear(human != NULL ? NULL : server, text);
	if (server->home == NULL && !server->kind->terminal)
		order_hear(server, human);
	if (human != NULL && server->home == NULL && !world_ended() && world()->app != NULL)
		check_reached(server, human, text);
	if (human != NULL)
		return;
	seats_hear(server, text);
	for (const char *at = text; *at != '\0'; at++) {
		if (at[0] == '[' && at[1] >= '1' && at[1] <= '8' && at[2] == ']')
			number = (unsigned)(at[1] - '0');
		if (number > 0 && strncmp(at, "(event.play", 11) == 0)
			check_told(server, number, at);
	}
}

void oracle_flooded(struct server *server)
{
	world_fault("%s throws the bot out: Excess Flood", server->kind->name);
}

/* ---- checks over time ---- */

static void tick(struct incident *incident)
{
	struct world *here = world();
	/* In a calm without new batches, check less and less often. */
	bool idle = here->calm != UINT64_MAX && here->batches == here->ticked;
	uint64_t pause = !idle ? ORACLE_PAUSE : 2 * incident->number;
	pause = pause < ORACLE_LONGEST ? pause : ORACLE_LONGEST;
	liveness_look();
	here->ticked = here->batches;
	world_later(pause, tick, NULL, pause, NULL, 0);
}

void oracle_end(void)
{
	struct world *here = world();
	if (here->app == NULL || here->dead || here->fault[0] != '\0')
		return;
	here->disk.looking = true;
	audit_memory();
	/* If the disk has lost data, stored matches may contradict each other. */
	if (!here->forgotten) {
		audit_figures(here->app->store);
		promise_end(here->app->store);
		ledger_end();
		erasure_end(here->app->store);
		guests_end();
		deals_end(here->app->store);
	}
	here->disk.looking = false;
}

void oracle_plan(void)
{
	guests_plan();
	world_later(ORACLE_PAUSE, tick, NULL, ORACLE_PAUSE, NULL, 0);
}
