/* Tests that the bot says few public lines in a hand, and how it joins news into one line. AI
 * players answer some time after a card, as on a real network. */
#include "engine/game.h"
#include "tests/stage/kept.h"

enum { HANDS = 4 };

/* Lets the player to move play in private like the level `greedy`. */
static void move_greedily(struct stage *stage, struct table *table)
{
	const struct state *state = table_state(table);
	union any_view seen;
	table->game->view(state, state->turn, &seen.view);
	uint32_t moves = table->moves;
	case_move(stage, table, game_greedy(table->game, &seen.view));
	table = stage_table(stage, 1);
	assert_true(table == NULL || table->moves > moves);
	case_think(stage);
}

/* A table of anna and other players, and the most public lines that a hand may have in a normal
 * channel. In a quiet channel a hand may have ten. */
struct noise {
	const char *new;
	const char *other; /* "luc", or "" if all others are AI players */
	unsigned robots;
	unsigned lines;
};

/* Plays some hands. Returns the mean number of public lines in a hand. */
static unsigned lines_of_hand(struct stage *stage, const struct noise *noise, bool quiet)
{
	unsigned lines = 0, hands = 1;
	stage->pensive = true;
	stage->lobby.channels.channel[0]->settings.quiet = quiet;
	stage_say(stage, "anna", noise->new);
	if (noise->other[0] != '\0')
		stage_say(stage, noise->other, "!join");
	for (unsigned i = 0; i < noise->robots; i++)
		stage_say(stage, "anna", "!bot easy");
	stage_say(stage, "anna", "!start");
	case_think(stage);
	stage_hear(stage);
	struct table *table = stage_table(stage, 1);
	for (; table != NULL && table_state(table)->hand <= HANDS; table = stage_table(stage, 1)) {
		hands = table_state(table)->hand;
		move_greedily(stage, table);
		for (const char *line = stage_hear(stage); *line != '\0';
			line = strchr(line, '\n') + 1)
			lines += strncmp(line, "#table: ", 8) == 0;
	}
	return lines / hands;
}

CASE(a_hand_causes_few_public_lines)
{
	static const struct noise noises[] = {
		{ "!new mitaines classic target=1000", "", 1, 30 },
		{ "!new mitaines classic target=1000", "luc", 0, 52 },
		{ "!new mitaines quebec target=1000", "", 3, 20 },
		{ "!new mitch hands=4", "", 1, 25 },
		{ "!new mitch hands=4", "luc", 0, 40 },
		{ "!new mate", "", 1, 25 },
		{ "!new mate", "luc", 0, 40 },
	};
	for (size_t i = 0; i < 2 * sizeof noises / sizeof noises[0]; i++) {
		void *stage = NULL;
		bool quiet = i % 2 != 0;
		if (case_open_worded(&stage) != 0)
			abort();
		unsigned lines = lines_of_hand(stage, &noises[i / 2], quiet);
		if (lines == 0 || lines > (quiet ? 10 : noises[i / 2].lines))
			fail_msg("%s: %u lines", noises[i / 2].new, lines);
		case_close(&stage);
	}
}

/* Opens a table of anna and an AI player, and plays until the AI player thinks about its answer to
 * anna's card. */
static struct table *play_until_answer_pending(struct stage *stage, const char *new)
{
	stage->pensive = true;
	stage_say(stage, "anna", new);
	case_dialog(stage, "anna: !bot normal", "anna: !start");
	struct table *table = stage_table(stage, 1);
	do {
		case_think(stage);
		stage_hear(stage);
		stage_whisper(stage, "anna", "p 1");
	} while (table->transient.robot_serial == 0 || table->moves < 3);
	return table;
}

STAGE_CASE(the_answer_of_an_ai_player_is_told_in_the_line_of_the_card_before)
{
	play_until_answer_pending(stage, "!new");
	assert_silence(stage);
	assert_true(stage_think(stage));
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "#table: "), 1);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
	/* The public line has both moves; anna's private line repeats the AI player's move only. */
	assert_int_equal(case_count(heard, "(event.play"), 3);
	assert_in(heard, " (turn.next seat=anna)\n");
	assert_in(heard,
		"anna< [1] (hand.turn where=(table.where channel=#table)) (event.play seat=Ovila ");
	assert_in(heard, " · anna 20, Ovila 10 · (hand.cards) ");
}

STAGE_CASE(a_card_is_told_alone_if_no_answer_follows_in_three_seconds)
{
	play_until_answer_pending(stage, "!new");
	stage_wait(stage, 2000);
	assert_silence(stage);
	stage_wait(stage, 1000);
	const char *heard = assert_said(stage, "#table: [1] (event.play seat=anna ");
	assert_in(heard, " (turn.next seat=Ovila)\n");
	assert_int_equal(case_count(heard, "\n"), 1);
	assert_true(stage_think(stage));
	assert_said(stage, "#table: [1] (event.play");
}

