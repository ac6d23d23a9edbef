/* What lies on a table in words, whatever a game has to say of it. */
#include "bot/talk/board.h"
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

/* A deal of no way of its own goes without saying. */
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
		"(event.column seat=0 cards=2C), (event.more cards=3C) · "
		"(event.column seat=1 cards=4C) · (event.laid seat=1 cards=2C) · "
		"(event.laid seat=1 cards=3C)" },
	{ columns, true, "x",
		"x (event.column seat=0 cards=2C), (event.more cards=3C) · "
		"(event.column seat=1 cards=4C) · (event.laid seat=1 cards=2C) · "
		"(event.laid seat=1 cards=3C)" },
	{ piles, false, "x",
		"x (event.held seat=0 number=5) · "
		"(event.pile count=2 worth=(pile.worth points=50) cards=2C 3C) · "
		"(event.pile count=1 worth= cards=4C) · (event.top number=2 cards=2C) · "
		"(event.stock number=30)" },
	{ piles, true, "x",
		"x (pile.top cards=3C count=2 worth=(pile.worth points=50)) · "
		"(event.pile count=1 worth= cards=4C) · (event.top number=2 cards=2C)" },
	{ silence, false, "x", "x (event.top number=1 cards=2C) · (event.top number=1 cards=3C)" },
	{ counts, false, "", "(event.held seat=0 number=5) · (event.stock number=30)" },
};

/* A table of two where the game has this to say. */
static struct render told(struct stage *stage, struct game *game, struct string *out)
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
	/* Their nicks are the numbers of their seats. */
	stage_say(stage, "0", "!new");
	stage_say(stage, "1", "!join");
	assert_string_equal(table_name(stage_table(stage, 1), 1), "1");
}

static void what_lies_there_is_told_in_parts(void **state)
{
	struct stage *stage = *state;
	struct string out = STRING_EMPTY;
	struct game game;
	const struct view view = { .seat = SEAT_NONE };
	open_table(stage);
	const struct game *own = stage_table(stage, 1)->game;
	const struct render render = told(stage, &game, &out);
	for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
		game.describe = examples[i].describe;
		string_clear(&out);
		string_add(&out, examples[i].before);
		assert_true(board_lies(&render, &view, examples[i].brief));
		assert_string_equal(out.bytes, examples[i].all);
	}
	stage_table(stage, 1)->game = own;
	string_free(&out);
}

static void nothing_is_told_where_nothing_lies(void **state)
{
	struct stage *stage = *state;
	struct string out = STRING_EMPTY;
	struct game game;
	const struct view view = { .seat = SEAT_NONE };
	open_table(stage);
	const struct game *own = stage_table(stage, 1)->game;
	const struct render render = told(stage, &game, &out);
	game.describe = NULL;
	assert_false(board_lies(&render, &view, false));
	/* In brief neither is what no move depends on. */
	game.describe = counts;
	assert_false(board_lies(&render, &view, true));
	assert_string_equal(out.bytes, "");
	stage_table(stage, 1)->game = own;
	string_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(what_lies_there_is_told_in_parts),
		STAGE_CASE(nothing_is_told_where_nothing_lies),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
