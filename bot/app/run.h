/* run.h - `mitaines run` and `mitaines check`: the bot on its networks, and its configuration. */
#ifndef BOT_APP_RUN_H
#define BOT_APP_RUN_H

/* Each returns the exit status; argv[0] is the command's name. */
int run_main(int argc, char **argv);
int check_main(int argc, char **argv);

#endif
