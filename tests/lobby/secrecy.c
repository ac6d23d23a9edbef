/*
 * No card is named to anyone who may not know it: random hands of all games, played by command in
 * random languages and styles by people and AI players, who come, go, look on and ask, at up to two
 * tables. What a player is answered must not depend on cards they cannot know either, and no seed
 * is told before its hand is over. SECRECY_HANDS tells how many hands; a test runs few.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/talk/render.h"
#include "tests/options.h"
#include "tests/stage/censor.h"

enum { HANDS = 300, STAGE_HANDS = 4000, LONG = 5 };

struct play {
	struct stage *stage;
	struct chance chance;
	struct censor censor; /* of the stage */
	FILE *log;
	int64_t old;       /* a match that is over */
	unsigned tutorial; /* the learner's next step */
	unsigned games;    /* that there are */
	uint64_t hands;    /* on earlier stages */
	uint64_t seen;
	uint64_t commands;
	uint64_t compared; /* answers that were the same with other hidden cards */
};

static unsigned below(struct play *play, unsigned limit)
{
	return chance_below(&play->chance, limit);
}

static bool one_in(struct play *play, unsigned n)
{
	return below(play, n) == 0;
}

static struct locale random_locale(struct play *play)
{
	return (struct locale){ .language = (uint8_t)below(play, play->censor.reader.languages),
		.style = (uint8_t)below(play, STYLE_COUNT) };
}

static void observe(struct play *play, const char *who, const char *text)
{
	censor_observe(&play->censor);
	censor_note(&play->censor, who, text);
}

static void judge(struct play *play)
{
	play->commands++;
	censor_judge(&play->censor);
}

static void add(struct play *play, unsigned who, bool channel, const char *text)
{
	censor_note(&play->censor, censor_key[who], text);
	stage_add(play->stage, censor_key[who], channel, text);
}

static void say(struct play *play, unsigned who, bool channel, const char *text)
{
	if (channel)
		stage_say(play->stage, censor_key[who], text);
	else
		stage_whisper(play->stage, censor_key[who], text);
}

/* Says it, and checks every line that comes of it. */
static void command(struct play *play, unsigned who, bool channel, const char *text)
{
	observe(play, censor_key[who], text);
	say(play, who, channel, text);
	judge(play);
}

/* Of the tables in play one at random, NULL: there is none. */
static struct table *running(struct play *play)
{
	unsigned first = below(play, CENSOR_TABLES);
	for (unsigned n = 0; n < CENSOR_TABLES; n++) {
		struct table *table = stage_table(play->stage, (first + n) % CENSOR_TABLES + 1);
		if (table != NULL && table->running)
			return table;
	}
	return NULL;
}

/* Who plays a seat, or PEOPLE. */
static unsigned player_of(const struct table *table, unsigned seat)
{
	for (unsigned i = 0; i < THIEF; i++)
		if (censor_seat(table, i) == seat)
			return i;
	return PEOPLE;
}

/* A move in words of the person's language, "!" before it where it has to be. */
static void write_move(struct play *play, const struct table *table, unsigned who, bool channel,
	struct move move, struct string *text)
{
	struct locale locale = { .language = censor_locale(&play->censor, who).language,
		.style = STYLE_ASCII };
	bool several = stage_table(play->stage, 2) != NULL;
	string_add(text, channel ? "!" : "");
	string_add(text, move.act == ACT_PLAY && (channel || several) ? "p " : "");
	eventtext_move(text, play->stage->catalog, locale, move);
	if (several) {
		string_add(text, " #");
		string_number(text, table->number);
	}
}

static struct move legal_move(struct play *play, struct table *table)
{
	struct moves moves;
	table->game->legal(table_state(table), &moves);
	return moves.move[below(play, moves.count)];
}

/* Whoever is to move does; an AI player thinks, or time goes by. */
static void make_move(struct play *play, struct table *table)
{
	unsigned who = player_of(table, table_state(table)->turn);
	struct string text = STRING_EMPTY;
	if (who == PEOPLE) {
		observe(play, "AI", "moves");
		if (!stage_think(play->stage))
			stage_wait(play->stage, 31000);
		judge(play);
		return;
	}
	struct move move = legal_move(play, table);
	bool channel = move.act != ACT_GIVE && move.act != ACT_FOREPLACE && one_in(play, 2);
	write_move(play, table, who, channel, move, &text);
	command(play, who, channel, text.bytes);
	string_free(&text);
}

