/*
 * No card is named to anyone who may not know it: random hands of all games, played by command in
 * random languages and styles, with wrong moves, questions and hints in between. SECRECY_HANDS
 * tells how many hands; a test runs few.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/phrase.h"
#include "engine/mate.h"
#include "engine/mitaines.h"
#include "engine/mitch.h"
#include "tests/stage/stage.h"

/* The last of them only looks on. */
enum { PEOPLE = 7, BYSTANDER = SEATS_MAX, LISTENERS = SEATS_MAX + 1, HANDS = 300 };

static const char *const names[PEOPLE] = { "anna", "luc", "rose", "yves", "zoe", "paul", "eve" };

static const struct {
	const char *open;
	unsigned players;
} tables[] = {
	{ "!new mitaines classic rated=no", 2 },
	{ "!new mitaines classic", 3 },
	{ "!new mitaines gamerules partners=no", 4 },
	{ "!new mitaines quebec", 4 },
	{ "!new mitch", 3 },
	{ "!new mitch decks=2 draw=either", 6 },
	{ "!new mitch hand=0", 2 },
	{ "!new mate", 2 },
	{ "!new mate discard=yes king=yes rated=no", 2 },
};

enum { TABLES = sizeof tables / sizeof tables[0] };

struct play {
	struct stage *stage;
	struct chance chance;
	struct table *table;
	cards hidden[LISTENERS]; /* from each seat and from bystanders, before the command */
	cards named;             /* what the command itself shows to all, */
	cards own;               /* or its giver only says to himself */
	const char *speaker;
	const char *said;
	struct voice voices[PEOPLE];
	uint64_t hands;
	uint64_t commands;
	uint64_t seen; /* cards named to those who may know them */
};

static unsigned below(struct play *play, unsigned limit)
{
	return chance_below(&play->chance, limit);
}

/* Cards nobody but their holder knows, by where the games keep them. */
static cards hidden_mitaines(const struct mitaines *state, unsigned seat)
{
	cards hidden = 0;
	for (unsigned i = 0; i < state->head.players; i++)
		hidden |= i == seat ? 0 : state->hand[i];
	for (unsigned i = 0; i < state->open.undealt; i++)
		hidden |= card_bit(state->deck[CARD_COUNT - 1 - i]);
	if (seat < state->head.players && state->open.rules.exchange)
		hidden &= ~state->passed[seat];
	return hidden;
}

static cards hidden_mitch(const struct mitch *state, unsigned seat)
{
	const struct mitch_open *open = &state->open;
	cards hidden = 0;
	cards known = 0;
	for (unsigned i = 0; i < state->head.players; i++) {
		*(i == seat ? &known : &hidden) |= state->hand[i].all;
		known |= open->placed[i] | open->taken[i];
	}
	for (unsigned i = 0; i < open->stock; i++)
		hidden |= card_bit(state->deck[DECK_MAX - 1 - i]);
	for (unsigned i = 0; i < open->pile_count; i++)
		known |= card_bit(open->pile[i]);
	for (unsigned i = 0; i < open->aces; i++)
		known |= card_bit(open->ace[i]);
	return hidden & ~known;
}

static cards hidden_mate(const struct mate *state, unsigned seat)
{
	cards hidden = 0;
	cards known = 0;
	for (unsigned i = 0; i < MATE_SEATS; i++) {
		*(i == seat ? &known : &hidden) |= state->hand[i];
		if (state->fore[i] != CARD_NONE)
			*(i == seat ? &known : &hidden) |= card_bit(state->fore[i]);
		known |= state->open.played[i] | state->open.aside[i];
	}
	return hidden & ~known;
}

static cards hidden_from(struct table *table, unsigned seat)
{
	const void *state = table_state(table);
	if (table->game == &mitaines_game)
		return hidden_mitaines(state, seat);
	if (table->game == &mitch_game)
		return hidden_mitch(state, seat);
	return hidden_mate(state, seat);
}

