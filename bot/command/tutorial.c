#include "bot/command/tutorial.h"

#include <stdlib.h>

#include "bot/base/memory.h"
#include "bot/match/deck.h"
#include "bot/talk/hand.h"
#include "bot/talk/render.h"
#include "bot/talk/speech.h"
#include "bot/talk/turn.h"

enum { LEARNER, TEACHER };
/* More bytes than the number of a card in a hand has. */
enum { TYPED = 8 };

/* ms that a tutorial must have been idle before a new one may end it */
enum { IDLE_MS = 10 * 60 * 1000 };

struct tutorial {
	struct person *person;
	struct table *table;
	unsigned step;
	int64_t since; /* ms: when the learner last gave a command */
};

/* A step: the message that explains it, the move to learn, and the teacher's answer. */
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
	move_read(text, NOTATION_ENGLISH, &move);
	return move;
}

/*
 * Returns the move that the current step teaches. Any card of the same rank will do: if the learner
 * has already played the step's card, names another card of the rank from their hand.
 */
static struct move requested_move(const struct tutorial *tutorial)
{
	struct move move = read_step(steps[tutorial->step].move);
	union any_view seen;
	card hand[HAND_MAX];
	const struct table *table = tutorial->table;
	table->game->view(table_state(tutorial->table), LEARNER, &seen.view);
	unsigned count = table->game->hand(&seen.view, hand);
	card other = move.card;
	for (unsigned i = 0; i < count; i++)
		if (hand[i] == move.card)
			return move;
		else if (card_rank(hand[i]) == card_rank(move.card))
			other = hand[i];
	move.card = other;
	return move;
}

/* Adds a move as a learner types it in chat, by the card's number in the hand: "3 mitten". */
static void add_typed_move(struct lobby *lobby, const struct tutorial *tutorial,
	struct locale locale, struct move move, struct string *out)
{
	char number[TYPED];
	struct text text = text_in(number, sizeof number);
	struct turn_cards turn;
	union any_view seen;
	tutorial->table->game->view(table_state(tutorial->table), LEARNER, &seen.view);
	turn_read_cards(tutorial->table->game, &seen.view, &turn);
	text_number(&text, turn_find_number(&turn, turn.places, move.card));
	eventtext_move_with(out, lobby->catalog, locale, move, number);
}

/* Tells the learner a message: in private, or on the page of a visitor, who taps the card. */
static void tell(struct lobby *lobby, struct tutorial *tutorial, enum message message)
{
	bool page = person_is_visitor(tutorial->person);
	struct locale locale =
		page ? render_page_locale(tutorial->person) : person_locale(tutorial->person);
	struct string words = STRING_EMPTY;
	struct move move = { .act = ACT_PLAY, .card = CARD_NONE };
	if (tutorial->step < STEPS)
		move = requested_move(tutorial);
	if (tutorial->step < STEPS && page)
		eventtext_move(&words, lobby->catalog, locale, move);
	else if (tutorial->step < STEPS)
		add_typed_move(lobby, tutorial, locale, move, &words);
	const struct arg *step =
		ARGS(arg_text("move", words.bytes), arg_cards("card", &move.card, 1));
	const struct arg *args = ARGS(arg_text("move", words.bytes),
		arg_cards("card", &move.card, 1), arg_filled("step", MSG_TUTORIAL_SAY, step),
		arg_number("points", state_score(table_state(tutorial->table), LEARNER)));
	if (page)
		page_lines_say(&lobby->speech.page_lines, tutorial->table, message, args);
	else
		speech_tell(&lobby->speech, tutorial->person, message, args);
	string_free(&words);
}

void tutorial_hint(struct lobby *lobby, struct tutorial *tutorial)
{
	tell(lobby, tutorial, steps[tutorial->step].message);
}

void tutorial_show(struct lobby *lobby, struct tutorial *tutorial)
{
	hand_show(&lobby->speech, tutorial->table, LEARNER);
	tutorial_hint(lobby, tutorial);
}

static void close(struct lobby *lobby, struct tutorial *tutorial)
{
	page_lines_remove(&lobby->speech.page_lines, tutorial->table, 0);
	table_free(tutorial->table);
	free(tutorial);
}

