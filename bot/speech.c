#include "bot/speech.h"

#include <string.h>

#include "bot/command/audience.h"
#include "bot/phrase.h"

/* Bytes after which news go on in another line: what one line of a network takes in any case. */
enum { LINE_FULL = 320 };

/* So long new cards may wait to be shown until their owner is to play, in ms. */
enum { HAND_MS = 1500 };

/* For so many turns' time the line that shows a hand is waited for. */
enum { WAIT_TURNS = 2 };

static const enum word refusals[] = {
#define X(name) WORD_REFUSE_##name,
	REFUSALS(X)
#undef X
};

enum word speech_refusal(enum refusal refusal)
{
	return refusals[refusal];
}

/* Hands the scratch line to somebody, line by line, and empties it; what `waits` knows it by. */
static uint64_t tell_line(struct lobby *lobby, const struct person *person)
{
	struct network *network = person->network;
	uint64_t told = 0;
	char *at = lobby->line.bytes;
	while (*at != '\0' && person->connection != NULL) {
		char *end = at + strcspn(at, "\n");
		char *next = *end == '\n' ? end + 1 : end;
		if (*end == '\n')
			*end = '\0';
		told = network->driver->tell(network, person->connection, person->via, at);
		at = next;
	}
	string_clear(&lobby->line);
	return told;
}

static void say_line(struct lobby *lobby, const struct channel *channel)
{
	struct network *network = channel->network;
	if (lobby->line.length > 0)
		network->driver->say(network, channel->name, lobby->line.bytes);
	string_clear(&lobby->line);
}

static struct phrase phrase_for(
	struct lobby *lobby, struct table *table, const struct person *person, unsigned seat)
{
	return (struct phrase){
		.out = &lobby->line,
		.words = lobby->words,
		.voice = person != NULL ? person_voice(person) : table->channel->terms.voice,
		.table = table,
		.seat = seat,
	};
}

/* Begins the scratch line with the table's number, if it has one: a lesson's has not. */
static void name_table(const struct phrase *phrase)
{
	if (phrase->table->number > 0)
		phrase_word(phrase, "", WORD_TABLE_PREFIX,
			ARGS(arg_number("table", phrase->table->number)));
}

void speech_tell(
	struct lobby *lobby, const struct person *person, enum word word, const struct arg *args)
{
	words_add(&lobby->line, lobby->words, person_voice(person), word, args);
	tell_line(lobby, person);
}

void speech_channel(
	struct lobby *lobby, const struct channel *channel, enum word word, const struct arg *args)
{
	words_add(&lobby->line, lobby->words, channel->terms.voice, word, args);
	say_line(lobby, channel);
}

static bool has_tables(const struct lobby *lobby, const struct channel *channel)
{
	for (size_t i = 0; i < lobby->tables; i++)
		if (lobby->table[i]->channel == channel && !lobby->table[i]->closed)
			return true;
	return false;
}

void speech_announce(struct lobby *lobby, bool all, enum word word, const struct arg *args)
{
	for (size_t i = 0; i < lobby->channels; i++)
		if (lobby->channel[i]->here && (all || has_tables(lobby, lobby->channel[i])))
			speech_channel(lobby, lobby->channel[i], word, args);
}

void speech_coda(struct lobby *lobby, struct table *table, enum word word, const struct arg *args)
{
	struct phrase phrase = phrase_for(lobby, table, NULL, SEAT_NONE);
	const struct person *watcher;
	if (lobby->told != table)
		speech_flush(lobby);
	phrase.out = &lobby->coda;
	phrase_word(&phrase, " ", word, args);
	for (size_t n = 0; (watcher = audience_next(lobby, table, &n)) != NULL;) {
		phrase = phrase_for(lobby, table, watcher, SEAT_NONE);
		phrase.out = audience_coda(lobby, table, watcher);
		phrase_word(&phrase, " ", word, args);
	}
}

