/* Tests questions in people's own words, mistyped commands, and the first lines that a newcomer
 * gets. */
#include "tests/folder.h"
#include "tests/stage/case.h"

#include "bot/talk/turn.h"
#include "bot/text/fold.h"
#include "bot/text/question.h"

enum { QUESTIONS = 288, FITTING_LEAST = 275, FALSE_MOST = 2 };

/* Returns true if an intent is in a list like "join|new"; the list "-" means no intent, NULL. */
static bool fits(const char *wanted, const char *intent)
{
	size_t length = intent != NULL ? strlen(intent) : 0;
	if (intent == NULL)
		return strcmp(wanted, "-") == 0;
	for (const char *at = wanted; at != NULL; at = strchr(at, '|')) {
		at += *at == '|';
		if (strncmp(at, intent, length) == 0 && (at[length] == '|' || at[length] == '\0'))
			return true;
	}
	return false;
}

/* Cuts the first field off a line and returns it. */
static char *cut_field(char **line)
{
	char *field = *line;
	*line += strcspn(*line, "\t");
	if (**line != '\0')
		*(*line)++ = '\0';
	return field;
}

/* Counts sentences with the right intent, and sentences about other things that get an intent.
 * Prints the other ones. */
STAGE_CASE(the_right_intent_is_found_for_most_sentences_of_a_stranger)
{
	unsigned fitting = 0;
	unsigned others = 0;
	char *save = NULL;
	char *sentences = folder_read("tests/lobby/questions.tsv", NULL);
	for (char *line = strtok_r(sentences, "\n", &save); line != NULL;
		line = strtok_r(NULL, "\n", &save)) {
		if (*line == '#')
			continue;
		cut_field(&line);
		const char *wanted = cut_field(&line);
		cut_field(&line);
		const char *intent = question_read(stage->lobby.catalog, line).intent;
		bool about_bot = strcmp(wanted, "-") != 0;
		if (!fits(wanted, intent))
			print_message(
				"%s, not %s: %s\n", intent != NULL ? intent : "-", wanted, line);
		fitting += about_bot && fits(wanted, intent);
		others += !about_bot && intent != NULL;
	}
	free(sentences);
	assert_in_range(fitting, FITTING_LEAST, QUESTIONS);
	assert_in_range(others, 0, FALSE_MOST);
}

