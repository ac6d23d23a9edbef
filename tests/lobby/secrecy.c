/* Tests that cards and seeds reach only people with a right to them. Random hands of all games are
 * played at up to two tables, in random languages and styles. People come, go, watch and ask, and
 * move in chat or on the pages of their seats; some are guests. An answer or a view must not depend
 * on cards that its reader cannot know. SECRECY_HANDS sets the number of hands; the default is
 * small. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/surface/seat_view.h"
#include "bot/talk/render.h"
#include "tests/cases.h"
#include "tests/options.h"
#include "tests/stage/seats.h"
#include "tests/stage/secrecy_check.h"

enum { HANDS = 300, STAGE_HANDS = 4000, LONG = 5 };

struct play {
	struct seats *seats; /* the stage, and the socket of its pages */
	struct stage *stage;
	struct batch_listener pages; /* sends views to the pages at the end of a batch */
	struct chance chance;
	struct censor censor; /* checks the lines and views of the stage */
	FILE *log;
	unsigned games; /* number of games in the engine */
	uint64_t hands; /* number of hands on earlier stages */
	uint64_t seen;
	uint64_t commands;
	uint64_t compared;  /* number of answers that stayed the same with other hidden cards */
	struct string sent; /* lines that the last batch sent to the pages */
	uint64_t views;
	uint64_t taps; /* number of moves made on pages */
};

static unsigned draw_below(struct play *play, unsigned limit)
{
	return chance_below(&play->chance, limit);
}

static bool one_in(struct play *play, unsigned n)
{
	return draw_below(play, n) == 0;
}

static struct locale random_locale(struct play *play)
{
	return (struct locale){ .language =
					(uint8_t)draw_below(play, play->censor.reader.languages),
		.style = (uint8_t)draw_below(play, STYLE_COUNT) };
}

static void observe(struct play *play, const char *who, const char *text)
{
	secrecy_check_begin(&play->censor);
	secrecy_check_note(&play->censor, who, text);
}

static void judge(struct play *play)
{
	play->commands++;
	secrecy_check_lines(&play->censor);
}

static void add(struct play *play, unsigned who, bool channel, const char *text)
{
	secrecy_check_note(&play->censor, secrecy_check_key[who], text);
	stage_add(play->stage, secrecy_check_key[who], channel, text);
}

static void say(struct play *play, unsigned who, bool channel, const char *text)
{
	if (channel)
		stage_say(play->stage, secrecy_check_key[who], text);
	else
		stage_whisper(play->stage, secrecy_check_key[who], text);
}

/* Lets a person say a line, and checks all lines that the bot says then. */
static void say_and_check(struct play *play, unsigned who, bool channel, const char *text)
{
	observe(play, secrecy_check_key[who], text);
	say(play, who, channel, text);
	judge(play);
}

/* Returns a random running table, or NULL. */
static struct table *find_running_table(struct play *play)
{
	unsigned first = draw_below(play, CENSOR_TABLES);
	for (unsigned n = 0; n < CENSOR_TABLES; n++) {
		struct table *table = stage_table(play->stage, (first + n) % CENSOR_TABLES + 1);
		if (table != NULL && table->running)
			return table;
	}
	return NULL;
}

/* Returns the listener that plays at a seat, without the thief and the guest; PEOPLE: none. */
static unsigned find_player(const struct table *table, unsigned seat)
{
	for (unsigned i = 0; i < THIEF; i++)
		if (secrecy_check_seat(table, i) == seat)
			return i;
	return PEOPLE;
}

/* Writes a move in the person's language, with a prefix if the channel needs it. */
static void write_move(struct play *play, const struct table *table, unsigned who, bool channel,
	struct move move, struct string *text)
{
	struct locale locale = { .language = secrecy_check_locale(&play->censor, who).language,
		.style = STYLE_ASCII };
	bool several = stage_table(play->stage, 2) != NULL;
	string_add(text, channel ? "!" : "");
	string_add(text, move.act == ACT_PLAY && (channel || several) ? "p " : "");
	eventtext_move(text, play->stage->catalog, locale, move);
	if (several) {
		string_add(text, " #");
		string_add_number(text, table->number);
	}
}

/* Returns the listener that plays at a seat, with the guest; PEOPLE: none. */
static unsigned find_tapper(const struct table *table, unsigned seat)
{
	return secrecy_check_seat(table, GUEST) == seat ? GUEST : find_player(table, seat);
}