/* Returns the bot's answer to a line that changes nothing, as if it was never asked before. */
static char *answer(struct play *play, unsigned who, bool channel, const char *text)
{
	struct channel *asked;
	for (size_t n = 0; (asked = channels_next(&play->stage->lobby.channels, &n)) != NULL;)
		memset(asked->answer, 0, sizeof asked->answer);
	stage_hear(play->stage);
	say(play, who, channel, text);
	return strdup(stage_hear(play->stage));
}

/* The same question where cards that the seat cannot know lie otherwise: the answer is the same. */
static void compare(
	struct play *play, struct table *table, unsigned who, bool channel, const char *text)
{
	union {
		struct view view;
		uint64_t block[GAME_BLOCK / 8];
	} view;
	size_t size = table->game->state_size;
	unsigned char *state = malloc(size);
	unsigned seat = censor_seat(table, who);
	if (seat == SEAT_NONE)
		seat = below(play, table->taken);
	assert_non_null(state);
	char *real = answer(play, who, channel, text);
	memcpy(state, table->state, size);
	table->game->view(table_state(table), seat, &view.view);
	table->game->determinize(&view.view, &play->chance, table_state(table));
	char *other = answer(play, who, channel, text);
	if (strcmp(real, other) != 0)
		fail_msg("what %s is answered to “%s” depends on hidden cards:\n%s%s",
			censor_key[who], text, real, other);
	memcpy(table->state, state, size);
	play->compared++;
	free(state);
	free(real);
	free(other);
}

/* Asks something that changes no table. */
static void question(struct play *play, unsigned who, bool channel, const char *text)
{
	struct table *table = running(play);
	unsigned number = table->number;
	uint32_t moves = table->moves;
	command(play, who, channel, text);
	if (table == stage_table(play->stage, number) && moves == table->moves &&
		!play->stage->pensive && one_in(play, 4))
		compare(play, table, who, channel, text);
}

/* Somebody, often out of turn, names a card they may not even hold. */
static void try_move(struct play *play, struct table *table)
{
	static const enum act acts[] = { ACT_PLAY, ACT_PLAY, ACT_PLACE, ACT_DISCARD,
		ACT_FOREPLACE };
	struct string text = STRING_EMPTY;
	unsigned turn = player_of(table, table_state(table)->turn);
	unsigned who = turn < PEOPLE && one_in(play, 2) ? turn : below(play, PEOPLE);
	struct move move = move_of(acts[below(play, 5)], (card)below(play, CARD_COUNT));
	if (move.act == ACT_PLAY)
		move.call = (uint8_t)(one_in(play, 2) ? CALL_NONE : 2 + below(play, 4));
	bool channel = who == EVE || one_in(play, 2);
	write_move(play, table, who, channel, move, &text);
	if (who == turn && game_allows(table->game, table_state(table), move))
		command(play, who, channel, text.bytes);
	else
		question(play, who, channel, text.bytes);
	string_free(&text);
}

static void ask(struct play *play, struct table *table)
{
	static const char *const questions[] = { "hand", "table", "score", "tables", "hint", "p 99",
		"p", "give 1 2", "p 9d 3c", "rank", "nonce abc", "indice", "captured", "history",
		"rank anna", "top", "set", "help hand", "swap" };
	static const char *const of_match[] = { "replay", "verify", "match", "review", "export" };
	char text[48];
	unsigned who = below(play, PEOPLE);
	bool channel = who == EVE || one_in(play, 2);
	const char *prefix = channel ? "!" : "";
	if (one_in(play, 8))
		snprintf(text, sizeof text, "%s%s %lld", prefix, of_match[below(play, 5)],
			(long long)table->match);
	else if (one_in(play, 16))
		snprintf(text, sizeof text, "%sverify %lld %u", prefix, (long long)table->match,
			table_state(table)->hand + below(play, 2));
	else
		snprintf(text, sizeof text, "%s%s%s", prefix,
			questions[below(play, sizeof questions / sizeof questions[0])],
			one_in(play, 4) ? " #1" : "");
	/* Who leaves their connection for another changes what they are answered. */
	if (who == LUC || who >= SECOND)
		command(play, who, channel, text);
	else
		question(play, who, channel, text);
}

