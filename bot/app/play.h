/* play.h - the command `mitaines play`: plays at a table in the terminal. */
#ifndef BOT_APP_PLAY_H
#define BOT_APP_PLAY_H

/* Plays on standard input and output. argv[0] is the command's name. Returns the exit status. */
int play_main(int argc, char **argv);

#endif
