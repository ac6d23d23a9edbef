/* zone.c - time zones by name, and files of time zones, also hostile ones */
#include "bot/base/zone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/tzif.h"
#include "tests/cases.h"

/* Unix seconds of 12:00 UTC on days of these years */
#define JANUARY_2026 INT64_C(1768478400)
#define JULY_2026    INT64_C(1784116800)
#define JANUARY_2060 INT64_C(2841307200)
#define JULY_2060    INT64_C(2857032000)

CASE(a_zone_has_summer_time_by_its_table_and_by_the_rule_behind_it)
{
	static const struct {
		const char *name;
		int january, july; /* minutes east of Greenwich */
	} cases[] = {
		{ "", 0, 0 },
		{ "UTC", 0, 0 },
		{ "UTC-5", -300, -300 },
		{ "UTC+5:30", 330, 330 },
		{ "Europe/Paris", 60, 120 },
		{ "Europe/London", 0, 60 },
		{ "Europe/Dublin", 0, 60 }, /* Dublin's rule makes its winter time the exception */
		{ "America/Toronto", -300, -240 },
		{ "America/Regina", -360, -360 },
		{ "America/Argentina/Buenos_Aires", -180, -180 },
		{ "Australia/Lord_Howe", 660, 630 },
		{ "America/Santiago", -180, -240 },
		{ "Asia/Kathmandu", 345, 345 },
	};
	static const int64_t dates[] = { JANUARY_2026, JULY_2026, JANUARY_2060, JULY_2060 };
	assert_int_equal(setenv("TZ", "Asia/Tokyo", 1), 0);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		for (unsigned d = 0; d < 4; d++) {
			int32_t seconds;
			assert_true(zone_find_offset(cases[i].name, dates[d], &seconds));
			assert_int_equal(
				seconds, (d % 2 == 0 ? cases[i].january : cases[i].july) * 60);
		}
}

CASE(summer_time_begins_and_ends_at_its_second)
{
	/* 2026-03-29 01:00 UTC and 2026-10-25 01:00 UTC, and the same in 2061 */
	static const int64_t starts[] = { 1774746000, 2879110800 };
	static const int64_t ends[] = { 1792890000, 2897859600 };
	int32_t seconds;
	for (unsigned i = 0; i < 2; i++)
		for (int64_t before = 0; before < 2; before++) {
			assert_true(zone_find_offset("Europe/Paris", starts[i] - before, &seconds));
			assert_int_equal(seconds, before ? 3600 : 7200);
			assert_true(zone_find_offset("Europe/Paris", ends[i] - before, &seconds));
			assert_int_equal(seconds, before ? 7200 : 3600);
		}
}

CASE(zones_are_read_in_any_case_and_written_as_the_system_lists_them)
{
	static const char *const cases[][2] = { { "europe/PARIS", "Europe/Paris" },
		{ "america/argentina/buenos_aires", "America/Argentina/Buenos_Aires" },
		{ "gmt", "GMT" }, { "utc", "UTC" }, { "utc-5", "UTC-5" }, { "+5:30", "UTC+5:30" },
		{ "UTC+5:05", "UTC+5:05" }, { "-0", "UTC" } };
	char name[ZONE_NAME];
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_true(zone_read(cases[i][0], name));
		assert_string_equal(name, cases[i][1]);
	}
}

CASE(paths_and_unknown_zones_are_refused_with_the_nearest_zone)
{
	static const char *const cases[][2] = { { "", "" }, { "Europe", "" }, { "Europe/", "" },
		{ "/Europe/Paris", "Europe/Paris" }, { "../../../etc/passwd", "" },
		{ "Europe/../Europe/Paris", "Europe/Paris" },
		{ "posix/Europe/Paris", "Europe/Paris" }, { "right/Europe/Paris", "Europe/Paris" },
		{ "./GMT", "GMT" }, { "Factory", "" }, { "zone.tab", "" }, { "localtime", "" },
		{ "Etc/GMT+5", "UTC-5" }, { "etc/gmt-5", "UTC+5" }, { "GMT+5", "UTC+5" },
		{ "Etc/UTC", "UTC" }, { "paris", "Europe/Paris" },
		{ "New York", "America/New_York" }, { "europ/paris", "Europe/Paris" },
		{ "America/Tornto", "America/Toronto" }, { "UTC+15", "" }, { "Mars/Phobos", "" },
		{ "America/Argentina/Buenos_Aires/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x",
			"" } };
	char name[ZONE_NAME];
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		bool found = zone_suggest(cases[i][0], name);
		if (found != (*cases[i][1] != '\0') || (found && strcmp(name, cases[i][1]) != 0))
			fail_msg("%s: %s", cases[i][0], found ? name : "none");
		assert_false(zone_read(cases[i][0], name));
	}
}

CASE(a_zone_whose_file_is_gone_counts_as_utc)
{
	int32_t seconds = 1;
	assert_false(zone_find_offset("Europe/Atlantis", 0, &seconds));
	assert_int_equal(seconds, 0);
}

/* ---- files ---- */

/* A file of version 2 with one type, UTC, and this rule behind its table. */
static size_t make_file(uint8_t bytes[512], const char *rule)
{
	static const uint8_t block[] = { 'T', 'Z', 'i', 'f', '2', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4,
		0, 0, 0, 0, 0, 0, 'U', 'T', 'C', 0 };
	memcpy(bytes, block, sizeof block);
	memcpy(bytes + sizeof block, block, sizeof block);
	int length =
		snprintf((char *)bytes + 2 * sizeof block, 512 - 2 * sizeof block, "\n%s\n", rule);
	return 2 * sizeof block + (size_t)length;
}