STAGE_CASE(the_intent_of_a_sentence_is_found_by_weights_of_its_words)
{
	static const char *const cases[][2] = {
		{ "How do I play?", "learn" },
		{ "How do I play a card", "card" },
		{ "how do I play mate", "rules" },
		{ "COMMENT ON JOUE?", "learn" },
		/* The word "partir" must not count as "partie" too, which it resembles. */
		{ "comment on fait pour partir", "leave" },
		{ "qu\xe2\x80\x99"
		  "est-ce que je fais maintenant",
			"now" },
		{ "where is the leaderbord", "top" },
		{ "what is the scroe", "winning" },
		{ "did i win?", "winning" },
		{ "est-ce que j'ai gagné", "winning" },
		{ "", "-" },
		{ "?!", "-" },
		{ "\xff\xfe", "-" },
		{ "the mittens are on the carpet", "-" },
		{ "xyzzy", "-" },
		{ "can i play against the computer", "solo" },
		{ "je veux jouer contre l'ordi", "solo" },
		{ "comment je rejoins une partie", "join" },
		{ "what do i do?", "now" },
		{ "what is this?", "who" },
		{ "c'est quoi ici?", "who" },
		{ "how much is the pile worth?", "pile" },
		{ "why is the pile worth 100?", "worth" },
		{ "pourquoi la pile vaut 100 points?", "worth" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *intent = question_read(stage->lobby.catalog, cases[i][0]).intent;
		if (!fits(cases[i][1], intent))
			fail_msg("%s: %s", cases[i][0], intent != NULL ? intent : "-");
	}
}

/* The player to move says the sentences that need a seat. A bystander says the others. */
STAGE_CASE(most_sentences_of_a_stranger_are_answered_and_change_nothing)
{
	unsigned answered = 0;
	char *save = NULL;
	char *sentences = folder_read("tests/lobby/questions.tsv", NULL);
	struct table *table = case_two(stage, "!new rated=no");
	for (char *line = strtok_r(sentences, "\n", &save); line != NULL;
		line = strtok_r(NULL, "\n", &save)) {
		if (*line == '#')
			continue;
		cut_field(&line);
		if (strcmp(cut_field(&line), "-") == 0)
			continue;
		bool seated = strcmp(cut_field(&line), "seated") == 0;
		stage_wait(stage, 2000);
		table_start_turn_clock(table, stage->now);
		stage_hear(stage);
		stage_whisper(stage, seated ? mover_of(table) : "rose", line);
		const char *heard = stage_hear(stage);
		bool lost = *heard == '\0' || strstr(heard, "(unknown.") != NULL ||
			strstr(heard, "(meant ") != NULL || strstr(heard, "(too.much)") != NULL ||
			strstr(heard, "Je n’ai pas compris") != NULL;
		answered += !lost;
		if (lost)
			print_message("%s: %s", line, heard);
	}
	free(sentences);
	assert_in_range(answered, FITTING_LEAST, QUESTIONS);
	assert_int_equal(table->moves, 0);
	assert_int_equal(table_count_people(table), 2);
	assert_int_equal(stage->lobby.tables.count, 1);
}

/* Returns true if a text ends with a command for the reader to type. */
static bool ends_with_command(const char *text)
{
	const char *last = strrchr(text, ':');
	return last != NULL && text[strlen(text) - 1] == '.' && strstr(last, "{prefix}") != NULL;
}

/* Intents that are always answered by the output of a command. */
static const char by_command[] = "rules people history rank top captured channel";

STAGE_CASE(each_intent_has_answers_that_end_with_a_command)
{
	static const char answer[] = "answer.";
	static const char ask[] = "ask.";
	struct catalog *texts = catalog_open(catalogues, "!");
	for (enum message m = 0; m < MSG_COUNT; m++)
		for (unsigned l = 0; catalog_language_code(l) != NULL; l++)
			if (strncmp(catalog_key(m), answer, strlen(answer)) == 0 &&
				m != MSG_ANSWER_LANGUAGE &&
				!ends_with_command(catalog_text(texts, l, m)))
				fail_msg("%s: %s", catalog_key(m), catalog_text(texts, l, m));
	catalog_free(texts);
	for (enum message m = 0; m < MSG_COUNT; m++) {
		const char *name = catalog_key(m) + strlen(ask);
		bool found = strncmp(catalog_key(m), ask, strlen(ask)) != 0 ||
			strcmp(name, "other") == 0 || fold_has_word(by_command, name);
		for (enum message a = 0; a < MSG_COUNT && !found; a++)
			found = strncmp(catalog_key(a), answer, strlen(answer)) == 0 &&
				strncmp(catalog_key(a) + strlen(answer), name, strlen(name)) == 0;
		if (!found)
			fail_msg("no answer to %s", catalog_key(m));
	}
	assert_non_null(stage);
}

/* A stranger asks the same questions without a table, at an open table, and in a match. */
STAGE_CASE(answers_to_questions_differ_for_players_and_bystanders)
{
	static const char *const ask[] = { "can I join?", "what now?", "whose turn is it",
		"how do I leave", "what are my cards", "how do I play" };
	static const char *const alone[] = { "(answer.join.private)", "(answer.now)",
		"(answer.turn)", "(answer.leave)", "(answer.hand)", "(answer.learn)" };
	static const char *const few[] = { "(answer.join.few)", "(answer.now.few)",
		"(answer.turn.open)", "(answer.leave.open)", "(answer.hand.open)",
		"(answer.learn.open game=mitaines)" };
	static const char *const turn[] = { "(answer.join.turn)",
		"(answer.now.turn try=(try.play number=1))", "(answer.turn.turn)",
		"(answer.leave.playing)", "[1] (hand.turn ",
		"(answer.learn.turn try=(try.play number=1) game=mitaines)" };
	for (size_t i = 0; i < sizeof ask / sizeof ask[0]; i++)
		assert_reply_is(stage, "anna", ask[i], case_text("anna< %s\n", alone[i]));
	stage_say(stage, "anna", "!new");
	for (size_t i = 0; i < sizeof ask / sizeof ask[0]; i++)
		assert_reply_is(stage, "anna", ask[i], case_text("anna< %s\n", few[i]));
	stage_say(stage, "luc", "!join");
	assert_reply(stage, "anna", "what now?", "(answer.now.ready)");
	assert_reply(stage, "anna", "what should I do?", "(answer.hint.ready)");
	stage_say(stage, "anna", "!start");
	struct table *table = stage_table(stage, 1);
	const char *mover = mover_of(table);
	const char *waiter = strcmp(mover, "anna") == 0 ? "luc" : "anna";
	for (size_t i = 0; i < sizeof ask / sizeof ask[0]; i++)
		assert_reply(stage, mover, ask[i], case_text("%s< %s", mover, turn[i]));
	assert_reply_is(stage, waiter, "whose turn is it",
		case_text("%s< (answer.turn.wait seat=%s)\n", waiter, mover));
	struct string scores = STRING_EMPTY;
	speech_add_scores(&stage->lobby.speech, table, &scores);
	assert_reply_is(stage, mover, "who is ahead?",
		case_text("%s< (answer.winning.playing scores=%s)\n", mover, scores.bytes));
	string_free(&scores);
	assert_int_equal(table->moves, 0);
}

STAGE_CASE(a_bystander_is_told_of_the_table_in_the_channel)
{
	stage_say(stage, "anna", "!new mate");
	assert_answer_is(stage, "rose", "mitaines: what now?",
		"rose< (answer.now.joinable game=mate table=1)\n");
	case_dialog(stage, "luc: !join", "luc: !start");
	assert_answer(stage, "rose", "@mitaines who is winning?", "(score.round hand=1 match=1 ");
	assert_answer(stage, "rose", "mitaines, I want to play", "rose< (answer.join.running)");
}

STAGE_CASE(the_length_of_a_match_is_told_for_the_game_at_the_table)
{
	static const char *const cases[][2] = {
		{ "!new target=300",
			"length=(rule.mitaines.partners.yes.length target=300) "
			"short=(rule.mitaines.short)" },
		{ "!new quebec", "length=(rule.mitaines.quebec.length target=1000) " },
		{ "!new mate rounds=2", "length=(rule.mate.length rounds=2) short=(rule.mate." },
		{ "!new mitch", "length=(rule.mitch.hands.0.length) short=(rule.mitch.short)" },
		{ "!new mitch hands=3", "length=(rule.mitch.hands.other.length hands=3) " },
		{ "!new mitch revolution", "length=(rule.mitch.revolution.length hands=4) " },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_say(stage, "anna", cases[i][0]);
		assert_reply(stage, "anna", "how long is a match?", cases[i][1]);
		stage_say(stage, "anna", "!leave");
	}
	assert_reply(stage, "anna", "how long does a match of mate last?",
		"anna< (answer.length length=(rule.mate.length rounds=4) ");
	struct table *table = case_two(stage, "!new mitch");
	assert_reply(stage, mover_of(table), "how do I play a card?", "(answer.card.turn try=");
	assert_reply(stage, mover_of(table), "how long does it last?",
		"(answer.length.playing length=(rule.mitch.hands.0.length))");
}

/* The preset quebec has rules of its own. */
STAGE_CASE(a_question_at_a_table_is_answered_with_the_rules_of_its_preset)
{
	stage_say(stage, "anna", "!new quebec");
	assert_reply(stage, "anna", "how do I play?", "(answer.learn.open game=mitaines quebec)");
	assert_reply(stage, "anna", "rules mitaines quebec", "(rules.mitaines.quebec ");
}

STAGE_CASE(questions_of_other_people_do_not_reveal_a_private_table)
{
	stage_whisper(stage, "anna", "solo");
	stage_hear(stage);
	assert_reply_is(stage, "luc", "what now?", "luc< (answer.now)\n");
	assert_answer(stage, "anna", "mitaines: whose turn is it?", "anna< (answer.turn.");
}

STAGE_CASE(in_a_channel_only_questions_that_address_the_bot_are_answered)
{
	case_dialog(stage, "rose: how do I play?", "rose: !how do I play?", "rose: mitaines is fun",
		"rose: mitaines: my cat sleeps on the carpet", "rose: mitaines: xyzzy");
	assert_silence(stage);
	assert_answer_is(stage, "rose", "mitaines: how do I play?", "rose< (answer.learn)\n");
}

STAGE_CASE(the_bot_is_called_by_its_name_with_or_without_a_colon)
{
	static const char *const calls[] = { "mitaines how do I play a card",
		"hey mitaines how do I play a card?", "Hey, @mitaines: how do I play a card",
		"how do I play a card, mitaines?" };
	static const char *const names[] = { "mitaines:", "hey mitaines, ", "@mitaines",
		"@mitaines ?" };
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		assert_answer_is(stage, "rose", calls[i], "rose< (answer.card)\n");
	assert_answer(stage, "rose", "salut mitaines comment on joue?", "!tutoriel");
	assert_answer(stage, "rose", "mitaines tables", "(no.tables)");
	assert_answer(stage, "rose", "mitaines: rules mate", "(rules.mate ");
	/* The bot's name alone asks for help, if it clearly calls the bot. */
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		assert_answer_is(stage, "rose", names[i], "rose< (help bot=mitaines)\n");
	/* The bot hints that it does not understand a question, if the question is clearly for the
	 * bot. */
	assert_answer_is(stage, "rose", "mitaines: how do plugh frobs xyzzy?",
		"rose< (unknown.sentence.new)\n");
}

MATCH_CASE(talk_about_the_bot_is_not_answered, "!new")
{
	case_dialog(stage, "rose: mitaines rules the world today", "rose: mitaines is slow",
		"rose: how do I like mitaines?", "anna: mitaines leave", "anna: hey mitaines stop",
		"anna: mitaines p 1", "rose: mitaines means mittens", "rose: hey mitaines",
		"rose: mitainesque, how so?", "rose: mitaines how do plugh frobs xyzzy?");
	assert_silence(stage);
	assert_int_equal(table->moves, 0);
	assert_int_equal(table_count_people(table), 2);
}

/* A sentence that begins with a command's name must not run the command. */
STAGE_CASE(a_question_that_begins_with_the_name_of_a_command_is_a_question)
{
	static const char *const cases[][2] = {
		{ "rules of mate please", "(rules.mate " },
		{ "forgot my password", "(answer.account)" },
		{ "stop bothering us", "(answer.quiet.playing)" },
		{ "leave us alone", "(answer.quiet.playing)" },
		{ "play against the computer", "(answer.solo.playing)" },
		{ "rules mate", "(rules.mate " },
		{ "ping how do I play", "(pong" },
	};
	struct table *table = case_two(stage, "!new");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_reply(stage, "anna", cases[i][0], cases[i][1]);
	assert_int_equal(table->moves, 0);
	assert_int_equal(table_find_seat(table, table->seat[0].player), 0);
	assert_false(table_has_stop_request(table, 0, stage->now));
}

STAGE_CASE(a_waiting_table_does_not_change_the_answer_to_another_question)
{
	static const char *const cases[][2] = {
		{ "how do you win?", "(answer.goal aim=(rule.mate.aim) length=" },
		{ "who is winning", "(answer.winning)" },
		{ "what is the best card", "(answer.ranks ranking=(rule.mate.ranking " },
		{ "what is this game about", "(answer.game about=(rule.mate.about) " },
		{ "what is mitch", "(answer.game about=(rule.mitch.about) game=mitch)" },
		{ "how many points do I need", "(answer.points length=(rule.mate.length " },
		{ "how do I start a game", "(answer.new.joinable game=mate table=1)" },
		{ "wtf", "(answer.lost)" },
	};
	stage_say(stage, "anna", "!new mate");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_reply(stage, "rose", cases[i][0], cases[i][1]);
		stage_wait(stage, 10000);
	}
	assert_reply(stage, "rose", "rules of mate please", "(rules.mate ");
}

