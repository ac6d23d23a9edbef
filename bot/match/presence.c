#include "bot/match/presence.h"

#include "bot/match/match.h"
#include "bot/talk/hand.h"
#include "bot/talk/speech.h"
#include "bot/text/nametext.h"

/* Kinds of grace. */
enum { GRACE_LOST, GRACE_SPLIT };

/* Seconds between public notices that a player is blocked; ms between attempts to reach them. */
enum { BLOCKED_SECONDS = 24 * 60 * 60, BLOCKED_MS = 3000 };

/* Returns the rest of a seat's grace, in ms. */
static int64_t left_of(const struct table *table, unsigned seat, unsigned grace)
{
	const struct channel_settings *settings = &table->channel->settings;
	int64_t seconds = grace == GRACE_SPLIT ? settings->split_seconds : settings->grace_seconds;
	int64_t left = seconds * 1000 - table->passing.seat[seat].waits[grace];
	return left > 0 ? left : 0;
}

/* Returns the kind of grace that an absence of a seat's player uses up. */
static unsigned grace_of(const struct table *table, unsigned seat)
{
	return table->seat[seat].player->split &&
			left_of(table, seat, GRACE_SPLIT) > left_of(table, seat, GRACE_LOST)
		? GRACE_SPLIT
		: GRACE_LOST;
}

/* True if the table waits for the player of a seat. */
static bool is_missed(const struct seat *seat)
{
	return seat->player != NULL && seat->player->gone && !seat->away;
}

/* Uses up a seat's grace for the time that its player has been gone. */
static void use_grace(const struct lobby *lobby, struct table *table, unsigned seat)
{
	unsigned grace = grace_of(table, seat);
	int64_t used = lobby_now(lobby) - table->seat[seat].player->gone_since;
	int64_t left = left_of(table, seat, grace);
	table->passing.seat[seat].waits[grace] += (uint32_t)(used < left ? used : left);
}

void presence_lost(struct lobby *lobby, struct person *person, bool split)
{
	person->gone = true;
	person->split = split;
	person->gone_since = lobby_now(lobby);
}

/* Returns the next running table where a person plays, like tables_next_seat. */
static struct table *next_running(
	struct lobby *lobby, const struct person *person, size_t *n, unsigned *seat)
{
	struct table *table;
	do
		table = tables_next_seat(&lobby->tables, person, n, seat);
	while (table != NULL && !table->running);
	return table;
}

void presence_back(struct lobby *lobby, struct person *person)
{
	size_t n = 0;
	unsigned seat;
	struct table *table;
	while (person->gone && (table = next_running(lobby, person, &n, &seat)) != NULL)
		if (!table->seat[seat].away)
			use_grace(lobby, table, seat);
	person->gone = false;
}

void presence_unheard(struct lobby *lobby, struct person *person)
{
	size_t n = 0;
	unsigned seat;
	struct table *table = next_running(lobby, person, &n, &seat);
	int64_t since = lobby_date(lobby) - person->blocked_told;
	if (table == NULL)
		return;
	person->blocked = true;
	person->blocked_at = lobby_now(lobby);
	while (table != NULL && (table_is_private(table) || !table->channel->here))
		table = next_running(lobby, person, &n, &seat);
	if (table == NULL || person->named || since < BLOCKED_SECONDS)
		return;
	people_name(&lobby->people, person);
	speech_say(&lobby->speech, table, WORD_SEAT_BLOCKED,
		ARGS(arg_name("seat", person->name),
			arg_text("bot", person->network->driver->self(person->network))));
}

void presence_try(struct lobby *lobby, struct person *person)
{
	unsigned seat;
	struct table *table;
	if (!person->blocked || lobby_now(lobby) - person->blocked_at < BLOCKED_MS)
		return;
	people_try(&lobby->people, person);
	for (size_t n = 0; (table = next_running(lobby, person, &n, &seat)) != NULL;)
		hand_show(&lobby->speech, table, seat);
}

/* True if a line would reach a connection of the person, or one with their nick. */
static bool is_reached(const struct person *person)
{
	struct network *network = person->network;
	struct sender sender;
	return person_is_here(person) || network->driver->find_nick(network, person->name, &sender);
}

bool presence_here(const struct person *person)
{
	return !person->gone && is_reached(person);
}

bool presence_away(const struct seat *seat)
{
	return seat->player != NULL && (seat->away || !presence_here(seat->player));
}

bool presence_deserted(const struct table *table)
{
	for (unsigned i = 0; i < table->taken; i++) {
		const struct seat *seat = &table->seat[i];
		if (seat->player != NULL && !(table->running ? seat->away : presence_away(seat)))
			return false;
	}
	return true;
}

void presence_check(struct lobby *lobby, struct table *table)
{
	for (unsigned i = 0; i < table->taken; i++) {
		struct person *person = table->seat[i].player;
		if (person != NULL && !is_reached(person))
			presence_lost(lobby, person, false);
	}
}

void presence_moved(struct table *table, unsigned seat)
{
	table->passing.seat[seat].waits[GRACE_LOST] = 0;
}