/* Makes a move on the page of a seat. Returns false if the player has no link to it. */
static bool tap(struct play *play, struct table *table, unsigned who, struct move move)
{
	const char *key = secrecy_check_link(&play->censor, table, who);
	unsigned seat = secrecy_check_seat(table, who);
	struct string text = STRING_EMPTY;
	if (key == NULL || seat == SEAT_NONE)
		return false;
	struct locale locale = render_page_locale(table->seat[seat].player);
	locale.style = STYLE_ASCII;
	eventtext_move(&text, play->stage->catalog, locale, move);
	observe(play, secrecy_check_key[who], text.bytes);
	secrecy_check_tap(&play->censor, table, who);
	add_tap(play->seats, key, table->moves, text.bytes);
	string_free(&text);
	stage_wait(play->stage, 0);
	judge(play);
	play->taps += strstr(play->sent.bytes, "\"status\":200") != NULL;
	return true;
}

static struct move legal_move(struct play *play, struct table *table)
{
	struct moves moves;
	table->game->legal(table_state(table), &moves);
	return moves.move[draw_below(play, moves.count)];
}

/* Lets the player to move make a random move, in chat or on their page. If this is an AI player,
 * lets it think, or lets time pass. */
static void make_move(struct play *play, struct table *table)
{
	unsigned seat = table_state(table)->turn;
	unsigned who = find_player(table, seat);
	struct string text = STRING_EMPTY;
	if ((who == PEOPLE || one_in(play, 2)) &&
		tap(play, table, find_tapper(table, seat), legal_move(play, table)))
		return;
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
	say_and_check(play, who, channel, text.bytes);
	string_free(&text);
}

/* Returns the bot's answer to a question, as if it had not been asked before. Free it with free().
 */
static char *get_answer(struct play *play, unsigned who, bool channel, const char *text)
{
	struct channel *asked;
	for (size_t n = 0; (asked = channels_next(&play->stage->lobby.channels, &n)) != NULL;)
		memset(asked->answer, 0, sizeof asked->answer);
	stage_hear(play->stage);
	say(play, who, channel, text);
	return strdup(stage_hear(play->stage));
}

/* Asks a question again after exchanging cards that the reader cannot know. Fails if the answer
 * changes. */
static void compare_answer(
	struct play *play, struct table *table, unsigned who, bool channel, const char *text)
{
	union {
		struct view view;
		uint64_t block[GAME_BLOCK / 8];
	} view;
	size_t size = table->game->state_size;
	unsigned char *state = malloc(size);
	unsigned seat = secrecy_check_seat(table, who);
	if (seat == SEAT_NONE)
		seat = draw_below(play, table->seats_taken);
	assert_non_null(state);
	char *real = get_answer(play, who, channel, text);
	memcpy(state, table->state, size);
	table->game->view(table_state(table), seat, &view.view);
	table->game->determinize(&view.view, &play->chance, table_state(table));
	char *other = get_answer(play, who, channel, text);
	if (strcmp(real, other) != 0)
		fail_msg("what %s is answered to “%s” depends on hidden cards:\n%s%s",
			secrecy_check_key[who], text, real, other);
	memcpy(table->state, state, size);
	play->compared++;
	free(state);
	free(real);
	free(other);
}

/* Writes the first view of a seat's page, and writes it again after exchanging hidden cards. Fails
 * if they differ. */
static void compare_views(struct play *play, struct table *table, unsigned seat)
{
	union any_view view;
	struct string real = STRING_EMPTY, other = STRING_EMPTY;
	size_t size = table->game->state_size;
	unsigned char *state = malloc(size);
	assert_non_null(state);
	memcpy(state, table->state, size);
	seat_view_add(&play->stage->lobby, table, seat, &real);
	table->game->view(table_state(table), seat, &view.view);
	table->game->determinize(&view.view, &play->chance, table_state(table));
	seat_view_add(&play->stage->lobby, table, seat, &other);
	if (strcmp(real.bytes, other.bytes) != 0)
		fail_msg("a page depends on hidden cards:\n%s\n%s", real.bytes, other.bytes);
	memcpy(table->state, state, size);
	free(state);
	string_free(&real);
	string_free(&other);
}

/* Asks a question that changes no table. Sometimes asks it again after exchanging hidden cards, and
 * fails if the answer changes. */
