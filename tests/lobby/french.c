/* Tests French commands, and the language of the bot's answers. */
#include <utf8proc.h>

#include "bot/command/command.h"
#include "bot/command/command_table.h"
#include "tests/stage/kept.h"

/* Commands with the same name in both languages. */
static const char *const alike[] = { "table", "tables", "stats", "nonce", "ping", "admin" };

/* Writes a word in capitals, or in a Unicode normal form, such as the decomposed one of some
 * keyboards. */
static void spell(const char *word, utf8proc_option_t form, bool capitals, char out[64])
{
	utf8proc_int32_t point;
	utf8proc_uint8_t utf8[4];
	utf8proc_uint8_t *spelled = NULL;
	size_t length = 0;
	char raised[64];
	for (utf8proc_ssize_t n; *word != '\0'; word += n) {
		n = utf8proc_iterate((const utf8proc_uint8_t *)word, -1, &point);
		assert_true(n > 0);
		point = capitals ? utf8proc_toupper(point) : point;
		size_t size = (size_t)utf8proc_encode_char(point, utf8);
		memcpy(raised + length, utf8, size);
		length += size;
	}
	raised[length] = '\0';
	utf8proc_map((const utf8proc_uint8_t *)raised, 0, &spelled,
		UTF8PROC_NULLTERM | UTF8PROC_STABLE | form);
	assert_non_null(spelled);
	length = strlen((const char *)spelled);
	assert_true(length < 64);
	memcpy(out, spelled, length + 1);
	free(spelled);
}

STAGE_CASE(french_commands_are_known_in_every_spelling)
{
	static const char *const pairs[][2] = { { "arrêter", "stop" }, { "lâcher", "unwatch" },
		{ "réclamer", "claim" }, { "écarter", "discard" }, { "palmarès", "top" },
		{ "vérifier", "verify" }, { "règles", "rules" }, { "oublie-moi", "forget" } };
	static const utf8proc_option_t forms[] = { UTF8PROC_COMPOSE, UTF8PROC_DECOMPOSE,
		UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK };
	for (size_t i = 0; i < 6 * sizeof pairs / sizeof pairs[0]; i++) {
		char word[64];
		spell(pairs[i / 6][0], forms[i % 3], i % 2 != 0, word);
		if (command_table_find(stage->catalog, word, 0) !=
			command_table_find(stage->catalog, pairs[i / 6][1], 0))
			fail_msg("%s is not %s", word, pairs[i / 6][1]);
	}
}

STAGE_CASE(french_commands_are_known_in_the_imperative)
{
	static const char *const pairs[][2] = { { "arrête", "stop" }, { "cherche", "seek" },
		{ "RECLAME", "claim" }, { "joue", "play" }, { "règle", "rules" } };
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
		if (command_table_find(stage->catalog, pairs[i][0], 0) !=
			command_table_find(stage->catalog, pairs[i][1], 0))
			fail_msg("%s is not %s", pairs[i][0], pairs[i][1]);
	assert_null(command_table_find(stage->catalog, "join_", FOR_ADMINS));
	assert_null(command_table_find(stage->catalog, "", FOR_ADMINS));
}

STAGE_CASE(every_command_has_a_french_word)
{
	const struct command *command;
	for (size_t n = 0; (command = command_table_next(&n)) != NULL;) {
		bool known = strchr(catalog_words(stage->catalog, command->word), ' ') != NULL;
		for (size_t i = 0; i < sizeof alike / sizeof alike[0] && !known; i++)
			known = command_table_find(stage->catalog, alike[i], 0) == command;
		if (!known)
			fail_msg("no French word for %s", command_name(command));
	}
}

