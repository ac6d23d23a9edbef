#include "bot/base/tzif.h"

#include <ctype.h>
#include <string.h>

/* HEADER, TYPE: bytes of a block's header, of a local time type. RULE: room for a rule's text. */
enum { HEADER = 44, TYPE = 6, HOUR = 60 * 60, DAY = 24 * HOUR, RULE = 128 };

/* The lowest and the highest offset by RFC 9636, 3.2, in seconds. */
enum { OFFSET_LEAST = -26 * HOUR + 1, OFFSET_MOST = 26 * HOUR - 1 };

/* Dates further from 1970 than a million years are refused. */
static const int64_t date_most = INT64_C(1000000) * 366 * DAY;

/* ---- the rule behind the table ---- */

/* The beginning or the end of summer time: a day, and a time of day in seconds. */
struct change {
	enum { DAY_OF_MONTH, DAY_WITHOUT_LEAP, DAY_FROM_ZERO } kind;
	int month, week, day; /* "M3.5.0": the last Sunday of March; else only day */
	int32_t time;
};

struct rule {
	int32_t standard, summer; /* seconds east of Greenwich */
	bool changes;             /* the zone has summer time */
	struct change start, end;
};

/* Reads an unsigned number and moves *at past it. Returns -1 for other text. */
static int read_number(const char **at, int most)
{
	int number = 0;
	if (!isdigit((unsigned char)**at))
		return -1;
	while (isdigit((unsigned char)**at) && number <= most)
		number = number * 10 + (*(*at)++ - '0');
	return number <= most ? number : -1;
}

static bool skip(const char **at, char c)
{
	if (**at != c)
		return false;
	++*at;
	return true;
}

/* Skips the abbreviation of a zone: three letters or more, or "<+0330>". */
static bool skip_name(const char **at)
{
	const char *from = *at;
	if (skip(at, '<')) {
		while (isalnum((unsigned char)**at) || **at == '+' || **at == '-')
			++*at;
		return skip(at, '>') && *at - from >= 3 + 2;
	}
	while (isalpha((unsigned char)**at))
		++*at;
	return *at - from >= 3;
}

/* Reads "[+-]hh[:mm[:ss]]" in seconds. hours: the largest number of hours. */
static bool read_time(const char **at, int hours, int32_t *seconds)
{
	bool minus = skip(at, '-');
	if (!minus)
		skip(at, '+');
	int part[3] = { read_number(at, hours), 0, 0 };
	for (unsigned i = 1; i < 3 && skip(at, ':'); i++)
		part[i] = read_number(at, 59);
	*seconds = (part[0] * HOUR + part[1] * 60 + part[2]) * (minus ? -1 : 1);
	return part[0] >= 0 && part[1] >= 0 && part[2] >= 0;
}

/* Reads ",M3.5.0/2" or ",J60" or ",59". */
static bool read_change(const char **at, struct change *change)
{
	enum { WEEK_HOURS = 167 };
	*change = (struct change){ .kind = DAY_FROM_ZERO, .time = 2 * HOUR };
	if (!skip(at, ','))
		return false;
	if (skip(at, 'M')) {
		change->kind = DAY_OF_MONTH;
		change->month = read_number(at, 12);
		change->week = skip(at, '.') ? read_number(at, 5) : -1;
		change->day = skip(at, '.') ? read_number(at, 6) : -1;
		if (change->month < 1 || change->week < 1)
			return false;
	} else if (skip(at, 'J')) {
		change->kind = DAY_WITHOUT_LEAP;
		change->day = read_number(at, 365);
		if (change->day == 0)
			return false;
	} else {
		change->day = read_number(at, 365);
	}
	return change->day >= 0 && (!skip(at, '/') || read_time(at, WEEK_HOURS, &change->time));
}

/* Reads a rule like "CET-1CEST,M3.5.0,M10.5.0/3". Its offsets are west of Greenwich. */
static bool read_rule(const char *text, struct rule *rule)
{
	*rule = (struct rule){ .changes = false };
	if (!skip_name(&text) || !read_time(&text, 24, &rule->standard))
		return false;
	rule->standard = -rule->standard;
	if (*text == '\0')
		return true;
	rule->changes = true;
	if (!skip_name(&text))
		return false;
	rule->summer = rule->standard + HOUR;
	if (*text != ',') {
		if (!read_time(&text, 24, &rule->summer))
			return false;
		rule->summer = -rule->summer;
	}
	return read_change(&text, &rule->start) && read_change(&text, &rule->end) && *text == '\0';
}

static bool is_leap(int64_t year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Returns the days from 1970-01-01 to the first of a month. Month 13: the next January. */
static int64_t days_to(int64_t year, int month)
{
	static const int before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 };
	/* whole cycles of 400 years, which make all years positive */
	const int64_t cycles = INT64_C(400000000);
	const int64_t past = year - 1 + cycles;
	const int64_t first = 1970 - 1 + cycles;
	const int64_t whole = past * 365 + past / 4 - past / 100 + past / 400;
	const int64_t epoch = first * 365 + first / 4 - first / 100 + first / 400;
	return whole - epoch + before[month - 1] + (month > 2 && is_leap(year));
}