static void ask_and_compare(struct play *play, unsigned who, bool channel, const char *text)
{
	struct table *table = find_running_table(play);
	unsigned number = table->number;
	uint32_t moves = table->moves;
	say_and_check(play, who, channel, text);
	if (table == stage_table(play->stage, number) && moves == table->moves &&
		!play->stage->pensive && one_in(play, 4))
		compare_answer(play, table, who, channel, text);
	for (unsigned i = 0; table == stage_table(play->stage, number) && table->running &&
		!play->stage->pensive && i < table->seats_taken;
		i++)
		if (table->seat[i].player != NULL)
			compare_views(play, table, i);
}

/* Lets a person try to move a random card, often out of turn, and often without having the card. */
static void try_move(struct play *play, struct table *table)
{
	static const enum act acts[] = { ACT_PLAY, ACT_PLAY, ACT_PLACE, ACT_DISCARD,
		ACT_FOREPLACE };
	struct string text = STRING_EMPTY;
	unsigned turn = find_player(table, table_state(table)->turn);
	unsigned who = turn < PEOPLE && one_in(play, 2) ? turn : draw_below(play, PEOPLE);
	struct move move = move_of(acts[draw_below(play, 5)], (card)draw_below(play, CARD_COUNT));
	if (move.act == ACT_PLAY)
		move.call = (uint8_t)(one_in(play, 2) ? CALL_NONE : 2 + draw_below(play, 4));
	bool channel = who == EVE || one_in(play, 2);
	if (one_in(play, 4) && tap(play, table, who, move))
		return;
	write_move(play, table, who, channel, move, &text);
	if (who == turn && game_allows(table->game, table_state(table), move))
		say_and_check(play, who, channel, text.bytes);
	else
		ask_and_compare(play, who, channel, text.bytes);
	string_free(&text);
}

static void ask_randomly(struct play *play, struct table *table)
{
	static const char *const questions[] = { "hand", "table", "score", "tables", "hint", "p 99",
		"p", "give 1 2", "p 9d 3c", "rank", "nonce abc", "indice", "captured", "history",
		"rank anna", "top", "set", "help hand", "swap" };
	static const char *const of_match[] = { "replay", "verify", "match", "review", "export" };
	char text[48];
	unsigned who = draw_below(play, PEOPLE);
	bool channel = who == EVE || one_in(play, 2);
	const char *prefix = channel ? "!" : "";
	if (one_in(play, 8))
		snprintf(text, sizeof text, "%s%s %lld", prefix, of_match[draw_below(play, 5)],
			(long long)table->match);
	else if (one_in(play, 16))
		snprintf(text, sizeof text, "%sverify %lld %u", prefix, (long long)table->match,
			table_state(table)->hand + draw_below(play, 2));
	else
		snprintf(text, sizeof text, "%s%s%s", prefix,
			questions[draw_below(play, sizeof questions / sizeof questions[0])],
			one_in(play, 4) ? " #1" : "");
	/* Answers to luc cannot be compared, because luc may change to another connection in
	 * between. */
	if (who == LUC || who >= SECOND)
		say_and_check(play, who, channel, text);
	else
		ask_and_compare(play, who, channel, text);
}

/* Says a random command that may change a seat, or start a match. */
static void do_something(struct play *play)
{
	static const char *const said[] = { "!watch 1", "!watch 2", "!unwatch", "!notify",
		"!notify off", "!leave", "!leave #2", "!join", "!join 2", "!sub rose", "!sub yves",
		"!sub zoe", "!accept", "!decline", "!sub -", "!stop -", "!swap", "!p 1", "!p 2",
		"!p 3 mitten", "!p 4", "!keep", "!draw", "!take", "!place 1", "!discard 2", "!more",
		"!again", "!seek", "!bot", "!start", "!seat", "!seat", "!seat off" };
	unsigned who = one_in(play, 8) ? EVE + draw_below(play, 2) : draw_below(play, PLAYERS);
	bool channel = who == EVE || one_in(play, 2);
	if (one_in(play, 40))
		say_and_check(play, who, true, "!stop");
	else if (who != EVE && one_in(play, 10))
		say_and_check(play, who, false, one_in(play, 2) ? "give 1 2 3" : "foreplace 1");
	else
		say_and_check(
			play, who, channel, said[draw_below(play, sizeof said / sizeof said[0])]);
}