MATCH_CASE(the_points_to_reach_come_from_the_options_of_the_table, "!new mitaines target=300")
{
	assert_reply(stage, "anna", "how many points do I need to win?", "length target=300)");
	assert_reply(stage, "anna", "did I lose", "(answer.winning.playing ");
}

/* Makes moves, with calls where possible, until the player to move may not play every card of their
 * hand. */
static void play_until_bound(struct stage *stage, struct table *table)
{
	union any_view seen;
	struct moves moves;
	struct turn_cards turn;
	for (unsigned i = 0; i < 400; i++) {
		table->game->view(table_state(table), table_state(table)->turn, &seen.view);
		turn_read_cards(table->game, &seen.view, &turn);
		if (turn_is_limited(&turn))
			return;
		game_view_legal(table->game, &seen.view, &moves);
		case_move(stage, table, moves.move[moves.count - 1]);
	}
	fail_msg("nobody was bound by a contract");
}

MATCH_CASE(a_player_is_told_why_a_card_may_not_be_played, "!new rated=no")
{
	assert_reply(stage, mover_of(table), "why can't I play my first card?",
		"(answer.cannot.turn try=(try.play number=1) ");
	play_until_bound(stage, table);
	stage_wait(stage, 60000);
	assert_reply(stage, mover_of(table), "why can't I play anything else?", "(refuse.bound ");
}