/* Before any other line about the table, the bot tells the pending move. */
STAGE_CASE(a_pending_move_is_told_before_other_lines)
{
	play_until_answer_pending(stage, "!new");
	const char *heard =
		assert_answer(stage, "rose", "!score", "#table: [1] (event.play seat=anna ");
	assert_in(heard, "(turn.next seat=Ovila)\n#table: [1] (score ");
	stage_say(stage, "anna", "!score");
	assert_unsaid(stage, "(event.play ");
}

STAGE_CASE(the_bot_does_not_tell_a_pending_move_with_a_private_answer)
{
	play_until_answer_pending(stage, "!new");
	stage->lobby.settings.hints = true;
	const char *heard = assert_answer(stage, "rose", "!watch", "rose< [1] (watch.heard ");
	assert_in(heard, "#table: (channel.hint name=rose ");
	assert_not_in(heard, "(event.play ");
	assert_true(stage_think(stage));
	assert_int_equal(case_count(stage_hear(stage), "(event.play"), 3);
}

/* A line must be in one language, because 9C is a different card in French. */
STAGE_CASE(a_pending_move_keeps_its_language_in_the_channel)
{
	play_until_answer_pending(stage, "!new");
	stage->settings.usual.locale.language = (uint8_t)catalog_language("fr");
	lobby_configure(&stage->lobby, &stage->settings);
	assert_true(stage_think(stage));
	const char *heard = assert_said(stage, "#table: [1] (event.play seat=anna ");
	assert_in(heard, "(turn.next seat=Ovila)\n#table: [1] Ovila joue ");
}

STAGE_CASE(a_pending_move_keeps_its_language_for_watchers)
{
	stage->elsewhere = "rose";
	struct table *table = play_until_answer_pending(stage, "!new");
	stage_whisper(stage, "rose", "watch 1");
	assert_true(stage_think(stage));
	stage_hear(stage);
	while (table->transient.robot_serial == 0)
		stage_whisper(stage, "anna", "p 1");
	assert_reply(stage, "rose", "set lang fr", "rose< [1] (event.play seat=anna ");
	assert_true(stage_think(stage));
	assert_said(stage, "rose< [1] Ovila joue ");
}

STAGE_CASE(a_pending_move_is_told_when_the_match_is_stopped)
{
	struct table *table = play_until_answer_pending(stage, "!new");
	assert_true(table->running);
	const char *heard =
		assert_answer(stage, "anna", "!stop", "#table: [1] (event.play seat=anna ");
	assert_not_in(heard, "(turn.next ");
	assert_in(heard, "\n#table: [1] (match.stopped ");
	assert_int_equal(stage->lobby.speech.recipients.count, 0);
}

KEPT_CASE(a_failed_batch_keeps_earlier_pending_moves)
{
	kept_hush(stage);
	play_until_answer_pending(stage, "!new");
	sqlite3 *other = kept_lock(stage);
	while (worker_pool_run_one(stage->pool))
		;
	stage_add(stage, "rose", true, "!score");
	lobby_commit(&stage->lobby);
	sqlite3_close(other);
	assert_said(stage, "rose< (store.failed)");
	stage_wait(stage, 5000);
	case_think(stage);
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "(event.play"), 3);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
}

KEPT_CASE(a_move_of_a_failed_batch_is_not_told_later)
{
	kept_hush(stage);
	struct table *table = play_until_answer_pending(stage, "!new");
	for (unsigned i = 0; i < 4; i++) {
		while (table->seat[table_state(table)->turn].player == NULL)
			case_think(stage);
		stage_hear(stage);
		sqlite3 *other = kept_lock(stage);
		stage_whisper(stage, "anna", "p 1");
		sqlite3_close(other);
		assert_heard(stage, "anna< (store.failed)\n");
		stage_wait(stage, 5000);
		stage_whisper(stage, "anna", "p 1");
		case_think(stage);
		assert_int_equal(case_count(stage_hear(stage), "(event.play seat=anna "), 1);
	}
}

MATCH_CASE(a_quiet_channel_is_told_at_once_that_hands_are_exchanged, "!new mate")
{
	table->channel->settings.quiet = true;
	while (table_state(table)->hand == 1)
		move_greedily(stage, table);
	assert_said(stage, "#table: [1] (event.swap");
}

STAGE_CASE(an_exchange_of_hands_is_told_even_if_the_table_is_shown)
{
	stage_shows(stage, true);
	struct table *table = case_two(stage, "!new mate");
	while (table_state(table)->hand == 1)
		move_greedily(stage, table);
	assert_said(stage, "#table: [1] (event.swap");
}

/* The three seconds run from the card of a person, not from the last card of an AI player. */
STAGE_CASE(the_bot_waits_three_seconds_in_all_for_several_ai_players)
{
	stage->pensive = true;
	case_dialog(stage, "anna: !new", "anna: !bot", "anna: !bot", "anna: !start");
	case_think(stage);
	stage_hear(stage);
	stage_whisper(stage, "anna", "p 1");
	stage_wait(stage, 2000);
	assert_true(stage_think(stage));
	assert_null(strstr(stage_hear(stage), "#table: "));
	stage_wait(stage, 1000);
	assert_said(stage, "#table: [1] (event.play seat=anna ");
}