/* Lets several people speak in one batch, so that the bot joins its news into one line. */
static void speak_at_once(struct play *play, struct table *table)
{
	static const char *const asides[] = { "!hand", "!table", "!score", "!p 1", "!nonce xyz",
		"!watch 1", "!p 2" };
	struct string text = STRING_EMPTY;
	unsigned who = find_player(table, table_state(table)->turn);
	secrecy_check_begin(&play->censor);
	if (who != PEOPLE) {
		struct move move = legal_move(play, table);
		bool channel = move.act != ACT_GIVE && move.act != ACT_FOREPLACE;
		write_move(play, table, who, channel, move, &text);
		add(play, who, channel, text.bytes);
	}
	for (unsigned i = 0; i < 3; i++)
		add(play, draw_below(play, SECOND), true, asides[draw_below(play, 7)]);
	add(play, draw_below(play, SECOND), true, "!score");
	stage_wait(play->stage, 0);
	judge(play);
	string_free(&text);
}

static void meet(struct play *play, unsigned who, const char *nick)
{
	static const char *const addresses[PEOPLE] = { "a@a.home", "l@l.home", "r@r.home",
		"y@y.home", "z@z.home", "p@p.home", "e@e.home", "l@work", "t@dark" };
	stage_meet(play->stage, secrecy_check_key[who], nick,
		who == LUC || who == SECOND ? "luc" : NULL, addresses[who]);
}

/* Gives one person another nick for a while. */
static void rename_one(struct play *play)
{
	static const char *const nicks[2][3] = { { "anna", "rose", "yves" },
		{ "anna_", "rose_", "yves_" } };
	static const unsigned who[3] = { ANNA, ROSE, YVES };
	unsigned i = draw_below(play, 3);
	observe(play, nicks[0][i], "is renamed");
	meet(play, who[i], nicks[draw_below(play, 2)][i]);
	judge(play);
}

/* Disconnects a player. Then a thief takes their nick and asks for their cards. */
static void steal_nick(struct play *play, struct table *table)
{
	static const char *const said[] = { "!hand", "!table", "!swap", "!p 1", "!hint", "!score",
		"hand", "swap", "!watch 1", "!leave" };
	unsigned who = find_player(table, draw_below(play, table->seats_taken));
	if (who >= PLAYERS || who == LUC)
		return;
	const char *name = table->seat[secrecy_check_seat(table, who)].player->name;
	char nick[STAGE_NAME];
	snprintf(nick, sizeof nick, "%s", name);
	observe(play, nick, "is gone");
	stage_went(play->stage, secrecy_check_key[who],
		one_in(play, 2) ? DEPARTED_NETWORK : DEPARTED_SPLIT);
	meet(play, THIEF, nick);
	judge(play);
	for (unsigned i = 0; i < 3; i++)
		say_and_check(play, THIEF, one_in(play, 2), said[draw_below(play, 10)]);
	observe(play, nick, "is back");
	stage_went(play->stage, secrecy_check_key[THIEF], DEPARTED_NETWORK);
	meet(play, THIEF, "thief");
	meet(play, who, nick);
	judge(play);
}

/* Waits so long that turn clocks run out or warn. */
static void wait_long(struct play *play)
{
	observe(play, "clock", "ticks");
	stage_wait(play->stage, one_in(play, 2) ? 31000 : 61000);
	judge(play);
}

/* Lets the channel kick the bot. On its return, the bot repeats lines that may have been lost. */
static void kick_and_return(struct play *play)
{
	observe(play, "bot", "is thrown out");
	stage_kick(play->stage);
	judge(play);
	for (unsigned i = 0; i < 3; i++)
		say_and_check(play, draw_below(play, PLAYERS), one_in(play, 2),
			one_in(play, 2) ? "!p 1" : "!hand");
	observe(play, "bot", "is back");
	stage_join(play->stage);
	judge(play);
}

static void choose_locale(struct play *play, unsigned who, struct locale locale)
{
	char set[32];
	snprintf(set, sizeof set, "set lang %s", catalog_language_code(locale.language));
	stage_whisper(play->stage, secrecy_check_key[who], set);
	snprintf(set, sizeof set, "set cards %s", catalog_style_name(locale.style));
	stage_whisper(play->stage, secrecy_check_key[who], set);
	stage_whisper(play->stage, secrecy_check_key[who],
		one_in(play, 2) ? "set via msg" : "set via notice");
	stage_whisper(play->stage, secrecy_check_key[who],
		one_in(play, 2) ? "set seat on" : "set seat off");
	stage_hear(play->stage);
}

/* Gives all people but luc a new language and style. luc is left out because luc has two
 * connections. */