static void look(struct play *play, cards hidden[LISTENERS])
{
	for (unsigned i = 0; i < LISTENERS; i++)
		hidden[i] = hidden_from(play->table, i == BYSTANDER ? SEAT_NONE : i);
}

/* Mate: what is foreplaced is shown when its hand ends; 0 in other games. */
static cards foreplaced(struct table *table)
{
	const struct mate *state = (const void *)table_state(table);
	cards set = 0;
	for (unsigned i = 0; table->game == &mate_game && i < MATE_SEATS; i++)
		set |= state->fore[i] != CARD_NONE ? card_bit(state->fore[i]) : 0;
	return set;
}

/* Who hears a line: a seat, or BYSTANDER; name is what stands before the mark. */
static unsigned listener(struct play *play, const char *name, size_t length)
{
	for (unsigned i = 0; i < play->table->taken; i++) {
		const struct person *player = play->table->seat[i].player;
		if (player != NULL && strlen(player->name) == length &&
			strncmp(player->name, name, length) == 0)
			return i;
	}
	return BYSTANDER;
}

/* How whoever hears a line reads. */
static struct voice voice_of(struct play *play, const char *name, size_t length)
{
	for (unsigned i = 0; i < PEOPLE; i++)
		if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
			return play->voices[i];
	return play->table->channel->terms.voice;
}

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		(unsigned char)c >= 0x80;
}

/* The text without colours. */
static void strip(const char *line, size_t length, char *plain)
{
	for (size_t i = 0; i < length; i++)
		if (line[i] == '\003')
			i += 2;
		else if (line[i] != '\017')
			*plain++ = line[i];
	*plain = '\0';
}

/* Cards written with letters or symbols; help writes its examples in small letters. */
static cards written(const char *text, enum notation notation)
{
	cards set = 0;
	for (const char *at = text; *at != '\0';) {
		const char *end = at;
		card c;
		if ((at == text || !is_word(at[-1])) && card_read(&end, notation, &c) &&
			!(end[-1] >= 'a' && end[-1] <= 'z'))
			set |= card_bit(c);
		at = end > at ? end : at + 1;
	}
	return set;
}

/* Cards spelled out in either language. */
static cards spelled(struct play *play, const char *text)
{
	struct string name = STRING_EMPTY;
	cards set = 0;
	for (uint8_t language = 0; language < 2; language++)
		for (unsigned c = 0; c < CARD_COUNT; c++) {
			struct voice voice = { .language = language, .style = STYLE_PLAIN };
			string_clear(&name);
			words_card(&name, play->stage->words, voice, (card)c);
			const char *at = strstr(text, name.bytes);
			if (at != NULL && (at == text || !is_word(at[-1])))
				set |= card_bit((card)c);
		}
	string_free(&name);
	return set;
}

static void check_line(struct play *play, const char *line, size_t length, bool after)
{
	static char plain[1 << 16];
	size_t to = strcspn(line, ":<");
	unsigned seat = listener(play, line, to);
	struct voice voice = voice_of(play, line, to);
	cards hidden = play->hidden[seat] & ~play->named;
	cards now =
		after ? hidden_from(play->table, seat == BYSTANDER ? SEAT_NONE : seat) : CARDS_ALL;
	if (strlen(play->speaker) == to && strncmp(play->speaker, line, to) == 0)
		hidden &= ~play->own;
	assert_true(length < sizeof plain);
	strip(line, length, plain);
	cards told = written(plain, words_notation(play->stage->words, voice));
	if (voice.style == STYLE_PLAIN || below(play, 64) == 0)
		told |= spelled(play, plain);
	play->seen += cards_count(told);
	if (told & hidden & now)
		fail_msg("card %u is not for him, after \"%s\" of %s:\n%.*s",
			cards_first(told & hidden & now), play->said, play->speaker, (int)length,
			line);
}

