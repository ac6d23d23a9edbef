/*
 * How loud a table is for a channel: public lines and their characters a hand, for each game and
 * each detail. AI players answer as they do on a network, some time after the card.
 */
#include "engine/game.h"
#include "tests/stage/kept.h"

enum { HANDS = 4, PEOPLE = 2 };

static const char *const names[PEOPLE] = { "anna", "luc" };

/* A table, and the most it may say of a hand where all is told; quiet channels are told ten lines.
 */
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

static unsigned characters_of(const char *text, size_t bytes)
{
	unsigned count = 0;
	for (size_t i = 0; i < bytes; i++)
		count += (text[i] & 0xc0) != 0x80;
	return count;
}

/* What the channel heard since the last look. */
static void count_public(struct stage *stage, struct count *count)
{
	static const char mark[] = "#table: ";
	for (const char *line = stage_hear(stage); *line != '\0'; line = strchr(line, '\n') + 1) {
		if (strncmp(line, mark, strlen(mark)) != 0)
			continue;
		count->lines++;
		count->characters +=
			characters_of(line + strlen(mark), strcspn(line, "\n") - strlen(mark));
	}
}

/* AI players think, each move in a turn of its own. */
static void think(struct stage *stage)
{
	while (stage_think(stage))
		;
}

/* Whoever is to move makes in private the move that `easy` would make. */
static void move(struct stage *stage, struct table *table)
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
	think(stage);
}

static struct table *open(struct stage *stage, const struct noise *noise, bool quiet)
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
	think(stage);
	struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	assert_true(table->running);
	return table;
}

static void play(struct stage *stage, const struct noise *noise, bool quiet, struct count *count)
{
	struct table *table = open(stage, noise, quiet);
	/* What the opening says is not a hand's. */
	stage_hear(stage);
	while (table != NULL && table_state(table)->hand <= HANDS) {
		count->hands = table_state(table)->hand;
		move(stage, table);
		count_public(stage, count);
		table = stage_table(stage, 1);
	}
}

static void a_table_is_bearable(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof noises / sizeof noises[0]; i++)
		for (unsigned quiet = 0; quiet < 2; quiet++) {
			const struct noise *noise = &noises[i];
			struct stage *stage = malloc(sizeof *stage);
			struct count count = { 0 };
			assert_non_null(stage);
			stage_open(stage, catalogues, NULL);
			play(stage, noise, quiet, &count);
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

/* Anna and an AI player: she has led a card, and they think. */
static struct table *until_asked(struct stage *stage, const char *new)
{
	stage->pensive = true;
	stage_say(stage, "anna", new);
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	struct table *table = stage_table(stage, 1);
	do {
		think(stage);
		stage_hear(stage);
		stage_whisper(stage, "anna", "p 1");
	} while (table->passing.awaited == 0 || table->moves < 3);
	return table;
}

static void an_answer_is_told_with_the_card(void **state)
{
	struct stage *stage = *state;
	until_asked(stage, "!new");
	assert_silence(stage);
	assert_true(stage_think(stage));
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "#table: "), 1);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
	assert_int_equal(case_count(heard, "(event.play"), 2);
	assert_in(heard, " (turn.next seat=anna)\n");
}

