#include "bot/command/lesson.h"

#include <stdlib.h>
#include <string.h>

#include "bot/talk/phrase.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"

enum { LEARNER, TEACHER, LESSONS_MOST = 50 };

struct lesson {
	struct person *person;
	struct table *table;
	struct channel place; /* where the table stands: nowhere */
	unsigned step;
	int64_t since; /* ms: when the learner last did something */
};

/* What is to be learnt, the move that shows it, and what the other player does then. */
struct step {
	enum word word;
	const char *move;
	const char *answer;
};

static const struct step steps[] = {
	{ WORD_LESSON_SWEEP, "5H", "8C" },
	{ WORD_LESSON_PAIR, "8D", "3S" },
	{ WORD_LESSON_CALL, "7C mitten", "4D" },
	{ WORD_LESSON_COMPLETE, "7H", "2H" },
	{ WORD_LESSON_THROW, "KS", "9C mitten" },
	{ WORD_LESSON_STEAL, "9H", "9D" },
	{ WORD_LESSON_GLOVE, "QC glove", "TD" },
	{ WORD_LESSON_BOUND, "QH", "4S" },
	{ WORD_LESSON_TEN, "QD", "5S" },
	{ WORD_LESSON_JACK, "JS", NULL },
};

enum { STEPS = sizeof steps / sizeof steps[0] };

/* Dealt by the teacher: three and three to the learner, him and the pile; then the next deal. */
static const char deal[] = "5H 8D 7C KC 6C 8C 3S 4D 7H KS 9H 2D 5C 2H 9C 9D "
			   "QC QH QD TD 4S 5S JS 3D 8S 6S 6D 7D";

/* The cards of the deal, then all others. */
static void lay_out(card deck[CARD_COUNT])
{
	const char *at = deal;
	cards left = CARDS_ALL;
	unsigned count = 0;
	for (card c; card_read(&at, NOTATION_ENGLISH, &c); at += *at == ' ') {
		deck[count++] = c;
		left &= ~card_bit(c);
	}
	for (; left != 0; left &= left - 1)
		deck[count++] = cards_first(left);
}

static struct move read_step(const char *text)
{
	struct move move = move_of(ACT_PLAY, CARD_NONE);
	move_read(text, NOTATION_ENGLISH, &move);
	return move;
}

struct table *lesson_table(struct lesson *lesson)
{
	return lesson->table;
}

static void tell(struct lobby *lobby, struct lesson *lesson, enum word word)
{
	struct voice voice = person_voice(lesson->person);
	voice.style = STYLE_ASCII; /* as the learner would type it */
	struct string move = STRING_EMPTY;
	if (lesson->step < STEPS)
		phrase_move(&move, lobby->words, voice, read_step(steps[lesson->step].move));
	speech_tell(&lobby->speech, lesson->person, word,
		ARGS(arg_text("move", move.bytes),
			arg_number("points", state_score(table_state(lesson->table), LEARNER))));
	string_free(&move);
}

void lesson_hint(struct lobby *lobby, struct lesson *lesson)
{
	tell(lobby, lesson, steps[lesson->step].word);
}

void lesson_show(struct lobby *lobby, struct lesson *lesson)
{
	speech_hand(&lobby->speech, lesson->table, LEARNER);
	lesson_hint(lobby, lesson);
}

static void close(struct lesson *lesson)
{
	table_free(lesson->table);
	free(lesson);
}

static void end(struct commands *commands, const struct lesson *lesson)
{
	size_t place = 0;
	while (commands->lesson[place] != lesson)
		place++;
	close(commands->lesson[place]);
	commands->lesson[place] = commands->lesson[--commands->lessons];
}

void lesson_close_all(struct commands *commands)
{
	while (commands->lessons > 0)
		close(commands->lesson[--commands->lessons]);
	free(commands->lesson);
	commands->lesson = NULL;
}

static struct lesson *find(const struct commands *commands, const struct person *person)
{
	for (size_t i = 0; i < commands->lessons; i++)
		if (commands->lesson[i]->person == person)
			return commands->lesson[i];
	return NULL;
}

struct lesson *lesson_meant(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct lesson *lesson = find(request->commands, request->who);
	if (lesson == NULL || request->channel != NULL || request->number > 0)
		return NULL;
	if (!tables_plays(&lobby->tables, request->who))
		return lesson;
	end(request->commands, lesson);
	return NULL;
}