static bool read_rule(const char *rule, int64_t date, int32_t *offset)
{
	uint8_t bytes[512];
	return tzif_read_offset(bytes, make_file(bytes, rule), date, offset);
}

CASE(rules_behind_the_table_are_read_in_all_their_forms)
{
	static const struct {
		const char *rule;
		int64_t date;
		int offset;
	} cases[] = {
		{ "UTC0", JULY_2026, 0 },
		{ "<+0330>-3:30", JULY_2026, 12600 },
		{ "XXX1:02:03", JULY_2026, -3723 },
		{ "CET-1CEST,M3.5.0,M10.5.0/3", JULY_2026, 7200 },
		{ "AAA0BBB-2,J60/0,J300/0", 1772323199, 0 },    /* 2026-02-28 23:59:59 */
		{ "AAA0BBB-2,J60/0,J300/0", 1772323200, 7200 }, /* 2026-03-01 00:00 */
		{ "AAA0BBB-2,J60/0,J300/0", 1835481600, 7200 }, /* 2028-03-01: J skips 02-29 */
		{ "AAA0BBB-2,J60/0,J300/0", 1835481599, 0 },    /* 2028-02-29 23:59:59 */
		{ "AAA0BBB-2,59/0,300/0", 1835395200, 7200 },   /* 2028-02-29 00:00 */
		{ "AAA0BBB,M10.1.0/-1,M4.1.0/50", JANUARY_2026, 3600 },
		{ "AAA0BBB,M10.1.0/-1,M4.1.0/50", JULY_2026, 0 },
		{ "XXX3EDT4,0/0,J365/23", JANUARY_2026, -14400 }, /* summer time all the year */
		{ "XXX3EDT4,0/0,J365/23", JULY_2026, -14400 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		int32_t offset = 1;
		assert_true(read_rule(cases[i].rule, cases[i].date, &offset));
		if (offset != cases[i].offset)
			fail_msg("case %zu: %d", i, (int)offset);
	}
}

CASE(malformed_rules_are_refused)
{
	static const char *const rules[] = { "A0", "AAA", "AAAx", "<A0", "<>0", "AAA25", "AAA1:60",
		"AAA0BBB", "AAA0BBB,", "AAA0BBB,M3.5.0", "AAA0BBB,M13.1.0,M1.1.0",
		"AAA0BBB,M0.1.0,M1.1.0", "AAA0BBB,M3.6.0,M1.1.0", "AAA0BBB,M3.0.0,M1.1.0",
		"AAA0BBB,M3.1.7,M1.1.0", "AAA0BBB,J0,J300", "AAA0BBB,J366,J300", "AAA0BBB,366,300",
		"AAA0BBB,1/168,300", "AAA0BBB,1,300x", "AAA0BBB99,1,300",
		"AAA-99999999999999999999", ":Europe/Paris" };
	int32_t offset;
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
		if (read_rule(rules[i], JULY_2026, &offset))
			fail_msg("%s", rules[i]);
}

/* Reads a copy in a block of exactly its size, so that a sanitizer sees a read beyond its end. */
static bool read_exactly(const uint8_t *bytes, size_t size, int64_t date, int32_t *offset)
{
	uint8_t *copy = malloc(size > 0 ? size : 1);
	assert_non_null(copy);
	memcpy(copy, bytes, size);
	bool read = tzif_read_offset(copy, size, date, offset);
	free(copy);
	return read;
}

/* Reads the file of Paris. Returns its size. */
static size_t read_paris(uint8_t bytes[8192])
{
	FILE *file = fopen("/usr/share/zoneinfo/Europe/Paris", "rb");
	assert_non_null(file);
	size_t size = fread(bytes, 1, 8192, file);
	fclose(file);
	assert_in_range(size, 1000, 8191);
	return size;
}

CASE(a_hostile_file_gives_no_offset_or_a_possible_one)
{
	static const int64_t dates[] = { INT64_MIN, -4000000000, 0, JULY_2026, JULY_2060,
		INT64_MAX };
	static const uint8_t flips[] = { 0x01, 0x80, 0xff };
	uint8_t bytes[8192];
	int32_t offset;
	size_t size = read_paris(bytes);
	for (size_t length = 0; length < size; length++)
		assert_false(read_exactly(bytes, length, JULY_2026, &offset));
	for (size_t at = 0; at < size; at++)
		for (unsigned flip = 0; flip < 3; flip++) {
			bytes[at] ^= flips[flip];
			for (unsigned d = 0; d < sizeof dates / sizeof dates[0]; d++)
				if (read_exactly(bytes, size, dates[d], &offset))
					assert_in_range(offset + 26 * 3600, 1, 2 * 26 * 3600 - 1);
			bytes[at] ^= flips[flip];
		}
}

CASE(counts_that_are_too_large_are_refused)
{
	uint8_t bytes[512];
	int32_t offset;
	for (unsigned count = 20; count < 44; count += 4)
		for (unsigned second = 0; second < 2; second++) {
			size_t size = make_file(bytes, "UTC0");
			assert_true(read_exactly(bytes, size, 0, &offset));
			memset(bytes + second * 54 + count, 0xff, 4);
			assert_false(read_exactly(bytes, size, 0, &offset));
		}
}
