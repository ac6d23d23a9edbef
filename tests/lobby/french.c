/* Tests French commands, and the language of the bot's answers. */
#include <utf8proc.h>

#include "bot/command/command.h"
#include "bot/command/command_table.h"
#include "tests/stage/kept.h"

static const struct {
	const char *french;
	const char *english;
} pairs[] = {
	{ "nouvelle", "new" },
	{ "joindre", "join" },
	{ "robot", "bot" },
	{ "commencer", "start" },
	{ "jouer", "play" },
	{ "j", "play" },
	{ "main", "hand" },
	{ "pointage", "score" },
	{ "marque", "score" },
	{ "quitter", "leave" },
	{ "partir", "leave" },
	{ "remplacer", "sub" },
	{ "accepter", "accept" },
	{ "refuser", "decline" },
	{ "arrêter", "stop" },
	{ "encore", "again" },
	{ "inviter", "invite" },
	{ "chercher", "seek" },
	{ "avertir", "notify" },
	{ "suivre", "watch" },
	{ "lâcher", "unwatch" },
	{ "reprendre", "swap" },
	{ "réclamer", "claim" },
	{ "donner", "give" },
	{ "placer", "place" },
	{ "écarter", "discard" },
	{ "piger", "draw" },
	{ "prendre", "take" },
	{ "réserver", "foreplace" },
	{ "garder", "keep" },
	{ "palmarès", "top" },
	{ "classement", "top" },
	{ "rang", "rank" },
	{ "historique", "history" },
	{ "partie", "match" },
	{ "analyse", "review" },
	{ "indice", "hint" },
	{ "vérifier", "verify" },
	{ "revoir", "replay" },
	{ "exporter", "export" },
	{ "suite", "more" },
	{ "règles", "rules" },
	{ "tutoriel", "tutorial" },
	{ "régler", "set" },
	{ "oublier", "forget" },
	{ "oublie-moi", "forget" },
	{ "aide", "help" },
	{ "apropos", "about" },
};

/* These commands have the same name in both languages. */
static const char *const alike[] = { "table", "tables", "stats", "nonce", "ping", "admin" };

/* Spells a word in capitals, or in the decomposed form of some keyboards. */
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

static void french_commands_are_known_in_every_spelling(void **state)
{
	static const utf8proc_option_t forms[] = { UTF8PROC_COMPOSE, UTF8PROC_DECOMPOSE,
		UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK };
	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
		for (unsigned k = 0; k < 6; k++) {
			char word[64];
			spell(pairs[i].french, forms[k / 2], k % 2 != 0, word);
			const struct command *english =
				command_table_find(pairs[i].english, FOR_ADMINS);
			assert_non_null(english);
			if (command_table_find(word, FOR_ADMINS) != english)
				fail_msg("%s is not %s", word, pairs[i].english);
		}
}

static void french_commands_are_known_in_the_imperative(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		char word[64];
		spell(pairs[i].french, UTF8PROC_COMPOSE, false, word);
		size_t length = strlen(word);
		if (length < 4 || strcmp(word + length - 2, "er") != 0)
			continue;
		word[length - 1] = '\0';
		const struct command *wanted = strcmp(pairs[i].english, "set") == 0
			? command_table_find("rules", FOR_ADMINS)
			: command_table_find(pairs[i].english, FOR_ADMINS);
		if (command_table_find(word, FOR_ADMINS) != wanted)
			fail_msg("%s is not %s", word, pairs[i].english);
	}
	assert_null(command_table_find("join_", FOR_ADMINS));
	assert_null(command_table_find("", FOR_ADMINS));
}

static void every_command_has_a_french_word(void **state)
{
	(void)state;
	const struct command *command;
	for (size_t n = 0; (command = command_table_next(&n)) != NULL;) {
		bool known = strchr(command->names, ' ') != NULL;
		for (size_t i = 0; i < sizeof alike / sizeof alike[0] && !known; i++)
			known = command_table_find(alike[i], 0) == command;
		if (!known)
			fail_msg("no French word for %s", command->names);
	}
}

