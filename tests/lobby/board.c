/* Tests the texts for the cards on the table, the cards in a hand, and the names at a table. */
#include "bot/talk/board.h"
#include "bot/talk/render.h"
#include "tests/stage/case.h"

enum { TWO = CARD(0, SUIT_C), THREE = CARD(1, SUIT_C), FOUR = CARD(2, SUIT_C) };

static struct event *add(struct events *events, enum event_kind kind, unsigned seat, card first)
{
	struct event *event = events_add(events, kind, seat);
	event_card(event, first);
	return event;
}

static void columns(const struct view *view, struct events *events)
{
	(void)view;
	add(events, EVENT_COLUMN, 0, TWO);
	add(events, EVENT_COLUMN, 0, THREE);
	add(events, EVENT_COLUMN, 1, FOUR);
	add(events, EVENT_LAID, 1, TWO);
	add(events, EVENT_LAID, 1, THREE);
}

static void piles(const struct view *view, struct events *events)
{
	(void)view;
	events_add(events, EVENT_HELD, 0)->number = 5;
	struct event *pile = add(events, EVENT_PILE, SEAT_NONE, TWO);
	event_card(pile, THREE);
	pile->points = 50;
	add(events, EVENT_PILE, SEAT_NONE, FOUR);
	add(events, EVENT_TOP, SEAT_NONE, TWO)->number = 2;
	events_add(events, EVENT_STOCK, SEAT_NONE)->number = 30;
}

/* Describes a usual deal, for which the board has no text. */
static void silence(const struct view *view, struct events *events)
{
	(void)view;
	events_add(events, EVENT_DEAL, SEAT_NONE);
	add(events, EVENT_TOP, SEAT_NONE, TWO)->number = 1;
	events_add(events, EVENT_DEAL, SEAT_NONE);
	add(events, EVENT_TOP, SEAT_NONE, THREE)->number = 1;
}

static void counts(const struct view *view, struct events *events)
{
	(void)view;
	events_add(events, EVENT_HELD, 0)->number = 5;
	events_add(events, EVENT_STOCK, SEAT_NONE)->number = 30;
}

struct words {
	void (*describe)(const struct view *view, struct events *events);
	bool brief;
	const char *before;
	const char *all;
};

static const struct words examples[] = {
	{ columns, false, "",
		"(event.column seat=“0” cards=2C), (event.more cards=3C) · "
		"(event.column seat=“1” cards=4C) · (event.laid seat=“1” cards=2C) · "
		"(event.laid seat=“1” cards=3C)" },
	{ columns, true, "x",
		"x (event.column seat=“0” cards=2C), (event.more cards=3C) · "
		"(event.column seat=“1” cards=4C) · (event.laid seat=“1” cards=2C) · "
		"(event.laid seat=“1” cards=3C)" },
	{ piles, false, "x",
		"x (event.held seat=“0” number=5) · "
		"(event.pile count=2 worth=(pile.worth points=50) cards=2C 3C) · "
		"(event.pile count=1 worth= cards=4C) · (event.top number=2 cards=2C) · "
		"(event.stock number=30)" },
	{ piles, true, "x",
		"x (pile.top cards=3C count=2 worth=(pile.worth points=50)) · "
		"(event.pile count=1 worth= cards=4C) · (event.top number=2 cards=2C)" },
	{ silence, false, "x", "x (event.top number=1 cards=2C) · (event.top number=1 cards=3C)" },
	{ counts, false, "", "(event.held seat=“0” number=5) · (event.stock number=30)" },
};

/* Prepares a table of two players whose game is a copy, so that a test can replace its describe
 * function. */
static struct render prepare_render(struct stage *stage, struct game *game, struct string *out)
{
	struct table *table = stage_table(stage, 1);
	*game = *table->game;
	table->game = game;
	return (struct render){ .out = out,
		.catalog = stage->catalog,
		.locale = { .style = STYLE_ASCII },
		.table = table,
		.seat = SEAT_NONE };
}

static void open_table(struct stage *stage)
{
	/* The nick of each player is the number of their seat. */
	case_dialog(stage, "0: !new", "1: !join");
	assert_string_equal(table_name(stage_table(stage, 1), 1), "1");
}

STAGE_CASE(a_board_is_described_in_parts)
{
	struct string out = STRING_EMPTY;
	struct game game;
	const struct view view = { .seat = SEAT_NONE };
	open_table(stage);
	const struct game *own = stage_table(stage, 1)->game;
	const struct render render = prepare_render(stage, &game, &out);
	for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
		game.describe = examples[i].describe;
		string_clear(&out);
		string_add(&out, examples[i].before);
		assert_true(board_add_cards(&render, &view, examples[i].brief));
		assert_string_equal(out.bytes, examples[i].all);
	}
	stage_table(stage, 1)->game = own;
	string_free(&out);
}

