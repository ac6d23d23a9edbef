/*
 * run.h - the commands `mitaines run`, which runs the bot on its networks, and `mitaines check`,
 * which checks the configuration.
 */
#ifndef BOT_APP_RUN_H
#define BOT_APP_RUN_H

/* Runs the command. argv[0] is the command's name. Returns the exit status. */
int run_main(int argc, char **argv);
int check_main(int argc, char **argv);

#endif