STAGE_CASE(french_arguments_are_understood_while_answers_are_english)
{
	assert_answer(stage, "anna", "!nouvelle Québec",
		"(table.new name=anna game=mitaines preset=quebec options=)");
	assert_answer(stage, "luc", "!nouvelle MATE king=Oui rated=NON",
		"(table.new name=luc game=mate preset= options=king=yes rated=no)");
	assert_answer(stage, "luc", "!quitter", "(table.closed ");
	assert_answer(stage, "anna", "!robot DIFFICILE", "(table.joined.few name=Exilda ");
	assert_answer(stage, "anna", "!robot facile", "(table.joined.few name=Donalda ");
	assert_answer(stage, "anna", "!règles québec", "(rules.mitaines.quebec ");
	assert_answer(stage, "anna", "!palmarès Québec semaine",
		"(top.gained.none game=mitaines preset=quebec period=(top.week))");
	assert_answer(stage, "rose", "!nouvelle mitch Pige=Talon égalité=bas hands=3",
		"(table.new name=rose game=mitch preset=banilower "
		"options=draw=stock ties=low hands=3)");
	assert_answer(stage, "anna", "!avertir oui", "(notify.on)");
	assert_answer(stage, "anna", "!avertir NON", "(notify.off)");
	assert_answer(stage, "anna", "!aide palmarès", "anna< (help.top)");
	assert_answer(stage, "anna", "!aide !VÉRIFIER", "anna< (help.verify)");
	assert_answer(stage, "anna", "!régler cartes ascii",
		"(set.done name=(setting.cards) value=ascii)");
	assert_answer(stage, "anna", "!régler cartes COULEUR",
		"(set.done name=(setting.cards) value=colour)");
	assert_answer(
		stage, "anna", "!set cards color", "(set.done name=(setting.cards) value=colour)");
	assert_answer(stage, "anna", "!régler langue FR", "anna< C’est fait : langue fr.");
	assert_answer(
		stage, "anna", "!set lang en", "anna< (set.done name=(setting.lang) value=en)");
}

/* Lets the player to move type `before` and their first card in words, like "neuf de carreau".
 * Fails unless the card is played. */
static void play_card_in_words(struct stage *stage, struct table *table, const char *before)
{
	const char *mover = mover_of(table);
	unsigned seat = table_state(table)->turn;
	struct string says = STRING_EMPTY;
	struct locale locale = { .language = (uint8_t)catalog_language("fr"),
		.style = STYLE_PLAIN };
	uint32_t moves = table->moves;
	assert_reply(stage, mover, "main", "Votre main : 1 ");
	string_add(&says, before);
	catalog_add_card(&says, stage->catalog, locale, table->transient.seat[seat].hand[0]);
	stage_whisper(stage, mover, says.bytes);
	if (table->moves == moves)
		fail_msg("%s: %s", says.bytes, stage_hear(stage));
	string_free(&says);
}

STAGE_CASE(cards_spelled_out_in_words_are_understood)
{
	/* read: the bot understands the card, and plays it or says that it is not in the hand.
	 * Otherwise it says that it does not understand. */
	static const struct {
		const char *says;
		bool read;
	} cases[] = {
		{ "sept de COEUR", true },
		{ "Roi de Cœur mitaine", true },
		{ "as de trefle", true },
		{ "10 de carreau", true },
		{ "v de pique", true },
		{ "j 3 de trèfle gant", true },
		{ "sept de coeurs", false },
		{ "dix de der carreau", false },
		{ "sept", false },
		{ "jouer deux de", false },
	};
	struct table *table = case_two(stage, "!new");
	case_dialog(stage, "anna> régler langue fr", "luc> régler langue fr",
		"anna> régler cartes plain", "luc> régler cartes plain");
	for (unsigned i = 0; i < 8; i++)
		play_card_in_words(stage, table, i % 2 == 0 ? "" : "jouer ");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_hear(stage);
		stage_whisper(stage, mover_of(table), cases[i].says);
		const char *heard = stage_hear(stage);
		bool read = strstr(heard, "Je ne comprends pas") == NULL &&
			strstr(heard, "Je n’ai pas compris") == NULL &&
			strstr(heard, "Ce n’est pas un coup") == NULL;
		if (read != cases[i].read)
			fail_msg("%s: %s", cases[i].says, heard);
	}
	stage_whisper(stage, mover_of(table), "set lang en");
	stage_hear(stage);
	stage_whisper(stage, mover_of(table), "10 of diamonds mitten");
	assert_unsaid(stage, "(refuse.unreadable first=1)");
	stage_whisper(stage, "anna", "set lang en");
	assert_reply(stage, "anna", "ping neuf de carreau", "(pong.text text=neuf de carreau)");
}

WORDED_CASE(french_names_of_values_and_presets_are_shown_and_understood)
{
	case_dialog(stage, "anna> régler langue fr", "anna: !nouvelle québec");
	assert_reply(stage, "anna", "tables", "Mitaines québec, ouverte.");
	assert_reply(stage, "anna", "régler cartes texte", "cartes texte");
	assert_reply(
		stage, "anna", "régler cartes", "couleur|texte. Maintenant\u00a0: cartes texte");
}