/* The learner's move and what comes of it, told in one line. */
static void apply(struct lobby *lobby, struct lesson *lesson, const struct step *step)
{
	struct facts facts = { .count = 0 };
	struct state *state = table_state(lesson->table);
	lesson->table->game->apply(state, read_step(step->move), &facts);
	if (step->answer != NULL)
		lesson->table->game->apply(state, read_step(step->answer), &facts);
	speech_facts_to(&lobby->speech, lesson->table, listener_person(lesson->person), &facts);
}

enum refusal lesson_move(struct commands *commands, struct lesson *lesson, struct move move)
{
	struct lobby *lobby = commands->lobby;
	const struct step *step = &steps[lesson->step];
	struct table *table = lesson->table;
	lesson->since = lobby_now(lobby);
	union any_view seen;
	table->game->view(table_state(table), LEARNER, &seen.view);
	enum refusal refusal = game_check(table->game, &seen.view, move);
	if (refusal != REFUSE_NONE)
		return refusal;
	if (!move_equal(move, read_step(step->move))) {
		tell(lobby, lesson, WORD_LESSON_INSTEAD);
		return REFUSE_NONE;
	}
	apply(lobby, lesson, step);
	if (++lesson->step < STEPS) {
		lesson_show(lobby, lesson);
	} else {
		tell(lobby, lesson, WORD_LESSON_END);
		end(commands, lesson);
	}
	return REFUSE_NONE;
}

static bool lay_table(struct lesson *lesson)
{
	card deck[CARD_COUNT];
	lay_out(deck);
	lesson->table = table_new(&lesson->place, games[0], 0);
	if (lesson->table == NULL)
		return false;
	lesson->table->lesson = true;
	table_sit(lesson->table, lesson->person, LEVEL_NORMAL);
	table_sit(lesson->table, NULL, LEVEL_NORMAL);
	lesson->table->running = true;
	game_start(games[0], table_state(lesson->table), 2, TEACHER);
	games[0]->deal(table_state(lesson->table), deck, NULL);
	return true;
}

/* What the learner is told instead of a channel's name. */
static void name_place(const struct lobby *lobby, struct lesson *lesson)
{
	struct string place = STRING_EMPTY;
	struct text name = text_in(lesson->place.name, sizeof lesson->place.name);
	words_add(&place, lobby->words, person_voice(lesson->person), WORD_LESSON_PLACE, NO_ARGS);
	text_add(&name, place.bytes);
	string_free(&place);
}

static struct lesson *open(struct commands *commands, struct person *person)
{
	const struct lobby *lobby = commands->lobby;
	struct lesson **grown =
		realloc(commands->lesson, (commands->lessons + 1) * sizeof(struct lesson *));
	struct lesson *lesson = calloc(1, sizeof *lesson);
	if (grown != NULL)
		commands->lesson = grown;
	if (grown == NULL || lesson == NULL) {
		free(lesson);
		return NULL;
	}
	lesson->person = person;
	lesson->place.network = person->network;
	lesson->since = lobby_now(lobby);
	name_place(lobby, lesson);
	if (lay_table(lesson))
		return commands->lesson[commands->lessons++] = lesson;
	free(lesson);
	return NULL;
}

/* The learner who was silent longest makes room. */
static void make_room(struct commands *commands)
{
	const struct lesson *oldest = NULL;
	for (size_t i = 0; i < commands->lessons; i++)
		if (oldest == NULL || commands->lesson[i]->since < oldest->since)
			oldest = commands->lesson[i];
	if (commands->lessons >= LESSONS_MOST)
		end(commands, oldest);
}

static void run_tutorial(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct lesson *lesson = find(request->commands, request->who);
	char word[16] = "";
	if (request->args > 0)
		fold_word(request->arg[0], word, sizeof word);
	bool stop = strcmp(word, "stop") == 0 || strcmp(word, "arreter") == 0;
	if (lesson != NULL)
		end(request->commands, lesson);
	if (stop || tables_plays(&lobby->tables, request->who)) {
		speech_tell(&lobby->speech, request->who,
			stop ? WORD_LESSON_STOPPED : WORD_LESSON_SEATED, NO_ARGS);
		return;
	}
	make_room(request->commands);
	lesson = open(request->commands, request->who);
	if (lesson == NULL)
		return;
	speech_tell(&lobby->speech, request->who, WORD_LESSON_BEGIN, NO_ARGS);
	lesson_show(lobby, lesson);
}

const struct command lesson_commands[] = {
	{ "tutorial tutoriel", ANYWHERE, TABLE_NONE, LIST_BEGIN, WORD_HELP_TUTORIAL, run_tutorial },
	{ NULL, 0, TABLE_NONE, UNLISTED, WORD_OK, NULL },
};