static void choose_locales(struct play *play)
{
	/* A pending line keeps the old language, so the bot must say it before the change. */
	observe(play, "the operator", "reload");
	lobby_tell_pending_news(&play->stage->lobby);
	lobby_commit(&play->stage->lobby);
	judge(play);
	for (unsigned i = 0; i <= EVE; i++)
		if (i != LUC)
			choose_locale(play, i, random_locale(play));
	secrecy_check_channel(&play->censor)->settings.locale = random_locale(play);
	secrecy_check_channel(&play->censor)->settings.quiet = one_in(play, 4);
	play->stage->pensive = one_in(play, 4);
	stage_shows(play->stage, one_in(play, 4));
}

/* Returns a command that adds an AI player of a random level. Strong levels are rare, because they
 * think long. */
static const char *random_level(struct play *play)
{
	if (one_in(play, 64))
		return one_in(play, 4) ? "!bot expert" : "!bot hard";
	return one_in(play, 2) ? "!bot" : "!bot easy";
}

/* Writes a command that opens a table with a random preset and options. Returns the number of its
 * players. */
static unsigned write_opening(struct play *play, const struct game *game, struct text *opening)
{
	union any_state table;
	unsigned presets = 0;
	while (game->presets[presets] != NULL)
		presets++;
	unsigned preset = draw_below(play, presets);
	text_add(opening, "!new ");
	text_add(opening, game->name);
	text_char(opening, ' ');
	text_add(opening, game->presets[preset]);
	text_add(opening, one_in(play, 2) ? " rated=no " : " ");
	game_open(game, &table.state, preset);
	options_choose(game, &table.state, &play->chance, opening);
	unsigned players = draw_below(play, SEATS_MAX);
	while ((game_players(game, &table.state) >> players & 1) == 0)
		players = (players + 1) % (SEATS_MAX + 1);
	return players;
}

/* Lets the opener of a table invite a guest, and the guest sit down on a page. */
static void invite_guest(struct play *play, unsigned opener)
{
	static const char mark[] = "\"key\":\"";
	say_and_check(play, opener, false, "!guest");
	const struct guests *guests = &play->stage->lobby.guests;
	const char *key;
	if (guests->count == 0)
		return;
	observe(play, "the guest", "sits down");
	send_line(play->seats,
		case_text("{\"ask\":%lld,\"do\":\"join\",\"join\":\"%s\",\"name\":\"lea%llu\","
			  "\"lang\":\"%s\"}",
			(long long)++play->seats->asked, guests->link[guests->count - 1].hash,
			(unsigned long long)play->commands, one_in(play, 2) ? "fr" : "en"));
	stage_wait(play->stage, 0);
	if ((key = strstr(play->sent.bytes, mark)) != NULL)
		secrecy_check_add_link(&play->censor, GUEST, key + strlen(mark));
	judge(play);
}

/* Opens a table of this game, fills it with people and AI players, and starts the match. */
static void begin_match(struct play *play, const struct game *game)
{
	char opening[200];
	struct text text = text_in(opening, sizeof opening);
	unsigned players = write_opening(play, game, &text);
	unsigned people = 1 + draw_below(play, players);
	unsigned opener = draw_below(play, PLAYERS);
	choose_locales(play);
	say_and_check(play, opener, true, opening);
	for (unsigned i = 1; i < players; i++)
		if (i == 1 && one_in(play, 4))
			invite_guest(play, opener);
		else if (i < people)
			say_and_check(play, (opener + i) % PLAYERS, true, "!join");
		else
			say_and_check(play, opener, true, random_level(play));
	say_and_check(play, opener, true, "!start");
}

/* Closes all tables that wait for players. */
static void clear_tables(struct play *play)
{
	for (unsigned n = 1; n <= CENSOR_TABLES; n++) {
		const struct table *table = stage_table(play->stage, n);
		for (unsigned i = 0; table != NULL && !table->running && i < PEOPLE; i++) {
			if (secrecy_check_seat(table, i) == SEAT_NONE)
				continue;
			say_and_check(play, i, true, n == 1 ? "!leave #1" : "!leave #2");
			table = stage_table(play->stage, n);
		}
	}
}

/* Lets the players stop a match, because it could take long. */
static void stop(struct play *play, const struct table *table)
{
	char text[32];
	snprintf(text, sizeof text, "!stop #%u", table->number);
	for (unsigned i = 0; i < PLAYERS; i++)
		say_and_check(play, i, true, text);
}

/* Lets the same people play another match. */
static void begin_again(struct play *play)
{
	for (unsigned i = 0; i < PLAYERS; i++)
		say_and_check(play, i, true, "!again");
	clear_tables(play);
}

