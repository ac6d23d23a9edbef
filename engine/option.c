/* option.c - parsing option values; reading and writing them in a state */
#include "engine/option.h"

#include <string.h>

#include "engine/text.h"

#define RANGE "…"

enum { DIGITS_MAX = 9 };

/* Reads a number at *at and moves *at past it. Returns -1 without digits, or with too many. */
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

/* Returns a number in the range "LOW…HIGH", or -1. */
static int32_t number_in_range(const char *values, const char *value)
{
	int32_t low = read_number(&values), high, number;
	values += strlen(RANGE);
	high = read_number(&values);
	number = read_number(&value);
	return *value == '\0' && number >= low && number <= high ? number : -1;
}

/* Returns the number that one choice means. place: index of the choice in the list. */
static int32_t number_of_choice(const char *word, size_t length, int32_t place)
{
	const char *end = word;
	int32_t number = read_number(&end);
	if (end == word + length)
		return number;
	if (length == 3 && strncmp(word, "yes", length) == 0)
		return 1;
	return length == 2 && strncmp(word, "no", length) == 0 ? 0 : place;
}

/* Returns the number of a value in the list "a|b|c", or -1. */
static int32_t number_in_choices(const char *values, const char *value)
{
	for (int32_t place = 0;; place++) {
		size_t length = strcspn(values, "|"), i = 0;
		while (i < length && text_upper(values[i]) == text_upper(value[i]))
			i++;
		if (i == length && value[i] == '\0')
			return number_of_choice(values, length, place);
		if (values[length] == '\0')
			return -1;
		values += length + 1;
	}
}

const struct option *option_named(const struct option *options, const char *name)
{
	for (; options->name != NULL; options++)
		if (text_same(options->name, name))
			return options;
	return NULL;
}

int32_t option_number(const struct option *option, const char *value)
{
	bool range = strstr(option->values, RANGE) != NULL;
	return range ? number_in_range(option->values, value)
		     : number_in_choices(option->values, value);
}

bool options_known(const uint8_t *numbers, const uint8_t *most, unsigned count)
{
	while (count > 0 && numbers[count - 1] <= most[count - 1])
		count--;
	return count == 0;
}

int32_t option_get(const struct option *option, const void *state)
{
	const char *at = (const char *)state + option->at;
	uint8_t byte;
	int16_t word;
	int32_t number;
	switch (option->size) {
	case sizeof byte: memcpy(&byte, at, sizeof byte); return byte;
	case sizeof word: memcpy(&word, at, sizeof word); return word;
	default: memcpy(&number, at, sizeof number); return number;
	}
}

void option_put(const struct option *option, void *state, int32_t number)
{
	char *at = (char *)state + option->at;
	uint8_t byte = (uint8_t)number;
	int16_t word = (int16_t)number;
	switch (option->size) {
	case sizeof byte: memcpy(at, &byte, sizeof byte); break;
	case sizeof word: memcpy(at, &word, sizeof word); break;
	default: memcpy(at, &number, sizeof number);
	}
}
