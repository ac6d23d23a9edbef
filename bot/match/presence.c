#include "bot/match/presence.h"

#include "bot/match/grace.h"
#include "bot/match/match.h"
#include "bot/talk/hand.h"
#include "bot/talk/speech.h"
#include "bot/text/nametext.h"

/*
 * BLOCKED_SECONDS: seconds between two lines which tell a channel that a player is blocked.
 * BLOCKED_MS: ms between two tries to reach a blocked player.
 */
enum { BLOCKED_SECONDS = 24 * 60 * 60, BLOCKED_MS = 3000 };

/* True if the table waits for the player of a seat to return. */
static bool is_waited_for(const struct seat *seat)
{
	return seat->player != NULL && seat->player->connection_lost && !seat->has_stand_in;
}

void presence_mark_lost(struct lobby *lobby, struct person *person, bool split)
{
	person->connection_lost = true;
	person->split = split;
	person->lost_since = lobby_now(lobby);
}

/* Steps through the running tables where a person plays, like tables_next_seat. */
static struct table *next_running(
	struct lobby *lobby, const struct person *person, size_t *n, unsigned *seat)
{
	struct table *table;
	do
		table = tables_next_seat(&lobby->tables, person, n, seat);
	while (table != NULL && !table->running);
	return table;
}

void presence_mark_back(struct lobby *lobby, struct person *person)
{
	grace_use_all(lobby, person);
	person->connection_lost = false;
}

void presence_mark_blocked(struct lobby *lobby, struct person *person)
{
	size_t n = 0;
	unsigned seat;
	struct table *table = next_running(lobby, person, &n, &seat);
	int64_t since = lobby_date(lobby) - person->blocked_announced_at;
	if (table == NULL)
		return;
	person->blocked = true;
	person->blocked_at = lobby_now(lobby);
	while (table != NULL && (table_is_private(table) || !table->channel->joined))
		table = next_running(lobby, person, &n, &seat);
	if (table == NULL || person->blocked_told_now || since < BLOCKED_SECONDS)
		return;
	people_note_blocked_told(&lobby->people, person);
	speech_say(&lobby->speech, table, MSG_SEAT_BLOCKED,
		ARGS(arg_name("seat", table_person_name(table, person)),
			arg_text("bot", person->network->driver->self(person->network))));
}

void presence_retry_private(struct lobby *lobby, struct person *person)
{
	unsigned seat;
	struct table *table;
	if (!person->blocked || lobby_now(lobby) - person->blocked_at < BLOCKED_MS)
		return;
	people_retry_private(&lobby->people, person);
	for (size_t n = 0; (table = next_running(lobby, person, &n, &seat)) != NULL;)
		hand_show(&lobby->speech, table, seat);
}

/* True if a person has a connection, or if some connection has their nick. */
static bool is_reachable(const struct person *person)
{
	struct network *network = person->network;
	struct sender sender;
	return person_is_reachable(person) ||
		network->driver->find_nick(network, person->name, &sender);
}

bool presence_is_here(const struct person *person)
{
	return !person->connection_lost && is_reachable(person);
}

bool presence_is_away(const struct seat *seat)
{
	return seat->player != NULL && (seat->has_stand_in || !presence_is_here(seat->player));
}

bool presence_is_deserted(const struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct seat *seat = &table->seat[i];
		if (seat->player != NULL &&
			!(table->running ? seat->has_stand_in : presence_is_away(seat)))
			return false;
	}
	return true;
}

void presence_mark_unreachable(struct lobby *lobby, struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		struct person *person = table->seat[i].player;
		if (person != NULL && !is_reachable(person))
			presence_mark_lost(lobby, person, false);
	}
}

void presence_mark_network_lost(struct lobby *lobby, const struct network *network)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		for (unsigned i = 0; i < table->seats_taken; i++) {
			struct person *person = table->seat[i].player;
			if (person != NULL && person->network == network &&
				table_is_outsider(table, person) && !person->connection_lost &&
				!is_reachable(person))
				presence_mark_lost(lobby, person, false);
		}
}

bool presence_is_clock_stopped(struct table *table)
{
	const struct state *state = table_state(table);
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (is_waited_for(&table->seat[i]) &&
			(i == state->turn || grace_kind(table, i) == GRACE_SPLIT))
			return true;
	return false;
}

/* Says a line with the names of the players of some seats. Says nothing for an empty set. */
static void say_of(struct lobby *lobby, struct table *table, uint16_t seats, enum message message,
	const char *wait)
{
	struct string names = STRING_EMPTY;
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (seats & 1u << i) {
			string_add(&names, names.length > 0 ? ", " : "");
			nametext_add(&names, table_name(table, i));
		}
	if (!string_is_empty(&names))
		speech_say(&lobby->speech, table, message,
			ARGS(arg_text("names", names.bytes), arg_text("wait", wait)));
	string_free(&names);
}

void presence_write_wait(int64_t milliseconds, char wait[PRESENCE_WAIT_SIZE])
{
	int64_t seconds = (milliseconds + 999) / 1000;
	struct text text = text_in(wait, PRESENCE_WAIT_SIZE);
	text_number(&text, seconds % 60 == 0 ? seconds / 60 : seconds);
	text_add(&text, seconds % 60 == 0 ? " min" : " s");
}