/* Says it, and checks every line that comes of it. */
static void command(struct play *play, const char *who, bool channel, const char *text)
{
	bool before = play->table != NULL && play->table->running;
	uint16_t hand = before ? table_state(play->table)->hand : 0;
	cards fore = before ? foreplaced(play->table) : 0;
	if (before)
		look(play, play->hidden);
	play->speaker = who;
	play->said = text;
	if (channel)
		stage_say(play->stage, who, text);
	else
		stage_whisper(play->stage, who, text);
	play->commands++;
	const char *heard = stage_hear(play->stage);
	bool after = stage_table(play->stage, 1) == play->table && play->table != NULL;
	if (before && after && foreplaced(play->table) == 0)
		play->named |= fore;
	/* Mitch: Aces drawn are laid out at once, also by the last move of a hand. */
	if (before && after && play->table->game == &mitch_game &&
		table_state(play->table)->hand != hand)
		play->named |= CARDS_OF_RANK(RANK_A);
	if (before && after)
		play->hands += table_state(play->table)->hand != hand;
	if (before && !after)
		play->hands++;
	for (; before && after && *heard != '\0'; heard += strcspn(heard, "\n") + 1)
		check_line(play, heard, strcspn(heard, "\n"), after);
	if (!after)
		play->table = NULL;
	play->named = play->own = 0;
	play->said = NULL;
}

static cards cards_of(struct move move)
{
	const card all[] = { move.card, move.second, move.third };
	cards set = 0;
	for (unsigned i = 0; i < (move.act == ACT_GIVE ? 3 : 1); i++)
		set |= all[i] < CARD_COUNT ? card_bit(all[i]) : 0;
	return set;
}

/* What all see of a move, once it is made. */
static cards shown_by(const struct play *play, struct move move)
{
	bool open = move.act == ACT_PLAY || move.act == ACT_PLACE ||
		(move.act == ACT_DISCARD && play->table->game == &mitch_game);
	return open ? cards_of(move) : 0;
}

/* A move in words of the person's language, "!" before it where it has to be. */
static void say_move(struct play *play, const struct person *person, bool channel, struct move move)
{
	struct string text = STRING_EMPTY;
	struct voice voice = { .language = person_voice(person).language, .style = STYLE_ASCII };
	string_add(&text, channel ? "!" : "");
	string_add(&text, move.act == ACT_PLAY && channel ? "p " : "");
	phrase_move(&text, play->stage->words, voice, move);
	play->own = cards_of(move);
	command(play, person->name, channel, text.bytes);
	string_free(&text);
}

static void make_move(struct play *play)
{
	struct state *state = table_state(play->table);
	const struct person *person = play->table->seat[state->turn].player;
	struct moves moves;
	play->table->game->legal(state, &moves);
	struct move move = moves.move[below(play, moves.count)];
	bool private = move.act == ACT_GIVE || move.act == ACT_FOREPLACE || below(play, 2) == 0;
	play->named = shown_by(play, move);
	say_move(play, person, !private, move);
}

/* Somebody, often out of turn, names a card he may not even hold. */
static void try_move(struct play *play)
{
	static const enum act acts[] = { ACT_PLAY, ACT_PLAY, ACT_PLACE, ACT_DISCARD,
		ACT_FOREPLACE };
	const struct state *state = table_state(play->table);
	unsigned seat = below(play, 2) == 0 ? state->turn : below(play, play->table->taken);
	const struct person *person = play->table->seat[seat].player;
	struct move move = move_of(acts[below(play, 5)], (card)below(play, CARD_COUNT));
	if (move.act == ACT_PLAY)
		move.call = (uint8_t)(below(play, 2) == 0 ? CALL_NONE : 2 + below(play, 4));
	play->named = game_allows(play->table->game, state, move) ? shown_by(play, move) : 0;
	say_move(play, person, below(play, 2) == 0, move);
}

