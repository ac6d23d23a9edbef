#include "bot/match/match_log.h"

#include <inttypes.h>

#include "bot/match/rate.h"

/* Adds "anna, luc, Wilbrod (AI)", or with points "anna 12, luc 8, Wilbrod (AI) 20". */
static void add_seats(struct string *out, struct table *table, bool points)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		string_add(out, i > 0 ? ", " : "");
		string_add(out, table_name(table, i));
		string_add(out, table_is_robot_seat(table, i) ? " (AI)" : "");
		if (!points)
			continue;
		string_add_char(out, ' ');
		string_add_number(out, state_score(table_state(table), i));
	}
}

/*
 * Logs "match 12 started: mitaines classic at table 1 in #table; rated; seats: …" or "match 12
 * ended: …; REASON; points: …".
 */
static void add_line(struct lobby *lobby, struct table *table, const char *event,
	const char *reason, bool points)
{
	struct string seats = STRING_EMPTY;
	bool private = table_is_private(table);
	add_seats(&seats, table, points);
	pending_log_add(&lobby->pending_log, LOG_INFO,
		(struct log_about){
			.network = table->channel->network->name,
			.channel = private ? NULL : table->channel->name,
			.table = table->number,
			.match = table->match,
		},
		"match %" PRId64 " %s: %s %s at %stable %u%s%s; %s; %s: %s", table->match, event,
		table->game->name, table->game->presets[table->preset], private ? "private " : "",
		table->number, private ? "" : " in ", table->channel->name, reason,
		points ? "points" : "seats", seats.bytes);
	string_free(&seats);
}

void match_log_start(struct lobby *lobby, struct table *table)
{
	bool rated = rate_casual_reason(lobby, table) == CASUAL_NOT;
	add_line(lobby, table, "started", rated ? "rated" : "casual", false);
}

void match_log_end(struct lobby *lobby, struct table *table, const char *reason)
{
	add_line(lobby, table, "ended", reason, true);
}