/* Ends a line to the channel (NULL), or to somebody who may watch the table, with his coda. */
static void add_coda(
	struct lobby *lobby, const struct phrase *phrase, const struct person *bystander)
{
	struct string *coda =
		bystander == NULL ? &lobby->coda : audience_coda(lobby, phrase->table, bystander);
	if (coda == NULL || coda->length == 0)
		return;
	if (phrase->out->length == 0)
		name_table(phrase);
	string_char(phrase->out, ' ');
	string_add(phrase->out, coda->bytes);
	string_clear(coda);
}

/* Lets out the scratch line: to a bystander in private or, when NULL, to the table's channel. */
static void end_line(struct lobby *lobby, const struct table *table, const struct person *bystander)
{
	if (bystander != NULL)
		tell_line(lobby, bystander);
	else
		say_line(lobby, table->channel);
}

void speech_tell_of(struct lobby *lobby, struct table *table, const struct person *person,
	enum word word, const struct arg *args)
{
	struct phrase phrase = phrase_for(lobby, table, person, SEAT_NONE);
	name_table(&phrase);
	phrase_word(&phrase, " ", word, args);
	add_coda(lobby, &phrase, person);
	end_line(lobby, table, person);
}

void speech_say(struct lobby *lobby, struct table *table, enum word word, const struct arg *args)
{
	const struct person *watcher;
	speech_flush(lobby);
	speech_tell_of(lobby, table, NULL, word, args);
	for (size_t n = 0; (watcher = audience_next(lobby, table, &n)) != NULL;)
		speech_tell_of(lobby, table, watcher, word, args);
}

static bool begins_line(uint8_t kind)
{
	return kind == FACT_HAND || kind == FACT_HAND_END || kind == FACT_SWAP;
}

/* Whether a fact is a card that goes by and changes little; one that captures is told with it. */
static bool goes_by(const struct facts *facts, unsigned i)
{
	const struct fact *fact = &facts->fact[i];
	switch (fact->kind) {
	case FACT_PLAY:
		return fact->number == CALL_NONE &&
			!(i + 1 < facts->count && fact[1].kind == FACT_CAPTURE);
	case FACT_PLACE:
	case FACT_DISCARD:
	case FACT_PICK_UP:
	case FACT_TAKE:
	case FACT_KEEP:
	case FACT_FOREPLACE: return true;
	default: return false;
	}
}

static void say_facts(const struct phrase *phrase, struct lobby *lobby,
	const struct person *bystander, const struct facts *facts)
{
	bool quiet = bystander == NULL && phrase->table->channel->terms.quiet;
	for (unsigned i = 0; i < facts->count; i++) {
		const struct fact *fact = &facts->fact[i];
		if (quiet && goes_by(facts, i))
			continue;
		if (begins_line(fact->kind) || phrase->out->length > LINE_FULL)
			end_line(lobby, phrase->table, bystander);
		if (phrase->out->length == 0)
			name_table(phrase);
		phrase_fact(phrase, " ", fact);
		if (fact->kind == FACT_CAPTURE)
			i += phrase_points(phrase, fact, facts->count - i);
	}
}

/* Remembers for speech_hands what facts mean for each seat. */
static void note_facts(struct lobby *lobby, struct table *table, const struct facts *facts)
{
	for (unsigned i = 0; i < facts->count; i++) {
		const struct fact *fact = &facts->fact[i];
		if (fact->kind == FACT_DEAL || fact->kind == FACT_SWAP) {
			table->due = (uint16_t)-1;
			table->due_at = lobby_now(lobby) + HAND_MS;
		}
		if (fact->eyes == EYES_ALL)
			continue;
		for (unsigned seat = 0; seat < table->taken; seat++) {
			bool giver = fact->kind == FACT_GIVE && fact->seat == seat;
			if (giver || !(fact->eyes & 1u << seat) || table->seat[seat].player == NULL)
				continue;
			struct phrase phrase =
				phrase_for(lobby, table, table->seat[seat].player, seat);
			phrase.out = &lobby->aside[seat];
			phrase_fact(&phrase, " ", fact);
		}
	}
}

