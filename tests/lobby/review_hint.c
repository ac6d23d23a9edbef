/* Tests reviews and hints, and that the moves of AI players can be computed again from records. */
#include <stdlib.h>

#include "bot/history/record.h"
#include "engine/player.h"
#include "engine/record.h"
#include "storage/matches.h"
#include "storage/ratings.h"
#include "tests/stage/kept.h"

/* Lets anna play a short match against an AI player to its end. */
static void play_match(struct stage *stage, const char *new, const char *bot)
{
	stage_say(stage, "anna", new);
	stage_say(stage, "anna", bot);
	stage_say(stage, "anna", "!start");
	stage_play(stage, 1, 10000);
	assert_null(stage_table(stage, 1));
}

/* A review tells mistakes of other players too, so the channel gets only the reader's own result.
 */
STAGE_CASE(a_review_is_told_in_private_with_one_public_line)
{
	play_match(stage, "!new mitaines classic target=10", "!bot normal");
	assert_said(stage, "(match.stored.rated match=1 ");
	const char *heard =
		assert_answer(stage, "anna", "!review 1", "#table: (review.public match=1 ");
	assert_int_equal(case_count(heard, "#table: "), 1);
	assert_int_equal(case_count(heard, "(review.kept "), 1);
	assert_in(heard, "list=(review.kept name=anna accuracy=");
	assert_int_equal(case_count(heard, "anna< "), 3);
	assert_in(heard, "anna< (review.seat match=1 name=anna ");
	assert_in(heard,
		"anna< (review.seat match=1 name=(robot.named name=Ovila level=(level.normal)) ");
	assert_in(heard, "), (review.points ");
	assert_in_range(case_count(heard, "(review.slip "), 1, 6);
	heard = assert_reply(stage, "luc", "review 1", "luc< (review.seat match=1 name=anna ");
	assert_int_equal(case_count(heard, "#table"), 0);
	heard = assert_answer(stage, "luc", "!review 1", "luc< (review.seat match=1 name=anna ");
	assert_int_equal(case_count(heard, "#table"), 0);
}

STAGE_CASE(a_review_names_ai_players_as_the_channel_did)
{
	static const char named[] = "(robot.named name=Exilda level=(level.hard)) ";
	play_match(stage, "!new mitaines classic target=10", "!bot hard");
	assert_reply(stage, "anna", "history", named);
	assert_reply(stage, "anna", "match 1", named);
	assert_reply(stage, "anna", "replay 1", "Exilda ");
}

/* If a mistake costs nearly no chance of winning, the review gives its cost in points. */
STAGE_CASE(a_review_never_mentions_a_mistake_that_costs_zero)
{
	unsigned mistakes = 0;
	unsigned in_points = 0;
	for (unsigned i = 1; i <= 6; i++) {
		char review[16];
		struct text text = text_in(review, sizeof review);
		play_match(stage, "!new mitaines classic target=10", "!bot expert");
		text_add(&text, "review ");
		text_number(&text, i);
		stage_hear(stage);
		stage_whisper(stage, "anna", review);
		const char *heard = stage_hear(stage);
		assert_int_equal(case_count(heard, " win=0)") + case_count(heard, " points=0)"), 0);
		mistakes += case_count(heard, "(review.slip ");
		in_points += case_count(heard, "(review.slip ") - case_count(heard, "(review.win ");
	}
	assert_true(mistakes > in_points && in_points > 0);
}

STAGE_CASE(a_review_of_a_missing_or_running_match_is_refused_in_one_line)
{
	assert_answer(stage, "anna", "!review", "anna< (review.usage)");
	assert_answer(stage, "anna", "!review x", "anna< (review.usage)");
	assert_answer(stage, "anna", "!review 7", "anna< (no.match.yet match=7)");
	stage_say(stage, "anna", "!new");
	assert_answer(stage, "anna", "!review 1", "anna< (review.live match=1)");
	case_dialog(stage, "anna: !bot", "anna: !start");
	assert_answer(stage, "anna", "!review 1", "anna< (review.live match=1)");
	assert_answer(stage, "luc", "!review 1", "luc< (review.live match=1)");
	case_dialog(stage, "anna: !stop", "anna: !new", "anna: !leave");
	assert_answer(stage, "anna", "!analyse 2", "anna< (review.nothing match=2)");
}