MATCH_CASE(a_player_without_a_plan_gets_a_hint_if_no_rating_is_at_stake, "!new rated=no")
{
	stage_whisper(stage, mover_of(table), "what should I do?");
	case_think(stage);
	assert_said(stage, "(hint move=");
	stage_whisper(stage, "anna", "stop");
	case_dialog(stage, "anna: !stop", "luc: !stop", "anna: !new", "luc: !join", "anna: !start");
	table = stage_table(stage, 1);
	assert_reply(
		stage, mover_of(table), "what should I do?", "(answer.hint.turn try=(try.play ");
}

STAGE_CASE(operators_are_told_how_to_use_their_powers)
{
	stage->operator= "anna";
	assert_answer(stage, "anna", "mitaines: how do I make you quieter here",
		"(answer.quiet.operator)");
	assert_answer(stage, "rose", "mitaines: how do I make you quieter here", "(answer.quiet)");
	assert_reply(stage, "rose", "how do I stop your notices", "(answer.notices)");
	assert_reply(stage, "rose", "how can I ban someone from playing", "(answer.ban)");
}

STAGE_CASE(thanks_in_a_channel_get_no_answer)
{
	case_dialog(stage, "rose: mitaines: thanks", "rose: mitaines: good night everyone",
		"rose: mitaines: you suck");
	assert_silence(stage);
	assert_reply(stage, "rose", "thanks", "(answer.thanks)");
}

