/*
 * tutorial.c - the tutorial: an exercise that teaches Mitaines in ten moves. The cards and the AI
 * player's moves are fixed; each move is explained and asked for.
 */
#include "bot/match/tutorial.h"

#include <string.h>

#include "engine/mitaines.h"

/* Bytes for the number of a card in a hand as text, NUL included. */
enum { TYPED = 8 };

/*
 * A step of the tutorial: the message that explains it, the move to learn, and the teacher's
 * answer.
 */
struct step {
	enum message message;
	const char *move;
	const char *answer;
};

static const struct step steps[] = {
	{ MSG_TUTORIAL_SWEEP, "5H", "8C" },
	{ MSG_TUTORIAL_PAIR, "8D", "3S" },
	{ MSG_TUTORIAL_CALL, "7C mitten", "4D" },
	{ MSG_TUTORIAL_COMPLETE, "7H", "2H" },
	{ MSG_TUTORIAL_THROW, "KS", "9C mitten" },
	{ MSG_TUTORIAL_STEAL, "9H", "9D" },
	{ MSG_TUTORIAL_GLOVE, "QC glove", "TD" },
	{ MSG_TUTORIAL_BOUND, "QH", "4S" },
	{ MSG_TUTORIAL_TEN, "QD", "5S" },
	{ MSG_TUTORIAL_JACK, "JS", NULL },
};

enum { STEPS = sizeof steps / sizeof steps[0] };

/*
 * The deck. First deal: three cards to the learner, two to the pile, three to the teacher, then the
 * same once more. Second deal: three cards to each, then three more to each.
 */
static const char deal[] = "5H 8D 7C KC 6C 8C 3S 4D 7H KS 9H 2D 5C 2H 9C 9D "
			   "QC QH QD TD 4S 5S JS 3D 8S 6S 6D 7D";

static struct move read_step(const char *text)
{
	struct move move = move_of(ACT_PLAY, CARD_NONE);
	move_read(text, &record_words, &move);
	return move;
}

/* Returns the number of moves that the learner has made. */
static unsigned count_steps(const struct exercise *exercise)
{
	return (exercise->table->moves + 1) / 2;
}

static bool is_over(const struct exercise *exercise)
{
	return count_steps(exercise) == STEPS;
}

/* Moves the cards of `deal` to the top of the deck, in their order. */
static void shuffle(const struct exercise *exercise, unsigned hand, card *deck, unsigned count)
{
	const char *at = deal;
	card c;
	(void)exercise;
	(void)hand;
	for (unsigned n = 0; n < count && card_read(&at, &record_words, &c); at += *at == ' ') {
		unsigned from = n;
		while (deck[from] != c)
			from++;
		memmove(deck + n + 1, deck + n, (from - n) * sizeof *deck);
		deck[n++] = c;
	}
}

/*
 * Returns the move that the current step teaches, and the number of its card in the hand. Any card
 * of the same rank will do: if the learner has already played the step's card, returns another one.
 */
static struct move requested_move(const struct exercise *exercise, unsigned *number)
{
	struct table *table = exercise->table;
	struct move move = read_step(steps[count_steps(exercise)].move);
	union any_view seen;
	card hand[HAND_MAX];
	table->game->view(table_state(table), EXERCISE_SEAT, &seen.view);
	unsigned count = table->game->hand(&seen.view, hand);
	unsigned place = 0;
	for (unsigned i = 0; i < count && hand[place] != move.card; i++)
		if (card_rank(hand[i]) == card_rank(move.card))
			place = i;
	move.card = hand[place];
	*number = place + 1;
	return move;
}

/*
 * Tells the learner a message with the requested move: as they type it in chat, by the card's
 * number in the hand ("3 mitten"), or on a page, where they tap the card.
 */
static void tell(struct lobby *lobby, struct exercise *exercise, enum message message)
{
	const struct person *person = exercise->person;
	struct string words = STRING_EMPTY;
	struct move move = move_of(ACT_PLAY, CARD_NONE);
	enum message lesson = is_over(exercise) ? message : steps[count_steps(exercise)].message;
	if (!is_over(exercise)) {
		char number[TYPED];
		struct text text = text_in(number, sizeof number);
		unsigned place;
		move = requested_move(exercise, &place);
		text_number(&text, place);
		if (person_is_guest(person))
			eventtext_move(&words, lobby->catalog, render_page_locale(person), move);
		else
			eventtext_move_with(
				&words, lobby->catalog, person_locale(person), move, number);
	}
	const struct arg *said =
		ARGS(arg_text("move", words.bytes), arg_cards("card", &move.card, 1));
	const struct arg step = arg_filled("step", MSG_TUTORIAL_SAY, said);
	const struct arg *explained = ARGS(step);
	exercise_tell(lobby, exercise, message,
		ARGS(arg_text("move", words.bytes), arg_cards("card", &move.card, 1), step,
			arg_filled("lesson", lesson, explained),
			arg_number("points",
				state_score(table_state(exercise->table), EXERCISE_SEAT))));
	string_free(&words);
}

static void explain(struct lobby *lobby, struct exercise *exercise, bool requested)
{
	(void)requested;
	tell(lobby, exercise, steps[count_steps(exercise)].message);
}

static bool is_wanted(struct lobby *lobby, struct exercise *exercise, struct move move)
{
	unsigned place;
	const struct move wanted = requested_move(exercise, &place);
	if (move.call == wanted.call && card_rank(move.card) == card_rank(wanted.card))
		return true;
	/* A page shows only the last text, so the text there explains the move again. */
	tell(lobby, exercise,
		person_is_guest(exercise->person) ? MSG_TUTORIAL_OTHER : MSG_TUTORIAL_INSTEAD);
	return false;
}

static struct move asked(const struct exercise *exercise)
{
	unsigned place;
	return requested_move(exercise, &place);
}

/* Finds the teacher's answer to the learner's last move. */
static bool answer(struct lobby *lobby, struct exercise *exercise, struct move *move)
{
	(void)lobby;
	*move = read_step(steps[count_steps(exercise) - 1].answer);
	return true;
}

static bool finish(struct lobby *lobby, struct exercise *exercise)
{
	tell(lobby, exercise, MSG_TUTORIAL_END);
	return true;
}

const struct exercise_kind tutorial_exercise = {
	.name = "tutorial",
	.level = LEVEL_NORMAL,
	.stopped = MSG_TUTORIAL_STOPPED,
	.full = MSG_TUTORIAL_FULL,
	.enough = MSG_TUTORIAL_TWO,
	.shuffle = shuffle,
	.explain = explain,
	.accept = is_wanted,
	.asked = asked,
	.answer = answer,
	.is_over = is_over,
	.finish = finish,
};

enum message tutorial_visit(
	struct lobby *lobby, const struct exercise_visit *visit, char key[SEAT_KEY])
{
	return exercise_begin_on_page(
		lobby, &tutorial_exercise, &mitaines_game, visit->client, key);
}