static void french_arguments_are_understood_while_answers_are_english(void **state)
{
	struct stage *stage = *state;
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
	assert_answer(stage, "anna", "!tutoriel ARRÊTER", "(tutorial.stopped)");
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

/* The player to move types their first card as a screen reader reads it, like "neuf de carreau". */
static void play_card_in_words(struct stage *stage, struct table *table, const char *before)
{
	const char *mover = mover_of(table);
	unsigned seat = table_state(table)->turn;
	struct string says = STRING_EMPTY;
	struct locale locale = { .language = (uint8_t)catalog_language("fr"),
		.style = STYLE_PLAIN };
	uint32_t moves = table->moves;
	stage_hear(stage);
	stage_whisper(stage, mover, "main");
	assert_said(stage, "Votre main : 1 ");
	string_add(&says, before);
	catalog_add_card(&says, stage->catalog, locale, table->transient.seat[seat].hand[0]);
	stage_whisper(stage, mover, says.bytes);
	if (table->moves == moves)
		fail_msg("%s: %s", says.bytes, stage_hear(stage));
	string_free(&says);
}

static void cards_in_words_are_understood(void **state)
{
	/* An understood card is played, or refused as not held. Other input is refused as unknown.
	 */
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
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	stage_whisper(stage, "anna", "régler langue fr");
	stage_whisper(stage, "luc", "régler langue fr");
	stage_whisper(stage, "anna", "régler cartes plain");
	stage_whisper(stage, "luc", "régler cartes plain");
	for (unsigned i = 0; i < 8; i++)
		play_card_in_words(stage, table, i % 2 == 0 ? "" : "jouer ");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_hear(stage);
		stage_whisper(stage, mover_of(table), cases[i].says);
		const char *heard = stage_hear(stage);
		bool read = strstr(heard, "Je ne comprends pas") == NULL &&
			strstr(heard, "Je ne connais pas") == NULL &&
			strstr(heard, "Ce n’est pas un coup") == NULL;
		if (read != cases[i].read)
			fail_msg("%s: %s", cases[i].says, heard);
	}
	stage_whisper(stage, mover_of(table), "set lang en");
	stage_hear(stage);
	stage_whisper(stage, mover_of(table), "10 of diamonds mitten");
	assert_unsaid(stage, "(refuse.unreadable)");
	stage_whisper(stage, "anna", "set lang en");
	stage_whisper(stage, "anna", "ping neuf de carreau");
	assert_said(stage, "(pong.text text=neuf de carreau)");
}

static void wrong_french_input_is_answered_with_the_possible_input(void **state)
{
	static const struct {
		const char *says;
		const char *answer;
	} cases[] = {
		{ "!régler", "!régler cartes unicode|ascii|colour|plain, !régler via msg|notice." },
		{ "!régler langue wolof", "anna< Au choix : !régler langue en|" },
		{ "!régler langue", "anna< Au choix : !régler langue en|" },
		{ "!set cards braille",
			"anna< Au choix : !régler cartes unicode|ascii|colour|plain." },
		{ "!régler via pigeon", "anna< Au choix : !régler via msg|notice." },
		{ "!palmarès siècle", "anna< Je ne connais pas « siècle ». Jeux" },
		{ "!partie 99", "anna< Il n’y a pas de partie 99." },
		{ "!partie zéro", "anna< Quelle partie? !partie 12." },
		{ "!revoir 0", "anna< Quelle partie? !revoir 12." },
		{ "!vérifier x", "anna< Quelle partie? !vérifier 12" },
		{ "!analyse", "anna< Quelle partie? !analyse 12." },
		{ "!rang personne", "anna< Je ne connais pas personne. Je connais les gens" },
		{ "!règles échecs", "anna< Je n’ai pas de règles pour « échecs »." },
		{ "!aide moi", "anna< Je ne connais pas la commande « moi »." },
		{ "!nouvelle échecs", "anna< Je ne connais pas « échecs »." },
		{ "!nouvelle cible=3", "anna< « cible=3 » n’est pas possible." },
		{ "!joindre deux", "anna< Nommez la table par son numéro : !joindre 2." },
		{ "!suite", "anna< C’était tout." },
		{ "!nonce", "anna< Dites !nonce et un mot" },
		{ "!avertir peut-être", "anna< !avertir oui, ou !avertir non." },
		{ "!oublie-moi", "anna< Vous avez encore une place" },
	};
	struct stage *stage = *state;
	stage_say(stage, "anna", "!régler langue fr");
	stage_say(stage, "anna", "!nouvelle");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_hear(stage);
		stage_say(stage, "anna", cases[i].says);
		const char *heard = assert_said(stage, cases[i].answer);
		assert_string_equal(strchr(heard, '\n'), "\n");
	}
}

static void forget_works_in_french(void **state)
{
	static const char *const ways[] = { "!oublier moi oui", "!oublie moi oui",
		"!oublie-moi oui", "!OUBLIEZ-MOI OUI", "!forget me yes" };
	struct stage *stage = *state;
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		stage_say(stage, "anna", "!régler langue fr");
		assert_answer(stage, "anna", ways[i], "C’est oublié.");
		assert_answer(stage, "anna", ways[i], "(forget.unknown)");
	}
}

/* Sets French for a channel, or for the network if channel is NULL. */
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

static void private_answers_use_the_language_of_the_network(void **state)
{
	struct stage *stage = *state;
	configure_french(stage, NULL);
	stage_whisper(stage, "luc", "hand");
	assert_said(stage, "luc< Vous n’avez pas de cartes.");
	stage_whisper(stage, "luc", "set lang en");
	stage_whisper(stage, "luc", "hand");
	assert_said(stage, "luc< (no.hand)");
	stage_whisper(stage, "rose", "hand");
	assert_said(stage, "rose< Vous n’avez pas de cartes.");
	stage->settings.overrides = 0;
	lobby_configure(&stage->lobby, &stage->settings);
	stage_whisper(stage, "rose", "hand");
	assert_said(stage, "rose< (no.hand)");
}