STAGE_CASE(at_most_one_review_per_person_and_eight_in_all_run_at_a_time)
{
	static const char *const names[] = { "b", "c", "d", "e", "f", "g", "h" };
	play_match(stage, "!new mitaines classic target=10", "!bot");
	stage->pensive = true;
	assert_answer(stage, "anna", "!review 1", "anna< (review.begun match=1)");
	assert_answer(stage, "anna", "!review 1", "anna< (errand.wait)");
	for (unsigned i = 0; i < 7; i++)
		stage_say(stage, names[i], "!review 1");
	assert_answer(stage, "luc", "!review 1", "luc< (errands.full)");
	case_think(stage);
	const char *heard = assert_said(stage, "anna< (review.seat match=1 name=anna ");
	assert_int_equal(case_count(heard, "< (review.seat match=1 name=anna "), 8);
	assert_answer(stage, "luc", "!review 1", "luc< (review.begun match=1)");
}

STAGE_CASE(a_hint_goes_only_to_its_player_in_private)
{
	stage_say(stage, "anna", "!new");
	assert_answer(stage, "anna", "!hint", "anna< [1] (not.started)");
	case_dialog(stage, "anna: !bot", "anna: !start");
	const char *heard = assert_answer(stage, "anna", "!indice", "anna< [1] (hint ");
	assert_int_equal(case_count(heard, "#table"), 0);
	assert_int_equal(case_count(heard, "\n"), 1);
	assert_answer(stage, "luc", "!hint", "luc< (not.seated)");
}

STAGE_CASE(a_hint_that_is_ready_only_after_the_move_is_dropped)
{
	case_dialog(stage, "anna: !new", "anna: !bot", "anna: !start");
	stage->pensive = true;
	stage_say(stage, "anna", "!hint");
	stage_play(stage, 1, 1);
	stage_hear(stage);
	case_think(stage);
	assert_unsaid(stage, "(hint ");
	stage_say(stage, "anna", "!hint");
	case_think(stage);
	assert_said(stage, "anna< [1] (hint ");
}

static bool is_rated(struct stage *stage, int64_t id)
{
	struct store_rating rating;
	return store_get_rating(stage->store, STORE_SHOWN, id, "mitaines", &rating) == STORE_OK;
}

KEPT_CASE(a_hint_makes_a_match_against_ai_players_unrated)
{
	play_match(stage, "!new mitaines classic target=10", "!bot easy");
	assert_true(is_rated(stage, stage->lobby.robots.id[LEVEL_EASY]));
	case_dialog(
		stage, "anna: !new mitaines classic target=10", "anna: !bot hard", "anna: !start");
	assert_answer(stage, "anna", "!hint", "(hint ");
	kept_restart(stage, NULL);
	stage_play(stage, 1, 10000);
	assert_null(stage_table(stage, 1));
	assert_false(is_rated(stage, stage->lobby.robots.id[LEVEL_HARD]));
	assert_unsaid(stage, "(match.stored.rated ");
}