/* With NULL for the bystander, to the channel. */
void speech_facts_to(struct lobby *lobby, struct table *table, const struct person *bystander,
	const struct facts *facts)
{
	const struct state *state = table_state(table);
	struct phrase phrase = phrase_for(lobby, table, bystander, SEAT_NONE);
	if (lobby->heralded != NULL) {
		name_table(&phrase);
		phrase_word(
			&phrase, " ", lobby->herald, ARGS(arg_text("seat", lobby->heralded->name)));
	}
	say_facts(&phrase, lobby, bystander, facts);
	add_coda(lobby, &phrase, bystander);
	if (state->phase == PHASE_PLAY) {
		char name[NETWORK_NICK];
		if (phrase.out->length == 0)
			name_table(&phrase);
		phrase_word(&phrase, " ", WORD_TURN_NEXT,
			ARGS(arg_text("seat", table_name(table, state->turn, name))));
	}
	end_line(lobby, table, bystander);
}

void speech_facts(struct lobby *lobby, struct table *table, const struct facts *facts)
{
	struct facts *news = &lobby->news;
	if (lobby->told != table || news->count + facts->count > FACTS_MAX)
		speech_flush(lobby);
	lobby->told = table;
	memcpy(news->fact + news->count, facts->fact, facts->count * sizeof facts->fact[0]);
	news->count += facts->count;
	note_facts(lobby, table, facts);
	/* What ends is told from the state as it is now. */
	if (table_state(table)->phase != PHASE_PLAY)
		speech_flush(lobby);
}

void speech_flush(struct lobby *lobby)
{
	struct table *table = lobby->told;
	const struct person *watcher;
	if (table == NULL)
		return;
	lobby->told = NULL;
	speech_facts_to(lobby, table, NULL, &lobby->news);
	for (size_t n = 0; (watcher = audience_next(lobby, table, &n)) != NULL;)
		speech_facts_to(lobby, table, watcher, &lobby->news);
	lobby->news.count = 0;
	lobby->heralded = NULL;
}

void speech_herald(struct lobby *lobby, enum word word, const struct person *person)
{
	speech_flush(lobby);
	lobby->herald = word;
	lobby->heralded = person;
}

/* Adds what lies on the table as the phrase's listener sees it; in brief what a move depends on. */
static bool add_table(struct lobby *lobby, const struct phrase *phrase, bool brief)
{
	struct facts facts = { .count = 0 };
	const char *dot = words_between_parts(phrase->voice);
	bool any = false;
	phrase->table->game->describe(lobby->view, &facts);
	for (unsigned i = 0; i < facts.count; i++) {
		const struct fact *fact = &facts.fact[i];
		if (brief && (fact->kind == FACT_HELD || fact->kind == FACT_STOCK))
			continue;
		if (i > 0 && fact->kind == FACT_COLUMN && facts.fact[i - 1].kind == FACT_COLUMN &&
			fact->seat == facts.fact[i - 1].seat)
			phrase_word(phrase, ", ", WORD_FACT_COLUMN_MORE,
				ARGS(arg_cards("cards", fact->cards, fact->count)));
		else if (brief && fact->kind == FACT_PILE && fact->count > 1) {
			phrase_pile(phrase, any ? dot : " ", fact);
			any = true;
		} else
			any = phrase_fact(phrase, any ? dot : " ", fact) || any;
	}
	return any;
}

enum word speech_turn(struct lobby *lobby, const struct table *table)
{
	static const struct {
		enum act act;
		enum word word;
	} words[] = {
		{ ACT_GIVE, WORD_HAND_TURN_GIVE },
		{ ACT_KEEP, WORD_HAND_TURN_FOREPLACE },
		{ ACT_DRAW, WORD_HAND_TURN_DRAW },
		{ ACT_TAKE, WORD_HAND_TURN_DRAW },
		{ ACT_PLACE, WORD_HAND_TURN_PLACE },
		{ ACT_PLAY, WORD_HAND_TURN },
		{ ACT_DISCARD, WORD_HAND_TURN_PLACE },
	};
	struct moves moves;
	table->game->view_legal(lobby->view, &moves);
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		for (unsigned k = 0; k < moves.count; k++)
			if (moves.move[k].act == words[i].act)
				return words[i].word;
	return WORD_HAND_TURN;
}