STAGE_CASE(wrong_french_input_is_answered_with_the_possible_input)
{
	static const struct {
		const char *says;
		const char *answer;
	} cases[] = {
		{ "!régler",
			"!régler cartes unicode|ascii|couleur|texte, !régler conseil off|on, "
			"!régler via msg|notice." },
		{ "!régler langue wolof", "anna< Au choix : !régler langue en|" },
		{ "!régler langue", "anna< Au choix : !régler langue en|" },
		{ "!set cards braille",
			"anna< Au choix : !régler cartes unicode|ascii|couleur|texte." },
		{ "!régler via pigeon", "anna< Au choix : !régler via msg|notice." },
		{ "!palmarès siècle", "anna< Je ne connais pas « siècle ». Jeux" },
		{ "!partie 99", "anna< Il n’y a pas de partie 99." },
		{ "!partie zéro", "anna< Quelle partie? !partie 12." },
		{ "!revoir 0", "anna< Quelle partie? !revoir 12." },
		{ "!vérifier x", "anna< Quelle partie? !vérifier 12" },
		{ "!analyse", "anna< Quelle partie? !analyse 12." },
		{ "!rang personne", "anna< Je ne connais pas personne. Je connais les gens" },
		{ "!règles échecs", "anna< Je n’ai pas de règles pour « échecs »." },
		{ "!aide lune", "anna< Je ne connais pas la commande « lune »." },
		{ "!nouvelle échecs", "anna< Je ne connais pas « échecs »." },
		{ "!nouvelle cible=3", "anna< « cible=3 » n’est pas possible." },
		{ "!joindre deux", "anna< Nommez la table par son numéro : !joindre 2." },
		{ "!suite", "anna< C’était tout." },
		{ "!nonce", "anna< Dites !nonce et un mot" },
		{ "!avertir peut-être", "anna< !avertir oui, ou !avertir non." },
		{ "!oublie-moi", "anna< Vous avez encore une place" },
	};
	case_dialog(stage, "anna: !régler langue fr", "anna: !nouvelle");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *heard = assert_answer(stage, "anna", cases[i].says, cases[i].answer);
		assert_string_equal(strchr(heard, '\n'), "\n");
	}
}

STAGE_CASE(the_forget_command_works_in_french)
{
	static const char *const ways[] = { "!oublier moi oui", "!oublie moi oui",
		"!oublie-moi oui", "!OUBLIEZ-MOI OUI", "!forget me yes" };
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		stage_say(stage, "anna", "!régler langue fr");
		assert_answer(stage, "anna", ways[i], "C’est oublié.");
		assert_answer(stage, "anna", ways[i], "(forget.unknown)");
	}
}

/* Sets French for a channel, or for the whole network if channel is NULL. */
static void configure_french(struct stage *stage, const char *channel)
{
	static struct override there;
	there = (struct override){
		.network = "stage", .channel = channel, .settings = stage->settings.usual
	};
	there.settings.locale.language = (uint8_t)catalog_language("fr");
	there.settings.locale.style = STYLE_ASCII;
	stage->settings.override = &there;
	stage->settings.overrides = 1;
	lobby_configure(&stage->lobby, &stage->settings);
}

static void configure_french_channel(struct stage *stage)
{
	configure_french(stage, "#table");
}

STAGE_CASE(answers_outside_channels_use_the_language_of_the_network)
{
	configure_french(stage, NULL);
	assert_reply(stage, "luc", "hand", "luc< Vous n’avez pas de cartes.");
	stage_whisper(stage, "luc", "set lang en");
	assert_reply(stage, "luc", "hand", "luc< (no.hand)");
	assert_reply(stage, "rose", "hand", "rose< Vous n’avez pas de cartes.");
	stage->settings.overrides = 0;
	lobby_configure(&stage->lobby, &stage->settings);
	assert_reply(stage, "rose", "hand", "rose< (no.hand)");
}

