/* Tests what the bot tells players about the cards that they may use, at their turn and in
 * refusals. */
#include "tests/stage/kept.h"

/* The cards in the hand of the player to move, and the cards that the first act of their turn may
 * use. */
struct choice {
	enum act act;
	unsigned count;  /* number of cards in the hand */
	unsigned places; /* a bit for each place in the hand with a card that may be used */
	struct moves moves;
	card hand[HAND_MAX];
};

/* Reads the choice of the player to move from the legal moves of the state, while the bot reads it
 * from a view. */
static struct choice read_choice(struct table *table)
{
	struct choice choice = { .act = ACT_COUNT };
	union any_view seen;
	const struct state *now = table_state(table);
	table->game->view(now, now->turn, &seen.view);
	table->game->legal(now, &choice.moves);
	choice.count = table->game->hand(&seen.view, choice.hand);
	for (unsigned i = 0; i < choice.moves.count; i++)
		if (choice.moves.move[i].act < choice.act)
			choice.act = choice.moves.move[i].act;
	for (unsigned i = 0; i < choice.moves.count * choice.count; i++) {
		struct move move = choice.moves.move[i / choice.count];
		if (move.act == choice.act && move.card == choice.hand[i % choice.count])
			choice.places |= 1u << i % choice.count;
	}
	return choice;
}

static bool is_limited(const struct choice *choice)
{
	return choice->places != 0 && choice->places != (1u << choice->count) - 1;
}

enum { LIST = 128 };

/* Writes the cards at some places of the hand with their numbers, like "1:4D 3:7H". places: a bit
 * for each. */
static void list_cards(
	struct stage *stage, const struct choice *choice, unsigned places, char out[LIST])
{
	struct string list = STRING_EMPTY;
	const struct locale locale = { .style = STYLE_ASCII };
	for (unsigned i = 0; i < choice->count; i++)
		if (places >> i & 1) {
			string_add(&list, list.length > 0 ? " " : "");
			string_add_number(&list, i + 1);
			string_add_char(&list, ':');
			catalog_add_card(&list, stage->catalog, locale, choice->hand[i]);
		}
	snprintf(out, LIST, "%s", list.bytes);
	string_free(&list);
}

/* Fails unless the bot shows the hand together with the cards that may be used, if the player may
 * not use all. */
static void check_turn(struct stage *stage, const struct choice *choice, const char *heard)
{
	char only[LIST], but[LIST];
	list_cards(stage, choice, choice->places, only);
	list_cards(stage, choice, ~choice->places, but);
	const char *act = choice->act == ACT_PLACE ? "place" : "play";
	if (choice->act == ACT_DISCARD) {
		assert_in(heard, "(hand.only.discard)");
		return;
	}
	bool most = is_limited(choice) && 2 * strlen(but) < strlen(only);
	bool few = is_limited(choice) && !most;
	assert_int_equal(case_count(heard, "(hand.but."), most);
	assert_int_equal(case_count(heard, "(hand.only."), few);
	if (most)
		assert_in(heard, case_text("(hand.but.%s cards=%s)", act, but));
	if (few)
		assert_in(heard, case_text("(hand.only.%s cards=%s)", act, only));
}

/* Returns the message key that refuses a card and names the cards that may be used. */
static const char *wanted_refusal(
	const struct choice *choice, const char *only, unsigned number, unsigned refused)
{
	return choice->act == ACT_PLACE
		? case_text("(try.place.only cards=%s number=%u own=%u)", only, number, refused)
		: case_text("(try.play.only cards=%s number=%u)", only, number);
}

/* Tries every card that may not be used. Fails unless each refusal names the cards that may be
 * used, and a number as an example. */
static void check_refusals(struct stage *stage, struct table *table, const struct choice *choice)
{
	char only[LIST];
	unsigned first = 1;
	list_cards(stage, choice, choice->places, only);
	while (!(choice->places >> (first - 1) & 1))
		first++;
	for (unsigned i = 1; i <= choice->count; i++) {
		if (choice->places >> (i - 1) & 1)
			continue;
		stage_wait(stage, 2000);
		table_start_turn_clock(table, stage->now);
		stage_hear(stage);
		stage_whisper(stage, mover_of(table),
			case_text(choice->act == ACT_PLACE ? "place %u" : "play %u", i));
		assert_refused(stage, mover_of(table), wanted_refusal(choice, only, first, i));
	}
}

/* Plays a match with as many calls as possible, and checks each turn. Returns the number of turns
 * in which the player could not use all cards. */
static unsigned play_through(struct stage *stage, const char *new)
{
	unsigned limited = 0;
	case_dialog(stage, case_text("anna: %s", new), "luc: !join", "anna: !start");
	for (struct table *table; (table = stage_table(stage, 1)) != NULL;) {
		const struct choice choice = read_choice(table);
		check_turn(stage, &choice, stage_hear(stage));
		if (is_limited(&choice) && limited++ < 5)
			check_refusals(stage, table, &choice);
		stage_wait(stage, 2000);
		table_start_turn_clock(table, stage->now);
		stage_hear(stage);
		case_move(stage, table, choice.moves.move[choice.moves.count - 1]);
	}
	stage_hear(stage);
	return limited;
}