STAGE_CASE(the_answer_has_the_language_of_the_sentence)
{
	assert_reply(stage, "rose", "comment on joue?", "Mitaines en dix coups");
	assert_answer(stage, "rose", "mitaines: comment je joue une carte", "!aide cartes");
	assert_reply(stage, "rose", "j’ai le pif qui pique", "Je n’ai pas compris.");
	/* If a sentence has no short words, the bot uses the language of the person or of the
	 * channel. */
	assert_reply(stage, "rose", "solo?", "(answer.solo)");
	assert_reply(stage, "rose", "bonjour", "Bonjour.");
	assert_reply(stage, "rose", "web", "(answer.web)");
	assert_reply(stage, "rose", "how do I play a card", "(answer.card)");
	stage_whisper(stage, "rose", "set lang fr");
	assert_reply(stage, "rose", "how do I play a card", "(answer.card)");
	assert_reply(stage, "rose", "solo?", "!seul");
}

STAGE_CASE(the_line_that_points_to_an_answer_has_the_language_of_the_answer)
{
	stage->lobby.settings.hints = true;
	stage->network.direct_rooms = true;
	assert_answer(stage, "rose", "mitaines: comment je joue une carte",
		"j’ai répondu dans notre salon privé.");
	assert_answer(stage, "rose", "mitaines: how do I play a card",
		"#table: (channel.hint.room name=rose)");
	stage_whisper(stage, "rose", "set lang fr");
	assert_answer(stage, "rose", "!hand", "j’ai répondu dans notre salon privé.");
}

/* "faire" begins like the English "fair", "régler langue en" has a French word, and "parti" lacks a
 * letter of a French word. */
WORDED_CASE(words_of_one_language_are_not_taken_for_the_other)
{
	case_dialog(stage, "anna> set lang fr", "luc> set lang fr");
	const char *mover = mover_of(case_two(stage, "!new"));
	assert_reply(stage, mover, "quoi faire?", "!main");
	assert_reply(stage, mover, "qu’est-ce qu’il faut faire", "!main");
	assert_reply(stage, "anna", "régler langue en", "lang en");
	assert_reply(stage, "anna", "set lang fr", "fr");
	assert_reply(stage, mover, "je comprends pas", "!indice");
	assert_reply(stage, "anna", "palmerras", "Vouliez-vous dire !palmarès?");
	assert_reply(stage, "anna", "reviiiew", "Vouliez-vous dire !analyse?");
}