STAGE_CASE(a_french_word_alone_in_private_makes_the_bot_speak_french)
{
	static const char none[] = "luc< Vous n’avez pas de cartes.";
	assert_answer(stage, "luc", "!main", "luc< (no.hand)");
	assert_reply(stage, "luc", "main 1", "luc< (no.hand)");
	assert_reply(stage, "luc", "main", none);
	/* `stats` is a command in both languages. */
	assert_reply(stage, "luc", "stats", "luc< ");
	assert_answer(stage, "luc", "!hand", none);
	assert_reply(stage, "luc", "hand", "luc< (no.hand)");
	stage_whisper(stage, "luc", "set lang en");
	assert_reply(stage, "luc", "main", "luc< (no.hand)");
}

STAGE_CASE(each_language_says_how_to_choose_it)
{
	assert_answer(stage, "luc", "mitaines: do you speak French?",
		"(answer.language languages=(language.choose) En français : !français.)");
}

STAGE_CASE(the_set_command_accepts_the_name_of_a_language)
{
	static const char *const french[] = { "lang fr", "langue français", "FRANÇAIS", "francais",
		"set lang french" };
	for (size_t i = 0; i < sizeof french / sizeof french[0]; i++) {
		stage_whisper(stage, "luc", french[i]);
		assert_reply(stage, "luc", "hand", "luc< Vous n’avez pas de cartes.");
		stage_say(stage, "luc", i % 2 == 0 ? "!english" : "!lang en");
		assert_reply(stage, "luc", "hand", "luc< (no.hand)");
	}
	assert_reply(stage, "luc", "lang",
		"luc< (set.usage list=(setting name=(setting.lang) values=en|fr) "
		"now=(setting.lang) en)");
}

STAGE_CASE(a_channel_can_have_its_own_command_prefix)
{
	static struct override there;
	there = (struct override){
		.network = "stage", .channel = "#table", .settings = stage->settings.usual
	};
	there.settings.locale.prefix[0] = '?';
	stage->settings.override = &there;
	stage->settings.overrides = 1;
	lobby_configure(&stage->lobby, &stage->settings);
	stage_say(stage, "anna", "!hand");
	assert_silence(stage);
	assert_answer(stage, "anna", "?hand", "anna< (no.hand)");
	assert_answer(stage, "anna", "?help ?hand", "anna< (help.hand)");
	assert_reply(stage, "anna", "?hand", "anna< (no.hand)");
}

STAGE_CASE(people_without_a_chosen_language_get_the_language_of_the_channel)
{
	configure_french_channel(stage);
	assert_reply(stage, "luc", "help chess", "luc< (help.unknown ");
	assert_answer(stage, "luc", "!aide chess", "luc< Je ne connais pas la commande");
	assert_reply(stage, "luc", "hand", "luc< Vous n’avez pas de cartes.");
	assert_answer(
		stage, "rose", "!set lang en", "rose< (set.done name=(setting.lang) value=en)");
	assert_answer(stage, "rose", "!help chess", "rose< (help.unknown ");
	assert_answer(stage, "rose", "!hand", "rose< (no.hand)");
	struct table *table = case_two(stage, "!new");
	assert_reply(stage, "anna", "main", "Votre main : ");
	table->transient.seat[table_state(table)->turn].hand[0] = CARD(7, SUIT_H);
	stage_whisper(stage, mover_of(table), "9c");
	assert_unsaid(stage, "Ce n’est pas un coup");
	stage_say(stage, "anna", "!sub rose");
	assert_answer(stage, "rose", "!accept", "rose< [1] ");
	stage_say(stage, "rose", "!sub zoe");
	assert_answer(stage, "zoe", "!accept", "zoe< [1] ");
	assert_reply(stage, "zoe", "main", "Votre main : ");
}

STAGE_CASE(logging_in_or_out_changes_no_language)
{
	configure_french_channel(stage);
	case_two(stage, "!new");
	assert_answer(stage, "rose", "!main", "rose< Vous n’avez pas de cartes.");
	static const char *const nicks[] = { "anna", "rose" };
	for (size_t i = 0; i < 4; i++) {
		const char *nick = nicks[i / 2];
		stage_meet(stage, nick, nick, i % 2 == 0 ? nick : NULL, "a@a.home");
		assert_reply(stage, nick, "aide chess", "Je ne connais pas la commande");
	}
}

/* After a restart, the bot knows the players by their table, not by the channel of their last
 * line. */
KEPT_CASE(a_french_table_goes_on_in_french_after_a_restart)
{
	configure_french_channel(stage);
	case_two(stage, "!new");
	kept_restart(stage, NULL);
	configure_french_channel(stage);
	assert_reply(stage, "anna", "main", "Votre main : ");
}
