/* cases.h - tests that need no list: CASE(name) { … } defines a test, and the main of
 * tests/stage/cases.c runs all tests of a program. */
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Puts a pointer to the test, not the test itself, into the section: the compiler may put space
 * between larger objects. */
#define CASE_ENTRY(name, open, close) \
	static const struct CMUnitTest name##_test = { #name, name##_run, open, close, NULL }; \
	static const struct CMUnitTest *const name##_entry \
		__attribute__((used, section("cases"))) = &name##_test;

/* Defines a test without setup and teardown. */
#define CASE(name) \
	static void name(void); \
	static void name##_run(void **state) \
	{ \
		(void)state; \
		name(); \
	} \
	CASE_ENTRY(name, NULL, NULL) \
	static void name(void)

/* Defines a test with the setup `open` and the teardown `close`. `parameter`, such as struct stage
 * *stage, declares the state that `open` makes. */
#define CASE_WITH(name, parameter, open, close) \
	static void name(parameter); \
	static void name##_run(void **state) \
	{ \
		name(*state); \
	} \
	CASE_ENTRY(name, open, close) \
	static void name(parameter)

/* Sets the functions that run before the first and after the last test of the program. Either may
 * be NULL. */
#define CASES_AROUND(start, end) const CMFixtureFunction cases_start = start, cases_end = end;

extern const CMFixtureFunction cases_start, cases_end;

#endif