bool presence_holds(struct table *table)
{
	const struct state *state = table_state(table);
	for (unsigned i = 0; i < table->taken; i++)
		if (is_missed(&table->seat[i]) &&
			(i == state->turn || grace_of(table, i) == GRACE_SPLIT))
			return true;
	return false;
}

/* Says a line about a set of seats, if it is not empty. */
static void say_of(
	struct lobby *lobby, struct table *table, uint16_t seats, enum word word, const char *wait)
{
	struct string names = STRING_EMPTY;
	for (unsigned i = 0; i < table->taken; i++)
		if (seats & 1u << i) {
			string_add(&names, names.length > 0 ? ", " : "");
			nametext_add(&names, table->seat[i].player->name);
		}
	if (!string_empty(&names))
		speech_say(&lobby->speech, table, word,
			ARGS(arg_text("names", names.bytes), arg_text("wait", wait)));
	string_free(&names);
}

void presence_wait(int64_t milliseconds, char wait[PRESENCE_WAIT])
{
	int64_t seconds = (milliseconds + 999) / 1000;
	struct text text = text_in(wait, PRESENCE_WAIT);
	text_number(&text, seconds % 60 == 0 ? seconds / 60 : seconds);
	text_add(&text, seconds % 60 == 0 ? " min" : " s");
}

/* Says which players the table waits for, by one kind of grace. */
static void tell_missed(struct lobby *lobby, struct table *table, unsigned grace)
{
	uint16_t seats = 0;
	int64_t longest = 0;
	char wait[PRESENCE_WAIT];
	for (unsigned i = 0; i < table->taken; i++) {
		struct seat_passing *passing = &table->passing.seat[i];
		if (!is_missed(&table->seat[i]) || passing->waited || grace_of(table, i) != grace)
			continue;
		int64_t left = left_of(table, i, grace);
		longest = left > longest ? left : longest;
		seats |= (uint16_t)(1u << i);
		passing->waited = true;
	}
	presence_wait(longest, wait);
	if (longest > 0)
		say_of(lobby, table, seats, grace == GRACE_SPLIT ? WORD_SEAT_SPLIT : WORD_SEAT_LOST,
			wait);
}

/* Lets AI players stand in for players whose grace is over. Returns true if there are any. */
static bool stand_in(struct lobby *lobby, struct table *table)
{
	int64_t now = lobby_now(lobby);
	uint16_t seats = 0;
	for (unsigned i = 0; i < table->taken; i++) {
		struct seat *seat = &table->seat[i];
		if (!is_missed(seat) ||
			now - seat->player->gone_since < left_of(table, i, grace_of(table, i)))
			continue;
		lobby_touch(lobby, table);
		seats |= (uint16_t)(1u << i);
		use_grace(lobby, table, i);
		seat->away = table->passing.seat[i].waited = true;
		match_write_seat(lobby, table, i);
	}
	say_of(lobby, table, seats, WORD_SEAT_STANDS_IN, "");
	return seats != 0;
}

/*
 * Gives seats back to players that returned, unless the clock took the seat. Returns the seats that
 * AI players gave back.
 */
static uint16_t give_back(struct lobby *lobby, struct table *table)
{
	uint16_t seats = 0;
	uint16_t played = 0;
	for (unsigned i = 0; i < table->taken; i++) {
		struct seat *seat = &table->seat[i];
		struct seat_passing *passing = &table->passing.seat[i];
		bool away = seat->away && seat->misses < MISSES_MOST;
		if (seat->player == NULL || seat->player->gone || (!away && !passing->waited))
			continue;
		passing->waited = false;
		if (seat->away && !away)
			continue;
		seats |= (uint16_t)(1u << i);
		if (!away)
			continue;
		lobby_touch(lobby, table);
		played |= (uint16_t)(1u << i);
		seat->away = false;
		match_write_seat(lobby, table, i);
	}
	say_of(lobby, table, seats, WORD_SEAT_HERE, "");
	return played;
}

/* True if a player outside a set of seats was present. */
static bool have_waited(const struct table *table, uint16_t seats)
{
	for (unsigned i = 0; i < table->taken; i++)
		if (!(seats & 1u << i) && !table_automatic(table, i))
			return true;
	return false;
}

void presence_resume(struct lobby *lobby, struct table *table, uint16_t seats)
{
	unsigned turn = table_state(table)->turn;
	/* Otherwise the clock runs on: leaving and returning gains no time. */
	if (!have_waited(table, seats))
		table_turn(table, lobby_now(lobby));
	if (table_automatic(table, turn))
		match_go(lobby, table);
	else if (seats & 1u << turn)
		hand_show(&lobby->speech, table, turn);
}

void presence_look(struct lobby *lobby, struct table *table)
{
	uint16_t back = give_back(lobby, table);
	tell_missed(lobby, table, GRACE_SPLIT);
	tell_missed(lobby, table, GRACE_LOST);
	bool taken = stand_in(lobby, table);
	if (back != 0 || taken)
		presence_resume(lobby, table, back);
}

void presence_settle(struct lobby *lobby, struct table *table)
{
	if (table->running && table->channel->here)
		presence_look(lobby, table);
}