static void end(struct commands *commands, const struct tutorial *tutorial)
{
	size_t place = 0;
	while (commands->tutorial[place] != tutorial)
		place++;
	close(commands->lobby, commands->tutorial[place]);
	commands->tutorial[place] = commands->tutorial[--commands->tutorials];
}

void tutorial_close_all(struct commands *commands)
{
	while (commands->tutorials > 0)
		close(commands->lobby, commands->tutorial[--commands->tutorials]);
	free(commands->tutorial);
	commands->tutorial = NULL;
}

static struct tutorial *find(const struct commands *commands, const struct person *person)
{
	for (size_t i = 0; i < commands->tutorials; i++)
		if (commands->tutorial[i]->person == person)
			return commands->tutorial[i];
	return NULL;
}

/* True if a person sits at a table, and tables do not wait for tutorials. */
static bool must_play(const struct lobby *lobby, const struct person *person)
{
	return !lobby->settings.matches_wait && tables_has_player(&lobby->tables, person);
}

struct table *tutorial_table_of(const struct commands *commands, const struct person *person)
{
	struct tutorial *tutorial = find(commands, person);
	return tutorial != NULL ? tutorial->table : NULL;
}

struct tutorial *tutorial_find(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct tutorial *tutorial = find(request->commands, request->from.person);
	if (tutorial == NULL || request->from.channel != NULL || request->number > 0)
		return NULL;
	if (!must_play(lobby, request->from.person))
		return tutorial;
	end(request->commands, tutorial);
	return NULL;
}

/* Makes the learner's move and the teacher's answer. Tells both in one line. */
static void apply(struct lobby *lobby, struct tutorial *tutorial, struct move move)
{
	const struct step *step = &steps[tutorial->step];
	struct events events = { .count = 0 };
	struct state *state = table_state(tutorial->table);
	tutorial->table->game->apply(state, move, &events);
	if (step->answer != NULL)
		tutorial->table->game->apply(state, read_step(step->answer), &events);
	tutorial->table->moves++;
	struct listener listener = listener_person(tutorial->person);
	if (person_is_visitor(tutorial->person))
		page_lines_tell_events(&lobby->speech.page_lines, tutorial->table, &events);
	else
		speech_tell_events_to(&lobby->speech, tutorial->table, &listener, &events);
}

