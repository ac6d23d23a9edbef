/* cases.c - the main function of programs whose tests are defined with tests/cases.h. */
#include <sodium.h>

#include "tests/cases.h"

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names for both ends of the section */
extern const struct CMUnitTest *const __start_cases[], *const __stop_cases[];
/* NOLINTEND(bugprone-reserved-identifier) */

__attribute__((weak)) const CMFixtureFunction cases_start = NULL, cases_end = NULL;

int main(void)
{
	size_t count = 0;
	while (__start_cases + count != __stop_cases)
		count++;
	struct CMUnitTest tests[count];
	for (size_t i = 0; i < count; i++)
		tests[i] = *__start_cases[i];
	return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, cases_start, cases_end);
}
