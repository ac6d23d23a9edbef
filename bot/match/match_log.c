#include "bot/match/match_log.h"

#include "bot/match/rate.h"

/* Adds ": mitaines classic at table 1 in #table". */
static void add_game(struct string *out, const struct table *table)
{
	string_add(out, ": ");
	string_add(out, table->game->name);
	string_add_char(out, ' ');
	string_add(out, table->game->presets[table->preset]);
	string_add(out, table_is_private(table) ? " at private table " : " at table ");
	string_add_number(out, table->number);
	if (table_is_private(table))
		return;
	string_add(out, " in ");
	string_add(out, table->channel->name);
}

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

/* Logs "match 12 started: GAME; rated; seats: …" or "match 12 ended: GAME; REASON; points: …". */
static void add_line(struct lobby *lobby, struct table *table, const char *event,
	const char *reason, bool points)
{
	struct string line = STRING_EMPTY;
	string_add(&line, "match ");
	string_add_number(&line, table->match);
	string_add(&line, event);
	add_game(&line, table);
	string_add(&line, "; ");
	string_add(&line, reason);
	string_add(&line, points ? "; points: " : "; seats: ");
	add_seats(&line, table, points);
	pending_log_add(&lobby->pending_log, LOG_INFO,
		(struct log_about){
			.network = table->channel->network->name,
			.channel = table_is_private(table) ? NULL : table->channel->name,
			.table = table->number,
			.match = table->match,
		},
		line.bytes);
	string_free(&line);
}

void match_log_start(struct lobby *lobby, struct table *table)
{
	bool rated = rate_casual_reason(lobby, table) == CASUAL_NOT;
	add_line(lobby, table, " started", rated ? "rated" : "casual", false);
}

void match_log_end(struct lobby *lobby, struct table *table, const char *reason)
{
	add_line(lobby, table, " ended", reason, true);
}
