/* Measures the public lines and characters of a hand for each game, and tests how news is
 * combined. AI players answer some time after the card, as on a network. */
#include "engine/game.h"
#include "tests/stage/kept.h"

enum { HANDS = 4, PEOPLE = 2 };

static const char *const names[PEOPLE] = { "anna", "luc" };

/* A table, and the largest number of lines per hand for a normal channel. Quiet channels get
 * ten. */
struct noise {
	const char *table;
	unsigned people;
	unsigned robots;
	unsigned lines;
};

static const struct noise noises[] = {
	{ "mitaines classic target=1000", 1, 1, 30 },
	{ "mitaines classic target=1000", 2, 0, 52 },
	{ "mitaines quebec target=1000", 1, 3, 20 },
	{ "mitch hands=4", 1, 1, 25 },
	{ "mitch hands=4", 2, 0, 40 },
	{ "mate", 1, 1, 25 },
	{ "mate", 2, 0, 40 },
};

struct count {
	unsigned hands;
	unsigned lines;
	unsigned characters;
};

static unsigned count_characters(const char *text, size_t bytes)
{
	unsigned count = 0;
	for (size_t i = 0; i < bytes; i++)
		count += (text[i] & 0xc0) != 0x80;
	return count;
}

/* Counts the public lines since the last call. */
static void count_public(struct stage *stage, struct count *count)
{
	static const char mark[] = "#table: ";
	for (const char *line = stage_hear(stage); *line != '\0'; line = strchr(line, '\n') + 1) {
		if (strncmp(line, mark, strlen(mark)) != 0)
			continue;
		count->lines++;
		count->characters +=
			count_characters(line + strlen(mark), strcspn(line, "\n") - strlen(mark));
	}
}

/* Lets all AI players think; each move is a batch of its own. */
static void let_all_think(struct stage *stage)
{
	while (stage_think(stage))
		;
}

/* The player to move makes in private the move of an easy AI player. */
static void move_greedily(struct stage *stage, struct table *table)
{
	const struct state *state = table_state(table);
	const struct person *person = table->seat[state->turn].player;
	char line[MOVE_TEXT] = "";
	struct text text = text_in(line, sizeof line);
	union any_view seen;
	assert_non_null(person);
	table->game->view(state, state->turn, &seen.view);
	move_write(&text, game_greedy(table->game, &seen.view));
	uint32_t moves = table->moves;
	stage_whisper(stage, person->connection, line);
	table = stage_table(stage, 1);
	assert_true(table == NULL || table->moves > moves);
	let_all_think(stage);
}

static struct table *open_table(struct stage *stage, const struct noise *noise, bool quiet)
{
	char line[64];
	stage->pensive = true;
	stage->lobby.channels.channel[0]->settings.quiet = quiet;
	snprintf(line, sizeof line, "!new %s", noise->table);
	stage_say(stage, names[0], line);
	for (unsigned i = 1; i < noise->people && i < PEOPLE; i++)
		stage_say(stage, names[i], "!join");
	for (unsigned i = 0; i < noise->robots; i++)
		stage_say(stage, names[0], "!bot easy");
	stage_say(stage, names[0], "!start");
	let_all_think(stage);
	struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	assert_true(table->running);
	return table;
}

static void play_hands(
	struct stage *stage, const struct noise *noise, bool quiet, struct count *count)
{
	struct table *table = open_table(stage, noise, quiet);
	/* The lines of the opening do not count for a hand. */
	stage_hear(stage);
	while (table != NULL && table_state(table)->hand <= HANDS) {
		count->hands = table_state(table)->hand;
		move_greedily(stage, table);
		count_public(stage, count);
		table = stage_table(stage, 1);
	}
}