/* Commands that may change who sits where, or what is played. */
static void do_something(struct play *play)
{
	static const char *const said[] = { "!watch 1", "!watch 2", "!unwatch", "!notify",
		"!notify off", "!leave", "!leave #2", "!join", "!join 2", "!sub rose", "!sub yves",
		"!sub zoe", "!accept", "!decline", "!sub -", "!stop -", "!swap", "!p 1", "!p 2",
		"!p 3 mitten", "!p 4", "!keep", "!draw", "!take", "!place 1", "!discard 2", "!more",
		"!again", "!seek", "!bot", "!start" };
	unsigned who = one_in(play, 8) ? EVE + below(play, 2) : below(play, PLAYERS);
	bool channel = who == EVE || one_in(play, 2);
	if (one_in(play, 40))
		command(play, who, true, "!stop");
	else if (who != EVE && one_in(play, 10))
		command(play, who, false, one_in(play, 2) ? "give 1 2 3" : "foreplace 1");
	else
		command(play, who, channel, said[below(play, sizeof said / sizeof said[0])]);
}

/* Several people speak before the bot gets to answer: what it says of it is joined. */
static void speak_at_once(struct play *play, struct table *table)
{
	static const char *const asides[] = { "!hand", "!table", "!score", "!p 1", "!nonce xyz",
		"!watch 1", "!p 2" };
	struct string text = STRING_EMPTY;
	unsigned who = player_of(table, table_state(table)->turn);
	censor_observe(&play->censor);
	if (who != PEOPLE) {
		struct move move = legal_move(play, table);
		bool channel = move.act != ACT_GIVE && move.act != ACT_FOREPLACE;
		write_move(play, table, who, channel, move, &text);
		add(play, who, channel, text.bytes);
	}
	for (unsigned i = 0; i < 3; i++)
		add(play, below(play, SECOND), true, asides[below(play, 7)]);
	add(play, below(play, SECOND), true, "!score");
	stage_wait(play->stage, 0);
	judge(play);
	string_free(&text);
}

static void meet(struct play *play, unsigned who, const char *nick)
{
	static const char *const addresses[PEOPLE] = { "a@a.home", "l@l.home", "r@r.home",
		"y@y.home", "z@z.home", "p@p.home", "e@e.home", "l@work", "t@dark" };
	stage_meet(play->stage, censor_key[who], nick, who == LUC || who == SECOND ? "luc" : NULL,
		addresses[who]);
}

/* Some go by another nick for a while; those of the match long over keep theirs. */
static void rename_one(struct play *play)
{
	static const char *const nicks[2][3] = { { "anna", "rose", "yves" },
		{ "anna_", "rose_", "yves_" } };
	static const unsigned who[3] = { ANNA, ROSE, YVES };
	unsigned i = below(play, 3);
	observe(play, nicks[0][i], "is renamed");
	meet(play, who[i], nicks[below(play, 2)][i]);
	judge(play);
}

/* Somebody loses their connection, and meanwhile another comes by their nick and wants their cards.
 */
static void steal(struct play *play, struct table *table)
{
	static const char *const said[] = { "!hand", "!table", "!swap", "!p 1", "!hint", "!score",
		"hand", "swap", "!watch 1", "!leave" };
	unsigned who = player_of(table, below(play, table->taken));
	if (who >= PLAYERS || who == LUC)
		return;
	const char *name = table->seat[censor_seat(table, who)].player->name;
	char nick[STAGE_NAME];
	snprintf(nick, sizeof nick, "%s", name);
	observe(play, nick, "is gone");
	stage_went(
		play->stage, censor_key[who], one_in(play, 2) ? DEPARTED_NETWORK : DEPARTED_SPLIT);
	meet(play, THIEF, nick);
	judge(play);
	for (unsigned i = 0; i < 3; i++)
		command(play, THIEF, one_in(play, 2), said[below(play, 10)]);
	observe(play, nick, "is back");
	stage_went(play->stage, censor_key[THIEF], DEPARTED_NETWORK);
	meet(play, THIEF, "thief");
	meet(play, who, nick);
	judge(play);
}

