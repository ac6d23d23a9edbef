#include "bot/table/table.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/text/fold.h"

struct table *table_new(struct channel *channel, const struct game *game, unsigned preset)
{
	struct table *table = memory_new(1, sizeof *table + game->state_size);
	table->channel = channel;
	table->game = game;
	table->rated = true;
	table->preset = (uint8_t)preset;
	game_open(game, table_state(table), preset);
	return table;
}

struct table *table_new_private(struct network *network, const struct channel_settings *settings,
	const struct game *game, unsigned preset)
{
	struct channel *place = memory_new(1, sizeof *place);
	struct table *table = table_new(place, game, preset);
	place->network = network;
	place->settings = *settings;
	place->settings.quiet = false;
	place->joined = true;
	return table;
}

bool table_is_private(const struct table *table)
{
	return table->channel->name[0] == '\0';
}

bool table_is_visible_to(
	const struct table *table, const struct person *person, const struct channel *channel)
{
	return !table_is_private(table) || (table->private_person == person && channel == NULL);
}

bool table_is_outsider(const struct table *table, const struct person *person)
{
	return person_is_guest(person) || person->network != table->channel->network;
}

unsigned table_count_outsiders(const struct table *table)
{
	unsigned count = 0;
	for (unsigned i = 0; i < table->seats_taken; i++)
		count += table->seat[i].player != NULL &&
			table_is_outsider(table, table->seat[i].player);
	return count;
}

struct network *table_network_to_move(struct table *table)
{
	const struct person *player = table->seat[table_state(table)->turn].player;
	return player != NULL ? player->network : table->channel->network;
}

struct locale table_locale(const struct table *table)
{
	return table->private_person != NULL ? person_locale(table->private_person)
					     : table->channel->settings.locale;
}

/*
 * Adds `by` to a person's number of seats. A seat in an exercise does not count; it only keeps the
 * person in memory.
 */
static void count(const struct table *table, struct person *person, int by)
{
	if (person != NULL)
		*(table->exercise != NULL ? &person->references : &person->seats) += (unsigned)by;
}

static void count_held(struct person *person, int by)
{
	if (person != NULL)
		person->references += (unsigned)by;
}

/*
 * Adds `by` to the numbers of seats of a live table's owners and players, and to the uses of people
 * with an offered seat.
 */
static void count_seats(const struct table *table, int by)
{
	for (unsigned i = 0; i < table->seats_taken && !table->closed; i++) {
		count(table, table->seat[i].owner, by);
		count(table, table->seat[i].player, by);
		count_held(table->transient.seat[i].offered_to, by);
	}
}

void table_close(struct table *table)
{
	count_seats(table, -1);
	table->closed = true;
}

void table_free(struct table *table)
{
	count_seats(table, -1);
	free(table->persistent_saved);
	if (table_is_private(table))
		free(table->channel);
	free(table);
}

void *table_persistent(struct table *table)
{
	return (char *)table + offsetof(struct table, match);
}

size_t table_persistent_size(const struct table *table)
{
	return sizeof *table - offsetof(struct table, match) + table->game->state_size;
}

void table_snapshot(struct table *table)
{
	size_t size = table_persistent_size(table);
	if (table->persistent_saved == NULL)
		table->persistent_saved =
			memcpy(memory_new(1, size), table_persistent(table), size);
}

void table_end_batch(struct table *table, bool kept)
{
	if (!kept) {
		count_seats(table, -1);
		if (table->persistent_saved != NULL)
			memcpy(table_persistent(table), table->persistent_saved,
				table_persistent_size(table));
		table->transient = table->transient_saved;
		/*
		 * The job that the rolled back batch asked for is out of date; match_retry_robot
		 * asks for a new job.
		 */
		table->transient.robot_serial = 0;
		count_seats(table, +1);
	}
	free(table->persistent_saved);
	table->persistent_saved = NULL;
	table->transient_saved = table->transient;
	table->opened_now = table->commitment_pending = false;
}