static void who_thinks_long_is_not_waited_for(void **state)
{
	struct stage *stage = *state;
	until_asked(stage, "!new");
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

/* Whatever else is said of the table comes behind it. */
static void what_waits_is_told_first(void **state)
{
	struct stage *stage = *state;
	until_asked(stage, "!new");
	stage_say(stage, "rose", "!score");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
	assert_in(heard, "(turn.next seat=Ovila)\n#table: [1] (score ");
	stage_say(stage, "anna", "!score");
	assert_unsaid(stage, "(event.play ");
}

static void an_answer_in_private_leaves_the_news_of_the_channel_waiting(void **state)
{
	struct stage *stage = *state;
	until_asked(stage, "!new");
	stage->lobby.settings.hints = true;
	stage_say(stage, "rose", "!watch");
	const char *heard = stage_hear(stage);
	assert_in(heard, "rose< [1] (watch.heard ");
	assert_in(heard, "#table: (channel.hint name=rose ");
	assert_not_in(heard, "(event.play ");
	assert_true(stage_think(stage));
	assert_int_equal(case_count(stage_hear(stage), "(event.play"), 2);
}

/* A line is in one language: 9C is not the same card in both. */
static void what_waits_is_told_as_it_was_worded(void **state)
{
	struct stage *stage = *state;
	until_asked(stage, "!new");
	stage->settings.usual.locale.language = (uint8_t)catalog_language("fr");
	lobby_configure(&stage->lobby, &stage->settings);
	assert_true(stage_think(stage));
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
	assert_in(heard, "(turn.next seat=Ovila)\n#table: [1] Ovila joue ");
}

static void who_watches_is_told_as_it_was_worded(void **state)
{
	struct stage *stage = *state;
	stage->elsewhere = "rose";
	struct table *table = until_asked(stage, "!new");
	stage_whisper(stage, "rose", "watch 1");
	assert_true(stage_think(stage));
	stage_hear(stage);
	while (table->passing.awaited == 0)
		stage_whisper(stage, "anna", "p 1");
	stage_hear(stage);
	stage_whisper(stage, "rose", "set lang fr");
	const char *heard = stage_hear(stage);
	assert_in(heard, "rose< [1] (event.play seat=anna ");
	assert_true(stage_think(stage));
	assert_said(stage, "rose< [1] Ovila joue ");
}

/* Who watches hears the same; the end of a table leaves nothing behind. */
static void a_match_that_ends_is_told_to_the_end(void **state)
{
	struct stage *stage = *state;
	struct table *table = until_asked(stage, "!new");
	assert_true(table->running);
	stage_say(stage, "anna", "!stop");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
	assert_not_in(heard, "(turn.next ");
	assert_in(heard, "\n#table: [1] (match.stopped ");
	assert_int_equal(stage->lobby.speech.watchers.count, 0);
}

/* What waited before a batch that failed waits on; what was to wait because of it does not. */
static void a_failed_batch_takes_nothing_with_it(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	until_asked(stage, "!new");
	sqlite3 *other = kept_lock(stage);
	while (worker_pool_work(stage->pool))
		;
	stage_add(stage, "rose", true, "!score");
	lobby_commit(&stage->lobby);
	sqlite3_close(other);
	assert_said(stage, "rose< (store.failed)");
	stage_wait(stage, 5000);
	think(stage);
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "(event.play"), 2);
	assert_in(heard, "#table: [1] (event.play seat=anna ");
}

/* What was done in it was not, and does not wait to be told either. */
static void what_was_not_kept_does_not_wait(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	struct table *table = until_asked(stage, "!new");
	for (unsigned i = 0; i < 4; i++) {
		while (table->seat[table_state(table)->turn].player == NULL)
			think(stage);
		stage_hear(stage);
		sqlite3 *other = kept_lock(stage);
		stage_whisper(stage, "anna", "p 1");
		sqlite3_close(other);
		assert_heard(stage, "anna< (store.failed)\n");
		stage_wait(stage, 5000);
		stage_whisper(stage, "anna", "p 1");
		think(stage);
		assert_int_equal(case_count(stage_hear(stage), "(event.play seat=anna "), 1);
	}
}

/* A second hand with the same cards is news at once. */
static void a_quiet_channel_is_told_that_cards_are_exchanged(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new mate");
	table->channel->settings.quiet = true;
	while (table_state(table)->hand == 1)
		move(stage, table);
	assert_said(stage, "#table: [1] (event.swap");
}

/* It does not go without saying, though cards that are dealt do. */
static void where_a_table_is_shown_that_is_told_too(void **state)
{
	struct stage *stage = *state;
	stage_shows(stage, true);
	struct table *table = case_two(stage, "!new mate");
	while (table_state(table)->hand == 1)
		move(stage, table);
	assert_said(stage, "#table: [1] (event.swap");
}

/* Whoever waits longest waits no longer for several answers than for one. */
static void what_waits_for_several_waits_once(void **state)
{
	struct stage *stage = *state;
	stage->pensive = true;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	think(stage);
	stage_hear(stage);
	stage_whisper(stage, "anna", "p 1");
	stage_wait(stage, 2000);
	assert_true(stage_think(stage));
	assert_null(strstr(stage_hear(stage), "#table: "));
	stage_wait(stage, 1000);
	assert_said(stage, "#table: [1] (event.play seat=anna ");
}

