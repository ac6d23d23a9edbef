/* tools.h - commands without a network: record files, counts of moves, copies of the database. */
#ifndef BOT_TOOLS_TOOLS_H
#define BOT_TOOLS_TOOLS_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/record.h"

/* Each returns the exit status; argv[0] is the command's name. */
int replay_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int review_main(int argc, char **argv);
int perft_main(int argc, char **argv);
int export_main(int argc, char **argv);
int backup_main(int argc, char **argv);
int restore_main(int argc, char **argv);
int prune_main(int argc, char **argv);
int ctl_main(int argc, char **argv);

/* Prints the usage; unless asked for by `-h`, on standard error. Returns the exit status. */
int tools_usage(int argc, char **argv, const char *usage);

/* Room for a record's line with its carriage return and one byte too many. */
enum { TOOLS_LINE = RECORD_LINE + 2 };
/* Reads a line without its end, at most TOOLS_LINE bytes. Returns false at the end of the file. */
bool tools_line(FILE *file, char line[TOOLS_LINE], size_t *length);

#endif
