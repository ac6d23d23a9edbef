/* option.c - reading a table's options. */
#include "engine/option.h"

#include <string.h>

#define RANGE "…"

enum { DIGITS_MAX = 9 };

/* Reads a whole number at *at and moves behind it; -1 when there is none or it is too long. */
static int32_t read_number(const char **at)
{
	const char *start = *at;
	int32_t number = 0;

	while (**at >= '0' && **at <= '9') {
		if (*at - start == DIGITS_MAX)
			return -1;
		number = number * 10 + (*(*at)++ - '0');
	}
	return *at == start ? -1 : number;
}

/* The number value stands for in the range "LOW…HIGH", or -1. */
static int32_t in_range(const char *values, const char *value)
{
	int32_t low = read_number(&values), high, number;

	values += strlen(RANGE);
	high = read_number(&values);
	number = read_number(&value);
	return *value == '\0' && number >= low && number <= high ? number : -1;
}

/* The place of value among the choices "a|b|c", or -1. */
static int32_t among(const char *values, const char *value)
{
	for (int32_t place = 0;; place++) {
		size_t length = strcspn(values, "|"), i = 0;

		while (i < length && text_upper(values[i]) == text_upper(value[i]))
			i++;
		if (i == length && value[i] == '\0')
			return place;
		if (values[length] == '\0')
			return -1;
		values += length + 1;
	}
}

enum refusal option_read(const struct option *options, const char *name, const char *value,
	unsigned *index, int32_t *number)
{
	for (unsigned i = 0; options[i].name != NULL; i++) {
		const char *values = options[i].values;
		int32_t found;

		if (!text_same(options[i].name, name))
			continue;
		found = strstr(values, RANGE) != NULL ? in_range(values, value)
						      : among(values, value);
		if (found < 0)
			return REFUSE_OPTION_VALUE;
		*index = i;
		*number = found;
		return REFUSE_NONE;
	}
	return REFUSE_OPTION_UNKNOWN;
}