struct state *table_state(struct table *table)
{
	return (struct state *)(void *)table->state;
}

enum refusal table_set_option(struct table *table, const char *name, const char *value)
{
	size_t length = strlen(table->options);
	char *before = table->options + length;
	struct text text = text_in(before, sizeof table->options - length);
	if (length > 0)
		text_char(&text, ' ');
	text_add(&text, name);
	text_char(&text, '=');
	text_add(&text, value);
	enum refusal refusal = REFUSE_NONE;
	bool yes = text_same(value, "yes");
	/* `rated` and `guests` belong to the table, other options to the game. */
	bool guests = text_same(name, "guests"), own = guests || text_same(name, "rated");
	if (text.cut || (own && !yes && !text_same(value, "no")))
		refusal = REFUSE_OPTION_VALUE;
	else if (own)
		*(guests ? &table->takes_guests : &table->rated) = yes;
	else
		refusal = game_set(table->game, table_state(table), name, value);
	if (refusal != REFUSE_NONE)
		*before = '\0';
	return refusal;
}

bool table_set_options(struct table *table, const char *options)
{
	char words[TABLE_OPTIONS];
	text_copy(words, sizeof words, options);
	char *rest = words, *name;
	while ((name = strsep(&rest, " ")) != NULL) {
		char *value = name;
		strsep(&value, "=");
		if (*name != '\0' &&
			(value == NULL || table_set_option(table, name, value) != REFUSE_NONE))
			return false;
	}
	return true;
}

unsigned table_find_seat(const struct table *table, const struct person *person)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (table->seat[i].player == person)
			return i;
	return SEAT_NONE;
}

/* True if an AI player plays a seat that a person owns. */
static bool is_absent(const struct table *table, unsigned seat)
{
	return table->seat[seat].owner != NULL && table_is_robot_seat(table, seat);
}

unsigned table_find_left_seat(const struct table *table, const struct person *person)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (table->seat[i].owner == person && table->seat[i].player != person &&
			is_absent(table, i))
			return i;
	return SEAT_NONE;
}

bool table_has_absent_player(const struct table *table, unsigned but)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (i != but && is_absent(table, i))
			return true;
	return false;
}

/*
 * Names of AI players: given names of old Québec. They are rare as nicks, so that few people are
 * highlighted. The first AI player of a level at a table has the level's own name.
 */
static const char *const robot_names[] = { "Donalda", "Ovila", "Exilda", "Philias", "Rosilda",
	"Wilbrod", "Alphonsine", "Hormidas", "Zéphirine", "Elzéar", "Malvina", "Télesphore" };
enum { ROBOT_NAMES = sizeof robot_names / sizeof robot_names[0] };

uint8_t table_robot_named(const char *name)
{
	for (unsigned i = 0; i < ROBOT_NAMES; i++)
		if (strcmp(robot_names[i], name) == 0)
			return (uint8_t)(i + 1);
	return 0;
}

const char *table_robot_name(const struct table *table, unsigned seat)
{
	uint8_t robot = table->seat[seat].robot;
	return robot > 0 ? robot_names[robot - 1] : "";
}

int table_robot_level(const struct table *table, const char *name)
{
	char wanted[NETWORK_NICK], folded[NETWORK_NICK];
	unsigned robot = 0;
	fold_word(name, wanted, sizeof wanted);
	do {
		if (robot == ROBOT_NAMES)
			return -1;
		fold_word(robot_names[robot++], folded, sizeof folded);
	} while (strcmp(folded, wanted) != 0);
	for (unsigned i = 0; table != NULL && i < table->seats_taken; i++)
		if (table->seat[i].robot == robot)
			return table->seat[i].level;
	return table == NULL ? (int)(robot - 1) % LEVEL_COUNT : -1;
}

/* True if a person or an AI player at the table has the AI player's name with this index. */
static bool is_called(const struct table *table, uint8_t robot)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct person *player = table->seat[i].player;
		if (table->seat[i].robot == robot ||
			(player != NULL && text_same(player->name, robot_names[robot - 1])))
			return true;
	}
	return false;
}

