/* records.h - reads records from text, and checks the line of an error. */
#ifndef TESTS_RECORDS_H
#define TESTS_RECORDS_H

#include <string.h>

#include "engine/record.h"
#include "tests/at.h"

/* The first lines of a record; tests append lines with errors. */
#define HEAD "mitaines-record 1\ngame mitaines classic\nseats anna luc\n"
#define DECK \
	"5D,5S,7H,5H,TH,2D,TD,8C,4H,6S,2C,KC,4C,8S,JS,TC,QS,5C,KS,6C,3D,9C,2S,QH,3H,4S,AS,9D,6D," \
	"JC,QD,3S,4D,3C,KH,KD,TS,7D,JH,7S,AH,8H,9S,8D,QC,AC,9H,7C,6H,2H,AD,JD"
#define HAND HEAD "hand dealer=0 deck=" DECK "\n"

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

/* Reads a record line by line up to its end or its first error. Returns RECORD_FAILED after an
 * error, or the last step. */
static inline enum record_step read_text(struct record *record, const char *text, bool verify)
{
	enum record_step step = RECORD_ON;
	record_open(record, verify);
	while (*text != '\0' && step != RECORD_FAILED) {
		size_t length = strcspn(text, "\n");
		step = record_line(record, text, length);
		text += length + (text[length] != '\0');
	}
	return step == RECORD_FAILED ? step : record_close(record);
}

#define assert_good(...) assert_good_at(HERE, __VA_ARGS__)
static inline void assert_good_at(AT, const char *text)
{
	struct record record;
	if (read_text(&record, text, false) == RECORD_FAILED)
		fail_at("line %u: %s\n%s", record.line, record_error_words(record.error), text);
}

#define assert_bad(...) assert_bad_at(HERE, __VA_ARGS__)
static inline void assert_bad_at(AT, const char *text, unsigned wrong, enum record_error error)
{
	struct record record;
	if (read_text(&record, text, true) != RECORD_FAILED)
		fail_at("not refused:\n%s", text);
	if (record.error != error || record.line != wrong)
		fail_at("refused in line %u: %s\n%s", record.line, record_error_words(record.error),
			text);
	equal_at(record_line(&record, "", 0), RECORD_FAILED);
	equal_at(record_close(&record), RECORD_FAILED);
	equal_at(record.error, error);
	equal_at(record.line, wrong);
}

#endif