static void ask(struct play *play)
{
	static const char *const questions[] = { "!hand", "!table", "!score", "!tables", "!watch 1",
		"!unwatch", "!hint", "!p 99", "!p", "!give 1 2", "!keep", "!draw", "!take",
		"!history", "!rank", "!nonce abc", "!join", "!give 1 2 3", "!foreplace 1",
		"!indice" };
	static const char *const of_match[] = { "!replay", "!verify", "!match", "!review" };
	unsigned who = below(play, PEOPLE);
	const char *text = questions[below(play, sizeof questions / sizeof questions[0])];
	/* A number may be a legal move: what it shows is not known before, so it is never asked. */
	if (strcmp(text, "!give 1 2 3") == 0 || strcmp(text, "!foreplace 1") == 0 ||
		strcmp(text, "!draw") == 0 || strcmp(text, "!take") == 0 ||
		strcmp(text, "!keep") == 0) {
		command(play, "eve", below(play, 2) == 0, text);
		return;
	}
	char buffer[48];
	if (below(play, 6) == 0) {
		snprintf(buffer, sizeof buffer, "%s %lld", of_match[below(play, 4)],
			(long long)play->table->match);
		text = buffer;
	}
	command(play, names[who], below(play, 2) == 0, text);
}

static void choose_voices(struct play *play)
{
	char set[32];
	for (unsigned i = 0; i < PEOPLE; i++) {
		play->voices[i] = (struct voice){ .language = (uint8_t)below(play, 2),
			.style = (uint8_t)below(play, STYLE_COUNT) };
		snprintf(set, sizeof set, "set lang %s",
			words_language_code(play->voices[i].language));
		stage_whisper(play->stage, names[i], set);
		snprintf(set, sizeof set, "set cards %s", words_style_name(play->voices[i].style));
		stage_whisper(play->stage, names[i], set);
	}
	stage_hear(play->stage);
}

static void begin(struct play *play, unsigned which)
{
	choose_voices(play);
	stage_say(play->stage, names[0], tables[which].open);
	play->table = stage_table(play->stage, 1);
	if (play->table == NULL) {
		fail_msg("%s:\n%s", tables[which].open, stage_hear(play->stage));
		return;
	}
	play->table->channel->terms.voice = (struct voice){ .language = (uint8_t)below(play, 2),
		.style = (uint8_t)below(play, STYLE_COUNT) };
	for (unsigned i = 1; i < tables[which].players; i++)
		stage_say(play->stage, names[i], "!join");
	stage_say(play->stage, names[0], "!start");
	if (!play->table->running)
		fail_msg("%s:\n%s", tables[which].open, stage_hear(play->stage));
	stage_hear(play->stage);
}

/* Asks and wrong moves between the moves; hints cost much, so most matches have none. */
static void step(struct play *play)
{
	unsigned kind = below(play, 16);
	if (kind == 0)
		try_move(play);
	else if (kind == 1)
		ask(play);
	else
		make_move(play);
}

static void nobody_is_told_too_much(void **state)
{
	(void)state;
	const char *wanted = getenv("SECRECY_HANDS");
	const char *seed = getenv("SECRECY_SEED");
	uint64_t hands = wanted != NULL ? strtoull(wanted, NULL, 10) : HANDS;
	struct stage *stage = malloc(sizeof *stage);
	assert_non_null(stage);
	stage_open(stage, NULL);
	struct play play = { .stage = stage,
		.chance = { seed != NULL ? strtoull(seed, NULL, 10) : 1 } };
	for (unsigned which = 0; play.hands < hands; which = (which + 1) % TABLES) {
		begin(&play, which);
		while (play.table != NULL)
			step(&play);
	}
	print_message("%llu hands, %llu commands, %llu cards named\n",
		(unsigned long long)play.hands, (unsigned long long)play.commands,
		(unsigned long long)play.seen);
	assert_true(play.seen > play.hands * 20);
	stage_close(stage);
	free(stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_is_told_too_much),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