static void step(struct play *play, struct table *table)
{
	switch (draw_below(play, 64)) {
	case 0:
	case 1:
	case 2: try_move(play, table); break;
	case 3:
	case 4:
	case 5: ask_randomly(play, table); break;
	case 6: do_something(play); break;
	case 7: speak_at_once(play, table); break;
	case 8:
		switch (draw_below(play, 8)) {
		case 0: steal_nick(play, table); break;
		case 1: rename_one(play); break;
		case 2: wait_long(play); break;
		case 4: kick_and_return(play); break;
		case 3:
			if (stage_table(play->stage, 1) == NULL ||
				stage_table(play->stage, 2) == NULL)
				begin_match(play, games[draw_below(play, play->games)]);
			break;
		default: clear_tables(play);
		}
		break;
	default: make_move(play, table);
	}
}

/* Checks what the bot sends to the pages at the end of each batch. */
static void end_batch(void *self, bool kept)
{
	struct play *play = self;
	play->pages.end(play->pages.self, kept);
	string_clear(&play->sent);
	string_add(&play->sent, read_lines(play->seats));
	string_clear(&play->seats->got);
	secrecy_check_views(&play->censor, play->sent.bytes);
}

static void open_stage(struct play *play)
{
	void *seats;
	seats_open_worded(&seats);
	play->seats = seats;
	play->stage = &play->seats->stage;
	stage_visit(play->stage);
	play->stage->elsewhere = "*"; /* outside #table, watchers get news in private */
	play->stage->chance = play->chance;
	play->stage->lobby.settings.tables_per_channel = CENSOR_TABLES;
	play->log = tmpfile();
	assert_non_null(play->log);
	play->stage->log.fd = fileno(play->log);
	play->stage->log.level = LOG_INFO;
	secrecy_check_open(&play->censor, play->stage);
	play->pages = play->stage->lobby.batch_listener;
	play->stage->lobby.batch_listener = (struct batch_listener){ end_batch, play };
	for (unsigned i = 0; i < PEOPLE; i++)
		meet(play, i, secrecy_check_key[i]);
	choose_locale(play, LUC, (struct locale){ .style = STYLE_UNICODE });
}

/* Closes the stage. Fails if the log names a card. */
static void close_stage(struct play *play)
{
	char line[2048];
	rewind(play->log);
	while (fgets(line, sizeof line, play->log) != NULL)
		if (reader_written(line, &english_words) | reader_written(line, &french_words) |
			reader_spelled(&play->censor.reader, line))
			fail_msg("the log names a card: %s", line);
	fclose(play->log);
	play->hands += play->censor.hands;
	play->seen += play->censor.seen;
	play->views += play->censor.views;
	secrecy_check_close(&play->censor);
	seats_close(&(void *){ play->seats });
}

static void play_on(struct play *play, uint64_t hands)
{
	unsigned begun = 0;
	open_stage(play);
	while (play->censor.hands < hands) {
		struct table *table = find_running_table(play);
		if (table != NULL) {
			if (table_state(table)->hand > LONG && one_in(play, 64))
				stop(play, table);
			else
				step(play, table);
			continue;
		}
		begin_again(play);
		if (find_running_table(play) == NULL || one_in(play, 2))
			begin_match(play, games[begun++ % play->games]);
	}
	close_stage(play);
}

CASE(no_secret_card_or_seed_is_told)
{
	const char *wanted = getenv("SECRECY_HANDS");
	const char *seed = getenv("SECRECY_SEED");
	uint64_t hands = wanted != NULL ? strtoull(wanted, NULL, 10) : HANDS;
	struct play play = { .chance = { seed != NULL ? strtoull(seed, NULL, 10) : 1 },
		.sent = STRING_EMPTY };
	while (games[play.games] != NULL)
		play.games++;
	while (play.hands < hands)
		play_on(&play, hands - play.hands < STAGE_HANDS ? hands - play.hands : STAGE_HANDS);
	print_message("%llu hands, %llu commands, %llu cards named, %llu answers compared, "
		      "%llu views, %llu taps\n",
		(unsigned long long)play.hands, (unsigned long long)play.commands,
		(unsigned long long)play.seen, (unsigned long long)play.compared,
		(unsigned long long)play.views, (unsigned long long)play.taps);
	assert_true(play.seen > play.hands * 20);
	assert_true(play.compared > play.hands / 10);
	assert_true(play.taps > play.hands);
	assert_true(play.views > play.taps);
	string_free(&play.sent);
}