static void a_hand_causes_few_public_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof noises / sizeof noises[0]; i++)
		for (unsigned quiet = 0; quiet < 2; quiet++) {
			const struct noise *noise = &noises[i];
			struct stage *stage = malloc(sizeof *stage);
			struct count count = { 0 };
			assert_non_null(stage);
			stage_open(stage, catalogues, NULL);
			play_hands(stage, noise, quiet, &count);
			stage_close(stage);
			free(stage);
			unsigned hands = count.hands > 0 ? count.hands : 1;
			print_message("%s, %u people, %u AI players, %s: %u lines, %u characters\n",
				noise->table, noise->people, noise->robots,
				quiet ? "quiet" : "full", count.lines / hands,
				count.characters / hands);
			if (count.lines > hands * (quiet ? 10 : noise->lines))
				fail_msg("%s is too loud", noise->table);
		}
}

/* Opens a table of anna and an AI player, and plays until an AI player thinks about anna's card. */
static struct table *play_until_answer_pending(struct stage *stage, const char *new)
{
	stage->pensive = true;
	stage_say(stage, "anna", new);
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	struct table *table = stage_table(stage, 1);
	do {
		let_all_think(stage);
		stage_hear(stage);
		stage_whisper(stage, "anna", "p 1");
	} while (table->transient.robot_serial == 0 || table->moves < 3);
	return table;
}

static void an_ai_players_answer_is_told_in_the_line_of_the_card(void **state)
{
	struct stage *stage = *state;
	play_until_answer_pending(stage, "!new");
	assert_silence(stage);
	assert_true(stage_think(stage));
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "#table: "), 1);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
	assert_int_equal(case_count(heard, "(event.play"), 2);
	assert_in(heard, " (turn.next seat=anna)\n");
}

static void a_card_is_told_after_three_seconds_without_an_answer(void **state)
{
	struct stage *stage = *state;
	play_until_answer_pending(stage, "!new");
	stage_wait(stage, 2000);
	assert_silence(stage);
	stage_wait(stage, 1000);
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
	assert_in(heard, " (turn.next seat=Ovila)\n");
	assert_int_equal(case_count(heard, "\n"), 1);
	assert_true(stage_think(stage));
	assert_said(stage, "#table: [1] (event.play");
}

/* Other lines about the table come after the pending move. */
static void a_pending_move_is_told_before_other_lines(void **state)
{
	struct stage *stage = *state;
	play_until_answer_pending(stage, "!new");
	stage_say(stage, "rose", "!score");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
	assert_in(heard, "(turn.next seat=Ovila)\n#table: [1] (score ");
	stage_say(stage, "anna", "!score");
	assert_unsaid(stage, "(event.play ");
}

static void a_private_answer_leaves_public_news_pending(void **state)
{
	struct stage *stage = *state;
	play_until_answer_pending(stage, "!new");
	stage->lobby.settings.hints = true;
	stage_say(stage, "rose", "!watch");
	const char *heard = stage_hear(stage);
	assert_in(heard, "rose< [1] (watch.heard ");
	assert_in(heard, "#table: (channel.hint name=rose ");
	assert_not_in(heard, "(event.play ");
	assert_true(stage_think(stage));
	assert_int_equal(case_count(stage_hear(stage), "(event.play"), 2);
}

/* A line is in one language, because 9C is not the same card in both. */
static void a_pending_move_keeps_its_language_in_the_channel(void **state)
{
	struct stage *stage = *state;
	play_until_answer_pending(stage, "!new");
	stage->settings.usual.locale.language = (uint8_t)catalog_language("fr");
	lobby_configure(&stage->lobby, &stage->settings);
	assert_true(stage_think(stage));
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
	assert_in(heard, "(turn.next seat=Ovila)\n#table: [1] Ovila joue ");
}

