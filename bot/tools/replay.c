/* tools/replay.c - `mitaines replay` and `mitaines verify`: replay and check record files. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bot/tools/tools.h"
#include "engine/record.h"

/* The state of reading a file of one or more records. */
struct replay {
	FILE *file;
	const char *path;
	bool verify;
	unsigned line;     /* number of the line in the file, from 1 */
	unsigned before;   /* number of lines before the present record */
	unsigned hand;     /* number of the last hand that was begun in the record */
	unsigned begun;    /* line of the file that began the last hand */
	unsigned proved;   /* number of hands proved before the last hand */
	unsigned unproved; /* line of the first hand without a proof; 0: no such hand */
	/* line of the record's first hand whose seed is not revealed yet; 0: no such hand */
	unsigned awaiting;
	struct record record;
};

#define RESULTS \
	"Runs record files, or standard input, through the rules and prints\n" \
	"  match N        if the record names its match\n" \
	"  hand H: P ...  for each hand its points by seat, then \", unfinished\" where\n" \
	"                 the record ends in the middle of it\n" \
	"  total: P ...   all points by seat\n" \
	"and refuses a file at the first line that is wrong: FILE:LINE: REASON.\n" \
	"Of several files each begins with a line FILE:.\n"

static void print_points(FILE *out, const int32_t *points, unsigned seats)
{
	for (unsigned seat = 0; seat < seats; seat++)
		fprintf(out, " %" PRId32, points[seat]);
}

/*
 * Begins an error about a line of a file; line 0: about the whole file. First flushes the output.
 */
static void complain(const char *path, unsigned line)
{
	fflush(stdout);
	fprintf(stderr, "%s:", path);
	if (line > 0)
		fprintf(stderr, "%u:", line);
	fputc(' ', stderr);
}

static bool fail(const char *path, int error)
{
	complain(path, 0);
	fprintf(stderr, "%s\n", strerror(error));
	return false;
}

/*
 * Prints FILE:LINE:, the error, and the right value if the engine knows it. Always returns false.
 */
static bool refuse(const struct replay *replay)
{
	static const char *const names[] = {
#define X(name) #name,
		REFUSALS(X)
#undef X
	};
	const struct record *record = &replay->record;
	complain(replay->path, replay->line > 0 ? replay->before + record->line : 1);
	fputs(record_error_words(record->error), stderr);
	switch (record->error) {
	case RECORD_ERROR_MOVE:
		/* The name of the refusal in small letters, like "not held". */
		fputs(": ", stderr);
		for (const char *at = names[record->refusal]; *at != '\0'; at++)
			fputc(*at == '_' ? ' ' : *at - 'A' + 'a', stderr);
		break;
	case RECORD_ERROR_DEALER: fprintf(stderr, ": seat %u does", record->state.dealer); break;
	case RECORD_ERROR_SCORE:
		fputs(", which are", stderr);
		print_points(stderr, record->state.points, record->seats);
		break;
	case RECORD_ERROR_RESULT:
		fputs(", which are", stderr);
		print_points(stderr, record->state.total, record->seats);
		break;
	default: break;
	}
	fputc('\n', stderr);
	return false;
}

/*
 * Returns the verdict of `verify` on the last hand, in words. Notes the first hand without a proof.
 */
static const char *proof(struct replay *replay, bool unfinished)
{
	const struct record *record = &replay->record;
	if (!replay->verify)
		return "";
	if (record->proved > replay->proved)
		return ", proved";
	if (record->committed && (unfinished || !record->rooted)) {
		if (replay->awaiting == 0)
			replay->awaiting = replay->begun;
		return ", not revealed yet";
	}
	if (replay->unproved == 0)
		replay->unproved = replay->begun;
	return ", not proved";
}

static void print_hand(struct replay *replay, bool unfinished)
{
	printf("hand %u:", replay->hand);
	print_points(stdout, replay->record.state.points, replay->record.seats);
	printf("%s%s\n", unfinished ? ", unfinished" : "", proof(replay, unfinished));
}

