/* play.h - `mitaines play`: a table in this terminal. */
#ifndef BOT_APP_PLAY_H
#define BOT_APP_PLAY_H

/* Plays on standard input and output; returns the exit status. argv[0] is the command's name. */
int play_main(int argc, char **argv);

#endif