/* The clock takes turns. */
static void wait_long(struct play *play)
{
	observe(play, "clock", "ticks");
	stage_wait(play->stage, one_in(play, 2) ? 31000 : 61000);
	judge(play);
}

/* The bot is thrown out of the channel and comes back: it says again what may have been lost. */
static void come_again(struct play *play)
{
	observe(play, "bot", "is thrown out");
	stage_kick(play->stage);
	judge(play);
	for (unsigned i = 0; i < 3; i++)
		command(play, below(play, PLAYERS), one_in(play, 2),
			one_in(play, 2) ? "!p 1" : "!hand");
	observe(play, "bot", "is back");
	stage_join(play->stage);
	judge(play);
}

static const char *const tutorial[] = { "5H", "8D", "7C mitten", "7H", "KS", "9H", "QC glove", "QH",
	"QD", "JS" };

enum { LESSON = sizeof tutorial / sizeof tutorial[0] };

/* A step of the tutorial as the learner would type it. */
static void write_step(struct play *play, unsigned step, struct string *text)
{
	struct locale locale = { .language = censor_locale(&play->censor, EVE).language,
		.style = STYLE_ASCII };
	struct move move;
	assert_true(move_read(tutorial[step], NOTATION_ENGLISH, &move));
	eventtext_move(text, play->stage->catalog, locale, move);
}

/* What eve, who else speaks in the channel only, does in private: she learns, and asks about the
 * match that is long over. */
static void idle(struct play *play)
{
	static const char *const of_old[] = { "replay", "verify", "match", "verify", "more",
		"export", "review" };
	struct string text = STRING_EMPTY;
	unsigned kind = below(play, 16);
	if (kind < 6) {
		string_add(&text, of_old[one_in(play, 64) ? 6 : below(play, 6)]);
		string_char(&text, ' ');
		string_number(&text, play->old);
		string_add(&text, one_in(play, 2) && text.bytes[0] == 'v' ? " 1" : "");
	} else if (kind < 8) {
		string_add(&text, "tutorial");
		play->tutorial = 0;
	} else if (play->tutorial < LESSON) {
		write_step(play, play->tutorial++, &text);
	}
	if (text.length > 0)
		command(play, EVE, false, text.bytes);
	string_free(&text);
}

static void choose_locale(struct play *play, unsigned who, struct locale locale)
{
	char set[32];
	snprintf(set, sizeof set, "set lang %s", catalog_language_code(locale.language));
	stage_whisper(play->stage, censor_key[who], set);
	snprintf(set, sizeof set, "set cards %s", catalog_style_name(locale.style));
	stage_whisper(play->stage, censor_key[who], set);
	stage_whisper(
		play->stage, censor_key[who], one_in(play, 2) ? "set via msg" : "set via notice");
	stage_hear(play->stage);
}

/* luc's stays as it is: they speak through two connections. A tutorial stays in one language. */
static void choose_locales(struct play *play)
{
	/* What waits is told as it was worded. */
	observe(play, "the operator", "reload");
	lobby_catch_up(&play->stage->lobby);
	lobby_commit(&play->stage->lobby);
	judge(play);
	for (unsigned i = 0; i <= EVE; i++)
		if (i != LUC)
			choose_locale(play, i, random_locale(play));
	play->tutorial = LESSON;
	censor_channel(&play->censor)->settings.locale = random_locale(play);
	censor_channel(&play->censor)->settings.quiet = one_in(play, 4);
	play->stage->pensive = one_in(play, 4);
	stage_shows(play->stage, one_in(play, 4));
}

/* An AI player's level; the strong ones take their time. */
static const char *random_level(struct play *play)
{
	if (one_in(play, 64))
		return one_in(play, 4) ? "!bot expert" : "!bot hard";
	return one_in(play, 2) ? "!bot" : "!bot easy";
}

