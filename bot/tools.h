/*
 * tools.h - commands that need no network: record files, counts of moves, AI players against each
 * other, copies of the database.
 */
#ifndef BOT_TOOLS_H
#define BOT_TOOLS_H

/* Each returns the exit status; argv[0] is the command's name. */
int replay_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int perft_main(int argc, char **argv);
int arena_main(int argc, char **argv);
int export_main(int argc, char **argv);
int backup_main(int argc, char **argv);

#endif
