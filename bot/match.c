#include "bot/match.h"

#include "bot/fair.h"
#include "bot/speech.h"
#include "engine/rating.h"

static int64_t player_id(const struct lobby *lobby, const struct person *person)
{
	return person != NULL ? person->id : lobby->robot;
}

static struct store_seat seat_row(
	const struct lobby *lobby, const struct table *table, unsigned seat)
{
	const struct seat *place = &table->seat[seat];
	return (struct store_seat){
		.person = { .id = player_id(lobby, place->owner) },
		.player = { .id = player_id(lobby, place->player) },
		.away = place->away,
		.misses = place->misses,
		.left = place->left,
	};
}

void match_write_seat(struct lobby *lobby, const struct table *table, unsigned seat)
{
	struct store_seat row = seat_row(lobby, table, seat);
	lobby_wrote(lobby, store_seat(lobby->store, table->match, seat, &row));
}

void match_write_seats(struct lobby *lobby, const struct table *table)
{
	struct store_seat rows[SEATS_MAX];
	for (unsigned i = 0; i < table->taken; i++)
		rows[i] = seat_row(lobby, table, i);
	lobby_wrote(lobby, store_seats(lobby->store, table->match, rows, table->taken));
}

static void deal(struct lobby *lobby, struct table *table)
{
	struct facts facts = { .count = 0 };
	card deck[DECK_MAX];
	fair_deal(lobby, table, table_state(table)->hand + 1u, deck);
	table->game->deal(table_state(table), deck, &facts);
	table->since = lobby_now(lobby);
	table->warned = false;
	speech_facts(lobby, table, &facts);
}

enum refusal match_start(struct lobby *lobby, struct table *table)
{
	struct state *state = table_state(table);
	struct facts facts = { .count = 0 };
	card deck[DECK_MAX];
	uint8_t order[SEATS_MAX];
	if (!(table->game->players(state) & 1u << table->taken))
		return REFUSE_PLAYERS;
	if (!lobby_touch(lobby, table))
		return REFUSE_NONE;
	fair_deal(lobby, table, 0, deck);
	unsigned dealer = table->game->draw(state, table->taken, deck, order, &facts);
	enum refusal refusal = table->game->start(state, table->taken, dealer);
	if (refusal != REFUSE_NONE)
		return refusal;
	fair_reveal(lobby, table, 0);
	speech_facts(lobby, table, &facts);
	table_reseat(table, order);
	table->running = true;
	match_write_seats(lobby, table);
	lobby_wrote(lobby, store_match_start(lobby->store, table->match, true, lobby_date(lobby)));
	match_go(lobby, table);
	return REFUSE_NONE;
}

static void journal(struct lobby *lobby, struct table *table, unsigned hand, unsigned seat,
	struct move move, int64_t player)
{
	struct store_move row = {
		.n = ++table->moves,
		.hand = hand,
		.seat = seat,
		.player = player,
		.at = lobby_date(lobby),
	};
	struct text text = text_in(row.text, sizeof row.text);
	move_write(&text, move);
	lobby_wrote(lobby, store_move(lobby->store, table->match, &row));
}

enum refusal match_move(
	struct lobby *lobby, struct table *table, unsigned seat, struct move move, int64_t player)
{
	struct state *state = table_state(table);
	struct facts facts = { .count = 0 };
	unsigned hand = state->hand;
	table->game->view(state, seat, lobby->view);
	enum refusal refusal = table->game->check(lobby->view, move);
	if (refusal != REFUSE_NONE || !lobby_touch(lobby, table))
		return refusal;
	table->game->apply(state, move, &facts);
	journal(lobby, table, hand, seat, move, player);
	table->since = lobby_now(lobby);
	table->warned = false;
	if (state->phase != PHASE_PLAY)
		fair_reveal(lobby, table, hand);
	speech_facts(lobby, table, &facts);
	return REFUSE_NONE;
}

/* An AI player makes the move of the seat to act. */
static void move_by_itself(struct lobby *lobby, struct table *table)
{
	unsigned seat = table_state(table)->turn;
	table->game->view(table_state(table), seat, lobby->view);
	struct move move = table->game->greedy(lobby->view);
	match_move(lobby, table, seat, move, lobby->robot);
}

/* Whether this match moves ratings of people: it does not when AI players sat down to it. */
static bool rates_people(const struct lobby *lobby, const struct table *table)
{
	for (unsigned i = 0; i < table->taken; i++)
		if (table->seat[i].owner == NULL)
			return lobby->house.rate_robots;
	return true;
}