/* Plays until anna's card changes the score while an AI player still thinks. */
static void play_until_score_pending(struct stage *stage)
{
	struct table *table = play_until_answer_pending(stage, "!new");
	int32_t before;
	do {
		case_think(stage);
		before = state_score(table_state(table), 0);
		stage_whisper(stage, "anna", "p 1");
	} while (
		table->transient.robot_serial == 0 || state_score(table_state(table), 0) == before);
	stage_hear(stage);
}

STAGE_CASE(a_stopped_match_tells_the_score_once)
{
	play_until_score_pending(stage);
	const char *heard =
		assert_answer(stage, "anna", "!stop", "#table: [1] (event.play seat=anna ");
	assert_not_in(heard, "(score.now ");
}

KEPT_CASE(a_failed_batch_keeps_a_pending_score)
{
	kept_hush(stage);
	play_until_score_pending(stage);
	assert_true(worker_pool_run_one(stage->pool));
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	assert_silence(stage);
	stage_wait(stage, 5000);
	assert_said(stage, "(score.now ");
}

/* Without the option draw=either the player cannot choose where to draw, so the bot tells only the
 * player. A chosen draw is public news. */
MATCH_CASE(a_forced_draw_is_told_only_to_its_player, "!new mitch")
{
	const char *heard = assert_reply(
		stage, mover_of(table), "discard 1", "#table: [1] (event.discard seat=");
	assert_in(heard, " (turn.place seat=");
	assert_in(heard, "< [1] (event.pick.up seat=");
	assert_not_in(heard, "(event.pick.up.hidden ");
	case_dialog(stage, "anna: !stop", "luc: !stop");
	table = case_two(stage, "!new mitch draw=either");
	stage_whisper(stage, mover_of(table), "discard 1");
	assert_reply(stage, mover_of(table), "draw", "#table: [1] (event.pick.up.hidden seat=");
}

static bool holds(const char *line, const char *text)
{
	const char *at = strstr(line, text);
	return at != NULL && at < strchr(line, '\n');
}

/* The bot tells captures and calls with the score at the next deal. It does not tell turns and
 * other cards. */
MATCH_CASE(a_quiet_channel_gets_one_summary_of_each_deal, "!new mitaines classic target=300")
{
	unsigned played = 0;
	unsigned deals = 0;
	table->channel->settings.quiet = true;
	stage_whisper(stage, "rose", "watch 1");
	stage_hear(stage);
	for (unsigned i = 0; i < 45; i++) {
		stage_play(stage, 1, 1);
		stage_wait(stage, 5000); /* AI players have time to move */
		for (const char *line = stage_hear(stage); *line != '\0';
			line = strchr(line, '\n') + 1) {
			bool plays = holds(line, "(event.play");
			played += strncmp(line, "rose< ", 6) == 0 && plays;
			if (strncmp(line, "#table: ", 8) != 0)
				continue;
			assert_false(holds(line, "(turn.next"));
			assert_true(!plays || holds(line, "(capture.") ||
				holds(line, "(event.play.call "));
			assert_true(plays || !holds(line, "(capture."));
			deals += holds(line, "(event.deal ") && holds(line, "(score.now ");
		}
	}
	assert_true(played >= 30);
	assert_int_equal(deals, 3);
}

STAGE_CASE(a_private_line_does_not_send_the_pending_summary_of_a_quiet_channel)
{
	static const char *const refused[] = { "anna", "luc", "rose" };
	struct table *table = case_two(stage, "!new mitaines classic target=300");
	table->channel->settings.quiet = true;
	while (*recipient_news(recipients_get_channel(&stage->lobby.speech.recipients, table)) ==
		'\0')
		stage_play(stage, 1, 1);
	stage_hear(stage);
	for (unsigned i = 0; i < 3; i++) {
		const char *heard = assert_reply(stage, refused[i], "play 4S+sock", refused[i]);
		assert_not_in(heard, "#table: ");
	}
	const char *heard = assert_answer(stage, "rose", "!score", "#table: [1] (event.play");
	assert_in(heard, "\n#table: [1] (score ");
}

/* Points for cards left at the end of a hand are not part of the last card, so the bot tells them
 * apart. */
MATCH_CASE(points_scored_without_a_capture_are_told_separately, "!new")
{
	struct events events = { .count = 0 };
	event_card(events_add(&events, EVENT_PLAY, 0), 0);
	struct event *left = events_add(&events, EVENT_SCORE, 1);
	left->how = HOW_LEFT_TEN;
	left->points = 50;
	speech_tell_events(&stage->lobby.speech, table, &events);
	lobby_commit(&stage->lobby);
	const char *heard = assert_said(stage, "(event.score ");
	assert_not_in(heard, "(points ");
	assert_not_in(heard, "(points.parts ");
}
