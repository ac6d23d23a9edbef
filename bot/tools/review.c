/*
 * tools/review.c - `mitaines review`: prints the moves that cost points in the match of a record
 * file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "bot/history/review.h"
#include "bot/tools/tools.h"

static void print_move(struct move move)
{
	char buffer[MOVE_TEXT];
	struct text text = text_in(buffer, sizeof buffer);
	move_write(&text, move);
	fputs(buffer, stdout);
}

static void print_seat(const char *name, const struct seat_review *seat_review)
{
	int accuracy = seat_review_accuracy(seat_review);
	if (accuracy < 0) {
		printf("%s: no choices\n", name);
		return;
	}
	printf("%s: accuracy %d %%, %u choices\n", name, accuracy, seat_review->choices);
	for (unsigned i = 0; i < seat_review->mistakes; i++) {
		const struct mistake *mistake = &seat_review->mistake[i];
		printf("  hand %u: ", mistake->hand);
		print_move(mistake->played);
		fputs(", better ", stdout);
		print_move(mistake->better);
		printf(", -%.1f %% to win, -%.1f points\n", (double)mistake->win * 100,
			(double)mistake->points);
	}
}

/* Prints an error line. Returns the exit status. */
static int fail(const char *path, unsigned line, const char *why)
{
	fflush(stdout);
	if (line > 0)
		fprintf(stderr, "%s:%u: %s\n", path, line, why);
	else
		fprintf(stderr, "%s: %s\n", path, why);
	return 1;
}

static int review_file(FILE *file, const char *path)
{
	struct review *review = memory_new(1, sizeof *review);
	void *memory = memory_new(1, player_memory());
	const struct record *record = &review->record;
	char line[TOOLS_LINE];
	size_t length;
	int status = 0;
	enum record_step step = RECORD_ON;
	review_open(review);
	while (step != RECORD_FAILED && tools_line(file, line, &length))
		step = review_line(review, line, length, memory);
	if (ferror(file))
		status = fail(path, 0, strerror(errno));
	else if (step == RECORD_FAILED || record_close(&review->record) == RECORD_FAILED)
		status = fail(path, record->line > 0 ? record->line : 1,
			record_error_words(record->error));
	else if (review->judged == 0)
		status = fail(path, 0, "no moves to review");
	for (unsigned seat = 0; status == 0 && seat < record->seats; seat++)
		print_seat(record->name[seat], &review->seat[seat]);
	review_close(review);
	free(review);
	free(memory);
	return status;
}

int review_main(int argc, char **argv)
{
	static const char usage[] =
		"usage: mitaines review FILE | -\n"
		"Replays the match of a record file, or of standard input. The strongest AI "
		"player\n"
		"judges each move from the cards that its player could see. Prints for each "
		"player\n"
		"  NAME: accuracy A %, C choices\n"
		"  hand H: MOVE, better MOVE, -W % to win, -P points    the costliest, at most "
		"three\n"
		"Accuracy is the share of the points at stake that was kept: 0 % is as good as\n"
		"random moves, 100 % as good as the AI player itself.\n";
	if (getopt(argc, argv, "h") != -1 || argc - optind != 1)
		return tools_usage(argc, argv, usage);
	const char *path = argv[optind];
	if (strcmp(path, "-") == 0)
		return review_file(stdin, path);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return fail(path, 0, strerror(errno));
	int status = review_file(file, path);
	fclose(file);
	return status;
}