void speech_hand(struct lobby *lobby, struct table *table, unsigned seat)
{
	const struct state *state = table_state(table);
	struct seat *place = &table->seat[seat];
	struct phrase phrase = phrase_for(lobby, table, place->player, seat);
	char name[NETWORK_NICK];
	bool turn = state->phase == PHASE_PLAY && state->turn == seat;
	table->game->view(state, seat, lobby->view);
	name_table(&phrase);
	phrase_word(&phrase, " ", turn ? speech_turn(lobby, table) : WORD_HAND_WAIT,
		ARGS(arg_text("channel", table->channel->name),
			arg_text("seat", table_name(table, state->turn, name))));
	if (lobby->aside[seat].length > 0) {
		string_char(phrase.out, ' ');
		string_add(phrase.out, lobby->aside[seat].bytes);
	}
	bool any = add_table(lobby, &phrase, true);
	place->shown = (uint8_t)table->game->hand(lobby->view, place->hand);
	phrase_word(&phrase, any ? words_between_parts(phrase.voice) : " ",
		place->shown > 0 ? WORD_HAND_CARDS : WORD_HAND_EMPTY, NO_ARGS);
	phrase_hand(&phrase, place->hand, place->shown);
	uint64_t told = tell_line(lobby, place->player);
	table->due &= (uint16_t) ~(1u << seat);
	if (turn && told != 0 && table->told_by == 0) {
		table->told = told;
		table->told_by = lobby_now(lobby) +
			(int64_t)table->channel->terms.turn_seconds * 1000 * WAIT_TURNS;
	}
}

/* Whether a seat's turn comes after nothing but moves that AI players are about to make. */
static bool comes_soon(struct table *table, unsigned seat)
{
	const struct state *state = table_state(table);
	for (unsigned i = state->turn; i != seat; i = (i + 1) % state->players)
		if (!table_automatic(table, i))
			return false;
	return table->channel->here;
}

void speech_hands(struct lobby *lobby, struct table *table)
{
	const struct state *state = table_state(table);
	for (unsigned seat = 0; seat < table->taken; seat++) {
		bool due = (table->due & 1u << seat) && !comes_soon(table, seat);
		bool show = due || state->turn == seat || lobby->aside[seat].length > 0;
		if (state->phase == PHASE_PLAY && show && !table_automatic(table, seat)) {
			speech_flush(lobby);
			speech_hand(lobby, table, seat);
		}
		string_clear(&lobby->aside[seat]);
	}
}

void speech_hands_due(struct lobby *lobby, struct table *table)
{
	for (unsigned seat = 0; seat < table->taken; seat++)
		if ((table->due & 1u << seat) && !table_automatic(table, seat))
			speech_hand(lobby, table, seat);
	table->due = 0;
}

void speech_show(struct lobby *lobby, struct table *table, const struct person *person)
{
	const struct state *state = table_state(table);
	struct phrase phrase = phrase_for(lobby, table, person, SEAT_NONE);
	char name[NETWORK_NICK];
	name_table(&phrase);
	if (state->phase == PHASE_PLAY) {
		table->game->view(state, SEAT_NONE, lobby->view);
		add_table(lobby, &phrase, false);
		phrase_word(&phrase, words_between_parts(phrase.voice), WORD_TURN_NEXT,
			ARGS(arg_text("seat", table_name(table, state->turn, name))));
	} else {
		phrase_word(&phrase, " ", WORD_TABLE_OPEN,
			ARGS(arg_text("game", table->game->name),
				arg_text("preset", table->game->presets[table->preset]),
				arg_text("options", table->options),
				arg_text("names", speech_names(lobby, table))));
	}
	add_coda(lobby, &phrase, person);
	end_line(lobby, table, person);
}

const char *speech_names(struct lobby *lobby, struct table *table)
{
	struct phrase phrase = phrase_for(lobby, table, NULL, SEAT_NONE);
	phrase.out = &lobby->list;
	string_clear(&lobby->list);
	phrase_names(&phrase);
	return lobby->list.bytes;
}

const char *speech_scores(struct lobby *lobby, struct table *table)
{
	struct phrase phrase = phrase_for(lobby, table, NULL, SEAT_NONE);
	phrase.out = &lobby->list;
	string_clear(&lobby->list);
	phrase_scores(&phrase, false);
	return lobby->list.bytes;
}