static struct rating rating_of(struct lobby *lobby, const struct table *table, unsigned seat)
{
	struct store_rating kept;
	enum store_error error = store_rating(
		lobby->store, player_id(lobby, table->seat[seat].owner), table->game->name, &kept);
	if (error == STORE_OK)
		return (struct rating){ kept.mu, kept.sigma };
	if (error != STORE_NONE)
		lobby_wrote(lobby, error);
	return RATING_NEW;
}

/* What a seat's side has in all. */
static int32_t side_total(const struct table *table, const struct state *state, unsigned seat)
{
	int32_t total = 0;
	for (unsigned i = 0; i < state->players; i++)
		if (table->game->side(state, i) == table->game->side(state, seat))
			total += state->total[i];
	return total;
}

/* The place of a seat's side: how many seats belong to better ones. */
static unsigned place_of(const struct table *table, const struct state *state, unsigned seat)
{
	unsigned ahead = 0;
	for (unsigned i = 0; i < state->players; i++)
		ahead += side_total(table, state, i) > side_total(table, state, seat);
	return ahead;
}

static void write_rating(struct lobby *lobby, struct table *table, unsigned seat,
	struct rating before, struct rating after)
{
	struct store_change change = {
		.match = table->match,
		.person = player_id(lobby, table->seat[seat].owner),
		.game = table->game->name,
		.mu_before = before.mu,
		.sigma_before = before.sigma,
		.mu = after.mu,
		.sigma = after.sigma,
		.shown = rating_shown(after),
		.won = table_state(table)->winners & 1u << seat,
		.at = lobby_date(lobby),
	};
	lobby_wrote(lobby, store_rate(lobby->store, &change));
}

/* AI players share one rating: it moves once a match, by the first of them. */
static void rate(struct lobby *lobby, struct table *table)
{
	const struct state *state = table_state(table);
	struct rating before[SEATS_MAX];
	struct rating after[SEATS_MAX];
	struct rated_seat seats[SEATS_MAX];
	bool people = rates_people(lobby, table);
	bool robot_rated = false;
	for (unsigned i = 0; i < state->players; i++) {
		before[i] = rating_of(lobby, table, i);
		seats[i] = (struct rated_seat){
			.side = table->game->side(state, i),
			.rank = place_of(table, state, i),
		};
	}
	rating_update(before, seats, state->players, after);
	for (unsigned i = 0; i < state->players; i++) {
		bool robot = table->seat[i].owner == NULL;
		if (robot ? !robot_rated : people)
			write_rating(lobby, table, i, before[i], after[i]);
		robot_rated = robot_rated || robot;
	}
}

/* Ends the match in the store and takes the table away at the end of the turn. */
static void close_match(struct lobby *lobby, struct table *table, enum store_state how)
{
	const struct state *state = table_state(table);
	struct store_result results[SEATS_MAX];
	unsigned count = table->running ? state->players : 0;
	for (unsigned i = 0; i < count; i++)
		results[i] = (struct store_result){
			.points = state_score(state, i),
			.won = how == STORE_FINISHED && (state->winners & 1u << i),
		};
	lobby_wrote(lobby,
		store_match_end(lobby->store, table->match, how, state->hand, results, count,
			lobby_date(lobby)));
	fair_close(lobby, table);
	table->closed = true;
	table->running = false;
}

static void finish(struct lobby *lobby, struct table *table)
{
	close_match(lobby, table, STORE_FINISHED);
	rate(lobby, table);
	speech_say(lobby, table, WORD_MATCH_STORED, ARGS(arg_number("match", table->match)));
}

void match_go(struct lobby *lobby, struct table *table)
{
	const struct state *state = table_state(table);
	if (!lobby_touch(lobby, table))
		return;
	while (table->running && lobby->failed == STORE_OK) {
		if (state->phase == PHASE_DEAL)
			deal(lobby, table);
		else if (state->phase == PHASE_OVER)
			finish(lobby, table);
		else if (table_automatic(table, state->turn) && table_people(table) > 0)
			move_by_itself(lobby, table);
		else
			break;
	}
	speech_hands(lobby, table);
}

void match_time_up(struct lobby *lobby, struct table *table)
{
	struct seat *seat = &table->seat[table_state(table)->turn];
	if (!lobby_touch(lobby, table))
		return;
	seat->misses++;
	seat->away = seat->misses >= MISSES_MOST;
	speech_say(lobby, table, seat->away ? WORD_CLOCK_AWAY : WORD_CLOCK_MOVE,
		ARGS(arg_text("seat", seat->player->name)));
	match_write_seat(lobby, table, table_state(table)->turn);
	move_by_itself(lobby, table);
	match_go(lobby, table);
}

void match_stop(struct lobby *lobby, struct table *table, enum word why, const struct arg *args)
{
	if (!lobby_touch(lobby, table))
		return;
	close_match(lobby, table, STORE_STOPPED);
	speech_say(lobby, table, why, args);
}
