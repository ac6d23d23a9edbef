/* web_main.h - `mitaines web`. */
#ifndef BOT_WEB_WEB_MAIN_H
#define BOT_WEB_WEB_MAIN_H

/* Runs the command and returns its exit status; argv[0] is the command's name. */
int web_main(int argc, char **argv);

#endif
