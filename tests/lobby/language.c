/* Tests that a language is one file: people play in an invented language, which
 * tests/stage/invent.sh makes from the English file. All its words begin with zz. */
#include "bot/command/command_table.h"
#include "bot/surface/seat_view.h"
#include "bot/talk/board.h"
#include "bot/web/seats.h"
#include "tests/stage/pages.h"

#define KEY "AbCdEfGhIjKlMnOpQr-_19"

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* Fails if a text has a word of another language. Names and hexadecimal digits do not count. */
static void check(const char *text)
{
	static const char names[] = "anna luc table bot cards UTC en fr zz Mitaines Mitch Mate "
				    "mitaines mitch mate classic gamerules revolution banilower";
	enum { HEX = 40 };
	for (const char *at = text; *at != '\0';) {
		size_t length = strspn(at, letters), hex = strspn(at, "0123456789abcdef");
		if (hex >= HEX)
			length = hex;
		else if (length > 0 && strncmp(at, "zz", 2) != 0 &&
			!string_has_word(names, ' ', at, length))
			fail_msg("%.*s is of another language in: %s", (int)length, at, text);
		at += length > 0 ? length : 1;
	}
}

/* Lets nick say a line in the channel, or in private if it has no prefix. Checks the bot's answers
 * and returns them. */
static const char *say(struct stage *stage, const char *nick, const char *line)
{
	(*line == '!' ? stage_say : stage_whisper)(stage, nick, line);
	const char *heard = stage_hear(stage);
	assert_string_not_equal(heard, "");
	check(heard);
	return heard;
}

static void speak_invented(struct stage *stage)
{
	struct settings settings = stage->lobby.settings;
	settings.usual.locale.language = (uint8_t)catalog_language("zz");
	lobby_configure(&stage->lobby, &settings);
	stage->operator= "anna";
}

/* Opens a table for anna and luc, and begins the match. Returns the table. */
static struct table *begin(struct stage *stage, const char *game)
{
	size_t n = 0;
	say(stage, "anna", case_text("!zznew %s", game));
	say(stage, "luc", "!zzjoin");
	say(stage, "anna", "!zzstart");
	return tables_next(&stage->lobby.tables, &n);
}

/* Lets the player to move type a legal move in the language zz. */
static void move(struct stage *stage, struct table *table)
{
	unsigned seat = table_state(table)->turn;
	const char *nick = table->seat[seat].player->name;
	struct string moves = STRING_EMPTY;
	char line[64];
	board_add_moves(stage->catalog, table, seat, &moves);
	const char *at = moves.bytes;
	for (uint64_t n = chance_below(&stage->chance, case_count(at, "\n")); n > 0; n--)
		at = strchr(at, '\n') + 1;
	snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
	unsigned before = table->moves;
	const char *heard = say(stage, nick, line);
	if (stage->lobby.tables.count > 0 && table->moves == before)
		fail_msg("%s did not move by %s: %s", nick, line, heard);
	string_free(&moves);
}

WORDED_CASE(people_play_a_whole_match_of_each_game_in_an_invented_language)
{
	static const char *const matches[] = { "mitaines zztarget=10 zzjackpair=50",
		"mitch zzhands=2 zzdraw=zzeither", "mate zzrounds=2 zzking=zzyes" };
	speak_invented(stage);
	for (size_t i = 0; i < sizeof matches / sizeof matches[0]; i++) {
		struct table *table = begin(stage, matches[i]);
		assert_non_null(table);
		assert_true(table->running);
		while (stage->lobby.tables.count > 0)
			move(stage, table);
	}
	say(stage, "anna", "zzreview zzlast");
	say(stage, "luc", "zzhistory");
	say(stage, "luc", "zztop mate zzweek");
}

WORDED_CASE(help_is_given_in_an_invented_language)
{
	const struct command *command;
	unsigned zz = (unsigned)catalog_language("zz");
	speak_invented(stage);
	stage_visit(stage);
	stage->lobby.settings.seats = true;
	say(stage, "anna", "zzhelp");
	say(stage, "anna", "zzhelp zzall");
	say(stage, "anna", "zzrules");
	for (size_t n = 0; (command = command_table_next(&n)) != NULL;)
		say(stage, "anna",
			case_text("zzhelp %s", catalog_text(stage->catalog, zz, command->word)));
	say(stage, "anna", "zzjion");
}

WORDED_CASE(a_channel_is_set_in_an_invented_language)
{
	static const char *const said[] = { "!zzchannel", "!zzchannel zzlang", "!zzchannel zzgames",
		"!zzchannel zzopen zzoperators", "!zzchannel zzhours 18-23",
		"!zzchannel zzcards zzplain", "!zzchannel zzbots zzno", "!zzchannel zzmute",
		"!zzchannel zzoff 2zzh", "!zzchannel zzon", "!zzchannel zzjion" };
	speak_invented(stage);
	for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
		say(stage, "anna", said[i]);
	say(stage, "luc", "zzset zzcards zzcolour");
	say(stage, "luc", "zzset zzlang zzlanguage");
	assert_int_equal(stage->lobby.channels.channel[0]->settings.opener, RANK_OPERATOR);
	assert_true(stage->lobby.channels.channel[0]->settings.no_robots);
}

/* Removes tags, scripts and style sheets from a page in place. */
static void strip_tags(char *html)
{
	char *to = html;
	for (const char *at = strstr(html, "<body"); at != NULL && *at != '\0';) {
		const char *open = strchr(at, '<');
		size_t length = open != NULL ? (size_t)(open - at) : strlen(at);
		memmove(to, at, length);
		to += length;
		*to++ = '\n';
		at = open != NULL ? strchr(open, '>') + 1 : NULL;
	}
	*to = '\0';
}

WORDED_CASE(a_seat_page_is_drawn_in_an_invented_language)
{
	struct pages pages = open_pages(stage);
	struct seats seats = {
		.events = &silent_events, .out = STRING_EMPTY, .metrics = STRING_EMPTY
	};
	struct string line = STRING_EMPTY, view = STRING_EMPTY;
	char hash[SEAT_HASH];
	speak_invented(stage);
	struct table *table = begin(stage, "mitaines");
	seat_key_hash_text(KEY, hash);
	seat_view_add(&stage->lobby, table, table_state(table)->turn, &view);
	string_add(&line, case_text("{\"seat\":\"%s\",\"view\":", hash));
	string_add(&line, view.bytes);
	string_add(&line, "}");
	assert_true(seats_read_line(&seats, line.bytes, line.length));
	assert_true(seats_read_line(&seats, "{\"ready\":true}", 14));
	pages.web.seats = &seats;
	assert_int_equal(get(&pages, "/seat/" KEY), 200);
	strip_tags(pages.answer.body.bytes);
	check(pages.answer.body.bytes);
	assert_non_null(strstr(pages.answer.body.bytes, "zzYour"));
	seats_free(&seats);
	string_free(&line);
	string_free(&view);
	close_pages(&pages);
}