STAGE_CASE(a_mistyped_command_that_cannot_be_undone_is_not_run)
{
	static const char *const words[] = { "parti", "quiter", "lave", "leav", "arreterr",
		"forgot" };
	struct table *table = case_two(stage, "!new");
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		assert_reply(stage, "anna", words[i], "(meant word=");
	assert_int_equal(table_find_seat(table, table->seat[0].player), 0);
	assert_int_equal(table_count_people(table), 2);
	assert_false(table_has_stop_request(table, 0, stage->now));
}

STAGE_CASE(a_sentence_that_is_not_understood_is_not_blamed_on_one_word)
{
	assert_reply_is(stage, "rose", "xyzzy plugh frobs", "rose< (unknown.sentence.new)\n");
	case_two(stage, "!new");
	assert_reply_is(stage, "anna", "xyzzy plugh frobs", "anna< (unknown.sentence)\n");
}

STAGE_CASE(only_people_with_cards_are_told_to_name_a_card)
{
	assert_reply_is(stage, "anna", "xyzzy", "anna< (unknown.command.new word=xyzzy)\n");
	case_two(stage, "!new");
	assert_reply_is(stage, "anna", "xyzzy", "anna< (unknown.command word=xyzzy)\n");
	assert_reply_is(stage, "rose", "xyzzy", "rose< (unknown.command.new word=xyzzy)\n");
}

STAGE_CASE(one_wrong_letter_in_a_command_is_understood)
{
	assert_reply(stage, "rose", "rulse mate", "rose< (rules.mate ");
	assert_reply(stage, "rose", "abuot", "rose< (about ");
	assert_answer(stage, "rose", "mitaines: tabels", "rose< (no.tables)");
	assert_reply(stage, "rose", "xing", "(meant word=xing meant=ping)");
	/* The question mark makes the command `leave` a question. */
	assert_reply(stage, "rose", "leave?", "rose< (answer.leave)");
	/* `table` and `tables` are both one letter away. The bot suggests the first. */
	assert_reply_is(stage, "rose", "tablee", "rose< (meant word=tablee meant=table)\n");
}

MATCH_CASE(a_mistyped_move_is_never_made, "!new")
{
	const char *mover = mover_of(table);
	assert_reply(stage, mover, "plya 1", "(meant word=plya meant=play)");
	assert_reply(stage, mover, "jouet 1", "(meant word=jouet ");
	assert_reply(stage, mover, "admn", "(unknown.command word=admn)");
	assert_int_equal(table->moves, 0);
}

STAGE_CASE(the_first_private_line_says_how_to_begin)
{
	stage->lobby.settings.hints = true;
	stage_say(stage, "anna", "hello all");
	assert_silence(stage);
	assert_reply_is(
		stage, "anna", "join", "anna< (welcome name=anna)\nanna< (no.open.table)\n");
	assert_reply_is(stage, "anna", "join", "anna< (no.open.table)\n");
	assert_reply_is(stage, "luc", "help", "luc< (help bot=mitaines)\n");
	assert_reply_is(stage, "luc", "join", "luc< (no.open.table)\n");
	assert_reply_is(stage, "rose", "how do I play?", "rose< (answer.learn)\n");
	stage_say(stage, "yves", "!new");
	assert_unsaid(stage, "(welcome ");
	stage_whisper(stage, "yves", "start");
	assert_unsaid(stage, "(welcome ");
}

WORDED_CASE(the_help_command_gives_five_lines_and_the_first_is_for_newcomers)
{
	const char *heard = assert_reply(stage, "anna", "help", "anna< New here? ");
	assert_int_equal(case_count(heard, "anna< "), 5);
	assert_reply(stage, "anna", "help records", "!history");
	assert_reply(stage, "anna", "help me", "!set lang");
	assert_reply(stage, "anna", "help table", "With others: ");
	assert_reply(stage, "anna", "help play", "In other games: ");
	assert_reply(stage, "anna", "aide tout", "Records: ");
}