/* Says which players the table waits for, among those whose absence uses one kind of grace. */
static void say_missing(struct lobby *lobby, struct table *table, unsigned grace)
{
	uint16_t seats = 0;
	int64_t longest = 0;
	char wait[PRESENCE_WAIT_SIZE];
	for (unsigned i = 0; i < table->seats_taken; i++) {
		struct seat_transient *transient = &table->transient.seat[i];
		if (!is_waited_for(&table->seat[i]) || transient->loss_told ||
			grace_kind(table, i) != grace)
			continue;
		int64_t left = grace_remaining(table, i, grace);
		longest = left > longest ? left : longest;
		seats |= (uint16_t)(1u << i);
		transient->loss_told = true;
	}
	presence_write_wait(longest, wait);
	if (longest > 0)
		say_of(lobby, table, seats, grace == GRACE_SPLIT ? MSG_SEAT_SPLIT : MSG_SEAT_LOST,
			wait);
}

/* Lets AI players stand in for the players with no grace left. Returns true if there were any. */
static bool stand_in(struct lobby *lobby, struct table *table)
{
	int64_t now = lobby_now(lobby);
	uint16_t seats = 0;
	for (unsigned i = 0; i < table->seats_taken; i++) {
		struct seat *seat = &table->seat[i];
		if (!is_waited_for(seat) ||
			now - seat->player->lost_since <
				grace_remaining(table, i, grace_kind(table, i)))
			continue;
		lobby_snapshot_table(lobby, table);
		seats |= (uint16_t)(1u << i);
		grace_use(lobby, table, i);
		seat->has_stand_in = table->transient.seat[i].loss_told = true;
		match_write_seat(lobby, table, i);
	}
	say_of(lobby, table, seats, MSG_SEAT_STANDS_IN, "");
	return seats != 0;
}

/*
 * Gives seats back to returned players, except a seat that was taken because its player let time
 * run out. Returns the seats that AI players gave back.
 */
static uint16_t return_seats(struct lobby *lobby, struct table *table)
{
	uint16_t seats = 0;
	uint16_t played = 0;
	for (unsigned i = 0; i < table->seats_taken; i++) {
		struct seat *seat = &table->seat[i];
		struct seat_transient *transient = &table->transient.seat[i];
		bool away = seat->has_stand_in && seat->misses < MISSES_MOST;
		if (seat->player == NULL || seat->player->connection_lost ||
			(!away && !transient->loss_told))
			continue;
		transient->loss_told = false;
		if (seat->has_stand_in && !away)
			continue;
		seats |= (uint16_t)(1u << i);
		if (!away)
			continue;
		lobby_snapshot_table(lobby, table);
		played |= (uint16_t)(1u << i);
		seat->has_stand_in = false;
		match_write_seat(lobby, table, i);
	}
	say_of(lobby, table, seats, MSG_SEAT_HERE, "");
	return played;
}

/*
 * Continues play after the players of these seats have returned. Shows the hand to the player with
 * the turn.
 */
static void resume_play(struct lobby *lobby, struct table *table, uint16_t seats)
{
	unsigned turn = table_state(table)->turn;
	/*
	 * A running clock runs on, also for a returned player, so that leaving and returning gains
	 * no time. If only AI players waited, the clock starts now.
	 */
	unsigned others = 0;
	for (unsigned i = 0; i < table->seats_taken; i++)
		others += !(seats & 1u << i) && !table_is_robot_seat(table, i);
	if (others == 0)
		table_start_turn_clock(table, lobby_now(lobby));
	else if (others == 1 && seats != 0 && !(seats & 1u << turn))
		table_restart_turn_clock(table, lobby_now(lobby));
	if (table_is_robot_seat(table, turn))
		match_continue(lobby, table);
	else if (seats & 1u << turn)
		hand_show(&lobby->speech, table, turn);
}

void presence_update(struct lobby *lobby, struct table *table)
{
	uint16_t back = return_seats(lobby, table);
	say_missing(lobby, table, GRACE_SPLIT);
	say_missing(lobby, table, GRACE_LOST);
	bool taken = stand_in(lobby, table);
	if (back != 0 || taken)
		resume_play(lobby, table, back);
}

void presence_update_running(struct lobby *lobby, struct table *table)
{
	if (table->running && table_is_attended(table))
		presence_update(lobby, table);
}

void presence_end_stand_ins(struct lobby *lobby, struct person *person)
{
	struct table *table;
	unsigned seat;
	for (size_t n = 0; (table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;) {
		if (!table->seat[seat].has_stand_in)
			continue;
		lobby_snapshot_table(lobby, table);
		table->seat[seat].has_stand_in = false;
		table->transient.seat[seat].loss_told = false;
		table->seat[seat].misses = 0;
		match_write_seat(lobby, table, seat);
		speech_say(&lobby->speech, table, MSG_SEAT_BACK,
			ARGS(arg_name("seat", table_name(table, seat))));
		resume_play(lobby, table, (uint16_t)(1u << seat));
	}
}