/* Returns the day of a change in a year, in days since 1970-01-01. */
static int64_t day_of(const struct change *change, int64_t year)
{
	enum { WEEK = 7, THURSDAY = 4 };
	if (change->kind == DAY_FROM_ZERO)
		return days_to(year, 1) + change->day;
	if (change->kind == DAY_WITHOUT_LEAP)
		return days_to(year, 1) + change->day - 1 + (change->day > 59 && is_leap(year));
	int64_t first = days_to(year, change->month);
	int64_t next = days_to(year, change->month + 1);
	int weekday = (int)(((first + THURSDAY) % WEEK + WEEK) % WEEK);
	int64_t day = first + (change->day - weekday + WEEK) % WEEK + (change->week - 1) * WEEK;
	return day < next ? day : day - WEEK;
}

static int32_t rule_offset(const struct rule *rule, int64_t date)
{
	if (!rule->changes)
		return rule->standard;
	const int64_t local = date + rule->standard;
	const int64_t days = (local >= 0 ? local : local - DAY + 1) / DAY;
	int64_t year = 1970 + days * 400 / 146097;
	while (days_to(year, 1) > days)
		year--;
	while (days_to(year + 1, 1) <= days)
		year++;
	int64_t start = day_of(&rule->start, year) * DAY + rule->start.time - rule->standard;
	int64_t end = day_of(&rule->end, year) * DAY + rule->end.time - rule->summer;
	bool summer = start < end ? date >= start && date < end : date >= start || date < end;
	return summer ? rule->summer : rule->standard;
}

/* ---- the table ---- */

/* A block of a file. Its tables lie one behind the other: time, index and type. */
struct block {
	unsigned time_size; /* bytes of a date: 4 or 8 */
	uint32_t times, types;
	const uint8_t *time, *index, *type;
	const uint8_t *end; /* end of the block */
};

static uint32_t read_32(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
		bytes[3];
}

static int64_t read_date(const struct block *block, uint32_t number)
{
	const uint8_t *at = block->time + (size_t)number * block->time_size;
	if (block->time_size == 4)
		return (int32_t)read_32(at);
	return (int64_t)((uint64_t)read_32(at) << 32 | read_32(at + 4));
}

/* Reads a header, and finds the parts of its block. Returns false if the file is too short. */
static bool read_block(
	const uint8_t *bytes, const uint8_t *end, unsigned time_size, struct block *block)
{
	enum { COUNTS = 20 };
	if (end - bytes < HEADER || memcmp(bytes, "TZif", 4) != 0)
		return false;
	const uint8_t *counts = bytes + COUNTS;
	uint64_t utc = read_32(counts), standard = read_32(counts + 4), leaps = read_32(counts + 8);
	uint64_t letters = read_32(counts + 20);
	block->time_size = time_size;
	block->times = read_32(counts + 12);
	block->types = read_32(counts + 16);
	uint64_t size = (uint64_t)block->times * (time_size + 1u) + (uint64_t)block->types * TYPE +
		letters + leaps * (time_size + 4u) + standard + utc;
	if (leaps != 0 || size > (uint64_t)(end - bytes) - HEADER)
		return false;
	block->time = bytes + HEADER;
	block->index = block->time + (size_t)block->times * time_size;
	block->type = block->index + block->times;
	block->end = bytes + HEADER + size;
	return true;
}

/* Copies the rule behind the last block: a line between two line feeds. It may be empty. */
static bool read_footer(const uint8_t *from, const uint8_t *end, char rule[RULE])
{
	if (from == end || *from++ != '\n')
		return false;
	const uint8_t *feed = memchr(from, '\n', (size_t)(end - from));
	if (feed == NULL || feed - from >= RULE ||
		memchr(from, '\0', (size_t)(feed - from)) != NULL)
		return false;
	memcpy(rule, from, (size_t)(feed - from));
	rule[feed - from] = '\0';
	return true;
}

bool tzif_read_offset(const uint8_t *bytes, size_t size, int64_t date, int32_t *offset)
{
	const uint8_t *end = bytes + size;
	struct block block;
	char text[RULE] = "";
	struct rule rule;
	if (date > date_most || date < -date_most || !read_block(bytes, end, 4, &block))
		return false;
	if (bytes[4] >= '2' &&
		(!read_block(block.end, end, 8, &block) || !read_footer(block.end, end, text)))
		return false;
	uint32_t passed = 0; /* number of changes up to the date */
	for (uint32_t i = 0; i < block.times; i++) {
		if (i > 0 && read_date(&block, i) <= read_date(&block, i - 1))
			return false;
		passed += read_date(&block, i) <= date;
	}
	if (passed < block.times || *text == '\0') {
		unsigned type = passed > 0 ? block.index[passed - 1] : 0;
		if (type >= block.types)
			return false;
		*offset = (int32_t)read_32(block.type + (size_t)type * TYPE);
		return *offset >= OFFSET_LEAST && *offset <= OFFSET_MOST;
	}
	if (!read_rule(text, &rule))
		return false;
	*offset = rule_offset(&rule, date);
	return true;
}
