/* guest_name.c - the names that guests may type, and names that look alike */
#include "bot/people/guest_name.h"
#include "tests/cases.h"

CASE(names_of_one_alphabet_are_read_and_others_refused)
{
	static const struct {
		const char *typed, *name; /* name: NULL if it is refused */
	} names[] = {
		{ "Zoé", "Zoé" }, { "  Éloïse   B. ", "Éloïse B." },
		{ "Zoe\xcc\x81", "Zoé" }, /* typed as an e and a combining accent */
		{ "d’Été", "d'Été" }, { "O'Brien-Smith 2", "O'Brien-Smith 2" },
		{ "Ирина", "Ирина" }, { "山田 はな", "山田 はな" },
		{ "12345678901234567890", "12345678901234567890" },
		{ "123456789012345678901", NULL },
		{ "ÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉ", "ÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉÉ" }, { "", NULL }, { "  ", NULL },
		{ "-.-", NULL }, { "аnna", NULL }, /* a Cyrillic a before Latin letters */
		{ "anna\xe2\x80\xae", NULL },      /* right-to-left override */
		{ "an\xe2\x80\x8dna", NULL },      /* zero width joiner */
		{ "an\tna", NULL }, { "<b>", NULL }, { "9♦", NULL }, { "~lea", NULL },
		{ "\xff", NULL },
		{ "a\xcc\xa4\xcc\xa4\xcc\xa4", NULL }, /* three marks on one letter */
	};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		char name[GUEST_NAME];
		bool read = guest_name_read(names[i].typed, name);
		if (read != (names[i].name != NULL))
			fail_msg("%s: %s", names[i].typed, read ? "read" : "refused");
		if (read)
			assert_string_equal(name, names[i].name);
	}
}

CASE(names_that_are_easily_confused_count_as_similar)
{
	static const char *const pairs[][2] = { { "Zoé", "ZOE" }, { "lea", "~Lea" },
		{ "Ilse", "llse" }, { "ILSE", "ilse" }, { "bob1", "bobl" }, { "B0B", "BOB" },
		{ "сора", "copa" }, { "d'Arc", "d Arc" } };
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
		if (!guest_name_resembles(pairs[i][0], pairs[i][1]))
			fail_msg("%s, %s", pairs[i][0], pairs[i][1]);
	assert_false(guest_name_resembles("anna", "hanna"));
	assert_false(guest_name_resembles("Ida", "Lda2"));
	assert_false(guest_name_resembles("Лиза", "Lisa"));
}