/*
 * Picks a name for a new AI player: the level's own name if it is free; else a free name of every
 * fourth one after it; else any free name. Returns its index.
 */
static uint8_t pick_robot_name(const struct table *table, enum level level)
{
	enum { EACH = ROBOT_NAMES / LEVEL_COUNT };
	for (unsigned i = 0; i < ROBOT_NAMES; i++) {
		unsigned robot = 1 + (level + LEVEL_COUNT * i + i / EACH) % ROBOT_NAMES;
		if (!is_called(table, (uint8_t)robot))
			return (uint8_t)robot;
	}
	return (uint8_t)(1 + level);
}

/*
 * Gives a person who sits down the channel's locale as default. At a private table, makes them its
 * one person.
 */
static void welcome(struct table *table, struct person *person)
{
	if (table_is_private(table))
		table->private_person = person;
	else
		person->channel_locale = &table->channel->settings.locale;
}

unsigned table_take_seat(struct table *table, struct person *person, enum level level)
{
	struct seat new = { .owner = person, .player = person, .level = LEVEL_NORMAL };
	if (person == NULL) {
		new.level = (uint8_t)level;
		new.robot = pick_robot_name(table, level);
	}
	unsigned seat = table->seats_taken++;
	table->seat[seat] = new;
	if (person != NULL)
		welcome(table, person);
	count(table, person, +2);
	return seat;
}

void table_free_seat(struct table *table, unsigned seat)
{
	table_set_player(table, seat, NULL);
	count(table, table->seat[seat].owner, -1);
	table->seats_taken--;
	for (unsigned i = seat; i < table->seats_taken; i++) {
		table->seat[i] = table->seat[i + 1];
		table->transient.seat[i] = table->transient.seat[i + 1];
	}
	table->seat[table->seats_taken] = (struct seat){ .owner = NULL };
	table->transient.seat[table->seats_taken] = (struct seat_transient){ .offered_to = NULL };
}

void table_set_player(struct table *table, unsigned seat, struct person *player)
{
	struct seat *place = &table->seat[seat];
	struct seat_transient *transient = &table->transient.seat[seat];
	table_cancel_requests(table, seat);
	count(table, place->player, -1);
	count(table, player, +1);
	if (player != NULL) {
		welcome(table, player);
	} else if (place->robot == 0) {
		place->robot = pick_robot_name(table, place->level);
	}
	place->player = player;
	place->has_stand_in = place->handed_over = transient->loss_told = false;
	place->misses = transient->shown = 0;
}

static void become(
	const struct table *table, struct person **place, struct person *from, struct person *to)
{
	if (*place != from)
		return;
	count(table, from, -1);
	count(table, to, +1);
	*place = to;
}

void table_replace_person(
	struct table *table, unsigned seat, struct person *from, struct person *to)
{
	become(table, &table->seat[seat].player, from, to);
	if (table->private_person == from)
		table->private_person = to;
	if (!table->running || table->exercise != NULL)
		become(table, &table->seat[seat].owner, from, to);
}

void table_note_events(struct table *table, const struct events *events)
{
	struct table_transient *transient = &table->transient;
	for (unsigned i = 0; i < events->count; i++) {
		const struct event *event = &events->event[i];
		unsigned traits = event_traits(event);
		if (traits & TRAIT_BEGINS)
			transient->last_count = 0;
		if (!(traits & (TRAIT_PASSES | TRAIT_KEEPS)) || traits & TRAIT_PART)
			continue;
		if (transient->last_count == TABLE_LAST_EVENTS)
			memmove(transient->last, transient->last + 1,
				--transient->last_count * sizeof transient->last[0]);
		transient->last[transient->last_count++] = *event;
	}
}

void table_restart_turn_clock(struct table *table, int64_t now)
{
	table->transient.clock_start = now;
	table->transient.warned = false;
}

void table_start_turn_clock(struct table *table, int64_t now)
{
	table_restart_turn_clock(table, now);
	table->transient.hand_line = 0;
	table->transient.hand_wait_until = 0;
}