/* Shows the hand of the match that waited for the learner, if it is their turn there. */
static void resume_match(struct lobby *lobby, const struct person *person)
{
	struct table *table;
	unsigned seat;
	for (size_t n = 0; (table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;)
		if (table->running && table_state(table)->turn == seat)
			hand_show(&lobby->speech, table, seat);
}

/* Closes the table of a tutorial on a page, which tutorial_end frees later. */
static void close_page(struct tutorial *tutorial)
{
	table_close(tutorial->table);
	tutorial->table->running = false;
}

enum refusal tutorial_move(struct commands *commands, struct tutorial *tutorial, struct move move)
{
	struct lobby *lobby = commands->lobby;
	struct table *table = tutorial->table;
	tutorial->since = lobby_now(lobby);
	union any_view seen;
	table->game->view(table_state(table), LEARNER, &seen.view);
	move = game_canonical(table->game, &seen.view, move);
	enum refusal refusal = game_check(table->game, &seen.view, move);
	if (refusal != REFUSE_NONE)
		return refusal;
	const struct move asked = requested_move(tutorial);
	if (move.call != asked.call || card_rank(move.card) != card_rank(asked.card)) {
		tell(lobby, tutorial, MSG_TUTORIAL_INSTEAD);
		return REFUSE_NONE;
	}
	apply(lobby, tutorial, move);
	if (++tutorial->step < STEPS) {
		tutorial_show(lobby, tutorial);
		return REFUSE_NONE;
	}
	tell(lobby, tutorial, MSG_TUTORIAL_END);
	if (person_is_visitor(tutorial->person)) {
		close_page(tutorial);
	} else {
		const struct person *learner = tutorial->person;
		end(commands, tutorial);
		resume_match(lobby, learner);
	}
	return REFUSE_NONE;
}

static void lay_table(struct lobby *lobby, struct tutorial *tutorial)
{
	card deck[DECK_MAX];
	struct person *person = tutorial->person;
	tutorial->table = table_new_private(
		person->network, &(struct channel_settings){ .quiet = false }, games[0], 0);
	tutorial->table->tutorial = true;
	tutorial->table->rated = false;
	table_take_seat(tutorial->table, person, LEVEL_NORMAL);
	table_take_seat(tutorial->table, NULL, LEVEL_NORMAL);
	tutorial->table->running = true;
	game_start(games[0], table_state(tutorial->table), 2, TEACHER);
	tutorial->table->deck = (struct table_deck){ .source = DECK_LAID_OUT, .laid = deal };
	deck_next(lobby, tutorial->table, 1, deck);
	games[0]->deal(table_state(tutorial->table), deck, NULL);
}

static struct tutorial *open(struct commands *commands, struct person *person)
{
	struct lobby *lobby = commands->lobby;
	struct tutorial *tutorial = memory_new(1, sizeof *tutorial);
	commands->tutorial =
		memory_grow(commands->tutorial, commands->tutorials + 1, sizeof(struct tutorial *));
	tutorial->person = person;
	tutorial->since = lobby_now(lobby);
	lay_table(lobby, tutorial);
	return commands->tutorial[commands->tutorials++] = tutorial;
}

bool tutorial_make_room(struct commands *commands)
{
	const struct tutorial *oldest = NULL;
	if (commands->tutorials < commands->lobby->settings.exercises)
		return true;
	for (size_t i = 0; i < commands->tutorials; i++)
		if (oldest == NULL || commands->tutorial[i]->since < oldest->since)
			oldest = commands->tutorial[i];
	if (oldest == NULL || lobby_now(commands->lobby) - oldest->since < IDLE_MS)
		return false;
	end(commands, oldest);
	return true;
}

void tutorial_begin(struct commands *commands, struct person *person)
{
	struct lobby *lobby = commands->lobby;
	struct tutorial *tutorial = open(commands, person);
	page_lines_get(&lobby->speech.page_lines, tutorial->table, LEARNER);
	tutorial_show(lobby, tutorial);
}

int64_t tutorial_last_act(const struct commands *commands, const struct person *person)
{
	const struct tutorial *tutorial = find(commands, person);
	return tutorial != NULL ? tutorial->since : 0;
}

void tutorial_end(struct commands *commands, const struct person *person)
{
	const struct tutorial *tutorial = find(commands, person);
	if (tutorial != NULL)
		end(commands, tutorial);
}

bool tutorial_stop(struct request *request)
{
	struct tutorial *tutorial = request->tutorial;
	if (tutorial == NULL)
		return false;
	command_tell(request, MSG_TUTORIAL_STOPPED, NO_ARGS);
	if (person_is_visitor(tutorial->person)) {
		close_page(tutorial);
		return true;
	}
	end(request->commands, tutorial);
	resume_match(request->lobby, request->from.person);
	return true;
}

static void run_tutorial(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct tutorial *tutorial = find(request->commands, request->from.person);
	bool stop = command_has_word(request, 0, "stop arreter");
	if (tutorial != NULL)
		end(request->commands, tutorial);
	if (stop || must_play(lobby, request->from.person)) {
		command_tell(request, stop ? MSG_TUTORIAL_STOPPED : MSG_TUTORIAL_SEATED, NO_ARGS);
		if (tutorial != NULL)
			resume_match(lobby, request->from.person);
		return;
	}
	if (!tutorial_make_room(request->commands)) {
		command_refuse(request, REFUSED_TABLE);
		command_tell(request, MSG_TUTORIAL_FULL, NO_ARGS);
		return;
	}
	tutorial = open(request->commands, request->from.person);
	command_tell(request, MSG_TUTORIAL_BEGIN, NO_ARGS);
	tutorial_show(lobby, tutorial);
}

const struct command tutorial_commands[] = {
	{ "tutorial tutoriel", ANYWHERE, TABLE_NONE, LIST_BEGIN, MSG_HELP_TUTORIAL, run_tutorial },
	{ NULL, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