/* Appends what opens a table with any preset and options; returns for how many. */
static unsigned any_table(struct play *play, const struct game *game, struct text *opening)
{
	union any_state table;
	unsigned presets = 0;
	while (game->presets[presets] != NULL)
		presets++;
	unsigned preset = below(play, presets);
	text_add(opening, "!new ");
	text_add(opening, game->name);
	text_char(opening, ' ');
	text_add(opening, game->presets[preset]);
	text_add(opening, one_in(play, 2) ? " rated=no " : " ");
	game_open(game, &table.state, preset);
	options_choose(game, &table.state, &play->chance, opening);
	unsigned players = below(play, SEATS_MAX);
	while ((game_players(game, &table.state) >> players & 1) == 0)
		players = (players + 1) % (SEATS_MAX + 1);
	return players;
}

/* A table is opened, people and AI players sit down, and it is dealt. */
static void begin(struct play *play, const struct game *game)
{
	char opening[200];
	struct text text = text_in(opening, sizeof opening);
	unsigned players = any_table(play, game, &text);
	unsigned people = 1 + below(play, players);
	unsigned opener = below(play, PLAYERS);
	choose_locales(play);
	command(play, opener, true, opening);
	for (unsigned i = 1; i < players; i++)
		if (i < people)
			command(play, (opener + i) % PLAYERS, true, "!join");
		else
			command(play, opener, true, random_level(play));
	command(play, opener, true, "!start");
}

/* Tables that wait for players are closed. */
static void clear_tables(struct play *play)
{
	for (unsigned n = 1; n <= CENSOR_TABLES; n++) {
		const struct table *table = stage_table(play->stage, n);
		for (unsigned i = 0; table != NULL && !table->running && i < PEOPLE; i++) {
			if (censor_seat(table, i) == SEAT_NONE)
				continue;
			command(play, i, true, n == 1 ? "!leave #1" : "!leave #2");
			table = stage_table(play->stage, n);
		}
	}
}

/* A match that might go on for long. */
static void stop(struct play *play, const struct table *table)
{
	char text[32];
	snprintf(text, sizeof text, "!stop #%u", table->number);
	for (unsigned i = 0; i < PLAYERS; i++)
		command(play, i, true, text);
}

/* The same people once more. */
static void begin_again(struct play *play)
{
	for (unsigned i = 0; i < PLAYERS; i++)
		command(play, i, true, "!again");
	clear_tables(play);
}

static void step(struct play *play, struct table *table)
{
	switch (below(play, 64)) {
	case 0:
	case 1:
	case 2: try_move(play, table); break;
	case 3:
	case 4:
	case 5: ask(play, table); break;
	case 6: do_something(play); break;
	case 7: speak_at_once(play, table); break;
	case 8: idle(play); break;
	case 9:
		switch (below(play, 8)) {
		case 0: steal(play, table); break;
		case 1: rename_one(play); break;
		case 2: wait_long(play); break;
		case 4: come_again(play); break;
		case 3:
			if (stage_table(play->stage, 1) == NULL ||
				stage_table(play->stage, 2) == NULL)
				begin(play, games[below(play, play->games)]);
			break;
		default: clear_tables(play);
		}
		break;
	default: make_move(play, table);
	}
}

/* Whatever she is answered, eve may be told again. */
static void learn(struct play *play, const char *text)
{
	stage_hear(play->stage);
	stage_whisper(play->stage, censor_key[EVE], text);
	censor_learn(&play->censor);
}

static void learn_tutorial(struct play *play)
{
	learn(play, "tutorial");
	for (unsigned i = 0; i < LESSON; i++) {
		struct string move = STRING_EMPTY;
		write_step(play, i, &move);
		learn(play, move.bytes);
		string_free(&move);
	}
}

/* All that eve may ever be told of the tutorial and of the old match, in her voice. */
static void learn_all(struct play *play)
{
	static const char *const questions[] = { "replay", "export", "verify", "match", "review" };
	char text[48];
	stage_shows(play->stage, true);
	learn_tutorial(play);
	stage_shows(play->stage, false);
	learn_tutorial(play);
	for (unsigned i = 0; i < 5; i++) {
		snprintf(text, sizeof text, "%s %lld", questions[i], (long long)play->old);
		learn(play, text);
		for (unsigned page = 0; i < 2 && page < 20; page++)
			learn(play, "more");
	}
	snprintf(text, sizeof text, "verify %lld 1", (long long)play->old);
	learn(play, text);
}