static void open_record(struct replay *replay)
{
	record_open(&replay->record, replay->verify);
	replay->hand = 0;
	replay->awaiting = 0;
}

static bool close_record(struct replay *replay)
{
	struct record *record = &replay->record;
	if (record_close(record) == RECORD_FAILED)
		return refuse(replay);
	if (record->state.phase == PHASE_PLAY)
		print_hand(replay, true);
	/* After the end of a match a hand whose seed is not public counts as unproved. */
	if (record->state.phase == PHASE_OVER && replay->unproved == 0)
		replay->unproved = replay->awaiting;
	fputs("total:", stdout);
	for (unsigned seat = 0; seat < record->seats; seat++)
		printf(" %" PRId32, state_score(&record->state, seat));
	putchar('\n');
	return true;
}

static bool take_line(struct replay *replay, const char *line, size_t length)
{
	static const char first[] = "mitaines-record";
	struct record *record = &replay->record;
	unsigned seats = record->seats;
	size_t blanks = 0;
	replay->line++;
	while (blanks < length && (line[blanks] == ' ' || line[blanks] == '\t'))
		blanks++;
	/* Another record begins. */
	if (seats > 0 && length - blanks >= sizeof first - 1 &&
		memcmp(line + blanks, first, sizeof first - 1) == 0) {
		if (!close_record(replay))
			return false;
		open_record(replay);
		replay->before = replay->line - 1;
		seats = 0;
	}
	unsigned proved = record->proved;
	enum record_step step = record_line(record, line, length);
	if (step == RECORD_FAILED)
		return refuse(replay);
	if (record->seats > seats && record->match != 0)
		printf("match %" PRId64 "\n", record->match);
	if (record->state.hand != replay->hand) {
		replay->hand = record->state.hand;
		replay->begun = replay->line;
		replay->proved = proved;
	}
	if (step == RECORD_HAND)
		print_hand(replay, false);
	return true;
}

static bool read_records(struct replay *replay)
{
	char line[TOOLS_LINE];
	size_t length;
	open_record(replay);
	while (tools_line(replay->file, line, &length))
		if (!take_line(replay, line, length))
			return false;
	if (ferror(replay->file))
		return fail(replay->path, errno);
	if (!close_record(replay))
		return false;
	if (replay->unproved == 0)
		return true;
	complain(replay->path, replay->unproved);
	fputs("nothing proves the deck of this hand\n", stderr);
	return false;
}

static int read_paths(int argc, char **argv, const char *usage, bool verify)
{
	if (getopt(argc, argv, "h") != -1 || optind == argc)
		return tools_usage(argc, argv, usage);
	bool good = true, several = argc - optind > 1;
	for (int i = optind; i < argc; i++) {
		if (several)
			printf("%s:\n", argv[i]);
		bool standard = strcmp(argv[i], "-") == 0;
		struct replay replay = { .file = standard ? stdin : fopen(argv[i], "r"),
			.path = argv[i],
			.verify = verify };
		good &= replay.file != NULL ? read_records(&replay) : fail(argv[i], errno);
		if (replay.file != NULL && !standard)
			fclose(replay.file);
	}
	return good ? 0 : 1;
}

int replay_main(int argc, char **argv)
{
	static const char usage[] = "usage: mitaines replay FILE ... | -\n" RESULTS;
	return read_paths(argc, argv, usage, false);
}

int verify_main(int argc, char **argv)
{
	static const char usage[] =
		"usage: mitaines verify FILE ... | -\n" RESULTS "Each hand ends with one of\n"
		"  , proved            commitment, root or seed, nonces and deck fit together\n"
		"  , not revealed yet  the seed of an unfinished hand, or the root of an "
		"unfinished\n"
		"                      match, is still secret\n"
		"  , not proved        commitment, root or seed are missing: the file is refused\n"
		"If you saw the same commitment in the channel before nonces were given, this\n"
		"shows that nobody could choose the deck. It does not show that whoever runs\n"
		"the bot did not look at the cards.\n";
	return read_paths(argc, argv, usage, true);
}