static void a_pending_move_keeps_its_language_for_watchers(void **state)
{
	struct stage *stage = *state;
	stage->elsewhere = "rose";
	struct table *table = play_until_answer_pending(stage, "!new");
	stage_whisper(stage, "rose", "watch 1");
	assert_true(stage_think(stage));
	stage_hear(stage);
	while (table->transient.robot_serial == 0)
		stage_whisper(stage, "anna", "p 1");
	stage_hear(stage);
	stage_whisper(stage, "rose", "set lang fr");
	const char *heard = stage_hear(stage);
	assert_in(heard, "rose< [1] (event.play seat=anna ");
	assert_true(stage_think(stage));
	assert_said(stage, "rose< [1] Ovila joue ");
}

static void a_pending_move_is_told_when_the_match_is_stopped(void **state)
{
	struct stage *stage = *state;
	struct table *table = play_until_answer_pending(stage, "!new");
	assert_true(table->running);
	stage_say(stage, "anna", "!stop");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
	assert_not_in(heard, "(turn.next ");
	assert_in(heard, "\n#table: [1] (match.stopped ");
	assert_int_equal(stage->lobby.speech.watchers.count, 0);
}

static void a_failed_batch_keeps_earlier_pending_moves(void **state)
{
	struct stage *stage = *state;
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
	let_all_think(stage);
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "(event.play"), 2);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
}

static void a_move_of_a_failed_batch_is_not_told_later(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	struct table *table = play_until_answer_pending(stage, "!new");
	for (unsigned i = 0; i < 4; i++) {
		while (table->seat[table_state(table)->turn].player == NULL)
			let_all_think(stage);
		stage_hear(stage);
		sqlite3 *other = kept_lock(stage);
		stage_whisper(stage, "anna", "p 1");
		sqlite3_close(other);
		assert_heard(stage, "anna< (store.failed)\n");
		stage_wait(stage, 5000);
		stage_whisper(stage, "anna", "p 1");
		let_all_think(stage);
		assert_int_equal(case_count(stage_hear(stage), "(event.play seat=anna "), 1);
	}
}

static void a_quiet_channel_is_told_at_once_that_hands_are_exchanged(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new mate");
	table->channel->settings.quiet = true;
	while (table_state(table)->hand == 1)
		move_greedily(stage, table);
	assert_said(stage, "#table: [1] (event.swap");
}

static void an_exchange_of_hands_is_told_beside_a_shown_table(void **state)
{
	struct stage *stage = *state;
	stage_shows(stage, true);
	struct table *table = case_two(stage, "!new mate");
	while (table_state(table)->hand == 1)
		move_greedily(stage, table);
	assert_said(stage, "#table: [1] (event.swap");
}

/* The time limit runs from the first card, not from the last answer. */
static void the_wait_for_several_answers_is_three_seconds_in_all(void **state)
{
	struct stage *stage = *state;
	stage->pensive = true;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	let_all_think(stage);
	stage_hear(stage);
	stage_whisper(stage, "anna", "p 1");
	stage_wait(stage, 2000);
	assert_true(stage_think(stage));
	assert_null(strstr(stage_hear(stage), "#table: "));
	stage_wait(stage, 1000);
	assert_said(stage, "#table: [1] (event.play seat=anna ");
}

/* Plays until anna's card has changed the score and an AI player thinks. */
static void play_until_score_pending(struct stage *stage)
{
	struct table *table = play_until_answer_pending(stage, "!new");
	int32_t before;
	do {
		let_all_think(stage);
		before = state_score(table_state(table), 0);
		stage_whisper(stage, "anna", "p 1");
	} while (
		table->transient.robot_serial == 0 || state_score(table_state(table), 0) == before);
	stage_hear(stage);
}

static void a_stopped_match_tells_the_score_once(void **state)
{
	struct stage *stage = *state;
	play_until_score_pending(stage);
	stage_say(stage, "anna", "!stop");
	const char *heard = assert_said(stage, "#table: [1] (event.play seat=anna ");
	assert_not_in(heard, "(score.now ");
}

static void a_failed_batch_keeps_a_pending_score(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	play_until_score_pending(stage);
	assert_true(worker_pool_run_one(stage->pool));
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	assert_silence(stage);
	stage_wait(stage, 5000);
	assert_said(stage, "(score.now ");
}