/* Anna and an AI player likewise, and her card has changed the score. */
static void until_scored(struct stage *stage)
{
	struct table *table = until_asked(stage, "!new");
	int32_t before;
	do {
		think(stage);
		before = state_score(table_state(table), 0);
		stage_whisper(stage, "anna", "p 1");
	} while (table->passing.awaited == 0 || state_score(table_state(table), 0) == before);
	stage_hear(stage);
}

/* The line that follows has it. */
static void a_match_that_is_stopped_tells_the_score_once(void **state)
{
	struct stage *stage = *state;
	until_scored(stage);
	stage_say(stage, "anna", "!stop");
	const char *heard = assert_said(stage, "#table: [1] (event.play seat=anna ");
	assert_not_in(heard, "(score.now ");
}

/* Nor does it take the score that is to be told with what waits. */
static void a_failed_batch_takes_no_score_with_it(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	until_scored(stage);
	assert_true(worker_pool_work(stage->pool));
	stage->lobby.batch.error = STORE_FULL;
	lobby_commit(&stage->lobby);
	assert_silence(stage);
	stage_wait(stage, 5000);
	assert_said(stage, "(score.now ");
}

/* A draw without a choice is news to its owner alone; one by choice to all. */
static void a_draw_by_the_rules_goes_without_saying(void **state)
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

/*
 * Captures, with their card, and calls are told at the next deal, with the score; turns and plain
 * cards never.
 */
static void a_quiet_channel_is_told_little(void **state)
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
		stage_wait(stage, 5000); /* however long somebody thinks */
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

static void a_private_line_leaves_the_summary_of_a_quiet_channel_waiting(void **state)
{
	static const char *const refused[] = { "anna", "luc", "rose" };
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new mitaines classic target=300");
	table->channel->settings.quiet = true;
	while (*watcher_news(watchers_channel(&stage->lobby.speech.watchers, table)) == '\0')
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

/* What was left of a hand is news of its own, and no part of the card before it. */
static void a_score_without_a_capture_is_told_by_itself(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	struct events events = { .count = 0 };
	event_card(events_add(&events, EVENT_PLAY, 0), 0);
	struct event *left = events_add(&events, EVENT_SCORE, 1);
	left->how = HOW_LEFT_TEN;
	left->points = 50;
	speech_events(&stage->lobby.speech, table, &events);
	lobby_commit(&stage->lobby);
	const char *heard = assert_said(stage, "(event.score ");
	assert_not_in(heard, "(points ");
	assert_not_in(heard, "(points.parts ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_is_bearable),
		STAGE_CASE(an_answer_is_told_with_the_card),
		STAGE_CASE(who_thinks_long_is_not_waited_for),
		STAGE_CASE(what_waits_is_told_first),
		STAGE_CASE(an_answer_in_private_leaves_the_news_of_the_channel_waiting),
		STAGE_CASE(what_waits_is_told_as_it_was_worded),
		STAGE_CASE(who_watches_is_told_as_it_was_worded),
		STAGE_CASE(a_match_that_ends_is_told_to_the_end),
		STAGE_CASE(where_a_table_is_shown_that_is_told_too),
		STAGE_CASE(what_waits_for_several_waits_once),
		STAGE_CASE(a_match_that_is_stopped_tells_the_score_once),
		STAGE_CASE(a_quiet_channel_is_told_that_cards_are_exchanged),
		KEPT_CASE(a_failed_batch_takes_nothing_with_it),
		KEPT_CASE(a_failed_batch_takes_no_score_with_it),
		KEPT_CASE(what_was_not_kept_does_not_wait),
		STAGE_CASE(a_draw_by_the_rules_goes_without_saying),
		STAGE_CASE(a_quiet_channel_is_told_little),
		STAGE_CASE(a_private_line_leaves_the_summary_of_a_quiet_channel_waiting),
		STAGE_CASE(a_score_without_a_capture_is_told_by_itself),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
