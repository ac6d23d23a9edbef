/* at.h - macros for test helpers that report the line of their caller when they fail. A helper h
 * has a function h_at, whose first parameters AT are a file and a line, and a macro h, which passes
 * the place of its own call, HERE. Inside h_at, the macros below assert, and calls of other helpers
 * pass the received place on, THERE. */
#ifndef TESTS_AT_H
#define TESTS_AT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define AT    const char *file, int line
#define HERE  __FILE__, __LINE__
#define THERE file, line

#define fail_at(...)   (print_error(__VA_ARGS__), print_error("\n"), _fail(THERE))
#define true_at(holds) _assert_true(cast_to_largest_integral_type(holds), #holds, THERE)
#define equal_at(found, wanted) \
	_assert_int_equal(cast_to_largest_integral_type(found), \
		cast_to_largest_integral_type(wanted), THERE)
#define string_at(found, wanted)       _assert_string_equal(found, wanted, THERE)
#define memory_at(found, wanted, size) _assert_memory_equal(found, wanted, size, THERE)

#endif
