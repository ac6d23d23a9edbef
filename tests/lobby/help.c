/* Tests that help, rules and option lists cover all commands and options in every language. */
#include "bot/command/command_table.h"
#include "tests/stage/case.h"

enum { NAME = 32, KEY = 64 };

static void copy_first_name(const struct command *command, char name[NAME])
{
	struct text text = text_in(name, NAME);
	text_add(&text, command_name(command));
	assert_false(text.cut);
}

/* Returns the number of the message that lists a command in the help, or -1. */
static int find_list_key(const struct command *command)
{
	char key[KEY];
	char name[NAME];
	struct text text = text_in(key, sizeof key);
	copy_first_name(command, name);
	text_add(&text, "list.");
	text_add(&text, name);
	return catalog_find_key(key);
}

/* Returns true if text begins with a command's name, with or without the prefix. */
static bool begins_with(const struct stage *stage, const char *text, const struct command *command)
{
	char word[NAME];
	struct text first = text_in(word, sizeof word);
	text += *text == '!';
	text_bytes(&first, text, strcspn(text, " .,;:\n"));
	return !first.cut && command_table_find(stage->catalog, word, FOR_ADMINS) == command;
}

/* Sets anna's language by its number. Returns false for an unknown language. */
static bool set_language(struct stage *stage, unsigned language)
{
	char says[NAME];
	struct text text = text_in(says, sizeof says);
	if (catalog_language_code(language) == NULL)
		return false;
	text_add(&text, "set lang ");
	text_add(&text, catalog_language_code(language));
	stage_whisper(stage, "anna", says);
	stage_hear(stage);
	return true;
}

/* Switches on all functions whose commands the help hides while they are off. */
static void show_all(struct stage *stage)
{
	stage_visit(stage);
	stage->lobby.settings.seats = true;
}

WORDED_CASE(the_help_command_lists_every_command_except_the_unlisted_ones)
{
	const struct command *command;
	show_all(stage);
	for (unsigned l = 0; set_language(stage, l); l++) {
		stage_whisper(stage, "anna", "help all");
		const char *heard = stage_hear(stage);
		for (size_t n = 0; (command = command_table_next(&n)) != NULL;) {
			struct string item = STRING_EMPTY;
			struct locale locale = { .language = (uint8_t)l };
			int word = find_list_key(command);
			if ((word >= 0) != (command->list != UNLISTED))
				fail_msg("list.NAME, or UNLISTED: %s", command_name(command));
			if (word < 0)
				continue;
			catalog_add(&item, stage->catalog, locale, (enum message)word, NO_ARGS);
			if (!begins_with(stage, item.bytes, command) ||
				strstr(heard, item.bytes) == NULL)
				fail_msg("%s is not listed in: %s", command_name(command), heard);
			string_free(&item);
		}
	}
}

STAGE_CASE(every_list_message_belongs_to_a_command)
{
	static const char *const keys[] = {
#define X(name, key) key,
		WORDS(X)
#undef X
	};
	for (unsigned i = 0; i < MSG_COUNT; i++) {
		if (strncmp(keys[i], "list.", strlen("list.")) != 0)
			continue;
		const struct command *command =
			command_table_find(stage->catalog, keys[i] + strlen("list."), FOR_ADMINS);
		if (command == NULL || find_list_key(command) != (int)i)
			fail_msg("%s lists no command", keys[i]);
	}
}

WORDED_CASE(the_help_of_a_command_begins_with_the_command)
{
	const struct command *command;
	show_all(stage);
	for (unsigned l = 0; set_language(stage, l); l++)
		for (size_t n = 0; (command = command_table_next(&n)) != NULL;) {
			char name[NAME];
			char says[KEY];
			struct text text = text_in(says, sizeof says);
			copy_first_name(command, name);
			text_add(&text, "help ");
			text_add(&text, name);
			stage_whisper(stage, "anna", says);
			const char *heard = stage_hear(stage);
			if (!(command->flags & FOR_ADMINS) &&
				!begins_with(stage, heard + strlen("anna< "), command))
				fail_msg("%s: %s", says, heard);
		}
}

/* Writes the name of an option in a language, and in English its values too. */
static void name_option(
	const struct stage *stage, const struct option *option, unsigned language, char item[128])
{
	int word = catalog_find_in_group("option.", option->name, strlen(option->name));
	assert_true(word >= 0);
	snprintf(item, 128, "%s=%s",
		catalog_text(stage->lobby.catalog, language, (enum message)word),
		language == 0 ? option->values : "");
}

WORDED_CASE(help_on_options_lists_each_option_of_a_table)
{
	for (unsigned l = 0; set_language(stage, l); l++) {
		stage_whisper(stage, "anna", "help options");
		const char *heard = stage_hear(stage);
		for (size_t i = 0; games[i] != NULL; i++) {
			const struct option *option = game_options(games[i]);
			for (; option->name != NULL; option++) {
				char item[128];
				name_option(stage, option, l, item);
				/* The line of a game begins with its name in a capital letter. */
				const char *line = strstr(heard, games[i]->name + 1);
				while (line != NULL && line[-3] != '<')
					line = strstr(line + 1, games[i]->name + 1);
				const char *found = line != NULL ? strstr(line, item) : NULL;
				if (found == NULL || found > line + strcspn(line, "\n"))
					fail_msg("%s is not among: %s", item, heard);
			}
		}
	}
}

