/*
 * tools.h - the commands that need no network: record files, counts of moves, copies of the
 * database.
 */
#ifndef BOT_TOOLS_TOOLS_H
#define BOT_TOOLS_TOOLS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/record.h"

/* Each function runs a command. argv[0] is the command's name. Returns the exit status. */
int replay_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int review_main(int argc, char **argv);
int perft_main(int argc, char **argv);
int export_main(int argc, char **argv);
int backup_main(int argc, char **argv);
int restore_main(int argc, char **argv);
int prune_main(int argc, char **argv);
int rekey_main(int argc, char **argv);
int ctl_main(int argc, char **argv);

/*
 * Prints the usage: to standard output if the arguments ask for it by `-h`, else to standard error.
 * Returns the exit status.
 */
int tools_usage(int argc, char **argv, const char *usage);

/* Prints an error line to standard error. Returns the exit status of a failure. */
int tools_fail(const char *command, const char *where, const char *why);

/* Reads a whole number from `least` to `most`. Returns false for any other text. */
bool tools_read_number(const char *text, int64_t least, int64_t most, int64_t *number);

/* Bytes for a record's line, a carriage return, and one more byte to notice longer lines. */
enum { TOOLS_LINE = RECORD_LINE + 2 };
/*
 * Reads a line without its line break, at most TOOLS_LINE bytes. Returns false at the end of the
 * file.
 */
bool tools_line(FILE *file, char line[TOOLS_LINE], size_t *length);

#endif