/* The player had no choice, so only they learn the card. A chosen draw is public news. */
static void a_forced_draw_is_told_only_to_its_player(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new mitch");
	stage_whisper(stage, mover_of(table), "discard 1");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (event.discard seat=");
	assert_in(heard, " (turn.place seat=");
	assert_in(heard, "< [1] (event.pick.up seat=");
	assert_not_in(heard, "(event.pick.up.hidden ");
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	table = case_two(stage, "!new mitch draw=either");
	stage_whisper(stage, mover_of(table), "discard 1");
	stage_hear(stage);
	stage_whisper(stage, mover_of(table), "draw");
	assert_said(stage, "#table: [1] (event.pick.up.hidden seat=");
}

static bool holds(const char *line, const char *text)
{
	const char *at = strstr(line, text);
	return at != NULL && at < strchr(line, '\n');
}

/* Captures and calls are told at the next deal, with the score. Turns and other cards are never
 * told. */
static void a_quiet_channel_gets_one_summary_a_deal(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new mitaines classic target=300");
	unsigned played = 0;
	unsigned deals = 0;
	table->channel->settings.quiet = true;
	stage_whisper(stage, "rose", "watch 1");
	stage_hear(stage);
	for (unsigned i = 0; i < 45; i++) {
		stage_play(stage, 1, 1);
		stage_wait(stage, 5000); /* a long time to think */
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

static void a_private_line_leaves_the_summary_of_a_quiet_channel_pending(void **state)
{
	static const char *const refused[] = { "anna", "luc", "rose" };
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new mitaines classic target=300");
	table->channel->settings.quiet = true;
	while (*watcher_news(watchers_get_channel(&stage->lobby.speech.watchers, table)) == '\0')
		stage_play(stage, 1, 1);
	stage_hear(stage);
	for (unsigned i = 0; i < 3; i++) {
		stage_whisper(stage, refused[i], "play 4S+sock");
		const char *heard = stage_hear(stage);
		assert_in(heard, refused[i]);
		assert_not_in(heard, "#table: ");
	}
	stage_say(stage, "rose", "!score");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (event.play");
	assert_in(heard, "\n#table: [1] (score ");
}

/* Points for cards left at the end of a hand are news of their own, and not part of the last
 * card. */
static void a_score_without_a_capture_is_told_separately(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hand_causes_few_public_lines),
		STAGE_CASE(an_ai_players_answer_is_told_in_the_line_of_the_card),
		STAGE_CASE(a_card_is_told_after_three_seconds_without_an_answer),
		STAGE_CASE(a_pending_move_is_told_before_other_lines),
		STAGE_CASE(a_private_answer_leaves_public_news_pending),
		STAGE_CASE(a_pending_move_keeps_its_language_in_the_channel),
		STAGE_CASE(a_pending_move_keeps_its_language_for_watchers),
		STAGE_CASE(a_pending_move_is_told_when_the_match_is_stopped),
		STAGE_CASE(an_exchange_of_hands_is_told_beside_a_shown_table),
		STAGE_CASE(the_wait_for_several_answers_is_three_seconds_in_all),
		STAGE_CASE(a_stopped_match_tells_the_score_once),
		STAGE_CASE(a_quiet_channel_is_told_at_once_that_hands_are_exchanged),
		KEPT_CASE(a_failed_batch_keeps_earlier_pending_moves),
		KEPT_CASE(a_failed_batch_keeps_a_pending_score),
		KEPT_CASE(a_move_of_a_failed_batch_is_not_told_later),
		STAGE_CASE(a_forced_draw_is_told_only_to_its_player),
		STAGE_CASE(a_quiet_channel_gets_one_summary_a_deal),
		STAGE_CASE(a_private_line_leaves_the_summary_of_a_quiet_channel_pending),
		STAGE_CASE(a_score_without_a_capture_is_told_separately),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