/* A match that is over before the others begin. */
static void play_old(struct play *play)
{
	stage_say(play->stage, censor_key[ZOE], "!new");
	stage_say(play->stage, censor_key[PAUL], "!join");
	stage_say(play->stage, censor_key[ZOE], "!bot easy");
	stage_say(play->stage, censor_key[ZOE], "!start");
	play->old = stage_table(play->stage, 1)->match;
	stage_play(play->stage, 1, 8);
	stage_say(play->stage, censor_key[ZOE], "!stop");
	stage_say(play->stage, censor_key[PAUL], "!stop");
	assert_null(stage_table(play->stage, 1));
	unsigned languages = play->censor.reader.languages;
	for (unsigned i = 0; i < languages * STYLE_COUNT; i++) {
		struct locale locale = { .language = (uint8_t)(i % languages),
			.style = (uint8_t)(i / languages) };
		choose_locale(play, EVE, locale);
		learn_all(play);
	}
}

static void open_stage(struct play *play)
{
	stage_open(play->stage, catalogues, NULL);
	play->stage->elsewhere = "*"; /* so that who watches is told */
	play->stage->chance = play->chance;
	play->stage->lobby.settings.tables_per_channel = CENSOR_TABLES;
	play->log = tmpfile();
	assert_non_null(play->log);
	play->stage->log.fd = fileno(play->log);
	play->stage->log.level = LOG_INFO;
	censor_open(&play->censor, play->stage);
	play->tutorial = LESSON;
	for (unsigned i = 0; i < PEOPLE; i++)
		meet(play, i, censor_key[i]);
	choose_locale(play, LUC, (struct locale){ .style = STYLE_UNICODE });
	play_old(play);
}

/* What the operator reads names no card at all. */
static void close_stage(struct play *play)
{
	char line[2048];
	rewind(play->log);
	while (fgets(line, sizeof line, play->log) != NULL)
		if (reader_written(line, NOTATION_ENGLISH) | reader_written(line, NOTATION_FRENCH) |
			reader_spelled(&play->censor.reader, line))
			fail_msg("the log names a card: %s", line);
	fclose(play->log);
	play->hands += play->censor.hands;
	play->seen += play->censor.seen;
	censor_close(&play->censor);
	stage_close(play->stage);
}

static void play_on(struct play *play, uint64_t hands)
{
	unsigned begun = 0;
	open_stage(play);
	while (play->censor.hands < hands) {
		struct table *table = running(play);
		if (table != NULL) {
			if (table_state(table)->hand > LONG && one_in(play, 64))
				stop(play, table);
			else
				step(play, table);
			continue;
		}
		begin_again(play);
		if (running(play) == NULL || one_in(play, 2))
			begin(play, games[begun++ % play->games]);
	}
	close_stage(play);
}

static void nobody_is_told_too_much(void **state)
{
	(void)state;
	const char *wanted = getenv("SECRECY_HANDS");
	const char *seed = getenv("SECRECY_SEED");
	uint64_t hands = wanted != NULL ? strtoull(wanted, NULL, 10) : HANDS;
	struct stage *stage = malloc(sizeof *stage);
	struct play play = { .stage = stage,
		.chance = { seed != NULL ? strtoull(seed, NULL, 10) : 1 } };
	assert_non_null(stage);
	while (games[play.games] != NULL)
		play.games++;
	while (play.hands < hands)
		play_on(&play, hands - play.hands < STAGE_HANDS ? hands - play.hands : STAGE_HANDS);
	print_message("%llu hands, %llu commands, %llu cards named, %llu answers compared\n",
		(unsigned long long)play.hands, (unsigned long long)play.commands,
		(unsigned long long)play.seen, (unsigned long long)play.compared);
	assert_true(play.seen > play.hands * 20);
	assert_true(play.compared > play.hands / 10);
	free(stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_is_told_too_much),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
