#include "bot/match/resume.h"

#include <stdlib.h>
#include <string.h>

#include "bot/history/deal.h"
#include "bot/match/announce.h"
#include "bot/match/deck.h"
#include "bot/match/guest.h"
#include "bot/match/match.h"
#include "bot/match/trial.h"
#include "bot/table/stats.h"
#include "storage/journal.h"
#include "storage/matches.h"
#include "storage/people.h"

enum { BATCH = 64 };

/*
 * Finds the person of a stored seat, whose network must be open. For an AI player, returns NULL and
 * sets *level.
 */
static struct person *seated(
	struct lobby *lobby, const struct table *table, const struct store_person *row, int *level)
{
	*level = row->network == 0 ? level_named(row->key) : LEVEL_NORMAL;
	if (row->network == 0)
		return NULL;
	struct network *network = lobby_network(lobby, row->network);
	struct person *person = people_load(&lobby->people, network, row->key, row->name);
	if (person_is_guest(person))
		guest_connect(lobby, table, person);
	return person;
}

static bool fill_seats(struct lobby *lobby, struct table *table)
{
	struct store_seat rows[STORE_SEATS];
	unsigned count;
	if (store_list_seats(lobby->batch.store, table->match, rows, &count) != STORE_OK ||
		count > table_most_players(table))
		return false;
	for (unsigned i = 0; i < count; i++) {
		int level;
		int stand_in;
		struct person *owner = seated(lobby, table, &rows[i].person, &level);
		struct person *player = seated(lobby, table, &rows[i].player, &stand_in);
		if (level < 0 || stand_in < 0)
			return false;
		table_take_seat(table, owner, (enum level)level);
		if (player != owner)
			table_set_player(table, i, player);
		/*
		 * The store cannot distinguish a seat that was handed over from a seat whose player
		 * became another person by a logout.
		 */
		table->seat[i].handed_over = player != NULL && player != owner;
		table->seat[i].has_stand_in = rows[i].away;
		table->seat[i].misses = (uint8_t)rows[i].misses;
		table->seat[i].left_at = rows[i].left;
		if (rows[i].robot[0] != '\0')
			table->seat[i].robot = table_robot_named(rows[i].robot);
	}
	return true;
}

/* Deals the next hand from its journaled seed. */
static bool deal_hand(struct lobby *lobby, struct table *table)
{
	struct state *state = table_state(table);
	struct deal dealt;
	if (deal_reshuffle(lobby->batch.store, table->match, table->deck.chain, state->hand + 1u,
		    table->game, state, table->seats_taken, &dealt) != STORE_OK ||
		dealt.hand.dealer != state->dealer)
		return false;
	table->robot_seed = shuffle_thinking(table->deck.chain, dealt.hand.hand, dealt.hand.seed);
	table->game->deal(state, dealt.deck, NULL);
	return true;
}

/* Deals hands until a seat has the turn, because some hands end as soon as they are dealt. */
static bool deal(struct lobby *lobby, struct table *table)
{
	while (table_state(table)->phase == PHASE_DEAL)
		if (!deal_hand(lobby, table))
			return false;
	return true;
}

/* Deals hands that are due, and makes a stored move again. */
static bool replay_move(struct lobby *lobby, struct table *table, const struct store_move *row)
{
	struct state *state = table_state(table);
	struct move move;
	if (!deal(lobby, table) || state->phase != PHASE_PLAY || row->hand != state->hand ||
		row->seat != state->turn || row->n != table->moves + 1 ||
		!move_read(row->text, &record_words, &move) ||
		!game_allows(table->game, state, move))
		return false;
	struct events events = { .count = 0 };
	table->game->apply(state, move, &events);
	stats_count_events(table, &events);
	table_note_events(table, &events);
	table->moves++;
	return true;
}

static bool replay(struct lobby *lobby, struct table *table)
{
	struct state *state = table_state(table);
	struct store_hand first;
	struct store_move rows[BATCH];
	unsigned count;
	if (store_list_hands(lobby->batch.store, table->match, 1, &first, 1, &count) != STORE_OK ||
		count != 1 ||
		game_start(table->game, state, table->seats_taken, first.dealer) != REFUSE_NONE)
		return false;
	do {
		if (store_list_moves(lobby->batch.store, table->match, table->moves + 1, rows,
			    BATCH, &count) != STORE_OK)
			return false;
		for (unsigned i = 0; i < count; i++)
			if (!replay_move(lobby, table, &rows[i]))
				return false;
	} while (count == BATCH);
	return deal(lobby, table) && state->phase == PHASE_PLAY;
}

/*
 * Creates a table in its channel. A private table counts as not joined, so that its clock waits
 * until the bot is connected. Guests need no connection.
 */