KEPT_CASE(an_unrated_match_allows_hints_and_changes_no_rating)
{
	case_dialog(stage, "anna: !new", "luc: !join", "luc: !start");
	assert_answer(stage, mover_of(stage_table(stage, 1)), "!hint", "(hint.rated)");
	case_dialog(stage, "anna: !stop", "luc: !stop");
	assert_answer(stage, "anna", "!new rated=maybe", "rated=yes|no");
	assert_answer(stage, "anna", "!new mitaines classic rated=no target=10", "rated=no");
	stage_say(stage, "luc", "!join");
	kept_restart(stage, NULL);
	stage_say(stage, "luc", "!start");
	assert_answer(stage, mover_of(stage_table(stage, 1)), "!hint", "(hint ");
	stage_play(stage, 1, 10000);
	struct store_match match;
	assert_int_equal(store_get_match(stage->store, 2, &match), STORE_OK);
	assert_int_equal(match.state, STORE_FINISHED);
	assert_false(match.rated);
	stage_hear(stage);
	assert_answer(stage, "anna", "!rank", "(rank.none name=anna ");
	assert_answer(stage, "anna", "!again", "rated=no");
}

/* Returns the record of a match. Free it with string_free. */
static struct string load_record(struct stage *stage, int64_t id)
{
	struct string text = STRING_EMPTY;
	struct store_match match;
	assert_int_equal(store_get_match(stage->store, id, &match), STORE_OK);
	assert_int_equal(history_write_record(stage->store, &match, &text), STORE_OK);
	return text;
}

/* Computes the next move of the AI player in a record, from the record alone. */
static struct move repeat_move(
	const struct record *record, enum level level, uint64_t seed, void *memory)
{
	union {
		struct view view;
		uint64_t block[GAME_BLOCK / 8];
	} seen;
	record->game->view(&record->state, record->state.turn, &seen.view);
	return player_move(
		record->game, level, &seen.view, chance_part(seed, record->moves), memory);
}

/* Returns the rest of a line after a prefix, or NULL if the line does not begin with it. */
static const char *skip_prefix(const char *line, const char *catalog)
{
	size_t length = strlen(catalog);
	return strncmp(line, catalog, length) == 0 ? line + length : NULL;
}

/* Reads a record whose lines end with NUL, and fails unless its AI player's moves can be computed
 * again. Returns the number of moves. */
static unsigned replay_record(const struct string *text, enum level level, void *memory)
{
	struct record record;
	struct move move;
	unsigned robot = SEAT_NONE;
	unsigned moves = 0;
	uint64_t seed = 0;
	record_open(&record, true);
	for (const char *line = text->bytes; line < text->bytes + text->length;
		line += strlen(line) + 1) {
		if (skip_prefix(line, "# ai seat ") != NULL) {
			robot = (unsigned)(line[10] - '0');
			assert_string_equal(line + 12, level_name(level));
		}
		/* The seed of the AI player comes before the moves of its hand. */
		if (skip_prefix(line, "# ai seed ") != NULL)
			seed = strtoull(line + 10, NULL, 16);
		if (record.seats > 0 && record.state.phase == PHASE_PLAY &&
			record.state.turn == robot && move_read(line, &record_words, &move)) {
			assert_true(move_equal(move, repeat_move(&record, level, seed, memory)));
			moves++;
		}
		assert_int_not_equal(record_line(&record, line, strlen(line)), RECORD_FAILED);
	}
	return moves;
}

STAGE_CASE(the_moves_of_ai_players_can_be_computed_again_from_a_record)
{
	static const struct {
		const char *bot;
		enum level level;
	} cases[] = { { "!bot easy", LEVEL_EASY }, { "!bot hard", LEVEL_HARD },
		{ "!bot expert", LEVEL_EXPERT } };
	void *memory = malloc(player_memory());
	assert_non_null(memory);
	for (unsigned i = 0; i < 3; i++) {
		play_match(stage, "!new mitaines classic target=10 rated=no", cases[i].bot);
		struct string text = load_record(stage, i + 1);
		assert_not_in(text.bytes, "rated");
		for (char *at = text.bytes; (at = strchr(at, '\n')) != NULL;)
			*at++ = '\0';
		assert_true(replay_record(&text, cases[i].level, memory) > 10);
		string_free(&text);
	}
	free(memory);
}
