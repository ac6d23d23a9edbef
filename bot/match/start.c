#include "bot/match/start.h"

#include <string.h>

#include "bot/match/announce.h"
#include "bot/match/deck.h"
#include "bot/match/match.h"
#include "bot/match/match_log.h"
#include "bot/match/rate.h"
#include "bot/match/seating.h"
#include "bot/talk/speech.h"
#include "storage/matches.h"

/* Returns the message that tells whether the match is rated, and the reason if not. */
static enum message rated_message(const struct lobby *lobby, struct table *table)
{
	static const enum message words[] = {
		[CASUAL_NOT] = MSG_MATCH_RATED,
		[CASUAL_GUEST] = MSG_MATCH_CASUAL_GUEST,
		[CASUAL_SHORT] = MSG_MATCH_CASUAL_SHORT,
		[CASUAL_ROBOTS] = MSG_MATCH_CASUAL_ROBOTS,
		[CASUAL_HOST] = MSG_MATCH_CASUAL_HOST,
		[CASUAL_SERVER] = MSG_MATCH_CASUAL_SERVER,
		[CASUAL_CHOSEN] = MSG_MATCH_CASUAL_WISHED,
	};
	return words[rate_casual_reason(lobby, table)];
}

enum refusal start_match(struct lobby *lobby, struct table *table)
{
	struct state *state = table_state(table);
	struct events events = { .count = 0 };
	card deck[DECK_MAX];
	uint8_t order[SEATS_MAX];
	seating_free_absent(lobby, table);
	/* Try the start with a copy of the state, before anything is drawn or stored. */
	union any_state copy;
	memcpy(copy.block, table->state, table->game->state_size);
	enum refusal refusal = game_start(table->game, &copy.state, table->seats_taken, 0);
	if (refusal != REFUSE_NONE)
		return refusal;
	lobby_snapshot_table(lobby, table);
	rate_decide(lobby, table);
	deck_next(lobby, table, 0, deck);
	unsigned dealer = game_draw(table->game, state, table->seats_taken, deck, order, &events);
	game_start(table->game, state, table->seats_taken, dealer);
	/* A network with a single person has no ratings. */
	if (!table->channel->network->single)
		speech_set_prefix(&lobby->speech, rated_message(lobby, table), NULL);
	speech_tell_events(&lobby->speech, table, &events);
	table_reorder_seats(table, order);
	table->running = true;
	match_log_start(lobby, table);
	match_write_seats(lobby, table);
	lobby_check_write(lobby,
		store_start_match(
			lobby->batch.store, table->match, table->rated, lobby_date(lobby)));
	for (unsigned seat = 0; seat < table->seats_taken && lobby->settings.seats; seat++) {
		const struct person *player = table->seat[seat].player;
		if (player != NULL && player->seat_link && !player->network->single &&
			!seat_keys_has(&lobby->seat_keys, player->id, table->match))
			seating_tell_link(lobby, table, player);
	}
	match_continue(lobby, table);
	return REFUSE_NONE;
}

void start_solo(struct lobby *lobby, struct table *table, enum level level)
{
	uint16_t players = game_players(table->game, table_state(table));
	struct string names = STRING_EMPTY;
	do
		table_take_seat(table, NULL, level);
	while (!(players & 1u << table->seats_taken) &&
		table->seats_taken < table_most_players(table));
	match_write_seats(lobby, table);
	speech_add_names(&lobby->speech, table, &names);
	announce_opening(lobby, table, MSG_ALONE_SOLO,
		ARGS(ARGS_OF_GAME(table), arg_text("names", names.bytes)));
	string_free(&names);
	start_match(lobby, table);
}