static struct table *new_table(struct lobby *lobby, struct network *network,
	const struct store_match *row, const struct game *game, unsigned preset)
{
	if (row->channel[0] == '\0') {
		struct channel_settings settings = settings_of_network(&lobby->settings, network);
		struct table *table = table_new_private(network, &settings, game, preset);
		table->channel->joined = network->guests;
		return table;
	}
	return table_new(lobby_channel(lobby, network, row->channel), game, preset);
}

/* Rebuilds the table of a stored match. Returns NULL if the stored rows contradict each other. */
static struct table *rebuild(
	struct lobby *lobby, struct network *network, const struct store_match *row)
{
	const struct game *game = game_named(row->game);
	int preset = game != NULL ? game_preset(game, row->preset) : -1;
	if (preset < 0)
		return NULL;
	struct table *table = new_table(lobby, network, row, game, (unsigned)preset);
	table->match = row->id;
	table->number = row->number;
	table->transient.clock_start = lobby_now(lobby);
	table->openness = row->hidden ? OPENNESS_CLOSED : OPENNESS_OPEN;
	table->running = row->state == STORE_RUNNING;
	bool options = table_set_options(table, row->options);
	/* A hint may have cleared `rated` since the start. */
	if (table->running)
		table->rated = row->rated;
	if (options && fill_seats(lobby, table) && deck_resume(lobby, table) &&
		(!table->running || replay(lobby, table)) &&
		(table->private_person != NULL || !table_is_private(table))) {
		tables_add(&lobby->tables, table);
		/* Write a scene, because an upgraded database may not have one for this match. */
		match_write_scene(lobby, table, SEAT_NONE, &(struct events){ .count = 0 });
		return table;
	}
	table_free(table);
	return NULL;
}

/* Returns the log fields of a stored match. network: NULL if it is no longer configured. */
static struct log_about about(const struct store_match *row, const struct network *network)
{
	return (struct log_about){ .part = "resume",
		.network = network != NULL ? network->name : NULL,
		.channel = row->channel,
		.table = row->number,
		.match = row->id };
}

/* Notes in a channel that a match was called off, for resume_tell_called_off. */
static void note_called_off(struct channel *channel, int64_t match)
{
	size_t before = strlen(channel->called_off);
	struct text text =
		text_in(channel->called_off + before, sizeof channel->called_off - before);
	text_add(&text, before > 0 ? ", " : "");
	text_number(&text, match);
	if (text.cut)
		channel->called_off[before] = '\0';
}

void resume_tell_called_off(struct lobby *lobby, struct channel *channel)
{
	if (channel->called_off[0] == '\0')
		return;
	speech_say_channel(&lobby->speech, channel, MSG_MATCH_CALLED_OFF,
		ARGS(arg_text("matches", channel->called_off)));
	channel->called_off[0] = '\0';
}

static void set_aside(struct lobby *lobby, const struct store_match *row, struct network *network)
{
	struct channel *channel =
		row->channel[0] != '\0' ? lobby_channel(lobby, network, row->channel) : NULL;
	if (channel != NULL)
		note_called_off(channel, row->id);
	log_about(lobby->log, LOG_ERROR, about(row, network),
		"match %lld is set aside and has no result: its stored moves cannot be replayed",
		(long long)row->id);
	lobby_check_write(lobby,
		store_end_match(lobby->batch.store, row->id, STORE_SET_ASIDE, 0, NULL, 0,
			lobby_date(lobby)));
}

/* Returns the network of a stored match. Returns NULL if that network or a player's is not open. */
static struct network *find_network(struct lobby *lobby, const struct store_match *row)
{
	struct network *network = lobby_network(lobby, row->network);
	struct store_seat rows[STORE_SEATS];
	unsigned count = 0;
	if (network == NULL ||
		store_list_seats(lobby->batch.store, row->id, rows, &count) != STORE_OK)
		return network;
	for (unsigned i = 0; i < count; i++) {
		int64_t owner = rows[i].person.network;
		int64_t player = rows[i].player.network;
		if ((owner != 0 && lobby_network(lobby, owner) == NULL) ||
			(player != 0 && lobby_network(lobby, player) == NULL))
			return NULL;
	}
	return network;
}

size_t resume_tables(struct lobby *lobby)
{
	struct store_match row = { .id = 0 };
	enum store_error error;
	while ((error = store_next_live_match(lobby->batch.store, &row)) == STORE_OK) {
		if (tables_find_match(&lobby->tables, row.id) != NULL)
			continue;
		struct network *network = find_network(lobby, &row);
		if (network == NULL)
			log_about(lobby->log, LOG_WARN, about(&row, NULL),
				"match %lld waits until its network is in the configuration again",
				(long long)row.id);
		else if (rebuild(lobby, network, &row) == NULL)
			set_aside(lobby, &row, network);
	}
	if (error != STORE_NONE)
		log_line(lobby->log, LOG_ERROR, "resume", "cannot read the matches to resume: %s",
			store_error_text(error));
	announce_check(lobby);
	trial_resume(lobby);
	return lobby->tables.count;
}