void table_reorder_seats(struct table *table, const uint8_t order[SEATS_MAX])
{
	struct seat old[SEATS_MAX];
	struct table_transient transient = table->transient;
	memcpy(old, table->seat, sizeof old);
	for (unsigned i = 0; i < table->seats_taken; i++) {
		table->seat[i] = old[order[i]];
		table->transient.seat[i] = transient.seat[order[i]];
	}
}

unsigned table_most_players(struct table *table)
{
	uint16_t players = game_players(table->game, table_state(table));
	unsigned most = 0;
	for (unsigned n = 1; n <= SEATS_MAX; n++)
		if (players & 1u << n)
			most = n;
	return most;
}

bool table_is_robot_seat(const struct table *table, unsigned seat)
{
	return table->seat[seat].player == NULL || table->seat[seat].has_stand_in;
}

unsigned table_count_people(const struct table *table)
{
	unsigned people = 0;
	for (unsigned i = 0; i < table->seats_taken; i++)
		people += !table_is_robot_seat(table, i);
	return people;
}

bool table_has_clock(const struct table *table)
{
	return table_count_people(table) > 1;
}

bool table_has_one_person(const struct table *table)
{
	unsigned players = 0;
	for (unsigned i = 0; i < table->seats_taken; i++)
		players += table->seat[i].player != NULL;
	return table->running && players == 1;
}

bool table_has_other_people(const struct table *table, unsigned seat)
{
	return table_count_people(table) > !table_is_robot_seat(table, seat);
}

bool table_is_attended(const struct table *table)
{
	return table->channel->joined ||
		(table->channel->barred && table->transient.is_played_in_private);
}

bool table_needs_private_lines(const struct table *table, const struct person *player)
{
	return table_is_outsider(table, player) || table->channel->barred;
}

bool table_is_robot_turn(struct table *table)
{
	const struct state *state = table_state(table);
	return table->running && state->phase == PHASE_PLAY && table_is_attended(table) &&
		table_is_robot_seat(table, state->turn) && table_count_people(table) > 0;
}

static void set_heir(struct seat_transient *transient, struct person *heir)
{
	count_held(transient->offered_to, -1);
	count_held(heir, +1);
	transient->offered_to = heir;
}

void table_offer_seat(struct table *table, unsigned seat, struct person *heir, int64_t now)
{
	set_heir(&table->transient.seat[seat], heir);
	table->transient.seat[seat].offered_until = now + TABLE_OFFER_MS;
}

void table_request_stop(struct table *table, unsigned seat, int64_t now)
{
	table->transient.seat[seat].stop_until = now + TABLE_OFFER_MS;
}

bool table_cancel_requests(struct table *table, unsigned seat)
{
	struct seat_transient *transient = &table->transient.seat[seat];
	bool any = transient->offered_to != NULL || transient->stop_until != 0;
	set_heir(transient, NULL);
	transient->stop_until = 0;
	return any;
}

unsigned table_find_offered_seat(const struct table *table, const struct person *heir, int64_t now)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct seat_transient *transient = &table->transient.seat[i];
		if (transient->offered_to == heir && now < transient->offered_until)
			return i;
	}
	return SEAT_NONE;
}

bool table_has_stop_request(const struct table *table, unsigned seat, int64_t now)
{
	return now < table->transient.seat[seat].stop_until;
}

bool table_lacks_stop_request(const struct table *table, unsigned seat, int64_t now)
{
	return !table_is_robot_seat(table, seat) && !person_is_guest(table->seat[seat].player) &&
		!table_has_stop_request(table, seat, now);
}

const char *table_person_name(const struct table *table, const struct person *person)
{
	bool plain = person_is_guest(person) || person->network == table->channel->network;
	return plain ? person->name : person->full_name;
}

const char *table_name(const struct table *table, unsigned seat)
{
	const struct person *player = table->seat[seat].player;
	return player != NULL ? table_person_name(table, player) : table_robot_name(table, seat);
}