/* French has a no-break space before a colon. */
WORDED_CASE(the_list_of_options_has_the_punctuation_of_its_language)
{
	static const char *const lines[] = { "anna< Mitaines: target=",
		"anna< Mitaines\u00a0: cible=" };
	for (unsigned l = 0; l < 2; l++) {
		assert_true(set_language(stage, l));
		assert_reply(stage, "anna", "help options", lines[l]);
	}
}

STAGE_CASE(the_rules_command_without_a_name_tells_the_rules_of_the_table)
{
	static const char *const told[] = {
		"(rules.table table=1 game=mate preset= options=king=yes rated=no)\n",
		"anna< (options.line game=mate option=king=yes about=(about.mate.king))\n",
		"anna< (options.line game=mate option=rated=no about=(about.rated))\n",
		"anna< (rules.mate order=(rule.mate.suits.CHSD.order) begin=",
		" privilege=(rule.mate.king.yes.privilege) ",
		"anna< (rules.options list=discard, king, ",
	};
	case_dialog(stage, "anna: !new mate king=yes rated=no", "anna> rules");
	const char *heard = stage_hear(stage);
	for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
		assert_in(heard, told[i]);
	assert_answer(stage, "luc", "!rules", "luc< (rules.table table=1 ");
	heard = assert_reply(stage, "luc", "rules", "luc< (rules.mitaines four=");
	assert_in(heard,
		" jackpair=50 jacksingle=0 length=(rule.mitaines.partners.yes.length "
		"target=500))\n");
	stage_say(stage, "luc", "!new quebec target=300");
	heard = assert_reply(stage, "luc", "rules", "(rules.mitaines.quebec order=");
	assert_in(heard,
		" jackpair=20 jacksingle=10 length=(rule.mitaines.quebec.length "
		"target=300))\n");
	assert_answer(stage, "rose", "!rules #2",
		"rose< (rules.table table=2 game=mitaines preset=quebec ");
}

STAGE_CASE(the_rules_of_a_preset_include_the_basic_rules)
{
	const char *heard =
		assert_reply(stage, "anna", "rules gamerules", "anna< (rules.mitaines ");
	assert_in(heard, "anna< (added.mitaines.gamerules)");
}

STAGE_CASE(the_commands_help_rules_and_new_explain_options_in_two_languages)
{
	static const char king[] =
		"anna< (options.line game=mate option=king=no|yes about=(about.mate.king))\n";
	static const char *const cases[][2] = {
		{ "help king", king },
		{ "aide ROI", king },
		{ "rules king", king },
		{ "rules mate king", king },
		{ "regles mate roi", king },
		{ "new mate ?", king },
		{ "solo hard mate ?", king },
		{ "!seek mate ?", king },
		{ "rules mate ?", king },
		{ "rules mate options", king },
		{ "help discard", "about=(about.mate.discard))" },
		{ "help discard", "anna< (help.discard)" },
		{ "help écart", "about=(about.mate.discard))" },
		{ "help rated", "about=(about.rated))" },
		{ "rules mitch king", "(rules.unknown " },
		{ "new ?", "anna< (new.games games=mitaines (classic, " },
		{ "new chess ?", "(no.such.game " },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_say(stage, "anna", cases[i][0]);
		assert_reply(stage, "anna", cases[i][0], cases[i][1]);
	}
	assert_int_equal(stage->lobby.tables.count, 0);
}

/* The French letters of clubs, spades, hearts and diamonds are T, P, C and K. */
WORDED_CASE(the_order_of_suits_can_be_set_with_french_letters)
{
	assert_true(set_language(stage, 1));
	stage_say(stage, "anna", "!nouvelle mate couleurs=tpck");
	stage_hear(stage);
	assert_string_equal(stage_table(stage, 1)->options, "suits=CSHD");
	assert_reply(stage, "anna", "règles", "Mate couleurs=TPCK\u00a0: ");
}

STAGE_CASE(the_line_of_a_hand_mentions_special_moves_only_if_they_are_legal)
{
	struct table *table = case_two(stage, "!new mate king=yes discard=yes");
	unsigned kings = 0;
	for (unsigned move = 0; move < 40; move++) {
		struct moves moves;
		bool king = false;
		bool discard = false;
		table->game->legal(table_state(table), &moves);
		for (unsigned i = 0; i < moves.count; i++) {
			discard |= moves.move[i].act == ACT_DISCARD;
			king |= moves.move[i].act == ACT_PLAY && moves.move[i].call == CALL_KING;
		}
		stage_hear(stage);
		stage_whisper(stage, mover_of(table), "hand");
		const char *heard = stage_hear(stage);
		assert_int_equal(strstr(heard, "(hand.offer.discard)") != NULL, discard);
		assert_int_equal(strstr(heard, "(hand.offer.king number=") != NULL, king);
		kings += king;
		char says[16];
		struct text text = text_in(says, sizeof says);
		move_write(&text, moves.move[0]);
		stage_whisper(stage, mover_of(table), says);
	}
	assert_true(kings > 0);
}