STAGE_CASE(an_empty_board_has_no_description)
{
	struct string out = STRING_EMPTY;
	struct game game;
	const struct view view = { .seat = SEAT_NONE };
	open_table(stage);
	const struct game *own = stage_table(stage, 1)->game;
	const struct render render = prepare_render(stage, &game, &out);
	game.describe = NULL;
	assert_false(board_add_cards(&render, &view, false));
	/* The brief form leaves out the numbers of cards, because no legal move depends on them. */
	game.describe = counts;
	assert_false(board_add_cards(&render, &view, true));
	assert_string_equal(out.bytes, "");
	stage_table(stage, 1)->game = own;
	string_free(&out);
}

STAGE_CASE(a_capture_that_scores_nothing_is_told_in_words)
{
	struct string out = STRING_EMPTY;
	struct event sweep = {
		.kind = EVENT_CAPTURE, .how = HOW_SWEEP, .visible = VISIBLE_ALL, .count = 2
	};
	open_table(stage);
	struct render render = { .out = &out,
		.catalog = stage->catalog,
		.locale = { .style = STYLE_ASCII },
		.table = stage_table(stage, 1),
		.seat = SEAT_NONE };
	render_taken(&render, &sweep, 1, &out);
	assert_in(out.bytes, "count=1 points=(capture.nothing)");
	sweep.points = 10;
	string_clear(&out);
	render_taken(&render, &sweep, 1, &out);
	assert_in(out.bytes, "count=1 points=+10");
	string_free(&out);
}

struct hand {
	unsigned count;
	card cards[5];
	const char *ascii;
	const char *plain;
};

static const struct hand hands[] = {
	{ 1, { CARD(2, SUIT_D) }, "1:4D", "1 four of diamonds" },
	/* `cards` has more entries than `count`; those behind `count` are not part of the hand. */
	{ 1, { CARD(2, SUIT_D), CARD(2, SUIT_C) }, "1:4D", "1 four of diamonds" },
	{ 3, { CARD(2, SUIT_C), CARD(5, SUIT_C), CARD(5, SUIT_H) }, "1:4C [2:7C 3:7H]",
		"1 four of clubs, 2 seven of clubs and 3 seven of hearts" },
	{ 4, { CARD(5, SUIT_C), CARD(5, SUIT_H), CARD(5, SUIT_S), CARD(7, SUIT_D) },
		"[1:7C 2:7H 3:7S] 4:9D",
		"1 seven of clubs and 2 seven of hearts and 3 seven of spades, 4 nine of "
		"diamonds" },
	{ 5,
		{ CARD(0, SUIT_C), CARD(0, SUIT_D), CARD(1, SUIT_C), CARD(2, SUIT_C),
			CARD(2, SUIT_D) },
		"[1:2C 2:2D] 3:3C [4:4C 5:4D]",
		"1 two of clubs and 2 two of diamonds, 3 three of clubs, 4 four of clubs and 5 "
		"four "
		"of diamonds" },
};

WORDED_CASE(cards_of_equal_rank_stand_together_in_a_shown_hand)
{
	struct string out = STRING_EMPTY;
	struct game game;
	open_table(stage);
	const struct game *own = stage_table(stage, 1)->game;
	struct render render = prepare_render(stage, &game, &out);
	game.sets = true;
	for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++) {
		render.locale.style = STYLE_ASCII;
		render_hand(&render, hands[i].cards, hands[i].count);
		assert_string_equal(out.bytes, hands[i].ascii);
		string_clear(&out);
		render.locale.style = STYLE_PLAIN;
		render_hand(&render, hands[i].cards, hands[i].count);
		assert_string_equal(out.bytes, hands[i].plain);
		string_clear(&out);
	}
	/* In a game without sets, cards of equal rank are listed one by one. */
	game.sets = false;
	render_hand(&render, hands[2].cards, hands[2].count);
	assert_string_equal(out.bytes, "1 four of clubs, 2 seven of clubs, 3 seven of hearts");
	string_clear(&out);
	render.locale.style = STYLE_ASCII;
	render_hand(&render, hands[2].cards, hands[2].count);
	assert_string_equal(out.bytes, "1:4C 2:7C 3:7H");
	stage_table(stage, 1)->game = own;
	string_free(&out);
}

WORDED_CASE(ai_players_are_named_with_their_level)
{
	struct string out = STRING_EMPTY;
	open_table(stage);
	stage_say(stage, "0", "!bot expert");
	const struct render render = { .out = &out,
		.catalog = stage->catalog,
		.locale = { .style = STYLE_ASCII },
		.table = stage_table(stage, 1),
		.seat = SEAT_NONE };
	render_names(&render);
	assert_string_equal(out.bytes, "“0”, “1”, Philias (expert)");
	string_clear(&out);
	render_name(&render, 1);
	assert_string_equal(out.bytes, "“1”");
	string_free(&out);
}