STAGE_CASE(turns_and_refusals_name_the_cards_that_may_be_used)
{
	assert_true(play_through(stage, "!new target=300") > 5);
	assert_true(play_through(stage, "!new gamerules target=100") > 0);
	assert_true(play_through(stage, "!new mitch") > 5);
	assert_true(play_through(stage, "!new mitch revolution draw=place") > 5);
	assert_true(play_through(stage, "!new mate") > 5);
	assert_true(play_through(stage, "!new mate discard=yes king=yes") > 5);
}

MATCH_CASE(the_refusal_of_a_move_names_the_number_of_the_card, "!new mate")
{
	const char *mover = mover_of(table), *waiter = waiter_of(table);
	assert_reply(stage, mover, "p 3", "(refuse.foreplace.first first=1)");
	case_dialog(stage, case_text("%s> keep", mover), case_text("%s> keep", waiter));
	assert_reply(stage, mover, "p 3 m", "(refuse.call.none try=(try.play number=3))");
	assert_reply(stage, mover, "p 3 roi", "(refuse.king try=(try.play number=3))");
	assert_reply(stage, mover, "keep", "(refuse.not.now try=(try.play number=1))");
	assert_reply(stage, mover, "2d", "(refuse.not.held try=(try.play number=1))");
	stage_say(stage, "rose", "!new quebec");
	case_dialog(stage, "rose: !bot", "rose: !bot", "rose: !bot", "rose: !start");
	case_think(stage);
	assert_reply(stage, "rose", "p 1", "(refuse.not.now try=(try.give))");
}

/* A restart forgets the numbers of the hand, and the refusal shows them again. */
KEPT_CASE(the_refusal_of_a_move_after_a_restart_numbers_the_cards_in_hand)
{
	struct table *table = case_two(stage, "!new mate");
	const char *mover = mover_of(table);
	kept_restart(stage, NULL);
	table = stage_table(stage, 1);
	table->transient.seat[table_state(table)->turn].shown = 0;
	assert_reply(stage, mover, "p as", "(refuse.foreplace.first first=1)");
	assert_reply(stage, mover, "foreplace 1", "(event.foreplace ");
}

STAGE_CASE(a_special_kind_of_move_is_explained_once_to_each_person)
{
	static const char *const cases[][2] = {
		{ "!new mate rounds=2", "(first.foreplace)" },
		{ "!new mate discard=yes", "(first.aside)" },
		{ "!new mitch", "(first.place)" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		for (unsigned match = 0; match < 2; match++) {
			unsigned told[2] = { 0, 0 };
			case_dialog(stage, case_text("anna: %s", cases[i][0]), "luc: !join",
				"anna: !start");
			for (unsigned moves = 0; moves < 6; moves++) {
				struct table *table = stage_table(stage, 1);
				const struct choice choice = read_choice(table);
				const char *mover = mover_of(table);
				told[*mover == 'a'] += case_count(stage_hear(stage), cases[i][1]);
				case_move(stage, table, choice.moves.move[choice.moves.count - 1]);
			}
			assert_int_equal(told[0], match == 0);
			assert_int_equal(told[1], match == 0);
			case_dialog(stage, "anna: !stop", "luc: !stop");
			stage_hear(stage);
		}
}

STAGE_CASE(the_exchange_of_cards_is_explained_to_partners)
{
	case_dialog(stage, "anna: !new quebec", "luc: !join", "rose: !join", "yves: !join",
		"anna: !start");
	unsigned told = case_count(stage_hear(stage), "(first.give)");
	for (unsigned i = 0; i < 3; i++) {
		struct table *table = stage_table(stage, 1);
		stage_whisper(
			stage, table->seat[table_state(table)->turn].player->name, "give 1 2 3");
		told += case_count(stage_hear(stage), "(first.give)");
	}
	assert_int_equal(told, 4);
}

KEPT_CASE(people_who_finished_a_match_get_no_explanation_after_a_restart)
{
	static const char *const begin[] = { "anna: !new mate rounds=2", "luc: !join",
		"anna: !start", NULL };
	case_say_all(stage, begin);
	assert_said(stage, "(first.foreplace)");
	for (unsigned restarts = 0; restarts < 2; restarts++) {
		/* The first match is stopped, the second one is finished. */
		while (restarts > 0 && stage_table(stage, 1) != NULL) {
			const struct choice choice = read_choice(stage_table(stage, 1));
			case_move(stage, stage_table(stage, 1),
				choice.moves.move[choice.moves.count - 1]);
			stage_wait(stage, 2000);
		}
		case_dialog(stage, "anna: !stop", "luc: !stop");
		kept_restart(stage, NULL);
		stage_hear(stage);
		case_say_all(stage, begin);
		assert_int_equal(case_count(stage_hear(stage), "(first.foreplace)"), restarts == 0);
	}
}