static void naming_a_language_sets_it(void **state)
{
	static const char *const french[] = { "lang fr", "langue français", "FRANÇAIS", "francais",
		"set lang french" };
	struct stage *stage = *state;
	for (size_t i = 0; i < sizeof french / sizeof french[0]; i++) {
		stage_whisper(stage, "luc", french[i]);
		stage_whisper(stage, "luc", "hand");
		assert_said(stage, "luc< Vous n’avez pas de cartes.");
		stage_say(stage, "luc", i % 2 == 0 ? "!english" : "!lang en");
		stage_whisper(stage, "luc", "hand");
		assert_said(stage, "luc< (no.hand)");
	}
	stage_whisper(stage, "luc", "lang");
	assert_said(stage,
		"luc< (set.usage list=(setting name=(setting.lang) values=en|fr) "
		"now=(setting.lang) en)");
}

static void a_channel_can_have_its_own_command_prefix(void **state)
{
	struct stage *stage = *state;
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
	stage_say(stage, "anna", "?hand");
	assert_said(stage, "anna< (no.hand)");
	stage_say(stage, "anna", "?help ?hand");
	assert_said(stage, "anna< (help.hand)");
	stage_whisper(stage, "anna", "?hand");
	assert_said(stage, "anna< (no.hand)");
}

static void people_without_a_chosen_language_get_the_language_of_the_channel(void **state)
{
	struct stage *stage = *state;
	configure_french_channel(stage);
	stage_whisper(stage, "luc", "help chess");
	assert_said(stage, "luc< (help.unknown ");
	assert_answer(stage, "luc", "!aide chess", "luc< Je ne connais pas la commande");
	stage_whisper(stage, "luc", "hand");
	assert_said(stage, "luc< Vous n’avez pas de cartes.");
	assert_answer(
		stage, "rose", "!set lang en", "rose< (set.done name=(setting.lang) value=en)");
	assert_answer(stage, "rose", "!help chess", "rose< (help.unknown ");
	assert_answer(stage, "rose", "!hand", "rose< (no.hand)");
	struct table *table = case_two(stage, "!new");
	stage_whisper(stage, "anna", "main");
	assert_said(stage, "Votre main : ");
	table->transient.seat[table_state(table)->turn].hand[0] = CARD(7, SUIT_H);
	stage_whisper(stage, mover_of(table), "9c");
	assert_unsaid(stage, "Ce n’est pas un coup");
	stage_say(stage, "anna", "!sub rose");
	stage_say(stage, "rose", "!accept");
	assert_said(stage, "rose< [1] ");
	stage_say(stage, "rose", "!sub zoe");
	stage_say(stage, "zoe", "!accept");
	assert_said(stage, "zoe< [1] ");
	stage_whisper(stage, "zoe", "main");
	assert_said(stage, "Votre main : ");
}

static void logging_in_or_out_changes_no_language(void **state)
{
	struct stage *stage = *state;
	configure_french_channel(stage);
	case_two(stage, "!new");
	assert_answer(stage, "rose", "!main", "rose< Vous n’avez pas de cartes.");
	static const char *const nicks[] = { "anna", "rose" };
	for (size_t i = 0; i < 4; i++) {
		const char *nick = nicks[i / 2];
		stage_meet(stage, nick, nick, i % 2 == 0 ? nick : NULL, "a@a.home");
		stage_whisper(stage, nick, "aide chess");
		assert_said(stage, "Je ne connais pas la commande");
	}
}

/* After a restart, players are known by their tables and not by the channel of their last line. */
static void a_french_table_goes_on_in_french_after_a_restart(void **state)
{
	struct stage *stage = *state;
	configure_french_channel(stage);
	case_two(stage, "!new");
	kept_restart(stage, NULL);
	configure_french_channel(stage);
	stage_hear(stage);
	stage_whisper(stage, "anna", "main");
	assert_said(stage, "Votre main : ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(french_commands_are_known_in_every_spelling),
		STAGE_CASE(french_commands_are_known_in_the_imperative),
		STAGE_CASE(every_command_has_a_french_word),
		STAGE_CASE(french_arguments_are_understood_while_answers_are_english),
		STAGE_CASE(cards_in_words_are_understood),
		STAGE_CASE(wrong_french_input_is_answered_with_the_possible_input),
		STAGE_CASE(forget_works_in_french),
		STAGE_CASE(people_without_a_chosen_language_get_the_language_of_the_channel),
		STAGE_CASE(private_answers_use_the_language_of_the_network),
		STAGE_CASE(naming_a_language_sets_it),
		STAGE_CASE(a_channel_can_have_its_own_command_prefix),
		STAGE_CASE(logging_in_or_out_changes_no_language),
		KEPT_CASE(a_french_table_goes_on_in_french_after_a_restart),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
